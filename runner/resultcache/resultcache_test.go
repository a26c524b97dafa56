package resultcache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"execre/runner"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// machine is an executor that counts. It answers with give, or else echoes stdin.
type machine struct {
	runs atomic.Int64
	give func(runner.Request) runner.Result
}

func (m *machine) Execute(_ context.Context, req runner.Request) runner.Result {
	m.runs.Add(1)
	if m.give != nil {
		return m.give(req)
	}
	return echo(req)
}

func echo(req runner.Request) runner.Result {
	return runner.Result{Verdict: runner.OK, Stdout: fmt.Appendf(nil, "%s %s", req.Program.Key, req.Stdin), Engine: "spawn"}
}

func request(key, stdin string) runner.Request {
	return runner.Request{Program: &runner.Program{Name: "a.py", Argv: []string{"/a"}, Key: key}, Stdin: []byte(stdin)}
}

// execute also says whether the result was known, and checks that Cached says the same.
func execute(t testing.TB, e *Executor, req runner.Request) (res runner.Result, cached bool) {
	t.Helper()
	m := e.inner.(*machine)
	before := m.runs.Load()
	res = e.Execute(t.Context(), req)
	cached = m.runs.Load() == before
	if res.Cached != cached {
		t.Errorf("Cached is %t, but the program was executed %d times", res.Cached, m.runs.Load()-before)
	}
	return res, cached
}

func expect(t testing.TB, e *Executor, req runner.Request, cached bool) {
	t.Helper()
	if _, got := execute(t, e, req); got != cached {
		t.Errorf("%s on %.20q: from the cache %t, want %t", req.Program.Key, req.Stdin, got, cached)
	}
}

