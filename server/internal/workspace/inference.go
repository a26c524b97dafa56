package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/analysis/statement"
)

const maxStatement = 1 << 20 // bytes of a statement

// statementFiles are what a problem's statement may be called; the first one that is there is read.
var statementFiles = []string{"statement.md", "statement.txt"}

// readStatement reads the problem's statement, if there is one.
func (f *folder) readStatement(top []entry) *statement.Statement {
	for _, name := range statementFiles {
		if text, ok := f.readKnown(top, name, maxStatement, "statement"); ok {
			return statement.Parse(string(text))
		}
	}
	return nil
}

// Evidence is what the folder says of its input format: its samples and its statement. It needs no programs. The error is
// for a folder that cannot be read, or that holds the samples of several problems.
func Evidence(dir string) (infer.Evidence, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return infer.Evidence{}, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return infer.Evidence{}, fmt.Errorf("opening the problem folder: %w", err)
	}
	defer root.Close()
	f := &folder{dir: abs, root: root}
	top, err := f.list(".")
	if err != nil {
		return infer.Evidence{}, fmt.Errorf("reading the problem folder: %w", err)
	}
	var found samples
	found.read(f, top, f.config(top).languages)
	if err := found.severalProblems(abs); err != nil {
		return infer.Evidence{}, err
	}
	return evidenceOf(found.inOrder(), f.readStatement(top)), nil
}

// Guess is the best guess of the input format of the problem in dir, as it is written into a file: its constraints begin
// with what a person should know of the guess, as comments, where the form of the schema has any. It needs no programs,
// and whether there is an input.schema is not looked at. The error says why there is no guess and what to do.
func Guess(dir string) (infer.Guess, error) {
	evidence, err := Evidence(dir)
	if err != nil {
		return infer.Guess{}, err
	}
	guesses, err := infer.Infer(evidence)
	if err != nil {
		return infer.Guess{}, err
	}
	return introduced(guesses[0]), nil
}

// HowSure is how a sentence about a guess goes on: "guessed, with a probability of …".
func HowSure(guess infer.Guess) string {
	return fmt.Sprintf("guessed, with a probability of %.0f %% to be right: compare it with the statement", 100*guess.Sure)
}

const commentWidth = 100 // characters of a line

// introduced is a guess with what is to be known of it above its constraints.
func introduced(guess infer.Guess) infer.Guess {
	var about strings.Builder
	for _, sentence := range append([]string{"This format is " + HowSure(guess) + "."}, guess.Notes...) {
		width := 0
		for _, word := range strings.Fields(sentence) {
			n := utf8.RuneCountInString(word)
			if width > 0 && width+1+n > commentWidth {
				about.WriteString("\n")
				width = 0
			}
			if width == 0 {
				about.WriteString("#")
				width = 1
			}
			about.WriteString(" " + word)
			width += 1 + n
		}
		about.WriteString("\n")
	}
	text, ok := insert(guess.Text, about.String())
	if !ok {
		return guess
	}
	guess.Text = text
	guess.Schema, _ = schema.Parse([]byte(text))
	guess.Loosen = slices.Clone(guess.Loosen)
	for i := range guess.Loosen {
		guess.Loosen[i].Line += strings.Count(about.String(), "\n")
		guess.Loosen[i].Text, _ = insert(guess.Loosen[i].Text, about.String())
	}
	return guess
}

// insert puts lines above the constraints of a schema; it is false for one of the JSON form, which has no comments.
func insert(text, lines string) (string, bool) {
	const rule = "\n---\n"
	layout, constraints, ok := strings.Cut(text, rule)
	if !ok {
		return text, false
	}
	return layout + rule + lines + constraints, true
}

// WriteSchema writes the text of a format to a file that must not exist: what a person wrote is never overwritten, and
// errors.Is(err, fs.ErrExist) then holds.
func WriteSchema(name, text string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

func evidenceOf(samples []Sample, st *statement.Statement) infer.Evidence {
	e := infer.Evidence{Statement: st}
	for _, s := range samples {
		e.Samples = append(e.Samples, s.Input)
	}
	return e
}

// infer guesses the format of a problem that has no input.schema.
func (p *Problem) infer() {
	p.Inferred, p.InferenceError = infer.Infer(evidenceOf(p.Samples, p.Statement))
	usable := infer.Usable(p.Inferred)
	if p.Usable = len(usable); p.Usable > 0 {
		p.Schema = usable[0].Schema
	}
}
