package cli

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHangup: the end of the terminal ends a check, but not under nohup, which has us ignore it.
func TestHangup(t *testing.T) {
	dir, _ := folder(t, filepath.Join(problemsDir, "coupon"))
	for _, c := range []struct {
		name    string
		ignored bool
		want    int
	}{{"in a terminal", false, exitInterrupted}, {"under nohup", true, 1}} {
		t.Run(c.name, func(t *testing.T) {
			if c.ignored {
				signal.Ignore(syscall.SIGHUP)
				defer signal.Reset(syscall.SIGHUP)
			} else {
				ours := make(chan os.Signal, 1) // what comes after the command has ended must not end the test
				signal.Notify(ours, syscall.SIGHUP)
				defer signal.Stop(ours)
			}
			status := make(chan int)
			go func() {
				stdout, _, got := execre(t, "check", "--inputs", "50", dir)
				if got == exitInterrupted && !strings.Contains(stdout, "stopped early: the check was ended while ") {
					t.Errorf("nothing is said of what was known:\n%s", stdout)
				}
				status <- got
			}()
			for {
				_ = syscall.Kill(os.Getpid(), syscall.SIGHUP)
				select {
				case got := <-status:
					if got != c.want {
						t.Errorf("exit status %d, want %d", got, c.want)
					}
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
	}
}
