package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"execre/server/internal/lsp/fake"
)

// asClient is the variable by which this test binary is told to be an editor that opens the file named in it.
const asClient = "EXECRE_TEST_AS_CLIENT"

// TestClientProcess is no test: it is the editor that TestKilledClient starts as a process of its own and kills.
func TestClientProcess(t *testing.T) {
	path := os.Getenv(asClient)
	if path == "" {
		return
	}
	_, in, out := startServe(t, os.Stderr) // whoever holds the other end of stderr sees when the server is gone
	e := fake.Start(t, process{out, in})
	e.Initialize(fake.Everything, "", filepath.Dir(path))
	e.Open(path)
	e.UntilGone() // until we are killed
}

// TestKilledClient: kill -9 of the editor ends the server and every program that it runs.
func TestKilledClient(t *testing.T) {
	path, programs := endless(t)
	client := exec.Command(os.Args[0], "-test.run=^TestClientProcess$")
	client.Env = append(os.Environ(), asClient+"="+path)
	stderr, err := client.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	killed := false
	defer func() {
		if !killed {
			_ = client.Process.Kill()
		}
		_ = client.Wait()
	}()
	programs.wait(t)
	if err := client.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed = true
	programs.waitGone(t)
	within(t, "the server gone", func() error { return drain(stderr) })
}

// TestBrokenStdout: an editor that does not listen any more, though it holds its end of stdin, ends the server in order:
// a write to a broken pipe must not kill it before it has ended its programs.
func TestBrokenStdout(t *testing.T) {
	path, programs := endless(t)
	cmd, in, out := startServe(t, nil)
	e := fake.Start(t, process{out, in})
	e.Initialize(fake.Everything, "", filepath.Dir(path))
	e.Open(path)
	programs.wait(t)
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	e.UntilGone()
	e.Send("textDocument/codeLens", map[string]any{"textDocument": map[string]string{"uri": fake.URI(path)}})
	programs.waitGone(t)
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the server ended with %v, want exit status 1", err)
	}
}

// TestDeafClient: an editor that closes the end at which it listens, says nothing more and holds its end of stdin ends the
// server, though it has nothing to write that could fail.
func TestDeafClient(t *testing.T) {
	path := write(t, t.TempDir(), "a.py", "print()\n")
	cmd, in, out := startServe(t, nil)
	e := fake.Start(t, process{out, in})
	e.Initialize(fake.Everything, "", filepath.Dir(path))
	e.Actions(path, fake.Range{}) // what it says at the beginning is said
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	e.UntilGone()
	var exit *exec.ExitError
	within(t, "the end", func() error {
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
			return fmt.Errorf("the server ended with %w, want exit status 1", err)
		}
		return nil
	})
}

// TestNowhereToAnswer: a server whose stdout is closed from the beginning says so.
func TestNowhereToAnswer(t *testing.T) {
	cmd := exec.Command(os.Args[0], "serve") // its stdout is the null device
	cmd.Env = append(os.Environ(), asMain+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitUsage || !strings.Contains(stderr.String(), "stdout is closed or leads nowhere") {
		t.Errorf("%v: %s", err, stderr.String())
	}
}

// running tells of the programs of the folder that endless made.
type running struct{ temp string }

// endless makes a problem folder with one program, which forks and never ends, and gives the program's path. Programs
// can write to nothing that we see, so they are known by the temporary folder that they are told.
func endless(t *testing.T) (path string, programs *running) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "endless")
	r := &running{temp: t.TempDir()}
	t.Setenv("TMPDIR", r.temp)
	write(t, dir, "samples/1.in", "1\n")
	write(t, dir, "samples/1.out", "1\n")
	write(t, dir, "execre.toml", "time_limit = \"60s\"\n")
	return write(t, dir, "a.py", "import os\nos.fork()\nwhile True:\n    pass\n"), r
}

// count is how many processes have a temporary folder of ours, as every program does.
func (r *running) count() int { return len(programsIn(r.temp)) }

// programsIn lists the processes that have a folder of ours below temp in their environment.
func programsIn(temp string) (pids []string) {
	all, _ := filepath.Glob("/proc/[0-9]*") // without /environ, for which every file of every process would be listed
	for _, process := range all {
		text, err := os.ReadFile(filepath.Join(process, "environ"))
		if err == nil && bytes.Contains(text, []byte(filepath.Join(temp, "execre-"))) {
			pids = append(pids, filepath.Base(process))
		}
	}
	return pids
}

// wait waits until the program and its child run.
func (r *running) wait(t *testing.T) {
	t.Helper()
	r.until(t, "a program that runs", func() bool { return r.count() >= 2 })
}

// waitGone waits until no process of the program is left.
func (r *running) waitGone(t *testing.T) {
	t.Helper()
	r.until(t, "every program gone", func() bool { return r.count() == 0 })
}

// until looks again and again: the end of processes that are not our children is told to nobody.
func (r *running) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	end := time.After(2 * time.Minute)
	for !is() {
		select {
		case <-end:
			t.Fatalf("never: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// drain reads to the end.
func drain(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}
