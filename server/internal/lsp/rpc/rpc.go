// Package rpc is the connection between the language server and its client: JSON-RPC 2.0 framed as the Language
// Server Protocol has it, on go.lsp.dev/jsonrpc2.
//
// It promises that
//   - messages take their turn in the order in which they arrived: a notification is handled to its end before what
//     came after it begins, and a request begins only after all that came before it;
//   - requests run beside each other and can be cancelled, and a handler may ask the client something and wait for
//     the answer, because the goroutine that reads never waits for a handler;
//   - whatever a client sends gets the answer that the protocol asks for: unknown methods, missing or misshapen
//     params, requests before initialize or after shutdown;
//   - neither a failed notification nor a panicking handler ends the connection, nor a message that is none, as long as
//     it says how long it is.
//
// The package knows no method but initialize, initialized, shutdown, exit and $/cancelRequest. The library's own stack
// (protocol.NewServer, jsonrpc2.CancelHandler) gives none of the promises; the tests name the seven traps.
package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// requestFailed is the protocol's code for a request that was right but could not be done.
const requestFailed jsonrpc2.Code = -32803

// InvalidParams is the answer to a request whose params name something that does not exist or make no sense.
func InvalidParams(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, format, args...)
}

// Failed is the answer to a request that made sense and could not be done.
func Failed(format string, args ...any) error {
	return jsonrpc2.Errorf(requestFailed, format, args...)
}

// Method handles one method of the protocol; see Request and Notification.
type Method struct {
	handle func(ctx context.Context, params []byte) (any, error)
	call   bool
}

// Methods are all that a server answers.
type Methods map[string]Method

// Request makes a Method of a handler that answers. It runs on a goroutine of its own, except for initialize and
// shutdown, which are finished before the next message takes its turn.
func Request[P, R any](handler func(context.Context, *P) (R, error)) Method {
	return Method{call: true, handle: func(ctx context.Context, raw []byte) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return handler(ctx, params)
	}}
}

// Notification makes a Method of a handler without an answer. Its error is logged.
func Notification[P any](handler func(context.Context, *P) error) Method {
	return Method{handle: func(ctx context.Context, raw []byte) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return nil, handler(ctx, params)
	}}
}

// None is the type of params that a method does not have.
type None struct{}

// decode reads params. The library refuses a null where the protocol has an optional value, and clients do send it, so
// that nulls are taken out where they are in the way.
func decode[P any](raw []byte) (*P, error) {
	params := new(P)
	if _, none := any(params).(*None); none {
		return params, nil
	}
	if len(raw) == 0 || string(raw) == "null" {
		return nil, InvalidParams("params are missing")
	}
	err := protocol.Unmarshal(raw, params)
	if err == nil {
		return params, nil
	}
	params = new(P)
	if protocol.Unmarshal(withoutNulls(raw), params) != nil {
		return nil, InvalidParams("params: %v", err)
	}
	return params, nil
}

// withoutNulls is the JSON text without the members of objects that are null.
func withoutNulls(raw []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return raw
	}
	var strip func(any)
	strip = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			for key, member := range value {
				if member == nil {
					delete(value, key)
				}
				strip(member)
			}
		case []any:
			for _, element := range value {
				strip(element)
			}
		}
	}
	strip(value)
	stripped, err := json.Marshal(value)
	if err != nil {
		return raw
	}
	return stripped
}

// Conn is one connection to a client.
type Conn struct {
	log    *slog.Logger
	conn   jsonrpc2.Conn
	stream *stream

	mu       sync.Mutex
	queue    []func()                           // messages that wait for their turn
	running  map[jsonrpc2.ID]context.CancelFunc // requests that were not answered yet
	stopping bool                               // shutdown has arrived
	exited   bool                               // exit has arrived

	wake    chan struct{} // the queue is not empty
	state   state         // owned by the goroutine that takes turns
	methods Methods
}

// state is how far the client has brought the connection.
type state int

const (
	fresh state = iota
	initialized
	shutDown
)

// New makes a connection of a byte stream. Closing the stream must end a Read that waits, if Serve is to leave no
// goroutine behind.
func New(rwc io.ReadWriteCloser, log *slog.Logger) *Conn {
	c := &Conn{
		log:     log,
		stream:  &stream{ReadWriteCloser: rwc, ended: func() {}},
		running: map[jsonrpc2.ID]context.CancelFunc{},
		wake:    make(chan struct{}, 1),
	}
	messages := jsonrpc2.NewHeaderStream(c.stream)
	if inner, ok := messages.(frameStream); ok {
		messages = readable{messages, inner, c}
	}
	c.conn = jsonrpc2.NewConn(messages, jsonrpc2.WithCodec(codec{}))
	return c
}

// Client sends requests and notifications to the client.
func (c *Conn) Client() protocol.Client { return protocol.ClientDispatcher(c.conn) }

