// Package schema reads the input format of a problem: the file input.schema.
//
// It turns the bytes of such a file into a [Schema]: what is printed, in which
// order, and which values are allowed. It reads two forms.
//
// The text form is what a problem statement prints: a layout, a line ---, and
// constraints. [Help] is its description for people; in short:
//
//	file       = layout "---" { constraint }
//	layout     = { line | rows | "repeat" expr ":" indented layout | "one of:" indented line { line } }
//	line       = item { item }                 a blank between items is printed as one blank, none as none
//	item       = name | number | quoted | list
//	list       = name_1 [ name_2 … ] "..." name_E          several names take turns: u_1 v_1 ... u_M v_M
//	rows       = a line whose names begin with index 1, [ the same with 2, … ] ":" the same with index E
//	constraint = chain | predicate             one a line, or joined by ";" or "and"
//	chain      = exprs op exprs { op exprs }   op: <= < >= > = !=; exprs: expr { "," expr }
//	predicate  = name "in" "{" value { "," value } "}" | name "matches" regexp | name "consists of" class
//	           | name "is" ( "distinct" | "sorted" [ "descending" ] | "strictly increasing" | "strictly decreasing"
//	           | "a permutation of" range | "a parent array" | "even" | "odd" | "a multiple of" expr
//	           | "prime" | "a power of" number | "real with" number "decimals" | "not printed" )
//	           | "(" name "," name ")" "is a" ( "tree" | { "simple" | "connected" | "bipartite" | "directed"
//	           | "acyclic" } ( "graph" | "DAG" ) ) "on" range [ "with" way ]
//	           | way | character ( ( "=" | "!=" | "is" ) letters | "in" "{" letter { "," letter } "}" )
//	           | name [ "does not" ] ( "begins" | "ends" ) "with" letters
//	           | "(" name { "," name } ")" "is distinct" | "sum of" expr "<=" expr [ "over all test cases" ]
//	way        = ( "every vertex" | expr ) [ "is" ] "reachable from" ( "every vertex" | expr )
//	character  = name "[" expr "]"             letters: a character, or "a letter", "a digit", "a lowercase letter", …
//	range      = expr ".." expr
//
// The other form is the JSON of the ExeCRE paper (arXiv 2608.04439): parameters of type Variable, List, Matrix and
// Group, printed in output_order with separators, for stdin and for function arguments; and trees of nodes and the calls of a
// class, and constraints in the notation of the text form, which the paper has not. [Text] and [JSON] write any Schema in either form, as far as the form can say it.
//
// The package promises that every mistake carries its place and a way out, that independent mistakes are reported
// together, and that it neither panics nor hangs on any bytes: files, lines, nesting and numbers have limits. What
// it has to assume (a name without bounds) it says as a warning and adds as an ordinary [Constraint], so that
// nothing is known only to this package. It never guesses a format, never makes values (that is package generate),
// and does no I/O.
package schema

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits on what is read. They are far beyond any problem statement and keep
// the work small for files that are not one.
const (
	maxFile        = 1 << 20 // bytes
	maxLine        = 100_000 // code points
	maxDepth       = 50      // nesting of expressions and of JSON values
	maxRepeats     = 8       // nesting of lists
	maxTerms       = 300     // names, numbers and signs of one line
	maxAllTerms    = 20_000  // of all constraints together
	maxDigits      = 1000    // of a number
	maxVars        = 300
	maxConstraints = 5000
	maxMistakes    = 50
	maxValues      = 100_000_000 // values that every input would have to have
	assumedSpan    = 20          // distance between the bounds where the file gives at most one
)

//go:embed help.txt
var help string

// Help is the description of the language for people, with examples, in plain
// text of at most 80 columns.
func Help() string { return help }

// Parse reads a schema file in either form: the text form, or the JSON form
// when the first character that is not blank is '{'. A nil Schema comes with at
// least one Mistake that is not a warning; a Schema comes with warnings at most.
// Mistakes are in the order of the file. Parse never panics.
func Parse(src []byte) (*Schema, []Mistake) {
	b := &builder{schema: &Schema{}, names: map[string]*Var{}}
	src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	if len(src) > maxFile {
		b.mistake(Pos{1, 1}, 1, "schema-file",
			fmt.Sprintf("the file has %d bytes; a schema has at most %d, so this is probably another "+
				"file", len(src), maxFile))
		return b.result()
	}
	if at := invalidUTF8(src); at >= 0 {
		b.mistake(posAt(src, at), 1, "schema-file", "this byte is not UTF-8; save the file as UTF-8")
		return b.result()
	}
	if trimmed := bytes.TrimLeft(src, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		b.readJSON(src)
	} else {
		b.readText(string(src))
	}
	return b.result()
}

func invalidUTF8(src []byte) int {
	for at := 0; at < len(src); {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// posAt is the place of a byte offset.
func posAt(src []byte, offset int) Pos {
	before := src[:min(offset, len(src))]
	line := bytes.Count(before, []byte("\n")) + 1
	begin := bytes.LastIndexByte(before, '\n') + 1
	return Pos{line, utf8.RuneCount(before[begin:]) + 1}
}

// builder collects a schema and the mistakes of its file.
type builder struct {
	schema   *Schema
	names    map[string]*Var // text form: every name of the layout
	repeats  int
	mistakes []Mistake
	failed   bool // there is a mistake that is no warning

	textRules []ruleOf
	terms     int   // in all constraints
	full      bool  // there are too many of them, and that is said
	spans     []int // how many code points schema.Constraints[i] covers
}

// ruleOf is what a statement says of a text.
type ruleOf struct {
	v    *Var
	rule *textRule
	from *statement
}

func (b *builder) mistake(pos Pos, length int, code, message string) {
	b.add(Mistake{Pos: pos, Length: length, Code: code, Message: message})
}

func (b *builder) warn(pos Pos, length int, code, message string) {
	b.add(Mistake{Pos: pos, Length: length, Code: code, Message: message, Warning: true})
}

func (b *builder) add(m Mistake) {
	b.failed = b.failed || !m.Warning
	m.Length = max(m.Length, 1)
	b.mistakes = append(b.mistakes, m)
}

// result sorts the mistakes and keeps the first ones; a warning never crowds out a mistake.
func (b *builder) result() (*Schema, []Mistake) {
	byPlace := func(x, y Mistake) int {
		return cmp.Or(cmp.Compare(x.Pos.Line, y.Pos.Line), cmp.Compare(x.Pos.Column, y.Pos.Column),
			strings.Compare(x.Code, y.Code), strings.Compare(x.Message, y.Message))
	}
	slices.SortStableFunc(b.mistakes, func(x, y Mistake) int {
		if x.Warning != y.Warning {
			if y.Warning {
				return -1
			}
			return 1
		}
		return byPlace(x, y)
	})
	b.mistakes = slices.Compact(b.mistakes)
	b.mistakes = b.mistakes[:min(len(b.mistakes), maxMistakes)]
	slices.SortStableFunc(b.mistakes, byPlace)
	if b.failed {
		return nil, b.mistakes
	}
	return b.schema, b.mistakes
}

// newVar adds a variable. That there are too many is a mistake, and said once.
func (b *builder) newVar(v Var, length int) *Var {
	if len(b.schema.Vars) == maxVars {
		b.mistake(v.Pos, length, "schema-too-large",
			fmt.Sprintf("there are more than %d names; print what is alike as a list", maxVars))
	}
	v.ID = len(b.schema.Vars)
	b.schema.Vars = append(b.schema.Vars, &v)
	return &v
}
