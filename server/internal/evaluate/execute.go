package evaluate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"execre/analysis/consistency"
	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/runner"
	"execre/runner/build"
	"execre/server/internal/check"
	"execre/server/internal/workspace"
)

// column is one program that is executed.
type column struct {
	candidate int // index
	program   *runner.Program
	limited   int
	verdicts  []runner.Verdict // on the drawn inputs
}

// cell is how one program fared on one input.
type cell struct {
	verdict runner.Verdict // VerdictInvalid: not run
	output  string
	cpu     time.Duration
}

func (c cell) noAnswer() int {
	switch c.verdict {
	case runner.VerdictInvalid:
		return consistency.NotRun
	case runner.TimeLimit:
		return consistency.TimeLimit
	default:
		return consistency.Crash
	}
}

func (c cell) word() string {
	if c.verdict == runner.VerdictInvalid {
		return ""
	}
	return c.verdict.String()
}

// execution is the state of the executions of one problem.
type execution struct {
	*Problem
	cfg     Config
	clock   *clock
	did     [works]atomic.Int64
	columns []column
	of      []int    // of each candidate: its column, or -1
	compare comparer // by which rules see outputs
	judge   comparer // by which tests say what is right
	record  *Record

	makers, validators []*tool
}

// start begins work on the problem. It is over, and so much of it done, when end is called.
func (e *execution) start(k work) (end func(n int)) {
	over := e.clock.start(k)
	return func(n int) {
		e.did[k].Add(int64(n))
		over(n)
	}
}

// skip counts work that need not be done.
func (e *execution) skip(k work, n int) {
	e.did[k].Add(int64(n))
	e.clock.skip(k, n)
}

