package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// readText reads the text form.
func (b *builder) readText(src string) {
	lines := strings.Split(strings.ReplaceAll(src, "\r\n", "\n"), "\n")
	rule := slices.IndexFunc(lines, isRule)
	layout, rest := lines, []string(nil)
	switch {
	case rule >= 0:
		layout, rest = lines[:rule], lines[rule+1:]
	default:
		at := slices.IndexFunc(lines, looksLikeConstraint)
		if at < 0 {
			at = len(lines)
		}
		if strings.TrimSpace(strings.Join(lines[:at], "")) != "" {
			b.mistake(Pos{min(at+1, max(1, len(lines))), 1}, 1, "schema-no-separator",
				`the line "---" between layout and constraints is missing; put it here, even if no constraint `+
					`follows`)
		}
		layout, rest, rule = lines[:at], lines[at:], at-1
	}
	pieces := b.layout(layout)
	broken := b.failed
	statements := b.constraints(rest, rule+2)
	if b.failed && len(pieces) == 0 {
		return // every name would be unknown
	}
	r := &textResolver{
		builder: b, explicit: map[*Repeat]bool{}, namesakes: map[string][]namesake{},
		alternatives: optional{}, broken: broken,
	}
	b.schema.Style = Stdin
	b.schema.Layout = r.build(pieces, nil)
	if len(b.schema.Vars) > maxVars {
		return
	}
	statements = r.kinds(r.ways(r.unprinted(statements)))
	for _, c := range r.counts {
		c.repeat.Count = r.count(c)
	}
	r.readable(b.schema.Layout, "\n")
	for _, s := range statements {
		r.versions(s, func() { r.statement(s) })
	}
	r.impliedIndices()
	r.characterRanges()
	b.finish()
}

func looksLikeConstraint(line string) bool {
	for _, mark := range []string{"<", ">", "≤", "≥", "≠", `\le`, " is ", " matches ", " in {", "consists of", "sum of "} {
		if strings.Contains(line, mark) {
			return true
		}
	}
	return false
}

// textResolver gives names their meaning: pieces become nodes and variables, statements become constraints.
type textResolver struct {
	*builder
	counts   []pendingCount
	explicit map[*Repeat]bool // written with the word repeat, or an alternative
	broken   bool             // a line of the layout was not understood, so a name may be unknown only for that

	alternative  *Repeat               // that is being built
	alternatives optional              // all of them
	namesakes    map[string][]namesake // by name: those of names that stand in alternatives
	indices      map[string]*Repeat    // by letter: what the present statement's indices run over
	indexed      []*Repeat             // whose Index is set
	sizes        map[string]Expr       // JSON form: how long the lists are
	single       *[]place              // of the comparison that is read: its conditions on single elements; nil elsewhere
}

// place is an index that is no letter, A_1 or A_N, and what it is an index of.
type place struct {
	of *Repeat
	t  *term
}

// pendingCount is a number of repetitions; it waits until the kinds of its names are known.
type pendingCount struct {
	repeat   *Repeat
	term     *term
	declared int // variables that are printed before it
}

func (r *textResolver) build(pieces []*piece, scope *Repeat) []Node {
	var nodes []Node
	for _, p := range pieces {
		switch p.kind {
		case literalPiece:
			nodes = appendLiteral(nodes, p.text)
		case fieldPiece:
			nodes = append(nodes, r.declare(p, scope))
		case listPiece:
			repeat := r.repeat(p, scope)
			r.counts = append(r.counts, pendingCount{repeat, p.count, len(r.schema.Vars)})
			repeat.Body = r.build(p.body, repeat)
			nodes = append(nodes, repeat)
		case oneOfPiece:
			nodes = append(nodes, r.oneOf(p, scope))
		}
	}
	return nodes
}

func (r *textResolver) repeat(p *piece, scope *Repeat) *Repeat {
	repeat := &Repeat{ID: r.repeats, Parent: scope, Separator: p.separator, First: int(p.first), Pos: p.pos}
	r.repeats++
	r.explicit[repeat] = p.explicit
	return repeat
}

// oneOf makes each alternative a Repeat that runs once or never.
func (r *textResolver) oneOf(p *piece, scope *Repeat) *OneOf {
	kind := r.newVar(Var{Name: "the alternative", Kind: Int, Pos: p.pos, Scope: scope, Hidden: true}, p.length)
	n := &OneOf{Kind: kind, Pos: p.pos}
	for i, a := range p.body {
		kind.Domain.Values = append(kind.Domain.Values, strconv.Itoa(i))
		repeat := r.repeat(a, scope)
		distance := &Unary{Op: "abs", X: &Binary{Op: "-", X: &Ref{Var: kind, Pos: p.pos}, Y: number(int64(i))}}
		repeat.Count = &Binary{Op: "-", X: number(1), Y: &Call{Func: "min", Args: []Expr{number(1), distance}}}
		n.Alternatives = append(n.Alternatives, repeat)
		r.alternative, r.alternatives[repeat] = repeat, true
		repeat.Body = r.build(a.body, repeat)
		r.alternative = nil
	}
	return n
}

// appendLiteral joins neighbouring literals.
func appendLiteral(nodes []Node, text string) []Node {
	if text == "" {
		return nodes
	}
	if n := len(nodes); n > 0 {
		if last, ok := nodes[n-1].(*Literal); ok {
			last.Text += text
			return nodes
		}
	}
	return append(nodes, &Literal{Text: text})
}

func (r *textResolver) declare(p *piece, scope *Repeat) *Field {
	if old := r.names[p.name]; old != nil && r.alternative != nil && r.elsewhere(p.name) {
		v := r.newVar(Var{Name: p.name, Kind: Int, Pos: p.pos, Scope: scope}, p.length)
		r.namesakes[p.name] = append(r.namesakes[p.name], namesake{r.alternative, v})
		return &Field{Var: v, Pos: p.pos}
	} else if old != nil {
		r.mistake(p.pos, p.length, "schema-duplicate", fmt.Sprintf(
			"%s is printed a second time (first in line %d); give it a name of its own, and if both are equal say "+
				"so below ---", p.name, old.Pos.Line))
		return &Field{Var: old, Pos: p.pos}
	}
	v := r.newVar(Var{Name: p.name, Kind: Int, Pos: p.pos, Scope: scope}, p.length)
	r.names[p.name] = v
	if r.alternative != nil {
		r.namesakes[p.name] = []namesake{{r.alternative, v}}
	}
	return &Field{Var: v, Pos: p.pos}
}

// namesake is one of the variables that different alternatives of one choice call by one name.
type namesake struct {
	alternative *Repeat
	v           *Var
}

// elsewhere says whether name stands only in other alternatives than the present one, of the same choice.
func (r *textResolver) elsewhere(name string) bool {
	same := r.namesakes[name]
	return len(same) > 0 && !slices.ContainsFunc(same, func(n namesake) bool {
		return n.alternative == r.alternative || n.alternative.Parent != r.alternative.Parent
	})
}

