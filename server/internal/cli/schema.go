package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/server/internal/check"
	"execre/server/internal/export"
	"execre/server/internal/workspace"
)

type schemaCommand struct {
	Infer   schemaInferCommand   `cmd:"" help:"Guess the format from samples and statement.md, and write it to input.schema."`
	Check   schemaCheckCommand   `cmd:"" help:"Check input.schema, and the samples against it."`
	Sample  schemaSampleCommand  `cmd:"" help:"Print inputs of the format, one after the other."`
	Help    schemaHelpCommand    `cmd:"" help:"Explain the language of input.schema."`
	Convert schemaConvertCommand `cmd:"" help:"Print input.schema in the other form, text or JSON."`
}

type schemaCheckCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"The problem folder."`
}

// Run prints every mistake with its place.
func (c *schemaCheckCommand) Run(env *environment) error {
	problem, generator, err := loadSchema(c.Dir, env.stdout)
	if err != nil {
		return err
	}
	fits := 0
	for _, sample := range problem.Samples {
		if _, err := generator.Parse(sample.Input); err != nil {
			fmt.Fprintf(env.stdout, "%s: does not fit %s: %v\n", sample.File, problem.SchemaFile, err)
			continue
		}
		fits++
	}
	if fits < len(problem.Samples) {
		return exitStatus(exitUsage)
	}
	_, err = fmt.Fprintf(env.stdout, "%s is fine, and so are %d of %d samples\n", problem.SchemaFile, fits, len(problem.Samples))
	return err
}

type schemaSampleCommand struct {
	Dir    string `arg:"" optional:"" default:"." help:"The problem folder."`
	Inputs int    `default:"1" help:"How many." placeholder:"N"`
	Seed   uint64 `default:"1" help:"Seed of the inputs."`
}

// Run prints the first inputs that check would run.
func (c *schemaSampleCommand) Run(env *environment) error {
	if c.Inputs < 1 {
		return usageError{errors.New("--inputs must be at least 1")}
	}
	_, generator, err := loadSchema(c.Dir, env.stderr)
	if err != nil {
		return err
	}
	search := generate.NewSearch(generator, c.Seed, c.Inputs, nil)
	for left := c.Inputs; left > 0; left -= check.RoundSize {
		var inputs []generate.Input
		var exhausted string
		drawn := make(chan struct{})
		go func() { // a hard format takes long, and cannot be told to stop
			defer close(drawn)
			inputs, exhausted = search.Next(min(check.RoundSize, left))
		}()
		select {
		case <-drawn:
		case <-env.ctx.Done():
			return env.ctx.Err()
		}
		for _, in := range inputs {
			if _, err := io.WriteString(env.stdout, in.Text); err != nil {
				return err
			}
		}
		if exhausted != "" {
			fmt.Fprintf(env.stderr, "execre: %s\n", exhausted)
			break
		}
	}
	return nil
}

// loadSchema reads the format of the problem in dir and says on out what is
// wrong with it.
func loadSchema(dir string, out io.Writer) (*workspace.Problem, *generate.Generator, error) {
	problem, err := loadProblem(dir)
	if err != nil {
		problem, err = loadFormat(dir)
	}
	if err != nil {
		return nil, nil, usageError{err}
	}
	if problem.SchemaFile == "" {
		return nil, nil, usageError{fmt.Errorf("%s has no input.schema: execre schema help shows how to write one", dir)}
	}
	say := func(m schema.Mistake) {
		p := check.Problem{File: problem.SchemaFile, Line: m.Pos.Line, Column: m.Pos.Column, Warning: m.Warning}
		fmt.Fprintf(out, "%s%s\n", export.Place(p), m.Message)
	}
	for _, m := range problem.Mistakes {
		if m.File == problem.SchemaFile {
			say(m.Mistake)
		}
	}
	if problem.Schema == nil {
		return nil, nil, exitStatus(exitUsage)
	}
	generator, mistakes := generate.New(problem.Schema)
	for _, m := range mistakes {
		say(m)
	}
	if generator == nil {
		return nil, nil, exitStatus(exitUsage)
	}
	return problem, generator, nil
}

// loadFormat reads the format and the samples alone, from a folder that holds no programs.
func loadFormat(dir string) (*workspace.Problem, error) {
	const name = "input.schema"
	evidence, err := workspace.Evidence(dir)
	if err != nil {
		return nil, err
	}
	problem := &workspace.Problem{Dir: dir}
	for i, input := range evidence.Samples {
		problem.Samples = append(problem.Samples, workspace.Sample{Input: input, File: evidence.Names[i]})
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	text, err := root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return problem, nil
	} else if err != nil {
		return nil, err
	}
	text, _ = workspace.Text(text)
	problem.SchemaFile = name
	var mistakes []schema.Mistake
	problem.Schema, mistakes = schema.Parse(text)
	for _, m := range mistakes {
		problem.Mistakes = append(problem.Mistakes, workspace.Mistake{File: name, Mistake: m})
	}
	return problem, nil
}

type schemaHelpCommand struct{}

// Run prints the language reference.
func (schemaHelpCommand) Run(env *environment) error {
	_, err := io.WriteString(env.stdout, schema.Help())
	return err
}