// Notify sends a notification that the protocol does not know.
func (c *Conn) Notify(ctx context.Context, method string, params any) error {
	return c.conn.Notify(ctx, method, params)
}

// End says how a connection ended.
type End int

// The ends.
const (
	Gone    End = iota // the client hung up without a word, or ctx was cancelled
	Exited             // exit after shutdown
	Aborted            // exit without shutdown: the protocol asks for a status of 1
)

// closeGrace is how long Serve waits for a Read that closing the stream does not end.
const closeGrace = 100 * time.Millisecond

// Serve answers the client until it hangs up or says exit, or until ctx is done. Handlers that still run are cancelled
// and waited for.
func (c *Conn) Serve(ctx context.Context, methods Methods) End {
	c.methods = methods
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.stream.ended = cancel
	var turns sync.WaitGroup
	turns.Go(func() { c.takeTurns(ctx) })
	c.conn.Go(ctx, c.receive)

	select {
	case <-c.conn.Done():
	case <-ctx.Done():
		if err := c.stream.Close(); err != nil {
			c.log.Debug("closing the stream", "error", err)
		}
		for ended := false; !ended; {
			select {
			case <-c.conn.Done():
				ended = true
			case <-time.After(closeGrace):
				c.mu.Lock()
				ended = len(c.running) == 0
				c.mu.Unlock()
			}
		}
	}
	cancel()
	turns.Wait()
	if err := c.conn.Err(); err != nil {
		c.log.Error("the connection ended", "error", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.exited && c.stopping:
		return Exited
	case c.exited:
		return Aborted
	}
	return Gone
}

// receive takes one message from the goroutine that reads, and must not keep it: only a request's answer is waited
// for, after Async has sent the reader on.
//
// Contexts that the library hands to handlers are recycled when the handler returns, and deriving from one crashes the
// process later; hence DetachContext, first of all.
func (c *Conn) receive(pooled context.Context, req *jsonrpc2.Request) (any, error) {
	ctx := jsonrpc2.DetachContext(pooled)
	method, params := strings.Clone(req.Method()), bytes.Clone(req.Params())
	if !req.IsCall() {
		switch method {
		case protocol.MethodCancelRequest:
			c.cancel(params)
		case protocol.MethodExit:
			c.exit()
		default:
			c.enqueue(func() { c.notified(ctx, method, params) })
		}
		return nil, nil // an error here would end the connection
	}

	id := req.ID()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		result any
		err    error
	}
	var (
		turn     = make(chan error, 1)  // that the request may begin now, or why not
		answered = make(chan answer, 1) // of initialize and shutdown
		inTurn   = method == protocol.MethodInitialize || method == protocol.MethodShutdown
	)
	c.mu.Lock()
	c.running[id] = cancel // before Async: a later $/cancelRequest always finds it
	c.stopping = c.stopping || method == protocol.MethodShutdown
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.running, id)
	}()
	c.enqueue(func() {
		err := c.admit(method)
		if err == nil && inTurn {
			result, err := c.call(ctx, method, params)
			c.advance(method, err)
			answered <- answer{result, err}
			return
		}
		turn <- err
	})
	jsonrpc2.Async(pooled)

	select {
	case err := <-turn:
		if err != nil {
			return nil, err
		}
		return c.call(ctx, method, params)
	case a := <-answered:
		return a.result, a.err
	case <-ctx.Done():
		return nil, protocol.ErrRequestCancelled
	}
}

// admit says whether a request may be answered in the connection's state.
func (c *Conn) admit(method string) error {
	switch {
	case c.state == shutDown:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s after shutdown", method)
	case c.state == fresh && method != protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s before initialize", method)
	case c.state == initialized && method == protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize a second time")
	}
	return nil
}

// advance changes the connection's state after initialize or shutdown.
func (c *Conn) advance(method string, err error) {
	switch {
	case method == protocol.MethodShutdown:
		c.state = shutDown
	case err == nil:
		c.state = initialized
	}
}

// call answers a request whose turn has come.
func (c *Conn) call(ctx context.Context, method string, params []byte) (any, error) {
	m, ok := c.methods[method]
	if !ok || !m.call {
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "unknown request %s", method)
	}
	result, err := c.protect(ctx, m, method, params)
	var coded *jsonrpc2.Error
	switch {
	case err == nil:
		return result, nil
	case errors.As(err, &coded):
		return nil, coded
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	}
	c.log.Error("a request failed", "method", method, "error", err)
	return nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: %v", method, err)
}

// notified handles a notification whose turn has come.
func (c *Conn) notified(ctx context.Context, method string, params []byte) {
	m, ok := c.methods[method]
	switch {
	case c.state != initialized:
		c.log.Debug("notification out of place", "method", method)
	case !ok || m.call:
		c.log.Debug("unknown notification", "method", method)
	default:
		if _, err := c.protect(ctx, m, method, params); err != nil && ctx.Err() == nil {
			c.log.Warn("a notification could not be handled", "method", method, "error", err)
		}
	}
}

