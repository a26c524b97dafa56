//go:build !linux

package build

// forbidsExecution reports whether nothing in a folder can be executed, which is known on Linux only.
func forbidsExecution(string) bool { return false }
