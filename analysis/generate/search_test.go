package generate

import (
	"fmt"
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
			inputs, exhausted := s.Next(50)
			if len(inputs) != 50 || exhausted != "" {
				t.Fatalf("%d inputs, %q", len(inputs), exhausted)
			}
			all = append(all, inputs...)
			for i, in := range inputs {
				s.Learn([]Outcome{{Input: in, Behaviour: "all", Interest: float64(i % 2)}})
			}
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
	alone, _ := NewSearch(g, 1, 200, []Input{sample}).Next(200)
	for _, in := range alone {
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
	first, exhausted := s.Next(30)
	if len(first) != 30 || exhausted != "" || first[0].Text != "1 2\n" {
		t.Errorf("%d inputs from %q, %q", len(first), first[0].Text, exhausted)
	}
	rest, exhausted := s.Next(30)
	if len(rest) != 6 || exhausted != "the schema has no more inputs: all 36 were given" {
		t.Errorf("%d inputs, %q", len(rest), exhausted)
	}
	// More inputs than the budget, fewer than are asked for.
	s = NewSearch(g, 1, 20, nil)
	all, exhausted := s.Next(40)
	if len(all) < 30 || exhausted == "" || !strings.HasPrefix(exhausted, "no new input after 1000 draws: ") {
		t.Errorf("%d inputs, %q", len(all), exhausted)
	}
}

// The smallest inputs of a space that is too large to be enumerated come all, and early.
func TestSearchGivesAllOfTheSmallest(t *testing.T) {
	g := compile(t, numberAndArray(0, 1_000_000_000, 100_000))
	inputs, _ := NewSearch(g, 1, 600, nil).Next(300)
	given := map[string]bool{}
	for _, in := range inputs {
		given[squeeze(in.Text)] = true
	}
	// N <= 3 with values up to 2: decisions of at most 2.
	for code := range 27 {
		a, b, c := code/9, code/3%3, code%3
		for _, text := range []string{fmt.Sprintf("1 %d", a), fmt.Sprintf("2 %d %d", a, b), fmt.Sprintf("3 %d %d %d", a, b, c)} {
			if !given[text] {
				t.Errorf("%q is not among the first 300", text)
			}
		}
	}
}

// Where all of the input is one or two numbers, small ones are tried without gaps.
func TestSearchGivesSmallNumbersWithoutGaps(t *testing.T) {
	for _, c := range []struct {
		schema        string
		budget, upTo  int
		first, second int // the least of each; without a second number there is one
	}{
		{"x\n---\n1 <= x <= 10^18\n", 1000, 350, 1, -1},
		{"x\n---\n-10^9 <= x <= 10^9\n", 1000, 150, -150, -1},
		{"a b\n---\n0 <= a, b <= 10^9\n", 1000, 14, 0, 0},
		{"a b\n---\n1 <= a < b <= 10^9\n", 1000, 15, 1, 2},
	} {
		inputs, _ := NewSearch(written(t, c.schema), 1, c.budget, nil).Next(c.budget)
		given := map[string]bool{}
		for _, in := range inputs {
			given[in.Text] = true
		}
		for a := c.first; a <= c.upTo; a++ {
			for b := max(c.second, -1); b <= c.upTo; b++ {
				text := fmt.Sprintf("%d %d\n", a, b)
				if c.second < 0 {
					text = fmt.Sprintf("%d\n", a)
					b = c.upTo
				} else if c.first != c.second && a >= b {
					continue
				}
				if !given[text] {
					t.Errorf("%s: %q is not among %d", c.schema, text, c.budget)
				}
			}
		}
	}
}

// Every bound of every variable is met, and so are two bounds at once.
func TestSearchMeetsEveryBound(t *testing.T) {
	b := newBuild()
	names := []string{"A", "B", "C", "D", "E", "F"}
	for i, name := range names {
		v := b.int(name)
		b.text(" ").is("bounds", 10+i, "<=", v, "<=", 1_000_000_000+i)
	}
	g := compile(t, b)
	inputs, _ := NewSearch(g, 1, 250, nil).Next(250)
	met := map[string]bool{}
	for _, in := range inputs {
		x := ints(strings.Fields(in.Text))
		for i := range x {
			for j := range x {
				for _, lo := range []bool{false, true} {
					for _, lo2 := range []bool{false, true} {
						at := func(i int, lo bool) bool { return lo && x[i] == 10+i || !lo && x[i] == 1_000_000_000+i }
						if at(i, lo) && at(j, lo2) {
							met[fmt.Sprint(i, lo, j, lo2)] = true
						}
					}
				}
			}
		}
	}
	pairs := 0
	for i := range names {
		for _, lo := range []bool{false, true} {
			if !met[fmt.Sprint(i, lo, i, lo)] {
				t.Errorf("%s was never at its bound (lowest %v)", names[i], lo)
			}
			for j := range i {
				for _, lo2 := range []bool{false, true} {
					if met[fmt.Sprint(i, lo, j, lo2)] {
						pairs++
					}
				}
			}
		}
	}
	if pairs < 60 {
		t.Errorf("%d of 60 pairs of bounds were met", pairs)
	}
}

// What told programs apart is mutated from the next round on, the rare and the small more than the rest; the round does
// not depend on anything else.
func TestSearchLearns(t *testing.T) {
	g := compile(t, numberAndArray(0, 1_000_000_000, 100_000))
	parse := func(text string) Input {
		in, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	rare, common := parse("3\n70000001 80000002 90000003\n"), []Outcome{}
	for i := range 40 {
		in := parse(fmt.Sprintf("3\n%d %d %d\n", 111111111+i, 222222222+i, 333333333+i))
		common = append(common, Outcome{in, "ab|c", 1})
	}
	round := func(learned bool) []Input {
		s := NewSearch(g, 1, 1000, nil)
		first, _ := s.Next(100)
		if learned {
			for _, in := range first {
				s.Learn([]Outcome{{in, "abc", 0}})
			}
			s.Learn([]Outcome{{rare, "a|bc", 1}})
			s.Learn(common)
		}
		inputs, _ := s.Next(400)
		if p, upper := s.Unseen().Next(); learned && (p != 1.0/141 || upper <= p || upper > 0.05) {
			t.Errorf("the next behaviour is new with %g, at most %g", p, upper)
		}
		return inputs
	}
	like := func(inputs []Input, parts ...string) (n int) {
		for _, in := range inputs {
			if slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(in.Text, p) }) {
				n++
			}
		}
		return n
	}
	inputs := round(true)
	ofRare, ofAll := like(inputs, "7000000", "8000000", "9000000"), like(inputs, "7000000", "8000000", "9000000", "1111111", "2222222", "3333333")
	if ofAll < 130 || ofRare < 15 { // 45 % of 400 are 180, of which one in 1 + sqrt(40) is of the rare one
		t.Errorf("of 400 inputs %d are like one that told programs apart, %d like the rare one", ofAll, ofRare)
	}
	if !slices.Equal(texts(inputs), texts(round(true))) {
		t.Error("the same rounds give other inputs")
	}
	if n := like(round(false), "7000000", "1111111"); n > 0 {
		t.Errorf("%d inputs are like what was not learned", n)
	}
}
