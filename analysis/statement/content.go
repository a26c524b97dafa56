package statement

import (
	"slices"
	"strconv"
	"strings"
)

// reading reads what a line holds: "two integers n and m", "n integers a_1, …, a_n", "a string s".
type reading struct {
	p       *prose
	s       sentence
	here    []string // names of this line that are read
	have    int      // items that are read
	missing int      // names that were announced ("two integers") and are still to come
}

var (
	integerNouns = []string{
		"integer", "integers", "number", "numbers", "value", "values", "int", "ints", "natural",
		"elements", "heights", "prices", "weights", "numerals",
	}
	textNouns = []string{
		"string", "strings", "word", "words", "character", "characters", "letter", "letters",
		"text", "symbols", "chars", "char", "name", "names", "title", "titles", "nickname", "nicknames", "line",
	}
	realNouns  = []string{"real", "reals", "float", "floats", "decimal", "decimals", "double"}
	arrayNouns = []string{"array", "sequence", "list", "permutation", "vector", "arrays", "series"}
	adjectives = []string{
		"space", "separated", "positive", "non", "negative", "nonnegative", "distinct", "different", "binary",
		"lowercase", "uppercase",
		"single", "unique", "integer", "whole", "natural", "real", "decimal", "floating", "point", "further", "more",
		"other", "english", "latin", "sorted",
		"increasing", "space-separated", "comma", "prime", "even", "odd", "pairwise", "signed", "unsigned", "bit",
		"non-empty", "empty", "64", "32", "additional",
		"small", "valid", "given", "nonempty", "lower", "upper", "case", "non-negative", "ascii", "printable", "random",
	}
)

func isNoun(t token) bool {
	return t.word(integerNouns...) || t.word(textNouns...) || t.word(realNouns...) || t.word(arrayNouns...)
}

// items reads tokens; inRow says that the line is one of several.
func (r *reading) items(tokens []token, inRow bool) []item {
	var items []item
	fresh := true // an item may begin here
	described := false
	for at := 0; at < len(tokens); {
		t := tokens[at]
		switch {
		case t.is("("):
			at = closing(tokens, at)
			continue
		case t.is("--", ":") || t.word("where", "denoting", "representing", "indicating", "which", "that", "meaning",
			"describing", "such"):
			described = described || len(items) > 0
			fresh = !described && t.is(":")
			at++
			continue
		case len(items) > 0 && t.word("of", "with", "whose", "having") && at+1 < len(tokens) &&
			boundAhead(tokens, at+1) > 0:
			at = boundAhead(tokens, at+1)
			continue
		case len(items) > 0 && decimalsAhead(tokens, at) > 0:
			at = decimalsAhead(tokens, at)
			continue
		case len(items) > 0 && t.word("is", "are") && at+1 < len(tokens) && tokens[at+1].word("a", "an", "positive") &&
			!tokens[at+1].math:
			described, fresh = true, false
			at++
			continue
		case len(items) > 0 && t.word("consisting", "composed", "consist"):
			described, fresh = true, false
			at++
			continue
		case t.is("\"") || t.word("form", "format", "follows"):
			fresh, described = true, false
			at++
			continue
		case t.is(",", ";") || t.word("and", "then", "by", "followed", "or", "&"):
			fresh = true
			at++
			continue
		}
		more, next, ok := r.item(tokens, at, fresh, described, inRow)
		if ok {
			items = append(items, more...)
			r.have = len(items)
			for _, it := range more {
				r.here = append(r.here, it.names()...)
			}
			fresh, described = false, false
			at = next
			continue
		}
		if !t.word("the", "a", "an", "also") {
			fresh = false
		}
		at++
	}
	for i := range items {
		for _, name := range items[i].names() {
			if r.p.used[name] && name == r.p.tests && r.p.opened {
				r.p.rename(name, r.s.line)
			}
			r.p.used[name] = true
		}
	}
	return items
}

func (it item) names() []string {
	if it.list != nil {
		return it.list.names
	}
	if it.name == "" {
		return nil
	}
	return []string{it.name}
}

