// Package reliability decides which program is right, when nobody knows the right answers beyond a few samples.
//
// It is given what each program answered on each input, what became of the samples, and what people and judges said. It
// says which program may serve as the trusted reference, if any; how probable it is that each class of programs is
// right; which share of the inputs each program gets right (alpha, with an interval); where programs differ from the
// reference; and if there is none, on which inputs the classes part and which right answer would decide most. Explain puts
// it into sentences.
//
// It promises: the same evidence gives the same decision, whatever the order of the programs and of the rows (names
// break ties, so they should differ); thresholds are compared as fractions; a program is never trusted because of its
// alpha. It does no I/O, reads no clock and draws no random numbers but from a seed that it is given.
//
// Decide is the decision. Beside it are the ones that others make, each a Method, to be compared with it; and the model of
// Dawid and Skene for its own sake: DawidSkene, Explore, DawidSkeneClasses.
//
// # Theory
//
// The question comes from "ExeCRE: Execution-Consistency Guided Reliability Estimation for Self-Correcting Code
// Generation" (Dong, Zhang, Kong, Chen; ASE 2026; arXiv 2608.04439), which trusts the program with the highest alpha of a
// Dawid-Skene model with two classes (DawidSkene here). That estimate inverts: when a programs agree with each other
// against b >= 2 others on a share r of the rows, the likelihood is highest with those rows as a class of their own, and
// then the larger group has alpha 1 - r and the smaller one alpha 1. So it is computed and shown, and decides nothing.
//
// Decide weighs classes of programs instead. With J voters and n of them in class c, the posterior under a uniform prior
// on the share of right programs, an Ewens partition (theta = 2) of the wrong ones, and "nobody is right" included, is
//
//	v_c = n / (J + 1 - n) for a class that may be right, else 0;  v_0 = 2 / (J + 1);  w = v / (v_0 + sum of all v_c)
//
// and alpha is the expected agreement with the right class, if there is one: sum_c w_c A(j, c) / (1 - w_0), where A(j, c)
// is the share of rows on which j gives the answer of c. It cannot invert: a member of the heaviest of two classes never
// has the lower alpha.
//
// # Who votes
//
// A survivor is a program that ran and fails no sample. Copies of one program are one program: the copy gets the
// assessment of its twin, and a mark on either (named as reference, brute force, a verdict) counts for both; verdicts
// that contradict each other count for nothing. The voters are the survivors that ran on the kept rows, except
//
//   - those that a judge refused (WrongAnswer). A class that behaves just like one of them has v = 0, unless a judge
//     accepted another that does: then no row tells what was refused;
//   - a brute force that did not answer in time on some kept row. Its time-outs say nothing, neither of it nor of
//     others; it is shown in the clean class that it agrees with wherever it was in time, if there is just one;
//   - any other program of which nothing is held against its answers but that it ran out of time on some rows (and was not
//     run on more): it stands in no class that answered everywhere. Where its answers contradict all of these, it votes, for
//     itself. Else it is no dissent: if they are those of just one such class, and 20 at least, it backs that
//     class, which is counted with it, as it is among all that the weights rest on. It is never trusted, and it takes two that
//     answered everywhere to be so.
//
// A judge's TooSlow and Crashes say nothing against a program's answers.
//
// Without a custom checker a sample is suspect, and filters nobody, if every program that ran cleanly on it gave a wrong
// answer, or if the wrong answers are three or more different ones, and more than the programs that give the right one:
// then several answers may be right. Programs that a judge refused do not count here, and it takes two programs to make a
// sample suspect: one alone that fails has simply failed.
//
// A row is dropped when at least three survivors ran on it and all of them crashed. A row on which nothing was run is
// not counted either. The kept rows are the others, without the replayed ones, which only tell programs apart: they part
// classes and show differences. Cells that were not run count neither for nor against a program:
// its alpha and agreement are over the rows on which it was run. But a class is clean only if it answered everywhere.
//
// # What is trusted
//
// A declared reference comes first: the one named in the settings, else an accepted one, else the one brute force,
// if it answered at least 20 rows (all, where there are fewer). None of them serves if it fails a sample that is not
// suspect, or answered nothing. A judge outranks a person: a named reference does not serve if it was refused or if it
// differs from an accepted program, which then serves in its place. Accepted programs that differ from each other all do
// not serve, and then nothing is trusted.
//
// A declared reference that no judge accepted is suspended if a clean class of at least two voters, not its own, answers
// otherwise on some row that it answered. Then nothing is trusted, unless consensus trusts the reference's own class.
//
// Consensus trusts the unique largest class among those that may be right, if it has at least two voters and its weight
// is at least the threshold: .80, and .90 for more than 12 voters, or the one that is given. Two of two weigh .75: they
// are provisional.
//
// # What is asked
//
// A right answer decides more than any number of programs. While two classes may be right, the row to ask about is the one
// that leaves the smallest group of programs with one answer; then one that confirms the class that is left, where the
// fewest programs of all side with it, but none that divides them as a judged input did; and if nobody dissents anywhere,
// an input at the limits of the format. After three answers nothing is asked.
//
// An answer comes back as a Judgement. Its row tells programs apart like a replayed one; a class that gives another answer
// cannot be right any more, and weighs nothing. Of the others, one that gave the answer keeps its weight times .98 (the
// answer may be wrong), and "nobody is right" keeps .65/G if some class gave it, where G different answers stood against
// each other among the classes with at least 5 % of the top weight, else .35.
//
// Answers are trusted before consensus: the only class that they leave serves if it has two programs, or if it is the one
// of consensus; a single program if there were two answers and a person chose it. If they leave several, the class of
// consensus serves if it is among them. A declared program that gives another answer does not serve. An answer does not
// filter as a sample does: what it is wrong about costs a decision, and hardly ever makes a wrong one.
package reliability

