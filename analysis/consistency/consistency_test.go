package consistency_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"execre/analysis/consistency"
)

const (
	crash  = consistency.Crash
	late   = consistency.TimeLimit
	notRun = consistency.NotRun
)

func column(m consistency.Matrix, j int) []int {
	out := make([]int, len(m.Rows))
	for i, row := range m.Rows {
		out[i] = row[j]
	}
	return out
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// coupon is one row of each kind of the coupon example: A, B, C are right, D and E are wrong where the total is just
// enough, F and G where the number of items is; where both are, the four agree on the wrong answer.
var coupon = consistency.Matrix{Programs: 7, Rows: [][]int{
	{0, 0, 0, 1, 1, 0, 0},
	{0, 0, 0, 0, 0, 1, 1},
	{0, 0, 0, 1, 1, 1, 1},
}}

func TestClasses(t *testing.T) {
	m := consistency.Matrix{Programs: 8, Rows: [][]int{
		{5, 0, 0, crash, crash, late, notRun, 0},
		{0, 3, 3, 0, 0, 0, notRun, 3},
		{0, 0, 0, 0, 1, 0, 0, 1},
	}}
	tests := []struct {
		name           string
		programs, rows []int
		want           []consistency.Class
	}{
		{"every difference counts, and so does every way to give no answer", upTo(8), upTo(3), []consistency.Class{
			{Members: []int{1, 2}, Clean: true},
			{Members: []int{0}, Clean: true},
			{Members: []int{3}},
			{Members: []int{4}},
			{Members: []int{5}},
			{Members: []int{6}},
			{Members: []int{7}, Clean: true},
		}},
		{"only the given rows and programs", []int{7, 4, 2, 1, 3}, []int{0, 1}, []consistency.Class{
			{Members: []int{1, 2, 7}, Clean: true},
			{Members: []int{3, 4}},
		}},
		{"no rows", []int{4, 2}, nil, []consistency.Class{{Members: []int{2, 4}, Clean: true}}},
		{"no programs", nil, upTo(3), nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, consistency.Classes(m, tt.programs, tt.rows)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestMode(t *testing.T) {
	tests := []struct {
		row    []int
		answer int
		ok     bool

		published int
	}{
		{[]int{0, 1, 1}, 1, true, 1},
		{[]int{3, 3, 3}, 3, true, 3},
		{[]int{0, 1}, 0, false, 0},
		{[]int{0, 1, 2, 2, 1}, 0, false, 1},
		{[]int{0, 0, 1, 1, 2, 2, 2}, 2, true, 2},
		{[]int{crash, crash, crash, 4}, 4, true, crash}, // three crashes are no majority
		{[]int{late, late, notRun, notRun}, 0, false, late},
		{nil, 0, false, notRun},
	}
	for _, tt := range tests {
		answer, ok := consistency.Mode(tt.row, upTo(len(tt.row)))
		if value := consistency.PublishedMode(tt.row, upTo(len(tt.row))); value != tt.published {
			t.Errorf("PublishedMode(%v) = %d, want %d", tt.row, value, tt.published)
		}
		if ok != tt.ok || ok && answer != tt.answer {
			t.Errorf("Mode(%v) = %d, %v; want %d, %v", tt.row, answer, ok, tt.answer, tt.ok)
		}
	}
	if answer, ok := consistency.Mode([]int{0, 0, 1}, []int{2}); answer != 1 || !ok {
		t.Errorf("programs that do not vote decide the mode: %d, %v", answer, ok)
	}
}

func TestAgreement(t *testing.T) {
	m := consistency.Matrix{Programs: 4, Rows: [][]int{
		{0, 0, 1, notRun},
		{0, 0, crash, 0},
		{0, 1, crash, notRun}, // shared: nobody agrees, and the row counts
		{late, 2, 2, 2},
	}}
	modes := consistency.Modes(m, upTo(4), upTo(4))
	if want := []int{0, 0, notRun, 2}; !slices.Equal(modes, want) {
		t.Errorf("modes %v, want %v", modes, want)
	}
	want := [][2]int{{2, 4}, {3, 4}, {1, 4}, {2, 2}}
	for j, w := range want {
		agree, run := consistency.Same(column(m, j), modes, nil)
		if agree != w[0] || run != w[1] {
			t.Errorf("program %d agrees on %d of %d rows, want %d of %d", j, agree, run, w[0], w[1])
		}
	}
}

// The mean pairwise agreement of the coupon example is 13/21 for A to C and 11/21 for D to G (the paper's introduction).
func TestPairwiseAgreementOfCoupon(t *testing.T) {
	for j := range 7 {
		sum := 0
		for k := range 7 {
			same, run := consistency.Same(column(coupon, j), column(coupon, k), nil)
			if run != 3 {
				t.Fatalf("program %d was run on %d rows, want 3", j, run)
			}
			sum += same
		}
		want := 13
		if j >= 3 {
			want = 11
		}
		if sum != want {
			t.Errorf("program %d: %d/21, want %d/21", j, sum, want)
		}
	}
}

func TestSame(t *testing.T) {
	a, b := []int{crash, 0, notRun, late, 1}, []int{crash, notRun, 0, late, 1}
	if same, run := consistency.Same(a, b, nil); same != 1 || run != 4 {
		t.Errorf("Same = %d of %d, want 1 of 4: no answer is no common answer", same, run)
	}
	if same, run := consistency.Same(a, b, []int{1, 1, 1, 1, 5}); same != 5 || run != 8 {
		t.Errorf("Same = %d of %d, want 5 of 8: the last row stands for five inputs", same, run)
	}
}

func TestProjectTimes(t *testing.T) {
	m := consistency.Matrix{Programs: 2, Rows: [][]int{{0, 0}, {0, 1}, {2, 2}}, Times: []int{3, 4, 5}}
	want := []consistency.Pattern{{Cells: []int8{-1, -1}, Rows: 4}, {Cells: []int8{1, 1}, Rows: 8}}
	if diff := cmp.Diff(want, consistency.Project(m, upTo(2), upTo(3))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestProject(t *testing.T) {
	m := consistency.Matrix{Programs: 4, Rows: [][]int{
		{0, 0, 1, crash},
		{0, 1, crash, late}, // shared: missing for all
		{2, 2, 0, late},
		{0, 0, 0, 1},
		{crash, crash, crash, 0}, // crashes do not vote
		{1, 0, notRun, notRun},
	}}
	want := []consistency.Pattern{
		{Cells: []int8{-1, -1, -1, -1}, Rows: 2},
		{Cells: []int8{-1, -1, -1, 1}, Rows: 1},
		{Cells: []int8{1, 1, 0, -1}, Rows: 2},
		{Cells: []int8{1, 1, 1, 0}, Rows: 1},
	}
	if diff := cmp.Diff(want, consistency.Project(m, upTo(4), upTo(6))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want = []consistency.Pattern{
		{Cells: []int8{1, 0, -1, -1}, Rows: 1},
		{Cells: []int8{1, 0, 0, 0}, Rows: 1}, // shared: the first one's
		{Cells: []int8{1, 1, 0, 0}, Rows: 2},
		{Cells: []int8{1, 1, 1, 0}, Rows: 2}, // a crash is a value, and three of them are the most frequent one
	}
	if diff := cmp.Diff(want, consistency.ProjectPublished(m, upTo(4), upTo(6))); diff != "" {
		t.Errorf("published (-want +got):\n%s", diff)
	}
	want = []consistency.Pattern{{Cells: []int8{0, 1, 1, 0, 0, 1, 1}, Rows: 1}}
	wrong := consistency.Project(coupon, []int{0, 3, 4, 1, 2, 5, 6}, []int{2})
	if diff := cmp.Diff(want, wrong); diff != "" {
		t.Errorf("the majority need not be right (-want +got):\n%s", diff)
	}
}

// Which answer id stands for which answer, and the order of programs and rows, are accidents.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		programs, rows := rapid.IntRange(1, 6).Draw(rt, "programs"), rapid.IntRange(1, 6).Draw(rt, "rows")
		cell := rapid.SampledFrom([]int{0, 0, 0, 1, 1, 2, crash, late, notRun})
		m := consistency.Matrix{Programs: programs}
		for range rows {
			m.Rows = append(m.Rows, rapid.SliceOfN(cell, programs, programs).Draw(rt, "row"))
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		program, row, id := r.Perm(programs), r.Perm(rows), r.Perm(3)
		shuffled := consistency.Matrix{Programs: programs}
		for _, from := range row {
			cells := make([]int, programs)
			for to, j := range program {
				cells[to] = m.Rows[from][j]
				if cells[to] >= 0 {
					cells[to] = id[cells[to]]
				}
			}
			shuffled.Rows = append(shuffled.Rows, cells)
		}
		all, in := upTo(programs), upTo(rows)
		inverse := make([]int, programs) // where each program went
		for to, j := range program {
			inverse[j] = to
		}
		if diff := cmp.Diff(consistency.Project(m, all, in), consistency.Project(shuffled, inverse, in)); diff != "" {
			rt.Errorf("patterns (-want +got):\n%s", diff)
		}
		classes := func(m consistency.Matrix, name []int) [][]int {
			var members [][]int
			for _, c := range consistency.Classes(m, all, in) {
				var named []int
				for _, j := range c.Members {
					named = append(named, name[j])
				}
				slices.Sort(named)
				members = append(members, named)
			}
			slices.SortFunc(members, slices.Compare)
			return members
		}
		if diff := cmp.Diff(classes(m, all), classes(shuffled, program)); diff != "" {
			rt.Errorf("classes (-want +got):\n%s", diff)
		}
		for j := range programs {
			a, n := consistency.Same(column(m, j), consistency.Modes(m, all, in), nil)
			b, k := consistency.Same(column(shuffled, inverse[j]), consistency.Modes(shuffled, all, in), nil)
			if a != b || n != k {
				rt.Errorf("agreement of program %d: %d/%d, shuffled %d/%d", j, a, n, b, k)
			}
		}
	})
}
