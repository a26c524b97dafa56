package reliability

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"execre/analysis/consistency"
)

// Method is a way to decide which program to trust. All of them read the same evidence, so that they can be compared on
// it; only Ours reads more of it than the matrix, the samples and who is a brute force. The others are as their authors
// have them: copies vote, samples that look wrong are believed, every difference from the trusted program is shown, and
// an answer of a person counts for nothing. Their Alpha is the number by which they choose, scaled to [0, 1]; their other
// numbers are NaN, and they form no classes. Where programs are equally good the first by name is chosen.
type Method interface {
	Name() string // for tables; different for different settings
	Decide(e Evidence) Decision
}

// Methods are all of them, in their authors' settings, ours first.
func Methods() []Method {
	return []Method{
		Ours{},
		ExeCREPaper{},
		ExeCREPaper{Threshold: 0.95},
		Voting{},
		OneCoin{},
		Plurality{},
		Plurality{TwoThirds: true},
		CodeT{},
		B4{},
		MBRExec{},
		ALGO{},
		OneProgram{},
	}
}

// Ours is Decide.
type Ours struct{}

// Name is "execre".
func (Ours) Name() string { return "execre" }

// Decide is the function of that name.
func (Ours) Decide(e Evidence) Decision { return Decide(e) }

// ExeCREPaper is the decision of the paper (Dong, Zhang, Kong, Chen; ASE 2026; arXiv 2608.04439) as its program makes it: a
// crash is a value like any other, the first program wins a tie, Dawid-Skene runs in PublishedEM, and the program with
// the highest alpha is trusted if that is at least the threshold. Otherwise nothing is, and samples alone give feedback.
// Outputs are compared as plain trimmed text there, and inputs are drawn with integers in [-20, 20] and lengths in
// [1, 20]: both is the caller's part.
type ExeCREPaper struct {
	Threshold float64 // 0 means 0.90, that of its program; its text says 0.95
}

// Name is "execre-paper", or "execre-paper-0.95".
func (m ExeCREPaper) Name() string {
	if m.Threshold == 0 {
		return "execre-paper"
	}
	return fmt.Sprintf("execre-paper-%.2f", m.Threshold)
}

// Decide trusts the highest alpha.
func (m ExeCREPaper) Decide(e Evidence) Decision {
	b := newBallot(e)
	return b.atLeast(m.threshold(), DawidSkene(consistency.ProjectPublished(b.cells, b.ran, b.rows), PublishedEM).Alpha)
}

func (m ExeCREPaper) threshold() float64 {
	if m.Threshold == 0 {
		return 0.90
	}
	return m.Threshold
}

// Voting trusts the program that gives the unique most frequent answer most often, if that is on at least a share of
// the rows.
type Voting struct {
	Threshold float64 // 0 means 0.95
}

// Name is "voting".
func (Voting) Name() string { return "voting" }

// Decide trusts the highest agreement.
func (m Voting) Decide(e Evidence) Decision {
	b := newBallot(e)
	modes := consistency.Modes(b.cells, b.ran, b.rows)
	agreement := make([]float64, len(b.ran))
	for n, j := range b.ran {
		same, run := consistency.Same(b.column(j), modes, nil)
		agreement[n] = float64(same) / float64(run)
	}
	return b.atLeast(orDefault(m.Threshold), agreement)
}

// OneCoin is Dawid-Skene with one parameter a program: the probability that it is right, on rows of either class. So the
// estimate has no class of rows on which most programs are wrong, but the one where they are so on the whole.
type OneCoin struct {
	Threshold float64 // 0 means 0.95
}

// Name is "one-coin".
func (OneCoin) Name() string { return "one-coin" }

// Decide trusts the highest alpha.
func (m OneCoin) Decide(e Evidence) Decision {
	b := newBallot(e)
	patterns := consistency.Project(b.cells, b.ran, b.rows)
	return b.atLeast(orDefault(m.Threshold), DawidSkene(patterns, EMConfig{OneCoin: true}).Alpha)
}

