package build

import (
	"bytes"
	"errors"
	"slices"
	"syscall"

	"execre/runner"
	"execre/runner/internal/tempdir"
)

// Where the disk with the cache is full nothing is to be blamed for that: not a source, of which compilers then say that
// it cannot be compiled, nor a compiler. What is not in the cache yet is built in a temporary folder, if there is room for
// that.

// isFull reports whether an error says that a disk, or what the user may have of it, is full.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// fullWords are by what compilers say so, in lower-case letters.
var fullWords = [][]byte{[]byte("no space left on device"), []byte("disk quota exceeded"), []byte("not enough space on the disk")}

// whyNot is the error behind the failure of a compiler that has nothing against a source, if the disk is full; else nil.
// Not all of them say so: one that writes to a file in its memory is ended by a signal.
func (c *Cache) whyNot(res runner.Result) error {
	if res.Verdict != runner.Crash {
		return nil
	}
	output := bytes.ToLower([]byte(said(res)))
	if isNarrow(c.dir) || slices.ContainsFunc(fullWords, func(words []byte) bool { return bytes.Contains(output, words) }) {
		return syscall.ENOSPC
	}
	return nil
}

// elsewhere is a cache in a temporary folder, for when there is no room in c's; nil if none can be made.
func (c *Cache) elsewhere() *Cache {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.spare == nil {
		dir, err := tempdir.Make("build")
		if err != nil {
			return nil
		}
		made.add(dir)
		c.spare = &Cache{Dir: dir, Limit: c.Limit}
		c.spare.once.Do(c.spare.prepare)
	}
	return c.spare
}
