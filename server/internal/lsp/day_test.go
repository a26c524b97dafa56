package lsp_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
	"execre/server/internal/lsp"
	"execre/server/internal/lsp/fake"
)

// What follows is a day in an editor: many edits, files that come and go, and clients that go mad.

// shownAs is what must be shown of a program by its text: the code of its one diagnostic ("" for none) and its lens.
var shownAs = map[string]struct{ code, lens string }{
	"right":  {"", "α=0.97 "},
	"wrong":  {"differs-from-reference", "α=0.92 differs on 37 of 500 inputs"},
	"crash":  {"crash", "crashes on 3 of 500 inputs (exit status 1)"},
	"syntax": {"does-not-compile", "does not compile: "},
}

// oddNames are what people call their folders.
var oddNames = []string{"", " and a half", "'s \"best\"", " [old]", " größte 試験 🎉", " 100%", "#1", "+b&c;d=e?", "%20", "$HOME `x`"}

// day is an editor at work, with the model of what is on disk and in the editor. The first program of each problem stays
// right, so that there is something to trust.
type day struct {
	*scene
	rng  *rand.Rand
	kind map[string]string // what is on disk, by path
	open map[string]string // what is in the editor
	made int
}

func (d *day) text(kind string) string {
	d.made++
	return fmt.Sprintf("# %s %d\n%sdef main():\n    pass\n", kind, d.made, strings.Repeat("\n", d.rng.IntN(4)))
}

func (d *day) kinds() string {
	return []string{"right", "wrong", "crash", "syntax"}[d.rng.IntN(4)]
}

// pick gives one of the keys, or "".
func (d *day) pick(m map[string]string) string {
	keys := make([]string, 0, len(m))
	for key := range m {
		if filepath.Base(key) != "a.py" {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return ""
	}
	slices.Sort(keys)
	return keys[d.rng.IntN(len(keys))]
}

// disk writes a file as other programs do.
func (d *day) disk(path, kind string) {
	d.t.Helper()
	if err := os.WriteFile(path, []byte(d.text(kind)), 0o644); err != nil {
		d.t.Fatal(err)
	}
	d.kind[path] = kind
}

// step does one thing that happens in a day.
func (d *day) step() {
	d.t.Helper()
	closed := map[string]string{}
	for path, kind := range d.kind {
		if _, ok := d.open[path]; !ok {
			closed[path] = kind
		}
	}
	switch n := d.rng.IntN(100); {
	case n < 20: // a file is opened
		if path := d.pick(closed); path != "" {
			d.Open(path)
			d.open[path] = d.kind[path]
		}
	case n < 45: // typed into
		if path := d.pick(d.open); path != "" {
			d.open[path] = d.kinds()
			d.Change(path, d.text(d.open[path]))
		}
	case n < 75: // saved
		if path := d.pick(d.open); path != "" {
			d.Save(path)
			d.kind[path] = d.open[path]
		}
	case n < 80: // closed: what was not saved is gone
		if path := d.pick(d.open); path != "" {
			d.Close(path)
			delete(d.open, path)
		}
	case n < 86: // written by another program
		if path := d.pick(closed); path != "" {
			d.disk(path, d.kinds())
		}
	case n < 90: // made
		if path := d.pick(d.kind); path != "" {
			d.disk(filepath.Join(filepath.Dir(path), fmt.Sprintf("n%d.py", d.made)), d.kinds())
		}
	case n < 95: // renamed, as editors do: on disk, then closed under the old name and opened under the new one
		if path := d.pick(d.kind); path != "" {
			to := filepath.Join(filepath.Dir(path), fmt.Sprintf("r%d.py", d.made))
			d.made++
			if err := os.Rename(path, to); err != nil {
				d.t.Fatal(err)
			}
			d.kind[to] = d.kind[path]
			if _, ok := d.open[path]; ok {
				d.Close(path)
				delete(d.open, path)
				d.Open(to)
				d.open[to] = d.kind[to]
			}
			delete(d.kind, path)
		}
	default: // deleted
		if path := d.pick(d.kind); path != "" {
			if err := os.Remove(path); err != nil {
				d.t.Fatal(err)
			}
			delete(d.kind, path)
			if _, ok := d.open[path]; ok {
				d.Close(path)
				delete(d.open, path)
			}
		}
	}
}

// TestDay: a thousand random edits, saves, renames and deletions in twenty problems. At the end, with a file of each problem open
// and everything saved, each file shows what is so of it, once, and nothing is shown of files that are gone.
func TestDay(t *testing.T) {
	for name, capabilities := range map[string]string{"an editor that is told": fake.Everything, "an editor that asks": fake.Pulling} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, map[string]string{"a.py": "# right\n", "input.schema": "T\n"})
			d := &day{scene: s, rng: rand.New(rand.NewPCG(1, 2)), kind: map[string]string{}, open: map[string]string{}}
			var problems []string
			for i := range 20 {
				dir := filepath.Join(s.root(), fmt.Sprintf("%d%s", i, oddNames[i%len(oddNames)]))
				for _, name := range []string{"a.py", "b.py", "c.py", "input.schema"} {
					if err := os.MkdirAll(dir, 0o755); err != nil {
						t.Fatal(err)
					}
					d.disk(filepath.Join(dir, name), "right")
				}
				delete(d.kind, filepath.Join(dir, "input.schema"))
				if err := os.WriteFile(filepath.Join(dir, "input.schema"), []byte("T\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				problems = append(problems, dir)
			}
			s.Initialize(capabilities, "", s.root())
			ever := map[string]bool{}
			for range 1000 {
				d.step()
				for path := range d.kind {
					ever[path] = true
				}
			}
			for path, kind := range d.open {
				d.Save(path)
				d.kind[path] = kind
			}
			for _, dir := range problems {
				d.Open(filepath.Join(dir, "a.py"))
				d.open[filepath.Join(dir, "a.py")] = "right"
			}
			wrong := ""
			defer func() {
				if t.Failed() {
					t.Log(wrong)
				}
			}()
			for path := range ever {
				s.Until("what is so of "+path, func(seen fake.Seen) bool {
					want := shownAs[d.kind[path]].code
					got := seen.Shows(path)
					if _, open := d.open[path]; !open {
						got = seen.Of(path)
					}
					wrong = fmt.Sprintf("%+v, want %q", got, want)
					return len(got) == 0 && want == "" || len(got) == 1 && got[0].Code == want
				})
			}
			for path, kind := range d.open {
				s.UntilLens(path, shownAs[kind].lens)
				if title := s.Lens(path).Command.Title; strings.Contains(title, "before your edit") {
					t.Errorf("%s: %s", path, title)
				}
			}
			s.Leave()
		})
	}
}

