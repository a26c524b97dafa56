package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"execre/analysis/generate"
	"execre/analysis/reliability"
	"execre/runner"
	"execre/server/internal/workspace"
)

// try runs the samples and the counterexamples of earlier checks. It begins anew what is had from executions.
func (r *run) try() error {
	r.results, r.chase = results{}, newChase(r)
	r.guess.ends, r.judged, r.watched = nil, false, nil
	r.arena.limited, r.arena.tooLong = make([]int, len(r.runners)), make([]int, len(r.runners))
	r.report.Inputs = Inputs{Source: "samples"}
	r.report.Classes, r.report.Disagreements, r.report.Question = []Class{}, []Disagreement{}, nil
	r.report.Problems = slices.Clone(r.known)
	var inputs []generate.Input
	for _, s := range r.samples {
		inputs = append(inputs, generate.Input{Text: Fed(s.Input)})
	}
	seen := newRows(inputs)
	for i := range seen {
		seen[i].sample = &r.samples[i]
		if r.generator != nil && r.problem.Interactive == "" {
			seen[i].parsed, seen[i].misfit = r.generator.Parse(seen[i].input.Text)
		}
	}
	r.settled, r.arena.comparison = false, nil
	if err := r.settle(seen, false); err != nil {
		return err
	}
	done := 0
	err := r.arena.run(r.ctx, seen, func(row) {
		done++
		r.cfg.Progress(Progress{Phase: "samples", Done: done, Total: len(r.samples)})
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

// Fed is an input as judges feed it: with line feeds alone, and one at the end.
func Fed(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// listSamples are the samples as the report lists them, which judge as a decision says.
func (r *run) listSamples(d reliability.Decision) []Sample {
	list := make([]Sample, len(r.samples))
	for s, sample := range r.samples {
		list[s] = Sample{
			Name: sample.Name, File: sample.File, Answer: sample.Answer, Suspect: slices.Contains(d.SuspectSamples, s),
		}
	}
	return list
}

// onSamples is what program j did on the rows of the samples, which judge as a decision says.
func (r *run) onSamples(j int, tried []row, d reliability.Decision) []OnSample {
	failed := failedSamples(d, j)
	list := make([]OnSample, len(tried))
	for s, row := range tried {
		list[s] = OnSample{
			Name: r.samples[s].Name, Verdict: row.sampleVerdict(j, slices.Contains(d.SuspectSamples, s) || r.problem.Interactive != ""),
			Fails: slices.Contains(failed, s),
		}
	}
	return list
}

// neverOnSamples is onSamples of a program that was not executed.
func (r *run) neverOnSamples() []OnSample {
	list := make([]OnSample, len(r.samples))
	for s, sample := range r.samples {
		list[s] = OnSample{Name: sample.Name, Verdict: SampleNotRun}
	}
	return list
}

// sampleVerdict is what program j did on the row of a sample. doubtful says that another output than the sample's is not
// known to be wrong.
func (r row) sampleVerdict(j int, doubtful bool) SampleVerdict {
	switch r.cells[j].verdict {
	case runner.OK:
		switch answer := r.answers[j]; {
		case answer == 0:
			return SampleAccepted
		case answer < 0 || doubtful: // of the first the checker program says nothing
			return SampleUnjudged
		}
		return SampleWrongAnswer
	case runner.TimeLimit:
		return SampleTimeLimit
	case runner.MemoryLimit:
		return SampleMemoryLimit
	case runner.OutputLimit:
		return SampleOutputLimit
	case runner.VerdictInvalid:
		return SampleNotRun
	case runner.Crash, runner.InternalError:
	}
	return SampleCrash
}

// exampleInputs are the inputs of the statement's examples that fit the format, where there are no samples: inputs like them are
// worth running, whatever answers the statement may say.
func (r *run) exampleInputs() (inputs []generate.Input) {
	if len(r.samples) > 0 || r.problem.Statement == nil {
		return nil
	}
	examples, _ := r.problem.Statement.Examples()
	for _, e := range examples {
		if parsed, err := r.generator.Parse(Fed(e.Input)); err == nil {
			inputs = append(inputs, parsed)
		}
	}
	return inputs
}

// isNoInput says whether the row of a sample may well be no input. A guess is rather wrong than the sample, but for functions:
// their arguments are one JSON value a line in any format.
func (r *run) isNoInput(row row) bool {
	return row.misfit != nil && (r.inputSource() == "schema" || r.problem.Call() != nil)
}

// formatName is what the format is called in sentences.
func (r *run) formatName() string { return cmp.Or(r.problem.SchemaFile, "the guessed format") }

// sampleMismatch says that a sample is no input of the schema: one of the two is wrong.
func (r *run) sampleMismatch(s workspace.Sample, err error) {
	problem := Problem{
		File: s.File, Code: "schema-sample",
		Message: fmt.Sprintf("%s does not fit %s: %v", s.Name, r.formatName(), err), Warning: true,
	}
	var violation *generate.Violation
	if errors.As(err, &violation) {
		problem.Line, problem.Column = violation.Line, violation.Column
		problem.Message = fmt.Sprintf("%s does not fit %s: %s", s.Name, r.formatName(), violation.Message)
	}
	r.report.Problems = append(r.report.Problems, problem)
}
