package generate

import (
	"fmt"
	"strings"
	"testing"

	"execre/analysis/schema"
)

// written compiles a schema as people write it.
func written(t testing.TB, text string) *Generator {
	t.Helper()
	s, mistakes := schema.Parse([]byte(text))
	if s == nil {
		t.Fatalf("%+v", mistakes)
	}
	g, mistakes := New(s)
	if g == nil {
		t.Fatalf("%+v", mistakes)
	}
	return g
}

// readEdges reads N M and M edges, vertices counted from 1.
func readEdges(t testing.TB, text string) (n int, edges [][2]int) {
	t.Helper()
	r := strings.NewReader(text)
	var m int
	if _, err := fmt.Fscan(r, &n, &m); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	edges = make([][2]int, m)
	for i := range edges {
		if _, err := fmt.Fscan(r, &edges[i][0], &edges[i][1]); err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		if e := edges[i]; min(e[0], e[1]) < 1 || max(e[0], e[1]) > n {
			t.Fatalf("%v is no edge on 1..%d", e, n)
		}
	}
	return n, edges
}

// These say what a property means in the plainest way, with matrices of all pairs.

func simple(n int, edges [][2]int, directed bool) bool {
	seen := map[[2]int]bool{}
	for _, e := range edges {
		if e[0] == e[1] || seen[e] || !directed && seen[[2]int{e[1], e[0]}] {
			return false
		}
		seen[e] = true
	}
	return true
}

