package generate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"execre/analysis/schema"
)

// Search gives the inputs of a check, round by round, never a text twice. A round depends only on the seed, its number,
// the samples and what finished rounds showed, so that the same search gives the same inputs on every machine.
//
// A schema with few inputs is enumerated, simplest first. Else the very first input is the simplest of all, and then
// come, mixed:
//   - all of the smallest inputs, those whose every decision is among the first two, three, ... of its range, for at
//     most an eighth of the budget; of a format of one or two numbers up to two fifths: all up to some hundred, or a square;
//   - for 45 %, where there are any, mutations of samples and of inputs that told programs apart or came near to it:
//     what few others show weighs more, and so does what is small;
//   - for about 25 %, probes: every bound of every variable, every shape of columns, texts, grids, trees and graphs,
//     one after another, and then two of them at once;
//   - the rest at random. Sizes grow over the budget; one input in six is of any size.
//
// (Mutation finds most of the rare faults, boundaries come next, uniform draws last.)
type Search struct {
	g       *Generator
	seed    uint64
	budget  int
	samples []Input
	seen    map[string]bool
	given   int
	round   uint64
	space   []Input // the whole space where it is small, else the smallest inputs; without what was given already
	small   bool
	probes  []manner
	probed  int // how many probes were drawn
	leads   []Outcome
	shown   map[string]int // by behaviour: on how many leads
	unseen  Unseen
}

// Outcome is what an input of a finished round showed.
type Outcome struct {
	Input Input
	// Behaviour names who agreed with whom: equal for inputs that show the same.
	Behaviour string
	// Interest is 1 when the input told programs apart that no other had, less when it came near to it or showed what
	// is known, and 0 when there is no reason to mutate it.
	Interest float64
}

const (
	// searchDraws is how many draws in a row may bring nothing new before a search gives up.
	searchDraws = 1000
	// searchSpace is how many inputs a schema may have at the most to be enumerated.
	searchSpace = 2000
	// smallestShare is the share of the budget for the smallest inputs of a large space, and mostSmallest their number.
	smallestShare = 0.125
	mostSmallest  = 400
	// shareOfOne and shareOfTwo are those where all of the input is one or two numbers.
	shareOfOne = 0.4
	shareOfTwo = 0.25
	// mutantShare and probeShare are those of mutations and probes.
	mutantShare = 0.45
	probeShare  = 0.25
	// mostPairs is how many pairs of bounds are probed.
	mostPairs = 60
)

// NewSearch begins a search that is meant to give budget inputs in all (it may be asked for more). The
// samples are mutated; their own texts are never given.
func NewSearch(g *Generator, seed uint64, budget int, samples []Input) *Search {
	s := &Search{
		g: g, seed: seed, budget: max(1, budget), samples: samples,
		seen: map[string]bool{}, shown: map[string]int{},
	}
	for _, in := range samples {
		s.seen[in.Text] = true
	}
	all, ok := g.Enumerate(min(s.budget, searchSpace))
	s.small = ok
	if !ok {
		r := rand.New(rand.NewPCG(seed, 0))
		all = g.smallest(r, min(mostSmallest, int(math.Ceil(g.shareOfSmallest()*float64(s.budget)))))
		s.probes = g.probes(r)
	}
	for _, in := range all {
		if !s.seen[in.Text] {
			s.space = append(s.space, in)
		}
	}
	return s
}

// Learn tells the search what inputs showed, its own or others, in a fixed order. Every input should be told of
// once: all of them make the estimate of Unseen, the interesting ones are mutated from the next round on.
func (s *Search) Learn(outcomes []Outcome) {
	for _, o := range outcomes {
		s.unseen.Add(o.Behaviour)
		if o.Interest > 0 {
			s.leads = append(s.leads, o)
			s.shown[o.Behaviour]++
		}
	}
}

// Unseen returns the estimate of how likely one more input is to show something new, from what was learned so far.
func (s *Search) Unseen() *Unseen { return &s.unseen }

