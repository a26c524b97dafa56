// Package engine executes one program many times from one start.
//
// A [Server] is a confined process that has the program ready: a fork server, an interpreter that forks, a virtual
// machine, or, for every other program, a small process of ours that starts it anew for each execution. It stays until
// it is closed, until an execution reaches a limit or is cancelled (nothing else than the end of the whole server ends
// everything that the execution may have started), or until the program succeeds in ending it.
//
// The package promises that an execution sees nothing of an earlier one: the working folder is empty, stdin, stdout and
// stderr are its own. What it cannot promise is that an engine behaves as a fresh start in every respect: what a program
// decides before main (addresses, seeds, the hash seed of Python) is the same in all executions of one server; and both
// the fork server and the zygote let one fork do several executions. The fork server puts the memory of a static program
// back and lets no system call pass that leaves something else behind (see fsrv.c); the zygote does it for programs in
// whose source and traces it sees nothing that could stay. So what is to be reported is executed by runner.Spawn first.
//
// # Protocol
//
// The file descriptors 0, 1 and 2 of a server are files in memory. Before a request the client has written stdin, has
// emptied the others, and has set all to their beginning; their offsets are shared. Until the hello stdin holds one
// byte, and its time of access is 0, so that reading it too early is noticed. Requests arrive on file descriptor 3, replies go to 4; the end of file
// on 3 ends the server. Numbers are little endian.
//
//	hello    "EXC1", uint32 length, so many bytes: why this program cannot be served; none if it can
//	request  uint32 length of the arguments, uint64 CPU seconds for RLIMIT_CPU, uint64 bytes for RLIMIT_FSIZE,
//	         uint64 bytes for RLIMIT_AS (0: no limit, for each), then the arguments, each ended by a zero byte
//	reply    int32 wait status, uint32 flags, uint64 CPU time in microseconds of all that the execution started and that
//	         was reaped, uint64 peak resident set in bytes (0: unknown)
//
// Flags: 1, something may be left that the server could not end; 2, do not believe the result; 4, the program could not
// be started, and the status is the error number; 8, nothing is left but what stdout and stderr contain: no other file was
// touched, and the three are at their beginning.
package engine

import (
	_ "embed"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"execre/runner"
)

// Config says what a server serves.
type Config struct {
	Program *runner.Program
	Engine  runner.Engine // Spawn, or that of Program.Server
	Folder  string        // private, absolute, empty (but see Once): the working folder of all executions
	// Memory is what one execution may use: "{memory}" in Program.Argv and Program.Server.Argv is replaced by its MiB, and arguments that
	// contain it are left out if it is 0. It sizes the heap of virtual machines.
	Memory runner.Bytes
	// Once is for a server that is good for one execution: what is in Folder is the program's to use, and what it leaves
	// there stays.
	Once bool
}

// ErrLost is the error of an execution whose server ended by itself: the program has killed it, or the system has. What
// the program would have shown is not known.
var ErrLost = errors.New("the process that executes the program was ended from outside or by the program")

// ErrDoubt is the error of an execution whose result is not that of a fresh start, or may not be: spawn will tell.
var ErrDoubt = errors.New("the engine cannot execute this faithfully")

// UnfitError says why a program cannot be served by an engine other than Spawn, which can execute it.
type UnfitError struct {
	Engine runner.Engine
	Reason string // a clause: "it reads its input before main begins"
}

// Error names the engine and the reason.
func (e *UnfitError) Error() string {
	return fmt.Sprintf("the engine %s does not fit this program: %s", e.Engine, e.Reason)
}

//go:embed forkserver/fsrv.c
var forkServer string

// ForkServerSource is the fork server in C. Linked into a program (compiled without further flags, with ForkServerWraps) or
// preloaded into it ("-shared -fPIC -DEXECRE_PRELOAD", with -ldl, then LD_PRELOAD in Server.Env) it serves if the
// environment contains EXECRE_SERVE=1; otherwise it does nothing.
func ForkServerSource() string { return forkServer }

// ForkServerWraps is what the compiler is to tell the linker of a program with the fork server: which functions it stands
// before. All but main count in static programs only, whose C library is linked with them.
const ForkServerWraps = "-Wl,--wrap=main,--wrap=_exit,--wrap=__mmap,--wrap=__munmap,--wrap=__mremap"

//go:embed zygote.py
var zygote string

// ZygoteSource is the zygote in Python: a server is "python FLAGS zygote.py SOURCE" where the program is "python FLAGS
// SOURCE".
func ZygoteSource() string { return zygote }

// environment is that of a program whose private folder is dir: every variable that names a home or a folder for
// temporary files names it.
func environment(env []string, dir string) []string {
	own := []string{"HOME", "TMPDIR"}
	if runtime.GOOS == "windows" {
		own = []string{"HOME", "USERPROFILE", "TEMP", "TMP"}
	}
	out := make([]string, 0, len(env)+len(own))
	for _, entry := range env {
		if name, _, _ := strings.Cut(entry, "="); !slices.Contains(own, name) {
			out = append(out, entry)
		}
	}
	for _, name := range own {
		out = append(out, name+"="+dir)
	}
	return out
}

// withMemory fills in what Config.Memory describes.
func withMemory(argv []string, memory runner.Bytes) []string {
	const place = "{memory}"
	var out []string
	for _, arg := range argv {
		if memory <= 0 && strings.Contains(arg, place) {
			continue
		}
		out = append(out, strings.ReplaceAll(arg, place, strconv.FormatInt(int64(max(memory/runner.MiB, 1)), 10)))
	}
	return out
}
