// Package fake is an editor for tests: it speaks the Language Server Protocol as bytes on a stream, answers what a
// server asks of it, and remembers what it was told. It knows the protocol from its text only, not from the types that
// the server uses, so that a mistake in those is seen.
//
// It never sleeps: what a test waits for is looked at again whenever the server says something. A wait that takes
// longer than Editor.Patience fails the test and prints what the server said.
package fake

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"
)

// Everything is the capabilities of an editor that can do all that the server uses.
const Everything = `{
	"general": {"positionEncodings": ["utf-16"]},
	"window": {"workDoneProgress": true, "showDocument": {"support": true}},
	"workspace": {"codeLens": {"refreshSupport": true}, "workspaceFolders": true, "applyEdit": true,
		"workspaceEdit": {"documentChanges": true}},
	"textDocument": {"publishDiagnostics": {"relatedInformation": true, "codeDescriptionSupport": true},
		"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor"]}}},
		"hover": {"dynamicRegistration": true}, "completion": {"dynamicRegistration": true}, "formatting": {"dynamicRegistration": true}},
	"experimental": {"execre": {}}
}`

// Pulling is the capabilities of an editor that asks for diagnostics, for the edit of a code action and for inlay hints.
const Pulling = `{
	"workspace": {"diagnostics": {"refreshSupport": true}, "codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}},
	"textDocument": {"diagnostic": {"dynamicRegistration": true},
		"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor"]}},
			"resolveSupport": {"properties": ["edit"]}}}
}`

// Editor is one editor with one server.
type Editor struct {
	// Patience is how long a test waits for what should come soon: Start makes it a minute. Only a broken server makes a
	// test wait that long.
	Patience time.Duration

	t      testing.TB
	stream io.ReadWriteCloser
	ended  chan struct{} // closed when the server has hung up
	work   sync.WaitGroup

	write sync.Mutex

	mu       sync.Mutex
	news     chan struct{} // closed and made anew when something is learned
	last     int           // number of the last request
	answers  map[string]chan Answer
	open     map[string]string
	versions map[string]int
	seen     Seen
	mute     map[string]bool
	choice   string         // of the person, in every dialogue
	shown    map[string]int // by method and path: the number of the request whose answer was taken in last
	pulls    bool           // the server gives diagnostics when it is asked
}

// Answer is the server's answer to a request.
type Answer struct {
	Result json.RawMessage
	Code   int // of the error; 0: there is none
	Text   string
}

// Seen is all that the server told an editor, oldest first.
type Seen struct {
	Diagnostics []Published
	Reports     []Report
	Progress    []Progress
	Logged      []string
	Shown       []string          // messages to the person, and the URIs of documents
	Lenses      map[string][]Lens // of each open file, as asked for after every refresh
	Pulled      map[string]Pull   // of each open file, as asked for after it was opened, changed, and after every refresh
	Hints       map[string]string // of each open file, as asked for after every refresh; "" for none
	Refreshes   int
	Trace       []Traced // every message, of both sides

	Companion, Arrived []json.RawMessage // execre/companion and execre/problem
	Registered         []Registration
}

// Traced is one message.
type Traced struct {
	At     time.Time
	Server bool            // the server sent it
	Method string          // of a request or a notification; "" of an answer
	Params json.RawMessage // or the result
}

// Pull is the answer to textDocument/diagnostic.
type Pull struct {
	Kind, ResultID string
	Items          []Diagnostic
}

// Registration is one of client/registerCapability.
type Registration struct {
	Method          string
	RegisterOptions struct {
		DocumentSelector []struct{ Scheme, Language, Pattern string }
	}
}

// Published is one notification textDocument/publishDiagnostics.
type Published struct {
	File        string // path
	Diagnostics []Diagnostic
}

// Diagnostic is a diagnostic as the protocol has it.
type Diagnostic struct {
	Range    Range
	Severity int
	Code     string
	Source   string
	Message  string
	Related  []struct {
		Location struct {
			URI   string
			Range Range
		}
		Message string
	} `json:"relatedInformation"`
	CodeDescription *struct{ Href string }
}

