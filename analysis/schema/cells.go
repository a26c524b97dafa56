package schema

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is said of the character at one place of a grid, c_{R,C} = ., makes of c a number that is printed as a character: so
// it is an element like any other, for whoever makes inputs and checks them.

// cell reads the character that stands behind = or !=, the present token; ok is false where anything else stands there, and a
// letter or a digit is left for who knows what it is: a name, a number, or itself.
func (p *parser) cell(s *statement) (ok bool) {
	if slices.ContainsFunc(s.operands[0], func(t *term) bool { return t.op != "name" || len(t.index) == 0 }) {
		return false
	}
	at := p.at
	for at < len(p.runes) && unicode.IsSpace(p.runes[at]) {
		at++
	}
	rest := p.runes[at:]
	if len(rest) == 0 {
		return false
	}
	r, length := rest[0], 1
	quoted := len(rest) > 2 && (r == '\'' || r == '"') && rest[2] == r
	if quoted {
		r, length = rest[1], 3
	}
	behind := strings.TrimSpace(string(rest[length:]))
	if len(rest) > length && !unicode.IsSpace(rest[length]) && rest[length] != ';' ||
		behind != "" && !strings.HasPrefix(behind, ";") && !strings.HasPrefix(behind, "#") && !strings.HasPrefix(behind, "and ") {
		return false
	}
	s.letters = letters{runes: []rune{r}, not: p.is("!=")}
	if !quoted && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		return false
	}
	s.kind, s.subjects, s.operands = cells, s.operands[0], nil
	p.at = at + length
	p.next()
	return true
}

// cells finds the statements that speak of single characters of a grid and makes them such, and what they speak of numbers
// with names.
func (r *textResolver) cells(statements []*statement) []*statement {
	return slices.DeleteFunc(statements, func(s *statement) bool {
		subjects := s.subjects
		switch {
		case s.kind == cells || s.kind == oneOf:
		case s.kind == chain && len(s.letters.runes) == 1 && len(s.ops) == 1:
			subjects = s.operands[0]
		default:
			return false
		}
		for _, t := range subjects {
			if v := r.names[t.name]; v != nil && v.Kind == String && len(t.index) > r.alternatives.depth(v.Scope) {
				r.mistake(t.pos, t.length, "schema-unsupported", inRows(v.Name))
				return true
			}
			v, places := r.element(t)
			if v == nil {
				return true
			}
			switch {
			case v.Kind != String && v.Names == nil && s.kind == chain:
				return false // a comparison of numbers
			case v.Kind != String && v.Names == nil:
				r.mistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
					"%[1]s is a number, so it is compared with numbers; for characters say which there are: %[1]s in {., #}", v.Name))
				return true
			case len(places) == 0:
				r.mistake(t.pos, t.length, "schema-index", fmt.Sprintf(
					"this speaks of every element of %[1]s, for which %[1]s in {a, b} is meant; a single one is %[1]s_{1,1}, or %[1]s_{R,C}",
					v.Name))
				return true
			case !r.lettered(v, t):
				return true
			}
			for _, one := range append(slices.Clone(s.letters.runes), []rune(strings.Join(s.values, ""))...) {
				if !slices.Contains(v.Names, string(one)) && !s.letters.not {
					r.mistake(s.pos, s.length, "schema-contradiction", fmt.Sprintf("%s has no %q; it has %s", v.Name, one,
						strings.Join(v.Names, ", ")))
					return true
				}
			}
		}
		if s.kind == oneOf {
			s.letters.runes = []rune(strings.Join(s.values, ""))
		}
		s.kind, s.subjects, s.operands = cells, subjects, nil
		return false
	})
}

// lookupElement is lookup for a name that may stand for one element of a list: at the places.
func (r *textResolver) lookupElement(t *term) (v *Var, places []place, m *Mistake) {
	r.single = &places
	v, _, m = r.lookup(t)
	r.single = nil
	return v, places, m
}

