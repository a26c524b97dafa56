package reliability_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
)

func TestAnswers(t *testing.T) {
	tests := []struct{ name, text, verdict, fallback string }{
		{"two programs that alone give the right answer", `
			a 000 ?0
			b 000 ?0
			c 011 ?1
			d 011 ?1
			e 011 ?1`, "judged a", ""},
		{"a provisional pair", `
			a 00 ?0
			b 00 ?0`, "judged a", ""},
		{"more than one class is left", `
			a 000 ?0
			b 000 ?0
			c 011 ?1
			d 010 ?0`, "none", "2 groups of programs give the right answer to judged-1, and differ elsewhere"},
		{"a single program after one answer", `
			a 0 ?0
			b 1 ?1
			c 1 ?1`, "none", "only a gives the right answer: for a single program it takes another one"},
		{"a single program after two", `
			a 00 ?00
			b 10 ?10
			c 01 ?01`, "none", "only a gives the right answers: a single program is trusted when you name it as the reference in execre.toml"},
		{"consensus stands where the answer speaks for it", `
			a 0000 ?0
			b 0000 ?0
			c 0000 ?0
			d 0000 ?0
			e 0000 ?0
			f 0001 ?0`, "consensus a", ""},
		{"and is judged where it is alone", `
			a 0000 ?0
			b 0000 ?0
			c 0000 ?0
			d 0000 ?0
			e 0000 ?0
			f 0001 ?1`, "judged a", ""},
		{"and falls where it speaks against it", `
			a 0000 ?1
			b 0000 ?1
			c 0000 ?1
			d 0000 ?1
			e 0000 ?1
			f 0001 ?0
			g 0002 ?0
			h 0000 ?1
			i 0000 ?1`, "none", "most programs agree, but they do not give the right answer to judged-1"},
		{"nobody is right", `
			a 00 ?01
			b 01 ?10
			c 01 ?12`, "none", "none of these programs is right: each fails on judged-1 or judged-2"},
		{"a class that an answer divides", `
			a 00 ?0
			b 00 ?0
			c 00 ?1`, "judged a", ""},
		{"a crash is no right answer", `
			a 00 ?0
			b 00 ?0
			c 00 ?x
			d 00 ?x`, "judged a", ""},
		{"a declared reference that gives another answer", `
			a 01 ?0
			b 01 ?0
			z 00 ref ?1`, "judged a", ""},
		{"even an accepted one", `
			a 01 ?0
			b 01 ?0
			z 00 accepted ?1`, "judged a", ""},
		{"an answer lifts the suspension", `
			a 01 ?1
			b 01 ?1
			z 00 ref ?0`, "declared z", ""},
		{"a brute force that is too slow there", `
			a 0*20 ?0
			brute.py 0*20 ?t brute`, "declared brute.py", ""},
		{"a sample still filters", `
			a 00 /1 ?0
			b 00 /0 ?1
			c 00 /0 ?1`, "none", "none of these programs is right: all fail on judged-1"},
		{"two that answer nothing are not right for that", `
			a 0x ?0
			b x0 ?0`, "none", "no program answers every input"},
	}
	for _, tt := range tests {
		d := decide(t, tt.text)
		if got := d.verdict(); got != tt.verdict || d.Fallback != tt.fallback {
			t.Errorf("%s: %s (%s), want %s (%s)", tt.name, got, d.Fallback, tt.verdict, tt.fallback)
		}
	}
	d := decide(t, "a 01 ?0\nb 01 ?0\nz 00 ref ?1")
	if want := "z is named as reference, but it does not give the right answer to judged-1"; d.Declined != want {
		t.Errorf("declined %q, want %q", d.Declined, want)
	}
}

