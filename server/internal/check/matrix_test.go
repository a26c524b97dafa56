package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"execre/analysis/generate"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// takes is a behaviour with a CPU time.
func takes(cpu time.Duration, of behaviour) behaviour {
	return func(n int) runner.Result {
		r := of(n)
		r.CPU = cpu
		return r
	}
}

// cellOf is what a Matrix says of a program on an input, in words.
func cellOf(m *Matrix, file string, id int) string {
	i := slices.IndexFunc(m.Inputs, func(in MatrixInput) bool { return in.ID == id })
	for _, c := range m.Candidates {
		if c.File == file {
			return fmt.Sprint(c.Cells[i], " ", c.Times[i])
		}
	}
	return "none"
}

// unbuildable is a Builder that fails at one file.
type unbuildable struct {
	Builder
	file string
}

func (b unbuildable) Build(ctx context.Context, src build.Source, override toolchain.Commands) (*runner.Program, error) {
	if src.Name == b.file {
		return nil, &build.Failure{Messages: []build.Message{{File: src.Name, Line: 1, Severity: "error", Text: "no such word"}}}
	}
	return b.Builder.Build(ctx, src, override)
}

// TestMatrix: every cell is what the program does there, in a check with everything that may happen, and a click on an input
// shows the outputs.
func TestMatrix(t *testing.T) {
	var rows Rows
	if rows.Matrix() != nil {
		t.Error("there is a matrix before anything is executed")
	}
	r := mustTrial(t, map[string]behaviour{
		"a.py": takes(1250*time.Microsecond, double), "b.py": double, "c.py": double, "d.py": double, "copy.py": double,
		"broken.py": double,
		"odd.py":    from(60, prints("x")), "odder.py": from(60, prints("y")), "late.py": from(200, timedOut),
		"crash.py":  from(60, runner.Result{Verdict: runner.Crash, Signal: "SIGSEGV", StderrHead: []byte("oh\nno\n")}),
		"memory.py": from(290, runner.Result{Verdict: runner.MemoryLimit}),
	}, func(p *workspace.Problem, cfg *Config) {
		cfg.Rows, cfg.Builder = &rows, unbuildable{cfg.Builder, "broken.py"}
		p.Samples = []workspace.Sample{
			{Name: "sample 1", Input: "7\n", Output: "14\n", File: "1.in"},
			{Name: "judged-1", Input: "100", Output: "200\n", File: "samples/judged-1.in", Judged: true},
		}
		for i := range p.Files {
			if p.Files[i].Path == "copy.py" {
				p.Files[i].DuplicateOf = "a.py"
			}
		}
	})
	m := rows.Matrix()
	if rows.herald != nil {
		t.Error("the whole check is kept")
	}
	var order []string
	classes := map[string]int{}
	for _, c := range m.Candidates {
		order = append(order, c.File)
		classes[c.File] = c.Class
	}
	// Those that are alone in their class come in the order of their names.
	want := "a.py b.py c.py copy.py d.py crash.py late.py memory.py odd.py odder.py broken.py"
	if got := strings.Join(order, " "); got != want || classes["broken.py"] != -1 || classes["odder.py"] != 5 {
		t.Errorf("candidates %s, want %s; classes %v", got, want, classes)
	}
	if n := r.Inputs.Executed + 2; len(m.Inputs) != n {
		t.Fatalf("%d inputs, want %d", len(m.Inputs), n)
	}
	sources, retired := map[string]int{}, 0
	for i, in := range m.Inputs {
		if t.Failed() {
			return // one input tells enough
		}
		if i > 0 && in.Size < m.Inputs[i-1].Size {
			t.Errorf("input %d is smaller than the one before it", i)
		}
		sources[in.Source]++
		c, err := m.Cell(t.Context(), in.ID)
		if err != nil {
			t.Fatal(err)
		}
		var n int
		if _, err := fmt.Sscanln(c.Input, &n); err != nil || len(c.Input) != in.Size || c.Cut {
			t.Errorf("input %q, %v", c.Input, err)
		}
		if in.Source == "sample" && (n != 7 || c.Name != "sample 1") || in.Source == "judged" && (n != 100 || c.Name != "judged-1") {
			t.Errorf("%s %q is %d", in.Source, c.Name, n)
		}
		says := map[string]CellOutput{}
		for _, o := range c.Outputs {
			says[o.File] = o
		}
		expect := func(file string, class MatrixCell, time int32, verdict, output, why string) {
			t.Helper()
			if got, want := cellOf(m, file, in.ID), fmt.Sprint(class, " ", time); got != want {
				t.Errorf("%s on %d: cell and time %s, want %s", file, n, got, want)
			}
			if want := (CellOutput{file, verdict, output, why, class, MatrixTime(time)}); says[file] != want {
				t.Errorf("%s on %d: %+v, want %+v", file, n, says[file], want)
			}
		}
		right := fmt.Sprintln(2 * n)
		for _, file := range []string{"a.py", "copy.py"} {
			expect(file, 0, 125, "ok", right, "")
		}
		expect("d.py", 0, 0, "ok", right, "")
		expect("broken.py", CellNotRun, -1, "not-run", "", "does not compile: broken.py:1: no such word")
		if n < 60 {
			expect("odder.py", 0, 0, "ok", right, "")
			expect("crash.py", 0, 0, "ok", right, "")
		} else {
			expect("odd.py", 4, 0, "ok", "x\n", "")
			expect("odder.py", 5, 0, "ok", "y\n", "")
			expect("crash.py", CellCrash, 0, "crash", "", "it crashes (SIGSEGV): no")
		}
		if n >= 290 && says["memory.py"].Verdict != "not-run" {
			expect("memory.py", CellOther, 0, "memory-limit", "", "it uses more than 0B")
		}
		if says["late.py"].Verdict == "not-run" {
			retired++
			expect("late.py", CellNotRun, -1, "not-run", "", "it was not executed any more, after it had met a limit 3 times")
		} else if n >= 200 {
			expect("late.py", CellTimeLimit, 0, "time-limit", "", "it takes more than 0s")
		}
	}
	if sources["sample"] != 1 || sources["judged"] != 1 || sources["generated"] != r.Inputs.Executed || retired == 0 {
		t.Errorf("sources %v, late.py not run on %d", sources, retired)
	}
	if _, err := m.Cell(t.Context(), 12345); err == nil {
		t.Error("an input that is not there is shown")
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if _, err := m.Cell(ctx, m.Inputs[0].ID); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that was cancelled: %v", err)
	}
}

