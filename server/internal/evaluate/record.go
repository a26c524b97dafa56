package evaluate

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"execre/analysis/consistency"
	"execre/server/internal/check"
)

// RecordVersion is that of the records' format.
const RecordVersion = 2

// Record is what the executions of one problem gave: everything that rules decide on. It is written as JSON lines, see
// [Record.Write].
type Record struct {
	Version    int             `json:"version"`
	Key        string          `json:"key"` // hash of the problem, the settings and this version
	Problem    string          `json:"problem"`
	Source     string          `json:"source"`
	Seed       uint64          `json:"seed"`
	Preset     check.Preset    `json:"preset"`
	Style      string          `json:"style"`      // "stdin" or "function"
	Format     string          `json:"format"`     // of the inputs: "given", "inferred", "generator" or "none"
	Comparison string          `json:"comparison"` // of outputs
	Custom     bool            `json:"custom"`     // a checker program compares
	Validated  bool            `json:"validated"`  // a validator vouches for the inputs
	Stopped    string          `json:"stopped"`    // why there are fewer inputs than were asked for; "" when there are not
	Notes      []string        `json:"notes"`
	Programs   []RecordProgram `json:"programs"`

	Samples []Row `json:"-"`
	Rows    []Row `json:"-"` // distinct generated inputs, the smallest first
}

// RecordProgram is one candidate.
type RecordProgram struct {
	Name         string `json:"name"`
	Label        Label  `json:"label"`
	Tested       bool   `json:"tested"` // the label comes from the tests, not from the data set
	Multiplicity int    `json:"multiplicity"`
	DuplicateOf  string `json:"duplicateOf"` // "" for none
	Brute        bool   `json:"brute"`       // it is called a brute force
	Failure      string `json:"failure"`     // why it was not built; "" when it was
	Flaky        bool   `json:"flaky"`       // it did not repeat itself, so that its answers count for nothing
}

// Row is what every program did with one input. The slices are as long as Record.Programs, but for Outputs.
type Row struct {
	Name     string `json:"name,omitempty"` // of a sample
	Input    string `json:"input"`
	Expected string `json:"expected,omitempty"` // of a sample
	// Answers are ids that compare within a row, as in consistency.Matrix; below zero is no answer: -1 a crash or too much
	// memory or output, -2 out of time, -3 not run. Of a sample 0 is the expected answer.
	Answers  []int     `json:"answers"`
	Verdicts []string  `json:"verdicts"` // as runner.Verdict says them; "" where the program was not run
	Seconds  []float64 `json:"seconds"`  // of CPU
	// Outputs are by answer id: what the first program printed that gave the answer, cut at maxOutput bytes.
	Outputs []string `json:"outputs"`
	// Refused are the answer ids that the checker program refuses, whatever is right. Only of generated inputs.
	Refused []int `json:"refused,omitempty"`
	// U is the binary projection over all programs that are no copies: 1 for the most frequent answer, 0 for another one,
	// null for none or where there is no single most frequent answer. Only of generated inputs.
	U []*int8 `json:"u,omitempty"`
}

// maxOutput is how much of an output a record keeps.
const maxOutput = 64 << 10

// cut shortens an output for the record.
func cut(output string) string {
	if len(output) <= maxOutput {
		return output
	}
	return fmt.Sprintf("%s… (%d bytes in all)", output[:maxOutput], len(output))
}

// RecordClass is a set of programs that did the same on every row.
type RecordClass struct {
	Members []string `json:"members"` // copies left out
	Clean   bool     `json:"clean"`   // they answered every input
}

// line is one line of the file: Kind is "problem" (the first one), "sample", "row" or "end" (the last one).
type line struct {
	Kind    string        `json:"record"`
	Header  *Record       `json:"header,omitempty"`
	Row     *Row          `json:"row,omitempty"`
	Classes []RecordClass `json:"classes,omitempty"`
	Rows    int           `json:"rows,omitempty"`
	Samples int           `json:"samples,omitempty"`
}

// Matrix gives the answers of some programs, by index, on the rows.
func (r *Record) Matrix(programs []int) consistency.Matrix { return matrix(r.Rows, programs) }

func matrix(rows []Row, programs []int) consistency.Matrix {
	m := consistency.Matrix{Programs: len(programs), Rows: make([][]int, len(rows))}
	cells := make([]int, len(rows)*len(programs))
	for i, row := range rows {
		m.Rows[i] = cells[i*len(programs) : (i+1)*len(programs)]
		for k, j := range programs {
			m.Rows[i][k] = row.Answers[j]
		}
	}
	return m
}

// originals are the programs that are no copies, were built and repeat themselves.
func (r *Record) originals() []int {
	var all []int
	for j, p := range r.Programs {
		if p.DuplicateOf == "" && p.Failure == "" && !p.Flaky {
			all = append(all, j)
		}
	}
	return all
}

