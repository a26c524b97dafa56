package statement

import (
	"strings"
	"testing"
	"time"
)

// read gives the constraints of a statement with the given format block and list of constraints.
func read(format, constraint string) *Statement {
	return Parse("Constraints\n\n- " + constraint + "\n\nInput\n\n```\n" + format + "\n```\n")
}

// TestRules holds what each kind of sentence says.
func TestRules(t *testing.T) {
	for _, c := range []struct{ format, sentence, want string }{
		// comparisons
		{"N", "1 <= N <= 10", "1 <= N <= 10"},
		{"N\nA_1 ... A_N", "1 <= A_i <= N (1 <= i <= N)", "1 <= A_i <= N"},
		{"N\nA_1 ... A_N", "A_i < A_{i+1}", "A is strictly increasing"},
		{"N\nA_1 ... A_N", "0 <= A_1 <= A_2 <= ... <= A_N <= 9", "A is sorted; 0 <= A_i <= 9"},
		{"N\nA_1 ... A_N", "A_i >= A_{i+1} for all i", "A is sorted descending"},
		{"N\nA_1 ... A_N", "A_i != A_j (i != j)", "A is distinct"},
		{"N\nA_1 ... A_N", "1 <= A_1, A_2, ..., A_N <= 9", "1 <= A_i <= 9"},
		{"N\nA_1 ... A_N", "A_i = 0, 1, 2", "A_i in {0, 1, 2}"},
		{"N\nA_1 ... A_N", "A_i in {1, 2, ..., N}", "1 <= A_i <= N"},
		{"N\nA_1 ... A_N", "K_i < i", ""},
		{"N\nP_2 ... P_N", "1 <= P_i < i", "P is a parent array"},
		{"N\nx_1 y_1\n:\nx_N y_N", "(x_i, y_i) != (x_j, y_j) (i != j)", "(x, y) is distinct"},
		{"N\nx_1 y_1\n:\nx_N y_N", "(x_i, y_i) are pairwise distinct.", "(x, y) is distinct"},
		{"N", "gcd(N, 6) = 1", "gcd(N, 6) = 1"},
		{"n", "1 <= N <= 10", "1 <= n <= 10"},
		// words
		{"N", "N is between 1 and 100, inclusive.", "1 <= N <= 100"},
		{"N", "N is a positive integer not exceeding 10^18.", "1 <= N <= 10^18"},
		{"N", "N is at least 3.", "N >= 3"},
		{"N", "N は 1 以上 100 以下の整数", "1 <= N <= 100"},
		{"N", "N is even.", "N is even"},
		{"N", "N は奇数", "N is odd"},
		{"N", "N is a multiple of 50.", "N is a multiple of 50"},
		{"X", "X is given with at most two decimal places.", "X is real with 2 decimals"},
		{"X Y R", "X, Y, and R have at most 4 decimal digits.", "X is real with 4 decimals; Y is real with 4 decimals; R is real with 4 decimals"},
		{"H W", "H and W are integers greater than or equal to 2.", "H, W >= 2"},
		{"N\np_1 ... p_N", "1 <= p_i <= N or p_i = -1", "-1 <= p_i <= N; p_i != 0"},
		{"N\np_1 ... p_N", "2 <= p_i <= N or p_i = 1", "1 <= p_i <= N"},
		{"N\nt_1 ... t_N", "1 <= t_i <= 2, where t_i = 1 if the road is free and t_i = 2 if it is not.", "1 <= t_i <= 2"},
		{"A B", "A and B are distinct.", "A != B"},
		{"N\nA_1 ... A_N", "The A_i are pairwise distinct.", "A is distinct"},
		{"N\nA_1 ... A_N", "All A_i are different.", "A is distinct"},
		{"N\nA_1 ... A_N", "A_i は相異なる", "A is distinct"},
		{"N\nA_1 ... A_N", "A is a permutation of (1, 2, ..., N).", "A is a permutation of 1..N"},
		{"N\nA_1 ... A_{N-1}", "A is a permutation of length N-1", "A is a permutation of 1..N-1"},
		{"N\nA_1 ... A_N", "A is a permutation of 0, 1, ..., N-1", "A is a permutation of 0..N-1"},
		{"N\nA_1 ... A_N", "A is sorted in non-decreasing order.", "A is sorted"},
		{"N\nA_1 ... A_N", "A_i is 0 or 1.", "A_i in {0, 1}"},
		{"N\nA_1 ... A_N", "Each A_i either equals 0 or equals 1.", "A_i in {0, 1}"},
		{"T\nN", "The sum of N over all test cases does not exceed 2*10^5.", "sum of N <= 2*10^5"},
		{"T\nN M", "The sum of N and the sum of M over all test cases are at most 10^5.", "sum of N <= 10^5; sum of M <= 10^5"},
		{"T\nN M", "Both sum N and sum M do not exceed 10^5.", "sum of N <= 10^5; sum of M <= 10^5"},
		{"T\nN M", "The sum of N*M over all tests is at most 10^6", "sum of N*M <= 10^6"},
		{"T\nN", "N の総和は 200000 以下", "sum of N <= 200000"},
		{"T\nN", "保证 N 的总和不超过 200000", "sum of N <= 200000"},
		// texts
		{"S", "S consists of lowercase English letters.", "S matches [a-z]+"},
		{"S", "S consists of uppercase and lowercase Latin letters and digits.", "S matches [A-Za-z0-9]+"},
		{"S", "S consists of `.` and `#`.", "S matches [.#]+"},
		{"S", "S consists of the characters A, C, G, and T.", "S matches [ACGT]+"},
		{"S", "S contains only digits.", "S matches [0-9]+"},
		{"S", "S consists of digits from 1 to 9.", "S matches [0-9]+"},
		{"S", "S は英大文字からなる", "S matches [A-Z]+"},
		{"S", "S 仅由小写字母组成", "S matches [a-z]+"},
		{"N\nS", "S is a string of length N consisting of `(` and `)`.", "S matches [()]+; |S| = N"},
		{"S", "S is a string of length between 1 and 10, consisting of lowercase letters", "S matches [a-z]+; 1 <= |S| <= 10"},
		{"S", "The length of S is at most 50.", "1 <= |S| <= 50"},
		{"S", "S の長さは 1 以上 20 以下", "1 <= |S| <= 20"},
		{"S", "S は長さ 1 以上 20 以下の文字列", "1 <= |S| <= 20"},
		{"H W\nc_{1,1}...c_{1,W}\n:\nc_{H,1}...c_{H,W}", "c_{ij} is `.` or `#`.", "c_{i,j} in {., #}"},
		// graphs
		{"N\nu_1 v_1\n:\nu_{N-1} v_{N-1}", "The given graph is a tree.", "(u, v) is a tree on 1..N"},
		{"N M\nu_1 v_1\n:\nu_M v_M", "0 <= u_i, v_i < N. The graph is simple and connected.", "0 <= u_i, v_i < N; (u, v) is a connected simple graph on 0..N-1"},
		{"N M\nu_1 v_1\n:\nu_M v_M", "The graph has no self-loops or multiple edges.", "(u, v) is a simple graph on 1..N"},
		{"N M\nu_1 v_1\n:\nu_M v_M", "The graph has no loops (i.e. edges from a vertex to itself) and multiple edges.", "(u, v) is a simple graph on 1..N"},
		{"N M\nu_1 v_1\n:\nu_M v_M", "The graph has directed and undirected edges and no multiple edges.", "(u, v) is a simple graph on 1..N"},
		{
			"N M\nt_1 x_1 y_1\n:\nt_M x_M y_M", "1 <= x_i, y_i <= N. The graph has no self-loops or multiple edges.",
			"1 <= x_i, y_i <= N; (x, y) is a simple graph on 1..N",
		},
		{"N M\nu_1 v_1\n:\nu_M v_M", "The graph is not necessarily connected.", ""},
		{"N M\nu_1 v_1\n:\nu_M v_M", "The graph may contain self-loops and multiple edges.", ""},
		{"N M\nu_1 v_1\n:\nu_M v_M", "The graph is acyclic.", "(u, v) is a DAG on 1..N"},
		{"N M\nu_1 v_1\n:\nu_M v_M", "The graph is bipartite and contains no multiple edges.", "(u, v) is a simple bipartite graph on 1..N"},
		// nothing
		{"N", "All input values are integers.", ""},
		{"N", "1 <= K <= 5", ""},
		{"N", "A story of N.", ""},
		// numbers
		{"N", "N is prime.", "N is prime"},
		{"N", "N is always a power of two.", "N is a power of 2"},
		{"N K", "N is divisible by K.", "N is a multiple of K"},
	} {
		s := read(c.format, c.sentence)
		var got []string
		for _, c := range s.Constraints {
			got = append(got, c.Text)
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("%s: %q, want %q", c.sentence, joined, c.want)
		}
	}
}

