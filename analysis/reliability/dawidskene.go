package reliability

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"execre/analysis/consistency"
)

// EMConfig says how DawidSkene fits and when it stops. The zero value is ours: maximum likelihood from the soft majority,
// until nothing moves any more.
type EMConfig struct {
	MaxIterations int     // rounds of E and M after the first M; 0 means 10,000. The paper's setting amounts to 2
	Tolerance     float64 // stop when no parameter changes by more than this in a round; 0 means 1e-12
	Start         Start
	// Beta holds the pseudo-counts of Beta priors, with which the fit is the maximum a posteriori; the zero value is
	// none, the maximum of the likelihood.
	Beta Beta
	// OneCoin ties the parameters of a program: it gives the row's class with one probability in both.
	OneCoin bool
	// KeepLabels leaves the names of the two classes as EM found them, see DawidSkene.
	KeepLabels bool
}

// PublishedEM is the setting of the paper's program: it asks an EM library for a tolerance of 1 and 3 rounds, which always
// comes out as M and then twice E and M, and it takes the names of the classes as they come.
var PublishedEM = EMConfig{MaxIterations: 2, KeepLabels: true}

// Start is where EM begins: what it believes of the rows before the first M.
type Start int

// The starts.
const (
	SoftMajority Start = iota // class 1 with the share of ones among the row's cells
	HardMajority              // class 1 if most cells are ones, 0 if most are not, either with 1/2 where they are equal
	SoftMinority              // the soft majority with the names of the classes exchanged: to see what labels do
)

// Beta holds pseudo-counts, which are added to what EM counts: Beta priors with parameters that are greater by one.
type Beta struct {
	Right float64    // of each program in each class: cells that give the class
	Wrong float64    // cells that give the other one
	Class [2]float64 // rows of either class
}

// Fit is what DawidSkene found.
type Fit struct {
	Prior         [2]float64      // Prior[q]: probability that a row is of class q
	Confusion     [][2][2]float64 // Confusion[j][q][a]: probability that program j gives a in class q; NaN without mass
	Alpha         []float64       // per program: probability that it gives the row's class; NaN for a program without a cell
	LogLikelihood float64         // natural logarithm, over the rows that have a cell
	LogPrior      float64         // natural logarithm of the density of the Beta priors, but for a constant; 0 without them
	Iterations    int
	Converged     bool // the last round changed nothing by more than the tolerance
	Swapped       bool // the names of the classes were swapped, see DawidSkene
}

// DawidSkene fits the model of Dawid and Skene (Applied Statistics 28, 1979) with two classes to a binary projection: a
// row has a hidden class, and each program has its own probabilities of giving 0 or 1 on the rows of either class,
// independently of the others. Missing cells say nothing; rows without any cell are dropped.
//
// EM begins with M on the start, then E and M in turn. A program without mass in a class gives either value there with
// 1/2 in E, and that class adds 0 to its alpha. The probability of a row is computed from logarithms, and a round costs
// no more than there are distinct patterns.
//
// The likelihood is the same when the classes swap names and every alpha becomes its complement. So they are given the names
// with which the programs are right more often than wrong on the whole: those with the greater sum of the alphas.
//
// The result depends only on the patterns, but several optima may be equally likely, and then which one is found
// depends on the start: Explore says whether that is so. And the likelihood does not know right from wrong: see the
// package comment for what that does to alpha.
func DawidSkene(patterns []consistency.Pattern, cfg EMConfig) Fit {
	em := newEM(patterns, cfg, false)
	em.majority(-1)
	return em.fit()
}

// Starts says where Explore begins besides the majority.
type Starts struct {
	LeaveOneOut bool   // once for each program, from the soft majority of the others
	Random      int    // so many times from parameters drawn at random
	Seed        uint64 // of those; they also depend on the order of the programs
}

// Status says how far a Fit is to be believed as an estimate of the model.
type Status struct {
	Identifiable bool
	Why          string // half a sentence: why not; "" when identifiable
	// Gap is by how much the logarithm of the likelihood (with Beta priors: of the posterior) at the best optimum exceeds
	// that at the second one. Optima are the same when no parameter differs by 1e-6 or more; mirror images were named alike
	// before. +Inf when all starts led to one optimum, NaN when there was one start.
	Gap    float64
	Optima int // how many different ones were found
	// Observed is the smallest share of the information on some direction of the parameters that the rows give, to what
	// they would give if their classes were known: 1 less the rate at which EM converges. The likelihood is flat where it
	// is 0. NaN where no parameter is free.
	Observed float64
}

// What Explore takes for equal, and for flat.
const (
	sameOptimum    = 1e-6
	sameLikelihood = 1e-6
	flat           = 1e-6
	emptyClass     = 1e-9
)

// Explore runs DawidSkene from several starts. It returns the fit that is the most likely, of equally likely ones the first,
// and says whether the patterns determine it.
func Explore(patterns []consistency.Pattern, cfg EMConfig, starts Starts) (Fit, Status) {
	em := newEM(patterns, cfg, true)
	em.majority(-1)
	fits := []Fit{em.fit()}
	if starts.LeaveOneOut {
		for j := range em.column {
			em.majority(j)
			fits = append(fits, em.fit())
		}
	}
	r := rand.New(rand.NewPCG(starts.Seed, 0))
	for range starts.Random {
		em.random(r)
		fits = append(fits, em.fit())
	}
	best := 0
	for i, f := range fits {
		if f.objective() > fits[best].objective()+sameLikelihood {
			best = i
		}
	}
	status := Status{Gap: math.NaN(), Observed: em.observed(fits[best])}
	if len(fits) > 1 {
		status.Gap = math.Inf(1)
	}
	var optima []Fit
	for _, f := range fits {
		if slices.ContainsFunc(optima, f.same) {
			continue
		}
		optima = append(optima, f)
		if !f.same(fits[best]) {
			status.Gap = min(status.Gap, max(0, fits[best].objective()-f.objective()))
		}
	}
	status.Optima = len(optima)
	status.Why = em.doubt(fits[best], status)
	status.Identifiable = status.Why == ""
	return fits[best], status
}

// objective is what the fit maximises.
func (f Fit) objective() float64 { return f.LogLikelihood + f.LogPrior }

// same says whether two fits are one optimum.
func (f Fit) same(g Fit) bool {
	near := func(a, b float64) bool { return math.Abs(a-b) < sameOptimum || math.IsNaN(a) && math.IsNaN(b) }
	for q := range 2 {
		if !near(f.Prior[q], g.Prior[q]) {
			return false
		}
		for j := range f.Confusion {
			if !near(f.Confusion[j][q][1], g.Confusion[j][q][1]) {
				return false
			}
		}
	}
	return true
}

// doubt says why the patterns do not determine a fit, or "".
func (e *em) doubt(f Fit, s Status) string {
	with := 0 // programs with a cell
	for j := range e.column {
		if slices.ContainsFunc(e.patterns, func(p consistency.Pattern) bool { return p.Cells[j] != consistency.Missing }) {
			with++
		}
	}
	switch {
	case with == 0:
		return "no program has a cell"
	case with < 3:
		return fmt.Sprintf("two classes cannot be told apart by fewer than three programs, and these are %d", with)
	case !f.Converged:
		return fmt.Sprintf("not converged after %d rounds", f.Iterations)
	case min(f.Prior[0], f.Prior[1]) < emptyClass:
		return "one class is empty, so nothing is known of it"
	case s.Observed < flat:
		return "the likelihood is flat: other parameters explain the rows as well"
	case s.Gap < sameLikelihood:
		return "another optimum is as likely"
	}
	return ""
}
