package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"execre/server/internal/check"
	"execre/server/internal/lsp"
	"execre/server/internal/lsp/fake"
	"execre/server/internal/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pipeline stands for the real one. It judges a program by a word in its text: "right", "wrong", "crash", "syntax",
// "flaky", "slow", "sample"; "early" tells of itself and goes on until the test ends it, with "doubt" that it and the first differ; "stuck" runs until it is cancelled, "deaf" until the test releases it, "panic" panics.
type pipeline struct {
	release chan struct{} // of the deaf ones
	begun   chan string   // the problem folder of each run that began
	end     chan struct{} // of the early ones

	mu       sync.Mutex
	finished []string // what the first program said in each run that came to its end
	now, max int      // runs at the same time
	orders   []lsp.Order
}

func newPipeline() *pipeline {
	return &pipeline{release: make(chan struct{}), begun: make(chan string, 1000), end: make(chan struct{})}
}

// forget drops what is kept of the runs.
func (p *pipeline) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finished, p.orders = nil, nil
	for len(p.begun) > 0 {
		<-p.begun
	}
}

func (p *pipeline) check(ctx context.Context, dir string, order lsp.Order) (*check.Report, error) {
	p.mu.Lock()
	p.now++
	p.max = max(p.max, p.now)
	p.orders = append(p.orders, order)
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.now--
		p.mu.Unlock()
	}()
	p.begun <- dir
	dir, group := workspace.Split(dir)
	names, err := fs.Glob(os.DirFS(dir), "*.py") // the folder's own name is no pattern
	var files []string
	for _, name := range names {
		if strings.HasPrefix(strings.ToLower(name), group) {
			files = append(files, filepath.Join(dir, name))
		}
	}
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no programs in %s", dir)
	}
	undefined := check.Number(math.NaN())
	trusted := filepath.Base(files[0])
	r := &check.Report{
		Version: check.Version, Problem: filepath.Base(dir), Candidates: []check.Candidate{}, Classes: []check.Class{},
		Disagreements: []check.Disagreement{}, Problems: []check.Problem{}, Timings: map[string]check.Seconds{},
		Decision: check.Decision{Trusted: &trusted, Rule: "consensus"},
	}
	first := ""
	early, doubt := "", false
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if first == "" {
			first = string(text)
		}
		name := filepath.Base(path)
		c := check.Candidate{
			File: name, Language: "python", Role: "candidate", Verdict: check.Agrees, Alpha: 0.97, Message: "agrees with " + trusted + " on 500 inputs",
			ProbabilityRight: undefined, DawidSkene: undefined, Agreement: undefined,
		}
		counterexample := func(expected bool) {
			base := check.Folder + "/counterexamples/" + name
			c.Counterexample = &check.Counterexample{
				Input: check.Text{Whole: "25 3\n", File: base + ".in"}, Output: check.Text{Whole: "No\n", File: base + ".got"},
				InputFile: base + ".in", Confirmed: true,
			}
			if expected {
				c.Counterexample.Expected = &check.Text{Whole: "Yes\n", File: base + ".expected"}
				c.Counterexample.Reference = &trusted
			}
		}
		has := func(word string) bool { return strings.Contains(string(text), word) }
		if has("early") {
			early, doubt = name, has("doubt")
		}
		if has("guessed") {
			r.Inputs.Source = "inferred"
		}
		if has("given up") { // the likeliest format, in a check before; "all given up": the others too
			r.Guess = &check.Guess{Sure: 0.5, Rejected: []check.RejectedGuess{}}
			problem, err := workspace.Load(dir)
			if err != nil {
				return nil, err
			}
			for i, g := range problem.Inferred {
				if i > 0 && !has("all given up") {
					r.Guess.Text = g.Text
					break
				}
				r.Guess.Rejected = append(r.Guess.Rejected, check.RejectedGuess{Text: g.Text, Why: "71 % of the executions on its inputs crashed"})
			}
		}
		if has("several") {
			r.Decision.SeveralAnswers = true
		}
		if has("explained") {
			c.Explanation = []string{"It is probably right."}
			r.Decision.Explanation = []string{"Two of b_1.py and c_1.py agree."}
		}
		switch {
		case has("deaf"):
			<-p.release
		case has("stuck"):
			for i := 0; ctx.Err() == nil; i++ {
				order.Progress(check.Progress{Phase: "inputs", Done: min(i, 499), Total: 500})
				select {
				case <-ctx.Done():
				case <-time.After(time.Millisecond):
				}
			}
			return nil, ctx.Err()
		case has("hunted") && order.For > 0:
			for i := 0; ctx.Err() == nil; i++ {
				order.Progress(check.Progress{Phase: check.Hunting, Done: 12, Total: int(order.For.Seconds())})
				select {
				case <-ctx.Done():
				case <-time.After(time.Millisecond):
				}
			}
			return nil, ctx.Err()
		case has("panic"):
			panic("a broken invariant")
		case has("fail"):
			return nil, errors.New("the disk is full")
		case has("wrong"):
			c.Verdict, c.Alpha, c.Message = check.Differs, 0.92, "differs on 37 of 500 inputs"
			c.Inputs = check.Counts{Agree: 463, Differ: 37}
			counterexample(true)
			if has("suspected") && order.Suspects(name) {
				found := *r // it is the last program
				found.Candidates = append(slices.Clone(r.Candidates), c)
				order.Found(&found)
				c.Suspects = []check.Suspect{{Line: 3, Score: 0.9}, {Line: 1, Score: 0.5}, {Line: 2, Score: 0.4}}
			}
		case has("undecided"):
			c.Verdict, c.Alpha, c.Message = check.Undecided, 0.64, "undecided: Yes or No for a one-line input?"
			judged, err := fs.Glob(os.DirFS(dir), "samples/judged-*")
			if r.Decision.QuestionsAnswered = len(judged); err == nil && len(judged) == 0 && (!has("if asked") || order.Ask) {
				r.Question = &check.Question{Kind: "split", From: &check.Text{Whole: "25 30\n"}, Disagreement: check.Disagreement{
					Input: check.Text{Whole: "25 3\n"}, Answers: []check.Answer{
						{Output: check.Text{Whole: "Yes\n"}, Members: []string{name}},
						{Output: check.Text{Whole: "Yes\nNo\n"}, Members: []string{"long.py"}},
					},
				}}
			}
		case has("crash"):
			c.Verdict, c.Message = check.Crashes, "crashes on 3 of 500 inputs (exit status 1)"
			counterexample(false)
		case has("syntax"):
			c.Verdict, c.Alpha, c.Message = check.DoesNotCompile, undefined, "does not compile: "+name+":2:9: invalid syntax"
			c.Place = &check.Place{Line: 2, Column: 9}
		case name == trusted:
			c.Verdict, c.Message = check.Trusted, "trusted reference"
		}
		r.Candidates = append(r.Candidates, c)
	}
	if early != "" {
		partial := *r
		partial.Partial, partial.Inputs.Executed = true, 120
		partial.Decision = check.Decision{Rule: "none", Fallback: "the check goes on"}
		partial.Candidates = slices.Clone(r.Candidates)
		for i := range partial.Candidates {
			c := &partial.Candidates[i]
			c.Alpha = undefined
			if c.File == early {
				c.Message = "differs from " + trusted
				if !doubt {
					continue
				}
			}
			if c.Verdict, c.Counterexample = check.Undecided, nil; c.File != early {
				c.Message = "checking 120/500"
			}
			if doubt && c.File == trusted {
				c.Message = "differs from " + early
			}
		}
		if doubt {
			partial.Disagreements = []check.Disagreement{{Input: check.Text{Whole: "25 3\n"}, Answers: []check.Answer{
				{Output: check.Text{Whole: "Yes\n"}, Members: []string{trusted}}, {Output: check.Text{Whole: "No\n"}, Members: []string{early}},
			}}}
		}
		order.Partial(&partial)
		select {
		case <-p.end:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if schema, err := os.ReadFile(filepath.Join(dir, "input.schema")); err == nil && strings.Contains(string(schema), "mistake") {
		r.Problems = append(r.Problems, check.Problem{File: "input.schema", Line: 2, Column: 3, Code: "schema-syntax", Message: "no such word"})
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.mu.Lock()
	p.finished = append(p.finished, first)
	p.mu.Unlock()
	return r, nil
}

// scene is an editor with a server on a made-up pipeline, and a folder.
type scene struct {
	*fake.Editor
	t        *testing.T
	dir      string
	pipeline *pipeline
	check    func(context.Context, string, lsp.Order) (*check.Report, error) // of the pipeline, if no other is put in its place
	orderly  chan bool
}

// begin writes the files of a problem folder "coupon" below a workspace folder and starts a server.
func begin(t *testing.T, files map[string]string) *scene {
	t.Helper()
	pipeline := newPipeline()
	s := prepare(t, files, pipeline.check)
	s.pipeline = pipeline
	s.serve()
	return s
}

// prepare writes the files for a server that is not started yet.
func prepare(t *testing.T, files map[string]string, check func(context.Context, string, lsp.Order) (*check.Report, error)) *scene {
	t.Helper()
	s := &scene{t: t, dir: filepath.Join(t.TempDir(), "coupon"), check: check, orderly: make(chan bool, 1)}
	for name, text := range files {
		s.write(name, text)
	}
	return s
}

// again is another editor with another server, on the same folder.
func (s *scene) again() *scene {
	other := *s
	other.serve()
	return &other
}

func (s *scene) serve() {
	s.t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.orderly <- lsp.Serve(context.Background(), theirs, lsp.Config{
			Check: s.check, Version: "1.2.3", Log: slog.New(slog.DiscardHandler),
		})
	}()
	s.t.Cleanup(func() { <-done }) // runs after the editor has closed its stream
	s.Editor = fake.Start(s.t, ours)
}

func (s *scene) path(name string) string { return filepath.Join(s.dir, name) }

func (s *scene) write(name, text string) {
	s.t.Helper()
	path := s.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) root() string { return filepath.Dir(s.dir) }

// usual is a problem in which a.py is trusted and b.py is wrong.
func usual() map[string]string {
	return map[string]string{
		"a.py": "import sys\n\ndef main():\n    right\n", "b.py": "# wrong\nprint()\n", "input.schema": "T n\n",
	}
}

// TestMinimalClient: a client that says initialize, initialized, didOpen and didSave, and can nothing, gets lenses and
// diagnostics.
func TestMinimalClient(t *testing.T) {
	s := begin(t, usual())
	result := s.Initialize(`{}`, "", s.root())
	for _, want := range []string{`"positionEncoding":"utf-16"`, `"codeLensProvider"`, `"execre.check"`, `"name":"execre"`, `"1.2.3"`, `"change":1`} {
		if !strings.Contains(string(result), want) {
			t.Errorf("initialize answers without %s: %s", want, result)
		}
	}
	s.Open(s.path("b.py"))
	s.UntilRun(1)
	s.Save(s.path("b.py"))
	s.UntilRun(2)
	seen := s.Seen()
	if d := seen.Of(s.path("b.py")); len(d) != 1 || d[0].Code != "differs-from-reference" || d[0].Source != "execre" || d[0].Related != nil {
		t.Errorf("diagnostics %+v", d)
	}
	if lens := s.Lens(s.path("b.py")); lens.Command.Title != "α=0.92 differs on 37 of 500 inputs" {
		t.Errorf("lens %+v", lens)
	}
	if seen.Refreshes != 0 || seen.Progress != nil {
		t.Errorf("it was asked what it cannot do: %+v", seen)
	}
	s.Leave()
	if !<-s.orderly {
		t.Error("shutdown and exit do not count as taking leave")
	}
}

func TestLens(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	a, b := s.path("a.py"), s.path("b.py")
	s.Open(a)
	s.Open(b)
	s.UntilLens(a, "α=0.97 trusted reference")
	s.UntilLens(b, "α=0.92 differs on 37 of 500 inputs")

	lens := s.Lens(a)
	if lens.Range.Start.Line != 2 || lens.Command.Command != "execre.check" {
		t.Errorf("lens of a.py: %+v, want execre.check at main in line 2", lens)
	}
	var arg struct{ Folder, File string }
	lens = s.Lens(b)
	if err := json.Unmarshal(lens.Command.Arguments[0], &arg); err != nil || len(lens.Command.Arguments) != 1 {
		t.Fatal(err, lens)
	}
	if lens.Command.Command != "execre.showCounterexample" || fake.Path(arg.Folder) != s.dir || arg.File != "b.py" {
		t.Errorf("lens of b.py: %+v %+v", lens, arg)
	}

	// What was found before an edit is said to be so at once, by every lens, until it is saved or taken back.
	s.Change(b, "# wrong\n\nprint()\n")
	s.UntilLens(b, "α=0.92 differs on 37 of 500 inputs (before your edit)")
	s.UntilLens(a, "α=0.97 trusted reference (before your edit)")
	s.Until("a stale report", func(seen fake.Seen) bool { return seen.Reports[len(seen.Reports)-1].State == "stale" })
	s.Change(b, "# wrong\nprint()\n")
	s.Until("the lens as before", func(seen fake.Seen) bool {
		lenses := seen.Lenses[b]
		return lenses[len(lenses)-1].Command.Title == "α=0.92 differs on 37 of 500 inputs"
	})
	// A wait for silence cannot be: the answers are in order, so the request sees what came before it.
	s.Change(b, "# right\ndef solve():\n    pass\n")
	s.Save(b)
	s.UntilLens(b, "α=0.97 agrees with a.py on 500 inputs")
	if lens := s.Lens(b); lens.Command.Command != "execre.check" || lens.Range.Start.Line != 1 {
		t.Errorf("lens of b.py: %+v, want execre.check at solve in line 1", lens)
	}
	// A file that is no program has none, and editing it changes nothing.
	s.write("statement.md", "words")
	s.Open(s.path("statement.md"))
	s.Change(s.path("statement.md"), "other words")
	if lens := s.Lens(s.path("statement.md")); lens.Command.Title != "" {
		t.Errorf("lens of statement.md: %+v", lens)
	}
	if lens := s.Lens(b); strings.Contains(lens.Command.Title, "edit") {
		t.Errorf("lens of b.py: %+v", lens)
	}
	// The format has a part in every result.
	s.Open(s.path("input.schema"))
	s.Change(s.path("input.schema"), "T n k\n")
	s.UntilLens(b, "α=0.97 agrees with a.py on 500 inputs (before your edit)")
}

func TestDiagnostics(t *testing.T) {
	s := begin(t, map[string]string{
		"a.py":         "right\ndef main():\n    pass\n",
		"b.py":         "# wrong\n\ndef main(): # 𝔡\n    pass\n",
		"c.py":         "crash",
		"d.py":         "syntax\nx = 'ä𝔡' +\n",
		"input.schema": "T n\n𝔡𝔡mistake here\n",
	})
	s.Initialize(fake.Everything, `{"docs": "file:///ext/README.md"}`, s.root())
	s.Open(s.path("b.py"))
	s.UntilRun(1)
	seen := s.Seen()
	if d := seen.Of(s.path("a.py")); d != nil {
		t.Errorf("a.py: %+v", d)
	}
	for _, want := range []struct {
		file, code string
		severity   int
		at         fake.Range
		message    string
	}{
		{
			"b.py", "differs-from-reference", 2,
			fake.Range{Start: fake.Position{Line: 2}, End: fake.Position{Line: 2, Character: 16}},
			"differs on 37 of 500 inputs. On input\n  25 3\nexpected\n  Yes\ngot\n  No",
		},
		{"c.py", "crash", 2, fake.Range{End: fake.Position{Character: 5}}, "crashes on 3 of 500 inputs (exit status 1). On input\n  25 3\nit printed\n  No"},
		// 'ä𝔡' is four UTF-16 units wide with its quotes, and one code point less.
		{
			"d.py", "does-not-compile", 1,
			fake.Range{Start: fake.Position{Line: 1, Character: 9}, End: fake.Position{Line: 1, Character: 10}},
			"does not compile: d.py:2:9: invalid syntax",
		},
		{"input.schema", "schema-syntax", 1, fake.Range{Start: fake.Position{Line: 1, Character: 4}, End: fake.Position{Line: 1, Character: 11}}, "no such word"},
	} {
		d := seen.Of(s.path(want.file))
		if len(d) != 1 {
			t.Errorf("%s: %d diagnostics", want.file, len(d))
			continue
		}
		if d[0].Code != want.code || d[0].Severity != want.severity || d[0].Range != want.at || d[0].Message != want.message {
			t.Errorf("%s: got %+v\nwant %+v", want.file, d[0], want)
		}
		if c := d[0].CodeDescription; c == nil || c.Href != "file:///ext/README.md#"+want.code {
			t.Errorf("%s: codeDescription %+v", want.file, c)
		}
	}
	related := seen.Of(s.path("b.py"))[0].Related
	if len(related) != 2 || fake.Path(related[0].Location.URI) != s.path("a.py") || related[0].Location.Range.Start.Line != 1 ||
		fake.Path(related[1].Location.URI) != s.path(".execre/counterexamples/b.py.in") {
		t.Errorf("relatedInformation %+v", related)
	}
	if text, err := os.ReadFile(s.path(".execre/counterexamples/b.py.in")); err != nil || string(text) != "25 3\n" {
		t.Errorf("the input file: %q %v", text, err)
	}

	// Saved again with the same result, nothing is said again; what has gone is cleared.
	before := len(seen.Diagnostics)
	s.Save(s.path("b.py"))
	s.UntilRun(2)
	if after := s.Seen().Diagnostics; len(after) != before {
		t.Errorf("published again: %+v", after[before:])
	}
	s.Change(s.path("b.py"), "right")
	s.Save(s.path("b.py"))
	s.UntilRun(3)
	after := s.Seen().Diagnostics[before:]
	if len(after) != 1 || after[0].File != s.path("b.py") || len(after[0].Diagnostics) != 0 {
		t.Errorf("published %+v, want b.py cleared", after)
	}
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	s.Until("everything cleared with the problem", func(seen fake.Seen) bool {
		return len(seen.Of(s.path("c.py")))+len(seen.Of(s.path("d.py")))+len(seen.Of(s.path("input.schema"))) == 0
	})
}

func TestUTF8Positions(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "right", "d.py": "syntax\nx = 'ä𝔡' +\n", "input.schema": "T\n"})
	if result := s.Initialize(`{"general": {"positionEncodings": ["utf-16", "utf-8"]}}`, "", s.root()); !strings.Contains(string(result), `"utf-8"`) {
		t.Errorf("initialize: %s", result)
	}
	s.Open(s.path("a.py"))
	s.UntilRun(1)
	if d := s.Seen().Of(s.path("d.py")); len(d) != 1 || d[0].Range.Start.Character != 12 { // ä and 𝔡 take 2 and 4 bytes
		t.Errorf("%+v", d)
	}
}

