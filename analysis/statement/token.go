package statement

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word, name, number or sign of a text in plain notation.
type token struct {
	kind   tokenKind
	text   string   // word: in lower case; name: without indices; number: its digits; sign: itself
	raw    string   // word: as it stands
	index  []string // name: its indices, each in plain notation
	attr   string   // name: "length" for nums.length
	math   bool     // set as a formula or as code
	spaced bool     // blanks stand before it
	begin  int      // byte offsets in the text
	end    int
}

type tokenKind int

const (
	endToken    tokenKind = iota
	wordToken             // two letters or more that carry no index, outside of formulas
	nameToken             // one letter, letters with an index, or letters within a formula
	numberToken           // 12, 0.5, 1e9
	signToken             // <= >= != < > = + - * / % ^ ( ) { } [ ] | , : ; . and any other character
	dotsToken             // ... or ..
)

func (t token) is(signs ...string) bool {
	if t.kind != signToken {
		return false
	}
	for _, s := range signs {
		if t.text == s {
			return true
		}
	}
	return false
}

func (t token) word(words ...string) bool {
	if t.kind != wordToken && !(t.kind == nameToken && len(t.index) == 0 && !t.math) {
		return false
	}
	text := strings.ToLower(t.text)
	for _, w := range words {
		if text == w {
			return true
		}
	}
	return false
}

func isLetter(r rune) bool {
	return r < utf8.RuneSelf && (r|32 >= 'a' && r|32 <= 'z') || r >= 0x370 && r <= 0x3FF && unicode.IsLetter(r)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isLengthAttr are the ways in which programs write the length of x.
var lengthAttrs = []string{".length()", ".size()", ".length", ".size"}

// tokenize cuts a text in plain notation into tokens.
func tokenize(text string) []token {
	s := &scanner{text: text}
	var tokens []token
	for {
		t := s.next()
		if t.kind == endToken {
			return tokens
		}
		tokens = append(tokens, t)
	}
}

type scanner struct {
	text string
	at   int
	math rune // the mark that opened a formula, 0 outside
}

func (s *scanner) peek() (rune, int) {
	if s.at >= len(s.text) {
		return 0, 0
	}
	return utf8.DecodeRuneInString(s.text[s.at:])
}

func (s *scanner) next() token {
	spaced := s.at == 0
	for {
		r, size := s.peek()
		switch {
		case size == 0:
			return token{}
		case r == ' ' || r == '\t':
			spaced = true
		case r == '$' || r == '`' && (s.math == '`' || s.math == 0 && strings.Count(s.text[s.at:], "`") > 1):
			if s.math == r {
				s.math = 0
			} else if s.math == 0 {
				s.math = r
			}
		default:
			t := s.token(r, size)
			t.spaced = spaced
			return t
		}
		s.at += size
	}
}

func (s *scanner) token(r rune, size int) token {
	t := token{begin: s.at, math: s.math != 0}
	rest := s.text[s.at:]
	switch {
	case isLetter(r):
		s.letters(&t)
	case isDigit(r):
		s.number(&t)
	case unicode.IsLetter(r):
		t.kind = wordToken
		for r, size := s.peek(); size > 0 && unicode.IsLetter(r) && !isLetter(r); r, size = s.peek() {
			s.at += size
		}
		t.text = s.text[t.begin:s.at]
	case strings.HasPrefix(rest, "..."):
		t.kind, t.text = dotsToken, "..."
		for strings.HasPrefix(s.text[s.at:], ".") {
			s.at++
		}
	case strings.HasPrefix(rest, "..") || strings.HasPrefix(rest, "--"):
		t.kind, t.text = dotsToken, ".."
		s.at += 2
		if rest[0] == '-' {
			t.kind, t.text = signToken, "--"
		}
	default:
		t.kind, t.text = signToken, string(r)
		s.at += size
		for _, two := range []string{"<=", ">=", "!=", "==", "=<", "<>"} {
			if strings.HasPrefix(rest, two) {
				t.text = map[string]string{"==": "=", "=<": "<=", "<>": "!="}[two]
				if t.text == "" {
					t.text = two
				}
				s.at = t.begin + 2
			}
		}
	}
	t.end = s.at
	return t
}

func (s *scanner) number(t *token) {
	t.kind = numberToken
	digits := func() {
		for s.at < len(s.text) && isDigit(rune(s.text[s.at])) {
			s.at++
		}
	}
	digits()
	if s.at+1 < len(s.text) && s.text[s.at] == '.' && isDigit(rune(s.text[s.at+1])) {
		s.at++
		digits()
	}
	if s.at < len(s.text) && (s.text[s.at] == 'e' || s.text[s.at] == 'E') {
		at := s.at
		s.at++
		if s.at < len(s.text) && (s.text[s.at] == '-' || s.text[s.at] == '+') {
			s.at++
		}
		from := s.at
		digits()
		if s.at == from || s.at < len(s.text) && isLetter(rune(s.text[s.at])) {
			s.at = at
		}
	}
	t.text = s.text[t.begin:s.at]
}

// letters reads a word, or a name with what belongs to it.
func (s *scanner) letters(t *token) {
	for r, size := s.peek(); size > 0 && (isLetter(r) || isDigit(r)); r, size = s.peek() {
		s.at += size
	}
	t.text = s.text[t.begin:s.at]
	// A prime belongs to a name, an apostrophe to a word.
	if s.at < len(s.text) && s.text[s.at] == '\'' {
		r, _ := utf8.DecodeRuneInString(s.text[s.at+1:])
		switch {
		case isLetter(r):
			s.at++
			for r, size := s.peek(); size > 0 && isLetter(r); r, size = s.peek() {
				s.at += size
			}
			t.kind, t.raw, t.text = wordToken, s.text[t.begin:s.at], strings.ToLower(s.text[t.begin:s.at])
			return
		case t.math && len(t.text) == 1:
			s.at++
			t.text += "'"
		}
	}
	s.indices(t)
	for _, attr := range lengthAttrs {
		if strings.HasPrefix(s.text[s.at:], attr) {
			if r, _ := utf8.DecodeRuneInString(s.text[s.at+len(attr):]); !isLetter(r) {
				t.attr = "length"
				s.at += len(attr)
				break
			}
		}
	}
	if t.math || t.index != nil || t.attr != "" || utf8.RuneCountInString(strings.Trim(t.text, "0123456789")) == 1 {
		t.kind = nameToken
		return
	}
	t.kind, t.raw, t.text = wordToken, t.text, strings.ToLower(t.text)
}

// indices reads _i, _{i,j}, _10 and [i][j] behind a name.
func (s *scanner) indices(t *token) {
	for s.at+1 < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case strings.HasPrefix(rest, "_{"):
			end := closingBrace(rest)
			if end < 0 {
				return
			}
			t.index = append(t.index, splitIndex(rest[2:end])...)
			s.at += end + 1
		case rest[0] == '_':
			end := 1
			for end < len(rest) && isDigit(rune(rest[end])) {
				end++
			}
			for r, size := utf8.DecodeRuneInString(rest[end:]); end == 1 || s.longIndex(t, rest, end); {
				if !isLetter(r) {
					break
				}
				end += size
				r, size = utf8.DecodeRuneInString(rest[end:])
			}
			if end == 1 {
				return
			}
			t.index = append(t.index, rest[1:end])
			s.at += end
		case rest[0] == '[':
			end := strings.IndexByte(rest, ']')
			if end < 2 || end > 30 || !isLetter(rune(rest[1])) && !isDigit(rune(rest[1])) ||
				len(tokenize1(rest[1:end])) == 0 {
				return
			}
			t.index = append(t.index, splitIndex(rest[1:end])...)
			s.at += end + 1
		default:
			return
		}
		if len(t.index) > 4 {
			return
		}
	}
}

