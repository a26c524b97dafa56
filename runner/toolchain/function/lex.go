package function

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is what a token is.
type tokenKind int

const (
	word      tokenKind = iota + 1 // a name or keyword
	number                         // a number
	literal                        // a string, character, template or regular expression
	sign                           // a single character; but "::", "->", "=>" and "..." are one
	directive                      // a line of the C++ preprocessor, with its continuations
	newline                        // Python: the end of a logical line
)

// token is a piece of source text.
type token struct {
	kind       tokenKind
	text       string
	line       int    // from 1
	start, end int    // offsets in the source
	indent     int    // Python: columns before the logical line that it begins, else -1
	doc        string // the /* comment */ before it
}

func (t token) is(texts ...string) bool {
	for _, text := range texts {
		if t.text == text && t.kind != literal {
			return true
		}
	}
	return false
}

// dialect is what differs between the lexical rules of the languages with braces.
type dialect struct {
	directives bool // # to the end of the line, raw strings, digit separators
	script     bool // templates and regular expressions; $ in names
	textBlocks bool // """
}

// lexer cuts a source into tokens. It takes every text: what cannot be a token is a sign, and what is not closed ends
// with the text.
type lexer struct {
	src    string
	at     int
	line   int
	doc    string // the comment since the last token
	tokens []token
}

func (l *lexer) add(kind tokenKind, start, line int) {
	l.tokens = append(l.tokens,
		token{kind: kind, text: l.src[start:l.at], line: line, start: start, end: l.at, indent: -1, doc: l.doc})
	l.doc = ""
}

// skipTo moves to end, counting lines.
func (l *lexer) skipTo(end int) {
	end = min(end, len(l.src))
	l.line += strings.Count(l.src[l.at:end], "\n")
	l.at = end
}

// after gives the offset behind the next occurrence of text at or behind from, or the end of the source.
func (l *lexer) after(from int, text string) int {
	if from < len(l.src) {
		if i := strings.Index(l.src[from:], text); i >= 0 {
			return from + i + len(text)
		}
	}
	return len(l.src)
}

