package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/lsp/rpc"
)

// action is a code action. It is an edit where the client takes such a thing, and else the command.
type action struct {
	title   string
	kind    protocol.CodeActionKind
	edit    *protocol.WorkspaceEdit // nil: there is the command only
	command string
	args    commandArgs
}

// actionKinds are the kinds of all our code actions.
var actionKinds = []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite}

func (f features) codeActionProvider() protocol.CodeActionProvider {
	if !f.actionLiterals {
		return protocol.Boolean(true)
	}
	options := &protocol.CodeActionOptions{CodeActionKinds: actionKinds}
	if f.resolve {
		options.ResolveProvider = &f.resolve
	}
	return options
}

// codeAction offers what can be done about a program, to make samples of a statement's examples, to write down a format that
// was guessed, and to loosen what a schema says. A client that can ask for the edit of an action later does.
func (s *server) codeAction(
	_ context.Context, params *protocol.CodeActionParams,
) ([]protocol.CommandOrCodeAction, error) {
	s.mu.Lock()
	f := s.features
	d := s.docs[pathOf(params.TextDocument.URI)]
	var all []action
	var guess *action
	var unless string
	var text *schemaText
	var of target
	if d != nil {
		all = s.programActions(d, params)
		if examples := s.examplesAction(d, params); examples != nil {
			all = append(all, *examples)
		}
		guess, unless = s.guessAction(d, params)
		text, of = d.schema, d.target()
	}
	s.mu.Unlock()
	if guess != nil && !isThere(unless) {
		all = append(all, *guess)
	}
	if text != nil {
		all = append(all, f.loosenActions(text, of, params.Range)...)
	}
	found := []protocol.CommandOrCodeAction{}
	for _, a := range all {
		if only := params.Context.Only; len(only) > 0 && !slices.ContainsFunc(only, a.isOf) {
			continue
		}
		args, err := json.Marshal(a.args)
		if err != nil {
			return nil, fmt.Errorf("encoding the arguments of %s: %w", a.command, err)
		}
		command := protocol.Command{Title: a.title, Command: a.command, Arguments: []protocol.LSPAny{args}}
		switch {
		case f.actionLiterals && a.edit != nil && f.resolve:
			found = append(found, &protocol.CodeAction{Title: a.title, Kind: &a.kind, Data: args})
		case f.actionLiterals && a.edit != nil:
			found = append(found, &protocol.CodeAction{Title: a.title, Kind: &a.kind, Edit: a.edit})
		case f.actionLiterals:
			found = append(found, &protocol.CodeAction{Title: a.title, Kind: &a.kind, Command: command})
		case a.edit == nil || f.applyEdit:
			found = append(found, &command)
		}
	}
	return found, nil
}

// isOf says whether the action is of a kind, or of one below it.
func (a action) isOf(kind protocol.CodeActionKind) bool {
	return kind == "" || a.kind == kind || strings.HasPrefix(string(a.kind), string(kind)+".")
}

// target is what an edit is of.
type target struct {
	uri     uri.URI
	path    string
	version int32
}

func (d *document) target() target { return target{d.uri, d.path, d.version} }

// edit is a change of an open document. It names the version that it is of where the client can do that: a client
// does not apply it to another one.
func (f features) edit(of target, edits ...protocol.TextEdit) *protocol.WorkspaceEdit {
	if !f.documentChanges {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{of.uri: edits}}
	}
	change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: of.uri}, Version: &of.version,
	}}
	for i := range edits {
		change.Edits = append(change.Edits, &edits[i])
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{change}}
}

// apply has the client change an open document.
func (s *server) apply(ctx context.Context, label string, edit *protocol.WorkspaceEdit) error {
	if !s.can().applyEdit {
		return rpc.Failed("this editor takes no edits from a server: %s by hand", label)
	}
	result, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{
		Label: &label, Edit: *edit,
	})
	switch {
	case err != nil:
		return err
	case !result.Applied && result.FailureReason != nil:
		return rpc.Failed("the editor did not change the file: %s", *result.FailureReason)
	case !result.Applied:
		return rpc.Failed("the editor did not change the file: perhaps it was edited meanwhile, so ask again")
	}
	return nil
}

// loosenActions are the loosenings of the constraints in a range.
func (f features) loosenActions(text *schemaText, of target, in protocol.Range) []action {
	var all []action
	for _, l := range text.loosenings(int(in.Start.Line), int(in.End.Line)) {
		all = append(all, action{
			title: l.title, kind: protocol.CodeActionKindRefactorRewrite, edit: f.edit(of, text.edit(l, f.utf8)),
			command: commandLoosen, args: commandArgs{
				Folder: uri.File(filepath.Dir(of.path)), File: filepath.Base(of.path), Line: l.line, Loosening: l.title,
			},
		})
	}
	return all
}

// edit is a loosening as an edit of whole lines.
func (d *schemaText) edit(l loosening, utf8 bool) protocol.TextEdit {
	lines := strings.Split(d.text, "\n")
	at := func(line int) protocol.Position { return protocol.Position{Line: uint32(line)} }
	end := endOf(lines, l.line, utf8)
	switch {
	case !l.gone:
		return protocol.TextEdit{Range: protocol.Range{Start: at(l.line), End: end}, NewText: l.text}
	case l.line+1 < len(lines):
		return protocol.TextEdit{Range: protocol.Range{Start: at(l.line), End: at(l.line + 1)}}
	}
	return protocol.TextEdit{Range: protocol.Range{Start: endOf(lines, l.line-1, utf8), End: end}} // above it there is "---"
}

// endOf is the end of a line, before what ends it.
func endOf(lines []string, line int, utf8 bool) protocol.Position {
	text := strings.TrimSuffix(lines[line], "\r")
	return protocol.Position{Line: uint32(line), Character: uint32(units([]rune(text), utf8))}
}

// commandLoosen loosens a constraint of an open schema, for clients that know no other code actions than commands.
func (s *server) commandLoosen(ctx context.Context, _ string, args commandArgs) (any, error) {
	edit, err := s.loosen(args)
	if err != nil {
		return nil, err
	}
	return nil, s.apply(ctx, args.Loosening, edit)
}

// resolveAction gives the edit of a code action that was asked for without it: of a loosening, whose arguments it has.
func (s *server) resolveAction(_ context.Context, a *protocol.CodeAction) (*protocol.CodeAction, error) {
	var args commandArgs
	if len(a.Data) == 0 || json.Unmarshal(a.Data, &args) != nil {
		return a, nil // it is whole
	}
	edit, err := s.loosen(args)
	if err != nil {
		return nil, err
	}
	a.Edit = edit
	return a, nil
}

// loosen is the edit that loosens a constraint of an open schema.
func (s *server) loosen(args commandArgs) (*protocol.WorkspaceEdit, error) {
	path := filepath.Join(pathOf(args.Folder), filepath.FromSlash(args.File))
	s.mu.Lock()
	f := s.features
	d := s.docs[path]
	var text *schemaText
	var of target
	if d != nil {
		text, of = d.schema, d.target()
	}
	s.mu.Unlock()
	if text == nil {
		return nil, rpc.InvalidParams("%s: no schema %q is open", commandLoosen, path)
	}
	for _, l := range text.loosenings(args.Line, args.Line) {
		if l.title == args.Loosening {
			return f.edit(of, text.edit(l, f.utf8)), nil
		}
	}
	return nil, rpc.Failed("line %d of %s cannot be loosened in this way any more: ask for its code actions again",
		args.Line+1, args.File)
}
