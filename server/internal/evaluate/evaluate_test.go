package evaluate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"execre/analysis/reliability"
	"execre/analysis/schema"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/check"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(endlessVariable); dir != "" {
		endless(dir)
	}
	goleak.VerifyTestMain(m)
}

// programs stands for compilers and machine: a source text is the name of what a program does with the sum of two numbers.
type programs struct {
	mu    sync.Mutex
	calls map[string]int // executions by program
	hook  func(name string)
}

func (*programs) Build(_ context.Context, src build.Source, _ toolchain.Commands) (*runner.Program, error) {
	if strings.Contains(string(src.Text), "broken") {
		return nil, &build.Failure{Messages: []build.Message{{File: src.Name, Line: 1, Severity: "error", Text: "expected ';'"}}}
	}
	sum := sha256.Sum256(src.Text)
	return &runner.Program{Name: src.Name, Argv: []string{string(src.Text)}, Key: hex.EncodeToString(sum[:])}, nil
}

func (p *programs) Execute(ctx context.Context, req runner.Request) runner.Result {
	p.mu.Lock()
	if p.calls == nil {
		p.calls = map[string]int{}
	}
	p.calls[req.Program.Name]++
	p.mu.Unlock()
	if p.hook != nil {
		p.hook(req.Program.Name)
	}
	if err := ctx.Err(); err != nil {
		return runner.Result{Verdict: runner.InternalError, Err: err}
	}
	total := 0
	for _, word := range strings.Fields(string(req.Stdin)) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return runner.Result{Verdict: runner.Crash, ExitCode: 1}
		}
		total += n
	}
	out := runner.Result{Verdict: runner.OK, CPU: time.Millisecond}
	switch text := req.Program.Argv[0]; {
	case strings.HasPrefix(text, "right"):
	case strings.HasPrefix(text, "capped"):
		total = min(total, 10)
	case strings.HasPrefix(text, "off by one"):
		total++
	case strings.HasPrefix(text, "crashes on 0") && total == 0:
		return runner.Result{Verdict: runner.Crash, ExitCode: -1, Signal: "SIGFPE"}
	case strings.HasPrefix(text, "slow") && total > 5:
		return runner.Result{Verdict: runner.TimeLimit}
	}
	out.Stdout = fmt.Appendln(nil, "sum", total)
	if strings.HasSuffix(req.Program.Argv[0], "spaced") {
		out.Stdout = fmt.Appendln(nil, "sum ", total)
	}
	return out
}

func (p *programs) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, calls := range p.calls {
		n += calls
	}
	return n
}

// sums is a problem whose candidates are texts of programs, with labels.
func sums(t testing.TB, name string, labels map[string]Label) Problem {
	t.Helper()
	format, mistakes := schema.Parse([]byte("a b\n---\n0 <= a, b <= 20\n"))
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	p := Problem{
		Name: name, Source: "made", Schema: format, Format: "given",
		Samples: []Test{{Name: "1", Input: "1 2\n", Output: "sum 3\n"}},
		Tests:   []Test{{Name: "2", Input: "10 10", Output: "sum 20"}},
	}
	for _, text := range sortedKeys(labels) {
		p.Candidates = append(p.Candidates, Candidate{
			Name: strings.ReplaceAll(text, " ", "_"), Language: "fake", Source: []byte(text), Label: labels[text], Multiplicity: 1,
		})
	}
	return p
}

func config(p *programs) Config {
	return Config{
		Executor: p, Builder: p, Jobs: 2, Seed: 1, Preset: check.Default, Inputs: 60, Sizes: []int{2, 3}, Pools: 5, Now: time.Now,
	}
}

var mixed = map[string]Label{
	"right 1": Accepted, "right 2": Accepted, "right 3": Accepted, "capped 1": WrongAnswer, "crashes on 0": RunTimeError,
	"slow": TimeLimit, "broken": CompileError,
}

