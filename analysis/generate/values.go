package generate

import "execre/analysis/schema"

// Values are the values that a variable of the schema has in an input, as they are printed and in the order in which
// they are, at most so many. in must be an input of g.
func (g *Generator) Values(in Input, of *schema.Var, most int) []string {
	r := g.newRun(&replayer{choices: in.Choices})
	defer r.release()
	if of.ID >= len(g.vars) || g.vars[of.ID].Var != of || r.make() != nil {
		return nil
	}
	v := g.vars[of.ID]
	var values []string
	g.each(r.top, v.scope, func(path []place) bool {
		at := path[len(path)-1]
		if v.Kind == schema.String {
			values = append(values, at.in.texts[v.slot][at.i])
		} else {
			values = append(values, string(v.append(nil, at.in.numbers[v.slot][at.i])))
		}
		return len(values) < most
	})
	return values
}