// TestPartialReport: what a run finds early is shown while it goes on, beside what the run before said of the other
// programs, and with a lens that leads to the input.
func TestPartialReport(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "right", "b.py": "right too", "c.py": "crash", "input.schema": "T\n"})
	s.Initialize(fake.Everything, "", s.root())
	a, b, c := s.path("a.py"), s.path("b.py"), s.path("c.py")
	for _, path := range []string{a, b, c} {
		s.Open(path)
	}
	s.UntilLens(b, "α=0.97 agrees")
	early := func(text string) {
		t.Helper()
		s.Change(b, text)
		s.Save(b)
		s.UntilLens(b, "differs from a.py, checking")
		s.Until("the diagnostic, and the report", func(seen fake.Seen) bool {
			return len(seen.Of(b)) == 1 && strings.Contains(string(seen.Reports[len(seen.Reports)-1].Report), `"partial":true`)
		})
	}
	early("wrong early")
	seen := s.Seen()
	// Nothing is trusted while the run goes on, so it is no more than a hint.
	if d := seen.Of(b)[0]; d.Code != "minority" || d.Severity != 3 || !strings.HasPrefix(d.Message, "differs from a.py. On input\n  25 3\n") {
		t.Errorf("b.py: %+v", d)
	}
	if d := seen.Of(c); len(d) != 1 || d[0].Code != "crash" {
		t.Errorf("c.py, of which the run before knew: %+v", d)
	}
	if lens := s.Lens(a); lens.Command.Title != "checking" || lens.Command.Command != "execre.check" {
		t.Errorf("a.py: %+v", lens)
	}
	last := seen.Reports[len(seen.Reports)-1]
	var report check.Report
	if err := json.Unmarshal(last.Report, &report); err != nil || last.State != "running" || !report.Partial || report.Inputs.Executed != 120 {
		t.Errorf("%s %s: %v", last.State, last.Report, err)
	}
	if lens := s.Lens(b); lens.Command.Command != "execre.showCounterexample" {
		t.Errorf("b.py: %+v", lens)
	}
	answer := s.Command("execre.showCounterexample", map[string]string{"folder": fake.URI(s.dir), "file": "b.py"})
	var x struct{ Input string }
	if err := json.Unmarshal(answer.Result, &x); err != nil || answer.Code != 0 {
		t.Fatalf("%v %+v", err, answer)
	}
	if text, err := os.ReadFile(fake.Path(x.Input)); err != nil || string(text) != "25 3\n" {
		t.Errorf("the input: %q %v", text, err)
	}

	// A run that is stopped leaves what the one before it said.
	if answer := s.Command("execre.stop", map[string]string{"folder": fake.URI(s.dir)}); answer.Code != 0 {
		t.Errorf("%+v", answer)
	}
	s.UntilLens(b, "α=0.97 agrees with a.py on 500 inputs (before your edit)")
	s.Until("its diagnostic gone", func(seen fake.Seen) bool { return len(seen.Of(b)) == 0 })

	early("wrong early once more")
	s.pipeline.end <- struct{}{}
	s.UntilLens(b, "α=0.92 differs on 37 of 500 inputs")
	if d := s.Seen().Of(b); len(d) != 1 || d[0].Code != "differs-from-reference" || d[0].Severity != 2 {
		t.Errorf("b.py: %+v", d)
	}
}

