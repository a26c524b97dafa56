package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// line is one line of the layout, cut into items.
type line struct {
	number int
	runes  []rune
	indent int // in columns, a tab reaches the next multiple of 8
	begin  int // index of the first rune that is not blank
	kind   lineKind
	items  []item
	count  *term // repeatLine
}

type lineKind int

const (
	blankLine lineKind = iota
	itemLine
	dotsLine
	repeatLine
	oneOfLine
	brokenLine // reported already
)

func (l *line) place(at int) Pos { return Pos{l.number, at + 1} }

// item is a name with its indices, a literal, or dots.
type item struct {
	kind  itemKind
	text  string // literal
	ref   *term  // name
	glued bool   // no blank stands before it
	begin int
	end   int
}

type itemKind int

const (
	nameItem itemKind = iota
	literalItem
	dotsItem
)

// piece is a part of the layout in which lists are recognised and names are not yet variables.
type piece struct {
	kind      pieceKind
	text      string // literal
	name      string // field
	pos       Pos
	length    int
	body      []*piece // list; of oneOf the alternatives, each a list without a count
	count     *term    // list
	first     int64    // list: the index of its first element
	separator string   // list
	explicit  bool     // list: written with the word repeat
}

type pieceKind int

const (
	literalPiece pieceKind = iota
	fieldPiece
	listPiece
	oneOfPiece
)

func literal(text string) *piece { return &piece{kind: literalPiece, text: text} }

func piecesKey(pieces []*piece) string {
	var sb strings.Builder
	for _, p := range pieces {
		switch p.kind {
		case literalPiece:
			sb.WriteString(strconv.Quote(p.text))
		case fieldPiece:
			sb.WriteString(p.name)
		case listPiece:
			fmt.Fprintf(&sb, "[%s; %s; %q]", p.count.key(), piecesKey(p.body), p.separator)
		case oneOfPiece: // never within a line
		}
		sb.WriteByte(' ')
	}
	return sb.String()
}

func newMistake(pos Pos, length int, code, message string) *Mistake {
	return &Mistake{Pos: pos, Length: max(1, length), Code: code, Message: message}
}

// layout reads the lines before "---"; the first of them has the number 1.
func (b *builder) layout(texts []string) []*piece {
	lines := make([]*line, len(texts))
	for i, text := range texts {
		lines[i] = b.scanLine(i+1, text)
	}
	isBlank := func(l *line) bool { return l.kind == blankLine }
	for len(lines) > 0 && isBlank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && isBlank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		b.mistake(Pos{1, 1}, 1, "schema-empty",
			`nothing stands before "---"; print the input there as the statement does, for example N`)
		return nil
	}
	pieces, _ := b.block(lines, lines[0].indent, 0)
	return pieces
}

func (b *builder) scanLine(number int, text string) *line {
	l := &line{number: number, runes: []rune(strings.TrimRightFunc(text, unicode.IsSpace))}
	for l.begin < len(l.runes) && (l.runes[l.begin] == ' ' || l.runes[l.begin] == '\t') {
		l.indent++
		if l.runes[l.begin] == '\t' {
			l.indent = (l.indent + 7) / 8 * 8
		}
		l.begin++
	}
	if l.begin == len(l.runes) {
		return l
	}
	l.kind = itemLine
	if l.isDots() {
		l.kind = dotsLine
		return l
	}
	if len(l.runes) > maxLine {
		b.lineMistake(l, newMistake(l.place(0), 1, "schema-too-large",
			fmt.Sprintf("this line has more than %d characters; print lists with dots", maxLine)))
		return l
	}
	words := strings.Fields(string(l.runes))
	switch {
	case words[0] == "repeat" && (len(words) > 1 || l.runes[len(l.runes)-1] == ':') || words[0] == "repeat:":
		b.scanRepeat(l)
	case len(words) == 2 && words[0] == "one" && words[1] == "of:":
		l.kind = oneOfLine
	default:
		b.scanItems(l)
	}
	return l
}

func (b *builder) lineMistake(l *line, m *Mistake) {
	l.kind = brokenLine
	b.add(*m)
}

