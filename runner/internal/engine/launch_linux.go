package engine

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/internal/process"
)

// launchRole is the role of our binary when it is the server of runner.Spawn. Its arguments are those of the program.
const launchRole = "execre-launch"

func init() { process.Role(launchRole, func() { launch(os.Args[1:]) }) }

// launch starts a program for each request. It stays on one thread: a program gets its death signal when the thread
// that started it ends.
func launch(argv []string) {
	runtime.LockOSThread()
	requests, replies := os.NewFile(3, "requests"), os.NewFile(4, "replies")
	syscall.CloseOnExec(3)
	syscall.CloseOnExec(4)
	// As the first process of its namespace it is immune to signals that it does not handle, but Go handles nearly all,
	// by ending. The programs get the default handlers.
	signal.Notify(make(chan os.Signal, 1))
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	// The programs are not to look into it or to change it; the exec makes them dumpable again.
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)

	env := os.Environ()
	if _, err := replies.Write(append([]byte(magic), 0, 0, 0, 0)); err != nil {
		return
	}
	var head [requestSize]byte
	for {
		if _, err := io.ReadFull(requests, head[:]); err != nil {
			return
		}
		req, length := parseRequest(&head)
		req.args = make([]byte, length)
		if _, err := io.ReadFull(requests, req.args); err != nil {
			return
		}
		r := execute(slices.Concat(argv, splitArgs(req.args)), env, req)
		if _, err := replies.Write(r.append(nil)); err != nil {
			return
		}
	}
}

// execute runs a program to its end.
func execute(argv, env []string, req request) reply {
	attr := &syscall.ProcAttr{
		Env:   env,
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	}
	// Limits that are ours too must not be lowered for good, so the program starts with soft ones and gets the hard ones
	// when it is there. CPU time is only limited then: we have our own.
	soften(unix.RLIMIT_FSIZE, req.fileSize)
	soften(unix.RLIMIT_AS, req.addresses)
	pid, err := syscall.ForkExec(argv[0], argv, attr)
	if errors.Is(err, syscall.EPERM) {
		attr.Sys.Setpgid = false // where groups are forbidden it stays in ours
		pid, err = syscall.ForkExec(argv[0], argv, attr)
	}
	if err != nil {
		errno, _ := errors.AsType[syscall.Errno](err)
		return reply{status: syscall.WaitStatus(errno), flags: flagNotStarted}
	}
	harden(pid, unix.RLIMIT_FSIZE, req.fileSize, req.fileSize)
	harden(pid, unix.RLIMIT_AS, req.addresses, req.addresses)
	harden(pid, unix.RLIMIT_CPU, req.cpu, req.cpu+1)

	var r reply
	var used, own syscall.Rusage
	wait(pid, &r.status, 0, &used)
	r.cpu = cpuOf(&used)
	// A program inherits our peak through the exec: only what is well above it is its own. The kernel's counters of
	// resident pages are exact only to some pages per core.
	if syscall.Getrusage(syscall.RUSAGE_SELF, &own) == nil && used.Maxrss > own.Maxrss+int64(peakMargin/runner.KiB) {
		r.memory = runner.Bytes(used.Maxrss) * runner.KiB
	}
	r.flags |= endLeftBehind(pid, &r)
	return r
}

const peakMargin = 2 * runner.MiB

// endLeftBehind ends and reaps what an execution left behind. Its orphans are our children, as PID 1 or as subreaper.
func endLeftBehind(group int, r *reply) (flags uint32) {
	options := syscall.WNOHANG
	for {
		var used syscall.Rusage
		pid, err := wait(-1, nil, options, &used)
		switch {
		case err != nil:
			return 0
		case pid > 0:
			r.cpu += cpuOf(&used)
		case os.Getpid() == 1:
			_ = syscall.Kill(-1, syscall.SIGKILL) // all of our namespace but us
			options = 0
		default:
			_ = syscall.Kill(-group, syscall.SIGKILL)
			return flagLeft // others may have left the group: the client ends us, and with us all of them
		}
	}
}

func wait(pid int, status *syscall.WaitStatus, options int, used *syscall.Rusage) (int, error) {
	for {
		pid, err := syscall.Wait4(pid, status, options, used)
		if err != syscall.EINTR {
			return pid, err
		}
	}
}

func cpuOf(used *syscall.Rusage) time.Duration {
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func soften(resource int, limit uint64) {
	var l unix.Rlimit
	if unix.Getrlimit(resource, &l) == nil {
		l.Cur = l.Max
		if limit > 0 {
			l.Cur = min(limit, l.Max)
		}
		_ = unix.Setrlimit(resource, &l)
	}
}

func harden(pid, resource int, soft, hard uint64) {
	var l unix.Rlimit
	if soft > 0 && unix.Prlimit(pid, resource, nil, &l) == nil {
		l.Max = min(l.Max, hard)
		l.Cur = min(l.Max, soft)
		_ = unix.Prlimit(pid, resource, &l, nil)
	}
}
