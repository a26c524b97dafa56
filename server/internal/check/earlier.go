package check

import (
	"slices"

	"execre/analysis/generate"
	"execre/server/internal/workspace"
)

// replay runs the counterexamples of earlier checks that are inputs still and no samples.
func (r *run) replay() error {
	if r.generator == nil && len(r.makers) == 0 {
		return nil
	}
	var inputs []generate.Input
	for _, text := range r.report.Earlier {
		sample := func(s workspace.Sample) bool { return Fed(s.Input) == text }
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
		r.cfg.Progress(Progress{Phase: "counterexamples", Done: done, Total: len(inputs)})
		r.herald.replayed(row)
	})
}
