// Package lsp is the language server: it knows which files the editor has open and which problem folders they belong to,
// has a problem checked when one of its files is saved or changes on disk, and turns the report into code lenses,
// diagnostics, progress and the notification execre/report.
//
// It promises that nothing is executed unless the client said that the workspace is trusted, or said nothing about it;
// that a result is marked as being from before an edit as soon as the edit is known; that a lens or a diagnostic is
// sent only when it changed; and that Serve leaves no run behind, whatever way the client goes. It decides nothing
// about programs: what it shows stands in the report.
//
// State lives in one struct under one lock, which is never held over I/O. Handlers change the state and wake the
// publisher, the one goroutine that compares the state with what the client was told and says the difference.
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"execre/server/internal/check"
	"execre/server/internal/companion"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/rerun"
	"execre/server/internal/watch"
)

// Config says with what a server works.
type Config struct {
	// Check checks the problem in a folder, and writes nothing there.
	Check   func(ctx context.Context, dir string, order Order) (*check.Report, error)
	Version string       // told to the client
	Log     *slog.Logger // nil: nothing is logged
	Parent  func() int   // the id of our parent process; nil means os.Getppid

	// Deaf says whether nobody reads any more what we write; nil where that cannot be told. A client that closes that end alone
	// is gone, though a server that has nothing to write would not notice.
	Deaf func() bool

	// ClientInterval is how often we look whether the client that started us is still our parent, and not deaf; 0 means two
	// seconds. A client that dies closes our stdin, as a rule; a process that it started may hold the other end open.
	ClientInterval time.Duration
}

// Order says how a check is to be done, in the words of check.Config.
type Order struct {
	Progress   func(check.Progress)
	Partial    func(*check.Report)
	Rows       *check.Rows
	Background bool
	Ask        bool
	For        time.Duration // a hunt: to search on for so long, or until programs differ; 0: none
	Suspects   func(file string) bool
	Found      func(*check.Report)
}

// patience is how long the end may take. Shutdown and exit are to be done within a second, whatever runs.
const patience = 700 * time.Millisecond

// server is the state of one connection.
type server struct {
	cfg     Config
	log     *slog.Logger
	conn    *rpc.Conn
	client  protocol.Client
	runs    *rerun.Runs
	watcher *watch.Watcher
	ctx     context.Context    // of Serve: for what outlives the request that began it
	end     context.CancelFunc // cancels ctx

	stopping   sync.Once
	background sync.WaitGroup // goroutines that end with Serve
	wake       chan struct{}  // the publisher has something to do

	mu       sync.Mutex
	features features
	roots    []string // the workspace folders
	docs     map[string]*document
	problems map[string]*problem
	outbox   []outgoing                // log messages and the like, to be sent once
	browser  *companion.Server         // nil: nobody wants problems from the browser
	tokens   map[string]*progressToken // by problem folder
	told     told
}

// outgoing is something to be said once: a message, or a notification of our own.
type outgoing struct {
	level protocol.MessageType
	text  string
	show  bool // to the person, not only in the log

	method string // "" for a message
	params json.RawMessage
}

// Serve speaks with one client until it says exit or hangs up, or ctx is done. It says whether the client took its
// leave as the protocol has it. Closing rwc must end a Read that waits, if no goroutine is to be left behind.
func Serve(ctx context.Context, rwc io.ReadWriteCloser, cfg Config) (orderly bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Parent == nil {
		cfg.Parent = os.Getppid
	}
	if cfg.ClientInterval == 0 {
		cfg.ClientInterval = 2 * time.Second
	}
	s := &server{
		cfg: cfg, log: cfg.Log, conn: rpc.New(rwc, cfg.Log), ctx: ctx, end: cancel,
		wake:     make(chan struct{}, 1),
		features: features{trusted: true},
		docs:     map[string]*document{}, problems: map[string]*problem{}, tokens: map[string]*progressToken{},
		told: told{diagnostics: map[string]string{}, reports: map[string]reportKey{}},
	}
	for _, a := range []*asked{&s.told.lenses, &s.told.hints, &s.told.pulled} {
		a.known = map[string]string{}
	}
	s.client = s.conn.Client()
	s.runs = rerun.New(s.run)
	s.watcher = watch.New(watch.Config{Log: cfg.Log, Changed: func(paths []string) {
		s.background.Go(func() { s.changed(paths) })
	}})
	s.background.Go(func() { s.publish(ctx) })
	if cfg.Deaf != nil {
		s.background.Go(func() { s.endWhen(ctx, cfg.Deaf, "nobody reads what the server writes") })
	}

	end := s.conn.Serve(ctx, s.methods())
	cancel()
	s.stop()
	if browser := s.listener(); browser != nil {
		browser.Close()
	}
	if err := s.watcher.Close(); err != nil {
		s.log.Debug("closing the watcher", "error", err)
	}
	s.wait()
	return end == rpc.Exited
}

