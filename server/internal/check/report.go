package check

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Version is the version of the report's format: keys are never removed or
// changed in meaning within one.
const Version = 1

// Report is the whole result of one check, as plain data. Files are relative to
// the problem folder, with slashes.
type Report struct {
	Version       int            `json:"version"`
	Problem       string         `json:"problem"`
	Preset        Preset         `json:"preset,omitempty"` // but for the default
	Seed          uint64         `json:"seed"`
	Inputs        Inputs         `json:"inputs"`
	Checker       CheckerUse     `json:"checker"`
	Samples       []Sample       `json:"samples,omitzero"` // judgements apart; left out where it is not known which there are
	Decision      Decision       `json:"decision"`
	Candidates    []Candidate    `json:"candidates"`
	Classes       []Class        `json:"classes"`
	Question      *Question      `json:"question"`
	Disagreements []Disagreement `json:"disagreements"`
	Problems      []Problem      `json:"problems"`
	Guess         *Guess         `json:"guess,omitempty"` // null where a person says what inputs there are, or nothing could be guessed
	// Timings are the phases: "build", "samples" (and counterexamples of earlier checks), "execute", "repeat", "decide",
	// "minimise", "large" (inputs), "sanitize" and "suspect" (lines); and "first", from the start to the first partial report,
	// if there was one.
	Timings map[string]Seconds `json:"timings"`

	// Partial says that the check goes on: the report has only what is certain by now, and says of no program that it is
	// right. Inputs.Executed is how many inputs were run so far.
	Partial bool `json:"partial,omitempty"`
	// Earlier are inputs that are still to be kept: counterexamples of earlier checks, of which those that are inputs were
	// run first, and inputs on which a search for a smaller counterexample has met something else.
	Earlier []string `json:"-"`
}

// Inputs says what was executed.
type Inputs struct {
	Executed int     `json:"executed"` // rows of the matrix, samples apart
	Distinct int     `json:"distinct"`
	Dropped  int     `json:"dropped"` // rows on which every survivor crashed
	Source   string  `json:"source"`  // "schema", "inferred" (a guessed one), "generator" or "samples"
	Largest  int     `json:"largest"` // bytes of the longest of them
	Stopped  *string `json:"stopped"` // why there are fewer than were asked for, or a hunt was over before its time
	All      bool    `json:"all"`     // every input of the format was tried, but for those (not all) that a validator refuses
	Large    int     `json:"large"`   // inputs near the limits that were run besides, to see who is slow, greedy or crashes
	Unseen   *Unseen `json:"unseen"`  // null without inputs, or with fewer than two programs
	// Sanitized is how many inputs a hunt looked for undefined behaviour on; 0 where there is no program in C or C++.
	Sanitized int `json:"sanitized"`

	FromGenerators int `json:"fromGenerators"` // those that generator programs made
	Duplicates     int `json:"duplicates"`     // how often these printed an input that was there already; not executed
	Invalid        int `json:"invalid"`        // inputs that a validator, or of a generator's the schema, refuses; not executed
}

// Guess is the input format where nobody has written one.
type Guess struct {
	Text     string          `json:"text"`     // of the guess that inputs were made of, as input.schema has it; "" where none is left
	Sure     Number          `json:"sure"`     // how probable it is that layout and bounds are right; null where none is left
	Confirm  []string        `json:"confirm"`  // its constraints that no statement says: "1 <= N <= 10 (guessed)"
	Rejected []RejectedGuess `json:"rejected"` // likelier guesses that were given up
}

// RejectedGuess is a guess that was given up.
type RejectedGuess struct {
	Text string `json:"text"`
	Why  string `json:"why"` // "71 % of the executions on its inputs crashed"
}

// Unseen says how likely one more input is to split the programs in a way that none did, see generate.Unseen.
type Unseen struct {
	Next       Number `json:"next"`
	Upper      Number `json:"upper"` // Next is at most so much, with 95 % confidence
	Behaviours int    `json:"behaviours"`
}

