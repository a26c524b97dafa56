// Package checker compares outputs: it says which of them are the same answer.
//
// There are six comparisons, named as in execre.toml. White space means the six ASCII characters that C's isspace
// knows; outputs are bytes and need not be valid UTF-8.
//
//   - tokens (the default, and the zero Checker): the texts between white space are the same, in the same order. How
//     they are spread over lines, CRLF, trailing blanks and a missing final newline make no difference.
//   - case: tokens, but the letters A to Z and a to z are the same: YES is Yes. Other alphabets keep their case.
//   - lines: the lines are the same once white space at the end of each (so CRLF too) and blank lines at the end of the
//     output are cut off. Blanks inside a line, and blank lines above the last one with text, count.
//   - exact: the bytes are the same. CRLF is not LF, and a missing final newline is a difference.
//   - unordered: the same lines, each as often, in any order. Lines are compared by their tokens, in order; blank lines
//     are ignored.
//   - float:EPS: tokens, but numbers may differ by EPS, absolutely or relative to the larger of the two; the bound
//     itself is allowed and is computed exactly (1e-6 means the decimal fraction, not the nearest float64). Two tokens
//     that are both integers must be the same integer; an integer and a decimal fraction compare with the tolerance.
//     nan equals nan, inf equals inf of the same sign (in any case), -0 equals 0, 007 equals 7. Everything else, and a
//     number whose exponent is beyond ±1000, must be the same text.
//
// "Near" with a tolerance is not transitive, but answer ids must be. Group therefore takes single linkage within the
// row: outputs that are connected by a chain of near ones are one answer. So one id may join outputs that Equal, which
// looks at a pair alone, keeps apart; never the other way round.
package checker

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Checker is a built-in comparison of outputs. The zero value compares tokens. Checkers may be compared with ==, and
// used by many goroutines.
type Checker struct {
	kind kind
	eps  string // floats only: the tolerance as it was written
}

type kind int

const (
	tokens kind = iota
	lines
	exact
	unordered
	folded
	floats
)

var names = [...]string{
	tokens: "tokens", lines: "lines", exact: "exact", unordered: "unordered", folded: "case", floats: "float",
}

// Parse reads a checker's name as execre.toml has it: tokens, case, lines, exact, unordered, or float:EPS with a decimal
// number 0 <= EPS < 1 such as float:1e-6. The error lists them.
func Parse(name string) (Checker, error) {
	if eps, ok := strings.CutPrefix(name, "float:"); ok {
		if err := validTolerance(eps); err != nil {
			return Checker{}, fmt.Errorf("checker %q: %w", name, err)
		}
		return Checker{kind: floats, eps: eps}, nil
	}
	for k, n := range names {
		if n == name && kind(k) != floats {
			return Checker{kind: kind(k)}, nil
		}
	}
	return Checker{}, fmt.Errorf(
		"unknown checker %q: use tokens, case, lines, exact, unordered, or float:EPS such as float:1e-6", name)
}

// Shape says what an output looks like when nobody knows what it should be: how many tokens it has, and whether one of
// them is written like a real number, with a decimal point or an exponent.
func Shape(output string) (count int, real bool) {
	for token, rest := cut(output); token != ""; token, rest = cut(rest) {
		count++
		real = real || strings.ContainsAny(token, ".eE") && parseNumber(token).kind == decimal
	}
	return count, real
}

func validTolerance(eps string) error {
	n := parseNumber(eps)
	if n.kind != integer && n.kind != decimal {
		return errors.New("the tolerance is not a number: write it like float:1e-6")
	}
	if r := n.rat(); r.Sign() < 0 || r.Cmp(big.NewRat(1, 1)) >= 0 {
		return errors.New("the tolerance must be at least 0 and below 1: write it like float:1e-6")
	}
	return nil
}

// String is the name that Parse reads.
func (c Checker) String() string {
	if c.kind == floats {
		return "float:" + c.eps
	}
	return names[c.kind]
}

