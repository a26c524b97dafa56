package check

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"execre/analysis/consistency"
	"execre/analysis/generate"
	"execre/runner"
	"execre/server/internal/workspace"
)

// retireAfter is the number of executions that ran into a limit (time, memory,
// output), in input order, after which a program is not run any more, for each
// of them costs a whole limit; a brute force, which is there for the small
// inputs, then only on inputs shorter than all of those.
const retireAfter = 3

// cell is how one program fared on one input. The output itself is not kept:
// what is shown to people is executed again, which also confirms it.
type cell struct {
	verdict runner.Verdict // VerdictInvalid: not run
	sum     [sha256.Size]byte
	how     string // of a crash: its signal or exit status
	served  bool   // by a server, not by a process of its own
}

func newCell(r runner.Result) cell {
	c := cell{verdict: r.Verdict, sum: sha256.Sum256(r.Stdout), served: served(r)}
	if r.Verdict == runner.Crash {
		c.how = r.Signal
		if c.how == "" {
			c.how = "exit status " + strconv.Itoa(r.ExitCode)
		}
	}
	return c
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
	input   generate.Input
	cells   []cell
	answers []int // as in consistency.Matrix
}

// split says whether two programs gave different answers.
func (r row) split() bool {
	first := -1
	for _, a := range r.answers {
		switch {
		case a < 0:
		case first < 0:
			first = a
		case a != first:
			return true
		}
	}
	return false
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
	answers    func(outputs []string) []int // answer ids of the outputs of one row
	brute      []bool                       // which programs are brute forces
	fresh      []bool                       // which have no server: it did not do what the program does
	limited    []int                        // executions of each program in finished rows that ran into a limit
	tooLong    []int                        // length of the shortest input of those
}

// newArena is the arena of a check whose programs are built. Who ran into limits is still to be set.
func newArena(r *run) *arena {
	settings := r.problem.Settings
	a := &arena{
		executor:   r.cfg.Executor,
		limits:     runner.Limits{CPU: settings.TimeLimit, Memory: settings.MemoryLimit},
		jobs:       r.cfg.Jobs,
		background: r.cfg.Background,
		answers:    r.answers.Group,
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
	return a.limited[j] >= retireAfter && (!a.brute[j] || len(input) >= a.tooLong[j])
}

// run executes the programs on the inputs. finished is called after each row, in
// order and never concurrently; nobody changes the row any more.
func (a *arena) run(ctx context.Context, inputs []generate.Input, finished func(row)) ([]row, error) {
	rows := make([]row, len(inputs))
	for i, in := range inputs {
		rows[i] = row{input: in, cells: make([]cell, len(a.programs)), answers: make([]int, len(a.programs))}
	}
	if len(a.programs) == 0 {
		return rows, nil
	}
	outputs := make([][][]byte, len(inputs)) // of the rows under way
	left := make([]int, len(inputs))         // cells of each row still to be run
	for i := range left {
		outputs[i] = make([][]byte, len(a.programs))
		left[i] = len(a.programs)
	}
	var (
		mu   sync.Mutex
		done int          // rows finished
		next atomic.Int64 // the next cell to be taken, input by input
	)
	finish := func() {
		for ; done < len(rows) && left[done] == 0; done++ {
			a.finish(&rows[done], outputs[done])
			outputs[done] = nil
			finished(rows[done])
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	for range a.jobs {
		group.Go(func() error {
			for {
				n := int(next.Add(1) - 1)
				i, j := n/len(a.programs), n%len(a.programs)
				if i >= len(inputs) {
					return nil
				}
				mu.Lock()
				retired := a.retired(j, inputs[i].Text)
				mu.Unlock()
				var result runner.Result
				if !retired {
					var err error
					if result, err = a.execute(ctx, j, inputs[i].Text, false); err != nil {
						return err
					}
				}
				mu.Lock()
				if !retired {
					rows[i].cells[j] = newCell(result)
					if result.Verdict == runner.OK {
						outputs[i][j] = result.Stdout
					}
				}
				left[i]--
				finish()
				mu.Unlock()
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return rows, nil
}

// finish completes a row once all earlier rows are complete.
func (a *arena) finish(r *row, outputs [][]byte) {
	var texts []string
	var who []int
	for j := range r.cells {
		c := &r.cells[j]
		if a.retired(j, r.input.Text) {
			*c = cell{} // it was retired while this cell was under way
		}
		r.answers[j] = c.noAnswer()
		switch c.verdict {
		case runner.TimeLimit, runner.MemoryLimit, runner.OutputLimit:
			if n := len(r.input.Text); a.limited[j] == 0 || n < a.tooLong[j] {
				a.tooLong[j] = n
			}
			a.limited[j]++
		case runner.OK:
			texts = append(texts, string(outputs[j]))
			who = append(who, j)
		case runner.VerdictInvalid, runner.Crash, runner.InternalError:
		}
	}
	for k, id := range a.answers(texts) {
		r.answers[who[k]] = id
	}
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
