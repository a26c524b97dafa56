package minimise

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"execre/analysis/generate"
	"pgregory.net/rapid"
)

// counted reads N and N numbers, and nothing else.
func counted(text string) (xs []int, ok bool) {
	f := strings.Fields(text)
	if len(f) == 0 || f[0] != strconv.Itoa(len(f)-1) {
		return nil, false
	}
	for _, w := range f {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, false
		}
		xs = append(xs, n)
	}
	return xs[1:], true
}

// Texts that nobody has a schema for shrink to what a person would have written.
func TestText(t *testing.T) {
	for _, c := range []struct {
		name, from, want string
		fails            func(string) bool
	}{
		{"a count and a line", "6\n9 -3 1007 12 8 4\n", "1\n1001\n", func(s string) bool {
			xs, ok := counted(s)
			return ok && slices.ContainsFunc(xs, func(x int) bool { return x > 1000 })
		}},
		{"a duplicate", "5\n7 93 4 93 1\n", "2\n0 0\n", func(s string) bool {
			xs, ok := counted(s)
			slices.Sort(xs)
			return ok && len(slices.Compact(slices.Clone(xs))) < len(xs)
		}},
		{"below zero", "3\n5 -321 9\n", "1\n-100\n", func(s string) bool {
			xs, ok := counted(s)
			return ok && slices.ContainsFunc(xs, func(x int) bool { return x <= -100 })
		}},
		{"a count of lines", "4 9\n1 2\n3 4\n2 2\n4 1\n", "1 0\n0 0\n", func(s string) bool {
			l := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
			var n, k int
			if c, _ := fmt.Sscan(l[0], &n, &k); c < 2 || n != len(l)-1 {
				return false
			}
			equal := false
			for _, line := range l[1:] {
				x := numbers(line)
				if len(x) != 2 {
					return false
				}
				equal = equal || x[0] == x[1]
			}
			return equal
		}},
		{"words", "3\nhello world\nthe quick fox\nmonday\n", "aa\n", func(s string) bool {
			for i := 1; i < len(s); i++ {
				if s[i] == s[i-1] && s[i] >= 'a' {
					return true
				}
			}
			return false
		}},
		{"a real", "2 0.75\n19.125 7\n", "10\n", func(s string) bool {
			return slices.ContainsFunc(strings.Fields(s), func(w string) bool {
				x, err := strconv.ParseFloat(w, 64)
				return err == nil && x >= 10
			})
		}},
	} {
		asked := map[string]bool{}
		r := Text(c.from, "wrong", func(in generate.Input) Failure {
			if asked[in.Text] || in.Text == c.from {
				t.Errorf("%s: asked about %q again", c.name, in.Text)
			}
			asked[in.Text] = true
			if c.fails(in.Text) {
				return "wrong"
			}
			return ""
		}, Config{})
		if r.Smallest.Text != c.want || !r.Ended || r.Calls != len(asked) || r.Calls > 400 {
			t.Errorf("%s: %q shrank to %q, want %q: %d calls, ended %v", c.name, c.from, r.Smallest.Text, c.want, r.Calls, r.Ended)
		}
	}
}

// Whatever the text and the fault: what comes back fails, is no greater, and took no more calls than allowed.
func TestTextKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`([0-9]{1,3}|-[0-9]|[a-cX]{1,4}|[ \n.]){0,30}`).Draw(rt, "text")
		part := ""
		if text != "" {
			i := rapid.IntRange(0, len(text)-1).Draw(rt, "from")
			part = text[i : i+rapid.IntRange(0, min(3, len(text)-i)).Draw(rt, "length")]
		}
		keepsItsPromises(rt, text, part, rapid.IntRange(1, 120).Draw(rt, "calls"))
	})
}

func FuzzText(f *testing.F) {
	f.Add(" .", "", uint8(40))
	f.Add("3\n-.5 .5 ..\n", "\n", uint8(100))
	f.Add("2 \xff\x00 1e400\r\n99999999999999999999 -9223372036854775808\n", "e", uint8(120))
	f.Fuzz(func(t *testing.T, text, part string, most uint8) {
		if len(text) > 1000 || !strings.Contains(text, part) || most == 0 {
			return
		}
		keepsItsPromises(t, text, part, int(most))
	})
}

func keepsItsPromises(t rapid.TB, text, part string, most int) {
	calls := 0
	r := Text(text, "wrong", func(in generate.Input) Failure {
		calls++
		if strings.Contains(in.Text, part) {
			return "wrong"
		}
		return ""
	}, Config{MaxCalls: most})
	if !strings.Contains(r.Smallest.Text, part) || simpler(text, r.Smallest.Text) || calls > most || calls != r.Calls {
		t.Fatalf("%q with %q shrank to %q in %d of %d calls", text, part, r.Smallest.Text, calls, most)
	}
	if r.Ended && len(part) == 1 && "a" <= part && part <= "z" && strings.TrimSpace(r.Smallest.Text) != part {
		t.Fatalf("%q with %q ended at %q", text, part, r.Smallest.Text)
	}
}

// Inputs that fail in another way are kept apart, and never taken for the failure that is being shrunk.
func TestOtherFailuresAreKeptApart(t *testing.T) {
	g := generator(t, arraySchema)
	in, err := g.Parse("6\n-5 2000 17 -90 30 30\n")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(in generate.Input) Failure {
		xs, _ := counted(in.Text)
		switch {
		case len(xs) == 1:
			return "b.py crashes"
		case slices.ContainsFunc(xs, func(x int) bool { return x > 1000 }):
			return "a.py differs"
		case slices.Min(xs) < -50:
			return "c.py differs"
		}
		return ""
	}
	others := func(r Result) (all []string) {
		for _, o := range r.Others {
			if ask(o.Smallest) != o.Failure {
				t.Errorf("%q does not fail as %q", o.Smallest.Text, o.Failure)
			}
			all = append(all, string(o.Failure))
		}
		return all
	}
	r := Input(g, in, "a.py differs", ask, Config{})
	if r.Smallest.Text != "2\n0 1001\n" || !r.Ended || !slices.Equal(others(r), []string{"b.py crashes", "c.py differs"}) {
		t.Errorf("%q, ended %v, others %+v", r.Smallest.Text, r.Ended, r.Others)
	}
	r = Text(in.Text, "a.py differs", func(in generate.Input) Failure {
		if xs, ok := counted(in.Text); !ok || len(xs) == 0 {
			return ""
		}
		return ask(in)
	}, Config{})
	if r.Smallest.Text != "2\n0 1001\n" || !slices.Contains(others(r), "b.py crashes") {
		t.Errorf("%q, others %+v", r.Smallest.Text, r.Others)
	}
}

// Stop ends the work between two calls, with the best so far.
func TestStop(t *testing.T) {
	g := generator(t, arraySchema)
	in, err := g.Parse("6\n-5 2000 17 -90 30 30\n")
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(generate.Input) Failure { return "wrong" }
	for most := range 3 {
		calls := 0
		stop := Config{Stop: func() bool { calls++; return calls > most }}
		for name, r := range map[string]Result{
			"input": Input(g, in, "wrong", wrong, stop), "text": Text(in.Text, "wrong", wrong, Config{Stop: func() bool { return true }}),
		} {
			if name == "input" && r.Calls != most || r.Ended || in.Less(r.Smallest) || most == 0 && r.Smallest.Text != in.Text {
				t.Errorf("%s: %d calls instead of %d, ended %v, %q", name, r.Calls, most, r.Ended, r.Smallest.Text)
			}
		}
	}
}
