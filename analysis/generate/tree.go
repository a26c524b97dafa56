package generate

import "container/heap"

// A tree of n+1 vertices is built edge by edge: edge i joins the new vertex i+1 to an earlier one, its parent. Then
// labels and lines are shuffled by swaps of the new one with an earlier one (Fisher and Yates, from the inside out),
// and an edge may be turned round. All four decisions of an edge stand together, so that taking them away
// takes away one vertex; all zero is the star around the lowest label, printed in order.

// tree draws the edges of one execution of a Repeat into its columns.
func (r *run) tree(t *tree, in *instance, spans *spans) bool {
	n := in.n
	low := t.low.bounds(r.cells).lo
	r.source.edges(r, t, n)
	parent, turn := make([]int, n), make([]bool, n)
	label, line := make([]int, n+1), make([]int, n)
	for i := range n {
		from := len(r.choices)
		parent[i] = int(r.index(decideParent, uint64(i)))
		label[i+1] = i + 1
		swap := i + 1 - int(r.index(decideLabel, uint64(i+1)))
		label[i+1], label[swap] = label[swap], label[i+1]
		line[i] = i
		swap = i - int(r.index(decidePlace, uint64(i)))
		line[i], line[swap] = line[swap], line[i]
		if t.forward == 0 {
			turn[i] = r.index(decideTurn, 1) == 1
		}
		spans.add(i, from, len(r.choices))
	}
	us, vs := in.numbers[r.g.vars[t.u].slot], in.numbers[r.g.vars[t.v].slot]
	for i, e := range line {
		u, v := label[parent[e]], label[e+1]
		if turn[e] || t.forward != 0 && (u < v) != (t.forward > 0) {
			u, v = v, u
		}
		us[i], vs[i] = low.plus(intOf(u)), low.plus(intOf(v))
	}
	return true
}

// treeProblem says why pairs of vertices 0..n are no tree; line is the first edge to blame.
func treeProblem(us, vs []int) (line int, ok bool) {
	root := make([]int, len(us)+1)
	for i := range root {
		root[i] = i
	}
	find := func(x int) int {
		for root[x] != x {
			root[x] = root[root[x]]
			x = root[x]
		}
		return x
	}
	for i := range us {
		if us[i] < 0 || us[i] > len(us) || vs[i] < 0 || vs[i] > len(us) {
			return i, false
		}
		a, b := find(us[i]), find(vs[i])
		if a == b {
			return i, false
		}
		root[a] = b
	}
	return 0, true
}

// treeDecisions finds the decisions behind the edges of a tree on 0..n, given in the order of their lines. Vertices
// enter in the order of their labels as far as the tree allows, so that few labels need a swap.
func treeDecisions(us, vs []int, turns bool) []uint64 {
	n := len(us)
	type end struct{ to, line int }
	at := make([][]end, n+1)
	for i := range us {
		at[us[i]] = append(at[us[i]], end{vs[i], i})
		at[vs[i]] = append(at[vs[i]], end{us[i], i})
	}
	var (
		order          = make([]int, 0, n+1) // labels in order of entry
		rank           = make([]int, n+1)
		parent, edgeAt = make([]int, n+1), make([]int, n+1)
		ready          = &minHeap{0}
		seen           = make([]bool, n+1)
	)
	seen[0] = true
	for ready.Len() > 0 {
		x := heap.Pop(ready).(int)
		rank[x] = len(order)
		order = append(order, x)
		for _, e := range at[x] {
			if !seen[e.to] {
				seen[e.to] = true
				parent[e.to], edgeAt[e.to] = x, e.line
				heap.Push(ready, e.to)
			}
		}
	}
	edges := make([]int, n) // which edge, by order of entry, stands on each line
	for _, x := range order[1:] {
		edges[edgeAt[x]] = rank[x] - 1
	}
	swapsLabel, swapsLine := swaps(order), swaps(edges)
	var out []uint64
	decide := func(max, x int) {
		if max > 0 {
			out = append(out, uint64(x))
		}
	}
	for i := range n {
		x := order[i+1]
		decide(i, rank[parent[x]])
		decide(i+1, swapsLabel[i+1])
		decide(i, swapsLine[i])
		if turns {
			turned := 0
			if us[edgeAt[x]] == x {
				turned = 1
			}
			decide(1, turned)
		}
	}
	return out
}

// swaps returns how far back position i swapped, for each i, in the inside-out shuffle that gave perm.
func swaps(perm []int) []int {
	p, where := append([]int(nil), perm...), make([]int, len(perm))
	for i, x := range p {
		where[x] = i
	}
	back := make([]int, len(p))
	for i := len(p) - 1; i >= 0; i-- {
		j := where[i] // before the swap, i stood at place i
		back[i] = i - j
		p[j], p[i] = p[i], p[j]
		where[p[j]], where[p[i]] = j, i
	}
	return back
}

type minHeap []int

func (h minHeap) Len() int           { return len(h) }
func (h minHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h minHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *minHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *minHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
