// Package export writes a report for people and for programs.
package export

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"execre/server/internal/check"
)

// JSON writes the report in its stable format, version check.Version.
func JSON(w io.Writer, r *check.Report) error {
	data, err := check.Encode(r)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// Table writes the report for a terminal: the decision, one line a candidate,
// the counterexamples, and what is wrong with the folder's files.
func Table(w io.Writer, r *check.Report) error {
	var out strings.Builder
	for _, sentence := range summary(r) {
		out.WriteString(sentence + "\n")
	}
	candidates(&out, r)
	counterexamples(&out, r)
	undefined(&out, r)
	disagreements(&out, r)
	asked(&out, r)
	problems(&out, r)
	_, err := io.WriteString(w, out.String())
	return err
}

// Explained is Table, with what the decision and the numbers of each program rest on below it, in sentences.
func Explained(w io.Writer, r *check.Report) error {
	if err := Table(w, r); err != nil {
		return err
	}
	var out strings.Builder
	explain := func(what string, sentences []string) {
		if len(sentences) == 0 {
			return
		}
		fmt.Fprintf(&out, "\n%s\n", what)
		for _, sentence := range sentences {
			fmt.Fprintf(&out, "  %s\n", inLine(sentence))
		}
	}
	explain("why", r.Decision.Explanation)
	for _, c := range ordered(r.Candidates) {
		explain(inLine(c.File), c.Explanation)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// Question writes a question for a terminal: the input, and what the programs answer, by number from 1.
func Question(w io.Writer, q *check.Question) error {
	var out strings.Builder
	question(&out, q)
	_, err := io.WriteString(w, out.String())
	return err
}

func question(out *strings.Builder, q *check.Question) {
	block(out, "input", q.Input)
	for i, a := range q.Answers {
		block(out, fmt.Sprintf("%d) %s", i+1, strings.Join(a.Members, ", ")), a.Output)
	}
}

// Trust says in one sentence who is the reference, and by what.
func Trust(r *check.Report) string { return trust(r) }

// summary says in sentences what was done and what may be trusted, and how sure that is.
func summary(r *check.Report) []string {
	what := fmt.Sprintf("%d %s", r.Inputs.Executed, plural(r.Inputs.Executed, "input"))
	switch r.Inputs.Source {
	case "samples":
		what = "samples only"
		if len(r.Samples) == 0 {
			what = "nothing was run"
		}
	case "inferred":
		what += fmt.Sprintf(" from a guessed format, seed %d, the largest of %s", r.Seed, size(r.Inputs.Largest))
	default:
		what += fmt.Sprintf(" from the %s, seed %d, the largest of %s", r.Inputs.Source, r.Seed, size(r.Inputs.Largest))
	}
	if n := r.Inputs.Large; n > 0 {
		what += fmt.Sprintf("; %d more near the limits, for the time", n)
	}
	if n := r.Inputs.Sanitized; n > 0 {
		what += fmt.Sprintf("; sanitizers on %d", n)
	}
	all := []string{inLine(r.Problem) + ": " + what, trust(r)}
	if r.Preset != "" {
		all = append(all, fmt.Sprintf("preset %s: it draws inputs, compares outputs and decides in its own way, for comparison", r.Preset))
	}
	if g := r.Guess; r.Inputs.Source == "inferred" && g != nil {
		sentence := fmt.Sprintf("(format guessed) all of this rests on an input format that is right with a probability of %.0f %%",
			100*float64(g.Sure))
		if len(g.Confirm) > 0 {
			sentence += ": confirm " + strings.Join(g.Confirm, "; ")
		}
		all = append(all, inLine(sentence))
	}
	if r.Inputs.Stopped != nil && !r.Inputs.All {
		all = slices.Insert(all, 1, "stopped early: "+inLine(*r.Inputs.Stopped))
	}
	d := r.Decision
	format := "format"
	if r.Inputs.Source == "inferred" {
		format = "guessed format"
	}
	switch {
	case r.Inputs.All && r.Inputs.Executed > 0:
		all = append(all, fmt.Sprintf("all inputs of the %s were tried", format))
	case d.Trusted != nil && r.Inputs.Executed > 0:
		all = append(all, fmt.Sprintf("a program that agrees on all of them fails on at most %s of such inputs (95 %% confidence)",
			percent(d.ResidualRisk)))
	}
	// While nothing was split, this says no more than the sentence before it; and where several answers are right, programs
	// split in new ways for ever.
	u := r.Inputs.Unseen
	if u != nil && !r.Inputs.All && u.Behaviours > 1 && !d.SeveralAnswers &&
		(d.Trusted == nil || u.Upper > d.ResidualRisk && percent(u.Upper) != percent(d.ResidualRisk)) {
		all = append(all, fmt.Sprintf("one more input would split the programs in a new way with probability at most %s (95 %% confidence)",
			percent(u.Upper)))
	}
	return all
}

// trust says who is the reference, and by what.
func trust(r *check.Report) string {
	d := r.Decision
	switch {
	case d.Trusted != nil && d.Rule == "declared":
		by := ""
		for _, c := range r.Candidates {
			if c.File == *d.Trusted && c.Role == "brute" {
				by = " by being a brute force"
			}
		}
		return fmt.Sprintf("reference: %s, declared%s", inLine(*d.Trusted), by)
	case d.Trusted != nil:
		by := d.Rule
		for _, class := range r.Classes {
			if slices.Contains(class.Members, *d.Trusted) {
				by += fmt.Sprintf(": probability right %s, threshold %s", class.Weight.Short(), d.Threshold.Short())
			}
		}
		return fmt.Sprintf("trusted reference: %s (%s)", inLine(*d.Trusted), by)
	case d.Provisional != nil:
		return fmt.Sprintf("provisional reference: %s, for only two programs agree; a third one, or a brute.py, would settle it",
			inLine(*d.Provisional))
	}
	return "no trusted reference: " + inLine(d.Fallback)
}

func candidates(out *strings.Builder, r *check.Report) {
	out.WriteString("\n")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  PROGRAM\tALPHA\tINTERVAL\tRIGHT\tAGREE\tDAWID-SKENE\t")
	for _, c := range ordered(r.Candidates) {
		interval := "-"
		if c.AlphaInterval != nil {
			interval = c.AlphaInterval[0].Short() + ".." + c.AlphaInterval[1].Short()
		}
		fmt.Fprintf(table, "%s %s\t%s\t%s\t%s\t%s\t%s\t%s\n", mark(c), inLine(c.File),
			c.Alpha.Short(), interval, c.ProbabilityRight.Short(), c.Agreement.Short(), c.DawidSkene.Short(), inLine(c.Message))
	}
	table.Flush()
}

// ordered are the candidates, the best first.
func ordered(all []check.Candidate) []check.Candidate {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b check.Candidate) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.File, b.File))
	})
	return all
}

