package cli

import (
	"bytes"
	"testing"
	"time"

	"execre/server/internal/check"
)

// A log shows that a long check is alive, and little else.
func TestProgressInALog(t *testing.T) {
	var out bytes.Buffer
	l := newProgressLine(&out)
	l.show(check.Progress{Phase: "inputs", Done: 1, Total: 500})
	l.last = l.last.Add(-2 * seldom)
	l.show(check.Progress{Phase: "inputs", Done: 120, Total: 500})
	l.show(check.Progress{Phase: "inputs", Done: 500, Total: 500})
	l.clear()
	if got := out.String(); got != "execre: inputs 120/500\n" {
		t.Errorf("%q", got)
	}
	if time.Since(l.last) > seldom {
		t.Error("the next line would come at once")
	}
}