// closing is the place behind the bracket that closes tokens[at].
func closing(tokens []token, at int) int {
	depth := 0
	for i := at; i < len(tokens); i++ {
		switch {
		case tokens[i].is("("):
			depth++
		case tokens[i].is(")"):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return at + 1
}

// quantity is how many values a noun speaks of.
type quantity struct {
	text  string // an expression, "" for an unknown number
	n     int    // a small number, 0 for an expression
	found bool
}

// item reads one item that begins at tokens[at].
func (r *reading) item(tokens []token, at int, fresh, described, inRow bool) ([]item, int, bool) {
	q, next := readQuantity(tokens, at)
	noun := next
	for noun < len(tokens) && (tokens[noun].word(adjectives...) || tokens[noun].is("-")) && !(isNoun(tokens[noun]) &&
		!nounAhead(tokens, noun+1)) {
		noun++
	}
	if noun < len(tokens) && isNoun(tokens[noun]) && !(at > 0 && tokens[at-1].word("each", "every", "all")) &&
		(q.found || noun == at || tokens[at].word("the") || !described) {
		if tokens[noun].word("number") && noun+1 < len(tokens) && tokens[noun+1].word("of") {
			return r.numberOf(tokens, noun, described)
		}
		if described && !q.found {
			return nil, 0, false
		}
		return r.nounItem(tokens, noun, q, described, inRow)
	}
	if fresh && !described {
		if name, end, ok := r.possession(tokens, at); ok {
			return r.build([]token{name}, quantity{}, false, inRow), end, true
		}
		if items, end, ok := r.otherNoun(tokens, at, inRow); ok {
			return items, end, true
		}
	}
	// names alone: "contains n and m"
	if (fresh && (!described || r.missing > 0) || !described && listAhead(tokens, at)) &&
		(tokens[at].kind == nameToken || r.bounds(tokens, at)) && !(tokens[at].word("a") && next > at) {
		found, end := r.nameList(tokens, at)
		if len(found) > 0 {
			if described && r.p.used[found[0].text] {
				return nil, 0, false
			}
			r.missing -= len(found)
			return r.build(found, quantity{}, false, inRow), end, true
		}
	}
	return nil, 0, false
}

// possession reads "its length in seconds d" behind the thing whose length it is.
func (r *reading) possession(tokens []token, at int) (name token, end int, ok bool) {
	if r.have == 0 || !tokens[at].word("its", "their", "his", "her") {
		return token{}, 0, false
	}
	for i := at + 1; i < len(tokens) && i <= at+5; i++ {
		switch t := tokens[i]; {
		case t.kind == nameToken && t.math:
			return t, i + 1, !r.p.used[t.text] && !slices.Contains(r.here, t.text)
		case t.kind != wordToken || t.word("and", "or", "is", "are", "of", "where"):
			return token{}, 0, false
		}
	}
	return token{}, 0, false
}

// listAhead says whether a_1, a_2, …, a_n begins at tokens[at].
func listAhead(tokens []token, at int) bool {
	t := tokens[at]
	return t.kind == nameToken && len(t.index) > 0 && (t.index[len(t.index)-1] == "1" ||
		t.index[len(t.index)-1] == "0") &&
		dotted(tokens[at:min(len(tokens), at+8)])
}

// otherNoun reads "n temperatures, each represented by an integer t" and "n heights", whose noun is none of ours.
func (r *reading) otherNoun(tokens []token, at int, inRow bool) ([]item, int, bool) {
	p := &parser{tokens: tokens, at: at}
	o, ok := p.operand()
	if !ok || len(o.names) != 1 || !r.p.used[o.names[0].text] || p.at >= len(tokens) || tokens[p.at].kind != wordToken ||
		!strings.HasSuffix(tokens[p.at].text, "s") || tokens[p.at].word("is", "lies", "denotes", "represents", "was") {
		return nil, 0, false
	}
	q := quantity{text: o.text, found: true}
	for i := p.at + 1; i < len(tokens) && i < p.at+12; i++ {
		switch {
		case tokens[i].is("("):
			i = closing(tokens, i) - 1
		case isNoun(tokens[i]):
			return r.nounItem(tokens, i, q, false, inRow)
		case r.isName(tokens, i) && (tokens[i].index != nil || dotted(tokens[i:min(len(tokens), i+6)])):
			found, end := r.nameList(tokens, i)
			return r.build(found, q, false, inRow), end, len(found) > 0
		}
	}
	found, q := r.unnamed(q, false)
	return r.build(found, q, false, inRow), p.at + 1, true
}

func nounAhead(tokens []token, at int) bool {
	for i := at; i < len(tokens) && i < at+4; i++ {
		if isNoun(tokens[i]) {
			return true
		}
		if !tokens[i].word(adjectives...) && !tokens[i].is("-") {
			return false
		}
	}
	return false
}

// readQuantity reads "two", "a", "n", "2n", "k_i" in front of a noun.
func readQuantity(tokens []token, at int) (quantity, int) {
	t := tokens[at]
	next := at + 1
	wordNext := next < len(tokens) && (tokens[next].word(adjectives...) || isNoun(tokens[next]) || tokens[next].is("-"))
	switch {
	case t.word("a", "one", "the") && next+2 < len(tokens) && tokens[next].word("pair", "triple", "triplet") &&
		tokens[next+1].word("of"):
		n := 3
		if tokens[next].word("pair") {
			n = 2
		}
		return quantity{n: n, text: strconv.Itoa(n), found: true}, next + 2
	case t.word("a", "an", "one", "single", "another") && !t.math && (wordNext || next < len(tokens) &&
		tokens[next].kind == wordToken):
		return quantity{n: 1, found: true}, next
	case t.kind == wordToken && slices.Contains(numberWords, t.text):
		n := slices.Index(numberWords, t.text)
		if next+1 < len(tokens) && tokens[next].is("(") && tokens[next+1].kind == numberToken { // two (2) integers
			next = closing(tokens, next)
		}
		return quantity{n: n, text: strconv.Itoa(n), found: true}, next
	case t.word("the") && wordNext:
		return quantity{}, next
	case t.kind == numberToken || t.kind == nameToken:
		p := &parser{tokens: tokens, at: at}
		o, ok := p.operand()
		if !ok || p.at >= len(tokens) || !(tokens[p.at].word(adjectives...) || isNoun(tokens[p.at])) {
			return quantity{}, at
		}
		q := quantity{text: o.text, found: true}
		if o.constant {
			if n, err := strconv.Atoi(o.text); err == nil && n <= 10 {
				q.n = n
			}
		}
		return q, p.at
	}
	return quantity{}, at
}

// numberOf reads "the number of test cases t" and "the number n of cities".
func (r *reading) numberOf(tokens []token, at int, described bool) ([]item, int, bool) {
	if described {
		return nil, 0, false
	}
	for i := at; i < len(tokens) && i < at+8; i++ {
		t := tokens[i]
		called := t.is(",") && i+1 < len(tokens) && tokens[i+1].math && r.isName(tokens, i+1) // the number of cases, $N$
		if t.is("(", ",", ".", "--", ":") && !called || t.word("and") {
			break
		}
		if t.kind == nameToken && r.isName(tokens, i) && !(t.word("a", "i") && !t.math) {
			return []item{{name: t.text, line: r.s.line}}, i + 1, true
		}
	}
	if r.have == 0 && testCount.MatchString(textOf(r.s, tokens[at:])) {
		return []item{{name: r.invent("T", "t"), line: r.s.line}}, len(tokens), true
	}
	return nil, 0, false
}

// invent is a name that is not yet used.
func (r *reading) invent(wishes ...string) string {
	for _, w := range wishes {
		if !r.p.used[w] && !r.p.reserved[w] {
			r.p.used[w] = true
			r.p.invented = append(r.p.invented, w)
			return w
		}
	}
	for i := 2; ; i++ {
		name := wishes[0] + strconv.Itoa(i)
		if !r.p.used[name] {
			r.p.used[name] = true
			return name
		}
	}
}

// nounItem reads what follows a noun: names, "of length n", or nothing.
func (r *reading) nounItem(tokens []token, noun int, q quantity, described, inRow bool) ([]item, int, bool) {
	t := tokens[noun]
	isText := t.word(textNouns...)
	isArray := t.word(arrayNouns...)
	if isArray && noun+2 < len(tokens) && tokens[noun+1].word("of") && tokens[noun+2].word("characters", "letters",
		"symbols") {
		isText, isArray = true, false
		noun += 2
		t.text = "string"
	}
	at := noun + 1
	if at < len(tokens) && tokens[at].word("numbers", "number", "strings", "string") { // integer numbers, binary strings
		at++
	}
	if isArray && at < len(tokens) && tokens[at].word("of") || isArray && !q.found {
		q = quantity{}
	} else if isArray {
		q = quantity{}
	}
	length := ""
	for at < len(tokens) {
		switch {
		case tokens[at].is(":", "--") && at+1 < len(tokens) && tokens[at+1].kind == nameToken && !described &&
			!tokens[at+1].word("a"):
			at++
		case tokens[at].word("called", "named", "denoted", "namely"):
			at++
		case tokens[at].is(",") && at == noun+1 && at+1 < len(tokens) && !described && (r.isName(tokens, at+1) ||
			r.bounds(tokens, at+1)):
			at++
		case tokens[at].word("of", "with", "whose") && isText && boundAhead(tokens, at+1) > 0:
			at = boundAhead(tokens, at+1)
		case tokens[at].word("of") && at+1 < len(tokens) && (tokens[at+1].word("length", "size") || isArray || isText):
			from := at + 1
			if tokens[from].word("length", "size", "exactly") {
				from++
			}
			if from < len(tokens) && tokens[from].word("exactly") {
				from++
			}
			if from >= len(tokens) {
				at = from
				break
			}
			p := &parser{tokens: tokens, at: from}
			o, ok := p.operand()
			if !ok || tokens[from].word("a", "an") && !tokens[from].math && isArray {
				if isArray {
					at = skipTo(tokens, from)
					break
				}
				goto names
			}
			length = o.text
			at = p.at
			for at < len(tokens) && (isNoun(tokens[at]) || tokens[at].word(adjectives...)) {
				at++
			}
		default:
			goto names
		}
	}
names:
	found, end := []token(nil), at
	if at < len(tokens) {
		open := tokens[at].is("(") && dottedGroup(tokens, at)
		if open {
			at++
		}
		found, end = r.nameList(tokens, at)
		if open && end < len(tokens) && tokens[end].is(")") {
			end++
		}
	}
	if described && (len(found) == 0 || r.p.used[found[0].text]) {
		return nil, 0, false
	}
	if len(found) > 0 && end < len(tokens) && tokens[end].word("of") {
		if isText && length == "" {
			length, end = lettersBehind(tokens, end)
		} else if isArray {
			end = valuesBehind(tokens, end)
		}
	}
	if isArray && length != "" {
		q = quantity{text: length, found: true}
		length = ""
	}
	if isArray && len(found) == 0 && length == "" && !q.found {
		return nil, 0, false
	}
	single := !t.word("characters", "letters", "symbols", "chars")
	if isText && !single && q.n != 1 && q.found && (len(found) == 0 ||
		!dotted(found)) { // W characters are one text of that length
		length = q.text
		q = quantity{n: 1, found: true}
	}
	if len(found) == 0 {
		if !q.found && !strings.HasSuffix(t.text, "s") && !isText {
			if !t.word("integer", "number") {
				return nil, 0, false
			}
			q.n = 1
		}
		if isText && !q.found && t.word("characters", "letters", "line", "text", "words") {
			return nil, 0, false
		}
		if t.word("line") {
			return nil, 0, false
		}
		if later, ok := r.namedLater(q, inRow); ok {
			found = []token{later}
		} else {
			found, q = r.unnamed(q, isText)
			if isText && len(found) == 1 {
				r.p.calls(t, found[0].text)
			}
		}
		end = rangeBehind(tokens, at)
	}
	items := r.build(found, q, isText, inRow)
	if t.word(realNouns...) || slices.ContainsFunc(tokens[max(0,
		noun-4):noun], func(t token) bool { return t.word(realNouns...) || t.word("floating") }) {
		for i := range items {
			items[i].real = true
		}
	}
	if isText && length != "" && len(items) == 1 && items[0].list == nil {
		r.p.said = append(r.p.said, Constraint{
			Text: "|" + items[0].name + "| = " + length,
			Line: r.s.line, Original: r.s.plainText(),
		})
	}
	return items, end, true
}

// lettersBehind reads "of n uppercase letters" behind the name of a text, and says how many there are and where it ends.
func lettersBehind(tokens []token, of int) (length string, end int) {
	p := &parser{tokens: tokens, at: of + 1}
	o, ok := p.operand()
	at := p.at
	for at < len(tokens) && tokens[at].word(adjectives...) {
		at++
	}
	if !ok || at >= len(tokens) || !tokens[at].word("letters", "characters", "symbols", "chars", "digits") {
		return "", of
	}
	return o.text, at + 1
}

// valuesBehind goes past "of the integers from 1 to n" behind the names of a list.
func valuesBehind(tokens []token, of int) (end int) {
	at := of + 1
	if at < len(tokens) && tokens[at].word("the") {
		at++
	}
	if at >= len(tokens) || !tokens[at].word("integers", "numbers") {
		return of
	}
	for at++; at < len(tokens) && !tokens[at].is(",", ";", "--"); at++ {
		if tokens[at].word("and") && at+1 < len(tokens) && !isOperand(tokens[at+1]) {
			break
		}
	}
	return at
}

// rangeBehind goes past "between 1 and K" behind values without names.
func rangeBehind(tokens []token, at int) (end int) {
	if at >= len(tokens) || !tokens[at].word("between", "from") {
		return at
	}
	p := &parser{tokens: tokens, at: at + 1}
	if _, ok := p.operand(); !ok || p.at >= len(tokens) || !tokens[p.at].word("and", "to") {
		return at
	}
	p.at++
	if _, ok := p.operand(); !ok {
		return at
	}
	return p.at
}

func isOperand(t token) bool { return t.kind == numberToken || t.kind == nameToken }

// boundAhead is the place behind "at most 50 letters" or "length between 1 and 100" at tokens[at], 0 if there is none.
func boundAhead(tokens []token, at int) int {
	begin := at
	for at < len(tokens) && tokens[at].word("length", "size", "is", "at", "most", "up", "to", "no", "more", "than",
		"not", "exceeding", "greater",
		"between", "and", "least", "less") || at > begin && at < len(tokens) && (tokens[at].kind == numberToken ||
		tokens[at].is("^", "*")) {
		at++
	}
	if at < begin+2 || tokens[at-1].kind != numberToken && tokens[at-1].kind != nameToken {
		return 0
	}
	for at < len(tokens) && (isNoun(tokens[at]) || tokens[at].word(adjectives...)) {
		at++
	}
	return at
}

// decimalsAhead is the place behind "with at most four decimal digits" at tokens[at], 0 if there is none.
func decimalsAhead(tokens []token, at int) int {
	begin := at
	for at < len(tokens) && tokens[at].word("with", "having", "to", "at", "most", "up", "exactly") {
		at++
	}
	if at == begin || at+1 >= len(tokens) || tokens[at].kind != numberToken && !tokens[at].word(numberWords...) ||
		!tokens[at+1].word("decimal", "decimals", "fractional", "digits") {
		return 0
	}
	for at++; at < len(tokens) && tokens[at].word("decimal", "decimals", "fractional", "digits", "places", "after", "behind", "the", "point",
		"dot"); {
		at++
	}
	return at
}

func skipTo(tokens []token, at int) int {
	for at < len(tokens) && !tokens[at].is(",", "--", ":", "(") && !(tokens[at].kind == nameToken &&
		!tokens[at].word("a")) {
		at++
	}
	return at
}

// dottedGroup says whether the bracket at tokens[at] holds a list of names and no comparison.
func dottedGroup(tokens []token, at int) bool {
	dots := false
	for _, t := range tokens[at:closing(tokens, at)] {
		if isComparison(t) {
			return false
		}
		dots = dots || t.kind == dotsToken
	}
	return dots
}

func dotted(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.kind == dotsToken })
}

