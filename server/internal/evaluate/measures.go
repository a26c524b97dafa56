package evaluate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"execre/server/internal/check"
)

// tally counts what came of pools. Every measure is a quotient of two of its sums.
type tally struct {
	pools      int
	trusted    int // pools with a trusted reference
	right      int // of these, those whose reference is right
	possible   int // pools that hold a program that is right
	misleading int // pools in which a right program is told that it is wrong
	useful     int // pools in which a wrong program is shown that it is
	questions  int
}

func (t *tally) add(u tally, times int) {
	t.pools += times * u.pools
	t.trusted += times * u.trusted
	t.right += times * u.right
	t.possible += times * u.possible
	t.misleading += times * u.misleading
	t.useful += times * u.useful
	t.questions += times * u.questions
}

// measureNames are the measures in the order of measures, as CSV names them.
var measureNames = []string{"precision", "recall", "f1", "coverage", "misleading", "useful", "questions"}

// fractions are the numerators and denominators of the measures.
func (t tally) fractions() [7][2]int {
	return [7][2]int{
		{t.right, t.trusted},
		{t.right, t.possible},
		{2 * t.right, t.trusted + t.possible}, // the harmonic mean of the two
		{t.trusted, t.pools},
		{100 * t.misleading, t.pools},
		{100 * t.useful, t.pools},
		{t.questions, t.pools},
	}
}

// measures are the quotients, NaN where they are undefined.
func (t tally) measures() (out [7]float64) {
	for m, f := range t.fractions() {
		out[m] = math.NaN()
		if f[1] > 0 {
			out[m] = float64(f[0]) / float64(f[1])
		}
	}
	return out
}

// score is what a verdict on a pool is worth.
func score(p pool, v verdict, r *Record, t truth) tally {
	out := tally{pools: 1, questions: v.questions}
	for _, j := range p.programs {
		if t.right[j] {
			out.possible = 1
		}
	}
	if v.Trusted >= 0 {
		out.trusted = 1
		if t.right[p.programs[v.Trusted]] {
			out.right = 1
		}
	}
	for k, j := range p.programs {
		a := v.Programs[k]
		fails := slices.ContainsFunc(a.FailedSamples, func(s int) bool { return !slices.Contains(v.SuspectSamples, s) })
		switch {
		case r.Programs[j].Label == Accepted:
			if fails || len(a.Differences) > 0 {
				out.misleading = 1
			}
		case fails:
			out.useful = 1
		case len(a.Differences) > 0:
			row := v.row(a.Differences[0].Row, len(r.Rows))
			if t.answers[row] >= 0 && r.Rows[row].Answers[p.programs[v.Trusted]] == t.answers[row] {
				out.useful = 1
			}
		}
	}
	return out
}

// bins of the calibration.
const bins = 10

// bin gathers programs of which a rule says about the same.
type bin struct {
	programs int
	said     float64 // sum of what the rule says
	right    int
}

// calibrate adds what a verdict says of the programs of its pool.
func calibrate(into *[bins]bin, rule Rule, p pool, v verdict, r *Record) {
	for k, j := range p.programs {
		said := v.Programs[k].Alpha
		if rule.certain {
			said = v.Programs[k].ProbabilityRight
		}
		if math.IsNaN(said) {
			continue
		}
		b := &into[min(bins-1, int(said*bins+1e-9))]
		b.programs++
		b.said += said
		if r.Programs[j].Label == Accepted {
			b.right++
		}
	}
}

// group is a part of the pools: By is "all", "source", "size" or "right" (the share of right programs).
type group struct{ By, Value string }

// groupsOf lists the parts that a pool belongs to.
func groupsOf(p pool, r *Record) []group {
	rights := 0
	for _, j := range p.programs {
		if r.Programs[j].Label == Accepted {
			rights++
		}
	}
	return []group{
		{"all", ""}, {"source", r.Source}, {"size", fmt.Sprint(len(p.programs))}, {"right", shareRight(rights, len(p.programs))},
	}
}

