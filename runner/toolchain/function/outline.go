package function

import (
	"fmt"
	"slices"
	"strings"
)

// outline is what a candidate defines at its top level.
type outline struct {
	functions []method
	classes   []class
	types     map[string]bool // what else can stand for a type: classes at any depth, aliases, macros
	source    []token
}

// class is a class with what it declares itself.
type class struct {
	name         string
	line         int
	constructors []method
	methods      []method
}

// method is a function or a method.
type method struct {
	name       string
	line       int
	start, end int // offsets: of its name, and behind its body
	parameters []parameter
	rest       bool   // takes any number of arguments more
	returns    string // as it is written; "" if nothing is
	access     access // C++ and Java: as it is declared
	hidden     bool   // private, or what a person would not call
	static     bool
	gives      bool   // Python: some return statement has a value
	object     string // Python: the first parameter of a method, which is not among the others
}

// parameter is a parameter of a method.
type parameter struct {
	name     string
	kind     string // its type as it is written, "" if there is none
	optional bool
	line     int
}

// takes reports whether the method can be called with n arguments.
func (m *method) takes(n int) bool {
	least := 0
	for _, p := range m.parameters {
		if !p.optional {
			least++
		}
	}
	return n >= least && (n <= len(m.parameters) || m.rest)
}

// names gives the names of the parameters.
func (m *method) names() []string {
	var names []string
	for _, p := range m.parameters {
		names = append(names, p.name)
	}
	return names
}

// target is what is to be called: a method of a class, a function, or classes that operations drive.
type target struct {
	class  *class  // of method; nil for a function
	method *method // nil for driven classes
	driven []class
}

// choose finds what call names.
func choose(o *outline, call Call) (*target, error) {
	if call.Class != "" {
		return o.drives(call.Class)
	}
	var solution *class
	for i := range o.classes {
		if o.classes[i].name == "Solution" {
			solution = &o.classes[i]
		}
	}
	if call.Name != "" {
		return o.named(call, solution)
	}
	if solution != nil {
		needs := func(m method) bool { return !m.takes(0) }
		if len(call.Parameters) == 2 && slices.ContainsFunc(solution.constructors, needs) {
			return &target{driven: []class{*solution}}, nil
		}
		m, err := only(solution.methods, call, "method", o.source)
		if err == nil && m == nil {
			err = &Mistake{solution.line, "class Solution has no public method"}
		}
		if err == nil {
			err = solution.made(m)
		}
		return &target{class: solution, method: m}, err
	}
	driven := o.driven()
	m, err := only(o.functions, call, "function", o.source)
	operations := len(call.Parameters) == 2 && len(driven) > 0
	switch {
	case m != nil && err == nil:
		return &target{method: m}, nil
	case operations:
		return &target{driven: driven}, nil
	case err != nil:
		return nil, err
	case len(driven) > 0:
		return nil, &Mistake{driven[0].line, fmt.Sprintf("found class %s but no class Solution and no function; "+
			"a class that is driven by operations needs an input format of two values, the operations and their arguments, not of %d",
			driven[0].name, len(call.Parameters))}
	}
	return nil, &Mistake{0, "neither a class Solution nor a function was found: define one, or read stdin"}
}

// made finds out whether an object for a method can be made without arguments.
func (c *class) made(m *method) error {
	plain := func(m method) bool { return m.takes(0) }
	if m.static || len(c.constructors) == 0 || slices.ContainsFunc(c.constructors, plain) {
		return nil
	}
	k := c.constructors[0]
	return &Mistake{k.line, fmt.Sprintf("the constructor of %s needs arguments (%s), and the input format has none for it: "+
		"let it do without", c.name, strings.Join(k.names(), ", "))}
}

// drives finds the class that the input format names.
func (o *outline) drives(name string) (*target, error) {
	var found []string
	for _, c := range o.classes {
		if c.name == name {
			return &target{driven: []class{c}}, nil
		}
		found = append(found, c.name)
	}
	text := fmt.Sprintf("class %s, which the input format names, is not defined", name)
	if len(found) > 0 {
		text += "; found " + list(found)
	}
	return nil, &Mistake{0, text}
}

