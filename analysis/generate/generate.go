// Package generate turns a schema into inputs.
//
// Every input is its choice sequence: the decisions, in order, that lead from the schema to the text. Replaying them
// gives the same bytes; changing some gives another valid input nearby, which is what mutation and
// shrinking do (the idea is Hypothesis', MacIver and Donaldson, "Test-Case Reduction via Test-Case Generation",
// ECOOP 2020). Simpler decisions are smaller numbers.
//
// Comparisons are met by bounds propagation: when a value is drawn, every rule
// in which it occurs narrows the ranges of the values still to come, so that whatever is printed first,
// something is left for the others. What bounds cannot decide (gcd(a, b) = 1, N != M) is met by
// looking at neighbouring values and going back, within limits. What is said of a whole
// column (distinct, sorted, permutation, tree, sum) is made by construction.
//
// Every input that it makes or accepts satisfies the schema. It never reads a clock or global randomness: equal
// arguments give equal results. A Generator may be used by several goroutines at once.
//
// Three ways lead to inputs. Random draws one of a given size. Search gives those of a check: the smallest, the
// bounds, the shapes that programs stumble over, mutations of what told programs apart. Large makes those near the
// limits, of which only the time is judged.
//
// Limits: an input has at most 10^6 values and runes, a random one about 10^5. A value of a large input takes some
// hundred nanoseconds, a small input of ten numbers some microseconds (bench_test.go): what a run needs is kept for
// the next one, and numbers that depend on nothing are drawn without the solver.
package generate

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"execre/analysis/schema"
)

// Choices is the sequence of decisions that made an input. Each is an offset from the simplest value of its range: 0 is
// the simplest. Any sequence can be replayed: a value beyond its range is clamped, a missing one is 0,
// one too many is ignored. A range of more than 2^64 values takes several, the highest 64 bits first.
//
// Simplest is, for numbers, the one nearest to 0 (then 0, 1, -1, 2, -2, …), so the lower bound for counts; the first of
// listed values; the first letter of an alphabet ('a' before 'A' before '0' in a pattern's classes); the first
// alternative; the shortest text; a star for trees.
type Choices []uint64

// Input is one input of a problem.
type Input struct {
	Text    string  // as fed to the program; ends in "\n"
	Choices Choices // canonical: replaying them gives Text and the same Choices
}

// Less orders inputs shortlex: a shorter text is smaller; among texts of the same length the one whose first
// different choice is smaller, so that simpler values win; then the order of the bytes.
func (in Input) Less(other Input) bool { return in.compare(other) < 0 }

func (in Input) compare(other Input) int {
	return cmp.Or(
		cmp.Compare(len(in.Text), len(other.Text)),
		slices.Compare(in.Choices, other.Choices),
		strings.Compare(in.Text, other.Text),
	)
}

// Generator makes the inputs of one schema.
type Generator struct {
	schema     *schema.Schema
	vars       []*variable
	scopes     []*scope // scopes[0] is the top
	index      map[*schema.Repeat]int
	rules      []*rule
	graphs     []*graph
	cells      []interval // by variable: its range before anything is drawn
	spared     []bool     // by rule: the schema alone breaks it wherever the Repeats of its variables have iterations
	depth      int        // of the deepest Repeat
	dimensions int        // how many variables decide how much is printed
	behind     map[*schema.Field]follow
	prints     []printing // how a text is written
	runs       sync.Pool  // of *run: an input costs little more than its values
}

// New compiles s. A constraint that the generator cannot meet or does not
// support yet is a mistake with the constraint's position; the Generator is nil then.
func New(s *schema.Schema) (*Generator, []schema.Mistake) {
	g := &Generator{schema: s}
	c := &compiler{Generator: g}
	c.compile()
	if len(c.mistakes) > 0 {
		return nil, c.mistakes
	}
	g.index, g.behind = c.index, map[*schema.Field]follow{}
	g.findFollows(s.Layout, beforeEnd)
	for _, sc := range g.scopes {
		g.depth = max(g.depth, sc.depth)
	}
	if c.initialRanges(); len(c.mistakes) > 0 {
		return nil, c.mistakes
	}
	c.endings()
	c.settle()
	c.findSpotted()
	c.findSingled()
	for _, v := range g.vars {
		if v.counts && v.def == nil {
			g.dimensions++
		}
	}
	g.findPlaces()
	g.prints = g.layout()
	if _, err := g.Replay(nil); err != nil {
		c.firstFailure(err)
		return nil, c.mistakes
	}
	return g, nil
}

