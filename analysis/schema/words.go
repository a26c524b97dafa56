package schema

import (
	"slices"
	"strings"
)

// Word is something that a constraint can say, for completion in editors.
type Word struct{ Text, Meaning string }

// Words lists what can stand behind names below "---". The texts are examples: their names and numbers are to be replaced.
func Words() []Word {
	return []Word{
		{"is distinct", "no value twice"},
		{"is sorted", "never falls"},
		{"is sorted descending", "never rises"},
		{"is strictly increasing", "rises with every element"},
		{"is strictly decreasing", "falls with every element"},
		{"is a permutation of 1..N", "each of these numbers once"},
		{"is a parent array", "p_2 ... p_N, the tree's root is 1"},
		{"is a tree on 1..N", "of two columns: (u, v) is a tree on 1..N"},
		{"is a forest on 1..N", "of two columns: no circles, in one part or several"},
		{"is a simple graph on 1..N", "of two columns: no loop, no edge twice"},
		{"is a connected simple graph on 1..N", "of two columns"},
		{"is a DAG on 1..N", "of two columns: edges lead from the first to the second"},
		{"is a directed graph on 1..N with every vertex reachable from 1", "of two columns"},
		{"is a directed graph on 1..N with N reachable from 1", "of two columns"},
		{"is even", "divisible by 2"},
		{"is odd", "not divisible by 2"},
		{"is a multiple of 3", "divisible by a number"},
		{"is a power of 2", "1, 2, 4, 8 and so on"},
		{"is prime", "2, 3, 5, 7, 11 and so on"},
		{"is real with 2 decimals", "a number with a decimal point"},
		{"matches [a-z]+", "a text, as a regular expression"},
		{"consists of lowercase letters", "a text"},
		{"begins with a letter", "of a text; also: does not begin with 0, ends with"},
		{"in {a, b}", "one of these"},
		{"sum of N <= 2*10^5", "over all repetitions"},
		{"is not printed", "of a count: the list goes on to the end of its line, or of the input"},
	}
}

// Names are the names that the layout of a schema in text form prints, in order, whatever is wrong with the rest.
func Names(src []byte) []string {
	lines := strings.Split(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n")
	if rule := slices.IndexFunc(lines, isRule); rule >= 0 {
		lines = lines[:rule]
	}
	if len(src) > maxFile || invalidUTF8(src) >= 0 {
		return nil
	}
	var names []string
	var visit func(pieces []*piece)
	visit = func(pieces []*piece) {
		for _, p := range pieces {
			if p.kind == fieldPiece && !slices.Contains(names, p.name) {
				names = append(names, p.name)
			}
			visit(p.body)
		}
	}
	b := &builder{schema: &Schema{}, names: map[string]*Var{}}
	visit(b.layout(lines))
	return names
}

// EachVar visits the variables of an expression, each as often as it stands there.
func EachVar(e Expr, visit func(*Var)) {
	walk(e, func(e Expr) {
		if ref, ok := e.(*Ref); ok {
			visit(ref.Var)
		}
	})
}

// EachRepeat visits all Repeats among nodes, those inside others and alternatives too, in the order of the layout.
func EachRepeat(nodes []Node, visit func(*Repeat)) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *Repeat:
			visit(n)
			EachRepeat(n.Body, visit)
		case *OneOf:
			for _, a := range n.Alternatives {
				visit(a)
				EachRepeat(a.Body, visit)
			}
		}
	}
}

// LayoutLines is how many lines the layout of a schema in text form has: its constraints begin behind the one after
// them. It is -1 where nothing separates the two.
func LayoutLines(src []byte) int {
	return slices.IndexFunc(strings.Split(string(src), "\n"), isRule)
}

// Mentions says whether a constraint speaks of a variable, or of its length.
func (c *Constraint) Mentions(v *Var) bool {
	is := func(w *Var) bool { return w == v || w == v.Domain.Length && w != nil }
	if slices.ContainsFunc(c.Vars, is) {
		return true
	}
	found := false
	for _, e := range []Expr{c.Left, c.Right, c.Low, c.High, c.Sum, c.From, c.To} {
		if e != nil {
			EachVar(e, func(v *Var) { found = found || is(v) })
		}
	}
	return found
}
