package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/check"
	"execre/server/internal/lsp"
	"execre/server/internal/lsp/fake"
	"execre/server/internal/workspace"
)

// laboratory is the real pipeline on programs that are only said to be executed. Each reads a number and prints it twofold;
// from 60 on one whose text has the word "odd" prints x, "crash" crashes, "slow" takes too long, "hangs" waits until it is
// cancelled and "waits", whatever else, until the test ends it.
type laboratory struct {
	waiting chan struct{} // one of them waits
	end     chan struct{} // of that
}

func newLaboratory() *laboratory {
	return &laboratory{waiting: make(chan struct{}, 1000), end: make(chan struct{})}
}

func (l *laboratory) check(ctx context.Context, dir string, order lsp.Order) (*check.Report, error) {
	problem, err := workspace.Load(dir)
	if err != nil {
		return nil, err
	}
	return check.Run(ctx, problem, check.Config{
		Executor: l, Builder: l, Jobs: 2, Seed: 1, Progress: order.Progress, Partial: order.Partial, Rows: order.Rows,
	})
}

func (l *laboratory) Build(_ context.Context, src build.Source, _ toolchain.Commands) (*runner.Program, error) {
	return &runner.Program{Name: src.Name, Key: string(src.Text)}, nil
}

func (l *laboratory) Execute(ctx context.Context, req runner.Request) runner.Result {
	var n int
	if _, err := fmt.Sscan(string(req.Stdin), &n); err != nil {
		return runner.Result{Verdict: runner.InternalError, Err: err}
	}
	has := func(word string) bool { return n >= 60 && strings.Contains(req.Program.Key, word) }
	result := runner.Result{Verdict: runner.OK, Stdout: fmt.Appendln(nil, 2*n), CPU: 1500 * 1000, Engine: runner.Spawn}
	switch {
	case has("waits"):
		l.waiting <- struct{}{}
		<-l.end
	case has("hangs"):
		l.waiting <- struct{}{}
		<-ctx.Done()
		return runner.Result{Verdict: runner.InternalError, Err: ctx.Err()}
	case has("odd"):
		result.Stdout = []byte("x\n")
	case has("crash"):
		result.Verdict, result.ExitCode = runner.Crash, 3
	case has("slow"):
		result.Verdict, result.CPU = runner.TimeLimit, 2e9
	}
	return result
}

// matrix is the answer to execre/matrix.
type matrix struct {
	Run    int
	State  string
	Inputs []struct {
		ID, Size int
		Source   string
	}
	Candidates []struct {
		File  string
		Class int
		Cells []int
		Times []float64
	}
	Limit float64
}

// cell is the answer to execre/cell.
type cell struct {
	Input, Name string
	Outputs     []struct {
		File, Verdict, Output, Error string
		Class                        int
		Time                         float64
	}
	Cut bool
}

// matrix asks for the matrix of a problem, by its path; nil is null.
func (s *scene) matrix(problem string) *matrix {
	s.t.Helper()
	answer := s.Ask("execre/matrix", map[string]any{"folder": fake.URI(problem)})
	var m *matrix
	if answer.Code != 0 || json.Unmarshal(answer.Result, &m) != nil {
		s.t.Fatalf("execre/matrix: %+v", answer)
	}
	return m
}

func (s *scene) cell(problem string, run, input int) (cell, fake.Answer) {
	s.t.Helper()
	answer := s.Ask("execre/cell", map[string]any{"folder": fake.URI(problem), "run": run, "input": input})
	var c cell
	if answer.Code == 0 && json.Unmarshal(answer.Result, &c) != nil {
		s.t.Fatalf("execre/cell: %+v", answer)
	}
	return c, answer
}

func numbers() map[string]string {
	return map[string]string{
		"a.py": "right", "b.py": "right too", "odd.py": "odd", "crash.py": "crash", "late.py": "slow",
		"input.schema": "N\n---\n0 <= N <= 300\n", "execre.toml": "inputs = 50\ntime_limit = \"1.5s\"\n", "1.in": "7\n", "1.out": "14\n",
	}
}

