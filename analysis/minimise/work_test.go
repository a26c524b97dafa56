package minimise

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"execre/analysis/generate"
)

// What a schema makes expensive is bounded by work, not by a clock: the same input gives the same result everywhere.
func TestWorkIsBounded(t *testing.T) {
	for _, text := range []string{
		"a b c d\n---\n1 <= a < c <= 3000\n1 <= d < b <= 3000\na^3 + b^3 = c^3 + d^3\n",
		"a b c d\n---\n1 <= a, b, c, d <= 10^6\na*b + c*d = 10^9 + 7\ngcd(a, c) = 1\n",
		"N\nA_1 ... A_N\nB_1 ... B_N\n---\n2 <= N <= 50\n1 <= A_i, B_i <= 10^6\ngcd(A_i, B_i) = 6\nA_i * B_i <= 10^9\nA_i mod 7 = 3\n",
	} {
		g := generator(t, text)
		in, err := g.Random(rand.New(rand.NewPCG(1, 1)), 0.7)
		if err != nil {
			t.Fatal(err)
		}
		shrink := func() Result {
			return Input(g, in, "same rest", func(x generate.Input) Failure {
				if sum(numbers(x.Text))%3 == sum(numbers(in.Text))%3 {
					return "same rest"
				}
				return ""
			}, Config{})
		}
		r := shrink()
		// One candidate may go over, and an enumeration.
		if r.Work <= 0 || r.Work > maxWork+maxWork/20 {
			t.Errorf("%s took %d, want at most about %d", text, r.Work, maxWork)
		}
		if r.Ended && r.Work > maxWork {
			t.Errorf("%s: it says that it came to its end", text)
		}
		if !r.Smallest.Less(in) {
			t.Errorf("%s: %q did not become smaller", text, in.Text)
		}
		if again := shrink(); !reflect.DeepEqual(again, r) {
			t.Errorf("%s: %q and %q from the same input", text, r.Smallest.Text, again.Smallest.Text)
		}
	}
}

// A number that only bounds others is no number of things, for each of which something could be taken away.
func TestBoundsAreNotCounted(t *testing.T) {
	g := generator(t, "N K\nA_1 ... A_N\n---\n1 <= N <= 10\n1 <= K <= 10^15\n1 <= A_i <= K\n")
	in, err := g.Parse("3 900000000000000\n4 800000000000000 700000000000003\n")
	if err != nil {
		t.Fatal(err)
	}
	r := Input(g, in, "odd", func(x generate.Input) Failure {
		if n := numbers(x.Text); n[len(n)-1]%2 == 1 {
			return "odd"
		}
		return ""
	}, Config{})
	if r.Smallest.Text != "1 1\n1\n" {
		t.Errorf("%q after %d calls", r.Smallest.Text, r.Calls)
	}
}
