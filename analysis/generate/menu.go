package generate

import (
	"math"
	"math/big"
	"slices"
)

// menu is what a variable may be, in order of simplicity: the integers lo..hi by distance from zero, positive ones
// first, or those of list that lie there.
type menu struct {
	lo, hi integer
	list   []integer
	width  integer // the highest offset
	easy   bool    // no list, and int64 arithmetic will not overflow
}

func menuOf(v *variable, b interval) menu {
	m := menu{lo: b.lo, hi: b.hi}
	if v.list == nil {
		m.width = b.hi.minus(b.lo)
		m.easy = b.lo.easy() && b.hi.easy()
		return m
	}
	if len(v.sorted) > 0 && b.lo.cmp(v.sorted[0]) <= 0 && v.sorted[len(v.sorted)-1].cmp(b.hi) <= 0 {
		m.list, m.width = v.list, intOf(len(v.list)-1)
		return m
	}
	for _, x := range v.list {
		if b.has(x) {
			m.list = append(m.list, x)
		}
	}
	m.width = intOf(len(m.list) - 1)
	return m
}

// easy says whether x lies so far from the ends of int64 that twice as much does not overflow.
func (x integer) easy() bool {
	const most = 1 << 61
	return x.inf == 0 && x.large == nil && -most < x.small && x.small < most
}

func (m *menu) at(offset integer) integer {
	if m.easy {
		lo, hi, k := m.lo.small, m.hi.small, offset.small
		near := min(-lo, hi)
		switch {
		case lo >= 0:
			return integer{small: lo + k}
		case hi <= 0:
			return integer{small: hi - k}
		case 2*near < k && hi == near:
			return integer{small: near - k}
		case 2*near < k:
			return integer{small: k - near}
		case k&1 == 0:
			return integer{small: -k / 2}
		}
		return integer{small: (k + 1) / 2}
	}
	if m.list != nil {
		i, _ := offset.toInt()
		return m.list[i]
	}
	switch {
	case m.lo.sign() >= 0:
		return m.lo.plus(offset)
	case m.hi.sign() <= 0:
		return m.hi.minus(offset)
	}
	near := minInt(m.lo.neg(), m.hi)
	if both := near.plus(near); both.less(offset) {
		x := offset.minus(near)
		if m.hi.cmp(near) == 0 {
			return x.neg()
		}
		return x
	}
	half := offset.next().floorDiv(intOf(2))
	if offset.mod(intOf(2)).sign() == 0 {
		return half.neg()
	}
	return half
}

// nearest is the offset of x, or of the bound nearest to it; ok is false when x lies between the values of a list.
func (m *menu) nearest(x integer) (offset integer, ok bool) {
	return m.offsetOf(minInt(maxInt(x, m.lo), m.hi))
}

// offsetOf is the inverse of at; ok is false when x is not on the menu.
func (m *menu) offsetOf(x integer) (offset integer, ok bool) {
	if x.less(m.lo) || m.hi.less(x) {
		return zero, false
	}
	if m.list != nil {
		for i, y := range m.list {
			if x.cmp(y) == 0 {
				return intOf(i), true
			}
		}
		return zero, false
	}
	switch {
	case m.lo.sign() >= 0:
		return x.minus(m.lo), true
	case m.hi.sign() <= 0:
		return m.hi.minus(x), true
	}
	near, far := minInt(m.lo.neg(), m.hi), x.abs()
	switch {
	case near.less(far):
		return near.plus(far), true
	case x.sign() > 0:
		return far.plus(far).prev(), true
	}
	return far.plus(far), true
}

// neighbours walks over offsets: the proposed one first, then those nearest to it.
type neighbours struct {
	at, width    integer
	upward, only bool
	tried        int
}

func (w *neighbours) next() (integer, bool) {
	if w.only && w.tried > 0 || !w.upward && w.tried > 2*maxNeighbours {
		return zero, false
	}
	for {
		k := w.tried
		w.tried++
		if w.upward {
			x := w.at.plus(intOf(k))
			return x, x.cmp(w.width) <= 0
		}
		d := intOf((k + 1) / 2)
		up, down := w.at.plus(d), w.at.minus(d)
		if w.width.less(up) && down.sign() < 0 {
			return zero, false
		}
		if k%2 == 1 && up.cmp(w.width) <= 0 {
			return up, true
		}
		if k%2 == 0 && down.sign() >= 0 {
			return down, true
		}
	}
}

