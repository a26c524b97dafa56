package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func short(text string) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) > 120 {
		return string(runes[:117]) + "..."
	}
	return string(runes)
}

// constraints reads what the sections about input say of values.
func (r *reader) constraints() {
	if len(r.statement.Layouts) == 0 {
		return
	}
	hasInput := slices.ContainsFunc(r.sections, func(s section) bool { return s.kind == inputFormat })
	var found []Constraint
	r.kinds = kindsOf(r.statement.Layouts[0].Text)
	for _, s := range r.sections {
		if s.kind != inputFormat && s.kind != constraintList && (hasInput || s.kind != story) {
			continue
		}
		skip := map[int]bool{}
		for _, b := range formatBlocks(s) {
			for _, l := range b.lines {
				skip[l.number] = true
			}
		}
		said := sentences(s.lines, skip)
		if s.kind == constraintList && !slices.ContainsFunc(said, func(s sentence) bool { return s.item }) {
			said = functionItems(s.lines) // a list whose marks a copy has lost
		}
		r.kind = 0
		indent := 0
		for _, sentence := range said {
			if r.kind > 0 && sentence.indent <= indent {
				r.kind = 0
			}
			if onlyKind.MatchString(sentence.plainText()) {
				r.kind, indent = r.kindNamed(sentence.plainText()), sentence.indent
				continue
			}
			found = append(found, r.sentence(sentence, s.kind == constraintList)...)
		}
		r.kind = 0
	}
	// What the layout's sentences say of lengths comes at its place in the text.
	found = append(r.statement.Constraints, found...)
	r.statement.Constraints = nil
	r.seen = nil
	slices.SortStableFunc(found, func(x, y Constraint) int { return x.Line - y.Line })
	found = r.splitKinds(r.grids(r.firstChars(r.numbered(r.graphs(found)))))
	for _, c := range found {
		r.constraint(c)
	}
}

// sentence reads one sentence; strict says that it stands in a list of constraints, where each should give one.
func (r *reader) sentence(s sentence, strict bool) []Constraint {
	if len(r.statement.Layouts) > 0 && onlyEnd(s) {
		return nil
	}
	s, clock, at := s.withoutClock()
	f := &finder{reader: r, s: s, text: s.plainText(), tokens: tokenize(s.text), kind: r.kind, strict: strict}
	if !f.cell() {
		f.chains()
		f.rules()
	}
	if clock != "" {
		for _, name := range f.subjectsOr(s.text[:at], hasTexts(r.names)) {
			base, _, _ := strings.Cut(name, "_")
			f.put("%s matches %s", base, clock)
		}
	}
	in := inInput
	if strict {
		in = inList
	}
	part := promise(f.text, in)
	switch {
	case graphSays(f.text):
	case len(f.found) > 0 && part != "" && !r.expresses(s, part), len(f.found) == 0 && !f.handled && part != "",
		len(f.found) == 0 && !f.handled && strict && !sayNothing.MatchString(f.text):
		r.restriction(s.line, "this is not understood: "+short(f.text), f.text)
	case len(f.found) == 0 && !f.handled && guaranteed.MatchString(f.text) && !sayNothing.MatchString(f.text):
		r.note(s.line, "this is not understood: "+short(f.text))
	}
	return f.found
}

var (
	guaranteed = regexp.MustCompile(`(?i)\bguaranteed\b|\bassume\b|\bno two\b|保证|保證`)
	sayNothing = regexp.MustCompile(`(?i)^(?:all |the )*(?:given |input )?(?:values|numbers|inputs|` +
		`elements)?(?: in (?:the )?input| given)* (?:are|is) (?:all )?integers?\W*$|` +
		`^(?:(?:[A-Za-z]\w*(?:_\{?[\w,]+\}?)?)(?:, ?| and |,? and )?)+ (?:is|` +
		`are)(?: all)?(?: an)? integers?\W*$|^入力.*整数|^(?:constraints|制約|note)\W*$|answer|output|^\W*$`)
)

// finder reads one sentence for constraints.
type finder struct {
	*reader
	s       sentence
	text    string // without marks
	tokens  []token
	found   []Constraint
	handled bool // something was understood that gives no constraint, or is noted
	strict  bool // the sentence stands in a list of constraints
	kind    int  // of queries, from 1, of which the sentence speaks here; 0: of none or all
}

