package generate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"execre/analysis/schema"
)

// Violation is why a text is no input of the schema.
type Violation struct {
	Line, Column int    // of the text, from 1; Column in code points
	Message      string // what was expected there, or which constraint is broken
}

func (v *Violation) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", v.Line, v.Column, v.Message)
}

// Parse checks text against the schema and finds its choices. The error is a
// *Violation that says where (line and column) and what was expected.
//
// Blanks are read as programs read them: where the layout has any, the text may have any, line ends included ("\r\n"
// too). Only a string that may hold blanks or be empty takes the rest of its line as it stands. The Text of the
// result is as the generator prints it, which differs at most in blanks, in the zeros that pad a Real and in nulls at
// the end of a tree.
func (g *Generator) Parse(text string) (Input, error) {
	rd := &reader{g: g, text: text, path: make([]place, g.depth+1), cells: slices.Clone(g.cells)}
	top := g.newInstance(0, 0)
	rd.top = top
	if !rd.read(top) {
		return Input{}, rd.err
	}
	if v := g.verify(rd); v != nil {
		return Input{}, v
	}
	r := g.newRun(nil)
	defer r.release()
	for _, high := range []bool{false, true} {
		r.reset(&follower{known: top, high: high})
		if in, err := r.input(); err == nil {
			return in, nil
		}
	}
	return Input{}, rd.violation(0, "%s", r.failure.Error())
}

// unknown is the value of a hidden variable of which the text says nothing.
var unknown = infinity

// grow appends an iteration whose values are not known yet.
func (in *instance) grow() {
	in.n++
	for slot := range in.numbers {
		if in.numbers[slot] != nil {
			in.numbers[slot] = append(in.numbers[slot], unknown)
		} else {
			in.texts[slot] = append(in.texts[slot], "")
		}
	}
	if in.places == nil {
		in.places, in.decided = make([][]int, len(in.numbers)), make([][][]uint64, len(in.numbers))
	}
	for slot := range in.places {
		in.places[slot] = append(in.places[slot], -1)
		in.decided[slot] = append(in.decided[slot], nil)
	}
	for k := range in.kids {
		in.kids[k] = append(in.kids[k], nil)
	}
}

// cut takes away the last iteration.
func (in *instance) cut() {
	in.n--
	for slot := range in.places {
		if in.numbers[slot] != nil {
			in.numbers[slot] = in.numbers[slot][:in.n]
		} else {
			in.texts[slot] = in.texts[slot][:in.n]
		}
		in.places[slot], in.decided[slot] = in.places[slot][:in.n], in.decided[slot][:in.n]
	}
	for k := range in.kids {
		in.kids[k] = in.kids[k][:in.n]
	}
}

// reader walks the layout over a text.
type reader struct {
	g     *Generator
	text  string
	at    int    // byte offset
	owed  string // the layout's blanks since the last token
	path  []place
	top   *instance
	cells []interval // what is known of the values; a point when a value was read
	err   *Violation
}

func (rd *reader) violation(at int, format string, args ...any) *Violation {
	at = min(at, len(rd.text))
	line := strings.Count(rd.text[:at], "\n")
	begin := strings.LastIndexByte(rd.text[:at], '\n') + 1
	return &Violation{line + 1, utf8.RuneCountInString(rd.text[begin:at]) + 1, fmt.Sprintf(format, args...)}
}

func (rd *reader) fail(at int, format string, args ...any) bool {
	rd.err = rd.violation(at, format, args...)
	return false
}

func (rd *reader) read(top *instance) bool {
	top.grow()
	rd.path[0] = place{top, 0}
	for _, n := range rd.g.schema.Layout {
		if rd.g.schema.Style == schema.FunctionArgs {
			if _, ok := n.(*schema.Literal); ok {
				continue
			}
			if rd.at > 0 {
				rd.owed = "\n"
			}
		}
		if !rd.node(n) {
			return false
		}
	}
	rd.complete(0)
	rest := strings.TrimLeftFunc(rd.text[rd.at:], unicode.IsSpace)
	if rest != "" {
		return rd.fail(len(rd.text)-len(rest), "expected the end of the input, found %s", excerpt(rest))
	}
	return true
}

