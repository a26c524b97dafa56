package generate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"execre/analysis/schema"
)

// maxRandomValues is about how many values and runes a random input has at the most, whatever the bounds allow:
// with the usual ten characters a value that is about a MiB of text.
const maxRandomValues = 100_000

// drawer makes decisions at random. Size in [0, 1] scales the width w of every
// range to (w+1)^size, so that counts and values grow together by orders of magnitude.
//
// Narrow ranges open sooner: at size s at least 200 s^2 values are in reach.
//
// Uniform draws see few faults (boundary draws and small inputs see two to
// three times as many), so a value is often a bound, a small one, one that the column had before, or the
// neighbour of another variable, and columns are often equal, sorted, reversed or of few values.
type drawer struct {
	*rand.Rand
	size    float64
	edge    float64     // the probability of a lower or upper bound
	budget  []float64   // by depth: how many values may still be made in one iteration
	wishes  [][]integer // by variable: what its column should look like; nil when nothing is wished
	fair    bool        // sums are shared about evenly among their terms
	local   float64     // the size for the present string
	letter  uint64      // highest rune index of the present string
	written *variable   // whose value the present string is
	shape   treeShape   // of the present tree
	plain   [3]bool     // the present tree: labels, lines, turns stay simple
	tastes  []taste     // by variable
	others  []interval  // scratch
}

// taste is what the values of one variable lean to all over an input, if it was decided that they do: a grid with few
// walls, a text of nearly one letter. Without it each value is as likely as the next, and then a maze has no way out.
type taste struct {
	decided bool
	weight  float64 // of the favourite
	option  uint64  // its offset
}

type treeShape int

const (
	treeInvalid treeShape = iota
	treeRecursive
	treePath
	treeStar
	treeCaterpillar
	treeBinary
	treeDeep // a path with few branches
	treeShapes
)

// openRange is, at full size, the width up to which all values of a range are equally likely.
const openRange = 3000

// cheapInput is how many values an input of full size may have, so that its counts are as likely large as small.
const cheapInput = 10_000

// usualEdge is the share of values that are a bound of their range.
const usualEdge = 0.12

func newDrawer(g *Generator, r *rand.Rand, size, edge float64) *drawer {
	d := &drawer{Rand: r, size: size, edge: edge, fair: r.IntN(4) > 0}
	d.budget, d.wishes = make([]float64, g.depth+1), make([][]integer, len(g.vars))
	d.tastes = make([]taste, len(g.vars))
	d.budget[0] = maxRandomValues
	return d
}

func (d *drawer) chance(p float64) bool { return d.Float64() < p }

// upTo draws from 0..width, from its simple end the more the smaller size is.
func (d *drawer) upTo(width integer, size float64) integer {
	if width.sign() <= 0 || size <= 0 {
		return zero
	}
	bits := max(width.next().log2()*size, math.Log2(200*size*size))
	if w, ok := width.toUint64(); ok {
		limit := w
		if bits < 63.5 {
			limit = min(w, max(1, uint64(math.Ceil(math.Exp2(bits))))-1)
		}
		if limit == math.MaxUint64 {
			return uintOf(d.Uint64())
		}
		return uintOf(d.Uint64N(limit + 1))
	}
	x := new(big.Int)
	for n := int(bits) + 1; n > 0; n -= 64 {
		x.Lsh(x, uint(min(n, 64))).Or(x, new(big.Int).SetUint64(d.Uint64()>>uint(64-min(n, 64))))
	}
	return minInt(bigOf(x), width)
}

// favourite says whether the next value of a variable that has offsets up to most is its favourite one, and which that is.
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

