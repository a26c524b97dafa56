package check

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"execre/analysis/checker"
	"execre/analysis/schema"
	"execre/analysis/statement"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// workshop is a laboratory with tools: programs that are given arguments and files.
type workshop struct {
	laboratory
	tools map[string]func(runner.Request) runner.Result
	made  sync.Map // executions of tools, by name
}

func (w *workshop) Build(ctx context.Context, src build.Source, c toolchain.Commands) (*runner.Program, error) {
	if strings.Contains(string(src.Text), "syntax error") {
		return nil, &build.Failure{}
	}
	return w.laboratory.Build(ctx, src, c)
}

func (w *workshop) Execute(ctx context.Context, req runner.Request) runner.Result {
	tool := w.tools[req.Program.Name]
	if tool == nil {
		return w.laboratory.Execute(ctx, req)
	}
	n, _ := w.made.LoadOrStore(req.Program.Name, new(int))
	w.mu.Lock()
	*n.(*int)++
	w.mu.Unlock()
	return tool(req)
}

func (w *workshop) times(tool string) int {
	n, ok := w.made.Load(tool)
	if !ok {
		return 0
	}
	return *n.(*int)
}

// exits is a tool's end with a status.
func exits(status int) runner.Result {
	if status == 0 {
		return runner.Result{Verdict: runner.OK}
	}
	return runner.Result{Verdict: runner.Crash, ExitCode: status}
}

// equip is trial with tools. Their role is by name, their text what source says.
func equip(
	t *testing.T, programs map[string]behaviour, tools map[string]func(runner.Request) runner.Result, source map[string]string,
	edit func(*workspace.Problem, *Config),
) (*Report, *workshop) {
	t.Helper()
	var w *workshop
	report := mustTrial(t, programs, func(p *workspace.Problem, cfg *Config) {
		w = &workshop{tools: tools}
		w.programs, w.runs = programs, map[string]int{}
		w.random = rand.New(rand.NewPCG(rand.Uint64(), 0))
		cfg.Executor, cfg.Builder = w, w
		for name := range tools {
			role := workspace.Role(strings.TrimRight(strings.TrimSuffix(name, ".py"), "0123456789"))
			p.Files = append(p.Files, workspace.File{
				Path: name, Language: toolchain.Python, Role: role, ByName: true, Source: []byte(source[name]),
			})
			if role == workspace.Checker {
				p.Settings.Program = workspace.CheckerProgram{File: name, Style: workspace.StylePlain, Named: true}
			}
		}
		slices.SortFunc(p.Files, func(a, b workspace.File) int { return strings.Compare(a.Path, b.Path) })
		if edit != nil {
			edit(p, cfg)
		}
	})
	return report, w
}

// pair is a program that prints a and b for n.
func pair(f func(n int) (a, b int)) behaviour {
	return func(n int) runner.Result {
		a, b := f(n)
		return prints(fmt.Sprint(a, b))
	}
}

// sums are right programs for: print two numbers from 0 to n whose sum is n.
func sums() map[string]behaviour {
	return map[string]behaviour{
		"a.py": pair(func(n int) (int, int) { return 0, n }),
		"b.py": pair(func(n int) (int, int) { return n, 0 }),
		"c.py": pair(func(n int) (int, int) { return n / 2, n - n/2 }),
		"d.py": pair(func(n int) (int, int) { return n - n/3, n / 3 }),
	}
}

// sumChecker judges outputs of sums, without a look at the answer.
func sumChecker(req runner.Request) runner.Result {
	var n, a, b int
	if _, err := fmt.Sscan(string(req.Files["input"]), &n); err != nil {
		return crashed
	}
	if _, err := fmt.Sscan(string(req.Files["output"]), &a, &b); err != nil || a < 0 || b < 0 || a+b != n {
		return exits(1)
	}
	return exits(0)
}

type tools = map[string]func(runner.Request) runner.Result

func TestCheckerThatValidates(t *testing.T) {
	programs := sums()
	programs["wrong.py"] = pair(func(n int) (int, int) {
		if n >= 200 {
			n++
		}
		return 1, n - 1
	})
	programs["zero.py"] = pair(func(n int) (int, int) { return -1, n + 1 })
	r, w := equip(t, programs, tools{"checker.py": sumChecker}, nil, nil)
	if !r.Checker.Validates || r.Checker.Name != "checker.py" || r.Checker.Chosen != "execre.toml" {
		t.Errorf("%+v", r.Checker)
	}
	if r.Decision.Trusted == nil || *r.Decision.Trusted != "a.py" {
		t.Errorf("%+v", r.Decision)
	}
	for _, name := range []string{"b.py", "c.py", "d.py"} {
		if c := entry(t, r, name); c.Verdict != Agrees || *c.Class != 1 {
			t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
		}
	}
	for name, smallest := range map[string]string{"wrong.py": "0\n", "zero.py": "0\n"} {
		c := entry(t, r, name)
		if c.Verdict != Differs || !strings.HasPrefix(c.Message, "prints what checker.py refuses on ") {
			t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
		}
		if x := c.Counterexample; x == nil || x.Input.Whole != smallest || x.Expected == nil {
			t.Errorf("%s: %+v", name, x)
		}
	}
	// Of 100 rows with 6 outputs: each by itself, and each against the first at the most, and a few to make them smaller.
	if n := w.times("checker.py"); n > 100*12+100 {
		t.Errorf("%d executions of the checker", n)
	}
}

