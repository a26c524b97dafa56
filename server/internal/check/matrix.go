package check

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"execre/analysis/consistency"
	"execre/runner"
)

// Bounds of a Matrix, which is kept as long as somebody may look at its problem. They come to some 25 MB; for ten programs and
// 500 inputs it is a tenth of a megabyte.
const (
	mostInputs = 20_000    // of more, those come first that tell programs apart
	mostCells  = 1_000_000 // inputs times programs
	mostTexts  = 8 << 20   // bytes of the inputs that are kept, the smallest first
)

// Rows are what the programs of one check do on its inputs, for those who look on while the check goes on, and afterwards:
// see Config.Rows. The zero value is of a check that has not begun. It is safe for many goroutines.
type Rows struct {
	mu     sync.Mutex
	herald *herald // of the check that goes on: it has the rows
	matrix *Matrix // of one that has ended: the last, or while another goes on the one of the programs that were built first
}

// Matrix is what is known by now, which are the finished rows. It is nil while there is none.
func (s *Rows) Matrix() *Matrix {
	s.mu.Lock()
	h, m := s.herald, s.matrix
	s.mu.Unlock()
	if h != nil {
		if now := h.matrix(-1); now != nil {
			return now
		}
	}
	return m
}

// begin looks at a check of which no row was begun.
func (s *Rows) begin(r *run) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.herald = r.herald
	if s.matrix != nil { // no id is given twice
		r.arena.begun = slices.MaxFunc(s.matrix.Inputs, func(a, b MatrixInput) int { return a.ID - b.ID }).ID
	}
}

// end lets go of all of a check but its matrix. Called again it does nothing.
func (s *Rows) end(r *run) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.herald != r.herald {
		return
	}
	trusted := -1
	if r.judged {
		trusted = r.trusted()
	}
	if m := r.herald.matrix(trusted); m != nil {
		s.matrix = m
	}
	s.herald = nil
}

// Matrix is what every program did on every input of a check: samples, judgements, earlier counterexamples and the inputs
// that were made. It does not change. The outputs are not in it: Cell finds those of one input.
type Matrix struct {
	Inputs     []MatrixInput     `json:"inputs"`     // the smallest first
	Candidates []MatrixCandidate `json:"candidates"` // class by class; programs that were not executed come last
	Limit      MatrixTime        `json:"limit"`      // of the CPU time; 0: none

	executor runner.Executor
	jobs     int
}

// MatrixInput is an input of a Matrix.
type MatrixInput struct {
	ID     int    `json:"id"`     // from 1, the same as long as the check goes on and afterwards
	Size   int    `json:"size"`   // bytes
	Source string `json:"source"` // "sample", "judged", "replayed" or "generated"

	name string
	text string // "" where it is not kept
}

// MatrixCandidate is a program of a Matrix. Those that do the same on all of its inputs have one class: 0 is that of the
// trusted reference, or else the one with the most programs, where a copy does not count. A program that was not executed
// is in none: -1.
type MatrixCandidate struct {
	File  string       `json:"file"`
	Class int          `json:"class"`
	Cells []MatrixCell `json:"cells"` // of each input
	Times MatrixTimes  `json:"times"` // likewise

	why     string // it was not executed
	outcome *outcome
}

// MatrixCell is what a program did on an input: from 0 the answer of a class, the first one that gives it, or one of these.
type MatrixCell int16

// What a program does besides giving an answer.
const (
	CellCrash     MatrixCell = -1
	CellTimeLimit MatrixCell = -2
	CellNotRun    MatrixCell = -3
	CellOther     MatrixCell = -4 // it met another limit, or the checker program says nothing of its output
)

// MatrixTimes are CPU times in hundredths of a millisecond, -1 where there is none. In JSON they are milliseconds.
type MatrixTimes []int32

// MatrixTime is one of these.
type MatrixTime int32

// MarshalJSON implements json.Marshaler.
func (t MatrixTime) MarshalJSON() ([]byte, error) { return appendTime(nil, int32(t)), nil }

