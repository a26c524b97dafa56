package rpc

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is a client that writes and reads messages as they are on the wire.
type peer struct {
	t    *testing.T
	conn net.Conn
	end  chan End
	in   chan message // everything that the server sends, in order
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	hasResult bool
}

// serve starts a connection with the methods, and initialize and shutdown that do nothing.
func serve(t *testing.T, methods func(c *Conn) Methods) *peer {
	t.Helper()
	ours, theirs := net.Pipe()
	conn := New(theirs, slog.New(slog.DiscardHandler))
	all := methods(conn)
	nothing := Request(func(context.Context, *None) (any, error) { return nil, nil })
	for _, name := range []string{"initialize", "shutdown"} {
		if _, ok := all[name]; !ok {
			all[name] = nothing
		}
	}
	p := &peer{t: t, conn: ours, end: make(chan End, 1), in: make(chan message, 1<<16)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.end <- conn.Serve(context.Background(), all)
	}()
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		p.read()
	}()
	t.Cleanup(func() {
		_ = ours.Close()
		<-done
		<-reading
	})
	return p
}

// started is serve with initialize done.
func started(t *testing.T, methods func(c *Conn) Methods) *peer {
	t.Helper()
	p := serve(t, methods)
	p.send(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{}}`)
	if m := p.next(); m.Error != nil {
		t.Fatalf("initialize: %+v", m.Error)
	}
	return p
}

func (p *peer) read() {
	defer close(p.in)
	r := bufio.NewReader(p.conn)
	for {
		header, err := r.ReadString('\n')
		if err != nil {
			return
		}
		var n int
		if _, err := fmt.Sscanf(header, "Content-Length: %d", &n); err != nil {
			continue
		}
		if _, err := r.ReadString('\n'); err != nil {
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			p.t.Errorf("the server sent %q: %v", body, err)
			return
		}
		m.hasResult = strings.Contains(string(body), `"result":`)
		p.in <- m
	}
}

func (p *peer) send(body string) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.conn, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		p.t.Fatalf("the server is gone: %v", err)
	}
}

func (p *peer) next() message {
	p.t.Helper()
	select {
	case m, ok := <-p.in:
		if !ok {
			p.t.Fatal("the server closed the connection")
		}
		return m
	case <-time.After(time.Minute):
		p.t.Fatal("the server says nothing")
	}
	panic("unreachable")
}

// ask sends a request without params unless they are given, and returns the code of the error, 0 for a result.
func (p *peer) ask(method, params string) int {
	p.t.Helper()
	if params != "" {
		params = `,"params":` + params
	}
	p.send(`{"jsonrpc":"2.0","id":7,"method":"` + method + `"` + params + `}`)
	m := p.next()
	switch {
	case string(m.ID) != "7":
		p.t.Fatalf("answer to %s, want 7", m.ID)
	case m.Error != nil:
		return m.Error.Code
	case !m.hasResult:
		p.t.Errorf("%s: an answer without result and without error", method)
	}
	return 0
}

type echoParams struct {
	Text string `json:"text"`
}

func echo() Method {
	return Request(func(_ context.Context, p *echoParams) (any, error) { return p.Text, nil })
}

// Trap 1: the library recycles the context that it gives to a handler, and a context derived from it crashes the
// process when it is looked at later.
func TestHandlersMayDeriveContexts(t *testing.T) {
	const n = 5000
	var seen atomic.Int64
	p := started(t, func(*Conn) Methods {
		derive := func(ctx context.Context) {
			ctx, cancel := context.WithTimeout(ctx, time.Hour)
			defer cancel()
			if ctx.Err() == nil {
				seen.Add(1)
			}
		}
		return Methods{
			"note": Notification(func(ctx context.Context, _ *None) error { derive(ctx); return nil }),
			"ask":  Request(func(ctx context.Context, _ *None) (any, error) { derive(ctx); return nil, nil }),
		}
	})
	for range n {
		p.send(`{"jsonrpc":"2.0","method":"note","params":{}}`)
		if code := p.ask("ask", "{}"); code != 0 {
			t.Fatal(code)
		}
	}
	if got := seen.Load(); got != 2*n {
		t.Errorf("%d of %d handlers had a living context", got, 2*n)
	}
}

// Trap 2: the library's default stack handles notifications side by side, so that an older text can overwrite a newer one.
func TestNotificationsKeepTheirOrder(t *testing.T) {
	const n = 5000
	var got []string // guarded by the order of turns
	p := started(t, func(*Conn) Methods {
		return Methods{
			"note": Notification(func(_ context.Context, p *echoParams) error { got = append(got, p.Text); return nil }),
			"seen": Request(func(context.Context, *None) (any, error) { return len(got), nil }),
		}
	})
	for i := range n {
		// Texts of different lengths take differently long, and would show one in the memory of another.
		p.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"note","params":{"text":"%d%s"}}`, i, strings.Repeat("x", i%7*500)))
	}
	p.send(`{"jsonrpc":"2.0","id":1,"method":"seen"}`)
	if m := p.next(); string(m.Result) != fmt.Sprint(n) {
		t.Fatalf("a request saw %s of the %d notifications before it", m.Result, n)
	}
	for i, text := range got {
		if want := fmt.Sprint(i) + strings.Repeat("x", i%7*500); text != want {
			t.Fatalf("notification %d is %.20q", i, text)
		}
	}
}