// shares are the parts by share of right programs.
var shares = []string{"0", "above 0, below 1/4", "1/4 to below 1/2", "1/2 to below 3/4", "3/4 to below 1", "1"}

func shareRight(rights, of int) string {
	switch {
	case rights == 0:
		return shares[0]
	case rights == of:
		return shares[5]
	}
	return shares[1+4*rights/of]
}

// problemTally is what one problem gave: for each part of the pools and each rule a tally, for each rule a calibration.
type problemTally struct {
	groups      map[group][]tally
	calibration [][bins]bin
	onlyTooSlow int // programs that are too slow and never give a wrong answer
}

// judge has all rules decide on all pools of a problem.
func judge(r *Record, pools []pool, rules []Rule, seed uint64) problemTally {
	out := problemTally{groups: map[group][]tally{}, calibration: make([][bins]bin, len(rules))}
	t := newTruth(r)
	for j, p := range r.Programs {
		if p.Multiplicity > 0 && p.Label == TimeLimit && t.right[j] {
			out.onlyTooSlow++
		}
	}
	for _, p := range pools {
		groups := groupsOf(p, r)
		for _, g := range groups {
			if out.groups[g] == nil {
				out.groups[g] = make([]tally, len(rules))
			}
		}
		for k, rule := range rules {
			v := rule.decide(p, oracle{truth: t, record: r, seed: seed})
			one := score(p, v, r, t)
			for _, g := range groups {
				out.groups[g][k].add(one, 1)
			}
			calibrate(&out.calibration[k], rule, p, v, r)
		}
	}
	return out
}

// resamples is how many times the bootstrap draws.
const resamples = 1000

// bootstrap draws as many problems as there are, with replacement, again and again: how often each problem was drawn.
func bootstrap(problems int, seed uint64) [][]int {
	random := rand.New(rand.NewPCG(seed, 0xB0075742))
	draws := make([][]int, resamples)
	for b := range draws {
		draws[b] = make([]int, problems)
		for range problems {
			draws[b][random.IntN(problems)]++
		}
	}
	return draws
}

// Interval is an estimate with the 2.5 % and 97.5 % quantiles of the bootstrap over problems. All are null where the
// measure is undefined, and the quantiles where it comes from a single problem: that says nothing of others.
type Interval struct {
	Value check.Number `json:"value"`
	Low   check.Number `json:"low"`
	High  check.Number `json:"high"`
}

// estimate makes the measures of tallies, one a problem.
func estimate(tallies []tally, draws [][]int) [7]Interval {
	var sum tally
	var from [7]int // problems
	for _, t := range tallies {
		sum.add(t, 1)
		for m, f := range t.fractions() {
			if f[1] > 0 {
				from[m]++
			}
		}
	}
	var values [7][]float64
	for _, times := range draws {
		var drawn tally
		for i, t := range tallies {
			if times[i] > 0 && t.pools > 0 {
				drawn.add(t, times[i])
			}
		}
		for m, x := range drawn.measures() {
			if !math.IsNaN(x) {
				values[m] = append(values[m], x)
			}
		}
	}
	var out [7]Interval
	for m, x := range sum.measures() {
		slices.Sort(values[m])
		out[m] = Interval{check.Number(x), check.Number(math.NaN()), check.Number(math.NaN())}
		if from[m] > 1 {
			out[m].Low, out[m].High = quantile(values[m], 0.025), quantile(values[m], 0.975)
		}
	}
	return out
}

// quantile is the smallest of the sorted values that a share q of them does not exceed; NaN of none.
func quantile(sorted []float64, q float64) check.Number {
	if len(sorted) == 0 {
		return check.Number(math.NaN())
	}
	return check.Number(sorted[max(0, min(len(sorted)-1, int(math.Ceil(q*float64(len(sorted))))-1))])
}
