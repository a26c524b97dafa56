package cli

import (
	"fmt"
	"path/filepath"

	"execre/runner/toolchain"
	"execre/server/internal/imports"
	"execre/server/internal/workspace"
)

type importCommand struct {
	Src       string `arg:"" help:"A folder of cph, oj or CompetiTest, a package of Kattis or Polygon (a folder or a zip file), a text with a statement or an example, or - for a text on stdin."`
	Into      string `default:"." help:"The folder in which the problem folders are made; with --samples the problem folder." placeholder:"DIR"`
	Language  string `help:"The language of the program to begin with, where the source has none (default: cpp, or all of --templates)." placeholder:"NAME"`
	Samples   bool   `help:"Only add the samples of the source to the problem folder that --into names: by default the folder you are in."`
	Templates string `help:"A folder whose files each new problem folder gets, with their variables replaced." placeholder:"DIR"`
}

// Run makes a problem folder of each problem of the source, and says on stdout what it made, and on stderr what is left out.
func (c *importCommand) Run(env *environment) error {
	options := imports.Options{Language: toolchain.Language(c.Language), Templates: c.Templates}
	if err := options.Check(); err != nil {
		return usageError{err}
	}
	if c.Samples {
		return c.addSamples(env)
	}
	problems, err := imports.Read(c.Src, env.stdin)
	if err != nil {
		return usageError{err}
	}
	for _, p := range problems {
		if err := env.ctx.Err(); err != nil {
			return err
		}
		created, err := imports.Create(c.Into, p, options)
		if err != nil {
			return usageError{err}
		}
		shown := filepath.Join(c.Into, filepath.Base(created.Dir))
		if created.Existed {
			fmt.Fprintf(env.stdout, "%s: was there already, nothing is changed in it\n", shown)
			continue
		}
		fmt.Fprintf(env.stdout, "%s\n", shown)
		for _, name := range created.Files {
			fmt.Fprintf(env.stdout, "  %s\n", name)
		}
		for _, reason := range created.LeftOut {
			fmt.Fprintf(env.stderr, "%s: left out: %s\n", shown, reason)
		}
	}
	return nil
}

// addSamples adds samples to a problem that is there.
func (c *importCommand) addSamples(env *environment) error {
	problem, err := workspace.Resolve(c.Into)
	if err != nil {
		return usageError{err}
	}
	files, leftOut, err := imports.AddSamples(problem, c.Src, env.stdin)
	for _, name := range files {
		fmt.Fprintln(env.stdout, filepath.Join(c.Into, filepath.FromSlash(name)))
	}
	for _, reason := range leftOut {
		fmt.Fprintf(env.stderr, "%s: left out: %s\n", c.Src, reason)
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}