// CheckerUse says how outputs were compared.
type CheckerUse struct {
	Name   string `json:"name"`   // "tokens", "float:1e-6", … or the file of a checker program
	Chosen string `json:"chosen"` // by "execre.toml", "problem.yaml", "file" (its name), "statement", "outputs" (they look real) or "default"
	// Of a checker program: "testlib", "kattis" or "plain"; by what that was chosen: "execre.toml", "folder" (of a Kattis
	// package), "source" (it includes testlib.h) or "tried"; and whether it gives the same verdict whatever the answer is.
	Style       string `json:"style,omitempty"`
	StyleChosen string `json:"styleChosen,omitempty"`
	Validates   bool   `json:"validates,omitempty"`
}

// Decision says what may be trusted, and why.
type Decision struct {
	Trusted           *string `json:"trusted"`
	Rule              string  `json:"rule"` // "consensus", "judged", "declared" or "none"
	Provisional       *string `json:"provisional"`
	Threshold         Number  `json:"threshold"`
	Fallback          string  `json:"fallback"` // why nothing is trusted; "" when something is
	ResidualRisk      Number  `json:"residualRisk"`
	QuestionsAnswered int     `json:"questionsAnswered"`
	// Explanation says in sentences, to be shown one below the other, what the decision rests on.
	Explanation []string `json:"explanation,omitempty"`
	// SeveralAnswers says that several answers seem right, so that nobody is called wrong for giving another one.
	SeveralAnswers bool `json:"severalAnswers"`
}

// Verdict is what the report says of one candidate.
type Verdict string

// The verdicts. A candidate that earns several has the first of this order that
// is not about agreement, but for Differs, which comes before Crashes.
const (
	DoesNotCompile Verdict = "does-not-compile"
	FailsSample    Verdict = "fails-sample"
	Flaky          Verdict = "flaky"
	Differs        Verdict = "differs"
	Crashes        Verdict = "crashes"
	TooSlow        Verdict = "too-slow"
	TooMuchMemory  Verdict = "too-much-memory"
	TooMuchOutput  Verdict = "too-much-output"
	Trusted        Verdict = "trusted"
	Agrees         Verdict = "agrees"
	Undecided      Verdict = "undecided"
)

// Candidate is what the report says of one program.
type Candidate struct {
	File             string          `json:"file"`
	Language         string          `json:"language"`
	Role             string          `json:"role"`
	DuplicateOf      *string         `json:"duplicateOf"`
	Verdict          Verdict         `json:"verdict"`
	Alpha            Number          `json:"alpha"`
	AlphaInterval    *[2]Number      `json:"alphaInterval"` // 5 % and 95 % quantiles
	ProbabilityRight Number          `json:"probabilityRight"`
	DawidSkene       Number          `json:"dawidSkene"`
	Agreement        Number          `json:"agreement"`
	Class            *int            `json:"class"` // Class.ID
	Inputs           Counts          `json:"inputs"`
	Samples          []OnSample      `json:"samples,omitzero"` // what it did on each of them; left out where that is not known
	Counterexample   *Counterexample `json:"counterexample"`
	// Smallest is where a program that fails a sample also differs from the trusted reference, or crashes: the smallest such
	// input, where that is smaller than the sample; else null.
	Smallest *Counterexample `json:"smallest,omitempty"`
	Place    *Place          `json:"place"` // what the message speaks of, where that is a line
	// Suspects are the most suspicious lines of a program that prints wrong answers, the first one the most; NoSuspects is why
	// there are none. Nothing is certain about them.
	Suspects   []Suspect `json:"suspects,omitempty"`
	NoSuspects string    `json:"noSuspects,omitempty"`
	Message    string    `json:"message"`
	// Earlier says in a partial report that nothing is known of the program yet, and that this is what the report before has.
	Earlier     bool     `json:"earlier,omitempty"`
	Explanation []string `json:"explanation,omitempty"` // what its numbers mean, as that of the decision
	// UndefinedBehaviour is what sanitizers saw in a hunt, the smallest input of each place; null where there is none. It
	// changes nothing in the verdict and the numbers.
	UndefinedBehaviour []UndefinedBehaviour `json:"undefinedBehaviour"`
}

