package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/workspace"
)

// lens is the code lens of a document.
type lens struct {
	title   string
	line    int // from 0
	command string
	args    commandArgs
}

// text is all that a client sees of the lens.
func (l *lens) text() string { return fmt.Sprintf("%d\t%s\t%s", l.line, l.title, l.command) }

func (s *server) codeLens(_ context.Context, params *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	path := pathOf(params.TextDocument.URI)
	s.mu.Lock()
	var l *lens
	if d := s.docs[path]; d != nil {
		l = s.lensOf(d)
	}
	text := ""
	if l != nil {
		text = l.text()
	}
	s.told.lenses.note(path, text, l != nil)
	s.mu.Unlock()
	s.poke()
	if l == nil {
		return []protocol.CodeLens{}, nil
	}
	args, err := json.Marshal(l.args)
	if err != nil {
		return nil, fmt.Errorf("encoding the arguments of %s: %w", l.command, err)
	}
	at := protocol.Position{Line: uint32(l.line)}
	return []protocol.CodeLens{{
		Range:   protocol.Range{Start: at, End: at},
		Command: protocol.Command{Title: l.title, Command: l.command, Arguments: []protocol.LSPAny{args}},
	}}, nil
}

// lensOf is what stands above the code of an open document, or nil. The lock is held.
func (s *server) lensOf(d *document) *lens {
	if d.schema != nil && d.schema.generator != nil {
		folder, file := uri.File(filepath.Dir(d.path)), filepath.Base(d.path)
		return &lens{title: "show an example input", command: commandExample, args: commandArgs{Folder: folder, File: file}}
	}
	p := s.problems[d.problem]
	if p == nil {
		return nil
	}
	rel := p.relative(d.path)
	candidate := p.candidate(rel)
	l := &lens{command: commandCheck, args: commandArgs{Folder: uri.File(p.path)}}
	checking := "checking"
	switch {
	case p.progress.Phase == check.Hunting:
		checking = p.progress.String()
	case p.inputs.Total > 0:
		checking = fmt.Sprintf("checking %d/%d", p.inputs.Done, p.inputs.Total)
	}
	early := p.earlyCandidate(rel)
	switch {
	case early == nil && candidate == nil && !workspace.IsProgram(d.path):
		return nil
	case early != nil:
		l.title = early.Lens() + guessed(p.partial) + ", " + checking
		if early.Counterexample != nil {
			l.command, l.args.File = commandShow, rel
		}
	case p.active && !(p.hunt && candidate != nil):
		l.title = checking
	case candidate != nil:
		l.title = candidate.Lens() + guessed(p.report)
		switch {
		case p.run == 0:
			l.title += " (of an earlier session)"
		case s.stale(p):
			l.title += " (before your edit)"
		}
		if p.active {
			l.title += ", " + checking
		}
		switch {
		case candidate.Counterexample != nil:
			l.command, l.args.File = commandShow, rel
		case candidate.Verdict == check.Undecided && p.report.Question != nil:
			l.command = commandJudge
		}
	case p.failure != "":
		reason, _, _ := strings.Cut(p.failure, "\n")
		l.title = "not checked: " + reason
	case p.requested > 0:
		l.title = "not checked"
	default:
		return nil
	}
	l.line = d.mainLine()
	return l
}

// inlayHint gives what stands behind the main of a program: on how many inputs it is wrong.
func (s *server) inlayHint(_ context.Context, params *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	path := pathOf(params.TextDocument.URI)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.poke()
	d := s.docs[path]
	if d == nil {
		return []protocol.InlayHint{}, nil
	}
	hint := s.hintOf(d)
	s.told.hints.note(path, hint, hint != "")
	line := d.mainLine()
	if hint == "" || line < int(params.Range.Start.Line) || line > int(params.Range.End.Line) {
		return []protocol.InlayHint{}, nil
	}
	yes := true
	at := endOf(strings.Split(d.text, "\n"), line, s.features.utf8)
	return []protocol.InlayHint{{Position: at, Label: protocol.String(hint), PaddingLeft: &yes}}, nil
}

// hintOf is the inlay hint of an open document, "✗ 37/500", or "". The lock is held.
func (s *server) hintOf(d *document) string {
	p := s.problems[d.problem]
	if p == nil || !s.features.hints || s.stale(p) {
		return ""
	}
	c := p.candidate(p.relative(d.path))
	if c == nil || c.Verdict == check.Trusted {
		return ""
	}
	n := c.Inputs
	wrong, all := n.Differ+n.Crash, n.Agree+n.Differ+n.Crash+n.TimeLimit+n.MemoryLimit+n.OutputLimit
	if wrong == 0 {
		return ""
	}
	return fmt.Sprintf("✗ %d/%d", wrong, all)
}
