package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"execre/analysis/generate"
	"execre/analysis/reliability"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// explain gives every candidate its verdict and finds the inputs that show it.
func (r *run) explain() error {
	c := r.chase
	r.extendTools()
	r.report.Candidates = make([]Candidate, len(r.entrants))
	var done int
	group := new(errgroup.Group)
	group.SetLimit(r.cfg.Jobs)
	for j := range r.runners {
		group.Go(func() error {
			candidate := r.judge(c, j)
			c.mu.Lock()
			r.report.Candidates[r.runners[j].report] = candidate
			done++
			r.cfg.Progress(Progress{Phase: "minimising", Done: done, Total: len(r.runners)})
			c.mu.Unlock()
			return c.failure()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	r.classes()
	r.disagreements(c)
	if err := r.doubts(c); err != nil {
		return err
	}
	r.judged, r.strained = c.failure() == nil, make([]string, len(r.runners))
	return c.failure()
}

// extendTools gives those that have a say on smaller inputs the time for it.
func (r *run) extendTools() {
	if r.answers.judge != nil {
		r.answers.judge.tool.extend(shrinkGrant)
	}
	for _, v := range r.validators {
		v.tool.extend(shrinkGrant)
	}
}

// doubts finds out whether the checker program failed on some outputs.
func (r *run) doubts(c *chase) error {
	r.doubt = nil
	j := r.answers.judge
	if j == nil {
		return nil
	}
	rows := slices.Concat(r.tried, r.telling())
	input, why, outputs, err := j.failure(r.ctx, c, rows)
	if err == nil && outputs > 0 {
		r.doubt = &Problem{
			File: j.tool.file.Path, Code: "checker-fails", Message: fmt.Sprintf("says nothing of %d outputs, so that these "+
				"count for nothing; the first is on %s, where it %s", outputs, oneLine(input), why),
		}
	}
	return err
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

// telling lists the rows that tell programs apart, the smallest first: those that count, and those that were replayed.
func (r *run) telling() []row {
	telling := r.kept()
	for i, row := range r.replayed {
		if !slices.Contains(r.decision.Dropped, len(r.rows)+i) {
			telling = append(telling, row)
		}
	}
	slices.SortStableFunc(telling, compareRows)
	return telling
}

// dropped counts the rows of generated inputs that do not count.
func (r *run) dropped() int { return len(r.rows) - len(r.kept()) }

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
	out := newCandidate(r.runners[j])
	out.Alpha, out.ProbabilityRight = Number(a.Alpha), Number(a.ProbabilityRight)
	out.DawidSkene, out.Agreement = Number(a.DawidSkene), Number(a.Agreement)
	out.Inputs = r.counts(j)
	if a.AlphaLow == a.AlphaLow { // not NaN
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
			out.Counterexample = r.counterexample(examplesFolder, file.Path, f, expected, reference)
			if verdict == Differs || verdict == FailsSample {
				out.Counterexample.Refused = r.refusal(c, out.Counterexample)
			}
			out.Place = traceback(file, f.stderr)
		}
	}
	if r.flaky[j] {
		out.Verdict = Flaky
		return out
	}
	n, reference := out.Inputs, r.trusted()
	ended := map[runner.Verdict]*row{} // the smallest row of each
	for _, row := range slices.Backward(r.telling()) {
		ended[row.cells[j].verdict] = &row
	}
	failed := failedSamples(r.decision, j)
	switch {
	case len(failed) > 0:
		s := failed[0]
		f := c.repeat(j, r.tried[s])
		show(FailsSample, f, &r.samples[s].Output, &r.samples[s].File)
		if out.Verdict == FailsSample {
			out.Smallest = r.smaller(c, j, Fed(r.samples[s].Input), ended[runner.Crash])
		}
	case len(r.refusals(r.results, j)) > 0:
		refused := r.refusals(r.results, j)
		start := slices.MinFunc(refused, compareRows)
		other := slices.Index(start.ruled, accepted)
		f := c.refusal(r.answers.judge, j, other, start)
		if f == nil {
			return out
		}
		if other < 0 {
			show(Differs, f, nil, nil)
		} else {
			show(Differs, f, &f.expected, &r.runners[other].file.Path)
		}
	case len(r.differences(j)) > 0:
		f := r.difference(c, j)
		if f == nil {
			return out // the reference did not repeat itself: nothing is said
		}
		show(Differs, f, &f.expected, &r.evidence[r.decision.Trusted].file.Path)
	case r.contradicted(j) >= 0:
		k := r.contradicted(j)
		show(Differs, c.repeat(j, r.heard[k]), &r.judgements[k].Output, &r.judgements[k].File)
	case ended[runner.Crash] != nil:
		show(Crashes, c.failing(j, *ended[runner.Crash]), nil, nil)
	case ended[runner.MemoryLimit] != nil:
		show(TooMuchMemory, c.failing(j, *ended[runner.MemoryLimit]), nil, nil)
	case ended[runner.OutputLimit] != nil:
		show(TooMuchOutput, c.failing(j, *ended[runner.OutputLimit]), nil, nil)
	case ended[runner.TimeLimit] != nil && file.Role != workspace.Brute:
		show(TooSlow, c.failing(j, *ended[runner.TimeLimit]), nil, nil)
	case j == reference:
		out.Verdict = Trusted
	case reference >= 0 && n.Agree > 0 && !r.differs(j, reference) && file.Standing != workspace.WrongAnswer:
		out.Verdict = Agrees
	}
	return out
}

// difference looks for the smallest input on which program j differs from the trusted reference, of those that may be shown.
func (r *run) difference(c *chase, j int) *finding {
	var voters []int
	if r.decision.Rule == reliability.Consensus && !r.vouched() {
		voters = r.voters()
	}
	return c.difference(j, r.trusted(), r.start(r.differences(j)), voters)
}

// smaller shows what else a program does that fails a sample, on an input that is smaller than that: it differs from the
// trusted reference, or it crashes, as on the row crash; nil if there is no such row. nil: nothing smaller is known.
func (r *run) smaller(c *chase, j int, sample string, crash *row) *Counterexample {
	var f *finding
	var expected, reference *string
	switch {
	case len(r.differences(j)) > 0:
		if f = r.difference(c, j); f != nil {
			expected, reference = &f.expected, &r.evidence[r.decision.Trusted].file.Path
		}
	case crash != nil:
		f = c.failing(j, *crash)
	}
	if f == nil || f.flaky || !(generate.Input{Text: f.input}).Less(generate.Input{Text: sample}) {
		return nil
	}
	return r.counterexample(smallestFolder, r.runners[j].file.Path, f, expected, reference)
}

// traceback is the innermost line of a program's own file that its last words name, or nil.
func traceback(file workspace.File, stderr string) *Place {
	line, column := toolchain.Traceback(file.Language, file.Path, stderr)
	if line == 0 {
		return nil
	}
	return &Place{Line: line, Column: column}
}

// failedSamples lists the samples that program j fails, those apart that judge nobody.
func failedSamples(d reliability.Decision, j int) []int {
	return slices.DeleteFunc(slices.Clone(d.Programs[j].FailedSamples), func(s int) bool {
		return slices.Contains(d.SuspectSamples, s)
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

// differences are the rows on which program j differs from the trusted reference that may be shown, the best first.
func (r *run) differences(j int) []reliability.Difference {
	if j == r.trusted() {
		return nil
	}
	return r.decision.Programs[j].Differences
}

// start is the row from which a difference is made smaller: the best one, or a smaller one that was replayed.
func (r *run) start(differences []reliability.Difference) row {
	all := r.all()
	best := all[differences[0].Row]
	for _, d := range differences {
		if d.Row >= len(r.rows) && compareRows(all[d.Row], best) < 0 {
			best = all[d.Row]
		}
	}
	return best
}

// differs says whether programs j and k gave different answers on a row that tells programs apart.
func (r *run) differs(j, k int) bool {
	return slices.ContainsFunc(r.telling(), func(row row) bool {
		a, b := row.answers[j], row.answers[k]
		return a >= 0 && b >= 0 && a != b
	})
}

// counterexample is a finding of a candidate as the report has it, to be kept in a folder.
func (r *run) counterexample(folder, file string, f *finding, expected, reference *string) *Counterexample {
	base := r.in(counterexampleFile(folder, file))
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

// disagreements fills the neutral list and the question, each with an input made as small as it goes while it splits the
// same classes.
func (r *run) disagreements(c *chase) {
	representatives, everybody := r.representatives(), r.everybody()
	shown := map[int]*Disagreement{}
	seen := map[string]bool{}
	all := r.all()
	for _, i := range r.decision.Disagreements {
		d := r.disagreement(c, representatives, everybody, all[i])
		shown[i] = d
		if d != nil && !seen[d.Input.Whole] {
			seen[d.Input.Whole] = true
			d.Input.File = r.in(fmt.Sprintf("%s/%d.in", disagreementsFolder, len(r.report.Disagreements)+1))
			r.report.Disagreements = append(r.report.Disagreements, *d)
		}
	}
	r.report.Question = r.question(c, shown)
	if r.aside != "" {
		r.unjudged(c)
	}
}

// unjudged shows the smallest input on which programs print something else than others, while the checker that would say
// whether one of them is wrong cannot be used.
func (r *run) unjudged(c *chase) {
	everybody := r.everybody()
	for _, row := range r.telling() {
		var sides, answers []int
		for _, j := range everybody {
			if a := row.answers[j]; r.decision.Programs[j].Survivor && a >= 0 && !slices.Contains(answers, a) {
				sides, answers = append(sides, j), append(answers, a)
			}
		}
		if len(sides) < 2 {
			continue
		}
		if d := r.disagreement(c, sides, everybody, row); d != nil {
			d.Input.File = r.in(disagreementsFolder + "/1.in")
			r.report.Disagreements = append(r.report.Disagreements, *d)
		}
		return
	}
}

func (r *run) disagreement(c *chase, representatives, everybody []int, start row) *Disagreement {
	input, results := c.split(representatives, everybody, start)
	if results == nil {
		return nil
	}
	cells := make([]cell, len(r.runners))
	for k, result := range results {
		cells[everybody[k]] = newCell(result)
	}
	d := r.answersOf(c, everybody, input, cells)
	if d == nil || len(d.Answers) < 2 {
		return nil // somebody did not repeat itself
	}
	return d
}

// finish completes the report: the decision, the candidates that were not
// executed, and the sentences.
func (r *run) finish() {
	d, explanation := &r.report.Decision, r.decision.Explain()
	d.Explanation = explanation.Decision
	d.Rule = r.decision.Rule.String()
	d.Threshold = Number(r.decision.Threshold)
	d.ResidualRisk = Number(r.decision.ResidualRisk)
	d.Fallback = r.decision.Fallback
	d.SeveralAnswers = r.decision.Fallback == severalAnswers
	d.QuestionsAnswered = r.decision.Answered
	if i := r.decision.Trusted; i >= 0 {
		d.Trusted = &r.evidence[i].file.Path
	}
	if i := r.decision.Provisional; i >= 0 {
		d.Provisional = &r.evidence[i].file.Path
	}
	if text := r.sharedVerdict(); text != "" {
		d.Explanation = append(d.Explanation, text)
	}
	r.report.Samples = r.listSamples(r.decision)
	r.report.Inputs.Dropped = r.dropped()
	if r.certain() {
		d.ResidualRisk = 0
	}
	for j, e := range r.runners {
		out := &r.report.Candidates[e.report]
		out.Message, out.Explanation = r.message(j, out)+undefinedWords(out), explanation.Programs[j]
		out.Samples = r.onSamples(j, r.tried, r.decision)
	}
	r.others(r.report.Candidates, len(r.rows))
	for _, input := range r.chase.others() {
		if !slices.Contains(r.report.Earlier, input) {
			r.report.Earlier = append(r.report.Earlier, input)
		}
	}
	r.notes()
}

// sharedVerdict says that the judge called programs wrong that give the same answers as the trusted reference everywhere; ""
// where it did not.
func (r *run) sharedVerdict() string {
	reference := r.trusted()
	if reference < 0 {
		return ""
	}
	var refused []string
	for j, e := range r.runners {
		if j != reference && e.file.Standing == workspace.WrongAnswer && r.counts(j).Agree > 0 && !r.differs(j, reference) {
			refused = append(refused, e.file.Path)
		}
	}
	if len(refused) == 0 {
		return ""
	}
	name := r.runners[reference].file.Path
	return fmt.Sprintf("the judge said wrong answer to %s, which never differs from the reference %s here: either %s is wrong too, "+
		"or no input reaches the mistake", strings.Join(refused, ", "), name, name)
}

// certain says whether no input is left on which a program that agrees with the trusted reference on all could fail: all
// of the format were tried, and the reference answered them.
func (r *run) certain() bool {
	j := r.trusted()
	return j >= 0 && r.report.Inputs.All && len(r.decision.SuspectSamples) == 0 &&
		!slices.ContainsFunc(r.all(), func(row row) bool { return row.answers[j] < 0 })
}

// newCandidate is the entry of a program of which nothing is known.
func newCandidate(e *entrant) Candidate {
	return Candidate{
		File: e.file.Path, Language: string(e.file.Language), Role: string(e.file.Role), Verdict: Undecided,
		Alpha: undefined, ProbabilityRight: undefined, DawidSkene: undefined, Agreement: undefined,
	}
}

// others adds the entries of programs that were not executed, on so many inputs, to those of the runners.
func (r *run) others(candidates []Candidate, inputs int) {
	for _, e := range r.entrants {
		if e.program == nil && e.file.DuplicateOf == "" {
			candidates[e.report] = unbuilt(e)
			candidates[e.report].Inputs.NotRun, candidates[e.report].Samples = inputs, r.neverOnSamples()
		}
	}
	for _, e := range r.entrants {
		if e.file.DuplicateOf == "" {
			continue
		}
		for _, twin := range candidates {
			if twin.File == e.file.DuplicateOf {
				candidates[e.report] = copyOf(twin, e.file)
				break
			}
		}
	}
}

// unbuilt is the entry of a program that could not be built.
func unbuilt(e *entrant) Candidate {
	out := newCandidate(e)
	out.Verdict, out.Message = DoesNotCompile, "does not compile: "+e.failure.Error()
	var missing *toolchain.Missing
	var failure *build.Failure
	switch {
	case errors.Is(e.failure, errCompiling):
		out.Verdict, out.Message = Undecided, errCompiling.Error()
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
	if r.decision.Declined != "" {
		r.report.Problems = append(r.report.Problems, Problem{Code: "reference-declined", Message: r.decision.Declined, Warning: true})
	}
	if n := r.dropped(); n > 0 {
		r.report.Problems = append(r.report.Problems, Problem{
			File: r.problem.SchemaFile, Code: "schema-crashes", Warning: true,
			Message: fmt.Sprintf("every program crashes on %d of %d inputs, so the format may allow inputs that the problem does not: "+
				"they are left out; the smallest is %s", n, len(r.rows), oneLine(r.rows[slices.Min(r.decision.Dropped)].input.Text)),
		})
	}
	r.checkerNotes()
	r.aboutFormat()
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

// checkerNotes adds what is to be said of how outputs were compared.
func (r *run) checkerNotes() {
	program := r.problem.Settings.Program.File
	use := r.report.Checker
	switch {
	case r.problem.Interactive != "":
		r.remark(Problem{File: r.problem.Interactive, Code: "interactive", Message: "interactive: samples only. Nobody answers " +
			"what a program asks, so that no other input is run, and another output on a sample is held against nobody"})
	case r.aside != "":
		mend := fmt.Sprintf(`; mend it, or say with checker = [%q, "style=plain"] in execre.toml how it answers `+
			`(plain: exit status 0 is right, 1 wrong; or testlib, or kattis)`,
			"./"+program)
		if r.aside == doesNotCompile {
			mend = ""
		}
		r.remark(Problem{File: program, Code: "checker-fails", Message: fmt.Sprintf("is not used: it %s. Outputs are "+
			"compared as %s on the samples, and nobody is called wrong on other inputs%s", r.aside, use.Name, mend)})
	case r.doubt != nil:
		r.remark(*r.doubt)
	}
	switch {
	case use.Chosen == "outputs":
		r.remark(Problem{Code: "checker-chosen", Message: fmt.Sprintf("outputs look like real numbers, so they are compared as %s "+
			"(integers exactly); write checker = %q into execre.toml, or another, to have it so always", use.Name, use.Name)})
	case use.Chosen == "statement":
		r.remark(Problem{Code: "checker-chosen", Message: fmt.Sprintf("the statement allows an error, so outputs are compared as %s "+
			"(integers exactly)", use.Name)})
	}
	said, chosen := r.saidSeveral(), r.problem.Settings.CheckerFrom
	if said != "" && chosen != "" && use.Style == "" {
		r.remark(Problem{File: said, Code: "several-answers", Message: fmt.Sprintf("says that several answers are right, and %s that "+
			"outputs are compared as %s, which holds: put a checker program into the folder, or delete this file", chosen, use.Name)})
	}
	if r.report.Decision.SeveralAnswers {
		why := "the programs disagree on most inputs, or all fail a sample in ways of their own, so several answers seem right"
		if st := r.problem.Statement; st != nil && st.ManyAnswers {
			why = "the statement says that any of several answers will do"
		}
		if said != "" {
			why = said + " says that several answers are right"
		}
		r.remark(Problem{Code: "several-answers", Message: why +
			", and nobody is called wrong for another one; if so, put a checker (checker.cpp, or any " +
			"other language) into the folder, and if only one answer is right, write checker = \"tokens\" into execre.toml"})
	}
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
	if r.isNoInput(r.tried[s]) && right == 0 {
		return fmt.Sprintf("%s may be wrong, so it judges nobody: it does not fit %s, and no program passes it",
			r.samples[s].Name, r.formatName())
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
