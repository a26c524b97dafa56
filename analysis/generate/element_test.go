package generate_test

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

func compiled(t *testing.T, text string) *generate.Generator {
	t.Helper()
	s, mistakes := schema.Parse([]byte(text))
	if s == nil {
		t.Fatalf("%s\n%v", text, mistakes)
	}
	g, mistakes := generate.New(s)
	if g == nil {
		t.Fatalf("%s\n%v", text, mistakes)
	}
	return g
}

// TestElements: a condition on one element holds for it and for no other; on an element that is not there it says nothing.
func TestElements(t *testing.T) {
	g := compiled(t, "N\nA_1 ... A_N\n---\n1 <= N <= 5\n0 <= A_i <= 9\nA_1 != 0\nA_N = N\nA_3 <= 1\n")
	free := false
	for seed := range uint64(300) {
		in, err := g.Random(rand.New(rand.NewPCG(seed, 1)), 0.5)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(string(in.Text))
		n, a := words[0], words[1:]
		if a[0] == "0" || a[len(a)-1] != n || len(a) > 3 && a[2] > "1" {
			t.Errorf("%q", in.Text)
		}
		free = free || len(a) > 2 && a[1] > "1"
		if again, err := g.Parse(string(in.Text)); err != nil || string(again.Text) != string(in.Text) {
			t.Errorf("%q is read as %q: %v", in.Text, again.Text, err)
		}
	}
	if !free {
		t.Error("the condition on the third element was taken for one on all")
	}
	for text, want := range map[string]string{
		"2\n0 2\n":       `line 2, column 1: "A_1 != 0" does not hold: A is 0, i is 1`,
		"4\n3 3 2 4\n":   `line 2, column 5: "A_3 <= 1" does not hold: A is 2, i is 3`,
		"4\n3 9 1 3\n":   `line 2, column 7: "A_N = N" does not hold: N is 4, A is 3, i is 4`,
		"5\n3 9 1 0 5\n": "",
	} {
		_, err := g.Parse(text)
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestPrimes(t *testing.T) {
	g := compiled(t, "p q b\n---\np is prime\n2 <= p <= 10^18\nq is prime\n90 <= q <= 100\nb is a power of 3\n2 <= b <= 100\n")
	for seed := range uint64(100) {
		in, err := g.Random(rand.New(rand.NewPCG(seed, 1)), 1)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(string(in.Text))
		p, _ := new(big.Int).SetString(words[0], 10)
		b, _ := strconv.Atoi(words[2])
		if !p.ProbablyPrime(20) || words[1] != "97" || 81%b != 0 || b < 3 {
			t.Errorf("%q", in.Text)
		}
	}
	if _, err := g.Parse("91 97 9\n"); err == nil || !strings.Contains(err.Error(), `"p is prime" does not hold: p is 91`) {
		t.Errorf("91: %v", err)
	}
}

// TestUnprinted: a list of which nothing says how long it is ends with its line, with the input, or with the last line.
func TestUnprinted(t *testing.T) {
	const cases = "repeat K:\n  n m\n  A_1 ... A_n\n0 0\n---\n0 <= K <= 4\n1 <= n <= 3\n1 <= m, A_i <= 9\nK is not printed\n"
	const line = "T\nrepeat T:\n  A_1 ... A_K\nS\n---\n1 <= T <= 3\n1 <= K <= 4\n1 <= A_i <= 9\nS matches [a-z]{2}\nK is not printed\n"
	const rows = "x_1 y_1\n:\nx_K y_K\n---\n1 <= K <= 4\n1 <= x_i, y_i <= 9\nK is not printed\n"
	for _, c := range []struct{ schema, text, want string }{
		{cases, "2 7\n1 2\n1 9\n5\n0 0\n", ""},
		{cases, "0 0\n", ""},
		{cases, "2 7\n1 2\n", "line 3, column 1: expected"},
		{line, "2\n1 2 3\n4\nab\n", ""},
		{line, "2\n1 2 3\n4 5 6 7 8\nab\n", `line 3, column`},
		{rows, "1 2\n3 4\n", ""},
		{rows, "1 2\n3\n", "line 2, column 1: expected the end of the input"},
	} {
		g := compiled(t, c.schema)
		in, err := g.Parse(c.text)
		switch {
		case c.want == "" && (err != nil || string(in.Text) != c.text):
			t.Errorf("%q is read as %q: %v", c.text, in.Text, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
		lengths := map[int]bool{}
		for seed := range uint64(60) {
			in, err := g.Random(rand.New(rand.NewPCG(seed, 1)), 0.5)
			if err != nil {
				t.Fatal(err)
			}
			lengths[strings.Count(string(in.Text), "\n")] = true
			if again, err := g.Parse(string(in.Text)); err != nil || string(again.Text) != string(in.Text) {
				t.Errorf("%q is read as %q: %v", in.Text, again.Text, err)
			}
		}
		if len(lengths) < 3 {
			t.Errorf("%s: only %d lengths", c.schema, len(lengths))
		}
	}
}

// TestAlternativeIndices: in an alternative an index is that of the repeat around it.
func TestAlternativeIndices(t *testing.T) {
	g := compiled(t, "Q\nrepeat Q:\n  one of:\n    1 x\n    2\n---\n1 <= Q <= 6\n1 <= x <= 9\nx_1 = 7\nx_i != i\n")
	agrees(t, g)
	for text, want := range map[string]string{
		"3\n1 7\n2\n1 9\n":    "",
		"3\n1 6\n2\n1 9\n":    `line 2, column 3: "x_1 = 7" does not hold`,
		"3\n2\n1 2\n1 9\n":    `line 3, column 3: "x_i != i" does not hold`,
		"4\n1 7\n1 3\n2\n2\n": "",
	} {
		if _, err := g.Parse(text); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestSpared: a rule that was let go because its list might be empty holds when the list is not, even where the value is
// the only one and so never changes.
func TestSpared(t *testing.T) {
	const ragged = "N\nk_1 A_{1,1} ... A_{1,k_1}\n:\nk_N A_{N,1} ... A_{N,k_N}\n---\n"
	for _, text := range []string{
		ragged + "1 <= N <= 5\n0 <= k_i <= 3\n1 <= A_{i,j} <= N\nA_{i,j} != i\n",
		ragged + "0 <= N <= 3\n0 <= k_i <= 3\n2 <= A_{i,j} <= 2\nA_{i,j} != i + 1\n",
		ragged + "0 <= N <= 3\n0 <= k_i <= 3\n2 <= A_{i,j} <= 2\nA_{i,j} != 2\n",
		"x N\nA_1 ... A_N\n---\n0 <= N <= 3\n1 <= x <= 4\n3 <= A_i <= 5\nA_i <= x\n",
		"x N\nA_1 ... A_N\n---\n0 <= N <= 3\n1 <= x <= 4\n3 <= A_i <= 3\nA_i * A_i != x * x\n",
		"x\none of:\n  1 y\n  2\n---\n1 <= x <= 4\n3 <= y <= 4\ny < x\n",
	} {
		agrees(t, compiled(t, text))
	}
}

// agrees checks that what is made is an input.
func agrees(t *testing.T, g *generate.Generator) {
	t.Helper()
	for seed := range uint64(200) {
		in, err := g.Random(rand.New(rand.NewPCG(seed, 1)), float64(seed%3)/2)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := g.Parse(string(in.Text)); err != nil || string(again.Text) != string(in.Text) {
			t.Errorf("%q is read as %q: %v", in.Text, again.Text, err)
		}
	}
}
