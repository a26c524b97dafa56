package statement

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzParse(f *testing.F) {
	problems(f, func(_, text string, _ map[string]string) { f.Add(text) })
	f.Add("Input\nThe first line contains n-1 integers a_{1}, \\ldots, a_{n - 1} ($1 \\le a_i \\le 2 \\cdot 10^{5}$).")
	f.Add("制約\n1 以上 N 以下\n入力\n```\nN\n```")
	f.Fuzz(func(t *testing.T, text string) { checkInvariants(t, text) })
}

// TestSplices holds the promises for statements that are cut in pieces and put together otherwise.
func TestSplices(t *testing.T) {
	var texts []string
	problems(t, func(_, text string, _ map[string]string) { texts = append(texts, text) })
	random := rand.New(rand.NewPCG(1, 2))
	piece := func() string {
		text := texts[random.IntN(len(texts))]
		a, b := random.IntN(len(text)), random.IntN(len(text))
		return text[min(a, b):max(a, b)]
	}
	for range 100 {
		checkInvariants(t, piece()+"\n"+piece()+piece())
	}
}

// checkInvariants holds what Parse promises of any text.
func checkInvariants(t *testing.T, text string) {
	t.Helper()
	s := Parse(text)
	if d := cmp.Diff(s, Parse(text), cmp.AllowUnexported(Constraint{})); d != "" {
		t.Errorf("the same text is read in two ways:\n%s", d)
	}
	lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 1
	place := func(line int, what string) {
		if line < 1 || line > lines {
			t.Errorf("%s stands in line %d of %d", what, line, lines)
		}
	}
	seen := map[string]bool{}
	for _, c := range s.Constraints {
		place(c.Line, c.Text)
		if seen[c.Text] || c.Text == "" || c.Original == "" || strings.ContainsAny(c.Text, "\n$") && !strings.Contains(c.Text, "matches") && !strings.Contains(c.Text, " in ") {
			t.Errorf("constraint %q of %q", c.Text, c.Original)
		}
		seen[c.Text] = true
	}
	for _, l := range s.Layouts {
		place(l.Line, l.Text)
		if l.Sure < 0 || l.Sure > 1 || !strings.HasSuffix(l.Text, "\n") || strings.TrimSpace(l.Text) == "" {
			t.Errorf("layout %+v", l)
		}
	}
	for _, n := range s.Notes {
		place(n.Line, n.Text)
	}
	for _, sample := range s.Samples {
		place(sample.Line, sample.Input)
		if !strings.HasSuffix(sample.Input, "\n") || sample.Output != "" && !strings.HasSuffix(sample.Output, "\n") {
			t.Errorf("sample %+v", sample)
		}
	}
	if f := s.Function; f != nil {
		for _, e := range f.Examples {
			place(e.Line, e.Output)
			for name := range e.Arguments {
				if f.parameter(name) == nil {
					t.Errorf("the argument %s is no parameter", name)
				}
			}
		}
	}
}

// TestLargeTexts holds that Parse does not hang on what is made to hurt it: then the test would end by its time limit.
func TestLargeTexts(t *testing.T) {
	for _, piece := range map[string]string{
		"dollars":   "$ `",
		"fractions": `\frac{`,
		"brackets":  "((((",
		"braces":    "{_{a_{",
		"chains":    "1 <= a, b <= ",
		"names":     "a_1 b_2 c_3 ",
		"lines":     "the first line contains an integer a and ",
		"rows":      "Then n lines follow. ",
		"dots":      "a_1, ..., ",
		"quotes":    "\"1 x\" ",
		"blanks":    "\n \n",
		"indices":   "A \n1\n\u200b\n",
		"tags":      "<pre><p><",
		"samples":   "Input\n1\nOutput\n2\n",
		"arguments": "Input: a = [1], ",
		"sums":      "the sum of all sum of n over ",
		"numbers":   "1,000,000 000 ",
		"letters":   "x_i \\le",
	} {
		for _, before := range []string{"Input\n", "Input\n```\nN\n```\nConstraints\n- "} {
			Parse(before + strings.Repeat(piece, maxText/8/len(piece)))
		}
	}
}
