//go:build !linux

package process

import (
	"context"
	"errors"
	"fmt"
	"runtime"
)

// Held is a process that runs until it is killed, with everything it starts. There is none on this system.
type Held struct{}

// Hold fails with errors.ErrUnsupported: only Linux has it.
func Hold(context.Context, Holding) (*Held, error) {
	return nil, fmt.Errorf("holding a process on %s: %w; execute each input by itself", runtime.GOOS, errors.ErrUnsupported)
}

// Usage is never called.
func (h *Held) Usage() Usage { return Usage{} }

// Done is never called.
func (h *Held) Done() <-chan struct{} { return nil }

// Ending is never called.
func (h *Held) Ending() Ending { return Ending{} }

// Level is never called.
func (h *Held) Level() string { return "" }

// Kill is never called.
func (h *Held) Kill() {}