// TestCheckerWithAnswer: a checker that takes the answer for the best one there is, and ends with "fail" where it is not.
func TestCheckerWithAnswer(t *testing.T) {
	value := func(text []byte) (int, bool) {
		var a, b int
		_, err := fmt.Sscan(string(text), &a, &b)
		return a * b, err == nil
	}
	checker := func(req runner.Request) runner.Result {
		want, ok := value(req.Files["answer"])
		if !ok {
			return exits(3)
		}
		got, ok := value(req.Files["output"])
		switch {
		case !ok:
			return exits(2)
		case got < want:
			return exits(1)
		case got > want:
			return exits(3)
		}
		return sumChecker(req)
	}
	programs := map[string]behaviour{
		"brute.py":  pair(func(n int) (int, int) { return n / 2, n - n/2 }),
		"b.py":      pair(func(n int) (int, int) { return n - n/2, n / 2 }),
		"c.py":      pair(func(n int) (int, int) { return n - n/2, n / 2 }),
		"worse.py":  pair(func(n int) (int, int) { return n / 3, n - n/3 }),
		"broken.py": from(50, prints("none")),
	}
	programs["broken.py"] = func(n int) runner.Result {
		if n >= 50 {
			return prints("none")
		}
		return programs["brute.py"](n)
	}
	r, _ := equip(t, programs, tools{"checker.py": checker}, nil, func(p *workspace.Problem, _ *Config) {
		p.Settings.Program.Style = workspace.StyleTestlib
	})
	if r.Checker.Validates {
		t.Errorf("%+v", r.Checker)
	}
	for name, want := range map[string]Verdict{"brute.py": Trusted, "b.py": Agrees, "c.py": Agrees, "worse.py": Differs} {
		if c := entry(t, r, name); c.Verdict != want {
			t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
		}
	}
	if x := entry(t, r, "worse.py").Counterexample; x == nil || x.Input.Whole != "2\n" {
		t.Errorf("%+v", x)
	}
	// As the answer "none" makes the checker fail; as the output it is wrong.
	if c := entry(t, r, "broken.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "50\n" {
		t.Errorf("broken.py: %s %s %+v", c.Verdict, c.Message, c.Counterexample)
	}
	for _, p := range r.Problems {
		if strings.HasPrefix(p.Code, "checker") {
			t.Errorf("%+v", p)
		}
	}
}

// TestSpecialAnswer: a checker that validates all but one answer: who says "impossible" does not agree with who shows how.
func TestSpecialAnswer(t *testing.T) {
	checker := func(req runner.Request) runner.Result {
		answer, output := strings.TrimSpace(string(req.Files["answer"])), strings.TrimSpace(string(req.Files["output"]))
		if answer == "-1" || output == "-1" {
			return exits(map[bool]int{true: 0, false: 1}[answer == output])
		}
		return sumChecker(req)
	}
	programs := sums()
	programs["e.py"] = programs["a.py"]
	programs["impossible.py"] = func(n int) runner.Result {
		if n > 100 {
			return prints(-1)
		}
		return programs["a.py"](n)
	}
	r, _ := equip(t, programs, tools{"checker.py": checker}, nil, nil)
	if c := entry(t, r, "impossible.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "101\n" {
		t.Errorf("%s %s %+v", c.Verdict, c.Message, c.Counterexample)
	}
}

func TestCheckerAlone(t *testing.T) {
	programs := map[string]behaviour{"a.py": pair(func(n int) (int, int) { return n % 256, n - n%256*min(1, 255/max(1, n)) - n/256 })}
	programs["a.py"] = pair(func(n int) (int, int) {
		if n > 255 {
			return n, 1
		}
		return n, 0
	})
	r, _ := equip(t, programs, tools{"checker.py": sumChecker}, nil, nil)
	if c := entry(t, r, "a.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "256\n" || c.Counterexample.Expected != nil {
		t.Errorf("%s %s %+v", c.Verdict, c.Message, c.Counterexample)
	}
}

