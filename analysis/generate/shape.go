package generate

import (
	"math"
	"math/bits"
)

// The shapes that wrong programs stumble over more often than over anything that dice bring: ties, extremes, order,
// sums that overflow, paths and stars, mazes with detours, texts that defeat hashes. Each is a
// proposal only; where the schema forbids a value its neighbour stands in.

// columnShape is the form of a whole column of numbers.
type columnShape int

const (
	anyColumn    columnShape = iota // chance decides
	eachItself                      // every value is drawn by itself
	allEqual                        // one value
	fewValues                       // two or three
	ascending                       // sorted, about evenly spread
	descending                      //
	nearlySorted                    // ascending but for two places
	alternating                     // two values in turn
	outlier                         // one value, but for one or two places, often the first or the last
	extremes                        // each is the lowest or the highest
	mountain                        // up and then down
	mirrored                        // a palindrome
	repeated                        // the first few again and again
	steps                           // an arithmetic progression
	columnShapes
	// Only of values that are all of a range: a permutation.
	rotated
	swapped
	cyclic
	shuffled
	// Only of two columns that name vertices.
	paired
	wished // every value is given
)

// form is the present column of a variable.
type form struct {
	shape        columnShape
	n            int
	few          [3]integer
	least, most  integer // the range of the sorted shapes
	done         float64 // how much of it is behind
	a, b, period int
	low          integer // permutations and pairs: the lowest value
	dense        bool    // it is a permutation
	order        []int   // and its order, of the shuffled ones
	wishes       []integer
	pairs        pairShape
	partner      int // the slot of the pair's first column; -1 in that itself
}

// begin decides how a column of n values looks.
func (f *form) begin(d *drawer, r *run, v *variable, n int) {
	m := menuOf(v, r.cells[v.ID])
	f.n, f.done, f.dense = n, 0, false
	f.a, f.b, f.period = d.place(n), d.place(n), 1+d.IntN(min(n, 4))
	f.shape = d.manner.column
	if w, ok := m.width.toInt(); ok && v.list == nil && v.distinct != nil && w+1 == n {
		f.permute(d, m.lo)
		return
	}
	if f.shape == anyColumn {
		f.shape = eachItself
		if d.chance(0.6) {
			f.shape = allEqual + columnShape(d.IntN(int(columnShapes-allEqual)))
		}
	}
	switch {
	case len(v.sums) > 0:
		if f.shape != allEqual || d.manner.column == anyColumn {
			f.shape = eachItself
		}
	case v.descending != nil && f.shape != allEqual && (f.shape != eachItself || d.chance(0.5)):
		f.shape = descending
	case v.ascending != nil && f.shape != allEqual && (f.shape != eachItself || d.chance(0.5)):
		f.shape = ascending
	}
	if f.shape == eachItself {
		return
	}
	size := d.size
	if d.manner.column == anyColumn && d.chance(0.3) {
		size *= d.Float64()
	}
	for i := range f.few {
		if d.chance(0.5) {
			f.few[i] = d.corner(&m, n)
		} else {
			f.few[i] = m.at(d.upTo(m.width, size))
		}
	}
	// The range of sorted values: all of it, or one that opens with the size.
	f.least, f.most = m.lo, m.hi
	if size < 1 && m.easy {
		span := integer{small: int64(d.reach(m.width, size))}
		if m.hi.sign() > 0 && m.lo.sign() < 0 {
			f.least, f.most = maxInt(m.lo, span.neg()), minInt(m.hi, span)
		} else if m.hi.sign() > 0 {
			f.most = minInt(m.hi, m.lo.plus(maxInt(span, intOf(n))))
		} else {
			f.least = maxInt(m.lo, m.hi.minus(maxInt(span, intOf(n))))
		}
	}
}

// wish makes the column that of the given values.
func (f *form) wish(values []integer) {
	f.shape, f.dense, f.n, f.wishes = wished, false, len(values), values
}

// reach is about how far upTo goes.
func (d *drawer) reach(width integer, size float64) uint64 {
	return uint64(math.Exp2(min(62, max(1, scaledBits(width, size)))))
}

