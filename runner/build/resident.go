package build

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"execre/runner/internal/process"
	"execre/runner/internal/sandbox"
)

// resident is a process that is kept running because its start costs far more than its work: it answers each
// request on its stdin on its stdout. It never is the only way to an answer: whoever asks it can do without.
type resident struct {
	argv    []string
	env     []string
	dir     string
	sandbox *sandbox.Policy

	turn     chan struct{} // holds one thing, which whoever uses what follows has taken
	held     *process.Held // nil: not running
	to       *os.File      // its stdin
	from     *os.File      // its stdout
	replies  *bufio.Reader // of from
	answered int
	idle     *time.Timer
}

const (
	// longestTurn is how long is waited for a resident that works for others: who asks can do without, and others may
	// have asked for what takes it very long.
	longestTurn = 2 * time.Second
	// patience is how long a resident may think about one request.
	patience = 10 * time.Second
	// idleFor is how long a resident waits for another request before it is ended.
	idleFor = 5 * time.Minute
	// answersEach is after how many answers a resident is started anew, so that what it may lose does not add up.
	answersEach = 500
)

// ask sends a request and lets read take the answer. After an error the resident is not running.
func (s *resident) ask(ctx context.Context, request []byte, read func(*bufio.Reader) error) error {
	if err := s.take(ctx); err != nil {
		return err
	}
	defer s.release()
	if s.held == nil {
		if err := s.start(ctx); err != nil {
			return err
		}
	}
	s.idle.Stop()
	deadline := time.Now().Add(patience)
	_ = s.to.SetDeadline(deadline)
	_ = s.from.SetDeadline(deadline)
	from := s.from
	cut := context.AfterFunc(ctx, func() { _ = from.SetDeadline(time.Unix(1, 0)) })
	defer cut()
	_, err := s.to.Write(request)
	if err == nil {
		err = read(s.replies)
	}
	s.answered++
	if err != nil || s.answered >= answersEach {
		s.stop()
	} else {
		s.idle.Reset(idleFor)
	}
	if err != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("%s does not answer: %w", s.argv[0], err))
	}
	return nil
}

// wake starts the resident if it does not run, so that whoever asks next need not wait for its start.
func (s *resident) wake(ctx context.Context) {
	select {
	case <-s.turn:
	default:
		return // it has work
	}
	defer s.release()
	if s.held == nil {
		_ = s.start(ctx) // who asks tries again
	} else {
		s.idle.Reset(idleFor)
	}
}

// take waits for the turn.
func (s *resident) take(ctx context.Context) error {
	ctx, end := context.WithTimeout(ctx, longestTurn)
	defer end()
	select {
	case <-s.turn:
		if err := ctx.Err(); err != nil {
			s.release()
			return err
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *resident) release() { s.turn <- struct{}{} }

// start is called by whoever has the turn.
func (s *resident) start(ctx context.Context) error {
	theirIn, to, err := os.Pipe()
	if err != nil {
		return err
	}
	defer theirIn.Close()
	from, theirOut, err := os.Pipe()
	if err != nil {
		to.Close()
		return err
	}
	defer theirOut.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err == nil {
		defer null.Close()
		s.held, err = process.Hold(ctx, process.Holding{
			Argv: s.argv, Env: s.env, Dir: s.dir, Files: []*os.File{theirIn, theirOut, null}, Sandbox: s.sandbox,
		})
	}
	if err != nil {
		to.Close()
		from.Close()
		s.held = nil
		return err
	}
	s.to, s.from, s.replies, s.answered = to, from, bufio.NewReaderSize(from, 64<<10), 0
	s.idle = time.AfterFunc(idleFor, s.close)
	return nil
}

// stop is called by whoever has the turn.
func (s *resident) stop() {
	if s.held == nil {
		return
	}
	s.idle.Stop()
	s.to.Close()
	s.held.Kill()
	s.from.Close()
	s.held = nil
}

// close ends the resident, if it runs. It is started again when it is asked again.
func (s *resident) close() {
	<-s.turn
	defer s.release()
	s.stop()
}

// resident gives the one that runs argv in the cache's folder, confined by a policy, the same one for the same argv. ok is
// false if nothing is to be kept running.
func (c *Cache) resident(argv, env []string, policy *sandbox.Policy) (s *resident, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.Background || c.closing.Err() != nil {
		return nil, false
	}
	key := strings.Join(argv, "\x00")
	s = c.residents[key]
	if s == nil {
		s = &resident{turn: make(chan struct{}, 1), argv: argv, env: env, dir: c.dir, sandbox: policy}
		s.release()
		c.residents[key] = s
	}
	return s, true
}
