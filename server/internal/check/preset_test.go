package check

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

func formatOf(t interface{ Fatal(...any) }, text string) *schema.Schema {
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
			f := formatOf(t, test.format)
			rapid.Check(t, func(t *rapid.T) {
				g, mistakes := generate.New(f)
				if g == nil {
					t.Fatal(mistakes)
				}
				supply, err := ExeCREPaper.Draw(f, g, rapid.Uint64().Draw(t, "seed"), 5, nil)
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
	f := formatOf(t, "N\n---\n1 <= N <= 3\n")
	g, _ := generate.New(f)
	supply, err := ExeCREPaper.Draw(f, g, 1, 10, nil)
	if err != nil {
		t.Fatal(err)
	}
	if inputs, exhausted := supply.Next(10); len(inputs) != 3 || exhausted == "" {
		t.Errorf("%d inputs, %q", len(inputs), exhausted)
	}
}