// Range is a range as the protocol has it.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Position counts from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Lens is a code lens as the protocol has it.
type Lens struct {
	Range   Range
	Command struct {
		Title, Command string
		Arguments      []json.RawMessage
	}
}

// Action is a code action as the protocol has it, or a command in its place.
type Action struct {
	Title   string
	Kind    string
	Edit    json.RawMessage
	Command Command
	Data    json.RawMessage // the action is to be resolved
}

// Command is a command as the protocol has it.
type Command struct {
	Title, Command string
	Arguments      []any
}

// Report is one notification execre/report.
type Report struct {
	Folder string
	Files  string
	Run    int
	State  string
	Report json.RawMessage
	Error  string

	Progress string // the token
}

// Progress is one value of $/progress.
type Progress struct {
	Token string
	Value struct {
		Kind, Title, Message string
		Cancellable          bool
	}
}

// Start makes an editor on a stream. The stream is closed at the end of the test.
func Start(t testing.TB, stream io.ReadWriteCloser) *Editor {
	e := &Editor{
		Patience: time.Minute, t: t, stream: stream, ended: make(chan struct{}), news: make(chan struct{}),
		answers: map[string]chan Answer{}, open: map[string]string{}, versions: map[string]int{}, mute: map[string]bool{},
		shown: map[string]int{},
	}
	e.seen.Lenses, e.seen.Pulled, e.seen.Hints = map[string][]Lens{}, map[string]Pull{}, map[string]string{}
	go e.read()
	t.Cleanup(func() {
		_ = stream.Close()
		<-e.ended
		e.work.Wait()
	})
	return e
}

// URI gives the file URI of a path.
func URI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// Path gives the path of a file URI.
func Path(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri
	}
	return filepath.FromSlash(u.Path)
}

// Initialize says initialize and initialized. Options may be "".
func (e *Editor) Initialize(capabilities, options string, folders ...string) json.RawMessage {
	e.t.Helper()
	type folder struct {
		URI  string `json:"uri"`
		Name string `json:"name"`
	}
	params := map[string]any{"processId": os.Getpid(), "rootUri": nil, "capabilities": json.RawMessage(capabilities)}
	var all []folder
	for _, f := range folders {
		all = append(all, folder{URI(f), filepath.Base(f)})
	}
	params["workspaceFolders"] = all
	if options != "" {
		params["initializationOptions"] = json.RawMessage(options)
	}
	a := e.Ask("initialize", params)
	if a.Code != 0 {
		e.t.Fatalf("initialize: %d %s", a.Code, a.Text)
	}
	e.mu.Lock()
	e.pulls = strings.Contains(string(a.Result), `"diagnosticProvider"`)
	e.mu.Unlock()
	e.Notify("initialized", map[string]any{})
	return a.Result
}

// Open opens a file with the text on disk.
func (e *Editor) Open(path string) {
	e.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		e.t.Fatal(err)
	}
	e.OpenText(path, string(text))
}

// OpenText opens a file with a text that may differ from the one on disk.
func (e *Editor) OpenText(path, text string) {
	e.t.Helper()
	e.mu.Lock()
	e.open[path] = text
	e.mu.Unlock()
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": URI(path), "languageId": "python", "version": 0, "text": text,
	}})
	e.pull(path)
}

// Change types a new text.
func (e *Editor) Change(path, text string) {
	e.t.Helper()
	e.mu.Lock()
	e.open[path] = text
	e.versions[path]++
	version := e.versions[path]
	e.mu.Unlock()
	e.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": URI(path), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
	e.pull(path)
}

// Save writes the text of an open file to disk, beside it first, so that nobody reads half of it.
func (e *Editor) Save(path string) {
	e.t.Helper()
	e.mu.Lock()
	text := e.open[path]
	e.mu.Unlock()
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	if err := os.WriteFile(beside, []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
	if err := os.Rename(beside, path); err != nil {
		e.t.Fatal(err)
	}
	e.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": URI(path)}})
}

// Close closes a file.
func (e *Editor) Close(path string) {
	e.t.Helper()
	e.mu.Lock()
	delete(e.open, path)
	e.mu.Unlock()
	e.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": URI(path)}})
}

// Lens asks for the lenses of a file, of which there is at most one.
func (e *Editor) Lens(path string) Lens {
	e.t.Helper()
	a := e.Ask("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": URI(path)}})
	lens, err := oneLens(a)
	if err != nil {
		e.t.Fatal(err)
	}
	return lens
}

