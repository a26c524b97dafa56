package generate

import (
	"fmt"
	"slices"
	"strings"

	"execre/analysis/schema"
)

// instance holds the values that one execution of a scope gave: the top once,
// a Repeat once for every iteration around it.
type instance struct {
	n       int
	numbers [][]integer   // by slot of the variable, then iteration; nil for strings
	texts   [][]string    // likewise; nil for numbers
	places  [][]int       // only of a text that was read: byte offset of each printed value
	decided [][][]uint64  // likewise: the decisions behind each string
	kids    [][]*instance // by slot of the Repeat, then iteration
}

func (g *Generator) newInstance(scope, n int) *instance {
	sc := g.scopes[scope]
	in := &instance{kids: make([][]*instance, len(sc.kids))}
	in.numbers, in.texts = make([][]integer, len(sc.vars)), make([][]string, len(sc.vars))
	for _, id := range sc.vars {
		v := g.vars[id]
		if v.Kind == schema.String {
			in.texts[v.slot] = []string{}
		} else {
			in.numbers[v.slot] = []integer{}
		}
	}
	in.resize(n)
	return in
}

// resize makes room for n iterations, whatever was in it before.
func (in *instance) resize(n int) {
	in.n = n
	for slot := range in.numbers {
		if in.numbers[slot] != nil {
			in.numbers[slot] = slices.Grow(in.numbers[slot][:0], n)[:n]
		} else {
			in.texts[slot] = slices.Grow(in.texts[slot][:0], n)[:n]
		}
	}
	for k := range in.kids {
		in.kids[k] = slices.Grow(in.kids[k][:0], n)[:n]
		clear(in.kids[k])
	}
}

// spare keeps the instances of one scope for the next run.
type spare struct {
	all  []*instance
	used int
}

// instance is one of the scope, for n iterations.
func (r *run) instance(scope, n int) *instance {
	s := &r.spares[scope]
	if s.used == len(s.all) {
		s.all = append(s.all, r.g.newInstance(scope, 0))
	}
	in := s.all[s.used]
	s.used++
	in.resize(n)
	return in
}

// decision says what an index that is no variable's value decides.
type decision int

const (
	decideInvalid decision = iota
	decideBranch           // which alternative of a pattern
	decideTimes            // how often a limited repetition of a pattern
	decideOften            // likewise, one without limit
	decideRune
	decideParent // of a new vertex of a tree
	decideLabel  // which earlier vertex swaps its label with the new one
	decidePlace  // which earlier edge swaps its line with the new one
	decideTurn   // whether an edge is printed child first
)

// source makes the decisions of a run.
type source interface {
	// offset proposes one of the menu's values for v; what cannot be is replaced by a neighbour.
	offset(r *run, v *variable, m *menu) integer
	// index decides among 0..max.
	index(r *run, what decision, max uint64) uint64
	// column is told of a Repeat's execution before its first iteration.
	column(r *run, scope int, in *instance)
	// text and edges are told of a string's and a tree's first decision.
	text(r *run, v *variable)
	edges(r *run, t *tree, n int)
}

const (
	// maxValues is how many values and runes one input may have.
	maxValues = 1_000_000
	// maxNeighbours is how many values are tried in place of one that breaks a rule.
	maxNeighbours = 4096
	// maxSteps bounds the values tried for one input, the first ones of each variable not counted.
	maxSteps = 100_000
	// maxWaste bounds the effort behind those values, in nodes that were worked out: some tenths of a second.
	maxWaste = 2_000_000
	// hasty is the same where many inputs are tried and few are needed.
	hasty = maxWaste / 20
)

