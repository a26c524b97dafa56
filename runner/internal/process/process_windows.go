package process

import (
	"context"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// child is a process in a job object of its own. Best effort, untested: nothing is known of it while it runs, so
// endless loops end at the wall guard; what it starts before it is put into the job is not part of it.
type child struct {
	proc   *os.Process
	job    windows.Handle
	state  *os.ProcessState
	exited chan struct{} // closed when the process is dead
}

func start(_ context.Context, cmd *Command, stdin, stdout, stderr *os.File) (*child, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateJobObject", err)
	}
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))); err != nil {
		windows.CloseHandle(job)
		return nil, os.NewSyscallError("SetInformationJobObject", err)
	}
	proc, err := os.StartProcess(cmd.Argv[0], cmd.Argv, &os.ProcAttr{
		Dir:   cmd.Dir,
		Env:   cmd.Env,
		Files: []*os.File{stdin, stdout, stderr},
		Sys:   &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP},
	})
	if err != nil {
		windows.CloseHandle(job)
		return nil, err
	}
	c := &child{proc: proc, job: job, exited: make(chan struct{})}
	err = proc.WithHandle(func(h uintptr) { _ = windows.AssignProcessToJobObject(job, windows.Handle(h)) })
	go func() {
		c.state, _ = proc.Wait()
		close(c.exited)
	}()
	if err != nil {
		c.kill()
		<-c.exited
		c.finish()
		return nil, err
	}
	return c, nil
}

func (c *child) kill() {
	_ = windows.TerminateJobObject(c.job, 1)
	_ = c.proc.Kill()
}

func (c *child) usage() Usage { return Usage{} }

func (c *child) finish() Ending {
	windows.CloseHandle(c.job) // kills what is left in it
	end := Ending{ExitCode: -1}
	if c.state != nil {
		end.ExitCode = c.state.ExitCode()
		end.CPU = c.state.UserTime() + c.state.SystemTime()
	}
	return end
}

// stdinFile makes a temporary file that Windows removes with its last handle.
func stdinFile(data []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "execre-stdin-*")
	if err != nil {
		return nil, err
	}
	name := f.Name()
	f.Close()
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(path, windows.GENERIC_READ|windows.GENERIC_WRITE,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_DELETE, nil, windows.OPEN_EXISTING,
		windows.FILE_ATTRIBUTE_TEMPORARY|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return fill(os.NewFile(uintptr(h), name), data)
}
