package schema

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"
)

// term is an expression as it is written, before its names mean anything.
type term struct {
	op     string   // "number", "name", "length" (A.length), "character" (S[1], args[0] being the 1), "neg", "abs", "min", "max", "gcd" or one of + - * / % ^
	value  *big.Rat // number
	name   string   // name and length: without indices
	whole  string   // name: with underscores, as written without braces ("max_w"); "" where it has braces
	index  []*term  // name: its indices
	args   []*term
	pos    Pos
	length int
}

// key is equal for terms that are written alike, blanks and brackets apart.
func (t *term) key() string {
	var sb strings.Builder
	t.writeKey(&sb)
	return sb.String()
}

func (t *term) writeKey(sb *strings.Builder) {
	switch t.op {
	case "number":
		sb.WriteString(t.value.RatString())
	case "name", "length":
		sb.WriteString(t.name)
		for _, i := range t.index {
			sb.WriteByte('_')
			i.writeKey(sb)
		}
		if t.op == "length" {
			sb.WriteString(".length")
		}
	default:
		sb.WriteByte('(')
		sb.WriteString(t.op)
		for _, a := range t.args {
			sb.WriteByte(' ')
			a.writeKey(sb)
		}
		sb.WriteByte(')')
	}
}

// names calls visit for every name in t, indices apart.
func (t *term) names(visit func(*term)) {
	if t.op == "name" || t.op == "length" || t.op == "character" {
		visit(t)
	}
	for _, a := range t.args {
		a.names(visit)
	}
}

// parser reads one line of a text schema, or one expression of a JSON schema.
// It looks one token ahead and remembers only its first mistake: after that
// every token is the end, so that loops finish by themselves.
type parser struct {
	runes       []rune
	at          int  // the next code point that tok does not cover
	pos         Pos  // of runes[0]
	dollarNames bool // expressions of the JSON form: $name
	lengths     bool // constraints of the JSON form: name.length
	tok         token
	mistake     *Mistake
	depth       int
	terms       int
	noGrouping  int // above 0, a comma between digits separates
}

type token struct {
	kind   tokenKind
	text   string
	value  *big.Rat
	begin  int
	end    int
	spaced bool // blanks stand before it
}

type tokenKind int

const (
	tokenEnd tokenKind = iota
	tokenNumber
	tokenName
	tokenSymbol
)

func (p *parser) place(at int) Pos { return Pos{p.pos.Line, p.pos.Column + at} }

// fail records the first mistake; begin and end are indices into runes.
func (p *parser) fail(begin, end int, code, message string) {
	if p.mistake == nil {
		p.mistake = &Mistake{Pos: p.place(begin), Length: max(1, end-begin), Code: code, Message: message}
	}
	p.at = len(p.runes)
	p.tok = token{kind: tokenEnd, begin: p.at, end: p.at}
}

// failToken says what was expected instead of the next token.
func (p *parser) failToken(expected string) {
	if p.tok.kind == tokenEnd {
		p.fail(p.tok.begin, p.tok.begin+1, "schema-syntax", "the line ends too early: "+expected)
		return
	}
	p.fail(p.tok.begin, p.tok.end, "schema-syntax", fmt.Sprintf("cannot read %q here: %s", p.tok.text, expected))
}

func (p *parser) is(symbol string) bool { return p.tok.kind == tokenSymbol && p.tok.text == symbol }

func (p *parser) isWord(word string) bool {
	return p.tok.kind == tokenName && strings.EqualFold(p.tok.text, word)
}

