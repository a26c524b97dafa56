package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// place is what a sentence says of some characters of a text that stand together.
type place struct {
	n     int    // how many; 0: all others
	class string // what they are
	text  string // instead of class: they are this text
}

var (
	placeOf = regexp.MustCompile(`(?i)\b(first|leading|initial|next|last|remaining|other|rest)(?: of the)? ?` +
		`(\d+|one|two|three|four|five|six|seven|eight|nine|ten)? ?(?:characters?|letters?|digits?|symbols?)?(?: of (?:the string )?` +
		nameText + `)? (?:is|are|must be|will be)(?: always)?(?: all)?( not)?(?: an?)? `)
	notFirst = regexp.MustCompile("(?i)\\b(?:does not|doesn't|do not|don't|will not|never) (?:start|begin)s?\\b(?: with)?" +
		"(?: an?| the)?(?: digit| character| letter| leading)? ?[\"'`]?(0|zeros?|[^\\s\"'`])[\"'`]?(?:\\W|$)")
	noZeros   = regexp.MustCompile(`(?i)\b(?:no|without|not have|not contain|not having)(?: any| a)? (?:leading|initial) zeros?\b`)
	firstIs   = regexp.MustCompile("(" + nameText + ")_\\{?1\\}? (is not|!=|is|=) [\"'`]?([^\\s\"'`])[\"'`]?(?:\\W|$)")
	partEnd   = regexp.MustCompile(`,|;|\band the\b|\bwhile\b|\.(?:\s|$)`)
	quotedAll = regexp.MustCompile("^[\"'`]([^\"'`]+)[\"'`]")
)

// places reads what is said of single characters of a text: that the first is uppercase, that it does not begin with 0,
// that the last three are digits. It says whether the sentence is about nothing else.
func (f *finder) places() bool {
	text := f.text
	var parts []place
	for _, at := range placeOf.FindAllStringSubmatchIndex(text, 8) {
		rest := text[at[1]:]
		if end := partEnd.FindStringIndex(rest); end != nil && end[0] > 0 {
			rest = rest[:end[0]]
		}
		p := place{n: 1}
		word := strings.ToLower(group(text, at, 1))
		switch number := strings.ToLower(group(text, at, 2)); {
		case number != "":
			if p.n = slices.Index(numberWords, number); p.n < 0 {
				p.n, _ = strconv.Atoi(number)
			}
		case word == "remaining" || word == "other" || word == "rest" || strings.Contains(text[at[0]:at[1]], "s "+"are"):
			p.n = 0
		}
		if m := quotedAll.FindStringSubmatch(rest); m != nil && (len([]rune(m[1])) == p.n || p.n == 1) {
			p.text = m[1]
		} else if class, ok := classOf(rest); ok {
			p.class = class
		} else if p.class = sameCase(firstWord(rest)); p.class == "" {
			return false
		}
		if at[6] >= 0 { // not
			if len(parts) > 0 || p.n != 1 {
				return false
			}
			f.first(text[:at[1]], "", p.text+p.class)
			return true
		}
		parts = append(parts, p)
	}
	if len(parts) > 1 {
		return f.built(parts)
	}
	if len(parts) == 1 && parts[0].n == 1 && placeOf.FindString(text) != "" && !strings.Contains(text, "consist") {
		class := parts[0].class
		if parts[0].text != "" {
			class = escapeClass([]rune(parts[0].text))
		}
		f.first(text, class, "")
		return true
	}
	if m := firstIs.FindStringSubmatch(text); m != nil && hasTexts(f.names) || m != nil && f.isText(m[1]) {
		class := escapeClass([]rune(m[3]))
		if strings.Contains(m[2], "not") || m[2] == "!=" {
			f.first(m[1], "", class)
		} else {
			f.first(m[1], class, "")
		}
		return true
	}
	m := notFirst.FindStringSubmatch(text)
	switch {
	case m != nil && strings.HasPrefix(strings.ToLower(m[1]), "zero"):
		f.first(text, "", "0")
	case m != nil:
		f.first(text, "", escapeClass([]rune(m[1])))
	case noZeros.MatchString(text):
		f.first(text, "", "0")
	}
	return false // the same sentence may say what the text consists of
}

