// Package check is the pipeline from a problem folder to a report: build the
// programs, run them on the samples and on inputs drawn from the input format,
// see who agrees with whom, decide who may be trusted, and find for each program
// that goes wrong the smallest input that shows it.
//
// Run promises that the same problem, seed and settings give the same report,
// timings apart, whatever the number of jobs and the order in which things end;
// that everything it says of a program on an input was shown by a fresh execution; and that a
// failure of ours is an error, never a verdict on a program. A failure of the problem's own tools (a checker, a
// generator, a validator) is said of the tool, and is no verdict on a candidate either. It never writes to
// the problem folder; see Save for what is kept there.
//
// The counterexamples that Save kept are the first inputs of the next check, for a program that is being mended goes
// wrong where it did before. They tell programs apart, but are in no count and no share.
package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"execre/analysis/generate"
	"execre/analysis/reliability"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// Builder makes programs of sources; *build.Cache is one.
type Builder interface {
	Build(ctx context.Context, src build.Source, override toolchain.Commands) (*runner.Program, error)
}

// Config says with what a problem is checked.
type Config struct {
	Executor runner.Executor
	Builder  Builder
	Jobs     int            // executions at the same time, at least 1
	Seed     uint64         // of the inputs
	Preset   Preset         // how inputs are drawn, outputs compared and programs trusted; "" is Default
	Progress func(Progress) // called by one goroutine at a time; may be nil

	// Partial is given, a few times at most and never after Run has returned, what is known while the check goes on: a
	// Report of its own with Partial set. It is called by one goroutine at a time; nil: nobody wants to know.
	Partial func(*Report)
	// Rows shows what the programs do on the inputs, while the check goes on and afterwards; nil: nobody looks.
	Rows *Rows
	// Suspects says of which programs, by their files, that print wrong answers the lines are looked for that may be at fault; nil:
	// of none. That takes as long as all else. Found is then given the report without them, as soon as it is complete; nil: nobody
	// wants to know.
	Suspects func(file string) bool
	Found    func(*Report)

	// For is how long the search goes on past the inputs that the problem's settings ask for; it ends with the round in
	// which that time is over, and programs in C and C++ are then searched for undefined behaviour. 0: not at all. Without
	// anything that makes inputs the error is ErrSamplesOnly.
	For time.Duration
	// UntilDifference ends it with the first round that tells apart two programs which pass the samples, and which no
	// sample and no counterexample of an earlier check tells apart.
	UntilDifference bool
	// Now reads the clock for For; nil means time.Now.
	Now func() time.Time

	// Ask has a question made also where something is trusted or provisional, if one more answer is worth having.
	Ask bool

	// Background says that no person waits for this check: the executions of others go first.
	Background bool
}

// Progress says how far a check has come.
type Progress struct {
	Phase       string // "building", "samples", "counterexamples", "inputs", "minimising", "large", "sanitizing", "suspecting" or Hunting
	Done, Total int
	Waiting     string // the checker, generator or validator that takes so long; "" where nobody waits for one
}

// Hunting is the phase of the search past the inputs that every check runs. Its progress is in seconds.
const Hunting = "hunting"

// String is the progress as people read it: "inputs 120/500".
func (p Progress) String() string {
	text := fmt.Sprintf("%s %d/%d", p.Phase, p.Done, p.Total)
	if p.Phase == Hunting {
		text += " s"
	}
	if p.Waiting != "" {
		text += ", waiting for " + p.Waiting
	}
	return text
}

// entrant is one program of the check.
type entrant struct {
	file    workspace.File
	program *runner.Program // nil when it was not built
	failure error           // why not
	report  int             // index into Report.Candidates
}

// run is the state of one check.
type run struct {
	ctx     context.Context
	problem *workspace.Problem
	cfg     Config
	report  *Report

	entrants   []*entrant         // all candidates and brutes, by path
	runners    []*entrant         // those that are executed: built, and no copy of another; the arena's programs
	evidence   []*entrant         // the decision's programs: runners, then the copies
	columns    []int              // of each of them: the runner whose outputs it shares
	samples    []workspace.Sample // those that filter
	judgements []workspace.Sample // answers to questions
	answers    comparison         // of outputs, once that is settled
	settled    bool               // it is known how they compare
	doubt      *Problem           // what is to be said of a checker program that is used; nil: nothing
	aside      string             // why the checker program is not used any more; "" when it is, or there is none
	makers     []*tool            // generators
	validators []*validator
	generator  *generate.Generator
	arena      *arena
	herald     *herald
	early      *Report // on the programs that were built first; nil: none was made
	guess      guesses
	hunt       hunt
	watched    map[int]*watcher // programs that sanitizers watch, by runner; nil until they are built
	known      []Problem        // the report's problems before anything was executed
	said       sync.Mutex
	last       Progress // that was told; guarded by said

	// What follows is had from executions.
	results
	chase    *chase
	flaky    []bool // which runners did not repeat themselves
	decision reliability.Decision
	judged   bool     // every candidate has its verdict
	strained []string // of each runner that failed on an input near the limits: how large that is, and how it crashed; else ""
}

// results are the rows that were executed.
type results struct {
	source   string // of the rows, as Inputs.Source
	tried    []row  // the samples
	heard    []row  // the judgements
	rows     []row  // generated inputs, smallest first
	replayed []row  // counterexamples of earlier checks, smallest first
}

