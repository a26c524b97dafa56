package local

import (
	"context"
	"slices"
	"sync"
	"time"

	"execre/runner"
	"execre/runner/internal/engine"
)

const (
	// capacity is how many servers without work are kept.
	capacity = 64
	// heavy is how many places a virtual machine takes, by its memory.
	heavy = 6
	// patience is for how long a server without work is kept: a person who goes on saving finds those of the other candidates.
	patience = 30 * time.Second
	// wanted is for how long a server without work is likely to be wanted again by the run that used it.
	wanted = 8 * time.Second
)

// kind is what a server can be used for.
type kind struct {
	program string // its key
	engine  runner.Engine
	memory  runner.Bytes // virtual machines take their limit from the command line
}

// idle is a server without work.
type idle struct {
	kind   kind
	server *engine.Server
	folder string
	cost   time.Duration // of its start
	since  time.Time
}

// pool keeps servers between two executions. A server that is in it is used by nobody.
type pool struct {
	mu      sync.Mutex
	idle    []idle           // the longest without work first
	demands map[kind]*demand // of the kinds of which one is in use or is being started
	closed  bool
	sweeper *time.Timer
	ending  sync.WaitGroup // servers that are being closed
}

func newPool() *pool { return &pool{demands: map[kind]*demand{}} }

// demand is what decides whether another server of a kind is worth its start.
type demand struct {
	busy    int           // servers that are in use or are being started
	waiting int           // who waits for one of them
	cost    time.Duration // of a start; 0: not known
	waited  time.Duration // by all who did, since that was last worth a start
	news    chan struct{} // closed, and replaced, when busy falls or cost is known
}

func (d *demand) tell() {
	close(d.news)
	d.news = make(chan struct{})
}

// take gives a server of the kind: the one that was used last or, if there is none, one that start makes. Where others are
// busy it waits for them until all that waiting has cost what a start costs. So the first result of a program is there as
// soon as it can be, for two starts at the same time take much longer than one; and whatever the executions take, no more is lost
// than another start. give or drop is to be called with the server in the end.
//
// Who waits for the very first one may do something else meanwhile, once.
func (p *pool) take(ctx context.Context, k kind, start func() (idle, error), meanwhile func()) (s idle, found bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		d := p.demands[k]
		if d == nil {
			d = &demand{news: make(chan struct{})}
			p.demands[k] = d
		}
		for i := len(p.idle) - 1; i >= 0; i-- {
			if p.idle[i].kind == k {
				s = p.idle[i]
				p.idle = slices.Delete(p.idle, i, i+1)
				d.busy++
				d.cost = s.cost
				return s, true, nil
			}
		}
		if d.busy == 0 || d.cost > 0 && d.waited >= d.cost {
			break
		}
		if d.cost == 0 && meanwhile != nil {
			p.unlocked(meanwhile)
			meanwhile = nil
		} else if err := p.wait(ctx, d); err != nil {
			p.forget(k, d)
			return s, false, err
		}
	}
	d := p.demands[k]
	d.busy++
	d.waited = 0
	started := false
	defer func() {
		if !started { // it may have panicked
			p.free(k)
		}
	}()
	begin := time.Now()
	p.unlocked(func() { s, err = start() })
	if err != nil {
		return s, false, err
	}
	started = true
	s.cost = max(time.Since(begin), 1)
	d.cost = s.cost
	d.tell()
	return s, false, nil
}

// unlocked does something without the lock that is held.
func (p *pool) unlocked(do func()) {
	p.mu.Unlock()
	defer p.mu.Lock()
	do()
}

// wait waits for news of a demand, and no longer than is worth it. The lock is held, but not while it waits.
func (p *pool) wait(ctx context.Context, d *demand) (err error) {
	var enough <-chan time.Time
	if d.cost > 0 {
		enough = time.After(d.cost - d.waited)
	}
	news, counts, begin := d.news, d.cost > 0, time.Now()
	d.waiting++
	p.unlocked(func() {
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-news:
		case <-enough:
		}
	})
	d.waiting--
	if counts {
		d.waited += time.Since(begin)
	}
	return err
}

// drop takes back a server that cannot be used any more.
func (p *pool) drop(s idle) {
	s.close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free(s.kind)
}

// free says that a server of a kind is not busy any more. The lock is held.
func (p *pool) free(k kind) {
	d := p.demands[k]
	d.busy--
	d.tell()
	p.forget(k, d)
}

// forget lets go of a demand that there is no more. The lock is held.
func (p *pool) forget(k kind, d *demand) {
	if d.busy+d.waiting == 0 {
		delete(p.demands, k)
	}
}

// give keeps a server for the next execution. Where there is no room those go that are not likely to be wanted any more,
// the longest unused first; then this one. For a run goes through all candidates again and again, so that the longest
// unused is the next to be wanted.
func (p *pool) give(s idle) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.free(s.kind)
	if p.closed {
		p.end(s)
		return
	}
	s.since = time.Now()
	places := s.kind.places()
	for _, other := range p.idle {
		places += other.kind.places()
	}
	for places > capacity && len(p.idle) > 0 && s.since.Sub(p.idle[0].since) > wanted {
		places -= p.idle[0].kind.places()
		p.end(p.idle[0])
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	if places > capacity {
		p.end(s)
		return
	}
	p.idle = append(p.idle, s)
	if p.sweeper == nil {
		p.sweeper = time.AfterFunc(patience, p.sweep)
	}
}

func (k kind) places() int {
	if k.engine == runner.Warm {
		return heavy
	}
	return 1
}

// sweep ends the servers that were without work for long.
func (p *pool) sweep() {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for n < len(p.idle) && (p.closed || time.Since(p.idle[n].since) >= patience) {
		p.end(p.idle[n])
		n++
	}
	p.idle = slices.Delete(p.idle, 0, n)
	p.sweeper = nil
	if len(p.idle) > 0 {
		p.sweeper = time.AfterFunc(patience-time.Since(p.idle[0].since), p.sweep)
	}
}

// end closes a server beside everything else.
func (p *pool) end(s idle) {
	p.ending.Go(s.close)
}

func (s idle) close() {
	s.server.Close()
	_ = removeAll(s.folder)
}

// close ends all servers and waits until they are gone. What is given later is ended as well.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	if p.sweeper != nil {
		p.sweeper.Stop()
	}
	for _, s := range p.idle {
		p.end(s)
	}
	p.idle = nil
	p.mu.Unlock()
	p.ending.Wait()
}
