package evaluate

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"execre/runner/build"
	"execre/runner/local"
	"execre/server/internal/check"
)

// onMachine is a configuration that compiles and executes for real.
func onMachine(t *testing.T) Config {
	t.Helper()
	here := local.New(local.Config{Jobs: 2})
	cache := &build.Cache{Dir: t.TempDir()}
	t.Cleanup(func() {
		if err := here.Close(); err != nil {
			t.Error(err)
		}
		if err := cache.Close(); err != nil {
			t.Error(err)
		}
	})
	return Config{
		Executor: here, Builder: cache, Jobs: 2, Seed: 1, Preset: check.Default, Inputs: 10, Sizes: []int{2, 3}, Pools: 5, Now: time.Now,
	}
}

func labelsOf(r *Record) map[string]Label {
	labels := map[string]Label{}
	for _, p := range r.Programs {
		labels[p.Name] = p.Label
	}
	return labels
}

func TestSmallDataSet(t *testing.T) {
	problems, err := Read("testdata/small", "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := onMachine(t)
	cfg.Export = t.TempDir()
	result, err := Run(t.Context(), problems, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if result.Problems != 3 || result.Candidates != 14 || len(result.Notes) != 1 ||
		!strings.HasPrefix(result.Notes[0], "sums/total: the labels of 2 of 7 programs were found out") {
		t.Errorf("%d problems, %d candidates, notes %q", result.Problems, result.Candidates, result.Notes)
	}
	records := map[string]*Record{}
	for i := range problems {
		r := saved(cfg.Export, &problems[i], problems[i].key(cfg))
		if r == nil || len(r.Rows) == 0 {
			t.Fatalf("no record of %s, or no rows", problems[i].Name)
		}
		records[r.Problem] = r
	}
	total := labelsOf(records["sums/total"])
	for name, want := range map[string]Label{
		"oracle/oracle.py": Accepted, "candidates/never_negative.py": WrongAnswer, "candidates/two_at_least.py": RunTimeError,
	} {
		if total[name] != want {
			t.Errorf("%s is %q, want %q", name, total[name], want)
		}
	}
	// Two different right outputs are one answer, by the package's own validator.
	guess := records["kattis/guess"]
	for _, row := range guess.Rows {
		if row.Answers[0] != 0 || row.Answers[1] != 0 || guess.Samples[0].Answers[1] != 0 {
			t.Errorf("on %q the accepted programs answer %v", row.Input, row.Answers)
		}
	}
	if !guess.Custom {
		t.Error("the validator does not count as a checker")
	}
	classes := records["sums/largest"].classes()
	if diff := cmp.Diff(RecordClass{Members: []string{"candidates/a.py", "candidates/b.py"}, Clean: true}, classes[0]); diff != "" {
		t.Error(diff)
	}
	if names, _ := filepath.Glob(filepath.Join(cfg.Export, "*.csv")); len(names) != 4 {
		t.Errorf("files %q", names)
	}
}

func TestHumanEvalOnMachine(t *testing.T) {
	var completions strings.Builder
	for _, body := range []string{"    return sum(xs) * by\n", "    return sum(xs)\n", "    return xs.total()\n", "    return (\n"} {
		completions.Write(mustJSON(map[string]string{"task_id": "Test/0", "completion": body}))
		completions.WriteByte('\n')
	}
	problems, err := readHumanEval("c", strings.NewReader(completions.String()), "p", strings.NewReader(humanEvalLine))
	if err != nil {
		t.Fatal(err)
	}
	cfg := onMachine(t)
	r, err := execute(t.Context(), &problems[0], cfg, newClock(nil, cfg))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Label{
		"completion_000.py": Accepted, "completion_001.py": WrongAnswer, "completion_002.py": RunTimeError,
		"completion_003.py": CompileError, "canonical_solution.py": Accepted,
	}
	if diff := cmp.Diff(want, labelsOf(r)); diff != "" {
		t.Error(diff)
	}
	if len(r.Rows) == 0 || len(r.Samples) != 2 || r.Style != "function" {
		t.Errorf("%d rows, %d samples, style %s", len(r.Rows), len(r.Samples), r.Style)
	}
}

func TestLiveCodeBenchOnMachine(t *testing.T) {
	problems := lcbLine(t, map[string]any{
		"question_id": "1", "question_content": "Example 1:\n\nInput: nums = [1,2]\nOutput: 3\n",
		"starter_code":       "class Solution:\n    def total(self, nums: List[int]) -> int:\n        ",
		"public_test_cases":  `[{"input": "[1, 2]", "output": "3", "testtype": "functional"}]`,
		"private_test_cases": packed(t, `[{"input": "[-5, 1, 1]", "output": "-3", "testtype": "functional"}]`), "metadata": `{"func_name": "total"}`,
	}) + lcbLine(t, map[string]any{
		"question_id": "2", "question_content": "no format", "public_test_cases": `[{"input": "3", "output": "1.50", "testtype": "stdin"}]`,
		"private_test_cases": packed(t, `[{"input": "4", "output": "2", "testtype": "stdin"}]`), "metadata": "{}",
	})
	codes, err := json.Marshal([]any{
		map[string]any{"question_id": "1", "code_list": []string{
			"class Solution:\n    def total(self, nums: List[int]) -> int:\n        return reduce(add, nums, 0)", // by the preamble
			"class Solution:\n    def total(self, nums):\n        return sum(nums[:2])",
		}},
		map[string]any{"question_id": "2", "code_list": []string{"print(floor(int(input()) * 5) / 10)", "print('1.50')"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	all, err := readLiveCodeBench("c", codes, "p", strings.NewReader(problems))
	if err != nil {
		t.Fatal(err)
	}
	sortProblems(all)
	cfg := onMachine(t)
	for i := range all {
		r, err := execute(t.Context(), &all[i], cfg, newClock(nil, cfg))
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]Label{"code_000.py": Accepted, "code_001.py": WrongAnswer}
		if diff := cmp.Diff(want, labelsOf(r)); diff != "" {
			t.Errorf("question %s: %s", r.Problem, diff)
		}
		if r.Problem == "1" && !slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Answers[0] != row.Answers[1] }) {
			t.Errorf("no input among %d tells the two apart", len(r.Rows))
		}
	}
}
