package generate

import (
	"slices"

	"execre/analysis/schema"
)

// interval is the set of integers from lo to hi.
type interval struct{ lo, hi integer }

var everything = interval{minusInf, infinity}

func pointOf(x integer) interval { return interval{x, x} }

func (a interval) empty() bool { return a.hi.less(a.lo) }
func (a interval) point() bool { return a.lo.finite() && a.lo.cmp(a.hi) == 0 }
func (a interval) has(x integer) bool {
	return a.lo.cmp(x) <= 0 && x.cmp(a.hi) <= 0
}

func (a interval) meet(b interval) interval {
	return interval{maxInt(a.lo, b.lo), minInt(a.hi, b.hi)}
}

func (a interval) neg() interval { return interval{a.hi.neg(), a.lo.neg()} }
func (a interval) plus(b interval) interval {
	return interval{a.lo.plus(b.lo), a.hi.plus(b.hi)}
}
func (a interval) minus(b interval) interval { return a.plus(b.neg()) }

func (a interval) times(b interval) interval {
	p, q, r, s := a.lo.times(b.lo), a.lo.times(b.hi), a.hi.times(b.lo), a.hi.times(b.hi)
	return interval{minInt(minInt(p, q), minInt(r, s)), maxInt(maxInt(p, q), maxInt(r, s))}
}

// factor is the set of integers x with x*y in a for some y of b. When zero is among b and a, x may be anything.
func (a interval) factor(b interval) interval {
	if b.has(zero) {
		if a.has(zero) {
			return everything
		}
		switch {
		case b.lo.sign() == 0 && b.hi.sign() == 0:
			return interval{one, zero}
		case b.lo.sign() == 0:
			b.lo = one
		case b.hi.sign() == 0:
			b.hi = one.neg()
		default:
			return everything
		}
	}
	lo, hi := infinity, minusInf
	for _, x := range [2]integer{a.lo, a.hi} {
		for _, y := range [2]integer{b.lo, b.hi} {
			lo, hi = minInt(lo, x.ceilDiv(y)), maxInt(hi, x.floorDiv(y))
		}
	}
	return interval{lo, hi}
}

type operation int

const (
	opInvalid operation = iota
	opNumber
	opRef
	opNeg
	opAbs
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opPow
	opMin
	opMax
	opGcd
	opPrime
)

// node is a compiled schema.Expr over scaled integers.
type node struct {
	op     operation
	number integer // opNumber
	v      int     // opRef: the variable's ID
	args   []*node
}

func (n *node) eachVar(f func(v int)) {
	if n.op == opRef {
		f(n.v)
	}
	for _, a := range n.args {
		a.eachVar(f)
	}
}

// weight is how much effort it takes to work n out, about: that of a sum is 1.
func (n *node) weight() int {
	total := 1
	switch n.op {
	case opPrime:
		total = 50
	case opGcd:
		total = 10
	case opPow:
		total = 1000
		if k, ok := n.args[1].number.toInt(); ok && n.args[1].op == opNumber {
			total = 5 + k
		}
	}
	for _, a := range n.args {
		total += a.weight()
	}
	return total
}

func (n *node) divides() bool {
	return n.op == opDiv || n.op == opMod || n.op == opPow || slices.ContainsFunc(n.args, (*node).divides)
}

