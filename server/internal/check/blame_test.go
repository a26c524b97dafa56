package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// noting is a Builder and an Executor whose programs note, where that is wanted, what notes gives.
type noting struct {
	Builder
	runner.Executor
	dir    string // of the builds
	notes  func(program string, n int) string
	builds atomic.Int64
	runs   atomic.Int64
}

func (l *noting) Build(ctx context.Context, src build.Source, override toolchain.Commands) (*runner.Program, error) {
	p, err := l.Builder.Build(ctx, src, override)
	if src.Coverage && err == nil {
		l.builds.Add(1)
		p.Dir = l.dir
	}
	return p, err
}

func (l *noting) Execute(ctx context.Context, req runner.Request) runner.Result {
	r := l.Executor.Execute(ctx, req)
	if _, ok := req.Files[build.CoverageFile]; ok && slices.Contains(req.Collect, build.CoverageFile) {
		l.runs.Add(1)
		var n int
		fmt.Sscan(string(req.Stdin), &n)
		r.Files = map[string][]byte{build.CoverageFile: []byte(l.notes(req.Program.Name, n))}
	}
	return r
}

// suspicious edits a trial: wrong.py has some lines, and its executions note what notes says.
func suspicious(t *testing.T, lab *noting, more func(*workspace.Problem, *Config)) func(*workspace.Problem, *Config) {
	lab.dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(lab.dir, "execre-chart.json"), []byte(`{"python": true, "lines": 6}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return func(p *workspace.Problem, cfg *Config) {
		p.Settings.Reference = "a.py"
		for i := range p.Files {
			p.Files[i].Source = []byte("n = int(input())\nif n >= 200:\n    n += 1\nelse:\n    n += 0\nprint(n)\n" + p.Files[i].Path)
		}
		if more != nil {
			more(p, cfg)
		}
		cfg.Suspects = func(string) bool { return true }
		lab.Builder, lab.Executor = cfg.Builder, cfg.Executor
		cfg.Builder, cfg.Executor = lab, lab
	}
}

// branches is what a program notes that has another way from 200 on.
func branches(_ string, n int) string {
	if n >= 200 {
		return "0 1\n1 2\n2 3\n3 6\n6 0\n"
	}
	return "0 1\n1 2\n2 4\n4 5\n5 6\n6 0\n"
}

// TestSuspectsOfDifferences: of a program that differs the lines are named that it executes where it does, the first of
// them before those that follow from it, and of no other program, the same each time; nothing else in the report is changed by it.
func TestSuspectsOfDifferences(t *testing.T) {
	programs := map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(200, prints("x")),
		"bad.py": from(200, crashed), "slow.py": from(200, timedOut),
	}
	plain := mustTrial(t, programs, func(p *workspace.Problem, _ *Config) { p.Settings.Reference = "a.py" })
	lab := &noting{notes: branches}
	r := mustTrial(t, programs, suspicious(t, lab, nil))
	c := entry(t, r, "wrong.py")
	again := mustTrial(t, programs, suspicious(t, &noting{notes: branches}, func(_ *workspace.Problem, cfg *Config) { cfg.Jobs = 1 }))
	if !slices.Equal(c.Suspects, entry(t, again, "wrong.py").Suspects) {
		t.Errorf("%+v, again %+v", c.Suspects, entry(t, again, "wrong.py").Suspects)
	}
	var lines []int
	for _, s := range c.Suspects {
		lines = append(lines, s.Line)
		if s.Score != 1 {
			t.Errorf("%+v", s)
		}
	}
	slices.Sort(lines)
	if !slices.Equal(lines, []int{2, 3}) || c.NoSuspects != "" || c.Verdict != Differs || c.Place != nil {
		t.Errorf("%+v", c)
	}
	if was := entry(t, plain, "wrong.py"); c.Message != was.Message || c.Alpha != was.Alpha || c.Inputs != was.Inputs {
		t.Errorf("%+v, without %+v", c, was)
	}
	for _, other := range r.Candidates {
		if other.File != "wrong.py" && (other.Suspects != nil || other.NoSuspects != "") {
			t.Errorf("%+v", other)
		}
	}
	if lab.builds.Load() != 1 || lab.runs.Load() > mostWrong+mostRight {
		t.Errorf("%d builds, %d runs", lab.builds.Load(), lab.runs.Load())
	}
}

// TestNoSuspects: why no line is named is said in a sentence, and a program that cannot be watched is no failure.
func TestNoSuspects(t *testing.T) {
	_, missing := toolchain.FindCovering(t.Context(), toolchain.Java, toolchain.Commands{})
	for want, c := range map[string]struct {
		notes func(string, int) string
		more  func(*workspace.Problem, *Config)
	}{
		"no line is executed more on inputs on which it is wrong than on others": {
			notes: func(string, int) string { return "0 1\n1 2\n" },
		},
		"no line is executed more on inputs on which it is wrong than on others, whatever is noted": {
			notes: func(string, int) string { return "\x00 9\n99 99" },
		},
		"which lines are executed is not seen in java": {
			more: func(_ *workspace.Problem, cfg *Config) { cfg.Builder = poor{cfg.Builder, missing} },
		},
		"there are no inputs on which it is known to be right, and none to compare with": {
			more: func(p *workspace.Problem, _ *Config) {
				p.SchemaFile, p.Schema = "", nil
				p.Samples = []workspace.Sample{{Name: "sample 1", File: "1.in", Input: "270\n", Output: "540\n"}}
			},
		},
	} {
		lab := &noting{notes: c.notes}
		r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(200, prints("x"))},
			suspicious(t, lab, c.more))
		got := entry(t, r, "wrong.py")
		want, _, _ = strings.Cut(want, ", whatever")
		if got.Suspects != nil || got.NoSuspects != want || got.Verdict != Differs && got.Verdict != FailsSample {
			t.Errorf("%s: %+v, want %q", got.Verdict, got.NoSuspects, want)
		}
	}
}

// TestSuspectsRest: a program that takes too long while it notes what it executes is not run on and on; what it has noted
// until then counts.
func TestSuspectsRest(t *testing.T) {
	lab := &noting{notes: branches}
	r := mustTrial(t, map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(200, prints("x")),
	}, suspicious(t, lab, func(_ *workspace.Problem, cfg *Config) { cfg.Executor = sluggish{cfg.Executor} }))
	if c := entry(t, r, "wrong.py"); c.Verdict != Differs || lab.runs.Load() != blamedRound {
		t.Errorf("%s, %d runs", c.Verdict, lab.runs.Load())
	}
}

// sluggish is an Executor in which programs that note something take too long.
type sluggish struct{ runner.Executor }

func (s sluggish) Execute(ctx context.Context, req runner.Request) runner.Result {
	if req.Collect != nil {
		return timedOut
	}
	return s.Executor.Execute(ctx, req)
}

// TestSuspectsFailures: what we fail at is an error, and so is that nobody waits any more.
func TestSuspectsFailures(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(200, prints("x"))}
	_, err := trial(t, programs, suspicious(t, &noting{notes: branches}, func(_ *workspace.Problem, cfg *Config) {
		cfg.Builder = poor{cfg.Builder, errors.New("the disk is full")}
	}))
	if err == nil || err.Error() != "building wrong.py to see its lines: the disk is full" {
		t.Errorf("%v", err)
	}
	_, err = trial(t, programs, suspicious(t, &noting{notes: branches}, func(_ *workspace.Problem, cfg *Config) {
		cfg.Executor = failing{cfg.Executor}
	}))
	if err == nil || err.Error() != "running wrong.py: no memory" {
		t.Errorf("%v", err)
	}
}

// failing is an Executor that fails where programs note something.
type failing struct{ runner.Executor }

func (f failing) Execute(ctx context.Context, req runner.Request) runner.Result {
	if req.Collect != nil {
		return runner.Result{Verdict: runner.InternalError, Err: errors.New("no memory")}
	}
	return f.Executor.Execute(ctx, req)
}
