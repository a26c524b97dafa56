package rerun

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// journal notes how runs begin and end.
type journal struct {
	mu    sync.Mutex
	lines []string
	now   map[string]int // runs of a key that go on
}

func (j *journal) note(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

// do is a run that takes a second of the test's clock, and another half to stop.
func (j *journal) do(ctx context.Context, run Run) {
	j.mu.Lock()
	j.now[run.Key]++
	if j.now[run.Key] > 1 {
		j.lines = append(j.lines, "two at once")
	}
	j.mu.Unlock()
	j.note("begin %s %d %s", run.Key, run.Number, run.Cause)
	select {
	case <-time.After(time.Second):
		j.note("done %s %d", run.Key, run.Number)
	case <-ctx.Done():
		time.Sleep(time.Second / 2)
		j.note("cancelled %s %d", run.Key, run.Number)
	}
	j.mu.Lock()
	j.now[run.Key]--
	j.mu.Unlock()
}

func (j *journal) want(t *testing.T, want ...string) {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	if !slices.Equal(j.lines, want) {
		t.Errorf("got  %q\nwant %q", j.lines, want)
	}
}

func scene(t *testing.T, play func(r *Runs, j *journal)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		j := &journal{now: map[string]int{}}
		r := New(j.do)
		play(r, j)
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func TestTheNewestWins(t *testing.T) {
	scene(t, func(r *Runs, j *journal) {
		r.Request("p", "a saved")
		synctest.Wait()
		for i := range 20 {
			r.Request("p", fmt.Sprintf("save %d", i))
		}
		time.Sleep(time.Minute)
		j.want(t, "begin p 1 a saved", "cancelled p 1", "begin p 21 save 19", "done p 21")
	})
}

func TestKeysRunBesideEachOther(t *testing.T) {
	scene(t, func(r *Runs, j *journal) {
		r.Request("p", "saved")
		synctest.Wait()
		r.Request("q", "saved")
		synctest.Wait()
		j.want(t, "begin p 1 saved", "begin q 1 saved")
		time.Sleep(time.Minute)
	})
}

func TestRunsAgainAfterTheEnd(t *testing.T) {
	scene(t, func(r *Runs, j *journal) {
		for range 2 {
			r.Request("p", "saved")
			time.Sleep(time.Minute)
		}
		j.want(t, "begin p 1 saved", "done p 1", "begin p 2 saved", "done p 2")
	})
}

func TestStop(t *testing.T) {
	scene(t, func(r *Runs, j *journal) {
		if r.Stop("p") {
			t.Error("stopped what never ran")
		}
		r.Request("p", "saved")
		synctest.Wait()
		r.Request("p", "saved again")
		if !r.Stop("p") {
			t.Error("nothing to stop")
		}
		time.Sleep(time.Minute)
		j.want(t, "begin p 1 saved", "cancelled p 1")
		if r.Stop("p") {
			t.Error("stopped what had ended")
		}
		r.Request("p", "once more")
		time.Sleep(time.Minute)
		j.want(t, "begin p 1 saved", "cancelled p 1", "begin p 3 once more", "done p 3")
	})
}

func TestClose(t *testing.T) {
	scene(t, func(r *Runs, j *journal) {
		r.Request("p", "saved")
		synctest.Wait()
		r.Request("p", "saved again")
		begin := time.Now()
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took != time.Second/2 {
			t.Errorf("Close returned after %v, want the half second that a run takes to stop", took)
		}
		if n := r.Request("p", "too late"); n != 0 {
			t.Errorf("a request after Close is number %d", n)
		}
		time.Sleep(time.Minute)
		j.want(t, "begin p 1 saved", "cancelled p 1")
	})
}

func TestCloseDoesNotWaitForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		r := New(func(context.Context, Run) { <-release })
		r.Request("p", "saved")
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := r.Close(ctx); err == nil {
			t.Error("no error, though the run did not stop")
		}
		close(release)
	})
}

// TestPromises plays random requests, stops and pauses: no two runs of a key go on at once, numbers only grow, and a
// last request that nobody stopped is done.
func TestPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.SliceOfN(rapid.SampledFrom([]string{"request", "request", "stop", "wait"}), 1, 30).Draw(rt, "steps")
		scene(t, func(r *Runs, j *journal) {
			last := 0
			for _, step := range steps {
				switch step {
				case "request":
					last = r.Request("p", "")
				case "stop":
					if r.Stop("p") {
						last = 0
					}
				case "wait":
					time.Sleep(700 * time.Millisecond)
				}
				synctest.Wait()
			}
			time.Sleep(time.Minute)
			j.mu.Lock()
			defer j.mu.Unlock()
			previous, done := 0, 0
			for _, line := range j.lines {
				var number int
				switch {
				case line == "two at once":
					t.Fatal(line)
				case scan(line, "begin p %d", &number):
					if number <= previous {
						t.Fatalf("run %d after %d", number, previous)
					}
					previous = number
				case scan(line, "done p %d", &number):
					done = number
				}
			}
			if last > 0 && done != last {
				t.Fatalf("steps %v: the last request is %d, the last finished run %d", steps, last, done)
			}
		})
	})
}

func scan(line, format string, number *int) bool {
	n, err := fmt.Sscanf(line, format, number)
	return n == 1 && err == nil
}
