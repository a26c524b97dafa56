package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode"
)

// What is said of single characters of a text, S[1] != 0 or S ends with a letter, becomes part of its regular expression,
// so that texts are made and checked by nothing else.

// maxPlaces is of how many characters at the ends of a text something can be said.
const maxPlaces = 12

// letters is a set of characters; unless not is set, these and no others.
type letters struct {
	runes []rune
	not   bool
}

func (l letters) has(r rune) bool { return slices.Contains(l.runes, r) != l.not }

// lettersPhrases are what characters can be called.
var lettersPhrases = []struct{ words, class string }{
	{"a lowercase letter", "a-z"},
	{"a lower-case letter", "a-z"},
	{"an uppercase letter", "A-Z"},
	{"an upper-case letter", "A-Z"},
	{"a letter", "a-zA-Z"},
	{"a digit", "0-9"},
	{"a vowel", "aeiouAEIOU"},
}

// character reads S[1], whose bracket stands at p.at.
func (p *parser) character(t *term) {
	p.at++
	p.next()
	t.op, t.args = "character", []*term{p.sum()}
	if !p.is("]") {
		p.failToken(`"]" is expected behind the place of a character, as in S[1]`)
	}
}

// characters reads what is said of characters, from the present token on.
func (p *parser) characters(s *statement) {
	s.kind, s.subjects, s.operands = characters, s.operands[0], nil
	switch {
	case p.is("=") || p.is("!="):
		s.letters.not = p.is("!=")
		p.oneCharacter(s)
	case p.isWord("in"):
		p.setOfCharacters(s)
	case (p.isWord("is") || p.isWord("are")) && p.phrase("not"):
		s.letters.not = true
		p.oneCharacter(s)
	case p.isWord("is") || p.isWord("are"):
		p.oneCharacter(s)
	default:
		p.failToken("of a character can be said: S[1] = a, S[1] != 0, S[1] in {a, b}, S[1] is a letter, a digit, a lowercase letter")
	}
}

// ends reads "begins with a letter" or "does not end with 0"; ok is false where something else stands there.
func (p *parser) ends(s *statement) bool {
	s.letters.not = p.isWord("does") && p.phrase("not")
	if s.letters.not {
		p.next()
	}
	last := p.isWord("ends") || p.isWord("end")
	if !last && !p.isWord("begins") && !p.isWord("begin") && !p.isWord("starts") && !p.isWord("start") || !p.phrase("with") {
		return false
	}
	s.kind, s.atEnd = characters, 1
	if last {
		s.atEnd = -1
	}
	p.oneCharacter(s)
	return true
}

// oneCharacter reads a character, or words for several, behind the present token.
func (p *parser) oneCharacter(s *statement) {
	for _, phrase := range lettersPhrases {
		if p.phrase(phrase.words) {
			s.letters.runes, _ = alphabetOf(phrase.class)
			p.next()
			return
		}
	}
	p.skipSpaces()
	if p.hasPrefix(p.at, "{") {
		p.setOfCharacters(s)
		return
	}
	begin, text := p.at, ""
	switch {
	case p.hasPrefix(p.at, `"`):
		text = p.quoted()
	default:
		for p.at < len(p.runes) && !unicode.IsSpace(p.runes[p.at]) && p.runes[p.at] != ';' {
			p.at++
		}
		text = string(p.runes[begin:p.at])
		if quoted, ok := strings.CutPrefix(text, "'"); ok && len(quoted) > 1 && strings.HasSuffix(quoted, "'") {
			text = strings.TrimSuffix(quoted, "'")
		}
	}
	if s.letters.runes = []rune(text); len(s.letters.runes) != 1 && p.mistake == nil {
		p.fail(begin, p.at, "schema-values", `one character is expected here, as it is or in quotes, or words such as "a letter"`)
		return
	}
	p.next()
}

// setOfCharacters reads {a, b} behind the present token.
func (p *parser) setOfCharacters(s *statement) {
	begin := p.at
	set := &statement{}
	if p.inStatement(set); set.kind != oneOf && p.mistake == nil {
		p.fail(begin, p.at, "schema-values", "characters are listed one by one: S[1] in {a, b, c}")
		return
	}
	for _, text := range set.values {
		runes := []rune(text)
		if len(runes) != 1 && p.mistake == nil {
			p.fail(begin, p.at, "schema-values", fmt.Sprintf("%q is no single character", text))
			return
		}
		s.letters.runes = append(s.letters.runes, runes...)
	}
}

// spot is a character of a text: the first is 1, the last -1.
type spot int

// spotOf finds which character of the text called name an index means; 0 where that cannot be told.
func spotOf(index *term, name string) spot {
	small := func(t *term) int {
		if t.op == "number" && t.value.IsInt() && t.value.Sign() >= 0 && t.value.Cmp(big.NewRat(maxPlaces+1, 1)) < 0 {
			return int(t.value.Num().Int64())
		}
		return -1
	}
	isLength := func(t *term) bool { return t.op == "abs" && t.args[0].op == "name" && t.args[0].name == name }
	if k := small(index); k > 0 {
		return spot(k)
	}
	switch {
	case isLength(index):
		return -1
	case index.op == "-" && isLength(index.args[0]) && small(index.args[1]) >= 0:
		return spot(-1 - small(index.args[1]))
	}
	return 0
}

// spelling is what is said of one character.
type spelling struct {
	at      spot
	letters letters
}