func oneLens(a Answer) (Lens, error) {
	var lenses []Lens
	if a.Code != 0 {
		return Lens{}, fmt.Errorf("textDocument/codeLens: %d %s", a.Code, a.Text)
	}
	if err := json.Unmarshal(a.Result, &lenses); err != nil || lenses == nil {
		return Lens{}, fmt.Errorf("textDocument/codeLens: %s: %w", a.Result, err)
	}
	switch len(lenses) {
	case 0:
		return Lens{}, nil
	case 1:
		return lenses[0], nil
	}
	return Lens{}, fmt.Errorf("%d lenses: %s", len(lenses), a.Result)
}

// Actions asks for the code actions of a range of a file, with the diagnostics that the file has there. Kinds are the
// only ones that are asked for; none: all.
func (e *Editor) Actions(path string, at Range, kinds ...string) []Action {
	e.t.Helper()
	here := []map[string]any{}
	for _, d := range e.Seen().Of(path) {
		if d.Range.Start.Line <= at.End.Line && d.Range.End.Line >= at.Start.Line {
			here = append(here, map[string]any{"range": d.Range, "source": d.Source, "message": d.Message, "code": d.Code})
		}
	}
	about := map[string]any{"diagnostics": here}
	if kinds != nil {
		about["only"] = kinds
	}
	a := e.Ask("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": URI(path)}, "range": at, "context": about,
	})
	var found []struct {
		Title, Kind string
		Edit        json.RawMessage
		Command     json.RawMessage
		Arguments   []any
		Data        json.RawMessage
	}
	if err := json.Unmarshal(a.Result, &found); a.Code != 0 || err != nil || found == nil {
		e.t.Fatalf("textDocument/codeAction: %+v: %v", a, err)
	}
	var actions []Action
	for _, f := range found {
		action := Action{Title: f.Title, Kind: f.Kind, Edit: f.Edit, Data: f.Data}
		if json.Unmarshal(f.Command, &action.Command.Command) == nil {
			action.Command = Command{f.Title, action.Command.Command, f.Arguments}
		} else if f.Command != nil {
			e.decode("a command", f.Command, &action.Command)
		}
		actions = append(actions, action)
	}
	return actions
}

// Do does what a code action says, as an editor does: first its edit, which may have to be asked for, then its command.
func (e *Editor) Do(action Action) Answer {
	e.t.Helper()
	if action.Data != nil {
		a := e.Ask("codeAction/resolve", map[string]any{"title": action.Title, "kind": action.Kind, "data": action.Data})
		if a.Code != 0 {
			return a
		}
		e.decode("codeAction/resolve", a.Result, &action)
	}
	if action.Edit != nil && !e.apply(action.Edit) {
		e.t.Errorf("%s is of another version of the file", action.Title)
	}
	if action.Command.Command == "" {
		return Answer{}
	}
	return e.Command(action.Command.Command, action.Command.Arguments...)
}

// Text is the text of an open file as the editor has it.
func (e *Editor) Text(path string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.open[path]
}

