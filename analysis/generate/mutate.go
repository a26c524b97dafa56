package generate

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Without returns c without the iterations from..to-1 of a group, their number lowered; ok is false when the group's
// number is fixed or cannot be lowered so far. c must be what the Structure was made of.
func (s Structure) Without(c Choices, group, from, to int) (out Choices, ok bool) {
	g := s.Groups[group]
	n := uint64(to - from)
	if g.Count < 0 || c[g.Count] < n {
		return nil, false
	}
	gone := make([]bool, len(c))
	for _, ranges := range g.Iterations[from:to] {
		for _, r := range ranges {
			for i := r.From; i < r.To; i++ {
				gone[i] = true
			}
		}
	}
	out = make(Choices, 0, len(c))
	for i, x := range c {
		switch {
		case i == g.Count:
			out = append(out, x-n)
		case !gone[i]:
			out = append(out, x)
		}
	}
	return out, true
}

// Twice returns c with iteration k of a group doubled, its number raised; ok is false when it is at its highest or
// fixed.
func (s Structure) Twice(c Choices, group, k int) (out Choices, ok bool) {
	g := s.Groups[group]
	if g.Count < 0 || c[g.Count] >= s.Most[g.Count] {
		return nil, false
	}
	done := 0
	for _, r := range g.Iterations[k] {
		out = append(out, c[done:r.To]...)
		out = append(out, c[r.From:r.To]...)
		done = r.To
	}
	out = append(out, c[done:]...)
	out[g.Count]++
	return out, true
}

// Swapped returns c with iterations j and k of a group exchanged; ok is false when they are not of the same form.
func (s Structure) Swapped(c Choices, group, j, k int) (out Choices, ok bool) {
	a, b := s.Groups[group].Iterations[min(j, k)], s.Groups[group].Iterations[max(j, k)]
	if len(a) != len(b) || len(a) == 0 || j == k {
		return nil, false
	}
	type swap struct{ a, b Range }
	var swaps []swap
	for i := range a {
		swaps = append(swaps, swap{a[i], b[i]})
	}
	// The blocks may differ in length: put the pieces together anew, in the order of their places.
	source := map[int]Range{}
	end := map[int]int{}
	var starts []int
	for _, w := range swaps {
		source[w.a.From], source[w.b.From] = w.b, w.a
		end[w.a.From], end[w.b.From] = w.a.To, w.b.To
		starts = append(starts, w.a.From, w.b.From)
	}
	slices.Sort(starts)
	done := 0
	for _, at := range starts {
		if at < done {
			return nil, false // one lies inside the other
		}
		out = append(out, c[done:at]...)
		out = append(out, c[source[at].From:source[at].To]...)
		done = end[at]
	}
	return append(out, c[done:]...), true
}

// Mutate changes one to three things of in: it nudges a decision, copies one onto another of the same variable, or
// doubles, removes or exchanges iterations. The result satisfies the schema and is at most about twice as
// long. It can be in itself where nothing else is possible.
func (g *Generator) Mutate(r *rand.Rand, in Input) (Input, error) {
	now := in
	for left := 1 + r.IntN(3); left > 0; left-- {
		for range 8 {
			s, err := g.Structure(now.Choices)
			if err != nil {
				return Input{}, err
			}
			c, ok := mutated(r, s, now.Choices)
			if !ok {
				continue
			}
			run := g.newRun(&replayer{choices: c})
			run.limit = min(maxValues, 2*len(in.Choices)+100)
			next, err := run.input()
			if err == nil && next.Text != now.Text && len(next.Text) <= 2*len(in.Text)+100 {
				now = next
				break
			}
		}
	}
	return now, nil
}

// mutated makes one change.
func mutated(r *rand.Rand, s Structure, c Choices) (Choices, bool) {
	var groups []int
	for i, g := range s.Groups {
		if len(g.Iterations) > 0 {
			groups = append(groups, i)
		}
	}
	if len(groups) > 0 && r.IntN(5) < 2 {
		k := groups[r.IntN(len(groups))]
		n := len(s.Groups[k].Iterations)
		i := r.IntN(n)
		switch r.IntN(4) {
		case 0:
			return s.Without(c, k, i, i+1)
		case 1:
			return s.Twice(c, k, i)
		case 2:
			if i+1 < n {
				return s.Swapped(c, k, i, i+1)
			}
			return nil, false
		default:
			return s.Swapped(c, k, i, r.IntN(n))
		}
	}
	// Every variable has the same chance, so that N is nudged as often as some A_i.
	var owners []int
	for i, o := range s.Owner {
		if s.Most[i] > 0 && !slices.Contains(owners, o) {
			owners = append(owners, o)
		}
	}
	if len(owners) == 0 {
		return nil, false
	}
	owner := owners[r.IntN(len(owners))]
	var at []int
	for i, o := range s.Owner {
		if o == owner && s.Most[i] > 0 {
			at = append(at, i)
		}
	}
	i := at[r.IntN(len(at))]
	if k := slices.IndexFunc(s.Groups, func(g Group) bool { return g.Count == i }); k >= 0 {
		if n := len(s.Groups[k].Iterations); n > 0 {
			// A count changes together with its last iterations, so that the choices behind keep their places.
			if r.IntN(2) == 0 {
				return s.Twice(c, k, n-1)
			}
			return s.Without(c, k, r.IntN(n), n)
		}
	}
	c = slices.Clone(c)
	most := s.Most[i]
	switch r.IntN(8) {
	case 0, 1:
		c[i] = min(most, c[i]+1+uint64(r.IntN(2)))
	case 2, 3:
		c[i] -= min(c[i], 1+uint64(r.IntN(2)))
	case 4:
		c[i] = 0
	case 5:
		c[i] = most
	case 6:
		c[i] = min(most, c[at[r.IntN(len(at))]])
	default:
		if most == math.MaxUint64 {
			c[i] = r.Uint64()
		} else {
			c[i] = r.Uint64N(most + 1)
		}
	}
	return c, true
}