// closingBrace is where the group of _{…} ends, -1 if it does not within an index's length.
func closingBrace(text string) int {
	depth := 0
	for i := 1; i < min(len(text), 60); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// longIndex says whether an index without braces goes on: in a formula it is one letter, in plain text a word.
func (s *scanner) longIndex(t *token, rest string, end int) bool {
	return !t.math && end > 1 && isLetter(rune(rest[end-1]))
}

// tokenize1 is tokenize for an index; it exists to keep the recursion one level deep.
func tokenize1(text string) []token {
	if strings.ContainsAny(text, "_[") {
		return nil
	}
	return tokenize(text)
}

// splitIndex cuts "i, j+1" into its parts, without blanks and marks.
func splitIndex(text string) []string {
	text = strings.NewReplacer("{", "", "}", "", "$", "", " ", "").Replace(text)
	var parts []string
	for _, part := range strings.Split(text, ",") {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// String is the name as the schema language writes it: A_i, c_{i,j}, u_{N-1}.
func (t token) String() string {
	if t.kind != nameToken || len(t.index) == 0 {
		return t.text
	}
	return t.text + indexText(t.index)
}

func indexText(index []string) string {
	text := strings.Join(index, ",")
	for i, r := range text {
		if !isLetter(r) && !isDigit(r) || i > 0 && isDigit(rune(text[0])) && !isDigit(r) {
			return "_{" + text + "}"
		}
	}
	return "_" + text
}
