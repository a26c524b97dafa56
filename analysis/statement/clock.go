package statement

import (
	"regexp"
	"strings"
)

// Times and dates are said by their form: "two times a and b in the format HH:MM". They are texts that match a pattern.

const clockParts = `(?:HH|MM|SS|YYYY|DD)`

var (
	clockForm = regexp.MustCompile("(?i),? *(?:written |given |each )?\\b(?:in|of|with|using|has|have|as)? ?(?:the |a )?(?:form|format)(?: of)? [\"'`$]*" +
		`(` + clockParts + `(?:[:/.-]` + clockParts + `)+)` + "[\"'`$]*" +
		`(?:,? (?:with|where) [^,.;]*\b` + clockParts + `\b[^,.;]*)?`)
	clockPart = regexp.MustCompile(`(?i)` + clockParts)
	clockNoun = regexp.MustCompile(`(?i)\b(?:time|date)(s?)\b(?: of (?:the )?day)?( \$?[A-Za-z](?:_\w|_\{\w+\})?\$?(?:\W|$))`)
)

// withoutClock takes the form of times or dates out of a sentence, calls them strings, and returns the pattern of the form and
// where it stood; the pattern is "" where there is none.
func (s sentence) withoutClock() (rest sentence, pattern string, at int) {
	m := clockForm.FindStringSubmatchIndex(s.text)
	if m == nil {
		return s, "", 0
	}
	pattern = clockPattern(s.text[m[2]:m[3]])
	before := clockNoun.ReplaceAllString(s.text[:m[0]], "string$1$2")
	s.text = before + s.text[m[1]:]
	return s, pattern, len(before)
}

// clockPattern is the pattern of a form: HH:MM:SS, DD.MM.YYYY. All days that it allows are days of every year.
func clockPattern(form string) string {
	form = strings.ToUpper(form)
	hours := strings.Contains(form, "HH") || strings.Contains(form, "SS")
	months := map[string]string{
		"MMDD": `((0[13578]|1[02])SEP(0[1-9]|[12][0-9]|3[01])|(0[469]|11)SEP(0[1-9]|[12][0-9]|30)|02SEP(0[1-9]|1[0-9]|2[0-8]))`,
		"DDMM": `((0[1-9]|[12][0-9]|3[01])SEP(0[13578]|1[02])|(0[1-9]|[12][0-9]|30)SEP(0[469]|11)|(0[1-9]|1[0-9]|2[0-8])SEP02)`,
	}
	escape := func(separator string) string { return strings.ReplaceAll(separator, ".", `\.`) }
	var sb strings.Builder
	parts, end := clockPart.FindAllStringIndex(form, -1), 0
	for i := 0; i < len(parts); i++ {
		p := parts[i]
		sb.WriteString(escape(form[end:p[0]]))
		end = p[1]
		part := form[p[0]:p[1]]
		if i+1 < len(parts) && !hours {
			next := parts[i+1]
			if days := months[part+form[next[0]:next[1]]]; days != "" {
				sb.WriteString(strings.ReplaceAll(days, "SEP", escape(form[end:next[0]])))
				i, end = i+1, next[1]
				continue
			}
		}
		switch {
		case part == "HH":
			sb.WriteString("([01][0-9]|2[0-3])")
		case part == "YYYY":
			sb.WriteString("(19|20)[0-9]{2}")
		case part == "DD":
			sb.WriteString("(0[1-9]|1[0-9]|2[0-8])")
		case part == "MM" && !hours:
			sb.WriteString("(0[1-9]|1[0-2])")
		default: // minutes and seconds
			sb.WriteString("[0-5][0-9]")
		}
	}
	return sb.String()
}