// Sample is an input with a known answer, by which every program is judged.
type Sample struct {
	Name    string `json:"name"`    // "sample 2", or by its file "sample a.in"; no other has it
	File    string `json:"file"`    // of the input
	Answer  string `json:"answer"`  // the file of the answer; File itself, with other samples, where a tool keeps them in one
	Suspect bool   `json:"suspect"` // it may be wrong, so it judges nobody
}

// OnSample is what a program did on a sample.
type OnSample struct {
	Name    string        `json:"name"` // of the Sample
	Verdict SampleVerdict `json:"verdict"`
	// Fails says that this is held against the program. What is not: all that is done on a suspect sample or in an interactive
	// problem, and that a brute force is too slow.
	Fails bool `json:"fails"`
}

// SampleVerdict is the verdict on a program on one sample.
type SampleVerdict string

// The verdicts on a sample.
const (
	SampleAccepted    SampleVerdict = "accepted"
	SampleWrongAnswer SampleVerdict = "wrong-answer"
	SampleCrash       SampleVerdict = "crash"
	SampleTimeLimit   SampleVerdict = "time-limit"
	SampleMemoryLimit SampleVerdict = "memory-limit"
	SampleOutputLimit SampleVerdict = "output-limit"
	SampleUnjudged    SampleVerdict = "unjudged" // it printed something else, of which nobody knows that it is wrong
	SampleNotRun      SampleVerdict = "not-run"
)

// UndefinedBehaviour is an input on which a program does what its language leaves undefined, whatever it prints.
type UndefinedBehaviour struct {
	Kind      string `json:"kind"`   // "signed integer overflow"
	Detail    string `json:"detail"` // "2147483647 + 1 cannot be represented in type 'int'"; "" if there is no more to say
	File      string `json:"file"`   // of the program, where it happens
	Place     *Place `json:"place"`  // in File; null if unknown
	Input     Text   `json:"input"`
	InputFile string `json:"inputFile"`
	Message   string `json:"message"` // "b.cpp:12: signed integer overflow on this input"
}

// Place is a position in the candidate's file, from 1; Column is 0 where it is unknown.
type Place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Counts says how a candidate fared on the inputs; agree and differ compare it
// with the trusted reference, on the inputs where both answered.
type Counts struct {
	Agree       int `json:"agree"`
	Differ      int `json:"differ"`
	Crash       int `json:"crash"`
	TimeLimit   int `json:"timeLimit"`
	MemoryLimit int `json:"memoryLimit"`
	OutputLimit int `json:"outputLimit"`
	NotRun      int `json:"notRun"`
}

// Counterexample is an input on which a candidate goes wrong.
type Counterexample struct {
	Input     Text    `json:"input"`
	Output    Text    `json:"output"`    // what the candidate printed
	Expected  *Text   `json:"expected"`  // null where nothing says what is right
	Reference *string `json:"reference"` // who printed Expected: a file, or the sample's file
	// Refused is what a checker program says of Output: "refused by checker.py: not sorted". Expected is then one right answer
	// of perhaps several. "" where there is no such program, or it is not why the output is wrong.
	Refused   string  `json:"refused,omitempty"`
	Stderr    *string `json:"stderr"` // of a crash: head and tail; null where there was none
	InputFile string  `json:"inputFile"`
	Confirmed bool    `json:"confirmed"` // a second run gave the same
}

// MarshalJSON implements json.Marshaler: the lens is in the report too.
func (c Candidate) MarshalJSON() ([]byte, error) {
	type fields Candidate
	return marshal(struct {
		fields
		Lens string `json:"lens"`
	}{fields(c), c.Lens()})
}

// Lens is what stands above the candidate's code: its message, with the alpha
// before it where the message is about agreement.
func (c Candidate) Lens() string {
	message, _, _ := strings.Cut(c.Message, alsoSmaller)
	if math.IsNaN(float64(c.Alpha)) || c.Counterexample != nil && c.Verdict != Differs ||
		strings.Contains(c.Message, "one of the two is wrong") {
		return message
	}
	return "α=" + c.Alpha.Short() + " " + message
}

// Class is a set of candidates that behaved alike on every input.
type Class struct {
	ID      int      `json:"id"` // from 1, the heaviest first
	Members []string `json:"members"`
	Weight  Number   `json:"weight"`
	Clean   bool     `json:"clean"` // every member answered every input
}

