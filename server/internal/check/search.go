package check

import (
	"cmp"
	"fmt"
	"slices"

	"execre/analysis/generate"
)

// RoundSize is the number of inputs of one round of the search. What a round
// tries depends on finished rounds only.
const RoundSize = 50

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
	var drawn Drawing
	if r.report.Inputs.Source != "generator" {
		var seeds []generate.Input
		for _, row := range r.tried {
			if row.misfit != nil {
				r.sampleMismatch(*row.sample, row.misfit)
				continue
			}
			seeds = append(seeds, row.parsed)
		}
		seeds = append(seeds, r.exampleInputs()...)
		var err error
		if drawn, err = r.cfg.Preset.Draw(r.problem.Schema, r.generator, r.cfg.Seed, total, seeds); err != nil {
			return err
		}
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
		if r.watched == nil && r.cfg.For > 0 && len(r.rows) >= total { // what it takes is of the hunt's time
			var err error
			if r.watched, err = r.watchers(); err != nil {
				return err
			}
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
		if is, err := r.implausible(rows); err != nil {
			return err
		} else if is {
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
		aside, slow := r.exhausted()
		if aside != "" {
			return r.setAside(aside)
		}
		ended = cmp.Or(slow, ended)
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

func compareRows(a, b row) int { return compareInputs(a.input, b.input) }
