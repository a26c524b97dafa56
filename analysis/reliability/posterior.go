package reliability

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/stat/distuv"
)

// weights gives the probability that each class is right, and that none is. members[c] is how many of the voters are
// in class c; dead[c] means that the class cannot be right (somebody in it gave no answer, or a judge refused it). The
// result adds up to one.
func weights(members []int, dead []bool, voters int) (class []*big.Rat, none *big.Rat) {
	none = big.NewRat(2, int64(voters)+1)
	sum := new(big.Rat).Set(none)
	class = make([]*big.Rat, len(members))
	for c, n := range members {
		class[c] = new(big.Rat)
		if !dead[c] {
			class[c].SetFrac64(int64(n), int64(voters+1-n))
		}
		sum.Add(sum, class[c])
	}
	for _, w := range class {
		w.Quo(w, sum)
	}
	return class, none.Quo(none, sum)
}

// defaultThreshold is the weight that consensus needs among so many voters.
func defaultThreshold(voters int) *big.Rat {
	if voters > 12 {
		return big.NewRat(9, 10)
	}
	return big.NewRat(4, 5)
}

// component is one part of a mixture: given that some class is right, the program gave its answer on same of run rows.
type component struct {
	weight    float64
	same, run int
}

// alpha is the expected share of inputs that a program gets right, if one of the classes is right. NaN if none can be.
func alpha(classes []component) float64 {
	sum, total := 0.0, 0.0
	for _, c := range classes {
		sum += c.weight * float64(c.same) / float64(c.run)
		total += c.weight
	}
	if total == 0 {
		return math.NaN()
	}
	return sum / total
}

// interval gives the 5 % and the 95 % quantile of the share of inputs that a program gets right: for each class a
// Jeffreys posterior from the rows, and with weight none, where no class is right, a wide distribution around the
// agreement with the largest class.
func interval(classes []component, none, largest float64) (low, high float64) {
	type part struct {
		weight float64
		beta   distuv.Beta
	}
	var parts []part
	for _, c := range classes {
		if c.weight > 0 {
			same, run := float64(c.same), float64(c.run)
			parts = append(parts, part{c.weight, distuv.Beta{Alpha: same + 0.5, Beta: run - same + 0.5}})
		}
	}
	parts = append(parts, part{none, distuv.Beta{Alpha: 2*largest + 0.3, Beta: 2*(1-largest) + 0.7}})
	quantile := func(q float64) float64 {
		return root(func(x float64) float64 {
			below := -q
			for _, p := range parts {
				below += p.weight * cdf(p.beta, x)
			}
			return below
		})
	}
	return quantile(0.05), quantile(0.95)
}

// cdf is the probability that a Beta distribution is at most x. It is not worked out where it is 0 or 1 but for rounding: the
// probability of a distance t from the mean is at most exp(-2 t^2 (alpha + beta + 1)) (Marchal and Arbel, On the
// sub-Gaussianity of the Beta and Dirichlet distributions, 2017).
func cdf(b distuv.Beta, x float64) float64 {
	const nothing = 40 // exp(-40) is less than what rounding makes of 1
	from := x - b.Alpha/(b.Alpha+b.Beta)
	if 2*from*from*(b.Alpha+b.Beta+1) < nothing {
		return b.CDF(x)
	}
	if from < 0 {
		return 0
	}
	return 1
}

// root is where a continuous function that is negative at 0 and positive at 1 is zero, to 1e-12: bisection, or, where the
// function is nearly straight, inverse quadratic interpolation (Chandrupatla, Advances in Engineering Software 28, 1997).
func root(f func(float64) float64) float64 {
	const tolerance = 1e-12
	// The root is between x1, the newest point, and x2; x3 is the one before.
	x1, x2, x3, t := 0.0, 1.0, 1.0, 0.5
	f1, f2 := f(x1), f(x2)
	f3 := f2
	for {
		x := x1 + t*(x2-x1)
		fx := f(x)
		if (fx > 0) == (f1 > 0) {
			x3, f3 = x1, f1
		} else {
			x3, f3 = x2, f2
			x2, f2 = x1, f1
		}
		x1, f1 = x, fx
		least := tolerance / math.Abs(x2-x1)
		if least > 0.5 || fx == 0 {
			return x1
		}
		at, height := (x1-x2)/(x3-x2), (f1-f2)/(f3-f2)
		t = 0.5
		if height*height < at && (1-height)*(1-height) < 1-at {
			t = f1/(f2-f1)*(f3/(f2-f3)) + (x3-x1)/(x2-x1)*(f1/(f3-f1))*(f2/(f3-f2))
		}
		t = min(max(t, least), 1-least)
	}
}

// residualRisk bounds the share of inputs on which two programs differ that did not on so many randomly drawn ones: with a
// larger share, that would have happened in fewer than 5 % of the cases.
func residualRisk(rows int) float64 {
	if rows == 0 {
		return math.NaN()
	}
	return -math.Expm1(math.Log(0.05) / float64(rows))
}
