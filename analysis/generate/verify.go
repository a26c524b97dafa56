package generate

import (
	"fmt"
	"slices"
	"strings"

	"execre/analysis/schema"
)

// verify checks every constraint on values that were read, in the order of the file, without any of the machinery that
// makes values.
func (g *Generator) verify(rd *reader) *Violation {
	for _, con := range g.schema.Constraints {
		if con.Kind != schema.Compare {
			if v := g.verifyColumn(rd, con); v != nil {
				return v
			}
		}
		for _, r := range g.rules {
			if r.from == con && con.Kind == schema.Compare {
				if v := g.verifyRule(rd, r); v != nil {
					return v
				}
			}
		}
	}
	return nil
}

// each calls f for every iteration of the scope, path[depth] being its place, until f returns false.
func (g *Generator) each(top *instance, scope int, f func(path []place) bool) {
	path := make([]place, g.scopes[scope].depth+1)
	path[0] = place{top, 0}
	var chain []int
	for sc := scope; sc != 0; sc = g.scopes[sc].parent {
		chain = append([]int{sc}, chain...)
	}
	var walk func(k int) bool
	walk = func(k int) bool {
		if k == len(chain) {
			return f(path)
		}
		sc := g.scopes[chain[k]]
		outer := path[k]
		in := outer.in.kids[sc.slot][outer.i]
		for i := range in.n {
			path[k+1] = place{in, i}
			if !walk(k + 1) {
				return false
			}
		}
		return true
	}
	walk(0)
}

func (g *Generator) verifyRule(rd *reader, r *rule) (broken *Violation) {
	home := 0
	for _, v := range r.vars {
		if sc := g.vars[v].scope; g.scopes[sc].depth > g.scopes[home].depth {
			home = sc
		}
	}
	cells := make([]interval, len(g.vars))
	g.each(rd.top, home, func(path []place) bool {
		at := 0
		for _, id := range r.vars {
			v := g.vars[id]
			in, i, ok := g.locate(path, rd.top, v.scope)
			if !ok || !in.numbers[v.slot][i].finite() {
				return true // the sibling is shorter, or nothing is known
			}
			cells[id] = pointOf(in.numbers[v.slot][i])
			if !v.isIndex() {
				at = max(at, in.places[v.slot][i])
			}
		}
		if r.holds(cells) {
			return true
		}
		var values []string
		for _, id := range r.vars {
			v := g.vars[id]
			values = append(values, fmt.Sprintf("%s is %s", v.Name, v.append(nil, cells[id].lo)))
		}
		broken = rd.violation(at, "%q does not hold: %s", r.from.Text, strings.Join(values, ", "))
		return false
	})
	return broken
}

// verifyColumn checks what is said of whole columns, one execution of their Repeat at a time.
func (g *Generator) verifyColumn(rd *reader, con *schema.Constraint) (broken *Violation) {
	v := g.vars[con.Vars[0].ID]
	if v.isIndex() {
		v = g.vars[con.Vars[1].ID] // which is printed
	}
	sc := g.scopes[v.scope]
	cells := slices.Clone(g.cells)
	g.each(rd.top, sc.parent, func(path []place) bool {
		outer := path[sc.depth-1]
		in := outer.in.kids[sc.slot][outer.i]
		for id, w := range g.vars {
			if x, ok := g.lookup(path, rd.top, w); ok && w.scope != v.scope {
				cells[id] = pointOf(x)
			}
		}
		line, text := g.columnProblem(v, con, in, cells)
		if text == "" {
			return true
		}
		at := 0
		if line < in.n {
			at = max(0, in.places[v.slot][line])
		}
		broken = rd.violation(at, "%q does not hold: %s", con.Text, text)
		return false
	})
	return broken
}