// diskSize is the size of the only file in dir.
func diskSize(t testing.TB, dir string) int64 {
	t.Helper()
	info, err := os.Stat(onlyFile(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func onlyFile(t testing.TB, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("want one file in the cache, got %q %v", files, err)
	}
	return files[0]
}

// TestKey: each part of what decides on a result is a part of the key, and nothing else is.
func TestKey(t *testing.T) {
	base := func() runner.Request {
		r := request("k", "1 2\n")
		r.Args = []string{"a", "bc"}
		r.Limits = runner.Limits{CPU: time.Second, Memory: runner.GiB}
		return r
	}
	for _, c := range []struct {
		name   string
		change func(*runner.Request)
		hit    bool
	}{
		{"the same", func(*runner.Request) {}, true},
		{"defaults spelt out", func(r *runner.Request) { r.Limits = r.Limits.WithDefaults() }, true},
		{"the program's place", func(r *runner.Request) {
			r.Program = &runner.Program{Key: "k", Name: "b", Argv: []string{"/b"}, Dir: "/b"}
		}, true},
		{"program", func(r *runner.Request) { r.Program = &runner.Program{Key: "k2"} }, false},
		{"no key", func(r *runner.Request) { r.Program = &runner.Program{} }, false},
		{"stdin", func(r *runner.Request) { r.Stdin = []byte("1 2") }, false},
		{"no arguments", func(r *runner.Request) { r.Args = nil }, false},
		{"arguments cut elsewhere", func(r *runner.Request) { r.Args = []string{"ab", "c"} }, false},
		{"stdin moved into an argument", func(r *runner.Request) { r.Args, r.Stdin = []string{"a", "bc1 2\n"}, nil }, false},
		{"a file", func(r *runner.Request) { r.Files = map[string][]byte{"input": []byte("1 2\n")} }, false},
		{"an empty file", func(r *runner.Request) { r.Files = map[string][]byte{"": nil} }, false},
		{"no files", func(r *runner.Request) { r.Files = map[string][]byte{} }, true},
		{"collected files", func(r *runner.Request) { r.Collect = []string{"out"} }, false},
		{"alone", func(r *runner.Request) { r.Alone = true }, false},
		{"fresh", func(r *runner.Request) { r.Fresh = true }, false},
		{"CPU", func(r *runner.Request) { r.Limits.CPU++ }, false},
		{"wall", func(r *runner.Request) { r.Limits.Wall = time.Minute }, false},
		{"memory", func(r *runner.Request) { r.Limits.Memory++ }, false},
		{"output", func(r *runner.Request) { r.Limits.Output = runner.MiB }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			e := New(&machine{}, Config{Dir: dir})
			expect(t, e, base(), false)
			expect(t, e, base(), true)
			changed := base()
			c.change(&changed)
			expect(t, e, changed, c.hit)
			expect(t, e, base(), true)
			again := New(&machine{}, Config{Dir: dir})
			expect(t, again, base(), true)
		})
	}
}

// TestFilesInKey: what a program finds in its folder decides on what it does.
func TestFilesInKey(t *testing.T) {
	given := func(files map[string]string) runner.Request {
		r := request("k", "1")
		r.Files = map[string][]byte{}
		for name, text := range files {
			r.Files[name] = []byte(text)
		}
		return r
	}
	e := New(&machine{}, Config{})
	expect(t, e, given(map[string]string{"input": "1", "output": "2"}), false)
	expect(t, e, given(map[string]string{"input": "1", "output": "2"}), true)
	expect(t, e, given(map[string]string{"input": "2", "output": "1"}), false)
	expect(t, e, given(map[string]string{"input": "1", "output": "2", "answer": ""}), false)
	expect(t, e, given(map[string]string{"input": "1"}), false)
	expect(t, e, given(map[string]string{"inpu": "t1"}), false)
}

// TestNothingIsLost: what comes from the cache, of this process or of an earlier one, is what was stored.
func TestNothingIsLost(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.Byte())
		want := runner.Result{
			Verdict:    runner.Verdict(rapid.IntRange(int(runner.OK), int(runner.OutputLimit)).Draw(t, "verdict")),
			Stdout:     text.Draw(t, "stdout"),
			StderrHead: text.Draw(t, "head"),
			StderrTail: text.Draw(t, "tail"),
			CPU:        time.Duration(rapid.Int64().Draw(t, "cpu")),
			Wall:       time.Duration(rapid.Int64().Draw(t, "wall")),
			Memory:     runner.Bytes(rapid.Int64().Draw(t, "memory")),
			ExitCode:   int(rapid.Int32().Draw(t, "exit")),
			Signal:     rapid.String().Draw(t, "signal"),
			Engine:     runner.Engine(rapid.String().Draw(t, "engine")),
		}
		m := &machine{give: func(runner.Request) runner.Result { return want }}
		req := request("key", rapid.String().Draw(t, "stdin"))
		req.Fresh = true
		first := New(m, Config{Dir: dir})
		if err := Clear(dir); err != nil {
			t.Fatal(err)
		}
		first.Execute(context.Background(), req)
		req.Fresh = false
		want.Cached = true
		for _, e := range []*Executor{first, New(m, Config{Dir: dir})} {
			got := e.Execute(context.Background(), req)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// TestOwnCopies: who gets a result may write to it.
func TestOwnCopies(t *testing.T) {
	e := New(&machine{}, Config{})
	for range 3 {
		res, _ := execute(t, e, request("k", "1"))
		if string(res.Stdout) != "k 1" {
			t.Fatalf("got %q", res.Stdout)
		}
		res.Stdout[0] = 'X'
	}
}

func TestNeverKept(t *testing.T) {
	for _, c := range []struct {
		name string
		res  runner.Result
		kept bool
	}{
		{"invalid", runner.Result{}, false},
		{"unknown", runner.Result{Verdict: 99}, false},
		{"internal error", runner.Result{Verdict: runner.InternalError, Err: errors.New("x")}, false},
		{"large", runner.Result{Verdict: runner.OK, Stdout: make([]byte, MaxStdout)}, true},
		{"too large", runner.Result{Verdict: runner.OK, Stdout: make([]byte, MaxStdout+1)}, false},
		{"time limit", runner.Result{Verdict: runner.TimeLimit}, true},
		{"output limit", runner.Result{Verdict: runner.OutputLimit}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			m := &machine{give: func(runner.Request) runner.Result { return c.res }}
			e := New(m, Config{Dir: dir})
			expect(t, e, request("k", ""), false)
			expect(t, e, request("k", ""), c.kept)
			expect(t, New(m, Config{Dir: dir}), request("k", ""), c.kept)
		})
	}
}

// TestOurFailureContradictsNothing: that we failed once says nothing about what is known.
func TestOurFailureContradictsNothing(t *testing.T) {
	m := &machine{}
	e := New(m, Config{})
	expect(t, e, request("k", ""), false)
	m.give = func(runner.Request) runner.Result { return runner.Result{Verdict: runner.InternalError} }
	fresh := request("k", "")
	fresh.Fresh = true
	expect(t, e, fresh, false)
	expect(t, e, request("k", ""), true)
}

// TestRepetitionsTakeNoSpace: confirming what is known writes nothing.
func TestRepetitionsTakeNoSpace(t *testing.T) {
	dir := t.TempDir()
	e := New(&machine{}, Config{Dir: dir})
	req := request("k", "")
	req.Fresh = true
	expect(t, e, req, false)
	size := diskSize(t, dir)
	expect(t, e, req, false)
	if got := diskSize(t, dir); got != size {
		t.Errorf("the file grew from %d to %d bytes", size, got)
	}
}

func TestContradiction(t *testing.T) {
	ok := runner.Result{Verdict: runner.OK, Stdout: []byte("1"), CPU: 1}
	crash := runner.Result{Verdict: runner.Crash, ExitCode: 1}
	slow := runner.Result{Verdict: runner.TimeLimit, ExitCode: -1, Signal: "SIGKILL", Stdout: []byte("1\n1")}
	with := func(r runner.Result, change func(*runner.Result)) runner.Result {
		change(&r)
		return r
	}
	for _, c := range []struct {
		name       string
		was, is    runner.Result
		contradict bool
	}{
		{"time and stderr", ok, with(ok, func(r *runner.Result) { r.CPU, r.Memory, r.StderrHead = 2, 3, []byte("x") }), false},
		{"stdout", ok, with(ok, func(r *runner.Result) { r.Stdout = []byte("2") }), true},
		{"large stdout", ok, with(ok, func(r *runner.Result) { r.Stdout = make([]byte, 2*MaxStdout) }), true},
		{"verdict", ok, with(ok, func(r *runner.Result) { r.Verdict = runner.TimeLimit }), true},
		{"exit code", crash, with(crash, func(r *runner.Result) { r.ExitCode = 2 }), true},
		{"signal", crash, with(crash, func(r *runner.Result) { r.Signal = "SIGSEGV" }), true},
		{"stdout when killed", slow, with(slow, func(r *runner.Result) { r.Stdout, r.Signal = nil, "SIGXCPU" }), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			m := &machine{give: func(runner.Request) runner.Result { return c.was }}
			e := New(m, Config{Dir: dir})
			plain, alone, other := request("k", "1"), request("k", "1"), request("k", "2")
			alone.Alone = true
			expect(t, e, plain, false)
			expect(t, e, alone, false)
			expect(t, e, other, false)

			m.give = func(runner.Request) runner.Result { return c.is }
			fresh := plain
			fresh.Fresh = true
			if res, _ := execute(t, e, fresh); !bytes.Equal(res.Stdout, c.is.Stdout) {
				t.Errorf("a fresh execution gave %q, which it did not print", res.Stdout)
			}
			// From now on each of them is executed, whatever it gives; another process knows by the mark.
			size := diskSize(t, dir)
			for _, e := range []*Executor{e, New(m, Config{Dir: dir})} {
				for range 2 {
					expect(t, e, plain, !c.contradict)
					expect(t, e, alone, !c.contradict)
					expect(t, e, other, true)
				}
			}
			if got := diskSize(t, dir); got != size {
				t.Errorf("the file grew from %d to %d bytes", size, got)
			}
		})
	}
}

