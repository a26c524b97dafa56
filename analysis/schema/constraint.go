package schema

import (
	"fmt"
	"math/big"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// statement is one constraint as it is written, before its names mean anything.
type statement struct {
	kind     statementKind
	text     string
	pos      Pos
	length   int
	operands [][]*term // chain: what stands between the signs
	ops      []string  // chain: one less
	subjects []*term   // the others: what they speak of
	low      *term     // permutation, tree, graph, inRange; modulus of multiple; bound of sumAtMost
	high     *term
	strict   bool       // sumAtMost: < instead of <=
	overall  bool       // sumAtMost: it is said to be over all test cases
	shape    Shape      // graph
	way      *way       // graph and reachable: which vertices ways join; nil where nothing is said
	falling  bool       // sorted, increasing
	rest     int64      // multiple: the remainder
	decimals int        // real
	values   []string   // oneOf
	numeric  bool       // oneOf: all values are plain integers
	rule     *textRule  // textual
	letters  letters    // characters and cells: what they may be; chain: the character that its right side may be
	atEnd    int        // characters: 1 if the first of the subjects are meant, -1 if the last; 0 if they say themselves which
	where    *statement // chain: (1 <= i <= N) behind it
}

type statementKind int

const (
	chain statementKind = iota
	inRange
	oneOf
	textual // matches, consists of
	real
	multiple
	distinct
	sorted
	increasing
	permutation
	tree
	graph
	parents
	together
	sumAtMost
	integer
	unprinted
	prime
	reachable
	characters
	cells
)

// way is what is said of the ways in a graph; nil stands for every vertex.
type way struct {
	from, to *term
	pos      Pos
	length   int
}

// textRule is what matches or "consists of" says about a text.
type textRule struct {
	alphabet []rune // nil where only the pattern will do
	pattern  string
	low      int // fewest and most code points; most is -1 where it is unbounded
	high     int
}

// constraints reads the lines behind "---"; the first of them has the given number.
func (b *builder) constraints(texts []string, number int) []*statement {
	var all []*statement
	for i, text := range texts {
		text = strings.TrimRightFunc(text, unicode.IsSpace)
		runes := []rune(text)
		pos := Pos{number + i, 1}
		if len(runes) > maxLine {
			b.mistake(pos, 1, "schema-too-large", fmt.Sprintf(
				"this line has more than %d characters; split it", maxLine))
			continue
		}
		p := &parser{runes: runes, pos: pos}
		if all = p.line(all); p.mistake != nil {
			b.add(*p.mistake)
		}
	}
	return all
}

// line reads the constraints of one line.
func (p *parser) line(all []*statement) []*statement {
	p.skipBlanks()
	if p.hasPrefix(p.at, "•") || p.hasPrefix(p.at, "* ") {
		p.at++
	}
	if p.hasPrefix(p.at, "- ") {
		p.fail(p.at, p.at+1, "schema-syntax",
			`a line cannot begin with "- "; leave a list mark out, and write a minus without a blank`)
	}
	if p.hasPrefix(p.at, "---") {
		p.fail(p.at, len(p.runes), "schema-syntax",
			`a second "---"; only one line separates layout and constraints`)
	}
	for p.mistake == nil {
		p.next()
		if p.tok.kind == tokenEnd {
			break
		}
		first := len(all)
		all = p.statements(all)
		if p.mistake != nil {
			return all[:first]
		}
		if p.tok.kind == tokenEnd || p.tok.text == "." && p.restWords() == "" { // a sentence has a full stop
			break
		}
		if !p.is(";") && !p.isWord("and") && !p.is("∧") && !p.is("&") {
			p.failToken("the constraint is complete before it; write one constraint a line")
			return all[:first]
		}
	}
	return all
}

// statements reads one constraint, or the several that commas join (1 <= N <= 5, 1 <= M <= 9).
func (p *parser) statements(all []*statement) []*statement {
	begin := p.tok.begin
	s := &statement{pos: p.place(begin)}
	first := len(all)
	all = append(all, s)
	switch {
	case p.isWord("sum") && p.phrase("of"), p.isWord("the") && p.phrase("sum of"),
		p.isWord("it") && p.anyPhrase("is guaranteed that the sum of", "is guaranteed that sum of"):
		p.sumStatement(s)
	case p.is("(") && p.tuple(s):
	case p.everyVertex():
		p.next()
		s.kind = reachable
		p.way(s, nil, begin)
	default:
		if (p.isWord("vertex") || p.isWord("node")) && strings.Contains(p.restWords(), " is reachable from ") {
			p.next() // vertex N is reachable from vertex 1
		}
		s.operands = [][]*term{p.list()}
		switch {
		case slices.ContainsFunc(s.operands[0], func(t *term) bool { return t.op == "character" }) &&
			(p.is("=") || p.is("!=") || p.tok.kind == tokenName):
			p.characters(s)
		case (p.is("=") || p.is("!=")) && p.cell(s):
		case p.comparison() != "":
			all = p.chain(all, s)
		case p.tok.kind == tokenName && slices.Contains([]string{"sum", "Sum", "Σ", "∑"}, s.operands[0][0].name) &&
			strings.ContainsAny(p.restWords(), `<>≤≥\`):
			p.failToken("a sum is written as in sum of N <= 2*10^5")
		case p.tok.kind == tokenName:
			p.predicate(s)
		default:
			p.failToken("a comparison such as <= is expected, or one of: in, is, matches, consists of")
		}
	}
	end := p.tok.begin
	for end > begin && unicode.IsSpace(p.runes[end-1]) {
		end--
	}
	for _, s := range all[first:] {
		s.text = string(p.runes[begin:end])
		s.length = end - begin
		s.pos = p.place(begin)
	}
	return all
}

func (p *parser) list() []*term {
	terms := []*term{p.sum()}
	for p.is(",") {
		p.next()
		terms = append(terms, p.sum())
	}
	return terms
}

func (p *parser) comparison() string {
	if p.tok.kind == tokenSymbol && slices.Contains([]string{"<", "<=", "=", "!=", ">=", ">"}, p.tok.text) {
		return p.tok.text
	}
	return ""
}

func constant(t *term) bool {
	is := true
	t.names(func(*term) { is = false })
	return is
}

func (p *parser) chain(all []*statement, s *statement) []*statement {
	for op := p.comparison(); op != ""; op = p.comparison() {
		s.ops = append(s.ops, op)
		p.next()
		terms := p.list()
		// In 1 <= N <= 5, 1 <= M <= 9 the comma ends a chain: a number is no member of a list of names.
		if cut := slices.IndexFunc(terms, constant); len(terms) > 1 && cut >= 0 {
			cut = max(cut, 1)
			s.operands = append(s.operands, terms[:cut])
			s = &statement{pos: terms[cut].pos, operands: [][]*term{terms[cut:]}}
			all = append(all, s)
			if p.comparison() == "" {
				p.failToken("a comparison such as <= is expected")
			}
			continue
		}
		s.operands = append(s.operands, terms)
	}
	switch {
	case p.is("("):
		s.where = &statement{pos: p.place(p.tok.begin)}
		begin := p.tok.begin
		p.next()
		s.where.operands = [][]*term{p.list()}
		p.chain(nil, s.where)
		s.where.length = p.tok.end - begin
		if !p.is(")") {
			p.failToken(`")" is expected to close the condition`)
		} else {
			p.next()
		}
	case p.isWord("for") && (p.phrase("all") || p.phrase("every") || p.phrase("each")):
		p.next()
		p.sum()
	}
	return all
}

// phrase goes past the given words if they stand behind the current token.
func (p *parser) phrase(words string) bool {
	at := p.at
	for _, word := range strings.Fields(words) {
		for at < len(p.runes) && (unicode.IsSpace(p.runes[at]) || p.runes[at] == '$') {
			at++
		}
		for _, r := range word {
			if at >= len(p.runes) || unicode.ToLower(p.runes[at]) != r {
				return false
			}
			at++
		}
		if at < len(p.runes) && isNameRune(p.runes[at]) {
			return false
		}
	}
	p.at = at
	return true
}

func (p *parser) anyPhrase(alternatives ...string) bool {
	return slices.ContainsFunc(alternatives, p.phrase)
}

// restWords is the text up to the end of the line or a comment, for messages.
func (p *parser) restWords() string {
	text := string(p.runes[p.at:])
	if i := strings.IndexAny(text, "#;"); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSpace(text)
}

func (p *parser) unsupported(begin int, construct, instead string) {
	p.fail(begin, len(p.runes), "schema-unsupported",
		fmt.Sprintf("%s cannot be read by this version; %s", construct, instead))
}

// sumStatement reads what stands behind "sum of", in the words of statements too: over which test cases may stand before the
// bound or behind it.
func (p *parser) sumStatement(s *statement) {
	s.kind = sumAtMost
	p.phrase("all")
	p.next()
	s.subjects = p.list()
	p.overAll(s)
	op := p.comparison()
	for _, verb := range []struct{ first, rest string }{{"does", "not exceed"}, {"do", "not exceed"}, {"will", "not exceed"}, {"is", "at most"}} {
		if p.isWord(verb.first) && p.phrase(verb.rest) {
			op = "<="
		}
	}
	if op != "<=" && op != "<" {
		p.failToken(`a sum can only be bounded from above, as in sum of N <= 2*10^5`)
		return
	}
	s.strict = op == "<"
	p.next()
	s.low = p.sum()
	if op := p.comparison(); op != "" {
		p.failToken(`a sum has one bound; write "sum of N <= K" as a line of its own`)
	}
	p.overAll(s)
}

// overAll reads "over all test cases".
func (p *parser) overAll(s *statement) {
	for p.isWord("over") || p.isWord("across") {
		switch {
		case p.anyPhrase("all the test cases", "all of the test cases", "all test cases", "all testcases", "all tests", "all cases",
			"the test cases", "test cases", "testcases", "tests"):
			s.overall = true
		case !p.anyPhrase("all i", "all"):
			p.next()
			p.failToken("over what a sum goes is said as in sum of N <= 2*10^5 over all test cases")
			return
		}
		p.next()
	}
}

// tuple reads "(u, v) is …"; it reads nothing where the bracket is part of an expression.
func (p *parser) tuple(s *statement) bool {
	begin, tok := p.at, p.tok
	p.next()
	terms := p.list()
	if p.mistake != nil || len(terms) < 2 || !p.is(")") {
		p.at, p.tok, p.mistake = begin, tok, nil
		return false
	}
	p.next()
	at := p.tok.begin
	if !p.isWord("is") && !p.isWord("are") && !p.isWord("form") && !p.isWord("forms") {
		p.failToken("after the names in brackets \"is a tree on 1..N\" is expected")
		return true
	}
	s.subjects = terms
	if p.anyPhrase("pairwise distinct", "all distinct", "distinct", "unique") {
		s.kind = together
		p.next()
		return true
	}
	p.phrase("the edges of")
	if !p.anyPhrase("a", "an") {
		p.phrase("the")
	}
	noun := p.graphNoun(s)
	switch {
	case noun == "" && (s.shape != Shape{}) && p.restWords() == "":
		p.fail(at, p.at, "schema-syntax", "what is said to be so is missing, and the numbers of the vertices; write: is a "+
			"connected simple graph on 1..N")
	case noun == "":
		p.fail(at, len(p.runes), "schema-syntax", fmt.Sprintf(
			"%q is not known of two columns; known are: is distinct, is a tree or a forest on 1..N, and is a graph on 1..N, "+
				"which may be simple, connected, bipartite, directed or acyclic", p.restWords()))
	case len(terms) != 2:
		p.fail(p.span(terms[2]), p.span(terms[2])+terms[2].length, "schema-syntax", fmt.Sprintf(
			"a %s is made of two columns, as in (u, v) is a %s on 1..N; bound the others by themselves", noun, noun))
	case p.anyPhrase("on vertices", "on", "with vertices"):
		p.span2(s)
		if begin := p.tok.begin; p.isWord("with") || p.isWord("where") {
			var to *term
			if p.anyPhrase(everyVertex...) {
				p.next()
			} else {
				p.anyPhrase("the vertex", "vertex", "the node", "node")
				p.next()
				to = p.sum()
			}
			p.way(s, to, begin)
		}
	default:
		p.fail(at, p.at, "schema-syntax", fmt.Sprintf(
			"the numbers of the vertices are missing; write: is a %s on 1..N", noun))
	}
	return true
}

var everyVertex = []string{
	"every vertex", "each vertex", "all vertices", "every node", "each node", "all nodes", "all the vertices", "all the nodes",
}

// everyVertex goes past these words if they begin with the current token.
func (p *parser) everyVertex() bool {
	at := p.at
	p.at = p.tok.begin
	if p.tok.kind == tokenName && p.anyPhrase(everyVertex...) {
		return true
	}
	p.at = at
	return false
}

// way reads "is reachable from 1" behind the vertex to, nil for every one; begin is where all this begins.
func (p *parser) way(s *statement, to *term, begin int) {
	if p.isWord("is") || p.isWord("are") {
		p.next()
	}
	if !p.isWord("reachable") || !p.phrase("from") {
		p.failToken("\"reachable from\" is expected, as in: every vertex is reachable from 1")
		return
	}
	s.way = &way{to: to, pos: p.place(begin)}
	if p.anyPhrase(everyVertex...) {
		p.next()
	} else {
		p.anyPhrase("the vertex", "vertex", "the node", "node")
		p.next()
		s.way.from = p.sum()
	}
	s.way.length = p.tok.begin - begin
}

// graphNoun reads what kind of graph is meant, "connected simple graph" for example, and returns its noun.
func (p *parser) graphNoun(s *statement) string {
	s.kind = graph
	for {
		switch {
		case p.anyPhrase("simple", "undirected simple"):
			s.shape.Simple = true
		case p.phrase("strongly connected"):
			p.unsupported(p.at, "a strongly connected graph", "(u, v) is a directed graph on 1..N with every vertex reachable from 1 comes near to it")
		case p.phrase("connected"):
			s.shape.Connected = true
		case p.phrase("bipartite"):
			s.shape.Bipartite = true
		case p.phrase("directed"):
			s.shape.Directed = true
		case p.anyPhrase("undirected acyclic", "acyclic undirected"):
			s.shape.Forest = true
		case p.phrase("acyclic"):
			s.shape.Acyclic, s.shape.Directed = true, true
		case p.anyPhrase("undirected", "weighted", "and", "a"):
		case p.phrase("tree"):
			s.kind = tree
			return "tree"
		case p.phrase("forest"):
			s.shape.Forest = true
			return "forest"
		case p.phrase("dag"):
			s.shape.Acyclic, s.shape.Directed, s.shape.Simple = true, true, true
			return "DAG"
		case p.phrase("graph"):
			return "graph"
		default:
			return ""
		}
	}
}

// span2 reads LOW..HIGH behind the current place.
func (p *parser) span2(s *statement) {
	p.next()
	s.low = p.sum()
	if !p.is("..") && !p.is("...") && !p.isWord("to") {
		p.failToken("a range is expected, as in 1..N")
		return
	}
	p.next()
	s.high = p.sum()
}

func (p *parser) predicate(s *statement) {
	s.subjects, s.operands = s.operands[0], nil
	word := strings.ToLower(p.tok.text)
	at := p.tok.begin
	switch {
	case word == "in":
		p.inStatement(s)
	case word == "matches" || word == "match":
		p.pattern(s)
	case (word == "consists" || word == "consist") && p.phrase("of"), word == "contains" && p.phrase("only"):
		p.characterClass(s)
	case word == "is" || word == "are":
		p.isStatement(s, at)
	case p.ends(s):
	case p.hinted(s, at):
	default:
		p.failToken("a comparison such as <= is expected, or one of: in, is, matches, consists of, begins with, ends with")
	}
}

func (p *parser) isStatement(s *statement, at int) {
	switch {
	case p.anyPhrase("pairwise distinct", "all distinct", "distinct", "unique"):
		s.kind = distinct
		p.anyPhrase("integers", "numbers", "values")
	case p.anyPhrase("strictly increasing", "sorted strictly"):
		s.kind = increasing
	case p.anyPhrase("sorted", "non-decreasing", "nondecreasing"):
		s.kind = sorted
		s.falling = p.anyPhrase("descending", "in descending order", "in non-increasing order", "in decreasing order")
		p.anyPhrase("ascending", "in ascending order", "in non-decreasing order", "in increasing order")
	case p.anyPhrase("non-increasing", "nonincreasing"):
		s.kind, s.falling = sorted, true
	case p.phrase("strictly decreasing"):
		s.kind, s.falling = increasing, true
	case p.at < len(p.runes) && sizedPermutation.MatchString(p.restWords()) && p.hinted(s, at):
		return
	case p.anyPhrase("a permutation of", "permutation of"):
		s.kind = permutation
		p.span2(s)
		return
	case p.anyPhrase("not printed", "not given"):
		s.kind = unprinted
	case p.anyPhrase("an even number", "an even integer", "even"):
		s.kind, s.low = multiple, p.two()
	case p.anyPhrase("an odd number", "an odd integer", "odd"):
		s.kind, s.low, s.rest = multiple, p.two(), 1
	case p.anyPhrase("a multiple of", "divisible by"):
		s.kind = multiple
		p.next()
		s.low = p.sum()
		return
	case p.phrase("real"):
		p.realStatement(s)
		return
	case p.anyPhrase("an integer", "integer", "integers"):
		s.kind = integer
	case p.anyPhrase("a parent array", "parent array"):
		s.kind = parents
	case p.anyPhrase("prime", "a prime number", "a prime"):
		s.kind = prime
	case strings.HasSuffix(p.restWords(), " two") && p.hinted(s, at):
		return
	case p.anyPhrase("a power of", "power of"):
		p.powers(s)
		return
	case len(s.subjects) == 1 && p.phrase("reachable"):
		p.at -= len("reachable")
		p.next()
		s.kind = reachable
		p.way(s, s.subjects[0], p.span(s.subjects[0]))
		s.subjects = nil
		return
	case p.anyPhrase("a palindrome", "palindrome"):
		p.unsupported(at, "this condition", "for texts use matches, consists of or in {…}, or a validator program")
		return
	case p.hinted(s, at):
		return
	default:
		p.fail(at, len(p.runes), "schema-syntax", fmt.Sprintf(
			"%q is not known; known are: distinct, sorted, sorted descending, strictly increasing, strictly decreasing, "+
				"a permutation of 1..N, a parent array, even, odd, a multiple of K, a power of B, prime, real with D decimals, not printed",
			"is "+p.restWords()))
		return
	}
	p.next()
}

const maxPower = 200 // bits of the largest power that is listed

// powers reads the base of "a power of 2", and lists the powers.
func (p *parser) powers(s *statement) {
	p.next()
	begin := p.tok.begin
	base := p.sum()
	if p.mistake != nil {
		return
	}
	if base.op != "number" || !base.value.IsInt() || base.value.Cmp(big.NewRat(2, 1)) < 0 || base.value.Num().BitLen() > maxPower {
		p.fail(begin, p.span(base)+base.length, "schema-number", "only powers of a number from 2 on can be asked for, as in N is a power of 2")
		return
	}
	s.kind, s.numeric, s.values = oneOf, true, powersOf(base.value.Num())
}

func powersOf(base *big.Int) (all []string) {
	for x := big.NewInt(1); x.BitLen() <= maxPower; x.Mul(x, base) {
		all = append(all, x.String())
	}
	return all
}

func (p *parser) two() *term {
	t := p.newTerm("number", p.tok.begin, p.tok.end)
	t.value.SetInt64(2)
	return t
}

const maxDecimals = 18

func (p *parser) realStatement(s *statement) {
	s.kind = real
	at := p.tok.begin
	if !p.anyPhrase("with at most", "with up to", "with") {
		p.fail(at, p.at, "schema-syntax", "say how many digits stand behind the point: is real with 2 decimals")
		return
	}
	p.next()
	t := p.sum()
	s.decimals = -1
	for d := range maxDecimals + 1 {
		if isNumber(t, int64(d)) {
			s.decimals = d
		}
	}
	if s.decimals < 0 && p.mistake == nil {
		p.fail(p.span(t), p.span(t)+t.length, "schema-number",
			fmt.Sprintf("a number of decimals from 0 to %d is expected", maxDecimals))
		return
	}
	for _, word := range []string{"decimal", "decimals", "digits", "places"} {
		if p.isWord(word) {
			p.anyPhrase("places", "digits", "after the point", "after the decimal point")
			p.next()
			return
		}
	}
	p.failToken(`"decimals" is expected, as in: is real with 2 decimals`)
}

func (p *parser) inStatement(s *statement) {
	p.skipBlanks()
	if !p.hasPrefix(p.at, "{") && !p.hasPrefix(p.at, `\{`) {
		if p.hasPrefix(p.at, "[") {
			p.fail(p.at, len(p.runes), "schema-syntax",
				"write a range as 1..9, a set as {a, b}, and letters as: S matches [a-z]+")
			return
		}
		s.kind = inRange
		p.span2(s)
		return
	}
	s.kind = oneOf
	begin := p.at
	if p.hasPrefix(p.at, `\`) {
		p.at++
	}
	p.at++
	var items []item
	for {
		p.skipSpaces()
		it := item{kind: literalItem, begin: p.at}
		if p.hasPrefix(p.at, `"`) {
			it.text, it.glued = p.quoted(), true // glued: in quotes
		} else {
			for p.at < len(p.runes) && !strings.ContainsRune(",}", p.runes[p.at]) && !p.hasPrefix(p.at, `\}`) {
				p.at++
			}
			it.text = strings.TrimSpace(string(p.runes[it.begin:p.at]))
		}
		it.end = p.at
		p.skipSpaces()
		if p.mistake != nil {
			return
		}
		if p.at >= len(p.runes) {
			p.fail(begin, begin+1, "schema-syntax", `a "}" is missing to close the set`)
			return
		}
		if it.text == "" && !it.glued {
			p.fail(it.begin, it.begin+1, "schema-values", `a value is missing here; write an empty text as ""`)
			return
		}
		items = append(items, it)
		r := p.runes[p.at]
		p.at++
		if r == '\\' && p.at < len(p.runes) {
			r = p.runes[p.at]
			p.at++
		}
		if r == '}' {
			break
		}
		if r != ',' {
			p.fail(p.at-1, p.at, "schema-syntax", `"," or "}" is expected behind a text in quotes`)
			return
		}
	}
	end := p.at
	if p.dottedSet(s, items) {
		p.at = end
		p.next()
		return
	}
	s.numeric = true
	seen := map[string]bool{}
	for _, it := range items {
		s.numeric = s.numeric && !it.glued && plainInteger(it.text)
		if !seen[it.text] {
			s.values = append(s.values, it.text)
		}
		seen[it.text] = true
	}
	p.next()
}

func (p *parser) skipSpaces() {
	for p.at < len(p.runes) && unicode.IsSpace(p.runes[p.at]) {
		p.at++
	}
}

// dottedSet reads {1, 2, ..., 9} as 1..9.
func (p *parser) dottedSet(s *statement, items []item) bool {
	if len(items) < 3 || !slices.Contains([]string{"...", "…", `\ldots`, `\dots`}, items[len(items)-2].text) {
		return false
	}
	s.kind = inRange
	bound := func(it item) *term {
		sub := &parser{runes: p.runes[:it.end], at: it.begin, pos: p.pos, noGrouping: 1}
		sub.next()
		t := sub.sum()
		if sub.tok.kind != tokenEnd {
			sub.failToken("dots stand between numbers only; list the values")
		}
		if sub.mistake != nil {
			p.mistake = sub.mistake
		}
		return t
	}
	s.low, s.high = bound(items[0]), bound(items[len(items)-1])
	return true
}

// plainInteger says whether text is how an integer is printed.
func plainInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && len(digits) <= maxDigits && strings.Trim(digits, "0123456789") == "" &&
		(digits[0] != '0' || text == "0")
}

// classes are the classes of characters, by what plainClass calls them.
var classes = map[string]string{
	"lowercase letters": "a-z", "uppercase letters": "A-Z", "letters": "a-zA-Z", "digits": "0-9",
	"letters and digits": "a-zA-Z0-9", "lowercase letters and digits": "a-z0-9",
	"uppercase letters and digits": "A-Z0-9", "lowercase and uppercase letters": "a-zA-Z",
	"uppercase and lowercase letters": "A-Za-z", "lowercase letters and blanks": "a-z ",
}

func (p *parser) characterClass(s *statement) {
	s.kind = textual
	text := string(p.runes[p.at:])
	if i := strings.IndexAny(text, "#;"); i >= 0 {
		text = text[:i]
	}
	words := strings.ToLower(strings.Trim(strings.Join(strings.Fields(text), " "), ". $"))
	class, ok := classes[plainClass(words)]
	alphabet, _ := alphabetOf(class)
	if !ok {
		alphabet, ok = characterList(text)
	}
	if !ok {
		p.fail(p.at, p.at+len([]rune(strings.TrimRightFunc(text, unicode.IsSpace))), "schema-pattern",
			"known here are: lowercase letters, uppercase letters, letters, digits, letters and digits; for "+
				"others write: S matches [.#]+")
		return
	}
	s.rule = &textRule{alphabet: alphabet, high: -1}
	p.at += len([]rune(text))
	p.next()
}

// pattern reads the rest of the line as a regular expression; a "#" behind a
// blank and outside brackets begins a comment.
func (p *parser) pattern(s *statement) {
	s.kind = textual
	p.skipSpaces()
	begin, end := p.at, len(p.runes)
	class := false
	for i := begin; i < end; i++ {
		switch p.runes[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '#':
			if !class && i > 0 && unicode.IsSpace(p.runes[i-1]) {
				end = i
			}
		}
	}
	for end > begin && unicode.IsSpace(p.runes[end-1]) {
		end--
	}
	if begin >= end {
		p.fail(p.tok.begin, p.tok.end, "schema-pattern", "a regular expression is missing, as in S matches [a-z]+")
		return
	}
	rule, m := readPattern(string(p.runes[begin:end]))
	if m != nil {
		p.fail(begin+m.Pos.Column, begin+m.Pos.Column+m.Length, m.Code, m.Message)
		return
	}
	s.rule = rule
	p.at = len(p.runes)
	p.tok = token{kind: tokenEnd, begin: end, end: end}
}

// readPattern reads a regular expression. The column of a mistake is an offset into the text.
func readPattern(text string) (*textRule, *Mistake) {
	if rule := repeatedClass(text); rule != nil {
		if rule.high >= 0 && rule.low > rule.high {
			return nil, newMistake(Pos{1, 0}, len([]rune(text)), "schema-pattern",
				"the smaller number of repetitions comes first")
		}
		return rule, nil
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		at, length, why, help := 0, len([]rune(text)), "it cannot be read",
			`write \ before a character that stands for itself`
		if se, ok := err.(*syntax.Error); ok {
			why = se.Code.String()
			if se.Code == syntax.ErrInvalidRepeatSize || se.Code == syntax.ErrLarge {
				help = "repeat at most 1000 times, or bound the length, as in |S| <= 10^5"
			}
			if i := strings.Index(text, se.Expr); i >= 0 && se.Expr != "" {
				at, length = len([]rune(text[:i])), len([]rune(se.Expr))
			}
		}
		return nil, newMistake(Pos{1, at}, length, "schema-pattern",
			"this is not a regular expression (RE2): "+why+"; "+help)
	}
	low, high := lengths(re)
	if high == 0 {
		return nil, newMistake(Pos{1, 0}, len([]rune(text)), "schema-pattern",
			"only the empty text matches this; write which characters are meant")
	}
	return &textRule{pattern: unanchored(text), low: low, high: high}, nil
}

// unanchored drops ^ and $ around a pattern, which say nothing about a whole text.
func unanchored(text string) string {
	text = strings.TrimPrefix(text, "^")
	if rest, ok := strings.CutSuffix(text, "$"); ok {
		if (len(rest)-len(strings.TrimRight(rest, `\`)))%2 == 0 {
			text = rest
		}
	}
	return text
}

const maxAlphabet = 2000

// repeatedClass understands [a-z]+ and its like: one class, in the order in which it is written, and how often. It
// returns nil for any other expression.
func repeatedClass(text string) *textRule {
	text = unanchored(text)
	if !strings.HasPrefix(text, "[") {
		return nil
	}
	end := 1
	for end < len(text) && text[end] != ']' {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(text) {
		return nil
	}
	alphabet, ok := alphabetOf(text[1:end])
	if !ok {
		return nil
	}
	rule := &textRule{alphabet: alphabet, low: 1, high: 1}
	switch quantifier := text[end+1:]; {
	case quantifier == "":
	case quantifier == "+":
		rule.high = -1
	case quantifier == "*":
		rule.low, rule.high = 0, -1
	case quantifier == "?":
		rule.low = 0
	default:
		inner, ok := strings.CutPrefix(quantifier, "{")
		inner, ok2 := strings.CutSuffix(inner, "}")
		if !ok || !ok2 {
			return nil
		}
		from, to, isRange := strings.Cut(inner, ",")
		if rule.low, ok = smallNumber(from); !ok {
			return nil
		}
		rule.high = rule.low
		if isRange && to == "" {
			rule.high = -1
		} else if isRange {
			if rule.high, ok = smallNumber(to); !ok {
				return nil
			}
		}
	}
	return rule
}

func smallNumber(text string) (int, bool) {
	if text == "" || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n := 0
	for _, r := range text {
		n = 10*n + int(r-'0')
	}
	return n, true
}

// alphabetOf lists the characters of the inside of a class; ok is false for what is better left to a pattern.
func alphabetOf(class string) (alphabet []rune, ok bool) {
	runes := []rune(class)
	if len(runes) == 0 || runes[0] == '^' || strings.Contains(class, "[:") {
		return nil, false
	}
	seen := map[rune]bool{}
	one := func(i int) (rune, int, bool) {
		if runes[i] != '\\' {
			return runes[i], i + 1, true
		}
		if i+1 < len(runes) && !unicode.IsLetter(runes[i+1]) && !unicode.IsDigit(runes[i+1]) {
			return runes[i+1], i + 2, true
		}
		return 0, 0, false
	}
	for i := 0; i < len(runes); {
		if i+1 < len(runes) && runes[i] == '\\' && runes[i+1] == 'd' {
			for r := '0'; r <= '9'; r++ {
				if !seen[r] {
					seen[r] = true
					alphabet = append(alphabet, r)
				}
			}
			i += 2
			continue
		}
		low, next, ok := one(i)
		if !ok {
			return nil, false
		}
		high := low
		i = next
		if i+1 < len(runes) && runes[i] == '-' {
			if high, i, ok = one(i + 1); !ok {
				return nil, false
			}
		}
		if high < low || high-low > maxAlphabet {
			return nil, false
		}
		for r := low; r <= high; r++ {
			if !seen[r] {
				seen[r] = true
				alphabet = append(alphabet, r)
			}
		}
	}
	return alphabet, len(alphabet) <= maxAlphabet
}

// lengths are the fewest and the most code points that match re; -1 means without end.
func lengths(re *syntax.Regexp) (low, high int) {
	const enough = 1 << 30
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune), len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		return lengths(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		low, high = lengths(re.Sub[0])
		least, most := re.Min, re.Max
		switch re.Op {
		case syntax.OpStar:
			least, most = 0, -1
		case syntax.OpPlus:
			least, most = 1, -1
		case syntax.OpQuest:
			least, most = 0, 1
		}
		low = min(low*least, enough)
		switch {
		case high == 0 || most == 0:
			high = 0
		case high < 0 || most < 0:
			high = -1
		default:
			high = min(high*most, enough)
		}
		return low, high
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			l, h := lengths(sub)
			low = min(low+l, enough)
			if h < 0 || high < 0 {
				high = -1
			} else {
				high = min(high+h, enough)
			}
		}
		return low, high
	case syntax.OpAlternate:
		low, high = lengths(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			l, h := lengths(sub)
			low = min(low, l)
			if h < 0 || high < 0 {
				high = -1
			} else {
				high = max(high, h)
			}
		}
		return low, high
	}
	return 0, 0
}
