package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
)

// asked runs judge with what a person types.
func asked(t *testing.T, dir, typed string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := (&judgeCommand{Dir: dir, Seed: 1}).Run(&environment{
		ctx: t.Context(), stdin: strings.NewReader(typed), stdout: &stdout, stderr: &stderr,
	})
	if err != nil {
		t.Fatalf("%v\n%s%s", err, &stdout, &stderr)
	}
	return stdout.String()
}

// inOrder fails unless the text has the parts one after the other.
func inOrder(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		at := strings.Index(rest, part)
		if at < 0 {
			t.Fatalf("no %q in its place in:\n%s", part, text)
		}
		rest = rest[at+len(part):]
	}
}

// TestJudge: a person's answers decide where the programs alone do not, by and by, and deleting the files takes it back.
func TestJudge(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "coupon-split"))
	before, err := os.ReadDir(filepath.Join(dir, "samples"))
	if err != nil {
		t.Fatal(err)
	}
	inOrder(
		t, asked(t, dir, "9\nYes\n@/nowhere\n=\n=  Yes\n1\n"),
		"no trusted reference: ", "question 1: ", "  input: 25 3\n", "  1) dora.py, emil.py, frida.py, georg.py: No\n", "  2) anna.py, bert.py, clara.py: Yes\n",
		`"9" is none of the answers, which are 1 to 2; `, `"Yes" is none of the answers`, "no such file", "the answer is empty", "kept in samples/judged-1.out and samples/judged-1.in: delete that to take it back",
		"trusted reference: anna.py (judged: ", "question 2: ", "frida.py, georg.py: ", "kept in samples/judged-2.",
	)
	for file, want := range map[string]string{"judged-1.in": "25 3\n", "judged-1.out": "Yes\n"} {
		if text, err := os.ReadFile(filepath.Join(dir, "samples", file)); err != nil || string(text) != want {
			t.Errorf("%s: got %q, %v, want %q", file, text, err, want)
		}
	}
	report, _ := checkFolder(t, dir)
	if report.Decision.QuestionsAnswered != 2 || report.Decision.Rule != "judged" {
		t.Errorf("got %+v, want a judged decision after two answers", report.Decision)
	}
	if anna := candidate(t, report, "anna.py"); anna.Verdict != check.Trusted || anna.Lens() != "α=0.99 trusted reference" {
		t.Errorf("anna.py: %s %q", anna.Verdict, anna.Lens())
	}
	dora := candidate(t, report, "dora.py")
	if dora.Verdict != check.Differs || dora.Counterexample == nil || dora.ProbabilityRight != 0 {
		t.Errorf("dora.py: %+v", dora)
	}

	kept, err := filepath.Glob(filepath.Join(dir, "samples", "judged-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range kept {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := os.ReadDir(filepath.Join(dir, "samples")); err != nil || len(after) != len(before) {
		t.Errorf("%v are left, %v", after, err)
	}
	if report, _ := checkFolder(t, dir); report.Decision.Trusted != nil || report.Decision.QuestionsAnswered != 0 {
		t.Errorf("after the answers were deleted: %+v", report.Decision)
	}
}

