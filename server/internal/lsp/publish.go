package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/workspace"
)

// told is what the client knows.
type told struct {
	diagnostics map[string]string // the encoded diagnostics of a file, by URI
	reports     map[string]reportKey
	lenses      asked // of open documents, by path
	hints       asked // likewise
	pulled      asked // diagnostics of open documents, by URI, of a client that asks for them
	tokens      int   // progress tokens made
}

// asked is what a client asks for, when it is told that something changed.
type asked struct {
	known   map[string]string // what it last got, or will ask for
	waiting bool              // it was told, and has not answered yet
}

// note keeps what the client gets. It may have changed since we had the client ask, and may change back.
func (a *asked) note(key, text string, ok bool) {
	if ok {
		a.known[key] = text
	} else {
		delete(a.known, key)
	}
}

// reportKey tells one execre/report from another.
type reportKey struct {
	state   string
	report  *check.Report
	failure string

	progress string // the token
}

// reportParams are the params of the notification execre/report.
type reportParams struct {
	Folder uri.URI         `json:"folder"`          // of the problem: what commands and requests are given
	Files  uri.URI         `json:"files,omitempty"` // the folder that its files are in, where several problems share one
	Run    int             `json:"run"`             // of the report; while running, the run that goes on
	State  string          `json:"state"`           // "running", "final", "stale", or "gone" for a problem that is no more
	Report json.RawMessage `json:"report"`          // of the last run that finished, or while running a partial one (see blend); null before the first
	Error  string          `json:"error,omitempty"` // why the last run gave no report
	// Progress is the token of the $/progress of the run that goes on; left out where the client shows no progress.
	Progress string `json:"progress,omitempty"`
}

// progressToken is the progress that the client shows for a problem, from the first of several runs to the end of the
// last.
type progressToken struct {
	id      string
	ready   bool // the client has answered
	refused bool
	begun   bool
	message string // the last one sent
}

// saying is one thing to be said to the client, without the lock.
type saying func(context.Context) error

// publish tells the client what changed, until ctx is done. Nobody else sends notifications, and all that is said at one
// time is of one state, so that there is an order: what a run found is sent before the end of its progress.
func (s *server) publish(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		s.mu.Lock()
		all := slices.Concat(s.sayMessages(), s.sayDiagnostics(), s.sayReports(), s.sayProgress(), s.sayLenses(), s.sayHints())
		s.mu.Unlock()
		for _, say := range all {
			if err := say(ctx); err != nil && ctx.Err() == nil {
				s.log.Warn("telling the client", "error", err)
			}
		}
	}
}

// sayMessages says what is to be said once. The lock is held, as by the other ones.
func (s *server) sayMessages() []saying {
	var all []saying
	for _, m := range s.outbox {
		if m.method != "" {
			all = append(all, func(ctx context.Context) error { return s.conn.Notify(ctx, m.method, m.params) })
			continue
		}
		all = append(all, func(ctx context.Context) error {
			return s.client.LogMessage(ctx, &protocol.LogMessageParams{Type: m.level, Message: m.text})
		})
		if m.show {
			all = append(all, func(ctx context.Context) error {
				return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: m.level, Message: "ExeCRE: " + m.text})
			})
		}
	}
	s.outbox = nil
	return all
}

// sayDiagnostics publishes what changed. Of files that are open a client that asks for diagnostics is told to ask again: what
// it is told as well as what it asks for, it shows twice.
func (s *server) sayDiagnostics() []saying {
	want := s.diagnostics()
	for u := range s.told.diagnostics {
		if _, ok := want[u]; !ok {
			want[u] = []protocol.Diagnostic{}
		}
	}
	pulled := map[string]string{}
	var all []saying
	for _, u := range slices.Sorted(maps.Keys(want)) {
		if d := s.docs[pathOf(uri.URI(u))]; d != nil && s.features.pull {
			if len(want[u]) > 0 {
				pulled[u] = encode(want[u])
			}
			want[u] = []protocol.Diagnostic{}
		}
		encoded := encode(want[u])
		if before, ok := s.told.diagnostics[u]; before == encoded || !ok && len(want[u]) == 0 {
			continue
		}
		s.told.diagnostics[u] = encoded
		if len(want[u]) == 0 {
			delete(s.told.diagnostics, u)
		}
		params := &protocol.PublishDiagnosticsParams{URI: uri.URI(u), Diagnostics: want[u]}
		all = append(all, func(ctx context.Context) error { return s.client.PublishDiagnostics(ctx, params) })
	}
	return append(all, s.askAgain(&s.told.pulled, pulled, s.features.pull, s.client.DiagnosticRefresh)...)
}

