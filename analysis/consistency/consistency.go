// Package consistency says who agrees with whom. It turns the answers of all programs on all inputs into classes of
// programs that behave alike, the share of inputs on which a program answers like most, and the binary projection that
// the estimator of Dawid and Skene reads.
//
// It knows answers only as ids that compare within a row; what makes two outputs the same answer was settled before (by
// a checker). Crashes, time-outs and cells that were never run are no answers: they are never the most frequent one.
// Where the most frequent answer is not unique there is none. Nothing depends on the order of the programs or of the
// rows. No function changes its arguments.
//
// The projection is that of "ExeCRE: Execution-Consistency Guided Reliability Estimation for Self-Correcting Code
// Generation" (Dong, Zhang, Kong, Chen; ASE 2026; arXiv 2608.04439) with two differences: there a crash is a value like
// any other, and the first program's answer wins a tie. ProjectPublished is theirs to the letter.
package consistency

import (
	"cmp"
	"slices"
)

// Answer ids below zero mean that a program gave no answer on a row.
const (
	Crash     = -1 // crashed, or used too much memory or output
	TimeLimit = -2
	NotRun    = -3 // never executed (a retired or uncompiled program): says nothing of the program
)

// Matrix holds what each program answered on each input.
type Matrix struct {
	Programs int
	// Rows[i][j] is the answer id of program j on input i. Ids compare only within a row; below zero is no answer.
	Rows [][]int
	// Times[i] is how many inputs row i stands for; nil means one each.
	Times []int
}

// Class is a set of programs that gave the same answer on every row considered.
type Class struct {
	Members []int // ascending
	Clean   bool  // every member answered on every row
}

// Classes divides programs by what they did on the given rows: two are in one class when every cell is the same,
// where crashing, running out of time and not having been run are three more things to do. Larger classes come first,
// then those with the smaller first member. Without rows all programs are alike.
func Classes(m Matrix, programs, rows []int) []Class {
	var classes []Class
	for _, j := range slices.Sorted(slices.Values(programs)) {
		alike := func(c Class) bool {
			for _, i := range rows {
				if m.Rows[i][j] != m.Rows[i][c.Members[0]] {
					return false
				}
			}
			return true
		}
		if k := slices.IndexFunc(classes, alike); k >= 0 {
			classes[k].Members = append(classes[k].Members, j)
			continue
		}
		clean := !slices.ContainsFunc(rows, func(i int) bool { return m.Rows[i][j] < 0 })
		classes = append(classes, Class{Members: []int{j}, Clean: clean})
	}
	slices.SortStableFunc(classes, func(a, b Class) int { return cmp.Compare(len(b.Members), len(a.Members)) })
	return classes
}

// Mode is the most frequent answer that the voters gave on a row of a Matrix. ok is false when nobody answered or
// when several answers are equally frequent.
func Mode(row, voters []int) (answer int, ok bool) {
	if len(voters) > 0 && row[voters[0]] >= 0 && unanimous(row, voters) { // most rows are
		return row[voters[0]], true
	}
	most := 0
	for n, j := range voters {
		// Counting from j on is enough: of each answer, its first voter counts them all.
		votes := 0
		if row[j] >= 0 {
			votes = count(row, voters[n:])
		}
		switch {
		case 2*votes > len(voters):
			return row[j], true
		case votes > most:
			answer, ok, most = row[j], true, votes
		case votes == most && ok && row[j] != answer:
			ok = false
		}
	}
	return answer, ok
}

// PublishedMode is the most frequent value of the voters on a row as the paper's program finds it: a crash and a time-out
// are values, and of values that are equally frequent that of the first voter wins. It is NotRun when nobody ran.
func PublishedMode(row, voters []int) int {
	if len(voters) > 0 && unanimous(row, voters) {
		return row[voters[0]]
	}
	value, most := NotRun, 0
	for n, j := range voters {
		if row[j] == NotRun {
			continue
		}
		votes := count(row, voters[n:])
		if votes > most {
			value, most = row[j], votes
		}
		if 2*votes > len(voters) {
			break
		}
	}
	return value
}