// TestPartialReportIsCalm: while a run goes on, what is not new stays as it was, in the sidebar too; and that two programs differ
// where nothing is trusted yet is said of the one that was edited, not of the one that was trusted, whichever that is.
func TestPartialReportIsCalm(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "right", "b.py": "right too", "c.py": "crash", "input.schema": "T\n"})
	s.Initialize(fake.Everything, "", s.root())
	a, b, c := s.path("a.py"), s.path("b.py"), s.path("c.py")
	for _, path := range []string{a, b, c} {
		s.Open(path)
	}
	s.UntilLens(b, "α=0.97 agrees")
	for _, edited := range []string{b, a} {
		name := filepath.Base(edited)
		s.Forget()
		if edited == a {
			s.Change(b, "early doubt, as before")
			s.Save(b)
			s.UntilLens(b, "differs from a.py, checking")
			s.pipeline.end <- struct{}{}
			s.UntilLens(b, "α=0.97 agrees")
			s.Forget()
		}
		s.Change(edited, "early doubt: edited")
		s.Save(edited)
		other := map[string]string{a: b, b: a}[edited]
		s.UntilLens(edited, "differs from "+filepath.Base(other)+", checking")
		s.Until("the diagnostic, and the report", func(seen fake.Seen) bool {
			return len(seen.Of(edited)) == 1 && len(seen.Reports) > 0 && strings.Contains(string(seen.Reports[len(seen.Reports)-1].Report), `"partial":true`)
		})
		seen := s.Seen()
		if d := seen.Of(other); len(d) > 0 {
			t.Errorf("%s is edited, and the other is doubted: %+v", name, d)
		}
		if lens := s.Lens(other); lens.Command.Title != "checking" {
			t.Errorf("%s is edited, and the lens of the other is %q", name, lens.Command.Title)
		}
		var report check.Report
		if err := json.Unmarshal(seen.Reports[len(seen.Reports)-1].Report, &report); err != nil {
			t.Fatal(err)
		}
		for _, x := range report.Candidates {
			switch {
			case x.File == name:
				if x.Earlier || x.Verdict != check.Undecided {
					t.Errorf("edited: %+v", x)
				}
			case !x.Earlier && x.File != "c.py" || x.Alpha != x.Alpha:
				t.Errorf("%s is edited, and nothing is left of %+v", name, x)
			}
		}
		s.pipeline.end <- struct{}{}
		s.Until("the last report", func(seen fake.Seen) bool { return seen.Reports[len(seen.Reports)-1].State == "final" })
	}
}

