package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"execre/analysis/consistency"
	"execre/analysis/schema"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/resultcache"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// behaviour is a program as a function from its input to its result.
type behaviour func(n int) runner.Result

func prints(v any) runner.Result {
	return runner.Result{Verdict: runner.OK, Stdout: fmt.Appendf(nil, "%v\n", v)}
}

var (
	double   behaviour = func(n int) runner.Result { return prints(2 * n) }
	crashed            = runner.Result{Verdict: runner.Crash, Signal: "SIGSEGV"}
	timedOut           = runner.Result{Verdict: runner.TimeLimit}
)

// watched stands behind the name of a program that was built with sanitizers.
const watched = " (watched)"

// laboratory is a Builder and an Executor over behaviours, by file name; it
// lets executions overlap and end in any order.
type laboratory struct {
	programs map[string]behaviour
	mu       sync.Mutex
	random   *rand.Rand
	runs     map[string]int
}

func (l *laboratory) Build(_ context.Context, src build.Source, _ toolchain.Commands) (*runner.Program, error) {
	name := src.Name
	if src.Sanitize {
		name += watched
	}
	return &runner.Program{Name: name, Key: name + string(src.Text)}, nil
}

func (l *laboratory) Execute(ctx context.Context, req runner.Request) runner.Result {
	l.mu.Lock()
	l.runs[req.Program.Name]++
	turns := l.random.IntN(20)
	l.mu.Unlock()
	done := make(chan struct{})
	go func() { // hand the turn to others a few times
		defer close(done)
		for range turns {
			ch := make(chan struct{})
			go close(ch)
			<-ch
		}
	}()
	<-done
	if err := ctx.Err(); err != nil {
		return runner.Result{Verdict: runner.InternalError, Err: err}
	}
	var n int
	if _, err := fmt.Sscan(string(req.Stdin), &n); err != nil {
		return runner.Result{Verdict: runner.InternalError, Err: err}
	}
	return l.programs[req.Program.Name](n)
}

// TestTooSlowIsNoDissent: of six programs four agree and one is right as far as it comes in time. It speaks for the four; where it
// says something else on the inputs that it answers, it speaks against them, and what to do with a slow program is said.
func TestTooSlowIsNoDissent(t *testing.T) {
	for name, tt := range map[string]struct {
		answers func(n int) runner.Result
		trusted bool
	}{
		"agrees":   {double, true},
		"dissents": {func(n int) runner.Result { return prints(3*n + 1) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustTrial(t, map[string]behaviour{
				"a.py": double, "b.py": double, "c.py": double, "d.py": double, "wrong.py": from(60, prints("x")),
				"slow.py": func(n int) runner.Result {
					if n > 200 {
						return timedOut
					}
					return tt.answers(n)
				},
			}, func(p *workspace.Problem, _ *Config) { p.Settings.Inputs = 300 })
			slow := entry(t, r, "slow.py")
			const hint = `name it brute.py or set reference = "slow.py" in execre.toml`
			if slow.Verdict != TooSlow && slow.Verdict != Differs || strings.Contains(slow.Message, hint) == tt.trusted {
				t.Errorf("slow.py: %s %q", slow.Verdict, slow.Message)
			}
			if (r.Decision.Trusted != nil) != tt.trusted || slow.Inputs.NotRun == 0 {
				t.Errorf("%+v, slow.py %+v", r.Decision, slow.Inputs)
			}
		})
	}
}

// TestJudgeRefusesWhatTheReferenceSays: a program that a judge refused and that never differs from a declared reference says
// something of that one too, and it is said.
func TestJudgeRefusesWhatTheReferenceSays(t *testing.T) {
	for name, tt := range map[string]struct {
		refused behaviour
		said    bool
	}{"the same": {double, true}, "others": {from(60, prints("x")), false}} {
		t.Run(name, func(t *testing.T) {
			r := mustTrial(t, map[string]behaviour{"brute.py": double, "old.py": tt.refused, "new.py": from(80, prints("x"))},
				func(p *workspace.Problem, _ *Config) {
					for i := range p.Files {
						if p.Files[i].Path == "old.py" {
							p.Files[i].Standing = workspace.WrongAnswer
						}
					}
				})
			const sentence = "the judge said wrong answer to old.py, which never differs from the reference brute.py here: either brute.py is wrong too, or no input reaches the mistake"
			if slices.Contains(r.Decision.Explanation, sentence) != tt.said {
				t.Errorf("%q", r.Decision.Explanation)
			}
		})
	}
}

// TestMistakeIsSaidOnce: what is wrong in execre.toml stands among the problems, and everywhere else only where to look.
func TestMistakeIsSaidOnce(t *testing.T) {
	const mistake = "unknown key time_limt"
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double}, func(p *workspace.Problem, _ *Config) {
		p.Mistakes = []workspace.Mistake{{File: "execre.toml", Mistake: schema.Mistake{Pos: schema.Pos{Line: 1, Column: 1}, Code: "config-key", Message: mistake}}}
		p.SchemaFile = "" // of which nothing is said either: nothing was run
	})
	text, err := json.Marshal(r)
	if err != nil || strings.Count(string(text), mistake) != 1 || entry(t, r, "b.py").Message != "not run: mend execre.toml first" || len(r.Problems) != 1 {
		t.Errorf("%v %s", err, text)
	}
}

// TestNoUndecidedWithoutAReason: whoever is undecided is told why.
func TestNoUndecidedWithoutAReason(t *testing.T) {
	long := prints(strings.Repeat("7 ", 40)) // too long for the question to stand in the message
	for name, programs := range map[string]map[string]behaviour{
		"two against two": {"a.py": double, "b.py": double, "c.py": from(60, long), "d.py": from(60, long)},
		"nobody alike":    {"a.py": double, "b.py": from(60, long), "c.py": from(50, prints("x"))},
		"flaky reference": {"a.py": double, "brute.py": func(int) runner.Result { return timedOut }},
	} {
		r := mustTrial(t, programs, nil)
		for _, c := range r.Candidates {
			if c.Message == "undecided" || strings.HasSuffix(c.Message, ": ") {
				t.Errorf("%s: %s says %q without a reason", name, c.File, c.Message)
			}
		}
	}
}

