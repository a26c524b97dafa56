package check

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/runner"
	"execre/server/internal/workspace"
)

// reader is an Executor of programs that are functions of the whole text of their input, by file name.
type reader struct {
	*laboratory
	programs map[string]func(text string) runner.Result
}

func (r reader) Execute(ctx context.Context, req runner.Request) runner.Result {
	if err := ctx.Err(); err != nil {
		return runner.Result{Verdict: runner.InternalError, Err: err}
	}
	return r.programs[req.Program.Name](string(req.Stdin))
}

// pairs adds up as many pairs as the first number says, and doubles the second number if it is above 5. What is not there
// is missing, or the program crashes.
func pairs(missing int, crash bool) func(string) runner.Result {
	return func(text string) runner.Result {
		words := strings.Fields(text)
		next := func() (int, bool) {
			if len(words) == 0 {
				return missing, !crash
			}
			n, _ := strconv.Atoi(words[0])
			words = words[1:]
			return n, true
		}
		n, _ := next()
		sum, _ := next()
		for range 2 * n {
			x, ok := next()
			if !ok {
				return crashed
			}
			sum += x
		}
		return prints(sum)
	}
}

// toEnd adds up whatever there is behind the first number.
func toEnd(text string) runner.Result {
	sum := 0
	for _, word := range strings.Fields(text)[1:] {
		n, _ := strconv.Atoi(word)
		sum += n
	}
	return prints(sum)
}

