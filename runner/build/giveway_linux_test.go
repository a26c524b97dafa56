package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"execre/runner"
	"execre/runner/toolchain"
)

// TestNobodyWaitsForSlowCompilers: sources that take their compilers very long, however many and though they were first, keep no
// other from being built, and are built in the end themselves.
func TestNobodyWaitsForSlowCompilers(t *testing.T) {
	need(t, "gcc")
	dir := t.TempDir()
	slow := filepath.Join(dir, "slow")
	// A compiler that takes long for some sources, for as long as a file is there.
	script := "#!/bin/sh\ncase \"$*\" in *bomb*) while [ -r " + slow + " ]; do :; done;; esac\nexec gcc \"$@\"\n"
	err := errors.Join(os.WriteFile(slow, nil, 0o644), os.WriteFile(filepath.Join(dir, "own-gcc"), []byte(script), 0o700))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", filepath.Join(dir, "own-gcc"))
	t.Setenv("CPATH", dir) // so that it may be read
	cache := &Cache{Dir: t.TempDir()}
	cache.once.Do(cache.prepare)
	cache.slots, cache.slow = semaphore.NewWeighted(1), semaphore.NewWeighted(1)
	one := func(name string) Source {
		return source(t, folder(t, "-- "+name+" --\nint main(void) {}\n"), name)
	}
	mustBuild(t, cache, one("first.c"), toolchain.Commands{}) // and what all need
	mostly(t, runner.Limits{CPU: quick * time.Second, Wall: time.Hour})

	var bombs sync.WaitGroup
	var ended atomic.Int64
	begun := make(chan struct{}, 3)
	for i := range cap(begun) {
		src := one(fmt.Sprintf("bomb%d.c", i))
		bombs.Go(func() {
			begun <- struct{}{}
			_, err := cache.Build(t.Context(), src, toolchain.Commands{})
			ended.Add(1)
			if err != nil && !strings.Contains(err.Error(), "takes too long to compile") {
				t.Errorf("%s: %v", src.Name, err)
			}
		})
	}
	for range cap(begun) {
		<-begun
	}
	mustBuild(t, cache, one("good.c"), toolchain.Commands{})
	if n := ended.Load(); n == 3 {
		t.Error("sources that take very long were all compiled before another")
	}
	if err := os.Remove(slow); err != nil {
		t.Fatal(err)
	}
	bombs.Wait()
}

// TestBusyResident: who finds the interpreter that stays at work for another does without it.
func TestBusyResident(t *testing.T) {
	cache := background(t, t.TempDir())
	files := "-- a.py --\nprint(%d)\n"
	mustBuild(t, cache, source(t, folder(t, fmt.Sprintf(files, 1)), "a.py"), toolchain.Commands{})
	for _, s := range cache.residents {
		<-s.turn
		defer s.release()
	}
	if len(cache.residents) != 1 {
		t.Fatalf("%d residents, want one", len(cache.residents))
	}
	mustBuild(t, cache, source(t, folder(t, fmt.Sprintf(files, 2)), "a.py"), toolchain.Commands{})
}
