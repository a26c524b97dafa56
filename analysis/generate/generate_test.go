package generate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"execre/analysis/schema"
	"pgregory.net/rapid"
)

// checkInput holds what every input promises: replaying its choices gives it back, its text is an input of
// the schema (Parse checks that by other means than those that made it), and the choices that Parse finds give the text.
func checkInput(t rapid.TB, g *Generator, in Input) {
	t.Helper()
	again, err := g.Replay(in.Choices)
	if err != nil || again.Text != in.Text || !slices.Equal(again.Choices, in.Choices) {
		t.Fatalf("%q replays as %q, %v", clip(in.Text), clip(again.Text), err)
	}
	parsed, err := g.Parse(in.Text)
	if err != nil {
		t.Fatalf("%q is refused: %v", in.Text, err)
	}
	if parsed.Text != in.Text {
		t.Fatalf("%q is read as %q", in.Text, parsed.Text)
	}
	back, err := g.Replay(parsed.Choices)
	if err != nil || back.Text != in.Text || !slices.Equal(back.Choices, parsed.Choices) {
		t.Fatalf("the choices of %q give %q, %v", in.Text, clip(back.Text), err)
	}
	if !strings.HasSuffix(in.Text, "\n") {
		t.Fatalf("%q has no final line end", in.Text)
	}
}

func TestRoundTrips(t *testing.T) {
	for name, b := range kinds() {
		t.Run(name, func(t *testing.T) {
			g := compile(t, b)
			for i := range 150 {
				r := rng(uint64(i))
				in, err := g.Random(r, float64(i)/150*0.7)
				if err != nil {
					t.Fatalf("seed %d: %v", i, err)
				}
				checkInput(t, g, in)
				mutant, err := g.Mutate(r, in)
				if err != nil {
					t.Fatalf("seed %d: mutating %q: %v", i, in.Text, err)
				}
				checkInput(t, g, mutant)
				if len(mutant.Text) > 8*len(in.Text)+200 {
					t.Errorf("seed %d: mutation made %d bytes of %d", i, len(mutant.Text), len(in.Text))
				}
			}
		})
	}
}

// Any sequence of choices gives an input.
func TestReplayIsTotal(t *testing.T) {
	compiled := map[string]*Generator{}
	for name, b := range kinds() {
		compiled[name] = compile(t, b)
	}
	names := slices.Sorted(maps.Keys(compiled))
	rapid.Check(t, func(t *rapid.T) {
		g := compiled[rapid.SampledFrom(names).Draw(t, "schema")]
		choice := rapid.OneOf(rapid.Uint64Range(0, 5), rapid.Uint64Range(0, 40), rapid.Uint64())
		// The counts stand first; keep them small.
		c := append(rapid.SliceOfN(rapid.Uint64Range(0, 6), 0, 3).Draw(t, "counts"), rapid.SliceOfN(choice, 0, 30).Draw(t, "choices")...)
		in, err := g.Replay(c)
		if err != nil {
			if strings.Contains(err.Error(), "more than") {
				t.Skip("too large")
			}
			t.Fatalf("%v: %v", c, err)
		}
		if len(in.Text) < 100_000 {
			checkInput(t, g, in)
		}
	})
}

