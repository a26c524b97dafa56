// Package process starts one process, watches it and leaves nothing behind. It is the only place that
// starts processes; runner/local uses it for candidates, runner/build for compilers and runner/toolchain
// for questions to compilers.
//
// A process gets its own process group, its stdin from a file (so that not reading it is no error), and
// pipes for stdout and stderr. Stdout is kept up to a cap, at which the process is killed; of stderr the
// beginning and the end are kept and the rest is dropped, so that memory stays flat however much is printed.
//
// Time is judged by the CPU time of the process and its descendants. The wall clock is only a guard for
// those that sleep: time spent waiting for a core does not count against it.
//
// On Linux the limits on address space, CPU time, core dumps and file size are set by prlimit(2) directly
// after the exec, so the first microseconds of a program run without them. They are a backstop: the
// verdicts come from what is measured while the program runs and at its end. The resident set that the
// kernel reports at the end is inherited across exec, and so never below our own; it is used only where it is above.
//
// When the process has ended its group is killed. On Linux this package also makes our process a child subreaper,
// so that descendants which left the group (setsid, double fork) come back to us when their parent dies; those are
// killed too. The rule is: a child of ours that this package did not start, whose group is not our own (children
// of other packages are never touched, unless they were put into a group of their own), and which neither by its
// group nor by its environment (EXECRE_RUN) belongs to a process that still runs. What this cannot do is win against
// a program that forks new sessions faster than they are found, or against one that forges the environment of another
// (which gains it the time until that one ends); that needs a sandbox. Darwin, other Unix systems and Windows have a
// best-effort version that is untested.
package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"execre/runner"
)

// Command is a process to be run.
type Command struct {
	Argv       []string // Argv[0] is an absolute path
	Env        []string // the whole environment
	Dir        string   // working directory
	Stdin      []byte
	Limits     runner.Limits
	StderrPart runner.Bytes // kept of each end of stderr; zero means runner.StderrPart
	Sanitized  bool         // no limit on its addresses: see runner.Program
}

// usage is what a process has used so far; a zero field is unknown.
type usage struct {
	cpu     time.Duration // the process and its descendants, in steps of 10 ms
	waiting time.Duration // ready to run, but no core was free
	memory  runner.Bytes  // peak resident set
}

// ending is what is known of a process once it is gone.
type ending struct {
	exitCode int
	signal   string
	cpu      time.Duration
	memory   runner.Bytes // zero if unknown
}

// tick is how often a running process is looked at. It bounds by how much a limit is overrun.
const tick = 10 * time.Millisecond

// drain is how long output may still be read after everything that could write it has been killed.
const drain = 200 * time.Millisecond

// maxStarvation is how many times the wall guard is extended for a process that does not get a core.
const maxStarvation = 10

// Run runs cmd to its end, or until a limit or ctx ends it, and returns when nothing of it is left.
// Result.Engine is "spawn".
func Run(ctx context.Context, cmd Command) runner.Result {
	res := runner.Result{Engine: "spawn", ExitCode: -1}
	if err := run(ctx, cmd, &res); err != nil {
		res.Verdict, res.Err = runner.InternalError, err
	}
	return res
}

