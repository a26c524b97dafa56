package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
)

// clockTick is the unit of CPU times in /proc (USER_HZ), 1/100 s wherever Go runs on Linux.
const clockTick = time.Second / 100

// descendants lists the living, or not yet reaped, descendants of a keeper, parents before their children.
func descendants(keeper int) []int {
	family := lister(keeper)
	var all []int
	for next := []int{keeper}; len(next) > 0; next = next[1:] {
		children := family(next[0])
		all, next = append(all, children...), append(next, children...)
	}
	return all
}

// lister gives a function that lists the children of a keeper or of a descendant of its.
func lister(keeper int) func(pid int) []int {
	if listsChildren() {
		return func(pid int) []int {
			if pid == keeper {
				// All are those of its first thread: that starts the process, and the kernel gives it the orphans. To look at the
				// other threads costs more than it seems: what was looked at in /proc is taken away again when a thread ends, and
				// who reaps the keeper spins until that is done, which is long where no core is free for the thread.
				return childrenOfThread(pid, strconv.Itoa(pid))
			}
			return childrenOf(pid)
		}
	}
	byParent := map[int][]int{}
	for _, pid := range everybody() {
		if st, ok := readStat(pid); ok {
			byParent[st.parent] = append(byParent[st.parent], pid)
		}
	}
	return func(pid int) []int { return byParent[pid] }
}

// listsChildren reports whether this kernel has lists of children (CONFIG_PROC_CHILDREN).
var listsChildren = sync.OnceValue(func() bool {
	_, err := os.Stat("/proc/self/task/" + strconv.Itoa(os.Getpid()) + "/children")
	return err == nil
})

func childrenOf(pid int) (children []int) {
	threads, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return nil
	}
	for _, thread := range threads {
		children = append(children, childrenOfThread(pid, thread.Name())...)
	}
	return children
}

func childrenOfThread(pid int, thread string) []int {
	list, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + thread + "/children")
	if err != nil {
		return nil
	}
	return numbers(string(list))
}

// everybody lists all processes that we can see.
func everybody() (pids []int) {
	names, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, name := range names {
		if pid, err := strconv.Atoi(name.Name()); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// usageBelow is what the descendants of a keeper use, of which child is the process that it was started for.
func usageBelow(keeper, child int) (u Usage) {
	st, ok := readStat(keeper)
	if !ok {
		return u
	}
	u.CPU = st.reapedCPU // of orphans
	var first bool       // the process itself is stopped
	var below, stopped int
	var together runner.Bytes
	for _, pid := range descendants(keeper) {
		st, ok := readStat(pid)
		if !ok {
			continue
		}
		itself := st.parent == keeper && pid == child
		switch {
		case itself:
			first = st.state == 'T'
		case st.state != 'Z':
			below++
			if st.state == 'T' {
				stopped++
			}
		}
		u.CPU += st.cpu + st.reapedCPU
		dir := "/proc/" + strconv.Itoa(pid)
		// cpu time, time waiting for a core in nanoseconds, slices
		if schedstat, err := os.ReadFile(dir + "/schedstat"); err == nil {
			if n := numbers(string(schedstat)); len(n) == 3 {
				u.Waiting += time.Duration(n[1])
			}
		}
		if status, err := os.ReadFile(dir + "/status"); err == nil {
			u.Memory = max(u.Memory, kibibytes(status, "\nVmRSS:"))
			u.Peak = max(u.Peak, kibibytes(status, "\nVmHWM:"))
			if !itself {
				together += kibibytes(status, "\nRssAnon:") + kibibytes(status, "\nRssShmem:")
			}
		}
	}
	u.Memory = max(u.Memory, together)
	u.Stopped = below > 0 && stopped == below || below == 0 && first
	return u
}

// kibibytes is the amount that follows a label in /proc/pid/status, zero if there is none.
func kibibytes(status []byte, label string) runner.Bytes {
	_, rest, ok := bytes.Cut(status, []byte(label))
	if !ok {
		return 0
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	if n := numbers(string(line)); len(n) > 0 {
		return runner.Bytes(n[0]) * runner.KiB
	}
	return 0
}

// killSession kills what is left of a session. It is for when the keeper, which led it, did not live to do better: what left
// the session is not found.
func killSession(session int) {
	for _, pid := range everybody() {
		if st, ok := readStat(pid); ok && st.session == session && pid != os.Getpid() {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
}

type stat struct {
	state           byte // as proc(5) has it: R running, T stopped, Z not yet reaped, …
	parent, session int
	cpu, reapedCPU  time.Duration // its own, and that of the children that it waited for
}

// readStat reads /proc/pid/stat, described in proc(5).
func readStat(pid int) (stat, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}, false
	}
	return parseStat(string(data))
}

func parseStat(line string) (stat, bool) {
	// The second field is the program's name in brackets and can contain anything, brackets included.
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	if len(fields) < 15 {
		return stat{}, false
	}
	n := numbers(strings.Join(fields[1:15], " "))
	if len(n) != 14 {
		return stat{}, false
	}
	return stat{
		state:  fields[0][0],
		parent: n[0], session: n[2],
		cpu: time.Duration(n[10]+n[11]) * clockTick, reapedCPU: time.Duration(n[12]+n[13]) * clockTick,
	}, true
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
