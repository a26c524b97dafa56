package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"execre/runner"
)

// behave is the compiled testdata/behave.cpp, "" where there is no compiler.
var behave string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "execre-local-test-*")
	if err != nil {
		panic(err)
	}
	if _, err := exec.LookPath("g++"); err == nil {
		behave = filepath.Join(dir, "behave")
		if out, err := exec.Command("g++", "-O1", "-pthread", "-o", behave, "testdata/behave.cpp").CombinedOutput(); err != nil {
			panic(string(out))
		}
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// patient is the wall limit of programs that another limit must end.
const patient = 2 * time.Minute

// executor gives an executor, and a function that runs the behaving program and then looks for anything it left behind.
func executor(t *testing.T, jobs int) (*Executor, func(limits runner.Limits, stdin string, args ...string) runner.Result) {
	t.Helper()
	if behave == "" {
		t.Skip("needs g++ to build testdata/behave.cpp")
	}
	e := New(Config{Jobs: jobs})
	t.Cleanup(func() {
		folder := e.folder
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(folder); folder != "" && err == nil {
			t.Errorf("%s is left", folder)
		}
	})
	marker := "marker-" + t.Name() + fmt.Sprint(os.Getpid())
	return e, func(limits runner.Limits, stdin string, args ...string) runner.Result {
		t.Helper()
		res := e.Execute(t.Context(), runner.Request{
			Program: program(), Args: append(args, marker), Stdin: []byte(stdin), Limits: limits,
		})
		for _, left := range processes(t, marker) {
			t.Errorf("left over: %s", left)
		}
		return res
	}
}

func program() *runner.Program { return &runner.Program{Name: "behave.cpp", Argv: []string{behave}} }

// keptProgram is program with a key, so that what executes it is kept for the next execution.
func keptProgram() *runner.Program {
	return &runner.Program{Name: "behave.cpp", Argv: []string{behave}, Key: "behave"}
}

// processes lists the living processes that have marker among their arguments.
func processes(t *testing.T, marker string) []string {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*") // without /cmdline, for which every file of every process would be listed
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, process := range all {
		f := process + "/cmdline"
		line, err := os.ReadFile(f)
		if err == nil && bytes.Contains(line, []byte(marker)) {
			found = append(found, f+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return found
}

func TestVerdicts(t *testing.T) {
	_, run := executor(t, 2)
	cpu := func(ms int) runner.Limits {
		return runner.Limits{CPU: time.Duration(ms) * time.Millisecond, Wall: patient}
	}
	unlimited := runner.Limits{Wall: patient}
	for _, c := range []struct {
		name    string
		limits  runner.Limits
		args    string
		verdict runner.Verdict
		stdout  string
		exit    int
		signal  string
	}{
		{"endless loop", cpu(50), "spin", runner.TimeLimit, "", -1, "SIGKILL"},
		{"endless loop in threads", cpu(50), "spin-threads", runner.TimeLimit, "", -1, "SIGKILL"},
		{"endless loop in a child", cpu(50), "spin-in-child", runner.TimeLimit, "", -1, "SIGKILL"},
		{"endless loop that ignores signals", cpu(50), "stubborn", runner.TimeLimit, "", -1, "SIGKILL"},
		{"sleeper", runner.Limits{CPU: patient, Wall: 50 * time.Millisecond}, "sleep", runner.TimeLimit, "", -1, "SIGKILL"},
		{"endless stderr", cpu(100), "flood-stderr", runner.TimeLimit, "", -1, "SIGKILL"},
		{"reads nothing", unlimited, "silent", runner.OK, "done\n", 0, ""},
		{"closes stdin", unlimited, "close-stdin", runner.OK, "done\n", 0, ""},
		{"debug on stderr", unlimited, "debug", runner.OK, "right\n", 0, ""},
		{"right output, exit status 3", unlimited, "exit-3", runner.Crash, "right\n", 3, ""},
		{"null pointer", unlimited, "segfault", runner.Crash, "", -1, "SIGSEGV"},
		{"abort", unlimited, "abort", runner.Crash, "", -1, "SIGABRT"},
		{"deep recursion", unlimited, "recurse", runner.OK, "200000\n", 0, ""},
		{"child holds stdout", unlimited, "fork-holds-stdout", runner.OK, "parent is done\n", 0, ""},
		{"daemon", unlimited, "daemon", runner.OK, "parent is done\n", 0, ""},
		{"folder without rights", unlimited, "read-only-folder", runner.OK, "", 0, ""},
		{
			"threads within a memory limit",
			runner.Limits{CPU: 50 * time.Millisecond, Wall: patient, Memory: 64 * runner.MiB},
			"spin-threads", runner.TimeLimit, "", -1, "SIGKILL",
		},
		{
			"10 GiB",
			runner.Limits{Wall: patient, Memory: 64 * runner.MiB},
			"allocate 10240", runner.MemoryLimit, "", -1, "SIGKILL",
		},
		{
			"512 MiB seen",
			runner.Limits{Wall: patient, Memory: 128 * runner.MiB},
			"allocate 512", runner.MemoryLimit, "", -1, "SIGKILL",
		},
		{"sixteen threads", runner.Limits{Wall: patient, Memory: 64 * runner.MiB}, "threads 16", runner.OK, "done\n", 0, ""},
		{"enough memory", runner.Limits{Wall: patient, Memory: 256 * runner.MiB}, "allocate 64", runner.OK, "done\n", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := run(c.limits, "ignored\n", strings.Fields(c.args)...)
			if c.name == "512 MiB seen" && res.Verdict == runner.MemoryLimit {
				res.ExitCode, res.Signal, res.Stdout = c.exit, c.signal, nil // it may have ended before it was seen
			}
			if res.Verdict != c.verdict || string(res.Stdout) != c.stdout || res.ExitCode != c.exit || res.Signal != c.signal {
				t.Errorf("got %v, stdout %q, exit code %d, signal %q, err %v; want %v, %q, %d, %q", res.Verdict,
					res.Stdout, res.ExitCode, res.Signal, res.Err, c.verdict, c.stdout, c.exit, c.signal)
			}
			if (res.Err != nil) != (res.Verdict == runner.InternalError) || res.Engine != "spawn" || res.Wall <= 0 {
				t.Errorf("got err %v, engine %q, wall %v", res.Err, res.Engine, res.Wall)
			}
		})
	}
}

func TestTimeLimitCountsChildren(t *testing.T) {
	_, run := executor(t, 1)
	res := run(runner.Limits{CPU: 50 * time.Millisecond, Wall: patient}, "", "spin-in-child")
	if res.CPU < 40*time.Millisecond {
		t.Errorf("CPU time %v does not contain the child's", res.CPU)
	}
}

func TestSmallProgramIsNotChargedOurMemory(t *testing.T) {
	_, run := executor(t, 1)
	ballast := make([]byte, 100*runner.MiB) // the kernel hands our peak down to every child
	for i := range ballast {
		ballast[i] = 1
	}
	res := run(runner.Limits{Wall: patient, Memory: 64 * runner.MiB}, "", "exit-3")
	if res.Verdict != runner.Crash || res.Memory > 64*runner.MiB {
		t.Errorf("got %v with %d bytes, want crash", res.Verdict, res.Memory)
	}
	if ballast[len(ballast)-1] != 1 {
		t.Fatal("unreachable")
	}
}

func TestOutputLimit(t *testing.T) {
	_, run := executor(t, 1)
	limits := runner.Limits{Wall: patient, Output: 100_000}
	res := run(limits, "", "flood")
	want := strings.Repeat("all work and no play\n", 5000)[:100_000]
	if res.Verdict != runner.OutputLimit || string(res.Stdout) != want {
		t.Errorf("got %v with %d bytes, want output-limit with the first 100000", res.Verdict, len(res.Stdout))
	}
	exact := strings.Repeat("x", 100_000)
	if res := run(limits, exact, "cat"); res.Verdict != runner.OK || string(res.Stdout) != exact {
		t.Errorf("exactly the limit: got %v with %d bytes, want ok", res.Verdict, len(res.Stdout))
	}
	if res := run(limits, exact+"x", "cat"); res.Verdict != runner.OutputLimit || string(res.Stdout) != exact {
		t.Errorf("one byte more: got %v with %d bytes, want output-limit", res.Verdict, len(res.Stdout))
	}
}

func TestStderrEnds(t *testing.T) {
	_, run := executor(t, 1)
	res := run(runner.Limits{Wall: patient}, "", "debug")
	all := "begin of debug" + strings.Repeat("debug\n", 100000) + "end of debug"
	part := int(runner.StderrPart)
	if string(res.StderrHead) != all[:part] || string(res.StderrTail) != all[len(all)-part:] {
		t.Errorf("got head %q, tail %q", res.StderrHead, res.StderrTail)
	}
}

func TestBigInput(t *testing.T) {
	_, run := executor(t, 1)
	big := strings.Repeat("0123456789", 1<<20)
	if res := run(runner.Limits{Wall: patient}, big, "cat"); res.Verdict != runner.OK || string(res.Stdout) != big {
		t.Errorf("got %v with %d bytes, want ok with %d", res.Verdict, len(res.Stdout), len(big))
	}
}

func TestEnvironment(t *testing.T) {
	e, _ := executor(t, 1)
	p := program()
	p.Env = []string{"HOME=/nowhere", "GIVEN=this"}
	res := e.Execute(t.Context(), runner.Request{Program: p, Args: []string{"environment"}})
	lines := strings.Fields(string(res.Stdout))
	if len(lines) != 4 || lines[1] != lines[0] || lines[2] != lines[0] || lines[3] != "this" {
		t.Fatalf("got %v, %q; want folder, HOME and TMPDIR the same and GIVEN=this", res.Verdict, res.Stdout)
	}
	if here, _ := os.Getwd(); lines[0] == here {
		t.Error("ran in the folder of the test")
	}
	if _, err := os.Stat(lines[0]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the private folder is left: %v", err)
	}
}

func TestArtefactFolderIsHidden(t *testing.T) {
	e, _ := executor(t, 1)
	dir := t.TempDir()
	script := filepath.Join(dir, "a.sh")
	if err := os.WriteFile(script, []byte("echo \"$0: line 3: oops\" >&2\nexit 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	res := e.Execute(t.Context(), runner.Request{Program: &runner.Program{Argv: []string{"/bin/sh", script}, Dir: dir}})
	if string(res.StderrHead) != "a.sh: line 3: oops\n" {
		t.Errorf("got %q", res.StderrHead)
	}
}

func TestWeFailed(t *testing.T) {
	e, _ := executor(t, 1)
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, argv0, want string }{
		{"missing", "/does/not/exist", "no such file"},
		{"not a program", text, "exec format error"},
		{"a folder", "/tmp", "permission denied"},
		{"relative", "sh", "not an absolute path"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := e.Execute(t.Context(), runner.Request{Program: &runner.Program{Name: "a.cpp", Argv: []string{c.argv0}}})
			if res.Verdict != runner.InternalError || res.Err == nil || !strings.Contains(res.Err.Error(), c.want) ||
				!strings.HasPrefix(res.Err.Error(), "a.cpp: cannot start ") {
				t.Errorf("got %v, %v; want internal-error about %q", res.Verdict, res.Err, c.want)
			}
		})
	}
	if res := e.Execute(t.Context(), runner.Request{}); res.Verdict != runner.InternalError {
		t.Errorf("no program: got %v, want internal-error", res.Verdict)
	}
}

// awaitProcess waits until a process with the marker lives.
func awaitProcess(t *testing.T, marker string) {
	t.Helper()
	for len(processes(t, marker)) == 0 {
		if t.Context().Err() != nil {
			t.Fatal("never started")
		}
	}
}

func TestCancel(t *testing.T) {
	e, _ := executor(t, 1)
	const marker = "marker-of-cancel"
	ctx, cancel := context.WithCancel(t.Context())
	results := make(chan runner.Result, 2)
	for range 2 { // one runs, one waits for its slot
		go func() {
			results <- e.Execute(ctx, runner.Request{
				Program: program(), Args: []string{"daemon", marker}, Limits: runner.Limits{Wall: patient},
			})
		}()
	}
	sleeper := make(chan runner.Result)
	for range 2 {
		res := <-results
		if res.Verdict != runner.OK {
			t.Fatalf("got %v, want ok", res.Verdict)
		}
	}
	for range 2 {
		go func() {
			sleeper <- e.Execute(ctx, runner.Request{
				Program: program(), Args: []string{"sleep", marker}, Limits: runner.Limits{Wall: patient},
			})
		}()
	}
	awaitProcess(t, marker)
	cancel()
	for range 2 {
		if res := <-sleeper; res.Verdict != runner.InternalError || !errors.Is(res.Err, context.Canceled) {
			t.Errorf("got %v, %v; want internal-error, context canceled", res.Verdict, res.Err)
		}
	}
	if left := processes(t, marker); left != nil {
		t.Errorf("left over: %v", left)
	}
}

func TestClose(t *testing.T) {
	if behave == "" {
		t.Skip("needs g++ to build testdata/behave.cpp")
	}
	const marker = "marker-of-close"
	e := New(Config{Jobs: 2})
	result := make(chan runner.Result)
	go func() {
		result <- e.Execute(context.Background(), runner.Request{
			Program: program(), Args: []string{"spin", marker}, Limits: runner.Limits{Wall: patient},
		})
	}()
	awaitProcess(t, marker)
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if left := processes(t, marker); left != nil {
		t.Errorf("left over: %v", left)
	}
	if res := <-result; res.Verdict != runner.InternalError || !errors.Is(res.Err, ErrClosed) {
		t.Errorf("got %v, %v; want internal-error, %v", res.Verdict, res.Err, ErrClosed)
	}
	if res := e.Execute(context.Background(), runner.Request{Program: program()}); !errors.Is(res.Err, ErrClosed) {
		t.Errorf("after Close: got %v, want %v", res.Err, ErrClosed)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

func TestManyAtOnce(t *testing.T) {
	e, _ := executor(t, 8)
	var wg sync.WaitGroup
	for i := range 200 {
		what := []string{"cat", "daemon", "fork-holds-stdout"}[i%3]
		want := "parent is done\n"
		stdin := fmt.Sprintf("input %d\n", i)
		if what == "cat" {
			want = stdin
		}
		wg.Go(func() {
			res := e.Execute(t.Context(), runner.Request{
				Program: keptProgram(), Args: []string{what, "marker-of-many"}, Stdin: []byte(stdin), Limits: runner.Limits{Wall: patient},
			})
			if res.Verdict != runner.OK || string(res.Stdout) != want {
				t.Errorf("%s: got %v %q %v, want ok %q", what, res.Verdict, res.Stdout, res.Err, want)
			}
		})
	}
	wg.Wait()
	if left := processes(t, "marker-of-many"); left != nil {
		t.Errorf("left over: %v", left)
	}
}

func TestAlone(t *testing.T) {
	e, _ := executor(t, 4)
	type span struct {
		begin, end int64
		alone      bool
	}
	var mu sync.Mutex
	var spans []span
	var wg sync.WaitGroup
	for i := range 60 {
		alone := i%3 == 0
		wg.Go(func() {
			res := e.Execute(t.Context(), runner.Request{
				Program: keptProgram(), Args: []string{"moments"}, Alone: alone, Limits: runner.Limits{Wall: patient},
			})
			s := span{alone: alone}
			if _, err := fmt.Sscan(string(res.Stdout), &s.begin, &s.end); err != nil {
				t.Errorf("got %v, %q", res.Verdict, res.Stdout)
			}
			mu.Lock()
			defer mu.Unlock()
			spans = append(spans, s)
		})
	}
	wg.Wait()
	for i, a := range spans {
		for j, b := range spans {
			if i != j && a.alone && a.begin < b.end && b.begin < a.end {
				t.Fatalf("one that ran alone, %+v, was not: %+v", a, b)
			}
		}
	}
}

// TestChildrenOfOthersLive: processes that other parts of our program started in our own group are none of our business.
func TestChildrenOfOthersLive(t *testing.T) {
	_, run := executor(t, 1)
	other := exec.Command(behave, "cat")
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	run(runner.Limits{Wall: patient}, "", "daemon")
	in.Close()
	if err := other.Wait(); err != nil {
		t.Errorf("another package's child: %v", err)
	}
}

func TestPython(t *testing.T) {
	e, _ := executor(t, 1)
	python, err := exec.LookPath("/usr/bin/python3")
	if err != nil {
		t.Skip("needs /usr/bin/python3")
	}
	for _, c := range []struct {
		name, code string
		limits     runner.Limits
		verdict    runner.Verdict
	}{
		{"exception", "1/0", runner.Limits{Wall: patient}, runner.Crash},
		{"MemoryError", "x = bytearray(1 << 40)", runner.Limits{Wall: patient, Memory: 64 * runner.MiB}, runner.MemoryLimit},
		{"MemoryError of its own", "raise MemoryError", runner.Limits{Wall: patient}, runner.Crash},
		{
			"deep recursion", "import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return n and 1 + f(n - 1)\nassert f(200000) == 200000",
			runner.Limits{Wall: patient},
			runner.OK,
		},
		{"endless output", "while True: print(1)", runner.Limits{Wall: patient, Output: 1000}, runner.OutputLimit},
		{"endless loop", "while True: pass", runner.Limits{CPU: 100 * time.Millisecond, Wall: patient}, runner.TimeLimit},
		{
			"subprocess", "import subprocess, sys; subprocess.Popen(['sleep', '1000'], start_new_session=True)",
			runner.Limits{Wall: patient},
			runner.OK,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := e.Execute(t.Context(), runner.Request{
				Program: &runner.Program{
					Argv: []string{python, "-I", "-S", "-c", c.code}, Env: []string{"PATH=/usr/bin:/bin"},
				},
				Limits: c.limits,
			})
			if res.Verdict != c.verdict {
				t.Errorf("got %v, want %v; stderr %s", res.Verdict, c.verdict, res.StderrHead)
			}
		})
	}
}

// TestOurOwnLimits: who runs into a limit of the system with us is told which.
func TestOurOwnLimits(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	e := New(Config{Jobs: 1})
	defer e.Close()
	few := limit
	few.Cur = 6
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	res := e.Execute(t.Context(), runner.Request{Program: &runner.Program{Name: "a", Argv: []string{"/bin/true"}}})
	if res.Verdict != runner.InternalError || !strings.Contains(fmt.Sprint(res.Err), "ulimit -n") {
		t.Errorf("got %v, %v", res.Verdict, res.Err)
	}
}
