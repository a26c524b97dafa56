package generate

import (
	"math"
	"math/big"
	"math/rand/v2"

	"execre/analysis/schema"
)

// maxRandomValues is about how many values and runes a random input has at the most, whatever the bounds allow:
// with the usual ten characters a value that is about a MiB of text.
const maxRandomValues = 100_000

// manner is how an input is drawn. The zero manner, but for the size, is the usual one: everything is left to chance.
type manner struct {
	size   float64 // in [0, 1]; 0 makes the simplest input
	edge   float64 // the probability that a value is a bound; 0 means usualEdge
	budget float64 // values and runes of the input, about; 0 means maxRandomValues
	ends   []end   // by variable; nil: no end is wanted
	column columnShape
	text   textShape
	grid   gridShape
	tree   treeShape
	pairs  pairShape
	counts counting
}

// end is a bound that a variable should have.
type end int8

const (
	anywhere end = iota
	lowest
	highest
)

// counting is how many values an input should have.
type counting int

const (
	anyCount      counting = iota
	mostCount              // as many as the budget allows, of what stands first
	balancedCount          // likewise, but of several dimensions none takes all
	manyCount              // many iterations of the outermost Repeats, few inside
)

// drawer makes decisions at random. Size in [0, 1] scales the width w of every
// range to (w+1)^size, so that counts and values grow together by orders of magnitude.
//
// Narrow ranges open sooner: at size s at least 200 s^2 values are in reach.
//
// Uniform draws see few faults (boundary draws and small inputs see two to
// three times as many), so a value is often a bound, a small one, one that the column had before, or one that stands
// in a simple relation to another variable; and columns, texts, grids and trees often have one of the shapes of
// shape.go.
type drawer struct {
	*rand.Rand
	manner
	budgets  []float64  // by depth: how many values may still be made in one iteration
	forms    []form     // by variable: of its present column
	plan     pairShape  // of the graphs of this input
	fair     bool       // sums are shared about evenly among their terms
	written  *variable  // whose value the present string is
	writing  writing    // the form of the present string
	shape    treeShape  // of the present tree
	treeSize int        // of the present tree
	plain    [3]bool    // the present tree: labels, lines, turns stay simple
	tastes   []taste    // by variable
	grids    []gridForm // by variable
	others   []integer  // scratch
	limits   [8]limit   // what upTo computed last
}

// taste is what the values of one variable lean to all over an input, if it was decided that they do: a grid with few
// walls, a text of nearly one letter. Without it each value is as likely as the next, and then a maze has no way out.
type taste struct {
	decided bool
	weight  float64 // of the favourite
	option  uint64  // its offset
}

// openRange is, at full size, the width up to which all values of a range are equally likely.
const openRange = 3000

// cheapInput is how many values an input of full size may have, so that its counts are as likely large as small.
const cheapInput = 10_000

// usualEdge is the share of values that are a bound of their range.
const usualEdge = 0.12

// begin makes the drawer ready for another input.
func (d *drawer) begin(g *Generator, r *rand.Rand, how manner) *drawer {
	if d.budgets == nil {
		d.budgets, d.forms = make([]float64, g.depth+1), make([]form, len(g.vars))
		d.tastes, d.grids = make([]taste, len(g.vars)), make([]gridForm, len(g.vars))
	}
	for i := range d.forms {
		d.forms[i].shape = eachItself
	}
	clear(d.tastes)
	clear(d.grids)
	d.Rand, d.manner, d.fair = r, how, r.IntN(4) > 0
	if d.plan = how.pairs; d.plan == anyPairs && len(g.graphs) > 0 && d.chance(0.35) {
		d.plan = graphShapes[d.IntN(len(graphShapes))]
	}
	if d.edge == 0 {
		d.edge = usualEdge
	}
	if d.budget == 0 {
		d.budget = maxRandomValues
	}
	d.budgets[0] = d.budget
	return d
}

func (d *drawer) chance(p float64) bool { return d.Float64() < p }

// below draws from 0..most.
func (d *drawer) below(most uint64) uint64 {
	if most == math.MaxUint64 {
		return d.Uint64()
	}
	return d.Uint64N(most + 1)
}

