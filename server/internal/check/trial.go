package check

import (
	"slices"

	"golang.org/x/sync/errgroup"

	"execre/runner"
)

// Of a program that stands alone with its answer, so many rows are executed so many times again before the decision:
// one that tosses a coin must not vote.
const (
	repeatRows  = 3
	repeatTimes = 2
)

// repeat finds the programs that do not repeat themselves.
func (r *run) repeat() error {
	var group errgroup.Group
	group.SetLimit(r.cfg.Jobs)
	for j := range r.runners {
		group.Go(func() error {
			alone := r.alone(j)
			for k := range min(repeatRows, len(alone)) {
				row := alone[k*(len(alone)-1)/max(1, repeatRows-1)] // the first, one in the middle, the last
				for range repeatTimes {
					if _, ok := r.chase.confirm(j, row.input.Text, row.cells[j]); !ok {
						return r.chase.failure()
					}
				}
			}
			return r.trial(j, trialRows)
		})
	}
	err := group.Wait()
	r.flaky = slices.Clone(r.chase.flaky)
	return err
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

// What a program decides before main, an address or a seed, is the same in all executions of one server: a program whose
// answers hang on it repeats itself there, and agrees with others by chance. So some of what servers gave is had again
// from fresh starts before anybody votes. A program that errs in a half of its starts is found out in 94 of 100 cases, and
// where it would be the reference in all but one of 4000. A result that a cache has from a fresh start is not had again.
const (
	trialRows = 4
	proofRows = 12 // of the reference
)

// trial executes a program afresh on some of the inputs, from the smallest to the largest, if a server executed it there.
func (r *run) trial(j, rows int) error {
	var answered []row
	for _, row := range r.rows {
		if row.cells[j].verdict == runner.OK {
			answered = append(answered, row)
		}
	}
	rows = min(rows, len(answered))
	for k := range rows {
		row := answered[k*(len(answered)-1)/max(1, rows-1)]
		if !row.cells[j].served {
			continue
		}
		if _, ok := r.chase.confirm(j, row.input.Text, row.cells[j]); !ok {
			return r.chase.failure()
		}
	}
	return nil
}

// prove decides again and again, until the reference has stood its trial or there is none.
func (r *run) prove(decide func()) error {
	proven := make([]bool, len(r.runners))
	for {
		decide()
		if r.decision.Trusted < 0 {
			return nil
		}
		j := r.columns[r.decision.Trusted]
		if proven[j] {
			return nil
		}
		proven[j] = true
		if err := r.trial(j, proofRows); err != nil {
			return err
		}
		r.flaky[j] = r.flaky[j] || r.chase.flaky[j]
	}
}
