package evaluate

import (
	"slices"
	"strings"
	"testing"

	"execre/analysis/reliability"
)

// TestToolsOfAProblem: inputs come of the generator where there is no format, none that the validator refuses, and none twice;
// a program that tosses a coin has no say; and one that prints what the checker refuses stands as refused.
func TestToolsOfAProblem(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		// Any number greater than the given one is right; the checker does not look at the answer.
		"candidates/a.py":       "print(int(input()) + 1)\n",
		"candidates/b.py":       "print(int(input()) + 2)\n",
		"candidates/wrong.py":   "n = int(input())\nprint(n + 1 if n < 5 else n)\n",
		"candidates/coin.py":    "import random\nprint(int(input()) + random.choice([-10 ** 6, 10 ** 6]))\n",
		"labels.json":           `{"a.py": "accepted", "b.py": "accepted", "wrong.py": "wrong_answer", "coin.py": "wrong_answer", "same_as.py": "accepted"}`,
		"samples/1.in":          "1\n",
		"samples/1.ans":         "2\n",
		"gen.py":                "import sys\nprint(int(sys.argv[1]) % 40)\n",
		"validator.py":          "import sys\nsys.exit(int(sys.stdin.read()) >= 20)\n",
		"checker.py":            "import sys\nn, out = (int(open(f).read()) for f in sys.argv[1:3])\nsys.exit(not out > n)\n",
		"execre.toml":           `checker = ["./checker.py", "style=testlib"]` + "\n",
		"candidates/same_as.py": "print(int(input()) + 1)  # a copy\n",
	})
	problems, err := Read(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := onMachine(t)
	cfg.Inputs = 30
	r, err := execute(t.Context(), &problems[0], cfg, newClock(nil, cfg))
	if err != nil {
		t.Fatal(err)
	}
	if r.Format != "generator" || !r.Validated {
		t.Errorf("format %q, validated %v, notes %q", r.Format, r.Validated, r.Notes)
	}
	seen := map[string]bool{}
	for _, row := range r.Rows {
		if seen[row.Input] || len(strings.TrimSpace(row.Input)) == 2 && row.Input[0] > '1' {
			t.Errorf("the input %q", row.Input)
		}
		seen[row.Input] = true
	}
	if len(r.Rows) < 15 || len(r.Rows) > 20 {
		t.Errorf("%d inputs, where there are 20", len(r.Rows))
	}
	at := map[string]int{}
	var all []int
	for j, p := range r.Programs {
		name := strings.TrimPrefix(p.Name, "candidates/")
		at[name] = j
		all = append(all, j)
		if p.Flaky != (name == "coin.py") {
			t.Errorf("%s: flaky is %v", name, p.Flaky)
		}
	}
	p := newPool(r, all, source(1, "test"))
	for name, j := range at {
		want := reliability.StandingUnknown
		if name == "wrong.py" {
			want = reliability.WrongAnswer
		}
		if got := p.evidence.Programs[j].Standing; got != want {
			t.Errorf("%s: standing %q, want %q", name, got, want)
		}
	}
	if !p.evidence.Validated || slices.ContainsFunc(p.evidence.Matrix.Rows, func(row []int) bool { return row[at["coin.py"]] >= 0 }) {
		t.Error("the coin's answers count, or the validator does not")
	}
}

// TestToolsThatDoNotServe: a validator that refuses all samples, and tools that fail, are not used, and that is said.
func TestToolsThatDoNotServe(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"candidates/a.py": "print(int(input()) + 1)\n",
		"candidates/b.py": "print(1 + int(input()) * 1)\n",
		"labels.json":     `{"a.py": "accepted", "b.py": "accepted"}`,
		"samples/1.in":    "1\n", "samples/1.ans": "2\n",
		"input.schema":           "N\n---\n1 <= N <= 1000\n",
		"gen.py":                 "raise SystemExit(3)\n",
		"validators/no.py":       "raise SystemExit(1)\n",
		"input_validators/ok.py": "raise SystemExit(42)\n",
	})
	problems, err := Read(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := onMachine(t)
	r, err := execute(t.Context(), &problems[0], cfg, newClock(nil, cfg))
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(r.Notes, "\n")
	if len(r.Rows) != 10 || !r.Validated || r.Format != "given" || !strings.Contains(notes, "gen.py is not used any more") {
		t.Errorf("%d rows, validated %v, format %s, notes %q", len(r.Rows), r.Validated, r.Format, r.Notes)
	}
}

// TestKattisStatement: the statement of a package is read for the guess, limits and all.
func TestKattisStatement(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"problem.yaml":              "name: x\n",
		"submissions/accepted/a.py": "print(int(input()) + 1)\n",
		"data/sample/1.in":          "17\n", "data/sample/1.ans": "18\n",
		"problem_statement/problem.en.tex": "\\problemname{Next}\nWhat comes next?\n\\section*{Input}\n" +
			"One line with an integer $n$ ($1 \\le n \\le 4321$).\n\\section*{Output}\nThe next one.\n",
	})
	problems, err := Read(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	p := problems[0]
	if p.Format != "inferred" {
		t.Fatalf("format %q, notes %q", p.Format, p.Notes)
	}
	cfg := onMachine(t)
	cfg.Inputs = 200
	r, err := execute(t.Context(), &p, cfg, newClock(nil, cfg))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Input == "4321\n" }) {
		t.Error("no input has the limit of the statement")
	}
}