// anySchema draws a schema: scalars, a Repeat or two with columns of several sorts, strings, perhaps all inside test
// cases.
func anySchema(t *rapid.T) *build {
	b := newBuild()
	var numbers []*schema.Var
	scalar := func(name string) *schema.Var {
		v := b.int(name)
		lo := rapid.IntRange(-8, 3).Draw(t, "lo")
		if len(numbers) > 0 && rapid.Bool().Draw(t, "bounded by another") {
			other := rapid.SampledFrom(numbers).Draw(t, "other")
			b.is("lo <= v <= other + 12", lo, "<=", v, "<=", op(call("max", other, 0), "+", 12))
		} else {
			b.is("lo <= v <= hi", lo, "<=", v, "<=", lo+rapid.IntRange(0, 50).Draw(t, "width"))
		}
		switch rapid.IntRange(0, 5).Draw(t, "extra") {
		case 0:
			if len(numbers) > 0 {
				b.is("v != other", v, "!=", rapid.SampledFrom(numbers).Draw(t, "unequal"))
			}
		case 1:
			b.is("v is even or so", op(v, "%", 2), "<=", 1)
		}
		return v
	}
	body := func(suffix string) {
		n := b.int("n" + suffix)
		b.is("1 <= n <= 6", rapid.IntRange(0, 2).Draw(t, "least"), "<=", n, "<=", 6)
		b.text(" ")
		outer := len(numbers)
		for i := range rapid.IntRange(0, 3).Draw(t, "scalars") {
			numbers = append(numbers, scalar(fmt.Sprintf("x%s%d", suffix, i)))
			b.text(" ")
		}
		b.text("\n")
		visible := slices.Clone(numbers)
		for k := range rapid.IntRange(1, 2).Draw(t, "repeats") {
			separator := rapid.SampledFrom([]string{" ", "\n"}).Draw(t, "separator")
			var column *schema.Var
			b.repeat(e(n), separator, func() {
				numbers = slices.Clone(visible)
				switch rapid.IntRange(0, 4).Draw(t, "column") {
				case 0:
					d := schema.Domain{Values: []string{"b", "a", "cc"}}
					b.word(fmt.Sprintf("w%s%d", suffix, k), d)
				case 1:
					length := b.hidden(fmt.Sprintf("|s%s%d|", suffix, k))
					b.is("1 <= |s| <= 4", 1, "<=", length, "<=", 4)
					pattern := rapid.SampledFrom([]string{`[a-c]+`, `x[0-9]*`, `(ab|c)+d?`}).Draw(t, "pattern")
					b.word(fmt.Sprintf("s%s%d", suffix, k), schema.Domain{Pattern: pattern, Length: length})
				case 2:
					numbers = append(numbers, scalar(fmt.Sprintf("y%s%d", suffix, k)))
					b.text(" ")
					numbers = append(numbers, scalar(fmt.Sprintf("z%s%d", suffix, k)))
				default:
					column = b.int(fmt.Sprintf("a%s%d", suffix, k))
					b.is("-3 <= a <= 20", -3, "<=", column, "<=", 20)
				}
			})
			b.text("\n")
			if column != nil {
				sorts := []schema.ConstraintKind{schema.Distinct, schema.Sorted, schema.StrictlyIncreasing, schema.SumAtMost}
				for _, kind := range rapid.SliceOfNDistinct(rapid.SampledFrom(sorts), 0, 2, rapid.ID).Draw(t, "constraints") {
					if kind == schema.SumAtMost {
						b.column(kind, "sum of a <= 60", nil, 60, column)
					} else {
						b.column(kind, "a is special", nil, nil, column)
					}
				}
			}
		}
		numbers = numbers[:outer]
	}
	if rapid.Bool().Draw(t, "test cases") {
		tests := b.int("T")
		b.is("0 <= T <= 3", rapid.IntRange(0, 1).Draw(t, "least tests"), "<=", tests, "<=", 3).text("\n")
		b.repeat(e(tests), "\n", func() { body("") })
		b.text("\n")
	} else {
		body("")
	}
	return b
}

func TestRandomSchemas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anySchema(t)
		g, mistakes := New(b.Schema)
		if g == nil {
			if mistakes[0].Code == codeUnsatisfiable {
				t.Skip(mistakes[0].Message)
			}
			t.Fatalf("%+v", mistakes)
		}
		r := rng(rapid.Uint64().Draw(t, "seed"))
		in, err := g.Random(r, rapid.Float64Range(0, 1).Draw(t, "size"))
		if err != nil {
			t.Skip(err) // bounds that leave nothing in all attempts
		}
		checkInput(t, g, in)
		mutant, err := g.Mutate(r, in)
		if err != nil {
			t.Fatal(err)
		}
		checkInput(t, g, mutant)
	})
}

