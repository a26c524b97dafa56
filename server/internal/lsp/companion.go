package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/companion"
	"execre/server/internal/imports"
	"execre/server/internal/lsp/rpc"
)

// companionOptions, among the initializationOptions, are those for problems from the browser.
type companionOptions struct {
	Enabled bool   `json:"enabled"`
	Port    int    `json:"port"` // 0: companion.DefaultPort
	Dir     string `json:"dir"`  // where problem folders are made; "": in the first workspace folder

	imports.Options // "language", "templates"
}

// companionStatus is the notification execre/companion, and the answer to the request of that name.
type companionStatus struct {
	State     string   `json:"state"` // as companion.State says it
	Port      int      `json:"port"`
	Addresses []string `json:"addresses"`
	Message   string   `json:"message"`
	Hint      string   `json:"hint"` // what has to be done for a browser on another machine; ""
}

// arrival is the notification execre/problem: what became of a problem, or a contest, that came from the browser.
type arrival struct {
	Contest string           `json:"contest"`
	Created []createdProblem `json:"created"`
	Missing int              `json:"missing"`
	Errors  []string         `json:"errors"`
}

type createdProblem struct {
	Folder  uri.URI  `json:"folder"`
	Name    string   `json:"name"`
	Open    uri.URI  `json:"open"`    // the file to begin with; ""
	Existed bool     `json:"existed"` // it was there before, and nothing in it was changed
	LeftOut []string `json:"leftOut"`
}

// listenForCompanion begins to listen for problems from the browser, if somebody wants them.
func (s *server) listenForCompanion() {
	f := s.can()
	o := f.companion
	if !o.Enabled || !f.trusted {
		return
	}
	if err := o.Options.Check(); err != nil {
		s.tell(protocol.MessageTypeError, true, "problems from the browser: %v", err)
		return
	}
	port := o.Port
	if port == 0 {
		port = companion.DefaultPort
	}
	browser := companion.New(companion.Config{
		Port: port, Dir: s.companionDir, Options: o.Options, Log: s.log,
		Created: s.arrived,
		Changed: func(status companion.Status) { s.notify("execre/companion", statusOf(status)) },
	})
	s.mu.Lock()
	first := s.browser == nil // initialized may come twice
	if first {
		s.browser = browser
	}
	s.mu.Unlock()
	if first {
		browser.Listen()
	}
}

// listener gives the listener for problems from the browser, or nil.
func (s *server) listener() *companion.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.browser
}

// companionDir is the folder that problem folders are made in.
func (s *server) companionDir() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	dir := s.features.companion.Dir
	switch {
	case filepath.IsAbs(dir):
		return dir, nil
	case len(s.roots) == 0:
		return "", errors.New("no folder is open: open the one that problems are to be made in")
	}
	return filepath.Join(s.roots[0], dir), nil
}

// arrived tells of problems that came, and opens the first.
func (s *server) arrived(a companion.Arrival) {
	told := arrival{Contest: a.Contest, Created: []createdProblem{}, Missing: a.Missing, Errors: []string{}}
	for _, c := range a.Created {
		made := createdProblem{Folder: uri.File(c.Dir), Name: c.Name, Existed: c.Existed, LeftOut: append([]string{}, c.LeftOut...)}
		if c.Open != "" {
			made.Open = uri.File(c.Open)
		}
		told.Created = append(told.Created, made)
	}
	for _, err := range a.Errors {
		told.Errors = append(told.Errors, err.Error())
		s.tell(protocol.MessageTypeError, true, "a problem from the browser: %v", err)
	}
	s.notify("execre/problem", told)
	if len(a.Created) > 0 && a.Created[0].Open != "" {
		yes := true
		show := protocol.ShowDocumentParams{URI: told.Created[0].Open, TakeFocus: &yes}
		s.background.Go(func() { s.show(s.ctx, show) })
	}
}

// claim says that a person works in this window, so that problems are to come here.
func (s *server) claim() {
	if browser := s.listener(); browser != nil {
		browser.Claim()
	}
}

// companionState is the request execre/companion.
func (s *server) companionState(context.Context, *rpc.None) (any, error) {
	status := companionStatus{State: companion.Off.String(), Addresses: []string{}}
	if browser := s.listener(); browser != nil {
		status = statusOf(browser.Status())
	}
	encoded, err := json.Marshal(status)
	return json.RawMessage(encoded), err
}

func statusOf(s companion.Status) companionStatus {
	return companionStatus{
		State: s.State.String(), Port: s.Port, Addresses: append([]string{}, s.Addresses...), Message: s.Message, Hint: s.Hint,
	}
}

// notify has the publisher send a notification of our own.
func (s *server) notify(method string, params any) {
	encoded, err := json.Marshal(params)
	if err != nil {
		s.log.Error("encoding a notification", "method", method, "error", err)
		return
	}
	s.mu.Lock()
	s.outbox = append(s.outbox, outgoing{method: method, params: encoded})
	s.mu.Unlock()
	s.poke()
}
