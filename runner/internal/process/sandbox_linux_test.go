package process

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"execre/runner/internal/sandbox"
)

const python = "/usr/bin/python3"

// levels are what may hold on some machine, of what holds on this one.
func levels(t *testing.T) []sandbox.Level {
	full := Sandbox()
	full.Missing = nil
	t.Logf("here: %v", full)
	all := []sandbox.Level{full, {}, {Seccomp: full.Seccomp}, {PID: full.PID, User: full.User}}
	for _, abi := range []int{2, 3, 5} {
		if abi < full.Landlock {
			all = append(all, sandbox.Level{Landlock: abi, Seccomp: full.Seccomp})
		}
	}
	if full.Landlock > 0 {
		all = append(all, sandbox.Level{Landlock: full.Landlock})
	}
	return all
}

// TestEvil runs a program that attacks whatever it can, at every level, and compares what it achieved with what the level says.
func TestEvil(t *testing.T) {
	if _, err := os.Stat(python); err != nil {
		t.Skip("needs " + python)
	}
	root := os.Getuid() == 0
	for _, level := range levels(t) {
		t.Run(level.String(), func(t *testing.T) {
			files := level.Landlock > 0
			want := map[string]bool{ // whether it must fail; what is missing here depends on more than the level
				"works in its folder":   false,
				"reads a user's file":   files,
				"lists a user's folder": files,
				"reads /etc/passwd":     files,
				"appends":               files,
				"creates":               files,
				"renames":               files,
				"links into its folder": files,
				"unlinks":               files,
				"reads through a shell": files,
				"truncates":             level.Landlock >= 3 || files && level.Seccomp,
				"opens truncating":      level.Landlock >= 3 || files && level.Seccomp,
				"chmod":                 level.Seccomp,
				"utime":                 level.Seccomp,
				"tcp":                   level.Seccomp || level.Landlock >= 4,
				"udp":                   level.Seccomp,
				"unix socket":           level.Seccomp,
				"signals us":            level.Landlock >= 6 || level.PID || level.OwnUID,
				"1000 threads":          !root || level.OwnUID,
				"new namespace":         level.Seccomp,
			}
			if files || level.Seccomp {
				want["ptrace"] = true
			}
			if files {
				want["our memory"] = true
			}
			a := attack(t, level)
			for what, refused := range want {
				if got := a[what]; got == "" || (got == "done") == refused {
					t.Errorf("%s: %q", what, got)
				}
			}
			if got := a["signals its parent"]; got == "done" && want["signals us"] {
				t.Error("signals its parent")
			}
			if a["descriptors"] != "none" {
				t.Errorf("it inherited %s", a["descriptors"])
			}
		})
	}
}

