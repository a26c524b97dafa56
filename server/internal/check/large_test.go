package check

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"execre/analysis/generate"
	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/runner"
	"execre/server/internal/workspace"
)

// format has a problem's inputs be of another schema.
func format(t *testing.T, text string) func(*workspace.Problem, *Config) {
	t.Helper()
	parsed, mistakes := schema.Parse([]byte(text))
	if parsed == nil {
		t.Fatal(mistakes)
	}
	return func(p *workspace.Problem, cfg *Config) {
		p.Schema, p.Settings.Inputs = parsed, 20
	}
}

const array = "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 200000\n0 <= A_i <= 9\n"

// near is a program that fails only on inputs near the limits of array.
func near(wrong runner.Result) behaviour { return from(150_000, wrong) }

// TestLargeInputs: who is too slow, uses too much memory or crashes near the limits is told so, with an input that shows it, and
// nothing else changes.
func TestLargeInputs(t *testing.T) {
	dir := t.TempDir()
	check := func(slow, greedy, broken behaviour) *Report {
		return mustTrial(t, map[string]behaviour{
			"a.py": slow, "b.py": double, "c.py": double, "d.py": greedy, "e.py": near(prints("x")), "f.py": broken,
		}, func(p *workspace.Problem, cfg *Config) {
			format(t, array)(p, cfg)
			p.Dir, p.Settings.TimeLimit, p.Settings.MemoryLimit = dir, 2*time.Second, 1<<28
		})
	}
	before := check(double, double, double)
	deep := runner.Result{Verdict: runner.Crash, ExitCode: 1, StderrHead: []byte("  File \"f.py\", line 4, in f\nRecursionError: too deep\n")}
	r := check(near(timedOut), near(runner.Result{Verdict: runner.MemoryLimit}), near(deep))
	if r.Inputs.Large == 0 || r.Inputs.Executed != 20 {
		t.Errorf("%+v", r.Inputs)
	}
	for file, want := range map[string]struct {
		verdict Verdict
		message string
	}{
		"a.py": {TooSlow, "too slow at N = 200000 (limit 2s), though its answers are trusted"},
		"b.py": {Agrees, "agrees with a.py on 20 inputs"},
		"d.py": {TooMuchMemory, "uses too much memory at N = 200000 (limit 256MiB), though it agrees with a.py on 20 inputs"},
		"f.py": {Crashes, "crashes at N = 200000 (exit status 1), though it agrees with a.py on 20 inputs"},
		"e.py": {Agrees, "agrees with a.py on 20 inputs"}, // what is printed there is not compared
	} {
		c, was := entry(t, r, file), entry(t, before, file)
		if c.Verdict != want.verdict || c.Message != want.message {
			t.Errorf("%s: %s %q", file, c.Verdict, c.Message)
		}
		if c.Alpha != was.Alpha || *c.Class != *was.Class || c.Inputs != was.Inputs {
			t.Errorf("%s: alpha %v class %d %+v, before %v %d %+v", file, c.Alpha, *c.Class, c.Inputs, was.Alpha, *was.Class, was.Inputs)
		}
	}
	if d := r.Decision; d.Trusted == nil || *d.Trusted != "a.py" {
		t.Errorf("%+v", d)
	}
	if f := entry(t, r, "f.py"); f.Place == nil || f.Place.Line != 4 || f.Counterexample.LastWords() != "RecursionError: too deep" ||
		f.Lens() != f.Message {
		t.Errorf("%+v %q", f.Place, f.Lens())
	}
	if err := Save(dir, r); err != nil {
		t.Fatal(err)
	}
	x := entry(t, r, "a.py").Counterexample
	if data, err := os.ReadFile(filepath.Join(dir, x.InputFile)); err != nil || !strings.HasPrefix(string(data), "200000\n") {
		t.Errorf("%s: %v", x.InputFile, err)
	}
	// It is not run first in the next check: a brute force would take for ever.
	if again := check(double, double, double); len(again.Earlier) != 0 || entry(t, again, "a.py").Verdict != Trusted {
		t.Errorf("%d earlier ones, a.py %s", len(again.Earlier), entry(t, again, "a.py").Message)
	}
}

// TestLargeInputsCrash: a crash counts that is seen twice. Where all of three programs crash it is the format that is
// doubtful, as with small inputs.
func TestLargeInputsCrash(t *testing.T) {
	var once atomic.Bool
	flaky := func(n int) runner.Result {
		if n >= 150_000 && once.CompareAndSwap(false, true) {
			return crashed
		}
		return double(n)
	}
	const doubt = "input.schema: every program crashes at N = 200000 (SIGSEGV, perhaps by recursion that is too deep), so the " +
		"format may allow larger inputs than the problem does: that is held against none"
	for name, c := range map[string]struct {
		a, b, c behaviour
		verdict Verdict // of b.py
		message string
		said    []string
	}{
		"one":        {double, near(crashed), double, Crashes, "crashes at N = 200000 (SIGSEGV, perhaps by recursion that is too deep), though it agrees with a.py on 20 inputs", nil},
		"once":       {double, flaky, double, Agrees, "agrees with a.py on 20 inputs", nil},
		"everybody":  {near(crashed), near(crashed), near(crashed), Agrees, "agrees with a.py on 20 inputs", []string{doubt}},
		"two others": {near(timedOut), near(crashed), near(crashed), Crashes, "crashes at N = 200000 (SIGSEGV, perhaps by recursion that is too deep), though it agrees with a.py on 20 inputs", nil},
	} {
		r := mustTrial(t, map[string]behaviour{"a.py": c.a, "b.py": c.b, "c.py": c.c}, format(t, array))
		var said []string
		for _, p := range r.Problems {
			said = append(said, p.File+": "+p.Message)
		}
		if got := entry(t, r, "b.py"); got.Verdict != c.verdict || got.Message != c.message || !slices.Equal(said, c.said) {
			t.Errorf("%s: %s %q, said %q", name, got.Verdict, got.Message, said)
		}
	}
}

