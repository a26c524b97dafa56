// Package statement reads problem statements: what one says about the input, in the notation of input.schema.
//
// The statement may be plain text, Markdown, HTML or LaTeX, as AtCoder, Codeforces, CSES, Kattis, LeetCode and those
// who write like them print it. The work goes in one direction, through readers that know little each:
//
//	lines     the text, cut at line ends and at the tags that end a line
//	sections  what stands under which heading; samples are taken from here, as printed
//	notation  every line in one plain notation: 1 <= a_i <= 2*10^5, whatever the spelling was, and with the indices and
//	          powers that a copy from a browser has lost, where the text shows that it has
//	block     a format block (N M / A_1 A_2 … A_N) becomes a layout
//	prose     sentences ("The first line contains two integers n and k") become a layout; Chinese ones are said in
//	          English first, and content reads what a line holds
//	formula   every comparison in the text, if it speaks of names of the layout, becomes a constraint
//	rules     sentences that say the rest ("consists of lowercase letters", "form a tree") become constraints
//	function  LeetCode's examples and constraints
//
// It promises that every constraint speaks of names that the first layout has, that what it has seen and not
// understood is a [Note] and not a guess, that the same text gives the same answer, and that it neither panics nor
// hangs on any bytes. It never checks a statement against its samples (that is for who joins the two), never reads
// the layout's meaning (that is package schema), and does no I/O.
package statement

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits on what is read. A statement is far smaller; the rest of a larger file is not looked at, which is noted.
const (
	maxText     = 1 << 16 // bytes
	maxSentence = 2000    // bytes of one sentence; what is longer is no sentence
	maxFound    = 500     // constraints, notes, samples: of each at most
	maxNames    = 200     // that a layout has
	maxBlock    = 200     // lines of a format block
)

// Statement is what a problem statement says about the input.
type Statement struct {
	// Layouts are possible formats of the input, the surest first; empty if none was found. The constraints speak
	// of the names of the first.
	Layouts []Layout
	// Constraints are in the order of the text, without duplicates.
	Constraints []Constraint
	Samples     []Sample
	// Function is set where the statement is about a function (LeetCode) and not about standard input; nil else.
	Function *Function
	// Texts are the names that the statement calls strings, words or characters, in the order of the text. The
	// schema takes a name that no constraint makes a text for an integer.
	Texts []string
	// Reals are the names that the statement calls real numbers.
	Reals       []string
	Notes       []Note
	Interactive bool          // the statement says that the problem is interactive
	ManyAnswers bool          // any of several right answers may be printed
	Tolerance   string        // "1e-6" where an absolute or relative error is allowed, else ""
	TimeLimit   time.Duration // 0 if not said
	MemoryLimit int64         // bytes; 0 if not said
}

// Layout is the layout part of an input.schema, as statements print it.
type Layout struct {
	Text  string  // lines, each ending in "\n"; "repeat T:" and "one of:" where needed
	Line  int     // of the statement, from 1
	Prose bool    // made from sentences, not from a format block
	Sure  float64 // 0 to 1: how much of what was read was understood
}

// Constraint is one constraint line of an input.schema, such as "1 <= N <= 2*10^5" or "(u, v) is a tree on 1..N".
// In a [Function] the length of a list is nums.length, its elements are nums_i, the second column of a list of lists is
// edges_{i,2}, and the length of a text is |s|; the number of calls of a class is calls.
type Constraint struct {
	Text     string
	Line     int    // of the statement, from 1
	Original string // the sentence or list item that says it, blanks trimmed
	Stood    string // how it is written where a copy has lost powers: "1 <= N <= 105"; "" else
	kind     int    // of queries, from 1, of which it speaks; 0: it speaks of no kind
}

// Sample is an input with its output as printed, each ending in "\n".
type Sample struct {
	Input, Output string
	Line          int // of the input's heading
}

// Function is a function that a candidate has to define, or a class that is driven by operations.
type Function struct {
	Name       string      // "" if only examples were there
	Parameters []Parameter // in the order of the signature, or of the first example
	Returns    string      // a type as in Parameter, "" if unknown
	Examples   []Example   // of a class: their arguments are "operations" and "arguments"
	// Columns are the names that the text gives the values in the rows of a list of lists, by parameter: u and v where
	// edges[i] = [u_i, v_i]. Constraints speak of them as edges_{i,1} and edges_{i,2}.
	Columns map[string][]string

	Class   string   // "" for a function
	Methods []Method // of a class, the constructor first, then in the order of the examples
}

