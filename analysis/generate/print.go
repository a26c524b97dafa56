package generate

import (
	"encoding/json"
	"strings"

	"execre/analysis/schema"
)

// print writes the values as the layout has them. The text ends in one "\n" at least.
func (g *Generator) print(top *instance) string {
	p := &printer{g: g, path: make([]place, g.depth+1)}
	p.path[0] = place{top, 0}
	if g.schema.Style == schema.FunctionArgs {
		for _, n := range g.schema.Layout {
			if _, ok := n.(*schema.Literal); ok {
				continue // every item has its own line
			}
			p.node(n)
			p.out = append(p.out, '\n')
		}
	} else {
		for _, n := range g.schema.Layout {
			p.node(n)
		}
	}
	if len(p.out) == 0 || p.out[len(p.out)-1] != '\n' {
		p.out = append(p.out, '\n')
	}
	return string(p.out)
}

type printer struct {
	g    *Generator
	path []place
	out  []byte
}

func (p *printer) node(n schema.Node) {
	switch n := n.(type) {
	case *schema.Literal:
		p.out = append(p.out, n.Text...)
	case *schema.Field:
		v := p.g.vars[n.Var.ID]
		at := p.path[p.g.scopes[v.scope].depth]
		switch {
		case v.Kind == schema.String:
			p.out = append(p.out, p.g.quoted(at.in.texts[v.slot][at.i])...)
		case v.Names != nil:
			i, _ := at.in.numbers[v.slot][at.i].toInt()
			p.out = append(p.out, p.g.quoted(v.Names[i])...)
		default:
			p.out = v.append(p.out, at.in.numbers[v.slot][at.i])
		}
	case *schema.OneOf:
		for _, a := range n.Alternatives {
			p.node(a)
		}
	case *schema.Repeat:
		sc := p.g.scopes[p.g.index[n]]
		outer := p.path[sc.depth-1]
		in := outer.in.kids[sc.slot][outer.i]
		separator := n.Separator
		if n.JSONList {
			separator = ", "
			p.out = append(p.out, '[')
		}
		for i := range in.n {
			if i > 0 {
				p.out = append(p.out, separator...)
			}
			p.path[sc.depth] = place{in, i}
			for _, b := range n.Body {
				p.node(b)
			}
		}
		if n.JSONList {
			p.out = append(p.out, ']')
		}
	}
}

// quoted is a string as it is printed.
func (g *Generator) quoted(text string) string {
	if g.schema.Style != schema.FunctionArgs {
		return text
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic(err) // no string fails to encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// append prints a number.
func (v *variable) append(out []byte, x integer) []byte {
	if v.list != nil {
		for i, y := range v.list {
			if x.cmp(y) == 0 {
				return append(out, v.Domain.Values[i]...)
			}
		}
	}
	if v.Kind != schema.Real || v.Decimals == 0 {
		return x.append(out)
	}
	if x.sign() < 0 {
		out, x = append(out, '-'), x.neg()
	}
	digits := x.append(nil)
	for len(digits) <= v.Decimals {
		digits = append([]byte{'0'}, digits...)
	}
	point := len(digits) - v.Decimals
	out = append(out, digits[:point]...)
	out = append(out, '.')
	return append(out, digits[point:]...)
}
