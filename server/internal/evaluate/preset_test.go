package evaluate

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

func format(t interface{ Fatal(...any) }, text string) *schema.Schema {
	s, mistakes := schema.Parse([]byte(text))
	if s == nil {
		t.Fatal(mistakes)
	}
	return s
}

// TestPaperFormat: integers within 20 of 0, one to twenty elements, wherever the format has such values; else as it is.
func TestPaperFormat(t *testing.T) {
	for _, test := range []struct {
		name, format string
		fits         func(lines [][]string) bool
	}{
		{"a list", "N K\nA_1 ... A_N\n---\n1 <= N <= 10^5\n0 <= K <= 10^9\n-10^9 <= A_i <= 10^9\n", func(lines [][]string) bool {
			n, _ := strconv.Atoi(lines[0][0])
			return 1 <= n && n <= 20 && between(0, 20, lines[0][1:]...) && between(-20, 20, lines[1]...)
		}},
		{"a text", "S\n---\n1 <= |S| <= 10^5\nS matches [a-z]+\n", func(lines [][]string) bool { return len(lines[0][0]) <= 20 }},
		{"no small values", "P\n---\n1000 <= P <= 2000\n", func(lines [][]string) bool { return between(1000, 2000, lines[0]...) }},
		{"one small bound", "P Q\n---\n1 <= P <= 100\n90 <= Q - P\nQ <= 200\n", func(lines [][]string) bool { return between(1, 20, lines[0][0]) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := format(t, test.format)
			rapid.Check(t, func(t *rapid.T) {
				g, mistakes := generate.New(f)
				if g == nil {
					t.Fatal(mistakes)
				}
				supply, err := ExeCREPaper.newSupply(f, g, rapid.Uint64().Draw(t, "seed"), 5, nil)
				if err != nil {
					t.Fatal(err)
				}
				inputs, exhausted := supply.Next(5)
				if len(inputs) != 5 || exhausted != "" {
					t.Fatalf("%d inputs, %s", len(inputs), exhausted)
				}
				for _, in := range inputs {
					if _, err := g.Parse(in.Text); err != nil {
						t.Fatalf("%q is no input of the format: %v", in.Text, err)
					}
					var lines [][]string
					for line := range strings.Lines(in.Text) {
						lines = append(lines, strings.Fields(line))
					}
					if !test.fits(lines) {
						t.Fatalf("%q", in.Text)
					}
				}
			})
		})
	}
}

func between(low, high int, words ...string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		n, err := strconv.Atoi(w)
		return err != nil || n < low || n > high
	})
}

func TestUniformIsExhausted(t *testing.T) {
	f := format(t, "N\n---\n1 <= N <= 3\n")
	g, _ := generate.New(f)
	supply, err := ExeCREPaper.newSupply(f, g, 1, 10, nil)
	if err != nil {
		t.Fatal(err)
	}
	if inputs, exhausted := supply.Next(10); len(inputs) != 3 || exhausted == "" {
		t.Errorf("%d inputs, %q", len(inputs), exhausted)
	}
}

// TestPresetOfThePaper: all that the paper fixes, in one evaluation: its two thresholds, small inputs, outputs as text.
func TestPresetOfThePaper(t *testing.T) {
	a := sums(t, "a", map[string]Label{"right 1": Accepted, "right 2": Accepted, "right 3 spaced": Accepted, "capped": WrongAnswer})
	a.Schema = format(t, "a b\n---\n0 <= a, b <= 10^9\n")
	cfg := config(&programs{})
	cfg.Preset, cfg.Export = ExeCREPaper, t.TempDir()
	result, err := Run(t.Context(), []Problem{a}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, rule := range result.Rules {
		names = append(names, rule.Name)
	}
	if want := []string{"samples", "execre-paper", "execre-paper-0.95"}; !slices.Equal(names, want) || result.Preset != ExeCREPaper {
		t.Errorf("preset %s, rules %q", result.Preset, names)
	}
	r := saved(cfg.Export, &a, a.key(cfg))
	if r == nil {
		t.Fatal("no record")
	}
	apart := false
	for _, row := range r.Rows {
		if !between(0, 20, strings.Fields(row.Input)...) {
			t.Errorf("input %q", row.Input)
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
	cfg.Preset = Default
	if saved(cfg.Export, &a, a.key(cfg)) != nil {
		t.Error("the record of the preset is taken for that of another one")
	}
}
