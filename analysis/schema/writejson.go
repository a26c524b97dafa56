package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode"
)

// JSON writes a schema in the JSON form, whichever form it was read from. Every input of s is an input of what is
// written, blanks at most apart; lost says, a sentence each with the line of the file that s was read from, where other
// inputs are too, because the form cannot say what keeps them out. The error says why even that is impossible: lines of
// several kinds have no JSON form.
func JSON(s *Schema) (text []byte, lost []string, err error) {
	w := &jsonWriter{
		converter: newConverter(s), lists: map[*Repeat]string{}, counted: map[*Var]*Repeat{}, lengthName: map[*Var]string{},
		lows: map[*Var][]Expr{}, highs: map[*Var][]Expr{}, uses: map[*Var][]*Var{}, needed: map[*Var]bool{}, skip: map[*Var]bool{},
	}
	top := object{{"input_format", "stdin"}}
	if s.Style == FunctionArgs {
		top = object{{"input_format", "function_args"}}
	}
	w.nameAll()
	w.bounds()
	if s.Class != "" {
		top = append(top, member{"parameters", w.calls()})
		top = append(top, member{"output_order", []any{"calls"}})
	} else {
		top = append(top, w.group(s.Layout, nil)...)
	}
	if w.failure != nil {
		return nil, nil, w.failure
	}
	all := top
	if len(w.conditions) > 0 {
		var lines []any
		for _, c := range w.conditions {
			lines = append(lines, c.text)
		}
		all = append(slices.Clone(top), member{"constraints", lines})
	}
	again, mistakes := Parse(rendered(all))
	if again == nil && len(w.conditions) > 0 {
		for _, c := range w.conditions {
			c.lose()
		}
		all = top
		again, mistakes = Parse(rendered(all))
	}
	if again == nil {
		return nil, nil, fmt.Errorf("this format has no JSON form: %s", firstMistake(mistakes))
	}
	return rendered(all), w.lost, nil
}

func rendered(top object) []byte {
	var out bytes.Buffer
	render(&out, top, 0)
	out.WriteByte('\n')
	return out.Bytes()
}

// condition is a line of "constraints", and what to say where it cannot be kept.
type condition struct {
	text string
	lose func()
}

// condition says as a line of the text form what no range can say.
func (w *jsonWriter) condition(con *Constraint) {
	lose := func() { w.drop(con) }
	if t := w.text(con.mentioned()); t != nil {
		if text := t.constraint(con, nil, map[*Constraint]bool{}); text != "" {
			w.conditions = append(w.conditions, condition{text, lose})
			return
		}
	}
	lose()
}

// values says as such a line which values v has.
func (w *jsonWriter) values(v *Var, lose func()) {
	if t := w.text([]*Var{v}); t != nil {
		w.conditions = append(w.conditions, condition{t.kind(v), lose})
		return
	}
	lose()
}

// text writes lines about the given variables; nil where they have no names of their own.
func (w *jsonWriter) text(about []*Var) *textWriter {
	c := *w.converter
	c.names = maps.Clone(w.names)
	for v, name := range w.lengthName {
		if w.lengths[v] == nil {
			c.names[v] = strings.TrimPrefix(name, "$")
		}
	}
	for _, v := range about {
		if w.index[v] != nil && w.index[v].First != 1 {
			return nil // JSON counts from 1
		}
		name := c.names[v]
		if text := w.lengths[v]; text != nil {
			name = w.names[text]
		}
		called := strings.TrimSuffix(name, ".length")
		known := w.index[v] != nil || w.isNamed(v) != nil || goodName.MatchString(called) && !slices.Contains(wordsOfText, strings.ToLower(called)) &&
			(w.printed[v] || w.lengths[v] != nil || w.lengthName[v] != "")
		if !known || w.s.Class != "" || v.Names != nil && !v.isCharacter() {
			return nil
		}
	}
	return &textWriter{converter: &c, plain: map[*Repeat]bool{}}
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any // object, []any, string, int or json.Number
}

