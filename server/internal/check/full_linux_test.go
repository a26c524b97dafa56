package check

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// TestSaveOnAFullDisk: where there is no room for the results those that were kept before stay, and the error says so.
func TestSaveOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("needs the right to mount: %v", err)
	}
	defer func() { _ = unix.Unmount(dir, unix.MNT_DETACH) }()
	first := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(7, prints("x"))}, nil)
	if err := Save(dir, first); err != nil {
		t.Fatal(err)
	}
	kept := tree(t, filepath.Join(dir, Folder))
	if len(kept) < 3 {
		t.Fatalf("kept %v", kept)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 256<<10), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	second := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "other.py": from(20, crashed)}, nil)
	err := Save(dir, second)
	if err == nil || !strings.Contains(err.Error(), "make room on the disk; what was kept there before is still there") {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(kept, tree(t, filepath.Join(dir, Folder))); diff != "" {
		t.Errorf("what was kept (-before +after):\n%s", diff)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := Save(dir, second); err != nil {
		t.Fatal(err)
	}
	now := tree(t, filepath.Join(dir, Folder))
	for name := range now {
		if strings.Contains(name, "wrong.py") || strings.Contains(name, freshFolder) {
			t.Errorf("%s is still there", name)
		}
	}
}

// tree gives the files below a folder by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		files[strings.TrimPrefix(file, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
