package reliability

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"execre/analysis/consistency"
)

// group is a program together with its copies. Everything is computed over groups in the order of their names, so that
// the order of the programs cannot matter.
type group struct {
	name     string
	twin     int   // index of the program that the others are copies of: its cells count
	copies   []int // indexes of all of them, twin included
	standing Standing
	// The first copy by name that is marked so, or -1.
	named, accepted, brute int
}

// pool is the evidence in order, with everything that does not depend on what is trusted.
type pool struct {
	programs []Program
	raw      consistency.Matrix // as it was given
	groups   []group            // by name
	// cells has one column per group, and the rows of the matrix and then those of the judged inputs; a brute's time-outs are
	// NotRun.
	cells     consistency.Matrix
	samples   [][]int // like cells
	judged    []Judgement
	invalid   []bool // of each row of the matrix
	validated bool

	failed    [][]int // per group: samples
	suspect   []int   // samples
	survivor  []bool  // per group
	dropped   []int   // rows
	generated int     // rows before the replayed ones
	kept      []int   // rows
	telling   []int   // rows: the kept ones, then those of the replayed ones that were not dropped, then the judged ones
	column    [][]int // per group: its cells on the telling rows
	kind      []int   // per group: the first group with the same column
	compared  bool    // at least two groups ran on the kept rows: else there are neither classes nor numbers
	voters    []int   // groups
	modes     []int   // per kept row: of the voters
	classes   []class // heaviest first, then by the first name
	none      *big.Rat
	classOf   []int // per group: index into classes, or -1
	threshold *big.Rat
}

// class is a class of voters. Members are groups.
type class struct {
	consistency.Class
	refused bool
	refuted int      // the first judgement that it contradicts, or -1
	prior   *big.Rat // the weight before the judgements
	weight  *big.Rat
}

// capable says whether the class may be right as far as its behaviour and the judges say.
func (c class) capable() bool { return c.Clean && !c.refused }

// alive says whether the class may be right.
func (c class) alive() bool { return c.capable() && c.refuted < 0 }

func newPool(e Evidence) *pool {
	p := &pool{
		programs: e.Programs, raw: e.Matrix, groups: newGroups(e.Programs), generated: len(e.Matrix.Rows) - e.Replayed,
		validated: e.Validated, judged: admitted(e.Judgements), invalid: make([]bool, len(e.Matrix.Rows)),
	}
	for _, i := range e.Invalid {
		p.invalid[i] = true
	}
	rows := slices.Clone(e.Matrix.Rows)
	for _, j := range p.judged {
		rows = append(rows, j.Answers)
	}
	p.cells = consistency.Matrix{Programs: len(p.groups), Rows: p.columns(rows)}
	p.samples = p.columns(e.Samples)
	p.filter(e.Custom)
	p.selectRows()
	p.transpose()
	p.selectVoters()
	p.modes = consistency.Modes(p.cells, p.voters, p.kept)
	p.threshold = e.Threshold
	if p.threshold == nil {
		p.threshold = defaultThreshold(len(p.voters))
	}
	p.classify()
	return p
}

// admitted are the judgements that count: a model's never count alone.
func admitted(all []Judgement) []Judgement {
	if slices.ContainsFunc(all, func(j Judgement) bool { return j.By != Model }) {
		return all
	}
	return nil
}

func newGroups(programs []Program) []group {
	var groups []group
	byTwin := make(map[int]int)
	byName := make([]int, len(programs))
	for i := range byName {
		byName[i] = i
	}
	slices.SortStableFunc(byName, func(a, b int) int { return strings.Compare(programs[a].Name, programs[b].Name) })
	for _, j := range byName {
		twin := j
		for steps := 0; programs[twin].DuplicateOf >= 0; steps++ {
			if steps > len(programs) {
				panic(fmt.Sprintf("reliability: copies of %s go in a circle", programs[j].Name))
			}
			twin = programs[twin].DuplicateOf
		}
		g, ok := byTwin[twin]
		if !ok {
			g = len(groups)
			byTwin[twin] = g
			groups = append(groups, group{name: programs[twin].Name, twin: twin, named: -1, accepted: -1, brute: -1})
		}
		groups[g].add(j, programs[j])
	}
	slices.SortStableFunc(groups, func(a, b group) int { return strings.Compare(a.name, b.name) })
	for g := range groups {
		groups[g].settle(programs)
	}
	return groups
}

