package generate

import (
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