// A judged reference shows every difference, whoever sides with it; consensus only where two thirds do, unless a validator
// vouches for the inputs.
func TestWhoShowsAllDifferences(t *testing.T) {
	judged := decide(t, "a 0000 ?0\nb 0000 ?0\nc 0111 ?1\nd 0111 ?2\ne 0111 ?3")
	if got := judged.of("c").Differences; len(got) != 3 || got[0] != (reliability.Difference{Row: 1, Share: .4}) {
		t.Errorf("judged: %v", got)
	}
	e := evidence(t, strings.Repeat("a 0000\n", 6)+"b 0011\nc 0011\nd 0010\ne 0100\n")
	e.Threshold = big.NewRat(1, 2)
	consensus := reliability.Decide(e)
	if got := consensus.Programs[6].Differences; len(got) != 2 || got[0].Row != 3 {
		t.Errorf("consensus: %v", got)
	}
	e.Matrix.Rows[2][9] = 1
	if got := reliability.Decide(e).Programs[6].Differences; len(got) != 1 {
		t.Errorf("only six of ten side with the reference on row 2: %v", got)
	}
	e.Validated = true
	if got := reliability.Decide(e).Programs[6].Differences; len(got) != 2 || got[0].Row != 3 || got[1].Share != .6 {
		t.Errorf("validated: %v, want the row first on which most side with the reference", got)
	}
}

// By hand: two of three agree, v = 1 and 1/3, nobody 1/2. The answer that the two give leaves them .98, of two different
// answers; nobody has 1/2 · .65/2. If none gives it, nobody has all.
func TestProbabilityAfterAnAnswer(t *testing.T) {
	d := decide(t, "a 00 ?0\nb 00 ?0\nc 01 ?1")
	none := .5 * .65 / 2
	if want := .98 / (.98 + none); !near(d.of("a").ProbabilityRight, want, 1e-12) || !near(d.WeightNone, 1-want, 1e-12) {
		t.Errorf("probability %v, none %v, want %v", d.of("a").ProbabilityRight, d.WeightNone, want)
	}
	if c := d.of("c"); c.ProbabilityRight != 0 || d.Classes[c.Class].Weight != 0 || d.Classes[c.Class].Refuted != 0 {
		t.Errorf("c gives another answer: %+v, %+v", c, d.Classes[c.Class])
	}
	// With the other class gone, alpha is the agreement with the one that is left.
	if a, c := d.of("a").Alpha, d.of("c").Alpha; a != 1 || c != .5 {
		t.Errorf("alpha %v and %v, want 1 and .5", a, c)
	}
	if d := decide(t, "a 00 ?1\nb 00 ?1\nc 01 ?2"); d.WeightNone != 1 || !math.IsNaN(d.of("a").Alpha) {
		t.Errorf("none gives it: %v", d.WeightNone)
	}
	// A second answer: now one answer stands, nobody loses .65 once more.
	d = decide(t, "a 00 ?00\nb 00 ?00\nc 01 ?10")
	none *= .65
	if want := .98 * .98 / (.98*.98 + none); !near(d.of("a").ProbabilityRight, want, 1e-12) {
		t.Errorf("after two: %v, want %v", d.of("a").ProbabilityRight, want)
	}
	// An answer that a class of little weight gives does not count as one that stood against: of 20 and 1, 20/2 and 1/21.
	d = decide(t, strings.Repeat("a 0 ?0\n", 20)+"b 1 ?1")
	none = 2. / 22 * .65
	if want := 10 * .98 / (10*.98 + none); !near(d.of("a").ProbabilityRight, want, 1e-12) || want < .95 {
		t.Errorf("probability %v, want %v: with a judgement it may exceed .95", d.of("a").ProbabilityRight, want)
	}
}

// Judged inputs tell programs apart, and are in no number.
func TestJudgedRowsDoNotCount(t *testing.T) {
	with, without := decide(t, "a 00 ?0\nb 00 ?0\nc 01 ?0"), decide(t, "a 00\nb 00\nc 01")
	for _, name := range []string{"a", "b", "c"} {
		x, y := with.of(name), without.of(name)
		if x.Counts != y.Counts || x.Agreement != y.Agreement || x.DawidSkene != y.DawidSkene {
			t.Errorf("%s: %+v, without the answer %+v", name, x, y)
		}
	}
	if with.Rows != 2 || with.Answered != 1 {
		t.Errorf("%d rows, %d answers", with.Rows, with.Answered)
	}
}