// symbols maps what statements print to what the parser knows. Longer spellings come first.
var symbols = []struct{ from, to string }{
	{`\leqslant`, "<="},
	{`\geqslant`, ">="},
	{`\leq`, "<="},
	{`\geq`, ">="},
	{`\le`, "<="},
	{`\ge`, ">="},
	{`\lt`, "<"},
	{`\gt`, ">"},
	{`\neq`, "!="},
	{`\ne`, "!="},
	{`\times`, "*"},
	{`\cdots`, "..."},
	{`\cdot`, "*"},
	{`\ldots`, "..."},
	{`\dots`, "..."},
	{`\vdots`, "..."},
	{`\lvert`, "|"},
	{`\rvert`, "|"},
	{`\vert`, "|"},
	{`\bmod`, "%"},
	{`\mod`, "%"},
	{`\{`, "{"},
	{`\}`, "}"},
	{"...", "..."},
	{"…", "..."},
	{"⋯", "..."},
	{"⋮", "..."},
	{"‥", "..."},
	{"..", ".."},
	{"<=", "<="},
	{"=<", "<="},
	{">=", ">="},
	{"!=", "!="},
	{"<>", "!="},
	{"==", "="},
	{"**", "^"},
	{"≤", "<="},
	{"≦", "<="},
	{"⩽", "<="},
	{"≥", ">="},
	{"≧", ">="},
	{"⩾", ">="},
	{"≠", "!="},
	{"−", "-"},
	{"–", "-"},
	{"×", "*"},
	{"·", "*"},
	{"⋅", "*"},
	{"∗", "*"},
}

// skipped are marks of LaTeX that say nothing.
var skipped = []string{`\left`, `\right`, `\,`, `\;`, `\ `, `\!`, `\quad`}

func (p *parser) hasPrefix(at int, prefix string) bool {
	for _, r := range prefix {
		if at >= len(p.runes) || p.runes[at] != r {
			return false
		}
		at++
	}
	return true
}

func (p *parser) skipBlanks() bool {
	from := p.at
skip:
	for p.at < len(p.runes) {
		if unicode.IsSpace(p.runes[p.at]) || (p.runes[p.at] == '$' && !p.dollarNames) {
			p.at++
			continue
		}
		for _, s := range skipped {
			if p.hasPrefix(p.at, s) {
				p.at += len([]rune(s))
				continue skip
			}
		}
		break
	}
	return p.at > from
}

func isNameStart(r rune) bool { return unicode.IsLetter(r) }

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// next reads the next token into p.tok.
func (p *parser) next() {
	before := p.tok.kind
	spaced := p.skipBlanks()
	p.tok = token{kind: tokenEnd, begin: p.at, end: p.at, spaced: spaced}
	if p.at >= len(p.runes) || p.mistake != nil {
		return
	}
	r := p.runes[p.at]
	if r == '#' && !p.dollarNames {
		return // a comment
	}
	switch {
	case isDigit(r):
		p.number()
	case r == '$' || isNameStart(r):
		p.nameToken(before)
	default:
		p.symbol()
	}
	p.tok.spaced = spaced
}

func (p *parser) symbol() {
	begin := p.at
	for _, s := range symbols {
		if p.hasPrefix(begin, s.from) {
			p.at = begin + len([]rune(s.from))
			p.tok = token{kind: tokenSymbol, text: s.to, begin: begin, end: p.at}
			return
		}
	}
	if p.hasPrefix(begin, "∈") || p.hasPrefix(begin, `\in`) {
		p.at = begin + 1
		if p.runes[begin] == '\\' {
			p.at += len("in")
		}
		p.tok = token{kind: tokenName, text: "in", begin: begin, end: p.at}
		return
	}
	if p.runes[begin] == '\\' {
		p.at++
		for p.at < len(p.runes) && unicode.IsLetter(p.runes[p.at]) {
			p.at++
		}
		word := string(p.runes[begin+1 : p.at])
		switch word {
		case "min", "max", "gcd":
			p.tok = token{kind: tokenName, text: word, begin: begin, end: p.at}
		default:
			p.fail(begin, p.at, "schema-syntax", fmt.Sprintf(`\%s is not read here; write it as plain text`, word))
		}
		return
	}
	p.at++
	p.tok = token{kind: tokenSymbol, text: string(p.runes[begin]), begin: begin, end: p.at}
}

