package statement

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// manyTests matches what is said of an input that has no number of test cases, but an end.
	manyTests = regexp.MustCompile(`(?i)\b(?:several|multiple|many|at most \S+|(?:a )?(?:sequence|series|number|set) of) ` +
		`(?:\w+ )?(?:test ?cases|tests|data ?sets|instances)\b|` + endsInput + `|` + endOfInput)
	// endsBy matches the line that ends an input, in a sentence that says that some line does.
	endsBy = regexp.MustCompile(`(?i)` + endsInput)
	byEnd  = regexp.MustCompile(`(?i)` + endOfInput)
	// ofInput matches an input of which each line is a case.
	ofInput   = regexp.MustCompile(`(?i)\b(?:each|every) (?:input )?line\b`)
	lastLine  = regexp.MustCompile("[`'\"$ (]((?:-?\\d+|#|\\*)(?: -?\\d+| #| \\*)*)[`'\"$).,;]*(?:[ ,].*)?$")
	zeroWords = regexp.MustCompile(`(?i)\b(a|one|single|two|three|four|five)? ?(?:single )?(?:zero(?:e?s)?|0(?:'s|s))\b`)
	allZero   = regexp.MustCompile(`(?i)\b(?:where|when|with|if)\b[^.]*?((?:[A-Za-z]\w*(?: ?=+ ?|,? and |, ?))+)(?:(?:is|are)(?: both| all)? ?)?` +
		`(?:=? ?0\b|zeros?)`)
	allOfThem = regexp.MustCompile(`(?i)\b(?:both|all)(?: of)?(?: the)?(?: these)? (?:numbers|integers|values|of them)?(?: are| is)? ?(?:equal to )?(?:0|zeros?)\b`)
	mostCases = regexp.MustCompile(`(?i)\b(?:at most|no more than|up to|not more than) ([\d^* {}]*\d\}?|[a-z]+(?: [a-z]+)?) ` +
		`(?:\w+ )?(?:lines|test ?cases|data ?sets|cases|instances|tests)\b`)
)

const (
	endsInput = `\b(?:input|file|data|test ?cases?|data ?sets?|last (?:line|test case|data ?set)|it|this|list|sequence|end)\b` +
		`[^.<>]{0,60}?\b(?:(?:ends?|ended|terminated|terminates|indicated|marked|signal?led|finishes|denoted)\b[^.<>]{0,10}?` +
		`\b(?:with|by|when|where|if)\b|followed by (?:a|one) (?:single |last |final )?line\b)` +
		`[^.<>]{0,60}?(?:\b0\b|\bzeros?\b|\bzeroes\b|-1\b|["'` + "`" + `][#*]["'` + "`" + `])|` +
		`(?:\b0\b|\bzeros?\b|-1\b)[^.<>]{0,40}\b(?:terminates|ends|marks|indicates|signals|denotes) (?:the )?(?:end|input|file)\b`
	endOfInput = `\bend of (?:the )?(?:file|input)\b|\bend-of-(?:file|input)\b|\bEOF\b|\buntil (?:the )?(?:input|file) ends\b`
)

// isEnd says whether a sentence says where an input ends that has no number of cases.
func isEnd(s sentence) bool { return endsBy.MatchString(s.text) || byEnd.MatchString(s.text) }

// countCases gives the number of cases, which the input does not have, a name.
func (p *prose) countCases() string {
	for _, name := range []string{"K", "T", "Q", "C"} {
		if !p.used[name] && !p.reserved[name] && !p.used[strings.ToLower(name)] {
			p.count = name
			break
		}
	}
	if p.count == "" {
		p.count = "K0"
	}
	p.used[p.count] = true
	return p.count
}

// onlyEnd says whether a sentence speaks of nothing but the end of the input.
func onlyEnd(s sentence) bool {
	at := endVerb.FindStringIndex(s.text)
	return isEnd(s) && !strings.ContainsAny(s.text, "<>") && (at == nil || !describesCase.MatchString(s.text[:at[0]]))
}