func (g *group) add(j int, p Program) {
	first := func(index *int, marked bool) {
		if marked && *index < 0 {
			*index = j
		}
	}
	g.copies = append(g.copies, j)
	first(&g.named, p.Reference)
	first(&g.accepted, p.Standing == Accepted)
	first(&g.brute, p.Brute)
}

// settle joins the verdicts on the copies: those that contradict each other count for nothing.
func (g *group) settle(programs []Program) {
	for _, j := range g.copies {
		switch s := programs[j].Standing; {
		case s == StandingUnknown || s == g.standing:
		case g.standing == StandingUnknown:
			g.standing = s
		default:
			g.standing, g.accepted = StandingUnknown, -1
			return
		}
	}
}

// columns rearranges rows over programs into rows over groups.
func (p *pool) columns(rows [][]int) [][]int {
	out, cells := make([][]int, len(rows)), make([]int, len(rows)*len(p.groups))
	for i, row := range rows {
		if len(row) != len(p.programs) {
			panic(fmt.Sprintf("reliability: a row has %d cells for %d programs", len(row), len(p.programs)))
		}
		out[i] = cells[i*len(p.groups) : (i+1)*len(p.groups)]
		for g := range p.groups {
			cell := row[p.groups[g].twin]
			if cell == consistency.TimeLimit && p.groups[g].brute >= 0 {
				cell = consistency.NotRun
			}
			out[i][g] = cell
		}
	}
	return out
}

// filter finds who fails which sample, the suspect samples, and the survivors.
func (p *pool) filter(custom bool) {
	p.failed = make([][]int, len(p.groups))
	p.survivor = make([]bool, len(p.groups))
	for g := range p.groups {
		ran := func(row []int) bool { return row[g] != consistency.NotRun }
		p.survivor[g] = slices.ContainsFunc(p.samples, ran) || slices.ContainsFunc(p.cells.Rows, ran)
	}
	for s, row := range p.samples {
		suspect := !custom && p.isSuspect(row)
		if suspect {
			p.suspect = append(p.suspect, s)
		}
		for g, cell := range row {
			if cell != 0 && cell != consistency.NotRun {
				p.failed[g] = append(p.failed[g], s)
				p.survivor[g] = p.survivor[g] && suspect
			}
		}
	}
}

func (p *pool) isSuspect(sample []int) bool {
	ran, right := 0, 0
	wrong := make(map[int]bool)
	for g, answer := range sample {
		if answer < 0 || p.groups[g].standing == WrongAnswer {
			continue
		}
		ran++
		if answer == 0 {
			right++
		} else {
			wrong[answer] = true
		}
	}
	return ran >= 2 && (right == 0 || len(wrong) >= 3 && len(wrong) > right)
}

// selectRows finds the dropped, the kept and the telling rows.
func (p *pool) selectRows() {
	ran := make([]bool, len(p.groups))
	for i, row := range p.cells.Rows {
		if p.isJudged(i) {
			p.telling = append(p.telling, i)
			continue
		}
		someRan, survivors, crashed := false, 0, 0
		for g, cell := range row {
			if cell == consistency.NotRun {
				continue
			}
			someRan = true
			if p.survivor[g] && p.groups[g].standing != WrongAnswer {
				survivors++
				if cell == consistency.Crash {
					crashed++
				}
			}
		}
		switch {
		case !someRan || p.invalid[i]:
			continue
		case survivors >= 3 && crashed == survivors:
			p.dropped = append(p.dropped, i)
			continue
		}
		p.telling = append(p.telling, i)
		if i >= p.generated {
			continue
		}
		p.kept = append(p.kept, i)
		for g, cell := range row {
			ran[g] = ran[g] || cell != consistency.NotRun
		}
	}
	n := 0
	for _, r := range ran {
		if r {
			n++
		}
	}
	p.compared = n >= 2
}

// isJudged says whether a row of cells is one of a judged input.
func (p *pool) isJudged(row int) bool { return row >= len(p.raw.Rows) }

// answerable are the telling rows that are in the matrix.
func (p *pool) answerable() []int { return p.telling[:len(p.telling)-len(p.judged)] }