func (f *finder) put(format string, args ...any) {
	f.found = append(f.found, Constraint{
		Text: fmt.Sprintf(format, args...), Line: f.s.line, Original: f.text, kind: f.kind,
	})
}

// putBound is put for what may have lost powers.
func (f *finder) putBound(text string) {
	fixed, stood := f.power(f.s.line, text)
	f.found = append(f.found, Constraint{Text: fixed, Line: f.s.line, Original: f.text, Stood: stood, kind: f.kind})
}

func (f *finder) lookup(t token) *named {
	if n := f.names.find(t.text); n != nil {
		return n
	}
	if t.kind == wordToken {
		if name := f.nouns[strings.TrimSuffix(strings.ToLower(t.text), "s")]; name != "" {
			return f.names.find(name)
		}
	}
	var other *named
	for i := range f.names.list {
		if strings.EqualFold(f.names.list[i].name, t.text) {
			if other != nil {
				return nil
			}
			other = &f.names.list[i]
		}
	}
	if other == nil {
		return f.adopt(t)
	}
	if other != nil && len(other.name) == 1 && other.counts != nil != (len(t.index) > 0) {
		return nil // n and N_i are different things
	}
	return other
}

// adopt takes a list's name that the format does not have, such as arr_i, for the only list that the format leaves
// without a name.
func (f *finder) adopt(t token) *named {
	if len(t.index) == 0 || !f.counts(t.index[0]) || f.columns[t.text] != "" || len(f.family(t)) > 0 {
		return nil
	}
	if name := f.alias[t.text+"_"]; name != "" {
		return f.names.find(name)
	}
	var only *named
	for _, name := range f.invented {
		if n := f.names.find(name); n != nil && len(n.counts) == len(t.index) {
			if only != nil {
				return nil
			}
			only = n
		}
	}
	if only != nil {
		f.stands(t.text+"_", only.name)
		f.note(f.s.line, fmt.Sprintf("%s is taken for the list that the format calls nothing, here %s", t.text, only.name))
	}
	return only
}

// subject is how a constraint names t: as the layout does, and with as many indices as the layout has.
func (f *finder) subject(t token) (string, bool) {
	for _, n := range f.renamed {
		if n.from == t.text && f.s.line < n.line {
			return n.to, true
		}
	}
	if alias := f.alias[t.text]; alias != "" && len(t.index) == 0 {
		return alias, true
	}
	n := f.lookup(t)
	if len(t.index) == 1 && isDigit(rune(t.index[0][0])) && (n == nil || len(n.counts) == 0) && f.names.has(t.text+t.index[0]) {
		return t.text + t.index[0], true // r_1 stands beside r
	}
	if column := f.columns[t.text]; column != "" && len(t.index) == 1 && n == nil {
		return column, true
	}
	if n == nil {
		if len(t.index) == 1 {
			if f.names.has(t.text + t.index[0]) { // l_1 is a name by itself
				return t.text + t.index[0], true
			}
			if family := f.family(t); f.counts(t.index[0]) && len(family) > 0 {
				return strings.Join(family, ", "), true
			}
		}
		return t.String(), false
	}
	index := slices.Clone(n.split(t.index))
	for i := range index { // A_{B_i} is some element of A
		if strings.Contains(index[i], "_") {
			index[i] = "i"
		}
	}
	if extra := len(index) - len(n.counts); extra > 0 {
		index = index[extra:]
	}
	if len(index) == 0 {
		return n.name, true
	}
	return n.name + indexText(index), true
}

// family are the names l1, l2 of which l_i speaks.
func (f *finder) family(t token) []string {
	var family []string
	for _, n := range f.names.list {
		if rest, ok := strings.CutPrefix(n.name, t.text); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			family = append(family, n.name)
		}
	}
	return family
}

func (f *finder) counts(index string) bool { return len(index) == 1 && isLetter(rune(index[0])) }

// isCounter says whether t is an index of this sentence and not a value: i in A_i, or in 1 <= i <= N.
func (f *finder) isCounter(t token) bool {
	if len(t.index) > 0 || len(t.text) != 1 {
		return false
	}
	return slices.Contains([]string{"i", "j"}, t.text) || slices.ContainsFunc(f.tokens, func(x token) bool {
		return slices.ContainsFunc(x.index, func(index string) bool {
			return index == t.text || len(index) == 2 && strings.Contains(index, t.text) && isLetter(rune(index[0]))
		})
	})
}