// TestNotes holds that what cannot be used is said, with its line.
func TestNotes(t *testing.T) {
	for _, c := range []struct{ constraint, want string }{
		{"1 <= K <= 5", "which the input format does not name"},
		{"The graph is planar and connected.", "cannot be said"},
		{"Everything is hidden in N somehow", "not understood"},
		{"60 <= N <= 105", "may be 10^5"},
	} {
		s := read("N", c.constraint)
		if len(s.Notes) != 1 || s.Notes[0].Line != 3 || !strings.Contains(s.Notes[0].Text, c.want) {
			t.Errorf("%s: notes %+v, want one in line 3 with %q", c.constraint, s.Notes, c.want)
		}
	}
	if s := read("N\nW_1 ... W_N\nC_1 ... C_N", "W_i != C_j"); len(s.Constraints) > 0 || len(s.Notes) != 1 || s.Notes[0].Restriction == "" {
		t.Errorf("all pairs are compared: %v, notes %v", s.Constraints, s.Notes)
	}
	if s := read("N", "All values are integers."); len(s.Notes) > 0 {
		t.Errorf("a note that says nothing: %v", s.Notes)
	}
}

// TestLostPowers holds which bounds are taken for powers that a copy has lost, and which for the numbers that stand there.
func TestLostPowers(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// powers
		{"1 ≤ N ≤ 105", "1 <= N <= 10^5"},
		{"0 ≤ N ≤ 1018", "0 <= N <= 10^18"},
		{"1 ≤ N ≤ 2⋅105", "1 <= N <= 2*10^5"},
		{"-109 ≤ N ≤ 109", "-10^9 <= N <= 10^9"},
		{"−109 ≤ N ≤ 109", "-10^9 <= N <= 10^9"},
		{"-231 <= N <= 231 - 1", "-2^31 <= N <= 2^31-1"},
		{"-263 ≤ N < 263", "-2^63 <= N < 2^63"},
		{"0 <= N <= 231-1", "0 <= N <= 2^31-1"},
		{"1 ≤ N ≤ 105\n- 1 ≤ N ≤ 1012", "1 <= N <= 10^5; 1 <= N <= 10^12"},
		{"1 ≤ N ≤ 1012\n\nSample Input 1\n\n100000", "1 <= N <= 10^12"},
		{"N is at most 105.", "N <= 10^5"},
		{"N is between 1 and 105.", "1 <= N <= 10^5"},
		// numbers
		{"1 ≤ N ≤ 1012", "1 <= N <= 1012"},
		{"1 ≤ N ≤ 101", "1 <= N <= 101"},
		{"1 ≤ N ≤ 10005", "1 <= N <= 10005"},
		{"60 ≤ N ≤ 105", "60 <= N <= 105"},
		{"105 ≤ N ≤ 200", "105 <= N <= 200"},
		{"N = 105", "N = 105"},
		{"1 ≤ N ≤ 231", "1 <= N <= 231"},
		{"1 ≤ N ≤ 105\n- 1 ≤ N ≤ 10^5", "1 <= N <= 105; 1 <= N <= 10^5"},
		{"1 ≤ N ≤ 105\n- $1 \\le N \\le 10^{9}$", "1 <= N <= 105; 1 <= N <= 10^9"},
	} {
		constraint, rest, _ := strings.Cut(c.text, "\n\n")
		s := Parse("Input\n```\nN\n```\nConstraints\n- " + constraint + "\n\n" + rest)
		var got []string
		for _, c := range s.Constraints {
			got = append(got, c.Text)
			if c.Stood != "" && c.Stood == c.Text {
				t.Errorf("%q is said to have stood as it is", c.Text)
			}
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("%q: %q, want %q", c.text, joined, c.want)
		}
	}
	for constraint, want := range map[string]string{
		"1 <= nums.length <= 104":                                    "1 <= nums.length <= 10^4",
		"-109 <= nums[i] <= 109":                                     "-10^9 <= nums_i <= 10^9",
		"The length of nums is in the range [1, 104].":               "1 <= |nums| <= 10^4",
		"-231 <= nums[i] <= 231 - 1":                                 "-2^31 <= nums_i <= 2^31-1",
		"1 <= nums[i] <= 109":                                        "1 <= nums_i <= 10^9",
		"1 <= nums[i] <= 105\n1 <= nums.length <= 10<sup>3</sup>":    "1 <= nums_i <= 105; 1 <= nums.length <= 10^3",
		"1 <= nums.length <= 100":                                    "1 <= nums.length <= 100",
		"The number of nodes in the tree is in the range [1, 2000].": "",
	} {
		s := Parse("Example 1:\n\nInput: nums = [1,2]\nOutput: 3\n\nConstraints:\n\n" + constraint + "\n")
		var got []string
		for _, c := range s.Constraints {
			got = append(got, c.Text)
		}
		if joined := strings.Join(got, "; "); joined != want && want != "" {
			t.Errorf("%q: %q, want %q", constraint, joined, want)
		}
	}
	s := Parse("Example 1:\n\nInput: root = [3,9,null]\nOutput: 3\n\nConstraints:\n\n" +
		"The number of nodes in the tree is in the range [0, 104].\n-105 <= Node.val <= 105\n")
	if len(s.Constraints) != 2 || s.Constraints[0].Text != "0 <= root.length <= 10^4" || len(s.Notes) != 2 ||
		s.Constraints[0].Stood != "0 <= root.length <= 104" {
		t.Errorf("nodes: %+v, notes %v", s.Constraints, s.Notes)
	}
}

