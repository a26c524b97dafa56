package check

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"execre/analysis/checker"
	"execre/analysis/consistency"
	"execre/analysis/generate"
	"execre/analysis/reliability"
	"execre/runner"
	"execre/server/internal/workspace"
)

// hear runs the inputs of the questions that were answered. They are no inputs of the search: they filter nobody and are in
// no number.
func (r *run) hear() error {
	if r.heard != nil {
		return nil
	}
	var inputs []generate.Input
	for _, s := range r.judgements {
		inputs = append(inputs, generate.Input{Text: Fed(s.Input)})
	}
	r.heard = newRows(inputs)
	for i := range r.heard {
		r.heard[i].sample = &r.judgements[i]
	}
	if err := r.arena.run(r.ctx, r.heard, func(row) {}); err != nil {
		return err
	}
	r.herald.heard(r.heard)
	return nil
}

// contradicted is the first of the judgements to which program j gives another answer, where nothing else is to be shown
// of it: none of those who agree with all of them is trusted. Else it is -1.
func (r *run) contradicted(j int) int {
	if r.trusted() >= 0 && len(r.differences(j)) > 0 {
		return -1
	}
	return slices.IndexFunc(r.heard, func(row row) bool { return row.answers[j] > 0 })
}

// saidSeveral is the file in which a person has answered a question by saying that several answers are right, or "".
func (r *run) saidSeveral() string {
	i := slices.IndexFunc(r.problem.Objections, func(o workspace.Objection) bool { return o.Several })
	if i < 0 {
		return ""
	}
	return r.problem.Objections[i].File
}

// representatives are programs of the classes that may be right, one of each.
func (r *run) representatives() []int {
	var some []int
	for _, class := range r.decision.Classes {
		if class.Clean && class.Refuted < 0 {
			some = append(some, r.columns[class.Members[0]])
		}
	}
	return some
}

// everybody are the programs whose answers to a question are shown.
func (r *run) everybody() []int {
	var all []int
	for j := range r.runners {
		if r.arena.limited[j] == 0 && !r.flaky[j] {
			all = append(all, j)
		}
	}
	return all
}

// handSized is the length in bytes of the longest input that a person is asked to work out where any input would do.
const handSized = 40

var longNumber = regexp.MustCompile(`[0-9]{4}`)

// HandSized is the index of the input that a person is asked to work out where any would do, or -1: the last of those that
// are short, and without long numbers if there is such a one. The inputs are in the order of their size, so that the last
// is the least trivial.
func HandSized(inputs iter.Seq2[int, string]) int {
	short, easy := -1, -1
	for i, input := range inputs {
		if len(input) > handSized {
			continue
		}
		short = i
		if !longNumber.MatchString(input) {
			easy = i
		}
	}
	if easy >= 0 {
		return easy
	}
	return short
}

// question is the next one worth asking. shown are the disagreements that were made smaller, by row.
func (r *run) question(c *chase, shown map[int]*Disagreement) *Question {
	next := r.decision.Next
	if !r.cfg.Ask && (next.Kind != reliability.Split || r.decision.Rule != reliability.None) {
		return nil
	}
	var start row
	var d *Disagreement
	everybody := r.everybody()
	switch next.Kind {
	case reliability.NoQuestion:
		return nil
	case reliability.Split:
		start = r.all()[next.Row]
		var ok bool
		if d, ok = shown[next.Row]; !ok {
			d = r.disagreement(c, r.representatives(), everybody, start)
		}
	case reliability.Confirm:
		// Everybody stays on their side: an input that divides them as one that was asked about already tells nothing new.
		start = r.all()[next.Row]
		sides := slices.DeleteFunc(slices.Clone(everybody), func(j int) bool { return start.answers[j] < 0 })
		d = r.disagreement(c, sides, everybody, start)
	case reliability.Boundary:
		i := HandSized(func(yield func(int, string) bool) {
			for i, row := range r.rows {
				if !yield(i, row.input.Text) {
					return
				}
			}
		})
		if i < 0 {
			return nil
		}
		start = r.rows[i]
		d = r.answersOf(c, everybody, start.input.Text, start.cells)
	}
	if d == nil {
		return nil
	}
	q := &Question{Disagreement: *d, Kind: next.Kind.String()}
	q.Input.File = ""
	if start.input.Text != d.Input.Whole {
		q.From = &Text{Whole: start.input.Text}
	}
	return q
}