// run makes one input: it walks the scopes, keeps the ranges narrow, asks the source for every decision and writes it
// down.
type run struct {
	solver
	source  source
	exact   bool // a value that breaks a rule is an error: the source knows what it wants
	upward  bool // neighbours only beyond the proposal: the walk of Enumerate
	choices Choices
	kept    int // how many of them stand since a walker looked last
	top     *instance
	path    []place   // where the walk is, by depth
	chose   []int     // by variable: the choice that gave its present value, -1 when none did
	taken   []*useSet // by variable: the values used in its column, for Distinct
	spotted [][]spot  // by variable, with taken: the elements of its column that rules single out
	used    []map[string][]uint64
	edges   []*edges    // by graph: of its present execution
	ends    []integer   // scratch
	hint    hint        // for a value that stands before the one that was refused last
	prev    []integer   // by variable: the value of the iteration before
	total   [][]integer // by variable and sum: so far
	steps   int
	waste   int // the effort that led to nothing
	most    int // of waste: then the run is given up
	values  int
	limit   int // of values
	failure failure
	trace   *trace // nil when nobody asks for the structure

	// Scratch that is kept from one run to the next.
	spares []spare   // by scope
	sets   []*useSet // by variable, for taken
	menus  []menu    // by variable: of its present draw
	runes  []rune
	tried  int // how many runes the last text had
	text   []byte
	drawer drawer
}

type place struct {
	in *instance
	i  int
}

// failure is why a run could not go on.
type failure struct {
	from  *schema.Constraint
	v     *variable
	large bool
	tired bool // the search was given up

	ending []string // what the records could not help but begin with
}

func (f failure) Error() string {
	switch {
	case f.large:
		return fmt.Sprintf("the input has more than %d values; lower the bounds of the counts", maxValues)
	case f.ending != nil:
		return fmt.Sprintf("every record that was tried could be taken for the end, %q; bound its values, or print another last line",
			strings.Join(f.ending, " "))
	case f.tired && f.from != nil:
		return fmt.Sprintf("line %d, column %d: no input was found; the search was given up, mostly because nothing that was tried "+
			"satisfies %q; narrow its bounds, or name a generator", f.from.Pos.Line, f.from.Pos.Column, f.from.Text)
	case f.from != nil:
		return fmt.Sprintf("line %d, column %d: no values were found that satisfy %q; check it against the other constraints",
			f.from.Pos.Line, f.from.Pos.Column, f.from.Text)
	case f.v != nil:
		return fmt.Sprintf("line %d, column %d: no value is left for %s; widen its bounds or shorten the list",
			f.v.Pos.Line, f.v.Pos.Column, f.v.Name)
	}
	return "no values satisfy the constraints together"
}

// newRun begins a run. Whoever asked for it gives it back with release, when nothing of it is needed any more.
func (g *Generator) newRun(src source) *run {
	r, ok := g.runs.Get().(*run)
	if !ok {
		r = &run{chose: make([]int, len(g.vars)), prev: make([]integer, len(g.vars))}
		r.solver = g.newSolver(slices.Clone(g.cells))
		r.taken, r.sets = make([]*useSet, len(g.vars)), make([]*useSet, len(g.vars))
		r.spotted = make([][]spot, len(g.vars))
		r.used = make([]map[string][]uint64, len(g.vars))
		r.total = make([][]integer, len(g.vars))
		r.path = make([]place, g.depth+1)
		r.edges = make([]*edges, len(g.graphs))
		r.spares, r.menus = make([]spare, len(g.scopes)), make([]menu, len(g.vars))
	}
	r.reset(src)
	return r
}

// reset makes a run as good as new.
func (r *run) reset(src source) {
	copy(r.cells, r.g.cells)
	clear(r.active)
	clear(r.chose)
	for i := range r.spares {
		r.spares[i].used = 0
	}
	r.trail, r.choices = r.trail[:0], r.choices[:0]
	r.source, r.exact, r.upward, r.trace, r.broken, r.hint = src, false, false, nil, nil, hint{}
	r.kept, r.steps, r.waste, r.most, r.values, r.limit, r.failure = 0, 0, 0, maxWaste, 0, maxValues, failure{}
	r.effort = 0
	clear(r.fails)
	copy(r.spared, r.g.spared)
}

func (r *run) release() {
	r.source = nil
	r.g.runs.Put(r)
}