// TestKinds holds that the bounds of each kind of query are read, whether one bound holds for all kinds or each kind has
// its own.
func TestKinds(t *testing.T) {
	block := func(constraints, kinds string) string {
		return "Constraints\n\n" + constraints + "\n\nInput\n\n```\nN\nQ\nquery_1\n:\nquery_Q\n```\n\nEach query is\n\n```\n" +
			strings.ReplaceAll(kinds, "|", "\n```\n\nor\n\n```\n") + "\n```\n"
	}
	for name, c := range map[string]struct{ text, layout, want string }{
		"of all": {
			block("- 1 ≤ x ≤ 10^9\n- 1 ≤ k ≤ 10^5", "1 x|2 k|3"), "1 x; 2 k; 3",
			"1 <= x <= 10^9; 1 <= k <= 10^5",
		},
		"index of the query": {
			block("- 0 ≤ x_q ≤ 10^9\n- 1 ≤ i_q ≤ N", "1 x_q|2 i_q x_q|3 i_q"), "1 x; 2 i x; 3 i",
			"0 <= x <= 10^9; 1 <= i <= N",
		},
		"if of a type": {
			block("- If the q-th query is of type 1, 0 ≤ x ≤ 10^9.\n- If it is a query of type 2, 1 ≤ i ≤ N and 1 ≤ y ≤ 5.", "1 x|2 i y"),
			"1 x; 2 i y", "0 <= x <= 10^9; 1 <= i <= N; 1 <= y <= 5",
		},
		"of one type": {
			block("- For queries of type 1, 1 ≤ x ≤ 10^9.\n- For queries of type 2, 1 ≤ x ≤ N.", "1 x|2 x"),
			"1 x; 2 x'", "1 <= x <= 10^9; 1 <= x' <= N",
		},
		"types below their headings": {
			block("- For a query in the first format:\n    - 1 ≤ i ≤ 200\n    - 1 ≤ j ≤ N\n- For a query in the second format:\n"+
				"    - 1 ≤ i ≤ N\n- For a query in the third format:\n    - 1 ≤ i ≤ 200\n- 1 ≤ Q ≤ 9", "1 i j|2 i|3 i"),
			"1 i j; 2 i'; 3 i", "1 <= i <= 200; 1 <= j <= N; 1 <= i' <= N; 1 <= Q <= 9",
		},
		"one of all and one of a type": {
			block("- 1 ≤ x\n- In queries of type 2, x ≤ N.", "1 x|2 x|3 x"), "1 x; 2 x'; 3 x",
			"1 <= x; 1 <= x'; x' <= N",
		},
		"some types": {
			block("- In queries of type 2 and 3, 1 ≤ k ≤ 5.", "1 x|2 k|3 k"), "1 x; 2 k; 3 k", "1 <= k <= 5",
		},
		"forms in a sentence": {
			"Input\n\nThe first line has n and q. Then follow q lines. Each is either \"+ i d\", where $0 \\le i < n$ and " +
				"$|d| \\le 9$, or \"? i\", where $0 \\le i \\le n$.\n",
			`"+" i d; "?" i'`, "0 <= i < n; |d| <= 9; 0 <= i' <= n",
		},
		"forms in a list": {
			"Input\n\nThe first line has q. Each of the next q lines is one of:\n\n- `! k x` (1 ≤ k ≤ 5): sets\n- `? a b`: counts\n" +
				"- 3: ends\n\nConstraints\n\n- 1 ≤ x ≤ 9\n- 1 ≤ a ≤ b ≤ 9\n",
			`"!" k x; "?" a b; 3`, "1 <= k <= 5; 1 <= x <= 9; 1 <= a <= b <= 9",
		},
	} {
		s := Parse(c.text)
		var kinds, got []string
		for _, at := range kindRows(s.Layouts[0].Text) {
			kinds = append(kinds, strings.TrimSpace(strings.Split(s.Layouts[0].Text, "\n")[at]))
		}
		for _, c := range s.Constraints {
			got = append(got, c.Text)
		}
		if layout := strings.Join(kinds, "; "); layout != c.layout {
			t.Errorf("%s: the kinds are %s, want %s", name, layout, c.layout)
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("%s: %q, want %q", name, joined, c.want)
		}
	}
}

