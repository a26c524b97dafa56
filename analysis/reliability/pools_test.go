package reliability_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
)

// poolFile is a file of testdata/pools: programs that were really written for one problem, as classes and
// as the patterns of their answers, with the expected decision. What it expects of the mode, of agreement and of Dawid-Skene
// is the paper's reading, in which a crash is an answer.
type poolFile struct {
	Name    string
	Classes []struct{ ID, Size int }
	// Values[c] is the smallest class that gave the answer of class c; null is a crash.
	// Truth is the class that gives the right answer, or "no class".
	Patterns []struct {
		Values []*int
		N      int
		Truth  any
	}
	Expected struct {
		Weights []float64 `json:"ewens_w_classes"`
		None    float64   `json:"ewens_w_none"`
		Alpha   []float64 `json:"alpha"`
		Level1  *int      `json:"level1_trusted"`

		Mode      []any     `json:"row_mode"` // of each pattern: a class, or "crash"
		Agreement []float64 `json:"agreement"`
		Published []float64 `json:"ds_official_2_iterations_alpha"`
		Converged []float64 `json:"ds_converged_alpha"`

		// Questions until three were answered, or nobody dissents.
		Questions []struct {
			Pattern int
			Kind    string
			Answer  any
			Alive   []int
		} `json:"questions_perfect_oracle_q3"`
		Final *int `json:"final_trusted"`
	}
}

// evidence spreads the classes over programs c0p0, c0p1, c1p0, …; of gives the class of each.
func (f poolFile) evidence() (e reliability.Evidence, of []int) {
	for c, class := range f.Classes {
		for n := range class.Size {
			e.Programs = append(e.Programs, reliability.Program{Name: fmt.Sprintf("c%dp%02d", c, n), DuplicateOf: -1})
			of = append(of, c)
		}
	}
	e.Matrix.Programs = len(of)
	for _, p := range f.Patterns {
		row := make([]int, len(of))
		for j, c := range of {
			row[j] = consistency.Crash
			if v := p.Values[c]; v != nil {
				row[j] = *v
			}
		}
		for range p.N {
			e.Matrix.Rows = append(e.Matrix.Rows, row)
		}
	}
	return e, of
}

func TestPools(t *testing.T) {
	files := readJSON[poolFile](t, "testdata/pools/*.json")
	if len(files) != 13 {
		t.Errorf("%d pools, want 13", len(files))
	}
	for _, f := range files {
		t.Run(f.Name, func(t *testing.T) {
			e, of := f.evidence()
			d := reliability.Decide(e)
			if !near(d.WeightNone, f.Expected.None, 1e-9) {
				t.Errorf("weight of nobody %.10f, want %.10f", d.WeightNone, f.Expected.None)
			}
			if len(d.Classes) != len(f.Classes) {
				t.Fatalf("%d classes, want %d", len(d.Classes), len(f.Classes))
			}
			for j, c := range of {
				class := d.Classes[d.Programs[j].Class]
				if len(class.Members) != f.Classes[c].Size || !slices.Contains(class.Members, j) {
					t.Errorf("%s: class %v, want %d members", e.Programs[j].Name, class.Members, f.Classes[c].Size)
				}
				if !near(class.Weight, f.Expected.Weights[c], 1e-9) {
					t.Errorf("%s: weight %.10f, want %.10f", e.Programs[j].Name, class.Weight, f.Expected.Weights[c])
				}
				a := d.Programs[j]
				if !near(a.Alpha, f.Expected.Alpha[c], 1e-9) {
					t.Errorf("%s: alpha %.10f, want %.10f", e.Programs[j].Name, a.Alpha, f.Expected.Alpha[c])
				}
				if math.IsNaN(a.AlphaLow) || a.AlphaLow < 0 || a.AlphaLow >= a.AlphaHigh || a.AlphaHigh > 1 {
					t.Errorf("%s: interval %v to %v", e.Programs[j].Name, a.AlphaLow, a.AlphaHigh)
				}
			}
			switch want := f.Expected.Level1; {
			case want == nil && (d.Trusted >= 0 || d.Rule != reliability.None || d.Fallback == ""):
				t.Errorf("trusts %d by %v (%q), want nobody", d.Trusted, d.Rule, d.Fallback)
			case want != nil && (d.Rule != reliability.Consensus || of[d.Trusted] != *want || d.Fallback != ""):
				t.Errorf("trusts %d by %v (%q), want class %d", d.Trusted, d.Rule, d.Fallback, *want)
			case want != nil && e.Programs[d.Trusted].Name != fmt.Sprintf("c%dp00", *want):
				t.Errorf("trusts %s, want the first by name", e.Programs[d.Trusted].Name)
			}
		})
	}
}

