package generate

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"execre/analysis/schema"
)

// build makes schemas by hand: what a parser would make of a file.
type build struct {
	*schema.Schema
	scopes []*schema.Repeat
}

func newBuild() *build { return &build{Schema: &schema.Schema{Style: schema.Stdin}} }

func (b *build) scope() *schema.Repeat {
	if len(b.scopes) == 0 {
		return nil
	}
	return b.scopes[len(b.scopes)-1]
}

func (b *build) add(n schema.Node) {
	if s := b.scope(); s != nil {
		s.Body = append(s.Body, n)
	} else {
		b.Layout = append(b.Layout, n)
	}
}

func (b *build) text(s string) *build { b.add(&schema.Literal{Text: s}); return b }

// hidden makes a variable that is not printed.
func (b *build) hidden(name string) *schema.Var {
	v := &schema.Var{ID: len(b.Vars), Name: name, Kind: schema.Int, Scope: b.scope(), Hidden: true, Pos: schema.Pos{Line: 1, Column: 1}}
	b.Vars = append(b.Vars, v)
	return v
}

func (b *build) int(name string) *schema.Var {
	v := b.hidden(name)
	v.Hidden = false
	b.add(&schema.Field{Var: v})
	return v
}

func (b *build) real(name string, decimals int) *schema.Var {
	v := b.int(name)
	v.Kind, v.Decimals = schema.Real, decimals
	return v
}

func (b *build) word(name string, d schema.Domain) *schema.Var {
	v := b.int(name)
	v.Kind, v.Domain = schema.String, d
	return v
}

func (b *build) repeat(count schema.Expr, separator string, body func()) *schema.Repeat {
	r := &schema.Repeat{ID: len(b.scopes), Parent: b.scope(), Count: count, Separator: separator, Pos: schema.Pos{Line: 2, Column: 1}}
	b.add(r)
	b.scopes = append(b.scopes, r)
	body()
	b.scopes = b.scopes[:len(b.scopes)-1]
	return r
}

// is adds constraints: expressions alternate with operators, as in a chain.
func (b *build) is(text string, chain ...any) *build {
	ops := map[string]schema.Op{"<": schema.Less, "<=": schema.LessEqual, "=": schema.Equal, "!=": schema.NotEqual}
	for i := 0; i+2 < len(chain); i += 2 {
		b.Constraints = append(b.Constraints, &schema.Constraint{
			Kind: schema.Compare, Text: text, Op: ops[chain[i+1].(string)], Left: e(chain[i]), Right: e(chain[i+2]),
			Pos: schema.Pos{Line: 10 + len(b.Constraints), Column: 1},
		})
	}
	return b
}

func (b *build) column(kind schema.ConstraintKind, text string, low, high any, vars ...*schema.Var) *build {
	c := &schema.Constraint{Kind: kind, Text: text, Vars: vars, Pos: schema.Pos{Line: 10 + len(b.Constraints), Column: 1}}
	if low != nil {
		c.Low = e(low)
	}
	if kind == schema.SumAtMost {
		c.Sum = e(high)
	} else if high != nil {
		c.High = e(high)
	}
	b.Constraints = append(b.Constraints, c)
	return b
}

// e makes an expression of a number, a variable or an expression.
func e(x any) schema.Expr {
	switch x := x.(type) {
	case int:
		return &schema.Number{Value: big.NewRat(int64(x), 1)}
	case string:
		r, ok := new(big.Rat).SetString(x)
		if !ok {
			panic(x)
		}
		return &schema.Number{Value: r}
	case *schema.Var:
		return &schema.Ref{Var: x}
	}
	return x.(schema.Expr)
}

func op(x any, o string, y any) schema.Expr { return &schema.Binary{Op: o, X: e(x), Y: e(y)} }
func call(f string, args ...any) schema.Expr {
	c := &schema.Call{Func: f}
	for _, a := range args {
		c.Args = append(c.Args, e(a))
	}
	return c
}

// compile fails the test when the schema is refused.
func compile(t testing.TB, b *build) *Generator {
	t.Helper()
	g, mistakes := New(b.Schema)
	for _, m := range mistakes {
		t.Fatalf("mistake: %+v", m)
	}
	return g
}

// Problems that stand for the kinds of schemas there are.

func numberAndArray(lo, hi any, maxN int) *build {
	b := newBuild()
	n := b.int("N")
	b.text("\n")
	var a *schema.Var
	b.repeat(e(n), " ", func() { a = b.int("A") })
	b.text("\n")
	return b.is("1 <= N <= max", 1, "<=", n, "<=", maxN).is("lo <= A_i <= hi", lo, "<=", a, "<=", hi)
}

