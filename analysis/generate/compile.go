package generate

import (
	"fmt"
	"math/big"
	"slices"
	"unicode"

	"execre/analysis/schema"
)

// variable is a compiled schema.Var.
type variable struct {
	*schema.Var
	scope int // index into Generator.scopes
	slot  int // column of its scope's instances

	// Int and Real. A Real is counted in units of 10^-Decimals.
	list   []integer // the allowed values, simplest first; nil when any integer will do
	sorted []integer // list, ascending
	rules  []int     // in which it occurs
	free   bool      // its range never depends on a variable that is drawn in the same iteration or in a sibling
	def    *node     // when not nil, an equation gives its value once what stands before it is known
	counts bool      // it decides how much is printed
	places []places  // of which it may name one, as in 1 <= v <= N

	strict     *schema.Constraint // no value comes again beside its like: with ascending or descending
	ascending  *schema.Constraint // nil when it need not be
	descending *schema.Constraint
	distinct   *schema.Constraint
	sums       []sum
	tree       *tree // it is one end of the edges
	completes  []*graph
	edgesOf    *graph             // it is how many edges this one has
	calls      *schema.Constraint // it says which method each iteration calls
	levels     *schema.Constraint // it says how many nulls stand before each value of a tree

	// String.
	length int    // the ID of its length, or -1
	shape  *piece // nil with Domain.Values
	blank  bool   // its texts may hold blanks
}

// sum is a compiled SumAtMost.
type sum struct {
	from  *schema.Constraint
	bound *node
}

// tree is a compiled Tree.
type tree struct {
	from    *schema.Constraint
	u, v    int
	low     *node
	forward int // +1 when u < v is demanded of every edge, -1 when v < u, 0 when either way will do
}

// scope is the top (index 0) or a Repeat: the variables that get a value an iteration.
type scope struct {
	repeat  *schema.Repeat // nil at the top
	parent  int
	depth   int
	slot    int      // position among the parent's kids
	vars    []int    // in the order in which they are drawn
	kids    []int    // the Repeats inside, in layout order
	count   *node    // nil at the top
	lead    int      // the variable that the count is, up to a constant; -1 when it is none
	rules   []int    // in which its variables stand, or those of Repeats inside
	cluster []int    // the variables whose ranges change from one iteration to the next
	sibs    []int    // those of them that have their values in another Repeat
	pairs   [][2]int // columns side by side that name two of the same things, such as the ends of edges
	matrix  bool     // all that the Repeat around it prints
	rows    bool     // it prints one string an iteration, and nothing else
	singled []singled
	spotted []int   // the columns inside of which single elements are spoken of, see spot
	own     int     // how many variables there are besides its index
	plain   bool    // its iterations are numbers within bounds and listed words, each drawn without regard to any other
	marks   []*rule // that speak of single elements of a plain one; where one does, it is not plain
	trees   []*tree
	graphs  []*graph
	ending  []string   // words behind it that no iteration may begin with
	prints  []printing // of an iteration, where there is an ending
}

type compiler struct {
	*Generator
	mistakes []schema.Mistake
	index    map[*schema.Repeat]int
	known    map[*schema.Var]bool
}

func (c *compiler) refuse(pos schema.Pos, code, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	c.mistakes = append(c.mistakes, schema.Mistake{Pos: pos, Length: 1, Code: code, Message: message})
}

const (
	codeCannot        = "schema-cannot-generate"
	codeUnsatisfiable = "schema-unsatisfiable"
	codeTooLarge      = "schema-too-large"
)

