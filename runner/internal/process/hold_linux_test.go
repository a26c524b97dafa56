package process

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

// The roles of the test binary.
const (
	victimRole = "execre-test-victim" // holds a process and waits to be killed
	ownRole    = "execre-test-own"    // prints its arguments
)

func TestMain(m *testing.M) {
	Role(victimRole, victim)
	Role(ownRole, func() { fmt.Println(os.Args[1:]) })
	goleak.VerifyTestMain(m)
}

// TestAsOrdinaryUser repeats the tests of this package without root.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("already without root")
	}
	const nobody = 65534
	dir, err := os.MkdirTemp("", "execre-nobody-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chown(dir, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(Self, "-test.v", "-test.run=^(TestHold|TestKill|TestEvil|TestForkBomb|TestRun|TestRuntimes)")
	cmd.Env = []string{"TMPDIR=" + dir, "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "SKIP") || strings.Contains(line, "here: ") {
			t.Log(line)
		}
	}
}

// mark gives a word by which leftovers of this test are found: it is among the arguments of what it starts.
func mark(t *testing.T) string { return fmt.Sprintf("marker-%s-%d", t.Name(), os.Getpid()) }

// marked lists the processes with a marker.
func marked(marker string) (pids []int) {
	for _, pid := range everybody() {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && bytes.Contains(line, []byte(marker)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func leftovers(t *testing.T, marker string) {
	t.Helper()
	if left := marked(marker); len(left) > 0 {
		t.Errorf("left over: %v", left)
		for _, pid := range left {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
}

// script holds a shell that runs the text, and gives what it prints, line by line.
func script(t *testing.T, text string, with Holding) (*Held, *bufio.Scanner) {
	t.Helper()
	out, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	with.Argv = []string{"/bin/sh", "-c", text, mark(t)}
	with.Files = []*os.File{nil, w, os.Stderr}
	h, err := Hold(t.Context(), with)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.Kill()
		out.Close()
		leftovers(t, mark(t))
	})
	return h, bufio.NewScanner(out)
}

func TestHoldStarts(t *testing.T) {
	dir := t.TempDir()
	h, out := script(t, "pwd; echo $GIVEN; ulimit -f; ulimit -c; ulimit -t; exit 3", Holding{
		Dir: dir, Env: []string{"GIVEN=an unlikely \xff word"},
		Limits: Rlimits{FileSize: 1 * runner.MiB, CPU: 1500 * time.Millisecond},
	})
	var got []string
	for out.Scan() {
		got = append(got, out.Text())
	}
	want := []string{dir, "an unlikely \xff word", "2048", "0", "2"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	<-h.Done()
	if e := h.Ending(); e.ExitCode != 3 || e.Signal != "" {
		t.Errorf("got %+v, want exit code 3", e)
	}
}

// TestIgnoredSignals: under nohup we ignore SIGHUP, and a shell has what it starts in the background ignore SIGINT. The
// programs begin as they always do.
func TestIgnoredSignals(t *testing.T) {
	for _, s := range []os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGPIPE} {
		signal.Ignore(s)
		t.Cleanup(func() { signal.Reset(s) })
	}
	_, out := script(t, "grep SigIgn /proc/self/status", Holding{})
	out.Scan()
	ignored, err := strconv.ParseUint(strings.TrimSpace(strings.TrimPrefix(out.Text(), "SigIgn:")), 16, 64)
	ignored &^= 3 << 31 // 32 and 33 are the C library's own: its posix_spawn, by which make starts things, leaves them ignored
	if err != nil || ignored != 0 {
		t.Errorf("got %q, %v, want that no signal is ignored", out.Text(), err)
	}
}

func TestHoldFails(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		h    Holding
		want error
		word string
	}{
		{"missing", Holding{Argv: []string{"/does/not/exist"}}, os.ErrNotExist, "no such file"},
		{"not a program", Holding{Argv: []string{text}}, unix.ENOEXEC, "exec format error"},
		{"a folder", Holding{Argv: []string{"/"}}, os.ErrPermission, "permission denied"},
		{"no folder", Holding{Argv: []string{"/bin/sh"}, Dir: "/does/not/exist"}, os.ErrNotExist, "its working folder"},
		{"NUL", Holding{Argv: []string{"/bin/sh", "a\x00b"}}, nil, "NUL"},
		{"nothing", Holding{}, nil, "nothing to start"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, err := Hold(t.Context(), c.h)
			if err == nil {
				h.Kill()
				t.Fatal("started")
			}
			if c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.word) {
				t.Errorf("got %v, want %v with %q", err, c.want, c.word)
			}
		})
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Hold(over, Holding{Argv: []string{"/bin/sh"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestHoldOwnBinary(t *testing.T) {
	for _, policy := range []*sandbox.Policy{nil, {Threads: 32}} {
		out, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		h, err := Hold(t.Context(), Holding{
			Exe: Self, Argv: []string{ownRole, "an argument"}, Files: []*os.File{nil, w, os.Stderr}, Sandbox: policy,
		})
		w.Close()
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(out)
		out.Close()
		h.Kill()
		if string(got) != "[an argument]\n" {
			t.Errorf("with policy %v: got %q, %+v", policy, got, h.Ending())
		}
	}
}

// TestHoldFiles: the process gets the given files and no others, not even those that we ourselves inherited.
func TestHoldFiles(t *testing.T) {
	leaky, err := unix.Open("/dev/null", unix.O_RDONLY, 0) // as an editor would leave it open for us
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(leaky)
	var files []*os.File
	for i := range 5 {
		f, err := memoryFile("file", []byte(fmt.Sprint("file ", i)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files = append(files, f)
	}
	h, err := Hold(t.Context(), Holding{
		Argv: []string{"/bin/sh", "-c", "cat <&4 >&1; ls /proc/self/fd >&2; cat <&3 >&1"}, Files: files,
		Env: []string{"PATH=/usr/bin:/bin"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Kill()
	<-h.Done()
	for i, want := range []string{"file 0", "file 4file 3", "0\n1\n2\n3\n4\n5\n", "file 3", "file 4"} { // ls itself opens 5
		data := make([]byte, 100)
		n, err := files[i].ReadAt(data, 0)
		if err != io.EOF || string(data[:n]) != want {
			t.Errorf("file %d holds %q, want %q", i, data[:n], want)
		}
	}
}

func TestHoldUsage(t *testing.T) {
	h, out := script(t, "(while :; do :; done) & (exec sleep 1000) & echo ready; while :; do :; done", Holding{})
	out.Scan()
	for h.Usage().CPU < 150*time.Millisecond {
		select {
		case <-h.Done():
			t.Fatal("it ended")
		default:
		}
	}
	u := h.Usage()
	if u.Memory <= 0 || u.Peak < u.Memory || u.Memory > 64*runner.MiB {
		t.Errorf("got %+v", u)
	}
	h.Kill()
	if e := h.Ending(); e.CPU < 100*time.Millisecond || e.Signal != "SIGKILL" || e.ExitCode != -1 {
		t.Errorf("got %+v", e)
	}
	if u := h.Usage(); u != (Usage{}) {
		t.Errorf("after the end: %+v", u)
	}
}

// until waits until the usage is as asked for.
func until(t *testing.T, h *Held, what string, is func(Usage) bool) {
	t.Helper()
	for !is(h.Usage()) {
		select {
		case <-h.Done():
			t.Fatal("it ended")
		case <-time.After(time.Millisecond):
		}
		if t.Context().Err() != nil {
			t.Fatalf("never %s: %+v", what, h.Usage())
		}
	}
}

// TestHoldUsageOfMany: what several processes have together counts, all but the one that made them.
func TestHoldUsageOfMany(t *testing.T) {
	const program = `
import os, sys, time
own = bytearray(60 << 20)
for i in range(0, len(own), 4096): own[i] = 1
for _ in range(%d):
    if os.fork() == 0:
        more = bytearray(40 << 20)
        for i in range(0, len(more), 4096): more[i] = 1
        time.sleep(1000)
print("ready", flush=True)
time.sleep(1000)
`
	for _, c := range []struct {
		children    int
		least, most runner.Bytes
	}{{0, 60 * runner.MiB, 100 * runner.MiB}, {1, 95 * runner.MiB, 140 * runner.MiB}, {3, 290 * runner.MiB, 400 * runner.MiB}} {
		h, out := script(t, "exec python3 -c '"+fmt.Sprintf(program, c.children)+"'", Holding{})
		out.Scan()
		until(t, h, "so large", func(u Usage) bool { return u.Memory >= c.least })
		if u := h.Usage(); u.Memory > c.most {
			t.Errorf("%d children: %+v, want at most %d MiB", c.children, u, c.most/runner.MiB)
		}
		h.Kill()
	}
}

// TestHoldUsageStopped: a process that stopped itself is told from one that waits.
func TestHoldUsageStopped(t *testing.T) {
	for name, c := range map[string]struct {
		script  string
		stopped bool
	}{
		"itself":                 {"echo ready; kill -STOP $$", true},
		"all below it":           {"sh -c 'kill -STOP $$' & echo ready; wait", true},
		"one of two":             {"sh -c 'kill -STOP $$' & sleep 1000 & echo ready; wait", false},
		"asleep":                 {"echo ready; exec sleep 1000", false},
		"asleep, with one below": {"sleep 1000 & echo ready; wait", false},
	} {
		t.Run(name, func(t *testing.T) {
			h, out := script(t, c.script, Holding{})
			out.Scan()
			defer h.Kill()
			if c.stopped {
				until(t, h, "stopped", func(u Usage) bool { return u.Stopped })
				return
			}
			for range 20 {
				if u := h.Usage(); u.Stopped {
					t.Fatalf("%+v", u)
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// escapes starts processes that leave their parent, group and session, prints "ready", and stays.
const escapes = `
sleep 1000 &
setsid sh -c 'sleep 1000 & sleep 1000' "$0" &
(setsid setsid sh -c 'trap "" TERM INT HUP; echo ready; sleep 1000' "$0" &)
sleep 1000`

func TestKill(t *testing.T) {
	for _, policy := range []*sandbox.Policy{nil, {}} {
		h, out := script(t, escapes, Holding{Sandbox: policy})
		out.Scan()
		if n := len(marked(mark(t))); n < 3 {
			t.Fatalf("only %d run", n)
		}
		h.Kill()
		h.Kill()
		leftovers(t, mark(t))
	}
}

// TestKillEndsByItself: what a process leaves behind is gone when Done is closed.
func TestKillEndsByItself(t *testing.T) {
	h, out := script(t, strings.TrimSuffix(escapes, "sleep 1000")+"read x", Holding{})
	out.Scan()
	<-h.Done()
	leftovers(t, mark(t))
}

// TestDescendants: whoever is below a keeper by the parents that processes name is found, orphans too.
func TestDescendants(t *testing.T) {
	h, out := script(t, escapes, Holding{})
	out.Scan()
	defer h.Kill()
	var found, named []int
	for range 300 { // some are only beginning
		found, named = descendants(h.keeper), nil
		parents := map[int]int{}
		for _, pid := range everybody() {
			if st, ok := readStat(pid); ok {
				parents[pid] = st.parent
			}
		}
		for pid := range parents {
			for at := parents[pid]; at > 0; at = parents[at] {
				if at == h.keeper {
					named = append(named, pid)
				}
			}
		}
		slices.Sort(found)
		slices.Sort(named)
		if len(marked(mark(t))) >= 3 && slices.Equal(found, named) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("found %d, by their parents there are %d", found, named)
}

// TestKillKeeper: when somebody kills the keeper, the process dies, and what it started as far as it can be found.
func TestKillKeeper(t *testing.T) {
	h, out := script(t, "sleep 1000 & (sleep 1000 &) ; echo ready; sleep 1000", Holding{})
	out.Scan()
	below := descendants(h.keeper)
	if err := unix.Kill(h.keeper, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-h.Done()
	for _, pid := range below {
		awaitDeath(t, pid)
	}
	if e := h.Ending(); e.ExitCode != -1 {
		t.Errorf("got %+v", e)
	}
}

// awaitDeath waits until a process that is not ours to reap is gone or a zombie.
func awaitDeath(t *testing.T, pid int) {
	for {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || bytes.Contains(data, []byte(") Z ")) {
			return
		}
		if t.Context().Err() != nil {
			t.Fatalf("%d still lives", pid)
		}
	}
}

// victim holds a process as TestKillUs wants it, says so, and waits to be killed.
func victim() {
	h, err := Hold(context.Background(), Holding{
		Argv: []string{"/bin/sh", "-c", escapes, os.Args[1]}, Files: []*os.File{nil, os.Stdout, os.Stderr},
	})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	go Run(context.Background(), Command{Argv: []string{"/bin/sh", "-c", escapes, os.Args[1]}})
	for len(marked(os.Args[1]))-1 < 6 { // three of each, and this process
		time.Sleep(time.Millisecond)
	}
	fmt.Println("all run")
	<-h.Done()
}

// TestKillUs: nothing survives us, however we end.
func TestKillUs(t *testing.T) {
	marker := mark(t)
	us := exec.Command(Self)
	us.Args = []string{victimRole, marker}
	us.Stderr = os.Stderr
	out, err := us.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := us.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "all run" {
		if lines.Text() != "ready" {
			t.Fatal(lines.Text())
		}
	}
	if err := us.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = us.Wait()
	for len(marked(marker)) > 0 {
		if t.Context().Err() != nil {
			t.Fatal("they live on")
		}
		time.Sleep(time.Millisecond)
	}
}

func TestRunErrors(t *testing.T) {
	for _, c := range []struct{ argv0, want string }{{"/does/not/exist", "no such file"}, {"sh", "not an absolute path"}} {
		res := Run(t.Context(), Command{Argv: []string{c.argv0}})
		if res.Verdict != runner.InternalError || !strings.Contains(fmt.Sprint(res.Err), c.want) {
			t.Errorf("%s: got %v, %v", c.argv0, res.Verdict, res.Err)
		}
	}
}

// TestRunMemory: what we, the keeper or the enterer used is not the program's.
func TestRunMemory(t *testing.T) {
	ballast := bytes.Repeat([]byte{1}, int(100*runner.MiB))
	res := Run(t.Context(), Command{Argv: []string{"/bin/true"}, Limits: runner.Limits{Memory: 32 * runner.MiB}})
	if res.Verdict != runner.OK || res.Memory > 32*runner.MiB {
		t.Errorf("got %v with %v, %v", res.Verdict, res.Memory, res.Err)
	}
	if ballast[len(ballast)-1] != 1 {
		t.Fatal("unreachable")
	}
	res = Run(t.Context(), Command{Argv: []string{python, "-I", "-S", "-c", "x = bytearray(b'x') * (100 << 20)"}})
	if res.Memory < 100*runner.MiB || res.Memory > 130*runner.MiB {
		t.Errorf("100 MiB in Python: got %v, %v", res.Memory, res.Err)
	}
}

// TestRunTimeOfChildren: the CPU time that led to a verdict is in the result, also where a child had used it that was killed
// together with its parent.
func TestRunTimeOfChildren(t *testing.T) {
	limits := runner.Limits{CPU: 200 * time.Millisecond, Wall: time.Hour}
	res := Run(t.Context(), Command{Argv: []string{"/bin/sh", "-c", "(while :; do :; done); true"}, Limits: limits})
	if res.Verdict != runner.TimeLimit || res.CPU < limits.CPU {
		t.Errorf("got %v after %v of CPU time, want time-limit after %v; %v", res.Verdict, res.CPU, limits.CPU, res.Err)
	}
}

// TestForkBomb: a program that forks as fast as it can is bounded, and gone after Kill.
func TestForkBomb(t *testing.T) {
	for _, level := range levels(t) {
		if os.Getuid() == 0 && !level.OwnUID {
			continue // nothing would bound it
		}
		t.Run(level.String(), func(t *testing.T) {
			out, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			const bomb = "import os\nwhile True:\n  try:\n    os.fork()\n  except OSError: print('full', flush=True)\n"
			h, err := hold(t.Context(), Holding{
				Argv:  []string{python, "-I", "-S", "-c", bomb, mark(t)},
				Files: []*os.File{nil, w}, Sandbox: &sandbox.Policy{Threads: 20},
			}, level)
			w.Close()
			if err != nil {
				t.Fatal(err)
			}
			defer h.Kill()
			bufio.NewScanner(out).Scan()
			if n := len(descendants(h.keeper)); (level.OwnUID || level.User) && n > 20 {
				t.Errorf("%d processes", n)
			}
			h.Kill()
			leftovers(t, mark(t))
		})
	}
}
