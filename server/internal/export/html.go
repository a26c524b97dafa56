package export

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"execre/server/internal/check"
)

//go:embed report.html
var pageSource string

var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{"line": inLine}).Parse(pageSource))

// HTML writes the report as one page that needs nothing else: no script, no font, no other file. It is for a person who
// has never seen this tool. What programs printed and what files are called is shown as text, whatever it is.
func HTML(w io.Writer, r *check.Report) error {
	return pageTemplate.Execute(w, pageOf(r))
}

// page is what the template shows, in its order.
type page struct {
	Problem       string
	Headline      string // one of Summary
	Summary       []string
	Explanation   []string
	Candidates    []pageCandidate
	Classes       []pageClass
	Question      []pageText
	Findings      []pageFinding
	Disagreements [][]pageText
	Problems      []string
	Facts         []string
}

type pageCandidate struct {
	check.Candidate
	Mark, Tone string
	Bar        *pageBar
}

// pageBar is alpha and its interval, in the pixels of the picture.
type pageBar struct {
	From, At, To int
	Words        string
}

type pageClass struct {
	Name    string
	Weight  check.Number
	Width   int
	Members []string
	Note    string
}

type pageFinding struct {
	File, Message string
	Texts         []pageText
}

// pageText is a text with its title; Rest says what is not shown of it.
type pageText struct {
	Title, Shown, Rest string
}

func pageOf(r *check.Report) *page {
	p := &page{Problem: r.Problem, Headline: trust(r), Summary: summary(r), Explanation: r.Decision.Explanation, Facts: facts(r)}
	p.Summary[0] = strings.TrimPrefix(p.Summary[0], inLine(r.Problem)+": ") // it is the title
	for _, c := range ordered(r.Candidates) {
		p.Candidates = append(p.Candidates, pageCandidate{c, mark(c), tone(c), bar(c)})
	}
	nobody := 1.0
	for _, class := range r.Classes {
		row := pageClass{
			Name: fmt.Sprint(class.ID), Weight: class.Weight, Width: wide(class.Weight, classWidth), Members: class.Members,
		}
		if !class.Clean {
			row.Note = "not every input was answered"
		}
		if !math.IsNaN(float64(class.Weight)) {
			nobody -= float64(class.Weight)
		}
		p.Classes = append(p.Classes, row)
	}
	if len(p.Classes) > 0 {
		n := check.Number(max(nobody, 0))
		p.Classes = append(p.Classes, pageClass{Name: "none of them is right", Weight: n, Width: wide(n, classWidth)})
	}
	if r.Question != nil {
		p.Question = disagreementTexts(r.Question.Disagreement)
	}
	for _, c := range r.Candidates {
		if c.Counterexample != nil && c.DuplicateOf == nil {
			p.Findings = append(p.Findings, pageFinding{c.File, c.Message, findingTexts(c)})
		}
	}
	for _, d := range r.Disagreements {
		p.Disagreements = append(p.Disagreements, disagreementTexts(d))
	}
	for _, problem := range r.Problems {
		p.Problems = append(p.Problems, Place(problem)+problem.Message)
	}
	return p
}

// The widths of the pictures, in pixels; alphaMargin is left free on both sides.
const (
	alphaWidth, alphaMargin = 100, 5
	classWidth              = 160
)

func wide(n check.Number, width int) int {
	if math.IsNaN(float64(n)) {
		return 0
	}
	return int(math.Round(float64(n) * float64(width)))
}

func bar(c check.Candidate) *pageBar {
	if c.AlphaInterval == nil || math.IsNaN(float64(c.Alpha)) {
		return nil
	}
	at := func(n check.Number) int { return alphaMargin + wide(n, alphaWidth) }
	low, high := c.AlphaInterval[0], c.AlphaInterval[1]
	return &pageBar{
		at(low), at(c.Alpha), at(high),
		fmt.Sprintf("alpha %s, between %s and %s", c.Alpha.Short(), low.Short(), high.Short()),
	}
}

// tone is the class of a mark's colour.
func tone(c check.Candidate) string {
	switch mark(c) {
	case "✓":
		return "good"
	case "?":
		return "open"
	}
	return "bad"
}

func findingTexts(c check.Candidate) []pageText {
	x := c.Counterexample
	texts := []pageText{cut("input", x.Input)}
	if x.Expected != nil {
		texts = append(texts, cut(expected(x, c.Verdict == check.Differs), *x.Expected))
	}
	if x.Expected != nil || x.Refused != "" {
		texts = append(texts, cut("got", x.Output))
	}
	if x.Refused != "" {
		texts = append(texts, cut("checker", check.Text{Whole: x.Refused}))
	}
	if words := x.LastWords(); words != "" {
		texts = append(texts, cut("stderr", check.Text{Whole: words}))
	}
	return texts
}

func disagreementTexts(d check.Disagreement) []pageText {
	texts := []pageText{cut("input", d.Input)}
	for _, a := range d.Answers {
		texts = append(texts, cut(strings.Join(a.Members, ", "), a.Output))
	}
	return texts
}

// mostShown bounds what the page has of one text, in bytes.
const mostShown = 4000

func cut(title string, text check.Text) pageText {
	whole := strings.TrimSuffix(text.Whole, "\n")
	t := pageText{Title: title, Shown: whole}
	if len(whole) > mostShown {
		end := mostShown
		for end > mostShown-utf8.UTFMax && !utf8.RuneStart(whole[end]) {
			end--
		}
		t.Shown, t.Rest = whole[:end]+"…", fmt.Sprintf("%d bytes in all", len(text.Whole))
		if text.File != "" {
			t.Rest += ", in " + text.File
		}
	}
	t.Shown = printable(t.Shown)
	if whole == "" {
		t.Shown = "(nothing)"
	}
	return t
}

// facts are what somebody needs who wants the same report again.
func facts(r *check.Report) []string {
	all := []string{
		fmt.Sprintf("%d %s, %d distinct", r.Inputs.Executed, plural(r.Inputs.Executed, "input"), r.Inputs.Distinct),
		fmt.Sprintf("seed %d", r.Seed),
	}
	if r.Checker.Name != "" {
		all = append(all, "outputs compared by "+r.Checker.Name)
	}
	phases := make([]string, 0, len(r.Timings))
	for phase := range r.Timings {
		phases = append(phases, phase)
	}
	slices.SortFunc(phases, func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Timings[b], r.Timings[a]), cmp.Compare(a, b))
	})
	for _, phase := range phases {
		all = append(all, fmt.Sprintf("%s %.2f s", phase, float64(r.Timings[phase])))
	}
	return all
}
