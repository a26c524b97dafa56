package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"execre/analysis/consistency"
	"execre/runner"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// judge is a checker program: it says whether an output is right when another one is given as the answer. Nobody knows
// the answer of a generated input, so each output is judged against itself first, which shows those that are wrong
// whatever is right, and then against the others: two outputs are the same answer if each is accepted with the other one
// as the answer. Of many only the first of each kind is compared, in an order that does not depend on the candidates'.
//
// Three styles are known: testlib (input, output and answer as arguments; exit status 0 right, 1, 2, 4 and 8 wrong),
// Kattis (input, answer and a folder as arguments, the output on stdin; 42 right, 43 wrong) and plain, which is what most
// tools for contests run: arguments as for testlib, 0 right, 1 wrong. Whatever else a checker does is a failure of its own.
type judge struct {
	tool      *tool
	style     string // a style of workspace, or "" until it is known
	chosen    string // how the style was chosen: "execre.toml", "folder", "source" or "tried"
	args      []string
	validates bool // it gives the same verdict whatever the answer is

	mu      sync.Mutex
	said    map[[sha256.Size]byte]opinion
	refuses bool               // it has refused an output
	doubted int                // refusals that were asked for again
	fickle  string             // an input of which it said two things of the same output; "" if there is none
	hung    map[string]opinion // by input: what it was asked of it when it did not end; the next output would cost as much
}

// opinion is what the checker said of an output, given an answer.
type opinion struct {
	ruling ruling
	why    string // of unruled: what the checker did instead; of refused: its words, if it said any
}

func newJudge(t *tool, p workspace.CheckerProgram) *judge {
	j := &judge{
		tool: t, style: p.Style, chosen: "execre.toml", args: p.Args,
		said: map[[sha256.Size]byte]opinion{}, hung: map[string]opinion{},
	}
	if !p.Named {
		j.chosen = "folder" // of a Kattis package
	}
	if j.style == "" && usesTestlib.Match(t.file.Source) {
		j.style, j.chosen = workspace.StyleTestlib, "source"
	}
	return j
}

// judgeMessage is where a checker of the style of Kattis says why.
const judgeMessage = "feedback/judgemessage.txt"

