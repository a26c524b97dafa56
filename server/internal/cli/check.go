package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/resultcache"
	"execre/server/internal/check"
	"execre/server/internal/export"
	"execre/server/internal/workspace"
)

// maxJobs is more than any machine has use for.
const maxJobs = 256

type checkCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"The problem folder; where several problems share one, a file of the problem."`

	Format      string  `enum:"table,json,html" default:"table" help:"How to print the report: table, json, or html, one page that needs no other file."`
	Output      string  `help:"Write the report to this file instead of stdout." placeholder:"FILE"`
	Inputs      *int    `help:"How many inputs to run (execre.toml or 500)." placeholder:"N"`
	Seed        uint64  `default:"1" help:"Seed of the inputs: the same seed gives the same inputs."`
	TimeLimit   *string `help:"CPU time a program has for one input (execre.toml or 2s)." placeholder:"D"`
	MemoryLimit string  `help:"Memory a program has, such as 256MiB (execre.toml or 1GiB)." placeholder:"B"`
	Threshold   *string `help:"Probability from which a class of programs is trusted, above 0 and at most 1." placeholder:"T"`
	Jobs        *int    `help:"Executions at the same time (one for each core)." placeholder:"N"`
	For         *string `help:"Search on for so long after the inputs, such as 60s." placeholder:"D"`
	Preset      string  `enum:"default,execre-paper" default:"default" help:"default, or execre-paper: draw inputs, compare outputs and decide as the paper does; for comparison."`
	Explain     bool    `help:"Say below the table what the decision and each number rest on, in sentences. The other formats have it in any case."`
	Suspects    bool    `help:"Look for the lines of wrong programs in C, C++ and Python that may be at fault. It takes as long as all else."`
	NoCache     bool    `help:"Execute everything again, also what earlier checks have executed. Built programs are kept."`

	UntilDifference bool `help:"With --for: end the search when two programs differ that no sample and no earlier counterexample tells apart."`
}

// Help is what `execre check --help` says below the flags.
func (checkCommand) Help() string {
	return `Exit status: 0 a trusted reference, and everybody agrees with it; 1 somebody differs from it, fails a sample, crashes, is too slow
or does not compile; 3 nothing is trusted, or a program could not be compared, and none of that; 2 a mistake in the command
line or the folder's files; 70 we failed; 130 a signal (ctrl-C, a timeout) ended the check: the report is then of what was known, and says where it stopped.`
}

// longestHunt bounds --for: what is searched for longer was given too large a number.
const longestHunt = 24 * time.Hour

// hunt is how long the search is to go on.
func (c *checkCommand) hunt() (time.Duration, error) {
	if c.For == nil {
		if c.UntilDifference {
			return 0, errors.New("--until-difference needs --for, which says when to give up: --for 60s")
		}
		return 0, nil
	}
	long, err := time.ParseDuration(*c.For)
	if err != nil || long <= 0 || long > longestHunt {
		return 0, fmt.Errorf("--for: %q is no duration from 1ms to %v; write it as 60s or 10m", *c.For, longestHunt)
	}
	return long, nil
}

// Run checks the folder and prints the report.
func (c *checkCommand) Run(env *environment) error {
	hunt, err := c.hunt()
	if err != nil {
		return usageError{err}
	}
	problem, err := loadProblem(c.Dir)
	if err != nil {
		return usageError{err}
	}
	if err := c.override(&problem.Settings); err != nil {
		return usageError{err}
	}
	report, err := checked(env, problem, c.Jobs, c.NoCache, check.Config{
		Seed: c.Seed, Preset: check.Preset(c.Preset), For: hunt, UntilDifference: c.UntilDifference,
		Partial:  func(*check.Report) {}, // so that something is certain if a signal ends the check
		Suspects: c.suspects(),
	})
	if errors.Is(err, check.ErrSamplesOnly) {
		return usageError{fmt.Errorf("--for: %w", err)}
	}
	if report == nil {
		return err
	}
	if printing := c.print(env.stdout, report); err != nil || printing != nil {
		return cmp.Or(err, printing)
	}
	if status := report.ExitStatus(); status != 0 {
		return exitStatus(status)
	}
	return nil
}

// suspects says of which programs suspicious lines are looked for.
func (c *checkCommand) suspects() func(string) bool {
	if !c.Suspects {
		return nil
	}
	return func(string) bool { return true }
}

// loadProblem reads the problem that a person means: its folder, or one of its files where several problems share a folder.
func loadProblem(path string) (*workspace.Problem, error) {
	problem, err := workspace.Resolve(path)
	if err != nil {
		return nil, err
	}
	return workspace.Load(problem)
}