func TestModelsDoNotJudgeAlone(t *testing.T) {
	e := evidence(t, "a 00 ?00\nb 00 ?00\nc 01 ?11")
	e.Judgements[0].By, e.Judgements[1].By = reliability.Model, reliability.Model
	d := reliability.Decide(e)
	if d.Rule != reliability.None || d.Answered != 0 || d.Programs[2].ProbabilityRight == 0 {
		t.Errorf("models alone: %v, %d answers", d.Rule, d.Answered)
	}
	e.Judgements[1].By = reliability.BruteForce
	if d := reliability.Decide(e); d.Rule != reliability.Judged || d.Answered != 2 {
		t.Errorf("a model and a brute force: %v, %d answers", d.Rule, d.Answered)
	}
}

// An input that is not valid is as if it were not there: the classes are made anew.
func TestInvalidInputs(t *testing.T) {
	const text = "a 000\nb 000\nc 010"
	if d := decide(t, text); d.verdict() != "none" || d.Question != 1 {
		t.Fatalf("%s, question %d", d.verdict(), d.Question)
	}
	e := evidence(t, text)
	e.Invalid = []int{1}
	d := decision{e, reliability.Decide(e)}
	if d.verdict() != "consensus a" || d.classes() != "a b c" || d.Rows != 2 || d.Question != -1 || d.of("c").Alpha != 1 {
		t.Errorf("%s; %s; %d rows", d.verdict(), d.classes(), d.Rows)
	}
	if got := d.of("c").Counts; got != (reliability.Counts{Agree: 2, Uncompared: 1}) {
		t.Errorf("counts %+v", got)
	}
	if d.Dropped != nil {
		t.Errorf("dropped %v: a person's word does not speak against the others", d.Dropped)
	}
}

func TestNextQuestion(t *testing.T) {
	tests := []struct {
		name, text string
		kind       reliability.Kind
		row        int
		largest    int
	}{
		{"what splits the classes", "a 00\nb 00\nc 01", reliability.Split, 1, 2},
		{"also when something is trusted", strings.Repeat("a 000\n", 5) + "b 011\n", reliability.Split, 1, 5},
		{"not when it is declared", "a 00 ref\nb 01", reliability.NoQuestion, -1, 0},
		{"where the fewest side with the one that is left", `
			a 0000 ?0
			b 0000 ?0
			c 0100 ?1
			d 0010 ?1
			e 0011 ?1`, reliability.Confirm, 2, 3},
		{"dead programs have a say in that", `
			a 0000 ?0
			b 0000 ?0
			c 0100 ?1
			d 0100 wrong-answer ?1
			e 0100 ?x
			f 0011 ?1`, reliability.Confirm, 1, 3},
		{"never what was asked", `
			a 000 ?0
			b 000 ?0
			c 110 ?1
			d 001 ?0`, reliability.Split, 2, 2},
		{"never the same division of the programs", `
			a 0000 ?0
			b 0000 ?0
			c 1110 ?5`, reliability.NoQuestion, -1, 0},
		{"a finer one is another", `
			a 000 ?0
			b 000 ?0
			c 110 ?1
			d 120 ?1`, reliability.Confirm, 1, 2},
		{"all agree", "a 00\nb 00", reliability.Boundary, -1, 0},
		{"all agreed once", "a 00 ?0\nb 00 ?0", reliability.NoQuestion, -1, 0},
		{"a crash is no dissent", "a 00\nb 00\nc x0", reliability.Boundary, -1, 0},
		{"nobody is alive", "a 00 ?1\nb 00 ?1\nc 01 ?2", reliability.NoQuestion, -1, 0},
		{"three were answered", "a 00 ?000\nb 00 ?000\nc 01 ?000", reliability.NoQuestion, -1, 0},
		{"a suspended reference against the others", "a 01\nb 01\nz 00 ref", reliability.Split, 1, 2},
		{"nothing was run", "a /0\nb /0", reliability.NoQuestion, -1, 0},
		{"one program", "a 00", reliability.NoQuestion, -1, 0},
	}
	for _, tt := range tests {
		if got, want := decide(t, tt.text).Next, (reliability.Question{Kind: tt.kind, Row: tt.row, Largest: tt.largest}); got != want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, want)
		}
	}
	// A replayed row may be asked about as well.
	e := evidence(t, "a 000\nb 000\nc 001")
	e.Replayed = 1
	if got := reliability.Decide(e).Next; got.Row != 2 || got.Kind != reliability.Split {
		t.Errorf("replayed: %+v", got)
	}
}

