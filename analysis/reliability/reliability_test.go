package reliability_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
)

// evidence reads one program a line: its name, one character a row, one a sample after "/", one a judged input after "?", and
// marks: ref, brute, the standings as in execre.toml, copy=NAME. The characters are answer ids, x for a crash, t for a time-out, - for not run.
// "0*20" repeats the characters before the star.
func evidence(t testing.TB, text string) reliability.Evidence {
	t.Helper()
	var e reliability.Evidence
	var judged [][]int
	index := map[string]int{}
	set := func(rows *[][]int, cells string) {
		n := 0
		for part := range strings.SplitSeq(cells, ",") {
			chars, times := part, 1
			if before, after, ok := strings.Cut(part, "*"); ok {
				chars = before
				if _, err := fmt.Sscan(after, &times); err != nil {
					t.Fatalf("bad count in %q: %v", cells, err)
				}
			}
			for _, c := range strings.Repeat(chars, times) {
				if n == len(*rows) {
					*rows = append(*rows, nil)
				}
				id, ok := map[rune]int{'x': consistency.Crash, 't': consistency.TimeLimit, '-': consistency.NotRun}[c]
				if !ok {
					id = int(c - '0')
				}
				(*rows)[n] = append((*rows)[n], id)
				n++
			}
		}
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		p := reliability.Program{Name: words[0], DuplicateOf: -1}
		index[p.Name] = len(e.Programs)
		for _, w := range words[1:] {
			switch {
			case w == "ref":
				p.Reference = true
			case w == "brute":
				p.Brute = true
			case w == reliability.Accepted.String():
				p.Standing = reliability.Accepted
			case w == reliability.WrongAnswer.String():
				p.Standing = reliability.WrongAnswer
			case w == reliability.TooSlow.String():
				p.Standing = reliability.TooSlow
			case strings.HasPrefix(w, "copy="):
				p.DuplicateOf = index[w[len("copy="):]]
			case strings.HasPrefix(w, "/"):
				set(&e.Samples, w[1:])
			case strings.HasPrefix(w, "?"):
				set(&judged, w[1:])
			default:
				set(&e.Matrix.Rows, w)
			}
		}
		e.Programs = append(e.Programs, p)
	}
	e.Matrix.Programs = len(e.Programs)
	for k, row := range judged {
		e.Judgements = append(e.Judgements, reliability.Judgement{Name: fmt.Sprintf("judged-%d", k+1), Answers: row})
	}
	return e
}

// decision is a Decision by names.
type decision struct {
	evidence reliability.Evidence
	reliability.Decision
}

func decide(t testing.TB, text string) decision {
	t.Helper()
	e := evidence(t, text)
	return decision{e, reliability.Decide(e)}
}

func (d decision) name(j int) string {
	if j < 0 {
		return ""
	}
	return d.evidence.Programs[j].Name
}

func (d decision) of(name string) reliability.Assessment {
	for j, p := range d.evidence.Programs {
		if p.Name == name {
			return d.Programs[j]
		}
	}
	panic("no program " + name)
}

func (d decision) survivors() string {
	var names []string
	for j, a := range d.Programs {
		if a.Survivor {
			names = append(names, d.name(j))
		}
	}
	return strings.Join(names, " ")
}

// classes is "a b | c" with the members of each class in order, "!" before a class that cannot be right.
func (d decision) classes() string {
	var all []string
	for _, c := range d.Classes {
		var names []string
		for _, j := range c.Members {
			names = append(names, d.name(j))
		}
		slices.Sort(names)
		mark := ""
		if !c.Clean || c.Refused {
			mark = "!"
		}
		all = append(all, mark+strings.Join(names, " "))
	}
	return strings.Join(all, " | ")
}

func (d decision) verdict() string {
	switch {
	case d.Trusted >= 0:
		return d.Rule.String() + " " + d.name(d.Trusted)
	case d.Provisional >= 0:
		return "provisional " + d.name(d.Provisional)
	}
	return d.Rule.String()
}

// A table of the level-1 rule as the method's section 9 has it. The digits say how many programs each class has.
func TestConsensusThreshold(t *testing.T) {
	tests := []struct {
		classes []int
		want    bool
	}{
		{[]int{2}, false},
		{[]int{3}, true},
		{[]int{4}, true},
		{[]int{3, 1}, false},
		{[]int{5}, true},
		{[]int{4, 1}, false},
		{[]int{5, 1}, true},
		{[]int{4, 2}, false},
		{[]int{4, 1, 1}, false},
		{[]int{6, 1}, true},
		{[]int{5, 2}, false},
		{[]int{5, 1, 1}, false},
		{[]int{6, 2}, false}, // 6 of 8 only if the two others differ
		{[]int{6, 1, 1}, true},
		{[]int{7, 1, 1}, true},
		{[]int{7, 2}, true},
		{[]int{6, 3}, false},
		{[]int{8, 2}, true},
		{[]int{8, 1, 1}, true},
		{[]int{7, 3}, false},
		{[]int{9, 3}, true},
		{[]int{12, 1}, true}, // the higher threshold for more than 12 begins here
		{[]int{10, 3}, false},
		{[]int{16, 4}, true},
		{[]int{15, 5}, false},
		{[]int{5, 5}, false},
		{[]int{1, 1}, false},
		{[]int{1}, false},
	}
	for _, tt := range tests {
		var e reliability.Evidence
		var row []int
		for c, n := range tt.classes {
			for range n {
				e.Programs = append(e.Programs, reliability.Program{Name: fmt.Sprint("p", len(row)), DuplicateOf: -1})
				row = append(row, c)
			}
		}
		e.Matrix = consistency.Matrix{Programs: len(row), Rows: [][]int{row}}
		d := reliability.Decide(e)
		if got := d.Trusted >= 0; got != tt.want || (d.Fallback == "") != tt.want {
			t.Errorf("%v: trusted %v (%q), want %v", tt.classes, got, d.Fallback, tt.want)
		}
	}
}

// Two of two weigh exactly .75: a threshold of 3/4 is reached, one that is a hair above it is not.
func TestThresholdIsAFraction(t *testing.T) {
	e := evidence(t, "a.py 00\nb.py 00")
	e.Threshold = big.NewRat(3, 4)
	if d := reliability.Decide(e); d.Rule != reliability.Consensus || d.Provisional != -1 || d.Threshold != 0.75 {
		t.Errorf("threshold 3/4: %v, %q", d.Rule, d.Fallback)
	}
	e.Threshold = big.NewRat(750000000000000001, 1000000000000000000) // as a float64 it is .75
	d := reliability.Decide(e)
	if d.Rule != reliability.None || d.Provisional != 0 {
		t.Errorf("a threshold just above 3/4: %v", d.Rule)
	}
	// 16 of 20, the four others alike: below .91, whatever the default is.
	many := decide(t, strings.Repeat("a 0\n", 16)+strings.Repeat("b 1\n", 4))
	if many.Threshold != 0.9 || many.Rule != reliability.Consensus {
		t.Errorf("16 of 20: %v with threshold %v", many.Rule, many.Threshold)
	}
	many.evidence.Threshold = big.NewRat(93, 100)
	if d := reliability.Decide(many.evidence); d.Rule != reliability.None {
		t.Errorf("16 of 20 with a given threshold of .93: %v", d.Rule)
	}
}