// render prints a value on one line where it is short.
func render(out *bytes.Buffer, value any, indent int) {
	const width = 100
	one := flat(value)
	pad := strings.Repeat("  ", indent+1)
	if len(one)+2*indent <= width && indent > 0 {
		out.WriteString(one)
		return
	}
	list := func(open, end string, n int, item func(int)) {
		out.WriteString(open + "\n")
		for i := range n {
			out.WriteString(pad)
			item(i)
			if i+1 < n {
				out.WriteByte(',')
			}
			out.WriteByte('\n')
		}
		out.WriteString(pad[2:] + end)
	}
	switch v := value.(type) {
	case object:
		list("{", "}", len(v), func(i int) {
			out.WriteString(flat(v[i].key) + ": ")
			render(out, v[i].value, indent+1)
		})
	case []any:
		list("[", "]", len(v), func(i int) { render(out, v[i], indent+1) })
	default:
		out.WriteString(one)
	}
}

func flat(value any) string {
	switch v := value.(type) {
	case object:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = flat(m.key) + ": " + flat(m.value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = flat(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic(err) // texts and numbers never fail to encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}

type jsonWriter struct {
	*converter
	lists      map[*Repeat]string // what a list of records is called
	counted    map[*Var]*Repeat   // by the hidden variable that counts a list: the list, whose range it is
	lengthName map[*Var]string    // what stands for a length in expressions, "$a.length"
	lows       map[*Var][]Expr
	highs      map[*Var][]Expr
	uses       map[*Var][]*Var // by variable: those on which its range depends
	needed     map[*Var]bool   // hidden, and something else depends on it
	skip       map[*Var]bool   // the list says what there is to say of it
	conditions []condition
}

// nameAll gives every parameter a name of its own. What function arguments are called stays.
func (w *jsonWriter) nameAll() {
	for _, name := range w.s.Parameters {
		w.taken[name] = true
	}
	good := func(name string) string {
		kept := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
				return r
			}
			return '_'
		}, name)
		return w.unique(kept)
	}
	top := w.s.Parameters
	if w.s.Class != "" {
		top = []string{w.unique("calls"), ""}
		operations := w.s.Layout[0].(*Repeat)
		if ref, ok := plus(operations.Count, -1).(*Ref); ok && ref.Var.Hidden {
			w.counted[ref.Var], w.lengthName[ref.Var] = operations, "$calls.length"
		}
	}
	var visit func(nodes []Node, owner *Repeat, list string)
	visit = func(nodes []Node, owner *Repeat, list string) {
		records := owner != nil && !w.isElement(owner)
		for i, n := range nodes {
			name := list
			if owner == nil && w.s.Style == FunctionArgs && i < len(top) {
				name = top[i]
			}
			switch n := n.(type) {
			case *Field:
				if name == "" || records {
					name = good(n.Var.Name)
				}
				w.names[n.Var] = name
			case *OneOf:
				w.fail(n.Pos, "lines of several kinds (one of:) have no JSON form")
			case *Repeat:
				if w.s.Style == FunctionArgs && w.isRecord(n) {
					w.lists[n] = name
					visit(n.Body, n, name)
					continue
				}
				if part := w.part(n); part >= 0 {
					visit(n.Body, n, "")
					continue
				}
				if name == "" || records {
					if name = w.fieldName(n); name == "" {
						name = "rows"
					}
					name = good(name)
				}
				w.lists[n] = name
				if n.Nulls != nil {
					w.skip[n.Nulls] = true
				}
				if ref, ok := n.Count.(*Ref); ok && ref.Var.Hidden && (ref.Var.Scope == n.Parent || w.part(n.Parent) == 0) && w.counted[ref.Var] == nil &&
					w.lengths[ref.Var] == nil && w.index[ref.Var] == nil {
					w.counted[ref.Var] = n
					if list == "" || records {
						w.lengthName[ref.Var] = "$" + name + ".length"
					}
				}
				if m := w.matrix(n); m != nil {
					if ref, ok := m.Count.(*Ref); ok && ref.Var.Hidden && ref.Var.Scope == n.Parent && w.counted[ref.Var] == nil &&
						w.lengths[ref.Var] == nil && w.index[ref.Var] == nil {
						w.counted[ref.Var] = m
					}
				}
				visit(n.Body, n, name)
			}
		}
	}
	visit(w.s.Layout, nil, "")
	for v, text := range w.lengths {
		if _, element := w.lists[text.Scope]; !element || text.Scope == nil || !w.isElement(text.Scope) {
			if w.printed[text] {
				w.lengthName[v] = "$" + w.names[text] + ".length"
			}
		}
	}
	for _, v := range w.s.Vars {
		if w.names[v] == "" && v.Hidden {
			w.names[v] = strings.ReplaceAll(v.Name, ".", "_")
		}
	}
}

// part says of which method n holds what it is given, 0 being the constructor; -1 where n is something else.
func (w *jsonWriter) part(n *Repeat) int {
	if w.s.Class == "" || n == nil {
		return -1
	}
	return slices.IndexFunc(w.s.Layout[1].(*Repeat).Body, func(b Node) bool { return b == n })
}

// fieldName is the name of the only value that a list has inside, however deep.
func (w *jsonWriter) fieldName(n *Repeat) string {
	name := ""
	for _, b := range n.Body {
		switch b := b.(type) {
		case *Field:
			if name != "" {
				return ""
			}
			name = b.Var.Name
		case *Repeat:
			if name != "" {
				return ""
			}
			if name = w.fieldName(b); name == "" {
				return ""
			}
		}
	}
	return name
}

// isRecord says whether a Repeat of function arguments is a record.
func (w *jsonWriter) isRecord(n *Repeat) bool {
	count, ok := n.Count.(*Number)
	return ok && n.JSONList && count.Value.Cmp(number(1).Value) == 0 && n.Nulls == nil &&
		(len(n.Body) != 1 || n.Parent != nil && n.Parent.JSONList)
}

// inner are the nodes of an iteration without the blanks around them, and these: before and behind.
func (w *jsonWriter) inner(n *Repeat) (nodes []Node, before, after string) {
	nodes = n.Body
	if w.s.Style == FunctionArgs {
		return nodes, "", ""
	}
	low := w.known.of(n.Count).low
	certain := low != nil && low.Sign() > 0 // it runs at least once
	movable := func(text string) bool {
		return strings.TrimSpace(text) == "" && (certain || !strings.Contains(text, "\n"))
	}
	if l, ok := nodes[0].(*Literal); ok && movable(l.Text) && len(nodes) > 1 {
		before, nodes = l.Text, nodes[1:]
	}
	if l, ok := nodes[len(nodes)-1].(*Literal); ok && movable(l.Text) && len(nodes) > 1 {
		after, nodes = l.Text, nodes[:len(nodes)-1]
	}
	return nodes, before, after
}

// isElement says whether an iteration is one value or one list, and no record.
func (w *jsonWriter) isElement(n *Repeat) bool {
	if len(n.Body) == 0 {
		return false
	}
	nodes, _, _ := w.inner(n)
	if len(nodes) != 1 {
		return false
	}
	for _, v := range w.s.Vars { // what else has a value an iteration needs a record around it
		if v.Scope == n && v.Hidden && w.lengths[v] == nil && w.index[v] == nil && n.Nulls != v && !w.countsOnly(v, nodes[0]) &&
			w.isNamed(v) == nil {
			return false
		}
	}
	switch nodes[0].(type) {
	case *Field, *Repeat:
		return true
	}
	return false
}

// countsOnly says whether v is the number of iterations of a node and nothing else.
func (w *jsonWriter) countsOnly(v *Var, n Node) bool {
	repeat, ok := n.(*Repeat)
	if !ok {
		return false
	}
	ref, ok := repeat.Count.(*Ref)
	return ok && ref.Var == v
}

// matrix is the list of the columns, where rows are the rows of a matrix; else nil.
func (w *jsonWriter) matrix(rows *Repeat) *Repeat {
	if len(rows.Body) == 0 || rows.Nulls != nil {
		return nil
	}
	nodes, _, _ := w.inner(rows)
	if len(nodes) != 1 {
		return nil
	}
	columns, ok := nodes[0].(*Repeat)
	if !ok || len(columns.Body) == 0 || columns.Nulls != nil {
		return nil
	}
	inside, before, after := w.inner(columns)
	if len(inside) != 1 || before+after != "" {
		return nil
	}
	if _, ok := inside[0].(*Field); !ok {
		return nil
	}
	for _, v := range append(refs(rows.Count), refs(columns.Count)...) {
		if !encloses(v.Scope, rows.Parent) {
			return nil
		}
	}
	return columns
}

// visible says whether an expression of a parameter with values in scope can name v.
func (w *jsonWriter) visible(v *Var, scope *Repeat) bool {
	if !encloses(v.Scope, scope) || v.Kind == String || w.index[v] != nil || w.skip[v] {
		return false
	}
	if w.lengths[v] != nil || w.counted[v] != nil {
		return w.lengthName[v] != ""
	}
	return v.Scope == nil || !w.isElement(v.Scope)
}

// later says whether a stands deeper in the layout than b, or behind it.
func (w *jsonWriter) later(a, b *Var) bool {
	if da, db := depth(a.Scope), depth(b.Scope); da != db {
		return da > db
	}
	return w.order[a] > w.order[b]
}

// dependsOn says whether the range of a needs the value of b.
func (w *jsonWriter) dependsOn(a, b *Var) bool {
	return a == b || slices.ContainsFunc(w.uses[a], func(x *Var) bool { return w.dependsOn(x, b) })
}

// bounds turns the constraints into ranges.
func (w *jsonWriter) bounds() {
	if w.failure != nil {
		return
	}
	for _, con := range w.s.Constraints {
		switch {
		case con.Kind == LevelOrder || con.Kind == Calls || w.implied(con):
			continue
		case slices.ContainsFunc(con.mentioned(), func(v *Var) bool { return w.skip[v] || w.isCalls(v) }):
			continue
		case con.Kind == Compare && slices.ContainsFunc(con.mentioned(), func(v *Var) bool { return v.Bare }) && w.isNameBound(con):
			continue
		case con.Kind == Compare:
			if len(con.Only) > 0 || !w.compare(con) {
				w.condition(con)
			}
			continue
		case con.Kind == Permutation || con.Kind == Tree || con.Kind == Graph:
			for _, v := range con.Vars {
				if w.index[v] == nil && w.sayable(con.Low, v) && w.sayable(con.High, v) {
					w.lows[v] = append(w.lows[v], con.Low)
					w.highs[v] = append(w.highs[v], con.High)
				}
			}
		}
		w.condition(con)
	}
	for v := range w.lows {
		w.depend(v, w.lows[v])
	}
	for v := range w.highs {
		w.depend(v, w.highs[v])
	}
	w.each(w.s.Layout, func(n Node) {
		if r, ok := n.(*Repeat); ok {
			for _, v := range refs(r.Count) {
				if v.Hidden && w.counted[v] != r {
					w.needed[v] = true
				}
			}
		}
	})
}

func (w *jsonWriter) depend(v *Var, bounds []Expr) {
	for _, e := range bounds {
		for _, x := range refs(e) {
			if x != v && x.Hidden {
				w.needed[x] = true
			}
		}
	}
}

// isCalls says whether v only says which method is called.
func (w *jsonWriter) isCalls(v *Var) bool {
	return w.s.Class != "" && (v.Names != nil && !v.Bare || v.Hidden && v.Scope == w.s.Layout[1].(*Repeat))
}

// compare makes a comparison a bound of one of its names, so that no ranges depend on each other in a circle: the last
// one that stands alone on a side if that can be, else the last one. It returns false where the form cannot say it.
func (w *jsonWriter) compare(con *Constraint) bool {
	if con.Op == NotEqual {
		return false
	}
	all := con.mentioned()
	alone := func(v *Var) bool {
		for _, e := range []Expr{con.Left, con.Right} {
			if ref, ok := e.(*Ref); ok && ref.Var == v {
				return true
			}
		}
		return false
	}
	slices.SortStableFunc(all, func(a, b *Var) int {
		switch {
		case alone(a) != alone(b):
			return map[bool]int{true: -1, false: 1}[alone(a)]
		case w.later(a, b):
			return -1
		case w.later(b, a):
			return 1
		}
		return 0
	})
	for i, target := range all {
		circle := slices.ContainsFunc(all, func(v *Var) bool { return v != target && w.dependsOn(v, target) })
		if !circle && !slices.Contains(all[:i], target) && w.boundOf(target, con) {
			for _, v := range all {
				if v != target {
					w.uses[target] = append(w.uses[target], v)
				}
			}
			return true
		}
	}
	return false
}

// boundOf makes a comparison a bound of the given name, if it can.
func (w *jsonWriter) boundOf(target *Var, con *Constraint) bool {
	if target.Bare || w.index[target] != nil {
		return false
	}
	x, y := con.Left, con.Right // x op y
	if u, ok := x.(*Unary); ok && u.Op == "abs" {
		if ref, ok := u.X.(*Ref); ok && ref.Var == target && con.Op != Equal && w.sayable(y, target) {
			high, ok := w.strictly(target, y, con.Op == Less, -1)
			low, ok2 := w.strictly(target, negated(y), con.Op == Less, 1)
			if ok && ok2 {
				w.lows[target], w.highs[target] = append(w.lows[target], low), append(w.highs[target], high)
			}
			return ok && ok2
		}
		return false
	}
	in := func(e Expr) bool { return slices.Contains(refs(e), target) }
	if in(x) == in(y) {
		return false
	}
	upper := in(x) // the bound is one from above
	if !upper {
		x, y = y, x
	}
	for {
		switch e := x.(type) {
		case *Ref:
			if !w.sayable(y, target) {
				return false
			}
			if con.Op == Equal {
				w.lows[target], w.highs[target] = append(w.lows[target], y), append(w.highs[target], y)
				return true
			}
			direction := int64(1)
			if upper {
				direction = -1
			}
			bound, ok := w.strictly(target, y, con.Op == Less, direction)
			if !ok {
				return false
			}
			if upper {
				w.highs[target] = append(w.highs[target], bound)
			} else {
				w.lows[target] = append(w.lows[target], bound)
			}
			return true
		case *Unary:
			if e.Op != "-" {
				return false
			}
			x, y, upper = e.X, negated(y), !upper
		case *Binary:
			if e.Op != "+" && e.Op != "-" || in(e.X) == in(e.Y) {
				return false
			}
			switch {
			case e.Op == "+" && in(e.X):
				x, y = e.X, subtract(y, e.Y)
			case e.Op == "+":
				x, y = e.Y, subtract(y, e.X)
			case in(e.X):
				x, y = e.X, &Binary{Op: "+", X: y, Y: e.Y}
			default:
				x, y, upper = e.Y, subtract(e.X, y), !upper
			}
		default:
			return false
		}
	}
}

func negated(e Expr) Expr {
	if n, ok := e.(*Number); ok {
		return &Number{Value: new(big.Rat).Neg(n.Value)}
	}
	return &Binary{Op: "-", X: number(0), Y: e}
}

func subtract(x, y Expr) Expr {
	if n, ok := y.(*Number); ok && n.Value.IsInt() && n.Value.Num().IsInt64() {
		return plus(x, -n.Value.Num().Int64())
	}
	return &Binary{Op: "-", X: x, Y: y}
}

// strictly is the nearest bound that v can reach; false where its values and the bound are of different kinds.
func (w *jsonWriter) strictly(v *Var, e Expr, strict bool, direction int64) (Expr, bool) {
	whole := true
	walk(e, func(e Expr) {
		switch e := e.(type) {
		case *Number:
			whole = whole && e.Value.IsInt()
		case *Ref:
			whole = whole && e.Var.Kind == Int
		}
	})
	if n, ok := e.(*Number); ok && v.Kind == Int {
		return &Number{Value: w.known.step(v, n.Value, strict, direction)}, true
	}
	if v.Kind == Int && !whole {
		return nil, false
	}
	if !strict {
		return e, true
	}
	if v.Kind == Int {
		return plus(e, direction), true
	}
	unit := new(big.Rat).SetFrac(big.NewInt(direction), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Decimals)), nil))
	if n, ok := e.(*Number); ok {
		if !new(big.Rat).Quo(n.Value, unit).IsInt() {
			return e, true // no value of v is there
		}
		return &Number{Value: new(big.Rat).Add(n.Value, unit)}, true
	}
	if ref, ok := e.(*Ref); !whole && (!ok || ref.Var.Decimals > v.Decimals) {
		return nil, false // it may lie between two values of v
	}
	if direction < 0 {
		return &Binary{Op: "-", X: e, Y: &Number{Value: unit.Neg(unit)}}, true
	}
	return &Binary{Op: "+", X: e, Y: &Number{Value: unit}}, true
}