// useSet finds the next value that is not taken, in nearly constant time (a union-find over the values).
type useSet struct {
	base  int64
	dense []int32            // by value - base: where to look next, from base, or 0 for a value that is free
	small map[int64]int64    // by value, where the range is wide
	large map[string]integer // by value, of those that lead beyond int64
}

// maxDense is how many places for each value are worth their memory.
const maxDense = 16

// reset forgets all values; there will be n of them, in the range b.
func (s *useSet) reset(b interval, n int) {
	s.dense = s.dense[:0]
	width, ok := b.hi.minus(b.lo).toInt()
	if ok && b.lo.easy() && b.hi.easy() && width < maxDense*n && width < math.MaxInt32-2 {
		s.base = b.lo.small
		s.dense = slices.Grow(s.dense, width+2)[:width+2]
		clear(s.dense)
	}
	clear(s.small)
	clear(s.large)
}

// next is where to look behind x; ok is false when x is free.
func (s *useSet) next(x integer) (after integer, ok bool) {
	if k := x.small - s.base; x.large == nil && 0 <= k && k < int64(len(s.dense)) {
		return integer{small: s.base + int64(s.dense[k])}, s.dense[k] > 0
	}
	if x.large == nil {
		if far, ok := s.small[x.small]; ok {
			return integer{small: far}, true
		}
	}
	if len(s.large) == 0 {
		return zero, false
	}
	after, ok = s.large[x.String()]
	return after, ok
}

// point makes x lead to after, which is greater.
func (s *useSet) point(x, after integer) {
	k := x.small - s.base
	switch {
	case x.large != nil || after.large != nil:
		delete(s.small, x.small)
		if s.large == nil {
			s.large = map[string]integer{}
		}
		s.large[x.String()] = after
	case 0 <= k && k < int64(len(s.dense)):
		s.dense[k] = int32(after.small - s.base)
	default:
		if s.small == nil {
			s.small = map[int64]int64{}
		}
		s.small[x.small] = after.small
	}
}

func (s *useSet) take(x integer) { s.point(x, x.next()) }

// from is x, or the first free value above.
func (s *useSet) from(x integer) integer {
	end := x
	for {
		next, ok := s.next(end)
		if !ok {
			break
		}
		end = next
	}
	for x.less(end) {
		next, _ := s.next(x)
		s.point(x, end)
		x = next
	}
	return end
}

// free returns x, or the next value of the menu that is not taken: upwards, then from the start.
func (s *useSet) free(x integer, m *menu) (integer, bool) {
	if m.list != nil {
		i, _ := m.offsetOf(x)
		start, _ := i.toInt()
		for k := range m.list {
			if y := m.list[(start+k)%len(m.list)]; s.from(y).cmp(y) == 0 {
				return y, true
			}
		}
		return zero, false
	}
	if y := s.from(x); y.cmp(m.hi) <= 0 {
		return y, true
	}
	y := s.from(m.lo)
	return y, y.cmp(m.hi) <= 0
}

// words is how many choices hold an offset in 0..width.
func words(width integer) int {
	if width.large == nil {
		return 1
	}
	return max(1, (width.large.BitLen()+63)/64)
}

// word is the k-th 64-bit word of an offset, the lowest being 0.
func word(x integer, k int) uint64 {
	if x.large == nil {
		if k > 0 {
			return 0
		}
		return uint64(x.small)
	}
	low := new(big.Int).Rsh(x.large, uint(64*k))
	return low.And(low, new(big.Int).SetUint64(^uint64(0))).Uint64()
}

// offsetOfWords puts an offset together; the highest word comes first.
func offsetOfWords(ws []uint64) integer {
	if len(ws) == 1 {
		return uintOf(ws[0])
	}
	x := new(big.Int)
	for _, w := range ws {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(w))
	}
	return bigOf(x)
}
