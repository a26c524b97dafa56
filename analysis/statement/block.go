package statement

import (
	"regexp"
	"slices"
	"strings"
)

// formatBlock is a run of lines that prints the input's layout.
type formatBlock struct {
	lines []line
	line  int
}

var announcesFormat = regexp.MustCompile(`(?i)\b(?:format|form|as follows|following|forms|formats)\b|形式|以下|如下|格式`)

// formatBlocks finds the format blocks of a section: preformatted ones, and lines of names behind a sentence, or a heading
// and nothing else, that announces them.
func formatBlocks(s section) []formatBlock {
	var blocks []formatBlock
	if bare, is := bareFormat(s); is {
		return []formatBlock{bare}
	}
	announced := false
	for i := 0; i < len(s.lines); {
		l := s.lines[i]
		switch {
		case l.fence > 0:
			from := i
			for i < len(s.lines) && s.lines[i].fence == l.fence {
				i++
			}
			if isFormat(s.lines[from:i], true) || len(blocks) > 0 && isMark(s.lines[from:i]) {
				blocks = append(blocks, formatBlock{s.lines[from:i], l.number})
			}
			announced = false
		case announced && isFormatLine(l.text, false):
			from := i
			for i < len(s.lines) && s.lines[i].fence == 0 && (isFormatLine(s.lines[i].text, false) ||
				isDotsLine(s.lines[i].text)) {
				i++
			}
			if isFormat(s.lines[from:i], false) {
				blocks = append(blocks, formatBlock{s.lines[from:i], l.number})
			}
			announced = isKind(l.text) // those of the other kinds may stand apart from it
		case announced && len(blocks) > 0 && isKind(blocks[len(blocks)-1].lines[0].text) && isMark(s.lines[i:i+1]):
			blocks = append(blocks, formatBlock{s.lines[i : i+1], l.number})
			i++
		case announced && len(blocks) > 0 && isMark(s.lines[i:i+1]) && kindAhead(s.lines[i+1:]):
			blocks = append(blocks, formatBlock{s.lines[i : i+1], l.number})
			i++
		default:
			announced = announced || announcesFormat.MatchString(l.text)
			i++
		}
	}
	return blocks
}

// isFormat says whether the lines look like a layout and not like a sample.
func isFormat(lines []line, fenced bool) bool {
	if len(lines) > maxBlock {
		return false
	}
	hasName := false
	for _, l := range lines {
		if strings.TrimSpace(l.text) == "" || isDotsLine(l.text) {
			continue
		}
		if !isFormatLine(l.text, fenced) {
			return false
		}
		for _, t := range tokenize(l.text) {
			hasName = hasName || t.kind == nameToken
		}
	}
	return hasName
}

// bareFormat takes the section of the input as one block if it is a layout that nobody has marked as that, and nothing else.
func bareFormat(s section) (b formatBlock, is bool) {
	lines := slices.DeleteFunc(slices.Clone(s.lines), func(l line) bool { return strings.TrimSpace(l.text) == "" })
	if s.kind != inputFormat || slices.ContainsFunc(lines, func(l line) bool { return l.fence > 0 }) || !isFormat(lines, false) {
		return b, false
	}
	return formatBlock{lines, lines[0].number}, true
}

// isMark says whether the lines are but a number or a word: a query that has nothing else.
func isMark(lines []line) bool {
	if len(lines) != 1 {
		return false
	}
	tokens := tokenize(lines[0].text)
	return len(tokens) == 1 && marksKind(tokens[0])
}

// kindAhead says whether the first line that is not empty is a kind of queries with values.
func kindAhead(lines []line) bool {
	i := slices.IndexFunc(lines, func(l line) bool { return strings.TrimSpace(l.text) != "" })
	return i >= 0 && isKind(lines[i].text) && isFormatLine(lines[i].text, false)
}

// isKind says whether a line begins with what marks a kind of queries.
func isKind(text string) bool {
	tokens := tokenize(text)
	return len(tokens) > 1 && marksKind(tokens[0])
}