// versions does what is to be done with a statement once for every alternative in which its names stand; names that
// stand in one alternative or in none mean what they always mean.
func (r *textResolver) versions(s *statement, do func()) {
	var shared []string
	s.names(func(t *term) {
		for _, name := range []string{t.whole, t.name} {
			if len(r.namesakes[name]) > 1 && !slices.Contains(shared, name) {
				shared = append(shared, name)
			}
		}
	})
	if len(shared) == 0 {
		do()
		return
	}
	first := map[string]*Var{}
	for _, name := range shared {
		first[name] = r.names[name]
	}
	done := false
	for _, one := range r.namesakes[shared[0]] {
		all := true
		for _, name := range shared {
			i := slices.IndexFunc(r.namesakes[name], func(n namesake) bool { return n.alternative == one.alternative })
			if all = all && i >= 0; all {
				r.names[name] = r.namesakes[name][i].v
			}
		}
		if all {
			do()
			done = true
		}
	}
	for name, v := range first {
		r.names[name] = v
	}
	if !done {
		do() // which says that they do not go together
	}
}

// names visits every name of a statement.
func (s *statement) names(visit func(*term)) {
	ends := []*term{s.low, s.high}
	if s.way != nil {
		ends = append(ends, s.way.from, s.way.to)
	}
	for _, terms := range append(slices.Clone(s.operands), s.subjects, ends) {
		for _, t := range terms {
			if t != nil {
				t.names(visit)
			}
		}
	}
}

func depth(scope *Repeat) int {
	n := 0
	for ; scope != nil; scope = scope.Parent {
		n++
	}
	return n
}

// optional are the Repeats that are alternatives: they run once at the most, so that they have no index.
type optional map[*Repeat]bool

// counted is the scope, or the one around it, over which an index runs.
func (o optional) counted(scope *Repeat) *Repeat {
	for o[scope] {
		scope = scope.Parent
	}
	return scope
}

// depth is how many indices a variable of the scope can have.
func (o optional) depth(scope *Repeat) int {
	n := 0
	for scope = o.counted(scope); scope != nil; scope = o.counted(scope.Parent) {
		n++
	}
	return n
}

// lookup finds the variable that t names and the indices that it has.
func (r *textResolver) lookup(t *term) (*Var, []*term, *Mistake) {
	if v := r.names[t.whole]; t.whole != "" && v != nil {
		return v, nil, nil
	}
	v := r.names[t.name]
	if v == nil {
		return nil, nil, r.unknown(t)
	}
	index := t.index
	if len(index) == 1 && index[0].op == "name" && len(index[0].index) == 0 && r.alternatives.depth(v.Scope) == len([]rune(index[0].name)) {
		var letters []*term // A_ij is A_{i,j}
		for _, letter := range index[0].name {
			one := string(letter)
			letters = append(letters, &term{op: "name", name: one, whole: one, pos: index[0].pos, length: 1})
		}
		index = letters
	}
	if len(index) > r.alternatives.depth(v.Scope) {
		what := "is a single value in the layout, so it takes no index"
		if n := r.alternatives.depth(v.Scope); n == 1 {
			what = "takes one index"
		} else if n > 1 {
			what = fmt.Sprintf("takes %d indices at most", n)
		}
		return nil, nil, newMistake(t.pos, t.length, "schema-index", fmt.Sprintf("%s %s; here are %d", t.name, what, len(index)))
	}
	if lists := r.listDepth(v.Scope); len(index) > 0 && len(index) < lists {
		return nil, nil, newMistake(t.pos, t.length, "schema-index",
			fmt.Sprintf("%s has %d of its %d indices here; name them all, or none to speak of every "+
				"element", t.name, len(index), lists))
	}
	scope := r.alternatives.counted(v.Scope)
	for _, i := range slices.Backward(index) {
		if m := r.counter(v, i); m != nil {
			known := true
			i.names(func(t *term) { known = known && r.names[t.name] != nil })
			if r.single == nil || !known {
				return nil, nil, m
			}
			*r.single = append(*r.single, place{scope, i})
		}
		scope = r.alternatives.counted(scope.Parent)
	}
	return v, index, nil
}

// listDepth is the number of lists around a variable that are no repeat lines; their indices are written.
func (r *textResolver) listDepth(scope *Repeat) int {
	n := 0
	for ; scope != nil && !r.explicit[scope]; scope = scope.Parent {
		n++
	}
	return n
}

// counter checks that an index stands for every element.
func (r *textResolver) counter(v *Var, i *term) *Mistake {
	single := i.op == "number"
	if i.op == "name" {
		if w := r.names[i.name]; w != nil {
			// A name from outside the list means its value; but i and j are indices, whatever is called so besides.
			single = w.Scope != v.Scope && encloses(w.Scope, v.Scope) && i.name != "i" && i.name != "j"
			for scope := v.Scope; scope != nil; scope = scope.Parent {
				single = single || scope.Count != nil && slices.Contains(refs(scope.Count), w)
				for _, c := range r.counts {
					if c.repeat == scope {
						c.term.names(func(t *term) { single = single || t.name == i.name })
					}
				}
			}
		} else if len([]rune(i.name)) > 1 {
			return r.unknown(i)
		}
	}
	switch {
	case single:
		return newMistake(i.pos, i.length, "schema-unsupported", fmt.Sprintf(
			"a condition on one element of %s cannot be read by this version; %s_i speaks of every "+
				"element", v.Name, v.Name))
	case i.op != "name" || len(i.index) > 0:
		return newMistake(i.pos, i.length, "schema-unsupported", fmt.Sprintf(
			"this index of %s cannot be read by this version; use %s_i, and for neighbours: %s is sorted, or "+
				"strictly increasing", v.Name, v.Name, v.Name))
	}
	return nil
}

func (r *textResolver) unknown(t *term) *Mistake {
	if r.broken {
		return nil // perhaps it stands in a line that was not understood: one mistake at a time
	}
	message := fmt.Sprintf("the layout prints no %s", t.name)
	if instead := functions[t.name]; instead != "" {
		message += "; write " + instead
	} else if best := r.closest(t.name); best != "" {
		message += fmt.Sprintf("; did you mean %s?", best)
	} else {
		message += "; print it above --- or take it out here"
	}
	return newMistake(t.pos, t.length, "schema-name", message)
}

func (r *textResolver) closest(name string) string {
	best, distance := "", 3
	if len(r.mistakes) > maxMistakes {
		return "" // nobody will see it
	}
	for _, v := range r.schema.Vars {
		if v.Hidden {
			continue
		}
		d := editDistance(strings.ToLower(name), strings.ToLower(v.Name))
		if d < distance && d < max(len(name), 2) {
			best, distance = v.Name, d
		}
	}
	if best == "" || (distance > 1 && len([]rune(name)) < 4) || (distance == 1 && len([]rune(name)) < 2) {
		return ""
	}
	return best
}