// apply changes open files, and says whether it did: an edit of another version is not applied.
func (e *Editor) apply(raw json.RawMessage) bool {
	type edit struct {
		Range   Range
		NewText string
	}
	var workspace struct {
		Changes         map[string][]edit
		DocumentChanges []struct {
			Kind         string
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits []edit
		}
	}
	e.decode("an edit", raw, &workspace)
	one := func(uri string, edits []edit) bool {
		path := Path(uri)
		e.mu.Lock()
		text, ok := e.open[path]
		e.mu.Unlock()
		if !ok || len(edits) != 1 {
			e.t.Errorf("%d edits of %s, which is open: %t", len(edits), uri, ok)
			return false
		}
		begin, end := offset(text, edits[0].Range.Start), offset(text, edits[0].Range.End)
		if begin < 0 || end < begin {
			e.t.Errorf("there is no %+v in %q", edits[0].Range, text)
			return false
		}
		e.Change(path, text[:begin]+edits[0].NewText+text[end:])
		return true
	}
	for uri, edits := range workspace.Changes {
		if !one(uri, edits) {
			return false
		}
	}
	for _, change := range workspace.DocumentChanges {
		e.mu.Lock()
		version := e.versions[Path(change.TextDocument.URI)]
		e.mu.Unlock()
		if change.Kind != "" || change.TextDocument.Version == nil || *change.TextDocument.Version != version {
			return false
		}
		if !one(change.TextDocument.URI, change.Edits) {
			return false
		}
	}
	return len(workspace.Changes)+len(workspace.DocumentChanges) > 0
}

// offset is the place of a position in a text, in bytes; -1: it has none. Positions count UTF-16 units.
func offset(text string, at Position) int {
	lines := strings.SplitAfter(text, "\n")
	if at.Line >= len(lines) {
		return -1
	}
	before := len(strings.Join(lines[:at.Line], ""))
	units := 0
	for i, r := range lines[at.Line] {
		if units == at.Character {
			return before + i
		}
		units += utf16.RuneLen(r)
	}
	if units == at.Character {
		return before + len(lines[at.Line])
	}
	return -1
}

// Command executes a command.
func (e *Editor) Command(command string, args ...any) Answer {
	e.t.Helper()
	if args == nil {
		args = []any{}
	}
	return e.Ask("workspace/executeCommand", map[string]any{"command": command, "arguments": args})
}

// Leave says shutdown and exit.
func (e *Editor) Leave() {
	e.t.Helper()
	if a := e.Ask("shutdown", nil); a.Code != 0 || string(a.Result) != "null" {
		e.t.Errorf("shutdown: %+v", a)
	}
	e.Notify("exit", nil)
}

// Ask sends a request and waits for its answer.
func (e *Editor) Ask(method string, params any) Answer {
	e.t.Helper()
	answer := e.Send(method, params)
	timer := time.NewTimer(e.Patience)
	defer timer.Stop()
	select {
	case a := <-answer:
		return a
	case <-timer.C:
		e.t.Fatalf("no answer to %s\n%s", method, e.story())
	case <-e.ended:
		e.t.Fatalf("the server hung up instead of answering %s\n%s", method, e.story())
	}
	return Answer{}
}

// Send sends a request and does not wait.
func (e *Editor) Send(method string, params any) <-chan Answer {
	e.t.Helper()
	e.mu.Lock()
	e.last++
	id := fmt.Sprint(e.last)
	answer := make(chan Answer, 1)
	e.answers[id] = answer
	e.mu.Unlock()
	message := map[string]any{"jsonrpc": "2.0", "id": json.RawMessage(id), "method": method}
	if params != nil {
		message["params"] = params
	}
	e.say(message)
	return answer
}

// Last is the id of the last request.
func (e *Editor) Last() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.last
}

// Notify sends a notification.
func (e *Editor) Notify(method string, params any) {
	e.t.Helper()
	message := map[string]any{"jsonrpc": "2.0", "method": method}
	if params != nil {
		message["params"] = params
	}
	e.say(message)
}

func (e *Editor) say(message map[string]any) {
	body, err := json.Marshal(message)
	if err != nil {
		e.t.Error(err)
		return
	}
	method, _ := message["method"].(string)
	params, _ := json.Marshal(message["params"]) // it went well above
	e.mu.Lock()
	e.seen.Trace = append(e.seen.Trace, Traced{time.Now(), false, method, params})
	e.mu.Unlock()
	e.write.Lock()
	defer e.write.Unlock()
	// The error is not looked at: the server may hang up at any time, and whoever waits for it notices.
	_, _ = fmt.Fprintf(e.stream, "Content-Length: %d\r\n\r\n%s", len(body), body)
}

// Choose has the person choose what has this title whenever the server asks; "" closes the dialogue.
func (e *Editor) Choose(title string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.choice = title
}

