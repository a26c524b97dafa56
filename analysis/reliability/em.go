package reliability

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"execre/analysis/consistency"
)

// em is the state of EM. Programs with the same cells in every pattern have the same parameters, so that they are one
// column. The columns are cut into stretches, of which few different ones occur, so that a round reads one segment a
// stretch of each pattern.
type em struct {
	cfg      EMConfig
	column   []int                 // of each program
	copies   []float64             // of each column: how many programs it stands for
	patterns []consistency.Pattern // those with a cell
	rows     float64               // of all of them
	segments []segment             // the different ones of each stretch
	of       []int32               // the segments of the patterns: of each pattern, one a stretch
	stretch  int                   // how many stretches there are

	// Distributions over two values: first the prior of the classes, then of each column that of its cells in class 0 and that
	// in class 1. NaN where there is no mass.
	theta [][2]float64
	log   [][2]float64 // their logarithms at the last E
	mass  [][2]float64 // how often, by the last E, each value occurs; of one program of the column

	classes [][2]float64 // of each pattern: how many of its rows are of either class
	entropy float64      // of the classes that E gives the rows
	odds    []odds       // of each segment: how much likelier it is in class 1; room for expect
	having  [][2]float64 // of each segment: rows of either class that have it; room for count
}

// segment is what some patterns have in one stretch of columns.
type segment struct {
	first int // column
	cells []int8
}

// odds are a quotient of two probabilities and its logarithm.
type odds struct{ ratio, log float64 }

// Quotients from tiny to its inverse are far from what does not fit into a number.
const tiny = 1e-290

// longestStretch is how many columns a stretch has at the most: it has at most 3^8 different segments.
const longestStretch = 8

// stretchOf is how many columns a stretch is to have: the longer they are, the fewer there are for each pattern, but the more
// different segments they have. Most have no missing cell, so that there are about two to the power of the columns.
func stretchOf(patterns int) int { return min(max(1, bits.Len(uint(patterns/8))-1), longestStretch) }

// newEM reads patterns; apart keeps columns with the same cells apart.
func newEM(patterns []consistency.Pattern, cfg EMConfig, apart bool) *em {
	cfg.MaxIterations = cmp.Or(cfg.MaxIterations, 10_000)
	cfg.Tolerance = cmp.Or(cfg.Tolerance, 1e-12)
	e := &em{cfg: cfg, patterns: make([]consistency.Pattern, 0, len(patterns))}
	for _, p := range patterns {
		if slices.ContainsFunc(p.Cells, func(c int8) bool { return c != consistency.Missing }) {
			e.patterns = append(e.patterns, p)
			e.rows += float64(p.Rows)
		}
	}
	if len(patterns) > 0 {
		e.cut(e.merge(len(patterns[0].Cells), apart))
	}
	e.classes = make([][2]float64, len(e.patterns))
	e.odds, e.having = make([]odds, len(e.segments)), make([][2]float64, len(e.segments))
	n := 1 + 2*len(e.copies)
	e.theta, e.log, e.mass = make([][2]float64, n), make([][2]float64, n), make([][2]float64, n)
	return e
}

// merge finds the columns and gives the first program of each.
func (e *em) merge(programs int, apart bool) []int {
	like := make([]int, programs) // of each program: the first one with the same cells
	for j := range like {
		if apart {
			like[j] = j
		}
	}
	for _, p := range e.patterns {
		for j, c := range p.Cells {
			k := like[j]
			if p.Cells[k] == c {
				continue
			}
			for i := j; i < programs; i++ {
				if like[i] == k && p.Cells[i] == c {
					like[i] = j
				}
			}
		}
	}
	var firsts []int
	e.column = make([]int, programs)
	for j, k := range like {
		if k == j {
			e.column[j] = len(firsts)
			firsts = append(firsts, j)
			e.copies = append(e.copies, 0)
		}
		e.column[j] = e.column[k]
		e.copies[e.column[j]]++
	}
	return firsts
}

