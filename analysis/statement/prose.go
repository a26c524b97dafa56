package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// prose reads sentences that describe the lines of the input, one after the other, and builds a layout.
type prose struct {
	nodes    []node
	into     []*[]node // the lists that are being built, the innermost last
	tests    string    // name of the number of test cases, once it is known
	opened   bool      // the repetition of the test cases is open
	apart    bool      // an empty line stands before each test case
	ahead    bool      // one line was announced and not yet described
	pending  string    // rows were announced and not yet described: how many there are
	waiting  bool      // pending is set
	waits    sentence  // that announced them
	used     map[string]bool
	invented []string          // names that the statement does not give
	nouns    map[string]string // what the values are called for which texts were invented: title → s; "" where it is not clear
	// letters that the sentences use for something; what has no name there is not called like them
	reserved map[string]bool
	lines    int // anchors seen
	read     int // of them understood
	first    int // line of the first that was understood
	missed   []sentence
	endless  []sentence // that speak of test cases without a number
	ends     bool       // a sentence says where the input ends
	count    string     // of the cases, where the input goes on to its end; "" where it does not
	last     []item     // what the last line has then
	// bounds that the content itself gives, such as "W characters"
	said []Constraint
	// names that two things have: from a line on, the second is meant, before it the first, which is called otherwise
	renamed []renaming
}

// renaming says that what the statement calls from is called to in the lines before line.
type renaming struct {
	from, to string
	line     int
}

// rename gives the number of test cases another name, because another thing is called like it.
func (p *prose) rename(name string, line int) {
	to := strings.ToUpper(name)
	if to == name || p.used[to] {
		to = name + "0"
	}
	p.used[to] = true
	p.tests = to
	p.renamed = append(p.renamed, renaming{name, to, line})
	for i := range p.nodes {
		if p.nodes[i].count == name {
			p.nodes[i].count = to
		}
		for j := range p.nodes[i].items {
			if p.nodes[i].items[j].name == name {
				p.nodes[i].items[j].name = to
			}
		}
	}
}

// anchor is a place in a sentence that says which line of the input is spoken of.
type anchor struct {
	begin, end int // tokens
	kind       anchorKind
	count      string // rows
	unit       string // of what: "test", "query", … as in "the first line of each test case"
}

type anchorKind int

const (
	oneLine   anchorKind = iota
	rowsAhead            // n lines follow
	eachRow              // each of these lines
	wholeCase            // each test case contains
	wholeFile            // the input contains
)

var (
	ordinals = []string{
		"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "next", "following", "last", "final",
		"only", "single", "remaining", "one", "1st", "2nd", "3rd", "subsequent", "another", "separate", "initial",
		"a", "this",
	}
	numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	verbs       = []string{
		"contains", "contain", "contained", "consists", "consist", "has", "have", "holds", "hold", "is", "are",
		"gives", "give",
		"containing", "having", "will", "comprises", "includes", "with", "there", "of", "you", "given", "consisting",
		"describing", "describe",
		"describes", "input", "in", "the", "begins", "starts", "represents", "represent", "single", "line", "on",
		"follows", "follow", "contents", "also", "we", "and", "then",
	}
	caseWords = []string{
		"data", "set", "test", "case", "cases", "tests", "testcase", "testcases", "dataset",
		"datasets", "scenario", "scenarios",
	}
)

// layoutOf reads sentences; sure is 0 where they describe no input.
func layoutOf(all []sentence) (p *prose) {
	p = &prose{used: map[string]bool{}, reserved: map[string]bool{}}
	for _, s := range all {
		for _, t := range tokenize(s.text) {
			if t.kind == nameToken && (t.math || !t.word("a", "i", "s", "t")) {
				p.reserved[t.text] = true
			}
		}
	}
	p.into = []*[]node{&p.nodes}
	p.ends = slices.ContainsFunc(all, isEnd)
	for _, s := range all {
		p.sentence(s)
	}
	p.closeKinds(all)
	p.closeEndless()
	if p.waiting {
		p.lines++
		p.missed = append(p.missed, p.waits)
	}
	return p
}

