package process

import (
	"os"
	"time"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

// Holding says what is to be held.
type Holding struct {
	Exe  string // the file to execute; "" means Argv[0]. Self is our own binary, in a role that Argv[0] names: see Role
	Argv []string
	Env  []string // the whole environment
	Dir  string   // working folder; "" means ours
	// Files are its file descriptors 0, 1, 2, …; nothing else is inherited. A nil is /dev/null, as is
	// what lacks of the first three. They stay the caller's, to be closed at any time after Hold.
	Files   []*os.File
	Sandbox *sandbox.Policy // nil: not confined
	Limits  Rlimits
}

// Self as Holding.Exe is the binary that runs now.
const Self = "/proc/self/exe"

// Rlimits are set before the program is executed. A zero field is not set. Core dumps never are written, and the stack
// may always grow to 1 GiB.
type Rlimits struct {
	Addresses runner.Bytes
	FileSize  runner.Bytes
	CPU       time.Duration // rounded up to a second; SIGXCPU then, SIGKILL a second later
}

// Usage is what a process and all its descendants use at one moment.
type Usage struct {
	CPU     time.Duration // since it was started, those that have ended included, in steps of 10 ms
	Waiting time.Duration // of the first threads of the living: ready to run, but no core was free
	// Memory is what is resident now: that of the process itself, or, where that is more, what all below it have together
	// besides files. The process is left out of the sum: the forks of a server share its memory with it.
	Memory  runner.Bytes
	Peak    runner.Bytes // the largest resident set that one of the living ever had
	Stopped bool         // all that is below it (or it alone) was stopped by a signal, so that nothing goes on by itself
}

// Ending is how a process ended, known once it has.
type Ending struct {
	ExitCode int           // when it exited by itself, else -1
	Signal   string        // "SIGSEGV" when a signal ended it, ours ("SIGKILL") included
	CPU      time.Duration // of the process and its descendants
	Memory   runner.Bytes  // peak resident set of the process; 0 if the kernel's number says nothing about it
}