// Whatever is printed first, every pair L < R can come; the values that a choice of 0 gives are the smallest.
func TestBoundsThatReferToEachOther(t *testing.T) {
	for _, leftFirst := range []bool{true, false} {
		g := compile(t, intervals(leftFirst))
		in, err := g.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := "1\n2 1\n"
		if leftFirst {
			want = "1\n1 2\n"
		}
		if in.Text != want {
			t.Errorf("the simplest input is %q, want %q", in.Text, want)
		}
		in, err = g.Replay(Choices{0, 1 << 40, 1 << 40})
		want = "1\n200000 199999\n"
		if leftFirst {
			want = "1\n199999 200000\n"
		}
		if err != nil || in.Text != want {
			t.Errorf("the greatest is %q, %v, want %q", in.Text, err, want)
		}
	}
}

// Values that a Repeat would need if it had iterations do not bind what is outside when it has none.
func TestEmptyRepeatsBindNothing(t *testing.T) {
	b := newBuild()
	n := b.int("N")
	b.text(" ")
	k := b.int("K")
	b.text("\n")
	b.repeat(e(n), " ", func() { b.int("A") })
	b.text("\n")
	a := b.named("A")
	b.is("0 <= N <= 2", 0, "<=", n, "<=", 2).is("0 <= K <= 9", 0, "<=", k, "<=", 9).is("5 <= A_i <= 5", 5, "<=", a, "<=", 5).is("A_i <= K", a, "<=", k)
	g := compile(t, b)
	for text, want := range map[string]bool{"0 2\n\n": true, "0 9\n\n": true, "1 5\n5\n": true, "1 4\n5\n": false} {
		if _, err := g.Parse(text); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	if all, ok := g.Enumerate(100); !ok || len(all) != 10+5+5 {
		t.Errorf("%d inputs", len(all))
	}
}

// Every length that a pattern can have is met at once, without trying.
func TestPatternsMeetLengths(t *testing.T) {
	for _, pattern := range []string{`[a-z]*[0-9]{0,2}`, `[0-9]{0,2}x[a-z]*`, `(ab|cd)*e?`, `([a-z]{1,3} ){2,4}z`, `a|bbb|c{5,6}`, `(a|bbb|x[0-9]+)`} {
		p, err := compilePattern(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for n := p.least; n <= min(p.most, 15); n++ {
			if !p.fits(n, n) {
				continue
			}
			for _, high := range []uint64{0, 1, 5} {
				r := &run{source: &replayer{choices: slices.Repeat(Choices{high}, 60)}, limit: maxValues}
				out, ok := p.text(r, nil, n, n, -1)
				if !ok || len(out) != n {
					t.Errorf("%s of length %d: %q, %v", pattern, n, string(out), ok)
				}
			}
		}
	}
}

func TestEnumerate(t *testing.T) {
	pairs := newBuild()
	x := pairs.int("A")
	pairs.text(" ")
	y := pairs.int("B")
	pairs.is("1 <= A < B <= 9", 1, "<=", x, "<", y, "<=", 9)
	coprime := newBuild()
	x = coprime.int("a")
	coprime.text(" ")
	y = coprime.int("b")
	coprime.is("1 <= a, b <= 10", 1, "<=", x, "<=", 10).is("1 <= a, b <= 10", 1, "<=", y, "<=", 10).is("gcd(a, b) = 1", call("gcd", x, y), "=", 1)
	small := func(b *build, n int) *build { return b.is("N is small", b.named("N"), "<=", n) }
	narrow := func(b *build) *build {
		return b.is("A is small", 0, "<=", b.named("A"), "<=", 3).is("N is small", b.named("N"), "<=", 3)
	}
	cases := []struct {
		name  string
		b     *build
		want  int
		first string
	}{
		{"pairs A < B", pairs, 36, "1 2\n"},
		{"coprime pairs", coprime, 63, "1 1\n"}, // 2*(1+1+2+2+4+2+6+4+6+4) - 1, by Euler's phi
		{"coupon", coupon(), 1010, "0 1\n"},
		{"permutations of up to 5", small(permutation(), 5), 1 + 2 + 6 + 24 + 120, "1\n1\n"},
		{"trees on up to 4, in all orders", small(treeOf(10), 4), 1*2 + 3*2*4 + 16*6*8, "2\n1 2\n"}, // n^(n-2) trees, their lines and ends in all ways
		{"distinct", narrow(columns(schema.Distinct)), 4 + 12 + 24, "1\n0\n"},
		{"sorted", narrow(columns(schema.Sorted)), 4 + 10 + 20, "1\n0\n"},
		{"increasing", narrow(columns(schema.StrictlyIncreasing)), 4 + 6 + 4, "1\n0\n"},
		{"codes", stringOf(schema.Domain{Pattern: `ABC\d{3}`}, 1, 10), 1000, "ABC000\n"},
		{"even lengths", stringOf(schema.Domain{Pattern: `(ab|c[xyz])*`}, 1, 5), 4 + 16, "ab\n"},
		{"alphabet", stringOf(schema.Domain{Alphabet: []rune("xyz")}, 0, 4), 1 + 3 + 9 + 27 + 81, "\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := compile(t, c.b)
			all, ok := g.Enumerate(c.want)
			if !ok || len(all) != c.want {
				t.Fatalf("%d inputs (%v), want %d", len(all), ok, c.want)
			}
			if all[0].Text != c.first {
				t.Errorf("the first is %q, want %q", all[0].Text, c.first)
			}
			seen := map[string]bool{}
			for i, in := range all {
				if seen[in.Text] || i > 0 && !all[i-1].Less(in) {
					t.Fatalf("%q is there twice, or out of order", in.Text)
				}
				seen[in.Text] = true
				checkInput(t, g, in)
			}
			if _, ok := g.Enumerate(c.want - 1); ok {
				t.Error("one more than the limit is called complete")
			}
		})
	}
	if _, ok := compile(t, numberAndArray(-1000000000, 1000000000, 10)).Enumerate(500); ok {
		t.Error("a large space is called complete")
	}
}

// What a run leaves to the next one changes nothing, whoever else makes inputs at the same time.
func TestRunsDoNotMix(t *testing.T) {
	for name, b := range kinds() {
		used, fresh := compile(t, b), compile(t, b)
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				for i := range uint64(30) {
					got, err := used.Random(rng(i), 0.5)
					want, err2 := compiledAnew(fresh).Random(rng(i), 0.5)
					if err != nil || err2 != nil || got.Text != want.Text || !slices.Equal(got.Choices, want.Choices) {
						t.Errorf("%s, seed %d: %q, from a new generator %q, %v, %v", name, i, clip(got.Text), clip(want.Text), err, err2)
					}
				}
			})
		}
		group.Wait()
	}
}