// namedLater finds the name that the sentence gives later to values: "m integers each, the j-th is a_{i,j}".
func (r *reading) namedLater(q quantity, inRow bool) (token, bool) {
	tokens := tokenize(r.s.text)
	depth := 0
	if inRow {
		depth++
	}
	if q.found && q.n != 1 {
		depth++
	}
	for i, t := range tokens {
		if t.kind == nameToken && len(t.index) == depth && depth > 0 && !r.p.used[t.text] && r.isName(tokens, i) &&
			!strings.ContainsAny(strings.Join(t.index, ""), "0123456789") {
			return t, true
		}
	}
	return token{}, false
}

// calls remembers what the text calls a value without a name: the title of a song. Nothing is called like two of them.
func (p *prose) calls(noun token, name string) {
	if !noun.word("name", "title", "nickname", "string", "word") {
		return
	}
	if p.nouns == nil {
		p.nouns = map[string]string{}
	}
	if p.nouns[noun.text] != "" {
		name = ""
	}
	p.nouns[noun.text] = name
}

// unnamed invents names for values that the statement leaves without.
func (r *reading) unnamed(q quantity, isText bool) ([]token, quantity) {
	wishes := []string{"a", "b", "c", "d", "e", "f", "g", "h", "p", "q"}
	if isText {
		wishes = []string{"s", "t", "u", "v", "w"}
	}
	n := 1
	if q.n > 4 {
		q.n = 0 // a list
	}
	if q.n > 1 && q.n <= 4 {
		n = q.n
		q = quantity{}
	}
	var found []token
	for range n {
		found = append(found, token{kind: nameToken, text: r.invent(wishes...), math: true})
	}
	return found, q
}

