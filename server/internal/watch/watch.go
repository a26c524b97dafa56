// Package watch reports changes of files in problem folders that no editor told us of: a program that a compiler, a
// shell or a version control system wrote.
//
// It promises that a change of a file that is neither hidden nor an editor's own is reported at least once, soon after
// it happened, in batches of sorted absolute paths; a folder stands for itself and for what is in it. It may report
// what did not change. Where the system cannot watch a folder (too many watches, no support) it looks again and again
// instead, behind the same interface. It reads names, sizes and times only, and changes nothing.
package watch

import (
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Config says what to do with changes.
type Config struct {
	Changed func(paths []string) // called by one goroutine; must not block, nor call the Watcher
	Delay   time.Duration        // how long changes are collected before they are reported; 0 means 50 ms
	Poll    time.Duration        // how often a folder is looked at that cannot be watched; 0 means a second
	Log     *slog.Logger         // nil: nothing is logged
}

const (
	maxDepth   = 4   // of the folders below a problem folder: submissions/accepted/team/src
	maxFolders = 500 // of one problem folder; what is beyond is not watched
)

// Watcher watches problem folders. Make it with New.
type Watcher struct {
	cfg    Config
	native native // nil when the system cannot watch at all

	commands chan func()
	closing  chan struct{}
	closed   sync.Once
	done     chan struct{}

	// What follows belongs to the goroutine that runs loop.
	roots   map[string]*root
	pending map[string]bool
	timer   *time.Timer  // runs while something is pending
	ticker  *time.Ticker // runs while a root is polled
}

// root is one folder given to Add.
type root struct {
	folders []string         // watched by the system: the root and folders below it
	polled  bool             // looked at instead
	stamps  map[string]stamp // of what was there when it was looked at last
}

// stamp is what tells one state of a file from another.
type stamp struct {
	size int64
	time time.Time
}

// native is the system's way to watch, which fsnotify.Watcher offers.
type native interface {
	Add(folder string) error
	Remove(folder string) error
	Close() error
}

// New makes a Watcher. Close it.
func New(cfg Config) *Watcher {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return start(cfg, nil, nil, nil, err)
	}
	return start(cfg, system, system.Events, system.Errors, nil)
}