// TestMatrix: the matrix of a run, and an input of it, as long as it is the last one; what is edited makes it stale.
func TestMatrix(t *testing.T) {
	s := prepare(t, numbers(), newLaboratory().check)
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	if m := s.matrix(s.dir); m != nil {
		t.Errorf("before anything was run: %+v", m)
	}
	a := s.path("a.py")
	s.Open(a)
	run := s.UntilRun(1).Run
	m := s.matrix(s.dir)
	if m == nil || m.Run != run || m.State != "final" || len(m.Inputs) != 51 || m.Limit != 1500 {
		t.Fatalf("%+v", m)
	}
	var order []string
	for _, c := range m.Candidates {
		order = append(order, fmt.Sprint(c.File, " ", c.Class))
		if len(c.Cells) != 51 || len(c.Times) != 51 {
			t.Errorf("%s: %d cells, %d times", c.File, len(c.Cells), len(c.Times))
		}
	}
	if want := "[a.py 0 b.py 0 crash.py 1 late.py 2 odd.py 3]"; fmt.Sprint(order) != want {
		t.Fatalf("%v, want %s", order, want)
	}
	samples := 0
	for i, in := range m.Inputs {
		if in.Source == "sample" {
			samples++
		}
		c, answer := s.cell(s.dir, run, in.ID)
		if answer.Code != 0 || len(c.Outputs) != 5 || c.Cut {
			t.Fatalf("%+v", answer)
		}
		n := 0
		if _, err := fmt.Sscan(c.Input, &n); err != nil {
			t.Fatalf("%q: %v", c.Input, err)
		}
		for k, o := range c.Outputs {
			if o.File != m.Candidates[k].File || o.Class != m.Candidates[k].Cells[i] || o.Time != m.Candidates[k].Times[i] {
				t.Errorf("%+v is not as in the matrix: %d, %v", o, m.Candidates[k].Cells[i], m.Candidates[k].Times[i])
			}
		}
		want := []string{"0 1.5 ok", "0 1.5 ok", "0 1.5 ok", "0 1.5 ok", "0 1.5 ok"}
		if n >= 60 {
			want = []string{"0 1.5 ok", "0 1.5 ok", "-1 1.5 crash", "-2 2000 time-limit", "3 1.5 ok"}
		}
		if m.Candidates[3].Cells[i] == -3 { // it was too slow on inputs before
			want[3] = "-3 -1 not-run"
		}
		for k, o := range c.Outputs {
			if got := fmt.Sprint(o.Class, " ", o.Time, " ", o.Verdict); got != want[k] {
				t.Errorf("%s on %d: %s, want %s", o.File, n, got, want[k])
			}
		}
		if right := fmt.Sprintln(2 * n); c.Outputs[0].Output != right || n >= 60 && (c.Outputs[4].Output != "x\n" || c.Outputs[2].Error != "it crashes (exit status 3)") {
			t.Errorf("on %d: %+v", n, c.Outputs)
		}
	}
	if samples != 1 {
		t.Errorf("%d samples", samples)
	}

	for _, c := range []struct {
		folder     string
		run, input int
		want       string
	}{
		{s.dir, run + 1, m.Inputs[0].ID, "is not the last one any more"},
		{s.dir, run, 1000, "no input with the id 1000"},
		{s.root(), run, m.Inputs[0].ID, "is not the last one any more"},
		{"", run, 1, "no file URI"},
	} {
		if _, answer := s.cell(c.folder, c.run, c.input); answer.Code == 0 || !strings.Contains(answer.Text, c.want) {
			t.Errorf("%+v: %+v", c, answer)
		}
	}
	if answer := s.Ask("execre/matrix", map[string]any{"folder": "untitled:a"}); answer.Code == 0 {
		t.Errorf("%+v", answer)
	}

	s.Change(a, "right as ever")
	if m := s.matrix(s.dir); m == nil || m.State != "stale" || m.Run != run {
		t.Errorf("after an edit: %+v", m)
	}
	if _, answer := s.cell(s.dir, run, m.Inputs[3].ID); answer.Code != 0 {
		t.Errorf("after an edit: %+v", answer)
	}
	s.Save(a)
	next := s.UntilRun(run + 1).Run
	if m := s.matrix(s.dir); m == nil || m.State != "final" || m.Run != next {
		t.Errorf("after a save: %+v", m)
	}
	if _, answer := s.cell(s.dir, run, m.Inputs[3].ID); answer.Code == 0 || !strings.Contains(answer.Text, "not the last one any more") {
		t.Errorf("an input of the run before: %+v", answer)
	}

	if err := os.Rename(s.dir, s.dir+" elsewhere"); err != nil { // at once: a run may write into a folder that goes bit by bit
		t.Fatal(err)
	}
	s.Until("the problem to be gone", func(seen fake.Seen) bool { return seen.Reports[len(seen.Reports)-1].State == "gone" })
	if m := s.matrix(s.dir); m != nil {
		t.Errorf("of a folder that is gone: %+v", m)
	}
	if _, answer := s.cell(s.dir, next, m.Inputs[3].ID); answer.Code == 0 {
		t.Errorf("of a folder that is gone: %+v", answer)
	}
}