// TestContradictionBetweenProcesses: two processes executed the same, with other outcomes; a third believes neither.
func TestContradictionBetweenProcesses(t *testing.T) {
	dir := t.TempDir()
	var processes []*Executor
	for _, stdout := range []string{"heads", "tails"} {
		e := New(&machine{give: func(runner.Request) runner.Result {
			return runner.Result{Verdict: runner.OK, Stdout: []byte(stdout)}
		}}, Config{Dir: dir})
		expect(t, e, request("k", "something else"+stdout), false) // now each has read the file
		processes = append(processes, e)
	}
	for _, e := range processes {
		expect(t, e, request("k", "1"), false)
	}
	e := New(&machine{}, Config{Dir: dir})
	expect(t, e, request("k", "1"), false)
	expect(t, e, request("k", "1"), false)
}

// TestCancelled: a cancelled request is the inner executor's affair, known or not.
func TestCancelled(t *testing.T) {
	m := &machine{}
	e := New(m, Config{})
	expect(t, e, request("k", ""), false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if res := e.Execute(ctx, request("k", "")); res.Cached || m.runs.Load() != 2 {
		t.Errorf("a cancelled request was answered from the cache: %+v", res)
	}
}

// TestHitsDoNotWait: what is known is given while everything that executes is stuck.
func TestHitsDoNotWait(t *testing.T) {
	stuck, entered := make(chan struct{}), make(chan struct{})
	m := &machine{}
	e := New(m, Config{Dir: t.TempDir()})
	expect(t, e, request("k", "known"), false)
	m.give = func(req runner.Request) runner.Result {
		close(entered)
		<-stuck
		return echo(req)
	}
	var done sync.WaitGroup
	done.Go(func() { e.Execute(t.Context(), request("k", "new")) })
	<-entered
	expect(t, e, request("k", "known"), true)
	close(stuck)
	done.Wait()
}

// TestManyAtOnce: several executors on one folder, each used by several goroutines, as several processes would be.
func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	const programs, inputs = 3, 40
	each := func(do func(req runner.Request)) {
		for i := range programs * inputs {
			do(request(fmt.Sprint("key", i%programs), strings.Repeat(fmt.Sprint(i), i*20)))
		}
	}
	executors := []*Executor{New(&machine{}, Config{Dir: dir}), New(&machine{}, Config{Dir: dir})}
	var done sync.WaitGroup
	for _, e := range executors {
		for range 3 {
			done.Go(func() {
				each(func(req runner.Request) {
					if got, want := e.Execute(t.Context(), req), echo(req); !bytes.Equal(got.Stdout, want.Stdout) {
						t.Errorf("got %.40q, want %.40q", got.Stdout, want.Stdout)
					}
				})
			})
		}
	}
	done.Wait()
	later := New(&machine{}, Config{Dir: dir})
	each(func(req runner.Request) { expect(t, later, req, true) })
}

