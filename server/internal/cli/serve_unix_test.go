//go:build unix

package cli

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

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

// running tells of the programs of the folder that endless made.
type running struct {
	pipe string
	open *os.File
}

// endless makes a problem folder with one program, which forks and never ends, and gives the program's path. Both
// processes hold a pipe open, so that its end is seen when they are gone.
func endless(t *testing.T) (path string, programs *running) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "endless")
	r := &running{pipe: filepath.Join(t.TempDir(), "pipe")}
	if err := syscall.Mkfifo(r.pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "samples/1.in", "1\n")
	write(t, dir, "samples/1.out", "1\n")
	write(t, dir, "execre.toml", "time_limit = \"60s\"\n")
	return write(t, dir, "a.py", `import os
p = os.open("`+r.pipe+`", os.O_WRONLY)
if os.fork() == 0:
    os.write(p, b"running\n")
while True:
    pass
`), r
}

// wait waits until the program and its child run.
func (r *running) wait(t *testing.T) {
	t.Helper()
	within(t, "a program that runs", func() (err error) {
		if r.open, err = os.Open(r.pipe); err == nil {
			_, err = r.open.Read(make([]byte, 1))
		}
		return err
	})
	t.Cleanup(func() { _ = r.open.Close() })
}

// waitGone waits until no process of the program is left.
func (r *running) waitGone(t *testing.T) {
	t.Helper()
	within(t, "every program gone", func() error { return drain(r.open) })
}

// drain reads to the end.
func drain(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}
