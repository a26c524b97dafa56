package generate

import (
	"fmt"
	"math"
	"testing"
)

func TestUnseenCounts(t *testing.T) {
	var u Unseen
	if p, upper := u.Next(); p != 1 || upper != 1 {
		t.Errorf("%g, %g before the first input", p, upper)
	}
	for range 100 {
		u.Add("all agree")
	}
	// Nothing was seen once: the rule of three, 1 - 0.05^(1/n), here as a Poisson bound: -ln(0.05)/n.
	if p, upper := u.Next(); p != 0 || math.Abs(upper-0.029957) > 1e-6 {
		t.Errorf("%g, %g after 100 equal ones, want 0 and .029957", p, upper)
	}
	for _, b := range []string{"a", "b", "a", "c", "c", "c", "d"} {
		u.Add(b)
	}
	// b and d once, a twice. The Poisson bound for two is 6.2958 (tables of the chi-squared distribution: 12.5916/2).
	p, upper := u.Next()
	if u.Inputs() != 107 || u.Behaviours() != 5 || p != 2.0/107 || math.Abs(upper-6.2958/107) > 1e-5 {
		t.Errorf("%g, %g of %d inputs and %d behaviours", p, upper, u.Inputs(), u.Behaviours())
	}
}

// What Next says about the next input holds: the estimate is right on average, and the bound is exceeded about one time
// in twenty at the most, whatever the behaviours' probabilities are like.
func TestUnseenIsRight(t *testing.T) {
	weights := map[string]func(k int) float64{
		"one common, many rare": func(k int) float64 {
			if k == 0 {
				return 100
			}
			return 0.05
		},
		"falling like 1/k":   func(k int) float64 { return 1 / float64(k+1) },
		"falling like 1/k^2": func(k int) float64 { return 1 / float64((k+1)*(k+1)) },
		"all alike":          func(int) float64 { return 1 },
		"few":                func(k int) float64 { return math.Pow(4, float64(-k)) },
	}
	const behaviours, rounds = 300, 400
	for name, weight := range weights {
		total := 0.0
		for k := range behaviours {
			total += weight(k)
		}
		for _, n := range []int{50, 300} {
			sumTrue, sumEstimate, exceeded := 0.0, 0.0, 0
			for round := range rounds {
				r, u, seen := rng(uint64(round)), Unseen{}, make([]bool, behaviours)
				for range n {
					x, k := r.Float64()*total, 0
					for x -= weight(0); x > 0 && k < behaviours-1; x -= weight(k) {
						k++
					}
					seen[k] = true
					u.Add(fmt.Sprint(k))
				}
				missing := 0.0
				for k, s := range seen {
					if !s {
						missing += weight(k) / total
					}
				}
				p, upper := u.Next()
				sumTrue, sumEstimate = sumTrue+missing, sumEstimate+p
				if missing > upper {
					exceeded++
				}
			}
			// The estimate's bias is at most 1/n (Good 1953); the rest is the error of so many rounds.
			if d := math.Abs(sumEstimate-sumTrue) / rounds; d > 1/float64(n)+0.005 {
				t.Errorf("%s, %d inputs: the estimate is off by %.4f on average", name, n, d)
			}
			if share := float64(exceeded) / rounds; share > 0.08 {
				t.Errorf("%s, %d inputs: the bound is exceeded in %.3f of the cases", name, n, share)
			}
		}
	}
}
