// Package sandbox confines a process before it becomes a program under test, or a compiler of one. It takes rights away from the process that
// calls it and never starts one: runner/internal/process does, and calls this package in the child, directly before the exec.
//
// There are layers, and each machine has some of them. [Probe] finds out which; [Level] names them, for people too.
//
//   - Landlock: of files only those of the [Policy] (and the C library, /usr, /opt) can be read and executed, only
//     Policy.Writes can be changed; no TCP (from ABI 4); no signals to processes outside, no abstract Unix sockets (from
//     ABI 6); never ptrace of anything outside. It cannot: hide names and sizes (stat works everywhere), keep from chmod,
//     chown, utime and extended attributes, keep from UDP, from Unix sockets with a path, from using up CPU and memory.
//   - seccomp: no sockets of any family, no chmod, chown, utime, extended attributes, no ptrace and no memory of other
//     processes, no namespaces, mounts, keys, io_uring, BPF and the like; system calls that are newer than the list do not
//     exist. It cannot look at paths, so it says nothing about which files.
//   - PID namespace: the process sees and signals its own descendants only, and when it ends the kernel kills them all. It
//     takes root, or a user namespace, which some distributions forbid ordinary users. Its first process does not get
//     signals that it has not asked for, so a program under test must be a child of it.
//   - own user, as root only: each process gets a user id of its own ([SpareUID]), so its tasks are counted apart
//     from all others. It reads files by a capability, so only where Landlock bounds the reading.
//   - resource limits: RLIMIT_NPROC bounds threads and processes. It holds well where the count is private (own
//     user, own user namespace from Linux 5.14); else it is shared with everything the user runs; root it does not hold at all.
//
// What nothing here does: bound memory and CPU time (runner/internal/process watches those), hide the time, the
// machine's name or /proc of other processes where a policy allows /proc, or protect from faults of the kernel.
package sandbox

import (
	"strconv"
	"strings"
)

// Policy is what a confined process may do.
type Policy struct {
	// Reads are files and folders, absolute, that it may read and execute, besides what every program needs: the C library,
	// /usr, /opt and the harmless devices. What does not exist is left out. Runtimes that need it get "/proc" here.
	Reads []string
	// Writes are folders that it may also change. They must be private to it: as root they become the property of
	// its own user, with all that is in them.
	Writes  []string
	Threads int  // threads and processes at a time, itself included; 0 means no limit
	Network bool // false: no sockets at all
	// Trusted says that not the process but what it reads is under suspicion, as with compilers: it keeps its user and its
	// namespaces, and may change modes and times of files; which files and sockets it has is bounded all the same.
	Trusted bool
}

// Level says which layers hold on this machine, for this user. Its zero value is none.
type Level struct {
	Landlock int // ABI version, 0 none
	Seccomp  bool
	PID      bool     // a PID namespace of its own
	User     bool     // a user namespace of its own (without root)
	OwnUID   bool     // a spare uid (as root)
	Missing  []string // for people: each layer that does not hold, why, and what that means
}

// For gives the layers that a process under p is to have.
func (l Level) For(p *Policy) Level {
	if p.Trusted {
		l.PID, l.User, l.OwnUID = false, false, false
	}
	return l
}

// String names the layers that hold, as in "landlock 7, seccomp, pid namespace, own user"; "" for none.
func (l Level) String() string {
	var layers []string
	if l.Landlock > 0 {
		layers = append(layers, "landlock "+strconv.Itoa(l.Landlock))
	}
	for _, layer := range []struct {
		holds bool
		name  string
	}{{l.Seccomp, "seccomp"}, {l.PID, "pid namespace"}, {l.User, "user namespace"}, {l.OwnUID, "own user"}} {
		if layer.holds {
			layers = append(layers, layer.name)
		}
	}
	return strings.Join(layers, ", ")
}
