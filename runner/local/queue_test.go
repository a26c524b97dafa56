package local

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// TestQueueOrder: the order in which those that wait get their slots.
func TestQueueOrder(t *testing.T) {
	type want struct {
		name       string
		slots      int
		background bool
	}
	for _, c := range []struct {
		name  string
		slots int
		comes []want // one after the other, while all slots are taken
		order []string
	}{
		{
			"the urgent first", 1,
			[]want{{"hunt 1", 1, true}, {"hunt 2", 1, true}, {"save 1", 1, false}, {"save 2", 1, false}},
			[]string{"save 1", "save 2", "hunt 1", "hunt 2"},
		},
		{
			"one that wants all is not overtaken", 2,
			[]want{{"alone", 2, false}, {"a", 1, false}, {"b", 2, false}},
			[]string{"alone", "a", "b"},
		},
		{
			"nor by its own kind in the background", 2,
			[]want{{"alone", 2, true}, {"hunt", 1, true}, {"save", 1, false}},
			[]string{"save", "alone", "hunt"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := newQueue(c.slots)
				if err := q.acquire(t.Context(), c.slots, false); err != nil {
					t.Fatal(err)
				}
				var mu sync.Mutex
				var order []string
				var all sync.WaitGroup
				step := make(chan struct{})
				for _, w := range c.comes {
					all.Go(func() {
						if err := q.acquire(t.Context(), w.slots, w.background); err != nil {
							t.Error(err)
						}
						mu.Lock()
						order = append(order, w.name)
						mu.Unlock()
						<-step
						q.release(w.slots)
					})
					synctest.Wait()
				}
				// One slot after the other comes free, so that the order shows.
				for range c.slots {
					q.release(1)
					synctest.Wait()
				}
				for range c.comes {
					step <- struct{}{}
					synctest.Wait()
				}
				all.Wait()
				if !slices.Equal(order, c.order) {
					t.Errorf("got %q, want %q", order, c.order)
				}
			})
		})
	}
}

// TestQueueCancel: who gives up makes way, whether it had its slots already or not.
func TestQueueCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2)
		if err := q.acquire(t.Context(), 1, false); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gaveUp := make(chan error)
		go func() { gaveUp <- q.acquire(ctx, 2, false) }()
		synctest.Wait()
		passed := make(chan error)
		go func() { passed <- q.acquire(t.Context(), 1, true) }()
		synctest.Wait()
		cancel()
		if err := <-gaveUp; err != context.Canceled {
			t.Errorf("got %v", err)
		}
		if err := <-passed; err != nil {
			t.Errorf("got %v", err)
		}
		q.release(1)
		q.release(1)
		if err := q.acquire(ctx, 1, false); err != context.Canceled {
			t.Errorf("acquired with a cancelled context: %v", err)
		}
		if err := q.acquire(t.Context(), 2, false); err != nil || q.free != 0 {
			t.Errorf("%d slots free, %v", q.free, err)
		}
	})
}
