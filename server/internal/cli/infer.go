package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"execre/server/internal/workspace"
)

type schemaInferCommand struct {
	Dir    string `arg:"" optional:"" default:"." help:"The problem folder."`
	Output string `help:"Write to this file instead of input.schema in the folder; - is stdout." placeholder:"FILE"`
	Print  bool   `help:"Print it, the same as --output -."`
}

// Run guesses the input format and writes it where there is none. What was guessed, and how surely, goes to stderr.
func (c *schemaInferCommand) Run(env *environment) error {
	problem, err := workspace.Resolve(c.Dir)
	if err != nil {
		return usageError{err}
	}
	dir, group := workspace.Split(problem)
	if group == "" {
		dir = c.Dir // as the person writes it
	}
	name := filepath.Join(dir, workspace.SchemaName(problem))
	switch {
	case c.Print && c.Output != "" && c.Output != "-":
		return usageError{errors.New("--print and --output name two places: give one of them")}
	case c.Print:
		name = "-"
	case c.Output != "":
		name = c.Output
	}
	best, err := workspace.Guess(problem)
	if err != nil {
		return usageError{err}
	}
	where := name
	if name == "-" {
		where = "this format"
		if _, err := io.WriteString(env.stdout, best.Text); err != nil {
			return err
		}
	} else if err := workspace.WriteSchema(name, best.Text); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("%s is there already and is not overwritten: --print shows what would be guessed", name)
		}
		return usageError{err}
	}
	fmt.Fprintf(env.stderr, "execre: %s is %s\n", where, workspace.HowSure(best))
	for _, note := range best.Notes {
		fmt.Fprintf(env.stderr, "  %s\n", note)
	}
	for _, l := range best.Loosen {
		fmt.Fprintf(env.stderr, "  line %d is a structure that the samples show: take it out if the statement does not say "+
			"that %s\n", l.Line, l.What)
	}
	return nil
}