// TestGoneDuringRun: a file that goes while a run of its problem goes on, of which no file is open any more, leaves nothing behind.
func TestGoneDuringRun(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "right", "b.py": "right too", "input.schema": "T\n"})
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	s.UntilLens(b, "α=0.97 agrees")
	s.Change(b, "wrong early")
	s.Save(b)
	s.Until("the diagnostic", func(seen fake.Seen) bool { return len(seen.Of(b)) == 1 })
	s.Close(b)
	if err := os.Remove(b); err != nil {
		t.Fatal(err)
	}
	s.Until("a report without it", func(seen fake.Seen) bool {
		last := seen.Reports[len(seen.Reports)-1]
		return last.State == "final" && !strings.Contains(string(last.Report), "b.py") && len(seen.Of(b)) == 0
	})
}

// TestSuspects: what is found is shown at main at once, and on the most suspicious line as soon as that is known, once; of a
// program that is not open no line is looked for.
func TestSuspects(t *testing.T) {
	s := begin(t, usual())
	s.write("b.py", "# wrong, suspected\n\nprint()\n")
	s.Initialize(fake.Everything, "", s.root())
	a, b := s.path("a.py"), s.path("b.py")
	s.Open(a)
	s.Until("at main", func(seen fake.Seen) bool { return len(seen.Of(b)) == 1 })
	if d := s.Seen().Of(b)[0]; d.Range.Start.Line != 0 || strings.Contains(d.Message, "guess") {
		t.Errorf("not open: %+v", d)
	}
	s.Open(b)
	s.Change(b, "# wrong, suspected\n\nprint(1)\n")
	s.Save(b)
	s.Until("on the line", func(seen fake.Seen) bool { return len(seen.Of(b)) == 1 && seen.Of(b)[0].Range.Start.Line == 2 })
	d := s.Seen().Of(b)[0]
	if !strings.HasSuffix(d.Message, "This line is a guess: what happens here happens more where the program is wrong than where it is right; "+
		"next come line 1 and line 2.") {
		t.Errorf("message %q", d.Message)
	}
	var lines []int
	for _, r := range d.Related {
		if fake.Path(r.Location.URI) == b {
			lines = append(lines, r.Location.Range.Start.Line)
		}
	}
	if !slices.Equal(lines, []int{0, 1}) {
		t.Errorf("related lines %v", lines)
	}
}

// TestBackground: what a person asked for goes before what nobody did.
func TestBackground(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	last := func(what string, background bool) {
		t.Helper()
		s.Until("a report of "+what, func(seen fake.Seen) bool {
			return len(seen.Reports) > 0 && seen.Reports[len(seen.Reports)-1].State == "final"
		})
		s.pipeline.mu.Lock()
		defer s.pipeline.mu.Unlock()
		if got := s.pipeline.orders[len(s.pipeline.orders)-1].Background; got != background {
			t.Errorf("%s: in the background %v", what, got)
		}
	}
	s.Open(b)
	s.UntilRun(1)
	last("opening a file", true)
	s.Change(b, "right")
	s.Save(b)
	s.UntilRun(2)
	last("a save", false)
	s.write("b.py", "wrong on disk")
	s.UntilLens(b, "α=0.92")
	s.Change(b, "wrong on disk") // the editor reads it again
	s.UntilRun(3)
	last("a change on disk", true)
	if a := s.Command("execre.check", map[string]string{"folder": fake.URI(s.dir)}); a.Code != 0 {
		t.Errorf("%+v", a)
	}
	s.UntilRun(4)
	last("a command", false)

	// A change on disk does not make a person wait who waits already.
	s.write("a.py", "stuck")
	s.Command("execre.check", map[string]string{"folder": fake.URI(s.dir)})
	s.UntilLens(b, "checking")
	s.write("a.py", "right")
	s.UntilLens(b, "α=0.92")
	last("a change on disk while a command waits", false)
}

