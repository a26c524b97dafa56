package engine

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"execre/runner"
)

// remembering are the ways of testdata/remember.cpp to leave something behind, and what becomes of the fork that does
// them. It may also be a new one now and then, where an execution has ended by a signal or was large.
var remembering = []struct{ what, fork string }{
	{"globals", stays},
	{"statics", stays},
	{"heap", stays},
	{"mapped", stays},
	{"many-mapped", leaves},
	{"heap-end", stays},
	{"heap-below", either},
	{"beyond-heap", either},
	{"stack", stays},
	{"wide", stays},
	{"huge", stays},
	{"errno", stays},
	{"random", stays},
	{"strtok", either},
	{"calendar", leaves},
	{"buffers", stays},
	{"streams", stays},
	{"at-exit", stays},
	{"exits-at-exit", stays},
	{"jumps", stays},
	{"exceptions", stays},
	{"terminates", either},
	{"thread-local", stays},
	{"floating", stays},
	{"arguments", stays},
	{"locale", leaves},
	{"deep", stays},
	{"too-deep", either},
	{"exit", stays},
	{"_exit", stays},
	{"_Exit", leaves},
	{"thread-exit", either},
	{"abort", either},
	{"segv", either},
	{"sigsys", leaves},
	{"trap", either},
	{"blocked", leaves},
	{"handler", leaves},
	{"alarm", leaves},
	{"reads-all", stays},
	{"reads-raw", stays},
	{"closes", leaves},
	{"file", leaves},
	{"folder", leaves},
	{"opens-itself", leaves},
	{"thread", leaves},
	{"child", leaves},
	{"descriptors", leaves},
	{"duplicates", leaves},
	{"attacks", leaves},
	{"attacks-raw", leaves},
	{"limits", leaves},
	{"clock", leaves},
	{"sleeps", stays},
	{"sorts", stays},
	{"spin", stays},
}

func remember(t *testing.T) *runner.Program {
	t.Helper()
	source, err := filepath.Abs("testdata/remember.cpp")
	if err != nil {
		t.Fatal(err)
	}
	return linked(t, "static/remember", "g++", source, "-static", "-w")
}

// TestNativeLeavesNothing executes each program with two inputs in all orders in one server, and expects of each
// execution what a fresh start shows.
func TestNativeLeavesNothing(t *testing.T) {
	p := remember(t)
	for _, c := range remembering {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			limits := runner.Limits{Wall: patient}
			stdin := [2]string{c.what + " 3 a line\nand another\n", c.what + " 7 " + strings.Repeat("more ", 3000)}
			var want [2]string
			fresh := serving(t, p, runner.Spawn)
			for i := range want {
				res, err := fresh.run(t.Context(), stdin[i], limits)
				if err != nil {
					t.Fatal(err)
				}
				want[i] = shown(res)
			}
			in := serving(t, p, runner.ForkServer)
			server, err := Start(t.Context(), in.cfg)
			if err != nil {
				t.Fatal(err)
			}
			in.server = server
			idle := processesIn(t, in.cfg.Folder)
			var before []string
			reuses := runtime.GOARCH == "amd64"
			for n, i := range []int{0, 1, 0, 0, 1, 1, 0, 1} {
				res, err := in.run(t.Context(), stdin[i], limits)
				if err != nil {
					t.Fatal(err)
				}
				if got := shown(res); got != want[i] {
					t.Errorf("execution %d: got  %s\nwant %s", n, got, want[i])
				}
				now := processesIn(t, in.cfg.Folder)
				switch {
				case c.fork == stays && reuses && len(now) != len(idle)+1, c.fork == leaves && len(now) != len(idle):
					t.Errorf("execution %d: there are the processes %q, and were %q before; want a fork that %s", n, now, idle, c.fork)
				case c.fork == stays && n > 0 && !slices.EqualFunc(now, before, sameProcess):
					t.Errorf("execution %d: there are the processes %q after %q; want the same", n, now, before)
				}
				before = now
				if c.fork == stays && reuses {
					sameMappings(t, now)
				}
			}
		})
	}
}

// sameMappings waits until two processes, a server and its fork, have the same amount of memory mapped, but for their
// stacks, which never shrink. A fork replies before it undoes its mappings.
func sameMappings(t *testing.T, processes []string) {
	t.Helper()
	for begin := time.Now(); ; runtime.Gosched() {
		var mapped []string
		for _, process := range processes {
			dir, _, _ := strings.Cut(process, "/cwd")
			text, err := os.ReadFile(dir + "/status")
			if err != nil {
				t.Fatal(err)
			}
			_, data, _ := strings.Cut(string(text), "VmData:")
			data, _, _ = strings.Cut(data, "\n")
			mapped = append(mapped, strings.TrimSpace(data))
		}
		if len(slices.Compact(slices.Clone(mapped))) == 1 {
			return
		}
		if time.Since(begin) > patient {
			t.Fatalf("%q have %q mapped", processes, mapped)
		}
	}
}

