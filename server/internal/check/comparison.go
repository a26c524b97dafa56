package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"execre/analysis/checker"
	"execre/analysis/consistency"
	"execre/analysis/generate"
	"execre/runner"
	"execre/runner/toolchain/function"
	"execre/server/internal/workspace"
)

// comparison says which outputs are the same answer: as the problem's checker does, but of JSON values where the
// candidates are in function style. [1, 2] is [1,2] then, and two blanks in a string are not one.
type comparison struct {
	checker checker.Checker
	values  bool
	byText  bool   // the same text but for the white space around it is the same answer, and nothing else
	judge   *judge // the program that judges instead of checker, or nil
}

// ruling is what a checker program says of one output by itself.
type ruling int

const (
	unruled  ruling = iota // nothing: it was not asked, or it failed
	accepted               // it may be right
	refused                // it is wrong, whatever is right
)

// grouped is what is known of the outputs of one row. Both are as long as the outputs.
type grouped struct {
	answers []int    // equal ids are the same answer; consistency.NotRun where the checker program says nothing
	ruled   []ruling // nil without a checker program
}

// group compares the outputs of one input. Which of them are the same answer does not depend on their order.
func (c comparison) group(ctx context.Context, input string, outputs []string) (grouped, error) {
	if c.judge != nil {
		return c.judge.group(ctx, input, outputs)
	}
	return grouped{answers: c.checker.Group(c.canonical(outputs))}, nil
}

// canonical makes outputs comparable as texts.
func (c comparison) canonical(outputs []string) []string {
	form := function.Canonical
	switch {
	case c.byText:
		form = strings.TrimSpace
	case !c.values:
		return outputs
	}
	canonical := make([]string, len(outputs))
	for i, out := range outputs {
		canonical[i] = form(out)
	}
	return canonical
}

// sample compares the outputs of a sample with the expected one: equal ones have the id 0, others ids from 1.
func (c comparison) sample(ctx context.Context, input, expected string, outputs []string) (grouped, error) {
	if c.judge != nil {
		return c.judge.sample(ctx, input, expected, outputs)
	}
	outputs = c.canonical(append([]string{expected}, outputs...))
	g := grouped{answers: c.checker.Group(outputs[1:])}
	for i, out := range outputs[1:] {
		g.answers[i]++
		if c.checker.Equal(outputs[0], out) {
			g.answers[i] = 0
		}
	}
	return g, nil
}

// Comparer compares outputs as Run does, for those who execute the programs themselves.
type Comparer struct{ comparison comparison }

// NewComparer compares by a built-in checker; values says that outputs are JSON values.
func NewComparer(builtin checker.Checker, values bool) *Comparer {
	return &Comparer{comparison{checker: builtin, values: values}}
}

// Ask has a checker program judge instead, which was built of file. It is tried on inputs with their right answers; the
// error says what it did if it said nothing of any of them, or is for what we failed at.
func (c *Comparer) Ask(
	ctx context.Context, executor runner.Executor, file workspace.File, p workspace.CheckerProgram, program *runner.Program,
	samples []workspace.Sample,
) error {
	c.comparison.judge = newJudge(&tool{
		file: file, program: program, executor: executor, limits: runner.Limits{CPU: toolTime, Memory: toolMemory},
	}, p)
	rows := make([]row, len(samples))
	for i := range samples {
		rows[i] = row{input: generate.Input{Text: Fed(samples[i].Input)}, sample: &samples[i]}
	}
	known, broken, err := c.comparison.judge.getToKnow(ctx, rows)
	if err == nil && !known && broken != "" {
		err = fmt.Errorf("the checker %s %s", file.Path, broken)
	}
	return err
}

// Group gives the outputs of an input their answer ids: equal ids are the same answer, and consistency.NotRun is one of
// which a checker program says nothing.
func (c *Comparer) Group(ctx context.Context, input string, outputs []string) ([]int, error) {
	g, err := c.comparison.group(ctx, input, outputs)
	return g.answers, err
}

// Sample compares outputs with the expected one: 0 is right, and another id stands for each different wrong answer.
func (c *Comparer) Sample(ctx context.Context, input, expected string, outputs []string) ([]int, error) {
	g, err := c.comparison.sample(ctx, input, expected, outputs)
	return g.answers, err
}

// apart compares two outputs of one input: whether they are the same answer, and whether they are known to be two.
func (c comparison) apart(ctx context.Context, input, a, b string) (same, different bool, err error) {
	g, err := c.group(ctx, input, []string{a, b})
	if err != nil || slices.Contains(g.answers, consistency.NotRun) {
		return false, false, err
	}
	same = g.answers[0] == g.answers[1]
	return same, !same, nil
}

// defaultTolerance is the error that is allowed in outputs that look like real numbers, where nothing says which.
const defaultTolerance = "1e-6"

// looksReal says whether the answers of a problem are real numbers, from the outputs of some rows before they are
// compared. Where there are samples their answers show it. Else every program that answered must have printed a number
// with a decimal point or an exponent somewhere (2 may be how one of them prints 2.0), and all of them as many tokens.
func looksReal(seen []row) bool {
	expected, known := false, false
	real, answered := map[int]bool{}, map[int]bool{}
	for _, row := range seen {
		if row.sample != nil {
			_, is := checker.Shape(row.sample.Output)
			expected, known = expected || is, true
		}
		tokens := -1
		for j, out := range row.outputs {
			if out == nil {
				continue
			}
			n, is := checker.Shape(string(out))
			if tokens >= 0 && n != tokens && !known {
				return false
			}
			tokens = n
			answered[j], real[j] = true, real[j] || is
		}
	}
	if known {
		return expected
	}
	for j := range answered {
		if !real[j] {
			return false
		}
	}
	return len(answered) > 0
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
	if r.cfg.Preset.ByText() {
		r.answers.judge, r.answers.byText = nil, true
		r.answers.checker, _ = checker.Parse("exact")
	}
	switch j := r.answers.judge; {
	case r.answers.byText:
		use.Chosen = "preset"
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
	case settings.CheckerFrom != "":
		use.Chosen = settings.CheckerFrom
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
