package infer

import (
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"execre/analysis/schema"
)

// domain is a place where variables have one value an iteration: the top of the layout, where each sample is an
// iteration, or a Repeat.
type domain struct {
	repeat *schema.Repeat // nil at the top
	parent *domain
	up     []int // of each iteration: the iteration of the parent around it
	inner  []*domain
	depth  int
}

// column is what the samples have for one variable.
type column struct {
	v       *schema.Var
	of      *domain
	texts   []string   // of each iteration of the domain
	numbers []*big.Int // nil unless all texts are integers as they are printed
	small   []int64    // nil unless all are below 10^15 or so
	text    bool       // it cannot be a number
}

// table is all that the samples have, read along a layout.
type table struct {
	top     *domain
	domains map[*schema.Repeat]*domain
	columns map[*schema.Var]*column
	order   []*column               // as printed
	open    map[*schema.Var][]int64 // of each count that is not printed: how often, in each sample or line
	exact   bool                    // the samples have their line ends where the layout has them
	bad     string                  // why a sample could not be read
}

// tabulate reads the samples along the layout of s, whatever its constraints say. The table's bad says why it cannot.
func tabulate(s *schema.Schema, samples []*sample) *table {
	t := &table{top: &domain{}, domains: map[*schema.Repeat]*domain{}, columns: map[*schema.Var]*column{}, exact: true}
	t.open = map[*schema.Var][]int64{}
	t.declare(s.Layout, t.top)
	for i, sample := range samples {
		r := &tabler{t: t, text: sample.text, at: map[*domain]int{t.top: i}, exact: true}
		t.top.up = append(t.top.up, 0)
		if !r.nodes(s.Layout, t.top, "\n") || strings.TrimSpace(r.text) != "" {
			t.bad = sample.name + " does not have this layout"
			return t
		}
		t.exact = t.exact && r.exact
	}
	for _, c := range t.order {
		c.settle()
	}
	return t
}

func (t *table) declare(nodes []schema.Node, of *domain) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *schema.Field:
			c := &column{v: n.Var, of: of}
			t.columns[n.Var] = c
			t.order = append(t.order, c)
		case *schema.Repeat:
			t.declareRepeat(n, of)
		case *schema.OneOf:
			for _, a := range n.Alternatives {
				t.declareRepeat(a, of)
			}
		}
	}
}

func (t *table) declareRepeat(n *schema.Repeat, of *domain) {
	d := &domain{repeat: n, parent: of, depth: of.depth + 1}
	of.inner = append(of.inner, d)
	t.domains[n] = d
	t.declare(n.Body, d)
}

// tabler reads one sample.
type tabler struct {
	t     *table
	text  string          // what is left
	at    map[*domain]int // the current iteration
	owed  bool            // the layout has a blank since the last word
	ends  int             // and so many line ends
	begun bool
	exact bool
}

// literal reads a text of the layout.
func (r *tabler) literal(text string) bool {
	for text != "" {
		word := strings.TrimLeftFunc(text, unicode.IsSpace)
		if gap := text[:len(text)-len(word)]; gap != "" {
			r.owed = true
			r.ends += strings.Count(gap, "\n")
		}
		end := strings.IndexFunc(word, unicode.IsSpace)
		if end < 0 {
			end = len(word)
		}
		if end > 0 {
			if !r.settle() || !strings.HasPrefix(r.text, word[:end]) {
				return false
			}
			r.text = r.text[end:]
		}
		text = word[end:]
	}
	return true
}

// settle goes past the blanks before a word.
func (r *tabler) settle() bool {
	rest := strings.TrimLeftFunc(r.text, unicode.IsSpace)
	gap := r.text[:len(r.text)-len(rest)]
	if r.begun && r.owed != (gap != "") {
		return false
	}
	if r.begun && strings.Count(gap, "\n") != r.ends {
		r.exact = false
	}
	r.text, r.owed, r.ends, r.begun = rest, false, 0, true
	return true
}