// bounds is the range of n when each variable v lies in cells[v]. It is exact when all of them are points.
func (n *node) bounds(cells []interval) interval {
	switch n.op {
	case opNumber:
		return pointOf(n.number)
	case opRef:
		return cells[n.v]
	}
	x := n.args[0].bounds(cells)
	switch n.op {
	case opNeg:
		return x.neg()
	case opAbs:
		if x.has(zero) {
			return interval{zero, maxInt(x.lo.neg(), x.hi)}
		}
		return interval{minInt(x.lo.abs(), x.hi.abs()), maxInt(x.lo.abs(), x.hi.abs())}
	case opPrime:
		if x.point() {
			return pointOf(intOf(primality(x.lo)))
		}
		return interval{zero, one}
	case opMin, opMax, opGcd:
		for _, a := range n.args[1:] {
			y := a.bounds(cells)
			switch n.op {
			case opMin:
				x = interval{minInt(x.lo, y.lo), minInt(x.hi, y.hi)}
			case opMax:
				x = interval{maxInt(x.lo, y.lo), maxInt(x.hi, y.hi)}
			default:
				x = gcdBounds(x, y)
			}
		}
		return x
	}
	y := n.args[1].bounds(cells)
	switch n.op {
	case opAdd:
		return x.plus(y)
	case opSub:
		return x.minus(y)
	case opMul:
		if n.square() {
			return powBounds(x, pointOf(intOf(2)))
		}
		return x.times(y)
	case opDiv:
		if y.has(zero) {
			return everything
		}
		lo, hi := infinity, minusInf
		for _, p := range [2]integer{x.lo, x.hi} {
			for _, q := range [2]integer{y.lo, y.hi} {
				d := p.floorDiv(q)
				lo, hi = minInt(lo, d), maxInt(hi, d)
				if !q.finite() && p.sign() != 0 {
					lo = minInt(lo, one.neg()) // -1/huge rounds down to -1
				}
			}
		}
		return interval{lo, hi}
	case opMod:
		switch {
		case x.point() && y.point() && y.lo.sign() != 0:
			return pointOf(x.lo.mod(y.lo))
		case y.lo.sign() > 0 && x.lo.sign() >= 0 && x.hi.less(y.lo):
			return x
		case y.lo.sign() > 0:
			return interval{zero, y.hi.prev()}
		}
		return everything
	default: // opPow
		return powBounds(x, y)
	}
}

func (n *node) square() bool {
	return n.args[0].op == opRef && n.args[1].op == opRef && n.args[0].v == n.args[1].v
}

func gcdBounds(x, y interval) interval {
	if x.point() && y.point() {
		return pointOf(gcd(x.lo, y.lo))
	}
	lo := one
	if x.has(zero) && y.has(zero) {
		lo = zero
	}
	hi := infinity // gcd(x, 0) = |x|, so only an operand that cannot be zero bounds it
	if !x.has(zero) {
		hi = maxInt(x.lo.abs(), x.hi.abs())
	}
	if !y.has(zero) {
		hi = minInt(hi, maxInt(y.lo.abs(), y.hi.abs()))
	}
	return interval{lo, hi}
}

func powBounds(x, k interval) interval {
	switch {
	case k.lo.sign() < 0:
		return everything
	case x.point() && k.point():
		return pointOf(power(x.lo, k.lo))
	case x.lo.sign() >= 0:
		lo := power(x.lo, k.lo)
		if x.lo.sign() == 0 && k.hi.sign() > 0 {
			lo = zero
		}
		return interval{lo, maxInt(power(x.hi, k.hi), power(x.hi, k.lo))}
	}
	m := maxInt(one, power(maxInt(x.lo.abs(), x.hi.abs()), k.hi))
	if k.point() && k.lo.mod(intOf(2)).sign() == 0 {
		lo := zero
		if x.hi.sign() < 0 {
			lo = power(x.hi.abs(), k.lo)
		}
		return interval{lo, m}
	}
	return interval{m.neg(), m}
}

// rule is a compiled comparison: left op right.
type rule struct {
	from        *schema.Constraint // for messages; a rule derived from a column constraint points to that
	op          schema.Op
	left, right *node
	only        []element // it holds in those iterations alone; empty: in all
	vars        []int     // each once, ascending
	weight      int       // the effort of one revision, about, in nodes
	scopes      []int     // the Repeats (never the top) in which its variables stand, parents too
}

// element is an iteration: that in which an index has a value.
type element struct {
	index int // the variable
	is    *node
}

// where says whether the rule may speak of the present iteration, and whether that is certain.
func (r *rule) where(cells []interval) (may, certain bool) {
	certain = true
	for _, e := range r.only {
		index, is := cells[e.index], e.is.bounds(cells)
		if index.meet(is).empty() {
			return false, true
		}
		certain = certain && index.point() && is.point()
	}
	return true, certain
}

