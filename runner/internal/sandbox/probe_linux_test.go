package sandbox

import (
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestProbe: a layer whose trial fails does not count as held, and people are told.
func TestProbe(t *testing.T) {
	full := Probe(func(Level) error { return nil })
	if len(full.Missing) > 0 && full.Landlock >= 6 {
		t.Errorf("all held, yet %q is said to be missing", full.Missing)
	}
	for _, c := range []struct {
		layer   string
		fails   func(Level) bool
		lacks   func(Level) bool
		onlyFor func() bool
	}{
		{"landlock", func(l Level) bool { return l.Landlock > 0 }, func(l Level) bool { return l.Landlock == 0 && !l.OwnUID }, nil},
		{"seccomp", func(l Level) bool { return l.Seccomp }, func(l Level) bool { return !l.Seccomp && !l.OwnUID }, nil},
		{"pid namespace", func(l Level) bool { return l.PID }, func(l Level) bool { return !l.PID && !l.User }, nil},
		{
			"own user", func(l Level) bool { return l.OwnUID }, func(l Level) bool { return !l.OwnUID },
			func() bool { return os.Getuid() == 0 },
		},
	} {
		if c.onlyFor != nil && !c.onlyFor() {
			continue
		}
		got := Probe(func(l Level) error {
			if c.fails(l) {
				return unix.EPERM
			}
			return nil
		})
		if !c.lacks(got) || !strings.Contains(strings.Join(got.Missing, "\n"), c.layer+": ") {
			t.Errorf("without %s: got %+v", c.layer, got)
		}
	}
	if got := Probe(func(Level) error { return errors.New("nothing works") }); got.String() != "" || len(got.Missing) < 3 {
		t.Errorf("nothing works: got %+v", got)
	}
}
