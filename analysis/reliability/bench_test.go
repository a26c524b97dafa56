package reliability_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"execre/analysis/consistency"
	"execre/analysis/reliability"
)

// independent has programs that err independently of each other, but for a third that never do: there is no second kind of
// rows for Dawid-Skene to find.
func independent(programs, rows int) consistency.Matrix {
	r := rand.New(rand.NewPCG(1, 2))
	m := consistency.Matrix{Programs: programs}
	for range rows {
		row := make([]int, programs)
		for j := programs / 3; j < programs; j++ {
			if r.IntN(2*programs) < j {
				row[j] = 1 + r.IntN(3)
			}
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// modelled has two kinds of rows, as the model does: on one of five half of the programs give the same wrong answer, on the
// others few do.
func modelled(programs, rows int) consistency.Matrix {
	r := rand.New(rand.NewPCG(1, 2))
	m := consistency.Matrix{Programs: programs}
	for range rows {
		row := make([]int, programs)
		hard := r.IntN(5) == 0
		for j := range row {
			if wrong := r.IntN(8*programs) < j; wrong || hard && r.IntN(2) == 0 {
				row[j] = 1
			}
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// A simple loop over the matrix, to measure the others against: how many cells differ from the first of their row.
func BenchmarkLoop(b *testing.B) {
	for _, size := range [][2]int{{10, 100_000}, {50, 10_000}, {20, 5_000}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			m := independent(size[0], size[1])
			for b.Loop() {
				differ := 0
				for _, row := range m.Rows {
					for _, cell := range row {
						if cell != row[0] {
							differ++
						}
					}
				}
				if differ == 0 {
					b.Fatal("all agree")
				}
			}
		})
	}
}

// The goals: 10 x 100,000 under 20 ms from the matrix and under 1 ms from patterns, 50 x 10,000 under 200 ms, whether or not
// there is a second kind of rows to find.
func BenchmarkDawidSkene(b *testing.B) {
	kinds := map[string]func(programs, rows int) consistency.Matrix{"modelled": modelled, "independent": independent}
	for _, size := range [][2]int{{10, 100_000}, {50, 10_000}} {
		for kind, matrix := range kinds {
			m := matrix(size[0], size[1])
			programs, rows := upTo(size[0]), upTo(size[1])
			patterns := consistency.Project(m, programs, rows)
			name := fmt.Sprintf("%dx%d/%s", size[0], size[1], kind)
			b.Run(name+"/raw", func(b *testing.B) {
				for b.Loop() {
					reliability.DawidSkene(consistency.Project(m, programs, rows), reliability.EMConfig{})
				}
			})
			b.Run(name+"/patterns", func(b *testing.B) {
				rounds := 0
				for b.Loop() {
					rounds = reliability.DawidSkene(patterns, reliability.EMConfig{}).Iterations
				}
				b.ReportMetric(float64(len(patterns)), "patterns")
				b.ReportMetric(float64(rounds), "rounds")
			})
			b.Run(name+"/published", func(b *testing.B) {
				for b.Loop() {
					reliability.DawidSkene(patterns, reliability.PublishedEM)
				}
			})
		}
	}
}

// The goal is under 5 ms after one program has changed. A decision is made anew each time: that costs no more.
func BenchmarkDecide20x5000(b *testing.B) {
	for _, right := range []int{12, 18} { // nobody is trusted, or they are
		b.Run(fmt.Sprintf("%d right", right), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			e := reliability.Evidence{Matrix: consistency.Matrix{Programs: 20}}
			for j := range 20 {
				e.Programs = append(e.Programs, reliability.Program{Name: fmt.Sprintf("p%02d", j), DuplicateOf: -1})
			}
			for range 5000 {
				row := make([]int, 20)
				for j := right; j < 20; j++ {
					if r.IntN(40) < j-10 {
						row[j] = 1 + r.IntN(3)
					}
				}
				e.Matrix.Rows = append(e.Matrix.Rows, row)
			}
			for b.Loop() {
				reliability.Decide(e)
			}
		})
	}
}
