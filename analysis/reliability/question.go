package reliability

import (
	"math/big"
	"slices"

	"execre/analysis/consistency"
)

// MaxQuestions is how many answers about one problem are worth asking for.
const MaxQuestions = 3

// Judgement is the right answer to a question, folded in as the row of its input.
type Judgement struct {
	Name string // of the input, for sentences
	// Answers[j] is 0 when program j gives the right answer, another id >= 0 for each different wrong one, below zero as in
	// consistency: a row as those of Evidence.Samples.
	Answers []int
	By      Oracle
}

// Oracle is who answered a question.
type Oracle int

// The oracles.
const (
	Person     Oracle = iota
	BruteForce        // a brute force that does not vote, on a small input
	Model             // a language model: counts only beside answers of others
)

// Kind is what a question is for.
type Kind int

// The kinds of questions.
const (
	NoQuestion Kind = iota
	Split           // the right answer tells programs apart that may be right
	Confirm         // it confirms the one class that may be right against programs that are out already
	Boundary        // all agree: an input at the limits of the format that a person can work out, which the caller chooses
)

// String is "none", "split", "confirm" or "boundary".
func (k Kind) String() string { return [...]string{"none", "split", "confirm", "boundary"}[k] }

// Question is an input whose right answer would decide most.
type Question struct {
	Kind Kind
	Row  int // of the matrix; -1 where the matrix has no input to ask about
	// Largest is, of Split, the most programs that may be right which give the same answer; of Confirm, how many of all
	// programs give that of the class in question. Fewer is better.
	Largest int
}

// noQuestion is that there is nothing to ask.
var noQuestion = Question{Row: -1}

// judge weighs the classes by the judgements. A class that gives the right answer keeps its weight but for the chance that
// the answer is wrong; one that gives another has none left. That no class is right gains when the right answer was given
// by none of them, and otherwise loses the more the more answers stood against each other.
func (p *pool) judge() {
	for c := range p.classes {
		p.classes[c].weight = new(big.Rat).Set(p.classes[c].prior)
	}
	given := big.NewRat(65, 100) // that a right answer was given by some class, when all are wrong elsewhere
	for _, i := range p.telling[len(p.answerable()):] {
		row := p.cells.Rows[i]
		top := new(big.Rat)
		for _, c := range p.classes {
			if c.weight.Cmp(top) > 0 {
				top = c.weight
			}
		}
		hit := false
		answers := make(map[int]bool) // of classes with at least 5 % of the top weight
		for _, c := range p.classes {
			answer := row[c.Members[0]]
			hit = hit || answer == 0
			if c.weight.Sign() > 0 && answer >= 0 && new(big.Rat).Mul(c.weight, big.NewRat(20, 1)).Cmp(top) >= 0 {
				answers[answer] = true
			}
		}
		if hit {
			p.none.Mul(p.none, given)
			p.none.Quo(p.none, big.NewRat(int64(max(1, len(answers))), 1))
		} else {
			p.none.Mul(p.none, new(big.Rat).Sub(big.NewRat(1, 1), given))
		}
		sum := new(big.Rat).Set(p.none)
		for _, c := range p.classes {
			if row[c.Members[0]] == 0 {
				c.weight.Mul(c.weight, big.NewRat(98, 100))
			} else {
				c.weight.SetInt64(0)
			}
			sum.Add(sum, c.weight)
		}
		for _, c := range p.classes {
			c.weight.Quo(c.weight, sum)
		}
		p.none.Quo(p.none, sum)
	}
}

// side is one of the answers that stand against each other.
type side struct {
	group int // whose cells are the answers
	size  int // programs
}

// sides are the classes that may be right, and declared programs that do not serve because others answer otherwise.
func (p *pool) sides(t trust) []side {
	var sides []side
	for _, c := range p.classes {
		if c.alive() {
			sides = append(sides, side{c.Members[0], len(c.Members)})
		}
	}
	for _, g := range t.rivals {
		if c := p.classOf[g]; c < 0 || !p.classes[c].alive() {
			sides = append(sides, side{g, 1})
		}
	}
	return sides
}

