package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"execre/runner"
	"execre/server/internal/workspace"
)

// meter adds up the time that a tool takes, and how often it was executed.
type meter struct {
	mu    sync.Mutex
	total time.Duration
	runs  int
}

// hangs is a tool that runs to its limit when often says so, for the number of the run, and else does what fine does.
func (m *meter) hangs(fine func(runner.Request) runner.Result, often func(n int) bool) func(runner.Request) runner.Result {
	return func(req runner.Request) runner.Result {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.runs++
		if often(m.runs) {
			m.total += req.Limits.CPU
			return runner.Result{Verdict: runner.TimeLimit, Wall: req.Limits.CPU}
		}
		return fine(req)
	}
}

// slow is a tool that takes so long for each run.
func (m *meter) slow(fine func(runner.Request) runner.Result, each time.Duration) func(runner.Request) runner.Result {
	return func(req runner.Request) runner.Result {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.runs++
		m.total += each
		result := fine(req)
		result.Wall = each
		return result
	}
}

// kinds are the three kinds of tools.
var kinds = map[string]func(runner.Request) runner.Result{
	"generator.py": printsSeed(300),
	"validator.py": func(runner.Request) runner.Result { return exits(0) },
	"checker.py": func(req runner.Request) runner.Result {
		if string(req.Files["output"]) == string(req.Files["answer"]) {
			return exits(0)
		}
		return exits(1)
	},
}

// waits is the longest that the person may wait for a tool, one execution after the other.
const waits = toolBudget + shrinkGrant + 4*toolTime

// TestToolsAreBounded: whatever a tool does with its time the check comes to a report, which has what was learnt, and names
// the tool and what it did.
func TestToolsAreBounded(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(2, prints("x"))}
	always := func(int) bool { return true }
	often := func(n int) bool { return n > 4 && n%7 == 0 }
	for name, fine := range kinds {
		for what, do := range map[string]func(*meter) func(runner.Request) runner.Result{
			"never ends":       func(m *meter) func(runner.Request) runner.Result { return m.hangs(fine, always) },
			"sometimes hangs":  func(m *meter) func(runner.Request) runner.Result { return m.hangs(fine, often) },
			"is slow":          func(m *meter) func(runner.Request) runner.Result { return m.slow(fine, time.Second) },
			"is terribly slow": func(m *meter) func(runner.Request) runner.Result { return m.slow(fine, 9*time.Second) },
		} {
			t.Run(name+" "+what, func(t *testing.T) {
				m := &meter{}
				r, _ := equip(t, programs, tools{name: do(m)}, nil, func(p *workspace.Problem, cfg *Config) {
					p.Settings.Inputs = 400
					p.Samples = []workspace.Sample{{Name: "sample 1", Input: "1\n", Output: "2\n", File: "1.in"}}
					if name == "generator.py" {
						noSchema(p, cfg)
					}
				})
				if m.total > waits {
					t.Errorf("%s took %v in %d runs", name, m.total, m.runs)
				}
				named := r.Inputs.Stopped != nil && strings.Contains(*r.Inputs.Stopped, name) ||
					slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.File == name })
				if !named {
					t.Errorf("the report says nothing of %s: %+v %+v", name, r.Inputs, r.Problems)
				}
				for _, c := range r.Candidates {
					if c.File != "wrong.py" && c.Verdict != Undecided && c.Verdict != Trusted && c.Verdict != Agrees {
						t.Errorf("%s: %s", c.File, c.Message)
					}
				}
				// What was learnt before it was too late.
				switch {
				case what == "is slow" && entry(t, r, "wrong.py").Verdict != Differs:
					t.Errorf("wrong.py: %s, %+v", entry(t, r, "wrong.py").Message, r.Inputs)
				case name == "validator.py" && strings.Contains(what, "hang") && r.Inputs.Executed == 0:
					t.Errorf("%+v", r.Inputs)
				}
			})
		}
	}
}

// TestQuickToolsAreNotBounded: what has been executed before costs nothing, however long it took.
func TestQuickToolsAreNotBounded(t *testing.T) {
	m := &meter{}
	slow := m.slow(kinds["checker.py"], time.Minute)
	r, _ := equip(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, tools{
		"checker.py": func(req runner.Request) runner.Result {
			result := slow(req)
			result.Cached = true
			return result
		},
	}, nil, nil)
	if r.Inputs.Executed != 100 || r.Inputs.Stopped != nil || r.Decision.Trusted == nil {
		t.Errorf("%+v %+v", r.Inputs, r.Decision)
	}
}

// TestWaitingIsSaid: while a tool runs for long the progress says for which, and nothing is said once Run has returned.
func TestWaitingIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var said []string
		equip(t, map[string]behaviour{"a.py": double, "b.py": double}, tools{"generator.py": func(req runner.Request) runner.Result {
			if req.Fresh {
				time.Sleep(2 * toolSilence) // in the bubble of synctest this takes no time
			}
			return printsSeed(300)(req)
		}}, nil, func(p *workspace.Problem, cfg *Config) {
			noSchema(p, cfg)
			cfg.Progress = func(p Progress) {
				mu.Lock()
				defer mu.Unlock()
				said = append(said, p.String())
			}
		})
		if !slices.ContainsFunc(said, func(s string) bool { return strings.HasSuffix(s, ", waiting for generator.py") }) {
			t.Errorf("said: %q", said)
		}
		if n := len(said); n == 0 || strings.Contains(said[n-1], "waiting") {
			t.Errorf("the last word: %q", said)
		}
	})
}

// TestJudgementsAreRemembered: a checker is asked once about an output of an input and an answer, but for some refusals.
func TestJudgementsAreRemembered(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]int{}
	again := 0
	equip(t, map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": from(50, prints("x")), "d.py": from(60, prints("y")), "e.py": from(50, prints("x")),
	}, tools{"checker.py": func(req runner.Request) runner.Result {
		mu.Lock()
		defer mu.Unlock()
		if req.Fresh {
			again++
			return kinds["checker.py"](req)
		}
		asked[fmt.Sprintf("%q %q %q", req.Files["input"], req.Files["output"], req.Files["answer"])]++
		return kinds["checker.py"](req)
	}}, nil, func(_ *workspace.Problem, cfg *Config) { cfg.Jobs = 1 })
	for what, n := range asked {
		if n > 1 {
			t.Errorf("%s: asked %s times", what, strconv.Itoa(n))
		}
	}
	if again == 0 || again > mostDoubted {
		t.Errorf("%d refusals were asked for again, want some and at most %d", again, mostDoubted)
	}
	if len(asked) < 100 {
		t.Errorf("only %d judgements: the trial tells nothing", len(asked))
	}
}

// TestCheckerByChance: one that says now this and now that of the same output is named, and blames nobody.
func TestCheckerByChance(t *testing.T) {
	var asked atomic.Int64
	r, _ := equip(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "seven.py": func(int) runner.Result { return prints(7) }},
		tools{"checker.py": func(runner.Request) runner.Result {
			return exits(int(asked.Add(1) / 3 % 2))
		}}, nil, func(_ *workspace.Problem, cfg *Config) { cfg.Jobs = 1 })
	for _, c := range r.Candidates {
		if c.Verdict != Undecided {
			t.Errorf("%s: %s %s", c.File, c.Verdict, c.Message)
		}
	}
	if !slices.ContainsFunc(r.Problems, func(p Problem) bool {
		return p.File == "checker.py" && strings.Contains(p.Message, "different verdicts on the same output")
	}) {
		t.Errorf("problems: %+v", r.Problems)
	}
}
