package statement

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// line is one line of a statement.
type line struct {
	number int    // in the text, from 1; the pieces of one line share it
	raw    string // as it stands, entities and tags apart
	text   string // in plain notation
	fence  int    // above 0: it stands in the fence-th block of preformatted text
}

var (
	// Tags that say nothing here; a closing tag of what stands on lines of its own ends a line.
	tag = regexp.MustCompile(`(?i)</?(?:a|b|br|center|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|section|` +
		`span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)(?:\s[^<>]*)?/?>`)
	breakTag = regexp.MustCompile(`(?i)<br\s*/?>|</(?:p|div|li|tr|ul|ol|section|h[1-6])>|<(?:p|ul|ol|div|` +
		`section)(?:\s[^<>]*)?>`)
	preTag    = regexp.MustCompile(`(?i)</?pre(?:\s[^<>]*)?>`)
	headTag   = regexp.MustCompile(`(?i)<h[1-6](?:\s[^<>]*)?>`)
	itemTag   = regexp.MustCompile(`(?i)<li(?:\s[^<>]*)?>`)
	superTag  = regexp.MustCompile(`(?i)<sup(?:\s[^<>]*)?>([^<>]*)</sup>`)
	subTag    = regexp.MustCompile(`(?i)<sub(?:\s[^<>]*)?>([^<>]*)</sub>`)
	nameTag   = regexp.MustCompile(`(?i)</?var(?:\s[^<>]*)?>`)
	verbatim  = regexp.MustCompile(`^\s*\\(begin|end)\{(?:verbatim|lstlisting|Verbatim)\}`)
	quoteMark = regexp.MustCompile(`^ {0,3}> ?`)
	fenceMark = regexp.MustCompile("^\\s*(?:```+|~~~+)")
)

// splitLines cuts the text into lines, turns HTML into what a person sees, and numbers the preformatted blocks.
func splitLines(text string) []line {
	var lines []line
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	blocks, inside, pre := 0, false, false
	raws := joinScripts(strings.Split(text, "\n"))
	for n, raw := range raws {
		if raw == joined {
			continue
		}
		for _, piece := range htmlPieces(raw, pre) {
			switch {
			case piece == "<pre>":
				blocks, inside, pre = blocks+1, true, true
				continue
			case piece == "</pre>":
				inside, pre = false, false
				continue
			case fenceMark.MatchString(piece) || verbatim.MatchString(piece):
				if inside = !inside; inside {
					blocks++
				}
				continue
			}
			if !inside {
				piece = quoteMark.ReplaceAllString(piece, "")
			}
			l := line{number: n + 1, raw: piece}
			if inside {
				l.fence = blocks
			}
			lines = append(lines, l)
		}
	}
	if inside { // a block that nothing closes is no block
		for i := range lines {
			if lines[i].fence == blocks {
				lines[i].fence = 0
			}
		}
	}
	return lines
}

const joined = "\x00joined"

var (
	scriptLine = regexp.MustCompile(`^[0-9A-Za-z+\-−,]{1,12}$`)
	zeroWidth  = regexp.MustCompile(`^[ \x{200b}]*\x{200b}[ \x{200b}]*$`)
	raisedBase = regexp.MustCompile(`(?:^|\D)(?:10|2) ?$`)
)

// joinScripts joins what a copy from a page with KaTeX tears apart: "A ", "i", a line of zero width, " ≤ 10 ", "9",
// " ". The joined line stands where the first of them was; the others are marked as joined.
func joinScripts(lines []string) []string {
	for i := 0; i+2 < len(lines); i++ {
		begin, end := i, i
		for end+2 < len(lines) && scriptLine.MatchString(strings.TrimSpace(lines[end+1])) &&
			len(lines[begin]) < maxSentence {
			base, script := strings.TrimRight(lines[begin], " "), strings.TrimSpace(lines[end+1])
			mark := "_"
			switch {
			case base == "" || !strings.HasSuffix(lines[begin], " "):
				mark = ""
			case zeroWidth.MatchString(lines[end+2]):
			case raisedBase.MatchString(base) && strings.TrimSpace(lines[end+2]) == "":
				mark = "^"
			default:
				mark = ""
			}
			if mark == "" {
				break
			}
			lines[begin] = base + mark + "{" + script + "}"
			lines[end+1], lines[end+2] = joined, joined
			end += 2
			if end+1 < len(lines) && strings.HasPrefix(lines[end+1], " ") && strings.TrimSpace(lines[end+1]) != "" {
				lines[begin] += lines[end+1]
				lines[end+1] = joined
				end++
			} else if mark == "_" && end+1 < len(lines) && lines[end+1] != "" && strings.TrimSpace(lines[end+1]) == "" {
				lines[end+1] = joined
			}
		}
	}
	return lines
}

