package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"golang.org/x/sync/errgroup"

	"execre/analysis/blame"
	"execre/analysis/generate"
	"execre/runner"
	"execre/runner/build"
)

// Of a program that prints wrong answers it is said which lines are the most suspicious. It is built once more, so that it
// notes what it executes, and run on inputs on which it was right and on such on which it was wrong; see package blame. The
// lines are no part of any decision, and a program of which they are not found is called wrong all the same.
const (
	mostSuspects = 3
	mostBlamed   = 8  // programs, the first ones by name, for each is compiled once more
	mostWrong    = 20 // inputs of each
	mostRight    = 20
	blamedBytes  = 4 << 10 // of each of them
	blamedRound  = 10      // inputs that are run before it is seen whether the program takes too long
	// Programs that note what they execute take several times as long.
	blamedTimes = 4
)

// Suspect is a line of a candidate's own file that may be the wrong one: what happens there happens on more of the inputs
// on which the candidate is wrong than on those on which it is right. Nobody has proved anything.
type Suspect struct {
	Line  int    `json:"line"`
	Score Number `json:"score"` // the coefficient of Ochiai, at most 1
}

// suspect says of programs that print wrong answers which lines may be at fault.
func (r *run) suspect() error {
	group := new(errgroup.Group)
	group.SetLimit(r.cfg.Jobs)
	var blamed, done atomic.Int64
	for j, e := range r.runners {
		out := &r.report.Candidates[e.report]
		if out.Verdict != Differs && out.Verdict != FailsSample || out.Place != nil || !r.cfg.Suspects(e.file.Path) {
			continue
		}
		if blamed.Load() == mostBlamed {
			out.NoSuspects = fmt.Sprintf("lines are looked for in the first %d programs that are wrong", mostBlamed)
			continue
		}
		wrong, right := r.spectrum(j)
		if len(wrong) == 0 || len(right) == 0 {
			out.NoSuspects = "there are no inputs on which it is known to be right, and none to compare with"
			continue
		}
		blamed.Add(1)
		group.Go(func() error {
			var err error
			out.Suspects, out.NoSuspects, err = r.accuse(e, wrong, right)
			r.cfg.Progress(Progress{Phase: "suspecting", Done: int(done.Add(1)), Total: int(blamed.Load())})
			return err
		})
	}
	return group.Wait()
}

// accuse builds a program so that it notes what it executes, runs it on inputs on which it is wrong and right, and gives the
// most suspicious lines, or says in one sentence why there are none.
func (r *run) accuse(e *entrant, wrong, right []generate.Input) (suspects []Suspect, none string, err error) {
	src := r.source(e.file)
	src.Coverage = true
	program, failure, err := Build(r.ctx, r.cfg.Builder, src, r.problem.Settings.Languages[e.file.Language])
	if err != nil || failure != nil {
		return nil, words(failure), err
	}
	coverage, err := build.OpenCoverage(program)
	if err != nil {
		return nil, "the program that notes what it executes was removed from the cache", nil
	}
	inputs := slices.Concat(wrong, right)
	seen := make([]blame.Execution, len(inputs))
	settings := r.problem.Settings
	limits := runner.Limits{CPU: blamedTimes * settings.TimeLimit, Memory: max(watchedMemory, settings.MemoryLimit)}
	var tooMuch atomic.Int64
	for begin := 0; begin < len(inputs) && tooMuch.Load() < mostToolFailures; begin += blamedRound {
		group := new(errgroup.Group)
		for i := begin; i < min(begin+blamedRound, len(inputs)); i++ {
			group.Go(func() error {
				result := r.cfg.Executor.Execute(r.ctx, runner.Request{
					Program: program, Stdin: []byte(inputs[i].Text), Limits: limits, Background: r.cfg.Background,
					Files: map[string][]byte{build.CoverageFile: nil}, Collect: []string{build.CoverageFile},
				})
				if result.Verdict == runner.InternalError || result.Verdict == runner.VerdictInvalid {
					return cmp.Or(r.ctx.Err(), fmt.Errorf("running %s: %w", program.Name, result.Err))
				}
				if limited(result.Verdict) {
					tooMuch.Add(1)
				}
				seen[i].Wrong = i < len(wrong)
				for _, p := range coverage.Points(result) {
					seen[i].Events = append(seen[i].Events, blame.Event{Line: p.Line, Kind: p.Event})
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return nil, "", err
		}
	}
	if suspects = mostSuspicious(seen, e.file.Source); suspects == nil {
		none = "no line is executed more on inputs on which it is wrong than on others"
	}
	return suspects, none, nil
}

// mostSuspicious ranks the lines of a source in which something stands that can be wrong.
func mostSuspicious(seen []blame.Execution, source []byte) (suspects []Suspect) {
	lines := strings.Split(string(source), "\n")
	seen = slices.DeleteFunc(seen, func(x blame.Execution) bool { return x.Events == nil })
	for i := range seen {
		seen[i].Events = slices.DeleteFunc(seen[i].Events, func(e blame.Event) bool {
			return e.Line > len(lines) || !strings.ContainsFunc(lines[e.Line-1], unicode.IsLetter)
		})
	}
	for _, s := range blame.Rank(seen, mostSuspects) {
		suspects = append(suspects, Suspect{s.Line, Number(s.Score)})
	}
	return suspects
}

// spectrum chooses inputs on which program j is known to be wrong, and such on which it is right, from those that were
// executed.
func (r *run) spectrum(j int) (wrong, right []generate.Input) {
	note := func(in generate.Input, is ruling) {
		switch {
		case len(in.Text) > blamedBytes:
		case is == refused:
			wrong = append(wrong, in)
		case is == accepted:
			right = append(right, in)
		}
	}
	for i, row := range r.tried {
		if !slices.Contains(r.decision.SuspectSamples, i) {
			note(row.input, known(row, j))
		}
	}
	for _, row := range r.heard {
		note(row.input, known(row, j))
	}
	reference := r.trusted()
	for _, row := range r.telling() {
		is := unruled
		switch {
		case row.ruled != nil && row.ruled[j] != unruled:
			is = row.ruled[j]
		case reference < 0 || row.answers[j] < 0 || row.answers[reference] < 0:
		case row.answers[j] == row.answers[reference]:
			is = accepted
		default:
			is = refused
		}
		note(row.input, is)
	}
	return telltale(wrong, right)
}

// telltale chooses those inputs from wrong and right ones that tell most of a program: the smallest on which it is wrong, and
// such on which it is right that are as long.
func telltale(wrong, right []generate.Input) (someWrong, someRight []generate.Input) {
	tidy := func(inputs []generate.Input) []generate.Input {
		slices.SortStableFunc(inputs, compareInputs)
		return slices.CompactFunc(inputs, func(a, b generate.Input) bool { return a.Text == b.Text })
	}
	wrong, right = tidy(wrong), tidy(right)
	wrong = wrong[:min(mostWrong, len(wrong))]
	distance := func(in generate.Input) int {
		least := math.MaxInt
		for _, w := range wrong {
			least = min(least, max(len(in.Text)-len(w.Text), len(w.Text)-len(in.Text)))
		}
		return least
	}
	slices.SortStableFunc(right, func(a, b generate.Input) int { return distance(a) - distance(b) })
	return wrong, right[:min(mostRight, len(right))]
}

// known is what a sample or a judgement says of program j.
func known(x row, j int) ruling {
	switch answer := x.answers[j]; {
	case answer == 0:
		return accepted
	case answer > 0:
		return refused
	}
	return unruled
}

// words is an error as a sentence; "" if there is none.
func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
