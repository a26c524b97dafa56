package generate

import (
	"execre/analysis/schema"
)

// column is what the iterations of one execution have in common for a variable with column constraints.
type column struct {
	v    *variable
	base interval
	sums []integer // the bounds
	n    int
	size int // the elements that there are before the next call, for Calls; the nulls so far, for LevelOrder
	// For distinct values with a bounded sum: the sum and the greatest of the smallest values that the iterations still
	// to come could have.
	rest, top integer
}

// spread says whether rest and top are needed.
func (c *column) spread() bool {
	return len(c.sums) > 0 && c.v.distinct != nil && c.v.strict == nil && c.v.list == nil
}

// without takes x off the values that the rest may have.
func (c *column) without(x integer, taken *useSet) {
	if c.top.less(x) {
		x = c.top
	}
	c.rest = c.rest.minus(x)
	for c.base.lo.cmp(c.top) <= 0 && (c.top.cmp(x) == 0 || taken.from(c.top).cmp(c.top) != 0) {
		c.top = c.top.prev()
	}
}

func (r *run) columns(sc *scope, n int) []*column {
	var cols []*column
	for _, id := range sc.vars {
		v := r.g.vars[id]
		r.taken[id], r.used[id] = nil, nil
		if v.distinct != nil && v.Kind == schema.String {
			r.used[id] = map[string][]uint64{}
		} else if v.distinct != nil && v.strict == nil {
			r.keep(v, sc, n)
		}
		if v.ascending == nil && v.descending == nil && len(v.sums) == 0 && v.calls == nil && v.levels == nil {
			continue
		}
		col := &column{v: v, base: r.cells[id], n: n}
		r.total[id] = make([]integer, len(v.sums))
		for _, s := range v.sums {
			col.sums = append(col.sums, s.bound.bounds(r.cells).lo)
		}
		if col.spread() {
			k := intOf(n)
			col.top = col.base.lo.plus(k).prev()
			col.rest = k.times(col.base.lo).plus(k.times(k.prev()).floorDiv(intOf(2)))
		}
		cols = append(cols, col)
	}
	return cols
}

// enter narrows the ranges to what iteration i may have.
func (r *run) enter(sc *scope, in *instance, i int, columns []*column) bool {
	r.trail = r.trail[:0]
	for _, v := range sc.sibs {
		if x, ok := r.valueOf(v); ok && !r.narrowTo(v, pointOf(x), nil) {
			return false
		}
	}
	if index := sc.repeat.Index; index != nil {
		x := intOf(sc.repeat.First + i)
		in.numbers[r.g.vars[index.ID].slot][i] = x
		if !r.narrowTo(index.ID, pointOf(x), nil) {
			return false
		}
	}
	for _, t := range sc.trees {
		for _, v := range [2]int{t.u, t.v} {
			if !r.narrowTo(v, pointOf(in.numbers[r.g.vars[v].slot][i]), t.from) {
				return false
			}
		}
	}
	for _, col := range columns {
		if !r.narrowTo(col.v.ID, r.columnRange(col, i), col.v.columnConstraint()) {
			return false
		}
	}
	return true
}

func (v *variable) columnConstraint() *schema.Constraint {
	switch {
	case v.ascending != nil:
		return v.ascending
	case v.descending != nil:
		return v.descending
	case v.calls != nil:
		return v.calls
	case v.levels != nil:
		return v.levels
	}
	return v.sums[0].from
}

// columnRange leaves room for the iterations still to come.
func (r *run) columnRange(col *column, i int) interval {
	v, left := col.v, intOf(col.n-i)
	b := col.base
	if v.calls != nil {
		return b.meet(callable(v.calls, i, col.size))
	}
	if v.levels != nil {
		return b.meet(interval{zero, intOf(i - col.size)})
	}
	if v.ascending != nil && i > 0 {
		b.lo = maxInt(b.lo, r.prev[v.ID])
	}
	if v.descending != nil {
		if i > 0 {
			b.hi = minInt(b.hi, r.prev[v.ID])
		}
		if v.strict != nil {
			if i > 0 {
				b.hi = minInt(b.hi, r.prev[v.ID].prev())
			}
			if v.list == nil {
				b.lo = b.lo.plus(left.prev())
			} else if k := col.n - i - 1; k < len(v.sorted) {
				b.lo = maxInt(b.lo, v.sorted[k])
			}
		}
	} else if v.strict != nil {
		if i > 0 {
			b.lo = maxInt(b.lo, r.prev[v.ID].next())
		}
		if k := len(v.sorted) - (col.n - i); v.list == nil {
			b.hi = b.hi.minus(left.prev())
		} else if k >= 0 {
			b.hi = minInt(b.hi, v.sorted[k])
		}
	}
	for k, bound := range col.sums {
		room := bound.minus(r.total[v.ID][k])
		steps := zero // what a strictly increasing rest adds
		if v.strict != nil {
			steps = left.times(left.prev()).floorDiv(intOf(2))
		}
		if col.spread() {
			b.hi = minInt(b.hi, maxInt(col.top, room.minus(col.rest.minus(col.top))))
		} else if v.ascending != nil {
			b.hi = minInt(b.hi, room.minus(steps).floorDiv(left))
		} else {
			// What a falling rest adds to its least values is 0 + 1 + … below this one.
			rest := left.prev().times(col.base.lo)
			if v.strict != nil {
				rest = rest.plus(steps.minus(left.prev()))
			}
			b.hi = minInt(b.hi, room.minus(rest))
		}
	}
	return b
}

// callable is the range of the methods that call i may have when there are so many elements.
func callable(calls *schema.Constraint, i, size int) interval {
	if i == 0 {
		return pointOf(zero)
	}
	last := len(calls.Needs) - 1
	for last > 0 && calls.Needs[last] > size {
		last--
	}
	return interval{one, intOf(last)}
}

// leave notes what the next iterations need to know.
func (r *run) leave(sc *scope, in *instance, i int, columns []*column) {
	for _, id := range sc.vars {
		v := r.g.vars[id]
		if v.Kind == schema.String {
			continue
		}
		x := in.numbers[v.slot][i]
		r.prev[id] = x
		if r.taken[id] != nil {
			r.taken[id].take(x)
		}
		for k := range v.sums {
			r.total[id][k] = r.total[id][k].plus(x)
		}
	}
	for _, g := range sc.graphs {
		r.ends = g.values(r.g, in, i, r.ends)
		r.edges[g.id].add(r.ends)
	}
	for _, col := range columns {
		if con := col.v.calls; con != nil {
			method, _ := in.numbers[col.v.slot][i].toInt()
			col.size += con.Steps[method]
		}
		if col.v.levels != nil {
			nulls, _ := in.numbers[col.v.slot][i].toInt()
			col.size += nulls
		}
		if col.spread() {
			col.without(in.numbers[col.v.slot][i], r.taken[col.v.ID])
		}
	}
}
