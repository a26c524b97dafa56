package reliability_test

import (
	"math"
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

const (
	// Seven right programs and three that share a fault on 5 % of the rows.
	inversion = `
		a 0*100
		b 0*100
		c 0*100
		d 0*100
		e 0*100
		f 0*100
		g 0*100
		x 0*95,1*5
		y 0*95,1*5
		z 0*95,1*5`
	// Five that crash on half of the rows, and one that answers all.
	halves = `
		a 0*5,x*5
		b 0*5,x*5
		c 0*5,t*5
		d 0*5,x*5
		e 0*5,x*5
		z 0*10`
)

func TestMethods(t *testing.T) {
	paper95, paper50 := reliability.ExeCREPaper{Threshold: .95}, reliability.ExeCREPaper{Threshold: .5}
	mild := reliability.B4{Beta0: 10, AlphaXY: 10} // the authors' leave nothing to the other sets
	tests := []struct {
		name    string
		method  reliability.Method
		text    string
		trusted string // "" for nobody
		alpha   map[string]float64
	}{
		// Two rounds on equal thirds of the coupon example give .993 and .335.
		{"coupon", paper95, coupon, "A", map[string]float64{"A": .9932, "G": .3346}},
		{"the higher alpha is the wrong one", reliability.ExeCREPaper{}, inversion, "x", map[string]float64{"a": .95, "x": 1}},
		{"agreement of .94", reliability.ExeCREPaper{}, "a 0*94,1*6\nb 0*94,2*6", "a", nil},
		{"a crash is the most frequent value", paper50, "a x*9\nb x*9\nc x*9\nd 0*9", "a", map[string]float64{"a": .75, "d": .25}},
		{"copies vote", paper50, "a 0*9\nb 0*9\nx 1*9\ny -*9 copy=x\nz -*9 copy=x", "x", nil},
		{"the first one wins a tie, but has no alpha of .90", reliability.ExeCREPaper{}, "b 0*9\na 1*9", "", map[string]float64{"a": .5, "b": .5}},
		{"nothing was run", reliability.ExeCREPaper{}, "a /0\nb /0", "", nil},

		// On each row two of three agree, and b is always one of them.
		{"the most frequent answer", reliability.Voting{}, "a 01\nb 00\nc 10", "b", map[string]float64{"a": .5, "b": 1, "c": .5}},
		{"a tie is no agreement", reliability.Voting{}, "a 0\nb 1", "", map[string]float64{"a": 0, "b": 0}},
		{"just enough", reliability.Voting{}, "a 0*19,1\nb 0*19,2\nc 0*19,3", "a", map[string]float64{"a": .95}},
		{"not enough", reliability.Voting{}, "a 0*18,1\nb 0*18,2\nc 0*18,3", "", map[string]float64{"a": 18. / 19}},
		{"votes of programs that fail the samples", reliability.Voting{}, "a 00 /1\nb 00 /1\nc 11 /0", "a", nil},

		{"one coin does not invert", reliability.OneCoin{}, inversion, "a", map[string]float64{"a": 1, "x": .95}},
		{"three of four", reliability.OneCoin{}, "a 0000\nb 0000\nc 0001", "a", map[string]float64{"a": 1, "c": .75}},

		{"the largest class", reliability.Plurality{}, "c 00\nb 00\na 01", "b", map[string]float64{"a": 1. / 3, "b": 2. / 3}},
		{"equally large", reliability.Plurality{}, "a 00\nb 01", "", map[string]float64{"a": .5}},
		{"after the samples", reliability.Plurality{}, "a 00 /1\nb 00 /1\nc 11 /0", "c", map[string]float64{"a": math.NaN(), "c": 1}},
		{"which all fail", reliability.Plurality{}, "a 00 /1\nb 00 /1", "", nil},
		{"a crash", reliability.Plurality{}, halves, "z", nil},
		{"two thirds", reliability.Plurality{TwoThirds: true}, "a 00\nb 00\nc 01", "a", nil},
		{"less", reliability.Plurality{TwoThirds: true}, "a 00\nb 00\nc 00\nd 01\ne 11", "", nil},

		// The root of five times five tests, of the six and ten there are, against ten.
		{"crashes pass no tests", reliability.CodeT{}, halves, "a", map[string]float64{
			"c": math.Sqrt(5./6) * .5, "z": math.Sqrt(1. / 6),
		}},
		{"four of them weigh as much as one that passes all", reliability.CodeT{}, strings.ReplaceAll(halves, "e 0*5,x*5", ""), "a", nil},
		{"three less", reliability.CodeT{}, "a 0*5,x*5\nb 0*5,x*5\nc 0*5,x*5\nz 0*10", "z", nil},

		// As computed in Python from the formula of the paper: with y the set's tests and x its programs, of M and N,
		// B(|x| + 10, N - |x| + 1) B(|y| + 10, M - |y| + 1) B(p + 1, f + 1) B(p' + 1, f' + 10), with what others pass and fail
		// of y, and of the other tests; each share of the sum over all sets.
		{"b4", mild, "a 000\nb 000\nc 001", "a", map[string]float64{"a": 0.996549, "b": 0.996549, "c": 0.003451}},
		{"b4 of crashes", mild, halves, "a", map[string]float64{"a": 1.000000, "z": 0.000000}},
		{"b4 as the authors have it", reliability.B4{}, halves, "z", map[string]float64{"a": 0, "z": 1}},

		{"least risk", reliability.MBRExec{}, "c 00\nb 00\na 01", "b", map[string]float64{"a": 1. / 3, "b": 2. / 3}},
		{"the first of equal risks", reliability.MBRExec{}, "b 00\na 01", "a", map[string]float64{"a": .5}},
		{"what crashes equals nothing", reliability.MBRExec{}, halves, "z", map[string]float64{"a": 0, "z": 1. / 6}},
		{"all crash", reliability.MBRExec{}, "a 0x\nb x0", "", nil},

		{"the brute force, against all", reliability.ALGO{}, "a 00\nb 00\nz 01 brute", "z", map[string]float64{"a": .5, "z": 1}},
		{"no brute force", reliability.ALGO{}, "a 00\nb 00", "", nil},
		{"its time-outs say nothing", reliability.ALGO{}, "a 00\nz 0t brute", "z", map[string]float64{"a": 1}},
		{"a brute force and its copy", reliability.ALGO{}, "a 00\ny 01 brute\nz -- brute copy=y", "y", nil},
		{"two brute forces", reliability.ALGO{}, "a 00\ny 01 brute\nz 01 brute", "", nil},

		{"any program", reliability.OneProgram{}, "a 00", "a", map[string]float64{"a": 1}},
		{"no program", reliability.OneProgram{}, "", "", nil},

		{"ours", reliability.Ours{}, "a 00\nb 00\nc 00", "a", nil},
	}
	for _, tt := range tests {
		e := evidence(t, tt.text)
		d := decision{e, tt.method.Decide(e)}
		if got := d.name(d.Trusted); got != tt.trusted || (d.Rule == reliability.None) != (tt.trusted == "") ||
			(d.Fallback == "") != (tt.trusted != "") {
			t.Errorf("%s, %s: trusts %q by %v (%q), want %q", tt.method.Name(), tt.name, got, d.Rule, d.Fallback, tt.trusted)
		}
		for name, want := range tt.alpha {
			if got := d.of(name).Alpha; !near(got, want, 5e-5) {
				t.Errorf("%s, %s: alpha of %s is %.6f, want %.4f", tt.method.Name(), tt.name, name, got, want)
			}
		}
	}
}

func TestMethodsHaveNames(t *testing.T) {
	var names []string
	for _, m := range reliability.Methods() {
		names = append(names, m.Name())
	}
	want := "execre execre-paper execre-paper-0.95 voting one-coin plurality two-thirds codet b4 mbr-exec algo one-program"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What the others say of programs besides whom they trust: every difference, also on replayed rows, and what was counted.
func TestMethodsCompare(t *testing.T) {
	e := evidence(t, "a 0000 /0\nb 00x1 /1\nc 01-1 /0\nd 1t01 copy=c")
	e.Replayed, e.Invalid = 1, []int{0}
	d := reliability.Voting{Threshold: .1}.Decide(e)
	if d.Trusted != 0 || d.Threshold != .1 || d.Rows != 2 || d.Voters != 4 {
		t.Fatalf("%+v", d)
	}
	got := d.Programs[2]
	want := reliability.Assessment{
		Survivor: true, Class: -1, Alpha: 0, AlphaLow: math.NaN(), AlphaHigh: math.NaN(), ProbabilityRight: math.NaN(),
		DawidSkene: math.NaN(), Agreement: math.NaN(),
		Counts:      reliability.Counts{Differ: 1, Uncompared: 1, NotRun: 1},
		Differences: []reliability.Difference{{Row: 1, Share: math.NaN()}, {Row: 3, Share: math.NaN()}},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(d.Programs[2], d.Programs[3], cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-program +copy):\n%s", diff)
	}
	if b := d.Programs[1]; b.Survivor || !slices.Equal(b.FailedSamples, []int{0}) || b.Counts.Crash != 1 {
		t.Errorf("b: %+v", b)
	}
}

func TestOneProgramIsDrawn(t *testing.T) {
	e := evidence(t, "a 00\nb 01\nc 10")
	drawn := map[int]bool{}
	for seed := range uint64(50) {
		d := reliability.OneProgram{Seed: seed}.Decide(e)
		if again := (reliability.OneProgram{Seed: seed}).Decide(e); again.Trusted != d.Trusted {
			t.Errorf("seed %d gives %d and %d", seed, d.Trusted, again.Trusted)
		}
		drawn[d.Trusted] = true
	}
	if len(drawn) != 3 {
		t.Errorf("draws only %v", drawn)
	}
}

// Neither the order of programs and rows nor their names (while their order is the same) nor the ids of the answers matter,
// and neither does it if every input occurs twice. (B4 counts tests, so that twice as many are more evidence.)
func TestMethodSymmetries(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := randomEvidence(rt)
		e.Judgements = nil
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		to, down := r.Perm(len(e.Programs)), r.Perm(len(e.Matrix.Rows))
		moved := permute(e, to, down)
		for j := range moved.Programs {
			moved.Programs[j].Name = "folder/" + moved.Programs[j].Name + ".py"
		}
		for _, row := range moved.Matrix.Rows {
			for j, cell := range row {
				if cell >= 0 {
					row[j] = 7 - 2*cell
				}
			}
		}
		twice := e
		twice.Matrix = consistency.Matrix{
			Programs: e.Matrix.Programs, Rows: slices.Concat(e.Matrix.Rows, e.Matrix.Rows),
		}
		for _, i := range e.Invalid {
			twice.Invalid = append(twice.Invalid[:len(twice.Invalid):len(twice.Invalid)], i+len(e.Matrix.Rows))
		}
		for _, m := range reliability.Methods() {
			d, other := m.Decide(e), m.Decide(moved)
			want := -1
			if d.Trusted >= 0 {
				want = to[d.Trusted]
			}
			if other.Trusted != want {
				rt.Errorf("%s trusts %d (%s), moved %d (%s)", m.Name(), want, d.Fallback, other.Trusted, other.Fallback)
			}
			for j, a := range d.Programs {
				b := other.Programs[to[j]]
				if !near(a.Alpha, b.Alpha, 1e-6) || a.Counts != b.Counts || len(a.Differences) != len(b.Differences) {
					rt.Errorf("%s, program %d: %+v, moved %+v", m.Name(), j, a, b)
				}
				if !math.IsNaN(a.Alpha) && (a.Alpha < -1e-12 || a.Alpha > 1+1e-12) {
					rt.Errorf("%s, program %d: alpha %v", m.Name(), j, a.Alpha)
				}
			}
			if m.Name() == "b4" || m.Name() == "execre" { // ours counts how much a brute force answered: see TestRepeatedRowsDoNotMatter
				continue
			}
			if d := m.Decide(twice); d.Trusted != m.Decide(e).Trusted {
				rt.Errorf("%s trusts %d, and %d with every row twice", m.Name(), m.Decide(e).Trusted, d.Trusted)
			}
		}
	})
}