// holds says whether the rule is true of values that are all known.
func (r *rule) holds(cells []interval) bool {
	if may, _ := r.where(cells); !may {
		return true
	}
	l, m := r.left.bounds(cells), r.right.bounds(cells)
	if !l.point() || !m.point() {
		return false // a division by zero
	}
	c := l.lo.cmp(m.lo)
	switch r.op {
	case schema.Less:
		return c < 0
	case schema.LessEqual:
		return c <= 0
	case schema.Equal:
		return c == 0
	default:
		return c != 0
	}
}

// entailed says whether the rule is true of all values in the cells. A quotient may have none, whatever its bounds.
func (r *rule) entailed(cells []interval) bool {
	if r.left.divides() || r.right.divides() {
		return false
	}
	l, m := r.left.bounds(cells), r.right.bounds(cells)
	switch r.op {
	case schema.Less:
		return l.hi.less(m.lo)
	case schema.LessEqual:
		return l.hi.cmp(m.lo) <= 0
	case schema.NotEqual:
		return l.meet(m).empty()
	default:
		return false
	}
}

// solver narrows the variables' ranges until no rule narrows them further
// (bounds propagation, the HC4 scheme of Benhamou et al., "Revising hull and
// box consistency", ICLP 1999). A variable that has its value is a point.
type solver struct {
	g      *Generator
	cells  []interval // by variable
	trail  []change   // what to undo
	active []bool     // by scope: its iterations are being made
	queue  []int      // rules to revise
	queued []bool     // by rule
	loose  bool       // the rule being revised may have no instance: see revise
	broken *rule      // the rule that failed last
	effort int        // so far: the weight of all revisions
	fails  []int      // by rule: how often it failed
	spared []bool     // by rule: it failed where a Repeat might have no iteration, which was no conflict then
}

func (g *Generator) newSolver(cells []interval) solver {
	n := len(g.rules)
	return solver{
		g: g, cells: cells, active: make([]bool, len(g.scopes)),
		queued: make([]bool, n), fails: make([]int, n), spared: make([]bool, n),
	}
}

type change struct {
	v   int
	old interval
}

// maxRevisions bounds one propagation. x < y, y < x on wide ranges would
// otherwise creep; stopping early is sound, it only leaves ranges wider.
const maxRevisions = 2000

func (s *solver) undo(mark int) {
	for i := len(s.trail) - 1; i >= mark; i-- {
		s.cells[s.trail[i].v] = s.trail[i].old
	}
	s.trail = s.trail[:mark]
}

func (s *solver) enqueue(rules []int) {
	for _, r := range rules {
		if !s.queued[r] {
			s.queued[r] = true
			s.queue = append(s.queue, r)
		}
	}
}

// set narrows a variable and everything that follows; false means conflict, with s.broken set when a rule is to blame.
func (s *solver) set(v int, to interval) bool {
	s.loose, s.broken = false, nil
	return s.meet(v, to) && s.propagate()
}

func (s *solver) propagate() bool {
	ok := true
	for i := 0; i < len(s.queue); i++ {
		r := s.queue[i]
		s.queued[r] = false
		if !ok || i >= maxRevisions {
			continue
		}
		s.effort += s.g.rules[r].weight * s.length(s.g.rules[r])
		if !s.revise(r) {
			s.broken = s.g.rules[r]
			s.fails[r]++
			ok = false
		}
	}
	s.queue = s.queue[:0]
	return ok
}

// length is how many times as long as usual it takes to work out a rule, because its numbers are long.
func (s *solver) length(r *rule) int {
	longest := 0
	for _, v := range r.vars {
		if x := s.cells[v].hi.large; x != nil {
			longest = max(longest, x.BitLen())
		}
	}
	return 1 + longest/128
}

// maybeEmpty says whether the scope may turn out to have no iteration.
func (s *solver) maybeEmpty(scope int) bool {
	return !s.active[scope] && s.g.scopes[scope].count.bounds(s.cells).lo.sign() <= 0
}