func (c *compiler) compile() {
	c.index = map[*schema.Repeat]int{nil: 0}
	c.known = map[*schema.Var]bool{}
	c.scopes = []*scope{{lead: -1}}
	c.findScopes(c.schema.Layout, 0)
	for i, v := range c.schema.Vars {
		sc, ok := c.index[v.Scope]
		if v.ID != i || !ok || v.Kind == schema.KindInvalid {
			c.refuse(v.Pos, codeCannot, "%s belongs to no part of the layout; print it or take it out", v.Name)
			return
		}
		c.known[v] = true
		c.vars = append(c.vars, &variable{Var: v, scope: sc, length: -1})
	}
	for _, v := range c.vars {
		c.domain(v)
	}
	c.orderVars()
	for _, sc := range c.scopes[1:] {
		if sc.count, _ = c.integerExpr(sc.repeat.Count, sc.repeat.Pos); sc.count == nil {
			return
		}
		c.lead(sc)
	}
	for _, con := range c.schema.Constraints {
		c.constraint(con)
	}
	if len(c.mistakes) > 0 {
		return
	}
	for _, v := range c.vars {
		if (v.ascending != nil || v.descending != nil) && v.strict == nil {
			v.strict = v.distinct
		}
	}
	c.derived()
	c.orient()
	for i, r := range c.rules {
		for _, v := range r.vars {
			c.vars[v].rules = append(c.vars[v].rules, i)
		}
	}
	c.definitions()
	c.spread()
	for _, sc := range c.scopes[1:] {
		if sc.count.op != opRef || c.vars[sc.count.v].def != nil {
			continue
		}
		for _, g := range sc.graphs {
			if !g.tuples {
				c.vars[sc.count.v].edgesOf = g
			}
		}
	}
	c.clusters()
	for _, v := range c.vars {
		v.free = !v.isIndex() && c.isFree(v) && !slices.ContainsFunc(v.rules, func(i int) bool { return len(c.rules[i].only) > 0 })
	}
}

func (c *compiler) findScopes(layout []schema.Node, parent int) {
	for _, n := range layout {
		switch n := n.(type) {
		case *schema.Repeat:
			c.addScope(n, parent)
		case *schema.OneOf:
			for _, a := range n.Alternatives {
				c.addScope(a, parent)
			}
		}
	}
}

func (c *compiler) addScope(r *schema.Repeat, parent int) {
	id := len(c.scopes)
	p := c.scopes[parent]
	c.scopes = append(c.scopes, &scope{repeat: r, parent: parent, depth: p.depth + 1, slot: len(p.kids), lead: -1})
	p.kids = append(p.kids, id)
	c.index[r] = id
	c.findScopes(r.Body, id)
}

func (c *compiler) domain(v *variable) {
	d := v.Domain
	switch {
	case v.Kind != schema.String:
		for _, text := range d.Values {
			x, ok := new(big.Rat).SetString(text)
			if ok {
				x.Mul(x, new(big.Rat).SetInt(tenTo(v.Decimals)))
			}
			if !ok || !x.IsInt() {
				c.refuse(v.Pos, codeCannot, "%q is no value for %s; write a number with at most %d decimals",
					text, v.Name, v.Decimals)
				return
			}
			v.list = append(v.list, bigOf(x.Num()))
		}
		same := func(x, y integer) bool { return x.cmp(y) == 0 }
		v.sorted = slices.CompactFunc(slices.SortedFunc(slices.Values(v.list), integer.cmp), same)
	case len(d.Values) > 0:
	case len(d.Alphabet) > 0:
		v.shape = runOf(setOf(d.Alphabet))
		if d.Length == nil {
			v.shape.min, v.shape.max = 1, defaultLength
			v.shape.measure()
		}
	case d.Pattern != "":
		p, err := compilePattern(d.Pattern)
		if err != nil {
			c.refuse(v.Pos, codeCannot, "texts for %s cannot be made: %v", v.Name, err)
			return
		}
		v.shape = p
	default:
		c.refuse(v.Pos, codeCannot, "nothing says which characters %s may have; add, for example, %s matches [a-z]+",
			v.Name, v.Name)
		return
	}
	v.blank = v.shape != nil && v.shape.mayHold(unicode.IsSpace)
	if v.shape != nil && d.Length != nil {
		if !c.known[d.Length] || d.Length.Scope != v.Scope {
			c.refuse(v.Pos, codeCannot, "the length of %s must be a variable of the same part of the layout", v.Name)
			return
		}
		v.length = d.Length.ID
		c.vars[v.length].counts = true
	}
}