// encode is how diagnostics are compared.
func encode(diagnostics []protocol.Diagnostic) string {
	encoded, err := protocol.Marshal(diagnostics)
	if err != nil {
		panic(fmt.Sprintf("diagnostics that cannot be encoded: %v", err))
	}
	return string(encoded)
}

// diagnostics are those that every file has now, by its URI. The lock is held.
func (s *server) diagnostics() map[string][]protocol.Diagnostic {
	all := map[string][]protocol.Diagnostic{}
	for _, p := range s.problems {
		shown := p.findings
		if p.active && p.partial != nil {
			shown = p.early
		}
		for path, diagnostics := range shown {
			u := string(s.uriOf(path))
			all[u] = append(all[u], diagnostics...)
		}
	}
	for _, d := range s.docs {
		if d.schema != nil {
			all[string(d.uri)] = d.schema.merge(all[string(d.uri)], s.features.utf8)
		}
	}
	return all
}

// pullDiagnostics gives the diagnostics of a file.
func (s *server) pullDiagnostics(_ context.Context, params *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	path := pathOf(params.TextDocument.URI)
	s.mu.Lock()
	u := string(s.uriOf(path))
	items := s.diagnostics()[u]
	encoded := encode(items)
	s.told.pulled.note(u, encoded, len(items) > 0)
	s.mu.Unlock()
	s.poke()
	id := fmt.Sprintf("%x", sha256.Sum256([]byte(encoded)))
	if before := params.PreviousResultID; before != nil && *before == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id},
		}, nil
	}
	report := &protocol.RelatedFullDocumentDiagnosticReport{}
	report.Kind, report.ResultID, report.Items = "full", &id, append([]protocol.Diagnostic{}, items...)
	return report, nil
}

// uriOf is the URI of a file, as the client writes it if the file is open. The lock is held.
func (s *server) uriOf(path string) uri.URI {
	if d := s.docs[path]; d != nil {
		return d.uri
	}
	return uri.File(path)
}

func (s *server) sayReports() []saying {
	var all []saying
	for _, path := range slices.Sorted(maps.Keys(s.problems)) {
		p := s.problems[path]
		key := reportKey{state: "final", report: p.report, failure: p.failure}
		run := p.run
		switch {
		case p.active:
			key.state, key.failure, run = "running", "", p.requested
			if t := s.progressOf(path); t != nil {
				key.progress = t.id
			}
			if p.partial != nil {
				key.report = p.partial
			}
		case s.stale(p) || p.report == nil:
			key.state = "stale"
		}
		if p.requested == 0 && p.report == nil || s.told.reports[path] == key {
			continue
		}
		s.told.reports[path] = key
		params := reportParams{Folder: uri.File(path), Run: run, State: key.state, Error: key.failure, Progress: key.progress}
		if p.path != p.dir {
			params.Files = uri.File(p.dir)
		}
		all = append(all, func(ctx context.Context) error { return s.notifyReport(ctx, params, key.report) })
	}
	for path := range s.told.reports {
		if s.problems[path] == nil {
			delete(s.told.reports, path)
			params := reportParams{Folder: uri.File(path), State: "gone"}
			all = append(all, func(ctx context.Context) error { return s.notifyReport(ctx, params, nil) })
		}
	}
	return all
}

// notifyReport sends execre/report.
func (s *server) notifyReport(ctx context.Context, params reportParams, report *check.Report) error {
	params.Report = json.RawMessage("null")
	if report != nil {
		encoded, err := check.Encode(report)
		if err != nil {
			return err
		}
		params.Report = encoded
	}
	encoded, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("encoding execre/report: %w", err)
	}
	return s.conn.Notify(ctx, "execre/report", json.RawMessage(encoded))
}