// place draws one of n places, the first and the last more often than others.
func (d *drawer) place(n int) int {
	switch d.IntN(4) {
	case 0:
		return 0
	case 1:
		return n - 1
	}
	return d.IntN(n)
}

// permute decides about a column that holds all n values of its range.
func (f *form) permute(d *drawer, low integer) {
	f.low, f.dense = low, true
	switch f.shape {
	case anyColumn:
		f.shape = []columnShape{eachItself, shuffled, shuffled, ascending, descending, rotated, swapped, cyclic}[d.IntN(8)]
	case ascending, descending, eachItself:
	case allEqual:
		f.shape = ascending
	case nearlySorted:
		f.shape = swapped
	case alternating, outlier, repeated:
		f.shape = rotated
	case extremes, mountain, mirrored:
		f.shape = cyclic
	default:
		f.shape = shuffled
	}
	if f.shape != shuffled && f.shape != cyclic {
		return
	}
	f.order = f.order[:0]
	for i := range f.n {
		f.order = append(f.order, i)
	}
	for i := f.n - 1; i > 0; i-- {
		j := d.IntN(i + 1)
		if f.shape == cyclic {
			j = d.IntN(i) // Sattolo's: one cycle through all
		}
		f.order[i], f.order[j] = f.order[j], f.order[i]
	}
}

// permuted is the place's value of a permutation of 0..n-1.
func (f *form) permuted(i int) int {
	switch f.shape {
	case ascending:
		return i
	case descending:
		return f.n - 1 - i
	case rotated:
		return (i + f.period) % f.n
	case swapped:
		switch i {
		case f.a:
			return f.b
		case f.b:
			return f.a
		}
		return i
	default:
		return f.order[i]
	}
}

// at is the value of the column at the present place; ok is false when it is left to chance.
func (f *form) at(d *drawer, here place, slot int, m *menu) (x integer, ok bool) {
	i := here.i
	if i >= f.n {
		return zero, false
	}
	if f.dense {
		return f.low.plus(intOf(f.permuted(i))), true
	}
	switch f.shape {
	case allEqual:
		return f.few[0], true
	case fewValues:
		return f.few[d.IntN(len(f.few))], true
	case ascending:
		return f.sorted(d, i, false)
	case descending:
		return f.sorted(d, i, true)
	case nearlySorted:
		if i == f.a || i == f.b {
			return zero, false
		}
		return f.sorted(d, i, false)
	case alternating:
		return f.few[i%2], true
	case outlier:
		if i == f.a || i == f.b {
			return f.few[1], true
		}
		return f.few[0], true
	case extremes:
		if d.chance(0.5) {
			return m.lo, true
		}
		return m.hi, true
	case mountain:
		if i >= (f.n+1)/2 {
			return here.in.numbers[slot][f.n-1-i], true
		}
		return f.sorted(d, 2*i, false)
	case mirrored:
		if i >= (f.n+1)/2 {
			return here.in.numbers[slot][f.n-1-i], true
		}
	case repeated:
		if i >= f.period {
			return here.in.numbers[slot][i-f.period], true
		}
	case wished:
		return f.wishes[i], true
	case paired:
		return f.vertex(d, here, slot, m)
	case steps:
		step := f.few[1].minus(f.few[0]).floorDiv(intOf(f.n))
		return f.few[0].plus(step.times(intOf(i))), true
	}
	return zero, false
}

// sorted draws the next of n values that are spread evenly and in order: of k uniform values in [0, 1] the
// smallest is 1 - u^(1/k) with u uniform.
func (f *form) sorted(d *drawer, i int, down bool) (integer, bool) {
	width := f.most.minus(f.least)
	if !width.easy() {
		return zero, false
	}
	if left := f.n - i; left > 1 {
		f.done += (1 - f.done) * (1 - math.Exp(math.Log(1-d.Float64())/float64(left)))
	} else {
		f.done += (1 - f.done) * d.Float64()
	}
	step := integer{small: min(width.small, int64(f.done*float64(width.small+1)))}
	if down {
		return f.most.minus(step), true
	}
	return f.least.plus(step), true
}