// TestEndless holds that inputs without a number of cases are read: up to their end, or to a line that ends them.
func TestEndless(t *testing.T) {
	cases := "The input has several test cases. Each test case has one line with two integers n and m (1 <= n, m <= 9). "
	for name, c := range map[string]struct{ text, layout, want string }{
		"to the end of file":  {cases + "Process to the end of file.", "repeat K:|  n m", "K is not printed; 1 <= n, m <= 9"},
		"until EOF":           {cases + "Read until EOF.", "repeat K:|  n m", "K is not printed; 1 <= n, m <= 9"},
		"a line 0 0":          {cases + "The input ends with a line containing 0 0.", "repeat K:|  n m|0 0", "K is not printed; 1 <= n, m <= 9"},
		"a line in code":      {cases + "The last line of the input is marked by `0 0`.", "repeat K:|  n m|0 0", "K is not printed; 1 <= n, m <= 9"},
		"two zeros":           {cases + "The input is terminated by a line with two zeros.", "repeat K:|  n m|0 0", "K is not printed; 1 <= n, m <= 9"},
		"names that are zero": {cases + "A test case with n = m = 0 terminates the input.", "repeat K:|  n m|0 0", "K is not printed; 1 <= n, m <= 9"},
		"minus one":           {cases + "The input ends with -1 -1.", "repeat K:|  n m|-1 -1", "K is not printed; 1 <= n, m <= 9"},
		"at most so many": {
			"There are at most 50 test cases, up to the end of file. " + cases, "repeat K:|  n m",
			"K is not printed; 1 <= K <= 50; 1 <= n, m <= 9",
		},
		"each line": {
			"Each line of the input has a pair of integers. Each integer is between 0 and 10^6. The input ends with end of file.",
			"a_1 b_1|:|a_K b_K", "K is not printed; 0 <= a, b <= 10^6",
		},
		"words": {
			"Each line has a word of at most 20 letters. The input is terminated by a line with a single `#`.",
			`s_1|:|s_K|"#"`, "K is not printed; 1 <= |s| <= 20",
		},
		"block": {
			"Each dataset is given in the following format:\n\nn m\na_1 ... a_m\n\nThe end of the input is indicated by a line " +
				"with two zeros.", "repeat K:|  n m|  a_1 ... a_m|0 0", "K is not printed",
		},
		"a number of cases": {
			"The first line has the number of test cases t. Each test case has one line with an integer n.", "t|repeat t:|  n", "",
		},
		"n lines, negative": {
			"The first line has an integer n. It is followed by n lines, each with an integer x, -1 <= x <= 1.",
			"n|x_1|:|x_n", "-1 <= x <= 1",
		},
	} {
		s := Parse("Input\n\n" + c.text + "\n\nOutput\n\nHm.\n")
		got := ""
		if len(s.Layouts) > 0 {
			got = strings.ReplaceAll(strings.TrimSuffix(s.Layouts[0].Text, "\n"), "\n", "|")
		}
		if got != c.layout {
			t.Errorf("%s: the layout is %s, want %s", name, got, c.layout)
		}
		var said []string
		for _, c := range s.Constraints {
			said = append(said, c.Text)
		}
		if joined := strings.Join(said, "; "); joined != c.want {
			t.Errorf("%s: %q, want %q", name, joined, c.want)
		}
	}
}

