package generate

// closesCircle says why an edge cannot be: in a forest, and along the directions of an acyclic graph.
const closesCircle = "this edge closes a circle"

// plotForest makes n edges, fewer than the places: every place but some, each the first of its tree, hangs on an earlier one,
// so that there are no circles. The first places of trees are the last ones, lonely vertices then, or lie anywhere.
func (d *drawer) plotForest(p *plot, n int) {
	more := p.vertices - 1 - n // trees besides that of place 0
	lonely := d.chance(0.3)
	for b := 1; b < p.vertices && len(p.edges) < n; b++ {
		left := p.vertices - b
		if !lonely && more > 0 && d.IntN(left) < more {
			more--
			continue
		}
		p.edges = append(p.edges, plotEdge{int(d.parent(uint64(b - 1))), b, false})
	}
}