// The coupon example of the paper on one row of each kind; weights and question from section 7 of the method.
const coupon = `
	A 000
	B 000
	C 000
	D 101
	E 101
	F 011
	G 011`

func TestCoupon(t *testing.T) {
	d := decide(t, coupon)
	if got := d.classes(); got != "A B C | D E | F G" {
		t.Fatalf("classes %s", got)
	}
	for c, want := range []float64{.396, .220, .220} {
		if !near(d.Classes[c].Weight, want, .0005) {
			t.Errorf("weight of class %d is %.4f, want %.3f", c, d.Classes[c].Weight, want)
		}
	}
	if !near(d.WeightNone, .165, .0005) {
		t.Errorf("weight of nobody is %.4f, want .165", d.WeightNone)
	}
	if d.verdict() != "none" || d.Fallback != "3 of 7 programs agree, weight 0.39: below the threshold 0.80" {
		t.Errorf("%s: %s", d.verdict(), d.Fallback)
	}
	// On the row with both boundaries four programs agree on the wrong answer; on the others five agree.
	if d.Question != 2 {
		t.Errorf("asks about row %d, want the one with both boundaries", d.Question)
	}
	if !slices.Equal(d.Disagreements, []int{0, 1}) {
		t.Errorf("disagreements on rows %v, want 0 and 1: they part all pairs", d.Disagreements)
	}
	// Equal thirds of exactly these rows are what Dawid-Skene gets right.
	for _, p := range []struct {
		name string
		want float64
	}{{"A", 1}, {"B", 1}, {"C", 1}, {"D", 1. / 3}, {"E", 1. / 3}, {"F", 1. / 3}, {"G", 1. / 3}} {
		if got := d.of(p.name).DawidSkene; !near(got, p.want, 1e-9) {
			t.Errorf("Dawid-Skene of %s is %v, want %v", p.name, got, p.want)
		}
	}
	a, g := d.of("A"), d.of("G")
	if a.Alpha <= g.Alpha || !near(a.Agreement, 2./3, 1e-12) || !near(g.Agreement, 2./3, 1e-12) {
		t.Errorf("A: alpha %v agreement %v; G: alpha %v agreement %v", a.Alpha, a.Agreement, g.Alpha, g.Agreement)
	}
	for _, a := range d.Programs {
		if a.Counts != (reliability.Counts{Uncompared: 3}) || a.Differences != nil {
			t.Errorf("nothing is trusted, yet something is compared: %+v", a)
		}
	}
	if !math.IsNaN(d.ResidualRisk) {
		t.Errorf("residual risk %v without a reference", d.ResidualRisk)
	}

	judged := decide(t, strings.NewReplacer("000", "000 /0", "101", "101 /1", "011", "011 /1").Replace(coupon))
	if got := judged.verdict(); got != "consensus A" {
		t.Errorf("with a sample that four of seven fail: %s (%s)", got, judged.Fallback)
	}
	if a := judged.of("D"); a.Survivor || !slices.Equal(a.FailedSamples, []int{0}) || a.Class != -1 || a.ProbabilityRight != 0 ||
		!near(a.Alpha, 1./3, 1e-12) {
		t.Errorf("D fails the sample: %+v", a)
	}
}

// Seven right programs and three that share a fault on 5 % of the rows: section 8 of the method.
func TestDawidSkeneInvertsAndAlphaDoesNot(t *testing.T) {
	d := decide(t, strings.Repeat("right 0*100\n", 7)+strings.Repeat("wrong 0*95,1*5\n", 3))
	right, wrong := d.of("right"), d.of("wrong")
	if !near(right.DawidSkene, .95, 1e-9) || !near(wrong.DawidSkene, 1, 1e-9) {
		t.Errorf("Dawid-Skene: right %v, wrong %v, want .95 and 1", right.DawidSkene, wrong.DawidSkene)
	}
	if right.Alpha <= wrong.Alpha || right.Agreement != 1 || !near(wrong.Agreement, .95, 1e-12) {
		t.Errorf("right: %+v\nwrong: %+v", right, wrong)
	}
	if d.Trusted >= 0 && d.name(d.Trusted) != "right" {
		t.Errorf("trusts %s", d.name(d.Trusted))
	}
	if d.Question != 95 || !slices.Equal(d.Disagreements, []int{95}) {
		t.Errorf("question %d, disagreements %v, want the first row that parts them: 95", d.Question, d.Disagreements)
	}
}

func TestSurvivors(t *testing.T) {
	tests := []struct{ name, text, survivors, suspect string }{
		{"a sample is failed by a wrong answer, a crash and a time-out", `
			a 0 /0
			b 0 /1
			c 0 /x
			d 0 /t`, "a", "[]"},
		{"all samples count", `
			a 0 /00
			b 0 /01
			c 0 /10`, "a", "[]"},
		{"everybody that runs cleanly fails: the sample may be wrong", `
			a 0 /01
			b 0 /01
			c 0 /0x`, "a b c", "[1]"},
		{"three different wrong answers: several may be right", `
			a 0 /0
			b 0 /1
			c 0 /2
			d 0 /3`, "a b c d", "[0]"},
		{"three different wrong answers among many right ones are wrong", `
			a 0 /0
			b 0 /0
			c 0 /0
			d 0 /1
			e 0 /2
			f 0 /3`, "a b c", "[]"},
		{"two right ones do not outweigh three others", `
			a 0 /0
			b 0 /0
			c 0 /1
			d 0 /2
			e 0 /3`, "a b c d e", "[0]"},
		{"two different wrong answers", `
			a 0 /0
			b 0 /1
			c 0 /2
			d 0 /2`, "a", "[]"},
		{"one program alone has simply failed", `
			a 0 /1
			b 0 /x`, "", "[]"},
		{"copies are one program", `
			a 0 /1
			b - /- copy=a`, "", "[]"},
		{"a refused program says nothing of the sample", `
			a 0 /0
			b 0 /1
			c 0 /2
			d 0 /3 wrong-answer`, "a", "[]"},
		{"a brute force has all the time it wants", `
			a 0 /0
			brute 0 /t brute`, "a brute", "[]"},
		{"but it may not crash", `
			a 0 /0
			brute 0 /x brute`, "a", "[]"},
		{"a program that was never run is no survivor", `
			a 0 /0
			b - /-
			c 0 /0`, "a c", "[]"},
		{"without samples all that ran survive", `
			a 0
			b -
			c x`, "a c", "[]"},
	}
	for _, tt := range tests {
		d := decide(t, tt.text)
		if got := d.survivors(); got != tt.survivors {
			t.Errorf("%s: survivors %q, want %q", tt.name, got, tt.survivors)
		}
		if got := fmt.Sprint(d.SuspectSamples); got != tt.suspect {
			t.Errorf("%s: suspect samples %s, want %s", tt.name, got, tt.suspect)
		}
	}
	e := evidence(t, "a 0 /1\nb 0 /1")
	e.Custom = true
	if d := reliability.Decide(e); d.SuspectSamples != nil || d.Programs[0].Survivor {
		t.Errorf("a custom checker's verdict is doubted: %+v", d)
	}
	for text, suspect := range map[string]bool{
		"a 0 /x\nb 0 /x": true, "a 0 /x\nb 0 /1": true, "a 0 /x": true, "a 0 /x\nb 0 /0": false, "a 0 /x wrong-answer\nb 0 /t": false,
	} {
		for _, custom := range []bool{false, true} {
			e := evidence(t, text)
			e.Misfits, e.Custom = []int{0}, custom
			if d := reliability.Decide(e); (len(d.SuspectSamples) > 0) != suspect || suspect && !d.Programs[0].Survivor {
				t.Errorf("%q, a sample that does not fit the format: suspect %v", text, d.SuspectSamples)
			}
		}
	}
	if a := decide(t, "a 0 /1\nb 0 /2").of("a"); !slices.Equal(a.FailedSamples, []int{0}) || !a.Survivor {
		t.Errorf("failing a suspect sample is still said: %+v", a)
	}
}

