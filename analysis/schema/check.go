package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// finish adds what the file implies (lengths that a pattern allows, counts that are not negative), assumes the
// bounds that are missing, and refuses what nobody can generate.
func (b *builder) finish() {
	b.textLengths()
	r := newRanges(b)
	if !b.noCircle() || !r.propagate() {
		return
	}
	if b.failed {
		return // a bound may be missing only because its line was not understood
	}
	b.assumeBounds(r)
	if r.propagate() {
		b.impliedCounts(r)
		b.checkSize(r)
	}
}

// difference is what a comparison of two names says: x + gap <= y.
type difference struct {
	x, y *Var
	gap  *big.Rat
	from int // the constraint
}

// differences are those that say so by themselves: N < M, N <= M-2, N = M+1.
func (b *builder) differences() (all []difference) {
	part := func(e Expr) (*Var, *big.Rat) {
		switch e := e.(type) {
		case *Ref:
			return e.Var, new(big.Rat)
		case *Binary:
			ref, ok := e.X.(*Ref)
			if n, ok2 := e.Y.(*Number); ok && ok2 && e.Op == "+" {
				return ref.Var, n.Value
			} else if ok && ok2 && e.Op == "-" {
				return ref.Var, new(big.Rat).Neg(n.Value)
			}
		}
		return nil, nil
	}
	for i, c := range b.schema.Constraints {
		if c.Kind != Compare || c.Op == NotEqual || len(c.Only) > 0 {
			continue
		}
		x, px := part(c.Left)
		y, py := part(c.Right)
		if x == nil || y == nil {
			continue
		}
		gap := new(big.Rat).Sub(px, py)
		if c.Op == Equal {
			all = append(all, difference{y, x, new(big.Rat).Neg(gap), i})
		}
		if c.Op == Less { // by the smallest step of a Real; of an Int, by 1
			step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(x.Decimals, y.Decimals))), nil))
			gap = new(big.Rat).Add(gap, step)
		}
		all = append(all, difference{x, y, gap, i})
	}
	return all
}

// noCircle reports comparisons that lead from a name to itself as greater than itself, such as N < M and M <= N. (They
// are the circles of positive length in the graph of the differences, which the algorithm of Bellman and Ford finds.)
func (b *builder) noCircle() bool {
	all := b.differences()
	if len(all) == 0 {
		return true
	}
	least := make([]big.Rat, len(b.schema.Vars))
	by := make([]int, len(b.schema.Vars)) // the difference that raised it last
	var risen *Var
	for range b.schema.Vars {
		risen = nil
		for k, d := range all {
			if low := new(big.Rat).Add(&least[d.x.ID], d.gap); low.Cmp(&least[d.y.ID]) > 0 {
				least[d.y.ID].Set(low)
				by[d.y.ID], risen = k, d.y
			}
		}
		if risen == nil {
			return true
		}
	}
	v := risen
	for range b.schema.Vars {
		v = all[by[v.ID]].x // into the circle
	}
	var circle []int
	for w := v; len(circle) == 0 || w != v; w = all[by[w.ID]].x {
		circle = append(circle, all[by[w.ID]].from)
	}
	slices.Sort(circle)
	circle = slices.Compact(circle)
	var texts []string
	for _, i := range circle {
		c := b.schema.Constraints[i]
		texts = append(texts, exprText(c.Left)+" "+opText[c.Op]+" "+exprText(c.Right))
	}
	at := circle[len(circle)-1]
	if len(texts) == 1 {
		b.mistake(b.schema.Constraints[at].Pos, b.spans[at], "schema-contradiction", texts[0]+" is never true; change it")
		return false
	}
	last := len(texts) - 1
	b.mistake(b.schema.Constraints[at].Pos, b.spans[at], "schema-contradiction", fmt.Sprintf(
		"%s and %s contradict each other; change one of them", strings.Join(texts[:last], ", "), texts[last]))
	return false
}

