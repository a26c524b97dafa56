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
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
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
	all := fields(output)
	for _, token := range all {
		real = real || parseNumber(token).kind == decimal
	}
	return len(all), real
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
	class := make([]int, len(outputs)) // index of the first output with the same key
	first := make(map[string]int, 1)
	for i, out := range outputs {
		key := c.key(out)
		if _, ok := first[key]; !ok {
			first[key] = i
		}
		class[i] = first[key]
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
	numbers := make(map[int][]number)
	var distinct []int
	for i, f := range class {
		if f == i {
			distinct = append(distinct, i)
			numbers[i] = parseNumbers(outputs[i])
		}
	}
	for a, i := range distinct {
		for _, j := range distinct[a+1:] {
			if class[i] == class[j] || !t.near(numbers[i], numbers[j]) {
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
	if c.key(expected) == c.key(got) {
		return true
	}
	return c.kind == floats && newTolerance(c.eps).near(parseNumbers(expected), parseNumbers(got))
}

// key maps an output to a text that is the same exactly for equal answers; with a tolerance, only for equal token texts.
func (c Checker) key(output string) string {
	switch c.kind {
	case exact:
		return output
	case lines:
		all := strings.Split(output, "\n")
		for i, line := range all {
			all[i] = strings.TrimRight(line, space)
		}
		for len(all) > 0 && all[len(all)-1] == "" {
			all = all[:len(all)-1]
		}
		return strings.Join(all, "\n")
	case unordered:
		var all []string
		for line := range strings.SplitSeq(output, "\n") {
			if t := fields(line); len(t) > 0 {
				all = append(all, strings.Join(t, " "))
			}
		}
		slices.Sort(all)
		return strings.Join(all, "\n")
	case folded:
		text := []byte(strings.Join(fields(output), " "))
		for i, c := range text {
			if c >= 'A' && c <= 'Z' {
				text[i] = c + 'a' - 'A'
			}
		}
		return string(text)
	default:
		return strings.Join(fields(output), " ")
	}
}

const space = " \t\n\v\f\r"

// fields splits at ASCII white space; strings.Fields would also split at a no-break space, which is text to a judge.
func fields(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && strings.IndexByte(space, byte(r)) >= 0 })
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

func (t tolerance) near(a, b []number) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !t.nearToken(a[i], b[i]) {
			return false
		}
	}
	return true
}

func (t tolerance) nearToken(a, b number) bool {
	switch {
	case a.text == b.text:
		return true
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
	x, y := a.rat(), b.rat()
	d := new(big.Rat).Sub(x, y)
	limit := big.NewRat(1, 1)
	for _, r := range []*big.Rat{x.Abs(x), y.Abs(y)} {
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

func parseNumbers(output string) []number {
	all := fields(output)
	numbers := make([]number, len(all))
	for i, t := range all {
		numbers[i] = parseNumber(t)
	}
	return numbers
}

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