// trial checks a problem whose input is one number from 0 to 300.
func trial(t *testing.T, programs map[string]behaviour, edit func(*workspace.Problem, *Config)) (*Report, error) {
	t.Helper()
	p, cfg := prepared(t, programs, edit)
	return Run(context.Background(), p, cfg)
}

// prepared is what trial checks, and how.
func prepared(t *testing.T, programs map[string]behaviour, edit func(*workspace.Problem, *Config)) (*workspace.Problem, Config) {
	t.Helper()
	parsed, mistakes := schema.Parse([]byte("N\n---\n0 <= N <= 300\n"))
	if parsed == nil {
		t.Fatal(mistakes)
	}
	p := &workspace.Problem{
		Dir: t.TempDir(), Name: "trial", SchemaFile: "input.schema", Schema: parsed,
		Settings: workspace.Settings{Inputs: 100},
	}
	for name := range programs {
		if strings.HasSuffix(name, watched) {
			continue
		}
		role, language := workspace.Candidate, toolchain.Python
		if strings.HasSuffix(name, ".cpp") {
			language = toolchain.CPP
		}
		if strings.HasPrefix(name, "brute") {
			role = workspace.Brute
		}
		p.Files = append(p.Files, workspace.File{Path: name, Language: language, Role: role, ByName: true})
	}
	slices.SortFunc(p.Files, func(a, b workspace.File) int { return strings.Compare(a.Path, b.Path) })
	lab := &laboratory{programs: programs, random: rand.New(rand.NewPCG(rand.Uint64(), 0)), runs: map[string]int{}}
	cfg := Config{Executor: lab, Builder: lab, Jobs: 4, Seed: 1}
	if edit != nil {
		edit(p, &cfg)
	}
	return p, cfg
}

func mustTrial(t *testing.T, programs map[string]behaviour, edit func(*workspace.Problem, *Config)) *Report {
	t.Helper()
	report, err := trial(t, programs, edit)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func entry(t *testing.T, r *Report, file string) Candidate {
	t.Helper()
	i := slices.IndexFunc(r.Candidates, func(c Candidate) bool { return c.File == file })
	if i < 0 {
		t.Fatalf("%s is not in the report", file)
	}
	return r.Candidates[i]
}

// from counts upwards from a number; the programs below go wrong there.
func from(limit int, wrong runner.Result) behaviour {
	return func(n int) runner.Result {
		if n >= limit {
			return wrong
		}
		return double(n)
	}
}

func TestVerdicts(t *testing.T) {
	for want, wrong := range map[Verdict]runner.Result{
		Differs:       prints("x"),
		Crashes:       crashed,
		TooMuchMemory: {Verdict: runner.MemoryLimit},
		TooMuchOutput: {Verdict: runner.OutputLimit},
		TooSlow:       timedOut,
	} {
		t.Run(string(want), func(t *testing.T) {
			r := mustTrial(t, map[string]behaviour{
				"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(137, wrong),
			}, nil)
			if got := entry(t, r, "a.py").Verdict; got != Trusted {
				t.Errorf("a.py: %s, want trusted", got)
			}
			if got := entry(t, r, "b.py").Verdict; got != Agrees {
				t.Errorf("b.py: %s, want agrees", got)
			}
			c := entry(t, r, "wrong.py")
			if c.Verdict != want {
				t.Errorf("wrong.py: %s (%s), want %s", c.Verdict, c.Message, want)
			}
			if c.Counterexample == nil {
				t.Fatal("no counterexample")
			}
			// 137 is the smallest input of the fault; time-outs are not made smaller.
			if got := c.Counterexample.Input.Whole; got != "137\n" && want != TooSlow {
				t.Errorf("counterexample %q, want 137", got)
			}
			if r.ExitStatus() != 1 {
				t.Errorf("exit status %d", r.ExitStatus())
			}
		})
	}
}

// TestRetirement: a program that keeps timing out is not run for ever, and when
// it is retired does not depend on the jobs.
func TestRetirement(t *testing.T) {
	var first Counts
	for _, jobs := range []int{1, 3, 16} {
		r := mustTrial(t, map[string]behaviour{
			"a.py": double, "b.py": double, "c.py": double, "loop.py": from(50, timedOut),
		}, func(_ *workspace.Problem, cfg *Config) { cfg.Jobs = jobs })
		c := entry(t, r, "loop.py")
		if c.Inputs.TimeLimit != RetireAfter || c.Inputs.NotRun == 0 {
			t.Errorf("%d jobs: %+v", jobs, c.Inputs)
		}
		if first == (Counts{}) {
			first = c.Inputs
		}
		if c.Inputs != first {
			t.Errorf("with %d jobs %+v, with 1 %+v", jobs, c.Inputs, first)
		}
	}
}

// TestEndlessPrinterIsRetired: each of its executions costs a whole limit, like a time-out.
func TestEndlessPrinterIsRetired(t *testing.T) {
	for verdict, count := range map[runner.Verdict]func(Counts) int{
		runner.OutputLimit: func(n Counts) int { return n.OutputLimit },
		runner.MemoryLimit: func(n Counts) int { return n.MemoryLimit },
	} {
		r := mustTrial(t, map[string]behaviour{
			"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double,
			"greedy.py": from(20, runner.Result{Verdict: verdict}),
		}, nil)
		if c := entry(t, r, "greedy.py"); count(c.Inputs) != RetireAfter || c.Inputs.NotRun == 0 ||
			!strings.Contains(c.Message, "not run on the other") {
			t.Errorf("%v: %q %+v", verdict, c.Message, c.Inputs)
		}
	}
}

// TestEveryTimeOutIsRepeatedAlone: a machine that was busy for a moment is no fault of the program's.
func TestEveryTimeOutIsRepeatedAlone(t *testing.T) {
	var mu sync.Mutex
	seen := map[int]bool{}
	r := mustTrial(t, map[string]behaviour{
		"a.py": double, "b.py": double,
		"once.py": func(n int) runner.Result {
			mu.Lock()
			defer mu.Unlock()
			if !seen[n] {
				seen[n] = true
				return timedOut
			}
			return double(n)
		},
	}, nil)
	if c := entry(t, r, "once.py"); c.Verdict != Agrees || c.Inputs.TimeLimit != 0 {
		t.Errorf("%s %+v", c.Verdict, c.Inputs)
	}
}

// TestOurFailureIsNoVerdict: when an execution fails on our side there is no report at all.
func TestOurFailureIsNoVerdict(t *testing.T) {
	broken := errors.New("no more processes")
	report, err := trial(t, map[string]behaviour{
		"a.py": double, "b.py": double,
		"c.py": from(60, runner.Result{Verdict: runner.InternalError, Err: broken}),
	}, nil)
	if report != nil || !errors.Is(err, broken) {
		t.Errorf("report %v, error %v", report != nil, err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	lab := &laboratory{random: rand.New(rand.NewPCG(1, 0)), runs: map[string]int{}}
	lab.programs = map[string]behaviour{"a.py": func(n int) runner.Result { cancel(); return double(n) }}
	parsed, _ := schema.Parse([]byte("N\n---\n0 <= N <= 300\n"))
	_, err := Run(ctx, &workspace.Problem{
		Schema: parsed, SchemaFile: "input.schema", Settings: workspace.Settings{Inputs: 100},
		Files: []workspace.File{{Path: "a.py", Role: workspace.Candidate}},
	}, Config{Executor: lab, Builder: lab, Jobs: 2, Seed: 1})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := lab.runs["a.py"]; n > 10 {
		t.Errorf("%d executions after the stop", n)
	}
}

// TestFlaky: a program that does not repeat itself is called that, does not vote, and is asked nothing: without it
// three of three agree.
func TestFlaky(t *testing.T) {
	var mu sync.Mutex
	n := 0
	r := mustTrial(t, map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double,
		"dice.py": func(int) runner.Result {
			mu.Lock()
			defer mu.Unlock()
			n++
			return prints(n)
		},
	}, nil)
	if c := entry(t, r, "dice.py"); c.Verdict != Flaky || c.Counterexample != nil || c.Class != nil {
		t.Errorf("%s %+v class %v", c.Verdict, c.Counterexample, c.Class)
	}
	if d := r.Decision; d.Trusted == nil || *d.Trusted != "a.py" {
		t.Errorf("decision %+v", d)
	}
	if r.ExitStatus() != 1 {
		t.Errorf("exit status %d", r.ExitStatus())
	}
}

// TestBrokenSample: a sample that is no input of the format, which a person wrote, and that no program passes judges nobody; one
// that some program passes does.
func TestBrokenSample(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}
	for name := range programs {
		programs[name] = func(n int) runner.Result {
			if n < 0 {
				return crashed // it reads no such input
			}
			return double(n)
		}
	}
	broken := func(p *workspace.Problem, _ *Config) {
		p.Samples = []workspace.Sample{{Name: "sample 1", Input: "-1\n", Output: "-2\n", File: "1.in"}}
	}
	r := mustTrial(t, programs, broken)
	if r.Decision.Trusted == nil {
		t.Errorf("%+v", r.Decision)
	}
	if !slices.ContainsFunc(r.Problems, func(p Problem) bool {
		return p.Code == "sample-suspect" && p.Message == "sample 1 may be wrong, so it judges nobody: it does not fit input.schema, and no program passes it"
	}) {
		t.Errorf("%+v", r.Problems)
	}
	programs["d.py"] = double
	r = mustTrial(t, programs, broken)
	if c := entry(t, r, "a.py"); c.Verdict != FailsSample {
		t.Errorf("%s %s", c.Verdict, c.Message)
	}
}

// TestSampleWithCarriageReturns: judges feed line feeds, whatever the sample's file has.
func TestSampleWithCarriageReturns(t *testing.T) {
	var fed string
	var mu sync.Mutex
	edit := func(p *workspace.Problem, cfg *Config) {
		p.Samples = []workspace.Sample{{Name: "sample 1", Input: "7\r\n", Output: "14\r\n", File: "1.in"}}
		cfg.Executor = spy{cfg.Executor, func(req runner.Request) {
			mu.Lock()
			defer mu.Unlock()
			if fed == "" {
				fed = string(req.Stdin)
			}
		}}
	}
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, edit)
	if fed != "7\n" {
		t.Errorf("the sample was fed as %q", fed)
	}
	if c := entry(t, r, "a.py"); c.Verdict != Trusted {
		t.Errorf("%s %s", c.Verdict, c.Message)
	}
}