// textLengths says as constraints which lengths the texts may have.
func (b *builder) textLengths() {
	for _, t := range b.textRules {
		rule := t.rule
		if rule.alphabet == nil && rule.high >= 0 && t.v.Domain.Length == nil {
			continue // the pattern says it all
		}
		length := &Ref{Var: b.lengthOf(t.v), Pos: t.from.pos}
		add := func(op Op, left, right Expr) {
			c := &Constraint{Kind: Compare, Pos: t.from.pos, Text: t.from.text, Op: op, Left: left, Right: right}
			b.constraint(c, t.from.length)
		}
		if rule.low == rule.high {
			add(Equal, length, number(int64(rule.low)))
			continue
		}
		if rule.low > 0 || rule.high >= 0 {
			add(LessEqual, number(int64(rule.low)), length)
		}
		if rule.high >= 0 {
			add(LessEqual, length, number(int64(rule.high)))
		}
	}
}

func number(n int64) *Number { return &Number{Value: new(big.Rat).SetInt64(n)} }

// impliedCounts demands that no list has a negative length where the bounds do not say so already.
func (b *builder) impliedCounts(r *ranges) {
	notNegative := func(e Expr, pos Pos) {
		if low := r.of(e).low; low == nil || low.Sign() < 0 {
			b.constraint(&Constraint{
				Kind: Compare, Pos: pos, Text: "0 <= " + exprText(e), Op: LessEqual, Left: number(0), Right: e,
			}, 1)
		}
	}
	seen := map[string]bool{}
	EachRepeat(b.schema.Layout, func(repeat *Repeat) {
		if key := exprKey(repeat.Count); !seen[key] {
			seen[key] = true
			notNegative(repeat.Count, repeat.Pos)
		}
	})
	for _, v := range b.schema.Vars {
		if v.Domain.Length != nil {
			notNegative(&Ref{Var: v.Domain.Length, Pos: v.Pos}, v.Pos)
		}
	}
}

// exprText prints e as a person would write it.
func exprText(e Expr) string {
	inner := func(e Expr) string {
		if b, ok := e.(*Binary); ok {
			return "(" + exprText(b) + ")"
		}
		return exprText(e)
	}
	switch e := e.(type) {
	case *Number:
		if e.Value.IsInt() {
			return e.Value.Num().String()
		}
		return strings.TrimRight(e.Value.FloatString(maxDecimals), "0")
	case *Ref:
		return e.Var.Name
	case *Unary:
		if e.Op == "abs" {
			return "|" + exprText(e.X) + "|"
		}
		return "-" + inner(e.X)
	case *Binary:
		return inner(e.X) + e.Op + inner(e.Y)
	case *Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = exprText(a)
		}
		return e.Func + "(" + strings.Join(args, ", ") + ")"
	}
	return ""
}

// interval holds the values from low to high; nil means that nothing is known.
type interval struct{ low, high *big.Rat }

// ranges knows between which constants the variables lie.
type ranges struct {
	*builder
	vars    []interval
	lowFrom []int // the constraint that gave low, -1 for none
}

func newRanges(b *builder) *ranges { return &ranges{builder: b} }

// propagate works the intervals out of the constraints. It reports a contradiction and returns false.
func (r *ranges) propagate() bool {
	n := len(r.schema.Vars)
	r.vars, r.lowFrom = make([]interval, n), make([]int, n)
	for i, v := range r.schema.Vars {
		r.lowFrom[i] = -1
		if v.Kind == String {
			continue
		}
		for _, text := range v.Domain.Values {
			value, ok := new(big.Rat).SetString(text)
			if !ok {
				continue
			}
			if r.vars[i].low == nil || value.Cmp(r.vars[i].low) < 0 {
				r.vars[i].low = value
			}
			if r.vars[i].high == nil || value.Cmp(r.vars[i].high) > 0 {
				r.vars[i].high = value
			}
		}
	}
	const rounds = 12 // chains of names that bound each other are short; more rounds would only be sharper
	for range rounds {
		changed := false
		for i, c := range r.schema.Constraints {
			more, bad := r.apply(i, c)
			if bad != nil {
				r.mistake(c.Pos, r.spans[i], "schema-contradiction", fmt.Sprintf(
					"no value of %s is left: it would be at least %s and at most %s; change one of its bounds",
					bad.Name, ratText(r.vars[bad.ID].low), ratText(r.vars[bad.ID].high)))
				return false
			}
			changed = changed || more
		}
		if !changed {
			break
		}
	}
	return r.valuesLeft()
}

func ratText(x *big.Rat) string { return exprText(&Number{Value: x}) }

