package infer_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"execre/analysis/generate"
	"execre/analysis/infer"
	"execre/analysis/statement"
)

// tokens reads an input as the judge's own validator would: line by line, and within a line by single blanks.
type tokens struct {
	lines []string
	bad   string
}

func (k *tokens) fail(format string, args ...any) {
	if k.bad == "" {
		k.bad = fmt.Sprintf(format, args...)
	}
}

func (k *tokens) line() string {
	if len(k.lines) == 0 {
		k.fail("the input ends too early")
		return ""
	}
	l := k.lines[0]
	k.lines = k.lines[1:]
	return l
}

// ints reads a line of n integers from low to high.
func (k *tokens) ints(n int, low, high int64) []int64 {
	words := strings.Split(k.line(), " ")
	if len(words) != n {
		k.fail("a line has %d values instead of %d", len(words), n)
		return make([]int64, n)
	}
	out := make([]int64, n)
	for i, w := range words {
		x, err := strconv.ParseInt(w, 10, 64)
		if err != nil || strconv.FormatInt(x, 10) != w || x < low || x > high {
			k.fail("%q is no integer from %d to %d", w, low, high)
		}
		out[i] = x
	}
	return out
}

// text reads a line of n of the characters.
func (k *tokens) text(n int, characters string) {
	l := k.line()
	if len(l) != n || strings.Trim(l, characters) != "" {
		k.fail("%q are no %d of %s", l, n, characters)
	}
}

// edges reads m lines of pairs of vertices, no vertex with itself, and says how many parts the graph has.
func (k *tokens) edges(n, m int, simple, ascending bool) (parts int) {
	component := make([]int, n+1)
	for i := range component {
		component[i] = i
	}
	var find func(int) int
	find = func(x int) int {
		if component[x] != x {
			component[x] = find(component[x])
		}
		return component[x]
	}
	parts = n
	seen := map[[2]int64]bool{}
	for range m {
		e := k.ints(2, 1, int64(n))
		if e[0] == e[1] || ascending && e[0] > e[1] {
			k.fail("the edge %v", e)
		}
		if simple && (seen[[2]int64{e[0], e[1]}] || seen[[2]int64{e[1], e[0]}]) {
			k.fail("the edge %v is there twice", e)
		}
		seen[[2]int64{e[0], e[1]}] = true
		if k.bad != "" {
			return 0
		}
		if a, b := find(int(e[0])), find(int(e[1])); a != b {
			component[a] = b
			parts--
		}
	}
	return parts
}

func (k *tokens) permutation(n int) {
	seen := map[int64]bool{}
	for _, x := range k.ints(n, 1, int64(n)) {
		if seen[x] {
			k.fail("%d is there twice", x)
		}
		seen[x] = true
	}
}