func (p *prose) sure() float64 {
	if len(p.nodes) == 0 || p.lines == 0 {
		return 0
	}
	return float64(p.read) / float64(p.lines)
}

var (
	testCount = regexp.MustCompile(`(?i)\bnumber of (?:the )?(?:independent )?(?:test ?cases|tests|test|data ?sets|` +
		`data-sets|scenarios|cases|input data sets)\b|测试用例数|数据组数|测试数据组数|组数`)
	testFollow = regexp.MustCompile(`(?i)\b(?:test ?cases?|tests|data ?sets|scenarios)\b.{0,40}\bfollows?\b|` +
		`\bfollows?\b.{0,40}\b(?:test ?cases|data ?sets)|\b(?:each|every) (?:test ?case|data ?set|scenario|` +
		`test)\b|\b(?:line|lines) of (?:the|a) (?:test ?case|data ?set)\b`)
)

var (
	perLine     = regexp.MustCompile(`(?i)\b(integers|numbers|values|strings|words) (?:per|in each|on each) line:? (\$?[A-Za-z](?:_|\$| |,))`)
	emptyBefore = regexp.MustCompile(`(?i)\b(?:empty|blank) (?:line|string)s? (?:is |stands? |comes? )?(?:before|precedes?|preceding) (?:each|every) (?:new )?test ?case|` +
		`\b(?:each|every) test ?case is preceded by an? (?:empty|blank) line`)
)

func (p *prose) sentence(s sentence) {
	if len(p.used) > maxNames {
		return
	}
	if p.tests == "" && manyTests.MatchString(s.text) {
		p.endless = append(p.endless, s)
	}
	s, _, _ = inEnglish(s).withoutClock()
	s.text = perLine.ReplaceAllString(s.text, "$1 $2")
	if emptyBefore.MatchString(s.text) {
		p.apart = true
		if p.opened {
			p.add(node{})
		}
		return
	}
	tokens := tokenize(s.text)
	if len(tokens) == 0 || p.ends && (mostCases.MatchString(s.text) && isEnd(s) || onlyEnd(s)) {
		return
	}
	anchors := findAnchors(tokens)
	if len(anchors) == 0 {
		if p.waiting && len(tokens) > 2 && tokens[0].word("each", "every") && !testFollow.MatchString(s.text) {
			anchors = []anchor{{begin: 0, end: 1, kind: eachRow}} // each road is given by two integers
		} else if end := rowNumber(tokens); p.waiting && end > 0 {
			anchors = []anchor{{begin: 0, end: end, kind: eachRow}} // the i-th road is described by two integers
		} else if p.ahead && tokens[0].word("it", "this", "they", "these") {
			anchors = []anchor{{begin: 0, end: 1, kind: oneLine}}
		} else {
			p.followers(s, tokens)
			if testFollow.MatchString(s.text) {
				p.openTests()
			}
			return
		}
	}
	if testFollow.MatchString(s.text) && !(testCount.MatchString(s.text) && p.tests == "") {
		p.openTests()
	}
	if p.waiting && anchors[0].kind == oneLine && anchors[0].begin > 0 && tokens[0].word("each", "every") {
		anchors[0].kind = eachRow // each description is one line
	}
	for i, a := range anchors {
		end := len(tokens)
		if i+1 < len(anchors) {
			end = max(a.end, anchors[i+1].begin)
		}
		content := tokens[a.end:end]
		if i == 0 && a.begin > 1 && !hasContent(content) {
			content = tokens[:a.begin] // two integers stand in the first line
		}
		p.anchor(s, a, content)
	}
	if testFollow.MatchString(s.text) && p.tests != "" {
		p.openTests()
	}
}

