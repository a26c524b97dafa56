// Package cli is the command line: its commands, flags and exit statuses.
// Results go to stdout, everything else to stderr.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"execre/runner/build"
	"execre/runner/local"
)

// The exit statuses of every command; check has 1 and 3 of its own.
const (
	exitUsage       = 2  // usage, configuration or schema error
	exitInternal    = 70 // we failed
	exitInterrupted = 130
)

// commands is the whole command line.
type commands struct {
	Check    checkCommand    `cmd:"" help:"Run the programs of a problem folder against each other and say which to trust."`
	Serve    serveCommand    `cmd:"" help:"Serve an editor: the Language Server Protocol on stdin and stdout."`
	Judge    judgeCommand    `cmd:"" help:"Answer the question that would tell best which program is right."`
	Evaluate evaluateCommand `cmd:"" help:"Compare rules that decide which program is right, on labelled data."`
	Import   importCommand   `cmd:"" help:"Make problem folders of what other tools have: cph, oj, CompetiTest, Kattis, Polygon, a pasted statement."`
	Schema   schemaCommand   `cmd:"" help:"Look at the input format of a problem."`
	Doctor   doctorCommand   `cmd:"" help:"Say which languages work on this machine, and what holds the programs."`
	Version  versionCommand  `cmd:"" help:"Print the version."`

	VersionFlag kong.VersionFlag `name:"version" help:"Print the version."`
}

// environment is what commands get besides their flags.
type environment struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
}

// usageError is a mistake of the person at the command line, or in the files
// that the command was told to read.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// exitStatus ends a command that did its work with a status other than 0.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Main runs one command line and returns the exit status.
func Main(args []string, stdout, stderr io.Writer) (status int) {
	ends := []os.Signal{syscall.SIGTERM}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup wants it, and a shell of what it starts in the background
			ends = append(ends, s)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	defer build.CleanUp()
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "execre: internal error: %v\n%s", r, debug.Stack())
			status = exitInternal
		}
	}()
	done := -1 // set when kong has answered by itself, to --help for one
	var root commands
	parser, err := kong.New(&root,
		kong.Name("execre"),
		kong.Description("Find out which of several programs for one contest problem is right."),
		kong.UsageOnError(),
		kong.Vars{"version": "execre " + Version},
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { done = code }),
		kong.Bind(&environment{ctx: ctx, stdin: os.Stdin, stdout: stdout, stderr: stderr}),
	)
	if err != nil {
		panic(err)
	}
	command, err := parser.Parse(args)
	switch {
	case done >= 0:
		return done
	case err != nil:
		fmt.Fprintf(stderr, "execre: %v (execre --help shows the commands)\n", err)
		return exitUsage
	}
	if name := command.Selected().Name; name == "check" || name == "judge" || name == "evaluate" || name == "doctor" {
		err = local.Ready() // else each program would say it for itself
	}
	if err == nil {
		err = command.Run()
	}
	var usage usageError
	var exit exitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "execre: %v\n", err)
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "execre: stopped")
		return exitInterrupted
	}
	fmt.Fprintf(stderr, "execre: %v\n", err)
	return exitInternal
}

type versionCommand struct{}

// Run prints the version of the program and of the report's format.
func (versionCommand) Run(env *environment) error {
	_, err := fmt.Fprintf(env.stdout, "execre %s\n", Version)
	return err
}

// Version is the version of this program.
const Version = "0.1.0"
