package imports

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"execre/runner"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// tree writes files below a new folder of that name.
func tree(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for file, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// zipped writes the same files into an archive, below a folder on top unless that is "".
func zipped(t *testing.T, name, top string, files map[string]string) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(at, archive(t, top, files), 0o600); err != nil {
		t.Fatal(err)
	}
	return at
}

func archive(t testing.TB, top string, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for file, text := range files {
		entry, err := w.Create(top + file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// imported reads a source, makes its folders and loads them as a check would.
func imported(t *testing.T, src, stdin string) (problems []*workspace.Problem, created []Created) {
	t.Helper()
	read, err := Read(src, strings.NewReader(stdin))
	if err != nil {
		t.Fatal(err)
	}
	parent := t.TempDir()
	for _, p := range read {
		c, err := Create(parent, p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		loaded, err := workspace.Load(c.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range loaded.Mistakes {
			if !m.Warning {
				t.Errorf("%s: %v", loaded.Name, m)
			}
		}
		if _, err := os.Stat(c.Open); err != nil {
			t.Errorf("%s: nothing to show: %v", loaded.Name, err)
		}
		if again, err := Create(parent, p, Options{}); err != nil || !again.Existed || again.Dir != c.Dir {
			t.Errorf("a second time it is %+v, %v", again, err)
		}
		problems, created = append(problems, loaded), append(created, c)
	}
	return problems, created
}

// pairs are the samples in short.
func pairs(p *workspace.Problem) (all []string) {
	for _, s := range p.Samples {
		all = append(all, s.Input+"→"+s.Output)
	}
	return all
}

// programs are the files in short: role and standing behind the path.
func programs(p *workspace.Problem) (all []string) {
	for _, f := range p.Files {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Path, f.Role, f.Standing)))
	}
	return all
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

const castle = `{"name": "G. Castle Defense", "group": "Codeforces - Round 40", "url": "https://codeforces.com/problemset/problem/954/G",
"interactive": false, "memoryLimit": 256, "timeLimit": 1500, "testType": "single", "input": {"type": "stdin"},
"output": {"type": "stdout"}, "languages": {"java": {"mainClass": "Main", "taskClass": "GCastleDefense"}},
"tests": [{"input": "5 0 6\n5 4 3 4 9\n", "output": "5\n"}, {"input": "4 2 0\n1 2 3 4\n", "output": "6\n"}],
"batch": {"id": "0c5d", "size": 1}}`

// TestPosted: a problem as Competitive Companion sends it becomes a folder whose every part a check understands.
func TestPosted(t *testing.T) {
	problems, created := imported(t, "-", castle)
	p := problems[0]
	same(t, "folder", p.Name, "G-Castle-Defense")
	same(t, "samples", pairs(p), []string{"5 0 6\n5 4 3 4 9\n→5\n", "4 2 0\n1 2 3 4\n→6\n"})
	same(t, "programs", programs(p), []string{"solution.cpp candidate"})
	same(t, "files", created[0].Files, []string{
		"samples/1.out", "samples/1.in", "samples/2.out", "samples/2.in", "execre.toml", "solution.cpp",
	})
	if p.Settings.TimeLimit != 1500*time.Millisecond || p.Settings.MemoryLimit != 256*runner.MiB || p.Interactive != "" {
		t.Errorf("%+v %q", p.Settings, p.Interactive)
	}
	text, err := os.ReadFile(filepath.Join(created[0].Dir, "execre.toml"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "execre.toml", string(text), "# https://codeforces.com/problemset/problem/954/G\n# G. Castle Defense\n"+
		"# Codeforces - Round 40\ntime_limit = \"1500ms\"\nmemory_limit = \"256MiB\"\n")
	source, err := os.ReadFile(created[0].Open)
	if err != nil || !bytes.HasPrefix(source, []byte("// G. Castle Defense\n// https://codeforces.com/")) {
		t.Errorf("%s, %v", source, err)
	}
}

// TestPostedOddities: what judges' pages make of a problem is kept as far as it can be, with a word for the rest.
func TestPostedOddities(t *testing.T) {
	tests := []struct {
		name, json string
		check      func(t *testing.T, p *workspace.Problem, c Created)
	}{
		{
			"interactive", `{"name": "X", "url": "https://x.org/1", "interactive": true, "tests": [{"input": "1\n", "output": ""}]}`,
			func(t *testing.T, p *workspace.Problem, c Created) {
				same(t, "interactive", p.Interactive, "statement.md")
				same(t, "left out", c.LeftOut, []string{"sample 1 has no answer: add it as samples/1.out"})
			},
		},
		{
			"files", `{"name": "X", "input": {"type": "file", "fileName": "x.in"}, "output": {"type": "file", "fileName": "x.out"}}`,
			func(t *testing.T, _ *workspace.Problem, c Created) {
				text, _ := os.ReadFile(filepath.Join(c.Dir, "execre.toml"))
				if !strings.Contains(string(text), "read x.in and write x.out") {
					t.Errorf("%s", text)
				}
			},
		},
		{
			"limits that are none", `{"name": "X", "timeLimit": -5, "memoryLimit": 1e300, "tests": null}`,
			func(t *testing.T, p *workspace.Problem, c Created) {
				if p.Settings.TimeLimit != 2*time.Second || len(c.LeftOut) != 2 {
					t.Errorf("%v %q", p.Settings.TimeLimit, c.LeftOut)
				}
			},
		},
		{
			"numbers in quotes", `{"name": "X", "timeLimit": "3000", "memoryLimit": "64"}`,
			func(t *testing.T, p *workspace.Problem, _ Created) {
				if p.Settings.TimeLimit != 3*time.Second || p.Settings.MemoryLimit != 64*runner.MiB {
					t.Errorf("%+v", p.Settings)
				}
			},
		},
		{
			"a name that ends a comment", `{"name": "A\n*/ int x; \u2028\"\"\" import os\u0007\\", "group": "g\nreference = \"x\"", "url": "javascript:alert(1)"}`,
			func(t *testing.T, p *workspace.Problem, c Created) {
				source, _ := os.ReadFile(c.Open)
				if first, rest, _ := strings.Cut(string(source), "\n"); first != "// A * / int x; import os" || strings.Contains(rest, "import") {
					t.Errorf("%q", source)
				}
				same(t, "reference", p.Settings.Reference, "")
				same(t, "folder", p.Name, "A-int-x-import-os")
			},
		},
		{
			"only a URL", `{"name": "", "url": "https://open.kattis.com/problems/hello"}`,
			func(t *testing.T, p *workspace.Problem, _ Created) { same(t, "folder", p.Name, "hello") },
		},
		{
			"a name of signs", `{"name": "🎉🎉", "languages": {"java": {"taskClass": "Party"}}}`,
			func(t *testing.T, p *workspace.Problem, _ Created) { same(t, "folder", p.Name, "Party") },
		},
		{
			"an empty sample", `{"name": "X", "tests": [{"input": "", "output": " "}, {"input": "", "output": "Hello\n"}]}`,
			func(t *testing.T, p *workspace.Problem, _ Created) {
				same(t, "samples", pairs(p), []string{"→Hello\n"})
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			problems, created := imported(t, "-", test.json)
			test.check(t, problems[0], created[0])
		})
	}
}

func TestFolderName(t *testing.T) {
	tests := []struct{ name, want string }{
		{"A. Watermelon", "A-Watermelon"},
		{"Lovers' Gift & C++", "Lovers-Gift-C"},
		{"../../etc/passwd", "etc-passwd"},
		{`..\..\Windows`, "Windows"},
		{"C:\\x", "C-x"},
		{"trailing dots...", "trailing-dots"},
		{" .hidden ", "hidden"},
		{"CON", "problem-CON"},
		{"com1.txt", "com1-txt"},
		{"Aux", "problem-Aux"},
		{"LPT9", "problem-LPT9"},
		{"Samples", "problem-Samples"},
		{"data", "problem-data"},
		{"Console", "Console"},
		{"Задача А: Плюс", "Задача-А-Плюс"},
		{"二分图 (easy)", "二分图-easy"},
		{"नमस्ते", "नमस्ते"},
		{"🎉 Party \U0001f468\u200d\U0001f469", "Party"},
		{"1\ufe0f\u20e3 One", "1-One"},
		{"\u202eevil\u202c", "evil"},
		{"a\x00b\nc", "a-b-c"},
		{"\xff\xfe", ""},
		{"--__--", ""},
		{"", ""},
		{"???", ""},
	}
	for _, test := range tests {
		if got := FolderName(test.name); got != test.want {
			t.Errorf("%q: %q, want %q", test.name, got, test.want)
		}
	}
	long := FolderName(strings.Repeat("я", 300))
	if len(long) > maxName || !strings.HasPrefix(strings.Repeat("я", 300), long) {
		t.Errorf("%d bytes: %q", len(long), long)
	}
}

// TestNothingIsOverwritten: a folder that is there is another's, unless it was made for the same URL or has the same in it;
// then it stays as it is.
func TestNothingIsOverwritten(t *testing.T) {
	parent := t.TempDir()
	mine := filepath.Join(parent, "A", "solution.cpp")
	if err := os.Mkdir(filepath.Dir(mine), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	var dirs []string
	steps := []struct {
		url, output string
		existed     bool
	}{
		{"https://x.org/1", "2\n", false},
		{"https://x.org/2", "2\n", false},
		{"https://x.org/1", "3\n", true}, // the judge has changed it
		{"", "2\n", false},
		{"", "2\n", true},
		{"", "3\n", false},
	}
	for _, step := range steps {
		c, err := Create(parent, Problem{Name: "A", URL: step.url, Samples: []Sample{{"1\n", step.output}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, filepath.Base(c.Dir))
		if c.Existed != step.existed || c.Existed != (len(c.Files) == 0) || filepath.Base(c.Open) != "solution.cpp" {
			t.Errorf("%+v", c)
		}
		if err := os.WriteFile(c.Open, []byte("mine"), 0o600); err != nil { // a person begins to write
			t.Fatal(err)
		}
	}
	same(t, "folders", dirs, []string{"A-2", "A-3", "A-2", "A-4", "A-4", "A-5"})
	if text, _ := os.ReadFile(mine); string(text) != "mine" {
		t.Errorf("overwritten: %q", text)
	}
}

// TestNothingLeadsOut: what a source calls its files cannot lead out of the folder; such a file is left out with a word.
func TestNothingLeadsOut(t *testing.T) {
	for _, name := range []string{"../x.txt", "/etc/x", "a/../../x", `a\b`, "c:x", "", "a\xff", "a\x1b[2J"} {
		parent := t.TempDir()
		c, err := Create(parent, Problem{Name: "A", Files: []File{{name, nil}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, c.Files, []string{"execre.toml", "solution.cpp"})
		if entries, _ := os.ReadDir(parent); len(entries) != 1 || len(c.LeftOut) != 1 {
			t.Errorf("%q: %v %q", name, entries, c.LeftOut)
		}
	}
}

// TestNothingIsLeftBehind: what cannot be written whole is not there at all.
func TestNothingIsLeftBehind(t *testing.T) {
	// A file where a folder has to be is an error in the middle.
	parent := t.TempDir()
	_, err := Create(parent, Problem{Name: "A", Files: []File{{"x", nil}, {"y/z", nil}, {"x/y", nil}}}, Options{})
	if err == nil {
		t.Error("no error")
	}
	if entries, _ := os.ReadDir(parent); len(entries) > 0 {
		t.Errorf("%v is left", entries)
	}
	if runtime.GOOS == "linux" && os.Getuid() != 0 {
		if _, err := Create("/proc", Problem{Name: "A"}, Options{}); err == nil {
			t.Error("a folder in /proc is made")
		}
	}
}

// TestWhatIsThereStays: a file that somebody else has put into the new folder in the meantime stays as it is.
func TestWhatIsThereStays(t *testing.T) {
	dir := tree(t, "new", map[string]string{"solution.cpp": "mine"})
	if _, err := write(dir, []File{{"execre.toml", nil}, {"solution.cpp", []byte("ours")}}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	entries, err := os.ReadDir(dir)
	text, _ := os.ReadFile(filepath.Join(dir, "solution.cpp"))
	if err != nil || len(entries) != 1 || string(text) != "mine" {
		t.Errorf("%v %q %v", entries, text, err)
	}
}

// TestBudget: what is read of one source is bounded, together and by the file.
func TestBudget(t *testing.T) {
	s := &source{fsys: fstest.MapFS{"a": {Data: []byte("1")}, "b": {Data: []byte("23")}}, read: maxTotal - 2}
	var p Problem
	if !p.take(s, "a", "a") || p.take(s, "b", "b") || len(p.LeftOut) != 1 || !strings.Contains(p.LeftOut[0], "256 MiB") {
		t.Errorf("%q", p.LeftOut)
	}
}

// TestTemplates: a person's templates come with their variables replaced, those of the language alone if it is named; what
// is wrong with them does not lose the problem.
func TestTemplates(t *testing.T) {
	p, _, err := ParsePosted([]byte(castle))
	if err != nil {
		t.Fatal(err)
	}
	templates := tree(t, "templates", map[string]string{
		"main.cpp": "// $(PROBLEM) $(CONTEST) $(JUDGE) $(TIMELIM) $(MEMLIM) $(UNKNOWN)\n", "brute.py": "# $(URL)\n",
		"$(JAVA_TASK_CLASS).java": "class $(JAVA_TASK_CLASS) {}\n", "Makefile": "all:\n", ".git": "x",
		"execre.toml": "inputs = 7\n",
	})
	made := func(o Options) (map[string]string, Created) {
		c, err := Create(t.TempDir(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, name := range c.Files {
			text, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(name, "samples/") && name != "execre.toml" {
				files[name] = string(text)
			}
		}
		return files, c
	}
	files, c := made(Options{Templates: templates})
	same(t, "all", files, map[string]string{
		"main.cpp": "// G. Castle Defense Round 40 Codeforces 1500 256 $(UNKNOWN)\n", "brute.py": "# " + p.URL + "\n",
		"GCastleDefense.java": "class GCastleDefense {}\n", "Makefile": "all:\n",
	})
	same(t, "open", filepath.Base(c.Open), "main.cpp")
	same(t, "left out", c.LeftOut, []string{"execre.toml: another file is called like it"})

	files, _ = made(Options{Templates: templates, Language: toolchain.Python})
	same(t, "Python", files, map[string]string{"brute.py": "# " + p.URL + "\n", "Makefile": "all:\n"})
	files, _ = made(Options{Templates: templates, Language: toolchain.Rust})
	if len(files) != 2 || !strings.Contains(files["solution.rs"], "fn main") {
		t.Errorf("Rust: %q", files)
	}
	for _, o := range []Options{{Templates: filepath.Join(templates, "missing")}, {Language: "cobol"}} {
		if o.Check() == nil {
			t.Errorf("%+v is fine", o)
		}
		files, c := made(o)
		if len(c.LeftOut) != 1 || files["solution.cpp"] == "" {
			t.Errorf("%q %q", c.LeftOut, files)
		}
	}
}

// TestDefaultTemplates: each is a program in its language, named so that a check takes it for one.
func TestDefaultTemplates(t *testing.T) {
	for lang := range defaults {
		c, err := Create(t.TempDir(), Problem{Name: "A", Samples: []Sample{{"1\n", "2\n"}}}, Options{Language: lang})
		if err != nil {
			t.Fatal(err)
		}
		p, err := workspace.Load(c.Dir)
		if err != nil || len(p.Files) != 1 || p.Files[0].Language != lang {
			t.Errorf("%s: %v %v", lang, c.Files, err)
		}
		if !workspace.IsProblem(c.Dir) {
			t.Errorf("%s: no problem", lang)
		}
		if err := (Options{Language: lang}).Check(); err != nil {
			t.Errorf("%s: %v", lang, err)
		}
	}
}

// TestCph: the .prob files of a folder say which programs belong together, also where two are of one problem.
func TestCph(t *testing.T) {
	prob := func(name, url, src, input string) string {
		return fmt.Sprintf(`{"name": %q, "url": %q, "srcPath": %q, "timeLimit": 1000, "memoryLimit": 64, "local": false,
			"tests": [{"id": 1, "input": %q, "output": "7\n"}]}`, name, url, src, input)
	}
	dir := tree(t, "contest", map[string]string{
		"A.cpp": "a", "A_brute.py": "b", "B.cpp": "c", "fast.py": "d", "slow_one.py": "e", "a.out": "\x7fELF…",
		".cph/.A.cpp_1.prob":    prob("A. Plus", "https://x.org/a", "/home/me/contest/A.cpp", "1\n"),
		".cph/.B.cpp_2.prob":    prob("B. Minus", "https://x.org/b", `C:\Users\me\B.cpp`, "2\n"),
		".cph/.fast.py_3.prob":  prob("B. Minus", "https://x.org/b", "/home/me/contest/fast.py", "3\n"),
		".cph/.broken.cpp.prob": "{",
	})
	problems, created := imported(t, dir, "")
	if len(problems) != 2 {
		t.Fatalf("%d problems: %+v", len(problems), created)
	}
	a, b := problems[0], problems[1]
	same(t, "A", []any{a.Name, programs(a), pairs(a)}, []any{"A-Plus", []string{"A.cpp candidate", "A_brute.py brute"}, []string{"1\n→7\n"}})
	same(t, "B", []any{b.Name, programs(b), pairs(b)}, []any{"B-Minus", []string{"B.cpp candidate", "fast.py candidate"}, []string{"2\n→7\n", "3\n→7\n"}})
	if a.Settings.TimeLimit != time.Second || a.Settings.MemoryLimit != 64*runner.MiB {
		t.Errorf("%+v", a.Settings)
	}
	left := strings.Join(created[1].LeftOut, "\n")
	for _, want := range []string{".cph/.broken.cpp.prob: not a problem", "slow_one.py: no sample says"} {
		if !strings.Contains(left, want) {
			t.Errorf("no %q in %q", want, left)
		}
	}
	// Samples beside them that nobody has are no reason to lose one.
	problems, _ = imported(t, tree(t, "odd", map[string]string{
		".cph/.1.cpp_1.prob": prob("One", "https://x.org/1", "/home/me/1.cpp", "1\n"), "random-0.in": "2\n", "random-0.out": "7\n",
	}), "")
	if len(problems) != 2 || len(problems[0].Samples) != 1 || len(problems[1].Samples) != 1 {
		t.Errorf("%+v", problems)
	}
	// One file alone.
	problems, _ = imported(t, filepath.Join(dir, ".cph", ".A.cpp_1.prob"), "")
	same(t, "one", pairs(problems[0]), []string{"1\n→7\n"})
}

// TestOj: a folder of oj is one problem, of the name of the folder.
func TestOj(t *testing.T) {
	files := map[string]string{
		"main.cpp": "a", "brute.py": "b", "a.out": "\x7fELF…", "notes.pdf": "x",
		"test/sample-1.in": "1\n", "test/sample-1.out": "2\n", "test/sample-10.in": "10\n", "test/sample-10.out": "20\n",
		"test/sample-2.in": "3\r\n", "test/sample-2.out": "4\r\n", "test/hack.out": "x\n",
	}
	problems, created := imported(t, tree(t, "abc100_a", files), "")
	p := problems[0]
	same(t, "problem", []any{p.Name, programs(p), pairs(p)}, []any{
		"abc100_a", []string{"brute.py brute", "main.cpp candidate"}, []string{"1\n→2\n", "3\r\n→4\r\n", "10\n→20\n"},
	})
	same(t, "left out", created[0].LeftOut, []string{"test/hack.out: an answer without an input"})

	// Inputs of the person's own, as oj generates and names them, are no second problem, with or without a program.
	random := map[string]string{
		"test/sample-1.in": "1\n", "test/sample-1.out": "2\n", "test/random-000.in": "5\n", "test/random-000.out": "6\n", "test/hack_1.in": "7\n",
	}
	for _, program := range []string{"main.py", "notes.txt"} {
		random[program] = "a"
		problems, created = imported(t, tree(t, "abc100_a", random), "")
		if len(problems) != 1 || problems[0].Name != "abc100_a" || len(problems[0].Files) != 1 {
			t.Fatalf("%s: %+v", program, created)
		}
		same(t, "with random ones", pairs(problems[0]), []string{"5\n→6\n", "1\n→2\n"})
		same(t, "left out", created[0].LeftOut, []string{"sample 1 has no answer: add it as samples/1.out"})
		delete(random, program)
	}

	// A folder of such folders is a contest; an archive may have one on top.
	contest := map[string]string{"README": "x"}
	for name, text := range files {
		contest["b/"+name], contest["a/"+name] = text, text
	}
	problems, _ = imported(t, tree(t, "abc100", contest), "")
	if len(problems) != 2 || problems[0].Name != "a" || problems[1].Name != "b" {
		t.Errorf("%v", problems)
	}
	problems, _ = imported(t, zipped(t, "x.zip", "abc/", files), "")
	if len(problems) != 1 || problems[0].Name != "abc" || len(problems[0].Samples) != 3 {
		t.Errorf("%v", problems)
	}
}

// TestCompetiTest: samples in pairs of text files or in one MessagePack file, several problems in a folder.
func TestCompetiTest(t *testing.T) {
	round := tree(t, "round", map[string]string{
		"task-A.cpp": "a", "task-A_input0.txt": "1\n", "task-A_output0.txt": "2\n", "task-A_input1.txt": "3\n", "task-A_output1.txt": "4\n",
		"B.py": "b", "B.testcases": "\x82\x00\x82\xa5input\xa25\n\xa6output\xa26\n\x01\x82\xa5input\xa27\n\xa6output\xa28\n",
	})
	problems, _ := imported(t, round, "")
	if len(problems) != 2 {
		t.Fatalf("%v", problems)
	}
	b, a := problems[0], problems[1]
	same(t, "A", []any{a.Name, programs(a), pairs(a)}, []any{"task-A", []string{"task-A.cpp candidate"}, []string{"1\n→2\n", "3\n→4\n"}})
	same(t, "B", []any{b.Name, programs(b), pairs(b)}, []any{"B", []string{"B.py candidate"}, []string{"5\n→6\n", "7\n→8\n"}})
	// One file alone.
	problems, _ = imported(t, filepath.Join(round, "B.testcases"), "")
	same(t, "one", []any{problems[0].Name, pairs(problems[0])}, []any{"B", []string{"5\n→6\n", "7\n→8\n"}})
}

func TestTestcases(t *testing.T) {
	tests := []struct {
		name, src string
		want      []Sample
		err       string
	}{
		{"none", "\x80", nil, ""},
		{"none, as a list", "\x90", nil, ""},
		{"a list", "\x91\x82\xa5input\xa11\xa6output\xa12", []Sample{{"1", "2"}}, ""},
		{"bin and str8", "\x81\x00\x82\xc4\x05input\xd9\x011\xa6output\xda\x00\x012", []Sample{{"1", "2"}}, ""},
		{"no answer", "\x81\x00\x81\xa5input\xa11", []Sample{{"1", ""}}, ""},
		{"numbers in wide forms, out of order", "\x83\xcc\x0a\x81\xa5input\xa1b\xd0\xff\x81\xa5input\xa1-\x02\x81\xa5input\xa1a", []Sample{{"-", ""}, {"a", ""}, {"b", ""}}, ""},
		{"a hole", "\x92\xc0\x81\xa5input\xa11", []Sample{{"1", ""}}, ""},
		{"cut", "\x81\x00\x82\xa5inp", nil, "too early"},
		{"more behind", "\x80\x80", nil, "behind the end"},
		{"a huge list", "\xdd\xff\xff\xff\xff", nil, "too early"},
		{"a huge text", "\xdb\xff\xff\xff\xff", nil, "too early"},
		{"a number", "\x07", nil, "no table"},
		{"tables in tables", strings.Repeat("\x91", 100) + "\xc0", nil, "deeply"},
		{"a float", "\x91\xcb00000000", nil, "0xcb"},
		{"a table for a key", "\x81\x80\x80", nil, "key"},
		{"JSON", `{"a": 1}`, nil, "behind the end"},
		{"nothing", "", nil, "too early"},
	}
	for _, test := range tests {
		got, err := parseTestcases([]byte(test.src))
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.err)
		}
		same(t, test.name, got, test.want)
	}
}

// TestKattis: a package stays one, with what its folders and its problem.yaml say.
func TestKattis(t *testing.T) {
	files := map[string]string{
		"problem.yaml":     "problem_format_version: 2023-07-draft\nname:\n  en: Hello There\nlimits:\n  time_limit: 3\n  memory: 512\n",
		"data/sample/1.in": "1\n", "data/sample/1.ans": "2\n",
		"data/secret/a/1.in": "5\n", "data/secret/a/1.ans": "6\n", "data/secret/big.in": strings.Repeat("9", 100), "data/secret/big.ans": "7\n",
		"data/secret/lone.in":         "8\n",
		"submissions/accepted/sol.py": "a", "submissions/wrong_answer/bad.cpp": "b", "submissions/accepted/team/main.cpp": "c",
		"submissions/accepted/team/part.h": "d", "output_validators/v/validate.py": "e", "input_validators/check.py": "f",
		"problem_statement/problem.en.tex": `\problemname{Hello}`, "problem_statement/problem.sv.tex": "hej", "generators/gen.py": "g",
	}
	for _, src := range []string{tree(t, "hello", files), zipped(t, "hello.zip", "", files), zipped(t, "pkg.zip", "hello/", files)} {
		problems, created := imported(t, src, "")
		p := problems[0]
		same(t, "name", p.Name, "hello")
		same(t, "programs", programs(p), []string{
			"input_validators/check.py validator", "output_validators/v/validate.py checker", "submissions/accepted/sol.py candidate accepted",
			"submissions/accepted/team/main.cpp candidate accepted", "submissions/wrong_answer/bad.cpp candidate wrong-answer",
		})
		same(t, "samples", pairs(p), []string{"1\n→2\n", "5\n→6\n", strings.Repeat("9", 100) + "→7\n"})
		if p.Settings.TimeLimit != 3*time.Second || p.Settings.MemoryLimit != 512*runner.MiB {
			t.Errorf("%+v", p.Settings)
		}
		same(t, "left out", created[0].LeftOut, []string{
			"1 tests that have no input or no answer in the package", "generators/: a generator here is called with a seed alone",
		})
		text, err := os.ReadFile(filepath.Join(created[0].Dir, "statement.txt"))
		same(t, "statement", []any{string(text), err}, []any{`\problemname{Hello}`, nil})
		toml, _ := os.ReadFile(filepath.Join(created[0].Dir, "execre.toml"))
		same(t, "execre.toml", string(toml), "# hello\n# Hello There\n")
	}
}

const polygonXML = `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="3" short-name="a-plus-b" url="https://polygon.codeforces.com/p1/me/a-plus-b">
<names><name language="russian" value="А плюс Б"/><name language="english" value="A plus B"/></names>
<judging input-file="" output-file=""><testset name="tests"><time-limit>1500</time-limit><memory-limit>268435456</memory-limit>
<test-count>4</test-count><input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual" sample="true"/><test method="manual"/><test cmd="gen 9 1" method="generated"/><test cmd="gen 9 2" method="generated"/></tests>
</testset><testset name="pretests"><time-limit>1</time-limit></testset></judging>
<files><resources><file path="files/olymp.sty"/><file path="files/testlib.h" type="h.g++"/></resources>
<executables><executable><source path="files/gen.cpp" type="cpp.g++17"/></executable><executable><source path="files/val.cpp" type="cpp.g++17"/></executable></executables></files>
<assets>CHECKER<validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
<solutions><solution tag="main"><source path="solutions/sol.cpp" type="cpp.g++17"/></solution>
<solution tag="wrong-answer"><source path="solutions/wa.py" type="python.3"/></solution>
<solution tag="time-limit-exceeded-or-accepted"><source path="solutions/slow.java" type="java11"/></solution>
<solution tag="do-not-run"><source path="solutions/old.cpp" type="cpp.g++17"/></solution>
<solution tag="rejected"><source path="../../outside.cpp" type="cpp.g++17"/></solution></solutions></assets></problem>`

func polygonFiles(checker string) map[string]string {
	return map[string]string{
		"problem.xml": strings.Replace(polygonXML, "CHECKER", checker, 1),
		"tests/01":    "1 2\r\n", "tests/01.a": "3\r\n", "tests/02": "4 5\n", "tests/02.a": "9\n", "tests/03": "6 7\n", "tests/03.a": "13\n",
		"files/testlib.h": "t", "files/gen.cpp": "g", "files/val.cpp": "v", "files/check.cpp": "c",
		"solutions/sol.cpp": "int main() {}", "solutions/wa.py": "b", "solutions/slow.java": "class S {}", "solutions/old.cpp": "d",
		"statements/english/problem.tex": "Sum.", "statements/russian/problem.tex": "Сумма.",
	}
}

// TestPolygon: limits, tests, checker, validator and the solutions' tags of a package.
func TestPolygon(t *testing.T) {
	files := polygonFiles(`<checker name="files/check.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>`)
	for _, src := range []string{tree(t, "pkg", files), zipped(t, "a-plus-b-3$linux.zip", "", files)} {
		problems, created := imported(t, src, "")
		p := problems[0]
		same(t, "name", p.Name, "a-plus-b")
		same(t, "programs", programs(p), []string{
			"candidates/slow.java brute", "candidates/sol.cpp candidate accepted", "candidates/wa.py candidate wrong-answer",
			"checker.cpp checker", "validator.cpp validator",
		})
		same(t, "samples", pairs(p), []string{"4 5\n→9\n", "6 7\n→13\n", "1 2\r\n→3\r\n"})
		if s := p.Settings; s.TimeLimit != 1500*time.Millisecond || s.MemoryLimit != 256*runner.MiB || s.Program.Style != workspace.StyleTestlib {
			t.Errorf("%+v", s)
		}
		left := strings.Join(created[0].LeftOut, "\n")
		for _, want := range []string{
			`"pretests"`, "1 tests that have no input or no answer", "solutions/old.cpp: its tag is do-not-run", "outside.cpp\": it leads out",
			"gen.cpp: kept in generators/",
		} {
			if !strings.Contains(left, want) {
				t.Errorf("no %q in:\n%s", want, left)
			}
		}
		if _, err := os.Stat(filepath.Join(created[0].Dir, "testlib.h")); err != nil {
			t.Error(err)
		}
	}
	// A checker of Polygon's own is the same comparison here, and an interactor makes the problem interactive.
	files = polygonFiles(`<checker name="std::rcmp6.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>` +
		`<interactor><source path="files/gen.cpp" type="cpp.g++17"/></interactor>`)
	problems, _ := imported(t, tree(t, "pkg", files), "")
	same(t, "checker", []any{problems[0].Settings.Checker.String(), problems[0].Settings.Program.File}, []any{"float:1e-6", ""})
	same(t, "interactive", problems[0].Interactive, "interactor.cpp")
}

// TestPasted: an example as LeetCode shows it, in every form that people copy, and statements of other judges.
func TestPasted(t *testing.T) {
	tests := []struct {
		name, text string
		folder     string
		samples    []string
		source     string
	}{
		{
			"two examples",
			"1. Two Sum\n\nExample 1:\n\nInput: nums = [2,7,11,15], target = 9\nOutput: [0,1]\nExplanation: Because.\n\nExample 2:\n\nInput: nums = [3,2,4], target = 6\nOutput: [1,2]\n",
			"1-Two-Sum",
			[]string{"[2,7,11,15]\n9\n→[0,1]\n", "[3,2,4]\n6\n→[1,2]\n"},
			"def solve(self, nums, target)",
		},
		{"one line", `Input: s = "ab, c", k = 2` + "\nOutput: \"c\"", "pasted", []string{"\"ab, c\"\n2\n→\"c\"\n"}, "def solve(self, s, k)"},
		{
			"with a signature", "Input: root = [1,null,2]\nOutput: true\n\nclass Solution:\n    def isFull(self, root: Optional[TreeNode]) -> bool:\n",
			"isFull",
			[]string{"[1,null,2]\n→true\n"},
			"def isFull(self, root)",
		},
		{
			"a statement of AtCoder", "# Add\n\n## Input\n\nThe input is given in the following format:\n\n```\nA B\n```\n\n## Sample Input 1\n\n```\n1 2\n```\n\n## Sample Output 1\n\n```\n3\n```\n",
			"Add",
			[]string{"1 2\n→3\n"},
			"int main",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			problems, created := imported(t, "-", test.text)
			same(t, "folder", problems[0].Name, test.folder)
			same(t, "samples", pairs(problems[0]), test.samples)
			source, err := os.ReadFile(created[0].Open)
			if err != nil || !strings.Contains(string(source), test.source) {
				t.Errorf("%s, %v", source, err)
			}
			if test.source != "int main" && (problems[0].Schema == nil || problems[0].Call() == nil) {
				t.Errorf("no format in function style: %v", problems[0].InferenceError)
			}
			file := filepath.Join(t.TempDir(), "some.txt")
			if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			problems, _ = imported(t, file, "")
			same(t, "of a file", pairs(problems[0]), test.samples)
		})
	}
	// A call alone is an input without an answer.
	read, err := Read("-", strings.NewReader("nums = [2,7], target = 9\n"))
	if err != nil || len(read) != 1 || !slices.Equal(read[0].Samples, []Sample{{"[2,7]\n9\n", ""}}) {
		t.Errorf("%+v, %v", read, err)
	}
}

// TestRefused: sources that are none, or that lie, and what is said of them.
func TestRefused(t *testing.T) {
	raw := func(names ...string) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, name := range names {
			header := &zip.FileHeader{Name: name}
			if strings.HasPrefix(name, "link") {
				header.SetMode(fs.ModeSymlink | 0o777)
			}
			if _, err := w.CreateHeader(header); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(t.TempDir(), "x.zip")
		if err := os.WriteFile(at, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return at
	}
	bomb := filepath.Join(t.TempDir(), "bomb.zip")
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 3 { // each may be, all together may not
		header := &zip.FileHeader{Name: fmt.Sprint(i), Method: zip.Deflate, UncompressedSize64: maxTotal / 2, CompressedSize64: 1}
		if raw, err := w.CreateRaw(header); err != nil {
			t.Fatal(err)
		} else if _, err := raw.Write([]byte{0}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(bomb, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	deep := tree(t, "deep", map[string]string{"a/b/test/1.in": "1", "a/b/test/1.out": "2", "c/x.txt": "x"})
	tests := []struct{ src, stdin, says string }{
		{"-", "hello", "no example"},
		{"-", "", "no example"},
		{"-", `{"name": 5}`, "name cannot be a number"},
		{"-", strings.Repeat("x", maxText+1), "8 MiB"},
		{filepath.Join(t.TempDir(), "missing"), "", "no such file"},
		{tree(t, "empty", map[string]string{"a/x.txt": "x", "b/y.txt": "y"}), "", "problem.xml (Polygon)"},
		{tree(t, "ours", map[string]string{"execre.toml": "", "a.py": ""}), "", "execre check"},
		{tree(t, "broken", map[string]string{"problem.xml": "<problem"}), "", "problem.xml: not as Polygon writes it"},
		{raw("problem.yaml", "../evil"), "", `"../evil", which leads out`},
		{raw("problem.yaml", "/etc/evil"), "", "leads out"},
		{raw("problem.yaml", `..\evil`), "", "leads out"},
		{raw("problem.yaml", "link"), "", "neither a file nor a folder"},
		{bomb, "", "refused: the archive unpacks to more than 256 MiB"},
		{deep, "", "problem.xml (Polygon)"},
	}
	for _, test := range tests {
		_, err := Read(test.src, strings.NewReader(test.stdin))
		if err == nil || !strings.Contains(err.Error(), test.says) && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v, want %q", test.src, err, test.says)
		}
	}
}

// TestZipThatLies: what an archive says of the sizes in it is not believed.
func TestZipThatLies(t *testing.T) {
	text := archive(t, "", map[string]string{"problem.yaml": strings.Repeat("# ", 1<<20)})
	// Both headers say 4 bytes.
	for _, magic := range []string{"PK\x01\x02", "PK\x03\x04"} {
		at := bytes.Index(text, []byte(magic))
		offset := map[string]int{"PK\x01\x02": 24, "PK\x03\x04": 22}[magic]
		copy(text[at+offset:], []byte{4, 0, 0, 0})
	}
	s, err := openZip(bytes.NewReader(text), int64(len(text)), "x")
	if err != nil {
		return // refused at once
	}
	if got, err := s.file("problem.yaml"); err == nil && len(got) > 4 {
		t.Errorf("%d bytes of 4", len(got))
	}
}

// TestLinksStayInside: a link of the source that leads out of it brings nothing in.
func TestLinksStayInside(t *testing.T) {
	secret := tree(t, "secret", map[string]string{"id": "secret"})
	dir := tree(t, "oj", map[string]string{"test/1.in": "1\n", "test/1.out": "2\n", "a.cpp": "a"})
	if err := os.Symlink(filepath.Join(secret, "id"), filepath.Join(dir, "b.cpp")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "tests")); err != nil {
		t.Fatal(err)
	}
	problems, _ := imported(t, dir, "")
	same(t, "programs", programs(problems[0]), []string{"a.cpp candidate"})
}

func FuzzParsePosted(f *testing.F) {
	dir := f.TempDir()
	f.Add([]byte(castle))
	f.Add([]byte(`{"name":"\u0000","timeLimit":"1e999","tests":[{}],"batch":{"size":-1},"srcPath":"\\"}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, batch, err := ParsePosted(src)
		if err != nil {
			return
		}
		if p.Name == "" || batch.Size < 1 {
			t.Fatalf("%+v %+v", p, batch)
		}
		writes(t, dir, p)
	})
}

// writes fails unless all files of the problem can be written inside of its folder, and execre.toml can be read again.
func writes(t *testing.T, dir string, p Problem) {
	t.Helper()
	for _, file := range p.files(Options{}) {
		if !filepath.IsLocal(file.Path) {
			t.Fatalf("writes %q", file.Path)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "execre.toml"), []byte(p.toml()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, mistakes, err := workspace.LoadSettings(dir); err != nil || len(mistakes) > 0 {
		t.Fatalf("%q: %v %v", p.toml(), mistakes, err)
	}
}

func FuzzFolderName(f *testing.F) {
	for _, name := range []string{"A. B", "CON", "..", "नमस्ते", "1\ufe0f\u20e3"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := FolderName(name)
		if got == "" {
			return
		}
		if len(got) > maxName+len("problem-") || !filepath.IsLocal(got) || filepath.Base(got) != got || strings.ContainsAny(got, `<>:"/\|?*. '$&;()`) {
			t.Fatalf("%q: %q", name, got)
		}
		if again := FolderName(got); again != got {
			t.Fatalf("%q: %q, and of that %q", name, got, again)
		}
	})
}

func FuzzTestcases(f *testing.F) {
	f.Add([]byte("\x82\x00\x82\xa5input\xa25\n\xa6output\xa26\n\x01\x82\xa5input\xa27\n\xa6output\xa28\n"))
	f.Fuzz(func(_ *testing.T, src []byte) { _, _ = parseTestcases(src) })
}

func FuzzPolygon(f *testing.F) {
	dir := f.TempDir()
	f.Add([]byte(strings.Replace(polygonXML, "CHECKER", `<checker name="std::wcmp.cpp"/>`, 1)), "tests/%02d")
	f.Fuzz(func(t *testing.T, src []byte, pattern string) {
		if name := numberedPath(pattern, 7); name != "" && !fs.ValidPath(name) {
			t.Fatalf("%q: %q", pattern, name)
		}
		files := fstest.MapFS{}
		for name, text := range map[string]string{"problem.xml": string(src), "solutions/sol.cpp": "a", "tests/01": "1", "tests/01.a": "2"} {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if p, err := readPolygon(&source{fsys: files, name: "pkg"}); err == nil {
			writes(t, dir, p)
		}
	})
}

func FuzzZip(f *testing.F) {
	f.Add(archive(f, "", map[string]string{"problem.yaml": "name: x", "data/sample/1.in": "1", "data/sample/1.ans": "2"}))
	f.Add(archive(f, "a/", map[string]string{"test/1.in": "1", "test/1.out": "2", "a.cpp": ""}))
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := openZip(bytes.NewReader(src), int64(len(src)), "x")
		if err != nil {
			return
		}
		problems, _ := readFolder(s, true)
		for _, p := range problems {
			if p.Name != "" {
				_ = p.files(Options{})
			}
		}
	})
}

func FuzzPasted(f *testing.F) {
	dir := f.TempDir()
	f.Add("Input: nums = [2,7], target = 9\nOutput: [0,1]")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePasted("pasted", text)
		if err == nil {
			writes(t, dir, p)
		}
	})
}

// TestPastedInUTF16: a statement may be UTF-16, as some editors of Windows save it.
func TestPastedInUTF16(t *testing.T) {
	file := filepath.Join(t.TempDir(), "statement.txt")
	text := "\xff\xfe"
	for _, c := range "Input: nums = [2,7], target = 9\r\nOutput: [0,1]\r\n" {
		text += string(c) + "\x00"
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	problems, err := Read(file, nil)
	if err != nil || len(problems[0].Samples) != 1 || problems[0].Samples[0] != (Sample{"[2,7]\n9\n", "[0,1]\n"}) {
		t.Errorf("%+v, %v", problems, err)
	}
	if problems, err := Read("-", strings.NewReader(text)); err != nil || len(problems[0].Samples) != 1 {
		t.Errorf("on stdin: %+v, %v", problems, err)
	}
}