func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 30 || len(y) > 30 {
		return 99
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(y)]
}

// count resolves a number of repetitions.
func (r *textResolver) count(c pendingCount) Expr {
	zero := &Number{Value: new(big.Rat)}
	scopes := map[*Repeat]bool{nil: true}
	for scope := c.repeat.Parent; scope != nil; scope = scope.Parent {
		scopes[scope] = true
	}
	e, m := r.convert(c.term, func(t *term) (Expr, *Mistake) {
		v, _, m := r.lookup(t)
		switch {
		case m != nil && m.Code == "schema-name":
			m.Message += fmt.Sprintf(" (where the input does not say how long the list is: %s is not printed)", t.name)
			return zero, m
		case m != nil || v == nil:
			return zero, m
		case v.ID >= c.declared && !v.Hidden:
			return nil, newMistake(t.pos, t.length, "schema-list", fmt.Sprintf(
				"%s is printed behind the list that it counts, so nobody can read the list; print it before", t.name))
		case v.Kind != Int:
			return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf("%s is no integer, so it cannot count", t.name))
		case !scopes[v.Scope] && depth(v.Scope) > depth(c.repeat.Parent):
			return nil, newMistake(t.pos, t.length, "schema-index", fmt.Sprintf(
				"%s has many values here; count with a name that stands outside the list", t.name))
		}
		return &Ref{Var: v, Pos: t.pos}, nil
	})
	if m != nil {
		r.add(*m)
	}
	if e == nil {
		return zero
	}
	if n, ok := e.(*Number); ok && (!n.Value.IsInt() || n.Value.Sign() < 0) {
		r.mistake(c.term.pos, c.term.length, "schema-number",
			"the number of repetitions is an integer that is not negative")
	}
	return e
}

// unprinted makes variables of the names that count and are not printed: the input goes on as long as it does. It returns
// the other statements.
func (r *textResolver) unprinted(statements []*statement) []*statement {
	return slices.DeleteFunc(statements, func(s *statement) bool {
		if s.kind != unprinted {
			return false
		}
		for _, t := range s.subjects {
			old := r.names[t.name]
			at := slices.IndexFunc(r.counts, func(c pendingCount) bool {
				counts := c.term.op == "name" && c.term.name == t.name
				if (c.term.op == "+" || c.term.op == "-") && c.term.args[1].op == "number" {
					counts = c.term.args[0].op == "name" && c.term.args[0].name == t.name
				}
				return counts
			})
			switch {
			case t.op != "name" || len(t.index) > 0:
				r.mistake(t.pos, t.length, "schema-syntax", "only the name of a count can stand here, as in K is not printed")
			case old != nil && !old.Hidden:
				r.mistake(t.pos, t.length, "schema-duplicate", fmt.Sprintf(
					"%s is printed in line %d; take it out there, or take this line out", t.name, old.Pos.Line))
			case old != nil:
				r.mistake(t.pos, t.length, "schema-duplicate", fmt.Sprintf("that %s is not printed is said twice", t.name))
			case at < 0:
				r.mistake(t.pos, t.length, "schema-list", fmt.Sprintf(
					"nothing is counted by %[1]s; it is the end of a list, A_1 ... A_%[1]s, or stands behind repeat", t.name))
			default:
				c := r.counts[at]
				r.names[t.name] = r.newVar(Var{Name: t.name, Kind: Int, Pos: t.pos, Scope: c.repeat.Parent, Hidden: true}, t.length)
			}
		}
		return true
	})
}

// ways joins what is said of the ways in a graph, in a line of its own, to the line that says what the graph is. It returns
// the other statements.
func (r *textResolver) ways(statements []*statement) []*statement {
	var graphs []*statement
	for _, s := range statements {
		if s.kind == graph || s.kind == tree {
			graphs = append(graphs, s)
		}
	}
	return slices.DeleteFunc(statements, func(s *statement) bool {
		if s.kind != reachable {
			return false
		}
		switch {
		case len(graphs) != 1:
			r.mistake(s.pos, s.length, "schema-syntax", "of which graph? say it where that is described, as in: (u, v) is a directed graph "+
				"on 1..N with every vertex reachable from 1")
		case graphs[0].way != nil:
			r.mistake(s.pos, s.length, "schema-unsupported", fmt.Sprintf(
				"of one graph one such condition can be kept, and line %d has one; keep the stricter one", graphs[0].way.pos.Line))
		default:
			graphs[0].way = s.way
		}
		return true
	})
}

// readable refuses lists of which nobody could tell where they end: one whose length is not printed takes the rest of its
// line, or all lines up to the end of the input or to a last line that is always the same.
func (r *textResolver) readable(nodes []Node, behind string) {
	for i, n := range nodes {
		rest := behind
		fixed := true // nothing but literals follows
		for _, more := range slices.Backward(nodes[i+1:]) {
			if l, ok := more.(*Literal); ok {
				rest = l.Text + rest
			} else {
				rest, fixed = "", false
			}
		}
		switch n := n.(type) {
		case *OneOf:
			for _, a := range n.Alternatives {
				r.readable(a.Body, rest)
			}
		case *Repeat:
			inside := n.Separator
			if inside == "" {
				inside = "?"
			}
			r.readable(n.Body, inside)
			hidden := slices.ContainsFunc(refs(n.Count), func(v *Var) bool { return v.Hidden && r.names[v.Name] == v })
			lines := endsLine(n.Body)
			if !hidden || lines && fixed && n.Parent == nil || !lines && strings.HasPrefix(rest, "\n") {
				continue
			}
			r.mistake(n.Pos, 1, "schema-list", "nobody can tell where this list ends: a list whose length is not printed is the "+
				"last thing of its line, or the last lines of all")
		}
	}
}

// convert turns a term into an expression; constant parts are worked out exactly.
func (b *builder) convert(t *term, name func(*term) (Expr, *Mistake)) (Expr, *Mistake) {
	switch t.op {
	case "number":
		return &Number{Value: t.value}, nil
	case "name", "length":
		return name(t)
	case "character":
		return nil, newMistake(t.pos, t.length, "schema-unsupported", fmt.Sprintf(
			"a character cannot be calculated or compared with by this version, but with one that is given: %[1]s[1] != 0; an element "+
				"of a list is %[1]s_1", t.name))
	}
	args := make([]Expr, len(t.args))
	values := make([]*big.Rat, 0, len(t.args))
	var first *Mistake
	for i, a := range t.args {
		e, m := b.convert(a, name)
		if m != nil && first == nil {
			first = m
		}
		args[i] = e
		if n, ok := e.(*Number); ok {
			values = append(values, n.Value)
		}
	}
	if first != nil {
		return nil, first
	}
	if len(values) == len(args) {
		value, why := fold(t.op, values)
		if why != "" {
			return nil, newMistake(t.pos, t.length, "schema-number", why)
		}
		return &Number{Value: value}, nil
	}
	switch t.op {
	case "neg":
		return &Unary{Op: "-", X: args[0]}, nil
	case "abs":
		return &Unary{Op: "abs", X: args[0]}, nil
	case "min", "max", "gcd":
		return &Call{Func: t.op, Args: args}, nil
	}
	if n, ok := args[1].(*Number); ok {
		switch {
		case (t.op == "/" || t.op == "%") && n.Value.Sign() == 0:
			return nil, newMistake(t.args[1].pos, t.args[1].length, "schema-number", "this divides by zero")
		case t.op == "^" && (n.Value.Sign() < 0 || !n.Value.IsInt() || n.Value.Cmp(big.NewRat(maxDigits, 1)) > 0):
			return nil, newMistake(t.args[1].pos, t.args[1].length, "schema-number",
				fmt.Sprintf("an exponent is an integer from 0 to %d", maxDigits))
		}
	}
	return &Binary{Op: t.op, X: args[0], Y: args[1]}, nil
}

