package runner

import (
	"testing"
	"time"
)

func TestVerdictString(t *testing.T) {
	want := map[Verdict]string{
		OK: "ok", Crash: "crash", TimeLimit: "time-limit", MemoryLimit: "memory-limit",
		OutputLimit: "output-limit", InternalError: "internal-error", VerdictInvalid: "invalid verdict 0", 99: "invalid verdict 99",
	}
	for v, s := range want {
		if v.String() != s {
			t.Errorf("Verdict(%d).String() = %q, want %q", int(v), v.String(), s)
		}
	}
}

func TestLimitsWithDefaults(t *testing.T) {
	for _, c := range []struct{ give, want Limits }{
		{Limits{}, Limits{Wall: time.Minute, Output: 64 * MiB}},
		{Limits{CPU: time.Second}, Limits{CPU: time.Second, Wall: 7 * time.Second, Output: 64 * MiB}},
		{Limits{CPU: time.Second, Wall: time.Second, Memory: GiB, Output: KiB}, Limits{time.Second, time.Second, GiB, KiB}},
	} {
		if got := c.give.WithDefaults(); got != c.want {
			t.Errorf("%+v.WithDefaults() = %+v, want %+v", c.give, got, c.want)
		}
	}
}
