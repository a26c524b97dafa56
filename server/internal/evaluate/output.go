package evaluate

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"execre/server/internal/check"
)

// JSON writes the result in its stable format, version ResultVersion.
func (r *Result) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// CSV writes one line for each rule, part of the pools and measure, and after them one for each bin of the calibration, as
// the part "calibration" with the measures "said" and "right".
func (r *Result) CSV(w io.Writer) error {
	lines := [][]string{{"rule", "by", "value", "problems", "pools", "measure", "estimate", "low", "high"}}
	number := func(n check.Number) string {
		if math.IsNaN(float64(n)) {
			return ""
		}
		return strconv.FormatFloat(math.Round(float64(n)*1e6)/1e6, 'f', -1, 64)
	}
	for _, rule := range r.Rules {
		for _, g := range rule.Groups {
			for m, x := range g.measures() {
				lines = append(lines, []string{
					rule.Name, g.By, g.Value, strconv.Itoa(g.Problems), strconv.Itoa(g.Pools), measureNames[m],
					number(x.Value), number(x.Low), number(x.High),
				})
			}
		}
		for _, b := range rule.Calibration {
			if b.Programs == 0 {
				continue
			}
			in := fmt.Sprintf("%s to %s", number(b.From), number(b.To))
			for _, x := range []struct {
				name  string
				value check.Number
			}{{"said", b.Said}, {"right", b.Right}} {
				lines = append(lines, []string{
					rule.Name, "calibration", in, "", strconv.Itoa(b.Programs), x.name, number(x.value), "", "",
				})
			}
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// headings are those of the measures in tables.
var headings = []string{"precision", "recall", "F1", "coverage", "misleading", "useful", "questions"}

// decimals of the measures in tables.
var decimals = []int{3, 3, 3, 3, 1, 1, 2}

// shown is a number as tables have it.
func shown(n check.Number, decimals int) string {
	if math.IsNaN(float64(n)) {
		return "-"
	}
	return strconv.FormatFloat(float64(n), 'f', decimals, 64)
}

// shownInterval is "0.921 [0.880, 0.950]".
func shownInterval(x Interval, decimals int) string {
	if math.IsNaN(float64(x.Value)) {
		return "-"
	}
	if math.IsNaN(float64(x.Low)) {
		return shown(x.Value, decimals)
	}
	return fmt.Sprintf("%s [%s, %s]", shown(x.Value, decimals), shown(x.Low, decimals), shown(x.High, decimals))
}

// parts names the ways in which the pools are divided, but for all.
var parts = []struct{ by, title string }{
	{"size", "by pool size"}, {"right", "by share of right programs"}, {"source", "by source"},
}

// counted is "1 pool" or "2 pools".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// introduction says in sentences what was evaluated.
func (r *Result) introduction() []string {
	var labels []string
	for _, label := range sortedKeys(r.Labels) {
		labels = append(labels, fmt.Sprintf("%d %s", r.Labels[label], strings.ReplaceAll(string(label), "_", " ")))
	}
	var formats []string
	for _, format := range sortedKeys(r.Formats) {
		formats = append(formats, fmt.Sprintf("%s %d", format, r.Formats[format]))
	}
	out := []string{
		fmt.Sprintf("%s, %s: %s.", counted(r.Problems, "problem"), counted(r.Candidates, "candidate"), strings.Join(labels, ", ")),
		fmt.Sprintf("%s of %s programs, at most %d of each size and problem; %s a problem; seed %d. Input formats: %s.",
			counted(r.Pools, "pool"), strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Sizes), " ", ", "), "[]"), r.PoolsEach, counted(r.Inputs, "input"), r.Seed,
			strings.Join(formats, ", ")),
	}
	if r.Preset != check.Default {
		out = append(out, fmt.Sprintf("Preset %s.", r.Preset))
	}
	units := "Misleading and useful are per 100 pools, questions per pool; "
	if r.Problems == 1 {
		out = append(out, units+"one problem: no interval.")
	} else {
		out = append(out, units+"in brackets 95 % intervals, by bootstrap over problems.")
	}
	if slow := r.Labels[TimeLimit]; slow > 0 {
		out = append(out, fmt.Sprintf("Of the programs that exceed the time limit %d of %d give right answers wherever they give any: they "+
			"count as right references, which are asked for answers and not for speed, but not as right programs.", r.OnlyTooSlow, slow))
	}
	return out
}

// Table writes the result for a terminal.
func (r *Result) Table(w io.Writer) error {
	var out strings.Builder
	for _, sentence := range r.introduction() {
		out.WriteString(sentence + "\n")
	}
	out.WriteString("\n")
	table(&out, func(row func(cells ...string)) {
		row(append([]string{"rule"}, headings...)...)
		for _, rule := range r.Rules {
			if len(rule.Groups) == 0 {
				continue
			}
			cells := []string{rule.Name}
			for m, x := range rule.Groups[0].measures() {
				cells = append(cells, shownInterval(x, decimals[m]))
			}
			row(cells...)
		}
	})
	for _, part := range parts {
		values := r.values(part.by)
		if len(values) < 2 {
			continue
		}
		fmt.Fprintf(&out, "\n%s: precision / coverage / misleading / useful\n", part.title)
		table(&out, func(row func(cells ...string)) {
			header := []string{"rule"}
			for _, g := range values {
				header = append(header, fmt.Sprintf("%s (%s)", g.Value, counted(g.Pools, "pool")))
			}
			row(header...)
			for _, rule := range r.Rules {
				cells := []string{rule.Name}
				for _, g := range rule.Groups {
					if g.By == part.by {
						cells = append(cells, fmt.Sprintf("%s / %s / %s / %s", shown(g.Precision.Value, 2), shown(g.Coverage.Value, 2),
							shown(g.Misleading.Value, 1), shown(g.Useful.Value, 1)))
					}
				}
				row(cells...)
			}
		})
	}
	out.WriteString("\ncalibration: share of right programs where the rule says so much (programs)\n")
	table(&out, func(row func(cells ...string)) {
		header := []string{"rule", "error"}
		for b := range bins {
			header = append(header, fmt.Sprintf(".%d", b))
		}
		row(header...)
		for _, rule := range r.Rules {
			cells := []string{rule.Name, shown(rule.CalibrationError, 3)}
			for _, b := range rule.Calibration {
				if b.Programs == 0 {
					cells = append(cells, "-")
					continue
				}
				cells = append(cells, fmt.Sprintf("%s (%d)", shown(b.Right, 2), b.Programs))
			}
			row(cells...)
		}
	})
	if len(r.Notes) > 0 {
		out.WriteString("\nnotes\n")
	}
	for i, note := range r.Notes {
		if i == mostNotes {
			fmt.Fprintf(&out, "… and %d more: --format json has them all\n", len(r.Notes)-i)
			break
		}
		out.WriteString(strings.Join(strings.Fields(note), " ") + "\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// mostNotes are what a terminal shows of them.
const mostNotes = 20

// values are the parts of a division, of which all rules have the same.
func (r *Result) values(by string) []Group {
	var out []Group
	if len(r.Rules) == 0 {
		return nil
	}
	for _, g := range r.Rules[0].Groups {
		if g.By == by {
			out = append(out, g)
		}
	}
	return out
}

// table aligns the cells of rows.
func table(w io.Writer, fill func(row func(cells ...string))) {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fill(func(cells ...string) { fmt.Fprintln(aligned, strings.Join(cells, "\t")) })
	_ = aligned.Flush() // into memory
}
