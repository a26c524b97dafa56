package reliability

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"execre/analysis/consistency"
)

// em is the state of EM. Programs with the same cells in every pattern have the same parameters, so that they are one
// column; and columns are read in blocks, of which few different ones occur, so that a round reads one entry a block of
// each pattern.
type em struct {
	cfg      EMConfig
	column   []int     // of each program
	copies   []float64 // of each column: how many programs it stands for
	patterns [][]int8  // those with a cell: their cells, by column
	blocks   []block
	weight   []float64 // rows of each pattern
	rows     float64

	one       []float64 // of each pattern: probability that its rows are of class 1
	zero      []float64 // and of class 0: 1 - one would lose the small ones
	prior     [2]float64
	confusion [][2][2]float64 // by column
	rowsOf    [][2]float64    // of each pattern: how many of its rows are of either class
	joint     [][2]float64    // of each pattern: logarithms of its probability together with either class
}

// blockColumns columns have at most 3^8 = 6561 different cells.
const blockColumns = 8

// block is a few neighbouring columns.
type block struct {
	first   int          // the first of its columns
	columns int          // how many
	entries [][]int8     // the different cells that occur
	of      []uint16     // of each pattern: its entry
	mass    [][2]float64 // of each entry: rows of either class; room for maximise
	sums    [][2]float64 // of each entry: logarithms of its probability in either class; room for expect
}

// newEM reads patterns; apart keeps columns with the same cells apart.
func newEM(patterns []consistency.Pattern, cfg EMConfig, apart bool) *em {
	cfg.MaxIterations = cmp.Or(cfg.MaxIterations, 10_000)
	cfg.Tolerance = cmp.Or(cfg.Tolerance, 1e-12)
	e := &em{cfg: cfg}
	patterns = slices.DeleteFunc(slices.Clone(patterns), func(p consistency.Pattern) bool {
		if e.column == nil {
			e.column = make([]int, len(p.Cells))
		}
		return !slices.ContainsFunc(p.Cells, func(c int8) bool { return c != consistency.Missing })
	})
	e.merge(patterns, apart)
	for _, p := range patterns {
		e.weight = append(e.weight, float64(p.Rows))
		e.rows += float64(p.Rows)
	}
	for first := 0; first < len(e.copies); first += blockColumns {
		e.blocks = append(e.blocks, e.newBlock(first, min(first+blockColumns, len(e.copies))))
	}
	n := len(patterns)
	e.one, e.zero = make([]float64, n), make([]float64, n)
	e.rowsOf, e.joint = make([][2]float64, n), make([][2]float64, n)
	e.confusion = make([][2][2]float64, len(e.copies))
	return e
}

// merge finds the columns.
func (e *em) merge(patterns []consistency.Pattern, apart bool) {
	var of []int // the first program of each column
	for j := range e.column {
		alike := func(k int) bool {
			return !slices.ContainsFunc(patterns, func(p consistency.Pattern) bool { return p.Cells[j] != p.Cells[k] })
		}
		at := -1
		if !apart {
			at = slices.IndexFunc(of, alike)
		}
		if at < 0 {
			at = len(of)
			of = append(of, j)
			e.copies = append(e.copies, 0)
		}
		e.column[j] = at
		e.copies[at]++
	}
	e.patterns = make([][]int8, len(patterns))
	cells := make([]int8, len(patterns)*len(of))
	for i, p := range patterns {
		e.patterns[i] = cells[i*len(of) : (i+1)*len(of)]
		for m, j := range of {
			e.patterns[i][m] = p.Cells[j]
		}
	}
}

func (e *em) newBlock(first, end int) block {
	b := block{first: first, columns: end - first, of: make([]uint16, len(e.patterns))}
	var index [6561]int // by the cells as digits to the base 3, from 1; 0 is one not seen yet
	for i, cells := range e.patterns {
		code := 0
		for _, c := range cells[first:end] {
			code = 3*code + int(c-consistency.Missing)
		}
		if index[code] == 0 {
			b.entries = append(b.entries, cells[first:end])
			index[code] = len(b.entries)
		}
		b.of[i] = uint16(index[code] - 1)
	}
	b.mass, b.sums = make([][2]float64, len(b.entries)), make([][2]float64, len(b.entries))
	return b
}

func (e *em) programs() int { return len(e.column) }

// majority begins with what the programs of a row say, without one of them (-1: with all).
func (e *em) majority(without int) {
	for i, cells := range e.patterns {
		seen, ones := 0.0, 0.0
		for m, c := range cells {
			n := e.copies[m]
			if without >= 0 && e.column[without] == m {
				n--
			}
			if c != consistency.Missing {
				seen += n
			}
			if c == consistency.Most {
				ones += n
			}
		}
		one := 0.5
		switch {
		case seen == 0:
		case e.cfg.Start == SoftMajority:
			one = ones / seen
		case e.cfg.Start == SoftMinority:
			one = 1 - ones/seen
		case 2*ones > seen:
			one = 1
		case 2*ones < seen:
			one = 0
		}
		e.one[i], e.zero[i] = one, 1-one
	}
	e.maximise()
}