// element is the variable that t names and the places that it speaks of alone.
func (r *textResolver) element(t *term) (*Var, []place) {
	v, places, m := r.lookupElement(t)
	if m != nil {
		r.add(*m)
		return nil, nil
	}
	return v, places
}

// isElement says whether a name stands for one element of a list.
func (r *textResolver) isElement(t *term) bool {
	if t.op != "name" {
		return false
	}
	_, places, m := r.lookupElement(t)
	return m == nil && len(places) > 0
}

// lettered makes a text of one character a number whose values are printed as the characters.
func (r *textResolver) lettered(v *Var, t *term) bool {
	if v.Names != nil {
		return true
	}
	at := slices.IndexFunc(r.textRules, func(rule ruleOf) bool { return rule.v == v })
	names := v.Domain.Values
	if at >= 0 && len(v.Domain.Alphabet) > 0 && r.textRules[at].rule.low <= 1 && r.textRules[at].rule.high == 1 {
		names = strings.Split(string(v.Domain.Alphabet), "")
	}
	switch {
	case len(names) == 0 || slices.ContainsFunc(names, func(s string) bool { return utf8.RuneCountInString(s) != 1 }):
		r.mistake(t.pos, t.length, "schema-unsupported", inRows(v.Name))
		return false
	case r.schema.Style != Stdin:
		r.mistake(t.pos, t.length, "schema-unsupported", "of single characters of a function's argument nothing can be said by this version; "+
			"take it out and check it in a validator program")
		return false
	}
	if at >= 0 {
		r.textRules = slices.Delete(r.textRules, at, at+1)
	}
	v.Kind, v.Names, v.Bare, v.Domain = Int, names, true, Domain{}
	return true
}

// inRows says how a grid is printed of whose characters something is to be said, and how it is said.
func inRows(name string) string {
	return fmt.Sprintf("%[1]s has texts of several characters; print a grid by its characters, %[1]s_{1,1}%[1]s_{1,2}...%[1]s_{1,W} in "+
		"each line, and say %[1]s_{i,j} in {., #} and %[1]s_{R,C} = .", name)
}

// booleans are the Names of what is printed as true or false.
var booleans = []string{"false", "true"}

// isCharacter says whether v is a number that is printed as a character.
func (v *Var) isCharacter() bool { return v.Bare && !slices.Equal(v.Names, booleans) }

// isText says whether v is printed as a text, so that it cannot be calculated with.
func (v *Var) isText() bool { return v.Kind == String || v.isCharacter() }

// cellRules says of which of its characters a single element is.
func (r *textResolver) cellRules(s *statement) {
	for _, t := range s.subjects {
		v, places := r.element(t)
		if v == nil {
			return
		}
		put := func(op Op, name int) bool {
			c := &Constraint{
				Kind: Compare, Pos: s.pos, Text: s.text, Op: op, Left: &Ref{Var: v, Pos: t.pos}, Right: number(int64(name)),
			}
			for _, at := range places {
				if !r.at(c, at) {
					return false
				}
			}
			r.constraint(c, s.length)
			return true
		}
		for k, name := range v.Names {
			one, _ := utf8.DecodeRuneInString(name)
			is, has := len(s.letters.runes) == 1 && !s.letters.not, s.letters.has(one)
			if is && has && !put(Equal, k) || !is && !has && !put(NotEqual, k) {
				return
			}
		}
	}
}

// characterRanges says as constraints between which numbers the characters lie.
func (r *textResolver) characterRanges() {
	for _, v := range r.schema.Vars {
		if v.isCharacter() {
			ref, last := &Ref{Var: v, Pos: v.Pos}, number(int64(len(v.Names)-1))
			text := v.Name + " in {" + strings.Join(v.Names, ", ") + "}"
			r.constraint(&Constraint{Kind: Compare, Pos: v.Pos, Text: text, Op: LessEqual, Left: number(0), Right: ref}, 1)
			r.constraint(&Constraint{Kind: Compare, Pos: v.Pos, Text: text, Op: LessEqual, Left: ref, Right: last}, 1)
		}
	}
}