// all lists the rows of the decision's matrix.
func (s results) all() []row { return slices.Concat(s.rows, s.replayed) }

// Run checks one problem. The error is context.Canceled, or something that
// we failed at. Where ctx has ended there is a report of what was known by then all the same, with Inputs.Stopped.
func Run(ctx context.Context, p *workspace.Problem, cfg Config) (*Report, error) {
	begin := time.Now()
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	tell := cfg.Progress
	r := &run{
		ctx: ctx, problem: p, cfg: cfg,
		answers: comparison{values: p.Call() != nil},
		report: &Report{
			Version: Version, Problem: p.Name, Seed: cfg.Seed,
			Inputs:     Inputs{Source: "samples"},
			Candidates: []Candidate{}, Classes: []Class{}, Disagreements: []Disagreement{}, Problems: []Problem{},
			Timings: map[string]Seconds{},
			Earlier: earlier(p.Path()),
		},
	}
	if cfg.Preset != Default {
		r.report.Preset = cfg.Preset
	}
	r.cfg.Progress = func(p Progress) {
		r.said.Lock()
		defer r.said.Unlock()
		r.last = p
		if tell != nil {
			tell(p)
		}
	}
	for _, f := range p.Files {
		if f.IsProgram() {
			r.entrants = append(r.entrants, &entrant{file: f, report: len(r.entrants)})
		}
	}
	r.last = Progress{Phase: "building", Total: len(r.entrants)}
	if r.misconfigured() {
		return r.report, nil
	}
	if err := searchable(p); err != nil && cfg.For > 0 {
		return nil, err
	}
	if err := r.timed("build", r.build); err != nil {
		return r.interrupted(err)
	}
	r.herald = newHerald(r, begin)
	defer r.herald.stop()
	cfg.Rows.begin(r)
	defer cfg.Rows.end(r)
	for {
		err := r.phases()
		if errors.Is(err, errAgain) {
			continue
		}
		if err != nil {
			return r.interrupted(err)
		}
		if !r.leaveServers() {
			break
		}
	}
	r.finish()
	cfg.Rows.end(r)
	if first := r.herald.stop(); first > 0 {
		r.report.Timings["first"] = Seconds(first.Seconds())
	}
	if cfg.Suspects == nil {
		return r.report, nil
	}
	if cfg.Found != nil {
		found := *r.report
		found.Candidates, found.Timings = slices.Clone(found.Candidates), maps.Clone(found.Timings)
		cfg.Found(&found)
		r.cfg.Background = true // what was waited for is there
	}
	err := r.timed("suspect", r.suspect)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if err != nil {
		why := "the check was ended while " + r.last.String()
		r.report.Inputs.Stopped = &why
	}
	r.others(r.report.Candidates, len(r.rows)) // a copy has the lines of its twin
	return r.report, err
}

// errAgain says that all is to be done again, without what turned out to be of no use: a checker program or a guessed
// input format.
var errAgain = errors.New("the check begins anew")

// phases does all that executes the candidates.
func (r *run) phases() error {
	for _, phase := range []struct {
		name string
		do   func() error
	}{
		{"samples", r.try},
		{"execute", r.search},
		{"repeat", r.repeat},
		{"decide", r.decide},
		{"minimise", r.explain},
		{"large", r.strain},
		{"sanitize", r.sanitize},
	} {
		if err := r.timed(phase.name, phase.do); err != nil {
			return err
		}
	}
	return nil
}

// timed does one phase of the check. A phase that is done again takes the time of both.
func (r *run) timed(name string, phase func() error) error {
	begin := time.Now()
	err := phase()
	r.report.Timings[name] += Seconds(time.Since(begin).Seconds())
	return err
}

// leaveServers says whether there are programs that do something else in a process of their own than in the server
// that executed them. A fresh process is right, so these have no server any more and everything is to be done again:
// the report is then the same as if there never had been one.
func (r *run) leaveServers() bool {
	r.herald.stop() // what it would tell now is of the servers
	again := false
	for j, unlike := range r.chase.unlike {
		again = again || unlike
		r.arena.fresh[j] = r.arena.fresh[j] || unlike
	}
	return again
}

// misconfigured says whether execre.toml or the folder has a mistake that must be mended before anything is run: what
// would come out might not be what the person asked for. A mistake in the schema leaves the samples.
func (r *run) misconfigured() bool {
	i := slices.IndexFunc(r.problem.Mistakes, func(m workspace.Mistake) bool {
		return !m.Warning && m.File != r.problem.SchemaFile
	})
	if i < 0 {
		return false
	}
	mend := fmt.Sprintf("mend %s first", r.problem.Mistakes[i].File) // what is wrong there stands among the problems, once
	for _, e := range r.entrants {
		out := newCandidate(e)
		out.Message = "not run: " + mend
		r.report.Candidates = append(r.report.Candidates, out)
	}
	r.report.Decision = Decision{Rule: "none", Fallback: "nothing was run: " + mend, Threshold: undefined, ResidualRisk: undefined}
	r.notes()
	return true
}

// listen runs what is known from earlier, as soon as it is settled how outputs are compared.
func (r *run) listen() error {
	// Who is retired is a matter of what counts.
	limited, tooLong := slices.Clone(r.arena.limited), slices.Clone(r.arena.tooLong)
	defer func() { r.arena.limited, r.arena.tooLong = limited, tooLong }()
	if err := r.hear(); err != nil {
		return err
	}
	return r.replay()
}