// counter counts the executions of a.py on large inputs.
type counter struct {
	runner.Executor
	runs atomic.Int64
}

func (c *counter) Execute(ctx context.Context, req runner.Request) runner.Result {
	if req.Program.Name == "a.py" && len(req.Stdin) > 300_000 {
		c.runs.Add(1)
	}
	return c.Executor.Execute(ctx, req)
}

// TestLargeInputsSpare: no input near the limits is run where it would tell nothing, or cost too much.
func TestLargeInputsSpare(t *testing.T) {
	for name, c := range map[string]struct {
		programs map[string]behaviour
		edit     func(*workspace.Problem, *Config)
		verdict  Verdict // of a.py
		runs     int     // of a.py on large inputs
	}{
		"a declared reference": {
			map[string]behaviour{"a.py": near(timedOut), "b.py": double, "c.py": double},
			func(p *workspace.Problem, _ *Config) { p.Settings.Reference = "a.py" }, Trusted, 0,
		},
		"a guessed format": {
			map[string]behaviour{"a.py": near(timedOut), "b.py": double, "c.py": double},
			func(p *workspace.Problem, _ *Config) {
				p.Inferred, p.Usable, p.SchemaFile = []infer.Guess{{Schema: p.Schema, Sure: 1}}, 1, ""
			}, Trusted, 0,
		},
		"no large inputs": {
			map[string]behaviour{"a.py": double, "b.py": double, "c.py": double},
			format(t, "N\n---\n0 <= N <= 1000000000\n"), Trusted, 0, // long values, but not many
		},
		"one slow program": {
			map[string]behaviour{"a.py": near(timedOut), "b.py": double, "c.py": double}, nil, TooSlow, 2,
		},
		"fast programs": {map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, nil, Trusted, mostLarge},
	} {
		large := &counter{}
		r := mustTrial(t, c.programs, func(p *workspace.Problem, cfg *Config) {
			format(t, array)(p, cfg)
			if c.edit != nil {
				c.edit(p, cfg)
			}
			large.Executor, cfg.Executor = cfg.Executor, large
		})
		if got := entry(t, r, "a.py"); got.Verdict != c.verdict || int(large.runs.Load()) != c.runs {
			t.Errorf("%s: %s %q, %d runs", name, got.Verdict, got.Message, large.runs.Load())
		}
	}
}

// TestLargeInputsEnd: each time-out costs its limit twice, so after three of them there is no further input.
func TestLargeInputsEnd(t *testing.T) {
	for slow, want := range map[int]int{2: mostLarge, 3: 1} {
		programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}
		for k := range slow {
			programs[string(rune('p'+k))+".py"] = near(timedOut)
		}
		if r := mustTrial(t, programs, format(t, array)); r.Inputs.Large != want {
			t.Errorf("%d slow programs: %d large inputs, want %d", slow, r.Inputs.Large, want)
		}
	}
}

// TestSize: an input is as large as the numbers say that decide how much there is in it.
func TestSize(t *testing.T) {
	for text, want := range map[string]string{
		array: "at N = 200000",
		"H W\nc_{1,1}c_{1,2}...c_{1,W}\n:\nc_{H,1}c_{H,2}...c_{H,W}\n---\n1 <= H, W <= 900\nc_{i,j} in {., #}\n":           "at H = 900, W = 900",
		"S\n---\n1 <= |S| <= 300000\nS consists of lowercase letters\n":                                                    "at |S| = 300000",
		"N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\n---\n2 <= N <= 100000\n(u, v) is a tree on 1..N\n":                                "at N = 100000",
		"T\nrepeat T:\n  N\n  A_1 A_2 ... A_N\n---\n1 <= T <= 1000\n1 <= N <= 200000\n1 <= A_i <= 9\nsum of N <= 300000\n": "on an input of ",
	} {
		parsed, mistakes := schema.Parse([]byte(text))
		if parsed == nil {
			t.Errorf("%q: %v", text, mistakes)
			continue
		}
		g, mistakes := generate.New(parsed)
		if g == nil {
			t.Errorf("%q: %v", text, mistakes)
			continue
		}
		in, _, err := g.Large(1, 0)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		r := &run{problem: &workspace.Problem{Schema: parsed}, generator: g}
		if got := r.size(in); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