// TestMatrixWhileItRuns: there is what is executed by then, and of the run before as long as there is nothing.
func TestMatrixWhileItRuns(t *testing.T) {
	lab := newLaboratory()
	s := prepare(t, numbers(), lab.check)
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	a := s.path("a.py")
	s.Open(a)
	run := s.UntilRun(1).Run
	s.Change(a, "waits")
	s.Save(a)
	<-lab.waiting
	m := s.matrix(s.dir)
	if m == nil || m.Run != run+1 || m.State != "running" || len(m.Inputs) == 0 || len(m.Inputs) > 50 {
		t.Fatalf("while it runs: %+v", m)
	}
	for _, c := range m.Candidates {
		if slices.Contains(c.Cells, -3) || c.Class != 0 {
			t.Errorf("an input that is not finished: %+v", c)
		}
	}
	known := m.Inputs[0]
	for _, r := range []int{run, run + 1} { // the last one that has finished is still to be seen
		if c, answer := s.cell(s.dir, r, known.ID); answer.Code != 0 || len(c.Outputs) != 5 {
			t.Errorf("run %d: %+v", r, answer)
		}
	}
	close(lab.end)
	s.UntilRun(run + 1)
	if m := s.matrix(s.dir); m.State != "final" || len(m.Inputs) < 51 || !slices.Contains(m.Inputs, known) {
		t.Errorf("at last: %+v", m)
	}

	for len(lab.waiting) > 0 {
		<-lab.waiting
	}
	s.Change(a, "hangs")
	s.Save(a)
	<-lab.waiting
	s.Command("execre.stop", map[string]string{"folder": fake.URI(s.dir)})
	if m := s.matrix(s.dir); m == nil || m.Run != run+1 || m.State != "stale" || len(m.Inputs) < 51 {
		t.Errorf("when the next one was stopped: %+v", m)
	}
}

// TestMatrixOfARunThatWaits: while a run waits for the end of the one before it, which it has cancelled, there is the matrix of
// the last one that has finished.
func TestMatrixOfARunThatWaits(t *testing.T) {
	lab := newLaboratory()
	s := prepare(t, numbers(), lab.check)
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	a := s.path("a.py")
	s.Open(a)
	run := s.UntilRun(1).Run
	s.Change(a, "waits")
	s.Save(a)
	<-lab.waiting
	s.Change(a, "right again")
	s.Save(a)
	if m := s.matrix(s.dir); m == nil || m.Run != run || m.State != "stale" {
		t.Errorf("%+v", m)
	}
	for _, r := range []int{run + 1, run + 2} {
		if _, answer := s.cell(s.dir, r, 1); answer.Code == 0 {
			t.Errorf("run %d: %+v", r, answer)
		}
	}
	close(lab.end)
	s.UntilRun(run + 2)
	if m := s.matrix(s.dir); m == nil || m.Run != run+2 || m.State != "final" {
		t.Errorf("%+v", m)
	}
}

// TestMatrixOfOneOfSeveralProblems: problems that share a folder have a matrix each.
func TestMatrixOfOneOfSeveralProblems(t *testing.T) {
	s := prepare(t, map[string]string{
		"A.py": "right", "A2.py": "odd", "A.schema": "N\n---\n0 <= N <= 300\n", "A1.in": "7\n", "A1.out": "14\n",
		"B.py": "right", "B2.py": "right too", "B1.in": "8\n", "B1.out": "16\n",
	}, newLaboratory().check)
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	files := func(group string) (all []string) {
		if m := s.matrix(filepath.Join(s.dir, group)); m != nil {
			for _, c := range m.Candidates {
				all = append(all, c.File)
			}
		}
		return all
	}
	checked := func(group string) {
		s.Until("the report of "+group, func(seen fake.Seen) bool {
			return slices.ContainsFunc(seen.Reports, func(r fake.Report) bool { return strings.HasSuffix(fake.Path(r.Folder), group) && r.State == "final" })
		})
	}
	s.Open(s.path("A.py"))
	checked("a.*")
	if a, b := files("a.*"), files("b.*"); fmt.Sprint(a) != "[A.py A2.py]" || b != nil {
		t.Errorf("%v, %v", a, b)
	}
	s.Open(s.path("B.py"))
	checked("b.*")
	if a, b := files("a.*"), files("b.*"); fmt.Sprint(a) != "[A.py A2.py]" || fmt.Sprint(b) != "[B.py B2.py]" {
		t.Errorf("%v, %v", a, b)
	}
}

