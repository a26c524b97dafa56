package lsp_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"execre/server/internal/lsp/fake"
)

// freePort is a port that was free a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestProblemFromTheBrowser: a problem that the browser sends becomes a folder in the workspace and is opened; the state of the
// listener is told, and nothing listens in an untrusted workspace or unasked.
func TestProblemFromTheBrowser(t *testing.T) {
	const posted = `{"name": "C. Sum", "group": "Judge - Round 7", "url": "https://judge.example/7/C", "interactive": false, "memoryLimit": 256,
		"timeLimit": 1000, "tests": [{"input": "1 2\n", "output": "3\n"}], "batch": {"id": "x", "size": 1}, "languages": {"java": {"mainClass": "Main", "taskClass": "C"}}}`
	s := begin(t, usual())
	port := freePort(t)
	s.Initialize(fake.Everything, fmt.Sprintf(`{"companion": {"enabled": true, "port": %d, "language": "python"}}`, port), s.root())
	s.Until("it listens", func(seen fake.Seen) bool {
		n := len(seen.Companion)
		return n > 0 && strings.Contains(string(seen.Companion[n-1]), `"listening"`)
	})
	if answer := s.Ask("execre/companion", nil); !strings.Contains(string(answer.Result), fmt.Sprintf(`"port":%d`, port)) {
		t.Errorf("its state: %+v", answer)
	}
	response, err := http.Post(fmt.Sprintf("http://127.0.0.1:%d/", port), "application/json", strings.NewReader(posted))
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	s.Until("the problem", func(seen fake.Seen) bool { return len(seen.Arrived) == 1 && len(seen.Shown) == 1 })
	var told struct {
		Created []struct{ Folder, Name, Open string }
	}
	if err := json.Unmarshal(s.Seen().Arrived[0], &told); err != nil || len(told.Created) != 1 || told.Created[0].Name != "C. Sum" {
		t.Fatalf("%s: %v", s.Seen().Arrived[0], err)
	}
	dir := fake.Path(told.Created[0].Folder)
	if in, err := os.ReadFile(filepath.Join(dir, "samples", "1.in")); err != nil || string(in) != "1 2\n" || filepath.Dir(dir) != s.root() {
		t.Errorf("in %s: %q, %v", dir, in, err)
	}
	if shown := s.Seen().Shown[0]; shown != told.Created[0].Open || !strings.HasSuffix(shown, ".py") {
		t.Errorf("shown: %s, said %s", shown, told.Created[0].Open)
	}
	s.Open(fake.Path(told.Created[0].Open)) // it is a problem like any other
	s.UntilRun(1)

	for name, options := range map[string]string{
		"unasked": `{}`, "untrusted": fmt.Sprintf(`{"trusted": false, "companion": {"enabled": true, "port": %d}}`, port),
	} {
		other := begin(t, usual())
		other.Initialize(fake.Everything, options, other.root())
		if answer := other.Ask("execre/companion", nil); !strings.Contains(string(answer.Result), `"off"`) {
			t.Errorf("%s: %+v", name, answer)
		}
	}
	// A folder of templates that is not there is said.
	wrong := begin(t, usual())
	wrong.Initialize(fake.Everything, `{"companion": {"enabled": true, "templates": "/nowhere"}}`, wrong.root())
	wrong.Until("the mistake", func(seen fake.Seen) bool { return len(seen.Shown) == 1 && strings.Contains(seen.Shown[0], "/nowhere") })
}