var (
	endVerb       = regexp.MustCompile(`(?i)\b(?:ends?|ended|terminated|terminates|indicated|marked|followed)\b`)
	describesCase = regexp.MustCompile(`(?i)\b(?:integers?|strings?|words?|numbers|contains|containing|consists?)\b`)
)

// endlessBlock repeats the lines of a format block up to the end of the input, where the sentences say that there is no
// number of cases.
func (r *reader) endlessBlock(lines []string, said []sentence) []string {
	if !slices.ContainsFunc(said, isEnd) || slices.ContainsFunc(said, func(s sentence) bool { return testCount.MatchString(s.text) }) {
		return lines
	}
	p := &prose{used: map[string]bool{}, endless: slices.DeleteFunc(slices.Clone(said), func(s sentence) bool {
		return !manyTests.MatchString(s.text)
	})}
	block := blockNames(lines, 1)
	var first []item
	for _, n := range block.list {
		p.used[n.name] = true
		if n.row == 1 {
			first = append(first, item{name: n.name})
		}
	}
	out := []string{"repeat " + p.countCases() + ":"}
	for _, l := range lines {
		out = append(out, "  "+l)
	}
	for _, s := range p.endless {
		if last := p.lastLine(s, first); last != nil {
			out = append(out, renderRow(last, ""))
		}
	}
	for _, c := range p.unprinted() {
		r.constraint(c)
	}
	return out
}

// lastLine is the line that ends the input, if a sentence speaks of it.
func (p *prose) lastLine(s sentence, first []item) []item {
	if !endsBy.MatchString(s.text) {
		return nil
	}
	return lastOf(s.plainText(), first)
}

// closeEndless repeats what was read up to the end of the input, where the sentences say that there is no number of cases.
func (p *prose) closeEndless() {
	if p.tests != "" || !p.ends || len(p.nodes) == 0 {
		return
	}
	first := p.nodes[0].items
	if p.count == "" {
		p.nodes = []node{{count: p.countCases(), body: p.nodes}}
	}
	for _, s := range p.endless {
		if last := p.lastLine(s, first); last != nil {
			p.last = last
		}
	}
	if len(p.last) > 0 {
		p.nodes = append(p.nodes, node{items: p.last})
	}
}

// lastOf are the words of the line that ends an input, of which a sentence speaks; first is the first line of a case.
func lastOf(text string, first []item) []item {
	at := endsBy.FindStringIndex(text)
	var words []string
	switch m := zeroWords.FindStringSubmatch(text); {
	case allOfThem.MatchString(text), allZero.MatchString(text):
		words = slices.Repeat([]string{"0"}, len(first))
	case lastLine.MatchString(text[at[1]-1:]) || lastLine.MatchString(text):
		m := lastLine.FindStringSubmatch(text)
		words = strings.Fields(m[1])
	case m != nil:
		n := slices.Index(numberWords, strings.ToLower(m[1]))
		words = slices.Repeat([]string{"0"}, max(n, 1))
	}
	var items []item
	for _, w := range words {
		if strings.Trim(w, "-0123456789") != "" {
			w = `"` + w + `"`
		}
		items = append(items, item{literal: w})
	}
	return items
}

// unprinted are the constraints that belong to an input without a number of cases.
func (p *prose) unprinted() []Constraint {
	if p.count == "" {
		return nil
	}
	said := []Constraint{p.endless[0].says("%s is not printed", p.count)}
	for _, s := range p.endless {
		text := s.plainText()
		if m := mostCases.FindStringSubmatch(text); m != nil {
			if high, ok := readNumber(m[1]); ok {
				said = append(said, s.says("1 <= %s <= %s", p.count, high))
			}
		}
	}
	return said
}

// readNumber is a number in digits or in words: 10^5, one hundred.
func readNumber(text string) (string, bool) {
	tokens := tokenize("$" + text + "$")
	p := &parser{tokens: tokens}
	if o, ok := p.operand(); ok && p.at == len(tokens) && o.constant {
		return o.text, true
	}
	number := numbersInWords(text)
	return number, number != text && strings.Trim(number, "0123456789") == ""
}
