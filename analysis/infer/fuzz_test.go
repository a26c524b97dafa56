package infer_test

import (
	"strings"
	"testing"

	"execre/analysis/infer"
	"execre/analysis/statement"
)

// FuzzSamples: whatever the samples are, Infer neither panics nor works without bound, and keeps its promises.
func FuzzSamples(f *testing.F) {
	for _, seed := range []string{
		"3\n1 2 3\n", "2 3\n.#.\n##.\n\x00", "4\n1 2\n1 3\n2 4\x002\n1 2\n", "3\npush 1\npop\npush 2\n", "1\n\n2\n\n3\n", "0\n",
		"1 1\n1\n", "0.5 -0.0 1e9\n", "5 5\n5\n5\n5\n5\n", "a b c\nd e\n",
		"1\x001 1\x00", "-1 -1\n0 0\n", "+1 01 --\n", "é ü\n[ ] \\ #\n",
	} {
		f.Add(seed, "")
	}
	f.Add("3\n1 2 3\n", "Input\nThe first line has n (1 ≤ n ≤ 10). The second line has n integers a_1 ... a_n.\n")
	f.Add("[1,2]\n3\n", "Input: nums = [2,7], target = 9\nOutput: [0,1]\n")
	f.Add("", "Input\n[\"S\",\"push\",\"pop\"]\n[[],[1],[]]\nConstraints:\n1 <= x <= 9\nAt most 9 calls. pop is valid.\n")
	f.Add("", "e[i] = [a_i, b_i]\nInput: e = [[0,1]], root = [1,null,2], b = true\nConstraints:\n0 <= a_i < b_i <= 9\ne is a tree\n")
	f.Fuzz(func(t *testing.T, text, words string) {
		if len(text) > 300 || len(words) > 300 {
			t.Skip()
		}
		e := infer.Evidence{Samples: strings.Split(text, "\x00")}
		if words != "" {
			e.Statement = statement.Parse(words)
		}
		guesses, err := infer.Infer(e)
		if (len(guesses) == 0) != (err != nil) {
			t.Fatalf("%d guesses and the error %v", len(guesses), err)
		}
		var looked []string
		for _, s := range e.Samples {
			if strings.TrimSpace(s) != "" && !strings.ContainsAny(s, "\x00\uFFFD") {
				looked = append(looked, s)
			}
		}
		if words == "" {
			promised(t, "fuzzed", guesses, looked)
		}
	})
}
