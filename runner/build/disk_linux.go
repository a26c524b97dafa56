package build

import (
	"golang.org/x/sys/unix"

	"execre/runner"
)

// forbidsExecution reports whether the file system that a folder is on is mounted so that nothing in it can be executed.
func forbidsExecution(dir string) bool {
	var fs unix.Statfs_t
	return unix.Statfs(dir, &fs) == nil && fs.Flags&unix.ST_NOEXEC != 0
}

// enough is the room that a compiler has for certain enough of.
const enough = 32 * runner.MiB

// isNarrow reports whether the file system that a folder is on has so little room that a compiler may have failed for that.
func isNarrow(dir string) bool {
	var fs unix.Statfs_t
	return unix.Statfs(dir, &fs) == nil && fs.Bavail < uint64(enough)/uint64(fs.Bsize)
}
