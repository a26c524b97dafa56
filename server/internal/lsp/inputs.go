package lsp

import (
	"context"
	"errors"
	"io/fs"

	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
)

// inputsParams are the params of execre/inputs.
type inputsParams struct {
	Folder uri.URI `json:"folder"`
}

// inputs answers execre/inputs with the inputs of a problem as they lie in its folder now, whether it was checked or not. It
// runs nothing.
func (s *server) inputs(_ context.Context, params *inputsParams) (any, error) {
	path := pathOf(params.Folder)
	if path == "" {
		return nil, rpc.InvalidParams("execre/inputs: %q is no file URI", params.Folder)
	}
	var report *check.Report
	s.mu.Lock()
	if p := s.problems[path]; p != nil {
		if report = p.report; p.active && p.partial != nil {
			report = p.partial
		}
	}
	s.mu.Unlock()
	list, err := check.ListInputs(path, report)
	if errors.Is(err, fs.ErrNotExist) {
		list, err = &check.InputFiles{Inputs: []check.InputFile{}}, nil // the folder is gone, or will be there soon
	}
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	return encoded(list)
}