// random begins with parameters drawn at random.
func (e *em) random(r *rand.Rand) {
	p := r.Float64()
	e.prior = [2]float64{1 - p, p}
	for m := range e.confusion {
		for q := range 2 {
			p := r.Float64()
			e.confusion[m][q] = [2]float64{1 - p, p}
		}
	}
	e.expect()
	e.maximise()
}

// fit goes on from the parameters as they are.
func (e *em) fit() Fit {
	var f Fit
	goesOn := func() bool { return !f.Converged && f.Iterations < e.cfg.MaxIterations }
	round := func() (change float64) {
		e.expect()
		change = e.maximise()
		f.Converged = change <= e.cfg.Tolerance
		f.Iterations++
		return change
	}
	for goesOn() {
		before := e.parameters()
		change := round()
		if f.Iterations < fewRounds || change > closeBy || !e.mayLeap() || !goesOn() {
			continue
		}
		middle := e.parameters()
		round()
		likely := e.logLikelihood()
		if !goesOn() {
			break
		}
		after := e.parameters()
		e.restore(leap(before, middle, after))
		round()
		if e.logLikelihood() < likely {
			e.restore(after)
			f.Converged = false
		}
	}
	e.expect()
	f.LogLikelihood = e.logLikelihood()
	f.LogPrior = e.logPrior()
	alpha := e.alpha()
	if !e.cfg.KeepLabels {
		e.swap()
		if swapped := e.alpha(); e.total(swapped) > e.total(alpha)+1e-9 {
			alpha, f.Swapped = swapped, true
		} else {
			e.swap()
		}
	}
	f.Prior = e.prior
	for _, m := range e.column {
		f.Confusion = append(f.Confusion, e.confusion[m])
		f.Alpha = append(f.Alpha, alpha[m])
	}
	return f
}

// swap exchanges the names of the classes.
func (e *em) swap() {
	e.prior[0], e.prior[1] = e.prior[1], e.prior[0]
	for m := range e.confusion {
		e.confusion[m][0], e.confusion[m][1] = e.confusion[m][1], e.confusion[m][0]
	}
}

// total adds up the alphas of all programs.
func (e *em) total(alpha []float64) float64 {
	sum := 0.0
	for m, a := range alpha {
		if !math.IsNaN(a) {
			sum += e.copies[m] * a
		}
	}
	return sum
}

// From when on EM is helped to converge: it is then close to the optimum that it would find by itself.
const (
	closeBy   = 1e-3
	fewRounds = 20
)

// mayLeap says whether there are enough patterns for the parameters. Where there are not, the likelihood has ridges, and EM
// has to walk up by itself to arrive where it would. With Beta priors it is fast enough.
func (e *em) mayLeap() bool { return e.cfg.Beta == Beta{} && len(e.patterns) > 2*len(e.copies)+1 }

// parameters gives the free ones: the prior of class 1, and of each column the probabilities of a one.
func (e *em) parameters() []float64 {
	out := make([]float64, 0, 1+2*len(e.confusion))
	out = append(out, e.prior[1])
	for _, c := range e.confusion {
		out = append(out, c[0][1], c[1][1])
	}
	return out
}

// restore sets the parameters.
func (e *em) restore(parameters []float64) {
	e.prior = [2]float64{1 - parameters[0], parameters[0]}
	for m := range e.confusion {
		for q := range 2 {
			one := parameters[1+2*m+q]
			e.confusion[m][q] = [2]float64{1 - one, one}
		}
	}
}

// leap extrapolates from three rounds to where EM is heading: the step S3 of SQUAREM (Varadhan and Roland, Scandinavian
// Journal of Statistics 35, 2008). A parameter that would leave (0, 1) goes no further than EM did.
func leap(before, middle, after []float64) []float64 {
	speed, bend := 0.0, 0.0
	for i := range before {
		r := middle[i] - before[i]
		v := after[i] - middle[i] - r
		if !math.IsNaN(v) { // NaN: without mass
			speed += r * r
			bend += v * v
		}
	}
	out := slices.Clone(after)
	if bend == 0 {
		return out
	}
	far := max(1, math.Sqrt(speed/bend))
	for i := range before {
		r := middle[i] - before[i]
		v := after[i] - middle[i] - r
		if x := before[i] + 2*far*r + far*far*v; x > 0 && x < 1 {
			out[i] = x
		}
	}
	return out
}

