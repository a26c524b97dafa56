package schema

import (
	"slices"
	"strings"
	"testing"
)

// TestWords holds that what editors offer can be read.
func TestWords(t *testing.T) {
	layout := "N S\nA_1 ... A_N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\np_2 ... p_N\n---\n2 <= N <= 9\n"
	for _, w := range Words() {
		layout := layout
		line := "A " + w.Text
		switch {
		case strings.Contains(w.Text, "tree on"), strings.Contains(w.Text, "forest on"), strings.Contains(w.Text, "graph"), strings.Contains(w.Text, "DAG"):
			line = "(u, v) " + w.Text
		case strings.Contains(w.Text, "parent"):
			line = "p " + w.Text
		case strings.Contains(w.Text, "matches"), strings.Contains(w.Text, "consists"):
			line = "S " + w.Text
		case strings.Contains(w.Text, "begins"):
			line = "S consists of letters\nS " + w.Text
		case strings.Contains(w.Text, "not printed"):
			layout, line = "B_1 ... B_K\n---\n", "K "+w.Text
		case strings.HasPrefix(w.Text, "sum of"):
			line = strings.Replace(w.Text, "N", "A", 1)
		}
		if s, mistakes := Parse([]byte(layout + line + "\n")); s == nil {
			t.Errorf("%s: %s", line, dumpMistakes(mistakes))
		}
	}
}

func TestNames(t *testing.T) {
	src := "N M\nrepeat N:\n  one of:\n    1 x\n    2 x y\nA_{1,1} ... A_{1,M}\n:\nA_{N,1} ... A_{N,M}\n---\nnonsense <= <=\n"
	if got := Names([]byte(src)); !slices.Equal(got, []string{"N", "M", "x", "y", "A"}) {
		t.Errorf("got %q", got)
	}
	if got := Names([]byte("N \xff")); got != nil {
		t.Errorf("got %q of what is no text", got)
	}
}
