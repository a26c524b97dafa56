package engine

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"syscall"
	"time"

	"execre/runner"
)

const (
	requestSize = 28
	replySize   = 24
	helloSize   = 8 // without the reason
	longReason  = 4096
)

// The flags of a reply.
const (
	flagLeft = 1 << iota
	flagDoubt
	flagNotStarted
	flagTidy
)

const magic = "EXC1"

// request is what one execution is started with, besides its stdin. A zero is no limit.
type request struct {
	args      []byte // each ended by a zero byte
	cpu       uint64 // seconds
	fileSize  uint64
	addresses uint64
}

func (r request) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.args)))
	b = binary.LittleEndian.AppendUint64(b, r.cpu)
	b = binary.LittleEndian.AppendUint64(b, r.fileSize)
	b = binary.LittleEndian.AppendUint64(b, r.addresses)
	return append(b, r.args...)
}

// parseRequest reads all but the arguments, and how long those are.
func parseRequest(b *[requestSize]byte) (r request, args uint32) {
	return request{
		cpu:       binary.LittleEndian.Uint64(b[4:]),
		fileSize:  binary.LittleEndian.Uint64(b[12:]),
		addresses: binary.LittleEndian.Uint64(b[20:]),
	}, binary.LittleEndian.Uint32(b[:])
}

// joinArgs is the form of arguments in a request.
func joinArgs(args []string) ([]byte, error) {
	var b []byte
	for _, arg := range args {
		if bytes.IndexByte([]byte(arg), 0) >= 0 {
			return nil, fmt.Errorf("cannot pass the argument %q: it contains a zero byte", arg)
		}
		b = append(append(b, arg...), 0)
	}
	return b, nil
}

// splitArgs undoes joinArgs.
func splitArgs(b []byte) []string {
	var args []string
	for len(b) > 0 {
		arg, rest, _ := bytes.Cut(b, []byte{0})
		args, b = append(args, string(arg)), rest
	}
	return args
}

// reply is what a server says about an execution.
type reply struct {
	status syscall.WaitStatus
	flags  uint32
	cpu    time.Duration
	memory runner.Bytes
}

func (r reply) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(r.status))
	b = binary.LittleEndian.AppendUint32(b, r.flags)
	b = binary.LittleEndian.AppendUint64(b, uint64(r.cpu/time.Microsecond))
	return binary.LittleEndian.AppendUint64(b, uint64(r.memory))
}

// parseReply fails for what no server of ours says: the program has written it, or the server is broken.
func parseReply(b *[replySize]byte) (reply, error) {
	cpu, memory := binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
	r := reply{
		status: syscall.WaitStatus(binary.LittleEndian.Uint32(b[:])),
		flags:  binary.LittleEndian.Uint32(b[4:]),
		cpu:    time.Duration(cpu) * time.Microsecond,
		memory: runner.Bytes(memory),
	}
	const century = 100 * 365 * 24 * time.Hour
	switch {
	case r.flags&^(flagLeft|flagDoubt|flagNotStarted|flagTidy) != 0,
		cpu > uint64(century/time.Microsecond), memory > 1<<60,
		r.flags&(flagDoubt|flagNotStarted) == 0 && !r.status.Exited() && !r.status.Signaled():
		return reply{}, fmt.Errorf("the server sent %x, which is no reply", b[:])
	}
	return r, nil
}

// parseHello reads a hello of which b is the beginning. It gives the number of bytes that are still missing; once it is 0
// reason says why the program cannot be served, "" if it can.
func parseHello(b []byte) (reason string, missing int, err error) {
	if n := min(len(b), len(magic)); string(b[:n]) != magic[:n] {
		return "", 0, fmt.Errorf("the server began with %q, which is no greeting", b[:min(len(b), helloSize)])
	}
	if len(b) < helloSize {
		return "", helloSize - len(b), nil
	}
	length := binary.LittleEndian.Uint32(b[len(magic):])
	if length > longReason {
		return "", 0, fmt.Errorf("the server announces a reason of %d bytes", length)
	}
	end := helloSize + int(length)
	if len(b) < end {
		return "", end - len(b), nil
	}
	return string(b[helloSize:end]), 0, nil
}
