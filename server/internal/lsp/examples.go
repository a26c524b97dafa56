package lsp

import (
	"context"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/imports"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// examplesAction offers to make samples of the examples of a statement where the last report says that the folder has none:
// in the statement, and where the lens of a program stands; nil elsewhere. The lock is held.
func (s *server) examplesAction(d *document, params *protocol.CodeActionParams) *action {
	p := s.problems[d.problem]
	if p == nil || p.report == nil {
		return nil
	}
	i := slices.IndexFunc(p.report.Problems, func(m check.Problem) bool { return m.Code == workspace.CodeExamples })
	if i < 0 {
		return nil
	}
	file := p.report.Problems[i].File
	if p.relative(d.path) != file && (p.candidate(p.relative(d.path)) == nil || !s.isAt(d, params)) {
		return nil
	}
	return &action{
		title: "make samples of the examples in " + file, kind: protocol.CodeActionKindQuickFix,
		command: commandExamples, args: commandArgs{Folder: uri.File(p.path), File: file},
	}
}

// commandExamples makes samples of the examples of a statement, as `execre import --samples` does.
func (s *server) commandExamples(_ context.Context, path string, args commandArgs) (any, error) {
	if !filepath.IsLocal(filepath.FromSlash(args.File)) {
		return nil, rpc.InvalidParams("%s: %q is no file of the folder", commandExamples, args.File)
	}
	folder, _ := workspace.Split(path)
	files, _, err := imports.AddSamples(path, filepath.Join(folder, filepath.FromSlash(args.File)), nil)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	return s.kept(path, files)
}
