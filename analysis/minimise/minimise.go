// Package minimise makes a failing input smaller.
//
// It works on the choices of an input, never on its text, so every candidate satisfies the schema by itself, and what
// hangs together (an array and its length) shrinks together. Greedy passes run until none of them finds anything
// smaller: whole iterations are taken away, choices are set to zero, lowered by bisection, equal ones lowered together,
// lowered in pairs, and put in order. (The passes are those of internal test-case reduction, MacIver and Donaldson,
// ECOOP 2020.)
//
// The result is locally minimal: no single step of a pass makes it smaller, unless the calls ran out. It always fails
// as the first input did: what "the same way" means is the caller's predicate. Nothing here is random.
package minimise

import (
	"slices"

	"execre/analysis/generate"
)

// Config bounds the work.
type Config struct {
	MaxCalls int // calls of fails at the most; 0 means 400
}

const defaultCalls = 400

// firstPatience is after how many refused inputs in a row a pass gives way to the next. It grows when no pass finds
// anything any more, so that a large input is first made coarse in every respect.
const firstPatience = 16

// maxWork bounds the choices of all candidates that are made, asked about or not: some seconds.
const maxWork = 4_000_000

// Shrink returns the smallest input (in the order of generate.Input.Less) that it finds for which
// fails is true, beginning from in, for which it is. fails is never called twice on the same text, nor on
// in, nor on an input that is not smaller than the best so far. calls is how often it was called.
//
// in must be an input of g: its choices are those of its text.
func Shrink(
	g *generate.Generator, in generate.Input, fails func(generate.Input) bool, cfg Config,
) (smallest generate.Input, calls int) {
	s := &shrinker{g: g, fails: fails, left: cfg.MaxCalls, asked: map[string]bool{}, work: maxWork}
	if s.left <= 0 {
		s.left = defaultCalls
	}
	allowed := s.left
	s.accept(in)
	passes := []func(){s.deleteIterations, s.zeroBlocks, s.lowerEach, s.lowerEqual, s.lowerPairs, s.order}
	for s.patience = firstPatience; !s.done(); {
		before := s.best
		for _, pass := range passes {
			s.misses = 0
			pass()
		}
		if !s.best.Less(before) {
			if s.patience >= allowed {
				break
			}
			s.patience *= 8
		}
	}
	return s.best, allowed - s.left
}

type shrinker struct {
	g                *generate.Generator
	fails            func(generate.Input) bool
	best             generate.Input
	shape            generate.Structure // of best
	asked            map[string]bool    // by text: whether it fails
	left             int                // calls that are allowed still
	patience, misses int
	work             int // choices of candidates that may still be made
}

func (s *shrinker) accept(in generate.Input) {
	s.best = in
	shape, err := s.g.Structure(in.Choices)
	if err != nil {
		panic("minimise: an input does not replay: " + err.Error())
	}
	s.shape = shape
	s.asked[in.Text] = true
}

// try asks about the input of c and keeps it when it is smaller and fails.
func (s *shrinker) try(c generate.Choices) bool {
	if s.done() || slices.Equal(c, s.best.Choices) {
		return false
	}
	s.work -= len(c) + 20
	in, err := s.g.Replay(c)
	if err != nil || !in.Less(s.best) {
		return false
	}
	failed, known := s.asked[in.Text]
	if !known {
		s.left--
		failed = s.fails(in)
		s.asked[in.Text] = failed
	}
	if !failed {
		if !known {
			s.misses++
		}
		return false
	}
	s.misses = 0
	// A known text fails again where simpler choices lead to it.
	s.accept(in)
	return true
}

func (s *shrinker) done() bool { return s.left == 0 || s.work <= 0 }

// pause says whether the pass should give way.
func (s *shrinker) pause() bool { return s.done() || s.misses > s.patience }

// deleteIterations takes away runs of iterations, long ones first, from the end, so that what is left keeps its place.
func (s *shrinker) deleteIterations() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for size := len(s.shape.Groups[group].Iterations); size > 0; size /= 2 {
			to := len(s.shape.Groups[group].Iterations)
			s.misses = 0
			for to > 0 && !s.pause() {
				from := max(0, to-size)
				c, ok := s.shape.Without(s.best.Choices, group, from, to)
				if ok && s.try(c) {
					// The groups may be others now.
					if group >= len(s.shape.Groups) {
						return
					}
					to = min(from, len(s.shape.Groups[group].Iterations))
				} else {
					to = from
				}
			}
			if group >= len(s.shape.Groups) {
				return
			}
		}
	}
}

// zeroBlocks sets runs of choices to zero, halving the length of the runs.
func (s *shrinker) zeroBlocks() {
	for size := len(s.best.Choices); size > 0; size /= 2 {
		s.misses = 0
		for from := 0; from < len(s.best.Choices) && !s.pause(); from += size {
			c := slices.Clone(s.best.Choices)
			clear(c[from:min(len(c), from+size)])
			s.try(c)
		}
	}
}