// columnProblem returns the first iteration that breaks con and how; text is empty when none does.
func (g *Generator) columnProblem(v *variable, con *schema.Constraint, in *instance, cells []interval) (line int, text string) {
	if con.Kind == schema.Graph || con.Kind == schema.DistinctTogether {
		return g.graphProblem(con, in, cells)
	}
	if v.Kind == schema.String {
		seen := map[string]bool{}
		for i, s := range in.texts[v.slot] {
			if seen[s] {
				return i, fmt.Sprintf("%q stands here again", clip(s))
			}
			seen[s] = true
		}
		return 0, ""
	}
	numbers := in.numbers[v.slot]
	switch con.Kind {
	case schema.Distinct, schema.Permutation:
		seen := map[intKey]bool{}
		for i, x := range numbers {
			if seen[x.key()] {
				return i, fmt.Sprintf("%s stands here again", v.append(nil, x))
			}
			seen[x.key()] = true
		}
		if con.Kind == schema.Permutation {
			return g.permutationProblem(v, con, numbers, cells)
		}
	case schema.Sorted, schema.StrictlyIncreasing:
		for i := 1; i < len(numbers); i++ {
			c := numbers[i-1].cmp(numbers[i])
			if con.Falling {
				c = -c
			}
			if c > 0 || c == 0 && con.Kind == schema.StrictlyIncreasing {
				return i, fmt.Sprintf("%s comes after %s", v.append(nil, numbers[i]), v.append(nil, numbers[i-1]))
			}
		}
	case schema.Calls:
		size := 0
		for i, x := range numbers {
			method, _ := x.toInt()
			if i == 0 && method != 0 || i > 0 && method == 0 {
				return i, fmt.Sprintf("the first is %s, and no other", v.Names[0])
			}
			if con.Needs[method] > size {
				return i, fmt.Sprintf("%s needs %d elements, but there are %d", v.Names[method], con.Needs[method], size)
			}
			size += con.Steps[method]
		}
	case schema.LevelOrder:
		return levelsProblem(numbers)
	case schema.SumAtMost:
		for _, s := range v.sums {
			if s.from != con {
				continue
			}
			bound, total := s.bound.bounds(cells), zero
			for i, x := range numbers {
				if total = total.plus(x); bound.point() && bound.lo.less(total) && i == len(numbers)-1 {
					return i, fmt.Sprintf("the sum is %s, the bound %s", v.append(nil, total), v.append(nil, bound.lo))
				}
			}
		}
	case schema.Tree:
		low, n := v.tree.low.bounds(cells), len(numbers)
		if !low.point() {
			return 0, ""
		}
		us, vs := treeEnds(g, v.tree, in, low.lo)
		if i, ok := treeProblem(us, vs); !ok {
			if us[i] < 0 || us[i] > n || vs[i] < 0 || vs[i] > n {
				return i, "this edge has an end that is no vertex"
			}
			return i, "this edge closes a circle"
		}
		return g.countProblem(con, cells, n)
	}
	return 0, ""
}

// permutationProblem checks the range and the number of the values of a permutation.
func (g *Generator) permutationProblem(v *variable, con *schema.Constraint, numbers []integer, cells []interval) (int, string) {
	own := slices.Clone(cells)
	for i, x := range numbers {
		own[v.ID] = pointOf(x)
		for _, r := range g.rules {
			if r.from == con && slices.Contains(r.vars, v.ID) && !r.holds(own) {
				return i, fmt.Sprintf("%s is out of range", x)
			}
		}
	}
	return g.countProblem(con, cells, len(numbers))
}

// countProblem checks the rules that con makes for the number of iterations.
func (g *Generator) countProblem(con *schema.Constraint, cells []interval, n int) (int, string) {
	for _, r := range g.rules {
		known := !slices.ContainsFunc(r.vars, func(v int) bool { return !cells[v].point() })
		if r.from == con && r.op == schema.Equal && known && !r.holds(cells) {
			return 0, fmt.Sprintf("%d lines are not the right number", n)
		}
	}
	return 0, ""
}