// sayable says whether the range of v can have the expression as a bound.
func (w *jsonWriter) sayable(e Expr, v *Var) bool {
	ok := true
	walk(e, func(e Expr) {
		switch e := e.(type) {
		case *Ref:
			ok = ok && e.Var != v && w.visible(e.Var, v.Scope)
		case *Unary:
			ok = ok && e.Op == "-"
		case *Binary:
			ok = ok && e.Op != "%"
		case *Call:
			ok = ok && e.Func != "gcd"
		}
	})
	return ok
}

// bound writes an expression.
func (w *jsonWriter) bound(e Expr) any {
	if n, ok := e.(*Number); ok {
		return json.Number(ratText(n.Value))
	}
	return exprWith(e, 0, func(ref *Ref) string {
		if name := w.lengthName[ref.Var]; name != "" {
			return name
		}
		if w.index[ref.Var] == nil && ref.Var.Hidden {
			w.needed[ref.Var] = true
		}
		return "$" + w.names[ref.Var]
	}, ratText)
}

// limits are the two bounds of v.
func (w *jsonWriter) limits(v *Var) (low, high Expr) {
	least, most := w.between(v)
	one := func(bounds []Expr, call string, usual *big.Rat) Expr {
		var values []*big.Rat
		var others []Expr
		for _, e := range bounds {
			n, isNumber := e.(*Number)
			switch {
			case isNumber:
				values = append(values, n.Value)
			case !slices.ContainsFunc(others, func(o Expr) bool { return exprKey(o) == exprKey(e) }):
				others = append(others, e)
			}
		}
		if len(values) == 0 && len(others) == 0 && usual != nil {
			values = append(values, usual)
		}
		if len(values) > 0 {
			value, _ := fold(call, values)
			others = append([]Expr{&Number{Value: value}}, others...)
		}
		switch len(others) {
		case 0:
			w.fail(v.Pos, "nothing bounds %s in the JSON form; bound it by numbers", v.Name)
			return number(0)
		case 1:
			return others[0]
		}
		return &Call{Func: call, Args: others}
	}
	return one(w.lows[v], "max", least), one(w.highs[v], "min", most)
}

