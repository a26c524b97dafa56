package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"execre/runner"
	"execre/runner/toolchain"
)

// warm builds src until the precompiled header that it can use is there.
func warm(t *testing.T, c *Cache, src Source) {
	t.Helper()
	mustBuild(t, c, src, toolchain.Commands{})
	c.background.Wait()
	if headers := c.precompiled(t.Context(), recipeOf(t, c, src)); headers == nil {
		t.Skip("the compiler here does not precompile bits/stdc++.h")
	}
}

func recipeOf(t *testing.T, c *Cache, src Source) recipe {
	t.Helper()
	tools, err := toolchain.Find(t.Context(), src.Language, toolchain.Commands{})
	if err != nil {
		t.Fatal(err)
	}
	return recipe{tools: tools, src: src, main: src.Name, files: mustUse(t, src)}
}

// smallLibrary puts a header in the place of bits/stdc++.h that takes less time to precompile.
func smallLibrary(t *testing.T, includes ...string) (file string) {
	t.Helper()
	text := "-- bits/stdc++.h --\nconst int from_header = 0;\n"
	for _, name := range includes {
		text += "#include <" + name + ">\n"
	}
	dir := folder(t, text)
	t.Setenv("CPATH", dir)
	return filepath.Join(dir, "bits", "stdc++.h")
}

// recordingCompiler makes CXX a g++ that notes its arguments; calls gives those of the calls since the last time. As it
// does not work where it cannot write that down, it runs unconfined.
func recordingCompiler(t *testing.T, version string) (calls func() string) {
	t.Helper()
	gcc := need(t, "g++")
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	text := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'g++ (test) " + version + "'; exit 0; fi\n" +
		"echo \"$@\" >>'" + log + "' || exit\nexec '" + gcc + "' \"$@\"\n"
	compiler := filepath.Join(dir, "g++")
	if err := os.WriteFile(compiler, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", compiler)
	return func() string {
		text, _ := os.ReadFile(log)
		_ = os.Remove(log)
		return string(text)
	}
}

const wholeSum = "#include <bits/stdc++.h>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << std::endl; }\n"

func TestPrecompiledHeader(t *testing.T) {
	needLinux(t)
	header := smallLibrary(t, "iostream")
	calls := recordingCompiler(t, "1.0")
	dir := t.TempDir()
	cache := background(t, dir)
	src := source(t, folder(t, "-- a.cpp --\n"+wholeSum), "a.cpp")
	plain := mustBuild(t, &Cache{Dir: t.TempDir()}, src, toolchain.Commands{})
	if got := calls(); strings.Contains(got, "c++-header") {
		t.Errorf("a cache that does not work in the background made a header: %s", got)
	}
	warm(t, cache, src)
	calls()

	again := func(cache *Cache, text string) (p *runner.Program, command string) {
		t.Helper()
		src := source(t, folder(t, "-- a.cpp --\n"+text), "a.cpp")
		p = mustBuild(t, cache, src, toolchain.Commands{})
		if res := execute(t, p); res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
			t.Errorf("got %v %q", res.Verdict, res.Stdout)
		}
		return p, calls()
	}
	for _, c := range []struct {
		name, text string
		used       bool
	}{
		{"plain", "// plain\n" + wholeSum, true},
		{"pragma first", "#pragma GCC optimize(\"O3\")\n" + wholeSum, false},
		{"no such header", cppSum + "// no\n", false},
	} {
		if _, command := again(cache, c.text); strings.Contains(command, " -I"+dir) != c.used {
			t.Errorf("%s: used %v, want %v: %s", c.name, !c.used, c.used, command)
		}
	}
	// A process that does not make headers uses those that are there.
	oneShot := &Cache{Dir: dir}
	if _, command := again(oneShot, "// one shot\n"+wholeSum); !strings.Contains(command, " -I"+dir) {
		t.Errorf("not used: %s", command)
	}
	// The same program has the same key, with and without.
	if entries, _ := filepath.Glob(filepath.Join(dir, plain.Key)); len(entries) != 1 {
		t.Error("the key depends on the header")
	}

	// It really is used: what was changed in the file, so that nobody notices, is not seen.
	text, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(header)
	if err != nil {
		t.Fatal(err)
	}
	change := func() error {
		return os.WriteFile(header, []byte(strings.ReplaceAll(string(text), "from_header = 0", "from_header = 1")), 0o600)
	}
	if err := errors.Join(change(), os.Chtimes(header, before.ModTime(), before.ModTime())); err != nil {
		t.Fatal(err)
	}
	probe := strings.Replace(wholeSum, "a + b", "a + b + from_header", 1)
	again(cache, probe)
	// A change that can be noticed is, in this process too, and there will be another.
	if err := errors.Join(change(), os.Chtimes(header, time.Now(), time.Now().Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	changed := source(t, folder(t, "-- a.cpp --\n// changed\n"+probe), "a.cpp")
	if res := execute(t, mustBuild(t, cache, changed, toolchain.Commands{})); string(res.Stdout) != "43\n" {
		t.Errorf("after the header was changed: %v %q, want 43", res.Verdict, res.Stdout)
	}
	warm(t, cache, changed)

	// Another compiler does not get it.
	recordingCompiler(t, "2.0")
	if headers := oneShot.precompiled(t.Context(), recipeOf(t, oneShot, src)); headers != nil {
		t.Errorf("another version of the compiler gets %q", headers)
	}
}

// TestDamagedPrecompiledHeader: damage is noticed by the next process, and harms no compilation in this one.
func TestDamagedPrecompiledHeader(t *testing.T) {
	needLinux(t)
	smallLibrary(t, "iostream")
	dir := t.TempDir()
	cache := background(t, dir)
	src := source(t, folder(t, "-- a.cpp --\n"+wholeSum), "a.cpp")
	warm(t, cache, src)
	headers, err := filepath.Glob(filepath.Join(dir, "*", "bits", "*.gch"))
	if err != nil || len(headers) != 1 {
		t.Fatalf("headers %v %v", headers, err)
	}
	if err := os.Truncate(headers[0], 1<<20); err != nil {
		t.Fatal(err)
	}
	src.Text = append(src.Text, "// again\n"...)
	if res := execute(t, mustBuild(t, cache, src, toolchain.Commands{})); string(res.Stdout) != "42\n" {
		t.Errorf("got %v %q", res.Verdict, res.Stdout)
	}
	next := &Cache{Dir: dir}
	next.once.Do(next.prepare)
	if got := next.precompiled(t.Context(), recipeOf(t, next, src)); got != nil {
		t.Errorf("the next process uses the damaged header: %q", got)
	}
}

func TestCloseEndsTheBackground(t *testing.T) {
	needLinux(t)
	dir := t.TempDir()
	cache := &Cache{Dir: dir, Background: true}
	mustBuild(t, cache, source(t, folder(t, "-- a.cpp --\n"+wholeSum), "a.cpp"), toolchain.Commands{})
	mustBuild(t, cache, source(t, folder(t, "-- a.py --\nprint(1)\n"), "a.py"), toolchain.Commands{})
	if err := cache.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "tmp-*")); left != nil {
		t.Errorf("left over: %v", left)
	}
	// What is still built is built.
	src := source(t, folder(t, "-- a.py --\nprint(42)\n"), "a.py")
	if res := execute(t, mustBuild(t, cache, src, toolchain.Commands{})); string(res.Stdout) != "42\n" {
		t.Errorf("got %v %q", res.Verdict, res.Stdout)
	}
}
