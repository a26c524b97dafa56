package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

// lastResort is how long a keeper may take to end everything before it is killed itself.
const lastResort = cleanUp + 3*time.Second

// Held is a process that runs until it is killed, with everything it starts, under a keeper.
type Held struct {
	keeper  int // process id
	child   int // process id of what it keeps, once that is begun
	level   sandbox.Level
	control *os.File
	callOff func()        // closes control, once
	entered time.Duration // CPU time that our own roles used in the process before it became what it is
	done    chan struct{}
	ending  Ending // once done is closed
}

// Hold starts a process. The error says why that failed; the system's own is in it. ctx bounds the starting only: after
// that the process runs until it ends or is killed, and Kill must be called in any case.
func Hold(ctx context.Context, h Holding) (*Held, error) {
	if len(h.Argv) == 0 {
		return nil, errors.New("nothing to start")
	}
	var level sandbox.Level
	if h.Sandbox != nil {
		level = Sandbox().For(h.Sandbox)
	}
	return hold(ctx, h, level)
}

// tryLevel is what sandbox.Probe asks for.
func tryLevel(level sandbox.Level) error {
	h, err := hold(context.Background(), Holding{Sandbox: &sandbox.Policy{}}, level)
	if err != nil {
		return err
	}
	defer h.Kill()
	<-h.Done()
	if h.Ending().ExitCode != 0 {
		return fmt.Errorf("a process that was to try it ended: %s", h.ending.Signal)
	}
	return nil
}

// hold starts a process at a level that may be lower than what holds on this machine. Without an Argv it only tries to.
func hold(ctx context.Context, h Holding, level sandbox.Level) (*Held, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	files := append([]*os.File(nil), h.Files...)
	for i := range max(3, len(files)) {
		if i == len(files) {
			files = append(files, null)
		} else if files[i] == nil {
			files[i] = null
		}
	}
	what := spec{Holding: h, files: len(files), level: level}
	data, err := what.encode()
	if err != nil {
		return nil, err
	}
	specFile, err := memoryFile("spec", data)
	if err != nil {
		return nil, fmt.Errorf("preparing a keeper: %w", err)
	}
	defer specFile.Close()
	controlEnd, control, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("preparing a keeper: %w", err)
	}
	defer controlEnd.Close()
	reports, reportEnd, err := os.Pipe()
	if err != nil {
		control.Close()
		return nil, fmt.Errorf("preparing a keeper: %w", err)
	}
	defer reportEnd.Close()

	held := &Held{level: level, control: control, done: make(chan struct{})}
	held.callOff = sync.OnceFunc(func() { control.Close() })
	held.keeper, err = startKeeper(append([]*os.File{null, null, null, specFile, controlEnd, reportEnd}, files...))
	if err != nil {
		held.callOff()
		reports.Close()
		return nil, fmt.Errorf("starting a keeper: %w", err)
	}
	reportEnd.Close() // so that reports ends with the keeper
	begun := make(chan error, 1)
	go held.wait(reports, begun)

	if h.Sandbox != nil {
		err = level.Own(h.Sandbox, sandbox.SpareUID(held.keeper))
	}
	if err == nil {
		// If the keeper is dead, wait says so.
		_, _ = control.Write([]byte{1})
		select {
		case err = <-begun:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if err != nil {
		held.Kill()
		return nil, err
	}
	return held, nil
}

// startKeeper starts a keeper with these files, in a session of its own, where neither a terminal nor a signal to our
// group reaches it or what it keeps.
func startKeeper(files []*os.File) (pid int, err error) {
	attr := &syscall.ProcAttr{Env: roleEnv, Sys: &syscall.SysProcAttr{Setsid: true}}
	for _, f := range files {
		attr.Files = append(attr.Files, f.Fd())
	}
	defer runtime.KeepAlive(files)
	return syscall.ForkExec(Self, []string{keepRole}, attr)
}

// wait reads what the keeper reports until it is dead, and closes done. It sends on begun once.
func (h *Held) wait(from *os.File, begun chan<- error) {
	defer close(h.done)
	defer from.Close()
	h.ending.ExitCode = -1
	text, chunk := "", make([]byte, 4096)
	var started, ended bool
	for {
		n, err := from.Read(chunk)
		text += string(chunk[:n])
		for {
			r, rest, ok := nextReport(text)
			if !ok || r.word == "failed" {
				break // that one lasts until the end
			}
			text = rest
			switch r.word {
			case "started":
				h.child, h.entered = int(r.numbers[0]), time.Duration(r.numbers[1])
			case "ended":
				h.ending, ended = endingOf(r), true
			}
			if !started {
				started = true
				begun <- nil
			}
		}
		if err != nil {
			break
		}
	}
	var status syscall.WaitStatus
	for {
		if _, err := syscall.Wait4(h.keeper, &status, 0, nil); err != syscall.EINTR {
			break
		}
	}
	if !ended {
		killSession(h.keeper)
	}
	if !started {
		err := fmt.Errorf("%w: %s", errKeeper, describe(status))
		if r, _, ok := nextReport(text); ok && r.err != nil {
			err = r.err
		}
		begun <- err
	}
}

func endingOf(r report) Ending {
	e := Ending{ExitCode: -1, CPU: time.Duration(r.numbers[1]), Memory: runner.Bytes(r.numbers[2])}
	status := syscall.WaitStatus(r.numbers[0])
	if status.Exited() {
		e.ExitCode = status.ExitStatus()
	} else if status.Signaled() {
		e.Signal = describe(status)
	}
	return e
}

// describe is "SIGSEGV", "signal 64" or "exit status 1".
func describe(status syscall.WaitStatus) string {
	if !status.Signaled() {
		return fmt.Sprintf("exit status %d", status.ExitStatus())
	}
	if name := unix.SignalName(status.Signal()); name != "" {
		return name
	}
	return fmt.Sprintf("signal %d", int(status.Signal()))
}

// Usage looks at the processes below the keeper. It is zero once they have ended.
func (h *Held) Usage() Usage {
	u := usageBelow(h.keeper, h.child)
	u.CPU = max(0, u.CPU-h.entered)
	return u
}

// Done is closed when the process has ended, by itself or not, and nothing of it is left.
func (h *Held) Done() <-chan struct{} { return h.done }

// Ending says how it ended, once Done is closed.
func (h *Held) Ending() Ending { return h.ending }

// Level names the layers of the sandbox around the process, for runner.Result.Sandbox; "" for none.
func (h *Held) Level() string { return h.level.String() }

// Kill ends the process and everything it started, and returns when nothing of it is left. It can be called again, by
// several goroutines and after the process has ended.
func (h *Held) Kill() {
	h.callOff()
	select {
	case <-h.done:
		return
	case <-time.After(lastResort):
	}
	// The keeper was stopped, or the kernel does not let go of a process. It is not reaped while done is open.
	_ = unix.Kill(h.keeper, unix.SIGKILL)
	<-h.done
}

// memoryFile makes a file in memory with this content, at its beginning.
func memoryFile(name string, data []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return fill(os.NewFile(uintptr(fd), name), data)
}
