// Package minimise makes a failing input smaller.
//
// It works on the choices of an input, never on its text, so every candidate satisfies the schema by itself, and what
// hangs together (an array and its length) shrinks together. Greedy passes run until none of them finds anything
// smaller: whole iterations are taken away, subtrees too, choices are set to zero, lowered by bisection, equal ones
// lowered together, lowered in pairs, renamed, merged, and put in order. Numbers that name an element, as in 1 <= l <= N,
// follow it when others are taken away; so do vertices of a graph. (The passes are those of internal test-case reduction,
// MacIver and Donaldson, ECOOP 2020.) Where nobody wrote a schema, or an input is none of it, Text works on lines, words
// and numbers instead.
//
// Where failing is not monotone, as with a fault that hangs on a number of lines modulo three or on squares, single
// steps lead nowhere, and no search within some hundred calls can prove a minimum. What is tried then, and in which
// order, is written in last.go; of a format of one number all small numbers are tried, as far as the calls go.
//
// The result is locally minimal: no single step of a pass makes it smaller, unless the calls ran out or it was stopped.
// It always fails as the first input did: what is the same way is the caller's to say. Inputs that are met on
// the way and fail in another way are kept apart. Nothing here is random, nothing reads a clock.
package minimise

import (
	"math/bits"
	"slices"
	"strings"

	"execre/analysis/generate"
)

// Failure is how an input fails: which programs, and in which way. Equal ones are the same failure; "" is none.
type Failure string

// Config bounds the work.
type Config struct {
	MaxCalls int         // calls of ask at the most; 0 means 400
	Stop     func() bool // asked before every call, ends the work when it is true; nil never does
}

// Result is what was found.
type Result struct {
	Smallest generate.Input // fails as the first input did; that itself when nothing smaller does
	Calls    int            // how often ask was called
	Work     int            // what it took to make the inputs, asked about or not, as in generate.Generator.Attempt
	Ended    bool           // no pass made it smaller any more; else the calls ran out, or Stop was true
	Others   []Other        // what else failed on the way, in the order of Failure
}

// Other is another failure, with the smallest input that was met.
type Other struct {
	Failure  Failure
	Smallest generate.Input
}

const (
	defaultCalls = 400
	// fewCalls is the share of the calls that each of the last passes may use: those that try many inputs of which few
	// fail.
	fewCalls = 0.4
)

// firstPatience is after how many refused inputs in a row a pass gives way to the next. It grows when no pass finds
// anything any more, so that a large input is first made coarse in every respect.
const firstPatience = 16

const (
	// maxWork bounds the choices of all candidates that are made, asked about or not: some seconds. What is tried in vain
	// to satisfy the schema counts as choices, see generate.Generator.Attempt.
	maxWork = 4_000_000
	// maxShare bounds what one candidate may waste of it, beside twice what the best input did.
	maxShare = maxWork / 1000
)

// Input finds the smallest input (in the order of generate.Input.Less) that fails as in does, which is the failure
// keep. ask is never called twice on the same text, nor on in, nor on an input that is not smaller than the best so
// far.
//
// in must be an input of g: its choices are those of its text.
func Input(
	g *generate.Generator, in generate.Input, keep Failure, ask func(generate.Input) Failure, cfg Config,
) Result {
	s := &shrinker{asker: newAsker(keep, ask, cfg), g: g, work: maxWork, small: map[uint64][]generate.Input{}}
	s.accept(in)
	passes := []func(){
		s.deleteIterations, s.prune, s.zeroBlocks, s.lowerEach, s.lowerEqual, s.lowerPairs, s.relabel, s.merge, s.order,
	}
	last := []func(){s.deleteRuns, s.deleteEvery, s.closeGaps, s.translate, s.squares, s.stride, s.trySmallest}
	for s.patience = firstPatience; !s.done(); {
		before := s.best
		for _, pass := range passes {
			s.misses = 0
			pass()
		}
		if s.best.Less(before) {
			continue
		}
		if s.patience < s.allowed {
			s.patience *= 8
			continue
		}
		for _, pass := range last {
			s.misses, s.floor = 0, s.left-int(fewCalls*float64(s.left))
			if pass(); s.best.Less(before) {
				break
			}
		}
		s.floor = 0
		if !s.best.Less(before) {
			break
		}
		s.patience = firstPatience
	}
	found := s.result(s.best, generate.Input.Less)
	found.Work = maxWork - s.work
	found.Ended = found.Ended && s.work > 0
	return found
}

