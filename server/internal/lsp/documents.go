package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// document is an open file.
type document struct {
	uri     uri.URI // as the client writes it
	path    string
	version int32 // of the text, as the client counts
	text    string
	saved   string // the text on the disk when it was opened or saved, or a run read it
	problem string // the folder of its problem, or ""

	main     int    // the line of its main
	mainText string // the text that main is of

	schema *schemaText // of a schema file, else nil
}

func (d *document) dirty() bool { return lineFeeds(d.text) != lineFeeds(d.saved) }

// lineFeeds is a text with line feeds alone, as some editors give it whatever the file has.
func lineFeeds(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// mainLine is the line of the document at which its lens stands. It is found once for each text.
func (d *document) mainLine() int {
	if d.mainText != d.text {
		d.main, d.mainText = mainLine(d.path, d.text), d.text
	}
	return d.main
}

func (s *server) didOpen(_ context.Context, params *protocol.DidOpenTextDocumentParams) error {
	item := params.TextDocument
	path := pathOf(item.URI)
	if path == "" {
		return nil // untitled, or in no file system of ours
	}
	d := &document{uri: item.URI, path: path, version: item.Version, text: item.Text, saved: item.Text}
	if text, ok := onDisk(path); ok {
		d.saved = text // there may be unsaved edits of an earlier session
	}
	if isSchemaFile(path) {
		d.schema = readSchema(d.text)
	}
	s.mu.Lock()
	s.docs[path] = d
	// A client may keep what it was told of a file that was not open somewhere else, as eglot does, and never look there again.
	if _, ok := s.told.diagnostics[string(d.uri)]; ok {
		s.told.diagnostics[string(d.uri)] = ""
	}
	s.mu.Unlock()
	s.claim()
	s.assign(path, filepath.Base(path)+" opened")
	s.poke()
	return nil
}

// assign finds the problem that an open file is of, and has it checked if nobody knows how it is: the cause says why now.
func (s *server) assign(path, cause string) {
	p := s.locate(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[path]
	if p == nil || d == nil {
		return
	}
	d.problem = p.path
	if workspace.IsProgram(path) && !p.active && (p.requested == 0 || p.outdated) {
		s.request(p, cause, true)
	}
}

// onDisk is the text of a file as an editor would show it, if that can be told.
func onDisk(path string) (text string, ok bool) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
		return "", false
	}
	read, err := os.ReadFile(path)
	if err != nil || !utf8.Valid(read) {
		return "", false
	}
	return strings.TrimPrefix(string(read), "\ufeff"), true
}

func (s *server) didChange(_ context.Context, params *protocol.DidChangeTextDocumentParams) error {
	path := pathOf(params.TextDocument.URI)
	var read *schemaText // outside of the lock, for it may take a while
	if n := len(params.ContentChanges); n > 0 && isSchemaFile(path) {
		if whole, ok := params.ContentChanges[n-1].(*protocol.TextDocumentContentChangeWholeDocument); ok {
			read = readSchema(whole.Text)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[path]
	if d == nil {
		return nil
	}
	if read != nil {
		d.schema = read
	}
	for _, change := range params.ContentChanges {
		whole, ok := change.(*protocol.TextDocumentContentChangeWholeDocument)
		if !ok {
			return rpc.InvalidParams("a change of a part of %s, though whole texts were asked for", path)
		}
		d.text = whole.Text
	}
	d.version = params.TextDocument.Version
	s.poke()
	return nil
}

func (s *server) didSave(_ context.Context, params *protocol.DidSaveTextDocumentParams) error {
	path := pathOf(params.TextDocument.URI)
	if path == "" {
		return nil
	}
	s.claim()
	p := s.locate(path)
	now := stampOf(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[path]
	known := d != nil && !d.dirty()
	if d != nil {
		d.saved = d.text
	}
	s.poke()
	if p == nil {
		return nil
	}
	if d != nil {
		d.problem = p.path
	}
	if known && now == p.stamps[path] && (p.active || p.report != nil && !p.outdated) {
		return nil // the watcher was faster, or a run found this very text already
	}
	p.stamps[path] = now // the watcher need not tell us again
	s.request(p, filepath.Base(path)+" saved", false)
	return nil
}

func (s *server) didClose(_ context.Context, params *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.docs, pathOf(params.TextDocument.URI))
	s.poke()
	return nil
}

// didChangeWatchedFiles: we watch by ourselves, but a client may be told to watch as well.
func (s *server) didChangeWatchedFiles(_ context.Context, params *protocol.DidChangeWatchedFilesParams) error {
	var paths []string
	for _, change := range params.Changes {
		paths = appendPath(paths, change.URI)
	}
	s.changed(paths)
	return nil
}

func (s *server) didChangeWorkspaceFolders(_ context.Context, params *protocol.DidChangeWorkspaceFoldersParams) error {
	var removed []string
	for _, folder := range params.Event.Removed {
		removed = appendPath(removed, folder.URI)
	}
	s.mu.Lock()
	s.roots = slices.DeleteFunc(s.roots, func(root string) bool { return slices.Contains(removed, root) })
	for _, folder := range params.Event.Added {
		s.roots = appendPath(s.roots, folder.URI)
	}
	var outside []string
	for path, p := range s.problems {
		inside := func(root string) bool { return workspace.Within(root, p.dir) }
		if slices.ContainsFunc(removed, inside) && !slices.ContainsFunc(s.roots, inside) {
			outside = append(outside, path)
		}
	}
	var open []string
	for path := range s.docs {
		open = append(open, path)
	}
	s.mu.Unlock()
	for _, path := range outside {
		s.forget(path)
	}
	var added []string
	for _, folder := range params.Event.Added {
		added = appendPath(added, folder.URI)
	}
	s.recall(added)
	for _, path := range open {
		s.assign(path, filepath.Base(path)+" is in the workspace now")
	}
	return nil
}

// locate finds the problem of a file, and begins to watch it if it is new. Files that we wrote ourselves have none.
func (s *server) locate(path string) *problem {
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	asked := ""
	for dir, p := range s.problems {
		if p.asked && workspace.Within(dir, path) && len(dir) > len(asked) {
			asked = dir
		}
	}
	s.mu.Unlock()
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) == check.Folder {
			return nil
		}
	}
	found, ok := workspace.Find(path, roots)
	switch {
	case ok && len(found) >= len(asked):
		return s.follow(found, false)
	case asked != "":
		return s.follow(asked, true)
	}
	return nil
}