// excerpt quotes the first word of a text.
func excerpt(text string) string {
	word := text
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		word = text[:i]
	}
	if r := []rune(word); len(r) > 20 {
		word = string(r[:20]) + "..."
	}
	if word == "" {
		if strings.TrimSpace(text) == "" {
			return "the end of the input"
		}
		return "a blank"
	}
	return fmt.Sprintf("%q", word)
}

// settle reads the blanks that the layout owes. Before a string that takes its line as it stands, only so many as the
// layout has.
func (rd *reader) settle(asItStands bool) bool {
	owed, from := rd.owed, rd.at
	rd.owed = ""
	if rd.g.schema.Style == schema.FunctionArgs { // JSON needs no blanks
		rd.blanks()
		return true
	}
	if owed == "" && rd.at > 0 {
		return true
	}
	if !asItStands {
		rest := strings.TrimLeftFunc(rd.text[rd.at:], unicode.IsSpace)
		rd.at = len(rd.text) - len(rest)
		if owed != "" && rd.at == from && from > 0 && rest != "" {
			return rd.fail(rd.at, "expected a blank or a line end, found %s", excerpt(rest))
		}
		return true
	}
	for range strings.Count(owed, "\n") {
		for rd.at < len(rd.text) && strings.IndexByte(" \t\r", rd.text[rd.at]) >= 0 {
			rd.at++
		}
		if rd.at == len(rd.text) {
			return true
		}
		if rd.text[rd.at] != '\n' {
			return rd.fail(rd.at, "expected a line end, found %s", excerpt(rd.text[rd.at:]))
		}
		rd.at++
	}
	for range len(owed) - strings.LastIndexByte(owed, '\n') - 1 {
		if rd.at < len(rd.text) && strings.IndexByte(" \t", rd.text[rd.at]) >= 0 {
			rd.at++
		}
	}
	return true
}

func (rd *reader) node(n schema.Node) bool {
	switch n := n.(type) {
	case *schema.Literal:
		return rd.literal(n.Text)
	case *schema.Field:
		return rd.field(n)
	case *schema.Repeat:
		return rd.repeat(n)
	case *schema.OneOf:
		return rd.oneOf(n)
	}
	return true
}

// oneOf reads the first alternative that fits. When none does, the mistake is that of the one that went furthest.
func (rd *reader) oneOf(n *schema.OneOf) bool {
	at, owed, cells := rd.at, rd.owed, slices.Clone(rd.cells)
	kind := rd.g.vars[n.Kind.ID]
	var failure *Violation
	furthest := -1
	for k := range n.Alternatives {
		rd.know(kind, intOf(k), at)
		fits := true
		for _, a := range n.Alternatives {
			fits = fits && rd.repeat(a)
		}
		if fits {
			return true
		}
		if rd.at > furthest {
			failure, furthest = rd.err, rd.at
		}
		rd.at, rd.owed, rd.err = at, owed, nil
		copy(rd.cells, cells)
	}
	rd.err = failure
	return false
}

func (rd *reader) literal(text string) bool {
	for text != "" {
		i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) })
		if i < 0 {
			i = len(text)
		}
		rd.owed += text[:i]
		text = text[i:]
		i = strings.IndexFunc(text, unicode.IsSpace)
		if i < 0 {
			i = len(text)
		}
		if i > 0 && (!rd.settle(false) || !rd.expect(text[:i])) {
			return false
		}
		text = text[i:]
	}
	return true
}

func (rd *reader) expect(word string) bool {
	if !strings.HasPrefix(rd.text[rd.at:], word) {
		return rd.fail(rd.at, "expected %q, found %s", word, excerpt(rd.text[rd.at:]))
	}
	rd.at += len(word)
	return true
}