// orderVars lists the variables of each scope in the order of the file, a string after its length.
func (c *compiler) orderVars() {
	placed := make([]bool, len(c.vars))
	place := func(id int) {
		v := c.vars[id]
		if !placed[id] {
			placed[id] = true
			sc := c.scopes[v.scope]
			v.slot = len(sc.vars)
			sc.vars = append(sc.vars, id)
		}
	}
	for id, v := range c.vars {
		if v.Kind != schema.String {
			place(id)
		}
	}
	for id := range c.vars {
		place(id)
	}
}

// lead finds the variable that decides the number of iterations, looking through "± constant".
func (c *compiler) lead(sc *scope) {
	sc.count.eachVar(func(v int) { c.vars[v].counts = true })
	if v := leadOf(sc.count); v >= 0 {
		sc.lead = v
	}
}

func leadOf(n *node) int {
	switch {
	case n.op == opRef:
		return n.v
	case (n.op == opAdd || n.op == opSub) && n.args[0].op == opRef && n.args[1].op == opNumber:
		return n.args[0].v
	case n.op == opAdd && n.args[0].op == opNumber && n.args[1].op == opRef:
		return n.args[1].v
	}
	return -1
}

func tenTo(k int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(k)), nil) }

// expr compiles e. Its values are counted in units of 10^-scale, so that bounds such as 0.5 stay exact integers.
func (c *compiler) expr(e schema.Expr, pos schema.Pos) (n *node, scale int) {
	switch e := e.(type) {
	case *schema.Number:
		x := new(big.Rat).Set(e.Value)
		for ten := new(big.Rat).SetInt64(10); !x.IsInt() && scale < 100; scale++ {
			x.Mul(x, ten)
		}
		if !x.IsInt() {
			c.refuse(pos, codeCannot, "%s has no finite decimal form; write it with decimals", e.Value.RatString())
			return nil, 0
		}
		return &node{op: opNumber, number: bigOf(x.Num())}, scale
	case *schema.Ref:
		if !c.known[e.Var] || e.Var.Kind == schema.String {
			c.refuse(pos, codeCannot, "%s is no number; a comparison needs numbers (the length of a string is written |S|)",
				e.Var.Name)
			return nil, 0
		}
		return &node{op: opRef, v: e.Var.ID}, e.Var.Decimals
	case *schema.Unary:
		x, scale := c.expr(e.X, pos)
		if x == nil {
			return nil, 0
		}
		op := opNeg
		if e.Op == "abs" {
			op = opAbs
		}
		return &node{op: op, args: []*node{x}}, scale
	case *schema.Binary:
		x, sx := c.expr(e.X, pos)
		y, sy := c.expr(e.Y, pos)
		if x == nil || y == nil {
			return nil, 0
		}
		op, ok := map[string]operation{
			"+": opAdd, "-": opSub, "*": opMul, "/": opDiv, "%": opMod, "^": opPow,
		}[e.Op]
		switch {
		case !ok:
			c.refuse(pos, codeCannot, "the operator %s is not known here", e.Op)
			return nil, 0
		case op == opAdd || op == opSub:
			x, y, scale = align(x, sx, y, sy)
		case op == opMul:
			scale = sx + sy
		case sx+sy > 0:
			c.refuse(pos, codeCannot, "%s needs integers on both sides", e.Op)
			return nil, 0
		}
		return &node{op: op, args: []*node{x, y}}, scale
	case *schema.Call:
		op, ok := map[string]operation{"min": opMin, "max": opMax, "gcd": opGcd, "prime": opPrime}[e.Func]
		if !ok || len(e.Args) == 0 || op == opPrime && len(e.Args) != 1 {
			c.refuse(pos, codeCannot, "%s is not known here; there are min, max, gcd and prime", e.Func)
			return nil, 0
		}
		call := &node{op: op}
		for _, a := range e.Args {
			x, sx := c.expr(a, pos)
			if x == nil {
				return nil, 0
			}
			if (op == opGcd || op == opPrime) && sx > 0 {
				c.refuse(pos, codeCannot, "%s needs integers", e.Func)
				return nil, 0
			}
			if len(call.args) > 0 {
				was := scale
				_, x, scale = align(call.args[0], was, x, sx)
				for i, old := range call.args {
					call.args[i], _, _ = align(old, was, x, scale)
				}
			} else {
				scale = sx
			}
			call.args = append(call.args, x)
		}
		return call, scale
	}
	c.refuse(pos, codeCannot, "an expression is missing here")
	return nil, 0
}

