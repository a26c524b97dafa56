package build

import (
	"bytes"
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

	"execre/runner"
	"execre/runner/local"
	"execre/runner/toolchain"
)

// background is a cache as a language server has it.
func background(t *testing.T, dir string) *Cache {
	t.Helper()
	c := &Cache{Dir: dir, Background: true}
	t.Cleanup(func() { c.Close() })
	return c
}

func needLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("programs are only served on Linux")
	}
}

func mustBuild(t *testing.T, c *Cache, src Source, override toolchain.Commands) *runner.Program {
	t.Helper()
	p, err := c.Build(t.Context(), src, override)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// greets starts a program's server as the engine does and reports whether it says that it is ready.
func greets(t *testing.T, p *runner.Program) bool {
	t.Helper()
	if p.Server == nil {
		t.Error("the program has no server")
		return false
	}
	requests, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ours.Close() // no request comes: it ends after its greeting
	defer requests.Close()
	hello, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hello.Close()
	files := make([]*os.File, 3)
	for i := range files {
		if files[i], err = os.Create(filepath.Join(t.TempDir(), "file")); err != nil {
			t.Fatal(err)
		}
		defer files[i].Close()
	}
	argv := slices.DeleteFunc(slices.Clone(p.Server.Argv), func(arg string) bool {
		return strings.Contains(arg, "{memory}") // there is no limit
	})
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Env = slices.Concat(p.Env, p.Server.Env)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = files[0], files[1], files[2]
	cmd.ExtraFiles = []*os.File{requests, theirs}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	said := make([]byte, 8)
	_, err = hello.Read(said)
	_ = cmd.Wait()
	if err != nil || string(said) != "EXC1\x00\x00\x00\x00" {
		text, _ := os.ReadFile(files[2].Name())
		t.Errorf("the server said %q, %v; stderr %s", said, err, text)
		return false
	}
	return true
}

const cppSum = "#include <cstdio>\nint main() { int a, b; if (scanf(\"%d%d\", &a, &b) == 2) printf(\"%d\\n\", a + b); }\n"

func TestServers(t *testing.T) {
	needLinux(t)
	cache := shared
	for _, c := range []struct {
		name, file, text string
		override         toolchain.Commands
		engine           runner.Engine
	}{
		{"linked", "a.cpp", cppSum, toolchain.Commands{}, runner.ForkServer},
		{
			"preloaded", "a.cpp", cppSum,
			toolchain.Commands{Compile: []string{"g++", "-O1", "-o", "{out}", "{src}"}},
			runner.ForkServer,
		},
		{
			"linked into C", "a.c",
			"#include <stdio.h>\nint main() { int a, b; if (scanf(\"%d%d\", &a, &b) == 2) printf(\"%d\\n\", a + b); }\n",
			toolchain.Commands{},
			runner.ForkServer,
		},
		{"linked into Rust", "a.rs", "fn main() { println!(\"42\"); }\n", toolchain.Commands{}, runner.ForkServer},
		{"warm node", "a.js", "console.log(42)\n", toolchain.Commands{}, runner.Warm},
		{
			"warm java", "A.java", "class A { public static void main(String[] a) { System.out.println(42); } }\n",
			toolchain.Commands{},
			runner.Warm,
		},
		{"zygote", "a.py", "print(sum(map(int, input().split())))\n", toolchain.Commands{}, runner.Zygote},
		{
			"zygote of another interpreter", "a.py", "print(sum(map(int, input().split())))\n",
			toolchain.Commands{Run: []string{"/usr/bin/python3", "-X", "{src}"}},
			"",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.engine == "" {
				if _, err := os.Stat(c.override.Run[0]); err != nil {
					t.Skip("needs " + c.override.Run[0])
				}
			}
			src := source(t, folder(t, "-- "+c.file+" --\n"+c.text), c.file)
			for range 2 { // built, then found
				p := mustBuild(t, cache, src, c.override)
				if c.engine == "" {
					if p.Server != nil {
						t.Errorf("an option that takes the next argument: got server %v", p.Server.Argv)
					}
					continue
				}
				if greets(t, p) && p.Server.Engine != c.engine {
					t.Errorf("engine %q, want %q", p.Server.Engine, c.engine)
				}
				if res := execute(t, p); res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
					t.Errorf("run plainly: %v %q %s", res.Verdict, res.Stdout, res.StderrHead)
				}
			}
		})
	}
	t.Run("static", func(t *testing.T) {
		t.Parallel()
		src := source(t, folder(t, "-- a.cpp --\n"+cppSum), "a.cpp")
		override := toolchain.Commands{Compile: []string{"g++", "-static", "-o", "{out}", "{src}"}}
		p := mustBuild(t, cache, src, override)
		if !isDynamic(p.Argv[0]) && p.Server != nil {
			t.Errorf("nothing can be loaded before a static program, yet it has server %v", p.Server)
		}
	})
}

