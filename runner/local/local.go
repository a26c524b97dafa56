// Package local executes programs on this machine, each in a process of its own.
//
// It promises that an execution leaves no process and no file behind (within the limits that runner/internal/process
// names), that it runs in an empty private folder and never in one of the user's, that nothing but Jobs executions
// run at the same time, and that a Request.Alone runs while no other does. It does not keep a program from reading
// the user's files or from using the network.
package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/semaphore"

	"execre/runner"
	"execre/runner/internal/process"
)

// ErrClosed is the error of an execution after, or during, Close.
var ErrClosed = errors.New("the executor is closed")

// Config says how.
type Config struct {
	Jobs int // executions at the same time; 0 means the number of cores
}

// Executor is a runner.Executor on this machine.
type Executor struct {
	jobs  int64
	slots *semaphore.Weighted // first come, first served: an execution that wants all slots is not overtaken

	closing context.Context
	close   context.CancelCauseFunc

	mu      sync.Mutex
	running sync.WaitGroup // Add only under mu and before Close
	folder  string         // holds the private folders; made when first needed
}

var _ runner.Executor = (*Executor)(nil)

// New makes an executor. Close it to end everything that still runs.
func New(cfg Config) *Executor {
	jobs := cfg.Jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	e := &Executor{jobs: int64(jobs), slots: semaphore.NewWeighted(int64(jobs))}
	e.closing, e.close = context.WithCancelCause(context.Background())
	return e
}

// Execute runs req to its end; see runner.Executor. It waits for a free slot first; that wait is not part of Result.Wall.
func (e *Executor) Execute(ctx context.Context, req runner.Request) runner.Result {
	res, err := e.execute(ctx, req)
	if err != nil {
		return runner.Result{Verdict: runner.InternalError, ExitCode: -1, Engine: "spawn", Err: err}
	}
	return res
}

func (e *Executor) execute(ctx context.Context, req runner.Request) (runner.Result, error) {
	var none runner.Result
	if req.Program == nil || len(req.Program.Argv) == 0 {
		return none, errors.New("cannot execute: no program given")
	}
	e.mu.Lock()
	if e.closing.Err() != nil {
		e.mu.Unlock()
		return none, ErrClosed
	}
	e.running.Add(1)
	e.mu.Unlock()
	defer e.running.Done()

	both, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(e.closing, func() { cancel(ErrClosed) })()

	weight := int64(1)
	if req.Alone {
		weight = e.jobs
	}
	if err := e.slots.Acquire(both, weight); err != nil {
		return none, reason(ctx, both)
	}
	defer e.slots.Release(weight)

	dir, err := e.privateFolder()
	if err != nil {
		return none, fmt.Errorf("cannot make a folder for %s to run in: %w", req.Program.Name, err)
	}
	defer removeAll(dir)

	res := process.Run(both, process.Command{
		Argv:   slices.Concat(req.Program.Argv, req.Args),
		Env:    environment(req.Program.Env, dir),
		Dir:    dir,
		Stdin:  req.Stdin,
		Limits: req.Limits,

		Sanitized: req.Program.Sanitized,
	})
	if res.Err != nil {
		if errors.Is(res.Err, both.Err()) {
			res.Err = reason(ctx, both)
		} else {
			res.Err = fmt.Errorf("%s: %w", req.Program.Name, res.Err)
		}
	}
	res.StderrHead = hideFolder(res.StderrHead, req.Program.Dir)
	res.StderrTail = hideFolder(res.StderrTail, req.Program.Dir)
	return res, nil
}

// reason is why both, which ends with ctx or with the executor, has ended.
func reason(ctx, both context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return context.Cause(both)
}

// Close kills everything that runs, waits until it is gone and removes the executor's temporary folder. Executions that
// are cut short, and later ones, give ErrClosed.
func (e *Executor) Close() error {
	e.mu.Lock()
	e.close(ErrClosed)
	e.mu.Unlock()
	e.running.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.folder == "" {
		return nil
	}
	folder := e.folder
	e.folder = ""
	return removeAll(folder)
}

// privateFolder makes an empty folder that only we may enter.
func (e *Executor) privateFolder() (string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.folder == "" {
		folder, err := os.MkdirTemp("", "execre-run-*")
		if err != nil {
			return "", err
		}
		e.folder = folder
	}
	return os.MkdirTemp(e.folder, "")
}

// environment is env with every variable that names a home or a folder for temporary files set to dir.
func environment(env []string, dir string) []string {
	own := []string{"HOME", "TMPDIR"}
	if runtime.GOOS == "windows" {
		own = []string{"HOME", "USERPROFILE", "TEMP", "TMP"}
	}
	out := make([]string, 0, len(env)+len(own))
	for _, entry := range env {
		if name, _, _ := strings.Cut(entry, "="); !slices.Contains(own, name) {
			out = append(out, entry)
		}
	}
	for _, name := range own {
		out = append(out, name+"="+dir)
	}
	return out
}

// removeAll removes a folder even if a program took away the right to write in parts of it.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && err == nil {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// hideFolder takes the path of the artefact's folder out of what a program printed.
func hideFolder(text []byte, dir string) []byte {
	if dir == "" {
		return text
	}
	return bytes.ReplaceAll(text, []byte(dir+string(filepath.Separator)), nil)
}
