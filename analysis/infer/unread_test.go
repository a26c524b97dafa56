package infer_test

import (
	"strings"
	"testing"

	"execre/analysis/infer"
	"execre/analysis/statement"
)

// TestUnread holds which sentences of a statement make a guess too unsure to be used: those that exclude inputs and that
// no constraint says. Right programs disagree on inputs that the statement excludes.
func TestUnread(t *testing.T) {
	const array = "Input\nThe first line contains an integer n (1 ≤ n ≤ 100).\n" +
		"The second line contains n integers a1, a2, ..., an (1 ≤ ai ≤ n). @\n\nOutput\nPrint a number.\n\n" +
		"Example\ninput\n3\n1 2 3\noutput\n2\n"
	const meetings = "## Input\nThe first line contains one integer $n$ ($1\\leq n\\leq 100$). Each of the following $n$ " +
		"lines contains two integers $s$ and $e$ ($0 \\leq s < e \\leq 1000$). @\n\n## Output\nThe time.\n\n" +
		"## Sample Input 1\n2\n1 3\n5 9\n## Sample Output 1\n6\n"
	const brackets = "@ Print its depth.\n\n## Input\nOne line with the string $S$ ($1 \\le |S| \\le 100$) consisting of the " +
		"characters ( and ).\n\n## Output\nThe depth.\n\n## Sample Input 1\n(()())\n## Sample Output 1\n2\n"
	const cards = "Problem Statement\nThere are N people. @\n\nConstraints\n1 ≤ N ≤ 99\n1 ≤ A_i ≤ N\n" +
		"All values in input are integers.\n\nInput\nInput is given from Standard Input in the following format:\n\n" +
		"N\nA_1 A_2 \\ldots A_N\n\nOutput\nPrint the answer.\n\nSample Input 1\n4\n2 1 4 3\n\nSample Output 1\n2\n"
	list := strings.Replace(strings.Replace(cards, " @", "", 1), "All values in input are integers.", "@", 1)
	const corners = "@ Find the fourth.\n## Input\nThree lines, each with two integers $x$ and $y$ " +
		"($1 \\le x, y \\le 1000$).\n## Output\nThe corner.\n## Sample Input 1\n5 5\n5 7\n7 5\n## Sample Output 1\n7 7\n"
	tree := "@@ Find its centre.\n\n## Input\nThe first line contains an integer n ($2 \\le n \\le 100$). Each of the next n - 1 " +
		"lines contains two integers u and v ($1 \\le u, v \\le n$), an edge of a tree. @\n\n## Output\nThe centre.\n\n" +
		"## Sample Input 1\n3\n1 2\n3 1\n## Sample Output 1\n1\n"
	told := strings.Replace(strings.Replace(tree, " @\n", "\n", 1), "@@", "There are huts. @", 1)
	tree = strings.Replace(tree, "@@", "There are huts.", 1)
	output := strings.Replace(strings.Replace(array, " @", "", 1), "Print a number.", "Print a number. @", 1)
	const function = "Example 1:\n\nInput: nums = [1,2]\nOutput: 3\n\nConstraints:\n\n1 <= nums.length <= 100\n" +
		"0 <= nums[i] <= 100\n@\n"
	story := "@\n\n" + strings.Replace(function, "@\n", "", 1)
	for _, c := range []struct {
		text, sentence string
		unread         bool
	}{
		{array, "It is guaranteed that some value occurs more than ⌊n/2⌋ times.", true},
		{meetings, "No two meetings overlap.", true},
		{brackets, "You are given a correct bracket sequence $S$.", true},
		{
			cards, "Every integer is written on exactly two cards, except for one, which is written on exactly one card.",
			true,
		},
		{cards, "Person i gives a present to Person A_i, and everybody receives exactly one.", true},
		{corners, "You are given three corners of a rectangle whose sides are parallel to the axes.", true},
		{array, "It is guaranteed that an answer always exists.", true},
		{array, "It is guaranteed that a1 is smaller than the rest, and no two sums are alike.", true},
		{output, "It is guaranteed that a solution exists.", true},
		{meetings, "The meetings form a valid sequence.", true},
		{list, "The values are those of a heap.", true},
		{list, "There is always a solution.", true},
		{list, "There is a solution, and it is unique.", true},
		{function, "It is guaranteed that the answer is unique.", true},
		{function, "Only one valid answer exists.", true},
		{function, "nums is an ascending array that is possibly rotated.", true},

		{story, "You are given an array of non-overlapping intervals.", true},
		{story, "Given the root of a binary search tree, return its median.", true},
		{story, "Given the root of a binary tree, determine if it is a valid BST.", false},
		{meetings, "It is always possible to attend all.", true},
		{array, "Also, there will be no management cycles.", true},

		{tree, "The depth of the tree will not exceed 1000.", true},
		{tree, "The tree is no deeper than 1000 levels.", true},
		{tree, "The degree of each vertex is at most 3.", true},
		{tree, "No vertex has more than 3 neighbours; the diameter does not exceed 50.", true},
		{tree, "The maximum depth is at most 100.", true},
		{told, "The depth of the tree will not exceed 1000.", true},
		{told, "The cave is never wider than 20 metres.", true},
		{brackets, "The nesting is no deeper than 10.", true},
		{function, "The height of the tree is less than or equal to 1000.", true},

		{tree, "The number n will not exceed 100.", false},
		{told, "A walk crosses at most 2 roads a day.", false},
		{told, "Your walk must not exceed 100 roads.", false},
		{told, "The answer will not exceed 10^9.", false},
		{tree, "The time limit will not exceed 5 seconds.", false},
		{array, "The sum of all ai does not exceed 5000.", false},
		{array, "There are at most 20 test cases.", false},
		{array, "Every ai is no larger than 50.", false},
		{array, "n will never exceed 50.", false},
		{array, "", false},
		{array, "It is guaranteed that the answer fits in a 64-bit integer.", false},
		{array, "It is guaranteed that the sum of n over all test cases does not exceed 1000.", false},
		{array, "It is guaranteed that all ai are distinct.", false},
		{array, "No two elements of the array are equal.", false},
		{array, "The values may repeat.", false},
		{array, "If there is no valid sequence, print -1.", false},
		{output, "If there are several solutions, print any of them.", false},
		{output, "It is guaranteed that this string is not empty.", false},
		{meetings, "Each line contains exactly two integers.", false},
		{brackets, "You are given a string $S$ and want to know whether it is a correct bracket sequence.", false},
		{cards, "Choose people so that no two of them are neighbours.", false},
		{cards, "Each person can be in exactly one group.", false},
		{corners, "Draw a line parallel to the axes.", false},
		{list, "All values in input are integers.", false},
		{list, "A_i are integers", false},
		{list, "In tests worth 30 points, N is small: 30% of the score.", false},
		{function, "class Solution:\n    def sum(self, nums: List[int]) -> int:", false},
	} {
		st := statement.Parse(strings.Replace(c.text, "@", c.sentence, 1))
		guesses, err := infer.Infer(infer.Evidence{Statement: st})
		if err != nil {
			t.Errorf("%s: %v", c.sentence, err)
			continue
		}
		notes := strings.Join(guesses[0].Notes, "\n")
		if says := strings.Contains(notes, "The statement says what is not understood: \""); says != c.unread {
			t.Errorf("%q: notes %q, want one: %v", c.sentence, notes, c.unread)
		}
		for _, note := range guesses[0].Notes {
			if !strings.HasSuffix(note, ".") {
				t.Errorf("%q: %q is no sentence", c.sentence, note)
			}
		}
		if usable := len(infer.Usable(guesses)) > 0; usable == c.unread {
			t.Errorf("%q: %.1f sure, notes %q", c.sentence, guesses[0].Sure, notes)
		}
	}
}

