package generate

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// integer is an exact integer of any size, or plus or minus infinity. It is a
// value: operations return new ones. Nearly all values of nearly all problems
// fit an int64, so large is set only where small would overflow.
type integer struct {
	small int64
	large *big.Int // nil when small holds the value
	inf   int8     // -1 or +1 for the infinities, else 0
}

var (
	zero     = integer{}
	one      = integer{small: 1}
	infinity = integer{inf: 1}
	minusInf = integer{inf: -1}
)

func intOf(x int) integer { return integer{small: int64(x)} }

func uintOf(x uint64) integer {
	if x <= math.MaxInt64 {
		return integer{small: int64(x)}
	}
	return integer{large: new(big.Int).SetUint64(x)}
}

func bigOf(x *big.Int) integer {
	if x.IsInt64() {
		return integer{small: x.Int64()}
	}
	return integer{large: x}
}

// integerOf reads decimal digits.
func integerOf(digits string) (integer, bool) {
	if x, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return integer{small: x}, true
	}
	x, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return zero, false
	}
	return bigOf(x), true
}

// big returns x as a big.Int that must not be changed; x must be finite.
func (x integer) big() *big.Int {
	if x.large != nil {
		return x.large
	}
	return big.NewInt(x.small)
}

func (x integer) finite() bool { return x.inf == 0 }

func (x integer) sign() int {
	switch {
	case x.inf != 0:
		return int(x.inf)
	case x.large != nil:
		return x.large.Sign()
	case x.small > 0:
		return 1
	case x.small < 0:
		return -1
	}
	return 0
}

func (x integer) cmp(y integer) int {
	if x.inf != 0 || y.inf != 0 {
		return int(x.inf) - int(y.inf)
	}
	if x.large == nil && y.large == nil {
		switch {
		case x.small < y.small:
			return -1
		case x.small > y.small:
			return 1
		}
		return 0
	}
	return x.big().Cmp(y.big())
}

func (x integer) less(y integer) bool { return x.cmp(y) < 0 }

func (x integer) neg() integer {
	switch {
	case x.inf != 0:
		return integer{inf: -x.inf}
	case x.large != nil || x.small == math.MinInt64:
		return bigOf(new(big.Int).Neg(x.big()))
	}
	return integer{small: -x.small}
}

func (x integer) abs() integer {
	if x.sign() < 0 {
		return x.neg()
	}
	return x
}

func (x integer) plus(y integer) integer {
	if x.inf != 0 {
		return x
	}
	if y.inf != 0 {
		return y
	}
	if x.large == nil && y.large == nil {
		if s := x.small + y.small; (s > x.small) == (y.small > 0) {
			return integer{small: s}
		}
	}
	return bigOf(new(big.Int).Add(x.big(), y.big()))
}

func (x integer) minus(y integer) integer { return x.plus(y.neg()) }

func (x integer) next() integer { return x.plus(one) }
func (x integer) prev() integer { return x.plus(integer{small: -1}) }

// times multiplies; zero times infinity is zero, as interval arithmetic wants it.
func (x integer) times(y integer) integer {
	if x.inf != 0 || y.inf != 0 {
		return integer{inf: int8(x.sign() * y.sign())}
	}
	if x.large == nil && y.large == nil {
		hi, lo := bits.Mul64(uint64(x.small), uint64(y.small))
		// The signed high word, from the unsigned one.
		if x.small < 0 {
			hi -= uint64(y.small)
		}
		if y.small < 0 {
			hi -= uint64(x.small)
		}
		if int64(hi) == int64(lo)>>63 {
			return integer{small: int64(lo)}
		}
	}
	return bigOf(new(big.Int).Mul(x.big(), y.big()))
}

// floorDiv is x / y rounded down; y is not zero. A finite number over an
// infinite one counts as 0, and so does infinite over infinite: the corners of
// interval division want it.
func (x integer) floorDiv(y integer) integer {
	if y.inf != 0 {
		return zero
	}
	if x.inf != 0 {
		return integer{inf: int8(x.sign() * y.sign())}
	}
	if x.large == nil && y.large == nil && (x.small != math.MinInt64 || y.small != -1) {
		q := x.small / y.small
		if r := x.small % y.small; r != 0 && (r < 0) != (y.small < 0) {
			q--
		}
		return integer{small: q}
	}
	q, r := new(big.Int).QuoRem(x.big(), y.big(), new(big.Int))
	if r.Sign() != 0 && r.Sign() != y.sign() {
		q.Sub(q, big.NewInt(1))
	}
	return bigOf(q)
}

func (x integer) ceilDiv(y integer) integer { return x.neg().floorDiv(y).neg() }

// mod is x - y*floor(x/y): it has the sign of y.
func (x integer) mod(y integer) integer { return x.minus(y.times(x.floorDiv(y))) }