const maxBits = maxDigits*3322/1000 + 1

// fold works out a constant; why says what is wrong with it.
func fold(op string, v []*big.Rat) (value *big.Rat, why string) {
	integers := !slices.ContainsFunc(v, func(x *big.Rat) bool { return !x.IsInt() })
	tooLarge := fmt.Sprintf("this number has more than %d digits; write a smaller one", maxDigits)
	value = new(big.Rat)
	switch op {
	case "neg":
		return value.Neg(v[0]), ""
	case "abs":
		return value.Abs(v[0]), ""
	case "+":
		value.Add(v[0], v[1])
	case "-":
		value.Sub(v[0], v[1])
	case "*":
		value.Mul(v[0], v[1])
	case "/":
		if v[1].Sign() == 0 {
			return nil, "this divides by zero"
		}
		value.Quo(v[0], v[1])
		if integers && !value.IsInt() {
			value.SetInt(floorDiv(v[0].Num(), v[1].Num()))
		}
	case "^":
		if !v[1].IsInt() || v[1].Sign() < 0 {
			return nil, "an exponent is an integer that is not negative"
		}
		bits := int64(max(v[0].Num().BitLen(), v[0].Denom().BitLen()) - 1)
		if !v[1].Num().IsInt64() || v[1].Num().Int64() > 1_000_000 || bits*v[1].Num().Int64() > int64(maxBits) {
			if v[0].IsInt() && v[0].Num().BitLen() <= 1 { // 0, 1 and -1 stay small
				return fold("^", []*big.Rat{v[0], new(big.Rat).SetInt64(2 + int64(v[1].Num().Bit(0)))})
			}
			return nil, tooLarge
		}
		e := v[1].Num()
		value.SetFrac(new(big.Int).Exp(v[0].Num(), e, nil), new(big.Int).Exp(v[0].Denom(), e, nil))
	case "min":
		return slices.MinFunc(v, (*big.Rat).Cmp), ""
	case "max":
		return slices.MaxFunc(v, (*big.Rat).Cmp), ""
	default: // % and gcd
		if !integers {
			return nil, op + " needs integers"
		}
		if op == "gcd" {
			g := new(big.Int)
			for _, x := range v {
				g.GCD(nil, nil, g, new(big.Int).Abs(x.Num()))
			}
			return value.SetInt(g), ""
		}
		if v[1].Sign() == 0 {
			return nil, "this divides by zero"
		}
		q := floorDiv(v[0].Num(), v[1].Num())
		value.SetInt(q.Sub(v[0].Num(), q.Mul(q, v[1].Num())))
	}
	if value.Num().BitLen() > maxBits || value.Denom().BitLen() > maxBits {
		return nil, tooLarge
	}
	return value, ""
}

func floorDiv(x, y *big.Int) *big.Int {
	q, m := new(big.Int).QuoRem(x, y, new(big.Int))
	if m.Sign() != 0 && (m.Sign() < 0) != (y.Sign() < 0) {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

// subject finds the variable that a predicate speaks of.
func (r *textResolver) subject(t *term) *Var {
	if t.op != "name" {
		r.mistake(t.pos, t.length, "schema-syntax", "only a name can stand here, as in A is distinct")
		return nil
	}
	v, _, m := r.lookup(t)
	if m != nil {
		r.add(*m)
	}
	return v
}

// kinds finds out which variables are texts and which are real, and returns the statements that remain to be resolved.
func (r *textResolver) kinds(statements []*statement) []*statement {
	said := map[*Var]*statement{} // who said so
	claim := func(v *Var, s *statement, k Kind, t *term) bool {
		if old := said[v]; old != nil {
			r.mistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
				"%s is described twice, here and in line %d; one line says what values it has", v.Name, old.pos.Line))
			return false
		}
		said[v] = s
		v.Kind = k
		return true
	}
	var rest []*statement
	for _, s := range statements {
		switch {
		case s.kind == oneOf && !slices.ContainsFunc(s.subjects, func(t *term) bool { return !r.isElement(t) }):
			rest = append(rest, s)
			continue
		case s.kind == oneOf || s.kind == textual || s.kind == real:
		default:
			rest = append(rest, s)
			continue
		}
		r.versions(s, func() {
			for _, t := range s.subjects {
				v := r.subject(t)
				if v == nil {
					continue
				}
				switch {
				case s.kind == real:
					if claim(v, s, Real, t) {
						v.Decimals = s.decimals
					}
				case s.kind == oneOf && s.numeric:
					if claim(v, s, Int, t) {
						v.Domain.Values = s.values
					}
				case s.kind == oneOf:
					if claim(v, s, String, t) {
						v.Domain.Values = s.values
					}
				default:
					if claim(v, s, String, t) {
						r.setRule(v, s.rule, s)
					}
				}
			}
		})
	}
	return r.spellings(r.cells(rest))
}

// setRule makes v a text by the given rule; what the rule says of the length becomes constraints on |v|.
func (b *builder) setRule(v *Var, rule *textRule, s *statement) {
	v.Kind = String
	v.Domain.Alphabet, v.Domain.Pattern = rule.alphabet, rule.pattern
	b.textRules = append(b.textRules, ruleOf{v, rule, s})
}

// lengthOf is the variable that holds the length of a text.
func (b *builder) lengthOf(v *Var) *Var {
	if v.Domain.Length == nil {
		v.Domain.Length = b.newVar(Var{Name: "|" + v.Name + "|", Kind: Int, Pos: v.Pos, Scope: v.Scope, Hidden: true}, 1)
	}
	return v.Domain.Length
}

// use is a name in a comparison, with its indices.
type use struct {
	v     *Var
	index []*term
	t     *term
}