// compiledAnew is a generator of the same schema that never made an input.
func compiledAnew(g *Generator) *Generator {
	anew, _ := New(g.schema)
	return anew
}

func TestRandomSizes(t *testing.T) {
	for name, b := range kinds() {
		g := compile(t, b)
		simplest, err := g.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		in, err := g.Random(rng(1), 0)
		if err != nil || in.Text != simplest.Text {
			t.Errorf("%s: size 0 gives %q, %v, want the simplest, %q", name, clip(in.Text), err, simplest.Text)
		}
		for seed := range uint64(6) {
			in, err := g.Random(rng(seed), 1)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if len(in.Text) > 3<<20 {
				t.Errorf("%s: size 1 gives %d bytes", name, len(in.Text))
			}
		}
	}
	// Sizes grow with size.
	g := compile(t, numberAndArray(-1000000000, 1000000000, 100000))
	sum := func(size float64) (total int) {
		for seed := range uint64(20) {
			in, err := g.Random(rng(seed), size)
			if err != nil {
				t.Fatal(err)
			}
			total += len(in.Text)
		}
		return total
	}
	if a, b, c := sum(0.1), sum(0.4), sum(0.8); 4*a > b || 4*b > c {
		t.Errorf("sizes .1, .4 and .8 give %d, %d and %d bytes", a, b, c)
	}
}

