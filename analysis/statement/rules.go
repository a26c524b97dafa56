package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// rules reads what the sentence says in words.
func (f *finder) rules() {
	f.sums()
	if f.places() {
		f.lengths()
		return
	}
	f.alphabets()
	f.lengths()
	f.ranges()
	f.lists()
	f.tuples()
	f.different()
	f.numbers()
	f.either()
	f.bracketed()
}

const (
	letterCase = `(lower(?:-| )?case|small|upper(?:-| )?case|capital)`
	quoteSign  = "[\"'`]?"
	nameText   = `[A-Za-z][A-Za-z0-9']*(?:_(?:\{[^{}]*\}|[A-Za-z0-9]+))?`
	exprText   = `-?(?:\d[\d.]*|[A-Za-z])[\w^*/{}+.-]*(?: ?[*+-] ?\d[\d^{}]*)*`
)

// subjects are the layout's names in a part of the sentence that is about to say something of them: the last ones
// that stand together, texts only if there are any.
func (f *finder) subjects(before string) []string {
	tokens := tokenize(before)
	texts := slices.ContainsFunc(f.names.list, func(n named) bool { return n.text })
	var group []string
	for i, t := range tokens {
		if t.kind != nameToken && t.kind != wordToken {
			continue
		}
		if t.kind == wordToken {
			t.text = before[t.begin:t.end]
		}
		name, ok := f.subject(t)
		if !ok {
			continue
		}
		n := f.lookup(t)
		if i > 0 && (tokens[i-1].word("length", "size", "lengths") || strings.HasSuffix(tokens[i-1].text, "長さ") ||
			strings.Contains(tokens[i-1].text, "长度") || isComparison(tokens[i-1])) ||
			i > 1 && tokens[i-1].word("of") && tokens[i-2].word("length", "size", "lines") &&
				!strings.HasPrefix(strings.ToLower(before), "the length") ||
			i+1 < len(tokens) && isComparison(tokens[i+1]) || texts && (n == nil || !n.text) || t.kind == nameToken && t.word("a") &&
			!t.math && i+1 < len(tokens) && tokens[i+1].kind == wordToken {
			continue
		}
		if i > 0 && len(group) > 0 && !(tokens[i-1].is(",", "|") || tokens[i-1].word("and", "or", "と") ||
			tokens[i-1].kind == dotsToken) {
			group = nil
		}
		if !slices.Contains(group, name) {
			group = append(group, name)
		}
	}
	return group
}

var eachValue = regexp.MustCompile(`(?i)\b(?:each|every|all|both)(?: of)?(?: the| these)? (?:[a-z]+ )?(?:integers?|numbers?|values?)\b`)

// lastName is the last name of a row.
func lastName(all names, row int) string {
	last := ""
	for _, n := range all.list {
		if n.row == row {
			last = n.name
		}
	}
	return last
}

// subjectsOr are the subjects before an offset of the text, or what the sentence's line of the layout names last.
func (f *finder) subjectsOr(before string, wantText bool) []string {
	if names := f.subjects(before); len(names) > 0 {
		return wholeLists(names)
	}
	if row := f.names.lastRow(f.s.line); !wantText && row > 0 && eachValue.MatchString(before) {
		var all []string
		for _, n := range f.names.list {
			unnamed := slices.Contains(f.invented, n.name) && slices.Contains(f.invented, lastName(f.names, row)) && len(n.counts) > 0
			if (n.row == row || unnamed && n.row < row) && !n.text {
				all = append(all, n.name)
			}
		}
		return all
	}
	var last string
	for _, n := range f.names.list {
		if n.line == f.s.line && (!wantText || n.text) {
			last = n.name
		}
	}
	if last == "" && wantText {
		for _, n := range f.names.list {
			if n.text && n.line < f.s.line {
				last = n.name
			}
		}
	}
	if last == "" {
		return nil
	}
	return []string{last}
}

var fixedIndex = regexp.MustCompile(`_(?:\d+|[A-Z]|n|m|\{[^{}]*[+-][^{}]*\})$`)

