package infer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// writer gives the values of a layout names and prints it.
type writer struct {
	names  []string
	taken  map[string]bool
	words  [][]string // of each value, at most maxWords
	lines  []string
	whole  []string
	roles  map[int]role // of the values that count
	beyond map[int]bool // lists with an element that is not from 1 up to its index
	open   map[*count]string
	opened []string // the names in open, as printed
}

// role is what a value counts.
type role int

const (
	countsValues role = iota + 1 // within a line
	countsLines
	countsGrid  // lines of a grid
	countsWidth // values in a line of a grid
	countsCases // records of several lines
	countsQueries
)

const maxWords = 1000 // that are looked at to name a value

// write prints a layout that reads the samples.
func write(f found, samples []*sample) draft {
	n := valuesOf(f.rows)
	w := &writer{
		names: make([]string, n), words: make([][]string, n),
		taken: map[string]bool{}, roles: map[int]role{}, beyond: map[int]bool{}, open: map[*count]string{},
	}
	s := &search{work: maxWork}
	for _, sample := range samples {
		w.gather(s, cursor{s: sample}, f.rows)
	}
	w.findRoles(f.rows, true)
	w.name(f.rows, "")
	w.print(f.rows, "")
	d := draft{lines: w.lines, whole: w.whole, open: w.opened}
	if always := constants(f.rows); len(always) > 0 {
		d.constant = len(samples) == 1
		d.notes = append(d.notes, fmt.Sprintf("Nothing in the input says how long a part of it is: it is always %d long here, "+
			"as in the samples.", always[0]))
	}
	if len(samples) == 1 && manyAlike(f.rows) {
		d.constant = true
		d.notes = append(d.notes, "One sample alone shows that there are so many lines.")
	}
	for _, name := range d.open {
		d.notes = append(d.notes, "Nothing in the input says how long it goes on: "+name+" is read off its end.")
	}
	return d
}

// constants are the counts that are always the same.
func constants(rows []*row) []int {
	var all []int
	for _, r := range rows {
		for _, c := range []*count{r.list, r.count} {
			if c != nil && c.of == constant {
				all = append(all, c.add)
			}
		}
		all = append(all, constants(r.body)...)
	}
	return all
}

// manyAlike says whether so many lines of as many values stand one below the other that they are rather a list.
func manyAlike(rows []*row) bool {
	alike := 0
	for i, r := range rows {
		if i > 0 && (r.kind != fieldsRow || r.list != nil || rows[i-1].list != nil || r.lead != rows[i-1].lead) {
			alike = 0
		}
		if alike++; r.kind == fieldsRow && (alike >= 3 && r.lead > 1 || alike >= 5) {
			return true
		}
	}
	return false
}

// gather collects the words of each value.
func (w *writer) gather(s *search, c cursor, rows []*row) (cursor, bool) {
	for _, r := range rows {
		if r.kind == repeatRow {
			n, ok := r.count.value(c.known)
			if r.count.of == open {
				_, n = s.toEnd(c, r)
			} else if !ok {
				return c, false
			}
			known := slices.Clip(c.known)
			for range n {
				c.known = known
				if c, ok = w.gather(s, c, r.body); !ok {
					return c, false
				}
			}
			c.known = append(known, slices.Repeat([]int{unknown}, valuesOf(r.body))...)
			continue
		}
		if c.atEnd() {
			return c, false
		}
		words, text := c.words(), c.s.lines[c.line].text
		next, ok := s.read(c, r)
		if !ok {
			return c, false
		}
		c = next
		switch r.kind {
		case fieldsRow:
			for i, word := range words {
				id := r.first + i
				if i >= r.lead && r.list != nil {
					id = r.first + r.lead + (i-r.lead)%r.width
					n, _ := number(word)
					w.beyond[id] = w.beyond[id] || n < 1 || n > i-r.lead+1
				}
				w.note(id, word)
			}
		case wholeRow:
			w.note(r.first, text)
		case kindsRow:
			kind := r.body[slices.Index(r.marks, words[0])]
			for i, word := range words[1:] {
				w.note(kind.first+i, word)
			}
		}
	}
	return c, true
}

func (w *writer) note(id int, word string) {
	if len(w.words[id]) < maxWords {
		w.words[id] = append(w.words[id], word)
	}
}

