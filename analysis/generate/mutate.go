package generate

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Without returns c without the iterations from..to-1 of a group, their number lowered; ok is false when the group's
// number is fixed or cannot be lowered so far. c must be what the Structure was made of.
func (s Structure) Without(c Choices, group, from, to int) (out Choices, ok bool) {
	return s.Groups[group].without(c, from, to)
}

func (g Group) without(c Choices, from, to int) (out Choices, ok bool) {
	n := uint64(to - from)
	if g.Count < 0 || c[g.Count] < n {
		return nil, false
	}
	gone := g.choices(len(c), from, to)
	out = make(Choices, 0, len(c))
	for i, x := range c {
		if !gone[i] {
			out = append(out, x)
		}
	}
	out[g.Count] -= n // it stands before its iterations
	return out, true
}

// Closed is Without, with the gap closed: numbers that name an iteration behind those that are gone follow it to its new
// place. Those are the choices of which names is true. It returns them, with the number of iterations, for
// Generator.Attempt; ok is false also where there are none, so that Without is as good.
func (s Structure) Closed(
	c Choices, group, from, to int, names func(choice int) bool,
) (out Choices, numbers map[int]int64, ok bool) {
	g, n := s.Groups[group], int64(to-from)
	if g.Count < 0 || !s.Numbers[g.Count].Known {
		return nil, nil, false
	}
	gone := g.choices(len(c), from, to)
	out, numbers = make(Choices, 0, len(c)), map[int]int64{}
	for i, x := range c {
		if gone[i] {
			continue
		}
		if m := s.Numbers[i]; m.Known && i != g.Count && names(i) && m.Is-m.First >= int64(from) {
			numbers[len(out)] = max(m.First+int64(from), m.Is-n)
		}
		out = append(out, x)
	}
	if len(numbers) == 0 {
		return nil, nil, false
	}
	numbers[g.Count] = s.Numbers[g.Count].Is - n
	return out, numbers, true
}

// choices says which of so many choices are those of the iterations from..to-1.
func (g Group) choices(n, from, to int) []bool {
	of := make([]bool, n)
	for _, ranges := range g.Iterations[from:to] {
		for _, r := range ranges {
			for i := r.From; i < r.To; i++ {
				of[i] = true
			}
		}
	}
	return of
}

// Thinned returns c without every k-th iteration of a group, from first on; ok as with Without.
func (s Structure) Thinned(c Choices, group, first, every int) (out Choices, ok bool) {
	g := s.Groups[group]
	thin := Group{Count: g.Count}
	for k := first; k < len(g.Iterations); k += every {
		thin.Iterations = append(thin.Iterations, g.Iterations[k])
	}
	return thin.without(c, 0, len(thin.Iterations))
}

// Twice returns c with iteration k of a group doubled, its number raised; ok is false when it is at its highest or
// fixed.
func (s Structure) Twice(c Choices, group, k int) (out Choices, ok bool) {
	return s.copied(c, group, k, k+1)
}

