package statement

import (
	"slices"
	"strings"
)

// chain is a comparison such as 1 <= N, M <= 50: operands with signs between them.
type chain struct {
	operands [][]operand
	ops      []string // one less
	values   []string // c = 1, 2: the values behind the last sign, if there are several
	dots     bool     // dots stand in it: A_1 < A_2 < ... < A_N
	begin    int      // tokens that it covers
	end      int
}

// operand is an expression in the schema's notation.
type operand struct {
	text     string
	names    []token // in it, without those in indices
	constant bool
	single   bool // nothing but one name
}

// String is the chain in the schema's notation.
func (c chain) String() string {
	var sb strings.Builder
	for i, list := range c.operands {
		if i > 0 {
			sb.WriteString(" " + c.ops[i-1] + " ")
		}
		for j, o := range list {
			if j > 0 {
				sb.WriteString(", ")
			}
			sb.WriteString(o.text)
		}
	}
	return sb.String()
}

// names calls visit for every name that is compared or computed with.
func (c chain) names(visit func(token)) {
	for _, list := range c.operands {
		for _, o := range list {
			for _, n := range o.names {
				visit(n)
			}
		}
	}
}

// findChains finds the comparisons in tokens, from left to right. known says of a word whether it is a name.
func findChains(tokens []token, known func(string) bool) []chain {
	var all []chain
	ops := 0
	for _, t := range tokens {
		if isComparison(t) {
			ops++
		}
	}
	p := &parser{tokens: tokens, known: known}
	for at := 0; at < len(tokens) && ops > 0; at++ {
		if p.fuel > maxFuel {
			break
		}
		p.at = at
		more := p.chains()
		if len(more) == 0 {
			continue
		}
		all = append(all, more...)
		at = p.at - 1
	}
	return all
}

func isComparison(t token) bool { return t.is("<=", "<", ">=", ">", "=", "!=") }

const maxFuel = 20_000 // tokens that the parser may look at, over one sentence

// parser reads expressions at tokens[at:]. A method that fails leaves at where it may.
type parser struct {
	tokens []token
	at     int
	depth  int
	fuel   int
	known  func(string) bool
}

func (p *parser) peek() token {
	p.fuel++
	if p.at < len(p.tokens) && p.fuel < maxFuel {
		return p.tokens[p.at]
	}
	return token{}
}

// chains reads one comparison, or several that commas join (1 <= N <= 5, 1 <= M <= 9).
func (p *parser) chains() []chain {
	var all []chain
	for {
		from := p.at
		c, ok := p.chain()
		if !ok {
			p.at = from
			if len(all) > 0 { // go back before the comma
				p.at = all[len(all)-1].end
			}
			return all
		}
		all = append(all, c)
		if !p.peek().is(",") {
			return all
		}
		p.at++
	}
}

func (p *parser) chain() (chain, bool) {
	c := chain{begin: p.at}
	list, ok := p.list(len(c.operands))
	if !ok || !isComparison(p.peek()) {
		return c, false
	}
	c.operands = append(c.operands, list)
	for isComparison(p.peek()) {
		from := p.at
		op := p.peek().text
		p.at++
		if p.peek().kind == dotsToken && p.at+1 < len(p.tokens) && isComparison(p.tokens[p.at+1]) {
			c.dots = true
			p.at += 2
		}
		list, ok := p.list(len(c.operands))
		if !ok {
			p.at = from
			break
		}
		c.ops = append(c.ops, op)
		c.operands = append(c.operands, list)
		if op == "=" && list[0].constant {
			c.values = p.values(list[0].text)
		}
	}
	if len(c.ops) == 1 && c.operands[0][0].constant && c.operands[1][0].single {
		c.operands[1] = append(c.operands[1], p.alike()...)
	}
	c.end = p.at
	return c, len(c.ops) > 0
}

// alike reads the further names of a chain that ends with them and with its formula: (1 <= n, m; n*m <= 10^5).
func (p *parser) alike() (names []operand) {
	from := p.at
	for p.peek().is(",") {
		p.at++
		t := p.peek()
		o, ok := p.operand()
		if !ok || !o.single || !t.math || isComparison(p.peek()) {
			p.at = from
			return nil
		}
		names = append(names, o)
	}
	if !p.peek().is(";", ")") {
		p.at = from
		return nil
	}
	return names
}

// values reads the further values of c = 1, 2.
func (p *parser) values(first string) []string {
	values := []string{first}
	for p.peek().is(",") || p.peek().word("or") {
		from := p.at
		p.at++
		if p.peek().word("or") {
			p.at++
		}
		o, ok := p.operand()
		if !ok || !o.constant || isComparison(p.peek()) {
			p.at = from
			break
		}
		values = append(values, o.text)
	}
	return values
}

// list reads operands between commas. Only the names at the beginning of a chain and those behind one constant bound
// are a list (1 <= N, M <= 5); elsewhere, and at a number, a comma ends the chain.
func (p *parser) list(position int) ([]operand, bool) {
	o, ok := p.operand()
	if !ok {
		return nil, false
	}
	list := []operand{o}
	for position <= 1 && !o.constant && p.peek().is(",") {
		from := p.at
		p.at++
		if p.peek().kind == dotsToken {
			p.at++
			if p.peek().is(",") {
				p.at++
			}
		}
		next, ok := p.operand()
		if !ok || next.constant || !(p.peek().is(",") || isComparison(p.peek())) {
			p.at = from
			break
		}
		list = append(list, next)
	}
	if len(list) > 1 && !isComparison(p.peek()) {
		return nil, false
	}
	return list, true
}

