package reliability

import (
	"cmp"
	"math"
	"slices"

	"execre/analysis/consistency"
)

// Rounds of Dawid-Skene in a decision. Where programs err independently of each other there is no second class to find, the
// likelihood is nearly flat, and EM would walk about on it for longer than all else takes together.
const (
	effort       = 25_000 // patterns visited
	fewestRounds = 100
	mostRounds   = 10_000
)

// maxProbability is the most that is said of a class without a judgement.
const maxProbability = 0.95

// report gives the classes in terms of programs.
func (p *pool) report() []WeightedClass {
	var out []WeightedClass
	for _, c := range p.classes {
		w := WeightedClass{Refused: c.refused, Refuted: c.refuted, Weight: toFloat(c.weight)}
		w.Clean = c.Clean
		for _, g := range c.Members {
			w.Members = append(w.Members, p.groups[g].twin)
		}
		for _, g := range c.backers {
			w.Backers = append(w.Backers, p.groups[g].twin)
		}
		slices.Sort(w.Members)
		slices.Sort(w.Backers)
		out = append(out, w)
	}
	return out
}

func (p *pool) assess(t trust) []Assessment {
	out := make([]Assessment, len(p.programs))
	dawidSkene := p.dawidSkene()
	with := p.siding(t)
	counts := p.counts(t)
	numbers := make([]*[3]float64, len(p.groups)) // alpha and its interval, by kind
	for g := range p.groups {
		a := Assessment{
			Survivor:         p.survivor[g],
			FailedSamples:    p.failed[g],
			ProbabilityRight: p.probabilityRight(g),
			DawidSkene:       dawidSkene[g],
			Agreement:        math.NaN(),
			Class:            p.classOf[g],
			Counts:           counts[g],
			Differences:      p.differences(g, t, with),
		}
		if numbers[p.kind[g]] == nil {
			value, low, high := p.alpha(g)
			numbers[p.kind[g]] = &[3]float64{value, low, high}
		}
		a.Alpha, a.AlphaLow, a.AlphaHigh = numbers[p.kind[g]][0], numbers[p.kind[g]][1], numbers[p.kind[g]][2]
		if agree, run := consistency.Same(p.on(g), p.modes, p.times); p.compared && run > 0 {
			a.Agreement = float64(agree) / float64(run)
		}
		for _, j := range p.groups[g].copies {
			out[j] = a
		}
	}
	return out
}

// dawidSkene is the alpha of the two-class model, over all groups and not only survivors, as in the paper.
func (p *pool) dawidSkene() []float64 {
	all := make([]int, len(p.groups))
	for g := range all {
		all[g] = g
	}
	if !p.compared {
		return slices.Repeat([]float64{math.NaN()}, len(all))
	}
	patterns := consistency.Project(p.cells, all, p.kept)
	rounds := max(fewestRounds, effort/max(1, len(patterns)))
	return DawidSkene(patterns, EMConfig{MaxIterations: min(rounds, mostRounds)}).Alpha
}

// alpha gives alpha and its interval for one group.
func (p *pool) alpha(g int) (value, low, high float64) {
	var classes []component
	largest, most, ties := 0.0, 0, 0
	for _, c := range p.classes {
		if c.weight.Sign() == 0 {
			continue
		}
		same, run := p.same(g, c.Members[0])
		if run == 0 {
			break
		}
		classes = append(classes, component{weight: toFloat(c.weight), same: same, run: run})
		if n := c.size(); n >= most {
			if n > most {
				largest, most, ties = 0, n, 0
			}
			largest += float64(same) / float64(run)
			ties++
		}
	}
	if len(classes) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	low, high = interval(classes, toFloat(p.none), largest/float64(ties))
	return alpha(classes), low, high
}

func (p *pool) probabilityRight(g int) float64 {
	switch {
	case !p.compared:
		return math.NaN()
	case p.groups[g].standing == WrongAnswer, !p.survivor[g] && len(p.failed[g]) > 0, p.refuted(g) >= 0:
		return 0
	case p.classOf[g] < 0:
		return math.NaN()
	}
	weight := toFloat(p.classes[p.classOf[g]].weight)
	if len(p.judged) > 0 {
		return weight
	}
	return min(weight, maxProbability)
}

// counts says of every group what it did on the generated rows.
func (p *pool) counts(t trust) []Counts {
	all := make([]Counts, len(p.groups))
	kept := p.kept
	for i, row := range p.rows.cells[:p.rows.generated] {
		counts := len(kept) > 0 && kept[0] == i
		if counts {
			kept = kept[1:]
		}
		reference := consistency.NotRun
		if counts && t.group >= 0 {
			reference = p.cells.Rows[i][t.group]
		}
		for g := range all {
			n, times := &all[g], p.rows.times[i]
			switch cell := row[p.groups[g].twin]; {
			case cell == consistency.Crash:
				n.Crash += times
			case cell == consistency.TimeLimit:
				n.TimeLimit += times
			case cell < 0:
				n.NotRun += times
			case reference < 0:
				n.Uncompared += times
			case cell == reference:
				n.Agree += times
			default:
				n.Differ += times
			}
		}
	}
	return all
}

// siding counts on every row that is answerable the voters that side with the reference; nil when nothing is trusted.
func (p *pool) siding(t trust) []int {
	if t.group < 0 {
		return nil
	}
	with := make([]int, len(p.rows.cells))
	for _, i := range p.answerable() {
		row := p.cells.Rows[i]
		if row[t.group] < 0 {
			continue
		}
		for _, g := range p.voters {
			if row[g] == row[t.group] {
				with[i]++
			}
		}
	}
	return with
}

// differences are those to show, see Assessment.Differences.
func (p *pool) differences(g int, t trust, with []int) []Difference {
	if t.group < 0 || p.kind[g] == p.kind[t.group] {
		return nil
	}
	shown, n := make([]bool, len(p.rows.cells)), 0
	for k, i := range p.answerable() {
		answer, reference := p.column[g][k], p.column[t.group][k]
		if answer < 0 || reference < 0 || answer == reference {
			continue
		}
		if t.rule == Consensus && !p.validated && 3*with[i] < 2*len(p.voters) {
			continue
		}
		shown[i] = true
		n += p.rows.times[i]
	}
	if n == 0 {
		return nil
	}
	out := make([]Difference, 0, n)
	for r, i := range p.rows.of {
		if shown[i] {
			out = append(out, Difference{Row: r, Share: float64(with[i]) / float64(max(1, len(p.voters)))})
		}
	}
	if t.rule == Consensus {
		slices.SortStableFunc(out, func(a, b Difference) int { return cmp.Compare(b.Share, a.Share) })
	}
	return out
}
