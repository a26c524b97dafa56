package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
)

// largest prints the largest of N numbers; forgets.py never looks at the last one.
var largest = map[string]string{
	"a.py": "n = int(input())\nprint(max(map(int, input().split())))\n",
	"b.py": "input()\nbest = None\nfor x in input().split():\n    if best is None or int(x) > best:\n" +
		"        best = int(x)\nprint(best)\n",
	"brute.py":   "import sys\nprint(sorted(int(x) for x in sys.stdin.read().split()[1:])[-1])\n",
	"forgets.py": "n = int(input())\na = list(map(int, input().split()))\nprint(max(a[:-1] or a))\n",
}

// plainFolder makes a problem folder of nothing but the files.
func plainFolder(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFormatFromSamples: a folder with samples only is checked on inputs of the format that they show.
func TestFormatFromSamples(t *testing.T) {
	dir := plainFolder(t, "largest", with(largest,
		"1.in", "3\n5 17 4\n", "1.out", "17\n", "2.in", "5\n9 2 3 1 4\n", "2.out", "9\n"))
	report, status := checkFolder(t, dir, "--inputs", "100")
	if report.Inputs.Source != "inferred" || report.Inputs.Executed != 100 || status != 1 {
		t.Fatalf("exit %d, inputs %+v, problems %+v", status, report.Inputs, report.Problems)
	}
	for _, name := range []string{"a.py", "b.py", "brute.py"} {
		if c := candidate(t, report, name); c.Verdict != check.Trusted && c.Verdict != check.Agrees {
			t.Errorf("%s is right and is told: %s", name, c.Message)
		}
	}
	wrong := candidate(t, report, "forgets.py")
	if wrong.Verdict != check.Differs || wrong.Counterexample == nil || wrong.Counterexample.Input.Whole != "2\n1 2\n" {
		t.Errorf("forgets.py: %s %+v", wrong.Message, wrong.Counterexample)
	}
	if !slices.ContainsFunc(report.Problems, func(p check.Problem) bool { return p.Code == "schema-guessed" && p.Warning }) {
		t.Errorf("nothing is said of the guess: %+v", report.Problems)
	}
	table, _, _ := execre(t, "check", "--inputs", "20", dir)
	if !strings.Contains(table, "from a guessed format") || !strings.Contains(table, "execre schema infer") {
		t.Errorf("the table says nothing of the guess:\n%s", table)
	}
}

// TestFormatFromStatement: a folder with a statement only is checked on inputs of the format that it describes.
func TestFormatFromStatement(t *testing.T) {
	dir := plainFolder(t, "largest", with(largest, "statement.md", "## Input\n\nThe first line contains an integer $n$ ($1 \\le n \\le 8$). "+
		"The second line contains $n$ integers $a_1, a_2, \\ldots, a_n$ ($-100 \\le a_i \\le 100$).\n"))
	report, _ := checkFolder(t, dir, "--inputs", "100")
	if report.Inputs.Source != "inferred" || report.Inputs.Executed != 100 {
		t.Fatalf("inputs %+v, problems %+v", report.Inputs, report.Problems)
	}
	if c := candidate(t, report, "forgets.py"); c.Verdict != check.Differs {
		t.Errorf("forgets.py: %s", c.Message)
	}
	if report.Decision.Trusted == nil {
		t.Errorf("nothing is trusted: %s", report.Decision.Fallback)
	}
}

// TestRejectedFormat: where every program crashes on inputs of a guessed format, the guess is wrong and not the programs.
func TestRejectedFormat(t *testing.T) {
	dir := plainFolder(t, "names", map[string]string{
		"a.py": "n = int(input())\nprint(''.join({1: 'a', 2: 'b', 7: 'c'}[int(x)] for x in input().split()))\n",
		"b.py": "input()\nout = ''\nfor x in input().split():\n    out += ['a', 'b', 'c'][['1', '2', '7'].index(x)]\nprint(out)\n",
		"1.in": "3\n1 7 7\n", "1.out": "acc\n", "2.in": "4\n7 2 1 1\n", "2.out": "cbaa\n",
	})
	report, _ := checkFolder(t, dir, "--inputs", "100")
	if report.Inputs.Source != "samples" || report.Inputs.Executed != 0 || report.Decision.Trusted != nil {
		t.Errorf("inputs %+v, decision %+v", report.Inputs, report.Decision)
	}
	for _, c := range report.Candidates {
		if slices.Contains(blames, c.Verdict) {
			t.Errorf("%s: %s", c.File, c.Message)
		}
	}
	if !slices.ContainsFunc(report.Problems, func(p check.Problem) bool { return p.Code == "schema-rejected" }) {
		t.Errorf("nothing is said of the guess that was given up: %+v", report.Problems)
	}
}

// TestSchemaInfer: the guess is written where there is none, and never over what a person wrote.
func TestSchemaInfer(t *testing.T) {
	dir := plainFolder(t, "largest", map[string]string{"1.in": "3\n5 17 4\n", "1.out": "17\n", "2.in": "2\n9 2\n", "2.out": "9\n"})
	printed, _, status := execre(t, "schema", "infer", "--print", dir)
	if status != 0 || !strings.HasPrefix(printed, "N\nA_1 A_2 ... A_N\n---\n") {
		t.Fatalf("exit %d:\n%s", status, printed)
	}
	name := filepath.Join(dir, "input.schema")
	if _, err := os.Stat(name); err == nil {
		t.Error("--print wrote a file")
	}
	stdout, stderr, status := execre(t, "schema", "infer", dir)
	if status != 0 || stdout != "" || !strings.Contains(stderr, "probability") {
		t.Errorf("exit %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	if written, err := os.ReadFile(name); err != nil || string(written) != printed {
		t.Errorf("wrote %q: %v", written, err)
	}
	if err := os.WriteFile(name, []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, stderr, status = execre(t, "schema", "infer", dir); status != exitUsage || !strings.Contains(stderr, "not overwritten") {
		t.Errorf("exit %d, stderr %q", status, stderr)
	}
	if written, _ := os.ReadFile(name); string(written) != "mine\n" {
		t.Errorf("overwritten: %q", written)
	}
	_, stderr, status = execre(t, "schema", "infer", t.TempDir())
	if status != exitUsage || !strings.Contains(stderr, "nothing is known of the input") {
		t.Errorf("an empty folder: exit %d, stderr %q", status, stderr)
	}
}

// TestFormatThatSamplesDoNotShow: N + M pairs follow, and the samples do not say so. Whoever is there, in languages that crash
// at the end of their input and in those that do not, no right program is blamed for inputs that are none.
func TestFormatThatSamplesDoNotShow(t *testing.T) {
	programs := map[string]string{
		"a.py": "n, m = map(int, input().split())\ns = 0\nfor i in range(n + m):\n    a, b = map(int, input().split())\n    s += a * b\nprint(s)\n",
		"b.cpp": "#include <cstdio>\nint main() {\n    int n, m, a, b;\n    long long s = 0;\n    scanf(\"%d %d\", &n, &m);\n" +
			"    for (int i = 0; i < n + m; i++) {\n        scanf(\"%d %d\", &a, &b);\n        s += (long long)a * b;\n    }\n    printf(\"%lld\\n\", s);\n}\n",
		"c.cpp": "#include <iostream>\nint main() {\n    int n, m;\n    long long s = 0;\n    std::cin >> n >> m;\n" +
			"    for (int i = n + m; i > 0; i--) {\n        long long a = 0, b = 0;\n        std::cin >> a >> b;\n        s += a * b;\n    }\n    std::cout << s;\n}\n",
	}
	one := []string{"1.in", "2 3\n1 5\n2 6\n1 7\n9 9\n3 1\n", "1.out", "108\n"}
	// Two samples of the same size show a constant that the format has not.
	two := slices.Concat(one, []string{"2.in", "4 1\n1 1\n2 1\n5 2\n9 8\n3 3\n", "2.out", "94\n"})
	for name, samples := range map[string][]string{"one sample": one, "two samples": two} {
		t.Run(name, func(t *testing.T) {
			report, status := checkFolder(t, plainFolder(t, "pairs", with(programs, samples...)), "--inputs", "100")
			for _, c := range report.Candidates {
				if slices.Contains(blames, c.Verdict) {
					t.Errorf("%s: %s", c.File, c.Message)
				}
			}
			if name == "two samples" { // a later guess has N pairs and then M pairs, and holds
				if g := report.Guess; g == nil || !strings.HasPrefix(g.Text, "N M\nx_1 y_1\n:\nx_N y_N\nz_1 a_1\n:\nz_M a_M\n---\n") || len(g.Rejected) == 0 {
					t.Errorf("guess %+v", g)
				}
				for _, c := range report.Candidates {
					if c.Inputs.Agree != 100 {
						t.Errorf("%s: %s, %+v", c.File, c.Message, c.Inputs)
					}
				}
				if status != 0 || report.Inputs.Source != "inferred" || report.Inputs.Executed != 100 || report.Decision.Trusted == nil {
					t.Errorf("exit %d, %+v, %+v", status, report.Inputs, report.Decision)
				}
				return
			}
			if status != 3 || report.Inputs.Executed > 0 || !slices.ContainsFunc(report.Problems, func(p check.Problem) bool {
				return p.Code == "schema-missing" && strings.Contains(p.Message, "only the samples were run")
			}) {
				t.Errorf("exit %d, %+v %+v", status, report.Inputs, report.Problems)
			}
		})
	}
}

// TestFunctionsWithAPromise: a statement may promise what no format says (one valid answer). Then no input is made, but
// functions are still called with the samples.
func TestFunctionsWithAPromise(t *testing.T) {
	method := func(inner string) string {
		return "class Solution:\n    def twoSum(self, nums: list[int], target: int) -> list[int]:\n        for i in range(len(nums)):\n" +
			"            for j in range(" + inner + "):\n                if nums[i] + nums[j] == target:\n                    return sorted([i, j])\n"
	}
	report, status := checkFolder(t, plainFolder(t, "two-sum", map[string]string{
		"statement.md": "Return the indices of the two numbers of nums that add up to target.\n\n" +
			"Example 1:\nInput: nums = [2,7,11,15], target = 9\nOutput: [0,1]\n\nExample 2:\nInput: nums = [3,2,4], target = 6\nOutput: [1,2]\n\n" +
			"Constraints:\n2 <= nums.length <= 10^4\n-10^9 <= nums[i], target <= 10^9\nOnly one valid answer exists.\n",
		"a.py": method("i"), "twice.py": method("i + 1"), "samples/1.in": "[2,7,11,15]\n9\n", "samples/1.out": "[0,1]\n",
		"samples/2.in": "[3,2,4]\n6\n", "samples/2.out": "[1,2]\n",
	}))
	if c := candidate(t, report, "a.py"); c.Verdict != check.Undecided || !strings.HasPrefix(c.Message, "samples pass") {
		t.Errorf("a.py: %s %s", c.Verdict, c.Message)
	}
	if c := candidate(t, report, "twice.py"); c.Verdict != check.FailsSample || c.Message != "fails sample 2" {
		t.Errorf("twice.py: %s %s", c.Verdict, c.Message)
	}
	if status != 1 || report.Inputs.Executed > 0 {
		t.Errorf("exit %d, %+v", status, report.Inputs)
	}
}