func TestRunCountsWhatRulesDo(t *testing.T) {
	p := &programs{}
	result, err := Run(t.Context(), []Problem{sums(t, "a", mixed)}, config(p))
	if err != nil {
		t.Fatal(err)
	}
	if result.Candidates != 7 || result.Labels[Accepted] != 3 || result.Formats["given"] != 1 {
		t.Errorf("%d candidates, labels %v, formats %v", result.Candidates, result.Labels, result.Formats)
	}
	says := func(note string) bool {
		return strings.Contains(note, "broken") && strings.Contains(note, "expected ';'")
	}
	if !slices.ContainsFunc(result.Notes, says) {
		t.Errorf("nothing says that broken is in no pool: %q", result.Notes)
	}
	for _, rule := range result.Rules {
		all := rule.Groups[0]
		if all.By != "all" || all.Pools != 10 || all.Problems != 1 {
			t.Errorf("%s: %+v", rule.Name, all)
		}
		if rule.Name == "samples" && (all.Coverage.Value != 0 || !math.IsNaN(float64(all.Precision.Value))) {
			t.Errorf("the samples trust somebody: %+v", all)
		}
		if rule.Name == "one-program" && all.Coverage.Value != 1 {
			t.Errorf("one-program does not always trust: %+v", all)
		}
	}
}

// TestResultDoesNotDependOnJobs: nor on the order of problems or candidates, nor on whether a record was there.
func TestResultDoesNotDependOnJobs(t *testing.T) {
	a := sums(t, "a", mixed)
	b := sums(t, "b", map[string]Label{"right 1": Accepted, "off by one 1": WrongAnswer, "capped 1": WrongAnswer})
	text := func(problems []Problem, change func(*Config)) string {
		t.Helper()
		cfg := config(&programs{})
		change(&cfg)
		result, err := Run(t.Context(), problems, cfg)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, write := range []func(*strings.Builder) error{
			func(w *strings.Builder) error { return result.JSON(w) }, func(w *strings.Builder) error { return result.CSV(w) },
			func(w *strings.Builder) error { return result.HTML(w) }, func(w *strings.Builder) error { return result.Table(w) },
		} {
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
		}
		return out.String()
	}
	want := text([]Problem{a, b}, func(c *Config) { c.Jobs = 1 })
	export := t.TempDir()
	for name, got := range map[string]string{
		"jobs":       text([]Problem{a, b}, func(c *Config) { c.Jobs = 7 }),
		"an export":  text([]Problem{a, b}, func(c *Config) { c.Export = export }),
		"its record": text([]Problem{a, b}, func(c *Config) { c.Export = export }),
	} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s made a difference:\n%s", name, diff)
		}
	}
	if other := text([]Problem{a, b}, func(c *Config) { c.Seed = 2 }); other == want {
		t.Error("the seed makes no difference")
	}
}

