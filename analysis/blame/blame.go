// Package blame says which line of a program is the most suspicious one, from what the program does on inputs on which it
// is right and on inputs on which it is wrong: a place that is come by in the wrong executions more than in the right ones.
//
// This is spectrum-based fault localisation, with the coefficient of Ochiai as in R. Abreu, P. Zoeteweij, A. J. C. van
// Gemund, On the Accuracy of Spectrum-based Fault Localization, TAIC PART 2007. What is counted are events: a line is
// executed, a block of it, a comparison in it has an outcome, another line follows. Outcomes are what makes conditions
// visible, which are executed right or wrong; counting them is due to B. Liblit, M. Naik, A. X. Zheng, A. Aiken, M. I.
// Jordan, Scalable Statistical Bug Isolation, PLDI 2005. A line is as suspicious as the most suspicious of its events.
// Most programs that are wrong have one fault, which all wrong executions come by: lines that some do not are last. Where
// lines are as suspicious, those are first that are so as a whole, and then the upper ones.
//
// It never says that a line is wrong, and it says nothing where no event tells wrong executions from right ones. The same
// executions give the same lines, in whatever order they come. It reads no source and executes nothing.
package blame

import (
	"cmp"
	"math"
	"slices"
)

// Event is something that an execution did in a line.
type Event struct {
	Line int // from 1
	// Kind tells apart what can be done in the line; 0 says that the line was executed at all.
	Kind uint64
}

// Execution is what is known of one.
type Execution struct {
	Wrong  bool
	Events []Event // each once, in any order
}

// Suspect is a line that may be the wrong one.
type Suspect struct {
	Line int
	// Score is the coefficient of Ochiai, at most 1: 1 if some event of the line happens in all wrong executions and in
	// no right one.
	Score float64
}

// Rank lists at most n lines, the most suspicious first: by the package's rules, so that scores need not fall. It is empty
// unless there are right and wrong executions, and has only lines that are more suspicious than one that all executions
// come by.
func Rank(executions []Execution, n int) []Suspect {
	wrong := 0
	type count struct{ wrong, right int }
	counts := map[Event]count{}
	for _, x := range executions {
		if x.Wrong {
			wrong++
		}
		for _, e := range x.Events {
			c := counts[e]
			if x.Wrong {
				c.wrong++
			} else {
				c.right++
			}
			counts[e] = c
		}
	}
	if wrong == 0 || wrong == len(executions) {
		return nil
	}
	ochiai := func(c count) float64 {
		if c.wrong == 0 {
			return 0
		}
		return float64(c.wrong) / math.Sqrt(float64(wrong)*float64(c.wrong+c.right))
	}
	always := ochiai(count{wrong, len(executions) - wrong})
	type standing struct {
		best   float64 // of the events
		itself float64 // that it is executed at all
		missed int     // wrong executions that do not come by it
	}
	lines := map[int]standing{}
	for e, c := range counts {
		s, known := lines[e.Line]
		if !known {
			s.missed = wrong
		}
		s.best = max(s.best, ochiai(c))
		if e.Kind == 0 {
			s.itself, s.missed = ochiai(c), wrong-c.wrong
		}
		lines[e.Line] = s
	}
	var suspects []Suspect
	for line, s := range lines {
		if s.best > always {
			suspects = append(suspects, Suspect{line, s.best})
		}
	}
	slices.SortFunc(suspects, func(a, b Suspect) int {
		x, y := lines[a.Line], lines[b.Line]
		return cmp.Or(min(x.missed, 1)-min(y.missed, 1), cmp.Compare(y.best, x.best), cmp.Compare(y.itself, x.itself), a.Line-b.Line)
	})
	return suspects[:min(n, len(suspects))]
}
