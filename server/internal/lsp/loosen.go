package lsp

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"execre/analysis/schema"
)

// loosening is a weaker form of one constraint of a schema file: more inputs satisfy it, and none fewer.
type loosening struct {
	title string
	line  int    // of the file, from 0
	text  string // what the line says then
	gone  bool   // or: the line is taken out
}

// loosenings are those of the constraints in lines from up to to, in the order of the file, for each constraint the nearest
// one first. They are found in the text alone, so that it does not matter who wrote it and when: what a list or a graph is
// can always be loosened, a comparison only where the comment behind it says that it was had from the samples. Each was
// tried: it can be read and met, and nothing more is assumed.
func (d *schemaText) loosenings(from, to int) []loosening {
	if d.generator == nil {
		return nil
	}
	lines := strings.Split(d.text, "\n")
	var all []loosening
	tried := 0
	for _, w := range d.written(lines, from, to) {
		for _, rung := range d.weaker(w) {
			for _, text := range rung {
				if tried++; tried > mostTried {
					return all
				}
				l := w.with(text)
				if changed, ok := d.changed(lines, l); ok && d.isHarmless(changed) {
					all = append(all, l)
					break
				}
			}
		}
	}
	return all
}

// mostTried is how many loosenings are tried at most: each takes as long as reading the file, and more are of no use in a menu.
const mostTried = 60

// changed is the text of the file with a loosening; it is false where nothing changes.
func (d *schemaText) changed(lines []string, l loosening) (string, bool) {
	after := slices.Clone(lines)
	if l.gone {
		after = slices.Delete(after, l.line, l.line+1)
	} else {
		after[l.line] = l.text + lines[l.line][len(strings.TrimSuffix(lines[l.line], "\r")):]
	}
	text := strings.Join(after, "\n")
	return text, text != d.text
}

// isHarmless says whether a changed text can be read and met, without an assumption that was not needed before.
func (d *schemaText) isHarmless(text string) bool {
	after := readSchema(text)
	return after.generator != nil && len(after.mistakes) <= len(d.mistakes)
}

// written is a constraint as the file has it; the schema may have several Constraints for it.
type written struct {
	constraints   []*schema.Constraint
	text          string
	line          int    // from 0
	before, after string // the rest of the line, without the comment
	comment       string // with its "#"; "" if there is none
	column        int    // of the comment, in code points from 0
}

// written finds the constraints that begin in lines from up to to.
func (d *schemaText) written(lines []string, from, to int) []*written {
	rule := schema.LayoutLines([]byte(d.text))
	var all []*written
	var runes []rune // of the line that the constraint before was in
	last := -1
	for _, c := range d.schema.Constraints {
		line := c.Pos.Line - 1
		if line <= rule || rule < 0 || line < from || line > to || line >= len(lines) {
			continue
		}
		if line != last {
			runes, last = []rune(strings.TrimSuffix(lines[line], "\r")), line
		}
		begin := c.Pos.Column - 1
		end := begin + utf8.RuneCountInString(c.Text)
		if begin < 0 || end > len(runes) || string(runes[begin:end]) != c.Text {
			continue // it is implied by something that stands here
		}
		if i := slices.IndexFunc(all, func(w *written) bool {
			return w.line == line && w.text == c.Text && w.before == string(runes[:begin])
		}); i >= 0 {
			all[i].constraints = append(all[i].constraints, c)
			continue
		}
		w := &written{constraints: []*schema.Constraint{c}, text: c.Text, line: line, before: string(runes[:begin])}
		w.after = string(runes[end:])
		if blank := strings.TrimLeft(w.after, " \t"); strings.HasPrefix(blank, "#") {
			w.comment, w.after = blank, ""
			w.column = len(runes) - utf8.RuneCountInString(blank)
		}
		all = append(all, w)
	}
	slices.SortStableFunc(all, func(a, b *written) int { return a.line - b.line })
	return all
}

var (
	joinBefore = regexp.MustCompile(`\s*(;|\band|∧|&)\s*$`)
	joinAfter  = regexp.MustCompile(`^\s*(;|and\b|∧|&)\s*`)

	endsInNumber = regexp.MustCompile(`<=? -?[0-9*^]+$`)
)

// with is the line with another text in place of the constraint, or without it where the text is "".
func (w *written) with(text string) loosening {
	l := loosening{title: "loosen to: " + text, line: w.line}
	before, after, comment := w.before, w.after, w.comment
	if text == "" {
		l.title = "take out: " + w.text
		l.gone = strings.Trim(before, " \t•*") == "" && strings.TrimSpace(after) == ""
		if joinBefore.MatchString(before) {
			before = joinBefore.ReplaceAllString(before, "")
		} else {
			after = joinAfter.ReplaceAllString(after, "")
		}
	}
	if w.seen() && endsInNumber.MatchString(text) {
		comment = "# guessed"
	}
	l.text = strings.TrimRight(before+text+after, " \t")
	if comment != "" {
		l.text += strings.Repeat(" ", max(1, w.column-utf8.RuneCountInString(l.text))) + comment
	}
	return l
}

