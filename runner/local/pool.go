package local

import (
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
	since  time.Time
}

// pool keeps servers between two executions. A server that is in it is used by nobody.
type pool struct {
	mu      sync.Mutex
	idle    []idle // the longest without work first
	closed  bool
	sweeper *time.Timer
	ending  sync.WaitGroup // servers that are being closed
}

// take gives a server of the kind, the one that was used last, if there is one.
func (p *pool) take(k kind) (idle, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		if p.idle[i].kind == k {
			found := p.idle[i]
			p.idle = slices.Delete(p.idle, i, i+1)
			return found, true
		}
	}
	return idle{}, false
}

// give keeps a server for the next execution. Where there is no room those go that are not likely to be wanted any more,
// the longest unused first; then this one. For a run goes through all candidates again and again, so that the longest
// unused is the next to be wanted.
func (p *pool) give(s idle) {
	p.mu.Lock()
	defer p.mu.Unlock()
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