// Mute has the editor not answer a request of the server, as a hung editor would.
func (e *Editor) Mute(method string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.mute[method] = true
}

// Seen gives what the server has said so far.
func (e *Editor) Seen() Seen {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.copy()
}

// Forget drops what the server has said, but for the reports and lenses that are the last.
func (e *Editor) Forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	last := func(n int) int { return max(0, n-1) }
	seen := Seen{Lenses: map[string][]Lens{}, Pulled: e.seen.Pulled, Hints: e.seen.Hints}
	seen.Reports = slices.Clone(e.seen.Reports[last(len(e.seen.Reports)):])
	for path, lenses := range e.seen.Lenses {
		seen.Lenses[path] = slices.Clone(lenses[last(len(lenses)):])
	}
	e.seen = seen
}

func (e *Editor) copy() Seen {
	seen := e.seen
	seen.Lenses, seen.Pulled, seen.Hints = maps.Clone(e.seen.Lenses), maps.Clone(e.seen.Pulled), maps.Clone(e.seen.Hints)
	return seen
}

// Until waits until something is so of what the server has said.
func (e *Editor) Until(what string, is func(Seen) bool) {
	e.t.Helper()
	timer := time.NewTimer(e.Patience)
	defer timer.Stop()
	for {
		e.mu.Lock()
		seen, news := e.copy(), e.news
		e.mu.Unlock()
		if is(seen) {
			return
		}
		select {
		case <-news:
		case <-e.ended:
			e.mu.Lock()
			seen := e.copy()
			e.mu.Unlock()
			if !is(seen) {
				e.t.Fatalf("the server hung up before %s\n%s", what, e.story())
			}
			return
		case <-timer.C:
			e.t.Fatalf("never: %s\n%s", what, e.story())
		}
	}
}

// UntilLens waits until a file has a lens that begins with a text. It needs a client that can be told to refresh.
func (e *Editor) UntilLens(path, title string) {
	e.t.Helper()
	e.Until(fmt.Sprintf("the lens %q of %s", title, filepath.Base(path)), func(seen Seen) bool {
		lenses := seen.Lenses[path]
		return len(lenses) > 0 && strings.HasPrefix(lenses[len(lenses)-1].Command.Title, title)
	})
}

// UntilRun waits until a report is final, and is that of a run with at least this number.
func (e *Editor) UntilRun(run int) Report {
	e.t.Helper()
	var last Report
	e.Until(fmt.Sprintf("the report of run %d", run), func(seen Seen) bool {
		if len(seen.Reports) == 0 {
			return false
		}
		last = seen.Reports[len(seen.Reports)-1]
		return last.State == "final" && last.Run >= run
	})
	return last
}

// UntilGone waits until the server has hung up.
func (e *Editor) UntilGone() {
	e.t.Helper()
	timer := time.NewTimer(e.Patience)
	defer timer.Stop()
	select {
	case <-e.ended:
	case <-timer.C:
		e.t.Fatalf("the server does not go\n%s", e.story())
	}
}

// Of gives the diagnostics that a file has now.
func (s Seen) Of(path string) []Diagnostic {
	for i := len(s.Diagnostics) - 1; i >= 0; i-- {
		if s.Diagnostics[i].File == path {
			return s.Diagnostics[i].Diagnostics
		}
	}
	return nil
}

// Shows gives the diagnostics that a person sees in a file, whichever way they came.
func (s Seen) Shows(path string) []Diagnostic { return slices.Concat(s.Of(path), s.Pulled[path].Items) }

// story is what the server said, for a test that fails.
func (e *Editor) story() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	seen, err := json.MarshalIndent(e.seen, "", " ")
	if err != nil {
		return err.Error()
	}
	if len(seen) > 8000 {
		seen = append(seen[:8000], "…"...)
	}
	return "the server said: " + string(seen)
}

// learn changes what the editor knows, and wakes those who wait.
func (e *Editor) learn(change func(*Seen)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	change(&e.seen)
	close(e.news)
	e.news = make(chan struct{})
}

