package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
)

// matrixParams are the params of execre/matrix.
type matrixParams struct {
	Folder uri.URI `json:"folder"`
}

// matrixResult is what every program did on every input of a run.
type matrixResult struct {
	Run   int    `json:"run"`
	State string `json:"state"` // "running", "final" or "stale"
	*check.Matrix
}

// matrix answers execre/matrix with the last run of which something is known, as far as it has come: null where nothing was
// executed, as when an earlier session has kept the report.
func (s *server) matrix(_ context.Context, params *matrixParams) (any, error) {
	path := pathOf(params.Folder)
	if path == "" {
		return nil, rpc.InvalidParams("execre/matrix: %q is no file URI", params.Folder)
	}
	var rows, before *check.Rows
	var now, last matrixResult
	s.mu.Lock()
	if p := s.problems[path]; p != nil {
		last.Run, last.State = p.run, "final"
		if p.active || s.stale(p) {
			last.State = "stale"
		}
		now.Run, now.State = p.requested, "running"
		if p.active {
			rows = p.live
		}
		before = p.rows
	}
	s.mu.Unlock()
	for _, known := range []struct {
		rows   *check.Rows
		result matrixResult
	}{{rows, now}, {before, last}} {
		if known.rows == nil {
			continue
		}
		if m := known.rows.Matrix(); m != nil {
			known.result.Matrix = m
			return encoded(known.result)
		}
	}
	return nil, nil
}

// cellParams are the params of execre/cell: the folder and the run of a matrix, and the id of one of its inputs.
type cellParams struct {
	Folder uri.URI `json:"folder"`
	Run    int     `json:"run"`
	Input  int     `json:"input"`
}

// cell answers execre/cell with an input and all that the programs of that run printed on it. The last run that finished is
// known while another one goes on, and so is that.
func (s *server) cell(ctx context.Context, params *cellParams) (any, error) {
	path := pathOf(params.Folder)
	if path == "" {
		return nil, rpc.InvalidParams("execre/cell: %q is no file URI", params.Folder)
	}
	if !s.can().trusted {
		return nil, rpc.Failed("the workspace is not trusted, so nothing is run in it: trust it in the editor, then check again")
	}
	var rows *check.Rows
	s.mu.Lock()
	if p := s.problems[path]; p != nil {
		switch {
		case p.active && params.Run == p.requested:
			rows = p.live
		case params.Run == p.run:
			rows = p.rows
		}
	}
	s.mu.Unlock()
	var m *check.Matrix
	if rows != nil {
		m = rows.Matrix()
	}
	if m == nil {
		return nil, rpc.Failed("run %d is not the last one any more: ask for the matrix again", params.Run)
	}
	c, err := m.Cell(ctx, params.Input)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	return encoded(c)
}

// encoded is a result that is none of the protocol's own.
func encoded(result any) (any, error) {
	text, err := json.Marshal(result)
	if err != nil {
		return nil, fmt.Errorf("encoding a result: %w", err)
	}
	return json.RawMessage(text), nil
}