// initialRanges narrows every variable as far as the schema alone does.
func (c *compiler) initialRanges() {
	g := c.Generator
	g.cells = make([]interval, len(g.vars))
	s := g.newSolver(g.cells)
	g.spared = s.spared
	s.active[0] = true
	for i, v := range g.vars {
		s.cells[i] = everything
		if v.list != nil {
			s.cells[i] = shrinkToList(everything, v.sorted)
		}
	}
	for _, v := range g.vars {
		if v.length < 0 {
			continue
		}
		if !s.meet(v.length, interval{intOf(v.shape.least), intOf(v.shape.most)}) {
			c.refuse(v.Pos, codeUnsatisfiable, "no length is left for %s; its texts have at least %d characters",
				v.Name, v.shape.least)
			return
		}
	}
	for i := range g.rules {
		s.enqueue([]int{i})
	}
	if !s.propagate() {
		from := s.broken.from
		c.refuse(from.Pos, codeUnsatisfiable, "no values satisfy %q; check it against the other constraints", from.Text)
		return
	}
	for i, v := range g.vars {
		switch b := g.cells[i]; {
		case v.Kind == schema.String:
		case !b.lo.finite():
			c.refuse(v.Pos, codeCannot, "%s has no lower bound; add one, for example 0 <= %s", v.Name, v.Name)
		case !b.hi.finite():
			c.refuse(v.Pos, codeCannot, "%s has no upper bound; add one, for example %s <= 1000", v.Name, v.Name)
		}
	}
}

// firstFailure says why not even the simplest input could be made.
func (c *compiler) firstFailure(err error) {
	var f failure
	errors.As(err, &f)
	pos, code := schema.Pos{Line: 1, Column: 1}, codeUnsatisfiable
	switch {
	case f.from != nil:
		pos = f.from.Pos
	case f.v != nil:
		pos = f.v.Pos
	}
	if f.large {
		code = codeTooLarge
		for _, sc := range c.scopes[1:] {
			pos = sc.repeat.Pos
			if n := sc.count.bounds(c.cells).lo; !n.less(intOf(1000)) {
				break
			}
		}
	}
	message := f.Error()
	if _, after, ok := strings.Cut(message, ": "); ok && !f.large && (f.from != nil || f.v != nil) {
		message = after
	}
	c.refuse(pos, code, "%s", message)
}

// Replay makes the input of the given choices. It fails only where no values
// were found that satisfy the constraints (the error names the constraint), or where they lead to more than 10^6 values.
func (g *Generator) Replay(c Choices) (Input, error) {
	r := g.newRun(&replayer{choices: c})
	defer r.release()
	return r.input()
}

// Attempt is Replay for whoever tries many choices. Where numbers has a choice, by its place, its variable gets that number
// or the nearest that it can have, whatever the choice is. It gives up after so much effort in vain; spent is the effort in
// all. Both are in choices made, of which what was tried in vain counts as some.
func (g *Generator) Attempt(c Choices, numbers map[int]int64, most int) (in Input, spent int, err error) {
	r := g.newRun(&rewriter{replayer{choices: c}, numbers})
	defer r.release()
	r.most = min(maxWaste, wasteOfChoice*most)
	in, err = r.input()
	return in, len(r.choices) + 1 + r.effort/wasteOfChoice, err
}

func (r *run) input() (Input, error) {
	if err := r.make(); err != nil {
		return Input{}, err
	}
	return Input{Text: r.print(), Choices: slices.Clone(r.choices)}, nil
}

// randomAttempts is how often, at most, a random input is begun anew where its values leave nothing for later ones.
const randomAttempts = 20

