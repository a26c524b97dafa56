package lsp_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"execre/server/internal/check"
	"execre/server/internal/lsp"
	"execre/server/internal/lsp/fake"
)

// action is the code action of a title, which must be there.
func (s *scene) action(path string, at int, title string) fake.Action {
	s.t.Helper()
	all := s.Actions(path, line(at))
	i := slices.IndexFunc(all, func(a fake.Action) bool { return strings.HasPrefix(a.Title, title) })
	if i < 0 {
		s.t.Fatalf("no code action %q in %q", title, titles(all))
	}
	return all[i]
}

func (s *scene) text(name string) string {
	s.t.Helper()
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// TestProgramActions: at the lens of a program there is all that can be done about it, and elsewhere nothing.
func TestProgramActions(t *testing.T) {
	s := begin(t, usual())
	s.write("c.py", "# undecided\n")
	s.Initialize(fake.Everything, "", s.root())
	a, b, c := s.path("a.py"), s.path("b.py"), s.path("c.py")
	for _, path := range []string{a, b, c} {
		s.Open(path)
	}
	s.UntilLens(b, "α=0.92")
	s.UntilLens(c, "α=0.64")
	const judged, decides = "the judge said…", "answer the question that would decide"
	for _, want := range []struct {
		path, titles string
		line         int
	}{
		{a, decides + "|" + judged + "|ignore a.py", 2},
		{a, "", 0},
		{b, "show the input, what was expected and what it printed|make it a sample, with the answer of a.py|" + decides + "|" + judged + "|ignore b.py", 0},
		{c, decides + "|" + judged + "|ignore c.py", 0},
	} {
		if got := titles(s.Actions(want.path, line(want.line))); got != want.titles {
			t.Errorf("%s:%d: %q, want %q", want.path, want.line, got, want.titles)
		}
	}
}

// TestSampleOfACounterexample: the input of a counterexample becomes a sample once, beside those that are there.
func TestSampleOfACounterexample(t *testing.T) {
	files := usual()
	files["samples/1.in"], files["samples/1.out"] = "1 1\n", "No\n"
	s := begin(t, files)
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	s.UntilLens(b, "α=0.92")
	run := s.UntilRun(1).Run
	if answer := s.Do(s.action(b, 0, "make it a sample")); string(answer.Result) != `{"files":["samples/2.out","samples/2.in"]}` {
		t.Fatalf("%+v", answer)
	}
	if in, out := s.text("samples/2.in"), s.text("samples/2.out"); in != "25 3\n" || out != "Yes\n" {
		t.Errorf("the sample is %q, %q", in, out)
	}
	s.UntilRun(run + 1)
	if answer := s.Do(s.action(b, 0, "make it a sample")); !strings.Contains(answer.Text, "is sample 2 already") {
		t.Errorf("again: %+v", answer)
	}
	s.write("d.py", "# crash\n")
	s.Open(s.path("d.py"))
	s.UntilLens(s.path("d.py"), "crashes")
	if answer := s.Command("execre.addSample", s.arg("d.py")); !strings.Contains(answer.Text, "nothing says what is right") {
		t.Errorf("a crash: %+v", answer)
	}
}

func (s *scene) arg(file string) map[string]string {
	return map[string]string{"folder": fake.URI(s.dir), "file": file}
}

// TestTheJudgeSaid: a verdict of a judge and a file to be ignored are kept in execre.toml, with what is there, and what a
// person types there at that time is not touched.
func TestTheJudgeSaid(t *testing.T) {
	s := begin(t, usual())
	s.write("execre.toml", "inputs = 20 # few\n")
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	s.UntilLens(b, "α=0.92")
	run := s.UntilRun(1).Run

	s.Choose("")
	if answer := s.Do(s.action(b, 0, "the judge said")); string(answer.Result) != "null" || s.text("execre.toml") != "inputs = 20 # few\n" {
		t.Errorf("a dialogue that was closed: %+v %q", answer, s.text("execre.toml"))
	}
	s.Choose("wrong answer")
	if answer := s.Do(s.action(b, 0, "the judge said")); string(answer.Result) != `{"files":["execre.toml"]}` {
		t.Errorf("%+v", answer)
	}
	shown := s.Seen().Shown
	if last := shown[len(shown)-1]; last != "What did the judge say of b.py? | accepted | wrong answer | time limit exceeded | runtime error" {
		t.Errorf("asked %q", last)
	}
	run = s.UntilRun(run + 1).Run
	if answer := s.Ask("execre/verdict", map[string]string{"folder": fake.URI(s.dir), "file": "a.py", "verdict": "accepted"}); answer.Code != 0 {
		t.Errorf("%+v", answer)
	}
	run = s.UntilRun(run + 1).Run
	if answer := s.Do(s.action(b, 0, "ignore b.py")); answer.Code != 0 {
		t.Errorf("%+v", answer)
	}
	s.UntilRun(run + 1)
	want := "inputs = 20 # few\n\n[verdicts]\n\"b.py\" = \"wrong-answer\"\n\"a.py\" = \"accepted\"\n\n[roles]\n\"b.py\" = \"ignore\"\n"
	if got := strings.ReplaceAll(s.text("execre.toml"), "'", `"`); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, wrong := range []map[string]string{
		{"folder": fake.URI(s.dir), "file": "a.py", "verdict": "so-so"},
		{"folder": fake.URI(s.dir), "file": "none.py", "verdict": "accepted"},
		{"folder": "untitled:1", "file": "a.py", "verdict": "accepted"},
		{"folder": fake.URI(s.dir), "file": "a.py"},
	} {
		if answer := s.Ask("execre/verdict", wrong); answer.Code != -32602 {
			t.Errorf("%v: %+v", wrong, answer)
		}
	}

	s.Open(s.path("execre.toml"))
	s.Change(s.path("execre.toml"), "inputs = 3\n")
	if answer := s.Command("execre.setVerdict", map[string]string{
		"folder": fake.URI(s.dir), "file": "a.py", "verdict": "crash",
	}); !strings.Contains(answer.Text, "has edits that are not saved") {
		t.Errorf("while execre.toml is edited: %+v", answer)
	}
}

// TestChecker: where several answers seem right, the person is asked how they are compared.
func TestChecker(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "# several\n", "b.py": "# undecided\n", "input.schema": "N\n"})
	s.Initialize(fake.Everything, "", s.root())
	a := s.path("a.py")
	s.Open(a)
	s.UntilLens(a, "α=0.97")
	run := s.UntilRun(1).Run
	s.Choose("I have a checker program")
	s.Do(s.action(a, 0, "say how answers are compared"))
	if shown := s.Seen().Shown; !strings.Contains(shown[len(shown)-1], "checker.cpp") {
		t.Errorf("shown %q", shown)
	}
	s.Choose("the order of the lines is free")
	s.Do(s.action(a, 0, "say how answers are compared"))
	s.UntilRun(run + 1)
	if got := s.text("execre.toml"); strings.ReplaceAll(got, "'", `"`) != "checker = \"unordered\"\n" {
		t.Errorf("execre.toml is %q", got)
	}
}