// TestChangedBehindTheEditor: a program that another one has written is checked as it is on the disk; until the editor has read
// it again, and whether it does so before the check or after it, the lens says right whether it speaks of what is shown.
func TestChangedBehindTheEditor(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	s.UntilRun(1)
	s.write("b.py", "right by another program\r\n")
	s.UntilLens(b, "α=0.97 agrees with a.py on 500 inputs (before your edit)")
	s.Change(b, "right by another program\n") // some editors show line feeds alone
	s.Until("that it is of this text", func(fake.Seen) bool {
		return s.Lens(b).Command.Title == "α=0.97 agrees with a.py on 500 inputs"
	})
	s.Change(b, "right by another program\n# and edited\n")
	if title := s.Lens(b).Command.Title; !strings.HasSuffix(title, " (before your edit)") {
		t.Errorf("after an edit: %s", title)
	}
}

// TestTwentySaves: twenty quick saves give one finished run, of the last text, and no lens or diagnostic in between.
func TestTwentySaves(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "stuck", "b.py": "right", "input.schema": "T\n"})
	s.Initialize(fake.Everything, "", s.root())
	a := s.path("a.py")
	s.Open(a)
	<-s.pipeline.begun
	for i := range 20 {
		text := "stuck " + fmt.Sprint(i)
		if i == 19 {
			text = "the last is wrong"
		}
		s.Change(a, text)
		s.Save(a)
	}
	s.UntilLens(a, "α=0.92")
	s.Until("the end of progress", func(seen fake.Seen) bool {
		return len(seen.Progress) > 0 && seen.Progress[len(seen.Progress)-1].Value.Kind == "end"
	})
	s.pipeline.mu.Lock()
	if len(s.pipeline.finished) == 0 || s.pipeline.finished[0] != "the last is wrong" || s.pipeline.max != 1 {
		t.Errorf("finished %q, at most %d at once", s.pipeline.finished, s.pipeline.max)
	}
	runs := len(s.pipeline.finished) // the watcher may ask for one more
	s.pipeline.mu.Unlock()
	seen := s.Seen()
	if n := len(seen.Diagnostics); n != 1 {
		t.Errorf("%d times diagnostics, want 1: %+v", n, seen.Diagnostics)
	}
	begun := 0
	for _, p := range seen.Progress {
		if p.Value.Kind == "begin" {
			begun++
		}
	}
	if begun > runs {
		t.Errorf("progress began %d times for %d finished runs", begun, runs)
	}
	for i, lens := range seen.Lenses[a] {
		title := lens.Command.Title
		if !strings.HasPrefix(title, "checking") && !strings.HasPrefix(title, "α=0.92") {
			t.Errorf("lens %d is %q", i, title)
		}
		if i > 0 && title == seen.Lenses[a][i-1].Command.Title && lens.Range == seen.Lenses[a][i-1].Range {
			t.Errorf("lens %d is %q once more", i, title)
		}
	}
	for i, r := range seen.Reports {
		if i > 0 && r.State == "running" && seen.Reports[i-1].State == "running" && string(r.Report) == string(seen.Reports[i-1].Report) {
			t.Errorf("report %d: %s of run %d", i, r.State, r.Run)
		}
	}
}

func TestProgressAndStop(t *testing.T) {
	for name, stop := range map[string]func(s *scene, token string){
		"progress": func(s *scene, token string) {
			s.Notify("window/workDoneProgress/cancel", map[string]string{"token": token})
		},
		"command": func(s *scene, _ string) {
			if a := s.Command("execre.stop", map[string]string{"folder": fake.URI(s.dir)}); a.Code != 0 {
				t.Errorf("execre.stop: %+v", a)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, usual())
			s.Initialize(fake.Everything, "", s.root())
			b := s.path("b.py")
			s.Open(b)
			s.UntilLens(b, "α=0.92")
			s.Change(b, "stuck")
			s.Save(b)
			s.UntilLens(b, "checking ")
			s.Until("progress with numbers", func(seen fake.Seen) bool {
				last := seen.Progress[len(seen.Progress)-1]
				return last.Value.Kind == "report" && strings.Contains(last.Value.Message, "/500")
			})
			progress := s.Seen().Progress
			last := progress[len(progress)-1].Token
			for _, p := range progress {
				if p.Token == last && p.Value.Kind == "begin" && (p.Value.Title != "ExeCRE: coupon" || !p.Value.Cancellable) {
					t.Errorf("%+v", p)
				}
			}
			stop(s, last)
			s.Until("the end of progress", func(seen fake.Seen) bool {
				p := seen.Progress[len(seen.Progress)-1]
				return p.Token == last && p.Value.Kind == "end"
			})
			s.UntilLens(b, "α=0.92 differs on 37 of 500 inputs (before your edit)")
			s.Until("a stale report", func(seen fake.Seen) bool { return seen.Reports[len(seen.Reports)-1].State == "stale" })
			s.Change(b, "right")
			s.Save(b)
			s.UntilLens(b, "α=0.97 agrees")
		})
	}
}

// TestHunt: a command has a problem searched on in the background; what is known stays to be seen, and stays when the
// person ends it; and a save takes its place.
func TestHunt(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	s.UntilRun(1)
	hunt := func() {
		t.Helper()
		if a := s.Command("execre.hunt", map[string]string{"folder": fake.URI(s.dir)}); a.Code != 0 {
			t.Fatalf("%+v", a)
		}
	}
	last := func() lsp.Order {
		s.pipeline.mu.Lock()
		defer s.pipeline.mu.Unlock()
		return s.pipeline.orders[len(s.pipeline.orders)-1]
	}
	if order := last(); order.For != 0 {
		t.Errorf("a check hunts: %+v", order)
	}
	hunt()
	s.UntilRun(2)
	if order := last(); order.For != time.Minute || !order.Background {
		t.Errorf("%+v", order)
	}

	s.Change(b, "right, hunted")
	s.Save(b)
	s.UntilRun(3)
	s.UntilLens(b, "α=0.97 agrees")
	hunt()
	s.UntilLens(b, "α=0.97 agrees with a.py on 500 inputs, hunting 12/60 s")
	s.Until("progress of the hunt", func(seen fake.Seen) bool {
		p := seen.Progress[len(seen.Progress)-1]
		return p.Value.Kind == "report" && p.Value.Message == "hunting 12/60 s"
	})
	progress := s.Seen().Progress
	s.Notify("window/workDoneProgress/cancel", map[string]string{"token": progress[len(progress)-1].Token})
	s.Until("the report of before, which still holds", func(seen fake.Seen) bool {
		r := seen.Reports[len(seen.Reports)-1]
		return r.State == "final" && r.Run == 3
	})
	if l := s.Lens(b); l.Command.Title != "α=0.97 agrees with a.py on 500 inputs" {
		t.Errorf("%+v", l)
	}

	hunt()
	s.UntilLens(b, "α=0.97 agrees with a.py on 500 inputs, hunting 12/60 s")
	s.Change(b, "wrong")
	s.Save(b)
	s.UntilLens(b, "α=0.92 differs")
	if order := last(); order.For != 0 || order.Background {
		t.Errorf("%+v", order)
	}
}