// rank puts the best first: trusted, then by alpha, then what has none.
func rank(c check.Candidate) float64 {
	switch {
	case c.Verdict == check.Trusted:
		return -2
	case math.IsNaN(float64(c.Alpha)):
		return 1
	}
	return -float64(c.Alpha)
}

func mark(c check.Candidate) string {
	switch c.Verdict {
	case check.Trusted, check.Agrees:
		return "✓"
	case check.Undecided:
		return "?"
	case check.DoesNotCompile, check.FailsSample, check.Flaky, check.Differs, check.Crashes,
		check.TooSlow, check.TooMuchMemory, check.TooMuchOutput:
	}
	return "✗"
}

func counterexamples(out *strings.Builder, r *check.Report) {
	for _, c := range r.Candidates {
		x := c.Counterexample
		if x == nil || c.DuplicateOf != nil {
			continue
		}
		fmt.Fprintf(out, "\n%s %s\n", inLine(c.File), inLine(c.Message))
		shown(out, x, c.Verdict == check.Differs)
		if c.Smallest != nil {
			out.WriteString("and the smallest input:\n")
			shown(out, c.Smallest, c.Smallest.Expected != nil)
		}
		suspicious(out, c)
	}
}

// suspicious writes the lines that may be at fault, or why none are named; nothing where none were looked for.
func suspicious(out *strings.Builder, c check.Candidate) {
	switch {
	case len(c.Suspects) > 0:
		var lines []string
		for _, s := range c.Suspects {
			lines = append(lines, strconv.Itoa(s.Line))
		}
		fmt.Fprintf(out, "  suspicious lines, the first one the most: %s (a guess, see README)\n", strings.Join(lines, ", "))
	case c.NoSuspects != "":
		fmt.Fprintf(out, "  no suspicious lines: %s\n", inLine(c.NoSuspects))
	}
}

// shown writes a counterexample, and by whom something else is expected if that is to be said.
func shown(out *strings.Builder, x *check.Counterexample, by bool) {
	block(out, "input", x.Input)
	if x.Expected != nil {
		block(out, expected(x, by), *x.Expected)
	}
	if x.Expected != nil || x.Refused != "" {
		block(out, "got", x.Output)
	}
	if x.Refused != "" {
		fmt.Fprintf(out, "  %s\n", inLine(x.Refused))
	}
	if words := x.LastWords(); words != "" {
		block(out, "stderr", check.Text{Whole: words})
	}
}

