package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/toolchain"
)

// mostly has the limits of compilers be these for a test.
func mostly(t *testing.T, l runner.Limits) {
	t.Helper()
	shared.background.Wait() // these are limits of what works in the background as well
	was := limits
	limits = l
	t.Cleanup(func() { limits = was })
}

// TestTooMuchForCompilers: what a source makes its compiler take is bounded, and the message says by what.
func TestTooMuchForCompilers(t *testing.T) {
	quick := runner.Limits{CPU: time.Second, Wall: time.Hour}
	small := runner.Limits{CPU: time.Minute, Wall: time.Hour, Memory: 256 * runner.MiB}
	for _, c := range []struct {
		name, file, files, want string
		limits                  runner.Limits
	}{
		{
			"templates", "a.cpp", `-- a.cpp --
template <int N, int M> struct F { static const long v = F<N - 1, M>::v + F<N - 1, M + 1>::v + F<N - 1, M * 2 + 1>::v; };
template <int M> struct F<0, M> { static const long v = M; };
int main() { return F<40, 1>::v; }
`,
			"a.cpp: takes too long to compile: more than 1s of CPU time", quick,
		},
		{"includes itself", "a.c", "-- a.c --\n#include \"a.c\"\n#include \"a.c\"\nint main(void) {}\n", "a.c: takes too long to compile", quick},
		{"endless file", "a.c", "-- a.c --\n#include </dev/zero>\nint main(void) {}\n", "a.c: takes too much memory to compile: more than 256MiB", small},
		{
			"large array", "a.c", "-- a.c --\nint a[1 << 30] = {1};\nint main(void) { return a[0]; }\n",
			"a.c: takes too much space to compile: a file of more than 512MiB", small,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			mostly(t, c.limits)
			_, err := shared.Build(t.Context(), source(t, folder(t, c.files), c.file), toolchain.Commands{})
			var failure *Failure
			if !errors.As(err, &failure) || !strings.HasPrefix(failure.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// TestTooMuchOnce: a source that takes too long to compile is not compiled in another way, nor a second time by the same
// process; by another process it is.
func TestTooMuchOnce(t *testing.T) {
	need(t, "g++")
	dir := t.TempDir()
	slow := filepath.Join(dir, "slow")
	// A compiler that takes long for as long as a file is there, and only where a fork server is to be linked in.
	script := "#!/bin/sh\ncase \"$*\" in *--wrap=main*) while [ -r " + slow + " ]; do :; done;; esac\nexec g++ \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "own-g++"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", filepath.Join(dir, "own-g++"))
	t.Setenv("CPATH", dir) // so that it may be read
	cache := &Cache{Dir: t.TempDir()}
	// What all need is there before so little CPU time is all that compilers have: on a busy machine the fork server takes more.
	mustBuild(t, cache, source(t, folder(t, "-- first.cpp --\nint main() {}\n"), "first.cpp"), toolchain.Commands{})
	if err := os.WriteFile(slow, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	mostly(t, runner.Limits{CPU: 200 * time.Millisecond, Wall: time.Hour})
	src := source(t, folder(t, "-- a.cpp --\nint main() {}\n"), "a.cpp")
	check := func(what string) {
		t.Helper()
		_, err := cache.Build(t.Context(), src, toolchain.Commands{})
		var failure *Failure
		if !errors.As(err, &failure) || !strings.Contains(failure.Error(), "takes too long to compile") {
			t.Fatalf("%s: got %v", what, err)
		}
	}
	check("at first")
	if err := os.Remove(slow); err != nil {
		t.Fatal(err)
	}
	check("again")
	mostly(t, runner.Limits{CPU: time.Minute})
	if _, err := (&Cache{Dir: cache.Dir}).Build(t.Context(), src, toolchain.Commands{}); err != nil {
		t.Errorf("by another process: %v", err)
	}
}

// TestNoexec: where nothing that is built can be executed the error says so, and a way out.
func TestNoexec(t *testing.T) {
	dir := t.TempDir()
	if forbidsExecution(dir) {
		t.Fatal("everything is said to be mounted with noexec")
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOEXEC, "size=64m"); err != nil {
		t.Skipf("needs the right to mount: %v", err)
	}
	defer unix.Unmount(dir, 0)
	_, err := (&Cache{Dir: dir}).Build(t.Context(), source(t, folder(t, "-- a.c --\nint main(void) {}\n"), "a.c"), toolchain.Commands{})
	if err == nil || !strings.Contains(err.Error(), "set XDG_CACHE_HOME") {
		t.Errorf("got %v", err)
	}
}
