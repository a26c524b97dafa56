package cli

import (
	"errors"
	"fmt"
	"io"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/resultcache"
	"execre/server/internal/check"
	"execre/server/internal/evaluate"
	"execre/server/internal/workspace"
)

type evaluateCommand struct {
	Data string `arg:"" help:"A folder of labelled problems, HumanEval's completions (jsonl) or LiveCodeBench's array of programs (JSON)."`

	Problems    string   `help:"The problems of HumanEval's or LiveCodeBench's programs." placeholder:"FILE"`
	Export      string   `help:"Keep what the executions gave in this folder, and take what is there instead of executing." placeholder:"DIR"`
	Format      string   `enum:"table,csv,json,html" default:"table" help:"How to print the result: table, csv, json or html."`
	Output      string   `help:"Write the result to this file instead of stdout." placeholder:"FILE"`
	Inputs      int      `default:"500" help:"How many inputs to run for each problem." placeholder:"N"`
	Seed        uint64   `default:"1" help:"Seed of the inputs, the pools, the oracle and the bootstrap."`
	Sizes       []int    `default:"2,3,5,10,20" help:"How many programs a pool has: one number or several." placeholder:"N,…"`
	Pools       int      `default:"20" help:"How many pools to draw of each size and problem." placeholder:"N"`
	Rules       []string `help:"Only these rules (all)." placeholder:"RULE,…"`
	OracleError float64  `default:"0" help:"Compare also with an oracle that answers this share of the questions wrongly." placeholder:"E"`
	Jobs        *int     `help:"Executions at the same time (one for each core)." placeholder:"N"`
	NoCache     bool     `help:"Execute everything again that is not in the folder of --export. Built programs are kept."`
}

// Help explains the measures.
func (*evaluateCommand) Help() string {
	return `Rules that decide which program is right are compared on problems of which that is known.

A folder of problems holds for each one candidates/, labels.json ({"a.cpp": "accepted", "b.py": "wrong_answer"}), samples, and
what there is of input.schema, statement.md, tests/ (hidden, N.in and N.ans), multiplicity.json ({"a.cpp": 3}), oracle/ (one
program that prints the right answers); or it is a Kattis package. Labels that are missing are found out by the tests.

All candidates are executed once on the same inputs; pools of them are drawn at random, and every rule decides on every pool:

  precision   share of the trusted references that are right
  recall      pools with a right reference, of those that hold a program that can be one
  F1          2 precision recall / (precision + recall)
  coverage    share of the pools with a trusted reference
  misleading  pools, of 100, in which an accepted program fails a sample or is shown an input on which it differs from the
              reference
  useful      pools, of 100, in which a wrong program fails a sample, or is first shown an input to which the reference gives
              the right answer
  questions   questions asked, per pool

Intervals hold 95 % of 1,000 bootstrap samples of problems. Calibration is the share of right programs by what a rule says
of them. A reference is right if it is accepted, or only too slow and never wrong. The right answer to an input is that of
oracle/, else the most frequent one of the accepted programs of the problem.`
}

// Run evaluates and prints the result.
func (c *evaluateCommand) Run(env *environment) error {
	jobs, err := parallel(c.Jobs)
	switch {
	case err != nil:
		return err
	case c.Inputs < 1 || c.Inputs > workspace.MaxInputs:
		return usageError{fmt.Errorf("--inputs must be from 1 to %d", workspace.MaxInputs)}
	case c.Pools < 1:
		return usageError{errors.New("--pools must be at least 1")}
	}
	problems, err := evaluate.Read(c.Data, c.Problems)
	if err != nil {
		return usageError{err}
	}
	here := local.New(local.Config{Jobs: jobs})
	defer here.Close()
	var executor runner.Executor = here
	if !c.NoCache {
		executor = resultcache.New(here, resultcache.Config{Dir: resultcache.DefaultDir()})
	}
	line := newProgressLine(env.stderr)
	result, err := evaluate.Run(env.ctx, problems, evaluate.Config{
		Executor: executor,
		Builder:  &build.Cache{Dir: build.DefaultDir()},
		Jobs:     jobs, Seed: c.Seed, Inputs: c.Inputs,
		Export: c.Export, Sizes: c.Sizes, Pools: c.Pools, Rules: c.Rules, OracleError: c.OracleError,
		Progress: func(p evaluate.Progress) {
			line.show(check.Progress{Phase: p.About(), Done: p.Executions, Total: p.OfExecutions})
		},
	})
	line.clear()
	if closing := here.Close(); err == nil {
		err = closing
	}
	var setting *evaluate.ConfigError
	if errors.As(err, &setting) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	return c.print(env.stdout, result)
}

// print writes the result in the format and to the place that was asked for.
func (c *evaluateCommand) print(stdout io.Writer, result *evaluate.Result) error {
	write := map[string]func(io.Writer) error{
		"table": result.Table, "csv": result.CSV, "json": result.JSON, "html": result.HTML,
	}[c.Format]
	return output(stdout, c.Output, write)
}
