package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"execre/server/internal/evaluate"
)

const smallDataSet = "../evaluate/testdata/small"

func TestEvaluate(t *testing.T) {
	export := t.TempDir()
	args := []string{
		"evaluate", smallDataSet, "--export", export, "--inputs", "10", "--sizes", "2,3", "--pools", "4",
		"--rules", "execre,execre-questions,one-program", "--format",
	}
	stdout, stderr, status := execre(t, append(args, "json")...)
	if status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var result evaluate.Result
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err)
	}
	if result.Version != evaluate.ResultVersion || result.Problems != 3 || len(result.Rules) != 3 {
		t.Errorf("%+v", result)
	}
	again, _, _ := execre(t, append(args, "json")...)
	if again != stdout {
		t.Error("from the records comes another result")
	}
	stdout, stderr, status = execre(t, append(args, "csv", "--preset", "execre-paper")...)
	if status != 0 || strings.Contains(stdout, "execre-paper,") || !strings.Contains(stdout, "execre-questions,") {
		t.Errorf("rules that are named with a preset: status %d, %s%s", status, stdout, stderr)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if _, stderr, status := execre(t, append(args, "html", "--output", page)...); status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "<svg") {
		t.Errorf("the page: %v", err)
	}
}

func TestEvaluateMistakes(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{t.TempDir()}, "holds no problem"},
		{[]string{smallDataSet, "--rules", "astrology"}, `there is no rule "astrology": choose from samples, execre`},
		{[]string{smallDataSet, "--oracle-error", "2"}, "--oracle-error: the error rate"},
		{[]string{smallDataSet, "--sizes", "900"}, "ask for smaller pools, --sizes 9"},
		{[]string{smallDataSet, "--sizes", "0"}, "--sizes 2,3,5"},
		{[]string{smallDataSet, "--pools", "0"}, "--pools must be"},
		{[]string{smallDataSet, "--preset", "astrology"}, "--preset"},
		{[]string{smallDataSet, "--jobs", "0"}, "--jobs must be"},
		{[]string{smallDataSet, "--inputs", "0"}, "--inputs must be"},
		{[]string{smallDataSet, "--problems", "x.jsonl"}, "--problems is for"},
		{[]string{"evaluate_test.go"}, "--problems FILE"},
	} {
		_, stderr, status := execre(t, append([]string{"evaluate"}, test.args...)...)
		if status != exitUsage || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: status %d, %s", test.args, status, stderr)
		}
	}
}

// TestEvaluateHelp: the forms of all data sets, with a command for each, what is right, and what is left out.
func TestEvaluateHelp(t *testing.T) {
	help, _, status := execre(t, "evaluate", "--help")
	if status != 0 {
		t.Fatalf("status %d", status)
	}
	for _, needed := range []string{
		"misleading", `{"a.cpp": "accepted"`, `"completion"`, "--problems HumanEval.jsonl", `"code_list"`, "execre evaluate codes.json",
		"exceeds the time limit", "LEFT OUT", "execre-paper", "(2,3,5,10,20)",
	} {
		if !strings.Contains(help, needed) {
			t.Errorf("the help lacks %q:\n%s", needed, help)
		}
	}
}