func (s *server) sayProgress() []saying {
	if !s.features.progress {
		return nil
	}
	for path, p := range s.problems {
		if p.active {
			s.progressOf(path)
		}
	}
	var all []saying
	say := func(t *progressToken, value any) {
		all = append(all, func(ctx context.Context) error {
			encoded, err := protocol.Marshal(value)
			if err != nil {
				return fmt.Errorf("encoding progress: %w", err)
			}
			return s.client.Progress(ctx, &protocol.ProgressParams{Token: protocol.String(t.id), Value: encoded})
		})
	}
	for _, path := range slices.Sorted(maps.Keys(s.tokens)) {
		t, p := s.tokens[path], s.problems[path]
		if !t.ready {
			continue
		}
		if !t.refused && !t.begun {
			t.begun = true
			yes := true
			say(t, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: "ExeCRE: " + workspace.Name(path), Cancellable: &yes})
		}
		switch {
		case p == nil || !p.active:
			delete(s.tokens, path)
			if t.begun {
				say(t, &protocol.WorkDoneProgressEnd{Kind: "end"})
			}
		case t.begun && p.progress.Total > 0:
			message := p.progress.String()
			if message != t.message {
				t.message = message
				say(t, &protocol.WorkDoneProgressReport{Kind: "report", Message: &message})
			}
		}
	}
	return all
}

// progressOf is the progress that the client shows for a problem with a run; nil if it shows none. The lock is held.
func (s *server) progressOf(path string) *progressToken {
	if !s.features.progress {
		return nil
	}
	if s.tokens[path] == nil {
		s.told.tokens++
		t := &progressToken{id: fmt.Sprintf("execre-%d", s.told.tokens)}
		s.tokens[path] = t
		s.background.Go(func() { s.createProgress(s.ctx, t) })
	}
	return s.tokens[path]
}

// createProgress asks the client to show progress.
func (s *server) createProgress(ctx context.Context, t *progressToken) {
	err := s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: protocol.String(t.id)})
	if err != nil && ctx.Err() == nil {
		s.log.Warn("the client shows no progress", "error", err)
	}
	s.mu.Lock()
	t.ready, t.refused = true, err != nil
	s.mu.Unlock()
	s.poke()
}

// cancelProgress is the person's click on the cross beside the progress.
func (s *server) cancelProgress(_ context.Context, params *protocol.WorkDoneProgressCancelParams) error {
	id, ok := params.Token.(protocol.String)
	if !ok {
		return nil
	}
	s.mu.Lock()
	cancelled := ""
	for path, t := range s.tokens {
		if t.id == string(id) {
			cancelled = path
		}
	}
	s.mu.Unlock()
	if cancelled != "" {
		s.cancel(cancelled)
	}
	return nil
}

// sayLenses has the client ask for the lenses again when one of them changed.
func (s *server) sayLenses() []saying {
	lenses := map[string]string{}
	for path, d := range s.docs {
		if l := s.lensOf(d); l != nil {
			lenses[path] = l.text()
		}
	}
	return s.askAgain(&s.told.lenses, lenses, s.features.lensRefresh, s.client.CodeLensRefresh)
}

// sayHints does the same for inlay hints.
func (s *server) sayHints() []saying {
	hints := map[string]string{}
	for path, d := range s.docs {
		if h := s.hintOf(d); h != "" {
			hints[path] = h
		}
	}
	return s.askAgain(&s.told.hints, hints, s.features.hints && s.features.hintRefresh, s.client.InlayHintRefresh)
}

// askAgain has the client ask again if it knows something else than what is so now. can says whether it can be told to.
func (s *server) askAgain(a *asked, now map[string]string, can bool, refresh func(context.Context) error) []saying {
	if !can || a.waiting || maps.Equal(now, a.known) {
		return nil
	}
	a.known, a.waiting = now, true
	return []saying{func(ctx context.Context) error {
		// The answer is waited for elsewhere: a client may take its time.
		s.background.Go(func() {
			err := refresh(ctx)
			if err != nil && ctx.Err() == nil {
				s.log.Warn("the client does not ask again", "error", err)
			}
			s.mu.Lock()
			a.waiting = false
			s.mu.Unlock()
			s.poke()
		})
		return nil
	}}
}
