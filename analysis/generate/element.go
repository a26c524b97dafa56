package generate

import (
	"slices"

	"execre/analysis/schema"
)

// singled are the rules that speak of single elements of one variable, c_{R,C} = . and c_{1,1} = #. Where they mean the same
// element, there must be a value for it.
type singled struct {
	v     *variable
	rules []*rule
}

// findSingled notes, of each scope, the rules on single elements of the lists inside of which all else is known when an
// iteration of the scope is drawn.
func (c *compiler) findSingled() {
	for _, v := range c.vars {
		if v.Kind == schema.String || v.isIndex() {
			continue
		}
		found := map[int][]*rule{} // by scope
		last := 0
		for _, id := range v.rules {
			r := c.rules[id]
			if len(r.only) == 0 {
				continue
			}
			home, good := 0, true
			for _, w := range r.vars {
				o := c.vars[w]
				if o == v || o.isIndex() && c.encloses(o.scope, v.scope) {
					continue
				}
				good = good && o.scope != v.scope && c.encloses(o.scope, v.scope)
				if c.scopes[o.scope].depth > c.scopes[home].depth {
					home = o.scope
				}
			}
			if good {
				found[home] = append(found[home], r)
				if c.scopes[home].depth >= c.scopes[last].depth {
					last = home
				}
			}
		}
		var rules []*rule // those of scopes around count too
		for _, r := range found {
			rules = append(rules, r...)
		}
		if len(rules) > 1 {
			slices.SortFunc(rules, func(a, b *rule) int { return slices.Index(c.rules, a) - slices.Index(c.rules, b) })
			c.scopes[last].singled = append(c.scopes[last].singled, singled{v, rules})
		}
	}
}

// elementOf is the place of which a rule speaks now, index by index; ok is false where there is none.
func (r *run) elementOf(rule *rule) (at []int, ok bool) {
	for _, e := range rule.only {
		is := e.is.bounds(r.cells)
		i, known := is.lo.toInt()
		if !known || !is.point() || !r.cells[e.index].has(is.lo) {
			return nil, false
		}
		at = append(at, e.index, i)
	}
	return at, true
}

// settled says whether all elements of which several rules speak can have a value, now that the scope is drawn.
func (r *run) settled(sc *scope) bool {
	for _, s := range sc.singled {
		done := make([]bool, len(s.rules))
		for k, first := range s.rules {
			at, ok := r.elementOf(first)
			if done[k] || !ok {
				continue
			}
			same := []*rule{first}
			for m := k + 1; m < len(s.rules); m++ {
				if other, ok := r.elementOf(s.rules[m]); ok && slices.Equal(at, other) {
					same, done[m] = append(same, s.rules[m]), true
				}
			}
			if len(same) > 1 && !r.hasValue(s.v, at, same) {
				r.broken = nil
				r.blame(s.v, same[len(same)-1].from)
				return false
			}
		}
	}
	return true
}

// hasValue says whether v can have a value at a place of which the rules speak.
func (r *run) hasValue(v *variable, at []int, rules []*rule) bool {
	undo := len(r.trail)
	defer func() { r.undo(undo) }()
	for k := 0; k < len(at); k += 2 {
		if !r.set(at[k], pointOf(intOf(at[k+1]))) {
			return false
		}
	}
	m := menuOf(v, r.cells[v.ID])
	if !m.width.less(intOf(len(rules))) {
		return true // a rule takes one value away; what it bounds, the cell has left out
	}
	n, _ := m.width.toInt()
	old := r.cells[v.ID]
	defer func() { r.cells[v.ID] = old }()
	for k := range n + 1 {
		r.cells[v.ID] = pointOf(m.at(intOf(k)))
		if !slices.ContainsFunc(rules, func(rule *rule) bool { return !rule.holds(r.cells) }) {
			return true
		}
	}
	return false
}
