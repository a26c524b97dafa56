package toolchain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"execre/runner"
)

// TestFewAddresses: of a compiler that does not work where the address space is small, the message names that limit.
func TestFewAddresses(t *testing.T) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_AS, &limit)
	few := limit
	few.Cur = uint64(7 * runner.GiB) // enough for all but what the message says
	if err := unix.Setrlimit(unix.RLIMIT_AS, &few); err != nil {
		t.Skipf("this process may have less: %v", err)
	}
	compiler := filepath.Join(t.TempDir(), "own-gcc")
	script := "#!/bin/sh\n[ \"$1\" = --version ] && exec echo 'gcc 12'\necho 'virtual memory exhausted' >&2\nexit 1\n"
	if err := os.WriteFile(compiler, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", compiler)
	tool := &Toolchain{Language: C}
	if err := tool.findNative(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := tool.nativeCommand(t.Context(), "out", []string{"a.c"})
	const want = "and only 7GiB of address space are allowed here: allow more (ulimit -v 8388608)"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}
