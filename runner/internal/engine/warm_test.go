//go:build linux

package engine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/toolchain"
)

// warmInputs are what each program of testdata/warm is run on: a small one, nothing, and one that is beyond ASCII, larger
// than the buffers of streams, with CRLF and without a last newline.
var warmInputs = []string{
	"3\n1 2 3\nabc\n",
	"",
	"4\nα β γ 漢字 🙂\n\n" + strings.Repeat("12345678 -9\r\n", 12000) + "9",
}

// warmServer is a virtual machine spoken to directly, without the sandbox and the limits of a Server.
type warmServer struct {
	t                     *testing.T
	cmd                   *exec.Cmd
	stdin, stdout, stderr *os.File
	requests, replies     *os.File
}

// startWarm starts a server. reason is why it does not serve the program.
func startWarm(t *testing.T, argv []string) (s *warmServer, reason string) {
	t.Helper()
	s = &warmServer{t: t, stdin: memfile(t), stdout: memfile(t), stderr: memfile(t)}
	theirRequests, requests, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	replies, theirReplies, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.requests, s.replies = requests, replies
	s.cmd = plainCommand(t, argv)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = readOnly(t, s.stdin), s.stdout, s.stderr
	s.cmd.ExtraFiles = []*os.File{theirRequests, theirReplies}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	theirRequests.Close()
	theirReplies.Close()
	var head [8]byte
	if _, err := io.ReadFull(replies, head[:]); err != nil || string(head[:4]) != "EXC1" {
		t.Fatalf("hello %q, %v: %s", head, err, contents(t, s.stderr))
	}
	text := make([]byte, binary.LittleEndian.Uint32(head[4:]))
	if _, err := io.ReadFull(replies, text); err != nil {
		t.Fatal(err)
	}
	return s, string(text)
}

func (s *warmServer) stop() {
	s.requests.Close() // the server ends by itself
	s.cmd.Wait()
	s.replies.Close()
}

// outcome is what an execution showed.
type outcome struct {
	stdout, stderr string
	status         int
	flags          uint32
	took           time.Duration
}

// run executes the program once; output is the cap of the request.
func (s *warmServer) run(input string, output runner.Bytes) outcome {
	s.t.Helper()
	begin := time.Now()
	fill(s.t, s.stdin, input)
	fill(s.t, s.stdout, "")
	fill(s.t, s.stderr, "")
	if _, err := s.requests.Write(request{fileSize: uint64(output)}.append(nil)); err != nil {
		s.t.Fatal(err)
	}
	var answer [replySize]byte
	if _, err := io.ReadFull(s.replies, answer[:]); err != nil {
		s.t.Fatalf("%v: %s", err, contents(s.t, s.stderr))
	}
	r, err := parseReply(&answer)
	if err != nil {
		s.t.Fatal(err)
	}
	return outcome{contents(s.t, s.stdout), contents(s.t, s.stderr), r.status.ExitStatus(), r.flags, time.Since(begin)}
}

// runPlain starts argv for one input.
func runPlain(t *testing.T, argv []string, input string) outcome {
	t.Helper()
	begin := time.Now()
	stdin, stdout, stderr := memfile(t), memfile(t), memfile(t)
	fill(t, stdin, input)
	cmd := plainCommand(t, argv)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = readOnly(t, stdin), stdout, stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return outcome{contents(t, stdout), contents(t, stderr), cmd.ProcessState.ExitCode(), 0, time.Since(begin)}
}

func plainCommand(t *testing.T, argv []string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}
	cmd.Dir = t.TempDir()
	return cmd
}

func memfile(t *testing.T) *os.File {
	t.Helper()
	fd, err := unix.MemfdCreate("warm", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "memfd")
	t.Cleanup(func() { f.Close() })
	return f
}

