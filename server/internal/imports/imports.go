// Package imports makes problem folders of what other tools have: a problem that Competitive Companion sends, the folders
// of cph, oj and CompetiTest, the packages of Kattis and Polygon, and a statement that a person has pasted.
//
// The work goes in one direction. [Read] recognises a source and reads it into Problems, which are plain values; [Create]
// writes one into a new folder. What package workspace reads in place keeps its layout, so that nothing is known twice: a
// Kattis package stays one.
//
// It promises that no file that exists is ever changed or replaced, that nothing is written outside of the new folder
// whatever a source calls its files, that an archive can neither lead out of itself nor be larger than what is said here,
// and that whatever is left out is said in [Problem.LeftOut]. It never executes anything and never asks the network.
//
// The formats are those of their makers: the README of Competitive Companion and the source of its CustomHost; the
// README of CompetiTest.nvim; the Kattis problem package format, legacy and 2025-09; problem.xml as Polygon exports it.
package imports

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"execre/analysis/statement"
	"execre/runner"
	"execre/server/internal/workspace"
)

// Problem is a problem as another tool has it. Every field may be missing, but for Name.
type Problem struct {
	Name  string // as the judge calls it: any text
	Group string // judge and contest: "Codeforces - Round 1"
	URL   string // "" or one that begins with http:// or https://

	TimeLimit   time.Duration // 0: not said
	MemoryLimit runner.Bytes  // 0: not said
	Interactive bool
	InputFile   string // the judge's programs read it instead of stdin; "" for stdin
	OutputFile  string // the same for stdout

	MainClass string // the class that the judge wants of a Java program; "" or an identifier
	TaskClass string // the name of the problem as an identifier, or ""

	Samples []Sample
	Files   []File
	Checker []string // for execre.toml: nil, the name of a comparison, or the words of a command

	Verdicts map[string]string // for execre.toml: what a judge said of one of Files, by its path

	LeftOut []string // a sentence for each thing that was there and is not used, and why
}

// Sample is an input with the answer that the source gives, "" when it has none.
type Sample struct{ Input, Output string }

// File is a file of the problem folder: a program, a statement, a test in the layout that package workspace reads.
type File struct {
	Path string // relative to the problem folder, with slashes
	Text []byte
}

// leave notes what is not used.
func (p *Problem) leave(format string, args ...any) {
	p.LeftOut = append(p.LeftOut, line(fmt.Sprintf(format, args...), 1000))
}

// The bounds of what is read. A source that has more is cut, with a word, or refused.
const (
	maxText    = 8 << 20   // bytes of a posted problem, a pasted statement, or a file that describes a problem
	maxFile    = 64 << 20  // bytes of any other file, as package workspace has it for samples
	maxTotal   = 256 << 20 // bytes of everything that is taken of one source
	maxEntries = 20_000    // files and folders of a source
	maxSamples = 1000      // of one problem
)

// errUnknown is the error for a source in which nothing is recognised.
var errUnknown = errors.New("nothing here is known: there is no problem.xml (Polygon), problem.yaml (Kattis), .cph/*.prob, " +
	"*.testcases or *_input0.txt (CompetiTest), and no samples such as test/sample-1.in (oj)")

// Read reads the problems of a source: a folder, a zip file, a .prob or .testcases file, a JSON file as Competitive
// Companion sends it, a statement in a text file, or "-" for a text on stdin. There is at least one when the error is nil.
func Read(src string, stdin io.Reader) ([]Problem, error) {
	if src == "-" {
		text, err := io.ReadAll(io.LimitReader(stdin, maxText+1))
		if err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
		text, _ = workspace.Text(text)
		return readText("pasted", text)
	}
	info, err := os.Stat(src)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(src)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(abs)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	switch {
	case info.IsDir():
		root, err := os.OpenRoot(src)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		return readFolder(&source{fsys: root.FS(), name: base}, true)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is neither a file nor a folder", src)
	case strings.EqualFold(filepath.Ext(base), ".zip"):
		file, err := os.Open(src)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		from, err := openZip(file, info.Size(), stem)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", src, err)
		}
		return readFolder(from, true)
	case info.Size() > maxText:
		return nil, fmt.Errorf("%s has more than %d MiB: it is no description of a problem", src, maxText>>20)
	}
	text, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	text, _ = workspace.Text(text)
	switch filepath.Ext(base) {
	case ".prob", ".json":
		p, _, err := ParsePosted(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", src, err)
		}
		return []Problem{p}, nil
	case ".testcases":
		samples, err := parseTestcases(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", src, err)
		}
		return []Problem{{Name: stem, Samples: samples}}, nil
	}
	return readText(stem, text)
}