// isText says whether a value is no number: it has words that are none, or digits that no number would have.
func isText(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		digits := strings.TrimLeft(word, "-")
		return !isNumber(word) || strings.HasPrefix(word, "+") || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' ||
			digits != word && strings.Trim(digits, "0.") == ""
	})
}

func (w *writer) findRoles(rows []*row, top bool) {
	set := func(c *count, r role) {
		if c != nil && c.of >= 0 && w.roles[c.of] == 0 {
			w.roles[c.of] = r
		}
	}
	for _, r := range rows {
		set(r.list, countsValues)
		if r.kind != repeatRow {
			continue
		}
		body := r.body[0]
		switch {
		case body.kind == kindsRow:
			set(r.count, countsQueries)
		case len(r.body) > 1 || body.kind == repeatRow:
			if top {
				set(r.count, countsCases)
			}
			set(r.count, countsLines)
		case body.list != nil && body.lead == 0:
			set(r.count, countsGrid)
			set(body.list, countsWidth)
		case body.kind == fieldsRow && body.lead == 1 && isGrid(w.words[body.first]):
			set(r.count, countsGrid)
		default:
			set(r.count, countsLines)
		}
		w.findRoles(r.body, false)
	}
}

// isGrid says whether texts look like the lines of a grid: of few characters.
func isGrid(words []string) bool {
	seen := map[rune]bool{}
	for _, word := range words {
		if len(word) < 2 {
			return false
		}
		for _, r := range word {
			seen[r] = true
		}
	}
	return len(words) > 1 && isText(words) && len(seen) <= 6
}

// pick takes the first name that is free.
func (w *writer) pick(names string) string {
	for _, name := range strings.Fields(names) {
		if !w.taken[name] {
			w.taken[name] = true
			return name
		}
	}
	base := strings.Fields(names)[0]
	for i := 2; ; i++ {
		if name := base + strconv.Itoa(i); !w.taken[name] {
			w.taken[name] = true
			return name
		}
	}
}

const (
	countNames = "N M K L P R Q"
	textNames  = "S T U V W X Y Z"
)

func (w *writer) name(rows []*row, columns string) {
	for _, r := range rows {
		switch r.kind {
		case fieldsRow, wholeRow:
			w.nameFields(r, columns)
		case kindsRow:
			for _, kind := range r.body {
				names := "x y z a b c d"
				if kind.lead == 2 {
					names = "l r " + names
				}
				for i := range kind.lead {
					w.names[kind.first+i] = w.pick(names)
				}
			}
		case repeatRow:
			names := "a b c d e f g h"
			if len(r.body) > 1 || r.body[0].list != nil || r.body[0].kind == repeatRow {
				names = ""
			} else if body := r.body[0]; body.lead >= 2 && w.isEdge(body) {
				names = "u v w c d"
			} else if body.lead == 2 || body.lead == 3 {
				names = "x y z a b c d"
			}
			w.name(r.body, names)
		}
	}
}

// isEdge says whether the first two values of a line may number vertices: small, positive, and not equal.
func (w *writer) isEdge(r *row) bool {
	for i, word := range w.words[r.first] {
		u, _ := number(word)
		v := unknown
		if i < len(w.words[r.first+1]) {
			v, _ = number(w.words[r.first+1][i])
		}
		if u < 1 || v < 1 || u == v || max(u, v) > len(w.words[r.first])+3 {
			return false
		}
	}
	return true
}

// countBehind says whether a value behind the i-th of the row counts something: N M is more usual than X M.
func (w *writer) countBehind(r *row, i int) bool {
	for i++; i < r.lead; i++ {
		if w.roles[r.first+i] != 0 {
			return true
		}
	}
	return false
}

