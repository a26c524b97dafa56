package local

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestSweep: what an executor left that was killed goes; what may be in use, or is not ours, stays.
func TestSweep(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	old := time.Now().Add(-2 * time.Hour)
	const gone = "2147483646" // above the largest id of a process
	for name, stays := range map[string]bool{
		folderPrefix + gone + "-1":                      false,
		folderPrefix + gone + "-young":                  true,
		folderPrefix + "1-1":                            true,
		folderPrefix + "x-1":                            true,
		folderPrefix:                                    true,
		"other-" + gone + "-1":                          true,
		folderPrefix + strconv.Itoa(os.Getpid()) + "-1": true,
		folderPrefix + gone + "-full/sub/ject":          false,
	} {
		path := filepath.Join(temp, name)
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
		top := filepath.Join(temp, strings.Split(name, "/")[0])
		if filepath.Base(top) != folderPrefix+gone+"-young" {
			if err := os.Chtimes(top, old, old); err != nil {
				t.Fatal(err)
			}
		}
		sweep()
		if _, err := os.Stat(path); (err == nil) != stays {
			t.Errorf("%s: %v, want it to stay: %v", name, err, stays)
		}
	}
}