// What faults are found with must come often: bounds, ties, equal, sorted and reversed columns, phrases, shapes of
// trees.
func TestRandomIsBiased(t *testing.T) {
	share := func(b *build, f func(text string) bool) float64 {
		g := compile(t, b)
		n := 0
		for seed := range uint64(400) {
			in, err := g.Random(rng(seed), 0.5)
			if err != nil {
				t.Fatal(err)
			}
			if f(in.Text) {
				n++
			}
		}
		return float64(n) / 400
	}
	fields := func(s string) []string { return strings.Fields(s) }
	values := func(s string) []string { return fields(s)[1:] }
	array := func() *build { return numberAndArray(1, 1000000000, 1000) }
	cases := []struct {
		name  string
		b     *build
		f     func(string) bool
		least float64
	}{
		{"the upper bound", array(), func(s string) bool { return slices.Contains(values(s), "1000000000") }, 0.2},
		{"N is 1", array(), func(s string) bool { return len(values(s)) == 1 }, 0.05},
		{"a tie", array(), func(s string) bool {
			v := values(s)
			slices.Sort(v)
			return len(slices.Compact(slices.Clone(v))) < len(v)
		}, 0.2},
		{"all equal", array(), func(s string) bool {
			v := values(s)
			return len(v) > 2 && len(slices.Compact(v)) == 1
		}, 0.05},
		{"sorted", array(), func(s string) bool {
			v := values(s)
			return len(v) > 2 && slices.IsSortedFunc(v, func(a, b string) int { return len(a) - len(b) })
		}, 0.05},
		{"both phrases", restaurants(), func(s string) bool {
			return strings.Contains(s, "\npea soup\n") && strings.Contains(s, "\npancakes\n")
		}, 0.3},
		{"coprime neighbours", mixture(), func(s string) bool {
			return len(s) > 0
		}, 1},
		{"touching intervals", intervals(true), func(s string) bool {
			v := values(s)
			for i := 1; i < len(v); i += 2 {
				for j := 0; j < len(v); j += 2 {
					if v[i] == v[j] {
						return true
					}
				}
			}
			return false
		}, 0.2},
	}
	for _, c := range cases {
		if got := share(c.b, c.f); got < c.least {
			t.Errorf("%s: in %.2f of the inputs, want %.2f at least", c.name, got, c.least)
		}
	}
	shape := func(want func(degree map[string]int) bool) float64 {
		return share(treeOf(200), func(s string) bool {
			degree := map[string]int{}
			for _, x := range values(s) {
				degree[x]++
			}
			return len(degree) > 4 && want(degree)
		})
	}
	greatest := func(d map[string]int) int { return slices.Max(slices.Collect(maps.Values(d))) }
	if got := shape(func(d map[string]int) bool { return greatest(d) == 2 }); got < 0.05 {
		t.Errorf("%.2f of the trees are paths", got)
	}
	if got := shape(func(d map[string]int) bool { return greatest(d) == len(d)-1 }); got < 0.05 {
		t.Errorf("%.2f of the trees are stars", got)
	}
}

