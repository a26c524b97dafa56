package watch

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// system is a native watcher whose events the test makes up.
type system struct {
	mu      sync.Mutex
	watched []string
	refuse  string // a folder that cannot be watched, by its base name
	events  chan fsnotify.Event
	errors  chan error
}

func (s *system) Add(folder string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if filepath.Base(folder) == s.refuse {
		return errors.New("no space left on device")
	}
	s.watched = append(s.watched, filepath.Base(folder))
	return nil
}

func (s *system) Remove(folder string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watched = slices.DeleteFunc(s.watched, func(f string) bool { return f == filepath.Base(folder) })
	return nil
}

func (s *system) Close() error { return nil }

func (s *system) now() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(s.watched))
}

// batches collects what is reported, relative to a folder.
type batches struct {
	mu   sync.Mutex
	root string
	got  [][]string
}

func (b *batches) add(paths []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var batch []string
	for _, path := range paths {
		rel, err := filepath.Rel(b.root, path)
		if err != nil {
			rel = path
		}
		batch = append(batch, filepath.ToSlash(rel))
	}
	b.got = append(b.got, batch)
}

func (b *batches) take() [][]string {
	b.mu.Lock()
	defer b.mu.Unlock()
	got := b.got
	b.got = nil
	return got
}

func equal(a, b [][]string) bool { return slices.EqualFunc(a, b, slices.Equal) }

func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// scene plays on a folder with a made-up system and the test's clock.
func scene(t *testing.T, s *system, play func(root string, w *Watcher, b *batches)) {
	root := t.TempDir()
	write(t, root, "samples/1.in", "1")
	write(t, root, ".execre/report.json", "{}")
	write(t, root, "submissions/accepted/a.py", "a")
	synctest.Test(t, func(*testing.T) {
		b := &batches{root: root}
		s.events, s.errors = make(chan fsnotify.Event), make(chan error)
		var w *Watcher
		if s.refuse == "everything" {
			w = start(Config{Changed: b.add}, nil, nil, nil, errors.New("not supported"))
		} else {
			w = start(Config{Changed: b.add}, s, s.events, s.errors, nil)
		}
		play(root, w, b)
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		w.Add(root) // no effect, and no hanging
	})
}

