package function

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"execre/runner/toolchain/toolchaintest"
)

var files = map[string]string{
	"python": "solution.py", "javascript": "solution.js", "typescript": "solution.ts", "cpp": "solution.cpp",
	"java": "Solution.java",
}

// problem is a candidate in every language, with an input and what all of them must print.
type problem struct {
	name          string
	parameters    []string
	input, output string
	sources       map[string]string // by language
}

func problems(t testing.TB) []problem {
	t.Helper()
	archives, err := filepath.Glob("testdata/problems/*.txtar")
	if err != nil || len(archives) < 12 {
		t.Fatalf("%d problems: %v", len(archives), err)
	}
	var all []problem
	for _, archive := range archives {
		all = append(all, readProblem(t, archive))
	}
	echo := readProblem(t, "testdata/echo.txtar")
	echo.input, echo.output = echoes()
	return append(all, echo, readProblem(t, "testdata/circle.txtar"))
}

// refusals are inputs that a program must not answer, and what it says then on stderr.
var refusals = []struct {
	problem, input, want string
	languages            string // "" for all
}{
	{"two-sum", "[1, 2]\n", "execre: lines of values: 2 needed, 1 found", ""},
	{"two-sum", "[1, 2]\n3\n4\n", "execre: lines of values: 2 needed, 3 found", ""},
	{"two-sum", "[1, x]\n3\n", "execre: line 1 of the input (nums): ", ""},
	{"two-sum", "[1, 2\n3\n", "execre: line 1 of the input (nums): ", ""},
	{"two-sum", "[1, 2]\n3 4\n", "execre: line 2 of the input (target): ", ""},
	{"two-sum", "[3000000000]\n3\n", "execre: line 1 of the input (nums): 3000000000 does not fit into the type", "cpp java"},
	{"two-sum", "[1, 2]\n2.5\n", "execre: line 2 of the input (target): found 2.5 where an integer is expected", "cpp java"},
	{"big-sum", "[1.5]\n", "execre: line 1 of the input (nums): ", "cpp java javascript typescript"},
	{"level-order", "[1, null, null, 5]\n", "execre: line 1 of the input (root): the tree has a node without a parent", ""},
	{"level-order", "[null, 1]\n", "execre: line 1 of the input (root): null stands at the root", ""},
	{"level-order", "5\n", "execre: line 1 of the input (root): ", ""},
	{"lru-cache", `["LRUCache", "fly"]` + "\n[[2], []]\n", "execre: operation 2", ""},
	{"lru-cache", `["Cache"]` + "\n[[2]]\n", "execre: operation 1", ""},
	{"lru-cache", `["LRUCache", "get"]` + "\n[[2]]\n", "execre: there are not as many arguments as operations", ""},
	{"lru-cache", `["LRUCache"]` + "\n", "execre: the input needs two lines: the operations and their arguments", ""},
	{"circle", "[1, 2, 3, 4]\n", "execre: the list goes round in a circle", ""},
}

// judgeAll runs the program of every problem with its input and with those of refusals.
func judgeAll(
	t *testing.T, language string, all []problem, run func(t *testing.T, i int, input string) (string, string, int),
) {
	for i, p := range all {
		if p.output != "" {
			t.Run(p.name, func(t *testing.T) {
				stdout, stderr, status := run(t, i, p.input)
				judge(t, p, stdout, stderr, status)
			})
		}
	}
	for _, r := range refusals {
		if language == "typescript" || r.languages != "" && !slices.Contains(strings.Fields(r.languages), language) {
			continue
		}
		// The harness of TypeScript is that of JavaScript.
		t.Run("refuses", func(t *testing.T) {
			i := slices.IndexFunc(all, func(p problem) bool { return p.name == r.problem })
			stdout, stderr, status := run(t, i, r.input)
			if stdout != "" || !strings.Contains(stderr, r.want) || status != 1 {
				t.Errorf("%s with %q: status %d, stdout %q\ngot  %s\nwant %s", r.problem, r.input, status, stdout, stderr, r.want)
			}
		})
	}
}

