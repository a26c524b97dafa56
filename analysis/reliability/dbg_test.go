package reliability

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"execre/analysis/consistency"
)

func TestDbg(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m := consistency.Matrix{Programs: 20}
	var all, rows []int
	for j := range 20 {
		all = append(all, j)
	}
	for i := range 5000 {
		rows = append(rows, i)
		row := make([]int, 20)
		for j := 12; j < 20; j++ {
			if r.IntN(40) < j-10 {
				row[j] = 1 + r.IntN(3)
			}
		}
		m.Rows = append(m.Rows, row)
	}
	pat := consistency.Project(m, all, rows)
	em := newEM(pat, EMConfig{}, false)
	em.majority(-1)
	for i := range 3000 {
		em.expect()
		l := em.logLikelihood()
		ch := em.maximise()
		if i%100 == 0 || i < 20 {
			fmt.Println(i, l, ch, em.prior[1], em.confusion[8], em.confusion[1])
		}
	}
	f := DawidSkene(pat, EMConfig{})
	fmt.Println(len(pat), f.Iterations, f.LogLikelihood, f.Prior, f.Confusion[19])
}