// nodes reads a part of the layout; after is what the layout prints behind it.
func (r *tabler) nodes(nodes []schema.Node, of *domain, after string) bool {
	for i, n := range nodes {
		next := after
		if i+1 < len(nodes) {
			next = beginOf(nodes[i+1])
		}
		switch n := n.(type) {
		case *schema.Literal:
			if !r.literal(n.Text) {
				return false
			}
		case *schema.Field:
			if !r.field(n.Var, next) {
				return false
			}
		case *schema.Repeat:
			if count := unprintedCount(n, r.t); count != nil {
				if !r.toEnd(n, count, of, fixed(nodes[i+1:])) {
					return false
				}
			} else if !r.repeat(n, of, next) {
				return false
			}
		case *schema.OneOf:
			if !slices.ContainsFunc(n.Alternatives, func(a *schema.Repeat) bool { return r.alternative(a, of, next) }) {
				return false
			}
		}
	}
	return true
}

// beginOf is the text with which a node begins; "" for a value.
func beginOf(n schema.Node) string {
	switch n := n.(type) {
	case *schema.Literal:
		return n.Text
	case *schema.Repeat:
		if len(n.Body) > 0 {
			return beginOf(n.Body[0])
		}
	}
	return ""
}

// unprintedCount is the variable that counts a repetition and is not printed; nil where there is none.
func unprintedCount(n *schema.Repeat, t *table) *schema.Var {
	var count *schema.Var
	schema.EachVar(n.Count, func(v *schema.Var) {
		if v.Hidden && t.columns[v] == nil {
			count = v
		}
	})
	return count
}

// fixed is the text that nodes print always; "" when they print anything else.
func fixed(nodes []schema.Node) string {
	var sb strings.Builder
	for _, n := range nodes {
		l, ok := n.(*schema.Literal)
		if !ok {
			return ""
		}
		sb.WriteString(l.Text)
	}
	return sb.String()
}

// toEnd reads a list that goes on to the end of its line, or to the end of the input or the fixed lines there.
func (r *tabler) toEnd(n *schema.Repeat, count *schema.Var, of *domain, behind string) bool {
	d := r.t.domains[n]
	last := strings.Fields(behind)
	more := func() bool {
		if !ofLines(n) {
			return r.text != "" && r.text[0] != '\n'
		}
		return strings.TrimSpace(r.text) != "" && !slices.Equal(strings.Fields(r.text), last)
	}
	times := int64(0)
	for left := len(r.text) + 1; more(); times++ {
		if len(r.text) >= left || times > 0 && !r.literal(n.Separator) {
			return false
		}
		left = len(r.text)
		r.at[d] = len(d.up)
		d.up = append(d.up, r.at[of])
		next := n.Separator
		if next == "" {
			next = "\n"
		}
		if !r.nodes(n.Body, d, next) {
			return false
		}
	}
	r.t.open[count] = append(r.t.open[count], times)
	return true
}

func (r *tabler) repeat(n *schema.Repeat, of *domain, after string) bool {
	d := r.t.domains[n]
	count, ok := r.evaluate(n.Count)
	if !ok || count < 0 || count > int64(len(r.text))+1 {
		return false
	}
	for i := range count {
		if i > 0 && !r.literal(n.Separator) {
			return false
		}
		r.at[d] = len(d.up)
		d.up = append(d.up, r.at[of])
		next := n.Separator
		if next == "" {
			next = beginOf(n)
		}
		if i == count-1 {
			next = after
		}
		if !r.nodes(n.Body, d, next) {
			return false
		}
	}
	return true
}

// alternative reads one kind of line, or nothing where the line is of another kind.
func (r *tabler) alternative(n *schema.Repeat, of *domain, after string) bool {
	d := r.t.domains[n]
	before := *r
	d.up = append(d.up, r.at[of])
	r.at[d] = len(d.up) - 1
	if r.nodes(n.Body, d, after) && (!strings.HasPrefix(after, "\n") || r.text == "" || r.text[0] == '\n') {
		return true
	}
	*r = before
	d.up = d.up[:len(d.up)-1]
	for _, c := range r.t.order {
		if c.of == d {
			c.texts = c.texts[:min(len(c.texts), len(d.up))]
		}
	}
	return false
}

