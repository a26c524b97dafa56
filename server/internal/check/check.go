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

	// Partial is given, a few times at most and never after Run has returned, what is known while the check goes on: a
	// Report of its own with Partial set. It is called by one goroutine at a time; nil: nobody wants to know.
	Partial func(*Report)
	// For is how long the search goes on past the inputs that the problem's settings ask for; it ends with the round in
	// which that time is over, and programs in C and C++ are then searched for undefined behaviour. 0: not at all. Without anything that makes inputs the error is ErrSamplesOnly.
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
	Phase       string // "building", "samples", "counterexamples", "inputs", "minimising", "large", "sanitizing" or Hunting
	Done, Total int
}

// Hunting is the phase of the search past the inputs that every check runs. Its progress is in seconds.
const Hunting = "hunting"

// String is the progress as people read it: "inputs 120/500".
func (p Progress) String() string {
	if p.Phase == Hunting {
		return fmt.Sprintf("%s %d/%d s", p.Phase, p.Done, p.Total)
	}
	return fmt.Sprintf("%s %d/%d", p.Phase, p.Done, p.Total)
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
	guess      guesses
	hunt       hunt
	known      []Problem // the report's problems before anything was executed

	// What follows is had from executions.
	results
	chase    *chase
	flaky    []bool // which runners did not repeat themselves
	decision reliability.Decision
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
// we failed at.
func Run(ctx context.Context, p *workspace.Problem, cfg Config) (*Report, error) {
	begin := time.Now()
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
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
		answers: comparison{values: p.Call() != nil},
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
	if err := searchable(p); err != nil && cfg.For > 0 {
		return nil, err
	}
	if err := r.timed("build", r.build); err != nil {
		return nil, err
	}
	r.herald = newHerald(r, begin)
	defer r.herald.stop()
	for {
		err := r.phases()
		if errors.Is(err, errAgain) {
			continue
		}
		if err != nil {
			return nil, err
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
			e.program, err = r.cfg.Builder.Build(ctx, r.source(e.file), r.problem.Settings.Languages[e.file.Language])
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
		if s.Judged {
			r.judgements = append(r.judgements, s)
		} else {
			r.samples = append(r.samples, s)
		}
	}
	if err := r.buildTools(); err != nil {
		return err
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

// source is a candidate as it is built.
func (r *run) source(file workspace.File) build.Source {
	return build.Source{
		Name: file.Path, Dir: r.problem.Dir, Language: file.Language, Text: file.Source, Files: file.Parts, Call: r.problem.Call(),
	}
}

// buildTools builds the programs of the problem that are not compared.
func (r *run) buildTools() error {
	if r.problem.Interactive != "" {
		return nil // no input is made, and no output compared
	}
	var err error
	if r.makers, err = r.tools(workspace.Generator); err != nil {
		return err
	}
	validators, err := r.tools(workspace.Validator)
	if err != nil {
		return err
	}
	for _, t := range validators {
		r.validators = append(r.validators, newValidator(t))
	}
	if err := r.validateSamples(); err != nil {
		return err
	}
	i := slices.IndexFunc(r.problem.Files, func(f workspace.File) bool { return f.Path == r.problem.Settings.Program.File })
	if i < 0 {
		return nil
	}
	t, err := r.tool(r.problem.Files[i])
	if err != nil {
		return err
	}
	if t == nil {
		r.aside = "does not compile"
		return nil
	}
	r.answers.judge = newJudge(t, r.problem.Settings.Program)
	return nil
}

// try runs the samples and the counterexamples of earlier checks. It begins anew what is had from executions.
func (r *run) try() error {
	r.results, r.chase = results{}, newChase(r)
	r.arena.limited, r.arena.tooLong = make([]int, len(r.runners)), make([]int, len(r.runners))
	r.report.Inputs = Inputs{Source: "samples"}
	r.report.Classes, r.report.Disagreements, r.report.Question = []Class{}, []Disagreement{}, nil
	r.report.Problems = slices.Clone(r.known)
	var inputs []generate.Input
	for _, s := range r.samples {
		inputs = append(inputs, generate.Input{Text: asFed(s.Input)})
	}
	seen := newRows(inputs)
	for i := range seen {
		seen[i].sample = &r.samples[i]
	}
	r.settled, r.arena.comparison = false, nil
	if err := r.settle(seen, false); err != nil {
		return err
	}
	done := 0
	err := r.arena.run(r.ctx, seen, func(row) {
		done++
		r.cfg.Progress(Progress{"samples", done, len(r.samples)})
	})
	if err != nil {
		return err
	}
	if err := r.settle(seen, len(r.samples) > 0); err != nil {
		return err
	}
	for i := range seen {
		if err := r.arena.compare(r.ctx, &seen[i]); err != nil {
			return err
		}
	}
	r.tried = seen
	r.herald.tried(r.tried)
	if r.settled {
		return r.listen()
	}
	return nil
}

// settle finds out how outputs are compared, from rows that are not compared yet: from the samples before they are run,
// then from the samples, and where there are none from the first inputs. last says that there is no more to come.
func (r *run) settle(seen []row, last bool) error {
	if r.settled {
		return nil
	}
	settings := r.problem.Settings
	use := CheckerUse{Chosen: "default"}
	r.answers.checker = settings.Checker
	switch j := r.answers.judge; {
	case j != nil:
		known, broken, err := j.getToKnow(r.ctx, seen)
		switch {
		case err != nil:
			return err
		case last && !known && broken != "":
			return r.setAside(broken)
		case !known && !last:
			return nil
		}
		use = CheckerUse{
			Name: j.tool.file.Path, Chosen: "file", Style: j.style, StyleChosen: j.chosen, Validates: j.validates,
		}
		if settings.Program.Named {
			use.Chosen = "execre.toml"
		}
	case settings.CheckerNamed:
		use.Chosen = "execre.toml"
	case r.aside != "" || r.problem.Interactive != "":
	case r.problem.Statement != nil && r.problem.Statement.Tolerance != "":
		if c, err := checker.Parse("float:" + r.problem.Statement.Tolerance); err == nil {
			r.answers.checker, use.Chosen = c, "statement"
		}
	case len(seen) == 0 && !last:
		return nil
	case looksReal(seen):
		r.answers.checker, _ = checker.Parse("float:" + defaultTolerance)
		use.Chosen = "outputs"
	}
	if use.Name == "" {
		use.Name = r.answers.checker.String()
	}
	r.report.Checker = use
	r.settled, r.arena.comparison = true, &r.answers
	return nil
}

// setAside has the check go on without the checker program, from the beginning.
func (r *run) setAside(why string) error {
	r.herald.stop() // it reads them
	r.aside, r.answers.judge = why, nil
	return errAgain
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

// replay runs the counterexamples of earlier checks that are inputs still and no samples.
func (r *run) replay() error {
	if r.generator == nil && len(r.makers) == 0 {
		return nil
	}
	var inputs []generate.Input
	for _, text := range r.report.Earlier {
		sample := func(s workspace.Sample) bool { return asFed(s.Input) == text }
		if slices.ContainsFunc(r.samples, sample) {
			continue
		}
		in := generate.Input{Text: text} // a generator may have made it
		if r.generator != nil {
			parsed, err := r.generator.Parse(text)
			switch {
			case err == nil:
				in = parsed
			case r.inputSource() != "generator":
				continue
			}
		}
		ok, err := r.valid(r.ctx, in.Text)
		if err != nil {
			return err
		}
		if ok {
			inputs = append(inputs, in)
		}
	}
	slices.SortStableFunc(inputs, compareInputs)
	inputs = slices.CompactFunc(inputs, func(a, b generate.Input) bool { return a.Text == b.Text })
	r.report.Earlier = nil
	for _, in := range inputs {
		r.report.Earlier = append(r.report.Earlier, in.Text)
	}
	done := 0
	r.replayed = newRows(inputs)
	return r.arena.run(r.ctx, r.replayed, func(row row) {
		done++
		r.cfg.Progress(Progress{"counterexamples", done, len(inputs)})
		r.herald.replayed(row)
	})
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

// firstRows is how many inputs are run before it is settled how outputs are compared, where the samples do not show it.
const firstRows = 10

// search executes inputs until there are as many as were asked for, and on if there is to be a hunt.
func (r *run) search() error {
	if r.generator == nil && len(r.makers) == 0 || r.problem.Interactive != "" {
		if err := r.settle(nil, true); err != nil {
			return err
		}
		return r.hear()
	}
	total := r.problem.Settings.Inputs
	r.report.Inputs.Source = r.inputSource()
	var drawn *generate.Search
	if r.report.Inputs.Source != "generator" {
		var seeds []generate.Input
		for _, s := range r.samples {
			parsed, err := r.generator.Parse(asFed(s.Input))
			if err != nil {
				r.sampleMismatch(s, err)
				continue
			}
			seeds = append(seeds, parsed)
		}
		drawn = generate.NewSearch(r.generator, r.cfg.Seed, total, seeds)
	}
	supply := newSupply(r, drawn)
	r.hunt.start(r)
	for {
		want := r.hunt.want(len(r.rows))
		if want == 0 {
			if why := r.hunt.ended(); why != "" {
				r.report.Inputs.Stopped = &why
			}
			break
		}
		inputs, ended, err := supply.next(r.ctx, want)
		if err != nil {
			return err
		}
		rows := newRows(inputs)
		untold := len(r.rows) == 0 && r.guessing() // a guess that is given up has nothing to tell
		if err := r.round(rows, !untold); err != nil {
			return err
		}
		r.rows = append(r.rows, rows...)
		if r.implausible() {
			r.nextGuess()
			r.hunt.rows = 0
			return errAgain
		}
		if untold {
			for _, row := range rows {
				r.herald.generated(row)
			}
		}
		supply.learn(rows)
		r.hunt.look(rows)
		if ended != "" {
			r.report.Inputs.Stopped = &ended
			break
		}
		if len(inputs) == 0 {
			return fmt.Errorf("generating inputs: round at %d of %d is empty", len(r.rows), total)
		}
		if why, err := r.judgeFails(); err != nil || why != "" {
			if why != "" {
				err = r.setAside(why)
			}
			return err
		}
	}
	if err := r.settle(nil, true); err != nil { // nothing was run
		return err
	}
	supply.report()
	r.report.Inputs.Executed = len(r.rows)
	r.report.Inputs.Distinct = len(r.rows) // the supply never repeats an input
	for _, row := range r.rows {
		r.report.Inputs.Largest = max(r.report.Inputs.Largest, len(row.input.Text))
	}
	slices.SortStableFunc(r.rows, compareRows)
	return nil
}

// round executes the rows of one round, and tells the herald of them if that is to be done aloud. Those that show how
// outputs are compared come first.
func (r *run) round(rows []row, aloud bool) error {
	done := len(r.rows)
	tell := func(row row) {
		done++
		r.cfg.Progress(r.hunt.progress(done))
		if aloud {
			r.herald.generated(row)
		}
	}
	if !r.settled && len(rows) > 0 {
		first := rows[:min(firstRows, len(rows))]
		rows = rows[len(first):]
		if err := r.arena.run(r.ctx, first, func(row) {}); err != nil {
			return err
		}
		if err := r.settle(first, true); err != nil {
			return err
		}
		if err := r.listen(); err != nil {
			return err
		}
		for i := range first {
			if err := r.arena.compare(r.ctx, &first[i]); err != nil {
				return err
			}
			tell(first[i])
		}
	}
	return r.arena.run(r.ctx, rows, tell)
}

// judgeFails says why the checker program cannot be used, if it said nothing of any output on more than a tenth of the
// rows, and on three at least.
func (r *run) judgeFails() (why string, err error) {
	j := r.answers.judge
	if j == nil {
		return "", nil
	}
	var mute []row
	for _, row := range r.rows {
		if j.mute(row) {
			mute = append(mute, row)
		}
	}
	if len(mute) < mostToolFailures || 10*len(mute) <= len(r.rows) {
		return "", nil
	}
	slices.SortStableFunc(mute, compareRows)
	input, why, _, err := j.failure(r.ctx, r.chase, mute)
	return fmt.Sprintf("on %d of %d inputs it says nothing of any output: on %s it %s",
		len(mute), len(r.rows), oneLine(input), why), err
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

// decide turns the rows into a decision.
func (r *run) decide() error {
	return r.prove(func() { r.decision = r.decideOn(r.results, r.flaky) })
}

// decideOn is the decision on some rows, in which the answers of flaky programs count for nothing.
func (r *run) decideOn(s results, flaky []bool) reliability.Decision {
	evidence := reliability.Evidence{
		Custom:    r.answers.judge != nil,
		Matrix:    consistency.Matrix{Programs: len(r.columns)},
		Replayed:  len(s.replayed),
		Validated: r.vouched(),
		Threshold: r.problem.Settings.Threshold,
	}
	wrong := make([]bool, len(r.runners))
	for j := range r.runners {
		wrong[j] = len(r.refusals(s, j)) > 0
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
		} else if wrong[i] && p.Standing != reliability.Accepted {
			p.Standing = reliability.WrongAnswer // the checker is a judge
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
		if r.problem.Interactive == "" {
			evidence.Samples = append(evidence.Samples, spread(row.answers))
		}
	}
	for i, row := range s.heard {
		evidence.Judgements = append(evidence.Judgements,
			reliability.Judgement{Name: r.judgements[i].Name, Answers: spread(row.answers), By: reliability.Person})
	}
	for _, row := range s.all() {
		evidence.Matrix.Rows = append(evidence.Matrix.Rows, spread(row.answers))
	}
	d := reliability.Decide(evidence)
	switch {
	case evidence.Custom:
	case r.aside != "":
		d = d.Withhold(fmt.Sprintf("the checker %s is not used: it %s", r.problem.Settings.Program.File, r.aside))
	case !r.problem.Settings.CheckerNamed && (r.saidSeveral() || r.severalAnswers(s, d)):
		d = d.Withhold(severalAnswers)
		excuse(&d, s.tried)
	}
	return d
}

// refusals lists, of s.all(), the rows on which the checker program refuses the output of program j whatever is right: while
// it accepts the one of another program, or, where it does not look at the answer, while it accepts most of those of j.
func (r *run) refusals(s results, j int) []row {
	if r.answers.judge == nil {
		return nil
	}
	var rows, all []row
	fine := 0
	for _, row := range s.all() {
		if row.ruled == nil {
			continue
		}
		switch row.ruled[j] {
		case accepted:
			fine++
		case refused:
			all = append(all, row)
			if slices.Contains(row.ruled, accepted) {
				rows = append(rows, row)
			}
		case unruled:
		}
	}
	if r.answers.judge.validates && len(all) < fine {
		return all
	}
	return rows
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
