package build

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"execre/runner"
	"execre/runner/internal/tempdir"
)

const (
	// DefaultLimit is the size of the cache where Cache.Limit is zero: some 400 static C++ programs.
	DefaultLimit = runner.GiB
	// touchEvery is how exactly it is known when an entry was last used.
	touchEvery = time.Hour
	// recent is how long ago an entry must have been used before we take it that no other process uses it now.
	recent = 2 * touchEvery
	// abandoned is the age at which a temporary folder has no owner any more: no compiler may take as long.
	abandoned = time.Hour
)

// keyPattern is what the name of an entry looks like. Nothing else is ever removed from the cache, but temporary folders.
var keyPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// stored is what is looked at to decide what goes.
type stored struct {
	key  string
	size runner.Bytes
	used time.Time
}

// touch notes that the entry in dir is used. An error means that it will look older than it is.
func touch(dir string) {
	file := filepath.Join(dir, manifestName)
	if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > touchEvery {
		now := time.Now()
		_ = os.Chtimes(file, now, now)
	}
}

// hold keeps the entries of keys from being pruned by this process for as long as p is in use.
func (c *Cache) hold(p *runner.Program, keys ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range keys {
		c.held[key]++
		runtime.AddCleanup(p, c.release, key)
	}
}

func (c *Cache) release(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held[key]--; c.held[key] == 0 {
		delete(c.held, key)
	}
}

// prune removes the entries that were not used for longest until the cache is within its limit, after added bytes have
// been put into it. It looks at the folder once at first and then whenever a sixteenth of the limit has been added; nobody
// waits for that where there is a background to do it in.
//
// What a program of this process needs stays. What was used recently, perhaps by another process, stays as
// well unless the cache is twice as large as it should be; who loses it builds it again.
func (c *Cache) prune(added runner.Bytes) {
	limit := c.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	c.mu.Lock()
	c.unseen += added
	due := !c.seen || c.unseen >= limit/16
	if due {
		c.seen, c.unseen = true, 0
	}
	c.mu.Unlock()
	if due && !c.later(func() { c.shrink(limit) }) {
		c.shrink(limit)
	}
}

// shrink removes entries until the cache is within a limit.
func (c *Cache) shrink(limit runner.Bytes) {
	now := time.Now()
	var entries []stored
	var total runner.Bytes
	names, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	for _, d := range names {
		switch path := filepath.Join(c.dir, d.Name()); {
		case strings.HasPrefix(d.Name(), "tmp-"), strings.HasPrefix(d.Name(), claimPrefix):
			if info, err := d.Info(); err == nil && now.Sub(info.ModTime()) > abandoned {
				_ = os.RemoveAll(path)
			}
		case keyPattern.MatchString(d.Name()):
			e := stored{key: d.Name(), size: sizeOf(path)}
			info, err := os.Stat(filepath.Join(path, manifestName))
			if err != nil {
				info, err = d.Info() // without a manifest it is of no use to anybody
			}
			if err == nil {
				e.used = info.ModTime()
			}
			entries = append(entries, e)
			total += e.size
		}
	}
	slices.SortFunc(entries, func(a, b stored) int { return a.used.Compare(b.used) })
	for _, e := range entries {
		if total <= limit || total <= 2*limit && now.Sub(e.used) < recent {
			return
		}
		if c.mayRemove(e.key) {
			c.discard(filepath.Join(c.dir, e.key))
			total -= e.size
		}
	}
}

// mayRemove reports whether nothing in this process needs the entry of a key.
func (c *Cache) mayRemove(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held[key] == 0 && c.building[key] == nil
}

// discard takes an entry out of the cache. A rename first: it never is half removed in its place.
func (c *Cache) discard(place string) {
	_ = os.Chmod(place, 0o700) // a folder that may not be written to cannot be moved either
	if old, err := makeTemp(c.dir); err == nil {
		_ = os.Rename(place, filepath.Join(old, "discarded"))
		_ = tempdir.Remove(old)
	}
}

// sizeOf is the size of all files below dir.
func sizeOf(dir string) (size runner.Bytes) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += runner.Bytes(info.Size())
		}
		return nil
	})
	return size
}
