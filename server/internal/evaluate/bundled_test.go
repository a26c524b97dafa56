package evaluate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bundledFile has what the programs of server/testdata/dataset answered, as `execre evaluate --inputs 200` found it: the
// same decisions as from its export, without the inputs and outputs, which no rule looks at. It is written anew from
// such an export with
//
//	EXECRE_EXPORT=DIR go test ./server/internal/evaluate -run Bundled
const bundledFile = "testdata/bundled.jsonl"

// bundled is one problem of the file. Rows that are the same to every rule are one, at the place of the first of them.
type bundled struct {
	Problem  string
	Custom   bool
	Programs []RecordProgram
	Samples  [][]int
	Rows     [][]int
	Refused  [][]int `json:",omitempty"` // of each row
	Times    []int   // of each row
}

func newBundled(r *Record) bundled {
	b := bundled{Problem: r.Problem, Custom: r.Custom, Programs: r.Programs}
	for _, row := range r.Samples {
		b.Samples = append(b.Samples, row.Answers)
	}
	at := map[string]int{}
	for _, row := range r.Rows {
		key := fmt.Sprint(row.Answers, row.Refused)
		i, known := at[key]
		if !known {
			i, at[key] = len(b.Rows), len(b.Rows)
			b.Rows, b.Times = append(b.Rows, row.Answers), append(b.Times, 0)
			if r.Custom {
				b.Refused = append(b.Refused, row.Refused)
			}
		}
		b.Times[i]++
	}
	return b
}

// record is the record without texts.
func (b bundled) record() *Record {
	r := &Record{Problem: b.Problem, Source: "dataset", Custom: b.Custom, Programs: b.Programs}
	for _, answers := range b.Samples {
		r.Samples = append(r.Samples, Row{Answers: answers})
	}
	for i, answers := range b.Rows {
		row := Row{Answers: answers, Outputs: make([]string, max(0, slices.Max(answers))+1)}
		if len(b.Refused) > 0 {
			row.Refused = b.Refused[i]
		}
		r.Rows = append(r.Rows, slices.Repeat([]Row{row}, b.Times[i])...)
	}
	return r
}

// bundledRecords are those of all problems of the bundled data set.
func bundledRecords(t *testing.T) []*Record {
	t.Helper()
	if dir := os.Getenv("EXECRE_EXPORT"); dir != "" {
		writeBundled(t, dir)
	}
	file, err := os.Open(bundledFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var records []*Record
	err = eachLine(bundledFile, file, func(line int, text []byte) error {
		var b bundled
		err := decode(bundledFile, line, text, &b)
		records = append(records, b.record())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func writeBundled(t *testing.T, dir string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no records in %s, %v", dir, err)
	}
	var out strings.Builder
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ReadRecord(name, file)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(newBundled(r))
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	if err := os.WriteFile(bundledFile, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestBundledOracleErrs: an oracle of which every tenth answer is wrong costs the questions recall, and next to no precision:
// their references are right more often than those of the rule that asks nobody.
func TestBundledOracleErrs(t *testing.T) {
	records := bundledRecords(t)
	if len(records) != 42 {
		t.Fatalf("%d problems", len(records))
	}
	rules, err := pickRules(Rules(0.1), []string{"execre", "execre-questions", "execre-questions-err-0.1"})
	if err != nil {
		t.Fatal(err)
	}
	var sums [3]tally
	for _, r := range records {
		of := judge(r, drawPools(r, 1, []int{3, 5}, 10), rules, 1)
		for k := range sums {
			if of := of.groups[group{"all", ""}]; of != nil {
				sums[k].add(of[k], 1)
			}
		}
	}
	plain, asked, erring := sums[0].measures(), sums[1].measures(), sums[2].measures()
	t.Logf("precision and recall: %.3f %.3f without questions, %.3f %.3f with, %.3f %.3f with errors",
		plain[0], plain[1], asked[0], asked[1], erring[0], erring[1])
	if lost := asked[1] - erring[1]; lost < 0.03 || erring[1] < 2*plain[1] {
		t.Errorf("the errors cost %.3f recall", lost)
	}
	if lost := asked[0] - erring[0]; lost > 0.03 || erring[0] < plain[0] {
		t.Errorf("the errors cost %.3f precision", lost)
	}
	if asked[6] == 0 || erring[6] == 0 {
		t.Error("nothing is asked")
	}
}
