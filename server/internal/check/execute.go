package check

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"execre/analysis/consistency"
	"execre/analysis/generate"
	"execre/analysis/minimise"
	"execre/runner"
	"execre/server/internal/workspace"
)

// RetireAfter is the number of executions that ran into a limit (time, memory,
// output), in input order, after which a program is not run any more, for each
// of them costs a whole limit; a brute force, which is there for the small
// inputs, then only on inputs shorter than all of those.
const RetireAfter = 3

// cell is how one program fared on one input. The output itself is not kept:
// what is shown to people is executed again, which also confirms it.
type cell struct {
	verdict runner.Verdict // VerdictInvalid: not run
	sum     [sha256.Size]byte
	how     string // of a crash: its signal or exit status
	served  bool   // by a server, not by a process of its own
	cpu     time.Duration
}

func newCell(r runner.Result) cell {
	c := cell{verdict: r.Verdict, sum: sha256.Sum256(r.Stdout), served: served(r), cpu: r.CPU}
	if r.Verdict == runner.Crash {
		c.how = r.Signal
		if c.how == "" {
			c.how = "exit status " + strconv.Itoa(r.ExitCode)
		}
	}
	return c
}

// crash is the failure of a crash; "" for whatever else happened.
func (c cell) crash() minimise.Failure {
	if c.verdict != runner.Crash {
		return ""
	}
	return minimise.Failure("crash: " + c.how)
}

// served says whether a result was not had from a process started for it.
func served(r runner.Result) bool { return r.Engine != "" && r.Engine != runner.Spawn }

// same says whether two executions of one program on one input went alike.
func (c cell) same(d cell) bool {
	if limited(c.verdict) && limited(d.verdict) {
		return true // which limit is met first is a matter of how busy the machine is
	}
	return c.verdict == d.verdict && c.how == d.how && (c.verdict != runner.OK || c.sum == d.sum)
}

// limited says whether a verdict is about a limit.
func limited(v runner.Verdict) bool {
	return v == runner.TimeLimit || v == runner.MemoryLimit || v == runner.OutputLimit
}

// answer is the cell's id where the program gave no answer.
func (c cell) noAnswer() int {
	switch c.verdict {
	case runner.VerdictInvalid:
		return consistency.NotRun
	case runner.TimeLimit:
		return consistency.TimeLimit
	case runner.Crash, runner.MemoryLimit, runner.OutputLimit, runner.OK, runner.InternalError:
	}
	return consistency.Crash
}

// row is one input with what every program made of it.
type row struct {
	id      int // from 1; no other row of the run has it
	input   generate.Input
	sample  *workspace.Sample // that it is of; nil for other inputs
	parsed  generate.Input    // of a sample: as the format has it; zero where there is no format, and for a misfit
	misfit  error             // of a sample: why it is no input of the format; nil where it is, or there is no format
	cells   []cell
	answers []int    // as in consistency.Matrix
	ruled   []ruling // what the checker program says of each output by itself; nil where there is none
	outputs [][]byte // of each program, nil where there is none; only until the row is compared
}

// arena runs all programs on inputs, one input at a time through all programs,
// and retires those that keep running into limits. Rows are finished in input order
// whatever the number of jobs, so that its results never depend on it.
type arena struct {
	executor   runner.Executor
	programs   []*runner.Program
	limits     runner.Limits
	jobs       int
	background bool
	comparison *comparison // of outputs; nil while it is not known: rows then keep their outputs, see compare
	brute      []bool      // which programs are brute forces
	fresh      []bool      // which have no server: it did not do what the program does
	limited    []int       // executions of each program in finished rows that ran into a limit
	tooLong    []int       // length of the shortest input of those
	begun      int         // rows, ever
}

// newArena is the arena of a check whose programs are built. Who ran into limits is still to be set.
func newArena(r *run) *arena {
	settings := r.problem.Settings
	a := &arena{
		executor:   r.cfg.Executor,
		limits:     runner.Limits{CPU: settings.TimeLimit, Memory: settings.MemoryLimit},
		jobs:       r.cfg.Jobs,
		background: r.cfg.Background,
		fresh:      make([]bool, len(r.runners)),
	}
	for _, e := range r.runners {
		a.programs = append(a.programs, e.program)
		a.brute = append(a.brute, e.file.Role == workspace.Brute)
	}
	return a
}

// retired says whether program j is not to be run on an input any more.
func (a *arena) retired(j int, input string) bool {
	return a.limited[j] >= RetireAfter && (!a.brute[j] || len(input) >= a.tooLong[j])
}

// newRows are the rows of inputs that were not run.
func newRows(inputs []generate.Input) []row {
	rows := make([]row, len(inputs))
	for i, in := range inputs {
		rows[i].input = in
	}
	return rows
}

