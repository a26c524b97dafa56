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
// as the patterns of their answers, with the expected decision. What it expects of agreement and of Dawid-Skene is
// the paper's reading, in which a crash is an answer, and is left out.
type poolFile struct {
	Name    string
	Classes []struct{ ID, Size int }
	// Values[c] is the smallest class that gave the answer of class c; null is a crash.
	Patterns []struct {
		Values []*int
		N      int
	}
	Expected struct {
		Weights []float64 `json:"ewens_w_classes"`
		None    float64   `json:"ewens_w_none"`
		Alpha   []float64 `json:"alpha"`
		Level1  *int      `json:"level1_trusted"`
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
