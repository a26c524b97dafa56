package toolchain

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/runner/toolchain/toolchaintest"
)

// TestRealThing: what is found is what does the work, and what its programs read is known.
func TestRealThing(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	for _, c := range []struct {
		lang    Language
		version string
		runtime bool
	}{
		{Python, "3.", true},
		{CPP, "g++", false},
		{C, "gcc", false},
		{Java, "javac ", true},
		{JavaScript, "node v", true},
		{TypeScript, "node v", true},
		{Go, "go1.", false},
		{Rust, "rustc 1.", false},
	} {
		t.Run(string(c.lang), func(t *testing.T) {
			tools, err := Find(t.Context(), c.lang, Commands{})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(tools.Version, c.version) || !filepath.IsAbs(tools.Path) {
				t.Errorf("found %s, version %q", tools.Path, tools.Version)
			}
			if filepath.IsAbs(tools.Runtime) != c.runtime {
				t.Errorf("runtime %q", tools.Runtime)
			}
			for _, dir := range []string{"shims", ".cargo"} {
				if strings.Contains(tools.Path, string(filepath.Separator)+dir+string(filepath.Separator)) {
					t.Errorf("%s only leads to the compiler", tools.Path)
				}
			}
			// Everything that a program is run by can be read.
			for _, read := range tools.Reads {
				if _, err := os.Stat(read); err != nil || !filepath.IsAbs(read) {
					t.Errorf("reads %q: %v", read, err)
				}
			}
			home, _ := os.UserHomeDir()
			if slices.Contains(tools.Reads, home) || slices.Contains(tools.Reads, "/") || slices.Contains(tools.Reads, "/etc") {
				t.Errorf("reads %v: too much", tools.Reads)
			}
			if c.runtime && !slices.ContainsFunc(tools.Reads, func(dir string) bool {
				rel, err := filepath.Rel(dir, tools.Runtime)
				return err == nil && filepath.IsLocal(rel)
			}) {
				t.Errorf("reads %v, but not %s", tools.Reads, tools.Runtime)
			}
		})
	}
}

