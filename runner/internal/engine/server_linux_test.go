package engine

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

// scratch holds what the tests build.
var scratch string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "execre-engine-test-*")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		panic(err)
	}
	scratch = dir
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// patient is the wall limit of programs that another limit must end.
const patient = 2 * time.Minute

// built remembers what was built, by name.
var built sync.Map

// builtBefore names the scratch of the process that started this one, for TestAsOrdinaryUser.
const builtBefore = "EXECRE_TEST_BUILT"

// build runs a compiler unless the file is there already, and gives the file's path.
func build(t *testing.T, name string, argv ...string) string {
	t.Helper()
	if before := os.Getenv(builtBefore); before != "" {
		if _, err := os.Stat(filepath.Join(before, name)); err == nil {
			return filepath.Join(before, name)
		}
	}
	out := filepath.Join(scratch, name)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		t.Fatal(err)
	}
	once, _ := built.LoadOrStore(name, sync.OnceValue(func() error {
		if _, err := exec.LookPath(argv[0]); err != nil {
			return err
		}
		text, err := exec.Command(argv[0], append(argv[1:], "-o", out)...).CombinedOutput()
		if err != nil || len(text) > 0 {
			return fmt.Errorf("%v: %v\n%s", argv, err, text)
		}
		return nil
	}))
	switch err := once.(func() error)(); {
	case errors.Is(err, exec.ErrNotFound):
		t.Skipf("needs %s", argv[0])
	case err != nil:
		t.Fatal(err)
	}
	return out
}

// written writes a file below scratch.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(scratch, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	// At once: another test that runs beside this one may have written it too, and its compiler is reading.
	file, err := os.CreateTemp(filepath.Dir(path), ".written-")
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteString(text)
	if err := errors.Join(err, file.Chmod(0o644), file.Close(), os.Rename(file.Name(), path)); err != nil {
		t.Fatal(err)
	}
	return path
}

