package export

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"execre/server/internal/check"
)

// report is one in which everything is there that a page can show, with a word of one's own in every text.
func report(word string) *check.Report {
	reference := "right.py" + word
	number := func(n float64) check.Number { return check.Number(n) }
	none := number(math.NaN())
	long := check.Text{Whole: strings.Repeat("é 1\n", 4000), File: ".execre/counterexamples/a.py.in"}
	class := 1
	return &check.Report{
		Problem: "folder" + word, Seed: 7,
		Inputs:   check.Inputs{Source: "schema", Executed: 500, Distinct: 497, Largest: 40},
		Decision: check.Decision{Rule: "consensus", Trusted: &reference, Threshold: 0.8, ResidualRisk: 0.006, Explanation: []string{"three of four agree" + word}},
		Checker:  check.CheckerUse{Name: "tokens" + word},
		Candidates: []check.Candidate{
			{
				Explanation: []string{"behaves like nobody" + word},
				File:        "a.py" + word, Verdict: check.Differs, Message: "differs on 37 of 500 inputs" + word, Alpha: 0.92,
				AlphaInterval: &[2]check.Number{0.85, 0.95}, ProbabilityRight: 0.05, DawidSkene: 0.97, Agreement: 0.92,
				Counterexample: &check.Counterexample{
					Input: check.Text{Whole: "25 3" + word}, Output: check.Text{}, Expected: &check.Text{Whole: "8" + word},
					Reference: &reference, Stderr: &word,
				},
			},
			{
				File: "deep.py", Verdict: check.Crashes, Message: "crashes on 3 of 500 inputs", Alpha: none,
				ProbabilityRight: none, DawidSkene: none, Agreement: none,
				Counterexample: &check.Counterexample{Input: long, Output: check.Text{}},
			},
			{
				File: reference, Verdict: check.Trusted, Message: "trusted reference", Alpha: 0.99, Class: &class,
				AlphaInterval: &[2]check.Number{0.98, 1}, ProbabilityRight: 0.857, DawidSkene: 0.9, Agreement: 1,
			},
		},
		Classes: []check.Class{
			{ID: 1, Members: []string{reference, "other.py"}, Weight: 0.857, Clean: true},
			{ID: 2, Members: []string{"a.py" + word}, Weight: 0.05},
		},
		Question: &check.Question{Kind: "split", Disagreement: check.Disagreement{Input: check.Text{Whole: "2 5"}, Answers: []check.Answer{
			{Output: check.Text{Whole: "8" + word}, Members: []string{reference}},
		}}},
		Disagreements: []check.Disagreement{{Input: check.Text{Whole: "1 1" + word}, Answers: []check.Answer{
			{Output: check.Text{Whole: "4"}, Members: []string{"a.py" + word}},
		}}},
		Problems: []check.Problem{{File: "input.schema" + word, Line: 3, Column: 5, Message: "unknown word" + word}},
		Timings:  map[string]check.Seconds{"build": 0.5, "execute": 1.25},
	}
}

func htmlOf(t *testing.T, r *check.Report) string {
	t.Helper()
	var out strings.Builder
	if err := HTML(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPageShowsTheReport: whoever gets only the page has the decision, every program with its figures and each finding.
func TestPageShowsTheReport(t *testing.T) {
	page := htmlOf(t, report(""))
	for _, want := range []string{
		`<p class="headline">trusted reference: right.py (consensus: probability right 0.85, threshold 0.80)</p>`,
		"<li>three of four agree</li>",
		"fails on at most 0.6 % of such inputs",
		"<code>a.py</code></td><td>differs on 37 of 500 inputs<details><summary class=\"note\">numbers</summary><ul><li>behaves like nobody</li></ul></details></td><td class=\"n\">0.92</td>",
		`aria-label="alpha 0.92, between 0.85 and 0.95"`,
		"<code>right.py</code>, <code>other.py</code>",
		"not every input was answered", "none of them is right",
		"What is the right answer to this input?",
		`expected by right.py</div><pre>8</pre>`, "got</div><pre>(nothing)</pre>",
		"crashes on 3 of 500 inputs", "20000 bytes in all, in .execre/counterexamples/a.py.in",
		"input.schema:3:5: unknown word",
		"500 inputs, 497 distinct · seed 7 · outputs compared by tokens · execute 1.25 s · build 0.50 s",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if order := regexp.MustCompile(`(?s)right\.py.*a\.py.*deep\.py`); !order.MatchString(page[strings.Index(page, "<tbody>"):]) {
		t.Error("the best program is not first")
	}
	if len(page) > 40_000 {
		t.Errorf("the page has %d bytes: long texts are not cut", len(page))
	}
}

// TestRefusedOutputs: an output that a checker refuses is shown with the checker's words, and what was printed by another
// program is no more than one right answer.
func TestRefusedOutputs(t *testing.T) {
	r := report("")
	x := r.Candidates[0].Counterexample
	x.Refused = "refused by checker.py: 3 and 4 are not 6"
	for want, expected := range map[string]*check.Text{"accepted from right.py": x.Expected, "(nothing)": nil} {
		x.Expected = expected
		var table strings.Builder
		if err := Table(&table, r); err != nil {
			t.Fatal(err)
		}
		for what, text := range map[string]string{"page": htmlOf(t, r), "table": table.String()} {
			if !strings.Contains(text, x.Refused) || !strings.Contains(text, want) || strings.Contains(text, "expected by") {
				t.Errorf("the %s has not %q and %q, or says who expects something:\n%s", what, x.Refused, want, text)
			}
		}
	}
}

// TestPageIsOnItsOwn: nothing is loaded from anywhere, and nothing runs.
func TestPageIsOnItsOwn(t *testing.T) {
	page := htmlOf(t, report(""))
	if found := regexp.MustCompile(`(?i)https?:|src=|url\(|@import|<script|<link|<iframe|\son\w+=`).FindString(page); found != "" {
		t.Errorf("the page has %q", found)
	}
}

// TestHostileTextsAreText: what programs print and files are called cannot become part of the page.
func TestHostileTextsAreText(t *testing.T) {
	tags := regexp.MustCompile(`<[^>]*>`)
	want := tags.FindAllString(htmlOf(t, report("word")), -1)
	got := tags.FindAllString(htmlOf(t, report("\x1b</pre></code></td></title><script>alert('1')</script>\"><!--\x00\u202e{{.}}\xff")), -1)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("other tags:\n%s\ninstead of\n%s", got, want)
	}
}

// TestEmptyPage: a check that stopped before anything was run has a page, too.
func TestEmptyPage(t *testing.T) {
	page := htmlOf(t, &check.Report{Inputs: check.Inputs{Source: "samples"}, Decision: check.Decision{Fallback: "no program here"}})
	if !strings.Contains(page, "no trusted reference: no program here") || strings.Contains(page, "Who behaves alike") {
		t.Errorf("got %s", page)
	}
}