// TestOddMains: what cannot be linked with the fork server is what it would be without it.
func TestOddMains(t *testing.T) {
	needLinux(t)
	cache := shared
	for _, c := range []struct{ name, text string }{
		{"C linkage", "#include <cstdio>\nextern \"C\" int main() { puts(\"42\"); return 0; }\n"},
		{"three arguments", "#include <cstdio>\nint main(int, char **v, char **e) { return v && e ? (puts(\"42\"), 0) : 1; }\n"},
		{"calls itself", "#include <cstdio>\nint main(int n, char **) { return n < 5 ? main(n + 1, nullptr) : (puts(\"42\"), 0); }\n"},
		{
			"assembler", "#include <cstdio>\n#include <cstdlib>\nextern \"C\" void go() { puts(\"42\"); exit(0); }\n" +
				"asm(\".globl main\\nmain:\\n call go\\n\");\n",
		},
		{"our own name", "#include <cstdio>\nextern \"C\" int __wrap_main(int, char **) { return 7; }\nint main() { puts(\"42\"); }\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.name == "assembler" && runtime.GOARCH != "amd64" {
				t.Skip("written for amd64")
			}
			src := source(t, folder(t, "-- a.cpp --\n"+c.text), "a.cpp")
			p := mustBuild(t, cache, src, toolchain.Commands{})
			if res := execute(t, p); res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
				t.Errorf("got %v %q %s", res.Verdict, res.Stdout, res.StderrHead)
			}
			if served := p.Server != nil; served == (c.name == "our own name") {
				t.Errorf("served: %v", served)
			}
		})
	}
}

// TestMessagesWithParts: what the compiler and the linker say does not depend on what we add.
func TestMessagesWithParts(t *testing.T) {
	needLinux(t)
	plain := &Cache{Dir: t.TempDir()}
	rich := background(t, t.TempDir())
	smallLibrary(t, "algorithm", "vector", "set")
	whole := "-- a.cpp --\n#include <bits/stdc++.h>\nusing namespace std;\n"
	warm(t, rich, source(t, folder(t, whole+"int main() {}\n"), "a.cpp"))
	for _, text := range []string{
		"int f();\n",
		"int f();\nint main() { return f(); }\n",
		"int main() { return x; }\n",
		"void __real_main();\nint main() { __real_main(); }\n",
		"int main() { vector<int> v; sort(v); }\n",
		"struct S {};\nint main() { set<S> s; s.insert(S()); }\n",
		"int main() { int unused; return \"\"; }\n#error stop\n",
	} {
		src := source(t, folder(t, whole+text), "a.cpp")
		_, err1 := plain.Build(t.Context(), src, toolchain.Commands{})
		_, err2 := rich.Build(t.Context(), src, toolchain.Commands{})
		var want, got *Failure
		if !errors.As(err1, &want) || !errors.As(err2, &got) {
			t.Fatalf("%s: got %v and %v, want a *Failure", text, err1, err2)
		}
		// The linker names temporary files.
		if temporary := "/cc"; !strings.Contains(want.Output, temporary) && got.Output != want.Output ||
			fmt.Sprint(got.Messages) != fmt.Sprint(want.Messages) {
			t.Errorf("%s\n--- with what we add:\n%s\n--- without:\n%s", text, got.Output, want.Output)
		}
		if strings.Contains(got.Output, objectName) || strings.Contains(got.Output, "__wrap_main") {
			t.Errorf("%s\nnames what is ours:\n%s", text, got.Output)
		}
	}
}

func TestDamagedParts(t *testing.T) {
	needLinux(t)
	for _, c := range []struct{ file, text, part string }{
		{"a.cpp", cppSum, objectName},
		{"a.py", "print(sum(map(int, input().split())))\n", zygoteName},
	} {
		dir := t.TempDir()
		src := source(t, folder(t, "-- "+c.file+" --\n"+c.text), c.file)
		greets(t, mustBuild(t, &Cache{Dir: dir}, src, toolchain.Commands{}))
		for _, damage := range []func(string) error{
			os.Remove,
			func(file string) error { return os.Truncate(file, 10) },
			func(file string) error { return os.RemoveAll(filepath.Dir(file)) },
			func(file string) error { return os.WriteFile(file, []byte("import sys; sys.exit(1)"), 0o644) },
		} {
			parts, err := filepath.Glob(filepath.Join(dir, "*", c.part))
			if err != nil || len(parts) != 1 {
				t.Fatalf("parts %v, %v", parts, err)
			}
			if err := damage(parts[0]); err != nil {
				t.Fatal(err)
			}
			src.Text = append(bytes.Clone(src.Text), '\n') // it has to be linked again
			greets(t, mustBuild(t, &Cache{Dir: dir}, src, toolchain.Commands{}))
		}
	}
}

