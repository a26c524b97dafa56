// Package workspace reads a problem folder: the programs and their roles, the samples, the input format and the
// settings, all at one moment and into plain values.
//
// It promises that Load gives the same Problem for the same folder whatever order the file system lists it in, that
// everything a person wrote wrongly comes back as a Mistake with its place (and a default in its stead), and that no
// program or sample is left out without a word. It reads regular files inside the folder only: a link that leads out
// of it is not followed. It never executes, creates or changes anything.
//
// The layouts are those people already have: Competitive Companion and cph, oj, cf-tool, atcoder-tools, CompetiTest,
// and the Kattis problem package.
package workspace

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"time"

	"execre/analysis/checker"
	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/analysis/statement"
	"execre/runner"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
)

// Role is what a source file is for.
type Role string

// The roles. Interactors are recognised, and not run.
const (
	Candidate  Role = "candidate"
	Brute      Role = "brute"
	Generator  Role = "generator"
	Checker    Role = "checker"
	Validator  Role = "validator"
	Interactor Role = "interactor"
	Ignore     Role = "ignore"
)

// Standing is a judge's verdict on a file, or "" when no judge has spoken.
type Standing string

// The standings, named as [verdicts] in execre.toml names them.
const (
	Accepted    Standing = "accepted"
	WrongAnswer Standing = "wrong-answer"
	TimeLimit   Standing = "time-limit"
	Crash       Standing = "crash"
)

// File is a source file with a role.
type File struct {
	Path        string             // relative to the problem folder, with slashes
	Language    toolchain.Language // "" only for an ignored file in no known language
	Role        Role
	Source      []byte   // as it is on disk; nil for an ignored file
	DuplicateOf string   // the file whose text is the same but for white space and comments, or "": see markDuplicates
	Standing    Standing // from [verdicts], else from the Kattis folder's name
	// Folder is set for a candidate that is a folder of files: its path, relative to the problem folder. Path is then the
	// main file, and Parts are the other files, by path relative to the problem folder; nil when there are none.
	Folder string
	Parts  map[string][]byte
	ByName bool // a person gave it its role: by its name, its Kattis folder or [roles]; never under candidates/
	Kattis bool // it is in a Kattis package's folder for validators, so that it says yes with exit status 42
}

// IsProgram says whether the file is one of the programs to be compared.
func (f File) IsProgram() bool { return f.Role == Candidate || f.Role == Brute }

// Sample is an input with a known answer. The texts are as on disk: line ends and a missing last one are kept.
type Sample struct {
	Name   string // "sample 2", its position from 1, where its file has that number; else "sample a.in"; a judged one: "judged-1"
	Input  string
	Output string
	File   string // the input's file, relative to the problem folder
	Answer string // the file of Output, likewise; File where that has both
	Judged bool   // an answer to a question
}

// Objection is what a person said of an input that was asked about, where no single answer is right. The text is as on
// disk.
type Objection struct {
	Input   string
	File    string // relative to the problem folder
	Several bool   // several answers are right; else it is no valid input
}

// Mistake is something wrong with a file of the problem folder. Without Warning set it must be mended before the
// problem is checked. Pos is the zero Pos where the file as a whole is meant.
type Mistake struct {
	File           string // relative to the problem folder
	schema.Mistake        // Code begins "schema-", "config-" or "sample-"
}