// copied is Twice for the iterations from..to-1; the copy stands behind them.
func (s Structure) copied(c Choices, group, from, to int) (out Choices, ok bool) {
	g := s.Groups[group]
	n := uint64(to - from)
	if g.Count < 0 || s.Most[g.Count]-c[g.Count] < n {
		return nil, false
	}
	done := 0
	for part := range g.Iterations[to-1] {
		if part >= len(g.Iterations[from]) {
			return nil, false // iterations of different forms
		}
		first, last := g.Iterations[from][part].From, g.Iterations[to-1][part].To
		if first < done {
			return nil, false
		}
		out = append(out, c[done:last]...)
		out = append(out, c[first:last]...)
		done = last
	}
	out = append(out, c[done:]...)
	out[g.Count] += n
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

// Mutate changes one to four things of in: it nudges, scales or copies decisions, doubles, removes or exchanges
// iterations. The result satisfies the schema and is at most about twice as long. It can be in itself where nothing
// else is possible.
func (g *Generator) Mutate(r *rand.Rand, in Input) (Input, error) { return g.mutant(r, in, in) }

// mutant is Mutate, with parts of the input other put into in now and then.
func (g *Generator) mutant(r *rand.Rand, in, other Input) (Input, error) {
	now, s, err := g.structured(in.Choices, maxValues, maxWaste)
	if err != nil {
		return Input{}, err
	}
	m := mutation{Rand: r, other: other.Choices}
	if len(other.Choices) > 0 && other.Text != in.Text {
		if _, m.otherShape, err = g.structured(other.Choices, maxValues, maxWaste); err != nil {
			return Input{}, err
		}
	}
	limit := min(maxValues, 2*len(in.Choices)+100)
	for left := 1 + r.IntN(4); left > 0; left-- {
		m.begin(s, now.Choices)
		for range 8 {
			c, ok := m.change()
			if !ok {
				continue
			}
			next, shape, err := g.structured(c, limit, hasty)
			if err == nil && next.Text != now.Text && len(next.Text) <= 2*len(in.Text)+100 {
				now, s = next, shape
				break
			}
		}
	}
	return now, nil
}

// mutation makes changes to one input.
type mutation struct {
	*rand.Rand
	s          Structure
	c          Choices
	owners     []int         // that have a choice that can be another
	at         map[int][]int // by owner: those choices
	groups     []int         // that have iterations
	other      Choices
	otherShape Structure // without choices where there is no other input
}

func (m *mutation) begin(s Structure, c Choices) {
	m.s, m.c, m.owners, m.groups, m.at = s, c, m.owners[:0], m.groups[:0], map[int][]int{}
	for i, o := range s.Owner {
		if s.Most[i] == 0 {
			continue
		}
		if m.at[o] == nil {
			m.owners = append(m.owners, o)
		}
		m.at[o] = append(m.at[o], i)
	}
	for i, g := range s.Groups {
		if len(g.Iterations) > 0 {
			m.groups = append(m.groups, i)
		}
	}
}

// change makes one change.
func (m *mutation) change() (Choices, bool) {
	if len(m.owners) == 0 {
		return nil, false
	}
	p := m.IntN(100)
	switch {
	case p < 35 && len(m.groups) > 0:
		return m.regroup()
	case p < 45 && len(m.otherShape.Owner) > 0:
		return m.splice()
	}
	// Every variable has the same chance, so that N is nudged as often as some A_i.
	owner := m.owners[m.IntN(len(m.owners))]
	at := m.at[owner]
	i := m.IntN(len(at))
	if k := slices.IndexFunc(m.s.Groups, func(g Group) bool { return g.Count == at[i] }); k >= 0 {
		if n := len(m.s.Groups[k].Iterations); n > 0 {
			// A count changes together with its last iterations, so that the choices behind keep their places.
			if m.IntN(2) == 0 {
				return m.s.Twice(m.c, k, n-1)
			}
			return m.s.Without(m.c, k, m.IntN(n), n)
		}
	}
	c := slices.Clone(m.c)
	if len(at) > 1 && m.IntN(3) == 0 {
		m.block(c, at, i)
	} else {
		m.nudge(c, owner, at[i])
	}
	return c, true
}

// regroup takes away, copies or exchanges iterations.
func (m *mutation) regroup() (Choices, bool) {
	k := m.groups[m.IntN(len(m.groups))]
	n := len(m.s.Groups[k].Iterations)
	i, j := m.IntN(n), m.IntN(n)
	switch m.IntN(7) {
	case 0:
		if m.s.Groups[k].Nulls != nil && m.IntN(2) == 0 {
			return m.s.Pruned(m.c, k, i)
		}
		return m.s.Without(m.c, k, i, i+1)
	case 1:
		return m.s.Without(m.c, k, min(i, j), max(i, j)+1)
	case 2:
		return m.s.Twice(m.c, k, i)
	case 3: // a block once more
		c, s := m.c, m.s
		return s.copied(c, k, min(i, j), min(max(i, j)+1, min(i, j)+8))
	case 4, 5:
		return m.s.Swapped(m.c, k, i, j)
	default:
		return m.s.Swapped(m.c, k, i, min(i+1, n-1))
	}
}

// splice takes a run of decisions, or all from some place on, from the other input.
func (m *mutation) splice() (Choices, bool) {
	owner := m.owners[m.IntN(len(m.owners))]
	var theirs []int
	for i, o := range m.otherShape.Owner {
		if o == owner {
			theirs = append(theirs, i)
		}
	}
	if len(theirs) == 0 {
		return nil, false
	}
	mine := m.at[owner]
	i, j := m.IntN(len(mine)), m.IntN(len(theirs))
	if m.IntN(2) == 0 {
		return append(slices.Clone(m.c[:mine[i]]), m.other[theirs[j]:]...), true
	}
	c := slices.Clone(m.c)
	for n := 1 + m.IntN(len(theirs)-j); n > 0 && i < len(mine); n-- {
		c[mine[i]] = min(m.s.Most[mine[i]], m.other[theirs[j]])
		i, j = i+1, j+1
	}
	return c, true
}

// nudge changes one choice.
func (m *mutation) nudge(c Choices, owner, i int) {
	most := m.s.Most[i]
	at := m.at[owner]
	small := 1 + uint64(m.IntN(2))
	switch m.IntN(13) {
	case 0, 1:
		c[i] += min(most-c[i], small)
	case 2, 3:
		c[i] -= min(c[i], small)
	case 4:
		c[i] = 0
	case 5:
		c[i] = most - min(most, uint64(m.IntN(2)))
	case 6:
		c[i] = min(most, c[at[m.IntN(len(at))]])
	case 7: // next to one of the same variable
		c[i] = min(most, c[at[m.IntN(len(at))]]+small)
	case 8: // as one of another variable
		far := m.at[m.owners[m.IntN(len(m.owners))]]
		c[i] = min(most, c[far[m.IntN(len(far))]])
	case 9:
		c[i] = c[i]/2 + (most/2)*uint64(m.IntN(2))
	case 10:
		c[i] = min(most, c[i]^(1<<m.IntN(64)))
	case 11: // exchanged
		j := at[m.IntN(len(at))]
		c[i], c[j] = min(most, c[j]), min(m.s.Most[j], c[i])
	default:
		if most == math.MaxUint64 {
			c[i] = m.Uint64()
		} else {
			c[i] = m.Uint64N(most + 1)
		}
	}
}

// block changes some choices of one variable together: those of at from the i-th on.
func (m *mutation) block(c Choices, at []int, i int) {
	at = at[i:min(len(at), i+2+m.IntN(7))]
	up, by := m.IntN(2) == 0, 1+uint64(m.IntN(2))
	kind := m.IntN(5)
	if kind == 4 {
		values := make([]uint64, len(at))
		for k, j := range at {
			values[k] = c[j]
		}
		slices.Sort(values)
		if up {
			slices.Reverse(values)
		}
		for k, j := range at {
			c[j] = min(values[k], m.s.Most[j])
		}
		return
	}
	first := c[at[0]]
	for k, j := range at {
		most := m.s.Most[j]
		switch {
		case kind == 0: // all equal
			c[j] = min(most, first)
		case kind == 1: // one after another
			c[j] = min(most, first+min(most-min(most, first), uint64(k)*by))
		case kind == 2: // in turn
			c[j] = min(most, c[at[k%2]])
		case up:
			c[j] += min(most-c[j], by)
		default:
			c[j] -= min(c[j], by)
		}
	}
}
