package reliability

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Explanation says in sentences what a decision rests on: lower case, without a full stop, to be shown one below the other.
type Explanation struct {
	Decision []string   // what is trusted or why nothing is, then what counted, what did not, and what to ask
	Programs [][]string // of each program: what its numbers mean
}

// mostNames is how many programs a sentence names.
const mostNames = 4

// Explain says what the decision rests on.
func (d Decision) Explain() Explanation {
	x := Explanation{Decision: slices.Concat(
		[]string{d.verdict()}, d.classesInWords(), d.leftOut(), d.asks())}
	if d.Declined != "" && d.Declined != d.Fallback {
		x.Decision = slices.Insert(x.Decision, 1, d.Declined)
	}
	for j := range d.Programs {
		x.Programs = append(x.Programs, d.reasons(j))
	}
	return x
}

// verdict says what is trusted and why, or why nothing is.
func (d Decision) verdict() string {
	if d.Trusted < 0 {
		if d.Provisional >= 0 {
			return fmt.Sprintf("provisional: %s agree, but they are only two", and(d.members(d.class(d.Provisional), -1)))
		}
		return "nothing is trusted: " + d.Fallback
	}
	name := d.Names[d.Trusted]
	switch class := d.class(d.Trusted); d.Rule {
	case Declared:
		return name + " is the trusted reference because it was declared to be right"
	case Judged:
		return fmt.Sprintf("%s is the trusted reference: it and %s alone give %s",
			name, plural(len(class.Members)-1, "program that behaves like it", "programs that behave like it"),
			plural(d.Answered, "right answer that was judged", "right answers that were judged"))
	default:
		if class == nil {
			return name + " is the trusted reference"
		}
		return fmt.Sprintf("%s is the trusted reference: %d of %d programs agree on all %s%s, so that they are right with "+
			"probability %s (%s is asked for)", name, len(class.Members)+len(class.Backers), d.Voters, plural(d.Rows, "input", "inputs"),
			d.backed(class), cutFloat(min(class.Weight, maxProbability)), strconv.FormatFloat(d.Threshold, 'f', -1, 64))
	}
}

// backed says who of a class agrees only where it was in time, or nothing.
func (d Decision) backed(class *WeightedClass) string {
	if len(class.Backers) == 0 {
		return ""
	}
	var names []string
	for _, j := range class.Backers {
		names = append(names, d.Names[j])
	}
	slices.Sort(names)
	return fmt.Sprintf(" (%s wherever the time sufficed)", someOf(names))
}

// class is that of a program, or nil.
func (d Decision) class(j int) *WeightedClass {
	if c := d.Programs[j].Class; c >= 0 {
		return &d.Classes[c]
	}
	return nil
}

// members names the programs of a class but for one.
func (d Decision) members(class *WeightedClass, without int) []string {
	var names []string
	for _, j := range class.Members {
		if j != without {
			names = append(names, d.Names[j])
		}
	}
	slices.Sort(names)
	return names
}

func (d Decision) classesInWords() []string {
	if len(d.Classes) == 0 {
		return nil
	}
	var all []string
	for c := range d.Classes[:min(mostNames, len(d.Classes))] {
		class := &d.Classes[c]
		all = append(all, fmt.Sprintf("%s (%s)", someOf(d.members(class, -1)), d.chance(class)))
	}
	if more := len(d.Classes) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return []string{fmt.Sprintf("programs that behave alike, and the probability that they are right: %s; nobody is right: %s",
		strings.Join(all, "; "), cutFloat(d.WeightNone))}
}

// chance is the probability of a class in a few words.
func (d Decision) chance(class *WeightedClass) string {
	switch {
	case class.Refused:
		return "refused by the judge"
	case !class.Clean:
		return "no answer somewhere"
	case class.Refuted >= 0:
		return "gave a wrong answer"
	}
	return cutFloat(class.Weight)
}