// doubts are what a person should know of the labels: which of them nobody gave, and which cannot both be right.
func (r *Record) doubts() []string {
	var notes []string
	found := 0
	for _, p := range r.Programs {
		if p.Tested && p.Multiplicity > 0 {
			found++
		}
	}
	if found > 0 {
		notes = append(notes, fmt.Sprintf("the labels of %d of %d programs were found out by its samples and tests: with few of these, wrong "+
			"programs count as accepted", found, len(r.Programs)))
	}
	if r.Custom { // answers of other programs are not compared with each other
		return notes
	}
	accepted := slices.DeleteFunc(r.originals(), func(j int) bool { return r.Programs[j].Label != Accepted })
	for k, a := range accepted {
		for _, b := range accepted[k+1:] {
			differ := 0
			for _, row := range r.Rows {
				if row.Answers[a] >= 0 && row.Answers[b] >= 0 && row.Answers[a] != row.Answers[b] {
					differ++
				}
			}
			if differ > 0 {
				return append(notes, fmt.Sprintf("%s and %s are both accepted, but differ on %d of %d inputs: a label is wrong, several "+
					"answers are right (then name a checker), or the input format allows too much",
					r.Programs[a].Name, r.Programs[b].Name, differ, len(r.Rows)))
			}
		}
	}
	return notes
}

// classes divides the programs by what they did on all rows.
func (r *Record) classes() []RecordClass {
	originals := r.originals()
	all := make([]int, len(r.Programs))
	for j := range all {
		all[j] = j
	}
	rows := make([]int, len(r.Rows))
	for i := range rows {
		rows[i] = i
	}
	var classes []RecordClass
	for _, c := range consistency.Classes(r.Matrix(all), originals, rows) {
		class := RecordClass{Clean: c.Clean}
		for _, j := range c.Members {
			class.Members = append(class.Members, r.Programs[j].Name)
		}
		classes = append(classes, class)
	}
	return classes
}

// project sets U of all rows.
func (r *Record) project() {
	originals := r.originals()
	for i := range r.Rows {
		row := &r.Rows[i]
		row.U = make([]*int8, len(r.Programs))
		mode, ok := consistency.Mode(row.Answers, originals)
		if !ok {
			continue
		}
		for j, a := range row.Answers {
			if a >= 0 {
				u := int8(0)
				if a == mode {
					u = 1
				}
				row.U[j] = &u
			}
		}
	}
}

// contradiction is the first row whose U is not that of its answers, or -1.
func (r *Record) contradiction() int {
	again := Record{Programs: r.Programs, Rows: slices.Clone(r.Rows)}
	again.project()
	same := func(a, b *int8) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
	for i, row := range r.Rows {
		if len(row.U) > 0 && !slices.EqualFunc(row.U, again.Rows[i].U, same) {
			return i
		}
	}
	return -1
}

// Write writes the record as JSON lines: the problem, its samples, its rows, and the end with the classes. A file without
// its end is not complete.
func (r *Record) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	put := func(l line) {
		out.Write(mustJSON(l))
		out.WriteByte('\n')
	}
	put(line{Kind: "problem", Header: r})
	for i := range r.Samples {
		put(line{Kind: "sample", Row: &r.Samples[i]})
	}
	for i := range r.Rows {
		put(line{Kind: "row", Row: &r.Rows[i]})
	}
	put(line{Kind: "end", Classes: r.classes(), Rows: len(r.Rows), Samples: len(r.Samples)})
	return out.Flush()
}

// errIncomplete says that a record's file ends before its end.
var errIncomplete = errors.New("the record is not complete")