// rowNumber is the place behind "the i-th edge" in "the i-th edge is described with two integers", 0 where it stands not there.
func rowNumber(tokens []token) (end int) {
	th := slices.IndexFunc(tokens[:min(len(tokens), 6)], func(t token) bool { return t.word("th", "ith") })
	if th < 1 || !tokens[0].word("the") {
		return 0
	}
	for i := th + 1; i < len(tokens) && i < th+6; i++ {
		if tokens[i].word("described", "given", "contains", "consists", "defined", "represented", "specified") {
			return i
		}
	}
	return 0
}

func hasContent(tokens []token) bool {
	for _, t := range tokens {
		if t.kind == nameToken || isNoun(t) {
			return true
		}
	}
	return false
}

// openTests begins the repetition of the test cases, if their number is known.
func (p *prose) openTests() {
	if p.tests == "" && len(p.nodes) == 1 && p.nodes[0].count == "" && len(p.nodes[0].items) == 1 &&
		p.nodes[0].items[0].list == nil {
		p.tests = p.nodes[0].items[0].name
	}
	if p.opened || p.tests == "" {
		return
	}
	p.opened = true
	p.open(p.tests)
	if p.apart {
		p.add(node{})
	}
}

// open adds a repetition; what is read from now on is repeated.
func (p *prose) open(count string) {
	list := p.into[len(p.into)-1]
	*list = append(*list, node{count: count, body: []node{}})
	p.into = append(p.into, &(*list)[len(*list)-1].body)
}

func (p *prose) add(n node) {
	list := p.into[len(p.into)-1]
	*list = append(*list, n)
}

func (p *prose) anchor(s sentence, a anchor, content []token) {
	p.lines++
	if p.tests != "" && !p.opened && (a.kind == wholeCase || p.lines > 1) {
		p.openTests()
	}
	scope := &reading{p: p, s: s}
	switch a.kind {
	case rowsAhead:
		p.waiting, p.pending, p.waits = true, a.count, s
		items := scope.items(content, true)
		if len(items) == 0 {
			p.read++ // the next sentence says what stands in them
			return
		}
		p.rows(s, items)
	case eachRow:
		if !p.waiting && p.ends && p.tests == "" && len(p.nodes) == 0 && ofInput.MatchString(s.text) {
			p.waiting, p.pending, p.waits = true, p.countCases(), s
		}
		if !p.waiting {
			p.lines--
			return
		}
		items := scope.items(content, true)
		if len(items) == 0 {
			p.lines-- // "each line describes a road", then its sentence
			return
		}
		p.rows(s, items)
	default:
		p.waiting = false
		items := scope.items(content, false)
		if len(items) == 0 && isEmpty(content) {
			p.read++
			p.add(node{})
			return
		}
		if len(items) == 0 {
			p.lines--
			p.ahead = a.kind == oneLine
			if p.ahead && hasContent(content) {
				p.lines++
				p.missed = append(p.missed, s)
			}
			return
		}
		p.read++
		p.ahead = false
		if p.first == 0 {
			p.first = s.line
		}
		p.add(node{items: items})
		if p.tests == "" && testCount.MatchString(textOf(s, content)) {
			p.tests = items[len(items)-1].name
			if len(items) > 1 {
				p.tests = items[0].name
			}
		}
	}
}

// isEmpty says whether a line is said to hold nothing: it "is empty".
func isEmpty(content []token) bool {
	return len(content) > 0 && content[0].word("empty", "blank") && (len(content) == 1 || content[1].is(".", ","))
}

func textOf(s sentence, tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	return s.text[tokens[0].begin:tokens[len(tokens)-1].end]
}

func (p *prose) rows(s sentence, items []item) {
	p.read++
	if p.first == 0 {
		p.first = s.line
	}
	p.waiting = false
	// n lines for n test cases: each is a line
	if depth := len(p.into); p.opened && depth > 1 && p.pending == p.tests && len(*p.into[depth-1]) == 0 {
		p.into = p.into[:depth-1]
		list := p.into[depth-2]
		*list = (*list)[:len(*list)-1]
	}
	p.add(node{items: items, count: p.pending})
}

