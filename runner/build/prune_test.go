package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"execre/runner"
	"execre/runner/toolchain"
)

// age makes an entry look as if it had last been used some time ago.
func age(t *testing.T, dir string, by time.Duration) {
	t.Helper()
	then := time.Now().Add(-by)
	for _, file := range []string{filepath.Join(dir, manifestName), dir} {
		if err := os.Chtimes(file, then, then); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

// large is a Python source of 100 KiB.
func large(t *testing.T, n int) Source {
	t.Helper()
	text := fmt.Sprintf("-- a.py --\nprint(42) # %d %s\n", n, strings.Repeat("x", 100<<10))
	return source(t, folder(t, text), "a.py")
}

func exists(dir string) bool {
	_, err := os.Stat(dir)
	return err == nil
}

func TestLeastRecentlyUsedGoesFirst(t *testing.T) {
	dir := t.TempDir()
	keys := make([]string, 8)
	for i := range keys { // as processes that have ended made them
		keys[i] = mustBuild(t, &Cache{Dir: dir}, large(t, i), toolchain.Commands{}).Key
		age(t, filepath.Join(dir, keys[i]), time.Duration(100-i)*time.Hour)
	}
	foreign := filepath.Join(dir, "of the user")
	if err := errors.Join(os.Mkdir(foreign, 0o700), os.Mkdir(filepath.Join(dir, "tmp-old"), 0o700),
		os.Mkdir(filepath.Join(dir, "tmp-new"), 0o700)); err != nil {
		t.Fatal(err)
	}
	age(t, foreign, 1000*time.Hour)
	age(t, filepath.Join(dir, "tmp-old"), 61*time.Minute)
	age(t, filepath.Join(dir, "tmp-new"), 50*time.Minute)

	cache := &Cache{Dir: dir, Limit: 560 * runner.KiB}
	used := mustBuild(t, cache, large(t, 1), toolchain.Commands{}) // old, but used again
	mustBuild(t, cache, large(t, 100), toolchain.Commands{})
	for i, want := range []bool{false, true, false, false, false, true, true, true} {
		if got := exists(filepath.Join(dir, keys[i])); got != want {
			t.Errorf("entry %d: there %v, want %v", i, got, want)
		}
	}
	for name, want := range map[string]bool{"of the user": true, "tmp-old": false, "tmp-new": true} {
		if got := exists(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: there %v, want %v", name, got, want)
		}
	}
	runtime.KeepAlive(used)
}

// TestInUseStays: what a program of this process needs is not removed, however old; when the program is gone it is.
func TestInUseStays(t *testing.T) {
	dir := t.TempDir()
	cache := &Cache{Dir: dir, Limit: 250 * runner.KiB}
	p := mustBuild(t, cache, large(t, 0), toolchain.Commands{})
	entry := p.Dir
	fill := func(from int) {
		t.Helper()
		for i := range 8 {
			age(t, entry, 100*time.Hour)
			key := mustBuild(t, cache, large(t, from+i), toolchain.Commands{}).Key
			age(t, filepath.Join(dir, key), 50*time.Hour)
		}
	}
	fill(1)
	if res := execute(t, p); string(res.Stdout) != "42\n" {
		t.Errorf("a program in use: %v %q %s %v", res.Verdict, res.Stdout, res.StderrHead, res.Err)
	}
	runtime.KeepAlive(p)
	p = nil
	for range 1000 {
		runtime.GC()
		cache.mu.Lock()
		n := cache.held[filepath.Base(entry)]
		cache.mu.Unlock()
		if n == 0 {
			break
		}
		runtime.Gosched()
	}
	fill(100)
	if exists(entry) {
		t.Error("a program that nobody uses any more is still there")
	}
	if size := sizeOf(dir); size > 2*cache.Limit {
		t.Errorf("the folder has %v, the limit is %v", size, cache.Limit)
	}
}

// TestRecentlyUsedStays: another process may be at it.
func TestRecentlyUsedStays(t *testing.T) {
	dir := t.TempDir()
	others := mustBuild(t, &Cache{Dir: dir}, large(t, 0), toolchain.Commands{}).Key
	age(t, filepath.Join(dir, others), 90*time.Minute)
	cache := &Cache{Dir: dir, Limit: 150 * runner.KiB}
	mustBuild(t, cache, large(t, 1), toolchain.Commands{})
	if !exists(filepath.Join(dir, others)) {
		t.Error("what was used recently is gone though the folder is not twice too large")
	}
	for i := range 6 {
		mustBuild(t, cache, large(t, 2+i), toolchain.Commands{})
	}
	if exists(filepath.Join(dir, others)) {
		t.Error("the folder has no bound")
	}
	// Whoever lost it builds it again.
	if p := mustBuild(t, &Cache{Dir: dir}, large(t, 0), toolchain.Commands{}); p.Key != others || !exists(p.Dir) {
		t.Errorf("built again: %s, want %s", p.Key, others)
	}
}

func TestUseIsNoted(t *testing.T) {
	dir := t.TempDir()
	src := large(t, 0)
	entry := mustBuild(t, &Cache{Dir: dir}, src, toolchain.Commands{}).Dir
	for _, c := range []struct {
		age   time.Duration
		noted bool
	}{{50 * time.Minute, false}, {70 * time.Minute, true}} {
		age(t, entry, c.age)
		mustBuild(t, &Cache{Dir: dir}, src, toolchain.Commands{})
		info, err := os.Stat(filepath.Join(entry, manifestName))
		if err != nil || time.Since(info.ModTime()) < 30*time.Minute != c.noted {
			t.Errorf("used after %v: noted %v, want %v", c.age, !c.noted, c.noted)
		}
	}
}
