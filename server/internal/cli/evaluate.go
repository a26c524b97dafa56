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
	Export      string   `help:"Keep what the executions gave in this folder, and take what is there instead of executing. Several evaluations may share it." placeholder:"DIR"`
	Format      string   `enum:"table,csv,json,html" default:"table" help:"How to print the result: table, csv, json or html."`
	Output      string   `help:"Write the result to this file instead of stdout." placeholder:"FILE"`
	Preset      string   `enum:"default,execre-paper" default:"default" help:"default, or execre-paper: draw inputs and compare outputs as the paper does, and compare its two thresholds."`
	Inputs      int      `default:"500" help:"How many inputs to run for each problem (500)." placeholder:"N"`
	Seed        uint64   `default:"1" help:"Seed of the inputs, the pools, the oracle and the bootstrap."`
	Sizes       []int    `default:"2,3,5,10,20" help:"How many programs a pool has: one number or several (2,3,5,10,20)." placeholder:"N"`
	Pools       int      `default:"20" help:"How many pools to draw of each size and problem (20)." placeholder:"N"`
	Rules       []string `help:"Only these rules (all, or those of the preset): execre-questions is with --oracle-error also the one whose oracle errs." placeholder:"RULE"`
	OracleError float64  `default:"0" help:"Compare also with an oracle that answers this share of the questions wrongly." placeholder:"E"`
	Jobs        *int     `help:"Executions at the same time (one for each core)." placeholder:"N"`
	NoCache     bool     `help:"Execute everything again that is not in the folder of --export. Built programs are kept."`
}

// Help explains the data sets and the measures.
func (*evaluateCommand) Help() string {
	return `Rules that decide which program is right are compared on problems of which that is known.

A FOLDER OF PROBLEMS holds for each one candidates/, labels.json, samples/N.in and N.ans, and what there is of input.schema,
statement.md, execre.toml, a checker, tests/N.in and N.ans (hidden), multiplicity.json ({"a.cpp": 3}: how often a model gave the
program), oracle/ (one program that prints the right answers). Or it is a Kattis package: submissions/accepted/ and the like.

  execre evaluate problems/ --export runs/ --format html --output rules.html

labels.json says what a judge said of the files in candidates/: accepted, wrong_answer, time_limit_exceeded, run_time_error,
memory_limit_exceeded, output_limit_exceeded, compile_error, partially_accepted, or rejected for whatever reason.

  {"a.cpp": "accepted", "b.py": "wrong_answer", "c": "time_limit_exceeded"}

(c is a folder with a program of several files.) A label that is missing is found out by the samples and tests.

HUMANEVAL: completions, one a line; without "passed" the problem's own test says whether it is right.

  {"task_id": "HumanEval/0", "completion": "    return …", "passed": true}

  execre evaluate samples.jsonl --problems HumanEval.jsonl --export runs/

LIVECODEBENCH: an array of programs by question; without "graded_list" the tests say which are right. Private tests may be
packed; nothing in a pickle is executed.

  [{"question_id": "1873_A", "code_list": ["…", "…"], "graded_list": [true, false]}, …]

  execre evaluate codes.json --problems test6.jsonl --export runs/

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

A reference is right if it is accepted; or if it exceeds the time limit and gives right answers wherever it gives any, for a
reference is asked for answers and not for speed. Such a program is no right one otherwise: it has to be changed, so nothing misleads that
says so, and in the calibration and the share of right programs it counts as not right. The right answer to an input is that of
oracle/, else the most frequent one of the accepted programs of the problem.

Intervals hold 95 % of 1,000 bootstrap samples of problems; there is none where one problem alone counts, and one without width
only says that all problems gave the same. Calibration is the share of right programs by what a rule says of them.

Pools are drawn by --seed and by the order of the files' names; rules that leave open which of several programs to take get one by
lot, so that their figures for few pools change with either.

LEFT OUT of what check does: fewer executions are repeated to find programs that do not repeat themselves, and no input is made smaller.

--preset execre-paper narrows integers to [-20, 20] and lengths to [1, 20], draws at random, and compares outputs as trimmed text;
its rules take crashes for values, give ties to the first program, trust Dawid-Skene's alpha (as published) from .90 (its
program) or .95 (its text) on, and let the samples alone judge below that. Misleading pools here are not the paper's misleading
rounds of a repair.`
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
		Jobs:     jobs, Seed: c.Seed, Inputs: c.Inputs, Preset: check.Preset(c.Preset),
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