// endOfLine gives the offset of the next line feed that no backslash takes away.
func (l *lexer) endOfLine(continued bool) int {
	for i := l.at; i < len(l.src); i++ {
		if l.src[i] != '\n' {
			continue
		}
		if before := strings.TrimSuffix(l.src[l.at:i], "\r"); !continued || !strings.HasSuffix(before, `\`) {
			return i
		}
	}
	return len(l.src)
}

// quoted gives the offset behind the string that begins at from. It ends with its line if it is not closed, unless it
// may go on for several.
func (l *lexer) quoted(from int, quote byte, lines bool) int {
	for i := from + 1; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == '\\':
			i++
		case c == quote:
			return i + 1
		case c == '\n' && !lines:
			return i
		}
	}
	return len(l.src)
}

func wordStart(r rune, dollar bool) bool {
	return r == '_' || unicode.IsLetter(r) || dollar && r == '$'
}

func wordPart(r rune, dollar bool) bool {
	return wordStart(r, dollar) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)
}

// wordEnd gives the offset behind the name that begins at from, from itself if none does.
func (l *lexer) wordEnd(from int, dollar bool) int {
	i := from
	for i < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[i:])
		if i == from && !wordStart(r, dollar) || !wordPart(r, dollar) {
			break
		}
		i += size
	}
	return i
}

// numberEnd gives the offset behind the number that begins at from. Exponents with a sign are one number.
func (l *lexer) numberEnd(from int, separator byte) int {
	hex := strings.HasPrefix(l.src[from:], "0x") || strings.HasPrefix(l.src[from:], "0X")
	i := from
	for ; i < len(l.src); i++ {
		c := l.src[i]
		switch {
		case c == '.', c == '_', c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case (c == '+' || c == '-') && i > from && !hex && strings.IndexByte("eE", l.src[i-1]) >= 0:
		case c == separator && c != 0 && i+1 < len(l.src) && wordPart(rune(l.src[i+1]), false):
		default:
			return i
		}
	}
	return i
}

// braces cuts the source of a language with braces.
func braces(src string, d dialect) []token {
	l := &lexer{src: src, line: 1}
	fresh := true // nothing but blanks in this line so far
	if d.script && strings.HasPrefix(src, "#!") {
		l.skipTo(l.endOfLine(false))
	}
	for l.at < len(src) {
		c, start, line, rest := src[l.at], l.at, l.line, src[l.at:]
		switch {
		case c == '\n':
			l.skipTo(start + 1)
			fresh = true
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			l.at++
			continue
		case strings.HasPrefix(rest, "//"):
			l.skipTo(l.endOfLine(d.directives))
			continue
		case strings.HasPrefix(rest, "/*"):
			l.skipTo(l.after(start+2, "*/"))
			l.doc = src[start:l.at]
			continue
		case d.directives && c == '#' && fresh:
			l.skipTo(l.endOfLine(true))
			l.add(directive, start, line)
			if isIfZero(src[start:l.at]) {
				l.skipDisabled()
			}
			continue
		}
		fresh = false
		switch {
		case d.textBlocks && strings.HasPrefix(rest, `"""`):
			end := l.after(start+3, `"""`)
			for end < len(src) && src[end-4] == '\\' {
				end = l.after(end, `"""`)
			}
			l.skipTo(end)
			l.add(literal, start, line)
		case c == '"' || c == '\'':
			l.skipTo(l.quoted(start, c, false))
			l.add(literal, start, line)
		case d.script && c == '`':
			l.skipTo(l.template(start))
			l.add(literal, start, line)
		case d.script && c == '/' && l.expression():
			l.skipTo(l.regexp(start))
			l.add(literal, start, line)
		case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			separator := byte(0)
			if d.directives {
				separator = '\''
			}
			l.skipTo(l.numberEnd(start, separator))
			l.add(number, start, line)
		default:
			end := l.wordEnd(start, !d.directives)
			if d.script && c == '#' {
				end = l.wordEnd(start+1, true)
			}
			if d.directives && end < len(src) && (src[end] == '"' || src[end] == '\'') && isPrefix(src[start:end]) {
				if src[end] == '"' && src[end-1] == 'R' {
					l.skipTo(l.raw(end))
				} else {
					l.skipTo(l.quoted(end, src[end], false))
				}
				l.add(literal, start, line)
				continue
			}
			if end > start {
				l.skipTo(end)
				l.add(word, start, line)
				continue
			}
			size := 1
			for _, long := range []string{"::", "->", "=>", "..."} {
				if strings.HasPrefix(rest, long) {
					size = len(long)
				}
			}
			if _, n := utf8.DecodeRuneInString(rest); n > size {
				size = n
			}
			l.skipTo(start + size)
			l.add(sign, start, line)
		}
	}
	return l.tokens
}

// isPrefix reports whether a C++ literal can begin with it.
func isPrefix(text string) bool {
	switch text {
	case "u8", "u", "U", "L", "R", "u8R", "uR", "UR", "LR":
		return true
	}
	return false
}

// raw gives the offset behind the C++ raw string whose quotation mark is at from.
func (l *lexer) raw(from int) int {
	open := strings.IndexByte(l.src[from:], '(')
	if open < 0 || open > 17 {
		return l.quoted(from, '"', false)
	}
	return l.after(from+open, ")"+l.src[from+1:from+open]+`"`)
}

func isIfZero(line string) bool {
	fields := strings.Fields(strings.TrimPrefix(line, "#"))
	return len(fields) >= 2 && fields[0] == "if" && (fields[1] == "0" || fields[1] == "false")
}

// skipDisabled moves behind the lines that #if 0 takes out.
func (l *lexer) skipDisabled() {
	depth := 0
	for l.at < len(l.src) {
		l.skipTo(l.at + 1) // the line feed
		start := l.at
		l.skipTo(l.endOfLine(true))
		name, ok := strings.CutPrefix(strings.TrimSpace(l.src[start:l.at]), "#")
		name = strings.TrimSpace(name)
		switch {
		case !ok:
		case strings.HasPrefix(name, "if"):
			depth++
		case strings.HasPrefix(name, "endif"):
			if depth--; depth < 0 {
				return
			}
		case depth == 0 && strings.HasPrefix(name, "el"):
			return
		}
	}
}

// template gives the offset behind the JavaScript template that begins at from, with the templates inside it.
func (l *lexer) template(from int) int {
	// The places that are open: '`' for a template, '{' for a brace, '$' for the ${ of a template.
	open := []byte{'`'}
	for i := from + 1; i < len(l.src); i++ {
		c, top := l.src[i], open[len(open)-1]
		switch {
		case c == '\\':
			i++
		case c == '`' && top == '`', c == '}' && top != '`':
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
		case c == '`':
			open = append(open, '`')
		case top == '`':
			if c == '$' && i+1 < len(l.src) && l.src[i+1] == '{' {
				open = append(open, '$')
				i++
			}
		case c == '{':
			open = append(open, '{')
		case c == '"' || c == '\'':
			i = l.quoted(i, c, false) - 1
		}
	}
	return len(l.src)
}

// expression reports whether an expression can begin here, so that a slash is that of a regular expression.
func (l *lexer) expression() bool {
	if len(l.tokens) == 0 {
		return true
	}
	switch t := l.tokens[len(l.tokens)-1]; t.kind {
	case word:
		return t.is("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await",
			"instanceof")
	case sign:
		return !t.is(")", "]", "}")
	}
	return false
}

// regexp gives the offset behind the regular expression that begins at from, or behind the slash if none does.
func (l *lexer) regexp(from int) int {
	class := false
	for i := from + 1; i < len(l.src); i++ {
		switch l.src[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			return from + 1
		case '/':
			if !class {
				return max(l.wordEnd(i+1, true), i+1)
			}
		}
	}
	return from + 1
}

// indented cuts a Python source. Comments are left out, lines that brackets or a backslash continue are one.
func indented(src string) []token {
	l := &lexer{src: src, line: 1}
	depth, column, fresh := 0, 0, true
	for l.at < len(src) {
		c, start, line, rest := src[l.at], l.at, l.line, src[l.at:]
		switch {
		case c == '\n':
			l.skipTo(start + 1)
			if depth == 0 && !fresh {
				l.add(newline, start, line)
			}
			if depth == 0 {
				fresh, column = true, 0
			}
			continue
		case c == ' ' || c == '\r':
			l.at++
			column++
			continue
		case c == '\t':
			l.at++
			column = column/8*8 + 8
			continue
		case c == '\f':
			l.at++
			column = 0
			continue
		case c == '#':
			l.skipTo(l.endOfLine(false))
			continue
		case strings.HasPrefix(rest, "\\\n"), strings.HasPrefix(rest, "\\\r\n"):
			l.skipTo(l.after(start, "\n"))
			continue
		}
		end := l.wordEnd(start, false)
		switch {
		case end > start && end < len(src) && (src[end] == '"' || src[end] == '\'') && isStringPrefix(src[start:end]):
			l.skipTo(l.pythonString(end))
			l.add(literal, start, line)
		case end > start:
			l.skipTo(end)
			l.add(word, start, line)
		case c == '"' || c == '\'':
			l.skipTo(l.pythonString(start))
			l.add(literal, start, line)
		case c >= '0' && c <= '9':
			l.skipTo(l.numberEnd(start, 0))
			l.add(number, start, line)
		default:
			_, size := utf8.DecodeRuneInString(rest)
			if strings.HasPrefix(rest, "->") {
				size = 2
			}
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(depth-1, 0)
			}
			l.skipTo(start + size)
			l.add(sign, start, line)
		}
		if fresh {
			l.tokens[len(l.tokens)-1].indent = column
			fresh = false
		}
	}
	return l.tokens
}

func isStringPrefix(text string) bool {
	switch strings.ToLower(text) {
	case "r", "u", "b", "f", "br", "rb", "fr", "rf", "t", "tr", "rt":
		return true
	}
	return false
}

// pythonString gives the offset behind the string whose quotation mark is at from.
func (l *lexer) pythonString(from int) int {
	triple := strings.Repeat(l.src[from:from+1], 3)
	if !strings.HasPrefix(l.src[from:], triple) {
		return l.quoted(from, l.src[from], false)
	}
	for i := from + 3; i < len(l.src); i++ {
		switch {
		case l.src[i] == '\\':
			i++
		case strings.HasPrefix(l.src[i:], triple):
			return i + 3
		}
	}
	return len(l.src)
}