// align brings two nodes to the same scale.
func align(x *node, sx int, y *node, sy int) (*node, *node, int) {
	scaled := func(n *node, by int) *node {
		if by <= 0 {
			return n
		}
		f := bigOf(tenTo(by))
		if n.op == opNumber {
			return &node{op: opNumber, number: n.number.times(f)}
		}
		return &node{op: opMul, args: []*node{n, {op: opNumber, number: f}}}
	}
	return scaled(x, sy-sx), scaled(y, sx-sy), max(sx, sy)
}

func (c *compiler) integerExpr(e schema.Expr, pos schema.Pos) (*node, bool) {
	n, scale := c.expr(e, pos)
	if n != nil && scale > 0 {
		c.refuse(pos, codeCannot, "an integer is needed here")
		return nil, false
	}
	return n, n != nil
}

func (c *compiler) constraint(con *schema.Constraint) {
	for _, v := range con.Vars {
		if !c.known[v] {
			c.refuse(con.Pos, codeCannot, "%q speaks of a variable that is not in the layout", con.Text)
			return
		}
	}
	if con.Kind != schema.Compare {
		want := 1
		switch con.Kind {
		case schema.Tree, schema.Graph:
			want = 2
		case schema.DistinctTogether:
			want = max(2, len(con.Vars))
		}
		if len(con.Vars) != want || c.vars[con.Vars[0].ID].scope == 0 ||
			slices.ContainsFunc(con.Vars, func(v *schema.Var) bool { return v.Scope != con.Vars[0].Scope }) {
			c.refuse(con.Pos, codeCannot, "%q must speak of values that are printed repeatedly", con.Text)
			return
		}
		for _, v := range con.Vars {
			dense := con.Kind == schema.Tree || con.Kind == schema.Permutation || con.Kind == schema.Calls
			if v.Kind == schema.String && con.Kind != schema.Distinct || con.Kind == schema.Graph && v.Kind != schema.Int ||
				dense && (v.Kind != schema.Int || v.Domain.Values != nil) {
				c.refuse(con.Pos, codeCannot, "%q cannot be said of %s; it needs integers", con.Text, v.Name)
				return
			}
		}
	}
	switch con.Kind {
	case schema.Compare:
		c.compare(con, con.Op, con.Left, con.Right)
	case schema.Distinct:
		c.vars[con.Vars[0].ID].distinct = con
	case schema.Sorted, schema.StrictlyIncreasing:
		v := c.vars[con.Vars[0].ID]
		if con.Kind == schema.StrictlyIncreasing {
			v.strict = con
		}
		if con.Falling {
			v.descending = con
		} else {
			v.ascending = con
		}
		if v.descending != nil && v.ascending != nil {
			c.refuse(con.Pos, codeCannot, "%q and %q go in opposite directions; keep one of them", v.ascending.Text, v.descending.Text)
		}
	case schema.Permutation:
		v := con.Vars[0]
		c.vars[v.ID].distinct = con
		c.between(con, v)
		c.compare(con, schema.Equal, v.Scope.Count, plus(minus(con.High, con.Low), 1))
	case schema.Tree:
		u, v := con.Vars[0], con.Vars[1]
		low, ok := c.integerExpr(con.Low, con.Pos)
		if !ok || u == v || c.vars[u.ID].tree != nil || c.vars[v.ID].tree != nil {
			c.refuse(con.Pos, codeCannot, "%q needs two columns of its own", con.Text)
			return
		}
		c.between(con, u)
		c.between(con, v)
		c.compare(con, schema.Equal, u.Scope.Count, minus(con.High, con.Low))
		t := &tree{from: con, u: u.ID, v: v.ID, low: low}
		c.vars[u.ID].tree, c.vars[v.ID].tree = t, t
		sc := c.scopes[c.vars[u.ID].scope]
		sc.trees = append(sc.trees, t)
	case schema.Graph, schema.DistinctTogether:
		c.graph(con)
	case schema.Calls:
		c.vars[con.Vars[0].ID].calls = con
	case schema.LevelOrder:
		c.vars[con.Vars[0].ID].levels = con
	case schema.SumAtMost:
		v := c.vars[con.Vars[0].ID]
		bound, scale := c.expr(con.Sum, con.Pos)
		if bound == nil {
			return
		}
		if scale > v.Decimals {
			c.refuse(con.Pos, codeCannot, "the bound in %q has more decimals than %s", con.Text, v.Name)
			return
		}
		bound, _, _ = align(bound, scale, bound, v.Decimals)
		v.sums = append(v.sums, sum{con, bound})
	default:
		c.refuse(con.Pos, codeCannot, "%q cannot be met yet; take it out and name a generator", con.Text)
	}
}