// AddSamples adds the samples of a source, which is as for Read and has one problem, to a problem that is there. It gives the
// files that it made, relative to the problem's folder, and says what is left out: a sample without an answer, and one that is
// there already. Nothing is overwritten.
func AddSamples(problem, src string, stdin io.Reader) (files, leftOut []string, err error) {
	problems, err := Read(src, stdin)
	if err != nil {
		return nil, nil, err
	}
	if len(problems) != 1 {
		return nil, nil, fmt.Errorf("%s has %d problems: name one of them", src, len(problems))
	}
	files, leftOut = []string{}, problems[0].LeftOut
	for i, s := range problems[0].Samples {
		if strings.TrimSpace(s.Output) == "" {
			leftOut = append(leftOut, fmt.Sprintf("example %d: it has no answer", i+1))
			continue
		}
		added, err := workspace.AddSample(problem, s.Input, s.Output)
		var there *workspace.SampleThereError
		switch files = append(files, added...); {
		case errors.As(err, &there):
			leftOut = append(leftOut, fmt.Sprintf("example %d: %v", i+1, there))
		case err != nil:
			return files, leftOut, err
		}
	}
	if len(problems[0].Samples) == 0 {
		return nil, leftOut, fmt.Errorf("%s has no samples", src)
	}
	return files, leftOut, nil
}

// readText reads what a person has pasted: the JSON of Competitive Companion, or a statement.
func readText(name string, text []byte) ([]Problem, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("the text has more than %d MiB: it is no statement", maxText>>20)
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		p, _, err := ParsePosted(text)
		return []Problem{p}, err
	}
	p, err := parsePasted(name, string(text))
	return []Problem{p}, err
}

// parsePasted reads a statement, or an example alone, as LeetCode prints it or any other judge.
func parsePasted(name, text string) (Problem, error) {
	text = strings.ToValidUTF8(text, "\ufffd")
	read := statement.Parse(text)
	if read.Function == nil && len(read.Samples) == 0 {
		// "nums = [2,7], target = 9" alone is how a failed case is shown.
		if alone := statement.Parse("Input: " + strings.TrimSpace(text)); alone.Function != nil {
			read, text = alone, "Input: "+strings.TrimSpace(text)+"\n"
		}
	}
	p := Problem{Name: name, TimeLimit: read.TimeLimit, MemoryLimit: runner.Bytes(read.MemoryLimit), Interactive: read.Interactive}
	examples, leftOut := read.Examples()
	for _, s := range examples {
		p.Samples = append(p.Samples, Sample{s.Input, s.Output})
	}
	for _, why := range leftOut {
		p.leave("%s", why)
	}
	if f := read.Function; f != nil {
		p.Name = cmp.Or(f.Name, f.Class, p.Name)
		if f.Class == "" {
			p.Files = append(p.Files, File{"solution.py", []byte(pythonFunction(f))})
		}
	}
	if len(p.Samples) == 0 {
		return p, errors.New(`the text has no example that is understood: paste it with its headings, as in ` +
			`"Input: nums = [2,7], target = 9" and "Output: [0,1]" below`)
	}
	if title, ok := heading(text); ok && (read.Function == nil || read.Function.Name == "" && read.Function.Class == "") {
		p.Name = title
	}
	p.Files = append(p.Files, File{"statement.md", []byte(text)})
	return p, nil
}

// heading is the title that a statement begins with: "# Two Sum", or "1. Two Sum".
func heading(text string) (string, bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	first = strings.TrimSpace(first)
	number := strings.TrimLeft(first, "0123456789")
	switch {
	case strings.HasPrefix(first, "# "):
		return strings.TrimSpace(first[2:]), true
	case number != first && strings.HasPrefix(number, ". ") && len(first) <= 80:
		return first, true
	}
	return "", false
}

// pythonFunction is a program to begin with, for a problem about a function.
func pythonFunction(f *statement.Function) string {
	name := f.Name
	if !isIdentifier(name) {
		name = "solve"
	}
	parameters := ""
	for _, p := range f.Parameters {
		if isIdentifier(p.Name) {
			parameters += ", " + p.Name
		}
	}
	return "class Solution:\n    def " + name + "(self" + parameters + "):\n        pass\n"
}

// isIdentifier says whether a text is a name in every language that there is a template for.
func isIdentifier(name string) bool {
	for i, r := range name {
		if r > unicode.MaxASCII || r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != "" && len(name) <= 100
}

// line is a text on one line, without anything that is no letter, mark, number, sign or blank, cut after most letters.
func line(text string, most int) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	})
	text = strings.Join(words, " ")
	if utf8.RuneCountInString(text) > most {
		text = strings.TrimSpace(string([]rune(text)[:most])) + "…"
	}
	return text
}

// listed joins names for a sentence, and stops after a few.
func listed(names []string) string {
	const most = 5
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// stemOf is a file's name without its ending.
func stemOf(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
