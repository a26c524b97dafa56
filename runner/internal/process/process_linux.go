package process

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
)

const (
	// stackLimit is the soft stack limit of children: deep recursion is no fault. It is not "unlimited",
	// because that makes the kernel lay out the address space differently.
	stackLimit = 1 * runner.GiB
	// threadStacks is how many thread stacks fit into the address space besides the memory: the C library reserves
	// stackLimit for each thread, though hardly any of it is ever used.
	threadStacks = 128
	// fileLimit is the largest file that a process can make.
	fileLimit = 512 * runner.MiB
	// clockTick is the unit of CPU times in /proc (USER_HZ), 1/100 s wherever Go runs on Linux.
	clockTick = time.Second / 100
	// ownPeakMargin is by how much a child's peak must be above our own to be taken for its own: the kernel's
	// counters of resident pages are exact only to some pages per core.
	ownPeakMargin = 4 * runner.MiB
	// cleanUp bounds the hunt for descendants that make new ones as fast as they are killed.
	cleanUp = 2 * time.Second
)

// runVariable is in the environment of every child, with a value of its own. It tells whose an orphan is.
const runVariable = "EXECRE_RUN"

// child is a process that was started here. Its pid is also its process group.
type child struct {
	pid    int
	exited chan struct{} // closed when the process is dead and not yet reaped
}

// started holds all children of this package that are not reaped: the value of their runVariable by pid. Its lock is
// held while a process is started or reaped, so that a look at our children never meets one that is not yet, or no
// longer, in the map.
var started = struct {
	sync.Mutex
	count int
	runs  map[int]string
}{runs: map[int]string{}}

// prepare sets what children inherit from our process and what makes their orphans come to us. Both can only fail
// on systems that lack the feature, and then there is nothing else to do.
var prepare = sync.OnceFunc(func() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	var stack unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_STACK, &stack) == nil {
		// It has to be in place before the exec, which lays out the address space by it.
		stack.Cur = min(stack.Max, uint64(stackLimit))
		_ = unix.Setrlimit(unix.RLIMIT_STACK, &stack)
	}
})

func start(cmd *Command, stdin, stdout, stderr *os.File) (*child, error) {
	prepare()
	c := &child{exited: make(chan struct{})}
	attr := &syscall.ProcAttr{
		Dir:   cmd.Dir,
		Files: []uintptr{stdin.Fd(), stdout.Fd(), stderr.Fd()},
		Sys:   &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	}
	launched := make(chan error)
	go func() {
		// The death signal is sent when the *thread* that started the child ends, so this one is kept until the child is dead.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		started.Lock()
		started.count++
		run := strconv.Itoa(started.count)
		attr.Env = append(slices.Clone(cmd.Env), runVariable+"="+run)
		pid, err := syscall.ForkExec(cmd.Argv[0], cmd.Argv, attr)
		if err == nil {
			started.runs[pid] = run
		}
		started.Unlock()
		c.pid = pid
		launched <- err
		if err != nil {
			return
		}
		for unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
		}
		close(c.exited)
	}()
	if err := <-launched; err != nil {
		return nil, err
	}
	if err := c.limit(&cmd.Limits, cmd.Sanitized); err != nil {
		c.kill()
		<-c.exited
		c.finish()
		return nil, err
	}
	return c, nil
}

// limit sets the backstops; see the package comment.
func (c *child) limit(l *runner.Limits, sanitized bool) error {
	set := func(what string, resource int, soft, hard uint64) error {
		var old unix.Rlimit
		if err := unix.Prlimit(c.pid, resource, nil, &old); err != nil {
			return fmt.Errorf("limiting its %s: %w", what, err)
		}
		hard = min(hard, old.Max)
		if err := unix.Prlimit(c.pid, resource, &unix.Rlimit{Cur: min(soft, hard), Max: hard}, nil); err != nil {
			return fmt.Errorf("limiting its %s: %w", what, err)
		}
		return nil
	}
	if err := set("core dump", unix.RLIMIT_CORE, 0, 0); err != nil {
		return err
	}
	if err := set("files", unix.RLIMIT_FSIZE, uint64(fileLimit), uint64(fileLimit)); err != nil {
		return err
	}
	if l.Memory > 0 && !sanitized {
		space := uint64(l.Memory + threadStacks*stackLimit)
		if err := set("address space", unix.RLIMIT_AS, space, space); err != nil {
			return err
		}
	}
	if l.CPU > 0 {
		seconds := uint64((l.CPU+time.Second-1)/time.Second) + 1
		if err := set("CPU time", unix.RLIMIT_CPU, seconds, seconds+1); err != nil {
			return err
		}
	}
	return nil
}

// kill kills the process group. The group's number cannot have passed to others: finish, which reaps, comes later.
func (c *child) kill() { _ = syscall.Kill(-c.pid, syscall.SIGKILL) }

// usage looks at the running process; times only if they are asked for.
func (c *child) usage(times bool) usage {
	var u usage
	dir := "/proc/" + strconv.Itoa(c.pid)
	status, err := os.ReadFile(dir + "/status")
	if err == nil {
		if _, rest, ok := bytes.Cut(status, []byte("\nVmHWM:")); ok {
			kib, _ := strconv.ParseInt(string(firstField(rest)), 10, 64)
			u.memory = runner.Bytes(kib) * runner.KiB
		}
	}
	if !times {
		return u
	}
	u.cpu = treeCPU(c.pid)
	// cpu time, time waiting for a core in nanoseconds, slices
	if schedstat, err := os.ReadFile(dir + "/schedstat"); err == nil {
		if fields := bytes.Fields(schedstat); len(fields) == 3 {
			ns, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			u.waiting = time.Duration(ns)
		}
	}
	return u
}