// What the comments of a guessed format say behind a constraint that is as strict as the samples are.
const (
	commentSeen  = "seen in the samples"
	commentExact = "guessed: all that the samples have"
)

// seen says whether the constraint was had from the samples.
func (w *written) seen() bool {
	comment := strings.TrimSpace(strings.TrimPrefix(w.comment, "#"))
	return strings.HasPrefix(comment, commentSeen) || strings.HasPrefix(comment, commentExact)
}

var isPredicate = regexp.MustCompile(`\s(is|are|form)\s`)

// isStructure says whether the constraint speaks of more than the bounds of values and the order of two of them.
func (w *written) isStructure() bool {
	return w.constraints[0].Kind != schema.Compare || isPredicate.MatchString(w.text)
}

var (
	rangeOf = regexp.MustCompile(`\s(?:of|on|vertices)\s+(.+?)\s*(?:\.\.\.?|…|\sto\s)\s*(.+)$`)
	chainOf = regexp.MustCompile(`^([^<>=!]+?)\s*(<=|<|!=|>=|>)\s*([^<>=!]+?)(?:\s*(<=|<)\s*([^<>=!]+?))?$`)
)

// weaker are the weaker forms of a constraint, the nearest first. Each is given in several ways, of which the first one
// that goes will do; "" is to say nothing.
func (d *schemaText) weaker(w *written) [][]string {
	c := w.constraints[0]
	var names []string
	for _, c := range w.constraints {
		if len(c.Vars) > 0 && !slices.Contains(names, c.Vars[0].Name) {
			names = append(names, c.Vars[0].Name)
		}
	}
	name := strings.Join(names, ", ")
	low, high, way := "", "", ""
	if m := rangeOf.FindStringSubmatch(w.text); m != nil {
		low = m[1]
		high, way, _ = strings.Cut(m[2], " with ")
	}
	between := fmt.Sprintf("%s <= %s <= %s", low, name, high)
	switch {
	case c.Kind == schema.StrictlyIncreasing && c.Falling:
		return [][]string{{name + " is sorted descending"}, {name + " is distinct"}, {""}}
	case c.Kind == schema.StrictlyIncreasing:
		return [][]string{{name + " is sorted"}, {name + " is distinct"}, {""}}
	case c.Kind == schema.Permutation:
		return [][]string{{name + " is distinct", between + " and " + name + " is distinct"}, {"", between}}
	case c.Kind == schema.Graph && strings.Contains(w.text, "parent array"):
		if low, high := linear(c.Low), linear(c.High); low != "" && high != "" && len(w.constraints) == 1 {
			return [][]string{{"", fmt.Sprintf("%s <= %s <= %s", low, c.Vars[1].Name, high)}}
		}
		return [][]string{{""}}
	case c.Kind == schema.Graph || c.Kind == schema.Tree:
		return graphs(c, low+".."+high, way)
	case w.isStructure() && c.Kind != schema.SumAtMost:
		return [][]string{{""}}
	case c.Kind == schema.Compare && w.seen() && !d.isBoundElsewhere(w):
		return d.comparisons(w)
	}
	return nil
}

// graphs are the weaker forms of a tree or a graph: without one of its properties, the strictest first. way is what can be
// reached in it, "" where the constraint says nothing of that.
func graphs(c *schema.Constraint, on, way string) [][]string {
	u, v := c.Vars[0].Name, c.Vars[1].Name
	without := func(shape schema.Shape) string {
		words := []string{"is", "a"}
		for _, property := range []struct {
			has  bool
			word string
		}{
			{shape.Connected, "connected"},
			{shape.Bipartite, "bipartite"},
			{shape.Acyclic, "acyclic"},
			{shape.Directed && !shape.Acyclic, "directed"},
			{shape.Simple, "simple"},
		} {
			if property.has {
				words = append(words, property.word)
			}
		}
		if words[len(words)-1] == "acyclic" || len(words) > 2 && words[2] == "acyclic" {
			words[1] = "an"
		}
		return fmt.Sprintf("(%s, %s) %s graph on %s", u, v, strings.Join(words, " "), on)
	}
	is := without
	var all [][]string
	if way != "" {
		is = func(shape schema.Shape) string { return without(shape) + " with " + way }
		all = append(all, []string{without(c.Graph)})
	}
	drop := func(has bool, change func(*schema.Shape)) {
		if has {
			shape := c.Graph
			change(&shape)
			all = append(all, []string{is(shape)})
		}
	}
	if c.Kind == schema.Tree || c.Graph.Forest {
		all = append(all, []string{is(schema.Shape{Simple: true})})
	}
	drop(c.Graph.Connected, func(s *schema.Shape) { s.Connected = false })
	drop(c.Graph.Bipartite, func(s *schema.Shape) { s.Bipartite = false })
	drop(c.Graph.Acyclic, func(s *schema.Shape) { s.Acyclic = false })
	if c.Graph.Simple && !c.Graph.Acyclic || c.Kind == schema.Tree {
		loose := c.Graph
		loose.Simple = false
		all = append(all, []string{is(loose) + " and " + u + " != " + v})
	}
	drop(c.Graph.Simple || c.Kind == schema.Tree, func(s *schema.Shape) { s.Simple = false })
	return all
}