// findAnchors finds the places that name lines of the input.
func findAnchors(tokens []token) []anchor {
	var all []anchor
	put := func(a anchor) {
		if n := len(all); n > 0 && a.begin <= all[n-1].end+1 {
			before := &all[n-1]
			if before.kind == rowsAhead && a.kind == eachRow || before.kind == rowsAhead && a.kind == oneLine {
				before.end = a.end
				return
			}
		}
		all = append(all, a)
	}
	for i, t := range tokens {
		switch {
		case t.word("lines", "rows") && !(t.text == "rows" && !rowWord(tokens, i)):
			count, from, ok := countBefore(tokens, i)
			switch {
			case ok:
				put(anchor{begin: from, end: i + 1, kind: rowsAhead, count: count})
			case i > 0 && tokens[i-1].word("of", "the", "these", "those", "following", "next", "such", "them"):
				from := i
				for from > 0 && tokens[from-1].word("of", "the", "these", "those", "following", "next", "each",
					"such", "in", "on", "every") {
					from--
				}
				put(anchor{begin: from, end: i + 1, kind: eachRow})
			}
		case t.word("line", "row") && i > 0:
			if a, ok := lineAnchor(tokens, i); ok {
				put(a)
			}
		case t.word("them") && i > 1 && tokens[i-1].word("of") && tokens[i-2].word("each"):
			put(anchor{begin: i - 2, end: i + 1, kind: eachRow})
		case t.word("each") && i+1 < len(tokens) && tokens[i+1].word("containing", "contains", "consisting", "with",
			"describing"):
			put(anchor{begin: i, end: i + 1, kind: eachRow})
		}
	}
	for i := range all { // "of each test case", "of the input" and the verb belong to the anchor
		all[i].end = skipUnit(tokens, all[i].end, &all[i])
	}
	if len(all) > 0 {
		return all
	}
	return wholeAnchor(tokens)
}

func rowWord(tokens []token, i int) bool {
	return i+1 < len(tokens) && tokens[i+1].word("follow", "contain", "each", "contains")
}

// lineAnchor reads "the first line", "each line", "the i-th line" that ends at the word tokens[i].
func lineAnchor(tokens []token, i int) (anchor, bool) {
	from := i
	each, ordinal := false, false
	for from > 0 && i-from < 8 {
		t := tokens[from-1]
		switch {
		case t.word("each", "every", "per"):
			each = true
		case t.word("i", "j", "th", "ith", "k") || t.kind == nameToken && t.text == "i" || t.is("-", "^") ||
			t.is("(", ")", "+") ||
			t.kind == numberToken && each:
			each = each || t.word("th", "ith")
		case t.word(ordinals...) || t.word(numberWords...):
			ordinal = true
		case t.word("the", "in", "on", "at", "input", "of", "and", "such", "data", "then", "or", "from", "these",
			"last", "a"):
		default:
			goto done
		}
		from--
	}
done:
	for from < i && tokens[from].word("of", "and", "or", "a") && !tokens[from+1].word("single", "line", "separate") {
		from++
	}
	switch {
	case each && !(ordinal && !each):
		return anchor{begin: from, end: i + 1, kind: eachRow}, true
	case ordinal:
		return anchor{begin: from, end: i + 1, kind: oneLine}, true
	}
	return anchor{}, false
}

// countBefore reads the number before "lines": M, n-1, 2n, three; with the words around it.
func countBefore(tokens []token, i int) (count string, from int, ok bool) {
	at := i
	for at > 0 && tokens[at-1].word("more", "further", "input", "additional", "other", "such", "following",
		"subsequent", "next",
		"remaining", "separate", "of", "the", "text", "new") {
		at--
	}
	end := at
	if at > 0 && slices.Contains(numberWords, tokens[at-1].text) && tokens[at-1].kind == wordToken {
		n := slices.Index(numberWords, tokens[at-1].text)
		if n < 2 {
			return "", 0, false
		}
		return fmt.Sprint(n), leadIn(tokens, at-1), true
	}
	for at > 0 && end-at < 7 {
		t := tokens[at-1]
		if t.kind == nameToken && (t.math || !t.word("a", "i")) || t.kind == numberToken || t.is("+", "-", "*", "(",
			")", "/") {
			at--
			continue
		}
		break
	}
	for ; at < end; at++ {
		p := &parser{tokens: tokens[:end], at: at}
		if o, ok := p.operand(); ok && p.at == end {
			text := o.text
			if o.single {
				text = o.names[0].String()
			}
			return text, leadIn(tokens, at), true
		}
	}
	return "", 0, false
}

