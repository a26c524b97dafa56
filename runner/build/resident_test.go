package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"execre/runner/toolchain"
)

// TestPythonResident: the interpreter that stays says of every source what a new one says.
func TestPythonResident(t *testing.T) {
	needLinux(t)
	rich, plain := background(t, t.TempDir()), &Cache{Dir: t.TempDir()}
	for _, files := range []string{
		"-- a.py --\nprint(1)\n",
		"-- a.py --\nprint(1))\n",
		"-- a.py --\nimport numpy\n",
		"-- a.py --\nimport b\n-- b.py --\nx = (\n",
		"-- a.py --\n\x00\n",
		"-- a.py --\n" + strings.Repeat("(", 5000) + strings.Repeat(")", 5000) + "\n",
		"-- a.py --\nx = " + strings.Repeat("-", 100000) + "1\n", // more than some interpreters survive
		"-- a.py --\nexit()\n",
		"-- ответ.py --\n)\n",
		"-- a.py --\nprint(2)\n",
	} {
		name := "a.py"
		if strings.Contains(files, "ответ") {
			name = "ответ.py"
		}
		src := source(t, folder(t, files), name)
		want, err1 := plain.Build(t.Context(), src, toolchain.Commands{})
		got, err2 := rich.Build(t.Context(), src, toolchain.Commands{})
		if fmt.Sprint(err1) != fmt.Sprint(err2) {
			t.Errorf("%.60q: got %v, want %v", files, err2, err1)
		}
		if want != nil && got != nil && !slices.Equal(want.Argv[:len(want.Argv)-1], got.Argv[:len(got.Argv)-1]) {
			t.Errorf("%.60q: started as %q, want %q", files, got.Argv, want.Argv)
		}
	}
	if len(rich.residents) != 1 {
		t.Errorf("%d residents, want one", len(rich.residents))
	}
}

// TestLostResident: one that was killed, or gives nonsense, is replaced, and no build notices.
func TestLostResident(t *testing.T) {
	needLinux(t)
	cache := background(t, t.TempDir())
	for i := range 4 {
		mustBuild(t, cache, source(t, folder(t, fmt.Sprintf("-- a.py --\nprint(%d)\n", i)), "a.py"), toolchain.Commands{})
		cache.background.Wait()
		for _, s := range cache.residents {
			switch i {
			case 0:
				s.held.Kill()
			case 1:
				s.argv = []string{"/bin/echo", "nonsense"}
				s.close()
			case 2:
				s.argv = []string{"/nonexistent"}
				s.close()
			}
		}
	}
}

// TestAwaitsPython: the first source that changes finds an interpreter that runs, though all were built before.
func TestAwaitsPython(t *testing.T) {
	needLinux(t)
	dir := t.TempDir()
	src := source(t, folder(t, "-- a.py --\nprint(1)\n"), "a.py")
	mustBuild(t, &Cache{Dir: dir}, src, toolchain.Commands{})
	cache := background(t, dir)
	mustBuild(t, cache, src, toolchain.Commands{})
	cache.background.Wait()
	for _, s := range cache.residents {
		if s.held == nil || s.answered > 0 {
			t.Errorf("runs: %v, asked %d times, want one that runs and was not asked", s.held != nil, s.answered)
		}
	}
	if len(cache.residents) != 1 {
		t.Errorf("%d residents, want one", len(cache.residents))
	}
}

// TestManyAtOnce: many builds share one resident.
func TestManyAtOnce(t *testing.T) {
	needLinux(t)
	cache := background(t, t.TempDir())
	var wg sync.WaitGroup
	for i := range 20 {
		text := fmt.Sprintf("print(%d)\n", i)
		if i%2 == 1 {
			text = fmt.Sprintf("print(%d\n)\n)", i)
		}
		src := source(t, folder(t, "-- a.py --\n"+text), "a.py")
		wg.Go(func() {
			_, err := cache.Build(t.Context(), src, toolchain.Commands{})
			if _, failed := errors.AsType[*Failure](err); failed != (i%2 == 1) {
				t.Errorf("%q: got %v", text, err)
			}
		})
	}
	wg.Wait()
}

// TestJavac: the compiler that stays makes the same files and says the same as a new one.
func TestJavac(t *testing.T) {
	needLinux(t)
	need(t, "javac")
	rich, plain := background(t, t.TempDir()), &Cache{Dir: t.TempDir()}
	for _, c := range []struct{ name, files string }{
		{"Main.java", "-- Main.java --\npublic class Main { public static void main(String[] a) { System.out.println(42); } }\n"},
		{"sub/A.java", "-- sub/A.java --\nclass A { public static void main(String[] a) { System.out.println(B.x); } }\n-- B.java --\nclass B { static int x = 42; }\n"},
		{"Main.java", "-- Main.java --\npublic class Main { public static void main(String[] a) { int x = \"é\"; y(); } }\n"},
		{"Main.java", "-- Main.java --\nimport java.util.*;\npublic class Main { List l = new ArrayList(); void f() { l.add(new Date(1, 1, 1)); } }\n"},
		{"Main.java", "-- Main.java --\nclass {\n"},
	} {
		src := source(t, folder(t, c.files), c.name)
		want, err1 := plain.Build(t.Context(), src, toolchain.Commands{})
		got, err2 := rich.Build(t.Context(), src, toolchain.Commands{})
		first, failed1 := errors.AsType[*Failure](err1)
		second, failed2 := errors.AsType[*Failure](err2)
		switch {
		case failed1 && failed2:
			if diff := cmp.Diff(first.Output, second.Output); diff != "" {
				t.Errorf("%s\nmessages (-new +kept):\n%s", c.files, diff)
			}
		case err1 != nil || err2 != nil:
			t.Errorf("%s\ngot %v and %v", c.files, err1, err2)
		default:
			if diff := cmp.Diff(filesOf(t, want.Dir), filesOf(t, got.Dir)); diff != "" {
				t.Errorf("%s\nfiles (-new +kept):\n%s", c.files, diff)
			}
			if got.Server == nil {
				t.Error("no server")
			}
		}
	}
	if len(rich.residents) != 1 {
		t.Errorf("%d residents, want one", len(rich.residents))
	}
	for _, s := range rich.residents {
		if s.answered == 0 {
			t.Error("the compiler that stays has not been asked")
		}
	}
}

// filesOf gives the files of an entry by name.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	m, ok := (&Cache{dir: filepath.Dir(dir)}).load(filepath.Base(dir))
	if !ok {
		t.Fatalf("no entry in %s", dir)
	}
	for name := range m.Files {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}