// ask has the checker judge an output, or remembers.
func (j *judge) ask(ctx context.Context, input, output, answer string) (opinion, error) {
	h := sha256.New()
	for _, text := range []string{j.style, input, output, answer} {
		h.Write(binary.AppendUvarint(nil, uint64(len(text))))
		h.Write([]byte(text))
	}
	var key [sha256.Size]byte
	h.Sum(key[:0])
	j.mu.Lock()
	known, ok := j.said[key]
	if !ok {
		known, ok = j.hung[input]
	}
	j.mu.Unlock()
	if ok {
		return known, nil
	}
	req := runner.Request{Files: map[string][]byte{"input": []byte(input), "answer": []byte(answer)}}
	if j.style == workspace.StyleKattis {
		req.Stdin = []byte(output)
		req.Files[judgeMessage] = nil // so that the folder is there
		req.Collect = []string{judgeMessage}
		req.Args = append([]string{"input", "answer", "feedback/"}, j.args...)
	} else {
		req.Files["output"] = []byte(output)
		req.Args = append([]string{"input", "output", "answer"}, j.args...)
	}
	result, err := j.tool.run(ctx, req)
	if err != nil {
		return opinion{}, err
	}
	said := j.interpret(result)
	if said.ruling == refused {
		if said, err = j.insists(ctx, req, said); err != nil {
			return opinion{}, err
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.refuses = j.refuses || said.ruling == refused
	if result.Verdict == runner.TimeLimit {
		if !j.tool.over() {
			j.hung[input] = said
		}
		return said, nil
	}
	j.said[key] = said
	return said, nil
}

// mostDoubted is how many refusals a checker is asked for twice: one that decides by chance is found out by then.
const mostDoubted = 20

// insists asks for a refusal again: one that is taken back holds nothing against anybody.
func (j *judge) insists(ctx context.Context, req runner.Request, first opinion) (opinion, error) {
	j.mu.Lock()
	j.doubted++
	enough := j.doubted > mostDoubted
	j.mu.Unlock()
	if enough {
		return first, nil
	}
	req.Fresh = true // not from a cache
	result, err := j.tool.run(ctx, req)
	if err != nil {
		return opinion{}, err
	}
	if said := j.interpret(result); said.ruling != accepted {
		return first, nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.fickle = string(req.Files["input"])
	return opinion{unruled, "takes it back when it is asked again"}, nil
}

// interpret reads the checker's verdict.
func (j *judge) interpret(r runner.Result) opinion {
	failed := opinion{unruled, j.tool.ending(r)}
	status, ok := exited(r)
	if !ok {
		return failed
	}
	right, wrong := 0, []int{1}
	switch j.style {
	case workspace.StyleKattis:
		right, wrong = 42, []int{43}
	case workspace.StyleTestlib:
		wrong = []int{1, 2, 4, 8} // wrong answer, presentation, dirt, end of file
		if status == 7 {
			failed.why = "gives points, and not right or wrong"
		}
	}
	switch {
	case status == right:
		return opinion{accepted, ""}
	case !slices.Contains(wrong, status):
		return failed
	}
	if status == 1 && j.broke(r) {
		return failed
	}
	return opinion{refused, refusalWords(r)}
}

// refusalWords is what a checker says of an output that it refuses: in the file that Kattis has for it, on stderr, or, as
// plain ones do, on stdout.
func refusalWords(r runner.Result) string {
	if words := strings.TrimSpace(string(r.Files[judgeMessage])); words != "" {
		return cutWords(words)
	}
	if words := lastWords(r); words != "" {
		return words
	}
	words, _, _ := strings.Cut(strings.TrimSpace(string(r.Stdout)), "\n")
	return cutWords(words)
}

// broke says whether exit status 1 is that of an interpreter whose program broke down. An assertion that fails may be how
// the checker says wrong.
func (j *judge) broke(r runner.Result) bool {
	switch j.tool.file.Language {
	case toolchain.Python, toolchain.Java, toolchain.JavaScript, toolchain.TypeScript:
	default:
		return false
	}
	stderr := string(r.StderrHead) + "\n" + string(r.StderrTail)
	line, _ := toolchain.Traceback(j.tool.file.Language, j.tool.file.Path, stderr)
	return line > 0 && !strings.Contains(stderr, "AssertionError")
}

// group compares the outputs of one input.
func (j *judge) group(ctx context.Context, input string, outputs []string) (grouped, error) {
	count := map[string]int{}
	for _, out := range outputs {
		count[out]++
	}
	distinct := slices.Clone(outputs)
	slices.SortFunc(distinct, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	distinct = slices.Compact(distinct)

	ids, ruled := map[string]int{}, map[string]ruling{}
	var leaders []string // the first of each answer that may be right
	for _, out := range distinct {
		self, err := j.ask(ctx, input, out, out)
		if err != nil {
			return grouped{}, err
		}
		ruled[out] = self.ruling
		switch self.ruling {
		case refused:
			ids[out] = len(ids)
		case accepted:
			id, err := j.join(ctx, input, out, leaders, ids)
			if err != nil {
				return grouped{}, err
			}
			if id == noLeader {
				id = len(ids)
				leaders = append(leaders, out)
			}
			ids[out] = id
		case unruled:
		}
	}
	for _, out := range distinct {
		if ruled[out] != unruled {
			continue
		}
		// As the answer it makes the checker fail. As the output it can be wrong all the same.
		ids[out] = consistency.NotRun
		if len(leaders) > 0 {
			said, err := j.ask(ctx, input, out, leaders[0])
			if err != nil {
				return grouped{}, err
			}
			if said.ruling == refused {
				ids[out] = len(ids)
			}
		}
	}
	g := grouped{answers: make([]int, len(outputs)), ruled: make([]ruling, len(outputs))}
	for i, out := range outputs {
		g.answers[i], g.ruled[i] = ids[out], ruled[out]
	}
	return g, nil
}

// rule says what the checker thinks of an output by itself.
func (j *judge) rule(ctx context.Context, input, output string) (ruling, error) {
	said, err := j.ask(ctx, input, output, output)
	return said.ruling, err
}

// noLeader is what join gives for an output that is the answer of none of the leaders.
const noLeader = -100

// join is the id of the leader whose answer an output is, noLeader, or consistency.NotRun if the checker fails to say. Where
// the checker does not look at the answer one direction is enough. It is looked at all the same, for the checker may well
// look at some answers, such as "impossible".
func (j *judge) join(ctx context.Context, input, out string, leaders []string, ids map[string]int) (int, error) {
	id := noLeader
	for _, leader := range leaders {
		said, err := j.ask(ctx, input, out, leader)
		if err == nil && said.ruling != refused && !j.validates {
			var back opinion
			back, err = j.ask(ctx, input, leader, out)
			switch {
			case back.ruling == refused:
				said = back
			case back.ruling == unruled:
				said.ruling = unruled
			}
		}
		switch {
		case err != nil:
			return 0, err
		case said.ruling == accepted:
			return ids[leader], nil
		case said.ruling == unruled:
			id = consistency.NotRun
		}
	}
	return id, nil
}

// sample judges outputs by a known answer: see comparison.sample.
func (j *judge) sample(ctx context.Context, input, expected string, outputs []string) (grouped, error) {
	g := grouped{answers: make([]int, len(outputs)), ruled: make([]ruling, len(outputs))}
	wrong := map[string]int{}
	for i, out := range outputs {
		said, err := j.ask(ctx, input, out, expected)
		if err != nil {
			return grouped{}, err
		}
		g.ruled[i] = said.ruling
		switch said.ruling {
		case accepted:
		case refused:
			if wrong[out] == 0 {
				wrong[out] = len(wrong) + 1
			}
			g.answers[i] = wrong[out]
		case unruled:
			g.answers[i] = consistency.NotRun
		}
	}
	return g, nil
}

// probe is an output that may be right, with an answer to judge it by.
type probe struct {
	input, output, answer string
	words                 string // of the checker, once it was asked
}

// mostProbes is how many outputs that it accepts a checker is tried on. firstProbes is how many rows speak against one that
// accepts no output at all, where no sample says what is right.
const (
	mostProbes  = 3
	firstProbes = firstRows
)

// getToKnow finds out the checker's style, and whether it looks at the answer, from rows that are not compared yet: known
// says that it has accepted something. broken says what it did instead where it should have: it says nothing of any output,
// it refuses all of them, what the samples expect included, or it accepts whatever is printed; "" where it may be that no program
// is right.
func (j *judge) getToKnow(ctx context.Context, seen []row) (known bool, broken string, err error) {
	all := probes(seen)
	styles := []string{j.style}
	if j.style == "" || j.chosen == "tried" {
		j.chosen = "tried"
		styles = []string{workspace.StylePlain, workspace.StyleKattis}
		if says42.Match(j.tool.file.Source) {
			slices.Reverse(styles)
		}
	}
	for _, j.style = range styles {
		right, refusal, why, err := j.try(ctx, all)
		if err != nil {
			return false, "", err
		}
		anything := false
		if len(right) > 0 {
			if anything, err = j.acceptsNonsense(ctx, right); err != nil {
				return false, "", err
			}
		}
		switch {
		case anything:
			why = fmt.Sprintf("accepts every output, nonsense and none at all included: on %s", oneLine(right[0].input))
		case len(right) > 0:
			j.validates, err = j.ignoresAnswer(ctx, right)
			return true, "", err
		case refusal != nil:
			why = refusesAll(seen, *refusal)
		}
		if why == "" {
			return false, "", nil
		}
		broken = cmp.Or(broken, why)
		if j.tool.hangs() && !says42.Match(j.tool.file.Source) {
			break // the other style is not likely, and would cost as much
		}
		j.tool.forgive()
		j.mu.Lock()
		clear(j.hung)
		j.refuses = false
		j.mu.Unlock()
	}
	j.style = styles[0]
	return false, broken, nil
}

// refusesAll says what is wrong with a checker that refuses everything, of which one is shown; "" where that may be right: no
// sample says what is right, and the programs are few or were run on little.
func refusesAll(seen []row, shown probe) string {
	said := ""
	if shown.words != "" {
		said = ": " + shown.words
	}
	several := 0
	for _, row := range seen {
		if row.sample != nil {
			return fmt.Sprintf("refuses every output, and that which a sample expects, on %s%s", oneLine(shown.input), said)
		}
		if answered := slices.DeleteFunc(slices.Clone(row.outputs), func(out []byte) bool { return out == nil }); len(answered) > 1 {
			several++
		}
	}
	if several < firstProbes {
		return ""
	}
	return fmt.Sprintf("refuses every output of every program on the first %d inputs, such as %s%s", several, oneLine(shown.input), said)
}

// probes lists outputs to try a checker on: those of samples, which are right, come first.
func probes(seen []row) []probe {
	var certain, all []probe
	for _, row := range seen {
		text, answer := row.input.Text, ""
		if row.sample != nil {
			answer = row.sample.Output
			certain = append(certain, probe{input: text, output: answer, answer: answer})
		}
		for _, out := range row.outputs {
			if out == nil {
				continue
			}
			t := probe{input: text, output: string(out), answer: string(out)}
			if row.sample != nil {
				t.answer = answer
			}
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b probe) int {
		return cmp.Or(cmp.Compare(len(a.input), len(b.input)), cmp.Compare(a.input, b.input),
			cmp.Compare(len(a.output), len(b.output)), cmp.Compare(a.output, b.output))
	})
	return append(certain, slices.Compact(all)...)
}

// try judges some outputs. right are those that are accepted; refusal is the first that is refused, with the checker's words,
// or nil; why is what the checker did instead, if it said nothing of any of the outputs.
func (j *judge) try(ctx context.Context, probes []probe) (right []probe, refusal *probe, why string, err error) {
	for i, t := range probes {
		if len(right) == mostProbes || i >= mostProbes && len(right) == 0 && refusal == nil {
			break
		}
		said, err := j.ask(ctx, t.input, t.output, t.answer)
		if err != nil {
			return nil, nil, "", err
		}
		switch said.ruling {
		case accepted:
			right = append(right, t)
		case refused:
			if t.words = said.why; refusal == nil {
				refusal = &t
			}
		case unruled:
			why = cmp.Or(why, said.why)
		}
	}
	return right, refusal, why, nil
}

// acceptsNonsense says whether the checker accepts nothing and nonsense in the place of outputs that are right.
func (j *judge) acceptsNonsense(ctx context.Context, right []probe) (bool, error) {
	for _, t := range right {
		for _, output := range []string{nonsense, ""} {
			said, err := j.ask(ctx, t.input, output, t.answer)
			if err != nil || said.ruling != accepted {
				return false, err
			}
		}
	}
	return true, nil
}

// nonsense is an output that is right nowhere.
const nonsense = "~ nonsense ~\n"

// ignoresAnswer says whether outputs that are right stay so when the answer is nothing, or nonsense.
func (j *judge) ignoresAnswer(ctx context.Context, right []probe) (bool, error) {
	for _, t := range right {
		for _, answer := range []string{"", nonsense} {
			said, err := j.ask(ctx, t.input, t.output, answer)
			if err != nil || said.ruling != accepted {
				return false, err
			}
		}
	}
	return true, nil
}

// mute says whether the checker said nothing of all outputs of a row, and why.
func (j *judge) mute(row row) bool {
	asked := false
	for k, c := range row.cells {
		if c.verdict != runner.OK {
			continue
		}
		asked = true
		if row.answers[k] >= 0 || row.ruled[k] != unruled {
			return false
		}
	}
	return asked
}

// silence is what the checker did where it said nothing of an output, judged by one of the answers.
func (j *judge) silence(ctx context.Context, input, output string, answers []string) (string, error) {
	for _, answer := range answers {
		for _, asked := range [][2]string{{output, answer}, {answer, output}} {
			if said, err := j.ask(ctx, input, asked[0], asked[1]); err != nil || said.ruling == unruled {
				return said.why, err
			}
		}
	}
	return "contradicts itself", nil
}

// failure describes the first output, in the order of the rows, of which the checker said nothing: the row and what it
// did; ok is false where there is none.
func (j *judge) failure(ctx context.Context, c *chase, rows []row) (input, why string, outputs int, err error) {
	for _, row := range rows {
		for k, silent := range row.silent() {
			if !silent {
				continue
			}
			if outputs++; outputs > 1 {
				continue
			}
			result, ok := c.result(k, row.input.Text)
			if !ok {
				return "", "", 0, c.failure()
			}
			answers := []string{string(result.Stdout)}
			if row.sample != nil {
				answers = []string{row.sample.Output}
			}
			for l, other := range row.cells {
				if other.verdict != runner.OK || l == k || row.sample != nil {
					continue
				}
				result, ok := c.result(l, row.input.Text)
				if !ok {
					return "", "", 0, c.failure()
				}
				answers = append(answers, string(result.Stdout))
			}
			input = row.input.Text
			if why, err = j.silence(ctx, input, string(result.Stdout), answers); err != nil {
				return "", "", 0, err
			}
		}
	}
	return input, why, outputs, nil
}

// judgeFails says why the checker program cannot be used: it said nothing of any output on more than a tenth of the rows, or
// nothing of some output on several, while it never refused one.
func (r *run) judgeFails() (why string, err error) {
	j := r.answers.judge
	if j == nil {
		return "", nil
	}
	var mute, silent []row
	for _, row := range r.rows {
		if j.mute(row) {
			mute = append(mute, row)
		}
		if slices.Contains(row.silent(), true) {
			silent = append(silent, row)
		}
	}
	said := "on %d of %d inputs it says nothing of any output: on %s it %s"
	switch {
	case len(mute) >= mostToolFailures && 10*len(mute) > len(r.rows):
	case len(silent) >= mostToolFailures && !j.refuses:
		said = "never says that an output is wrong, but on %d of %d inputs it says nothing of one: on %s it %s"
		mute = silent
	default:
		return "", nil
	}
	slices.SortStableFunc(mute, compareRows)
	input, why, _, err := j.failure(r.ctx, r.chase, mute)
	return fmt.Sprintf(said, len(mute), len(r.rows), oneLine(input), why), err
}

// silent says of each program whether it printed something that the checker says nothing of.
func (r row) silent() []bool {
	silent := make([]bool, len(r.cells))
	for k, c := range r.cells {
		silent[k] = c.verdict == runner.OK && r.ruled != nil && r.answers[k] == consistency.NotRun
	}
	return silent
}

// exhausted says what is to be done of a checker program that takes too much time, or decides by chance, after a round or
// before the first one:
// why it is not used, or why there are no further inputs. What it has judged until then stays.
func (r *run) exhausted() (aside, stop string) {
	j := r.answers.judge
	switch {
	case j == nil:
	case j.fickle != "":
		return fmt.Sprintf("gives different verdicts on the same output: on %s", oneLine(j.fickle)), ""
	case j.tool.hangs():
		return fmt.Sprintf("runs for longer than %v, again and again", j.tool.limits.CPU), ""
	case j.tool.over():
		r.rows = slices.DeleteFunc(r.rows, func(row row) bool { // it was cut short
			for k, c := range row.cells {
				if c.verdict == runner.OK && row.answers[k] == consistency.NotRun {
					return true
				}
			}
			return false
		})
		if len(r.rows) == 0 {
			return "is too slow to judge a single input", ""
		}
		return "", j.tool.slowness()
	}
	return "", ""
}

// refusals lists, of s.all(), the rows on which the checker program refuses the output of program j whatever is right: while
// it accepts the one of another program, or, where it does not look at the answer, while it accepts most of those of j.
func (r *run) refusals(s results, j int) []row {
	if r.answers.judge == nil {
		return nil
	}
	var rows, all []row
	fine := 0
	for _, row := range s.all() {
		if row.ruled == nil {
			continue
		}
		switch row.ruled[j] {
		case accepted:
			fine++
		case refused:
			all = append(all, row)
			if slices.Contains(row.ruled, accepted) {
				rows = append(rows, row)
			}
		case unruled:
		}
	}
	if r.answers.judge.validates && len(all) < fine {
		return all
	}
	return rows
}

// refusal is what the checker program says of a counterexample that it refuses, by itself or with what is expected as the
// answer: "refused by checker.py: 3 and 4 do not add up to 6"; "" if it does not refuse it, or there is none.
func (r *run) refusal(c *chase, x *Counterexample) string {
	j := r.answers.judge
	if j == nil {
		return ""
	}
	answers := []string{x.Output.Whole}
	if x.Expected != nil {
		answers = append(answers, x.Expected.Whole)
	}
	for _, answer := range answers {
		said, err := j.ask(r.ctx, x.Input.Whole, x.Output.Whole, answer)
		if err != nil {
			c.fail(err)
			return ""
		}
		if said.ruling == refused {
			text := "refused by " + j.tool.file.Path
			if said.why != "" {
				text += ": " + said.why
			}
			return text
		}
	}
	return ""
}