// The values at which arithmetic goes wrong: where integer types end, and usual moduli.
var (
	typeEnds = []integer{
		intOf(1 << 7), intOf(1 << 8), intOf(1 << 15), intOf(1 << 16), intOf(1 << 24), intOf(1 << 31), intOf(1 << 32),
		intOf(1 << 53), uintOf(1 << 63), uintOf(math.MaxUint64).next(), intOf(1_000_000_007), intOf(998_244_353),
	}
	intEnds = []integer{intOf(1 << 31), intOf(1 << 32), uintOf(1 << 63)}
)

// corner is a value at which programs go wrong, for one of n terms.
func (d *drawer) corner(m *menu, n int) integer {
	near := intOf(d.IntN(3) - 1)
	var x integer
	switch d.IntN(13) {
	case 0, 1, 2:
		return m.hi
	case 3:
		return m.lo
	case 4:
		x = m.hi.prev()
	case 5:
		x = m.lo.next()
	case 6:
		x = near
	case 7:
		x = typeEnds[d.IntN(len(typeEnds))].plus(near)
	case 8: // the sum of n such overflows, or just does not
		x = intEnds[d.IntN(len(intEnds))].prev().floorDiv(intOf(n)).plus(near.abs())
	case 9: // the square does
		x = root(intEnds[d.IntN(len(intEnds))].prev(), intOf(2)).plus(near.abs())
	case 10, 11: // one bit, one digit
		x = d.powerOf([...]int{2, 2, 2, 10, 3}[d.IntN(5)], m.hi).plus(near)
	default: // a square or a cube
		k := intOf(2 + d.IntN(2))
		x = power(d.upTo(root(maxInt(m.hi, zero), k), d.Float64()), k).plus(near)
	}
	if m.lo.sign() < 0 && (m.hi.sign() <= 0 || d.chance(0.3)) {
		x = x.neg()
	}
	return minInt(maxInt(x, m.lo), m.hi)
}

// powerOf is a power of base, up to hi.
func (d *drawer) powerOf(base int, hi integer) integer {
	most := 0
	if hi.sign() > 0 {
		most = int(hi.next().log2() / math.Log2(float64(base)))
	}
	return power(intOf(base), intOf(d.IntN(most+1)))
}

// pairShape is the form of two columns that name vertices of a graph.
type pairShape int

const (
	anyPairs         pairShape = iota
	loosePairs                 // nothing special
	pathPairs                  // 1 2, 2 3, 3 4
	cyclePairs                 //
	starPairs                  // 1 2, 1 3, 1 4
	cliquePairs                // all pairs of the first few
	halvesPairs                // two halves that no edge joins
	twinPairs                  // pairs come twice, also the other way round
	wheelPairs                 // a circle, and a hub that is joined to all of it
	caterpillarPairs           // a path with legs
	pairShapes
)

// graphShapes are those that make a whole graph.
var graphShapes = []pairShape{pathPairs, cyclePairs, starPairs, cliquePairs, wheelPairs, caterpillarPairs}

// joined gives the two columns of pair the form of a graph's edges.
func (d *drawer) joined(r *run, pair [2]int, n int) {
	shape := d.manner.pairs
	if shape == anyPairs {
		shape = loosePairs
		if d.chance(0.4) {
			shape = loosePairs + pairShape(d.IntN(int(pairShapes-loosePairs)))
		}
	}
	if shape == loosePairs {
		return
	}
	first := r.g.vars[pair[0]].slot
	for k, id := range pair {
		f := &d.forms[id]
		f.shape, f.n, f.low, f.pairs, f.dense = paired, n, r.cells[pair[0]].lo, shape, false
		f.partner = -1
		if k == 1 {
			f.partner = first
		}
	}
}