// htmlPieces cuts one line where its tags end a line; <pre> and </pre> are pieces of their own.
func htmlPieces(raw string, pre bool) []string {
	if !strings.Contains(raw, "<") {
		return []string{html.UnescapeString(raw)}
	}
	raw = superTag.ReplaceAllString(raw, "^{$1}")
	raw = subTag.ReplaceAllString(raw, "_{$1}")
	raw = nameTag.ReplaceAllString(raw, "$$")
	var pieces []string
	put := func(text string) {
		text = html.UnescapeString(tag.ReplaceAllString(text, ""))
		if len(pieces) == 0 || strings.TrimSpace(text) != "" {
			pieces = append(pieces, text)
		}
	}
	for raw != "" {
		at := preTag.FindStringIndex(raw)
		before := raw
		if at != nil {
			before = raw[:at[0]]
		}
		switch {
		case pre || at == nil && !tag.MatchString(before):
			if before != "" || at == nil {
				put(before)
			}
		case before != "":
			before = headTag.ReplaceAllString(before, "\n# ")
			before = itemTag.ReplaceAllString(before, "\n- ")
			before = breakTag.ReplaceAllString(before, "\n")
			for _, part := range strings.Split(before, "\n") {
				put(part)
			}
		}
		if at == nil {
			break
		}
		pre = !strings.HasPrefix(raw[at[0]:], "</")
		if pre {
			pieces = append(pieces, "<pre>")
		} else {
			pieces = append(pieces, "</pre>")
		}
		raw = raw[at[1]:]
	}
	return pieces
}

// commands are LaTeX commands that stand for something in plain notation.
var commands = map[string]string{
	"le": "<=", "leq": "<=", "leqslant": "<=", "leqq": "<=", "ge": ">=", "geq": ">=", "geqslant": ">=", "geqq": ">=",
	"lt": "<", "gt": ">", "ne": "!=", "neq": "!=", "times": "*", "cdot": "*", "ast": "*",
	"ldots": "...", "dots": "...", "cdots": "...", "dotsc": "...", "hdots": "...", "vdots": ":", "ddots": "...",
	"lvert": "|", "rvert": "|", "vert": "|", "mid": "|", "bmod": "%", "mod": "%", "in": " in ", "max": " max",
	"min": " min",
	"gcd": " gcd", "quad": " ", "qquad": " ", "textless": "<", "textgreater": ">", "textbackslash": `\`,
	"lbrace": "{", "rbrace": "}", "item": "- ", "div": "/", "over": "/", "colon": ":", "prime": "'", "land": " and ",
	"textunderscore": "_", "backslash": `\`,
}

// wrappers are LaTeX commands whose argument is printed as it is.
var wrappers = map[string]bool{
	"text": true, "mathrm": true, "texttt": true, "mathbf": true, "mathit": true, "mathsf": true, "mathtt": true,
	"operatorname": true, "textit": true, "textbf": true, "emph": true, "textrm": true, "textsf": true, "mbox": true,
	"hbox": true, "rm": true, "tt": true, "bf": true, "it": true, "t": true, "InputFile": true, "OutputFile": true,
}

var symbols = map[rune]string{
	'≤': "<=", '≦': "<=", '⩽': "<=", '≥': ">=", '≧': ">=", '⩾': ">=", '≠': "!=", '×': "*", '·': "*", '⋅': "*",
	'∗': "*", '∙': "*", '…': "...", '⋯': "...", '‥': "...", '⋮': ":",
	'︙': ":", '−': "-", '‐': "-", '‑': "-", '∈': " in ", '∣': "|",
	'、': ", ", '。': ". ", '“': `"`, '”': `"`, '„': `"`, '‘': "'",
	'’': "'", '′': "'", '「': `"`, '」': `"`, '『': `"`, '』': `"`,
	'\u3000': " ", '\u00a0': " ", '\u2009': " ", '\u202f': " ",
	'\u2002': " ", '\u2003': " ", '\u2005': " ", '\u2006': " ",
	'\u200b': "", '\ufeff': "", '\u2060': "", '\u2061': "", '\u2062': "", '\u2063': "", '\u200c': "", '\u200d': "",
	'\u00ad': "", 'ℎ': "h", '∑': " sum ", '∧': " and ", '〜': "~",
	'～': "~", '∼': "~", '•': "-", '▪': "-", '◦': "-", '●': "-",
}