// make walks the whole schema.
func (r *run) make() error {
	r.top = r.instance(0, 1)
	r.path[0] = place{r.top, 0}
	r.active[0] = true
	if !r.iteration(0) {
		return r.failure
	}
	return nil
}

// iteration makes the values of one iteration of the scope and all inside.
func (r *run) iteration(scope int) bool {
	sc := r.g.scopes[scope]
	if !r.draw(sc, 0) {
		return false
	}
	for _, kid := range sc.kids {
		if !r.repeat(kid) {
			return false
		}
	}
	return true
}

func (r *run) spend(n int) bool {
	if r.values += n; r.values > r.limit {
		r.failure = failure{large: true}
		return false
	}
	return true
}

func (r *run) repeat(scope int) bool {
	sc := r.g.scopes[scope]
	count := sc.count.bounds(r.cells)
	n, ok := count.lo.toInt()
	switch {
	case count.lo.sign() < 0:
		n = 0
	case !ok || n > r.limit:
		r.failure = failure{large: true}
		return false
	}
	if !r.spend(n * max(1, sc.own)) {
		return false
	}
	in := r.instance(scope, n)
	outer := r.path[sc.depth-1]
	outer.in.kids[sc.slot][outer.i] = in
	if n > 0 && !r.begin(scope) {
		r.blame(nil, nil)
		return false
	}
	if sc.plain && r.ordinary(sc) {
		r.active[scope] = false
		return r.plain(scope, in)
	}
	base := make([]interval, len(sc.cluster))
	for i, v := range sc.cluster {
		base[i] = r.cells[v]
	}
	columns := r.columns(sc, n)
	r.active[scope] = true
	r.path[sc.depth] = place{in, 0}
	r.source.column(r, scope, in)
	spans := r.spans(r.lead(sc), n)
	for _, t := range sc.trees {
		if !r.tree(t, in, spans) {
			return false
		}
	}
	for _, gr := range sc.graphs {
		r.edges[gr.id] = newEdges(gr, n, r.cells)
	}
	for i := range n {
		r.path[sc.depth].i = i
		for k, v := range sc.cluster {
			r.cells[v] = base[k]
		}
		from := len(r.choices)
		mark := r.mark()
		r.hint = hint{}
		once := func() bool { return r.enter(sc, in, i, columns) && r.iteration(scope) }
		if !once() {
			return false
		}
		if len(sc.ending) > 0 && r.endsHere(sc) && (r.exact || !r.another(sc, mark, func() bool {
			for k, v := range sc.cluster {
				r.cells[v] = base[k]
			}
			return once()
		})) {
			return false
		}
		r.leave(sc, in, i, columns)
		spans.add(i, from, len(r.choices))
		if nulls := sc.repeat.Nulls; nulls != nil && spans != nil {
			spans.nulls = append(spans.nulls, r.chose[nulls.ID])
		}
	}
	r.active[scope] = false
	for k, v := range sc.cluster {
		r.cells[v] = base[k]
	}
	r.trail = r.trail[:0]
	return true
}

// lead is the choice that decided how many iterations there are; -1 when none did.
func (r *run) lead(sc *scope) int {
	if sc.lead < 0 {
		return -1
	}
	return r.chose[r.g.root(sc.lead)]
}

// ordinary says whether none of the rules on single elements speaks of those of the present execution.
func (r *run) ordinary(sc *scope) bool {
	for _, rule := range sc.marks {
		if may, _ := rule.where(r.cells); may {
			return false
		}
	}
	return true
}

