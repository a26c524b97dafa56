package local

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"execre/runner"
	"execre/runner/internal/engine"
)

// cycle executes so many programs one after the other, each execution taking a while, and says how many found a server.
func cycle(p *pool, programs int, e runner.Engine, each time.Duration) (found int) {
	for i := range programs {
		k := kind{program: strconv.Itoa(i), engine: e}
		s, ok := p.take(k)
		if ok {
			found++
		} else {
			s = idle{kind: k, server: &engine.Server{}}
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
			p := &pool{}
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
		p := &pool{}
		defer p.close()
		cycle(p, capacity, runner.Zygote, time.Millisecond)
		time.Sleep(wanted + time.Second)
		other := func() bool {
			k := kind{program: "new", engine: runner.Zygote}
			s, ok := p.take(k)
			if !ok {
				s = idle{kind: k, server: &engine.Server{}}
			}
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
