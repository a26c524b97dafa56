package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// The commands.
const (
	commandCheck = "execre.check"              // {folder}: a run is asked for
	commandStop  = "execre.stop"               // {folder}: the run is cancelled
	commandHunt  = "execre.hunt"               // {folder}: a run is asked for that searches on
	commandShow  = "execre.showCounterexample" // {folder, file}: where its texts are

	commandExample = "execre.exampleInput" // {folder, file}: an input of an open schema is shown
	commandJudge   = "execre.judge"        // {folder}: the question is asked
	commandInfer   = "execre.inferSchema"  // {folder}: the guessed format is written into input.schema
	commandLoosen  = "execre.loosenSchema" // {folder, file, line, loosening}: a constraint of an open schema is loosened

	commandExamples = "execre.importSamples" // {folder, file}: the examples of a statement become samples

	commandSample  = "execre.addSample"  // {folder, file}: the program's counterexample becomes a sample
	commandVerdict = "execre.setVerdict" // {folder, file, verdict}: what a judge said of a program; without verdict it is asked
	commandIgnore  = "execre.ignore"     // {folder, file}: the file is no candidate any more
	commandChecker = "execre.setChecker" // {folder}: the person is asked how answers are compared
)

// causeCommand and causeHunt are the causes of runs that a person asked for in so many words.
const (
	causeCommand = commandCheck
	causeHunt    = commandHunt
)

// huntTime is how long a hunt is, if nothing is found.
const huntTime = time.Minute

// commandArgs is the one argument of every command.
type commandArgs struct {
	Folder uri.URI `json:"folder"`
	File   string  `json:"file,omitempty"` // relative to the folder, with slashes

	Line      int    `json:"line,omitempty"`      // of the file, from 0
	Loosening string `json:"loosening,omitempty"` // its title
	Verdict   string `json:"verdict,omitempty"`   // a workspace.Standing
}

// counterexample is the answer to commandShow.
type counterexample struct {
	Title    string   `json:"title"`
	Input    uri.URI  `json:"input"`
	Expected *uri.URI `json:"expected"` // null where nothing says what is right
	Got      uri.URI  `json:"got"`
}

func (s *server) executeCommand(ctx context.Context, params *protocol.ExecuteCommandParams) (any, error) {
	commands := map[string]func(context.Context, string, commandArgs) (any, error){
		commandCheck: s.commandCheck,
		commandStop:  s.commandStop,
		commandHunt:  s.commandHunt,
		commandShow:  s.commandShow,

		commandJudge:   s.commandJudge,
		commandExample: s.commandExample,
		commandInfer:   s.commandInfer,
		commandLoosen:  s.commandLoosen,

		commandExamples: s.commandExamples,

		commandSample:  s.commandSample,
		commandVerdict: s.commandVerdict,
		commandIgnore:  s.commandIgnore,
		commandChecker: s.commandChecker,
	}
	command, ok := commands[params.Command]
	if !ok {
		return nil, rpc.InvalidParams("unknown command %q", params.Command)
	}
	var args commandArgs
	if len(params.Arguments) != 1 || json.Unmarshal(params.Arguments[0], &args) != nil || args.Folder == "" {
		return nil, rpc.InvalidParams(`%s takes one argument, such as {"folder": "file:///problems/coupon"}`, params.Command)
	}
	path := pathOf(args.Folder)
	if path == "" {
		return nil, rpc.InvalidParams("%s: %q is no file URI", params.Command, args.Folder)
	}
	return command(ctx, path, args)
}

// commandCheck asks for a run, of a folder that is no problem by itself too.
func (s *server) commandCheck(_ context.Context, path string, _ commandArgs) (any, error) {
	return nil, s.ask(path, causeCommand, false)
}

// commandHunt asks for a run that searches on when the usual inputs show nothing. Nobody sits and waits for that, and what
// is known stays to be seen.
func (s *server) commandHunt(_ context.Context, path string, _ commandArgs) (any, error) {
	return nil, s.ask(path, causeHunt, true)
}

// ask has a folder checked because a command, the cause, says so.
func (s *server) ask(path, cause string, background bool) error {
	folder, group := workspace.Split(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return rpc.InvalidParams("%s: there is no folder %s", cause, folder)
	}
	if !s.can().trusted {
		return rpc.Failed("the workspace is not trusted, so nothing is run in it: trust it in the editor, then check again")
	}
	p := s.follow(path, !workspace.IsProblem(path))
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		if d.problem == "" && group == "" && workspace.Within(path, d.path) {
			d.problem = path
		}
	}
	s.request(p, cause, background)
	return nil
}

func (s *server) commandStop(_ context.Context, path string, _ commandArgs) (any, error) {
	s.mu.Lock()
	known := s.problems[path] != nil
	s.mu.Unlock()
	if !known {
		return nil, rpc.InvalidParams("%s: nothing was checked in %s", commandStop, path)
	}
	s.cancel(path)
	return nil, nil
}

// commandShow says where the texts of a counterexample are. A client without our extension is shown the input as well.
func (s *server) commandShow(ctx context.Context, path string, args commandArgs) (any, error) {
	c, err := s.finding(commandShow, path, args.File)
	if err != nil {
		return nil, err
	}
	if c.Counterexample == nil {
		return nil, rpc.InvalidParams("%s: there is no counterexample to %s", commandShow, args.File)
	}
	x := c.Counterexample
	folder, _ := workspace.Split(path)
	at := func(file string) uri.URI { return uri.File(filepath.Join(folder, filepath.FromSlash(file))) }
	answer := &counterexample{Title: title(c), Input: at(x.InputFile), Got: at(x.Output.File)}
	if x.Expected != nil {
		expected := at(x.Expected.File)
		answer.Expected = &expected
	}
	if !s.can().extension {
		if err := s.showInput(ctx, answer.Input, c); err != nil {
			return nil, err
		}
	}
	encoded, err := json.Marshal(answer)
	if err != nil {
		return nil, fmt.Errorf("encoding a counterexample: %w", err)
	}
	return json.RawMessage(encoded), nil
}

// showInput shows the input of a counterexample, or says it.
func (s *server) showInput(ctx context.Context, input uri.URI, c *check.Candidate) error {
	if s.show(ctx, protocol.ShowDocumentParams{URI: input}) {
		return nil
	}
	return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{
		Type: protocol.MessageTypeInfo, Message: c.File + ": " + describe(c),
	})
}

// show shows a document, if the client can, and says whether it did.
func (s *server) show(ctx context.Context, params protocol.ShowDocumentParams) bool {
	if !s.can().showDocument {
		return false
	}
	shown, err := s.client.ShowDocument(ctx, &params)
	return err == nil && shown != nil && shown.Success
}

// title names a counterexample: "d.py on 25 3: expected by brute.py, and got".
func title(c *check.Candidate) string {
	x := c.Counterexample
	on := strings.TrimSpace(x.Input.Whole)
	if strings.Contains(on, "\n") || len(on) > 40 || on == "" {
		on = "its smallest input"
		if c.Verdict == check.TooSlow || c.Verdict == check.TooMuchMemory { // these are not made smaller, or not far
			on = "an input"
		}
	}
	switch {
	case x.Expected == nil:
		return fmt.Sprintf("%s on %s: what it printed", c.File, on)
	case x.Reference != nil:
		return fmt.Sprintf("%s on %s: expected by %s, and got", c.File, on, *x.Reference)
	}
	return fmt.Sprintf("%s on %s: expected and got", c.File, on)
}