// TestCheckerThatFails: what a checker does wrong is said of the checker, and blames nobody.
func TestCheckerThatFails(t *testing.T) {
	stackTrace := runner.Result{
		Verdict: runner.Crash, ExitCode: 1,
		StderrHead: []byte("Traceback (most recent call last):\n  File \"checker.py\", line 3, in <module>\nValueError: no\n"),
	}
	for what, fail := range map[string]runner.Result{
		"killed by SIGSEGV":             crashed,
		"runs for longer than 10s":      timedOut,
		"exit status 3: jury is wrong":  {Verdict: runner.Crash, ExitCode: 3, StderrHead: []byte("jury is wrong\n")},
		"exit status 1: ValueError: no": stackTrace,
		"prints too much":               {Verdict: runner.OutputLimit},
	} {
		t.Run(what, func(t *testing.T) {
			for _, often := range []bool{true, false} {
				checker := func(req runner.Request) runner.Result {
					if n := strings.TrimSpace(string(req.Files["input"])); often || n == "17" {
						return fail
					}
					return sumChecker(req)
				}
				r, w := equip(t, sums(), tools{"checker.py": checker}, nil, func(p *workspace.Problem, _ *Config) {
					p.Settings.Inputs = 301
				})
				i := slices.IndexFunc(r.Problems, func(p Problem) bool { return p.Code == "checker-fails" })
				if i < 0 || !strings.Contains(r.Problems[i].Message, what) || r.Problems[i].File != "checker.py" {
					t.Fatalf("often %t: %+v", often, r.Problems)
				}
				for name := range sums() {
					c := entry(t, r, name)
					switch {
					case often && (c.Verdict != Undecided || !math.IsNaN(float64(c.Alpha))):
						t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
					case !often && c.Verdict != Agrees && c.Verdict != Trusted:
						t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
					}
				}
				if often && (r.Decision.Trusted != nil || len(r.Disagreements) != 1 || r.Question != nil || w.times("checker.py") > 30) {
					t.Errorf("%+v, %d executions", r.Decision, w.times("checker.py"))
				}
				if !often && !strings.Contains(r.Problems[i].Message, `"17"`) {
					t.Errorf("%+v", r.Problems[i])
				}
			}
		})
	}
}

// TestCheckerOfNoUse: a checker that does not tell right from wrong is neither obeyed nor passed over in silence, and where
// programs print different things that is shown.
func TestCheckerOfNoUse(t *testing.T) {
	programs := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "off.py": from(60, prints("x"))}
	equal := func(req runner.Request) bool { return string(req.Files["output"]) == string(req.Files["answer"]) }
	says := func(status int, words string) runner.Result {
		return runner.Result{Verdict: runner.Crash, ExitCode: status, Stdout: []byte(words + "\nmore\n")}
	}
	sample := func(output string) func(*workspace.Problem, *Config) {
		return func(p *workspace.Problem, _ *Config) {
			p.Samples = []workspace.Sample{{Name: "sample 1", Input: "9", Output: output, File: "1.in"}}
		}
	}
	tests := []struct {
		name, why string // "" if the checker is used
		checker   func(runner.Request) runner.Result
		edit      func(*workspace.Problem, *Config)
	}{
		{"refuses all", `refuses every output, and that which a sample expects, on "9": I refuse`, func(runner.Request) runner.Result {
			return says(1, "I refuse")
		}, sample("18\n")},
		{"refuses all, without samples", `refuses every output of every program on the first 10 inputs`, func(runner.Request) runner.Result {
			return exits(1)
		}, nil},
		{"says wrong in a way of its own", `it ends with exit status 3`, func(req runner.Request) runner.Result {
			if equal(req) {
				return exits(0)
			}
			return says(3, "wrong")
		}, sample("18\n")},
		{"compares", "", func(req runner.Request) runner.Result {
			if equal(req) {
				return exits(0)
			}
			return says(1, "wrong")
		}, sample("18\n")},
		{"refuses a sample's answer only", "", func(req runner.Request) runner.Result {
			if out := string(req.Files["output"]); out == "19\n" || strings.Trim(out, "0123456789") != "\n" {
				return exits(1)
			}
			return exits(0)
		}, sample("19\n")},
		{"accepts all", `accepts every output, nonsense and none at all included: on "9"`, func(runner.Request) runner.Result {
			return exits(0)
		}, sample("18\n")},
		{"accepts all, without samples", `accepts every output, nonsense and none at all included`, func(runner.Request) runner.Result {
			return exits(0)
		}, nil},
		{"says so in words only", `accepts every output`, func(req runner.Request) runner.Result {
			r := exits(0)
			r.Stdout = []byte(map[bool]string{true: "OK", false: "WRONG ANSWER"}[equal(req)])
			return r
		}, sample("18\n")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := equip(t, programs, tools{"checker.py": tt.checker}, nil, tt.edit)
			i := slices.IndexFunc(r.Problems, func(p Problem) bool { return p.Code == "checker-fails" })
			if tt.why == "" {
				if i >= 0 || r.Checker.Name != "checker.py" {
					t.Errorf("%+v %+v", r.Checker, r.Problems)
				}
				return
			}
			if i < 0 || r.Problems[i].File != "checker.py" || !strings.Contains(r.Problems[i].Message, tt.why) ||
				!strings.Contains(r.Problems[i].Message, `checker = ["./checker.py", "style=plain"]`) {
				t.Errorf("%+v", r.Problems)
			}
			for name := range programs {
				if c := entry(t, r, name); c.Verdict != Undecided || !strings.HasSuffix(c.Message, "; the checker checker.py is not used") {
					t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
				}
			}
			if len(r.Disagreements) != 1 || r.Disagreements[0].Input.Whole != "60\n" || len(r.Disagreements[0].Answers) != 2 {
				t.Errorf("%+v", r.Disagreements)
			}
		})
	}
}