// valuesLeft checks that the bounds leave one of the listed values.
func (r *ranges) valuesLeft() bool {
	for i, c := range r.schema.Constraints {
		if c.Kind != Compare || (c.Op != LessEqual && c.Op != Less) || len(c.Only) > 0 {
			continue
		}
		for _, e := range []Expr{c.Left, c.Right} {
			ref, ok := e.(*Ref)
			if !ok || len(ref.Var.Domain.Values) == 0 {
				continue
			}
			in := r.vars[ref.Var.ID]
			left := slices.ContainsFunc(ref.Var.Domain.Values, func(text string) bool {
				value, ok := new(big.Rat).SetString(text)
				return !ok || (value.Cmp(in.low) >= 0 && value.Cmp(in.high) <= 0)
			})
			if !left {
				r.mistake(c.Pos, r.spans[i], "schema-contradiction", fmt.Sprintf(
					"none of the values of %s is within this bound; change the bound or the values", ref.Var.Name))
				return false
			}
		}
	}
	return true
}

// apply narrows the intervals by one constraint; bad is a variable that has no value left.
func (r *ranges) apply(i int, c *Constraint) (changed bool, bad *Var) {
	raise := func(v *Var, low *big.Rat) {
		if low != nil && bad == nil && (r.vars[v.ID].low == nil || low.Cmp(r.vars[v.ID].low) > 0) {
			r.vars[v.ID].low, r.lowFrom[v.ID], changed = low, i, true
		}
	}
	lower := func(v *Var, high *big.Rat) {
		if high != nil && bad == nil && (r.vars[v.ID].high == nil || high.Cmp(r.vars[v.ID].high) < 0) {
			r.vars[v.ID].high, changed = high, true
		}
	}
	check := func(v *Var) {
		if in := r.vars[v.ID]; bad == nil && in.low != nil && in.high != nil && in.low.Cmp(in.high) > 0 {
			bad = v
		}
	}
	atMost := func(x, y Expr, strict bool) { // x <= y
		if ref, ok := x.(*Ref); ok {
			lower(ref.Var, r.step(ref.Var, r.of(y).high, strict, -1))
			check(ref.Var)
		}
		if ref, ok := y.(*Ref); ok {
			raise(ref.Var, r.step(ref.Var, r.of(x).low, strict, 1))
			check(ref.Var)
		}
		if u, ok := x.(*Unary); ok && u.Op == "abs" {
			if ref, ok := u.X.(*Ref); ok {
				if high := r.step(ref.Var, r.of(y).high, strict, -1); high != nil {
					lower(ref.Var, high)
					raise(ref.Var, new(big.Rat).Neg(high))
					check(ref.Var)
				}
			}
		}
	}
	switch {
	case len(c.Only) > 0: // it says nothing of the other iterations
	case c.Kind == Compare && (c.Op == Less || c.Op == LessEqual):
		atMost(c.Left, c.Right, c.Op == Less)
	case c.Kind == Compare && c.Op == Equal:
		atMost(c.Left, c.Right, false)
		atMost(c.Right, c.Left, false)
	case c.Kind == Permutation || c.Kind == Tree || c.Kind == Graph:
		for _, v := range c.Vars {
			raise(v, r.of(c.Low).low)
			lower(v, r.of(c.High).high)
			check(v)
		}
	}
	return changed, bad
}

// step is the nearest value of v within a bound.
func (r *ranges) step(v *Var, bound *big.Rat, strict bool, direction int64) *big.Rat {
	if bound == nil || v.Kind != Int {
		return bound
	}
	floor := floorDiv(bound.Num(), bound.Denom())
	nearest := new(big.Rat).SetInt(floor)
	if direction > 0 && !bound.IsInt() {
		nearest.Add(nearest, big.NewRat(1, 1))
	}
	if strict && bound.IsInt() {
		nearest.Add(nearest, big.NewRat(direction, 1))
	}
	return nearest
}