// Disagreement is an input on which candidates give different answers, with
// nobody called right.
type Disagreement struct {
	Input   Text     `json:"input"`
	Answers []Answer `json:"answers"`
}

// Question is an input whose right answer would decide most, with the answers that the programs give.
type Question struct {
	Disagreement
	// Kind is why it is asked: "split" tells programs apart that may be right, "confirm" those that may be right from others,
	// and "boundary" is where all agree, so that they may share a mistake.
	Kind string `json:"kind"`
	From *Text  `json:"from"` // the input that it was made smaller from; null if that is the same
}

// Answer is one output and who printed it.
type Answer struct {
	Output  Text     `json:"output"`
	Members []string `json:"members"`
}

// Problem is something wrong, or worth saying, about a file of the folder.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Warning bool   `json:"warning"` // the check could go on all the same
}

// Number is a figure of the report: six digits, null where undefined (NaN).
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(float64(n)*1e6)/1e6, 'f', -1, 64), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(n))
}

// Short shows a share with two decimals, cut and not rounded, at most 0.99: a
// number that is not certain must not look so. Undefined is "-".
func (n Number) Short() string {
	if math.IsNaN(float64(n)) {
		return "-"
	}
	return fmt.Sprintf("%.2f", min(math.Floor(float64(n)*100+1e-7)/100, 0.99))
}

// Seconds is a duration of the timings, with milliseconds.
type Seconds float64

// MarshalJSON implements json.Marshaler.
func (s Seconds) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(s), 'f', 3, 64), nil
}

// Text is an input or an output. Over TextLimit it stands in JSON as its head,
// its tail and its length; the whole of it is in File.
type Text struct {
	Whole string
	File  string // relative to the problem folder; "" when it is stored nowhere
}

// TextLimit is the length in bytes up to which a Text stands in the report whole.
const TextLimit = 64 << 10

type cutText struct {
	Head  string `json:"head"`
	Tail  string `json:"tail"`
	Bytes int    `json:"bytes"`
	File  string `json:"file,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (t Text) MarshalJSON() ([]byte, error) {
	if len(t.Whole) <= TextLimit {
		return marshal(t.Whole)
	}
	const part = 4 << 10
	return marshal(cutText{
		Head: t.Whole[:part], Tail: t.Whole[len(t.Whole)-part:],
		Bytes: len(t.Whole), File: t.File,
	})
}

// UnmarshalJSON implements json.Unmarshaler; of a cut text the head is left.
func (t *Text) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var cut cutText
		if err := json.Unmarshal(data, &cut); err != nil {
			return err
		}
		*t = Text{Whole: cut.Head, File: cut.File}
		return nil
	}
	t.File = ""
	return json.Unmarshal(data, &t.Whole)
}

// Knows says whether the report has something to say of one of its candidates: a partial one has not of all.
func (r *Report) Knows(c *Candidate) bool {
	if c.Earlier {
		return false
	}
	if !r.Partial || c.Verdict != Undecided {
		return true
	}
	file := c.File
	if c.DuplicateOf != nil {
		file = *c.DuplicateOf
	}
	return slices.ContainsFunc(r.Disagreements, func(d Disagreement) bool {
		return slices.ContainsFunc(d.Answers, func(a Answer) bool { return slices.Contains(a.Members, file) })
	})
}

// ExitStatus is the exit status of `execre check`.
func (r *Report) ExitStatus() int {
	for _, p := range r.Problems {
		if !p.Warning {
			return 2
		}
	}
	open := r.Decision.Trusted == nil
	for _, c := range r.Candidates {
		switch c.Verdict {
		case DoesNotCompile, FailsSample, Flaky, Crashes, TooMuchOutput:
			return 1
		case Differs, TooSlow, TooMuchMemory:
			if c.Role != "brute" {
				return 1
			}
		case Undecided:
			open = open || c.Role != "brute" // there is no compiler of it, say: it does not agree
		case Trusted, Agrees:
		}
	}
	if open {
		return 3
	}
	return 0
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

var undefined = Number(math.NaN())