// cut finds the segments; programs has one of each column.
func (e *em) cut(programs []int) {
	columns := stretchOf(len(e.patterns))
	e.stretch = (len(programs) + columns - 1) / columns
	e.of = make([]int32, len(e.patterns)*e.stretch)
	most := 1
	for range columns {
		most *= 3
	}
	index := make([]int32, most) // by the cells as digits to the base 3, from 1; 0 is one not seen yet
	for b := range e.stretch {
		first, end := b*len(programs)/e.stretch, (b+1)*len(programs)/e.stretch
		clear(index)
		for i, p := range e.patterns {
			code := 0
			for _, j := range programs[first:end] {
				code = 3*code + int(p.Cells[j]-consistency.Missing)
			}
			if index[code] == 0 {
				s := segment{first: first, cells: make([]int8, 0, end-first)}
				for _, j := range programs[first:end] {
					s.cells = append(s.cells, p.Cells[j])
				}
				e.segments = append(e.segments, s)
				index[code] = int32(len(e.segments))
			}
			e.of[i*e.stretch+b] = index[code] - 1
		}
	}
}

// majority begins with what the programs of a row say, without one of them (-1: with all).
func (e *em) majority(without int) {
	for i, p := range e.patterns {
		seen, ones := 0, 0
		for j, c := range p.Cells {
			if j == without || c == consistency.Missing {
				continue
			}
			seen++
			ones += int(c)
		}
		one := 0.5
		switch {
		case seen == 0:
		case e.cfg.Start == SoftMajority:
			one = float64(ones) / float64(seen)
		case e.cfg.Start == SoftMinority:
			one = 1 - float64(ones)/float64(seen)
		case 2*ones > seen:
			one = 1
		case 2*ones < seen:
			one = 0
		}
		e.classes[i] = [2]float64{float64(p.Rows) * (1 - one), float64(p.Rows) * one}
	}
	e.maximise()
}

// random begins with parameters drawn at random.
func (e *em) random(r *rand.Rand) {
	for d := range e.theta {
		p := r.Float64()
		e.theta[d] = [2]float64{1 - p, p}
	}
	e.expect(false)
	e.maximise()
}

// fit goes on from the parameters as they are.
func (e *em) fit() Fit {
	var f Fit
	e.climb(&f)
	e.expect(true)
	e.count()
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
	f.Prior = e.theta[0]
	for _, m := range e.column {
		f.Confusion = append(f.Confusion, e.confusion(m))
		f.Alpha = append(f.Alpha, alpha[m])
	}
	return f
}

// confusion is that of a column.
func (e *em) confusion(m int) [2][2]float64 { return [2][2]float64(e.theta[1+2*m : 3+2*m]) }