// vertex is one end of the present edge.
func (f *form) vertex(d *drawer, here place, slot int, m *menu) (integer, bool) {
	i, second := here.i, f.partner >= 0
	u, v := 0, 0
	switch f.pairs {
	case pathPairs:
		u, v = i, i+1
	case cyclePairs:
		u, v = i, (i+1)%f.n
	case starPairs:
		u, v = 0, i+1
	case cliquePairs:
		v = int((1 + math.Sqrt(1+8*float64(i))) / 2)
		u = i - v*(v-1)/2
	case wheelPairs:
		if rim := f.n / 2; i < rim {
			v = i + 1
		} else {
			u, v = i-rim+1, (i-rim+1)%max(1, rim)+1
		}
	case caterpillarPairs:
		u, v = i-i%2, i+1
	case twinPairs:
		if i%2 == 0 {
			return zero, false
		}
		if second {
			return here.in.numbers[f.partner][i-1], true
		}
		return here.in.numbers[slot+1][i-1], true
	default: // halvesPairs
		if !second {
			return zero, false
		}
		middle := f.low.plus(m.hi.minus(f.low).floorDiv(intOf(2)))
		half := *m
		if middle.less(here.in.numbers[f.partner][i]) {
			half.lo = maxInt(m.lo, middle.next())
		} else {
			half.hi = minInt(m.hi, middle)
		}
		half.width = half.hi.minus(half.lo)
		if half.width.sign() < 0 {
			return zero, false
		}
		return half.at(d.upTo(half.width, 1)), true
	}
	if second {
		u = v
	}
	return f.low.plus(intOf(u)), true
}

// treeShape is the form of a tree.
type treeShape int

const (
	treeInvalid treeShape = iota
	treeRecursive
	treePath
	treeStar
	treeCaterpillar
	treeBinary
	treeDeep  // a path with few branches
	treeBroom // a path that ends in a star
	treeShapes
)

// hangTree decides about the form of a tree with so many edges.
func (d *drawer) hangTree(edges int) {
	d.treeSize, d.shape = edges, d.manner.tree
	if d.shape == treeInvalid {
		d.shape = treeShape(1 + d.IntN(int(treeShapes)-1))
	}
}

// parent is which earlier vertex the vertex most+1 of a tree hangs on.
func (d *drawer) parent(most uint64) uint64 {
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
		return most - d.below(min(most, 2))
	case treeBroom:
		return min(most, uint64(d.treeSize)/2)
	}
	return d.below(most)
}

// textShape is the form of a string.
type textShape int

const (
	anyText      textShape = iota
	eachLetter             // every letter is drawn by itself
	oneLetter              //
	twoInTurn              // abab
	palindrome             //
	periodicText           // the first few letters again and again
	square                 // the first half twice
	thueMorse              // the word that defeats polynomial hashes modulo 2^64
	fibonacci              // the word with the most repetitions
	sortedText             //
	textShapes
)

// writing is the form of the present string.
type writing struct {
	shape   textShape
	size    float64
	n       int       // its length; 0 when it is not known
	period  int       //
	option  [2]uint64 // two letters
	highest uint64    // of the letters
	letters []uint64  // so far
}

func (d *drawer) text(r *run, v *variable) {
	d.written = v
	if v.shape == nil {
		return
	}
	w := &d.writing
	w.letters, w.size, w.n, w.highest, w.shape = w.letters[:0], d.size, 0, 96, d.manner.text
	if d.chance(0.3) {
		w.size *= d.Float64()
	}
	if v.length >= 0 {
		w.n, _ = r.cells[v.length].lo.toInt()
	}
	switch d.IntN(8) {
	case 0:
		w.highest = 0
	case 1, 2:
		w.highest = 1
	case 3:
		w.highest = 2
	}
	w.period = 1 + d.IntN(4)
	if w.shape == anyText {
		w.shape = eachLetter
		if d.chance(0.4) {
			w.shape = eachLetter + textShape(d.IntN(int(textShapes-eachLetter)))
		}
	}
	w.option = [2]uint64{d.Uint64() >> 1, d.Uint64() >> 1}
	if w.option[0]%2 == w.option[1]%2 {
		w.option[1] ^= 1
	}
}

// letter decides a rune.
func (d *drawer) letter(r *run, most uint64) uint64 {
	w := &d.writing
	most = min(most, 96) // beyond the printable ASCII characters come those that no program expects
	x := d.nextLetter(r, most)
	w.letters = append(w.letters, x)
	return x
}