// Random draws an input. size in [0, 1] scales from the smallest inputs to the full bounds; at size 0 every choice is
// the simplest. However wide the bounds, an input has about 10^5 values and runes at the most (1 MiB or so).
func (g *Generator) Random(r *rand.Rand, size float64) (Input, error) {
	return g.draw(r, manner{size: min(1, size)})
}

// draw makes an input in the given manner.
func (g *Generator) draw(r *rand.Rand, how manner) (Input, error) {
	run := g.newRun(nil)
	defer run.release()
	var err error
	for waste := 0; waste < maxWaste; waste += run.waste + maxWaste/randomAttempts {
		run.reset(run.drawer.begin(g, r, how))
		var in Input
		if in, err = run.input(); err == nil {
			return in, nil
		}
		if run.failure.large && how.counts != anyCount {
			break // the next one would have as many values
		}
	}
	return Input{}, err
}

// Enumerate yields all inputs of the schema, simplest first, if there are at most limit; ok is false when there are
// more, or when so many choices lead to the same texts that it cannot tell.
func (g *Generator) Enumerate(limit int) (all []Input, ok bool) {
	w := walk{g: g, most: math.MaxUint64, limit: limit, effort: 20_000 + 100*limit, seen: map[string]bool{}}
	if all, ok = w.all(); !ok {
		return nil, false
	}
	slices.SortFunc(all, Input.compare)
	return all, true
}

// Smallest returns the inputs all of whose choices are at most so high, simplest first; none when there are more than
// limit, or when it takes too long to tell. spent is as in Attempt.
func (g *Generator) Smallest(most uint64, limit int) (all []Input, spent int) {
	effort := 2000 + 100*limit
	w := walk{g: g, most: most, limit: limit, effort: effort, seen: map[string]bool{}}
	all, ok := w.all()
	if !ok {
		all = nil
	}
	slices.SortFunc(all, Input.compare)
	return all, effort - w.effort
}

// wasteOfChoice is how much effort in vain counts as much as a choice.
const wasteOfChoice = 50

// walk goes through all sequences of decisions that are at most so high, in lexicographic order.
type walk struct {
	g      *Generator
	most   uint64
	limit  int             // how many inputs may be found
	effort int             // how many choices may be made
	seen   map[string]bool // the texts that do not count
}

// all returns the inputs that are not in seen, and adds them; ok is false when the walk was not brought to its end.
func (w *walk) all() (all []Input, ok bool) {
	var prefix Choices
	r := w.g.newRun(nil)
	defer r.release()
	for {
		r.reset(&walker{replayer: replayer{choices: prefix}})
		r.upward, r.trace = true, &trace{}
		in, err := r.input()
		if w.effort -= len(r.choices) + 1 + r.waste/wasteOfChoice; w.effort < 0 {
			return all, false
		}
		if err == nil && !w.seen[in.Text] {
			if len(all) == w.limit {
				return all, false
			}
			w.seen[in.Text] = true
			all = append(all, in)
		} else if r.failure.large || r.failure.tired {
			return all, false
		}
		i := len(r.choices) - 1
		for i >= 0 && r.choices[i] >= min(r.trace.most[i], w.most) {
			i--
		}
		if i < 0 {
			return all, true
		}
		prefix = append(append(Choices(nil), r.choices[:i]...), r.choices[i]+1)
	}
}

// walker replays, but begins at zero again behind a choice that had to be raised.
type walker struct {
	replayer
	same int // how many choices of the run are known to be the ones replayed
}

func (w *walker) raised(r *run) bool {
	n := min(len(r.choices), len(w.choices))
	w.same = min(w.same, r.kept, n) // what was written anew since is compared anew
	r.kept = len(r.choices)
	for w.same < n && r.choices[w.same] == w.choices[w.same] {
		w.same++
	}
	return w.same < n
}

func (w *walker) offset(r *run, v *variable, m *menu) integer {
	if w.raised(r) {
		return zero
	}
	return w.replayer.offset(r, v, m)
}

func (w *walker) index(r *run, what decision, most uint64) uint64 {
	if w.raised(r) {
		return 0
	}
	return w.replayer.index(r, what, most)
}