// spy tells of each execution before it happens.
type spy struct {
	runner.Executor
	tell func(runner.Request)
}

func (s spy) Execute(ctx context.Context, req runner.Request) runner.Result {
	s.tell(req)
	return s.Executor.Execute(ctx, req)
}

// TestMistakeInTheSettings: nothing is run by settings that may not be what the person meant.
func TestMistakeInTheSettings(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, func(p *workspace.Problem, cfg *Config) {
		p.Mistakes = []workspace.Mistake{{File: "execre.toml", Mistake: schema.Mistake{
			Pos: schema.Pos{Line: 2, Column: 1}, Code: "config-key", Message: "unknown key refrence",
		}}}
		cfg.Executor = spy{cfg.Executor, func(runner.Request) { t.Error("something was executed") }}
	})
	if r.ExitStatus() != 2 || len(r.Problems) != 1 || r.Problems[0].Line != 2 {
		t.Errorf("exit status %d, problems %+v", r.ExitStatus(), r.Problems)
	}
	if c := entry(t, r, "a.py"); c.Verdict != Undecided || c.Message != "not run: mend execre.toml first" {
		t.Errorf("%s %q", c.Verdict, c.Message)
	}
}

// TestBruteForceIsRunWhereItIsFast: after its time-outs it still answers the shorter inputs.
func TestBruteForceIsRunWhereItIsFast(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{"brute.py": from(100, timedOut), "a.py": double, "b.py": double}, nil)
	c := entry(t, r, "brute.py")
	// A third of the numbers up to 300 have one or two digits.
	if answered := r.Inputs.Executed - c.Inputs.TimeLimit - c.Inputs.NotRun; answered < 30 {
		t.Errorf("it answered %d of %d inputs: %+v", answered, r.Inputs.Executed, c.Inputs)
	}
	if c.Verdict != Trusted || !strings.Contains(c.Message, "no answer on") {
		t.Errorf("%s %q", c.Verdict, c.Message)
	}
}

