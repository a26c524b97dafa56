package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"execre/server/internal/check"
	"execre/server/internal/lsp/fake"
)

// hostile is a program that attacks, and then prints the right answer (twice the number that it reads) unless the
// attack succeeded. {victim} is a file of the user's in the problem folder, {secret} one in the user's home that holds
// secretText, {tcp} and {udp} are ports on 127.0.0.1.
type hostile struct {
	file, text string
	verdicts   []check.Verdict // what may be said of it
}

const secretText = "PRIVATE-KEY-OF-THE-USER"

var harmless = []check.Verdict{check.Agrees, check.Trusted}

// What the programs begin with; answer answers.
const (
	cppBegin = `#include <arpa/inet.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utime.h>
static int answer() { int n; if (scanf("%d", &n) != 1) return 9; printf("%d\n", 2 * n); return 0; }
`
	pythonBegin = `import os, signal, socket, subprocess, sys, threading
def attempt(f, *args):
    try:
        return f(*args)
    except BaseException:
        return None
def answer():
    print(2 * int(sys.stdin.readline()))
`
)

var attacks = []hostile{
	{"loop.cpp", cppBegin + `int main() { for (volatile int i = 0;; i++); }`, []check.Verdict{check.TooSlow}},
	{"loop.py", pythonBegin + "while True: pass\n", []check.Verdict{check.TooSlow}},
	{"flood.cpp", cppBegin + `int main() { for (;;) puts("all work and no play"); }`, []check.Verdict{check.TooMuchOutput, check.TooSlow}},
	{"flood.py", pythonBegin + "while True: print('x' * 100000)\n", []check.Verdict{check.TooMuchOutput, check.TooSlow}},
	{"hog.cpp", cppBegin + `int main() { for (;;) memset(malloc(64 << 20), 1, 64 << 20); }`, []check.Verdict{check.TooMuchMemory}},
	{"hog.py", pythonBegin + "a = bytearray(b'x') * (10 << 30)\nanswer()\n", []check.Verdict{check.TooMuchMemory}},
	{
		"deep.cpp", cppBegin + `int f(int n) { volatile char c[999]; c[n % 999] = 1; return f(n + 1) + c[0]; } int main() { return f(1); }`,
		[]check.Verdict{check.Crashes, check.TooMuchMemory, check.TooSlow},
	},
	{"deep.py", pythonBegin + "def f(n): return f(n + 1)\nf(0)\n", []check.Verdict{check.Crashes}},
	{"bomb.cpp", cppBegin + `int main() { for (;;) fork(); }`, []check.Verdict{check.TooSlow, check.Crashes, check.TooMuchMemory}},
	{"bomb.py", pythonBegin + "while True: attempt(os.fork)\n", []check.Verdict{check.TooSlow, check.Crashes, check.TooMuchMemory}},
	{"daemon.cpp", cppBegin + `int main() {
  if (fork() == 0) { setsid(); prctl(PR_SET_PDEATHSIG, 0); if (fork() == 0) { for (;;) pause(); } _exit(0); }
  return answer();
}`, harmless},
	{"daemon.py", pythonBegin + `def escape():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True: signal.pause()
        os._exit(0)
attempt(escape)
answer()
`, harmless},
	{"vandal.cpp", cppBegin + `int main() {
  const char *v = "{victim}";
  unlink(v); truncate(v, 0); chmod(v, 0); chown(v, 65534, 65534); rename(v, "/tmp/stolen"); utime(v, nullptr); symlink(v, "link");
  int f = open(v, O_WRONLY | O_TRUNC); if (f >= 0) write(f, "x", 1);
  f = open("link", O_WRONLY); if (f >= 0) write(f, "x", 1);
  return answer();
}`, harmless},
	{"vandal.py", pythonBegin + `import shutil
v = "{victim}"
attempt(os.unlink, v); attempt(os.truncate, v, 0); attempt(os.chmod, v, 0); attempt(os.rename, v, v + ".stolen")
attempt(lambda: open(v, "w").write("x")); attempt(lambda: open(v + ".new", "w").write("x"))
attempt(shutil.rmtree, os.path.dirname(v), True); attempt(os.utime, v, (1, 1)); attempt(os.link, v, "link")
attempt(subprocess.run, ["/bin/sh", "-c", "rm -rf '" + v + "'"])
answer()
`, harmless},
	{"spy.cpp", cppBegin + `int main() {
  char text[100] = ""; int f = open("{secret}", O_RDONLY); if (f >= 0 && read(f, text, 99) > 0) { puts(text); return 0; }
  return answer();
}`, harmless},
	{"spy.py", pythonBegin + `print(attempt(lambda: open("{secret}").read()) or attempt(subprocess.check_output, ["/bin/cat", "{secret}"])
    or attempt(os.listdir, os.path.dirname("{secret}")) or 2 * int(input()))
`, harmless},
	{"disk.py", pythonBegin + `for i in range(1000):
    with open("f%d" % i, "wb") as f: f.write(b"x" * (8 << 20))
answer()
`, []check.Verdict{check.TooMuchOutput, check.TooSlow}},
	{"litter.py", pythonBegin + `for i in range(100):
    os.mkdir("d%d" % i)
    for k in range(1000): open("d%d/f%d" % (i, k), "w").close()
answer()
`, []check.Verdict{check.TooMuchOutput, check.TooSlow}},
	{"room.cpp", cppBegin + `int main() {
  int f = open("room", O_CREAT | O_RDWR, 0600);
  if (fallocate(f, 0, 0, 60l << 20) == 0 || syscall(SYS_memfd_create, "x", 0) >= 0) { puts("room"); return 0; }
  return answer();
}`, harmless},
	{"crowd.py", pythonBegin + `for i in range(5):
    if os.fork() == 0:
        a = bytearray(b'x') * (400 << 20)
        while True: signal.pause()
while True: signal.pause()
`, []check.Verdict{check.TooMuchMemory}},
	{"include.cpp", "#include \"{secret}\"\nint main() {}\n", []check.Verdict{check.DoesNotCompile}},
	{"embed.c", "__asm__(\".incbin \\\"{secret}\\\"\");\nint main(void) { return 0; }\n", []check.Verdict{check.DoesNotCompile}},
	{"net.cpp", cppBegin + `int main() {
  struct sockaddr_in to = {}; to.sin_family = AF_INET; to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int s = socket(AF_INET, SOCK_STREAM, 0); to.sin_port = htons({tcp});
  if (connect(s, (sockaddr *)&to, sizeof to) == 0) { puts("connected"); return 0; }
  s = socket(AF_INET, SOCK_DGRAM, 0); to.sin_port = htons({udp});
  if (sendto(s, "x", 1, 0, (sockaddr *)&to, sizeof to) == 1) { puts("sent"); return 0; }
  return answer();
}`, harmless},
	{"net.py", pythonBegin + `attempt(socket.create_connection, ("127.0.0.1", {tcp}))
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", {udp})))
answer()
`, harmless},
	{"killer.cpp", cppBegin + `int main() {
  kill(getppid(), SIGKILL); kill(getppid(), SIGSTOP); kill(-1, SIGTERM); kill({pid}, SIGKILL);
  ptrace(PTRACE_ATTACH, getppid(), 0, 0); ptrace(PTRACE_ATTACH, {pid}, 0, 0);
  return answer();
}`, append(harmless, check.Crashes)},
	{"killer.py", pythonBegin + `for pid in os.getppid(), {pid}:
    for s in signal.SIGKILL, signal.SIGSTOP: attempt(os.kill, pid, s)
answer()
`, append(harmless, check.Crashes)},
	{"closer.cpp", cppBegin + `int main() { int r = answer(); fflush(stdout); for (int i = 0; i < 300; i++) close(i); return r; }`, harmless},
	{"stdin.py", pythonBegin + "n = sys.stdin.readline()\nos.close(0)\nprint(2 * int(n))\n", harmless},
	{"writer.cpp", cppBegin + `int main() { for (int i = 3; i < 300; i++) write(i, "junkjunkjunkjunkjunkjunkjunkjunkjunkjunkjunkjunk", 48); write(0, "9 9 9", 5); return answer(); }`, harmless},
	{"writer.py", pythonBegin + "for i in range(3, 300): attempt(os.write, i, b'junk' * 20)\nattempt(os.write, 0, b'9 9 9')\nanswer()\n", harmless},
	{"stopper.py", pythonBegin + "answer()\nsys.stdout.flush()\nos.kill(os.getpid(), signal.SIGSTOP)\n", []check.Verdict{check.TooSlow}},
	{"threads.cpp", cppBegin + `#include <pthread.h>
static void *rest(void *) { for (;;) pause(); }
int main() { pthread_t t; for (int i = 0; i < 5000; i++) if (pthread_create(&t, nullptr, rest, nullptr)) break; int r = answer(); fflush(stdout); _exit(r); }`, harmless},
}

