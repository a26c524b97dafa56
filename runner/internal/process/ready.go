package process

import (
	"errors"
	"fmt"
	"syscall"
)

// Ready says why no process can be started here as things are, and the way out; nil if one can.
func Ready() error {
	if err := enoughFiles(); err != nil {
		return err
	}
	if err := try(); err != nil {
		return fmt.Errorf("cannot start processes (%w)%s", err, WayOut(err))
	}
	return nil
}

// errKeeper is the error of a keeper that ended before it had anything to keep: its runtime had no threads or memory.
var errKeeper = errors.New("the process that watches over others ended at once")

// WayOut is what to do about a limit of the system that we ourselves have run into, to be put behind err; empty if it is not
// for that.
func WayOut(err error) string {
	switch {
	case errors.Is(err, syscall.EMFILE):
		return ": allow more open files (ulimit -n 1024), or execute fewer at the same time (--jobs 1)"
	case errors.Is(err, syscall.EAGAIN):
		return ": allow more processes (ulimit -u), or execute fewer at the same time (--jobs 1)"
	case errors.Is(err, errKeeper), errors.Is(err, syscall.ENOMEM):
		return ": allow more processes (ulimit -u) and more memory (ulimit -v), or execute fewer at the same time (--jobs 1)"
	}
	return ""
}
