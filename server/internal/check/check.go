// Package check is the pipeline from a problem folder to a report: build the
// programs, run them on the samples and on inputs drawn from the input format,
// see who agrees with whom, decide who may be trusted, and find for each program
// that goes wrong the smallest input that shows it.
//
// Run promises that the same problem, seed and settings give the same report,
// timings apart, whatever the number of jobs and the order in which things end;
// that everything it says of a program on an input was shown by a fresh execution; and that a
// failure of ours is an error, never a verdict on a program. It never writes to
// the problem folder; see Save for what is kept there.
//
// The counterexamples that Save kept are the first inputs of the next check, for a program that is being mended goes
// wrong where it did before. They tell programs apart, but are in no count and no share.
package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"execre/analysis/consistency"
	"execre/analysis/generate"
	"execre/analysis/reliability"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// roundSize is the number of inputs of one round of the search. What a round
// tries depends on finished rounds only.
const roundSize = 50

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
	Progress func(Progress) // called by one goroutine at a time; may be nil

	// Partial is given, a few times at most and never after Run has returned, what is known while the check goes on: a
	// Report of its own with Partial set. It is called by one goroutine at a time; nil: nobody wants to know.
	Partial func(*Report)
	// Background says that no person waits for this check: the executions of others go first.
	Background bool
}

// Progress says how far a check has come.
type Progress struct {
	Phase       string // "building", "samples", "counterexamples", "inputs" or "minimising"
	Done, Total int
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

	entrants  []*entrant         // all candidates and brutes, by path
	runners   []*entrant         // those that are executed: built, and no copy of another; the arena's programs
	evidence  []*entrant         // the decision's programs: runners, then the copies
	columns   []int              // of each of them: the runner whose outputs it shares
	samples   []workspace.Sample // those that filter
	answers   comparison         // of outputs
	generator *generate.Generator
	arena     *arena
	herald    *herald
	known     []Problem // the report's problems before anything was executed

	// What follows is had from executions.
	results
	chase    *chase
	flaky    []bool // which runners did not repeat themselves
	decision reliability.Decision
}

// results are the rows that were executed.
type results struct {
	tried    []row // the samples
	rows     []row // generated inputs, smallest first
	replayed []row // counterexamples of earlier checks, smallest first
}

// all lists the rows of the decision's matrix.
func (s results) all() []row { return slices.Concat(s.rows, s.replayed) }

// Run checks one problem. The error is context.Canceled, or something that
// we failed at.
func Run(ctx context.Context, p *workspace.Problem, cfg Config) (*Report, error) {
	begin := time.Now()
	tell := cfg.Progress
	var mu sync.Mutex
	cfg.Progress = func(p Progress) {
		mu.Lock()
		defer mu.Unlock()
		if tell != nil {
			tell(p)
		}
	}
	r := &run{
		ctx: ctx, problem: p, cfg: cfg,
		answers: comparison{p.Settings.Checker, p.Call() != nil},
		report: &Report{
			Version: Version, Problem: p.Name, Seed: cfg.Seed,
			Inputs:     Inputs{Source: "samples"},
			Candidates: []Candidate{}, Classes: []Class{}, Disagreements: []Disagreement{}, Problems: []Problem{},
			Timings: map[string]Seconds{},
			Earlier: earlier(p.Dir),
		},
	}
	for _, f := range p.Files {
		if f.IsProgram() {
			r.entrants = append(r.entrants, &entrant{file: f, report: len(r.entrants)})
		}
	}
	if r.misconfigured() {
		return r.report, nil
	}
	if err := r.timed("build", r.build); err != nil {
		return nil, err
	}
	r.herald = newHerald(r, begin)
	defer r.herald.stop()
	for {
		for _, phase := range []struct {
			name string
			do   func() error
		}{
			{"samples", r.try},
			{"execute", r.search},
			{"repeat", r.repeat},
			{"decide", r.decide},
			{"minimise", r.explain},
		} {
			if err := r.timed(phase.name, phase.do); err != nil {
				return nil, err
			}
		}
		if !r.leaveServers() {
			break
		}
	}
	r.finish()
	if first := r.herald.stop(); first > 0 {
		r.report.Timings["first"] = Seconds(first.Seconds())
	}
	return r.report, nil
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
	mistake := r.problem.Mistakes[i].String()
	for _, e := range r.entrants {
		out := newCandidate(e)
		out.Message = "not run: " + mistake
		r.report.Candidates = append(r.report.Candidates, out)
	}
	r.report.Decision = Decision{Rule: "none", Fallback: "nothing was run: " + mistake, Threshold: undefined, ResidualRisk: undefined}
	r.notes()
	return true
}

