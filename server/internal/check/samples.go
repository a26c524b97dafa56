package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"execre/analysis/generate"
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