// asker asks about inputs, each text once, within bounds.
type asker struct {
	keep    Failure
	ask     func(generate.Input) Failure
	stop    func() bool
	allowed int
	left    int // calls that are allowed still
	stopped bool
	known   map[string]Failure // by text
	others  []generate.Input   // the smallest come last
}

func newAsker(keep Failure, ask func(generate.Input) Failure, cfg Config) asker {
	a := asker{keep: keep, ask: ask, stop: cfg.Stop, allowed: cfg.MaxCalls, known: map[string]Failure{}}
	if a.allowed <= 0 {
		a.allowed = defaultCalls
	}
	a.left = a.allowed
	return a
}

// fails says whether the input fails as it should; fresh is false when that was known, or may not be asked any more.
func (a *asker) fails(in generate.Input) (same, fresh bool) {
	failure, known := a.known[in.Text]
	if !known {
		if a.left == 0 || a.stopped || a.stop != nil && a.stop() {
			a.stopped = true
			return false, false
		}
		a.left--
		failure = a.ask(in)
		a.known[in.Text] = failure
		if failure != a.keep && failure != "" {
			a.others = append(a.others, in)
		}
	}
	return failure == a.keep, !known
}

func (a *asker) result(best generate.Input, less func(a, b generate.Input) bool) Result {
	r := Result{Smallest: best, Calls: a.allowed - a.left, Ended: !a.stopped && a.left > 0}
	smallest := map[Failure]generate.Input{}
	for _, in := range a.others {
		f := a.known[in.Text]
		if old, ok := smallest[f]; !ok || less(in, old) {
			smallest[f] = in
		}
	}
	for f, in := range smallest {
		r.Others = append(r.Others, Other{f, in})
	}
	slices.SortFunc(r.Others, func(a, b Other) int { return strings.Compare(string(a.Failure), string(b.Failure)) })
	return r
}

type shrinker struct {
	asker
	g                *generate.Generator
	best             generate.Input
	shape            generate.Structure // of best
	patience, misses int
	floor            int                         // how many calls the present pass should leave
	work             int                         // choices of candidates that may still be made
	usual            int                         // what it takes to make the best input
	small            map[uint64][]generate.Input // see upTo
}

func (s *shrinker) accept(in generate.Input) {
	s.best = in
	shape, err := s.g.Structure(in.Choices)
	if err != nil {
		panic("minimise: an input does not replay: " + err.Error())
	}
	s.shape = shape
	s.addThings()
	s.work -= s.usual // for the structure
	s.known[in.Text] = s.keep
}

// mostThings is up to how many things have a group by being named: the vertices of a large graph. A number that merely
// bounds others may be of any size.
const mostThings = 200_000

// addThings adds groups of things that are only named, such as the vertices of a graph: they have no choices of their own.
func (s *shrinker) addThings() {
	for _, n := range s.shape.Numbers {
		if 0 < n.Places && n.Places <= mostThings && n.Count >= 0 && !slices.ContainsFunc(s.shape.Groups, func(g generate.Group) bool {
			return g.Count == n.Count
		}) {
			s.shape.Groups = append(s.shape.Groups, generate.Group{Count: n.Count, Iterations: make([][]generate.Range, n.Places)})
		}
	}
}

// try asks about the input of c and keeps it when it is smaller and fails.
func (s *shrinker) try(c generate.Choices) bool { return s.tryNumbers(c, nil) }

// tryNumbers is try with some numbers in place of choices, as generate.Generator.Attempt has it.
func (s *shrinker) tryNumbers(c generate.Choices, numbers map[int]int64) bool {
	if s.done() || numbers == nil && slices.Equal(c, s.best.Choices) {
		return false
	}
	in, spent, err := s.g.Attempt(c, numbers, 2*s.usual+min(maxShare, s.work))
	s.work -= spent + 20
	if err != nil || !in.Less(s.best) {
		return false
	}
	return s.tryInput(in, spent)
}

// tryInput asks about a smaller input, and keeps it when it fails.
func (s *shrinker) tryInput(in generate.Input, spent int) bool {
	failed, fresh := s.fails(in)
	if !failed {
		if fresh {
			s.misses++
		}
		return false
	}
	s.misses = 0
	// A known text fails again where simpler choices lead to it.
	s.usual = spent
	s.accept(in)
	return true
}

