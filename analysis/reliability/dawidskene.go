package reliability

import (
	"math"

	"execre/analysis/consistency"
)

// EMConfig says when DawidSkene stops. The zero value is ours: until nothing moves any more.
type EMConfig struct {
	MaxIterations int     // rounds of E and M after the first M; 0 means 10,000. The paper's setting amounts to 2
	Tolerance     float64 // stop when no parameter changes by more than this in a round; 0 means 1e-12
}

// Fit is what DawidSkene found.
type Fit struct {
	Prior         [2]float64      // Prior[q]: probability that a row is of class q
	Confusion     [][2][2]float64 // Confusion[j][q][a]: probability that program j gives a in class q; NaN without mass
	Alpha         []float64       // per program: probability that it gives the row's class; NaN for a program without a cell
	LogLikelihood float64         // natural logarithm, over the rows that have a cell
	Iterations    int
	Converged     bool // the last round changed nothing by more than the tolerance
}

// DawidSkene fits the model of Dawid and Skene (Applied Statistics 28, 1979) with two classes to a binary projection: a
// row has a hidden class, and each program has its own probabilities of giving 0 or 1 on the rows of either class,
// independently of the others. Missing cells say nothing; rows without any cell are dropped.
//
// EM begins with the share of ones among a row's cells as the probability of class 1, then M, then E and M in turn. A
// program without mass in a class gives either value there with 1/2 in E, and that class adds 0 to its alpha.
//
// The result depends only on the patterns, but several optima may be equally likely, and then which one is found
// depends on the start. And the likelihood does not know right from wrong: see the package comment for what that does
// to alpha.
func DawidSkene(patterns []consistency.Pattern, cfg EMConfig) Fit {
	if cfg.MaxIterations == 0 {
		cfg.MaxIterations = 10_000
	}
	if cfg.Tolerance == 0 {
		cfg.Tolerance = 1e-12
	}
	em := newEM(patterns)
	em.maximise()
	fit := Fit{}
	for fit.Iterations < cfg.MaxIterations && !fit.Converged {
		em.expect()
		fit.Converged = em.maximise() <= cfg.Tolerance
		fit.Iterations++
	}
	fit.LogLikelihood = em.logLikelihood()
	fit.Prior, fit.Confusion, fit.Alpha = em.prior, em.confusion, em.alpha()
	return fit
}

// em is the state of one run of EM.
type em struct {
	programs  int
	cells     []int8    // all patterns behind one another
	weight    []float64 // rows of each pattern
	rows      float64
	one       []float64 // probability that a pattern's rows are of class 1
	prior     [2]float64
	confusion [][2][2]float64
}

func newEM(patterns []consistency.Pattern) *em {
	e := &em{}
	for _, p := range patterns {
		e.programs = len(p.Cells)
		seen, ones := 0, 0
		for _, c := range p.Cells {
			if c != consistency.Missing {
				seen++
			}
			if c == consistency.Most {
				ones++
			}
		}
		if seen == 0 {
			continue
		}
		e.cells = append(e.cells, p.Cells...)
		e.weight = append(e.weight, float64(p.Rows))
		e.rows += float64(p.Rows)
		e.one = append(e.one, float64(ones)/float64(seen))
	}
	e.confusion = make([][2][2]float64, e.programs)
	return e
}

func (e *em) pattern(i int) []int8 { return e.cells[i*e.programs : (i+1)*e.programs] }

// maximise sets prior and confusion from the classes of the rows, and gives the largest change of any of them.
func (e *em) maximise() float64 {
	var prior [2]float64
	mass := make([][2][2]float64, e.programs)
	for i, one := range e.one {
		n := [2]float64{(1 - one) * e.weight[i], one * e.weight[i]}
		prior[0] += n[0]
		prior[1] += n[1]
		for j, c := range e.pattern(i) {
			if c != consistency.Missing {
				mass[j][0][c] += n[0]
				mass[j][1][c] += n[1]
			}
		}
	}
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
	for q := range 2 {
		set(&e.prior[q], prior[q]/e.rows)
		for j := range mass {
			sum := mass[j][q][0] + mass[j][q][1]
			for a := range 2 {
				set(&e.confusion[j][q][a], mass[j][q][a]/sum)
			}
		}
	}
	return change
}

// expect sets the classes of the rows from prior and confusion.
func (e *em) expect() {
	table := e.logs()
	for i := range e.one {
		zero, one := e.joint(i, table)
		e.one[i] = 1 / (1 + math.Exp(zero-one))
	}
}

// logLikelihood is that of prior and confusion.
func (e *em) logLikelihood() float64 {
	table, total := e.logs(), 0.0
	for i := range e.one {
		zero, one := e.joint(i, table)
		total += e.weight[i] * (max(zero, one) + math.Log1p(math.Exp(-math.Abs(zero-one))))
	}
	return total
}

// joint is the logarithm of the probability of a row with this pattern together with class 0, and with class 1. At
// least one is finite: the class that the row had most mass in gave all its cells some.
func (e *em) joint(i int, table logs) (zero, one float64) {
	zero, one = table.prior[0], table.prior[1]
	for j, c := range e.pattern(i) {
		l := &table.cell[j][c+1]
		zero += l[0]
		one += l[1]
	}
	return zero, one
}

// logs holds logarithms of the parameters.
type logs struct {
	prior [2]float64
	cell  [][3][2]float64 // cell[j][value+1][q]; a missing cell adds nothing
}

func (e *em) logs() logs {
	l := logs{
		prior: [2]float64{math.Log(e.prior[0]), math.Log(e.prior[1])},
		cell:  make([][3][2]float64, e.programs),
	}
	for j := range l.cell {
		for q := range 2 {
			for a := range 2 {
				p := e.confusion[j][q][a]
				if math.IsNaN(p) {
					p = 0.5
				}
				l.cell[j][a+1][q] = math.Log(p)
			}
		}
	}
	return l
}

func (e *em) alpha() []float64 {
	alpha := make([]float64, e.programs)
	for j, c := range e.confusion {
		zero, one := e.prior[0]*c[0][0], e.prior[1]*c[1][1]
		switch {
		case math.IsNaN(c[0][0]) && math.IsNaN(c[1][1]):
			alpha[j] = math.NaN()
		case math.IsNaN(c[0][0]):
			alpha[j] = one
		case math.IsNaN(c[1][1]):
			alpha[j] = zero
		default:
			alpha[j] = zero + one
		}
	}
	return alpha
}
