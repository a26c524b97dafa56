//go:build unix && !linux

package process

import (
	"context"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// child is a process that was started here, the leader of its process group. Best effort, untested: nothing is known
// of it while it runs, so endless loops end at the wall guard, and descendants that leave the group are not found.
type child struct {
	proc   *os.Process
	state  *os.ProcessState
	exited chan struct{} // closed when the process is dead and reaped
}

func start(_ context.Context, cmd *Command, stdin, stdout, stderr *os.File) (*child, error) {
	proc, err := os.StartProcess(cmd.Argv[0], cmd.Argv, &os.ProcAttr{
		Dir:   cmd.Dir,
		Env:   cmd.Env,
		Files: []*os.File{stdin, stdout, stderr},
		Sys:   &syscall.SysProcAttr{Setpgid: true},
	})
	if err != nil {
		return nil, err
	}
	c := &child{proc: proc, exited: make(chan struct{})}
	go func() {
		c.state, _ = proc.Wait()
		close(c.exited)
	}()
	return c, nil
}

func (c *child) kill() { _ = syscall.Kill(-c.proc.Pid, syscall.SIGKILL) }

func (c *child) usage() Usage { return Usage{} }

func (c *child) finish() Ending {
	c.kill()
	end := Ending{ExitCode: -1}
	if c.state == nil {
		return end
	}
	end.ExitCode = c.state.ExitCode()
	end.CPU = c.state.UserTime() + c.state.SystemTime()
	if status, ok := c.state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		end.Signal = unix.SignalName(status.Signal())
	}
	return end
}

func stdinFile(data []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "execre-stdin-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // the open file stays
	return fill(f, data)
}