func TestReports(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	a := s.path("a.py")
	s.write("a.py", "stuck")
	s.Open(a)
	running := func() {
		t.Helper()
		s.UntilLens(a, "checking ") // with numbers: the run has read the files
		s.Until("a run that goes on", func(seen fake.Seen) bool { return seen.Reports[len(seen.Reports)-1].State == "running" })
	}
	running()
	s.Change(a, "right")
	s.Save(a)
	final := s.UntilRun(2)
	first := s.Seen().Reports[0]
	if first.State != "running" || first.Run != 1 || string(first.Report) != "null" || fake.Path(first.Folder) != s.dir {
		t.Errorf("first report %+v", first)
	}
	var report check.Report
	if err := json.Unmarshal(final.Report, &report); err != nil || report.Problem != "coupon" || len(report.Candidates) != 2 {
		t.Errorf("final report %s: %v", final.Report, err)
	}
	s.Change(a, "stuck")
	s.Save(a)
	running()
	reports := s.Seen().Reports
	if last := reports[len(reports)-1]; last.Run <= final.Run || string(last.Report) != string(final.Report) {
		t.Errorf("while running again: run %d, %s", last.Run, last.Report)
	}
}

// TestShutdown: whatever runs, shutdown and exit end everything within a second. The test allows more, for a busy machine.
func TestShutdown(t *testing.T) {
	for _, run := range []string{"stuck", "deaf"} {
		t.Run(run, func(t *testing.T) {
			s := begin(t, map[string]string{"a.py": run, "input.schema": "T\n"})
			defer close(s.pipeline.release)
			s.Initialize(fake.Everything, "", s.root())
			s.Open(s.path("a.py"))
			<-s.pipeline.begun
			start := time.Now()
			s.Leave()
			s.UntilGone()
			if !<-s.orderly {
				t.Error("not orderly")
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestHungEditor(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	for _, method := range []string{"window/workDoneProgress/create", "workspace/codeLens/refresh", "window/showDocument"} {
		s.Mute(method)
	}
	s.Open(s.path("b.py"))
	s.UntilRun(1)
	answer := s.Send("workspace/executeCommand", map[string]any{
		"command": "execre.showCounterexample", "arguments": []any{map[string]string{"folder": fake.URI(s.dir), "file": "b.py"}},
	})
	<-answer // our extension shows by itself: nobody is asked
	s.Change(s.path("b.py"), "right")
	s.Save(s.path("b.py"))
	s.UntilRun(2)
	if lens := s.Lens(s.path("b.py")); !strings.HasPrefix(lens.Command.Title, "α=0.97") {
		t.Errorf("lens %+v", lens)
	}
	s.Leave()
	s.UntilGone()
}

func TestHangingUp(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "stuck", "input.schema": "T\n"})
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("a.py"))
	<-s.pipeline.begun
	s.Notify("exit", nil)
	s.UntilGone()
	if <-s.orderly {
		t.Error("exit without shutdown counts as orderly")
	}
}

// TestUntrusted: nothing is run, everything else answers.
func TestUntrusted(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, `{"trusted": false}`, s.root())
	a := s.path("a.py")
	s.Open(a)
	s.Change(a, "right too")
	s.Save(a)
	if lens := s.Lens(a); lens.Command.Title != "" {
		t.Errorf("lens %+v", lens)
	}
	folder := map[string]string{"folder": fake.URI(s.dir)}
	if answer := s.Command("execre.check", folder); answer.Code != -32803 || !strings.Contains(answer.Text, "not trusted") {
		t.Errorf("execre.check: %+v", answer)
	}
	if answer := s.Command("execre.stop", folder); answer.Code != 0 {
		t.Errorf("execre.stop: %+v", answer)
	}
	s.write("b.py", "changed outside")
	s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": fake.URI(s.path("b.py")), "type": 2}}})
	s.Leave()
	s.UntilGone()
	if n := len(s.pipeline.begun); n != 0 {
		t.Errorf("%d runs in an untrusted workspace", n)
	}
	if _, err := os.Stat(s.path(".execre")); err == nil {
		t.Error("something was written")
	}
}

func TestOptions(t *testing.T) {
	for options, runs := range map[string]bool{`null`: true, `{}`: true, `{"trusted": null}`: true, `{"trusted": true, "other": 1}`: true, `{"trusted": false}`: false} {
		t.Run(options, func(t *testing.T) {
			s := begin(t, usual())
			s.Initialize(`{}`, options, s.root())
			answer := s.Command("execre.check", map[string]string{"folder": fake.URI(s.dir)})
			if (answer.Code == 0) != runs {
				t.Errorf("%+v", answer)
			}
		})
	}
	s := begin(t, usual())
	if a := s.Ask("initialize", map[string]any{"capabilities": map[string]any{}, "initializationOptions": map[string]any{"trusted": "no"}}); a.Code != -32602 {
		t.Errorf("a word for trusted: %+v", a)
	}
}

func TestShowCounterexample(t *testing.T) {
	for name, c := range map[string]struct{ capabilities, shown string }{
		"our extension": {`{"experimental": {"execre": {}}, "window": {"showDocument": {"support": true}}}`, ""},
		"showDocument":  {`{"window": {"showDocument": {"support": true}}}`, "b.py.in"},
		"showMessage":   {`{}`, "b.py: differs on 37 of 500 inputs. On input\n  25 3\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := usual()
			files["c.py"] = "crash"
			s := begin(t, files)
			s.Initialize(c.capabilities, "", s.root())
			s.Open(s.path("b.py"))
			s.UntilRun(1)
			answer := s.Command("execre.showCounterexample", map[string]string{"folder": fake.URI(s.dir), "file": "b.py"})
			var x struct {
				Title, Input, Got string
				Expected          *string
			}
			if err := json.Unmarshal(answer.Result, &x); err != nil || answer.Code != 0 {
				t.Fatalf("%v %+v", err, answer)
			}
			if x.Title != "b.py on 25 3: expected by a.py, and got" || x.Expected == nil {
				t.Errorf("%s", answer.Result)
			}
			for uri, want := range map[string]string{x.Input: "25 3\n", *x.Expected: "Yes\n", x.Got: "No\n"} {
				if text, err := os.ReadFile(fake.Path(uri)); err != nil || string(text) != want {
					t.Errorf("%s holds %q (%v), want %q", uri, text, err, want)
				}
			}
			if c.shown != "" {
				s.Until("the counterexample shown", func(seen fake.Seen) bool {
					return len(seen.Shown) == 1 && strings.Contains(seen.Shown[0], c.shown)
				})
			} else if seen := s.Seen(); seen.Shown != nil {
				t.Errorf("shown %q", seen.Shown)
			}
			answer = s.Command("execre.showCounterexample", map[string]string{"folder": fake.URI(s.dir), "file": "c.py"})
			if !strings.Contains(string(answer.Result), `"expected":null`) {
				t.Errorf("a crash: %+v", answer)
			}
		})
	}
}