// MarshalJSON implements json.Marshaler.
func (t MatrixTimes) MarshalJSON() ([]byte, error) {
	out := append(make([]byte, 0, 2+7*len(t)), '[')
	for i, n := range t {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendTime(out, n)
	}
	return append(out, ']'), nil
}

func appendTime(out []byte, n int32) []byte {
	if n < 0 {
		return append(out, "-1"...)
	}
	out = strconv.AppendInt(out, int64(n)/100, 10)
	if n %= 100; n != 0 {
		out = bytes.TrimRight(append(out, '.', byte('0'+n/10), byte('0'+n%10)), "0")
	}
	return out
}

// outcome is what a program did on each input of a Matrix, and what it takes to see it again.
type outcome struct {
	program  *runner.Program
	limits   runner.Limits
	verdicts []runner.Verdict
	marks    []uint64
}

// mark tells one outcome from another with the same verdict.
func (c cell) mark() uint64 {
	sum := c.sum
	if c.verdict == runner.Crash {
		sum = sha256.Sum256([]byte(c.how))
	}
	return binary.BigEndian.Uint64(sum[:])
}

// named is a row with what people call it.
type named struct {
	row
	source, name string
}

// named lists all rows, the smallest first.
func (s results) named() []named {
	var all []named
	for _, row := range s.tried {
		all = append(all, named{row, "sample", row.sample.Name})
	}
	for _, row := range s.heard {
		all = append(all, named{row, "judged", row.sample.Name})
	}
	for i, row := range s.replayed {
		all = append(all, named{row, "replayed", fmt.Sprintf("earlier counterexample %d", i+1)})
	}
	for i, row := range s.rows {
		all = append(all, named{row, "generated", fmt.Sprintf("input %d", i+1)})
	}
	slices.SortStableFunc(all, func(a, b named) int { return compareRows(a.row, b.row) })
	return all
}

// matrix is that of the rows which are finished. trusted is the program that is the trusted reference, or -1.
func (h *herald) matrix(trusted int) *Matrix {
	h.mu.Lock()
	seen := h.snapshot()
	h.mu.Unlock()
	r, rows := h.run, seen.named()
	if len(rows) == 0 || len(r.runners) == 0 {
		return nil
	}
	first, classOf := classify(rows, len(r.runners), trusted)
	rows = most(rows, min(mostInputs, mostCells/len(r.entrants)), first)
	m := &Matrix{Limit: MatrixTime(hundredths(r.arena.limits.CPU)), executor: r.cfg.Executor, jobs: r.cfg.Jobs}
	text := 0
	for _, row := range rows {
		in := MatrixInput{ID: row.id, Size: len(row.input.Text), Source: row.source, name: row.name}
		if text += in.Size; text <= mostTexts {
			in.text = row.input.Text
		}
		m.Inputs = append(m.Inputs, in)
	}
	known := map[string]*MatrixCandidate{}
	for j, e := range r.runners {
		c := &MatrixCandidate{
			File: e.file.Path, Class: classOf[j], Cells: make([]MatrixCell, len(rows)), Times: make(MatrixTimes, len(rows)),
			outcome: &outcome{
				program: e.program, limits: r.arena.limits, verdicts: make([]runner.Verdict, len(rows)), marks: make([]uint64, len(rows)),
			},
		}
		for i, row := range rows {
			c.Cells[i], c.Times[i] = row.cell(j, first), row.cells[j].time()
			c.outcome.verdicts[i], c.outcome.marks[i] = row.cells[j].verdict, row.cells[j].mark()
		}
		known[e.file.Path] = c
	}
	for _, e := range r.entrants {
		if e.program == nil && e.file.DuplicateOf == "" {
			known[e.file.Path] = &MatrixCandidate{
				Class: -1, Cells: slices.Repeat([]MatrixCell{CellNotRun}, len(rows)), Times: slices.Repeat(MatrixTimes{-1}, len(rows)),
				why: unbuilt(e).Message,
			}
		}
	}
	for _, e := range r.entrants {
		c := *known[cmp.Or(e.file.DuplicateOf, e.file.Path)]
		c.File = e.file.Path
		m.Candidates = append(m.Candidates, c)
	}
	slices.SortStableFunc(m.Candidates, func(a, b MatrixCandidate) int { return cmp.Compare(uint(a.Class), uint(b.Class)) })
	return m
}