// The paper's reading of the pools, by its method.
func TestPoolsAsPublished(t *testing.T) {
	for _, f := range readJSON[poolFile](t, "testdata/pools/*.json") {
		e, of := f.evidence()
		programs, rows := upTo(len(of)), upTo(len(e.Matrix.Rows))
		row := 0
		for i, p := range f.Patterns {
			var want any = "crash"
			if mode := consistency.PublishedMode(e.Matrix.Rows[row], programs); mode >= 0 {
				want = float64(mode)
			}
			if f.Expected.Mode[i] != want {
				t.Errorf("%s: mode of pattern %d is %v, want %v", f.Name, i, want, f.Expected.Mode[i])
			}
			row += p.N
		}
		patterns := consistency.ProjectPublished(e.Matrix, programs, rows)
		published := reliability.ExeCREPaper{}.Decide(e)
		converged := reliability.DawidSkene(patterns, reliability.EMConfig{KeepLabels: true})
		best := 0.0
		tolerance := 1e-9
		if f.Name == "invisible_bug" {
			tolerance = 1e-7 // the smoothing of the library by 1e-10, where EM converges slowly
		}
		for j, c := range of {
			agree := 0
			for _, p := range patterns {
				if p.Cells[j] == consistency.Most {
					agree += p.Rows
				}
			}
			if got := float64(agree) / float64(len(rows)); !near(got, f.Expected.Agreement[c], 1e-9) {
				t.Errorf("%s: agreement of class %d is %v, want %v", f.Name, c, got, f.Expected.Agreement[c])
			}
			if got := published.Programs[j].Alpha; !near(got, f.Expected.Published[c], 1e-9) {
				t.Errorf("%s: alpha of class %d after two rounds is %v, want %v", f.Name, c, got, f.Expected.Published[c])
			}
			if got := converged.Alpha[j]; !near(got, f.Expected.Converged[c], tolerance) {
				t.Errorf("%s: converged alpha of class %d is %v, want %v", f.Name, c, got, f.Expected.Converged[c])
			}
			best = max(best, published.Programs[j].Alpha)
		}
		switch {
		case (published.Trusted >= 0) != (best >= .9):
			t.Errorf("%s: trusts %d with alpha %v", f.Name, published.Trusted, best)
		case published.Trusted >= 0 && published.Programs[published.Trusted].Alpha != best:
			t.Errorf("%s: trusts %d, whose alpha is not the best", f.Name, published.Trusted)
		}
	}
}

// What is asked of a person who knows the truth, what the answers leave, and what is trusted in the end.
func TestPoolQuestions(t *testing.T) {
	for _, f := range readJSON[poolFile](t, "testdata/pools/*.json") {
		t.Run(f.Name, func(t *testing.T) {
			e, of := f.evidence()
			patternOf := make([]int, 0, len(e.Matrix.Rows))
			for i, p := range f.Patterns {
				for range p.N {
					patternOf = append(patternOf, i)
				}
			}
			bystander(&e, f, patternOf)
			for k, want := range f.Expected.Questions {
				q := reliability.Decide(e).Next
				if q.Row < 0 || patternOf[q.Row] != want.Pattern || q.Kind.String() != want.Kind {
					t.Fatalf("question %d is %v about row %d, want %s about pattern %d", k+1, q.Kind, q.Row, want.Kind, want.Pattern)
				}
				p := f.Patterns[want.Pattern]
				right := -1.0 // no class
				if c, ok := p.Truth.(float64); ok {
					right = c
				}
				if answer, ok := want.Answer.(float64); ok != (right >= 0) || ok && answer != right {
					t.Fatalf("the truth is %v, but the answer %v", p.Truth, want.Answer)
				}
				answers := make([]int, len(e.Programs))
				for j, cell := range e.Matrix.Rows[q.Row] {
					switch {
					case cell < 0:
						answers[j] = cell
					case float64(cell) == right:
						answers[j] = 0
					default:
						answers[j] = cell + 1
					}
				}
				e.Judgements = append(e.Judgements, reliability.Judgement{Name: "question", Answers: answers})
				d := reliability.Decide(e)
				var alive []int
				for j, c := range of {
					if class := d.Classes[d.Programs[j].Class]; class.Clean && class.Refuted < 0 && !slices.Contains(alive, c) {
						alive = append(alive, c)
					}
				}
				if !slices.Equal(alive, want.Alive) {
					t.Errorf("after question %d, classes %v are alive, want %v", k+1, alive, want.Alive)
				}
			}
			d := reliability.Decide(e)
			if d.Next.Kind == reliability.Split || d.Next.Kind == reliability.Confirm {
				t.Errorf("asks another question: %+v", d.Next)
			}
			switch want := f.Expected.Final; {
			case want == nil && d.Trusted >= 0:
				t.Errorf("trusts %s by %v, want nobody", e.Programs[d.Trusted].Name, d.Rule)
			case want != nil && (d.Trusted < 0 || of[d.Trusted] != *want):
				t.Errorf("trusts %d by %v (%s), want class %d", d.Trusted, d.Rule, d.Fallback, *want)
			}
		})
	}
}

// bystander adds a program that fails a sample, where two patterns differ in nothing but their truth, so that they are
// different patterns here as well: on the second of them it crashes, on a third it gives an answer of its own.
func bystander(e *reliability.Evidence, f poolFile, patternOf []int) {
	cell := make([]int, len(f.Patterns))
	twins := false
	for i, p := range f.Patterns {
		cell[i] = consistency.NotRun
		n := 0
		for _, q := range f.Patterns[:i] {
			if slices.EqualFunc(p.Values, q.Values, func(a, b *int) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }) {
				n++
			}
		}
		if n > 0 {
			cell[i], twins = []int{consistency.Crash, 99}[n-1], true
		}
	}
	if !twins {
		return
	}
	e.Samples = [][]int{append(make([]int, len(e.Programs)), 1)}
	e.Programs = append(e.Programs, reliability.Program{Name: "z", DuplicateOf: -1})
	e.Matrix.Programs++
	for i, row := range e.Matrix.Rows {
		e.Matrix.Rows[i] = append(slices.Clone(row), cell[patternOf[i]])
	}
}
