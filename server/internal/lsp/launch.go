package lsp

import (
	"context"

	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// launchParams are the params of execre/launch.
type launchParams struct {
	Folder uri.URI `json:"folder"`
	File   string  `json:"file"`  // of the program, as reports have it
	Debug  bool    `json:"debug"` // a debugger is to run it
}

// launch answers execre/launch with the commands that build and run a program by hand. Compilers may be asked what they
// know; the program is not run.
func (s *server) launch(ctx context.Context, params *launchParams) (any, error) {
	path := pathOf(params.Folder)
	if path == "" {
		return nil, rpc.InvalidParams("execre/launch: %q is no file URI", params.Folder)
	}
	if !s.can().trusted {
		return nil, rpc.Failed("the workspace is not trusted, so nothing is run in it: trust it in the editor first")
	}
	problem, err := workspace.Load(path)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	found, err := check.FindLaunch(ctx, problem, params.File, params.Debug)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	return encoded(found)
}