// String is "file:line:column: message", without what it has not.
func (m Mistake) String() string {
	if m.Pos.Line == 0 {
		return m.File + ": " + m.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", m.File, m.Pos.Line, m.Pos.Column, m.Message)
}

// Settings is execre.toml with its defaults filled in.
type Settings struct {
	TimeLimit   time.Duration                             // default: that of the .prob file, else 2s
	MemoryLimit runner.Bytes                              // default: that of the .prob file, else 1 GiB
	Inputs      int                                       // default 500
	Threshold   *big.Rat                                  // in (0, 1]; nil: the method's default
	Reference   string                                    // "" or the path of one of the programs
	Checker     checker.Checker                           // the built-in comparison: tokens by default
	CheckerFrom string                                    // the file that says Checker, so that no other is to be guessed, or ""
	Program     CheckerProgram                            // what judges instead of Checker, if there is one
	Languages   map[toolchain.Language]toolchain.Commands // of [languages.X]
	Function    string                                    // of function style: "" means the only method of class Solution, else the only top-level function
}

// The styles of checkers: what they are given, and how they say what they think of it.
const (
	StyleTestlib = "testlib"
	StyleKattis  = "kattis"
	StylePlain   = "plain"
)

// CheckerProgram is a program that judges outputs.
type CheckerProgram struct {
	File  string   // "" when there is none; else the path of one of Files with the role Checker
	Named bool     // by execre.toml
	Style string   // a style, or "" when neither execre.toml says nor the folder of a Kattis package
	Args  []string // what execre.toml, or problem.yaml, gives to it besides
}

// Problem is one problem folder as read at one moment. It is never changed.
type Problem struct {
	Dir        string         // absolute
	Group      string         // the stem of its files, where it shares the folder with other problems: see Split
	Name       string         // the folder's base name, and with a Group "contest/a"
	Files      []File         // programs and all other roles, by path
	Samples    []Sample       // by natural order of the file name (2 before 10), the judged ones last
	Objections []Objection    // by natural order of the file name
	SchemaFile string         // "input.schema", that of a Group "A.schema", or "" when there is none
	Schema     *schema.Schema // of SchemaFile, or guessed (see Inferred); nil when there is none or it has a mistake
	Settings   Settings
	Mistakes   []Mistake // by file and position

	StatementFile string               // "statement.md" or "statement.txt", or "" when there is none
	Statement     *statement.Statement // of StatementFile; nil when there is none
	// Inferred is what the format of a problem without input.schema may be, the likeliest first. The first Usable of
	// them are sure enough to make inputs; Schema is then that of the first.
	Inferred       []infer.Guess
	Usable         int
	InferenceError error // why Inferred is empty; nil when it is not, or when there is an input.schema

	// Returns is set where programs in function style declare that the function returns a value, and none that it
	// returns nothing.
	Returns bool
	// Declared is what else the programs in function style declare of the function.
	Declared function.Declared

	// Interactive is set for a problem whose programs talk to an interactor: the file that shows it. Else it is "".
	Interactive string
}

// Path is what Load gives the problem for.
func (p *Problem) Path() string { return GroupPath(p.Dir, p.Group) }

// Tools lists the files of a role, by path.
func (p *Problem) Tools(role Role) []File {
	var tools []File
	for _, f := range p.Files {
		if f.Role == role {
			tools = append(tools, f)
		}
	}
	return tools
}

// Call says what the candidates of a problem in function style define, or is nil when they read stdin. A guess says it even
// where it is not sure enough of the values to make inputs.
func (p *Problem) Call() *function.Call {
	form := p.Schema
	if form == nil && len(p.Inferred) > 0 {
		form = p.Inferred[0].Schema
	}
	if form == nil || form.Style != schema.FunctionArgs {
		return nil
	}
	call := CallOf(form, p.Settings.Function)
	call.Returns, call.Declared = p.Returns, p.Declared
	return call
}

// declare notes what the programs in function style declare.
func (p *Problem) declare() {
	call := p.Call()
	if call == nil {
		return
	}
	programs := func(yield func(string, []byte) bool) {
		for _, file := range p.Files {
			if file.IsProgram() && !yield(string(file.Language), file.Source) {
				return
			}
		}
	}
	p.Returns, p.Declared = function.DeclareValue(*call, programs), function.Declare(*call, programs)
}

// ConfigFile is the name of a problem's settings.
const ConfigFile = "execre.toml"

const (
	schemaFile = "input.schema"

	maxConfig = 64 << 10 // bytes of execre.toml
	maxSource = 1 << 20  // bytes of a source file or a schema: what is larger is data with a wrong name
	maxSample = 64 << 20 // bytes of one sample file
)

// Load reads the problem of a path, which is that of its folder, or one that Resolve gave. The error is for a folder that
// cannot be read, holds no program or holds several problems; what a person wrote wrongly is in Mistakes.
func Load(problem string) (*Problem, error) {
	f, top, err := open(problem)
	if err != nil {
		return nil, err
	}
	defer f.root.Close()

	p := &Problem{Dir: f.dir, Group: f.group, Name: Name(GroupPath(f.dir, f.group))}
	conf := f.config(top)
	conf.findChecker(f, top)
	var beside []string
	p.Files, beside = programs(f, top, conf)
	if !slices.ContainsFunc(p.Files, File.IsProgram) {
		return nil, noPrograms(f, top)
	}
	var found samples
	found.read(f, top, conf.languages)
	if err := found.severalProblems(f); err != nil {
		return nil, err
	}
	p.Samples, p.Objections = found.inOrder(), found.objections
	says := f.manifest(top)
	p.Settings = settings(conf, p.Files, found.limits, says.limits)
	p.Settings.Program = f.checkerProgram(conf, p.Files, says)
	if p.Settings.CheckerFrom == "" && says.there && p.Settings.Program.File == "" {
		p.Settings.Checker, p.Settings.CheckerFrom = says.comparison(), packageFile
	}
	name := f.schemaName(top)
	if text, ok := f.readKnown(top, name, maxSource, "schema"); ok {
		var mistakes []schema.Mistake
		p.SchemaFile = name
		p.Schema, mistakes = schema.Parse(text)
		f.add(name, mistakes...)
	}
	if p.StatementFile, p.Statement = f.readStatement(top); p.SchemaFile == "" {
		p.infer(f)
	}
	p.declare()
	p.Interactive = interactive(p, found, says)
	p.offerExamples(f)
	if conf.function.text != "" && p.Call() == nil && (p.SchemaFile == "" || p.Schema != nil) {
		m := conf.function.mistake("config-function", "not used: every program reads stdin, unless input.schema says "+
			`"input_format": "function_args"`)
		m.Warning = true
		f.add(ConfigFile, m)
	}
	markDuplicates(p.Files, beside, p.Settings.Reference)
	p.Mistakes = sortMistakes(f.mistakes)
	return p, nil
}

// LoadSettings reads execre.toml in dir alone, whatever else the folder holds; without that file all is as it is by
// default. The error is for a folder that cannot be read.
func LoadSettings(dir string) (Settings, []Mistake, error) {
	f, top, err := open(dir)
	if err != nil {
		return Settings{}, nil, err
	}
	defer f.root.Close()
	conf := f.config(top)
	return settings(conf, nil), sortMistakes(f.mistakes), nil
}

// config reads execre.toml if it is there.
func (f *folder) config(top []entry) config {
	text, ok := f.readKnown(top, ConfigFile, maxConfig, "config")
	if !ok {
		return config{}
	}
	conf, mistakes := parseConfig(text)
	f.add(ConfigFile, mistakes...)
	return conf
}

// sortMistakes orders by file, then position; the message decides between mistakes at one place.
func sortMistakes(mistakes []Mistake) []Mistake {
	slices.SortFunc(mistakes, func(a, b Mistake) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.Compact(mistakes)
}