// isDots says whether the line holds nothing but marks of continuation.
func (l *line) isDots() bool {
	text := strings.NewReplacer(`\vdots`, ":", "$", "", "...", ":", "..", ":", "…", ":", "⋮", ":", "︙", ":", "‥", ":").
		Replace(string(l.runes[l.begin:]))
	return strings.Contains(text, ":") && strings.Trim(text, ": \t") == ""
}

func (b *builder) scanRepeat(l *line) {
	begin := l.begin + len("repeat")
	end := len(l.runes)
	if l.runes[end-1] != ':' {
		b.lineMistake(l, newMistake(l.place(end-1), 1, "schema-syntax",
			`a line with repeat ends in ":", as in repeat T:`))
		l.kind, l.count = repeatLine, nil
		return
	}
	end--
	if text := strings.TrimRight(string(l.runes[:end]), " \t"); strings.HasSuffix(text, " times") {
		end = len([]rune(text)) - len(" times")
	}
	p := &parser{runes: l.runes[:end], at: begin, pos: l.place(0)}
	p.next()
	if p.tok.kind == tokenEnd {
		p.failToken("how often is expected behind repeat, as in repeat T:")
	}
	count := p.sum()
	if p.tok.kind != tokenEnd {
		p.failToken(`":" is expected behind the number of repetitions`)
	}
	l.kind = repeatLine // even with a mistake, so that its body is read
	if p.mistake != nil {
		b.add(*p.mistake)
		return
	}
	l.count = count
}

func (b *builder) scanItems(l *line) {
	p := &parser{runes: l.runes, at: l.begin, pos: l.place(0)}
	for p.mistake == nil {
		blank := p.skipBlanks()
		if p.at >= len(p.runes) {
			break
		}
		it := item{begin: p.at, glued: !blank && len(l.items) > 0}
		l.scanItem(p, &it)
		it.end = p.at
		l.items = append(l.items, it)
	}
	if p.mistake != nil {
		b.lineMistake(l, p.mistake)
	}
}

func (l *line) scanItem(p *parser, it *item) {
	r := p.runes[p.at]
	negative := !it.glued && r == '-' && p.at+1 < len(p.runes) && isDigit(p.runes[p.at+1])
	switch {
	case isDigit(r) || negative:
		it.kind = literalItem
		p.at++
		for p.at < len(p.runes) && (isDigit(p.runes[p.at]) ||
			(p.runes[p.at] == '.' && p.at+1 < len(p.runes) && isDigit(p.runes[p.at+1]))) {
			p.at++
		}
		it.text = string(p.runes[it.begin:p.at])
	case r == '"':
		it.kind = literalItem
		it.text = p.quoted()
	case isNameStart(r):
		for p.at < len(p.runes) && isNameRune(p.runes[p.at]) {
			p.at++
		}
		it.ref = p.newTerm("name", it.begin, p.at)
		it.ref.name = string(p.runes[it.begin:p.at])
		p.indices(it.ref, it.begin)
		l.bareOffset(p, it.ref)
		it.ref.length = p.at - it.begin
	case r == '#':
		p.fail(p.at, p.at+1, "schema-syntax", `comments stand below "---" only; to print a "#", write "#" in quotes`)
	default:
		for _, s := range symbols {
			if s.to == "..." && p.hasPrefix(p.at, s.from) {
				it.kind = dotsItem
				p.at += len([]rune(s.from))
				return
			}
		}
		p.fail(p.at, p.at+1, "schema-syntax", fmt.Sprintf(
			"%q stands for nothing in the layout; to print it as it is, write it in quotes", string(r)))
	}
}

// bareOffset reads u_N-1, which statements print for u_{N-1}.
func (l *line) bareOffset(p *parser, ref *term) {
	if ref.whole == "" || len(ref.index) == 0 || ref.index[len(ref.index)-1].op != "name" || p.at+1 >= len(p.runes) ||
		!isDigit(p.runes[p.at+1]) || p.mistake != nil {
		return
	}
	op := string(p.runes[p.at])
	if op == "−" {
		op = "-"
	}
	if op != "-" && op != "+" {
		return
	}
	begin := p.at + 1
	p.at = begin
	var sb strings.Builder
	p.digits(&sb)
	if sb.Len() > maxDigits {
		p.fail(begin, p.at, "schema-number", fmt.Sprintf("this index has more than %d digits", maxDigits))
		return
	}
	offset := p.newTerm("number", begin, p.at)
	offset.value.SetString(sb.String())
	last := &ref.index[len(ref.index)-1]
	*last = p.binary(op, *last, offset)
	ref.whole = ""
}

