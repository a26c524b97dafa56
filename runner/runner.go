// Package runner is the boundary behind which programs are executed: what is asked for ([Request]), what
// comes back ([Result]) and who does it ([Executor]). Candidates, brute forces, generators and checkers all
// pass through it in the same way.
//
// It promises that a verdict never mixes "the program failed" with "we failed": the second is
// [InternalError] and nothing else is. It never starts a process itself; the packages below it do
// (runner/local), and no package outside runner does.
package runner

import (
	"context"
	"fmt"
	"time"
)

// Bytes is an amount of memory or output, in bytes.
type Bytes int64

// Amounts of memory and output.
const (
	KiB Bytes = 1 << (10 * (iota + 1))
	MiB
	GiB
)

// String is the amount in the largest unit that divides it.
func (b Bytes) String() string {
	switch {
	case b != 0 && b%GiB == 0:
		return fmt.Sprintf("%dGiB", b/GiB)
	case b != 0 && b%MiB == 0:
		return fmt.Sprintf("%dMiB", b/MiB)
	case b != 0 && b%KiB == 0:
		return fmt.Sprintf("%dKiB", b/KiB)
	}
	return fmt.Sprintf("%dB", int64(b))
}

// Program is something that can be executed.
type Program struct {
	Name string   // for people: the file, relative to the problem folder
	Argv []string // Argv[0] is an absolute path; {memory} in an argument stands for the memory limit in MiB
	Env  []string // the whole environment, but for HOME and TMPDIR, which are the private folder it runs in
	Key  string   // the same Key means the same behaviour: a hash of source, recipe and toolchain version
	// Reserves says that the program reserves far more addresses than it uses memory, so that those are not limited: it was
	// built with a sanitizer, or a virtual machine runs it.
	Reserves bool
	Dir      string // the folder of the artefact, "" if none: taken out of stderr, so that a traceback names the user's file

	// Reads are absolute paths of files and folders that the program may read and execute, besides Dir and what every
	// program needs (the C library, /usr): where its interpreter and installed packages are.
	Reads []string
	// Threads is how many threads and processes it may have at a time; 0 means 64.
	Threads int
	Server  *Server // how many executions are had from one start; nil: each execution is a start of its own
}

// Server is a command that starts a program once for many executions. It speaks the protocol of
// runner/internal/engine on file descriptors 3 and 4.
type Server struct {
	Engine Engine
	Argv   []string
	Env    []string // added to Program.Env
}

// Engine is a way to execute a program.
type Engine string

// The engines. Whatever another engine shows is only reported once Spawn has shown it too.
const (
	Spawn      Engine = "spawn"       // a new process image for each execution
	ForkServer Engine = "fork server" // a native program, forked where main begins
	Zygote     Engine = "zygote"      // a Python interpreter, forked where the program begins
	Warm       Engine = "warm"        // a virtual machine (Node, JVM) that runs one execution after the other
)

// Limits bound one execution. A zero field means no limit, except Wall and Output.
type Limits struct {
	CPU    time.Duration // user plus system time of the whole process group
	Wall   time.Duration // safety net for programs that sleep; zero means 5*CPU + 2s (a minute if CPU is zero too)
	Memory Bytes         // resident set of the program
	Output Bytes         // of stdout; zero means 64 MiB
}

// WithDefaults puts the documented values where Wall and Output are zero.
func (l Limits) WithDefaults() Limits {
	switch {
	case l.Wall > 0:
	case l.CPU > 0:
		l.Wall = 5*l.CPU + 2*time.Second
	default:
		l.Wall = time.Minute
	}
	if l.Output <= 0 {
		l.Output = 64 * MiB
	}
	return l
}

// Request asks for one execution.
type Request struct {
	Program *Program
	Args    []string // after Program.Argv
	Stdin   []byte   // all of stdin, not changed; ending it with a newline is the caller's affair
	Limits  Limits

	// Files are put into the private folder that the program runs in, by name with slashes. Collect names the files that
	// Result.Files is to hold if they are there afterwards, in the same way. With either of them the engine is Spawn.
	Files   map[string][]byte
	Collect []string

	Alone      bool // spawn while nothing else runs: for confirming a time-out
	Fresh      bool // spawn even where a cache knows the result or a server runs: for confirming a finding
	Background bool // nobody waits for it: what is not Background goes first
}

// Verdict says how an execution ended.
type Verdict int

// The verdicts. Where several hold the first of InternalError, OutputLimit, TimeLimit, MemoryLimit, Crash, OK is given.
const (
	VerdictInvalid Verdict = iota
	OK                     // exit status 0 within all limits
	Crash                  // killed by a signal, or exit status other than 0
	TimeLimit              // used more CPU time than allowed, or slept until the wall guard
	MemoryLimit            // used more memory than allowed, or died because it did not get it
	OutputLimit            // printed more than allowed; Stdout holds what was allowed
	InternalError          // we failed, not the program; Result.Err says how
)

// String gives the verdict's word: "ok", "crash", "time-limit", "memory-limit", "output-limit", "internal-error".
func (v Verdict) String() string {
	switch v {
	case OK:
		return "ok"
	case Crash:
		return "crash"
	case TimeLimit:
		return "time-limit"
	case MemoryLimit:
		return "memory-limit"
	case OutputLimit:
		return "output-limit"
	case InternalError:
		return "internal-error"
	}
	return fmt.Sprintf("invalid verdict %d", int(v))
}

// StderrPart is how much of the beginning and of the end of stderr a Result keeps.
const StderrPart = 4 * KiB

// Result is what one execution gave.
type Result struct {
	Verdict    Verdict
	Stdout     []byte            // complete, unless the verdict is OutputLimit or the program was killed
	StderrHead []byte            // the first StderrPart bytes of stderr
	StderrTail []byte            // the last StderrPart bytes of what did not fit into the head; empty if all did
	CPU        time.Duration     // user plus system time of the program and of the processes it left behind
	Wall       time.Duration     // from start to end
	Memory     Bytes             // peak resident set; 0 if unknown, a lower bound for programs smaller than our own process
	ExitCode   int               // when it exited by itself, else -1
	Signal     string            // "SIGSEGV" when a signal ended it, ours ("SIGKILL") included
	Files      map[string][]byte // what Request.Collect named and was there, each up to Limits.Output
	Engine     Engine            // how it was executed
	Sandbox    string            // what held it: "landlock 7, seccomp, pid namespace, own user"; "" for nothing but limits
	Cached     bool              // not executed for this request: what an earlier execution gave, its times and memory too
	Err        error             // set exactly if the verdict is InternalError
}

// Executor executes requests. It is safe for many goroutines.
type Executor interface {
	// Execute runs req to its end. When ctx is cancelled the program is killed and
	// the verdict is InternalError with ctx's error.
	Execute(ctx context.Context, req Request) Result
}