// named finds what call.Name names.
func (o *outline) named(call Call, solution *class) (*target, error) {
	if solution != nil {
		m, err := overload(solution.methods, call)
		if m != nil && err == nil {
			err = solution.made(m)
		}
		if m != nil || err != nil {
			return &target{class: solution, method: m}, err
		}
	}
	if m, err := overload(o.functions, call); m != nil || err != nil {
		return &target{method: m}, err
	}
	for _, c := range o.classes {
		if c.name != call.Name {
			continue
		}
		if len(call.Parameters) != 2 {
			return nil, &Mistake{c.line, fmt.Sprintf("class %s is driven by operations, "+
				"which needs an input format of two values, the operations and their arguments, not of %d", c.name, len(call.Parameters))}
		}
		return &target{driven: []class{c}}, nil
	}
	var found []string
	if solution != nil {
		found = append(found, distinct(solution.methods)...)
	}
	found = append(found, distinct(o.functions)...)
	for _, c := range o.driven() {
		if c.name != "Solution" {
			found = append(found, c.name)
		}
	}
	if len(found) == 0 {
		return nil, &Mistake{0, fmt.Sprintf("%s, which execre.toml names, is not defined", call.Name)}
	}
	return nil, &Mistake{0, fmt.Sprintf("%s, which execre.toml names, is not defined; found %s", call.Name, list(found))}
}

// driven gives the classes that operations can drive.
func (o *outline) driven() []class {
	var driven []class
	for _, c := range o.classes {
		if c.name != "ListNode" && c.name != "TreeNode" && len(distinct(c.methods)) > 0 {
			driven = append(driven, c)
		}
	}
	return driven
}

// distinct gives the names of the methods that can be meant, each once.
func distinct(methods []method) []string {
	var names []string
	for _, m := range methods {
		if !m.hidden && m.name != "main" && !slices.Contains(names, m.name) {
			names = append(names, m.name)
		}
	}
	return names
}

// only finds the only method that can be meant; nil if there is none. Of several it is the one whose parameters have the
// names of the input format's values, else the one that takes as many and that no other uses.
func only(methods []method, call Call, what string, source []token) (*method, error) {
	names := distinct(methods)
	if len(names) > 1 {
		var alike []string
		for _, m := range methods {
			if !m.hidden && m.name != "main" && len(call.Parameters) > 0 && slices.Equal(m.names(), call.Parameters) {
				alike = append(alike, m.name)
			}
		}
		if len(alike) != 1 {
			alike = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
				m, err := overload(methods, Call{Name: name, Parameters: call.Parameters})
				return m == nil || err != nil || used(name, methods, source)
			})
		}
		if len(alike) != 1 {
			line := methods[slices.IndexFunc(methods, func(m method) bool { return m.name == names[1] })].line
			count := fmt.Sprint(len(names))
			if len(names) == 2 {
				count = "two"
			}
			return nil, &Mistake{line, fmt.Sprintf(`%s %ss, %s: name one with function = "%s" in execre.toml`,
				count, what, list(names), names[0])}
		}
		names = alike
	}
	if len(names) == 0 {
		return nil, nil
	}
	return overload(methods, Call{Name: names[0], Parameters: call.Parameters})
}

// used reports whether a method of another name mentions the name.
func used(name string, methods []method, source []token) bool {
	for _, m := range methods {
		if m.name == name || m.name == "main" {
			continue
		}
		for _, t := range source {
			if t.start > m.start && t.end <= m.end && t.is(name) {
				return true
			}
		}
	}
	return false
}