func TestClassesAndVoters(t *testing.T) {
	tests := []struct{ name, text, classes, verdict string }{
		{"copies vote once", `
			a 00
			a2 -- copy=a
			a3 -- copy=a2
			b 00
			c 01`, "a b | c", "none"},
		{"a copy's name does not decide", `
			z 00
			a -- copy=z
			c 00
			b 00`, "b c z", "consensus b"},
		{"three of three", `
			c 00
			a 00
			b 00`, "a b c", "consensus a"},
		{"two of two", `
			b 00
			a 00`, "a b", "provisional a"},
		{"a class with a crash is never trusted, however large", `
			a 000x
			b 000x
			c 000x
			d 000x
			e 0000`, "e | !a b c d", "none"},
		{"a time-out is no answer either", `
			a 000t
			b 000t
			c 000t`, "!a b c", "none"},
		{"heaviest first, then by name", `
			d 01
			c 00
			b 00
			a 02`, "b c | a | d", "none"},
		{"a refused program does not vote, and its class cannot be right", `
			a 00 wrong-answer
			b 00
			c 00
			d 00
			e 01`, "e | !b c d", "none"},
		{"the refused are gone, the others agree", `
			a 01 wrong-answer
			b 00
			c 00
			d 00
			e 01`, "b c d | !e", "none"},
		{"one refused and three that agree", `
			a 01 wrong-answer
			b 00
			c 00
			d 00`, "b c d", "consensus b"},
		{"a refused program that fails a sample can be told apart by it", `
			a 00 /1 wrong-answer
			b 00 /0
			c 00 /0
			d 00 /0`, "b c d", "consensus b"},
		{"too slow for the judge says nothing of the answers", `
			a 00 time-limit
			b 00
			c 00`, "a b c", "consensus a"},
		{"a refused twin refuses the copy", `
			a 00 wrong-answer
			b 00 copy=a
			c 00
			d 00`, "!c d", "none"},
		{"verdicts that contradict each other count for nothing", `
			a 00 wrong-answer
			b 00 copy=a accepted
			c 00
			d 00`, "a c d", "consensus a"},
		{"a row on which three survivors all crash is dropped", `
			a 0x0
			b 0x0
			c 0x0`, "a b c", "consensus a"},
		{"two are not enough for that", `
			a 0x0
			b 0x0`, "!a b", "none"},
		{"nor if one of them answers", `
			a 0x0
			b 0x0
			c 000`, "c | !a b", "none"},
		{"nor if one of them runs out of time", `
			a 0x0
			b 0x0
			c 0t0`, "!a b | !c", "none"},
		{"programs that fail a sample have no say in that", `
			a 0x0 /0
			b 0x0 /0
			c 0x0 /0
			d 000 /1`, "a b c", "consensus a"},
		{"a row that nobody ran does not count", `
			a 0-0
			b 0-0
			c 0-0`, "a b c", "consensus a"},
		{"a retired program that answered nothing says nothing", `
			a tt---
			b 00000
			c 00000
			d 00000`, "b c d", "consensus b"},
		{"one that gave another answer before dissents", `
			a 1t-t-
			b 00000
			c 00000
			d 00000`, "b c d | !a", "none"},
		{"one program has no class", `a 000`, "", "none"},
		{"nor has one with its copy", `
			a 000
			b --- copy=a`, "", "none"},
		{"no rows", `
			a /0
			b /0
			c /0`, "", "none"},
		{"no program", ``, "", "none"},
		{"one survivor", `
			a 00 /0
			b 00 /1`, "a", "none"},
	}
	for _, tt := range tests {
		d := decide(t, tt.text)
		if got := d.classes(); got != tt.classes {
			t.Errorf("%s: classes %q, want %q", tt.name, got, tt.classes)
		}
		if got := d.verdict(); got != tt.verdict {
			t.Errorf("%s: %s (%s), want %s", tt.name, got, d.Fallback, tt.verdict)
		}
		if (d.Fallback == "") != (d.Trusted >= 0) {
			t.Errorf("%s: trusted %d, fallback %q", tt.name, d.Trusted, d.Fallback)
		}
	}
}

func TestDropped(t *testing.T) {
	d := decide(t, "a 0xx0 /0\nb 0xx0 /0\nc 0xx0 /0\nd 0x01 /1\ne 0-00 /0\n")
	if !slices.Equal(d.Dropped, []int{1}) || d.Rows != 3 {
		t.Errorf("dropped %v, kept %d: row 1 crashes all survivors, on row 2 one answers", d.Dropped, d.Rows)
	}
}

// TestReplayed: rows that were chosen because programs went wrong on them part classes and show differences, and are in
// no number.
func TestReplayed(t *testing.T) {
	for _, c := range []struct{ text, verdict, classes, difference string }{
		{"a 0*20,00\nb 0*20,00\nc 0*20,00\nd 0*20,00\ne 0*20,00\nf 0*20,01\n", "consensus a", "a b c d e | f", "f 21"},
		{"a 0*20,00\nb 0*20,01\n", "none", "a | b", ""}, // without the last row they would be a provisional pair
		{"a brute 0*20,0\nb 0*20,1\n", "declared a", "a | b", "b 20"},
		{"a brute 0*20,t\nb 0*20,0\n", "declared a", "b", ""},
		{"a 0*20,x\nb 0*20,x\nc 0*20,x\n", "consensus a", "a b c", ""}, // no input of the problem
		{"a accepted 0*20,0\nb accepted 0*20,1\n", "none", "a | b", ""},
	} {
		e := evidence(t, c.text)
		e.Replayed = len(e.Matrix.Rows) - 20
		d := decision{e, reliability.Decide(e)}
		difference := ""
		for j, a := range d.Programs {
			if a.Counts.Agree+a.Counts.Uncompared != 20 || a.Counts.Differ != 0 || a.Agreement != 1 && d.verdict() != "none" {
				t.Errorf("%s: %s counts %+v, agreement %v", c.text, d.name(j), a.Counts, a.Agreement)
			}
			for _, x := range a.Differences {
				difference += fmt.Sprintf("%s %d", d.name(j), x.Row)
			}
		}
		if d.verdict() != c.verdict || d.classes() != c.classes || difference != c.difference || d.Rows != 20 {
			t.Errorf("%s: %s; %s; differences %q; %d rows", c.text, d.verdict(), d.classes(), difference, d.Rows)
		}
		if want := c.verdict == "none"; (d.Question >= 20) != want || (len(d.Disagreements) == 1) != want {
			t.Errorf("%s: question %d, disagreements %v", c.text, d.Question, d.Disagreements)
		}
	}
}

