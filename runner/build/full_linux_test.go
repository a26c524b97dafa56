package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/toolchain"
)

// small mounts a file system of a few bytes over an empty folder.
func small(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("needs the right to mount: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// fill leaves so many bytes of a file system of less than 64 MiB.
func fill(t *testing.T, dir string, left int) (filler string) {
	t.Helper()
	filler = filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 64<<20), 0o600); !isFull(err) {
		t.Fatalf("got %v", err)
	}
	info, err := os.Stat(filler)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filler, info.Size()-int64(left)); err != nil {
		t.Fatal(err)
	}
	return filler
}

// TestFullDisk: where the disk with the cache is full programs are built in the folder for temporary files. Where that is full too
// no source and no compiler is blamed, the message says where room is wanted, and all is well once there is some.
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		left             int // bytes on the disk
	}{
		{"Python", "a.py", "print(42)\n", 0},
		{"C while it compiles", "a.c", "#include <stdio.h>\nint main(void) { puts(\"42\"); }\n", 24 << 10},
		{"Go while it compiles", "a.go", "package main\n\nfunc main() { println(42) }\n", 24 << 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Cleanup(CleanUp)
			dir, temp := small(t, "16m"), small(t, "48m")
			t.Setenv("TMPDIR", temp)
			src := source(t, folder(t, "-- "+c.file+" --\n"+c.text), c.file)
			filler := fill(t, dir, c.left)
			cache := &Cache{Dir: dir}
			defer cache.Close()
			p := mustBuild(t, cache, src, toolchain.Commands{})
			if strings.HasPrefix(p.Dir, dir) || !strings.HasPrefix(p.Dir, temp) {
				t.Errorf("built in %s", p.Dir)
			}

			cache = &Cache{Dir: dir}
			defer cache.Close()
			other := fill(t, temp, c.left)
			_, err := cache.Build(t.Context(), src, toolchain.Commands{})
			want := "no room is left for the build cache in " + dir + ": make some, or set XDG_CACHE_HOME to a folder on another disk"
			if _, blamed := errors.AsType[*Failure](err); blamed || err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Fatalf("got %v, want %s", err, want)
			}
			left, err := os.ReadDir(dir)
			if err != nil || len(cache.unconfined) > 0 {
				t.Errorf("compilers that are not confined any more: %v, %v", cache.unconfined, err)
			}
			for _, d := range left {
				if strings.HasPrefix(d.Name(), "tmp-") {
					t.Errorf("left over: %s", d.Name())
				}
			}
			if err := errors.Join(os.Remove(filler), os.Remove(other)); err != nil {
				t.Fatal(err)
			}
			t.Setenv("TMPDIR", "/tmp")
			p = mustBuild(t, cache, src, toolchain.Commands{})
			if !strings.HasPrefix(p.Dir, dir) {
				t.Errorf("built in %s", p.Dir)
			}
			if res := execute(t, p); res.Verdict != runner.OK || strings.TrimSpace(string(res.Stdout)+string(res.StderrHead)) != "42" {
				t.Errorf("got %v %q %q", res.Verdict, res.Stdout, res.StderrHead)
			}
		})
	}
}

// TestSpeaksOfAFullDisk: a source may have a mistake that looks like a full disk.
func TestSpeaksOfAFullDisk(t *testing.T) {
	src := source(t, folder(t, "-- a.c --\n#error No space left on device\n"), "a.c")
	_, err := shared.Build(t.Context(), src, toolchain.Commands{})
	if _, blamed := errors.AsType[*Failure](err); !blamed {
		t.Errorf("got %v", err)
	}
}
