package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
)

// codes gives the diagnostic that a verdict is shown as.
var codes = map[check.Verdict]struct {
	code     string
	severity protocol.DiagnosticSeverity
}{
	check.DoesNotCompile: {"does-not-compile", protocol.DiagnosticSeverityError},
	check.FailsSample:    {"sample-failed", protocol.DiagnosticSeverityError},
	check.Flaky:          {"flaky", protocol.DiagnosticSeverityWarning},
	check.Differs:        {"differs-from-reference", protocol.DiagnosticSeverityWarning},
	check.Crashes:        {"crash", protocol.DiagnosticSeverityWarning},
	check.TooSlow:        {"too-slow", protocol.DiagnosticSeverityWarning},
	check.TooMuchMemory:  {"too-much-memory", protocol.DiagnosticSeverityWarning},
	check.TooMuchOutput:  {"too-much-output", protocol.DiagnosticSeverityWarning},
}

// minorityCode is of what is said against a program while nothing is trusted.
const minorityCode = "minority"

// diagnosis makes diagnostics of one report.
type diagnosis struct {
	dir      string
	report   *check.Report
	features features
	texts    map[string]string // of files, as far as they were read
	found    findings
}

// diagnose gives the diagnostics of a report by the path of the file that they are about. They stand where the files on
// disk have the places now; the editor moves them along with its edits.
func diagnose(dir string, report *check.Report, f features) findings {
	d := &diagnosis{dir: dir, report: report, features: f, texts: map[string]string{}, found: findings{}}
	for i := range report.Candidates {
		d.candidate(&report.Candidates[i])
	}
	for _, p := range report.Problems {
		if p.File == "" {
			continue // about the folder as a whole: the lenses say it
		}
		severity := protocol.DiagnosticSeverityError
		if p.Warning {
			severity = protocol.DiagnosticSeverityWarning
		}
		d.add(p.File, protocol.Diagnostic{
			Range: d.place(p.File, p.Line, p.Column), Severity: severity,
			Code: protocol.String(p.Code), Message: protocol.String(p.Message),
		})
	}
	return d.found
}

// candidate adds what the report says against a program.
func (d *diagnosis) candidate(c *check.Candidate) {
	known, ok := codes[c.Verdict]
	if !ok {
		d.minority(c)
		return
	}
	if c.Verdict == check.Differs && d.report.Decision.Trusted == nil {
		known.code, known.severity = minorityCode, protocol.DiagnosticSeverityInformation // of a partial report
	}
	diagnostic := protocol.Diagnostic{
		Range: d.place(c.File, d.mainLine(c.File)+1, 0), Severity: known.severity,
		Code: protocol.String(known.code), Message: protocol.String(describe(c)),
	}
	switch {
	case c.Place != nil:
		diagnostic.Range = d.place(c.File, c.Place.Line, c.Place.Column)
	case len(c.Suspects) > 0:
		diagnostic.Range = d.place(c.File, c.Suspects[0].Line, 0)
		diagnostic.Message = protocol.String(describe(c) + "\n" + suspicion(c.Suspects))
	}
	if x := c.Counterexample; x != nil {
		if x.Reference != nil {
			message := "this is expected by " + *x.Reference
			if c.Verdict == check.FailsSample {
				message = "the sample"
			}
			d.relate(&diagnostic, *x.Reference, d.mainLine(*x.Reference), message)
		}
		d.relate(&diagnostic, x.InputFile, 0, "the input")
	}
	for i, s := range c.Suspects {
		if i > 0 {
			d.relate(&diagnostic, c.File, s.Line-1, "suspicious as well")
		}
	}
	d.add(c.File, diagnostic)
}

