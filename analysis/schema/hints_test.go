package schema_test

import (
	"strings"
	"testing"

	"execre/analysis/schema"
)

// TestHints: what people write is read, or answered at its place by what to write instead.
func TestHints(t *testing.T) {
	const layout = "N K\nA_1 ... A_N\nS\nx\nu_1 v_1\n:\nu_K v_K\n---\n"
	for _, c := range []struct {
		line    string
		column  int // of the mistake, 0: it is read
		instead string
	}{
		{"S is lowercase", 3, "S consists of lowercase letters"},
		{"S is an uppercase word", 3, "S consists of uppercase letters"},
		{"S is alphanumeric", 3, "S consists of letters and digits"},
		{"S is binary", 3, "S matches [01]+"},
		{"S is a string", 3, "S consists of lowercase letters"},
		{"S contains digits", 3, "S consists of digits"},
		{"S contains digits and letters", 3, "S matches [ab]+"},
		{"S has length 5", 3, "|S| = 5"},
		{"S is not empty", 3, "|S| >= 1"},
		{"S is made of lowercase letters", 3, "S consists of lowercase letters"},
		{"S only contains capital letters", 3, "S consists of uppercase letters"},
		{"S only contains vowels", 3, "S matches [ab]+"},
		{"S consists of lower case English letters only", 0, ""},
		{"S consists of 'a', 'b' and 'c'", 0, ""},
		{"S consists of emoji", 14, "S matches [.#]+"},
		{"|S| is at most 5", 5, "|S| <= 5"},
		{"length of S <= 5", 8, "|S| <= 5"},
		{"len(S) <= 5", 1, "|S|"},
		{"A is increasing", 3, "A is strictly increasing"},
		{"A is in non-decreasing order", 3, "A is sorted"},
		{"A is descending", 3, "A is sorted descending"},
		{"A is all different", 3, "A is distinct"},
		{"A has no duplicates", 3, "A is distinct"},
		{"A_i are distinct integers", 0, ""},
		{"A is a permutation", 3, "A is a permutation of 1..N"},
		{"A is a permutation of size N", 3, "A is a permutation of 1..N"},
		{"A_i is positive", 5, "A_i >= 1"},
		{"A_i <= A_i+1", 8, "A_{i+1}"},
		{"x is non-negative", 3, "x >= 0"},
		{"x is at most K", 3, "x <= K"},
		{"x is between 1 and K", 3, "1 <= x <= K"},
		{"x ranges from 1 to 10", 3, "1 <= x <= 10"},
		{"x equals 5", 3, "x = 5"},
		{"x is not equal to K", 3, "x != K"},
		{"x is one of 1, 2", 3, "x in {a, b}"},
		{"x is a float", 3, "x is real with 2 decimals"},
		{"x is a power of two", 3, "x is a power of 2"},
		{"x is coprime with K", 3, "gcd(x, Y) = 1"},
		{"x divides K", 3, "K is a multiple of x"},
		{"x is an even number", 0, ""},
		{"N and K are even", 3, "commas"},
		{"u, v form a tree on 1..N", 6, "(u, v) is a tree on 1..N"},
		{"(u, v) is connected", 8, "is a connected simple graph on 1..N"},
		{"(u, v) forms a forest on 1..N", 0, ""},
	} {
		s, mistakes := schema.Parse([]byte(layout + c.line + "  # a comment\n"))
		var first schema.Mistake
		for _, m := range mistakes {
			if !m.Warning {
				first = m
				break
			}
		}
		if c.column == 0 {
			if s == nil {
				t.Errorf("%s: %+v", c.line, first)
			}
			continue
		}
		if first.Pos != (schema.Pos{Line: 9, Column: c.column}) || !strings.Contains(first.Message, c.instead) || first.Length < 1 ||
			first.Pos.Column+first.Length-1 > len(c.line) {
			t.Errorf("%s: %+v, want column %d and %q", c.line, first, c.column, c.instead)
		}
	}
}