func (d *drawer) offset(r *run, v *variable, m menu) integer {
	if d.size <= 0 {
		return zero
	}
	if most, ok := m.width.toUint64(); ok && len(v.Domain.Values) > 1 && most < math.MaxUint64 {
		if x, ok := d.favourite(v.ID, most); ok {
			return uintOf(x)
		}
	}
	depth := r.g.scopes[v.scope].depth
	here := r.path[depth]
	if v.counts {
		return d.count(r, v, m, d.budget[depth])
	}
	if w := d.wishes[v.ID]; here.i < len(w) {
		x := minInt(maxInt(w[here.i], m.lo), m.hi)
		if offset, ok := m.offsetOf(x); ok {
			return offset
		}
	}
	if d.chance(d.edge) {
		if d.chance(0.5) {
			return d.find(m, m.lo)
		}
		return d.find(m, m.hi)
	}
	switch p := d.Float64(); {
	case p < 0.08:
		return minInt(intOf(d.IntN(3)), m.width)
	case p < 0.17 && here.i > 0:
		return d.find(m, here.in.numbers[v.slot][d.IntN(here.i)])
	case p < 0.28:
		if x, ok := d.other(r, v); ok {
			return d.find(m, x)
		}
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

// find returns the offset of x, or of the bound nearest to it.
func (d *drawer) find(m menu, x integer) integer {
	if offset, ok := m.offsetOf(minInt(maxInt(x, m.lo), m.hi)); ok {
		return offset
	}
	return d.upTo(m.width, d.size)
}

// other picks the value of another variable that has one by now, or a neighbour of it.
func (d *drawer) other(r *run, v *variable) (integer, bool) {
	d.others = d.others[:0]
	for sc := v.scope; ; sc = r.g.scopes[sc].parent {
		for _, id := range r.g.scopes[sc].vars {
			if w := r.g.vars[id]; w.Kind == v.Kind && id != v.ID && r.cells[id].point() {
				d.others = append(d.others, r.cells[id])
			}
		}
		if sc == 0 {
			break
		}
	}
	if len(d.others) == 0 {
		return zero, false
	}
	return d.others[d.IntN(len(d.others))].lo.plus(intOf(d.IntN(3) - 1)), true
}

// count draws a value that decides how much is printed.
func (d *drawer) count(r *run, v *variable, m menu, budget float64) integer {
	if v.list != nil {
		return d.upTo(m.width, d.size)
	}
	if d.chance(0.4) {
		budget = math.Sqrt(budget) // leaves something for another dimension
	}
	width := m.width
	affords := func(offset integer) bool { return d.costWith(r, v, m.at(offset)) <= budget }
	if !affords(width) {
		lo, hi := zero, width
		for lo.next().less(hi) {
			if mid := lo.plus(hi).floorDiv(intOf(2)); affords(mid) {
				lo = mid
			} else {
				hi = mid
			}
		}
		width = lo
	}
	switch p := d.Float64(); {
	case p < 0.1:
		return zero
	case p < 0.15:
		return d.upTo(minInt(width, intOf(3)), 1)
	case p < 0.55:
		// What is cheap even at its largest, such as a grid of 50 x 50, need not wait for the sizes to grow.
		if w, ok := width.toUint64(); ok && w < math.MaxUint64 && d.costWith(r, v, m.at(width)) <= cheapInput*math.Pow(d.size, 3) {
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
	cost := 0.0
	for _, id := range sc.vars {
		switch v := r.g.vars[id]; {
		case v.length >= 0:
			cost += floatOf(r.cells[v.length].lo)
		default:
			cost++
		}
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
	d.budget[sc.depth] = d.budget[sc.depth-1] / float64(max(1, in.n))
	for _, id := range sc.vars {
		d.wishes[id] = nil
		v := r.g.vars[id]
		if v.Kind == schema.String || v.counts || v.tree != nil || v.list != nil || in.n < 2 || d.size <= 0 {
			continue
		}
		d.wishes[id] = d.wish(r, v, in.n)
	}
	for _, g := range sc.graphs {
		if !g.tuples {
			d.drawEdges(r, g, in.n)
		}
	}
}

// wish is what a whole column should look like; nil leaves each value to itself.
func (d *drawer) wish(r *run, v *variable, n int) []integer {
	m := menuOf(v, r.cells[v.ID])
	size := d.size
	if d.chance(0.3) {
		size *= d.Float64()
	}
	draw := func() integer { return m.at(d.upTo(m.width, size)) }
	pattern := d.IntN(10)
	ordered := v.ascending != nil || v.descending != nil
	if ordered && pattern < 7 {
		pattern = 6
	}
	if len(v.sums) > 0 {
		return nil
	}
	out := make([]integer, n)
	switch pattern {
	case 4: // all equal
		x := draw()
		for i := range out {
			out[i] = x
		}
	case 5: // few values
		few := []integer{draw(), draw(), draw()}
		for i := range out {
			out[i] = few[d.IntN(len(few))]
		}
	case 6, 7, 8: // sorted, reversed, nearly sorted
		for i := range out {
			out[i] = draw()
		}
		if w, ok := m.width.toInt(); ok && v.distinct != nil && w+1 == n {
			for i := range out {
				out[i] = m.lo.plus(intOf(i))
			}
		}
		slices.SortFunc(out, integer.cmp)
		if v.descending != nil || pattern == 7 && !ordered {
			slices.Reverse(out)
		}
		if pattern == 8 && !ordered {
			i, j := d.IntN(n), d.IntN(n)
			out[i], out[j] = out[j], out[i]
		}
	default:
		w, ok := m.width.toInt()
		if !ok || v.distinct == nil || w+1 != n {
			return nil
		}
		for i := range out { // a permutation
			out[i] = m.lo.plus(intOf(i))
		}
		d.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

func (d *drawer) text(_ *run, v *variable) {
	d.written = v
	d.local = d.size
	if d.chance(0.3) {
		d.local *= d.Float64()
	}
	d.letter = math.MaxUint64
	switch d.IntN(8) {
	case 0:
		d.letter = 0
	case 1, 2:
		d.letter = 1
	case 3:
		d.letter = 2
	}
}

func (d *drawer) edges(*run, *tree, int) {
	d.shape = treeShape(1 + d.IntN(int(treeShapes)-1))
	for i := range d.plain {
		d.plain[i] = d.chance(0.4)
	}
}

func (d *drawer) index(_ *run, what decision, most uint64) uint64 { return d.choose(what, most) }

// choose decides among 0..most.
func (d *drawer) choose(what decision, most uint64) uint64 {
	if d.size <= 0 {
		return 0
	}
	upTo := func(m uint64) uint64 {
		if m == math.MaxUint64 {
			return d.Uint64()
		}
		return d.Uint64N(m + 1)
	}
	// A value of an enumeration, or a letter.
	if what == decideRune || what == decideBranch && d.written.Domain.Values != nil {
		if x, ok := d.favourite(d.written.ID, min(most, 96)); ok {
			return x
		}
	}
	switch what {
	case decideRune:
		// Beyond the printable ASCII characters come those that no program expects.
		return upTo(min(most, d.letter, 96))
	case decideTimes, decideOften:
		if d.chance(0.15) {
			return 0
		}
		if what == decideOften {
			return min(most, upTo(usualTimes))
		}
		if d.chance(0.1) && most <= 64 {
			return most
		}
		width, _ := d.upTo(uintOf(min(most, maxRandomValues/16)), d.local).toUint64()
		if most <= usualTimes {
			return upTo(most)
		}
		return width
	case decideParent:
		switch d.shape {
		case treePath:
			return most
		case treeStar:
			return 0
		case treeCaterpillar:
			// Vertices with even numbers make the spine.
			if most%2 == 0 {
				return most
			}
			return most - 1
		case treeBinary:
			return most / 2
		case treeDeep:
			return most - upTo(min(most, 2))
		}
		return upTo(most)
	case decideLabel:
		if d.plain[0] {
			return 0
		}
		return upTo(most)
	case decidePlace:
		if d.plain[1] {
			return 0
		}
		return upTo(most)
	case decideTurn:
		if d.plain[2] {
			return 0
		}
		return upTo(most)
	default:
		return upTo(most)
	}
}