// quoted reads "…" at p.at, where \" and \\ stand for " and \.
func (p *parser) quoted() string {
	begin := p.at
	var sb strings.Builder
	for p.at++; p.at < len(p.runes); p.at++ {
		r := p.runes[p.at]
		if r == '"' {
			p.at++
			return sb.String()
		}
		if r == '\\' && p.at+1 < len(p.runes) && (p.runes[p.at+1] == '"' || p.runes[p.at+1] == '\\') {
			p.at++
			r = p.runes[p.at]
		}
		sb.WriteRune(r)
	}
	p.fail(begin, len(p.runes), "schema-syntax", `a closing quote (") is missing`)
	return ""
}

// block reads the lines of one indentation and says how many it used.
func (b *builder) block(lines []*line, indent, depth int) (pieces []*piece, used int) {
	i := 0
	for i < len(lines) {
		l := lines[i]
		switch {
		case l.kind == blankLine:
			next := i
			for next < len(lines) && lines[next].kind == blankLine {
				next++
			}
			if next == len(lines) || lines[next].indent < indent {
				return pieces, i // it belongs to what follows
			}
			pieces = append(pieces, literal("\n"))
			i++
		case l.indent < indent && depth > 0:
			return pieces, i
		case l.indent != indent:
			b.mistake(l.place(0), l.begin, "schema-indent",
				"this line is indented unlike the one above; only the lines below repeat and one of are indented, all alike")
			i = skipIndented(lines, i+1, indent+1)
		case l.kind == repeatLine:
			i++
			body, n := b.repeatBody(l, lines[i:], indent, depth)
			i += n
			if l.count != nil && len(body) > 0 {
				pieces = append(pieces, &piece{
					kind: listPiece, body: body, count: l.count, first: 1, explicit: true,
					pos: l.place(l.begin), length: len(l.runes) - l.begin,
				})
			}
		case l.kind == oneOfLine:
			i++
			p, n := b.alternatives(l, lines[i:], indent)
			i += n
			if p != nil {
				pieces = append(pieces, p)
			}
		case l.kind == brokenLine:
			i = skipIndented(lines, i+1, indent+1)
			i = skipContinuation(lines, i)
		case l.kind == dotsLine:
			b.mistake(l.place(l.begin), len(l.runes)-l.begin, "schema-list",
				"nothing above can be continued here; the line above must have the index 1, as in u_1 v_1")
			i = skipContinuation(lines, i)
		default:
			more, n, m := readRows(lines[i:])
			if m != nil {
				b.add(*m)
			}
			pieces = append(pieces, more...)
			i += n
		}
	}
	return pieces, i
}

// alternatives reads what is indented below "one of:", an alternative a line, and says how many lines it used.
func (b *builder) alternatives(header *line, lines []*line, indent int) (*piece, int) {
	p := &piece{kind: oneOfPiece, pos: header.place(header.begin), length: len(header.runes) - header.begin}
	used, own := 0, 0
	good := true
	for used < len(lines) && (lines[used].kind == blankLine || lines[used].indent > indent) {
		l := lines[used]
		used++
		if l.kind != blankLine {
			if own == 0 {
				own = l.indent
			}
			if l.indent != own {
				b.mistake(l.place(0), l.begin, "schema-indent", "this alternative is indented unlike the first one; each is one line")
				good = false
				continue
			}
		}
		switch l.kind {
		case itemLine:
			body, m := readLine(l.items, l)
			if m != nil {
				b.add(*m)
				good = false
				continue
			}
			p.body = append(p.body, &piece{
				kind: listPiece, body: append(body, literal("\n")), first: 1, explicit: true,
				pos: l.place(l.begin), length: len(l.runes) - l.begin,
			})
		case blankLine:
		case brokenLine:
			good = false
		default:
			b.mistake(l.place(l.begin), len(l.runes)-l.begin, "schema-syntax",
				"below one of: every line is an alternative, such as 1 x; lists of lines cannot stand here")
			good = false
		}
	}
	if good && len(p.body) < 2 {
		b.mistake(p.pos, p.length, "schema-indent",
			"two alternatives at least are expected below this line, indented, one a line")
		good = false
	}
	if !good {
		return nil, used
	}
	return p, used
}

