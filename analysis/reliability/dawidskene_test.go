package reliability_test

import (
	stdcmp "cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
)

// vector is a file of testdata/dawid_skene: patterns and what independent programs made of them: one in 80-bit floating
// point, crowd-kit, and the paper's own (in which a missing cell counts as a 0).
type vector struct {
	Name string
	Rows []struct {
		X []*int8 // null is a missing cell
		N int
	}
	Converged   expectedFit
	AfterOne    *expectedFit `json:"after_1_EM_iterations"`
	AfterTwo    *expectedFit `json:"after_2_EM_iterations"`
	CrowdKit    *expectedFit `json:"crowdkit_2iter"`
	Official    *expectedFit `json:"official_execre_nan_as_0"`
	Multistart  *float64     `json:"multistart40_best_loglik"`
	MapBeta     *expectedFit `json:"map_beta"`
	MapAnchored *expectedFit `json:"map_anchored"`
}

// expectedFit is a fit in a file; what is not there is not compared.
type expectedFit struct {
	Loglik *float64
	P1     *float64
	Alpha  []*float64       // null is a program without a cell
	Pi     [][2][2]*float64 // null is a class without mass

	tolerance float64 // 0 means 1e-9
}

// check compares a fit with what is expected of it, with the names of the classes exchanged if swapped.
func (want expectedFit) check(t *testing.T, what string, fit reliability.Fit, swapped bool) {
	t.Helper()
	number := func(name string, got float64, value *float64) {
		t.Helper()
		expected := math.NaN()
		if value != nil {
			expected = *value
		}
		if !near(got, expected, stdcmp.Or(want.tolerance, 1e-9)) {
			t.Errorf("%s: %s %.12f, want %.12f", what, name, got, expected)
		}
	}
	if want.Loglik != nil {
		number("log-likelihood", fit.LogLikelihood, want.Loglik)
	}
	class := [2]int{0, 1}
	if swapped {
		class = [2]int{1, 0}
	}
	if want.P1 != nil {
		number("prior of 1", fit.Prior[class[1]], want.P1)
	}
	if len(fit.Alpha) != len(want.Alpha) {
		t.Fatalf("%s: %d alphas, want %d", what, len(fit.Alpha), len(want.Alpha))
	}
	for j, alpha := range want.Alpha {
		if alpha != nil && swapped {
			complement := 1 - *alpha
			alpha = &complement
		}
		number(fmt.Sprintf("alpha of program %d", j), fit.Alpha[j], alpha)
	}
	for j, pi := range want.Pi {
		for q := range 2 {
			for a := range 2 {
				number(fmt.Sprintf("program %d, class %d, cell %d", j, q, a), fit.Confusion[j][class[q]][a], pi[q][a])
			}
		}
	}
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

// start is where the file begins: with the other class in those of a label switch.
func (v vector) start() reliability.Start {
	if strings.Contains(v.Name, "switch") {
		return reliability.SoftMinority
	}
	return reliability.SoftMajority
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
	vectors := readJSON[vector](t, "testdata/dawid_skene/*.json")
	if len(vectors) != 26 {
		t.Errorf("%d vectors, want 26", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			switched := strings.Contains(v.Name, "switch")
			fit := reliability.DawidSkene(v.patterns(), reliability.EMConfig{})
			if !fit.Converged {
				t.Errorf("not converged after %d iterations", fit.Iterations)
			}
			v.Converged.check(t, "converged", fit, switched)
			kept := reliability.DawidSkene(v.patterns(), reliability.EMConfig{Start: v.start(), KeepLabels: true})
			v.Converged.check(t, "from the start of the file", kept, false)
			anchored := reliability.DawidSkene(v.patterns(), reliability.EMConfig{Start: v.start()})
			if anchored.Swapped != switched {
				t.Errorf("swapped: %v, want %v", anchored.Swapped, switched)
			}
			for rounds, want := range map[int]*expectedFit{1: v.AfterOne, 2: v.AfterTwo} {
				if want != nil {
					fit := reliability.DawidSkene(v.patterns(), reliability.EMConfig{MaxIterations: rounds})
					if fit.Iterations > rounds {
						t.Errorf("%d iterations, want at most %d", fit.Iterations, rounds)
					}
					want.check(t, fmt.Sprintf("after %d rounds", rounds), fit, switched)
				}
			}
		})
	}
}

