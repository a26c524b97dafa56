package checker_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"execre/analysis/checker"
)

func parse(t testing.TB, name string) checker.Checker {
	t.Helper()
	c, err := checker.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNames(t *testing.T) {
	for _, name := range []string{"tokens", "case", "lines", "exact", "unordered", "float:1e-6", "float:0", "float:0.001"} {
		if got := parse(t, name).String(); got != name {
			t.Errorf("Parse(%q).String() = %q", name, got)
		}
	}
	if got := (checker.Checker{}).String(); got != "tokens" {
		t.Errorf("the zero Checker is %q, want tokens", got)
	}
	if parse(t, "tokens") != (checker.Checker{}) {
		t.Error("the zero Checker is not tokens")
	}
}

func TestBadNames(t *testing.T) {
	for _, name := range []string{"", "token", "Tokens", "float"} {
		_, err := checker.Parse(name)
		if err == nil {
			t.Errorf("Parse(%q) succeeds", name)
			continue
		}
		for _, valid := range []string{"tokens", "case", "lines", "exact", "unordered", "float:1e-6"} {
			if !strings.Contains(err.Error(), valid) {
				t.Errorf("Parse(%q): %q does not mention %s", name, err, valid)
			}
		}
	}
	for _, name := range []string{
		"float:", "float:x", "float:-1e-6", "float:1", "float:nan", "float:inf", "float:0x1p-3", "float:1/3", "float: 1e-6",
	} {
		if _, err := checker.Parse(name); err == nil || !strings.Contains(err.Error(), "float:1e-6") {
			t.Errorf("Parse(%q): error %v, want one that shows the right form", name, err)
		}
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		checker, expected, got string
		want                   bool
	}{
		// What editors and systems do to line ends, and what programs do at the end of a line, is no answer.
		{"tokens", "1 2\n3\n", "1 2\r\n3\r\n", true},
		{"tokens", "1 2\n", "1 2  \n", true},
		{"tokens", "1 2\n", "1 2", true},
		{"tokens", "1 2\n3\n", "1\n2 3\n", true},
		{"tokens", "", " \n\n", true},
		{"tokens", "1 2", "12", false},
		{"tokens", "1 2", "2 1", false},
		{"tokens", "1", "1.0", false},
		{"tokens", "Yes", "YES", false},
		{"tokens", "a\u00a0b", "a b", false}, // a no-break space is text
		{"tokens", "\xff", "\xfe", false},

		{"case", "YES\n2\n", "Yes 2", true},
		{"case", "YES", "NO", false},
		{"case", "YES", "Y ES", false},
		{"case", "\u00c4", "\u00e4", false},
		{"case", "\xff", "\xfe", false},

		{"lines", "1 2\n3\n", "1 2\r\n3\r\n", true},
		{"lines", "1 2\n", "1 2 \t\n", true},
		{"lines", "1\n", "1\n\n\n", true},
		{"lines", "1\n", "1", true},
		{"lines", "a\n\nb\n", "a\nb\n", false}, // a blank line may be the answer
		{"lines", "\na", "a", false},
		{"lines", "1 2", "1  2", false},
		{"lines", " 1", "1", false},

		{"exact", "1\n", "1\n", true},
		{"exact", "1\n", "1", false},
		{"exact", "1\n", "1\r\n", false},

		{"unordered", "1 2\n3 4\n", "3  4\r\n\n1 2", true},
		{"unordered", "1 2\n", "2 1\n", false},
		{"unordered", "1\n1\n2\n", "1\n2\n2\n", false},
		{"unordered", "1\n1\n", "1\n", false},
		{"unordered", "1 2\n", "1\n2\n", false},

		{"float:1e-6", "0.5", "5e-1", true},
		{"float:1e-6", "0.5", ".5", true},
		{"float:1e-6", "5.", "5", true},
		{"float:1e-6", "1.0 2", "1.0000005 2", true},
		{"float:1e-6", "0.5 x", "0.5 y", false},
		{"float:1e-6", "0.5", "0.5 0.5", false},
		// The bound itself is allowed, absolutely …
		{"float:1e-6", "0.1", "0.100001", true},
		{"float:1e-6", "0.1", "0.1000010000000000000000000001", false},
		{"float:1e-6", "0", "0.000001", true},
		{"float:1e-6", "-0.0000005", "0.0000005", true},
		{"float:1e-6", "-0.0000005", "0.00000050000000000000001", false},
		// … and relatively.
		{"float:0.1", "900.0", "1000.0", true},
		{"float:0.1", "899.99999999999999999999", "1000.0", false},
		{"float:1e-6", "1e300", "1.0000001e300", true},
		{"float:1e-6", "1e400", "1.0000001e400", true}, // beyond float64
		{"float:1e-6", "1e400", "1.1e400", false},
		{"float:1e-6", "1e400", "inf", false},
		{"float:1e-6", "1e99999", "1e99999", true},
		{"float:1e-6", "1e99999", "10e99998", false}, // beyond any sense: text
		{"float:0", "0.5", "0.50", true},
		{"float:0", "0.5", "0.50000000000000000000001", false},
		// Integers are exact, however close they are relatively.
		{"float:1e-6", "1000000000", "1000000001", false},
		{"float:1e-6", "100000000000000000000", "100000000000000000001", false},
		{"float:1e-6", "7", "007", true},
		{"float:1e-6", "7", "+7", true},
		{"float:1e-6", "0", "-0", true},
		{"float:1e-6", "7", "-7", false},
		{"float:1e-6", "1000000000", "1000000001.0", true},
		{"float:1e-6", "010.0", "10", true}, // not octal
		{"float:1e-6", "0", "-0.0", true},
		{"float:1e-6", "nan", "-NaN", true},
		{"float:1e-6", "nan", "0", false},
		{"float:1e-6", "inf", "Infinity", true},
		{"float:1e-6", "inf", "-inf", false},
		{"float:1e-6", "inf", "1e308", false},
		// Only what a contest calls a number is one.
		{"float:1e-6", "0x10", "16", false},
		{"float:1e-6", "1_000", "1000", false},
		{"float:1e-6", "1/2", "0.5", false},
		{"float:1e-6", "1e", "1", false},
		{"float:1e-6", "--1", "-1", false},
		{"float:1e-6", ".", "0", false},
	}
	for _, tt := range tests {
		c := parse(t, tt.checker)
		if got := c.Equal(tt.expected, tt.got); got != tt.want {
			t.Errorf("%s: Equal(%q, %q) = %v", c, tt.expected, tt.got, got)
		}
		if got := c.Equal(tt.got, tt.expected); got != tt.want {
			t.Errorf("%s: Equal(%q, %q) = %v", c, tt.got, tt.expected, got)
		}
		ids := c.Group([]string{tt.expected, tt.got})
		if got := ids[0] == ids[1]; got != tt.want {
			t.Errorf("%s: Group(%q, %q) = %v", c, tt.expected, tt.got, ids)
		}
	}
}

func TestGroup(t *testing.T) {
	tests := []struct {
		checker string
		outputs []string
		want    []int
	}{
		{"tokens", nil, []int{}},
		{"tokens", []string{"b", "a", "b\n", "", "a "}, []int{0, 1, 0, 2, 1}},
		// Neighbours are near and the ends are not: one answer all the same, in any order.
		{"float:0.1", []string{"0.00", "0.08", "0.16", "0.50"}, []int{0, 0, 0, 1}},
		{"float:0.1", []string{"0.00", "0.50", "0.16", "0.08"}, []int{0, 1, 0, 0}},
		{"float:0.1", []string{"0.50", "0.00", "0.16"}, []int{0, 1, 2}},
		// A chain is of whole outputs: no pair here is near in both tokens.
		{"float:0.1", []string{"0.0 0.0", "0.1 9.0", "0.0 0.1"}, []int{0, 1, 0}},
		// Tokens that every program prints as an integer are exact, the others tolerant.
		{"float:1e-6", []string{"1000000 0.5", "1000001 0.5", "1000000 0.5000001"}, []int{0, 1, 0}},
		// Two classes that a later output joins.
		{"float:0.1", []string{"x", "0.0", "0.2", "x", "0.2", "0.1"}, []int{0, 1, 1, 0, 1, 1}},
	}
	for _, tt := range tests {
		if got := parse(t, tt.checker).Group(tt.outputs); !slices.Equal(got, tt.want) {
			t.Errorf("%s: Group(%q) = %v, want %v", tt.checker, tt.outputs, got, tt.want)
		}
	}
}

// checkGroup holds what Group promises whatever the outputs are: ids begin at 0 and grow by one, equal texts and
// outputs that Equal joins share an id, and the order of the outputs does not matter.
func checkGroup(t testing.TB, c checker.Checker, outputs []string) {
	t.Helper()
	ids := c.Group(outputs)
	if len(ids) != len(outputs) {
		t.Fatalf("%s: %d ids for %d outputs", c, len(ids), len(outputs))
	}
	next := 0
	for i, id := range ids {
		if id < 0 || id > next {
			t.Fatalf("%s: Group(%q) = %v: ids are not in order of first appearance", c, outputs, ids)
		}
		if id == next {
			next++
		}
		for j := range i {
			equal := c.Equal(outputs[j], outputs[i])
			if ids[j] != id && equal {
				t.Fatalf("%s: %q equals %q but has another id", c, outputs[i], outputs[j])
			}
			if ids[j] == id && !equal && !strings.HasPrefix(c.String(), "float") {
				t.Fatalf("%s: %q has the id of %q but is not equal", c, outputs[i], outputs[j])
			}
		}
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(outputs))
	shuffled := make([]string, len(outputs))
	for to, from := range order {
		shuffled[to] = outputs[from]
	}
	other := c.Group(shuffled)
	for a, i := range order {
		for b, j := range order {
			if (ids[i] == ids[j]) != (other[a] == other[b]) {
				t.Fatalf("%s: whether %q and %q are one answer depends on the order", c, outputs[i], outputs[j])
			}
		}
	}
}

func TestGroupProperties(t *testing.T) {
	token := rapid.SampledFrom([]string{
		"0", "-0", "0.0", "0.06", "0.1", "0.15", "0.2", "1", "1.05", "01", "1e0", "10", "11", "10.5", "nan", "inf", "-inf", "x",
	})
	name := rapid.SampledFrom([]string{"tokens", "case", "lines", "exact", "unordered", "float:0.1", "float:0", "float:1e-6"})
	rapid.Check(t, func(rt *rapid.T) {
		line := rapid.Custom(func(rt *rapid.T) string {
			blank := rapid.SampledFrom([]string{" ", "  "}).Draw(rt, "blank")
			return strings.Join(rapid.SliceOfN(token, 0, 2).Draw(rt, "line"), blank)
		})
		output := rapid.Custom(func(rt *rapid.T) string {
			end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(rt, "end")
			return strings.Join(rapid.SliceOfN(line, 0, 2).Draw(rt, "lines"), end)
		})
		checkGroup(t, parse(t, name.Draw(rt, "checker")), rapid.SliceOfN(output, 0, 6).Draw(rt, "outputs"))
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"tokens", "case", "lines", "exact", "unordered", "float:1e-6", "float:", "float:1e-1001", "float:00.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		c, err := checker.Parse(name)
		if err != nil {
			return
		}
		if c.String() != name {
			t.Errorf("Parse(%q).String() = %q", name, c)
		}
		if !c.Equal("1.5 x", "1.5 x") {
			t.Errorf("%s: an output does not equal itself", c)
		}
	})
}

func FuzzGroup(f *testing.F) {
	f.Add("tokens", "1 2\n|1 2\r\n||2 1")
	f.Add("lines", "a\n\nb|a\nb|a\n\nb\n\n")
	f.Add("case", "YES 1|yes\n1|Yes\xff 1|No")
	f.Add("unordered", "1 2\n3|3\n1 2|2 1\n3")
	f.Add("float:1e-6", "0.5|5e-1|.5000005|nan|1e400|1e401|-inf|0")
	f.Add("float:1e-1000", "1e-999|2e-999|0|-0.|1e1000|1e-1001")
	f.Fuzz(func(t *testing.T, name, outputs string) {
		c, err := checker.Parse(name)
		if err != nil || strings.Count(outputs, "|") > 20 {
			return
		}
		checkGroup(t, c, strings.Split(outputs, "|"))
	})
}

// manyTokens are outputs of some megabytes: the same tokens in other lines, one with another last token, and one that
// differs from the first token on.
func manyTokens() []string {
	const tokens = 1 << 20
	return []string{
		strings.Repeat("1.5 ", tokens) + "2", strings.Repeat("1.5\n", tokens) + "2\n", strings.Repeat("1.5\n", tokens) + "3\n",
		strings.Repeat("2.5 ", tokens),
	}
}

// TestLargeOutputs: how much memory a comparison takes does not depend on how long the outputs are.
func TestLargeOutputs(t *testing.T) {
	outputs := manyTokens()
	for name, want := range map[string][]int{
		"tokens": {0, 0, 1, 2}, "case": {0, 0, 1, 2}, "lines": {0, 1, 2, 3}, "exact": {0, 1, 2, 3}, "unordered": {0, 1, 2, 3},
		"float:1e-6": {0, 0, 1, 2},
	} {
		c := parse(t, name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := c.Group(outputs)
		equal := c.Equal(outputs[0], outputs[1])
		_, real := checker.Shape(outputs[0])
		runtime.ReadMemStats(&after)
		if !slices.Equal(got, want) || equal != (want[1] == 0) || !real {
			t.Errorf("%s: Group gives %v, want %v; Equal %t, real %t", c, got, want, equal, real)
		}
		// A line may be a whole output, and is needed as a whole to be compared in any order.
		most := uint64(1 << 20)
		if name == "unordered" {
			most = 64 << 20
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > most {
			t.Errorf("%s: %d bytes for outputs of %d", c, used, 4*len(outputs[0]))
		}
	}
}

func BenchmarkLargeOutputs(b *testing.B) {
	outputs := manyTokens()
	for _, name := range []string{"tokens", "lines", "unordered", "float:1e-6"} {
		c := parse(b, name)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Group(outputs)
				checker.Shape(outputs[0])
			}
		})
	}
}

func BenchmarkGroupFloats(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	outputs := make([]string, 20)
	for i := range outputs {
		var s strings.Builder
		for range 10000 {
			s.WriteString("123.45678")
			s.WriteByte(byte('0' + r.IntN(10)))
			s.WriteByte('\n')
		}
		outputs[i] = s.String()
	}
	c := parse(b, "float:1e-6")
	for b.Loop() {
		c.Group(outputs)
	}
}

func TestShape(t *testing.T) {
	for output, want := range map[string]struct {
		count int
		real  bool
	}{
		"":                {0, false},
		"3 4\n":           {2, false},
		"Case 1: 0.5\r\n": {3, true},
		"1e-7":            {1, true},
		"5.":              {1, true},
		"nan":             {1, false},
		"1.2.3 v1.0 0x1p": {3, false},
	} {
		if count, real := checker.Shape(output); count != want.count || real != want.real {
			t.Errorf("Shape(%q) = %d, %t; want %+v", output, count, real, want)
		}
	}
}