// checked checks a problem with the programs of this machine, and stores the report, unless it was ended before: then there
// is a report of what was known, and an error. When it returns nothing runs any more: what follows may
// end the process, by writing to a pipe that nobody reads.
func checked(env *environment, problem *workspace.Problem, jobs *int, noCache bool, cfg check.Config) (*check.Report, error) {
	var err error
	if cfg.Jobs, err = parallel(jobs); err != nil {
		return nil, err
	}
	here := local.New(local.Config{Jobs: cfg.Jobs})
	defer here.Close()
	cfg.Executor = here
	if !noCache {
		cfg.Executor = resultcache.New(here, resultcache.Config{Dir: resultcache.DefaultDir()})
	}
	cfg.Builder = &build.Cache{Dir: build.DefaultDir()}
	line := newProgressLine(env.stderr)
	cfg.Progress = line.show
	report, err := check.Run(env.ctx, problem, cfg)
	line.clear()
	if closing := here.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return report, err
	}
	if err := check.Save(problem.Path(), report); err != nil {
		fmt.Fprintf(env.stderr, "execre: warning: %v\n", err)
	}
	return report, nil
}

// print writes the report in the format and to the place that was asked for.
func (c *checkCommand) print(stdout io.Writer, report *check.Report) error {
	write := export.Table
	switch c.Format {
	case "json":
		write = export.JSON
	case "html":
		write = export.HTML
	default:
		if c.Explain {
			write = export.Explained
		}
	}
	return output(stdout, c.Output, func(w io.Writer) error { return write(w, report) })
}

// output writes to the file that --output names, or else to stdout. A file that cannot be made whole is not begun.
func output(stdout io.Writer, path string, write func(io.Writer) error) error {
	if path == "" {
		return write(stdout)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		return usageError{fmt.Errorf("--output: %w", err)}
	}
	return nil
}

// parallel is how many executions run at the same time: what --jobs says, or one for each core.
func parallel(jobs *int) (int, error) {
	switch {
	case jobs == nil:
		return runtime.NumCPU(), nil
	case *jobs < 1, *jobs > maxJobs:
		return 0, usageError{fmt.Errorf("--jobs must be from 1 to %d", maxJobs)}
	}
	return *jobs, nil
}

// override puts what the flags say in the place of what execre.toml says.
func (c *checkCommand) override(s *workspace.Settings) error {
	if n := c.Inputs; n != nil {
		if *n < 1 || *n > workspace.MaxInputs {
			return fmt.Errorf("--inputs must be from 1 to %d", workspace.MaxInputs)
		}
		s.Inputs = *n
	}
	if c.TimeLimit != nil {
		limit, err := workspace.ParseTimeLimit(*c.TimeLimit)
		if err != nil {
			return fmt.Errorf("--time-limit: %w", err)
		}
		s.TimeLimit = limit
	}
	if c.MemoryLimit != "" {
		limit, err := workspace.ParseBytes(c.MemoryLimit)
		if err != nil {
			return fmt.Errorf("--memory-limit: %w", err)
		}
		s.MemoryLimit = limit
	}
	if c.Threshold != nil {
		threshold, err := workspace.ParseThreshold(*c.Threshold)
		if err != nil {
			return fmt.Errorf("--threshold: %w", err)
		}
		s.Threshold = threshold
	}
	return nil
}

// progressLine is one line on a terminal that says how far a check has come. Into a file or a pipe goes a line of its own
// now and then, so that a log shows that a long check is alive.
type progressLine struct {
	out      io.Writer
	terminal bool
	last     time.Time
	width    int
}

// seldom is how often something is said that stays.
const seldom = 10 * time.Second

func newProgressLine(out io.Writer) *progressLine {
	l := &progressLine{out: out, last: time.Now()}
	if file, ok := out.(*os.File); ok {
		info, err := file.Stat()
		l.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return l
}

func (l *progressLine) show(p check.Progress) {
	const interval = 50 * time.Millisecond
	text := p.String()
	since := time.Since(l.last)
	switch {
	case !l.terminal && since < seldom, since < interval && p.Done < p.Total:
		return
	case !l.terminal:
		l.last = time.Now()
		fmt.Fprintf(l.out, "execre: %s\n", text)
		return
	}
	l.last = time.Now()
	l.write(text)
	l.width = len(text)
}

func (l *progressLine) clear() {
	if l.width > 0 {
		l.write("")
		fmt.Fprint(l.out, "\r")
	}
}

// write puts text in the place of what stands there.
func (l *progressLine) write(text string) {
	blank := bytes.Repeat([]byte(" "), max(0, l.width-len(text)))
	fmt.Fprintf(l.out, "\r%s%s", text, blank)
}
