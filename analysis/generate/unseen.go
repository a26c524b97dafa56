package generate

import "math"

// Unseen estimates how likely the next input is to show a behaviour that none has shown so far: a new pattern of who
// agrees with whom. The zero value has seen nothing.
//
// It is the estimate of Good and Turing (I. J. Good, "The population frequencies of species and the estimation of
// population parameters", Biometrika 40, 1953), which Böhme brought to fuzzing ("STADS: Software testing as species
// discovery", TOSEM 27, 2018): behaviours that were seen exactly once, over the number of inputs. It speaks of inputs
// drawn as those before; a search that learns draws ever better ones, and then it is too low.
type Unseen struct {
	inputs int
	times  map[string]int // by behaviour
	often  [3]int         // how many behaviours were seen exactly once and twice
}

// Add notes the behaviour that one more input showed.
func (u *Unseen) Add(behaviour string) {
	if u.times == nil {
		u.times = map[string]int{}
	}
	k := u.times[behaviour]
	u.times[behaviour] = k + 1
	u.inputs++
	if k == 1 || k == 2 {
		u.often[k]--
	}
	if k+1 < len(u.often) {
		u.often[k+1]++
	}
}

// Inputs returns how many inputs were noted, and Behaviours how many different ones they showed.
func (u *Unseen) Inputs() int { return u.inputs }

// Behaviours returns how many different behaviours were shown.
func (u *Unseen) Behaviours() int { return len(u.times) }

// unsure is the probability with which Next's upper bound may be too low.
const unsure = 0.05

// Next returns the probability that the next input shows a new behaviour, and a bound that it exceeds with a
// probability of about .05. Without inputs both are 1. The bound is the greater of Esty's, which is normal ("A normal
// limit law for a nonparametric estimator of the coverage of a random sample", Annals of Statistics 11, 1983), and
// the one that takes what was seen once for a Poisson variable, which holds for few: when nothing was seen once it is
// 3 over the number of inputs.
func (u *Unseen) Next() (probability, upper float64) {
	if u.inputs == 0 {
		return 1, 1
	}
	const normal = 1.645 // the .95 quantile
	n, once, twice := float64(u.inputs), float64(u.often[1]), float64(u.often[2])
	probability = once / n
	esty := probability + normal*math.Sqrt(once*(1-probability)+2*twice)/n
	return probability, min(1, max(esty, poissonUpper(u.often[1])/n))
}

// poissonUpper is the mean with which a Poisson variable is at most k with the probability unsure.
func poissonUpper(k int) float64 {
	lo, hi := float64(k), 2*float64(k)+10
	for range 60 {
		mean := (lo + hi) / 2
		if poissonAtMost(k, mean) > unsure {
			lo = mean
		} else {
			hi = mean
		}
	}
	return hi
}

func poissonAtMost(k int, mean float64) float64 {
	sum, log := 0.0, -mean // of the term's logarithm: large means do not underflow it
	for i := 0; i <= k; i++ {
		if i > 0 {
			log += math.Log(mean / float64(i))
		}
		sum += math.Exp(log)
	}
	return sum
}
