package build

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
)

//go:embed check.py
var checkScript string

// checkPython finds the syntax errors of a Python source and of the modules copied with it, and notes in m whether it
// needs nothing but the standard library.
func (r recipe) checkPython(ctx context.Context, entry string, m *manifest) error {
	argv := []string{r.tools.Path, "-I", "-S", "-B", "-W", "ignore", "-c", checkScript, filepath.FromSlash(r.main)}
	for _, name := range sortedNames(r.files) {
		argv = append(argv, filepath.FromSlash(name))
	}
	res := process.Run(ctx, process.Command{Argv: argv, Env: toolchain.CompileEnv(entry), Dir: entry, Limits: limits})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case res.Verdict == runner.InternalError:
		return fmt.Errorf("compiling %s: %w", r.src.Name, res.Err)
	case res.Verdict != runner.OK:
		// The interpreter itself gives up on it, by its nesting for example.
		return compilerFailure(r, string(res.StderrHead), res)
	}
	var found struct {
		Errors        []Message
		SelfContained bool
	}
	if err := json.Unmarshal(res.Stdout, &found); err != nil {
		return fmt.Errorf("compiling %s: %s gave no answer that we understand: %w", r.src.Name, r.tools.Path, err)
	}
	m.SelfContained = found.SelfContained
	if len(found.Errors) == 0 {
		return nil
	}
	failure := &Failure{Messages: found.Errors, certain: true}
	var output strings.Builder
	for i := range failure.Messages {
		message := &failure.Messages[i]
		message.Severity = "error"
		if message.File = filepath.ToSlash(message.File); message.File == r.main {
			message.File = r.src.Name
		}
		fmt.Fprintln(&output, message)
	}
	failure.Output = output.String()
	return failure
}
