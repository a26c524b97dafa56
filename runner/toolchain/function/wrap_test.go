package function

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
)

func TestMistakes(t *testing.T) {
	two := []string{"a", "b"}
	for _, c := range []struct {
		language, source, function string
		parameters                 []string
		want                       string
	}{
		// absence
		{"cpp", "", "", two, "neither a class Solution nor a function was found: define one, or read stdin"},
		{"java", "", "", two, "neither a class Solution nor a function was found: define one, or read stdin"},
		{"python", "x = 1\n", "", two, "neither a class Solution nor a function was found: define one, or read stdin"},
		{
			"javascript", "if (1) { function f(a, b) {} }", "", two,
			"neither a class Solution nor a function was found: define one, or read stdin",
		},
		{"cpp", "\nclass Solution { int f(int a, int b); };", "", two, "line 2: class Solution has no public method"},
		{"python", "\nclass Solution:\n  def _f(self, a): pass\n", "", two, "line 2: class Solution has no public method"},
		{"python", "class LRU:\n  def get(self): pass\n", "", []string{"a"}, "line 1: found class LRU but no class Solution and no function; " +
			"a class that is driven by operations needs an input format of two values, the operations and their arguments, not of 1"},
		{"python", "def f(a, b): pass\n", "g", two, "g, which execre.toml names, is not defined; found f"},
		{"python", "", "g", two, "g, which execre.toml names, is not defined"},
		{
			"cpp", "class Solution { public: int f(); int g(); }; class C { public: void h(); };", "x", two,
			"x, which execre.toml names, is not defined; found f, g and C",
		},
		{
			"python", "class A:\n  def f(self): pass\n", "A",
			[]string{"x"},
			"line 1: class A is driven by operations, which needs an input format of two values, the operations and their arguments, not of 1",
		},
		// ambiguity
		{
			"cpp", "class Solution {\npublic:\n int a(int x);\n int b(int x);\n};", "",
			[]string{"y"},
			`line 4: two methods, a and b: name one with function = "a" in execre.toml`,
		},
		{
			"java", "class Solution {\n public int a(int x) { return 1; }\n public int b(int x) { return 1; }\n public int c() { return 1; } }", "",
			[]string{"y"},
			`line 3: 3 methods, a, b and c: name one with function = "a" in execre.toml`,
		},
		{"python", "def a(): pass\ndef b(): pass\n", "", []string{"y"}, `line 2: two functions, a and b: name one with function = "a" in execre.toml`},
		{
			"javascript", "const a = () => 1\nfunction b() {}", "",
			[]string{"y"},
			`line 2: two functions, a and b: name one with function = "a" in execre.toml`,
		},
		{
			"cpp", "int f(int a);\nint f(int a) { return a; }\nint f(long a) { return a; }", "",
			[]string{"y"},
			"line 3: 2 functions f take one argument: give one of them another name",
		},
		// the wrong number of arguments
		{
			"cpp", "class Solution {\npublic:\n  int f(vector<pair<int, int>>& a, int b, int c);\n};", "", two,
			"line 3: f takes 3 arguments (a, b, c), but the input format has 2 values (a, b)",
		},
		{
			"java", "class Solution {\n  public int f(Map<String, int[]> a) { return 1; }\n}", "", two,
			"line 2: f takes one argument (a), but the input format has 2 values (a, b)",
		},
		{
			"python", "class Solution:\n  def f(self, a: Dict[int, int] = {1: 2, 3: 4}): pass\n", "", two,
			"line 2: f takes one argument (a), but the input format has 2 values (a, b)",
		},
		{
			"python", "class Solution:\n  def f(a, b): pass\n", "", two,
			"line 2: f takes one argument (b), but the input format has 2 values (a, b): its first parameter, a, is the object, put self before it",
		},
		{
			"python", "class Solution:\n  def __init__(self, x): pass\n  def f(self, a): pass\n", "",
			[]string{"a"},
			"line 2: the constructor of Solution needs arguments (x), and the input format has none for it: let it do without",
		},
		{
			"java", "class Solution {\n  Solution(int x) {}\n  int f(int a, int b) { return 1; } }", "f", two,
			"line 2: the constructor of Solution needs arguments (x), and the input format has none for it: let it do without",
		},
		{
			"javascript", "var f = function() {}", "",
			[]string{"a"},
			"line 1: f takes no arguments, but the input format has one value (a)",
		},
		{
			"typescript", "function f(a: [number, string], b: { x: number, y: number }, c = 3): void {}", "",
			[]string{"a"},
			"line 1: f takes 3 arguments (a, b, c), but the input format has one value (a)",
		},
		// what cannot be called or read
		{
			"cpp", "class Solution {\n  int f(int a, int b);\n};", "f", two,
			"line 2: f cannot be called from outside: make it public",
		},
		{
			"java", "class Solution {\n  private int f(int a, int b) { return 1; }\n}", "f", two,
			"line 2: f cannot be called from outside: make it public",
		},
		{
			"cpp", "class Solution {\npublic:\n  int f(int a,\n    const unordered_map<int, int>& b);\n};", "", two,
			"line 4: parameter b of f is a const unordered_map<int,int>&: no JSON value can be made a unordered_map",
		},
		{
			"cpp", "class Solution {\npublic:\n  set<int> f(int a, int b);\n};", "", two,
			"line 3: f returns a set<int>: a set cannot be printed as JSON",
		},
		{
			"java", "class Solution {\n  public int f(int a, Map<Integer, Integer> b) { return 1; }\n}", "", two,
			"line 2: parameter b of f is a Map<Integer,Integer>: no JSON value can be made a Map",
		},
		{
			"java", "class Solution {\n  public Node f(int a, int b) { return null; }\n}", "", two,
			"line 2: f returns a Node: a Node cannot be printed as JSON",
		},
		{
			"python", "class Solution:\n  def f(self, a: 'Node', b): pass\n", "", two,
			"line 2: parameter a of f is a Node, which is not supplied here: use ListNode or TreeNode, or let the program read stdin",
		},
		{
			"javascript", "/**\n * @param {Node|null} a\n */\nvar f = (a, b) => 1", "", two,
			"line 4: parameter a of f is a Node, which is not supplied here: use ListNode or TreeNode, or let the program read stdin",
		},
		{
			"typescript", "function f(a, b): Node | null { return null }", "", two,
			"line 1: f returns a Node, which is not supplied here: use ListNode or TreeNode, or let the program read stdin",
		},
		{
			"go", "package main", "", two,
			"no function style in go: let the program read stdin, or use C++, Java, JavaScript, Python or TypeScript",
		},
	} {
		h, err := Wrap(c.language, files[c.language], []byte(c.source), Call{Name: c.function, Parameters: c.parameters})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %q:\ngot  %v\nwant %s", c.language, c.source, err, c.want)
		}
		var mistake *Mistake
		if h != nil || c.language != "go" && !errors.As(err, &mistake) {
			t.Errorf("%q: %v and %T, want no harness and a *Mistake", c.source, h, err)
		}
	}
}