// TestInputsThatCrashEverybody speak against the format, not against the programs.
func TestInputsThatCrashEverybody(t *testing.T) {
	zero := func(n int) runner.Result {
		if n == 0 {
			return crashed
		}
		return prints(100 / n)
	}
	r := mustTrial(t, map[string]behaviour{"a.py": zero, "b.py": zero, "c.py": zero}, nil)
	if r.Inputs.Dropped != 1 || r.Decision.Trusted == nil {
		t.Errorf("%+v %+v", r.Inputs, r.Decision)
	}
	if !slices.ContainsFunc(r.Problems, func(p Problem) bool {
		return p.Code == "schema-crashes" && p.File == "input.schema" && strings.Contains(p.Message, `"0"`)
	}) {
		t.Errorf("problems %+v", r.Problems)
	}
	for _, c := range r.Candidates {
		if c.Verdict == Crashes {
			t.Errorf("%s is blamed: %s", c.File, c.Message)
		}
	}
}

// TestSmallFormatIsTriedWhole: where there are fewer inputs than were asked for, the report says so.
func TestSmallFormatIsTriedWhole(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, func(p *workspace.Problem, _ *Config) {
		p.Settings.Inputs = 1000
	})
	if r.Inputs.Executed != 301 || r.Inputs.Distinct != 301 || r.Inputs.Stopped == nil || !r.Inputs.All {
		t.Errorf("%+v, want all 301 inputs and a reason", r.Inputs)
	}
	if r.Decision.ResidualRisk != 0 || *r.Inputs.Unseen != (Unseen{Behaviours: 1}) {
		t.Errorf("all was tried, and the risk is %v, that of something new %+v", r.Decision.ResidualRisk, *r.Inputs.Unseen)
	}
}

// TestWhatIsLeftOutIsARisk: the inputs that the reference does not answer, or that do not count, may hold a fault.
func TestWhatIsLeftOutIsARisk(t *testing.T) {
	whole := func(p *workspace.Problem, _ *Config) { p.Settings.Inputs = 1000 }
	crashesAtFive := func(n int) runner.Result {
		if n == 5 {
			return crashed
		}
		return double(n)
	}
	for name, programs := range map[string]map[string]behaviour{
		"a slow reference":      {"brute.py": from(250, timedOut), "a.py": double},
		"an input that is left": {"a.py": crashesAtFive, "b.py": crashesAtFive, "c.py": crashesAtFive},
	} {
		r := mustTrial(t, programs, whole)
		if r.Decision.Trusted == nil || !r.Inputs.All || !(r.Decision.ResidualRisk > 0) {
			t.Errorf("%s: risk %v, %+v", name, r.Decision.ResidualRisk, r.Inputs)
		}
	}
}

// TestUnseen: what the inputs have shown of who agrees with whom says how likely they are to show something new.
func TestUnseen(t *testing.T) {
	agreeing := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, nil).Inputs.Unseen
	// Nothing was seen just once in 100 inputs: the rule of three.
	if agreeing == nil || agreeing.Behaviours != 1 || agreeing.Next != 0 || math.Abs(float64(agreeing.Upper)-0.03) > 0.001 {
		t.Errorf("%+v", agreeing)
	}
	last := func(n int) behaviour { // agrees with the others on all inputs but one
		return func(m int) runner.Result {
			if n == m {
				return prints("x")
			}
			return double(m)
		}
	}
	split := mustTrial(t, map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "x.py": last(0), "y.py": last(300), "z.py": from(150, timedOut),
	}, nil).Inputs.Unseen
	if split == nil || split.Behaviours < 3 || split.Next < 0.01 || split.Upper <= agreeing.Upper || split.Upper >= 1 {
		t.Errorf("%+v", split)
	}
	if alone := mustTrial(t, map[string]behaviour{"a.py": double}, nil).Inputs.Unseen; alone != nil {
		t.Errorf("a program that stands alone splits: %+v", alone)
	}
}

// TestShowing: equal names mean that the same programs agree, whatever they print.
func TestShowing(t *testing.T) {
	of := func(answers ...int) showing { return showingOf(answers) }
	for _, c := range []struct {
		a, b              []int
		same, apart, near bool // apart and near are of a
	}{
		{[]int{0, 0, 1}, []int{3, 3, 2}, true, true, false},
		{[]int{0, 0, 1}, []int{0, 1, 1}, false, true, false},
		{[]int{0, 0, 0}, []int{5, 5, 5}, true, false, false},
		{[]int{0, 0, consistency.Crash}, []int{0, 0, 1}, false, true, false},
		{[]int{consistency.Crash, consistency.Crash}, []int{0, 0}, false, false, false},
		{[]int{0, 0, consistency.TimeLimit}, []int{0, 0, consistency.NotRun}, true, false, true},
		{[]int{consistency.TimeLimit, consistency.NotRun}, []int{0, 0}, false, false, false},
	} {
		a, b := of(c.a...), of(c.b...)
		if (a.name == b.name) != c.same || a.apart != c.apart || a.near != c.near {
			t.Errorf("%v %v: %+v %+v", c.a, c.b, a, b)
		}
	}
}

// TestBruteForceMayBeSlow: the time-outs of a declared brute force are no answer, and no mark against anybody.
func TestBruteForceMayBeSlow(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{"brute.py": from(250, timedOut), "a.py": double, "b.py": from(41, prints("x"))}, nil)
	if d := r.Decision; d.Trusted == nil || *d.Trusted != "brute.py" || d.Rule != "declared" {
		t.Fatalf("%+v %+v", d, r.Problems)
	}
	if c := entry(t, r, "brute.py"); c.Verdict != Trusted {
		t.Errorf("brute.py: %s %s", c.Verdict, c.Message)
	}
	if c := entry(t, r, "a.py"); c.Verdict != Agrees || c.Inputs.Differ != 0 {
		t.Errorf("a.py: %s %+v", c.Verdict, c.Inputs)
	}
	if c := entry(t, r, "b.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "41\n" {
		t.Errorf("b.py: %s %+v", c.Verdict, c.Counterexample)
	}
}