// What crowd-kit and the paper's own program gave, to their smoothing of 1e-10: the two see the same cells but for the missing
// ones, which count as zeros in the paper's.
func TestPublishedEM(t *testing.T) {
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/*.json") {
		if v.CrowdKit != nil {
			v.CrowdKit.check(t, v.Name, reliability.DawidSkene(v.patterns(), reliability.PublishedEM), false)
		}
		if v.Official != nil {
			v.Official.check(t, v.Name+", official", reliability.DawidSkene(zeroed(v.patterns()), reliability.PublishedEM), false)
		}
	}
}

// zeroed has zeros for missing cells.
func zeroed(patterns []consistency.Pattern) []consistency.Pattern {
	for _, p := range patterns {
		for j, c := range p.Cells {
			p.Cells[j] = max(c, consistency.Other)
		}
	}
	return patterns
}

func TestBetaPriors(t *testing.T) {
	weak := reliability.EMConfig{
		Tolerance: 1e-14, KeepLabels: true, Beta: reliability.Beta{Right: 9, Wrong: 1, Class: [2]float64{1, 4}},
	}
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/*.json") {
		if v.MapBeta != nil {
			cfg := weak
			cfg.Start = v.start()
			v.MapBeta.check(t, v.Name, reliability.DawidSkene(v.patterns(), cfg), false)
		}
		if v.MapAnchored != nil {
			patterns := zeroed(slices.DeleteFunc(v.patterns(), func(p consistency.Pattern) bool {
				return slices.Max(p.Cells) == consistency.Missing // a row without any cell does not count
			}))
			rows := 0.0
			for _, p := range patterns {
				rows += float64(p.Rows)
			}
			strong := reliability.EMConfig{
				Tolerance: 1e-15, Beta: reliability.Beta{Right: .9 * rows, Wrong: .1 * rows, Class: [2]float64{1, rows}},
			}
			if v.Name == "single_program_mixed" {
				v.MapAnchored.tolerance = 1e-8 // the file's EM stopped a little early on the ridge
			}
			v.MapAnchored.check(t, v.Name+", anchored", reliability.DawidSkene(patterns, strong), false)
		}
	}
}

// Dawid and Skene's own example: 45 patients, 5 anaesthetists, of whom the first assessed each patient three times, 4 classes.
func TestDawidSkeneClasses(t *testing.T) {
	type file struct {
		Counts    [][][]float64
		Loglik    float64
		Trace     []float64 `json:"loglik_trace"`
		P         []float64
		Pi        [][][]float64
		Posterior [][]float64
		AfterTwo  struct {
			P  []float64
			Pi [][][]float64
		} `json:"after_2"`
	}
	f := readJSON[file](t, "testdata/dawid_skene_classes/anaesthesia_1979.json")[0]
	compare := func(what string, got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	fit := reliability.DawidSkeneClasses(f.Counts, reliability.EMConfig{})
	if !fit.Converged {
		t.Errorf("not converged after %d rounds", fit.Iterations)
	}
	compare("log-likelihood", fit.LogLikelihood, f.Loglik)
	compare("prior", fit.Prior, f.P)
	compare("confusion", fit.Confusion, f.Pi)
	compare("posterior", fit.Posterior, f.Posterior)
	two := reliability.DawidSkeneClasses(f.Counts, reliability.EMConfig{MaxIterations: 2})
	compare("prior after two rounds", two.Prior, f.AfterTwo.P)
	compare("confusion after two rounds", two.Confusion, f.AfterTwo.Pi)
	compare("log-likelihood after two rounds", two.LogLikelihood, f.Trace[2])
}

// With two classes, both are the same model.
func TestDawidSkeneClassesOfTwo(t *testing.T) {
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/*.json") {
		if v.Name != "caries_binary" && v.Name != "three_indep" {
			continue
		}
		var counts [][][]float64
		for _, p := range v.patterns() {
			item := make([][]float64, len(p.Cells))
			for j, c := range p.Cells {
				item[j] = []float64{0, 0}
				item[j][c] = 1
			}
			for range p.Rows {
				counts = append(counts, item)
			}
		}
		counts = append(counts, make([][]float64, 3)) // an item without a report says nothing
		fit := reliability.DawidSkeneClasses(counts, reliability.EMConfig{})
		want := reliability.DawidSkene(v.patterns(), reliability.EMConfig{})
		if !near(fit.LogLikelihood, want.LogLikelihood, 1e-8) || !near(fit.Prior[1], want.Prior[1], 1e-9) {
			t.Errorf("%s: %v, want %v", v.Name, fit.Prior, want.Prior)
		}
	}
}

// Where starts lead, and what the status says of it. The likelihoods are at least those of the best of 40 random starts of
// another program.
func TestExplore(t *testing.T) {
	starts := reliability.Starts{LeaveOneOut: true, Random: 40, Seed: 1}
	identifiable := map[string]string{
		"all_agree":            "one class is empty, so nothing is known of it",
		"coupon_mix_add":       "another optimum is as likely",
		"coupon_thirds_add":    "another optimum is as likely",
		"five_collude20":       "the likelihood is flat: other parameters explain the rows as well",
		"nan_half":             "the likelihood is flat: other parameters explain the rows as well",
		"nan_row_col":          "the likelihood is flat: other parameters explain the rows as well",
		"rare_one_percent":     "the likelihood is flat: other parameters explain the rows as well",
		"single_program":       "two classes cannot be told apart by fewer than three programs, and these are 1",
		"single_program_mixed": "two classes cannot be told apart by fewer than three programs, and these are 1",
		"two_mixed":            "two classes cannot be told apart by fewer than three programs, and these are 2",
		"two_split_sym":        "two classes cannot be told apart by fewer than three programs, and these are 2",
		"two_tiefirst":         "two classes cannot be told apart by fewer than three programs, and these are 2",
	}
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/*.json") {
		fit, status := reliability.Explore(v.patterns(), reliability.EMConfig{}, starts)
		if status.Why != identifiable[v.Name] || status.Identifiable != (status.Why == "") {
			t.Errorf("%s: %+v, want %q", v.Name, status, identifiable[v.Name])
		}
		if v.Multistart != nil && fit.LogLikelihood < *v.Multistart-1e-6 {
			t.Errorf("%s: log-likelihood %v, others found %v", v.Name, fit.LogLikelihood, *v.Multistart)
		}
		if status.Gap < 0 || status.Optima < 1 {
			t.Errorf("%s: %+v", v.Name, status)
		}
		if len(v.Rows) > 100 {
			continue
		}
		again, same := reliability.Explore(v.patterns(), reliability.EMConfig{}, starts)
		if diff := cmp.Diff([]any{fit, status}, []any{again, same}, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s: the same seed gives (-once +twice):\n%s", v.Name, diff)
		}
	}
	// From the majority alone EM stops below the top of coupon_mix_add, and there is nothing to compare it with.
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/coupon_mix_add.json") {
		fit, status := reliability.Explore(v.patterns(), reliability.EMConfig{}, reliability.Starts{})
		if fit.LogLikelihood > *v.Multistart-1 || !math.IsNaN(status.Gap) || status.Optima != 1 {
			t.Errorf("one start: %v, %+v", fit.LogLikelihood, status)
		}
	}
	if _, status := reliability.Explore(nil, reliability.EMConfig{}, starts); status.Why != "no program has a cell" {
		t.Errorf("no pattern: %+v", status)
	}
}

// The information that is observed is what EM gains in a round: each leaves 1 - Observed of the way. (Pseudo-counts too small
// to matter keep EM from leaping.)
func TestObservedInformation(t *testing.T) {
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/*.json") {
		if v.Name != "three_indep" && v.Name != "caries_binary" {
			continue
		}
		cfg := reliability.EMConfig{Beta: reliability.Beta{Right: 1e-9, Wrong: 1e-9, Class: [2]float64{1e-9, 1e-9}}}
		_, status := reliability.Explore(v.patterns(), cfg, reliability.Starts{})
		alpha := func(rounds int) float64 {
			cfg.MaxIterations = rounds
			return reliability.DawidSkene(v.patterns(), cfg).Alpha[0]
		}
		if rate := (alpha(72) - alpha(71)) / (alpha(71) - alpha(70)); !near(rate, 1-status.Observed, 1e-3) {
			t.Errorf("%s: a round leaves %v of the way, want 1 - %v", v.Name, rate, status.Observed)
		}
	}
}

// The same optimum from the other start: caries and three independent programs have one.
func TestHardMajority(t *testing.T) {
	for _, v := range readJSON[vector](t, "testdata/dawid_skene/*.json") {
		if v.Name == "caries_binary" || v.Name == "three_indep" {
			fit := reliability.DawidSkene(v.patterns(), reliability.EMConfig{Start: reliability.HardMajority})
			v.Converged.check(t, v.Name, fit, false)
		}
	}
	// By hand, after M alone the ties are of either class: rows 11 are of class 1, the others half.
	fit := reliability.DawidSkene([]consistency.Pattern{
		{Cells: []int8{1, 1}, Rows: 2}, {Cells: []int8{1, 0}, Rows: 1}, {Cells: []int8{0, 1}, Rows: 1},
	}, reliability.EMConfig{Start: reliability.HardMajority, MaxIterations: 1})
	// p = (1/4, 3/4), in class 1 ones with 5/6, in class 0 with 1/2: 11 of class 1 with (3/4·25/36)/(3/4·25/36 + 1/16) = 25/28,
	// the others with (3/4·5/36)/(3/4·5/36 + 1/16) = 5/8.
	if want := (2*25./28 + 2*5./8) / 4; !near(fit.Prior[1], want, 1e-12) {
		t.Errorf("prior %v, want %v", fit.Prior[1], want)
	}
}

// The third of three programs that agree on three rows of four is alone on the fourth: with one coin each it is right on
// 3/4, the others always.
func TestOneCoin(t *testing.T) {
	fit := reliability.DawidSkene([]consistency.Pattern{
		{Cells: []int8{1, 1, 1}, Rows: 30}, {Cells: []int8{1, 1, 0}, Rows: 10},
	}, reliability.EMConfig{OneCoin: true})
	for j, want := range []float64{1, 1, .75} {
		if !near(fit.Alpha[j], want, 1e-9) || fit.Confusion[j][0][0] != fit.Confusion[j][1][1] {
			t.Errorf("program %d: %v, %v, want %v", j, fit.Alpha[j], fit.Confusion[j], want)
		}
	}
	if want := 30*math.Log(.75) + 10*math.Log(.25); !near(fit.LogLikelihood, want, 1e-9) {
		t.Errorf("log-likelihood %v, want %v", fit.LogLikelihood, want)
	}
}

// randomPatterns draws small projections.
func randomPatterns(rt *rapid.T) []consistency.Pattern {
	programs := rapid.IntRange(1, 6).Draw(rt, "programs")
	cell := rapid.SampledFrom([]int8{1, 1, 1, 0, 0, -1})
	var patterns []consistency.Pattern
	for range rapid.IntRange(1, 8).Draw(rt, "patterns") {
		patterns = append(patterns, consistency.Pattern{
			Cells: rapid.SliceOfN(cell, programs, programs).Draw(rt, "cells"), Rows: rapid.IntRange(1, 30).Draw(rt, "rows"),
		})
	}
	return patterns
}

// Whatever the start, the programs are not wrong more often than right on the whole.
func TestLabelSwitchNeverShows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := reliability.EMConfig{Start: rapid.SampledFrom([]reliability.Start{
			reliability.SoftMajority, reliability.HardMajority,
		}).Draw(rt, "start"), OneCoin: rapid.Bool().Draw(rt, "one coin")}
		if rapid.Bool().Draw(rt, "priors") {
			cfg.Beta = reliability.Beta{Right: 3, Wrong: 1, Class: [2]float64{1, 2}}
		}
		patterns := randomPatterns(rt)
		starts := reliability.Starts{Random: 3, LeaveOneOut: true, Seed: rapid.Uint64().Draw(rt, "seed")}
		explored, _ := reliability.Explore(patterns, cfg, starts)
		for _, fit := range []reliability.Fit{reliability.DawidSkene(patterns, cfg), explored} {
			sum, swapped := 0.0, 0.0
			for j, alpha := range fit.Alpha {
				if math.IsNaN(alpha) {
					continue
				}
				sum += alpha
				for q, c := range fit.Confusion[j] {
					if !math.IsNaN(c[0]) {
						swapped += fit.Prior[q] * c[1-q]
					}
				}
				if c := fit.Confusion[j]; alpha < -1e-12 || alpha > 1+1e-12 || c[0][0] < 0 || c[1][1] > 1 {
					rt.Errorf("program %d: alpha %v, %v", j, alpha, c)
				}
			}
			if sum < swapped-1e-6 {
				rt.Errorf("the alphas add up to %v, and with the other names to %v", sum, swapped)
			}
			if fit.LogLikelihood > 1e-9 || math.IsNaN(fit.LogLikelihood) {
				rt.Errorf("log-likelihood %v", fit.LogLikelihood)
			}
		}
	})
}

// Neither the order of the programs nor splitting a pattern in two changes anything, nor does it matter that equal programs
// are one column inside: the likelihood is that of the parameters.
func TestDawidSkeneSymmetries(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		patterns := randomPatterns(rt)
		fit := reliability.DawidSkene(patterns, reliability.EMConfig{MaxIterations: 10})
		to := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)).Perm(len(patterns[0].Cells))
		var moved []consistency.Pattern
		for _, p := range patterns {
			cells := make([]int8, len(to))
			for j, at := range to {
				cells[at] = p.Cells[j]
			}
			half := p.Rows / 2
			moved = append(moved,
				consistency.Pattern{Cells: cells, Rows: half}, consistency.Pattern{Cells: cells, Rows: p.Rows - half})
		}
		same := reliability.DawidSkene(moved, reliability.EMConfig{MaxIterations: 10})
		for j, at := range to {
			if !near(fit.Alpha[j], same.Alpha[at], 1e-6) {
				rt.Errorf("program %d: alpha %v, moved %v", j, fit.Alpha[j], same.Alpha[at])
			}
		}
		want := 0.0
		for _, p := range patterns {
			joint := fit.Prior
			seen := false
			for j, c := range p.Cells {
				if c == consistency.Missing {
					continue
				}
				seen = true
				for q := range 2 {
					if pi := fit.Confusion[j][q][c]; math.IsNaN(pi) {
						joint[q] /= 2
					} else {
						joint[q] *= pi
					}
				}
			}
			if seen {
				want += float64(p.Rows) * math.Log(joint[0]+joint[1])
			}
		}
		if !near(fit.LogLikelihood, want, 1e-6) {
			rt.Errorf("log-likelihood %v, want %v", fit.LogLikelihood, want)
		}
	})
}

// withoutLeaps is EM by itself: that is what pseudo-counts make of it, and these are too small to matter.
var withoutLeaps = reliability.EMConfig{
	Beta: reliability.Beta{Right: 1e-12, Wrong: 1e-12, Class: [2]float64{1e-12, 1e-12}},
}

// Leaps save rounds and change nothing else: EM by itself arrives at the same optimum. On the independent programs it passes
// by a saddle, where it is slow.
func TestLeapsLeadWhereEMGoes(t *testing.T) {
	tests := []struct {
		name   string
		matrix consistency.Matrix
	}{
		{"independent", independent(10, 20_000)}, {"modelled", modelled(10, 20_000)}, {"more programs", independent(15, 3000)},
	}
	for _, tt := range tests {
		patterns := consistency.Project(tt.matrix, upTo(tt.matrix.Programs), upTo(len(tt.matrix.Rows)))
		fit := reliability.DawidSkene(patterns, reliability.EMConfig{})
		plain := reliability.DawidSkene(patterns, withoutLeaps)
		if !fit.Converged || !plain.Converged || 2*fit.Iterations > plain.Iterations {
			t.Errorf("%s: %d rounds, EM by itself takes %d", tt.name, fit.Iterations, plain.Iterations)
		}
		if !near(fit.LogLikelihood, plain.LogLikelihood, 1e-6) {
			t.Errorf("%s: log-likelihood %v, EM by itself finds %v", tt.name, fit.LogLikelihood, plain.LogLikelihood)
		}
		for j := range fit.Alpha {
			if !near(fit.Alpha[j], plain.Alpha[j], 1e-8) {
				t.Errorf("%s, program %d: alpha %v, EM by itself finds %v", tt.name, j, fit.Alpha[j], plain.Alpha[j])
			}
		}
	}
}

// A leap may fall far below where EM was, and EM from there on ends at a lower peak. So such leaps are taken back. The
// patterns were found by trial: with all leaps taken, EM ends at -175.3 and at -446.1.
func TestLeapsDownAreTakenBack(t *testing.T) {
	tests := []struct {
		cells [][3]int8
		rows  []int
		peak  float64
	}{
		{
			[][3]int8{{0, -1, -1}, {-1, 1, -1}, {0, 1, -1}, {1, 0, 0}, {-1, 1, 0}, {0, 1, 0}, {-1, -1, 1}, {0, 0, 1}, {1, 1, 1}},
			[]int{43, 13, 19, 13, 6, 16, 1, 26, 13},
			-171.366461,
		},
		{
			[][3]int8{
				{0, -1, -1},
				{0, 1, -1},
				{-1, -1, 0},
				{-1, 0, 0},
				{1, 0, 0},
				{-1, 1, 0},
				{1, 1, 0},
				{0, -1, 1},
				{1, -1, 1},
				{0, 0, 1},
				{1, 1, 1},
			},
			[]int{65, 57, 37, 17, 25, 37, 7, 8, 36, 64, 4},
			-431.889057,
		},
	}
	for _, tt := range tests {
		var patterns []consistency.Pattern
		for i, cells := range tt.cells {
			patterns = append(patterns, consistency.Pattern{Cells: cells[:], Rows: tt.rows[i]})
		}
		fit := reliability.DawidSkene(patterns, reliability.EMConfig{})
		plain := reliability.DawidSkene(patterns, withoutLeaps)
		for what, f := range map[string]reliability.Fit{"with leaps": fit, "without": plain} {
			if !f.Converged || !near(f.LogLikelihood, tt.peak, 1e-6) {
				t.Errorf("%s: log-likelihood %.6f after %d rounds, want %.6f", what, f.LogLikelihood, f.Iterations, tt.peak)
			}
		}
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
