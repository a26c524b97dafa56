package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Some statements print the rows of a grid as texts S_1 ... S_H and speak of a single character all the same: S_R[C] = '.'.
// The layout then prints the grid by its characters, of which a schema can speak.

const rowOf = `_(?:\{([A-Za-z]\w*)\}|([A-Za-z]))`

var (
	oneCharacter = "(?: ?(=|!=) ?| (is not|is|must be|will be)(?: always)?(?: equal to)?(?: an?)? )[\"'`]?(\\S)[\"'`]?[.,;]?(?:\\s|$)"
	cellForms    = []*regexp.Regexp{
		regexp.MustCompile(`([A-Za-z])` + rowOf + `\[([A-Za-z]\w*)\]` + oneCharacter),
		regexp.MustCompile(`([A-Za-z])_\{([A-Za-z]\w*)()[, ] ?([A-Za-z]\w*)\}` + oneCharacter),
	}
	cellInWords = regexp.MustCompile(`(?i)\b([A-Za-z]\w*)(?: ?-|\^)? ?th (?:character|letter) (?:of|in) (?:the string )?([A-Za-z])` + rowOf +
		oneCharacter)
)

// cell is what a sentence says of one character of a row.
type cell struct {
	name, row, column string
	op, char          string
	said              sentence
}

// cell reads what is said of one character of the rows of a grid; ok is false where nothing is.
func (f *finder) cell() (ok bool) {
	text := strings.ReplaceAll(f.s.text, "$", "")
	var found []cell
	for _, re := range cellForms {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			found = append(found, cell{name: m[1], row: m[2] + m[3], column: m[4], op: m[5] + m[6], char: m[7]})
		}
	}
	for _, m := range cellInWords.FindAllStringSubmatch(text, -1) {
		found = append(found, cell{name: m[2], row: m[3] + m[4], column: m[1], op: m[5] + m[6], char: m[7]})
	}
	for _, c := range found {
		n, row, column := f.names.find(c.name), f.names.find(c.row), f.names.find(c.column)
		if n == nil || row == nil || column == nil || len(n.counts) != 1 || len(row.counts)+len(column.counts) > 0 {
			continue
		}
		c.said, ok = f.s, true
		f.cells = append(f.cells, c)
	}
	f.handled = f.handled || ok
	return ok
}

// grids prints the rows of which single characters are spoken of by their characters. What it cannot it notes.
func (r *reader) grids(found []Constraint) []Constraint {
	for _, c := range r.cells {
		found = r.grid(c.name, found)
		if n := r.names.find(c.name); n == nil || len(n.counts) != 2 {
			r.restriction(c.said.line, "this is not understood: "+short(c.said.plainText()), c.said.plainText())
			continue
		}
		op := "="
		if c.op == "!=" || c.op == "is not" {
			op = "!="
		}
		found = append(found, c.said.says("%s_{%s,%s} %s %s", c.name, c.row, c.column, op, quoteValue(c.char)))
	}
	slices.SortStableFunc(found, func(x, y Constraint) int { return x.Line - y.Line })
	return found
}

// grid prints the rows called name by their characters, where it is said how many these are and which there may be.
func (r *reader) grid(name string, found []Constraint) []Constraint {
	kinds, width := -1, -1
	for i, c := range found {
		switch of, rest, _ := strings.Cut(c.Text, " "); {
		case (of == name || strings.HasPrefix(of, name+"_")) && strings.HasPrefix(rest, "matches [") && strings.HasSuffix(rest, "]+"):
			kinds = i
		case (of == "|"+name+"|" || strings.HasPrefix(of, "|"+name+"_")) && strings.HasPrefix(rest, "= "):
			width = i
		}
	}
	if kinds < 0 || width < 0 {
		return found
	}
	_, class, _ := strings.Cut(found[kinds].Text, " matches [")
	_, columns, _ := strings.Cut(found[width].Text, " = ")
	if r.names.find(columns) == nil || !r.printCells(name, columns) {
		return found
	}
	found[kinds].Text = fmt.Sprintf("%s_{i,j} in {%s}", name, strings.Join(expand(strings.TrimSuffix(class, "]+")), ", "))
	return slices.Delete(found, width, width+1)
}

// printCells replaces the rows of the first layout that are texts called name by lines of characters.
func (r *reader) printCells(name, columns string) bool {
	layout := &r.statement.Layouts[0]
	lines := strings.Split(layout.Text, "\n")
	from, to, rows, ok := placeholder(lines)
	if !ok {
		return false
	}
	if first := tokenize(lines[from]); first[0].text != name {
		return false
	}
	indent := lines[from][:len(lines[from])-len(strings.TrimLeft(lines[from], " "))]
	row := func(i string) string {
		return fmt.Sprintf("%[1]s%[2]s_{%[3]s,1}%[2]s_{%[3]s,2}...%[2]s_{%[3]s,%[4]s}", indent, name, i, columns)
	}
	lines = slices.Replace(lines, from, to, row("1"), indent+":", row(rows))
	layout.Text = strings.Join(lines, "\n")
	r.names.find(name).counts = []string{rows, columns}
	return true
}