import (
	"math"
	"math/big"
	"slices"

	"execre/analysis/consistency"
)

// Standing is what a person or a judge said of a program.
type Standing int

// The standings.
const (
	StandingUnknown Standing = iota
	Accepted                 // a judge accepted it: declared
	WrongAnswer              // a judge refused it: never votes
	TooSlow                  // a judge said time limit: its answers still count
	Crashes                  // a judge said run-time error: its answers still count
)

// String is the word of execre.toml, "" for StandingUnknown.
func (s Standing) String() string {
	return [...]string{"", "accepted", "wrong-answer", "time-limit", "crash"}[s]
}

// Program is what is known of one program besides its outputs.
type Program struct {
	Name        string // names decide ties, so that the order of the programs does not
	DuplicateOf int    // index of the program it is a copy of (in all but white space and comments), or -1
	Standing    Standing
	Reference   bool // named as reference in execre.toml
	Brute       bool // a brute force that a person wrote, by file name
}

// Evidence is everything a decision rests on.
type Evidence struct {
	Programs []Program
	// Samples[s][j] is 0 when program j gave the expected answer of sample s, another id >= 0 for each different wrong
	// answer, below zero as in consistency. The cells of copies are not read, neither here nor in Matrix.
	Samples [][]int
	// Misfits are samples whose input is none of the format that a person wrote. Such a one that no program passes is suspect,
	// also where they crash on it.
	Misfits []int
	Custom  bool // a custom checker judges: then no other sample is suspect
	// Matrix has one row per input. Rows should be distinct inputs, the simplest first: where rows are equally good the
	// first one is shown. Its Times are not read.
	Matrix consistency.Matrix
	// Replayed is how many rows at the end of the matrix were chosen because some program went wrong on them before. They
	// tell programs apart like any other, but are in no number: a share of such inputs means nothing.
	Replayed int
	// Judgements are the answers to questions, in the order in which they were given. Their rows tell programs apart, and
	// are in no number.
	Judgements []Judgement
	// Invalid are rows of the matrix that a person called no valid inputs, together with those that a question about them
	// was made smaller from: as if they were not there.
	Invalid   []int
	Validated bool     // a validator vouches for every row
	Threshold *big.Rat // nil: the default
}

// Rule says why a reference is trusted.
type Rule int

// The rules.
const (
	None      Rule = iota // nothing is trusted
	Consensus             // enough programs agree
	Declared              // a person or a judge said so
	Judged                // answers to questions said so
)

// String is the word of the report.
func (r Rule) String() string { return [...]string{"none", "consensus", "declared", "judged"}[r] }

// Assessment is what the decision says of one program. Numbers are NaN where they are undefined: all of them when fewer
// than two programs (copies count once) ran on the kept rows.
type Assessment struct {
	Survivor      bool
	FailedSamples []int // ascending; suspect samples and crashes included, a brute's time-outs not
	Alpha         float64
	AlphaLow      float64 // 5 % quantile
	AlphaHigh     float64 // 95 % quantile
	// ProbabilityRight is the weight of the program's class, at most .95. It is 0 for a program that a judge refused or
	// that fails a sample.
	ProbabilityRight float64
	// DawidSkene is the alpha of the two-class model over all programs, converged unless that takes very long; for comparison
	// only.
	DawidSkene float64
	Agreement  float64 // share of the rows it was run on where it gives the unique most frequent answer of the voters
	Class      int     // index into Decision.Classes, or -1
	Counts     Counts
	// Differences are the rows to show, best first. Under consensus those on which at least two thirds of the voters side
	// with the reference (all, if a validator vouches for them), by that share, then by row; under a declared or judged
	// reference all, by row.
	Differences []Difference
}