// unanimous says whether all voters did what the first one did.
func unanimous(row, voters []int) bool {
	for _, j := range voters {
		if row[j] != row[voters[0]] {
			return false
		}
	}
	return true
}

// count counts the voters that did what the first one did.
func count(row, voters []int) int {
	n := 0
	for _, j := range voters {
		if row[j] == row[voters[0]] {
			n++
		}
	}
	return n
}

// Modes gives the mode of each of the rows, NotRun where there is none.
func Modes(m Matrix, voters, rows []int) []int {
	modes := make([]int, len(rows))
	for n, i := range rows {
		answer, ok := Mode(m.Rows[i], voters)
		if !ok {
			answer = NotRun
		}
		modes[n] = answer
	}
	return modes
}

// Same counts on how many rows a program gave the same answer as another one, or as the mode, and on how many it was run:
// a and b are what they did row by row, and times is how many inputs each row stands for (nil: one). Two crashes are not
// the same answer. A row without a mode is one on which nobody gives it; it counts in run.
func Same(a, b, times []int) (same, run int) {
	n := 1
	for i, x := range a {
		if x == NotRun {
			continue
		}
		if times != nil {
			n = times[i]
		}
		run += n
		if x >= 0 && x == b[i] {
			same += n
		}
	}
	return same, run
}

// The cells of the binary projection.
const (
	Other   int8 = 0  // another answer than the most frequent one
	Most    int8 = 1  // the unique most frequent answer
	Missing int8 = -1 // no answer, or no unique most frequent answer on this row
)

// Pattern is a row of the binary projection together with how often it occurs.
type Pattern struct {
	Cells []int8 // one per program: Most, Other or Missing
	Rows  int    // how many rows have these cells
}

// Project compares each of the given programs with the most frequent answer among them, row by row. Cells are in the
// order of programs; patterns are sorted by their cells, so that they do not depend on the order of the rows. Their
// Rows add up to the inputs that the rows stand for.
func Project(m Matrix, programs, rows []int) []Pattern {
	return project(m, programs, rows, func(row []int, cells []int8) {
		mode, ok := Mode(row, programs)
		for n, j := range programs {
			switch {
			case !ok || row[j] < 0:
				cells[n] = Missing
			case row[j] == mode:
				cells[n] = Most
			default:
				cells[n] = Other
			}
		}
	})
}

// ProjectPublished is Project as in the paper, see PublishedMode: only programs that were not run have missing cells, and
// the order of the programs decides ties.
func ProjectPublished(m Matrix, programs, rows []int) []Pattern {
	return project(m, programs, rows, func(row []int, cells []int8) {
		mode := PublishedMode(row, programs)
		for n, j := range programs {
			switch row[j] {
			case NotRun:
				cells[n] = Missing
			case mode:
				cells[n] = Most
			default:
				cells[n] = Other
			}
		}
	})
}

// project gathers the patterns of the rows; fill sets the cells of one.
func project(m Matrix, programs, rows []int, fill func(row []int, cells []int8)) []Pattern {
	var patterns []Pattern
	index := make(map[string]int)
	cells, key := make([]int8, len(programs)), make([]byte, len(programs))
	for _, i := range rows {
		fill(m.Rows[i], cells)
		for n, c := range cells {
			key[n] = byte(c)
		}
		at, seen := index[string(key)]
		if !seen {
			at = len(patterns)
			index[string(key)] = at
			patterns = append(patterns, Pattern{Cells: slices.Clone(cells)})
		}
		times := 1
		if m.Times != nil {
			times = m.Times[i]
		}
		patterns[at].Rows += times
	}
	slices.SortFunc(patterns, func(a, b Pattern) int { return slices.Compare(a.Cells, b.Cells) })
	return patterns
}