func (w *writer) nameFields(r *row, columns string) {
	grid := false
	for i := range r.lead {
		id := r.first + i
		var name string
		switch text := isText(w.words[id]); {
		case w.roles[id] == countsCases && id == 0:
			name = w.pick("T Q " + countNames)
		case w.roles[id] == countsQueries:
			name = w.pick("Q " + countNames)
		case w.roles[id] == countsGrid:
			grid = true
			name = w.pick("H N " + countNames)
		case w.roles[id] == countsWidth || grid && w.roles[id] == 0:
			grid = false
			name = w.pick("W M " + countNames)
		case w.roles[id] != 0 || !text && columns == "" && w.countBehind(r, i):
			name = w.pick(countNames)
		case text && columns != "":
			name = w.pick("s t " + textNames)
		case text:
			name = w.pick(textNames)
		case columns != "":
			name = w.pick(columns)
		case len(w.roles) == 0:
			name = w.pick("A B C D E F G H")
		default:
			name = w.pick("K X Y Z D L P R A B C E F")
		}
		w.names[id] = name
		if r.kind == wholeRow {
			w.whole = append(w.whole, name)
		}
	}
	if r.list == nil {
		return
	}
	names := "A B C D E F G"
	if r.width > 1 {
		names = "x y z a b c d"
	}
	for i := range r.width {
		id := r.first + r.lead + i
		if isText(w.words[id]) {
			w.names[id] = w.pick(textNames)
		} else {
			w.names[id] = w.pick(names)
		}
	}
}

func (w *writer) expression(c *count) string {
	switch {
	case c.of == constant:
		return strconv.Itoa(c.add)
	case c.of == open:
		if w.open[c] == "" {
			w.open[c] = w.pick("K L M P Q R N")
			w.opened = append(w.opened, w.open[c])
		}
		return w.open[c]
	case c.times > 1:
		return strconv.Itoa(c.times) + w.names[c.of]
	case c.add != 0:
		return fmt.Sprintf("%s%+d", w.names[c.of], c.add)
	}
	return w.names[c.of]
}

func (w *writer) print(rows []*row, indent string) {
	for _, r := range rows {
		switch r.kind {
		case blankRow:
			w.lines = append(w.lines, "")
		case constantRow:
			w.lines = append(w.lines, indent+quoted(r.words))
		case fieldsRow, wholeRow:
			w.lines = append(w.lines, indent+w.fields(r, ""))
		case kindsRow:
			w.lines = append(w.lines, indent+"one of:")
			for i, kind := range r.body {
				words := append([]string{quoted(r.marks[i : i+1])}, w.names[kind.first:kind.first+kind.lead]...)
				w.lines = append(w.lines, indent+"  "+strings.Join(words, " "))
			}
		case repeatRow:
			body := r.body[0]
			if len(r.body) == 1 && body.kind == fieldsRow && (body.list == nil || body.lead == 0) {
				last := w.expression(r.count)
				w.lines = append(w.lines, indent+w.fields(body, "1"), indent+":", indent+w.fields(body, last))
				continue
			}
			w.lines = append(w.lines, indent+"repeat "+w.expression(r.count)+":")
			w.print(r.body, indent+"  ")
		}
	}
}

// fields prints a row of values; line is their first index, or "".
func (w *writer) fields(r *row, line string) string {
	var items []string
	for i := range r.lead {
		name := w.names[r.first+i]
		if line != "" {
			name += "_" + braced(line)
		}
		items = append(items, name)
	}
	if r.list == nil {
		return strings.Join(items, " ")
	}
	at := func(index string) {
		for i := range r.width {
			name := w.names[r.first+r.lead+i]
			if line == "" {
				items = append(items, name+"_"+braced(index))
			} else {
				items = append(items, name+"_{"+line+","+index+"}")
			}
		}
	}
	if line == "" && w.isParents(r) {
		whole := *r.list
		whole.add = 0
		at("2")
		at("3")
		items = append(items, "...")
		at(w.expression(&whole))
		return strings.Join(items, " ")
	}
	at("1")
	if r.width == 1 {
		at("2")
	}
	items = append(items, "...")
	at(w.expression(r.list))
	return strings.Join(items, " ")
}

// isParents says whether a list of N-1 values may be p_2 .. p_N with 1 <= p_i < i.
func (w *writer) isParents(r *row) bool {
	id := r.first + r.lead
	return r.width == 1 && r.lead == 0 && r.list.of >= 0 && r.list.add == -1 && len(w.words[id]) > 0 && !w.beyond[id]
}

func braced(index string) string {
	if len(index) == 1 {
		return index
	}
	return "{" + index + "}"
}

// quoted prints words that stand in the input as they are.
func quoted(words []string) string {
	var items []string
	for _, word := range words {
		if !isNumber(word) {
			word = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
		}
		items = append(items, word)
	}
	return strings.Join(items, " ")
}
