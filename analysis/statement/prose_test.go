package statement

import (
	"strings"
	"testing"
)

// TestProse holds which layout each way of describing lines gives.
func TestProse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"The only line contains an integer n.", "n"},
		{"The first line contains two integers n and k. The next line contains n integers a_1, a_2, ..., a_n.", "n k|a_1 a_2 ... a_n"},
		{"In the first line there are two integers n and m.", "n m"},
		{"Two integers n and m stand in the first line.", "n m"},
		{"The first line contains two integers, n (1 <= n <= 5), the number of rows, and m (1 <= m <= 9), the number of columns.", "n m"},
		{"Input consists of a single line with an integer N.", "N"},
		{"The first line contains $1 \\le n \\le 5$ and $0 \\le m \\le 9$.", "n m"},
		{"The first line contains n. The second line contains n-1 integers.", "n|a_1 a_2 ... a_{n-1}"},
		{"The first line contains n. The second line contains n + 1 integers a_0, ..., a_n.", "n|a_0 a_1 ... a_n"},
		{"The first line contains n. The second line contains p_2, p_3, ..., p_n.", "n|p_2 p_3 ... p_n"},
		{"The first line contains n. Each of the next n lines contains two integers x_i and y_i.", "n|x_1 y_1|:|x_n y_n"},
		{"The first line contains n. Then n lines follow, each with a string s and an integer k.", "n|s_1 k_1|:|s_n k_n"},
		{"The first line contains n. The i-th of the following n-1 lines contains an integer x.", "n|x_1|:|x_{n-1}"},
		{"The first line contains n and m. Then there are n lines of m characters.", "n m|s_1|:|s_n"},
		{"The first line contains n and m. The next n lines contain m integers each.", "n m|a_{1,1} a_{1,2} ... a_{1,m}|:|a_{n,1} a_{n,2} ... a_{n,m}"},
		{"The first line contains n. Each of the next n lines contains an integer k_i followed by k_i integers b_{i,1}, ..., b_{i,k_i}.", "n|k_1 b_{1,1} b_{1,2} ... b_{1,k_1}|:|k_n b_{n,1} b_{n,2} ... b_{n,k_n}"},
		{"The first line contains n. The second line contains n pairs x_1, y_1, ..., x_n, y_n.", "n|x_1 y_1 ... x_n y_n"},
		{"The first line contains l_1, r_1, l_2, r_2.", "l1 r1 l2 r2"},
		{"Each of the two lines contains a string.", "s_1|s_2"},
		{"The first line contains the number of test cases. Each test case consists of one integer n.", "T|repeat T:|  n"},
		{"The first line contains t. The first line of each test case contains n. The second line of each test case contains n integers a_i.", "t|repeat t:|  n|  a_1 a_2 ... a_n"},
		{"The first line contains the number of test cases t. Each of the next t lines contains two integers a and b.", "t|a_1 b_1|:|a_t b_t"},
		{"The first line contains t, the number of test cases. Each test case has one line with two strings s and t.", "T|repeat T:|  s t"},
		{"The first line contains q. The next q lines describe queries:\n- 1 x y: one thing\n- 2 x: another", "q|repeat q:|  one of:|    1 x y|    2 x"},
		{"The first line contains q. Each of the next q lines is \"add x\" or \"ask l r\".", "q|repeat q:|  one of:|    \"add\" x|    \"ask\" l r"},
		{"第一行两个整数 n, m。接下来 m 行，每行三个整数 u, v, w，表示一条边。", "n m|u_1 v_1 w_1|:|u_m v_m w_m"},
		{"第一行一个整数 T，表示数据组数。对于每组数据，第一行包含一个整数 n，第二行包含 n 个整数 a_1,a_2,...,a_n。", "T|repeat T:|  n|  a_1 a_2 ... a_n"},
		{"The first line contains t. An empty line stands before each test case.", "t"},
		{"The first line contains t, the number of test cases. There is an empty line before each test case. Each test case has one line with an integer n.", "t|repeat t:||  n"},
		{"The first line contains t. Each test case is preceded by a blank line. The first line of each test case contains n.", "t|repeat t:||  n"},
		{"The first line contains n and m. The next m lines describe roads, two integers per line $u$ and $v$.", "n m|u_1 v_1|:|u_m v_m"},
		{"The first line contains n and m. The next m lines describe roads. The i-th road is described with three integers t_i, x_i and y_i.", "n m|t_1 x_1 y_1|:|t_m x_m y_m"},
		{"The first line contains n. Each of the next n lines contains an integer x and a real number f with four decimals, its share.", "n|x_1 f_1|:|x_n f_n"},
		{"The first line gives the number of cases, $N$. $N$ test cases follow. For each test case there is one line with an integer $G$.", "N|repeat N:|  G"},
		{"Nothing is said here of any format.", ""},
	} {
		s := Parse("Input\n\n" + c.text + "\n")
		got := ""
		if len(s.Layouts) > 0 {
			got = strings.ReplaceAll(strings.TrimSuffix(s.Layouts[0].Text, "\n"), "\n", "|")
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestBlocks holds how format blocks become layouts.
func TestBlocks(t *testing.T) {
	for _, c := range []struct{ blocks, want string }{
		{"$N$ $M$\n$A_1$ $A_2$ $\\ldots$ $A_N$", "N M|A_1 A_2 ... A_N"},
		{"$S_{1}S_{2}\\cdots S_{N}$", "S_1S_2...S_N"},
		{"$u_1$ $v_1$\n$\\vdots$\n$u_{N-1}$ $v_{N-1}$", "u_1 v_1|:|u_{N-1} v_{N-1}"},
		{"u_1 v_1\n⋮\nu_N-1 v_N-1", "u_1 v_1|:|u_{N-1} v_{N-1}"},
		{"A_{11} A_{12} ... A_{1W}\n:\nA_{H1} A_{H2} ... A_{HW}", "A_{1,1} A_{1,2} ... A_{1,W}|:|A_{H,1} A_{H,2} ... A_{H,W}"},
		{"T\n\\mathrm{case}_1\n\\vdots\n\\mathrm{case}_T\n```\n\nEach case:\n\n```\nN\nA_1 ... A_N", "T|repeat T:|  N|  A_1 ... A_N"},
		{"H_1 W_1\nA_{1,1} ... A_{1,W_1}\n:\nA_{H_1,1} ... A_{H_1,W_1}\nN_2\nB_1 ... B_{N_2}", "H1 W1|A_{1,1} ... A_{1,W1}|:|A_{H1,1} ... A_{H1,W1}|N2|B_1 ... B_{N2}"},
		{"N\nK_1 A_{1,1} ... A_{1,K_1}\n:\nK_N A_{N,1} ... A_{N,K_N}", "N|K_1 A_{1,1} ... A_{1,K_1}|:|K_N A_{N,1} ... A_{N,K_N}"},
		{"Q\nquery_1\n:\nquery_Q\n```\n\nEach query has one of the following formats:\n\n1\n\n2 x\n\n3\n\n```", "Q|repeat Q:|  one of:|    1|    2 x|    3"},
		{"Q\nquery_1\n:\nquery_Q\n```\n\nEither\n\n```\n1 x_i\n```\n\nor\n\n```\n2 l_i r_i", "Q|repeat Q:|  one of:|    1 x|    2 l r"},
		{"T\ncase_1\n:\ncase_T\n```\n```\nN Q\nquery_1\n:\nquery_Q\n```\n```\n1 x\n2", "T|repeat T:|  N Q|  repeat Q:|    one of:|      1 x|      2"},
	} {
		s := Parse("Input\n\n```\n" + c.blocks + "\n```\n")
		got := ""
		if len(s.Layouts) > 0 {
			got = strings.ReplaceAll(strings.TrimSuffix(s.Layouts[0].Text, "\n"), "\n", "|")
		}
		if got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.blocks, got, c.want)
		}
	}
}

