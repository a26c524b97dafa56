package cli

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// oracles answer the bundled problems, written apart from every candidate and
// without regard for speed.
var oracles = map[string]func(input string) string{
	"abc-316": func(input string) string {
		n, err := strconv.Atoi(strings.TrimSpace(input)[3:])
		return yes(err == nil && n >= 1 && n <= 349 && n != 316)
	},
	"coupon": func(input string) string {
		v := numbers(input)
		return yes(v[0] >= 25 && v[1] >= 3)
	},
	"diameter": func(input string) string {
		v := numbers(input)
		n := v[0]
		const far = 1 << 20
		d := make([][]int, n+1)
		for i := range d {
			d[i] = slices.Repeat([]int{far}, n+1)
			d[i][i] = 0
		}
		for i := 1; i+1 < len(v); i += 2 {
			d[v[i]][v[i+1]], d[v[i+1]][v[i]] = 1, 1
		}
		longest := 0
		for k := 1; k <= n; k++ {
			for i := 1; i <= n; i++ {
				for j := 1; j <= n; j++ {
					d[i][j] = min(d[i][j], d[i][k]+d[k][j])
				}
			}
		}
		for i := 1; i <= n; i++ {
			longest = max(longest, slices.Max(d[i][1:]))
		}
		return strconv.Itoa(longest)
	},
	"intervals": func(input string) string {
		v := numbers(input)
		covered := map[int]bool{} // unit steps
		last := 0
		for i := 1; i+1 < len(v); i += 2 {
			for x := v[i]; x < v[i+1]; x++ {
				covered[x] = true
			}
			last = max(last, v[i+1])
		}
		var out strings.Builder
		for x := 1; x <= last; x++ {
			if covered[x] && !covered[x-1] {
				fmt.Fprintf(&out, "%d ", x)
			}
			if !covered[x] && covered[x-1] {
				fmt.Fprintf(&out, "%d\n", x)
			}
		}
		return out.String()
	},
	"nearest-five": func(input string) string {
		n := numbers(input)[0]
		best := 0
		for station := 0; station <= 100; station += 5 {
			if abs(station-n) < abs(best-n) {
				best = station
			}
		}
		return strconv.Itoa(best)
	},
	"restaurants": func(input string) string {
		lines := bufio.NewScanner(strings.NewReader(input))
		next := func() string { lines.Scan(); return lines.Text() }
		n, _ := strconv.Atoi(next())
		for range n {
			k, _ := strconv.Atoi(next())
			name := next()
			menu := map[string]bool{}
			for range k {
				menu[next()] = true
			}
			if menu["pea soup"] && menu["pancakes"] {
				return name
			}
		}
		return "Anywhere is fine I guess"
	},
	"side-by-side": func(input string) string {
		v := numbers(input)
		return yes(v[1]-v[0] == 1 && (v[0]-1)/3 == (v[1]-1)/3)
	},
}

func yes(b bool) string {
	if b {
		return "Yes"
	}
	return "No"
}

func abs(n int) int { return max(n, -n) }

func numbers(text string) []int {
	var all []int
	for _, field := range strings.Fields(text) {
		n, err := strconv.Atoi(field)
		if err != nil {
			panic(err)
		}
		all = append(all, n)
	}
	return all
}