// forkServerObject compiles fsrv.c as strictly as we can: strangers' compilers must have nothing to say about it.
func forkServerObject(t *testing.T, name string, flags ...string) string {
	t.Helper()
	source := written(t, "fsrv.c", ForkServerSource())
	argv := append([]string{"gcc", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-std=c99", source}, flags...)
	return build(t, name, argv...)
}

// linked gives a C or C++ program that is its own fork server.
func linked(t *testing.T, name, compiler, source string, flags ...string) *runner.Program {
	t.Helper()
	object := forkServerObject(t, "fsrv.o", "-c")
	argv := append([]string{compiler, "-O1", "-pthread", ForkServerWraps, source, object}, flags...)
	return served(build(t, name, argv...), runner.ForkServer, nil)
}

// served is a native program that is started as its own server by the environment.
func served(path string, engine runner.Engine, env []string) *runner.Program {
	return &runner.Program{
		Name: filepath.Base(path), Argv: []string{path}, Env: []string{"PATH=/usr/bin:/bin", "GIVEN=this"}, Dir: filepath.Dir(path),
		Server: &runner.Server{Engine: engine, Argv: []string{path}, Env: append(env, "EXECRE_SERVE=1")},
	}
}

// preloaded gives a program into which the fork server is preloaded.
func preloaded(t *testing.T, path string) *runner.Program {
	t.Helper()
	library := forkServerObject(t, "fsrv.so", "-shared", "-fPIC", "-DEXECRE_PRELOAD", "-ldl")
	p := served(path, runner.ForkServer, []string{"LD_PRELOAD=" + library})
	p.Reads = []string{library}
	return p
}

// inputs executes one input after the other and replaces the server when it has ended.
type inputs struct {
	t       *testing.T
	cfg     Config
	server  *Server
	started int
}

func serving(t *testing.T, p *runner.Program, engine runner.Engine) *inputs {
	t.Helper()
	folder, err := os.MkdirTemp("", "execre-engine-folder-*")
	if err != nil {
		t.Fatal(err)
	}
	in := &inputs{t: t, cfg: Config{Program: p, Engine: engine, Folder: folder}}
	t.Cleanup(func() {
		if in.server != nil {
			in.server.Close()
		}
		if err := os.Remove(folder); err != nil {
			t.Errorf("the working folder: %v", err)
		}
		for _, left := range processesIn(t, folder) {
			t.Errorf("left over: %s", left)
		}
	})
	return in
}

// processesIn lists the living processes that work in a folder.
func processesIn(t *testing.T, folder string) []string {
	t.Helper()
	// With the last part in the pattern the kernel would list every file of every process, and forget them all one by one.
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, process := range all {
		link := process + "/cwd"
		if at, err := os.Readlink(link); err == nil && strings.HasPrefix(at, folder) {
			line, _ := os.ReadFile(process + "/cmdline")
			found = append(found, link+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return found
}

func (in *inputs) run(ctx context.Context, stdin string, limits runner.Limits, args ...string) (runner.Result, error) {
	in.t.Helper()
	if in.server != nil && !in.server.Alive() {
		in.server.Close()
		in.server = nil
	}
	if in.server == nil {
		server, err := Start(ctx, in.cfg)
		if err != nil {
			in.t.Fatal(err)
		}
		in.server = server
		in.started++
	}
	return in.server.Run(ctx, args, []byte(stdin), limits)
}

// behaving gives the engines that execute testdata/behave.cpp.
func behaving(t *testing.T) map[string]*inputs {
	t.Helper()
	source, err := filepath.Abs("testdata/behave.cpp")
	if err != nil {
		t.Fatal(err)
	}
	static := linked(t, "static/behave", "g++", source, "-static")
	dynamic := linked(t, "dynamic/behave", "g++", source)
	plain := build(t, "plain/behave", "g++", "-O1", "-pthread", source)
	return map[string]*inputs{
		"spawn":              serving(t, served(plain, runner.Spawn, nil), runner.Spawn),
		"linked":             serving(t, static, runner.ForkServer),
		"linked dynamically": serving(t, dynamic, runner.ForkServer),
		"preloaded":          serving(t, preloaded(t, plain), runner.ForkServer),
	}
}

// shown is what a user sees of a result, but for times and memory.
func shown(res runner.Result) string {
	tail := ""
	if len(res.StderrTail) > 0 {
		tail = fmt.Sprintf(", stderr tail %d %q", len(res.StderrTail), res.StderrTail[max(0, len(res.StderrTail)-40):])
	}
	out := fmt.Sprintf("%d bytes", len(res.Stdout))
	if len(res.Stdout) <= 1000 {
		out = fmt.Sprintf("%q", res.Stdout)
	}
	if res.Verdict == runner.OutputLimit {
		res.ExitCode, res.Signal = 0, "" // it ended by itself or was seen to print too much, whatever came first
	}
	head := res.StderrHead[:min(len(res.StderrHead), 1000)]
	return fmt.Sprintf("%v, stdout %s, exit code %d, signal %q, stderr %d %q%s",
		res.Verdict, out, res.ExitCode, res.Signal, len(res.StderrHead), head, tail)
}

func TestNativeBehaviour(t *testing.T) {
	engines := behaving(t)
	unlimited := runner.Limits{Wall: patient}
	output := runner.Limits{Wall: patient, Output: 100_000}
	cpu := runner.Limits{CPU: 50 * time.Millisecond, Wall: patient}
	for _, c := range []struct {
		stdin  string
		limits runner.Limits
		want   string // the beginning of the outcome
		ends   bool   // the server, with the execution
	}{
		{"cat 1 2 3\n", unlimited, `ok, stdout " 1 2 3\n", exit code 0, signal "", stderr 0 ""`, false},
		{"cat", unlimited, `ok, stdout "", exit code 0`, false},
		{"", unlimited, `crash, stdout "", exit code 77`, false},
		{"cat\n" + strings.Repeat("0123456789\n", 100_000), unlimited, "ok, stdout 1100001 bytes, exit code 0", false},
		{"cat small again", unlimited, `ok, stdout " small again", exit code 0`, false},
		{"exit 3", unlimited, `crash, stdout "", exit code 3, signal ""`, false},
		{"exit 255", unlimited, `crash, stdout "", exit code 255, signal ""`, false},
		{"exit 256", unlimited, `ok, stdout "", exit code 0`, false},
		{"abort", unlimited, `crash, stdout "", exit code -1, signal "SIGABRT"`, false},
		{"assert", unlimited, `crash, stdout "", exit code -1, signal "SIGABRT", stderr `, false},
		{"throw", unlimited, `crash, stdout "", exit code -1, signal "SIGABRT", stderr `, false},
		{"segv", unlimited, `crash, stdout "", exit code -1, signal "SIGSEGV"`, false},
		{"raise 8", unlimited, `crash, stdout "", exit code -1, signal "SIGFPE"`, false},
		{"raise 15", unlimited, `crash, stdout "", exit code -1, signal "SIGTERM"`, false},
		{"raise 9", unlimited, `crash, stdout "", exit code -1, signal "SIGKILL"`, false},
		{"raise 40", unlimited, `crash, stdout "", exit code -1, signal "signal 40"`, false},
		{"print 100000", output, `ok, stdout 100000 bytes, exit code 0`, false},
		{"print 100001", output, `output-limit, stdout 100000 bytes`, false},
		{"print 20000000", runner.Limits{Wall: patient, Output: 20_000_000}, `ok, stdout 20000000 bytes`, false},
		{"print 20000001", runner.Limits{Wall: patient, Output: 20_000_000}, `output-limit, stdout 20000000 bytes`, false},
		{"debug", output, `ok, stdout "right\n", exit code 0, signal "", stderr 4096 "begindebug`, false},
		{"recurse", unlimited, `ok, stdout "1000000\n", exit code 0`, false},
		{"threads", unlimited, `ok, stdout "8\n", exit code 0`, false},
		{"atexit", unlimited, `ok, stdout "main\nat exit\n", exit code 0`, false},
		{"close-stdin", unlimited, `ok, stdout "done\n", exit code 0`, false},
		{"close-all", unlimited, `ok, stdout "", exit code 0`, false},
		{"write-all", unlimited, `ok, stdout "", exit code 0`, false},
		{"descriptors", unlimited, `ok, stdout "0 1 2 ", exit code 0`, false},
		{"signals", unlimited, `ok, stdout "", exit code 0`, false},
		{"count", unlimited, `ok, stdout "1\n", exit code 0`, false},
		{"dev-stdin", unlimited, `ok, stdout "dev-stdin", exit code 0`, false},
		{"proc-stdin", unlimited, `ok, stdout "proc-stdin", exit code 0`, false},
		{"dev-stdout", unlimited, `ok, stdout "hello\n", exit code 0`, false},
		{"write-stdin", unlimited, `ok, stdout "1\n", exit code 0`, false},
		{"rewind", unlimited, `ok, stdout "rewind", exit code 0`, false},
		{"wait-for-child", unlimited, `ok, stdout "child\n3\n", exit code 0`, false},
		{"make-files", unlimited, `ok, stdout "", exit code 0`, false},
		{"list", unlimited, `ok, stdout "", exit code 0`, false},
		{"lock-files", unlimited, `ok, stdout "", exit code 0`, false},
		{"list", unlimited, `ok, stdout "", exit code 0`, false},
		{"kill-group", unlimited, `crash, stdout "", exit code -1, signal "SIGKILL"`, false},
		{"spin", cpu, `time-limit, stdout "", exit code -1, signal "SIGKILL"`, true},
		{"spin-in-child", cpu, `time-limit, stdout "", exit code -1, signal "SIGKILL"`, true},
		{"sleep", runner.Limits{Wall: 50 * time.Millisecond}, `time-limit, stdout "", exit code -1, signal "SIGKILL"`, true},
		{"stop", runner.Limits{Wall: 50 * time.Millisecond}, `time-limit, stdout "", exit code -1, signal "SIGKILL"`, true},
		{"hog", runner.Limits{Wall: patient, Memory: 64 * runner.MiB}, `memory-limit, stdout ""`, true},
		{"allocate 20", runner.Limits{Wall: patient, Memory: 64 * runner.MiB}, `ok, stdout "done\n"`, false},
		{"count", unlimited, `ok, stdout "1\n", exit code 0`, false},
	} {
		t.Run(c.stdin[:min(len(c.stdin), 20)], func(t *testing.T) {
			want := ""
			for name, in := range engines {
				in.t = t
				res, err := in.run(t.Context(), c.stdin, c.limits)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				got := shown(res)
				if !strings.HasPrefix(got, c.want) {
					t.Errorf("%s: got %s, want %s", name, got, c.want)
				}
				if want == "" {
					want = got
				} else if got != want {
					t.Errorf("%s: got %s, another engine gave %s", name, got, want)
				}
				if res.Engine != in.cfg.Engine || res.Wall <= 0 {
					t.Errorf("%s: got engine %q, wall %v", name, res.Engine, res.Wall)
				}
				if in.server.Alive() == c.ends && res.Verdict != runner.OutputLimit {
					t.Errorf("%s: the server lives on: %v", name, !c.ends)
				}
			}
		})
	}
}

func TestHostile(t *testing.T) {
	unlimited := runner.Limits{Wall: patient}
	// Where it reaches its server that is waited for; where it does not the program ends by itself, however busy the machine is.
	shorter := runner.Limits{Wall: 5 * time.Second}
	for name, in := range behaving(t) {
		t.Run(name, func(t *testing.T) {
			in.t = t
			for _, c := range []struct {
				stdin  string
				limits runner.Limits
				want   string
			}{
				{"child", unlimited, `ok, stdout "parent is done\n", exit code 0`},
				{"daemon", unlimited, `ok, stdout "parent is done\n", exit code 0`},
				{"kill-parent", unlimited, `ok, stdout "done\n", exit code 0`},
				{"term-parent", unlimited, `ok, stdout "done\n", exit code 0`},
				{"stop-parent", shorter, `ok, stdout "done\n", exit code 0`},
				{"flood", unlimited, `output-limit, stdout 67108864 bytes`},
				{"flood-stderr", unlimited, `output-limit, stdout "", `},
				{"stubborn-flood", unlimited, `output-limit, stdout 67108864 bytes`},
			} {
				res, err := in.run(t.Context(), c.stdin, c.limits)
				attack := strings.HasSuffix(c.stdin, "-parent")
				switch {
				case attack && !strings.Contains(res.Sandbox, "pid namespace"):
					// It reaches its server. What counts is that this is noticed, and that the next one works.
					if err == nil && res.Verdict != runner.TimeLimit && res.Verdict != runner.OK || err != nil && !errors.Is(err, ErrLost) {
						t.Errorf("%s: got %s, %v; want a lost server", c.stdin, shown(res), err)
					}
				case err != nil:
					t.Errorf("%s: %v", c.stdin, err)
				case !strings.HasPrefix(shown(res), c.want):
					t.Errorf("%s: got %s, want %s", c.stdin, shown(res), c.want)
				}
				if !in.server.Alive() {
					for _, left := range processesIn(t, in.cfg.Folder) {
						t.Errorf("%s: left over: %s", c.stdin, left)
					}
				}
				res, err = in.run(t.Context(), "cat still here", unlimited)
				if err != nil || string(res.Stdout) != " still here" {
					t.Errorf("after %s: got %s, %v", c.stdin, shown(res), err)
				}
			}
		})
	}
}

func TestCancel(t *testing.T) {
	for name, in := range behaving(t) {
		t.Run(name, func(t *testing.T) {
			in.t = t
			if _, err := in.run(t.Context(), "count", runner.Limits{}); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() {
				_, err := in.server.Run(ctx, nil, []byte("spin"), runner.Limits{Wall: patient})
				ended <- err
			}()
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want %v", err, context.Canceled)
			}
			if _, err := in.server.Run(ctx, nil, []byte("count"), runner.Limits{}); err == nil {
				t.Error("a cancelled execution began")
			}
			if res, err := in.run(t.Context(), "count", runner.Limits{}); err != nil || string(res.Stdout) != "1\n" {
				t.Errorf("afterwards: got %s, %v", shown(res), err)
			}
		})
	}
}

func TestArgumentsAndEnvironment(t *testing.T) {
	for name, in := range behaving(t) {
		t.Run(name, func(t *testing.T) {
			in.t = t
			dir := in.cfg.Folder
			want := fmt.Sprintf("%s %s %s 1\nEXECRE_SERVE=(none)\nLD_PRELOAD=(none)\nGIVEN=this\n", dir, dir, dir)
			if res, err := in.run(t.Context(), "environment", runner.Limits{}); err != nil || string(res.Stdout) != want {
				t.Errorf("got %s, %v; want %q", shown(res), err, want)
			}
			res, err := in.run(t.Context(), "environment", runner.Limits{}, "a b", "", "c")
			if in.cfg.Engine != runner.Spawn {
				if err == nil {
					t.Error("took arguments that it cannot give to the program")
				}
				return
			}
			if want := strings.Replace(want, " 1\n", " 4\n", 1) + "a b\n\nc\n"; err != nil || string(res.Stdout) != want {
				t.Errorf("got %s, %v; want %q", shown(res), err, want)
			}
			long := strings.Repeat("x", 100_000)
			res, err = in.run(t.Context(), "environment", runner.Limits{}, long)
			if err != nil || !strings.HasSuffix(string(res.Stdout), "\n"+long+"\n") {
				t.Errorf("a long argument: got %d bytes, %v", len(res.Stdout), err)
			}
		})
	}
}

func TestUnfit(t *testing.T) {
	const include = "#include <cstdio>\n#include <cstdlib>\n#include <pthread.h>\n#include <sys/mman.h>\n#include <unistd.h>\nint main() { int n; if (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n); }\n"
	for _, c := range []struct{ name, source, want string }{
		{"reads", "static int first = getchar();", "it reads its input before main begins"},
		{"reads-there", "static char text[9]; static long first = pread(0, text, 9, 0);", "it reads its input before"},
		{"maps", "static char *text = (char *)mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, 0, 0);", "it reads its input before"},
		{"opens", "static FILE *in = fopen(\"/dev/stdin\", \"r\");", "it opens files before main begins"},
		{"alarm", "static unsigned before = alarm(1000);", "it sets a timer before main begins"},
		{"prints", "static int first = (puts(\"early\"), fflush(stdout));", "it prints before main begins"},
		{"threads", "static pthread_t t; static int first = pthread_create(&t, nullptr, [](void *) -> void * { pause(); return nullptr; }, nullptr);", "it starts threads before main begins"},
		{"ends", "static int first = (fputs(\"no licence\", stderr), exit(3), 0);", "no licence"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := linked(t, "unfit/"+c.name, "g++", written(t, "unfit-"+c.name+".cpp", include+c.source))
			in := serving(t, p, runner.ForkServer)
			s, err := Start(t.Context(), in.cfg)
			if err == nil {
				s.Close()
			}
			var unfit *UnfitError
			if !errors.As(err, &unfit) || unfit.Engine != runner.ForkServer || !strings.Contains(unfit.Reason, c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			spawned := serving(t, p, runner.Spawn)
			if res, err := spawned.run(t.Context(), "5\n", runner.Limits{}); err != nil || c.name != "ends" && res.Verdict != runner.OK {
				t.Errorf("spawn: got %s, %v", shown(res), err)
			}
		})
	}
}

// TestNativeStateBeforeMain executes programs that have more than memory where main begins, several times in one server,
// and expects of each execution what a fresh start shows.
func TestNativeStateBeforeMain(t *testing.T) {
	const include = "#include <cstdio>\n#include <cstdlib>\n#include <csignal>\n#include <sys/mman.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n"
	const pool = "int main() { int n; if (scanf(\"%d\", &n) != 1) return 3; printf(\"%d\\n\", *pool); *pool += n; }\n"
	for _, c := range []struct{ name, source string }{
		{"maps", "static int *pool = (int *)mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n" + pool},
		{"maps-raw", "static int *pool = (int *)syscall(SYS_mmap, 0L, 4096L, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1L, 0L);\n" + pool},
		{"allocates", "static int *pool = (int *)calloc(1 << 20, 1);\n" + pool},
		{"handles-once", `
static void handler(int) { puts("handled"); exit(0); }
static int set = [] { struct sigaction a = {}; a.sa_handler = handler; a.sa_flags = SA_RESETHAND | SA_NODEFER; return sigaction(SIGILL, &a, nullptr); }();
int main() { puts("now"); __builtin_trap(); }
`},
		{"reopens", `
static FILE *streams[] = {freopen("/dev/stdin", "r", stdin), freopen("/dev/stdout", "w", stdout)};
int main() { int n = -1; if (scanf("%d", &n) == 1 && streams[0] && streams[1]) printf("%d\n", n); }
`},
	} {
		for _, how := range []string{"static", "static-pie", "preloaded"} {
			t.Run(how+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				source := written(t, "before-"+c.name+".cpp", include+c.source)
				var p *runner.Program
				if how == "preloaded" {
					p = preloaded(t, build(t, "before/"+how+"/"+c.name, "g++", "-O1", "-w", source))
				} else {
					p = linked(t, "before/"+how+"/"+c.name, "g++", source, "-w", "-"+how)
				}
				fresh, in := serving(t, p, runner.Spawn), serving(t, p, runner.ForkServer)
				for _, stdin := range []string{"3", "4", "5000", "6"} {
					want, err := fresh.run(t.Context(), stdin, runner.Limits{})
					if err != nil {
						t.Fatal(err)
					}
					got, err := in.run(t.Context(), stdin, runner.Limits{})
					if err != nil || shown(got) != shown(want) {
						t.Errorf("on %s: got %s, %v; want %s", stdin, shown(got), err, shown(want))
					}
				}
				if in.started != 1 {
					t.Errorf("%d servers were started; want one", in.started)
				}
			})
		}
	}
}

func TestOtherNativePrograms(t *testing.T) {
	const (
		c     = "#include <stdio.h>\nint main(void) { int a, b; if (scanf(\"%d%d\", &a, &b) != 2) return 3; printf(\"%d\\n\", a + b); return 0; }\n"
		rust  = "use std::io::Read;\nfn main() { let mut s = String::new(); std::io::stdin().read_to_string(&mut s).unwrap();\nprintln!(\"{}\", s.split_whitespace().map(|x| x.parse::<i32>().unwrap()).sum::<i32>()); }\n"
		early = "#include <cstdio>\n#include <vector>\nstatic std::vector<int> v(1000, 1);\nstatic int buffered = printf(\"sum \");\nint main() { int a, b; if (scanf(\"%d%d\", &a, &b) != 2) return 3; printf(\"%d\\n\", a + b); }\n"
		// The leak detector needs ptrace and /proc, and a confined program does not find ASAN_OPTIONS in /proc either.
		broken = "extern \"C\" const char *__asan_default_options() { return \"detect_leaks=0\"; }\n" +
			"#include <cstdio>\n#include <cstdlib>\nint main() { int a, b; if (scanf(\"%d%d\", &a, &b) != 2) return 3; int *p = (int *)malloc(4); p[a] = b; printf(\"%d\\n\", p[a]); free(p); }\n"
	)
	// What the fork server does to the program's memory has left no trace.
	const writes = "int main(void) { *(char *)main = 0; return 0; }\n"
	const constant = "static const char text[] = \"constant\";\nint main(void) { *(volatile char *)text = 0; return text[1] - 'o'; }\n"
	cSource := written(t, "sum.c", c)
	object := forkServerObject(t, "fsrv.o", "-c")
	for _, way := range []struct {
		name    string
		program func(t *testing.T) *runner.Program
		stdin   string
		want    string
	}{
		{"C", func(t *testing.T) *runner.Program { return linked(t, "sum-c", "gcc", cSource) }, "1 2", `ok, stdout "3\n"`},
		{"C, static", func(t *testing.T) *runner.Program { return linked(t, "sum-static", "gcc", cSource, "-static") }, "1 2", `ok, stdout "3\n"`},
		{"C, static and position independent", func(t *testing.T) *runner.Program {
			return linked(t, "sum-static-pie", "gcc", cSource, "-static-pie", "-fPIE")
		}, "1 2", `ok, stdout "3\n"`},
		{"C, preloaded", func(t *testing.T) *runner.Program {
			return preloaded(t, build(t, "sum-plain", "gcc", "-O2", cSource))
		}, "1 2", `ok, stdout "3\n"`},
		{"Rust", func(t *testing.T) *runner.Program {
			source := written(t, "sum.rs", rust)
			path := build(t, "sum-rust", rustc(t), "-O", source, "-C", "link-arg="+object, "-C", "link-arg="+ForkServerWraps)
			return served(path, runner.ForkServer, nil)
		}, "1 2", `ok, stdout "3\n"`},
		{"C writes to its code", func(t *testing.T) *runner.Program {
			return linked(t, "writes", "gcc", written(t, "writes.c", writes))
		}, "", `crash, stdout "", exit code -1, signal "SIGSEGV"`},
		{"C writes to a constant", func(t *testing.T) *runner.Program {
			return linked(t, "constant", "gcc", written(t, "constant.c", constant), "-static")
		}, "", `crash, stdout "", exit code -1, signal "SIGSEGV"`},
		{"Rust panics", func(t *testing.T) *runner.Program {
			return served(filepath.Join(scratch, "sum-rust"), runner.ForkServer, nil)
		}, "x", `crash, stdout "", exit code 101`},
		{"printed before main, not flushed", func(t *testing.T) *runner.Program {
			return linked(t, "early", "g++", written(t, "early.cpp", early))
		}, "1 2", `ok, stdout "sum 3\n"`},
		{"sanitizer", func(t *testing.T) *runner.Program {
			p := linked(t, "broken", "g++", written(t, "broken.cpp", broken), "-fsanitize=address,undefined", "-w")
			p.Reserves = true
			return p
		}, "0 2", `ok, stdout "2\n"`},
		{"sanitizer finds", func(t *testing.T) *runner.Program {
			p := served(filepath.Join(scratch, "broken"), runner.ForkServer, nil)
			p.Reserves = true
			return p
		}, "1 2", `crash, stdout "", exit code 1`},
	} {
		t.Run(way.name, func(t *testing.T) {
			p := way.program(t)
			if _, err := os.Stat(p.Argv[0]); err != nil {
				t.Skip("the program was not built")
			}
			for _, engine := range []runner.Engine{runner.Spawn, runner.ForkServer} {
				in := serving(t, p, engine)
				for range 2 {
					res, err := in.run(t.Context(), way.stdin, runner.Limits{Memory: 64 * runner.MiB})
					if err != nil || !strings.HasPrefix(shown(res), way.want) {
						t.Errorf("%s: got %s, %v; want %s", engine, shown(res), err, way.want)
					}
				}
			}
		})
	}
}

func TestCannotStart(t *testing.T) {
	text := written(t, "text", "no program")
	if err := os.Chmod(text, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, argv0, want string }{
		{"missing", "/does/not/exist", "no such file"},
		{"not a program", text, "exec format error"},
		{"a folder", "/usr", "permission denied"},
		{"relative", "sh", "not an absolute path"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := serving(t, &runner.Program{Argv: []string{c.argv0}}, runner.Spawn)
			s, err := Start(t.Context(), in.cfg)
			if err == nil {
				defer s.Close()
				_, err = s.Run(t.Context(), nil, nil, runner.Limits{})
			}
			if err == nil || !strings.HasPrefix(err.Error(), "cannot start ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want something about %q", err, c.want)
			}
		})
	}
	in := serving(t, &runner.Program{Argv: []string{"/bin/sh"}}, runner.Zygote)
	if _, err := Start(t.Context(), in.cfg); err == nil || !strings.Contains(err.Error(), "no server") {
		t.Errorf("no such engine: got %v", err)
	}
}

// TestAsOrdinaryUser repeats what depends on rights without those of root.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root to become somebody else: the other tests ran as an ordinary user")
	}
	dir := t.TempDir()
	for at := dir; at != "/" && at != os.TempDir(); at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^(TestHostile|TestCancel|TestArgumentsAndEnvironment|TestPythonLimits)$")
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir, builtBefore+"="+scratch)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// rustc is the first compiler of Rust on PATH that works: that of rustup needs a home with a toolchain.
func rustc(t *testing.T) string {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, "rustc")
		if exec.Command(path, "--version").Run() == nil {
			return path
		}
	}
	t.Fatal("no rustc works")
	return ""
}