func (p *parser) nameToken(before tokenKind) {
	begin := p.at
	if p.runes[begin] == '$' {
		p.at++
		for p.at < len(p.runes) && (isNameRune(p.runes[p.at]) || p.runes[p.at] == '_') {
			p.at++
		}
		if p.at == begin+1 {
			p.fail(begin, p.at, "schema-syntax", `a "$" must be followed by the name of a parameter, as in $n`)
			return
		}
		p.tok = token{kind: tokenName, text: string(p.runes[begin:p.at]), begin: begin, end: p.at}
		return
	}
	if r := p.runes[begin]; (r == 'x' || r == 'X') && before == tokenNumber {
		after := begin + 1
		for after < len(p.runes) && unicode.IsSpace(p.runes[after]) {
			after++
		}
		if after < len(p.runes) && isDigit(p.runes[after]) { // 2 x 10^5
			p.at++
			p.tok = token{kind: tokenSymbol, text: "*", begin: begin, end: p.at}
			return
		}
	}
	for p.at < len(p.runes) && isNameRune(p.runes[p.at]) {
		p.at++
	}
	p.tok = token{kind: tokenName, text: string(p.runes[begin:p.at]), begin: begin, end: p.at}
}

// digits reads digits, with "_" between two of them.
func (p *parser) digits(sb *strings.Builder) {
	for p.at < len(p.runes) {
		switch r := p.runes[p.at]; {
		case isDigit(r):
			sb.WriteRune(r)
		case r == '_' && p.at+1 < len(p.runes) && isDigit(p.runes[p.at+1]) && isDigit(p.runes[p.at-1]):
		default:
			return
		}
		p.at++
	}
}

// grouped says whether ",ddd" and no fourth digit stands at p.at.
func (p *parser) grouped() bool {
	if p.noGrouping > 0 || p.at+3 >= len(p.runes) || p.runes[p.at] != ',' {
		return false
	}
	for _, r := range p.runes[p.at+1 : p.at+4] {
		if !isDigit(r) {
			return false
		}
	}
	return p.at+4 == len(p.runes) || !isDigit(p.runes[p.at+4])
}

func (p *parser) number() {
	begin := p.at
	var sb strings.Builder
	p.digits(&sb)
	if sb.Len() <= 3 {
		for p.grouped() {
			p.at++
			p.digits(&sb)
		}
	}
	size := sb.Len()
	if p.at+1 < len(p.runes) && p.runes[p.at] == '.' && isDigit(p.runes[p.at+1]) {
		p.at++
		sb.WriteByte('.')
		p.digits(&sb)
		size = sb.Len()
	}
	if end, exponent, ok := p.exponent(); ok {
		p.at = end
		sb.WriteByte('e')
		sb.WriteString(exponent)
		if digits := strings.TrimLeft(exponent, "+-0"); len(digits) > 4 {
			size = maxDigits + 1
		} else {
			var e int
			fmt.Sscan("0"+digits, &e)
			size += e
		}
	}
	if size > maxDigits {
		p.fail(begin, p.at, "schema-number",
			fmt.Sprintf("this number has more than %d digits; write a smaller one", maxDigits))
		return
	}
	value, ok := new(big.Rat).SetString(sb.String())
	if !ok {
		p.fail(begin, p.at, "schema-number", "this number cannot be read; write it with decimal digits")
		return
	}
	p.tok = token{kind: tokenNumber, text: string(p.runes[begin:p.at]), value: value, begin: begin, end: p.at}
}

// exponent looks for e5, E+5 or e-6 at p.at.
func (p *parser) exponent() (end int, text string, ok bool) {
	at := p.at
	if at >= len(p.runes) || (p.runes[at] != 'e' && p.runes[at] != 'E') {
		return 0, "", false
	}
	at++
	from := at
	if at < len(p.runes) && (p.runes[at] == '-' || p.runes[at] == '+') {
		at++
	}
	digits := at
	for at < len(p.runes) && isDigit(p.runes[at]) {
		at++
	}
	if at == digits || (at < len(p.runes) && isNameRune(p.runes[at])) {
		return 0, "", false
	}
	return at, string(p.runes[from:at]), true
}

