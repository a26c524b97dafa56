// Package check is the pipeline from a problem folder to a report: build the
// programs, run them on the samples and on inputs drawn from the input format,
// see who agrees with whom, decide who may be trusted, and find for each program
// that goes wrong the smallest input that shows it.
//
// Run promises that the same problem, seed and settings give the same report,
// timings apart, whatever the number of jobs and the order in which things end;
// that every counterexample was repeated by fresh executions; and that a
// failure of ours is an error, never a verdict on a program. It never writes to
// the problem folder; see Save for what is kept there.
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

	"execre/analysis/checker"
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
}

// Progress says how far a check has come.
type Progress struct {
	Phase       string // "building", "samples", "inputs" or "minimising"
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

	entrants  []*entrant // all candidates and brutes, by path
	runners   []*entrant // those that are executed: built, and no copy of another; the arena's programs
	arena     *arena
	samples   []workspace.Sample // those that filter
	tried     []row              // the samples' rows
	rows      []row              // of generated inputs, smallest first
	flaky     []bool             // which runners did not repeat themselves
	decision  reliability.Decision
	evidence  []*entrant // the decision's programs: runners, then the copies
	columns   []int      // of each of them: the runner whose outputs it shares
	generator *generate.Generator
}

// Run checks one problem. The error is context.Canceled, or something that
// we failed at.
func Run(ctx context.Context, p *workspace.Problem, cfg Config) (*Report, error) {
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
		report: &Report{
			Version: Version, Problem: p.Name, Seed: cfg.Seed,
			Inputs:     Inputs{Source: "samples"},
			Candidates: []Candidate{}, Classes: []Class{}, Disagreements: []Disagreement{}, Problems: []Problem{},
			Timings: map[string]Seconds{},
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
	for _, phase := range []struct {
		name string
		do   func() error
	}{
		{"build", r.build},
		{"execute", r.execute},
		{"repeat", r.repeat},
		{"decide", r.decide},
		{"minimise", r.explain},
	} {
		begin := time.Now()
		if err := phase.do(); err != nil {
			return nil, err
		}
		r.report.Timings[phase.name] = Seconds(time.Since(begin).Seconds())
	}
	r.finish()
	return r.report, nil
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
		r.report.Candidates = append(r.report.Candidates, Candidate{
			File: e.file.Path, Language: string(e.file.Language), Role: string(e.file.Role),
			Verdict: Undecided, Message: "not run: " + mistake,
			Alpha: undefined, ProbabilityRight: undefined, DawidSkene: undefined, Agreement: undefined,
		})
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
	for _, e := range r.entrants {
		if e.program != nil {
			r.runners = append(r.runners, e)
		}
		var missing *toolchain.Missing
		if errors.As(e.failure, &missing) && !slices.Contains(said, missing.Error()) {
			said = append(said, missing.Error())
			r.report.Problems = append(r.report.Problems, Problem{
				File: e.file.Path, Code: "config-toolchain", Message: missing.Error(), Warning: true,
			})
		}
	}
	return nil
}

// execute runs the samples and then the inputs, in rounds.
func (r *run) execute() error {
	settings := r.problem.Settings
	r.arena = &arena{
		executor: r.cfg.Executor,
		limits:   runner.Limits{CPU: settings.TimeLimit, Memory: settings.MemoryLimit},
		jobs:     r.cfg.Jobs,
		answers:  settings.Checker.Group,
		limited:  make([]int, len(r.runners)),
		tooLong:  make([]int, len(r.runners)),
	}
	for _, e := range r.runners {
		r.arena.programs = append(r.arena.programs, e.program)
		r.arena.brute = append(r.arena.brute, e.file.Role == workspace.Brute)
	}
	inputs := []generate.Input{}
	for _, s := range r.problem.Samples {
		if !s.Judged {
			r.samples = append(r.samples, s)
			inputs = append(inputs, generate.Input{Text: asFed(s.Input)})
		}
	}
	done := 0
	// The expected answer takes part in the comparison of a sample's outputs, as the first.
	for i := range inputs {
		expected := r.samples[i].Output
		r.arena.answers = func(outputs []string) []int { return sampleAnswers(settings.Checker, expected, outputs) }
		rows, err := r.arena.run(r.ctx, inputs[i:i+1], func() {
			done++
			r.cfg.Progress(Progress{"samples", done, len(inputs)})
		})
		if err != nil {
			return err
		}
		r.tried = append(r.tried, rows...)
	}
	r.arena.answers = settings.Checker.Group
	if r.problem.Schema == nil {
		return nil
	}
	generator, mistakes := generate.New(r.problem.Schema)
	for _, m := range mistakes {
		r.report.Problems = append(r.report.Problems, Problem{
			File: r.problem.SchemaFile, Line: m.Pos.Line, Column: m.Pos.Column,
			Code: m.Code, Message: m.Message, Warning: m.Warning,
		})
	}
	if generator == nil {
		return nil
	}
	r.generator = generator
	return r.searchInputs(inputs)
}

// searchInputs executes inputs of the schema until there are as many as were asked for.
func (r *run) searchInputs(samples []generate.Input) error {
	var seeds []generate.Input
	for i, in := range samples {
		parsed, err := r.generator.Parse(in.Text)
		if err != nil {
			r.sampleMismatch(r.samples[i], err)
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
		rows, err := r.arena.run(r.ctx, inputs, func() {
			done++
			r.cfg.Progress(Progress{"inputs", done, total})
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
	slices.SortStableFunc(r.rows, func(a, b row) int {
		switch {
		case a.input.Less(b.input):
			return -1
		case b.input.Less(a.input):
			return 1
		}
		return 0
	})
	return nil
}

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
func sampleAnswers(c checker.Checker, expected string, outputs []string) []int {
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
	r.flaky = make([]bool, len(r.runners))
	group, ctx := errgroup.WithContext(r.ctx)
	group.SetLimit(r.cfg.Jobs)
	for j := range r.runners {
		group.Go(func() error {
			alone := r.alone(j)
			for k := range min(repeatRows, len(alone)) {
				row := alone[k*(len(alone)-1)/max(1, repeatRows-1)] // the first, one in the middle, the last
				for range repeatTimes {
					result, err := r.arena.execute(ctx, j, row.input.Text, true)
					if err != nil {
						return err
					}
					if !newCell(result).same(row.cells[j]) {
						r.flaky[j] = true
						return nil
					}
				}
			}
			return nil
		})
	}
	return group.Wait()
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
	r.evidence = slices.Clone(r.runners)
	column := map[string]int{} // of each runner, by path
	for j, e := range r.runners {
		column[e.file.Path] = j
	}
	for j := range r.runners {
		r.columns = append(r.columns, j)
	}
	for _, e := range r.entrants {
		if j, ok := column[e.file.DuplicateOf]; ok {
			r.evidence = append(r.evidence, e)
			r.columns = append(r.columns, j)
		}
	}
	evidence := reliability.Evidence{
		Custom:    len(r.problem.Settings.CustomChecker) > 0,
		Matrix:    consistency.Matrix{Programs: len(r.columns)},
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
			if r.flaky[j] {
				wide[i] = consistency.NotRun // its answers are chance
			}
		}
		return wide
	}
	for _, row := range r.tried {
		evidence.Samples = append(evidence.Samples, spread(row.answers))
	}
	for _, row := range r.rows {
		evidence.Matrix.Rows = append(evidence.Matrix.Rows, spread(row.answers))
	}
	r.decision = reliability.Decide(evidence)
	return nil
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