// TestOnlyWhatChangedIsExecuted: with a result cache, a check after one program was edited runs that program alone, but
// for the fresh executions that confirm a finding.
func TestOnlyWhatChangedIsExecuted(t *testing.T) {
	lab := &laboratory{random: rand.New(rand.NewPCG(1, 0)), runs: map[string]int{}, programs: map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(137, prints("x")),
	}}
	cached := resultcache.New(lab, resultcache.Config{})
	check := func(text string) *Report {
		return mustTrial(t, lab.programs, func(p *workspace.Problem, cfg *Config) {
			cfg.Builder, cfg.Executor = lab, cached
			p.Files[len(p.Files)-1].Source = []byte(text)
		})
	}
	before := check("first")
	clear(lab.runs)
	lab.programs["wrong.py"] = from(140, prints("x"))
	after := check("second")
	if got := entry(t, after, "wrong.py").Counterexample.Input.Whole; got != "140\n" {
		t.Errorf("the edited program has the counterexample %q, want 140", got)
	}
	if n := lab.runs["wrong.py"]; n < before.Inputs.Executed {
		t.Errorf("the edited program was executed %d times on %d inputs", n, before.Inputs.Executed)
	}
	for name, n := range lab.runs {
		// What the search for a smaller input asks of a reference on inputs that are new.
		if name != "wrong.py" && n > 40 {
			t.Errorf("%s did not change and was executed %d times", name, n)
		}
	}
	clear(lab.runs)
	again := check("second")
	for name, n := range lab.runs {
		if n > 10 {
			t.Errorf("nothing changed and %s was executed %d times", name, n)
		}
	}
	again.Timings, after.Timings = nil, nil
	first, _ := Encode(after)
	second, _ := Encode(again)
	if !bytes.Equal(first, second) {
		t.Errorf("with a filled cache the report is another:\n%s\n%s", first, second)
	}
}

// TestPartialReport: what is certain is told while the check goes on, and nothing else.
func TestPartialReport(t *testing.T) {
	rightOnes := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double}
	for name, c := range map[string]struct {
		wrong   behaviour
		edit    func(*workspace.Problem)
		verdict Verdict
		message string
		final   Verdict
	}{
		"consensus": {from(7, prints("x")), nil, Differs, "differs from a.py", Differs},
		"declared": {
			from(7, prints("x")), func(p *workspace.Problem) { p.Settings.Reference = "b.py" },
			Differs, "differs from b.py: one of the two is wrong", Differs,
		},
		"crash": {from(7, crashed), nil, Crashes, "crashes (SIGSEGV)", Crashes},
		"sample": {from(7, prints("x")), func(p *workspace.Problem) {
			p.Samples = []workspace.Sample{{Name: "sample 1", Input: "9\n", Output: "18\n", File: "1.in"}}
		}, FailsSample, "fails sample 1", FailsSample},
	} {
		t.Run(name, func(t *testing.T) {
			programs := maps.Clone(rightOnes)
			programs["wrong.py"] = c.wrong
			var partials []*Report
			final := mustTrial(t, programs, func(p *workspace.Problem, cfg *Config) {
				if c.edit != nil {
					c.edit(p)
				}
				// The run waits for the partial report before it goes beyond half of the inputs.
				told := make(chan struct{})
				cfg.Partial = func(r *Report) {
					if partials = append(partials, r); len(partials) == 1 {
						close(told)
					}
				}
				cfg.Progress = func(p Progress) {
					if p.Phase == "inputs" && p.Done == 50 {
						<-told
					}
				}
			})
			if final.Partial || entry(t, final, "wrong.py").Verdict != c.final || final.Timings["first"] <= 0 {
				t.Errorf("the last report: partial %v, %s, timings %v", final.Partial, entry(t, final, "wrong.py").Verdict, final.Timings)
			}
			if len(partials) == 0 || len(partials) > mostPartials {
				t.Fatalf("%d partial reports", len(partials))
			}
			r := partials[0]
			got := entry(t, r, "wrong.py")
			if got.Verdict != c.verdict || got.Message != c.message || got.Counterexample == nil || !got.Counterexample.Confirmed || !r.Knows(&got) {
				t.Errorf("%s %q %+v", got.Verdict, got.Message, got.Counterexample)
			}
			if !r.Partial || r.Inputs.Executed > 50 || r.Decision.Trusted != nil && name != "declared" {
				t.Errorf("%+v %+v", r.Inputs, r.Decision)
			}
			for _, file := range slices.Sorted(maps.Keys(rightOnes)) {
				c := entry(t, r, file)
				if c.Verdict != Undecided || r.Knows(&c) || c.Message != fmt.Sprintf("checking %d/100", r.Inputs.Executed) ||
					c.Alpha == c.Alpha || c.Class != nil {
					t.Errorf("%s: %+v", file, c)
				}
			}
		})
	}
}

// TestPartialDisagreement: where nobody is to be believed yet, it is said that two programs differ, of both.
func TestPartialDisagreement(t *testing.T) {
	told := make(chan *Report, mostPartials)
	var first *Report
	mustTrial(t, map[string]behaviour{"a.py": double, "b.py": from(7, prints("x"))}, func(_ *workspace.Problem, cfg *Config) {
		cfg.Partial = func(r *Report) { told <- r }
		cfg.Progress = func(p Progress) {
			if p.Phase == "inputs" && p.Done == 50 {
				first = <-told
			}
		}
	})
	for _, file := range []string{"a.py", "b.py"} {
		if c := entry(t, first, file); c.Verdict != Undecided || !first.Knows(&c) || !strings.HasPrefix(c.Message, "differs from ") {
			t.Errorf("%s: %s %q", file, c.Verdict, c.Message)
		}
	}
	if len(first.Disagreements) != 1 || len(first.Disagreements[0].Answers) != 2 || first.Question != nil {
		t.Errorf("%+v", first.Disagreements)
	}
}

