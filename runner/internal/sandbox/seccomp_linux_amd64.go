package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// attributesHere and deniedHere are the system calls of these lists that other architectures do not have.
var (
	attributesHere = []uint32{
		unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
	}
	deniedHere = []uint32{
		unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS__SYSCTL, unix.SYS_CREATE_MODULE,
	}
)

var opening = []opener{{unix.SYS_OPEN, 1}, {unix.SYS_OPENAT, 2}}