// Trap 3: an error that a notification's handler returns ends the library's connection.
func TestNotificationsCannotEndTheConnection(t *testing.T) {
	p := started(t, func(*Conn) Methods {
		return Methods{
			"fails": Notification(func(context.Context, *None) error { return errors.New("no") }),
			"echo":  echo(),
		}
	})
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"fails","params":{}}`,
		`{"jsonrpc":"2.0","method":"unknown/notification","params":{}}`,
		`{"jsonrpc":"2.0","method":"$/unknown"}`,
		`{"jsonrpc":"2.0","method":"echo"}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest"}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99}}`,
	} {
		p.send(body)
		if code := p.ask("echo", `{"text":"a"}`); code != 0 {
			t.Errorf("after %s: error %d", body, code)
		}
	}
}

// The library ends the connection at the first message that it cannot read.
func TestUnreadableMessagesCannotEndTheConnection(t *testing.T) {
	p := started(t, func(*Conn) Methods { return Methods{"echo": echo()} })
	for body, want := range map[string]int{
		`{nope`: -32700, "\xff\xfe": -32700, `{"jsonrpc":"2.0","id":3,"method":"echo"`: -32700, `[{`: -32700,
		`null`: -32600, `7`: -32600, `"a"`: -32600, `{}`: -32600, `{"jsonrpc":"2.0","id":{},"method":1}`: -32600, `[]`: -32600,
	} {
		p.send(body)
		if got := p.next(); string(got.ID) != "null" || got.Error == nil || got.Error.Code != want {
			t.Errorf("%q is answered with %s %+v, want code %d", body, got.ID, got.Error, want)
		}
		if code := p.ask("echo", `{"text":"a"}`); code != 0 {
			t.Errorf("after %q: error %d", body, code)
		}
	}
}

// Trap 4: a request without params has the library answer "parse error".
func TestMissingParamsAndUnknownRequests(t *testing.T) {
	p := started(t, func(*Conn) Methods {
		return Methods{"echo": echo(), "note": Notification(func(context.Context, *None) error { return nil })}
	})
	for _, c := range []struct {
		method, params string
		code           int
	}{
		{"unknown", "", -32601},
		{"unknown", "{}", -32601},
		{"note", "{}", -32601},
		{"echo", "", -32602},
		{"echo", "null", -32602},
		{"echo", "[1]", -32602},
		{"echo", `{"text":5}`, -32602},
		{"echo", `{}`, 0},
		{"echo", `{"text":"a","unknown":{"a":[null]}}`, 0},
		{"shutdown", "", 0},
	} {
		if code := p.ask(c.method, c.params); code != c.code {
			t.Errorf("%s %s: code %d, want %d", c.method, c.params, code, c.code)
		}
	}
}

// Trap 5: a panic in a handler ends the library's connection.
func TestPanicsAreContained(t *testing.T) {
	p := started(t, func(*Conn) Methods {
		return Methods{
			"boom": Request(func(context.Context, *None) (any, error) { panic("boom") }),
			"note": Notification(func(context.Context, *None) error { panic("boom") }),
			"echo": echo(),
		}
	})
	if code := p.ask("boom", "{}"); code != -32603 {
		t.Errorf("code %d, want -32603", code)
	}
	p.send(`{"jsonrpc":"2.0","method":"note","params":{}}`)
	if code := p.ask("echo", `{"text":"a"}`); code != 0 {
		t.Errorf("afterwards: %d", code)
	}
}

