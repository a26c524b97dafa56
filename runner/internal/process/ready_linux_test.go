package process

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReady: who has too little for any program is told what to change.
func TestReady(t *testing.T) {
	if err := Ready(); err != nil {
		t.Fatal(err)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_NOFILE, &limit)
	few := limit
	few.Cur = 20
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	if err := Ready(); err == nil || !strings.Contains(err.Error(), "only 20 files") || !strings.Contains(err.Error(), "ulimit -n") {
		t.Errorf("got %v", err)
	}
}

func TestWayOut(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("pipe2: %w", syscall.EMFILE), "ulimit -n"},
		{fmt.Errorf("fork: %w", syscall.EAGAIN), "ulimit -u"},
		{fmt.Errorf("fork: %w", syscall.ENOMEM), "ulimit -v"},
		{fmt.Errorf("%w: exit status 2", errKeeper), "ulimit -u"},
	} {
		if got := WayOut(c.err); !strings.Contains(got, c.want) {
			t.Errorf("%v: got %q", c.err, got)
		}
	}
	for _, err := range []error{syscall.ENOENT, context.Canceled, errors.New("no")} {
		if got := WayOut(err); got != "" {
			t.Errorf("%v: got %q", err, got)
		}
	}
}
