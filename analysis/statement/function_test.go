package statement

import "testing"

// TestSignatures holds that name and types come from a signature in each language, and from the examples else.
func TestSignatures(t *testing.T) {
	const example = "Example 1:\nInput: a = [1,2], s = \"x\", k = 3\nOutput: [[1]]\n"
	for signature, want := range map[string]string{
		"class Solution:\n    def find(self, a: List[int], s: str, k: int) -> List[List[int]]:": "find(a int[], s string, k int) int[][]",
		"    vector<vector<int>> find(vector<int>& a, string s, long long k) {":                 "find(a int[], s string, k long) int[][]",
		"    public List<List<Integer>> find(int[] a, String s, int k) {":                       "find(a int[], s string, k int) int[][]",
		"    public int[][] find(int[] a, String s, double k) {":                                "find(a int[], s string, k double) int[][]",
		"": "?(a int[], s string, k int) int[][]",
	} {
		f := Parse(example + signature).Function
		if got, calls := dumpFunction(f), "\na = [1,2], s = \"x\", k = 3 -> [[1]]\n"; got != want+calls {
			t.Errorf("%s: %s", signature, got)
		}
	}
	if f := Parse("Input\nThe first line contains n = 3.\n").Function; f != nil {
		t.Errorf("a function is read where there is none: %+v", f)
	}
}