// swap exchanges the names of the classes.
func (e *em) swap() {
	e.theta[0][0], e.theta[0][1] = e.theta[0][1], e.theta[0][0]
	for d := 1; d < len(e.theta); d += 2 {
		e.theta[d], e.theta[d+1] = e.theta[d+1], e.theta[d]
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

// EM is helped to converge once it knows where it goes. Leaps are first short, and longer by this factor after one that was as
// long as it might be.
const (
	fewRounds = 10
	stretchBy = 4
	rounding  = 1e-12 // of a logarithm of a likelihood, relative to it: a fall by less is none
)

// climb does rounds until none changes anything by more than the tolerance. Two rounds tell where EM is heading, and then it
// leaps there; where that is less likely than what was left, it goes on from where it was. So the likelihood never
// falls, and leaps stay short until longer ones prove good, so as to arrive where EM would.
func (e *em) climb(f *Fit) {
	goesOn := func() bool { return !f.Converged && f.Iterations < e.cfg.MaxIterations }
	round := func(likely bool) {
		e.expect(likely)
		f.Converged = e.maximise() <= e.cfg.Tolerance
		f.Iterations++
	}
	n, bound := len(e.theta), float64(stretchBy)
	before, middle, after := make([][2]float64, n), make([][2]float64, n), make([][2]float64, n)
	for goesOn() {
		copy(before, e.theta)
		round(false)
		if f.Iterations < fewRounds || !e.mayLeap() || !goesOn() {
			continue
		}
		copy(middle, e.theta)
		round(true)
		if !goesOn() {
			break
		}
		likely := e.logLikelihood()
		copy(after, e.theta)
		far := leap(e.theta, before, middle, bound)
		if far <= 1 {
			continue
		}
		round(true)
		switch {
		case e.logLikelihood() < likely-rounding*math.Abs(likely):
			copy(e.theta, after)
			f.Converged = false
			bound = max(stretchBy, far/2)
		case far == bound:
			bound *= stretchBy
		}
	}
}

// mayLeap says whether there are enough patterns for the parameters. Where there are not, the likelihood has ridges, and EM
// has to walk up by itself to arrive where it would. With Beta priors it is fast enough.
func (e *em) mayLeap() bool { return e.cfg.Beta == Beta{} && len(e.patterns) > 2*len(e.copies)+1 }

// leap extrapolates from two rounds to where EM is heading: the step S3 of SQUAREM (Varadhan and Roland, Scandinavian
// Journal of Statistics 35, 2008), but by no more than a bound. It moves after there, and gives how far that is: 1 is no
// further than EM came. A distribution that would leave (0, 1) goes no further than EM did.
func leap(after, before, middle [][2]float64, bound float64) (far float64) {
	// NaN: without mass.
	change := func(d, a int) (r, v float64) {
		r = middle[d][a] - before[d][a]
		v = after[d][a] - middle[d][a] - r
		if math.IsNaN(v) {
			return 0, 0
		}
		return r, v
	}
	speed, bend := 0.0, 0.0
	for d := range after {
		for a := range 2 {
			r, v := change(d, a)
			speed += r * r
			bend += v * v
		}
	}
	far = bound
	if bend > 0 {
		far = min(bound, math.Sqrt(speed/bend))
	}
	if far <= 1 {
		return far
	}
	for d := range after {
		var to [2]float64
		for a := range 2 {
			r, v := change(d, a)
			to[a] = before[d][a] + 2*far*r + far*far*v
		}
		if to[0] > 0 && to[1] > 0 {
			after[d] = to
		}
	}
	return far
}

// count adds up how often each value occurs in the classes of the rows.
func (e *em) count() {
	clear(e.having)
	clear(e.mass)
	having, zeros, ones := e.having, 0.0, 0.0
	of := e.of
	for _, class := range e.classes {
		zeros += class[0]
		ones += class[1]
		for _, s := range of[:e.stretch] {
			rows := &having[s]
			rows[0] += class[0]
			rows[1] += class[1]
		}
		of = of[e.stretch:]
	}
	e.mass[0] = [2]float64{zeros, ones}
	for s, segment := range e.segments {
		for k, c := range segment.cells {
			if c != consistency.Missing {
				d := 1 + 2*(segment.first+k)
				e.mass[d][c] += having[s][0]
				e.mass[d+1][c] += having[s][1]
			}
		}
	}
}

// maximise sets the parameters from the classes of the rows, and gives the largest change of any of them.
func (e *em) maximise() float64 {
	e.count()
	change := 0.0
	set := func(d int, mass [2]float64) {
		sum := mass[0] + mass[1]
		for a := range 2 {
			x := &e.theta[d][a]
			value := mass[a] / sum
			// A NaN stands for no mass; it must not count as a change from round to round.
			if by := math.Abs(*x - value); by > change {
				change = by
			} else if math.IsNaN(*x) != math.IsNaN(value) {
				change = max(change, 1)
			}
			*x = value
		}
	}
	beta := &e.cfg.Beta
	if prior := [2]float64{e.mass[0][0] + beta.Class[0], e.mass[0][1] + beta.Class[1]}; prior[0]+prior[1] > 0 {
		set(0, prior)
	}
	for d := 1; d < len(e.mass); d += 2 {
		zero, one := e.mass[d], e.mass[d+1]
		zero[0], zero[1] = zero[0]+beta.Right, zero[1]+beta.Wrong
		one[0], one[1] = one[0]+beta.Wrong, one[1]+beta.Right
		if e.cfg.OneCoin {
			right, wrong := zero[0]+one[1], zero[1]+one[0]
			zero, one = [2]float64{right, wrong}, [2]float64{wrong, right}
		}
		set(d, zero)
		set(d+1, one)
	}
	return change
}

// expect sets the classes of the rows from the parameters. Of the two joint probabilities of a row at least one is not 0: the
// class that the row had most mass in gave all its cells some. likely prepares logLikelihood.
func (e *em) expect(likely bool) {
	for d, p := range e.theta {
		e.log[d] = [2]float64{logOf(p[0]), logOf(p[1])}
	}
	for s, segment := range e.segments {
		log := 0.0
		for k, c := range segment.cells {
			if c != consistency.Missing {
				m := segment.first + k
				log += e.copies[m] * (e.log[2+2*m][c] - e.log[1+2*m][c])
			}
		}
		e.odds[s] = odds{math.Exp(log), log}
	}
	prior := e.log[0][1] - e.log[0][0]
	first := math.Exp(prior)
	e.entropy = 0
	product := 1.0 // one logarithm of many factors takes less time than many logarithms
	of := e.of
	for i := range e.classes {
		segments := of[:e.stretch]
		of = of[e.stretch:]
		ratio := first
		for _, s := range segments {
			ratio *= e.odds[s].ratio
		}
		// Factors too large and too small for a number may make a good one together.
		inRange := ratio > tiny && ratio < 1/tiny
		log := prior
		if likely || !inRange {
			for _, s := range segments {
				log += e.odds[s].log
			}
		}
		zero := 1 / (1 + ratio)
		one := zero * ratio
		if !inRange {
			zero, one = 1/(1+math.Exp(log)), 1/(1+math.Exp(-log))
		}
		rows := float64(e.patterns[i].Rows)
		e.classes[i] = [2]float64{rows * zero, rows * one}
		small, large := min(zero, one), max(zero, one)
		switch {
		case !likely || small == 0:
		case rows == 1:
			e.entropy += small * math.Abs(log)
			if product *= large; product < 1e-250 {
				e.entropy -= math.Log(product)
				product = 1
			}
		default:
			e.entropy += rows * (small*math.Abs(log) - math.Log(large))
		}
	}
	e.entropy -= math.Log(product)
}

// logOf is the logarithm of a parameter in E, where one without mass counts as 1/2.
func logOf(p float64) float64 {
	if math.IsNaN(p) {
		p = 0.5
	}
	return math.Log(p)
}

// logLikelihood is that of the parameters at the last expect, after count: the expected logarithm of the probability of the
// rows together with their classes, and the entropy of those.
func (e *em) logLikelihood() float64 {
	total := e.entropy
	for d, mass := range e.mass {
		copies := 1.0
		if d > 0 {
			copies = e.copies[(d-1)/2]
		}
		for a := range 2 {
			if mass[a] > 0 {
				total += copies * mass[a] * e.log[d][a]
			}
		}
	}
	return total
}

// logPrior is the logarithm of the density of the Beta priors at the parameters.
func (e *em) logPrior() float64 {
	beta := e.cfg.Beta
	term := func(count, p float64) float64 {
		if count == 0 {
			return 0
		}
		return count * math.Log(p)
	}
	sum := term(beta.Class[0], e.theta[0][0]) + term(beta.Class[1], e.theta[0][1])
	for m, copies := range e.copies {
		c := e.confusion(m)
		for q := range 2 {
			sum += copies * (term(beta.Right, c[q][q]) + term(beta.Wrong, c[q][1-q]))
		}
	}
	return sum
}

// alpha is by column.
func (e *em) alpha() []float64 {
	alpha := make([]float64, len(e.copies))
	for m := range alpha {
		c := e.confusion(m)
		zero, one := e.theta[0][0]*c[0][0], e.theta[0][1]*c[1][1]
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