// TestMemoryIsBounded: the program that was used longest ago goes first, and none that is in use.
func TestMemoryIsBounded(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		e := New(&machine{give: func(runner.Request) runner.Result {
			return runner.Result{Verdict: runner.OK, Stdout: make([]byte, 220<<10)}
		}}, Config{Dir: dir, MaxMemory: runner.MiB})
		for i := range 5 {
			expect(t, e, request(fmt.Sprint(i), ""), false)
		}
		for range 3 {
			for i := range 5 { // four fit, and are not dropped for the fifth, however often it comes
				expect(t, e, request(fmt.Sprint(i), ""), i < 4)
			}
		}
		for range recent/3 + 1 {
			for i := 1; i < 4; i++ {
				expect(t, e, request(fmt.Sprint(i), ""), true)
			}
		}
		expect(t, e, request("new", ""), false) // takes the place of 0
		expect(t, e, request("new", ""), true)
		for i := 1; i < 4; i++ {
			expect(t, e, request(fmt.Sprint(i), ""), true)
		}
		expect(t, e, request("0", ""), false)
		if e.size > e.maxMemory {
			t.Errorf("%d bytes in memory, want at most %d", e.size, e.maxMemory)
		}
		kept := runner.Bytes(0)
		for _, known := range e.programs {
			kept += known.size
		}
		if kept != e.size {
			t.Errorf("%d bytes in memory are counted as %d", kept, e.size)
		}
	}
}

