package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"execre/analysis/consistency"
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
	answers   *comparison // of outputs, once that is settled
	valid     func(ctx context.Context, input string) (bool, error)
	vouched   func() bool // there is a validator, so that valid says something

	mu     sync.Mutex
	seen   map[chaseKey]runner.Result // small outputs only
	flaky  []bool                     // which programs gave different results in processes of their own
	unlike []bool                     // which repeat themselves there, but not what a server gave
	met    []string                   // inputs on which a search for a smaller one met another failure, the smallest of each
	err    error                      // the first thing that we failed at
}

func newChase(r *run) *chase {
	return &chase{
		ctx: r.ctx, arena: r.arena, generator: r.generator,
		answers: &r.answers, valid: r.valid, vouched: r.vouched, seen: map[chaseKey]runner.Result{},
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
		c.fail(err)
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
	const different, disputed minimise.Failure = "differs", "differs where few side with the reference"
	differs := func(in generate.Input) minimise.Failure {
		want, ok := c.patient(&slow, reference, in.Text)
		if !ok || want.Verdict != runner.OK {
			return ""
		}
		got, ok := c.patient(&slow, program, in.Text)
		if !ok || got.Verdict != runner.OK {
			return newCell(got).crash()
		}
		if _, apart := c.compare(in.Text, want, got); !apart {
			return ""
		}
		siding := 0
		for _, v := range voters {
			r, ok := c.patient(&slow, v, in.Text)
			if !ok || r.Verdict != runner.OK {
				continue
			}
			if same, _ := c.compare(in.Text, want, r); same {
				siding++
			}
		}
		if 3*siding < 2*len(voters) {
			return disputed
		}
		return different
	}
	if differs(start.input) != different {
		return nil // the reference did not repeat itself
	}
	input := c.shrink(start.input, shrinkCalls, different, differs)
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

// compare says whether two outputs on an input are known to be the same answer, or two.
func (c *chase) compare(input string, a, b runner.Result) (same, different bool) {
	same, different, err := c.answers.apart(c.ctx, input, string(a.Stdout), string(b.Stdout))
	c.fail(err)
	return same && err == nil, different && err == nil
}

// fail remembers the first thing that we failed at.
func (c *chase) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

// refusal looks for the smallest input on which the checker refuses the output of program while it accepts the one of
// other, beginning from a row where it did; other is -1 where there is none.
func (c *chase) refusal(judge *judge, program, other int, start row) *finding {
	if again := c.repeat(program, start); again.flaky {
		return again
	}
	slow := 0
	const refusing minimise.Failure = "refused"
	refuses := func(in generate.Input) minimise.Failure {
		is := func(want ruling, j int) bool {
			r, ok := c.patient(&slow, j, in.Text)
			if !ok || r.Verdict != runner.OK {
				return false
			}
			said, err := judge.rule(c.ctx, in.Text, string(r.Stdout))
			c.fail(err)
			return err == nil && said == want
		}
		if is(refused, program) && (other < 0 || is(accepted, other)) {
			return refusing
		}
		return ""
	}
	if refuses(start.input) != refusing {
		return nil // the other program did not repeat itself
	}
	input := c.shrink(start.input, shrinkCalls, refusing, refuses)
	got, ok := c.confirmed(program, input.Text)
	if !ok {
		return &finding{flaky: true}
	}
	f := &finding{input: input.Text, output: string(got.Stdout)}
	if other >= 0 {
		want, ok := c.confirmed(other, input.Text)
		if !ok {
			return nil
		}
		f.expected = string(want.Stdout)
	}
	return f
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
	const limit minimise.Failure = "limit"
	fails := func(in generate.Input) minimise.Failure {
		r, ok := c.patient(&slow, program, in.Text)
		if ok && limited(r.Verdict) && limited(was.verdict) { // else it costs too much to be kept
			return limit
		}
		return newCell(r).crash()
	}
	keep := limit
	if was.verdict == runner.Crash {
		keep = was.crash()
	}
	input := start.input
	if was.verdict != runner.TimeLimit { // a time-out was confirmed when it was found
		if again := c.repeat(program, start); again.flaky || fails(input) != keep {
			return &finding{flaky: true}
		}
		calls := shrinkCalls
		if was.verdict != runner.Crash {
			calls = costlyCalls
		}
		input = c.shrink(input, calls, keep, fails)
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
	partition := func(input string, results []runner.Result) []int {
		var outputs []string
		for _, r := range results {
			outputs = append(outputs, string(r.Stdout))
		}
		g, err := c.answers.group(c.ctx, input, outputs)
		c.fail(err)
		if err != nil || slices.Contains(g.answers, consistency.NotRun) {
			return nil
		}
		ids := make([]int, len(results))
		for i := range ids {
			ids[i] = slices.Index(g.answers, g.answers[i])
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
	want := partition(start.input.Text, was)
	if want == nil {
		return "", nil
	}
	smallest := c.shrink(start.input, shrinkCalls, apart(want), func(in generate.Input) minimise.Failure {
		results := run(representatives, in.Text)
		if !answered(results) {
			return ""
		}
		return apart(partition(in.Text, results))
	})
	slow = 0
	return smallest.Text, run(everybody, smallest.Text)
}

// apart is the failure of programs that give these answers; "" if all give the same, or nothing is known.
func apart(answers []int) minimise.Failure {
	if len(slices.Compact(slices.Sorted(slices.Values(answers)))) < 2 {
		return ""
	}
	return minimise.Failure(fmt.Sprint(answers))
}

// mostMet bounds how many inputs are kept on which other failures were met.
const mostMet = 20

// shrink is smallest that keeps the inputs of other failures, to be run first in the next check.
func (c *chase) shrink(
	in generate.Input, calls int, keep minimise.Failure, fails func(generate.Input) minimise.Failure,
) generate.Input {
	found := c.smallest(in, calls, keep, fails)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, other := range found.Others {
		c.met = append(c.met, other.Smallest.Text)
	}
	return found.Smallest
}

// others lists what shrink has kept, the smallest first.
func (c *chase) others() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortFunc(c.met, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	c.met = slices.Compact(c.met)
	return c.met[:min(len(c.met), mostMet)]
}

// smallest makes an input smaller that the generator has made, or whose text the validators vouch for. Another one cannot be
// changed safely.
func (c *chase) smallest(
	in generate.Input, calls int, keep minimise.Failure, fails func(generate.Input) minimise.Failure,
) minimise.Result {
	ask := func(in generate.Input) minimise.Failure {
		if !strings.HasSuffix(in.Text, "\n") {
			return ""
		}
		ok, err := c.valid(c.ctx, in.Text)
		c.fail(err)
		if !ok || err != nil {
			return ""
		}
		return fails(in)
	}
	cfg := minimise.Config{MaxCalls: calls}
	switch {
	case c.generator != nil && len(in.Choices) > 0:
		return minimise.Input(c.generator, in, keep, ask, cfg)
	case c.vouched():
		return minimise.Text(in.Text, keep, ask, cfg)
	}
	return minimise.Result{Smallest: in}
}