// guessTrial checks programs that read pairs on guesses of their format: each is a layout with bounds from 1 to 4.
func guessTrial(t *testing.T, programs map[string]func(string) runner.Result, layouts ...string) *Report {
	t.Helper()
	p, cfg := guessed(t, programs, layouts...)
	r, err := Run(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// guessed is what guessTrial checks, and how.
func guessed(t *testing.T, programs map[string]func(string) runner.Result, layouts ...string) (*workspace.Problem, Config) {
	t.Helper()
	named := map[string]behaviour{}
	for name := range programs {
		named[name] = nil
	}
	return prepared(t, named, func(p *workspace.Problem, cfg *Config) {
		p.SchemaFile, p.Schema = "", nil
		for _, layout := range layouts {
			text := layout + "\n---\n1 <= a, b, x_i, y_i <= 4 # guessed\n"
			if !strings.Contains(layout, "x_1") {
				text = layout + "\n---\n1 <= a, b, c, d <= 4 # guessed\n"
			}
			parsed, mistakes := schema.Parse([]byte(text))
			if parsed == nil {
				t.Fatal(mistakes)
			}
			p.Inferred = append(p.Inferred, infer.Guess{Text: text, Schema: parsed, Sure: 0.5})
		}
		p.Schema, p.Usable = p.Inferred[0].Schema, len(p.Inferred)
		p.Samples = []workspace.Sample{{Name: "sample 1", Input: "1 2\n3 4\n", Output: "9\n", File: "1.in"}}
		cfg.Executor = reader{cfg.Executor.(*laboratory), programs}
	})
}

const (
	tooShortLayout = "a b\nc d"
	rightLayout    = "a b\nx_1 y_1\n:\nx_a y_a"
)

// TestGuessBlamesNobody: right programs go wrong on the inputs of a format that was guessed too short, each in the way of its
// language. The guess is given up, whoever is there to show it, and the next one is tried; without any the samples judge.
func TestGuessBlamesNobody(t *testing.T) {
	notices, zeros, rubbish := pairs(0, true), pairs(0, false), pairs(977, false)
	tests := map[string]map[string]func(string) runner.Result{
		"only those that crash":         {"a.py": notices, "b.py": notices, "c.py": notices},
		"one that crashes":              {"a.py": notices, "b.cpp": zeros, "c.cpp": zeros, "d.cpp": zeros, "e.cpp": zeros, "f.cpp": zeros},
		"one among those that take all": {"a.py": notices, "b.cpp": toEnd, "c.cpp": toEnd, "d.cpp": toEnd, "e.cpp": toEnd, "f.cpp": toEnd},
		"one alone":                     {"a.py": notices},
		"none, and all agree":           {"b.cpp": zeros, "c.cpp": zeros, "d.cpp": zeros},
		"none, and they do not":         {"b.cpp": zeros, "c.cpp": zeros, "d.cpp": zeros, "e.cpp": zeros, "f.cpp": rubbish},
		"one that fails the samples":    {"a.py": notices, "b.cpp": zeros, "c.cpp": zeros, "d.py": func(string) runner.Result { return crashed }},
	}
	for name, programs := range tests {
		t.Run(name, func(t *testing.T) {
			r := guessTrial(t, programs, tooShortLayout)
			if r.Inputs.Source != "samples" || r.Inputs.Executed != 0 || r.Decision.Trusted != nil {
				t.Errorf("the guess is used: %+v %+v", r.Inputs, r.Decision)
			}
			for _, c := range r.Candidates {
				if c.Verdict != Undecided && c.Verdict != FailsSample {
					t.Errorf("%s: %s", c.File, c.Message)
				}
			}
			if r.Guess == nil || len(r.Guess.Rejected) != 1 || !strings.HasPrefix(r.Guess.Rejected[0].Text, tooShortLayout) || r.Guess.Text != "" {
				t.Fatalf("guess %+v", r.Guess)
			}
			if why := r.Guess.Rejected[0].Why; !slices.ContainsFunc(r.Problems, func(p Problem) bool {
				return p.Code == "schema-rejected" && strings.Contains(p.Message, why)
			}) {
				t.Errorf("nothing is said of %q: %+v", why, r.Problems)
			}

			r = guessTrial(t, programs, tooShortLayout, rightLayout)
			if r.Inputs.Source != "inferred" || r.Inputs.Executed == 0 || r.Guess == nil || len(r.Guess.Rejected) != 1 ||
				!strings.HasPrefix(r.Guess.Text, rightLayout) {
				t.Errorf("the next guess is not used: %+v %+v", r.Inputs, r.Guess)
			}
			for _, c := range r.Candidates {
				if c.Verdict == Differs || c.Verdict == Crashes {
					t.Errorf("%s: %s", c.File, c.Message)
				}
			}
		})
	}
}

// TestGuessWithOtherLines: who reads by lines is a witness that those who read by words are not.
func TestGuessWithOtherLines(t *testing.T) {
	words := pairs(0, false)
	r := guessTrial(t, map[string]func(string) runner.Result{
		"a.cpp": words, "b.cpp": words, "c.cpp": words, "d.cpp": words,
		"lines.py": func(text string) runner.Result {
			if line, _, _ := strings.Cut(text, "\n"); len(strings.Fields(line)) != 2 {
				return crashed
			}
			return words(text)
		},
	}, "a\nb\nx_1 y_1\n:\nx_a y_a")
	if r.Inputs.Source != "samples" {
		t.Errorf("the guess is used: %+v", r.Candidates)
	}
}

// TestRightGuessIsKept: programs that are wrong are no evidence against a format, as long as others read it.
func TestRightGuessIsKept(t *testing.T) {
	right := pairs(0, true)
	broken := func(text string) runner.Result {
		if strings.HasPrefix(text, "1") {
			return right(text)
		}
		return crashed
	}
	for name, programs := range map[string]map[string]func(string) runner.Result{
		"one of three is broken":          {"a.py": right, "b.py": right, "c.py": broken},
		"one of four is broken":           {"a.py": right, "b.py": right, "c.cpp": broken, "d.cpp": right},
		"one that reads to the end":       {"a.py": toEnd, "b.cpp": right, "c.cpp": right},
		"all read to the end":             {"a.py": toEnd, "b.cpp": toEnd, "c.cpp": toEnd},
		"one that fails the sample, also": {"a.py": right, "b.py": right, "c.py": func(string) runner.Result { return crashed }},
	} {
		t.Run(name, func(t *testing.T) {
			r := guessTrial(t, programs, rightLayout)
			if r.Inputs.Source != "inferred" || r.Inputs.Executed == 0 || len(r.Guess.Rejected) > 0 {
				t.Errorf("the guess is given up: %+v %+v", r.Inputs, r.Guess)
			}
			if c := slices.IndexFunc(r.Candidates, func(c Candidate) bool { return c.File == "c.py" }); name == "one of three is broken" &&
				r.Candidates[c].Verdict != Crashes {
				t.Errorf("c.py: %s", r.Candidates[c].Message)
			}
		})
	}
}

// TestImplausible counts by program: one that was retired early weighs as much as the others.
func TestImplausible(t *testing.T) {
	runs := func(crashes, fine, notRun int) []runner.Verdict {
		return slices.Concat(slices.Repeat([]runner.Verdict{runner.Crash}, crashes), slices.Repeat([]runner.Verdict{runner.OK}, fine),
			slices.Repeat([]runner.Verdict{runner.VerdictInvalid}, notRun))
	}
	for name, test := range map[string]struct {
		programs [][]runner.Verdict
		share    float64
		is       bool
	}{
		"none":                     {nil, 0, false},
		"nothing was run":          {[][]runner.Verdict{runs(0, 0, 9)}, 0, false},
		"a tenth":                  {[][]runner.Verdict{runs(1, 9, 0), runs(1, 9, 0)}, 0.1, false},
		"more":                     {[][]runner.Verdict{runs(2, 8, 0), runs(1, 9, 0)}, 0.15, true},
		"one of two":               {[][]runner.Verdict{runs(3, 7, 0), runs(0, 10, 0)}, 0.15, true},
		"one of three":             {[][]runner.Verdict{runs(10, 0, 0), runs(0, 10, 0), runs(0, 10, 0)}, 1. / 3, false},
		"two of five":              {[][]runner.Verdict{runs(5, 5, 0), runs(5, 5, 0), runs(0, 9, 0), runs(0, 9, 0), runs(0, 9, 0)}, 0.2, true},
		"one is retired":           {[][]runner.Verdict{runs(2, 2, 96), runs(0, 100, 0)}, 0.25, true},
		"one was not run":          {[][]runner.Verdict{runs(5, 5, 0), runs(0, 0, 10)}, 0.5, true},
		"all crash, though little": {[][]runner.Verdict{runs(1, 19, 0), runs(1, 19, 0)}, 0.05, false},
	} {
		if share, is := Implausible(test.programs); is != test.is || math.Abs(share-test.share) > 1e-9 {
			t.Errorf("%s: %v %v, want %v %v", name, share, is, test.share, test.is)
		}
	}
}

// TestGuessIsSaid: where all rests on a guess the report says so in all that people read, with how sure it is and what to
// confirm, and not where a person wrote the format.
func TestGuessIsSaid(t *testing.T) {
	right := pairs(0, true)
	r := guessTrial(t, map[string]func(string) runner.Result{"a.py": right, "b.py": right, "c.py": right}, rightLayout)
	if r.Decision.Trusted == nil || r.ExitStatus() != 0 {
		t.Fatalf("the trial needs a reference: %+v", r.Decision)
	}
	const confirm = "1 <= a, b, x_i, y_i <= 4 (guessed)"
	if g := r.Guess; g == nil || g.Sure != 0.5 || !slices.Equal(g.Confirm, []string{confirm}) {
		t.Errorf("guess %+v", g)
	}
	said := func(text string) bool { return strings.Contains(text, "50 %") && strings.Contains(text, confirm) }
	if !slices.ContainsFunc(r.Problems, func(p Problem) bool {
		return p.Code == "schema-guessed" && strings.HasPrefix(p.Message, "(format guessed)") && said(p.Message)
	}) {
		t.Errorf("problems %+v", r.Problems)
	}
	if !slices.ContainsFunc(r.Decision.Explanation, said) {
		t.Errorf("explanation %q", r.Decision.Explanation)
	}
	r = mustTrial(t, map[string]behaviour{"a.py": double, "b.py": double, "c.py": double}, nil)
	if r.Guess != nil || slices.ContainsFunc(r.Decision.Explanation, func(s string) bool { return strings.Contains(s, "guessed") }) {
		t.Errorf("a format that was written is called a guess: %+v", r)
	}
}

// TestPartialOfGuess: on inputs of a guessed format a crash is told of nobody while the check goes on, nor where it is ended.
func TestPartialOfGuess(t *testing.T) {
	right := pairs(0, false)
	four := func(wrong runner.Result) func(string) runner.Result {
		return func(text string) runner.Result {
			if strings.HasPrefix(text, "4") {
				return wrong
			}
			return right(text)
		}
	}
	p, cfg := guessed(t, map[string]func(string) runner.Result{
		"a.py": four(crashed), "b.py": right, "c.py": right, "d.py": right, "e.py": right, "f.py": right, "wrong.py": four(prints("x")),
	}, rightLayout)
	told := make(chan *Report, mostPartials)
	cfg.Partial = func(r *Report) { told <- r }
	ctx, end := context.WithCancel(t.Context())
	defer end()
	var reports []*Report
	cfg.Progress = func(p Progress) {
		if p.Phase == "inputs" && p.Done == RoundSize+1 {
			reports = append(reports, <-told)
			end()
		}
	}
	last, err := Run(ctx, p, cfg)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for _, r := range append(reports, last) {
		if c := entry(t, r, "a.py"); c.Verdict != Undecided || c.Counterexample != nil || r.Knows(&c) {
			t.Errorf("a.py: %s %q", c.Verdict, c.Message)
		}
		if c := entry(t, r, "wrong.py"); !r.Knows(&c) || r.Guess == nil || !strings.HasPrefix(r.Guess.Text, rightLayout) {
			t.Errorf("wrong.py: %s %q, guess %+v", c.Verdict, c.Message, r.Guess)
		}
	}
}

// twoGuesses is a check whose programs crash on the second round of inputs, so that the first of two guesses is given up. turn is
// 0 before, 1 while they crash and 2 when all begins anew. At 0 early.py is wrong, at 2 late.py. seen is called for the first row
// after each first round, with the turn.
func twoGuesses(t *testing.T, seen func(turn int32), anew func()) (p *workspace.Problem, cfg Config) {
	t.Helper()
	right := pairs(0, false)
	var turn atomic.Int32
	wrongAt := func(when int32) func(string) runner.Result {
		return func(text string) runner.Result {
			switch now := turn.Load(); {
			case now == 1 && text != p.Samples[0].Input:
				return crashed
			case now == when && strings.HasPrefix(text, "4"):
				return prints("x")
			}
			return right(text)
		}
	}
	p, cfg = guessed(t, map[string]func(string) runner.Result{
		"a.py": wrongAt(-1), "b.py": wrongAt(-1), "c.py": wrongAt(-1), "d.py": wrongAt(-1), "e.py": wrongAt(-1),
		"early.py": wrongAt(0), "late.py": wrongAt(2),
	}, rightLayout, secondLayout)
	cfg.Progress = func(p Progress) {
		switch now := turn.Load(); {
		case p.Phase == "inputs" && p.Done == RoundSize+1 && now != 1:
			seen(now)
			turn.CompareAndSwap(0, 1)
		case p.Phase == "samples" && now == 1:
			turn.Store(2)
			anew()
		}
	}
	return p, cfg
}

const secondLayout = "a\nb\nx_1 y_1\n:\nx_a y_a"

// TestGivenUpGuessIsForgotten: what was told on the inputs of a guess is not told any more once the guess is given up.
func TestGivenUpGuessIsForgotten(t *testing.T) {
	told := make(chan *Report, mostPartials)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	p, cfg := twoGuesses(t, func(int32) {
		r := <-told
		if c := entry(t, r, "early.py"); !r.Knows(&c) || !strings.HasPrefix(r.Guess.Text, rightLayout) {
			t.Errorf("early.py: %s %q, guess %+v", c.Verdict, c.Message, r.Guess)
		}
	}, end)
	cfg.Partial = func(r *Report) { told <- r }
	r, err := Run(ctx, p, cfg)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for _, c := range r.Candidates {
		if r.Knows(&c) || c.Counterexample != nil {
			t.Errorf("%s: %s %q", c.File, c.Verdict, c.Message)
		}
	}
	if len(r.Disagreements) > 0 || r.Inputs.Executed > 0 || len(r.Guess.Rejected) != 1 || !strings.HasPrefix(r.Guess.Text, secondLayout) {
		t.Errorf("%+v, inputs %+v, guess %+v", r.Disagreements, r.Inputs, r.Guess)
	}
}

// TestGivenUpGuessIsNotTold: what is confirmed when its guess is given up meanwhile is not told at all.
func TestGivenUpGuessIsNotTold(t *testing.T) {
	told := make(chan *Report, mostPartials)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	held := held{begun: make(chan struct{}), released: make(chan struct{})}
	p, cfg := twoGuesses(t, func(turn int32) {
		if turn == 0 {
			<-held.begun // two programs are compared
			<-held.begun
			return
		}
		r := <-told
		early, late := entry(t, r, "early.py"), entry(t, r, "late.py")
		if r.Knows(&early) || !r.Knows(&late) || !strings.HasPrefix(r.Guess.Text, secondLayout) {
			t.Errorf("early.py: %q, late.py: %q, guess %+v", early.Message, late.Message, r.Guess)
		}
		end()
	}, func() { close(held.released) })
	cfg.Partial = func(r *Report) { told <- r }
	held.Executor, cfg.Executor = cfg.Executor, &held
	if _, err := Run(ctx, p, cfg); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// held is an Executor that does not give the results of executions by which a finding is confirmed before it is released.
type held struct {
	runner.Executor
	begun, released chan struct{}
}

func (h *held) Execute(ctx context.Context, req runner.Request) runner.Result {
	result := h.Executor.Execute(ctx, req)
	if req.Fresh {
		select {
		case h.begun <- struct{}{}:
			<-h.released
		case <-h.released:
		}
	}
	return result
}