// Judgement completes what a person answers, one of Output, Invalid and Several, by what the question is about, to be kept.
// The error says why that is no answer.
func (q *Question) Judgement(given workspace.Judgement) (workspace.Judgement, error) {
	said := 0
	for _, is := range []bool{given.Output != nil, given.Invalid, given.Several} {
		if is {
			said++
		}
	}
	if said != 1 {
		return given, fmt.Errorf(`a judgement has one of "output", "invalid" and "several", not %d`, said)
	}
	if given.Output != nil {
		output := *given.Output
		if strings.TrimSpace(output) == "" && !q.Gives(output) {
			return given, errors.New("the answer is empty, and no program prints nothing: give another one")
		}
		if !strings.HasSuffix(output, "\n") {
			output += "\n"
		}
		given.Output = &output
	}
	given.Input, given.From = q.Input.Whole, ""
	if q.From != nil {
		given.From = q.From.Whole
	}
	return given, nil
}

// Gives says whether some program's answer has the same words.
func (q *Question) Gives(output string) bool {
	return slices.ContainsFunc(q.Answers, func(a Answer) bool {
		return slices.Equal(strings.Fields(a.Output.Whole), strings.Fields(output))
	})
}

// Resembles says whether an output looks like the answers of programs: as many words as one of these has, where they do not
// differ in that themselves, and of no kind (integer, real number, any other) that they have none of.
func (q *Question) Resembles(output string) bool {
	counts, known := map[int]bool{}, map[string]bool{}
	for _, a := range q.Answers {
		words := strings.Fields(a.Output.Whole)
		counts[len(words)] = true
		for _, word := range words {
			known[kind(word)] = true
		}
	}
	words := strings.Fields(output)
	if len(counts) == 1 && !counts[len(words)] {
		return false
	}
	return !slices.ContainsFunc(words, func(word string) bool { return !known[kind(word)] })
}

var wholeNumber = regexp.MustCompile(`^[-+]?[0-9]+$`)

// kind is what sort of word an output has.
func kind(word string) string {
	if wholeNumber.MatchString(word) {
		return "integer"
	}
	if _, real := checker.Shape(word); real {
		return "real"
	}
	return "word"
}

// answersOf asks programs for their answers to an input, to which they have given what the cells say, by program. It is nil
// if their answers cannot be compared.
func (r *run) answersOf(c *chase, programs []int, input string, cells []cell) *Disagreement {
	var outputs, members []string
	for _, j := range programs {
		again, ok := c.confirm(j, input, cells[j])
		if ok && again.Verdict == runner.OK {
			outputs = append(outputs, string(again.Stdout))
			members = append(members, r.runners[j].file.Path)
		}
	}
	d := &Disagreement{Input: Text{Whole: input}}
	answers := map[int]int{} // by answer id
	g, err := c.answers.group(c.ctx, input, outputs)
	c.fail(err)
	if err != nil || slices.Contains(g.answers, consistency.NotRun) {
		return nil
	}
	for k, id := range g.answers {
		at, ok := answers[id]
		if !ok {
			at = len(d.Answers)
			answers[id] = at
			d.Answers = append(d.Answers, Answer{Output: Text{Whole: outputs[k]}})
		}
		d.Answers[at].Members = append(d.Answers[at].Members, members[k])
	}
	slices.SortStableFunc(d.Answers, func(a, b Answer) int { return len(b.Members) - len(a.Members) })
	return d
}
