package schema

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Text writes a schema in the text form, whichever form it was read from. Every input of s is an input of what is
// written; lost says, a sentence each with the line of the file that s was read from, where other inputs are too,
// because the text form cannot say what keeps them out. The error says why even that is impossible: function arguments
// have no text form, nor have lists of which nothing in the input says where they end.
func Text(s *Schema) (text string, lost []string, err error) {
	if s.Style != Stdin {
		return "", nil, errors.New("the text form describes what is read from stdin; function arguments have the JSON form only")
	}
	w := &textWriter{converter: newConverter(s), plain: map[*Repeat]bool{}, optional: optional{}}
	w.nameAll()
	w.nameCounts()
	w.block(s.Layout, 0)
	layout := w.lines
	if w.line != nil {
		layout = append(layout, w.flushed(0))
	}
	constraints := append(w.constraints(), w.unprinted...)
	if w.failure != nil {
		return "", nil, w.failure
	}
	text = strings.Join(layout, "\n") + "\n---\n"
	if len(constraints) > 0 {
		text += strings.Join(constraints, "\n") + "\n"
	}
	if again, mistakes := Parse([]byte(text)); again == nil {
		return "", nil, fmt.Errorf("this format has no text form: %s", firstMistake(mistakes))
	}
	return text, w.lost, nil
}

type textWriter struct {
	*converter
	lines    []string
	line     []layoutItem     // the items of the present line
	blank    bool             // a blank stands before the next item
	plain    map[*Repeat]bool // written with the word repeat, or an alternative
	optional optional         // those that are alternatives
	gone     map[*Var]bool    // a constraint on it was left out

	unprinted []string // which counts are not printed
}

// layoutItem is an item of a line, and whether a blank stands before it.
type layoutItem struct {
	text string
	kind itemKind
	glue bool
}

var (
	goodName = regexp.MustCompile(`^\p{L}[\p{L}\p{Nd}']*$`)
	longName = regexp.MustCompile(`^\p{L}[\p{L}\p{Nd}']+(_\p{L}[\p{L}\p{Nd}']*)+$`)
)

// wordsOfText would be read as something else than names.
var wordsOfText = []string{
	"repeat", "one", "sum", "and", "is", "are", "in", "for", "min", "max", "gcd", "matches", "match", "consists", "consist",
	"contains", "form", "times", "over", "across", "to",
}

// nameAll gives every variable that is printed its name. Names that several alternatives share stay shared where all
// that is said of one is said of the others.
func (w *textWriter) nameAll() {
	var all []*Var
	alternative := map[*Repeat]*OneOf{}
	w.each(w.s.Layout, func(n Node) {
		switch n := n.(type) {
		case *Field:
			all = append(all, n.Var)
		case *OneOf:
			for _, a := range n.Alternatives {
				alternative[a] = n
			}
		}
	})
	said := func(v *Var) string {
		lines := []string{fmt.Sprint(v.Kind, v.Decimals, v.Domain.Values, string(v.Domain.Alphabet), v.Domain.Pattern)}
		for _, con := range w.s.Constraints {
			if con.Mentions(v) {
				var own []string
				for _, x := range con.mentioned() {
					own = append(own, x.Name)
				}
				lines = append(lines, fmt.Sprint(con.Kind, con.Op, con.Text, own))
			}
		}
		slices.Sort(lines)
		return strings.Join(slices.Compact(lines), "\n")
	}
	first := map[string]*Var{}
	for i, v := range all {
		name := v.Name
		isGood := goodName.MatchString(name) || longName.MatchString(name) && w.single(v)
		if !isGood || slices.Contains(wordsOfText, strings.ToLower(name)) {
			kept := strings.Map(func(r rune) rune {
				if unicode.IsLetter(r) || unicode.IsDigit(r) {
					return r
				}
				return -1
			}, name)
			if kept == "" || !unicode.IsLetter([]rune(kept)[0]) {
				kept = "v" + kept
			}
			if slices.Contains(wordsOfText, strings.ToLower(kept)) {
				kept += "Value"
			}
			name = kept
		}
		if other := first[name]; other != nil && other.Name == v.Name && alternative[v.Scope] != nil &&
			alternative[v.Scope] == alternative[other.Scope] && said(v) == said(other) &&
			!slices.ContainsFunc(all[:i], func(o *Var) bool { return o.Scope == v.Scope && o.Name == v.Name }) {
			w.names[v] = name
			continue
		}
		w.names[v] = w.unique(name)
		if first[name] == nil {
			first[name] = v
		}
	}
}

