package generate

// fitsLength says whether a text of the strings whose length this is can have x runes.
func (v *variable) fitsLength(g *Generator, x integer) bool {
	if !v.counts {
		return true
	}
	for _, id := range g.scopes[v.scope].vars {
		if s := g.vars[id]; s.length == v.ID {
			n, ok := x.toInt()
			if !ok || !s.shape.fits(n, n) {
				return false
			}
		}
	}
	return true
}

// drawText makes the text of a string. Where a column must be distinct, or the
// decisions lead nowhere, it counts on from them to the next text that will do.
func (r *run) drawText(v *variable) (string, bool) {
	r.source.text(r, v)
	mark := r.mark()
	text, ok := r.oneText(v)
	used := r.used[v.ID]
	asked := text
	for again := 0; ; again++ {
		if ok && used == nil {
			return text, true
		}
		path := append([]uint64(nil), r.choices[mark.choices:]...)
		if ok {
			resume, seen := used[text]
			if !seen {
				if asked != text {
					used[asked] = path
				}
				used[text] = nil
				return text, true
			}
			r.failure = failure{from: v.distinct}
			if resume != nil {
				path = resume // the decisions of the last text that stood in for this one
			}
		}
		if r.waste += 1 + r.tried/8; r.exact || r.failure.large || again > maxNeighbours || r.tired() {
			return "", false
		}
		r.back(mark)
		next := r.successor(v, path)
		if next == nil {
			return "", false
		}
		src := r.source
		r.source = &replayer{choices: next}
		text, ok = r.oneText(v)
		r.source = src
	}
}

// successor returns choices that lead to the text after the one of the given decisions; nil after the last.
func (r *run) successor(v *variable, path []uint64) Choices {
	mark := len(r.choices)
	prefix := append(make(Choices, mark), path...)
	src, tr := r.source, r.trace
	r.trace, r.source = &trace{}, &replayer{choices: prefix}
	r.oneText(v)
	most := r.trace.most
	r.source, r.trace, r.choices = src, tr, r.choices[:mark]
	for i := len(most) - 1; i >= 0; i-- {
		if path[i] < most[i] {
			next := append(Choices(nil), prefix[:mark+i+1]...)
			next[mark+i]++
			return next
		}
	}
	return nil
}

func (r *run) oneText(v *variable) (string, bool) {
	r.tried = 0
	if v.shape == nil {
		return v.Domain.Values[r.index(decideBranch, uint64(len(v.Domain.Values)-1))], true
	}
	lo, hi, lead := r.lengths(v)
	out, ok := v.shape.text(r, r.runes[:0], lo, hi, lead)
	r.runes, r.tried = out, len(out)
	if !ok || v.shape.whole != nil && !v.shape.whole.MatchString(string(out)) {
		if !r.failure.large {
			r.failure = failure{v: v}
		}
		return "", false
	}
	return string(out), r.spend(len(out))
}

// lengths is the range for the length of v's next text, and the choice that decided it.
func (r *run) lengths(v *variable) (lo, hi, lead int) {
	if v.length < 0 {
		return v.shape.least, v.shape.most, -1
	}
	n, ok := r.cells[v.length].lo.toInt()
	if !ok || n > maxValues {
		r.failure = failure{large: true}
		return unlimited + 1, 0, -1
	}
	return n, n, r.chose[r.g.root(v.length)]
}