// run executes the programs on the inputs of the rows. finished is called after each row, in
// order and never concurrently; nobody changes the row any more, but for compare where it is not known yet how.
func (a *arena) run(ctx context.Context, rows []row, finished func(row)) error {
	for i := range rows {
		a.begun++
		rows[i].id = a.begun
		rows[i].cells, rows[i].answers = make([]cell, len(a.programs)), make([]int, len(a.programs))
		rows[i].outputs = make([][]byte, len(a.programs))
	}
	if len(a.programs) == 0 {
		return nil
	}
	left := make([]int, len(rows)) // cells of each row still to be run
	for i := range left {
		left[i] = len(a.programs)
	}
	var (
		mu       sync.Mutex
		settled  int                       // rows of which it is certain whose cells count
		taken    int                       // of these: rows that somebody compares, or has compared
		compared = make([]bool, len(rows)) // rows
		done     int                       // rows finished
		next     int                       // the next cell to be taken, input by input
	)
	group, ctx := errgroup.WithContext(ctx)
	for range a.jobs {
		group.Go(func() error {
			for {
				mu.Lock()
				if taken < settled { // comparing may mean to execute a checker
					i := taken
					taken++
					mu.Unlock()
					if err := a.compare(ctx, &rows[i]); err != nil {
						return err
					}
					mu.Lock()
					compared[i] = true
					for ; done < len(rows) && compared[done]; done++ {
						finished(rows[done])
					}
					mu.Unlock()
					continue
				}
				if next == len(rows)*len(a.programs) {
					mu.Unlock()
					return nil // who executes the last cells compares the last rows
				}
				i, j := next/len(a.programs), next%len(a.programs)
				next++
				retired := a.retired(j, rows[i].input.Text)
				mu.Unlock()
				var result runner.Result
				if !retired {
					var err error
					if result, err = a.execute(ctx, j, rows[i].input.Text, false); err != nil {
						return err
					}
				}
				mu.Lock()
				if !retired {
					rows[i].cells[j] = newCell(result)
					if result.Verdict == runner.OK {
						rows[i].outputs[j] = nonNil(result.Stdout)
					}
				}
				left[i]--
				for ; settled < len(rows) && left[settled] == 0; settled++ {
					a.settle(&rows[settled])
				}
				mu.Unlock()
			}
		})
	}
	return group.Wait()
}

func nonNil(text []byte) []byte {
	if text == nil {
		return []byte{}
	}
	return text
}

// settle says which cells of a row count, once all earlier rows are settled.
func (a *arena) settle(r *row) {
	for j := range r.cells {
		c := &r.cells[j]
		if a.retired(j, r.input.Text) {
			*c, r.outputs[j] = cell{}, nil // it was retired while this cell was under way
		}
		r.answers[j] = c.noAnswer()
		switch c.verdict {
		case runner.TimeLimit, runner.MemoryLimit, runner.OutputLimit:
			if n := len(r.input.Text); a.limited[j] == 0 || n < a.tooLong[j] {
				a.tooLong[j] = n
			}
			a.limited[j]++
		case runner.OK, runner.VerdictInvalid, runner.Crash, runner.InternalError:
		}
	}
}

// compare gives the outputs of a settled row their ids and lets go of them, if it is known how they compare.
func (a *arena) compare(ctx context.Context, r *row) error {
	if a.comparison == nil || r.outputs == nil {
		return nil
	}
	var texts []string
	var who []int
	for j, out := range r.outputs {
		if out != nil {
			texts = append(texts, string(out))
			who = append(who, j)
		}
	}
	r.outputs = nil
	var g grouped
	var err error
	if r.sample != nil {
		g, err = a.comparison.sample(ctx, r.input.Text, r.sample.Output, texts)
	} else {
		g, err = a.comparison.group(ctx, r.input.Text, texts)
	}
	if err != nil {
		return err
	}
	for k, j := range who {
		r.answers[j] = g.answers[k]
	}
	if g.ruled != nil {
		r.ruled = make([]ruling, len(r.cells))
		for k, j := range who {
			r.ruled[j] = g.ruled[k]
		}
	}
	return nil
}

// execute runs program j once, or with fresh unset takes what a server gives or a cache knows; a
// time-out is repeated alone, in a process of its own, before it counts. The error is for what we failed
// at, never for the program.
func (a *arena) execute(ctx context.Context, j int, stdin string, fresh bool) (runner.Result, error) {
	req := runner.Request{
		Program: a.programs[j], Stdin: []byte(stdin), Limits: a.limits, Fresh: fresh || a.fresh[j], Background: a.background,
	}
	result := a.executor.Execute(ctx, req)
	if result.Verdict == runner.TimeLimit {
		req.Alone = true
		result = a.executor.Execute(ctx, req) // which a cache may remember
		if served(result) {
			req.Fresh = true
			result = a.executor.Execute(ctx, req)
		}
	}
	if result.Verdict == runner.InternalError || result.Verdict == runner.VerdictInvalid {
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		return result, fmt.Errorf("running %s: %w", a.programs[j].Name, result.Err)
	}
	return result, nil
}