func readOnly(t *testing.T, f *os.File) *os.File {
	t.Helper()
	r, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// fill makes text all that f holds. It leaves the offset of an output at its beginning.
func fill(t *testing.T, f *os.File, text string) {
	t.Helper()
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, f *os.File) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := io.Copy(&b, io.NewSectionReader(f, 0, 1<<30)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// expectation reads the first comment of a program: "served", "flagged", "flagged, left" or "unfit: REASON".
func expectation(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^// (served|flagged|flagged, left|unfit: .*)$`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s does not say what is expected of it", file)
	}
	return string(found[1])
}

// compareWarm runs a program warm and plain on all inputs, and warm a second time in the other order.
func compareWarm(t *testing.T, expected string, server, plain []string) {
	s, reason := startWarm(t, server)
	if unfit, ok := strings.CutPrefix(expected, "unfit: "); ok || reason != "" {
		if !ok || !strings.Contains(reason, unfit) {
			t.Fatalf("unfit because it %q, expected %q", reason, expected)
		}
		return
	}
	flags := map[string]uint32{"served": 0, "flagged": flagDoubt, "flagged, left": flagDoubt | flagLeft}[expected]
	if flags != 0 {
		if got := s.run(warmInputs[0], runner.MiB); got.flags != flags {
			t.Fatalf("flags %d, want %d; it printed %q", got.flags, flags, got.stdout)
		}
		return
	}
	want := make([]outcome, len(warmInputs))
	for i, input := range warmInputs {
		want[i] = runPlain(t, plain, input)
	}
	order := []int{0, 1, 2, 2, 1, 0, 0}
	var warm, cold time.Duration
	for _, i := range order {
		got := s.run(warmInputs[i], 64*runner.MiB)
		if got.flags != 0 || got.stdout != want[i].stdout || got.stderr != want[i].stderr || got.status != want[i].status {
			t.Errorf("input %d:\nwarm  %s\nplain %s", i, got, want[i])
		}
		warm, cold = warm+got.took, cold+want[i].took
	}
	t.Logf("warm %v, plain %v", warm/time.Duration(len(order)), cold/time.Duration(len(order)))
}

func (o outcome) String() string {
	return fmt.Sprintf("flags %d status %d stdout %s stderr %s", o.flags, o.status, short(o.stdout), short(o.stderr))
}

func short(text string) string {
	if len(text) > 3000 {
		return fmt.Sprintf("%q… (%d bytes)", text[:3000], len(text))
	}
	return fmt.Sprintf("%q", text)
}

func TestWarmJavaScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("install Node: %v", err)
	}
	server := filepath.Join(t.TempDir(), "warm.js")
	if err := os.WriteFile(server, NodeServer, 0o644); err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob("testdata/warm/js/*.js")
	if err != nil || len(programs) < 40 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for _, program := range programs {
		t.Run(filepath.Base(program), func(t *testing.T) {
			path, err := filepath.Abs(program)
			if err != nil {
				t.Fatal(err)
			}
			flags := []string{"--stack-size=900"}
			compareWarm(t, expectation(t, program), NodeServerArgs(node, flags, server, path), []string{node, flags[0], path})
		})
	}
}

// javaTools are a JDK and the compiled server.
type javaTools struct {
	java, server string
	compiler     *exec.Cmd
	requests     io.Writer
	answers      io.Reader
}

// compileServer compiles Warm.java into a folder, once for all tests.
func compileServer(javac, dir string) error {
	serverOnce.Do(func() {
		source := filepath.Join(dir, "Warm.java")
		if serverError = errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(source, JavaServer, 0o644)); serverError != nil {
			return
		}
		text, err := exec.Command(javac, "-Xlint:all", "-Werror", "--release", "11", "-d", dir, source).CombinedOutput()
		if err != nil {
			serverError = fmt.Errorf("%w: %s", err, text)
		}
	})
	return serverError
}

var (
	serverOnce  sync.Once
	serverError error
)

func startJava(t *testing.T) javaTools {
	t.Helper()
	java, err := exec.LookPath("java")
	if err != nil {
		t.Fatalf("install a JDK: %v", err)
	}
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Fatalf("install a JDK: %v", err)
	}
	dir := filepath.Join(scratch, "warm-java")
	if err := compileServer(javac, dir); err != nil {
		t.Fatal(err)
	}
	tools := javaTools{java: java, server: dir, compiler: plainCommand(t, JavaCompilerArgs(java, dir))}
	requests, err := tools.compiler.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if tools.answers, err = tools.compiler.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	tools.requests = requests
	if err := tools.compiler.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		requests.Close()
		tools.compiler.Wait()
	})
	return tools
}

