package function

import (
	"fmt"
	"slices"
	"strings"
)

// A shape says how a JSON value becomes one of a language without static types: "" as it is, "float", "bigint",
// "ListNode", "TreeNode", and "[]" before one of these for a list of them. A result can be "void": nothing is returned.

// shapeOf is what matters of a kind.
func shapeOf(kind string) string {
	switch strings.TrimLeft(kind, "[]") {
	case "float", "bigint", "ListNode", "TreeNode":
		return kind
	case "void":
		return "void"
	}
	return ""
}

// shapes are those of a method, as the harness has them.
type shapes struct {
	Parameters []string `json:"parameters"`
	Returns    string   `json:"returns"`
	Silent     int      `json:"silent"` // 1 where what is not returned (undefined) is no answer
}

// shapesOf gives the shapes of a method whose parameters have the kinds by the input format. What the source does not
// declare is what it is seen to be, or what the others declare.
func shapesOf(m *method, kinds, others []string, tokens []token) (shapes, error) {
	s := shapes{Parameters: []string{}}
	if err := contradiction(m, kinds, false); err != nil {
		return s, err
	}
	visible := seen(tokens, m)
	for i, p := range m.parameters {
		declared, bad := kindOf(p.kind)
		if bad != "" {
			return s, &Mistake{p.line, fmt.Sprintf("parameter %s of %s is a %s, which is not supplied here: "+
				"use ListNode or TreeNode, or let the program read stdin", p.name, m.name, bad)}
		}
		kind := declared
		if mentionsNodes(tokens) || !asList(tokens, p.name) {
			value := refined(kinds[i], visible[i])
			if i < len(others) {
				value = refined(value, others[i])
			}
			kind = merged(declared, value)
		}
		s.Parameters = append(s.Parameters, shapeOf(kind))
	}
	declared, bad := kindOf(m.returns)
	if bad != "" {
		return s, &Mistake{m.line, fmt.Sprintf("%s returns a %s, which is not supplied here: use ListNode or TreeNode, "+
			"or let the program read stdin", m.name, bad)}
	}
	s.Returns = shapeOf(declared)
	return s, nil
}

// resultOf gives the shape of what a function returns that does not declare it: that of the others, else that of the nodes
// which it is given. It only matters for no node, which is [] and not null.
func resultOf(parameters []string, declared string) string {
	if declared != "" {
		return shapeOf(declared)
	}
	for _, shape := range parameters {
		if ofNodes(shape) {
			return strings.TrimLeft(shape, "[]")
		}
	}
	return ""
}

// program is what the harness of a language without static types is told. It is written as JSON without true, false and
// null, which is an expression in these languages as well.
type program struct {
	Names   []string                     `json:"names"`   // of the parameters of the input format
	Kind    string                       `json:"kind"`    // "function", "method" or "operations"
	Name    string                       `json:"name"`    // of the function or method
	Static  int                          `json:"static"`  // 1 for a method that needs no object
	Shapes  shapes                       `json:"shapes"`  // of the function or method
	Classes map[string]map[string]shapes `json:"classes"` // of the methods of each class; "" is the constructor
}

// programOf describes t. silent says of a method that declares no result whether it returns nothing for sure, and whether
// it does where it gives undefined.
func programOf(t *target, call Call, tokens []token, silent func(*method) (void, unknown bool)) (*program, error) {
	p := &program{
		Names: append([]string{}, call.Parameters...), Classes: map[string]map[string]shapes{},
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
		s, err := shapesOf(t.method, call.kindsOf("", t.method), call.Declared.Parameters, tokens)
		if err == nil && t.method.returns == "" {
			s.Returns = resultOf(s.Parameters, call.Declared.Result)
			void, unknown := silent(t.method)
			if void {
				s.Returns = "void"
			}
			if unknown {
				s.Silent = 1
			}
		}
		p.Shapes = s
		return p, err
	}
	p.Kind = "operations"
	for _, c := range t.driven {
		methods := map[string]shapes{"": {Parameters: []string{}}}
		for _, m := range append(append([]method{}, c.constructors...), c.methods...) {
			name := m.name
			if slices.ContainsFunc(c.constructors, func(k method) bool { return k.name == m.name }) {
				name = ""
			}
			s, err := shapesOf(&m, call.kindsOf(name, &m), nil, tokens)
			if err != nil && !m.hidden && len(t.driven) == 1 {
				return nil, err
			}
			methods[name] = s
		}
		p.Classes[c.name] = methods
	}
	return p, nil
}
