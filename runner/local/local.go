// Package local executes programs on this machine.
//
// It promises that an execution leaves no process and no file behind, that it runs confined (see [Sandbox] for what
// that means on this machine) in a private folder that is empty when it begins, that no more than Config.Jobs executions run at the
// same time, those that a person waits for first, and that a Request.Alone runs while no other does. Nothing outlives our
// process, however that ends.
//
// An execution is had from a server of the program where it has one (Program.Server): started once, confined once, then
// asked again and again. Servers are kept in a pool between executions. Whatever a server cannot do, or does not survive,
// is done by a spawn, which has the last word: a program whose servers keep failing is spawned from then on, and what
// a virtual machine says is taken only if the program ended well in it.
package local

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"execre/runner"
	"execre/runner/internal/engine"
	"execre/runner/internal/process"
	"execre/runner/internal/tempdir"
)

// ErrClosed is the error of an execution after, or during, Close.
var ErrClosed = errors.New("the executor is closed")

// Config says how.
type Config struct {
	Jobs int // executions at the same time; 0 means the number of cores
}

// Executor is a runner.Executor on this machine.
type Executor struct {
	jobs  int
	queue *queue
	pool  *pool

	closing context.Context
	close   context.CancelCauseFunc

	mu      sync.Mutex
	running sync.WaitGroup // Add only under mu and before Close
	folder  string         // holds the private folders; made when first needed
	trouble map[string]int // by the program's key: how often in a row its server did not do
}

// tooMuchTrouble is after how many failures in a row a program's servers are not used any more. One failure costs the
// start of a server, or what it did before it gave up.
const tooMuchTrouble = 3

var _ runner.Executor = (*Executor)(nil)

// Ready says why no program can be executed on this machine as it is, whatever its language; nil if one may be.
func Ready() error { return cmp.Or(tempdir.Check(), process.Ready()) }

// New makes an executor. Close it to end everything that still runs.
func New(cfg Config) *Executor {
	jobs := cfg.Jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	e := &Executor{jobs: jobs, queue: newQueue(jobs), pool: newPool(), trouble: map[string]int{}}
	e.closing, e.close = context.WithCancelCause(context.Background())
	return e
}

