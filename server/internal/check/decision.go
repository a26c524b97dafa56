package check

import (
	"fmt"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
	"execre/server/internal/workspace"
)

// decide turns the rows into a decision.
func (r *run) decide() error {
	return r.prove(func() { r.decision = r.decideOn(r.results, r.flaky) })
}

// decideOn is the decision on some rows, in which the answers of flaky programs count for nothing.
func (r *run) decideOn(s results, flaky []bool) reliability.Decision {
	evidence := reliability.Evidence{
		Custom:    r.answers.judge != nil,
		Matrix:    consistency.Matrix{Programs: len(r.columns)},
		Replayed:  len(s.replayed),
		Validated: r.vouched(),
		Threshold: r.problem.Settings.Threshold,
	}
	wrong := make([]bool, len(r.runners))
	for j := range r.runners {
		wrong[j] = len(r.refusals(s, j)) > 0
	}
	for i, e := range r.evidence {
		p := reliability.Program{
			Name: e.file.Path, DuplicateOf: -1,
			Standing:  standings[e.file.Standing],
			Reference: r.problem.Settings.Reference == e.file.Path,
			Brute:     e.file.Role == workspace.Brute && e.file.ByName,
		}
		if r.columns[i] != i {
			p.DuplicateOf = r.columns[i]
		} else if wrong[i] && p.Standing != reliability.Accepted {
			p.Standing = reliability.WrongAnswer // the checker is a judge
		}
		evidence.Programs = append(evidence.Programs, p)
	}
	spread := func(answers []int) []int {
		wide := make([]int, len(r.columns))
		for i, j := range r.columns {
			wide[i] = answers[j]
			if flaky[j] {
				wide[i] = consistency.NotRun // its answers are chance
			}
		}
		return wide
	}
	for i, row := range s.tried {
		if r.problem.Interactive == "" {
			evidence.Samples = append(evidence.Samples, spread(row.answers))
			if r.isNoInput(row) {
				evidence.Misfits = append(evidence.Misfits, i)
			}
		}
	}
	for i, row := range s.heard {
		evidence.Judgements = append(evidence.Judgements,
			reliability.Judgement{Name: r.judgements[i].Name, Answers: spread(row.answers), By: reliability.Person})
	}
	for _, row := range s.all() {
		evidence.Matrix.Rows = append(evidence.Matrix.Rows, spread(row.answers))
	}
	d := r.cfg.Preset.method(evidence.Threshold).Decide(evidence)
	switch {
	case evidence.Custom, r.cfg.Preset == ExeCREPaper:
	case r.aside != "":
		d = d.Withhold(fmt.Sprintf("the checker %s is not used: it %s", r.problem.Settings.Program.File, r.aside))
	case r.problem.Settings.CheckerFrom == "" && (r.saidSeveral() != "" || r.severalAnswers(s, d)):
		d = d.Withhold(severalAnswers)
		excuse(&d, s.tried)
	}
	return d
}

var standings = map[workspace.Standing]reliability.Standing{
	"":             reliability.StandingUnknown,
	"accepted":     reliability.Accepted,
	"wrong-answer": reliability.WrongAnswer,
	"time-limit":   reliability.TooSlow,
	"crash":        reliability.Crashes,
}
