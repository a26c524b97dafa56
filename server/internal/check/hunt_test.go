package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"execre/runner"
	"execre/server/internal/workspace"
)

// ticking is a clock that goes on by a second each time that it is read.
func ticking() func() time.Time {
	var mu sync.Mutex
	now := time.Unix(0, 0)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

// hunting has a check of 20 inputs search on among numbers up to 10^9, until a difference or not.
func hunting(t *testing.T, until bool, phases *[]Progress) func(*workspace.Problem, *Config) {
	wide := format(t, "N\n---\n0 <= N <= 1000000000\n")
	return func(p *workspace.Problem, cfg *Config) {
		wide(p, cfg)
		cfg.For, cfg.UntilDifference, cfg.Now = 1000*time.Second, until, ticking()
		if phases != nil {
			cfg.Progress = func(p Progress) { *phases = append(*phases, p) }
		}
	}
}

// TestHunt: a search goes on past the inputs that are asked for until its time is over, whole rounds at a time.
func TestHunt(t *testing.T) {
	var phases []Progress
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, hunting(t, false, &phases))
	// The clock is read at the beginning, and then for each round and for the progress of each of its rows.
	if n := r.Inputs.Executed; n < 20+RoundSize || n > 1100 || (n-20)%RoundSize != 0 || r.Inputs.Stopped != nil {
		t.Errorf("%+v", r.Inputs)
	}
	last := Progress{}
	for _, p := range phases {
		if p.Phase == Hunting {
			if p.Total != 1000 || p.Done < last.Done || p.Done > p.Total {
				t.Errorf("%v after %v", p, last)
			}
			last = p
		}
	}
	if !strings.HasSuffix(last.String(), "/1000 s") {
		t.Errorf("the last progress is %v", last)
	}
}

// TestHuntUntilDifference: it ends with the round in which two programs differ for the first time, but never before all
// inputs that are asked for were run; and those that are known to differ are no reason to end.
func TestHuntUntilDifference(t *testing.T) {
	// Agrees until so many other inputs were seen; answers for each input do not change.
	late := func(after int) behaviour {
		var mu sync.Mutex
		seen := map[int]bool{}
		return func(n int) runner.Result {
			mu.Lock()
			defer mu.Unlock()
			if wrong, ok := seen[n]; ok && wrong || !ok && len(seen) >= after {
				seen[n] = true
				return prints("x")
			}
			seen[n] = false
			return double(n)
		}
	}
	one := func(_ *workspace.Problem, cfg *Config) { cfg.Jobs = 1 }
	both := func(edits ...func(*workspace.Problem, *Config)) func(*workspace.Problem, *Config) {
		return func(p *workspace.Problem, cfg *Config) {
			for _, edit := range edits {
				edit(p, cfg)
			}
		}
	}
	for name, c := range map[string]struct {
		after, want int
	}{
		"at once":                {5, 20},
		"in the first round":     {30, 70},
		"in the third":           {137, 170},
		"at the end of a round":  {69, 70},
		"at the next one's head": {70, 120},
	} {
		r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": late(c.after)},
			both(hunting(t, true, nil), one))
		if r.Inputs.Executed != c.want || r.Inputs.Stopped == nil || !strings.HasPrefix(*r.Inputs.Stopped, "a.py and c.py differ") {
			t.Errorf("%s: %+v, want %d inputs", name, r.Inputs, c.want)
		}
	}
	known := func(p *workspace.Problem, _ *Config) {
		p.Samples = []workspace.Sample{{Name: "sample 1", File: "1.in", Input: "7\n", Output: "14\n"}}
	}
	earlier := func(p *workspace.Problem, cfg *Config) {
		known(p, cfg)
		folder := filepath.Join(p.Dir, Folder, "counterexamples")
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "d.py.in"), []byte("8\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		edit  func(*workspace.Problem, *Config)
		wrong behaviour
	}{
		"a sample tells":                 {known, from(0, prints("x"))},
		"an earlier counterexample does": {earlier, from(8, prints("x"))},
	} {
		r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": late(90), "d.py": c.wrong},
			both(hunting(t, true, nil), one, c.edit))
		if r.Inputs.Executed != 120 || r.Inputs.Stopped == nil || !strings.HasPrefix(*r.Inputs.Stopped, "a.py and c.py differ") {
			t.Errorf("%s: %+v", name, r.Inputs)
		}
	}
}

// TestHuntNeedsInputs: where there are samples only, nothing can be searched, and nothing is run.
func TestHuntNeedsInputs(t *testing.T) {
	for name, edit := range map[string]func(*workspace.Problem){
		"no schema":   func(p *workspace.Problem) { p.Schema, p.SchemaFile = nil, "" },
		"interactive": func(p *workspace.Problem) { p.Interactive = "interactor.py" },
	} {
		var phases []Progress
		_, err := trial(t, map[string]behaviour{"a.py": double, "b.py": double}, func(p *workspace.Problem, cfg *Config) {
			hunting(t, true, &phases)(p, cfg)
			edit(p)
		})
		if !errors.Is(err, ErrSamplesOnly) || len(phases) > 0 {
			t.Errorf("%s: %v %v", name, err, phases)
		}
	}
}

// TestEnded: whoever ends a check has a report of what was known by then, and not a word of what was not.
func TestEnded(t *testing.T) {
	programs := map[string]behaviour{
		"a.cpp": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(60, prints("x")),
		"a.cpp" + watched: double,
	}
	for phase, want := range map[string]struct {
		trusted bool    // the decision is there
		wrong   Verdict // of wrong.py
	}{
		"building": {false, Undecided}, "samples": {false, Undecided}, "inputs": {false, Undecided}, Hunting: {false, Undecided},
		"sanitizing": {true, Differs},
	} {
		t.Run(phase, func(t *testing.T) {
			problem, with := prepared(t, programs, func(p *workspace.Problem, cfg *Config) {
				hunting(t, false, nil)(p, cfg)
				p.Settings.Inputs = 200
				p.Samples = []workspace.Sample{{Name: "sample 1", Input: "9", Output: "18\n", File: "1.in"}}
			})
			ctx, end := context.WithCancel(t.Context())
			defer end()
			with.Progress = func(p Progress) {
				if p.Phase == phase {
					end()
				}
			}
			r, err := Run(ctx, problem, with)
			if !errors.Is(err, context.Canceled) || r == nil {
				t.Fatalf("%v, %v", r, err)
			}
			if r.Inputs.Stopped == nil || !strings.HasPrefix(*r.Inputs.Stopped, "the check was ended while "+phase) {
				t.Errorf("%+v", r.Inputs)
			}
			c := entry(t, r, "wrong.py")
			if (r.Decision.Trusted != nil) != want.trusted || c.Verdict != want.wrong || c.Message == "" || len(r.Candidates) != 6 {
				t.Errorf("%+v, wrong.py: %s %q", r.Decision, c.Verdict, c.Message)
			}
			if _, err := Encode(r); err != nil {
				t.Error(err)
			}
		})
	}
}