func firstWord(text string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return strings.Trim(words[0], ".,;")
	}
	return ""
}

// isText says whether some sentence calls a name a text, or says what it consists of.
func (f *finder) isText(name string) bool {
	n := f.names.find(name)
	if n == nil || len(n.counts) > 0 {
		return false
	}
	return n.text || slices.ContainsFunc(f.sections, func(s section) bool {
		return slices.ContainsFunc(s.lines, func(l line) bool {
			text := strings.NewReplacer("$", "", "`", "").Replace(l.text)
			return regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b[^.]*\b(?:consists?|string|length)\b`).MatchString(text) ||
				strings.Contains(text, "|"+name+"|")
		})
	})
}

// first remembers what the first character of the texts of a sentence is, or is not.
func (f *finder) first(before, class, not string) {
	f.handled = true
	already := len(f.firsts)
	for _, name := range f.subjectsOr(before, hasTexts(f.names)) {
		base, _, _ := strings.Cut(name, "_")
		if n := f.names.find(base); n != nil && (n.text || f.isText(base)) {
			f.firsts = append(f.firsts, firstChar{base, class, not, f.s})
		}
	}
	if len(f.firsts) == already {
		f.restriction(f.s.line, "this is not understood: "+short(f.text), f.text)
	}
}

// firstChar is what the first character of a text is, or is not.
type firstChar struct {
	name, class, not string
	said             sentence
}

// firstChars adds what is said of the first character of texts to what is said of all of them. What it cannot add it
// notes.
func (r *reader) firstChars(found []Constraint) []Constraint {
	for _, first := range r.firsts {
		done := false
		for i, c := range found {
			of, pattern, ok := strings.Cut(c.Text, " matches [")
			class, ok2 := strings.CutSuffix(pattern, "]+")
			if base, _, _ := strings.Cut(of, "_"); !ok || !ok2 || base != first.name || done {
				continue
			}
			begin := first.class
			if first.not != "" {
				begin = without(class, first.not)
			}
			if done = begin != ""; done {
				found[i].Text = fmt.Sprintf("%s matches [%s][%s]*", of, begin, class)
			}
		}
		if !done {
			r.restriction(first.said.line, "this is not understood: "+short(first.said.plainText()), first.said.plainText())
		}
	}
	return found
}

// without is a class without the characters of another one.
func without(class, not string) string {
	gone := expand(not)
	var left []rune
	for _, c := range expand(class) {
		if !slices.Contains(gone, c) {
			left = append(left, []rune(strings.Trim(c, `"`))...)
		}
	}
	var sb strings.Builder
	for i := 0; i < len(left); {
		j := i
		for j+1 < len(left) && left[j+1] == left[j]+1 {
			j++
		}
		if j > i+1 {
			sb.WriteString(string(left[i]) + "-" + string(left[j]))
		} else {
			sb.WriteString(escapeClass(left[i : j+1]))
		}
		i = j + 1
	}
	return sb.String()
}

// built says of a text how it is built: ABC, and then three digits.
func (f *finder) built(parts []place) bool {
	var sb strings.Builder
	for _, p := range parts {
		switch {
		case p.text != "":
			sb.WriteString(regexp.QuoteMeta(p.text))
		case p.n == 1:
			sb.WriteString("[" + p.class + "]")
		case p.n > 1:
			fmt.Fprintf(&sb, "[%s]{%d}", p.class, p.n)
		default:
			sb.WriteString("[" + p.class + "]*")
		}
	}
	names := f.subjectsOr(f.text, hasTexts(f.names))
	for _, name := range names {
		base, _, _ := strings.Cut(name, "_")
		f.put("%s matches %s", base, sb.String())
	}
	return len(names) > 0
}