// nameList reads "a, b and c" or "a_1, a_2, …, a_n" with what stands in brackets behind each. The tokens that it
// returns are names and dots.
func (r *reading) nameList(tokens []token, at int) ([]token, int) {
	var found []token
	end := at
	for at < len(tokens) {
		t := tokens[at]
		if t.kind == dotsToken && len(found) > 0 {
			found = append(found, t)
			at++
			for at < len(tokens) && tokens[at].is(",") {
				at++
			}
			continue
		}
		if inside, next := r.boundNames(tokens, at, found); len(inside) > 0 {
			found = append(found, inside...)
			end, at = next, next
			for at < len(tokens) && (tokens[at].is(",", "&") || tokens[at].word("and")) {
				at++
			}
			continue
		}
		if !r.isName(tokens, at) {
			break
		}
		found = append(found, t)
		at++
		for at < len(tokens) && tokens[at].is("(") && !dottedGroup(tokens, at) {
			at = closing(tokens, at)
		}
		end = at
		// A comparison behind a name ends the list: n, m <= 50
		if at < len(tokens) && isComparison(tokens[at]) {
			break
		}
		for at < len(tokens) && (tokens[at].is(",", "&") || tokens[at].word("and")) {
			at++
		}
	}
	for len(found) > 0 && found[len(found)-1].kind == dotsToken {
		found = found[:len(found)-1]
	}
	return found, end
}

