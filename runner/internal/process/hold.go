package process

import (
	"context"
	"os"
	"time"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

// Held is a process that runs until it is killed, with everything it starts, under a keeper.
type Held struct{}

// Holding says what is to be held.
type Holding struct {
	Argv    []string
	Env     []string
	Dir     string
	Files   []*os.File      // its file descriptors 0, 1, 2, …; nothing else is inherited
	Sandbox *sandbox.Policy // nil: not confined
	Limits  Rlimits
}

// Rlimits are set before the program is executed. A zero field is not set.
type Rlimits struct {
	Addresses runner.Bytes
	FileSize  runner.Bytes
	CPU       time.Duration
}

// Usage is what a process and all its descendants use at one moment.
type Usage struct {
	CPU     time.Duration // since it was started, those that have ended included, in steps of 10 ms
	Waiting time.Duration // ready to run, but no core was free
	Memory  runner.Bytes  // the largest resident set of one of the living
}

// Hold starts a process.
func Hold(ctx context.Context, h Holding) (*Held, error) { panic("skeleton") }

// Usage looks at the process tree.
func (h *Held) Usage() Usage { panic("skeleton") }

// Done is closed when the process has ended by itself or was killed.
func (h *Held) Done() <-chan struct{} { panic("skeleton") }

// Kill ends the process and everything it started, and returns when nothing of it is left.
func (h *Held) Kill() { panic("skeleton") }
