package evaluate

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"execre/analysis/statement"
	"execre/runner"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
)

// What LiveCodeBench runs programs with (lcb_runner/evaluation/testing_util.py): so long for one test, so much memory,
// and these names imported before the program's first line.
const (
	liveCodeBenchTime   = 6 * time.Second
	liveCodeBenchMemory = 4 * runner.GiB
)

// liveCodeBenchModules are imported twice: all of their names, in this order, and then themselves. builtins takes back
// what the others hid (pow, open), typing has no module of its own in the second list.
var liveCodeBenchModules = []string{
	"string", "re", "datetime", "collections", "heapq", "bisect", "copy", "math", "random", "statistics", "itertools",
	"functools", "operator", "io", "sys", "json",
}

// liveCodeBenchPreamble is the text in front of every program.
func liveCodeBenchPreamble() string {
	var b strings.Builder
	for _, module := range append(liveCodeBenchModules[:len(liveCodeBenchModules):len(liveCodeBenchModules)], "builtins", "typing") {
		fmt.Fprintf(&b, "from %s import *\n", module)
	}
	for _, module := range liveCodeBenchModules {
		fmt.Fprintf(&b, "import %s\n", module)
	}
	b.WriteString("sys.setrecursionlimit(50000)\n")
	return b.String()
}

// liveCodeBenchCodes is an element of the array of programs.
type liveCodeBenchCodes struct {
	ID     string   `json:"question_id"`
	Codes  []string `json:"code_list"`
	Graded []bool   `json:"graded_list"`
}

// liveCodeBenchProblem is a line of the problems' file. Three of its fields are JSON in a string.
type liveCodeBenchProblem struct {
	ID       string `json:"question_id"`
	Content  string `json:"question_content"`
	Platform string `json:"platform"`
	Starter  string `json:"starter_code"`
	Public   string `json:"public_test_cases"`
	Private  string `json:"private_test_cases"`
	Metadata string `json:"metadata"`
}

type liveCodeBenchTest struct {
	Input  string `json:"input"`
	Output string `json:"output"`
	Type   string `json:"testtype"` // "stdin" or "functional"
}