func (w *jsonWriter) rangeOf(v *Var) []any {
	low, high := w.limits(v)
	return []any{w.bound(low), w.bound(high)}
}

// count is the range of the length of a list.
func (w *jsonWriter) count(n *Repeat) any {
	if ref, ok := n.Count.(*Ref); ok && w.counted[ref.Var] == n {
		return w.rangeOf(ref.Var)
	}
	for _, v := range refs(n.Count) {
		if w.lengths[v] != nil && w.lengthName[v] == "" || !w.visible(v, n.Parent) {
			w.fail(n.Pos, "the JSON form cannot name %s, which counts here", v.Name)
		}
	}
	return w.bound(n.Count)
}

// group writes the parameters of the file or of a Group, and their order.
func (w *jsonWriter) group(nodes []Node, scope *Repeat) object {
	var parameters object
	type printed struct{ name, separator string }
	var order []printed
	separate := func(text string) {
		switch {
		case w.s.Style == FunctionArgs || text == "":
		case len(order) > 0:
			order[len(order)-1].separator += text
		case strings.TrimSpace(text) == "": // blanks in front say nothing
		default:
			name := w.unique("text")
			begin := strings.TrimLeftFunc(text, unicode.IsSpace)
			word := strings.TrimRightFunc(begin, unicode.IsSpace)
			parameters = append(parameters, member{name, object{
				{"type", "Variable"}, {"data_type", "string"}, {"range", []any{word}},
			}})
			order = append(order, printed{name, begin[len(word):]})
		}
	}
	for _, n := range nodes {
		switch n := n.(type) {
		case *Literal:
			separate(n.Text)
		case *Field:
			parameters = append(parameters, member{w.names[n.Var], w.spec(n.Var)})
			order = append(order, printed{name: w.names[n.Var]})
		case *Repeat:
			spec, before, after := w.list(n)
			separate(before)
			parameters = append(parameters, member{w.lists[n], spec})
			order = append(order, printed{w.lists[n], after})
		}
	}
	for _, v := range w.s.Vars {
		free := v.Hidden && v.Scope == scope && w.needed[v] && w.lengths[v] == nil && w.counted[v] == nil && !w.skip[v] && w.index[v] == nil
		if free {
			parameters = append(parameters, member{w.names[v], w.spec(v)})
		}
	}
	list := make([]any, len(order))
	for i, o := range order {
		if w.s.Style == FunctionArgs {
			list[i] = object{{"name", o.name}}
		} else {
			list[i] = object{{"name", o.name}, {"separator", o.separator}}
		}
	}
	if parameters == nil {
		parameters = object{}
	}
	return object{{"parameters", parameters}, {"output_order", list}}
}