// classify divides the programs by what they did on all rows: first has one program of each class, in their order, and
// classOf the class of each program.
func classify(rows []named, programs, trusted int) (first, classOf []int) {
	answers := consistency.Matrix{Programs: programs}
	all, every := make([]int, programs), make([]int, len(rows))
	for j := range all {
		all[j] = j
	}
	for i, row := range rows {
		every[i] = i
		answers.Rows = append(answers.Rows, row.answers)
	}
	classes := consistency.Classes(answers, all, every)
	if k := slices.IndexFunc(classes, func(c consistency.Class) bool { return slices.Contains(c.Members, trusted) }); k > 0 {
		reference := classes[k]
		classes = slices.Insert(slices.Delete(classes, k, k+1), 0, reference)
	}
	classOf = make([]int, programs)
	for k, class := range classes {
		first = append(first, class.Members[0])
		for _, j := range class.Members {
			classOf[j] = k
		}
	}
	return first, classOf
}

// most takes at most so many rows: those first on which the classes, of which first are programs, give several answers,
// and the smallest of these.
func most(rows []named, bound int, first []int) []named {
	if len(rows) <= bound {
		return rows
	}
	splits := func(row named) bool {
		return slices.ContainsFunc(first, func(j int) bool { return row.answers[j] != row.answers[first[0]] })
	}
	splitting := 0
	for _, row := range rows {
		if splits(row) {
			splitting++
		}
	}
	splitting = min(splitting, bound)
	others := bound - splitting
	var taken []named
	for _, row := range rows {
		left := &others
		if splits(row) {
			left = &splitting
		}
		if *left > 0 {
			*left--
			taken = append(taken, row)
		}
	}
	return taken
}

// cell is what program j did on a row, where classes are known by one program each.
func (r named) cell(j int, first []int) MatrixCell {
	switch r.cells[j].verdict {
	case runner.OK:
		if r.answers[j] >= 0 {
			return MatrixCell(slices.IndexFunc(first, func(k int) bool { return r.answers[k] == r.answers[j] }))
		}
	case runner.Crash:
		return CellCrash
	case runner.TimeLimit:
		return CellTimeLimit
	case runner.VerdictInvalid:
		return CellNotRun
	case runner.MemoryLimit, runner.OutputLimit, runner.InternalError:
	}
	return CellOther
}

// time is that of an execution as MatrixTimes have it.
func (c cell) time() int32 {
	if c.verdict == runner.VerdictInvalid {
		return -1
	}
	return hundredths(c.cpu)
}

// hundredths are those of a millisecond.
func hundredths(d time.Duration) int32 { return int32(min(d/(10*time.Microsecond), math.MaxInt32)) }

// Cell is one input of a Matrix with all that programs printed.
type Cell struct {
	Input   string       `json:"input"`
	Name    string       `json:"name"` // "sample 1", "input 17"
	Outputs []CellOutput `json:"outputs"`
	Cut     bool         `json:"cut"` // a text has more than TextLimit bytes and is cut there
}

// CellOutput is what one program did on an input.
type CellOutput struct {
	File    string     `json:"file"`
	Verdict string     `json:"verdict"` // "ok", "crash", "time-limit", "memory-limit", "output-limit" or "not-run"
	Output  string     `json:"output"`  // of a program that ended by itself
	Error   string     `json:"error"`   // what is to be said besides, as that it crashed
	Class   MatrixCell `json:"class"`
	Time    MatrixTime `json:"time"`
}