// Trap 6: the library refuses null for an optional value.
func TestNullIsNoValue(t *testing.T) {
	var got protocol.Diagnostic
	p := started(t, func(*Conn) Methods {
		return Methods{
			protocol.MethodTextDocumentCodeAction: Request(func(_ context.Context, p *protocol.CodeActionParams) (any, error) {
				got = p.Context.Diagnostics[0]
				return nil, nil
			}),
		}
	})
	action := func(diagnostic string) int {
		return p.ask("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.py"},
			"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"context":{"diagnostics":[`+diagnostic+`]}}`)
	}
	where := `"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":3}}`
	if code := action(`{` + where + `,"severity":null,"source":null,"message":"m","data":{"n":12345678901234567890}}`); code != 0 {
		t.Fatalf("severity null: code %d", code)
	}
	if got.Severity != 0 || got.Range.End.Character != 3 || string(got.Data) != `{"n":12345678901234567890}` {
		t.Errorf("decoded %+v", got)
	}
	if code := action(`{"range":{"start":{"line":-1,"character":2},"end":{"line":1,"character":3}},"message":"m"}`); code != -32602 {
		t.Errorf("a negative line: code %d, want -32602", code)
	}
}

// Trap 7: in the library, a notification's handler that asks the client waits for an answer that nobody reads.
func TestHandlersMayAskTheClient(t *testing.T) {
	answers := make(chan error, 2)
	p := started(t, func(c *Conn) Methods {
		register := func(ctx context.Context) error {
			return c.Client().RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{ID: "a", Method: "b"}}})
		}
		return Methods{
			"note": Notification(func(ctx context.Context, _ *None) error { answers <- register(ctx); return nil }),
			"ask":  Request(func(ctx context.Context, _ *None) (any, error) { answers <- register(ctx); return nil, nil }),
		}
	})
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"note","params":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ask","params":{}}`,
	} {
		p.send(body)
		m := p.next()
		if m.Method != "client/registerCapability" {
			t.Fatalf("asked %q", m.Method)
		}
		p.send(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":null}`)
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
}

func TestCancel(t *testing.T) {
	blocked := make(chan struct{})
	release := make(chan struct{})
	p := started(t, func(*Conn) Methods {
		return Methods{
			"slow": Request(func(ctx context.Context, _ *None) (any, error) {
				blocked <- struct{}{}
				<-ctx.Done()
				return nil, ctx.Err()
			}),
			"hold": Notification(func(context.Context, *None) error { blocked <- struct{}{}; <-release; return nil }),
			"echo": echo(),
		}
	})
	for _, id := range []string{`5`, `"five"`} {
		p.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"slow","params":{}}`)
		<-blocked
		if code := p.ask("echo", `{"text":"beside it"}`); code != 0 {
			t.Errorf("a request beside a slow one: %d", code)
		}
		p.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":` + id + `}}`)
		if m := p.next(); string(m.ID) != id || m.Error == nil || m.Error.Code != -32800 {
			t.Errorf("cancelled %s: %+v", id, m)
		}
	}
	// A request can be cancelled before its turn has come.
	p.send(`{"jsonrpc":"2.0","method":"hold","params":{}}`)
	<-blocked
	p.send(`{"jsonrpc":"2.0","id":6,"method":"echo","params":{"text":"a"}}`)
	p.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":6}}`)
	if m := p.next(); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("cancelled before its turn: %+v", m)
	}
	close(release)
}

func TestLifecycle(t *testing.T) {
	var notes atomic.Int64
	p := serve(t, func(*Conn) Methods {
		return Methods{
			"echo": echo(),
			"note": Notification(func(context.Context, *None) error { notes.Add(1); return nil }),
		}
	})
	note := func() { p.send(`{"jsonrpc":"2.0","method":"note","params":{}}`) }
	note()
	for _, step := range []struct {
		method string
		code   int
	}{
		{"echo", -32002},
		{"shutdown", -32002},
		{"unknown", -32002},
		{"initialize", 0},
		{"echo", 0},
		{"initialize", -32600},
		{"shutdown", 0},
		{"echo", -32600},
		{"shutdown", -32600},
		{"initialize", -32600},
	} {
		if code := p.ask(step.method, `{"text":"a"}`); code != step.code {
			t.Errorf("%s: code %d, want %d", step.method, code, step.code)
		}
		if step.method == "echo" && step.code == 0 {
			note()
		}
	}
	note()
	if code := p.ask("echo", `{"text":"a"}`); code != -32600 {
		t.Error(code)
	}
	if n := notes.Load(); n != 1 {
		t.Errorf("%d notifications handled, want the one between initialize and shutdown", n)
	}
	p.send(`{"jsonrpc":"2.0","method":"exit"}`)
	if end := <-p.end; end != Exited {
		t.Errorf("end %v", end)
	}
}