func skipIndented(lines []*line, i, indent int) int {
	for i < len(lines) && (lines[i].indent >= indent || lines[i].kind == blankLine) {
		i++
	}
	return i
}

// skipContinuation goes past dots and the last line of a list whose beginning was not understood.
func skipContinuation(lines []*line, i int) int {
	if i < len(lines) && lines[i].kind == dotsLine {
		i++
		if i < len(lines) && (lines[i].kind == itemLine || lines[i].kind == brokenLine) {
			i++
		}
	}
	return i
}

func (b *builder) repeatBody(header *line, lines []*line, indent, depth int) ([]*piece, int) {
	first := slices.IndexFunc(lines, func(l *line) bool { return l.kind != blankLine })
	if first < 0 || lines[first].indent <= indent {
		b.mistake(header.place(header.begin), len(header.runes)-header.begin, "schema-indent",
			"nothing is indented below this line; indent the lines that are repeated")
		return nil, 0
	}
	if depth+1 > maxRepeats {
		b.mistake(header.place(header.begin), len(header.runes)-header.begin, "schema-nesting",
			fmt.Sprintf("repeat is nested deeper than %d", maxRepeats))
		return nil, skipIndented(lines, 0, indent+1)
	}
	// The last line of a list has an index of its own: there only an index goes that its first line has too.
	counter, continues := "", false
	for _, l := range lines {
		if l.kind != blankLine && l.indent <= indent {
			break
		}
		if l.kind == itemLine {
			if own := l.counter(); !continues || own == counter {
				counter = own
				l.items = strip(l.items, counter)
			}
		}
		continues = l.kind == dotsLine
	}
	return b.block(lines, lines[first].indent, depth+1)
}

// counter is the index of the repetition, if the names below repeat have one:
// A_{i,1} ... A_{i,N_i} is A_1 ... A_N there.
func (l *line) counter() string {
	counter := ""
	for _, it := range l.items {
		if it.kind != nameItem || len(it.ref.index) == 0 {
			continue
		}
		first := it.ref.index[0]
		if first.op != "name" || len(first.index) > 0 || len([]rune(first.name)) != 1 ||
			(counter != "" && first.name != counter) {
			return ""
		}
		counter = first.name
	}
	return counter
}

// strip takes the first index away from every name whose first index is key, in the indices too.
func strip(items []item, key string) []item {
	if key == "" {
		return items
	}
	out := slices.Clone(items)
	for i, it := range out {
		if it.kind == nameItem {
			out[i].ref = stripTerm(it.ref, key)
		}
	}
	return out
}

func stripTerm(t *term, key string) *term {
	c := *t
	c.args, c.index = nil, nil
	for _, a := range t.args {
		c.args = append(c.args, stripTerm(a, key))
	}
	rest := t.index
	if len(rest) > 0 && rest[0].key() == key {
		rest = rest[1:]
		c.whole = c.name
	}
	for _, i := range rest {
		c.index = append(c.index, stripTerm(i, key))
	}
	return &c
}

// rowIndex is the first index that all names of the line share, nil if there is none.
func (l *line) rowIndex() *term {
	var row *term
	if l.kind != itemLine {
		return nil
	}
	for _, it := range l.items {
		if it.kind != nameItem {
			continue
		}
		if len(it.ref.index) == 0 || (row != nil && row.key() != it.ref.index[0].key()) {
			return nil
		}
		row = it.ref.index[0]
	}
	return row
}

func isNumber(t *term, n int64) bool {
	return t != nil && t.op == "number" && t.value.IsInt() && t.value.Num().IsInt64() && t.value.Num().Int64() == n
}

// listLow is the index, 0, 1 or 2, with which a list begins.
func listLow(t *term) (int64, bool) {
	for low := range int64(3) {
		if isNumber(t, low) {
			return low, true
		}
	}
	return 0, false
}

// countTo is the length of a list with the indices low..last.
func countTo(low int64, last *term) *term {
	if low == 1 {
		return last
	}
	one := &term{op: "number", value: new(big.Rat).SetInt64(1), pos: last.pos, length: last.length}
	op, opposite := "+", "-"
	if low == 2 {
		op, opposite = opposite, op
	}
	if last.op == opposite && isNumber(last.args[1], 1) {
		return last.args[0]
	}
	return &term{op: op, args: []*term{last, one}, pos: last.pos, length: last.length}
}

