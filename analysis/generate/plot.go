package generate

import "slices"

// plot is a graph that is wished for, before it is printed: its edges lead from place to place, the places being vertices
// in some order. Place 0 is the vertex from which (or to which) ways are demanded, if there is one.
type plot struct {
	vertices int
	shape    pairShape
	spanning bool // every place must be joined
	side     []bool
	edges    []plotEdge
}

// plotEdge leads from a to b, where a comes before b but in a circle; it is kept if it may not be turned round.
type plotEdge struct {
	a, b int
	kept bool
}

// sizeOf is how many edges a shape on so many vertices has; 0 for one that has no size of its own.
func (g *graph) sizeOf(shape pairShape, vertices int) int {
	switch shape {
	case pathPairs, starPairs, caterpillarPairs:
		return vertices - 1
	case cyclePairs:
		return vertices
	case wheelPairs:
		return 2 * (vertices - 1)
	case cliquePairs:
		if g.shape.Bipartite {
			return vertices * vertices / 4
		}
		return vertices * (vertices - 1) / 2
	}
	return 0
}

// planned is the count that gives the present input's graph its shape; ok is false when it is left to chance.
func (d *drawer) planned(r *run, v *variable, m *menu) (offset integer, ok bool) {
	g := v.edgesOf
	if g == nil || d.plan <= loosePairs || d.counts != anyCount {
		return zero, false
	}
	low, high := g.low.bounds(r.cells), g.high.bounds(r.cells)
	vertices, ok := high.lo.minus(low.lo).next().toInt()
	if !ok || !low.point() || !high.point() || vertices > maxRandomValues {
		return zero, false
	}
	return m.offsetOf(intOf(g.sizeOf(d.plan, vertices)))
}