// TestBareFormats holds that a layout below the heading of the input needs no sentence that announces it, and that nothing else
// is taken for one.
func TestBareFormats(t *testing.T) {
	for input, want := range map[string]string{
		"N":                             "N",
		"N M\nA_1 ... A_N":              "N M|A_1 ... A_N",
		"$N$ $M$\n\n$A_1$ … $A_N$\nx y": "N M|A_1 ... A_N|x y",
		"N\nx_1 y_1\n:\nx_N y_N":        "N|x_1 y_1|:|x_N y_N",
		"3\n1 2 3":                      "",
		"N\nThis is all.":               "",
		"":                              "",
	} {
		s := Parse("# Title\n\n## Constraints\n- 1 ≤ N ≤ 9\n\n## Input\n" + input + "\n\n## Output\nPrint x.\n")
		got := ""
		if len(s.Layouts) > 0 {
			got = strings.ReplaceAll(strings.TrimSuffix(s.Layouts[0].Text, "\n"), "\n", "|")
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", input, got, want)
		}
	}
}

// TestSampleForms holds that samples are found in every form that judges and copies give them.
func TestSampleForms(t *testing.T) {
	want := []Sample{{Input: "3\n1 2 3\n", Output: "6\n"}}
	for name, text := range map[string]string{
		"AtCoder":          "Sample Input 1\n\nCopy\n3\n1 2 3\n\nSample Output 1\n\nCopy\n6\n\nThe sum is 6.",
		"Markdown":         "## Sample Input 1\n```\n3\n1 2 3\n```\n## Sample Output 1\n```\n6\n```\nThe sum.",
		"HTML":             "<h3>Sample Input 1</h3><pre>3\n1 2 3\n</pre><h3>Sample Output 1</h3><pre>6\n</pre>",
		"Codeforces":       "Input\nThe first line has n.\nOutput\nThe sum.\nExample\ninputCopy\n3\n1 2 3\noutputCopy\n6\nNote\nHm.",
		"CSES":             "Input\nn\nOutput\nx\nExample\n\nInput:\n3\n1 2 3\n\nOutput:\n6\n",
		"Kattis":           "Sample Input 1\tSample Output 1\n3\n1 2 3\n\t6\n",
		"LaTeX":            "\\section*{Sample Input}\n\\begin{verbatim}\n3\n1 2 3\n\\end{verbatim}\n\\section*{Sample Output}\n\\begin{verbatim}\n6\n\\end{verbatim}",
		"Japanese":         "入力例 1\n\n3\n1 2 3\n\n出力例 1\n\n6\n",
		"Chinese":          "# 样例 #1\n## 样例输入 #1\n```\n3\n1 2 3\n```\n## 样例输出 #1\n```\n6\n```",
		"blanks and CRLF":  "Sample Input\r\n\r\n3  \r\n1 2 3\r\n\r\nSample Output\r\n\r\n6\r\n",
		"bold with colons": "**Sample Input:**\n```\n3\n1 2 3\n```\n**Sample Output:**\n```\n6\n```",
	} {
		got := Parse(text).Samples
		for i := range got {
			got[i].Line = 0
		}
		if len(got) != 1 || got[0] != want[0] {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestTwoSamples holds that input and output stay together and in order, also where one has no output.
func TestTwoSamples(t *testing.T) {
	s := Parse("Sample Input 1\n\n1\n\nSample Input 2\n\n2\n\nSample Output 2\n\n4\n")
	if len(s.Samples) != 2 || s.Samples[0].Output != "" || s.Samples[1] != (Sample{"2\n", "4\n", 5}) {
		t.Errorf("%+v", s.Samples)
	}
}

// TestNames holds that names that a statement uses twice stay apart.
func TestNames(t *testing.T) {
	s := Parse("Input\nThe first line contains $t$ ($1 \\le t \\le 9$), the number of test cases.\n" +
		"Each test case has one line with two strings $s$ and $t$ ($1 \\le |s|, |t| \\le 7$).\n")
	if s.Layouts[0].Text != "T\nrepeat T:\n  s t\n" || len(s.Constraints) != 2 || s.Constraints[0].Text != "1 <= T <= 9" ||
		s.Constraints[1].Text != "1 <= |s|, |t| <= 7" || strings.Join(s.Texts, " ") != "s t" {
		t.Errorf("%+v", s)
	}
}