// readRows reads one line, or a list whose rows are lines, and says how many lines it used.
func readRows(lines []*line) ([]*piece, int, *Mistake) {
	first := lines[0]
	row := first.rowIndex()
	low, isList := listLow(row)
	continued := len(lines) > 1 && lines[1].kind == dotsLine
	if !isList {
		used := 1
		if continued {
			used = skipContinuation(lines, 1)
			dots := lines[1]
			return nil, used, newMistake(dots.place(dots.begin), len(dots.runes)-dots.begin, "schema-list",
				"this continues a line whose names do not all begin with the index 1; write a list of lines as u_1 "+
					"v_1, then :, then u_N v_N")
		}
		pieces, m := readLine(first.items, first)
		return append(pieces, literal("\n")), used, m
	}
	body, m := readLine(strip(first.items, row.key()), first)
	if m != nil {
		if !continued {
			if pieces, m2 := readLine(first.items, first); m2 == nil {
				return append(pieces, literal("\n")), 1, nil
			}
		}
		return nil, skipContinuation(lines, 1), m
	}
	shape := piecesKey(body)
	n := 1
	for n < len(lines) && isNumber(lines[n].rowIndex(), low+int64(n)) {
		more, m := readLine(strip(lines[n].items, lines[n].rowIndex().key()), lines[n])
		if m != nil || piecesKey(more) != shape {
			break
		}
		n++
	}
	list := &piece{
		kind: listPiece, body: append(body, literal("\n")), first: low,
		pos: first.place(first.begin), length: len(first.runes) - first.begin,
	}
	if n < len(lines) && lines[n].kind == dotsLine {
		dots := lines[n]
		if n+1 == len(lines) || lines[n+1].kind != itemLine {
			return nil, n + 1, newMistake(dots.place(dots.begin), len(dots.runes)-dots.begin, "schema-list",
				"the last line of the list is missing; write it below, as in u_N v_N")
		}
		last := lines[n+1]
		end := last.rowIndex()
		if end != nil {
			more, m := readLine(strip(last.items, end.key()), last)
			if m != nil || piecesKey(more) != shape {
				end = nil
			}
		}
		if end == nil {
			return nil, n + 2, newMistake(last.place(last.begin), len(last.runes)-last.begin, "schema-index", fmt.Sprintf(
				"the last line of this list must look like line %d with another first index, the same for all "+
					"names", first.number))
		}
		list.count = countTo(low, end)
		return []*piece{list}, n + 2, nil
	}
	if n == 1 { // A_1 A_2 is a list within the line, not a list of one line
		pieces, m := readLine(first.items, first)
		return append(pieces, literal("\n")), 1, m
	}
	list.count = &term{op: "number", value: new(big.Rat).SetInt64(int64(n)), pos: list.pos, length: list.length}
	return []*piece{list}, n, nil
}

// readLine finds the lists within a line whose names have one index at most.
func readLine(items []item, l *line) ([]*piece, *Mistake) {
	var pieces []*piece
	put := func(p *piece, glued bool) {
		if len(pieces) == 0 || glued {
			pieces = append(pieces, p)
			return
		}
		// The blank between a list and its neighbour belongs to the list, so
		// that an empty list leaves none behind.
		before := pieces[len(pieces)-1]
		switch {
		case p.kind == listPiece && p.separator == " ":
			p.body, p.separator = append([]*piece{literal(" ")}, p.body...), ""
		case before.kind == listPiece && before.separator == " ":
			before.body, before.separator = append(before.body, literal(" ")), ""
		default:
			pieces = append(pieces, literal(" "))
		}
		pieces = append(pieces, p)
	}
	for i := 0; i < len(items); {
		it := items[i]
		switch {
		case it.kind == literalItem:
			put(literal(it.text), it.glued)
			i++
		case it.kind == dotsItem:
			return nil, newMistake(l.place(it.begin), it.end-it.begin, "schema-list",
				"nothing before these dots can be continued; a list is written as A_1 A_2 ... A_N")
		case len(it.ref.index) == 0:
			put(field(it.ref), it.glued)
			i++
		default:
			list, n, m := readList(items[i:], l)
			if m != nil {
				return nil, m
			}
			put(list, it.glued)
			i += n
		}
	}
	return pieces, nil
}

