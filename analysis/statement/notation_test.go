package statement

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ from, want string }{
		{`$1 \leq N \leq 2 \times 10^5$`, `$1 <= N <= 2 * 10^5$`},
		{`$1 \leqslant a_{i} \lt 10^{18}$`, `$1 <= a_{i} < 10^{18}$`},
		{`1 ≦ N ≦ 10⁵`, `1 <= N <= 10^{5}`},
		{`１≦Ｎ≦１００，０００`, `1<=N<=100, 000`},
		{`$1 \le n \le 200\,000$`, `$1 <= n <= 200000$`},
		{`1 ≤ n ≤ 100,000 and 1,000,000`, `1 <= n <= 100000 and 1000000`},
		{`1 ≤ n ≤ 20,000, 1 ≤ m ≤ 300,000`, `1 <= n <= 20000, 1 <= m <= 300000`},
		{`in {100,200} or a_{1,234}`, `in {100,200} or a_{1,234}`},
		{`1 ≤ n ≤ 200 000`, `1 <= n <= 200000`},
		{"1 \u2264 n \u2264 200\u2009000", `1 <= n <= 200000`},
		{`1 &le; n &lt; 5`, `1 <= n < 5`},
		{`1 <= n <= 10**5`, `1 <= n <= 10^5`},
		{`$-2^{31} \le x \le 2^{31}-1$`, `$-2^{31} <= x <= 2^{31}-1$`},
		{`$a_1, a_2, \ldots, a_n$`, `$a_1, a_2, ..., a_n$`},
		{`a₁, a₂, …, aₙ`, `a_{1}, a_{2}, ..., a_{n}`},
		{`$\frac{N(N-1)}{2}$`, `$($N(N-1)$)/($2$)$`},
		{`$\min\left(10^9, N\right)$`, `$ min (10^9, N )$`},
		{`$S \in \{0, 1\}$`, `$S in {0, 1}$`},
		{`**Input:** nums[i] and grid[i][j]`, `Input: nums_{i} and grid_{i,j}`},
		{`an integer n — the number, −5 and 3–4`, `an integer n -- the number, -5 and 3-4`},
		{`\texttt{L} (land) and \textbf{W}`, `L (land) and W`},
		{`$\sum_{i=1}^{N} K_i$`, `$ sum K_i$`},
		{`𝑛 and 𝑎`, `n and a`},
		{`* an item`, `- an item`},
		{`$A _ i \leq 10 ^ 9$`, `$A_i <= 10^9$`},
		{`costs $5`, `costs 5`},
	} {
		raw := splitLines(c.from)[0].raw
		if got := plain(raw); got != c.want {
			t.Errorf("plain(%q) = %q, want %q", c.from, got, c.want)
		}
	}
}

func TestChains(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`1 <= N <= 2*10^5`, `1 <= N <= 2*10^5`},
		{`1 <= N, M <= 50`, `1 <= N, M <= 50`},
		{`1 <= a, b <= n, a != b`, `1 <= a, b <= n; a != b`},
		{`1 <= N <= 5, 1 <= M <= 9`, `1 <= N <= 5; 1 <= M <= 9`},
		{`For each test case, n <= 100 holds`, `n <= 100`},
		{`$1 <= A_{i, j} <= 10^{9}$`, `1 <= A_{i,j} <= 10^9`},
		{`0 <= M <= min(10^9, N(N-1)/2)`, `0 <= M <= min(10^9, N*(N-1)/2)`},
		{`|A_i| <= 2N`, `|A_i| <= 2*N`},
		{`1 <= len(S) <= 2 x 10^5`, `1 <= |S| <= 2*10^5`},
		{`1 <= l <= r <= n - the number`, `1 <= l <= r <= n`},
		{`0 <= x < 2^{30}`, `0 <= x < 2^30`},
		{`x < 2^{n-1}`, `x < 2^(n-1)`},
		{`A_1 < A_2 < ... < A_N`, `A_1 < A_2 < A_N`},
		{`0 <= a_1, a_2, ..., a_n <= 9`, `0 <= a_1, a_2, a_n <= 9`},
		{`there is nothing here, but words`, ``},
	} {
		var got []string
		for _, c := range findChains(tokenize(c.text), nil) {
			got = append(got, c.String())
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("findChains(%q) = %q, want %q", c.text, joined, c.want)
		}
	}
}
