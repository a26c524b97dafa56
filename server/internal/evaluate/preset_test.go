package evaluate

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"execre/analysis/schema"
	"execre/server/internal/check"
)

// TestPresetOfThePaper: all that the paper fixes, in one evaluation: its two thresholds, small inputs, outputs as text.
func TestPresetOfThePaper(t *testing.T) {
	a := sums(t, "a", map[string]Label{"right 1": Accepted, "right 2": Accepted, "right 3 spaced": Accepted, "capped": WrongAnswer})
	a.Schema, _ = schema.Parse([]byte("a b\n---\n0 <= a, b <= 10^9\n"))
	cfg := config(&programs{})
	cfg.Preset, cfg.Export = check.ExeCREPaper, t.TempDir()
	result, err := Run(t.Context(), []Problem{a}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, rule := range result.Rules {
		names = append(names, rule.Name)
	}
	if want := []string{"samples", "execre-paper", "execre-paper-0.95"}; !slices.Equal(names, want) || result.Preset != check.ExeCREPaper {
		t.Errorf("preset %s, rules %q", result.Preset, names)
	}
	r := saved(cfg.Export, &a, a.key(cfg))
	if r == nil {
		t.Fatal("no record")
	}
	apart := false
	for _, row := range r.Rows {
		for _, word := range strings.Fields(row.Input) {
			if n, err := strconv.Atoi(word); err != nil || n < 0 || n > 20 {
				t.Errorf("input %q", row.Input)
			}
		}
		// capped, right 1, right 2, right 3 spaced: its blank within the line is another text, and the same answer to a judge.
		apart = apart || row.Answers[1] != row.Answers[3]
		if row.Answers[1] != row.Answers[2] {
			t.Errorf("on %q the answers are %v", row.Input, row.Answers)
		}
	}
	if !apart {
		t.Error("outputs are not compared as texts")
	}
	cfg.Preset = check.Default
	if saved(cfg.Export, &a, a.key(cfg)) != nil {
		t.Error("the record of the preset is taken for that of another one")
	}
}