// split cuts an index such as ij in two where the name has two.
func (n *named) split(index []string) []string {
	if len(n.counts) == 2 && len(index) == 1 && len(index[0]) == 2 {
		return []string{index[0][:1], index[0][1:]}
	}
	return index
}

// chains turns comparisons into constraints.
func (f *finder) chains() {
	known := func(word string) bool { return f.names.has(word) || f.names.has(strings.ToUpper(word)) }
	around := f.kind
	all := findChains(f.tokens, known)
	for i := 0; i < len(all); i++ {
		c := all[i]
		f.kind = f.kindAt(c.begin)
		if i+1 < len(all) && f.orOne(c, all[i+1]) {
			i++
			continue
		}
		f.chain(c)
		f.kind = around
	}
}

// orOne reads "1 <= p_i <= n or p_i = -1": a number below the range, and none of those between.
func (f *finder) orOne(c, other chain) bool {
	if other.begin != c.end+1 || !f.tokens[c.end].word("or") || len(c.ops) != 2 || c.ops[0] != "<=" || len(other.ops) != 1 ||
		other.ops[0] != "=" || len(c.operands[1]) != 1 || len(other.values) > 1 ||
		c.operands[1][0].text != other.operands[0][0].text {
		return false
	}
	low, err := strconv.Atoi(c.operands[0][0].text)
	one, err2 := strconv.Atoi(other.operands[1][0].text)
	name, known := f.subject(c.operands[1][0].names[0])
	if err != nil || err2 != nil || one >= low || low-one > 4 || !known || !c.operands[1][0].single {
		return false
	}
	c.operands[0][0].text = other.operands[1][0].text
	text, ok := f.chainText(c)
	if !ok {
		return false
	}
	f.putBound(text)
	for between := one + 1; between < low; between++ {
		f.put("%s != %d", name, between)
	}
	return true
}

func (f *finder) chain(c chain) {
	if f.isConclusion(c) {
		return
	}
	var unknown []string
	counters := false
	c.names(func(t token) {
		if _, ok := f.subject(t); !ok {
			if f.isCounter(t) {
				counters = true
			} else if !slices.Contains(unknown, t.String()) {
				unknown = append(unknown, t.String())
			}
		}
	})
	if counters {
		f.counter(c)
		return
	}
	if len(unknown) > 0 {
		f.handled = true
		if f.define(c) {
			return
		}
		if !f.sumAhead(c) {
			note := fmt.Sprintf("%q speaks of %s, which the input format does not name",
				f.s.slice(f.tokens, c), strings.Join(unknown, ", "))
			if f.strict && f.relates(c) {
				f.restriction(f.s.line, note, f.text)
			} else {
				f.note(f.s.line, note)
			}
		}
		return
	}
	if len(c.values) > 1 && len(c.ops) == 1 {
		if text, ok := f.chainText(chain{operands: c.operands[:1]}); ok {
			f.put("%s in {%s}", text, strings.Join(c.values, ", "))
		}
		return
	}
	if m := firstIs.FindStringSubmatch(f.text); m != nil && len(c.ops) == 1 && f.isText(m[1]) {
		f.handled = true
		return // a rule reads it
	}
	if f.sumAhead(c) || f.order(c) {
		f.handled = true
		return
	}
	if f.crosses(c) {
		f.handled = true
		f.restriction(f.s.line, fmt.Sprintf("%q compares all pairs of elements", f.s.slice(f.tokens, c)), f.text)
		return
	}
	text, ok := f.chainText(c)
	if !ok {
		f.handled = true
		f.restriction(f.s.line, fmt.Sprintf("%q speaks of single elements", f.s.slice(f.tokens, c)), f.text)
		return
	}
	f.putBound(text)
}

// crosses says whether a chain compares every element of one list with every one of another: w_i != c_j.
func (f *finder) crosses(c chain) bool {
	first := ""
	for _, operands := range c.operands {
		index := "" // of this place
		for _, o := range operands {
			for _, t := range o.names {
				if n := f.lookup(t); n != nil && len(n.counts) == 1 && len(t.index) == 1 && f.isCounter(token{text: t.index[0]}) {
					index = t.index[0]
				}
			}
		}
		if first == "" {
			first = index
		}
		if index != "" && index != first {
			return true
		}
	}
	return false
}

