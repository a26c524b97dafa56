package check

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"execre/analysis/reliability"
	"execre/runner"
)

// mostPartials is how many partial reports one check gives. Each is a message to the editor, and confirming what it says
// takes executions from the check itself.
const mostPartials = 3

// herald gives partial reports beside the run. It looks at the rows that are finished, decides on them as the run does on
// all, and tells what it has seen again in processes of its own: who fails a sample, crashes or differs from whom. What
// a decision on some rows says beyond that, it keeps to itself: more rows may change it.
type herald struct {
	run   *run
	begin time.Time
	end   context.CancelFunc
	ended chan struct{} // closed when its goroutine is gone
	wake  chan struct{}

	mu       sync.Mutex
	finished results
	settled  []bool // of each runner: it was told of, so that rows on which it goes wrong are no news
	stale    bool   // what was found was found on inputs of a format that was given up
	guess    *Guess // of the format that the inputs are of now
	patience int    // rows at which it looks again, news or not, after a look at which nothing was to be told; 0: there was none

	// What follows belongs to the goroutine, until it is gone.
	found     map[int]Candidate // what was told, by runner
	disagreed []Disagreement
	first     time.Duration // from begin to the first partial report
	panicked  any
}

// newHerald starts the herald of a run whose programs are built.
func newHerald(r *run, begin time.Time) *herald {
	ctx, end := context.WithCancel(r.ctx)
	h := &herald{
		run: r, begin: begin, end: end, ended: make(chan struct{}), wake: make(chan struct{}, 1),
		settled: make([]bool, len(r.runners)), found: map[int]Candidate{}, finished: results{source: r.inputSource()}, guess: r.guessed(),
	}
	if r.cfg.Partial == nil {
		close(h.ended)
		return h
	}
	arena := *r.arena // of the time before anybody is retired or leaves its server
	go h.work(ctx, &arena)
	return h
}

// stop ends the herald, waits for it, and gives the time of the first partial report; 0: there was none. It panics if the
// herald did.
func (h *herald) stop() time.Duration {
	h.end()
	<-h.ended
	if h.panicked != nil {
		panic(h.panicked)
	}
	return h.first
}

// tried takes in the samples' rows, all at once: whether one is suspect depends on all programs. They are the first of a
// check, also of one that begins anew.
func (h *herald) tried(rows []row) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.finished = results{source: h.finished.source, tried: rows}
	for _, row := range rows {
		h.look(func(answer int) bool { return answer != 0 }, row)
	}
}

// heard takes in the rows of the judgements, all at once.
func (h *herald) heard(rows []row) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.finished.heard = rows
}

// snapshot is what is finished by now. The lock is held.
func (h *herald) snapshot() results {
	s := h.finished
	s.rows, s.replayed = slices.Clone(s.rows), slices.Clone(s.replayed)
	return s
}

// replayed takes in a row of an earlier counterexample, and generated one that counts.
func (h *herald) replayed(r row) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.finished.replayed = append(h.finished.replayed, r)
	h.compare(r)
}

// refresh drops what forget makes stale. The lock is held.
func (h *herald) refresh() {
	if h.stale {
		clear(h.found)
		h.disagreed, h.stale = nil, false
	}
}

func (h *herald) generated(r row) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.finished.rows = append(h.finished.rows, r)
	h.compare(r)
}

// compare looks at a row of which nobody knows what is right: news are crashes, and answers that are not the most
// frequent one. The lock is held.
func (h *herald) compare(r row) {
	most, votes := -1, 0
	for _, a := range r.answers {
		if n := count(r.answers, a); a >= 0 && n > votes {
			most, votes = a, n
		}
	}
	h.look(func(answer int) bool { return answer != most }, r)
}

func count(answers []int, a int) int {
	n := 0
	for _, b := range answers {
		if a == b {
			n++
		}
	}
	return n
}

// look wakes the goroutine if a row has something to tell of a program that was not told of. The lock is held.
func (h *herald) look(news func(answer int) bool, r row) {
	if h.patience > 0 {
		if len(h.finished.rows) >= h.patience {
			h.again()
		}
		return
	}
	for j, a := range r.answers {
		if !h.settled[j] && news(a) && r.cells[j].verdict != runner.VerdictInvalid {
			h.again()
			return
		}
	}
}

// again has the goroutine look, once more if it does.
func (h *herald) again() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