// Next returns the inputs of the next round, count of them unless exhausted says why there are fewer.
func (s *Search) Next(count int) (inputs []Input, exhausted string) {
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
	pool := s.pool()
	for misses := 0; len(inputs) < count; {
		in, err := s.draw(r, pool, misses)
		if err != nil || s.seen[in.Text] {
			if misses++; wasTired(err) {
				misses += searchDraws / 10 // such a draw takes as long as a thousand others
			}
			if misses >= searchDraws {
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

func wasTired(err error) bool {
	var f failure
	return errors.As(err, &f) && f.tired
}

// draw makes one input; misses is how many draws before it brought nothing new.
func (s *Search) draw(r *rand.Rand, pool pool, misses int) (Input, error) {
	if s.given == 0 && misses == 0 {
		return s.g.Replay(nil)
	}
	if len(s.space) > 0 && r.IntN(3) == 0 {
		in := s.space[0]
		s.space = s.space[1:]
		return in, nil
	}
	// Small first; but one input in six may have any size up to a bound that grows too, and where little new is left
	// among the small ones, sizes grow.
	progress := min(1, float64(s.given)/float64(s.budget))
	size := (0.15 + 0.55*progress) * (0.5 + 0.5*r.Float64())
	if r.IntN(6) == 0 {
		size = r.Float64() * (0.4 + 0.6*progress)
	}
	how := manner{size: min(1, size+float64(misses)/200)}
	p := r.Float64()
	switch {
	case len(pool.inputs) == 0:
		p = mutantShare + p*(1-mutantShare)
	case p < mutantShare:
		return s.g.mutant(r, pool.pick(r), pool.pick(r))
	}
	if p < mutantShare+probeShare {
		return s.g.draw(r, s.probe(r, how))
	}
	if r.IntN(3) == 0 {
		how.edge = 0.5
	}
	return s.g.draw(r, how)
}

// probe is how the next probe is drawn.
func (s *Search) probe(r *rand.Rand, how manner) manner {
	if len(s.probes) == 0 {
		return how
	}
	k := s.probed
	s.probed++
	// The highest count is for Large; here it is one that goes with the size.
	how.budget = max(100, maxRandomValues*math.Pow(how.size, 3))
	how = how.with(s.probes[k%len(s.probes)])
	if k >= len(s.probes) {
		how = how.with(s.probes[r.IntN(len(s.probes))])
	}
	return how
}

// with adds the wishes of another manner.
func (m manner) with(other manner) manner {
	if other.ends != nil {
		m.ends = slices.Clone(m.ends)
		if m.ends == nil {
			m.ends = make([]end, len(other.ends))
		}
		for i, e := range other.ends {
			if e != anywhere {
				m.ends[i] = e
			}
		}
	}
	m.column, m.text = max(m.column, other.column), max(m.text, other.text)
	m.grid, m.tree, m.pairs = max(m.grid, other.grid), max(m.tree, other.tree), max(m.pairs, other.pairs)
	return m
}

// probes lists what is to be tried at least once: first each bound and each shape, then pairs of bounds.
func (g *Generator) probes(r *rand.Rand) (all []manner) {
	var bounded, counts []int
	var columns, texts, grids, trees, pairs bool
	for id, v := range g.vars {
		sc := g.scopes[v.scope]
		grids = grids || sc.matrix || sc.rows
		trees = trees || v.tree != nil || len(sc.graphs) > 0
		switch {
		case v.Kind == schema.String:
			texts = texts || v.shape != nil
		case v.tree != nil || v.def != nil:
		case v.counts:
			counts = append(counts, id)
		default:
			bounded = append(bounded, id)
			columns = columns || v.scope != 0
		}
		pairs = pairs || len(sc.pairs) > 0 || len(sc.graphs) > 0
	}
	ends := func(which end, ids ...int) manner {
		m := manner{ends: make([]end, len(g.vars))}
		for _, id := range ids {
			m.ends[id] = which
		}
		return m
	}
	for _, which := range []end{lowest, highest} {
		for _, id := range slices.Concat(bounded, counts) {
			all = append(all, ends(which, id))
		}
		if len(bounded) > 1 {
			all = append(all, ends(which, bounded...))
		}
	}
	shapes := func(wanted bool, n int, of func(k int) manner) {
		for k := 1; wanted && k < n; k++ {
			all = append(all, of(k))
		}
	}
	shapes(columns, int(columnShapes), func(k int) manner { return manner{column: columnShape(k)} })
	shapes(texts, int(textShapes), func(k int) manner { return manner{text: textShape(k)} })
	shapes(grids, int(gridShapes), func(k int) manner { return manner{grid: gridShape(k)} })
	shapes(trees, int(treeShapes), func(k int) manner { return manner{tree: treeShape(k)} })
	shapes(pairs, int(pairShapes), func(k int) manner { return manner{pairs: pairShape(k)} })
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var both []manner
	ids := slices.Concat(bounded, counts)
	for i := range min(len(ids), 16) {
		for j := range i {
			for _, e := range []end{lowest, highest} {
				for _, f := range []end{lowest, highest} {
					both = append(both, ends(e, ids[i]).with(ends(f, ids[j])))
				}
			}
		}
	}
	r.Shuffle(len(both), func(i, j int) { both[i], both[j] = both[j], both[i] })
	return append(all, both[:min(len(both), mostPairs)]...)
}

// shareOfSmallest is the share of a search that the smallest inputs have.
func (g *Generator) shareOfSmallest() float64 {
	if len(g.scopes) == 1 && !slices.ContainsFunc(g.vars, func(v *variable) bool { return v.Kind == schema.String }) {
		switch free := slices.DeleteFunc(slices.Clone(g.vars), func(v *variable) bool { return v.def != nil }); len(free) {
		case 1:
			return shareOfOne
		case 2:
			return shareOfTwo
		}
	}
	return smallestShare
}

// smallest returns up to limit of the smallest inputs: all whose decisions are at most so high, for the highest number
// that leaves them few enough, simplest decisions first; of those one higher, some at random.
func (g *Generator) smallest(r *rand.Rand, limit int) (all []Input) {
	seen := map[string]bool{}
	upTo := func(most uint64) bool {
		known := maps.Clone(seen)
		w := walk{g: g, most: most, limit: limit - len(all), effort: 2000 + 200*limit, seen: known}
		more, ok := w.all()
		if ok {
			all, seen = append(all, more...), known
		}
		return ok
	}
	most, step := uint64(0), uint64(1)
	for step > 0 && len(all) < limit {
		if upTo(most + step) {
			most += step
			step = max(1, most/4)
		} else {
			step /= 2
		}
	}
	for range 4 * limit {
		if len(all) == limit {
			break
		}
		run := g.newRun(&boxed{r, most + 1})
		run.most = hasty
		in, err := run.input()
		run.release()
		if wasTired(err) {
			break // and so would the next ones be
		}
		if err == nil && !seen[in.Text] {
			seen[in.Text] = true
			all = append(all, in)
		}
	}
	return all
}

// boxed draws decisions that are at most so high.
type boxed struct {
	*rand.Rand
	most uint64
}

func (b *boxed) offset(_ *run, _ *variable, m *menu) integer {
	return minInt(uintOf(b.Uint64N(b.most+1)), m.width)
}
func (b *boxed) index(*run, decision, uint64) uint64 { return b.Uint64N(b.most + 1) }
func (b *boxed) column(*run, int, *instance)         {}
func (b *boxed) text(*run, *variable)                {}
func (b *boxed) edges(*run, *tree, int)              {}

// pool is what is mutated.
type pool struct {
	inputs []Input
	energy []float64 // running sums
}

// pool weighs what there is: what told programs apart more than samples, what few others show more than what many do,
// and small inputs more than large ones.
func (s *Search) pool() (p pool) {
	total := 0.0
	add := func(in Input, energy float64) {
		total += energy / (1 + float64(len(in.Text))/256)
		p.inputs, p.energy = append(p.inputs, in), append(p.energy, total)
	}
	for _, in := range s.samples {
		add(in, 1)
	}
	for _, o := range s.leads {
		add(o.Input, 3*o.Interest/math.Sqrt(float64(s.shown[o.Behaviour])))
	}
	return p
}

func (p pool) pick(r *rand.Rand) Input {
	x := r.Float64() * p.energy[len(p.energy)-1]
	return p.inputs[min(len(p.inputs)-1, sort.SearchFloat64s(p.energy, x))]
}
