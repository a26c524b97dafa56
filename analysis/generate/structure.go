package generate

import (
	"cmp"
	"slices"
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
	_, s, err := g.structured(c, maxValues, maxWaste)
	return s, err
}

// structured replays c, with at most limit values and so much effort in vain, and returns the input with its structure.
func (g *Generator) structured(c Choices, limit, waste int) (Input, Structure, error) {
	r := g.newRun(&replayer{choices: c})
	defer r.release()
	r.trace, r.limit, r.most = &trace{}, limit, waste
	in, err := r.input()
	if err != nil {
		return Input{}, Structure{}, err
	}
	return in, r.trace.structure(), nil
}

// trace collects the structure during a run.
type trace struct {
	most  []uint64
	owner []int
	spans []*spans
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
	}
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
	}
}

func (t *trace) structure() Structure {
	s := Structure{Most: t.most, Owner: t.owner}
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