// execute runs the candidates of a problem on its samples, on its tests where labels are missing, and on inputs that are
// drawn as `execre check` draws them, with all candidates of the problem together.
func execute(ctx context.Context, p *Problem, cfg Config, clock *clock) (*Record, error) {
	e := &execution{Problem: p, cfg: cfg, clock: clock, record: &Record{
		Version: RecordVersion, Key: p.key(cfg), Problem: p.Name, Source: p.Source, Seed: cfg.Seed, Preset: cfg.Preset,
		Style: "stdin", Format: p.Format, Comparison: p.Comparison.String(), Custom: p.Comparison.Program != nil,
		Notes:    append([]string{}, p.Notes...),
		Programs: []RecordProgram{},
	}}
	if p.Call != nil {
		e.record.Style = "function"
	}
	e.judge = newComparer(p.Comparison, p.Call != nil)
	e.compare = e.judge
	if cfg.Preset.ByText() {
		e.compare = ofForms(strings.TrimSpace)
		e.record.Comparison, e.record.Custom = "text without the white space around it", false
	}
	for _, step := range []func(context.Context) error{e.build, e.samples, e.label, e.inputs, e.repeat} {
		if err := step(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	e.record.project()
	for k, n := range p.load(cfg.Inputs) { // what could not be built, or drawn
		e.skip(work(k), max(0, n-int(e.did[k].Load())))
	}
	return e.record, nil
}

// build compiles what is no copy, and the checker program.
func (e *execution) build(ctx context.Context) error {
	programs := make([]*runner.Program, len(e.Candidates))
	failures := make([]string, len(e.Candidates))
	err := parallel(ctx, e.cfg.Jobs, len(e.Candidates), func(ctx context.Context, i int) (err error) {
		c := e.Candidates[i]
		if c.DuplicateOf != "" {
			return nil
		}
		source := build.Source{Name: c.Name, Dir: e.Dir, Language: c.Language, Text: c.Source, Files: c.Parts, Call: e.Call}
		if c.Oracle {
			source.Call = nil
		}
		programs[i], failures[i], err = e.buildOne(ctx, source)
		return err
	})
	if err != nil {
		return err
	}
	at := map[string]int{}
	e.of = make([]int, len(e.Candidates))
	for i, c := range e.Candidates {
		at[c.Name] = i
		e.of[i] = -1
		if programs[i] != nil {
			e.of[i] = len(e.columns)
			e.columns = append(e.columns, column{candidate: i, program: programs[i]})
		}
	}
	for i, c := range e.Candidates {
		if c.DuplicateOf != "" {
			e.of[i], failures[i] = e.of[at[c.DuplicateOf]], failures[at[c.DuplicateOf]]
		}
		e.record.Programs = append(e.record.Programs, RecordProgram{
			Name: c.Name, Label: c.Label, Multiplicity: c.Multiplicity, DuplicateOf: c.DuplicateOf, Brute: c.Brute,
			Failure: failures[i],
		})
	}
	c := e.Comparison.Program
	if c == nil {
		return nil
	}
	program, failure, err := e.buildOne(ctx, build.Source{
		Name: c.File.Path, Dir: e.Dir, Language: c.File.Language, Text: c.File.Source, Files: c.File.Parts,
	})
	if err == nil && failure != "" {
		err = fmt.Errorf("the checker %s cannot be used: %s", c.File.Path, failure)
	}
	if err != nil {
		return err
	}
	var known []workspace.Sample
	for _, t := range slices.Concat(e.Samples, e.Tests) {
		known = append(known, workspace.Sample{Name: t.Name, Input: t.Input, Output: t.Output})
	}
	return e.judge.Ask(ctx, e.cfg.Executor, c.File, c.Use, program, known)
}

// buildOne builds one program; failure says why it cannot be built when that is its own fault or the machine's.
func (e *execution) buildOne(ctx context.Context, source build.Source) (program *runner.Program, failure string, err error) {
	end := e.start(building)
	program, broken, err := check.Build(ctx, e.cfg.Builder, source, e.Commands[source.Language])
	end(1)
	if broken != nil {
		failure = broken.Error()
	}
	return program, failure, err
}

func (e *execution) cell(ctx context.Context, program *runner.Program, input string) (cell, error) {
	end := e.start(executing)
	result, err := check.Execute(ctx, e.cfg.Executor, runner.Request{Program: program, Stdin: []byte(input), Limits: e.Limits})
	end(1)
	c := cell{verdict: result.Verdict, cpu: result.CPU}
	if result.Verdict == runner.OK {
		c.output = string(result.Stdout)
	}
	return c, err
}

// runAll executes every program on the inputs, each in their order: what is retired does not depend on the number of jobs.
func (e *execution) runAll(ctx context.Context, inputs []string) ([][]cell, error) {
	rows := make([][]cell, len(inputs))
	for i := range rows {
		rows[i] = make([]cell, len(e.columns))
	}
	err := parallel(ctx, e.cfg.Jobs, len(e.columns), func(ctx context.Context, k int) error {
		c := &e.columns[k]
		for i, input := range inputs {
			if c.limited >= check.RetireAfter {
				e.skip(executing, len(inputs)-i)
				return nil
			}
			var err error
			if rows[i][k], err = e.cell(ctx, c.program, input); err != nil {
				return err
			}
			switch rows[i][k].verdict {
			case runner.TimeLimit, runner.MemoryLimit, runner.OutputLimit:
				c.limited++
			}
		}
		return nil
	})
	return rows, err
}

// row makes a record's row of cells: the answers of what answered come from compare.
func (e *execution) row(input string, cells []cell, compare func(outputs []string) ([]int, error)) (Row, error) {
	var outputs []string
	var who []int
	answers := make([]int, len(e.columns))
	for k, c := range cells {
		answers[k] = c.noAnswer()
		if c.verdict == runner.OK {
			outputs = append(outputs, c.output)
			who = append(who, k)
		}
	}
	end := e.start(executing)
	ids, err := compare(outputs)
	end(0)
	if err != nil {
		return Row{}, err
	}
	row := Row{Input: input, Outputs: []string{}}
	for n, k := range who {
		answers[k] = ids[n]
		for len(row.Outputs) <= ids[n] {
			row.Outputs = append(row.Outputs, "")
		}
		if ids[n] >= 0 && row.Outputs[ids[n]] == "" {
			row.Outputs[ids[n]] = cut(outputs[n])
		}
	}
	for _, k := range e.of {
		if k < 0 {
			row.Answers = append(row.Answers, consistency.NotRun)
			row.Verdicts, row.Seconds = append(row.Verdicts, ""), append(row.Seconds, 0)
			continue
		}
		row.Answers = append(row.Answers, answers[k])
		row.Verdicts = append(row.Verdicts, cells[k].word())
		row.Seconds = append(row.Seconds, cells[k].cpu.Seconds())
	}
	return row, nil
}

// samples runs the samples.
func (e *execution) samples(ctx context.Context) error {
	var inputs []string
	for _, s := range e.Samples {
		inputs = append(inputs, check.Fed(s.Input))
	}
	rows, err := e.runAll(ctx, inputs)
	if err != nil {
		return err
	}
	for i, s := range e.Samples {
		row, err := e.row(inputs[i], rows[i], func(outputs []string) ([]int, error) {
			return e.compare.against(ctx, inputs[i], s.Output, outputs)
		})
		if err != nil {
			return err
		}
		row.Name, row.Expected = s.Name, s.Output
		if len(row.Outputs) > 0 && row.Outputs[0] == "" {
			row.Outputs[0] = cut(s.Output)
		}
		e.record.Samples = append(e.record.Samples, row)
	}
	return nil
}

// label finds out the labels that the data set does not give: the first test that goes wrong says it.
func (e *execution) label(ctx context.Context) error {
	labels := make([]Label, len(e.columns))
	err := parallel(ctx, e.cfg.Jobs, len(e.columns), func(ctx context.Context, k int) (err error) {
		if e.Candidates[e.columns[k].candidate].Label == labelUnknown {
			labels[k], err = e.tested(ctx, e.columns[k])
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, c := range e.Candidates {
		p := &e.record.Programs[i]
		switch {
		case c.Label != labelUnknown:
		case e.of[i] < 0:
			p.Label, p.Tested = CompileError, true
		case labels[e.of[i]] != labelUnknown:
			p.Label, p.Tested = labels[e.of[i]], true
		default: // a copy without a label of one with a label
			p.Label = e.Candidates[e.columns[e.of[i]].candidate].Label
		}
		if c.Oracle && p.Label != Accepted {
			e.record.Notes = append(e.record.Notes, fmt.Sprintf(
				"%s is not used, because on the tests it is %s: it must read the input from stdin and print the right answer within the limits",
				c.Name, strings.ReplaceAll(string(p.Label), "_", " ")))
		}
	}
	return nil
}

var labelOf = map[runner.Verdict]Label{
	runner.Crash: RunTimeError, runner.TimeLimit: TimeLimit, runner.MemoryLimit: MemoryLimit, runner.OutputLimit: OutputLimit,
}

// tested is the label of a program by what it does on the samples and on the hidden tests.
func (e *execution) tested(ctx context.Context, c column) (Label, error) {
	if e.TestCode != "" {
		return e.testedByCode(ctx, c)
	}
	for _, t := range slices.Concat(e.Samples, e.Tests) {
		input := check.Fed(t.Input)
		cell, err := e.cell(ctx, c.program, input)
		if err != nil {
			return labelUnknown, err
		}
		if cell.verdict != runner.OK {
			return labelOf[cell.verdict], nil
		}
		ids, err := e.judge.against(ctx, input, t.Output, []string{cell.output})
		if err != nil {
			return labelUnknown, err
		}
		if ids[0] != 0 {
			return WrongAnswer, nil
		}
	}
	return Accepted, nil
}

// testedByCode is the label by HumanEval's way to test: the program's text with the test's behind it ends well.
func (e *execution) testedByCode(ctx context.Context, c column) (Label, error) {
	candidate := e.Candidates[c.candidate]
	program, failure, err := e.buildOne(ctx, build.Source{
		Name: candidate.Name, Dir: e.Dir, Language: candidate.Language, Text: append(slices.Clone(candidate.Source), e.TestCode...),
	})
	if err != nil || failure != "" {
		return CompileError, err
	}
	end := e.start(executing)
	result, err := check.Execute(ctx, e.cfg.Executor, runner.Request{Program: program, Limits: e.Limits})
	end(1)
	if err != nil {
		return labelUnknown, err
	}
	switch {
	case result.Verdict == runner.OK:
		return Accepted, nil
	case strings.Contains(string(result.StderrHead)+string(result.StderrTail), "AssertionError"):
		return WrongAnswer, nil
	}
	return labelOf[result.Verdict], nil
}

// inputs draws inputs and runs them. A guessed format on whose inputs the programs crash is given up for the next one.
func (e *execution) inputs(ctx context.Context) error {
	if e.Schema == nil && len(e.Generators) == 0 || len(e.columns) == 0 {
		return nil
	}
	var err error
	if e.makers, err = e.tools(ctx, e.Generators); err != nil {
		return err
	}
	if e.validators, err = e.tools(ctx, e.Validators); err != nil {
		return err
	}
	if e.Schema == nil {
		_, err := e.inputsOf(ctx, nil)
		return err
	}
	for _, format := range append([]*schema.Schema{e.Schema}, e.Others...) {
		e.record.Rows, e.record.Stopped, e.record.Validated = nil, "", false
		for k := range e.columns {
			e.columns[k].limited, e.columns[k].verdicts = 0, nil
		}
		plausible, err := e.inputsOf(ctx, format)
		if err != nil || plausible {
			return err
		}
		e.record.Notes = append(e.record.Notes, "a guessed input format was given up: the programs crash on its inputs")
	}
	e.record.Rows, e.record.Stopped, e.record.Format = nil, "", "none"
	return nil
}

// implausible says whether the rows speak against a guessed format.
func (e *execution) implausible() bool {
	var programs [][]runner.Verdict
	for _, c := range e.columns {
		passes := func(row Row) bool { return row.Answers[c.candidate] == 0 }
		if slices.ContainsFunc(e.record.Samples, func(row Row) bool { return !passes(row) }) {
			continue
		}
		programs = append(programs, c.verdicts)
	}
	_, is := check.Implausible(programs)
	return is
}

// inputsOf draws inputs of a format and runs them, until a guessed one turns out not to be plausible.
func (e *execution) inputsOf(ctx context.Context, format *schema.Schema) (plausible bool, err error) {
	supply := supply{e: e, makers: e.makers, validators: e.validators, seen: map[string]bool{}}
	if err := supply.settle(ctx); err != nil {
		return false, err
	}
	if format != nil {
		if err := supply.draw(format); err != nil {
			return false, err
		}
	}
	var drawn []generate.Input
	var novelty check.Novelty
	for len(drawn) < e.cfg.Inputs && e.record.Stopped == "" {
		round, err := supply.next(ctx, min(check.RoundSize, e.cfg.Inputs-len(drawn)))
		if err != nil {
			return false, err
		}
		rows, err := e.round(ctx, round)
		if err != nil {
			return false, err
		}
		outcomes := make([]generate.Outcome, len(rows))
		for i, row := range rows {
			outcomes[i] = novelty.Outcome(round[i], e.answersOf(row))
		}
		if supply.search != nil {
			supply.search.Learn(outcomes)
		}
		drawn = append(drawn, round...)
		e.record.Rows = append(e.record.Rows, rows...)
		e.record.Stopped = supply.ended
		if e.Format == "inferred" && e.implausible() {
			return false, nil
		}
		if len(round) == 0 && supply.ended == "" {
			return false, errors.New("generating inputs: an empty round")
		}
	}
	if 2*supply.refused > supply.refused+len(drawn) {
		e.note("%d of %d inputs are refused by the validators: they and the format disagree on what an input is",
			supply.refused, supply.refused+len(drawn))
	}
	e.record.Validated = slices.ContainsFunc(supply.validators, func(v *tool) bool { return !v.idle() })
	order := make([]int, len(drawn))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case drawn[a].Less(drawn[b]):
			return -1
		case drawn[b].Less(drawn[a]):
			return 1
		}
		return 0
	})
	sorted := make([]Row, len(order))
	for k, i := range order {
		sorted[k] = e.record.Rows[i]
	}
	e.record.Rows = sorted
	return true, nil
}

// round runs the inputs of one round and compares what comes out.
func (e *execution) round(ctx context.Context, inputs []generate.Input) ([]Row, error) {
	texts := make([]string, len(inputs))
	for i, in := range inputs {
		texts[i] = in.Text
	}
	cells, err := e.runAll(ctx, texts)
	if err != nil {
		return nil, err
	}
	for k := range e.columns {
		for i := range cells {
			e.columns[k].verdicts = append(e.columns[k].verdicts, cells[i][k].verdict)
		}
	}
	rows := make([]Row, len(inputs))
	return rows, parallel(ctx, e.cfg.Jobs, len(rows), func(ctx context.Context, i int) (err error) {
		var refused []int
		rows[i], err = e.row(texts[i], cells[i], func(outputs []string) ([]int, error) {
			ids, err := e.compare.group(ctx, texts[i], outputs)
			if err == nil && e.record.Custom {
				refused, err = e.refused(ctx, texts[i], outputs, ids)
			}
			return ids, err
		})
		rows[i].Refused = refused
		return err
	})
}

// refused are the ids of the outputs that the checker program refuses as answers to themselves.
func (e *execution) refused(ctx context.Context, input string, outputs []string, ids []int) ([]int, error) {
	var refused []int
	asked := map[int]bool{}
	for i, out := range outputs {
		if ids[i] < 0 || asked[ids[i]] {
			continue
		}
		asked[ids[i]] = true
		of, err := e.compare.against(ctx, input, out, []string{out})
		if err != nil {
			return nil, err
		}
		if of[0] > 0 {
			refused = append(refused, ids[i])
		}
	}
	slices.Sort(refused)
	return refused, nil
}

// Of each program so many rows are executed again, from fresh starts: some on which nobody else gives its answer, so many times,
// and some of all. One that decides by chance is found out in most cases.
const (
	aloneRows   = 3
	aloneTimes  = 2
	repeatRows  = 4
	longestRows = maxOutput // outputs that a record keeps whole
)

// repeat finds the programs that do not repeat themselves.
func (e *execution) repeat(ctx context.Context) error {
	flaky := make([]bool, len(e.columns))
	err := parallel(ctx, e.cfg.Jobs, len(e.columns), func(ctx context.Context, k int) error {
		j := e.columns[k].candidate
		var alone, all []Row
		for _, row := range e.record.Rows {
			if row.Answers[j] < 0 || len(row.Outputs[row.Answers[j]]) >= longestRows {
				continue
			}
			all = append(all, row)
			others := 0
			for _, c := range e.columns {
				if row.Answers[c.candidate] == row.Answers[j] {
					others++
				}
			}
			if others == 1 && len(e.columns) > 1 {
				alone = append(alone, row)
			}
		}
		again := slices.Concat(slices.Repeat(spread(alone, aloneRows), aloneTimes), spread(all, repeatRows))
		for _, row := range again {
			same, err := e.repeats(ctx, e.columns[k].program, row, j)
			if err != nil {
				return err
			}
			if !same {
				flaky[k] = true
				return nil
			}
		}
		return nil
	})
	for i, k := range e.of {
		e.record.Programs[i].Flaky = k >= 0 && flaky[k]
	}
	return err
}

// spread takes some of the rows, from the first to the last.
func spread(rows []Row, count int) []Row {
	count = min(count, len(rows))
	var some []Row
	for k := range count {
		some = append(some, rows[k*(len(rows)-1)/max(1, count-1)])
	}
	return some
}

// repeats says whether a program gives the answer again that program j gave.
func (e *execution) repeats(ctx context.Context, program *runner.Program, row Row, j int) (bool, error) {
	end := e.start(executing)
	defer end(0)
	result, err := check.Execute(ctx, e.cfg.Executor, runner.Request{
		Program: program, Stdin: []byte(row.Input), Limits: e.Limits, Fresh: true,
	})
	if err != nil || result.Verdict != runner.OK {
		return result.Verdict == runner.TimeLimit, err // time is no chance
	}
	ids, err := e.compare.group(ctx, row.Input, []string{row.Outputs[row.Answers[j]], string(result.Stdout)})
	return err != nil || ids[0] == ids[1], err
}

// answersOf are the answers of a row, each program once.
func (e *execution) answersOf(row Row) []int {
	answers := make([]int, len(e.columns))
	for k, c := range e.columns {
		answers[k] = row.Answers[c.candidate]
	}
	return answers
}

// parallel does n things, at most jobs of them at the same time, until one fails.
func parallel(ctx context.Context, jobs, n int, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, jobs))
	for i := range n {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return do(ctx, i)
		})
	}
	return group.Wait()
}