func ref(v *schema.Var) schema.Expr { return &schema.Ref{Var: v} }
func number(x int) schema.Expr      { return &schema.Number{Value: big.NewRat(int64(x), 1)} }
func minus(x, y schema.Expr) schema.Expr {
	return &schema.Binary{Op: "-", X: x, Y: y}
}

func plus(x schema.Expr, k int) schema.Expr {
	return &schema.Binary{Op: "+", X: x, Y: number(k)}
}

func (c *compiler) between(con *schema.Constraint, v *schema.Var) {
	c.compare(con, schema.LessEqual, con.Low, ref(v))
	c.compare(con, schema.LessEqual, ref(v), con.High)
}

func (c *compiler) compare(con *schema.Constraint, op schema.Op, left, right schema.Expr) {
	l, sl := c.expr(left, con.Pos)
	m, sm := c.expr(right, con.Pos)
	if l == nil || m == nil {
		return
	}
	if op == schema.OpInvalid {
		c.refuse(con.Pos, codeCannot, "%q has no comparison", con.Text)
		return
	}
	l, m, _ = align(l, sl, m, sm)
	r := &rule{from: con, op: op, left: l, right: m, weight: l.weight() + m.weight()}
	add := func(v int) {
		if !slices.Contains(r.vars, v) {
			r.vars = append(r.vars, v)
		}
	}
	l.eachVar(add)
	m.eachVar(add)
	if len(con.Only) > 0 && op == con.Op {
		for _, at := range con.Only {
			is, ok := c.integerExpr(at.Is, con.Pos)
			if !ok || !c.known[at.Index] {
				c.refuse(con.Pos, codeCannot, "%q speaks of an element that cannot be found", con.Text)
				return
			}
			r.only = append(r.only, element{at.Index.ID, is})
			add(at.Index.ID)
			is.eachVar(add)
		}
	}
	slices.Sort(r.vars)
	for _, v := range r.vars {
		for sc := c.vars[v].scope; sc != 0; sc = c.scopes[sc].parent {
			if !slices.Contains(r.scopes, sc) {
				r.scopes = append(r.scopes, sc)
			}
		}
	}
	slices.Sort(r.scopes)
	for _, sc := range r.scopes {
		c.scopes[sc].rules = append(c.scopes[sc].rules, len(c.rules))
	}
	if v := r.clash(c.Generator); v != nil {
		c.refuse(con.Pos, codeCannot, "%q compares values of Repeats that do not run side by side", con.Text)
		return
	}
	c.rules = append(c.rules, r)
}