// TestJudgeWithoutAnAnswer: an input that is none, several answers, an answer that nobody gave.
func TestJudgeWithoutAnAnswer(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "coupon-split"))
	answer := func(how string) string {
		t.Helper()
		stdout, stderr, status := execre(t, "judge", "--answer", how, dir)
		if status != 0 {
			t.Fatalf("%s: exit %d\n%s%s", how, status, stdout, stderr)
		}
		return stdout
	}
	// It is not asked about again, nor is any program shown to differ on it.
	inOrder(t, answer("invalid"), "  input: 25 3\n", "kept in samples/judged-1.invalid")
	report, _ := checkFolder(t, dir)
	if report.Question == nil || report.Question.Input.Whole == "25 3\n" || report.Inputs.Invalid == 0 {
		t.Errorf("after it was called invalid: %d invalid, question %+v", report.Inputs.Invalid, report.Question)
	}
	for _, d := range report.Disagreements {
		if d.Input.Whole == "25 3\n" {
			t.Error("what is no input is shown")
		}
	}

	// Nobody is right: that is said, with the file that says so.
	inOrder(t, answer("=maybe"), "kept in samples/judged-", "no program prints this, so the answer rules out all", "none of these programs is right: all fail on judged-")
	report, status := checkFolder(t, dir)
	if status != 1 || report.Decision.Trusted != nil || !strings.Contains(report.Decision.Fallback, "none of") {
		t.Errorf("exit %d, %+v", status, report.Decision)
	}
	for _, c := range report.Candidates {
		if !slices.Contains([]string{"anna.py", "dora.py"}, c.File) {
			continue
		}
		if want := "differs from the answer that is kept in samples/judged-3.in"; c.Message != want && c.Message != strings.Replace(want, "3", "2", 1) {
			t.Errorf("%s: %q, want %q", c.File, c.Message, want)
		}
		if c.Counterexample == nil || c.Counterexample.Expected == nil || c.Counterexample.Expected.Whole != "maybe\n" {
			t.Errorf("%s: %+v", c.File, c.Counterexample)
		}
	}

	// Several answers: a checker is asked for, and nobody is wrong.
	for _, file := range []string{"judged-2", "judged-3"} {
		for _, ext := range []string{".in", ".out"} {
			os.Remove(filepath.Join(dir, "samples", file+ext))
		}
	}
	answer("several")
	report, status = checkFolder(t, dir)
	if status != 3 || !report.Decision.SeveralAnswers || report.Question != nil {
		t.Errorf("exit %d, %+v", status, report.Decision)
	}
	for _, c := range report.Candidates {
		if c.Message != "several answers seem right: name a checker" {
			t.Errorf("%s: %q", c.File, c.Message)
		}
	}
	if _, stderr, status := execre(t, "judge", "--answer", "1", dir); status != exitUsage || !strings.Contains(stderr, "nothing to ask") {
		t.Errorf("exit %d: %s", status, stderr)
	}
}

// TestJudgeAnOddAnswer: an answer that looks like none of the programs' is taken only from who insists.
func TestJudgeAnOddAnswer(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "coupon-split"))
	const asks = "no program prints anything like this"
	for _, answer := range []string{"=-1", "=Yes Yes"} {
		if _, stderr, status := execre(t, "judge", "--answer", answer, dir); status != exitUsage || !strings.Contains(stderr, asks) || !strings.Contains(stderr, "--yes") {
			t.Errorf("%s: exit %d: %s", answer, status, stderr)
		}
	}
	inOrder(t, asked(t, dir, "=-1\n\n=-1\nn\n"), "> "+asks+"; really? [y/N] > "+asks+"; really? [y/N] > ")
	if kept, err := filepath.Glob(filepath.Join(dir, "samples", "judged-*")); err != nil || len(kept) > 0 {
		t.Fatalf("kept %v, %v", kept, err)
	}
	inOrder(t, asked(t, dir, "=-1\ny\n"), asks, "kept in samples/judged-1.out", "no program prints this")
	dir, _ = folder(t, filepath.Join(scenariosDir, "coupon-split"))
	if stdout, _, status := execre(t, "judge", "--answer", "=0.5", "--yes", dir); status != 0 || !strings.Contains(stdout, "kept in samples/judged-1.out") {
		t.Errorf("exit %d: %s", status, stdout)
	}
}

// TestJudgeWhereAllAgree: two programs that agree may share a mistake, so an input of a size for people is asked about.
func TestJudgeWhereAllAgree(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "two-agree"))
	out := asked(t, dir, "1\n")
	inOrder(t, out, "provisional reference: ", "question 1: ", "  1) ", "kept in samples/judged-1.out", "trusted reference: ", "(judged: ")

	// Where every input is too long for that, nobody is asked.
	length := "print(len(input()))\n"
	dir = plainFolder(t, "long", map[string]string{
		"input.schema": "S\n---\n50 <= |S| <= 60\nS matches [a-z]+\n", "a.py": length, "b.py": length + "# another one\nprint(end='')\n",
	})
	if out := asked(t, dir, "1\n"); !strings.Contains(out, "there is nothing to ask") || strings.Contains(out, "question") {
		t.Errorf("asked all the same:\n%s", out)
	}
}
