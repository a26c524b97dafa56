package check

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"execre/runner"
	"execre/server/internal/workspace"
)

// message is the sentence for people about an executed program: the text of its
// code lens without the alpha.
func (r *run) message(j int, c *Candidate) string {
	n, total := c.Inputs, len(r.kept())
	compared := n.Agree + n.Differ
	switch c.Verdict {
	case FailsSample:
		text := r.sampleFailure(j, failedSamples(r.decision, j), r.tried)
		switch x := c.Smallest; {
		case x == nil:
		case x.Reference != nil:
			text += fmt.Sprintf("%s on which it differs from %s is %s", alsoSmaller, *x.Reference, oneLine(x.Input.Whole))
		default:
			text += fmt.Sprintf("%s on which it crashes is %s", alsoSmaller, oneLine(x.Input.Whole))
		}
		return text
	case Flaky:
		return "flaky: it gave two different results on the same input"
	case Differs:
		if r.report.Decision.Rule == "declared" && len(r.refusals(r.results, j)) == 0 {
			on := fmt.Sprintf("%d of %d", n.Differ, compared)
			if n.Differ == 0 {
				on = earlierInput
			}
			return fmt.Sprintf("differs from %s on %s: one of the two is wrong", *r.report.Decision.Trusted, on)
		}
		if k := r.contradicted(j); k >= 0 && n.Differ == 0 {
			return fmt.Sprintf("differs from the answer that is kept in %s", r.judgements[k].File)
		}
		text := "differs " + onInputs(n.Differ, compared)
		if refused := r.refusals(r.results, j); len(refused) > 0 {
			counted := slices.DeleteFunc(refused, func(x row) bool {
				return slices.ContainsFunc(r.replayed, func(y row) bool { return x.input.Text == y.input.Text })
			})
			text = fmt.Sprintf("prints what %s refuses %s", r.report.Checker.Name, onInputs(len(counted), r.answered(j)))
		}
		if n.Crash > 0 {
			text += fmt.Sprintf(", crashes on %d", n.Crash)
		}
		return text
	case Crashes:
		if r.strained[j] != "" {
			return "crashes " + r.strained[j] + r.thoughRight(j, n)
		}
		return fmt.Sprintf("crashes %s (%s)", onInputs(n.Crash, total-n.NotRun), r.firstCrash(j))
	case TooSlow:
		if r.strained[j] != "" {
			return fmt.Sprintf("too slow %s (limit %v)", r.strained[j], r.problem.Settings.TimeLimit) + r.thoughRight(j, n)
		}
		return fmt.Sprintf("too slow %s (limit %v)", onInputs(n.TimeLimit, total-n.NotRun), r.problem.Settings.TimeLimit) + notRun(n) +
			r.asBrute(j)
	case TooMuchMemory:
		if r.strained[j] != "" {
			return fmt.Sprintf("uses too much memory %s (limit %v)",
				r.strained[j], r.problem.Settings.MemoryLimit) + r.thoughRight(j, n)
		}
		return fmt.Sprintf("uses too much memory %s (limit %v)",
			onInputs(n.MemoryLimit, total-n.NotRun), r.problem.Settings.MemoryLimit) + notRun(n)
	case TooMuchOutput:
		return "prints too much " + onInputs(n.OutputLimit, total-n.NotRun) + notRun(n)
	case Trusted:
		if r.report.Decision.Rule == "declared" {
			text := "trusted reference (declared)"
			if silent := n.Crash + n.TimeLimit + n.MemoryLimit + n.OutputLimit + n.NotRun; silent > 0 {
				text += fmt.Sprintf(", but no answer on %d of %d inputs", silent, total)
			}
			return text
		}
		return "trusted reference"
	case Agrees:
		return fmt.Sprintf("agrees with %s on %d inputs", *r.report.Decision.Trusted, n.Agree)
	case DoesNotCompile, Undecided:
	}
	return r.undecided(j, c)
}

// alsoSmaller stands between what a program does wrong on a sample and where else it goes wrong. The lens ends before it.
const alsoSmaller = "; the smallest input"

// thoughRight is what is to be said for the answers of a program that fails on large inputs.
func (r *run) thoughRight(j int, n Counts) string {
	switch reference := r.trusted(); {
	case reference < 0:
		return ""
	case j == reference:
		return ", though its answers are trusted"
	case n.Agree > 0 && !r.differs(j, reference):
		return fmt.Sprintf(", though it agrees with %s on %d inputs", *r.report.Decision.Trusted, n.Agree)
	}
	return ""
}

// answered counts the kept rows on which program j printed something to its end.
func (r *run) answered(j int) int {
	n := 0
	for _, row := range r.kept() {
		if row.cells[j].verdict == runner.OK {
			n++
		}
	}
	return n
}

// earlierInput is where a program goes wrong that does so on no counted input.
const earlierInput = "an earlier counterexample"

func onInputs(n, total int) string {
	if n == 0 {
		return "on " + earlierInput
	}
	return fmt.Sprintf("on %d of %d inputs", n, total)
}

func notRun(n Counts) string {
	if n.NotRun == 0 {
		return ""
	}
	return fmt.Sprintf(", not run on the other %d", n.NotRun)
}

