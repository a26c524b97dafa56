package engine

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/internal/process"
)

// watch looks at a server while it is waited for. Nobody but the waiting goroutine is needed for that.
type watch struct {
	server *Server
	limits runner.Limits
	begin  time.Time
	next   time.Time // of the next look

	based   bool
	base    process.Usage  // at the first look: what earlier executions have used
	cpu     time.Duration  // seen since
	memory  runner.Bytes   // the most that was seen
	stopped bool           // by a signal, when it was looked at last
	verdict runner.Verdict // why the execution must end now
}

func (s *Server) newWatch(limits runner.Limits) *watch {
	now := time.Now()
	return &watch{server: s, limits: limits, begin: now, next: now.Add(firstLook)}
}

// read reads what the server says, once something is there. It returns without anything once there is a verdict.
func (w *watch) read(ctx context.Context, to []byte) (int, error) {
	fd := int(w.server.replies.Fd())
	if ready, err := w.wait(ctx, fd, unix.POLLIN); !ready {
		return 0, err
	}
	for {
		n, err := unix.Read(fd, to)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, fmt.Errorf("cannot read from the server: %w", err)
		case n == 0:
			return 0, ErrLost
		default:
			return n, nil
		}
	}
}

// said reports whether the server says something though nothing was asked.
func (w *watch) said() bool {
	fds := []unix.PollFd{{Fd: int32(w.server.replies.Fd()), Events: unix.POLLIN}}
	n, _ := unix.Poll(fds, 0)
	return n > 0
}

// write sends something to the server. A server that does not read it is waited for until there is a verdict.
func (w *watch) write(ctx context.Context, data []byte) error {
	fd := int(w.server.requests.Fd())
	for len(data) > 0 {
		part := data[:min(len(data), pipeBuffer)] // fits if poll says so
		if len(data) > pipeBuffer {
			if ready, err := w.wait(ctx, fd, unix.POLLOUT); !ready {
				return err
			}
		}
		n, err := unix.Write(fd, part)
		switch {
		case err == unix.EINTR:
		case err == unix.EPIPE:
			return ErrLost
		case err != nil:
			return fmt.Errorf("cannot write to the server: %w", err)
		}
		data = data[max(n, 0):]
	}
	return nil
}

// pipeBuffer is what can be written to a pipe at once when poll says that it can be written to (PIPE_BUF).
const pipeBuffer = 4096

// wait waits until fd is ready. It gives up for an error, or when there is a verdict.
func (w *watch) wait(ctx context.Context, fd int, events int16) (ready bool, err error) {
	for {
		fds := []unix.PollFd{{Fd: int32(fd), Events: events}}
		n, err := unix.Poll(fds, int(tick/time.Millisecond))
		switch {
		case n > 0:
			return true, nil
		case err != nil && err != unix.EINTR:
			return false, fmt.Errorf("cannot wait for the server: %w", err)
		case ctx.Err() != nil:
			return false, ctx.Err()
		}
		begin := time.Now()
		if begin.Before(w.next) {
			continue
		}
		select {
		case <-w.server.held.Done():
			// Its last words may have come after the poll.
			if n, _ := unix.Poll(fds, 0); n > 0 {
				return true, nil
			}
			return false, ErrLost
		default:
		}
		if w.look(); w.verdict != runner.VerdictInvalid {
			return false, nil
		}
		end := time.Now()
		w.next = end.Add(max(tick, costShare*end.Sub(begin)))
	}
}

// look compares what is used with the limits. Time spent waiting for a core does not count against the wall guard.
func (w *watch) look() {
	now := w.server.held.Usage()
	if !w.based {
		w.base, w.based = now, true
	}
	w.cpu = max(w.cpu, now.CPU-w.base.CPU)
	w.memory = max(w.memory, now.Memory)
	elapsed := time.Since(w.begin)
	waiting := max(now.Waiting-w.base.Waiting, 0)
	l := w.limits
	switch {
	case w.overOutput(), !w.server.cfg.Once && w.server.folder.over():
		w.verdict = runner.OutputLimit
	case l.CPU > 0 && w.cpu >= l.CPU, elapsed-waiting >= l.Wall, elapsed >= maxStarvation*l.Wall:
		w.verdict = runner.TimeLimit
	case w.stopped && now.Stopped:
		w.verdict = runner.TimeLimit // nobody will let it go on
	case l.Memory > 0 && now.Memory > l.Memory:
		w.verdict = runner.MemoryLimit
	}
	w.stopped = now.Stopped
}

// overOutput reports whether too much is printed by a program that does not end by that: one that ignores SIGXFSZ, say.
func (w *watch) overOutput() bool {
	out, err := sizeOf(w.server.stdout)
	if err != nil {
		return false
	}
	stderr, err := sizeOf(w.server.stderr)
	return err == nil && (out > int64(w.limits.Output) || stderr > int64(max(w.limits.Output, leastFile)))
}