func TestNewRefuses(t *testing.T) {
	open := newBuild()
	open.is("N >= 1", 1, "<=", open.int("N"))
	contradiction := coupon()
	contradiction.is("n > T + 10", op(contradiction.named("T"), "+", 10), "<", contradiction.named("n"))
	squares := newBuild()
	x := squares.int("x")
	squares.is("2 <= x <= 9", 2, "<=", x, "<=", 9).is("x*x = 50", op(x, "*", x), "=", 50)
	crowded := numberAndArray(1, 5, 100)
	crowded.column(schema.Distinct, "A is distinct", nil, nil, crowded.named("A")).is("N >= 6", 6, "<=", crowded.named("N"))
	large := numberAndArray(1, 5, 10000000)
	large.is("N >= 2000000", 2000000, "<=", large.named("N"))
	unknown := numberAndArray(1, 5, 10)
	unknown.column(schema.ConstraintInvalid, "A is a circus", nil, nil, unknown.named("A"))
	loose := newBuild()
	loose.word("S", schema.Domain{})
	third := newBuild()
	third.is("0 <= N <= 1/3", 0, "<=", third.int("N"), "<=", "1/3")
	cases := []struct {
		name, code, message string
		line                int
		b                   *build
	}{
		{"no upper bound", codeCannot, "N has no upper bound; add one", 1, open},
		{"contradiction", codeUnsatisfiable, `"n > T + 10"`, 14, contradiction},
		{"no square", codeUnsatisfiable, `"x*x = 50"`, 12, squares},
		{"too few values", codeUnsatisfiable, `"A is distinct"`, 14, crowded},
		{"too large", codeTooLarge, "more than 1000000 values", 2, large},
		{"unknown predicate", codeCannot, `"A is a circus" cannot be met yet`, 14, unknown},
		{"no characters", codeCannot, "which characters S may have", 1, loose},
		{"a third", codeCannot, "no finite decimal form", 11, third},
	}
	for _, c := range cases {
		g, mistakes := New(c.b.Schema)
		if g != nil || len(mistakes) == 0 {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if m := mistakes[0]; m.Code != c.code || !strings.Contains(m.Message, c.message) || m.Pos.Line != c.line || m.Length < 1 {
			t.Errorf("%s: %+v, want %s at line %d: %s", c.name, m, c.code, c.line, c.message)
		}
	}
}

func TestFunctionArgs(t *testing.T) {
	b := newBuild()
	b.Style = schema.FunctionArgs
	n := b.hidden("n")
	r := b.repeat(e(n), "", func() { b.int("nums") })
	r.JSONList = true
	b.text("\n")
	b.int("k")
	b.text("\n")
	b.word("s", schema.Domain{Pattern: `[a"\\ ]{0,3}`})
	b.is("0 <= n <= 4", 0, "<=", n, "<=", 4).is("-9 <= nums <= 9", -9, "<=", b.named("nums"), "<=", 9).is("1 <= k <= 5", 1, "<=", b.named("k"), "<=", 5)
	g := compile(t, b)
	for seed := range uint64(100) {
		in, err := g.Random(rng(seed), 0.8)
		if err != nil {
			t.Fatal(err)
		}
		checkInput(t, g, in)
	}
	in, err := g.Parse("[1,-2 , 3]\r\n5\n\"a\\\"\\\\\"")
	if err != nil || in.Text != "[1, -2, 3]\n5\n\"a\\\"\\\\\"\n" {
		t.Errorf("%q, %v", in.Text, err)
	}
	in, err = g.Parse("[]\n1\n\"\"\n")
	if err != nil || in.Text != "[]\n1\n\"\"\n" {
		t.Errorf("%q, %v", in.Text, err)
	}
	if _, err := g.Parse("[1 2]\n1\n\"\"\n"); err == nil || err.Error() != `line 1, column 4: expected ",", found "2]"` {
		t.Errorf("%v", err)
	}
}

func TestLess(t *testing.T) {
	order := []Input{
		{"1\n", Choices{0}}, {"1\n", Choices{0, 5}}, {"1\n", Choices{1}}, {"2\n", Choices{1}}, {"10\n", Choices{0}},
	}
	for i, a := range order {
		for j, b := range order {
			if a.Less(b) != (i < j) {
				t.Errorf("Less(%v, %v) is %v", a, b, a.Less(b))
			}
		}
	}
}

func BenchmarkGenerator(b *testing.B) {
	fixed := func(b *build, n int) *build { return b.is("N is fixed", b.named("N"), "=", n) }
	for _, c := range []struct {
		name string
		b    *build
	}{
		{"array of 10", fixed(numberAndArray(0, 1000000000, 100000), 10)},
		{"array of 10^5", fixed(numberAndArray(0, 1000000000, 100000), 100000)},
		{"tree of 10^5", fixed(treeOf(100000), 100000)},
		{"intervals, 3*10^4", fixed(intervals(true), 30000)},
		{"permutation of 1000", fixed(permutation(), 1000)},
	} {
		g := compile(b, c.b)
		in, err := g.Random(rng(1), 0.99)
		if err != nil {
			b.Fatal(err)
		}
		for name, f := range map[string]func() error{
			"random":    func() error { _, err := g.Random(rng(1), 0.99); return err },
			"replay":    func() error { _, err := g.Replay(in.Choices); return err },
			"parse":     func() error { _, err := g.Parse(in.Text); return err },
			"structure": func() error { _, err := g.Structure(in.Choices); return err },
		} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
