//go:build !linux

package cli

import "os"

// deaf gives nil: here only a write shows whether somebody reads.
func deaf(*os.File) func() bool { return nil }
