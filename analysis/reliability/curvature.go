package reliability

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"execre/analysis/consistency"
)

// observed is Status.Observed of a fit: the smallest eigenvalue of the information that the rows give on the parameters
// (second derivatives of the logarithm of their probability, with the opposite sign), relative to the one that they would
// give if their classes were known. Parameters at 0 or 1, and those of an empty class, are not free. Every program must
// have its own column.
func (e *em) observed(f Fit) float64 {
	e.theta[0] = f.Prior
	for j, c := range f.Confusion {
		e.theta[1+2*j], e.theta[2+2*j] = c[0], c[1]
	}
	e.expect(false)
	inside := func(p float64) bool { return p > emptyClass && p < 1-emptyClass }
	var free []int
	for k, p := range e.theta {
		if inside(e.theta[0][1]) && inside(p[1]) {
			free = append(free, k)
		}
	}
	n := len(free)
	if n == 0 {
		return math.NaN()
	}
	of := func(k int) (program, class int) { return (k - 1) / 2, (k - 1) % 2 } // of parameter k > 0
	information := make([]float64, n*n)                                        // the upper half
	known := make([]float64, n)                                                // the diagonal, if the classes were known
	change := make([]float64, n)                                               // of the logarithm of the row's probability in the parameter's class
	score := make([]float64, n)                                                // and in both
	for i, pattern := range e.patterns {
		w := float64(pattern.Rows)
		class := [2]float64{e.classes[i][0] / w, e.classes[i][1] / w}
		for a, k := range free {
			if k == 0 {
				change[a], score[a] = 0, class[1]/e.theta[0][1]-class[0]/e.theta[0][0]
				continue
			}
			j, q := of(k)
			switch p := e.theta[k][1]; pattern.Cells[j] {
			case consistency.Most:
				change[a] = 1 / p
			case consistency.Other:
				change[a] = -1 / (1 - p)
			default:
				change[a] = 0
			}
			score[a] = class[q] * change[a]
			known[a] += w * class[q] * change[a] * change[a]
		}
		for a, k := range free {
			for b := a; b < n; b++ {
				second := 0.0 // derivative of the row's probability, relative to it; it is linear in each parameter
				switch _, q := of(free[b]); {
				case a == b:
				case k == 0:
					second = float64(2*q-1) * class[q] / e.theta[0][q] * change[b]
				default:
					if _, p := of(k); p == q {
						second = class[q] * change[a] * change[b]
					}
				}
				information[a*n+b] += w * (score[a]*score[b] - second)
			}
		}
	}
	beta := e.cfg.Beta
	for a, k := range free {
		p, up, down := e.theta[k][1], beta.Class[1], beta.Class[0]
		if k == 0 {
			known[a] = e.rows / (p * (1 - p))
		} else if up, down = beta.Right, beta.Wrong; k%2 == 1 { // a one is wrong there
			up, down = down, up
		}
		prior := up/(p*p) + down/((1-p)*(1-p))
		information[a*n+a] += prior
		known[a] += prior
	}
	relative := mat.NewSymDense(n, nil)
	for a := range n {
		for b := a; b < n; b++ {
			relative.SetSym(a, b, information[a*n+b]/math.Sqrt(known[a]*known[b]))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(relative, false) {
		return math.NaN()
	}
	return slices.Min(eigen.Values(nil))
}
