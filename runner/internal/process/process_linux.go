package process

import (
	"context"
	"os"
	"time"
)

// threadStacks is how many thread stacks fit into the address space besides the memory: the C library reserves
// stackLimit for each thread, though hardly any of it is ever used.
const threadStacks = 128

// child is a process that was started here.
type child struct {
	held   *Held
	exited <-chan struct{} // closed when nothing is left of it
}

func start(ctx context.Context, cmd *Command, stdin, stdout, stderr *os.File) (*child, error) {
	limits := Rlimits{FileSize: FileLimit}
	if cmd.Limits.Memory > 0 && !cmd.Reserves {
		limits.Addresses = cmd.Limits.Memory + threadStacks*stackLimit
	}
	if cmd.Limits.CPU > 0 {
		limits.CPU = cmd.Limits.CPU + time.Second // the verdict comes first
	}
	held, err := Hold(ctx, Holding{
		Argv: cmd.Argv, Env: cmd.Env, Dir: cmd.Dir, Files: []*os.File{stdin, stdout, stderr}, Limits: limits,
		Sandbox: cmd.Sandbox,
	})
	if err != nil {
		return nil, err
	}
	return &child{held: held, exited: held.Done()}, nil
}

func (c *child) kill() { c.held.Kill() }

func (c *child) usage() Usage { return c.held.Usage() }

func (c *child) finish() Ending {
	c.held.Kill()
	return c.held.Ending()
}

func stdinFile(data []byte) (*os.File, error) { return memoryFile("stdin", data) }
