package check

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// slowly is a Builder whose compilers take a while for some sources, and find mistakes in some of those.
type slowly struct {
	Builder
	takes  map[string]time.Duration // by file
	broken bool                     // these do not compile

	mu      sync.Mutex
	working int
	most    int // compilers that were at work at the same time
}

func (s *slowly) Build(ctx context.Context, src build.Source, override toolchain.Commands) (*runner.Program, error) {
	s.mu.Lock()
	s.working++
	s.most = max(s.most, s.working)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.working--
	}()
	if takes := s.takes[src.Name]; takes > 0 {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(takes):
		}
		if s.broken {
			return nil, &build.Failure{Messages: []build.Message{{File: src.Name, Severity: "error", Text: "takes too long to compile"}}}
		}
	}
	return s.Builder.Build(ctx, src, override)
}

// templates are programs of which many take their compilers minutes, in front of the others by name.
var templates = map[string]behaviour{
	"b.py": double, "c.py": double, "d.py": double, "e.py": double, "f.py": double, "wrong.py": from(7, prints("x")),
	"a1.cpp": double, "a2.cpp": double, "a3.cpp": double, "a4.cpp": double, "a5.cpp": double, "a6.cpp": from(7, crashed),
}

func minutes() map[string]time.Duration {
	takes := map[string]time.Duration{}
	for name := range templates {
		if strings.HasSuffix(name, ".cpp") {
			takes[name] = 2 * time.Minute
		}
	}
	return takes
}

// TestNobodyWaitsForACompiler: what is wrong with programs that are there is told while compilers still work on others, whatever
// the number of jobs; and the report is in the end the one that there is when nobody takes long.
func TestNobodyWaitsForACompiler(t *testing.T) {
	for name, broken := range map[string]bool{"they compile in the end": false, "they do not": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				var partials []*Report
				var firstAfter time.Duration
				var waiting []string
				slow := &slowly{takes: minutes(), broken: broken}
				got := mustTrial(t, templates, func(_ *workspace.Problem, cfg *Config) {
					slow.Builder, cfg.Builder, cfg.Jobs = cfg.Builder, slow, 1
					cfg.Partial = func(r *Report) {
						if len(partials) == 0 {
							firstAfter = time.Since(begin)
						}
						if time.Since(begin) < 2*time.Minute {
							partials = append(partials, r)
						}
					}
					cfg.Progress = func(p Progress) {
						if p.Waiting != "" {
							waiting = append(waiting, p.String())
						}
					}
				})
				if len(partials) == 0 || firstAfter > 2*compilerPatience {
					t.Fatalf("%d partial reports, the first after %v", len(partials), firstAfter)
				}
				last := partials[len(partials)-1]
				if c := entry(t, last, "wrong.py"); c.Verdict != Differs || c.Counterexample == nil || !last.Partial {
					t.Errorf("wrong.py: %s %q", c.Verdict, c.Message)
				}
				if c := entry(t, last, "a1.cpp"); c.Verdict != Undecided || c.Message != "not run yet: the compiler is still at work on it" {
					t.Errorf("a1.cpp: %s %q", c.Verdict, c.Message)
				}
				if c := entry(t, last, "b.py"); c.Verdict != Undecided || c.Message != "checked on 100 inputs, but other programs still compile" ||
					c.Alpha == c.Alpha || last.Decision.Trusted != nil {
					t.Errorf("b.py: %s %q %+v", c.Verdict, c.Message, last.Decision)
				}
				if len(waiting) == 0 || waiting[0] != "building 6/12, waiting for the compiler of a1.cpp" {
					t.Errorf("progress %q", waiting)
				}
				quick := &slowly{takes: maps.Clone(slow.takes), broken: broken}
				for name := range quick.takes {
					quick.takes[name] = time.Millisecond
				}
				want := mustTrial(t, templates, func(_ *workspace.Problem, cfg *Config) {
					quick.Builder, cfg.Builder = cfg.Builder, quick
				})
				got.Timings, want.Timings = nil, nil
				if diff := cmp.Diff(jsonText(t, want), jsonText(t, got)); diff != "" {
					t.Errorf("the report depends on how long compilers take (-quick +slow):\n%s", diff)
				}
			})
		})
	}
}

func jsonText(t *testing.T, r *Report) string {
	t.Helper()
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEndedWhileCompiling: a check that is ended while compilers work has what was found out of the other programs.
func TestEndedWhileCompiling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, cfg := prepared(t, templates, nil)
		cfg.Builder = &slowly{Builder: cfg.Builder, takes: minutes()}
		cfg.Partial = func(*Report) {}
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		defer end()
		r, err := Run(ctx, p, cfg)
		if !errors.Is(err, context.DeadlineExceeded) || r == nil || !r.Partial || r.Inputs.Stopped == nil ||
			!strings.Contains(*r.Inputs.Stopped, "building 6/12") {
			t.Fatalf("%+v %v", r, err)
		}
		if c := entry(t, r, "wrong.py"); c.Verdict != Differs {
			t.Errorf("wrong.py: %s %q", c.Verdict, c.Message)
		}
		if c := entry(t, r, "a1.cpp"); c.Verdict != Undecided {
			t.Errorf("a1.cpp: %s %q", c.Verdict, c.Message)
		}
	})
}