// TestCheckersWords: what a checker says of an output that it refuses is shown with it, from wherever its style has it.
func TestCheckersWords(t *testing.T) {
	for style, end := range map[string]runner.Result{
		workspace.StylePlain:   {Verdict: runner.Crash, ExitCode: 1, Stdout: []byte("no such sum\n")},
		workspace.StyleTestlib: {Verdict: runner.Crash, ExitCode: 1, StderrHead: []byte("no such sum\n")},
		workspace.StyleKattis: {
			Verdict: runner.Crash, ExitCode: 43,
			Files: map[string][]byte{"feedback/judgemessage.txt": []byte("no such sum\n")},
		},
	} {
		t.Run(style, func(t *testing.T) {
			checker := func(req runner.Request) runner.Result {
				status := 0
				if style == workspace.StyleKattis {
					req.Files["output"], status = req.Stdin, 42
				}
				if sumChecker(req).Verdict != runner.OK {
					return end
				}
				return exits(status)
			}
			programs := sums()
			programs["wrong.py"] = pair(func(n int) (int, int) { return n, n / 9 })
			r, _ := equip(t, programs, tools{"checker.py": checker}, nil, func(p *workspace.Problem, _ *Config) {
				p.Settings.Program.Style = style
			})
			x := entry(t, r, "wrong.py").Counterexample
			if x == nil || x.Refused != "refused by checker.py: no such sum" || x.Expected == nil || x.Input.Whole != "9\n" {
				t.Errorf("%+v", x)
			}
		})
	}
}

// TestCheckerOnSamples: with a checker the sample's answer is one of the right ones.
func TestCheckerOnSamples(t *testing.T) {
	programs := sums()
	programs["wrong.py"] = pair(func(n int) (int, int) { return n, 1 })
	r, _ := equip(t, programs, tools{"checker.py": sumChecker}, nil, func(p *workspace.Problem, _ *Config) {
		p.Samples = []workspace.Sample{{Name: "sample 1", Input: "9", Output: "4 5\n", File: "1.in"}}
	})
	if c := entry(t, r, "wrong.py"); c.Verdict != FailsSample {
		t.Errorf("%s %s", c.Verdict, c.Message)
	}
	for name := range sums() {
		if c := entry(t, r, name); c.Verdict != Agrees && c.Verdict != Trusted {
			t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
		}
	}
}

// TestCheckerStyle: what execre.toml does not say is seen from the source, or tried.
func TestCheckerStyle(t *testing.T) {
	kattis := func(req runner.Request) runner.Result {
		req.Files["output"] = req.Stdin
		if len(req.Args) < 3 || req.Args[2] != "feedback/" || len(req.Stdin) == 0 {
			return exits(43)
		}
		return exits(sumChecker(req).ExitCode + 42)
	}
	testlib := func(req runner.Request) runner.Result { return exits(2 * sumChecker(req).ExitCode) } // presentation
	for name, trial := range map[string]struct {
		tool   func(runner.Request) runner.Result
		source string
		want   CheckerUse
	}{
		"kattis":          {kattis, "", CheckerUse{Style: "kattis", StyleChosen: "tried"}},
		"kattis, with 42": {kattis, "sys.exit(42)", CheckerUse{Style: "kattis", StyleChosen: "tried"}},
		"plain":           {sumChecker, "", CheckerUse{Style: "plain", StyleChosen: "tried"}},
		"plain, with 42":  {sumChecker, "seed(42)", CheckerUse{Style: "plain", StyleChosen: "tried"}},
		"testlib":         {testlib, "#include \"testlib.h\"", CheckerUse{Style: "testlib", StyleChosen: "source"}},
	} {
		for _, sample := range []bool{true, false} {
			programs := sums()
			programs["wrong.py"] = pair(func(n int) (int, int) { return n, n })
			r, _ := equip(t, programs, tools{"checker.py": trial.tool}, map[string]string{"checker.py": trial.source},
				func(p *workspace.Problem, _ *Config) {
					p.Settings.Program.Style = ""
					if sample {
						p.Samples = []workspace.Sample{{Name: "sample 1", Input: "9", Output: "4 5\n", File: "1.in"}}
					}
				})
			if r.Checker.Style != trial.want.Style || r.Checker.StyleChosen != trial.want.StyleChosen || !r.Checker.Validates {
				t.Errorf("%s: %+v", name, r.Checker)
			}
			if c := entry(t, r, "wrong.py"); c.Verdict != FailsSample && c.Verdict != Differs {
				t.Errorf("%s: wrong.py: %s %s", name, c.Verdict, c.Message)
			}
			if r.Decision.Trusted == nil {
				t.Errorf("%s: %+v", name, r.Decision)
			}
		}
	}
}