// expr resolves one side of a comparison.
func (r *textResolver) expr(t *term) (Expr, []use, *Mistake) {
	var uses []use
	t = r.lengths(t)
	e, m := r.convert(t, func(t *term) (Expr, *Mistake) {
		if over := r.indices[t.name]; over != nil && len(t.index) == 0 && r.names[t.name] == nil {
			v := r.indexOf(over, t)
			uses = append(uses, use{v: v, t: t})
			return &Ref{Var: v, Pos: t.pos}, nil
		}
		if size := r.sizes[t.name]; size != nil && t.op == "length" && len(t.index) == 0 {
			for _, v := range refs(size) {
				uses = append(uses, use{v: v, t: t})
			}
			return size, nil
		}
		v, index, m := r.lookup(t)
		if m != nil || v == nil {
			return nil, cmpMistake(m)
		}
		if t.op == "length" && v.Kind != String {
			return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
				"%s has no length of its own; only a list or a text has", t.name))
		}
		if v.Kind == String {
			if t.op != "length" {
				return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
					"%s is a text, so it cannot be calculated with; its length is |%s|", t.name, t.name))
			}
			if len(v.Domain.Values) > 0 {
				return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
					"the length of %s follows from its values; leave this out, or use matches instead of in", t.name))
			}
			v = r.lengthOf(v)
		}
		if v.isCharacter() {
			return nil, newMistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
				"%[1]s has characters, which cannot be calculated with; say which one stands at a place: %[1]s_{R,C} = %[2]s", t.name, v.Names[0]))
		}
		uses = append(uses, use{v, index, t})
		return &Ref{Var: v, Pos: t.pos}, nil
	})
	return e, uses, m
}

// indicesOf finds what the index letters of a statement run over.
func (r *textResolver) indicesOf(s *statement) map[string]*Repeat {
	over := map[string]*Repeat{}
	s.names(func(t *term) {
		v, index, m := r.lookup(t)
		if m != nil || v == nil {
			return
		}
		scope := r.alternatives.counted(v.Scope)
		for i := len(index) - 1; i >= 0 && scope != nil; i-- {
			over[index[i].name] = scope
			scope = r.alternatives.counted(scope.Parent)
		}
	})
	return over
}

// indexOf is the variable that holds the index of an iteration.
func (r *textResolver) indexOf(over *Repeat, t *term) *Var {
	if over.Index == nil {
		over.Index = r.newVar(Var{Name: t.name, Kind: Int, Pos: t.pos, Scope: over, Hidden: true}, t.length)
		r.indexed = append(r.indexed, over)
	}
	return over.Index
}

// impliedIndices says as constraints between which numbers the indices lie.
func (r *textResolver) impliedIndices() {
	for _, repeat := range r.indexed {
		v := repeat.Index
		ref := &Ref{Var: v, Pos: v.Pos}
		low, high := number(int64(repeat.First)), plus(repeat.Count, int64(repeat.First)-1)
		for _, side := range [2][2]Expr{{low, ref}, {ref, high}} {
			r.constraint(&Constraint{
				Kind: Compare, Pos: v.Pos, Text: exprText(side[0]) + " <= " + exprText(side[1]),
				Op: LessEqual, Left: side[0], Right: side[1],
			}, 1)
		}
	}
}

// silent stands for a mistake that was reported elsewhere.
var silent = &Mistake{}

func cmpMistake(m *Mistake) *Mistake {
	if m == nil {
		return silent
	}
	return m
}

func (b *builder) report(m *Mistake) {
	if m != silent {
		b.add(*m)
	}
}

// lengths turns |S| of a text S into its length.
func (r *textResolver) lengths(t *term) *term {
	if t.op == "abs" && t.args[0].op == "name" {
		inner := *t.args[0]
		v := r.names[inner.name]
		if w := r.names[inner.whole]; w != nil {
			v = w
		}
		if v != nil && v.Kind == String {
			inner.op, inner.pos, inner.length = "length", t.pos, t.length
			return &inner
		}
	}
	c := *t
	c.args = make([]*term, len(t.args))
	for i, a := range t.args {
		c.args[i] = r.lengths(a)
	}
	return &c
}

// constraint adds a constraint that covers length code points. That there are too many is a mistake, and said once.
func (b *builder) constraint(c *Constraint, length int) {
	if b.full {
		return
	}
	for _, e := range []Expr{c.Left, c.Right} {
		if e != nil {
			walk(e, func(Expr) { b.terms++ })
		}
	}
	if len(b.schema.Constraints) == maxConstraints || b.terms > maxAllTerms {
		b.full = true
		b.mistake(c.Pos, length, "schema-too-large",
			"the constraints are too many from here on; state what is alike for a list")
		return
	}
	b.schema.Constraints = append(b.schema.Constraints, c)
	b.spans = append(b.spans, length)
}

// ofList adds a constraint on the values of a list. In an alternative, a Repeat that runs once at the most, it would hold
// of one value at a time and so say nothing.
func (r *textResolver) ofList(s *statement, c *Constraint) {
	for _, v := range c.Vars {
		if r.alternatives[v.Scope] {
			name := v.Name
			if v.Hidden { // an index
				name = c.Vars[len(c.Vars)-1].Name
			}
			r.mistake(s.pos, s.length, "schema-unsupported", fmt.Sprintf(
				"%s is printed in some of the lines only, and what is to hold of all its values together cannot be made by "+
					"this version; take this out and check it in a validator program", name))
			return
		}
	}
	r.constraint(c, s.length)
}

func (r *textResolver) statement(s *statement) {
	if r.full {
		return
	}
	r.indices = r.indicesOf(s)
	switch s.kind {
	case chain:
		r.chain(s)
		return
	case sumAtMost, inRange, multiple, prime:
		for _, t := range s.subjects {
			r.bounded(s, t)
		}
		return
	case cells:
		r.cellRules(s)
		return
	case integer:
		for _, t := range s.subjects {
			if v := r.subject(t); v != nil && v.Kind != Int {
				r.mistake(t.pos, t.length, "schema-kind", fmt.Sprintf("%s is no integer by another line", t.name))
			}
		}
		return
	}
	vars := make([]*Var, len(s.subjects))
	for i, t := range s.subjects {
		v := r.subject(t)
		if v == nil {
			return
		}
		vars[i] = v
		if v.Scope == nil {
			r.mistake(t.pos, t.length, "schema-index", fmt.Sprintf(
				"%s is a single value; this can be said of a list only", t.name))
			return
		}
		needsInteger := s.kind == permutation || s.kind == tree || s.kind == graph || s.kind == parents
		if (v.isText() && s.kind != distinct) || (v.Kind != Int && needsInteger) {
			r.mistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
				"this can be said of numbers only, and %s is none", t.name))
			return
		}
	}
	switch s.kind {
	case tree, graph, together:
		for i, v := range vars[1:] {
			if v.Scope != vars[0].Scope || slices.Contains(vars[:i+1], v) {
				r.mistake(s.subjects[i+1].pos, s.subjects[i+1].length, "schema-index", fmt.Sprintf(
					"these must be different columns of one list; print %s and %s side by "+
						"side", s.subjects[0].name, s.subjects[i+1].name))
				return
			}
		}
		r.listConstraint(s, map[statementKind]ConstraintKind{
			tree: Tree, graph: Graph, together: DistinctTogether,
		}[s.kind], vars)
		return
	case parents:
		for i, v := range vars {
			r.parents(s, v, s.subjects[i])
		}
		return
	}
	for _, v := range vars {
		r.listConstraint(s, map[statementKind]ConstraintKind{
			distinct: Distinct, sorted: Sorted, increasing: StrictlyIncreasing, permutation: Permutation,
		}[s.kind], []*Var{v})
	}
}

