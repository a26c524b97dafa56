package generate

import (
	"fmt"

	"execre/analysis/schema"
)

// graph is a compiled schema.Graph or schema.DistinctTogether: what is said of several columns together, iteration by
// iteration. Unlike a tree it makes no values. It only refuses those that do not go with the iterations before,
// or after which the rest could not succeed, so that edges are ordinary values for mutation and shrinking.
type graph struct {
	id      int // in Generator.graphs
	con     *schema.Constraint
	columns []int // the variables, two for a graph, in the order in which they are drawn
	u, v    int   // graph: the two ends
	low     *node // graph: the range of the vertices
	high    *node
	from    *node // graph: schema.Constraint.From and To, or nil
	to      *node
	shape   schema.Shape
	tuples  bool // DistinctTogether
	forward int  // of a graph: like tree.forward
}

// edges is what is known of the iterations of one execution so far.
type edges struct {
	*graph
	left  int            // iterations still to come, the present one too
	parts integer        // graph: connected parts
	ids   map[intKey]int // graph: the number of each vertex that has an edge
	above []int          // by number: union-find over connected parts
	size  []int          // by number, of roots: how many vertices are below
	odd   []bool         // by number: whether its side is another than that of above
	out   [][]int        // Acyclic: by number, where its edges lead
	rank  []int          // Acyclic: by number, its place in an order in which every edge leads upwards
	seen  map[string]bool
	ways  *ways              // nil where no way is demanded
	low   integer            // graph: the first vertex
	next  integer            // graph: the first vertex that may help, see help
	free  map[intKey]integer // Simple, by vertex: the first one to which it may have no edge yet
	work  int                // how many vertices were looked at to judge edges
}

func newEdges(g *graph, n int, cells []interval) *edges {
	e := &edges{graph: g, left: n, seen: map[string]bool{}}
	if !g.tuples {
		e.low = g.low.bounds(cells).lo
		e.next = e.low
		e.parts = g.high.bounds(cells).lo.minus(g.low.bounds(cells).lo).next()
		e.ids = map[intKey]int{}
		e.ways = newWays(e, cells)
	}
	return e
}

// number is that of a vertex, -1 when it has no edge yet.
func (e *edges) number(x integer) int {
	if id, ok := e.ids[x.key()]; ok {
		return id
	}
	return -1
}

func (e *edges) root(id int) (root int, odd bool) {
	for e.above[id] != id {
		odd = odd != e.odd[id]
		id = e.above[id]
	}
	return id, odd
}

// key is that of the values as a set of edges compares them.
func (e *edges) key(values []integer) string {
	var key []byte
	for i := range values {
		x := values[i]
		if !e.tuples && !e.shape.Directed && values[1].less(values[0]) {
			x = values[1-i]
		}
		key = append(x.append(key), ' ')
	}
	return string(key)
}

// problem says what is wrong with an iteration of these values behind those that were added; empty if nothing is. For a
// graph they are the two ends.
func (e *edges) problem(values []integer) string {
	if e.tuples || e.shape.Simple {
		if e.seen[e.key(values)] {
			if e.tuples {
				return "these values stand here again"
			}
			return "this edge stands here again"
		}
	}
	if e.tuples {
		return ""
	}
	u, v := values[0], values[1]
	same := u.cmp(v) == 0
	if same && (e.shape.Simple || e.shape.Acyclic || e.shape.Bipartite) {
		return "this edge leads from a vertex to itself"
	}
	a, b := e.number(u), e.number(v)
	joined, odd := same, false
	if a >= 0 && b >= 0 && !same {
		x, p := e.root(a)
		y, q := e.root(b)
		joined, odd = x == y, p != q
	}
	if e.ways != nil {
		if text := e.ways.problem(e, u, v, a, b); text != "" {
			return text
		}
	}
	switch {
	case e.shape.Forest && joined:
		return closesCircle
	case e.shape.Bipartite && joined && !odd:
		return "this edge closes a circle of odd length"
	case e.shape.Acyclic && joined && e.reaches(b, a):
		return closesCircle
	case e.shape.Connected:
		parts := e.parts
		if !joined {
			parts = parts.prev()
		}
		if intOf(e.left).less(parts) { // after this edge left-1 are left, which join left parts
			return "what is left cannot connect all vertices"
		}
	}
	return ""
}

// reaches says whether a way leads from one vertex to another.
func (e *edges) reaches(from, to int) bool {
	if e.rank[from] > e.rank[to] {
		return false
	}
	visited := map[int]bool{from: true}
	stack := []int{from}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		e.work++
		if x == to {
			return true
		}
		for _, y := range e.out[x] {
			if !visited[y] && e.rank[y] <= e.rank[to] {
				visited[y] = true
				stack = append(stack, y)
			}
		}
	}
	return false
}

