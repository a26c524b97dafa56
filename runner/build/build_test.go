package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"execre/runner"
	"execre/runner/local"
	"execre/runner/toolchain"
)

// shared is for tests that look at programs and messages, not at the cache: what all programs of a language need is made
// once for all of them, and compilers that are kept running are.
var shared = &Cache{Background: true}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "execre-build-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared.Dir = dir
	goleak.VerifyTestMain(closing{m}, goleak.Cleanup(func(code int) {
		os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// closing are tests after which shared is closed.
type closing struct{ *testing.M }

func (c closing) Run() int {
	defer shared.Close()
	return c.M.Run()
}

// folder writes the files of a txtar text into a new folder.
func folder(t *testing.T, files string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(files)).Files {
		if err := writeFile(dir, f.Name, f.Data); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// source is a source of a folder that folder made.
func source(t *testing.T, dir, name string) Source {
	t.Helper()
	lang, supported, _ := toolchain.ByExtension(name)
	if !supported {
		t.Fatalf("language of %s", name)
	}
	need(t, map[toolchain.Language]string{
		toolchain.CPP: "g++", toolchain.C: "gcc", toolchain.Rust: "rustc", toolchain.Python: "python3",
		toolchain.Java: "javac", toolchain.JavaScript: "node", toolchain.TypeScript: "node", toolchain.Go: "go",
	}[lang])
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return Source{Name: name, Dir: dir, Language: lang, Text: text}
}

// build builds and runs a program, after its folder has been taken away.
func build(t *testing.T, c *Cache, src Source) (*runner.Program, runner.Result) {
	t.Helper()
	p, err := c.Build(t.Context(), src, toolchain.Commands{})
	if err != nil {
		t.Fatalf("building %s: %v", src.Name, err)
	}
	if p.Name != src.Name || p.Key == "" || !filepath.IsAbs(p.Argv[0]) {
		t.Errorf("program %+v", p)
	}
	away := src.Dir + "-away"
	if err := os.Rename(src.Dir, away); err != nil {
		t.Fatal(err)
	}
	defer os.Rename(away, src.Dir)
	return p, execute(t, p)
}

// execute runs a program in a process of its own.
func execute(t *testing.T, p *runner.Program) runner.Result {
	t.Helper()
	e := local.New(local.Config{})
	defer e.Close()
	return e.Execute(t.Context(), runner.Request{Program: p, Stdin: []byte("20 22\n"), Fresh: true})
}

func need(t *testing.T, tool string) string {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		t.Skip("needs " + tool)
	}
	return path
}

func TestPrograms(t *testing.T) {
	cache := shared
	for _, c := range []struct{ name, file, files string }{
		{"C++", "a.cpp", "-- a.cpp --\n#include <cstdio>" +
			"\nint main() { int a, b; if (scanf(\"%d%d\", &a, &b) == 2) printf(\"%d\\n\", a + b); }\n"},
		{"C++ headers", "candidates/a.cpp", `
-- candidates/a.cpp --
#include <cstdio>
#include "own.h"
#include "lib/root.hpp"
int main() { printf("%d\n", own() + root()); }
-- candidates/own.h --
inline int own() { return 20; }
-- lib/root.hpp --
#include "../deeper.inc"
inline int root() { return deeper; }
-- deeper.inc --
const int deeper = 22;
`},
		{"C++ with other letters", "решения/ответ.cpp", `
-- решения/ответ.cpp --
#include <cstdio>
#include "число.h"
int main() { printf("%d\n", answer); }
-- решения/число.h --
const int answer = 42;
`},
		{"C++ that looks like a flag", "-a.cpp", "-- -a.cpp --\n#include <cstdio>\nint main() { puts(\"42\"); }\n"},
		{"Python", "a.py", "-- a.py --\nimport sys, heapq\nprint(sum(map(int, sys.stdin.read().split())))\n"},
		{"Python exit", "a.py", "-- a.py --\nprint(42)\nexit()\n"},
		{"Python with other letters", "ответ.py", "-- ответ.py --\nprint(42)\n"},
		{"Python modules", "candidates/a.py", `
-- candidates/a.py --
import os.path, own as mine
from root import *
print(mine.own() + root())
-- candidates/own.py --
def own(): return 20
-- root.py --
def root():
    import \
        deeper
    return deeper.deeper
-- deeper.py --
deeper = 22
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := source(t, folder(t, c.files), c.file)
			if _, res := build(t, cache, src); res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
				t.Errorf("got %v %q %s %v, want 42", res.Verdict, res.Stdout, res.StderrHead, res.Err)
			}
		})
	}
}

func TestPythonStart(t *testing.T) {
	cache := shared
	for _, c := range []struct {
		code     string
		isolated bool
	}{
		{"print(1)", true},
		{"import sys, math\nfrom collections import deque\nsys.exit(0)", true},
		{"exit(0)", false},
		{"import numpy", false},
		{"def f():\n  from scipy.special import comb", false},
		{"import importlib", false},
		{"__import__('numpy')", false},
		{"from . import a", false},
		{"import sys\nsys.path.append('x')", false},
	} {
		src := source(t, folder(t, "-- a.py --\n"+c.code+"\n"), "a.py")
		p, err := cache.Build(t.Context(), src, toolchain.Commands{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(p.Argv, " "), " -I -S "); got != c.isolated {
			t.Errorf("%q: isolated %v, want %v", c.code, got, c.isolated)
		}
	}
}

func TestTracebackNamesTheUsersFile(t *testing.T) {
	src := source(t, folder(t, "-- candidates/a.py --\nprint(1)\nprint(1 // 0)\n"), "candidates/a.py")
	_, res := build(t, shared, src)
	want := "File \"candidates/a.py\", line 2"
	if res.Verdict != runner.Crash || !strings.Contains(string(res.StderrHead), want) {
		t.Errorf("got %v, %s; want crash in %s", res.Verdict, res.StderrHead, want)
	}
}

func TestFailures(t *testing.T) {
	cache := shared
	// want is how the message begins: the rest differs between versions of the compilers.
	for _, c := range []struct{ name, file, files, want string }{
		{"C++ syntax", "sub/a.cpp", "-- sub/a.cpp --\nint main() {\n  int x = ;\n}\n", "sub/a.cpp:2:11: expected "},
		{
			"C++ header", "a.cpp", "-- a.cpp --\n#include \"lib/x.h\"\nint main() {}\n-- lib/x.h --\nint f() { return y; }\n",
			"lib/x.h:1:18: ",
		},
		{"C++ other letters", "ответ.cpp", "-- ответ.cpp --\nint main() { return y; }\n", "ответ.cpp:1:21: "},
		{"C++ tabs", "a.cpp", "-- a.cpp --\nint main() {\n\t\tint b = qqq;\n}\n", "a.cpp:2:11: "},
		{"C++ wide letters", "a.cpp", "-- a.cpp --\n/* 😀é日 */ int main() { return zzz; }\n", "a.cpp:1:31: "},
		{"Python wide letters", "a.py", "-- a.py --\ns = \"日本語\"; x = foo bar\n", "a.py:1:20: SyntaxError: "},
		{"C++ no main", "a.cpp", "-- a.cpp --\nint f();\n", "a.cpp: undefined reference to "},
		{"C++ no header", "a.cpp", "-- a.cpp --\n#include \"gone.h\"\nint main() {}\n", "a.cpp:1:10: gone.h: "},
		{"Python syntax", "a.py", "-- a.py --\nx = 1\nprint(x))\n", "a.py:2:9: SyntaxError: "},
		{"Python after parsing", "a.py", "-- a.py --\nreturn 1\n", "a.py:1:1: SyntaxError: 'return' outside function"},
		{"Python module", "a.py", "-- a.py --\nimport b\n-- b.py --\nif True:\nx = 1\n", "b.py:2:1: IndentationError: "},
		{"Python other letters", "ответ.py", "-- ответ.py --\n)\n", "ответ.py:1:1: SyntaxError: "},
		{"Python NUL", "a.py", "-- a.py --\n\x00\n", "a.py"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := source(t, folder(t, c.files), c.file)
			for range 2 { // compiled, then remembered
				_, err := cache.Build(t.Context(), src, toolchain.Commands{})
				var failure *Failure
				if !errors.As(err, &failure) {
					t.Fatalf("got %v, want a *Failure", err)
				}
				if !strings.HasPrefix(failure.Error(), c.want) {
					t.Errorf("got  %s\nwant %s...\noutput %s", failure.Error(), c.want, failure.Output)
				}
				if strings.Contains(failure.Error(), "\n") || strings.Contains(failure.Error(), cache.Dir) {
					t.Errorf("not one line for people: %q", failure.Error())
				}
			}
		})
	}
}

func TestBuildingDoesNotExecute(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "trace")
	src := source(t, folder(t, fmt.Sprintf("-- a.py --\nimport b\nopen(%q, 'w')\n-- b.py --\nopen(%q, 'w')\n", trace, trace)), "a.py")
	if _, err := (&Cache{Dir: t.TempDir()}).Build(t.Context(), src, toolchain.Commands{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(trace); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the source was executed: %v", err)
	}
}

func TestKey(t *testing.T) {
	cache := shared
	key := func(files string) string {
		t.Helper()
		p, err := cache.Build(t.Context(), source(t, folder(t, files), "a.py"), toolchain.Commands{})
		if err != nil {
			t.Fatal(err)
		}
		return p.Key
	}
	first := key("-- a.py --\nimport b\n-- b.py --\nx = 1\n")
	if got := key("-- a.py --\nimport b\n-- b.py --\nx = 1\n-- c.py --\nnot Python\n"); got != first {
		t.Error("a file that is not imported changed the key")
	}
	if got := key("-- a.py --\nimport b\n-- b.py --\nx = 2\n"); got == first {
		t.Error("a changed module did not change the key")
	}
	if got := key("-- a.py --\nimport b \n-- b.py --\nx = 1\n"); got == first {
		t.Error("a changed source did not change the key")
	}
}

func TestDamagedEntries(t *testing.T) {
	dir := t.TempDir()
	src := source(t, folder(t, "-- a.py --\nimport b\nprint(b.x)\n-- b.py --\nx = 42\n"), "a.py")
	p, _ := build(t, &Cache{Dir: dir}, src)
	entry := filepath.Join(dir, p.Key)
	for _, c := range []struct {
		name   string
		damage func() error
	}{
		{"entry gone", func() error { return os.RemoveAll(entry) }},
		{"everything gone", func() error { return os.RemoveAll(dir) }},
		{"source gone", func() error { return os.Remove(filepath.Join(entry, "a.py")) }},
		{"source cut", func() error { return os.Truncate(filepath.Join(entry, "a.py"), 3) }},
		{"module changed", func() error { return os.WriteFile(filepath.Join(entry, "b.py"), []byte("x = 41\n"), 0o600) }},
		{"manifest gone", func() error { return os.Remove(filepath.Join(entry, manifestName)) }},
		{"manifest cut", func() error { return os.Truncate(filepath.Join(entry, manifestName), 20) }},
		{"manifest changed", func() error { return edit(entry, manifestName, `"version": `, `"version":  `) }},
		{"manifest without files", func() error { return edit(entry, manifestName, `"files"`, `"filet"`) }},
		{"manifest a folder", func() error {
			file := filepath.Join(entry, manifestName)
			return errors.Join(os.Remove(file), os.Mkdir(file, 0o700), os.WriteFile(filepath.Join(file, "x"), nil, 0o600))
		}},
		{"source a folder", func() error {
			file := filepath.Join(entry, "a.py")
			return errors.Join(os.Remove(file), os.Mkdir(file, 0o700), os.Chmod(file, 0))
		}},
		{"manifest unreadable", func() error { return os.Chmod(filepath.Join(entry, manifestName), 0) }},
		{"entry locked", func() error { return errors.Join(os.Remove(filepath.Join(entry, "b.py")), os.Chmod(entry, 0)) }},
		{"a file in its place", func() error { return errors.Join(os.RemoveAll(entry), os.WriteFile(entry, nil, 0o600)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.damage(); err != nil {
				t.Fatal(err)
			}
			if _, res := build(t, &Cache{Dir: dir}, src); string(res.Stdout) != "42\n" {
				t.Errorf("got %v %q %v", res.Verdict, res.Stdout, res.Err)
			}
		})
	}
	left, err := filepath.Glob(filepath.Join(dir, "tmp-*"))
	if err != nil || left != nil {
		t.Errorf("temporary folders are left: %v %v", left, err)
	}
}

// edit replaces a part of a file that must be there.
func edit(dir, name, old, now string) error {
	file := filepath.Join(dir, name)
	text, err := os.ReadFile(file)
	if err == nil && !bytes.Contains(text, []byte(old)) {
		err = fmt.Errorf("no %s in %s", old, text)
	}
	return errors.Join(err, os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(now), 1), 0o600))
}

// TestDamagedManifest: of a manifest that is not what was written nothing is believed, neither what a program consists of nor
// what the compiler said.
func TestDamagedManifest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &manifest{Version: manifestVersion, Server: rapid.StringMatching("(linked)?").Draw(t, "server")}
		if rapid.Bool().Draw(t, "failed") {
			m.Failure = &Failure{Output: rapid.String().Draw(t, "output")}
		} else {
			m.Files = rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "files")
		}
		text, err := m.encode()
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := decodeManifest(text); !ok || got.Server != m.Server || len(got.Files) != len(m.Files) || (got.Failure == nil) != (m.Failure == nil) {
			t.Fatalf("got %+v %v from %s", got, ok, text)
		}
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		flipped := bytes.Clone(text)
		flipped[at] ^= rapid.ByteRange(1, 255).Draw(t, "bits")
		for _, damaged := range [][]byte{flipped, text[:at], append(bytes.Clone(text), flipped[at])} {
			if got, ok := decodeManifest(damaged); ok {
				t.Fatalf("%q gives %+v", damaged, got)
			}
		}
	})
}

// TestOnceForAll: many callers in two "processes" that share a folder; the compiler counts its calls.
func TestOnceForAll(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	tools := t.TempDir()
	log := filepath.Join(tools, "log") // where confined compilers cannot write: this one is none
	compiler := filepath.Join(tools, "compiler")
	text := "#!/bin/sh\necho called >>'" + log + "' || exit\necho '#!/bin/sh' >\"$1\"; echo 'echo 42' >>\"$1\"; chmod +x \"$1\"\n"
	if err := os.WriteFile(compiler, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	override := toolchain.Commands{Compile: []string{compiler, "{out}", "{src}"}}
	if _, err := toolchain.Find(t.Context(), toolchain.CPP, override); err != nil { // asks for the version, which calls it as well
		t.Fatal(err)
	}
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	caches := []*Cache{{Dir: dir}, {Dir: dir}}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			src := Source{Name: "a.cpp", Dir: t.TempDir(), Language: toolchain.CPP, Text: []byte("whatever")}
			if _, err := caches[i%2].Build(t.Context(), src, override); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	calls, err := os.ReadFile(log)
	if n := strings.Count(string(calls), "called"); err != nil || n < 1 || n > 2 {
		t.Errorf("compiled %d times (%v), want once a process", n, err)
	}
}

func TestCancel(t *testing.T) {
	src := source(t, folder(t, "-- a.cpp --\n#include <iostream>\nint main() {}\n"), "a.cpp")
	dir := t.TempDir()
	cache := &Cache{Dir: dir}
	cache.once.Do(cache.prepare)
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error)
	go func() {
		_, err := cache.Build(ctx, src, toolchain.Commands{})
		first <- err
	}()
	for { // until it is being built
		cache.mu.Lock()
		n := len(cache.building)
		cache.mu.Unlock()
		if n > 0 {
			break
		}
		runtime.Gosched()
	}
	second := make(chan error)
	go func() {
		_, err := cache.Build(t.Context(), src, toolchain.Commands{})
		second <- err
	}()
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
	if err := <-second; err != nil {
		t.Errorf("the other caller: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "tmp-*")); left != nil {
		t.Errorf("left over: %v", left)
	}
}

func TestOutsideTheFolder(t *testing.T) {
	for _, name := range []string{"../a.py", "/a.py", ""} {
		cache := &Cache{Dir: t.TempDir()}
		src := Source{Name: name, Dir: t.TempDir(), Language: toolchain.Python}
		if _, err := cache.Build(t.Context(), src, toolchain.Commands{}); err == nil {
			t.Errorf("%q was built", name)
		}
	}
	outside := folder(t, "-- secret.h --\nint x;\n-- problem/a.cpp --\n#include \"../secret.h\"\n")
	if files := mustUse(t, source(t, filepath.Join(outside, "problem"), "a.cpp")); len(files) != 0 {
		t.Errorf("copied %v", files)
	}
}

func mustUse(t *testing.T, src Source) map[string][]byte {
	t.Helper()
	files, err := used(src)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestUsed(t *testing.T) {
	dir := folder(t, `
-- a.py --
if True: import b
import os; import c
from d.e import f
from .g import h
x = "import i"
import j.k as l, m
import importlib; importlib.import_module("n")
# import o
import a
-- b.py --
import b, c
-- c.py --
-- d.py --
-- g.py --
-- i.py --
-- j.py --
-- m.py --
-- n.py --
-- o.py --
-- a.cpp --
  #  include "x.h" // comment
#include <y.h>
#if __has_include("z.h")
#endif
-- x.h --
#include "x.h"
#include "a.cpp"
-- y.h --
-- z.h --
-- unused.h --
`)
	for _, c := range []struct {
		name string
		want []string
	}{
		{"a.py", []string{"b.py", "c.py", "d.py", "g.py", "j.py", "m.py", "n.py"}},
		{"a.cpp", []string{"x.h", "y.h", "z.h"}},
	} {
		if diff := cmp.Diff(c.want, sortedNames(mustUse(t, source(t, dir, c.name)))); diff != "" {
			t.Errorf("%s uses (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestParse(t *testing.T) {
	output := "In file included from main.cpp:1:\n" +
		"./lib/x.h:3:5: fatal error: oops: again\n" +
		"main.cpp:7: warning: no column\r\n" +
		"C:\\MinGW\\include\\y.h:1:2: note: here\n" +
		"/usr/bin/ld: /tmp/cc1.o: in function `main':\n" +
		"main.cpp:(.text+0x5): undefined reference to `f()'\n" +
		"collect2: error: ld returned 1 exit status\n"
	want := []Message{
		{"lib/x.h", 3, 5, "error", "oops: again"},
		{"ответ.cpp", 7, 0, "warning", "no column"},
		{"C:\\MinGW\\include\\y.h", 1, 2, "note", "here"},
		{"ответ.cpp", 0, 0, "error", "undefined reference to `f()'"},
	}
	if diff := cmp.Diff(want, parse(output, "main.cpp", "ответ.cpp")); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	got := parse("cc1plus: error: unrecognized option\n", "a.cpp", "a.cpp")
	if len(got) != 1 || got[0].String() != "a.cpp: unrecognized option" {
		t.Errorf("got %v", got)
	}
	got = parse("a.cpp:1:10: fatal error: 'bits/stdc++.h' file not found\n", "a.cpp", "a.cpp")
	if len(got) != 1 || !strings.Contains(got[0].Text, "install g++") {
		t.Errorf("got %v", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a.cpp:1:2: error: x\n")
	f.Add("a.cpp:99999999999999999999:2: error: x")
	f.Add(":::: error: \xff\nld: undefined reference to `")
	f.Fuzz(func(t *testing.T, output string) {
		for _, m := range parse(output, "a.cpp", "b.cpp") {
			if m.File == "" || m.Line < 0 || m.Column < 0 || m.Severity == "" || strings.Contains(m.String(), "\n") {
				t.Errorf("%q: message %+v", output, m)
			}
		}
	})
}

func FuzzUsed(f *testing.F) {
	f.Add("import a, b as c\nfrom d import e", "a.py")
	f.Add("#include \"a.h\"\n#include <b>", "x/a.cpp")
	f.Add("import a.b.C; class D extends E {}", "a.java")
	f.Add("require('./x'); import y from \"../y.js\"", "c/a.ts")
	f.Add("#[path = \"a\"] mod b; mod c; include!(\"../d\")", "c/a.rs")
	f.Add("//go:embed a \"b\"", "a.go")
	f.Fuzz(func(t *testing.T, text, name string) {
		for lang, find := range references {
			src := Source{Name: name, Language: lang, Text: []byte(text)}
			for _, r := range find(src, name, src.Text) {
				if len(r.places) == 0 || slices.Contains(r.places, "") || strings.Contains(strings.Join(r.places, ""), "\x00\n") {
					t.Errorf("%s: %q refers to %q", lang, text, r)
				}
			}
		}
		for _, module := range modules([]byte(text)) {
			if !strings.Contains(text, module) {
				t.Errorf("%q imports %q", text, module)
			}
		}
	})
}

func TestDefaultDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the names of the variables are those of Linux")
	}
	temp, home := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	if got, want := chooseDir(), filepath.Join(home, ".cache", "execre", "build"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	CleanUp()
	if _, err := os.Stat(chooseDir()); err != nil {
		t.Errorf("the user's own folder was cleaned up: %v", err)
	}
	for _, home := range []string{"", "/dev/null/home"} {
		t.Setenv("HOME", home)
		got := chooseDir()
		if info, err := os.Stat(got); filepath.Dir(got) != temp || err != nil || !info.IsDir() {
			t.Errorf("HOME=%s: got %s, %v; want a folder in %s", home, got, err, temp)
		}
		CleanUp()
		if _, err := os.Stat(got); err == nil {
			t.Errorf("HOME=%s: %s is left", home, got)
		}
	}
}

func ExampleFailure() {
	fmt.Println(&Failure{Messages: []Message{
		{File: "a.cpp", Line: 1, Column: 2, Severity: "warning", Text: "unused variable"},
		{File: "a.cpp", Line: 3, Column: 5, Severity: "error", Text: "expected ‘;’"},
	}})
	// Output: a.cpp:3:5: expected ‘;’
}