// Group gives each output of one row an answer id, 0, 1, … in order of first appearance: equal ids mean equal answers.
// Which outputs share an id does not depend on their order.
func (c Checker) Group(outputs []string) []int {
	class := make([]int, len(outputs)) // index of the first output with the same bytes or key
	same := make(map[string]int, 1)    // by the bytes: most outputs are those of another program, and need no key
	first := make(map[key]int, 1)
	for i, out := range outputs {
		f, seen := same[out]
		if !seen {
			f = i
			if c.kind != exact {
				k := c.key(out)
				if before, seen := first[k]; seen {
					f = before
				} else {
					first[k] = i
				}
			}
			same[out] = f
		}
		class[i] = f
	}
	if c.kind == floats && len(first) > 1 {
		link(class, outputs, newTolerance(c.eps))
	}
	ids := make([]int, len(outputs))
	next := 0
	for i, f := range class {
		if f == i {
			ids[i] = next
			next++
		} else {
			ids[i] = ids[f]
		}
	}
	return ids
}

// link merges the classes whose outputs are near each other. It keeps what Group relies on: a class is
// named by its first output.
func link(class []int, outputs []string, t tolerance) {
	var distinct []int
	for i, f := range class {
		if f == i {
			distinct = append(distinct, i)
		}
	}
	for a, i := range distinct {
		for _, j := range distinct[a+1:] {
			if class[i] == class[j] || !inStep(outputs[i], outputs[j], t.near) {
				continue
			}
			from, to := max(class[i], class[j]), min(class[i], class[j])
			for k := range class {
				if class[k] == from {
					class[k] = to
				}
			}
		}
	}
}

// Equal says whether got is the expected answer.
func (c Checker) Equal(expected, got string) bool {
	switch {
	case expected == got:
		return true
	case c.kind == exact:
		return false
	case c.kind == floats:
		return inStep(expected, got, newTolerance(c.eps).near)
	case c.kind == tokens:
		return inStep(expected, got, func(a, b string) bool { return a == b })
	}
	return c.key(expected) == c.key(got)
}

// inStep says whether two outputs have as many tokens, and each the same as the one at its place. It reads no further
// than the first that is not: outputs may have tens of megabytes.
func inStep(a, b string, same func(a, b string) bool) bool {
	for {
		var s, t string
		s, a = cut(a)
		t, b = cut(b)
		switch {
		case s == "" || t == "":
			return s == t
		case !same(s, t):
			return false
		}
	}
}

// key is the same exactly for equal answers, with a tolerance only for equal token texts: a hash of what counts in an
// output, for all the texts of all the outputs of a row do not fit into memory. Two answers with the same SHA-256 are
// not known to anybody.
type key [sha256.Size]byte

// key computes the key of an output, for all kinds but exact.
func (c Checker) key(output string) (k key) {
	if c.kind == unordered {
		return unorderedKey(output)
	}
	hash := sha256.New()
	text := bufio.NewWriterSize(hash, min(len(output)+1, 4096)) // neither of the two ever fails
	if c.kind == lines {
		skipped := 0 // line ends that count if text follows
		for line := range strings.SplitSeq(output, "\n") {
			if line = strings.TrimRight(line, space); line != "" {
				for ; skipped > 0; skipped-- {
					text.WriteByte('\n')
				}
				text.WriteString(line)
			}
			skipped++
		}
	} else {
		for token, rest := cut(output); token != ""; token, rest = cut(rest) {
			if c.kind == folded {
				for _, b := range []byte(token) {
					if b >= 'A' && b <= 'Z' {
						b += 'a' - 'A'
					}
					text.WriteByte(b)
				}
			} else {
				text.WriteString(token)
			}
			text.WriteByte(' ')
		}
	}
	text.Flush()
	hash.Sum(k[:0])
	return k
}

// unorderedKey adds up the hashes of the lines, as numbers of 256 bits: the order of the lines makes no difference, how
// often each is there does.
func unorderedKey(output string) (sum key) {
	var text []byte
	for line := range strings.SplitSeq(output, "\n") {
		text = text[:0]
		for token, rest := cut(line); token != ""; token, rest = cut(rest) {
			text = append(append(text, token...), ' ')
		}
		if len(text) == 0 {
			continue
		}
		carry := 0
		for i, b := range sha256.Sum256(text) {
			carry += int(sum[i]) + int(b)
			sum[i] = byte(carry)
			carry >>= 8
		}
	}
	return sum
}

const space = " \t\n\v\f\r"

// isSpace holds the characters of space. A no-break space is text to a judge, and so is a byte that is no UTF-8.
var isSpace = [256]bool{' ': true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true}

