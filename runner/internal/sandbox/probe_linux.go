package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

// Probe finds out which layers hold here. It calls try for what can only be known by doing it: try starts a process with
// the Attr of a level that confines itself by an empty policy, and says why that did not work.
func Probe(try func(Level) error) Level {
	var l Level
	missing := func(format string, args ...any) { l.Missing = append(l.Missing, fmt.Sprintf(format, args...)) }

	abi, err := landlockABI()
	if err == nil {
		err = try(Level{Landlock: abi})
	}
	switch {
	case errors.Is(err, unix.ENOSYS):
		missing("landlock: this kernel is older than Linux 5.13 or built without it, " +
			"so programs can read and change what you can")
	case errors.Is(err, unix.EOPNOTSUPP):
		missing("landlock: switched off when this machine was started (boot with lsm=landlock,… to have it), " +
			"so programs can read and change what you can")
	case err != nil:
		missing("landlock: %v, so programs can read and change what you can", err)
	default:
		l.Landlock = abi
	}

	err = errors.ErrUnsupported
	if auditArch != 0 {
		err = try(Level{Seccomp: true})
	}
	switch {
	case errors.Is(err, errors.ErrUnsupported) && auditArch == 0:
		missing("seccomp: no list of system calls for %s yet, so programs can use the network and chmod your files", runtime.GOARCH)
	case err != nil:
		missing("seccomp: %v, so programs can use the network and chmod your files", err)
	default:
		l.Seccomp = true
	}
	if l.Seccomp && l.Landlock > 0 && l.Landlock < 6 {
		missing("landlock: this kernel has version %d; from 6 on (Linux 6.12) it also keeps programs from signalling others", l.Landlock)
	}

	if os.Getuid() == 0 {
		l.probeAsRoot(try, missing)
	} else {
		l.probeAsUser(try, missing)
	}
	return l
}

func (l *Level) probeAsRoot(try func(Level) error, missing func(string, ...any)) {
	if err := try(Level{PID: true}); err != nil {
		missing("pid namespace: %v (in a container: it needs CAP_SYS_ADMIN), so what a program leaves behind "+
			"is hunted down process by process", err)
	} else {
		l.PID = true
	}
	const cost = "so programs run as root, without capabilities but with root's files, and their number of processes is not bounded"
	if l.Landlock == 0 || !l.Seccomp {
		missing("own user: it needs Landlock and seccomp, %s", cost)
		return
	}
	if err := try(Level{Landlock: l.Landlock, Seccomp: true, OwnUID: true}); err != nil {
		missing("own user: %v (in a container: user ids from %d on must be mapped), %s", err, spareUIDs, cost)
	} else {
		l.OwnUID = true
	}
}

func (l *Level) probeAsUser(try func(Level) error, missing func(string, ...any)) {
	err := try(Level{PID: true, User: true})
	if err != nil {
		missing("pid namespace: %v (%s), so what a program leaves behind is hunted down process by process, "+
			"and its processes count together with your own", err, whyNoUserNamespace())
		return
	}
	l.PID, l.User = true, true
}

// whyNoUserNamespace says which of the usual reasons it is, and the way out.
func whyNoUserNamespace() string {
	is := func(file, value string) bool {
		data, err := os.ReadFile(file)
		return err == nil && strings.TrimSpace(string(data)) == value
	}
	switch {
	case is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1"):
		return "AppArmor forbids ordinary programs user namespaces, as on Ubuntu from 23.10; an administrator can allow " +
			"them with sysctl kernel.apparmor_restrict_unprivileged_userns=0"
	case is("/proc/sys/kernel/unprivileged_userns_clone", "0"):
		return "user namespaces are for root only here; an administrator can allow them with " +
			"sysctl kernel.unprivileged_userns_clone=1"
	case is("/proc/sys/user/max_user_namespaces", "0"):
		return "sysctl user.max_user_namespaces is 0"
	}
	return "user namespaces do not work here; containers often forbid them"
}