func (b *build) named(name string) *schema.Var {
	for _, v := range b.Vars {
		if v.Name == name {
			return v
		}
	}
	panic(name)
}

func coupon() *build {
	b := newBuild()
	t := b.int("T")
	b.text(" ")
	n := b.int("n")
	b.text("\n")
	return b.is("0 <= T <= 100", 0, "<=", t, "<=", 100).is("1 <= n <= 10", 1, "<=", n, "<=", 10)
}

func intervals(leftFirst bool) *build {
	b := newBuild()
	n := b.int("N")
	b.text("\n")
	var l, r *schema.Var
	b.repeat(e(n), "\n", func() {
		if leftFirst {
			l = b.int("L")
			b.text(" ")
			r = b.int("R")
		} else {
			r = b.int("R")
			b.text(" ")
			l = b.int("L")
		}
	})
	b.text("\n")
	return b.is("1 <= N <= 2*10^5", 1, "<=", n, "<=", 200000).is("1 <= L_i < R_i <= 2*10^5", 1, "<=", l, "<", r, "<=", 200000)
}

func treeOf(maxN int) *build {
	b := newBuild()
	n := b.int("N")
	b.text("\n")
	var u, v *schema.Var
	b.repeat(op(n, "-", 1), "\n", func() {
		u = b.int("u")
		b.text(" ")
		v = b.int("v")
	})
	b.text("\n")
	return b.is("2 <= N <= max", 2, "<=", n, "<=", maxN).column(schema.Tree, "(u, v) is a tree on 1..N", 1, n, u, v)
}

func grid() *build {
	b := newBuild()
	h := b.int("H")
	b.text(" ")
	w := b.int("W")
	b.text("\n")
	b.repeat(e(h), "\n", func() {
		b.repeat(e(w), "", func() { b.word("c", schema.Domain{Values: []string{".", "#"}}) })
	})
	b.text("\n")
	return b.is("1 <= H, W <= 50", 1, "<=", h, "<=", 50).is("1 <= H, W <= 50", 1, "<=", w, "<=", 50)
}

func testCases() *build {
	b := newBuild()
	t := b.int("T")
	b.text("\n")
	var n, a *schema.Var
	b.repeat(e(t), "\n", func() {
		n = b.int("N")
		b.text("\n")
		b.repeat(e(n), " ", func() { a = b.int("A") })
	})
	b.text("\n")
	return b.is("1 <= T <= 10^4", 1, "<=", t, "<=", 10000).is("1 <= N <= 2*10^5", 1, "<=", n, "<=", 200000).
		is("|A_i| <= 10^9", &schema.Unary{Op: "abs", X: e(a)}, "<=", 1000000000).
		column(schema.SumAtMost, "sum of N <= 2*10^5", nil, 200000, n)
}

func restaurants() *build {
	b := newBuild()
	n := b.int("n")
	b.text("\n")
	var k *schema.Var
	b.repeat(e(n), "\n", func() {
		k = b.int("k")
		b.text("\n")
		b.word("name", schema.Domain{Pattern: `[a-z]{1,8}( [a-z]{1,8}){0,2}`})
		b.text("\n")
		b.repeat(e(k), "\n", func() {
			b.word("item", schema.Domain{Pattern: `pea soup|pancakes|[a-z]{1,8}( [a-z]{1,8}){0,2}`})
		})
	})
	b.text("\n")
	return b.is("1 <= n <= 10", 1, "<=", n, "<=", 10).is("1 <= k <= 10", 1, "<=", k, "<=", 10)
}

func domainOf(letters string) schema.Domain { return schema.Domain{Alphabet: []rune(letters)} }

func stringOf(d schema.Domain, lo, hi int) *build {
	b := newBuild()
	length := b.hidden("|S|")
	d.Length = length
	b.word("S", d)
	b.text("\n")
	return b.is("lo <= |S| <= hi", lo, "<=", length, "<=", hi)
}

func permutation() *build { return permutationOf(1000) }

func permutationOf(maxN int) *build {
	b := newBuild()
	n := b.int("N")
	b.text("\n")
	var p *schema.Var
	b.repeat(e(n), " ", func() { p = b.int("P") })
	b.text("\n")
	return b.is("1 <= N <= max", 1, "<=", n, "<=", maxN).column(schema.Permutation, "P is a permutation of 1..N", 1, n, p)
}