// cut gives the first token of a text, and what follows it. The token is "" only where no other comes.
func cut(text string) (token, rest string) {
	start := 0
	for start < len(text) && isSpace[text[start]] {
		start++
	}
	end := start
	for end < len(text) && !isSpace[text[end]] {
		end++
	}
	return text[start:end], text[end:]
}

// tolerance compares numbers absolutely or relatively.
type tolerance struct {
	exact  *big.Rat
	approx float64
}

func newTolerance(eps string) tolerance {
	n := parseNumber(eps)
	return tolerance{exact: n.rat(), approx: n.approx}
}

// near says whether two tokens are the same or, as numbers, near enough.
func (t tolerance) near(x, y string) bool {
	if x == y {
		return true
	}
	a, b := parseNumber(x), parseNumber(y)
	switch {
	case a.kind == integer && b.kind == integer:
		return a.canonical() == b.canonical()
	case a.kind == word || b.kind == word:
		return false
	case a.kind == nan || b.kind == nan:
		return a.kind == b.kind
	case a.kind == infinite || b.kind == infinite:
		return a.kind == b.kind && a.approx == b.approx
	}
	// float64 settles all but the close cases: each step below is off by a few units in the last place at the most.
	size := max(math.Abs(a.approx), math.Abs(b.approx))
	distance, bound := math.Abs(a.approx-b.approx), t.approx*max(1, size)
	if doubt := 1e-14*(size+bound) + 1e-300; !math.IsInf(size, 0) {
		if distance+doubt < bound {
			return true
		}
		if distance-doubt > bound {
			return false
		}
	}
	p, q := a.rat(), b.rat()
	d := new(big.Rat).Sub(p, q)
	limit := big.NewRat(1, 1)
	for _, r := range []*big.Rat{p.Abs(p), q.Abs(q)} {
		if r.Cmp(limit) > 0 {
			limit.Set(r)
		}
	}
	return d.Abs(d).Cmp(limit.Mul(limit, t.exact)) <= 0
}

// number is a token as the tolerant comparison sees it.
type number struct {
	text   string
	kind   numberKind
	approx float64 // of integer, decimal and infinite; may be ±Inf where a finite value is beyond float64
}

type numberKind int

const (
	word numberKind = iota // not a number: compared as text
	integer
	decimal
	infinite
	nan
)

// maxExponent keeps the exact values of decimals small enough to compute with.
const maxExponent = 1000

// parseNumber reads [+-] digits [. digits] [e [+-] digits] with at least one digit before the e, or nan or inf.
// strconv and big.Rat read more (hexadecimal, underscores, fractions), which a judge would not take for numbers.
func parseNumber(text string) number {
	n := number{text: text}
	rest := strings.TrimLeft(text, "+-")
	if len(text)-len(rest) > 1 {
		return n
	}
	switch strings.ToLower(rest) {
	case "nan":
		n.kind = nan
		return n
	case "inf", "infinity":
		n.kind, n.approx = infinite, math.Inf(1)
		if text[0] == '-' {
			n.approx = math.Inf(-1)
		}
		return n
	}
	whole, rest := digits(rest)
	kind, fraction := integer, 0
	if strings.HasPrefix(rest, ".") {
		kind = decimal
		fraction, rest = digits(rest[1:])
	}
	if whole+fraction == 0 {
		return n
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		kind = decimal
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		exponent := 0
		for _, d := range []byte(rest) {
			if d < '0' || d > '9' {
				return n
			}
			if exponent = exponent*10 + int(d-'0'); exponent > maxExponent {
				return n
			}
		}
		if rest == "" {
			return n
		}
		rest = ""
	}
	if rest != "" {
		return n
	}
	n.kind = kind
	n.approx, _ = strconv.ParseFloat(text, 64) // an error says only that it overflows, to ±Inf
	return n
}

// digits counts the decimal digits at the start of s and gives what follows them.
func digits(s string) (int, string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n, s[n:]
}

// rat is the exact value of an integer or decimal.
func (n number) rat() *big.Rat {
	r, ok := new(big.Rat).SetString(n.text)
	if !ok {
		panic("checker: not a number: " + n.text)
	}
	return r
}

// canonical is the text of an integer without sign + and leading zeros.
func (n number) canonical() string {
	abs := strings.TrimLeft(strings.TrimLeft(n.text, "+-"), "0")
	if n.text[0] == '-' && abs != "" {
		return "-" + abs
	}
	return abs
}
