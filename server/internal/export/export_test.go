package export

import (
	"strings"
	"testing"

	"execre/server/internal/check"
)

// TestHostileTextsStayInTheirPlace: what programs print, and what files are called, cannot steer the terminal nor break
// the table.
func TestHostileTextsStayInTheirPlace(t *testing.T) {
	evil := "\x1b[2J\x1b]0;title\x07\u009b31m\ttab\nnewline\xff\r9"
	reference := "right.py" + evil
	r := &check.Report{
		Problem: "folder" + evil,
		Inputs:  check.Inputs{Source: "schema", Executed: 5},
		Decision: check.Decision{
			Rule: "declared", Trusted: &reference,
		},
		Candidates: []check.Candidate{{
			File: "a.py" + evil, Verdict: check.Differs, Message: "says " + evil, Explanation: []string{"alone" + evil},
			Counterexample: &check.Counterexample{
				Input: check.Text{Whole: "1 " + evil}, Output: check.Text{Whole: evil},
				Expected: &check.Text{Whole: evil + "\n" + evil}, Reference: &reference, Stderr: &evil,
			},
		}},
		Problems: []check.Problem{{File: "b" + evil, Line: 1, Column: 1, Message: "bad" + evil}},
	}
	var out strings.Builder
	if err := Explained(&out, r); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\n  alone") {
		t.Errorf("nothing is explained:\n%s", &out)
	}
	for i, c := range out.String() {
		if c < ' ' && c != '\n' && c != '\t' || c == 0x7f || c >= 0x80 && c < 0xa0 {
			t.Errorf("control character %q at byte %d of the table", c, i)
		}
	}
	for line := range strings.SplitSeq(out.String(), "\n") {
		if strings.HasPrefix(line, "newline") {
			t.Errorf("a name or a message broke the line: %q", line)
		}
	}
}

// TestLongTextsAreCut: a table stays readable, and says where the rest is.
func TestLongTextsAreCut(t *testing.T) {
	reference := "right.py"
	long := check.Text{Whole: strings.Repeat("1\n", 5000), File: ".execre/counterexamples/a.py.in"}
	r := &check.Report{Candidates: []check.Candidate{{
		File: "a.py", Verdict: check.Differs, Message: "differs",
		Counterexample: &check.Counterexample{
			Input: long, Output: check.Text{Whole: strings.Repeat("x", 5000)}, Expected: &check.Text{}, Reference: &reference,
		},
	}}}
	var out strings.Builder
	if err := Table(&out, r); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 4000 {
		t.Errorf("the table has %d bytes", out.Len())
	}
	if !strings.Contains(out.String(), "4988 more lines, all of it in .execre/counterexamples/a.py.in") {
		t.Errorf("where the rest is is not said:\n%s", out.String())
	}
}

// TestQuestionIsShown: where a question is open the table has its input, who answers what, and how to answer it, once.
func TestQuestionIsShown(t *testing.T) {
	r := report("")
	r.Question.Input.Whole = "1 1"
	var out strings.Builder
	if err := Table(&out, r); err != nil {
		t.Fatal(err)
	}
	const want = "\nthe right answer to this input would decide most; give it with execre judge:\n  input: 1 1\n  1) right.py: 8\n"
	if !strings.Contains(out.String(), want) || strings.Contains(out.String(), "these candidates disagree") {
		t.Errorf("no %q, or its input twice, in:\n%s", want, &out)
	}
	r.Question = nil
	out.Reset()
	if err := Table(&out, r); err != nil || strings.Contains(out.String(), "execre judge") || !strings.Contains(out.String(), "these candidates disagree") {
		t.Errorf("%v: without a question:\n%s", err, &out)
	}
}

// TestHowFarInputsGo: the table says what more inputs could show, in one sentence that adds something to the others.
func TestHowFarInputsGo(t *testing.T) {
	const split, fails, tried = "one more input would split", "fails on at most", "all inputs of the"
	reference := "a.py"
	trusted := check.Decision{Trusted: &reference, Rule: "consensus", ResidualRisk: 0.006}
	why := "the schema has no more inputs"
	unseen := func(behaviours int, upper check.Number) *check.Unseen {
		return &check.Unseen{Upper: upper, Behaviours: behaviours}
	}
	for name, c := range map[string]struct {
		inputs   check.Inputs
		decision check.Decision
		want     []string
	}{
		"all agree":          {check.Inputs{Unseen: unseen(1, 0.006)}, trusted, []string{fails}},
		"new splits":         {check.Inputs{Unseen: unseen(9, 0.02)}, trusted, []string{fails, split + " the programs in a new way with probability at most 2.0 %"}},
		"nothing is trusted": {check.Inputs{Unseen: unseen(3, 0.02)}, check.Decision{}, []string{split}},
		"several answers":    {check.Inputs{Unseen: unseen(300, 0.8)}, check.Decision{SeveralAnswers: true}, nil},
		"all tried":          {check.Inputs{Unseen: unseen(3, 0), All: true, Stopped: &why}, check.Decision{Trusted: &reference}, []string{tried + " format were tried"}},
		"a guess":            {check.Inputs{Source: "inferred", All: true}, trusted, []string{tried + " guessed format were tried"}},
	} {
		c.inputs.Executed = 500
		var out strings.Builder
		if err := Table(&out, &check.Report{Inputs: c.inputs, Decision: c.decision}); err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, sentence := range []string{split, fails, tried, "stopped early"} {
			said += strings.Count(out.String(), sentence)
		}
		if said != len(c.want) {
			t.Errorf("%s: %d sentences, want %d:\n%s", name, said, len(c.want), out.String())
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is not said:\n%s", name, want, out.String())
			}
		}
	}
}

// TestNothingWasRun: a table says whether anything was run, and on what.
func TestNothingWasRun(t *testing.T) {
	for want, samples := range map[string][]check.Sample{
		"p: nothing was run": nil, "p: samples only": {{Name: "sample 1", File: "1.in", Answer: "1.out"}},
	} {
		var out strings.Builder
		if err := Table(&out, &check.Report{Problem: "p", Inputs: check.Inputs{Source: "samples"}, Samples: samples}); err != nil {
			t.Fatal(err)
		}
		if first, _, _ := strings.Cut(out.String(), "\n"); first != want {
			t.Errorf("got %q, want %q", first, want)
		}
	}
}

// TestSuspiciousLines: the table names the lines that may be at fault, or says why there are none, and nothing where none were
// looked for.
func TestSuspiciousLines(t *testing.T) {
	for _, c := range []struct {
		suspects []check.Suspect
		none     string
		want     string
	}{
		{[]check.Suspect{{Line: 15, Score: 1}, {Line: 4, Score: 0.5}}, "", "\n  suspicious lines, the first one the most: 15, 4 (a guess"},
		{nil, "it was never right", "\n  no suspicious lines: it was never right\n"},
		{nil, "", ""},
	} {
		r := report("")
		shown := 0
		for i := range r.Candidates {
			if r.Candidates[i].Counterexample != nil {
				r.Candidates[i].Suspects, r.Candidates[i].NoSuspects = c.suspects, c.none
				shown++
			}
		}
		var out strings.Builder
		if err := Table(&out, r); err != nil || shown == 0 {
			t.Fatal(err, shown)
		}
		if n := strings.Count(out.String(), "suspicious lines"); c.want != "" && !strings.Contains(out.String(), c.want) || n != shown && c.want != "" || n > 0 && c.want == "" {
			t.Errorf("%+v:\n%s", c, &out)
		}
	}
}
