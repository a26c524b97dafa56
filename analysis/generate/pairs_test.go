package generate

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// listConditions are what can be said of a list A with N elements, K beside it, each with an independent check.
var listConditions = []struct {
	text  string
	holds func(k int, a []int) bool
}{
	{"A is distinct", func(_ int, a []int) bool { return len(slices.Compact(slices.Sorted(slices.Values(a)))) == len(a) }},
	{"A is sorted", func(_ int, a []int) bool { return slices.IsSorted(a) }},
	{"A is sorted descending", func(_ int, a []int) bool { return stepwise(a, func(x, y int) bool { return x >= y }) }},
	{"A is strictly increasing", func(_ int, a []int) bool { return stepwise(a, func(x, y int) bool { return x < y }) }},
	{"A is strictly decreasing", func(_ int, a []int) bool { return stepwise(a, func(x, y int) bool { return x > y }) }},
	{"A is a permutation of 1..N", func(_ int, a []int) bool {
		for i, x := range slices.Sorted(slices.Values(a)) {
			if x != i+1 {
				return false
			}
		}
		return true
	}},
	{"sum of A <= 5", func(_ int, a []int) bool { return total(a) <= 5 }},
	{"sum of A <= 2*K", func(k int, a []int) bool { return total(a) <= 2*k }},
	{"A_1 != 1", func(_ int, a []int) bool { return a[0] != 1 }},
	{"A_N = N", func(_ int, a []int) bool { return a[len(a)-1] == len(a) }},
	{"A_K <= 2", func(k int, a []int) bool { return k > len(a) || a[k-1] <= 2 }},
	{"A_i != i", each(func(_, i, x int) bool { return x != i })},
	{"A_i <= i + 1", each(func(_, i, x int) bool { return x <= i+1 })},
	{"A is even", each(func(_, _, x int) bool { return x%2 == 0 })},
	{"A mod K != 1", each(func(k, _, x int) bool { return x%k != 1 })},
	{"A is prime", each(func(_, _, x int) bool { return big.NewInt(int64(x)).ProbablyPrime(0) })},
	{"A in {4, 1, 3}", each(func(_, _, x int) bool { return x != 2 })},
	{"gcd(A_i, K) = 1", each(func(k, _, x int) bool { return x%k != 0 && (k != 4 || x%2 == 1) || k == 1 })},
	{"|A_i - K| <= 1", each(func(k, _, x int) bool { return max(x-k, k-x) <= 1 })},
	{"K <= A_i", each(func(k, _, x int) bool { return k <= x })},
	{"K < N", func(k int, a []int) bool { return k < len(a) }},
	{"N = 3", func(_ int, a []int) bool { return len(a) == 3 }},
}

func each(holds func(k, i, x int) bool) func(int, []int) bool {
	return func(k int, a []int) bool {
		for i, x := range a {
			if !holds(k, i+1, x) {
				return false
			}
		}
		return true
	}
}

func stepwise(a []int, ordered func(x, y int) bool) bool {
	for i := 1; i < len(a); i++ {
		if !ordered(a[i-1], a[i]) {
			return false
		}
	}
	return true
}

func total(a []int) (sum int) {
	for _, x := range a {
		sum += x
	}
	return sum
}

// TestConditionsInPairs: with any two conditions, exactly the inputs that satisfy both are there, and what is drawn is
// one of them.
func TestConditionsInPairs(t *testing.T) {
	type input struct {
		k int
		a []int
	}
	var space []input
	var grow func(k int, a []int)
	grow = func(k int, a []int) {
		if len(a) > 0 {
			space = append(space, input{k, slices.Clone(a)})
		}
		for x := 1; x <= 4 && len(a) < 3; x++ {
			grow(k, append(a, x))
		}
	}
	for k := 1; k <= 4; k++ {
		grow(k, nil)
	}
	for i, first := range listConditions {
		for _, second := range listConditions[i:] {
			rules := first.text + "\n" + second.text + "\n"
			const layout = "N K\nA_1 ... A_N\n---\n1 <= N <= 3\n1 <= K <= 4\n1 <= A_i <= 4\n"
			if why := writtenMistakes(t, layout+rules); strings.Contains(why, "opposite directions") || strings.Contains(why, "cannot be said of") ||
				strings.Contains(why, "described twice") {
				continue // refused in so many words: rising and falling, a permutation of listed values
			}
			want := map[string]bool{}
			for _, in := range space {
				if first.holds(in.k, in.a) && second.holds(in.k, in.a) {
					text := fmt.Sprintf("%d %d\n", len(in.a), in.k)
					for j, x := range in.a {
						text += map[bool]string{true: " "}[j > 0] + strconv.Itoa(x)
					}
					want[text+"\n"] = true
				}
			}
			g := writtenOrNot(t, layout+rules)
			if g == nil {
				if len(want) > 0 {
					t.Errorf("refused, though there are %d inputs:\n%s", len(want), rules)
				}
				continue
			}
			all, ok := g.Enumerate(1000)
			if !ok || len(all) != len(want) {
				t.Errorf("%d inputs (%v), want %d:\n%s", len(all), ok, len(want), rules)
			}
			for _, in := range all {
				if !want[in.Text] {
					t.Fatalf("%q is an input of\n%s", in.Text, rules)
				}
			}
			for seed := range uint64(12) {
				in, err := g.Random(rng(seed), float64(seed)/12)
				if err != nil {
					continue // of so few inputs a draw can miss all
				}
				if !want[in.Text] {
					t.Fatalf("%q is drawn for\n%s", in.Text, rules)
				}
				checkInput(t, g, in)
			}
		}
	}
}

