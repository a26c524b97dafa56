package reliability_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
)

// vector is a file of testdata/dawid_skene: patterns and what an independent EM in 80-bit floating point made of them.
type vector struct {
	Name string
	Rows []struct {
		X []*int8 // null is a missing cell
		N int
	}
	Converged struct {
		Loglik float64
		Alpha  []*float64 // null is a program without a cell
	}
	AfterTwo *struct {
		Loglik float64
		Alpha  []*float64
	} `json:"after_2_EM_iterations"`
}

func (v vector) patterns() []consistency.Pattern {
	var patterns []consistency.Pattern
	for _, row := range v.Rows {
		p := consistency.Pattern{Rows: row.N}
		for _, x := range row.X {
			if x == nil {
				p.Cells = append(p.Cells, consistency.Missing)
			} else {
				p.Cells = append(p.Cells, *x)
			}
		}
		patterns = append(patterns, p)
	}
	return patterns
}

func readJSON[T any](t testing.TB, pattern string) []T {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	all := make([]T, len(files))
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &all[i]); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	return all
}

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance || math.IsNaN(a) && math.IsNaN(b)
}

// The expected numbers are those of the files. Where several optima are equally likely (coupon_*, all_agree, nan_*,
// two_*, single_program*, rare_one_percent: ridges along which the likelihood is flat, and mirror images), alpha is a
// property of the path: it agrees because both begin with the same soft majority, not because it is the only optimum.
// The two files *_switch begin with the other class instead, which EM cannot tell from swapping the names of the
// classes: their alphas are one minus ours, and their likelihood is the same.
func TestDawidSkeneVectors(t *testing.T) {
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/*.json") {
		t.Run(v.Name, func(t *testing.T) {
			switched := strings.Contains(v.Name, "switch")
			compare := func(fit reliability.Fit, loglik float64, alpha []*float64) {
				t.Helper()
				if !near(fit.LogLikelihood, loglik, 1e-9) {
					t.Errorf("log-likelihood %.12f, want %.12f", fit.LogLikelihood, loglik)
				}
				if len(fit.Alpha) != len(alpha) {
					t.Fatalf("%d alphas, want %d", len(fit.Alpha), len(alpha))
				}
				for j, want := range alpha {
					expected := math.NaN()
					switch {
					case want != nil && switched:
						expected = 1 - *want
					case want != nil:
						expected = *want
					}
					if !near(fit.Alpha[j], expected, 1e-9) {
						t.Errorf("program %d: alpha %.12f, want %.12f", j, fit.Alpha[j], expected)
					}
				}
			}
			fit := reliability.DawidSkene(v.patterns(), reliability.EMConfig{})
			if !fit.Converged {
				t.Errorf("not converged after %d iterations", fit.Iterations)
			}
			compare(fit, v.Converged.Loglik, v.Converged.Alpha)
			if v.AfterTwo != nil {
				fit := reliability.DawidSkene(v.patterns(), reliability.EMConfig{MaxIterations: 2})
				if fit.Iterations > 2 {
					t.Errorf("%d iterations, want at most 2", fit.Iterations)
				}
				compare(fit, v.AfterTwo.Loglik, v.AfterTwo.Alpha)
			}
		})
	}
}

// The prior and the confusion matrices are part of the answer: alpha must follow from them.
func TestDawidSkeneParameters(t *testing.T) {
	patterns := []consistency.Pattern{
		{Cells: []int8{1, 1, 1, -1}, Rows: 30},
		{Cells: []int8{1, 1, 0, -1}, Rows: 10},
		{Cells: []int8{0, 1, 1, -1}, Rows: 5},
		{Cells: []int8{-1, -1, -1, -1}, Rows: 1000}, // says nothing: not even of the prior
	}
	fit := reliability.DawidSkene(patterns, reliability.EMConfig{})
	if !near(fit.Prior[0]+fit.Prior[1], 1, 1e-12) {
		t.Errorf("priors %v do not add up to 1", fit.Prior)
	}
	for j := range 3 {
		c := fit.Confusion[j]
		if !near(fit.Alpha[j], fit.Prior[0]*c[0][0]+fit.Prior[1]*c[1][1], 1e-15) {
			t.Errorf("program %d: alpha %v does not follow from %v and %v", j, fit.Alpha[j], fit.Prior, c)
		}
		for q := range 2 {
			if !near(c[q][0]+c[q][1], 1, 1e-12) {
				t.Errorf("program %d, class %d: %v does not add up to 1", j, q, c[q])
			}
		}
	}
	without := reliability.DawidSkene(patterns[:3], reliability.EMConfig{})
	if without.Prior != fit.Prior || !slices.Equal(without.Alpha[:3], fit.Alpha[:3]) {
		t.Error("rows without a cell change the result")
	}
	if !math.IsNaN(fit.Alpha[3]) {
		t.Errorf("alpha of a program without a cell is %v, want NaN", fit.Alpha[3])
	}
}

// The third program was seen only on rows that begin as certainly of class 1, so nothing is known of it in class 0: there
// it gives either value with 1/2. By hand: after the first M, p = (1/4, 3/4), the others give 1 with 1/2 in class 0
// and with 5/6 in class 1; so the rows of ones are of class 1 with (25/48) / (25/48 + 1/32) = 50/53, the others with 5/8.
func TestDawidSkeneWithoutMass(t *testing.T) {
	fit := reliability.DawidSkene([]consistency.Pattern{
		{Cells: []int8{1, 1, 1}, Rows: 10}, {Cells: []int8{1, 0, -1}, Rows: 5}, {Cells: []int8{0, 1, -1}, Rows: 5},
	}, reliability.EMConfig{MaxIterations: 1})
	if want := (10*50./53 + 10*5./8) / 20; !near(fit.Prior[1], want, 1e-12) || !near(fit.Alpha[2], want, 1e-12) {
		t.Errorf("prior %v, alpha %v, want %v for class 1 and for the third program", fit.Prior, fit.Alpha, want)
	}
}

func TestDawidSkeneWithoutData(t *testing.T) {
	if fit := reliability.DawidSkene(nil, reliability.EMConfig{}); len(fit.Alpha) != 0 || fit.LogLikelihood != 0 {
		t.Errorf("no pattern: %+v", fit)
	}
	fit := reliability.DawidSkene([]consistency.Pattern{{Cells: []int8{-1, -1}, Rows: 3}}, reliability.EMConfig{})
	if len(fit.Alpha) != 2 || !math.IsNaN(fit.Alpha[0]) || !fit.Converged {
		t.Errorf("only missing cells: %+v", fit)
	}
}

func TestDawidSkeneStops(t *testing.T) {
	patterns := []consistency.Pattern{
		{Cells: []int8{1, 1}, Rows: 60}, {Cells: []int8{1, 0}, Rows: 25}, {Cells: []int8{0, 1}, Rows: 15},
	}
	if fit := reliability.DawidSkene(patterns, reliability.EMConfig{MaxIterations: 7}); fit.Iterations != 7 || fit.Converged {
		t.Errorf("after 7 iterations: %d, converged %v", fit.Iterations, fit.Converged)
	}
	loose := reliability.DawidSkene(patterns, reliability.EMConfig{Tolerance: 1e-3})
	tight := reliability.DawidSkene(patterns, reliability.EMConfig{})
	if !loose.Converged || loose.Iterations >= tight.Iterations || loose.LogLikelihood > tight.LogLikelihood {
		t.Errorf("a loose tolerance takes %d iterations to %v, a tight one %d to %v",
			loose.Iterations, loose.LogLikelihood, tight.Iterations, tight.LogLikelihood)
	}
}
