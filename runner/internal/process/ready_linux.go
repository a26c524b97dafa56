package process

import (
	"context"
	"fmt"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

// leastFiles is with how many open files at least a compiler, or a program by itself, can always be run. A check that
// executes several programs at once needs more, and says so when it does.
const leastFiles = 64

func enoughFiles() error {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil || limit.Cur >= leastFiles {
		return nil
	}
	return fmt.Errorf("only %d files can be open at the same time, which is too few: allow more (ulimit -n 1024)", limit.Cur)
}

// leastAddresses is how large an address space runtimes with many threads and a heap of one piece need: each thread has
// stackLimit in it. With less they do not start, or wait for ever for threads that they do not get.
const leastAddresses = 8 * runner.GiB

// ReadyToReserve says why no program can be started here whose runtime reserves more than it uses; nil if one can.
func ReadyToReserve() error {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil || limit.Cur >= uint64(leastAddresses) {
		return nil
	}
	return fmt.Errorf("only %v of address space are allowed here, and it reserves more than it uses: allow %v (ulimit -v %d) or "+
		"any amount (ulimit -v unlimited)", runner.Bytes(limit.Cur), leastAddresses, leastAddresses/runner.KiB)
}

// FewAddresses says how large the address space may be, and the way out, where it is so small that compilers can fail for that;
// else nil.
func FewAddresses() error {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil || limit.Cur >= uint64(leastAddresses) {
		return nil
	}
	return fmt.Errorf("only %v of address space are allowed here: allow more (ulimit -v %d)",
		runner.Bytes(limit.Cur), leastAddresses/runner.KiB)
}

// try starts a process that does nothing, as those of programs are started.
func try() error {
	h, err := hold(context.Background(), Holding{}, sandbox.Level{})
	if err != nil {
		return err
	}
	h.Kill()
	return nil
}