func (p *parser) operand() (operand, bool) {
	p.depth = 0
	from := p.at
	o, ok := p.sum()
	if !ok {
		p.at = from
	}
	return o, ok
}

func (o operand) join(op string, x operand) operand {
	return operand{
		text: o.text + op + x.text, names: slices.Concat(o.names, x.names), constant: o.constant && x.constant,
	}
}

func (p *parser) sum() (operand, bool) {
	if p.depth++; p.depth > 20 {
		return operand{}, false
	}
	defer func() { p.depth-- }()
	sign := ""
	if p.peek().is("-", "+") {
		if p.peek().text == "-" {
			sign = "-"
		}
		p.at++
	}
	x, ok := p.product()
	if !ok {
		return x, false
	}
	x.text = sign + x.text
	x.single = x.single && sign == ""
	for p.peek().is("+", "-") {
		from := p.at
		op := p.peek().text
		p.at++
		y, ok := p.product()
		if !ok { // a dash behind the formula
			p.at = from
			break
		}
		x = x.join(op, y)
	}
	return x, true
}

func (p *parser) product() (operand, bool) {
	x, ok := p.power()
	if !ok {
		return x, false
	}
	for {
		t := p.peek()
		from := p.at
		op := ""
		switch {
		case t.is("*", "/", "%"):
			op = t.text
			p.at++
		case t.kind == nameToken && t.text == "x" && p.at+1 < len(p.tokens) && p.at > 0 &&
			p.tokens[p.at-1].kind == numberToken && p.tokens[p.at+1].kind == numberToken:
			op = "*" // 2 x 10^5
			p.at++
		case !t.spaced && p.at > 0 && p.tokens[p.at-1].kind == numberToken && p.name(t), // 2N
			!t.spaced && t.is("(") && p.at > 0 && (p.tokens[p.at-1].is(")") || p.name(p.tokens[p.at-1])): // N(N-1)
			op = "*"
		default:
			return x, true
		}
		y, ok := p.power()
		if !ok {
			p.at = from
			return x, true
		}
		x = x.join(op, y)
	}
}

func (p *parser) power() (operand, bool) {
	x, ok := p.primary()
	if !ok || !p.peek().is("^") {
		return x, ok
	}
	from := p.at
	p.at++
	var y operand
	if p.peek().is("{") {
		p.at++
		y, ok = p.sum()
		if !ok || !p.peek().is("}") {
			p.at = from
			return operand{}, false
		}
		p.at++
		if strings.ContainsAny(y.text, "+-*/%") {
			y.text = "(" + y.text + ")"
		}
	} else if y, ok = p.primary(); !ok {
		p.at = from
		return operand{}, false
	}
	return x.join("^", y), true
}

// name says whether t may stand for a value.
func (p *parser) name(t token) bool {
	return t.kind == nameToken || t.kind == wordToken && p.known != nil && p.known(t.raw)
}

func (p *parser) primary() (operand, bool) {
	t := p.peek()
	switch {
	case t.kind == numberToken:
		p.at++
		return operand{text: t.text, constant: true}, true
	case t.kind == nameToken && isFunction(t.text) || t.kind == wordToken && isFunction(t.text):
		return p.call(t.text)
	case p.name(t):
		p.at++
		if t.kind == wordToken {
			t.kind, t.text = nameToken, t.raw
		}
		if t.attr != "" {
			return operand{text: t.String() + "." + t.attr, names: []token{t}, single: true}, true
		}
		return operand{text: t.String(), names: []token{t}, single: true}, true
	case t.is("("):
		p.at++
		x, ok := p.sum()
		if !ok || !p.peek().is(")") {
			return operand{}, false
		}
		p.at++
		if !strings.ContainsAny(x.text, "+-*/%") {
			return x, true
		}
		x.text, x.single = "("+x.text+")", false
		return x, true
	case t.is("|"):
		p.at++
		x, ok := p.sum()
		if !ok || !p.peek().is("|") {
			return operand{}, false
		}
		p.at++
		x.text, x.single = "|"+x.text+"|", false
		return x, true
	}
	return operand{}, false
}

func isFunction(word string) bool {
	return slices.Contains([]string{"min", "max", "gcd", "len", "length", "size", "abs"}, word)
}

// call reads min(…), max(…), gcd(…), abs(…) and len(…).
func (p *parser) call(function string) (operand, bool) {
	p.at++
	if !p.peek().is("(") {
		return operand{}, false
	}
	p.at++
	x, ok := p.sum()
	if !ok {
		return operand{}, false
	}
	for p.peek().is(",") {
		p.at++
		y, ok := p.sum()
		if !ok {
			return operand{}, false
		}
		x = x.join(", ", y)
	}
	if !p.peek().is(")") {
		return operand{}, false
	}
	p.at++
	switch function {
	case "len", "length", "size", "abs":
		x.text = "|" + x.text + "|"
	default:
		x.text = function + "(" + x.text + ")"
	}
	x.single = false
	return x, true
}