func closure(n int, edges [][2]int, directed bool) [][]bool {
	reach := make([][]bool, n+1)
	for i := range reach {
		reach[i] = make([]bool, n+1)
	}
	for _, e := range edges {
		reach[e[0]][e[1]] = true
		reach[e[1]][e[0]] = reach[e[1]][e[0]] || !directed
	}
	for k := range n + 1 {
		for i := range n + 1 {
			for j := range n + 1 {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return reach
}

func connected(n int, edges [][2]int) bool {
	reach := closure(n, edges, false)
	for i := 2; i <= n; i++ {
		if !reach[1][i] {
			return false
		}
	}
	return true
}

func acyclic(n int, edges [][2]int) bool {
	reach := closure(n, edges, true)
	for i := 1; i <= n; i++ {
		if reach[i][i] {
			return false
		}
	}
	return true
}

func bipartite(n int, edges [][2]int) bool {
	for sides := range 1 << n {
		good := true
		for _, e := range edges {
			good = good && sides>>(e[0]-1)&1 != sides>>(e[1]-1)&1
		}
		if good {
			return true
		}
	}
	return false
}

// forms are what can be said of two columns, each with what it means.
var forms = map[string]func(n int, edges [][2]int) bool{
	"a graph":                  func(int, [][2]int) bool { return true },
	"a connected graph":        connected,
	"a simple graph":           func(n int, e [][2]int) bool { return simple(n, e, false) },
	"a connected simple graph": func(n int, e [][2]int) bool { return simple(n, e, false) && connected(n, e) },
	"a simple directed graph":  func(n int, e [][2]int) bool { return simple(n, e, true) },
	"a bipartite graph":        bipartite,
	"a simple connected bipartite graph": func(n int, e [][2]int) bool {
		return simple(n, e, false) && connected(n, e) && bipartite(n, e)
	},
	"a DAG":            func(n int, e [][2]int) bool { return simple(n, e, true) && acyclic(n, e) },
	"an acyclic graph": acyclic,
	"a connected DAG":  func(n int, e [][2]int) bool { return simple(n, e, true) && acyclic(n, e) && connected(n, e) },
	"a directed graph": func(int, [][2]int) bool { return true },
}

// Random, mutated and replayed inputs are what the words say, and every kind of graph of that sort can be met.
func TestGraphsAreWhatTheySay(t *testing.T) {
	for form, right := range forms {
		t.Run(form, func(t *testing.T) {
			g := written(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 8\n0 <= M <= 14\n(u, v) is "+form+" on 1..N\n")
			most := 0
			for i := range 150 {
				r := rng(uint64(i))
				in, err := g.Random(r, float64(i)/150)
				if err != nil {
					continue // the drawer may come to a dead end, never to a wrong graph
				}
				for range 3 {
					n, edges := readEdges(t, in.Text)
					if !right(n, edges) {
						t.Fatalf("not %s:\n%s", form, in.Text)
					}
					most = max(most, len(edges))
					checkInput(t, g, in)
					if in, err = g.Mutate(r, in); err != nil {
						t.Fatal(err)
					}
				}
				wild := make(Choices, 30)
				for k := range wild {
					wild[k] = r.Uint64N(12)
				}
				if in, err := g.Replay(wild); err == nil {
					if n, edges := readEdges(t, in.Text); !right(n, edges) {
						t.Fatalf("a replay is not %s:\n%s", form, in.Text)
					}
				}
			}
			if most < 8 {
				t.Errorf("no graph has more than %d edges", most)
			}
		})
	}
}

// Every graph that the words allow is accepted, and no other one.
func TestGraphsAreTold(t *testing.T) {
	const n = 3
	var all [][][2]int
	for a := range n * n {
		for b := range n * n {
			e := func(x int) [2]int { return [2]int{x/n + 1, x%n + 1} }
			all = append(all, [][2]int{e(a), e(b)})
			for c := range n * n {
				all = append(all, [][2]int{e(a), e(b), e(c)})
			}
		}
	}
	for form, right := range forms {
		g := written(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 8\n0 <= M <= 14\n(u, v) is "+form+" on 1..N\n")
		for _, edges := range all {
			text := fmt.Sprintf("%d %d\n", n, len(edges))
			for _, e := range edges {
				text += fmt.Sprintf("%d %d\n", e[0], e[1])
			}
			in, err := g.Parse(text)
			if want := right(n, edges); want != (err == nil) {
				t.Errorf("%s, accepted %v (%v), should be %v:\n%s", form, err == nil, err, want, text)
			} else if want && in.Text != text {
				t.Errorf("%s: read as %q instead of %q", form, in.Text, text)
			}
		}
	}
}

func TestGraphMistakesHaveAPlace(t *testing.T) {
	for _, c := range []struct{ form, text, want string }{
		{"a simple graph", "3 2\n1 2\n2 1\n", `line 3, column 1: "(u, v) is a simple graph on 1..N" does not hold: this edge stands here again`},
		{"a simple graph", "3 1\n2 2\n", `line 2, column 1: "(u, v) is a simple graph on 1..N" does not hold: this edge leads from a vertex to itself`},
		{"a DAG", "3 3\n1 2\n2 3\n3 1\n", `line 4, column 1: "(u, v) is a DAG on 1..N" does not hold: this edge closes a circle`},
		{
			"a bipartite graph", "3 3\n1 2\n2 3\n3 1\n",
			`line 4, column 1: "(u, v) is a bipartite graph on 1..N" does not hold: this edge closes a circle of odd length`,
		},
		{
			"a connected graph", "4 3\n1 2\n1 3\n2 3\n",
			`line 4, column 1: "(u, v) is a connected graph on 1..N" does not hold: what is left cannot connect all vertices`,
		},
	} {
		g := written(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 8\n0 <= M <= 14\n(u, v) is "+c.form+" on 1..N\n")
		if _, err := g.Parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

// A graph may be large, and have weights and an order of its ends besides.
func TestLargeGraphs(t *testing.T) {
	for _, text := range []string{
		"N M\nu_1 v_1 w_1\n:\nu_M v_M w_M\n---\n2 <= N <= 2*10^4\nN-1 <= M <= 2*10^4\n1 <= u_i < v_i <= N\n1 <= w_i <= 10^9\n" +
			"(u, v) is a connected simple graph on 1..N\n",
		"N M\nu_1 v_1\n:\nu_M v_M\n---\n2 <= N <= 2*10^4\n1 <= M <= 2*10^4\n(u, v) is a DAG on 1..N\n",
		"N M\nu_1 v_1\n:\nu_M v_M\n---\n2 <= N <= 300\n1 <= M <= 10^4\n(u, v) is a simple graph on 0..N-1\n",
	} {
		g := written(t, text)
		largest := 0
		for i := range 5 {
			in, err := g.Random(rng(uint64(i)), 1)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			largest = max(largest, strings.Count(in.Text, "\n"))
			checkInput(t, g, in)
		}
		if largest < 2000 {
			t.Errorf("%s: the largest has %d lines", text, largest)
		}
	}
}

// p_2 ... p_N are the parents of a tree with the root 1; in p_1 ... p_N the root stands outside, as 0.
func TestParentArrays(t *testing.T) {
	for _, c := range []struct {
		layout string
		root   int
	}{{"p_2 p_3 ... p_N", 1}, {"p_1 p_2 ... p_N", 0}} {
		g := written(t, "N\n"+c.layout+"\n---\n2 <= N <= 9\np is a parent array\n")
		backwards := false
		for i := range 200 {
			in, err := g.Random(rng(uint64(i)), float64(i)/200)
			if err != nil {
				t.Fatal(err)
			}
			checkInput(t, g, in)
			r := strings.NewReader(in.Text)
			var n int
			fmt.Fscan(r, &n)
			parent := make([]int, n+1)
			for v := c.root + 1; v <= n; v++ {
				fmt.Fscan(r, &parent[v])
				backwards = backwards || parent[v] > v
			}
			for v := c.root + 1; v <= n; v++ {
				at := v
				for steps := 0; at != c.root; steps++ {
					if at < c.root || at > n || steps > n {
						t.Fatalf("vertex %d does not lead to the root:\n%s", v, in.Text)
					}
					at = parent[at]
				}
			}
		}
		if !backwards {
			t.Error("no parent is greater than its child")
		}
	}
}

// A value can be bounded by its own index.
func TestIndicesAreValues(t *testing.T) {
	g := written(t, "N\np_2 p_3 ... p_N\nq_1 ... q_N\n---\n2 <= N <= 9\n1 <= p_i < i\ni <= q_i <= 2i\n")
	for i := range 100 {
		in, err := g.Random(rng(uint64(i)), float64(i)/100)
		if err != nil {
			t.Fatal(err)
		}
		checkInput(t, g, in)
		r := strings.NewReader(in.Text)
		var n, x int
		fmt.Fscan(r, &n)
		for k := 2; k <= n; k++ {
			if fmt.Fscan(r, &x); x < 1 || x >= k {
				t.Fatalf("p_%d is %d in\n%s", k, x, in.Text)
			}
		}
		for k := 1; k <= n; k++ {
			if fmt.Fscan(r, &x); x < k || x > 2*k {
				t.Fatalf("q_%d is %d in\n%s", k, x, in.Text)
			}
		}
	}
	if _, err := g.Parse("3\n1 3\n1 2 3\n"); err == nil || !strings.Contains(err.Error(), `"1 <= p_i < i" does not hold: p is 3, i is 3`) {
		t.Errorf("got %v", err)
	}
}

func TestTogetherDistinct(t *testing.T) {
	g := written(t, "N\nx_1 y_1\n:\nx_N y_N\n---\n1 <= N <= 16\n0 <= x_i, y_i <= 3\n(x, y) is distinct\n")
	full := false
	for i := range 200 {
		in, err := g.Random(rng(uint64(i)), float64(i)/200)
		if err != nil {
			t.Fatal(err)
		}
		checkInput(t, g, in)
		lines := strings.Split(strings.TrimSpace(in.Text), "\n")[1:]
		seen := map[string]bool{}
		for _, l := range lines {
			if seen[l] {
				t.Fatalf("%q stands twice in\n%s", l, in.Text)
			}
			seen[l] = true
		}
		full = full || len(lines) == 16
	}
	if !full {
		t.Error("all sixteen points were never there")
	}
	if _, err := g.Parse("2\n1 2\n1 2\n"); err == nil || !strings.Contains(err.Error(), "line 3, column 1") {
		t.Errorf("got %v", err)
	}
}

// Lists may fall as well as rise, with what is left of a sum and of few values.
func TestFallingLists(t *testing.T) {
	for _, c := range []struct {
		rules  string
		strict bool
		sum    int
	}{
		{"A is sorted descending\n", false, 0},
		{"A_i >= A_{i+1}\nsum of A <= 20\n", false, 20},
		{"A is strictly decreasing\n", true, 0},
		{"A_i > A_{i+1}\nsum of A <= 36\n", true, 36},
		{"A is strictly decreasing\nA_i in {9, 1, 2, 3, 5, 7, 8, 4}\n", true, 0},
	} {
		g := written(t, "N\nA_1 ... A_N\n---\n1 <= N <= 8\n1 <= A_i <= 9\n"+c.rules)
		full := false
		for i := range 200 {
			in, err := g.Random(rng(uint64(i)), float64(i)/200)
			if err != nil {
				t.Fatalf("%q: %v", c.rules, err)
			}
			checkInput(t, g, in)
			r := strings.NewReader(in.Text)
			var n, x int
			fmt.Fscan(r, &n)
			before, sum := 10, 0
			for range n {
				fmt.Fscan(r, &x)
				if x > before || c.strict && x == before {
					t.Fatalf("%q: not falling:\n%s", c.rules, in.Text)
				}
				before, sum = x, sum+x
			}
			if c.sum > 0 && sum > c.sum {
				t.Fatalf("%q: the sum is %d:\n%s", c.rules, sum, in.Text)
			}
			full = full || n == 8
		}
		if !full {
			t.Errorf("%q: never eight values", c.rules)
		}
	}
}

// The size of a grid can be bounded over all test cases.
func TestSumsOfProducts(t *testing.T) {
	g := written(t, "T\nrepeat T:\n  n m\n  a_{1,1} ... a_{1,m}\n  :\n  a_{n,1} ... a_{n,m}\n---\n1 <= T <= 10\n1 <= n, m <= 20\n"+
		"0 <= a <= 9\nsum of n*m over all test cases <= 60\n")
	for i := range 200 {
		in, err := g.Random(rng(uint64(i)), float64(i)/200)
		if err != nil {
			t.Fatal(err)
		}
		checkInput(t, g, in)
		r := strings.NewReader(in.Text)
		var tests, n, m, x, sum int
		fmt.Fscan(r, &tests)
		for range tests {
			fmt.Fscan(r, &n, &m)
			sum += n * m
			for range n * m {
				fmt.Fscan(r, &x)
			}
		}
		if sum > 60 {
			t.Fatalf("the sum is %d:\n%s", sum, in.Text)
		}
	}
	if _, err := g.Parse("2\n1 20\n" + strings.Repeat("1 ", 20) + "\n3 20\n" + strings.Repeat("1 ", 60)); err == nil ||
		!strings.Contains(err.Error(), "the sum is 80, the bound 60") {
		t.Errorf("got %v", err)
	}
}

// Queries of several kinds, with names that stand in more than one of them.
func TestAlternatives(t *testing.T) {
	g := written(t, "N Q\nrepeat Q:\n  one of:\n    1 x\n    2 l r\n    \"ask\" x k s_1 ... s_k\n---\n1 <= N, Q <= 9\n"+
		"1 <= x <= N\n1 <= l <= r <= N\n0 <= k <= 3\n5 <= s_i <= 6\n")
	met := map[string]int{}
	for i := range 200 {
		r := rng(uint64(i))
		in, err := g.Random(r, float64(i)/200)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			checkInput(t, g, in)
			lines := strings.Split(strings.TrimSuffix(in.Text, "\n"), "\n")
			var n, q int
			fmt.Sscan(lines[0], &n, &q)
			if q != len(lines)-1 {
				t.Fatalf("%d lines for Q = %d:\n%s", len(lines)-1, q, in.Text)
			}
			for _, line := range lines[1:] {
				f := strings.Fields(line)
				met[f[0]]++
				var x, y int
				fmt.Sscan(strings.Join(f[1:], " "), &x, &y)
				good := x >= 1 && x <= n
				switch f[0] {
				case "1":
					good = good && len(f) == 2
				case "2":
					good = good && len(f) == 3 && x <= y && y <= n
				case "ask":
					good = good && len(f) == 3+y && y <= 3
				default:
					good = false
				}
				if !good {
					t.Fatalf("%q is no query in\n%s", line, in.Text)
				}
			}
			if in, err = g.Mutate(r, in); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, kind := range []string{"1", "2", "ask"} {
		if met[kind] < 100 {
			t.Errorf("%s was met %d times", kind, met[kind])
		}
	}
	for text, want := range map[string]string{
		"3 1\n2 3 2\n":           `line 2, column 5: "1 <= l <= r <= N" does not hold: l is 3, r is 2`,
		"3 1\n1 4\n":             `line 2, column 3: "1 <= x <= N" does not hold: N is 3, x is 4`,
		"3 1\n4 1\n":             `line 2, column 1: expected "1", found "4"`,
		"3 1\n2 1\n":             "line 3, column 1: expected an integer for r, found the end of the input",
		"3 1\nask 1 4 5 5 5 5\n": `line 2, column 7: "0 <= k <= 3" does not hold: k is 4`,
	} {
		if _, err := g.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v\nwant %s", text, err, want)
		}
	}
}