// enter guards the depth of the recursion; leave undoes it.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(p.tok.begin, p.tok.end, "schema-nesting",
			fmt.Sprintf("brackets are nested deeper than %d; split the expression", maxDepth))
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

func (p *parser) newTerm(op string, begin, end int, args ...*term) *term {
	p.terms++
	if p.terms > maxTerms {
		p.fail(begin, end, "schema-too-large",
			fmt.Sprintf("more than %d names, numbers and signs in one line; split it", maxTerms))
	}
	t := &term{op: op, args: args, pos: p.place(begin), length: max(1, end-begin)}
	if op == "number" {
		t.value = new(big.Rat)
	}
	return t
}

func (p *parser) span(x *term) int { return x.pos.Column - p.pos.Column }

func (p *parser) binary(op string, x, y *term) *term {
	return p.newTerm(op, p.span(x), p.span(y)+y.length, x, y)
}

// sum reads an expression. The result is never nil, even after a mistake.
func (p *parser) sum() *term {
	x := p.product()
	for p.is("+") || p.is("-") {
		op := p.tok.text
		p.next()
		x = p.binary(op, x, p.product())
	}
	return x
}

func (p *parser) product() *term {
	x := p.unary()
	for {
		switch {
		case p.is("*") || p.is("/") || p.is("%") || p.isWord("mod") && p.tok.spaced:
			op := p.tok.text
			if p.tok.kind == tokenName {
				op = "%"
			}
			p.next()
			x = p.binary(op, x, p.unary())
		case !p.tok.spaced && (p.is("(") || p.tok.kind == tokenName) && x.op != "neg" && p.mistake == nil:
			x = p.binary("*", x, p.power()) // 2N, N(N-1)
		default:
			return x
		}
	}
}

func (p *parser) unary() *term {
	begin := p.tok.begin
	if !p.is("-") && !p.is("+") {
		return p.power()
	}
	sign := p.tok.text
	p.next()
	if !p.enter() {
		return p.newTerm("number", begin, begin)
	}
	defer p.leave()
	x := p.unary()
	if sign == "+" {
		return x
	}
	return p.newTerm("neg", begin, p.span(x)+x.length, x)
}

func (p *parser) power() *term {
	x := p.primary()
	if !p.is("^") {
		return x
	}
	p.next()
	if !p.enter() {
		return x
	}
	defer p.leave()
	return p.binary("^", x, p.unary())
}

func (p *parser) primary() *term {
	begin := p.tok.begin
	if !p.enter() {
		return p.newTerm("number", begin, begin)
	}
	defer p.leave()
	switch {
	case p.tok.kind == tokenNumber:
		t := p.newTerm("number", begin, p.tok.end)
		t.value = p.tok.value
		p.next()
		return t
	case p.tok.kind == tokenName:
		return p.nameTerm()
	case p.is("("):
		return p.bracket(")", "")
	case p.is("{"):
		return p.bracket("}", "")
	case p.is("|"):
		return p.bracket("|", "abs")
	}
	p.failToken("a number or a name is expected")
	return p.newTerm("number", begin, begin)
}

func (p *parser) bracket(closing, op string) *term {
	begin := p.tok.begin
	p.next()
	x := p.sum()
	end := p.tok.end
	if !p.is(closing) {
		p.failToken(fmt.Sprintf("%q is expected to close the bracket", closing))
	} else {
		p.next()
	}
	if op != "" {
		return p.newTerm(op, begin, end, x)
	}
	x.pos, x.length = p.place(begin), end-begin
	return x
}

