package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// layouts reads the format blocks and the sentences of the input section, and keeps what they give, the surest first.
func (r *reader) layouts() {
	var blocks []formatBlock
	var said []sentence
	skip := map[int]bool{}
	collect := func(kind sectionKind) {
		for _, s := range r.sections {
			if s.kind != kind {
				continue
			}
			more := formatBlocks(s)
			for _, b := range more {
				for _, l := range b.lines {
					skip[l.number] = true
				}
			}
			blocks = append(blocks, more...)
			said = append(said, sentences(s.lines, skip)...)
		}
	}
	collect(inputFormat)
	if len(blocks) == 0 && len(said) == 0 {
		collect(story)
		collect(constraintList)
	}
	if len(blocks) > 0 {
		lines := r.endlessBlock(joinBlocks(blocks), said)
		r.names = blockNames(lines, blocks[0].line)
		r.statement.Layouts = append(r.statement.Layouts,
			Layout{Text: strings.Join(lines, "\n") + "\n", Line: blocks[0].line, Sure: 1})
	}
	p := layoutOf(said)
	if len(p.nodes) == 0 || p.sure() == 0 {
		if len(blocks) == 0 {
			r.noCount(p)
		}
		return
	}
	if len(blocks) > 0 && !describesLines(said) {
		return
	}
	layout := Layout{Text: render(p.nodes), Line: p.first, Prose: true, Sure: 0.9 * p.sure()}
	r.statement.Layouts = append(r.statement.Layouts, layout)
	if len(blocks) > 0 {
		return
	}
	r.names.collect(p.nodes, 0)
	r.renamed, r.invented, r.nouns = p.renamed, p.invented, p.nouns
	for _, n := range r.names.list {
		if n.text {
			r.statement.Texts = append(r.statement.Texts, n.name)
		}
		if n.real {
			r.statement.Reals = append(r.statement.Reals, n.name)
		}
	}
	for _, c := range p.said {
		of, length, _ := strings.Cut(c.Text, " = ")
		if t := tokenize("$" + length + "$"); len(t) == 1 && t[0].kind == nameToken && !r.names.has(length) {
			r.stands(length, of)
			continue
		}
		r.constraint(c)
	}
	for _, c := range p.unprinted() {
		r.constraint(c)
	}
	if p.tests == "" && p.count == "" {
		r.noCount(p)
	}
	for _, s := range p.missed {
		r.note(s.line, fmt.Sprintf("this is not understood: %s", short(s.plainText())))
	}
}

// noCount notes that there are several cases, and no number of them.
func (r *reader) noCount(p *prose) {
	for _, s := range p.endless {
		r.note(s.line, fmt.Sprintf("nothing says how many test cases there are: write them below \"repeat K:\" and, below ---, "+
			"\"K is not printed\": %s", short(s.plainText())))
	}
}

var firstLine = regexp.MustCompile(`(?i)\bfirst line\b`)

// describesLines says whether sentences describe single lines; behind a format block most do not.
func describesLines(all []sentence) bool {
	return slices.ContainsFunc(all, func(s sentence) bool { return firstLine.MatchString(s.text) })
}

// names is what a layout names, in its order.
type names struct {
	list []named
	rows int
}

// named is one name of a layout.
type named struct {
	name    string
	line    int      // of the statement
	row     int      // of the layout: names of one row have the same
	text    bool     // the statement calls it a string, a word or a character
	real    bool     // the statement calls it a real number
	repeats int      // repetitions around it ("repeat", not lists)
	low     string   // first index of its innermost list, "" outside of lists
	counts  []string // how many elements each list around it has, the outermost first
}

func (n *names) find(name string) *named {
	for i := range n.list {
		if n.list[i].name == name {
			return &n.list[i]
		}
	}
	return nil
}

func (n *names) has(name string) bool { return n.find(name) != nil }

// lastRow is the last row of the layout that a line of the statement describes.
func (n *names) lastRow(line int) int {
	row := 0
	for _, known := range n.list {
		if known.line == line {
			row = known.row
		}
	}
	return row
}

// node is a part of a layout: a row, a repetition, or records of several kinds.
type node struct {
	items []item // row
	count string // how many rows or repetitions there are; "" for one row
	body  []node // repetition
	kinds [][]item
}