// marksKind says whether t may be the constant with which a kind of queries begins: 1, add, +.
func marksKind(t token) bool {
	return t.kind == numberToken || t.kind == wordToken || t.is("+", "-", "?", "!")
}

var dotsLine = regexp.MustCompile(`^[\s$]*(?::|\.{2,}|:\s*:)[\s$]*$`)

func isDotsLine(text string) bool { return dotsLine.MatchString(text) }

// isFormatLine says whether a line holds names, numbers and dots only.
func isFormatLine(text string, fenced bool) bool {
	tokens := tokenize(text)
	if len(tokens) == 0 || len(tokens) > 60 {
		return false
	}
	for i, t := range tokens {
		switch {
		case t.kind == nameToken || t.kind == dotsToken:
		case t.kind == numberToken && i > 1 && tokens[i-1].is("-", "+"):
		case t.kind == numberToken && i < 2 && (fenced || len(tokens) > 1):
		case t.kind == signToken && t.is(",") && i > 0:
		case i == 0 && t.is("+", "-", "?", "!") && len(tokens) > 1 && tokens[1].kind == nameToken && tokens[1].spaced: // + x
		case t.kind == signToken && t.is("-", "+") && i > 0 && i+1 < len(tokens): // u_N-1
		case t.kind == wordToken && fenced && len(t.text) < 12:
		default:
			return false
		}
	}
	return true
}

// blockLines are the lines of a block as a schema prints them.
func blockLines(b formatBlock) []string {
	var out []string
	for _, l := range b.lines {
		switch {
		case isDotsLine(l.text):
			out = append(out, ":")
		case strings.TrimSpace(l.text) != "":
			out = append(out, blockLine(l.text))
		}
	}
	return labels(numberedCounts(fixDoubleIndices(out)))
}

var (
	countInIndex = regexp.MustCompile(`\{[^{}]*?\b([A-Za-z])_\{?\d`)
	otherIndex   = regexp.MustCompile(`\b([A-Za-z])_(?:\{[^{}]*[A-Za-z]|[A-Za-z])`)
	numberedName = regexp.MustCompile(`\b([A-Za-z])_(?:\{(\d+)\}|(\d+)\b)`)
)

// numberedCounts writes counts that have numbers as names of their own, H1 and W1: A_{1,1} ... A_{1,W_1} is W_1 long.
func numberedCounts(lines []string) []string {
	counts := map[string]bool{}
	for _, m := range countInIndex.FindAllStringSubmatch(strings.Join(lines, "\n"), -1) {
		counts[m[1]] = true
	}
	for _, m := range otherIndex.FindAllStringSubmatch(strings.Join(lines, "\n"), -1) {
		delete(counts, m[1]) // of a list: K_1 ... K_N
	}
	for i := range lines {
		lines[i] = numberedName.ReplaceAllStringFunc(lines[i], func(name string) string {
			if m := numberedName.FindStringSubmatch(name); counts[m[1]] {
				return m[1] + m[2] + m[3]
			}
			return name
		})
	}
	return lines
}

var (
	labelled = regexp.MustCompile(`\b([A-Za-z])_([a-z])\b`)
	oneIndex = regexp.MustCompile(`\b([A-Za-z])_(?:\d|\{)`)
)

// labels writes names whose index is none, but a label: C_h C_w stand in a line of their own, and no list is called C.
func labels(lines []string) []string {
	text := strings.Join(lines, "\n")
	lists := map[string]bool{}
	for _, m := range oneIndex.FindAllStringSubmatch(text, -1) {
		lists[m[1]] = true
	}
	for i, l := range lines {
		if strings.Contains(l, "...") || i > 0 && lines[i-1] == ":" || i+1 < len(lines) && lines[i+1] == ":" {
			continue
		}
		if first := tokenize(l); len(first) > 0 && first[0].kind != nameToken {
			continue // 1 x_i is a query
		}
		lines[i] = labelled.ReplaceAllStringFunc(l, func(m string) string {
			if name := m[:1]; !lists[name] {
				return name + m[2:]
			}
			return m
		})
	}
	return lines
}

