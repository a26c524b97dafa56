package generate

import (
	"slices"
	"testing"

	"execre/analysis/schema"
)

func structured(t *testing.T, b *build, text string) (*Generator, Input, Structure) {
	t.Helper()
	g := compile(t, b)
	in, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Structure(in.Choices)
	if err != nil || len(s.Most) != len(in.Choices) || len(s.Owner) != len(in.Choices) {
		t.Fatalf("%+v, %v", s, err)
	}
	return g, in, s
}

func TestIterationsCanBeTakenAway(t *testing.T) {
	weighted := newBuild()
	n := weighted.int("N")
	weighted.text("\n")
	weighted.repeat(e(n), " ", func() { weighted.int("A") })
	weighted.text("\n")
	weighted.repeat(op(n, "-", 1), "\n", func() {
		weighted.int("u")
		weighted.text(" ")
		weighted.int("v")
		weighted.text(" ")
		weighted.int("w")
	})
	weighted.text("\n")
	weighted.is("2 <= N <= 9", 2, "<=", n, "<=", 9).is("0 <= A, w <= 99", 0, "<=", weighted.named("A"), "<=", 99).
		is("0 <= A, w <= 99", 0, "<=", weighted.named("w"), "<=", 99).
		column(schema.Tree, "(u, v) is a tree on 1..N", 1, n, weighted.named("u"), weighted.named("v"))

	treeFirst := newBuild()
	n = treeFirst.int("N")
	treeFirst.text("\n")
	treeFirst.repeat(op(n, "-", 1), "\n", func() {
		treeFirst.int("u")
		treeFirst.text(" ")
		treeFirst.int("v")
	})
	treeFirst.text("\n")
	treeFirst.repeat(e(n), " ", func() { treeFirst.int("A") })
	treeFirst.is("2 <= N <= 9", 2, "<=", n, "<=", 9).is("0 <= A <= 99", 0, "<=", treeFirst.named("A"), "<=", 99).
		column(schema.Tree, "(u, v) is a tree on 1..N", 1, n, treeFirst.named("u"), treeFirst.named("v"))

	word := newBuild()
	n = word.int("N")
	word.text("\n")
	length := word.hidden("|S|")
	word.word("S", schema.Domain{Alphabet: []rune("abc"), Length: length})
	word.is("1 <= N <= 9", 1, "<=", n, "<=", 9).is("|S| = N", length, "=", n)

	cases := []struct {
		name     string
		b        *build
		text     string
		group    int
		from, to int
		want     string
	}{
		{"array", numberAndArray(-9, 99, 10), "4\n5 6 7 8\n", 0, 1, 3, "2\n5 8\n"},
		{"two arrays", siblings(), "3\n1 2 3\n4 5 6\n", 0, 1, 2, "2\n1 3\n4 6\n"},
		{"array and tree", weighted, "4\n11 12 13 14\n1 2 30\n1 3 40\n2 4 50\n", 0, 3, 4, "3\n11 12 13\n1 2 30\n1 3 40\n"},
		{"array and inner vertex", weighted, "4\n11 12 13 14\n1 2 30\n1 3 40\n1 4 50\n", 0, 2, 3, "3\n11 12 14\n1 2 30\n1 3 50\n"},
		{"tree and array", treeFirst, "4\n1 2\n2 3\n1 4\n11 12 13 14\n", 0, 2, 3, "3\n1 2\n1 3\n11 12 14\n"},
		{"rows", grid(), "3 2\n..\n.#\n##\n", 0, 1, 2, "2 2\n..\n##\n"},
		{"columns", grid(), "2 3\n.#.\n#.#\n", 1, 1, 2, "2 2\n..\n##\n"},
		{"test cases", testCases(), "3\n1\n5\n2\n6 7\n1\n8\n", 0, 1, 2, "2\n1\n5\n1\n8\n"},
		{"values of one test case", testCases(), "2\n1\n5\n3\n6 7 8\n", 2, 0, 2, "2\n1\n5\n1\n8\n"},
		{"letters", stringOf(schema.Domain{Alphabet: []rune("abc")}, 1, 9), "abcb\n", 0, 1, 3, "ab\n"},
		{"letters of a pattern", stringOf(schema.Domain{Pattern: "[a-z]+"}, 1, 9), "hello\n", 0, 1, 3, "hlo\n"},
		{"letters counted by N", word, "4\nabca", 0, 0, 2, "2\nca\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g, in, s := structured(t, c.b, c.text)
			if c.group >= len(s.Groups) {
				t.Fatalf("%d groups", len(s.Groups))
			}
			choices, ok := s.Without(in.Choices, c.group, c.from, c.to)
			if !ok {
				t.Fatal("cannot be taken away")
			}
			out, err := g.Replay(choices)
			if err != nil || out.Text != c.want {
				t.Errorf("%q, %v, want %q", out.Text, err, c.want)
			}
		})
	}
}