// plain makes the iterations of a Repeat that needs no solver: the loop in which large inputs spend their time.
func (r *run) plain(scope int, in *instance) bool {
	sc := r.g.scopes[scope]
	r.path[sc.depth] = place{in, 0}
	r.source.column(r, scope, in)
	spans := r.spans(r.lead(sc), in.n)
	for _, id := range sc.vars {
		r.menus[id] = menuOf(r.g.vars[id], r.cells[id])
	}
	here := &r.path[sc.depth]
	r.choices = slices.Grow(r.choices, in.n*sc.own)
	looks := sc.own > 1 // a source may look at the other values of the iteration
	for i := range in.n {
		here.i = i
		from := len(r.choices)
		for _, id := range sc.vars {
			v, m := r.g.vars[id], &r.menus[id]
			switch {
			case v.Kind == schema.String:
				r.source.text(r, v)
				in.texts[v.slot][i] = v.Domain.Values[r.index(decideBranch, uint64(len(v.Domain.Values)-1))]
				continue
			case v.isIndex():
				in.numbers[v.slot][i] = intOf(sc.repeat.First + i)
				if looks {
					r.cells[id] = pointOf(in.numbers[v.slot][i])
				}
				continue
			}
			offset := r.source.offset(r, v, m)
			if m.width.sign() < 0 || offset.sign() < 0 {
				r.broken = nil
				r.blame(v, nil)
				return false
			}
			x := m.at(offset)
			in.numbers[v.slot][i] = x
			r.write(offset, m.width, id)
			if r.trace != nil {
				r.tell(v, x)
			}
			if looks {
				r.cells[id] = pointOf(x)
			}
		}
		if looks {
			for _, id := range sc.vars {
				r.cells[id] = interval{r.menus[id].lo, r.menus[id].hi}
			}
		}
		spans.add(i, from, len(r.choices))
	}
	return true
}

// tired says whether so much was tried in vain that the run is given up, and blames the rule that failed most often.
func (r *run) tired() bool {
	if r.steps <= maxSteps && r.waste <= r.most {
		return false
	}
	if !r.failure.tired {
		r.failure.tired = true
		most := 0
		for i, n := range r.fails {
			if n > most {
				most, r.failure.from = n, r.g.rules[i].from
			}
		}
	}
	return true
}

func (r *run) narrowTo(v int, to interval, from *schema.Constraint) bool {
	if r.set(v, to) {
		return true
	}
	r.blame(r.g.vars[v], from)
	return false
}

func (r *run) blame(v *variable, from *schema.Constraint) {
	r.failure = failure{v: v, from: from}
	if r.broken != nil {
		r.failure.from = r.broken.from
	}
}

// valueOf finds the value of a variable in another Repeat at the indices of the walk.
func (r *run) valueOf(id int) (integer, bool) {
	v := r.g.vars[id]
	return r.g.lookup(r.path, r.top, v)
}

func (g *Generator) lookup(path []place, top *instance, v *variable) (integer, bool) {
	in, i, ok := g.locate(path, top, v.scope)
	if !ok || in.numbers[v.slot] == nil {
		return zero, false
	}
	return in.numbers[v.slot][i], true
}

// locate finds the execution and the iteration of a scope that belong to the indices of path.
func (g *Generator) locate(path []place, top *instance, scope int) (*instance, int, bool) {
	sc := g.scopes[scope]
	if scope == 0 {
		return top, 0, true
	}
	outer, k, ok := g.locate(path, top, sc.parent)
	if !ok || sc.depth >= len(path) {
		return nil, 0, false
	}
	in := outer.kids[sc.slot][k]
	i := path[sc.depth].i
	if in == nil || i >= in.n {
		return nil, 0, false
	}
	return in, i, true
}

