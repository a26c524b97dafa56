package generate

import (
	"fmt"

	"execre/analysis/schema"
)

// ways is what is known of the ways in a directed graph of which From or To is demanded, edge by edge. It says how many
// more edges are needed at least until all is reachable that has to be: as long as so many are left, single edges from
// (or to) the demanded vertex will do, and as soon as there are only just so many, each edge has to bring one nearer.
//
// Where all vertices must be reachable from a root, the number is that of the strongly connected components, but for
// the root's, which no edge enters. They are the tops of trees that hang together by one edge into each component; an
// edge that leads from below to a top makes one component of all that lies between (the contraction of Edmonds,
// "Optimum branchings", 1967, with the lists of edges of Tarjan, "Finding optimum branchings", Networks 7, 1977). Vertices
// are counted as edges counts them.
type ways struct {
	from, to integer
	single   bool // one vertex from one other; else all from (or, turned, to) one
	turned   bool // all edges are looked at the other way round

	// All from the root.
	vertices integer // how many
	trees    integer // how many there are, the root's too
	part     []int   // union-find: the component of a vertex
	tree     []int   // union-find: the tree of a component
	hangsOn  []int   // by component: the vertex from which the edge comes by which it hangs; -1 for a top
	unused   [][]int // by component: whence other edges come

	// One from one other.
	out     [][]int
	reached []bool // from the first
	done    bool   // the second is
}

// newWays begins with no edges; nil where nothing is demanded of e.
func newWays(e *edges, cells []interval) *ways {
	g := e.graph
	if g.tuples || g.from == nil && g.to == nil {
		return nil
	}
	w := &ways{single: g.from != nil && g.to != nil, turned: g.from == nil, trees: e.parts, vertices: e.parts}
	switch {
	case w.single:
		w.from, w.to = g.from.bounds(cells).lo, g.to.bounds(cells).lo
		w.done = w.from.cmp(w.to) == 0
	case w.turned:
		w.from = g.to.bounds(cells).lo
	default:
		w.from = g.from.bounds(cells).lo
	}
	return w
}

// enter makes room for another vertex; x is what it is called.
func (w *ways) enter(x integer) {
	id := len(w.part)
	w.part, w.tree, w.hangsOn = append(w.part, id), append(w.tree, id), append(w.hangsOn, -1)
	w.unused, w.out = append(w.unused, nil), append(w.out, nil)
	w.reached = append(w.reached, w.single && x.cmp(w.from) == 0)
}

func find(above []int, x int) int {
	for above[x] != x {
		above[x] = above[above[x]]
		x = above[x]
	}
	return x
}

func (w *ways) treeOf(x int) int { return find(w.tree, find(w.part, x)) }

// add notes the edge between two vertices that are known.
func (w *ways) add(e *edges, a, b int) {
	if w.single {
		w.out[a] = append(w.out[a], b)
		if !e.shape.Directed {
			w.out[b] = append(w.out[b], a)
		}
		for _, x := range [2]int{a, b} {
			if w.reached[x] {
				w.spread(e, x)
			}
		}
		return
	}
	if w.turned {
		a, b = b, a
	}
	if b == e.number(w.from) {
		return
	}
	p := find(w.part, b)
	w.unused[p] = append(w.unused[p], a)
	if w.hangsOn[p] < 0 {
		w.hang(p)
	}
}

// spread reaches what can be reached from a vertex that is reached.
func (w *ways) spread(e *edges, x int) {
	for stack := []int{x}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, y := range w.out[x] {
			if !w.reached[y] {
				w.reached[y] = true
				stack = append(stack, y)
			}
		}
	}
	if to := e.number(w.to); to >= 0 && w.reached[to] {
		w.done = true
	}
}

// hang lets the component p, a top, hang on one of the edges into it, if one comes from another tree.
func (w *ways) hang(p int) {
	for len(w.unused[p]) > 0 {
		last := len(w.unused[p]) - 1
		from := w.unused[p][last]
		w.unused[p] = w.unused[p][:last]
		q := find(w.part, from)
		switch {
		case q == p:
		case find(w.tree, q) != find(w.tree, p):
			w.hangsOn[p] = from
			w.tree[find(w.tree, p)] = find(w.tree, q)
			w.trees = w.trees.prev()
			return
		default: // from below: all in between is one component
			for q != p {
				next := find(w.part, w.hangsOn[q])
				tree := find(w.tree, p)
				if len(w.unused[q]) > len(w.unused[p]) {
					w.unused[p], w.unused[q] = w.unused[q], w.unused[p]
				}
				w.unused[p], w.unused[q] = append(w.unused[p], w.unused[q]...), nil
				w.part[q], w.tree[p], w.tree[q] = p, tree, tree
				q = next
			}
		}
	}
}

