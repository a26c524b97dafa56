package sandbox

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attributes are the system calls that change attributes of files, besides those in attributesHere of the architecture.
// Landlock lets everybody use them who may by the file's mode.
var attributes = []uint32{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
}

// denied are the system calls that fail with EPERM, besides those in deniedHere of the architecture.
var denied = []uint32{
	// Other processes: their memory, descriptors, priorities.
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PROCESS_MRELEASE, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES,
	unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM,
	unix.SYS_SCHED_SETATTR, unix.SYS_SCHED_SETAFFINITY,
	// What processes share without a file that Landlock would see.
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL,
	unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	// Memory and room on the disk in no time, which is seen too late or not at all.
	unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_FALLOCATE,
	// Namespaces and mounts.
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
	unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_MOUNT_SETATTR, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_QUOTACTL,
	unix.SYS_QUOTACTL_FD, unix.SYS_FANOTIFY_INIT, unix.SYS_LOOKUP_DCOOKIE,
	// Doors into the kernel that have had many faults, and ways around this filter.
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	// The machine.
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG, unix.SYS_SETHOSTNAME,
	unix.SYS_SETDOMAINNAME, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
	unix.SYS_VHANGUP,
}

// lastKnown is the newest system call that was considered for the list. Later ones do not exist for the program: it
// gets ENOSYS, as from an older kernel, and does without.
const lastKnown = unix.SYS_MSEAL

// newNamespaces are the flags of clone that make a namespace.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// rule makes a system call fail if all conditions hold.
type rule struct {
	call  uint32
	when  []condition
	errno uint32
}

// condition compares the lower half of an argument; the kernel ignores the upper half of those that are used here.
type condition struct {
	argument   uint32
	mask, want uint32
	differs    bool // holds if the masked argument is not as wanted
}

// rules are what the filter refuses, for a process that is otherwise held as l says.
func (l Level) rules(p *Policy) []rule {
	const eperm, enosys = uint32(unix.EPERM), uint32(unix.ENOSYS)
	var rules []rule
	calls := slices.Concat(denied, deniedHere)
	if !p.Trusted {
		calls = append(slices.Concat(attributes, attributesHere), calls...)
	}
	for _, call := range calls {
		rules = append(rules, rule{call: call, errno: eperm})
	}
	rules = append(
		rules,
		rule{call: unix.SYS_CLONE, when: []condition{{mask: newNamespaces, differs: true}}, errno: eperm},
		// Its flags are in memory, where a filter cannot look; without it the C libraries use clone.
		rule{call: unix.SYS_CLONE3, errno: enosys},
		rule{call: unix.SYS_PRLIMIT64, when: []condition{{mask: ^uint32(0), differs: true}}, errno: eperm}, // not its own
	)
	if !p.Network {
		rules = append(rules, rule{call: unix.SYS_SOCKET, errno: eperm})
	}
	if !l.signalsAreScoped() {
		everybody := condition{mask: ^uint32(0), want: ^uint32(0)}
		rules = append(rules, rule{call: unix.SYS_KILL, when: []condition{everybody}, errno: eperm})
	}
	if l.Landlock == 1 || l.Landlock == 2 {
		// Landlock does not see a file cut short that is not opened for writing.
		rules = append(rules, rule{call: unix.SYS_TRUNCATE, errno: eperm}, rule{call: unix.SYS_OPENAT2, errno: enosys})
		for _, open := range opening {
			rules = append(rules, rule{call: open.call, errno: eperm, when: []condition{
				{argument: open.flags, mask: unix.O_TRUNC, differs: true},
				{argument: open.flags, mask: unix.O_ACCMODE, want: unix.O_RDONLY},
			}})
		}
	}
	return rules
}

// opener is a system call that opens a file, and which of its arguments is the flags.
type opener struct{ call, flags uint32 }

// filter is the program for the kernel; see seccomp(2). It runs before each system call, on struct seccomp_data.
func filter(rules []rule) []unix.SockFilter {
	const (
		number, architecture, arguments = 0, 4, 16 // offsets in seccomp_data
		load                            = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		and                             = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
		equal                           = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		greater                         = unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K
		answer                          = unix.BPF_RET | unix.BPF_K
	)
	program := []unix.SockFilter{
		{Code: load, K: architecture},
		{Code: equal, K: auditArch, Jt: 1},
		{Code: answer, K: unix.SECCOMP_RET_KILL_PROCESS}, // 32-bit calls, which have other numbers
		{Code: load, K: number},
		{Code: greater, K: lastKnown, Jf: 1}, // x32 too, whose numbers are far above
		{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
	}
	for _, r := range rules {
		refuse := unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | r.errno}
		// A condition takes three instructions; the last of the rule loads the number again, which they overwrote.
		length := uint8(3*len(r.when) + 1)
		if len(r.when) > 0 {
			length++
		}
		program = append(program, unix.SockFilter{Code: equal, K: r.call, Jf: length})
		for i, c := range r.when {
			// To the load at the end, over the conditions that follow and the answer.
			out := uint8(3*(len(r.when)-i-1) + 1)
			compare := unix.SockFilter{Code: equal, K: c.want, Jf: out}
			if c.differs {
				compare = unix.SockFilter{Code: equal, K: c.want, Jt: out}
			}
			program = append(program,
				unix.SockFilter{Code: load, K: arguments + 8*c.argument}, // the lower half: both architectures are little endian
				unix.SockFilter{Code: and, K: c.mask}, compare)
		}
		program = append(program, refuse)
		if len(r.when) > 0 {
			program = append(program, unix.SockFilter{Code: load, K: number})
		}
	}
	return append(program, unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW})
}

// seccomp puts the calling thread, and all that comes from it, under the filter. The caller has set no_new_privs.
func seccomp(program []unix.SockFilter) error {
	load := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&load)))
	runtime.KeepAlive(program)
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