// limit is up to which offset upTo draws.
type limit struct {
	width uint64
	size  float64
	to    uint64
}

// upTo draws from 0..width, from its simple end the more the smaller size is.
func (d *drawer) upTo(width integer, size float64) integer {
	if width.sign() <= 0 || size <= 0 {
		return zero
	}
	w, ok := width.toUint64()
	if !ok {
		x := new(big.Int)
		for n := int(scaledBits(width, size)) + 1; n > 0; n -= 64 {
			x.Lsh(x, uint(min(n, 64))).Or(x, new(big.Int).SetUint64(d.Uint64()>>uint(64-min(n, 64))))
		}
		return minInt(bigOf(x), width)
	}
	known := &d.limits[w%uint64(len(d.limits))]
	if known.width != w || known.size != size {
		*known = limit{w, size, w}
		if bits := scaledBits(width, size); bits < 63.5 {
			known.to = min(w, max(1, uint64(math.Ceil(math.Exp2(bits))))-1)
		}
	}
	return uintOf(d.below(known.to))
}

func scaledBits(width integer, size float64) float64 {
	return max(width.next().log2()*size, math.Log2(200*size*size))
}

// favourite says whether the next value of a variable that has offsets up to most is its favourite one, and which that
// is.
func (d *drawer) favourite(id int, most uint64) (uint64, bool) {
	t := &d.tastes[id]
	if !t.decided {
		t.decided = true
		if d.chance(0.6) {
			t.option = d.Uint64N(most + 1)
			t.weight = [...]float64{0.7, 0.8, 0.9, 0.97, 1}[d.IntN(5)]
		}
	}
	return t.option, t.option <= most && d.chance(t.weight)
}

// character is the offset of a number that is printed as a character of a grid.
func (d *drawer) character(v *variable, m *menu) integer {
	most, _ := m.width.toUint64()
	if x, ok := d.favourite(v.ID, most); ok {
		return uintOf(x)
	}
	return uintOf(d.below(most))
}

func (d *drawer) offset(r *run, v *variable, m *menu) integer {
	if d.size <= 0 && d.ends == nil {
		return zero
	}
	if d.ends != nil && d.ends[v.ID] != anywhere {
		return d.extreme(r, v, m, d.ends[v.ID])
	}
	sc := r.g.scopes[v.scope]
	if v.counts {
		return d.count(r, v, m, d.budgets[sc.depth])
	}
	if sc.matrix {
		if x, ok := d.cell(r, v, m); ok {
			return x
		}
		if v.Bare { // a character: nothing is to be calculated with it
			return d.character(v, m)
		}
	}
	if most, ok := m.width.toUint64(); ok && len(v.Domain.Values) > 1 && most < math.MaxUint64 {
		if x, ok := d.favourite(v.ID, most); ok {
			return uintOf(x)
		}
	}
	here := r.path[sc.depth]
	if f := &d.forms[v.ID]; f.shape != eachItself {
		if x, ok := f.at(d, here, v.slot, m); ok {
			return d.find(m, x)
		}
	}
	switch p := d.Float64(); {
	case p < d.edge/2:
		return d.find(m, m.lo)
	case p < d.edge:
		return d.find(m, m.hi)
	case d.edge+0.08 < p: // the usual case
	default:
		return minInt(intOf(d.IntN(3)), m.width)
	}
	switch p := d.Float64(); {
	case p < 0.09 && here.i > 0:
		return d.find(m, here.in.numbers[v.slot][d.IntN(here.i)])
	case p < 0.2:
		if x, ok := d.related(r, v, m); ok {
			return d.find(m, x)
		}
	case p < 0.23 || p < 0.3 && v.scope == 0: // of a number that stands alone, more depends on its arithmetic
		return d.find(m, d.corner(m, here.in.n))
	}
	if d.fair && len(v.sums) > 0 && v.list == nil && m.lo.sign() >= 0 {
		// Twice the average share, so that later terms are left with something.
		left := intOf(here.in.n - here.i)
		share := m.hi.minus(m.lo).times(intOf(2)).floorDiv(left.next()).next()
		return d.upTo(minInt(share, m.width), math.Sqrt(d.size))
	}
	// Large values cost no time, unlike large counts, so ranges of a few hundred values are open from the start.
	if w, ok := m.width.toUint64(); ok && float64(w) <= openRange*d.size {
		return uintOf(d.Uint64N(w + 1))
	}
	return d.upTo(m.width, d.size)
}

