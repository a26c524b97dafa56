package statement

import "testing"

// TestTornLines holds that indices and powers that a copy from AtCoder puts on lines of their own come back.
func TestTornLines(t *testing.T) {
	s := Parse("Constraints\n1≤N≤2×10 \n5\n \n1≤A \ni\n\u200b\n ≤10 \n9\n \n" +
		"Input\nInput is given from Standard Input in the following format:\n\n" +
		"N\nS \n1\n\u200b\n  A \n1\n\u200b\n \n⋮\nS \nN\n\u200b\n  A \nN\n\u200b\n")
	if len(s.Layouts) != 1 || s.Layouts[0].Text != "N\nS_1 A_1\n:\nS_N A_N\n" || len(s.Constraints) != 2 ||
		s.Constraints[0].Text != "1 <= N <= 2*10^5" || s.Constraints[1].Text != "1 <= A_i <= 10^9" ||
		s.Constraints[1].Line != 5 {
		t.Errorf("%+v", s)
	}
}

// TestLostIndices holds that a1, ..., an is a list where the text shows that its indices are lost.
func TestLostIndices(t *testing.T) {
	s := Parse("Input\nThe first line contains an integer n (1≤n≤105).\n" +
		"The second line contains n integers a1,a2,…,an (−109≤ai≤109).\n")
	if len(s.Layouts) != 1 || s.Layouts[0].Text != "n\na_1 a_2 ... a_n\n" || len(s.Constraints) != 2 ||
		s.Constraints[0].Text != "1 <= n <= 10^5" || s.Constraints[1].Text != "-10^9 <= a_i <= 10^9" || len(s.Notes) != 2 {
		t.Errorf("%+v", s)
	}
}