// ReadRecord reads what [Record.Write] wrote. The error names the line.
func ReadRecord(name string, from io.Reader) (*Record, error) {
	var r *Record
	ended := false
	err := eachLine(name, from, func(number int, text []byte) error {
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", name, number, fmt.Sprintf(format, args...))
		}
		var l line
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&l); err != nil {
			return wrong("%v", err)
		}
		switch {
		case ended:
			return wrong("something follows the end")
		case r == nil && (l.Kind != "problem" || l.Header == nil):
			return wrong("a record begins with the problem")
		case r == nil && l.Header.Version != RecordVersion:
			return wrong("version %d: this program reads version %d", l.Header.Version, RecordVersion)
		}
		switch l.Kind {
		case "problem":
			if r != nil {
				return wrong("a second problem")
			}
			r = l.Header
			return r.checkPrograms(wrong)
		case "sample", "row":
			if l.Row == nil || !l.Row.fits(len(r.Programs)) {
				return wrong("a row of another width than there are programs, or with an answer that has no output")
			}
			if l.Kind == "row" {
				r.Rows = append(r.Rows, *l.Row)
				return nil
			}
			if len(r.Rows) > 0 {
				return wrong("a sample behind the rows")
			}
			r.Samples = append(r.Samples, *l.Row)
		case "end":
			if l.Rows != len(r.Rows) || l.Samples != len(r.Samples) {
				return wrong("%d samples and %d rows, where there should be %d and %d", len(r.Samples), len(r.Rows), l.Samples, l.Rows)
			}
			ended = true
			if i := r.contradiction(); i >= 0 {
				return wrong("the answers of row %d are not those that its u is of", i+1)
			}
		default:
			return wrong("unknown record %q", l.Kind)
		}
		return nil
	})
	if err == nil && !ended {
		err = fmt.Errorf("%s: %w", name, errIncomplete)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// checkPrograms holds what the rest relies on.
func (r *Record) checkPrograms(wrong func(string, ...any) error) error {
	at := map[string]int{}
	for j, p := range r.Programs {
		if _, twice := at[p.Name]; twice || p.Multiplicity < 0 || p.Multiplicity > mostCopies {
			return wrong("the program %q is there twice, or its multiplicity is none", p.Name)
		}
		at[p.Name] = j
	}
	for _, p := range r.Programs {
		if p.DuplicateOf == "" {
			continue
		}
		if j, ok := at[p.DuplicateOf]; !ok || r.Programs[j].DuplicateOf != "" {
			return wrong("the program %q is a copy of %q, which is no original", p.Name, p.DuplicateOf)
		}
	}
	return nil
}

// fits says whether a row has what it should have.
func (w *Row) fits(programs int) bool {
	if len(w.Answers) != programs || len(w.Verdicts) != programs || len(w.Seconds) != programs ||
		len(w.U) != 0 && len(w.U) != programs {
		return false
	}
	for _, a := range w.Answers {
		if a < consistency.NotRun || a >= len(w.Outputs) {
			return false
		}
	}
	return true
}

var unsafeInName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// recordFile is the name of a problem's record, without its ending.
func recordFile(problem, key string) string {
	return unsafeInName.ReplaceAllString(problem, "_") + "-" + key[:12]
}

// saved reads the record of a problem from the export's folder; nil when it is not there, or is of no use.
func saved(dir string, p *Problem, key string) *Record {
	name := recordFile(p.Name, key) + ".jsonl"
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil
	}
	defer file.Close()
	r, err := ReadRecord(name, file)
	if err != nil || r.Key != key || r.Problem != p.Name {
		return nil
	}
	r.Source = p.Source // the data set may have been moved
	return r
}

// save writes the record, and its cells as CSV. The JSON lines appear whole or not at all, and last.
func (r *Record) save(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	name := filepath.Join(dir, recordFile(r.Problem, r.Key))
	if err := writeWhole(name+".csv", r.writeCells); err != nil {
		return err
	}
	return writeWhole(name+".jsonl", r.Write)
}

// writeWhole writes a file that is complete when it has its name, whoever else writes it at the same time.
func writeWhole(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.partial")
	if err != nil {
		return err
	}
	err = errors.Join(write(file), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// programsTable writes one line for each program of all problems.
func programsTable(records []Record) func(io.Writer) error {
	return func(w io.Writer) error {
		lines := [][]string{{"problem", "source", "program", "label", "tested", "multiplicity", "duplicate_of", "failure", "key"}}
		for _, r := range records {
			for _, p := range r.Programs {
				lines = append(lines, []string{
					r.Problem, r.Source, p.Name, string(p.Label), strconv.FormatBool(p.Tested), strconv.Itoa(p.Multiplicity),
					p.DuplicateOf, p.Failure, r.Key,
				})
			}
		}
		return csv.NewWriter(w).WriteAll(lines)
	}
}

// writeCells writes one line for each program and input.
func (r *Record) writeCells(w io.Writer) error {
	out := csv.NewWriter(w)
	records := [][]string{{"input", "program", "answer", "u", "verdict", "seconds"}}
	put := func(name string, row Row) {
		for j, p := range r.Programs {
			u := ""
			if len(row.U) > 0 && row.U[j] != nil {
				u = strconv.Itoa(int(*row.U[j]))
			}
			records = append(records, []string{
				name, p.Name, strconv.Itoa(row.Answers[j]), u, row.Verdicts[j], strconv.FormatFloat(row.Seconds[j], 'f', 6, 64),
			})
		}
	}
	for i, row := range r.Samples {
		put(fmt.Sprintf("sample %d", i+1), row)
	}
	for i, row := range r.Rows {
		put(strconv.Itoa(i+1), row)
	}
	return out.WriteAll(records)
}
