package check

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"execre/server/internal/workspace"
)

// TestListInputs: each counterexample that is kept has its program, and a smaller one than the sample that the program fails
// says so; those of earlier checks have none, and other results are no inputs.
func TestListInputs(t *testing.T) {
	for _, group := range []string{"", "a"} {
		results := resultsIn(group)
		problem := workspace.GroupPath(t.TempDir(), group)
		text := func(text, file string) Text { return Text{Whole: text, File: results + "/" + file} }
		expected := text("Yes\n", "counterexamples/sub/b.py.expected")
		report := &Report{
			Version: Version, Candidates: []Candidate{
				{
					File: "sub/b.py", Verdict: FailsSample,
					Counterexample: &Counterexample{
						Input: text("25 3\n", "counterexamples/sub/b.py.in"), Output: text("No\n", "counterexamples/sub/b.py.got"), Expected: &expected,
					},
					Smallest: &Counterexample{
						Input: text("1\n", "counterexamples/smallest/sub/b.py.in"), Output: text("", "counterexamples/smallest/sub/b.py.got"),
					},
				},
				{File: "a.py", Verdict: Crashes, Counterexample: &Counterexample{
					Input: text("2\n", "counterexamples/a.py.in"), Output: text("", "counterexamples/a.py.got"),
				}},
			},
			Disagreements: []Disagreement{{Input: text("3\n", "disagreements/1.in")}},
			Earlier:       []string{"9\n"},
		}
		report.Candidates = append(report.Candidates, copyOf(report.Candidates[1], workspace.File{Path: "copy.py", DuplicateOf: "a.py"}))
		if err := Save(problem, report); err != nil {
			t.Fatal(err)
		}
		list, err := ListInputs(problem, report)
		if err != nil {
			t.Fatal(err)
		}
		in := func(file string) string { return results + "/counterexamples/" + file }
		earlier := list.Inputs[1].File
		want := []InputFile{
			{Kind: "counterexample", File: in("a.py.in"), Got: in("a.py.got"), Program: "a.py"},
			{Kind: "counterexample", File: earlier},
			{Kind: "counterexample", File: in("smallest/sub/b.py.in"), Got: in("smallest/sub/b.py.got"), Program: "sub/b.py", Smaller: true},
			{Kind: "counterexample", File: in("sub/b.py.in"), Answer: in("sub/b.py.expected"), Got: in("sub/b.py.got"), Program: "sub/b.py"},
		}
		if !slices.Equal(list.Inputs, want) {
			t.Errorf("%q: got %+v, want %+v", group, list.Inputs, want)
		}
		if filepath.Dir(earlier) != filepath.FromSlash(in("earlier")) {
			t.Errorf("%s is of no earlier check", earlier)
		}
		// Without a report nobody knows whose they are.
		if list, err = ListInputs(problem, nil); err != nil || len(list.Inputs) != len(want) || list.Inputs[0].Program != "" {
			t.Errorf("%q: %+v, %v", group, list, err)
		}
		dir, _ := workspace.Split(problem)
		if err := os.RemoveAll(filepath.Join(dir, Folder)); err != nil {
			t.Fatal(err)
		}
		if list, err = ListInputs(problem, report); err != nil || len(list.Inputs) != 0 {
			t.Errorf("%q: %+v, %v", group, list, err)
		}
	}
}
