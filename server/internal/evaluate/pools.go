package evaluate

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
)

// pool is some programs of one problem, as rules see them.
type pool struct {
	programs []int // indices into Record.Programs, in the order of drawing; a program that occurs twice is there twice
	evidence reliability.Evidence
	brutes   []bool // which are called brute forces
	seed     uint64
}

// drawTries bounds how often a pool is drawn that was there already, for each that is wanted.
const drawTries = 20

// source is the randomness of one problem: it does not depend on what other problems there are.
func source(seed uint64, problem string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(problem))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// drawPools draws the pools of a problem: of each size so many, without replacement from an urn in which every program
// lies as often as it occurs, and no pool twice. There are fewer where there are not so many different ones, and none of
// a size for which there are too few programs.
func drawPools(r *Record, seed uint64, sizes []int, count int) []pool {
	var urn []int
	for j, p := range r.Programs {
		if p.Failure == "" {
			urn = append(urn, slices.Repeat([]int{j}, p.Multiplicity)...)
		}
	}
	random := source(seed, r.Problem)
	var pools []pool
	for _, size := range sizes {
		if size > len(urn) {
			continue
		}
		seen := map[string]bool{}
		for tries := 0; len(seen) < count && tries < drawTries*count; tries++ {
			for i := range size { // the beginning of a shuffle
				k := i + random.IntN(len(urn)-i)
				urn[i], urn[k] = urn[k], urn[i]
			}
			drawn := slices.Clone(urn[:size])
			sorted := slices.Sorted(slices.Values(drawn))
			if key := fmt.Sprint(sorted); !seen[key] {
				seen[key] = true
				pools = append(pools, newPool(r, drawn, random))
			}
		}
	}
	return pools
}

// newPool makes the evidence of a pool. Programs get names by lot: rules break ties by name, and names in data sets often
// tell who is right.
func newPool(r *Record, programs []int, random *rand.Rand) pool {
	p := pool{programs: programs, seed: random.Uint64()}
	p.evidence.Custom, p.evidence.Validated = r.Custom, r.Validated
	p.evidence.Matrix = r.Matrix(programs)
	p.evidence.Samples = matrix(r.Samples, programs).Rows
	for k, j := range programs {
		if !r.Programs[j].Flaky {
			continue
		}
		for _, row := range slices.Concat(p.evidence.Matrix.Rows, p.evidence.Samples) {
			row[k] = consistency.NotRun // its answers are chance
		}
	}
	refused := refusedOf(r, p.evidence.Matrix)
	names := random.Perm(len(programs))
	twin := map[string]int{}
	for k, j := range programs {
		original := cmp.Or(r.Programs[j].DuplicateOf, r.Programs[j].Name)
		first, copied := twin[original]
		if !copied {
			first, twin[original] = -1, k
		}
		program := reliability.Program{
			Name: fmt.Sprintf("program %0*d", len(fmt.Sprint(len(programs))), names[k]+1), DuplicateOf: first,
		}
		if refused[k] {
			program.Standing = reliability.WrongAnswer // the checker is a judge
		}
		p.evidence.Programs = append(p.evidence.Programs, program)
		p.brutes = append(p.brutes, r.Programs[j].Brute)
	}
	return p
}

// refusedOf says which programs gave an answer that the checker program refuses where it does not refuse that of another one.
func refusedOf(r *Record, m consistency.Matrix) []bool {
	refused := make([]bool, m.Programs)
	for i, row := range m.Rows {
		of := r.Rows[i].Refused
		if len(of) == 0 || !slices.ContainsFunc(row, func(a int) bool { return a >= 0 && !slices.Contains(of, a) }) {
			continue
		}
		for k, a := range row {
			refused[k] = refused[k] || slices.Contains(of, a)
		}
	}
	return refused
}

// truth is what is known of the right answers of a problem.
type truth struct {
	answers []int  // of each row: the id of the right answer, or unknown
	right   []bool // of each program: may it serve as a reference
}

const (
	unknown = -10 // nobody who is right answered
	several = -11 // those who are right differ, and no answer is more frequent than the others
)

// newTruth finds the right answers: on each row the most frequent answer of the accepted programs that are in no pool,
// which are there to know it, else that of all accepted programs of the problem. Copies are left out.
func newTruth(r *Record) truth {
	var accepted, keys []int
	for _, j := range r.originals() {
		if r.Programs[j].Label != Accepted {
			continue
		}
		accepted = append(accepted, j)
		if r.Programs[j].Multiplicity == 0 {
			keys = append(keys, j)
		}
	}
	t := truth{answers: make([]int, len(r.Rows)), right: make([]bool, len(r.Programs))}
	for i, row := range r.Rows {
		t.answers[i] = unknown
		if slices.ContainsFunc(accepted, func(j int) bool { return row.Answers[j] >= 0 }) {
			t.answers[i] = several
		}
		for _, who := range [][]int{keys, accepted} {
			if mode, ok := consistency.Mode(row.Answers, who); ok {
				t.answers[i] = mode
				break
			}
		}
	}
	for j, p := range r.Programs {
		t.right[j] = p.Label == Accepted || p.Label == TimeLimit && t.holds(r, j)
	}
	return t
}

// holds says whether a program gives the right answer whenever it answers, and that on some row.
func (t truth) holds(r *Record, j int) bool {
	compared := false
	for i, row := range r.Rows {
		if row.Answers[j] < 0 || t.answers[i] < 0 {
			continue
		}
		if row.Answers[j] != t.answers[i] {
			return false
		}
		compared = true
	}
	return compared
}

// oracle answers questions as a person would who knows the right answers, and errs now and then.
type oracle struct {
	truth  truth
	record *Record
	errs   float64 // probability
	seed   uint64
}

// answer is what the oracle says is right on a row: an id of the row, one that nobody gave, several where the row is no
// valid input, or unknown. Whether and how it errs on a row depends on nothing but the seed, the problem and the row: a
// person who errs does so whoever asks.
func (o oracle) answer(row int) int {
	is := o.truth.answers[row]
	if is < 0 || o.errs == 0 {
		return is
	}
	random := source(o.seed, fmt.Sprintf("%s\x00oracle\x00%d", o.record.Problem, row))
	if random.Float64() >= o.errs {
		return is
	}
	given := []int{len(o.record.Rows[row].Outputs)} // an answer that nobody gave
	for _, a := range o.record.Rows[row].Answers {
		if a >= 0 && a != is && !slices.Contains(given, a) {
			given = append(given, a)
		}
	}
	slices.Sort(given)
	return given[random.IntN(len(given))]
}