// finish, called once exited is closed, kills what is left of the group, reaps the process and kills and reaps the
// descendants that left the group.
func (c *child) finish() ending {
	c.kill()
	var status syscall.WaitStatus
	var used syscall.Rusage
	started.Lock()
	reap(c.pid, &status, &used)
	delete(started.runs, c.pid)
	started.Unlock()

	end := ending{exitCode: -1, cpu: cpuOf(&used)}
	if status.Exited() {
		end.exitCode = status.ExitStatus()
	} else if status.Signaled() {
		end.signal = unix.SignalName(status.Signal())
		if end.signal == "" {
			end.signal = fmt.Sprintf("signal %d", int(status.Signal()))
		}
	}
	var own syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &own) == nil {
		peak, ownPeak := runner.Bytes(used.Maxrss)*runner.KiB, runner.Bytes(own.Maxrss)*runner.KiB
		if peak > ownPeak+ownPeakMargin {
			end.memory = peak
		}
	}
	for deadline := time.Now().Add(cleanUp); ; {
		found, cpu := reapOrphans(c.pid)
		end.cpu += cpu
		if !found || time.Now().After(deadline) {
			return end
		}
	}
}

func reap(pid int, status *syscall.WaitStatus, used *syscall.Rusage) {
	for {
		if _, err := syscall.Wait4(pid, status, 0, used); err != syscall.EINTR {
			return
		}
	}
}

func cpuOf(used *syscall.Rusage) time.Duration {
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// reapOrphans kills and reaps the processes that became our children because their parent died. It reports whether there
// were any, and the CPU time of those of the given group. Killing one can bring its children to us: call it again.
func reapOrphans(group int) (found bool, cpu time.Duration) {
	started.Lock()
	defer started.Unlock()
	own := syscall.Getpgrp()
	for _, pid := range ownChildren() {
		if started.runs[pid] != "" {
			continue
		}
		st, ok := readStat(pid)
		if !ok || st.parent != os.Getpid() || st.group == own || ofLivingRun(pid, st.group) {
			continue
		}
		found = true
		_ = syscall.Kill(pid, syscall.SIGKILL)
		var used syscall.Rusage
		reap(pid, nil, &used)
		if st.group == group {
			cpu += cpuOf(&used)
		}
	}
	return found, cpu
}

// ofLivingRun reports whether a process belongs to one that this package started and that still runs: by its
// process group, else by its environment. The caller holds the lock of started.
func ofLivingRun(pid, group int) bool {
	if started.runs[group] != "" {
		return true
	}
	environ, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	for entry := range strings.SplitSeq(string(environ), "\x00") {
		if run, ok := strings.CutPrefix(entry, runVariable+"="); ok {
			for _, living := range started.runs {
				if run == living {
					return true
				}
			}
		}
	}
	return false
}

// ownChildren lists children of our process: at least all that were orphaned, which the kernel always gives to
// the first thread of a subreaper.
func ownChildren() []int {
	self := strconv.Itoa(os.Getpid())
	if list, err := os.ReadFile("/proc/" + self + "/task/" + self + "/children"); err == nil {
		return numbers(string(list))
	}
	// A kernel without CONFIG_PROC_CHILDREN: ask every process for its parent, which the caller does.
	names, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name.Name()); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// treeCPU is the CPU time of a process, its living descendants and the dead ones that were waited for.
func treeCPU(pid int) time.Duration {
	st, ok := readStat(pid)
	if !ok {
		return 0
	}
	sum := st.cpu
	dir := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(dir)
	if err != nil {
		return sum
	}
	for _, thread := range threads {
		list, err := os.ReadFile(dir + thread.Name() + "/children")
		if err != nil {
			continue
		}
		for _, p := range numbers(string(list)) {
			sum += treeCPU(p)
		}
	}
	return sum
}

type stat struct {
	parent, group int
	cpu           time.Duration
}

// readStat reads /proc/pid/stat, described in proc(5).
func readStat(pid int) (st stat, ok bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return st, false
	}
	// The second field is the program's name in brackets and can contain anything, brackets included.
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 15 {
		return st, false
	}
	n := numbers(strings.Join(fields[1:15], " "))
	if len(n) != 14 {
		return st, false
	}
	ticks := n[10] + n[11] + n[12] + n[13] // utime, stime, and both of the children that were waited for
	return stat{parent: n[0], group: n[1], cpu: time.Duration(ticks) * clockTick}, true
}

// numbers reads decimal numbers between white space, up to the first that is none.
func numbers(s string) []int {
	var ns []int
	for _, f := range strings.Fields(s) {
		n, err := strconv.Atoi(f)
		if err != nil {
			break
		}
		ns = append(ns, n)
	}
	return ns
}

func firstField(b []byte) []byte {
	if f := bytes.Fields(b); len(f) > 0 {
		return f[0]
	}
	return nil
}

// stdinFile puts data into a file in memory: a program that does not read it does us no harm.
func stdinFile(data []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("stdin", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return fill(os.NewFile(uintptr(fd), "stdin"), data)
}
