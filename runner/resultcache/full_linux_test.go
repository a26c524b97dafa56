package resultcache

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFullDisk: where the disk is full executions go on and are remembered by the process, which says once that they are kept in
// memory only; what was kept before is not lost, and what is half written is no harm.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("needs the right to mount: %v", err)
	}
	defer func() { _ = unix.Unmount(dir, unix.MNT_DETACH) }()
	const n = 100
	stdin := func(i int) string { return strings.Repeat(fmt.Sprintln(i), 1000) }
	var log bytes.Buffer
	e := New(&machine{}, Config{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for _, cached := range []bool{false, true} {
		for i := range n {
			expect(t, e, request("k", stdin(i)), cached)
		}
	}
	if said := log.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, "kept in memory only") || !strings.Contains(said, "no space left") {
		t.Errorf("said %q", said)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 64<<10), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	later := New(&machine{}, Config{Dir: dir})
	known := 0
	for i := range n {
		if _, cached := execute(t, later, request("k", stdin(i))); cached {
			known++
		}
	}
	if known == 0 || known == n {
		t.Errorf("%d of %d are known to the next process", known, n)
	}
}