func columns(kinds ...schema.ConstraintKind) *build {
	b := numberAndArray(-5, 30, 20)
	for _, k := range kinds {
		switch k {
		case schema.SumAtMost:
			b.column(k, "sum of A <= 40", nil, 40, b.named("A"))
		default:
			b.column(k, "A is special", nil, nil, b.named("A"))
		}
	}
	return b
}

func siblings() *build {
	b := newBuild()
	n := b.int("N")
	b.text("\n")
	var x, y *schema.Var
	b.repeat(e(n), " ", func() { x = b.int("A") })
	b.text("\n")
	b.repeat(e(n), " ", func() { y = b.int("B") })
	b.text("\n")
	return b.is("1 <= N <= 100", 1, "<=", n, "<=", 100).is("0 <= A_i <= B_i <= 50", 0, "<=", x, "<=", y, "<=", 50)
}

func mixture() *build {
	b := newBuild()
	n := b.int("N")
	b.text(" ")
	m := b.int("M")
	b.text(" ")
	x := b.real("x", 2)
	b.text("\n")
	a := b.int("a")
	b.text(" ")
	c := b.int("b")
	b.text("\n")
	s := b.hidden("|S|")
	b.word("S", schema.Domain{Alphabet: []rune("ab"), Length: s})
	b.text("\n")
	var p, q *schema.Var
	b.repeat(e(m), "\n", func() {
		p = b.int("p")
		b.text(" ")
		q = b.int("q")
		b.text(" ")
		b.word("d", schema.Domain{Values: []string{"N", "E", "S", "W"}})
	})
	b.text("\n")
	return b.is("1 <= N <= 10^9", 1, "<=", n, "<=", 1000000000).is("0 <= M <= min(10^9, 10*N)", 0, "<=", m, "<=", call("min", 1000000000, op(10, "*", n))).
		is("N*M <= 10^5", op(n, "*", m), "<=", 100000).
		is("-1.5 <= x < 0.25", "-3/2", "<=", x, "<", "1/4").
		is("1 <= a, b <= 10^18", 1, "<=", a, "<=", op(10, "^", 18)).is("1 <= a, b <= 10^18", 1, "<=", c, "<=", op(10, "^", 18)).
		is("gcd(a, b) = 1", call("gcd", a, c), "=", 1).is("a is even", op(a, "%", 2), "=", 0).
		is("|S| = M", s, "=", m).
		is("1 <= p, q <= N+1", 1, "<=", p, "<=", op(n, "+", 1)).is("1 <= p, q <= N+1", 1, "<=", q, "<=", op(n, "+", 1)).is("p != q", p, "!=", q)
}

func kinds() map[string]*build {
	return map[string]*build{
		"coupon": coupon(), "array": numberAndArray(-1000000000, 1000000000, 10), "intervals": intervals(true), "intervals, R first": intervals(false),
		"tree": treeOf(1000), "grid": grid(), "tests": testCases(), "restaurants": restaurants(), "permutation": permutation(),
		"distinct": columns(schema.Distinct), "sorted": columns(schema.Sorted), "increasing": columns(schema.StrictlyIncreasing),
		"sum": columns(schema.SumAtMost), "sorted sum": columns(schema.Sorted, schema.SumAtMost), "sorted distinct": columns(schema.Sorted, schema.Distinct),
		"increasing sum": columns(schema.StrictlyIncreasing, schema.SumAtMost),
		"distinct sum":   columns(schema.Distinct, schema.SumAtMost),
		"siblings":       siblings(), "mixture": mixture(),
		"alphabet":  stringOf(schema.Domain{Alphabet: []rune("xyz")}, 1, 100),
		"pattern":   stringOf(schema.Domain{Pattern: "[a-z]+"}, 1, 100),
		"even":      stringOf(schema.Domain{Pattern: "(ab|[0-9]{2})*"}, 0, 9),
		"code":      stringOf(schema.Domain{Pattern: `ABC\d{3}`}, 1, 100),
		"two parts": stringOf(schema.Domain{Pattern: `[A-Z][a-z]*(-[0-9]{1,3})?`}, 2, 6),
		"anchored":  stringOf(schema.Domain{Pattern: `^(?i)go(lang)?$`}, 0, 20),
		"huge":      numberAndArray(op(op(10, "^", 30), "*", -1), op(10, "^", 30), 5),
	}
}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// squeeze makes texts comparable up to blanks.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