const maxDisagreements = 5

func (p *pool) disagreements(sides []side) []int {
	var rows []int
	// Pairs in the order (0, 1), (0, 2), (1, 2), (0, 3), …: the heavy ones first.
	for b := range sides {
		for a := range b {
			parts := func(i int) bool {
				x, y := p.cells.Rows[i][sides[a].group], p.cells.Rows[i][sides[b].group]
				return x >= 0 && y >= 0 && x != y
			}
			if slices.ContainsFunc(rows, parts) {
				continue
			}
			if k := slices.IndexFunc(p.answerable(), parts); k >= 0 && len(rows) < maxDisagreements {
				rows = append(rows, p.telling[k])
			}
		}
	}
	for k, i := range rows {
		rows[k] = p.rows.first[i]
	}
	return rows
}

// next is the next question worth asking.
func (p *pool) next(t trust) Question {
	if t.rule == Declared || len(p.judged) >= MaxQuestions {
		return noQuestion
	}
	sides := p.sides(t)
	if q := p.split(sides); q.Kind != NoQuestion || len(sides) != 1 {
		return q
	}
	return p.confirm(sides[0].group)
}

// split is the row that leaves the smallest group of programs with one answer, the first of those.
func (p *pool) split(sides []side) Question {
	best := noQuestion
	var answers, votes []int // of the row: the different answers, and how many programs give each
	for _, i := range p.answerable() {
		answers, votes = answers[:0], votes[:0]
		row := p.cells.Rows[i]
		for _, s := range sides {
			answer := row[s.group]
			if answer < 0 {
				continue
			}
			k := slices.Index(answers, answer)
			if k < 0 {
				k = len(answers)
				answers, votes = append(answers, answer), append(votes, 0)
			}
			votes[k] += s.size
		}
		if len(votes) < 2 {
			continue
		}
		if largest := slices.Max(votes); best.Kind == NoQuestion || largest < best.Largest {
			best = Question{Kind: Split, Row: p.rows.first[i], Largest: largest}
		}
	}
	return best
}

// confirm is the row on which the fewest programs of all side with a group, of those on which somebody answers otherwise
// and that do not divide the programs as a judged row did.
func (p *pool) confirm(g int) Question {
	best, dissent := noQuestion, false
	for _, i := range p.answerable() {
		row := p.cells.Rows[i]
		with, against := 0, false
		for _, answer := range row {
			if answer == row[g] {
				with++
			} else if answer >= 0 {
				against = true
			}
		}
		if !against {
			continue
		}
		dissent = true
		if (best.Kind == NoQuestion || with < best.Largest) && !p.asked(row) {
			best = Question{Kind: Confirm, Row: p.rows.first[i], Largest: with}
		}
	}
	if !dissent && len(p.judged) == 0 && len(p.answerable()) > 0 {
		return Question{Kind: Boundary, Row: -1}
	}
	return best
}

// asked says whether some judged row divides the programs as this one does.
func (p *pool) asked(row []int) bool {
	for _, i := range p.telling[len(p.answerable()):] {
		if samePartition(row, p.cells.Rows[i]) {
			return true
		}
	}
	return false
}

// samePartition says whether two rows divide the programs alike.
func samePartition(a, b []int) bool {
	forth, back := make(map[int]int), make(map[int]int)
	for j, x := range a {
		y := b[j]
		if (x < 0 || y < 0) && x != y {
			return false
		}
		if x < 0 {
			continue
		}
		if other, ok := forth[x]; ok && other != y {
			return false
		}
		if other, ok := back[y]; ok && other != x {
			return false
		}
		forth[x], back[y] = y, x
	}
	return true
}

// same counts on how many kept rows two groups give the same answer, and on how many the first was run.
func (p *pool) same(a, b int) (same, run int) { return consistency.Same(p.on(a), p.on(b), p.times) }