func (h *herald) work(ctx context.Context, arena *arena) {
	defer func() {
		h.panicked = recover()
		close(h.ended)
	}()
	for told := 0; told < mostPartials; {
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		}
		h.mu.Lock()
		h.refresh()
		seen := h.snapshot()
		h.mu.Unlock()
		slices.SortStableFunc(seen.rows, compareRows)
		slices.SortStableFunc(seen.replayed, compareRows)
		decision := h.run.decideOn(seen, make([]bool, len(h.run.runners)))
		news := h.confirm(ctx, arena, seen, decision)
		if ctx.Err() != nil {
			return
		}
		h.mu.Lock()
		if h.stale {
			h.mu.Unlock()
			continue // it is of no use by now
		}
		for j := range h.found {
			h.settled[j] = true
		}
		h.patience = 0
		if !news {
			h.patience = 2*len(seen.rows) + 1
		}
		h.mu.Unlock()
		if news {
			if told++; told == 1 {
				h.first = time.Since(h.begin)
			}
			h.run.cfg.Partial(h.report(seen, decision, "checking %d/%d"))
			h.again() // while the first finding was enough, there may be more
		}
	}
}

// claim is something to be said of a program on a row.
type claim struct {
	program int
	verdict Verdict // FailsSample, Differs, Crashes; Undecided: it differs from other, and nobody knows who is right
	row     row
	sample  int // of FailsSample
	other   int // whom it differs from, or -1
}

// claims lists what a decision has against programs that were not told of, for each the first that run.judge would say.
func (h *herald) claims(seen results, d reliability.Decision) []claim {
	r := h.run
	all := seen.all()
	reference := -1
	if d.Trusted >= 0 {
		reference = r.columns[d.Trusted]
	}
	var claims []claim
	for j := range r.runners {
		if _, told := h.found[j]; told {
			continue
		}
		a := d.Programs[j]
		crash := -1
		for i, row := range all {
			if seen.source == "inferred" {
				break // it may be the format that is wrong: who crashes on enough of its inputs has it given up
			}
			if row.cells[j].verdict == runner.Crash && !slices.Contains(d.Dropped, i) {
				crash = i
				break
			}
		}
		switch failed := failedSamples(d, j); {
		case len(failed) > 0:
			claims = append(claims, claim{program: j, verdict: FailsSample, row: seen.tried[failed[0]], sample: failed[0], other: -1})
		case len(a.Differences) > 0 && j != reference:
			claims = append(claims, claim{program: j, verdict: Differs, row: all[a.Differences[0].Row], other: reference})
		case crash >= 0:
			claims = append(claims, claim{program: j, verdict: Crashes, row: all[crash], other: -1})
		}
	}
	if len(claims) > 0 || len(h.disagreed) > 0 || len(d.Disagreements) == 0 {
		return claims
	}
	row := all[d.Disagreements[0]]
	for a, first := range d.Classes {
		for _, second := range d.Classes[a+1:] {
			j, k := r.columns[first.Members[0]], r.columns[second.Members[0]]
			if x, y := row.answers[j], row.answers[k]; x >= 0 && y >= 0 && x != y {
				return []claim{{program: k, verdict: Undecided, row: row, other: j}}
			}
		}
	}
	return nil
}

// confirm executes what is claimed again, in processes of its own, and keeps what is so. It says whether there is any.
// While nothing was told yet, the first is enough.
func (h *herald) confirm(ctx context.Context, arena *arena, seen results, d reliability.Decision) (news bool) {
	for _, c := range h.claims(seen, d) {
		programs := []int{c.program}
		if c.other >= 0 {
			programs = append(programs, c.other)
		}
		again := make([]runner.Result, len(programs))
		var group errgroup.Group
		for i, j := range programs {
			group.Go(func() (err error) {
				again[i], err = arena.execute(ctx, j, c.row.input.Text, true)
				return err
			})
		}
		if group.Wait() != nil {
			return news // the run fails in the same way, or says why not
		}
		repeated := true
		for i, j := range programs {
			repeated = repeated && newCell(again[i]).same(c.row.cells[j])
		}
		if !repeated {
			continue // the run finds out why
		}
		news = true
		h.keep(c, again, seen, d)
		if h.first == 0 {
			break
		}
	}
	return news
}