// TestPartialOfEarlierCounterexample: what an earlier counterexample shows is told with the first inputs, though they show
// nothing.
func TestPartialOfEarlierCounterexample(t *testing.T) {
	told := make(chan *Report, mostPartials)
	mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "f.py": from(300, crashed)},
		func(p *workspace.Problem, cfg *Config) {
			if err := Save(p.Dir, &Report{Earlier: []string{"300\n"}}); err != nil {
				t.Fatal(err)
			}
			cfg.Partial = func(r *Report) { told <- r }
			cfg.Progress = func(progress Progress) {
				if progress.Phase == "inputs" && progress.Done == 10 {
					r := <-told
					if c := entry(t, r, "f.py"); c.Verdict != Crashes || c.Counterexample.Input.Whole != "300\n" {
						t.Errorf("%s %q", c.Verdict, c.Message)
					}
				}
			}
		})
}

// TestPartialIsConfirmed: nothing is told of a program that a process of its own does not repeat.
func TestPartialIsConfirmed(t *testing.T) {
	partials := 0
	mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "f.py": double},
		func(_ *workspace.Problem, cfg *Config) {
			cfg.Executor = server{cfg.Executor, map[string]behaviour{"f.py": from(7, prints("x"))}}
			cfg.Partial = func(*Report) { partials++ }
		})
	if partials > 0 {
		t.Errorf("%d partial reports of what only the server did", partials)
	}
}

// server executes some programs wrongly when it may: when a process of its own is not asked for.
type server struct {
	runner.Executor
	programs map[string]behaviour
}

func (s server) Execute(ctx context.Context, req runner.Request) runner.Result {
	wrong, ok := s.programs[req.Program.Name]
	if !ok || req.Fresh {
		result := s.Executor.Execute(ctx, req)
		result.Engine = runner.Spawn
		return result
	}
	var n int
	if _, err := fmt.Sscan(string(req.Stdin), &n); err != nil {
		return runner.Result{Verdict: runner.InternalError, Err: err}
	}
	result := wrong(n)
	result.Engine = runner.Zygote
	return result
}

// TestUnsuitedServer: where a server does something else than a process of its own, the process is right, and the report
// is the same as if there were no server.
func TestUnsuitedServer(t *testing.T) {
	crashedRow := runner.Result{Verdict: runner.Crash, ExitCode: 1}
	for name, c := range map[string]struct{ really, served behaviour }{
		"right, served wrong":    {double, from(50, prints("x"))},
		"right, served crashing": {double, from(50, crashedRow)},
		"right, served slow":     {double, from(50, timedOut)},
		"wrong in another way":   {from(60, prints("x")), from(60, prints("y"))},
		"crashes in another way": {from(60, crashed), from(60, crashedRow)},
	} {
		t.Run(name, func(t *testing.T) {
			programs := map[string]behaviour{
				"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "f.py": c.really,
			}
			encode := func(r *Report) string {
				r.Timings = nil
				data, err := Encode(r)
				if err != nil {
					t.Fatal(err)
				}
				return string(data)
			}
			want := encode(mustTrial(t, programs, nil))
			got := encode(mustTrial(t, programs, func(_ *workspace.Problem, cfg *Config) {
				cfg.Executor = server{cfg.Executor, map[string]behaviour{"f.py": c.served}}
			}))
			if got != want {
				t.Errorf("with the server:\n%s\nwithout:\n%s", got, want)
			}
		})
	}
}

// TestTimeOutIsConfirmedOnce: every time-out is repeated once, alone and in a process of its own, and in the background
// like all the rest.
func TestTimeOutIsConfirmedOnce(t *testing.T) {
	var mu sync.Mutex
	alone := map[string]int{}
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "loop.py": from(50, timedOut)},
		func(_ *workspace.Problem, cfg *Config) {
			cfg.Jobs, cfg.Background = 1, true
			cfg.Executor = spy{cfg.Executor, func(req runner.Request) {
				mu.Lock()
				defer mu.Unlock()
				if !req.Background {
					t.Errorf("in the foreground: %+v", req)
				}
				if req.Alone {
					alone[string(req.Stdin)]++
				}
			}}
		})
	if n := entry(t, r, "loop.py").Inputs.TimeLimit; n != RetireAfter || len(alone) != RetireAfter {
		t.Errorf("%d time-outs, repeated alone on %v", n, alone)
	}
	total := 0
	for _, n := range alone {
		total += n
	}
	if total != RetireAfter+1 { // and the one that is shown once more, at the end
		t.Errorf("repeated alone: %v", alone)
	}
}

// TestEarlierCounterexamples: a bug that comes back is found at once by the input that showed it, however many checks
// went well since; and that input is in no count.
func TestEarlierCounterexamples(t *testing.T) {
	dir := t.TempDir()
	only := func(n int) behaviour { // wrong on one number alone
		return func(m int) runner.Result {
			if m == n {
				return prints("x")
			}
			return double(m)
		}
	}
	check := func(last behaviour) *Report {
		t.Helper()
		r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "f.py": last},
			func(p *workspace.Problem, cfg *Config) {
				p.Dir, p.Settings.Inputs, cfg.Seed = dir, 20, 3
			})
		if err := Save(dir, r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	const rare = 217
	before := check(only(rare))
	if v := entry(t, before, "f.py").Verdict; v != Agrees {
		t.Fatalf("the trial needs a number that 20 inputs do not find: %s", v)
	}
	stored := filepath.Join(dir, Folder, "counterexamples", "f.py.in")
	if err := os.WriteFile(stored, fmt.Appendf(nil, "%d\n", rare), 0o644); err != nil {
		t.Fatal(err)
	}
	found := check(only(rare))
	c := entry(t, found, "f.py")
	if c.Verdict != Differs || c.Counterexample == nil || c.Counterexample.Input.Whole != "217\n" || c.Message != "differs on an earlier counterexample" {
		t.Errorf("%s %q %+v", c.Verdict, c.Message, c.Counterexample)
	}
	if was := entry(t, before, "f.py"); c.Inputs != was.Inputs || c.Agreement != was.Agreement ||
		!reflect.DeepEqual(found.Inputs, before.Inputs) {
		t.Errorf("it counts: %+v %+v, before %+v %+v", c.Inputs, found.Inputs, was.Inputs, before.Inputs)
	}
	for range 3 {
		if v := entry(t, check(double), "f.py").Verdict; v != Agrees {
			t.Errorf("mended, it %s", v)
		}
	}
	if c := entry(t, check(only(rare)), "f.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "217\n" {
		t.Errorf("the bug is back, and nobody sees it: %s %q", c.Verdict, c.Message)
	}
	first, again := check(only(rare)), check(only(rare))
	first.Timings, again.Timings = nil, nil
	if a, b := mustEncode(t, first), mustEncode(t, again); a != b {
		t.Errorf("the same folder gives two reports:\n%s\n%s", a, b)
	}
}

