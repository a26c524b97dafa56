package statement

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A copy of a web page loses raised digits: 10^5 is 105 then, and -2^31 is -231. A copy loses all of them or none, so
// one that has 10^5 anywhere has lost nothing. Else a bound is taken for a power where
//
//   - the statement has what no number is: 2*105, -109, -231 .. 231 - 1, indices glued to their names; or two bounds
//     such as 104 and 109, or a sample above the bound; or
//   - it is 10N with an N that bounds have (103 to 109, 1018), is the upper bound, and the lower bound is a small
//     number, -10N, or none.
//
// A number in another role is as it stands: one that something is equal to, a lower bound, an upper one above 50.

// powers is what a text says of lost powers.
type powers struct {
	lost bool // some are
	kept bool // none are
}

var (
	keptPower = regexp.MustCompile(`(?:^|[^\d])(?:10|2) ?(?:\^|\*\*)|(?:^|[^\d])(?:10|2)[` + superscripts + `]`)
	// lostFactor matches what no statement means as it stands.
	lostFactor = regexp.MustCompile(`(?:^|[^\d.])\d\s*(?:[⋅·×*]|\\cdot|\\times)\s*(?:10[1-9]|101[0-8])\b|(?:^|[\s$` + "`" +
		`\[(])[-−](?:10[1-9]|101[0-8])\s*(?:<|≤|,)|[-−]2(?:31|63)\s*(?:<|≤|,)|\b2(?:31|63)\s*[-−]\s*1\b`)
	lostBound = regexp.MustCompile(`(?:<=|≤|≦|<)\s*(10[1-9]|101[0-8])\b`)
)

// lostPowers looks for the marks of lost powers; glued says that indices are lost.
func lostPowers(lines []line, glued bool) powers {
	p := powers{lost: glued}
	bounds := map[string]bool{}
	for _, l := range lines {
		if len(l.raw) > maxSentence {
			continue
		}
		for _, m := range lostBound.FindAllStringSubmatch(l.raw, -1) {
			bounds[m[1]] = true
		}
		p.lost = p.lost || lostFactor.MatchString(l.raw)
		p.kept = p.kept || keptPower.MatchString(l.text)
	}
	p.lost = p.lost || len(bounds) > 1
	return p
}

var (
	lostPower = regexp.MustCompile(`(^|[^\d^.\w])10([1-9]|1[0-8])($|[^\d^.\w])`)
	lostTwo   = regexp.MustCompile(`(^|[^\d^.\w])2(3[0-2]|6[0-4])($|[^\d^.\w])`)
	lostRange = regexp.MustCompile(`^-2(31|63) <|2(31|63) ?- ?1$`)
	usual     = regexp.MustCompile(`(^|[^\d^.\w])10([3-9]|18)( ?[-+] ?[17])?$`) // at the end: an upper bound
	ordered   = regexp.MustCompile(`^(?:([^<>=]*[^<>= ]) <=? )?([^<>=]*[^<>= ]) <=? ([^<>=]*[^<>= ])$`)
)

// power is a bound, "1 <= n <= 105", with the powers that a copy has lost, and how it stood there if it had lost any.
func (r *reader) power(line int, text string) (fixed, stood string) {
	m := lostPower.FindStringSubmatch(text)
	two := lostRange.MatchString(text)
	if m == nil && !two {
		return text, ""
	}
	parts := ordered.FindStringSubmatch(text)
	isBound := two || parts != nil && isLow(parts[1]) || strings.Count(text, "<") > 2
	if r.powers.kept && !r.powers.lost {
		return text, ""
	}
	if isBound && (r.powers.lost || two || usual.MatchString(text) || r.contradicted(text, "10"+m[2])) {
		fixed = text
		for range 3 {
			fixed = lostPower.ReplaceAllString(fixed, "${1}10^$2$3")
		}
		fixed = lostTwo.ReplaceAllString(fixed, "${1}2^$2$3")
		r.note(line, fmt.Sprintf("%q is read as %q: a copy has lost the raised digits; check the bound", text, fixed))
		return fixed, text
	}
	r.note(line, fmt.Sprintf("10%s in %q may be 10^%s whose raised digits a copy has lost; check the bound",
		m[2], text, m[2]))
	return text, ""
}

// bound is a bound that a sentence says, with the powers that a copy has lost.
func (r *reader) bound(s sentence, text string) Constraint {
	fixed, stood := r.power(s.line, text)
	c := s.says("%s", fixed)
	c.Stood = stood
	return c
}

// isLow says whether a lower bound is such as stands beside a power.
func isLow(text string) bool {
	n, err := strconv.Atoi(text)
	return err != nil || n <= 50 || lostPower.MatchString(text)
}

// contradicted says whether a sample or an example holds a value above the literal bound for a name that is bounded:
// then the literal reading is wrong. Of samples, only names that the first line of the layout prints are looked at.
func (r *reader) contradicted(text, bound string) bool {
	above := func(value string) bool {
		value = strings.TrimPrefix(value, "-")
		if value == "" || strings.Trim(value, "0123456789") != "" {
			return false
		}
		return len(value) > len(bound) || len(value) == len(bound) && value > bound
	}
	if f := r.statement.Function; f != nil {
		for _, e := range f.Examples {
			for name, value := range e.Arguments {
				values := strings.FieldsFunc(value, func(c rune) bool { return c != '-' && !isDigit(c) })
				if !strings.Contains(value, `"`) && strings.Contains(text, name) && !strings.Contains(text, ".length") {
					for _, v := range values {
						if above(v) {
							return true
						}
					}
				}
			}
		}
		return false
	}
	if len(r.statement.Layouts) == 0 {
		return false
	}
	first, _, _ := strings.Cut(r.statement.Layouts[0].Text, "\n")
	columns := strings.Fields(first)
	for _, s := range r.statement.Samples {
		line, _, _ := strings.Cut(s.Input, "\n")
		values := strings.Fields(line)
		if len(values) != len(columns) {
			continue
		}
		for i, c := range columns {
			if replaceName(text, c, "") != text && above(values[i]) {
				return true
			}
		}
	}
	return false
}