// TestMatrixTrustedFirst: the class of the trusted reference is the first one, also if another is larger.
func TestMatrixTrustedFirst(t *testing.T) {
	var rows []named
	for _, answers := range [][]int{{0, 1, 1, 0}, {2, 0, 0, 1}} {
		rows = append(rows, named{row: row{answers: answers}})
	}
	for trusted, want := range map[int]string{-1: "[1 0 3] [1 0 0 2]", 0: "[0 1 3] [0 1 1 2]", 2: "[1 0 3] [1 0 0 2]", 3: "[3 1 0] [2 1 1 0]"} {
		first, classOf := classify(rows, 4, trusted)
		if got := fmt.Sprint(first, classOf); got != want {
			t.Errorf("trusting %d: %s, want %s", trusted, got, want)
		}
	}
}

// TestMatrixWhileItRuns: the matrix has the rows so far, and an input is the same when the check is over.
func TestMatrixWhileItRuns(t *testing.T) {
	var rows Rows
	known := map[int]MatrixInput{}
	last := 0
	mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "odd.py": from(60, prints("x"))},
		func(p *workspace.Problem, cfg *Config) {
			cfg.Rows = &rows
			p.Samples = []workspace.Sample{{Name: "sample 1", Input: "7\n", Output: "14\n", File: "1.in"}}
			cfg.Progress = func(p Progress) {
				m := rows.Matrix()
				switch {
				case p.Phase == "building" || p.Phase == "samples":
					if m != nil {
						t.Errorf("%v: %d inputs", p, len(m.Inputs))
					}
					return
				case p.Phase == "inputs" && len(m.Inputs) != p.Done:
					t.Errorf("%v: %d inputs", p, len(m.Inputs)) // the last one is not told yet, and there is the sample
				}
				for _, in := range m.Inputs {
					if before, ok := known[in.ID]; ok && before != in {
						t.Errorf("%v: input %+v was %+v", p, in, before)
					}
					known[in.ID] = in
				}
				last = len(m.Inputs)
				if c, err := m.Cell(t.Context(), m.Inputs[0].ID); err != nil || c.Outputs[0].Verdict != "ok" {
					t.Errorf("%v: %+v, %v", p, c, err)
				}
			}
		})
	m := rows.Matrix()
	if len(m.Inputs) != 101 || last != 101 || len(known) != 101 {
		t.Errorf("%d inputs, %d while it ran, %d different ones", len(m.Inputs), last, len(known))
	}
	for _, in := range m.Inputs {
		if known[in.ID] != in {
			t.Errorf("input %+v was %+v", in, known[in.ID])
		}
	}
}

