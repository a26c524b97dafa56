package tempdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// temporary makes a folder the system's for temporary files, until the test ends.
func temporary(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, dir)
	}
}

// TestSweep: what a process left that was killed goes; what may be in use, or is not ours, stays.
func TestSweep(t *testing.T) {
	temp := t.TempDir()
	temporary(t, temp)
	mine, err := Make("probe")
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * time.Hour)
	const gone = 2147483646 // above the largest id of a process
	for name, stays := range map[string]bool{
		fmt.Sprintf("execre-run-%d-1", gone):            false,
		fmt.Sprintf("execre-probe-%d-22", gone):         false,
		fmt.Sprintf("execre-run-%d-3/sub/ject", gone):   false,
		fmt.Sprintf("execre-run-%d-4", os.Getpid()):     true,
		fmt.Sprintf("execre-run-%d-5", 1):               true,
		fmt.Sprintf("execre-run-%d-x", gone):            true,
		fmt.Sprintf("execre-engine-test-%d-6", gone):    true,
		fmt.Sprintf("other-run-%d-7", gone):             true,
		fmt.Sprintf("execre-run-%d00000000000-8", gone): true,
		"execre-run-x-9":                                true,
		"execre-run-":                                   true,
		fmt.Sprintf("execre-run-%d-10/young", gone):     true,
		filepath.Base(mine) + "/is in use":              true,
	} {
		path := filepath.Join(temp, filepath.FromSlash(name))
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if top := filepath.Join(temp, strings.Split(name, "/")[0]); !strings.HasSuffix(name, "/young") {
			if err := os.Chtimes(top, old, old); err != nil {
				t.Fatal(err)
			}
		}
		Sweep()
		if _, err := os.Stat(path); (err == nil) != stays {
			t.Errorf("%s: %v, want it to stay: %v", name, err, stays)
		}
	}
}

// TestNoFolder: the message names the folder that does not exist, and the variable that does.
func TestNoFolder(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone")
	temporary(t, gone)
	_, err := Make("probe")
	var failure *Error
	if !errors.As(err, &failure) || !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), gone) ||
		runtime.GOOS != "windows" && !strings.Contains(err.Error(), "set TMPDIR to ") {
		t.Errorf("Make: %v", err)
	}
	if err := Check(); !errors.As(err, &failure) {
		t.Errorf("Check: %v", err)
	}
	Sweep() // it has nothing to do
}

// TestCheck: looking leaves nothing behind.
func TestCheck(t *testing.T) {
	temp := t.TempDir()
	temporary(t, temp)
	if err := Check(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestRemove: a program may take away the right to write in its folder.
func TestRemove(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dir")
	locked := filepath.Join(dir, "a", "b")
	if err := errors.Join(os.MkdirAll(locked, 0o700), os.WriteFile(filepath.Join(locked, "f"), nil, 0o400),
		os.Chmod(locked, 0o500)); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("still there: %v", err)
	}
}
