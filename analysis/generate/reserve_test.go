package generate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"execre/analysis/generate"
	formats "execre/analysis/schema"
)

// made draws inputs of many sizes, checks that each is read as itself, and hands them out as numbers and words.
func made(t *testing.T, schema string, check func(text string)) {
	t.Helper()
	g := compiled(t, schema)
	texts := map[string]bool{}
	for seed := range uint64(300) {
		in, err := g.Random(rand.New(rand.NewPCG(seed, 1)), float64(seed%10)/10)
		if err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		if again, err := g.Parse(in.Text); err != nil || again.Text != in.Text {
			t.Fatalf("%q is read as %q: %v", in.Text, again.Text, err)
		}
		if replayed, err := g.Replay(in.Choices); err != nil || replayed.Text != in.Text {
			t.Fatalf("%q is replayed as %q: %v", in.Text, replayed.Text, err)
		}
		texts[in.Text] = true
		check(in.Text)
	}
	if len(texts) < 60 {
		t.Errorf("%s: only %d different inputs", schema, len(texts))
	}
}

func numbersOf(t *testing.T, text string) (all []int) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		var n int
		if _, err := fmt.Sscan(word, &n); err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// TestForest: no edge closes a circle; both one tree and lonely vertices come up.
func TestForest(t *testing.T) {
	for _, more := range []string{"", "u_i < v_i\n"} {
		trees, lonely := 0, 0
		made(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 40\n0 <= M <= 40\n(u, v) is a forest on 1..N\n"+more, func(text string) {
			x := numbersOf(t, text)
			above := make([]int, x[0]+1)
			find := func(v int) int {
				for above[v] != 0 {
					v = above[v]
				}
				return v
			}
			seen := map[int]bool{}
			for i := 2; i < len(x); i += 2 {
				u, v := find(x[i]), find(x[i+1])
				if u == v || more != "" && x[i] >= x[i+1] {
					t.Fatalf("%q", text)
				}
				above[u] = v
				seen[x[i]], seen[x[i+1]] = true, true
			}
			if x[1] == x[0]-1 {
				trees++
			}
			if len(seen) < x[0] && x[1] > 1 {
				lonely++
			}
		})
		if trees < 10 || lonely < 10 {
			t.Errorf("%d trees, %d with lonely vertices", trees, lonely)
		}
	}
	g := compiled(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N, M <= 9\n(u, v) is a forest on 1..N\n")
	for text, want := range map[string]string{
		"4 3\n1 2\n3 2\n1 3\n": `line 4, column 1: "(u, v) is a forest on 1..N" does not hold: this edge closes a circle`,
		"4 2\n1 2\n2 1\n":      `line 3, column 1: "(u, v) is a forest on 1..N" does not hold: this edge closes a circle`,
		"4 1\n2 2\n":           `line 2, column 1: "(u, v) is a forest on 1..N" does not hold: this edge closes a circle`,
	} {
		if _, err := g.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestReserved: of values that must differ, those that single elements need are kept for them, and the counts and indices
// leave them room.
func TestReserved(t *testing.T) {
	const permutation = "N K\np_1 ... p_N\n---\n1 <= N <= 30\n1 <= K <= N\np is a permutation of 1..N\n"
	for _, c := range []struct {
		schema string
		holds  func(n, k int, p []int) bool
	}{
		{permutation + "p_K = N\np_N != 1\n", func(n, k int, p []int) bool { return p[k-1] == n && p[n-1] != 1 }},
		{permutation + "p_1 != 1\np_N != N\np_2 = 3\n", func(n, k int, p []int) bool {
			return p[0] != 1 && p[n-1] != n && (n < 2 || p[1] == 3)
		}},
		{permutation + "p_N = 1\np_{N-1} <= 2\np_{N-2} <= 3\n", func(n, k int, p []int) bool {
			return p[n-1] == 1 && (n < 2 || p[n-2] <= 2) && (n < 3 || p[n-3] <= 3)
		}},
		{"N K\nA_1 ... A_N\n---\n2 <= N <= 30\n1 <= K <= N\n0 <= A_i <= 30\nA is distinct\nA_K = 5\nA_1 != 3\nA_2 <= 4\n", func(n, k int, a []int) bool {
			return a[k-1] == 5 && a[0] != 3 && a[1] <= 4
		}},
		{"N K\nA_1 ... A_N\n---\n1 <= N <= 9\n1 <= K <= N\n0 <= A_i <= 3\nA_K = 3\nA_1 = 2\n", func(n, k int, a []int) bool {
			return a[k-1] == 3 && a[0] == 2 && k != 1
		}},
		// Values that are far apart are not all looked for.
		{"N K\nA_1 ... A_N\n---\n2 <= N <= 30\n1 <= K <= N\n0 <= A_i <= 10^9\nA is distinct\nA_K mod 1000003 = 7\n", func(n, k int, a []int) bool {
			return a[k-1]%1_000_003 == 7
		}},
	} {
		made(t, c.schema, func(text string) {
			x := numbersOf(t, text)
			if !c.holds(x[0], x[1], x[2:]) {
				t.Fatalf("%s: %q", c.schema, text)
			}
		})
	}
}

// TestCells: single places of a grid have the characters that are said, and the others any.
func TestCells(t *testing.T) {
	const grid = "H W R C\nc_{1,1}c_{1,2}...c_{1,W}\n:\nc_{H,1}c_{H,2}...c_{H,W}\n---\n1 <= H, W <= 9\n1 <= R <= H\n1 <= C <= W\n"
	for _, c := range []struct {
		schema string
		holds  func(first, here, last byte) bool
	}{
		{grid + "c_{i,j} in {., #}\nc_{R,C} = .\n", func(_, here, _ byte) bool { return here == '.' }},
		{grid + "c_{i,j} in {., #}\nc[R][C] = .\n", func(_, here, _ byte) bool { return here == '.' }},
		{grid + "c_{i,j} in {#, .}\nc_{1,1} = .\nc_{R,C} != #\nc_{H,W} = '#'\n", func(first, here, last byte) bool {
			return first == '.' && here == '.' && last == '#'
		}},
		{grid + "c_{i,j} matches [.SG]\nc_{1,1} = S\nc_{R,C} = G\nc_{H,W} in {., G}\n", func(first, here, last byte) bool {
			return first == 'S' && here == 'G' && last != 'S'
		}},
	} {
		letters := map[byte]bool{}
		made(t, c.schema, func(text string) {
			head, rest, _ := strings.Cut(text, "\n")
			x, rows := numbersOf(t, head), strings.Fields(rest)
			if !c.holds(rows[0][0], rows[x[2]-1][x[3]-1], rows[x[0]-1][x[1]-1]) {
				t.Fatalf("%s: %q", c.schema, text)
			}
			if x[1] > 2 {
				letters[rows[0][1]] = true
			}
		})
		if len(letters) < 2 {
			t.Errorf("%s: a place of which nothing is said has always %v", c.schema, letters)
		}
	}
	g := compiled(t, grid+"c_{i,j} in {., #}\nc_{R,C} = .\n")
	for text, want := range map[string]string{
		"1 3 1 2\n.#.\n": `line 2, column 2: "c_{R,C} = ." does not hold`,
		"1 3 1 2\n#.x\n": `line 2, column 3: expected . or # for c, found`,
		"1 3 1 2\n#.#\n": "",
	} {
		if _, err := g.Parse(text); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestNoElement: what single elements cannot have together is said of the line that asks for it.
func TestNoElement(t *testing.T) {
	for schema, line := range map[string]int{
		"N\np_1 ... p_N\n---\n2 <= N <= 9\np is a permutation of 1..N\np_1 = 2\np_2 = 2\n":                            6,
		"N K\nA_1 ... A_N\n---\n2 <= N <= 9\nK = 1\n0 <= A_i <= 9\nA_K = 2\nA_1 = 3\n":                                8,
		"N\nc_{1,1}...c_{1,N}\n:\nc_{N,1}...c_{N,N}\n---\n1 <= N <= 9\nc_{i,j} in {a, b}\nc_{1,1} = a\nc_{1,1} = b\n": 9,
	} {
		s, mistakes := formats.Parse([]byte(schema))
		if s == nil {
			t.Fatal(mistakes)
		}
		g, mistakes := generate.New(s)
		if g != nil || len(mistakes) != 1 || mistakes[0].Pos.Line != line {
			t.Errorf("%s: %v", schema, mistakes)
		}
	}
}
