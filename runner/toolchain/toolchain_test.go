package toolchain

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestBrokenCompiler: a compiler that is found to compile nothing only when it is used is as good as missing.
func TestBrokenCompiler(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *sysroot*) echo /nonexistent;; *-V*|*version*) echo rustc 1.80.0;; *) echo 'error: linking failed' >&2; exit 1;; esac\n"
	for _, name := range []string{"rustc", "g++", "gcc"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	t.Setenv("CXX", filepath.Join(dir, "g++"))
	t.Setenv("CC", filepath.Join(dir, "gcc"))
	for lang, source := range map[Language]string{Rust: "a.rs", CPP: "a.cpp", C: "a.c"} {
		tools, err := Find(t.Context(), lang, Commands{})
		if err == nil {
			_, err = tools.CompileCommand(t.Context(), source, "out")
		}
		var missing *Missing
		if !errors.As(err, &missing) || missing.Language != lang || !strings.Contains(err.Error(), "linking failed") {
			t.Errorf("%s: got %v, want a *Missing", lang, err)
		}
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestByExtension(t *testing.T) {
	for _, c := range []struct {
		file      string
		lang      Language
		supported bool
		ok        bool
	}{
		{"a.py", Python, true, true},
		{"dir.d/SOL.CPP", CPP, true, true},
		{"a.cc", CPP, true, true},
		{"Main.java", Java, true, true},
		{"a.rs", Rust, true, true},
		{"a.c", C, true, true},
		{"a.mts", TypeScript, true, true},
		{"a.cjs", JavaScript, true, true},
		{"a.go", Go, true, true},
		{"a.kt", "kotlin", false, true},
		{"a.in", "", false, false},
		{"cpp", "", false, false},
		{"", "", false, false},
	} {
		if lang, supported, ok := ByExtension(c.file); lang != c.lang || supported != c.supported || ok != c.ok {
			t.Errorf("ByExtension(%q) = %q, %v, %v; want %q, %v, %v", c.file, lang, supported, ok, c.lang, c.supported, c.ok)
		}
	}
}

// script makes an executable shell script in a new folder.
func script(t *testing.T, name, text string) (dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// need gives the real path of a program of this machine.
func need(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("needs %s: make setup installs it", name)
	}
	return path
}

func TestFindPythonBehindShim(t *testing.T) {
	out, err := exec.Command(need(t, "python3"), "-c", "import sys; print(sys.executable, end='')").Output()
	if err != nil {
		t.Fatal(err)
	}
	real := string(out)
	broken := script(t, "python3", "echo 'no version is set' >&2; exit 127")
	shim := script(t, "python3", "exec '"+real+"' \"$@\"")
	t.Setenv("PATH", broken+string(filepath.ListSeparator)+shim)
	tools, err := Find(t.Context(), Python, Commands{})
	if err != nil {
		t.Fatal(err)
	}
	if !filepath.IsAbs(tools.Path) || strings.HasPrefix(tools.Path, shim) || strings.HasPrefix(tools.Path, broken) {
		t.Errorf("found %s, a shim", tools.Path)
	}
	if !strings.HasPrefix(tools.Version, "3.") {
		t.Errorf("version %q", tools.Version)
	}
	again, err := Find(t.Context(), Python, Commands{})
	if again != tools || err != nil {
		t.Errorf("looked for again: %p %p %v", tools, again, err)
	}
}

// TestFindPythonIgnoresModulesOfTheFolder: json.py in the current folder must not answer our question.
func TestFindPythonIgnoresModulesOfTheFolder(t *testing.T) {
	need(t, "python3")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "json.py"), []byte("raise SystemExit(1)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("CXX", "another key of the cache")
	if _, err := Find(t.Context(), Python, Commands{}); err != nil {
		t.Error(err)
	}
}

func TestFindErrors(t *testing.T) {
	two := script(t, "python3", `echo '{"executable": "/bin/python2", "version": "2.7.18", "major": 2, "userBase": ""}'`)
	for _, c := range []struct {
		name     string
		path     string
		cxx      string
		lang     Language
		override Commands
		want     string
	}{
		{
			"no compiler", "", "", CPP,
			Commands{},
			"no C++ compiler found: install g++ or clang++, or set [languages.cpp] compile in execre.toml",
		},
		{
			"wrong CXX", "", "icpc -fast", CPP,
			Commands{},
			`the C++ compiler that CXX names, "icpc", was not found: ` + "install g++ or clang++, or set [languages.cpp] compile in execre.toml",
		},
		{
			"no Python", "", "", Python,
			Commands{},
			"no Python 3 found: install python3, or set [languages.python] run in execre.toml",
		},
		{
			"Python 2", two, "", Python,
			Commands{},
			"no Python 3 works (" + two + "/python3 is Python 2): " +
				"install python3, or set [languages.python] run in execre.toml",
		},
		{
			"no C compiler", "", "", C,
			Commands{},
			"no C compiler found: install gcc or clang, or set [languages.c] compile in execre.toml",
		},
		{
			"no Java", "", "", Java,
			Commands{},
			"no Java compiler found: install default-jdk-headless, or set [languages.java] compile and run in execre.toml",
		},
		{
			"Java without its compiler", script(t, "java", "exit 0"), "", Java,
			Commands{},
			"no Java compiler found, only java, which runs programs: install default-jdk-headless, " +
				"or set [languages.java] compile and run in execre.toml",
		},
		{
			"no Node", "", "", JavaScript,
			Commands{},
			"node was not found: install nodejs, or set [languages.javascript] run in execre.toml",
		},
		{
			"old Node", script(t, "node", "echo /bin/node; echo v14.21.3; echo undefined"), "", JavaScript,
			Commands{},
			"node does not work (OLD/node is Node v14.21.3, version 16 or later is needed): " +
				"install nodejs, or set [languages.javascript] run in execre.toml",
		},
		{
			"no TypeScript", script(t, "node", "echo /bin/node; echo v20.1.0; echo undefined"), "", TypeScript,
			Commands{},
			"node v20.1.0 does not run TypeScript: install Node 22.18 or later, or typescript (npm install -g typescript), " +
				"or set [languages.typescript] compile and run in execre.toml",
		},
		{
			"no Go", "", "", Go,
			Commands{},
			"no Go compiler found: install golang-go, or set [languages.go] compile in execre.toml",
		},
		{
			"no Rust", "", "", Rust,
			Commands{},
			"no Rust compiler found: install rustc, or set [languages.rust] compile in execre.toml",
		},
		{
			"rustup without a toolchain", script(t, "rustc", "echo 'rustup could not choose a version' >&2; exit 1"), "", Rust,
			Commands{},
			"no Rust compiler works (rustc: crash: rustup could not choose a version): install rustc, for example by rustup default " +
				"stable, or set [languages.rust] compile in execre.toml",
		},
		{
			"unknown language", "", "", "kotlin",
			Commands{},
			"kotlin programs are run by commands of yours only: set [languages.kotlin] run in execre.toml, and compile if they " +
				`are compiled, for example run = ["kotlin", "{src}"]`,
		},
		{
			"override not there", "", "", CPP,
			Commands{Compile: []string{"g--", "{src}", "-o", "{out}"}},
			`[languages.cpp] compile in execre.toml names "g--", which was not found: install it, or name another`,
		},
		{
			"override without out", "", "", CPP,
			Commands{Compile: []string{"g++", "{src}"}},
			"[languages.cpp] compile in execre.toml must contain {src} and {out}, the source and the program made from it",
		},
		{
			"override without src", "", "", Python,
			Commands{Run: []string{"pypy3"}},
			"[languages.python] run in execre.toml must contain {src} or {out}, the source or the program made from it",
		},
		{
			"empty override", "", "", CPP,
			Commands{Run: []string{}},
			"[languages.cpp] run in execre.toml is empty: name a program, or remove the key",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.path == "" {
				c.path = t.TempDir()
			}
			t.Setenv("PATH", c.path)
			t.Setenv("CXX", c.cxx)
			if _, err := Find(t.Context(), c.lang, c.override); err == nil || strings.ReplaceAll(err.Error(), c.path, "OLD") != strings.ReplaceAll(c.want, c.path, "OLD") {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestCompileCommand(t *testing.T) {
	real := need(t, "g++")
	without := func(flags string) string {
		return script(t, "g++", `for arg; do
				case "$arg" in `+flags+`) echo "unknown flag $arg" >&2; exit 1;; esac
			done
			exec '`+real+`' "$@"`)
	}
	for _, c := range []struct {
		name, path string
		want       []string
	}{
		{"old compiler", without("-std=gnu++20|-std=gnu++2a"), []string{"-O2", "-pthread", "-std=gnu++17", "-static"}},
		{"no static C library", without("-static"), []string{"-O2", "-pthread", "-std=gnu++20", "-static-libstdc++"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("CXX", filepath.Join(c.path, "g++"))
			tools, err := Find(t.Context(), CPP, Commands{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := tools.CompileCommand(t.Context(), "a.cpp", "a.out")
			if err != nil {
				t.Fatal(err)
			}
			got = slices.DeleteFunc(got, func(flag string) bool { return flag == "-fdiagnostics-column-unit=byte" })
			if len(got) != 8 || !slices.Equal(got[1:4], c.want[:3]) ||
				!slices.Equal(got[5:], []string{"-o", "a.out", "a.cpp"}) {
				t.Errorf("got %q", got)
			}
			// Where this machine itself has no static libraries there is less to choose from.
			if strings.HasPrefix(got[4], "-static") && got[4] != c.want[3] && got[4] != "-static-libstdc++" {
				t.Errorf("got %q, want %q", got[4], c.want[3])
			}
		})
	}
	t.Run("broken", func(t *testing.T) {
		dir := script(t, "g++", `[ "$1" = --version ] && echo 'g++ 1.0' || { echo 'cannot find crt1.o' >&2; exit 1; }`)
		t.Setenv("CXX", filepath.Join(dir, "g++"))
		tools, err := Find(t.Context(), CPP, Commands{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tools.CompileCommand(t.Context(), "a.cpp", "a.out")
		if err == nil || !strings.Contains(err.Error(), "cannot find crt1.o") {
			t.Errorf("got %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := tools.CompileCommand(ctx, "a.cpp", "a.out"); err != context.Canceled {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	})
}

func TestOverride(t *testing.T) {
	dir := script(t, "wrap", `echo "wrap 7"`)
	t.Setenv("PATH", dir)
	tools, err := Find(t.Context(), CPP, Commands{Compile: []string{"wrap", "-o", "{out}", "{src}"}, Run: []string{"wrap", "--run={out}"}})
	if err != nil {
		t.Fatal(err)
	}
	wrap := filepath.Join(dir, "wrap")
	got, err := tools.CompileCommand(t.Context(), "a.cpp", "a.out")
	if want := []string{wrap, "-o", "a.out", "a.cpp"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("compile: got %q %v, want %q", got, err, want)
	}
	got = tools.RunCommand(Artefact{Source: "/x/a.cpp", Out: "/x/a.out"})
	if want := []string{wrap, "--run=/x/a.out"}; !slices.Equal(got, want) {
		t.Errorf("run: got %q, want %q", got, want)
	}
	if tools.Version != "wrap 7" {
		t.Errorf("version %q", tools.Version)
	}
	other, err := Find(t.Context(), CPP, Commands{Compile: []string{"wrap", "-O3", "-o", "{out}", "{src}"}})
	if err != nil || other.Recipe() == tools.Recipe() {
		t.Errorf("another command, the same recipe: %v", err)
	}
}

// TestRecipeIgnoresPath: an editor and a shell with different PATHs share a build cache, if they lead to the same compiler.
func TestRecipeIgnoresPath(t *testing.T) {
	dir := filepath.Dir(need(t, "g++"))
	recipes := map[string]bool{}
	for _, path := range []string{dir, dir + string(filepath.ListSeparator) + t.TempDir()} {
		t.Setenv("PATH", path)
		tools, err := Find(t.Context(), CPP, Commands{})
		if err != nil {
			t.Fatal(err)
		}
		recipes[tools.Recipe()] = true
	}
	if len(recipes) != 1 {
		t.Errorf("got different recipes: %v", recipes)
	}
}

// TestFindIsCancelled: an interpreter that does not answer holds up nobody who no longer wants it, also those that wait behind
// the one who asks; and it is not taken for found.
func TestFindIsCancelled(t *testing.T) {
	t.Setenv("PATH", script(t, "python3", "exec sleep 1000")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	errs := make(chan error)
	for range 3 {
		go func() {
			_, err := Find(ctx, Python, Commands{})
			errs <- err
		}()
	}
	for range 3 {
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want that it was cancelled", err)
		}
	}
}
