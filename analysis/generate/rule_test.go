package generate

import (
	"slices"
	"testing"

	"execre/analysis/schema"
	"pgregory.net/rapid"
)

// anyExpr draws an expression over the variables.
func anyExpr(t *rapid.T, vars []*schema.Var, depth int) schema.Expr {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		kind %= 3
	}
	sub := func() schema.Expr { return anyExpr(t, vars, depth-1) }
	switch kind {
	case 0:
		return e(rapid.IntRange(-4, 9).Draw(t, "constant"))
	case 1, 2, 3:
		return e(rapid.SampledFrom(vars).Draw(t, "variable"))
	case 4:
		return &schema.Unary{Op: rapid.SampledFrom([]string{"-", "abs"}).Draw(t, "unary"), X: sub()}
	case 5:
		return call(rapid.SampledFrom([]string{"min", "max", "gcd"}).Draw(t, "function"), sub(), sub())
	}
	return op(sub(), rapid.SampledFrom([]string{"+", "-", "*", "/", "%", "^"}).Draw(t, "operator"), sub())
}

// Propagation never takes away a solution, and knows at single values whether a rule holds.
func TestPropagationKeepsSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBuild()
		var vars []*schema.Var
		for _, name := range []string{"x", "y", "z"} {
			vars = append(vars, b.int(name))
			b.text(" ")
		}
		type box struct{ lo, hi int }
		var boxes []box
		for _, v := range vars {
			lo := rapid.IntRange(-5, 6).Draw(t, "lo")
			hi := lo + rapid.IntRange(0, 6).Draw(t, "width")
			boxes = append(boxes, box{lo, hi})
			b.is("bounds", lo, "<=", v, "<=", hi)
		}
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			b.is("rule", anyExpr(t, vars, 2), rapid.SampledFrom([]string{"<", "<=", "=", "!="}).Draw(t, "op"), anyExpr(t, vars, 2))
		}
		g := &Generator{schema: b.Schema}
		c := &compiler{Generator: g}
		c.compile()
		if len(c.mistakes) > 0 {
			t.Fatalf("%+v", c.mistakes)
		}
		var solutions [][]interval
		for x := boxes[0].lo; x <= boxes[0].hi; x++ {
			for y := boxes[1].lo; y <= boxes[1].hi; y++ {
				for z := boxes[2].lo; z <= boxes[2].hi; z++ {
					at := []interval{pointOf(integer{small: int64(x)}), pointOf(integer{small: int64(y)}), pointOf(integer{small: int64(z)})}
					if !slices.ContainsFunc(g.rules, func(r *rule) bool { return !r.holds(at) }) {
						solutions = append(solutions, at)
					}
				}
			}
		}
		c.initialRanges()
		if len(c.mistakes) > 0 {
			if len(solutions) > 0 {
				t.Fatalf("refused, but %v is a solution", solutions[0])
			}
			return
		}
		for _, s := range solutions {
			for v := range vars {
				if !g.cells[v].has(s[v].lo) {
					t.Fatalf("%v is a solution, but the range of %s became %v", s, vars[v].Name, g.cells[v])
				}
			}
		}
		// And generation finds one exactly when there is one.
		whole, mistakes := New(b.Schema)
		if (whole != nil) != (len(solutions) > 0) {
			t.Fatalf("%d solutions, but New says %v", len(solutions), mistakes)
		}
		if whole == nil {
			return
		}
		all, ok := whole.Enumerate(1000)
		if !ok || len(all) != len(solutions) {
			t.Fatalf("%d solutions, %d enumerated (%v)", len(solutions), len(all), ok)
		}
	})
}