// blockLine writes one line of a block. Dots stand without blanks where the elements do.
func blockLine(text string) string {
	tokens := tokenize(text)
	glued := false
	for i := 1; i < len(tokens); i++ {
		if tokens[i].kind == nameToken && tokens[i-1].kind == nameToken {
			glued = glued || !tokens[i].spaced && tokens[i-1].index != nil && tokens[i].index != nil
		}
	}
	if !glued && len(tokens) >= 3 && tokens[1].kind == dotsToken && !tokens[1].spaced && !strings.Contains(text, ",.") {
		glued = true // c_{1,1}...c_{1,W}
	}
	var sb strings.Builder
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.is(",") {
			continue
		}
		word := t.String()
		if t.kind == wordToken {
			word = text[t.begin:t.end]
		}
		if t.kind == dotsToken {
			word = "..."
		}
		// u_N-1 prints for u_{N-1}
		if t.kind == nameToken && len(t.index) > 0 && i+2 < len(tokens) && tokens[i+1].is("-", "+") &&
			!tokens[i+1].spaced &&
			tokens[i+2].kind == numberToken {
			index := append([]string(nil), t.index...)
			index[len(index)-1] += tokens[i+1].text + tokens[i+2].text
			word = t.text + indexText(index)
			i += 2
		}
		spaced := t.spaced || (i > 0 && tokens[i-1].is(","))
		if glued && (t.kind == dotsToken || i > 0 && tokens[i-1].kind == dotsToken) {
			spaced = false
		}
		if sb.Len() > 0 && (spaced || t.kind == dotsToken && !glued || i > 0 && tokens[i-1].kind == dotsToken &&
			!glued) {
			sb.WriteByte(' ')
		}
		sb.WriteString(word)
	}
	return sb.String()
}

var doubleIndex = regexp.MustCompile(`([A-Za-z])_(?:\{([A-Za-z0-9])([A-Za-z0-9](?:_[A-Za-z0-9])?)\}|` +
	`([A-Za-z0-9])([A-Za-z0-9])\b)`)

// fixDoubleIndices writes the commas that some grids leave out: A_{11} A_{12} … A_{1W}, :, A_{H1} … A_{HW}.
func fixDoubleIndices(lines []string) []string {
	first := -1
	for i, l := range lines {
		if m := doubleIndex.FindAllStringSubmatch(l, -1); len(m) > 1 && m[0][2]+m[0][4] == "1" &&
			m[0][3]+m[0][5] == "1" {
			first = i
			break
		}
	}
	if first < 0 || !strings.Contains(lines[first], "...") || first+1 >= len(lines) {
		return lines
	}
	out := append([]string(nil), lines...)
	for i := first; i < len(out); i++ {
		if out[i] == ":" && i+1 < len(out) {
			out[i+1] = doubleIndex.ReplaceAllString(out[i+1], "${1}_{${2}${4},${3}${5}}")
			break
		}
		out[i] = doubleIndex.ReplaceAllString(out[i], "${1}_{${2}${4},${3}${5}}")
	}
	return out
}

// placeholder finds X_1, :, X_Q in a block, where X stands for lines that another block describes. The lines
// between from and to are replaced.
func placeholder(lines []string) (from, to int, count string, ok bool) {
	for i, l := range lines {
		name, ok := soleName(l, "1")
		if !ok {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			if lines[j] == ":" {
				continue
			}
			tokens := tokenize(lines[j])
			if len(tokens) != 1 || tokens[0].kind != nameToken || tokens[0].text != name || len(tokens[0].index) != 1 {
				break
			}
			if lines[j-1] == ":" {
				return i, j + 1, tokens[0].index[0], true
			}
		}
	}
	return 0, 0, "", false
}

