package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

const (
	// cleanUp bounds the hunt for descendants that make new ones as fast as they are killed.
	cleanUp = 2 * time.Second
	// peakMargin is by how much a peak must be above that of the enterer to be the program's own: exec hands the old one
	// down, and the kernel's counters of resident pages are exact only to some pages per core.
	peakMargin = 1 * runner.MiB
)

// lastSignal is the number of the last signal that Linux has (SIGRTMAX).
const lastSignal = 64

// The keeper's file descriptors. From keptFiles on they are those of the process that it keeps.
const (
	specFile    = 3 + iota
	controlFile // ends when we want the end, or are dead; one byte on it is the word to begin
	reportFile
	keptFiles
)

// keep is the role of a keeper. It starts one process and ends with it, or when its control pipe ends, and does not
// leave anything alive that came from it. It runs on the first thread, whose end would kill the process.
func keep() {
	reports := os.NewFile(reportFile, "reports")
	if err := keeping(os.NewFile(controlFile, "control"), reports); err != nil {
		_, _ = reports.WriteString(failure(err))
		os.Exit(1)
	}
}

func keeping(control, reports *os.File) error {
	if err := closeOnExec(specFile); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("becoming a subreaper: %w", err)
	}
	died := make(chan os.Signal, 1)
	signal.Notify(died, unix.SIGCHLD)
	// What we were told to ignore, as nohup does SIGHUP, is not ignored by the programs: what is handled here is back to
	// its default in what we start.
	for s := unix.Signal(1); s <= lastSignal; s++ {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}

	if _, err := control.Read(make([]byte, 1)); err != nil {
		return errors.New("called off") // nobody is there to read it
	}
	s, err := readSpec(specFile)
	if err != nil {
		return err
	}
	pid, fromEnterer, err := startEnterer(&s)
	if err != nil {
		return err
	}
	calledOff := make(chan struct{})
	go func() {
		_, _ = control.Read(make([]byte, 1))
		close(calledOff)
	}()
	begun := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(fromEnterer) // it ends with the exec
		begun <- string(text)
	}()
	end, err := watchOver(pid, died, calledOff, begun, reports)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(reports, "ended %d %d %d\n", uint32(end.status), end.cpu, end.peak)
	return nil
}

// startEnterer starts the process that is going to be kept, and gives what it reports.
func startEnterer(s *spec) (pid int, fromEnterer *os.File, err error) {
	fromEnterer, toKeeper, err := os.Pipe()
	if err != nil {
		return 0, nil, fmt.Errorf("preparing a report: %w", err)
	}
	defer toKeeper.Close()
	attr := &syscall.ProcAttr{Env: roleEnv, Sys: s.level.Attr(sandbox.SpareUID(os.Getpid()))}
	attr.Sys.Setpgid = true
	attr.Sys.Pdeathsig = unix.SIGKILL
	for i := range s.files {
		attr.Files = append(attr.Files, uintptr(keptFiles+i))
	}
	attr.Files = append(attr.Files, specFile, toKeeper.Fd())
	pid, err = syscall.ForkExec(Self, []string{enterRole, strconv.Itoa(s.files)}, attr)
	for i := range s.files {
		unix.Close(keptFiles + i) // a pipe must end when the program closes it
	}
	if err != nil {
		fromEnterer.Close()
		return 0, nil, fmt.Errorf("starting a process to become it: %w", err)
	}
	return pid, fromEnterer, nil
}

// end is what the keeper knows of a process that has ended.
type end struct {
	status syscall.WaitStatus
	cpu    int64 // nanoseconds, its descendants included
	peak   int64 // bytes of resident set; 0 if unknown
}

// watchOver reports that the process has begun and waits for its end. It returns when nothing is left of it.
func watchOver(
	pid int, died <-chan os.Signal, calledOff <-chan struct{}, begun <-chan string, reports io.Writer,
) (e end, err error) {
	var enterer struct{ cpu, peak int64 }
	var used syscall.Rusage
	for dead := false; !dead || begun != nil; {
		select {
		case <-calledOff:
			calledOff = nil
			_ = unix.Kill(pid, unix.SIGKILL) // it has its number until it is reaped, which happens here
		case text := <-begun:
			begun = nil
			r, rest, ok := nextReport(text)
			if ok && r.word == "spent" {
				enterer.cpu, enterer.peak = r.numbers[0], r.numbers[1]
				if r, _, ok = nextReport(rest); !ok {
					_, _ = fmt.Fprintf(reports, "started %d %d\n", pid, enterer.cpu)
				}
			}
			if ok {
				err = r.err // it ends now by itself
			}
		case <-died:
			dead = dead || reap(pid, &e.status, &used)
		}
	}
	if bad := killRest(died); err == nil {
		err = bad
	}
	// All are reaped, the orphans too.
	var all syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &all)
	e.cpu = max(0, all.Utime.Nano()+all.Stime.Nano()-enterer.cpu)
	if peak := used.Maxrss * int64(runner.KiB); peak > enterer.peak+int64(peakMargin) {
		e.peak = peak
	}
	return e, err
}

// reap reaps the dead children of this process, up to the one with the given number, and reports whether that was one.
func reap(pid int, status *syscall.WaitStatus, used *syscall.Rusage) bool {
	for {
		who, err := syscall.Wait4(-1, status, unix.WNOHANG, used)
		switch {
		case err == syscall.EINTR:
		case err != nil || who == 0:
			return false
		case who == pid:
			return true
		}
	}
}

// killRest kills and reaps all descendants of this process. The orphans among them are its children.
func killRest(died <-chan os.Signal) error {
	for deadline := time.Now().Add(cleanUp); ; {
		switch who, err := syscall.Wait4(-1, nil, unix.WNOHANG, nil); {
		case err == syscall.ECHILD:
			return nil
		case err == nil && who == 0:
			if time.Now().After(deadline) {
				return errors.New("some of its processes could not be killed")
			}
			for _, pid := range descendants(os.Getpid()) {
				_ = unix.Kill(pid, unix.SIGKILL)
			}
			select {
			case <-died:
			case <-time.After(time.Millisecond):
			}
		}
	}
}