// TestGraphsOfAllForms: what is drawn, mutated or near the limits is a graph of its form.
func TestGraphsOfAllForms(t *testing.T) {
	for _, form := range graphForms() {
		text := "N M\nu_1 v_1\n:\nu_M v_M\n---\n2 <= N <= 7\n1 <= M <= 12\n(u, v) is a " + strings.Replace(form, "@", " on 1..N", 1) + "\n"
		g := written(t, text)
		for seed := range uint64(20) {
			r := rng(seed)
			in, err := g.Random(r, float64(seed)/20)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			mutant, err := g.Mutate(r, in)
			if err != nil {
				t.Fatal(err)
			}
			for _, in := range []Input{in, mutant} {
				checkInput(t, g, in)
				if n, edges := readEdges(t, in.Text); !fits(strings.Replace(form, "@", "", 1), n, edges) {
					t.Fatalf("%q is drawn for\n%s", in.Text, text)
				}
			}
		}
	}
	if _, err := written(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n2 <= N <= 7\n1 <= M <= 12\n(u, v) is a directed graph on 1..N with every vertex reachable "+
		"from 1\n").Parse("3 2\n1 2\n3 2\n"); err == nil || !strings.Contains(err.Error(), `line 3, column 1: "(u, v) is`) ||
		!strings.Contains(err.Error(), "vertex 3 is not reachable from vertex 1") {
		t.Errorf("got %v", err)
	}
}

// TestGraphsByConstruction: however many vertices there are, graphs with just enough edges are made without trying.
func TestGraphsByConstruction(t *testing.T) {
	for _, form := range []string{
		"connected simple graph on 1..N", "connected bipartite simple graph on 1..N", "directed simple graph on 1..N with every vertex reachable from 1",
		"DAG on 1..N with every vertex reachable from K", "directed graph on 1..N with K reachable from every vertex", "DAG on 1..N with K reachable from 1",
	} {
		g := written(t, "N M K\nu_1 v_1\n:\nu_M v_M\n---\n500 <= N <= 3000\nN-1 <= M <= N\n1 <= K <= N\n(u, v) is a "+form+"\n")
		for seed := range uint64(4) {
			in, err := g.Random(rng(seed), 0.1+0.2*float64(seed))
			if err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			checkInput(t, g, in)
		}
	}
}

