package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"execre/analysis/infer"
	"execre/server/internal/workspace"
)

type schemaInferCommand struct {
	Dir    string `arg:"" optional:"" default:"." help:"The problem folder."`
	Output string `help:"Write to this file instead of input.schema in the folder; - is stdout." placeholder:"FILE"`
	Print  bool   `help:"Print it, the same as --output -."`
}

// Run guesses the input format and writes it where there is none. What was guessed, and how surely, goes to stderr.
func (c *schemaInferCommand) Run(env *environment) error {
	name := filepath.Join(c.Dir, "input.schema")
	switch {
	case c.Print && c.Output != "" && c.Output != "-":
		return usageError{errors.New("--print and --output name two places: give one of them")}
	case c.Print:
		name = "-"
	case c.Output != "":
		name = c.Output
	}
	evidence, err := workspace.Evidence(c.Dir)
	if err != nil {
		return usageError{err}
	}
	guesses, err := infer.Infer(evidence)
	if err != nil {
		return usageError{err}
	}
	best := guesses[0]
	if name == "-" {
		_, err = io.WriteString(env.stdout, best.Text)
	} else {
		err = writeNew(name, best.Text)
	}
	if err != nil {
		return err
	}
	where := "this format"
	if name != "-" {
		where = name
	}
	fmt.Fprintf(env.stderr, "execre: %s is guessed, with a probability of %.0f %% to be right: compare it with the statement\n",
		where, 100*best.Sure)
	for _, note := range best.Notes {
		fmt.Fprintf(env.stderr, "  %s\n", note)
	}
	for _, l := range best.Loosen {
		fmt.Fprintf(env.stderr, "  line %d is a structure that the samples show: take it out if the statement does not say "+
			"that %s\n", l.Line, l.What)
	}
	return nil
}

// writeNew writes a file that must not exist: what a person wrote is never overwritten.
func writeNew(name, text string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return usageError{fmt.Errorf("%s is there already and is not overwritten: --print shows what would be guessed", name)}
	case err != nil:
		return usageError{err}
	}
	_, err = io.WriteString(file, text)
	return errors.Join(err, file.Close())
}