// spellings takes what is said of characters out of the statements, and makes it part of what texts match.
func (r *textResolver) spellings(statements []*statement) []*statement {
	said := map[*Var][]spelling{}
	from := map[*Var]*statement{}
	var order []*Var
	rest := slices.DeleteFunc(slices.Clone(statements), func(s *statement) bool {
		if s.kind != characters {
			return false
		}
		r.versions(s, func() {
			for _, t := range s.subjects {
				at := spot(s.atEnd)
				if at == 0 {
					if t.op != "character" {
						r.mistake(t.pos, t.length, "schema-syntax", "only characters can stand here, as in S[1], S[2] != 0")
						continue
					}
					at = spotOf(t.args[0], t.name)
					if v := r.names[t.name]; at == 0 && v != nil && v.Scope != nil {
						message := inRows(v.Name)
						if len(t.index) < r.alternatives.depth(v.Scope) { // it is printed by its characters
							message = fmt.Sprintf("a single character of %[1]s is written %[1]s_{R,C}", v.Name)
						}
						r.mistake(t.pos, t.length, "schema-unsupported", message)
						continue
					}
					if at == 0 {
						r.mistake(t.pos, t.length, "schema-unsupported", fmt.Sprintf("of characters only the first and the last %d can be spoken of, "+
							"as in %[2]s[1] and %[2]s[|%[2]s|]; of every one say: %[2]s consists of, or matches; a grid whose places are to be "+
							"spoken of is printed as %[2]s_{1,1}%[2]s_{1,2}...%[2]s_{1,W}", maxPlaces/2, t.name))
						continue
					}
				}
				name := *t
				name.op, name.args = "name", nil
				v := r.subject(&name)
				switch {
				case v == nil:
				case v.Kind != String:
					r.mistake(t.pos, t.length, "schema-kind", fmt.Sprintf("%[1]s is no text; say what it consists of, as in %[1]s matches [a-z]+, "+
						"and of an element of a list: %[1]s_1", t.name))
				case v.Domain.Pattern != "":
					r.mistake(t.pos, t.length, "schema-unsupported", fmt.Sprintf("%s matches an expression already; say it in that", t.name))
				default:
					if said[v] == nil {
						order = append(order, v)
					}
					said[v], from[v] = append(said[v], spelling{at, s.letters}), s
				}
			}
		})
		return true
	})
	for _, v := range order {
		r.spell(v, said[v], from[v])
	}
	return rest
}

// spell makes what is said of its characters part of what v can be.
func (r *textResolver) spell(v *Var, said []spelling, from *statement) {
	none := func() {
		r.mistake(from.pos, from.length, "schema-contradiction", fmt.Sprintf("no text is left for %s; check this against the other lines", v.Name))
	}
	may := func(c rune, place, length int) bool {
		return !slices.ContainsFunc(said, func(s spelling) bool {
			here := int(s.at) == place || length > 0 && int(s.at) == place-length-1
			return here && !s.letters.has(c)
		})
	}
	if len(v.Domain.Values) > 0 {
		v.Domain.Values = slices.DeleteFunc(slices.Clone(v.Domain.Values), func(text string) bool {
			runes := []rune(text)
			for i, c := range runes {
				if !may(c, i+1, len(runes)) {
					return true
				}
			}
			return false
		})
		if len(v.Domain.Values) == 0 {
			none()
		}
		return
	}
	front, back := 0, 0
	for _, s := range said {
		front, back = max(front, int(s.at)), max(back, -int(s.at))
	}
	i := slices.IndexFunc(r.textRules, func(t ruleOf) bool { return t.v == v })
	old := r.textRules[i].rule
	// class is what may stand at a place of a text of a length; of a long one, where it is 0, the last place is -1.
	class := func(place, length int) string {
		var left []rune
		for _, c := range v.Domain.Alphabet {
			if may(c, place, length) {
				left = append(left, c)
			}
		}
		return classOf(left)
	}
	row := func(length int, places ...int) (text string, ok bool) {
		for _, place := range places {
			one := class(place, length)
			if one == "" {
				return "", false
			}
			text += one
		}
		return text, true
	}
	var parts []string
	for length := 1; length < front+back; length++ {
		places := make([]int, length)
		for k := range places {
			places[k] = k + 1
		}
		if text, ok := row(length, places...); ok && length >= old.low {
			parts = append(parts, text)
		}
	}
	var first, last []int
	for k := 1; k <= front; k++ {
		first = append(first, k)
	}
	for k := back; k > 0; k-- {
		last = append(last, -k)
	}
	text, ok := row(0, first...)
	text2, ok2 := row(0, last...)
	if ok && ok2 {
		parts = append(parts, text+classOf(v.Domain.Alphabet)+"*"+text2)
	}
	pattern := strings.Join(parts, "|")
	switch {
	case pattern == "" && old.low > 0:
		none()
		return
	case pattern == "":
		pattern = "()"
	case old.low == 0:
		pattern = "(" + pattern + ")?"
	}
	v.Domain.Alphabet, v.Domain.Pattern = nil, pattern
	r.textRules[i].rule = &textRule{pattern: pattern, low: old.low, high: old.high}
	if old.high < 0 || old.low != old.high {
		r.lengthOf(v)
	}
}

// classOf writes characters as a class of a regular expression; "" for none.
func classOf(runes []rune) string {
	if len(runes) == 0 {
		return ""
	}
	return inBrackets(slices.Compact(slices.Sorted(slices.Values(runes))))
}

// inBrackets writes characters in their order, those that follow each other as a range.
func inBrackets(runes []rune) string {
	var sb strings.Builder
	letter := func(r rune) {
		if r < 128 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && r > ' ' {
			sb.WriteByte('\\')
		}
		sb.WriteRune(r)
	}
	sb.WriteByte('[')
	for rest := runes; len(rest) > 0; {
		n := runLength(rest)
		letter(rest[0])
		if n > 2 {
			sb.WriteByte('-')
			letter(rest[n-1])
		} else {
			n = 1
		}
		rest = rest[n:]
	}
	sb.WriteByte(']')
	return sb.String()
}
