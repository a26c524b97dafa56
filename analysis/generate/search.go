package generate

import (
	"fmt"
	"math/rand/v2"
)

// Search gives the inputs of a check, round by round, never a text twice. A round depends only on the seed, its number,
// the samples and the interesting inputs that are handed in, so that the same search gives the same inputs on every
// machine.
//
// A schema with few inputs is enumerated, simplest first. Else the very first input is the simplest of all, sizes grow
// over the budget (one input in six is of any size), and of the inputs about 45 % are mutations of samples and of
// interesting inputs (where there are any), 15 % have bounds for half of their values, the rest is drawn at random:
// mutation finds most of the rare faults, boundaries come next, uniform draws last.
type Search struct {
	g       *Generator
	seed    uint64
	budget  int
	samples []Input
	seen    map[string]bool
	given   int
	round   uint64
	space   []Input // the whole space where it is small, what was given already taken off
	small   bool
}

const (
	// searchDraws is how many draws in a row may bring nothing new before a search gives up.
	searchDraws = 1000
	// searchSpace is how many inputs a schema may have at the most to be enumerated.
	searchSpace = 2000
)

// NewSearch begins a search that is meant to give budget inputs in all (it may be asked for more). The
// samples are mutated; their own texts are never given.
func NewSearch(g *Generator, seed uint64, budget int, samples []Input) *Search {
	s := &Search{g: g, seed: seed, budget: max(1, budget), samples: samples, seen: map[string]bool{}}
	for _, in := range samples {
		s.seen[in.Text] = true
	}
	if all, ok := g.Enumerate(min(s.budget, searchSpace)); ok {
		s.small = true
		for _, in := range all {
			if !s.seen[in.Text] {
				s.space = append(s.space, in)
			}
		}
	}
	return s
}

// Next returns the inputs of the next round, count of them unless exhausted says why there are fewer. interesting are
// inputs of earlier rounds that told programs apart, in a fixed order.
func (s *Search) Next(count int, interesting []Input) (inputs []Input, exhausted string) {
	s.round++
	if s.small {
		inputs = s.space[:min(count, len(s.space))]
		s.space = s.space[len(inputs):]
		s.given += len(inputs)
		if len(inputs) < count {
			exhausted = fmt.Sprintf("the schema has no more inputs: all %d were given", s.given)
		}
		return inputs, exhausted
	}
	r := rand.New(rand.NewPCG(s.seed, s.round))
	for misses := 0; len(inputs) < count; {
		in, err := s.draw(r, interesting, misses)
		if err != nil || s.seen[in.Text] {
			if misses++; misses == searchDraws {
				return inputs, fmt.Sprintf("no new input after %d draws: %d in all were found", misses, s.given)
			}
			continue
		}
		misses = 0
		s.seen[in.Text] = true
		s.given++
		inputs = append(inputs, in)
	}
	return inputs, ""
}

// draw makes one input; misses is how many draws before it brought nothing new.
func (s *Search) draw(r *rand.Rand, interesting []Input, misses int) (Input, error) {
	if s.given == 0 && misses == 0 {
		return s.g.Replay(nil)
	}
	// Small first; but one input in six may have any size up to a bound that grows too, and where little new is left
	// among the small ones, sizes grow.
	progress := min(1, float64(s.given)/float64(s.budget))
	size := (0.15 + 0.55*progress) * (0.5 + 0.5*r.Float64())
	if r.IntN(6) == 0 {
		size = r.Float64() * (0.4 + 0.6*progress)
	}
	size = min(1, size+float64(misses)/200)
	pool := len(s.samples) + len(interesting)
	switch p := r.Float64(); {
	case p < 0.45 && pool > 0:
		from := s.samples
		if len(interesting) > 0 && (len(from) == 0 || r.IntN(2) == 0) {
			from = interesting
		}
		return s.g.Mutate(r, from[r.IntN(len(from))])
	case p < 0.6:
		return s.g.random(r, size, 0.5)
	}
	return s.g.Random(r, size)
}