// list writes a Repeat, and what is printed before and behind it.
func (w *jsonWriter) list(n *Repeat) (spec object, before, after string) {
	if len(n.Body) == 0 {
		w.fail(n.Pos, "nothing is repeated here")
		return nil, "", ""
	}
	if w.s.Style == FunctionArgs && w.isRecord(n) {
		return append(object{{"type", "Group"}}, w.group(n.Body, n)...), "", ""
	}
	nodes, before, after := w.inner(n)
	split := after + n.Separator + before
	if m := w.matrix(n); m != nil && w.isElement(n) && w.isElement(m) {
		spec = object{{"type", "Matrix"}, {"row_range", w.count(n)}, {"column_range", w.count(m)}}
		if w.s.Style == Stdin {
			spec = append(spec, member{"row_split", split}, member{"column_split", m.Separator})
		}
		inside, _, _ := w.inner(m)
		return append(spec, member{"data_type", w.element(inside[0], false)}), before, after
	}
	kind := "List"
	if n.Nulls != nil {
		kind = "Tree"
	}
	spec = object{{"type", kind}, {"range", w.count(n)}}
	if w.s.Style == Stdin {
		spec = append(spec, member{"split", split})
	}
	if w.isElement(n) {
		return append(spec, member{"data_type", w.element(nodes[0], split == "")}), before, after
	}
	return append(spec, member{"data_type", append(object{{"type", "Group"}}, w.group(nodes, n)...)}), before, after
}