// besieged is a problem folder with hostile programs among three right ones, in a world of its own: home, temporary
// folder and caches.
type besieged struct {
	dir, home, temp string
	tcp             net.Listener
	udp             net.PacketConn
	before          map[string]string
}

func besiege(t *testing.T, attacks []hostile) *besieged {
	t.Helper()
	b := &besieged{dir: filepath.Join(t.TempDir(), "double"), home: t.TempDir(), temp: t.TempDir()}
	t.Setenv("HOME", b.home)
	t.Setenv("TMPDIR", b.temp)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(b.home, ".cache"))
	var err error
	if b.tcp, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	if b.udp, err = net.ListenPacket("udp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.tcp.Close(); b.udp.Close() })
	secret := write(t, b.home, ".ssh/id_rsa", secretText+"\n")
	victim := write(t, b.dir, "notes.md", "what the user wrote\n")
	write(t, b.dir, "input.schema", "n\n---\n1 <= n <= 1000\n")
	write(t, b.dir, "execre.toml", "inputs = 12\ntime_limit = \"500ms\"\nmemory_limit = \"64MiB\"\n")
	write(t, b.dir, "right.py", "print(2 * int(input()))\n")
	write(t, b.dir, "right.cpp", "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + n); }\n")
	write(t, b.dir, "also_right.py", "n = int(input())\nprint(n + n)\n")
	fill := strings.NewReplacer(
		"{secret}", secret, "{victim}", victim, "{pid}", fmt.Sprint(os.Getpid()),
		"{tcp}", fmt.Sprint(b.tcp.Addr().(*net.TCPAddr).Port), "{udp}", fmt.Sprint(b.udp.LocalAddr().(*net.UDPAddr).Port),
	)
	for _, a := range attacks {
		write(t, b.dir, a.file, fill.Replace(a.text))
	}
	b.before = b.files(t)
	return b
}

