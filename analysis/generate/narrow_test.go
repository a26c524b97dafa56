package generate

import (
	"strconv"
	"strings"
	"testing"

	"execre/analysis/schema"
)

// TestSearchOfANarrowFormat: a format with few values is no reason to stop early, nor to stay with its small values.
func TestSearchOfANarrowFormat(t *testing.T) {
	s, mistakes := schema.Parse([]byte("N\n---\n0 <= N <= 300\n"))
	if s == nil {
		t.Fatal(mistakes)
	}
	g, mistakes := New(s)
	if g == nil {
		t.Fatal(mistakes)
	}
	search := NewSearch(g, 1, 100, nil)
	var large, all int
	for range 2 {
		inputs, exhausted := search.Next(50)
		if exhausted != "" {
			t.Fatalf("exhausted after %d of 301 inputs: %s", all, exhausted)
		}
		for _, in := range inputs {
			n, err := strconv.Atoi(strings.TrimSpace(in.Text))
			if err != nil {
				t.Fatal(err)
			}
			all++
			if n >= 150 {
				large++
			}
		}
	}
	if large < 10 {
		t.Errorf("%d of %d inputs are in the upper half of 0..300", large, all)
	}
}