// element writes what a list has in it; a list of characters with nothing between them would be one text.
func (w *jsonWriter) element(n Node, tight bool) object {
	if r, ok := n.(*Repeat); ok {
		spec, before, after := w.list(r)
		if before+after != "" {
			w.fail(r.Pos, "the JSON form cannot print %q around a list in a list", before+after)
		}
		return spec
	}
	v := n.(*Field).Var
	if !tight && v.isCharacter() {
		return object{{"type", "Variable"}, {"data_type", "char"}, {"range", charRange([]rune(strings.Join(v.Names, "")))}}
	}
	if !tight && v.Kind == String && len(v.Domain.Values) > 0 &&
		!slices.ContainsFunc(v.Domain.Values, func(s string) bool { return len([]rune(s)) != 1 }) {
		return object{{"type", "Variable"}, {"data_type", "char"}, {"range", charRange([]rune(strings.Join(v.Domain.Values, "")))}}
	}
	return w.spec(v)
}

// spec writes a value.
func (w *jsonWriter) spec(v *Var) object {
	spec := func(dataType string) object { return object{{"type", "Variable"}, {"data_type", dataType}} }
	switch d := v.Domain; {
	case v.isCharacter():
		return append(spec("string"), member{"range", v.Names})
	case v.Bare:
		return spec("bool")
	case v.Kind == Int:
		if len(d.Values) > 0 {
			w.values(v, func() {
				w.lose(v.Pos, "that %s is one of %s is left out; it has a range", v.Name, strings.Join(d.Values, ", "))
			})
		}
		return append(spec("int"), member{"range", w.rangeOf(v)})
	case v.Kind == Real:
		return append(spec("float"), member{"range", w.realRange(v)})
	case len(d.Values) > 0:
		all := make([]any, len(d.Values))
		for i, text := range d.Values {
			all[i] = text
		}
		return append(spec("string"), member{"range", all})
	}
	letters := v.Domain.Alphabet
	var length any
	if v.Domain.Pattern != "" {
		all, low, high, ok := patternLetters(v.Domain.Pattern)
		if !ok {
			w.fail(v.Pos, "the characters of %s are too many to list in the JSON form; say which it has, as in %s matches [a-z]+", v.Name, v.Name)
		}
		w.values(v, func() {
			w.lose(v.Pos, "that %s matches %s is left out; its characters and its length are kept", v.Name, v.Domain.Pattern)
		})
		letters, length = all, []any{low, high}
	}
	if v.Domain.Length != nil {
		length = w.rangeOf(v.Domain.Length)
	}
	if length == nil {
		w.fail(v.Pos, "the length of %s is not known", v.Name)
	}
	return object{
		{"type", "List"},
		{"range", length},
		{"split", ""},
		{"data_type", append(spec("char"), member{"range", charRange(letters)})},
	}
}