func orDefault(threshold float64) float64 {
	if threshold == 0 {
		return 0.95
	}
	return threshold
}

// Plurality trusts the unique largest class of the programs that pass all samples, if it answers every row.
type Plurality struct {
	TwoThirds bool // only if it has at least two thirds of them
}

// Name is "plurality" or "two-thirds".
func (m Plurality) Name() string {
	if m.TwoThirds {
		return "two-thirds"
	}
	return "plurality"
}

// Decide trusts the largest class.
func (m Plurality) Decide(e Evidence) Decision {
	b := newBallot(e)
	voters := slices.DeleteFunc(slices.Clone(b.ran), func(j int) bool { return len(b.failed(j)) > 0 })
	share := slices.Repeat([]float64{math.NaN()}, len(b.ran))
	classes := consistency.Classes(b.cells, voters, b.rows)
	for _, c := range classes {
		for _, j := range c.Members {
			share[slices.Index(b.ran, j)] = float64(len(c.Members)) / float64(len(voters))
		}
	}
	clean := slices.DeleteFunc(classes, func(c consistency.Class) bool { return !c.Clean })
	switch {
	case len(clean) == 0:
		return b.nobody(share, "no program that passes the samples answers every input")
	case len(clean) > 1 && len(clean[1].Members) == len(clean[0].Members):
		return b.nobody(share, "the largest classes are equally large")
	case m.TwoThirds && 3*len(clean[0].Members) < 2*len(voters):
		return b.nobody(share, "no class has two thirds of the programs that pass the samples")
	}
	return b.trust(share, clean[0].Members[0], Consensus)
}

// CodeT is dual execution agreement (Chen et al., CodeT: Code Generation with Generated Tests, ICLR 2023, arXiv 2207.10397):
// the programs that pass the same tests are a consensus set, and the set with the highest product of the root of its
// size and the number of tests passed wins, as in its program. A matrix has no tests that somebody else wrote, so here
// each answer that some program gives on a row is one.
type CodeT struct{}

// Name is "codet".
func (CodeT) Name() string { return "codet" }

// Decide trusts the best consensus set.
func (CodeT) Decide(e Evidence) Decision {
	b := newBallot(e)
	sets, passed := b.consensusSets()
	score := make([]float64, len(sets))
	for s, set := range sets {
		score[s] = math.Sqrt(float64(len(set))) * float64(passed[s]) / math.Sqrt(float64(len(b.ran))) / float64(len(b.rows))
	}
	return b.bestSet(sets, score)
}

// B4 scores consensus sets by an approximation of the posterior that just they are right (Chen et al., B4: Towards Optimal
// Assessment of Plausible Code Solutions with Plausible Tests, ASE 2024, arXiv 2409.08692): the product of four Beta
// functions, of the shares of right programs, of right tests, and of the tests, right and wrong, that wrong programs
// pass. Tests are those of CodeT.
type B4 struct {
	Beta0   float64 // of the prior on passing wrong tests; 0 means 1e5, the middle of the authors' range
	AlphaXY float64 // of the prior on the shares of right programs and tests; 0 means 1e3, the authors'
}

// Name is "b4".
func (B4) Name() string { return "b4" }

