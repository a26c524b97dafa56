package server_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"execre/analysis/generate"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
	"execre/server/internal/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const dataset = "testdata/dataset"

// every is how many problems of the data set there are for one whose candidates are executed; with the environment
// variable EXECRE_DATASET=all those of all problems are, which takes minutes.
const every = 21

// The labels of candidates. One that is not accepted fails in this way on at least one test.
const (
	accepted     = "accepted"
	wrongAnswer  = "wrong_answer"
	timeLimit    = "time_limit_exceeded"
	runtimeError = "runtime_error"
)

// problems are the folders of the data set, by name.
func problems(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dataset, "*", "labels.json"))
	if err != nil || len(found) < 40 {
		t.Fatalf("%d problems, want 40 and more; %v", len(found), err)
	}
	for i, file := range found {
		found[i] = filepath.Dir(file)
	}
	slices.Sort(found)
	return found
}

// texts reads a JSON object of texts.
func texts(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]string
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return object
}

// load reads a problem in which nothing is written wrongly.
func load(t *testing.T, dir string) *workspace.Problem {
	t.Helper()
	p, err := workspace.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.Mistakes {
		t.Errorf("%s: %+v", dir, m)
	}
	return p
}

// TestDatasetIsWhole: every candidate has a label, everyone that is not accepted a fault, every problem samples and
// tests, and each of these is an input of the problem's format.
func TestDatasetIsWhole(t *testing.T) {
	for _, dir := range problems(t) {
		p, labels, faults := load(t, dir), texts(t, filepath.Join(dir, "labels.json")), texts(t, filepath.Join(dir, "faults.json"))
		var files, faulty []string
		for _, f := range p.Files {
			if name, ok := strings.CutPrefix(f.Path, "candidates/"); ok {
				files = append(files, name)
			}
		}
		for name, label := range labels {
			switch label {
			case accepted:
			case wrongAnswer, timeLimit, runtimeError:
				faulty = append(faulty, name)
			default:
				t.Errorf("%s: %s is labelled %q", dir, name, label)
			}
		}
		slices.Sort(files)
		slices.Sort(faulty)
		if !slices.Equal(files, slices.Sorted(maps.Keys(labels))) || len(files) != 10 {
			t.Errorf("%s: candidates %q, labels %v", dir, files, labels)
		}
		if !slices.Equal(faulty, slices.Sorted(maps.Keys(faults))) {
			t.Errorf("%s: not accepted are %q, and faults.json tells of %v", dir, faulty, faults)
		}
		var generator *generate.Generator
		if p.SchemaFile != "" {
			g, mistakes := generate.New(p.Schema)
			if g == nil {
				t.Fatalf("%s: %v", dir, mistakes)
			}
			generator = g
		}
		given := map[string]int{}
		for _, s := range p.Samples {
			given[filepath.Dir(s.File)]++
			if generator == nil {
				continue
			}
			if _, err := generator.Parse(s.Input); err != nil {
				t.Errorf("%s/%s: %v", dir, s.File, err)
			}
		}
		if given["samples"] == 0 || given["tests"] == 0 {
			t.Errorf("%s: inputs with answers by folder: %v", dir, given)
		}
	}
}

// TestDatasetIsSmall: it is part of every clone.
func TestDatasetIsSmall(t *testing.T) {
	var size int64
	err := filepath.WalkDir(dataset, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if size > 1500<<10 {
		t.Errorf("%d KiB, want at most 1500", size>>10)
	}
}

// TestDatasetLabels: the accepted candidates answer every sample and test rightly, and each of the others fails on a
// test as its label says.
func TestDatasetLabels(t *testing.T) {
	cache := &build.Cache{Dir: t.TempDir()}
	t.Cleanup(func() { cache.Close() })
	executor := local.New(local.Config{})
	t.Cleanup(func() { executor.Close() })
	for i, dir := range problems(t) {
		if i%every != 0 && os.Getenv("EXECRE_DATASET") != "all" {
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			p := load(t, dir)
			j := judge{t: t, problem: p, cache: cache, executor: executor}
			if p.Settings.Program.File != "" {
				j.checker = j.build(p.Settings.Program.File)
			}
			for name, label := range texts(t, filepath.Join(dir, "labels.json")) {
				j.candidate("candidates/"+name, label)
			}
		})
	}
}

// judge compares the candidates of a problem with their labels.
type judge struct {
	t        *testing.T
	problem  *workspace.Problem
	cache    *build.Cache
	executor *local.Executor
	checker  *runner.Program // nil: the built-in comparison
}

func (j *judge) build(file string) *runner.Program {
	j.t.Helper()
	i := slices.IndexFunc(j.problem.Files, func(f workspace.File) bool { return f.Path == file })
	if i < 0 {
		j.t.Fatalf("there is no %s", file)
	}
	f := j.problem.Files[i]
	src := build.Source{Name: f.Path, Dir: j.problem.Dir, Language: f.Language, Text: f.Source}
	if f.Role != workspace.Checker {
		src.Call = j.problem.Call()
	}
	program, err := j.cache.Build(j.t.Context(), src, toolchain.Commands{})
	if err != nil {
		j.t.Fatal(err)
	}
	return program
}

// candidate says what is wrong with a label. An accepted program has more time than the others, so that a busy machine
// does not make it too slow: those that are take at least several times as long as the limit allows.
func (j *judge) candidate(file, label string) {
	program := j.build(file)
	limits := runner.Limits{CPU: j.problem.Settings.TimeLimit, Memory: j.problem.Settings.MemoryLimit}
	if label == accepted {
		limits.CPU *= 5
	}
	seen := map[string]int{}
	for _, s := range j.problem.Samples {
		test := strings.HasPrefix(s.File, "tests/")
		if label != accepted && (!test || seen[label] > 0) {
			continue
		}
		verdict := j.verdict(program, limits, s)
		seen[verdict]++
		if label == accepted && verdict != accepted {
			j.t.Errorf("%s is accepted, but %s on %s", file, verdict, s.File)
		}
	}
	if seen[label] == 0 {
		j.t.Errorf("%s is %s, but that on no test: %v", file, label, seen)
	}
}

// verdict is what the label of a program would be if there was this test alone.
func (j *judge) verdict(program *runner.Program, limits runner.Limits, s workspace.Sample) string {
	res := j.executor.Execute(j.t.Context(), runner.Request{Program: program, Stdin: []byte(s.Input), Limits: limits})
	switch res.Verdict {
	case runner.OK:
		if !j.right(s, string(res.Stdout)) {
			return wrongAnswer
		}
		return accepted
	case runner.Crash:
		return runtimeError
	case runner.TimeLimit:
		return timeLimit
	}
	return fmt.Sprintf("%v %v", res.Verdict, res.Err)
}

func (j *judge) right(s workspace.Sample, output string) bool {
	if j.checker == nil {
		expected := s.Output
		if j.problem.Call() != nil {
			expected, output = function.Canonical(expected), function.Canonical(output)
		}
		return j.problem.Settings.Checker.Equal(expected, output)
	}
	res := j.executor.Execute(j.t.Context(), runner.Request{
		Program: j.checker,
		Args:    []string{"input", "output", "answer"},
		Files:   map[string][]byte{"input": []byte(s.Input), "output": []byte(output), "answer": []byte(s.Output)},
	})
	if res.Verdict != runner.OK && res.ExitCode != 1 {
		j.t.Errorf("the checker fails on %s: %v, status %d, %s", s.File, res.Verdict, res.ExitCode, res.StderrHead)
	}
	return res.Verdict == runner.OK
}