// leadIn goes back over "each of the next", "then there are".
func leadIn(tokens []token, at int) int {
	for at > 0 && tokens[at-1].word("each", "every", "of", "the", "next", "following", "then", "follow", "follows",
		"there", "are", "come", "comes",
		"last", "first", "remaining", "finally", "in", "on", "followed", "by", "subsequent", "th", "i", "ith",
		"other", "next", "another", "will", "be") ||
		at > 1 && tokens[at-1].is("-", "^") && tokens[at-2].word("i", "j") {
		at--
	}
	return at
}

// skipUnit goes past "of the input", "of each test case" and past verbs.
func skipUnit(tokens []token, at int, a *anchor) int {
	if at < len(tokens) && tokens[at].word("of", "in", "for") {
		end := at + 1
		for end < len(tokens) && end-at < 8 && (tokens[end].word("the", "each", "every", "input", "test", "case",
			"cases", "file", "data",
			"description", "standard", "dataset", "scenario", "query", "testcase", "set", "of", "a", "block", "and",
			"next", "given", "operation", "group", "all", "tests") ||
			tokens[end].kind == wordToken && tokens[end-1].word("each", "every")) {
			if tokens[end].word("query", "operation", "block", "group", "description") {
				a.unit = tokens[end].text
			}
			end++
		}
		if end > at+1 {
			at = end
		}
	}
	for at < len(tokens) && (tokens[at].word(verbs...) || tokens[at].is(",", ":")) {
		if tokens[at].kind == nameToken { // "a" and the like are no verbs
			break
		}
		at++
	}
	return at
}

// wholeAnchor reads "The input consists of …", "Each test case contains …" and "You are given …" without a line.
func wholeAnchor(tokens []token) []anchor {
	for i, t := range tokens {
		if i > 12 {
			break
		}
		if t.word("are", "come") && i < 6 && i+2 < len(tokens) && announces(tokens, i+1) && tokens[0].word("after",
			"then", "next", "finally", "afterwards", "lastly") {
			return []anchor{{begin: 0, end: i + 1, kind: oneLine}}
		}
		if !t.word("contains", "consists", "is", "contain", "has", "begins", "starts") || i == 0 {
			continue
		}
		before := tokens[:i]
		kind := oneLine
		switch {
		case slices.ContainsFunc(before, func(t token) bool { return t.word(caseWords...) }) &&
			slices.ContainsFunc(before, func(t token) bool { return t.word("each", "every") }):
			kind = wholeCase
		case slices.ContainsFunc(before, func(t token) bool { return t.word("input") }) && len(before) < 5:
			kind = wholeFile
		default:
			continue
		}
		a := anchor{begin: 0, end: i, kind: kind}
		a.end = skipUnit(tokens, i, &a)
		return []anchor{a}
	}
	return nil
}

// announces says whether "n integers" or the like stands at tokens[at].
func announces(tokens []token, at int) bool {
	q, next := readQuantity(tokens, at)
	return q.found && next < len(tokens) && (isNoun(tokens[next]) || nounAhead(tokens, next))
}

