package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// attributesHere and deniedHere are empty: this architecture has no system calls of its own that matter.
var attributesHere, deniedHere []uint32

var opening = []opener{{unix.SYS_OPENAT, 2}}