// minority says of a program that nothing is known against but that it answers otherwise than most. Nothing is trusted,
// so that this is no more than a hint where to look.
func (d *diagnosis) minority(c *check.Candidate) {
	if d.report.Decision.Trusted != nil || c.Verdict != check.Undecided {
		return
	}
	for _, disagreement := range d.report.Disagreements {
		most, same := 0, 0 // members of the largest answer, and how many answers have as many
		own := 0
		for _, a := range disagreement.Answers {
			switch n := len(a.Members); {
			case n > most:
				most, same = n, 1
			case n == most:
				same++
			}
			if slices.Contains(a.Members, c.File) {
				own = len(a.Members)
			}
		}
		if own == 0 || own == most && same == 1 {
			continue
		}
		var text strings.Builder
		text.WriteString("nothing is trusted yet, and the programs disagree. On input" + block(disagreement.Input.Whole))
		for _, a := range disagreement.Answers {
			verb := " prints"
			if len(a.Members) > 1 {
				verb = " print"
			}
			text.WriteString("\n" + strings.Join(a.Members, ", ") + verb + block(a.Output.Whole))
		}
		d.add(c.File, protocol.Diagnostic{
			Range: d.place(c.File, d.mainLine(c.File)+1, 0), Severity: protocol.DiagnosticSeverityInformation,
			Code: protocol.String(minorityCode), Message: protocol.String(text.String()),
		})
		return
	}
}

// suspicion says that a diagnostic stands where it does on no more than a suspicion.
func suspicion(lines []check.Suspect) string {
	text := "This line is a guess: what happens here happens more where the program is wrong than where it is right"
	for i, s := range lines[1:] {
		text += []string{"; next come line ", " and line "}[min(i, 1)] + strconv.Itoa(s.Line)
	}
	return text + "."
}

// describe is what the report says against a program, with its counterexample.
func describe(c *check.Candidate) string {
	x := c.Counterexample
	if x == nil {
		return c.Message
	}
	text := c.Message + ". On input" + block(x.Input.Whole)
	if x.Expected != nil {
		text += "\nexpected" + block(x.Expected.Whole)
		text += "\ngot" + block(x.Output.Whole)
	} else if strings.TrimSpace(x.Output.Whole) != "" {
		text += "\nit printed" + block(x.Output.Whole)
	}
	if words := x.LastWords(); words != "" {
		text += "\nits last words" + block(words)
	}
	return text
}

const (
	blockLines = 8   // of a text that a message shows
	blockWidth = 100 // characters of each
)

// block sets a text into a message, indented and cut.
func block(text string) string {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r", ""), "\n")
	if strings.TrimSpace(text) == "" {
		return "\n  (nothing)"
	}
	lines := strings.Split(text, "\n")
	var out strings.Builder
	for i, line := range lines {
		if i == blockLines && len(lines) > blockLines+1 {
			fmt.Fprintf(&out, "\n  … %d more lines", len(lines)-i)
			break
		}
		if runes := []rune(line); len(runes) > blockWidth {
			line = string(runes[:blockWidth]) + "…"
		}
		out.WriteString("\n  " + strings.ToValidUTF8(line, "\ufffd"))
	}
	return out.String()
}

// add puts a diagnostic to its file.
func (d *diagnosis) add(file string, diagnostic protocol.Diagnostic) {
	diagnostic.Source = protocol.NewOptional("execre")
	if code, ok := diagnostic.Code.(protocol.String); ok && d.features.codeDescription && d.features.docs != "" {
		diagnostic.CodeDescription = protocol.CodeDescription{Href: uri.URI(d.features.docs + "#" + string(code))}
	}
	path := d.path(file)
	d.found[path] = append(d.found[path], diagnostic)
}

// relate points from a diagnostic to a line of another file.
func (d *diagnosis) relate(diagnostic *protocol.Diagnostic, file string, line int, message string) {
	if d.features.related {
		diagnostic.RelatedInformation = append(diagnostic.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: uri.File(d.path(file)), Range: d.place(file, line+1, 0)},
			Message:  message,
		})
	}
}

func (d *diagnosis) path(file string) string { return filepath.Join(d.dir, filepath.FromSlash(file)) }

// maxText is the size in bytes up to which a file is read to find a place in it.
const maxText = 4 << 20

// text is a file of the problem; "" if it cannot be read, which the report says elsewhere.
func (d *diagnosis) text(file string) string {
	text, ok := d.texts[file]
	if !ok {
		if info, err := os.Stat(d.path(file)); err == nil && info.Mode().IsRegular() && info.Size() <= maxText {
			if read, err := os.ReadFile(d.path(file)); err == nil {
				text = string(read)
			}
		}
		d.texts[file] = text
	}
	return text
}

func (d *diagnosis) mainLine(file string) int { return mainLine(file, d.text(file)) }

// place is the range of a word of a file, or of a line where column is 0. Both count from 1, the column in code points.
func (d *diagnosis) place(file string, line, column int) protocol.Range {
	return place(d.text(file), line, column, d.features.utf8)
}
