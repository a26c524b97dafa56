package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/resultcache"
	"execre/server/internal/check"
	"execre/server/internal/lsp"
	"execre/server/internal/workspace"
)

type serveCommand struct {
	Jobs     int    `help:"Executions at the same time (one for each core)." placeholder:"N"`
	LogLevel string `enum:"debug,info,warn,error" default:"info" help:"What is logged on stderr: debug, info, warn or error."`
	Stdio    bool   `help:"Speak on stdin and stdout: the default, which many clients ask for all the same."`
}

// Run speaks the Language Server Protocol on stdin and stdout until the editor is gone.
func (c *serveCommand) Run(env *environment) error {
	if c.Jobs < 0 {
		return usageError{errors.New("--jobs must be at least 1")}
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return usageError{err}
	}
	log := slog.New(slog.NewTextHandler(env.stderr, &slog.HandlerOptions{Level: level}))

	if leadsNowhere(os.Stdout) {
		return usageError{errors.New("stdout is closed or leads nowhere, and a language server answers there: an editor starts `execre serve`")}
	}

	// Writing to an editor that was killed must be an error, not the end: what still runs is to be ended first. Programs
	// that we start get the default back, which they would not if the signal were ignored.
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	defer signal.Stop(broken)

	here := local.New(local.Config{Jobs: jobs})
	defer here.Close()
	executor := resultcache.New(here, resultcache.Config{Dir: resultcache.DefaultDir(), Log: log})
	builder := &build.Cache{Dir: build.DefaultDir(), Background: true}
	defer builder.Close()
	orderly := lsp.Serve(env.ctx, stdio{os.Stdin, env.stdout}, lsp.Config{
		Version: Version,
		Log:     log,
		Deaf:    deaf(os.Stdout),
		Check: func(ctx context.Context, dir string, order lsp.Order) (*check.Report, error) {
			problem, err := workspace.Load(dir)
			if err != nil {
				return nil, err
			}
			return check.Run(ctx, problem, check.Config{
				Executor: executor, Builder: builder, Jobs: jobs, Seed: 1,
				Progress: order.Progress, Partial: order.Partial, Rows: order.Rows, Background: order.Background, Ask: order.Ask,
				For: order.For, UntilDifference: order.For > 0, Suspects: order.Suspects, Found: order.Found,
			})
		},
	})
	if !orderly {
		return exitStatus(1)
	}
	return nil
}

// leadsNowhere says whether what is written to a file is lost. The runtime gives a closed stdout this meaning.
func leadsNowhere(file *os.File) bool {
	is, err := file.Stat()
	nowhere, unknown := os.Stat(os.DevNull)
	return err != nil || unknown == nil && os.SameFile(is, nowhere)
}

// stdio is the stream to the editor. A Read of stdin that waits ends with the process.
type stdio struct {
	io.Reader
	io.Writer
}

func (stdio) Close() error { return os.Stdin.Close() }