func TestLabelsComeFromTests(t *testing.T) {
	p := sums(t, "a", map[string]Label{
		"right": "", "capped": "", "broken": "", "slow": "", "crashes on 0": "", "off by one": Accepted,
	})
	p.Tests = append(p.Tests, Test{Name: "3", Input: "0 0", Output: "sum 0"})
	record, err := execute(t.Context(), &p, config(&programs{}), newClock(nil, config(nil)))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Label{}
	for _, program := range record.Programs {
		got[program.Name] = program.Label
		if program.Tested != (program.Name != "off_by_one") {
			t.Errorf("%s: tested %v", program.Name, program.Tested)
		}
	}
	want := map[string]Label{
		"right": Accepted, "capped": WrongAnswer, "broken": CompileError, "slow": TimeLimit, "crashes_on_0": RunTimeError,
		"off_by_one": Accepted, // given labels are believed
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRetiredProgramsAreNotRunAgain(t *testing.T) {
	p := &programs{}
	problem := sums(t, "a", map[string]Label{"right": Accepted, "slow": TimeLimit})
	record, err := execute(t.Context(), &problem, config(p), newClock(nil, config(p)))
	if err != nil {
		t.Fatal(err)
	}
	late, unrun := 0, 0
	for _, row := range record.Rows {
		switch row.Answers[1] {
		case -2:
			late++
		case -3:
			unrun++
		}
	}
	if late != check.RetireAfter || unrun == 0 {
		t.Errorf("%d time-outs and %d cells not run", late, unrun)
	}
	if !slices.IsSortedFunc(record.Rows, func(a, b Row) int { return len(a.Input) - len(b.Input) }) {
		t.Error("the smallest inputs are not first")
	}
}

// TestGuessesAreGivenUp: programs that read numbers crash on inputs of letters, so that was not the format.
func TestGuessesAreGivenUp(t *testing.T) {
	letters, mistakes := schema.Parse([]byte("S\n---\n1 <= |S| <= 9\nS matches [a-z]+\n"))
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	p := sums(t, "a", map[string]Label{"right": Accepted, "capped": WrongAnswer})
	p.Others, p.Schema, p.Format = []*schema.Schema{p.Schema}, letters, "inferred"
	for _, want := range []string{"inferred", "none"} {
		r, err := execute(t.Context(), &p, config(&programs{}), newClock(nil, config(nil)))
		if err != nil {
			t.Fatal(err)
		}
		if r.Format != want || (len(r.Rows) == 0) != (want == "none") || len(r.Notes) == 0 {
			t.Errorf("want %s: format %s, %d rows, notes %q", want, r.Format, len(r.Rows), r.Notes)
		}
		p.Others = nil
	}
	p.Format = "given" // what a person wrote is believed
	if r, err := execute(t.Context(), &p, config(&programs{}), newClock(nil, config(nil))); err != nil || len(r.Rows) == 0 {
		t.Errorf("%v", err)
	}
}

// TestProgressSaysWhatIsLeft: a build takes a minute and an execution a second; nobody is told that the executions take
// minutes each because there were only builds at first.
func TestProgressSaysWhatIsLeft(t *testing.T) {
	var told []Progress
	cfg := config(nil)
	now := time.Unix(0, 0)
	cfg.Now = func() time.Time { return now }
	cfg.Progress = func(p Progress) { told = append(told, p) }
	problems := []Problem{sums(t, "a", mixed), sums(t, "b", mixed), sums(t, "c", mixed)}
	c := newClock(problems, cfg)
	work := func(k work, n int, each time.Duration) Progress {
		end := c.start(k)
		now = now.Add(time.Duration(n) * each)
		end(n)
		return told[len(told)-1]
	}
	all := problems[0].load(cfg.Inputs)
	if all[building] != 7 || all[executing] != 7*61 {
		t.Fatalf("a problem is %v", all)
	}
	if p := work(building, 7, time.Minute); p.Left >= 0 || !strings.Contains(p.About(), "estimating the time left") {
		t.Errorf("after the first builds: %+v, %s", p, p.About())
	}
	if p := work(executing, 61, time.Second); p.Left >= 0 {
		t.Errorf("after a twentieth: %+v", p)
	}
	p := work(executing, 6*61, time.Second)
	if want := 14*time.Minute + 2*7*61*time.Second; (p.Left - want).Abs() > time.Second {
		t.Errorf("after a problem: %v left, want %v", p.Left, want)
	}
	if p.About() != "problems 0/3, about 28m left, executions" || p.Executions != 427 || p.OfExecutions != 3*427 {
		t.Errorf("after a problem: %s, %+v", p.About(), p)
	}

	told = nil
	cfg.Executor, cfg.Builder, cfg.Jobs = &programs{}, &programs{}, 1
	cfg.Now = func() time.Time { now = now.Add(time.Second); return now }
	if _, err := Run(t.Context(), problems, cfg); err != nil {
		t.Fatal(err)
	}
	last := told[len(told)-1]
	if last.Problems != 3 || last.Executions != last.OfExecutions || last.Left != 0 || !strings.Contains(last.About(), "deciding") {
		t.Errorf("at the end: %+v", last)
	}
}

// TestLoadIsMet: what was counted beforehand is what is done, also where labels are found out and programs are not built.
func TestLoadIsMet(t *testing.T) {
	p := sums(t, "a", map[string]Label{"right": "", "capped": "", "broken": "", "slow": ""})
	cfg := config(&programs{})
	c := newClock([]Problem{p}, cfg)
	want := c.all
	if _, err := execute(t.Context(), &p, cfg, c); err != nil {
		t.Fatal(err)
	}
	if c.done != want || c.all != want {
		t.Errorf("counted %v, done %v of %v", want, c.done, c.all)
	}
}

func TestCancelledRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := &programs{hook: func(string) { cancel() }}
	if _, err := Run(ctx, []Problem{sums(t, "a", mixed)}, config(p)); err == nil || ctx.Err() == nil {
		t.Errorf("error %v", err)
	}
}

// TestDoubtfulLabels: labels that nobody gave, and accepted programs that contradict each other, are said.
func TestDoubtfulLabels(t *testing.T) {
	for name, c := range map[string]struct {
		labels map[string]Label
		want   string
	}{
		"none in doubt": {mixed, ""},
		"found out":     {map[string]Label{"right 1": Accepted, "capped 1": "", "off by one 1": ""}, "a: the labels of 2 of 3 programs were found out"},
		"contradicting": {map[string]Label{"right 1": Accepted, "capped 1": Accepted}, "a: capped_1 and right_1 are both accepted, but differ on "},
	} {
		result, err := Run(t.Context(), []Problem{sums(t, "a", c.labels)}, config(&programs{}))
		if err != nil {
			t.Fatal(err)
		}
		notes := slices.DeleteFunc(result.Notes, func(note string) bool {
			return !strings.Contains(note, "labels of") && !strings.Contains(note, "both accepted")
		})
		if len(notes) > 1 || (len(notes) == 0) != (c.want == "") || !strings.HasPrefix(strings.Join(notes, ""), c.want) {
			t.Errorf("%s: %q, want %q", name, notes, c.want)
		}
	}
}

// TestSizesAreSaidOnce: a size named twice counts once, and one for which there are too few programs is said.
func TestSizesAreSaidOnce(t *testing.T) {
	cfg := config(&programs{})
	cfg.Sizes = []int{3, 2, 3, 50}
	result, err := Run(t.Context(), []Problem{sums(t, "a", mixed)}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if result.Pools != 10 || !slices.Equal(result.Sizes, []int{2, 3, 50}) {
		t.Errorf("%d pools of %v", result.Pools, result.Sizes)
	}
	if !slices.ContainsFunc(result.Notes, func(note string) bool { return strings.Contains(note, "no problem has 50 candidates") }) {
		t.Errorf("notes %q", result.Notes)
	}
}

// TestOracleThatErrsIsCompared: who names the rule with questions and an error rate gets both oracles.
func TestOracleThatErrsIsCompared(t *testing.T) {
	rules, err := pickRules(Rules(0.5), []string{"execre-questions"})
	if err != nil || len(rules) != 2 || rules[1].Name != "execre-questions-err-0.5" {
		t.Errorf("%+v, %v", rules, err)
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"no rule":       func(c *Config) { c.Rules = []string{"astrology"} },
		"error rate":    func(c *Config) { c.OracleError = 1 },
		"pools too big": func(c *Config) { c.Sizes = []int{50} },
		"empty pools":   func(c *Config) { c.Sizes = []int{0, 2} },
		"no inputs":     func(c *Config) { c.Inputs = 0 },
	} {
		cfg := config(&programs{})
		change(&cfg)
		_, err := Run(t.Context(), []Problem{sums(t, "a", mixed)}, cfg)
		if _, ok := err.(*ConfigError); !ok {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// record makes one by hand: a row of answers for each input, the labels of the programs.
func record(labels []Label, rows ...[]int) *Record {
	r := &Record{Version: RecordVersion, Key: strings.Repeat("k", 32), Problem: "p", Source: "s"}
	for j, label := range labels {
		r.Programs = append(r.Programs, RecordProgram{Name: string(rune('a' + j)), Label: label, Multiplicity: 1})
	}
	for i, answers := range rows {
		r.Rows = append(r.Rows, Row{
			Input: fmt.Sprintln(i), Answers: answers, Verdicts: make([]string, len(labels)), Seconds: make([]float64, len(labels)),
			Outputs: []string{"zero", "one", "two"},
		})
	}
	return r
}

// whole is the pool of all programs, in their order.
func whole(r *Record) pool {
	var all []int
	for j := range r.Programs {
		all = append(all, j)
	}
	p := newPool(r, all, source(1, "test"))
	return p
}

// decided is a verdict in which program k is trusted, and differences are shown as given.
func decided(trusted int, programs int, differences map[int][]int) verdict {
	v := verdict{Decision: reliability.Decision{Trusted: trusted, Programs: make([]reliability.Assessment, programs)}}
	for k, rows := range differences {
		for _, i := range rows {
			v.Programs[k].Differences = append(v.Programs[k].Differences, reliability.Difference{Row: i})
		}
	}
	return v
}

func TestScoreByHand(t *testing.T) {
	// a and b are right; c is wrong on row 1; d is slow and right where it answers.
	r := record([]Label{Accepted, Accepted, WrongAnswer, TimeLimit}, []int{0, 0, 0, 0}, []int{0, 0, 1, -2}, []int{1, 1, 1, 1})
	p, tr := whole(r), newTruth(r)
	if diff := cmp.Diff([]int{0, 0, 1}, tr.answers); diff != "" {
		t.Fatal(diff)
	}
	if diff := cmp.Diff([]bool{true, true, false, true}, tr.right); diff != "" {
		t.Fatal(diff)
	}
	failing := decided(-1, 4, nil)
	failing.Programs[2].FailedSamples = []int{0}
	suspect := decided(-1, 4, nil)
	suspect.Programs[0].FailedSamples = []int{0}
	suspect.SuspectSamples = []int{0}
	misled := decided(-1, 4, nil)
	misled.Programs[0].FailedSamples = []int{0}
	for _, test := range []struct {
		name string
		v    verdict
		want tally
	}{
		{
			"right reference, true counterexample", decided(0, 4, map[int][]int{2: {1}}),
			tally{pools: 1, trusted: 1, right: 1, possible: 1, useful: 1},
		},
		{"slow reference", decided(3, 4, nil), tally{pools: 1, trusted: 1, right: 1, possible: 1}},
		{
			"wrong reference, right ones told", decided(2, 4, map[int][]int{0: {1}, 1: {1}}),
			tally{pools: 1, trusted: 1, possible: 1, misleading: 1},
		},
		{"nobody", decided(-1, 4, nil), tally{pools: 1, possible: 1}},
		{"a wrong one fails a sample", failing, tally{pools: 1, possible: 1, useful: 1}},
		{"a suspect sample", suspect, tally{pools: 1, possible: 1}},
		{"a right one fails a sample", misled, tally{pools: 1, possible: 1, misleading: 1}},
	} {
		if got := score(p, test.v, r, tr); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
	// A slow program that is shown a false counterexample by a wrong reference was not told anything useful.
	if got := score(p, decided(2, 4, map[int][]int{3: {1}}), r, tr); got.useful != 0 || got.misleading != 0 {
		t.Errorf("false counterexample: %+v", got)
	}
}

// TestTooSlowIsSaid: a program that is only too slow is a right reference and no right program, and people are told so.
func TestTooSlowIsSaid(t *testing.T) {
	labels := map[string]Label{"right 1": Accepted, "right 2": Accepted, "slow": TimeLimit, "off by one": TimeLimit}
	cfg := config(&programs{})
	cfg.Sizes, cfg.Pools, cfg.Rules = []int{4}, 1, []string{"one-program", "execre"}
	for seed := range uint64(20) { // until one-program trusts each of them
		cfg.Seed = seed
		result, err := Run(t.Context(), []Problem{sums(t, "a", labels)}, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if result.OnlyTooSlow != 1 || result.Labels[TimeLimit] != 2 {
			t.Fatalf("%d of %d are only too slow", result.OnlyTooSlow, result.Labels[TimeLimit])
		}
		for _, g := range result.Rules[1].Groups {
			if g.By == "right" && g.Value != "1/2 to below 3/4" {
				t.Errorf("the share of right programs is %s", g.Value)
			}
		}
		for _, write := range []func(io.Writer) error{result.Table, result.HTML} {
			var out strings.Builder
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), "Of the programs that exceed the time limit 1 of 2 give right answers") ||
				!strings.Contains(out.String(), "one problem: no interval") || strings.Contains(out.String(), "1 problems") {
				t.Errorf("nothing is said of it:\n%s", out.String())
			}
		}
	}
}

func TestMeasuresByHand(t *testing.T) {
	// 20 pools, 16 with a right program; 10 trusted, 8 rightly; 3 misleading, 12 useful, 30 questions.
	got := tally{20, 10, 8, 16, 3, 12, 30}.measures()
	want := [7]float64{0.8, 0.5, 2 * 0.8 * 0.5 / 1.3, 0.5, 15, 60, 1.5}
	for m := range want {
		if math.Abs(got[m]-want[m]) > 1e-12 {
			t.Errorf("%s is %v, want %v", measureNames[m], got[m], want[m])
		}
	}
	for m, x := range (tally{}).measures() {
		if !math.IsNaN(x) {
			t.Errorf("%s of nothing is %v", measureNames[m], x)
		}
	}
}

func TestBootstrapOverProblems(t *testing.T) {
	// One problem shows no uncertainty. Two that differ: coverage is 0, 1/2 or 1; but precision is of the one of them in
	// which somebody is trusted.
	one := estimate([]tally{{pools: 4, trusted: 1}}, bootstrap(1, 1))[3]
	if one.Value != 0.25 || !math.IsNaN(float64(one.Low)) || !math.IsNaN(float64(one.High)) {
		t.Errorf("one problem: %+v", one)
	}
	two := estimate([]tally{{pools: 4, trusted: 4, right: 3}, {pools: 4}}, bootstrap(2, 1))
	if two[3] != (Interval{0.5, 0, 1}) {
		t.Errorf("two problems: %+v", two)
	}
	if two[0].Value != 0.75 || !math.IsNaN(float64(two[0].Low)) {
		t.Errorf("precision of one of two problems: %+v", two[0])
	}
	// Of 100 problems half of which are covered the standard error is 5 %: 1.96 of them to either side.
	many := make([]tally, 100)
	for i := range many {
		many[i] = tally{pools: 1, trusted: i % 2}
	}
	got := estimate(many, bootstrap(100, 1))[3]
	if math.Abs(float64(got.Low)-0.402) > 0.025 || math.Abs(float64(got.High)-0.598) > 0.025 {
		t.Errorf("a hundred problems: %+v", got)
	}
}

func TestCalibrationByHand(t *testing.T) {
	r := record([]Label{Accepted, WrongAnswer, Accepted}, []int{0, 0, 0})
	v := decided(-1, 3, nil)
	v.Programs[0].Alpha, v.Programs[1].Alpha, v.Programs[2].Alpha = 0.9, 0.96, math.NaN()
	tallies := []problemTally{{calibration: make([][bins]bin, 1)}}
	calibrate(&tallies[0].calibration[0], Rule{}, whole(r), v, r)
	got, off := calibration(tallies, 0)
	last := got[9]
	if last.Programs != 2 || math.Abs(float64(last.Said)-0.93) > 1e-12 || last.Right != 0.5 || math.Abs(float64(off)-0.43) > 1e-12 {
		t.Errorf("bin %+v, error %v", last, off)
	}
	if got[8].Programs != 0 || !math.IsNaN(float64(got[8].Said)) {
		t.Errorf(".9 is in the bin below: %+v", got[8])
	}
}

func TestPools(t *testing.T) {
	r := record([]Label{Accepted, WrongAnswer, WrongAnswer, CompileError}, []int{0, 1, 2, -3})
	r.Programs[1].Multiplicity = 3
	r.Programs[2].DuplicateOf = "b"
	r.Programs[3].Failure = "does not compile"
	pools := drawPools(r, 1, []int{2, 5, 9}, 50)
	seen := map[string]bool{}
	for _, p := range pools {
		sorted := fmt.Sprint(slices.Sorted(slices.Values(p.programs)))
		if seen[sorted] {
			t.Errorf("%s was drawn twice", sorted)
		}
		seen[sorted] = true
		if slices.Contains(p.programs, 3) {
			t.Error("what does not compile was drawn")
		}
		for k, program := range p.evidence.Programs {
			if strings.Contains(program.Name, r.Programs[p.programs[k]].Name+".") || !strings.HasPrefix(program.Name, "program ") {
				t.Errorf("the name %q tells which it is", program.Name)
			}
			if d := program.DuplicateOf; d >= 0 && (p.evidence.Programs[d].DuplicateOf >= 0 || p.programs[k] == 0) {
				t.Errorf("%v: program %d is a copy of %d", p.programs, k, d)
			}
		}
	}
	inOrder := func(p pool) bool {
		return slices.IsSortedFunc(p.evidence.Programs, func(a, b reliability.Program) int { return strings.Compare(a.Name, b.Name) })
	}
	if !slices.ContainsFunc(pools, func(p pool) bool { return !inOrder(p) }) {
		t.Error("names are given in the order of drawing")
	}
	// The urn holds a, three times b, and c: of two there are ab, ac, bb, bc; all five are one pool; nine there are not.
	if len(seen) != 5 {
		t.Errorf("pools %v", sortedKeys(seen))
	}
	if diff := cmp.Diff(pools, drawPools(r, 1, []int{2, 5, 9}, 50), cmp.AllowUnexported(pool{})); diff != "" {
		t.Errorf("another time, other pools:\n%s", diff)
	}
}

func TestOracle(t *testing.T) {
	var rows [][]int
	for range 1000 {
		rows = append(rows, []int{0, 0, 1})
	}
	rows = append(rows, []int{0, 1, 1}, []int{-1, -2, 0})
	r := record([]Label{Accepted, Accepted, WrongAnswer}, rows...)
	o := oracle{truth: newTruth(r), record: r, seed: 1}
	if o.answer(0) != 0 || o.answer(1000) != several || o.answer(1001) != unknown {
		t.Errorf("answers %d, %d, %d", o.answer(0), o.answer(1000), o.answer(1001))
	}
	// A program that is in no pool is there to know what is right.
	r.Programs[2] = RecordProgram{Name: "c", Label: Accepted}
	if tr := newTruth(r); tr.answers[0] != 1 || tr.answers[1000] != 1 {
		t.Errorf("with a key the answers are %d and %d", tr.answers[0], tr.answers[1000])
	}
	r.Programs[2] = RecordProgram{Name: "c", Label: WrongAnswer, Multiplicity: 1}
	o.errs = 0.1
	given := map[int]int{}
	for i := range 1000 {
		answer := o.answer(i)
		given[answer]++
		if o.answer(i) != answer {
			t.Fatal("the oracle answers a question in two ways")
		}
	}
	// 100 errors are expected, with a standard deviation of 9.5; half of them an answer that nobody gave (3).
	if given[0] < 860 || given[0] > 940 || given[1] < 25 || given[3] < 25 || given[0]+given[1]+given[3] != 1000 {
		t.Errorf("of 1000 answers with 10 %% errors: %v", given)
	}
}

// TestQuestionsFindTheRight: three that share a mistake outvote two that are right, until somebody is asked.
func TestQuestionsFindTheRight(t *testing.T) {
	r := record([]Label{Accepted, Accepted, WrongAnswer, WrongAnswer, WrongAnswer},
		[]int{0, 0, 0, 0, 0}, []int{0, 0, 1, 1, 1}, []int{0, 0, 1, 1, 1}, []int{2, 2, 0, 0, 0})
	p, tr := whole(r), newTruth(r)
	for _, rule := range Rules(0) {
		v := rule.decide(p, oracle{truth: tr, record: r, seed: 1})
		switch rule.Name {
		case "plurality":
			if v.Trusted < 2 || v.questions != 0 {
				t.Errorf("plurality trusts %d", v.Trusted)
			}
		case "execre-questions":
			if v.Trusted < 0 || v.Trusted > 1 || v.questions < 1 || v.questions > reliability.MaxQuestions {
				t.Errorf("after %d questions %d is trusted", v.questions, v.Trusted)
			}
			if got := score(p, v, r, tr); got.useful != 1 || got.misleading != 0 {
				t.Errorf("%+v", got)
			}
		case "samples":
			if v.Trusted >= 0 {
				t.Errorf("samples trust %d", v.Trusted)
			}
		}
	}
}

// TestInvalidInputsAreAnswered: where the right programs differ the oracle says that the input is not valid, and then the
// row counts for nothing.
func TestInvalidInputsAreAnswered(t *testing.T) {
	r := record([]Label{Accepted, Accepted}, []int{0, 0}, []int{0, 1}, []int{2, 2})
	rule := Rules(0)[2]
	v := rule.decide(whole(r), oracle{truth: newTruth(r), record: r, seed: 1})
	if rule.Name != "execre-questions" || v.questions == 0 || len(v.asked) == v.questions || v.Trusted < 0 {
		t.Errorf("%s: %d questions, %d judgements, %d is trusted", rule.Name, v.questions, len(v.asked), v.Trusted)
	}
}

func TestPages(t *testing.T) {
	a := sums(t, "a<b>", mixed)
	cfg := config(&programs{})
	cfg.OracleError = 0.25
	result, err := Run(t.Context(), []Problem{a}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var page, lines strings.Builder
	if err := result.HTML(&page); err != nil {
		t.Fatal(err)
	}
	for _, foreign := range []string{"http:", "https:", "src=", "href=", "<script", "a<b>", "NaN", "ZgotmplZ"} {
		if strings.Contains(page.String(), foreign) {
			t.Errorf("the page holds %q", foreign)
		}
	}
	for _, needed := range []string{
		"execre-questions-err-0.25", "misleading against useful for every rule", "reliability diagram of execre", "a&lt;b&gt;",
	} {
		if !strings.Contains(page.String(), needed) {
			t.Errorf("the page lacks %q", needed)
		}
	}
	if err := result.CSV(&lines); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(lines.String(), "\none-program,all,,1,10,coverage,1,,\n") {
		t.Errorf("CSV:\n%s", lines.String())
	}
}

// TestShares: the parts by share of right programs.
func TestShares(t *testing.T) {
	for of := 1; of <= 20; of++ {
		for n := range of + 1 {
			share := float64(n) / float64(of)
			want := shares[0]
			switch {
			case share == 1:
				want = shares[5]
			case share >= 0.75:
				want = shares[4]
			case share >= 0.5:
				want = shares[3]
			case share >= 0.25:
				want = shares[2]
			case share > 0:
				want = shares[1]
			}
			if got := shareRight(n, of); got != want {
				t.Errorf("%d of %d is in %q", n, of, got)
			}
		}
	}
}

var _ check.Builder = (*programs)(nil)

// endlessVariable has the test binary evaluate two problems, of which the second never ends: see TestResume.
const endlessVariable = "EXECRE_TEST_ENDLESS"

func endless(dir string) {
	var t fatal
	p := &programs{hook: func(name string) {
		if name == "right_b" {
			fmt.Println("under way")
			select {}
		}
	}}
	cfg := config(p)
	cfg.Jobs, cfg.Export = 1, dir
	a, b := resumable(t)
	_, err := Run(context.Background(), []Problem{a, b}, cfg)
	fmt.Println("ended", err)
	os.Exit(1)
}

// fatal is a testing.TB outside of a test.
type fatal struct{ testing.TB }

func (fatal) Helper()           {}
func (fatal) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

func resumable(t testing.TB) (a, b Problem) {
	return sums(t, "a", map[string]Label{"right a": Accepted, "capped a": WrongAnswer, "off by one a": WrongAnswer}),
		sums(t, "b", map[string]Label{"right b": Accepted, "capped b": WrongAnswer, "off by one b": WrongAnswer})
}

func TestDamagedRecordsAreMadeAgain(t *testing.T) {
	a, _ := resumable(t)
	cfg := config(&programs{})
	cfg.Export = t.TempDir()
	run := func() int {
		t.Helper()
		p := &programs{}
		cfg.Executor = p
		if _, err := Run(t.Context(), []Problem{a}, cfg); err != nil {
			t.Fatal(err)
		}
		return p.count()
	}
	whole := run()
	if whole == 0 || run() != 0 {
		t.Fatal("the record is not taken")
	}
	names, err := filepath.Glob(filepath.Join(cfg.Export, "*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	wide := []byte(strings.Replace(string(text), `"answers":[`, `"answers":[0,`, 1))
	// An answer that is another one: u, which is of the answers, says so.
	row := strings.LastIndex(string(text), `"answers":[0,`)
	changed := slices.Concat(text[:row], []byte(`"answers":[1,`), text[row+len(`"answers":[0,`):])
	for _, damaged := range [][]byte{text[:len(text)/2], text[:len(text)-2], {}, wide, changed} {
		if err := os.WriteFile(names[0], damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if got := run(); got != whole {
			t.Errorf("%d executions for a damaged record, and %d for none", got, whole)
		}
	}
	a.Candidates[0].Label = Accepted // it was a wrong one
	if run() == 0 {
		t.Error("another label has the same record")
	}
}

// TestEvaluationsShareAFolder: two that keep their records in one folder at the same time find what one alone finds, and
// leave nothing but whole files.
func TestEvaluationsShareAFolder(t *testing.T) {
	problems := []Problem{sums(t, "a", mixed), sums(t, "b", mixed), sums(t, "c", mixed)}
	cfg := config(&programs{})
	want, err := Run(t.Context(), problems, cfg)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Export = t.TempDir()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			got, err := Run(t.Context(), problems, cfg)
			if err != nil {
				t.Error(err)
			} else if diff := cmp.Diff(text(t, want), text(t, got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	wait.Wait()
	entries, err := os.ReadDir(cfg.Export)
	if err != nil || len(entries) != 7 {
		t.Errorf("%v, %v", entries, err)
	}
	for i := range problems {
		if saved(cfg.Export, &problems[i], problems[i].key(cfg)) == nil {
			t.Errorf("no record of %s", problems[i].Name)
		}
	}
}

func text(t *testing.T, r *Result) string {
	t.Helper()
	var out strings.Builder
	if err := r.JSON(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
