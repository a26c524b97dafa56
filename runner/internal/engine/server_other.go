//go:build !linux

package engine

import (
	"context"
	"slices"

	"execre/runner"
	"execre/runner/internal/process"
)

// Server executes one program, one input at a time. On this system each execution is a start of its own, not confined,
// and a server is good for one: what the program left in the working folder is the caller's to remove.
type Server struct{ cfg Config }

// Start gives a server for the engine Spawn. The error is an *UnfitError for the others.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	if cfg.Engine != runner.Spawn {
		return nil, &UnfitError{cfg.Engine, "this system has no server for it"}
	}
	return &Server{cfg}, ctx.Err()
}

// Alive reports whether the server can execute more.
func (s *Server) Alive() bool { return false }

// Run executes the program once, with the arguments args after those of Program.Argv. The error is that of ctx, if it
// ended the execution, or says what we failed in.
func (s *Server) Run(
	ctx context.Context, args []string, stdin []byte, limits runner.Limits,
) (runner.Result, error) {
	p := s.cfg.Program
	res := process.Run(ctx, process.Command{
		Argv:     slices.Concat(withMemory(p.Argv, s.cfg.Memory), args),
		Env:      environment(p.Env, s.cfg.Folder),
		Dir:      s.cfg.Folder,
		Stdin:    stdin,
		Limits:   limits,
		Reserves: p.Reserves,
	})
	if res.Verdict != runner.InternalError {
		return res, nil
	}
	err := res.Err
	res.Verdict, res.Err = runner.VerdictInvalid, nil
	return res, err
}

// Close does nothing.
func (s *Server) Close() {}