// TestPlaces holds what is said of single characters of a text, and of names with names for indices.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ format, sentences, want string }{
		{"S", "S consists of digits.\n- S_1 is not `0`.", "S matches [1-9][0-9]*"},
		{"S", "S consists of digits.\n- S_1 != 0", "S matches [1-9][0-9]*"},
		{"S", "S consists of digits and does not begin with 0.", "S matches [1-9][0-9]*"},
		{"S", "S consists of digits, without leading zeros.", "S matches [1-9][0-9]*"},
		{"S", "S consists of lowercase letters.\n- The first character of S is not `a`.", "S matches [b-z][a-z]*"},
		{"S", "S consists of lowercase and uppercase English letters.\n- The first character of S is uppercase.", "S matches [A-Z][a-zA-Z]*"},
		{"S", "S is a string of length 6 whose first three characters are `ABC` and whose last three characters are digits.", "S matches ABC[0-9]{3}; |S| = 6"},
		{"S", "The first character of S is an uppercase letter, and the remaining characters are digits.\n- 1 <= |S| <= 9", "S matches [A-Z][0-9]*; 1 <= |S| <= 9"},
		{"N\nA_1 ... A_N\nB_1 ... B_N", "1 <= B_i <= N\n- 1 <= A_{B_i} <= 50", "1 <= B_i <= N; 1 <= A_i <= 50"},
		{"H W\nC_h C_w", "1 <= H, W <= 9\n- 1 <= C_h <= H\n- 1 <= C_w <= W", "1 <= H, W <= 9; 1 <= Ch <= H; 1 <= Cw <= W"},
		{"Q\na_1 b_1\n:\na_Q b_Q", "Each line has two different integers a_j and b_j.", "a_j != b_j"},
	} {
		var got []string
		for _, c := range read(c.format, c.sentences).Constraints {
			got = append(got, c.Text)
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("%s: %q, want %q", c.sentences, joined, c.want)
		}
	}
}