// add notes an iteration that has no problem.
func (e *edges) add(values []integer) {
	e.left--
	if e.tuples || e.shape.Simple {
		e.seen[e.key(values)] = true
	}
	if e.tuples {
		return
	}
	a, b := e.enter(values[0]), e.enter(values[1])
	x, p := e.root(a)
	y, q := e.root(b)
	if x != y {
		if e.size[x] < e.size[y] {
			x, y = y, x
		}
		e.size[x] += e.size[y]
		e.above[y], e.odd[y] = x, p == q
		e.parts = e.parts.prev()
	}
	if e.shape.Acyclic {
		e.out[a] = append(e.out[a], b)
		e.lift(a)
	}
	if e.ways != nil {
		e.ways.add(e, a, b)
	}
}

func (e *edges) enter(x integer) int {
	id := e.number(x)
	if id < 0 {
		id = len(e.above)
		e.ids[x.key()] = id
		e.above, e.size, e.odd = append(e.above, id), append(e.size, 1), append(e.odd, false)
		e.out, e.rank = append(e.out, nil), append(e.rank, 0)
		if e.ways != nil {
			e.ways.enter(x)
		}
	}
	return id
}

// lift makes the ranks behind a vertex greater than its own.
func (e *edges) lift(from int) {
	stack := []int{from}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, y := range e.out[x] {
			if e.rank[y] <= e.rank[x] {
				e.rank[y] = e.rank[x] + 1
				stack = append(stack, y)
			}
		}
	}
}

// hint is a value with which an edge may bring a graph nearer to what is demanded; the zero hint is none.
type hint struct {
	x     integer
	v     int // for which of the two ends
	given bool
}

// help finds such a value for the column id that completes an edge, where only such edges are left; or for the other one,
// where none will do for this. Of a simple graph it finds one to which no edge leads yet. The menu is what the column can be.
func (e *edges) help(id int, ends []integer, menu interval) hint {
	if e.tuples {
		return hint{}
	}
	other, partner := ends[0], e.u
	if id == e.u {
		other, partner = ends[1], e.v
	}
	if w := e.ways; w != nil && (w.single && !w.done && e.left == 1 || !w.single && intOf(e.left).less(w.trees)) {
		x, ok := w.help(e, other, id == e.v)
		if !ok {
			id = partner
		}
		return hint{x, id, true}
	}
	if !e.shape.Forest && (!e.shape.Connected || !intOf(e.left).less(e.parts)) {
		if !e.shape.Simple {
			return hint{}
		}
		if e.free == nil {
			e.free = map[intKey]integer{}
		}
		x := maxInt(menu.lo, e.free[other.key()])
		there := func(x integer) bool {
			if id == e.u {
				return e.seen[e.key([]integer{x, other})]
			}
			return e.seen[e.key([]integer{other, x})]
		}
		for x.cmp(menu.hi) <= 0 && (x.cmp(other) == 0 || there(x)) {
			x = x.next()
		}
		e.free[other.key()] = x
		if menu.hi.less(x) {
			return hint{other.next(), partner, true}
		}
		return hint{x, id, true}
	}
	same := func(x, y integer) bool {
		a, b := e.number(x), e.number(y)
		if a < 0 || b < 0 {
			return x.cmp(y) == 0
		}
		x1, _ := e.root(a)
		y1, _ := e.root(b)
		return x1 == y1
	}
	if !same(other, e.low) {
		return hint{e.low, id, true}
	}
	for same(e.next, e.low) { // there are several parts, so one is found
		e.next = e.next.next()
	}
	return hint{e.next, id, true}
}

// values are those of an iteration, as problem wants them.
func (g *graph) values(gen *Generator, in *instance, i int, to []integer) []integer {
	columns := g.columns
	if !g.tuples {
		columns = []int{g.u, g.v}
	}
	to = to[:0]
	for _, id := range columns {
		to = append(to, in.numbers[gen.vars[id].slot][i])
	}
	return to
}

