package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"execre/analysis/schema"
	"execre/analysis/statement"
	"execre/runner"
	"execre/server/internal/workspace"
)

// doubled are samples for programs that double a number; the last one is wrong.
func doubled(p *workspace.Problem) {
	for i, sample := range [][2]string{{"7", "14"}, {"9", "18"}, {"11", "22"}, {"2", "5"}} {
		file := fmt.Sprintf("samples/%d", i+1)
		p.Samples = append(p.Samples, workspace.Sample{
			Name: fmt.Sprintf("sample %d", i+1), Input: sample[0] + "\n", Output: sample[1] + "\n", File: file + ".in", Answer: file + ".out",
		})
	}
	p.Samples = append(p.Samples, workspace.Sample{Name: "judged-1", Input: "1\n", Output: "2\n", File: "samples/judged-1.in", Judged: true})
}

// inShort is what a program did on the samples, in words, "!" where it is held against the program.
func inShort(c Candidate) string {
	var words []string
	for _, s := range c.Samples {
		word := string(s.Verdict)
		if s.Fails {
			word += "!"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// TestOnSamples: the report says of every program what it did on each sample, and who fails one for that has the verdict.
func TestOnSamples(t *testing.T) {
	on := func(wrong map[int]runner.Result) behaviour {
		return func(n int) runner.Result {
			if result, ok := wrong[n]; ok {
				return result
			}
			return double(n)
		}
	}
	programs := map[string]behaviour{
		"a.py": double, "b.py": double, "copy.py": double, "broken.py": double,
		"brute.py": on(map[int]runner.Result{11: timedOut}),
		"late.py":  on(map[int]runner.Result{11: timedOut}),
		"wrong.py": on(map[int]runner.Result{7: prints("x"), 11: crashed}),
		"greedy.py": on(map[int]runner.Result{
			7: {Verdict: runner.MemoryLimit}, 9: {Verdict: runner.OutputLimit}, 2: crashed,
		}),
	}
	want := map[string]string{
		"a.py": "accepted accepted accepted unjudged", "b.py": "accepted accepted accepted unjudged",
		"copy.py":   "accepted accepted accepted unjudged",
		"broken.py": "not-run not-run not-run not-run",
		"brute.py":  "accepted accepted time-limit unjudged",
		"late.py":   "accepted accepted time-limit! unjudged",
		"wrong.py":  "wrong-answer! accepted crash! unjudged",
		"greedy.py": "memory-limit! output-limit! accepted crash",
	}
	var partials []*Report
	r := mustTrial(t, programs, func(p *workspace.Problem, cfg *Config) {
		doubled(p)
		i := slices.IndexFunc(p.Files, func(f workspace.File) bool { return f.Path == "copy.py" })
		p.Files[i].DuplicateOf = "a.py"
		cfg.Builder = unbuildable{cfg.Builder, "broken.py"}
		// The run waits for the first partial report.
		told := make(chan struct{})
		cfg.Partial = func(r *Report) {
			if partials = append(partials, r); len(partials) == 1 {
				close(told)
			}
		}
		cfg.Progress = func(p Progress) {
			if p.Phase == "inputs" && p.Done == 50 {
				<-told
			}
		}
	})
	for file, words := range want {
		c := entry(t, r, file)
		if got := inShort(c); got != words {
			t.Errorf("%s: %s, want %s", file, got, words)
		}
		if fails := strings.Contains(words, "!"); fails != (c.Verdict == FailsSample) {
			t.Errorf("%s: %s, %s", file, words, c.Verdict)
		}
		for i, s := range c.Samples {
			if s.Name != r.Samples[i].Name {
				t.Errorf("%s: %s stands for %s", file, s.Name, r.Samples[i].Name)
			}
		}
	}
	list := []Sample{
		{"sample 1", "samples/1.in", "samples/1.out", false},
		{"sample 2", "samples/2.in", "samples/2.out", false},
		{"sample 3", "samples/3.in", "samples/3.out", false},
		{"sample 4", "samples/4.in", "samples/4.out", true},
	}
	if !slices.Equal(r.Samples, list) {
		t.Errorf("samples %+v", r.Samples)
	}
	// What is told while the check goes on has them of those that are said to fail one.
	told := false
	for _, partial := range partials {
		if !slices.Equal(partial.Samples, list) {
			t.Errorf("of a partial report: samples %+v", partial.Samples)
		}
		for _, c := range partial.Candidates {
			if c.Verdict != FailsSample {
				continue
			}
			told = true
			if got := inShort(c); got != want[c.File] {
				t.Errorf("of a partial report: %s: %s, want %s", c.File, got, want[c.File])
			}
		}
	}
	if !told {
		t.Error("no partial report has a program that fails a sample")
	}
}

// TestOnSamplesOfAnInteractiveProblem: what a program prints is held against nobody.
func TestOnSamplesOfAnInteractiveProblem(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": from(3, crashed), "c.py": from(3, prints("? 1"))},
		func(p *workspace.Problem, _ *Config) {
			p.Interactive = "interactor.py"
			p.Samples = []workspace.Sample{{Name: "sample 1", Input: "7", Output: "14", File: "1.in", Answer: "1.out"}}
		})
	for file, want := range map[string]string{"a.py": "accepted", "b.py": "crash", "c.py": "unjudged"} {
		if got := inShort(entry(t, r, file)); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// TestLensInTheReport: a client need not put it together; and a report of a time without samples is one without them again.
func TestLensInTheReport(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double, "wrong.py": from(137, prints("x")),
		"sample.py": from(5, prints("x")),
	}, func(p *workspace.Problem, _ *Config) { doubled(p); p.Samples = p.Samples[:2] })
	var said struct {
		Candidates []struct{ File, Lens, Message string }
	}
	if err := json.Unmarshal([]byte(mustEncode(t, r)), &said); err != nil {
		t.Fatal(err)
	}
	for _, c := range said.Candidates {
		if want := entry(t, r, c.File); c.Lens != want.Lens() || c.Message != want.Message || c.Lens == "" {
			t.Errorf("%s: %q, want %q", c.File, c.Lens, want.Lens())
		}
	}
	old, err := json.Marshal(&Report{Version: Version, Candidates: []Candidate{{File: "a.py"}}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(old), `"samples"`) {
		t.Errorf("%s", old)
	}
}

// TestInputsLikeTheExamples: where there are no samples, inputs like the examples of the statement are run, and what these say of
// the answers is held against nobody.
func TestInputsLikeTheExamples(t *testing.T) {
	around := func(n int) runner.Result {
		if n > 777_777_700 && n < 777_777_800 {
			return prints("x")
		}
		return double(n)
	}
	for name, text := range map[string]string{
		"an example":            "### Sample Input\n\n```\n777777777\n```\n\n### Sample Output\n\n```\nmisread\n```\n",
		"none":                  "### Note\n",
		"none that is an input": "### Sample Input\n\n```\n777777777 1\n```\n\n### Sample Output\n\n```\n1\n```\n",
	} {
		r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "odd.py": around}, func(p *workspace.Problem, _ *Config) {
			p.Schema, _ = schema.Parse([]byte("N\n---\n0 <= N <= 10^9\n"))
			p.Statement = statement.Parse(text)
		})
		if c := entry(t, r, "odd.py"); (c.Verdict == Differs) != (name == "an example") || c.Verdict == FailsSample {
			t.Errorf("%s: odd.py %s: %s", name, c.Verdict, c.Message)
		}
		if entry(t, r, "a.py").Verdict != Trusted {
			t.Errorf("%s: %+v", name, r.Decision)
		}
	}
}