// clash returns a variable that has several values for one of another one.
func (r *rule) clash(g *Generator) *variable {
	deepest := 0
	for _, v := range r.vars {
		deepest = max(deepest, g.scopes[g.vars[v].scope].depth)
	}
	perDepth := map[int]int{}
	for _, sc := range r.scopes {
		perDepth[g.scopes[sc].depth]++
	}
	for _, v := range r.vars {
		sc := g.scopes[g.vars[v].scope]
		// A shallower variable must be an ancestor's, or the only chain.
		if sc.depth > 0 && sc.depth < deepest && perDepth[sc.depth] > 1 {
			return g.vars[v]
		}
	}
	return nil
}

// derived adds what column constraints imply for the variables outside: n distinct values need
// a range of n values, and n values of at least F sum to at least n*F.
func (c *compiler) derived() {
	for _, v := range c.vars {
		if v.scope == 0 || v.Kind == schema.String {
			continue
		}
		sc := c.scopes[v.scope]
		count := sc.repeat.Count
		unequal := v.distinct
		if v.strict != nil {
			unequal = v.strict
		}
		if unequal != nil && v.list != nil {
			c.compare(unequal, schema.LessEqual, count, number(len(v.list)))
		}
		var lows, highs []schema.Expr
		for _, con := range c.schema.Constraints {
			low, high := c.boundsOf(con, v)
			lows, highs = append(lows, low...), append(highs, high...)
			if con.Kind == schema.Permutation && con.Vars[0].ID == v.ID {
				lows = append(lows, con.Low) // its sum hangs on nothing else
			}
		}
		for _, low := range lows {
			for _, s := range v.sums {
				least := &schema.Binary{Op: "*", X: count, Y: low}
				if unequal != nil {
					// low + (low+1) + (low+2) + …
					pairs := &schema.Binary{Op: "*", X: count, Y: minus(count, number(1))}
					steps := &schema.Binary{Op: "/", X: pairs, Y: number(2)}
					least = &schema.Binary{Op: "+", X: least, Y: &schema.Binary{Op: "*", X: steps, Y: unit(v, 1)}}
				}
				c.compare(s.from, schema.LessEqual, least, s.from.Sum)
			}
			for _, high := range highs {
				if unequal != nil && unequal.Kind != schema.Permutation {
					units := &schema.Number{Value: new(big.Rat).SetInt(tenTo(v.Decimals))}
					width := &schema.Binary{Op: "*", X: minus(high, low), Y: units}
					c.compare(unequal, schema.LessEqual, count, plus(width, 1))
				}
			}
		}
	}
}

// boundsOf returns what con says of v alone: expressions over variables outside v's Repeat.
func (c *compiler) boundsOf(con *schema.Constraint, v *variable) (lows, highs []schema.Expr) {
	if con.Kind != schema.Compare || len(con.Only) > 0 {
		return nil, nil
	}
	isV := func(e schema.Expr) bool { r, ok := e.(*schema.Ref); return ok && r.Var == v.Var }
	outside := func(e schema.Expr) bool {
		n, _ := c.expr(e, con.Pos)
		ok := n != nil
		if ok {
			n.eachVar(func(w int) { ok = ok && c.encloses(c.vars[w].scope, v.scope) && c.vars[w].scope != v.scope })
		}
		return ok
	}
	gap := 0
	if con.Op == schema.Less {
		gap = 1
	}
	step := func(e schema.Expr, by int) schema.Expr {
		if by == 0 {
			return e
		}
		return &schema.Binary{Op: "+", X: e, Y: unit(v, by)}
	}
	switch con.Op {
	case schema.Less, schema.LessEqual:
		if abs, ok := con.Left.(*schema.Unary); ok && abs.Op == "abs" && isV(abs.X) && outside(con.Right) {
			return []schema.Expr{step(&schema.Unary{Op: "-", X: con.Right}, gap)}, []schema.Expr{step(con.Right, -gap)}
		}
		if isV(con.Right) && outside(con.Left) {
			lows = append(lows, step(con.Left, gap))
		}
		if isV(con.Left) && outside(con.Right) {
			highs = append(highs, step(con.Right, -gap))
		}
	}
	return lows, highs
}