func field(ref *term) *piece {
	return &piece{kind: fieldPiece, name: ref.name, pos: ref.pos, length: ref.length}
}

// readList reads a list at the beginning of items and says how many of them it used.
func readList(items []item, l *line) (*piece, int, *Mistake) {
	ref := items[0].ref
	if len(ref.index) > 1 {
		if ref.whole != "" {
			return plainName(ref), 1, nil
		}
		return nil, 0, newMistake(ref.pos, ref.length, "schema-index", fmt.Sprintf(
			"%s has more indices than there are lists here; write rows below each other, as in A_{1,1} ... "+
				"A_{1,W}, then :, then A_{H,1} ... A_{H,W}", ref.name))
	}
	low, ok := listLow(ref.index[0])
	if !ok {
		if ref.whole != "" && ref.index[0].op == "name" &&
			(len([]rune(ref.name)) > 1 || len([]rune(ref.index[0].name)) > 1) {
			return plainName(ref), 1, nil
		}
		return nil, 0, newMistake(ref.pos, ref.length, "schema-list", fmt.Sprintf(
			"a list begins with the index 1 (or 0, or 2): write %[1]s_1 %[1]s_2 ... %[1]s_N, or %[1]s_1 and : on lines "+
				"of their own", ref.name))
	}
	// The names up to dots, or up to the second element of the first name, take
	// turns, if they do so to the end; else the first name is a list by itself.
	period := 1
	for p := 1; p < len(items); p++ {
		it := items[p]
		if it.kind == dotsItem || (it.kind == nameItem && it.ref.name == ref.name) {
			period = p
			break
		}
		if it.kind != nameItem || len(it.ref.index) != 1 || !isNumber(it.ref.index[0], low) {
			break
		}
	}
	for ; ; period = 1 {
		count, used, m := continuation(items, period, low, l)
		if m != nil {
			return nil, 0, m
		}
		if used == period && period > 1 {
			continue
		}
		list := &piece{kind: listPiece, count: count, first: low, pos: ref.pos, separator: " "}
		last := items[used-1]
		list.length = last.end - items[0].begin
		if period < used && items[period].glued {
			list.separator = ""
		}
		for i, it := range items[:period] {
			if i > 0 && !it.glued {
				list.body = append(list.body, literal(" "))
			}
			list.body = append(list.body, field(it.ref))
		}
		return list, used, nil
	}
}

// plainName is a name such as max_w, whose underscore is no index.
func plainName(ref *term) *piece {
	p := field(ref)
	p.name = ref.whole
	return p
}

// continuation looks for the second and further elements, dots, and the last
// element of a list whose first element is items[:period].
func continuation(items []item, period int, low int64, l *line) (count *term, used int, m *Mistake) {
	element := func(at int) *term { // the common index of the names at items[at:], nil if they are others
		if at+period > len(items) {
			return nil
		}
		var index *term
		for i := range period {
			it := items[at+i]
			if it.kind != nameItem || it.ref.name != items[i].ref.name || len(it.ref.index) != 1 ||
				(index != nil && index.key() != it.ref.index[0].key()) {
				return nil
			}
			index = it.ref.index[0]
		}
		return index
	}
	n := int64(1)
	used = period
	for isNumber(element(used), low+n) {
		n++
		used += period
	}
	if used < len(items) && items[used].kind == dotsItem {
		dots := items[used]
		end := element(used + 1)
		if end == nil {
			if period > 1 && n == 1 {
				return nil, period, nil // B in A_1 B_1 ... B_N is a list of its own
			}
			return nil, 0, newMistake(l.place(dots.begin), dots.end-dots.begin, "schema-list", fmt.Sprintf(
				"behind these dots the last element of %[1]s is expected, as in %[1]s_N", items[0].ref.name))
		}
		return countTo(low, end), used + 1 + period, nil
	}
	return &term{
		op: "number", value: new(big.Rat).SetInt64(n),
		pos: items[0].ref.pos, length: items[0].ref.length,
	}, used, nil
}
