package generate

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode"
)

const (
	// defaultLength is the longest string of an alphabet when nothing speaks of its length.
	defaultLength = 10
	// unlimited stands for the length of patterns such as [a-z]+, in runes.
	unlimited = 1_000_000
	// usualTimes is how often the random source repeats at most where a pattern sets no limit.
	usualTimes = 12
)

type pieceKind int

const (
	pieceInvalid  pieceKind = iota
	pieceRune               // one rune of set
	pieceSequence           // parts, one after another
	pieceBranch             // one of parts
	pieceTimes              // parts[0], min to max times
)

// piece is a compiled regular expression, seen as a way to make texts.
type piece struct {
	kind        pieceKind
	set         *runeSet
	parts       []*piece
	min, max    int            // pieceTimes; max is unlimited where there is none
	least, most int            // lengths of the texts, in runes
	step        int            // lengths are least + a multiple of step; 0 when all are least
	rest        []int          // pieceSequence: the greatest length of what stands behind each part
	whole       *regexp.Regexp // the root only: what a text must match; nil when the pieces say it all
}

// runeSet is an ordered set of runes, the simplest first, in runs of consecutive code points.
type runeSet struct {
	runs []runeRun
	size int
}

type runeRun struct{ lo, hi rune }

func (s *runeSet) add(lo, hi rune) {
	if lo <= hi {
		s.runs = append(s.runs, runeRun{lo, hi})
		s.size += int(hi-lo) + 1
	}
}

func setOf(runes []rune) *runeSet {
	s := &runeSet{}
	seen := map[rune]bool{}
	for _, r := range runes {
		if !seen[r] {
			seen[r] = true
			s.add(r, r)
		}
	}
	return s
}

func (s *runeSet) at(i int) rune {
	for _, r := range s.runs {
		if n := int(r.hi-r.lo) + 1; i < n {
			return r.lo + rune(i)
		} else {
			i -= n
		}
	}
	panic("generate: rune index out of range")
}

func (s *runeSet) index(c rune) int {
	base := 0
	for _, r := range s.runs {
		if r.lo <= c && c <= r.hi {
			return base + int(c-r.lo)
		}
		base += int(r.hi-r.lo) + 1
	}
	return -1
}

// fromClass orders a character class for people: lower case, upper case, digits, the rest of printable ASCII,
// everything else. Line ends and other control characters are never in it: a text is part of a line.
func fromClass(pairs []rune) *runeSet {
	s := &runeSet{}
	wishes := []runeRun{
		{'a', 'z'},
		{'A', 'Z'},
		{'0', '9'},
		{'!', '/'},
		{':', '@'},
		{'[', '`'},
		{'{', '~'},
		{' ', ' '},
		{'\t', '\t'},
		{0xA0, 0xD7FF},
		{0xE000, unicode.MaxRune},
	}
	for _, w := range wishes {
		for i := 0; i+1 < len(pairs); i += 2 {
			s.add(max(w.lo, pairs[i]), min(w.hi, pairs[i+1]))
		}
	}
	return s
}

func runOf(s *runeSet) *piece {
	p := &piece{kind: pieceTimes, max: unlimited, parts: []*piece{{kind: pieceRune, set: s}}}
	p.parts[0].measure()
	p.measure()
	return p
}

var errNoRune = errors.New("a character class of the pattern has no character that can be printed in a line")

func compilePattern(pattern string) (*piece, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("the pattern %s: %w", pattern, err)
	}
	anchored := false
	p, err := compilePiece(re, &anchored)
	if err != nil {
		return nil, err
	}
	whole, err := regexp.Compile(`\A(?:` + pattern + `)\z`)
	if err != nil {
		return nil, fmt.Errorf("the pattern %s: %w", pattern, err)
	}
	if anchored {
		root := *p
		root.whole = whole
		p = &root
	}
	return p, nil
}