// unit is by times the smallest difference of two values of v.
func unit(v *variable, by int) schema.Expr {
	return &schema.Number{Value: new(big.Rat).SetFrac(big.NewInt(int64(by)), tenTo(v.Decimals))}
}

// encloses says whether scope a is b or one around it.
func (g *Generator) encloses(a, b int) bool {
	for ; b != a; b = g.scopes[b].parent {
		if b == 0 {
			return false
		}
	}
	return true
}

// definitions finds variables that an equation gives. They take no choice.
func (c *compiler) definitions() {
	rank := func(v int) int { return c.vars[v].slot }
	for _, r := range c.rules {
		if r.op != schema.Equal || len(r.only) > 0 {
			continue
		}
		for _, side := range [2][2]*node{{r.left, r.right}, {r.right, r.left}} {
			if side[0].op != opRef {
				continue
			}
			v := c.vars[side[0].v]
			ok := v.def == nil && v.tree == nil && v.list == nil && !v.isIndex()
			side[1].eachVar(func(w int) {
				o := c.vars[w]
				same := o.scope == v.scope && rank(w) < v.slot
				above := o.scope != v.scope && c.encloses(o.scope, v.scope)
				level := c.scopes[o.scope].depth == c.scopes[v.scope].depth
				earlier := o.scope < v.scope && level
				ok = ok && (same || above || earlier)
			})
			if ok {
				v.def = side[1]
				break
			}
		}
	}
}

// spread finds the variables that decide how much is printed by way of others: N of |S| = N.
func (c *compiler) spread() {
	for again := true; again; {
		again = false
		for _, v := range c.vars {
			if !v.counts || v.def == nil {
				continue
			}
			v.def.eachVar(func(w int) {
				again = again || !c.vars[w].counts
				c.vars[w].counts = true
			})
		}
	}
}

// clusters finds which ranges an iteration of each Repeat may narrow.
func (c *compiler) clusters() {
	for id, sc := range c.scopes {
		in := make([]bool, len(c.vars))
		for i, v := range c.vars {
			in[i] = c.encloses(id, v.scope)
		}
		for again := true; again && id != 0; {
			again = false
			for _, r := range c.rules {
				if !slices.ContainsFunc(r.vars, func(v int) bool { return in[v] }) {
					continue
				}
				for _, v := range r.vars {
					if !in[v] && !c.encloses(c.vars[v].scope, id) {
						in[v], again = true, true
					}
				}
			}
		}
		for i, ok := range in {
			if ok {
				sc.cluster = append(sc.cluster, i)
				if !c.encloses(id, c.vars[i].scope) {
					sc.sibs = append(sc.sibs, i)
				}
			}
		}
	}
}

// isFree says whether v's range is all there is to know, single elements aside: every rule is a bound by an expression over
// scopes outside.
func (c *compiler) isFree(v *variable) bool {
	if v.def != nil || v.tree != nil {
		return false
	}
	for _, i := range v.rules {
		r := c.rules[i]
		if len(r.only) > 0 {
			continue
		}
		side := r.left
		if side.op != opRef || side.v != v.ID {
			side = r.right
		}
		if side.op != opRef || side.v != v.ID || r.op != schema.Less && r.op != schema.LessEqual || v.scope == 0 {
			return false
		}
		for _, w := range r.vars {
			if w != v.ID && (c.vars[w].scope == v.scope || !c.encloses(c.vars[w].scope, v.scope)) {
				return false
			}
		}
		if r.left.op == opRef && r.right.op == opRef && r.left.v == r.right.v {
			return false
		}
	}
	return true
}