func readProblem(t testing.TB, archive string) problem {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	p := problem{name: strings.TrimSuffix(filepath.Base(archive), ".txtar"), sources: map[string]string{}}
	for _, f := range a.Files {
		switch text := string(f.Data); f.Name {
		case "parameters":
			p.parameters = strings.Fields(text)
		case "input":
			p.input = text
		case "output":
			p.output = text
		default:
			for language, file := range files {
				if file == f.Name {
					p.sources[language] = text
				}
			}
		}
	}
	if len(p.sources) != len(files) {
		t.Fatalf("%s is there in %d languages", archive, len(p.sources))
	}
	return p
}

// write puts the files of a harness into a folder.
func write(t testing.TB, h *Harness) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range h.Files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := h.Files[h.Main]; !ok {
		t.Errorf("%s is not among the files", h.Main)
	}
	return dir
}

// run runs a program with the input.
func run(t testing.TB, input string, argv ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// python is the interpreter itself, whatever leads to it.
var python = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	return strings.TrimSpace(string(out)), err
})

func pythonPath(t testing.TB) string {
	t.Helper()
	path, err := python()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func wrapped(t testing.TB, language string, p problem) *Harness {
	t.Helper()
	h, err := Wrap(language, "candidates/"+files[language], []byte(p.sources[language]), Call{Parameters: p.parameters})
	if err != nil {
		t.Fatalf("%s in %s: %v", p.name, language, err)
	}
	return h
}

func judge(t *testing.T, p problem, stdout, stderr string, status int) {
	t.Helper()
	if status != 0 || stdout != p.output {
		at := 0
		for at < min(len(stdout), len(p.output)) && stdout[at] == p.output[at] {
			at++
		}
		got, want := stdout[max(at-40, 0):], p.output[max(at-40, 0):]
		t.Errorf("status %d, stderr:\n%s\ngot  …%.100q\nwant …%.100q", status, stderr, got, want)
	}
	if p.name == "two-sum" && !strings.Contains(stderr, "looking at 2") {
		t.Errorf("what the candidate prints is not on stderr: %q", stderr)
	}
}

func TestPython(t *testing.T) {
	all := problems(t)
	judgeAll(t, "python", all, func(t *testing.T, i int, input string) (string, string, int) {
		dir := write(t, wrapped(t, "python", all[i]))
		return run(t, input, pythonPath(t), "-I", "-S", "-B", filepath.Join(dir, mainPython))
	})
}

// TestPythonResults: what a Python function returns instead of a list is printed as one; a set in order, since its own is
// another in every start.
func TestPythonResults(t *testing.T) {
	results := []struct{ expression, want string }{
		{"(1, (2, 'x'))", `[1,[2,"x"]]`},
		{"{3: [1], 'a': None}", `{"3":[1],"a":null}`},
		{"{3: [1], 'a': 2}.values()", "[[1],2]"},
		{"{3: 1, 5: 2}.keys()", "[3,5]"},
		{"range(3)", "[0,1,2]"},
		{"map(str, [1, 2])", `["1","2"]`},
		{"(x * x for x in [1, 2])", "[1,4]"},
		{"zip([1], ['a'])", `[[1,"a"]]`},
		{"deque([1, 2])", "[1,2]"},
		{"{'b', 'a', 'c'}", `["a","b","c"]`},
		{"{(2, 1), (1, 3)}", "[[1,3],[2,1]]"},
		{"{1, 'a', None}", `["a",1,null]`},
		{"frozenset([3, 1])", "[1,3]"},
		{"iter([])", "[]"},
		{"[ListNode(1), None]", "[[1],null]"},
		{"True", "true"},
		{"7 / 2", "3.5"},
		{"6 / 2", "3"},
		{"-0.0", "0"},
		{"float('inf')", "Infinity"},
		{"Counter('aab')", `{"a":2,"b":1}`},
	}
	source, operations, given, want := "class R:\n", `["R"`, "[[]", "[null"
	for i, r := range results {
		source += fmt.Sprintf("    def m%d(self): return %s\n", i, r.expression)
		operations += fmt.Sprintf(`, "m%d"`, i)
		given, want = given+", []", want+","+r.want
	}
	wrap := func(source string, parameters ...string) []string {
		h, err := Wrap("python", "a.py", []byte(source), Call{Parameters: parameters})
		if err != nil {
			t.Fatal(err)
		}
		return []string{pythonPath(t), "-I", "-S", "-B", filepath.Join(write(t, h), h.Main)}
	}
	stdout, stderr, _ := run(t, operations+"]\n"+given+"]\n", wrap(source, "operations", "arguments")...)
	if stdout != want+"]\n" {
		t.Errorf("got  %s\nwant %s\n%s", stdout, want, stderr)
	}
	stdout, stderr, status := run(t, "1\n", wrap("def f(a):\n    return [b'x']\n", "a")...)
	if want := "execre: a bytes cannot be printed as JSON: return numbers, texts, lists, nodes or None\n"; stderr != want || stdout != "" || status != 1 {
		t.Errorf("%d %q %q, want %q", status, stdout, stderr, want)
	}
}

// TestJavaScriptGenerators: what a generator yields is the list that it answers; one that does not end is refused.
func TestJavaScriptGenerators(t *testing.T) {
	for _, tt := range []struct{ source, stdout, stderr string }{
		{"var inorder = function*(a) { for (const x of a) { if (Array.isArray(x)) yield* inorder(x); else yield x; } };\n", "[1,2,3]\n", ""},
		{"function* inorder(a) { yield a[0]; yield null; }\n", "[1,null]\n", ""},
		{"class Solution { *inorder(a) { yield a; } }\n", "[[1,[2,[3]]]]\n", ""},
		{"function* inorder(a) { for (;;) yield 1; }\n", "", "execre: the generator gives more than 1000000 values: it has to end"},
		{"async function* inorder(a) { yield 1; }\n", "", "execre: a AsyncGenerator cannot be printed as JSON"},
	} {
		h, err := Wrap("javascript", "a.js", []byte(tt.source), Call{Parameters: []string{"a"}})
		if err != nil {
			t.Fatal(err)
		}
		stdout, stderr, _ := run(t, "[1,[2,[3]]]\n", "node", filepath.Join(write(t, h), h.Main))
		if stdout != tt.stdout || !strings.Contains(stderr, tt.stderr) {
			t.Errorf("%s: got %q, want %q\n%s", tt.source, stdout, tt.stdout, stderr)
		}
	}
}

func TestJavaScript(t *testing.T) {
	all := problems(t)
	judgeAll(t, "javascript", all, func(t *testing.T, i int, input string) (string, string, int) {
		h := wrapped(t, "javascript", all[i])
		return run(t, input, "node", filepath.Join(write(t, h), h.Main))
	})
}

func TestTypeScript(t *testing.T) {
	argv := []string{"node", "testdata/transpile.js", toolchaintest.TypeScript(t)}
	all := problems(t)
	for _, p := range all {
		h := wrapped(t, "typescript", p)
		argv = append(argv, filepath.Join(write(t, h), h.Main))
	}
	if _, stderr, status := run(t, "", argv...); status != 0 {
		t.Fatal(stderr)
	}
	judgeAll(t, "typescript", all, func(t *testing.T, i int, input string) (string, string, int) {
		return run(t, input, "node", strings.TrimSuffix(argv[i+3], ".ts")+".transpiled.js")
	})
}

// TestJava runs everything in one virtual machine, as the warm engine does.
func TestJava(t *testing.T) {
	argv := []string{"java", "-XX:TieredStopAtLevel=1", "testdata/Driver.java"}
	all := problems(t)
	for _, p := range all {
		dir := write(t, wrapped(t, "java", p))
		argv = append(argv, dir)
		inputs := []string{p.input}
		for _, r := range refusals {
			if r.problem == p.name {
				inputs = append(inputs, r.input)
			}
		}
		for _, input := range inputs {
			// The answers are found by their inputs.
			if err := os.WriteFile(filepath.Join(dir, inputName(input)), []byte(input), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, stderr, status := run(t, "", argv...); status != 0 {
		t.Fatal(stderr)
	}
	judgeAll(t, "java", all, func(t *testing.T, i int, input string) (string, string, int) {
		base := filepath.Join(argv[i+3], inputName(input))
		stdout, err := os.ReadFile(base + ".stdout")
		if err != nil {
			t.Fatal(err)
		}
		stderr, err := os.ReadFile(base + ".stderr")
		if err != nil {
			t.Fatal(err)
		}
		status := 0
		if strings.HasPrefix(string(stderr), "execre: ") {
			status = 1 // an exception that leaves main
		}
		return string(stdout), string(stderr), status
	})
}

func inputName(input string) string {
	return fmt.Sprintf("input-%x", sha256.Sum256([]byte(input)))[:20]
}

// together makes one C++ program of many, since the compiler takes seconds for each: every one has a namespace.
func together(t testing.TB, harnesses []*Harness) (binary string) {
	t.Helper()
	dir := t.TempDir()
	text := beforeCPP
	table := ""
	for i, h := range harnesses {
		name := fmt.Sprintf("problem%d", i)
		rest, ok := strings.CutPrefix(string(h.Files[mainCPP]), beforeCPP)
		if !ok {
			t.Fatal("the harness begins otherwise")
		}
		rest = strings.NewReplacer(
			`#include "solution.cpp"`, fmt.Sprintf("#include %q", name+".cpp"),
			"signed main()", "int run()", "  operations.unknown();\n}", "  operations.unknown();\n  return 0;\n}",
			"(&::", "(&"+name+"::", "return ::", "return "+name+"::",
			"a...); });\n}", "a...); });\n  return 0;\n}",
		).Replace(rest)
		text += fmt.Sprintf("namespace %s {\n%s}\n", name, rest)
		table += name + "::run, "
		if err := os.WriteFile(filepath.Join(dir, name+".cpp"), h.Files[h.Own], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text += fmt.Sprintf("int main(int, char **argv) { int (*all[])() = {%s}; return all[std::atoi(argv[1])](); }\n", table)
	if err := os.WriteFile(filepath.Join(dir, "all.cpp"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	binary = filepath.Join(dir, "all")
	if _, stderr, status := run(t, "", "g++", "-std=gnu++20", "-O0", "-o", binary, filepath.Join(dir, "all.cpp")); status != 0 {
		t.Fatal(stderr)
	}
	return binary
}

func TestCPP(t *testing.T) {
	all := problems(t)
	var harnesses []*Harness
	for _, p := range all {
		harnesses = append(harnesses, wrapped(t, "cpp", p))
	}
	binary := together(t, harnesses)
	judgeAll(t, "cpp", all, func(t *testing.T, i int, input string) (string, string, int) {
		return run(t, input, binary, strconv.Itoa(i))
	})
}

// TestCPPProgram compiles a program as it is, as strictly as somebody might.
func TestCPPProgram(t *testing.T) {
	p := readProblem(t, "testdata/problems/lru-cache.txtar")
	h := wrapped(t, "cpp", p)
	dir := write(t, h)
	binary := filepath.Join(dir, "program")
	_, stderr, status := run(t, "", "g++", "-std=gnu++17", "-Wall", "-Wextra", "-O1", "-o", binary, filepath.Join(dir, h.Main))
	if status != 0 || stderr != "" {
		t.Fatal(stderr)
	}
	stdout, stderr, status := run(t, p.input, binary)
	judge(t, p, stdout, stderr, status)
}

// javaScriptNumber writes a number as JavaScript does (ECMAScript 2024, section 6.1.6.1.20).
func javaScriptNumber(v float64) string {
	if v == 0 {
		return "0"
	}
	minus := ""
	if v < 0 {
		minus, v = "-", -v
	}
	text := strconv.FormatFloat(v, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	n, _ := strconv.Atoi(exponent)
	n++
	switch k := len(digits); {
	case k <= n && n <= 21:
		return minus + digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		return minus + digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		return minus + "0." + strings.Repeat("0", -n) + digits
	case k == 1:
		return minus + digits + fmt.Sprintf("e%+d", n-1)
	}
	return minus + digits[:1] + "." + digits[1:] + fmt.Sprintf("e%+d", n-1)
}

// echoes makes many values of every kind, and what is to come back for them.
func echoes() (input, output string) {
	r := rand.New(rand.NewPCG(1, 2))
	var operations, given, want []string
	add := func(operation, argument, answer string) {
		operations = append(operations, strconv.Quote(operation))
		given = append(given, "["+argument+"]")
		want = append(want, answer)
	}
	add("Echo", "", "null")
	real := func() float64 {
		switch r.IntN(4) {
		case 0:
			return float64(r.IntN(2001)-1000) / 100
		case 1:
			return math.Ldexp(1, r.IntN(2098)-1074)
		case 2:
			v, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", r.IntN(1000), r.IntN(60)-30), 64)
			return v
		}
		for {
			if v := math.Float64frombits(r.Uint64()); !math.IsNaN(v) && !math.IsInf(v, 0) {
				return v
			}
		}
	}
	reals := []float64{
		0, math.Copysign(0, -1), 1, 2, 0.1, 1e21, 1e20, 123456789012345680000, 1e-6, 1e-7, 2e23, 1e23, 5e-324,
		2.2250738585072014e-308, math.MaxFloat64, 2e-44, 9007199254740993, 1.0 / 3,
	}
	for range 2000 {
		reals = append(reals, real())
	}
	for i, v := range reals {
		add("real", strconv.FormatFloat(v, "eg"[i%2], 17, 64), javaScriptNumber(v))
	}
	add("reals", "[1, 2.50, -0.0, 3e2]", "[1,2.5,0,300]")
	for _, v := range []int64{0, 1, -1, math.MaxInt64, math.MinInt64, 1 << 53, 1<<53 + 1, math.MaxInt32, math.MinInt32} {
		add("whole", strconv.FormatInt(v, 10), strconv.FormatInt(v, 10))
	}
	for range 300 {
		v := int64(r.Uint64()) >> r.IntN(64)
		add("whole", strconv.FormatInt(v, 10), strconv.FormatInt(v, 10))
	}
	letters := []rune("abc\"\\/\b\f\n\r\t\x00\x1f\x7f {}[],:éß中😀\u2028\ufeff\uffff")
	text := func() (given, answer string) {
		given, answer = `"`, `"`
		for range r.IntN(8) {
			c := letters[r.IntN(len(letters))]
			escaped, ok := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}[c]
			switch {
			case ok:
			case c < 0x20:
				escaped = fmt.Sprintf(`\u%04x`, c)
			default:
				escaped = string(c)
			}
			answer += escaped
			if r.IntN(3) == 0 { // another way to write it
				if escaped = fmt.Sprintf(`\u%04X`, c); c >= 0x10000 {
					escaped = fmt.Sprintf(`\u%04x\u%04x`, 0xd800+(c-0x10000)>>10, 0xdc00+(c-0x10000)&0x3ff)
				}
			}
			given += escaped
		}
		return given + `"`, answer + `"`
	}
	for range 300 {
		given, answer := text()
		add("text", given, answer)
		add("texts", "[ "+given+" , \"]\","+given+"]", "["+answer+`,"]",`+answer+"]")
	}
	add("text", `"\udc00 \ud800 \ud83d"`, `"\udc00 \ud800 \ud83d"`)
	add("texts", "[]", "[]")
	add("yes", "true", "true")
	add("yes", " false ", "false")
	add("rows", "[]", "[]")
	add("rows", "[[], [1, 2], [ ], [-2147483648,2147483647]]", "[[],[1,2],[],[-2147483648,2147483647]]")
	add("list", "[]", "[]")
	add("list", "null", "[]")
	add("list", "[1, 2, 3]", "[1,2,3]")
	add("tree", "[ ]", "[]")
	add("tree", "null", "[]")
	add("tree", "[1]", "[1]")
	add("tree", "[1, null, null]", "[1]")
	add("tree", "[1,null,2,3,null,null,4]", "[1,null,2,3,null,null,4]")
	add("tree", "[5,4,7,3,null,2,null,-1,null,9]", "[5,4,7,3,null,2,null,-1,null,9]")
	add("trees", "[[], [1], null, [1, null, 2, null]]", "[[],[1],[],[1,null,2]]")
	return "[" + strings.Join(operations, ", ") + "]\n[" + strings.Join(given, ", ") + "]\n", "[" + strings.Join(want, ",") + "]\n"
}
