package cli

import (
	"fmt"
	"io"

	"execre/analysis/schema"
)

type schemaConvertCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"The problem folder."`
	To  string `required:"" enum:"text,json" help:"The form to write: ${enum}." placeholder:"FORM"`
}

// Run prints input.schema in the other form. What that form cannot say goes to stderr; the file stays as it is.
func (c *schemaConvertCommand) Run(env *environment) error {
	problem, _, err := loadSchema(c.Dir, env.stderr)
	if err != nil {
		return err
	}
	var text string
	var lost []string
	if c.To == "text" {
		text, lost, err = schema.Text(problem.Schema)
	} else {
		var form []byte
		form, lost, err = schema.JSON(problem.Schema)
		text = string(form)
	}
	if err != nil {
		return usageError{fmt.Errorf("%s: %w", problem.SchemaFile, err)}
	}
	for _, l := range lost {
		fmt.Fprintf(env.stderr, "%s: %s\n", problem.SchemaFile, l)
	}
	_, err = io.WriteString(env.stdout, text)
	return err
}
