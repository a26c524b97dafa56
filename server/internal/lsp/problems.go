package lsp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"execre/server/internal/check"
	"execre/server/internal/rerun"
	"execre/server/internal/workspace"
)

// problem is a problem that a file was opened of, or that a command named.
type problem struct {
	path  string // see workspace.Split
	dir   string // its folder
	asked bool   // a command named it: it need not be a problem by itself

	requested  int            // number of the last run that was asked for
	active     bool           // that run goes on or waits
	background bool           // nobody waits for it
	hunt       bool           // it searches on past the usual inputs
	progress   check.Progress // of the run that goes on
	inputs     check.Progress // the same in the phase "inputs", which the lens shows
	partial    *check.Report  // of the run that goes on, with what the one before said of the other programs; or nil
	early      findings       // with it
	live       *check.Rows    // what is executed by it, or nil

	watched bool // somebody opened a file of it, or named it

	report   *check.Report // of the last run that finished, or nil
	run      int           // its number; 0: an earlier session kept the report
	rows     *check.Rows   // what was executed by it; nil if that is not known
	failure  string        // why the run after it gave no report
	outdated bool          // a file changed and no run has finished since
	findings findings

	// stamps are those of files, by path, as the run that was asked for last reads them: that run, or the request for it,
	// came later. A file that was not seen yet has none.
	stamps   map[string]stamp
	reported map[string]stamp // the same of the run that the report is of; empty if an earlier session kept it
}

// findings are diagnostics by the path of the file that they are about.
type findings map[string][]protocol.Diagnostic

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
		if d.problem == p.path && d.dirty() && p.counts(d.path) {
			return true
		}
	}
	return false
}

// counts says whether a file has a part in the report.
func (p *problem) counts(path string) bool {
	rel := p.relative(path)
	return isSchemaFile(rel) || rel == workspace.ConfigFile || p.candidate(rel) != nil
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
func (p *problem) candidate(rel string) *check.Candidate { return candidate(p.report, rel) }

func candidate(report *check.Report, rel string) *check.Candidate {
	if report == nil {
		return nil
	}
	for i := range report.Candidates {
		if report.Candidates[i].File == rel {
			return &report.Candidates[i]
		}
	}
	return nil
}

// earlyCandidate is what the run that goes on has already found of a file, or nil.
func (p *problem) earlyCandidate(rel string) *check.Candidate {
	if c := candidate(p.partial, rel); p.active && c != nil && p.partial.Knows(c) {
		return c
	}
	return nil
}

// follow gives the problem of a path, whose folder is watched from now on.
func (s *server) follow(path string, asked bool) *problem {
	s.mu.Lock()
	p := s.problem(path)
	known := p.watched
	p.asked, p.watched = asked, true
	trusted := s.features.trusted
	s.mu.Unlock()
	if !known {
		s.watcher.Add(p.dir) // not under the lock: the watcher may be waiting for it
		s.adopt(p)
		if trusted {
			s.remember(path)
		}
	}
	return p
}

// problem gives what is known of a problem, which is new or not. The lock is held.
func (s *server) problem(path string) *problem {
	p := s.problems[path]
	if p == nil {
		dir, _ := workspace.Split(path)
		p = &problem{path: path, dir: dir, stamps: map[string]stamp{}}
		s.problems[path] = p
	}
	return p
}

// Bounds of the search for problems that an earlier session has checked.
const (
	maxRecalled = 1000
	maxSearched = 20_000 // folders
	maxDepth    = 8
)

// recall looks below the workspace folders for problems that an earlier session has checked, and shows what it found: none
// is run before somebody opens a file of it. Only our own extension shows reports of problems that are not open.
func (s *server) recall(roots []string) {
	if f := s.can(); !f.trusted || !f.extension {
		return
	}
	s.background.Go(func() {
		found, searched := 0, 0
		for _, root := range roots {
			_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
				switch {
				case s.ctx.Err() != nil || found == maxRecalled || searched == maxSearched:
					return fs.SkipAll
				case err != nil || !entry.IsDir():
					return nil // what cannot be read is not there
				case path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
					return fs.SkipDir
				case strings.Count(path[len(root):], string(filepath.Separator)) > maxDepth:
					return fs.SkipDir
				}
				searched++
				for _, problem := range check.Kept(path) {
					if s.remember(problem) {
						found++
					}
				}
				return nil
			})
		}
	})
}

// remember shows the report that an earlier session has kept of a problem, if there is one, and says whether.
func (s *server) remember(path string) bool {
	report, err := check.Load(path)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.log.Info("a kept report cannot be read", "error", err)
		}
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.problem(path); p.report == nil {
		p.report, p.outdated = report, true
		s.poke()
	}
	return true
}

