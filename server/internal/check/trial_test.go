package check

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"execre/runner"
	"execre/server/internal/workspace"
)

// starts executes some programs as a server that was started once, in which they say what is right, while of their fresh
// starts every second one goes wrong.
type starts struct {
	runner.Executor
	chance map[string]*int
}

func (s starts) Execute(ctx context.Context, req runner.Request) runner.Result {
	result := s.Executor.Execute(ctx, req)
	result.Engine = runner.Zygote
	if req.Fresh {
		result.Engine = runner.Spawn
		if n := s.chance[req.Program.Name]; n != nil {
			if *n++; *n%2 == 0 {
				result.Stdout = []byte("chance\n")
			}
		}
	}
	return result
}

// TestChanceBeforeMain: programs whose answers hang on what is decided before main repeat themselves in a server. They are
// found out before they vote, and the reference above all.
func TestChanceBeforeMain(t *testing.T) {
	programs := map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double, "wrong.py": from(60, prints("x")),
	}
	for _, by := range [][]string{{"a.py"}, {"a.py", "b.py"}, {"a.py", "b.py", "c.py", "d.py"}} {
		t.Run(fmt.Sprint(by), func(t *testing.T) {
			chance := map[string]*int{}
			for _, name := range by {
				chance[name] = new(int)
			}
			r := mustTrial(t, programs, func(_ *workspace.Problem, cfg *Config) {
				cfg.Jobs = 1
				cfg.Executor = starts{cfg.Executor, chance}
			})
			for name := range programs {
				c := entry(t, r, name)
				if is := c.Verdict == Flaky; is != (chance[name] != nil) {
					t.Errorf("%s: %s (%s)", name, c.Verdict, c.Message)
				}
			}
			if d := r.Decision; d.Trusted != nil && chance[*d.Trusted] != nil {
				t.Errorf("%s is trusted", *d.Trusted)
			}
		})
	}
}

// TestTrialIsNotRepeated: what a fresh start has confirmed is not executed afresh by every check.
func TestTrialIsNotRepeated(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}
	fresh := 0
	known := map[string]runner.Result{}
	check := func() {
		mustTrial(t, programs, func(_ *workspace.Problem, cfg *Config) {
			cfg.Jobs = 1
			cfg.Executor = cacheOf{starts{cfg.Executor, nil}, known, &fresh}
		})
	}
	check()
	if want := 2*trialRows + max(trialRows, proofRows); fresh < want-trialRows || fresh > 2*want {
		t.Errorf("%d fresh executions at first", fresh)
	}
	fresh = 0
	check()
	if fresh > 0 {
		t.Errorf("%d fresh executions of what is known", fresh)
	}
}

// cacheOf is a result cache as simple as can be, which counts fresh executions.
type cacheOf struct {
	runner.Executor
	known map[string]runner.Result
	fresh *int
}

func (c cacheOf) Execute(ctx context.Context, req runner.Request) runner.Result {
	key := req.Program.Name + " " + string(req.Stdin)
	if r, ok := c.known[key]; ok && !req.Fresh {
		return r
	}
	if req.Fresh {
		*c.fresh++
	}
	r := c.Executor.Execute(ctx, req)
	c.known[key] = r
	return r
}

// TestReadmeNamesTheTrial: the README says how many fresh starts a reference stands, and how many large inputs there are.
func TestReadmeNamesTheTrial(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	words := map[int]string{3: "three", 4: "four", 12: "twelve"}
	for _, want := range []string{
		fmt.Sprintf("is tried by %s fresh starts as well, the reference by %s", words[trialRows], words[proofRows]),
		fmt.Sprintf("up to %s inputs near the limits of the format", words[mostLarge]),
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
			t.Errorf("the README does not say %q", want)
		}
	}
}