func (rd *reader) repeat(n *schema.Repeat) bool {
	g := rd.g
	scope := g.index[n]
	sc := g.scopes[scope]
	count := sc.count.bounds(rd.cells)
	open := !count.point() // hidden, so the text decides
	times, ok := count.lo.toInt()
	if !open && (!ok || times > maxValues) {
		if count.lo.sign() > 0 {
			return rd.fail(rd.at, "the input has more than %d values", maxValues)
		}
		times = 0
	}
	in := g.newInstance(scope, 0)
	outer := rd.path[sc.depth-1]
	outer.in.kids[sc.slot][outer.i] = in
	if n.JSONList {
		if !rd.settle(false) {
			return false
		}
		rd.blanks()
		if !rd.expect("[") {
			return false
		}
	}
	for i := 0; open || i < times; i++ {
		nulls, from := 0, 0
		if n.JSONList {
			if n.Nulls != nil {
				rd.lastNulls()
			}
			rd.blanks()
			if open && strings.HasPrefix(rd.text[rd.at:], "]") {
				break
			}
			if i > 0 && !rd.expect(",") {
				return false
			}
			rd.blanks()
			if from = rd.at; n.Nulls != nil {
				nulls = rd.nulls()
			}
		} else if open && !rd.more(n, i) {
			break
		}
		before, owed := rd.at, rd.owed
		if !n.JSONList && i > 0 && !rd.literal(n.Separator) {
			return false
		}
		in.grow()
		for _, v := range sc.cluster {
			if !slices.Contains(sc.sibs, v) {
				rd.cells[v] = g.cells[v]
			}
		}
		rd.path[sc.depth] = place{in, i}
		if n.Nulls != nil {
			rd.know(g.vars[n.Nulls.ID], intOf(nulls), from)
		}
		for _, v := range sc.sibs {
			if x, ok := g.lookup(rd.path, rd.top, g.vars[v]); ok {
				rd.cells[v] = pointOf(x)
			}
		}
		rd.complete(scope) // what is inside may be counted by it
		for _, b := range n.Body {
			if !rd.node(b) {
				if open && !n.JSONList && ofLines(n) && i > 0 {
					// What stands here belongs to the layout behind.
					rd.at, rd.owed, rd.err = before, owed, nil
					in.cut()
					return rd.counted(sc, in.n)
				}
				return false
			}
		}
		rd.complete(scope)
	}
	if n.JSONList {
		if n.Nulls != nil {
			rd.lastNulls()
		}
		rd.blanks()
		if !rd.expect("]") {
			return false
		}
	}
	return !open || rd.counted(sc, in.n)
}

// ofLines says whether every iteration is a line, or several.
func ofLines(n *schema.Repeat) bool {
	if strings.Contains(n.Separator, "\n") {
		return true
	}
	switch last := n.Body[len(n.Body)-1].(type) {
	case *schema.Literal:
		return strings.HasSuffix(last.Text, "\n")
	case *schema.Repeat:
		return ofLines(last)
	case *schema.OneOf:
		return !slices.ContainsFunc(last.Alternatives, func(a *schema.Repeat) bool { return !ofLines(a) })
	}
	return false
}