func (d *drawer) nextLetter(r *run, most uint64) uint64 {
	w := &d.writing
	i := len(w.letters)
	if r.g.scopes[d.written.scope].rows && w.n > 1 {
		if x, ok := d.cellAt(r, d.written, i, w.n, 1, most); ok {
			return x
		}
	}
	two := func(which int) uint64 { return w.option[which] % (min(most, w.highest|1) + 1) }
	back := -1
	switch w.shape {
	case oneLetter:
		return two(0)
	case twoInTurn:
		return two(i % 2)
	case thueMorse:
		return two(bits.OnesCount(uint(i)) % 2)
	case fibonacci:
		const golden = 0.6180339887498949
		return two(int(math.Floor(float64(i+2)*golden) - math.Floor(float64(i+1)*golden)))
	case palindrome:
		back = w.n - 1 - i
	case periodicText:
		back = i - w.period
	case square:
		if i >= w.n/2 {
			back = i - w.n/2
		}
	case sortedText:
		if i > 0 {
			if d.chance(0.5) {
				return w.letters[i-1]
			}
			return min(most, w.letters[i-1]+d.below(most)/8)
		}
	}
	if 0 <= back && back < i && w.letters[back] <= most {
		return w.letters[back]
	}
	if x, ok := d.favourite(d.written.ID, most); ok {
		return x
	}
	return d.below(min(most, w.highest))
}

// gridShape is the form of a matrix, or of rows of text.
type gridShape int

const (
	anyGrid    gridShape = iota
	looseGrid            // nothing special
	oneValue             // everywhere the same
	checkered            //
	serpentine           // walls with a gap at alternating ends: the longest way
	stripes              //
	frame                // the border differs
	diagonal             //
	oneCell              // one cell differs
	gridShapes
)

// gridForm is what was decided for the cells of one variable.
type gridForm struct {
	shape  gridShape
	option [2]uint64 // offsets of two values
	i, j   int       // a cell
}

// cell is the offset of a number in a grid.
func (d *drawer) cell(r *run, v *variable, m *menu) (integer, bool) {
	most, ok := m.width.toUint64()
	if !ok {
		return zero, false
	}
	x, ok := d.cellOf(r, v, most)
	return uintOf(x), ok
}

func (d *drawer) cellOf(r *run, v *variable, most uint64) (uint64, bool) {
	here := r.path[r.g.scopes[v.scope].depth]
	return d.cellAt(r, v, here.i, here.in.n, 0, most)
}

// cellAt is the offset of column j of w in the present row. The rows are the iterations of v's Repeat, or of the one
// around it when inner is 0.
func (d *drawer) cellAt(r *run, v *variable, j, w, inner int, most uint64) (uint64, bool) {
	depth := r.g.scopes[v.scope].depth - 1 + inner
	row := r.path[depth]
	t := &d.grids[v.ID]
	if t.shape == anyGrid || row.i == 0 && j == 0 {
		t.shape = d.manner.grid
		if t.shape == anyGrid {
			t.shape = looseGrid
			if d.chance(0.35) {
				t.shape = looseGrid + gridShape(d.IntN(int(gridShapes-looseGrid)))
			}
		}
		t.option = [2]uint64{d.below(most), d.below(most)}
		if most > 0 && t.option[0] == t.option[1] {
			t.option[1] = most - t.option[0]
		}
		t.i, t.j = d.place(max(1, row.in.n)), d.place(max(1, w))
	}
	i, h := row.i, row.in.n
	mark := false
	switch t.shape {
	case oneValue:
	case checkered:
		mark = (i+j)%2 == 1
	case serpentine:
		mark = i%2 == 1 && (i%4 == 1 && j != w-1 || i%4 == 3 && j != 0)
	case stripes:
		mark = (i*(t.i%2)+j*(1-t.i%2))%2 == 1
	case frame:
		mark = i == 0 || j == 0 || i == h-1 || j == w-1
	case diagonal:
		mark = i == j
	case oneCell:
		mark = i == t.i && j == t.j
	default:
		return 0, false
	}
	x := t.option[0]
	if mark {
		x = t.option[1]
	}
	return x, x <= most
}