func compilePiece(re *syntax.Regexp, anchored *bool) (*piece, error) {
	p := &piece{}
	switch re.Op {
	case syntax.OpLiteral:
		p.kind = pieceSequence
		for _, r := range re.Rune {
			set := setOf([]rune{r})
			if re.Flags&syntax.FoldCase != 0 {
				cases := []rune{r, r}
				for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
					cases = append(cases, f, f)
				}
				set = fromClass(cases)
			}
			if r == '\n' || r == '\r' {
				return nil, errNoRune
			}
			one := &piece{kind: pieceRune, set: set}
			one.measure()
			p.parts = append(p.parts, one)
		}
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		pairs := re.Rune
		if re.Op != syntax.OpCharClass {
			pairs = []rune{0, unicode.MaxRune}
		}
		p.kind, p.set = pieceRune, fromClass(pairs)
		if p.set.size == 0 {
			return nil, errNoRune
		}
	case syntax.OpEmptyMatch:
		p.kind = pieceSequence
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		// The whole pattern decides whether a text with such a place will do.
		p.kind, *anchored = pieceSequence, true
	case syntax.OpCapture:
		return compilePiece(re.Sub[0], anchored)
	case syntax.OpConcat, syntax.OpAlternate:
		p.kind = pieceSequence
		if re.Op == syntax.OpAlternate {
			p.kind = pieceBranch
		}
		for _, sub := range re.Sub {
			part, err := compilePiece(sub, anchored)
			if err != nil {
				return nil, err
			}
			p.parts = append(p.parts, part)
		}
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		part, err := compilePiece(re.Sub[0], anchored)
		if err != nil {
			return nil, err
		}
		p.kind, p.parts = pieceTimes, []*piece{part}
		switch re.Op {
		case syntax.OpStar:
			p.min, p.max = 0, unlimited
		case syntax.OpPlus:
			p.min, p.max = 1, unlimited
		case syntax.OpQuest:
			p.min, p.max = 0, 1
		default:
			p.min, p.max = re.Min, re.Max
			if p.max < 0 {
				p.max = unlimited
			}
		}
	default:
		return nil, fmt.Errorf("the pattern matches nothing")
	}
	p.measure()
	return p, nil
}

// measure sets least, most and step from the parts'.
func (p *piece) measure() {
	switch p.kind {
	case pieceRune:
		p.least, p.most = 1, 1
	case pieceSequence:
		p.rest = make([]int, len(p.parts))
		for i := len(p.parts) - 1; i >= 0; i-- {
			q := p.parts[i]
			p.rest[i] = p.most
			p.least, p.most = p.least+q.least, min(unlimited, p.most+q.most)
			p.step = gcdSmall(p.step, q.step)
		}
	case pieceBranch:
		p.least = p.parts[0].least
		for _, q := range p.parts {
			p.least, p.most = min(p.least, q.least), max(p.most, q.most)
			p.step = gcdSmall(gcdSmall(p.step, q.step), q.least-p.parts[0].least)
		}
	case pieceTimes:
		q := p.parts[0]
		p.least, p.most = min(unlimited, p.min*q.least), min(unlimited, p.max*q.most)
		p.step = q.step
		if p.min != p.max {
			p.step = gcdSmall(p.step, q.least)
		}
	}
}

