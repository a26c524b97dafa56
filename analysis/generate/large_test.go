package generate

import (
	"strings"
	"testing"
)

// Large inputs are near the limits, each shape as it is called, and satisfy the schema.
func TestLargeInputs(t *testing.T) {
	cases := map[string]struct {
		b     *build
		words int // how many values the largest has at least
	}{
		"array":       {numberAndArray(-1_000_000_000, 1_000_000_000, 50_000), 50_001},
		"beyond":      {numberAndArray(0, 9, 100_000_000), 1_000_001}, // as many values as inputs may have
		"tree":        {treeOf(10_000), 19_999},
		"permutation": {permutationOf(20_000), 20_001},
		"tests":       {testCases(), 200_000},
		"intervals":   {intervals(true), 400_000},
		"grid":        {grid(), 52}, // 50 x 50 characters in 50 words
		"letters":     {stringOf(domainOf("ab"), 1, 50_000), 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			g := compile(t, c.b)
			most, longest := 0, 0
			for k := range LargeShapes {
				if c.words > 100_000 && k > 0 { // one will do: they take a second each
					break
				}
				in, shape, err := g.Large(7, k)
				if err != nil || shape == "" {
					t.Fatalf("shape %d, %q: %v", k, shape, err)
				}
				words := strings.Fields(in.Text)
				most, longest = max(most, len(words)), max(longest, len(in.Text))
				if k == 0 && name != "beyond" {
					again, _, err := g.Large(7, k)
					if err != nil || again.Text != in.Text {
						t.Errorf("the same seed gives another input, %v", err)
					}
					other, _, _ := g.Large(8, k)
					if other.Text == in.Text {
						t.Error("another seed gives the same input")
					}
					replayed, err := g.Replay(in.Choices)
					if err != nil || replayed.Text != in.Text {
						t.Errorf("does not replay: %v", err)
					}
					if _, err := g.Parse(in.Text); err != nil {
						t.Errorf("no input of the schema: %v", err)
					}
				}
			}
			if most < c.words {
				t.Errorf("the largest has %d values, want %d", most, c.words)
			}
			if name == "letters" && longest != 50_001 {
				t.Errorf("the longest text has %d characters", longest-1)
			}
		})
	}
}

// A grid beyond the limits of an input fills it, however its rows are printed, and a single cell of which something is said
// costs it nothing: not its size, and not the walls that grids have.
func TestLargeGrids(t *testing.T) {
	const dimensions, bounds = "H W\n", "---\n1 <= H, W <= 2000\n"
	const cells = "c_{1,1}c_{1,2}...c_{1,W}\n:\nc_{H,1}c_{H,2}...c_{H,W}\n"
	const rows = dimensions + "S_1\n:\nS_H\n" + bounds
	for name, text := range map[string]string{
		"characters": dimensions + cells + bounds + "c_{i,j} in {., #}\n",
		"start":      dimensions + "R C\n" + cells + bounds + "1 <= R <= H\n1 <= C <= W\nc_{i,j} in {., #}\nc_{R,C} = .\n",
		"pattern":    rows + "S_i matches [.#]+\n|S_i| = W\n",
	} {
		t.Run(name, func(t *testing.T) {
			g := written(t, text)
			for k, want := range map[int]func(here, right byte) bool{
				0: nil, // as many values as allowed
				1: func(here, right byte) bool { return here == right },
				4: func(here, right byte) bool { return here != right || name == "pattern" }, // checkered, palindromes first
			} {
				in, shape, err := g.Large(5, k)
				if err != nil {
					t.Fatalf("%s: %v", shape, err)
				}
				lines := strings.Split(strings.TrimSuffix(in.Text, "\n"), "\n")
				dims := ints(strings.Fields(lines[0]))
				last := lines[len(lines)-2:]
				if dims[0]*dims[1] < 990_000 || dims[0]*dims[1] > maxValues || len(last[1]) != dims[1] {
					t.Errorf("%s: %d x %d characters, the last line has %d", shape, dims[0], dims[1], len(last[1]))
				}
				different := 0
				for _, line := range last {
					for i := range len(line) - 1 {
						if want != nil && !want(line[i], line[i+1]) {
							different++
						}
					}
				}
				if different > 2 { // around the start
					t.Errorf("%s: %d cells beside one that they should not have beside them: %.60s", shape, different, last[0])
				}
			}
		})
	}
}

// The shapes are what they are called.
func TestLargeShapes(t *testing.T) {
	g := compile(t, numberAndArray(-1000, 1_000_000_000, 2000))
	for k, want := range map[int]func(xs []int) bool{
		1: func(xs []int) bool { return all(xs, func(a, b int) bool { return a == 1_000_000_000 && b == a }) },
		2: func(xs []int) bool { return all(xs, func(a, b int) bool { return a == -1000 && b == a }) },
		3: func(xs []int) bool {
			return all(xs, func(a, b int) bool { return a <= b }) && xs[0] < 10_000_000 && xs[len(xs)-1] > 990_000_000
		},
		4: func(xs []int) bool { return all(xs, func(a, b int) bool { return a >= b }) && xs[0] > xs[len(xs)-1] },
		7: func(xs []int) bool {
			return all(xs, func(a, _ int) bool { return a == -1000 || a == 1_000_000_000 }) && min(xs[0], xs[1], xs[2], xs[3], xs[4], xs[5]) < 0
		},
	} {
		in, shape, err := g.Large(3, k)
		if err != nil {
			t.Fatal(err)
		}
		if xs := ints(strings.Fields(in.Text)); len(xs) != 2001 || !want(xs[1:]) {
			t.Errorf("%s: %d values, %.60s", shape, len(xs)-1, in.Text)
		}
	}
	tree := compile(t, treeOf(1000))
	for k, want := range map[int]int{1: 2, 2: 999} {
		in, shape, err := tree.Large(3, k)
		if err != nil {
			t.Fatal(err)
		}
		degree := map[int]int{}
		for _, v := range ints(strings.Fields(in.Text))[1:] {
			degree[v]++
		}
		greatest := 0
		for _, d := range degree {
			greatest = max(greatest, d)
		}
		if greatest != want {
			t.Errorf("%s: a vertex has %d neighbours, want %d", shape, greatest, want)
		}
	}
}

// all says whether f holds of each value and the one behind it.
func all(xs []int, f func(a, b int) bool) bool {
	for i := range len(xs) - 1 {
		if !f(xs[i], xs[i+1]) {
			return false
		}
	}
	return true
}

// The vertices of a graph cost nothing, but there should be many; a shape that a graph cannot have is let go.
func TestLargeGraphsHaveManyVertices(t *testing.T) {
	for _, form := range []string{"simple graph", "connected simple graph", "DAG", "bipartite graph", "directed graph"} {
		g := written(t, "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 2000\n0 <= M <= 3000\n(u, v) is a "+form+" on 1..N\n")
		for k := range LargeShapes {
			in, shape, err := g.Large(1, k)
			if err != nil {
				t.Errorf("%s, %s: %v", form, shape, err)
				continue
			}
			if n, edges := readEdges(t, in.Text); n < 2000 || len(edges) < 1000 {
				t.Errorf("%s, %s: %d vertices and %d edges", form, shape, n, len(edges))
			}
		}
	}
}