// lowerEach bisects every choice towards zero. Offsets of numbers around zero
// alternate between the signs, so steps of two are taken first, which keep the sign.
func (s *shrinker) lowerEach() {
	for i := 0; i < len(s.best.Choices) && !s.pause(); i++ {
		for _, step := range []uint64{2, 1} {
			s.lower(i, step)
		}
	}
}

// lowerEqual lowers choices of one variable together where they are equal: all parents of a
// tree's vertices, all copies of a duplicate.
func (s *shrinker) lowerEqual() {
	type class struct {
		owner int
		value uint64
	}
	tried := map[class]bool{}
	for i := 0; i < len(s.best.Choices) && !s.pause(); i++ {
		of := class{s.shape.Owner[i], s.best.Choices[i]}
		if of.value == 0 || tried[of] {
			continue
		}
		tried[of] = true
		for by := of.value; by > 0 && !s.pause(); by /= 2 {
			for _, down := range [2]uint64{by, by &^ 1} { // an even step keeps the sign
				if down > 0 && down <= of.value && s.lowerAll(of.owner, of.value, down) {
					of.value -= down
					by = min(2*of.value, 2*by)
					break
				}
			}
		}
	}
}

// lowerAll lowers all choices of an owner that have the value; there must be two at least.
func (s *shrinker) lowerAll(owner int, value, by uint64) bool {
	c, n := slices.Clone(s.best.Choices), 0
	for j := range c {
		if s.shape.Owner[j] == owner && c[j] == value {
			c[j] -= by
			n++
		}
	}
	return n > 1 && s.try(c)
}

// lower finds the smallest value of choice i that still fails, of those that differ by a multiple of step, if
// failing is monotone; else some smaller one.
func (s *shrinker) lower(i int, step uint64) {
	value := func() uint64 { return s.best.Choices[i] }
	with := func(x uint64) bool {
		c := slices.Clone(s.best.Choices)
		c[i] = x
		return s.try(c) && i < len(s.best.Choices)
	}
	if i >= len(s.best.Choices) || value() < step {
		return
	}
	lo := value() % step // presumed not to fail, once tried
	if with(lo) || i >= len(s.best.Choices) {
		return
	}
	for i < len(s.best.Choices) && value() > lo && (value()-lo)/step > 1 && !s.pause() {
		mid := lo + (value()-lo)/step/2*step
		if !with(mid) {
			lo = mid
		}
	}
}

// maxPairs is up to which distance two choices are lowered together.
const maxPairs = 8

// lowerPairs lowers a choice while a later one goes down or up by as much: L < R, a sum that has to stay, a count
// and a bound that follows it.
func (s *shrinker) lowerPairs() {
	for i := 0; i < len(s.best.Choices) && !s.pause(); i++ {
		for j := i + 1; j <= i+maxPairs && j < len(s.best.Choices) && i < len(s.best.Choices) && !s.pause(); j++ {
			for _, up := range []bool{false, true} {
				s.lowerPair(i, j, up)
			}
			s.trade(i, j)
		}
	}
}

func (s *shrinker) lowerPair(i, j int, up bool) {
	for by := s.room(i, j, up); by > 0 && !s.pause(); {
		c := slices.Clone(s.best.Choices)
		c[i] -= by
		if up {
			c[j] += by
		} else {
			c[j] -= by
		}
		if s.try(c) {
			by = min(by, s.room(i, j, up))
		} else {
			by /= 2
		}
	}
}

// trade raises choice i by one and lowers choice j by one or two: 0 -1 becomes the shorter 1 0.
func (s *shrinker) trade(i, j int) {
	for by := uint64(1); by <= 2; by++ {
		if j < len(s.best.Choices) && s.best.Choices[j] >= by && s.best.Choices[i] < s.shape.Most[i] {
			c := slices.Clone(s.best.Choices)
			c[i]++
			c[j] -= by
			s.try(c)
		}
	}
}

// room is by how much choice i can go down and choice j down or up with it.
func (s *shrinker) room(i, j int, up bool) uint64 {
	c := s.best.Choices
	if j >= len(c) || j >= len(s.shape.Most) {
		return 0
	}
	if up {
		return min(c[i], s.shape.Most[j]-min(c[j], s.shape.Most[j]))
	}
	return min(c[i], c[j])
}

// order exchanges iterations side by side where that is smaller.
func (s *shrinker) order() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for again := true; again && !s.pause(); {
			again = false
			for k := 0; group < len(s.shape.Groups) && k+1 < len(s.shape.Groups[group].Iterations) && !s.pause(); k++ {
				if c, ok := s.shape.Swapped(s.best.Choices, group, k, k+1); ok && s.try(c) {
					again = true
				}
			}
			if group >= len(s.shape.Groups) {
				return
			}
		}
	}
}