// realRange is the range of a real number; its decimals are those of the bounds, two at least.
func (w *jsonWriter) realRange(v *Var) []any {
	low, high := w.limits(v)
	out := make([]any, 2)
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Decimals)), nil)
	shown := v.Decimals <= usualDecimals // the decimals follow from the bounds
	var numbers [2]*big.Rat
	for i, e := range []Expr{low, high} {
		n, ok := e.(*Number)
		if !ok {
			out[i] = w.bound(e)
			continue
		}
		x := new(big.Rat).Mul(n.Value, new(big.Rat).SetInt(scale))
		nearest := floorDiv(x.Num(), x.Denom())
		if i == 0 && !x.IsInt() {
			nearest = new(big.Int).Add(nearest, big.NewInt(1))
		}
		numbers[i] = new(big.Rat).SetFrac(nearest, scale)
		text := ratText(numbers[i])
		_, fraction, _ := strings.Cut(text, ".")
		shown = shown || len(fraction) == v.Decimals
		out[i] = json.Number(text)
	}
	for i, x := range numbers {
		if x != nil && !shown {
			out[i], shown = json.Number(x.FloatString(v.Decimals)), true
		}
	}
	switch {
	case v.Decimals < usualDecimals:
		w.lose(v.Pos, "%s has %d decimals instead of %d", v.Name, usualDecimals, v.Decimals)
	case v.Decimals > usualDecimals && !shown:
		w.fail(v.Pos, "the JSON form takes the decimals of %s from its bounds; give it a number as a bound", v.Name)
	}
	return out
}

