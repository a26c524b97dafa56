package toolchain

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTemporaryFolder: a folder for temporary files that cannot be used is not the compiler's fault.
func TestTemporaryFolder(t *testing.T) {
	for _, c := range []struct {
		name, size string
		flags      uintptr
	}{{"noexec", "size=64m", unix.MS_NOEXEC}, {"full", "size=4k", 0}} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := unix.Mount("tmpfs", dir, "tmpfs", c.flags, c.size); err != nil {
				t.Skipf("needs the right to mount: %v", err)
			}
			defer unix.Unmount(dir, 0)
			t.Setenv("TMPDIR", dir)
			tool := &Toolchain{Language: C}
			if err := tool.findNative(t.Context()); err != nil {
				t.Skip(err)
			}
			if _, err := tool.nativeCommand(t.Context(), "out", []string{"a.c"}); err == nil || !strings.Contains(err.Error(), "set TMPDIR") {
				t.Errorf("got %v", err)
			}
		})
	}
}