// compile compiles a source into a folder of its own.
func (j javaTools) compile(t *testing.T, source string) (dir string, status int, messages string) {
	t.Helper()
	dir = t.TempDir()
	path, err := filepath.Abs(source)
	if err != nil {
		t.Fatal(err)
	}
	request, err := AppendCompile(nil, []string{"-encoding", "UTF-8", "-proc:none", "-d", dir, path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.requests.Write(request); err != nil {
		t.Fatal(err)
	}
	status, text, err := ReadCompiled(j.answers)
	if err != nil {
		t.Fatal(err)
	}
	return dir, status, string(text)
}

func TestWarmJava(t *testing.T) {
	tools := startJava(t)
	programs, err := filepath.Glob("testdata/warm/java/*.java")
	if err != nil || len(programs) < 35 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for _, program := range programs {
		t.Run(filepath.Base(program), func(t *testing.T) {
			dir, status, messages := tools.compile(t, program)
			if status != 0 {
				t.Fatalf("javac says %d: %s", status, messages)
			}
			name := strings.TrimSuffix(filepath.Base(program), ".java")
			flags := javaFlags(t)
			plain := append(append([]string{tools.java}, flags...), "-cp", dir, name)
			compareWarm(t, expectation(t, program), JavaServerArgs(tools.java, flags, tools.server, dir, name), plain)
		})
	}
}

// javaFlags are those of a spawn with 256 MiB.
func javaFlags(t *testing.T) []string {
	t.Helper()
	tools, err := toolchain.Find(t.Context(), toolchain.Java, toolchain.Commands{})
	if err != nil {
		t.Fatal(err)
	}
	argv := tools.RunCommand(toolchain.Artefact{Class: "Main"})
	argv = argv[1:slices.Index(argv, "-cp")]
	for i, arg := range argv {
		argv[i] = strings.ReplaceAll(arg, "{memory}", "256")
	}
	return argv
}

func TestWarmCompilerReportsErrors(t *testing.T) {
	tools := startJava(t)
	source := filepath.Join(t.TempDir(), "Main.java")
	if err := os.WriteFile(source, []byte("class Main {\n  int f() { return \"é\"; }\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, status, messages := tools.compile(t, source)
	if status != 1 || !strings.HasPrefix(messages, source+":2: error: ") || !strings.Contains(messages, "\"é\"") {
		t.Errorf("status %d: %s", status, messages)
	}
	if _, status, messages = tools.compile(t, "testdata/warm/java/Heavy.java"); status != 0 || messages != "" {
		t.Errorf("status %d: %s", status, messages)
	}
	if _, err := AppendCompile(nil, []string{"a\x00b"}); err == nil {
		t.Error("a zero byte in an argument was accepted")
	}
}

// A server goes on after an execution that must not be believed, unless something may be left of it.
func TestWarmGoesOn(t *testing.T) {
	tools := startJava(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("install Node: %v", err)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	script := write("main.js", `const n = +require('fs').readFileSync(0, 'utf8');
if (n < 0) throw new Error('negative');
for (let i = 0; i < n; i++) console.log('ten bytes');`)
	source := write("Main.java", `public class Main { public static void main(String[] args) {
int n = new java.util.Scanner(System.in).nextInt();
if (n < 0) throw new IllegalArgumentException();
for (int i = 0; i < n; i++) System.out.println("ten bytes"); } }`)
	classes, status, messages := tools.compile(t, source)
	if status != 0 {
		t.Fatal(messages)
	}
	servers := map[string][]string{
		"node": NodeServerArgs(node, nil, write("warm.js", string(NodeServer)), script),
		"java": JavaServerArgs(tools.java, javaFlags(t), tools.server, classes, "Main"),
	}
	for name, argv := range servers {
		t.Run(name, func(t *testing.T) {
			s, reason := startWarm(t, argv)
			if reason != "" {
				t.Fatal(reason)
			}
			for _, c := range []struct {
				input   string
				output  runner.Bytes
				lines   int
				doubted bool
			}{
				{"3", 30, 3, false},
				{"-1", 30, 0, true},
				{"3", 0, 3, false}, // no cap
				{"4", 39, -1, true},
				{"2000000000", runner.MiB, -1, true}, // stops where the cap is
				{"20000", 200_000, 20_000, false},
				{"nothing", 30, 0, name == "java"},
				{"1", 30, 1, false},
			} {
				got := s.run(c.input, c.output)
				if (got.flags == flagDoubt) != c.doubted || got.flags&flagLeft != 0 {
					t.Errorf("on %q: %s", c.input, got)
				}
				if !c.doubted && got.stdout != strings.Repeat("ten bytes\n", c.lines) {
					t.Errorf("on %q: %s", c.input, got)
				}
				if c.output > 0 && len(got.stdout) > int(c.output) {
					t.Errorf("on %q: %d bytes of output, more than the %d allowed", c.input, len(got.stdout), c.output)
				}
			}
		})
	}
}
