package minimise

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

func generator(t testing.TB, text string) *generate.Generator {
	t.Helper()
	s, mistakes := schema.Parse([]byte(text))
	for _, m := range mistakes {
		if !m.Warning {
			t.Fatalf("line %d: %s", m.Pos.Line, m.Message)
		}
	}
	g, mistakes := generate.New(s)
	for _, m := range mistakes {
		t.Fatalf("line %d: %s", m.Pos.Line, m.Message)
	}
	return g
}

func numbers(text string) []int {
	var out []int
	for _, f := range strings.Fields(text) {
		n, err := strconv.Atoi(f)
		if err == nil {
			out = append(out, n)
		}
	}
	return out
}

func linesOf(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

func anyOf(f func(x int) bool) func(string) bool {
	return func(text string) bool { return slices.ContainsFunc(numbers(text)[1:], f) }
}

func duplicate(text string) bool {
	xs := numbers(text)[1:]
	slices.Sort(xs)
	return len(slices.Compact(slices.Clone(xs))) < len(xs)
}

func sum(xs []int) (total int) {
	for _, x := range xs {
		total += x
	}
	return total
}

// degrees of the vertices of a tree.
func degrees(text string) []int {
	xs := numbers(text)
	d := make([]int, xs[0]+1)
	for _, x := range xs[1:] {
		d[x]++
	}
	return d
}

// diameter of a tree, in edges.
func diameter(text string) int {
	xs := numbers(text)
	n := xs[0]
	at := make([][]int, n+1)
	for i := 1; i < len(xs); i += 2 {
		at[xs[i]] = append(at[xs[i]], xs[i+1])
		at[xs[i+1]] = append(at[xs[i+1]], xs[i])
	}
	far := func(from int) (int, int) {
		queue, dist := []int{from}, make([]int, n+1)
		seen := make([]bool, n+1)
		seen[from] = true
		last := from
		for len(queue) > 0 {
			last, queue = queue[0], queue[1:]
			for _, y := range at[last] {
				if !seen[y] {
					seen[y], dist[y] = true, dist[last]+1
					queue = append(queue, y)
				}
			}
		}
		return last, dist[last]
	}
	end, _ := far(1)
	_, d := far(end)
	return d
}

func edgesOf(text string) (edges [][2]int) {
	x := numbers(text)[2:]
	for i := 0; i < len(x); i += 2 {
		edges = append(edges, [2]int{min(x[i], x[i+1]), max(x[i], x[i+1])})
	}
	return edges
}

// graphDegrees are those of the vertices 1..N; the first element is for none.
func graphDegrees(text string) []int {
	d := make([]int, numbers(text)[0]+1)
	for _, e := range edgesOf(text) {
		d[e[0]]++
		d[e[1]]++
	}
	return d
}

// circle says whether a graph has one.
func circle(text string) bool {
	part := make([]int, numbers(text)[0]+1)
	for i := range part {
		part[i] = i
	}
	for _, e := range edgesOf(text) {
		a, b := part[e[0]], part[e[1]]
		if a == b {
			return true
		}
		for i, p := range part {
			if p == b {
				part[i] = a
			}
		}
	}
	return false
}

const (
	arraySchema = "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 1000\n-10^9 <= A_i <= 10^9\n"
	couponText  = "T n\n---\n0 <= T <= 100\n1 <= n <= 10\n"
	gapsSchema  = "N\nL_1 R_1\n:\nL_N R_N\n---\n1 <= N <= 2*10^5\n1 <= L_i < R_i <= 2*10^5\n"
	treeSchema  = "N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\n---\n2 <= N <= 1000\n(u, v) is a tree on 1..N\n"
	gridSchema  = "H W\nc_{1,1}c_{1,2}...c_{1,W}\n:\nc_{H,1}c_{H,2}...c_{H,W}\n---\n1 <= H, W <= 50\nc_{i,j} in {., #}\n"
	testsSchema = "T\nrepeat T:\n  N\n  A_1 A_2 ... A_N\n---\n1 <= T <= 100\n1 <= N <= 100\n0 <= A_i <= 1000\n"
	wordSchema  = "S\n---\n1 <= |S| <= 100\nS matches [a-z]+\n"
	graphSchema = "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 30\n0 <= M <= 60\n"
	permSchema  = "N\nP_1 ... P_N\n---\n1 <= N <= 100\nP is a permutation of 1..N\n"
	querySchema = "Q\nrepeat Q:\n  one of:\n    \"push\" x\n    \"pop\"\n    \"add\" l r\n---\n1 <= Q <= 60\n0 <= x <= 10^9\n1 <= l <= r <= 1000\n"
	ragSchema   = "N\nk_1 A_{1,1} A_{1,2} ... A_{1,k_1}\n:\nk_N A_{N,1} A_{N,2} ... A_{N,k_N}\n---\n1 <= N <= 20\n1 <= k_i <= 20\n0 <= A_{i,j} <= 1000\n"
	deepSchema  = "T\nrepeat T:\n  N M\n  A_1 ... A_N\n  u_1 v_1\n  :\n  u_M v_M\n---\n1 <= T <= 20\n1 <= N, M <= 20\n0 <= A_i <= 100\n1 <= u_i, v_i <= N\n"
	twoSchema   = "N\nA_1 A_2 ... A_N\nB_1 B_2 ... B_N\n---\n1 <= N <= 100\n0 <= A_i, B_i <= 1000\n"
)

// fault is a planted one, with the smallest input that shows it.
type fault struct {
	name, schema string
	fails        func(text string) bool
	want         string
	from         string // when a random input hardly ever fails
}

func TestShrink(t *testing.T) {
	cases := []fault{
		{"a value above 1000", arraySchema, anyOf(func(x int) bool { return x > 1000 }), "1\n1001\n", ""},
		{"a value below -1000", arraySchema, anyOf(func(x int) bool { return x < -1000 }), "1\n-1001\n", ""},
		{"a duplicate", arraySchema, duplicate, "2\n0 0\n", ""},
		{"not sorted", arraySchema, func(s string) bool { return !slices.IsSorted(numbers(s)[1:]) }, "2\n1 0\n", ""},
		{"a sum of at least 100", arraySchema, func(s string) bool { return sum(numbers(s)[1:]) >= 100 }, "1\n100\n", ""},
		{"five values", arraySchema, func(s string) bool { return numbers(s)[0] >= 5 }, "5\n0 0 0 0 0\n", ""},
		{"three positive ones", arraySchema, func(s string) bool {
			n := 0
			for _, x := range numbers(s)[1:] {
				if x > 0 {
					n++
				}
			}
			return n >= 3
		}, "3\n1 1 1\n", ""},
		{"all equal", arraySchema, func(s string) bool {
			xs := numbers(s)[1:]
			return len(xs) >= 3 && xs[0] >= 5 && slices.Min(xs) == slices.Max(xs)
		}, "3\n5 5 5\n", "7\n812 812 812 812 812 812 812\n"},
		{"the shorter case first", testsSchema, func(s string) bool {
			l := linesOf(s)
			one, two := false, false
			for _, x := range l[1:] {
				one = one || x == "777"
				two = two || len(strings.Fields(x)) == 2
			}
			return one && two
		}, "2\n1\n777\n2\n0 0\n", "3\n2\n5 6\n3\n7 8 9\n1\n777\n"},
		{"coupon", couponText, func(s string) bool { x := numbers(s); return x[0] >= 25 && x[1] == 3 }, "25 3\n", ""},
		{"exact total", couponText, func(s string) bool { x := numbers(s); return x[0] == 25 }, "25 1\n", ""},
		{"touching", gapsSchema, func(s string) bool {
			x := numbers(s)
			for i := 1; i < len(x); i += 2 {
				for j := 2; j < len(x); j += 2 {
					if x[i] == x[j] {
						return true
					}
				}
			}
			return false
		}, "2\n1 2\n2 3\n", ""},
		{"a wide gap", gapsSchema, func(s string) bool {
			x := numbers(s)
			for i := 1; i < len(x); i += 2 {
				if x[i+1]-x[i] >= 70 {
					return true
				}
			}
			return false
		}, "1\n1 71\n", ""},
		{"degree 3", treeSchema, func(s string) bool { return slices.Max(degrees(s)) >= 3 }, "4\n1 2\n1 3\n1 4\n", ""},
		{"diameter 4", treeSchema, func(s string) bool { return diameter(s) >= 4 }, "5\n1 2\n1 3\n2 4\n3 5\n", ""},
		{"the last cell", gridSchema, func(s string) bool { return strings.HasSuffix(strings.TrimSpace(s), "#") }, "1 1\n#\n", ""},
		{"the last cell of three columns", gridSchema, func(s string) bool {
			return strings.HasSuffix(strings.TrimSpace(s), "#") && len(linesOf(s)[1]) >= 3 && len(linesOf(s)) >= 3
		}, "2 3\n...\n..#\n", ""},
		{"one test case", testsSchema, func(s string) bool {
			return slices.ContainsFunc(linesOf(s)[1:], func(l string) bool { return slices.Contains(strings.Fields(l), "777") })
		}, "1\n1\n777\n", "3\n2\n5 6\n4\n1 777 3 1000\n1\n777\n"},
		{"equal neighbours", wordSchema, func(s string) bool {
			for i := 1; i < len(s); i++ {
				if s[i] == s[i-1] {
					return true
				}
			}
			return false
		}, "aa\n", ""},
		{"a z behind a b", wordSchema, func(s string) bool {
			b := strings.IndexByte(s, 'b')
			return b >= 0 && strings.Contains(s[b:], "z")
		}, "bz\n", ""},
		{"two arrays", twoSchema, func(s string) bool {
			x := numbers(s)
			n := x[0]
			for i := 1; i <= n; i++ {
				if x[i] >= 10 && x[n+i] >= 20 {
					return true
				}
			}
			return false
		}, "1\n10\n20\n", ""},
		{"beyond 10^18", "N\n---\n0 <= N <= 10^40\n", func(s string) bool {
			n, _ := new(big.Int).SetString(strings.TrimSpace(s), 10)
			return n.Cmp(big.NewInt(1e18)) >= 0
		}, "1000000000000000000\n", ""},
		// A fault that a person would plant: on each the smallest input is known by thought, not by running it.
		{"a circle", graphSchema + "(u, v) is a simple graph on 1..N\n", circle, "3 3\n1 2\n1 3\n2 3\n", ""},
		{"an edge twice", graphSchema + "(u, v) is a graph on 1..N\n", func(s string) bool {
			e := edgesOf(s)
			slices.SortFunc(e, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
			return len(slices.Compact(slices.Clone(e))) < len(e)
		}, "1 2\n1 1\n1 1\n", ""},
		{"degree 3 of a connected graph", graphSchema + "(u, v) is a connected simple graph on 1..N\n", func(s string) bool {
			return slices.Max(graphDegrees(s)) >= 3
		}, "4 3\n1 2\n1 3\n1 4\n", ""},
		{"a vertex without an edge", graphSchema + "(u, v) is a simple graph on 1..N\n", func(s string) bool {
			d := graphDegrees(s)
			return len(d) > 3 && len(edgesOf(s)) > 0 && slices.Contains(d[1:], 0)
		}, "3 1\n1 2\n", ""},
		{"a way over three vertices", graphSchema + "(u, v) is a directed graph on 1..N\n", func(s string) bool {
			x := numbers(s)[2:]
			for i := 0; i < len(x); i += 2 {
				for j := i + 2; j < len(x); j += 2 {
					if x[i+1] == x[j] && x[i] != x[j] && x[j] != x[j+1] && x[i] != x[j+1] {
						return true
					}
				}
			}
			return false
		}, "3 2\n1 2\n2 3\n", ""},
		{"two pops after a push", querySchema, func(s string) bool {
			size, empty := 0, false
			for _, l := range linesOf(s)[1:] {
				switch l[:3] {
				case "pus":
					size++
				case "pop":
					empty = empty || size == 1
					size = max(0, size-1)
				}
			}
			return empty
		}, "2\npush 0\npop\n", ""},
		{"an add after a large push", querySchema, func(s string) bool {
			large := false
			for _, l := range linesOf(s)[1:] {
				x := numbers(l)
				if l[:3] == "add" && large && x[1]-x[0] >= 5 {
					return true
				}
				large = large || l[:3] == "pus" && x[0] >= 100
			}
			return false
		}, "2\npush 100\nadd 1 6\n", ""},
		{"a long ragged row behind a short one", ragSchema, func(s string) bool {
			l := linesOf(s)[1:]
			for i := 1; i < len(l); i++ {
				if numbers(l[i])[0] >= 3 && numbers(l[i-1])[0] == 1 {
					return true
				}
			}
			return false
		}, "2\n1 0\n3 0 0 0\n", ""},
		{"a zero in a ragged row", ragSchema, func(s string) bool {
			return slices.ContainsFunc(linesOf(s)[1:], func(l string) bool {
				x := numbers(l)[1:]
				return len(x) > 1 && x[0] > 0 && slices.Contains(x[1:], 0)
			})
		}, "1\n2 1 0\n", ""},
		{"a permutation that goes round", permSchema, func(s string) bool {
			p := numbers(s)
			return len(p) > 3 && slices.ContainsFunc(p[1:], func(x int) bool { return p[p[p[x]]] == x && p[x] != x })
		}, "3\n2 3 1\n", ""},
		{"an inversion of a permutation", permSchema, func(s string) bool {
			return !slices.IsSorted(numbers(s)[1:])
		}, "2\n2 1\n", ""},
		{"a real above 2.5", "x y\n---\nx, y are real with 2 decimals\n-100 <= x, y <= 100\n", func(s string) bool {
			f := strings.Fields(s)
			x, _ := strconv.ParseFloat(f[0], 64)
			y, _ := strconv.ParseFloat(f[1], 64)
			return x > 2.5 && y < x
		}, "2.51 0.00\n", ""},
		{"signed, far from zero", "x\n---\n-10^9 <= x <= -20\n", func(s string) bool { return numbers(s)[0] <= -4321 }, "-4321\n", ""},
		{"a signed difference", "a b\n---\n-10^9 <= a, b <= 10^9\n", func(s string) bool {
			x := numbers(s)
			return x[0]-x[1] >= 12345
		}, "12345 0\n", ""},
		{"a common divisor", "a b\n---\n1 <= a, b <= 10^6\n", func(s string) bool {
			x := numbers(s)
			a, b := x[0], x[1]
			for b > 0 {
				a, b = b, a%b
			}
			return a > 1 && x[0] != x[1]
		}, "2 4\n", ""},
		{"nested test cases", deepSchema, func(s string) bool {
			x := numbers(s)
			at := 1
			for range x[0] {
				n, m := x[at], x[at+1]
				a, e := x[at+2:at+2+n], x[at+2+n:at+2+n+2*m]
				for i := 0; i < len(e); i += 2 {
					if e[i] != e[i+1] && a[e[i]-1]+a[e[i+1]-1] > 50 {
						return true
					}
				}
				at += 2 + n + 2*m
			}
			return false
		}, "1\n2 1\n0 51\n1 2\n", ""},
		{"what a test case leaves to the next", testsSchema, func(s string) bool {
			l := linesOf(s)
			for i := 4; i < len(l); i += 2 {
				if slices.Max(numbers(l[i])) < slices.Max(numbers(l[i-2])) {
					return true
				}
			}
			return false
		}, "2\n1\n1\n1\n0\n", ""},
		{"a block of four in a grid", gridSchema, func(s string) bool {
			g := linesOf(s)[1:]
			for i := 1; i < len(g); i++ {
				for j := 1; j < len(g[i]); j++ {
					if g[i][j] == '#' && g[i-1][j] == '#' && g[i][j-1] == '#' && g[i-1][j-1] == '#' {
						return true
					}
				}
			}
			return false
		}, "2 2\n##\n##\n", ""},
		{"a palindrome", wordSchema, func(s string) bool {
			s = strings.TrimSpace(s)
			for i := range s {
				if s[i] != s[len(s)-1-i] {
					return false
				}
			}
			return len(s) >= 5 && len(s)%2 == 1
		}, "aaaaa\n", "qwerewq\n"},
		{"three different letters", wordSchema, func(s string) bool {
			b := []byte(strings.TrimSpace(s))
			slices.Sort(b)
			return len(slices.Compact(b)) >= 3
		}, "abc\n", ""},
		{"a duplicate far away", arraySchema, func(s string) bool {
			x := numbers(s)[1:]
			for i := range x {
				if slices.Contains(x[min(len(x), i+3):], x[i]) {
					return true
				}
			}
			return false
		}, "4\n0 0 0 0\n", ""},
		{"the maximum again at the end", arraySchema, func(s string) bool {
			x := numbers(s)[1:]
			return len(x) > 1 && x[len(x)-1] == slices.Max(x[:len(x)-1])
		}, "2\n0 0\n", ""},
		{"a sum that overflows", arraySchema, func(s string) bool { return sum(numbers(s)[1:]) > math.MaxInt32 }, "3\n147483650 999999999 999999999\n", ""},
		{"two vertices of degree 3", treeSchema, func(s string) bool {
			n := 0
			for _, d := range degrees(s) {
				if d >= 3 {
					n++
				}
			}
			return n >= 2
		}, "6\n1 2\n1 3\n1 4\n2 5\n2 6\n", ""},
		{"a gap in an increasing list", "N\nA_1 ... A_N\n---\n1 <= N <= 50\n1 <= A_i <= 10^6\nA is strictly increasing\n", func(s string) bool {
			x := numbers(s)[1:]
			for i := 1; i < len(x); i++ {
				if x[i]-x[i-1] >= 40 {
					return true
				}
			}
			return false
		}, "2\n1 41\n", ""},
		{"beyond -10^18", "N\n---\n-10^40 <= N <= 10^40\n", func(s string) bool {
			n, _ := new(big.Int).SetString(strings.TrimSpace(s), 10)
			return n.Cmp(big.NewInt(-1e18)) <= 0
		}, "-1000000000000000000\n", ""},
		{"phrases", "n\nS_1\n:\nS_n\n---\n1 <= n <= 10\nS_i matches pea soup|pancakes|[a-z]{1,8}( [a-z]{1,8}){0,2}\n", func(s string) bool {
			l := linesOf(s)
			return slices.Contains(l, "pea soup") && slices.Contains(l, "pancakes")
		}, "2\npea soup\npancakes\n", ""},
	}
	for _, c := range cases {
		t.Run(c.name, c.check)
	}
}

// check shrinks up to five inputs that fail, and wants the smallest of each.
func (c fault) check(t *testing.T) {
	g := generator(t, c.schema)
	found := 0
	for seed := uint64(0); found < 5 && seed < 500; seed++ {
		in, err := g.Random(rand.New(rand.NewPCG(seed, seed)), 0.2+float64(seed%8)/10)
		if c.from != "" && seed == 0 {
			in, err = g.Parse(c.from)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !c.fails(in.Text) || len(in.Text) > 20000 {
			continue
		}
		found++
		asked := map[string]bool{in.Text: true}
		calls := 0
		best := in
		got, n := shrunk(g, in, func(x generate.Input) bool {
			calls++
			if asked[x.Text] || !x.Less(best) {
				t.Fatalf("asked about %q again, or though it is not smaller", x.Text)
			}
			asked[x.Text] = true
			bad := c.fails(x.Text)
			if bad {
				best = x
			}
			return bad
		}, Config{})
		if got.Text != c.want {
			t.Errorf("seed %d: shrank %.60q to %q, want %q (%d calls)", seed, in.Text, got.Text, c.want, n)
		}
		if n != calls || n > 400 {
			t.Errorf("calls is %d, there were %d", n, calls)
		}
		t.Logf("%d calls from %d bytes", n, len(in.Text))
	}
	if found == 0 {
		t.Fatal("no input fails to begin with")
	}
}

func TestShrinkKeepsItsBounds(t *testing.T) {
	g := generator(t, arraySchema)
	in, err := g.Random(rand.New(rand.NewPCG(3, 3)), 0.9)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{1, 7, 50} {
		got, calls := shrunk(g, in, func(x generate.Input) bool { return sum(numbers(x.Text))%3 == sum(numbers(in.Text))%3 }, Config{MaxCalls: most})
		if calls > most || in.Less(got) {
			t.Errorf("%d calls of %d, %d bytes from %d", calls, most, len(got.Text), len(in.Text))
		}
	}
	// Nothing smaller fails: the input itself comes back, and nobody is asked about it.
	got, _ := shrunk(g, in, func(x generate.Input) bool {
		if x.Text == in.Text {
			t.Error("asked about the input itself")
		}
		return false
	}, Config{})
	if got.Text != in.Text {
		t.Errorf("%q, though it does not fail", got.Text)
	}
}

// BenchmarkShrink shrinks an array of 500 numbers to the one that matters; asking costs nothing.
func BenchmarkShrink(b *testing.B) {
	g := generator(b, arraySchema)
	in, err := g.Random(rand.New(rand.NewPCG(4, 4)), 0.9)
	if err != nil {
		b.Fatal(err)
	}
	above := anyOf(func(x int) bool { return x > 1000 })
	calls := 0
	for b.Loop() {
		_, n := shrunk(g, in, func(in generate.Input) bool { return above(in.Text) }, Config{})
		calls += n
	}
	b.ReportMetric(float64(calls)/float64(b.N), "calls/op")
}

// shrunk is what Input finds where all failures are the same.
func shrunk(
	g *generate.Generator, in generate.Input, fails func(generate.Input) bool, cfg Config,
) (smallest generate.Input, calls int) {
	result := Input(g, in, "fails", func(in generate.Input) Failure {
		if fails(in) {
			return "fails"
		}
		return ""
	}, cfg)
	return result.Smallest, result.Calls
}