func (p *parser) nameTerm() *term {
	begin, name := p.tok.begin, p.tok.text
	if lower := strings.ToLower(name); (lower == "min" || lower == "max" || lower == "gcd") && p.opensBracket() {
		p.noGrouping++
		p.next()
		return p.call(lower, begin)
	}
	t := p.newTerm("name", begin, p.tok.end)
	t.name = strings.TrimPrefix(name, "$")
	if p.dollarNames {
		t.whole = t.name
		if p.hasPrefix(p.at, ".length") {
			t.op = "length"
			p.at += len(".length")
		}
	} else {
		p.indices(t, begin)
	}
	if p.lengths && p.hasPrefix(p.at, ".length") {
		t.op = "length"
		p.at += len(".length")
	}
	if !p.dollarNames && p.hasPrefix(p.at, "[") {
		p.character(t)
		if p.mistake == nil && p.hasPrefix(p.at, "[") { // c[R][C] is c_{R,C}
			row := t.args[0]
			p.character(t)
			t.op, t.index, t.args, t.whole = "name", append(t.index, row, t.args[0]), nil, ""
		}
	}
	t.length = p.at - begin
	p.next()
	return t
}

// opensBracket says whether "(" stands behind the current token.
func (p *parser) opensBracket() bool {
	at := p.at
	for at < len(p.runes) && unicode.IsSpace(p.runes[at]) {
		at++
	}
	return at < len(p.runes) && (p.runes[at] == '(' || p.hasPrefix(at, `\left(`))
}

// call reads the arguments of min, max or gcd; the current token is "(".
func (p *parser) call(name string, begin int) *term {
	t := p.newTerm(name, begin, p.tok.end)
	p.next()
	for {
		t.args = append(t.args, p.sum())
		if !p.is(",") {
			break
		}
		p.next()
	}
	p.noGrouping--
	t.length = p.tok.end - begin
	switch {
	case !p.is(")"):
		p.failToken(fmt.Sprintf(`"," or ")" is expected in %s(…)`, name))
	case len(t.args) < 2:
		p.fail(begin, p.tok.end, "schema-syntax", fmt.Sprintf(
			"%s needs at least two values, as in %s(a, b)", name, name))
	default:
		p.next()
	}
	return t
}

// indices reads _i, _1, _{N-1} and _{i,j} behind the name that ends at p.at.
func (p *parser) indices(t *term, begin int) {
	braces := false
	for p.at+1 < len(p.runes) && p.runes[p.at] == '_' && p.mistake == nil {
		from := p.at + 1
		if p.runes[from] == '{' {
			braces = true
			p.at++
			p.braced(t)
			continue
		}
		end := from
		if isDigit(p.runes[from]) {
			for end < len(p.runes) && isDigit(p.runes[end]) {
				end++
			}
		} else if isNameStart(p.runes[from]) {
			for end < len(p.runes) && isNameRune(p.runes[end]) {
				end++
			}
		}
		if end == from {
			p.fail(begin, from, "schema-syntax", `an index is expected behind "_", as in A_1, A_i or A_{N-1}`)
			return
		}
		text := string(p.runes[from:end])
		i := p.newTerm("name", from, end)
		if isDigit(p.runes[from]) {
			if len(text) > maxDigits {
				p.fail(from, end, "schema-number", fmt.Sprintf("this index has more than %d digits", maxDigits))
				return
			}
			i.op = "number"
			i.value, _ = new(big.Rat).SetString(text)
		} else {
			i.name, i.whole = text, text
		}
		t.index = append(t.index, i)
		p.at = end
	}
	if !braces && p.at <= len(p.runes) {
		t.whole = string(p.runes[begin:p.at])
	}
}

func (p *parser) braced(t *term) {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.noGrouping++
	p.at++
	p.next()
	for {
		t.index = append(t.index, p.sum())
		if !p.is(",") {
			break
		}
		p.next()
	}
	p.noGrouping--
	if !p.is("}") {
		p.failToken(`"}" is expected to close the index`)
	}
}
