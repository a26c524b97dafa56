package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// report is what a sanitizer says, of a line of a.cpp.
func report(line int, what string) runner.Result {
	return runner.Result{
		Verdict: runner.Crash, ExitCode: 86, StderrHead: fmt.Appendf(nil, "a.cpp:%d:7: runtime error: %s\n    at a.cpp:%[1]d\n", line, what),
	}
}

const tooLarge = "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'"

// briefly hunts among the numbers from 0 to 300, for as many rounds as that takes.
func briefly(p *workspace.Problem, cfg *Config) { cfg.For, cfg.Now = 10*time.Second, ticking() }

// TestUndefinedBehaviour: a hunt tells where a program that agrees with all others is undefined, each mistake with its
// smallest input, and changes nothing else in what is said of it.
func TestUndefinedBehaviour(t *testing.T) {
	dir := t.TempDir()
	programs := func(a behaviour) map[string]behaviour {
		return map[string]behaviour{
			"a.cpp": double, "a.cpp" + watched: a, "b.cpp": double, "b.cpp" + watched: double, "c.py": double,
		}
	}
	hunt := func(a behaviour) *Report {
		return mustTrial(t, programs(a), func(p *workspace.Problem, cfg *Config) {
			p.Dir = dir
			briefly(p, cfg)
		})
	}
	before := hunt(double)
	r := hunt(func(n int) runner.Result {
		switch {
		case n >= 50 && n%2 == 1:
			return report(20, "division by zero")
		case n >= 50:
			return report(12, tooLarge)
		case n == 7: // a run that costs too much is no finding, and neither is a stack that is too small for it
			return timedOut
		case n == 8:
			return runner.Result{Verdict: runner.Crash, ExitCode: 86, StderrHead: []byte("==1==ERROR: AddressSanitizer: stack-overflow on\n")}
		}
		return double(n)
	})
	c, was := entry(t, r, "a.cpp"), entry(t, before, "a.cpp")
	want := []UndefinedBehaviour{
		{
			Kind: "signed integer overflow", Detail: "2147483647 + 1 cannot be represented in type 'int'",
			File: "a.cpp", Place: &Place{12, 7}, Input: Text{"50\n", ".execre/counterexamples/undefined/a.cpp-1.in"},
			InputFile: ".execre/counterexamples/undefined/a.cpp-1.in", Message: "a.cpp:12: signed integer overflow on this input",
		},
		{
			Kind: "division by zero", File: "a.cpp", Place: &Place{20, 7},
			Input:     Text{"51\n", ".execre/counterexamples/undefined/a.cpp-2.in"},
			InputFile: ".execre/counterexamples/undefined/a.cpp-2.in", Message: "a.cpp:20: division by zero on this input",
		},
	}
	if !reflect.DeepEqual(c.UndefinedBehaviour, want) {
		t.Errorf("got  %+v\nwant %+v", c.UndefinedBehaviour, want)
	}
	if c.Message != was.Message+"; undefined behaviour in line 12, line 20" || was.Message != "trusted reference" {
		t.Errorf("%q, before %q", c.Message, was.Message)
	}
	if c.Verdict != Trusted || c.Alpha != was.Alpha || *c.Class != *was.Class || c.Inputs != was.Inputs || c.Counterexample != nil {
		t.Errorf("%+v, before %+v", c, was)
	}
	if n := r.Inputs.Sanitized; n == 0 || n > mostWatched || r.ExitStatus() != 0 {
		t.Errorf("%+v, exit status %d", r.Inputs, r.ExitStatus())
	}
	var said []string
	for _, p := range r.Problems {
		said = append(said, fmt.Sprintf("%s:%d:%d %v %s: %s", p.File, p.Line, p.Column, p.Warning, p.Code, p.Message))
	}
	if want := []string{
		"a.cpp:12:7 true undefined-behaviour: undefined behaviour: signed integer overflow (2147483647 + 1 cannot be represented " +
			`in type 'int'), on the input "50"`,
		`a.cpp:20:7 true undefined-behaviour: undefined behaviour: division by zero, on the input "51"`,
	}; !slices.Equal(said, want) {
		t.Errorf("got  %q\nwant %q", said, want)
	}
	for _, file := range []string{"b.cpp", "c.py"} {
		if c := entry(t, r, file); c.UndefinedBehaviour != nil {
			t.Errorf("%s: %+v", file, c.UndefinedBehaviour)
		}
	}

	// Its inputs are kept, and are the first of the next check.
	if err := Save(dir, r); err != nil {
		t.Fatal(err)
	}
	for _, u := range want {
		if data, err := os.ReadFile(filepath.Join(dir, u.InputFile)); err != nil || string(data) != u.Input.Whole {
			t.Errorf("%s: %q %v", u.InputFile, data, err)
		}
	}
	if again := hunt(double); !slices.Equal(again.Earlier, []string{"50\n", "51\n"}) {
		t.Errorf("earlier: %q", again.Earlier)
	}
}

