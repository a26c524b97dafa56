// Package process starts processes, watches them and leaves nothing behind. It is the only place that starts any:
// [Run] runs one to its end (compilers, questions to them; programs, on systems without more), [Hold] keeps one running
// (the servers of runner/internal/engine). Both can confine it.
//
// On Linux whatever is started lives under a keeper: our own binary, executed again in a hidden role ([Role]), in a session
// of its own. The keeper is the subreaper of all that comes from the process, so whoever leaves his parent, his group or his
// session becomes its child. It ends everything when the process ends or when its control pipe does, which only we
// hold: so too when we are killed, by whatever signal. (Therefore the keeper itself has no parent-death signal, which
// would come first; the process has one, for when somebody kills the keeper.) The keeper starts our binary in a second role,
// which sets the limits, applies the [sandbox.Policy] and then executes the program, so no instruction of the program runs
// without them. A role starts before the rest of our binary is initialised; still each costs about what a Go program costs
// to start, some milliseconds, so what is needed often is held.
//
// What this cannot do: win for certain against a program without a PID namespace or a bound on its processes that forks
// faster than it is killed (after two seconds the keeper gives up); find what has left the session if the keeper is killed.
//
// Run gives the process its stdin from a file (so that not reading it is no error), and pipes for stdout and stderr. Stdout is
// kept up to a cap, at which the process is killed; of stderr the beginning and the end are kept and the rest is dropped, so
// that memory stays flat however much is printed. Time is judged by the CPU time of the process and its descendants. The wall
// clock is only a guard for those that sleep: time spent waiting for a core does not count against it. Resource
// limits are a backstop: the verdicts come from what is measured while the program runs and at its end. The resident set that
// the kernel reports at the end is inherited across exec, and so never below what the roles used (about 10 MiB); it is used
// only where it is above.
//
// Darwin, other Unix systems and Windows have Run in a best-effort version that is untested, and no Hold.
package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

// Command is a process to be run.
type Command struct {
	Argv       []string // Argv[0] is an absolute path
	Env        []string // the whole environment
	Dir        string   // working directory
	Stdin      []byte
	Limits     runner.Limits
	StderrPart runner.Bytes // kept of each end of stderr; zero means runner.StderrPart
	Reserves   bool         // no limit on its addresses: see runner.Program
	// Sandbox confines it; nil: it is not. Only Linux does.
	Sandbox *sandbox.Policy
	// GoOn, if it is set, is asked again and again while the process runs, by one goroutine, whether it may go on: cpu and wall
	// are the times that the limits bound, so wall is without the time in which no core was free. When it says no the
	// process is ended, and the result's error is ErrGaveWay.
	GoOn func(cpu, wall time.Duration) bool
}

// ErrGaveWay says that Command.GoOn has ended a process.
var ErrGaveWay = errors.New("ended to make way for others")

// FileLimit is the largest file that a process of Run can make, where the system bounds that: on Linux.
const FileLimit = 512 * runner.MiB

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
	c, err := start(ctx, &cmd, stdin, outW, errW)
	outW.Close()
	errW.Close()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
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

	verdict, seen, ended := watch(ctx, c, &cmd, begin, stdout.full)
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
	res.ExitCode, res.Signal = end.ExitCode, end.Signal
	// What is killed together with its parent is in nobody's account at the end.
	res.CPU, res.Memory = max(end.CPU, seen.CPU), max(end.Memory, seen.Peak)
	if ended != nil {
		return ended
	}
	res.Verdict = Judge(res, verdict, cmd.Limits, stdout.over())
	return nil
}

// watch looks at c until it has ended or must end; then it is dead or as good as dead. The verdict is the reason
// for which it was killed, VerdictInvalid if it ended by itself. seen has the most that was seen of CPU time and memory.
// The error is why there is no verdict: ctx has ended, or the process gave way.
func watch(
	ctx context.Context, c *child, cmd *Command, begin time.Time, full <-chan struct{},
) (verdict runner.Verdict, seen Usage, err error) {
	limits := cmd.Limits
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for verdict == runner.VerdictInvalid && err == nil {
		select {
		case <-c.exited:
			return verdict, seen, nil
		case <-ctx.Done():
			err = ctx.Err()
		case <-full:
			verdict = runner.OutputLimit
		case <-ticker.C:
			elapsed := time.Since(begin)
			now := c.usage()
			seen.CPU, seen.Peak = max(seen.CPU, now.CPU), max(seen.Peak, now.Peak)
			switch {
			case limits.CPU > 0 && now.CPU >= limits.CPU,
				elapsed-now.Waiting >= limits.Wall, elapsed >= maxStarvation*limits.Wall:
				verdict = runner.TimeLimit
			case limits.Memory > 0 && now.Peak > limits.Memory:
				verdict = runner.MemoryLimit
			case cmd.GoOn != nil && !cmd.GoOn(now.CPU, elapsed-now.Waiting):
				err = ErrGaveWay
			}
		}
	}
	c.kill()
	<-c.exited
	return verdict, seen, err
}

// Judge gives the verdict on an execution that was not cancelled, from what res has of it. killed is why we ended it,
// VerdictInvalid if we did not; over says that it printed too much. What it writes into files counts as output too.
func Judge(res *runner.Result, killed runner.Verdict, limits runner.Limits, over bool) runner.Verdict {
	crashed := res.ExitCode != 0
	switch {
	case over, killed == runner.OutputLimit:
		return runner.OutputLimit
	case killed == runner.TimeLimit, limits.CPU > 0 && (res.CPU > limits.CPU || res.Signal == "SIGXCPU"):
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
	for _, words := range []string{
		"MemoryError", "std::bad_alloc", "Cannot allocate memory", "cannot allocate memory", "OutOfMemoryError",
	} {
		if bytes.Contains(last, []byte(words)) {
			return true
		}
	}
	return false
}

// onlyReader hides the WriteTo of an os.File, which would look for a faster way that pipes do not have.
type onlyReader struct{ io.Reader }

var errFull = errors.New("output limit reached")
