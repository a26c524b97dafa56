package build

import "golang.org/x/sys/unix"

// forbidsExecution reports whether the file system that a folder is on is mounted so that nothing in it can be executed.
func forbidsExecution(dir string) bool {
	var fs unix.Statfs_t
	return unix.Statfs(dir, &fs) == nil && fs.Flags&unix.ST_NOEXEC != 0
}
