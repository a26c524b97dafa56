package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTooFewOpenFiles: a limit of the shell that leaves too little for any program is said once, and no compiler is blamed.
func TestTooFewOpenFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("print(1)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	few := limit
	few.Cur = 20
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_NOFILE, &limit)
	for _, args := range [][]string{{"check", dir}, {"doctor"}} {
		stdout, stderr, status := execre(t, args...)
		if status != exitInternal || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "ulimit -n") ||
			strings.Contains(stderr, "ython") {
			t.Errorf("%s: exit %d\n%s%s", args[0], status, stdout, stderr)
		}
	}
}
