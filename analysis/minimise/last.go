package minimise

import (
	"cmp"
	"math"
	"slices"

	"execre/analysis/generate"
)

// The last passes look where failing is not monotone, so that single steps lead nowhere: a fault that hangs on the
// number of lines modulo three, on a square, on the place of a value. In order: runs of neighbouring iterations, every
// k-th iteration, an iteration with all numbers behind its place, a variable's numbers all at once, numbers to squares and
// by strides, and at last the smallest inputs of all, in order, so that what is small at all is found small.

const (
	// mostRun is the longest run of iterations that deleteRuns takes away at any place, and mostEvery the longest
	// distance of those that deleteEvery does.
	mostRun   = 12
	mostEvery = 6
	// mostOwners is of how many variables closeGaps and translate change the numbers.
	mostOwners = 6
	// mostSquares is how many numbers squares changes, and leastSquare the least of them: below bisection and strides do.
	mostSquares = 6
	leastSquare = 1 << 20
	// mostSmall is how many inputs trySmallest bears with choices up to some number.
	mostSmall = 500
)

// deleteRuns takes away runs of a few iterations, wherever they begin.
func (s *shrinker) deleteRuns() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for size := 2; size <= mostRun; size++ {
			step := max(1, size/2)
			for to := s.iterations(group); to >= size && !s.pause(); {
				if s.delete(group, to-size, to) {
					to = min(to, s.iterations(group))
				} else {
					to -= step
				}
			}
		}
	}
}

// iterations is how many a group has; groups come and go.
func (s *shrinker) iterations(group int) int {
	if group >= len(s.shape.Groups) {
		return 0
	}
	return len(s.shape.Groups[group].Iterations)
}

// deleteEvery takes away every k-th iteration: the period of a text becomes shorter, or a column of a table goes.
func (s *shrinker) deleteEvery() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for every := mostEvery; every > 1; every-- {
			for first := 0; first < every && s.iterations(group) >= 2*every && !s.pause(); first++ {
				if c, ok := s.shape.Thinned(s.best.Choices, group, first, every); ok && s.try(c) {
					first = -1
				}
			}
		}
	}
}

// closeGaps takes away an iteration and lowers the numbers of one variable that are behind its place, whether or not the
// schema says that they name places.
func (s *shrinker) closeGaps() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for k := s.iterations(group) - 1; k >= 0 && !s.pause(); k-- {
			if k >= s.iterations(group) {
				continue
			}
			for _, owner := range s.owners() {
				c, numbers, ok := s.shape.Closed(s.best.Choices, group, k, k+1, func(i int) bool { return s.shape.Owner[i] == owner })
				if ok && s.tryNumbers(c, numbers) {
					break
				}
			}
		}
	}
}

// owners lists the first variables that have numbers.
func (s *shrinker) owners() (owners []int) {
	for i, n := range s.shape.Numbers {
		if n.Known && !slices.Contains(owners, s.shape.Owner[i]) && len(owners) < mostOwners {
			owners = append(owners, s.shape.Owner[i])
		}
	}
	return owners
}

// translate adds the same to all numbers of a variable, so that the least, the first or the last of them is as simple as
// another, and to those of all variables.
func (s *shrinker) translate() {
	for _, owner := range append(s.owners(), math.MinInt) {
		of := func(i int) bool {
			return s.shape.Numbers[i].Known && (s.shape.Owner[i] == owner || owner == math.MinInt && s.shape.Numbers[i].Places == 0)
		}
		var at []int
		for i := range s.shape.Numbers {
			if of(i) {
				at = append(at, i)
			}
		}
		if len(at) < 2 {
			continue
		}
		least := slices.MinFunc(at, func(i, j int) int { return cmp.Compare(s.shape.Numbers[i].Is, s.shape.Numbers[j].Is) })
		var tried []int64
		for _, i := range []int{least, at[0], at[len(at)-1]} {
			for _, to := range []int64{0, 1} {
				by := to - s.shape.Numbers[i].Is
				if by == 0 || slices.Contains(tried, by) || s.pause() {
					continue
				}
				tried = append(tried, by)
				numbers := map[int]int64{}
				for _, j := range at {
					numbers[j] = s.shape.Numbers[j].Is + by
				}
				if s.tryNumbers(s.best.Choices, numbers) {
					return
				}
			}
		}
	}
}