// TestPipelinedStart: a client that does not wait for the answer to initialize is served all the same.
func TestPipelinedStart(t *testing.T) {
	var notes atomic.Int64
	p := serve(t, func(*Conn) Methods {
		return Methods{
			"initialized": Notification(func(context.Context, *None) error { notes.Add(1); return nil }),
			"seen":        Request(func(context.Context, *None) (any, error) { return notes.Load(), nil }),
		}
	})
	p.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
	p.send(`{"jsonrpc":"2.0","method":"initialized"}`)
	p.send(`{"jsonrpc":"2.0","id":2,"method":"seen"}`)
	for range 2 {
		if m := p.next(); m.Error != nil || string(m.ID) == "2" && string(m.Result) != "1" {
			t.Errorf("%+v", m)
		}
	}
}

func TestEnds(t *testing.T) {
	for name, c := range map[string]struct {
		say  string
		want End
	}{
		"exit":    {`{"jsonrpc":"2.0","method":"exit"}`, Aborted},
		"hang up": {"", Gone},
	} {
		t.Run(name, func(t *testing.T) {
			blocked := make(chan struct{})
			p := started(t, func(*Conn) Methods {
				return Methods{"slow": Request(func(ctx context.Context, _ *None) (any, error) {
					close(blocked)
					<-ctx.Done()
					return nil, ctx.Err()
				})}
			})
			p.send(`{"jsonrpc":"2.0","id":1,"method":"slow","params":{}}`)
			<-blocked
			if c.say == "" {
				_ = p.conn.Close()
			} else {
				p.send(c.say)
			}
			if end := <-p.end; end != c.want {
				t.Errorf("end %v, want %v", end, c.want)
			}
		})
	}
}

// TestServeEndsWithItsContext: even where closing the stream does not end a Read.
func TestServeEndsWithItsContext(t *testing.T) {
	in, out := io.Pipe()
	conn := New(struct {
		io.Reader
		io.Writer
		io.Closer
	}{in, io.Discard, closer(func() error { return nil })}, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	end := make(chan End)
	go func() { end <- conn.Serve(ctx, Methods{}) }()
	cancel()
	if e := <-end; e != Gone {
		t.Errorf("end %v", e)
	}
	_ = out.Close() // ends the reader, as the end of the process would
}

// TestDeafClient: a client that closed its end of our output is gone, whatever it does with the other.
func TestDeafClient(t *testing.T) {
	in, out := io.Pipe()
	answers, gone := io.Pipe()
	conn := New(struct {
		io.Reader
		io.Writer
		io.Closer
	}{in, gone, closer(func() error { return nil })}, slog.New(slog.DiscardHandler))
	end := make(chan End)
	go func() { end <- conn.Serve(context.Background(), Methods{}) }()
	_ = answers.Close()
	body := `{"jsonrpc":"2.0","id":1,"method":"unknown"}`
	if _, err := fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		t.Fatal(err)
	}
	if e := <-end; e != Gone {
		t.Errorf("end %v", e)
	}
	_ = out.Close() // ends the reader, as the end of the process would
}

type closer func() error

func (c closer) Close() error { return c() }

func TestLargeMessage(t *testing.T) {
	p := started(t, func(*Conn) Methods {
		return Methods{"length": Request(func(_ context.Context, p *echoParams) (any, error) { return len(p.Text), nil })}
	})
	const n = 10 << 20
	p.send(`{"jsonrpc":"2.0","id":1,"method":"length","params":{"text":"` + strings.Repeat("a", n) + `"}}`)
	if m := p.next(); string(m.Result) != fmt.Sprint(n) {
		t.Errorf("%s of %d bytes arrived (%+v)", m.Result, n, m.Error)
	}
}
