package check

import "execre/runner"

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