// nameCounts names what counts and is not printed.
func (w *textWriter) nameCounts() {
	EachRepeat(w.s.Layout, func(n *Repeat) {
		for _, v := range refs(n.Count) {
			if w.printed[v] || w.lengths[v] != nil || v.Kind != Int || v.Scope != n.Parent || slices.Contains(w.kinds(), v) {
				continue
			}
			name := "K"
			if goodName.MatchString(v.Name) && !slices.Contains(wordsOfText, strings.ToLower(v.Name)) {
				name = v.Name
			}
			w.names[v], w.printed[v] = w.unique(name), true
			w.unprinted = append(w.unprinted, w.names[v]+" is not printed")
		}
	})
}

// kinds are the variables that choose among alternatives.
func (w *textWriter) kinds() (all []*Var) {
	w.each(w.s.Layout, func(n Node) {
		if n, ok := n.(*OneOf); ok {
			all = append(all, n.Kind)
		}
	})
	return all
}

func (w *textWriter) single(v *Var) bool { return v.Scope == nil }

// block writes nodes, indented by depth steps.
func (w *textWriter) block(nodes []Node, depth int) {
	for i := 0; i < len(nodes); i++ {
		switch n := nodes[i].(type) {
		case *Literal:
			w.literal(n.Text, depth)
		case *Field:
			w.put(layoutItem{text: w.names[n.Var], kind: nameItem})
		case *OneOf:
			w.newLine(depth)
			w.lines = append(w.lines, strings.Repeat("  ", depth)+"one of:")
			for _, a := range n.Alternatives {
				w.plain[a], w.optional[a] = true, true
				if !endsLine(a.Body) || strings.Count(literals(a.Body), "\n") > 1 {
					w.fail(n.Pos, "an alternative is one line in the text form")
				}
				w.block(a.Body, depth+1)
			}
		case *Repeat:
			behind := ""
			if i+1 < len(nodes) {
				if l, ok := nodes[i+1].(*Literal); ok {
					behind = l.Text
				}
			}
			if used := w.repeat(n, behind, depth); used > 0 {
				rest := &Literal{Text: behind[used:]}
				nodes = append(slices.Clone(nodes[:i+1]), append([]Node{rest}, nodes[i+2:]...)...)
			}
		}
	}
}

// literals is all that nodes print besides values.
func literals(nodes []Node) string {
	var sb strings.Builder
	for _, n := range nodes {
		switch n := n.(type) {
		case *Literal:
			sb.WriteString(n.Text)
		case *Repeat:
			sb.WriteString(literals(n.Body) + n.Separator)
		case *OneOf:
			sb.WriteByte('\n')
		}
	}
	return sb.String()
}

func endsLine(nodes []Node) bool {
	if len(nodes) == 0 {
		return false
	}
	switch n := nodes[len(nodes)-1].(type) {
	case *Literal:
		return strings.HasSuffix(n.Text, "\n")
	case *Repeat:
		return endsLine(n.Body) && n.Separator == ""
	case *OneOf:
		return true
	}
	return false
}

func (w *textWriter) put(t layoutItem) {
	t.glue = !w.blank && len(w.line) > 0
	if t.glue {
		last := w.line[len(w.line)-1]
		switch {
		case t.kind == literalItem && t.text[0] != '"', last.kind == nameItem && t.kind == nameItem,
			last.kind == literalItem && last.text[0] != '"':
			w.line = append(w.line, layoutItem{`""`, literalItem, true}) // keeps names and numbers apart
		}
	}
	w.line, w.blank = append(w.line, t), false
}