// TestGroupWhateverTheOrder: which outputs are one answer does not depend on the order of the candidates, however odd the
// checker is.
func TestGroupWhateverTheOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		statuses := rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 0, 1, 3}), 25, 25).Draw(rt, "statuses")
		w := &workshop{tools: tools{"checker.py": func(req runner.Request) runner.Result {
			out, _ := strconv.Atoi(string(req.Files["output"]))
			answer, _ := strconv.Atoi(string(req.Files["answer"]))
			return exits(statuses[5*out+answer])
		}}}
		group := func(outputs []string) grouped {
			j := newJudge(&tool{
				file: workspace.File{Path: "checker.py"}, program: &runner.Program{Name: "checker.py"}, executor: w,
			}, workspace.CheckerProgram{Style: workspace.StylePlain})
			g, err := j.group(context.Background(), "", outputs)
			if err != nil {
				rt.Fatal(err)
			}
			return g
		}
		outputs := rapid.SliceOfN(rapid.SampledFrom([]string{"0", "1", "2", "3", "4"}), 1, 8).Draw(rt, "outputs")
		order := rapid.Permutation(outputs).Draw(rt, "order")
		a, b := group(outputs), group(order)
		for i, x := range outputs {
			for k, y := range outputs {
				p, q := slices.Index(order, x), slices.Index(order, y)
				if (a.answers[i] == a.answers[k]) != (b.answers[p] == b.answers[q]) || (a.answers[i] < 0) != (b.answers[p] < 0) {
					rt.Fatalf("%v is %v, %v is %v", outputs, a, order, b)
				}
			}
		}
	})
}

func TestRealNumbersAreSeen(t *testing.T) {
	half := func(format string) behaviour {
		return func(n int) runner.Result { return prints(fmt.Sprintf(format, float64(n)/2)) }
	}
	javaScript := half("%v 7") // prints 2 for 2.0
	for name, trial := range map[string]struct {
		programs map[string]behaviour
		edit     func(*workspace.Problem, *Config)
		want     string
	}{
		"outputs":            {map[string]behaviour{"a.py": half("%.9f 7"), "b.py": half("%.6f 7"), "c.js": javaScript}, nil, "float:1e-6"},
		"an integer program": {map[string]behaviour{"a.py": half("%.9f"), "b.py": double, "c.py": half("%.3f")}, nil, "tokens"},
		"other shapes":       {map[string]behaviour{"a.py": half("%.9f"), "b.py": half("%.9f 1"), "c.py": half("%.3f")}, nil, "tokens"},
		"named": {map[string]behaviour{"a.py": half("%.9f"), "b.py": half("%.6f")}, func(p *workspace.Problem, _ *Config) {
			p.Settings.CheckerFrom = "execre.toml"
		}, "tokens"},
		"statement": {map[string]behaviour{"a.py": half("%.9f"), "b.py": half("%.6f")}, func(p *workspace.Problem, _ *Config) {
			p.Statement = &statement.Statement{Tolerance: "1e-9"}
		}, "float:1e-9"},
		"sample": {map[string]behaviour{"a.py": half("%.9f"), "b.py": double}, func(p *workspace.Problem, _ *Config) {
			p.Samples = []workspace.Sample{{Name: "sample 1", Input: "3", Output: "1.5"}}
		}, "float:1e-6"},
		"sample of integers": {map[string]behaviour{"a.py": half("%.9f"), "b.py": half("%.3f")}, func(p *workspace.Problem, _ *Config) {
			p.Samples = []workspace.Sample{{Name: "sample 1", Input: "4", Output: "2"}}
		}, "tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustTrial(t, trial.programs, trial.edit)
			if r.Checker.Name != trial.want {
				t.Errorf("%+v, want %s", r.Checker, trial.want)
			}
			if name == "outputs" {
				for _, c := range r.Candidates {
					if c.Verdict != Trusted && c.Verdict != Agrees {
						t.Errorf("%s: %s %s", c.File, c.Verdict, c.Message)
					}
				}
				if !slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Code == "checker-chosen" }) {
					t.Errorf("%+v", r.Problems)
				}
			}
		})
	}
}

// TestNamedCheckerInSearches: the counterexamples are made smaller by the comparison that was settled, too.
func TestNamedCheckerInSearches(t *testing.T) {
	exact, err := checker.Parse("exact")
	if err != nil {
		t.Fatal(err)
	}
	blank := func(n int) runner.Result {
		if n >= 50 {
			return prints(fmt.Sprint(2*n, " "))
		}
		return double(n)
	}
	r := mustTrial(t, map[string]behaviour{"brute.py": double, "blank.py": blank}, func(p *workspace.Problem, _ *Config) {
		p.Settings.Checker, p.Settings.CheckerFrom = exact, "execre.toml"
	})
	if r.Checker != (CheckerUse{Name: "exact", Chosen: "execre.toml"}) {
		t.Errorf("%+v", r.Checker)
	}
	if c := entry(t, r, "blank.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "50\n" {
		t.Errorf("%s %s %+v", c.Verdict, c.Message, c.Counterexample)
	}
}

