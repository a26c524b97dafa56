package schema

import "fmt"

// conditions reads "constraints": what the ranges cannot say, in the notation of the text form. A name is that of a
// parameter, of the elements of a list, or of a column of a list of Groups; nums.length is how long a list is.
func (f *jsonForm) conditions(list *jsonValue) {
	if list == nil {
		return
	}
	if list.kind != jsonArray {
		f.want(list, `a list of constraints such as ["nums is distinct", "start <= end"]`)
		return
	}
	r := &textResolver{
		builder: f.builder, explicit: map[*Repeat]bool{}, namesakes: map[string][]namesake{},
		alternatives: optional{}, sizes: map[string]Expr{}, broken: f.failed,
	}
	twice := map[string]bool{}
	for _, p := range f.all {
		v := p.v
		if v == nil {
			v = p.values
		}
		twice[p.name] = r.names[p.name] != nil || r.sizes[p.name] != nil
		if r.sizes[p.name] = p.length; v != nil {
			r.names[p.name] = v
		}
	}
	var statements []*statement
	for _, item := range list.items {
		if item.kind != jsonString {
			f.want(item, `a constraint in quotes, as in "nums is distinct"`)
			continue
		}
		runes, pos := []rune(item.text), Pos{item.pos.Line, item.pos.Column + 1}
		p := &parser{runes: runes, pos: pos, lengths: true}
		first := len(statements)
		statements = p.line(statements)
		m := p.mistake
		for _, s := range statements[first:] {
			s.names(func(t *term) {
				if m == nil && twice[t.name] {
					m = newMistake(t.pos, t.length, "schema-duplicate", fmt.Sprintf(
						"more than one parameter is called %s; give the one that is meant another name", t.name))
				}
			})
			if !item.plain {
				s.pos, s.length = item.pos, item.length
			}
		}
		if m != nil {
			if !item.plain {
				m.Pos, m.Length = item.pos, item.length
			}
			f.add(*m)
			statements = statements[:first]
		}
	}
	for _, s := range r.kinds(r.ways(statements)) {
		r.statement(s)
	}
	r.impliedIndices()
	r.characterRanges()
}