func (w *textWriter) flushed(depth int) string {
	text := joined(w.line)
	w.line, w.blank = nil, false
	return strings.Repeat("  ", depth) + text
}

func joined(line []layoutItem) string {
	var sb strings.Builder
	for i, t := range line {
		if i > 0 && !t.glue {
			sb.WriteByte(' ')
		}
		sb.WriteString(t.text)
	}
	return sb.String()
}

func (w *textWriter) newLine(depth int) {
	if w.line != nil {
		w.lines = append(w.lines, w.flushed(depth))
	}
}

var plainWord = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)*$`)

// literal writes what is printed as it is.
func (w *textWriter) literal(text string, depth int) {
	for text != "" {
		switch r := text[0]; {
		case r == '\n':
			if w.line != nil {
				w.lines = append(w.lines, w.flushed(depth))
			} else {
				w.lines = append(w.lines, "")
			}
			w.blank = false
			text = text[1:]
		case r == ' ' || r == '\t' || r == '\r':
			w.blank = true
			text = text[1:]
		default:
			end := strings.IndexAny(text, "\n")
			if end < 0 {
				end = len(text)
			}
			word := strings.TrimRight(text[:end], " \t\r")
			text = text[len(word):]
			if !plainWord.MatchString(word) || !w.blank && len(w.line) > 0 || word[0] == '-' && !w.blank && len(w.line) > 0 {
				word = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
			}
			w.put(layoutItem{text: word, kind: literalItem})
		}
	}
}

// repeat writes a list and says how much of the literal behind it belongs to it.
func (w *textWriter) repeat(n *Repeat, behind string, depth int) (used int) {
	body, separator := n.Body, n.Separator
	if !w.countable(n) {
		return 0
	}
	if !strings.Contains(literals(body)+separator, "\n") {
		w.inline(n, nil, depth)
		return 0
	}
	if !endsLine(body) || separator != "" {
		// Between the iterations stands what one line end in each of them prints too, and blanks are read as blanks.
		if strings.TrimSpace(separator) != "" || !strings.Contains(separator, "\n") {
			w.fail(n.Pos, "%q stands between the lines of a list; the text form has line ends only", separator)
			return 0
		}
		body = appendNodes(slices.Clone(body), nil)
		if !endsLine(body) {
			body = append(body, &Literal{Text: "\n"})
			used = len(behind) - len(strings.TrimPrefix(strings.TrimLeft(behind, " \t"), "\n"))
			if !strings.HasPrefix(strings.TrimLeft(behind, " \t"), "\n") {
				used = 0
			}
		}
	}
	w.newLine(depth)
	if w.rows(n, body, depth) {
		return used
	}
	w.plain[n] = true
	if n.First != 1 && n.Index != nil {
		w.fail(n.Pos, "the index of these lines counts from %d; of lines below repeat it counts from 1", n.First)
	}
	w.lines = append(w.lines, strings.Repeat("  ", depth)+"repeat "+w.expr(n.Count, 0)+":")
	w.block(body, depth+1)
	w.newLine(depth + 1)
	return used
}

// countable says whether what counts is printed.
func (w *textWriter) countable(n *Repeat) bool {
	for _, v := range refs(n.Count) {
		if !w.printed[v] && w.lengths[v] == nil {
			w.fail(n.Pos, "the number of elements (%s) is not printed, so the text form cannot say where this list ends; "+
				"print it before the list", exprText(n.Count))
			return false
		}
	}
	return true
}

// rows writes a list of lines as its first and last line, where these are simple enough.
func (w *textWriter) rows(n *Repeat, body []Node, depth int) bool {
	names := 0
	for i, b := range body {
		switch b := b.(type) {
		case *Literal:
			if i+1 < len(body) && strings.Contains(b.Text, "\n") || i+1 == len(body) && b.Text != "\n" &&
				strings.TrimSpace(b.Text) != strings.TrimSuffix(b.Text, "\n") {
				return false
			}
		case *Field:
			names++
		case *Repeat:
			if _, ok := fieldsOf(b); !ok || !w.countable(b) {
				return false
			}
			names++
		default:
			return false
		}
	}
	if names == 0 {
		return false
	}
	end := plus(n.Count, int64(n.First)-1)
	low := fmt.Sprint(n.First)
	high := w.exprIn(end, nil)
	for _, row := range []string{low, high} {
		if row == high && low != high {
			w.lines = append(w.lines, strings.Repeat("  ", depth)+":")
		}
		for _, b := range body {
			switch b := b.(type) {
			case *Literal:
				w.literal(strings.TrimSuffix(b.Text, "\n"), depth)
			case *Field:
				w.put(layoutItem{text: w.names[b.Var] + "_" + braced(row, false), kind: nameItem})
			case *Repeat:
				w.inline(b, &rowIndex{n, row}, depth)
			}
		}
		w.newLine(depth)
		if low == high {
			w.lines = append(w.lines, strings.Repeat("  ", depth)+":")
			low = ""
		}
	}
	return true
}

// rowIndex is the index that stands before those of a list within a row.
type rowIndex struct {
	of   *Repeat
	text string
}

var simpleIndex = regexp.MustCompile(`^(\p{L}[\p{L}\p{Nd}']*|[0-9]+)$`)

func braced(index string, glued bool) string {
	if simpleIndex.MatchString(index) && (!glued || isDigit(rune(index[0]))) {
		return index
	}
	return "{" + index + "}"
}

// fieldsOf are the values that an iteration of a list within a line prints, and before which of them no blank stands.
func fieldsOf(n *Repeat) (glued []bool, ok bool) {
	between, any := "", false
	for _, b := range n.Body {
		switch b := b.(type) {
		case *Literal:
			between += b.Text
		case *Field:
			if any {
				glued = append(glued, between == "")
			} else {
				glued = append(glued, false)
			}
			any, between = true, ""
		default:
			return nil, false
		}
	}
	return glued, any && strings.TrimSpace(literals(n.Body)+n.Separator) == ""
}

// inline writes a list within a line.
func (w *textWriter) inline(n *Repeat, row *rowIndex, depth int) {
	glued, ok := fieldsOf(n)
	if !ok {
		w.fail(n.Pos, "a list within a line consists of values with blanks or nothing between them in the text form; here is %q",
			literals(n.Body)+n.Separator)
		return
	}
	var fields []*Var
	before, after := "", ""
	for _, b := range n.Body {
		if f, ok := b.(*Field); ok {
			fields, after = append(fields, f.Var), ""
		} else if l := b.(*Literal); len(fields) == 0 {
			before += l.Text
		} else {
			after = l.Text
		}
	}
	apart := before+after+n.Separator != "" // a blank between the iterations
	w.blank = w.blank || before != ""
	end := plus(n.Count, int64(n.First)-1)
	high := w.exprIn(end, row)
	tight := !apart || slices.Contains(glued[1:], true)
	element := func(index string) []layoutItem {
		out := make([]layoutItem, len(fields))
		for i, v := range fields {
			text := braced(index, tight)
			if row != nil {
				text = "{" + row.text + "," + index + "}"
			}
			out[i] = layoutItem{w.names[v] + "_" + text, nameItem, glued[i]}
		}
		return out
	}
	begin := element(fmt.Sprint(n.First))
	w.put(begin[0])
	w.line = append(append(w.line, begin[1:]...), layoutItem{"...", dotsItem, !apart})
	final := element(high)
	final[0].glue = !apart
	w.line = append(w.line, final...)
	w.blank = after != ""
}

// exprIn writes an expression as an index, without blanks; what stands in the row has the index of the row.
func (w *textWriter) exprIn(e Expr, row *rowIndex) string {
	text := exprWith(e, 0, func(ref *Ref) string {
		name := w.nameOf(ref.Var)
		if row != nil && ref.Var.Scope == row.of {
			name += "_" + braced(row.text, false)
		}
		return name
	}, textNumber)
	return strings.ReplaceAll(text, " ", "")
}

func (w *textWriter) expr(e Expr, around int) string {
	return exprWith(e, around, func(ref *Ref) string { return w.nameOf(ref.Var) }, textNumber)
}

func (w *textWriter) nameOf(v *Var) string {
	if text := w.lengths[v]; text != nil {
		return "|" + w.names[text] + "|"
	}
	return w.names[v]
}

// textNumber writes large round numbers as people do.
func textNumber(x *big.Rat) string {
	if !x.IsInt() {
		return ratText(x)
	}
	digits := x.Num().String()
	head := strings.TrimRight(digits, "0")
	zeros := len(digits) - len(head)
	switch {
	case zeros < 4 || len(strings.TrimPrefix(head, "-")) > 3:
		return digits
	case head == "1":
		return fmt.Sprintf("10^%d", zeros)
	case head == "-1":
		return fmt.Sprintf("-10^%d", zeros)
	}
	return fmt.Sprintf("%s*10^%d", head, zeros)
}

// constraints writes what stands below the line.
func (w *textWriter) constraints() []string {
	w.gone = map[*Var]bool{}
	var out []string
	put := func(line string) {
		if line != "" && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	var kept []*Constraint
	for _, con := range w.s.Constraints {
		switch {
		case w.implied(con) || w.isNameBound(con) || !slices.ContainsFunc(con.mentioned(), w.shown):
		case w.sayable(con):
			kept = append(kept, con)
		default:
			w.drop(con)
			for _, v := range con.mentioned() {
				w.gone[v] = true
			}
		}
	}
	done := map[*Constraint]bool{}
	for i, con := range kept {
		if !done[con] {
			put(w.constraint(con, kept[i:], done))
		}
	}
	for _, v := range w.s.Vars {
		if w.printed[v] {
			put(w.kind(v))
		}
	}
	for _, v := range w.s.Vars {
		if !w.gone[v] || v.Kind == String || v.Names != nil || !w.printed[v] && w.lengths[v] == nil || len(v.Domain.Values) > 0 {
			continue
		}
		low, high := w.between(v)
		switch {
		case low == nil || high == nil:
			w.fail(v.Pos, "nothing bounds %s in the text form; bound it by numbers", v.Name)
		default:
			put(textNumber(low) + " <= " + w.indexed(v, w.letters(v)) + " <= " + textNumber(high))
		}
	}
	return out
}

// shown says whether the text form has v, by itself, as a length or as an index.
func (w *textWriter) shown(v *Var) bool {
	return w.printed[v] || w.lengths[v] != nil || w.index[v] != nil || w.isNamed(v) != nil
}

// sayable says whether the text form has the names that a constraint needs.
func (w *textWriter) sayable(con *Constraint) bool {
	for _, v := range con.mentioned() {
		if v.Names != nil && !v.isCharacter() {
			return false // true and false are texts there
		}
		text := w.lengths[v]
		if text != nil && len(text.Domain.Values) > 0 {
			return false
		}
		if !w.printed[v] && text == nil && w.index[v] == nil && (con.Kind != SumAtMost || w.isNamed(v) == nil) {
			return false
		}
	}
	return true
}

var opText = map[Op]string{Less: "<", LessEqual: "<=", Equal: "=", NotEqual: "!="}

// constraint writes one constraint, or a chain of two that bound the same name.
func (w *textWriter) constraint(con *Constraint, rest []*Constraint, done map[*Constraint]bool) string {
	letters := w.letters(con.mentioned()...)
	for _, at := range con.Only {
		letters[at.Index.Scope] = w.exprIn(at.Is, nil)
	}
	expr := func(e Expr) string {
		return exprWith(e, 0, func(ref *Ref) string { return w.indexed(ref.Var, letters) }, textNumber)
	}
	done[con] = true
	names := make([]string, len(con.Vars))
	for i, v := range con.Vars {
		names[i] = w.nameOf(v)
	}
	tuple := "(" + strings.Join(names, ", ") + ") is "
	span := func() string {
		return exprWith(con.Low, 1, w.bare, textNumber) + ".." + exprWith(con.High, 1, w.bare, textNumber)
	}
	switch con.Kind {
	case Compare:
		if ref, ok := con.Left.(*Ref); ok && ref.Var.isCharacter() {
			name, _ := con.Right.(*Number)
			return expr(ref) + " " + opText[con.Op] + " " + ref.Var.Names[name.Value.Num().Int64()]
		}
		if call, ok := con.Left.(*Call); ok && call.Func == "prime" {
			return expr(call.Args[0]) + " is prime"
		}
		text := expr(con.Left) + " " + opText[con.Op] + " " + expr(con.Right)
		ref, ok := con.Right.(*Ref)
		if ok && len(con.Only) == 0 && (con.Op == Less || con.Op == LessEqual) {
			for _, other := range rest {
				up, ok := other.Left.(*Ref)
				if ok && !done[other] && other.Kind == Compare && len(other.Only) == 0 && (other.Op == Less || other.Op == LessEqual) && up.Var == ref.Var &&
					len(letters) == 0 == (len(w.letters(other.mentioned()...)) == 0) {
					done[other] = true
					letters = w.letters(append(con.mentioned(), other.mentioned()...)...)
					return expr(con.Left) + " " + opText[con.Op] + " " + expr(ref) + " " + opText[other.Op] + " " + expr(other.Right)
				}
			}
		}
		return text
	case Distinct:
		return names[0] + " is distinct"
	case Sorted, StrictlyIncreasing:
		return names[0] + " is " + map[bool]map[bool]string{
			true:  {false: "sorted", true: "sorted descending"},
			false: {false: "strictly increasing", true: "strictly decreasing"},
		}[con.Kind == Sorted][con.Falling]
	case Permutation:
		return names[0] + " is a permutation of " + span()
	case Tree:
		return tuple + "a tree on " + span()
	case Graph:
		if w.index[con.Vars[0]] != nil {
			return w.nameOf(con.Vars[1]) + " is a parent array"
		}
		words := "a "
		for _, word := range []struct {
			is   bool
			text string
		}{
			{con.Graph.Connected, "connected "},
			{con.Graph.Bipartite, "bipartite "},
			{con.Graph.Directed && !con.Graph.Acyclic, "directed "},
			{con.Graph.Acyclic, "acyclic "},
			{con.Graph.Simple && !con.Graph.Forest, "simple "},
		} {
			if word.is {
				words += word.text
			}
		}
		noun := "graph on "
		if con.Graph.Forest {
			noun = "forest on "
		}
		return tuple + words + noun + span() + w.ways(con)
	case DistinctTogether:
		return tuple + "distinct"
	case SumAtMost:
		what := names[0]
		if e := w.isNamed(con.Vars[0]); e != nil {
			what = w.expr(e, 0)
		}
		return "sum of " + what + " <= " + w.expr(con.Sum, 0)
	}
	w.drop(con)
	return ""
}

// ways says which vertices of a graph are joined by ways.
func (w *textWriter) ways(con *Constraint) string {
	if con.From == nil && con.To == nil {
		return ""
	}
	vertex := func(e Expr) string {
		if e == nil {
			return "every vertex"
		}
		return exprWith(e, 1, w.bare, textNumber)
	}
	return " with " + vertex(con.To) + " reachable from " + vertex(con.From)
}

func (w *textWriter) bare(ref *Ref) string { return w.nameOf(ref.Var) }

// letters are the indices of the lists in which the variables stand, by list. Where they are not needed and could be
// taken for something else, there are none: a name alone speaks of every element.
func (w *textWriter) letters(vars ...*Var) map[*Repeat]string {
	var free []string
	for _, l := range []string{"i", "j", "k", "l", "m", "n", "o", "p", "q"} {
		if !w.taken[l] {
			free = append(free, l)
		}
	}
	depth, counted := w.optional.depth, w.optional.counted
	out := map[*Repeat]string{}
	above, needed := 99, false // repeats around the lists
	for _, v := range vars {
		scope := v.Scope
		if w.index[v] != nil {
			needed = true
			above = min(above, depth(scope)-1)
			continue
		}
		lists := 0
		for ; scope != nil && !w.plain[scope]; scope = scope.Parent {
			lists++
		}
		if lists > 0 {
			above = min(above, depth(v.Scope)-lists)
		}
	}
	for _, v := range vars {
		for scope := counted(v.Scope); scope != nil && depth(scope) > above; scope = counted(scope.Parent) {
			if at := depth(scope) - above - 1; at < len(free) {
				out[scope] = free[at]
			} else if needed {
				w.fail(v.Pos, "no letter is left for an index of %s; rename i or j", v.Name)
			} else {
				return nil
			}
			if w.plain[scope] && !needed {
				return nil
			}
		}
	}
	return out
}

// indexed is the name of a variable with its indices.
func (w *textWriter) indexed(v *Var, letters map[*Repeat]string) string {
	if w.index[v] != nil {
		return letters[v.Scope]
	}
	var index []string
	for scope := w.optional.counted(v.Scope); letters[scope] != ""; scope = w.optional.counted(scope.Parent) {
		index = append([]string{letters[scope]}, index...)
	}
	name, suffix := w.names[v], ""
	if text := w.lengths[v]; text != nil {
		name = w.names[text]
	}
	switch len(index) {
	case 0:
	case 1:
		suffix = "_" + braced(index[0], false)
	default:
		suffix = "_{" + strings.Join(index, ",") + "}"
	}
	if w.lengths[v] != nil {
		return "|" + name + suffix + "|"
	}
	return name + suffix
}

// kind says which values a variable has, if it is no integer.
func (w *textWriter) kind(v *Var) string {
	name := w.indexed(v, w.letters(v))
	d := v.Domain
	quoted := func(text string) string {
		if v.Kind == Int || regexp.MustCompile(`^[\p{L}.#*+@_-][\p{L}0-9.#*+@_-]*$`).MatchString(text) &&
			!plainInteger(text) && strings.Trim(text, ".") != "" || text == "." {
			return text
		}
		if strings.ContainsAny(text, "\r\n") {
			w.fail(v.Pos, "a text of %s has several lines; the text form has none such", v.Name)
		}
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	switch {
	case v.Bare:
		return name + " in {" + strings.Join(v.Names, ", ") + "}"
	case v.Kind == Real:
		return fmt.Sprintf("%s is real with %d decimals", name, v.Decimals)
	case v.Kind == Int && len(d.Values) > 1 && arePowers(d.Values):
		return name + " is a power of " + d.Values[1]
	case len(d.Values) > 0:
		all := make([]string, len(d.Values))
		for i, text := range d.Values {
			all[i] = quoted(text)
		}
		return name + " in {" + strings.Join(all, ", ") + "}"
	case len(d.Alphabet) > 0:
		return name + " " + w.class(v)
	case d.Pattern != "":
		return name + " matches " + d.Pattern
	}
	return ""
}

// arePowers says whether these are the powers that "a power of B" lists.
func arePowers(values []string) bool {
	base, ok := new(big.Int).SetString(values[1], 10)
	return ok && base.Cmp(big.NewInt(2)) >= 0 && slices.Equal(values, powersOf(base))
}

// class says which characters a text has.
func (w *textWriter) class(v *Var) string {
	for _, words := range []string{
		"lowercase letters", "uppercase letters", "digits", "letters", "letters and digits", "lowercase letters and digits",
		"uppercase letters and digits",
	} {
		if letters, _ := alphabetOf(classes[words]); slices.Equal(letters, v.Domain.Alphabet) {
			return "consists of " + words
		}
	}
	if slices.ContainsFunc(v.Domain.Alphabet, func(r rune) bool { return r == '\n' || r == '\r' }) {
		w.fail(v.Pos, "%s may have line ends; the text form has no such texts", v.Name)
	}
	return "matches " + inBrackets(v.Domain.Alphabet) + "*"
}

// runLength is how many characters follow each other at the beginning.
func runLength(letters []rune) int {
	n := 1
	for n < len(letters) && letters[n] == letters[n-1]+1 {
		n++
	}
	return n
}