// of is the interval of an expression, as far as it is known.
func (r *ranges) of(e Expr) interval {
	known := func(op string, x, y *big.Rat) *big.Rat {
		if x == nil || y == nil {
			return nil
		}
		value, why := fold(op, []*big.Rat{x, y})
		if why != "" {
			return nil
		}
		return value
	}
	switch e := e.(type) {
	case *Number:
		return interval{e.Value, e.Value}
	case *Ref:
		return r.vars[e.Var.ID]
	case *Unary:
		x := r.of(e.X)
		neg := interval{}
		if x.high != nil {
			neg.low = new(big.Rat).Neg(x.high)
		}
		if x.low != nil {
			neg.high = new(big.Rat).Neg(x.low)
		}
		if e.Op == "-" {
			return neg
		}
		abs := interval{low: new(big.Rat), high: known("max", x.high, neg.high)}
		if x.low != nil && x.low.Sign() > 0 {
			abs.low = x.low
		} else if neg.low != nil && neg.low.Sign() > 0 {
			abs.low = neg.low
		}
		return abs
	case *Binary:
		x, y := r.of(e.X), r.of(e.Y)
		switch e.Op {
		case "+":
			return interval{known("+", x.low, y.low), known("+", x.high, y.high)}
		case "-":
			return interval{known("-", x.low, y.high), known("-", x.high, y.low)}
		case "%":
			if y.low != nil && y.low.Sign() > 0 {
				return interval{new(big.Rat), known("-", y.high, big.NewRat(1, 1))}
			}
		case "*", "/", "^":
			// Only where nothing is negative, which is what counts look like.
			if x.low == nil || y.low == nil || x.low.Sign() < 0 || y.low.Sign() < 0 {
				return interval{}
			}
			if e.Op == "/" {
				return interval{known("/", x.low, y.high), known("/", x.high, y.low)}
			}
			return interval{known(e.Op, x.low, y.low), known(e.Op, x.high, y.high)}
		}
	case *Call:
		switch e.Func {
		case "gcd":
			return interval{low: new(big.Rat)}
		case "prime":
			return interval{new(big.Rat), big.NewRat(1, 1)}
		}
		all := r.of(e.Args[0])
		for _, a := range e.Args[1:] {
			x := r.of(a)
			low, high := known(e.Func, all.low, x.low), known(e.Func, all.high, x.high)
			if e.Func == "min" && high == nil { // one bound from above is enough for the smallest
				high = all.high
				if high == nil {
					high = x.high
				}
			}
			if e.Func == "max" && low == nil {
				low = all.low
				if low == nil {
					low = x.low
				}
			}
			all = interval{low, high}
		}
		return all
	}
	return interval{}
}

// side is one of the two bounds of a variable.
type side int

const (
	below side = iota
	above
)

func (s side) other() side { return above - s }

// grounds knows which variables are bounded, by constants or by others that are.
type grounds struct {
	bounded [2][]bool
	changed bool
}

func (g *grounds) set(s side, v *Var) {
	if !g.bounded[s][v.ID] {
		g.bounded[s][v.ID] = true
		g.changed = true
	}
}

// has says whether e is bounded on the given side.
func (g *grounds) has(s side, e Expr) bool {
	both := func(e Expr) bool { return g.has(below, e) && g.has(above, e) }
	switch e := e.(type) {
	case *Number:
		return true
	case *Ref:
		return g.bounded[s][e.Var.ID]
	case *Unary:
		if e.Op == "abs" {
			return s == below || both(e.X)
		}
		return g.has(s.other(), e.X)
	case *Binary:
		switch e.Op {
		case "+":
			return g.has(s, e.X) && g.has(s, e.Y)
		case "-":
			return g.has(s, e.X) && g.has(s.other(), e.Y)
		case "%":
			return both(e.Y)
		}
		return both(e.X) && both(e.Y)
	case *Call:
		one := (e.Func == "min" && s == above) || (e.Func == "max" && s == below)
		if e.Func == "gcd" {
			one = true
		}
		for _, a := range e.Args {
			if g.has(s, a) == one {
				return one
			}
		}
		return !one
	}
	return false
}

