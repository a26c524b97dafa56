package evaluate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"execre/analysis/checker"
	"execre/analysis/generate"
	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/analysis/statement"
	"execre/runner"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
	"execre/server/internal/check"
	"execre/server/internal/workspace"
)

// Label is what is known of a candidate: what a judge said of it, or what it did on the hidden tests.
type Label string

// The labels, in the words of the Kattis problem package. Only Accepted means right.
const (
	Accepted        Label = "accepted"
	WrongAnswer     Label = "wrong_answer"
	TimeLimit       Label = "time_limit_exceeded"
	RunTimeError    Label = "run_time_error"
	MemoryLimit     Label = "memory_limit_exceeded"
	OutputLimit     Label = "output_limit_exceeded"
	CompileError    Label = "compile_error"
	Rejected        Label = "rejected" // not accepted, for whatever reason
	PartlyAccepted  Label = "partially_accepted"
	labelUnknown    Label = ""
	labelsForPeople       = "accepted, wrong_answer, time_limit_exceeded, run_time_error, memory_limit_exceeded, " +
		"output_limit_exceeded, compile_error, rejected, partially_accepted"
)

// parseLabel reads a label in any case, with blanks or hyphens between its words.
func parseLabel(word string) (Label, error) {
	label := Label(strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(word))))
	if label == "runtime_error" {
		label = RunTimeError
	}
	switch label {
	case Accepted, WrongAnswer, TimeLimit, RunTimeError, MemoryLimit, OutputLimit, CompileError, Rejected, PartlyAccepted:
		return label, nil
	}
	return labelUnknown, fmt.Errorf("%q is no label: write one of %s", word, labelsForPeople)
}

// Candidate is one program of a labelled problem.
type Candidate struct {
	Name     string // unique in its problem
	Language toolchain.Language
	Source   []byte
	Parts    map[string][]byte // the other files of a candidate of several files, as in workspace.File
	Label    Label             // "": found out by the tests
	// Multiplicity is how often the program occurs in the pools' urn: a model gave it so often. A program that occurs 0
	// times is in no pool; it only helps to know the right answers.
	Multiplicity int
	Oracle       bool   // it reads stdin, whatever the style of the problem, and tells the right answers if it passes the tests
	Brute        bool   // its name says that it is a brute force
	DuplicateOf  string // the name of the candidate whose text is the same but for white space and comments, or ""
}

// Test is an input with its right output.
type Test struct {
	Name          string
	Input, Output string
}

// Problem is one labelled problem, whatever data set it comes from. It is never changed once it is read.
type Problem struct {
	Name       string // unique in the data set, with slashes
	Source     string // the part of the data set that it belongs to
	Dir        string // absolute: a folder whose headers and modules candidates may use; "" for none
	Near       string // hash of these headers and modules
	Generators []workspace.File
	Validators []workspace.File
	Candidates []Candidate
	Samples    []Test           // what a person would know
	Tests      []Test           // what only the judge knows; they label candidates that have no label
	Schema     *schema.Schema   // of the inputs; nil: only the samples are run
	Others     []*schema.Schema // of an inferred Schema: less likely ones, should the programs crash on inputs of the first
	Format     string           // where Schema is from: "given", "inferred", or "none" with the reason in Notes; "generator": a generator makes the inputs
	Call       *function.Call   // of function style; nil: candidates read stdin
	Comparison Comparison       // which outputs are the same answer
	Limits     runner.Limits    // of one execution
	TestCode   string           // HumanEval: Python behind a candidate's text that ends badly unless it is right; "" for none
	Commands   toolchainCommand // what execre.toml says of languages
	Notes      []string         // what a person should know: why there is no format, what was left out
}

type toolchainCommand map[toolchain.Language]toolchain.Commands

// Comparison says which outputs are the same answer: by a program where there is one, else by a built-in checker.
type Comparison struct {
	Checker checker.Checker
	// Decimal is LiveCodeBench's own comparison, in place of Checker: line by line without the blanks around them, where
	// a line of numbers is compared by their exact values.
	Decimal bool
	Program *CheckerProgram
}

// CheckerProgram is a program that judges outputs.
type CheckerProgram struct {
	File workspace.File
	Use  workspace.CheckerProgram
}

// String names the comparison for people.
func (c Comparison) String() string {
	switch {
	case c.Program != nil:
		return c.Program.File.Path
	case c.Decimal:
		return "lines, numbers by value"
	}
	return c.Checker.String()
}

// setFormat guesses the input format from samples and statement.
func (p *Problem) setFormat(st *statement.Statement) {
	p.Schema, p.Format = nil, "none"
	evidence := infer.Evidence{Statement: st}
	for _, s := range p.Samples {
		evidence.Samples = append(evidence.Samples, s.Input)
	}
	guesses, err := infer.Infer(evidence)
	if err != nil {
		p.Notes = append(p.Notes, "no input format: "+err.Error())
		return
	}
	var formats []*schema.Schema
	for _, guess := range infer.Usable(guesses) {
		if generator, _ := generate.New(guess.Schema); generator != nil {
			formats = append(formats, guess.Schema)
		}
	}
	if len(formats) == 0 {
		p.Notes = append(p.Notes, "the input format cannot be guessed surely enough: write an input.schema")
		return
	}
	p.Schema, p.Others, p.Format = formats[0], formats[1:], "inferred"
}