// TestNativeLimitsInOneFork executes one after the other in forks that stay, with limits that change.
func TestNativeLimitsInOneFork(t *testing.T) {
	in := serving(t, remember(t), runner.ForkServer)
	l := limitsOfOneFork
	executeInOneFork(t, in, []step{
		{"spin 300", l.usual, runner.OK},
		{"spin 0", l.usual, runner.OK},
		{"print 1000", l.small, runner.OK},
		{"print 20000000", l.small, runner.OutputLimit},
		{"print 1000", l.small, runner.OK},
		{"print 20000000", l.large, runner.OK},
		{"use 1000000", l.little, runner.OK},
		{"use 100000000", l.little, runner.MemoryLimit},
		{"use 1000000", l.little, runner.OK},
		{"use 100000000", l.much, runner.OK},
		{"use 1000000", l.little, runner.OK},
		{"use 1000000", l.much, runner.OK},
		{"use 1000000", l.little, runner.OK},
		{"loop 1", l.short, runner.OK},
		{"loop 1", l.short, runner.OK},
		{"loop 1", l.short, runner.OK},
		{"loop 1", l.short, runner.OK},
		{"loop 1", l.short, runner.OK},
		{"loop 0", l.short, runner.TimeLimit},
		{"loop 1", l.short, runner.OK},
	})
}

// TestPeakOfAnotherExecution: what earlier executions have touched is not held against one that stays within its limit.
func TestPeakOfAnotherExecution(t *testing.T) {
	const source = `#include <cstdio>
static volatile char part[2][58 << 20];
int main() {
	int which, pages;
	if (scanf("%d %d", &which, &pages) == 2)
		for (int i = 0; i < pages; i++) part[which][i * 4096L] = 1;
	puts("done");
}
`
	p := linked(t, "static/peak", "g++", written(t, "peak.cpp", source), "-static", "-w")
	in := serving(t, p, runner.ForkServer)
	limits := runner.Limits{Wall: patient, Memory: 64 * runner.MiB}
	for _, stdin := range []string{"0 3600\n", "1 14000\n"} { // 14 and 55 MiB
		res, err := in.run(t.Context(), stdin, limits)
		if !errors.Is(err, ErrDoubt) && (err != nil || res.Verdict != runner.OK) {
			t.Errorf("%q: %v with %v, %v, want ok or doubt", stdin, res.Verdict, res.Memory, err)
		}
	}
}

// TestGrowthAsInC: what the server takes for the most that a process keeps is what the process keeps.
func TestGrowthAsInC(t *testing.T) {
	source, err := os.ReadFile("forkserver/fsrv.c")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`MOST_GROWTH = (\d+) << 20,`).FindSubmatch(source)
	if m == nil {
		t.Fatal("fsrv.c has no MOST_GROWTH")
	}
	if n, _ := strconv.Atoi(string(m[1])); runner.Bytes(n)*runner.MiB != mostGrowth {
		t.Errorf("mostGrowth is %v, MOST_GROWTH %d MiB", mostGrowth, n)
	}
}

// limitsOfOneFork are limits that a fork that stays meets one after the other.
var limitsOfOneFork = func() (l struct{ usual, small, large, little, much, short runner.Limits }) {
	l.usual = runner.Limits{CPU: 20 * time.Second, Wall: patient}
	l.small, l.large, l.little, l.much = l.usual, l.usual, l.usual, l.usual
	l.small.Output, l.large.Output = 18_000_000, 30_000_000
	l.little.Memory, l.much.Memory = 64*runner.MiB, runner.GiB
	l.short = runner.Limits{CPU: 50 * time.Millisecond, Wall: patient}
	return l
}()

type step struct {
	stdin  string
	limits runner.Limits
	want   runner.Verdict
}

// executeInOneFork executes one after the other. The first is to use CPU time, and the second none of its own.
func executeInOneFork(t *testing.T, in *inputs, steps []step) {
	t.Helper()
	var used [2]time.Duration
	for n, c := range steps {
		res, err := in.run(t.Context(), c.stdin, c.limits)
		if c.want == runner.MemoryLimit && errors.Is(err, ErrDoubt) {
			err = nil // the process has executed before; a new one will tell
		}
		if err != nil || res.Verdict != c.want {
			t.Errorf("execution %d, %s: got %s, %v; want %v", n, c.stdin, shown(res), err, c.want)
		}
		if n < len(used) {
			used[n] = res.CPU
		}
	}
	if used[1] > used[0]/2 {
		t.Errorf("an execution that did nothing took %v of CPU time, after one that took %v", used[1], used[0])
	}
}

// sameProcess compares entries of processesIn without the command lines, which a program may change.
func sameProcess(a, b string) bool {
	a, _, _ = strings.Cut(a, " ")
	b, _, _ = strings.Cut(b, " ")
	return a == b
}
