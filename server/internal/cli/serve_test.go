package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"execre/server/internal/lsp/fake"
)

// asMain is the variable by which this test binary is told to be execre.
const asMain = "EXECRE_TEST_AS_MAIN"

// TestMain lets the tests start execre as a process without building it again.
func TestMain(m *testing.M) {
	if os.Getenv(asMain) != "" {
		os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

// process is execre serve as a process, as the stream to it.
type process struct {
	io.Reader
	io.WriteCloser
}

// startServe starts execre serve, with pipes to it.
func startServe(t testing.TB, stderr io.Writer, flags ...string) (*exec.Cmd, io.WriteCloser, io.ReadCloser) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"serve"}, flags...)...)
	cmd.Env = append(os.Environ(), asMain+"=1")
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, in, out
}

// serveProcess starts execre serve. What it logs is printed when the test fails.
func serveProcess(t testing.TB) (*fake.Editor, *exec.Cmd) {
	t.Helper()
	var log bytes.Buffer
	cmd, in, out := startServe(t, &log, "--stdio")
	t.Cleanup(func() { // after the editor's own
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("the server logged:\n%s", log.String())
		}
	})
	e := fake.Start(t, process{out, in})
	e.Patience = 5 * time.Minute // compilers and programs share the machine with all other tests
	return e, cmd
}

func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestServe: a real problem, checked by the real pipeline for a fake editor: a wrong program has its warning, and loses
// it when it is mended and saved.
func TestServe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sum")
	write(t, dir, "input.schema", "a b\n---\n0 <= a <= 9\n0 <= b <= 9\n")
	write(t, dir, "execre.toml", "inputs = 30\nreference = \"brute.py\"\n")
	write(t, dir, "brute.py", "a, b = map(int, input().split())\nfor _ in range(b):\n    a += 1\nprint(a)\n")
	right := write(t, dir, "right.py", "def main():\n    print(sum(map(int, input().split())))\n\n\nmain()\n")
	wrong := write(t, dir, "wrong.py", "a, b = map(int, input().split())\n\n\ndef solve():\n    return min(a + b, 17)\n\n\nprint(solve())\n")

	e, cmd := serveProcess(t)
	e.Initialize(fake.Everything, "", filepath.Dir(dir))
	e.Open(right)
	e.Open(wrong)
	e.UntilLens(right, "α=0.")
	if title := e.Lens(right).Command.Title; !strings.HasSuffix(title, " agrees with brute.py on 30 inputs") {
		t.Errorf("right.py: %q", title)
	}
	lens := e.Lens(wrong)
	if !strings.HasPrefix(lens.Command.Title, "differs from brute.py on ") || lens.Range.Start.Line != 3 || lens.Command.Command != "execre.showCounterexample" {
		t.Errorf("wrong.py: %+v", lens)
	}
	found := e.Seen().Of(wrong)
	// By hand: the smallest sum above 17 is 9 + 9, and there is no other.
	if len(found) != 1 || found[0].Severity != 2 || !strings.HasSuffix(found[0].Message, "On input\n  9 9\nexpected\n  18\ngot\n  17") {
		t.Fatalf("wrong.py: %+v", found)
	}
	if r := found[0].Related; len(r) != 2 || fake.Path(r[0].Location.URI) != filepath.Join(dir, "brute.py") {
		t.Errorf("relatedInformation %+v", r)
	} else if text, err := os.ReadFile(fake.Path(r[1].Location.URI)); err != nil || string(text) != "9 9\n" {
		t.Errorf("the input file holds %q, %v", text, err)
	}

	e.Change(wrong, "a, b = map(int, input().split())\n\n\ndef solve():\n    return a + b\n\n\nprint(solve())\n")
	e.UntilLens(wrong, lens.Command.Title+" (before your edit)")
	e.Save(wrong)
	e.Until("the warning gone", func(seen fake.Seen) bool { return len(seen.Of(wrong)) == 0 })
	e.UntilLens(wrong, "α=0.")

	e.Change(wrong, "def solve()\n    pass\n")
	e.Save(wrong)
	e.Until("does-not-compile at its line", func(seen fake.Seen) bool {
		d := seen.Of(wrong)
		return len(d) == 1 && d[0].Code == "does-not-compile" && d[0].Severity == 1 && d[0].Range.Start.Line == 0
	})
	e.Leave()
	e.UntilGone()
	if err := cmd.Wait(); err != nil {
		t.Errorf("after shutdown and exit: %v", err)
	}
}

func TestServeUsage(t *testing.T) {
	if _, stderr, status := execre(t, "serve", "--jobs=-1"); status != exitUsage || !strings.Contains(stderr, "--jobs") {
		t.Errorf("status %d: %s", status, stderr)
	}
}

// within fails the test when something takes a minute that should come at once.
func within(t *testing.T, what string, do func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	case <-time.After(time.Minute):
		t.Fatalf("never: %s", what)
	}
}
