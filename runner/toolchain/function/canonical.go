package function

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Canonical gives answers that are the same JSON value the same text: the value's tokens with one blank between them,
// numbers as the programs of this package print them, and strings without blanks, which are \u0020. So a comparison of
// outputs can take the tokens for words. It takes every text, an answer or not; one with a string that is none of
// JSON's stays as it is.
func Canonical(answer string) string {
	var b strings.Builder
	b.Grow(2 * len(answer))
	for i := 0; i < len(answer); {
		c := answer[i]
		if strings.IndexByte(blanks, c) >= 0 {
			i++
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		end := i + 1
		switch {
		case c == '"':
			if end = canonicalString(&b, answer, i); end < 0 {
				return answer
			}
		case strings.IndexByte(punctuation, c) >= 0:
			b.WriteByte(c)
		default:
			if end = strings.IndexAny(answer[i:], blanks+punctuation+`"`); end < 0 {
				end = len(answer) - i
			}
			end += i
			b.WriteString(canonicalNumber(answer[i:end]))
		}
		i = end
	}
	return b.String()
}

const (
	blanks      = " \t\n\v\f\r"
	punctuation = "[]{},:"
)

// canonicalNumber gives a number as JavaScript prints it, but integers with all their digits. Other words stay.
func canonicalNumber(text string) string {
	if strings.Trim(text, "0123456789.eE+-") != "" || !strings.ContainsAny(text, ".eE") {
		if text == "-0" {
			return "0"
		}
		return text
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return text
	case v == 0:
		return "0"
	}
	exponent := strconv.FormatFloat(v, 'e', -1, 64)
	mantissa, power, _ := strings.Cut(exponent, "e")
	n, _ := strconv.Atoi(power)
	if n >= -7 && n < 21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprintf("%se%+d", mantissa, n)
}

// canonicalString appends the string that begins at from, and gives the offset behind it, -1 if it is no string of JSON.
func canonicalString(b *strings.Builder, answer string, from int) int {
	b.WriteByte('"')
	for i := from + 1; i < len(answer); i++ {
		c := answer[i]
		switch {
		case c == '"':
			b.WriteByte('"')
			return i + 1
		case c == ' ':
			b.WriteString(`\u0020`)
		case c < ' ':
			return -1
		case c != '\\':
			b.WriteByte(c)
		case i+1 < len(answer) && answer[i+1] != 'u':
			i++
			at := strings.IndexByte(`"\/bfnrt`, answer[i])
			if at < 0 {
				return -1
			}
			writeRune(b, rune("\"\\/\b\f\n\r\t"[at]))
		default:
			r := unit(answer, i)
			if r < 0 {
				return -1
			}
			i += 5
			if second := unit(answer, i+1); utf16.IsSurrogate(r) && second >= 0 {
				if pair := utf16.DecodeRune(r, second); pair != '\ufffd' {
					r = pair
					i += 6
				}
			}
			writeRune(b, r)
		}
	}
	return -1
}

// unit gives the UTF-16 unit of the escape \u1234 at an offset, -1 if there is none.
func unit(text string, at int) rune {
	if at+6 > len(text) || text[at:at+2] != `\u` {
		return -1
	}
	v, err := strconv.ParseUint(text[at+2:at+6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(v)
}

// writeRune appends a character as the programs print it in a string, but for the blank.
func writeRune(b *strings.Builder, r rune) {
	switch at := strings.IndexRune("\"\\\b\f\n\r\t", r); {
	case at >= 0:
		b.WriteByte('\\')
		b.WriteByte(`"\bfnrt`[at])
	case r <= ' ' || utf16.IsSurrogate(r):
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		b.WriteRune(r)
	}
}
