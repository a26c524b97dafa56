package reliability

import (
	"cmp"
	"encoding/binary"
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

// pool is the evidence in order, with everything that does not depend on what is trusted. Its rows are those of the
// matrix, where the ones that are alike are one: most are, and so a decision takes no longer than there are different ones.
type pool struct {
	programs []Program
	rows     distinct
	groups   []group // by name
	// cells has one column per group, and the rows and then those of the judged inputs; a brute's time-outs are NotRun.
	cells     consistency.Matrix
	samples   [][]int // like cells
	judged    []Judgement
	validated bool

	failed    [][]int // per group: samples
	suspect   []int   // samples
	survivor  []bool  // per group
	dropped   []int   // rows of the matrix
	kept      []int   // rows
	inputs    int     // how many rows of the matrix the kept ones are
	times     []int   // per kept row
	telling   []int   // rows: the kept ones, then those of the replayed ones that were not dropped, then the judged ones
	column    [][]int // per group: its cells on the telling rows
	kind      []int   // per group: the first group with the same column
	compared  bool    // at least two groups ran on the kept rows: else there are neither classes nor numbers
	voters    []int   // groups
	backs     []int   // per group that ran out of time: the voter whose class it backs, or -1
	backers   int     // groups that back a class
	modes     []int   // per kept row: of the voters
	classes   []class // heaviest first, then by the first name
	none      *big.Rat
	classOf   []int // per group: index into classes, or -1
	threshold *big.Rat
}

// class is a class of voters. Members are groups.
type class struct {
	consistency.Class
	backers []int // groups that answered like it wherever the time sufficed
	refused bool
	refuted int      // the first judgement that it contradicts, or -1
	prior   *big.Rat // the weight before the judgements
	weight  *big.Rat
}

// capable says whether the class may be right as far as its behaviour and the judges say.
func (c class) capable() bool { return c.Clean && !c.refused }

// size is how many programs speak for the class.
func (c class) size() int { return len(c.Members) + len(c.backers) }

// alive says whether the class may be right.
func (c class) alive() bool { return c.capable() && c.refuted < 0 }

// distinct are the different rows of a matrix, in the order in which they first occur: the generated ones, then the replayed
// ones.
type distinct struct {
	cells     [][]int
	times     []int  // of each: how many rows of the matrix are like it
	first     []int  // of each: which of these comes first
	invalid   []bool // of each
	generated int    // how many are generated
	of        []int  // of each row of the matrix: which it is
}

func newDistinct(e Evidence) distinct {
	d := distinct{of: make([]int, len(e.Matrix.Rows))}
	replayed := len(e.Matrix.Rows) - e.Replayed // the first of these
	invalid := make([]bool, len(e.Matrix.Rows))
	for _, r := range e.Invalid {
		invalid[r] = true
	}
	index := make(map[string]int)
	var key []byte // invalid or not, and the cells
	for r, row := range e.Matrix.Rows {
		if r == replayed {
			clear(index) // they count for something else
		}
		key = append(key[:0], 0)
		if invalid[r] {
			key[0] = 1
		}
		for _, cell := range row {
			key = binary.AppendUvarint(key, uint64(cell-consistency.NotRun))
		}
		i, seen := index[string(key)]
		if !seen {
			i = len(d.cells)
			index[string(key)] = i
			d.cells, d.times = append(d.cells, row), append(d.times, 0)
			d.first, d.invalid = append(d.first, r), append(d.invalid, invalid[r])
			if r < replayed {
				d.generated++
			}
		}
		d.of[r] = i
		d.times[i]++
	}
	return d
}

func newPool(e Evidence) *pool {
	p := &pool{
		programs: e.Programs, rows: newDistinct(e), groups: newGroups(e.Programs),
		validated: e.Validated, judged: admitted(e.Judgements),
	}
	rows, times := slices.Clone(p.rows.cells), slices.Clone(p.rows.times)
	for _, j := range p.judged {
		rows, times = append(rows, j.Answers), append(times, 1)
	}
	p.cells = consistency.Matrix{Programs: len(p.groups), Rows: p.columns(rows), Times: times}
	p.samples = p.columns(e.Samples)
	p.filter(e.Custom, e.Misfits)
	p.selectRows()
	p.transpose()
	p.selectVoters()
	p.modes = consistency.Modes(p.cells, p.voters, p.kept)
	p.threshold = e.Threshold
	if p.threshold == nil {
		p.threshold = defaultThreshold(p.counted())
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
func (p *pool) filter(custom bool, misfits []int) {
	p.failed = make([][]int, len(p.groups))
	p.survivor = make([]bool, len(p.groups))
	for g := range p.groups {
		ran := func(row []int) bool { return row[g] != consistency.NotRun }
		p.survivor[g] = slices.ContainsFunc(p.samples, ran) || slices.ContainsFunc(p.cells.Rows, ran)
	}
	for s, row := range p.samples {
		suspect := !custom && p.isSuspect(row) || slices.Contains(misfits, s) && p.allFail(row)
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

// allFail says whether some programs fail a sample, or crash on it, and none passes it.
func (p *pool) allFail(sample []int) bool {
	failed := false
	for g, answer := range sample {
		if p.groups[g].standing == WrongAnswer {
			continue
		}
		if answer == 0 {
			return false
		}
		failed = failed || answer > 0 || answer == consistency.Crash
	}
	return failed
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
	crashes := make([]bool, len(p.rows.cells)) // of all survivors
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
		case !someRan || p.rows.invalid[i]:
			continue
		case survivors >= 3 && crashed == survivors:
			crashes[i] = true
			continue
		}
		p.telling = append(p.telling, i)
		if i >= p.rows.generated {
			continue
		}
		p.kept, p.times = append(p.kept, i), append(p.times, p.rows.times[i])
		p.inputs += p.rows.times[i]
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
	for r, i := range p.rows.of {
		if crashes[i] {
			p.dropped = append(p.dropped, r)
		}
	}
}

// isJudged says whether a row of cells is one of a judged input.
func (p *pool) isJudged(row int) bool { return row >= len(p.rows.cells) }

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

// selectVoters finds who votes, and whom those back that ran out of time: with their answers they may stand against all
// voters that answered everything, and then they vote for themselves.
func (p *pool) selectVoters() {
	var complete, late []int
	for g := range p.groups {
		ran := func(cell int) bool { return cell != consistency.NotRun }
		if !p.survivor[g] || p.groups[g].standing == WrongAnswer || !slices.ContainsFunc(p.on(g), ran) {
			continue
		}
		switch brute := p.groups[g].brute >= 0; {
		case p.late(g):
			late = append(late, g)
			continue
		case brute && slices.Contains(p.column[g], consistency.NotRun):
			continue
		case p.kind[g] == g && !slices.ContainsFunc(p.column[g], silent):
			complete = append(complete, g)
		}
		p.voters = append(p.voters, g)
	}
	p.backs = slices.Repeat([]int{-1}, len(p.groups))
	for _, g := range late {
		var sides []int
		for _, k := range complete {
			if !p.differ(g, k) {
				sides = append(sides, k)
			}
		}
		switch {
		case len(sides) == 0:
			p.voters = append(p.voters, g)
		case len(sides) == 1 && p.answers(g) >= minPartialAnswers:
			p.backs[g] = sides[0]
			p.backers++
		}
	}
	slices.Sort(p.voters)
}

func silent(cell int) bool { return cell < 0 }

func answered(cell int) bool { return cell >= 0 }

// late says whether nothing but the time kept a program from answering everywhere: it ran out of it, and was perhaps not run
// any more. A brute force is not asked: its time-outs never count.
func (p *pool) late(g int) bool {
	return p.groups[g].brute < 0 && slices.Contains(p.column[g], consistency.TimeLimit) &&
		!slices.Contains(p.column[g], consistency.Crash)
}

// counted is the number of programs that the weights rest on.
func (p *pool) counted() int { return len(p.voters) + p.backers }

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
			alike := func(standing Standing) bool {
				return slices.ContainsFunc(p.said(standing), func(g int) bool { return p.kind[g] == kind })
			}
			// Where a judge took one and refused another, no row tells them apart, and nothing follows for the rest.
			refused := alike(WrongAnswer) && !alike(Accepted)
			p.classes = append(p.classes,
				class{Class: consistency.Class{Clean: clean}, refused: refused, refuted: p.refuted(g)})
		}
		p.classes[c].Members = append(p.classes[c].Members, g)
	}
	for g, k := range p.backs {
		if k >= 0 {
			c := at[p.kind[k]]
			p.classes[c].backers = append(p.classes[c].backers, g)
		}
	}
	sizes, dead := make([]int, len(p.classes)), make([]bool, len(p.classes))
	for c, class := range p.classes {
		sizes[c], dead[c] = class.size(), !class.capable()
	}
	prior, none := weights(sizes, dead, p.counted())
	for c := range p.classes {
		p.classes[c].prior = prior[c]
	}
	p.none = none
	p.judge()
	slices.SortStableFunc(p.classes, func(a, b class) int {
		return cmp.Or(b.weight.Cmp(a.weight), b.prior.Cmp(a.prior), cmp.Compare(a.Members[0], b.Members[0]))
	})
	for c, class := range p.classes {
		for _, g := range slices.Concat(class.Members, class.backers) {
			p.classOf[g] = c
		}
	}
	for g := range p.groups {
		if p.classOf[g] < 0 && p.survivor[g] {
			p.classOf[g] = p.resembles(g)
		}
	}
}

// said lists the survivors of which a judge said so. One that fails a sample can be told from the voters by
// that, whatever it does on the rows.
func (p *pool) said(standing Standing) []int {
	var all []int
	for g := range p.groups {
		if p.survivor[g] && p.groups[g].standing == standing {
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
// a brute force and a program that ran out of time the only clean one that gives its answers wherever there are any.
func (p *pool) resembles(g int) int {
	found := -1
	for c, class := range p.classes {
		first := class.Members[0]
		if p.kind[g] == p.kind[first] {
			return c
		}
		partial := p.late(g) || p.groups[g].brute >= 0 && !slices.Contains(p.column[g], consistency.Crash)
		if !partial || !class.Clean || !slices.ContainsFunc(p.column[g], answered) || p.differ(g, first) {
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