// item is what a row prints: a name, a list, or a constant.
type item struct {
	name    string
	literal string // instead of name
	text    bool
	real    bool
	list    *list
	line    int
}

// list is a_low … a_high, on one line.
type list struct {
	names []string // that take turns; item.name is the first
	low   string
	high  string
}

// render writes nodes as the lines of a schema's layout.
func render(nodes []node) string {
	var sb strings.Builder
	renderTo(&sb, nodes, "")
	return sb.String()
}

func renderTo(sb *strings.Builder, nodes []node, indent string) {
	for _, n := range nodes {
		switch {
		case n.kinds != nil:
			fmt.Fprintf(sb, "%srepeat %s:\n%s  one of:\n", indent, n.count, indent)
			for _, kind := range n.kinds {
				fmt.Fprintf(sb, "%s    %s\n", indent, renderRow(kind, ""))
			}
		case n.body != nil:
			fmt.Fprintf(sb, "%srepeat %s:\n", indent, n.count)
			renderTo(sb, n.body, indent+"  ")
		case n.count == "" && len(n.items) == 0:
			sb.WriteByte('\n')
		case n.count == "":
			fmt.Fprintf(sb, "%s%s\n", indent, renderRow(n.items, ""))
		case n.count == "2":
			fmt.Fprintf(sb, "%s%s\n%s%s\n", indent, renderRow(n.items, "1"), indent, renderRow(n.items, "2"))
		default:
			fmt.Fprintf(sb, "%s%s\n%s:\n%s%s\n", indent, renderRow(n.items,
				"1"), indent, indent, renderRow(n.items, n.count))
		}
	}
}

// renderRow writes one row; row is its index where it is one of several.
func renderRow(items []item, row string) string {
	own := map[string]bool{}
	for _, it := range items {
		own[it.name] = true
	}
	at := func(name string, index ...string) string {
		if row != "" {
			index = append([]string{row}, index...)
		}
		if len(index) == 0 {
			return name
		}
		return name + indexText(index)
	}
	var words []string
	for _, it := range items {
		switch {
		case it.literal != "":
			words = append(words, it.literal)
		case it.list == nil:
			words = append(words, at(it.name))
		default:
			high := it.list.high
			if base, ok := strings.CutSuffix(high, "_i"); ok && own[base] {
				high = base
			}
			if own[high] && row != "" { // its length stands in the same row
				high += indexText([]string{row})
			}
			second := nextIndex(it.list.low)
			for _, index := range []string{it.list.low, second, "...", high} {
				if len(it.list.names) > 1 && index == second {
					index = ""
				}
				for _, name := range it.list.names {
					switch index {
					case "":
					case "...":
						words = append(words, "...")
					default:
						words = append(words, at(name, index))
						continue
					}
					break
				}
			}
		}
	}
	return strings.Join(words, " ")
}

// nextIndex is the index behind low.
func nextIndex(low string) string {
	n, err := strconv.Atoi(low)
	if err != nil {
		return low + "+1"
	}
	return strconv.Itoa(n + 1)
}

// collect lists what nodes name.
func (n *names) collect(nodes []node, repeats int) {
	for _, part := range nodes {
		var counts []string
		rows := [][]item{part.items}
		inside := repeats
		if part.kinds != nil {
			rows, inside = part.kinds, repeats+1
		} else if part.body == nil && part.count != "" {
			counts = append(counts, part.count)
		}
		for _, row := range rows {
			n.rows++
			for _, it := range row {
				n.item(it, inside, counts)
			}
		}
		if part.body != nil {
			n.collect(part.body, repeats+1)
		}
	}
}

func (n *names) item(it item, repeats int, counts []string) {
	if len(n.list) >= maxNames {
		return
	}
	low := ""
	if len(counts) > 0 {
		low = "1"
	}
	if it.list != nil {
		counts, low = append(append([]string(nil), counts...), it.list.high), it.list.low
	}
	for _, name := range it.names() {
		if !n.has(name) {
			n.list = append(n.list, named{
				name: name, line: it.line, row: n.rows, text: it.text, real: it.real,
				repeats: repeats, low: low, counts: counts,
			})
		}
	}
}