// parents says that v lists, for each vertex but the first, the one above it: the edges from the index to the value
// connect as many vertices as they are, and one more.
func (r *textResolver) parents(s *statement, v *Var, t *term) {
	if v.Scope.First == 0 {
		r.mistake(t.pos, t.length, "schema-index", fmt.Sprintf(
			"the root has no parent: a parent array begins with %[1]s_1 (the root is 0) or %[1]s_2 (the root is 1)", t.name))
		return
	}
	index := r.indexOf(v.Scope, &term{name: "i", pos: t.pos, length: t.length})
	root := int64(v.Scope.First) - 1
	r.ofList(s, &Constraint{
		Kind: Graph, Pos: s.pos, Text: s.text, Vars: []*Var{index, v},
		Low: number(root), High: plus(v.Scope.Count, root), Graph: Shape{Connected: true},
	})
}

func (r *textResolver) listConstraint(s *statement, kind ConstraintKind, vars []*Var) {
	c := &Constraint{Kind: kind, Pos: s.pos, Text: s.text, Vars: vars, Graph: s.shape, Falling: s.falling}
	good := true
	outside := func(t *term) Expr {
		e, uses, m := r.expr(t)
		if m != nil {
			r.report(m)
			good = false
		}
		for _, u := range uses {
			if good && (!encloses(u.v.Scope, vars[0].Scope) || u.v.Scope == vars[0].Scope) {
				r.mistake(u.t.pos, u.t.length, "schema-index", fmt.Sprintf(
					"%s has many values here; the range needs names that stand outside the list", u.t.name))
				good = false
			}
		}
		return e
	}
	if s.low != nil {
		c.Low = outside(s.low)
		if good {
			c.High = outside(s.high)
		}
	}
	if good && s.way != nil && kind == Graph {
		good = r.way(c, s, outside) && good
	}
	if good {
		r.ofList(s, c)
	}
}

// way says of a graph which vertices are joined by ways.
func (r *textResolver) way(c *Constraint, s *statement, outside func(*term) Expr) bool {
	w := s.way
	switch {
	case !c.Graph.Directed && (w.from == nil || w.to == nil):
		c.Graph.Connected = true // which is the same there
		return true
	case w.from == nil && w.to == nil:
		r.mistake(w.pos, w.length, "schema-unsupported", "strongly connected graphs cannot be made by this version; "+
			"every vertex is reachable from 1 comes near to it")
		return false
	case c.Graph.Forest:
		r.mistake(w.pos, w.length, "schema-unsupported", "this cannot be said of a forest by this version; in a tree every vertex is "+
			"reachable, and of a graph it can be said")
		return false
	case c.Graph.Directed && c.Graph.Bipartite:
		r.mistake(w.pos, w.length, "schema-unsupported", "this cannot be said of a directed bipartite graph by this version; "+
			"leave out one of both")
		return false
	}
	if w.from != nil {
		c.From = outside(w.from)
	}
	if w.to != nil {
		c.To = outside(w.to)
	}
	return true
}

// encloses says whether scope a is b or around it.
func encloses(a, b *Repeat) bool {
	for ; b != a; b = b.Parent {
		if b == nil {
			return false
		}
	}
	return true
}

// bounded resolves "sum of", "in LOW..HIGH" and divisibility.
func (r *textResolver) bounded(s *statement, t *term) {
	x, uses, m := r.expr(t)
	if m != nil {
		r.report(m)
		return
	}
	if s.kind == prime {
		if ref, ok := x.(*Ref); !ok || ref.Var.Kind != Int {
			r.mistake(t.pos, t.length, "schema-kind", "this can be said of an integer only, as in p is prime")
			return
		}
		r.constraint(&Constraint{
			Kind: Compare, Pos: s.pos, Text: s.text, Op: Equal, Left: &Call{Func: "prime", Args: []Expr{x}}, Right: number(1),
		}, s.length)
		return
	}
	low, more, m := r.expr(s.low)
	if m != nil {
		r.report(m)
		return
	}
	switch s.kind {
	case sumAtMost:
		ref, ok := x.(*Ref)
		if !ok {
			if ref = r.named(s, t, x, uses); ref == nil {
				return
			}
		}
		switch {
		case ref.Var.Scope == nil:
			r.mistake(t.pos, t.length, "schema-index", fmt.Sprintf(
				"%s is a single value; a sum runs over a list or a repeat", t.name))
			return
		case s.overall && ref.Var.Scope.Parent != nil:
			r.mistake(t.pos, t.length, "schema-unsupported", fmt.Sprintf("a sum of %s goes over one list or repeat, and not over "+
				"those of all test cases together; bound how many there are instead, as in sum of N <= 2*10^5", t.name))
			return
		}
		for _, u := range more {
			if !encloses(u.v.Scope, ref.Var.Scope) || u.v.Scope == ref.Var.Scope {
				r.mistake(u.t.pos, u.t.length, "schema-index", fmt.Sprintf(
					"%s has many values here; the bound of a sum stands outside the list", u.t.name))
				return
			}
		}
		if s.strict {
			low = plus(low, -1)
		}
		r.ofList(s, &Constraint{Kind: SumAtMost, Pos: s.pos, Text: s.text, Vars: []*Var{ref.Var}, Sum: low})
	case inRange:
		high, most, m := r.expr(s.high)
		if m != nil {
			r.report(m)
			return
		}
		if !r.aligned(append(append(uses, more...), most...)) || !r.fractions(s, low, x) || !r.fractions(s, x, high) {
			return
		}
		r.constraint(&Constraint{Kind: Compare, Pos: s.pos, Text: s.text, Op: LessEqual, Left: low, Right: x}, s.length)
		r.constraint(&Constraint{Kind: Compare, Pos: s.pos, Text: s.text, Op: LessEqual, Left: x, Right: high}, s.length)
	case multiple:
		if ref, ok := x.(*Ref); ok && ref.Var.Kind == Real {
			r.mistake(t.pos, t.length, "schema-kind", fmt.Sprintf(
				"%s is real; this can be said of integers only", t.name))
			return
		}
		if n, ok := low.(*Number); ok && (n.Value.Sign() <= 0 || !n.Value.IsInt()) {
			r.mistake(s.low.pos, s.low.length, "schema-number",
				"only multiples of an integer from 1 on can be asked for")
			return
		}
		if !r.aligned(append(uses, more...)) {
			return
		}
		r.constraint(&Constraint{
			Kind: Compare, Pos: s.pos, Text: s.text, Op: Equal,
			Left: &Binary{Op: "%", X: x, Y: low}, Right: &Number{Value: new(big.Rat).SetInt64(s.rest)},
		}, s.length)
	}
}