// build compiles all programs, copies of another left out.
func (r *run) build() error {
	group, ctx := errgroup.WithContext(r.ctx)
	group.SetLimit(r.cfg.Jobs)
	var built atomic.Int64
	for _, e := range r.entrants {
		if e.file.DuplicateOf != "" {
			continue
		}
		group.Go(func() error {
			var err error
			e.program, err = r.cfg.Builder.Build(ctx, build.Source{
				Name: e.file.Path, Dir: r.problem.Dir, Language: e.file.Language, Text: e.file.Source,
				Files: e.file.Parts, Call: r.problem.Call(),
			}, r.problem.Settings.Languages[e.file.Language])
			var failure *build.Failure
			var missing *toolchain.Missing
			switch {
			case err == nil:
			case errors.As(err, &failure), errors.As(err, &missing):
				e.failure = err
			case ctx.Err() != nil:
				return ctx.Err()
			default:
				return fmt.Errorf("building %s: %w", e.file.Path, err)
			}
			r.cfg.Progress(Progress{"building", int(built.Add(1)), len(r.entrants)})
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var said []string // each missing toolchain is named once
	column := map[string]int{}
	for _, e := range r.entrants {
		if e.program != nil {
			column[e.file.Path] = len(r.runners)
			r.runners = append(r.runners, e)
			r.evidence = append(r.evidence, e)
			r.columns = append(r.columns, column[e.file.Path])
		}
		var missing *toolchain.Missing
		if errors.As(e.failure, &missing) && !slices.Contains(said, missing.Error()) {
			said = append(said, missing.Error())
			r.report.Problems = append(r.report.Problems, Problem{
				File: e.file.Path, Code: "config-toolchain", Message: missing.Error(), Warning: true,
			})
		}
	}
	for _, e := range r.entrants {
		if j, ok := column[e.file.DuplicateOf]; ok {
			r.evidence = append(r.evidence, e)
			r.columns = append(r.columns, j)
		}
	}
	r.arena = newArena(r)
	for _, s := range r.problem.Samples {
		if !s.Judged {
			r.samples = append(r.samples, s)
		}
	}
	if r.problem.Schema != nil {
		generator, mistakes := generate.New(r.problem.Schema)
		for _, m := range mistakes {
			r.report.Problems = append(r.report.Problems, Problem{
				File: r.problem.SchemaFile, Line: m.Pos.Line, Column: m.Pos.Column,
				Code: m.Code, Message: m.Message, Warning: m.Warning,
			})
		}
		r.generator = generator
	}
	r.known = r.report.Problems
	return nil
}

// try runs the samples and the counterexamples of earlier checks. It begins anew what is had from executions.
func (r *run) try() error {
	r.results, r.chase = results{}, newChase(r)
	r.arena.limited, r.arena.tooLong = make([]int, len(r.runners)), make([]int, len(r.runners))
	r.report.Inputs = Inputs{Source: "samples"}
	r.report.Classes, r.report.Disagreements, r.report.Question = []Class{}, []Disagreement{}, nil
	r.report.Problems = slices.Clone(r.known)
	done := 0
	// The expected answer takes part in the comparison of a sample's outputs, as the first.
	for _, s := range r.samples {
		r.arena.answers = func(outputs []string) []int { return sampleAnswers(r.answers, s.Output, outputs) }
		rows, err := r.arena.run(r.ctx, []generate.Input{{Text: asFed(s.Input)}}, func(row) {
			done++
			r.cfg.Progress(Progress{"samples", done, len(r.samples)})
		})
		if err != nil {
			return err
		}
		r.tried = append(r.tried, rows...)
	}
	r.arena.answers = r.answers.Group
	r.herald.tried(r.tried)
	if r.generator == nil {
		return nil
	}
	return r.replay()
}

// replay runs the counterexamples of earlier checks that are inputs still and no samples.
func (r *run) replay() error {
	var inputs []generate.Input
	for _, text := range r.report.Earlier {
		sample := func(s workspace.Sample) bool { return asFed(s.Input) == text }
		if in, err := r.generator.Parse(text); err == nil && !slices.ContainsFunc(r.samples, sample) {
			inputs = append(inputs, in)
		}
	}
	slices.SortStableFunc(inputs, compareInputs)
	inputs = slices.CompactFunc(inputs, func(a, b generate.Input) bool { return a.Text == b.Text })
	r.report.Earlier = nil
	for _, in := range inputs {
		r.report.Earlier = append(r.report.Earlier, in.Text)
	}
	// Who is retired is a matter of what counts.
	limited, tooLong := slices.Clone(r.arena.limited), slices.Clone(r.arena.tooLong)
	defer func() { r.arena.limited, r.arena.tooLong = limited, tooLong }()
	done := 0
	var err error
	r.replayed, err = r.arena.run(r.ctx, inputs, func(row row) {
		done++
		r.cfg.Progress(Progress{"counterexamples", done, len(inputs)})
		r.herald.replayed(row)
	})
	return err
}

// compareInputs puts the smaller one first.
func compareInputs(a, b generate.Input) int {
	switch {
	case a.Less(b):
		return -1
	case b.Less(a):
		return 1
	}
	return 0
}

// search executes inputs of the schema until there are as many as were asked for.
func (r *run) search() error {
	if r.generator == nil {
		return nil
	}
	var seeds []generate.Input
	for _, s := range r.samples {
		parsed, err := r.generator.Parse(asFed(s.Input))
		if err != nil {
			r.sampleMismatch(s, err)
			continue
		}
		seeds = append(seeds, parsed)
	}
	total := r.problem.Settings.Inputs
	search := generate.NewSearch(r.generator, r.cfg.Seed, total, seeds)
	r.report.Inputs.Source = "schema"
	var interesting []generate.Input
	for len(r.rows) < total {
		inputs, exhausted := search.Next(min(roundSize, total-len(r.rows)), interesting)
		before := len(r.rows)
		done := before
		rows, err := r.arena.run(r.ctx, inputs, func(row row) {
			done++
			r.cfg.Progress(Progress{"inputs", done, total})
			r.herald.generated(row)
		})
		if err != nil {
			return err
		}
		r.rows = append(r.rows, rows...)
		for _, row := range rows {
			if row.split() {
				interesting = append(interesting, row.input)
			}
		}
		if exhausted != "" {
			r.report.Inputs.Stopped = &exhausted
			break
		}
		if len(inputs) == 0 {
			return fmt.Errorf("generating inputs: round at %d of %d is empty", before, total)
		}
	}
	r.report.Inputs.Executed = len(r.rows)
	r.report.Inputs.Distinct = len(r.rows) // the search never repeats an input
	for _, row := range r.rows {
		r.report.Inputs.Largest = max(r.report.Inputs.Largest, len(row.input.Text))
	}
	slices.SortStableFunc(r.rows, compareRows)
	return nil
}

func compareRows(a, b row) int { return compareInputs(a.input, b.input) }

// sampleMismatch says that a sample is no input of the schema: one of the two is wrong.
func (r *run) sampleMismatch(s workspace.Sample, err error) {
	problem := Problem{
		File: s.File, Code: "schema-sample",
		Message: fmt.Sprintf("%s does not fit %s: %v", s.Name, r.problem.SchemaFile, err), Warning: true,
	}
	var violation *generate.Violation
	if errors.As(err, &violation) {
		problem.Line, problem.Column = violation.Line, violation.Column
		problem.Message = fmt.Sprintf("%s does not fit %s: %s", s.Name, r.problem.SchemaFile, violation.Message)
	}
	r.report.Problems = append(r.report.Problems, problem)
}

// sampleAnswers gives 0 to the outputs that equal the expected one, and the
// other answers ids from 1.
func sampleAnswers(c comparison, expected string, outputs []string) []int {
	ids := c.Group(outputs)
	for i, out := range outputs {
		ids[i]++
		if c.Equal(expected, out) {
			ids[i] = 0
		}
	}
	return ids
}

// Of a program that stands alone with its answer, so many rows are executed so many times again before the decision:
// one that tosses a coin must not vote.
const (
	repeatRows  = 3
	repeatTimes = 2
)

// repeat finds the programs that do not repeat themselves.
func (r *run) repeat() error {
	var group errgroup.Group
	group.SetLimit(r.cfg.Jobs)
	for j := range r.runners {
		group.Go(func() error {
			alone := r.alone(j)
			for k := range min(repeatRows, len(alone)) {
				row := alone[k*(len(alone)-1)/max(1, repeatRows-1)] // the first, one in the middle, the last
				for range repeatTimes {
					if _, ok := r.chase.confirm(j, row.input.Text, row.cells[j]); !ok {
						return r.chase.failure()
					}
				}
			}
			return nil
		})
	}
	err := group.Wait()
	r.flaky = slices.Clone(r.chase.flaky)
	return err
}

// alone lists the rows on which nobody else gives the answer of program j.
func (r *run) alone(j int) []row {
	var alone []row
	for _, row := range r.rows {
		same := 0
		for _, a := range row.answers {
			if a == row.answers[j] {
				same++
			}
		}
		if row.answers[j] >= 0 && same == 1 && len(row.answers) > 1 {
			alone = append(alone, row)
		}
	}
	return alone
}

// decide turns the rows into a decision.
func (r *run) decide() error {
	r.decision = r.decideOn(r.results, r.flaky)
	return nil
}

// decideOn is the decision on some rows, in which the answers of flaky programs count for nothing.
func (r *run) decideOn(s results, flaky []bool) reliability.Decision {
	evidence := reliability.Evidence{
		Custom:    len(r.problem.Settings.CustomChecker) > 0,
		Matrix:    consistency.Matrix{Programs: len(r.columns)},
		Replayed:  len(s.replayed),
		Threshold: r.problem.Settings.Threshold,
	}
	for i, e := range r.evidence {
		p := reliability.Program{
			Name: e.file.Path, DuplicateOf: -1,
			Standing:  standings[e.file.Standing],
			Reference: r.problem.Settings.Reference == e.file.Path,
			Brute:     e.file.Role == workspace.Brute && e.file.ByName,
		}
		if r.columns[i] != i {
			p.DuplicateOf = r.columns[i]
		}
		evidence.Programs = append(evidence.Programs, p)
	}
	spread := func(answers []int) []int {
		wide := make([]int, len(r.columns))
		for i, j := range r.columns {
			wide[i] = answers[j]
			if flaky[j] {
				wide[i] = consistency.NotRun // its answers are chance
			}
		}
		return wide
	}
	for _, row := range s.tried {
		evidence.Samples = append(evidence.Samples, spread(row.answers))
	}
	for _, row := range s.all() {
		evidence.Matrix.Rows = append(evidence.Matrix.Rows, spread(row.answers))
	}
	return reliability.Decide(evidence)
}

var standings = map[workspace.Standing]reliability.Standing{
	"":             reliability.StandingUnknown,
	"accepted":     reliability.Accepted,
	"wrong-answer": reliability.WrongAnswer,
	"time-limit":   reliability.TooSlow,
	"crash":        reliability.Crashes,
}

// asFed is a sample's input as judges feed it: with line feeds alone, and one at the end.
func asFed(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

var undefined = Number(math.NaN())
