package generate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A tree of nodes as LeetCode prints it: the values level by level, null where a child is missing. Each iteration is a
// node; what is decided besides its value is how many of the places that are open for it stay empty. Without any the
// tree is complete, which is the simplest; taking an iteration away takes away a node.

// nulls prints the missing children before a node.
func (r *run) nulls(n integer) {
	for k, _ := n.toInt(); k > 0; k-- {
		r.text = append(r.text, "null, "...)
	}
}

// nulls goes past the missing children before a node and says how many they are.
func (rd *reader) nulls() (n int) {
	for {
		rest, ok := strings.CutPrefix(rd.text[rd.at:], "null")
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest, ok = cutIf(ok, rest, ","); !ok {
			return n
		}
		rd.at = len(rd.text) - len(rest)
		rd.blanks()
		n++
	}
}

// lastNulls goes past missing children at the end of a tree, which say nothing.
func (rd *reader) lastNulls() {
	rest, ok := strings.TrimLeftFunc(rd.text[rd.at:], unicode.IsSpace), true
	for ok && !strings.HasPrefix(rest, "]") {
		rest, ok = cutIf(ok, rest, ",")
		rest, ok = cutIf(ok, strings.TrimLeftFunc(rest, unicode.IsSpace), "null")
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	}
	if ok {
		rd.at = len(rd.text) - len(rest)
	}
}

func cutIf(ok bool, text, prefix string) (string, bool) {
	rest, found := strings.CutPrefix(text, prefix)
	return rest, ok && found
}

// levelsProblem finds the first node without a parent among the nulls before each node.
func levelsProblem(nulls []integer) (node int, text string) {
	left := zero
	for i, n := range nulls {
		if left.less(n) {
			return i, fmt.Sprintf("the next value has no parent; nulls at this place: %s at the most", left)
		}
		left = left.minus(n).next()
	}
	return 0, ""
}

// levels is a tree of n nodes in one of its usual shapes: the nulls before each of them. More than there is room for
// means all that there is room for; nil leaves each node to itself.
func (d *drawer) levels(n int) []integer {
	out := make([]integer, n)
	fill := func(from int, x integer) []integer {
		for i := from; i < n; i++ {
			out[i] = x
		}
		return out
	}
	switch d.IntN(8) {
	case 0: // complete
		return out
	case 1: // every node is a right child
		return fill(1, one)
	case 2: // a left child
		return fill(2, one)
	case 3: // one child each, on either side
		right := true
		for i := 1; i < n; i++ {
			nulls := 0
			if !right { // the place beside the node before
				nulls++
			}
			if right = d.chance(0.5); right {
				nulls++
			}
			out[i] = intOf(nulls)
		}
		return out
	case 4:
		return nil
	}
	empty := [...]float64{0.1, 0.3, 0.45, 0.5}[d.IntN(4)] // of the places for nodes
	for i := range out {
		k := 0
		for k < i && d.chance(empty) {
			k++
		}
		out[i] = intOf(k)
	}
	return out
}

// Pruned returns c without node k of a group that is a tree, and without all that is below it; the other nodes keep
// their places. ok is false when the group is no tree or its number cannot be lowered so far.
func (s Structure) Pruned(c Choices, group, k int) (out Choices, ok bool) {
	g := s.Groups[group]
	if k >= len(g.Nulls) {
		return nil, false
	}
	c = slices.Clone(c)
	gone := make([]bool, len(g.Nulls))
	places := []bool{false} // that are open for nodes, level by level: whether what they hang on is gone
	thin, nulls := Group{Count: g.Count}, uint64(0)
	for i, at := range g.Nulls {
		before := c[at]
		for j := uint64(0); j < before; j++ {
			if !places[j] {
				nulls++
			}
		}
		gone[i] = places[before] || i == k
		if i == k {
			nulls++
		}
		places = append(places[before+1:], gone[i], gone[i])
		if gone[i] {
			thin.Iterations = append(thin.Iterations, g.Iterations[i])
			continue
		}
		c[at], nulls = nulls, 0
	}
	return thin.without(c, 0, len(thin.Iterations))
}

// bare reads true or false, or a character.
func (rd *reader) bare(v *variable) bool {
	if !rd.settle(false) {
		return false
	}
	rest := rd.text[rd.at:]
	size := len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsLetter))
	if utf8.RuneCountInString(v.Names[0]) == 1 {
		_, size = utf8.DecodeRuneInString(rest)
	}
	word := rest[:size]
	for i, name := range v.Names {
		if word == name {
			rd.know(v, intOf(i), rd.at)
			rd.at += len(word)
			return true
		}
	}
	return rd.fail(rd.at, "expected %s for %s, found %s", strings.Join(v.Names, " or "), v.Name, excerpt(rest))
}
