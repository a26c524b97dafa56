package generate

import (
	"slices"
	"strings"
	"testing"
)

func texts(inputs []Input) []string {
	var out []string
	for _, in := range inputs {
		out = append(out, in.Text)
	}
	return out
}

func TestSearchGivesNewInputs(t *testing.T) {
	g := compile(t, intervals(true))
	sample, err := g.Parse("2\n1 7\n10 20\n")
	if err != nil {
		t.Fatal(err)
	}
	run := func(seed uint64) (all []Input) {
		s := NewSearch(g, seed, 200, []Input{sample})
		for range 4 {
			var interesting []Input
			if len(all) > 10 {
				interesting = all[5:10]
			}
			inputs, exhausted := s.Next(50, interesting)
			if len(inputs) != 50 || exhausted != "" {
				t.Fatalf("%d inputs, %q", len(inputs), exhausted)
			}
			all = append(all, inputs...)
		}
		return all
	}
	all := run(1)
	if all[0].Text != "1\n1 2\n" {
		t.Errorf("the first is %q, want the simplest", all[0].Text)
	}
	seen := map[string]bool{sample.Text: true}
	bytes := [2]int{}
	for i, in := range all {
		if seen[in.Text] {
			t.Errorf("%q comes twice, or is the sample", in.Text)
		}
		seen[in.Text] = true
		bytes[i/100] += len(in.Text)
		checkInput(t, g, in)
	}
	if bytes[0] > bytes[1] {
		t.Errorf("the first half has %d bytes, the second %d: it should be small first", bytes[0], bytes[1])
	}
	if !slices.Equal(texts(all), texts(run(1))) {
		t.Error("the same seed gives other inputs")
	}
	if slices.Equal(texts(all), texts(run(2))) {
		t.Error("another seed gives the same inputs")
	}
	near := 0
	for _, in := range all {
		if strings.Contains(in.Text, "10 20") || strings.Contains(in.Text, "1 7") {
			near++
		}
	}
	if near < 40 {
		t.Errorf("%d of 200 inputs look like the sample; about 45 %% should be mutations", near)
	}
}

func TestSearchOfSmallSpaces(t *testing.T) {
	b := newBuild()
	x := b.int("A")
	b.text(" ")
	y := b.int("B")
	g := compile(t, b.is("1 <= A < B <= 9", 1, "<=", x, "<", y, "<=", 9))
	s := NewSearch(g, 1, 500, nil)
	first, exhausted := s.Next(30, nil)
	if len(first) != 30 || exhausted != "" || first[0].Text != "1 2\n" {
		t.Errorf("%d inputs from %q, %q", len(first), first[0].Text, exhausted)
	}
	rest, exhausted := s.Next(30, nil)
	if len(rest) != 6 || exhausted != "the schema has no more inputs: all 36 were given" {
		t.Errorf("%d inputs, %q", len(rest), exhausted)
	}
	// More inputs than the budget, fewer than are asked for.
	s = NewSearch(g, 1, 20, nil)
	all, exhausted := s.Next(40, nil)
	if len(all) < 30 || exhausted == "" || !strings.HasPrefix(exhausted, "no new input after 1000 draws: ") {
		t.Errorf("%d inputs, %q", len(all), exhausted)
	}
}