func (s *solver) revise(id int) bool {
	r := s.g.rules[id]
	if may, certain := r.where(s.cells); !may || !certain {
		return true
	}
	// The rule of a Repeat without iterations says nothing about the variables outside.
	s.loose = false
	for _, sc := range r.scopes {
		if s.maybeEmpty(sc) {
			s.loose = true
		}
	}
	known := true
	for _, v := range r.vars {
		known = known && s.cells[v].point()
	}
	if known {
		return r.holds(s.cells) || s.spare(id)
	}
	l, m := r.left.bounds(s.cells), r.right.bounds(s.cells)
	ok := true
	switch r.op {
	case schema.LessEqual:
		ok = s.narrow(r.left, interval{minusInf, m.hi}) && s.narrow(r.right, interval{l.lo, infinity})
	case schema.Less:
		ok = s.narrow(r.left, interval{minusInf, m.hi.prev()}) && s.narrow(r.right, interval{l.lo.next(), infinity})
	case schema.Equal:
		both := l.meet(m)
		ok = s.narrow(r.left, both) && s.narrow(r.right, both)
	case schema.NotEqual:
		ok = s.avoid(r.left, m) && s.avoid(r.right, l)
	}
	return ok || s.spare(id)
}

// spare lets a rule fail that may have no instance. When this hangs on one Repeat, that one has no iteration.
func (s *solver) spare(id int) bool {
	if !s.loose {
		return false
	}
	s.spared[id] = true
	only := -1
	for _, sc := range s.g.rules[id].scopes {
		if s.maybeEmpty(sc) {
			if only >= 0 {
				return true
			}
			only = sc
		}
	}
	s.loose = false
	return s.narrow(s.g.scopes[only].count, interval{minusInf, zero})
}

// begin takes the scope to have an iteration: rules that were spared for it count from now on.
func (s *solver) begin(scope int) bool {
	s.active[scope] = true
	s.loose, s.broken = false, nil
	for _, r := range s.g.scopes[scope].rules {
		if s.spared[r] {
			s.enqueue([]int{r})
		}
	}
	return len(s.queue) == 0 || s.propagate()
}

func (s *solver) avoid(n *node, taken interval) bool {
	if !taken.point() {
		return true
	}
	b := n.bounds(s.cells)
	switch {
	case b.lo.cmp(taken.lo) == 0:
		return s.narrow(n, interval{b.lo.next(), infinity})
	case b.hi.cmp(taken.lo) == 0:
		return s.narrow(n, interval{minusInf, b.hi.prev()})
	}
	return true
}

// meet intersects the range of v with want.
func (s *solver) meet(v int, want interval) bool {
	old := s.cells[v]
	now := old.meet(want)
	if list := s.g.vars[v].sorted; list != nil {
		now = shrinkToList(now, list)
	}
	if now.lo.cmp(old.lo) == 0 && now.hi.cmp(old.hi) == 0 {
		return true
	}
	if s.loose {
		inside := false
		for sc := s.g.vars[v].scope; sc != 0; sc = s.g.scopes[sc].parent {
			inside = inside || s.maybeEmpty(sc)
		}
		if !inside || now.empty() {
			return true
		}
	}
	if now.empty() {
		return false
	}
	s.trail = append(s.trail, change{v, old})
	s.cells[v] = now
	s.enqueue(s.g.vars[v].rules)
	return true
}

func shrinkToList(a interval, sorted []integer) interval {
	lo, hi := infinity, minusInf
	for _, x := range sorted {
		if a.has(x) {
			lo, hi = minInt(lo, x), maxInt(hi, x)
		}
	}
	return interval{lo, hi}
}

