package generate

import (
	"slices"

	"execre/analysis/schema"
)

// spot is an iteration of a column without equal values of which something is said apart: p_K = N, p_N != 1.
type spot struct {
	i     int
	rules []*rule
	among interval // what its value can be, by bounds
}

// maxSpots is of how many elements values are kept back. With more it is left to chance.
const maxSpots = 16

// maxLooks is of how many free values it is asked whether a spot can have them. With more it is left to chance.
const maxLooks = 100

// spots finds the elements of v's column that the rules single out, of a Repeat with n iterations.
func (r *run) spots(v *variable, sc *scope, n int) []spot {
	if sc.repeat.Index == nil {
		return nil
	}
	var spots []spot
	for _, id := range v.rules {
		rule := r.g.rules[id]
		for _, e := range rule.only {
			is := e.is.bounds(r.cells)
			i, ok := is.lo.minus(intOf(sc.repeat.First)).toInt()
			if e.index != sc.repeat.Index.ID || !is.point() || !ok || i < 0 || i >= n {
				continue
			}
			at := slices.IndexFunc(spots, func(s spot) bool { return s.i == i })
			if at < 0 {
				at = len(spots)
				spots = append(spots, spot{i: i})
			}
			spots[at].rules = append(spots[at].rules, rule)
		}
	}
	if len(spots) > maxSpots {
		return nil
	}
	for k := range spots {
		undo := len(r.trail)
		spots[k].among = r.cells[v.ID]
		if r.set(sc.repeat.Index.ID, pointOf(intOf(sc.repeat.First+spots[k].i))) {
			spots[k].among = r.cells[v.ID]
		}
		r.undo(undo)
	}
	return spots
}

// allows says whether x keeps to what is said of the spot, as far as all that it speaks of is known.
func (r *run) allows(v *variable, s *spot, x integer) bool {
	if !s.among.has(x) {
		return false
	}
	index := r.g.scopes[v.scope].repeat.Index
	old, at := r.cells[v.ID], r.cells[index.ID]
	defer func() { r.cells[v.ID], r.cells[index.ID] = old, at }()
	r.cells[v.ID], r.cells[index.ID] = pointOf(x), pointOf(intOf(r.g.scopes[v.scope].repeat.First+s.i))
	for _, rule := range s.rules {
		known := !slices.ContainsFunc(rule.vars, func(id int) bool { return !r.cells[id].point() })
		if known && !rule.holds(r.cells) {
			return false
		}
	}
	return true
}

// few are the free values that the spot can have, but for x; ok is false where these may be as many as most, or more.
func (r *run) few(v *variable, s *spot, x integer, most int) (few []integer, ok bool) {
	set := r.taken[v.ID]
	looks := 0
	look := func(y integer) (more bool) {
		if looks++; y.cmp(x) != 0 && r.allows(v, s, y) {
			few = append(few, y)
		}
		return len(few) < most && looks < maxLooks
	}
	if v.list != nil {
		for _, y := range v.sorted {
			if set.from(y).cmp(y) == 0 && !look(y) {
				return nil, false
			}
		}
		return few, true
	}
	for y := set.from(s.among.lo); y.cmp(s.among.hi) <= 0; y = set.from(y.next()) {
		if !look(y) {
			return nil, false
		}
	}
	return few, true
}

// leaves says whether x at iteration i leaves the spots behind it values that differ: whether they can be matched
// (augmenting paths; a spot with as many values as there are spots takes whatever is left).
func (r *run) leaves(v *variable, spots []spot, i int, x integer) bool {
	var options [][]integer
	for k := range spots {
		if spots[k].i <= i {
			continue
		}
		if few, ok := r.few(v, &spots[k], x, len(spots)); ok {
			options = append(options, few)
		}
	}
	holder := map[intKey]int{}
	var visited map[intKey]bool
	var place func(k int) bool
	place = func(k int) bool {
		for _, y := range options[k] {
			if visited[y.key()] {
				continue
			}
			visited[y.key()] = true
			if other, held := holder[y.key()]; !held || place(other) {
				holder[y.key()] = k
				return true
			}
		}
		return false
	}
	for k := range options {
		if visited = map[intKey]bool{}; !place(k) {
			return false
		}
	}
	return true
}

// free is x, or the next value of the menu that v's column does not have yet and that leaves something to its spots.
func (r *run) free(v *variable, i int, x integer, m *menu) (integer, bool) {
	y, ok := r.taken[v.ID].free(x, m)
	spots := r.spotted[v.ID]
	if len(spots) == 0 {
		return y, ok
	}
	// Few values are the only ones for some spot, so that the search ends soon.
	for range 2*len(spots) + 2 {
		if !ok {
			return y, false
		}
		here := slices.IndexFunc(spots, func(s spot) bool { return s.i == i })
		if (here < 0 || r.allows(v, &spots[here], y)) && r.leaves(v, spots, i, y) {
			return y, true
		}
		next := m.lo
		if offset, known := m.offsetOf(y); m.list != nil && known {
			k, _ := offset.toInt()
			next = m.list[(k+1)%len(m.list)]
		} else if y.less(m.hi) {
			next = y.next()
		}
		y, ok = r.taken[v.ID].free(next, m)
	}
	return y, false
}

// findSpotted notes, of each scope, the columns inside for which spots may be found: how long their list is, and which spots
// there are, is decided with it.
func (c *compiler) findSpotted() {
	for _, v := range c.vars {
		if v.distinct == nil || v.strict != nil || v.Kind == schema.String || v.scope == 0 ||
			!slices.ContainsFunc(v.rules, func(id int) bool { return len(c.rules[id].only) > 0 }) {
			continue
		}
		outer := c.scopes[c.scopes[v.scope].parent]
		outer.spotted = append(outer.spotted, v.ID)
	}
}

// leavesInside says whether the iteration that was drawn leaves values to the spots of the lists inside; where not, another one
// is to be drawn. A list without any has none.
func (r *run) leavesInside(sc *scope) bool {
	for _, id := range sc.spotted {
		v := r.g.vars[id]
		inner := r.g.scopes[v.scope]
		count := inner.count.bounds(r.cells)
		n, ok := count.lo.toInt()
		if !ok || !count.point() || n < 1 || n > r.limit {
			continue
		}
		r.keep(v, inner, n)
		if !r.leaves(v, r.spotted[id], -1, infinity) {
			r.broken = nil
			r.blame(v, r.spotted[id][0].rules[0].from)
			return false
		}
	}
	return true
}

// keep begins a column of n values that differ.
func (r *run) keep(v *variable, sc *scope, n int) {
	if r.sets[v.ID] == nil {
		r.sets[v.ID] = &useSet{}
	}
	r.taken[v.ID] = r.sets[v.ID]
	r.taken[v.ID].reset(r.cells[v.ID], n)
	r.spotted[v.ID] = r.spots(v, sc, n)
}