func TestDeclared(t *testing.T) {
	// fill: twenty rows on which all programs agree, so that a brute force has answered enough.
	tests := []struct{ name, text, verdict, declined string }{
		{"the named reference, against any single program", `
			a 01
			z 00 ref`, "declared z", ""},
		{"even if it is alone", `z 00 ref`, "declared z", ""},
		{"the copy that was named", `
			a 00
			z -- copy=a ref
			b 01`, "declared z", ""},
		{"an accepted program", `
			a 01
			z 00 accepted`, "declared z", ""},
		{"accepted programs that agree: the first by name", `
			a 01
			z 00 accepted
			y 00 accepted`, "declared y", ""},
		{"a named reference before an accepted one", `
			z 00 ref
			a 00 accepted`, "declared z", ""},
		{"the judge outranks the person", `
			z 01 ref
			a 00 accepted`, "declared a", "z is named as reference, but it differs from a, which the judge accepted"},
		{"accepted programs that differ", `
			a 00 accepted
			b 01 accepted
			c 00
			d 00
			e 00
			f 00`, "none", "a and b were both accepted by the judge, but they differ from each other"},
		{"a brute force", `
			a 0*19,1
			brute.py 0*20 brute`, "declared brute.py", ""},
		{"a brute force that answered enough", `
			a 0*30
			brute.py 0*20,t*10 brute`, "declared brute.py", ""},
		{
			"a brute force that answered too little", `
			a 0*30
			brute.py 0*19,t*11 brute`, "none",
			"brute.py answered only 19 of 30 inputs, too few to serve as reference unasked",
		},
		{"a brute force that answered all there is", `
			a 01
			brute.py 00 brute`, "declared brute.py", ""},
		{"a brute force that missed one of few", `
			a 010
			brute.py 00t brute`, "none", "brute.py answered only 2 of 3 inputs, too few to serve as reference unasked"},
		{"a named reference may have answered as little as it likes", `
			a 0*30
			brute.py 0*2,t*28 brute ref`, "declared brute.py", ""},
		{"a brute force that fails a sample", `
			a 00 /0
			b 00 /0
			c 00 /0
			brute.py 01 /1 brute`, "consensus a", ""},
		{"a named reference that fails a sample", `
			a 00 /0
			b 00 /0
			c 00 /0
			z 01 /1 ref`, "consensus a", "z is named as reference, but it fails sample 1"},
		{"a suspect sample is no reason", `
			a 01 /1
			z 00 /1 ref`, "declared z", ""},
		{"a named reference that does not compile", `
			a 00
			b 00
			c 00
			z -- ref`, "consensus a", "z is named as reference, but it answered no input"},
		{"a named reference that was refused", `
			a 00
			b 01
			z 00 ref wrong-answer`, "none", "z is named as reference, but it was refused by the judge"},
		{"an accepted program that fails a sample was changed since", `
			a 00 /0
			b 00 /0
			z 00 /1 accepted`, "provisional a", "z was accepted by the judge, but it fails sample 1"},
		{"two that agree with each other suspend it", `
			a 01
			b 01
			z 00 ref`, "none", "z is named as reference, but a and b agree with each other against it"},
		{"and a brute force", `
			a 0*19,1
			b 0*19,1
			brute.py 0*20 brute`, "none", "brute.py would be the reference, but a and b agree with each other against it"},
		{"and one that does not vote", `
			a 1,0*29
			b 1,0*29
			brute.py 0*20,t*10 brute`, "none", "brute.py would be the reference, but a and b agree with each other against it"},
		{"two copies are one program", `
			a 01
			b 01 copy=a
			z 00 ref`, "declared z", ""},
		{"two that differ from each other elsewhere do not", `
			a 010
			b 011
			z 000 ref`, "declared z", ""},
		{"nor do two that crash somewhere", `
			a 01x
			b 01x
			z 000 ref`, "declared z", ""},
		{"nor a class that a judge refused", `
			a 01
			b 01
			c 01 wrong-answer
			z 00 ref`, "declared z", ""},
		{"nor where it did not answer", `
			a 1,0*29
			b 1,0*29
			brute.py t,0*29 brute`, "declared brute.py", ""},
		{"a judge's word is never suspended", `
			a 01
			b 01
			z 00 accepted`, "declared z", ""},
		{"nor is a named reference that it stands behind", `
			a 01
			b 01
			y 00 accepted
			z 00 ref`, "declared z", ""},
		{"consensus with it lifts the suspension", `
			a 00
			b 00
			c 00
			d 00
			e 00
			f 00
			g 00
			x 01
			y 01
			z 00 ref`, "consensus a", "z is named as reference, but x and y agree with each other against it"},
		{"consensus against it does not", `
			a 00
			b 00
			c 00
			d 00
			e 00
			f 00
			z 01 ref`, "none", "z is named as reference, but a and b agree with each other against it"},
		{
			"two brute forces", `
			a 00
			b 00
			c 01
			brute.py 00 brute
			slow.py 01 brute`, "none",
			"brute.py and slow.py are both brute forces: name one with reference = \"…\" in execre.toml",
		},
		{"a brute force and its copy", `
			a 01
			brute.py 00 brute
			slow.py -- brute copy=brute.py`, "declared brute.py", ""},
		{"an accepted program before a brute force", `
			a 01 accepted
			brute.py 00 brute`, "declared a", ""},
	}
	for _, tt := range tests {
		d := decide(t, tt.text)
		if got := d.verdict(); got != tt.verdict {
			t.Errorf("%s: %s (%s), want %s", tt.name, got, d.Fallback, tt.verdict)
		}
		if d.Declined != tt.declined {
			t.Errorf("%s: declined %q, want %q", tt.name, d.Declined, tt.declined)
		}
	}
}

