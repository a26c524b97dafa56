package schema

import (
	"fmt"
	"math/big"
	"regexp/syntax"
	"slices"
	"strings"
)

// converter writes a Schema in one of the two forms, and keeps account of what that form cannot say.
type converter struct {
	s       *Schema
	known   *ranges
	names   map[*Var]string
	taken   map[string]bool
	lost    []string
	order   map[*Var]int // the place of what is printed, or counts; 0 for others
	printed map[*Var]bool
	lengths map[*Var]*Var // by the variable that holds the length of a text: the text
	index   map[*Var]*Repeat
	failure error
}

func newConverter(s *Schema) *converter {
	c := &converter{
		s: s, names: map[*Var]string{}, taken: map[string]bool{}, order: map[*Var]int{}, printed: map[*Var]bool{},
		lengths: map[*Var]*Var{}, index: map[*Var]*Repeat{},
	}
	c.known = newRanges(&builder{schema: s, spans: make([]int, len(s.Constraints))})
	c.known.propagate()
	for _, v := range s.Vars {
		if v.Domain.Length != nil {
			c.lengths[v.Domain.Length] = v
		}
	}
	c.each(s.Layout, func(n Node) {
		switch n := n.(type) {
		case *Field:
			c.printed[n.Var] = true
			c.order[n.Var] = len(c.order) + 1
			if length := n.Var.Domain.Length; length != nil {
				c.order[length] = len(c.order) + 1
			}
		case *Repeat:
			if n.Index != nil {
				c.index[n.Index] = n
			}
			for _, v := range refs(n.Count) {
				if c.order[v] == 0 {
					c.order[v] = len(c.order) + 1
				}
			}
		}
	})
	return c
}

// firstMistake says why something is no schema.
func firstMistake(mistakes []Mistake) string {
	i := slices.IndexFunc(mistakes, func(m Mistake) bool { return !m.Warning })
	return mistakes[i].Message
}

// each visits the nodes in the order in which they are printed.
func (c *converter) each(nodes []Node, visit func(Node)) {
	for _, n := range nodes {
		visit(n)
		switch n := n.(type) {
		case *Repeat:
			c.each(n.Body, visit)
		case *OneOf:
			for _, a := range n.Alternatives {
				visit(a)
				c.each(a.Body, visit)
			}
		}
	}
}

// fail says why the form cannot hold even more than the schema does; the first reason is kept.
func (c *converter) fail(pos Pos, format string, args ...any) {
	if c.failure == nil {
		c.failure = fmt.Errorf("line %d: %s", pos.Line, fmt.Sprintf(format, args...))
	}
}

// lose says what is left out.
func (c *converter) lose(pos Pos, format string, args ...any) {
	text := fmt.Sprintf("line %d: %s", pos.Line, fmt.Sprintf(format, args...))
	if !slices.Contains(c.lost, text) {
		c.lost = append(c.lost, text)
	}
}

// drop leaves a constraint out; of a chain, the part that it is.
func (c *converter) drop(con *Constraint) {
	links := 0
	for _, other := range c.s.Constraints {
		if other.Kind == Compare && other.Text == con.Text && other.Pos.Line == con.Pos.Line {
			links++
		}
	}
	if con.Kind != Compare || links < 2 {
		c.lose(con.Pos, "%q is left out", con.Text)
		return
	}
	c.lose(con.Pos, "%s %s %s, a part of %q, is left out", exprText(con.Left), opText[con.Op], exprText(con.Right), con.Text)
}

// between are the constants between which the values of v lie, as far as they are known.
func (c *converter) between(v *Var) (low, high *big.Rat) {
	in := c.known.vars[v.ID]
	low, high = in.low, in.high
	for _, con := range c.s.Constraints {
		if con.Kind == SumAtMost && con.Vars[0] == v && high == nil && low != nil && low.Sign() >= 0 {
			high = c.known.of(con.Sum).high // no term is more than the sum of all
		}
	}
	return low, high
}

// unique finds a name like wish that nothing else has.
func (c *converter) unique(wish string) string {
	name := wish
	for i := 2; c.taken[name]; i++ {
		name = fmt.Sprintf("%s%d", wish, i)
	}
	c.taken[name] = true
	return name
}