func TestSeveralAnswers(t *testing.T) {
	several := func(r *Report, names ...string) {
		t.Helper()
		for _, name := range names {
			if c := entry(t, r, name); c.Verdict != Undecided || c.Message != severalAnswers || !math.IsNaN(float64(c.Alpha)) {
				t.Errorf("%s: %s %s", name, c.Verdict, c.Message)
			}
		}
		if !r.Decision.SeveralAnswers || r.Decision.Trusted != nil || len(r.Disagreements)+len(r.Classes) > 0 || r.Question != nil {
			t.Errorf("%+v %+v", r.Decision, r.Disagreements)
		}
	}
	several(mustTrial(t, sums(), nil), "a.py", "b.py", "c.py", "d.py")

	// A sample that all fail in different ways; the rows agree more than that.
	sample := map[string]behaviour{}
	for i, name := range []string{"a.py", "b.py", "c.py"} {
		sample[name] = func(n int) runner.Result {
			if n == 300 {
				return prints(i)
			}
			return double(n)
		}
	}
	several(mustTrial(t, sample, func(p *workspace.Problem, _ *Config) {
		p.Samples = []workspace.Sample{{Name: "sample 1", Input: "300", Output: "x", File: "1.in"}}
	}), "a.py", "b.py", "c.py")

	// Two programs are enough where the statement says so, and then no sample judges.
	two := map[string]behaviour{"a.py": double, "b.py": func(n int) runner.Result { return prints(2*n + n%3) }}
	said := func(p *workspace.Problem, _ *Config) {
		p.Statement = &statement.Statement{ManyAnswers: true}
		p.Samples = []workspace.Sample{{Name: "sample 1", Input: "3", Output: "6", File: "1.in"}}
	}
	r := mustTrial(t, two, said)
	several(r, "a.py", "b.py")
	// Also where most programs print the same one of the answers.
	first := map[string]behaviour{"a.py": double, "b.py": double, "c.py": double, "d.py": double, "last.py": from(290, prints("x"))}
	several(mustTrial(t, first, said), "a.py", "last.py")
	delete(first, "last.py")
	if r = mustTrial(t, first, said); r.Decision.SeveralAnswers || r.Decision.Trusted == nil {
		t.Errorf("all agree: %+v", r.Decision)
	}

	// A brute force beside them is no other case, and who crashes still does.
	programs := sums()
	programs["brute.py"] = pair(func(n int) (int, int) { return n / 4, n - n/4 })
	programs["crash.py"] = func(int) runner.Result { return crashed }
	r = mustTrial(t, programs, nil)
	several(r, "a.py", "brute.py")
	if c := entry(t, r, "crash.py"); c.Verdict != Crashes {
		t.Errorf("crash.py: %s %s", c.Verdict, c.Message)
	}
}

// TestWrongIsNotSeveral: ordinary mistakes, even of most programs, are not several answers.
func TestWrongIsNotSeveral(t *testing.T) {
	off := func(by int, when func(n int) bool) behaviour {
		return func(n int) runner.Result {
			if when(n) {
				return prints(2*n + by)
			}
			return double(n)
		}
	}
	always := func(int) bool { return true }
	for name, programs := range map[string]map[string]behaviour{
		"two right, two wrong everywhere": {"a.py": double, "b.py": double, "c.py": off(1, always), "d.py": off(2, always)},
		"all wrong somewhere": {
			"a.py": off(1, func(n int) bool { return n%3 == 0 }), "b.py": off(2, func(n int) bool { return n%3 == 1 }),
			"c.py": off(3, func(n int) bool { return n%3 == 2 }),
		},
		"a brute force and one that is wrong": {"brute.py": double, "a.py": off(1, always)},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustTrial(t, programs, nil)
			if r.Decision.SeveralAnswers {
				t.Errorf("%+v", r.Decision)
			}
		})
	}
}

func TestInteractiveIsNotRun(t *testing.T) {
	r := mustTrial(t, map[string]behaviour{"a.py": double, "b.py": from(3, crashed)}, func(p *workspace.Problem, _ *Config) {
		p.Interactive = "interactor.py"
		p.Samples = []workspace.Sample{{Name: "sample 1", Input: "7", Output: "? 1", File: "1.in"}}
	})
	for _, c := range r.Candidates {
		if c.Verdict != Undecided || c.Lens() != "interactive: samples only" {
			t.Errorf("%s: %s %s", c.File, c.Verdict, c.Lens())
		}
	}
	if r.Inputs.Executed != 0 || r.Inputs.Source != "samples" {
		t.Errorf("%+v", r.Inputs)
	}
}