// A brute force that is too slow on some rows is neither blamed nor counted, and nobody is for its sake.
func TestBruteTimeOuts(t *testing.T) {
	d := decide(t, `
		a 0*30
		b 0*30
		c 0*29,1
		brute.py 0*25,t*5 brute`)
	if d.Voters != 3 || d.classes() != "a b | c" {
		t.Errorf("%d voters, classes %s: a brute force with time-outs votes", d.Voters, d.classes())
	}
	a := d.of("brute.py")
	if a.Class != -1 {
		t.Errorf("class %d, want none: it agrees with two of them wherever it answered", a.Class)
	}
	if !near(a.Alpha, 1, 1e-12) || a.Agreement != 1 {
		t.Errorf("alpha %v, agreement %v: its time-outs count against it", a.Alpha, a.Agreement)
	}
	if want := (reliability.Counts{Agree: 25, TimeLimit: 5}); a.Counts != want {
		t.Errorf("%+v, want %+v", a.Counts, want)
	}
	if want := (reliability.Counts{Agree: 25, Uncompared: 5}); d.of("c").Counts != want {
		t.Errorf("c: %+v, want %+v", d.of("c").Counts, want)
	}
	if want := 1 - math.Pow(.05, 1./25); d.verdict() != "declared brute.py" || !near(d.ResidualRisk, want, 1e-12) {
		t.Errorf("%s, residual risk %v, want %v: only rows that it answered count", d.verdict(), d.ResidualRisk, want)
	}
	unique := decide(t, "a 0*30\nb 0*30\nc 1,0*29\nbrute.py 0*25,t*5 brute")
	got, twin := unique.of("brute.py"), unique.of("a")
	if got.Class != twin.Class || got.ProbabilityRight != twin.ProbabilityRight {
		t.Errorf("class %d with probability %v, want that of a", got.Class, got.ProbabilityRight)
	}
}

// A program that ran out of time and is no brute force backs those that it agrees with, says nothing where it said too little,
// and dissents by its answers alone.
func TestTooSlowToAnswerAll(t *testing.T) {
	const four = "a 0*300\nb 0*300\nc 0*300\nd 0*300\n"
	weight := func(n, voters int64, others ...float64) float64 { // of n programs; others are the v of other clean classes
		v, sum := float64(n)/float64(voters+1-n), 2/float64(voters+1)
		for _, o := range others {
			sum += o
		}
		return v / (v + sum)
	}
	tests := []struct {
		name, text, verdict, class string
		voters                     int
		weight                     float64 // of the class of a
	}{
		{"backs", four + "e 1*300\nslow 0*40,t*3,-*257", "consensus a", "a", 6, weight(5, 6, 1./6)},
		{"with too few answers neither", four + "e 1*300\nslow 0*19,t*3,-*278", "none", "a", 5, weight(4, 5, 1./5)},
		{"agrees with two groups", four + "e 0*299,1\nslow 0*40,t*3,-*257", "none", "", 5, weight(4, 5, 1./5)},
		{"dissents", four + "e 1*300\nslow 0*39,2,t*3,-*257", "none", "slow", 6, weight(4, 6, 1./6)},
		{"backs the dissent", four + "e 1*300\nslow 1*40,t*3,-*257", "none", "e", 6, weight(4, 6, 2./5)},
		{"crashes besides", four + "e 1*300\nslow 0*39,x,t*3,-*257", "none", "slow", 6, weight(4, 6, 1./6)},
		{"one that answers everywhere is alone", "a 0*300\nslow 0*40,t*3,-*257\nslower 0*30,t*3,-*267", "none", "a", 3, weight(3, 3)},
		{"nobody answers everywhere", "a 0*299,x\nslow 0*40,t*3,-*257", "none", "slow", 2, 0},
	}
	for _, tt := range tests {
		d := decide(t, tt.text)
		if d.verdict() != tt.verdict || d.Voters != tt.voters {
			t.Errorf("%s: %s (%s) with %d voters, want %s with %d", tt.name, d.verdict(), d.Fallback, d.Voters, tt.verdict, tt.voters)
		}
		want := -1
		if tt.class != "" {
			want = d.of(tt.class).Class
		}
		if got := d.of("slow"); got.Class != want || got.Agreement > 1 || got.Counts.NotRun > 278 {
			t.Errorf("%s: class %d, want %d: %+v", tt.name, got.Class, want, got)
		}
		if got := d.Classes[d.of("a").Class].Weight; !near(got, tt.weight, 1e-12) {
			t.Errorf("%s: weight %v, want %v", tt.name, got, tt.weight)
		}
	}
	d := decide(t, tests[0].text)
	const decision = "a is the trusted reference: 5 of 6 programs agree on all 300 inputs (slow wherever the time sufficed), " +
		"so that they are right with probability 0.84 (0.8 is asked for)"
	x := d.Explain()
	if x.Decision[0] != decision || x.Programs[5][0] != "answers like a, b, c and d wherever it was in time" {
		t.Errorf("%s\n%s", x.Decision[0], x.Programs[5][0])
	}
}

func TestCopiesGetTheirTwinsAssessment(t *testing.T) {
	d := decide(t, "a 0001 /0\nb xxxx /x copy=a\nc 0000 /0\nd 0000 /0")
	if diff := cmp.Diff(d.of("a"), d.of("b"), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-twin +copy):\n%s", diff)
	}
}

func TestDifferences(t *testing.T) {
	// Ten voters, eight of which agree; x1 and x2 differ on row 1, x1 alone on row 2, and w does not vote.
	const text = `
		a 00000
		b 00000
		c 00000
		d 00000
		e 00000
		f 00000
		g 00000
		h 00000
		x1 01100 /0
		x2 02000 /0
		w 11111 /1`
	d := decide(t, strings.ReplaceAll(text, "00000\n", "00000 /0\n"))
	if d.verdict() != "consensus a" {
		t.Fatalf("%s: %s", d.verdict(), d.Fallback)
	}
	want := []reliability.Difference{
		{Row: 0, Share: 1}, {Row: 3, Share: 1}, {Row: 4, Share: 1}, {Row: 2, Share: .9}, {Row: 1, Share: .8},
	}
	if diff := cmp.Diff(want, d.of("w").Differences); diff != "" {
		t.Errorf("w (-want +got):\n%s", diff)
	}
	want = []reliability.Difference{{Row: 2, Share: .9}, {Row: 1, Share: .8}}
	if diff := cmp.Diff(want, d.of("x1").Differences); diff != "" {
		t.Errorf("x1 (-want +got):\n%s", diff)
	}
	if want := (reliability.Counts{Agree: 3, Differ: 2}); d.of("x1").Counts != want {
		t.Errorf("x1: %+v, want %+v", d.of("x1").Counts, want)
	}
	if d.of("a").Differences != nil || d.of("a").Counts.Agree != 5 {
		t.Errorf("the reference differs from itself: %+v", d.of("a"))
	}
	if want := 1 - math.Pow(.05, 1./5); !near(d.ResidualRisk, want, 1e-12) {
		t.Errorf("residual risk %v, want %v", d.ResidualRisk, want)
	}

	// Exactly two thirds are enough, less is not: 6 of 9 side with a on row 0, and 5 on row 1.
	e := evidence(t, `
		a 000
		b 000
		c 000
		d 000
		e 000
		f 1x0
		g 1x0
		h 1x0
		i 010`)
	e.Threshold = big.NewRat(1, 2)
	d = decision{e, reliability.Decide(e)}
	if d.verdict() != "consensus a" {
		t.Fatalf("%s: %s", d.verdict(), d.Fallback)
	}
	if diff := cmp.Diff([]reliability.Difference{{Row: 0, Share: 6. / 9}}, d.of("f").Differences); diff != "" {
		t.Errorf("f (-want +got):\n%s", diff)
	}
	if a := d.of("i"); a.Differences != nil || a.Counts.Differ != 1 {
		t.Errorf("i differs where only 5 of 9 side with the reference; counted, not shown: %+v", a)
	}
	if want := (reliability.Counts{Agree: 1, Differ: 1, Crash: 1}); d.of("f").Counts != want {
		t.Errorf("f: %+v, want %+v", d.of("f").Counts, want)
	}

	// A declared reference shows all, the simplest first, whoever sides with it.
	d = decide(t, "z 0000 ref\na 0101\nb 0202\nc 0010\nd x-t0")
	want = []reliability.Difference{{Row: 1, Share: .4}, {Row: 3, Share: .6}}
	if diff := cmp.Diff(want, d.of("a").Differences); diff != "" {
		t.Errorf("declared (-want +got):\n%s", diff)
	}
	if want := (reliability.Counts{Agree: 1, Crash: 1, TimeLimit: 1, NotRun: 1}); d.of("d").Counts != want {
		t.Errorf("d: %+v, want %+v", d.of("d").Counts, want)
	}
}