// validators are written by hand from the statements of the problems.
var validators = map[string]func(k *tokens){
	"atcoder/abc081_b": func(k *tokens) {
		n := k.ints(1, 1, 200)[0]
		k.ints(int(n), 1, 1e9)
	},
	"atcoder/arc089_a": func(k *tokens) {
		last := int64(0)
		for range k.ints(1, 1, 1e5)[0] {
			row := k.ints(3, 0, 1e5)
			if row[0] <= last {
				k.fail("the time %d stands behind %d", row[0], last)
			}
			last = row[0]
		}
	},
	"atcoder/abc138_d": func(k *tokens) {
		nq := k.ints(2, 1, 2e5)
		if nq[0] < 2 {
			k.fail("N = %d", nq[0])
		}
		if parts := k.edges(int(nq[0]), int(nq[0])-1, true, true); parts != 1 {
			k.fail("%d parts", parts)
		}
		for range nq[1] {
			if row := k.ints(2, 1, 2e5); row[0] > nq[0] || row[1] > 1e4 {
				k.fail("the query %v", row)
			}
		}
	},
	"atcoder/abc151_d": func(k *tokens) {
		hw := k.ints(2, 1, 20)
		for range hw[0] {
			k.text(int(hw[1]), ".#")
		}
	},
	"atcoder/abc128_c": func(k *tokens) {
		nm := k.ints(2, 1, 10)
		for range nm[1] {
			words := strings.Split(k.line(), " ")
			if n, err := strconv.Atoi(words[0]); err != nil || n != len(words)-1 || n < 1 || int64(n) > nm[0] {
				k.fail("the switches %q", words)
			}
			seen := map[string]bool{}
			for _, w := range words[1:] {
				if x, err := strconv.Atoi(w); err != nil || x < 1 || int64(x) > nm[0] || seen[w] {
					k.fail("the switch %q of %q", w, words)
				}
				seen[w] = true
			}
		}
		k.ints(int(nm[1]), 0, 1)
	},
	"atcoder/abc150_c": func(k *tokens) {
		n := int(k.ints(1, 2, 8)[0])
		k.permutation(n)
		k.permutation(n)
	},
	"codeforces/1520A": func(k *tokens) {
		for range k.ints(1, 1, 1000)[0] {
			n := k.ints(1, 1, 50)[0]
			k.text(int(n), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		}
	},
	"codeforces/580C": func(k *tokens) {
		nm := k.ints(2, 1, 1e5)
		if nm[0] < 2 || nm[1] > nm[0] {
			k.fail("n, m = %v", nm)
		}
		k.ints(int(nm[0]), 0, 1)
		if parts := k.edges(int(nm[0]), int(nm[0])-1, true, false); parts != 1 {
			k.fail("%d parts", parts)
		}
	},
	"codeforces/1256B": func(k *tokens) {
		for range k.ints(1, 1, 100)[0] {
			k.permutation(int(k.ints(1, 1, 100)[0]))
		}
	},
	"codeforces/1676D": func(k *tokens) {
		cells := int64(0)
		for range k.ints(1, 1, 1000)[0] {
			nm := k.ints(2, 1, 200)
			for range nm[0] {
				k.ints(int(nm[1]), 0, 1e6)
			}
			cells += nm[0] * nm[1]
		}
		if cells > 4e4 {
			k.fail("%d cells", cells)
		}
	},
	"codeforces/1385E": func(k *tokens) {
		n, m := int64(0), int64(0)
		for range k.ints(1, 1, 2e4)[0] {
			nm := k.ints(2, 1, 2e5)
			n, m = n+nm[0], m+nm[1]
			seen := map[[2]int64]bool{}
			for range nm[1] {
				row := k.ints(3, 0, nm[0])
				x, y := min(row[1], row[2]), max(row[1], row[2])
				if row[0] > 1 || x < 1 || x == y || seen[[2]int64{x, y}] {
					k.fail("the edge %v", row)
				}
				seen[[2]int64{x, y}] = true
			}
			if nm[0] < 2 || n > 2e5 || m > 2e5 {
				k.fail("n, m = %v", nm)
			}
		}
	},
	"codeforces/1611E1": func(k *tokens) {
		all := int64(0)
		for range k.ints(1, 1, 1e4)[0] {
			if l := k.line(); l != "" {
				k.fail("%q instead of an empty line", l)
			}
			nk := k.ints(2, 1, 2e5)
			if all += nk[0]; nk[1] >= nk[0] || all > 2e5 {
				k.fail("n, k = %v", nk)
			}
			seen := map[int64]bool{}
			for _, x := range k.ints(int(nk[1]), 2, nk[0]) {
				if seen[x] {
					k.fail("%d is there twice", x)
				}
				seen[x] = true
			}
			if parts := k.edges(int(nk[0]), int(nk[0])-1, true, false); parts != 1 {
				k.fail("%d parts", parts)
			}
		}
	},
	"atcoder/abc264_c": func(k *tokens) {
		var large []int64
		for range 2 {
			hw := k.ints(2, 1, 10)
			for range hw[0] {
				k.ints(int(hw[1]), 1, 1e9)
			}
			if large != nil && (hw[0] > large[0] || hw[1] > large[1]) {
				k.fail("%v is larger than %v", hw, large)
			}
			large = hw
		}
	},
	"cses/1083": func(k *tokens) {
		n := k.ints(1, 2, 2e5)[0]
		seen := map[int64]bool{}
		for _, x := range k.ints(int(n-1), 1, n) {
			if seen[x] {
				k.fail("%d is there twice", x)
			}
			seen[x] = true
		}
	},
	"cses/1666": func(k *tokens) {
		nm := k.ints(2, 1, 2e5)
		if nm[0] > 1e5 {
			k.fail("n = %d", nm[0])
		}
		k.edges(int(nm[0]), int(nm[1]), true, false)
	},
}

// TestHandWrittenValidators makes inputs of what is inferred of real problems and has them judged by code that knows
// nothing of schemas.
func TestHandWrittenValidators(t *testing.T) {
	judged := 0
	for _, p := range realProblems(t) {
		validate := validators[p.name]
		if validate == nil {
			continue
		}
		judged++
		st := statement.Parse(p.text)
		guesses, err := infer.Infer(infer.Evidence{Statement: st}) // with its own samples
		if err != nil {
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		g, mistakes := generate.New(guesses[0].Schema)
		if g == nil {
			t.Fatalf("%s: %v", p.name, mistakes)
		}
		for i := range 200 {
			in, err := g.Random(rand.New(rand.NewPCG(2, uint64(i))), float64(i)/4000)
			if err != nil {
				t.Errorf("%s: input %d: %v", p.name, i, err)
				break
			}
			k := &tokens{lines: strings.Split(strings.TrimSuffix(in.Text, "\n"), "\n")}
			if validate(k); k.bad == "" && len(k.lines) > 0 {
				k.fail("%d lines are left", len(k.lines))
			}
			if k.bad != "" {
				t.Errorf("%s: %s in\n%.300s\nof\n%s", p.name, k.bad, in.Text, guesses[0].Text)
				break
			}
		}
	}
	if judged != len(validators) {
		t.Errorf("%d of %d validators have a problem", judged, len(validators))
	}
}