// draw gives values to the k-th and the following variables of the scope,
// going back to earlier ones where rules leave nothing (within limits).
func (r *run) draw(sc *scope, k int) bool {
	if k == len(sc.vars) {
		return r.leavesInside(sc) && r.settled(sc)
	}
	v := r.g.vars[sc.vars[k]]
	here := r.path[sc.depth]
	if v.Kind == schema.String {
		text, ok := r.drawText(v)
		if !ok {
			return false
		}
		here.in.texts[v.slot][here.i] = text
		return r.draw(sc, k+1)
	}
	cell := r.cells[v.ID]
	r.chose[v.ID] = -1
	if v.tree != nil || v.isIndex() || v.def != nil && cell.point() {
		here.in.numbers[v.slot][here.i] = cell.lo
		if g := r.refusing(v, here); g != nil {
			r.broken = nil
			r.blame(v, g.con)
			return false
		}
		return r.draw(sc, k+1)
	}
	m := &r.menus[v.ID]
	*m = menuOf(v, cell)
	if m.width.sign() < 0 {
		r.broken = nil
		r.blame(v, nil)
		return false
	}
	mark, undo := r.mark(), len(r.trail)
	asked := r.source.offset(r, v, m)
	if asked.sign() < 0 {
		r.broken = nil
		r.blame(v, nil)
		return false
	}
	helped := false
	walk := neighbours{at: asked, width: m.width, upward: r.upward, only: r.exact}
	for offset, ok := walk.next(); ok; offset, ok = walk.next() {
		x := m.at(offset)
		if r.taken[v.ID] != nil {
			free, found := r.free(v, here.i, x, m)
			if !found {
				r.broken = nil
				r.blame(v, v.distinct)
				return false
			}
			if free.cmp(x) != 0 {
				if r.exact {
					r.broken = nil
					r.blame(v, v.distinct)
					return false
				}
				if r.upward {
					continue
				}
				x = free
				offset, _ = m.offsetOf(x)
			}
		}
		here.in.numbers[v.slot][here.i] = x
		effort, waste := r.effort, r.waste
		r.chose[v.ID] = r.write(offset, m.width, v.ID)
		r.tell(v, x)
		if g := r.refusing(v, here); g != nil {
			r.broken = nil
			r.blame(v, g.con)
			if !r.exact && !r.upward && !helped {
				r.hint = r.edges[g.id].help(v.ID, r.ends, interval{m.lo, m.hi})
			}
		} else if v.fitsLength(r.g, x) {
			if v.free {
				r.cells[v.ID] = pointOf(x)
				if r.draw(sc, k+1) {
					return true
				}
			} else if r.set(v.ID, pointOf(x)) {
				if r.draw(sc, k+1) {
					return true
				}
			} else {
				r.blame(v, nil)
			}
		} else {
			r.broken = nil
			r.blame(v, nil)
		}
		r.undo(undo)
		r.cells[v.ID] = cell
		r.back(mark)
		if r.hint.given && r.hint.v != v.ID {
			return false // no value will do
		}
		if at, ok := m.offsetOf(r.hint.x); ok && r.hint.given && !helped {
			walk, helped = neighbours{at: at, width: m.width}, true
		} else {
			r.steps++
			r.waste += r.effort - effort - (r.waste - waste) // what was tried inside is counted
		}
		r.hint = hint{}
		if r.failure.large || r.tired() {
			return false
		}
	}
	return false
}

// write records an offset in 0..width and returns the choice that holds its lowest 64 bits.
func (r *run) write(offset, width integer, owner int) int {
	if width.large == nil {
		r.choices = append(r.choices, uint64(offset.small))
		r.note(uint64(width.small), owner)
		return len(r.choices) - 1
	}
	for k := words(width) - 1; k > 0; k-- {
		r.choices = append(r.choices, word(offset, k))
		r.note(^uint64(0), owner)
	}
	most, ok := width.toUint64()
	if !ok {
		most = ^uint64(0)
	}
	r.choices = append(r.choices, word(offset, 0))
	r.note(most, owner)
	return len(r.choices) - 1
}

func (r *run) index(what decision, max uint64) uint64 {
	if max == 0 {
		return 0
	}
	i := min(max, r.source.index(r, what, max))
	r.choices = append(r.choices, i)
	r.note(max, -1-int(what))
	return i
}

// root follows the equations "variable = other ± constant" to the variable that has a choice.
func (g *Generator) root(v int) int {
	for range g.vars {
		if g.vars[v].def == nil {
			return v
		}
		w := leadOf(g.vars[v].def)
		if w < 0 {
			return v
		}
		v = w
	}
	return v
}
