package generate

import (
	"cmp"
	"slices"

	"execre/analysis/schema"
)

// Structure shows what the choices of an input decide, so that a shrinker can
// remove whole iterations together with lowering their number.
type Structure struct {
	// Groups lists what is repeated, in order of the first choice. Everything whose number is decided by the same
	// choice is one group: arrays A_1..A_N and B_1..B_N, the rows and a tree of N-1 edges, every row of an H x W grid
	// for W, the letters of a string for its length.
	Groups []Group
	// Most holds, for each choice, the highest value it could have had.
	Most []uint64
	// Owner holds, for each choice, the ID of the variable whose value it decides; negative for other decisions
	// (letters, branches of a pattern, the shape of a tree), the same number for the same sort of decision.
	Owner []int
	// Numbers holds, for each choice, the number that it gives its variable.
	Numbers []Number
}

// Number is the number that a choice gives a variable.
type Number struct {
	Is    int64 // in units of the variable's last decimal
	Known bool  // the choice gives a number, which fits an int64
	// Places says how many things there are of which the number may name one, from First on; 0 when it names none.
	Places int
	First  int64 // 0 or 1
	Count  int   // the choice that decides Places; -1 when it is fixed
}

// Group is one number of iterations and all that is repeated so often.
type Group struct {
	Count int // the choice that decides the number; lowering it by one takes away one iteration; -1 when it is fixed
	// Iterations lists the choices of each iteration, ascending and apart from each other. Where one Repeat has fewer
	// iterations than another of the group (N-1 beside N), its last belongs to the last of the other. Iterations
	// may have no choice.
	Iterations [][]Range
	Nulls      []int // of a tree level by level: the choice that says how many nulls stand before each node; else nil
}

// Range is the choices From to To-1.
type Range struct{ From, To int }

// Structure replays c, which must be canonical, and says what its choices decide.
func (g *Generator) Structure(c Choices) (Structure, error) {
	_, s, err := g.traced(c, &trace{telling: true}, maxValues, maxWaste)
	return s, err
}

// structured replays c, with at most limit values and so much effort in vain, and returns the input with its structure,
// but for the Numbers.
func (g *Generator) structured(c Choices, limit, waste int) (Input, Structure, error) {
	return g.traced(c, &trace{}, limit, waste)
}

func (g *Generator) traced(c Choices, t *trace, limit, waste int) (Input, Structure, error) {
	r := g.newRun(&replayer{choices: c})
	defer r.release()
	r.trace, r.limit, r.most = t, limit, waste
	in, err := r.input()
	if err != nil {
		return Input{}, Structure{}, err
	}
	for _, l := range r.trace.late {
		v := r.g.vars[l.places.count]
		r.places(&r.trace.numbers[l.choice], l.places, r.top.numbers[v.slot][0])
	}
	return in, r.trace.structure(), nil
}

// trace collects the structure during a run.
type trace struct {
	most    []uint64
	owner   []int
	telling bool // the numbers are wanted too
	numbers []Number
	late    []late
	spans   []*spans
}

// late is a number of which it is known only later how many places there are.
type late struct {
	choice int
	places places
}

// spans is one execution of a Repeat, or of a repetition in a string.
type spans struct {
	lead  int
	iter  [][]Range
	nulls []int // of a tree: the choices before its nodes
}

// spans begins the record of n iterations; nil when nobody asks.
func (r *run) spans(lead, n int) *spans {
	if r.trace == nil {
		return nil
	}
	s := &spans{lead: lead, iter: make([][]Range, n)}
	usual := make([]Range, n)
	for i := range s.iter {
		s.iter[i] = usual[i : i : i+1] // nearly all have one
	}
	r.trace.spans = append(r.trace.spans, s)
	return s
}

func (s *spans) add(i, from, to int) {
	if s != nil && from < to {
		s.iter[i] = append(s.iter[i], Range{from, to})
	}
}

// note records the highest value and the owner of the choice just written.
func (r *run) note(most uint64, owner int) {
	if r.trace != nil {
		r.trace.most = append(r.trace.most, most)
		r.trace.owner = append(r.trace.owner, owner)
		if r.trace.telling {
			r.trace.numbers = append(r.trace.numbers, Number{Count: -1})
		}
	}
}

// tell records the number that the choice just written gives v.
func (r *run) tell(v *variable, x integer) {
	if r.trace == nil || !r.trace.telling || x.large != nil {
		return
	}
	n := &r.trace.numbers[len(r.trace.numbers)-1]
	n.Is, n.Known = x.small, true
	for _, p := range v.places {
		switch {
		case r.cells[p.count].point():
			r.places(n, p, r.cells[p.count].lo)
			return
		case r.g.vars[p.count].scope == 0: // it is drawn later
			r.trace.late = append(r.trace.late, late{len(r.choices) - 1, p})
			return
		}
	}
}

// places says that a number may name one of n places.
func (r *run) places(number *Number, p places, n integer) {
	if places, ok := n.toInt(); ok {
		number.Places, number.First, number.Count = places, p.first, r.chose[r.g.root(p.count)]
	}
}

// places are things that are numbered.
type places struct {
	count int   // the variable that says how many there are
	first int64 // the number of the first, 0 or 1
}

