//go:build unix

package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Opening a named pipe waits for a writer, for ever.
func TestPipeIsNotOpened(t *testing.T) {
	dir := folderWith(t, map[string]string{"a.py": "print(1)\n", "1.out": "1\n"})
	for _, name := range []string{"pipe.py", "1.in", "execre.toml"} {
		if err := unix.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skipf("no named pipes here: %v", err)
		}
	}
	want := strings.TrimLeft(`
file a.py: python candidate
warning 1.in sample-unreadable: not a regular file: it is left out
warning execre.toml config-unreadable: not a regular file: it is left out
warning pipe.py config-unreadable: not a regular file: it is left out
`, "\n")
	if got := dump(dir); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNameThatIsNoText(t *testing.T) {
	dir := folderWith(t, map[string]string{"a.py": "print(1)\n"})
	if err := os.WriteFile(filepath.Join(dir, "b\xff.py"), nil, 0o600); err != nil {
		t.Skipf("the file system refuses it: %v", err)
	}
	want := "file a.py: python candidate\n" +
		"warning b\ufffd.py config-name: the name is not valid UTF-8: the file is left out; rename it\n"
	if got := dump(dir); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
