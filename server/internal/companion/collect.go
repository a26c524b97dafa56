package companion

import (
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"execre/server/internal/imports"
)

// post is a problem on its way from a request to its folder.
type post struct {
	problem imports.Problem
	batch   imports.Batch
	size    int64     // bytes of the request
	taken   chan bool // has room for the answer
}

// contest is what has arrived of one.
type contest struct {
	problems []imports.Problem
	size     int       // as announced
	bytes    int64     // of the requests
	until    time.Time // when it is taken for complete
}

// The bounds of what waits for the rest of its contest.
const (
	maxContests = 20
	maxWaiting  = 64 << 20 // bytes
)

// collect makes the folders of single problems at once, and those of a contest when all of it is there, or when nothing
// more has come for a while: a page that could not be read in the browser never does.
func (s *Server) collect() {
	contests := map[string]*contest{}
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	finish := func(id string) {
		c := contests[id]
		delete(contests, id)
		s.create(c.problems, c.size)
		s.mu.Lock()
		s.arriving = len(contests)
		s.mu.Unlock()
	}
	for {
		if next, ok := earliest(contests); ok {
			timer.Reset(time.Until(contests[next].until))
		}
		select {
		case p := <-s.posts:
			if p.batch.Size <= 1 || p.batch.ID == "" {
				p.taken <- true
				s.create([]imports.Problem{p.problem}, 1)
				continue
			}
			c := contests[p.batch.ID]
			if c == nil && len(contests) >= maxContests || waiting(contests)+p.size > maxWaiting {
				p.taken <- false
				continue
			}
			if c == nil {
				c = &contest{size: p.batch.Size}
				contests[p.batch.ID] = c
				s.mu.Lock()
				s.arriving = len(contests)
				s.mu.Unlock()
			}
			c.add(p)
			c.until = time.Now().Add(s.cfg.Quiet)
			p.taken <- true
			if len(c.problems) >= c.size {
				finish(p.batch.ID)
			}
		case <-timer.C:
			if id, ok := earliest(contests); ok && !time.Now().Before(contests[id].until) {
				finish(id)
			}
		case <-s.ctx.Done():
			for len(contests) > 0 {
				id, _ := earliest(contests)
				finish(id)
			}
			return
		}
	}
}

// add takes a problem of the contest; one that is sent again takes its own place.
func (c *contest) add(p post) {
	c.bytes += p.size
	for i, q := range c.problems {
		if q.Name == p.problem.Name && q.URL == p.problem.URL {
			c.problems[i] = p.problem
			return
		}
	}
	c.problems = append(c.problems, p.problem)
}

// earliest is the contest that is taken for complete first; of several at one time the first by name.
func earliest(contests map[string]*contest) (id string, ok bool) {
	for other, c := range contests {
		if !ok || c.until.Before(contests[id].until) || c.until.Equal(contests[id].until) && other < id {
			id, ok = other, true
		}
	}
	return id, ok
}

func waiting(contests map[string]*contest) (bytes int64) {
	for _, c := range contests {
		bytes += c.bytes
	}
	return bytes
}

// create makes the folders of problems that came together, of which so many were announced, and tells of them.
func (s *Server) create(problems []imports.Problem, size int) {
	arrival := s.arrive(problems, size)
	if s.cfg.Created != nil {
		s.cfg.Created(arrival)
	}
}

// arrive is where a mistake of ours ends.
func (s *Server) arrive(problems []imports.Problem, size int) (a Arrival) {
	defer func() {
		if r := recover(); r != nil {
			s.cfg.Log.Error("companion", "panic", r, "stack", string(debug.Stack()))
			a.Errors = append(a.Errors, fmt.Errorf("%s: internal error: %v", problems[0].Name, r))
		}
	}()
	a.Missing = max(0, size-len(problems))
	dir, nowhere := s.cfg.Dir()
	if size > 1 {
		a.Contest = contestFolder(problems[0].Group)
		dir = filepath.Join(dir, a.Contest)
	}
	for _, p := range problems {
		if nowhere != nil {
			a.Errors = append(a.Errors, fmt.Errorf("%s: %w", p.Name, nowhere))
		} else if created, err := imports.Create(dir, p, s.cfg.Options); err != nil {
			a.Errors = append(a.Errors, err)
		} else {
			a.Created = append(a.Created, created)
		}
	}
	return a
}

// contestFolder is the name of a contest's folder: of "Codeforces - Round 1" the part that names the contest.
func contestFolder(group string) string {
	if _, contest, ok := strings.Cut(group, " - "); ok && imports.FolderName(contest) != "" {
		group = contest
	}
	if folder := imports.FolderName(group); folder != "" {
		return folder
	}
	return "contest"
}