// TestOtherFailuresAreKept: while the smallest difference was looked for, the program crashed on inputs that no row had. When
// the difference is mended the next check tells that, for it runs one of them first.
func TestOtherFailuresAreKept(t *testing.T) {
	dir := t.TempDir()
	check := func(far behaviour) *Report {
		t.Helper()
		last := func(n int) runner.Result {
			switch {
			case n >= 1000:
				return far(n)
			case n >= 740 && n < 760:
				return crashed
			}
			return double(n)
		}
		r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "f.py": last},
			func(p *workspace.Problem, cfg *Config) {
				format(t, "N\n---\n0 <= N <= 1000000\n")(p, cfg)
				p.Dir = dir
			})
		if err := Save(dir, r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := check(func(int) runner.Result { return prints("x") })
	c := entry(t, r, "f.py")
	if c.Verdict != Differs || c.Inputs.Crash > 0 || len(r.Earlier) != 1 {
		t.Fatalf("the trial needs a crash that only the search for a smaller input meets: %s %+v, %q", c.Verdict, c.Inputs, r.Earlier)
	}
	c = entry(t, check(double), "f.py")
	if c.Verdict != Crashes || c.Message != "crashes on an earlier counterexample (SIGSEGV)" || c.Counterexample.Input.Whole != "740\n" {
		t.Errorf("%s %q %+v", c.Verdict, c.Message, c.Counterexample)
	}
}

func mustEncode(t *testing.T, r *Report) string {
	t.Helper()
	data, err := Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestEarlierTimeOutsRetireNobody: what is run first is in no count, that of the time-outs included.
func TestEarlierTimeOutsRetireNobody(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "loop.py": from(250, timedOut)}
	want := entry(t, mustTrial(t, programs, nil), "loop.py").Inputs
	got := entry(t, mustTrial(t, programs, func(p *workspace.Problem, _ *Config) {
		r := &Report{Earlier: []string{"251\n", "252\n", "253\n", "254\n"}}
		if err := Save(p.Dir, r); err != nil {
			t.Fatal(err)
		}
	}), "loop.py").Inputs
	if got != want || want.TimeLimit != RetireAfter {
		t.Errorf("%+v, without counterexamples of earlier checks %+v", got, want)
	}
}

// TestEarlierCounterexampleThatIsNoInput is not run: the format may have changed since.
func TestEarlierCounterexampleThatIsNoInput(t *testing.T) {
	mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, func(p *workspace.Problem, cfg *Config) {
		write := func(name, text string) {
			path := filepath.Join(p.Dir, Folder, "counterexamples", name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		write("a.py.in", "301\n")
		write("b.py.in", "words\n")
		cfg.Executor = spy{cfg.Executor, func(req runner.Request) {
			if s := string(req.Stdin); s == "301\n" || s == "words\n" {
				t.Errorf("%q was executed", s)
			}
		}}
	})
}

// TestPartialIsSavedBeside: the counterexamples of a partial report are added to what is kept, and nothing goes.
func TestPartialIsSavedBeside(t *testing.T) {
	dir := t.TempDir()
	report := func(file string) *Report {
		base := Folder + "/" + counterexampleFile(examplesFolder, file)
		return &Report{Candidates: []Candidate{{File: file, Counterexample: &Counterexample{
			Input: Text{file, base + ".in"}, Output: Text{"", base + ".got"},
		}}}}
	}
	partial := report("b.py")
	partial.Partial = true
	for _, r := range []*Report{report("a.py"), partial} {
		if err := Save(dir, r); err != nil {
			t.Fatal(err)
		}
	}
	if got := earlier(dir); !slices.Equal(got, []string{"a.py", "b.py"}) {
		t.Errorf("kept %q", got)
	}
	data, err := os.ReadFile(filepath.Join(dir, Folder, "report.json"))
	if err != nil || !bytes.Contains(data, []byte("a.py")) {
		t.Errorf("the last report: %s %v", data, err)
	}
}

// TestStoredFilesDoNotMeet: every candidate has counterexample files of its own, whatever its name.
func TestStoredFilesDoNotMeet(t *testing.T) {
	names := []string{"candidates/x.py", "candidates__x.py", "candidates_x.py", strings.Repeat("n", 240) + "1.py", strings.Repeat("n", 240) + "2.py"}
	seen := map[string]bool{}
	r := &Report{}
	for _, name := range names {
		file := Folder + "/" + counterexampleFile(examplesFolder, name)
		if seen[file] {
			t.Errorf("%s shares %s", name, file)
		}
		seen[file] = true
		expected := Text{name, file + ".expected"}
		r.Candidates = append(r.Candidates, Candidate{File: name, Counterexample: &Counterexample{
			Input: Text{name, file + ".in"}, Output: Text{name, file + ".got"}, Expected: &expected,
		}})
	}
	dir := t.TempDir()
	if err := Save(dir, r); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if data, err := os.ReadFile(filepath.Join(dir, Folder+"/"+counterexampleFile(examplesFolder, name)+".expected")); err != nil || string(data) != name {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
}

// TestSaveSweeps: what a save left behind that was killed goes with a later one, that of another process does not.
func TestSaveSweeps(t *testing.T) {
	dir := t.TempDir()
	left, busy := filepath.Join(dir, Folder, freshFolder+"1-1"), filepath.Join(dir, Folder, freshFolder+"2-1")
	for _, folder := range []string{left, busy} {
		if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, reportFile), []byte("{"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-2 * leftover)
	if err := errors.Join(os.Chtimes(left, old, old), Save(dir, &Report{Version: Version})); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a save that was killed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(busy, reportFile)); err != nil {
		t.Errorf("of a save that goes on: %v", err)
	}
}

// TestSaveReplacesLinks: a results folder that somebody prepared cannot make us write elsewhere.
func TestSaveReplacesLinks(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(137, prints("x")),
	}, nil)
	outside := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(outside, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, Folder), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.json", ".gitignore"} {
		if err := os.Symlink(outside, filepath.Join(dir, Folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Save(dir, r); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(outside); err != nil || string(data) != "mine" {
		t.Errorf("the file behind the link is %q (%v)", data, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, Folder, "counterexamples", "wrong.py.in")); err != nil || string(data) != "137\n" {
		t.Errorf("counterexample %q, %v", data, err)
	}

	linked := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(linked, Folder)); err != nil {
		t.Fatal(err)
	}
	if err := Save(linked, r); err == nil {
		t.Error("a results folder that is a link was followed")
	}
}