// Cell finds what the programs printed on an input. What no cache knows any more is executed again; who met a limit is not,
// for that takes as long as it did. The error says that the Matrix has no such input, or not its text.
func (m *Matrix) Cell(ctx context.Context, id int) (*Cell, error) {
	i := slices.IndexFunc(m.Inputs, func(in MatrixInput) bool { return in.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("there is no input with the id %d", id)
	}
	in := m.Inputs[i]
	if in.text == "" {
		return nil, fmt.Errorf("%s has %d bytes, which is too much to be kept: choose a smaller input", in.name, in.Size)
	}
	out := &Cell{Name: in.name, Outputs: make([]CellOutput, len(m.Candidates))}
	out.Input, out.Cut = beginning(in.text)
	cut := make([]bool, len(m.Candidates))
	var group errgroup.Group
	group.SetLimit(max(1, m.jobs))
	for k, c := range m.Candidates {
		group.Go(func() error {
			o := &out.Outputs[k]
			o.File, o.Class, o.Time = c.File, c.Cells[i], MatrixTime(c.Times[i])
			var output string
			if c.outcome == nil {
				o.Verdict, o.Error = neverRun, c.why
			} else {
				o.Verdict, output, o.Error = m.look(ctx, c.outcome, i)
			}
			if o.Verdict == runner.OK.String() && o.Class == CellOther && o.Error == "" {
				o.Error = "the checker says nothing of it"
			}
			o.Output, cut[k] = beginning(output)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	out.Cut = out.Cut || slices.Contains(cut, true)
	return out, nil
}

// neverRun is the verdict of a CellOutput without an execution.
const neverRun = "not-run"

// look finds what a program did on input i.
func (m *Matrix) look(ctx context.Context, o *outcome, i int) (verdict, output, why string) {
	verdict = o.verdicts[i].String()
	switch o.verdicts[i] {
	case runner.VerdictInvalid:
		return neverRun, "", fmt.Sprintf("it was not executed any more, after it had met a limit %d times", RetireAfter)
	case runner.TimeLimit:
		return verdict, "", fmt.Sprintf("it takes more than %v", o.limits.CPU)
	case runner.MemoryLimit:
		return verdict, "", fmt.Sprintf("it uses more than %v", o.limits.Memory)
	case runner.OutputLimit:
		return verdict, "", fmt.Sprintf("it prints more than %v", o.limits.WithDefaults().Output)
	case runner.OK, runner.Crash, runner.InternalError:
	}
	req := runner.Request{Program: o.program, Stdin: []byte(m.Inputs[i].text), Limits: o.limits}
	result := m.executor.Execute(ctx, req)
	if !o.same(i, result) {
		req.Fresh = true // a server may have given it
		result = m.executor.Execute(ctx, req)
	}
	switch {
	case result.Verdict == runner.InternalError:
		return verdict, "", fmt.Sprintf("its output is not kept any more, and it cannot be executed again (%v): check the problem again",
			result.Err)
	case !o.same(i, result):
		why = "it does not repeat itself: this is not what it did in the check"
		if result.Verdict != o.verdicts[i] {
			why = fmt.Sprintf("it does not repeat itself: the check saw %v, and now it is %v", o.verdicts[i], result.Verdict)
		}
	case result.Verdict == runner.Crash:
		why = fmt.Sprintf("it crashes (%s)", newCell(result).how)
		if last := lastLine(result); last != "" {
			why += ": " + last
		}
	}
	return verdict, string(result.Stdout), why
}

// same says whether a result is what the check saw on input i.
func (o *outcome) same(i int, result runner.Result) bool {
	return result.Verdict == o.verdicts[i] && newCell(result).mark() == o.marks[i]
}

// lastLine is the last line of stderr that says something.
func lastLine(r runner.Result) string {
	const longest = 200
	text := strings.TrimSpace(string(r.StderrHead) + string(r.StderrTail))
	text = text[strings.LastIndexByte(text, '\n')+1:]
	return strings.ToValidUTF8(text[:min(len(text), longest)], "")
}

// beginning is as much of a text as is shown.
func beginning(text string) (head string, cut bool) {
	if len(text) <= TextLimit {
		return text, false
	}
	return strings.ToValidUTF8(text[:TextLimit], ""), true
}
