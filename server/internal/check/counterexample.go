package check

import (
	"context"
	"sync"

	"execre/analysis/generate"
	"execre/analysis/minimise"
	"execre/runner"
)

// shrinkCalls bounds how many smaller inputs are tried for one counterexample;
// costlyCalls for failures that cost a whole limit each time.
const (
	shrinkCalls = 200
	costlyCalls = 40
)

// chase makes the inputs smaller on which programs go wrong, and confirms what
// it finds with fresh executions.
type chase struct {
	ctx       context.Context
	arena     *arena
	generator *generate.Generator
	equal     func(a, b string) bool

	mu     sync.Mutex
	seen   map[chaseKey]runner.Result // small outputs only
	flaky  []bool                     // which programs gave different results in processes of their own
	unlike []bool                     // which repeat themselves there, but not what a server gave
	err    error                      // the first thing that we failed at
}

func newChase(r *run) *chase {
	return &chase{
		ctx: r.ctx, arena: r.arena, generator: r.generator,
		equal: r.answers.Equal, seen: map[chaseKey]runner.Result{},
		flaky: make([]bool, len(r.runners)), unlike: make([]bool, len(r.runners)),
	}
}

// confirm executes a program afresh on an input on which it was seen to do something. It is false if it does not do so
// again, which is kept in mind, or the chase has failed.
func (c *chase) confirm(program int, input string, was cell) (runner.Result, bool) {
	r, ok := c.fresh(program, input)
	if !ok || newCell(r).same(was) {
		return r, ok
	}
	flaky := true
	if was.served {
		again, ok := c.fresh(program, input)
		if !ok {
			return again, false
		}
		flaky = !newCell(again).same(newCell(r))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flaky[program] = c.flaky[program] || flaky
	c.unlike[program] = c.unlike[program] || !flaky
	return r, false
}

// failure is the first thing that we failed at.
func (c *chase) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

type chaseKey struct {
	program int
	input   string
}

// keepOutput is the size up to which the chase remembers an execution.
const keepOutput = 64 << 10

// patience is how many time-outs one search for a smaller input bears: each
// costs the whole limit.
const patience = 3

// result executes a program on an input, or remembers.
func (c *chase) result(program int, input string) (runner.Result, bool) {
	key := chaseKey{program, input}
	c.mu.Lock()
	r, ok := c.seen[key]
	c.mu.Unlock()
	if ok {
		return r, true
	}
	r, ok = c.execute(program, input, false)
	if ok && len(input)+len(r.Stdout) <= keepOutput {
		c.mu.Lock()
		c.seen[key] = r
		c.mu.Unlock()
	}
	return r, ok
}

// fresh executes a program on an input, whatever is known of it already.
func (c *chase) fresh(program int, input string) (runner.Result, bool) {
	return c.execute(program, input, true)
}

// execute is false once the chase has failed.
func (c *chase) execute(program int, input string, fresh bool) (runner.Result, bool) {
	if c.failure() != nil {
		return runner.Result{}, false
	}
	r, err := c.arena.execute(c.ctx, program, input, fresh)
	if err != nil {
		c.mu.Lock()
		if c.err == nil {
			c.err = err
		}
		c.mu.Unlock()
		return runner.Result{}, false
	}
	return r, true
}

// patient is result for the searches, which give up after too many time-outs.
func (c *chase) patient(slow *int, program int, input string) (runner.Result, bool) {
	if *slow >= patience {
		return runner.Result{}, false
	}
	r, ok := c.result(program, input)
	if ok && r.Verdict == runner.TimeLimit {
		*slow++
	}
	return r, ok
}

// finding is a confirmed input on which a program goes wrong.
type finding struct {
	input    string
	output   string
	expected string // of a difference
	stderr   string // of a crash
	flaky    bool   // the program did not repeat itself: nothing else counts
}

// repeat executes a program again on a row's input, as it stands.
func (c *chase) repeat(program int, start row) *finding {
	r, ok := c.confirm(program, start.input.Text, start.cells[program])
	if !ok {
		return &finding{flaky: true}
	}
	return newFinding(start.input.Text, r)
}

// newFinding shows one execution. What was printed without end is cut.
func newFinding(input string, r runner.Result) *finding {
	f := &finding{input: input, output: string(r.Stdout)}
	if r.Verdict != runner.OK {
		f.output = f.output[:min(len(f.output), keepOutput)]
		f.stderr = string(r.StderrHead)
		if len(r.StderrTail) > 0 {
			f.stderr += "\n…\n" + string(r.StderrTail)
		}
	}
	return f
}

// difference looks for the smallest input on which program answers otherwise
// than the reference, beginning from a row where it did. voters, when there are
// any, are the survivors of which at least two thirds must side with the
// reference on the input that is shown.
func (c *chase) difference(program, reference int, start row, voters []int) *finding {
	if again := c.repeat(program, start); again.flaky {
		return again
	}
	slow := 0
	differs := func(in generate.Input) bool {
		want, ok := c.patient(&slow, reference, in.Text)
		if !ok || want.Verdict != runner.OK {
			return false
		}
		got, ok := c.patient(&slow, program, in.Text)
		if !ok || got.Verdict != runner.OK || c.equal(string(want.Stdout), string(got.Stdout)) {
			return false
		}
		siding := 0
		for _, v := range voters {
			if r, ok := c.patient(&slow, v, in.Text); ok && r.Verdict == runner.OK && c.equal(string(want.Stdout), string(r.Stdout)) {
				siding++
			}
		}
		return 3*siding >= 2*len(voters)
	}
	if !differs(start.input) {
		return nil // the reference did not repeat itself
	}
	input := c.shrink(start.input, shrinkCalls, differs)
	got, ok := c.confirmed(program, input.Text)
	if !ok {
		return &finding{flaky: true}
	}
	want, ok := c.confirmed(reference, input.Text)
	if !ok {
		return nil
	}
	return &finding{input: input.Text, output: string(got.Stdout), expected: string(want.Stdout)}
}

// confirmed is result for what is to be shown to people.
func (c *chase) confirmed(program int, input string) (runner.Result, bool) {
	r, ok := c.result(program, input)
	if !ok {
		return r, false
	}
	return c.confirm(program, input, newCell(r))
}

// failing looks for the smallest input on which program fails in the way it did
// on the row start. Time-outs are not made smaller: each try would cost the
// whole limit, twice.
func (c *chase) failing(program int, start row) *finding {
	was := start.cells[program]
	slow := 0
	fails := func(in generate.Input) bool {
		r, ok := c.patient(&slow, program, in.Text)
		return ok && (limited(was.verdict) && limited(r.Verdict) || r.Verdict == was.verdict && newCell(r).how == was.how)
	}
	input := start.input
	if was.verdict != runner.TimeLimit { // a time-out was confirmed when it was found
		if again := c.repeat(program, start); again.flaky || !fails(input) {
			return &finding{flaky: true}
		}
		calls := shrinkCalls
		if was.verdict != runner.Crash {
			calls = costlyCalls
		}
		input = c.shrink(input, calls, fails)
	}
	again, ok := c.confirm(program, input.Text, cell{verdict: was.verdict, how: was.how, served: was.served})
	if !ok {
		return &finding{flaky: true}
	}
	return newFinding(input.Text, again)
}

// split looks for the smallest input that splits the given programs as the row
// does, and returns it with what everybody did there.
func (c *chase) split(representatives, everybody []int, start row) (input string, outputs []runner.Result) {
	partition := func(results []runner.Result) []int {
		ids := make([]int, len(results))
		for i := range results {
			ids[i] = i
			for k := range i {
				if c.equal(string(results[i].Stdout), string(results[k].Stdout)) {
					ids[i] = ids[k]
					break
				}
			}
		}
		return ids
	}
	slow := 0
	run := func(programs []int, text string) []runner.Result {
		results := make([]runner.Result, len(programs))
		for i, j := range programs {
			r, ok := c.patient(&slow, j, text)
			if !ok {
				return nil
			}
			results[i] = r
		}
		return results
	}
	answered := func(results []runner.Result) bool {
		for _, r := range results {
			if r.Verdict != runner.OK {
				return false
			}
		}
		return results != nil
	}
	was := run(representatives, start.input.Text)
	if !answered(was) {
		return "", nil
	}
	want := partition(was)
	smallest := c.shrink(start.input, shrinkCalls, func(in generate.Input) bool {
		results := run(representatives, in.Text)
		if !answered(results) {
			return false
		}
		for i, id := range partition(results) {
			if id != want[i] {
				return false
			}
		}
		return true
	})
	slow = 0
	return smallest.Text, run(everybody, smallest.Text)
}

func (c *chase) shrink(in generate.Input, calls int, fails func(generate.Input) bool) generate.Input {
	if c.generator == nil || len(in.Choices) == 0 {
		return in // an input that is not of the schema's making cannot be changed safely
	}
	smallest, _ := minimise.Shrink(c.generator, in, fails, minimise.Config{MaxCalls: calls})
	return smallest
}