// TestUndefinedBehaviourOnSamples: a sample is shown as it stands, and a place that is unknown is not invented.
func TestUndefinedBehaviourOnSamples(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{
		"a.cpp": double, "b.py": double, "a.cpp" + watched: func(n int) runner.Result {
			if n == 1000 {
				return runner.Result{Verdict: runner.Crash, ExitCode: 86, StderrHead: []byte("==1==ERROR: AddressSanitizer: heap-use-after-free on\n")}
			}
			return double(n)
		},
	}, func(p *workspace.Problem, cfg *Config) {
		briefly(p, cfg)
		p.Samples = []workspace.Sample{{Name: "sample 1", File: "1.in", Input: "1000\n", Output: "2000\n"}}
	})
	c := entry(t, r, "a.cpp")
	if u := c.UndefinedBehaviour; len(u) != 1 || u[0].Place != nil || u[0].Input.Whole != "1000\n" ||
		u[0].Message != "a.cpp: use of freed memory on this input" {
		t.Errorf("%+v", u)
	}
	if want := "provisional: agrees with b.py, two programs only; undefined behaviour"; c.Message != want {
		t.Errorf("got  %q\nwant %q", c.Message, want)
	}
}

// TestUndefinedBehaviourRests: a program that takes too long when it is watched is not run again and again.
func TestUndefinedBehaviourRests(t *testing.T) {
	var runs atomic.Int64
	mustTrial(t, map[string]behaviour{
		"a.cpp": double, "b.py": double, "a.cpp" + watched: func(int) runner.Result {
			runs.Add(1)
			return timedOut
		},
	}, briefly)
	if n := runs.Load(); n != 2*mostToolFailures { // each is repeated alone
		t.Errorf("%d runs", n)
	}
}

// TestUndefinedBehaviourInHunts: other checks do not build programs twice.
func TestUndefinedBehaviourInHunts(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{
		"a.cpp": double, "b.cpp": double, "a.cpp" + watched: func(int) runner.Result { return report(1, tooLarge) },
	}, nil)
	if c := entry(t, r, "a.cpp"); c.UndefinedBehaviour != nil || r.Inputs.Sanitized != 0 {
		t.Errorf("%+v %+v", c.UndefinedBehaviour, r.Inputs)
	}
}

// poor is a Builder whose compilers have no sanitizers and see no lines.
type poor struct {
	Builder
	err error
}

func (p poor) Build(ctx context.Context, src build.Source, override toolchain.Commands) (*runner.Program, error) {
	if src.Sanitize || src.Coverage {
		return nil, p.err
	}
	return p.Builder.Build(ctx, src, override)
}

// TestNoSanitizers: that is said, for a compiler once, and the check goes on.
func TestNoSanitizers(t *testing.T) {
	_, missing := toolchain.FindSanitizing(t.Context(), toolchain.Rust, toolchain.Commands{})
	for name, c := range map[string]struct {
		err  error
		want []string
	}{
		"a compiler without": {missing, []string{"a.cpp: undefined behaviour is not looked for: there are no sanitizers for rust"}},
		"programs that cannot have them": {&build.Failure{Messages: []build.Message{{File: "x.cpp", Line: 3, Severity: "error", Text: "no such thing"}}}, []string{
			"a.cpp: undefined behaviour is not looked for, because it does not compile with sanitizers: x.cpp:3: no such thing",
			"b.cpp: undefined behaviour is not looked for, because it does not compile with sanitizers: x.cpp:3: no such thing",
		}},
	} {
		r := mustTrial(t, map[string]behaviour{"a.cpp": double, "b.cpp": double, "c.py": double}, func(p *workspace.Problem, cfg *Config) {
			briefly(p, cfg)
			cfg.Builder = poor{cfg.Builder, c.err}
		})
		var said []string
		for _, p := range r.Problems {
			if p.Code != "config-sanitizer" || !p.Warning {
				t.Errorf("%s: %+v", name, p)
			}
			said = append(said, p.File+": "+p.Message)
		}
		if !slices.Equal(said, c.want) || r.Inputs.Sanitized != 0 || entry(t, r, "a.cpp").Verdict != Trusted {
			t.Errorf("%s:\ngot  %q\nwant %q", name, said, c.want)
		}
	}
	_, err := trial(t, map[string]behaviour{"a.cpp": double, "b.cpp": double}, func(p *workspace.Problem, cfg *Config) {
		briefly(p, cfg)
		cfg.Builder = poor{cfg.Builder, errors.New("the disk is full")}
	})
	if err == nil || err.Error() != "building a.cpp with sanitizers: the disk is full" && err.Error() != "building b.cpp with sanitizers: the disk is full" {
		t.Errorf("a failure of ours is %v", err)
	}
}