// TestMatrixOfACheckThatBeginsAnew: where a guessed format is given up, or a program is taken from its server, all is executed
// again. Nothing of before is left, and no id is used for two inputs.
func TestMatrixOfACheckThatBeginsAnew(t *testing.T) {
	passes := func(t *testing.T, rows *Rows, all *[]map[int]bool) func(Progress) {
		return func(p Progress) {
			if p.Phase == "samples" && p.Done == 1 {
				*all = append(*all, map[int]bool{})
			}
			if p.Phase != "inputs" {
				return
			}
			if m := rows.Matrix(); m != nil {
				for _, in := range m.Inputs {
					(*all)[len(*all)-1][in.ID] = true
				}
			}
		}
	}
	verify := func(t *testing.T, rows *Rows, r *Report, all []map[int]bool) {
		t.Helper()
		if len(all) != 2 || len(all[0]) == 0 {
			t.Fatalf("passes %v, want two", all)
		}
		for _, in := range rows.Matrix().Inputs {
			if all[0][in.ID] {
				t.Errorf("the id %d is used again", in.ID)
			}
		}
		if got, want := len(rows.Matrix().Inputs), r.Inputs.Executed+1; got != want {
			t.Errorf("%d inputs, want %d", got, want)
		}
	}
	t.Run("a guess", func(t *testing.T) {
		var rows Rows
		var all []map[int]bool
		p, cfg := twoGuesses(t, func(int32) {}, func() {})
		look := passes(t, &rows, &all)
		before := cfg.Progress
		cfg.Rows, cfg.Progress = &rows, func(p Progress) { before(p); look(p) }
		r, err := Run(t.Context(), p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, &rows, r, all)
	})
	t.Run("a server", func(t *testing.T) {
		var rows Rows
		var all []map[int]bool
		r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double},
			func(p *workspace.Problem, cfg *Config) {
				p.Samples = []workspace.Sample{{Name: "sample 1", Input: "7\n", Output: "14\n", File: "1.in"}}
				cfg.Rows, cfg.Progress = &rows, passes(t, &rows, &all)
				cfg.Executor = confused{cfg.Executor, "c.py"}
			})
		verify(t, &rows, r, all)
		c, err := rows.Matrix().Cell(t.Context(), rows.Matrix().Inputs[5].ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range c.Outputs { // its server still says something else
			if o.Output != c.Outputs[0].Output || o.Error != "" {
				t.Errorf("%+v", o)
			}
		}
	})
}

// confused executes one program in a server in which it does something else.
type confused struct {
	runner.Executor
	program string
}

func (c confused) Execute(ctx context.Context, req runner.Request) runner.Result {
	result := c.Executor.Execute(ctx, req)
	result.Engine = runner.Spawn
	if req.Program.Name == c.program && !req.Fresh && !req.Alone {
		result.Engine, result.Stdout = runner.Zygote, []byte("confused\n")
	}
	return result
}