func (s *shrinker) done() bool { return s.left == 0 || s.stopped || s.work <= 0 }

// pause says whether the pass should give way.
func (s *shrinker) pause() bool { return s.done() || s.left <= s.floor || s.misses > s.patience }

// deleteIterations takes away runs of iterations, long ones first, from the end, so that what is left keeps its place.
func (s *shrinker) deleteIterations() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for size := s.iterations(group); size > 0; size /= 2 {
			to := s.iterations(group)
			s.misses = 0
			for to > 0 && !s.pause() {
				from := max(0, to-size)
				if s.delete(group, from, to) {
					to = min(from, s.iterations(group))
				} else {
					to = from
				}
			}
		}
	}
}

// delete takes away iterations of a group, also with what names a later one following it.
func (s *shrinker) delete(group, from, to int) bool {
	count := s.shape.Groups[group].Count
	if c, numbers, ok := s.shape.Closed(s.best.Choices, group, from, to, func(i int) bool {
		return s.shape.Numbers[i].Places > 0 && s.shape.Numbers[i].Count == count
	}); ok && s.tryNumbers(c, numbers) {
		return true
	}
	c, ok := s.shape.Without(s.best.Choices, group, from, to)
	return ok && s.try(c)
}

// prune takes away subtrees of trees that are printed level by level, large ones first; what is not below them stays
// where it is.
func (s *shrinker) prune() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for k := 1; group < len(s.shape.Groups) && k < len(s.shape.Groups[group].Nulls) && !s.pause(); k++ {
			if c, ok := s.shape.Pruned(s.best.Choices, group, k); ok && s.try(c) {
				k-- // another node stands here now
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
// alternate between the signs, so steps of two are taken first there, which keep the sign.
func (s *shrinker) lowerEach() {
	for i := 0; i < len(s.best.Choices) && !s.pause(); i++ {
		if n := s.shape.Numbers[i]; !n.Known || n.Is < 0 || uint64(n.Is) < s.best.Choices[i] {
			s.lower(i, 2)
		}
		s.lower(i, 1)
	}
}

// alike are the choices that lowerEqual lowers together.
type alike struct {
	all   bool   // of any variable, with the same range: the two ends of edges
	owner int    // else of this one
	most  uint64 // the top of the range
	value uint64
}

// lowerEqual lowers choices together where they are equal: all parents of a tree's vertices, all copies of a
// duplicate, all places where a graph's vertex is named.
func (s *shrinker) lowerEqual() {
	tried := map[alike]bool{}
	for i := 0; i < 2*len(s.best.Choices) && !s.pause(); i++ {
		at := i / 2
		of := alike{owner: s.shape.Owner[at], value: s.best.Choices[at]}
		if i%2 == 1 {
			of = alike{all: true, most: s.shape.Most[at], value: of.value}
		}
		if of.value == 0 || tried[of] {
			continue
		}
		tried[of] = true
		for by := of.value; by > 0 && !s.pause(); by /= 2 {
			for _, down := range [2]uint64{by, by &^ 1} { // an even step keeps the sign
				if down > 0 && down <= of.value && s.lowerAll(of, down) {
					of.value -= down
					by = min(2*of.value, 2*by)
					break
				}
			}
		}
	}
}

// lowerAll lowers all choices that are alike; there must be two at least.
func (s *shrinker) lowerAll(of alike, by uint64) bool {
	c, n := slices.Clone(s.best.Choices), 0
	for j := range c {
		if c[j] == of.value && (of.all && s.shape.Most[j] == of.most || !of.all && s.shape.Owner[j] == of.owner) {
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

// maxCreep is how often in a row two choices are lowered by as much: where the bound of one hangs on the other, there
// would be no end.
const maxCreep = 8

// lowerPairs lowers a choice while a later one goes down or up by as much: L < R, a sum that has to stay, a count
// and a bound that follows it.
func (s *shrinker) lowerPairs() {
	for i := 0; i < len(s.best.Choices) && !s.pause(); i++ {
		for j := i + 1; j <= i+maxPairs && j < len(s.best.Choices) && i < len(s.best.Choices) && !s.pause(); j++ {
			for _, up := range []bool{false, true} {
				s.lowerPair(i, j, up)
			}
			s.trade(i, j)
			s.exchange(i, j)
		}
	}
}

func (s *shrinker) lowerPair(i, j int, up bool) {
	again := maxCreep
	for by := s.room(i, j, up); by > 0 && again > 0 && !s.pause(); {
		if s.shift(i, j, by, up) || by&1 == 1 && by > 1 && s.shift(i, j, by-1, up) { // an even step keeps the signs
			by = min(by, s.room(i, j, up))
			again--
			continue
		}
		again = maxCreep
		if by&(by-1) == 0 {
			by /= 2
		} else {
			by = 1 << (bits.Len64(by) - 1)
		}
	}
}

func (s *shrinker) shift(i, j int, by uint64, up bool) bool {
	if by > s.room(i, j, up) {
		return false
	}
	c := slices.Clone(s.best.Choices)
	c[i] -= by
	if up {
		c[j] += by
	} else {
		c[j] -= by
	}
	return s.try(c)
}

// trade raises choice i and lowers choice j by one or two: 0 -1 becomes the shorter 1 0, and 8 10 becomes 9 9.
func (s *shrinker) trade(i, j int) {
	for _, by := range [3]struct{ up, down uint64 }{{1, 1}, {1, 2}, {2, 2}} {
		if j < len(s.best.Choices) && s.best.Choices[j] >= by.down && s.shape.Most[i]-s.best.Choices[i] >= by.up {
			c := slices.Clone(s.best.Choices)
			c[i] += by.up
			c[j] -= by.down
			s.try(c)
		}
	}
}

// exchange gives each of two choices of the same range the value of the other, also with the sign of a number changed:
// 4 2 becomes 2 4, and 0 -7 becomes 7 0.
func (s *shrinker) exchange(i, j int) {
	for flip := uint64(0); flip <= 1; flip++ {
		if j >= len(s.best.Choices) || s.shape.Most[i] != s.shape.Most[j] || s.best.Choices[j] < flip {
			return
		}
		c := slices.Clone(s.best.Choices)
		c[i], c[j] = c[j]-flip, c[i]
		s.try(c)
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

// maxRelabel is up to how many choices names are exchanged: all pairs are looked at.
const maxRelabel = 300

// relabel exchanges two values wherever choices of the same range have them: two vertices of a graph change names.
func (s *shrinker) relabel() {
	type names struct{ most, high, low uint64 }
	tried := map[names]bool{}
	if len(s.best.Choices) > maxRelabel {
		return
	}
	for i := 0; i < len(s.best.Choices) && !s.pause(); i++ {
		for j := i + 1; i < len(s.best.Choices) && j < len(s.best.Choices) && !s.pause(); j++ {
			of := names{s.shape.Most[i], s.best.Choices[i], s.best.Choices[j]}
			if s.shape.Most[j] != of.most || of.high <= of.low || tried[of] {
				continue
			}
			tried[of] = true
			c := slices.Clone(s.best.Choices)
			for k, most := range s.shape.Most {
				switch {
				case most != of.most:
				case c[k] == of.high:
					c[k] = of.low
				case c[k] == of.low:
					c[k] = of.high
				}
			}
			s.try(c)
		}
	}
}

// merge takes an iteration of one choice away and adds it to the one before: where a sum has to stay, one term will do.
// Where offsets alternate between the signs, that of a sum is one more than the sum of the offsets.
func (s *shrinker) merge() {
	for group := 0; group < len(s.shape.Groups); group++ {
		for k := len(s.shape.Groups[group].Iterations) - 1; k > 0 && !s.pause(); k-- {
			if group >= len(s.shape.Groups) || k >= len(s.shape.Groups[group].Iterations) {
				break
			}
			s.mergeInto(group, k, 0)
			s.mergeInto(group, k, 1)
		}
	}
}

func (s *shrinker) mergeInto(group, k int, more uint64) {
	g := s.shape.Groups[group]
	if k >= len(g.Iterations) || len(g.Iterations[k]) != 1 || len(g.Iterations[k-1]) != 1 {
		return
	}
	from, to := g.Iterations[k][0], g.Iterations[k-1][0]
	if from.To-from.From != 1 || to.To-to.From != 1 {
		return
	}
	c := slices.Clone(s.best.Choices)
	x, most := c[from.From], s.shape.Most[to.From]
	if x == 0 || x > most-c[to.From] || x+more > most-c[to.From] {
		return
	}
	c[to.From] += x + more
	if c, ok := s.shape.Without(c, group, k, k+1); ok {
		s.try(c)
	}
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