// stop cancels all runs and waits for them, once, and not for ever.
func (s *server) stop() {
	s.stopping.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.runs.Close(ctx); err != nil {
			s.log.Error("ending", "error", err)
		}
	})
}

// wait waits for the goroutines of the server. One that writes to a client that does not read may stay; it ends with
// the process.
func (s *server) wait() {
	done := make(chan struct{})
	go func() {
		s.background.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
		s.log.Error("ending without the goroutines that still write to the client")
	}
}

// methods are all that the server answers.
func (s *server) methods() rpc.Methods {
	return rpc.Methods{
		protocol.MethodInitialize:  rpc.Request(s.initialize),
		protocol.MethodInitialized: rpc.Notification(s.initialized),
		protocol.MethodShutdown:    rpc.Request(s.shutdown),
		protocol.MethodSetTrace:    rpc.Notification(func(context.Context, *rpc.None) error { return nil }),

		protocol.MethodTextDocumentDidOpen:   rpc.Notification(s.didOpen),
		protocol.MethodTextDocumentDidChange: rpc.Notification(s.didChange),
		protocol.MethodTextDocumentDidSave:   rpc.Notification(s.didSave),
		protocol.MethodTextDocumentDidClose:  rpc.Notification(s.didClose),

		protocol.MethodWorkspaceDidChangeWatchedFiles:     rpc.Notification(s.didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: rpc.Notification(s.didChangeWorkspaceFolders),
		protocol.MethodWorkspaceDidChangeConfiguration:    rpc.Notification(func(context.Context, *rpc.None) error { return nil }),

		protocol.MethodTextDocumentCodeLens:         rpc.Request(s.codeLens),
		protocol.MethodTextDocumentCodeAction:       rpc.Request(s.codeAction),
		protocol.MethodCodeActionResolve:            rpc.Request(s.resolveAction),
		protocol.MethodTextDocumentDiagnostic:       rpc.Request(s.pullDiagnostics),
		protocol.MethodTextDocumentInlayHint:        rpc.Request(s.inlayHint),
		protocol.MethodTextDocumentHover:            rpc.Request(s.hover),
		protocol.MethodTextDocumentCompletion:       rpc.Request(s.completion),
		protocol.MethodTextDocumentFormatting:       rpc.Request(s.formatting),
		"execre/judge":                              rpc.Request(s.judge),
		"execre/verdict":                            rpc.Request(s.verdict),
		"execre/matrix":                             rpc.Request(s.matrix),
		"execre/cell":                               rpc.Request(s.cell),
		"execre/inputs":                             rpc.Request(s.inputs),
		"execre/launch":                             rpc.Request(s.launch),
		"execre/companion":                          rpc.Request(s.companionState),
		protocol.MethodWorkspaceExecuteCommand:      rpc.Request(s.executeCommand),
		protocol.MethodWindowWorkDoneProgressCancel: rpc.Notification(s.cancelProgress),
	}
}

// can gives the client's features.
func (s *server) can() features {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.features
}

// poke wakes the publisher.
func (s *server) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// tell logs an error or a warning, here and at the client.
func (s *server) tell(level protocol.MessageType, show bool, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if level == protocol.MessageTypeError {
		s.log.Error(text)
	} else {
		s.log.Warn(text)
	}
	s.mu.Lock()
	s.outbox = append(s.outbox, outgoing{level: level, text: text, show: show})
	s.mu.Unlock()
	s.poke()
}