// limit tells the variables in e that e is bounded on the given side.
func (g *grounds) limit(s side, e Expr) {
	switch e := e.(type) {
	case *Ref:
		g.set(s, e.Var)
	case *Unary:
		switch {
		case e.Op == "-":
			g.limit(s.other(), e.X)
		case s == above:
			g.limit(below, e.X)
			g.limit(above, e.X)
		}
	case *Binary:
		y, isConstant := e.Y.(*Number)
		switch e.Op {
		case "+", "-":
			t := s
			if e.Op == "-" {
				t = s.other()
			}
			if g.has(t.other(), e.Y) {
				g.limit(s, e.X)
			}
			if g.has(s.other(), e.X) {
				g.limit(t, e.Y)
			}
		case "*":
			if x, ok := e.X.(*Number); ok {
				y, isConstant, e = x, true, &Binary{Op: "*", X: e.Y, Y: x}
			}
			switch {
			case isConstant && y.Value.Sign() > 0:
				g.limit(s, e.X)
			case isConstant && y.Value.Sign() < 0:
				g.limit(s.other(), e.X)
			case !isConstant && s == above && g.has(below, e.X) && g.has(below, e.Y): // sizes: not negative
				g.limit(above, e.X)
				g.limit(above, e.Y)
			}
		case "/":
			if isConstant && y.Value.Sign() > 0 {
				g.limit(s, e.X)
			}
		case "^":
			if isConstant && y.Value.Sign() > 0 && s == above {
				g.limit(above, e.X)
				if y.Value.Num().Bit(0) == 0 {
					g.limit(below, e.X)
				}
			} else if x, ok := e.X.(*Number); ok && s == above && x.Value.Cmp(big.NewRat(1, 1)) > 0 {
				g.limit(above, e.Y)
			}
		}
	case *Call:
		if (e.Func == "max" && s == above) || (e.Func == "min" && s == below) {
			for _, a := range e.Args {
				g.limit(s, a)
			}
		}
	}
}

func (g *grounds) settle(constraints []*Constraint) {
	atMost := func(x, y Expr) {
		if g.has(above, y) {
			g.limit(above, x)
		}
		if g.has(below, x) {
			g.limit(below, y)
		}
	}
	for g.changed = true; g.changed; {
		g.changed = false
		for _, c := range constraints {
			switch {
			case c.Kind == Compare && c.Op != NotEqual:
				atMost(c.Left, c.Right)
				if c.Op == Equal {
					atMost(c.Right, c.Left)
				}
			case c.Kind == SumAtMost:
				if g.has(above, c.Sum) && g.has(below, &Ref{Var: c.Vars[0]}) {
					g.set(above, c.Vars[0])
				}
			case c.Kind == Permutation || c.Kind == Tree || c.Kind == Graph:
				for _, v := range c.Vars {
					g.set(below, v)
					g.set(above, v)
				}
			}
		}
	}
}

// assumeBounds gives every number that is unbounded on a side a bound there, and says so.
func (b *builder) assumeBounds(r *ranges) {
	g := &grounds{}
	for s := range g.bounded {
		g.bounded[s] = make([]bool, len(b.schema.Vars))
	}
	for _, v := range b.schema.Vars {
		if v.Kind == String || len(v.Domain.Values) > 0 || r.vars[v.ID].low != nil {
			g.bounded[below][v.ID] = true
		}
		if v.Kind == String || len(v.Domain.Values) > 0 || r.vars[v.ID].high != nil {
			g.bounded[above][v.ID] = true
		}
	}
	least := map[*Var]int64{} // of what counts: texts have a character, lists may be empty
	EachRepeat(b.schema.Layout, func(repeat *Repeat) {
		if ref, ok := repeat.Count.(*Ref); ok {
			least[ref.Var] = 0
		}
	})
	for _, v := range b.schema.Vars {
		if v.Domain.Length != nil {
			least[v.Domain.Length] = 1
		}
	}
	for _, v := range b.schema.Vars {
		g.settle(b.schema.Constraints)
		noLow, noHigh := !g.bounded[below][v.ID], !g.bounded[above][v.ID]
		if !noLow && !noHigh {
			continue
		}
		b.assume(v, noLow, noHigh, least, r, g)
		g.set(below, v)
		g.set(above, v)
	}
}

func (b *builder) assume(v *Var, noLow, noHigh bool, least map[*Var]int64, r *ranges, g *grounds) {
	var low, high Expr
	from, counts := least[v]
	switch {
	case noLow && noHigh:
		low, high = number(from), number(assumedSpan)
	case noHigh:
		high = b.beyond(v, above, r, g)
		if n, ok := high.(*Number); ok && counts && n.Value.Cmp(number(2*assumedSpan).Value) < 0 {
			high = number(assumedSpan)
		}
	case counts:
		low = number(from)
	default:
		low = b.beyond(v, below, r, g)
	}
	text := v.Name
	if low != nil {
		text = exprText(low) + " <= " + text
	}
	if high != nil {
		text += " <= " + exprText(high)
	}
	name := strings.Trim(v.Name, "|")
	missing := "at all"
	if !noHigh {
		missing = "from below"
	} else if !noLow {
		missing = "from above"
	}
	b.warn(v.Pos, utf8.RuneCountInString(name), "schema-unbounded", fmt.Sprintf(
		"%s is assumed, because nothing bounds %s %s; say what the statement says", text, v.Name,
		missing))
	ref := &Ref{Var: v, Pos: v.Pos}
	if low != nil {
		b.constraint(&Constraint{Kind: Compare, Pos: v.Pos, Text: text, Op: LessEqual, Left: low, Right: ref}, 1)
	}
	if high != nil {
		b.constraint(&Constraint{Kind: Compare, Pos: v.Pos, Text: text, Op: LessEqual, Left: ref, Right: high}, 1)
	}
}