// graph compiles a constraint on several columns.
func (c *compiler) graph(con *schema.Constraint) {
	g := &graph{con: con, shape: con.Graph, tuples: con.Kind == schema.DistinctTogether}
	for _, v := range con.Vars {
		g.columns = append(g.columns, v.ID)
	}
	count := con.Vars[0].Scope.Count
	if !g.tuples {
		g.u, g.v = con.Vars[0].ID, con.Vars[1].ID
		var ok, ok2 bool
		g.low, ok = c.integerExpr(con.Low, con.Pos)
		g.high, ok2 = c.integerExpr(con.High, con.Pos)
		if !ok || !ok2 {
			return
		}
		for _, v := range con.Vars {
			if v.Scope.Index != v {
				c.between(con, v)
			}
		}
		c.graphSize(con, g.shape, count, plus(minus(con.High, con.Low), 1))
		c.wayRules(con)
		if (con.From == nil) != (con.To == nil) {
			g.shape.Connected = false // so it is by itself
		}
		for _, way := range []struct {
			e  schema.Expr
			to **node
		}{{con.From, &g.from}, {con.To, &g.to}} {
			if way.e == nil {
				continue
			}
			if *way.to, ok = c.integerExpr(way.e, con.Pos); !ok {
				return
			}
		}
	}
	var last *variable // in the order of drawing; an index is known before
	for _, id := range g.columns {
		if v := c.vars[id]; !v.isIndex() && (last == nil || v.slot > last.slot) {
			last = v
		}
	}
	if last == nil {
		c.refuse(con.Pos, codeCannot, "%q speaks of indices alone", con.Text)
		return
	}
	g.id = len(c.graphs)
	c.graphs = append(c.graphs, g)
	last.completes = append(last.completes, g)
	sc := c.scopes[last.scope]
	sc.graphs = append(sc.graphs, g)
}

// isIndex says whether the value is the index of the iteration.
func (v *variable) isIndex() bool { return v.Scope != nil && v.Scope.Index == v.Var }

// refusing is a graph that does not allow the iteration that x, just noted, completes; nil if there is none.
func (r *run) refusing(v *variable, here place) *graph {
	for _, g := range v.completes {
		r.ends = g.values(r.g, here.in, here.i, r.ends)
		e := r.edges[g.id]
		e.work = 0
		problem := e.problem(r.ends)
		if r.effort += 1 + e.work; problem != "" {
			return g
		}
	}
	return nil
}

// graphSize says how many edges a graph of the shape can have.
func (c *compiler) graphSize(con *schema.Constraint, shape schema.Shape, count, vertices schema.Expr) {
	if shape.Connected || (con.From == nil) != (con.To == nil) {
		c.compare(con, schema.LessEqual, minus(vertices, number(1)), count)
	}
	if con.From != nil && con.To != nil { // an edge at least, unless both are one
		apart := &schema.Unary{Op: "abs", X: minus(con.From, con.To)}
		c.compare(con, schema.LessEqual, &schema.Call{Func: "min", Args: []schema.Expr{apart, number(1)}}, count)
	}
	if shape.Forest {
		c.compare(con, schema.LessEqual, count, minus(vertices, number(1)))
	}
	if !shape.Simple || shape.Forest {
		return
	}
	pairs := &schema.Binary{Op: "*", X: vertices, Y: minus(vertices, number(1))}
	var most schema.Expr = &schema.Binary{Op: "/", X: pairs, Y: number(2)}
	if shape.Bipartite {
		most = &schema.Binary{Op: "/", X: &schema.Binary{Op: "*", X: vertices, Y: vertices}, Y: number(4)}
	}
	if shape.Directed && !shape.Acyclic {
		most = &schema.Binary{Op: "*", X: most, Y: number(2)}
	}
	c.compare(con, schema.LessEqual, count, most)
}

// graphProblem returns the first iteration that breaks con and how; text is empty when none does.
func (g *Generator) graphProblem(con *schema.Constraint, in *instance, cells []interval) (line int, text string) {
	for _, gr := range g.scopes[g.vars[con.Vars[0].ID].scope].graphs {
		if gr.con != con {
			continue
		}
		if !gr.tuples && (!gr.low.bounds(cells).point() || !gr.high.bounds(cells).point()) {
			return 0, ""
		}
		e := newEdges(gr, in.n, cells)
		e.ways = nil // a judge of its own looks at them
		var ends [][2]integer
		var values []integer
		for i := range in.n {
			values = gr.values(g, in, i, values)
			if !gr.tuples {
				for _, x := range values {
					if x.less(gr.low.bounds(cells).lo) || gr.high.bounds(cells).lo.less(x) {
						return i, fmt.Sprintf("%s is no vertex", x)
					}
				}
			}
			if text := e.problem(values); text != "" {
				return i, text
			}
			e.add(values)
			if !gr.tuples {
				ends = append(ends, [2]integer(values))
			}
		}
		if !gr.tuples && gr.shape.Connected && one.less(e.parts) {
			return max(0, in.n-1), fmt.Sprintf("it has %s connected parts", e.parts)
		}
		if !gr.tuples {
			if text := gr.unreached(ends, gr.low.bounds(cells).lo, gr.high.bounds(cells).lo, cells); text != "" {
				return max(0, in.n-1), text
			}
		}
	}
	return 0, ""
}