// findPlaces finds the variables that name one of so many things, as vertices and places of an array do: the top of their
// range goes up with a variable from outside, or with one that decides how much is printed.
func (g *Generator) findPlaces() {
	for n, count := range g.vars {
		if count.Kind != schema.Int || count.list != nil {
			continue
		}
		var named []*variable
		first := int64(1)
		for id, below := range g.below(n) {
			v, lo := g.vars[id], g.cells[id].lo
			if id == n || v.Kind != schema.Int || v.list != nil || lo.cmp(zero) != 0 && lo.cmp(one) != 0 ||
				!count.counts && (count.scope == v.scope || !g.encloses(count.scope, v.scope)) ||
				below.sign() < 0 || intOf(2).less(below) { // a little below the top, there is r of l <= r still
				continue
			}
			named, first = append(named, v), min(first, lo.small)
		}
		for _, v := range named {
			v.places = append(v.places, places{n, first})
		}
	}
}

// below tells of each variable how far the top of its range is below n, where it goes up and down with n; else -1.
func (g *Generator) below(n int) []integer {
	tops := func(x integer) []integer {
		s := g.newSolver(slices.Clone(g.cells))
		for i := range s.active {
			s.active[i] = true
		}
		if !s.set(n, pointOf(x)) {
			return nil
		}
		tops := make([]integer, len(g.vars))
		for id := range tops {
			tops[id] = x.minus(s.cells[id].hi)
		}
		return tops
	}
	const few = 10
	lo, hi := g.cells[n].lo, minInt(g.cells[n].hi, g.cells[n].lo.plus(intOf(few)))
	a, b := tops(lo.plus(hi).floorDiv(intOf(2))), tops(hi)
	if a == nil || b == nil || lo.next().cmp(hi) >= 0 {
		return nil
	}
	for id := range a {
		if a[id].cmp(b[id]) != 0 {
			a[id] = one.neg()
		}
	}
	return a
}

// bookmark is a place to which a run can go back.
type bookmark struct{ choices, spans int }

func (r *run) mark() bookmark {
	b := bookmark{choices: len(r.choices)}
	if r.trace != nil {
		b.spans = len(r.trace.spans)
	}
	return b
}

func (r *run) back(b bookmark) {
	r.kept = min(r.kept, b.choices)
	r.choices = r.choices[:b.choices]
	if t := r.trace; t != nil {
		t.most, t.owner, t.spans = t.most[:b.choices], t.owner[:b.choices], t.spans[:b.spans]
		if t.telling {
			t.numbers = t.numbers[:b.choices]
		}
		for len(t.late) > 0 && t.late[len(t.late)-1].choice >= b.choices {
			t.late = t.late[:len(t.late)-1]
		}
	}
}

func (t *trace) structure() Structure {
	s := Structure{Most: t.most, Owner: t.owner, Numbers: t.numbers}
	at := map[int]int{}
	for _, sp := range t.spans {
		k, ok := at[sp.lead]
		if !ok || sp.lead < 0 {
			k = len(s.Groups)
			at[sp.lead] = k
			s.Groups = append(s.Groups, Group{Count: sp.lead, Nulls: sp.nulls})
		} else {
			s.Groups[k].Nulls = nil // a node has several values
		}
		g := &s.Groups[k]
		if d := len(sp.iter) - len(g.Iterations); d > 0 {
			g.Iterations = append(make([][]Range, d), g.Iterations...)
		}
		shift := len(g.Iterations) - len(sp.iter)
		for i, ranges := range sp.iter {
			g.Iterations[shift+i] = append(g.Iterations[shift+i], ranges...)
		}
	}
	for _, g := range s.Groups {
		for k, ranges := range g.Iterations {
			slices.SortFunc(ranges, func(a, b Range) int { return cmp.Or(a.From-b.From, b.To-a.To) })
			// In an N x N matrix a row holds its part of the column.
			apart := ranges[:0]
			for _, r := range ranges {
				if len(apart) == 0 || r.From >= apart[len(apart)-1].To {
					apart = append(apart, r)
				}
			}
			g.Iterations[k] = apart
		}
	}
	return s
}

// replayer takes decisions from choices.
type replayer struct{ choices Choices }

func (p *replayer) next(at int) uint64 {
	if at < len(p.choices) {
		return p.choices[at]
	}
	return 0
}

func (p *replayer) offset(r *run, _ *variable, m *menu) integer {
	n, at := words(m.width), len(r.choices)
	if n == 1 {
		return minInt(uintOf(p.next(at)), m.width)
	}
	ws := make([]uint64, n)
	for i := range ws {
		ws[i] = p.next(at + i)
	}
	return minInt(offsetOfWords(ws), m.width)
}

func (p *replayer) index(r *run, _ decision, _ uint64) uint64 { return p.next(len(r.choices)) }
func (p *replayer) column(*run, int, *instance)               {}
func (p *replayer) text(*run, *variable)                      {}
func (p *replayer) edges(*run, *tree, int)                    {}

// rewriter replays, but gives some variables numbers of their own.
type rewriter struct {
	replayer
	numbers map[int]int64 // by choice
}

func (w *rewriter) offset(r *run, v *variable, m *menu) integer {
	if x, ok := w.numbers[len(r.choices)]; ok {
		if offset, ok := m.nearest(integer{small: x}); ok {
			return offset
		}
	}
	return w.replayer.offset(r, v, m)
}