// TestPythonReads: the interpreter finds its own library and the installed packages in what is listed.
func TestPythonReads(t *testing.T) {
	tools, err := Find(t.Context(), Python, Commands{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tools.Path, "-c", "import sys, os; print(os.__file__, *[p for p in sys.path if os.path.isdir(p)], sep='\\n', end='')").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Split(string(out), "\n") {
		if strings.HasPrefix(file, "/usr/") || !filepath.IsAbs(file) {
			continue
		}
		if !slices.ContainsFunc(tools.Reads, func(dir string) bool { return dir == file || strings.HasPrefix(file, dir+"/") }) {
			t.Errorf("%s is not in %v", file, tools.Reads)
		}
	}
}

func TestPyPy(t *testing.T) {
	need(t, "pypy3")
	tools, err := Find(t.Context(), Python, Commands{Run: []string{"pypy3", "{src}"}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(tools.Version, "PyPy") {
		t.Errorf("version %q", tools.Version)
	}
	got := tools.RunCommand(Artefact{Source: "/x/a.py", SelfContained: true})
	if want := []string{tools.Path, "-I", "-S", "-B", "/x/a.py"}; !slices.Equal(got, want) {
		t.Errorf("runs %q, want %q", got, want)
	}
	// With arguments of the user's the command is the user's.
	tools, err = Find(t.Context(), Python, Commands{Run: []string{"pypy3", "-X", "utf8", "{src}"}})
	if err != nil {
		t.Fatal(err)
	}
	got = tools.RunCommand(Artefact{Source: "/x/a.py", SelfContained: true})
	if len(got) != 4 || got[1] != "-X" || got[3] != "/x/a.py" {
		t.Errorf("runs %q", got)
	}
}

func TestInstalled(t *testing.T) {
	tools, err := Find(t.Context(), Python, Commands{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := tools.Installed(t.Context(), []string{"sys", "heapq", "collections"})
	if got != "" || err != nil {
		t.Errorf("the standard library: %q, %v", got, err)
	}
	// A package whose module has another name than it has itself.
	dir := t.TempDir()
	info := filepath.Join(dir, "Big_Numbers-1.2.dist-info")
	if err := os.Mkdir(info, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		filepath.Join(info, "METADATA"): "Metadata-Version: 2.1\nName: Big-Numbers\nVersion: 1.2\n",
		filepath.Join(info, "RECORD"):   "bignum/__init__.py,,\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PYTHONPATH", dir)
	if got, err := tools.Installed(t.Context(), []string{"bignum", "sys"}); got != "Big-Numbers 1.2\n" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestOtherLanguage(t *testing.T) {
	dir := script(t, "ruby", `echo "ruby 3.3"`)
	t.Setenv("PATH", dir)
	tools, err := Find(t.Context(), "ruby", Commands{Run: []string{"ruby", "-W0", "{src}"}})
	if err != nil {
		t.Fatal(err)
	}
	if tools.Version != "ruby 3.3" || tools.Makes() {
		t.Errorf("version %q, makes something: %v", tools.Version, tools.Makes())
	}
	ruby := filepath.Join(dir, "ruby")
	got := tools.RunCommand(Artefact{Source: "/x/a.rb", Out: "/x/program"})
	if want := []string{ruby, "-W0", "/x/a.rb"}; !slices.Equal(got, want) {
		t.Errorf("runs %q, want %q", got, want)
	}
	if !slices.Contains(tools.Reads, ruby) {
		t.Errorf("reads %v, but not %s", tools.Reads, ruby)
	}
	if argv, err := tools.CompileCommand(t.Context(), "a.rb", "program"); argv != nil || err != nil {
		t.Errorf("compiles by %q, %v", argv, err)
	}

	tools, err = Find(t.Context(), "haskell", Commands{Compile: []string{"ruby", "-o", "{out}", "{src}"}})
	if err != nil {
		t.Fatal(err)
	}
	got = tools.RunCommand(Artefact{Source: "/x/a.hs", Out: "/x/program"})
	if !tools.Makes() || !slices.Equal(got, []string{"/x/program"}) {
		t.Errorf("makes something: %v, runs %q", tools.Makes(), got)
	}
	if _, err := Find(t.Context(), "kotlin", Commands{Compile: []string{"ruby", "{src}"}}); err == nil || !strings.Contains(err.Error(), "{out}") {
		t.Errorf("a program that is not made: got %v", err)
	}
}

// TestCCRespected: the compiler that CC names is used, with its arguments.
func TestCCRespected(t *testing.T) {
	t.Setenv("CC", need(t, "gcc")+" -DANSWER=42")
	tools, err := Find(t.Context(), C, Commands{})
	if err != nil {
		t.Fatal(err)
	}
	argv, err := tools.CompileCommand(t.Context(), "a.c", "a.out", "b.c")
	if err != nil {
		t.Fatal(err)
	}
	if argv[1] != "-DANSWER=42" || !slices.Equal(argv[len(argv)-5:], []string{"-o", "a.out", "a.c", "b.c", "-lm"}) {
		t.Errorf("got %q", argv)
	}
}

func TestJavaMain(t *testing.T) {
	for _, c := range []struct{ name, file, source, wantFile, wantClass string }{
		{"public class", "a.java", "public class Main { public static void main(String[] a) {} }", "Main.java", "Main"},
		{"look-alike", "Main.java", "public final class Маin { static void main(String[] a) {} }", "Маin.java", "Маin"},
		{
			"package", "a.java", "package a . b;\nimport java.util.*;\nclass Solve{public static void main(String... a){}}",
			"a.java", "a.b.Solve",
		},
		{
			"several classes", "sol.java", "class Helper { void f() {} }\n@Deprecated\nclass Sol { public static void main(String[] a) {} }",
			"sol.java", "Sol",
		},
		{
			"main beside the public class", "x.java",
			"class Run { public static void main(String[] a) {} } public class Data { class Inner { void main() {} } }",
			"Data.java", "Run",
		},
		{
			"both have main", "x.java",
			"class A { public static void main(String[] a) {} } public class B { public static void main(String[] a) {} }",
			"B.java", "B",
		},
		{
			"comments and strings", "x.java",
			"// public class No { void main(\n/* class No */ class Yes { String s = \"class No { \\\" }\"; char c = '\\''; char d = '{';\n" +
				"String t = \"\"\"\n class No { \" } \"\"\"; public static void main(String[] a) {} }",
			"x.java", "Yes",
		},
		{"record and enum", "x.java", "record P(int a, int b) {} enum E { A, B { } } interface I {} class M { static void main(String[] a) {} }", "x.java", "M"},
		{"generic", "x.java", "public abstract class A<T extends Comparable<T>> implements B {} class B2 extends A { void main() {} }", "A.java", "B2"},
		{"without a class", "solve.java", "int f() { return 1; }\nvoid main() {}", "solve.java", "solve"},
		{"without a class and a name", "1-a.java", "void main() {}", "Main.java", "Main"},
		{"dashes", "my-solution 2.java", "class A { public static void main(String[] a) {} }", "Main.java", "A"},
		{"nothing", "a.java", "", "a.java", "a"},
		{"class literal", "a.java", "class A { Object o = A.class; { System.out.println(String.class); } void main() {} } class C {}", "a.java", "A"},
	} {
		file, class := JavaMain([]byte(c.source), c.file)
		if file != c.wantFile || class != c.wantClass {
			t.Errorf("%s: got %s, %s; want %s, %s", c.name, file, class, c.wantFile, c.wantClass)
		}
	}
}

func FuzzJavaMain(f *testing.F) {
	f.Add("package a; public class A { String s = \"\\\"\"; void main() {} }", "a.java")
	f.Add("class\u00e9 {/*'\"\"\"", "1.java")
	f.Fuzz(func(t *testing.T, source, file string) {
		name, class := JavaMain([]byte(source), file)
		if stem := strings.TrimSuffix(name, ".java"); !isJavaName(stem) && !strings.EqualFold(filepath.Ext(file), filepath.Ext(name)) {
			t.Errorf("file %q", name)
		}
		if class == "" || strings.ContainsAny(class, "/ \n\"") {
			t.Errorf("class %q", class)
		}
		if len(blank(source)) != len(source) || strings.Count(blank(source), "\n") != strings.Count(source, "\n") {
			t.Errorf("lines moved in %q", source)
		}
	})
}

// TestPreview: classes that are not written are compiled and run where the version can.
func TestPreview(t *testing.T) {
	for release, want := range map[int]bool{17: false, 21: true, 25: false} {
		tools := &Toolchain{Language: Java, Path: "/j/javac", Runtime: "/j/java", release: release}
		compile := slices.Contains(tools.javaCommand("out", []string{"a.java"}), "--enable-preview")
		run := slices.Contains(tools.RunCommand(Artefact{Class: "a"}), "--enable-preview")
		if compile != want || run != want {
			t.Errorf("Java %d: compiled %v, run %v; want %v", release, compile, run, want)
		}
	}
}

// TestRustBehindBrokenProxy: a rustup without a default is passed over for a compiler that works.
func TestRustBehindBrokenProxy(t *testing.T) {
	broken := script(t, "rustc", "echo 'error: no default toolchain' >&2; exit 1")
	works := script(t, "rustc", `case "$1" in --print) echo /nowhere;; *) echo "rustc 1.2.3";; esac`)
	t.Setenv("PATH", broken)
	if _, err := Find(t.Context(), Rust, Commands{}); err == nil || !strings.Contains(err.Error(), "no default toolchain") {
		t.Errorf("got %v", err)
	}
	t.Setenv("PATH", broken+string(filepath.ListSeparator)+works)
	tools, err := Find(t.Context(), Rust, Commands{})
	if err != nil || tools.Path != filepath.Join(works, "rustc") || tools.Version != "rustc 1.2.3" {
		t.Errorf("got %+v, %v", tools, err)
	}
}