func TestWrongCommands(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("a.py"))
	s.UntilRun(1)
	folder := fake.URI(s.dir)
	for _, c := range []struct {
		command string
		args    []any
		text    string
	}{
		{"execre.unknown", nil, "unknown command"},
		{"execre.check", nil, "takes one argument"},
		{"execre.check", []any{"a", "b"}, "takes one argument"},
		{"execre.check", []any{map[string]any{"folder": 5}}, "takes one argument"},
		{"execre.check", []any{map[string]any{"folder": "https://example.org/x"}}, "no file URI"},
		{"execre.check", []any{map[string]any{"folder": fake.URI(s.path("nowhere"))}}, "there is no folder"},
		{"execre.check", []any{map[string]any{"folder": fake.URI(s.path("a.py"))}}, "there is no folder"},
		{"execre.hunt", []any{map[string]any{"folder": fake.URI(s.path("nowhere"))}}, "there is no folder"},
		{"execre.stop", []any{map[string]any{"folder": fake.URI(s.root())}}, "nothing was checked"},
		{"execre.showCounterexample", []any{map[string]any{"folder": fake.URI(s.root()), "file": "a.py"}}, "nothing was checked"},
		{"execre.showCounterexample", []any{map[string]any{"folder": folder, "file": "z.py"}}, "no program"},
		{"execre.showCounterexample", []any{map[string]any{"folder": folder}}, "no program"},
		{"execre.showCounterexample", []any{map[string]any{"folder": folder, "file": "a.py"}}, "no counterexample"},
	} {
		if a := s.Command(c.command, c.args...); a.Code != -32602 || !strings.Contains(a.Text, c.text) {
			t.Errorf("%s %v: %d %s, want -32602 with %q", c.command, c.args, a.Code, a.Text, c.text)
		}
	}
}

// TestBareFolder: programs without anything that makes them a problem are run only when a person asks for it.
func TestBareFolder(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "right", "b.py": "wrong"})
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	s.Save(b)
	if lens := s.Lens(b); lens.Command.Title != "" || len(s.pipeline.begun) != 0 {
		t.Errorf("lens %+v, %d runs", lens, len(s.pipeline.begun))
	}
	if a := s.Command("execre.check", map[string]string{"folder": fake.URI(s.dir)}); a.Code != 0 {
		t.Errorf("%+v", a)
	}
	s.UntilLens(b, "α=0.92")
	s.Change(b, "right")
	s.Save(b)
	s.UntilLens(b, "α=0.97")
}

// TestRunsThatGoWrong: a run that panics or fails is told, and nothing else suffers.
func TestRunsThatGoWrong(t *testing.T) {
	for word, want := range map[string]string{"panic": "internal error: a broken invariant", "fail": "the disk is full"} {
		t.Run(word, func(t *testing.T) {
			s := begin(t, usual())
			s.Initialize(fake.Everything, "", s.root())
			a := s.path("a.py")
			s.Open(a)
			s.UntilLens(a, "α=0.97")
			s.Change(a, word)
			s.Save(a)
			s.Until("the failure logged", func(seen fake.Seen) bool {
				return len(seen.Logged) == 1 && strings.Contains(seen.Logged[0], want)
			})
			s.Until("the failure in execre/report", func(seen fake.Seen) bool {
				last := seen.Reports[len(seen.Reports)-1]
				return last.State == "stale" && last.Error == want && string(last.Report) != "null"
			})
			s.UntilLens(a, "α=0.97 trusted reference (before your edit)")
			if shown := s.Seen().Shown; shown != nil {
				t.Errorf("a save pops up %q", shown)
			}
			s.Command("execre.check", map[string]string{"folder": fake.URI(s.dir)})
			s.Until("the failure shown to who asked", func(seen fake.Seen) bool {
				return len(seen.Shown) == 1 && strings.Contains(seen.Shown[0], want)
			})
			s.Change(a, "right")
			s.Save(a)
			s.Until("a new report", func(seen fake.Seen) bool { return seen.Reports[len(seen.Reports)-1].State == "final" })
		})
	}
}

// TestOutsideChanges are seen by the watcher, and checked while a file of the problem is open.
func TestOutsideChanges(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	s.UntilLens(b, "α=0.92")
	s.write("b.py", "right")
	s.UntilLens(b, "α=0.97")
	s.write("c.py", "wrong")
	s.Until("the new program's diagnostic", func(seen fake.Seen) bool { return len(seen.Of(s.path("c.py"))) == 1 })
	if err := os.Remove(s.path("c.py")); err != nil {
		t.Fatal(err)
	}
	s.Until("the removed program's diagnostic cleared", func(seen fake.Seen) bool { return len(seen.Of(s.path("c.py"))) == 0 })

	// Nothing is run while nobody looks; it is made up for.
	s.Close(b)
	s.write("b.py", "wrong again")
	s.Until("a stale report", func(seen fake.Seen) bool { return seen.Reports[len(seen.Reports)-1].State == "stale" })
	s.Open(b)
	s.UntilLens(b, "α=0.92")
}

func TestWorkspaceFolders(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", t.TempDir())
	b := s.path("b.py")
	s.Open(b)
	s.Save(b)
	if lens := s.Lens(b); lens.Command.Title != "" {
		t.Errorf("outside of the workspace: %+v", lens)
	}
	here := []any{map[string]string{"uri": fake.URI(s.root()), "name": "here"}}
	s.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": here, "removed": []any{}}})
	s.Save(b)
	s.UntilLens(b, "α=0.92")
	s.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{}, "removed": here}})
	s.Until("the diagnostics gone with the folder", func(seen fake.Seen) bool {
		last := seen.Reports[len(seen.Reports)-1]
		return len(seen.Of(b)) == 0 && last.State == "gone" && string(last.Report) == "null" && fake.Path(last.Folder) == s.dir
	})
}