// TestChoice: what is found among much else. A name begins with "class:" where it is the input format that names a class.
func TestChoice(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/choice.txtar")
	if err != nil || len(archive.Files) < 20 {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		fields := strings.Fields(f.Name)
		lines := strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
		source, want := strings.Join(lines[:len(lines)-1], "\n"), lines[len(lines)-1]
		target, err := choose(outlineOf(fields[0], source), callOf(fields[1], fields[2:]))
		got := "!"
		if err == nil {
			got = describe(target)
		}
		if got != want {
			t.Errorf("%s:\n%s\ngot  %s (%v)\nwant %s", f.Name, source, got, err, want)
		}
	}
}

func callOf(name string, parameters []string) Call {
	if class, ok := strings.CutPrefix(name, "class:"); ok {
		return Call{Class: class, Parameters: parameters}
	}
	return Call{Name: strings.TrimPrefix(name, "-"), Parameters: parameters}
}

func outlineOf(language, source string) *outline {
	switch language {
	case "cpp":
		return outlineCPP(source)
	case "java":
		return &outlineJava(source).outline
	case "python":
		return outlinePython(source)
	}
	return &outlineScript(source).outline
}

func describe(t *target) string {
	sign := func(m method) string {
		var parts []string
		for _, p := range m.parameters {
			if p.kind == "" {
				parts = append(parts, p.name)
				continue
			}
			parts = append(parts, p.kind+" "+p.name)
		}
		return m.name + "(" + strings.Join(parts, ", ") + ")"
	}
	if t.method != nil {
		return sign(*t.method)
	}
	var all []string
	for _, c := range t.driven {
		var constructors []string
		for _, m := range c.constructors {
			constructors = append(constructors, sign(m))
		}
		text := c.name + ": " + strings.Join(constructors, "+")
		for _, m := range c.methods {
			if !m.hidden {
				text += " " + sign(m)
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

func TestShapes(t *testing.T) {
	for kind, want := range map[string]string{
		"": "", "number": "", "List[int]": "", "Optional[ListNode]": "ListNode", "'ListNode'": "ListNode", "ListNode | None": "ListNode",
		"List[Optional['TreeNode']]": "[]TreeNode", "list[list[float]]": "[][]float", "typing.List[typing.Optional[ListNode]]": "[]ListNode",
		"Union[TreeNode, None]": "TreeNode", "Union[int, str]": "", "None": "void", "Dict[str, ListNode]": "", "float": "float",
		"?TreeNode": "TreeNode", "TreeNode=": "TreeNode", "(TreeNode|null)[]": "[]TreeNode", "Array<ListNode | null>": "[]ListNode",
		"Array.<TreeNode>": "[]TreeNode", "bigint[][]": "[][]bigint", "readonly bigint[]": "[]bigint", "void": "void", "undefined": "void",
		"Promise<void>": "", "ListNode | undefined": "ListNode", "Map<string, ListNode>": "", "[number, ListNode]": "", "[": "", "|": "", "()": "",
	} {
		if full, bad := kindOf(kind); shapeOf(full) != want || bad != "" {
			t.Errorf("%q: got %q, %q, want %q", kind, full, bad, want)
		}
	}
	for _, kind := range []string{"Node", "Optional[Node]", "List['Node']", "Node | null", "NestedInteger[]"} {
		if _, bad := kindOf(kind); bad == "" {
			t.Errorf("%q: not refused", kind)
		}
	}
}

// TestNothingReturned: what a Python function without annotations is taken for.
func TestNothingReturned(t *testing.T) {
	for body, gives := range map[string]bool{
		"pass": false, "return": false, "return None": false, "return 1": true, "return None or 1": true, "if x: return x": true,
		"def g():\n      return 1\n    g()": false, "class A:\n      def h(self):\n        return 1": false, "yield 1": true,
		"f = lambda: 1\n    x.return_ = 3": false, "'''return 1'''": false, "return (\n1)": true, "return; x": false,
	} {
		o := outlinePython("def f(x):\n    " + body + "\ndef g():\n    return 1\n")
		if len(o.functions) != 2 || o.functions[0].gives != gives {
			t.Errorf("%q: %+v, want %v", body, o.functions, gives)
		}
	}
	o := outlinePython("def f(x): return x\n")
	if !o.functions[0].gives {
		t.Error("a function in one line gives nothing")
	}
}

func TestSupplied(t *testing.T) {
	got := suppliedNames(indented("def f(a: List[int], S, mode):\n  median = 3; x.product; def search(): pass\n" +
		"  return Counter(a), heappush, bisect.bisect_left, random.randint(1, 2), math.inf, inf, search(1), mean([1]), gcd\n"))
	want := map[string]string{
		"List": "typing", "Counter": "collections", "heappush": "heapq", "bisect": "bisect", "random": "random",
		"math": "math", "inf": "math", "mean": "statistics", "gcd": "math",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestLines: a mistake in the last line of a candidate is told with its line, and the harness gives it back.
func TestLines(t *testing.T) {
	dirs := t.TempDir()
	for _, c := range []struct {
		language, file, source string
		argv                   []string
		want                   string
	}{
		{
			"cpp", "my own.cpp", "#include <vector>\nclass Solution {\npublic:\n  int f(int a) {\n    return b;\n  }\n};",
			[]string{"g++", "-fsyntax-only"},
			"my own.cpp:5:",
		},
		{
			"java", "x.java", "package a.b;\n\nimport java.util.List;\nclass Solution {\n  public int f(int a) {\n    return b; } }",
			[]string{"javac", "-d", dirs, "-cp", "{dir}"},
			"Solution.java:6:",
		},
		{
			"java", "x.java", "class Solution { public int f(int a) { return b; } }",
			[]string{"javac", "-d", dirs, "-cp", "{dir}"},
			"Solution.java:1:",
		},
		{
			"python", "ответ.py", "class Solution:\n  def f(self, a):\n    return b",
			[]string{"python"},
			"ответ.py\", line 3, in f",
		},
		{"python", "s.py", "class Solution:\n  def f(self, a)\n    return b", []string{"python"}, "s.py\", line 2"},
		{"javascript", "s.js", "'use strict'\n\nvar f = function(a) {\n  return b\n}", []string{"node"}, "s.js:4"},
		{
			"javascript", "s.mjs", "#!/usr/bin/env node\nimport fs from 'fs'\nexport const f = a => fs.nothing()",
			[]string{"node"},
			"s.mjs:3",
		},
		{"javascript", "s.js", "export function f(a) {\n  return b }", []string{"node"}, "s.mjs:2"},
	} {
		h, err := Wrap(c.language, c.file, []byte(c.source), Call{Parameters: []string{"a"}})
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
			continue
		}
		dir := write(t, h)
		var argv []string
		for _, a := range c.argv {
			argv = append(argv, strings.ReplaceAll(a, "{dir}", dir))
		}
		if argv[0] == "python" {
			argv = []string{pythonPath(t), "-I", "-S", "-B"}
		}
		cmd := exec.Command(argv[0], append(argv[1:], filepath.Join(dir, h.Main))...)
		cmd.Stdin, cmd.Dir = strings.NewReader("1\n"), dir
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%v, %s\nwant %s", err, out, c.want)
		}
		for name, text := range h.Files {
			ours := strings.Count(string(text), "\n") + 1
			own := strings.Count(c.source, "\n") + 1
			for line := range ours + 2 {
				got, ok := h.Line(name, line)
				if want := name == h.Own && line >= 1 && line <= own; ok != want || ok && got != line {
					t.Errorf("%s %s:%d gives %d, %v", c.language, name, line, got, ok)
				}
			}
		}
	}
}

// TestSourceIsKept: every line of the candidate stands in its file where it stood, whatever ends the lines.
func TestSourceIsKept(t *testing.T) {
	for _, p := range problems(t) {
		for language, source := range p.sources {
			for _, source := range []string{source, strings.TrimSuffix(source, "\n"), "\ufeff" + source, strings.ReplaceAll(source, "\n", "\r\n")} {
				h, err := Wrap(language, files[language], []byte(source), Call{Parameters: p.parameters})
				if err != nil {
					t.Errorf("%s in %s: %v", p.name, language, err)
					continue
				}
				got := strings.Split(string(h.Files[h.Own]), "\n")
				for i, line := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(source, "\ufeff"), "\n"), "\n") {
					if !strings.HasSuffix(strings.TrimSuffix(got[i], "\r"), strings.TrimSuffix(line, "\r")) &&
						!strings.HasPrefix(line, "package") && !strings.HasPrefix(line, "\"use strict\"") && !strings.HasPrefix(got[i], line) {
						t.Errorf("%s in %s: line %d is %q, not %q", p.name, language, i+1, got[i], line)
					}
				}
			}
		}
	}
}

// TestSignatures: a signature that is made up is read as it was made, whatever stands between its words.
func TestSignatures(t *testing.T) {
	name := rapid.StringMatching(`[a-z][a-zA-Z0-9]{0,6}x`) // no keyword ends with x
	kinds := map[string][]string{
		"cpp": {
			"int", "const vector<int>&", "vector<vector<char>>&", "ListNode*", "std::string", "unsigned long long",
			"pair<int,int>",
		},
		"java":       {"int", "int[][]", "List<List<Integer>>", "ListNode", "List<String>[]", "long"},
		"typescript": {"number", "string[][]", "Array<ListNode|null>", "TreeNode|null", "[number,string]"},
		"python":     {"int", "List[List[int]]", "Optional[ListNode]", "'TreeNode'", "Dict[str,int]"},
	}
	gaps := map[string][]string{
		"cpp":        {"", " ", "\n", "/* , ) { \" */", "// } ' (\n"},
		"java":       {"", " ", "\n", "/* , ) { \" */", "// } ' (\n"},
		"typescript": {"", " ", "/* , ) { \" */"},
		"python":     {"", " "},
	}
	rapid.Check(t, func(t *rapid.T) {
		language := rapid.SampledFrom([]string{"cpp", "java", "typescript", "python"}).Draw(t, "language")
		gap := func() string { return rapid.SampledFrom(gaps[language]).Draw(t, "gap") }
		blank := func() string { return gap() + " " + gap() }
		method := name.Draw(t, "method")
		var want, written, parameters []string
		for i := range rapid.IntRange(0, 4).Draw(t, "parameters") {
			kind := rapid.SampledFrom(kinds[language]).Draw(t, "kind")
			p := fmt.Sprintf("%s%d", name.Draw(t, "parameter"), i)
			want, parameters = append(want, kind+" "+p), append(parameters, p)
			if language == "cpp" || language == "java" {
				written = append(written, gap()+kind+blank()+p+gap())
			} else {
				written = append(written, gap()+p+gap()+":"+gap()+kind+gap())
			}
		}
		list := "(" + strings.Join(written, ",") + ")"
		var source string
		switch language {
		case "cpp":
			source = join(gap, "class ", "Solution", "{ int other; void no() { if (1) { } } public:", "vector<int> ", method, list,
				"{ return {}; }", "};")
		case "java":
			source = join(gap, "class ", "Solution", "{ int other; private void no() { if (1) { } }", "public ", "int[] ", method,
				list, "{ return null; }", "}")
		case "typescript":
			source = join(gap, "class ", "Solution", "{ private no() {}", method, list, ": number[] { return [] }", "}")
		case "python":
			list = strings.Replace(list, "(", "(self,", 1)
			source = "class Solution:\n  def __no(self): pass\n  def " + method + list + " -> List[int]:\n    return []\n"
		}
		target, err := choose(outlineOf(language, source), Call{Parameters: parameters})
		if err != nil {
			t.Fatalf("%s\n%v", source, err)
		}
		if got := describe(target); got != method+"("+strings.Join(want, ", ")+")" {
			t.Fatalf("%s\ngot %s, want %s(%s)", source, got, method, strings.Join(want, ", "))
		}
	})
}

// join puts a gap between all parts.
func join(gap func() string, parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part + gap())
	}
	return b.String()
}

