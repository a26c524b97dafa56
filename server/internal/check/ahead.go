package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"execre/analysis/reliability"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
)

// compilerPatience is how long compilers may work without one of them being done, before the programs that there are by then are
// checked without the others: a template without end takes its compiler half a minute, and several of them take minutes.
const compilerPatience = 5 * time.Second

// errCompiling is why there is no program of a source yet.
var errCompiling = errors.New("not run yet: the compiler is still at work on it")

// ready is what became of a source.
type ready struct {
	program *runner.Program
	failure error
}

// compile builds all programs, copies of another left out, and all at once: how many compilers work at the same time is the
// builder's to say, and what is built already waits for none. Who takes long delays the report, but not what there is to be
// told of the others: see ahead.
func (r *run) compile() error {
	group, ctx := errgroup.WithContext(r.ctx)
	type done struct {
		e *entrant
		ready
	}
	ended := make(chan done, len(r.entrants))
	left := 0
	for _, e := range r.entrants {
		if e.file.DuplicateOf != "" {
			continue
		}
		e.failure = errCompiling
		left++
		group.Go(func() error {
			program, failure, err := Build(ctx, r.cfg.Builder, r.source(e.file), r.problem.Settings.Languages[e.file.Language])
			if err == nil {
				ended <- done{e, ready{program, failure}}
			}
			return err
		})
	}
	stop := func() {}
	defer func() { stop() }()
	waited := time.NewTimer(compilerPatience)
	defer waited.Stop()
	for total := len(r.entrants); left > 0; {
		select {
		case <-ctx.Done():
			return group.Wait()
		case d := <-ended:
			d.e.program, d.e.failure = d.program, d.failure
			left--
			r.cfg.Progress(Progress{Phase: "building", Done: total - left, Total: total})
			waited.Reset(compilerPatience)
		case <-waited.C:
			stop()
			stop = r.ahead()
			r.cfg.Progress(Progress{Phase: "building", Done: total - left, Total: total, Waiting: r.slowest()})
		}
	}
	return group.Wait()
}

// slowest names the first program that is still being compiled.
func (r *run) slowest() string {
	for _, e := range r.entrants {
		if errors.Is(e.failure, errCompiling) {
			return "the compiler of " + e.file.Path
		}
	}
	return ""
}

// ahead checks the programs that are built, beside the compilers of the others. What is certain of them is told in partial
// reports, and is what remains of a check that is ended while it still compiles. When all are built it is stopped and all
// is done again, with all: so the report does not depend on how long a compiler took. stop waits for its end, and panics if it
// did.
func (r *run) ahead() (stop func()) {
	known := map[string]ready{}
	some := false
	for _, e := range r.entrants {
		if e.file.DuplicateOf == "" {
			known[e.file.Path] = ready{e.program, e.failure}
			some = some || e.program != nil
		}
	}
	if !some || r.cfg.Partial == nil {
		return func() {}
	}
	ctx, end := context.WithCancel(r.ctx)
	gone := make(chan struct{})
	var panicked any
	go func() {
		defer func() {
			panicked = recover()
			close(gone)
		}()
		cfg := r.cfg
		cfg.Builder = unfinished{cfg.Builder, known}
		cfg.Progress, cfg.Suspects, cfg.Found = nil, nil, nil
		cfg.For, cfg.UntilDifference, cfg.Ask = 0, false, false
		report, err := Run(ctx, r.problem, cfg)
		if report == nil || err != nil && r.ctx.Err() == nil {
			return // all are built, or the check fails in the same way, or says why not
		}
		if err == nil {
			report.soFar()
			cfg.Partial(report)
		}
		r.early = report
	}()
	return func() {
		end()
		<-gone
		if panicked != nil {
			panic(panicked)
		}
	}
}

// unfinished is a Builder that does not wait for the candidates that are not built yet.
type unfinished struct {
	Builder
	known map[string]ready // by file
}

// Build gives what is known of a candidate, and builds everything else.
func (b unfinished) Build(ctx context.Context, src build.Source, override toolchain.Commands) (*runner.Program, error) {
	if known, ok := b.known[src.Name]; ok && !src.Sanitize && !src.Coverage {
		return known.program, known.failure
	}
	return b.Builder.Build(ctx, src, override)
}

// soFar makes of the report on some of the programs a partial one: it keeps what will be true of them whatever the others
// do, and says of none that it is right.
func (r *Report) soFar() {
	r.Partial = true
	r.Classes, r.Question = []Class{}, nil
	if r.Decision.Rule != reliability.Declared.String() {
		r.Decision = Decision{
			Rule: reliability.None.String(), Threshold: r.Decision.Threshold, ResidualRisk: undefined, Fallback: "the check goes on",
		}
	}
	for i := range r.Candidates {
		c := &r.Candidates[i]
		c.Alpha, c.ProbabilityRight, c.DawidSkene, c.Agreement = undefined, undefined, undefined, undefined
		c.Class, c.AlphaInterval, c.Explanation = nil, nil, nil
		if c.Verdict == Trusted || c.Verdict == Agrees || c.Verdict == Crashes && r.Inputs.Source == "inferred" {
			c.Verdict, c.Message = Undecided, fmt.Sprintf("checked on %d inputs, but other programs still compile", r.Inputs.Executed)
			c.Counterexample, c.Smallest, c.Place = nil, nil, nil
		}
	}
}
