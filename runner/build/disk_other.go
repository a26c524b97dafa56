//go:build !linux

package build

// forbidsExecution reports whether nothing in a folder can be executed, which is known on Linux only.
func forbidsExecution(string) bool { return false }

// isNarrow reports whether the file system that a folder is on has so little room that a compiler may have failed for that.
func isNarrow(string) bool { return false }
