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
		{"1 <= N <= 105", "may be 10^5"},
	} {
		s := read("N", c.constraint)
		if len(s.Notes) != 1 || s.Notes[0].Line != 3 || !strings.Contains(s.Notes[0].Text, c.want) {
			t.Errorf("%s: notes %+v, want one in line 3 with %q", c.constraint, s.Notes, c.want)
		}
	}
	if s := read("N", "All values are integers."); len(s.Notes) > 0 {
		t.Errorf("a note that says nothing: %v", s.Notes)
	}
}

// TestLostPowers holds that 105 is read literally as long as nothing speaks against it.
func TestLostPowers(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1 ≤ N ≤ 105", "1 <= N <= 105"},
		{"1 ≤ N ≤ 2⋅105", "1 <= N <= 2*10^5"},
		{"1 ≤ N ≤ 105\n- 1 ≤ N ≤ 109", "1 <= N <= 10^5; 1 <= N <= 10^9"},
		{"1 ≤ N ≤ 105\n\nSample Input 1\n\n100000", "1 <= N <= 10^5"},
		{"1 ≤ N ≤ 105\n\nSample Input 1\n\n100", "1 <= N <= 105"},
		{"1 ≤ N ≤ 10005", "1 <= N <= 10005"},
	} {
		constraint, rest, _ := strings.Cut(c.text, "\n\n")
		s := Parse("Input\n```\nN\n```\nConstraints\n- " + constraint + "\n\n" + rest)
		var got []string
		for _, c := range s.Constraints {
			got = append(got, c.Text)
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("%q: %q, want %q", c.text, joined, c.want)
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
