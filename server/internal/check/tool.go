package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"execre/runner"
	"execre/runner/build"
	"execre/server/internal/workspace"
)

// tool is a program of the problem that is not compared with others: a checker, a generator or a validator. It is built
// and confined like a candidate.
type tool struct {
	file       workspace.File
	program    *runner.Program
	executor   runner.Executor
	limits     runner.Limits
	background bool
}

// Limits of a tool, unless those of the candidates are wider: it may do more, and what it takes is nobody's verdict.
const (
	toolTime   = 10 * time.Second
	toolMemory = runner.GiB
)

// mostToolFailures is after how many failures a tool is not used any more: each may have cost the whole limit.
const mostToolFailures = 3

// tools builds the programs that have a role. What cannot be built is said, and left out.
func (r *run) tools(role workspace.Role) ([]*tool, error) {
	var tools []*tool
	for _, file := range r.problem.Tools(role) {
		t, err := r.tool(file)
		if err != nil {
			return nil, err
		}
		if t != nil {
			tools = append(tools, t)
		}
	}
	return tools, nil
}

// tool builds one program; nil if that cannot be done for a reason that is said.
func (r *run) tool(file workspace.File) (*tool, error) {
	settings := r.problem.Settings
	t := &tool{
		file: file, executor: r.cfg.Executor, background: r.cfg.Background,
		limits: runner.Limits{CPU: max(toolTime, settings.TimeLimit), Memory: max(toolMemory, settings.MemoryLimit)},
	}
	if file.Language == "" { // built already
		at := filepath.Join(r.problem.Dir, filepath.FromSlash(file.Path))
		sum := sha256.Sum256(file.Source)
		t.program = &runner.Program{
			Name: file.Path, Argv: []string{at}, Env: []string{"PATH=/usr/bin:/bin"},
			Key: hex.EncodeToString(sum[:]), Reads: []string{at},
		}
		return t, nil
	}
	var failure, err error
	t.program, failure, err = Build(r.ctx, r.cfg.Builder, build.Source{
		Name: file.Path, Dir: r.problem.Dir, Language: file.Language, Text: file.Source, Files: file.Parts,
	}, settings.Languages[file.Language])
	if err != nil {
		return nil, err
	}
	var broken *build.Failure
	switch {
	case failure == nil:
		return t, nil
	case errors.As(failure, &broken):
		p := Problem{File: file.Path, Code: string(file.Role) + "-compile", Message: "does not compile: " + failure.Error()}
		for _, m := range broken.Messages {
			if m.Severity == "error" && m.File == file.Path && m.Line > 0 {
				p.Line, p.Column = m.Line, m.Column
				break
			}
		}
		r.remark(p)
	default:
		r.remark(Problem{File: file.Path, Code: "config-toolchain", Message: failure.Error()})
	}
	return nil, nil
}

// remark adds something to the report's problems that does not keep the check from going on.
func (r *run) remark(p Problem) {
	p.Warning = true
	r.report.Problems = append(r.report.Problems, p)
}

// run executes the tool. A time-out is repeated alone before it counts. The error is for what we failed at.
func (t *tool) run(ctx context.Context, req runner.Request) (runner.Result, error) {
	req.Program, req.Limits, req.Background = t.program, t.limits, t.background
	return Execute(ctx, t.executor, req)
}

// Execute executes a request. A time-out is repeated alone before it counts. The error is for what we failed at, never for
// the program.
func Execute(ctx context.Context, executor runner.Executor, req runner.Request) (runner.Result, error) {
	result := executor.Execute(ctx, req)
	if result.Verdict == runner.TimeLimit {
		req.Alone = true
		result = executor.Execute(ctx, req)
	}
	if result.Verdict == runner.InternalError || result.Verdict == runner.VerdictInvalid {
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		return result, fmt.Errorf("running %s: %w", req.Program.Name, result.Err)
	}
	return result, nil
}

// exited gives the exit status of a program that ended by itself.
func exited(r runner.Result) (status int, ok bool) {
	return r.ExitCode, r.Verdict == runner.OK || r.Verdict == runner.Crash && r.Signal == ""
}

// ending says in words how an execution of a tool ended that did not do what it is there for.
func (t *tool) ending(r runner.Result) string {
	var how string
	status, ok := exited(r)
	switch {
	case r.Verdict == runner.TimeLimit:
		return fmt.Sprintf("runs for longer than %v", t.limits.CPU)
	case r.Verdict == runner.MemoryLimit:
		return fmt.Sprintf("uses more memory than %v", t.limits.Memory)
	case r.Verdict == runner.OutputLimit:
		return "prints too much"
	case ok:
		how = fmt.Sprintf("ends with exit status %d", status)
	default:
		how = "is killed by " + r.Signal
	}
	if words := lastWords(r); words != "" {
		how += ": " + words
	}
	return how
}

// lastWords is the line of what a program printed on stderr that says what went wrong.
func lastWords(r runner.Result) string {
	text := strings.TrimSpace(telling(string(r.StderrHead) + string(r.StderrTail)))
	const most = 200
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

var (
	usesTestlib = regexp.MustCompile(`#[ \t]*include[ \t]*[<"][^>"\n]*testlib\.h[>"]`)
	says42      = regexp.MustCompile(`\b42\b`) // the exit status by which a Kattis program says yes
)
