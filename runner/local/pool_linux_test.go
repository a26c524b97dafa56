package local

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"execre/runner"
	"execre/runner/internal/engine"
)

// starts is the start of a server that takes a while.
func starts(k kind, cost time.Duration) func() (idle, error) {
	return func() (idle, error) {
		time.Sleep(cost)
		return idle{kind: k, server: &engine.Server{}}, nil
	}
}

// cycle executes so many programs one after the other, each execution taking a while, and says how many found a server.
func cycle(p *pool, programs int, e runner.Engine, each time.Duration) (found int) {
	for i := range programs {
		k := kind{program: strconv.Itoa(i), engine: e}
		s, ok, _ := p.take(context.Background(), k, starts(k, 0), nil)
		if ok {
			found++
		}
		time.Sleep(each)
		p.give(s)
	}
	return found
}

// TestMoreProgramsThanPlaces: a run that goes round and round finds most of its servers, however many programs it has.
func TestMoreProgramsThanPlaces(t *testing.T) {
	for _, c := range []struct {
		engine          runner.Engine
		programs, found int
	}{{runner.Zygote, 60, 60}, {runner.Zygote, 80, capacity}, {runner.Warm, 14, capacity / heavy}} {
		synctest.Test(t, func(t *testing.T) {
			p := newPool()
			defer p.close()
			cycle(p, c.programs, c.engine, 10*time.Millisecond)
			for range 3 {
				if got := cycle(p, c.programs, c.engine, 10*time.Millisecond); got < c.found {
					t.Errorf("%d of %d programs found a server (%s), want %d", got, c.programs, c.engine, c.found)
				}
			}
		})
	}
}

// TestForgottenServersMakeRoom: those of the programs that were run before go when others are run.
func TestForgottenServersMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool()
		defer p.close()
		cycle(p, capacity, runner.Zygote, time.Millisecond)
		time.Sleep(wanted + time.Second)
		other := func() bool {
			k := kind{program: "new", engine: runner.Zygote}
			s, ok, _ := p.take(context.Background(), k, starts(k, 0), nil)
			p.give(s)
			return ok
		}
		other()
		if !other() {
			t.Error("no room was made for a new program")
		}
		if n := len(p.idle); n != capacity {
			t.Errorf("%d servers are kept, want %d", n, capacity)
		}
	})
}

// worker executes a program so many times, and says how many servers were started for that.
func worker(p *pool, k kind, cost, each time.Duration, executions int) (started int) {
	for range executions {
		s, found, _ := p.take(context.Background(), k, starts(k, cost), nil)
		if !found {
			started++
		}
		time.Sleep(each)
		p.give(s)
	}
	return started
}

// TestOneStartAtATime: a program's first results come from one server, as early as can be; a second one is started where the
// executions take long enough to be worth it, and not where they do not.
func TestOneStartAtATime(t *testing.T) {
	const cost = 40 * time.Millisecond
	for _, c := range []struct {
		each       time.Duration
		executions int // of each of two workers
		servers    int
		longest    time.Duration
	}{
		{time.Millisecond, 1, 1, cost + 2*time.Millisecond},
		{time.Millisecond, 10, 1, cost + 20*time.Millisecond},
		{10 * time.Millisecond, 100, 2, cost + cost + cost + 1000*time.Millisecond},
		{time.Second, 1, 2, cost + cost + cost + time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPool()
			defer p.close()
			k := kind{program: "new", engine: runner.Zygote}
			begin := time.Now()
			var group sync.WaitGroup
			var servers atomic.Int32
			for range 2 {
				group.Go(func() { servers.Add(int32(worker(p, k, cost, c.each, c.executions))) })
			}
			group.Wait()
			if n := int(servers.Load()); n != c.servers {
				t.Errorf("%d executions of %v: %d servers, want %d", c.executions, c.each, n, c.servers)
			}
			if took := time.Since(begin); took > c.longest {
				t.Errorf("%d executions of %v took %v, want no more than %v", c.executions, c.each, took, c.longest)
			}
			if len(p.demands) != 0 {
				t.Errorf("%d kinds are still wanted", len(p.demands))
			}
		})
	}
}

// TestWaitForServer: whoever waits for a server learns that there will be none, in every way that can come about.
func TestWaitForServer(t *testing.T) {
	k := kind{program: "new", engine: runner.Zygote}
	broken := errors.New("broken")
	for name, first := range map[string]func(p *pool){
		"the start fails": func(p *pool) {
			_, _, err := p.take(context.Background(), k, func() (idle, error) {
				time.Sleep(time.Second)
				return idle{}, broken
			}, nil)
			if !errors.Is(err, broken) {
				t.Errorf("got %v", err)
			}
		},
		"the start panics": func(p *pool) {
			defer func() { _ = recover() }()
			_, _, _ = p.take(context.Background(), k, func() (idle, error) {
				time.Sleep(time.Second)
				panic("start")
			}, nil)
		},
		"the server is lost": func(p *pool) {
			s, _, _ := p.take(context.Background(), k, starts(k, time.Second), nil)
			p.drop(s)
		},
		"it is kept": func(p *pool) {
			s, _, _ := p.take(context.Background(), k, starts(k, time.Second), nil)
			p.give(s)
		},
		"it is used for ever": func(p *pool) { _, _, _ = p.take(context.Background(), k, starts(k, time.Second), nil) },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPool()
			defer p.close()
			go first(p)
			synctest.Wait() // it is being started
			calls := 0
			s, _, err := p.take(context.Background(), k, starts(k, time.Second), func() { calls++ })
			if err != nil || s.server == nil || calls != 1 {
				t.Errorf("%s: got %v, %v; what is to be done meanwhile was done %d times", name, s, err, calls)
			}
		})
	}
}

// TestWaitEnds: who does not want a server any more does not wait for it.
func TestWaitEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool()
		defer p.close()
		k := kind{program: "new", engine: runner.Zygote}
		if _, _, err := p.take(context.Background(), k, starts(k, time.Hour), nil); err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		if _, _, err := p.take(ctx, k, starts(k, time.Hour), nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}