// adopt gives a new problem those open files of its folder that had none.
func (s *server) adopt(p *problem) {
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	var open []string
	for path, d := range s.docs {
		if d.problem == "" && workspace.Within(p.dir, path) {
			open = append(open, path)
		}
	}
	s.mu.Unlock()
	for _, path := range open {
		if found, ok := workspace.Find(path, roots); !ok || found != p.path {
			continue
		}
		s.mu.Lock()
		if d := s.docs[path]; d != nil && d.problem == "" {
			d.problem = p.path
		}
		s.mu.Unlock()
	}
}

// forget drops a problem that is gone, with all that was said of it. Open files of it may be of another one now: they are
// given back.
func (s *server) forget(path string) (open []string) {
	s.mu.Lock()
	dir, shared := "", false
	if p := s.problems[path]; p != nil {
		dir = p.dir
	}
	delete(s.problems, path)
	for _, p := range s.problems {
		shared = shared || p.dir == dir && p.watched
	}
	for _, d := range s.docs {
		if d.problem == path {
			d.problem = ""
			open = append(open, d.path)
		}
	}
	s.mu.Unlock()
	s.runs.Stop(path)
	if !shared {
		s.watcher.Remove(dir)
	}
	s.poke()
	return open
}

// request asks for a run, if programs may be run. background says that no person caused it; one that takes the place of a
// run that a person waits for is waited for as well. The lock is held.
func (s *server) request(p *problem, cause string, background bool) {
	if !s.features.trusted {
		return
	}
	number := s.runs.Request(p.path, cause)
	if number == 0 {
		return // shutting down
	}
	if !p.active || p.hunt {
		p.progress, p.inputs = check.Progress{}, check.Progress{}
	}
	p.background = background && (!p.active || p.background)
	p.hunt = cause == causeHunt
	p.requested, p.active = number, true
	p.outdated = p.outdated || !p.hunt // a hunt says nothing against what is known
	p.partial, p.early, p.live = nil, nil, nil
	s.poke()
}

// cancel stops the run of a problem and says whether there was one.
func (s *server) cancel(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.problems[path]; p != nil {
		p.active = false
	}
	s.poke()
	return s.runs.Stop(path)
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
		if gone := err != nil || !info.IsDir(); gone || !asked && !workspace.IsProblem(p.path) {
			for _, path := range s.forget(p.path) {
				s.assign(path, filepath.Base(path)+" is of another problem now")
			}
			continue
		}
		news := s.news(p, paths)
		s.mu.Lock()
		switch {
		case news == "":
		case s.isOpen(p), p.active: // a run that goes on may have read the file as it was
			s.request(p, p.relative(news)+" changed on disk", true)
		default:
			p.outdated = true // until somebody looks at it
		}
		s.mu.Unlock()
		s.poke()
	}
}