// Execute runs req to its end; see runner.Executor. It waits for a free slot first; that wait is not part of Result.Wall.
func (e *Executor) Execute(ctx context.Context, req runner.Request) runner.Result {
	res, err := e.execute(ctx, req)
	if err != nil {
		return runner.Result{Verdict: runner.InternalError, ExitCode: -1, Engine: runner.Spawn, Err: err}
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

	slots := 1
	if req.Alone {
		slots = e.jobs
	}
	if err := e.queue.acquire(both, slots, req.Background); err != nil {
		return none, reason(ctx, both)
	}
	defer e.queue.release(slots)

	res, err := e.serve(both, &req)
	switch {
	case err == nil && res.Verdict != runner.OK && gone(req.Program):
		return none, fmt.Errorf("%s: what was built of it is gone from the cache: check again", req.Program.Name)
	case err == nil:
		res.StderrHead = hideFolder(res.StderrHead, req.Program.Dir)
		res.StderrTail = hideFolder(res.StderrTail, req.Program.Dir)
		return res, nil
	case both.Err() != nil:
		return none, reason(ctx, both)
	}
	return none, fmt.Errorf("%s: %w%s", req.Program.Name, err, process.WayOut(err))
}

// gone reports whether the artefact was removed while it was executed: what came out is then not the program's doing.
func gone(p *runner.Program) bool {
	if p.Dir == "" {
		return false
	}
	_, err := os.Stat(p.Dir)
	return errors.Is(err, os.ErrNotExist)
}

// serve has the request done by a server, and by a spawn if that does not do.
func (e *Executor) serve(ctx context.Context, req *runner.Request) (runner.Result, error) {
	if e.servable(req) {
		with := req.Program.Server.Engine
		res, err := e.once(ctx, req, with)
		good := err == nil && (with != runner.Warm || res.Verdict == runner.OK)
		if good || ctx.Err() != nil {
			e.note(req.Program.Key, ctx.Err() == nil)
			return res, err
		}
		e.note(req.Program.Key, false)
	}
	return e.once(ctx, req, runner.Spawn)
}

// servable says whether a server may do what is asked for.
func (e *Executor) servable(req *runner.Request) bool {
	if req.Program.Server == nil || req.Fresh || req.Alone || len(req.Files) > 0 || len(req.Collect) > 0 ||
		len(req.Args) > 0 && req.Program.Server.Engine != runner.Zygote {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.trouble[req.Program.Key] < tooMuchTrouble
}

// note remembers how a program's server did.
func (e *Executor) note(key string, good bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if good {
		delete(e.trouble, key)
	} else {
		e.trouble[key]++
	}
}

// once has the request done by one engine: by an idle server, or by a new one. An idle one may have died meanwhile.
func (e *Executor) once(ctx context.Context, req *runner.Request, with runner.Engine) (runner.Result, error) {
	k := kind{program: req.Program.Key, engine: with, memory: req.Limits.Memory}
	single := len(req.Files)+len(req.Collect) > 0
	start := func() (idle, error) { return e.start(ctx, k, req, single) }
	if k.program == "" || single {
		s, err := start()
		if err != nil {
			return runner.Result{}, err
		}
		defer s.close()
		return s.run(ctx, req)
	}
	var meanwhile func()
	if with != runner.Spawn {
		// What the program does on its first inputs is often confirmed by a spawn.
		meanwhile = func() { e.prepare(ctx, req) }
	}
	for {
		s, found, err := e.pool.take(ctx, k, start, meanwhile)
		if err != nil {
			return runner.Result{}, err
		}
		res, err := s.run(ctx, req)
		if s.server.Alive() {
			e.pool.give(s)
		} else {
			e.pool.drop(s)
		}
		if !found || !errors.Is(err, engine.ErrLost) || ctx.Err() != nil {
			return res, err
		}
	}
}

// prepare has a server ready by which the program can be spawned, if that can be.
func (e *Executor) prepare(ctx context.Context, req *runner.Request) {
	k := kind{program: req.Program.Key, engine: runner.Spawn, memory: req.Limits.Memory}
	s, _, err := e.pool.take(ctx, k, func() (idle, error) { return e.start(ctx, k, req, false) }, nil)
	if err == nil {
		e.pool.give(s)
	}
}

// start starts a server for the request. One that is for this request alone has its files, and is not used again.
func (e *Executor) start(ctx context.Context, k kind, req *runner.Request, single bool) (idle, error) {
	folder, err := e.privateFolder()
	if err != nil {
		return idle{}, fmt.Errorf("cannot make a folder to run in: %w", err)
	}
	if err := putFiles(folder, req.Files); err != nil {
		return idle{}, errors.Join(err, removeAll(folder))
	}
	server, err := engine.Start(ctx, engine.Config{
		Program: req.Program, Engine: k.engine, Folder: folder, Memory: req.Limits.Memory, Once: single,
	})
	if err != nil {
		_ = removeAll(folder)
		return idle{}, err
	}
	return idle{kind: k, server: server, folder: folder}, nil
}

// run executes the request on a server.
func (s idle) run(ctx context.Context, req *runner.Request) (runner.Result, error) {
	res, err := s.server.Run(ctx, req.Args, req.Stdin, req.Limits)
	if err == nil && len(req.Collect) > 0 {
		res.Files, err = collect(s.folder, req.Collect, req.Limits.WithDefaults().Output)
	}
	return res, err
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
	e.pool.close()
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
		tempdir.Sweep()
		folder, err := tempdir.Make("run")
		if err != nil {
			return "", err
		}
		// Another uid, which programs may have, must be able to pass, but not to look around.
		if err := os.Chmod(folder, 0o711); err != nil {
			return "", err
		}
		e.folder = folder
	}
	return os.MkdirTemp(e.folder, "")
}

// removeAll removes a folder that a program ran in.
func removeAll(dir string) error { return tempdir.Remove(dir) }

// hideFolder takes the path of the artefact's folder out of what a program printed.
func hideFolder(text []byte, dir string) []byte {
	if dir == "" {
		return text
	}
	return bytes.ReplaceAll(text, []byte(dir+string(filepath.Separator)), nil)
}
