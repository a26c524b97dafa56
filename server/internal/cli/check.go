package cli

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"os"
	"runtime"
	"time"

	"execre/runner/build"
	"execre/runner/local"
	"execre/server/internal/check"
	"execre/server/internal/export"
	"execre/server/internal/workspace"
)

type checkCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"The problem folder."`

	Format      string        `enum:"table,json" default:"table" help:"How to print the report: table or json."`
	Output      string        `help:"Write the report to this file instead of stdout." placeholder:"FILE"`
	Inputs      int           `help:"How many inputs to run (execre.toml or 500)." placeholder:"N"`
	Seed        uint64        `default:"1" help:"Seed of the inputs: the same seed gives the same inputs."`
	TimeLimit   time.Duration `help:"CPU time a program has for one input (execre.toml or 2s)." placeholder:"D"`
	MemoryLimit string        `help:"Memory a program has, such as 256MiB (execre.toml or 1GiB)." placeholder:"B"`
	Threshold   string        `help:"Probability from which a class of programs is trusted, above 0 and at most 1." placeholder:"T"`
	Jobs        int           `help:"Executions at the same time (one for each core)." placeholder:"N"`
}

// Run checks the folder and prints the report.
func (c *checkCommand) Run(env *environment) error {
	problem, err := workspace.Load(c.Dir)
	if err != nil {
		return usageError{err}
	}
	if err := c.override(&problem.Settings); err != nil {
		return usageError{err}
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	executor := local.New(local.Config{Jobs: jobs})
	defer executor.Close()
	line := newProgressLine(env.stderr)
	report, err := check.Run(env.ctx, problem, check.Config{
		Executor: executor,
		Builder:  &build.Cache{Dir: build.DefaultDir()},
		Jobs:     jobs,
		Seed:     c.Seed,
		Progress: line.show,
	})
	line.clear()
	if err != nil {
		return err
	}
	if err := check.Save(problem.Dir, report); err != nil {
		fmt.Fprintf(env.stderr, "execre: warning: %v\n", err)
	}
	if err := c.print(env.stdout, report); err != nil {
		return err
	}
	if status := report.ExitStatus(); status != 0 {
		return exitStatus(status)
	}
	return nil
}

// print writes the report in the format and to the place that was asked for.
func (c *checkCommand) print(stdout io.Writer, report *check.Report) error {
	write := export.Table
	if c.Format == "json" {
		write = export.JSON
	}
	if c.Output == "" {
		return write(stdout, report)
	}
	var text bytes.Buffer
	if err := write(&text, report); err != nil {
		return err
	}
	if err := os.WriteFile(c.Output, text.Bytes(), 0o644); err != nil {
		return usageError{fmt.Errorf("--output: %w", err)}
	}
	return nil
}

// override puts what the flags say in the place of what execre.toml says.
func (c *checkCommand) override(s *workspace.Settings) error {
	switch {
	case c.Inputs < 0 || c.Inputs > workspace.MaxInputs:
		return fmt.Errorf("--inputs must be from 1 to %d", workspace.MaxInputs)
	case c.Inputs > 0:
		s.Inputs = c.Inputs
	}
	switch {
	case c.TimeLimit < 0:
		return fmt.Errorf("--time-limit must be above 0, such as 2s or 500ms")
	case c.TimeLimit > 0:
		s.TimeLimit = c.TimeLimit
	}
	if c.Jobs < 0 {
		return fmt.Errorf("--jobs must be at least 1")
	}
	if c.MemoryLimit != "" {
		limit, err := workspace.ParseBytes(c.MemoryLimit)
		if err != nil {
			return fmt.Errorf("--memory-limit: %w", err)
		}
		s.MemoryLimit = limit
	}
	if c.Threshold != "" {
		threshold, ok := new(big.Rat).SetString(c.Threshold)
		if !ok || threshold.Sign() <= 0 || threshold.Cmp(big.NewRat(1, 1)) > 0 {
			return fmt.Errorf("--threshold must be a number above 0 and at most 1, such as 0.8")
		}
		s.Threshold = threshold
	}
	return nil
}

// progressLine is one line on a terminal that says how far a check has come.
// Elsewhere than on a terminal it shows nothing.
type progressLine struct {
	out   io.Writer
	last  time.Time
	width int
}

func newProgressLine(out io.Writer) *progressLine {
	if file, ok := out.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return &progressLine{out: out}
		}
	}
	return &progressLine{}
}

func (l *progressLine) show(p check.Progress) {
	const interval = 50 * time.Millisecond
	if l.out == nil || time.Since(l.last) < interval && p.Done < p.Total {
		return
	}
	l.last = time.Now()
	text := fmt.Sprintf("%s %d/%d", p.Phase, p.Done, p.Total)
	l.write(text)
	l.width = len(text)
}

func (l *progressLine) clear() {
	if l.out != nil && l.width > 0 {
		l.write("")
		fmt.Fprint(l.out, "\r")
	}
}

// write puts text in the place of what stands there.
func (l *progressLine) write(text string) {
	blank := bytes.Repeat([]byte(" "), max(0, l.width-len(text)))
	fmt.Fprintf(l.out, "\r%s%s", text, blank)
}