// readLiveCodeBench joins programs with problems. codes is the whole JSON array; problems is read once, and what nobody
// has a program for is passed over. The names are for messages.
func readLiveCodeBench(codesName string, codes []byte, problemsName string, problems io.Reader) ([]Problem, error) {
	var array []json.RawMessage
	if err := decode(codesName, 1, codes, &array); err != nil {
		return nil, err
	}
	wanted := map[string]liveCodeBenchCodes{}
	for i, raw := range array {
		place := fmt.Sprintf("%s: record %d", codesName, i+1)
		var c liveCodeBenchCodes
		if err := json.Unmarshal(raw, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		switch {
		case c.ID == "":
			return nil, fmt.Errorf("%s has no question_id", place)
		case len(c.Codes) == 0:
			return nil, fmt.Errorf("%s (question %s) has no code_list, or an empty one", place, c.ID)
		case len(c.Graded) > 0 && len(c.Graded) != len(c.Codes):
			return nil, fmt.Errorf("%s (question %s): graded_list has %d entries, code_list %d", place, c.ID, len(c.Graded), len(c.Codes))
		}
		if _, twice := wanted[c.ID]; twice {
			return nil, fmt.Errorf("%s: question %s was there before: put its programs into one code_list", place, c.ID)
		}
		wanted[c.ID] = c
	}
	var all []Problem
	err := eachLine(problemsName, problems, func(line int, text []byte) error {
		place := fmt.Sprintf("%s:%d", problemsName, line)
		var p liveCodeBenchProblem
		if err := decode(problemsName, line, text, &p); err != nil {
			return err
		}
		c, ok := wanted[p.ID]
		if !ok {
			return nil
		}
		delete(wanted, p.ID)
		problem, err := p.problem(c)
		if err != nil {
			return fmt.Errorf("%s: question %s: %w", place, p.ID, err)
		}
		all = append(all, problem)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if missing := sortedKeys(wanted); len(missing) > 0 {
		return nil, fmt.Errorf("%s has no question %s, for which %s has programs (%d such questions)",
			problemsName, missing[0], codesName, len(missing))
	}
	return all, nil
}

// problem makes the plain form.
func (p *liveCodeBenchProblem) problem(c liveCodeBenchCodes) (Problem, error) {
	out := Problem{
		Name: p.ID, Source: "livecodebench/" + cmp.Or(p.Platform, "unknown"),
		Limits:     runner.Limits{CPU: liveCodeBenchTime, Memory: liveCodeBenchMemory},
		Comparison: Comparison{Decimal: true},
	}
	public, err := liveCodeBenchTests("public_test_cases", p.Public)
	if err != nil {
		return out, err
	}
	private, err := liveCodeBenchTests("private_test_cases", p.Private)
	if err != nil {
		return out, err
	}
	functional := false
	for i, t := range append(public, private...) {
		name := fmt.Sprintf("public test %d", i+1)
		if i >= len(public) {
			name = fmt.Sprintf("private test %d", i-len(public)+1)
		}
		switch {
		case t.Type != "stdin" && t.Type != "functional":
			return out, fmt.Errorf("%s has the testtype %q: stdin and functional are known", name, t.Type)
		case i > 0 && functional != (t.Type == "functional"):
			return out, fmt.Errorf("%s has another testtype than the first one", name)
		}
		functional = t.Type == "functional"
		test := Test{Name: name, Input: t.Input, Output: t.Output}
		if i < len(public) {
			out.Samples = append(out.Samples, test)
		} else {
			out.Tests = append(out.Tests, test)
		}
	}
	preamble := liveCodeBenchPreamble()
	for i, code := range c.Codes {
		candidate := Candidate{
			Name: fmt.Sprintf("code_%03d.py", i), Language: toolchain.Python, Source: []byte(preamble + "\n" + code), Multiplicity: 1,
		}
		if len(c.Graded) > 0 {
			candidate.Label = Rejected
			if c.Graded[i] {
				candidate.Label = Accepted
			}
		}
		out.Candidates = append(out.Candidates, candidate)
	}
	markCopies(out.Candidates)
	st := statement.Parse(p.Content + "\n\n" + p.Starter)
	out.setFormat(st)
	if !functional {
		return out, nil
	}
	var meta struct {
		Function string `json:"func_name"`
	}
	if p.Metadata != "" {
		if err := json.Unmarshal([]byte(p.Metadata), &meta); err != nil {
			return out, fmt.Errorf("metadata: %w", err)
		}
	}
	if meta.Function == "" {
		return out, errors.New("metadata has no func_name, which a functional test needs")
	}
	out.settleCall(meta.Function)
	if out.Call == nil {
		// The programs can be run on the tests all the same, one argument a line.
		out.Schema, out.Others, out.Format = nil, nil, "none"
		out.Call = &function.Call{Name: meta.Function, Parameters: numbered(slices.Concat(out.Samples, out.Tests))}
	}
	out.Comparison = Comparison{} // values are compared, not texts
	return out, nil
}

// numbered names the arguments of a function whose signature is not known by how many lines a test has.
func numbered(tests []Test) []string {
	if len(tests) == 0 {
		return nil
	}
	var names []string
	for i := range strings.Split(strings.TrimSpace(tests[0].Input), "\n") {
		names = append(names, fmt.Sprintf("argument_%d", i+1))
	}
	return names
}

// maxPacked bounds what packed tests may unpack to.
const maxPacked = 512 << 20

// liveCodeBenchTests reads tests: a JSON array, or base64 of zlib of a pickle of the text of one.
func liveCodeBenchTests(field, text string) ([]liveCodeBenchTest, error) {
	var tests []liveCodeBenchTest
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		packed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("%s is neither a JSON array nor base64: %w", field, err)
		}
		unpacked, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field, err)
		}
		data, err := io.ReadAll(io.LimitReader(unpacked, maxPacked+1))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field, err)
		}
		if len(data) > maxPacked {
			return nil, fmt.Errorf("%s: more than %d bytes when unpacked", field, maxPacked)
		}
		if text, err = unpickle(data); err != nil {
			return nil, fmt.Errorf("%s: %w", field, err)
		}
	}
	if err := decode(field, 1, []byte(text), &tests); err != nil {
		return nil, err
	}
	return tests, nil
}