// useFormat takes a format that a person wrote, if inputs can be made of it.
func (p *Problem) useFormat(s *schema.Schema) {
	if s == nil {
		return
	}
	if generator, mistakes := generate.New(s); generator == nil {
		p.Schema, p.Format = nil, "none"
		p.Notes = append(p.Notes, "no inputs can be made of the format: "+mistakes[0].Message)
		return
	}
	p.Schema, p.Format = s, "given"
}

// settleCall makes the candidates' call from the format where it is one of function style.
func (p *Problem) settleCall(name string) {
	if p.Schema == nil || p.Schema.Style != schema.FunctionArgs {
		return
	}
	p.Call = workspace.CallOf(p.Schema, name)
	sources := func(yield func(string, []byte) bool) {
		for _, c := range p.Candidates {
			if !yield(string(c.Language), c.Source) {
				return
			}
		}
	}
	p.Call.Returns, p.Call.Declared = function.DeclareValue(*p.Call, sources), function.Declare(*p.Call, sources)
}

// markCopies sets DuplicateOf of candidates with the same text.
func markCopies(candidates []Candidate) {
	files := make([]workspace.File, len(candidates))
	for i, c := range candidates {
		files[i] = workspace.File{Path: c.Name, Language: c.Language, Role: workspace.Candidate, Source: c.Source}
	}
	workspace.MarkCopies(files)
	for i := range candidates {
		candidates[i].DuplicateOf = files[i].DuplicateOf
	}
}

// Drawable counts the programs in the urn, copies included.
func (p *Problem) Drawable() int {
	n := 0
	for _, c := range p.Candidates {
		n += c.Multiplicity
	}
	return n
}

// check says what makes a problem useless, as an error with a way out.
func (p *Problem) check() error {
	names := map[string]bool{}
	for _, c := range p.Candidates {
		if names[c.Name] {
			return fmt.Errorf("%s: two candidates are called %s: give each its own name", p.Name, c.Name)
		}
		names[c.Name] = true
		if c.Label == labelUnknown && len(p.Tests)+len(p.Samples) == 0 && p.TestCode == "" {
			return fmt.Errorf("%s: %s has no label and there are no tests to find it out: add it to labels.json, or add tests/",
				p.Name, c.Name)
		}
	}
	if p.Drawable() == 0 {
		return fmt.Errorf("%s: no candidates", p.Name)
	}
	return nil
}

// key is the hash of everything that the executions of a problem depend on, the toolchains apart. Where the problem lies and
// what it is called is no part of it.
func (p *Problem) key(cfg Config) string {
	var formats []string
	for _, s := range append([]*schema.Schema{p.Schema}, p.Others...) {
		if s == nil {
			continue
		}
		text, lost, err := schema.Text(s)
		if err != nil || len(lost) > 0 { // function style has the other form only
			form, _, _ := schema.JSON(s)
			text += string(form)
		}
		formats = append(formats, text)
	}
	content, err := json.Marshal(struct {
		Version    int
		Seed       uint64
		Inputs     int
		Preset     check.Preset
		Near       string
		Generators []workspace.File
		Validators []workspace.File
		Candidates []Candidate
		Samples    []Test
		Tests      []Test
		Schemas    []string
		Format     string
		Call       *function.Call
		Checker    string
		Program    *CheckerProgram
		Limits     runner.Limits
		TestCode   string
		Commands   toolchainCommand
	}{
		RecordVersion, cfg.Seed, cfg.Inputs, cfg.Preset, p.Near, p.Generators, p.Validators, p.Candidates, p.Samples, p.Tests, formats, p.Format, p.Call,
		p.Comparison.String(), p.Comparison.Program, p.Limits, p.TestCode, p.Commands,
	})
	if err != nil {
		panic(err) // plain data
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// sortProblems puts a data set into one order whatever it was read from.
func sortProblems(problems []Problem) {
	slices.SortFunc(problems, func(a, b Problem) int { return cmp.Compare(a.Name, b.Name) })
	for i := range problems {
		slices.SortFunc(problems[i].Candidates, func(a, b Candidate) int { return cmp.Compare(a.Name, b.Name) })
	}
}

// decode reads one JSON value; name is the place that messages begin with, and line the first line of data in it. What a
// format does not know is left alone: data sets carry more than is needed here.
func decode(name string, line int, data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	err := decoder.Decode(into)
	if err == nil && decoder.More() {
		err = fmt.Errorf("something follows the JSON value")
	}
	if err == nil {
		return nil
	}
	offset := decoder.InputOffset()
	switch e := err.(type) {
	case *json.SyntaxError:
		offset = e.Offset
	case *json.UnmarshalTypeError:
		offset = e.Offset
		article := "a"
		if e.Value == "array" || e.Value == "object" {
			article = "an"
		}
		err = fmt.Errorf("%s is to be %s and not %s %s",
			cmp.Or(e.Field, "the value"), kindName(e.Type.Kind().String()), article, e.Value)
	}
	offset = min(max(0, offset), int64(len(data)))
	return fmt.Errorf("%s:%d: %w", name, line+bytes.Count(data[:offset], []byte("\n")), err)
}

func kindName(kind string) string {
	switch kind {
	case "map", "struct":
		return "an object"
	case "slice":
		return "an array"
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	}
	return "a number"
}
