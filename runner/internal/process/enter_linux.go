package process

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
)

// stackLimit is the soft stack limit: deep recursion is no fault. It is not "unlimited", because that makes the
// kernel lay out the address space differently. It has to be in place before the exec, which lays it out.
const stackLimit = 1 * runner.GiB

// enter is the role of a process that is to become the one that is held: it limits and confines itself and then executes
// it. Its own argument is the number of files of that one. The next descriptor is the spec, the one after it the
// report to the keeper, which ends with the exec.
func enter() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		os.Exit(2)
	}
	// It returns only if it could not become it, or had only to try.
	if err := become(n, n+1); err != nil {
		_, _ = unix.Write(n+1, []byte(failure(err)))
		os.Exit(1)
	}
}

func become(specFile, report int) error {
	if err := closeOnExec(specFile); err != nil {
		return err
	}
	s, err := readSpec(specFile)
	if err != nil {
		return err
	}
	exe := s.Exe
	if exe == "" && len(s.Argv) > 0 {
		exe = s.Argv[0]
	}
	if s.Sandbox != nil && exe == Self {
		s.Sandbox.Reads = append(s.Sandbox.Reads, Self) // opened in this process, it is our binary
	}
	if s.Dir != "" {
		if err := os.Chdir(s.Dir); err != nil {
			return fmt.Errorf("its working folder: %w", err)
		}
	}
	if err := s.Limits.set(); err != nil {
		return err
	}
	if s.Sandbox != nil {
		if err := s.level.Confine(s.Sandbox); err != nil {
			return err
		}
	}
	if len(s.Argv) == 0 {
		return nil
	}
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		return fmt.Errorf("getrusage: %w", err)
	}
	spent := fmt.Sprintf("spent %d %d\n", used.Utime.Nano()+used.Stime.Nano(), used.Maxrss*int64(runner.KiB))
	if _, err := unix.Write(report, []byte(spent)); err != nil {
		return fmt.Errorf("reporting: %w", err)
	}
	if s.Limits.Addresses > 0 {
		// The last step: this process, too, wants addresses.
		if err := limit("address space", unix.RLIMIT_AS, uint64(s.Limits.Addresses), uint64(s.Limits.Addresses)); err != nil {
			return err
		}
	}
	return syscall.Exec(exe, s.Argv, s.Env)
}

// set sets the limits of this process that it can live with itself.
func (l *Rlimits) set() error {
	if err := limit("stack", unix.RLIMIT_STACK, uint64(stackLimit), math.MaxUint64); err != nil {
		return err
	}
	if err := limit("core dump", unix.RLIMIT_CORE, 0, 0); err != nil {
		return err
	}
	if l.FileSize > 0 {
		if err := limit("files", unix.RLIMIT_FSIZE, uint64(l.FileSize), uint64(l.FileSize)); err != nil {
			return err
		}
	}
	if l.CPU > 0 {
		seconds := uint64((l.CPU + time.Second - 1) / time.Second)
		return limit("CPU time", unix.RLIMIT_CPU, seconds, seconds+1)
	}
	return nil
}

// limit sets a limit of this process, or as much of it as it may.
func limit(what string, resource int, soft, hard uint64) error {
	var old unix.Rlimit
	if err := unix.Getrlimit(resource, &old); err != nil {
		return fmt.Errorf("limiting its %s: %w", what, err)
	}
	hard = min(hard, old.Max)
	if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: min(soft, hard), Max: hard}); err != nil {
		return fmt.Errorf("limiting its %s: %w", what, err)
	}
	return nil
}

// closeOnExec makes all descriptors from first on end with the exec, also those that our own parent left open.
func closeOnExec(first int) error {
	err := unix.CloseRange(uint(first), math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return nil
	}
	// A kernel before Linux 5.11.
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return fmt.Errorf("closing files: %w", err)
	}
	for _, entry := range open {
		if fd, err := strconv.Atoi(entry.Name()); err == nil && fd >= first {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// readSpec reads the spec without moving the offset, which the keeper and the enterer share.
func readSpec(fd int) (spec, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return spec{}, fmt.Errorf("reading what to do: %w", err)
	}
	data := make([]byte, st.Size)
	if n, err := unix.Pread(fd, data, 0); err != nil || n < len(data) {
		return spec{}, errSpec
	}
	return decode(data)
}
