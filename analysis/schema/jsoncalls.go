package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// method is a method of the class that a parameter of type Calls drives, or its constructor.
type method struct {
	name  string
	spec  *jsonValue // an object from names to parameters
	needs int        // elements that there must be before it is called
	step  int        // elements that it adds
}

// maxStep is how many elements one call adds or takes at the most.
const maxStep = 1000

// calls makes the two values that drive a class: ["Stack", "push", "pop"] and [[], [5], []].
//
// Both are lists with an element for the constructor, method 0, and one for each call. The second list has a copy of
// the variable that says which method it is, and for every method a part that is there if the copy says so.
func (f *jsonForm) calls(p *parameter) []Node {
	f.knownKeys(p.spec, "type", "class", "range", "constructor", "methods", "size")
	if !f.arguments || p.group.outer != nil || p.scope != nil {
		f.mistake(p.spec.pos, p.spec.length, "schema-key",
			`Calls are all that is printed: name them at the top of a format with "input_format": "function_args"`)
		return nil
	}
	class := p.spec.get("class")
	if class == nil || class.kind != jsonString || class.text == "" {
		f.mistake(p.spec.pos, p.spec.length, "schema-key", `"class" is missing: the name of the class that is called`)
		return nil
	}
	all := f.methods(p, class.text)
	if all == nil {
		return nil
	}
	f.schema.Class, f.schema.Parameters = class.text, []string{"operations", "arguments"}
	f.size(p)
	count := plus(p.length, 1)
	width := len([]rune(p.name)) + 2

	operations := f.repeat(count, nil, p, ", ")
	which := Var{Name: p.name, Kind: Int, Pos: p.key, Scope: operations}
	rule := &Constraint{Kind: Calls, Pos: p.key, Text: "calls of " + class.text}
	for _, m := range all {
		which.Names = append(which.Names, m.name)
		rule.Needs, rule.Steps = append(rule.Needs, m.needs), append(rule.Steps, m.step)
	}
	v := f.newVar(which, width)
	operations.Body = []Node{&Field{Var: v, Pos: p.key}}
	rule.Vars = []*Var{v}
	f.constraint(rule, width)
	compare := func(left Expr, op Op, right Expr) {
		f.constraint(&Constraint{Kind: Compare, Pos: p.key, Text: rule.Text, Op: op, Left: left, Right: right}, width)
	}
	compare(number(0), LessEqual, &Ref{Var: v, Pos: p.key})
	compare(&Ref{Var: v, Pos: p.key}, LessEqual, number(int64(len(all)-1)))

	given := f.repeat(count, nil, p, ", ")
	same := f.newVar(Var{Name: p.name + ".method", Kind: Int, Pos: p.key, Scope: given, Hidden: true}, width)
	compare(&Ref{Var: same, Pos: p.key}, Equal, &Ref{Var: v, Pos: p.key})
	names := p.group
	for i, m := range all {
		apart := &Unary{Op: "abs", X: &Binary{Op: "-", X: &Ref{Var: same, Pos: p.key}, Y: number(int64(i))}}
		there := &Call{Func: "max", Args: []Expr{number(0), &Binary{Op: "-", X: number(1), Y: apart}}}
		part := f.repeat(there, given, p, "")
		part.JSONList = false
		part.Body = []Node{&Literal{Text: "["}}
		if i == 0 { // every method can speak of what the constructor was given
			var inside []Node
			names, inside = f.given(m, names, nil)
			for _, n := range inside {
				if list, ok := n.(*Repeat); ok {
					list.Parent = part
				}
			}
			part.Body = appendNodes(part.Body, inside)
		} else {
			_, inside := f.given(m, names, part)
			part.Body = appendNodes(part.Body, inside)
		}
		part.Body = appendNodes(part.Body, []Node{&Literal{Text: "]"}})
		given.Body = append(given.Body, part)
	}
	return []Node{operations, given}
}

// methods reads the constructor and the methods of Calls: those first that need the fewest elements.
func (f *jsonForm) methods(p *parameter, class string) []method {
	const example = `{"push": {"x": {"type": "Variable", …}}, "pop": {}}`
	list := p.spec.get("methods")
	if list == nil || list.kind != jsonObject || len(list.fields) == 0 {
		f.mistake(p.spec.pos, p.spec.length, "schema-key",
			`"methods" is missing: an object from names to what they are given, as in `+example)
		return nil
	}
	all := []method{{name: class, spec: p.spec.get("constructor")}}
	if all[0].spec == nil {
		all[0].spec = &jsonValue{kind: jsonObject, pos: p.spec.pos, length: p.spec.length}
	}
	for _, field := range list.fields {
		all = append(all, method{name: field.key, spec: field.value})
	}
	for _, m := range all {
		if m.spec.kind != jsonObject {
			f.want(m.spec, "an object from names to parameters, as in "+example)
			return nil
		}
	}
	if size := p.spec.get("size"); size != nil {
		if size.kind != jsonObject {
			f.want(size, `an object from methods to how many elements they add, as in {"push": 1, "pop": -1, "top": 0}`)
			return nil
		}
		for _, field := range size.fields {
			i := slices.IndexFunc(all, func(m method) bool { return m.name == field.key })
			step, err := strconv.Atoi(field.value.text)
			switch {
			case i < 0:
				f.mistake(field.pos, len([]rune(field.key))+2, "schema-name", fmt.Sprintf(
					`"methods" has no %s; add it there or take it out here`, field.key))
			case field.value.kind != jsonNumber || err != nil || step < -maxStep || step > maxStep || i == 0 && step < 0:
				f.want(field.value, fmt.Sprintf("how many elements a call adds, from -%d to %d,", maxStep, maxStep))
			case i == 0 || step > 0:
				all[i].step = step
			default: // looks at an element, or takes some away
				all[i].step, all[i].needs = step, max(1, -step)
			}
		}
	}
	slices.SortStableFunc(all[1:], func(a, b method) int { return cmp.Compare(a.needs, b.needs) })
	if all[1].needs > all[0].step {
		f.mistake(p.key, len([]rune(p.name))+2, "schema-contradiction", fmt.Sprintf(
			`every method of %s needs an element, and at first there is none; "size" names only those that do`, class))
		return nil
	}
	return all
}

// given reads what a method is given.
func (f *jsonForm) given(m method, outer *group, scope *Repeat) (*group, []Node) {
	g := &group{outer: outer, names: map[string]*parameter{}}
	var all []*parameter
	for _, field := range m.spec.fields {
		p := &parameter{name: field.key, spec: field.value, key: field.pos, group: g, scope: scope}
		g.names[field.key] = p
		all = append(all, p)
		f.declare(p)
	}
	var nodes []Node
	for i, p := range all {
		if i > 0 {
			nodes = appendLiteral(nodes, ", ")
		}
		nodes = appendNodes(nodes, f.print(p))
	}
	return g, nodes
}
