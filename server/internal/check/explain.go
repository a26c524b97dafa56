package check

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"execre/analysis/reliability"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// explain gives every candidate its verdict and finds the inputs that show it.
func (r *run) explain() error {
	c := &chase{
		ctx: r.ctx, arena: r.arena, generator: r.generator,
		equal: r.problem.Settings.Checker.Equal, seen: map[chaseKey]runner.Result{},
	}
	r.report.Candidates = make([]Candidate, len(r.entrants))
	var done int
	group := new(errgroup.Group)
	group.SetLimit(r.cfg.Jobs)
	for j := range r.runners {
		group.Go(func() error {
			candidate := r.judge(c, j)
			c.mu.Lock()
			defer c.mu.Unlock()
			r.report.Candidates[r.runners[j].report] = candidate
			done++
			r.cfg.Progress(Progress{"minimising", done, len(r.runners)})
			return c.err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	r.classes()
	r.disagreements(c)
	return c.err
}

// trusted is the arena's column of the trusted reference, or -1.
func (r *run) trusted() int {
	if r.decision.Trusted < 0 {
		return -1
	}
	return r.columns[r.decision.Trusted]
}

// kept lists the rows that count.
func (r *run) kept() []row {
	kept := make([]row, 0, len(r.rows))
	for i, row := range r.rows {
		if !slices.Contains(r.decision.Dropped, i) {
			kept = append(kept, row)
		}
	}
	return kept
}

// counts says how program j fared on the kept rows.
func (r *run) counts(j int) Counts {
	a := r.decision.Programs[j]
	n := Counts{Agree: a.Counts.Agree, Differ: a.Counts.Differ}
	for _, row := range r.kept() {
		switch row.cells[j].verdict {
		case runner.VerdictInvalid:
			n.NotRun++
		case runner.Crash, runner.InternalError:
			n.Crash++
		case runner.TimeLimit:
			n.TimeLimit++
		case runner.MemoryLimit:
			n.MemoryLimit++
		case runner.OutputLimit:
			n.OutputLimit++
		case runner.OK:
		}
	}
	return n
}

// judge gives one executed program its verdict, its counterexample and its numbers.
func (r *run) judge(c *chase, j int) Candidate {
	file := r.runners[j].file
	a := r.decision.Programs[j]
	out := Candidate{
		File: file.Path, Language: string(file.Language), Role: string(file.Role),
		Alpha: Number(a.Alpha), ProbabilityRight: Number(a.ProbabilityRight),
		DawidSkene: Number(a.DawidSkene), Agreement: Number(a.Agreement),
		Inputs: r.counts(j), Verdict: Undecided,
	}
	if a.Alpha == a.Alpha { // not NaN
		out.AlphaInterval = &[2]Number{Number(a.AlphaLow), Number(a.AlphaHigh)}
	}
	if a.Class >= 0 {
		id := a.Class + 1
		out.Class = &id
	}
	show := func(verdict Verdict, f *finding, expected, reference *string) {
		switch {
		case f == nil:
		case f.flaky:
			out.Verdict = Flaky
		default:
			out.Verdict = verdict
			out.Counterexample = r.counterexample(file.Path, f, expected, reference)
			out.Place = traceback(file.Path, f.stderr)
		}
	}
	if r.flaky[j] {
		out.Verdict = Flaky
		return out
	}
	n, reference := out.Inputs, r.trusted()
	slow := n.TimeLimit > 0 && file.Role != workspace.Brute
	failed := r.failed(j)
	switch {
	case len(failed) > 0:
		s := failed[0]
		f := c.repeat(j, r.tried[s])
		show(FailsSample, f, &r.samples[s].Output, &r.samples[s].File)
	case len(a.Differences) > 0 && j != reference:
		var voters []int
		if r.decision.Rule == reliability.Consensus {
			voters = r.voters()
		}
		f := c.difference(j, reference, r.rows[a.Differences[0].Row], voters)
		if f == nil {
			return out // the reference did not repeat itself: nothing is said
		}
		show(Differs, f, &f.expected, &r.evidence[r.decision.Trusted].file.Path)
	case n.Crash > 0:
		show(Crashes, r.failure(c, j, runner.Crash), nil, nil)
	case n.MemoryLimit > 0:
		show(TooMuchMemory, r.failure(c, j, runner.MemoryLimit), nil, nil)
	case n.OutputLimit > 0:
		show(TooMuchOutput, r.failure(c, j, runner.OutputLimit), nil, nil)
	case slow:
		show(TooSlow, r.failure(c, j, runner.TimeLimit), nil, nil)
	case j == reference:
		out.Verdict = Trusted
	case reference >= 0 && n.Differ == 0 && n.Agree > 0:
		out.Verdict = Agrees
	}
	return out
}

var tracebackLine = regexp.MustCompile(`(?m)^ *File "([^"\n]+)", line (\d+)`)

// traceback is the innermost line of a program's own file that a Python traceback names, or nil.
func traceback(file, stderr string) *Place {
	var place *Place
	for _, m := range tracebackLine.FindAllStringSubmatch(stderr, -1) {
		if line, err := strconv.Atoi(m[2]); err == nil && path.Base(filepath.ToSlash(m[1])) == path.Base(file) {
			place = &Place{Line: line}
		}
	}
	return place
}

// failed lists the samples that program j fails, those apart that judge nobody.
func (r *run) failed(j int) []int {
	return slices.DeleteFunc(slices.Clone(r.decision.Programs[j].FailedSamples), func(s int) bool {
		return slices.Contains(r.decision.SuspectSamples, s)
	})
}

// voters are the survivors, each copied program once.
func (r *run) voters() []int {
	var voters []int
	for j := range r.runners {
		if r.decision.Programs[j].Survivor {
			voters = append(voters, j)
		}
	}
	return voters
}

// failure chases the smallest kept row on which program j ended with the verdict.
func (r *run) failure(c *chase, j int, verdict runner.Verdict) *finding {
	for _, row := range r.kept() {
		if row.cells[j].verdict == verdict {
			return c.failure(j, row)
		}
	}
	return nil
}

func (r *run) counterexample(file string, f *finding, expected, reference *string) *Counterexample {
	base := counterexampleFile(file)
	out := &Counterexample{
		Input:     Text{f.input, base + ".in"},
		Output:    Text{f.output, base + ".got"},
		Reference: reference, InputFile: base + ".in", Confirmed: true, Stderr: optional(f.stderr),
	}
	if expected != nil {
		out.Expected = &Text{*expected, base + ".expected"}
	}
	return out
}

// classes fills the report's classes.
func (r *run) classes() {
	for i, class := range r.decision.Classes {
		out := Class{ID: i + 1, Weight: Number(class.Weight), Clean: class.Clean}
		for k, e := range r.evidence {
			if r.decision.Programs[k].Class == i {
				out.Members = append(out.Members, e.file.Path)
			}
		}
		slices.Sort(out.Members)
		r.report.Classes = append(r.report.Classes, out)
	}
}

// disagreements fills the neutral list and the question, each with an input
// made as small as it goes while it splits the same classes.
func (r *run) disagreements(c *chase) {
	var representatives []int
	for _, class := range r.decision.Classes {
		if class.Clean {
			representatives = append(representatives, r.columns[class.Members[0]])
		}
	}
	var everybody []int
	for j := range r.runners {
		if r.arena.limited[j] == 0 && !r.flaky[j] {
			everybody = append(everybody, j)
		}
	}
	shown := map[int]*Disagreement{}
	seen := map[string]bool{}
	for _, i := range r.decision.Disagreements {
		d := r.disagreement(c, representatives, everybody, r.rows[i])
		shown[i] = d
		if d != nil && !seen[d.Input.Whole] {
			seen[d.Input.Whole] = true
			d.Input.File = fmt.Sprintf("%s/%d.in", disagreementsFolder, len(r.report.Disagreements)+1)
			r.report.Disagreements = append(r.report.Disagreements, *d)
		}
	}
	if q := r.decision.Question; q >= 0 {
		d, ok := shown[q]
		if !ok {
			d = r.disagreement(c, representatives, everybody, r.rows[q])
		}
		r.report.Question = d
	}
}

func (r *run) disagreement(c *chase, representatives, everybody []int, start row) *Disagreement {
	input, results := c.split(representatives, everybody, start)
	if results == nil {
		return nil
	}
	var outputs []string
	var members []string
	for k, result := range results {
		if result.Verdict == runner.OK {
			outputs = append(outputs, string(result.Stdout))
			members = append(members, r.runners[everybody[k]].file.Path)
		}
	}
	d := &Disagreement{Input: Text{Whole: input}}
	answers := map[int]int{} // by answer id
	for k, id := range r.problem.Settings.Checker.Group(outputs) {
		at, ok := answers[id]
		if !ok {
			at = len(d.Answers)
			answers[id] = at
			d.Answers = append(d.Answers, Answer{Output: Text{Whole: outputs[k]}})
		}
		d.Answers[at].Members = append(d.Answers[at].Members, members[k])
	}
	slices.SortStableFunc(d.Answers, func(a, b Answer) int { return len(b.Members) - len(a.Members) })
	return d
}

// finish completes the report: the decision, the candidates that were not
// executed, and the sentences.
func (r *run) finish() {
	d := &r.report.Decision
	d.Rule = r.decision.Rule.String()
	d.Threshold = Number(r.decision.Threshold)
	d.ResidualRisk = Number(r.decision.ResidualRisk)
	d.Fallback = r.decision.Fallback
	if i := r.decision.Trusted; i >= 0 {
		d.Trusted = &r.evidence[i].file.Path
	}
	if i := r.decision.Provisional; i >= 0 {
		d.Provisional = &r.evidence[i].file.Path
	}
	r.report.Inputs.Dropped = len(r.decision.Dropped)
	for j, e := range r.runners {
		r.report.Candidates[e.report].Message = r.message(j, &r.report.Candidates[e.report])
	}
	for _, e := range r.entrants {
		if e.program != nil || e.file.DuplicateOf != "" {
			continue
		}
		r.report.Candidates[e.report] = r.unbuilt(e)
	}
	for _, e := range r.entrants {
		if e.file.DuplicateOf == "" {
			continue
		}
		for _, twin := range r.report.Candidates {
			if twin.File == e.file.DuplicateOf {
				r.report.Candidates[e.report] = copyOf(twin, e.file)
				break
			}
		}
	}
	r.notes()
}

// unbuilt is the entry of a program that could not be built.
func (r *run) unbuilt(e *entrant) Candidate {
	out := Candidate{
		File: e.file.Path, Language: string(e.file.Language), Role: string(e.file.Role),
		Verdict: DoesNotCompile, Message: "does not compile: " + e.failure.Error(),
		Alpha: undefined, ProbabilityRight: undefined, DawidSkene: undefined, Agreement: undefined,
		Inputs: Counts{NotRun: len(r.rows)},
	}
	var missing *toolchain.Missing
	var failure *build.Failure
	switch {
	case errors.As(e.failure, &missing):
		out.Verdict, out.Message = Undecided, "not run: "+missing.Error()
	case errors.As(e.failure, &failure):
		for _, m := range failure.Messages {
			if m.Severity == "error" && m.File == e.file.Path && m.Line > 0 {
				out.Place = &Place{m.Line, m.Column}
				break
			}
		}
	}
	return out
}

// copyOf is the entry of a program that copies another.
func copyOf(twin Candidate, file workspace.File) Candidate {
	twin.DuplicateOf = &file.DuplicateOf
	twin.File, twin.Role = file.Path, string(file.Role)
	if twin.Verdict == Trusted {
		twin.Verdict = Agrees
	}
	twin.Message = fmt.Sprintf("copy of %s: %s", file.DuplicateOf, twin.Message)
	return twin
}

// notes adds to the report's problems what the run has shown of the folder's
// files, and puts them in order.
func (r *run) notes() {
	for _, m := range r.problem.Mistakes {
		r.report.Problems = append(r.report.Problems, Problem{
			File: m.File, Line: m.Pos.Line, Column: m.Pos.Column, Code: m.Code, Message: m.Message, Warning: m.Warning,
		})
	}
	for _, s := range r.decision.SuspectSamples {
		r.report.Problems = append(r.report.Problems, Problem{
			File: r.samples[s].File, Code: "sample-suspect", Warning: true, Message: r.suspicion(s),
		})
	}
	for _, s := range r.problem.Samples {
		if s.Judged {
			r.report.Problems = append(r.report.Problems, Problem{
				File: s.File, Code: "sample-judged", Warning: true,
				Message: "this is kept as the answer to a question, which this version does not ask: rename it to have it judge as a sample",
			})
		}
	}
	if r.decision.Declined != "" {
		r.report.Problems = append(r.report.Problems, Problem{Code: "reference-declined", Message: r.decision.Declined, Warning: true})
	}
	if n := len(r.decision.Dropped); n > 0 {
		r.report.Problems = append(r.report.Problems, Problem{
			File: r.problem.SchemaFile, Code: "schema-crashes", Warning: true,
			Message: fmt.Sprintf("every program crashes on %d of %d inputs, so the format may allow inputs that the problem does not: "+
				"they are left out; the smallest is %s", n, len(r.rows), oneLine(r.rows[slices.Min(r.decision.Dropped)].input.Text)),
		})
	}
	if r.problem.SchemaFile == "" {
		r.report.Problems = append(r.report.Problems, Problem{
			Code: "schema-missing", Warning: true,
			Message: "there is no input.schema, so only the samples were run: write one to compare the programs on many inputs",
		})
	}
	slices.SortStableFunc(r.report.Problems, func(a, b Problem) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		if a.Column != b.Column {
			return a.Column - b.Column
		}
		return strings.Compare(a.Code+a.Message, b.Code+b.Message)
	})
}

// suspicion says why a sample judges nobody.
func (r *run) suspicion(s int) string {
	right, answers := 0, map[int]int{}
	for _, a := range r.tried[s].answers {
		switch {
		case a == 0:
			right++
		case a > 0:
			answers[a]++
		}
	}
	why := fmt.Sprintf("programs give %d different other answers", len(answers))
	if len(answers) == 1 && right == 0 {
		why = "all programs give one and the same other answer"
	}
	return fmt.Sprintf("%s may be wrong, or several answers are right, so it judges nobody: it expects %s, and %s",
		r.samples[s].Name, oneLine(r.samples[s].Output), why)
}

// oneLine shows an input within a sentence.
func oneLine(text string) string {
	const most = 60
	text = strings.TrimSuffix(text, "\n")
	if len(text) > most {
		text = text[:most] + "…"
	}
	return fmt.Sprintf("%q", text)
}