// TestResolve: an edit is asked for when it is wanted, and one that is out of date is refused.
func TestResolve(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "print()\n", "input.schema": "N\nA_1 ... A_N\n---\n1 <= N <= 9\nA is distinct\n"})
	s.Initialize(fake.Pulling, "", s.root())
	format := s.path("input.schema")
	s.Open(format)
	all := s.Actions(format, line(4))
	if len(all) == 0 || all[0].Edit != nil || all[0].Data == nil {
		t.Fatalf("actions %+v", all)
	}
	stale := all[0]
	if answer := s.Do(all[0]); answer.Code != 0 || strings.Contains(s.Text(format), "distinct") {
		t.Errorf("%+v: %q", answer, s.Text(format))
	}
	if answer := s.Do(stale); !strings.Contains(answer.Text, "ask for its code actions again") {
		t.Errorf("again: %+v", answer)
	}
}

// TestPull: an editor that asks for diagnostics sees each of them once, those of files that are not open too, at every time.
func TestPull(t *testing.T) {
	s := begin(t, usual())
	result := s.Initialize(fake.Pulling, "", s.root())
	if !strings.Contains(string(result), `"diagnosticProvider":{"interFileDependencies":true,"workspaceDiagnostics":false}`) {
		t.Fatalf("initialize: %s", result)
	}
	a, b := s.path("a.py"), s.path("b.py")
	one := func(what, path string, pulled bool) {
		t.Helper()
		s.Until(what, func(seen fake.Seen) bool {
			all, asked := seen.Shows(path), seen.Pulled[path].Items
			return len(all) == 1 && all[0].Code == "differs-from-reference" && len(asked) == 1 == pulled
		})
	}
	s.Open(a)
	one("the diagnostic of a file that is not open", b, false)
	s.Open(b)
	one("the diagnostic of an open file", b, true)
	s.Change(b, "# right\n")
	s.Save(b)
	s.Until("none", func(seen fake.Seen) bool { return len(seen.Shows(b)) == 0 })
	s.Change(b, "# crash\n")
	s.Save(b)
	s.Until("another", func(seen fake.Seen) bool { return len(seen.Shows(b)) == 1 && seen.Pulled[b].Items[0].Code == "crash" })
	s.Close(b)
	s.Until("it is published when the file is closed", func(seen fake.Seen) bool { return len(seen.Of(b)) == 1 })

	// Mistakes of a schema come while it is typed.
	format := s.path("input.schema")
	s.Open(format)
	s.Change(format, "N\n---\n1 <= N <= 9\nN is odder\n")
	s.Until("a mistake", func(seen fake.Seen) bool { return len(seen.Shows(format)) == 1 && len(seen.Of(format)) == 0 })
	s.Change(format, "N\n---\n1 <= N <= 9\nN is odd\n")
	s.Until("no mistake", func(seen fake.Seen) bool { return len(seen.Shows(format)) == 0 })
	// Our own extension is told, and does not ask.
	other := begin(t, usual())
	if result := other.Initialize(strings.Replace(fake.Pulling, `{`, `{"experimental": {"execre": {}},`, 1), "", other.root()); strings.Contains(string(result), "diagnosticProvider") {
		t.Errorf("our own extension: %s", result)
	}
}