func gcd(x, y integer) integer {
	for y.sign() != 0 {
		x, y = y, x.mod(y)
	}
	return x.abs()
}

// maxPowerBits is the size from which a power counts as infinite: no problem
// prints such a number.
const maxPowerBits = 1 << 16

// power is x^k for k >= 0.
func power(x, k integer) integer {
	switch {
	case k.sign() == 0:
		return one
	case x.sign() == 0 || x.cmp(one) == 0:
		return x
	case x.cmp(integer{small: -1}) == 0 && k.finite():
		if k.mod(intOf(2)).sign() == 0 {
			return one
		}
		return x
	case !x.finite() || !k.finite() || k.large != nil || k.small > maxPowerBits ||
		int64(x.big().BitLen())*k.small > maxPowerBits:
		return integer{inf: 1}
	}
	return bigOf(new(big.Int).Exp(x.big(), k.big(), nil))
}

// root is the largest r >= 0 with r^k <= x, for x >= 0 and k >= 1.
func root(x, k integer) integer {
	if !x.finite() {
		return infinity
	}
	if k.large != nil || k.small > maxPowerBits {
		return one
	}
	if x.sign() == 0 || k.small == 1 {
		return x
	}
	// Newton's iteration from above falls until it is there.
	r := bigOf(new(big.Int).Lsh(big.NewInt(1), uint(int64(x.big().BitLen())/k.small+1)))
	for {
		next := k.prev().times(r).plus(x.floorDiv(power(r, k.prev()))).floorDiv(k)
		if !next.less(r) {
			return r
		}
		r = next
	}
}

func minInt(x, y integer) integer {
	if y.less(x) {
		return y
	}
	return x
}

func maxInt(x, y integer) integer {
	if x.less(y) {
		return y
	}
	return x
}

// toUint64 returns x when 0 <= x < 2^64.
func (x integer) toUint64() (uint64, bool) {
	switch {
	case x.inf != 0 || x.sign() < 0:
		return 0, false
	case x.large != nil:
		return x.large.Uint64(), x.large.IsUint64()
	}
	return uint64(x.small), true
}

// toInt returns x when it is an int that is not negative.
func (x integer) toInt() (int, bool) {
	if x.inf != 0 || x.large != nil || x.small < 0 || x.small > math.MaxInt {
		return 0, false
	}
	return int(x.small), true
}

// log2 is the logarithm of x > 0.
func (x integer) log2() float64 {
	if x.large == nil {
		return math.Log2(float64(x.small))
	}
	mantissa := new(big.Float).SetInt(x.large)
	exp := mantissa.MantExp(mantissa)
	f, _ := mantissa.Float64()
	return math.Log2(f) + float64(exp)
}

// key makes finite integers usable as map keys.
func (x integer) key() intKey {
	if x.large != nil {
		return intKey{large: string(x.large.Bytes()), small: int64(x.large.Sign())}
	}
	return intKey{small: x.small}
}

type intKey struct {
	small int64
	large string
}

func (x integer) append(b []byte) []byte {
	switch {
	case x.inf > 0:
		return append(b, "infinity"...)
	case x.inf < 0:
		return append(b, "-infinity"...)
	case x.large != nil:
		return x.large.Append(b, 10)
	}
	return strconv.AppendInt(b, x.small, 10)
}

func (x integer) String() string { return string(x.append(nil)) }

// primality is 1 for a prime number, else 0. It is exact below 2^64, and beyond no composite number is known for which it
// is wrong (the test of Baillie and Wagstaff, "Lucas pseudoprimes", Mathematics of Computation 35, 1980).
func primality(x integer) int {
	if x.cmp(one) > 0 && x.finite() && x.big().ProbablyPrime(0) {
		return 1
	}
	return 0
}

const (
	// maxGap is how far the next prime number is looked for. Below 2^64 no gap is longer than 1550.
	maxGap = 2000
	// maxPrimeBits is from which size on that would take too long.
	maxPrimeBits = 256
)

// primesWithin narrows an interval to its first and its last prime number, as far as they are near its ends.
func primesWithin(a interval) interval {
	if a.lo.cmp(intOf(2)) < 0 {
		a.lo = intOf(2)
	}
	if a.lo.big().BitLen() > maxPrimeBits || a.hi.finite() && a.hi.big().BitLen() > maxPrimeBits {
		return a
	}
	if a.hi.finite() {
		hi := a.hi
		for range maxGap {
			if hi.less(a.lo) || primality(hi) == 1 {
				a.hi = hi
				break
			}
			hi = hi.prev()
		}
	}
	lo := a.lo
	for range maxGap {
		if a.hi.less(lo) || primality(lo) == 1 {
			a.lo = lo
			break
		}
		lo = lo.next()
	}
	return a
}
