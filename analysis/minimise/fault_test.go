package minimise

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// split returns the first k numbers and those behind them.
func split(text string, k int) (head, rest []int) {
	x := numbers(text)
	return x[:k], x[k:]
}

// maze says whether there is a way from the first cell to the last, and whether there is one that never goes up.
func maze(text string) (way, never bool) {
	g := linesOf(text)[1:]
	h, w := len(g), len(g[0])
	reach := func(steps [][2]int) bool {
		seen := map[[2]int]bool{}
		queue := [][2]int{{0, 0}}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			y, x := at[0], at[1]
			if y < 0 || x < 0 || y >= h || x >= w || g[y][x] == '#' || seen[at] {
				continue
			}
			seen[at] = true
			for _, d := range steps {
				queue = append(queue, [2]int{y + d[0], x + d[1]})
			}
		}
		return seen[[2]int{h - 1, w - 1}]
	}
	return reach([][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}), reach([][2]int{{0, 1}, {1, 0}, {0, -1}})
}

const (
	rangeSchema   = "N l r\nA_1 ... A_N\n---\n1 <= N <= 200\n1 <= l <= r <= N\n-10^9 <= A_i <= 10^9\n"
	recordsSchema = "Q\nx_1\n:\nx_Q\n---\n1 <= Q <= 300\n0 <= x_i <= 100\n"
	weightSchema  = "N M\nu_1 v_1 w_1\n:\nu_M v_M w_M\n---\n1 <= N <= 30\n0 <= M <= 60\n1 <= w_i <= 10^9\n(u, v) is a simple graph on 1..N\n"
	placeSchema   = "H W r c\ns_{1,1}s_{1,2}...s_{1,W}\n:\ns_{H,1}s_{H,2}...s_{H,W}\n---\n1 <= H, W <= 30\n1 <= r <= H\n1 <= c <= W\ns_{i,j} in {., #}\n"
	sumSchema     = "T\nrepeat T:\n  N\n  A_1 ... A_N\n---\n1 <= T <= 100\n1 <= N <= 100\n0 <= A_i <= 1000\nsum of N <= 500\n"
	spanSchema    = "N\nL_1 R_1\n:\nL_N R_N\n---\n1 <= N <= 100\n1 <= L_i < R_i <= 10^9\n"
	updateSchema  = "N Q\nA_1 ... A_N\nrepeat Q:\n  one of:\n    1 i x\n    2 l r\n---\n1 <= N <= 50\n1 <= Q <= 50\n0 <= A_i <= 10^9\n1 <= i <= N\n0 <= x <= 10^9\n1 <= l <= r <= N\n"
	treeAskSchema = "N Q\nu_1 v_1\n:\nu_{N-1} v_{N-1}\na_1 b_1\n:\na_Q b_Q\n---\n2 <= N <= 100\n1 <= Q <= 50\n(u, v) is a tree on 1..N\n1 <= a_i, b_i <= N\n"
	dagSchema     = "N M\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 30\n0 <= M <= 60\n(u, v) is a DAG on 1..N\n"
	wordsSchema   = "N\nS_1\n:\nS_N\n---\n1 <= N <= 30\n1 <= |S_i| <= 20\nS_i matches [a-c]+\n"
	eventSchema   = "N\nt_1 x_1\n:\nt_N x_N\n---\n1 <= N <= 100\n0 <= t_i, x_i <= 1000\nt is sorted\n"
	routeSchema   = "N M s t\nu_1 v_1\n:\nu_M v_M\n---\n1 <= N <= 30\n0 <= M <= 60\n1 <= s, t <= N\n(u, v) is a simple graph on 1..N\n"
	leafSchema    = "N\nA_1 ... A_N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\n---\n2 <= N <= 100\n0 <= A_i <= 1000\n(u, v) is a tree on 1..N\n"
	numberSchema  = "x\n---\n1 <= x <= 10^18\n"
)

func power6(x int) bool {
	for k := 2; k*k*k*k*k*k <= x && k < 1000; k++ {
		if k*k*k*k*k*k == x {
			return true
		}
	}
	return false
}

// distance between two vertices of the tree of treeAskSchema.
func distance(n int, edges []int, a, b int) int {
	at := make([][]int, n+1)
	for i := 0; i < len(edges); i += 2 {
		at[edges[i]] = append(at[edges[i]], edges[i+1])
		at[edges[i+1]] = append(at[edges[i+1]], edges[i])
	}
	dist := map[int]int{a: 0}
	queue := []int{a}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range at[v] {
			if _, ok := dist[w]; !ok {
				dist[w] = dist[v] + 1
				queue = append(queue, w)
			}
		}
	}
	return dist[b]
}