// named gives an expression over the values of one iteration, the size N*M of a grid, say, a variable of its own.
func (r *textResolver) named(s *statement, t *term, e Expr, uses []use) *Ref {
	var scope *Repeat
	for _, u := range uses {
		if u.v.Scope != nil && (scope == nil || encloses(scope, u.v.Scope)) {
			scope = u.v.Scope
		}
	}
	for _, u := range uses {
		if !encloses(u.v.Scope, scope) {
			r.mistake(t.pos, t.length, "schema-index", fmt.Sprintf(
				"%s stands in another list than the rest; a sum adds one value of every repetition", u.t.name))
			return nil
		}
	}
	if scope == nil {
		r.mistake(t.pos, t.length, "schema-index", "a sum runs over a list or a repeat, and here are single values only")
		return nil
	}
	v := r.newVar(Var{Name: exprText(e), Kind: Int, Pos: t.pos, Scope: scope, Hidden: true}, t.length)
	ref := &Ref{Var: v, Pos: t.pos}
	r.constraint(&Constraint{Kind: Compare, Pos: s.pos, Text: s.text, Op: Equal, Left: ref, Right: e}, s.length)
	return ref
}

func plus(e Expr, k int64) Expr {
	if n, ok := e.(*Number); ok {
		return &Number{Value: new(big.Rat).Add(n.Value, new(big.Rat).SetInt64(k))}
	}
	if b, ok := e.(*Binary); ok && (b.Op == "+" || b.Op == "-") {
		if n, ok := b.Y.(*Number); ok && n.Value.IsInt() && n.Value.Num().IsInt64() { // N-1+1 is N
			own := n.Value.Num().Int64()
			if b.Op == "-" {
				own = -own
			}
			if own == -k {
				return b.X
			}
		}
	}
	if k == 0 {
		return e
	}
	if k < 0 {
		return &Binary{Op: "-", X: e, Y: &Number{Value: new(big.Rat).SetInt64(-k)}}
	}
	return &Binary{Op: "+", X: e, Y: &Number{Value: new(big.Rat).SetInt64(k)}}
}

// aligned checks that all names of one comparison can run side by side.
func (r *textResolver) aligned(uses []use) bool {
	for i, x := range uses {
		for _, y := range uses[:i] {
			if m := r.pair(y, x); m != nil {
				r.add(*m)
				return false
			}
		}
	}
	return true
}

func (r *textResolver) pair(x, y use) *Mistake {
	for i := range min(len(x.index), len(y.index)) {
		if x.index[i].key() != y.index[i].key() && x.v == y.v {
			for _, at := range []*term{x.index[i], y.index[i]} {
				if at.op != "name" || r.names[at.name] != nil {
					return newMistake(y.t.pos, y.t.length, "schema-unsupported", fmt.Sprintf(
						"elements of one list, here %s, cannot be compared with each other by this version; compare them with "+
							"what stands outside of it, or say: %s is sorted", x.v.Name, x.v.Name))
				}
			}
		}
		if x.index[i].key() != y.index[i].key() {
			return newMistake(y.t.pos, y.t.length, "schema-index", fmt.Sprintf(
				"%s and %s have different indices; a comparison needs the same ones, and for all pairs of one list "+
					"write: %s is distinct",
				x.t.name, y.t.name, y.t.name))
		}
	}
	path := func(s *Repeat) []*Repeat {
		var p []*Repeat
		for ; s != nil; s = s.Parent {
			p = append(p, s)
		}
		slices.Reverse(p)
		return p
	}
	p, q := path(x.v.Scope), path(y.v.Scope)
	for i := range min(len(p), len(q)) {
		if p[i] != q[i] && (r.alternatives[p[i]] || r.alternatives[q[i]]) {
			return newMistake(y.t.pos, y.t.length, "schema-index", fmt.Sprintf(
				"%s and %s are never printed together: they stand in different alternatives", x.t.name, y.t.name))
		}
		if p[i] != q[i] && exprKey(p[i].Count) != exprKey(q[i].Count) {
			return newMistake(y.t.pos, y.t.length, "schema-index", fmt.Sprintf(
				"%s and %s stand in lists of different length, so they cannot be compared one by "+
					"one", x.t.name, y.t.name))
		}
	}
	return nil
}

// exprKey is equal for expressions that are written alike.
func exprKey(e Expr) string {
	switch e := e.(type) {
	case *Number:
		return e.Value.RatString()
	case *Ref:
		return fmt.Sprintf("v%d", e.Var.ID)
	case *Unary:
		return "(" + e.Op + " " + exprKey(e.X) + ")"
	case *Binary:
		return "(" + exprKey(e.X) + e.Op + exprKey(e.Y) + ")"
	case *Call:
		keys := make([]string, len(e.Args))
		for i, a := range e.Args {
			keys[i] = exprKey(a)
		}
		return e.Func + "(" + strings.Join(keys, ",") + ")"
	}
	return "?"
}

// operand is one member of a chain, resolved.
type operand struct {
	t    *term
	e    Expr
	uses []use
	at   []place // the elements of which it speaks alone
}

func (r *textResolver) chain(s *statement) {
	if r.neighbours(s) || r.everyPair(s) {
		return
	}
	var places []place
	r.single = &places
	defer func() { r.single = nil }()
	resolved := make([][]operand, len(s.operands))
	good := true
	for i, terms := range s.operands {
		for _, t := range terms {
			places = places[:0]
			e, uses, m := r.expr(t)
			if m != nil {
				r.report(m)
				good = false
				continue
			}
			resolved[i] = append(resolved[i], operand{t, e, uses, slices.Clone(places)})
		}
	}
	r.single = nil
	if !good || !r.whole(s, resolved) {
		return
	}
	for i, op := range s.ops {
		for _, x := range resolved[i] {
			for _, y := range resolved[i+1] {
				if r.full || !r.compare(s, op, x, y) {
					return
				}
			}
		}
	}
}

func (r *textResolver) compare(s *statement, op string, x, y operand) bool {
	if len(x.uses)+len(y.uses) == 0 {
		r.mistake(x.t.pos, y.t.pos.Column+y.t.length-x.t.pos.Column, "schema-syntax",
			"this compares two numbers and says nothing about the input; a name is expected on one side")
		return false
	}
	if !r.aligned(append(slices.Clone(x.uses), y.uses...)) {
		return false
	}
	c := &Constraint{Kind: Compare, Pos: x.t.pos, Text: s.text, Left: x.e, Right: y.e}
	for _, at := range slices.Concat(x.at, y.at) {
		if !r.at(c, at) {
			return false
		}
	}
	switch op {
	case "<":
		c.Op = Less
	case "<=":
		c.Op = LessEqual
	case ">":
		c.Op, c.Left, c.Right = Less, y.e, x.e
	case ">=":
		c.Op, c.Left, c.Right = LessEqual, y.e, x.e
	case "=":
		c.Op = Equal
	case "!=":
		c.Op = NotEqual
	}
	if !r.fractions(s, c.Left, c.Right) {
		return false
	}
	r.constraint(c, y.t.pos.Column+y.t.length-x.t.pos.Column)
	return true
}