// TestCellThatIsNotAsBefore: what cannot be had again, or is another output than the check has seen, is said so.
func TestCellThatIsNotAsBefore(t *testing.T) {
	var rows Rows
	var gone atomic.Bool
	long := strings.Repeat("7", TextLimit+1)
	mustTrial(t, map[string]behaviour{
		"a.py": double, "b.py": double, "long.py": func(int) runner.Result { return prints(long) },
		"changes.py": func(n int) runner.Result {
			if gone.Load() {
				return prints("another")
			}
			return double(n)
		},
		"crashes.py": func(n int) runner.Result {
			if gone.Load() {
				return crashed
			}
			return double(n)
		},
		"vanishes.py": func(n int) runner.Result {
			if gone.Load() {
				return runner.Result{Verdict: runner.InternalError, Err: errors.New("no such file")}
			}
			return double(n)
		},
	}, func(_ *workspace.Problem, cfg *Config) { cfg.Rows = &rows })
	gone.Store(true)
	m := rows.Matrix()
	c, err := m.Cell(t.Context(), m.Inputs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]string{
		"changes.py":  {"another\n", "it does not repeat itself: this is not what it did in the check"},
		"crashes.py":  {"", "it does not repeat itself: the check saw ok, and now it is crash"},
		"vanishes.py": {"", "its output is not kept any more, and it cannot be executed again (no such file): check the problem again"},
		"long.py":     {long[:TextLimit], ""},
	}
	for _, o := range c.Outputs {
		if w, ok := want[o.File]; ok && (o.Verdict != "ok" || [2]string{o.Output, o.Error} != w) {
			t.Errorf("%s: %s, output of %d bytes, %q", o.File, o.Verdict, len(o.Output), o.Error)
		}
	}
	if !c.Cut {
		t.Error("a long output is not said to be cut")
	}
}

// TestMatrixIsBounded: of too many inputs those are there that tell programs apart, and of large ones the text is not kept.
func TestMatrixIsBounded(t *testing.T) {
	const inputs = mostInputs + 5000
	r := &run{arena: &arena{}}
	for _, name := range []string{"a.py", "b.py"} {
		e := &entrant{file: workspace.File{Path: name}, program: &runner.Program{}}
		r.entrants, r.runners = append(r.entrants, e), append(r.runners, e)
	}
	h := &herald{run: r}
	for i := range inputs {
		answers := []int{0, 0}
		if i >= inputs-100 { // the largest
			answers = []int{0, 1}
		}
		h.finished.rows = append(h.finished.rows, row{
			id: i + 1, input: generate.Input{Text: fmt.Sprintf("%05d", i) + strings.Repeat("x", i/10+1)}, answers: answers,
			cells: []cell{{verdict: runner.OK}, {verdict: runner.OK}},
		})
	}
	m := h.matrix(-1)
	apart, kept := 0, 0
	for i, in := range m.Inputs {
		if m.Candidates[1].Cells[i] != m.Candidates[0].Cells[i] {
			apart++
		}
		kept += len(in.text)
	}
	if len(m.Inputs) != mostInputs || apart != 100 || m.Inputs[0].ID != 1 || m.Inputs[mostInputs-101].ID != mostInputs-100 {
		t.Errorf("%d inputs, %d tell apart", len(m.Inputs), apart)
	}
	total := 0
	for _, in := range m.Inputs {
		total += in.Size
	}
	if total < mostTexts || kept > mostTexts {
		t.Errorf("%d of %d bytes are kept", kept, total)
	}
	if _, err := m.Cell(t.Context(), inputs); err == nil || !strings.Contains(err.Error(), "input 25000 has 2505 bytes, which is too much") {
		t.Error(err)
	}
}

func TestMatrixTimes(t *testing.T) {
	text, err := json.Marshal(MatrixTimes{-1, 0, 1, 10, 99, 100, 101, 110, 12345, 200000})
	if want := "[-1,0,0.01,0.1,0.99,1,1.01,1.1,123.45,2000]"; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	if text, err := json.Marshal(MatrixTimes{}); err != nil || string(text) != "[]" {
		t.Errorf("%s, %v", text, err)
	}
}