func start(cfg Config, system native, events <-chan fsnotify.Event, failures <-chan error, err error) *Watcher {
	if cfg.Delay == 0 {
		cfg.Delay = 50 * time.Millisecond
	}
	if cfg.Poll == 0 {
		cfg.Poll = time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if err != nil {
		cfg.Log.Warn("the system cannot watch files: looking again and again instead", "error", err)
	}
	w := &Watcher{
		cfg: cfg, native: system,
		commands: make(chan func()), closing: make(chan struct{}), done: make(chan struct{}),
		roots: map[string]*root{}, pending: map[string]bool{},
		timer: time.NewTimer(time.Hour), ticker: time.NewTicker(cfg.Poll),
	}
	w.timer.Stop()
	w.ticker.Stop()
	go w.loop(events, failures)
	return w
}

// Add begins to watch a folder and the ones below it that a problem has files in. Changes after its return are seen.
func (w *Watcher) Add(folder string) {
	w.command(func() {
		if w.roots[folder] == nil {
			w.roots[folder] = &root{}
			w.follow(folder)
		}
	})
}

// Remove ends watching a folder.
func (w *Watcher) Remove(folder string) {
	w.command(func() {
		if r := w.roots[folder]; r != nil {
			w.unwatch(r)
			delete(w.roots, folder)
			w.poll(func(*root) bool { return false })
		}
	})
}

// Close ends watching and waits until nothing is reported any more.
func (w *Watcher) Close() error {
	w.closed.Do(func() { close(w.closing) })
	<-w.done
	if w.native == nil {
		return nil
	}
	return w.native.Close()
}

// command has the loop do something, and waits for it.
func (w *Watcher) command(do func()) {
	finished := make(chan struct{})
	select {
	case w.commands <- func() { do(); close(finished) }:
		<-finished
	case <-w.done:
	}
}

func (w *Watcher) loop(events <-chan fsnotify.Event, failures <-chan error) {
	defer close(w.done)
	defer w.timer.Stop()
	defer w.ticker.Stop()
	for {
		select {
		case <-w.closing:
			return
		case do := <-w.commands:
			do()
		case event, ok := <-events:
			if !ok {
				events = nil
				break
			}
			w.event(event)
		case err, ok := <-failures:
			if !ok {
				failures = nil
				break
			}
			w.failure(err)
		case <-w.ticker.C:
			w.poll(func(r *root) bool { return r.polled })
		case <-w.timer.C:
			paths := slices.Sorted(maps.Keys(w.pending))
			clear(w.pending)
			w.cfg.Changed(paths)
		}
	}
}

func (w *Watcher) event(event fsnotify.Event) {
	if isIgnored(filepath.Base(event.Name)) || event.Op == fsnotify.Chmod {
		return
	}
	w.report(event.Name)
	if !event.Has(fsnotify.Create) {
		return
	}
	if info, err := os.Lstat(event.Name); err == nil && info.IsDir() {
		for folder, r := range w.roots {
			if within(folder, event.Name) {
				// A folder that was removed and made anew is not watched any more, whatever we remember.
				r.folders = slices.DeleteFunc(r.folders, func(f string) bool { return within(event.Name, f) })
				w.follow(folder)
			}
		}
	}
}

// failure is an error of the system's watcher. One of them says that events were lost.
func (w *Watcher) failure(err error) {
	w.cfg.Log.Warn("watching files", "error", err)
	if errors.Is(err, fsnotify.ErrEventOverflow) {
		for folder := range w.roots {
			w.follow(folder)
			w.report(folder)
		}
	}
}

// report puts a path into the next batch.
func (w *Watcher) report(path string) {
	if len(w.pending) == 0 {
		w.timer.Reset(w.cfg.Delay)
	}
	w.pending[path] = true
}

// follow watches the folders of a root that are not watched yet, or has them polled where that fails.
func (w *Watcher) follow(folder string) {
	r := w.roots[folder]
	if r.polled {
		return
	}
	err := errors.New("no support")
	if w.native != nil {
		err = nil
		for _, f := range folders(folder) {
			if slices.Contains(r.folders, f) {
				continue
			}
			if err = w.native.Add(f); err == nil {
				r.folders = append(r.folders, f)
			} else if f != folder && errors.Is(err, fs.ErrNotExist) {
				err = nil // it went away again
			} else {
				w.cfg.Log.Warn("a folder cannot be watched: looking at it again and again instead", "folder", folder, "error", err)
				break
			}
		}
	}
	if err != nil {
		w.unwatch(r)
		r.polled = true
		r.stamps = stamps(folder)
		w.ticker.Reset(w.cfg.Poll)
	}
}

// unwatch takes the system's watches of a root away.
func (w *Watcher) unwatch(r *root) {
	for _, f := range r.folders {
		if err := w.native.Remove(f); err != nil {
			w.cfg.Log.Debug("ending a watch", "folder", f, "error", err) // the folder is gone, as a rule
		}
	}
	r.folders = nil
}

// poll looks at the roots that look chooses and reports what changed. It stops the clock when nothing is polled.
func (w *Watcher) poll(look func(*root) bool) {
	polled := false
	for folder, r := range w.roots {
		polled = polled || r.polled
		if !look(r) {
			continue
		}
		now := stamps(folder)
		for path, s := range now {
			if before, ok := r.stamps[path]; !ok || before != s {
				w.report(path)
			}
		}
		for path := range r.stamps {
			if _, ok := now[path]; !ok {
				w.report(path)
			}
		}
		r.stamps = now
	}
	if !polled {
		w.ticker.Stop()
	}
}

// stamps gives the files of a root. Folders are in it by name only: their times change with what is in them.
func stamps(folder string) map[string]stamp {
	found := map[string]stamp{}
	for _, f := range folders(folder) {
		entries, err := os.ReadDir(f)
		if err != nil {
			continue
		}
		found[f] = stamp{}
		for _, entry := range entries {
			if entry.IsDir() || isIgnored(entry.Name()) {
				continue
			}
			path := filepath.Join(f, entry.Name())
			if info, err := os.Stat(path); err == nil {
				found[path] = stamp{info.Size(), info.ModTime()}
			}
		}
	}
	return found
}

// folders lists a root and the folders below it that are watched with it.
func folders(root string) []string {
	found := []string{root}
	for depth, level := 0, found; depth < maxDepth; depth++ {
		var next []string
		for _, folder := range level {
			entries, err := os.ReadDir(folder)
			if err != nil {
				continue
			}
			for _, entry := range entries {
				if entry.IsDir() && !isIgnored(entry.Name()) && len(found)+len(next) < maxFolders {
					next = append(next, filepath.Join(folder, entry.Name()))
				}
			}
		}
		found = append(found, next...)
		level = next
	}
	return found
}

// isIgnored says whether a name is none of a problem's files: hidden, a tool's, or what an editor keeps beside the file.
func isIgnored(name string) bool {
	switch name {
	case ".cph": // samples as cph stores them
		return false
	case "node_modules", "__pycache__", "4913": // the last is a file by which Vim finds out whether it may write
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".swp") ||
		strings.HasSuffix(name, ".swx") || strings.HasSuffix(name, ".tmp") ||
		strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#")
}

// within says whether path is the folder or below it.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