func (e *Editor) read() {
	defer close(e.ended)
	in := bufio.NewReader(e.stream)
	for {
		length := -1
		for {
			header, err := in.ReadString('\n')
			if err != nil {
				return
			}
			if header = strings.TrimSpace(header); header == "" {
				break
			}
			if _, err := fmt.Sscanf(header, "Content-Length: %d", &length); err != nil {
				e.t.Errorf("the server sent the header %q", header)
				return
			}
		}
		body := make([]byte, max(length, 0))
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params json.RawMessage
			Result json.RawMessage
			Error  *struct {
				Code    int
				Message string
			}
		}
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Errorf("the server sent %q: %v", body, err)
			return
		}
		e.learn(func(s *Seen) {
			t := Traced{time.Now(), true, m.Method, m.Params}
			if m.Method == "" {
				t.Params = m.Result
			}
			s.Trace = append(s.Trace, t)
		})
		switch {
		case m.Method != "" && m.ID != nil:
			e.asked(m.ID, m.Method, m.Params)
		case m.Method != "":
			e.told(m.Method, m.Params)
		default:
			a := Answer{Result: m.Result}
			if m.Result == nil {
				a.Result = json.RawMessage("null")
			}
			if m.Error != nil {
				a.Code, a.Text = m.Error.Code, m.Error.Message
			} else if !strings.Contains(string(body), `"result"`) {
				e.t.Errorf("the server sent neither result nor error: %s", body)
			}
			e.mu.Lock()
			answer := e.answers[string(m.ID)]
			delete(e.answers, string(m.ID))
			e.mu.Unlock()
			if answer == nil {
				e.t.Errorf("the server answered %s, which was not asked: %s", m.ID, body)
				continue
			}
			answer <- a
		}
	}
}

// asked answers a request of the server.
func (e *Editor) asked(id json.RawMessage, method string, params json.RawMessage) {
	e.mu.Lock()
	mute := e.mute[method]
	e.mu.Unlock()
	var result any
	switch method {
	case "workspace/codeLens/refresh":
		e.learn(func(s *Seen) { s.Refreshes++ })
		e.refresh()
	case "workspace/diagnostic/refresh":
		e.each(e.pull)
	case "workspace/inlayHint/refresh":
		e.each(e.hint)
	case "window/workDoneProgress/create":
	case "client/registerCapability":
		var p struct{ Registrations []Registration }
		e.decode(method, params, &p)
		e.learn(func(s *Seen) { s.Registered = append(s.Registered, p.Registrations...) })
	case "window/showDocument":
		var p struct{ URI string }
		e.decode(method, params, &p)
		e.learn(func(s *Seen) { s.Shown = append(s.Shown, p.URI) })
		result = map[string]bool{"success": true}
	case "window/showMessageRequest":
		var p struct {
			Message string
			Actions []struct{ Title string }
		}
		e.decode(method, params, &p)
		text := p.Message
		for _, action := range p.Actions {
			text += " | " + action.Title
		}
		e.mu.Lock()
		choice := e.choice
		e.mu.Unlock()
		e.learn(func(s *Seen) { s.Shown = append(s.Shown, text) })
		if choice != "" {
			result = map[string]string{"title": choice}
		}
	case "workspace/applyEdit":
		var p struct{ Edit json.RawMessage }
		e.decode(method, params, &p)
		result = map[string]bool{"applied": e.apply(p.Edit)}
	default:
		e.t.Errorf("the server asked %s, which no editor of these capabilities knows", method)
	}
	if mute {
		return
	}
	e.say(map[string]any{"jsonrpc": "2.0", "id": id, "result": result})
}

// refresh asks for the lenses of all open files, as editors do. It writes on the goroutine that reads: a server that
// does not read while it waits for us hangs, and is wrong.
func (e *Editor) refresh() {
	e.each(func(path string) {
		e.after("textDocument/codeLens", path, nil, func(s *Seen, a Answer) {
			if lens, err := oneLens(a); err == nil {
				s.Lenses[path] = append(s.Lenses[path], lens)
			}
		})
	})
}

// each does something for every open file.
func (e *Editor) each(do func(path string)) {
	e.mu.Lock()
	paths := slices.Collect(maps.Keys(e.open))
	e.mu.Unlock()
	for _, path := range paths {
		do(path)
	}
}