// more says whether another iteration of a Repeat without a known count follows: not at the end of its line, not at the
// end of the input and not at the words that end it.
func (rd *reader) more(n *schema.Repeat, i int) bool {
	rest := rd.text[rd.at:]
	if ofLines(n) {
		return strings.TrimSpace(rest) != "" && !begins(rest, rd.g.endOf(n), true)
	}
	if i == 0 {
		return strings.TrimSpace(rest) != ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	if n.Separator == "" {
		return line != "" && !unicode.IsSpace(rune(line[0]))
	}
	return strings.TrimSpace(line) != ""
}

// counted gives the hidden variable behind a count its value.
func (rd *reader) counted(sc *scope, n int) bool {
	if sc.lead < 0 {
		return true
	}
	v := rd.g.vars[sc.lead]
	rd.cells[v.ID] = pointOf(zero)
	rd.know(v, intOf(n).minus(sc.count.bounds(rd.cells).lo), rd.at)
	return true
}

// know notes the value of a number.
func (rd *reader) know(v *variable, x integer, at int) {
	here := rd.path[rd.g.scopes[v.scope].depth]
	here.in.numbers[v.slot][here.i] = x
	here.in.places[v.slot][here.i] = at
	rd.cells[v.ID] = pointOf(x)
}

// complete computes the hidden variables of an iteration that an equation gives.
func (rd *reader) complete(scope int) {
	sc := rd.g.scopes[scope]
	here := rd.path[sc.depth]
	for _, id := range sc.vars {
		v := rd.g.vars[id]
		if v.isIndex() {
			rd.know(v, intOf(sc.repeat.First+here.i), rd.at)
		}
		if v.Kind == schema.String || here.in.numbers[v.slot][here.i].finite() || v.def == nil {
			continue
		}
		if b := v.def.bounds(rd.cells); b.point() {
			rd.know(v, b.lo, rd.at)
		}
	}
}

func (rd *reader) blanks() {
	rest := strings.TrimLeftFunc(rd.text[rd.at:], unicode.IsSpace)
	rd.at = len(rd.text) - len(rest)
}

func (rd *reader) field(f *schema.Field) bool {
	v := rd.g.vars[f.Var.ID]
	switch {
	case v.Kind == schema.String:
		return rd.string(v, rd.g.behind[f])
	case v.Names != nil && v.Bare:
		return rd.bare(v)
	case v.Names != nil:
		return rd.name(v)
	}
	return rd.number(v, rd.g.behind[f])
}

// name reads one of the names that stand for v's values.
func (rd *reader) name(v *variable) bool {
	var name string
	rest := rd.text[rd.at:]
	length := jsonString(rest)
	if length == 0 || json.Unmarshal([]byte(rest[:length]), &name) != nil {
		return rd.fail(rd.at, "expected a name in quotes, found %s", excerpt(rest))
	}
	i := slices.Index(v.Names, name)
	if i < 0 {
		return rd.fail(rd.at, "%q is none of %s", clip(name), listed(v.Names))
	}
	rd.know(v, intOf(i), rd.at)
	rd.at += length
	return true
}

// numberAt is the number at the beginning of text, "" when there is none.
func numberAt(text string) string {
	digits := func(i int) int {
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		return i
	}
	begin := 0
	if text != "" && (text[0] == '-' || text[0] == '+') {
		begin = 1
	}
	end := digits(begin)
	if end == begin {
		return ""
	}
	if end < len(text) && text[end] == '.' {
		if more := digits(end + 1); more > end+1 {
			end = more
		}
	}
	return text[:end]
}

func (rd *reader) number(v *variable, behind follow) bool {
	if !rd.settle(false) {
		return false
	}
	kind := "an integer"
	if v.Kind == schema.Real {
		kind = "a number"
	}
	rest := rd.text[rd.at:]
	token := numberAt(rest)
	single := rd.g.cells[v.ID]
	if behind == glued && single.lo.sign() >= 0 && single.hi.less(intOf(10)) && token != "" {
		token = token[:1] // a grid of digits
	}
	next, _ := utf8.DecodeRuneInString(rest[len(token):])
	if token == "" || behind != glued && (unicode.IsLetter(next) || unicode.IsDigit(next)) {
		return rd.fail(rd.at, "expected %s for %s, found %s", kind, v.Name, excerpt(rest))
	}
	digits := strings.TrimLeft(token, "+-")
	whole, decimals, _ := strings.Cut(digits, ".")
	switch {
	case token[0] == '+', len(whole) > 1 && whole[0] == '0', token[0] == '-' && strings.Trim(whole+decimals, "0") == "":
		return rd.fail(rd.at, "%s is %s; write it without sign and leading zeros", v.Name, token)
	case len(decimals) > v.Decimals && v.Decimals == 0:
		return rd.fail(rd.at, "expected %s for %s, found %q", kind, v.Name, token)
	case len(decimals) > v.Decimals:
		return rd.fail(rd.at, "%s has more than %d decimals", v.Name, v.Decimals)
	}
	if v.Decimals > 0 {
		whole += decimals + strings.Repeat("0", v.Decimals-len(decimals))
	}
	x, ok := integerOf(whole)
	if !ok {
		return rd.fail(rd.at, "expected %s for %s, found %q", kind, v.Name, token)
	}
	if token[0] == '-' {
		x = x.neg()
	}
	if v.list != nil && !slices.ContainsFunc(v.list, func(y integer) bool { return x.cmp(y) == 0 }) {
		return rd.fail(rd.at, "%s is %s, which is none of %s", v.Name, token, listed(v.Domain.Values))
	}
	rd.know(v, x, rd.at)
	rd.at += len(token)
	return true
}

func listed(values []string) string {
	if len(values) > 8 {
		values = append(slices.Clone(values[:8]), "...")
	}
	return strings.Join(values, ", ")
}

// follow says what stands behind a field in the layout.
type follow int

const (
	glued     follow = iota // something that is no blank
	beforeGap               // a blank
	beforeEnd               // a line end
)

// findFollows fills Generator.behind. last is what stands behind the nodes.
func (g *Generator) findFollows(nodes []schema.Node, last follow) {
	for i := len(nodes) - 1; i >= 0; i-- {
		switch n := nodes[i].(type) {
		case *schema.Literal:
			if n.Text != "" {
				last = followOf(n.Text)
			}
		case *schema.Field:
			g.behind[n] = last
			last = glued
		case *schema.Repeat:
			inner := glued
			if !n.JSONList {
				inner = followOf(n.Separator)
			}
			g.findFollows(n.Body, inner)
			last = glued
		case *schema.OneOf:
			for _, a := range n.Alternatives {
				g.findFollows(a.Body, last)
			}
			last = glued
		}
	}
}

func followOf(text string) follow {
	blanks := text[:len(text)-len(strings.TrimLeftFunc(text, unicode.IsSpace))]
	switch {
	case strings.Contains(blanks, "\n"):
		return beforeEnd
	case blanks != "":
		return beforeGap
	}
	return glued
}

// takesLine says whether v's texts may hold blanks or be empty, so that words cannot delimit them.
func (v *variable) takesLine() bool {
	if v.shape == nil {
		return slices.ContainsFunc(v.Domain.Values, func(s string) bool {
			return s == "" || strings.ContainsFunc(s, unicode.IsSpace)
		})
	}
	return v.blank || v.shape.least == 0
}

func (rd *reader) string(v *variable, behind follow) bool {
	line := v.takesLine() && behind == beforeEnd && rd.g.schema.Style != schema.FunctionArgs
	if !rd.settle(line) {
		return false
	}
	at, rest := rd.at, rd.text[rd.at:]
	var token string
	switch {
	case rd.g.schema.Style == schema.FunctionArgs:
		length := jsonString(rest)
		if length == 0 || json.Unmarshal([]byte(rest[:length]), &token) != nil {
			return rd.fail(at, "expected a quoted string for %s, found %s", v.Name, excerpt(rest))
		}
		rd.at += length
		return rd.knowText(v, token, at)
	case line:
		token, _, _ = strings.Cut(rest, "\n")
		token = strings.TrimSuffix(token, "\r")
		if bare := strings.TrimRight(token, " \t"); bare != token {
			if _, ok := rd.decide(v, token); !ok {
				token = bare
			}
		}
	case behind == glued:
		token = rd.prefix(v, rest)
	default:
		token = rest
		if i := strings.IndexFunc(rest, unicode.IsSpace); i >= 0 {
			token = rest[:i]
		}
	}
	if token == "" && !v.takesLine() {
		return rd.fail(at, "expected %s, found %s", v.Name, excerpt(rest))
	}
	rd.at += len(token)
	return rd.knowText(v, token, at)
}

// jsonString is the length of the quoted string at the beginning of text, 0 when there is none.
func jsonString(text string) int {
	if !strings.HasPrefix(text, `"`) {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// prefix is the longest beginning of text that v can be.
func (rd *reader) prefix(v *variable, text string) string {
	best := ""
	if v.shape == nil {
		for _, s := range v.Domain.Values {
			if strings.HasPrefix(text, s) && len(s) > len(best) {
				best = s
			}
		}
		return best
	}
	word := text
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		word = text[:i]
	}
	runes := []rune(word)
	longest, least := min(len(runes), v.shape.most), v.shape.least
	if v.length >= 0 {
		b := rd.cells[v.length]
		if n, ok := b.hi.toInt(); ok {
			longest = min(longest, n)
		}
		if n, ok := b.lo.toInt(); ok {
			least = max(least, n)
		}
	}
	for n := longest; n >= least; n-- {
		if _, ok := rd.decide(v, string(runes[:n])); ok {
			return string(runes[:n])
		}
	}
	return ""
}

// decide finds the decisions that make a text of v.
func (rd *reader) decide(v *variable, text string) ([]uint64, bool) {
	if v.shape == nil {
		i := slices.Index(v.Domain.Values, text)
		if len(v.Domain.Values) == 1 {
			return nil, i >= 0
		}
		return []uint64{uint64(max(i, 0))}, i >= 0
	}
	if v.shape.whole != nil && !v.shape.whole.MatchString(text) {
		return nil, false
	}
	runes := []rune(text)
	if len(runes) > maxValues {
		return nil, false
	}
	lo, hi := v.shape.least, v.shape.most
	if v.length >= 0 {
		lo, hi = len(runes), len(runes)
	}
	return v.shape.decisions(runes, lo, hi)
}

func (rd *reader) knowText(v *variable, text string, at int) bool {
	decided, ok := rd.decide(v, text)
	if !ok {
		switch {
		case v.shape == nil:
			return rd.fail(at, "%s is %q, which is none of %s", v.Name, text, listed(v.Domain.Values))
		case v.Domain.Pattern != "":
			return rd.fail(at, "%s is %q, which does not match %s", v.Name, clip(text), v.Domain.Pattern)
		}
		for i, c := range []rune(text) {
			if !slices.Contains(v.Domain.Alphabet, c) {
				return rd.fail(at+len(string([]rune(text)[:i])), "%s may not have the character %q", v.Name, c)
			}
		}
		return rd.fail(at, "%s is %q; it should have %d to %d characters", v.Name, clip(text), v.shape.least, v.shape.most)
	}
	here := rd.path[rd.g.scopes[v.scope].depth]
	here.in.texts[v.slot][here.i] = text
	here.in.places[v.slot][here.i] = at
	here.in.decided[v.slot][here.i] = decided
	if v.length >= 0 {
		w := rd.g.vars[v.length]
		n := intOf(utf8.RuneCountInString(text))
		if old := here.in.numbers[w.slot][here.i]; old.finite() && old.cmp(n) != 0 {
			return rd.fail(at, "%s has %s characters, but %s is %s", v.Name, n, w.Name, old)
		}
		rd.know(w, n, at)
	}
	return true
}

func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return text
}

// follower makes the decisions that lead to values that are known.
type follower struct {
	known *instance
	high  bool // what is not known is tried from its upper bound
	queue []uint64
}

func (f *follower) at(r *run, v *variable) (*instance, int) {
	in, i, ok := r.g.locate(r.path, f.known, v.scope)
	if !ok {
		panic("generate: the walk left the text that was read")
	}
	return in, i
}

func (f *follower) offset(r *run, v *variable, m *menu) integer {
	in, i := f.at(r, v)
	x := in.numbers[v.slot][i]
	r.exact = x.finite()
	if !r.exact {
		if f.high {
			return m.width
		}
		return zero
	}
	if offset, ok := m.offsetOf(x); ok {
		return offset
	}
	return one.neg()
}

func (f *follower) index(*run, decision, uint64) uint64 {
	if len(f.queue) == 0 {
		return 0
	}
	x := f.queue[0]
	f.queue = f.queue[1:]
	return x
}

func (f *follower) column(*run, int, *instance) {}

func (f *follower) text(r *run, v *variable) {
	in, i := f.at(r, v)
	r.exact, f.queue = true, in.decided[v.slot][i]
}

func (f *follower) edges(r *run, t *tree, n int) {
	in, _, ok := r.g.locate(r.path, f.known, r.g.vars[t.u].scope)
	if n == 0 || !ok {
		f.queue = nil
		return
	}
	us, vs := treeEnds(r.g, t, in, t.low.bounds(r.cells).lo)
	f.queue = treeDecisions(us, vs, t.forward == 0)
}

// treeEnds counts the ends of edges from 0; what is out of range is -1.
func treeEnds(g *Generator, t *tree, in *instance, low integer) (us, vs []int) {
	column := func(id int) []int {
		out := make([]int, in.n)
		for i, x := range in.numbers[g.vars[id].slot] {
			k, ok := x.minus(low).toInt()
			if !ok {
				k = -1
			}
			out[i] = k
		}
		return out
	}
	return column(t.u), column(t.v)
}