// beyond is a bound at the assumed distance from the bounds on the other side, as far as these are bounded themselves.
func (b *builder) beyond(v *Var, s side, r *ranges, g *grounds) Expr {
	var bounds []Expr
	collect := func(x, y Expr) { // x <= y
		if s == below {
			x, y = y, x
		}
		if ref, ok := y.(*Ref); ok && ref.Var == v && g.has(s, x) {
			if key := exprKey(x); !slices.ContainsFunc(bounds, func(e Expr) bool { return exprKey(e) == key }) {
				bounds = append(bounds, x)
			}
		}
	}
	for _, c := range b.schema.Constraints {
		if c.Kind == Compare && (c.Op == Less || c.Op == LessEqual) {
			collect(c.Left, c.Right)
		}
	}
	span, call := int64(assumedSpan), "max"
	if s == below {
		span, call = -span, "min"
	}
	switch len(bounds) {
	case 0:
		known := r.vars[v.ID].low
		if s == below {
			known = r.vars[v.ID].high
		}
		if known == nil {
			known = new(big.Rat)
		}
		return plus(&Number{Value: known}, span)
	case 1:
		return plus(bounds[0], span)
	}
	values := make([]*big.Rat, 0, len(bounds))
	for _, e := range bounds {
		if n, ok := e.(*Number); ok {
			values = append(values, n.Value)
		}
	}
	if len(values) == len(bounds) {
		value, _ := fold(call, values)
		return plus(&Number{Value: value}, span)
	}
	return plus(&Call{Func: call, Args: bounds}, span)
}

// checkSize refuses a schema whose smallest input is huge.
func (b *builder) checkSize(r *ranges) {
	limit := new(big.Rat).SetInt64(maxValues)
	least := func(e Expr) *big.Rat {
		if low := r.of(e).low; low != nil && low.Sign() > 0 {
			return low
		}
		return new(big.Rat)
	}
	var size func(nodes []Node) *big.Rat
	refused := false
	refuse := func(pos Pos, length int, e Expr) {
		if refused {
			return
		}
		refused = true
		walk(e, func(e Expr) {
			if ref, ok := e.(*Ref); ok {
				if i := r.lowFrom[ref.Var.ID]; i >= 0 {
					pos, length = b.schema.Constraints[i].Pos, b.spans[i]
				}
			}
		})
		b.mistake(pos, length, "schema-too-large", fmt.Sprintf(
			"even the smallest input would have more than %d values; lower this bound", maxValues))
	}
	size = func(nodes []Node) *big.Rat {
		total := new(big.Rat)
		for _, n := range nodes {
			switch n := n.(type) {
			case *Field:
				one := big.NewRat(1, 1)
				if length := n.Var.Domain.Length; length != nil {
					ref := &Ref{Var: length}
					one.Add(one, least(ref))
					if one.Cmp(limit) > 0 {
						refuse(n.Pos, 1, ref)
					}
				}
				total.Add(total, one)
			case *OneOf:
				total.Add(total, big.NewRat(1, 1))
			case *Repeat:
				part := new(big.Rat).Mul(least(n.Count), size(n.Body))
				if part.Cmp(limit) > 0 {
					refuse(n.Pos, 1, n.Count)
					part.Set(limit)
				}
				total.Add(total, part)
			}
		}
		return total
	}
	if size(b.schema.Layout).Cmp(limit) > 0 && !refused {
		b.mistake(Pos{1, 1}, 1, "schema-too-large", fmt.Sprintf(
			"even the smallest input would have more than %d values", maxValues))
	}
}