// squares makes single large numbers the smallest square, or neighbour of one, from which on all of these fail: a root that
// is taken in floating point goes wrong there.
func (s *shrinker) squares() {
	for i := 0; i < len(s.shape.Numbers) && i < mostSquares && !s.pause(); i++ {
		for by := int64(-1); by <= 1 && !s.pause(); by++ {
			if n := s.shape.Numbers[i]; !n.Known || n.Is < leastSquare {
				break
			}
			fails := func(root int64) bool {
				return s.tryNumbers(s.best.Choices, map[int]int64{i: root*root + by})
			}
			high := int64(math.Sqrt(float64(s.shape.Numbers[i].Is)))
			for _, root := range []int64{high, high - 1} { // the root is rounded, and more than the number is not smaller
				if fails(root) {
					high = root
					break
				}
			}
			for low := int64(1); s.shape.Numbers[i].Is == high*high+by && low+1 < high && !s.pause(); {
				if middle := low + (high-low)/2; fails(middle) {
					high = middle
				} else {
					low = middle
				}
			}
		}
	}
}

// strides are by what numbers are lowered besides powers of two and ten: the moduli that contests like.
var strides = []uint64{1_000_000_007, 998_244_353, 3, 5, 6, 7, 9, 11, 12, 13}

// stride lowers single numbers by steps of one size, again and again, where bisection was led astray; large steps first.
func (s *shrinker) stride() {
	if len(s.best.Choices) == 1 && s.best.Choices[0] < uint64(s.left) {
		return // trySmallest tries all
	}
	var steps []uint64
	for k := range 64 {
		steps = append(steps, 1<<k)
	}
	for p := uint64(10); p < math.MaxUint64/10; p *= 10 {
		steps = append(steps, p)
	}
	steps = append(steps, strides...)
	slices.SortFunc(steps, func(a, b uint64) int { return cmp.Compare(b, a) })
	for i := 0; i < len(s.best.Choices) && !s.pause(); i++ {
		for _, step := range steps {
			for by := step; i < len(s.best.Choices) && s.best.Choices[i] >= by && !s.pause(); {
				c := slices.Clone(s.best.Choices)
				c[i] -= by
				if !s.try(c) {
					break
				}
				if by <= math.MaxUint64/2 {
					by *= 2
				}
			}
		}
	}
}

// trySmallest tries the smallest inputs of the schema: those with choices up to 1, up to 2, up to 3, ..., each time in
// order, as long as they are few. Of one number these are all up to some hundred, of two a square.
func (s *shrinker) trySmallest() {
	if len(s.best.Choices) <= 2 {
		s.floor = 0 // nothing else is left to try
	}
	for most := uint64(1); !s.pause(); most += max(1, most/2) {
		all := s.upTo(most)
		if all == nil {
			return
		}
		for _, in := range all {
			if s.pause() || !in.Less(s.best) || s.tryInput(in, len(in.Choices)) {
				break
			}
		}
		if !slices.ContainsFunc(s.best.Choices, func(x uint64) bool { return x > most }) {
			return // what follows is larger than the best, or has choices that are simpler by another measure only
		}
	}
}

// upTo lists the inputs with choices up to most; nil when there are too many.
func (s *shrinker) upTo(most uint64) []generate.Input {
	all, ok := s.small[most]
	if !ok {
		var spent int
		all, spent = s.g.Smallest(most, mostSmall)
		s.work -= spent
		s.small[most] = all
	}
	return all
}