func gcdSmall(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// fits says whether the lengths lo..hi and those of the piece's texts meet, as far as least, most and step tell.
func (p *piece) fits(lo, hi int) bool {
	if p.kind == pieceBranch {
		return slices.ContainsFunc(p.parts, func(q *piece) bool { return q.fits(lo, hi) })
	}
	lo, hi = max(lo, p.least), min(hi, p.most)
	if lo > hi || p.step == 0 {
		return lo <= hi
	}
	return (hi-p.least)/p.step*p.step+p.least >= lo
}

// branches lists the alternatives that can have a length in lo..hi.
func (p *piece) branches(lo, hi int) []*piece {
	var able []*piece
	for _, q := range p.parts {
		if q.fits(lo, hi) {
			able = append(able, q)
		}
	}
	return able
}

// times is how often the part of a pieceTimes can be repeated for a length in lo..hi.
func (p *piece) times(lo, hi int) (least, most int) {
	q := p.parts[0]
	least, most = p.min, p.max
	if q.most > 0 {
		least = max(least, (lo+q.most-1)/q.most)
	}
	if q.least > 0 {
		most = min(most, hi/q.least)
	}
	return least, most
}

// share is the range of lengths for the next part when those behind it have lengths of least to most.
func share(lo, hi, least, most int) (int, int) {
	return max(0, lo-most), hi - least
}

// text makes a text with a length in lo..hi, its decisions taken from r. lead
// is the choice that fixes its length, -1 when there is none.
func (p *piece) text(r *run, out []rune, lo, hi, lead int) ([]rune, bool) {
	if !p.fits(lo, hi) {
		return out, false
	}
	switch p.kind {
	case pieceRune:
		return append(out, p.set.at(int(r.index(decideRune, uint64(p.set.size-1))))), true
	case pieceSequence:
		least := p.least
		for i, q := range p.parts {
			least -= q.least
			l, h := share(lo, hi, least, p.rest[i])
			before, ok := len(out), false
			if out, ok = q.text(r, out, l, h, lead); !ok {
				return out, false
			}
			lo, hi = lo-(len(out)-before), hi-(len(out)-before)
		}
		return out, lo <= 0
	case pieceBranch:
		able := p.branches(lo, hi) // never empty, since the piece fits
		return able[r.index(decideBranch, uint64(len(able)-1))].text(r, out, lo, hi, lead)
	default:
		least, most := p.times(lo, hi)
		if least > most {
			return out, false
		}
		n := least
		if least != most {
			kind := decideTimes
			if p.max == unlimited {
				kind = decideOften
			}
			lead = len(r.choices)
			n += int(r.index(kind, uint64(most-least)))
		}
		q := p.parts[0]
		spans := r.spans(lead, n)
		if q.kind == pieceRune {
			for i := range n {
				from := len(r.choices)
				out = append(out, q.set.at(int(r.index(decideRune, uint64(q.set.size-1)))))
				spans.add(i, from, len(r.choices))
			}
			return out, lo <= n
		}
		for i := range n {
			rest := n - 1 - i
			l, h := share(lo, hi, rest*q.least, min(unlimited, rest*q.most))
			before, from, ok := len(out), len(r.choices), false
			if out, ok = q.text(r, out, l, h, -1); !ok {
				return out, false
			}
			lo, hi = lo-(len(out)-before), hi-(len(out)-before)
			spans.add(i, from, len(r.choices))
		}
		return out, lo <= 0
	}
}

// maxMatchSteps bounds the search for the decisions behind a text.
const maxMatchSteps = 2_000_000

// matcher finds the decisions with which a piece makes a text.
type matcher struct {
	in    []rune
	taken []uint64
	steps int
}

// decisions returns what text must decide to make in.
func (p *piece) decisions(in []rune, lo, hi int) ([]uint64, bool) {
	m := &matcher{in: in}
	ok := m.match(p, 0, lo, hi, func(at int) bool { return at == len(in) })
	return m.taken, ok
}

func (m *matcher) decide(max, i int) {
	if max > 0 {
		m.taken = append(m.taken, uint64(i))
	}
}

// match mirrors piece.text; then is called with the place behind the piece.
func (m *matcher) match(p *piece, at, lo, hi int, then func(int) bool) bool {
	m.steps++
	if m.steps > maxMatchSteps || !p.fits(lo, hi) {
		return false
	}
	mark := len(m.taken)
	switch p.kind {
	case pieceRune:
		if at < len(m.in) {
			if i := p.set.index(m.in[at]); i >= 0 {
				m.decide(p.set.size-1, i)
				if then(at + 1) {
					return true
				}
			}
		}
	case pieceSequence:
		if m.sequence(p, 0, at, lo, hi, p.least, then) {
			return true
		}
	case pieceBranch:
		able := p.branches(lo, hi)
		for i, q := range able {
			m.decide(len(able)-1, i)
			if m.match(q, at, lo, hi, then) {
				return true
			}
			m.taken = m.taken[:mark]
		}
	default:
		least, most := p.times(lo, hi)
		q := p.parts[0]
		reach := most
		if q.least > 0 {
			reach = min(most, (len(m.in)-at)/q.least)
		} else {
			reach = min(most, max(least, len(m.in)-at))
		}
		if q.kind == pieceRune {
			// The longest run first: the usual case in one go.
			n := 0
			for n < reach && q.set.index(m.in[at+n]) >= 0 {
				n++
			}
			for ; n >= least; n-- {
				m.decide(most-least, n-least)
				for i := range n {
					m.decide(q.set.size-1, q.set.index(m.in[at+i]))
				}
				if (lo <= n) && then(at+n) {
					return true
				}
				m.taken = m.taken[:mark]
				m.steps += n
				if m.steps > maxMatchSteps {
					return false
				}
			}
			return false
		}
		for n := reach; n >= least; n-- {
			m.decide(most-least, n-least)
			if m.copies(q, n, at, lo, hi, then) {
				return true
			}
			m.taken = m.taken[:mark]
		}
	}
	m.taken = m.taken[:mark]
	return false
}

func (m *matcher) sequence(p *piece, i, at, lo, hi, least int, then func(int) bool) bool {
	if i == len(p.parts) {
		return lo <= 0 && then(at)
	}
	least -= p.parts[i].least
	l, h := share(lo, hi, least, p.rest[i])
	return m.match(p.parts[i], at, l, h, func(next int) bool {
		return m.sequence(p, i+1, next, lo-(next-at), hi-(next-at), least, then)
	})
}

func (m *matcher) copies(q *piece, n, at, lo, hi int, then func(int) bool) bool {
	if n == 0 {
		return lo <= 0 && then(at)
	}
	l, h := share(lo, hi, (n-1)*q.least, min(unlimited, (n-1)*q.most))
	return m.match(q, at, l, h, func(next int) bool {
		return m.copies(q, n-1, next, lo-(next-at), hi-(next-at), then)
	})
}

// mayHold says whether some text of the piece contains a rune for which f is true.
func (p *piece) mayHold(f func(rune) bool) bool {
	if p.kind == pieceRune {
		for _, r := range p.set.runs {
			for c := r.lo; c <= min(r.hi, r.lo+unicode.MaxLatin1); c++ {
				if f(c) {
					return true
				}
			}
		}
		return false
	}
	return slices.ContainsFunc(p.parts, func(q *piece) bool { return q.mayHold(f) })
}