// keep puts down what is to be told of a claim that was confirmed.
func (h *herald) keep(c claim, again []runner.Result, seen results, d reliability.Decision) {
	r := h.run
	name := r.runners[c.program].file.Path
	f := newFinding(c.row.input.Text, again[0])
	out := newCandidate(r.runners[c.program])
	out.Verdict = c.verdict
	switch c.verdict {
	case FailsSample:
		s := r.samples[c.sample]
		out.Message = r.sampleFailure(c.program, failedSamples(d, c.program), seen.tried)
		out.Samples = r.onSamples(c.program, seen.tried, d)
		out.Counterexample = r.counterexample(examplesFolder, name, f, &s.Output, &s.File)
	case Crashes:
		out.Message = fmt.Sprintf("crashes (%s)", c.row.cells[c.program].how)
		out.Counterexample = r.counterexample(examplesFolder, name, f, nil, nil)
	case Differs:
		other, expected := r.evidence[d.Trusted].file.Path, string(again[1].Stdout)
		out.Message = "differs from " + other
		if d.Rule == reliability.Declared {
			out.Message += ": one of the two is wrong"
		}
		out.Counterexample = r.counterexample(examplesFolder, name, f, &expected, &other)
	default:
		other := newCandidate(r.runners[c.other])
		out.Message, other.Message = "differs from "+other.File, "differs from "+name
		h.found[c.other] = other
		h.disagreed = append(h.disagreed, Disagreement{
			Input: Text{Whole: f.input, File: r.in(disagreementsFolder + "/1.in")},
			Answers: []Answer{
				{Output: Text{Whole: string(again[1].Stdout)}, Members: []string{other.File}},
				{Output: Text{Whole: f.output}, Members: []string{name}},
			},
		})
	}
	if out.Counterexample != nil {
		out.Place = traceback(r.runners[c.program].file, f.stderr)
	}
	h.found[c.program] = out
}

// report is the partial report of what was found. how says of a program of which nothing is known how far the check is, in
// inputs.
func (h *herald) report(seen results, d reliability.Decision, how string) *Report {
	r := h.run
	h.mu.Lock()
	guess := h.guess
	h.mu.Unlock()
	total := max(r.problem.Settings.Inputs, len(seen.rows))
	out := &Report{
		Version: Version, Partial: true, Problem: r.problem.Name, Seed: r.cfg.Seed,
		Inputs: Inputs{Executed: len(seen.rows), Distinct: len(seen.rows), Source: seen.source},
		Decision: Decision{
			Rule: reliability.None.String(), Threshold: Number(d.Threshold), ResidualRisk: undefined, Fallback: "the check goes on",
		},
		Samples: r.listSamples(d), Candidates: make([]Candidate, len(r.entrants)), Classes: []Class{}, Problems: []Problem{},
		Disagreements: slices.Concat([]Disagreement{}, h.disagreed), Guess: guess,
		Timings: map[string]Seconds{"first": Seconds(h.first.Seconds())},
	}
	for _, row := range seen.rows {
		out.Inputs.Largest = max(out.Inputs.Largest, len(row.input.Text))
	}
	if d.Rule == reliability.Declared { // a person's word, whatever the inputs show
		out.Decision.Rule, out.Decision.Fallback = d.Rule.String(), ""
		out.Decision.Trusted = &r.evidence[d.Trusted].file.Path
	}
	for j, e := range r.runners {
		c, told := h.found[j]
		if !told {
			c = newCandidate(e)
			c.Message = fmt.Sprintf(how, len(seen.rows), total)
		}
		out.Candidates[e.report] = c
	}
	r.others(out.Candidates, 0)
	return out
}

// interrupted gives what is known when the check has ended with an error: nothing, unless ctx was ended.
func (r *run) interrupted(err error) (*Report, error) {
	if r.ctx.Err() == nil {
		return nil, err
	}
	r.said.Lock()
	why := "the check was ended while " + r.last.String()
	r.said.Unlock()
	report := r.report
	switch {
	case r.herald == nil && r.early != nil:
		report = r.early
		report.Partial = true
	case r.herald == nil:
		for _, e := range r.entrants {
			out := newCandidate(e)
			out.Message = "not run: the check was ended before"
			report.Candidates = append(report.Candidates, out)
		}
		report.Decision = Decision{
			Rule: reliability.None.String(), Fallback: "the check was ended before anything was run",
			Threshold: undefined, ResidualRisk: undefined,
		}
		report.Partial = true
	case r.judged:
		r.herald.stop()
		r.finish()
	default:
		h := r.herald
		h.stop()
		h.refresh()
		d := r.decideOn(h.finished, make([]bool, len(r.runners)))
		report = h.report(h.finished, d, "undecided: ended after %d of %d inputs")
		if report.Decision.Trusted == nil {
			report.Decision.Fallback = "the check was ended before that was decided"
			if d.Trusted >= 0 {
				report.Decision.Fallback += fmt.Sprintf("; until then it would have been %s, by %v", d.Names[d.Trusted], d.Rule)
			}
		}
	}
	report.Inputs.Stopped = &why
	return report, err
}