// printsSeed is a generator that prints its seed modulo m.
func printsSeed(m int) func(runner.Request) runner.Result {
	return func(req runner.Request) runner.Result {
		seed, err := strconv.Atoi(req.Args[0])
		if err != nil || seed < 1 || seed > math.MaxInt32 {
			return crashed
		}
		return runner.Result{Verdict: runner.OK, Stdout: fmt.Appendf(nil, "%d", seed%m)}
	}
}

func noSchema(p *workspace.Problem, _ *Config) { p.SchemaFile, p.Schema = "", nil }

func TestGeneratorPrograms(t *testing.T) {
	programs := map[string]behaviour{"brute.py": double, "a.py": double, "wrong.py": from(900, prints("x"))}
	has := func(r *Report, code, text string) {
		t.Helper()
		if !slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Code == code && strings.Contains(p.Message, text) }) {
			t.Errorf("no %s with %q in %+v", code, text, r.Problems)
		}
	}
	t.Run("alone", func(t *testing.T) {
		r, _ := equip(t, programs, tools{"generator.py": printsSeed(1000)}, nil, noSchema)
		in := r.Inputs
		if in.Source != "generator" || in.Executed != 100 || in.FromGenerators != 100 || in.Stopped != nil {
			t.Errorf("%+v", in)
		}
		if c := entry(t, r, "wrong.py"); c.Verdict != Differs {
			t.Errorf("%s %s", c.Verdict, c.Message)
		}
		if len(r.Problems) > 0 {
			t.Errorf("%+v", r.Problems)
		}
	})
	t.Run("same again", func(t *testing.T) {
		var reports []string
		for _, jobs := range []int{1, 7} {
			r, _ := equip(t, programs, tools{"generator.py": printsSeed(1000), "generator2.py": printsSeed(7)}, nil,
				func(p *workspace.Problem, cfg *Config) {
					noSchema(p, cfg)
					cfg.Jobs = jobs
				})
			r.Timings = nil
			reports = append(reports, mustEncode(t, r))
		}
		if reports[0] != reports[1] {
			t.Errorf("%s\n%s", reports[0], reports[1])
		}
	})
	t.Run("with a schema", func(t *testing.T) {
		r, _ := equip(t, programs, tools{"generator.py": printsSeed(400)}, nil, nil)
		in := r.Inputs
		if in.Source != "schema" || in.Executed != 100 || in.FromGenerators < 30 || in.FromGenerators > 60 || in.Invalid == 0 {
			t.Errorf("%+v", in)
		}
		has(r, "generator-schema", "do not fit input.schema")
	})
	t.Run("repeats itself", func(t *testing.T) {
		r, w := equip(t, programs, tools{"generator.py": printsSeed(1)}, nil, noSchema)
		if in := r.Inputs; in.Executed != 1 || in.Duplicates == 0 || in.Stopped == nil || w.times("generator.py") > 60 {
			t.Errorf("%+v, %d runs", in, w.times("generator.py"))
		}
		has(r, "generator-repeats", "the same input for 11 different seeds")
	})
	t.Run("has few inputs", func(t *testing.T) {
		r, _ := equip(t, programs, tools{"generator.py": printsSeed(30)}, nil, noSchema)
		if in := r.Inputs; in.Executed != 30 || in.Duplicates < 20 || in.Stopped == nil || !strings.Contains(*in.Stopped, "30 different inputs") {
			t.Errorf("%+v", in)
		}
	})
	t.Run("has another seed", func(t *testing.T) {
		var n int
		r, _ := equip(t, programs, tools{"generator.py": func(runner.Request) runner.Result { n++; return prints(n) }}, nil,
			func(p *workspace.Problem, cfg *Config) {
				noSchema(p, cfg)
				cfg.Jobs = 1
			})
		has(r, "generator-unseeded", "seed it with its first argument")
	})
	for what, result := range map[string]runner.Result{
		"is killed by SIGSEGV": crashed, "runs for longer than 10s": timedOut, "prints nothing": {Verdict: runner.OK, Stdout: []byte(" \n")},
	} {
		t.Run(what, func(t *testing.T) {
			r, w := equip(t, programs, tools{"generator.py": func(runner.Request) runner.Result { return result }}, nil, noSchema)
			has(r, "generator-fails", what)
			if r.Inputs.Executed != 0 || r.Inputs.Stopped == nil || w.times("generator.py") > 200 {
				t.Errorf("%+v %d", r.Inputs, w.times("generator.py"))
			}
			if r, _ = equip(t, programs, tools{"generator.py": func(runner.Request) runner.Result { return result }}, nil, nil); r.Inputs.Executed != 100 {
				t.Errorf("%+v", r.Inputs)
			}
		})
	}
	t.Run("does not compile", func(t *testing.T) {
		r, _ := equip(t, programs, tools{"generator.py": nil}, map[string]string{"generator.py": "syntax error"}, nil)
		has(r, "generator-compile", "does not compile")
	})
}