func TestQuestion(t *testing.T) {
	tests := []struct {
		name, text    string
		question      int
		disagreements []int
	}{
		{"the row that leaves the smallest group, and the first of those", `
			a 0000
			b 0000
			c 0011
			d 0122`, 2, []int{2}},
		{"groups count programs, not classes", `
			a 000
			b 000
			c 000
			d 110
			e 110
			f 101`, 0, []int{0, 1}},
		{"crashed classes have no say", `
			a 00
			b 0x
			c 1x
			d 01`, 1, []int{1}},
		{"nor have refused ones", `
			a 00
			b 10
			c 10 wrong-answer
			d 01`, 1, []int{1}},
		{"one class, nothing to ask", `
			a 000
			b 000`, -1, nil},
		{"something is trusted, nothing to ask", `
			a 000
			b 000
			c 000
			d 000
			e 000
			f 001`, -1, nil},
		{"a suspended reference stands against the others even if it does not vote", `
			a 0,1,0*28
			b 0,1,0*28
			brute.py 0*29,t brute`, 1, []int{1}},
		{"accepted programs that differ", `
			a 0*9,0x accepted
			b 0*9,1x accepted`, 9, []int{9}},
		{"at most five rows", `
			a 0000000
			b 1000000
			c 0100000
			d 0010000
			e 0001000
			f 0000100
			g 0000010
			h 0000001`, 0, []int{0, 1, 2, 3, 4}},
		{"a row that parts a pair already shown is not shown again", `
			a 000
			b 011
			c 022`, 1, []int{1}},
	}
	for _, tt := range tests {
		d := decide(t, tt.text)
		if d.Question != tt.question {
			t.Errorf("%s: asks about row %d, want %d", tt.name, d.Question, tt.question)
		}
		if !slices.Equal(d.Disagreements, tt.disagreements) {
			t.Errorf("%s: disagreements %v, want %v", tt.name, d.Disagreements, tt.disagreements)
		}
	}
}

// Where a judge took one program and refused another, and no row tells them apart, the class may be right all the same.
func TestAcceptedAndRefusedAlike(t *testing.T) {
	d := decide(t, "a 01\nb 01\nc 01 wrong-answer\nz 00")
	if right := d.Programs[0].ProbabilityRight; right != 0 || d.Trusted >= 0 {
		t.Errorf("refused: a is right with %v, trusted %d", right, d.Trusted)
	}
	d = decide(t, "a 01\nb 01 accepted\nc 01 wrong-answer\nz 00")
	if right := d.Programs[0].ProbabilityRight; right < 0.3 || d.Trusted != 1 || d.Classes[0].Refused {
		t.Errorf("accepted too: a is right with %v, trusted %d, classes %+v", right, d.Trusted, d.Classes)
	}
	if right := d.Programs[2].ProbabilityRight; right != 0 {
		t.Errorf("what was refused is right with %v", right)
	}
}

func TestFallback(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a 00\nb 00", "2 of 2 programs agree, weight 0.75: below the threshold 0.80"},
		{"a 00\nb 00\nc 01\nd 01", "2 of 4 programs agree, but so do 2 others"},
		{"a 00\nb 01", "no two programs agree on every input"},
		{"a 00", "only one program ran: add another one, or a brute.py, to compare"},
		{"a 00 /0\nb 00 /1", "only one program passes every sample: add another one, or a brute.py, to compare"},
		{"a 00 /1\nb 00 /x\nc 00 /0 wrong-answer", "no program passes every sample"},
		{"a 0x\nb x0", "no program answers every input"},
		{"a 00\nb 00\nc 00 wrong-answer", "the judge refused a program of every class that answers all inputs: they do not show what is wrong"},
		{"a /0\nb /0", "no input was run, so there is nothing to compare"},
		{"a -- \nb --", "no input was run, so there is nothing to compare"},
	}
	for _, tt := range tests {
		if got := decide(t, tt.text).Fallback; got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
	// 6 of 8 against a pair weigh .797: never shown as .80.
	d := decide(t, strings.Repeat("a 0\n", 6)+strings.Repeat("b 1\n", 2))
	if want := "6 of 8 programs agree, weight 0.79: below the threshold 0.80"; d.Fallback != want {
		t.Errorf("%q, want %q", d.Fallback, want)
	}
	e := evidence(t, "a 0\nb 0\nc 0")
	e.Threshold = big.NewRat(875, 1000)
	if got := reliability.Decide(e).Fallback; got != "3 of 3 programs agree, weight 0.85: below the threshold 0.875" {
		t.Error(got)
	}
}

func TestProbabilityIsCapped(t *testing.T) {
	d := decide(t, strings.Repeat("a 00\n", 12)) // twelve of twelve weigh more than .95
	if got := d.of("a").ProbabilityRight; got != .95 || d.Classes[0].Weight <= .95 {
		t.Errorf("probability %v, weight %v", got, d.Classes[0].Weight)
	}
	refused := decide(t, "a 00\nb 00\nc 00 wrong-answer\nd 01")
	for _, name := range []string{"a", "b", "c"} {
		if got := refused.of(name).ProbabilityRight; got != 0 {
			t.Errorf("%s behaves like a refused program and is right with probability %v", name, got)
		}
	}
	if got := refused.of("c").Class; got != refused.of("a").Class {
		t.Errorf("the refused program is shown in class %d", got)
	}
}

func TestUndefinedNumbers(t *testing.T) {
	for _, text := range []string{"a 000", "a 000\nb --- copy=a", "a 000\nb ---", "a /0\nb /0"} {
		for _, a := range decide(t, text).Programs {
			for _, x := range []float64{a.Alpha, a.AlphaLow, a.AlphaHigh, a.DawidSkene, a.Agreement, a.ProbabilityRight} {
				if !math.IsNaN(x) {
					t.Errorf("%q: fewer than two programs ran, yet there are numbers: %+v", text, a)
				}
			}
		}
	}
	d := decide(t, "a 00x\nb 00x") // no clean class: nobody is right, so there is no alpha
	if a := d.of("a"); d.WeightNone != 1 || !math.IsNaN(a.Alpha) || !math.IsNaN(a.AlphaLow) || a.ProbabilityRight != 0 {
		t.Errorf("weight of nobody %v, %+v", d.WeightNone, a)
	}
	d = decide(t, "a 00\nb 00\nc --")
	if c := d.of("c"); !math.IsNaN(c.Alpha) || c.Survivor || !math.IsNaN(c.Agreement) || !math.IsNaN(c.DawidSkene) {
		t.Errorf("a program that never ran has numbers: %+v", c)
	}
	d = decide(t, "a 0000\nb 0000\nc 00--") // the rows it was not run on say nothing of it
	if c := d.of("c"); c.Alpha != 1 || c.Agreement != 1 || d.Classes[c.Class].Clean {
		t.Errorf("cells that were not run count against it: %+v", c)
	}
}

