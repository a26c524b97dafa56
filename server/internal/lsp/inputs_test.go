package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
	"execre/server/internal/lsp/fake"
)

// inputFiles asks for the inputs of a problem, by its path.
func (s *scene) inputFiles(problem string) (list check.InputFiles, inShort []string) {
	s.t.Helper()
	answer := s.Ask("execre/inputs", map[string]any{"folder": fake.URI(problem)})
	if answer.Code != 0 || json.Unmarshal(answer.Result, &list) != nil || list.Inputs == nil {
		s.t.Fatalf("execre/inputs: %+v", answer)
	}
	for _, in := range list.Inputs {
		words := []string{in.Kind, in.File, in.Answer, in.Says, in.Got, in.Program}
		if in.Smaller {
			words = append(words, "smaller")
		}
		inShort = append(inShort, strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " "))
	}
	return list, inShort
}

// TestInputs: the inputs are those that lie in the folder, checked or not, and with a report the counterexamples have their
// programs.
func TestInputs(t *testing.T) {
	files := numbers()
	files["sub/more.in"] = "1\n"
	files["samples/judged-1.several"] = "5\n"
	s := prepare(t, files, newLaboratory().check)
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	before := []string{"sample 1.in 1.out", "judgement samples/judged-1.several several"}
	list, got := s.inputFiles(s.dir)
	if !slices.Equal(got, before) || list.Next != (check.NextSample{File: "2.in", Answer: "2.out"}) {
		t.Errorf("before a check: %q, next %+v", got, list.Next)
	}
	s.Open(s.path("a.py"))
	s.UntilRun(1)
	kept := func(program, endings string) string {
		words := []string{"counterexample"}
		for ending := range strings.FieldsSeq(endings) {
			words = append(words, ".execre/counterexamples/"+program+ending)
		}
		return strings.Join(append(words, program), " ")
	}
	checked := slices.Concat(before, []string{
		kept("crash.py", ".in .got"), kept("late.py", ".in .got"),
	})
	if _, got = s.inputFiles(s.dir); !slices.Equal(got, checked) {
		t.Errorf("after a check: %q, want %q", got, checked)
	}
	// What is on the disk counts, whatever was reported.
	for name, do := range map[string]func(string) error{
		"2.in": func(file string) error { return os.WriteFile(file, []byte("3\n"), 0o600) }, "1.out": os.Remove,
		".execre/counterexamples/crash.py.got": os.Remove,
	} {
		if err := do(s.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	_, got = s.inputFiles(s.dir)
	for _, want := range []string{"sample 2.in", "sample 1.in", kept("crash.py", ".in")} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among %q", want, got)
		}
	}
	for _, folder := range []string{filepath.Join(s.dir, "gone"), filepath.Join(s.dir, "gone", "a.*")} {
		if _, got := s.inputFiles(folder); len(got) != 0 {
			t.Errorf("%s: %q", folder, got)
		}
	}
	if answer := s.Ask("execre/inputs", map[string]any{"folder": "untitled:1"}); answer.Code == 0 {
		t.Errorf("%+v", answer)
	}
}