// problem says why there may be no edge from u to v, with so many edges still to come, this one too; a and b are their
// numbers, -1 where they have none yet.
func (w *ways) problem(e *edges, u, v integer, a, b int) string {
	if w.single {
		if w.done {
			return ""
		}
		if e.shape.Acyclic && w.closes(e, u, v, a, b) {
			return fmt.Sprintf("this edge makes a way from vertex %s to vertex %s, which is to be reachable from there", w.to, w.from)
		}
		if e.left <= w.last(e, u, v, a, b) && !w.joins(e, u, v, a, b) {
			return fmt.Sprintf("without this one, no edge is left for a way from vertex %s to vertex %s", w.from, w.to)
		}
		return ""
	}
	if w.turned {
		u, v, a, b = v, u, b, a
	}
	if e.shape.Acyclic && v.cmp(w.from) == 0 {
		return fmt.Sprintf("with this edge there is a circle as soon as all ways with vertex %s are there", w.from)
	}
	if intOf(e.left).less(w.trees) && !w.helps(e, u, v, a, b) {
		return "what is left cannot make all vertices reachable"
	}
	return ""
}

// helps says whether an edge lets one top less be left.
func (w *ways) helps(e *edges, u, v integer, a, b int) bool {
	if u.cmp(v) == 0 || v.cmp(w.from) == 0 {
		return false
	}
	if b < 0 {
		return true
	}
	p := find(w.part, b)
	switch {
	case w.hangsOn[p] >= 0:
		return false
	case a < 0 || w.treeOf(a) != w.treeOf(b):
		return true
	}
	// The edge makes a component of what lies between; does an edge from another tree enter it?
	seen := map[int]bool{p: true}
	for stack := []int{a}; len(stack) > 0; {
		q := find(w.part, stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		e.work++
		switch {
		case seen[q]:
		case find(w.tree, q) != find(w.tree, p):
			return true
		default:
			seen[q] = true
			stack = append(append(stack, w.hangsOn[q]), w.unused[q]...)
		}
	}
	return false
}

// help finds a value for one end of an edge, the other being given, where only few will do: that of the head if head is
// set, else that of the tail. Where none will do (ok is false) it finds one for the other end. It is not certain that what
// it finds will do.
func (w *ways) help(e *edges, other integer, head bool) (x integer, ok bool) {
	id := e.number(other)
	if w.single {
		reached := other.cmp(w.from) == 0 || id >= 0 && w.reached[id]
		leads := other.cmp(w.to) == 0 || id >= 0 && w.leads(e, id)
		switch {
		case reached && (head || !e.shape.Directed):
			return w.to, true
		case leads && (!head || !e.shape.Directed):
			return w.from, true
		case head:
			return w.from, false
		}
		return w.to, false
	}
	high := e.low.plus(w.vertices)
	for !w.top(e, e.next) && e.next.less(high) {
		e.next = e.next.next() // it never is again, or another one stands for its tree
	}
	if head == w.turned { // the other one is to be a top
		if w.top(e, other) {
			return w.from, true
		}
		return e.next, false
	}
	x = e.next
	for range maxNeighbours {
		if !x.less(high) {
			return w.from, false
		}
		if at := e.number(x); w.top(e, x) && x.cmp(other) != 0 && (at < 0 || id < 0 || w.treeOf(at) != w.treeOf(id)) {
			return x, true
		}
		x = x.next()
	}
	return e.next, true
}

// top says whether a vertex belongs to the top of a tree, but the root's.
func (w *ways) top(e *edges, x integer) bool {
	id := e.number(x)
	return x.cmp(w.from) != 0 && (id < 0 || w.hangsOn[find(w.part, id)] < 0)
}

// last is how many edges must still come, with the one from u to v, so that another one than this can make the way that is
// demanded: one more than that, and in a graph that must be connected those that join the parts, if the way is not one
// of them.
func (w *ways) last(e *edges, u, v integer, a, b int) int {
	if !e.shape.Connected {
		return 1
	}
	part := func(id int) int {
		if id >= 0 {
			id, _ = e.root(id)
		}
		return id
	}
	from, to := part(e.number(w.from)), part(e.number(w.to))
	a, b = part(a), part(b)
	is := func(p int, x integer, q int, y integer) bool { return p >= 0 && p == q || x.cmp(y) == 0 }
	parts, _ := e.parts.toInt()
	joined := is(from, w.from, to, w.to)
	if !is(a, u, b, v) {
		parts--
		joined = joined || is(a, u, from, w.from) && is(b, v, to, w.to) || is(b, v, from, w.from) && is(a, u, to, w.to)
	}
	if joined {
		parts++ // the way is made of an edge that joins nothing
	}
	return max(1, parts-1)
}

// closes says whether an edge lets the first vertex be reachable from the second.
func (w *ways) closes(e *edges, u, v integer, a, b int) bool {
	from, to := e.number(w.from), e.number(w.to)
	after := v.cmp(w.from) == 0 || b >= 0 && from >= 0 && e.reaches(b, from)
	before := u.cmp(w.to) == 0 || a >= 0 && to >= 0 && e.reaches(to, a)
	return after && before
}

// joins says whether an edge makes the second vertex reachable from the first.
func (w *ways) joins(e *edges, u, v integer, a, b int) bool {
	for range 2 {
		if (u.cmp(w.from) == 0 || a >= 0 && w.reached[a]) && (v.cmp(w.to) == 0 || b >= 0 && w.leads(e, b)) {
			return true
		}
		if e.shape.Directed {
			return false
		}
		u, v, a, b = v, u, b, a
	}
	return false
}

// leads says whether a way leads from a vertex to the one that must be reachable.
func (w *ways) leads(e *edges, x int) bool {
	to := e.number(w.to)
	seen := map[int]bool{x: true}
	for stack := []int{x}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		e.work++
		if x == to {
			return true
		}
		for _, y := range w.out[x] {
			if !seen[y] {
				seen[y] = true
				stack = append(stack, y)
			}
		}
	}
	return false
}