// extreme is the offset of one end of v's range; of a count, as far as an input of this size may have so many values.
func (d *drawer) extreme(r *run, v *variable, m *menu, which end) integer {
	x := m.lo
	if which == highest {
		x = m.hi
	}
	if v.counts && v.list == nil {
		return minInt(d.find(m, x), d.affordable(r, v, m, d.budgets[r.g.scopes[v.scope].depth]))
	}
	return d.find(m, x)
}

// find returns the offset of x, or of the bound nearest to it, or any.
func (d *drawer) find(m *menu, x integer) integer {
	if offset, ok := m.nearest(x); ok {
		return offset
	}
	return d.upTo(m.width, d.size)
}

// related picks a value that stands in a simple relation to those that other variables have by now: the same, a
// neighbour, twice or half as much, what is missing to the greatest, a sum, a difference, a multiple, a divisor.
func (d *drawer) related(r *run, v *variable, m *menu) (integer, bool) {
	d.others = d.others[:0]
	for sc := v.scope; ; sc = r.g.scopes[sc].parent {
		for _, id := range r.g.scopes[sc].vars {
			if w := r.g.vars[id]; w.Kind == v.Kind && id != v.ID && r.cells[id].point() {
				d.others = append(d.others, r.cells[id].lo)
			}
		}
		if sc == 0 {
			break
		}
	}
	if len(d.others) == 0 {
		return zero, false
	}
	x := d.others[d.IntN(len(d.others))]
	times := intOf(2 + d.IntN(8))
	switch d.IntN(16) {
	case 0, 1, 2:
		return x, true
	case 3, 4:
		return x.next(), true
	case 5, 6:
		return x.prev(), true
	case 7:
		return x.plus(x), true
	case 8:
		return x.floorDiv(intOf(2)), true
	case 9:
		return m.hi.minus(x), true
	case 10:
		return x.plus(d.others[d.IntN(len(d.others))]), true
	case 11, 12: // a multiple, or one beside it
		return x.times(times).plus(intOf(d.IntN(3) - 1)), true
	case 13, 14: // a divisor of it, or of the one beside it
		return x.plus(intOf(d.IntN(3) - 1)).floorDiv(times), true
	default:
		return x.minus(d.others[d.IntN(len(d.others))]).abs(), true
	}
}

