// Package engine executes a program many times from one start.
package engine

import (
	"context"

	"execre/runner"
)

// Config says what a server serves.
type Config struct {
	Program *runner.Program
	Engine  runner.Engine // Spawn, or that of Program.Server
	Folder  string        // private, absolute, empty: the working folder of all executions
	Memory  runner.Bytes  // of one execution: sizes the heap of virtual machines
}

// Server executes one program, one input at a time. It is not safe for several goroutines.
type Server struct{}

// Start starts a server.
func Start(ctx context.Context, cfg Config) (*Server, error) { panic("skeleton") }

// Run executes the program once.
func (s *Server) Run(ctx context.Context, args []string, stdin []byte, limits runner.Limits) (runner.Result, error) {
	panic("skeleton")
}

// Close ends the server and all it started.
func (s *Server) Close() { panic("skeleton") }