// protect runs a handler and makes an error of its panic.
func (c *Conn) protect(ctx context.Context, m Method, method string, params []byte) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			c.log.Error("a handler panicked", "method", method, "panic", r, "stack", string(debug.Stack()))
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "internal error in %s: %v", method, r)
		}
	}()
	return m.handle(ctx, params)
}

// enqueue gives a message its place. The queue has no bound: a reader that waited for handlers could not read the
// answers that handlers wait for.
func (c *Conn) enqueue(turn func()) {
	c.mu.Lock()
	c.queue = append(c.queue, turn)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// frameStream is what a stream of the library has besides, and what its connection prefers.
type frameStream interface {
	ReadFrame(context.Context) ([]byte, int64, error)
	WriteFrame(context.Context, []byte) (int64, error)
}

// readable answers messages that cannot be read, and keeps them from the library, which would end the connection.
type readable struct {
	jsonrpc2.Stream
	frameStream
	conn *Conn
}

// ReadFrame gives the next message that can be read, or a batch, in which the library answers each by itself.
func (r readable) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		body, n, err := r.frameStream.ReadFrame(ctx)
		if err != nil || bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) && json.Valid(body) {
			return body, n, err
		}
		_, why := jsonrpc2.DecodeMessage(body)
		if why == nil {
			return body, n, nil
		}
		code, what := jsonrpc2.InvalidRequest, "no message of JSON-RPC"
		if !json.Valid(body) {
			code, what = jsonrpc2.ParseError, "no JSON"
		}
		r.conn.log.Warn("the client sent what is "+what, "error", why)
		r.conn.enqueue(func() {
			_, _ = r.WriteFrame(ctx, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"%s"}}`, code, what))
		})
	}
}

// takeTurns gives the messages their turns until the connection ends.
func (c *Conn) takeTurns(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		for ctx.Err() == nil {
			c.mu.Lock()
			if len(c.queue) == 0 {
				c.queue = nil
				c.mu.Unlock()
				break
			}
			turn := c.queue[0]
			c.queue[0] = nil
			c.queue = c.queue[1:]
			c.mu.Unlock()
			turn()
		}
	}
}

// cancel handles $/cancelRequest, out of turn.
func (c *Conn) cancel(params []byte) {
	var cancelled struct{ ID json.RawMessage }
	if json.Unmarshal(params, &cancelled) != nil {
		return
	}
	var id jsonrpc2.ID
	var number int64
	var text string
	switch {
	case json.Unmarshal(cancelled.ID, &number) == nil:
		id = jsonrpc2.NewNumberID(number)
	case json.Unmarshal(cancelled.ID, &text) == nil:
		id = jsonrpc2.NewStringID(text)
	default:
		return
	}
	c.mu.Lock()
	cancel := c.running[id]
	c.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// exit handles exit, out of turn: it ends everything.
func (c *Conn) exit() {
	c.mu.Lock()
	c.exited = true
	c.mu.Unlock()
	c.stream.end()
}

// stream notices the end of what the client sends, and ends it by itself after exit: a client may keep its end open, and
// a Read from a terminal or a pipe cannot be interrupted on every system.
type stream struct {
	io.ReadWriteCloser
	ended func() // called at the end

	mu   sync.Mutex
	over bool
	once sync.Once
}

func (s *stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	over := s.over
	s.mu.Unlock()
	if over {
		return 0, io.EOF
	}
	n, err := s.ReadWriteCloser.Read(p)
	if err != nil {
		s.ended()
	}
	return n, err
}

// Write ends the connection when it fails: a client that does not listen is gone, even if its end of our input is held
// open by something else.
func (s *stream) Write(p []byte) (int, error) {
	n, err := s.ReadWriteCloser.Write(p)
	if err != nil {
		s.ended()
	}
	return n, err
}

func (s *stream) end() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.ended()
}

func (s *stream) Close() error {
	var err error
	s.once.Do(func() { err = s.ReadWriteCloser.Close() })
	return err
}

// codec is what the protocol package installs in its own stack, and does not export.
type codec struct{}

// Marshal implements jsonrpc2.Codec.
func (codec) Marshal(v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return []byte("null"), nil
	case jsonrpc2.RawMessage:
		if v == nil {
			return []byte("null"), nil
		}
		return v, nil
	case json.RawMessage:
		return v, nil
	}
	return protocol.Marshal(v)
}

// Unmarshal implements jsonrpc2.Codec.
func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = bytes.Clone(data)
		return nil
	}
	if err := protocol.Unmarshal(data, v); err != nil {
		return fmt.Errorf("decoding: %w", err)
	}
	return nil
}