// TestSameReportWhateverTheOrder runs everything in shuffled order many times.
func TestSameReportWhateverTheOrder(t *testing.T) {
	programs := map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double,
		"e.py": from(60, prints("x")), "f.py": from(61, prints("x")), "g.py": from(120, crashed), "h.py": from(200, timedOut),
	}
	var first []byte
	for round := range 12 {
		r := mustTrial(t, programs, func(p *workspace.Problem, cfg *Config) { cfg.Jobs = 1 + round })
		r.Timings = nil
		data, err := Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Fatalf("round %d gives another report:\n%s\n%s", round, first, data)
		}
	}
}

// TestSmallestBesideASample: who fails a sample is also shown the smallest input on which it goes wrong, where that is smaller
// than the sample; the lens keeps to the sample.
func TestSmallestBesideASample(t *testing.T) {
	five := func(f behaviour, sample int) *Report {
		return mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "f.py": f},
			func(p *workspace.Problem, _ *Config) {
				p.Samples = []workspace.Sample{{Name: "sample 1", Input: fmt.Sprintf("%d\n", sample), Output: fmt.Sprintf("%d\n", 2*sample), File: "1.in"}}
			})
	}
	for name, test := range map[string]struct {
		f       behaviour
		sample  int
		message string
		input   string // of Smallest; "" where there is none
	}{
		"differs":                {from(40, prints("x")), 250, `fails sample 1; the smallest input on which it differs from a.py is "40"`, "40\n"},
		"crashes":                {from(40, crashed), 250, `fails sample 1 (crash: SIGSEGV); the smallest input on which it crashes is "40"`, "40\n"},
		"the sample is as small": {from(40, prints("x")), 40, "fails sample 1", ""},
		"only on the sample": {func(n int) runner.Result {
			if n == 250 {
				return prints("x")
			}
			return double(n)
		}, 250, "fails sample 1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := five(test.f, test.sample)
			c := entry(t, r, "f.py")
			if c.Verdict != FailsSample || c.Message != test.message || !strings.HasPrefix(c.Lens(), "fails sample 1") || strings.Contains(c.Lens(), "smallest") {
				t.Errorf("%s %q, lens %q", c.Verdict, c.Message, c.Lens())
			}
			if x := c.Counterexample; x == nil || x.Input.Whole != fmt.Sprintf("%d\n", test.sample) || x.Expected == nil {
				t.Errorf("the sample is not shown: %+v", x)
			}
			if x := c.Smallest; (x != nil) != (test.input != "") || x != nil && x.Input.Whole != test.input {
				t.Errorf("smallest: %+v", x)
			}
			dir := t.TempDir()
			if err := Save(dir, r); err != nil {
				t.Fatal(err)
			}
			if x := c.Smallest; x != nil {
				if text, err := os.ReadFile(filepath.Join(dir, x.InputFile)); err != nil || string(text) != test.input || !slices.Contains(earlier(dir), test.input) {
					t.Errorf("kept: %q %v", text, err)
				}
			}
		})
	}
}

// TestRefusedButUnseen: of a program that the judge refused it is never said that it agrees, though no input shows why; and it
// says nothing against one that the judge accepted.
func TestRefusedButUnseen(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "refused.py": double}
	for name, verdicts := range map[string]struct {
		accepted string
		want     Verdict
	}{"refused": {"", Undecided}, "another accepted": {"a.py", Agrees}} {
		t.Run(name, func(t *testing.T) {
			r := mustTrial(t, programs, func(p *workspace.Problem, _ *Config) {
				for i := range p.Files {
					switch p.Files[i].Path {
					case "refused.py":
						p.Files[i].Standing = workspace.WrongAnswer
					case verdicts.accepted:
						p.Files[i].Standing = workspace.Accepted
					}
				}
			})
			c := entry(t, r, "refused.py")
			if c.Verdict != Undecided || !strings.HasPrefix(c.Message, "the judge said wrong answer, but no input here shows it: ") {
				t.Errorf("refused.py: %s %s", c.Verdict, c.Message)
			}
			if b := entry(t, r, "b.py"); b.Verdict != verdicts.want {
				t.Errorf("b.py: %s %s", b.Verdict, b.Message)
			}
		})
	}
}

// TestSaidSeveral: who has said that several answers are right is named, and where the settings say otherwise is told that these hold.
func TestSaidSeveral(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "e.py": double, "wrong.py": from(200, prints("x"))}
	for from, want := range map[string]string{
		"":            "samples/judged-1.several says that several answers are right, and nobody is called wrong",
		"execre.toml": "says that several answers are right, and execre.toml that outputs are compared as tokens, which holds",
	} {
		r := mustTrial(t, programs, func(p *workspace.Problem, _ *Config) {
			p.Objections = []workspace.Objection{{Input: "7\n", File: "samples/judged-1.several", Several: true}}
			p.Settings.CheckerFrom = from
		})
		i := slices.IndexFunc(r.Problems, func(p Problem) bool { return p.Code == "several-answers" })
		if i < 0 || !strings.Contains(r.Problems[i].Message, want) || (from == "") != r.Decision.SeveralAnswers {
			t.Errorf("%q: %+v", from, r.Problems)
		}
		if c := entry(t, r, "wrong.py"); (c.Verdict == Undecided) != (from == "") {
			t.Errorf("%q: wrong.py: %s %s", from, c.Verdict, c.Message)
		}
	}
}