// TestInlayHint: who wants them has the count behind main, as long as it is of this very text.
func TestInlayHint(t *testing.T) {
	s := begin(t, usual())
	if result := s.Initialize(fake.Pulling, `{"inlayHints": true}`, s.root()); !strings.Contains(string(result), `"inlayHintProvider":true`) {
		t.Fatalf("initialize: %s", result)
	}
	a, b := s.path("a.py"), s.path("b.py")
	s.Open(a)
	s.Open(b)
	hint := func(want string) {
		t.Helper()
		s.Until("the hint "+want, func(seen fake.Seen) bool { return seen.Hints[b] == want && seen.Hints[a] == "" })
	}
	hint("✗ 37/500")
	s.Change(b, "# wrong\n\nprint()\n")
	hint("")
	s.Change(b, "# wrong\nprint()\n")
	hint("✗ 37/500")

	off := begin(t, usual())
	if result := off.Initialize(fake.Pulling, "", off.root()); strings.Contains(string(result), "inlayHint") {
		t.Errorf("nobody wants them: %s", result)
	}
}

// TestLastReport: what an earlier session found is shown, and called so, without any run; a run takes its place.
func TestLastReport(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("b.py"))
	s.UntilRun(1)
	s.Leave()
	<-s.orderly

	again := s.again()
	again.Initialize(fake.Everything, "", s.root())
	again.Until("the kept report", func(seen fake.Seen) bool {
		return len(seen.Reports) == 1 && seen.Reports[0].State == "stale" && strings.Contains(string(seen.Reports[0].Report), "differs on 37")
	})
	if answer := again.Command("execre.showCounterexample", s.arg("b.py")); !strings.Contains(string(answer.Result), "b.py.expected") {
		t.Errorf("its counterexample: %+v", answer)
	}
	if seen := again.Seen(); len(seen.Diagnostics) > 0 || len(s.pipeline.orders) > 1 {
		t.Errorf("before anything was opened: %+v, %d runs", seen.Diagnostics, len(s.pipeline.orders))
	}
	again.Open(s.path("b.py"))
	again.UntilRun(1)
	again.Leave()
	<-s.orderly

	untrusted := s.again()
	untrusted.Initialize(fake.Everything, `{"trusted": false}`, s.root())
	untrusted.Open(s.path("b.py"))
	untrusted.Leave()
	<-s.orderly
	if seen := untrusted.Seen(); len(seen.Reports) > 0 {
		t.Errorf("in an untrusted workspace: %+v", seen.Reports)
	}
}

// BenchmarkManyProblems starts a server in a workspace of 200 problems that an earlier session has checked: until it is ready,
// and until the editor has all 200 reports. None is run.
func BenchmarkManyProblems(b *testing.B) {
	root := b.TempDir()
	for i := range 200 {
		dir := filepath.Join(root, fmt.Sprintf("round %d", i/10), fmt.Sprintf("problem %d", i))
		report := &check.Report{Version: check.Version, Problem: filepath.Base(dir), Candidates: []check.Candidate{}}
		for k := range 10 {
			report.Candidates = append(report.Candidates, check.Candidate{File: fmt.Sprintf("%d.py", k), Message: strings.Repeat("differs ", 100)})
		}
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, "0.py"), nil, 0o644),
			os.WriteFile(filepath.Join(dir, "input.schema"), []byte("N\n"), 0o644), check.Save(dir, report)); err != nil {
			b.Fatal(err)
		}
	}
	var ready time.Duration
	for b.Loop() {
		ours, theirs := net.Pipe()
		done := make(chan struct{})
		go func() {
			defer close(done)
			lsp.Serve(context.Background(), theirs, lsp.Config{Check: func(context.Context, string, lsp.Order) (*check.Report, error) {
				b.Error("a run begins, and nothing was opened")
				return nil, os.ErrInvalid
			}})
		}()
		e := fake.Start(b, ours)
		begin := time.Now()
		e.Initialize(fake.Everything, "", root)
		ready += time.Since(begin)
		e.Until("all reports", func(seen fake.Seen) bool { return len(seen.Reports) == 200 })
		e.Leave()
		<-done
	}
	b.ReportMetric(ready.Seconds()*1000/float64(b.N), "ready-ms/op")
}