// TestShapesOfGraphs: among few inputs there are graphs that are a circle, a clique and the like, and nothing else.
func TestShapesOfGraphs(t *testing.T) {
	for _, form := range []string{"simple graph", "connected simple graph", "DAG", "directed simple graph"} {
		g := written(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n5 <= N <= 12\n1 <= M <= 70\n(u, v) is a "+form+" on 1..N\n")
		met := map[string]int{}
		for seed := range uint64(600) {
			in, err := g.Random(rng(seed), 0.5)
			if err != nil {
				t.Fatal(err)
			}
			n, edges := readEdges(t, in.Text)
			met[shapeOf(n, edges)]++
		}
		for _, shape := range []string{"path", "circle", "star", "clique", "wheel", "caterpillar"} {
			if met[shape] < 5 {
				t.Errorf("%s: %d of 600 are a %s: %v", form, met[shape], shape, met)
			}
		}
	}
}

// shapeOf names a graph by the degrees of its vertices.
func shapeOf(n int, edges [][2]int) string {
	degree := make([]int, n+1)
	for _, e := range edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	with := make([]int, 2*n+1) // how many vertices have such a degree
	for _, d := range degree[1:] {
		with[min(d, 2*n)]++
	}
	inner := make([]int, n+1) // by vertex: neighbours that are no leaves
	for _, e := range edges {
		for k := range 2 {
			if degree[e[k]] > 1 {
				inner[e[1-k]]++
			}
		}
	}
	connected := fits("connected graph", n, edges)
	switch m := len(edges); {
	case !connected:
		return ""
	case m == n && with[2] == n:
		return "circle"
	case m == n*(n-1)/2 && with[n-1] == n:
		return "clique"
	case m == n-1 && with[n-1] == 1:
		return "star"
	case m == n-1 && with[2] == n-2:
		return "path"
	case m == n-1 && slices.Max(inner) <= 2:
		return "caterpillar"
	case m == 2*(n-1) && with[n-1] == 1 && with[3] == n-1:
		return "wheel"
	}
	return ""
}

// TestRecordsAreNotTheEnd: nothing that is repeated can be taken for the last line, and what is like it ends the list.
func TestRecordsAreNotTheEnd(t *testing.T) {
	const rules = "---\n0 <= K <= 4\nK is not printed\n"
	for _, c := range []struct{ schema, end string }{
		{"repeat K:\n  n m\n0 0\n" + rules + "0 <= n, m <= 1\n", "0 0"},
		{"repeat K:\n  n m x\n0 0\n" + rules + "0 <= n, m, x <= 1\n", "0 0"},
		{"repeat K:\n  n m\n  A_1 ... A_n\n0 0\n" + rules + "0 <= n, m <= 2\n5 <= A_i <= 6\n", "0 0"},
		{"repeat K:\n  A_1 ... A_2\n0 0\n" + rules + "0 <= A_i <= 1\n", "0 0"},
		{"repeat K:\n  n\n0 0\n" + rules + "0 <= n <= 1\n", "0 0"},
		{"repeat K:\n  S x\n\"b\"\n" + rules + "S in {b, c}\n0 <= x <= 1\n", "b"},
		{"repeat K:\n  S\n\"aa\"\n" + rules + "S matches [ab]{1,2}\nS is distinct\n", "aa"},
		{"repeat K:\n  x\n0\n" + rules + "x is real with 2 decimals\n0 <= x <= 0.03\n", "0.00"},
		{"repeat K:\n  one of:\n    0 x\n    1 x y\n0 1\n" + rules + "0 <= x, y <= 1\n", "0 1"},
	} {
		g := written(t, c.schema)
		end := strings.Fields(c.end)
		judge := func(in Input) {
			checkInput(t, g, in)
			lines := strings.Split(strings.TrimSpace(in.Text), "\n")
			for i, line := range lines[:len(lines)-1] {
				if f := strings.Fields(line); len(f) >= len(end) && slices.Equal(f[:len(end)], end) {
					t.Fatalf("line %d of %q is the end:\n%s", i+1, in.Text, c.schema)
				}
			}
		}
		records := 0
		for seed := range uint64(100) {
			r := rng(seed)
			in, err := g.Random(r, 0.6)
			if err != nil {
				t.Fatalf("%v\n%s", err, c.schema)
			}
			judge(in)
			if in, err = g.Mutate(r, in); err != nil {
				t.Fatal(err)
			}
			judge(in)
			records = max(records, strings.Count(in.Text, "\n")-1)
		}
		if records < 3 {
			t.Errorf("at most %d records:\n%s", records, c.schema)
		}
		if all, ok := g.Enumerate(3000); ok {
			for _, in := range all {
				judge(in)
			}
		}
	}
	g := written(t, "repeat K:\n  n m\n0 0\n---\n0 <= n, m <= 9\n0 <= K <= 5\nK is not printed\n")
	for text, want := range map[string]string{
		"0 0\n0 0\n":      `line 2, column 1: expected the end of the input, found "0"`,
		"1 2\n0 0\n3 4\n": `line 3, column 1: expected the end of the input, found "3"`,
		"0 7\n0 0\n":      "",
		"3 0\n0\n0\n":     "",
	} {
		if _, err := g.Parse(text); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestHardSchemasAreGivenUp: whatever a schema demands, the effort has a limit, and the constraint that is to blame is named.
func TestHardSchemasAreGivenUp(t *testing.T) {
	for _, c := range []struct{ text, blame string }{
		{"a b c d e\n---\n1 <= a, b, c, d, e <= 10^6\na^5 + b^5 + c^5 + d^5 = e^5\n", "a^5 + b^5"},
		{"a b c\n---\n10^300 <= a, b, c <= 10^301\na^3 + b^3 = c^3\n", "a^3 + b^3"},
		{"N x y\nA_1 ... A_N\n---\n1000 <= N <= 1000\n2 <= x, y <= 10^9\nx*y = 1000000007*998244353 + 2\n1 <= A_i <= 9\nx mod 1000 = 17\n", ""},
	} {
		s := writtenMistakes(t, c.text)
		if s == "" || !strings.Contains(s, c.blame) {
			t.Errorf("%q\n%s", s, c.text)
		}
	}
}
