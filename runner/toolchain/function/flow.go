package function

import (
	"slices"
	"strings"
)

// flow is where the values of the parameters of a function go in its source. It is for sources that declare nothing: who
// reads head.next has a ListNode. Names count wherever they stand, whatever function they are in.
type flow struct {
	tokens    []token
	from      map[string]place    // what a name stands for
	functions map[string][]string // the parameters of each function of the source
	kinds     map[int]string      // by parameter: what it is seen to be
}

// place is a parameter, or an element of it.
type place struct {
	parameter, depth int
}

// seen gives the kinds with nodes that the parameters of m are seen to be; "" for everything else.
func seen(tokens []token, m *method) []string {
	f := flow{tokens: tokens, from: map[string]place{}, functions: parameterNames(tokens), kinds: map[int]string{}}
	for i, p := range m.parameters {
		f.from[p.name] = place{i, 0}
	}
	for n := -1; n != len(f.from); {
		n = len(f.from)
		for at := range tokens {
			f.follow(at)
		}
	}
	for at := range tokens {
		f.look(at)
	}
	kinds := make([]string, len(m.parameters))
	for i := range kinds {
		kinds[i] = f.kinds[i]
	}
	return kinds
}

// nodeNames are the attributes of nodes.
var nodeNames = []string{"val", "next", "left", "right"}

// mentionsNodes reports whether a source looks into nodes.
func mentionsNodes(tokens []token) bool {
	for i, t := range tokens {
		if t.kind == word && slices.Contains(nodeNames, t.text) && i > 0 && tokens[i-1].is(".") {
			return true
		}
	}
	return false
}

// asList reports whether a source does with a name what only a list can have done to it.
func asList(tokens []token, name string) bool {
	for i := range tokens {
		r := reader{tokens: tokens, at: i}
		if !r.peek(0).is(name) || r.peek(-1).is(".") {
			continue
		}
		if r.peek(1).is("[") || r.peek(1).is(".") && !r.peek(2).is(nodeNames...) || r.peek(-1).is("in", "of") ||
			r.peek(-1).is("(") && r.peek(-2).is("len", "enumerate", "sum", "max", "min", "sorted", "iter", "reversed", "list", "set") {
			return true
		}
	}
	return false
}

// parameterNames reads the functions of a source.
func parameterNames(tokens []token) map[string][]string {
	functions := map[string][]string{}
	for i := range tokens {
		r := reader{tokens: tokens, at: i}
		name := ""
		switch t := r.next(); {
		case t.is("def"), t.is("function") && r.peek(0).kind == word:
			name = r.next().text
		case t.is("function"), t.is("=") && r.peek(0).is("("):
			if name = r.peek(-2).text; t.is("function") {
				name = r.peek(-3).text // name = function (…)
			}
		case t.kind == word && r.peek(0).is("(") && i > 0 && tokens[i-1].is("{", "}", ";"):
			name = t.text // a method
		}
		if name == "" || !r.peek(0).is("(") {
			continue
		}
		inside := r.group(false)
		if tokens[i].is("=") && !r.peek(0).is("=>") || tokens[i].kind == word && name == tokens[i].text && !r.peek(0).is("{") {
			continue
		}
		var names []string
		for _, part := range split(inside, ",") {
			if len(part) > 0 && !part[0].is("self", "cls") {
				names = append(names, part[0].text)
			}
		}
		functions[name] = names
	}
	return functions
}

// value is what an expression that begins at r stands for: a name, an element of it.
func (f *flow) value(r *reader) (p place, ok bool) {
	if r.peek(0).kind != word || r.peek(-1).is(".") {
		return p, false
	}
	p, ok = f.from[r.next().text]
	for ok && r.peek(0).is("[") && r.peek(-1).line == r.peek(0).line {
		slice := index(r.group(false), ":") >= 0
		if !slice {
			p.depth++
		}
	}
	return p, ok
}

// ends reports whether nothing more of an expression comes.
func (f *flow) ends(r *reader) bool {
	t := r.peek(0)
	return r.done() || t.kind == newline || t.is(";", ",", ")", "}", "]", ":", "=") || t.line > r.peek(-1).line && t.kind == word
}

// follow gives names what stands for a parameter at a place.
func (f *flow) follow(at int) {
	r := &reader{tokens: f.tokens, at: at}
	give := func(name token, p place, ok bool) {
		if _, known := f.from[name.text]; ok && !known && name.kind == word {
			f.from[name.text] = p
		}
	}
	switch t := r.next(); {
	case t.is("=") && !r.peek(0).is("=") && !r.peek(-2).is("=", "!", "<", ">"):
		left := f.names(at)
		for _, name := range left {
			p, ok := f.value(r)
			if !ok {
				// Something else: on to the next of several.
				for !r.done() && !f.ends(r) {
					if r.peek(0).is("(", "[", "{") {
						r.group(false)
						continue
					}
					r.next()
				}
			} else {
				give(name, p, f.ends(r))
			}
			if !r.take(",") {
				break
			}
		}
	case t.is("in", "of"):
		name := f.tokens[max(at-1, 0)]
		if r.peek(0).is("enumerate", "reversed") {
			r.next()
			r.take("(")
		}
		p, ok := f.value(r)
		p.depth++
		give(name, p, ok && f.ends(r))
	case t.kind == word && r.peek(0).is("(") && !r.peek(-2).is("def", "function"):
		names := f.functions[t.text]
		for i, part := range split(r.group(false), ",") {
			inner := &reader{tokens: part}
			p, ok := f.value(inner)
			if ok && inner.done() && i < len(names) {
				give(token{kind: word, text: names[i]}, p, true)
			}
		}
	}
}

// names are the names before an assignment: a, b = x, y.
func (f *flow) names(at int) []token {
	var names []token
	for at--; at >= 0 && f.tokens[at].kind == word; at -= 2 {
		names = append(names, f.tokens[at])
		if at == 0 || !f.tokens[at-1].is(",") {
			break
		}
	}
	slices.Reverse(names)
	return names
}

// look notes what an expression at a place shows: head.next, node.left = root.
func (f *flow) look(at int) {
	r := &reader{tokens: f.tokens, at: at}
	if r.peek(0).is("=") && r.peek(-2).is(".") && r.peek(-1).is(nodeNames...) {
		attribute := r.peek(-1)
		r.next()
		if p, ok := f.value(r); ok && f.ends(r) && !attribute.is("val") {
			f.note(p, attribute)
		}
		return
	}
	p, ok := f.value(r)
	r.take("?")
	if ok && r.take(".") && r.peek(0).is(nodeNames...) && !r.peek(1).is("(") {
		f.note(p, r.peek(0))
	}
}

// note remembers what a parameter is, given an attribute of a value that it or an element of it is.
func (f *flow) note(p place, attribute token) {
	kind := strings.Repeat("[]", p.depth) + "ListNode"
	if attribute.is("left", "right") {
		kind = strings.Repeat("[]", p.depth) + "TreeNode"
	} else if f.kinds[p.parameter] != "" {
		return // a TreeNode has a val too
	}
	f.kinds[p.parameter] = kind
}