// precedence of the operators; higher binds tighter.
var precedence = map[string]int{"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 3}

// exprWith writes e; name writes a variable, number a constant. What binds less than around is in brackets.
func exprWith(e Expr, around int, name func(*Ref) string, number func(*big.Rat) string) string {
	bracket := func(own int, text string) string {
		if own < around {
			return "(" + text + ")"
		}
		return text
	}
	sub := func(e Expr, around int) string { return exprWith(e, around, name, number) }
	switch e := e.(type) {
	case *Number:
		if e.Value.Sign() < 0 {
			return bracket(0, number(e.Value))
		}
		return number(e.Value)
	case *Ref:
		return name(e)
	case *Unary:
		if e.Op == "abs" {
			return "|" + sub(e.X, 0) + "|"
		}
		return bracket(0, "-"+sub(e.X, 3))
	case *Binary:
		own := precedence[e.Op]
		left, right := own, own+1
		if e.Op == "^" {
			left, right = 4, 4
		}
		op := e.Op
		if own == 1 {
			op = " " + op + " "
		}
		return bracket(own, sub(e.X, left)+op+sub(e.Y, right))
	case *Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = sub(a, 0)
		}
		return e.Func + "(" + strings.Join(args, ", ") + ")"
	}
	return ""
}

func refs(e Expr) []*Var {
	var all []*Var
	walk(e, func(e Expr) {
		if ref, ok := e.(*Ref); ok && !slices.Contains(all, ref.Var) {
			all = append(all, ref.Var)
		}
	})
	return all
}

// mentioned are the variables of a constraint.
func (con *Constraint) mentioned() []*Var {
	all := slices.Clone(con.Vars)
	for _, e := range []Expr{con.Left, con.Right, con.Low, con.High, con.Sum, con.From, con.To} {
		if e != nil {
			all = append(all, refs(e)...)
		}
	}
	for _, at := range con.Only {
		all = append(append(all, at.Index), refs(at.Is)...)
	}
	return all
}

// patternLetters are all characters that texts of a pattern can have; ok is false where these are too many to list.
func patternLetters(pattern string) (letters []rune, low, high int, ok bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, 0, 0, false
	}
	seen := map[rune]bool{}
	ok = true
	var visit func(re *syntax.Regexp)
	visit = func(re *syntax.Regexp) {
		switch re.Op {
		case syntax.OpLiteral:
			for _, r := range re.Rune {
				seen[r] = true
				if re.Flags&syntax.FoldCase != 0 {
					ok = false
				}
			}
		case syntax.OpCharClass:
			for i := 0; i+1 < len(re.Rune); i += 2 {
				if re.Rune[i+1]-re.Rune[i] > maxAlphabet {
					ok = false
					return
				}
				for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
					seen[r] = true
				}
			}
		case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
			ok = false
		}
		for _, sub := range re.Sub {
			visit(sub)
		}
	}
	visit(re)
	for r := range seen {
		letters = append(letters, r)
	}
	slices.Sort(letters)
	low, high = lengths(re)
	return letters, low, high, ok && len(letters) > 0 && len(letters) <= maxAlphabet
}

// isNamed says whether v only names an expression whose sum is bounded, and returns the expression.
func (c *converter) isNamed(v *Var) Expr {
	if !v.Hidden || c.lengths[v] != nil || c.index[v] != nil {
		return nil
	}
	for _, con := range c.s.Constraints {
		if ref, ok := con.Left.(*Ref); ok && con.Kind == Compare && con.Op == Equal && ref.Var == v && v.Name == exprText(con.Right) {
			return con.Right
		}
	}
	return nil
}

// implied says whether a constraint only says between which numbers an index lies, or what a named sum is.
func (c *converter) implied(con *Constraint) bool {
	if con.Kind != Compare {
		return false
	}
	if ref, ok := con.Left.(*Ref); ok && con.Op == Equal && c.isNamed(ref.Var) == con.Right && con.Right != nil {
		return true
	}
	for _, side := range [2][2]Expr{{con.Left, con.Right}, {con.Right, con.Left}} {
		ref, ok := side[0].(*Ref)
		if !ok {
			continue
		}
		if repeat := c.index[ref.Var]; repeat != nil {
			key := exprKey(side[1])
			if key == exprKey(number(int64(repeat.First))) && side[0] == con.Right ||
				key == exprKey(plus(repeat.Count, int64(repeat.First)-1)) && side[0] == con.Left {
				return true
			}
		}
	}
	return false
}

// isNameBound says whether a constraint is a bound of a number by the names that it is printed as: 0..1 of a bool.
func (c *converter) isNameBound(con *Constraint) bool {
	for _, side := range [2][2]Expr{{con.Left, con.Right}, {con.Right, con.Left}} {
		ref, ok := side[0].(*Ref)
		n, ok2 := side[1].(*Number)
		if ok && ok2 && ref.Var.Bare && con.Op == LessEqual {
			last := int64(len(ref.Var.Names) - 1)
			return n.Value.Cmp(number(map[bool]int64{true: last, false: 0}[side[0] == con.Left]).Value) == 0
		}
	}
	return false
}