// wholeLists turns A_1, A_2, A_N into A.
func wholeLists(names []string) []string {
	var out []string
	for _, n := range names {
		if fixedIndex.MatchString(n) {
			n, _, _ = strings.Cut(n, "_")
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

var (
	sumText = regexp.MustCompile(
		`(?i)\b(?:sum|total)(?: of)?(?: all)?(?: the)?(?: values| value| numbers)?(?: of)?(?: all)?(?: the)? *` +
			`([^.;]*?)` + // of what
			`(?:(?: over| across| for| in| among| of)(?: all)?(?: of)?(?: the)? *(?:\w+ )?` +
			`(?:test ?cases|tests|testcases|datasets|cases|test|input|i)\b[^<.;]*?)? *` +
			`(?:do(?:es)?(?: not|n't) exceed|(?:is|are|be)?(?: also)? ?(?:guaranteed to be )?` +
			`(?:at most|no more than|not greater than|bounded by|less than or equal to|not more than|limited by)|` +
			`won't exceed|will not exceed|never exceeds?|not exceeding|<=) *` +
			`(` + exprText + `)`)
	andSum = regexp.MustCompile(`(?i) *,? *(?:\band\b|\bas well as\b|,)(?: also)? *(?:the )?sum(?: of)?(?: all)?` +
		`(?: the)?(?: values of)? *`)
	overAll = regexp.MustCompile(`(?i)(?: over| across| for| in| among)(?: all)?(?: of)?(?: the)? *(?:\w+ )?` +
		`(?:test ?cases|tests|testcases|datasets|cases|test|input)\b.*`)
	lengthOf = regexp.MustCompile(`(?i)^(?:the )?(?:lengths?|sizes?) of(?: all)?(?: the)?(?: given)?(?: strings?|` +
		` arrays?| words?)? *(` + nameText + `)?$`)
	sumJa = regexp.MustCompile(`(` + nameText + `) の(?:総和|合計|和)は *(` + exprText + `) *以下`)
	sumZh = regexp.MustCompile(`(` + nameText + `) ?(?:的)?(?:总和|之和|的和)(?:不超过|不大于|<=|小于等于) *(` + exprText + `)`)
)

func (f *finder) sums() {
	for _, re := range []*regexp.Regexp{sumJa, sumZh} {
		for _, m := range re.FindAllStringSubmatch(f.text, -1) {
			f.sum(m[1], m[2])
		}
	}
	for _, m := range sumText.FindAllStringSubmatch(f.text, -1) {
		for _, part := range andSum.Split(m[1], -1) {
			part = strings.TrimSpace(overAll.ReplaceAllString(part, ""))
			if l := lengthOf.FindStringSubmatch(part); l != nil {
				name := l[1]
				if name == "" {
					for _, n := range f.names.list {
						if n.text {
							name = n.name
						}
					}
				}
				if name != "" {
					part = "|" + name + "|"
				}
			}
			f.sum(part, m[2])
		}
	}
}

func (f *finder) sum(of, bound string) {
	of, bound = strings.TrimSpace(of), strings.TrimRight(strings.TrimSpace(bound), ".,-")
	left, ok := f.expression(of)
	right, ok2 := f.expression(bound)
	if !ok || !ok2 {
		f.handled = true
		f.restriction(f.s.line, fmt.Sprintf("this sum is not understood: %s", short(f.text)), f.text)
		return
	}
	f.putBound(fmt.Sprintf("sum of %s <= %s", left, right))
}

// expression is text as an expression over the layout's names.
func (f *finder) expression(text string) (string, bool) {
	p := &parser{tokens: tokenize("$" + text + "$")}
	o, ok := p.operand()
	if !ok || p.at < len(p.tokens) {
		return "", false
	}
	for _, t := range o.names {
		subject, known := f.subject(t)
		if !known {
			return "", false
		}
		o.text = replaceName(o.text, t.String(), subject)
	}
	return o.text, true
}

var (
	consists = regexp.MustCompile(
		`(?i)\b(?:consists?|consisting|composed|made(?: up)?|comprised|formed|built)` +
			`(?: only| entirely| solely| purely| exclusively)* (?:of|from)(?: only)?\b|` +
			`\bcontain(?:s|ing)?(?: only| just)\b|\bonly (?:contains?|uses?)\b|` +
			`\b(?:all|each) of (?:them|which|these) (?:is|are)\b|` +
			`\bcharacters?(?: of \S+| in \S+)? (?:is|are)(?: either| one of| always)?\b`)
	english = regexp.MustCompile(`(?i)^\W*(?:the |any |only )*` +
		`(?:` + letterCase + `(?:,? ?(?:and|or|/|&) ?` + letterCase + `)? )?` +
		`(?:(?:english|latin|roman|ascii|alphabetic(?:al)?) )*` +
		`(?:alphabet(?:s|ic)?(?: letters)?|letters?|characters)` +
		`(?: from (?:the )?(?:english|latin) alphabet)?` +
		`(?: \(?` + quoteSign + `(?:a-z|a to z|A-Z)` + quoteSign + `\)?)?` +
		`(,? (?:and|or) (?:decimal )?(?:digits|numbers))?`)
	digitsOf = regexp.MustCompile(`(?i)^\W*(?:the )?(?:decimal )?digits?\b(?:,? (?:from )?0(?: to |-)9)?` +
		`(,? (?:and|or) (lowercase |uppercase )?(?:english |latin )?letters)?`)
	japanese = regexp.MustCompile(`(英小文字|英大文字|英字|数字|小写(?:英文|拉丁)?字母|大写(?:英文|拉丁)?字母|英文字母)` +
		`(?:(?:と|および|・|,|和|及び|または|或)(英小文字|英大文字|数字|大写(?:英文|拉丁)?字母))?` +
		`[^,.]{0,6}?(?:からなる|のみ|から成る|组成|構成|で構成|文字列|である|$)`)
	spanOf = regexp.MustCompile(`^\W*(?:the |only )*(?:characters? |letters? |digits? )*(?:from |between )?` +
		quoteSign + `([A-Za-z0-9])` + quoteSign + `(?:-| to | and )` + quoteSign + `([A-Za-z0-9])\b`)
	counted = regexp.MustCompile(`(?i)^ ?(?:exactly |at most |up to |no more than |between )?\d[\d^{}]*(?: ?(?:and|` +
		`to|-) ?\d[\d^{}]*)? `)
	printable = regexp.MustCompile(`(?i)^\W*(?:any )?(?:printable|english letters, digits, symbols and spaces|` +
		`letters, digits, symbols)`)
	binary = regexp.MustCompile(`(?i)\bbinary (?:string|word)s?\b|\bzeros? and ones?\b|\bzeroes and ones\b|` +
		`\b0s and 1s\b`)
	brackets = regexp.MustCompile(`(?i)\b(?:bracket|parenthes[ei]s) (?:sequence|string)s?\b`)
)

// sameCase is the class of "lowercase", "英大文字" and the like, "" if it is none.
func sameCase(word string) string {
	word = strings.ToLower(word)
	switch {
	case strings.HasPrefix(word, "lower"), word == "small", strings.HasPrefix(word, "英小"),
		strings.HasPrefix(word, "小写"):
		return "a-z"
	case strings.HasPrefix(word, "upper"), word == "capital", strings.HasPrefix(word, "英大"),
		strings.HasPrefix(word, "大写"):
		return "A-Z"
	case word == "数字":
		return "0-9"
	}
	return ""
}

// alphabets reads of which characters texts consist.
func (f *finder) alphabets() {
	marked := strings.ReplaceAll(f.s.text, "$", "")
	if m := japanese.FindStringSubmatchIndex(marked); m != nil {
		class := sameCase(group(marked, m, 1)) + sameCase(group(marked, m, 2))
		if class == "" {
			class = "a-zA-Z"
		}
		f.matches(marked[:m[0]], class)
		return
	}
	for _, at := range consists.FindAllStringIndex(marked, -1) {
		if m := signRun.FindStringSubmatch(marked[at[1]:]); m != nil { // parentheses only '()[]{}'
			f.matches(marked[:at[0]], escapeClass([]rune(m[1])))
			return
		}
		if class, ok := classOf(marked[at[1]:]); ok {
			f.matches(marked[:at[0]], class)
			return
		}
	}
	if at := ofLetters.FindStringIndex(marked); at != nil && hasTexts(f.names) {
		if class, ok := classOf(marked[at[1]:]); ok && certainCase.MatchString(marked[at[1]:]) {
			f.matches(marked[:at[1]], class)
			f.lengths()
			return
		}
	}
	if at := binary.FindStringIndex(marked); at != nil && hasTexts(f.names) {
		f.matches(marked[:at[0]], "01")
		return
	}
	if at := brackets.FindStringIndex(marked); at != nil && hasTexts(f.names) {
		f.matches(marked[:at[0]], "()")
		return
	}
	f.sets(marked)
	if chars := quotedChars(marked); len(f.found) == 0 && len(chars) > 1 && hasTexts(f.names) &&
		aboutCharacters.MatchString(marked) {
		f.matches("", escapeClass(chars))
	}
}

var (
	aboutCharacters = regexp.MustCompile(`(?i)\b(?:characters?|letters?|symbols?|cells?)\b`)
	meansOf         = regexp.MustCompile(`(?:^|[\s,:])([^\sA-Za-z0-9,;:()"']) (?:is|means|denotes|represents|stands|` +
		`indicates|for)\b`)
	inQuotes = regexp.MustCompile("\"(\\S)\"|'(\\S)'|`(\\S)`")
)

// quotedChars are the single characters that stand in quotes.
func quotedChars(text string) []rune {
	var chars []rune
	found := inQuotes.FindAllStringSubmatch(text, -1)
	for _, m := range meansOf.FindAllStringSubmatch(text, -1) {
		found = append(found, []string{"", m[1], "", ""})
	}
	for _, m := range found {
		if c := []rune(m[1] + m[2] + m[3])[0]; !slices.Contains(chars, c) {
			chars = append(chars, c)
		}
	}
	return chars
}

func hasTexts(n names) bool {
	return slices.ContainsFunc(n.list, func(n named) bool { return n.text })
}

func group(text string, m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return text[m[2*n]:m[2*n+1]]
}

// classOf reads "lowercase English letters" or "the characters . and #" at the beginning of a text.
func classOf(text string) (class string, ok bool) {
	if at := counted.FindStringIndex(text); at != nil { // between 1 and 20 lowercase letters
		text = text[at[1]:]
	}
	if printable.MatchString(text) {
		return " -~", true
	}
	if m := digitsOf.FindStringSubmatch(text); m != nil {
		class = "0-9"
		if m[1] != "" {
			if c := sameCase(strings.TrimSpace(m[2])); c != "" {
				return c + class, true
			}
			return "a-zA-Z" + class, true
		}
		if chars := characters(text); len(chars) > 1 {
			return escapeClass(chars), true
		}
		for _, c := range quotedChars(text) {
			class += escapeClass([]rune{c})
		}
		return class, true
	}
	if chars := characters(text); len(chars) > 1 {
		return escapeClass(chars), true
	}
	if binary.MatchString(text) && binary.FindStringIndex(text)[0] < 6 {
		return "01", true
	}
	if m := spanOf.FindStringSubmatch(text); m != nil && m[1] < m[2] {
		return m[1] + "-" + m[2], true
	}
	if m := english.FindStringSubmatch(text); m != nil && m[0] != "" {
		class = sameCase(m[1]) + sameCase(m[2])
		if class == "" {
			if !strings.Contains(strings.ToLower(m[0]), "letter") && !strings.Contains(strings.ToLower(m[0]),
				"alphabet") {
				return "", false
			}
			class = "a-zA-Z"
		}
		if m[3] != "" {
			class += "0-9"
		}
		return class, true
	}
	if chars := characters(text); len(chars) == 1 {
		return escapeClass(chars), true
	}
	return "", false
}

var (
	leadWords = regexp.MustCompile(`(?i)^[\s:]*(?:(?:the|only|exactly|two|three|four|following|characters?|letters?|` +
		`symbols?|digits?|either|one|of|from|set|types?) )*`)
	oneChar = regexp.MustCompile("^(?:[`\"'](.)[`\"']|(\\S))(?:s\\b)?(?: ?\\([^()]*\\))?")
	charEnd = regexp.MustCompile(`^(?:\s*(?:,|/|;|\band\b|\bor\b|&|か|と|または|および|或|和)\s*)+`)
)

// characters reads a list of characters: `.` and `#`; A, C, G, and T; '.' (floor), '#' (wall).
func characters(text string) []rune {
	text = text[len(leadWords.FindString(text)):]
	var chars []rune
	for {
		m := oneChar.FindStringSubmatch(text)
		if m == nil {
			return chars
		}
		c, rest := []rune(m[1] + m[2])[0], text[len(m[0]):]
		separator := charEnd.FindString(rest)
		if m[1] == "" && separator == "" && !standsAlone(c, rest, len(chars) > 0) || m[1] == "" && c == ',' {
			return chars
		}
		if !slices.Contains(chars, c) {
			chars = append(chars, c)
		}
		if separator == "" {
			return chars
		}
		text = strings.TrimPrefix(rest[len(separator):], "the ")
	}
}

// standsAlone says whether c, which has no quotes around it and no separator behind it, is a character by itself and
// not the beginning of a word; more says that it ends a list.
func standsAlone(c rune, rest string, more bool) bool {
	switch {
	case rest == "" || rest[0] == '.':
		return true
	case rest[0] == ' ':
		return more && c != 'a' && c != 'i' // an article
	}
	return more && (rest[0] == ':' || rest[0] == ')')
}

func escapeClass(chars []rune) string {
	var sb strings.Builder
	for _, c := range chars {
		if strings.ContainsRune(`\]^-[`, c) {
			sb.WriteByte('\\')
		}
		sb.WriteRune(c)
	}
	return sb.String()
}

// matches says that what stands before is made of the class's characters.
func (f *finder) matches(before, class string) {
	names := f.subjectsOr(before, hasTexts(f.names))
	if len(names) == 0 {
		f.handled = true
		f.restriction(f.s.line, fmt.Sprintf("it is not clear of what this speaks: %s", short(f.text)), f.text)
		return
	}
	for _, name := range names {
		base, _, _ := strings.Cut(name, "_")
		if n := f.names.find(base); n != nil && len(n.counts) > 1 {
			f.put("%s in {%s}", name, strings.Join(expand(class), ", "))
			continue
		}
		f.put("%s matches [%s]+", base, class)
	}
}

// expand lists the characters of a class as a set writes them.
func expand(class string) []string {
	var out []string
	runes := []rune(class)
	for i := 0; i < len(runes); i++ {
		switch {
		case runes[i] == '\\' && i+1 < len(runes):
			i++
			out = append(out, quoteValue(string(runes[i])))
		case i+2 < len(runes) && runes[i+1] == '-':
			for c := runes[i]; c <= runes[i+2]; c++ {
				out = append(out, string(c))
			}
			i += 2
		default:
			out = append(out, quoteValue(string(runes[i])))
		}
	}
	return out
}

func quoteValue(v string) string {
	if strings.ContainsAny(v, `,{}" \`) {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
	}
	return v
}

var isSet = regexp.MustCompile(`(` + nameText + `)(?: (?:is|are)(?: either| one of| always| equal to)?| は|` +
	` ?:) ?(?:the )?(?:characters? |letters? |an? )?`)

var (
	madeOf    = regexp.MustCompile(`からな|から成|組成|组成|構成|构成|のみ`)
	inSet     = regexp.MustCompile(`(` + nameText + `) ?(?:is |are )?in (?:the set )?\{([^{}]{1,200})\}`)
	charRange = regexp.MustCompile("\\[?[\"'`]([A-Za-z0-9])[\"'`] ?(?:,|to|-|and) ?[\"'`]([A-Za-z0-9])[\"'`]\\]")
	signRun   = regexp.MustCompile("[\"'`]([^\"'`A-Za-z0-9\\s]{2,20})[\"'`]")
)

// sets reads "c_{i,j} is . or #" and "A_i is 0 or 1".
func (f *finder) sets(marked string) {
	for _, m := range isSet.FindAllStringSubmatchIndex(marked, -1) {
		name, ok := f.subjectText(group(marked, m, 1))
		chars := characters(marked[m[1]:])
		if !ok || len(chars) < 2 {
			continue
		}
		var values []string
		for _, c := range chars {
			values = append(values, quoteValue(string(c)))
		}
		if madeOf.MatchString(marked) && !strings.Contains(name, ",") {
			f.matches(group(marked, m, 1), escapeClass(chars))
			return
		}
		f.put("%s in {%s}", name, strings.Join(values, ", "))
		return
	}
	for _, m := range inSet.FindAllStringSubmatch(marked, -1) {
		name, ok := f.subjectText(m[1])
		if !ok {
			continue
		}
		values := strings.Split(m[2], ",")
		for i, v := range values {
			values[i] = strings.Trim(v, " `'\"")
		}
		if n := len(values); n > 2 && values[n-2] == "..." {
			if high, ok := f.expression(values[n-1]); ok {
				f.put("%s <= %s <= %s", values[0], name, high)
			}
			return
		}
		f.put("%s in {%s}", name, strings.Join(values, ", "))
		return
	}
	if m := charRange.FindStringSubmatchIndex(marked); m != nil {
		f.matches(marked[:m[0]], group(marked, m, 1)+"-"+group(marked, m, 2))
	}
}

var (
	lengthBetween = regexp.MustCompile(`(?i)\blengths?\b(?: of)?(?: the| each| every| all| both)?(?: given| input|` +
		` the)?(?: strings?| words?| names?)? ?(` + nameText + `)?(?: are| is| being| will be)? ?(?:between|from|` +
		`in the range|:) ?\[?(` + exprText + `) ?(?:and|to|,|\.\.) ?(` + exprText + `)`)
	lengthAtLeast = regexp.MustCompile(`(?i)\blengths?\b(?: of)? ?(` + nameText + `)?(?: (?:is|are|which is|being|of))?(?: at least|` +
		` no less than| not less than) (` + exprText + `)`)
	lengthAtMost = regexp.MustCompile(`(?i)\blengths?\b(?: of)? ?(` + nameText + `)?(?: (?:is|are|which is|being|` +
		`of))?(?: do(?:es)?(?: not|n't) exceed| at most| not exceeding| no more than| not greater than|` +
		` up to| less than or equal to) ?(` + exprText + `)`)
	atMostChars = regexp.MustCompile(`(?i)\b(?:at most|up to|no more than|not more than) (` + exprText + `) (?:\w+ )?(?:characters|letters|symbols)`)
	someChars   = regexp.MustCompile(`(?i)(?:\bbetween |\bfrom |\bof |\bwith )(` + exprText + `) ?(?:and|to|-) ?(` + exprText + `) (?:\([^()]*\) )?(?:[\w-]+ ){0,3}(?:characters|` +
		`letters|symbols)`)
	ofLength   = regexp.MustCompile(`(?i)\b(?:of|with|has|have)(?: a)? length(?: of)?(?: exactly)? (` + exprText + `)`)
	lengthJa   = regexp.MustCompile(`(?:長さ|长度)(?:が|は|为|是)? ?(` + exprText + `) ?以上 ?(` + exprText + `) ?以下`)
	lengthIsJa = regexp.MustCompile(`(?:長さ|长度(?:为|是)) ?(` + exprText + `) ?(?:の|的|である)`)
)

// lengths reads how long texts are.
func (f *finder) lengths() {
	text := f.text
	speak := func(at int, name string) []string {
		if t := tokenize("$" + name + "$"); name != "" && len(t) == 1 {
			if subject, ok := f.subject(t[0]); ok {
				return []string{subject}
			}
		}
		names := f.subjectsOr(text[:at], hasTexts(f.names))
		if len(f.subjects(text[:at])) == 0 && theStrings.MatchString(text) && !f.describes() {
			names = nil // all of them
		}
		var out []string
		for _, n := range names {
			if !f.isArray(n) {
				out = append(out, n)
			}
		}
		return out
	}
	put := func(names []string, format string, args ...string) {
		if len(names) == 0 && hasTexts(f.names) { // the length of the string
			for _, n := range f.names.list {
				if n.text {
					names = append(names, n.name)
				}
			}
		}
		for _, n := range names {
			values := []any{n}
			for _, a := range args {
				e, ok := f.expression(strings.TrimRight(a, ".,-"))
				if !ok {
					return
				}
				values = append(values, e)
			}
			if text := fmt.Sprintf(format, values...); text != fmt.Sprintf("|%s| = |%s|", n, n) {
				f.putBound(text)
			}
			f.handled = true
		}
	}
	if m := lengthJa.FindStringSubmatchIndex(text); m != nil {
		put(speak(m[0], ""), "%[2]s <= |%[1]s| <= %[3]s", group(text, m, 1), group(text, m, 2))
		return
	}
	if m := lengthIsJa.FindStringSubmatchIndex(text); m != nil {
		put(speak(m[0], ""), "|%s| = %s", group(text, m, 1))
		return
	}
	if m := lengthBetween.FindStringSubmatchIndex(text); m != nil {
		put(speak(m[0], group(text, m, 1)), "%[2]s <= |%[1]s| <= %[3]s", group(text, m, 2), group(text, m, 3))
		return
	}
	if m := lengthAtMost.FindStringSubmatchIndex(text); m != nil {
		put(speak(m[0], group(text, m, 1)), "1 <= |%s| <= %s", group(text, m, 2))
		return
	}
	if m := lengthAtLeast.FindStringSubmatchIndex(text); m != nil {
		put(speak(m[0], group(text, m, 1)), "|%s| >= %s", group(text, m, 2))
		return
	}
	if m := someChars.FindStringSubmatchIndex(text); m != nil {
		put(speak(m[0], ""), "%[2]s <= |%[1]s| <= %[3]s", group(text, m, 1), group(text, m, 2))
		return
	}
	if m := atMostChars.FindStringSubmatchIndex(text); m != nil {
		put(speak(m[0], ""), "1 <= |%s| <= %s", group(text, m, 1))
		return
	}
	if m := ofLength.FindStringSubmatchIndex(text); m != nil && !strings.Contains(strings.ToLower(text[:m[0]]),
		"permutation") &&
		!strings.Contains(strings.ToLower(text[:m[0]]), "array") && !strings.Contains(strings.ToLower(text[:m[0]]),
		"sequence") {
		put(speak(m[0], ""), "|%s| = %s", group(text, m, 1))
	}
}

var theStrings = regexp.MustCompile(`(?i)^(?:the )?(?:lengths? of )?(?:the |both |all )*(?:given |` +
	`input )?(?:strings?|words?)\b`)

// describes says whether the sentence describes a line of the layout.
func (f *finder) describes() bool {
	return slices.ContainsFunc(f.names.list, func(n named) bool { return n.line == f.s.line })
}

// isArray says whether a name without index is a list of numbers, which has no length of its own.
func (f *finder) isArray(name string) bool {
	base, _, indexed := strings.Cut(name, "_")
	n := f.names.find(base)
	return n != nil && len(n.counts) > 0 && !n.text && !indexed && hasTexts(f.names)
}

var (
	between = regexp.MustCompile(`(?i)\b(?:between|in (?:the )?(?:range|interval)|ranging from|in the range from|` +
		`from the range|range from) ?\[?(` + exprText + `) ?(?:and|to|,|\.\.\.?|through|-) ?(` + exprText + `)`)
	atMost = regexp.MustCompile(`(?i)(?:` + notExceeding + `|\b(?:is |are |will be )?(?:at most|` +
		`no more than|not greater than|not more than|no greater than|no larger than|` +
		`less than or equal to)) (` + exprText + `)`)
	atLeast = regexp.MustCompile(`(?i)\b(?:is |are )?(?:at least|no less than|not less than|` +
		`greater than or equal to) (` + exprText + `)`)
	betweenJa = regexp.MustCompile(`(` + nameText + `)(?: ?は| ?が)? ?,? ?(` + exprText + `) ?以上 ?(` + exprText + `) ?以下`)
)

// ofLetters matches what stands before the kind of letters in "a word of at most 10 lowercase letters".
var ofLetters = regexp.MustCompile(`(?i)\b(?:strings?|words?|names?|texts?)\b[^.;,]{0,25}? (?:of|with|having) (?:at most |up to |no more than |exactly )?` +
	`(?:\d[\d^*,]*|[A-Za-z](?:_\w)?) `)

// certainCase matches a kind of letters that says more than that they are letters.
var certainCase = regexp.MustCompile(`(?i)^` + letterCase)

// ofItsOwn matches what has a size of its own, whatever values the sentence's line has; describing, what says that such a size
// is in the input.
var (
	ofItsOwn = regexp.MustCompile(`(?i)\b(?:depth|degree|diameter|nesting|radius|eccentricity|girth|bandwidth|` +
		`(?:total|longest|shortest|overall) \w+|length of (?:the|any|every|each|all)|distance between|difference between|` +
		`number of [a-z]+s (?:of|at|in|on|with|from) (?:any|each|every|a))\b`)
	describing = regexp.MustCompile(`(?i)\b(?:contains?|consists?|has|have|holds?|followed by|gives?|given|integers?|numbers?|real|` +
		`describ\w+|denot\w+)\b`)
)

// ranges reads "n is between 1 and 100", "each at most 10^9".
func (f *finder) ranges() {
	if len(f.found) > 0 && !between.MatchString(f.text) {
		return // the formulas say it
	}
	if mostCases.MatchString(f.text) || isEnd(f.s) {
		f.handled = true
		return
	}
	text := f.text
	bounds := func(re *regexp.Regexp, format string) bool {
		m := re.FindStringSubmatchIndex(text)
		if m == nil || lengthWord.MatchString(text[max(0, m[0]-40):m[0]]) || someChars.MatchString(text) ||
			atMostChars.MatchString(text) {
			return false
		}
		if ofItsOwn.MatchString(text[:m[0]]) && !describing.MatchString(text[:m[0]]) {
			return false // of something that is no value of the input
		}
		if digits := decimals.FindStringIndex(text); digits != nil && digits[0] < m[1] && m[1] <= digits[1] {
			return false // of how many digits there are
		}
		names := f.subjectsOr(text[:m[0]], false)
		if counted := countedValues.FindStringSubmatch(text[:m[0]]); counted != nil && counted[1] != "are" {
			names = f.countedBy(counted[1])
		}
		var low, high string
		var ok bool
		if low, ok = f.expression(strings.TrimRight(group(text, m, 1), ".,-")); !ok || slices.Contains(names, low) {
			return false
		}
		if len(m) > 4 {
			high, ok = f.expression(strings.TrimRight(group(text, m, 2), ".,-"))
			if !ok || slices.Contains(names, high) {
				return false
			}
		}
		if len(names) == 0 || permutationOf.MatchString(text) {
			return false
		}
		for i, n := range names {
			base, _, _ := strings.Cut(n, "_")
			if known := f.names.find(base); known != nil && known.text {
				names[i] = "|" + n + "|"
			}
		}
		args := []any{strings.Join(names, ", "), low, high}
		f.putBound(fmt.Sprintf(format, args[:len(args)-(6-len(m))/2]...))
		return true
	}
	if m := betweenJa.FindStringSubmatchIndex(text); m != nil && len(f.found) == 0 {
		t := tokenize("$" + group(text, m, 1) + "$")
		low, ok := f.expression(group(text, m, 2))
		high, ok2 := f.expression(group(text, m, 3))
		if len(t) == 1 && ok && ok2 {
			if name, known := f.subject(t[0]); known {
				f.putBound(fmt.Sprintf("%s <= %s <= %s", low, name, high))
				return
			}
		}
	}
	if bounds(between, "%[2]s <= %[1]s <= %[3]s") || len(f.found) > 0 {
		return
	}
	if sumWord.MatchString(text) {
		return
	}
	if positive.MatchString(text) && bounds(atMost, "1 <= %[1]s <= %[2]s") {
		return
	}
	bounds(atMost, "%[1]s <= %[2]s")
	bounds(atLeast, "%[1]s >= %[2]s")
}

// countedValues matches what stands before the range in "m integers between 1 and K": it speaks of them, not of m.
var countedValues = regexp.MustCompile(`(` + nameText + `) (?:(?:distinct|different|positive|non-negative|` +
	`space-separated|even|odd) )*(?:integers|numbers|values),? (?:each |all )?$`)

// countedBy are the lists of numbers that have so many elements.
func (f *finder) countedBy(count string) []string {
	var names []string
	for _, n := range f.names.list {
		if len(n.counts) > 0 && n.counts[len(n.counts)-1] == count && n.line == f.s.line && !n.text {
			names = append(names, n.name)
		}
	}
	return names
}

var (
	lengthWord = regexp.MustCompile(`(?i)\blengths?\b|characters`)
	sumWord    = regexp.MustCompile(`(?i)\b(?:sum|total)\b`)
	positive   = regexp.MustCompile(`(?i)\bpositive\b`)
)

var (
	permutationOf = regexp.MustCompile(`(?i)\bpermutations?\b|並び?替え|並べ替え|順列|排列`)
	oneTo         = regexp.MustCompile(`(?i)(?:of|numbers|integers|values|from)?\s*\(?\b([01]) ?(?:, ?(?:1 ?, ?)?` +
		`(?:2 ?, ?)?(?:3 ?, ?)?\.\.\. ?,?|\.\.\.?|to|through|-|から) ?(` + exprText + `)\)?`)
	lengthIs     = regexp.MustCompile(`(?i)\b(?:length|size|order) (` + exprText + `)`)
	onceEach     = regexp.MustCompile(`(?i)each (?:integer|number|value)s? (?:between|from) ([01]) (?:and|to) (` + exprText + `) (?:appears|occurs|is present|exactly)`)
	distinctWord = regexp.MustCompile(`(?i)\b(?:pairwise |all |mutually )?(?:distinct|unique)\b|\b(?:pairwise|all|` +
		`mutually) different\b|\bare (?:all |pairwise |mutually )*(?:different|distinct|unique)\b|` +
		`\bdifferent from each other\b|互不相同|各不相同|互いに異な|相異なる|すべて異なる|全て異なる|どの \d+ つも異な`)
	notEqualWords = regexp.MustCompile(`(?i)\bno two (?:\w+ )*(?:are (?:equal|the same|identical)|share|` +
		`have the same|elements|coincide)\b`)
	placesDiffer = regexp.MustCompile(`(?i)\b(?:all|any two)\b[^.;,]* (?:at|in|on|have) (?:pairwise |mutually )?(?:different|distinct) ` +
		`(?:places|positions|locations|points|coordinates|cells)\b|` +
		`\bno two\b[^.;,]* (?:at|in|on|have|share) the same (?:place|position|location|point|coordinates|cell)\b`)
	pairWord  = regexp.MustCompile(`(?i)\bpairs?\b|\bpoints?\b|\bcoordinates\b|\bedges?\b|\broads?\b|\(` + nameText + ` ?, ?` + nameText + `\)`)
	attribute = regexp.MustCompile(`(?i)^ (?:positive |non-negative |space-separated )*(?:integers?|numbers?|` +
		`strings?|words?|values?)\b`)
	sortedBy      = regexp.MustCompile(`(?i)^ (?:in \w+ order )?(?:by|based on|according to) `)
	tupleOf       = regexp.MustCompile(`\(` + nameText + ` ?, ?` + nameText + `\)`)
	increasing    = regexp.MustCompile(`(?i)\bstrictly (?:increasing|ascending)|\b(?:in )?increasing order\b`)
	sortedWord    = regexp.MustCompile(`(?i)\bnon-?decreasing\b|\bsorted\b|\bascending order\b|昇順|升序|非递减|单调不减`)
	notDescending = regexp.MustCompile(`(?i)\bnon-?decreasing\b`)
	strictly      = regexp.MustCompile(`(?i)\bstrictly\b`)
	descending    = regexp.MustCompile(`(?i)\b(?:descending|decreasing|non-?increasing)\b|降順|降序`)
)

// lists reads what is said of whole lists: order, permutations, distinctness.
func (f *finder) lists() {
	text := f.text
	if m := permutationOf.FindStringIndex(text); m != nil {
		f.permutation(text, m)
		return
	}
	if m := onceEach.FindStringSubmatchIndex(text); m != nil {
		if high, ok := f.expression(group(text, m, 2)); ok {
			for _, n := range f.listNames(text[:m[0]]) {
				f.put("%s is a permutation of %s..%s", n, group(text, m, 1), high)
			}
		}
		return
	}
	if placesDiffer.MatchString(text) && f.placesDistinct() {
		return
	}
	if m := distinctWord.FindStringIndex(text); m != nil && !uniqueAnswer.MatchString(text) {
		f.distinct(text, m)
	} else if m := notEqualWords.FindStringIndex(text); m != nil {
		f.distinct(text, m)
	}
	switch {
	case descending.MatchString(text) && !notDescending.MatchString(text):
		rule := "is sorted descending"
		if strictly.MatchString(text) {
			rule = "is strictly decreasing"
		}
		f.listRule(text, descending, rule)
	case increasing.MatchString(text):
		f.listRule(text, increasing, "is strictly increasing")
	case sortedWord.MatchString(text):
		f.listRule(text, sortedWord, "is sorted")
	}
}

func (f *finder) listRule(text string, re *regexp.Regexp, rule string) {
	m := re.FindStringIndex(text)
	if sortedBy.MatchString(text[m[1]:]) {
		f.handled = true
		f.restriction(f.s.line, fmt.Sprintf("an order by a part of the elements cannot be said: %s", short(text)), f.text)
		return
	}
	for _, n := range f.listNames(text[:m[0]], text[m[1]:]) {
		f.put("%s %s", n, rule)
	}
}

// listNames are the lists that the parts of the sentence name, the first part that names any; or the list of the
// sentence's line, or the only list.
func (f *finder) listNames(parts ...string) []string {
	var out []string
	isList := func(n *named) bool { return n != nil && len(n.counts) > 0 }
	for _, part := range parts {
		for _, t := range tokenize(part) {
			if t.kind == wordToken {
				t.text = t.raw
			} else if t.kind != nameToken {
				continue
			}
			if n := f.lookup(t); isList(n) && !slices.Contains(out, n.name) {
				out = append(out, n.name)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	var lists []string
	for i, n := range f.names.list {
		if isList(&f.names.list[i]) {
			lists = append(lists, n.name)
			if n.line == f.s.line {
				out = append(out, n.name)
			}
		}
	}
	if len(out) == 0 && len(lists) == 1 {
		return lists
	}
	return out
}

func (f *finder) permutation(text string, at []int) {
	names := f.listNames(text[:at[0]], text[at[1]:])
	if len(names) == 0 {
		return
	}
	n := f.names.find(names[0])
	low, high := "1", n.counts[len(n.counts)-1]
	if m := oneTo.FindStringSubmatch(text[at[0]:]); m != nil {
		if e, ok := f.expression(strings.TrimRight(m[2], ".,-)")); ok {
			low, high = m[1], e
		}
	} else if m := oneTo.FindStringSubmatch(text[:at[0]]); m != nil && !strings.Contains(m[0], nameText) {
		if e, ok := f.expression(strings.TrimRight(m[2], ".,-)")); ok && !strings.Contains(e, "_") {
			low, high = m[1], e
		}
	} else if m := lengthIs.FindStringSubmatch(text); m != nil {
		if e, ok := f.expression(strings.TrimRight(m[1], ".,-)")); ok {
			high = e
		}
	}
	for _, name := range names {
		f.put("%s is a permutation of %s..%s", name, low, high)
	}
}

var twoDifferent = regexp.MustCompile(`(?i)\btwo (?:different|distinct|unique) (?:[a-z]+ )?[a-z]+:? (` + nameText + `)(?: and |, )(` +
	nameText + `)`)

// twoDifferent reads "two different integers a_j and b_j".
func (f *finder) different() {
	for _, m := range twoDifferent.FindAllStringSubmatch(f.text, 4) {
		a, ok := f.subjectText(m[1])
		b, ok2 := f.subjectText(m[2])
		if n := f.names.find(strings.SplitN(a, "_", 2)[0]); ok && ok2 && n != nil && !n.text {
			f.put("%s != %s", a, b)
		}
	}
}

func (f *finder) distinct(text string, at []int) {
	if graphWords.MatchString(text) && pairWord.MatchString(text) {
		return // simple graphs are read elsewhere
	}
	before, after := text[:at[0]], text[at[1]:]
	if attribute.MatchString(after) {
		before = "" // distinct integers b_1, …
	}
	names := f.listNames(before, after)
	if len(names) == 0 {
		f.scalarsDistinct(text, at)
		return
	}
	if (len(names) > 1 || tupleOf.MatchString(text)) && pairWord.MatchString(text) {
		f.pairsDistinct(names)
		return
	}
	for _, name := range names {
		f.put("%s is distinct", name)
	}
}

// placesDistinct reads "all houses are at different places": what has two coordinates is in no two rows the same.
func (f *finder) placesDistinct() bool {
	rows := map[int][]string{}
	for _, n := range f.names.list {
		if len(n.counts) == 1 && !n.text {
			rows[n.row] = append(rows[n.row], n.name)
		}
	}
	var found [][]string
	for _, columns := range rows {
		for _, pair := range [][2]string{{"x", "y"}, {"r", "c"}} {
			both := slices.DeleteFunc(slices.Clone(columns), func(name string) bool {
				return !strings.EqualFold(name, pair[0]) && !strings.EqualFold(name, pair[1])
			})
			if len(both) == 2 {
				found = append(found, both)
			}
		}
	}
	if len(found) == 1 {
		f.put("(%s) is distinct", strings.Join(found[0], ", "))
	}
	return len(found) == 1
}

// pairsDistinct says that no two rows have the same values in the columns that the sentence names, or in all of them.
func (f *finder) pairsDistinct(names []string) {
	if m := tupleOf.FindString(f.text); m != "" {
		names = names[:0]
		for _, t := range tokenize("$" + m + "$") {
			if n := f.lookup(t); t.kind == nameToken && n != nil && !slices.Contains(names, n.name) {
				names = append(names, n.name)
			}
		}
	}
	row := func(name string) int { return f.names.find(name).row }
	if len(names) < 2 || slices.ContainsFunc(names, func(n string) bool { return row(n) != row(names[0]) }) {
		f.handled = true
		f.restriction(f.s.line, fmt.Sprintf("it is not clear what is distinct: %s", short(f.text)), f.text)
		return
	}
	f.put("(%s) is distinct", strings.Join(names, ", "))
}

var tuplesDiffer = regexp.MustCompile(`\((` + nameText + `) ?, ?(` + nameText + `)\) ?!= ?\((` + nameText + `) ?, ?(` + nameText + `)\)`)

// tuples reads (x_i, y_i) != (x_j, y_j).
func (f *finder) tuples() {
	m := tuplesDiffer.FindStringSubmatch(f.text)
	if m == nil {
		return
	}
	f.found = slices.DeleteFunc(f.found, func(c Constraint) bool { return strings.Contains(c.Text, "!=") })
	base := func(name string) string { return strings.SplitN(name, "_", 2)[0] }
	if base(m[1]) == base(m[3]) && base(m[2]) == base(m[4]) && f.names.has(base(m[1])) && f.names.has(base(m[2])) {
		f.pairsDistinct([]string{base(m[1]), base(m[2])})
		return
	}
	f.handled = true
	f.restriction(f.s.line, fmt.Sprintf("it is not clear what is distinct: %s", short(f.text)), f.text)
}

// scalarsDistinct reads "a and b are distinct".
func (f *finder) scalarsDistinct(text string, at []int) {
	var single []string
	for _, t := range tokenize(text[:at[0]]) {
		if n := f.lookup(t); t.kind == nameToken && n != nil && !slices.Contains(single, n.name) {
			single = append(single, n.name)
		}
	}
	if len(single) >= 2 && len(single) <= 4 {
		for i, x := range single {
			for _, y := range single[i+1:] {
				f.put("%s != %s", x, y)
			}
		}
		return
	}
	f.handled = true
	f.restriction(f.s.line, fmt.Sprintf("it is not clear what is distinct: %s", short(text)), f.text)
}

var (
	evenOdd  = regexp.MustCompile(`(` + nameText + `) (?:is|are|must be|will be)(?: always)?(?: an?)? (even|odd)\b`)
	evenKind = regexp.MustCompile(`(?i)\b(?:an?|one|two|three|single) (even|odd|prime) (?:positive |non-negative )?(?:integers?|numbers?)[,:]? (` + nameText +
		`)(?:(?:,? and |, )(` + nameText + `))?(?:\W|$)`)
	evenJa   = regexp.MustCompile(`(` + nameText + `) ?は ?(偶数|奇数)`)
	multiple = regexp.MustCompile(`(` + nameText + `) (?:is|are)(?: always)?(?: a)? (?:multiples? of|divisible by) (` +
		exprText + `)`)
	powerOf  = regexp.MustCompile(`(` + nameText + `) (?:is|are)(?: always)?(?: an?)?(?: integer)? powers? of (\d+|two|three)\b`)
	decimals = regexp.MustCompile(`(?i)(?:at most|up to|exactly|with|to|maximum of)? ?(\d+|one|two|three|four|five|` +
		`six) (?:decimal places|decimals|decimal digits|digits after the (?:decimal )?(?:point|dot)|` +
		`digits behind the (?:decimal )?point|fractional digits|digits in the fractional part)`)
	prime = regexp.MustCompile(`(` + nameText + `) (?:is|are)(?: always)?(?: a| all)? primes?\b`)
)

// numbers reads parity, divisibility and decimals.
func (f *finder) numbers() {
	word := map[string]string{"偶数": "even", "奇数": "odd"}
	for _, re := range []*regexp.Regexp{evenOdd, evenJa} {
		for _, m := range re.FindAllStringSubmatch(f.text, -1) {
			if name, ok := f.subjectText(m[1]); ok {
				kind := m[2]
				if w := word[kind]; w != "" {
					kind = w
				}
				f.put("%s is %s", name, kind)
			}
		}
	}
	for _, m := range evenKind.FindAllStringSubmatch(f.text, -1) {
		for _, text := range m[2:] {
			if name, ok := f.subjectText(text); ok {
				f.put("%s is %s", name, strings.ToLower(m[1]))
			}
		}
	}
	for _, m := range multiple.FindAllStringSubmatch(f.text, -1) {
		name, ok := f.subjectText(m[1])
		of, ok2 := f.expression(strings.TrimRight(m[2], ".,-"))
		if ok && ok2 {
			f.put("%s is a multiple of %s", name, of)
		}
	}
	for _, m := range powerOf.FindAllStringSubmatch(f.text, -1) {
		base := strings.NewReplacer("two", "2", "three", "3").Replace(m[2])
		if name, ok := f.subjectText(m[1]); ok && base != "1" {
			f.put("%s is a power of %s", name, base)
		}
	}
	for _, m := range prime.FindAllStringSubmatch(f.text, -1) {
		if name, ok := f.subjectText(m[1]); ok {
			f.put("%s is prime", name)
		}
	}
	if m := decimals.FindStringSubmatchIndex(f.text); m != nil && !strings.Contains(strings.ToLower(f.text), "output") {
		digits := group(f.text, m, 1)
		if i := slices.Index(numberWords, strings.ToLower(digits)); i >= 0 {
			digits = fmt.Sprint(i)
		}
		for _, n := range f.subjectsOr(f.text[:m[0]], false) {
			f.put("%s is real with %s decimals", n, digits)
		}
	}
}

var eitherEquals = regexp.MustCompile(`(` + nameText + `) (?:either )?(?:equals?|is|are)(?: either)?(?: equal)?` +
	`(?: to)? (-?\d+)(?: \([^()]*\))?,? or (?:equals? |is )?(?:to )?(-?\d+)\b`)

var oneSided = regexp.MustCompile(`(` + nameText + `) ?\( ?(<=|<|>=|>) ?(` + exprText + `) ?\)`)

// bracketed reads "a number n (<= 100)".
func (f *finder) bracketed() {
	for _, m := range oneSided.FindAllStringSubmatch(f.text, -1) {
		name, ok := f.subjectText(m[1])
		bound, ok2 := f.expression(m[3])
		if ok && ok2 {
			f.putBound(name + " " + m[2] + " " + bound)
		}
	}
}

var eachEither = regexp.MustCompile(`(?i)\beach (?:integer|number|element|value|of them|` +
	`of these)\b[^.]{0,20}? is (?:either )?(-?\d+) or (-?\d+)\b`)

// either reads "a_i either equals 0 or equals 1".
func (f *finder) either() {
	if m := eachEither.FindStringSubmatch(f.text); m != nil {
		for _, n := range f.names.list {
			if n.line == f.s.line && !n.text && n.row == f.names.lastRow(f.s.line) {
				f.put("%s in {%s, %s}", n.name, m[1], m[2])
			}
		}
		return
	}
	for _, at := range eitherEquals.FindAllStringSubmatchIndex(f.text, -1) {
		name, ok := f.subjectText(group(f.text, at, 1))
		set := fmt.Sprintf("%s in {%s, %s}", name, group(f.text, at, 2), group(f.text, at, 3))
		if at[1] < len(f.text) && strings.ContainsRune("^*", rune(f.text[at[1]])) {
			continue // 10^9+7
		}
		if ok && !slices.ContainsFunc(f.found, func(c Constraint) bool { return c.Text == set }) {
			f.put("%s", set)
		}
	}
}

func (f *finder) subjectText(name string) (string, bool) {
	t := tokenize("$" + name + "$")
	if len(t) != 1 {
		return "", false
	}
	return f.subject(t[0])
}
