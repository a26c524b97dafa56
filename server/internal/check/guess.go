package check

import (
	"fmt"
	"math"
	"strings"

	"execre/analysis/generate"
	"execre/runner"
)

// mostCrashes is the share of executions that may crash on inputs of a guessed format (arXiv 2608.04439, section on the
// schema: beyond it the inputs are rather wrong than the programs).
const mostCrashes = 0.10

// guesses is the state of a check whose input format nobody wrote.
type guesses struct {
	current  int      // index into the problem's Inferred, of those that are usable
	rejected []string // why those before were given up
}

// guessing says whether inputs are made of a guessed format. Where the person has a generator they are not: the guess is
// then only good for making its inputs smaller.
func (r *run) guessing() bool {
	return r.generator != nil && len(r.problem.Inferred) > 0 && len(r.makers) == 0
}

// inputSource is where the inputs come from, as the report says it.
func (r *run) inputSource() string {
	switch {
	case r.problem.Interactive != "" || r.generator == nil && len(r.makers) == 0:
		return "samples"
	case len(r.makers) > 0 && r.problem.SchemaFile == "":
		return "generator"
	case r.guessing():
		return "inferred"
	}
	return "schema"
}

// implausible says whether the inputs of a guessed format make the programs crash so often that the guess is given up.
func (r *run) implausible() bool {
	if !r.guessing() {
		return false
	}
	var programs [][]runner.Verdict
	for j := range r.runners {
		if !r.passes(j) {
			continue
		}
		var verdicts []runner.Verdict
		for _, row := range r.rows {
			verdicts = append(verdicts, row.cells[j].verdict)
		}
		programs = append(programs, verdicts)
	}
	share, is := Implausible(programs)
	if is {
		r.guess.rejected = append(r.guess.rejected, fmt.Sprintf("%.0f %% of the executions on its inputs crashed", math.Ceil(100*share)))
	}
	return is
}

// Implausible says whether programs that pass the samples crash so often on the inputs of a guessed format that the guess
// is to be given up: more than a tenth of their executions, and more than half of them crash at all. A single program that
// crashes is no evidence against the format. The verdicts are those of each program; share is that of the executions.
func Implausible(programs [][]runner.Verdict) (share float64, is bool) {
	executed, crashed, crashing := 0, 0, 0
	for _, verdicts := range programs {
		before := crashed
		for _, v := range verdicts {
			switch v {
			case runner.VerdictInvalid, runner.InternalError:
				continue
			case runner.Crash:
				crashed++
			case runner.OK, runner.TimeLimit, runner.MemoryLimit, runner.OutputLimit:
			}
			executed++
		}
		if crashed > before {
			crashing++
		}
	}
	if executed == 0 {
		return 0, false
	}
	share = float64(crashed) / float64(executed)
	return share, share > mostCrashes && 2*crashing > len(programs)
}

// passes says whether program j gives the right answer to all samples.
func (r *run) passes(j int) bool {
	for _, row := range r.tried {
		if row.answers[j] != 0 {
			return false
		}
	}
	return true
}

// nextGuess takes the next guess of the format, or none.
func (r *run) nextGuess() {
	r.generator = nil
	for r.guess.current++; r.guess.current < r.problem.Usable && r.generator == nil; r.guess.current++ {
		r.generator, _ = generate.New(r.problem.Inferred[r.guess.current].Schema)
	}
	if r.generator != nil {
		r.guess.current-- // the loop went one past it
	}
	r.herald.forget(r.inputSource())
}

// forget drops the rows of a format that was given up.
func (h *herald) forget(source string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.finished = results{source: source}
}

// aboutFormat says what a person should know of a format that nobody wrote.
func (r *run) aboutFormat() {
	if r.problem.SchemaFile != "" || len(r.makers) > 0 || r.problem.Interactive != "" {
		return
	}
	say := func(code, format string, args ...any) {
		r.report.Problems = append(r.report.Problems, Problem{Code: code, Message: fmt.Sprintf(format, args...), Warning: true})
	}
	if len(r.guess.rejected) > 0 {
		say("schema-rejected", "a guessed input format was given up: %s", strings.Join(r.guess.rejected, "; then "))
	}
	switch {
	case r.guessing():
		guess := r.problem.Inferred[r.guess.current]
		say("schema-guessed", "the input format is guessed, with a probability of %.0f %% to be right; "+
			"`execre schema infer` writes it into input.schema, where it can be corrected%s",
			100*guess.Sure, sentences(guess.Notes))
	case len(r.guess.rejected) > 0:
		say("schema-missing", "there is no input.schema and no guess of it holds, so only the samples were run: "+
			"write one to compare the programs on many inputs")
	case len(r.problem.Inferred) > 0:
		say("schema-missing", "there is no input.schema and it cannot be guessed surely enough, so only the samples were run: "+
			"`execre schema infer` writes the likeliest one, to be corrected")
	default:
		reason := ""
		if err := r.problem.InferenceError; err != nil && (len(r.problem.Samples) > 0 || r.problem.Statement != nil) {
			reason = fmt.Sprintf(" (it was not guessed: %v)", err)
		}
		say("schema-missing", "there is no input.schema, so only the samples were run: write one to compare the programs on "+
			"many inputs%s", reason)
	}
}

// sentences joins notes behind a sentence that has no full stop.
func sentences(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return ". " + strings.TrimSuffix(strings.Join(notes, " "), ".")
}
