package infer

import (
	"math"
	"slices"

	"execre/analysis/schema"
)

// relation says that one number is at most another one in every row of all samples.
type relation struct {
	low, high *column
	strict    bool // it is less
	chance    float64
}

// farthest is how many columns two numbers of a record may stand apart to be compared.
const farthest = 5

// relations makes claims of two numbers of a record, or of two lists that run side by side: L <= R, or u != v; and of two
// that are within a third one together.
func (f *finder) relations() {
	var all []relation
	for i, b := range f.t.order {
		for _, a := range f.t.order[max(0, i-farthest):i] {
			r, ok := f.ordered(a, b)
			if ok {
				all = append(all, r)
			} else if f.t.order[i-1] == a {
				f.differing(a, b)
			}
		}
	}
	holds := func(low, high *column) int {
		return slices.IndexFunc(all, func(r relation) bool { return r.low == low && r.high == high })
	}
	for _, r := range all {
		if slices.ContainsFunc(f.t.order, func(m *column) bool { // L <= M and M <= R say it
			a, b := holds(r.low, m), holds(m, r.high)
			return a >= 0 && b >= 0 && (!r.strict || all[a].strict || all[b].strict)
		}) {
			continue
		}
		f.claimOrder(r)
	}
	for i, b := range f.t.order {
		for _, a := range f.t.order[max(0, i-farthest):i] {
			f.within(a, b)
		}
	}
}

// claimOrder claims a relation in the order in which its two names are printed.
func (f *finder) claimOrder(r relation) {
	x, y, op, least, less := f.ref(r.low), f.ref(r.high), "<", "at most", "less than"
	if slices.Index(f.t.order, r.low) > slices.Index(f.t.order, r.high) {
		x, y, op, least, less = y, x, ">", "at least", "greater than"
	}
	c := claim{from: seen, chance: r.chance, about: []string{r.low.v.Name, r.high.v.Name}}
	c.text, c.what = x+" "+op+"= "+y, x+" is "+least+" "+y
	if r.strict {
		c.looser = []string{c.text}
		c.text, c.what = x+" "+op+" "+y, x+" is "+less+" "+y
	}
	f.add(c)
}

// ordered says whether one of two columns is at most the other one in every row, and whether there are enough rows.
func (f *finder) ordered(a, b *column) (r relation, ok bool) {
	beside := a.of == b.of
	if !beside && !f.parallel(a, b) || !f.comparable(a, b) {
		return r, false
	}
	less, more := 0, 0
	for k, x := range a.small {
		if x < b.small[k] {
			less++
		} else if x > b.small[k] {
			more++
		}
	}
	rows := len(a.small)
	r = relation{low: a, high: b, strict: less == rows}
	if more > 0 {
		r = relation{low: b, high: a, strict: more == rows}
	}
	if less > 0 && more > 0 || less+more == 0 {
		return r, false
	}
	r.chance = orderedByChance(r.low.small, r.high.small)
	indices := f.bounding(b) != ""
	if indices { // ends of a range of indices, or of edges
		r.chance = min(r.chance, math.Pow(0.5, float64(less+more)))
	}
	likely := r.chance <= f.judge.ordered
	switch {
	case f.edges[a] != f.edges[b]:
		return r, false
	case f.edges[a]:
		return r, r.strict && likely
	case !beside:
		return r, rows >= 3 && likely
	}
	return r, likely && (rows >= 5 || indices) || rows >= f.judge.rows
}

// comparable says whether two columns may name values of one kind: both are indices of the same list, or neither is one;
// and none is a count, a flag or always the same.
func (f *finder) comparable(a, b *column) bool {
	for _, c := range []*column{a, b} {
		if len(c.small) == 0 || f.isCount(c) || slices.Min(c.small) == slices.Max(c.small) || f.bits(c, "") != nil {
			return false
		}
	}
	return f.bounding(a) == f.bounding(b)
}

// bounding is the count that bounds a column of indices, "" for any other.
func (f *finder) bounding(c *column) string {
	narrow, _ := f.index(c, "")
	if narrow == nil {
		return ""
	}
	return narrow.high
}

// parallel says whether two columns stand in lists of the same length, each of its own.
func (f *finder) parallel(a, b *column) bool {
	x, y := a.of.repeat, b.of.repeat
	if x == nil || y == nil || a.of.parent != b.of.parent || x.First != y.First || !slices.Equal(a.of.up, b.of.up) {
		return false
	}
	n, ok := x.Count.(*schema.Ref)
	m, ok2 := y.Count.(*schema.Ref)
	return ok && ok2 && n.Var == m.Var && f.alone(a) && f.alone(b)
}

// differing claims that two indices of a record differ, where they do so more often than by chance.
func (f *finder) differing(a, b *column) {
	if a.of != b.of || b.of.repeat == nil || len(b.small) < 3 || len(a.small) == 0 || f.isCount(a) || f.isCount(b) ||
		f.edges[a] && f.edges[b] || f.bounding(b) == "" {
		return
	}
	chance := 1.0
	for k, x := range a.small {
		if x == b.small[k] {
			return
		}
		chance *= 1 - 1/max(2, float64(slices.Max(b.small)+1))
	}
	if chance <= 2*f.judge.distinct {
		x, y := f.ref(a), f.ref(b)
		f.add(claim{from: seen, chance: chance, text: x + " != " + y, what: x + " and " + y + " differ"})
	}
}

// mostSums is how probable it may be that two numbers of a record are by chance within a third one together.
const mostSums = 0.05

// within claims that the sum of two numbers of a record is at most a number that was printed before: x + w <= W.
func (f *finder) within(a, b *column) {
	if a.of != b.of || a.of.repeat == nil || len(a.small) < 3 || len(b.small) == 0 || f.isCount(a) || f.isCount(b) ||
		f.edges[a] || f.edges[b] || slices.Min(a.small) < 0 || slices.Min(b.small) < 0 {
		return
	}
	for _, n := range f.t.order {
		if n == a || n == b {
			return
		}
		if n.small == nil || !n.within(a.of) || f.casesOnly(n) {
			continue
		}
		room := make([]int64, len(b.small))
		fits, full := true, 0 // full: rows whose sum is all that it may be
		for k, y := range b.small {
			room[k] = n.outer(a.of, k) - y
			fits = fits && a.small[k] <= room[k]
			if a.small[k] == room[k] {
				full++
			}
		}
		chance := 1.0
		if fits {
			chance = orderedByChance(a.small, room) * math.Pow(0.5, float64(full))
		}
		if chance <= min(mostSums, f.judge.ordered) {
			text := f.ref(a) + " + " + f.ref(b) + " <= " + f.ref(n)
			f.add(claim{
				from: seen, chance: chance, text: text, about: []string{a.v.Name, b.v.Name},
				what: f.ref(a) + " and " + f.ref(b) + " together are at most " + f.ref(n),
			})
			return
		}
	}
}

// orderedByChance is the probability that every value of a is at most its partner if the values of b are dealt anew.
func orderedByChance(a, b []int64) float64 {
	x, y := slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	log, below := 0.0, 0
	for i, v := range y {
		for below < len(x) && x[below] <= v {
			below++
		}
		if below <= i {
			return 0 // the smallest of b have too few below them: cannot be
		}
		log += math.Log(float64(below-i) / float64(i+1))
	}
	return math.Exp(log)
}