// charRange writes characters as the words and ranges of the form.
func charRange(letters []rune) []any {
	var out []any
	for len(letters) > 0 {
		n := runLength(letters)
		text := string(letters[:n])
		switch {
		case text == "abcdefghijklmnopqrstuvwxyz":
			out = append(out, "Lowercase")
		case text == "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
			out = append(out, "Uppercase")
		case text == "0123456789":
			out = append(out, "Digit")
		case n > 2:
			out = append(out, []any{string(letters[0]), string(letters[n-1])})
		default:
			n = 1
			out = append(out, string(letters[0]))
		}
		letters = letters[n:]
	}
	return out
}

// calls writes the calls of a class, and the hidden parameters that they depend on.
func (w *jsonWriter) calls() object {
	given := w.s.Layout[1].(*Repeat)
	var which *Var
	var rule *Constraint
	for _, con := range w.s.Constraints {
		if con.Kind == Calls {
			rule, which = con, con.Vars[0]
		}
	}
	operations := w.s.Layout[0].(*Repeat)
	spec := object{{"type", "Calls"}, {"class", w.s.Class}}
	length := plus(operations.Count, -1)
	if ref, ok := length.(*Ref); ok && w.counted[ref.Var] == operations {
		spec = append(spec, member{"range", w.rangeOf(ref.Var)})
	} else {
		spec = append(spec, member{"range", w.bound(length)})
	}
	var methods, sizes, hidden object
	for _, v := range w.s.Vars {
		if v.Hidden && v.Scope == nil && w.needed[v] && w.lengths[v] == nil && w.counted[v] == nil {
			hidden = append(hidden, member{w.names[v], w.spec(v)})
		}
	}
	for i, n := range given.Body {
		part := n.(*Repeat)
		var body []Node
		for _, b := range part.Body {
			if _, ok := b.(*Literal); !ok {
				body = append(body, b)
			}
		}
		parameters := w.group(body, part)[0].value.(object)
		if i == 0 {
			spec = append(spec, member{"constructor", parameters})
		} else {
			methods = append(methods, member{which.Names[i], parameters})
		}
		if rule.Steps[i] != 0 || rule.Needs[i] > 0 {
			sizes = append(sizes, member{which.Names[i], rule.Steps[i]})
		}
	}
	spec = append(spec, member{"methods", methods})
	if sizes != nil {
		spec = append(spec, member{"size", sizes})
	}
	return append(object{{"calls", spec}}, hidden...)
}