// spans calls f with all pairs of intervals.
func spans(text string, f func(l, r, l2, r2 int) bool) bool {
	_, x := split(text, 1)
	for i := 0; i < len(x); i += 2 {
		for j := 0; j < len(x); j += 2 {
			if i != j && f(x[i], x[i+1], x[j], x[j+1]) {
				return true
			}
		}
	}
	return false
}

func digits(x int) (sum int) {
	for ; x > 0; x /= 10 {
		sum += x % 10
	}
	return sum
}

// Faults of further kinds: what hangs on places, on line numbers, on arithmetic.
func TestShrinkFurther(t *testing.T) {
	cases := []fault{
		{"a fall between two named places", rangeSchema, func(s string) bool {
			h, a := split(s, 3)
			return a[h[1]-1] > a[h[2]-1]
		}, "2 1 2\n1 0\n", ""},
		{"equal ends of a range", rangeSchema, func(s string) bool {
			h, a := split(s, 3)
			return h[1] < h[2] && a[h[1]-1] == a[h[2]-1]
		}, "2 1 2\n0 0\n", "7 4 6\n8 15 -2 77 3 77 5\n"},
		{"a range of three in the middle", rangeSchema, func(s string) bool {
			h, _ := split(s, 3)
			return h[1] > 1 && h[2] < h[0] && h[2]-h[1] >= 2
		}, "5 2 4\n0 0 0 0 0\n", ""},
		{"every third line", recordsSchema, func(s string) bool {
			_, x := split(s, 1)
			for i := 2; i < len(x); i += 3 {
				if x[i] == 5 {
					return true
				}
			}
			return false
		}, "3\n0\n0\n5\n", ""},
		{"a number of lines that is 2 more than a multiple of 5", recordsSchema, func(s string) bool {
			_, x := split(s, 1)
			return len(x)%5 == 2 && slices.Max(x) > 10
		}, "2\n0\n11\n", ""},
		{"a line behind a multiple of 7", recordsSchema, func(s string) bool {
			_, x := split(s, 1)
			for i := 7; i < len(x); i += 7 {
				if x[i] > x[i-1] {
					return true
				}
			}
			return false
		}, "8\n0\n0\n0\n0\n0\n0\n0\n1\n", ""},
		{"a square that is a cube", numberSchema, func(s string) bool { return power6(numbers(s)[0]) }, "64\n", "4096\n"},
		{"a product of n and n+1 overflows", numberSchema, func(s string) bool {
			n := float64(numbers(s)[0])
			return n*(n+1) > math.MaxInt64
		}, "3037000500\n", ""},
		{"the sum of the digits", numberSchema, func(s string) bool { return digits(numbers(s)[0]) >= 15 }, "69\n", ""},
		{"two bits before three that are not set", "x\n---\n1 <= x <= 1000\n", func(s string) bool {
			return strings.Contains(strconv.FormatInt(int64(numbers(s)[0]), 2), "11000")
		}, "24\n", ""},
		{"a detour is shorter", weightSchema, func(s string) bool {
			h, x := split(s, 2)
			w := make([][]int, h[0]+1)
			for i := range w {
				w[i] = make([]int, h[0]+1)
			}
			for i := 0; i < len(x); i += 3 {
				w[x[i]][x[i+1]], w[x[i+1]][x[i]] = x[i+2], x[i+2]
			}
			for a := range w {
				for b := range w {
					for c := range w {
						if a < c && w[a][b] > 0 && w[b][c] > 0 && w[a][b]+w[b][c] < w[a][c] {
							return true
						}
					}
				}
			}
			return false
		}, "3 3\n1 2 1\n1 3 1\n2 3 3\n", ""},
		{"a period, three times", wordSchema, func(s string) bool {
			s = strings.TrimSpace(s)
			for p := 2; 3*p <= len(s); p++ {
				if s[p:] == s[:len(s)-p] && strings.Trim(s, s[:1]) != "" {
					return true
				}
			}
			return false
		}, "ababab\n", "abcabxabcabxabcabxab\n"},
		{"a border of one", wordSchema, func(s string) bool {
			s = strings.TrimSpace(s)
			return len(s) >= 3 && s[0] == s[len(s)-1] && s[1] != s[0]
		}, "aba\n", ""},
		{"a way that goes up", gridSchema, func(s string) bool {
			way, never := maze(s)
			return way && !never
		}, "2 5\n.#...\n...#.\n", "6 9\n..#......\n..#..#...\n..#..##..\n..#...#..\n......#..\n......##.\n"},
		{"a named cell and the one before it", placeSchema, func(s string) bool {
			h, _ := split(s, 4)
			row := linesOf(s)[h[2]]
			return h[3] > 1 && row[h[3]-1] == '#' && row[h[3]-2] == '#'
		}, "1 2 1 2\n##\n", ""},
		{"a long case before a short one", sumSchema, func(s string) bool {
			l := linesOf(s)
			for i := 3; i < len(l); i += 2 {
				if numbers(l[i])[0] == 1 && numbers(l[i-2])[0] >= 3 {
					return true
				}
			}
			return false
		}, "2\n3\n0 0 0\n1\n0\n", ""},
		{"two falls side by side", permSchema, func(s string) bool {
			_, p := split(s, 1)
			for i := 2; i < len(p); i++ {
				if p[i] < p[i-1] && p[i-1] < p[i-2] {
					return true
				}
			}
			return false
		}, "3\n3 2 1\n", ""},
		{"a fixed point of a permutation that moves", permSchema, func(s string) bool {
			_, p := split(s, 1)
			fixed := false
			for i, x := range p {
				fixed = fixed || x == i+1
			}
			return fixed && !slices.IsSorted(p)
		}, "3\n1 3 2\n", ""},
		{"an interval inside another", spanSchema, func(s string) bool {
			return spans(s, func(l, r, l2, r2 int) bool { return l < l2 && r2 < r })
		}, "2\n1 4\n2 3\n", ""},
		{"intervals with the same end", spanSchema, func(s string) bool {
			return spans(s, func(l, r, l2, r2 int) bool { return l < l2 && r2 == r })
		}, "2\n1 3\n2 3\n", "4\n5 9\n100 5000\n7 8\n430 5000\n"},
		{"a sum modulo 1000", "N\nA_1 ... A_N\n---\n1 <= N <= 50\n0 <= A_i <= 10^9\n", func(s string) bool {
			_, x := split(s, 1)
			return sum(x)%1000 == 7 && sum(x) > 7
		}, "1\n1007\n", "4\n31415 92653 5000 10939\n"},
		{"the last is the greatest", arraySchema, func(s string) bool {
			_, x := split(s, 1)
			return len(x) > 2 && x[len(x)-1] > slices.Max(x[:len(x)-1])
		}, "3\n0 0 1\n", ""},
		{"a tie with less in between", arraySchema, func(s string) bool {
			_, x := split(s, 1)
			for i := 2; i < len(x); i++ {
				for j := range i - 1 {
					if x[i] == x[j] && slices.Max(x[j+1:i]) < x[i] {
						return true
					}
				}
			}
			return false
		}, "3\n1 0 1\n", "6\n8 54 12 9 54 3\n"},
		{"an update inside of a range", updateSchema, func(s string) bool {
			l := linesOf(s)[2:]
			for k, q := range l {
				for _, p := range l[:k] {
					x, y := numbers(p), numbers(q)
					if x[0] == 1 && y[0] == 2 && y[1] < x[1] && x[1] <= y[2] {
						return true
					}
				}
			}
			return false
		}, "2 2\n0 0\n1 2 0\n2 1 2\n", ""},
		{"a distance of three", treeAskSchema, func(s string) bool {
			h, x := split(s, 2)
			edges, asked := x[:2*h[0]-2], x[2*h[0]-2:]
			for i := 0; i < len(asked); i += 2 {
				if distance(h[0], edges, asked[i], asked[i+1]) >= 3 {
					return true
				}
			}
			return false
		}, "4 1\n1 2\n1 3\n2 4\n3 4\n", ""},
		{"a way of three edges", dagSchema, func(s string) bool {
			h, x := split(s, 2)
			depth := make([]int, h[0]+1)
			for range h[0] {
				for i := 0; i < len(x); i += 2 {
					depth[x[i+1]] = max(depth[x[i+1]], depth[x[i]]+1)
				}
			}
			return slices.Max(depth) >= 3
		}, "4 3\n1 2\n2 3\n3 4\n", ""},
		{"one word begins another", wordsSchema, func(s string) bool {
			l := linesOf(s)[1:]
			for i, a := range l {
				for j, b := range l {
					if i != j && a != b && strings.HasPrefix(b, a) {
						return true
					}
				}
			}
			return false
		}, "2\na\naa\n", ""},
		{"numbers that differ in eight bits", "a b\n---\n1 <= a, b <= 10^6\n", func(s string) bool {
			x := numbers(s)
			return x[0]^x[1] == 255
		}, "1 254\n", "87654 87705\n"},
		{"equal gaps", "N\nA_1 ... A_N\n---\n1 <= N <= 50\n1 <= A_i <= 10^6\nA is strictly increasing\n", func(s string) bool {
			_, x := split(s, 1)
			for i := 2; i < len(x); i++ {
				if x[i]-x[i-1] == x[i-1]-x[i-2] {
					return true
				}
			}
			return false
		}, "3\n1 2 3\n", "6\n3 40 57 1000 1943 30000\n"},
		{"half a unit", "x\n---\nx is real with 2 decimals\n0 <= x <= 1000\n", func(s string) bool {
			return strings.HasSuffix(strings.TrimSpace(s), "5")
		}, "0.05\n", ""},
		{"a value that is its place", recordsSchema, func(s string) bool {
			_, x := split(s, 1)
			for i := 3; i < len(x); i++ {
				if x[i] == i+1 {
					return true
				}
			}
			return false
		}, "4\n0\n0\n0\n4\n", ""},
		{"events at the same time", eventSchema, func(s string) bool {
			_, x := split(s, 1)
			for i := 2; i < len(x); i += 2 {
				if x[i] == x[i-2] && x[i+1] < x[i-1] {
					return true
				}
			}
			return false
		}, "2\n0 1\n0 0\n", "4\n3 5\n17 30\n17 12\n50 50\n"},
		{"a way of two edges between named vertices", routeSchema, func(s string) bool {
			h, x := split(s, 4)
			return distance(h[0], x, h[2], h[3]) == 2
		}, "3 2 1 2\n1 3\n2 3\n", ""},
		{"a leaf above its neighbour", leafSchema, func(s string) bool {
			x := numbers(s)
			n, a, edges := x[0], x[1:1+x[0]], x[1+x[0]:]
			degree := make([]int, n+1)
			for _, v := range edges {
				degree[v]++
			}
			for i, v := range edges {
				if degree[v] == 1 && a[v-1] > a[edges[i^1]-1] {
					return true
				}
			}
			return false
		}, "2\n0 1\n1 2\n", ""},
		{"a letter at a named place", "S\nk\n---\n1 <= |S| <= 50\nS matches [a-z]+\n1 <= k <= |S|\n", func(s string) bool {
			l := linesOf(s)
			k := numbers(l[1])[0]
			return k >= 3 && l[0][k-1] == 'b'
		}, "aab\n3\n", ""},
		{"words that differ at three places", "S\nT\n---\n1 <= |S| <= 50\n|S| = |T|\nS matches [a-c]+\nT matches [a-c]+\n", func(s string) bool {
			l := linesOf(s)
			n := 0
			for i := range l[0] {
				if l[0][i] != l[1][i] {
					n++
				}
			}
			return n >= 3
		}, "aaa\nbbb\n", ""},
		{"an odd sum of weights", weightSchema, func(s string) bool {
			_, x := split(s, 2)
			total := 0
			for i := 2; i < len(x); i += 3 {
				total += x[i]
			}
			return len(x) >= 6 && total%2 == 1
		}, "3 2\n1 2 1\n1 3 2\n", ""},
		{"brackets that close first", "S\n---\n1 <= |S| <= 50\nS matches [()]+\n", func(s string) bool {
			s = strings.TrimSpace(s)
			return strings.Count(s, "(") == strings.Count(s, ")") && s[0] == ')'
		}, ")(\n", ""},
		{"brackets three deep", "S\n---\n1 <= |S| <= 50\nS matches [()]+\n", func(s string) bool {
			depth, most := 0, 0
			for _, c := range strings.TrimSpace(s) {
				if depth += 1; c == ')' {
					depth -= 2
				}
				if most = max(most, depth); depth < 0 {
					return false
				}
			}
			return depth == 0 && most >= 3
		}, "((()))\n", "(()(()(()))())()\n"},
		{"the last of a sorted list is sought", "N x\nA_1 ... A_N\n---\n1 <= N <= 100\n0 <= x, A_i <= 10^9\nA is sorted\n", func(s string) bool {
			h, a := split(s, 2)
			n := len(a)
			return n >= 4 && a[n-1] == h[1] && a[n-2] < h[1]
		}, "4 1\n0 0 0 1\n", "6 40\n1 5 9 17 22 40\n"},
		{"a root in floating point", numberSchema, func(s string) bool {
			x := numbers(s)[0]
			root := int(math.Sqrt(float64(x)))
			return root*root > x
		}, "4503599761588224\n", "999999999999999936\n"},
		{"a perfect square beyond 32 bits", numberSchema, func(s string) bool {
			x := numbers(s)[0]
			root := int(math.Round(math.Sqrt(float64(x))))
			return root*root == x && x >= 1<<32
		}, "4294967296\n", "810000000000000000\n"},
		{"a zero in front", "S\n---\n1 <= |S| <= 30\nS matches [0-9]+\n", func(s string) bool {
			s = strings.TrimSpace(s)
			return s[0] == '0' && strings.Trim(s, "0") != ""
		}, "01\n", ""},
		{"a sum of zero without zeros", arraySchema, func(s string) bool {
			_, x := split(s, 1)
			return !slices.Contains(x, 0) && sum(x) == 0
		}, "2\n1 -1\n", "5\n10 -30 17 40 -37\n"},
	}
	for _, c := range cases {
		t.Run(c.name, c.check)
	}
}
