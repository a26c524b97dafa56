package build

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/internal/sandbox"
	"execre/runner/toolchain"
)

//go:embed check.py
var checkScript string

// pythonFindings is what check.py prints.
type pythonFindings struct {
	Errors        []Message
	SelfContained bool
}

// checkPython finds the syntax errors of a Python source and of the modules copied with it, and notes in m whether it
// needs nothing but the standard library.
func (c *Cache) checkPython(ctx context.Context, r recipe, entry string, m *manifest) error {
	names := []string{filepath.FromSlash(r.own)}
	for _, name := range sortedNames(r.files) {
		if strings.HasSuffix(name, ".py") {
			names = append(names, filepath.FromSlash(name))
		}
	}
	found, ok := c.askPython(ctx, r.tools, entry, names)
	if !ok {
		var err error
		if found, err = c.runPython(ctx, r, entry, names); err != nil {
			return err
		}
	}
	// The harness imports for the candidate, and installed packages then as well.
	m.SelfContained = found.SelfContained && r.installed == ""
	if len(found.Errors) == 0 {
		return nil
	}
	failure := &Failure{Messages: found.Errors, certain: true}
	var output strings.Builder
	for i := range failure.Messages {
		message := &failure.Messages[i]
		message.Severity = "error"
		if message.File = filepath.ToSlash(message.File); message.File == r.own {
			message.File = r.src.Name
		}
		fmt.Fprintln(&output, message)
	}
	failure.Output = output.String()
	return failure
}

// checkCommand is the command that runs check.py.
func checkCommand(path string) []string {
	return []string{path, "-I", "-S", "-B", "-W", "ignore", "-c", checkScript}
}

// checker is the interpreter that is kept running to check sources.
func (c *Cache) checker(tools *toolchain.Toolchain) (s *resident, ok bool) {
	command := checkCommand(tools.Path)
	policy := &sandbox.Policy{Trusted: true, Reads: append(tools.CompileReads(command), c.dir)}
	return c.resident(command, toolchain.CompileEnv(c.dir), policy)
}

// awaitPython has the interpreter ready for a source that is going to change.
func (c *Cache) awaitPython(tools *toolchain.Toolchain) {
	if s, ok := c.checker(tools); ok {
		c.later(func() { s.wake(c.closing) })
	}
}

// askPython asks an interpreter that is kept running, which takes a small part of the time that a start takes. ok is
// false if it gave no answer: the source may have been too much for it.
func (c *Cache) askPython(
	ctx context.Context, tools *toolchain.Toolchain, entry string, names []string,
) (found pythonFindings, ok bool) {
	s, ok := c.checker(tools)
	if !ok {
		return found, false
	}
	line, err := json.Marshal(struct {
		Folder string   `json:"folder"`
		Names  []string `json:"names"`
	}{entry + string(filepath.Separator), names})
	if err != nil {
		return found, false
	}
	err = s.ask(ctx, append(line, '\n'), func(replies *bufio.Reader) error {
		answer, err := replies.ReadBytes('\n')
		if err != nil {
			return err
		}
		return json.Unmarshal(answer, &found)
	})
	return found, err == nil
}

// runPython starts an interpreter for one check.
func (c *Cache) runPython(ctx context.Context, r recipe, entry string, names []string) (found pythonFindings, err error) {
	argv := slices.Concat(checkCommand(r.tools.Path), names)
	res := c.compiler(ctx, process.Command{Argv: argv, Env: toolchain.CompileEnv(entry), Dir: entry, Limits: limits})
	switch {
	case ctx.Err() != nil:
		return found, ctx.Err()
	case res.Verdict == runner.InternalError:
		return found, fmt.Errorf("compiling %s: %w", r.src.Name, res.Err)
	case res.Verdict != runner.OK:
		// The interpreter itself gives up on it, by its nesting for example.
		return found, compilerFailure(r, string(res.StderrHead), res)
	}
	if err := json.Unmarshal(res.Stdout, &found); err != nil {
		return found, fmt.Errorf("compiling %s: %s gave no answer that we understand: %w", r.src.Name, r.tools.Path, err)
	}
	return found, nil
}
