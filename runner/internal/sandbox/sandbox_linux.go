package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// spareUIDs is the first user id of confined processes when we are root. The ids from 1879048192 to 2147483647 are
// in nobody's use (systemd's "UIDs and GIDs" lists them as free), and process ids are below 2^22.
const spareUIDs = 1_900_000_000

// SpareUID is the user id (and group id) for what the keeper with this process id holds. As the ids of living processes
// differ so do these, for every program of ours on the machine.
func SpareUID(keeper int) int { return spareUIDs + keeper }

// Attr says how the confined process is to be started: its namespaces and, with OwnUID, its user.
func (l Level) Attr(uid int) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{}
	if l.PID {
		attr.Cloneflags |= unix.CLONE_NEWPID
	}
	if l.User {
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	if l.OwnUID {
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
		// It must read our cache, wherever that is; Landlock says what else it can read.
		attr.AmbientCaps = []uintptr{unix.CAP_DAC_READ_SEARCH}
	}
	return attr
}

// Own gives the folders of Writes to the user of the process, where it has one of its own.
func (l Level) Own(p *Policy, uid int) error {
	if !l.OwnUID {
		return nil
	}
	for _, folder := range p.Writes {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Lchown(path, uid, uid)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Confine applies the policy to the calling thread, for good. It is called in a process that was started with Attr, on its
// first thread, directly before the exec. Nothing that it opens outlives the exec.
func (l Level) Confine(p *Policy) error {
	if os.Getuid() == 0 {
		if err := dropCapabilities(); err != nil {
			return err
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	// The tasks are counted while /proc can still be read.
	tasks, err := l.tasks(p)
	if err != nil {
		return err
	}
	if l.Landlock > 0 {
		if err := landlock(l.Landlock, p); err != nil {
			return err
		}
	}
	if l.Seccomp {
		if err := seccomp(filter(l.rules(p))); err != nil {
			return err
		}
	}
	if tasks > 0 {
		// The last step: the runtime of this process has threads too.
		var old unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_NPROC, &old); err != nil {
			return fmt.Errorf("limiting its processes: %w", err)
		}
		n := min(tasks, old.Max)
		if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: n, Max: n}); err != nil {
			return fmt.Errorf("limiting its processes: %w", err)
		}
	}
	return nil
}

// signalsAreScoped reports whether the process can signal nothing but its own descendants.
func (l Level) signalsAreScoped() bool { return l.Landlock >= 6 || l.PID || l.OwnUID }

// countsAlone reports whether the kernel counts the tasks of the process apart from all others of the user.
func (l Level) countsAlone() bool { return l.OwnUID || l.User && kernelAtLeast(5, 14) }

// tasks is the value for RLIMIT_NPROC, 0 for none.
func (l Level) tasks(p *Policy) (uint64, error) {
	if p.Threads <= 0 {
		return 0, nil
	}
	n := uint64(p.Threads)
	if l.countsAlone() {
		return n, nil
	}
	own, err := tasksOf(os.Getuid())
	return n + own, err
}

// tasksOf counts the threads of a user.
func tasksOf(uid int) (uint64, error) {
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	var n uint64
	for _, dir := range processes {
		info, err := os.Stat(dir)
		if err != nil || info.Sys().(*syscall.Stat_t).Uid != uint32(uid) {
			continue
		}
		tasks, err := os.ReadDir(dir + "/task")
		if err == nil {
			n += uint64(len(tasks))
		}
	}
	return n, nil
}

// dropCapabilities leaves root its files and nothing more.
func dropCapabilities() error {
	for c := uintptr(0); ; c++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); errors.Is(err, unix.EINVAL) {
			break // past the last that this kernel knows
		} else if err != nil {
			return fmt.Errorf("dropping capabilities: %w", err)
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return fmt.Errorf("dropping capabilities: %w", err)
	}
	return nil
}

func kernelAtLeast(major, minor int) bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	first, rest, _ := strings.Cut(unix.ByteSliceToString(name.Release[:]), ".")
	second := strings.FieldsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	a, err := strconv.Atoi(first)
	if err != nil || len(second) == 0 {
		return false
	}
	b, err := strconv.Atoi(second[0])
	return err == nil && (a > major || a == major && b >= minor)
}
