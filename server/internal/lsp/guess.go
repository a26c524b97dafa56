package lsp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// guessAction offers to write down the format that inputs were guessed to have: where the lens of a program says that it
// is guessed, at what was found in a program on such inputs, and in an input.schema that is empty; nil elsewhere. It is
// not to be offered where there is a file at the path unless; "" is none. The lock is held.
func (s *server) guessAction(d *document, params *protocol.CodeActionParams) (offer *action, unless string) {
	write := &action{
		title: "write the guessed format into " + schemaFile, kind: protocol.CodeActionKindQuickFix,
		command: commandInfer, args: commandArgs{Folder: uri.File(filepath.Dir(d.path))},
	}
	if d.schema != nil {
		if filepath.Base(d.path) != schemaFile || !isBlank(d.text) {
			return nil, ""
		}
		return write, ""
	}
	p := s.problems[d.problem]
	if p == nil {
		return nil, ""
	}
	report := p.report
	if early := p.earlyCandidate(p.relative(d.path)); early != nil {
		report = p.partial
	}
	schema := filepath.Join(p.dir, workspace.SchemaName(p.path))
	if report == nil || guessed(report) == "" || s.docs[schema] != nil || !s.isAt(d, params) {
		return nil, ""
	}
	write.args.Folder = uri.File(p.path)
	return write, schema
}

// isThere says whether there is something at a path, if only a link to nowhere.
func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// tried is what the last check of a folder has found out about the guesses of its format.
func (s *server) tried(path string) (tried workspace.Tried) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.problems[path]
	if p == nil || p.report == nil || p.report.Guess == nil {
		return tried
	}
	tried.Used, tried.Rejected = p.report.Guess.Text, map[string]string{}
	for _, g := range p.report.Guess.Rejected {
		tried.Rejected[g.Text] = g.Why
	}
	return tried
}

// guessed is what a lens says behind what was found on inputs of a format that nobody wrote.
func guessed(report *check.Report) string {
	switch {
	case report.Inputs.Source != "inferred":
		return ""
	case report.Guess == nil: // it is a partial one
		return " (format guessed)"
	}
	return fmt.Sprintf(" (format guessed), %.0f %% sure of it", 100*float64(report.Guess.Sure))
}

// commandInfer writes the guessed format into input.schema and opens it, as `execre schema infer` does. What a person wrote
// is not touched.
//
// We write the file, and do not ask the client to create it: the file is then never an empty one, which a check would find;
// it is made only if it is not there, while some clients empty one that is; and it is on disk, as by all clients, so
// that the next check has it. Only where an empty input.schema is open in the editor, the client fills it in.
func (s *server) commandInfer(ctx context.Context, path string, _ commandArgs) (any, error) {
	folder, _ := workspace.Split(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, rpc.InvalidParams("%s: there is no folder %s", commandInfer, folder)
	}
	guess, err := workspace.GuessAfter(path, s.tried(path))
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	name := workspace.SchemaName(path)
	schemaPath := filepath.Join(folder, name)
	s.mu.Lock()
	f := s.features
	at := s.uriOf(schemaPath)
	d := s.docs[schemaPath]
	blank := d != nil && isBlank(d.text)
	var of target
	var text string
	if d != nil {
		of, text = d.target(), d.text
	}
	s.mu.Unlock()
	yes := true
	show := protocol.ShowDocumentParams{URI: at, TakeFocus: &yes}
	switch {
	case blank:
		lines := strings.Split(text, "\n")
		whole := protocol.Range{End: endOf(lines, len(lines)-1, f.utf8)}
		if err := s.apply(ctx, "write the guessed format", f.edit(of, protocol.TextEdit{Range: whole, NewText: guess.Text})); err != nil {
			return nil, err
		}
	case d != nil:
		err = fs.ErrExist
	default:
		err = workspace.WriteSchema(schemaPath, guess.Text) // the watcher sees it, and has the problem checked with it
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, rpc.Failed("%v", err)
	}
	shown := s.show(ctx, show)
	if err != nil {
		return nil, rpc.Failed("%s is there already and is not overwritten: rename it and ask again, or compare it with what "+
			"`execre schema infer --print` shows", name)
	}
	if shown && !strings.HasPrefix(guess.Text, "{") {
		return nil, nil // the comments say it
	}
	return nil, s.client.ShowMessage(ctx, &protocol.ShowMessageParams{
		Type:    protocol.MessageTypeInfo,
		Message: strings.Join(append([]string{name + " is " + workspace.HowSure(guess) + "."}, guess.Notes...), " "),
	})
}