// More rows narrow the interval; the agreement lies within it; a program unlike the trusted ones has one below theirs.
func TestInterval(t *testing.T) {
	few := decide(t, strings.Repeat("a 0*10\n", 5)+"b 0*9,1")
	many := decide(t, strings.Repeat("a 0*1000\n", 5)+"b 0*900,1*100")
	f, m := few.of("b"), many.of("b")
	if f.AlphaHigh-f.AlphaLow <= m.AlphaHigh-m.AlphaLow {
		t.Errorf("10 rows: %v to %v, 1000 rows: %v to %v", f.AlphaLow, f.AlphaHigh, m.AlphaLow, m.AlphaHigh)
	}
	if m.AlphaLow > .9 || m.AlphaHigh < .9 {
		t.Errorf("agreement .9 is outside %v to %v", m.AlphaLow, m.AlphaHigh)
	}
	// One class of five, weight w = 15/16: 15/16 Beta(10.5, 0.5) + 1/16 Beta(2.3, 0.7). And a program unlike five others on
	// half of the rows, of weights 5/2, 1/6 and 2/7 over their sum: Beta(200.5, 200.5), Beta(400.5, 0.5), Beta(1.3, 1.7), of which
	// the first is nearly 0 at the lower quantile. They were computed from that by quadrature and bisection, in Python.
	for _, tt := range []struct {
		pool      string
		of        string
		low, high float64
	}{
		{strings.Repeat("a 0*10\n", 5), "a", 0.7826829970504475, 0.9997845955229516},
		{strings.Repeat("a 0*400\n", 5) + "b 0*200,1*200", "b", 0.4231141108448976, 0.9968916925201831},
	} {
		a := decide(t, tt.pool).of(tt.of)
		if !near(a.AlphaLow, tt.low, 1e-9) || !near(a.AlphaHigh, tt.high, 1e-9) {
			t.Errorf("interval %.10f to %.10f, want %.10f to %.10f", a.AlphaLow, a.AlphaHigh, tt.low, tt.high)
		}
	}
}

// randomEvidence draws small pools with everything that can happen in them.
func randomEvidence(rt *rapid.T) reliability.Evidence {
	programs, rows := rapid.IntRange(1, 7).Draw(rt, "programs"), rapid.IntRange(0, 8).Draw(rt, "rows")
	samples := rapid.IntRange(0, 2).Draw(rt, "samples")
	often := func(common, rare []int) *rapid.Generator[int] {
		return rapid.SampledFrom(append(slices.Repeat(common, rapid.IntRange(1, 20).Draw(rt, "how often")), rare...))
	}
	cell := often([]int{0, 0, 0, 1}, []int{2, consistency.Crash, consistency.TimeLimit, consistency.NotRun})
	sample := often([]int{0, 0, 0}, []int{1, 2, consistency.Crash, consistency.TimeLimit})
	mark := rapid.SampledFrom([]bool{false, false, false, false, true})
	standing := rapid.SampledFrom(append(make([]reliability.Standing, 6),
		reliability.Accepted, reliability.WrongAnswer, reliability.TooSlow))
	e := reliability.Evidence{Matrix: consistency.Matrix{Programs: programs}}
	named := rapid.IntRange(0, 3*programs).Draw(rt, "named")
	for j := range programs {
		p := reliability.Program{
			Name: string(rune('a' + j)), DuplicateOf: -1, Reference: j == named,
			Brute: mark.Draw(rt, "brute"), Standing: standing.Draw(rt, "standing"),
		}
		if j > 0 && mark.Draw(rt, "copy") {
			p.DuplicateOf = rapid.IntRange(0, j-1).Draw(rt, "of")
		}
		e.Programs = append(e.Programs, p)
	}
	for range rows {
		e.Matrix.Rows = append(e.Matrix.Rows, rapid.SliceOfN(cell, programs, programs).Draw(rt, "row"))
	}
	for range samples {
		e.Samples = append(e.Samples, rapid.SliceOfN(sample, programs, programs).Draw(rt, "sample"))
	}
	for range rapid.IntRange(0, 2).Draw(rt, "judged") {
		e.Judgements = append(e.Judgements, reliability.Judgement{
			Name: "judged", Answers: rapid.SliceOfN(cell, programs, programs).Draw(rt, "judgement"),
			By: rapid.SampledFrom([]reliability.Oracle{reliability.Person, reliability.Model}).Draw(rt, "by"),
		})
	}
	for i := range rows {
		if mark.Draw(rt, "invalid") && mark.Draw(rt, "really") {
			e.Invalid = append(e.Invalid, i)
		}
	}
	e.Custom = rapid.Bool().Draw(rt, "custom")
	e.Validated = rapid.Bool().Draw(rt, "validated")
	return e
}

// permute moves program j of e to place to[j], and row i to place down[i].
func permute(e reliability.Evidence, to, down []int) reliability.Evidence {
	out := reliability.Evidence{Custom: e.Custom, Threshold: e.Threshold, Validated: e.Validated}
	for _, i := range e.Invalid {
		out.Invalid = append(out.Invalid, down[i])
	}
	out.Programs = make([]reliability.Program, len(e.Programs))
	for j, p := range e.Programs {
		if p.DuplicateOf >= 0 {
			p.DuplicateOf = to[p.DuplicateOf]
		}
		out.Programs[to[j]] = p
	}
	move := func(row []int) []int {
		cells := make([]int, len(row))
		for j, c := range row {
			cells[to[j]] = c
		}
		return cells
	}
	out.Matrix = consistency.Matrix{Programs: e.Matrix.Programs, Rows: make([][]int, len(e.Matrix.Rows))}
	for i, row := range e.Matrix.Rows {
		out.Matrix.Rows[down[i]] = move(row)
	}
	for _, row := range e.Samples {
		out.Samples = append(out.Samples, move(row))
	}
	for _, j := range e.Judgements {
		j.Answers = move(j.Answers)
		out.Judgements = append(out.Judgements, j)
	}
	return out
}

func TestOrderOfProgramsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := randomEvidence(rt)
		to := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)).Perm(len(e.Programs))
		d, shuffled := reliability.Decide(e), reliability.Decide(permute(e, to, upTo(len(e.Matrix.Rows))))
		// Rename the programs of the shuffled decision back, then everything must be the same to the last bit.
		back := func(j int) int {
			if j < 0 {
				return j
			}
			return slices.Index(to, j)
		}
		shuffled.Trusted, shuffled.Provisional = back(shuffled.Trusted), back(shuffled.Provisional)
		for _, c := range shuffled.Classes {
			for m, j := range c.Members {
				c.Members[m] = back(j)
			}
			slices.Sort(c.Members)
		}
		names := make([]string, len(to))
		programs := make([]reliability.Assessment, len(to))
		for j, at := range to {
			programs[j], names[j] = shuffled.Programs[at], shuffled.Names[at]
		}
		shuffled.Names = names
		shuffled.Programs = programs
		if diff := cmp.Diff(d, shuffled, cmpopts.EquateNaNs()); diff != "" {
			rt.Errorf("(-given +shuffled):\n%s", diff)
		}
	})
}

func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := randomEvidence(rt)
		down := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)).Perm(len(e.Matrix.Rows))
		d, shuffled := reliability.Decide(e), reliability.Decide(permute(e, upTo(len(e.Programs)), down))
		// Which rows are shown depends on their order, on purpose; which could be shown does not.
		for k := range d.Dropped {
			d.Dropped[k] = down[d.Dropped[k]]
		}
		slices.Sort(d.Dropped)
		for j := range d.Programs {
			for _, a := range [2][]reliability.Assessment{d.Programs, shuffled.Programs} {
				a[j].Differences = slices.Clone(a[j].Differences)
			}
			for k := range d.Programs[j].Differences {
				d.Programs[j].Differences[k].Row = down[d.Programs[j].Differences[k].Row]
			}
		}
		byRow := cmpopts.SortSlices(func(a, b reliability.Difference) bool { return a.Row < b.Row })
		ignore := cmpopts.IgnoreFields(reliability.Decision{}, "Disagreements", "Question", "Next.Row")
		if diff := cmp.Diff(d, shuffled, cmpopts.EquateNaNs(), byRow, ignore); diff != "" {
			rt.Errorf("(-given +shuffled):\n%s", diff)
		}
		if (d.Question < 0) != (shuffled.Question < 0) {
			rt.Errorf("question %d, shuffled %d", d.Question, shuffled.Question)
		}
	})
}

func TestRepeatedRowsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := randomEvidence(rt)
		for j := range e.Programs {
			e.Programs[j].Brute = false // it serves once it answered 20 rows
		}
		twice := e
		twice.Matrix.Rows = slices.Concat(e.Matrix.Rows, e.Matrix.Rows)
		for _, i := range e.Invalid {
			twice.Invalid = append(twice.Invalid[:len(twice.Invalid):len(twice.Invalid)], i+len(e.Matrix.Rows))
		}
		a, b := reliability.Decide(e), reliability.Decide(twice)
		if a.Trusted != b.Trusted || a.Rule != b.Rule || a.Provisional != b.Provisional || a.Fallback != b.Fallback ||
			a.Question != b.Question || !slices.Equal(a.Disagreements, b.Disagreements) {
			rt.Errorf("%+v\n%+v", a, b)
		}
		if diff := cmp.Diff(a.Classes, b.Classes); diff != "" {
			rt.Errorf("classes (-once +twice):\n%s", diff)
		}
		for j := range a.Programs {
			x, y := a.Programs[j], b.Programs[j]
			if !near(x.Alpha, y.Alpha, 1e-12) || !near(x.Agreement, y.Agreement, 1e-12) || !near(x.DawidSkene, y.DawidSkene, 1e-6) {
				rt.Errorf("program %d: %+v\n%+v", j, x, y)
			}
		}
	})
}

// Ids compare within a row only. So rows that are alike say the same when each has ids of its own, down to the last bit: in one
// of the two matrices all rows are different.
func TestAnswerIdsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := randomEvidence(rt)
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, 7), 0, 30).Draw(rt, "again") {
			if i < len(e.Matrix.Rows) {
				e.Matrix.Rows = append(e.Matrix.Rows, e.Matrix.Rows[i])
			}
		}
		e.Replayed = rapid.IntRange(0, min(3, len(e.Matrix.Rows))).Draw(rt, "replayed")
		renamed := e
		renamed.Matrix.Rows = nil
		for i, row := range e.Matrix.Rows {
			row = slices.Clone(row)
			for j, cell := range row {
				if cell >= 0 {
					row[j] = 10*cell + 1000*(i+1)
				}
			}
			renamed.Matrix.Rows = append(renamed.Matrix.Rows, row)
		}
		if diff := cmp.Diff(reliability.Decide(e), reliability.Decide(renamed), cmpopts.EquateNaNs()); diff != "" {
			rt.Errorf("(-given +renamed):\n%s", diff)
		}
	})
}

// What holds of every decision.
func TestDecisionsAreSound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := randomEvidence(rt)
		d := reliability.Decide(e)
		if (d.Rule == reliability.None) != (d.Trusted < 0) || (d.Fallback == "") != (d.Trusted >= 0) {
			rt.Errorf("rule %v, trusted %d, fallback %q", d.Rule, d.Trusted, d.Fallback)
		}
		if d.Question >= 0 && (d.Next.Kind != reliability.Split || d.Next.Row != d.Question || d.Trusted >= 0) ||
			(d.Next.Row >= 0) != (d.Next.Kind == reliability.Split || d.Next.Kind == reliability.Confirm) ||
			d.Next.Row >= len(e.Matrix.Rows) || slices.Contains(e.Invalid, d.Next.Row) {
			rt.Errorf("question %d, next %+v", d.Question, d.Next)
		}
		if d.Provisional >= 0 && d.Trusted >= 0 {
			rt.Errorf("trusted and provisional")
		}
		sum := d.WeightNone
		for _, c := range d.Classes {
			sum += c.Weight
			if c.Weight > 0 && (!c.Clean || c.Refused || c.Refuted >= 0) {
				rt.Errorf("a class that cannot be right has weight: %+v", c)
			}
		}
		if len(d.Classes) > 0 && !near(sum, 1, 1e-12) {
			rt.Errorf("the weights add up to %v", sum)
		}
		for j, a := range d.Programs {
			n := a.Counts
			if n.Agree+n.Differ+n.Uncompared+n.Crash+n.TimeLimit+n.NotRun != len(e.Matrix.Rows) {
				rt.Errorf("program %d: %+v does not add up to %d rows", j, n, len(e.Matrix.Rows))
			}
			if len(a.Differences) > n.Differ ||
				(d.Rule == reliability.Declared || d.Rule == reliability.Judged || e.Validated) && len(a.Differences) != n.Differ {
				rt.Errorf("program %d: %d rows shown, %d differ", j, len(a.Differences), n.Differ)
			}
			if a.Alpha < 0 || a.Alpha > 1+1e-12 || a.ProbabilityRight > .95 && d.Answered == 0 || math.IsNaN(a.Alpha) != math.IsNaN(a.AlphaLow) {
				rt.Errorf("program %d: %+v", j, a)
			}
		}
		if d.Rule == reliability.Consensus {
			if a := d.Programs[d.Trusted]; a.Class < 0 || !d.Classes[a.Class].Clean || len(d.Classes[a.Class].Members) < 2 ||
				!a.Survivor || a.Counts.Differ > 0 {
				rt.Errorf("trusts %+v by consensus", a)
			}
		}
	})
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