// expected is the title of the right answer of a counterexample. Where a checker refuses the output, it is one of several.
func expected(x *check.Counterexample, by bool) string {
	switch {
	case !by || x.Reference == nil:
		return "expected"
	case x.Refused != "":
		return "accepted from " + *x.Reference
	}
	return "expected by " + *x.Reference
}

// undefined writes what sanitizers saw, each with its input.
func undefined(out *strings.Builder, r *check.Report) {
	for _, c := range r.Candidates {
		for _, u := range c.UndefinedBehaviour {
			if c.DuplicateOf == nil {
				fmt.Fprintf(out, "\n%s\n", inLine(u.Message))
				block(out, "input", u.Input)
				if u.Detail != "" {
					block(out, "sanitizer", check.Text{Whole: u.Detail})
				}
			}
		}
	}
}

func disagreements(out *strings.Builder, r *check.Report) {
	shown := slices.DeleteFunc(slices.Clone(r.Disagreements), func(d check.Disagreement) bool {
		return r.Question != nil && d.Input.Whole == r.Question.Input.Whole
	})
	if len(shown) == 0 {
		return
	}
	out.WriteString("\nthese candidates disagree on these inputs, and nothing says who is right:\n")
	for _, d := range shown {
		block(out, "input", d.Input)
		for _, a := range d.Answers {
			block(out, strings.Join(a.Members, ", "), a.Output)
		}
		out.WriteString("\n")
	}
}

// asked writes the question, and how to answer it.
func asked(out *strings.Builder, r *check.Report) {
	if r.Question == nil {
		return
	}
	out.WriteString("\nthe right answer to this input would decide most; give it with execre judge:\n")
	question(out, r.Question)
}

func problems(out *strings.Builder, r *check.Report) {
	var lines []string
	for _, p := range r.Problems {
		if p.Code != check.CodeUndefined { // which is told with its input
			lines = append(lines, inLine(Place(p)+p.Message)+"\n")
		}
	}
	if len(lines) > 0 {
		out.WriteString("\n" + strings.Join(lines, ""))
	}
}

// Place is where a problem is, as compilers print it: "input.schema:3:5: ", and
// "warning: " for what is only worth saying.
func Place(p check.Problem) string {
	var place string
	switch {
	case p.File != "" && p.Line > 0:
		place = fmt.Sprintf("%s:%d:%d: ", p.File, p.Line, p.Column)
	case p.File != "":
		place = p.File + ": "
	}
	if p.Warning {
		return place + "warning: "
	}
	return place
}

// Bounds of what a terminal is shown of one text.
const (
	mostLines = 12
	mostWidth = 160
	mostBytes = 800
)

// block writes a text, indented below its title; short ones beside it.
func block(out *strings.Builder, title string, text check.Text) {
	title = inLine(title)
	whole := strings.TrimSuffix(text.Whole, "\n")
	lines := strings.Split(whole, "\n")
	if len(lines) == 1 && len(whole) <= mostWidth {
		if whole == "" {
			whole = "(nothing)"
		}
		fmt.Fprintf(out, "  %s: %s\n", title, printable(whole))
		return
	}
	fmt.Fprintf(out, "  %s:\n", title)
	shown := 0
	for i, line := range lines {
		if i == mostLines || i > 0 && shown > mostBytes {
			rest := fmt.Sprintf("… %d more lines", len(lines)-i)
			if text.File != "" {
				rest += ", all of it in " + text.File
			}
			fmt.Fprintf(out, "    %s\n", rest)
			break
		}
		if len(line) > mostWidth {
			line = line[:mostWidth] + "…"
		}
		shown += len(line)
		fmt.Fprintf(out, "    %s\n", printable(line))
	}
}

// inLine is printable for what must stay within its line and its column.
func inLine(s string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(printable(s))
}

// printable keeps what a program printed from steering the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\r' {
			return '␍'
		}
		if r < ' ' && r != '\t' && r != '\n' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '�'
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

func percent(n check.Number) string { return fmt.Sprintf("%.1f %%", float64(n)*100) }

func size(bytes int) string {
	if bytes < 10_000 {
		return fmt.Sprintf("%d %s", bytes, plural(bytes, "byte"))
	}
	return fmt.Sprintf("%d kB", bytes/1000)
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
