package reliability

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"execre/analysis/consistency"
)

// curvature is the logarithm of the likelihood around the parameters of the last expect, in the parameters that are free:
// not at 0 or 1, and of a class that is not empty.
type curvature struct {
	free        []int        // indexes into em.parameters
	slope       []float64    // first derivatives
	information mat.SymDense // second derivatives with the opposite sign, each divided by the roots of two scales
	scale       []float64    // the information that there would be if the classes of the rows were known
}

// curvature computes the first and second derivatives, with those of the Beta priors.
func (e *em) curvature() curvature {
	var c curvature
	inside := func(p float64) bool { return p > emptyClass && p < 1-emptyClass }
	parameters := e.parameters()
	if !inside(e.prior[1]) {
		return c
	}
	for k, p := range parameters {
		if inside(p) {
			c.free = append(c.free, k)
		}
	}
	n := len(c.free)
	c.slope, c.scale = make([]float64, n), make([]float64, n)
	second := make([]float64, n*n) // the upper half
	first, change := make([]float64, n), make([]float64, n)
	for i, cells := range e.patterns {
		class := [2]float64{e.zero[i], e.one[i]}
		// change is the derivative of the logarithm of the row's probability in the class of the parameter.
		for a, k := range c.free {
			if k == 0 {
				first[a] = class[1]/e.prior[1] - class[0]/e.prior[0]
				change[a] = 0
				continue
			}
			m, q := (k-1)/2, (k-1)%2
			switch p := parameters[k]; cells[m] {
			case consistency.Most:
				change[a] = e.copies[m] / p
			case consistency.Other:
				change[a] = -e.copies[m] / (1 - p)
			default:
				change[a] = 0
			}
			first[a] = class[q] * change[a]
		}
		w := e.weight[i]
		for a, k := range c.free {
			c.slope[a] += w * first[a]
			if k == 0 {
				for b := a; b < n; b++ {
					mixed := 0.0
					if other := c.free[b]; other > 0 {
						q := (other - 1) % 2
						mixed = float64(2*q-1) * class[q] / e.prior[q] * change[b]
					}
					second[a*n+b] += w * (first[a]*first[b] - mixed)
				}
				continue
			}
			if change[a] == 0 {
				continue
			}
			m, q := (k-1)/2, (k-1)%2
			second[a*n+a] += w * (first[a]*first[a] - first[a]*change[a]*(1-1/e.copies[m]))
			for b := a + 1; b < n; b++ {
				mixed := 0.0
				if (c.free[b]-1)%2 == q {
					mixed = first[a] * change[b]
				}
				second[a*n+b] += w * (first[a]*first[b] - mixed)
			}
			p := parameters[k]
			c.scale[a] += w * class[q] * e.copies[m] / (p * (1 - p))
		}
	}
	for a, k := range c.free {
		beta := e.cfg.Beta
		p, up, down, copies := parameters[k], beta.Right, beta.Wrong, 1.0
		switch {
		case k == 0:
			up, down = beta.Class[1], beta.Class[0]
			c.scale[a] = e.rows / (p * (1 - p))
		case (k-1)%2 == 0: // a one is wrong there
			up, down = down, up
		}
		if k > 0 {
			copies = e.copies[(k-1)/2]
		}
		c.slope[a] += copies * (up/p - down/(1-p))
		more := copies * (up/(p*p) + down/((1-p)*(1-p)))
		second[a*n+a] += more
		c.scale[a] += more
	}
	if n == 0 {
		return c
	}
	c.information = *mat.NewSymDense(n, nil)
	for a := range n {
		for b := a; b < n; b++ {
			c.information.SetSym(a, b, second[a*n+b]/math.Sqrt(c.scale[a]*c.scale[b]))
		}
	}
	return c
}

// least is the smallest eigenvalue of the information; NaN when nothing is free.
func (c *curvature) least() float64 {
	var eigen mat.EigenSym
	if len(c.free) == 0 || !eigen.Factorize(&c.information, false) {
		return math.NaN()
	}
	return slices.Min(eigen.Values(nil))
}