// FuzzWrap: nothing that a file can hold makes Wrap panic or hang; what it takes keeps its lines.
func FuzzWrap(f *testing.F) {
	for _, p := range problems(f) {
		for _, source := range p.sources {
			f.Add([]byte(source))
		}
	}
	f.Add([]byte("class Solution { public: int f(int a = (1 < 2"))
	f.Add([]byte("#if 0\n#endif\nR\"(`${`${'\\"))
	f.Add([]byte("class Solution:\n\tdef f(self, a: '"))
	f.Fuzz(func(t *testing.T, source []byte) {
		for language, file := range files {
			for _, call := range []Call{{}, {Name: "f", Parameters: []string{"a"}}, {Parameters: []string{"a", "b"}}, {Class: "Solution"}} {
				h, err := Wrap(language, file, source, call)
				if err != nil {
					if h != nil {
						t.Errorf("%s: a harness and %v", language, err)
					}
					continue
				}
				if h.Files[h.Main] == nil || h.Files[h.Own] == nil {
					t.Errorf("%s: %s or %s is missing", language, h.Main, h.Own)
				}
				if got, want := strings.Count(string(h.Files[h.Own]), "\n"), h.lines-1; got < want {
					t.Errorf("%s: %d lines, want %d", language, got, want)
				}
			}
		}
		for _, tokens := range [][]token{
			braces(string(source), dialect{directives: true}), braces(string(source), dialect{textBlocks: true}),
			braces(string(source), dialect{script: true}), indented(string(source)),
		} {
			end, line := 0, 1
			for _, token := range tokens {
				line += strings.Count(string(source[end:token.start]), "\n")
				if token.start < end || token.end <= token.start || token.text != string(source[token.start:token.end]) || token.line != line {
					t.Fatalf("token %+v behind %d in line %d", token, end, line)
				}
				line += strings.Count(token.text, "\n")
				end = token.end
			}
		}
	})
}
