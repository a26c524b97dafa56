package evaluate

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// plot is the area of a plot in the units of its SVG: x to the right, y downwards.
type plot struct {
	Width, Height            float64
	Left, Right, Top, Bottom float64 // the edges of the area
	XTicks, YTicks           []tick
	XTitle, YTitle           string
}

type tick struct {
	At   float64
	Text string
}

// newPlot makes a plot of values from 0 to xMost and yMost.
func newPlot(width, height, xMost, yMost float64, xTitle, yTitle string) plot {
	p := plot{
		Width: width, Height: height, Left: 52, Right: width - 12, Top: 12, Bottom: height - 44, XTitle: xTitle, YTitle: yTitle,
	}
	const steps = 5
	for i := range steps + 1 {
		share := float64(i) / steps
		p.XTicks = append(p.XTicks, tick{p.x(share), label(share * xMost)})
		p.YTicks = append(p.YTicks, tick{p.y(share), label(share * yMost)})
	}
	return p
}

// label is a number of an axis.
func label(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

// x and y place a share of the axes, with one decimal so that the bytes do not depend on the machine.
func (p plot) x(share float64) float64 {
	return math.Round(10*(p.Left+share*(p.Right-p.Left))) / 10
}

func (p plot) y(share float64) float64 {
	return math.Round(10*(p.Bottom-share*(p.Bottom-p.Top))) / 10
}

// mark is a point, with its interval where there is one.
type mark struct {
	X, Y, Radius           float64
	Low, High, Left, Right float64 // ends of the intervals
	Colour, Text           string
	LabelX, LabelY         float64
}

// colours of the rules, in their order; they tell apart for most who do not see all colours, and the table and the names
// beside the points say the same.
var colours = []string{
	"#888888", "#0b6e4f", "#1f77b4", "#7b3fa0", "#c23b22", "#e07b39", "#8c6d1f", "#b8458f",
	"#3a8fb7", "#5a7d2a", "#555599", "#996655", "#227777", "#aa3355", "#777722",
}

// trade is the plot of misleading against useful.
func (r *Result) trade() (plot, []mark) {
	most, top := 10.0, 100.0
	for _, rule := range r.Rules {
		if len(rule.Groups) > 0 {
			if x := float64(rule.Groups[0].Misleading.High); !math.IsNaN(x) {
				most = max(most, x)
			}
		}
	}
	most = 10 * math.Ceil(most/10)
	p := newPlot(760, 460, most, top, "misleading per 100 pools (fewer is better)", "useful per 100 pools (more is better)")
	var marks []mark
	for k, rule := range r.Rules {
		if len(rule.Groups) == 0 {
			continue
		}
		x, y := rule.Groups[0].Misleading, rule.Groups[0].Useful
		if math.IsNaN(float64(x.Value)) || math.IsNaN(float64(y.Value)) {
			continue
		}
		ends := func(x Interval) (low, high float64) { // the value itself where there is no interval
			if math.IsNaN(float64(x.Low)) {
				return float64(x.Value), float64(x.Value)
			}
			return float64(x.Low), float64(x.High)
		}
		left, right := ends(x)
		low, high := ends(y)
		m := mark{
			X: p.x(float64(x.Value) / most), Y: p.y(float64(y.Value) / top), Radius: 5,
			Left: p.x(left / most), Right: p.x(right / most), Low: p.y(low / top), High: p.y(high / top),
			Colour: colours[k%len(colours)], Text: rule.Name,
		}
		m.LabelX, m.LabelY = place(p, m, marks)
		marks = append(marks, m)
	}
	return p, marks
}

// place finds a place for a point's name that no earlier name takes.
func place(p plot, m mark, others []mark) (x, y float64) {
	x, y = m.X+9, m.Y-5 // above the line of the interval
	if x+7*float64(len(m.Text)) > p.Right {
		x = m.X - 9 - 7*float64(len(m.Text))
	}
	for range 2 * len(others) {
		free := true
		for _, o := range others {
			if math.Abs(o.LabelY-y) < 13 && x < o.LabelX+7*float64(len(o.Text)) && o.LabelX < x+7*float64(len(m.Text)) {
				free = false
			}
		}
		if free {
			break
		}
		y += 13
	}
	return x, y
}

// diagram is the reliability diagram of one rule.
type diagram struct {
	Name, About, Error string
	Plot               plot
	Marks              []mark
	Path               string
}

func (r *Result) diagrams() []diagram {
	var out []diagram
	for k, rule := range r.Rules {
		all := 0
		for _, b := range rule.Calibration {
			all += b.Programs
		}
		if all == 0 {
			continue
		}
		d := diagram{
			Name: rule.Name, About: rule.About, Error: shown(rule.CalibrationError, 3),
			Plot: newPlot(260, 240, 1, 1, "said", "right"),
		}
		var path []string
		for _, b := range rule.Calibration {
			if b.Programs == 0 {
				continue
			}
			m := mark{
				X: d.Plot.x(float64(b.Said)), Y: d.Plot.y(float64(b.Right)), Colour: colours[k%len(colours)],
				Radius: math.Round(10*(2+8*math.Sqrt(float64(b.Programs)/float64(all)))) / 10,
				Text:   fmt.Sprintf("said %s, right %s, %s", shown(b.Said, 3), shown(b.Right, 3), counted(b.Programs, "program")),
			}
			path = append(path, fmt.Sprintf("%g,%g", m.X, m.Y))
			d.Marks = append(d.Marks, m)
		}
		d.Path = strings.Join(path, " ")
		out = append(out, d)
	}
	return out
}

// pageTable is a table of the page.
type pageTable struct {
	Title  string
	Header []string
	Rows   [][]string
}

func (r *Result) tables() []pageTable {
	var out []pageTable
	for _, part := range append([]struct{ by, title string }{{"all", "all pools"}}, parts...) {
		for _, g := range r.values(part.by) {
			t := pageTable{Header: append([]string{"rule"}, headings...)}
			problems := counted(g.Problems, "problem")
			if g.Problems == 1 {
				problems = "one problem: no interval"
			}
			t.Title = fmt.Sprintf("%s: %s of %s", strings.TrimSpace(part.title+" "+g.Value), counted(g.Pools, "pool"), problems)
			for _, rule := range r.Rules {
				for _, of := range rule.Groups {
					if of.By != g.By || of.Value != g.Value {
						continue
					}
					cells := []string{rule.Name}
					for m, x := range of.measures() {
						cells = append(cells, shownInterval(x, decimals[m]))
					}
					t.Rows = append(t.Rows, cells)
				}
			}
			out = append(out, t)
		}
	}
	return out
}

// HTML writes the result as one page that needs nothing else: no script, no font, no file. The same result gives the same
// bytes.
func (r *Result) HTML(w io.Writer) error {
	trade, marks := r.trade()
	tables := r.tables()
	data := struct {
		Introduction []string
		Rules        []RuleResult
		Trade        plot
		Marks        []mark
		Diagrams     []diagram
		First        []pageTable
		Others       []pageTable
		Notes        []string
	}{r.introduction(), r.Rules, trade, marks, r.diagrams(), tables[:min(1, len(tables))], tables[min(1, len(tables)):], r.Notes}
	return page.Execute(w, data)
}