// at restricts a comparison to one element.
func (r *textResolver) at(c *Constraint, at place) bool {
	index := r.indexOf(at.of, &term{name: "i", pos: at.t.pos, length: at.t.length})
	if slices.ContainsFunc(c.Only, func(o At) bool { return o.Index == index }) {
		return true // A_1 = B_1: aligned has looked at it
	}
	is, uses, m := r.expr(at.t)
	if m != nil {
		r.report(m)
		return false
	}
	for _, u := range uses {
		if !encloses(u.v.Scope, at.of) || u.v.Scope == at.of {
			r.mistake(at.t.pos, at.t.length, "schema-unsupported", fmt.Sprintf(
				"an index can be a number, or a name that stands outside the list; %s has many values here", u.t.name))
			return false
		}
	}
	if n, ok := is.(*Number); ok && (!n.Value.IsInt() || n.Value.Cmp(big.NewRat(int64(at.of.First), 1)) < 0) {
		r.mistake(at.t.pos, at.t.length, "schema-index", fmt.Sprintf(
			"there is no element %s; the first has the index %d", ratText(n.Value), at.of.First))
		return false
	}
	c.Only = append(c.Only, At{index, is})
	return true
}

// fractions refuses a bound such as 0.5 where only integers are compared.
func (r *textResolver) fractions(s *statement, x, y Expr) bool {
	fraction, isReal := false, false
	for _, e := range []Expr{x, y} {
		walk(e, func(e Expr) {
			switch e := e.(type) {
			case *Number:
				fraction = fraction || !e.Value.IsInt()
			case *Ref:
				isReal = isReal || e.Var.Kind == Real
			}
		})
	}
	if fraction && !isReal {
		r.mistake(s.pos, s.length, "schema-number",
			"a number with decimals stands here among integers; round it, or say: x is real with 2 decimals")
		return false
	}
	return true
}

func walk(e Expr, visit func(Expr)) {
	visit(e)
	switch e := e.(type) {
	case *Unary:
		walk(e.X, visit)
	case *Binary:
		walk(e.X, visit)
		walk(e.Y, visit)
	case *Call:
		for _, a := range e.Args {
			walk(a, visit)
		}
	}
}

// neighbours reads A_i <= A_{i+1}, A_i > A_{i+1} and the like.
func (r *textResolver) neighbours(s *statement) bool {
	if len(s.ops) != 1 || len(s.operands[0]) != 1 || len(s.operands[1]) != 1 {
		return false
	}
	x, y, op := s.operands[0][0], s.operands[1][0], s.ops[0]
	if y.op == "+" && x.op == "name" && len(x.index) == 1 && y.args[0].key() == x.key() && isNumber(y.args[1], 1) {
		r.mistake(y.pos, y.length, "schema-index", fmt.Sprintf("this compares %[1]s_%[2]s with itself; the element behind it is %[1]s_{%[2]s+1}",
			x.name, x.index[0].name))
		return true
	}
	if op == ">" || op == ">=" {
		x, y = y, x
		op = strings.Replace(op, ">", "<", 1)
	}
	if x.op != "name" || y.op != "name" || x.name != y.name || len(x.index) == 0 || len(x.index) != len(y.index) ||
		(op != "<" && op != "<=") {
		return false
	}
	last := len(x.index) - 1
	from, to := x.index[last], y.index[last]
	next := from.op == "name" && to.op == "+" && to.args[0].key() == from.key() && isNumber(to.args[1], 1) ||
		to.op == "name" && from.op == "-" && from.args[0].key() == to.key() && isNumber(from.args[1], 1)
	v := r.names[x.name]
	falling := from.op == "name" && to.op == "-" && to.args[0].key() == from.key() && isNumber(to.args[1], 1) ||
		to.op == "name" && from.op == "+" && from.args[0].key() == to.key() && isNumber(from.args[1], 1)
	if !next && !falling || v == nil || v.Scope == nil {
		return false
	}
	if v.isText() {
		r.mistake(x.pos, x.length, "schema-kind", fmt.Sprintf("%s is a text; texts cannot be ordered", x.name))
		return true
	}
	kind := Sorted
	if op == "<" {
		kind = StrictlyIncreasing
	}
	r.ofList(s, &Constraint{Kind: kind, Pos: s.pos, Text: s.text, Vars: []*Var{v}, Falling: falling})
	return true
}

// everyPair reads A_i != A_j.
func (r *textResolver) everyPair(s *statement) bool {
	if len(s.ops) != 1 || s.ops[0] != "!=" || len(s.operands[0]) != 1 || len(s.operands[1]) != 1 {
		return false
	}
	x, y := s.operands[0][0], s.operands[1][0]
	if x.op != "name" || y.op != "name" || x.name != y.name || len(x.index) != 1 || len(y.index) != 1 ||
		x.index[0].op != "name" || y.index[0].op != "name" || x.index[0].name == y.index[0].name {
		return false
	}
	v := r.subject(x)
	if v == nil {
		return true
	}
	if _, _, m := r.lookup(y); m != nil {
		r.add(*m)
		return true
	}
	r.ofList(s, &Constraint{Kind: Distinct, Pos: s.pos, Text: s.text, Vars: []*Var{v}})
	return true
}

// whole checks a condition such as (1 <= i <= N): it must cover the list.
func (r *textResolver) whole(s *statement, resolved [][]operand) bool {
	if s.where == nil {
		return true
	}
	w := s.where
	if len(w.operands) == 3 && len(w.operands[2]) == 1 {
		low, ok := listLow(w.operands[0][0])
		count := countTo(low, w.operands[2][0]).key()
		covers := func(name string) bool {
			for _, side := range resolved {
				for _, o := range side {
					for _, u := range o.uses {
						at := slices.IndexFunc(u.index, func(i *term) bool { return i.name == name })
						scope := r.alternatives.counted(u.v.Scope)
						for range len(u.index) - 1 - max(at, 0) {
							scope = r.alternatives.counted(scope.Parent)
						}
						counts := func(c pendingCount) bool { return c.repeat == scope && c.term.key() == count }
						if at >= 0 && slices.ContainsFunc(r.counts, counts) {
							return true
						}
					}
				}
			}
			return false
		}
		all := ok
		for _, t := range w.operands[1] {
			all = all && t.op == "name" && covers(t.name)
		}
		if all && w.ops[0] == "<=" && w.ops[1] == "<=" {
			return true
		}
	}
	r.mistake(w.pos, w.length, "schema-unsupported",
		"a condition that holds for some elements only cannot be read by this version; without these brackets "+
			"it holds for every one")
	return false
}