// affordable is the highest offset of a count with which an iteration of v's scope keeps to the budget.
func (d *drawer) affordable(r *run, v *variable, m *menu, budget float64) integer {
	affords := func(offset integer) bool { return d.costWith(r, v, m.at(offset)) <= budget }
	if affords(m.width) {
		return m.width
	}
	lo, hi := zero, m.width
	for lo.next().less(hi) {
		if mid := lo.plus(hi).floorDiv(intOf(2)); affords(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// count draws a value that decides how much is printed.
func (d *drawer) count(r *run, v *variable, m *menu, budget float64) integer {
	if x, ok := d.planned(r, v, m); ok && x.cmp(d.affordable(r, v, m, budget)) <= 0 {
		return x
	}
	if v.list != nil {
		return d.upTo(m.width, d.size)
	}
	if d.counts == balancedCount && r.g.dimensions > 1 || d.counts == anyCount && d.chance(0.4) {
		budget = math.Sqrt(budget) // leaves something for another dimension
	}
	width := d.affordable(r, v, m, budget)
	switch {
	case d.counts == manyCount && r.g.scopes[v.scope].depth > 0:
		return d.upTo(minInt(width, intOf(4)), 1)
	case d.counts != anyCount:
		return width
	}
	switch p := d.Float64(); {
	case p < 0.1:
		return zero
	case p < 0.15:
		return d.upTo(minInt(width, intOf(3)), 1)
	case p < 0.55:
		// What is cheap even at its largest, such as a grid of 50 x 50, need not wait for the sizes to grow.
		w, ok := width.toUint64()
		if ok && w < math.MaxUint64 && d.costWith(r, v, m.at(width)) <= cheapInput*math.Pow(d.size, 3) {
			return uintOf(d.Uint64N(w + 1))
		}
	case p < 0.6:
		return minInt(width, bigOf(big.NewInt(int64(math.Exp2(width.next().log2()*d.size)))))
	}
	// A sum over the iterations is shared.
	here := r.path[r.g.scopes[v.scope].depth]
	if len(v.sums) > 0 && d.fair {
		left := intOf(here.in.n - here.i)
		width = minInt(width, width.times(intOf(2)).floorDiv(left.next()).next())
	}
	return d.upTo(width, d.size)
}

// costWith estimates how many values one iteration of v's scope prints when v is x and all else is as small as it may
// be.
func (d *drawer) costWith(r *run, v *variable, x integer) float64 {
	old := r.cells[v.ID]
	r.cells[v.ID] = pointOf(x)
	cost := d.costOf(r, v.scope)
	r.cells[v.ID] = old
	return cost
}

func (d *drawer) costOf(r *run, scope int) float64 {
	sc := r.g.scopes[scope]
	cost := float64(max(1, sc.own))
	for _, id := range sc.vars {
		v := r.g.vars[id]
		if v.length < 0 {
			continue
		}
		length := r.cells[v.length].lo
		if def := r.g.vars[v.length].def; def != nil {
			length = maxInt(length, def.bounds(r.cells).lo)
		}
		cost += floatOf(length)
	}
	for _, kid := range sc.kids {
		n := floatOf(r.g.scopes[kid].count.bounds(r.cells).lo)
		if n > 0 {
			cost += n * d.costOf(r, kid)
		}
	}
	return cost
}

func floatOf(x integer) float64 {
	switch {
	case !x.finite():
		return math.Inf(int(x.inf))
	case x.large != nil:
		f, _ := new(big.Float).SetInt(x.large).Float64()
		return f
	}
	return float64(x.small)
}

func (d *drawer) column(r *run, scope int, in *instance) {
	sc := r.g.scopes[scope]
	d.budgets[sc.depth] = d.budgets[sc.depth-1] / float64(max(1, in.n))
	for _, id := range sc.vars {
		d.forms[id].shape = eachItself
		v := r.g.vars[id]
		if v.Kind == schema.String || v.counts || v.tree != nil || v.calls != nil || v.isIndex() || in.n < 2 || d.size <= 0 {
			continue
		}
		if v.levels == nil {
			d.forms[id].begin(d, r, v, in.n)
		} else if nulls := d.levels(in.n); nulls != nil {
			d.forms[id].wish(nulls)
		}
	}
	if d.size > 0 && in.n > 1 {
		for _, pair := range sc.pairs {
			d.joined(r, pair, in.n)
		}
	}
	for _, g := range sc.graphs {
		if !g.tuples {
			d.drawEdges(r, g, in.n)
		}
	}
}

func (d *drawer) edges(_ *run, _ *tree, n int) {
	d.hangTree(n)
	for i := range d.plain {
		d.plain[i] = d.chance(0.4)
	}
}

func (d *drawer) index(r *run, what decision, most uint64) uint64 {
	if d.size <= 0 {
		return 0
	}
	switch what {
	case decideRune:
		return d.letter(r, most)
	case decideBranch:
		// A value of an enumeration.
		if v := d.written; v.Domain.Values != nil {
			if r.g.scopes[v.scope].matrix {
				if x, ok := d.cellOf(r, v, most); ok {
					return x
				}
			}
			if x, ok := d.favourite(v.ID, min(most, 96)); ok {
				return x
			}
		}
		return d.below(most)
	case decideTimes, decideOften:
		if d.chance(0.15) {
			return 0
		}
		if what == decideOften {
			return min(most, d.below(usualTimes))
		}
		if d.chance(0.1) && most <= 64 {
			return most
		}
		width, _ := d.upTo(uintOf(min(most, maxRandomValues/16)), d.writing.size).toUint64()
		if most <= usualTimes {
			return d.below(most)
		}
		return width
	case decideParent:
		return d.parent(most)
	case decideLabel:
		if d.plain[0] {
			return 0
		}
	case decidePlace:
		if d.plain[1] {
			return 0
		}
	case decideTurn:
		if d.plain[2] {
			return 0
		}
	}
	return d.below(most)
}
