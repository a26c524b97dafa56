package cli

import (
	"os"
	"syscall"
	"unsafe"
)

// deaf gives a look at whether the reader of a pipe, socket or terminal is gone, without writing to it.
func deaf(file *os.File) func() bool {
	const hungUp = 0x8 | 0x10 | 0x20 // POLLERR, POLLHUP, POLLNVAL
	return func() (is bool) {
		conn, err := file.SyscallConn()
		if err != nil {
			return true
		}
		_ = conn.Control(func(fd uintptr) {
			poll := struct {
				fd              int32
				events, revents int16
			}{fd: int32(fd)}
			var now syscall.Timespec
			n, _, _ := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&poll)), 1, uintptr(unsafe.Pointer(&now)), 0, 0, 0)
			is = n == 1 && poll.revents&hungUp != 0
		})
		return is
	}
}