func TestValidatorPrograms(t *testing.T) {
	programs := map[string]behaviour{
		"a.py": double, "b.py": double, "c.py": double, "d.py": double,
		"odd.py": func(n int) runner.Result {
			if n%4 == 1 {
				return prints(0)
			}
			return prints(2 * n)
		},
		"wrong.py": from(21, prints("x")),
	}
	fits := func(right, wrong int) func(runner.Request) runner.Result {
		return func(req runner.Request) runner.Result {
			if n, err := strconv.Atoi(strings.TrimSuffix(string(req.Stdin), "\n")); err == nil && n%4 != 1 {
				return exits(right)
			}
			return exits(wrong)
		}
	}
	for name, trial := range map[string]struct {
		tool   func(runner.Request) runner.Result
		source string
	}{
		"testlib": {fits(0, 3), "#include <testlib.h>"},
		"kattis":  {fits(42, 0), "exit(42)"},
		"plain":   {fits(0, 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := equip(t, programs, tools{"validator.py": trial.tool}, map[string]string{"validator.py": trial.source}, nil)
			if in := r.Inputs; in.Executed != 100 || in.Invalid == 0 {
				t.Errorf("%+v", in)
			}
			if c := entry(t, r, "odd.py"); c.Verdict != Agrees {
				t.Errorf("odd.py: %s %s", c.Verdict, c.Message)
			}
			if c := entry(t, r, "wrong.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "22\n" {
				t.Errorf("wrong.py: %s %+v", c.Verdict, c.Counterexample)
			}
			if len(r.Problems) > 0 {
				t.Errorf("%+v", r.Problems)
			}
		})
	}
	t.Run("without a schema", func(t *testing.T) {
		r, _ := equip(t, programs, tools{"validator.py": fits(0, 1), "generator.py": printsSeed(10_000)}, nil, noSchema)
		// The text is made smaller as far as the validator goes along.
		if c := entry(t, r, "wrong.py"); c.Verdict != Differs || c.Counterexample.Input.Whole != "22\n" {
			t.Errorf("wrong.py: %s %+v", c.Verdict, c.Counterexample)
		}
		if in := r.Inputs; in.Source != "generator" || in.Invalid == 0 || in.Executed != 100 {
			t.Errorf("%+v", in)
		}
	})
	t.Run("refuses most", func(t *testing.T) {
		r, _ := equip(t, programs, tools{"validator.py": func(req runner.Request) runner.Result {
			if strings.HasPrefix(string(req.Stdin), "7") {
				return exits(0)
			}
			return exits(1)
		}}, nil, nil)
		if in := r.Inputs; in.Executed != 11 || in.Stopped == nil {
			t.Errorf("%+v", in)
		}
		if !slices.ContainsFunc(r.Problems, func(p Problem) bool {
			return p.Code == "validator-disagrees" && strings.Contains(p.Message, `input.schema disagree`) && strings.HasSuffix(p.Message, `"0"`)
		}) {
			t.Errorf("%+v", r.Problems)
		}
	})
	t.Run("refuses all", func(t *testing.T) {
		r, _ := equip(t, programs, tools{"validator.py": func(runner.Request) runner.Result { return exits(1) }}, nil,
			func(p *workspace.Problem, _ *Config) { p.Schema, _ = schema.Parse([]byte("N\n---\n0 <= N <= 20\n")) })
		if in := r.Inputs; in.All || in.Invalid == 0 || in.Unseen != nil {
			t.Errorf("nothing was tried: %+v", in)
		}
		for name := range programs {
			if c := entry(t, r, name); c.Message != "no samples; every input of input.schema was refused" || r.Inputs.Executed > 0 {
				t.Errorf("%s: %s, %+v", name, c.Message, r.Inputs)
			}
		}
	})
	t.Run("is killed", func(t *testing.T) {
		r, w := equip(t, programs, tools{"validator.py": func(runner.Request) runner.Result { return crashed }}, nil, nil)
		if in := r.Inputs; in.Executed != 100 || in.Invalid != 0 || w.times("validator.py") > RoundSize+shrinkCalls {
			t.Errorf("%+v %d", in, w.times("validator.py"))
		}
		if !slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Code == "validator-fails" }) {
			t.Errorf("%+v", r.Problems)
		}
	})
	t.Run("shows more", func(t *testing.T) {
		// Fewer than two thirds side with the largest class on the rows where b differs: only a validator vouches for them.
		most := map[string]behaviour{"wrong.py": from(250, prints("x"))}
		for _, name := range []string{"a.py", "b.py", "c.py", "d.py", "e.py", "f.py", "g.py", "h.py"} {
			most[name] = double
		}
		r, _ := equip(t, most, tools{"validator.py": fits(0, 1)}, nil, nil)
		if c := entry(t, r, "wrong.py"); c.Verdict != Differs {
			t.Errorf("%s %s", c.Verdict, c.Message)
		}
	})
}