// attack runs the evil program once and gives the result of each attempt. It checks that nothing is left of it, and
// that the user's files are as they were where that is promised.
func attack(t *testing.T, level sandbox.Level) map[string]string {
	user, err := os.MkdirTemp("", "user") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(user) })
	if err := os.Chmod(user, 0o755); err != nil {
		t.Fatal(err)
	}
	private := t.TempDir()
	for _, name := range []string{"secret", "victim", "prey"} {
		if err := os.WriteFile(filepath.Join(user, name), []byte("the user's"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	port := listen(t, user)
	marker := mark(t)
	out, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	script, err := os.ReadFile("testdata/evil.py")
	if err != nil {
		t.Fatal(err)
	}
	h, err := hold(t.Context(), Holding{
		Argv: []string{
			python, "-I", "-S", "-c", string(script), user, private, fmt.Sprint(os.Getpid()), fmt.Sprint(port), marker,
		},
		Dir:     private,
		Files:   []*os.File{nil, w, os.Stderr},
		Sandbox: &sandbox.Policy{Writes: []string{private}, Threads: 64},
	}, level)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	defer h.Kill()
	got := map[string]string{}
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "end"; {
		what, result, _ := strings.Cut(lines.Text(), ": ")
		got[what] = result
	}
	h.Kill()
	leftovers(t, marker)
	if level.Landlock > 0 && level.Seccomp {
		for _, name := range []string{"secret", "victim", "prey"} {
			path := filepath.Join(user, name)
			data, err := os.ReadFile(path)
			info, _ := os.Stat(path)
			if err != nil || string(data) != "the user's" || info.Mode() != 0o644 {
				t.Errorf("%s is changed: %q, %v, %v", name, data, info, err)
			}
		}
	}
	if err := os.RemoveAll(private); err != nil {
		t.Errorf("the private folder cannot be removed: %v", err)
	}
	return got
}

// TestTrusted: a process that is trusted keeps its user and changes modes, but has no other files and no sockets.
func TestTrusted(t *testing.T) {
	level := Sandbox()
	if level.Landlock == 0 || !level.Seccomp {
		t.Skipf("needs Landlock and seccomp: %v", level.Missing)
	}
	private, file := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("the user's"), 0o600); err != nil {
		t.Fatal(err)
	}
	const script = `
import os, socket, sys
def done(f, *a):
    try: f(*a)
    except OSError: return False
    return True
open("x", "w").close()
print(os.getuid(), done(os.chmod, "x", 0o755), done(open, sys.argv[1]), done(open, sys.argv[1] + "2", "w"), done(socket.socket))`
	res := Run(t.Context(), Command{
		Argv: []string{python, "-I", "-S", "-c", script, file}, Dir: private,
		Sandbox: &sandbox.Policy{Trusted: true, Writes: []string{private}},
	})
	if want := fmt.Sprintln(os.Getuid(), "True False False False"); string(res.Stdout) != want {
		t.Errorf("got %q %s %v, want %q", res.Stdout, res.StderrHead, res.Err, want)
	}
	if info, err := os.Stat(filepath.Join(private, "x")); err != nil || info.Mode() != 0o755 {
		t.Errorf("%v, %v", info, err)
	}
}

// listen opens a TCP, a UDP and a Unix socket for the program to reach.
func listen(t *testing.T, folder string) (port int) {
	open := func(domain, kind int, at unix.Sockaddr) int {
		fd, err := unix.Socket(domain, kind|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { unix.Close(fd) })
		if err := unix.Bind(fd, at); err != nil {
			t.Fatal(err)
		}
		return fd
	}
	home := [4]byte{127, 0, 0, 1}
	tcp := open(unix.AF_INET, unix.SOCK_STREAM, &unix.SockaddrInet4{Addr: home})
	name, err := unix.Getsockname(tcp)
	if err != nil {
		t.Fatal(err)
	}
	port = name.(*unix.SockaddrInet4).Port
	local := open(unix.AF_UNIX, unix.SOCK_STREAM, &unix.SockaddrUnix{Name: filepath.Join(folder, "socket")})
	for _, fd := range []int{tcp, local} {
		if err := unix.Listen(fd, 8); err != nil {
			t.Fatal(err)
		}
	}
	return port
}

// TestRuntimes: the runtimes of the languages start, and use threads, in the full sandbox.
func TestRuntimes(t *testing.T) {
	level := Sandbox()
	for _, c := range []struct {
		name, exe string
		args      []string
		reads     []string
		threads   int
	}{
		{"python", python, []string{"-I", "-S", "-c", `
import threading, subprocess, tempfile, random, decimal
t = threading.Thread(target=print, args=("hello",)); t.start(); t.join()
tempfile.TemporaryFile().close()
subprocess.run(["/bin/true"], check=True)`}, nil, 32},
		{"pypy", "pypy3", []string{"-I", "-S", "-c", "import threading\nt = threading.Thread(target=print, args=('hello',)); t.start(); t.join()"}, []string{"/proc"}, 32},
		{"node", "node", []string{"-e", `
const {Worker} = require("worker_threads");
new Worker("1 + 1", {eval: true}).on("exit", () => console.log("hello"))`}, []string{"/proc"}, 64},
		{"java", "java", []string{"-XX:-UsePerfData", "-version"}, []string{"/proc", "/etc/java-17-openjdk", "/sys/fs/cgroup"}, 64},
	} {
		t.Run(c.name, func(t *testing.T) {
			exe, err := exec.LookPath(c.exe)
			if err == nil {
				exe, err = filepath.EvalSymlinks(exe)
			}
			if err != nil {
				t.Skipf("%s is not installed", c.exe)
			}
			private := t.TempDir()
			out, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			h, err := hold(t.Context(), Holding{
				Argv: append([]string{exe}, c.args...), Dir: private, Files: []*os.File{nil, w, w},
				Env: []string{"HOME=" + private, "TMPDIR=" + private, "PATH=/usr/bin:/bin"},
				Sandbox: &sandbox.Policy{
					Reads: append(c.reads, filepath.Dir(filepath.Dir(exe))), Writes: []string{private}, Threads: c.threads,
				},
			}, level)
			w.Close()
			if err != nil {
				t.Fatal(err)
			}
			defer h.Kill()
			text, _ := io.ReadAll(out)
			<-h.Done()
			if e := h.Ending(); e.ExitCode != 0 || c.name != "java" && string(text) != "hello\n" {
				t.Errorf("got %+v, %s", e, text)
			}
		})
	}
}
