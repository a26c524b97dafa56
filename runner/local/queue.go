package local

import (
	"container/list"
	"context"
	"sync"
)

// queue gives out slots. Whoever is urgent goes before whoever is not, and within each of the two the first comes first: one
// that wants all slots is not overtaken by those that came later. A background execution is never interrupted for
// an urgent one; it only waits longer.
type queue struct {
	mu      sync.Mutex
	free    int
	waiting [2]list.List // of *ticket: the urgent ones, those in the background
}

// ticket is one that waits.
type ticket struct {
	slots int
	ready chan struct{} // closed when it has its slots
}

func newQueue(slots int) *queue { return &queue{free: slots} }

// acquire waits for slots until ctx is done.
func (q *queue) acquire(ctx context.Context, slots int, background bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	line := 0
	if background {
		line = 1
	}
	q.mu.Lock()
	if slots <= q.free && q.waiting[0].Len()+q.waiting[1].Len() == 0 {
		q.free -= slots
		q.mu.Unlock()
		return nil
	}
	t := &ticket{slots: slots, ready: make(chan struct{})}
	place := q.waiting[line].PushBack(t)
	q.serve()
	q.mu.Unlock()
	select {
	case <-t.ready:
		return nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-t.ready: // at the same moment
		q.free += slots
	default:
		q.waiting[line].Remove(place)
	}
	q.serve()
	return ctx.Err()
}

func (q *queue) release(slots int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free += slots
	q.serve()
}

// serve gives free slots to those that wait, in order. The lock is held.
func (q *queue) serve() {
	for line := range q.waiting {
		for front := q.waiting[line].Front(); front != nil; front = q.waiting[line].Front() {
			t := front.Value.(*ticket)
			if t.slots > q.free {
				return // nobody overtakes it, of either line
			}
			q.free -= t.slots
			q.waiting[line].Remove(front)
			close(t.ready)
		}
	}
}