// news notes how the files at some paths are now, and gives one of them that no run has seen like that, or "".
func (s *server) news(p *problem, paths []string) (news string) {
	s.mu.Lock()
	before := maps.Clone(p.stamps)
	s.mu.Unlock()
	now := map[string]stamp{}
	for _, path := range paths {
		if workspace.Within(p.dir, path) {
			now[path] = stampOf(path)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range slices.Sorted(maps.Keys(now)) {
		stamp, known := p.stamps[path]
		if was, ok := before[path]; was != stamp || ok != known {
			continue // somebody has looked after us
		}
		if !known || stamp != now[path] {
			p.stamps[path] = now[path]
			news = path
		}
	}
	return news
}

// isOpen says whether a file of the problem is open. The lock is held.
func (s *server) isOpen(p *problem) bool {
	for _, d := range s.docs {
		if d.problem == p.path {
			return true
		}
	}
	return false
}

// progressInterval is how often a lens changes while a run goes on.
const progressInterval = 100 * time.Millisecond

// run is one run of a problem, called by s.runs. It begins at once: a person waits, and a save that comes right after
// this one, as when an editor saves several files, cancels it.
func (s *server) run(ctx context.Context, run rerun.Run) {
	log := s.log.With("problem", run.Key, "run", run.Number)
	log.Debug("a run begins", "cause", run.Cause)
	begin := time.Now()
	shown := begin
	dir, _ := workspace.Split(run.Key)
	s.noteStamps(run)
	// change changes what is known of the problem, unless nobody wants to know of this run any more.
	change := func(do func(p *problem)) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if p := s.problems[run.Key]; p != nil && p.requested == run.Number && p.active && ctx.Err() == nil {
			do(p)
			s.poke()
		}
	}
	order := Order{Rows: &check.Rows{}}
	change(func(p *problem) {
		p.live = order.Rows
		order.Background = p.background
		if p.hunt {
			order.For = huntTime
		}
	})
	order.Progress = func(progress check.Progress) {
		if time.Since(shown) < progressInterval {
			return
		}
		shown = time.Now()
		change(func(p *problem) {
			p.progress = progress
			if progress.Phase == "inputs" {
				p.inputs = progress
			}
		})
	}
	order.Partial = func(report *check.Report) {
		if ctx.Err() != nil {
			return
		}
		s.keep(run.Key, report)
		early := diagnose(dir, report, s.can())
		change(func(p *problem) {
			p.partial = p.blend(report)
			p.early = p.merge(early)
		})
	}
	// Lines are looked for in the programs that a person has before them, when all else is told.
	order.Suspects = func(file string) bool { return s.docAt(filepath.Join(dir, filepath.FromSlash(file))) != nil }
	order.Found = func(report *check.Report) { s.finished(ctx, run, report, nil) }
	report, err := s.check(ctx, run.Key, order)
	log.Debug("a run ended", "took", time.Since(begin), "error", err)
	if !s.finished(ctx, run, report, err) {
		return
	}
	if err != nil {
		s.tell(protocol.MessageTypeError, run.Cause == causeCommand || run.Cause == causeHunt, "checking %s: %v", run.Key, err)
	}
}

// finished takes in what came of a run, or that it gave no report, and says whether somebody still wants to know of it. It is
// called again if there is more to the report.
func (s *server) finished(ctx context.Context, run rerun.Run, report *check.Report, err error) bool {
	var found findings
	if err == nil && ctx.Err() == nil {
		s.keep(run.Key, report)
		dir, _ := workspace.Split(run.Key)
		found = diagnose(dir, report, s.can())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.problems[run.Key]
	again := p != nil && p.run == run.Number
	if p == nil || p.requested != run.Number || !p.active && !again || ctx.Err() != nil {
		return false
	}
	switch {
	case err == nil:
		p.report, p.run, p.rows, p.findings = report, run.Number, p.live, found
		p.reported = maps.Clone(p.stamps)
		p.failure = ""
		p.outdated = p.outdated && again // a file may have changed since the first time
	case !again:
		p.failure = err.Error()
	}
	p.active, p.partial, p.early = false, nil, nil
	s.poke()
	return true
}

// docAt gives the open file at a path, or nil.
func (s *server) docAt(path string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs[path]
}

// keep writes the results into the problem folder.
func (s *server) keep(path string, report *check.Report) {
	if err := check.Save(path, report); err != nil {
		s.tell(protocol.MessageTypeWarning, false, "%v", err)
	}
}

// blend gives a partial report in which programs of which nothing is known yet are as the report before has them, so that
// what is shown of them stays as it is. Two programs that differ while nothing is trusted yet are news of the one that was
// edited only: one that was trusted, or agreed, and is the same as then is not to be doubted for the length of a run.
func (p *problem) blend(partial *check.Report) *check.Report {
	blended := *partial
	blended.Candidates = slices.Clone(partial.Candidates)
	for i := range blended.Candidates {
		c := &blended.Candidates[i]
		before := candidate(p.report, c.File)
		if before == nil {
			continue
		}
		path := filepath.Join(p.dir, filepath.FromSlash(c.File))
		calm := c.Verdict == check.Undecided && (before.Verdict == check.Trusted || before.Verdict == check.Agrees) &&
			p.run > 0 && p.stamps[path] == p.reported[path]
		if calm || !partial.Knows(c) {
			*c = *before
			c.Earlier = true
		}
	}
	return &blended
}

// merge gives the findings to show while a run goes on: of the programs that its partial report knows something of its
// own, and else those of the run before.
func (p *problem) merge(early findings) findings {
	merged := maps.Clone(p.findings)
	if merged == nil {
		merged = findings{}
	}
	for i := range p.partial.Candidates {
		if c := &p.partial.Candidates[i]; p.partial.Knows(c) {
			path := filepath.Join(p.dir, filepath.FromSlash(c.File))
			merged[path] = early[path]
		}
	}
	return merged
}

// noteStamps keeps, as a run begins, which state of the open files it finds, or a later one.
func (s *server) noteStamps(run rerun.Run) {
	var open []*document // files of the problem
	s.mu.Lock()
	for _, d := range s.docs {
		if d.problem == run.Key {
			open = append(open, d)
		}
	}
	s.mu.Unlock()
	stamps, texts := map[string]stamp{}, map[*document]string{}
	for _, d := range open {
		stamps[d.path] = stampOf(d.path)
		if text, ok := onDisk(d.path); ok {
			texts[d] = text
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.problems[run.Key]
	if p == nil || p.requested != run.Number {
		return
	}
	maps.Copy(p.stamps, stamps)
	// Other programs write files too, and the editor may have written one and not told us yet. What the run says is of these.
	for d, text := range texts {
		d.saved = text
	}
}

// check calls the pipeline and makes an error of its panic.
func (s *server) check(ctx context.Context, path string, order Order) (report *check.Report, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("a run panicked", "problem", path, "panic", r, "stack", string(debug.Stack()))
			report, err = nil, fmt.Errorf("internal error: %v", r)
		}
	}()
	report, err = s.cfg.Check(ctx, path, order)
	if err == nil && report == nil {
		panic("a check gave neither a report nor an error")
	}
	return report, err
}
