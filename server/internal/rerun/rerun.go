// Package rerun decides when a problem is checked again: for each key at most one run goes on and at most one waits;
// the newest request wins, and what it replaces is cancelled.
//
// It promises that a run starts only after the one before it has returned, that the last request is always answered by
// a run that began after it (unless Stop or Close came later), and that Close leaves no goroutine behind. It knows
// nothing of what a run does.
package rerun

import (
	"context"
	"fmt"
	"sync"
)

// Run is one run, asked for by one request.
type Run struct {
	Key    string
	Number int    // from 1, for each key in the order of the requests; some numbers never run
	Cause  string // why it was asked for, for people: "a.py saved"
}

// String names the run in logs.
func (r Run) String() string { return fmt.Sprintf("run %d of %s (%s)", r.Number, r.Key, r.Cause) }

// Runs are the runs of all keys. Make them with New.
type Runs struct {
	do  func(context.Context, Run)
	ctx context.Context
	end context.CancelFunc

	mu      sync.Mutex
	keys    map[string]*key
	working sync.WaitGroup // Add only under mu and before Close
}

// key is the state of one key.
type key struct {
	last    int                // number of the last request
	cancel  context.CancelFunc // of the run that goes on; nil when none does
	pending *Run
}

// New makes Runs that call do for each run. It is never called for the same key at the same time, and should return
// soon after its context is done.
func New(do func(context.Context, Run)) *Runs {
	r := &Runs{do: do, keys: map[string]*key{}}
	r.ctx, r.end = context.WithCancel(context.Background())
	return r
}

// Request asks for a run and returns its number. A run that goes on is cancelled, one that waits is replaced. After
// Close nothing runs, and the number is 0.
func (r *Runs) Request(name, cause string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return 0
	}
	k := r.keys[name]
	if k == nil {
		k = &key{}
		r.keys[name] = k
	}
	k.last++
	k.pending = &Run{Key: name, Number: k.last, Cause: cause}
	if k.cancel != nil {
		k.cancel()
		return k.last
	}
	ctx, run := k.next(r.ctx)
	r.working.Go(func() { r.work(ctx, k, run) })
	return k.last
}

// Stop cancels the run of a key that goes on and drops the one that waits. It says whether there was any.
func (r *Runs) Stop(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.keys[name]
	if k == nil || k.cancel == nil {
		return false
	}
	k.pending = nil
	k.cancel()
	return true
}

// Close cancels all runs and waits for them, but no longer than ctx allows; its error is that of ctx.
func (r *Runs) Close(ctx context.Context) error {
	r.mu.Lock()
	r.end()
	for _, k := range r.keys {
		k.pending = nil
	}
	r.mu.Unlock()
	done := make(chan struct{})
	go func() {
		r.working.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for runs that do not stop: %w", ctx.Err())
	}
}

// next makes the waiting run the one that goes on. The lock is held.
func (k *key) next(parent context.Context) (context.Context, Run) {
	ctx, cancel := context.WithCancel(parent)
	run := *k.pending
	k.pending, k.cancel = nil, cancel
	return ctx, run
}

// work does the runs of one key until none waits.
func (r *Runs) work(ctx context.Context, k *key, run Run) {
	for {
		r.do(ctx, run)
		r.mu.Lock()
		k.cancel()
		k.cancel = nil
		if k.pending == nil {
			r.mu.Unlock()
			return
		}
		ctx, run = k.next(r.ctx)
		r.mu.Unlock()
	}
}
