package schema

import (
	"fmt"
	"slices"
	"strings"
)

// jsonForm reads the paper's JSON form.
type jsonForm struct {
	*builder
	arguments bool // function_args
	depth     int
	uses      map[*Var][]reference // variables whose bounds a variable was given
	all       []*parameter         // those whose values have names, in the order of the file
}

// reference is a name in an expression.
type reference struct {
	v      *Var
	pos    Pos
	length int
}

// group holds the names of one Group, and those around it.
type group struct {
	outer *group
	names map[string]*parameter
}

// parameter is what a name of the JSON form stands for.
type parameter struct {
	name   string
	spec   *jsonValue
	key    Pos // of the name
	group  *group
	scope  *Repeat
	kind   string
	v      *Var // Variable, and List of char printed as one text
	values *Var // List, Matrix and Tree: their elements, or the elements of these; nil where they are records
	length Expr // of a List, a Matrix (its rows) or a text, once it is known
	width  Expr // of a Matrix: its columns
	open   bool // its size is being worked out
}

// readJSON reads the paper's form.
func (b *builder) readJSON(src []byte) {
	tree := b.readTree(src)
	if tree == nil {
		return
	}
	f := &jsonForm{builder: b, uses: map[*Var][]reference{}}
	f.knownKeys(tree, "input_format", "parameters", "output_order", "constraints")
	b.schema.Style = Stdin
	switch format := tree.get("input_format"); {
	case format == nil:
		b.warn(tree.pos, 1, "schema-key",
			`"input_format" is missing, "stdin" is assumed; write "stdin" or "function_args"`)
	case format.text == "stdin":
	case format.text == "function_args":
		b.schema.Style, f.arguments = FunctionArgs, true
	default:
		b.mistake(format.pos, format.length, "schema-key", `"input_format" is "stdin" or "function_args"`)
	}
	nodes := f.group(tree, nil, nil)
	if !f.arguments && len(nodes) > 0 && !endsLine(nodes) {
		nodes = appendLiteral(nodes, "\n")
	}
	b.schema.Layout = nodes
	if len(nodes) == 0 && !b.failed {
		b.mistake(tree.pos, 1, "schema-empty", `nothing is printed; name the parameters in "output_order"`)
	}
	f.findCycles()
	f.conditions(tree.get("constraints"))
	b.finish()
}

func (f *jsonForm) knownKeys(v *jsonValue, keys ...string) {
	for _, field := range v.fields {
		if !slices.Contains(keys, field.key) {
			f.warn(field.pos, len([]rune(field.key))+2, "schema-key",
				fmt.Sprintf("%q is not known here and is ignored; known are %s", field.key, strings.Join(keys, ", ")))
		}
	}
}

// want reports that v is not what was expected.
func (f *jsonForm) want(v *jsonValue, what string) {
	f.mistake(v.pos, v.length, "schema-key", fmt.Sprintf("%s stands here, but %s is expected", v.kind, what))
}

