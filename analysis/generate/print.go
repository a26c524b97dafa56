package generate

import (
	"encoding/json"
	"strconv"
	"strings"

	"execre/analysis/schema"
)

// printing is one step of writing a text: some constant text, then a value or the iterations of a Repeat.
type printing struct {
	text  string    // a constant
	v     *variable // whose value is printed; nil for a constant and for a Repeat
	depth int       // of v's scope
	scope int       // the Repeat; 0 for the others
	// Of a Repeat.
	open, separator, close string
	body                   []printing
	nulls                  *variable // how many "null, " stand before an iteration; nil for none
}

// printings compiles the layout.
func (g *Generator) printings(nodes []schema.Node) (steps []printing) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *schema.Literal:
			steps = append(steps, printing{text: n.Text})
		case *schema.Field:
			v := g.vars[n.Var.ID]
			steps = append(steps, printing{v: v, depth: g.scopes[v.scope].depth})
		case *schema.OneOf:
			for _, a := range n.Alternatives {
				steps = append(steps, g.printings([]schema.Node{a})...)
			}
		case *schema.Repeat:
			p := printing{scope: g.index[n], separator: n.Separator, body: g.printings(n.Body)}
			if n.JSONList {
				p.open, p.separator, p.close = "[", ", ", "]"
			}
			if n.Nulls != nil {
				p.nulls = g.vars[n.Nulls.ID]
			}
			steps = append(steps, p)
		}
	}
	return steps
}

// layout compiles the whole layout. In function style every item has its own line.
func (g *Generator) layout() (steps []printing) {
	if g.schema.Style != schema.FunctionArgs {
		return g.printings(g.schema.Layout)
	}
	for _, n := range g.schema.Layout {
		if _, ok := n.(*schema.Literal); !ok {
			steps = append(steps, g.printings([]schema.Node{n})...)
			steps = append(steps, printing{text: "\n"})
		}
	}
	return steps
}

// print writes the values as the layout has them. The text ends in one "\n" at least.
func (r *run) print() string {
	r.text = r.text[:0]
	r.path[0] = place{r.top, 0}
	r.printAll(r.g.prints)
	if len(r.text) == 0 || r.text[len(r.text)-1] != '\n' {
		r.text = append(r.text, '\n')
	}
	return string(r.text)
}

func (r *run) printAll(steps []printing) {
	for i := range steps {
		switch p := &steps[i]; {
		case p.v != nil:
			r.value(p)
		case p.scope == 0:
			r.text = append(r.text, p.text...)
		default:
			r.iterations(p)
		}
	}
}

func (r *run) value(p *printing) {
	at := &r.path[p.depth]
	if p.v.Kind == schema.String {
		text := at.in.texts[p.v.slot][at.i]
		if r.g.schema.Style == schema.FunctionArgs {
			text = quoted(text)
		}
		r.text = append(r.text, text...)
		return
	}
	x := at.in.numbers[p.v.slot][at.i]
	switch {
	case p.v.Names != nil && p.v.Bare:
		r.text = append(r.text, p.v.Names[x.small]...)
	case p.v.Names != nil:
		r.text = append(r.text, quoted(p.v.Names[x.small])...)
	default:
		r.text = p.v.append(r.text, x)
	}
}

func (r *run) iterations(p *printing) {
	sc := r.g.scopes[p.scope]
	outer := r.path[sc.depth-1]
	in := outer.in.kids[sc.slot][outer.i]
	here := &r.path[sc.depth]
	r.text = append(r.text, p.open...)
	for i := range in.n {
		if i > 0 {
			r.text = append(r.text, p.separator...)
		}
		*here = place{in, i}
		if p.nulls != nil {
			r.nulls(in.numbers[p.nulls.slot][i])
		}
		if len(p.body) == 1 && p.body[0].v != nil {
			r.value(&p.body[0])
		} else {
			r.printAll(p.body)
		}
	}
	r.text = append(r.text, p.close...)
}

// quoted is a string as function style prints it.
func quoted(text string) string {
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
	if v.list == nil && v.Decimals == 0 && x.large == nil && x.inf == 0 {
		return strconv.AppendInt(out, x.small, 10)
	}
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