// Counts divides the rows of the matrix, the replayed ones apart, by what a program did on them.
type Counts struct {
	Agree      int // gave the answer of the trusted reference
	Differ     int // gave another answer than the trusted reference
	Uncompared int // answered, but nothing is trusted, the reference did not answer, or the row does not count
	Crash      int
	TimeLimit  int
	NotRun     int
}

// Difference is a row on which a program answers otherwise than the reference.
type Difference struct {
	Row   int
	Share float64 // of the voters: those that side with the reference
}

// WeightedClass is a class of voters and the probability that it is right. Members holds no copies.
type WeightedClass struct {
	consistency.Class
	Backers []int // programs that gave its answers wherever they had any before the time was over
	Refused bool  // a judge refused a program that behaves like this
	Refuted int   // index of the first of the judgements that count which it contradicts, or -1
	Weight  float64
}

// Decision is the whole judgement.
type Decision struct {
	Names       []string // of the programs
	Rule        Rule
	Trusted     int // index of the trusted reference, or -1
	Provisional int // first of two programs that agree while there is no third, or -1
	Threshold   float64
	Fallback    string // one sentence: why nothing is trusted; "" when something is
	Declined    string // one sentence: why a program that somebody declared to be right does not serve; "" when it does
	Programs    []Assessment
	Classes     []WeightedClass // heaviest first, then by the first name; none when fewer than two programs ran
	WeightNone  float64         // probability that no class is right; NaN without classes
	Voters      int             // survivors that vote on the classes, or back one
	Rows        int             // kept rows
	Answered    int             // judgements that count
	// SuspectSamples are the samples that filter nobody: wrong, or one of several right answers. Ascending.
	SuspectSamples []int
	// Dropped are the rows on which every survivor crashed, replayed ones included: they count for nothing and speak
	// against the inputs. Ascending.
	Dropped []int
	// ResidualRisk bounds, with 95 % confidence, the share of inputs drawn like these on which a program differs from the
	// trusted reference though it never did here. It says nothing of other inputs. NaN when nothing is trusted.
	ResidualRisk float64
	// Disagreements are rows that show how the classes differ that may be right, when nothing is trusted. At most 5:
	// for each pair of classes that no earlier one parts, heavy classes first, the first row that does.
	Disagreements []int
	// Question is the row whose right answer would decide most when nothing is trusted, or -1: the one that makes the
	// largest group of programs with the same answer smallest, among the programs that may be right. It is Next.Row where
	// that is to split them.
	Question int
	// Next is the next question worth asking, also when something is trusted; none after three answers.
	Next Question
}

// Decide judges. It is pure: no clock, no randomness, and neither the order of programs nor of rows changes what it says.
// It panics when the evidence contradicts itself (rows of different lengths, copies in a circle).
func Decide(e Evidence) Decision {
	p := newPool(e)
	d := Decision{
		Trusted:        -1,
		Provisional:    -1,
		Threshold:      toFloat(p.threshold),
		SuspectSamples: p.suspect,
		Dropped:        p.dropped,
		Voters:         p.counted(),
		Rows:           p.inputs,
		Answered:       len(p.judged),
		WeightNone:     toFloat(p.none),
		Question:       -1,
	}
	for _, program := range e.Programs {
		d.Names = append(d.Names, program.Name)
	}
	t := p.trust()
	d.Rule, d.Fallback, d.Declined = t.rule, t.fallback, t.declined
	d.Trusted, d.Provisional = t.trusted, t.provisional
	d.Classes = p.report()
	d.ResidualRisk = p.residualRisk(t)
	d.Next = p.next(t)
	if t.rule == None {
		d.Disagreements = p.disagreements(p.sides(t))
		if d.Next.Kind == Split {
			d.Question = d.Next.Row
		}
	}
	d.Programs = p.assess(t)
	return d
}

// Withhold takes back what a decision says of who is right, for the reason that is given. What was seen of samples, crashes
// and limits stays.
func (d Decision) Withhold(why string) Decision {
	d.Rule, d.Trusted, d.Provisional, d.Fallback, d.Declined = None, -1, -1, why, ""
	d.Classes, d.WeightNone, d.ResidualRisk = nil, math.NaN(), math.NaN()
	d.Disagreements, d.Question, d.Next = nil, -1, noQuestion
	d.Programs = slices.Clone(d.Programs)
	for j := range d.Programs {
		a := &d.Programs[j]
		a.Alpha, a.AlphaLow, a.AlphaHigh = math.NaN(), math.NaN(), math.NaN()
		a.ProbabilityRight, a.DawidSkene, a.Agreement = math.NaN(), math.NaN(), math.NaN()
		a.Class, a.Differences = -1, nil
		a.Counts.Uncompared += a.Counts.Agree + a.Counts.Differ
		a.Counts.Agree, a.Counts.Differ = 0, 0
	}
	return d
}
