package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"execre/analysis/generate"
	"execre/runner"
	"execre/runner/toolchain"
)

// mostCrashes is the share of executions that may crash on inputs of a guessed format (arXiv 2608.04439, section on the
// schema: beyond it the inputs are rather wrong than the programs).
const mostCrashes = 0.10

// guesses is the state of a check whose input format nobody wrote.
type guesses struct {
	current  int                // index into the problem's Inferred, of those that are usable
	ends     []bool             // of the current one: which programs end where an input ends; nil while that is not known
	probes   [][]runner.Verdict // of the current one: of each of these, a crash where an input was too short
	rejected []RejectedGuess    // why those before were given up
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

// implausible says whether the inputs of a guessed format make the programs fail so often that the guess is given up, of
// which the fresh rows are the last. What a program does that fails a sample is no evidence.
func (r *run) implausible(fresh []row) (bool, error) {
	if !r.guessing() {
		return false, nil
	}
	var all, heedful [][]runner.Verdict
	for j, e := range r.runners {
		if !r.passes(j) {
			continue
		}
		var verdicts []runner.Verdict
		for _, row := range r.rows {
			verdicts = append(verdicts, row.cells[j].verdict)
		}
		all = append(all, verdicts)
		if heeds[e.file.Language] {
			heedful = append(heedful, verdicts)
		}
	}
	for _, programs := range [][][]runner.Verdict{all, heedful} {
		if share, is := Implausible(programs); is {
			r.reject("%.0f %% of the executions on its inputs crashed", math.Ceil(100*share))
			return true, nil
		}
	}
	return r.tooShort(fresh)
}

// heeds are the languages in which reading what is not there is an error. Others go on with rubbish, so that programs in
// them are no witnesses for a format.
var heeds = map[toolchain.Language]bool{toolchain.Python: true, toolchain.Java: true, toolchain.Rust: true}

// Implausible says whether programs that pass the samples crash so often on the inputs of a guessed format that the guess
// is to be given up: on more than a tenth of the inputs, as a mean over the programs, and more than a third of the programs
// do. Where two programs of three and more read all inputs, the third is at fault; with fewer nobody knows, and a guess
// rather goes than blames. The verdicts are those of each program. One that is retired counts by what was executed before.
// share is the mean.
func Implausible(programs [][]runner.Verdict) (share float64, is bool) {
	executed, crashing := 0, 0
	for _, verdicts := range programs {
		runs, crashed := 0, 0
		for _, v := range verdicts {
			switch v {
			case runner.VerdictInvalid, runner.InternalError:
				continue
			case runner.Crash:
				crashed++
			case runner.OK, runner.TimeLimit, runner.MemoryLimit, runner.OutputLimit:
			}
			runs++
		}
		if runs == 0 {
			continue
		}
		executed++
		share += float64(crashed) / float64(runs)
		if float64(crashed) > mostCrashes*float64(runs) {
			crashing++
		}
	}
	if executed == 0 {
		return 0, false
	}
	share /= float64(executed)
	return share, share > mostCrashes && 3*crashing > executed
}

// So many inputs of each round are tried with something behind them, to see whether programs read on there, and so many
// samples, to see whether they do so always.
const (
	probeRows    = 5
	probeSamples = 3
)

var beyond = strings.Repeat("1 2 3 4 5 6 7 8 9 10\n", 5)

// tooShort says whether the inputs of a guessed format end before the programs have read all that they want. In C++ that is
// no crash: what is missing is then whatever was in memory. But the program's answer changes with what stands behind the
// input, and on the samples it does not. A program that reads to the end of its input tells nothing.
func (r *run) tooShort(fresh []row) (bool, error) {
	if r.problem.Call() != nil {
		return false, nil // the harness does the reading
	}
	if r.guess.ends == nil {
		if err := r.findEnds(); err != nil {
			return false, err
		}
	}
	var programs [][]runner.Verdict
	for j, ends := range r.guess.ends {
		for k := 0; ends && k < min(probeRows, len(fresh)); k++ {
			row := fresh[k*(len(fresh)-1)/max(1, probeRows-1)]
			verdict := row.cells[j].verdict
			if verdict == runner.OK {
				same, err := r.endsWith(j, row)
				if err != nil {
					return false, err
				}
				if !same {
					verdict = runner.Crash
				}
			}
			r.guess.probes[j] = append(r.guess.probes[j], verdict)
		}
		programs = append(programs, r.guess.probes[j])
	}
	share, is := Implausible(programs)
	if is {
		r.reject("programs read on behind the end of %.0f %% of its inputs", math.Ceil(100*share))
	}
	return is, nil
}

// reject notes why the current guess is given up.
func (r *run) reject(why string, args ...any) {
	r.guess.rejected = append(r.guess.rejected,
		RejectedGuess{Text: r.problem.Inferred[r.guess.current].Text, Why: fmt.Sprintf(why, args...)})
}

// findEnds finds out which programs do not read on behind the end of the samples.
func (r *run) findEnds() error {
	samples := slices.Clone(r.tried)
	slices.SortStableFunc(samples, compareRows)
	samples = samples[:min(probeSamples, len(samples))]
	r.guess.ends, r.guess.probes = make([]bool, len(r.runners)), make([][]runner.Verdict, len(r.runners))
	for j := range r.runners {
		ends := r.passes(j) && len(samples) > 0
		for k := 0; ends && k < len(samples); k++ {
			var err error
			if ends, err = r.endsWith(j, samples[k]); err != nil {
				return err
			}
		}
		r.guess.ends[j] = ends
	}
	return nil
}

// endsWith says whether a program that answered an input does the same where more stands behind it.
func (r *run) endsWith(j int, row row) (bool, error) {
	result, err := r.arena.execute(r.ctx, j, row.input.Text+beyond, false)
	return newCell(result).same(row.cells[j]), err
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

// guessed is what the report says of the guessed format; nil where nothing was guessed.
func (r *run) guessed() *Guess {
	if !r.guessing() && len(r.guess.rejected) == 0 {
		return nil
	}
	out := &Guess{Sure: undefined, Confirm: []string{}, Rejected: slices.Concat([]RejectedGuess{}, r.guess.rejected)}
	if r.guessing() {
		guess := r.problem.Inferred[r.guess.current]
		out.Text, out.Sure, out.Confirm = guess.Text, Number(guess.Sure), unsaid(guess.Text)
	}
	return out
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
	r.herald.forget(r.inputSource(), r.guessed())
}

// forget drops the rows of a format that was given up, and what was found on them. The inputs are of another guess now.
func (h *herald) forget(source string, guess *Guess) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.finished, h.guess = results{source: source}, guess
	clear(h.settled)
	h.stale, h.patience = true, 0
}

// aboutFormat says what a person should know of a format that nobody wrote.
func (r *run) aboutFormat() {
	if r.arena == nil || r.problem.SchemaFile != "" || len(r.makers) > 0 || r.problem.Interactive != "" {
		return
	}
	say := func(code, format string, args ...any) {
		r.report.Problems = append(r.report.Problems, Problem{Code: code, Message: fmt.Sprintf(format, args...), Warning: true})
	}
	if len(r.guess.rejected) > 0 {
		var why []string
		for _, g := range r.guess.rejected {
			why = append(why, g.Why)
		}
		say("schema-rejected", "a guessed input format was given up: %s", strings.Join(why, "; then "))
	}
	r.report.Guess = r.guessed()
	switch {
	case r.guessing():
		guess, out := r.problem.Inferred[r.guess.current], r.report.Guess
		confirm := ""
		if len(out.Confirm) > 0 {
			confirm = ": confirm " + strings.Join(out.Confirm, "; ")
		}
		say("schema-guessed", "(format guessed) the input format is guessed, with a probability of %.0f %% to be right, and what is "+
			"said of the programs holds if it is%s. `execre schema infer` writes it into input.schema, where it can be corrected%s",
			100*guess.Sure, confirm, sentences(guess.Notes))
		r.report.Decision.Explanation = append(r.report.Decision.Explanation, fmt.Sprintf("the input format is guessed, with a "+
			"probability of %.0f %% to be right: all of this holds if it is%s", 100*guess.Sure, confirm))
	case len(r.guess.rejected) > 0:
		say("schema-missing", "there is no input.schema and no guess of it holds, so only the samples were run: "+
			"write one to compare the programs on many inputs")
	case len(r.problem.Inferred) > 0:
		say("schema-missing", "there is no input.schema and it cannot be guessed surely enough, so only the samples were run: "+
			"`execre schema infer` writes the likeliest one, to be corrected%s", sentences(r.problem.Inferred[0].Notes))
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

// unsaid lists the constraints of a guess that no statement says, each with where it comes from.
func unsaid(text string) []string {
	list := []string{}
	_, constraints, _ := strings.Cut(text, "\n---\n")
	for line := range strings.Lines(constraints) {
		constraint, from, ok := strings.Cut(line, " # ")
		if constraint = strings.TrimSpace(constraint); ok && constraint != "" && !strings.HasPrefix(from, "statement") {
			list = append(list, fmt.Sprintf("%s (%s)", constraint, strings.TrimSpace(from)))
		}
	}
	return list
}