func (r *tabler) field(v *schema.Var, after string) bool {
	c := r.t.columns[v]
	if takesLine(v) {
		for ; r.ends > 0; r.ends-- {
			_, rest, ok := strings.Cut(r.text, "\n")
			if !ok {
				return false
			}
			r.text = rest
		}
		word, _, _ := strings.Cut(r.text, "\n")
		r.text = r.text[len(word):]
		r.owed, r.begun = false, true
		c.texts = append(c.texts, strings.TrimRight(word, " \t"))
		return true
	}
	if !r.settle() {
		return false
	}
	end := strings.IndexFunc(r.text, unicode.IsSpace)
	if end < 0 {
		end = len(r.text)
	}
	switch {
	case after == "": // elements without blanks between them
		_, size := utf8.DecodeRuneInString(r.text)
		end = min(end, size)
	case !unicode.IsSpace([]rune(after)[0]):
		mark, _, _ := strings.Cut(after, " ")
		mark, _, _ = strings.Cut(mark, "\n")
		if i := strings.Index(r.text[:end], mark); i >= 0 {
			end = i
		}
	}
	if end == 0 {
		return false
	}
	c.texts = append(c.texts, r.text[:end])
	r.text = r.text[end:]
	return true
}

// takesLine says whether the texts of v have blanks in them.
func takesLine(v *schema.Var) bool {
	blank := func(s string) bool { return strings.ContainsFunc(s, unicode.IsSpace) }
	return v.Kind == schema.String && (slices.Contains(v.Domain.Alphabet, ' ') || blank(v.Domain.Pattern) ||
		v.Domain.Pattern == anyLine || slices.ContainsFunc(v.Domain.Values, blank))
}

// anyLine is the pattern of a text of which nothing is known yet but that it takes its line.
const anyLine = ".*"

// evaluate works out a count.
func (r *tabler) evaluate(e schema.Expr) (int64, bool) {
	const most = 1 << 40
	switch e := e.(type) {
	case *schema.Number:
		return e.Value.Num().Int64(), e.Value.IsInt() && e.Value.Num().IsInt64()
	case *schema.Ref:
		c := r.t.columns[e.Var]
		if c == nil || len(c.texts) == 0 {
			return 0, false
		}
		n, ok := number(c.texts[len(c.texts)-1])
		return int64(n), ok
	case *schema.Unary:
		x, ok := r.evaluate(e.X)
		if e.Op == "abs" {
			return max(x, -x), ok
		}
		return -x, ok
	case *schema.Binary:
		x, ok := r.evaluate(e.X)
		y, ok2 := r.evaluate(e.Y)
		if !ok || !ok2 || max(x, -x, y, -y) > most {
			return 0, false
		}
		switch e.Op {
		case "+":
			return x + y, true
		case "-":
			return x - y, true
		case "*":
			return x * y, max(x, -x) < 1<<20 && max(y, -y) < 1<<20
		case "/", "%":
			if x < 0 || y <= 0 {
				return 0, false
			}
			if e.Op == "%" {
				return x % y, true
			}
			return x / y, true
		}
	case *schema.Call:
		var all []int64
		for _, a := range e.Args {
			x, ok := r.evaluate(a)
			if !ok {
				return 0, false
			}
			all = append(all, x)
		}
		switch e.Func {
		case "min":
			return slices.Min(all), true
		case "max":
			return slices.Max(all), true
		}
	}
	return 0, false
}

// settle works out what kind of values a column has.
func (c *column) settle() {
	if c.text = isText(c.texts); c.text || takesLine(c.v) {
		c.text = true
		return
	}
	for _, text := range c.texts {
		if strings.Contains(text, ".") {
			c.numbers = nil
			return
		}
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			c.numbers, c.text = nil, true
			return
		}
		c.numbers = append(c.numbers, n)
	}
	for _, n := range c.numbers {
		if n.BitLen() > 50 {
			c.small = nil
			return
		}
		c.small = append(c.small, n.Int64())
	}
}

// isReal says whether the values are numbers, some with decimals.
func (c *column) isReal() bool { return !c.text && c.numbers == nil && len(c.texts) > 0 }

// outer is the value that a column of a domain around d has at iteration i of d.
func (c *column) outer(d *domain, i int) int64 {
	for d != c.of {
		i, d = d.up[i], d.parent
	}
	return c.small[i]
}

// within says whether d is inside of the column's domain, or the same.
func (c *column) within(d *domain) bool {
	for ; d != nil; d = d.parent {
		if d == c.of {
			return true
		}
	}
	return false
}

// groups are the iterations of d that belong to one iteration around it, as ranges [begin, end).
func (d *domain) groups() [][2]int {
	if d.repeat == nil {
		return [][2]int{{0, len(d.up)}}
	}
	var all [][2]int
	begin := 0
	for i := range d.up {
		if i+1 == len(d.up) || d.up[i+1] != d.up[i] {
			all = append(all, [2]int{begin, i + 1})
			begin = i + 1
		}
	}
	return all
}