func (r *reading) bounds(tokens []token, at int) bool {
	found, _ := r.boundNames(tokens, at, nil)
	return len(found) > 0
}

// bounded says whether a bracket behind the word compares it: namei (1 <= |namei| <= 100).
func bounded(tokens []token, at int) bool {
	if at+1 >= len(tokens) || !tokens[at+1].is("(") {
		return false
	}
	inside := tokens[at+1 : closing(tokens, at+1)]
	return slices.ContainsFunc(inside, isComparison) &&
		slices.ContainsFunc(inside, func(t token) bool { return t.kind == wordToken && t.raw == tokens[at].raw })
}

// boundNames reads 1 <= n <= 10^5 where a name is expected: "two integers, 1 <= n <= 10 and 0 <= m <= 20". Names that
// are there already are only bounded.
func (r *reading) boundNames(tokens []token, at int, there []token) (found []token, next int) {
	if tokens[at].kind != numberToken && !tokens[at].is("-") {
		return nil, at
	}
	p := &parser{tokens: tokens, at: at}
	c, ok := p.chain()
	if !ok || len(c.operands) < 3 {
		return nil, at
	}
	for _, list := range c.operands[1 : len(c.operands)-1] {
		for _, o := range list {
			same := func(t token) bool { return t.text == o.names[0].text }
			if o.single && !r.p.used[o.names[0].text] && !slices.Contains(r.here, o.names[0].text) &&
				!slices.ContainsFunc(there, same) {
				found = append(found, o.names[0])
			}
		}
	}
	return found, p.at
}