func TestManner(t *testing.T) {
	s := Parse(`A. Title
time limit per test
1.5 seconds
memory limit per test
256 megabytes

This is an interactive problem.

Output
If there are multiple answers, print any of them. Your answer is accepted if its absolute or relative error does not exceed $10^{-6}$.
`)
	if !s.Interactive || !s.ManyAnswers || s.Tolerance != "1e-6" || s.TimeLimit != 1500*time.Millisecond || s.MemoryLimit != 256<<20 {
		t.Errorf("%+v", s)
	}
	for text, want := range map[string]string{
		"The absolute error must be at most 0.001.":       "1e-3",
		"relative error of at most 1e-9":                  "1e-9",
		"an absolute or relative error of at most 5·10−4": "5e-4",
		"絶対誤差または相対誤差が 10^{-5} 以下":                         "1e-5",
		"within 3 days": "",
	} {
		if got := Parse("Output\n" + text).Tolerance; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	quiet := Parse("Output\nPrint the answer. Any two cities are connected.\nTime Limit: 2 sec / Memory Limit: 1024 MB")
	if quiet.Interactive || quiet.ManyAnswers || quiet.Tolerance != "" || quiet.TimeLimit != 2*time.Second || quiet.MemoryLimit != 1<<30 {
		t.Errorf("%+v", quiet)
	}
}