// relates says whether a chain with unknown names is more than a range of numbers for them, which restricts nothing that
// is printed.
func (f *finder) relates(c chain) bool {
	known := false
	c.names(func(t token) {
		_, ok := f.subject(t)
		known = known || ok
	})
	return known || slices.Contains(c.ops, "=") || slices.Contains(c.ops, "!=")
}

// define reads "m = grid.length", where m is no name of the layout: from there on m stands for it.
func (f *finder) define(c chain) bool {
	if len(c.ops) != 1 || c.ops[0] != "=" || len(c.operands[0]) != 1 {
		return false
	}
	for i := range 2 {
		left, right := c.operands[i][0], c.operands[1-i][0]
		if !left.single || len(left.names[0].index) > 0 || left.names[0].attr != "" || right.constant {
			continue
		}
		if _, known := f.subject(left.names[0]); known {
			continue
		}
		if text, ok := f.operandText(right, nil); ok && f.knowsAll(right) {
			f.stands(left.text, text)
			return true
		}
	}
	return false
}

func (f *finder) knowsAll(o operand) bool {
	return !slices.ContainsFunc(o.names, func(t token) bool {
		_, known := f.subject(t)
		return !known
	})
}

// slice is the text of a chain as the sentence has it.
func (s sentence) slice(tokens []token, c chain) string {
	return s.text[tokens[c.begin].begin:tokens[c.end-1].end]
}

var conclusion = regexp.MustCompile(`(?i)\bif\b|\bwhen\b|\bsuch that\b|\bfor which\b`)

// isConclusion says whether the comparison is a condition of the story and not of the input.
func (f *finder) isConclusion(c chain) bool {
	if c.end < len(f.tokens) && f.tokens[c.end].word("if", "when") && len(c.ops) == 1 && c.ops[0] == "=" {
		return true // t = 0 if the edge is undirected: what the value means
	}
	before := f.s.text[:f.tokens[c.begin].begin]
	if before == "" {
		return false
	}
	if ofKind.MatchString(before) {
		return false
	}
	before = before[max(0, len(before)-60):]
	return conclusion.MatchString(before) && !strings.ContainsAny(before[len(before)-1:], "($") &&
		!strings.Contains(f.s.text, "!=")
}

// sumAhead says whether "sum of" stands before the chain, which a rule reads.
func (f *finder) sumAhead(c chain) bool {
	return c.begin > 0 && (f.tokens[c.begin-1].word("sum") || c.begin > 1 && f.tokens[c.begin-1].word("of") &&
		f.tokens[c.begin-2].word("sum"))
}

// counter reads comparisons with the index itself: 1 <= i <= N says for which i, and p_i < i that p holds parents.
func (f *finder) counter(c chain) {
	f.handled = true
	var others []token
	c.names(func(t token) {
		if len(t.index) > 0 && f.isCounter(token{text: t.index[0]}) {
			others = append(others, t)
		}
	})
	if len(others) == 0 || slices.ContainsFunc(others, func(t token) bool { return f.lookup(t) == nil }) {
		return
	}
	name, ok := f.subject(others[0])
	n := f.lookup(others[0])
	if ok && len(others) == 1 && n.low == "2" {
		last := c.operands[len(c.operands)-1][0].text
		op := c.ops[len(c.ops)-1]
		if op == "<" && last == others[0].index[0] || op == "<=" && last == others[0].index[0]+"-1" {
			f.put("%s is a parent array", n.name)
			return
		}
	}
	if text, known := f.chainText(c); ok && known && len(n.counts) > 0 {
		f.putBound(text) // K_i < i
		return
	}
	f.restriction(f.s.line, fmt.Sprintf("%q bounds %s by its index", f.s.slice(f.tokens, c), name), f.text)
}