// followers reads "Then q queries follow", which announces rows too.
func (p *prose) followers(s sentence, tokens []token) {
	for i, t := range tokens {
		if !t.word("follow", "follows", "queries", "commands", "operations", "edges", "descriptions") || i == 0 {
			continue
		}
		end := i
		if t.word("follow", "follows") {
			for end > 0 && tokens[end-1].kind == wordToken && !tokens[end-1].word("then") {
				end--
			}
			if slices.ContainsFunc(tokens[end:i], func(t token) bool { return t.word(caseWords...) }) {
				count, _, ok := countBefore(tokens, end)
				if ok && p.tests == "" && p.used[count] {
					p.tests = count
				}
				return
			}
		} else if !slices.ContainsFunc(tokens, func(t token) bool {
			return t.word("follow", "then", "next", "given",
				"following", "follows")
		}) {
			continue
		}
		if count, _, ok := countBefore(tokens, end); ok {
			p.waiting, p.pending, p.waits = true, count, s
			return
		}
	}
}

// isForm says whether a quotation has several words.
func isForm(quoted []string) bool { return strings.Contains(strings.TrimSpace(quoted[1]), " ") }

// bareWord matches a command that stands alone.
var bareWord = regexp.MustCompile(`^[A-Za-z]{3,}$`)

var quotedForm = regexp.MustCompile("[\"'`]([^\"'`]{1,40})[\"'`]")

// kindForm reads a form of a query: a constant, then names.
func kindForm(text string) ([]item, bool) {
	tokens := tokenize(text)
	if len(tokens) == 0 || len(tokens) > 8 {
		return nil, false
	}
	first := tokens[0]
	var items []item
	switch {
	case first.kind == numberToken:
		items = append(items, item{literal: first.text})
	case first.kind == wordToken || first.kind == signToken && strings.ContainsAny(first.text, "+-?!=*/#@<>") ||
		first.kind == nameToken && first.index == nil &&
			len(tokens) > 1:
		items = append(items, item{literal: `"` + text[first.begin:first.end] + `"`})
	default:
		return nil, false
	}
	for _, t := range tokens[1:] {
		switch {
		case t.kind == nameToken:
			items = append(items, item{name: t.text})
		case t.kind == numberToken:
			items = append(items, item{literal: t.text})
		default:
			return nil, false
		}
	}
	return items, true
}

// isConstant says whether an item that stands alone is a query without values: 3, and not a word.
func isConstant(it item) bool {
	return it.literal != "" && strings.Trim(it.literal, "0123456789") == ""
}

var formEnd = regexp.MustCompile(`\s*(?::| -- |\(|,| - )`)

// closeKinds looks for the forms of queries, in quotes or at the beginning of list items, and puts them in the place
// of the rows that were announced last.
func (p *prose) closeKinds(all []sentence) {
	var kinds [][]item
	seen := map[string]bool{}
	put := func(text string, line int) {
		items, ok := kindForm(text)
		if !ok || seen[items[0].literal] {
			return
		}
		seen[items[0].literal] = true
		for i := range items {
			items[i].line = line
		}
		kinds = append(kinds, items)
	}
	for _, s := range all {
		var quoted [][]string
		forms := quotedForm.FindAllStringSubmatch(s.text, -1)
		several := slices.ContainsFunc(forms, isForm)
		for _, m := range forms {
			if isForm(m) || several && bareWord.MatchString(m[1]) { // `add x`, `remove x` or `count`
				quoted = append(quoted, m)
			}
		}
		if s.item {
			form := strings.Trim(s.text, "`\"'$. ")
			if at := formEnd.FindStringIndex(s.text); at != nil {
				form = s.text[:at[0]]
			}
			form = strings.Trim(form, "`\"'. ")
			if items, ok := kindForm(form); ok && (len(items) > 1 || isConstant(items[0])) {
				put(form, s.line)
				continue
			}
		}
		for _, m := range quoted {
			put(m[1], s.line)
		}
	}
	if len(kinds) < 2 {
		return
	}
	list := p.into[len(p.into)-1]
	if p.waiting {
		p.waiting = false
		*list = append(*list, node{count: p.pending, kinds: kinds})
		return
	}
	if n := len(*list); n > 0 && (*list)[n-1].count != "" && (*list)[n-1].body == nil {
		(*list)[n-1] = node{count: (*list)[n-1].count, kinds: kinds}
	}
}