// Decide trusts the best consensus set.
func (m B4) Decide(e Evidence) Decision {
	if m.Beta0 == 0 {
		m.Beta0 = 1e5
	}
	if m.AlphaXY == 0 {
		m.AlphaXY = 1e3
	}
	b := newBallot(e)
	sets, passed := b.consensusSets()
	tests, passes := 0, 0 // all tests, and how often a program passes one
	for _, i := range b.rows {
		answers := make(map[int]bool)
		for _, j := range b.ran {
			if answer := b.cells.Rows[i][j]; answer >= 0 {
				answers[answer] = true
				passes++
			}
		}
		tests += len(answers)
	}
	logBeta := func(hits, of int, alpha, beta float64) float64 {
		return lgamma(float64(hits)+alpha) + lgamma(float64(of-hits)+beta) - lgamma(float64(of)+alpha+beta)
	}
	score := make([]float64, len(sets))
	most := math.Inf(-1)
	for s, set := range sets {
		others := len(b.ran) - len(set)
		right := 0 // passes of the set's tests by others
		for _, j := range b.ran {
			if !slices.Contains(set, j) {
				same, _ := consistency.Same(b.column(j), b.column(set[0]), nil)
				right += same
			}
		}
		wrong := passes - len(set)*passed[s] - right
		score[s] = logBeta(len(set), len(b.ran), m.AlphaXY, 1) + logBeta(passed[s], tests, m.AlphaXY, 1) +
			logBeta(right, others*passed[s], 1, 1) + logBeta(wrong, others*(tests-passed[s]), 1, m.Beta0)
		most = max(most, score[s])
	}
	sum := 0.0
	for s := range score {
		score[s] = math.Exp(score[s] - most)
		sum += score[s]
	}
	for s := range score {
		score[s] /= sum
	}
	return b.bestSet(sets, score)
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// MBRExec is minimum Bayes risk decoding (Shi, Fried, Ghazvininejad, Zettlemoyer, Wang; Natural Language to Code Translation
// with Execution; EMNLP 2022; arXiv 2204.11454): the program wins that the most programs equal in every answer, where one
// that crashes anywhere equals none. Their ties go to what the model finds likelier, which nobody knows here.
type MBRExec struct{}

// Name is "mbr-exec".
func (MBRExec) Name() string { return "mbr-exec" }

// Decide trusts the least risk.
func (MBRExec) Decide(e Evidence) Decision {
	b := newBallot(e)
	score := make([]float64, len(b.ran))
	best := -1
	for _, c := range consistency.Classes(b.cells, b.ran, b.rows) {
		if !c.Clean {
			continue
		}
		if best < 0 {
			best = c.Members[0]
		}
		for _, j := range c.Members {
			score[slices.Index(b.ran, j)] = float64(len(c.Members)) / float64(len(b.ran))
		}
	}
	if best < 0 {
		return b.nobody(score, "no program answers every input")
	}
	return b.trust(score, best, Consensus)
}

// ALGO trusts a brute force, here the one that a person wrote instead of a language model (Zhang et al., ALGO: Synthesizing
// Algorithmic Programs with LLM-Generated Oracle Verifiers, NeurIPS 2023, arXiv 2305.14591), whatever the others say.
type ALGO struct{}

// Name is "algo".
func (ALGO) Name() string { return "algo" }

// Decide trusts the brute force, if there is just one.
func (ALGO) Decide(e Evidence) Decision {
	b := newBallot(e)
	var brutes []int
	for _, j := range b.ran {
		if p := b.programs[j]; p.Brute && p.DuplicateOf < 0 {
			brutes = append(brutes, j)
		}
	}
	none := slices.Repeat([]float64{math.NaN()}, len(b.ran))
	switch len(brutes) {
	case 0:
		return b.nobody(none, "there is no brute force")
	case 1:
		return b.trust(b.likeness(brutes[0]), brutes[0], Declared)
	}
	return b.nobody(none, "there are several brute forces")
}

// OneProgram trusts a program drawn at random, as ALGO would one that a language model wrote.
type OneProgram struct {
	Seed uint64
}

// Name is "one-program".
func (OneProgram) Name() string { return "one-program" }

// Decide draws.
func (m OneProgram) Decide(e Evidence) Decision {
	b := newBallot(e)
	if len(b.ran) == 0 {
		return b.nobody(nil, "no program ran")
	}
	j := b.ran[rand.New(rand.NewPCG(m.Seed, 0)).IntN(len(b.ran))]
	return b.trust(b.likeness(j), j, Declared)
}

// ballot is evidence as the methods besides Ours read it: programs by name, each with its own vote.
type ballot struct {
	index    []int     // of each program: that in the evidence
	programs []Program // by name
	cells    consistency.Matrix
	samples  [][]int

	generated int   // rows before the replayed ones
	rows      []int // those of the generated ones that count: somebody was run on them, and they are valid
	all       []int // and replayed ones
	ran       []int // programs that were run on some row
}

func newBallot(e Evidence) *ballot {
	b := &ballot{index: make([]int, len(e.Programs)), generated: len(e.Matrix.Rows) - e.Replayed}
	for j := range b.index {
		b.index[j] = j
	}
	slices.SortStableFunc(b.index, func(a, b int) int { return strings.Compare(e.Programs[a].Name, e.Programs[b].Name) })
	for _, j := range b.index {
		b.programs = append(b.programs, e.Programs[j])
	}
	twin := make([]int, len(e.Programs)) // by index in the evidence
	for _, g := range newGroups(e.Programs) {
		for _, j := range g.copies {
			twin[j] = g.twin
		}
	}
	byName := func(rows [][]int) [][]int {
		out := make([][]int, len(rows))
		for i, row := range rows {
			out[i] = make([]int, len(b.index))
			for k, j := range b.index {
				out[i][k] = row[twin[j]]
			}
		}
		return out
	}
	b.cells = consistency.Matrix{Programs: len(b.index), Rows: byName(e.Matrix.Rows)}
	b.samples = byName(e.Samples)
	ran := make([]bool, len(b.index))
	for i, row := range b.cells.Rows {
		someRan := slices.ContainsFunc(row, func(cell int) bool { return cell != consistency.NotRun })
		if !someRan || slices.Contains(e.Invalid, i) {
			continue
		}
		b.all = append(b.all, i)
		if i >= b.generated {
			continue
		}
		b.rows = append(b.rows, i)
		for j, cell := range row {
			ran[j] = ran[j] || cell != consistency.NotRun
		}
	}
	for j := range ran {
		if ran[j] {
			b.ran = append(b.ran, j)
		}
	}
	return b
}

// column is what a program did on the rows.
func (b *ballot) column(j int) []int {
	out := make([]int, len(b.rows))
	for n, i := range b.rows {
		out[n] = b.cells.Rows[i][j]
	}
	return out
}

// failed lists the samples that a program fails.
func (b *ballot) failed(j int) []int {
	var failed []int
	for s, row := range b.samples {
		if row[j] != 0 && row[j] != consistency.NotRun {
			failed = append(failed, s)
		}
	}
	return failed
}

// likeness is on which share of the rows that both were run on each of the programs gives the answer of j.
func (b *ballot) likeness(j int) []float64 {
	out := make([]float64, len(b.ran))
	reference := b.column(j)
	for n, k := range b.ran {
		same, run := 0, 0
		for i, cell := range b.column(k) {
			if cell == consistency.NotRun || reference[i] < 0 {
				continue
			}
			run++
			if cell == reference[i] {
				same++
			}
		}
		out[n] = float64(same) / float64(run)
	}
	return out
}

// consensusSets divides the programs by the tests they pass, large sets first, and says how many tests each passes.
func (b *ballot) consensusSets() (sets [][]int, passed []int) {
	silent := consistency.Matrix{Programs: b.cells.Programs, Rows: make([][]int, len(b.cells.Rows))}
	for i, row := range b.cells.Rows {
		silent.Rows[i] = make([]int, len(row))
		for j, cell := range row {
			silent.Rows[i][j] = max(cell, consistency.Crash) // however a program fails, it passes no test
		}
	}
	for _, c := range consistency.Classes(silent, b.ran, b.rows) {
		n := 0
		for _, i := range b.rows {
			if b.cells.Rows[i][c.Members[0]] >= 0 {
				n++
			}
		}
		sets, passed = append(sets, c.Members), append(passed, n)
	}
	return sets, passed
}

// bestSet trusts the first program of the set with the highest score.
func (b *ballot) bestSet(sets [][]int, score []float64) Decision {
	of := make([]float64, len(b.ran))
	best := -1
	for s, set := range sets {
		for _, j := range set {
			of[slices.Index(b.ran, j)] = score[s]
		}
		if best < 0 || score[s] > score[best]+1e-9 ||
			score[s] > score[best]-1e-9 && set[0] < sets[best][0] {
			best = s
		}
	}
	if best < 0 {
		return b.nobody(of, "no program ran")
	}
	return b.trust(of, sets[best][0], Consensus)
}

// atLeast trusts the program with the highest score, if that reaches the threshold. Scores that differ by no more than
// rounding are equal.
func (b *ballot) atLeast(threshold float64, score []float64) Decision {
	best := -1
	for n, s := range score {
		if !math.IsNaN(s) && (best < 0 || s > score[best]+1e-9) {
			best = n
		}
	}
	var d Decision
	switch {
	case best < 0:
		d = b.nobody(score, "no program ran")
	case score[best] < threshold-1e-9:
		d = b.nobody(score, fmt.Sprintf("the best alpha is %.4f, below the threshold %.2f", score[best], threshold))
	default:
		d = b.trust(score, b.ran[best], Consensus)
	}
	d.Threshold = threshold
	return d
}

// nobody is the decision to trust no program.
func (b *ballot) nobody(score []float64, why string) Decision {
	d := b.decision(score, -1)
	d.Fallback = why
	return d
}

// trust is the decision to trust a program.
func (b *ballot) trust(score []float64, reference int, rule Rule) Decision {
	d := b.decision(score, reference)
	d.Rule, d.Trusted = rule, b.index[reference]
	answered := 0
	for _, i := range b.rows {
		if b.cells.Rows[i][reference] >= 0 {
			answered++
		}
	}
	d.ResidualRisk = residualRisk(answered)
	return d
}

// decision is one with everything that does not depend on why the reference (-1: none) is trusted.
func (b *ballot) decision(score []float64, reference int) Decision {
	d := Decision{
		Names: make([]string, len(b.index)), Trusted: -1, Provisional: -1, Threshold: math.NaN(), WeightNone: math.NaN(),
		Voters: len(b.ran), Rows: len(b.rows), ResidualRisk: math.NaN(), Question: -1, Next: noQuestion,
		Programs: make([]Assessment, len(b.index)),
	}
	for j, at := range b.index {
		d.Names[at] = b.programs[j].Name
		a := Assessment{
			FailedSamples: b.failed(j), Alpha: math.NaN(), AlphaLow: math.NaN(), AlphaHigh: math.NaN(),
			ProbabilityRight: math.NaN(), DawidSkene: math.NaN(), Agreement: math.NaN(), Class: -1,
		}
		if n := slices.Index(b.ran, j); n >= 0 {
			a.Alpha = score[n]
			a.Survivor = len(a.FailedSamples) == 0
		}
		b.compare(&a, j, reference)
		d.Programs[at] = a
	}
	return d
}

// compare counts and lists where a program differs from the reference.
func (b *ballot) compare(a *Assessment, j, reference int) {
	for i, row := range b.cells.Rows {
		x, y := row[j], consistency.NotRun
		if _, valid := slices.BinarySearch(b.all, i); valid && reference >= 0 {
			y = row[reference]
		}
		if x >= 0 && y >= 0 && x != y {
			a.Differences = append(a.Differences, Difference{Row: i, Share: math.NaN()})
		}
		if i >= b.generated {
			continue
		}
		switch {
		case x == consistency.Crash:
			a.Counts.Crash++
		case x == consistency.TimeLimit:
			a.Counts.TimeLimit++
		case x < 0:
			a.Counts.NotRun++
		case y < 0:
			a.Counts.Uncompared++
		case x == y:
			a.Counts.Agree++
		default:
			a.Counts.Differ++
		}
	}
}