func (d Decision) leftOut() []string {
	var out []string
	if len(d.SuspectSamples) > 0 {
		var numbers []string
		for _, s := range d.SuspectSamples {
			numbers = append(numbers, strconv.Itoa(s+1))
		}
		out = append(out, fmt.Sprintf("%s %s no program: wrong, or several answers are right",
			numbered("sample", numbers), one(len(numbers), "judges", "judge")))
	}
	if n := len(d.Dropped); n > 0 {
		out = append(out, fmt.Sprintf("%s left out, because every program crashes there",
			plural(n, "input is", "inputs are")))
	}
	return out
}

func (d Decision) asks() []string {
	switch programs := plural(d.Next.Largest, "program", "programs"); d.Next.Kind {
	case Split:
		return []string{fmt.Sprintf("the right answer to one question would leave at most %s that may be right", programs)}
	case Confirm:
		return []string{fmt.Sprintf("the right answer to one more question would confirm what only %s of all give there",
			programs)}
	case Boundary:
		return []string{"all agree: the right answer to one input at the limits of the format would confirm them"}
	case NoQuestion:
	}
	return nil
}

// reasons say what the numbers of a program mean.
func (d Decision) reasons(j int) []string {
	a := &d.Programs[j]
	var out []string
	if class := d.class(j); class != nil {
		switch others := d.members(class, j); {
		case slices.Contains(class.Backers, j):
			out = append(out, fmt.Sprintf("answers like %s wherever it was in time", someOf(others)))
		case len(others) == 0:
			out = append(out, "no other program behaves like it")
		default:
			out = append(out, fmt.Sprintf("behaves like %s (%d of %d programs)", someOf(others), len(class.Members), d.Voters))
		}
		switch {
		case class.Refused:
			out = append(out, "not right: the judge refused a program that behaves like this")
		case !class.Clean:
			out = append(out, "not right: it does not answer every input")
		case class.Refuted >= 0:
			out = append(out, "not right: it gives another answer than the one that was judged right")
		case !math.IsNaN(a.ProbabilityRight):
			out = append(out, "right on every input with probability "+cutFloat(a.ProbabilityRight))
		}
	}
	if !math.IsNaN(a.Alpha) && !math.IsNaN(a.AlphaLow) {
		out = append(out, fmt.Sprintf("right on %s of the inputs, if some program is right (%s to %s with 90 %% confidence)",
			cutFloat(min(a.Alpha, mostShown)), cutFloat(a.AlphaLow), cutFloat(a.AlphaHigh)))
	}
	if !math.IsNaN(a.Agreement) {
		on := cutFloat(a.Agreement) + " of the"
		if a.Agreement == 1 {
			on = "all"
		}
		out = append(out, "gives the most frequent answer on "+on+" inputs")
	}
	if !math.IsNaN(a.DawidSkene) {
		out = append(out, "Dawid-Skene says "+cutFloat(min(a.DawidSkene, mostShown))+", for comparison only")
	}
	if n := a.Counts.Crash; n > 0 {
		out = append(out, "crashes on "+plural(n, "input", "inputs"))
	}
	if n := a.Counts.TimeLimit; n > 0 {
		out = append(out, "runs out of time on "+plural(n, "input", "inputs"))
	}
	return out
}

// mostShown is the highest share that is shown: nobody knows what a program does on all inputs.
const mostShown = 0.99

// cutFloat is x with two decimals, never rounded up; what is less than rounding below a hundredth is that.
func cutFloat(x float64) string {
	return strconv.FormatFloat(math.Floor(100*x+1e-9)/100, 'f', 2, 64)
}

// someOf names the first of many names.
func someOf(names []string) string {
	if more := len(names) - mostNames; more > 0 {
		return strings.Join(names[:mostNames], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return and(names)
}

func plural(n int, singular, plural string) string {
	return fmt.Sprintf("%d %s", n, one(n, singular, plural))
}

// one is the word for one thing, or for many.
func one(n int, singular, plural string) string {
	if n == 1 {
		return singular
	}
	return plural
}

// numbered is "sample 2", or "samples 1 and 2".
func numbered(noun string, numbers []string) string {
	return one(len(numbers), noun, noun+"s") + " " + and(numbers)
}
