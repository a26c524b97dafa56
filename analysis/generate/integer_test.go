package generate

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// anyInteger draws integers around the places where small ones overflow.
func anyInteger(t *rapid.T, name string) (integer, *big.Int) {
	var x *big.Int
	switch rapid.IntRange(0, 3).Draw(t, name+" kind") {
	case 0:
		x = big.NewInt(rapid.Int64Range(-20, 20).Draw(t, name))
	case 1:
		x = big.NewInt(rapid.Int64().Draw(t, name))
	case 2:
		edge := rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64, math.MaxUint32, math.MinInt32}).Draw(t, name+" edge")
		x = new(big.Int).Add(big.NewInt(edge), big.NewInt(rapid.Int64Range(-2, 2).Draw(t, name)))
	default:
		x = new(big.Int).Mul(big.NewInt(rapid.Int64().Draw(t, name)), big.NewInt(rapid.Int64().Draw(t, name+" factor")))
	}
	return bigOf(x), x
}

// math/big is the oracle.
func TestIntegerArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, bx := anyInteger(t, "x")
		y, by := anyInteger(t, "y")
		same := func(what string, got integer, want *big.Int) {
			t.Helper()
			if got.String() != want.String() || (got.large != nil) == want.IsInt64() {
				t.Fatalf("%s of %s and %s is %s, want %s", what, x, y, got, want)
			}
		}
		same("sum", x.plus(y), new(big.Int).Add(bx, by))
		same("difference", x.minus(y), new(big.Int).Sub(bx, by))
		same("product", x.times(y), new(big.Int).Mul(bx, by))
		same("absolute value", x.abs(), new(big.Int).Abs(bx))
		if x.cmp(y) != bx.Cmp(by) || x.sign() != bx.Sign() {
			t.Fatalf("%s and %s compare as %d", x, y, x.cmp(y))
		}
		if by.Sign() != 0 {
			quotient := new(big.Rat).SetFrac(bx, by)
			floor := new(big.Int).Div(quotient.Num(), quotient.Denom()) // Euclid's, over a positive denominator
			same("quotient", x.floorDiv(y), floor)
			same("remainder", x.mod(y), new(big.Int).Sub(bx, new(big.Int).Mul(by, floor)))
		}
		same("gcd", gcd(x, y), new(big.Int).GCD(nil, nil, new(big.Int).Abs(bx), new(big.Int).Abs(by)))
		if bx.Sign() >= 0 {
			k := rapid.Int64Range(1, 6).Draw(t, "k")
			r := root(x, integer{small: k})
			if x.less(power(r, integer{small: k})) || power(r.next(), integer{small: k}).cmp(x) <= 0 {
				t.Fatalf("%s is not the root %d of %s", r, k, x)
			}
			ws := make([]uint64, words(x))
			for i := range ws {
				ws[i] = word(x, len(ws)-1-i)
			}
			same("words", offsetOfWords(ws), bx)
		}
	})
}

func TestMenuOrdersBySimplicity(t *testing.T) {
	cases := []struct {
		lo, hi int
		want   []int
	}{
		{3, 6, []int{3, 4, 5, 6}},
		{-6, -3, []int{-3, -4, -5, -6}},
		{-2, 2, []int{0, 1, -1, 2, -2}},
		{-1, 4, []int{0, 1, -1, 2, 3, 4}},
		{-4, 1, []int{0, 1, -1, -2, -3, -4}},
		{0, 2, []int{0, 1, 2}},
	}
	for _, c := range cases {
		m := menuOf(&variable{}, interval{integer{small: int64(c.lo)}, integer{small: int64(c.hi)}})
		for i, want := range c.want {
			x := m.at(intOf(i))
			if x.small != int64(want) {
				t.Errorf("%d..%d: place %d is %s, want %d", c.lo, c.hi, i, x, want)
			}
			if back, ok := m.offsetOf(x); !ok || back.small != int64(i) {
				t.Errorf("%d..%d: %s is found at %s, want %d", c.lo, c.hi, x, back, i)
			}
		}
	}
}
