package check

import (
	"slices"
	"strings"
	"testing"
)

// TestHandSized: a person is asked about the least trivial input that is short, and rather without long numbers.
func TestHandSized(t *testing.T) {
	long := strings.Repeat("1 ", 30)
	for _, c := range []struct {
		inputs []string
		want   int
	}{
		{nil, -1},
		{[]string{long}, -1},
		{[]string{"1", "32", "999 7", "1000000000000", long}, 2},
		{[]string{"1234", "99999", long}, 1},
	} {
		if got := HandSized(slices.All(c.inputs)); got != c.want {
			t.Errorf("%q: got %d, want %d", c.inputs, got, c.want)
		}
	}
}
