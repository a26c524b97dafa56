package function

import (
	"fmt"
	"slices"
	"strings"
)

// A shape says how a JSON value becomes one of a language without static types: "" as it is, "float", "bigint",
// "ListNode", "TreeNode", and "[]" before one of these for a list of them. A result can be "void": nothing is returned,
// and "unknown": what is not returned is not an answer.

// shapeOf reads a type as Python, JSDoc and TypeScript write it. bad is a class that LeetCode supplies and we do not.
func shapeOf(kind string) (shape, bad string) {
	tokens := braces(strings.NewReplacer(`"`, " ", "'", " ", "`", " ").Replace(kind), dialect{script: true})
	return shapeOfTokens(tokens, 0)
}

func shapeOfTokens(tokens []token, depth int) (shape, bad string) {
	if depth > deepest {
		return "", ""
	}
	for len(tokens) > 0 && tokens[0].is("?", "!", "readonly", "|", "...") {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].is("=", "?") {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return "", ""
	}
	// One of several: none, and something else.
	if i := index(tokens, "|"); i >= 0 {
		return oneOf(split(tokens, "|"), depth)
	}
	last := tokens[len(tokens)-1]
	switch {
	case last.is("]") && len(tokens) >= 3 && tokens[len(tokens)-2].is("["):
		shape, bad = shapeOfTokens(tokens[:len(tokens)-2], depth+1)
		return listOf(shape), bad
	case tokens[0].is("(") && last.is(")"):
		return shapeOfTokens(tokens[1:len(tokens)-1], depth+1)
	}
	// A name, perhaps with others before it, perhaps with arguments.
	name, rest := tokens[0], tokens[1:]
	for len(rest) >= 2 && rest[0].is(".") && rest[1].kind == word {
		name, rest = rest[1], rest[2:]
	}
	if len(rest) > 0 && rest[0].is(".") {
		rest = rest[1:] // Array.<number>
	}
	if len(rest) >= 2 && (rest[0].is("[") && last.is("]") || rest[0].is("<") && last.is(">")) {
		inside := rest[1 : len(rest)-1]
		switch name.text {
		case "Optional":
			return shapeOfTokens(inside, depth+1)
		case "Union":
			return oneOf(split(inside, ","), depth)
		case "List", "list", "Array", "ReadonlyArray", "Sequence", "Iterable", "Deque", "deque":
			shape, bad = shapeOfTokens(inside, depth+1)
			return listOf(shape), bad
		}
		return "", ""
	}
	if len(rest) > 0 {
		return "", ""
	}
	switch name.text {
	case "ListNode", "TreeNode", "float", "bigint", "void":
		return name.text, ""
	case "BigInt":
		return "bigint", ""
	case "None", "undefined":
		return "void", ""
	case "Node", "NestedInteger":
		return "", name.text
	}
	return "", ""
}

func listOf(shape string) string {
	if shape == "" || shape == "void" {
		return ""
	}
	return "[]" + shape
}

// oneOf gives the only alternative that is something.
func oneOf(parts [][]token, depth int) (shape, bad string) {
	parts = slices.DeleteFunc(parts, func(part []token) bool {
		return len(part) == 1 && part[0].is("null", "None", "undefined", "void")
	})
	if len(parts) != 1 {
		return "", ""
	}
	return shapeOfTokens(parts[0], depth+1)
}

// shapes are those of a method, as the harness has them.
type shapes struct {
	Parameters []string `json:"parameters"`
	Returns    string   `json:"returns"`
}

// shapesOf gives the shapes of a method. none is the shape of a result that is not written down.
func shapesOf(m *method, none string) (shapes, error) {
	s := shapes{Parameters: []string{}, Returns: none}
	for _, p := range m.parameters {
		shape, bad := shapeOf(p.kind)
		if bad != "" {
			return s, &Mistake{p.line, fmt.Sprintf("parameter %s of %s is a %s, which is not supplied here: "+
				"use ListNode or TreeNode, or let the program read stdin", p.name, m.name, bad)}
		}
		s.Parameters = append(s.Parameters, shape)
	}
	if m.returns == "" {
		return s, nil
	}
	shape, bad := shapeOf(m.returns)
	if bad != "" {
		return s, &Mistake{m.line, fmt.Sprintf("%s returns a %s, which is not supplied here: use ListNode or TreeNode, "+
			"or let the program read stdin", m.name, bad)}
	}
	s.Returns = shape
	return s, nil
}

// program is what the harness of a language without static types is told. It is written as JSON without true, false and
// null, which is an expression in these languages as well.
type program struct {
	File    string                       `json:"file"`
	Names   []string                     `json:"names"`   // of the parameters of the input format
	Kind    string                       `json:"kind"`    // "function", "method" or "operations"
	Name    string                       `json:"name"`    // of the function or method
	Static  int                          `json:"static"`  // 1 for a method that needs no object
	Shapes  shapes                       `json:"shapes"`  // of the function or method
	Classes map[string]map[string]shapes `json:"classes"` // of the methods of each class; "" is the constructor
}

// programOf describes t.
func programOf(t *target, call Call, file string, none func(*method) string) (*program, error) {
	p := &program{
		File: file, Names: append([]string{}, call.Parameters...), Classes: map[string]map[string]shapes{},
		Shapes: shapes{Parameters: []string{}},
	}
	if t.method != nil {
		p.Kind, p.Name = "function", t.method.name
		if t.class != nil {
			p.Kind = "method"
		}
		if t.method.static {
			p.Static = 1
		}
		var err error
		p.Shapes, err = shapesOf(t.method, none(t.method))
		return p, err
	}
	p.Kind = "operations"
	for _, c := range t.driven {
		methods := map[string]shapes{"": {Parameters: []string{}}}
		for _, m := range append(append([]method{}, c.constructors...), c.methods...) {
			s, err := shapesOf(&m, "")
			if err != nil && !m.hidden && len(t.driven) == 1 {
				return nil, err
			}
			name := m.name
			if slices.ContainsFunc(c.constructors, func(k method) bool { return k.name == m.name }) {
				name = ""
			}
			methods[name] = s
		}
		p.Classes[c.name] = methods
	}
	return p, nil
}