// TestSeveralProblemsInAFolder: each has its own runs, lenses and diagnostics; what belongs to none is not run; and when samples
// of another problem come into the folder of one, open files are given to the problem that they are of now.
func TestSeveralProblemsInAFolder(t *testing.T) {
	s := begin(t, map[string]string{
		"A.py": "right", "A2.py": "wrong", "A1.in": "1\n", "A1.out": "1\n", "B.py": "right", "B2.py": "crash", "B1.in": "1\n", "B1.out": "1\n", "notes.py": "wrong",
	})
	s.Initialize(fake.Everything, "", s.root())
	a, a2, b2 := s.path("A.py"), s.path("A2.py"), s.path("B2.py")
	s.Open(a2)
	s.UntilLens(a2, "α=0.92")
	s.Until("its diagnostic", func(seen fake.Seen) bool { return len(seen.Of(a2)) == 1 })
	s.Open(s.path("notes.py"))
	if seen := s.Seen(); len(seen.Of(b2)) > 0 || s.Lens(s.path("notes.py")).Command.Title != "" {
		t.Errorf("before B was opened: %+v", seen.Diagnostics)
	}
	s.Open(b2)
	s.UntilLens(b2, "crashes")
	reports := map[string]string{}
	for _, r := range s.Seen().Reports {
		reports[filepath.Base(fake.Path(r.Folder))] = fake.Path(r.Files)
	}
	if len(reports) != 2 || reports["a.*"] != s.dir || reports["b.*"] != s.dir {
		t.Errorf("reports of %v", reports)
	}
	if answer := s.Do(s.action(b2, 0, "show the input")); !strings.Contains(string(answer.Result), fake.URI(s.dir)+"/.execre/counterexamples/B2.py.in") {
		t.Errorf("the counterexample: %+v", answer)
	}
	s.Change(a2, "right")
	s.Save(a2)
	s.UntilLens(a2, "α=0.97")
	if d := s.Seen().Of(b2); len(d) != 1 {
		t.Errorf("of the other problem: %+v", d)
	}

	// B goes: the folder is one problem again, and of its files all are one's.
	for _, name := range []string{"B1.in", "B1.out", "B.py"} {
		if err := os.Remove(s.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	s.Open(a)
	s.Until("the folder as one problem", func(seen fake.Seen) bool {
		last := seen.Reports[len(seen.Reports)-1]
		return fake.Path(last.Folder) == s.dir && last.State == "final" && strings.Contains(string(last.Report), "notes.py")
	})
	s.Until("each finding once", func(seen fake.Seen) bool { return len(seen.Of(s.path("notes.py"))) == 1 && len(seen.Of(b2)) == 1 })
	s.Leave()
}

// TestNoFolders: a file that is opened without a folder has a problem in its own.
func TestNoFolders(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "")
	s.Open(s.path("b.py"))
	s.UntilLens(s.path("b.py"), "α=0.92")
}

// TestStrangeMessages: each gets the answer that the protocol has for it, and the server lives.
func TestStrangeMessages(t *testing.T) {
	s := begin(t, usual())
	if a := s.Ask("textDocument/codeLens", map[string]any{"textDocument": map[string]string{"uri": "file:///a.py"}}); a.Code != -32002 {
		t.Errorf("before initialize: %+v", a)
	}
	s.Initialize(`{"window": null, "workspace": {"codeLens": {"refreshSupport": null}}, "general": {"positionEncodings": null}, "new": {"thing": [1]}}`, "", s.root())
	s.Open(s.path("b.py"))
	s.UntilRun(1)
	for _, c := range []struct {
		method string
		params any
		code   int
	}{
		{"textDocument/unknown", nil, -32601},
		{"execre/unknown", map[string]any{}, -32601},
		{"textDocument/definition", nil, -32601},
		{"textDocument/hover", nil, -32602},
		{"textDocument/hover", map[string]any{"textDocument": map[string]string{"uri": "file:///a.py"}, "position": map[string]int{}}, 0},
		{"textDocument/codeLens", nil, -32602},
		{"textDocument/codeLens", []int{1}, -32602},
		{"textDocument/codeLens", map[string]any{}, 0},
		{"textDocument/codeLens", map[string]any{"textDocument": map[string]string{"uri": "untitled:Untitled-1"}}, 0},
		{"textDocument/codeAction", map[string]any{"context": map[string]any{"diagnostics": []any{map[string]any{"severity": nil}}}}, 0},
		{"workspace/executeCommand", nil, -32602},
		{"initialize", map[string]any{"capabilities": map[string]any{}}, -32600},
	} {
		if a := s.Ask(c.method, c.params); a.Code != c.code {
			t.Errorf("%s %v: %+v, want %d", c.method, c.params, a, c.code)
		}
	}
	for _, method := range []string{
		"$/unknown", "textDocument/unknown", "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave",
		"textDocument/didClose", "$/cancelRequest", "$/setTrace", "window/workDoneProgress/cancel", "workspace/didChangeWatchedFiles",
		"workspace/didChangeWorkspaceFolders", "workspace/didChangeConfiguration",
	} {
		s.Notify(method, nil)
		s.Notify(method, map[string]any{})
		s.Notify(method, map[string]any{"textDocument": map[string]any{"uri": "untitled:1", "text": "", "version": 1, "languageId": ""}})
	}
	s.Notify("textDocument/didChange", map[string]any{ // a part, though whole texts were agreed on
		"textDocument":   map[string]any{"uri": fake.URI(s.path("b.py")), "version": 2},
		"contentChanges": []any{map[string]any{"range": fake.Range{}, "text": "x"}},
	})
	if lens := s.Lens(s.path("b.py")); lens.Command.Title != "α=0.92 differs on 37 of 500 inputs" {
		t.Errorf("afterwards: %+v", lens)
	}
	s.Leave()
	s.UntilGone()
}

// TestOpenedWithUnsavedEdits: an editor that restores a session opens a file with a text that is not on disk.
func TestOpenedWithUnsavedEdits(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	saved, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	s.OpenText(b, string(saved)+"# restored\n")
	s.UntilLens(b, "α=0.92 differs on 37 of 500 inputs (before your edit)")
	s.Change(b, string(saved))
	s.UntilLens(b, "α=0.92 differs on 37 of 500 inputs")
}

func TestLargeDocument(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	large := "# wrong\n" + strings.Repeat("# ä𝔡 lorem ipsum\n", 10<<20/20)
	if err := os.WriteFile(b, []byte(large), 0o644); err != nil {
		t.Fatal(err)
	}
	s.OpenText(b, large)
	s.UntilRun(1)
	s.Change(b, strings.Repeat("x", 10<<20))
	s.UntilLens(b, "α=0.92 differs on 37 of 500 inputs (before your edit)")
	if lens := s.Lens(b); lens.Range.Start.Line != 0 {
		t.Errorf("%+v", lens)
	}
}

// TestParentDeath: a server whose client died ends although something else keeps its stdin open.
func TestParentDeath(t *testing.T) {
	ours, theirs := net.Pipe()
	parent := make(chan int, 10)
	parent <- os.Getpid() // at initialize
	parent <- os.Getpid() // at the first look
	parent <- 1           // then it was given to init
	done := make(chan bool)
	go func() {
		done <- lsp.Serve(context.Background(), theirs, lsp.Config{
			Check: newPipeline().check, Parent: func() int { return <-parent }, ClientInterval: time.Millisecond,
		})
	}()
	e := fake.Start(t, ours)
	e.Initialize(`{}`, "")
	if <-done {
		t.Error("orderly")
	}
	e.UntilGone()
}

func TestServeEndsWithItsContext(t *testing.T) {
	s := newPipeline()
	ours, theirs := net.Pipe()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.py": "stuck", "input.schema": "T\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	go func() { done <- lsp.Serve(ctx, theirs, lsp.Config{Check: s.check}) }()
	e := fake.Start(t, ours)
	e.Initialize(fake.Everything, "", dir)
	e.Open(filepath.Join(dir, "a.py"))
	<-s.begun
	cancel()
	if <-done {
		t.Error("orderly")
	}
	if !slices.Equal(s.finished, nil) {
		t.Errorf("finished %q", s.finished)
	}
}