func run(ctx context.Context, cmd Command, res *runner.Result) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(cmd.Argv) == 0 || !filepath.IsAbs(cmd.Argv[0]) {
		return fmt.Errorf("cannot start %q: not an absolute path", cmd.Argv)
	}
	cmd.Limits = cmd.Limits.WithDefaults()
	if cmd.StderrPart <= 0 {
		cmd.StderrPart = runner.StderrPart
	}

	stdin, err := stdinFile(cmd.Stdin)
	if err != nil {
		return fmt.Errorf("cannot prepare stdin: %w", err)
	}
	defer stdin.Close()
	outR, outW, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("cannot prepare stdout: %w", err)
	}
	defer outR.Close()
	errR, errW, err := os.Pipe()
	if err != nil {
		outW.Close()
		return fmt.Errorf("cannot prepare stderr: %w", err)
	}
	defer errR.Close()

	begin := time.Now()
	c, err := start(&cmd, stdin, outW, errW)
	outW.Close()
	errW.Close()
	if err != nil {
		return fmt.Errorf("cannot start %s: %w", cmd.Argv[0], err)
	}

	stdout := newCapped(cmd.Limits.Output)
	stderr := newEnds(cmd.StderrPart)
	readers := make(chan struct{}, 2)
	for _, stream := range []struct {
		from *os.File
		to   io.Writer
	}{{outR, stdout}, {errR, stderr}} {
		go func() {
			// An error here is the cap, the end, or the deadline set below: what was read so far counts.
			_, _ = io.Copy(stream.to, onlyReader{stream.from})
			readers <- struct{}{}
		}()
	}

	verdict, seen, cancelled := watch(ctx, c, cmd.Limits, begin, stdout.full)
	end := c.finish()
	res.Wall = time.Since(begin)
	deadline := time.Now().Add(drain)
	// Without descendants that escaped there is no writer left and both readers end by themselves.
	_ = outR.SetReadDeadline(deadline)
	_ = errR.SetReadDeadline(deadline)
	<-readers
	<-readers

	res.Stdout = stdout.bytes()
	res.StderrHead, res.StderrTail = stderr.head, stderr.tail()
	res.ExitCode, res.Signal, res.CPU = end.exitCode, end.signal, end.cpu
	res.Memory = max(end.memory, seen.memory)
	if cancelled {
		return ctx.Err()
	}
	res.Verdict = judge(res, verdict, cmd.Limits, stdout.over())
	return nil
}

// watch looks at c until it has ended or must end; then it is dead or as good as dead. The verdict is the reason
// for which it was killed, VerdictInvalid if it ended by itself.
func watch(
	ctx context.Context, c *child, limits runner.Limits, begin time.Time, full <-chan struct{},
) (verdict runner.Verdict, seen usage, cancelled bool) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for verdict == runner.VerdictInvalid && !cancelled {
		select {
		case <-c.exited:
			return verdict, seen, false
		case <-ctx.Done():
			cancelled = true
		case <-full:
			verdict = runner.OutputLimit
		case <-ticker.C:
			elapsed := time.Since(begin)
			// The CPU time of a process tree costs several reads: it is not looked at before it can be too much.
			mayBeOver := limits.CPU > 0 && elapsed*time.Duration(runtime.NumCPU()) >= limits.CPU
			now := c.usage(mayBeOver)
			seen.memory = max(seen.memory, now.memory)
			switch {
			case limits.CPU > 0 && now.cpu >= limits.CPU,
				elapsed-now.waiting >= limits.Wall, elapsed >= maxStarvation*limits.Wall:
				verdict = runner.TimeLimit
			case limits.Memory > 0 && now.memory > limits.Memory:
				verdict = runner.MemoryLimit
			}
		}
	}
	c.kill()
	<-c.exited
	return verdict, seen, cancelled
}

// judge gives the verdict on an execution that was not cancelled. killed is why it was ended, if it was.
func judge(res *runner.Result, killed runner.Verdict, limits runner.Limits, over bool) runner.Verdict {
	crashed := res.ExitCode != 0
	switch {
	case over:
		return runner.OutputLimit
	case killed == runner.TimeLimit, limits.CPU > 0 && res.CPU > limits.CPU:
		return runner.TimeLimit
	case killed == runner.MemoryLimit, limits.Memory > 0 && res.Memory > limits.Memory:
		return runner.MemoryLimit
	case crashed && limits.Memory > 0 && (res.Memory > limits.Memory-limits.Memory/16 || outOfMemory(res)):
		return runner.MemoryLimit
	case crashed:
		return runner.Crash
	}
	return runner.OK
}

// outOfMemory reports whether the program's last words are those of one that was refused memory.
func outOfMemory(res *runner.Result) bool {
	last := res.StderrTail
	if len(last) == 0 {
		last = res.StderrHead
	}
	for _, words := range []string{"MemoryError", "std::bad_alloc", "Cannot allocate memory", "cannot allocate memory"} {
		if bytes.Contains(last, []byte(words)) {
			return true
		}
	}
	return false
}

// onlyReader hides the WriteTo of an os.File, which would look for a faster way that pipes do not have.
type onlyReader struct{ io.Reader }

var errFull = errors.New("output limit reached")