// isBoundElsewhere says whether a graph or a permutation bounds the values anyway, so that a wider bound changes nothing.
func (d *schemaText) isBoundElsewhere(w *written) bool {
	return slices.ContainsFunc(d.schema.Constraints, func(c *schema.Constraint) bool {
		bounds := c.Kind == schema.Tree || c.Kind == schema.Graph || c.Kind == schema.Permutation
		return bounds && slices.ContainsFunc(c.Vars, w.constraints[0].Mentions)
	})
}

// comparisons are the weaker forms of a comparison.
func (d *schemaText) comparisons(w *written) [][]string {
	m := chainOf.FindStringSubmatch(w.text)
	if m == nil {
		return nil
	}
	first, op, second, op2, third := m[1], m[2], m[3], m[4], m[5]
	if op2 != "" {
		wider := d.wider(third)
		if wider == "" {
			return nil
		}
		return [][]string{{fmt.Sprintf("%s %s %s %s %s", first, op, second, op2, wider)}}
	}
	last := []string{""}
	if wider := d.wider(second); wider != "" && strings.HasPrefix(op, "<") {
		last = append(last, fmt.Sprintf("%s %s %s", first, op, wider))
	}
	if op == "<" || op == ">" {
		return [][]string{{first + " " + op + "= " + second}, last}
	}
	return [][]string{last}
}

// wider is a bound that is never smaller than the given one, and speaks of no other value: for a name the bound of that
// name, for a number the next power of ten. It is "" where there is none.
func (d *schemaText) wider(bound string) string {
	if n, ok := new(big.Int).SetString(bound, 10); ok {
		power := big.NewInt(10)
		for power.Cmp(n) <= 0 && len(bound) < 18 {
			power.Mul(power, big.NewInt(10))
		}
		return round(power)
	}
	var largest *big.Int
	for _, v := range d.schema.Vars {
		if v.Name != bound {
			continue
		}
		most := d.most(v, 8)
		if most == nil {
			return ""
		}
		if largest == nil || most.Cmp(largest) > 0 {
			largest = most
		}
	}
	if largest == nil {
		return ""
	}
	return round(largest)
}

// most is the largest value that a variable may have, over at most so many steps from one name to the next; nil: unknown.
func (d *schemaText) most(v *schema.Var, steps int) *big.Int {
	var least *big.Int
	for _, c := range d.schema.Constraints {
		left, ok := c.Left.(*schema.Ref)
		if c.Kind != schema.Compare || !ok || left.Var != v || steps == 0 || c.Op != schema.Less && c.Op != schema.LessEqual {
			continue
		}
		var most *big.Int
		switch right := c.Right.(type) {
		case *schema.Number:
			if right.Value.IsInt() {
				most = right.Value.Num()
			}
		case *schema.Ref:
			most = d.most(right.Var, steps-1)
		}
		if most != nil && (least == nil || most.Cmp(least) < 0) {
			least = most
		}
	}
	return least
}

// round prints a number as statements do.
func round(n *big.Int) string {
	text := n.String()
	digits := strings.TrimRight(text, "0")
	zeros := len(text) - len(digits)
	switch {
	case zeros < 4 || len(strings.TrimPrefix(digits, "-")) > 1:
		return text
	case digits == "1":
		return fmt.Sprintf("10^%d", zeros)
	}
	return fmt.Sprintf("%s*10^%d", digits, zeros)
}

// linear prints an expression that is a number, or a name and a number; others are "".
func linear(e schema.Expr) string {
	name := ""
	offset := new(big.Rat)
	var add func(e schema.Expr, sign int64) bool
	add = func(e schema.Expr, sign int64) bool {
		switch e := e.(type) {
		case *schema.Number:
			offset.Add(offset, new(big.Rat).Mul(e.Value, big.NewRat(sign, 1)))
			return true
		case *schema.Ref:
			if name != "" || sign < 0 {
				return false
			}
			name = e.Var.Name
			return true
		case *schema.Binary:
			switch e.Op {
			case "+":
				return add(e.X, sign) && add(e.Y, sign)
			case "-":
				return add(e.X, sign) && add(e.Y, -sign)
			}
		}
		return false
	}
	switch {
	case !add(e, 1):
		return ""
	case name == "":
		return offset.RatString()
	case offset.Sign() < 0:
		return name + offset.RatString()
	case offset.Sign() > 0:
		return name + "+" + offset.RatString()
	}
	return name
}
