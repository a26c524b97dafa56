package generate

import (
	"fmt"
	"strings"
	"testing"

	"execre/analysis/schema"
	"pgregory.net/rapid"
)

// fits says whether edges make a graph of the form on 1..n, by looking at all ways of up to n steps.
func fits(form string, n int, edges [][2]int) bool {
	directed := strings.Contains(form, "directed") || strings.Contains(form, "DAG") || strings.Contains(form, "acyclic")
	simple := strings.Contains(form, "simple") || strings.Contains(form, "DAG")
	along, either := make([][]bool, n+1), make([][]bool, n+1)
	for i := range along {
		along[i], either[i] = make([]bool, n+1), make([]bool, n+1)
	}
	seen := map[[2]int]bool{}
	for _, e := range edges {
		key := e
		if !directed {
			key = [2]int{min(e[0], e[1]), max(e[0], e[1])}
		}
		if simple && (seen[key] || e[0] == e[1]) {
			return false
		}
		seen[key] = true
		along[e[0]][e[1]], either[e[0]][e[1]], either[e[1]][e[0]] = true, true, true
	}
	for _, m := range [][][]bool{along, either} {
		for k := range m {
			for i := range m {
				for j := range m {
					m[i][j] = m[i][j] || m[i][k] && m[k][j]
				}
			}
		}
	}
	if !directed {
		along = either
	}
	reaches := func(i, j int) bool { return i == j || along[i][j] }
	for i := 1; i <= n; i++ {
		if (strings.Contains(form, "DAG") || strings.Contains(form, "acyclic")) && along[i][i] ||
			strings.Contains(form, "connected") && i != 1 && !either[1][i] {
			return false
		}
	}
	if strings.Contains(form, "bipartite") && !bipartite(n, edges) {
		return false
	}
	_, way, ok := strings.Cut(form, " with ")
	if !ok {
		return true
	}
	to, from, _ := strings.Cut(way, " reachable from ")
	for i := 1; i <= n; i++ {
		for j := 1; j <= n; j++ {
			if (from == "every vertex" || from == fmt.Sprint(i) || from == "N" && i == n) &&
				(to == "every vertex" || to == fmt.Sprint(j) || to == "N" && j == n) && !reaches(i, j) {
				return false
			}
		}
	}
	return true
}

// writtenOrNot compiles a schema; nil where it allows no input.
func writtenOrNot(t testing.TB, text string) *Generator {
	t.Helper()
	s, mistakes := schema.Parse([]byte(text))
	if s == nil {
		if !strings.HasPrefix(mistakes[0].Code, "schema-contradiction") {
			t.Fatalf("%s\n%+v", text, mistakes)
		}
		return nil
	}
	g, mistakes := New(s)
	if g == nil && mistakes[0].Code != codeUnsatisfiable {
		t.Fatalf("%s\n%+v", text, mistakes)
	}
	return g
}

// graphForms are what can be said of a graph, but for the range of its vertices.
func graphForms() (all []string) {
	for _, form := range []string{
		"graph", "simple graph", "connected graph", "connected simple graph", "bipartite graph", "bipartite simple graph",
		"connected bipartite simple graph",
	} {
		all = append(all, form+"@", form+"@ with N reachable from 1")
	}
	for _, form := range []string{
		"directed graph", "directed simple graph", "acyclic graph", "DAG", "connected DAG", "connected directed simple graph",
	} {
		for _, way := range []string{
			"", " with every vertex reachable from 1", " with every vertex reachable from 2", " with 1 reachable from every vertex",
			" with N reachable from every vertex", " with N reachable from 1", " with 1 reachable from 2",
		} {
			all = append(all, form+"@"+way)
		}
	}
	return all
}

// TestGraphsAreComplete: of every form all graphs are made that are of it, and no others; so what refuses an edge knows
// exactly which graphs can still be finished. The order of the ends does not change that.
func TestGraphsAreComplete(t *testing.T) {
	for _, form := range graphForms() {
		for _, order := range []string{"", "u_i < v_i\n", "v_i < u_i\n"} {
			for _, size := range [][2]int{{1, 1}, {2, 2}, {3, 2}, {3, 3}, {4, 3}} {
				n, m := size[0], size[1]
				text := fmt.Sprintf("N M\nu_1 v_1\n:\nu_M v_M\n---\nN = %d\nM = %d\n(u, v) is a %s\n%s", n, m, strings.Replace(form, "@", " on 1..N", 1), order)
				want := 0
				edges := make([][2]int, m)
				var count func(i int)
				count = func(i int) {
					if i == m {
						if fits(form, n, edges) {
							want++
						}
						return
					}
					for u := 1; u <= n; u++ {
						for v := 1; v <= n; v++ {
							if order == "" || u < v == (order[0] == 'u') && u != v {
								edges[i] = [2]int{u, v}
								count(i + 1)
							}
						}
					}
				}
				if count(0); strings.Contains(form, "2") && n == 1 {
					want = 0
				}
				got := 0
				if g := writtenOrNot(t, text); g != nil {
					all, ok := g.Enumerate(5000)
					if !ok {
						t.Fatalf("not enumerated:\n%s", text)
					}
					got = len(all)
					for seed := range uint64(20) { // and no choices lead to where there is no way out
						r := rng(seed)
						var c Choices
						for range 2 * m {
							c = append(c, r.Uint64N(6))
						}
						if _, err := g.Replay(c); err != nil {
							t.Fatalf("%v: %v\n%s", c, err, text)
						}
					}
				}
				if got != want {
					t.Errorf("%d graphs, want %d, of\n%s", got, want, text)
				}
			}
		}
	}
}

// TestWaysCount: the number of edges that are still needed is that of the strongly connected components which no edge
// enters, whatever the order of the edges.
func TestWaysCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "vertices")
		m := rapid.IntRange(0, 20).Draw(t, "edges")
		e := newEdges(&graph{
			low: &node{op: opNumber, number: one}, high: &node{op: opNumber, number: intOf(n)}, from: &node{op: opNumber, number: one},
		}, m, nil)
		along := make([][]bool, n+1)
		for i := range along {
			along[i] = make([]bool, n+1)
			along[i][i] = true
		}
		for range m {
			u, v := rapid.IntRange(1, n).Draw(t, "u"), rapid.IntRange(1, n).Draw(t, "v")
			before := e.ways.trees
			helps := e.ways.helps(e, intOf(u), intOf(v), e.number(intOf(u)), e.number(intOf(v)))
			e.add([]integer{intOf(u), intOf(v)})
			if after := e.ways.trees; helps != after.less(before) {
				t.Fatalf("the edge %d %d leaves %s of %s, helps: %v", u, v, after, before, helps)
			}
			for i := range along {
				for j := range along {
					along[i][j] = along[i][j] || along[i][u] && along[v][j]
				}
			}
			tops := 1
			for i := 2; i <= n; i++ {
				top := true // the first of its component, and nothing leads there
				for j := 1; j <= n; j++ {
					top = top && (!along[j][i] || along[i][j] && j >= i)
				}
				if top {
					tops++
				}
			}
			if got, _ := e.ways.trees.toInt(); got != tops {
				t.Fatalf("after %d %d: %d trees, want %d", u, v, got, tops)
			}
		}
	})
}

// writtenMistakes says why a schema has no generator; "" where it has one.
func writtenMistakes(t testing.TB, text string) string {
	t.Helper()
	s, mistakes := schema.Parse([]byte(text))
	if s != nil {
		_, mistakes = New(s)
	}
	if len(mistakes) == 0 {
		return ""
	}
	return mistakes[0].Message
}
