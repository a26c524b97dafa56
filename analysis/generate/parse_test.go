package generate

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"execre/analysis/schema"
)

func TestParseToleratesBlanks(t *testing.T) {
	cases := []struct {
		b          *build
		text, want string
	}{
		{coupon(), "25 3\r\n", "25 3\n"},
		{coupon(), "25 3", "25 3\n"},
		{coupon(), "  25\t\t3  \n\n", "25 3\n"},
		{coupon(), "25\n3\n", "25 3\n"},
		{numberAndArray(0, 9, 10), "3\r\n1 2 3\r\n", "3\n1 2 3\n"},
		{numberAndArray(0, 9, 10), "3\n1\n2\n3\n", "3\n1 2 3\n"},
		{numberAndArray(0, 9, 10), "3 1 2 3 ", "3\n1 2 3\n"},
		{grid(), "2 3\r\n.#.\r\n##. \r\n", "2 3\n.#.\n##.\n"},
		{restaurants(), "1\r\n2\r\nthe old oak\r\npea soup\r\npancakes", "1\n2\nthe old oak\npea soup\npancakes\n"},
		{restaurants(), "1\n2\nthe old oak  \npea soup \t\npancakes\n\n", "1\n2\nthe old oak\npea soup\npancakes\n"},
		{treeOf(10), "4\n4 1\n3 2\n2 4\n", "4\n4 1\n3 2\n2 4\n"},
		{stringOf(schema.Domain{Pattern: `(ab|[0-9]{2})*`}, 0, 9), "\n", "\n"},
		{stringOf(schema.Domain{Pattern: `(ab|[0-9]{2})*`}, 0, 9), "", "\n"},
	}
	for _, c := range cases {
		g := compile(t, c.b)
		in, err := g.Parse(c.text)
		if err != nil || in.Text != c.want {
			t.Errorf("%q is read as %q, %v, want %q", c.text, in.Text, err, c.want)
		}
		if err == nil {
			checkInput(t, g, in)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	ordered := treeOf(10)
	ordered.is("u_i < v_i", ordered.named("u"), "<", ordered.named("v"))
	cases := []struct {
		b          *build
		text, want string
	}{
		{coupon(), "", "line 1, column 1: expected an integer for T, found the end of the input"},
		{coupon(), "25", "line 1, column 3: expected an integer for n, found the end of the input"},
		{coupon(), "25 x3\n", `line 1, column 4: expected an integer for n, found "x3"`},
		{coupon(), "25 3x\n", `line 1, column 4: expected an integer for n, found "3x"`},
		{coupon(), "25 3\n7\n", `line 2, column 1: expected the end of the input, found "7"`},
		{coupon(), "25 11\n", `line 1, column 4: "1 <= n <= 10" does not hold: n is 11`},
		{coupon(), "025 3\n", "line 1, column 1: T is 025; write it without sign and leading zeros"},
		{coupon(), "-0 3\n", "line 1, column 1: T is -0; write it without sign and leading zeros"},
		{coupon(), "2.5 3\n", `line 1, column 1: expected an integer for T, found "2.5"`},
		{coupon(), "99999999999999999999999 3", `line 1, column 1: "0 <= T <= 100" does not hold: T is 99999999999999999999999`},
		{numberAndArray(0, 9, 10), "3\n1 2\n", "line 3, column 1: expected an integer for A, found the end of the input"},
		{numberAndArray(0, 9, 10), "3\n1 12 5\n", `line 2, column 3: "lo <= A_i <= hi" does not hold: A is 12`},
		{intervals(true), "2\n1 2\n5 5\n", `line 3, column 3: "1 <= L_i < R_i <= 2*10^5" does not hold: L is 5, R is 5`},
		{intervals(false), "1\n5 5\n", `line 2, column 3: "1 <= L_i < R_i <= 2*10^5" does not hold: R is 5, L is 5`},
		{siblings(), "2\n1 5\n1 4\n", `line 3, column 3: "0 <= A_i <= B_i <= 50" does not hold: A is 5, B is 4`},
		{treeOf(10), "3\n1 2\n2 1\n", `line 3, column 1: "(u, v) is a tree on 1..N" does not hold: this edge closes a circle`},
		{treeOf(10), "3\n1 2\n2 4\n", `line 3, column 1: "(u, v) is a tree on 1..N" does not hold: this edge has an end that is no vertex`},
		{ordered, "3\n1 2\n3 2\n", `line 3, column 3: "u_i < v_i" does not hold: u is 3, v is 2`},
		{permutation(), "3\n1 3 3\n", `line 2, column 5: "P is a permutation of 1..N" does not hold: 3 stands here again`},
		{permutation(), "3\n1 3 4\n", `line 2, column 5: "P is a permutation of 1..N" does not hold: 4 is out of range`},
		{columns(schema.Sorted), "3\n1 3 2\n", `line 2, column 5: "A is special" does not hold: 2 comes after 3`},
		{columns(schema.StrictlyIncreasing), "3\n1 3 3\n", `line 2, column 5: "A is special" does not hold: 3 comes after 3`},
		{columns(schema.SumAtMost), "2\n20 21\n", `line 2, column 4: "sum of A <= 40" does not hold: the sum is 41, the bound 40`},
		{grid(), "1 3\n.x.\n", `line 2, column 2: expected c, found "x."`},
		{grid(), "1 3\n.#\n", "line 2, column 3: expected c, found the end of the input"},
		{grid(), "1 2\n.##\n", `line 2, column 3: expected the end of the input, found "#"`},
		{stringOf(schema.Domain{Alphabet: []rune("äb")}, 1, 9), "bäüb\n", `line 1, column 3: S may not have the character 'ü'`},
		{stringOf(schema.Domain{Alphabet: []rune("ab")}, 1, 3), "abab\n", `line 1, column 1: "lo <= |S| <= hi" does not hold: |S| is 4`},
		{stringOf(schema.Domain{Pattern: "[a-z]+"}, 1, 9), "ab1\n", `line 1, column 1: S is "ab1", which does not match [a-z]+`},
		{restaurants(), "1\n1\na  b\nc\n", `line 3, column 1: name is "a  b", which does not match [a-z]{1,8}( [a-z]{1,8}){0,2}`},
		{mixture(), "1 0 0.255\n", "line 1, column 5: x has more than 2 decimals"},
		{mixture(), "1 0 0.25\n2 3\n\n", `line 1, column 5: "-1.5 <= x < 0.25" does not hold: x is 0.25`},
		{mixture(), "1 0 0.24\n2 4\n\n", `line 2, column 3: "gcd(a, b) = 1" does not hold: a is 2, b is 4`},
		{mixture(), "1 2 0.24\n2 3\nab\n1 2 N\n1 2 X\n", `line 5, column 5: d is "X", which is none of N, E, S, W`},
		{mixture(), "1 2 0.24\n2 3\nab\n1 2 N\n1 1 S\n", `line 5, column 3: "p != q" does not hold: p is 1, q is 1`},
	}
	for _, c := range cases {
		_, err := compile(t, c.b).Parse(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
		var v *Violation
		if err != nil && !errors.As(err, &v) {
			t.Errorf("%q: the error is a %T", c.text, err)
		}
	}
}

// Dimensions that are not printed are taken from the text.
func TestParseFindsHiddenCounts(t *testing.T) {
	b := newBuild()
	n, m := b.hidden("n"), b.hidden("m")
	var a *schema.Var
	b.repeat(e(n), "\n", func() {
		b.repeat(e(m), " ", func() { a = b.int("a") })
	})
	b.text("\n")
	b.repeat(e(m), " ", func() { b.int("c") })
	b.text("\n")
	b.is("1 <= n, m <= 4", 1, "<=", n, "<=", 4).is("1 <= n, m <= 4", 1, "<=", m, "<=", 4).is("0 <= a <= 9", 0, "<=", a, "<=", 9).
		is("10 <= c <= 99", 10, "<=", b.named("c"), "<=", 99)
	g := compile(t, b)
	_, err := g.Parse("1 2\n3 4 5\n")
	if err == nil {
		t.Error("rows of different lengths are accepted")
	}
	one := newBuild()
	n = one.hidden("n")
	one.repeat(e(n), " ", func() { one.int("a") })
	one.text("\n")
	one.int("k")
	one.is("2 <= n <= 4", 2, "<=", n, "<=", 4).is("0 <= a <= n", 0, "<=", one.named("a"), "<=", n).is("0 <= k <= 9", 0, "<=", one.named("k"), "<=", 9)
	g = compile(t, one)
	in, err := g.Parse("1 3 0\n7\n")
	if err != nil || in.Text != "1 3 0\n7\n" {
		t.Errorf("%q, %v", in.Text, err)
	}
	if _, err = g.Parse("1 4 0\n7\n"); err == nil || !strings.Contains(err.Error(), `"0 <= a <= n" does not hold: n is 3, a is 4`) {
		t.Errorf("%v", err)
	}
}

// Arbitrary texts are refused or read as something that says the same.
func FuzzParse(f *testing.F) {
	compiled := map[string]*Generator{}
	for name, b := range kinds() {
		compiled[name] = compile(f, b)
	}
	s, _ := schema.Parse([]byte(calls))
	compiled["calls"], _ = New(s)
	compiled["graph"] = written(f, "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 8\n0 <= M <= 14\n"+
		"(u, v) is a connected simple graph on 1..N\n")
	compiled["queries"] = written(f, "Q\nrepeat Q:\n  one of:\n    1 x\n    2 l r\n    \"?\" x\n---\n"+
		"1 <= Q <= 9\n0 <= x <= 9\n1 <= l <= r <= 9\n")
	names := slices.Sorted(maps.Keys(compiled))
	for i, name := range names {
		for seed := range uint64(3) {
			in, err := compiled[name].Random(rng(seed), 0.3)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(i, in.Text)
		}
	}
	f.Add(0, "3\r\n1 2 \t 3")
	f.Add(1, "\xff\xfe 9999999999999999999999")
	f.Fuzz(func(t *testing.T, i int, text string) {
		g := compiled[names[((i%len(names))+len(names))%len(names)]]
		in, err := g.Parse(text)
		if err != nil {
			var v *Violation
			if !errors.As(err, &v) || v.Line < 1 || v.Column < 1 || v.Message == "" {
				t.Fatalf("%#v", err)
			}
			return
		}
		checkInput(t, g, in)
		// Blanks apart, only the zeros of decimals may differ, and how JSON writes a character.
		if squeeze(in.Text) != squeeze(text) && !strings.Contains(in.Text, ".") && !strings.Contains(text, `\`) {
			t.Fatalf("%q is read as %q", text, in.Text)
		}
	})
}