// TestMemoryStaysFlat: a thousand saves leave nothing behind.
func TestMemoryStaysFlat(t *testing.T) {
	s := begin(t, usual())
	s.Initialize(fake.Everything, "", s.root())
	b := s.path("b.py")
	s.Open(b)
	run := s.UntilRun(1).Run
	heap := func() uint64 {
		s.Forget() // the editor's own
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	save := func(n int) {
		for i := range n {
			s.Change(b, fmt.Sprintf("# %s %d\n%s", []string{"wrong", "right"}[i%2], i, strings.Repeat("pass\n", 200)))
			s.Save(b)
			run = s.UntilRun(run + 1).Run
			s.pipeline.forget()
		}
	}
	save(200)
	before, routines := heap(), runtime.NumGoroutine()
	save(1000)
	after := heap()
	// A document has 1 kB, a report 2 kB: to keep one for each save would be 1 MB and more.
	if after > before+500_000 {
		t.Errorf("the heap grew from %d to %d bytes in 1,000 saves", before, after)
	}
	if now := runtime.NumGoroutine(); now > routines+5 {
		t.Errorf("%d goroutines became %d", routines, now)
	}
}

// FuzzClient: whatever bytes a client sends, the server does not fall over, and ends when the client hangs up.
func FuzzClient(f *testing.F) {
	frame := func(bodies ...string) []byte {
		var all strings.Builder
		for _, body := range bodies {
			fmt.Fprintf(&all, "Content-Length: %d\r\n\r\n%s", len(body), body)
		}
		return []byte(all.String())
	}
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	f.Add([]byte("Content-Length: 99999999999999\r\n\r\n{"), 3)
	f.Add([]byte("Content-Length: -1\r\n\r\n"), 1)
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"), 100)
	f.Add(frame(initialize, `{"jsonrpc":"2.0","method":"initialized"}`, `{"jsonrpc":"2.0","id":1,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`), 7)
	f.Add(frame(`{"jsonrpc":"2.0","method":"exit"}`, initialize), 1)
	f.Add(frame(initialize, `[]`, `{"id":null}`, `null`, `{"jsonrpc":"2.0","id":{},"method":1}`, `{"result":1,"id":77}`), 5)
	f.Add(frame(initialize,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///nowhere/a.py","text":"x","version":1,"languageId":"p"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///nowhere/a.py","version":-1},"contentChanges":[{"text":"y"}]}}`,
		`{"jsonrpc":"2.0","id":"x","method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///nowhere/a.py"},"range":{"start":{"line":9,"character":9},"end":{"line":1,"character":1}},"context":{"diagnostics":[]}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///nowhere/a.py"},"previousResultId":"z"}}`,
		`{"jsonrpc":"2.0","id":6,"method":"codeAction/resolve","params":{"title":"t","data":{"folder":"file:///nowhere","line":-7}}}`,
		`{"jsonrpc":"2.0","id":8,"method":"execre/matrix","params":{"folder":"file:///nowhere"}}`,
		`{"jsonrpc":"2.0","id":9,"method":"execre/cell","params":{"folder":"file:///nowhere","run":-1,"input":1e3}}`,
		`{"jsonrpc":"2.0","id":10,"method":"execre/inputs","params":{"folder":"file:///nowhere/a.*"}}`,
		`{"jsonrpc":"2.0","id":11,"method":"execre/launch","params":{"folder":"file:///nowhere","file":"../a.py"}}`,
		`{"jsonrpc":"2.0","id":7,"method":"workspace/executeCommand","params":{"command":"execre.setVerdict","arguments":[{"folder":"file:///nowhere"}]}}`,
	), 11)
	f.Fuzz(func(t *testing.T, sent []byte, chunk int) {
		ours, theirs := net.Pipe()
		done := make(chan struct{})
		go func() {
			defer close(done)
			lsp.Serve(context.Background(), theirs, lsp.Config{
				Log: slog.New(slog.DiscardHandler),
				Check: func(context.Context, string, lsp.Order) (*check.Report, error) {
					return nil, os.ErrNotExist // an empty folder: no fuzzer has files
				},
			})
		}()
		go func() { _, _ = io.Copy(io.Discard, ours) }()
		chunk = max(1, chunk&0xfff)
		for part := range slices.Chunk(sent, chunk) {
			if _, err := ours.Write(part); err != nil {
				break // it has hung up
			}
		}
		if err := ours.Close(); err != nil {
			t.Error(err)
		}
		<-done
	})
}