// drawEdges wishes for the two columns of a graph what its shape allows.
func (d *drawer) drawEdges(r *run, g *graph, n int) {
	low, high := g.low.bounds(r.cells).lo, g.high.bounds(r.cells).lo
	vertices, ok := high.minus(low).next().toInt()
	if !ok || vertices < 1 || float64(vertices) > d.budget || d.size <= 0 || d.plan == anyPairs && d.chance(0.1) {
		return
	}
	label := d.labels(vertices)
	d.hangTree(vertices - 1)
	switch d.plan {
	case pathPairs:
		d.shape = treePath
	case starPairs:
		d.shape = treeStar
	case caterpillarPairs:
		d.shape = treeCaterpillar
	}
	if r.g.vars[g.u].isIndex() {
		d.forms[g.v].wish(d.parents(label, low, n))
		return
	}
	p := &plot{vertices: vertices, shape: d.plan, side: make([]bool, vertices)}
	p.spanning = g.shape.Connected || (g.from == nil) != (g.to == nil)
	turned := g.from == nil && g.to != nil
	goal := 0 // the place of the vertex that must be reachable
	if g.from != nil || g.to != nil {
		if g.forward != 0 { // by place is by label then
			slices.Sort(label)
			if turned == (g.forward > 0) {
				slices.Reverse(label)
			}
		}
		begin := g.from
		if turned {
			begin = g.to
		}
		p.put(label, 0, begin.bounds(r.cells).lo.minus(low))
		if g.from != nil && g.to != nil {
			to := g.to.bounds(r.cells).lo.minus(low)
			if at, ok := to.toInt(); ok && at != label[0] {
				goal = slices.Index(label, at)
				if g.forward == 0 {
					goal = 1 + d.IntN(min(n, vertices-1))
					p.put(label, goal, to)
				} else if goal > n {
					goal = -1 // too far to walk there vertex by vertex
				}
			}
		}
	}
	if g.shape.Forest {
		d.plotForest(p, n)
	} else {
		d.plotShape(p, g, n, goal)
		d.plotRest(p, g, n)
	}
	list := p.edges[:n]
	if !d.chance(0.4) {
		d.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	us, vs := make([]integer, n), make([]integer, n)
	turn := !d.chance(0.4)
	for i, e := range list {
		if g.shape.Acyclic && e.b < e.a {
			e.a, e.b = e.b, e.a
		}
		u, v := label[e.a], label[e.b]
		if turned {
			u, v = v, u
		}
		if turn && !e.kept && !g.shape.Acyclic && d.chance(0.5) || g.forward != 0 && (u < v) != (g.forward > 0) {
			u, v = v, u
		}
		us[i], vs[i] = low.plus(intOf(u)), low.plus(intOf(v))
	}
	d.forms[g.u].wish(us)
	d.forms[g.v].wish(vs)
}

// put exchanges labels so that a place has the given one.
func (p *plot) put(label []int, place int, x integer) {
	if at, ok := x.toInt(); ok && at < len(label) {
		was := slices.Index(label, at)
		label[place], label[was] = label[was], label[place]
	}
}

// plotShape makes the edges that the shape wants, and those without which the graph is not what is demanded.
func (d *drawer) plotShape(p *plot, g *graph, n, goal int) {
	ways := (g.from != nil || g.to != nil) && g.shape.Directed
	kept := ways || d.chance(0.7)
	join := func(a, b int, kept bool) {
		if len(p.edges) < n && a != b {
			p.edges = append(p.edges, plotEdge{a, b, kept})
		}
	}
	spare := n // edges that need not join what is left over
	if p.spanning {
		spare = n - p.vertices
	}
	core := 0 // how many places the shape takes
	switch p.shape {
	case cliquePairs:
		for core = min(2, p.vertices); core < p.vertices; core++ {
			left := 0
			if p.spanning {
				left = p.vertices - core - 1
			}
			if g.sizeOf(cliquePairs, core+1)+left > n {
				break
			}
		}
		for b := range core {
			p.side[b] = b%2 == 1
			for a := range b {
				if !g.shape.Bipartite || p.side[a] != p.side[b] {
					join(a, b, kept)
				}
			}
		}
	case cyclePairs:
		if core = min(p.vertices, n); p.spanning && spare < 0 {
			core = 0
		}
		if g.shape.Bipartite {
			core -= core % 2
		}
		for b := 1; b < core; b++ {
			p.side[b] = b%2 == 1
			join(b-1, b, kept)
		}
		if core > 2 || core == 2 && g.shape.Directed && !g.shape.Acyclic {
			join(core-1, 0, kept)
		}
	case wheelPairs:
		if core = min(p.vertices, n/2+1, max(0, spare+2)); core < 4 || g.shape.Bipartite {
			core = 0
		}
		for b := 1; b < core; b++ {
			join(0, b, kept)
			if b > 1 {
				join(b-1, b, kept)
			}
		}
		if core > 3 {
			join(core-1, 1, kept)
		}
	}
	trees := p.spanning || p.shape == pathPairs || p.shape == starPairs || p.shape == caterpillarPairs ||
		p.shape == anyPairs && d.chance(0.4)
	last := p.vertices // places from here on are not joined
	if goal > 0 && !trees {
		last = goal + 1
		if g.forward == 0 {
			last += d.IntN(min(n, p.vertices-1) - goal + 1)
		}
		if core > goal {
			last = core
		}
	}
	if trees || goal > 0 {
		for b := max(1, core); b < last; b++ {
			a := int(d.parent(uint64(b - 1)))
			p.side[b] = !p.side[a]
			join(a, b, ways)
		}
	} else if core == 0 {
		share := d.Float64()
		for b := range p.side {
			p.side[b] = d.chance(share)
		}
	}
	if goal < 0 { // one edge leads there
		join(0, p.vertices-1, ways)
	}
}

// plotRest fills up to n edges.
func (d *drawer) plotRest(p *plot, g *graph, n int) {
	// A part of the vertices has most of the edges: dense cores and lonely vertices are where programs err.
	core := p.vertices
	if d.chance(0.3) {
		core = 1 + d.IntN(p.vertices)
	}
	if p.shape == anyPairs && d.chance(0.1) {
		for b := 1; b < core && len(p.edges) < n; b++ {
			for a := 0; a < b && len(p.edges) < n; a++ {
				if !g.shape.Bipartite || p.side[a] != p.side[b] {
					p.edges = append(p.edges, plotEdge{a, b, false})
				}
			}
		}
	}
	for misses := 0; len(p.edges) < n && misses < 20*n; {
		a, b := d.IntN(core), d.IntN(core)
		if g.shape.Bipartite && p.side[a] == p.side[b] {
			misses++
			continue
		}
		p.edges = append(p.edges, plotEdge{min(a, b), max(a, b), false})
	}
	for len(p.edges) < n {
		p.edges = append(p.edges, plotEdge{d.IntN(p.vertices), d.IntN(p.vertices), false})
	}
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