func TestWithoutParts(t *testing.T) {
	needLinux(t)
	dir := t.TempDir()
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("needs g++")
	}
	// A compiler whose linker does not know how to wrap.
	compiler := filepath.Join(dir, "g++")
	text := "#!/bin/sh\nfor a; do case \"$a\" in *--wrap*) echo 'ld: unknown option: --wrap' >&2; exit 1;; esac; done\nexec '" + gcc + "' \"$@\"\n"
	if err := os.WriteFile(compiler, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", compiler)
	p := mustBuild(t, &Cache{Dir: t.TempDir()}, source(t, folder(t, "-- a.cpp --\n"+cppSum), "a.cpp"), toolchain.Commands{})
	if res := execute(t, p); string(res.Stdout) != "42\n" || p.Server != nil {
		t.Errorf("got %v %q, server %v; want a program without one", res.Verdict, res.Stdout, p.Server)
	}
}

// TestPartsOfTwoProcesses: two caches that share a folder make their first programs at the same time.
func TestPartsOfTwoProcesses(t *testing.T) {
	needLinux(t)
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i := range 4 {
		src := source(t, folder(t, fmt.Sprintf("-- a.cpp --\n// %d\n%s", i, cppSum)), "a.cpp")
		caches := []*Cache{{Dir: dir}, {Dir: dir}}
		wg.Go(func() {
			p, err := caches[i%2].Build(t.Context(), src, toolchain.Commands{})
			if err != nil || p.Server == nil {
				t.Errorf("got %v, %v", p, err)
			}
		})
	}
	wg.Wait()
}

// TestEntriesForOthers: programs run under another user, who may enter our folders but is not us.
func TestEntriesForOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes")
	}
	p := mustBuild(t, shared, source(t, folder(t, "-- a.cpp --\n"+cppSum), "a.cpp"), toolchain.Commands{})
	for file, want := range map[string]os.FileMode{p.Argv[0]: 0o755, filepath.Join(p.Dir, "a.cpp"): 0o644} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %v", file, info.Mode(), err, want)
		}
	}
}

// TestSanitized: a program that was built with a sanitizer runs confined, with a fork server and without; that it does not free its
// memory is no mistake, and what the sanitizer finds is.
func TestSanitized(t *testing.T) {
	cache := &Cache{Dir: t.TempDir()}
	const text = "#include <cstdio>\nint main() {\n  int a, b, *c = new int[2];\n  if (scanf(\"%d%d\", &a, &b) != 2) return 1;\n" +
		"  c[a - 20] = b;\n  c = nullptr;\n  printf(\"%d\\n\", a + b);\n}\n"
	src := source(t, folder(t, "-- a.cpp --\n"+text), "a.cpp")
	for _, how := range []string{"CXX", "execre.toml"} {
		t.Run(how, func(t *testing.T) {
			var override toolchain.Commands
			if how == "CXX" {
				t.Setenv("CXX", "g++ -fsanitize=address,undefined")
			} else {
				override.Compile = []string{"g++", "-fsanitize=address,undefined", "-o", "{out}", "{src}"}
			}
			p := mustBuild(t, cache, src, override)
			e := local.New(local.Config{})
			defer e.Close()
			for _, fresh := range []bool{true, false} {
				res := e.Execute(t.Context(), runner.Request{Program: p, Stdin: []byte("20 22\n"), Fresh: fresh})
				if res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
					t.Errorf("fresh %v: %v %q %s", fresh, res.Verdict, res.Stdout, res.StderrHead)
				}
				res = e.Execute(t.Context(), runner.Request{Program: p, Stdin: []byte("23 22\n"), Fresh: fresh})
				if res.Verdict != runner.Crash || !strings.Contains(string(res.StderrHead), "heap-buffer-overflow") {
					t.Errorf("fresh %v: %v %q %s", fresh, res.Verdict, res.Stdout, res.StderrHead)
				}
			}
		})
	}
}