func TestIterationsCanBeDoubledAndExchanged(t *testing.T) {
	g, in, s := structured(t, testCases(), "2\n1\n5\n3\n6 7 8\n")
	twice, ok := s.Twice(in.Choices, 0, 1)
	out, err := g.Replay(twice)
	if !ok || err != nil || out.Text != "3\n1\n5\n3\n6 7 8\n3\n6 7 8\n" {
		t.Errorf("%q, %v", out.Text, err)
	}
	swapped, ok := s.Swapped(in.Choices, 0, 0, 1)
	out, err = g.Replay(swapped)
	if !ok || err != nil || out.Text != "2\n3\n6 7 8\n1\n5\n" {
		t.Errorf("%q, %v", out.Text, err)
	}
	if _, ok := s.Swapped(in.Choices, 0, 1, 1); ok {
		t.Error("exchanged with itself")
	}
	g, in, s = structured(t, siblings(), "2\n1 2\n3 4\n")
	swapped, ok = s.Swapped(in.Choices, 0, 0, 1)
	out, err = g.Replay(swapped)
	if !ok || err != nil || out.Text != "2\n2 1\n4 3\n" {
		t.Errorf("%q, %v", out.Text, err)
	}
	full := numberAndArray(0, 9, 2)
	_, in, s = structured(t, full, "2\n1 2\n")
	if _, ok := s.Twice(in.Choices, 0, 0); ok {
		t.Error("doubled beyond the bound")
	}
	if _, ok := s.Without(in.Choices, 0, 0, 2); ok {
		t.Error("taken away below the bound")
	}
}

// What names places is found in the schema, and follows its element when others are taken away.
func TestPlacesFollow(t *testing.T) {
	const (
		ranged  = "N l r\nA_1 ... A_N\n---\n1 <= N <= 9\n1 <= l <= r <= N\n0 <= A_i <= 99\n"
		zero    = "N\nA_1 ... A_N\nQ\nx_1 y_1\n:\nx_Q y_Q\n---\n1 <= N, Q <= 9\n0 <= x_i < y_i < N\n0 <= A_i <= 99\n"
		placed  = "H W\nr c\ns_{1,1}s_{1,2}...s_{1,W}\n:\ns_{H,1}s_{H,2}...s_{H,W}\n---\n1 <= H, W <= 9\n1 <= r <= H\n1 <= c <= W\ns_{i,j} in {., #}\n"
		letters = "S\nl r\n---\n1 <= |S| <= 9\nS matches [a-z]+\n1 <= l <= r <= |S|\n"
		cases   = "T\nrepeat T:\n  N k\n  A_1 ... A_N\n---\n1 <= T <= 9\n1 <= N <= 9\n1 <= k <= N\n0 <= A_i <= 99\n"
	)
	count := func(s Structure, group int) func(int) bool {
		return func(i int) bool { return s.Numbers[i].Places > 0 && s.Numbers[i].Count == s.Groups[group].Count }
	}
	for _, c := range []struct {
		name, schema, text string
		group, from, to    int
		want               string // "" when nothing follows
	}{
		{"behind", ranged, "5 3 4\n10 20 30 40 50\n", 0, 0, 1, "4 2 3\n20 30 40 50\n"},
		{"between", ranged, "5 2 5\n10 20 30 40 50\n", 0, 2, 4, "3 2 3\n10 20 50\n"},
		{"before", ranged, "5 1 2\n10 20 30 40 50\n", 0, 3, 5, ""},
		{"itself, so that the next takes its place", ranged, "5 2 4\n10 20 30 40 50\n", 0, 1, 2, "4 2 3\n10 30 40 50\n"},
		{"counted from 0", zero, "4\n10 20 30 40\n2\n1 3\n2 3\n", 0, 0, 1, "3\n20 30 40\n2\n0 2\n1 2\n"},
		{"a row", placed, "3 2\n3 1\n..\n##\n.#\n", 0, 0, 2, "1 2\n1 1\n.#\n"},
		{"a column", placed, "2 3\n2 3\n..#\n#.#\n", 1, 0, 1, "2 2\n2 2\n.#\n.#\n"},
		{"a letter", letters, "hello\n4 5\n", 0, 1, 3, "hlo\n2 3\n"},
		{"in one test case", cases, "2\n2 2\n1 2\n3 3\n4 5 6\n", 2, 0, 2, "2\n2 2\n1 2\n1 1\n6\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := written(t, c.schema)
			in, err := g.Parse(c.text)
			if err != nil {
				t.Fatal(err)
			}
			s, err := g.Structure(in.Choices)
			if err != nil {
				t.Fatal(err)
			}
			choices, numbers, ok := s.Closed(in.Choices, c.group, c.from, c.to, count(s, c.group))
			if !ok {
				if c.want != "" {
					t.Fatalf("nothing follows; groups %+v, numbers %+v", s.Groups, s.Numbers)
				}
				return
			}
			out, _, err := g.Attempt(choices, numbers, maxValues)
			if err != nil || out.Text != c.want {
				t.Errorf("%q, %v, want %q", out.Text, err, c.want)
			}
		})
	}
}