// pull asks for the diagnostics of a file, if the server offers them.
func (e *Editor) pull(path string) {
	e.mu.Lock()
	pulls, before := e.pulls, e.seen.Pulled[path]
	params := map[string]any{}
	if id := before.ResultID; id != "" {
		params["previousResultId"] = id
	}
	e.mu.Unlock()
	if !pulls {
		return
	}
	e.after("textDocument/diagnostic", path, params, func(s *Seen, a Answer) {
		var pull Pull
		if json.Unmarshal(a.Result, &pull) != nil || pull.Kind != "full" && pull.Kind != "unchanged" || pull.ResultID == "" {
			e.t.Errorf("textDocument/diagnostic: %+v", a)
		}
		switch {
		case pull.Kind == "full":
			s.Pulled[path] = pull
		case pull.ResultID == before.ResultID: // others may have been answered meanwhile
			s.Pulled[path] = before
		default:
			e.t.Errorf("textDocument/diagnostic: %s is not what it was", path)
		}
	})
}

// hint asks for the inlay hint of a file, of which there is at most one.
func (e *Editor) hint(path string) {
	whole := map[string]any{"range": Range{End: Position{Line: 1 << 20}}}
	e.after("textDocument/inlayHint", path, whole, func(s *Seen, a Answer) {
		var hints []struct{ Label string }
		if json.Unmarshal(a.Result, &hints) != nil || hints == nil || len(hints) > 1 {
			e.t.Errorf("textDocument/inlayHint: %+v", a)
		}
		s.Hints[path] = ""
		for _, h := range hints {
			s.Hints[path] = h.Label
		}
	})
}

// after asks something about a file and takes in the answer when it comes. One that comes after that to a later request is
// dropped.
func (e *Editor) after(method, path string, params map[string]any, learn func(*Seen, Answer)) {
	all := map[string]any{"textDocument": map[string]any{"uri": URI(path)}}
	maps.Copy(all, params)
	answer := e.Send(method, all)
	number, key := e.Last(), method+" "+path
	e.work.Go(func() {
		select {
		case a := <-answer:
			e.learn(func(s *Seen) {
				if number > e.shown[key] {
					e.shown[key] = number
					learn(s, a)
				}
			})
		case <-e.ended:
		}
	})
}

// told takes in a notification of the server.
func (e *Editor) told(method string, params json.RawMessage) {
	switch method {
	case "textDocument/publishDiagnostics":
		var p struct {
			URI         string
			Diagnostics []Diagnostic
		}
		e.decode(method, params, &p)
		if p.Diagnostics == nil {
			e.t.Errorf("diagnostics are null: %s", params)
		}
		e.learn(func(s *Seen) { s.Diagnostics = append(s.Diagnostics, Published{Path(p.URI), p.Diagnostics}) })
	case "execre/companion", "execre/problem":
		e.learn(func(s *Seen) {
			if method == "execre/companion" {
				s.Companion = append(s.Companion, params)
			} else {
				s.Arrived = append(s.Arrived, params)
			}
		})
	case "execre/report":
		var p Report
		e.decode(method, params, &p)
		e.learn(func(s *Seen) { s.Reports = append(s.Reports, p) })
	case "$/progress":
		var p Progress
		e.decode(method, params, &p)
		e.learn(func(s *Seen) { s.Progress = append(s.Progress, p) })
	case "window/logMessage", "window/showMessage":
		var p struct{ Message string }
		e.decode(method, params, &p)
		e.learn(func(s *Seen) {
			if method == "window/logMessage" {
				s.Logged = append(s.Logged, p.Message)
			} else {
				s.Shown = append(s.Shown, p.Message)
			}
		})
	case "$/cancelRequest": // both sides may send it: a server that ends takes back what it has asked
	default:
		e.t.Errorf("the server sent the notification %s", method)
	}
}

func (e *Editor) decode(method string, params json.RawMessage, v any) {
	if err := json.Unmarshal(params, v); err != nil {
		e.t.Errorf("%s %s: %v", method, params, err)
	}
}