func TestBatches(t *testing.T) {
	s := &system{}
	scene(t, s, func(root string, w *Watcher, b *batches) {
		w.Add(root)
		want := []string{"accepted", filepath.Base(root), "samples", "submissions"}
		slices.Sort(want)
		if got := s.now(); !slices.Equal(got, want) {
			t.Errorf("watches %q, want %q", got, want)
		}
		for _, name := range []string{"b.py", "a.py", "b.py", ".a.py.swp", "a.py~", "4913", ".execre", "#a.py#"} {
			s.events <- fsnotify.Event{Name: filepath.Join(root, name), Op: fsnotify.Write}
		}
		s.events <- fsnotify.Event{Name: filepath.Join(root, "c.py"), Op: fsnotify.Chmod}
		synctest.Wait()
		if got := b.take(); got != nil {
			t.Errorf("reported before the delay: %q", got)
		}
		time.Sleep(50 * time.Millisecond)
		synctest.Wait()
		if got := b.take(); !equal(got, [][]string{{"a.py", "b.py"}}) {
			t.Errorf("reported %q", got)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := b.take(); got != nil {
			t.Errorf("reported again: %q", got)
		}
		// Steady changes are not put off without end.
		for range 100 {
			s.events <- fsnotify.Event{Name: filepath.Join(root, "a.py"), Op: fsnotify.Write}
			time.Sleep(10 * time.Millisecond)
		}
		if n := len(b.take()); n < 10 {
			t.Errorf("%d batches in a second of steady changes", n)
		}
	})
}

func TestNewFoldersAreWatched(t *testing.T) {
	s := &system{}
	scene(t, s, func(root string, w *Watcher, b *batches) {
		w.Add(root)
		write(t, root, "candidates/a.py", "a")
		s.events <- fsnotify.Event{Name: filepath.Join(root, "candidates"), Op: fsnotify.Create}
		synctest.Wait()
		if !slices.Contains(s.now(), "candidates") {
			t.Errorf("watches %q", s.now())
		}
		time.Sleep(time.Second)
		if got := b.take(); !equal(got, [][]string{{"candidates"}}) {
			t.Errorf("reported %q", got)
		}
		w.Remove(root)
		if got := s.now(); len(got) != 0 {
			t.Errorf("still watches %q", got)
		}
	})
}

func TestLostEvents(t *testing.T) {
	s := &system{}
	scene(t, s, func(root string, w *Watcher, b *batches) {
		w.Add(root)
		s.errors <- fsnotify.ErrEventOverflow
		time.Sleep(time.Second)
		if got := b.take(); !equal(got, [][]string{{"."}}) {
			t.Errorf("reported %q, want the whole folder", got)
		}
	})
}

func TestPolling(t *testing.T) {
	for _, refuse := range []string{"everything", "samples"} {
		t.Run(refuse, func(t *testing.T) {
			s := &system{refuse: refuse}
			scene(t, s, func(root string, w *Watcher, b *batches) {
				w.Add(root)
				if got := s.now(); len(got) != 0 {
					t.Errorf("watches %q, and looks as well", got)
				}
				time.Sleep(10*time.Second + time.Second/2)
				if got := b.take(); got != nil {
					t.Errorf("reported %q, and nothing changed", got)
				}
				write(t, root, "samples/1.in", "12")
				write(t, root, "b.py", "b")
				write(t, root, ".execre/report.json", "{ }")
				if err := os.Remove(filepath.Join(root, "submissions/accepted/a.py")); err != nil {
					t.Error(err)
				}
				time.Sleep(10*time.Second + time.Second/2)
				if got := b.take(); !equal(got, [][]string{{"b.py", "samples/1.in", "submissions/accepted/a.py"}}) {
					t.Errorf("reported %q", got)
				}
				w.Remove(root)
				write(t, root, "b.py", "bb")
				time.Sleep(10*time.Second + time.Second/2)
				if got := b.take(); got != nil {
					t.Errorf("reported %q of a removed folder", got)
				}
			})
		})
	}
}

// TestRealFiles uses the system's own watcher.
func TestRealFiles(t *testing.T) {
	root := t.TempDir()
	write(t, root, "samples/1.in", "1")
	changed := make(chan []string, 100)
	w := New(Config{Changed: func(paths []string) { changed <- paths }})
	defer w.Close()
	w.Add(root)
	wait := func(want string) {
		t.Helper()
		deadline := time.After(time.Minute)
		for {
			select {
			case paths := <-changed:
				if slices.Contains(paths, filepath.Join(root, filepath.FromSlash(want))) {
					return
				}
			case <-deadline:
				t.Fatalf("no change of %s reported", want)
			}
		}
	}
	write(t, root, "a.py", "a")
	wait("a.py")
	write(t, root, "samples/1.in", "2")
	wait("samples/1.in")
	write(t, root, "candidates/b.py", "b")
	wait("candidates")
	write(t, root, "candidates/b.py", "bb")
	wait("candidates/b.py")
	// Editors write beside the file and rename.
	write(t, root, ".a.py.new", "aa")
	if err := os.Rename(filepath.Join(root, ".a.py.new"), filepath.Join(root, "a.py")); err != nil {
		t.Fatal(err)
	}
	wait("a.py")
	if err := os.RemoveAll(filepath.Join(root, "candidates")); err != nil {
		t.Fatal(err)
	}
	wait("candidates")
	write(t, root, "candidates/b.py", "b")
	wait("candidates")
	write(t, root, "candidates/b.py", "bb")
	wait("candidates/b.py")
}