// unreached looks in a finished graph for a vertex that is not joined as demanded, and says so; it knows nothing of ways.
func (g *graph) unreached(ends [][2]integer, low, high integer, cells []interval) string {
	if g.from == nil && g.to == nil {
		return ""
	}
	begin, turned := g.from, false
	if begin == nil {
		begin, turned = g.to, true
	}
	root := begin.bounds(cells).lo
	next := map[intKey][]integer{}
	for _, e := range ends {
		if !turned || !g.shape.Directed {
			next[e[0].key()] = append(next[e[0].key()], e[1])
		}
		if turned || !g.shape.Directed {
			next[e[1].key()] = append(next[e[1].key()], e[0])
		}
	}
	reached := map[intKey]bool{root.key(): true}
	for queue := []integer{root}; len(queue) > 0; queue = queue[1:] {
		for _, y := range next[queue[0].key()] {
			if !reached[y.key()] {
				reached[y.key()] = true
				queue = append(queue, y)
			}
		}
	}
	if g.from != nil && g.to != nil {
		if to := g.to.bounds(cells).lo; !reached[to.key()] {
			return fmt.Sprintf("vertex %s is not reachable from vertex %s", to, root)
		}
		return ""
	}
	for x := low; x.cmp(high) <= 0; x = x.next() {
		switch {
		case reached[x.key()]:
		case turned:
			return fmt.Sprintf("vertex %s is not reachable from vertex %s", root, x)
		default:
			return fmt.Sprintf("vertex %s is not reachable from vertex %s", x, root)
		}
	}
	return ""
}

// wayRules says where the demanded vertices can be.
func (c *compiler) wayRules(con *schema.Constraint) {
	for _, e := range []schema.Expr{con.From, con.To} {
		if e != nil {
			c.compare(con, schema.LessEqual, con.Low, e)
			c.compare(con, schema.LessEqual, e, con.High)
		}
	}
}

// wayAlong says where they can be if all edges lead upwards, or downwards.
func (c *compiler) wayAlong(con *schema.Constraint, forward int) {
	if forward == 0 || !con.Graph.Directed {
		return
	}
	first, last := con.Low, con.High // of all ways
	if forward < 0 {
		first, last = last, first
	}
	switch {
	case con.From != nil && con.To != nil && forward > 0:
		c.compare(con, schema.LessEqual, con.From, con.To)
	case con.From != nil && con.To != nil:
		c.compare(con, schema.LessEqual, con.To, con.From)
	case con.From != nil:
		c.compare(con, schema.Equal, con.From, first)
	case con.To != nil:
		c.compare(con, schema.Equal, con.To, last)
	}
}