// TestMatrixOfAnotherSession: a report that was kept has no matrix, and where nothing may be run there is none.
func TestMatrixOfAnotherSession(t *testing.T) {
	s := prepare(t, numbers(), newLaboratory().check)
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("a.py"))
	s.UntilRun(1)
	s.Leave()
	<-s.orderly

	again := s.again()
	again.Initialize(fake.Everything, "", s.root())
	again.Until("the kept report", func(seen fake.Seen) bool { return len(seen.Reports) == 1 })
	if m := again.matrix(s.dir); m != nil {
		t.Errorf("of another session: %+v", m)
	}
	if _, answer := again.cell(s.dir, 0, 1); answer.Code == 0 {
		t.Errorf("of another session: %+v", answer)
	}
	again.Leave()
	<-s.orderly

	untrusted := s.again()
	untrusted.Initialize(fake.Everything, `{"trusted": false}`, s.root())
	untrusted.Open(s.path("a.py"))
	if m := untrusted.matrix(s.dir); m != nil {
		t.Errorf("in an untrusted workspace: %+v", m)
	}
	if _, answer := untrusted.cell(s.dir, 1, 1); answer.Code == 0 || !strings.Contains(answer.Text, "not trusted") {
		t.Errorf("in an untrusted workspace: %+v", answer)
	}
	untrusted.Leave()
	<-s.orderly
}

// TestMemoryStaysFlatWithTheRealPipeline: what is kept of a run, its report, its matrix and what is in the problem's folder,
// makes room for that of the next one.
func TestMemoryStaysFlatWithTheRealPipeline(t *testing.T) {
	files := numbers()
	files["execre.toml"] = "inputs = 20\n"
	s := prepare(t, files, newLaboratory().check)
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	a := s.path("a.py")
	s.Open(a)
	run := s.UntilRun(1).Run
	save := func(until int) {
		for run < until {
			s.Change(a, fmt.Sprintf("%s %d\n%s", []string{"odd", "right"}[run%2], run, strings.Repeat("pass\n", 200)))
			s.Save(a)
			run = s.UntilRun(run + 1).Run
			if m := s.matrix(s.dir); m == nil || m.Run != run || len(m.Inputs) < 21 {
				t.Fatalf("run %d: %+v", run, m)
			}
			s.Forget()
		}
	}
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	save(100)
	before, routines := heap(), runtime.NumGoroutine()
	save(300)
	after := heap()
	t.Logf("the heap has %d bytes after 100 saves and %d after 300", before, after)
	// A matrix has 9 kB here and a report 7 kB: to keep one for each save would be 1.4 MB and more.
	if after > before+500_000 {
		t.Errorf("the heap grew from %d to %d bytes in 200 saves", before, after)
	}
	if now := runtime.NumGoroutine(); now > routines+5 {
		t.Errorf("%d goroutines became %d", routines, now)
	}
}

// BenchmarkMatrix asks for the matrix of 20 programs on 5,000 inputs.
func BenchmarkMatrix(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "large")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.Fatal(err)
	}
	files := map[string]string{"input.schema": "N M\n---\n0 <= N, M <= 100000\n", "execre.toml": "inputs = 5000\n"}
	for i := range 20 {
		files[fmt.Sprintf("%02d.py", i)] = fmt.Sprint([]string{"right", "right", "odd", "crash"}[i%4], i)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	ours, theirs := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		lsp.Serve(context.Background(), theirs, lsp.Config{Check: newLaboratory().check})
	}()
	e := fake.Start(b, ours)
	e.Initialize(fake.Everything, "", dir)
	e.Open(filepath.Join(dir, "00.py"))
	e.UntilRun(1)
	e.Forget()
	size := 0
	for b.Loop() {
		answer := e.Ask("execre/matrix", map[string]any{"folder": fake.URI(dir)})
		if size = len(answer.Result); size < 500_000 {
			b.Fatalf("%+v", answer)
		}
		e.Forget()
	}
	b.ReportMetric(float64(size), "response-bytes")
	e.Leave()
	<-done
}
