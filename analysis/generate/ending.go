package generate

import (
	"math/big"
	"strings"
	"unicode"

	"execre/analysis/schema"
)

// Records whose number is not printed can end with words of their own, such as a line 0 0: a program reads on until it
// meets them. So no record may begin with these words, nor be the beginning of them. What a record prints depends on all
// its values, so it is looked at when it is made; where it will not do, the first of its decisions that can make it
// another one is raised.

// maxRaised is how many decisions of such a record are raised in turn.
const maxRaised = 64

// endings finds the Repeats that end with words.
func (c *compiler) endings() {
	for _, n := range c.schema.Layout {
		repeat, ok := n.(*schema.Repeat)
		if !ok || repeat.JSONList || !ofLines(repeat) {
			continue
		}
		sc := c.scopes[c.index[repeat]]
		if sc.lead >= 0 && c.vars[sc.lead].Hidden && c.vars[sc.lead].def == nil {
			sc.ending = c.endOf(repeat)
			sc.prints = c.printings(repeat.Body)
		}
	}
}

// endOf are the words that stand behind a Repeat at the top, when these are all that does; none for others.
func (g *Generator) endOf(n *schema.Repeat) (words []string) {
	at := -1
	for i, m := range g.schema.Layout {
		l, ok := m.(*schema.Literal)
		switch {
		case m == schema.Node(n):
			at = i
		case at < 0:
		case ok:
			words = append(words, strings.Fields(l.Text)...)
		default:
			return nil
		}
	}
	return words
}

// begins says whether text begins with the words, or is the beginning of them; if whole is set, only the former.
func begins(text string, words []string, whole bool) bool {
	for i, word := range words {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" {
			return i > 0 && !whole
		}
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		if !sameWord(text[:end], word) {
			return false
		}
		text = text[end:]
	}
	return len(words) > 0
}

// sameWord says whether a program takes two words for the same: equal texts, or equal numbers.
func sameWord(a, b string) bool {
	if a == b {
		return true
	}
	if numberAt(a) != a || numberAt(b) != b || a == "" || b == "" {
		return false
	}
	x, _ := new(big.Rat).SetString(a)
	y, _ := new(big.Rat).SetString(b)
	return x != nil && y != nil && x.Cmp(y) == 0
}

// endsHere says whether the present iteration of the scope would be taken for the end.
func (r *run) endsHere(sc *scope) bool {
	r.text = r.text[:0]
	here := r.path[sc.depth]
	r.printAll(sc.prints)
	r.path[sc.depth] = here
	return begins(string(r.text), sc.ending, false)
}

// another replaces the present iteration, which would be taken for the end, by one that is not; again makes it.
func (r *run) another(sc *scope, from bookmark, again func() bool) bool {
	if r.upward { // a walk goes on by itself
		r.failure = failure{ending: sc.ending}
		return false
	}
	src, made := r.source, append(Choices(nil), r.choices...)
	defer func() { r.source = src }()
	for i := from.choices; i < min(len(made), from.choices+maxRaised); i++ {
		r.back(from)
		raised := append(Choices(nil), made...)
		raised[i]++
		r.source, r.hint = &replayer{choices: raised}, hint{}
		if again() && !r.endsHere(sc) {
			return true
		}
	}
	r.failure = failure{ending: sc.ending}
	return false
}