// Method is a method of a class, or its constructor.
type Method struct {
	Name       string
	Parameters []Parameter // as many as the examples give it; the name is "" if nothing says it
	Needs      bool        // the statement says that something must be there when it is called
}

// Parameter is one parameter of a Function.
type Parameter struct {
	Name string
	Type string // int, long, double, bool, char, string, ListNode, TreeNode, each with or without []; "" if unknown
}

// Example is a call with its result.
type Example struct {
	Arguments map[string]string // parameter name → JSON value
	Output    string            // JSON value as printed; "" if the example has none
	Line      int
}

// Examples are the examples of the statement as samples; those of a function have one JSON value a line for each parameter. The
// output of one is "" where the statement does not say it. What is left out is said.
func (s *Statement) Examples() (samples []Sample, leftOut []string) {
	if s.Function == nil {
		return s.Samples, nil
	}
	for i, example := range s.Function.Examples {
		sample := Sample{Line: example.Line}
		missing := ""
		for _, parameter := range s.Function.Parameters {
			value, ok := example.Arguments[parameter.Name]
			if !ok && missing == "" {
				missing = parameter.Name
			}
			sample.Input += value + "\n"
		}
		if missing != "" {
			leftOut = append(leftOut, fmt.Sprintf("example %d: it gives no %s, which others have", i+1, missing))
			continue
		}
		if example.Output != "" {
			sample.Output = example.Output + "\n"
		}
		samples = append(samples, sample)
	}
	return samples, leftOut
}

// Note is something that was seen and not understood, or that the schema language cannot say.
type Note struct {
	Line int // of the statement, from 1
	Text string
	// Restriction is the sentence, if it says what inputs there are and no constraint says it; else "".
	Restriction string
}

// Parse reads a statement: plain text, Markdown, HTML or LaTeX. It never fails: what it does not understand is left
// out and, where a person should know, noted.
func Parse(text string) *Statement {
	r := &reader{statement: &Statement{}}
	if len(text) > maxText {
		cut := maxText
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
		r.note(1, "the text is very long; only its first 64 KiB were read")
	}
	r.read(strings.ToValidUTF8(text, "\uFFFD"))
	return r.statement
}

// reader collects a Statement.
type reader struct {
	statement *Statement
	sections  []section
	names     names // what the first layout names
	scripts   scripts
	powers    powers
	kinds     []kind            // of queries, that the first layout has
	kind      int               // of which the list speaks that is being read, from 1; 0 for none
	columns   map[string]string // function: u → times_{i,1} where times[i] = [u_i, v_i]
	// nodesCalled is what the number of nodes of a list or tree is called; it stands for a length.
	nodesCalled string
	renamed     []renaming
	firsts      []firstChar
	cells       []cell
	invented    []string          // names that the statement does not give
	nouns       map[string]string // prose.nouns
	alias       map[string]string // names that stand for a value of the layout, such as n for |s|
	seen        map[string]bool   // constraints and notes that are there already
}

func (r *reader) read(text string) {
	lines := splitLines(text)
	r.scripts = lostScripts(lines)
	for i := range lines {
		lines[i].text = r.scripts.restore(plain(lines[i].raw))
		if lines[i].fence == 0 {
			lines[i].text = numbersInWords(lines[i].text)
		}
	}
	r.powers = lostPowers(lines, len(r.scripts.names) > 0)
	r.limits(lines)
	r.sections = splitSections(lines)
	r.samples()
	r.manner()
	if r.function(); r.statement.Function != nil {
		r.functionConstraints()
		r.legend()
		return
	}
	r.layouts()
	r.constraints()
	r.legend()
}

func (r *reader) note(line int, text string) {
	if len(r.statement.Notes) < maxFound && !r.known("note "+text) {
		r.statement.Notes = append(r.statement.Notes, Note{Line: line, Text: text})
	}
}

func (r *reader) constraint(c Constraint) {
	if len(r.statement.Constraints) < maxFound && !r.known(c.Text) {
		c.Original, c.kind = strings.TrimSpace(c.Original), 0
		r.statement.Constraints = append(r.statement.Constraints, c)
	}
}

// stands remembers that name, which the layout does not have, stands for a value that it has.
func (r *reader) stands(name, value string) {
	if r.alias == nil {
		r.alias = map[string]string{}
	}
	r.alias[name] = value
}

// known says whether key was asked for before.
func (r *reader) known(key string) bool {
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	was := r.seen[key]
	r.seen[key] = true
	return was
}