// The vertices of a graph are places, though nothing is repeated for each of them; values that have the same bound by
// chance are none.
func TestPlaces(t *testing.T) {
	named := func(schema, text string) (all []int64) {
		g := written(t, schema)
		in, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Structure(in.Choices)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range s.Numbers {
			if n.Places > 0 {
				if n.Count != 0 || n.Places != 5 || n.First != 1 {
					t.Errorf("%+v, want one of the 5 from 1 on that the first choice counts", n)
				}
				all = append(all, n.Is)
			}
		}
		return all
	}
	graph := "N M\nu_1 v_1 w_1\n:\nu_M v_M w_M\n---\n1 <= N <= 9\n0 <= M <= 9\n1 <= w_i <= 5\n(u, v) is a simple graph on 1..N\n"
	if got := named(graph, "5 2\n1 4 5\n2 5 3\n"); !slices.Equal(got, []int64{1, 4, 2, 5}) {
		t.Errorf("%v are named, want the ends of the edges", got)
	}
	if got := named("N K\nA_1 ... A_N\n---\n1 <= N <= 9\n1 <= A_i, K <= 5\n", "5 5\n1 2 3 4 5\n"); got != nil {
		t.Errorf("%v are named, though no bound is N", got)
	}
}

func TestIterationsCanBeThinned(t *testing.T) {
	g, in, s := structured(t, stringOf(schema.Domain{Pattern: "[a-z]+"}, 1, 99), "abcabcabca\n")
	for _, c := range []struct {
		first, every int
		want         string
	}{{0, 3, "bcbcbc\n"}, {2, 3, "ababab" + "a\n"}, {1, 2, "acbac\n"}} {
		choices, ok := s.Thinned(in.Choices, 0, c.first, c.every)
		out, err := g.Replay(choices)
		if !ok || err != nil || out.Text != c.want {
			t.Errorf("without every %d. from %d: %q, %v, want %q", c.every, c.first, out.Text, err, c.want)
		}
	}
}

// An attempt gives up after the effort that it is granted, and says what it took.
func TestAttempt(t *testing.T) {
	g := written(t, "a b c\n---\n1 <= a, b, c <= 1000\na^2 + b^2 = c^2\n")
	in, spent, err := g.Attempt(nil, nil, maxValues)
	if err != nil || in.Text != "3 4 5\n" || spent < len(in.Choices) {
		t.Errorf("%q after %d, %v", in.Text, spent, err)
	}
	if again, twice, _ := g.Attempt(nil, nil, maxValues); twice != spent || again.Text != in.Text {
		t.Errorf("%d, and %d the second time", spent, twice)
	}
	// 999 is the long side of a triangle, but no short one that is near.
	if _, spent, err := g.Attempt(Choices{998}, nil, 1); err == nil || spent > 1000 {
		t.Errorf("%v after %d", err, spent)
	}
	if in, _, err := g.Attempt(nil, map[int]int64{0: 20, 1: 21}, maxValues); err != nil || in.Text != "20 21 29\n" {
		t.Errorf("%q, %v", in.Text, err)
	}
}
