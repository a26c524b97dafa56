package check

import (
	"slices"

	"execre/analysis/reliability"
)

// severalAnswers is what is said where several answers seem right and nothing tells right ones from wrong ones.
const severalAnswers = "several answers seem right: name a checker"

const (
	// severalPrograms is how many programs must disagree before that is more than one of them being wrong, and
	// uncheckedPrograms where no sample speaks for them.
	severalPrograms   = 3
	uncheckedPrograms = 4
	// severalRows is from how many rows on a share of them says something.
	severalRows = 10
)

// severalAnswers says whether the outputs look like those of a problem with more than one right answer: every program
// that ran on some sample gives another answer than the expected one and than the others, or the programs that pass
// what can be checked have, on most inputs, no answer that half of them give. That wrong programs look like this is
// rare: those that pass the samples agree with the right ones on most inputs. (Of 8,712 pools of three to six of the
// programs in server/testdata/problems none does.) Where there are no samples, every program must stand alone. Where the
// statement says that any of several answers will do, one input is enough on which two of them differ: most programs may
// well print the first that there is, and one that prints the last is as right.
func (r *run) severalAnswers(s results, d reliability.Decision) bool {
	for _, row := range s.tried {
		if answered, most := votes(row.answers); answered >= severalPrograms && most == 1 && !slices.Contains(row.answers, 0) {
			return true
		}
	}
	programs := severalPrograms
	lacks := func(answered, most int) bool { return most == 1 || 2*most < answered }
	switch st := r.problem.Statement; {
	case st != nil && st.ManyAnswers:
		return slices.ContainsFunc(s.rows, func(row row) bool {
			answered, most := votes(r.ofSurvivors(row, d))
			return most < answered
		})
	case len(s.tried) == 0:
		programs, lacks = uncheckedPrograms, func(_, most int) bool { return most == 1 }
	}
	rows, apart := 0, 0
	for _, row := range s.rows {
		answered, most := votes(r.ofSurvivors(row, d))
		if answered < programs {
			continue
		}
		rows++
		if lacks(answered, most) {
			apart++
		}
	}
	return rows >= severalRows && 2*apart > rows
}

// ofSurvivors are the answers of the programs that pass what can be checked.
func (r *run) ofSurvivors(row row, d reliability.Decision) (answers []int) {
	for j := range r.runners {
		if d.Programs[j].Survivor {
			answers = append(answers, row.answers[j])
		}
	}
	return answers
}

// votes is how many programs answered, and how many of them gave the most frequent answer.
func votes(answers []int) (answered, most int) {
	for _, a := range answers {
		if a >= 0 {
			answered++
			most = max(most, count(answers, a))
		}
	}
	return answered, most
}

// excuse has the samples judge nobody for giving another answer than the expected one.
func excuse(d *reliability.Decision, tried []row) {
	for s, row := range tried {
		other := func(a int) bool { return a > 0 }
		if slices.ContainsFunc(row.answers, other) && !slices.Contains(d.SuspectSamples, s) {
			d.SuspectSamples = append(slices.Clone(d.SuspectSamples), s)
		}
	}
	slices.Sort(d.SuspectSamples)
}