// group reads "parameters" and "output_order" of the file or of a Group.
func (f *jsonForm) group(v *jsonValue, outer *group, scope *Repeat) []Node {
	g := &group{outer: outer, names: map[string]*parameter{}}
	parameters := v.get("parameters")
	if parameters == nil || parameters.kind != jsonObject {
		place := v
		if parameters != nil {
			place = parameters
		}
		f.mistake(place.pos, place.length, "schema-key",
			`"parameters" is missing: an object from names to what they are, as in {"n": {"type": "Variable", …}}`)
		return nil
	}
	type printed struct {
		p         *parameter
		separator string
	}
	var order []printed
	seen := map[string]bool{}
	declare := func(field jsonField) *parameter {
		p := &parameter{name: field.key, spec: field.value, key: field.pos, group: g, scope: scope}
		g.names[field.key] = p
		f.declare(p)
		f.all = append(f.all, p)
		return p
	}
	fields := map[string]jsonField{}
	for _, field := range parameters.fields {
		fields[field.key] = field
	}
	if list := v.get("output_order"); list != nil {
		if list.kind != jsonArray {
			f.want(list, "a list of {name, separator}")
			return nil
		}
		for _, item := range list.items {
			name, separator, ok := f.orderItem(item)
			if !ok {
				continue
			}
			field, ok := fields[name.text]
			switch {
			case !ok:
				f.mistake(name.pos, name.length, "schema-name", fmt.Sprintf(
					`"parameters" has no %s; add it there or take it out here`, name.text))
			case seen[name.text]:
				f.mistake(name.pos, name.length, "schema-duplicate", fmt.Sprintf(
					"%s is printed a second time; a parameter is printed once", name.text))
			default:
				seen[name.text] = true
				order = append(order, printed{declare(field), separator})
			}
		}
	} else {
		if !f.arguments {
			f.warn(parameters.pos, 1, "schema-key",
				`"output_order" is missing; the parameters are printed in the order given here, one a line`)
		}
		for _, field := range parameters.fields {
			if !seen[field.key] {
				seen[field.key] = true
				order = append(order, printed{declare(field), "\n"})
			}
		}
	}
	var hidden []*parameter
	for _, field := range parameters.fields {
		if g.names[field.key] == nil {
			p := declare(field)
			hidden = append(hidden, p)
			if p.v != nil {
				p.v.Hidden = true
			}
		}
	}
	for _, p := range hidden {
		f.domain(p)
	}
	var nodes []Node
	for i, o := range order {
		if f.arguments && outer == nil {
			f.schema.Parameters = append(f.schema.Parameters, o.p.name)
			if o.p.kind == "Calls" && len(order) > 1 {
				f.mistake(o.p.key, len([]rune(o.p.name))+2, "schema-key", fmt.Sprintf(
					`the calls %s are all that is printed; name nothing else in "output_order"`, o.p.name))
				continue
			}
		}
		nodes = appendNodes(nodes, f.print(o.p))
		switch {
		case !f.arguments:
			nodes = appendLiteral(nodes, o.separator)
		case scope != nil && i+1 < len(order):
			nodes = appendLiteral(nodes, ", ")
		}
	}
	return nodes
}