// files describes every file of the user's: its mode, time and content. Our own folders are left out.
func (b *besieged) files(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, root := range []string{b.dir, filepath.Join(b.home, ".ssh")} {
		err := filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
			if err != nil {
				return err
			}
			if info.Name() == check.Folder {
				return filepath.SkipDir
			}
			about := fmt.Sprint(info.Mode(), info.Sys().(*syscall.Stat_t).Uid)
			if info.Mode().IsRegular() {
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				about += fmt.Sprint(info.ModTime(), string(text))
			}
			found[path] = about
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// processes lists what runs with our temporary folder in its environment, as every program does, this test apart.
func (b *besieged) processes() []string {
	var found []string
	for _, pid := range programsIn(b.temp) {
		if pid != fmt.Sprint(os.Getpid()) {
			line, _ := os.ReadFile(filepath.Join("/proc", pid, "cmdline"))
			found = append(found, pid+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return found
}

// unharmed fails the test if anything of the user's was changed or any process is left.
func (b *besieged) unharmed(t *testing.T) {
	t.Helper()
	after := b.files(t)
	for path, was := range b.before {
		if after[path] != was {
			t.Errorf("%s was %q and is %q", path, was, after[path])
		}
	}
	for path := range after {
		if _, ok := b.before[path]; !ok {
			t.Errorf("%s was made", path)
		}
	}
	// A process that was killed may take a moment to go.
	var left []string
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if left = b.processes(); left == nil {
			break
		}
	}
	for _, p := range left {
		t.Errorf("left over: %s", p)
	}
	deadline := time.Now().Add(50 * time.Millisecond)
	_ = b.tcp.(*net.TCPListener).SetDeadline(deadline)
	if c, err := b.tcp.Accept(); err == nil {
		c.Close()
		t.Error("a TCP connection came through")
	}
	_ = b.udp.SetReadDeadline(deadline)
	if n, _, err := b.udp.ReadFrom(make([]byte, 10)); err == nil {
		t.Errorf("a UDP packet of %d bytes came through", n)
	}
}

// TestHostilePrograms: whatever programs try, each has the verdict it earns, the right ones are trusted, nothing of the
// user's is read or changed, and nothing is left.
func TestHostilePrograms(t *testing.T) {
	b := besiege(t, attacks)
	stdout, stderr, status := execre(t, "check", "--format", "json", b.dir)
	if strings.Contains(stdout+stderr, secretText) {
		t.Error("the secret was read")
	}
	if status != 1 {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	var report check.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	if report.Decision.Trusted == nil {
		t.Errorf("nothing is trusted: %s", report.Decision.Fallback)
	}
	for _, a := range attacks {
		c := candidate(t, &report, a.file)
		if !slices.Contains(a.verdicts, c.Verdict) {
			t.Errorf("%s: %s (%s), want one of %v; %+v", a.file, c.Verdict, c.Message, a.verdicts, c.Counterexample)
		}
	}
	for _, file := range []string{"right.py", "right.cpp", "also_right.py"} {
		if c := candidate(t, &report, file); !slices.Contains(harmless, c.Verdict) {
			t.Errorf("%s: %s (%s)", file, c.Verdict, c.Message)
		}
	}
	b.unharmed(t)
}

// TestKilledServer: kill -9 of the server, in the middle of hostile programs, leaves nothing.
func TestKilledServer(t *testing.T) {
	var some []hostile
	for _, a := range attacks {
		if slices.Contains([]string{"loop.cpp", "loop.py", "daemon.py", "daemon.cpp", "bomb.py"}, a.file) {
			some = append(some, a)
		}
	}
	b := besiege(t, some)
	write(t, b.dir, "execre.toml", "time_limit = \"60s\"\n")
	b.before = b.files(t)
	var log bytes.Buffer
	cmd, in, out := startServe(t, &log)
	e := fake.Start(t, process{out, in})
	e.Initialize(fake.Everything, "", b.dir)
	e.Open(filepath.Join(b.dir, "loop.py"))
	within(t, "programs that run", func() error {
		for len(b.processes()) < 4 {
			time.Sleep(5 * time.Millisecond)
		}
		return nil
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	e.UntilGone()
	var exit *exec.ExitError
	if err := cmd.Wait(); err == nil || !errors.As(err, &exit) {
		t.Errorf("the server ended with %v", err)
	}
	b.unharmed(t)
}