// order reads A_i < A_{i+1}, A_1 <= A_2 <= ... <= A_N and A_i != A_j.
func (f *finder) order(c chain) bool {
	var at []int // operands that are the list's elements
	var first token
	for i, list := range c.operands {
		if len(list) != 1 || !list[0].single || len(list[0].names[0].index) == 0 {
			continue
		}
		t := list[0].names[0]
		if len(at) > 0 && t.text != first.text {
			return false
		}
		if len(at) == 0 {
			first = t
		}
		at = append(at, i)
	}
	if len(at) < 2 || at[len(at)-1]-at[0] != len(at)-1 {
		return false
	}
	n := f.lookup(first)
	if n == nil || n.repeats == 0 && len(n.counts) == 0 {
		return false
	}
	second := c.operands[at[1]][0].names[0]
	op := c.ops[at[0]]
	a, b := n.split(first.index), n.split(second.index)
	x, y := a[len(a)-1], b[len(b)-1]
	neighbours := y == x+"+1" || x == y+"-1"
	switch {
	case op == "!=" && len(c.ops) == 1 && !neighbours && len(x) == 1 && len(y) == 1 && isLetter(rune(x[0])) &&
		isLetter(rune(y[0])) && x != y:
		f.put("%s is distinct", n.name)
		return true
	case !neighbours && !c.dots && len(at) < 3:
		return false
	case op == "<":
		f.put("%s is strictly increasing", n.name)
	case op == "<=":
		f.put("%s is sorted", n.name)
	case op == ">":
		f.put("%s is strictly decreasing", n.name)
	case op == ">=":
		f.put("%s is sorted descending", n.name)
	default:
		return false
	}
	// the bounds around it
	rest := chain{}
	middle := []operand{{text: n.name + "_i", single: true, names: []token{{
		kind: nameToken,
		text: n.name, index: []string{"i"},
	}}}}
	begin, end := at[0], at[len(at)-1]
	rest.operands = append(rest.operands, c.operands[:begin]...)
	rest.operands = append(rest.operands, middle)
	rest.operands = append(rest.operands, c.operands[end+1:]...)
	rest.ops = append(append(rest.ops, c.ops[:begin]...), c.ops[end:]...)
	if text, ok := f.chainText(rest); ok && len(rest.ops) > 0 {
		f.putBound(text)
	}
	return true
}

// chainText writes a chain with the layout's names. Elements with numbers for indices stand for the whole list where
// all of them are there.
func (f *finder) chainText(c chain) (string, bool) {
	var sb strings.Builder
	for i, list := range c.operands {
		if i > 0 {
			sb.WriteString(" " + c.ops[i-1] + " ")
		}
		var texts []string
		for _, o := range list {
			text, ok := f.operandText(o, list)
			if !ok {
				return "", false
			}
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		sb.WriteString(strings.Join(texts, ", "))
	}
	return sb.String(), true
}

// operandText writes an operand with the layout's names.
func (f *finder) operandText(o operand, list []operand) (string, bool) {
	text := o.text
	for _, t := range o.names {
		subject, _ := f.subject(t)
		n := f.lookup(t)
		if t.attr == "length" && n != nil && n.text && len(t.index) >= len(n.counts) {
			text = replaceName(text, t.String()+".length", "|"+subject+"|")
			continue
		}
		fixed := len(t.index) > 0 && (strings.Trim(t.index[0], "0123456789") == "" || n != nil && len(n.counts) == 1 &&
			t.index[0] == n.counts[0])
		if fixed && n != nil && len(n.counts) > 0 {
			last := n.counts[len(n.counts)-1]
			all := slices.ContainsFunc(list, func(x operand) bool {
				return x.single && x.names[0].text == t.text && len(x.names[0].index) > 0 &&
					x.names[0].index[len(x.names[0].index)-1] == last
			})
			if !all || len(list) < 2 && last != "1" {
				return "", false
			}
			subject = n.name + "_i"
		}
		text = replaceName(text, t.String(), subject)
	}
	return text, true
}

// replaceName replaces a name in an expression where it stands alone.
func replaceName(text, name, by string) string {
	if name == by {
		return text
	}
	var sb strings.Builder
	for at := 0; at < len(text); {
		i := strings.Index(text[at:], name)
		if i < 0 {
			sb.WriteString(text[at:])
			break
		}
		begin, end := at+i, at+i+len(name)
		before := begin > 0 && (isLetter(rune(text[begin-1])) || text[begin-1] == '_')
		after := end < len(text) && (isLetter(rune(text[end])) || isDigit(rune(text[end])) || text[end] == '_')
		sb.WriteString(text[at:begin])
		if before || after {
			sb.WriteString(name)
		} else {
			sb.WriteString(by)
		}
		at = end
	}
	return sb.String()
}
