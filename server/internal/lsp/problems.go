package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"go.lsp.dev/protocol"

	"execre/server/internal/check"
	"execre/server/internal/rerun"
	"execre/server/internal/workspace"
)

// problem is a problem folder that a file was opened of, or that a command named.
type problem struct {
	dir   string
	asked bool // a command named it: it need not be a problem by itself

	requested int            // number of the last run that was asked for
	active    bool           // that run goes on or waits
	progress  check.Progress // of the run that goes on
	inputs    check.Progress // the same in the phase "inputs", which the lens shows

	report   *check.Report // of the last run that finished, or nil
	run      int           // its number
	failure  string        // why the run after it gave no report
	outdated bool          // a file changed and no run has finished since
	findings map[string][]protocol.Diagnostic

	// stamps are those of files, by path, as the run that was asked for last reads them: that run, or the request for it,
	// came later. A file that was not seen yet has none.
	stamps map[string]stamp
}

// stamp is what tells one state of a file from another; the zero stamp is that of a file that is not there.
type stamp struct {
	size int64
	time time.Time
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// stale says whether what the report says may have changed by edits, saved or not. The lock is held.
func (s *server) stale(p *problem) bool {
	if p.report == nil {
		return false
	}
	if p.outdated {
		return true
	}
	for _, d := range s.docs {
		if d.problem == p.dir && d.dirty() && p.counts(d.path) {
			return true
		}
	}
	return false
}

// counts says whether a file has a part in the report.
func (p *problem) counts(path string) bool {
	rel := p.relative(path)
	return rel == "input.schema" || rel == "execre.toml" || p.candidate(rel) != nil
}

// relative is a path as the report names files.
func (p *problem) relative(path string) string {
	rel, err := filepath.Rel(p.dir, path)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// candidate is what the report says of a file, or nil.
func (p *problem) candidate(rel string) *check.Candidate {
	if p.report == nil {
		return nil
	}
	for i := range p.report.Candidates {
		if p.report.Candidates[i].File == rel {
			return &p.report.Candidates[i]
		}
	}
	return nil
}

// follow gives the problem in a folder, which is watched from now on.
func (s *server) follow(dir string, asked bool) *problem {
	s.mu.Lock()
	p := s.problems[dir]
	known := p != nil
	if !known {
		p = &problem{dir: dir, stamps: map[string]stamp{}}
		s.problems[dir] = p
	}
	p.asked = asked
	s.mu.Unlock()
	if !known {
		s.watcher.Add(dir) // not under the lock: the watcher may be waiting for it
		s.adopt(dir)
	}
	return p
}

// adopt gives a new problem those open files of its folder that had none.
func (s *server) adopt(dir string) {
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	var open []string
	for path, d := range s.docs {
		if d.problem == "" && workspace.Within(dir, path) {
			open = append(open, path)
		}
	}
	s.mu.Unlock()
	for _, path := range open {
		if found, ok := workspace.Find(path, roots); !ok || found != dir {
			continue
		}
		s.mu.Lock()
		if d := s.docs[path]; d != nil && d.problem == "" {
			d.problem = dir
		}
		s.mu.Unlock()
	}
}

// forget drops a problem that is gone, with all that was said of it.
func (s *server) forget(dir string) {
	s.mu.Lock()
	delete(s.problems, dir)
	for _, d := range s.docs {
		if d.problem == dir {
			d.problem = ""
		}
	}
	s.mu.Unlock()
	s.runs.Stop(dir)
	s.watcher.Remove(dir)
	s.poke()
}

// request asks for a run, if programs may be run. The lock is held.
func (s *server) request(p *problem, cause string) {
	if !s.features.trusted {
		return
	}
	number := s.runs.Request(p.dir, cause)
	if number == 0 {
		return // shutting down
	}
	if !p.active {
		p.progress, p.inputs = check.Progress{}, check.Progress{}
	}
	p.requested, p.active, p.outdated = number, true, true
	s.poke()
}

// cancel stops the run of a problem and says whether there was one.
func (s *server) cancel(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.problems[dir]; p != nil {
		p.active = false
	}
	s.poke()
	return s.runs.Stop(dir)
}

// changed takes in changes on disk that no editor told us of.
func (s *server) changed(paths []string) {
	s.mu.Lock()
	touched := map[*problem]bool{} // and whether a command named it
	for _, path := range paths {
		for _, p := range s.problems {
			if workspace.Within(p.dir, path) || workspace.Within(path, p.dir) {
				touched[p] = p.asked
			}
		}
	}
	s.mu.Unlock()
	for p, asked := range touched {
		info, err := os.Stat(p.dir)
		if gone := err != nil || !info.IsDir(); gone || !asked && !workspace.IsProblem(p.dir) {
			s.forget(p.dir)
			continue
		}
		news := "" // a path that no run has seen as it is now
		s.mu.Lock()
		for _, path := range paths {
			if !workspace.Within(p.dir, path) {
				continue
			}
			now := stampOf(path)
			if before, ok := p.stamps[path]; !ok || before != now {
				p.stamps[path] = now
				news = path
			}
		}
		switch {
		case news == "":
		case s.isOpen(p):
			s.request(p, p.relative(news)+" changed on disk")
		default:
			p.outdated = true // until somebody looks at it
		}
		s.mu.Unlock()
		s.poke()
	}
}

// isOpen says whether a file of the problem is open. The lock is held.
func (s *server) isOpen(p *problem) bool {
	for _, d := range s.docs {
		if d.problem == p.dir {
			return true
		}
	}
	return false
}

// progressInterval is how often a lens changes while a run goes on.
const progressInterval = 100 * time.Millisecond

// settle is how long a run waits before it begins: editors save several files at once, or one file twice when they format
// it.
const settle = 20 * time.Millisecond

// run is one run of a problem, called by s.runs.
func (s *server) run(ctx context.Context, run rerun.Run) {
	log := s.log.With("problem", run.Key, "run", run.Number)
	log.Debug("a run begins", "cause", run.Cause)
	select {
	case <-ctx.Done():
		return
	case <-time.After(settle):
	}
	begin := time.Now()
	shown := begin
	s.noteStamps(run)
	report, err := s.check(ctx, run.Key, func(progress check.Progress) {
		if time.Since(shown) < progressInterval {
			return
		}
		shown = time.Now()
		s.mu.Lock()
		defer s.mu.Unlock()
		if p := s.problems[run.Key]; p != nil && p.requested == run.Number && p.active {
			p.progress = progress
			if progress.Phase == "inputs" {
				p.inputs = progress
			}
			s.poke()
		}
	})
	log.Debug("a run ended", "took", time.Since(begin), "error", err)
	var findings map[string][]protocol.Diagnostic
	if err == nil && ctx.Err() == nil {
		if err := check.Save(run.Key, report); err != nil {
			s.tell(protocol.MessageTypeWarning, false, "%v", err)
		}
		findings = diagnose(run.Key, report, s.can())
	}

	s.mu.Lock()
	p := s.problems[run.Key]
	if p == nil || p.requested != run.Number || !p.active || ctx.Err() != nil {
		s.mu.Unlock()
		return // nobody wants to know any more
	}
	p.active = false
	if err == nil {
		p.report, p.run, p.findings = report, run.Number, findings
		p.outdated, p.failure = false, ""
		s.poke()
	} else {
		p.failure = err.Error()
	}
	s.mu.Unlock()
	if err != nil {
		s.tell(protocol.MessageTypeError, run.Cause == causeCommand, "checking %s: %v", run.Key, err)
	}
}

// noteStamps keeps, as a run begins, which state of the open files it finds, or a later one.
func (s *server) noteStamps(run rerun.Run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.problems[run.Key]
	if p == nil || p.requested != run.Number {
		return
	}
	for _, d := range s.docs {
		if d.problem != run.Key {
			continue
		}
		p.stamps[d.path] = stampOf(d.path)
		if !d.dirty() {
			continue
		}
		// The editor may have written the file and not told us yet: what the run finds is then not from before an edit.
		if text, err := os.ReadFile(d.path); err == nil && string(text) == d.text {
			d.saved = d.text
		}
	}
}

// check calls the pipeline and makes an error of its panic.
func (s *server) check(ctx context.Context, dir string, progress func(check.Progress)) (report *check.Report, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("a run panicked", "problem", dir, "panic", r, "stack", string(debug.Stack()))
			report, err = nil, fmt.Errorf("internal error: %v", r)
		}
	}()
	report, err = s.cfg.Check(ctx, dir, progress)
	if err == nil && report == nil {
		panic("a check gave neither a report nor an error")
	}
	return report, err
}