// TestBeyond holds that a guess is not used either where the schema language does not have what the statement excludes.
func TestBeyond(t *testing.T) {
	for sentence, usable := range map[string]bool{
		"A_i ≠ B_j (1 ≤ i ≤ N, 1 ≤ j ≤ M)": false,
		"A_i ≤ A_{i+2}":     false,
		"1 ≤ A_i, B_j ≤ 50": true,
		"The sum of N over all test cases does not exceed 99.": true,
	} {
		guesses, err := infer.Infer(infer.Evidence{Statement: statement.Parse("Constraints\n\n1 ≤ N, M ≤ 99\n1 ≤ A_i, B_i ≤ 99\n" +
			sentence + "\n\nInput\n\nInput is given in the following format:\n\nN M\nA_1 A_2 ... A_N\nB_1 B_2 ... B_M\n\n" +
			"Sample Input 1\n4 1\n2 1 4 3\n5\n\nSample Output 1\n2\n")})
		if err != nil {
			t.Errorf("%s: %v", sentence, err)
			continue
		}
		if got := len(infer.Usable(guesses)) > 0; got != usable {
			t.Errorf("%s: usable is %v\n%s%q", sentence, got, guesses[0].Text, guesses[0].Notes)
		}
	}
}

// TestRealBounds holds that real numbers get the decimals that the statement says, whatever bounds it says behind them.
func TestRealBounds(t *testing.T) {
	guesses, err := infer.Infer(infer.Evidence{Statement: statement.Parse("Constraints\n\n|X| ≤ 10^5\n0 < R ≤ 10^5\n" +
		"X and R have at most 4 decimal digits.\n\nInput\n\nInput is given in the following format:\n\nX R\n\n" +
		"Sample Input 1\n-0.2 1.1\n\nSample Output 1\n3\n\nSample Input 2\n100 100\n\nSample Output 2\n5\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"|X| <= 10^5", "X is real with 4 decimals", "R is real with 4 decimals"} {
		if !strings.Contains(guesses[0].Text, "\n"+want) {
			t.Errorf("no %q in\n%s%q", want, guesses[0].Text, guesses[0].Notes)
		}
	}
}
