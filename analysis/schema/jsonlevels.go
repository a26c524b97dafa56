package schema

import "fmt"

// levels makes the list that a tree of nodes is for LeetCode: its values level by level, null for every child that is
// missing, none of these at the end: [3, 9, 20, null, null, 15, 7].
//
// Each iteration is a node, and a hidden variable says how many nulls stand before it. After i nodes 2i+1 places for
// nodes were opened, so that many a place must be left: the nulls before node i, from 0, are i together at most.
func (f *jsonForm) levels(p *parameter) []Node {
	f.knownKeys(p.spec, "type", "data_type", "range")
	if !f.arguments {
		f.mistake(p.spec.pos, p.spec.length, "schema-key",
			`a Tree is one JSON value: it needs "input_format": "function_args"; print a tree for stdin as its edges, `+
				`which the text form has: (u, v) is a tree on 1..N`)
		return nil
	}
	f.size(p)
	list := f.repeat(p.length, p.scope, p, ", ")
	width := len([]rune(p.name)) + 2
	list.Nulls = f.newVar(Var{Name: "the nulls of " + p.name, Kind: Int, Pos: p.key, Scope: list, Hidden: true}, width)
	f.between(number(0), list.Nulls, list.Count, p)
	f.constraint(&Constraint{Kind: LevelOrder, Pos: p.key, Text: p.name + " is a tree", Vars: []*Var{list.Nulls}}, width)
	list.Body = f.element(p, list)
	if len(list.Body) == 1 {
		if _, ok := list.Body[0].(*Field); !ok {
			f.mistake(p.spec.pos, p.spec.length, "schema-key", fmt.Sprintf(
				`the nodes of %s hold one value each: an int, a float, a char, a string or a bool`, p.name))
		}
	}
	return []Node{list}
}

// between bounds a variable that p stands for.
func (f *jsonForm) between(low Expr, v *Var, high Expr, p *parameter) {
	ref := &Ref{Var: v, Pos: p.key}
	for _, side := range [2][2]Expr{{low, ref}, {ref, high}} {
		f.constraint(&Constraint{
			Kind: Compare, Pos: p.key, Text: exprText(side[0]) + " <= " + exprText(side[1]),
			Op: LessEqual, Left: side[0], Right: side[1],
		}, len([]rune(p.name))+2)
	}
}
