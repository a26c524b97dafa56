package workspace

import (
	"fmt"
	"os"
	"path/filepath"

	"execre/analysis/infer"
	"execre/analysis/statement"
)

// leastSure is how sure a guess of the input format must be to be used. Inputs of a wrong format make right programs
// disagree, which is worse than none.
const leastSure = 0.3

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
	for i, guess := range p.Inferred {
		if guess.Sure < leastSure {
			break
		}
		if i == 0 {
			p.Schema = guess.Schema
		}
		p.Usable = i + 1
	}
}