func soleName(text, index string) (string, bool) {
	tokens := tokenize(text)
	if len(tokens) != 1 || tokens[0].kind != nameToken || len(tokens[0].index) != 1 || tokens[0].index[0] != index {
		return "", false
	}
	return tokens[0].text, true
}

// joinBlocks puts the blocks that describe test cases and queries where the first block has a place for them.
func joinBlocks(blocks []formatBlock) []string {
	main := blockLines(blocks[0])
	rest := blocks[1:]
	from, to, count, ok := placeholder(main)
	if !ok || len(rest) == 0 {
		return main
	}
	out := append([]string(nil), main[:from]...)
	out = append(out, "repeat "+count+":")
	inner := blockLines(rest[0])
	_, _, _, nested := placeholder(inner)
	switch kinds := kindLines(rest); {
	case kinds != nil:
		out = append(out, "  one of:")
		for _, kind := range kinds {
			out = append(out, "    "+kind)
		}
	default:
		if nested {
			inner = joinBlocks(rest)
		}
		for _, l := range inner {
			out = append(out, "  "+l)
		}
	}
	return append(out, main[to:]...)
}

// kindLines are the lines of records of several kinds: each block, or each line of the only one, begins with a
// constant of its own.
func kindLines(blocks []formatBlock) []string {
	var kinds []string
	seen := map[string]bool{}
	for _, b := range blocks {
		for _, l := range blockLines(b) {
			first, _, _ := strings.Cut(l, " ")
			tokens := tokenize(l)
			if seen[first] || len(tokens) == 0 || !marksKind(tokens[0]) {
				return nil
			}
			seen[first] = true
			kinds = append(kinds, stripRow(l))
		}
	}
	if len(kinds) < 2 {
		return nil
	}
	return kinds
}

var (
	rowIndex    = regexp.MustCompile(`_(?:i|\{i\})(\W|$)`)
	letterIndex = regexp.MustCompile(`_(?:[a-z]|\{[a-z]\})(\W|$)`)
)

// stripRow takes the index of the record away: 1 x_i becomes 1 x, and 2 l_q r_q 2 l r. A constant word goes in quotes.
func stripRow(l string) string {
	index := letterIndex
	if strings.Contains(l, "...") { // a_k may be the last of a_1 ... a_k
		index = rowIndex
	}
	l = index.ReplaceAllString(l, "$1")
	first, rest, found := strings.Cut(l, " ")
	if t := tokenize(first); len(t) == 1 && t[0].kind != numberToken && marksKind(t[0]) {
		first = `"` + first + `"`
	}
	if found {
		return first + " " + rest
	}
	return first
}

// blockNames lists what the lines of a layout name; at is the line of the statement where the block begins.
func blockNames(lines []string, at int) names {
	var all names
	var repeats []int // their indents
	for _, l := range lines {
		indent := len(l) - len(strings.TrimLeft(l, " "))
		l = strings.TrimSpace(l)
		for len(repeats) > 0 && repeats[len(repeats)-1] >= indent {
			repeats = repeats[:len(repeats)-1]
		}
		if strings.HasPrefix(l, "repeat ") {
			repeats = append(repeats, indent)
			continue
		}
		if l == "one of:" || l == ":" {
			continue
		}
		all.rows++
		for _, t := range tokenize(l) {
			if t.kind == wordToken {
				t.text = l[t.begin:t.end]
			}
			if t.kind != nameToken && t.kind != wordToken || t.begin > 0 && l[t.begin-1] == '"' {
				continue
			}
			if known := all.find(t.text); known != nil {
				known.counts = t.index // the last element of a list says how many there are
				continue
			}
			n := named{name: t.text, line: at, row: all.rows, repeats: len(repeats), counts: t.index}
			if len(t.index) > 0 {
				n.low = t.index[len(t.index)-1]
			}
			if len(all.list) < maxNames {
				all.list = append(all.list, n)
			}
		}
	}
	return all
}
