package sandbox

import "testing"

func TestLevelString(t *testing.T) {
	for _, c := range []struct {
		level Level
		want  string
	}{
		{Level{}, ""},
		{Level{Seccomp: true}, "seccomp"},
		{Level{Landlock: 7, Seccomp: true, PID: true, OwnUID: true}, "landlock 7, seccomp, pid namespace, own user"},
		{Level{Landlock: 3, PID: true, User: true}, "landlock 3, pid namespace, user namespace"},
	} {
		if got := c.level.String(); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.level, got, c.want)
		}
	}
}