// The coupon example: four programs agree on the wrong answer where both boundaries are hit, and the right answer to just
// that row leaves the three that are right.
func Example_coupon() {
	names := []string{"A", "B", "C", "D", "E", "F", "G"}
	e := reliability.Evidence{Matrix: consistency.Matrix{Programs: 7, Rows: [][]int{
		{0, 0, 0, 1, 1, 0, 0}, // total == 25: D and E wrote total > 25
		{0, 0, 0, 0, 0, 1, 1}, // items == 3: F and G wrote items > 3
		{0, 0, 0, 1, 1, 1, 1}, // both: no discount, say these four
	}}}
	for _, name := range names {
		e.Programs = append(e.Programs, reliability.Program{Name: name, DuplicateOf: -1})
	}
	d := reliability.Decide(e)
	fmt.Println(d.Explain().Decision[0])
	fmt.Printf("ask about row %d\n", d.Next.Row)

	e.Judgements = []reliability.Judgement{{Name: "row 2", Answers: e.Matrix.Rows[2]}} // A, B and C are right
	fmt.Println(reliability.Decide(e).Explain().Decision[0])
	// Output:
	// nothing is trusted: 3 of 7 programs agree, weight 0.39: below the threshold 0.80
	// ask about row 2
	// A is the trusted reference: it and 2 programs that behave like it alone give 1 right answer that was judged
}

// Seven right programs and three that share a fault on 5 % of the rows: Dawid-Skene takes the rows of disagreement for a
// class of their own, in which the seven are wrong. Our alpha does not invert.
func Example_inversion() {
	e := reliability.Evidence{Matrix: consistency.Matrix{Programs: 10}}
	for j := range 10 {
		e.Programs = append(e.Programs, reliability.Program{Name: fmt.Sprint("p", j), DuplicateOf: -1})
	}
	for i := range 100 {
		row := make([]int, 10)
		if i < 5 {
			row = []int{0, 0, 0, 0, 0, 0, 0, 1, 1, 1}
		}
		e.Matrix.Rows = append(e.Matrix.Rows, row)
	}
	d := reliability.Decide(e)
	for _, j := range []int{0, 9} {
		a := d.Programs[j]
		fmt.Printf("%s: alpha %.3f, Dawid-Skene %.3f\n", d.Names[j], a.Alpha, a.DawidSkene)
	}
	// Output:
	// p0: alpha 0.991, Dawid-Skene 0.950
	// p9: alpha 0.959, Dawid-Skene 1.000
}

// What is withheld says nothing of who is right; what was seen stays.
func TestWithhold(t *testing.T) {
	e := evidence(t, "a 000 /0\nb 000 /0\nc 000 /0\nd 0x1 /1")
	d := decision{e, reliability.Decide(e).Withhold("name a checker")}
	if d.verdict() != "none" || d.Fallback != "name a checker" || d.Next.Kind != reliability.NoQuestion || d.classes() != "" || d.Question != -1 {
		t.Errorf("%s (%s), next %+v", d.verdict(), d.Fallback, d.Next)
	}
	if x := d.of("d"); !math.IsNaN(x.Alpha) || x.Counts.Crash != 1 || x.Counts.Differ != 0 || x.Differences != nil ||
		!slices.Equal(x.FailedSamples, []int{0}) {
		t.Errorf("d: %+v", x)
	}
}