// isName says whether tokens[at] is a name of the input and not a word.
func (r *reading) isName(tokens []token, at int) bool {
	t := tokens[at]
	if t.kind != nameToken {
		// a name that takes several letters (HP, max) only in capitals
		return t.kind == wordToken && (r.capital(t) || bounded(tokens, at))
	}
	if at+2 < len(tokens) && tokens[at+1].is("-", "^") && tokens[at+2].word("th") || at+1 < len(tokens) &&
		tokens[at+1].word("th") {
		return false
	}
	if t.math || t.index != nil {
		return true
	}
	if at+1 < len(tokens) && t.word("a", "i") && tokens[at+1].kind == wordToken && !tokens[at+1].word("and", "in",
		"is", "where", "separated", "which", "denoting", "on", "for", "of", "the", "such", "with", "as",
		"representing", "followed", "indicating") {
		return false
	}
	// "n integers" begins another item
	if q, next := readQuantity(tokens, at); q.found && next < len(tokens) && (isNoun(tokens[next]) ||
		tokens[next].word(adjectives...)) {
		return false
	}
	return true
}

func (r *reading) capital(t token) bool {
	text := r.s.text[t.begin:t.end]
	return text == strings.ToUpper(text) && len(text) <= 4
}

// build makes items of names: a list where there are dots or the quantity is an expression.
func (r *reading) build(found []token, q quantity, isText, inRow bool) []item {
	line := r.s.line
	if i := slices.IndexFunc(found, func(t token) bool { return t.kind == dotsToken }); i > 0 && i+1 < len(found) {
		var l list
		l.low = "1"
		first := found[0]
		if n := len(first.index); n > 0 {
			l.low = first.index[n-1]
		}
		for _, t := range found[:i] {
			if !slices.Contains(l.names, t.text) {
				l.names = append(l.names, t.text)
			}
		}
		last := found[len(found)-1]
		if n := len(last.index); n > 0 {
			l.high = last.index[n-1]
		} else {
			l.high = q.text
		}
		// a_{i1}, a_{i2}, ..., a_{im} for a_{i,1}, a_{i,2}, ..., a_{i,m}
		if len(l.low) == 2 && isLetter(rune(l.low[0])) && isDigit(rune(l.low[1])) && len(last.index) == 1 && len(l.high) > 1 &&
			l.high[0] == l.low[0] {
			l.low, l.high = l.low[1:], l.high[1:]
		}
		if l.high == "" {
			return nil
		}
		return []item{{name: l.names[0], text: isText, list: &l, line: line}}
	}
	isList := q.found && q.text != "" && q.n == 0
	if q.n > 1 && len(found) == 1 && !inRow && len(found[0].index) == 1 && found[0].index[0] == "i" {
		isList = true
	}
	if !isList && q.n > len(found) {
		r.missing = q.n - len(found)
	}
	if len(found) == 1 && isList {
		return []item{{name: found[0].text, text: isText, list: &list{
			names: []string{found[0].text},
			low:   "1", high: q.text,
		}, line: line}}
	}
	var items []item
	for _, t := range found {
		name := t.text
		if len(t.index) > 0 && strings.Trim(t.index[len(t.index)-1], "0123456789") == "" {
			name += t.index[len(t.index)-1] // l_1, r_1, l_2, r_2 are names of their own
		}
		if t.kind == wordToken {
			name = r.s.text[t.begin:t.end]
		}
		items = append(items, item{name: name, text: isText, line: line})
	}
	return items
}