// overload finds the method of that name that takes the arguments; nil if there is none of that name.
func overload(methods []method, call Call) (*method, error) {
	var same, fitting []*method
	for i := range methods {
		if m := &methods[i]; m.name == call.Name {
			same = append(same, m)
			if m.takes(len(call.Parameters)) && !m.hidden {
				fitting = append(fitting, m)
			}
		}
	}
	switch {
	case len(same) == 0:
		return nil, nil
	case len(fitting) == 1:
		return fitting[0], nil
	case len(fitting) > 1:
		return nil, &Mistake{fitting[1].line, fmt.Sprintf("%d functions %s take %s: give one of them another name",
			len(fitting), call.Name, arguments(len(call.Parameters)))}
	case same[0].hidden && same[0].takes(len(call.Parameters)):
		return nil, &Mistake{same[0].line, same[0].name + " cannot be called from outside: make it public"}
	}
	m := same[0]
	takes := arguments(len(m.parameters))
	if len(m.parameters) > 0 {
		takes += " (" + strings.Join(m.names(), ", ") + ")"
	}
	format := fmt.Sprintf("has %d values", len(call.Parameters))
	if len(call.Parameters) == 1 {
		format = "has one value"
	}
	if len(call.Parameters) > 0 {
		format += " (" + strings.Join(call.Parameters, ", ") + ")"
	}
	if m.object != "" && m.object != "self" && m.object != "cls" && len(m.parameters) < len(call.Parameters) {
		format += ": its first parameter, " + m.object + ", is the object, put self before it"
	}
	return nil, &Mistake{m.line, fmt.Sprintf("%s takes %s, but the input format %s", m.name, takes, format)}
}

func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// list joins names for people.
func list(names []string) string {
	if len(names) > 6 {
		return strings.Join(names[:5], ", ") + fmt.Sprintf(" and %d more", len(names)-5)
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// reader goes through tokens. Behind the last one it gives tokens without text, for ever.
type reader struct {
	tokens []token
	at     int
}

func (r *reader) peek(ahead int) token {
	if i := r.at + ahead; i >= 0 && i < len(r.tokens) {
		return r.tokens[i]
	}
	return token{}
}

func (r *reader) done() bool { return r.at >= len(r.tokens) }

func (r *reader) next() token {
	t := r.peek(0)
	r.at = min(r.at+1, len(r.tokens))
	return t
}

// skip moves n tokens on.
func (r *reader) skip(n int) { r.at = min(r.at+n, len(r.tokens)) }

// take moves on if the next token is one of texts.
func (r *reader) take(texts ...string) bool {
	if !r.peek(0).is(texts...) || r.done() {
		return false
	}
	r.at++
	return true
}

// group gives the tokens between the bracket that is next and the one that closes it, and moves behind that. Where angles
// is set, < and > are brackets as well.
func (r *reader) group(angles bool) []token {
	start := r.at + 1
	for depth := 0; !r.done(); {
		switch t := r.next(); {
		case t.is("(", "[", "{"), angles && t.is("<"):
			depth++
		case t.is(")", "]", "}"), angles && t.is(">"):
			if depth--; depth <= 0 {
				return r.tokens[min(start, r.at-1) : r.at-1]
			}
		}
	}
	return r.tokens[min(start, len(r.tokens)):]
}

// depths gives for each token how many brackets are open before it. A < is one if it has a > in the same bracket.
func depths(tokens []token) []int {
	change := make([]int, len(tokens)+1)
	var open []int
	closes := func(i int) {
		change[open[len(open)-1]+1]++
		change[i]--
		open = open[:len(open)-1]
	}
	for i, t := range tokens {
		switch {
		case t.is("(", "[", "{", "<"):
			open = append(open, i)
		case t.is(">") && len(open) > 0 && tokens[open[len(open)-1]].is("<"):
			closes(i)
		case t.is(")", "]", "}"):
			for len(open) > 0 && tokens[open[len(open)-1]].is("<") {
				open = open[:len(open)-1]
			}
			if len(open) > 0 {
				closes(i)
			}
		}
	}
	depth := 0
	for i, c := range change {
		depth += c
		change[i] = depth
	}
	return change[:len(tokens)]
}

// split cuts tokens at the separators outside all brackets. There is no empty part at the end.
func split(tokens []token, separator string) [][]token {
	var parts [][]token
	start := 0
	for i, depth := range depths(tokens) {
		if depth == 0 && tokens[i].is(separator) {
			parts, start = append(parts, tokens[start:i]), i+1
		}
	}
	if start < len(tokens) {
		parts = append(parts, tokens[start:])
	}
	return parts
}

// index gives the place of the first token outside all brackets that is text, or -1.
func index(tokens []token, text string) int {
	for i, depth := range depths(tokens) {
		if depth == 0 && tokens[i].is(text) {
			return i
		}
	}
	return -1
}

// textOf writes tokens with blanks where they are needed.
func textOf(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && (t.kind == word || t.kind == number) && (tokens[i-1].kind == word || tokens[i-1].kind == number) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}
