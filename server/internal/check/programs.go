package check

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"execre/analysis/generate"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// build makes the programs, and all else that is executed.
func (r *run) build() error {
	if err := r.compile(); err != nil {
		return err
	}
	var said []string // each missing toolchain is named once
	column := map[string]int{}
	for _, e := range r.entrants {
		if e.program != nil {
			column[e.file.Path] = len(r.runners)
			r.runners = append(r.runners, e)
			r.evidence = append(r.evidence, e)
			r.columns = append(r.columns, column[e.file.Path])
		}
		var missing *toolchain.Missing
		if errors.As(e.failure, &missing) && !slices.Contains(said, missing.Error()) {
			said = append(said, missing.Error())
			r.report.Problems = append(r.report.Problems, Problem{
				File: e.file.Path, Code: "config-toolchain", Message: missing.Error(), Warning: true,
			})
		}
	}
	for _, e := range r.entrants {
		if j, ok := column[e.file.DuplicateOf]; ok {
			r.evidence = append(r.evidence, e)
			r.columns = append(r.columns, j)
		}
	}
	r.arena = newArena(r)
	for _, s := range r.problem.Samples {
		if s.Judged {
			r.judgements = append(r.judgements, s)
		} else {
			r.samples = append(r.samples, s)
		}
	}
	if err := r.buildTools(); err != nil {
		return err
	}
	if r.problem.Schema != nil {
		generator, mistakes := generate.New(r.problem.Schema)
		for _, m := range mistakes {
			r.report.Problems = append(r.report.Problems, Problem{
				File: r.problem.SchemaFile, Line: m.Pos.Line, Column: m.Pos.Column,
				Code: m.Code, Message: m.Message, Warning: m.Warning,
			})
		}
		r.generator = generator
	}
	r.known = r.report.Problems
	return nil
}

// Build makes a program of a source. failure, a *build.Failure or a *toolchain.Missing, is why there is none by the fault of
// the source or of the machine; the error is for what we failed at.
func Build(
	ctx context.Context, builder Builder, src build.Source, commands toolchain.Commands,
) (program *runner.Program, failure, err error) {
	program, err = builder.Build(ctx, src, commands)
	var broken *build.Failure
	var missing *toolchain.Missing
	switch {
	case err == nil:
		return program, nil, nil
	case errors.As(err, &broken), errors.As(err, &missing), errors.Is(err, errCompiling):
		return nil, err, nil
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	}
	what := src.Name
	switch {
	case src.Sanitize:
		what += " with sanitizers"
	case src.Coverage:
		what += " to see its lines"
	}
	return nil, nil, fmt.Errorf("building %s: %w", what, err)
}

// source is a candidate as it is built.
func (r *run) source(file workspace.File) build.Source {
	return build.Source{
		Name: file.Path, Dir: r.problem.Dir, Language: file.Language, Text: file.Source, Files: file.Parts, Call: r.problem.Call(),
	}
}

// buildTools builds the programs of the problem that are not compared.
func (r *run) buildTools() error {
	if r.problem.Interactive != "" {
		return nil // no input is made, and no output compared
	}
	var err error
	if r.makers, err = r.tools(workspace.Generator); err != nil {
		return err
	}
	validators, err := r.tools(workspace.Validator)
	if err != nil {
		return err
	}
	for _, t := range validators {
		r.validators = append(r.validators, newValidator(t))
	}
	if err := r.validateSamples(); err != nil {
		return err
	}
	i := slices.IndexFunc(r.problem.Files, func(f workspace.File) bool { return f.Path == r.problem.Settings.Program.File })
	if i < 0 {
		return nil
	}
	t, err := r.tool(r.problem.Files[i])
	if err != nil {
		return err
	}
	if t == nil {
		r.aside = doesNotCompile
		return nil
	}
	r.answers.judge = newJudge(t, r.problem.Settings.Program)
	return nil
}

// doesNotCompile is why a checker program is set aside before it was run.
const doesNotCompile = "does not compile"