// transpose fills the columns and finds those that are the same.
func (p *pool) transpose() {
	n := len(p.telling)
	cells := make([]int, n*len(p.groups))
	p.column, p.kind = make([][]int, len(p.groups)), make([]int, len(p.groups))
	hash := make([]uint64, len(p.groups)) // of its column; only to save comparisons
	for g := range p.groups {
		p.column[g] = cells[g*n : (g+1)*n]
	}
	for k, i := range p.telling {
		for g, cell := range p.cells.Rows[i] {
			p.column[g][k] = cell
			hash[g] = (hash[g] ^ uint64(cell)) * 0x100000001b3
		}
	}
	for g := range p.groups {
		p.kind[g] = g
		for k := range g {
			if p.kind[k] == k && hash[k] == hash[g] && slices.Equal(p.column[k], p.column[g]) {
				p.kind[g] = k
				break
			}
		}
	}
}

// on is what a group did on the kept rows.
func (p *pool) on(g int) []int { return p.column[g][:len(p.kept)] }

func (p *pool) selectVoters() {
	ran := func(cell int) bool { return cell != consistency.NotRun }
	for g := range p.groups {
		complete := !slices.Contains(p.column[g], consistency.NotRun)
		if p.survivor[g] && p.groups[g].standing != WrongAnswer && slices.ContainsFunc(p.on(g), ran) &&
			(complete || p.groups[g].brute < 0) {
			p.voters = append(p.voters, g)
		}
	}
}

// classify finds the classes of the voters, their weights, and who else behaves like them.
func (p *pool) classify() {
	p.classOf = make([]int, len(p.groups))
	for g := range p.classOf {
		p.classOf[g] = -1
	}
	if !p.compared {
		return
	}
	at := make(map[int]int) // by kind
	for _, g := range p.voters {
		kind := p.kind[g]
		c, seen := at[kind]
		if !seen {
			c = len(p.classes)
			at[kind] = c
			clean := !slices.ContainsFunc(p.column[g], func(cell int) bool { return cell < 0 })
			refused := slices.ContainsFunc(p.refused(), func(r int) bool { return p.kind[r] == kind })
			p.classes = append(p.classes,
				class{Class: consistency.Class{Clean: clean}, refused: refused, refuted: p.refuted(g)})
		}
		p.classes[c].Members = append(p.classes[c].Members, g)
	}
	members, dead := make([]int, len(p.classes)), make([]bool, len(p.classes))
	for c, class := range p.classes {
		members[c], dead[c] = len(class.Members), !class.capable()
	}
	prior, none := weights(members, dead, len(p.voters))
	for c := range p.classes {
		p.classes[c].prior = prior[c]
	}
	p.none = none
	p.judge()
	slices.SortStableFunc(p.classes, func(a, b class) int {
		return cmp.Or(b.weight.Cmp(a.weight), b.prior.Cmp(a.prior), cmp.Compare(a.Members[0], b.Members[0]))
	})
	for c, class := range p.classes {
		for _, g := range class.Members {
			p.classOf[g] = c
		}
	}
	for g := range p.groups {
		if p.classOf[g] < 0 && p.survivor[g] {
			p.classOf[g] = p.resembles(g)
		}
	}
}

// refused lists the survivors that a judge refused. One that fails a sample can be told from the voters by
// that, whatever it does on the rows.
func (p *pool) refused() []int {
	var all []int
	for g := range p.groups {
		if p.survivor[g] && p.groups[g].standing == WrongAnswer {
			all = append(all, g)
		}
	}
	return all
}

// refuted is the first judgement that a group contradicts by its answer, or -1.
func (p *pool) refuted(g int) int {
	return slices.IndexFunc(p.column[g][len(p.answerable()):], func(answer int) bool { return answer > 0 })
}

// resembles is the class of a survivor that does not vote, or -1: for a refused program the one that behaves like it, for
// a brute force the only clean one that gives its answers wherever it was run.
func (p *pool) resembles(g int) int {
	found := -1
	for c, class := range p.classes {
		first := class.Members[0]
		if p.kind[g] == p.kind[first] {
			return c
		}
		same, ran := consistency.Same(p.column[g], p.column[first])
		if p.groups[g].brute < 0 || !class.Clean || ran == 0 || same != ran {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = c
	}
	return found
}

// differ says whether groups a and b gave different answers on some telling row.
func (p *pool) differ(a, b int) bool {
	for k, x := range p.column[a] {
		if y := p.column[b][k]; x >= 0 && y >= 0 && x != y {
			return true
		}
	}
	return false
}

// toFloat is the nearest number; NaN for nil.
func toFloat(r *big.Rat) float64 {
	if r == nil {
		return math.NaN()
	}
	f, _ := r.Float64()
	return f
}
