package generate

import (
	"fmt"
	"slices"

	"execre/analysis/schema"
)

// graph is a compiled schema.Graph or schema.DistinctTogether: what is said of several columns together, iteration by
// iteration. Unlike a tree it makes no values. It only refuses those that do not go with the iterations before,
// or after which the rest could not succeed, so that edges are ordinary values for mutation and shrinking.
type graph struct {
	id      int // in Generator.graphs
	from    *schema.Constraint
	columns []int // the variables, two for a graph, in the order in which they are drawn
	u, v    int   // graph: the two ends
	low     *node // graph: the range of the vertices
	high    *node
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
}

func newEdges(g *graph, n int, cells []interval) *edges {
	e := &edges{graph: g, left: n, seen: map[string]bool{}}
	if !g.tuples {
		e.parts = g.high.bounds(cells).lo.minus(g.low.bounds(cells).lo).next()
		e.ids = map[intKey]int{}
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
	switch {
	case e.shape.Bipartite && joined && !odd:
		return "this edge closes a circle of odd length"
	case e.shape.Acyclic && joined && e.reaches(b, a):
		return "this edge closes a circle"
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
}

func (e *edges) enter(x integer) int {
	id := e.number(x)
	if id < 0 {
		id = len(e.above)
		e.ids[x.key()] = id
		e.above, e.size, e.odd = append(e.above, id), append(e.size, 1), append(e.odd, false)
		e.out, e.rank = append(e.out, nil), append(e.rank, 0)
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
	g := &graph{from: con, shape: con.Graph, tuples: con.Kind == schema.DistinctTogether}
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
		if r.edges[g.id].problem(r.ends) != "" {
			return g
		}
	}
	return nil
}

// graphSize says how many edges a graph of the shape can have.
func (c *compiler) graphSize(con *schema.Constraint, shape schema.Shape, count, vertices schema.Expr) {
	if shape.Connected {
		c.compare(con, schema.LessEqual, minus(vertices, number(1)), count)
	}
	if !shape.Simple {
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
		if gr.from != con {
			continue
		}
		if !gr.tuples && (!gr.low.bounds(cells).point() || !gr.high.bounds(cells).point()) {
			return 0, ""
		}
		e := newEdges(gr, in.n, cells)
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
		}
		if !gr.tuples && gr.shape.Connected && one.less(e.parts) {
			return max(0, in.n-1), fmt.Sprintf("it has %s connected parts", e.parts)
		}
	}
	return 0, ""
}

// drawEdges wishes for the two columns of a graph what its shape allows.
func (d *drawer) drawEdges(r *run, g *graph, n int) {
	low, high := g.low.bounds(r.cells).lo, g.high.bounds(r.cells).lo
	vertices, ok := high.minus(low).next().toInt()
	if !ok || vertices < 1 || float64(vertices) > d.budget || d.size <= 0 || d.chance(0.1) {
		return
	}
	label := d.labels(vertices)
	d.hangTree(vertices - 1)
	if r.g.vars[g.u].isIndex() {
		d.forms[g.v].wish(d.parents(label, low, n))
		return
	}
	side := make([]bool, vertices) // Bipartite, by place in label: alternating for a tree, else a share
	type edge struct{ a, b int }   // places in label, a before b
	var list []edge
	if g.shape.Connected || d.chance(0.4) {
		for b := 1; b < vertices && len(list) < n; b++ {
			a := int(d.parent(uint64(b - 1)))
			side[b] = !side[a]
			list = append(list, edge{a, b})
		}
	} else {
		share := d.Float64()
		for b := range side {
			side[b] = d.chance(share)
		}
	}
	// A part of the vertices has most of the edges: dense cores and lonely vertices are where programs err.
	core := vertices
	if d.chance(0.3) {
		core = 1 + d.IntN(vertices)
	}
	switch shape := d.manner.pairs; {
	case shape == cliquePairs || shape == anyPairs && d.chance(0.1):
		for b := 1; b < core && len(list) < n; b++ {
			for a := 0; a < b && len(list) < n; a++ {
				if !g.shape.Bipartite || side[a] != side[b] {
					list = append(list, edge{a, b})
				}
			}
		}
	case core > 1 && n > len(list) && (shape == cyclePairs || d.chance(0.2)):
		for b := 1; b < core && len(list) < n; b++ {
			list = append(list, edge{b - 1, b})
		}
		if len(list) < n {
			list = append(list, edge{0, core - 1})
		}
	}
	for misses := 0; len(list) < n && misses < 20*n; {
		a, b := d.IntN(core), d.IntN(core)
		if g.shape.Bipartite && side[a] == side[b] {
			misses++
			continue
		}
		list = append(list, edge{min(a, b), max(a, b)})
	}
	for len(list) < n {
		list = append(list, edge{d.IntN(vertices), d.IntN(vertices)})
	}
	if !d.chance(0.4) {
		d.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	us, vs := make([]integer, n), make([]integer, n)
	turn := !d.chance(0.4)
	for i, e := range list[:n] {
		u, v := label[e.a], label[e.b]
		if turn && !g.shape.Acyclic && d.chance(0.5) || g.forward != 0 && (u < v) != (g.forward > 0) {
			u, v = v, u
		}
		us[i], vs[i] = low.plus(intOf(u)), low.plus(intOf(v))
	}
	d.forms[g.u].wish(us)
	d.forms[g.v].wish(vs)
}

// parents are those of all vertices but the first, as a tree of the present shape has them.
func (d *drawer) parents(label []int, low integer, n int) []integer {
	root := slices.Index(label, 0)
	label[0], label[root] = label[root], label[0]
	wish := make([]integer, n)
	for b := 1; b < len(label) && b <= n; b++ {
		a := int(d.parent(uint64(b - 1)))
		wish[label[b]-1] = low.plus(intOf(label[a]))
	}
	return wish
}

// labels are 0..n-1, in order or shuffled.
func (d *drawer) labels(n int) []int {
	label := make([]int, n)
	for i := range label {
		label[i] = i
	}
	if !d.chance(0.4) {
		d.Shuffle(n, func(i, j int) { label[i], label[j] = label[j], label[i] })
	}
	return label
}