// maximise sets prior and confusion from the classes of the rows, and gives the largest change of any of them.
func (e *em) maximise() float64 {
	change := 0.0
	// A NaN stands for a row without mass; it must not count as a change from round to round.
	set := func(x *float64, value float64) {
		if d := math.Abs(*x - value); d > change {
			change = d
		} else if math.IsNaN(*x) != math.IsNaN(value) {
			change = max(change, 1)
		}
		*x = value
	}
	beta := &e.cfg.Beta
	rows := e.rows + beta.Class[0] + beta.Class[1]
	zeros, ones := beta.Class[0], beta.Class[1]
	for i, w := range e.weight {
		e.rowsOf[i] = [2]float64{w * e.zero[i], w * e.one[i]}
		zeros += e.rowsOf[i][0]
		ones += e.rowsOf[i][1]
	}
	if rows > 0 {
		set(&e.prior[0], zeros/rows)
		set(&e.prior[1], ones/rows)
	}
	for b := range e.blocks {
		block := &e.blocks[b]
		clear(block.mass)
		for i, entry := range block.of {
			mass, rows := &block.mass[entry], &e.rowsOf[i]
			mass[0] += rows[0]
			mass[1] += rows[1]
		}
		for k := range block.columns {
			mass := [2][2]float64{{beta.Right, beta.Wrong}, {beta.Wrong, beta.Right}}
			for entry, cells := range block.entries {
				if c := cells[k]; c != consistency.Missing {
					mass[0][c] += block.mass[entry][0]
					mass[1][c] += block.mass[entry][1]
				}
			}
			if e.cfg.OneCoin {
				right, wrong := mass[0][0]+mass[1][1], mass[0][1]+mass[1][0]
				mass = [2][2]float64{{right, wrong}, {wrong, right}}
			}
			for q := range 2 {
				sum := mass[q][0] + mass[q][1]
				for a := range 2 {
					set(&e.confusion[block.first+k][q][a], mass[q][a]/sum)
				}
			}
		}
	}
	return change
}

// expect sets the classes of the rows from prior and confusion. Of the two joint probabilities of a row at least one is not
// 0: the class that the row had most mass in gave all its cells some.
func (e *em) expect() {
	prior := [2]float64{math.Log(e.prior[0]), math.Log(e.prior[1])}
	for i := range e.joint {
		e.joint[i] = prior
	}
	var table [blockColumns][3][2]float64 // a missing cell adds nothing
	for b := range e.blocks {
		block := &e.blocks[b]
		for k := range block.columns {
			m := block.first + k
			for q := range 2 {
				for a := range 2 {
					table[k][a+1][q] = e.copies[m] * logOf(e.confusion[m][q][a])
				}
			}
		}
		for entry, cells := range block.entries {
			zero, one := 0.0, 0.0
			for k, c := range cells {
				zero += table[k][c+1][0]
				one += table[k][c+1][1]
			}
			block.sums[entry] = [2]float64{zero, one}
		}
		for i, entry := range block.of {
			sums := &block.sums[entry]
			e.joint[i][0] += sums[0]
			e.joint[i][1] += sums[1]
		}
	}
	for i := range e.joint {
		odds := e.joint[i][1] - e.joint[i][0]
		small := math.Exp(-math.Abs(odds))
		large := 1 / (1 + small)
		small *= large
		if odds < 0 {
			large, small = small, large
		}
		e.one[i], e.zero[i] = large, small
	}
}

// logOf is the logarithm of a parameter in E, where one without mass counts as 1/2.
func logOf(p float64) float64 {
	if math.IsNaN(p) {
		p = 0.5
	}
	return math.Log(p)
}

// logLikelihood is that of the parameters at the last expect: the probability of a row is the one together with its likelier
// class, by the share of that.
func (e *em) logLikelihood() float64 {
	total := 0.0
	for i, joint := range e.joint {
		total += e.weight[i] * (max(joint[0], joint[1]) - math.Log(max(e.zero[i], e.one[i])))
	}
	return total
}

func (e *em) logPrior() float64 {
	beta := e.cfg.Beta
	term := func(count, p float64) float64 {
		if count == 0 {
			return 0
		}
		return count * math.Log(p)
	}
	sum := term(beta.Class[0], e.prior[0]) + term(beta.Class[1], e.prior[1])
	for m, c := range e.confusion {
		for q := range 2 {
			sum += e.copies[m] * (term(beta.Right, c[q][q]) + term(beta.Wrong, c[q][1-q]))
		}
	}
	return sum
}

// alpha is by column.
func (e *em) alpha() []float64 {
	alpha := make([]float64, len(e.confusion))
	for m, c := range e.confusion {
		zero, one := e.prior[0]*c[0][0], e.prior[1]*c[1][1]
		switch {
		case math.IsNaN(c[0][0]) && math.IsNaN(c[1][1]):
			alpha[m] = math.NaN()
		case math.IsNaN(c[0][0]):
			alpha[m] = one
		case math.IsNaN(c[1][1]):
			alpha[m] = zero
		default:
			alpha[m] = zero + one
		}
	}
	return alpha
}