// settle forgets the rules that the ranges which the schema leaves satisfy by themselves, and finds the Repeats that
// need no solver at all.
func (c *compiler) settle() {
	for _, v := range c.vars {
		v.rules = slices.DeleteFunc(v.rules, func(i int) bool { return c.rules[i].entailed(c.cells) })
	}
	for _, sc := range c.scopes {
		sc.own = len(sc.vars)
		if sc.repeat != nil && sc.repeat.Index != nil {
			sc.own--
		}
	}
	for _, sc := range c.scopes[1:] {
		outer := c.scopes[sc.parent]
		sc.matrix = sc.parent != 0 && outer.own == 0 && len(outer.kids) == 1
		printed := 0
		for i, id := range sc.vars {
			if v := c.vars[id]; !v.Hidden {
				printed++
				sc.rows = v.Kind == schema.String && printed == 1 && len(sc.kids) == 0
			}
			if i > 0 && len(sc.graphs) == 0 && c.alike(sc.vars[i-1], id) {
				sc.pairs = append(sc.pairs, [2]int{sc.vars[i-1], id})
			}
		}
		sc.plain = len(sc.kids) == 0 && len(sc.ending) == 0 && len(sc.sibs) == 0 && len(sc.trees) == 0 && len(sc.graphs) == 0
		for _, id := range sc.vars {
			sc.plain = sc.plain && c.isPlain(c.vars[id])
			for _, i := range c.vars[id].rules {
				if len(c.rules[i].only) > 0 && !slices.Contains(sc.marks, c.rules[i]) {
					sc.marks = append(sc.marks, c.rules[i])
				}
			}
		}
	}
}

// isPlain says whether nothing is said of v but which values it may have, single elements aside.
func (c *compiler) isPlain(v *variable) bool {
	if v.Kind == schema.String {
		return v.shape == nil && v.distinct == nil
	}
	return c.isFree(v) && v.list == nil && !v.counts && v.distinct == nil && v.ascending == nil && v.descending == nil &&
		len(v.sums) == 0 && v.calls == nil && v.levels == nil
}

// alike says whether two integers of one Repeat have the same variable from outside as their bound: 1 <= u, v <= N.
func (c *compiler) alike(u, v int) bool {
	if c.vars[u].Kind != schema.Int || c.vars[v].Kind != schema.Int || c.vars[u].counts || c.vars[v].counts ||
		c.vars[u].tree != nil || c.vars[v].tree != nil {
		return false
	}
	bounds := func(x int) (above []int) {
		for _, i := range c.vars[x].rules {
			r := c.rules[i]
			upward := (r.op == schema.Less || r.op == schema.LessEqual) && len(r.only) == 0
			if upward && r.left.op == opRef && r.right.op == opRef && r.left.v == x {
				above = append(above, r.right.v)
			}
		}
		return above
	}
	below, above := bounds(u), bounds(v)
	return slices.ContainsFunc(above, func(w int) bool {
		return c.vars[w].scope != c.vars[u].scope && (slices.Contains(below, w) || slices.Contains(below, v))
	})
}

// orient finds trees and graphs whose edges must all be printed with the smaller, or the greater, end first.
func (c *compiler) orient() {
	for _, sc := range c.scopes {
		for _, t := range sc.trees {
			t.forward = c.orientation(t.u, t.v)
		}
		for _, g := range sc.graphs {
			if !g.tuples {
				g.forward = c.orientation(g.u, g.v)
				c.wayAlong(g.con, g.forward)
			}
		}
	}
}

func (c *compiler) orientation(u, v int) int {
	for _, r := range c.rules {
		if r.left.op != opRef || r.right.op != opRef || r.op != schema.Less && r.op != schema.LessEqual || len(r.only) > 0 {
			continue
		}
		switch {
		case r.left.v == u && r.right.v == v:
			return 1
		case r.left.v == v && r.right.v == u:
			return -1
		}
	}
	return 0
}