// TestManyPrograms: programs with few results are bounded too.
func TestManyPrograms(t *testing.T) {
	e := New(&machine{}, Config{MaxMemory: 4 * runner.MiB})
	for i := range 10_000 {
		e.Execute(t.Context(), request(fmt.Sprint(i), ""))
	}
	if n := len(e.programs); n > 8192 || e.size > e.maxMemory { // 4 MiB, each at least 512 bytes
		t.Errorf("%d programs in memory, %d bytes", n, e.size)
	}
	expect(t, e, request("9999", ""), true)
}

func TestCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	e := New(&machine{}, Config{Dir: filepath.Join(file, "results"), Log: slog.New(slog.NewTextHandler(&log, nil))})
	for i := range 3 {
		expect(t, e, request("k", fmt.Sprint(i)), false)
		expect(t, e, request("k", fmt.Sprint(i)), true)
	}
	if got := strings.Count(log.String(), "memory only"); got != 1 {
		t.Errorf("logged %d times, want once:\n%s", got, &log)
	}
	e = New(&machine{}, Config{Dir: filepath.Join(file, "results")})
	expect(t, e, request("k", ""), false) // nobody to tell
}

func BenchmarkHit(b *testing.B) {
	for _, size := range []int{10, 1 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("stdin=%d", size), func(b *testing.B) {
			m := &machine{give: func(runner.Request) runner.Result {
				return runner.Result{Verdict: runner.OK, Stdout: []byte("42\n")}
			}}
			e := New(m, Config{})
			req := request("k", strings.Repeat("7", size))
			e.Execute(b.Context(), req)
			b.ReportAllocs()
			for b.Loop() {
				if !e.Execute(b.Context(), req).Cached {
					b.Fatal("not cached")
				}
			}
		})
	}
}

// BenchmarkFirstUse reads the file of a program with 500 results.
func BenchmarkFirstUse(b *testing.B) {
	for _, size := range []int{10, 10 << 10} {
		b.Run(fmt.Sprintf("stdout=%d", size), func(b *testing.B) {
			dir := b.TempDir()
			m := &machine{give: func(runner.Request) runner.Result {
				return runner.Result{Verdict: runner.OK, Stdout: slices.Repeat([]byte("7"), size)}
			}}
			e := New(m, Config{Dir: dir})
			for i := range 500 {
				e.Execute(b.Context(), request("k", fmt.Sprint(i)))
			}
			for b.Loop() {
				e := New(m, Config{Dir: dir})
				if !e.Execute(b.Context(), request("k", "7")).Cached {
					b.Fatal("not cached")
				}
			}
		})
	}
}

// BenchmarkStore is what the cache adds to an execution.
func BenchmarkStore(b *testing.B) {
	e := New(&machine{}, Config{Dir: b.TempDir()})
	i := 0
	for b.Loop() {
		i++
		e.Execute(b.Context(), request(fmt.Sprint("k", i%7), fmt.Sprint(i)))
	}
}

// TestConfirmedResultStays: what a process of its own confirmed need not be confirmed again, now or later.
func TestConfirmedResultStays(t *testing.T) {
	dir := t.TempDir()
	m := &machine{give: func(req runner.Request) runner.Result {
		res := runner.Result{Verdict: runner.OK, Stdout: []byte("1\n"), Engine: runner.Zygote}
		if req.Fresh {
			res.Engine = runner.Spawn
		}
		return res
	}}
	e := New(m, Config{Dir: dir})
	engine := func(e *Executor, fresh bool) runner.Engine {
		req := request("key", "1\n")
		req.Fresh = fresh
		return e.Execute(context.Background(), req).Engine
	}
	if got := engine(e, false); got != runner.Zygote {
		t.Fatalf("first by %s", got)
	}
	size := e.size
	engine(e, true)
	for name, e := range map[string]*Executor{"this process": e, "a later one": New(m, Config{Dir: dir})} {
		if got := engine(e, false); got != runner.Spawn {
			t.Errorf("%s: by %q after it was confirmed", name, got)
		}
	}
	if e.size < size-64 || e.size > size+64 {
		t.Errorf("one result counts %d bytes, and confirmed %d", size, e.size)
	}
}