// narrow passes on to n's variables that n lies in want.
func (s *solver) narrow(n *node, want interval) bool {
	got := n.bounds(s.cells)
	if want.lo.cmp(got.lo) <= 0 && got.hi.cmp(want.hi) <= 0 {
		return true
	}
	want = want.meet(got)
	if want.empty() {
		return false
	}
	bound := func(i int) interval { return n.args[i].bounds(s.cells) }
	switch n.op {
	case opNumber:
		return true
	case opRef:
		return s.meet(n.v, want)
	case opNeg:
		return s.narrow(n.args[0], want.neg())
	case opAbs:
		to := interval{want.hi.neg(), want.hi}
		switch x := bound(0); {
		case want.lo.neg().less(x.lo):
			to.lo = want.lo
		case x.hi.less(want.lo):
			to.hi = want.lo.neg()
		}
		return s.narrow(n.args[0], to)
	case opAdd:
		return s.narrow(n.args[0], want.minus(bound(1))) && s.narrow(n.args[1], want.minus(bound(0)))
	case opSub:
		return s.narrow(n.args[0], want.plus(bound(1))) && s.narrow(n.args[1], bound(0).minus(want))
	case opMul:
		if n.square() {
			return s.narrowPower(n.args[0], want, intOf(2))
		}
		return s.narrow(n.args[0], want.factor(bound(1))) && s.narrow(n.args[1], want.factor(bound(0)))
	case opDiv:
		y := bound(1)
		if y.lo.sign() <= 0 {
			return true
		}
		// q = floor(x/y) with y > 0 means q*y <= x <= q*y + y - 1.
		from := want.times(y)
		upTo := interval{want.lo.next(), want.hi.next()}.times(y)
		return s.narrow(n.args[0], interval{from.lo, upTo.hi.prev()})
	case opMod:
		x, y := bound(0), bound(1)
		if want.point() && y.point() && y.lo.sign() > 0 {
			r := want.lo.mod(y.lo)
			to := x
			if x.lo.finite() {
				to.lo = x.lo.plus(r.minus(x.lo).mod(y.lo))
			}
			if x.hi.finite() {
				to.hi = x.hi.minus(x.hi.minus(r).mod(y.lo))
			}
			return s.narrow(n.args[0], to)
		}
		return true
	case opPow:
		x, k := bound(0), bound(1)
		if k.point() && k.lo.sign() > 0 {
			return s.narrowPower(n.args[0], want, k.lo)
		}
		if x.point() && x.lo.cmp(one) > 0 && want.hi.finite() && want.hi.sign() > 0 {
			// base^k <= hi
			top := zero
			for power(x.lo, top.next()).cmp(want.hi) <= 0 {
				top = top.next()
			}
			return s.narrow(n.args[1], interval{minusInf, top})
		}
		return true
	case opMin, opMax:
		return s.narrowExtreme(n, want)
	case opPrime:
		if want.point() && want.lo.sign() > 0 {
			return s.narrow(n.args[0], primesWithin(bound(0)))
		}
		return true
	default: // opGcd
		if want.point() && want.lo.sign() > 0 {
			for _, a := range n.args {
				b := a.bounds(s.cells)
				to := interval{b.lo.ceilDiv(want.lo).times(want.lo), b.hi.floorDiv(want.lo).times(want.lo)}
				if b.lo.finite() && b.hi.finite() && !s.narrow(a, to) {
					return false
				}
			}
		}
		return true
	}
}

func (s *solver) narrowPower(x *node, want interval, k integer) bool {
	b := x.bounds(s.cells)
	if want.hi.sign() < 0 || b.lo.sign() < 0 && k.mod(intOf(2)).sign() != 0 {
		return true
	}
	top := root(want.hi, k)
	to := interval{top.neg(), top}
	if b.lo.sign() >= 0 && want.lo.sign() > 0 {
		to.lo = root(want.lo.prev(), k).next()
	}
	return s.narrow(x, to)
}

func (s *solver) narrowExtreme(n *node, want interval) bool {
	side := interval{want.lo, infinity} // all arguments of min are at least its lowest value
	if n.op == opMax {
		side = interval{minusInf, want.hi}
	}
	able, which := 0, -1
	for i, a := range n.args {
		if !s.narrow(a, side) {
			return false
		}
		if b := a.bounds(s.cells); !b.meet(want).empty() {
			able, which = able+1, i
		}
	}
	if able == 1 {
		return s.narrow(n.args[which], want)
	}
	return able > 0
}