const (
	superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿ⁺"
	superPlain   = "0123456789-n+"
	subscripts   = "₀₁₂₃₄₅₆₇₈₉₋₊ₙᵢⱼₘₖₓ"
	subPlain     = "0123456789-+nijmkx"
)

func plainScript(r rune, from, to string) byte {
	i := 0
	for _, s := range from {
		if s == r {
			return to[i]
		}
		i++
	}
	return 0
}

// oneSymbol is r in plain notation, where it has another there.
func oneSymbol(r rune) (string, bool) {
	if s, ok := symbols[r]; ok {
		return s, true
	}
	switch {
	case r >= 0xFF01 && r <= 0xFF5E: // full width
		s := string(r - 0xFEE0)
		if s == "," || s == ";" {
			s += " "
		}
		return s, true
	case r >= 0x1D400 && r <= 0x1D6A3: // mathematical letters
		at := (r - 0x1D400) % 52
		if at < 26 {
			return string('A' + at), true
		}
		return string('a' + at - 26), true
	case r >= 0x1D7CE && r <= 0x1D7FF:
		return string('0' + (r-0x1D7CE)%10), true
	}
	return "", false
}

var (
	apartScript = regexp.MustCompile(`([A-Za-z0-9}]) ([_^]) ([A-Za-z0-9{])`)
	manyDollars = regexp.MustCompile(`\${2,}`)
	powerStars  = regexp.MustCompile(`(\d|[A-Za-z]\b)\*\*(\d|[A-Za-z]\b)`)
	emphasis    = regexp.MustCompile(`(^|[\s(])\*([^\s*](?:[^*]*[^\s*])?)\*($|[\s.,;:)!?])`)
	bullet      = regexp.MustCompile(`^(\s*)(?:[*+] +|・\s*)`)
	plusQuery   = regexp.MustCompile(`^\s*\+(?: +\$?[A-Za-z](?:_\w|_\{\w+\})?\$?){1,3}\s*$`) // + x, which is no item of a list
	groups      = regexp.MustCompile(`(^|[^\d.,_{])(\d{1,3}(?:,\d{3})+)($|,?[^\d,])`)
	groupComma  = regexp.MustCompile(`(\d),(\d)`)
	blankGroups = regexp.MustCompile(`(^|[^\d.,_{^ ] ?)([1-9]\d{0,2}(?: 000)+)($|[^\d])`)
	thinBlank   = regexp.MustCompile(`(\d)(?:\\[,;:! ]|\\\\,|[\x{00a0}\x{2009}\x{202f}\x{2006}\x{2005}]|` +
		`\{\\?,\})(\d{3})\b`)
	bracketIndex = regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9]*(?:\[[a-z0-9](?: ?[+-] ?\d)?\])+`)
	manyBlanks   = regexp.MustCompile(`[ \t]+`)
	dashedNumber = regexp.MustCompile(`(^|[\s(\[{,=<>|])[–—] ?(\d)`)
)

// plain turns a line into plain notation: comparisons are <= >= != < >, products *, powers 10^5 or 2^{n-1}, indices
// a_i or a_{i,j}, dots "...", a dash " -- ", and $ or ` enclose what the statement sets as a formula or as code.
// Unknown LaTeX commands are dropped and their arguments kept.
func plain(raw string) string {
	s := strings.NewReplacer(`\(`, "$", `\)`, "$", `\[`, "$", `\]`, "$").Replace(raw)
	s = manyDollars.ReplaceAllString(s, "$$")
	if strings.Count(s, "$")%2 == 1 {
		s = strings.ReplaceAll(s, "$", "")
	}
	if !plusQuery.MatchString(s) {
		s = bullet.ReplaceAllString(s, "$1- ")
	}
	s = apartScript.ReplaceAllString(s, "$1$2$3")
	s = powerStars.ReplaceAllString(s, "$1^$2")
	s = strings.ReplaceAll(s, "**", "")
	s = emphasis.ReplaceAllString(s, "$1$2$3")
	for range 3 {
		s = thinBlank.ReplaceAllString(s, "$1$2")
	}
	s = dashedNumber.ReplaceAllString(s, "$1-$2")
	w := &plainWriter{in: []rune(s)}
	w.write()
	s = w.out.String()
	for range 2 {
		s = groups.ReplaceAllStringFunc(s, func(m string) string { return groupComma.ReplaceAllString(m, "$1$2") })
	}
	s = blankGroups.ReplaceAllStringFunc(s, func(m string) string { return strings.ReplaceAll(m, " 000", "000") })
	s = bracketIndex.ReplaceAllStringFunc(s, func(m string) string {
		name, index, _ := strings.Cut(m, "[")
		index = strings.ReplaceAll(strings.TrimSuffix(index, "]"), "][", ",")
		return name + "_{" + strings.ReplaceAll(index, " ", "") + "}"
	})
	s = strings.TrimRight(manyBlanks.ReplaceAllString(s, " "), " ")
	return s
}

// plainWriter translates code point by code point.
type plainWriter struct {
	in     []rune
	at     int
	out    strings.Builder
	last   rune   // written last
	math   bool   // between two $
	braces []bool // open groups: whether their closing brace is written
}

func (w *plainWriter) put(s string) {
	for _, r := range s {
		w.out.WriteRune(r)
		w.last = r
	}
}

func (w *plainWriter) write() {
	for w.at < len(w.in) {
		r := w.in[w.at]
		w.at++
		switch {
		case r == '\\':
			w.command()
		case r == '$':
			w.math = !w.math
			w.put("$")
		case r == '{' && (w.last == '_' || w.last == '^'):
			w.braces = append(w.braces, true)
			w.put("{")
		case r == '{' && (w.math || len(w.braces) > 0):
			w.braces = append(w.braces, false)
		case r == '}' && len(w.braces) > 0:
			last := len(w.braces) - 1
			if w.braces[last] {
				w.put("}")
			}
			w.braces = w.braces[:last]
		case r == '~' && w.last != 0 && !unicode.IsSpace(w.last):
			w.put(" ")
		case r == '—' || r == '–':
			w.dash(r)
		case r == '-' && w.at < len(w.in) && w.in[w.at] == '-' && !unicode.IsDigit(w.last):
			for w.at < len(w.in) && w.in[w.at] == '-' {
				w.at++
			}
			w.put(" -- ")
		default:
			w.other(r)
		}
	}
}

// dash writes a dash, or the minus that it stands for.
func (w *plainWriter) dash(r rune) {
	before := w.last != ' ' && w.last != 0
	after := w.at < len(w.in) && !unicode.IsSpace(w.in[w.at])
	if r == '–' && (before && after || w.math) {
		w.put("-")
		return
	}
	w.put(" -- ")
}

func (w *plainWriter) other(r rune) {
	if s, ok := oneSymbol(r); ok {
		w.put(s)
		return
	}
	for _, script := range []struct{ mark, from, to string }{
		{"^", superscripts, superPlain}, {"_", subscripts, subPlain},
	} {
		if c := plainScript(r, script.from, script.to); c != 0 {
			w.put(script.mark + "{" + string(rune(c)))
			for w.at < len(w.in) {
				c := plainScript(w.in[w.at], script.from, script.to)
				if c == 0 {
					break
				}
				w.put(string(rune(c)))
				w.at++
			}
			w.put("}")
			return
		}
	}
	if unicode.IsSpace(r) {
		r = ' '
	}
	if unicode.IsControl(r) {
		return
	}
	w.put(string(r))
}

func (w *plainWriter) command() {
	begin := w.at
	for w.at < len(w.in) && (w.in[w.at] >= 'a' && w.in[w.at] <= 'z' || w.in[w.at] >= 'A' && w.in[w.at] <= 'Z') {
		w.at++
	}
	name := string(w.in[begin:w.at])
	switch {
	case name == "" && w.at < len(w.in):
		r := w.in[w.at]
		w.at++
		if strings.ContainsRune(`,;:! \`, r) {
			if w.last != ' ' {
				w.put(" ")
			}
			return
		}
		w.put(string(r))
	case name == "frac" || name == "dfrac" || name == "tfrac":
		if over, under, ok := w.twoGroups(); ok {
			w.put("(" + plain("$"+over+"$") + ")/(" + plain("$"+under+"$") + ")")
		}
	case slices.Contains([]string{"begin", "end", "hspace", "vspace", "phantom", "hphantom", "color"}, name):
		w.group() // says nothing
	case name == "sum": // from where to where is the layout's to say
		w.put(" sum ")
		for w.at < len(w.in) && (w.in[w.at] == '_' || w.in[w.at] == '^') {
			w.at++
			if _, ok := w.group(); !ok && w.at < len(w.in) {
				w.at++
			}
		}
	case wrappers[name]:
		if w.at < len(w.in) && w.in[w.at] == '{' && w.last != '_' && w.last != '^' {
			w.braces = append(w.braces, false)
			w.at++
		}
	default:
		if s, ok := commands[name]; ok {
			w.put(s)
		} else {
			w.put(" ")
		}
	}
}

// group reads {…} at the current place.
func (w *plainWriter) group() (string, bool) {
	if w.at >= len(w.in) || w.in[w.at] != '{' {
		return "", false
	}
	depth := 0
	for i := w.at; i < len(w.in); i++ {
		switch w.in[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				text := string(w.in[w.at+1 : i])
				w.at = i + 1
				return text, true
			}
		}
	}
	return "", false
}

func (w *plainWriter) twoGroups() (first, second string, ok bool) {
	if first, ok = w.group(); !ok {
		return "", "", false
	}
	second, ok = w.group()
	return first, second, ok
}

// scripts says which indices a copy from a browser has lost: a_1 became a1.
type scripts struct {
	names []string // whose index is glued to them
	index *regexp.Regexp
	last  *regexp.Regexp // behind dots, where even "an" is an element
}

var (
	gluedList = regexp.MustCompile(`(?:^|[\s,($])([A-Za-z])1[\s,$]+(?:([A-Za-z])2[\s,$]+)?(?:\.\.\.|…|⋯|\\ldots|` +
		`\\dots)[\s,$]*([A-Za-z])[a-zA-Z]\b`)
	gluedIndex = regexp.MustCompile(`(?:<=|≤|≦|<|!=|≠)\s*([A-Za-z]+)i\b|\b([A-Za-z]+)i\s*(?:<=|≤|≦|<|!=|≠|` +
		`,\s*[A-Za-z]+i\s*(?:<=|≤|≦|<))`)
	gluedNext = regexp.MustCompile(`\b[A-Za-z]i ?(?:<=|>=|<|>|!=) ?[A-Za-z]i ?\+ ?1\b`)
)

// lostScripts looks for the marks of lost indices.
func lostScripts(lines []line) scripts {
	var s scripts
	add := func(name string) {
		if name != "" && !slices.Contains(s.names, name) && len(s.names) < 20 {
			s.names = append(s.names, name)
		}
	}
	for _, l := range lines {
		if len(l.raw) > maxSentence {
			continue
		}
		for _, m := range gluedList.FindAllStringSubmatch(l.raw, -1) {
			if m[1] == m[3] && (m[2] == "" || m[2] == m[1]) {
				add(m[1])
			}
		}
		for _, m := range gluedIndex.FindAllStringSubmatch(l.raw, -1) {
			add(m[1])
			add(m[2])
		}
	}
	if len(s.names) > 0 {
		names := strings.Join(s.names, "|")
		s.last = regexp.MustCompile(`(\.\.\.,? ?)(` + names + `)([a-z])\b`)
		s.index = regexp.MustCompile(`\b(` + names + `)(\d+|[a-z](?:,[a-z])?|[nNmMkK]-1)\b`)
	}
	return s
}

var shortWords = regexp.MustCompile(`(?i)^(?:is|in|it|if|of|on|or|as|at|an|am|be|by|do|go|he|me|my|no|so|to|up|us|` +
	`we|ie|eg)$`)

// restore writes lost indices as indices.
func (s scripts) restore(text string) string {
	if s.index == nil {
		return text
	}
	text = gluedNext.ReplaceAllStringFunc(text, func(m string) string {
		if at := strings.LastIndexByte(m, m[0]); at > 0 && slices.Contains(s.names, m[:1]) {
			return m[:1] + "_i" + m[2:at] + m[:1] + "_{i+1}"
		}
		return m
	})
	text = s.last.ReplaceAllString(text, "${1}${2}_$3")
	return s.index.ReplaceAllStringFunc(text, func(m string) string {
		if shortWords.MatchString(m) {
			return m
		}
		parts := s.index.FindStringSubmatch(m)
		return parts[1] + "_{" + parts[2] + "}"
	})
}