// undecided says why nothing more can be said of a program.
func (r *run) undecided(j int, c *Candidate) string {
	a := r.decision.Programs[j]
	switch {
	case r.problem.Interactive != "":
		return "interactive: samples only"
	case r.report.Decision.SeveralAnswers:
		return severalAnswers
	case r.aside != "":
		return r.samplesPass() + fmt.Sprintf("; the checker %s is not used", r.problem.Settings.Program.File)
	case len(r.rows) == 0:
		switch {
		case len(r.makers) > 0 && r.problem.SchemaFile == "":
			return r.samplesPass() + "; no generator printed an input"
		case r.problem.SchemaFile != "" && r.generator == nil:
			return r.samplesPass() + fmt.Sprintf("; mend %s to compare on more inputs", r.problem.SchemaFile)
		case r.report.Inputs.Invalid > 0 && r.problem.SchemaFile != "":
			return r.samplesPass() + fmt.Sprintf("; every input of %s was refused", r.problem.SchemaFile)
		default:
			return r.samplesPass() + "; add an input.schema to compare on more inputs"
		}
	case len(r.runners) == 1:
		return r.samplesPass() + fmt.Sprintf(", no crash on %d inputs; add a brute.py to compare", len(r.kept()))
	case r.runners[j].file.Standing == workspace.WrongAnswer && r.answered(j) > 0:
		return "the judge said wrong answer, but no input here shows it: search on (execre check --for 60s), or correct the input format"
	case r.report.Decision.Provisional != nil && a.Class == r.decision.Programs[r.decision.Provisional].Class:
		return fmt.Sprintf("provisional: agrees with %s, two programs only", r.partner(j))
	case r.report.Decision.Trusted != nil && r.differs(j, r.trusted()):
		return fmt.Sprintf("undecided: differs %s, but only where fewer than two thirds side with %s",
			onInputs(c.Inputs.Differ, c.Inputs.Agree+c.Inputs.Differ), *r.report.Decision.Trusted)
	case r.report.Question != nil:
		if asked := r.asked(); asked != "" {
			return "undecided: " + asked
		}
	}
	reason := r.decision.Fallback
	if r.report.Decision.Trusted != nil {
		reason = "there is no input that both it and " + *r.report.Decision.Trusted + " answer"
	}
	return "undecided: " + reason
}

// asBrute says what to do where nothing is trusted and a slow program may well know what is right.
func (r *run) asBrute(j int) string {
	file := r.runners[j].file
	if r.decision.Trusted >= 0 || r.problem.Interactive != "" || !r.decision.Programs[j].Survivor || file.Standing == workspace.WrongAnswer {
		return ""
	}
	return fmt.Sprintf("; if it is right and only slow, name it brute%s or set reference = %q in execre.toml", path.Ext(file.Path), file.Path)
}

// asked is the question in a few words, if its answers are short.
func (r *run) asked() string {
	q := r.report.Question
	if len(q.Answers) < 2 {
		return ""
	}
	var short []string
	for _, a := range q.Answers[:2] {
		text := strings.TrimSpace(a.Output.Whole)
		if len(text) > 20 || text == "" || strings.Contains(text, "\n") {
			return ""
		}
		short = append(short, text)
	}
	lines := "one"
	if n := strings.Count(q.Input.Whole, "\n"); n > 1 {
		lines = strconv.Itoa(n)
	}
	return fmt.Sprintf("%s or %s for a %s-line input?", short[0], short[1], lines)
}

func (r *run) samplesPass() string {
	switch suspect := len(r.decision.SuspectSamples); {
	case len(r.samples) == 0:
		return "no samples"
	case suspect == len(r.samples):
		return "no sample that may be right"
	case suspect > 0:
		return "the other samples pass"
	}
	return "samples pass"
}

// partner is the other program of the provisional pair.
func (r *run) partner(j int) string {
	for _, m := range r.decision.Classes[r.decision.Programs[j].Class].Members {
		if r.columns[m] != j {
			return r.evidence[m].file.Path
		}
	}
	return r.runners[j].file.Path
}

func (r *run) firstCrash(j int) string {
	for _, row := range r.telling() {
		if row.cells[j].verdict == runner.Crash {
			return row.cells[j].how
		}
	}
	return ""
}

// sampleFailure says which samples a program fails, and how the first one if
// not by a wrong answer.
func (r *run) sampleFailure(j int, failed []int, tried []row) string {
	var names []string
	for _, s := range failed {
		names = append(names, strings.TrimPrefix(r.samples[s].Name, "sample "))
	}
	text := "fails sample " + names[0]
	if n := len(names); n > 1 {
		text = "fails samples " + strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	switch cell := tried[failed[0]].cells[j]; cell.verdict {
	case runner.Crash:
		text += " (crash: " + cell.how + ")"
	case runner.TimeLimit:
		text += fmt.Sprintf(" (time limit %v)", r.problem.Settings.TimeLimit)
	case runner.MemoryLimit:
		text += fmt.Sprintf(" (memory limit %v)", r.problem.Settings.MemoryLimit)
	case runner.OutputLimit:
		text += " (prints too much)"
	case runner.OK, runner.VerdictInvalid, runner.InternalError:
	}
	return text
}

// LastWords is the line of what a crashed program printed on stderr that says what went wrong; empty if it printed nothing.
func (x *Counterexample) LastWords() string {
	if x.Stderr == nil {
		return ""
	}
	return telling(*x.Stderr)
}

var (
	complaint = regexp.MustCompile(`(?i)\w*(error|exception|assert\w*|abort\w*|panic(ked)?|fault|overflow)\b`)
	frame     = regexp.MustCompile(`^(\s|at |goroutine |note: |Node\.js v|exit status )`)
)

// telling is the line of a crashed program's stderr that says what went wrong: the last that sounds like a complaint and
// is no line of a stack trace, else the last of all. Rust says what it panicked about in the line behind.
func telling(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for i, line := range slices.Backward(lines) {
		if frame.MatchString(line) || !complaint.MatchString(line) {
			continue
		}
		if strings.Contains(line, " panicked at ") && i+1 < len(lines) {
			line += " " + lines[i+1]
		}
		return line
	}
	return lines[len(lines)-1]
}