// appendNodes joins the literals that meet.
func appendNodes(nodes, more []Node) []Node {
	for _, n := range more {
		if l, ok := n.(*Literal); ok {
			nodes = appendLiteral(nodes, l.Text)
		} else {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func (f *jsonForm) orderItem(item *jsonValue) (name *jsonValue, separator string, ok bool) {
	separator = "\n"
	if item.kind == jsonString {
		return item, separator, true
	}
	if item.kind != jsonObject {
		f.want(item, `an object such as {"name": "n", "separator": "\n"}`)
		return nil, "", false
	}
	f.knownKeys(item, "name", "separator")
	name = item.get("name")
	if name == nil || name.kind != jsonString {
		f.mistake(item.pos, item.length, "schema-key", `"name" is missing: the parameter that is printed here`)
		return nil, "", false
	}
	if s := item.get("separator"); s != nil {
		if s.kind != jsonString {
			f.want(s, `a text such as "\n"`)
		} else {
			separator = s.text
		}
	}
	return name, separator, true
}

var scalarTypes = []string{"int", "float", "char", "string", "bool"}

// declare finds out what p is and makes its variable, so that others can refer to it.
func (f *jsonForm) declare(p *parameter) {
	if p.name == "" {
		f.mistake(p.key, 2, "schema-key", "a parameter needs a name that is not empty")
	}
	if p.spec.kind == jsonString && slices.Contains(scalarTypes, p.spec.text) {
		p.spec = scalarSpec(p.spec)
	}
	if p.spec.kind != jsonObject {
		f.want(p.spec, `an object such as {"type": "Variable", "data_type": "int", "range": [1, 9]}`)
		return
	}
	kind := p.spec.get("type")
	if kind == nil || kind.kind != jsonString {
		f.mistake(p.spec.pos, p.spec.length, "schema-key", `"type" is missing: Variable, List, Matrix, Group, Tree or Calls`)
		return
	}
	for _, known := range []string{"Variable", "List", "Matrix", "Group", "Tree", "Calls"} {
		if strings.EqualFold(kind.text, known) {
			p.kind = known
		}
	}
	switch p.kind {
	case "":
		f.mistake(kind.pos, kind.length, "schema-key", fmt.Sprintf(
			"the type %q is not known; known are Variable, List, Matrix, Group, Tree and Calls", kind.text))
	case "Variable":
		p.v = f.scalar(p)
	case "List":
		if f.isText(p.spec) {
			p.v = f.newVar(Var{Name: p.name, Kind: String, Pos: p.key, Scope: p.scope}, len([]rune(p.name))+2)
			p.length = &Ref{Var: f.lengthOf(p.v), Pos: p.key}
		}
	}
}

// scalarSpec is the spec that a bare name such as "int" stands for.
func scalarSpec(v *jsonValue) *jsonValue {
	word := func(text string) *jsonValue {
		return &jsonValue{kind: jsonString, text: text, pos: v.pos, length: v.length}
	}
	return &jsonValue{kind: jsonObject, pos: v.pos, length: v.length, fields: []jsonField{
		{"type", v.pos, word("Variable")}, {"data_type", v.pos, word(v.text)},
	}}
}

// isText says whether a List is one text: characters without anything between them.
func (f *jsonForm) isText(spec *jsonValue) bool {
	split, element := spec.get("split"), spec.get("data_type")
	if split == nil || split.kind != jsonString || split.text != "" || element == nil {
		return false
	}
	if element.kind == jsonObject && element.get("data_type") != nil {
		kind := element.get("type")
		return kind != nil && kind.text == "Variable" && element.get("data_type").text == "char"
	}
	return element.text == "char"
}

// scalar makes the variable of a Variable spec.
func (f *jsonForm) scalar(p *parameter) *Var {
	spec := p.spec
	v := Var{Name: p.name, Kind: Int, Pos: p.key, Scope: p.scope}
	switch dt := spec.get("data_type"); {
	case dt == nil:
		f.mistake(spec.pos, spec.length, "schema-key", `"data_type" is missing: int, float, char, string or bool`)
	case dt.text == "int":
	case dt.text == "float":
		v.Kind, v.Decimals = Real, f.decimals(spec)
	case dt.text == "char" || dt.text == "string":
		v.Kind = String
	case dt.text == "bool":
		v.Names, v.Bare = booleans, true
	default:
		f.mistake(dt.pos, dt.length, "schema-key", fmt.Sprintf(
			"the data type %q is not known; known are int, float, char, string and bool", dt.text))
	}
	return f.newVar(v, len([]rune(p.name))+2)
}

const usualDecimals = 2

// decimals is as many as the bounds have, at least two.
func (f *jsonForm) decimals(spec *jsonValue) int {
	decimals := usualDecimals
	if list := spec.get("range"); list != nil {
		for _, item := range list.items {
			if _, fraction, ok := strings.Cut(item.text, "."); ok && strings.Trim(fraction, "0123456789") == "" {
				decimals = min(max(decimals, len(fraction)), maxDecimals)
			}
		}
	}
	return decimals
}

// print makes the nodes of a parameter and its constraints.
func (f *jsonForm) print(p *parameter) []Node {
	g, scope := p.group, p.scope
	f.depth++
	defer func() { f.depth-- }()
	if f.depth > 2*maxRepeats { // a list of records is two
		f.mistake(p.spec.pos, p.spec.length, "schema-nesting",
			fmt.Sprintf("lists and groups are nested deeper than %d", 2*maxRepeats))
		return nil
	}
	switch p.kind {
	case "Variable":
		f.domain(p)
		return []Node{&Field{Var: p.v, Pos: p.key}}
	case "Group":
		f.knownKeys(p.spec, "type", "parameters", "output_order")
		if !f.arguments {
			return f.group(p.spec, g, scope)
		}
		record := f.repeat(number(1), scope, p, ", ")
		record.Body = f.group(p.spec, g, record)
		return []Node{record}
	case "List":
		f.domain(p)
		if p.v != nil {
			return []Node{&Field{Var: p.v, Pos: p.key}}
		}
		separator := " "
		if element := p.spec.get("data_type"); element != nil && element.kind == jsonObject {
			if kind := element.get("type"); kind != nil && kind.text != "Variable" {
				separator = "\n"
			}
		}
		list := f.repeat(p.length, scope, p, f.split(p.spec, "split", separator))
		list.Body = f.element(p, list)
		return []Node{list}
	case "Matrix":
		f.domain(p)
		rows := f.repeat(p.length, scope, p, f.split(p.spec, "row_split", "\n"))
		columns := f.repeat(p.width, rows, p, f.split(p.spec, "column_split", " "))
		columns.Body = f.element(p, columns)
		rows.Body = []Node{columns}
		return []Node{rows}
	case "Tree":
		return f.levels(p)
	case "Calls":
		return f.calls(p)
	}
	return nil
}

func (f *jsonForm) repeat(count Expr, scope *Repeat, p *parameter, separator string) *Repeat {
	if f.arguments {
		separator = ", "
	}
	if count == nil {
		count = number(0)
	}
	r := &Repeat{ID: f.repeats, Parent: scope, Count: count, Separator: separator, JSONList: f.arguments, First: 1, Pos: p.key}
	f.repeats++
	return r
}

func (f *jsonForm) split(spec *jsonValue, key, usual string) string {
	v := spec.get(key)
	if v == nil {
		return usual
	}
	if v.kind != jsonString {
		f.want(v, `a text such as " "`)
	}
	return v.text
}

// element reads the "data_type" of a List or a Matrix: what stands in it.
func (f *jsonForm) element(p *parameter, scope *Repeat) []Node {
	spec := p.spec.get("data_type")
	if spec == nil {
		f.mistake(p.spec.pos, p.spec.length, "schema-key",
			`"data_type" is missing: what the elements are, as in {"type": "Variable", "data_type": "int", `+
				`"range": [1, 9]}`)
		return nil
	}
	inner := &parameter{name: p.name, spec: spec, key: p.key, group: p.group, scope: scope}
	f.declare(inner)
	if inner.v != nil {
		p.values = inner.v
	}
	if inner.kind == "Group" && f.arguments { // its values are columns of this list
		f.knownKeys(spec, "type", "parameters", "output_order")
		nodes := appendNodes([]Node{&Literal{Text: "["}}, f.group(spec, p.group, scope))
		return appendLiteral(nodes, "]")
	}
	nodes := f.print(inner)
	if p.values == nil {
		p.values = inner.values
	}
	return nodes
}

// domain reads the ranges of p, once.
func (f *jsonForm) domain(p *parameter) {
	switch p.kind {
	case "Variable":
		f.knownKeys(p.spec, "type", "data_type", "range")
		f.values(p)
	case "List":
		f.knownKeys(p.spec, "type", "data_type", "range", "split")
		if p.v == nil {
			f.size(p)
			return
		}
		f.alphabet(p)
		f.bounds(p.v.Domain.Length, p.spec.get("range"), p.group)
	case "Matrix":
		f.knownKeys(p.spec, "type", "data_type", "row_range", "column_range", "row_split", "column_split")
		f.size(p)
	case "Group", "Tree", "Calls":
		f.mistake(p.key, len([]rune(p.name))+2, "schema-key", fmt.Sprintf(
			`the %s %s is not printed; name it in "output_order" or take it out`, p.kind, p.name))
	}
}

// values reads the range of a Variable.
func (f *jsonForm) values(p *parameter) {
	dt, list := p.spec.get("data_type"), p.spec.get("range")
	switch {
	case dt == nil: // reported already
	case dt.text == "bool":
		if list != nil {
			f.warn(list.pos, list.length, "schema-key", `"range" says nothing of a bool, which is true or false; take it out`)
		}
		f.between(number(0), p.v, number(1), p)
	case dt.text == "int" || dt.text == "float":
		f.bounds(p.v, list, p.group)
	case dt.text == "char":
		for _, r := range f.characters(p.spec, p.key) {
			p.v.Domain.Values = append(p.v.Domain.Values, string(r))
		}
	case dt.text == "string" && list == nil:
		letters, _ := alphabetOf("a-z")
		f.setRule(p.v, &textRule{alphabet: letters, high: -1}, f.statementOf(p))
		f.warn(p.key, len([]rune(p.name))+2, "schema-unbounded", fmt.Sprintf(
			`nothing says which texts %s can be, so lowercase letters are assumed; give it a "range": a list of `+
				`texts`, p.name))
	case dt.text == "string":
		if list.kind != jsonArray || len(list.items) == 0 {
			f.want(list, `a list of texts such as ["yes", "no"]`)
			return
		}
		seen := map[string]bool{}
		for _, item := range list.items {
			if item.kind != jsonString {
				f.want(item, "a text in quotes")
			} else if !seen[item.text] {
				seen[item.text] = true
				p.v.Domain.Values = append(p.v.Domain.Values, item.text)
			}
		}
	}
}

// alphabet reads the characters of a List of char that is printed as one text.
func (f *jsonForm) alphabet(p *parameter) {
	element := p.spec.get("data_type")
	if element.kind != jsonObject {
		element = scalarSpec(element)
	}
	f.setRule(p.v, &textRule{alphabet: f.characters(element, p.key), high: -1}, f.statementOf(p))
}

func (f *jsonForm) statementOf(p *parameter) *statement {
	return &statement{pos: p.key, length: len([]rune(p.name)) + 2, text: "the length of " + p.name}
}

// characters reads the range of a char: single characters, ranges of two, and the words for letters and digits.
func (f *jsonForm) characters(spec *jsonValue, name Pos) []rune {
	list := spec.get("range")
	if list == nil {
		f.warn(name, 1, "schema-unbounded",
			`nothing says which characters are meant, so lowercase letters are assumed; give a "range", as in `+
				`["Lowercase"]`)
		alphabet, _ := alphabetOf("a-z")
		return alphabet
	}
	items := list.items
	if list.kind == jsonString {
		items = []*jsonValue{list}
	}
	if len(items) == 0 {
		f.want(list, `a list such as ["Lowercase"], ["a", "b"] or [["a", "f"]]`)
	}
	var alphabet []rune
	seen := map[rune]bool{}
	add := func(low, high rune) {
		for r := low; r <= high; r++ {
			if !seen[r] {
				seen[r] = true
				alphabet = append(alphabet, r)
			}
		}
	}
	for _, item := range items {
		one := []rune(item.text)
		switch {
		case item.kind == jsonArray:
			var ends []rune
			for _, end := range item.items {
				ends = append(ends, []rune(end.text)...)
			}
			if len(item.items) != 2 || len(ends) != 2 || ends[0] > ends[1] || ends[1]-ends[0] > maxAlphabet {
				f.mistake(item.pos, item.length, "schema-values",
					`a range of characters has a first and a last one, as in ["a", "f"]`)
				continue
			}
			add(ends[0], ends[1])
		case strings.EqualFold(item.text, "Lowercase"):
			add('a', 'z')
		case strings.EqualFold(item.text, "Uppercase"):
			add('A', 'Z')
		case strings.EqualFold(item.text, "Digit"):
			add('0', '9')
		case len(one) == 1:
			add(one[0], one[0])
		default:
			f.mistake(item.pos, item.length, "schema-values",
				`a single character, "Lowercase", "Uppercase" or "Digit" is expected`)
		}
	}
	return alphabet
}

// size works out how many elements a List or a Matrix has. What has one
// possible size is counted by that expression; else a hidden variable counts.
func (f *jsonForm) size(p *parameter) {
	if p.length != nil {
		return
	}
	p.open = true
	if p.kind == "Matrix" {
		p.width = f.dimension(p, "column_range", p.name+".columns")
		p.length = f.dimension(p, "row_range", p.name+".rows")
	} else {
		p.length = f.dimension(p, "range", p.name+".length")
	}
	p.open = false
}

func (f *jsonForm) dimension(p *parameter, key, name string) Expr {
	spec := p.spec.get(key)
	if low, high, ok := ends(spec); ok && low.kind == high.kind && low.text == high.text && low.text != "" {
		e, _ := f.expr(low, p.group)
		if e == nil {
			return number(0)
		}
		if n, ok := e.(*Number); ok && (!n.Value.IsInt() || n.Value.Sign() < 0) {
			f.mistake(low.pos, low.length, "schema-number", "a length is an integer that is not negative")
		}
		return e
	}
	v := f.newVar(Var{Name: name, Kind: Int, Pos: p.key, Scope: p.scope, Hidden: true}, len([]rune(p.name))+2)
	f.bounds(v, spec, p.group)
	return &Ref{Var: v, Pos: p.key}
}

// ends are the two bounds of a range; a number or an expression alone is both.
func ends(spec *jsonValue) (low, high *jsonValue, ok bool) {
	switch {
	case spec == nil:
		return nil, nil, false
	case spec.kind == jsonNumber || spec.kind == jsonString:
		return spec, spec, true
	case spec.kind == jsonArray && len(spec.items) == 1:
		return spec.items[0], spec.items[0], true
	case spec.kind == jsonArray && len(spec.items) == 2:
		return spec.items[0], spec.items[1], true
	}
	return nil, nil, false
}

// bounds reads [low, high] for v.
func (f *jsonForm) bounds(v *Var, spec *jsonValue, g *group) {
	if spec == nil {
		return // assumed, and said, later
	}
	low, high, ok := ends(spec)
	if !ok {
		f.mistake(spec.pos, spec.length, "schema-key", `a range has two bounds, as in [1, "$n"]`)
		return
	}
	text := fmt.Sprintf("%s in [%s, %s]", v.Name, low.text, high.text)
	add := func(item *jsonValue, op Op, isLow bool) {
		e, refs := f.expr(item, g)
		if e == nil {
			return
		}
		if n, ok := e.(*Number); ok && v.Kind == Int && !n.Value.IsInt() {
			f.mistake(item.pos, item.length, "schema-number", "an integer is expected here")
			return
		}
		f.uses[v] = append(f.uses[v], refs...)
		c := &Constraint{Kind: Compare, Pos: item.pos, Text: text, Op: op, Left: &Ref{Var: v, Pos: item.pos}, Right: e}
		if isLow {
			c.Left, c.Right = c.Right, c.Left
		}
		f.constraint(c, item.length)
	}
	if low.kind == high.kind && low.text == high.text {
		add(low, Equal, false)
		return
	}
	add(low, LessEqual, true)
	add(high, LessEqual, false)
}

// expr reads a number or an expression over $name and $name.length; it returns nil after a mistake.
func (f *jsonForm) expr(v *jsonValue, g *group) (Expr, []reference) {
	if v.kind != jsonNumber && v.kind != jsonString {
		f.want(v, `a number or an expression such as "$n - 1"`)
		return nil, nil
	}
	place := v.pos
	if v.kind == jsonString {
		place.Column++
	}
	p := &parser{runes: []rune(v.text), pos: place, dollarNames: true}
	p.next()
	t := p.sum()
	if p.tok.kind != tokenEnd {
		p.failToken("the expression is complete before it")
	}
	m := p.mistake
	var e Expr
	var refs []reference
	if m == nil {
		e, m = f.convert(t, func(t *term) (Expr, *Mistake) {
			x, m := f.name(t, g)
			walk(x, func(e Expr) {
				if ref, ok := e.(*Ref); ok {
					refs = append(refs, reference{ref.Var, t.pos, t.length})
				}
			})
			return x, m
		})
	}
	if m != nil {
		if v.kind == jsonString && !v.plain {
			m.Pos, m.Length = v.pos, v.length
		}
		f.add(*m)
		return nil, nil
	}
	return e, refs
}

func (f *jsonForm) name(t *term, g *group) (Expr, *Mistake) {
	var p *parameter
	for ; g != nil && p == nil; g = g.outer {
		p = g.names[t.name]
	}
	if p == nil {
		return nil, newMistake(t.pos, t.length, "schema-name", fmt.Sprintf(
			"there is no parameter %s here; names are those of the same Group and of what is around it", t.name))
	}
	if t.op == "length" {
		switch {
		case p.open:
			return nil, newMistake(t.pos, t.length, "schema-cycle", fmt.Sprintf(
				"the length of %s depends on itself; give it a range of numbers", t.name))
		case p.kind == "List" || p.kind == "Matrix" || p.kind == "Tree" || p.kind == "Calls":
			f.size(p)
		case p.v != nil && p.v.Kind == String && p.spec.get("range") == nil && p.spec.get("data_type").text == "string":
			p.length = &Ref{Var: f.lengthOf(p.v), Pos: t.pos}
		}
		if p.length == nil {
			return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf("%s has no length; only a List has", t.name))
		}
		return p.length, nil
	}
	switch {
	case p.v == nil:
		return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
			"%s is a %s and no number; its length is $%s.length", t.name, p.kind, t.name))
	case p.v.Kind == String:
		return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf("%s is a text and no number", t.name))
	}
	return &Ref{Var: p.v, Pos: t.pos}, nil
}

// findCycles refuses bounds that depend on each other in a circle.
func (f *jsonForm) findCycles() {
	const (
		unseen = iota
		open
		done
	)
	state := make([]int, len(f.schema.Vars))
	var visit func(v *Var)
	visit = func(v *Var) {
		state[v.ID] = open
		for _, ref := range f.uses[v] {
			switch state[ref.v.ID] {
			case open:
				f.mistake(ref.pos, ref.length, "schema-cycle", fmt.Sprintf(
					"the range of %s depends on itself through %s; give one of them a range of "+
						"numbers", ref.v.Name, v.Name))
			case unseen:
				visit(ref.v)
			}
		}
		state[v.ID] = done
	}
	for _, v := range f.schema.Vars {
		if state[v.ID] == unseen {
			visit(v)
		}
	}
}
