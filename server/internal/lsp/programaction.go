package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// verdictTitles are what a person can say that a judge said, as people say it.
var verdictTitles = []struct {
	title    string
	standing workspace.Standing
}{
	{"accepted", workspace.Accepted},
	{"wrong answer", workspace.WrongAnswer},
	{"time limit exceeded", workspace.TimeLimit},
	{"runtime error", workspace.Crash},
}

// checkerTitles are the ways to compare outputs that a person is offered where several answers seem right.
var checkerTitles = []struct{ title, checker string }{
	{"the order of the lines is free", "unordered"},
	{"real numbers, 1e-6 is near enough", "float:1e-6"},
	{"capital and small letters are the same", "case"},
	{"the very same bytes", "exact"},
}

// choiceProgram is another checker, which a person writes.
const choiceProgram = "I have a checker program"

// programActions offer what can be done about a program, where its lens stands and at what is said against it. The lock is held.
func (s *server) programActions(d *document, params *protocol.CodeActionParams) []action {
	p := s.problems[d.problem]
	if p == nil {
		return nil
	}
	rel := p.relative(d.path)
	report, c := p.report, p.candidate(rel)
	if early := p.earlyCandidate(rel); early != nil {
		report, c = p.partial, early
	}
	if c == nil || !s.isAt(d, params) {
		return nil
	}
	args := commandArgs{Folder: uri.File(p.path), File: rel}
	var all []action
	offer := func(title, command string) {
		all = append(all, action{title: title, kind: protocol.CodeActionKindQuickFix, command: command, args: args})
	}
	if x := c.Counterexample; x != nil {
		offer("show the input, what was expected and what it printed", commandShow)
		if x.Expected != nil && x.Reference != nil && c.Verdict == check.Differs {
			offer("make it a sample, with the answer of "+*x.Reference, commandSample)
		}
	}
	if report.Question != nil {
		offer("answer the question that would decide", commandJudge)
	}
	if report.Decision.SeveralAnswers {
		offer("say how answers are compared…", commandChecker)
	}
	if !report.Partial {
		offer("the judge said…", commandVerdict)
		offer("ignore "+rel, commandIgnore)
	}
	return all
}

// isAt says whether a request for code actions is about what we show of a program: its lens, or a diagnostic of ours.
func (s *server) isAt(d *document, params *protocol.CodeActionParams) bool {
	main := uint32(d.mainLine())
	return main >= params.Range.Start.Line && main <= params.Range.End.Line ||
		slices.ContainsFunc(params.Context.Diagnostics, func(diagnostic protocol.Diagnostic) bool {
			source, _ := diagnostic.Source.Get()
			return source == "execre"
		})
}

// commandSample makes the counterexample of a program a sample, with the answer that was expected.
func (s *server) commandSample(_ context.Context, path string, args commandArgs) (any, error) {
	c, err := s.finding(commandSample, path, args.File)
	if err != nil {
		return nil, err
	}
	x := c.Counterexample
	if x == nil || x.Expected == nil {
		return nil, rpc.Failed("%s: nothing says what is right on an input of %s: answer the question instead", commandSample, args.File)
	}
	if len(x.Input.Whole) >= check.TextLimit || len(x.Expected.Whole) >= check.TextLimit {
		return nil, rpc.Failed("%s: the input is too long for a sample: copy %s by hand", commandSample, x.InputFile)
	}
	files, err := workspace.AddSample(path, x.Input.Whole, x.Expected.Whole)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	return s.kept(path, files)
}

// finding is what is said of a program.
func (s *server) finding(command, path, file string) (*check.Candidate, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.problems[path]
	if p == nil {
		return nil, rpc.InvalidParams("%s: nothing was checked in %s", command, path)
	}
	c := p.candidate(file)
	if early := p.earlyCandidate(file); early != nil && early.Counterexample != nil {
		c = early
	}
	if c == nil {
		return nil, rpc.InvalidParams("%s: the report of %s has no program %q", command, path, file)
	}
	return c, nil
}

// commandVerdict asks the person what a judge said of a program, if the argument does not say it, and keeps it.
func (s *server) commandVerdict(ctx context.Context, path string, args commandArgs) (any, error) {
	if _, err := s.finding(commandVerdict, path, args.File); err != nil {
		return nil, err
	}
	if args.Verdict == "" {
		var titles []string
		for _, v := range verdictTitles {
			titles = append(titles, v.title)
		}
		chosen, err := s.choose(ctx, "What did the judge say of "+args.File+"?", titles)
		if err != nil || chosen == "" {
			return nil, err
		}
		args.Verdict = chosen
	}
	for _, v := range verdictTitles {
		if args.Verdict == v.title || args.Verdict == string(v.standing) {
			return s.set(path, workspace.Setting{Table: "verdicts", Key: args.File, Value: string(v.standing)})
		}
	}
	return nil, rpc.InvalidParams("%s: no verdict is called %q: say accepted, wrong-answer, time-limit or crash", commandVerdict, args.Verdict)
}

// verdictParams are those of execre/verdict.
type verdictParams struct {
	Folder  uri.URI `json:"folder"`
	File    string  `json:"file"`
	Verdict string  `json:"verdict"` // accepted, wrong-answer, time-limit or crash
}

// verdict is the request execre/verdict, by which a client says what a judge said after it has asked by itself.
func (s *server) verdict(ctx context.Context, params *verdictParams) (any, error) {
	path := pathOf(params.Folder)
	if path == "" || params.Verdict == "" {
		return nil, rpc.InvalidParams(`execre/verdict takes {"folder": URI, "file": "a.py", "verdict": "accepted"}`)
	}
	return s.commandVerdict(ctx, path, commandArgs{File: params.File, Verdict: params.Verdict})
}

// commandIgnore has a file of the folder be no candidate any more.
func (s *server) commandIgnore(_ context.Context, path string, args commandArgs) (any, error) {
	if _, err := s.finding(commandIgnore, path, args.File); err != nil {
		return nil, err
	}
	return s.set(path, workspace.Setting{Table: "roles", Key: args.File, Value: string(workspace.Ignore)})
}

// commandChecker asks the person how answers are compared, and keeps it.
func (s *server) commandChecker(ctx context.Context, path string, _ commandArgs) (any, error) {
	var titles []string
	for _, c := range checkerTitles {
		titles = append(titles, c.title)
	}
	chosen, err := s.choose(ctx, "When are two answers the same?", append(titles, choiceProgram))
	if err != nil || chosen == "" {
		return nil, err
	}
	for _, c := range checkerTitles {
		if c.title == chosen {
			return s.set(path, workspace.Setting{Key: "checker", Value: c.checker})
		}
	}
	return nil, s.client.ShowMessage(ctx, &protocol.ShowMessageParams{
		Type: protocol.MessageTypeInfo,
		Message: "Put the program into the folder of the problem and call it checker.cpp or checker.py, or name it in execre.toml: " +
			`checker = ["./mine", "style=testlib"]`,
	})
}

// choose has the person choose one of several titles; "" when they do not.
func (s *server) choose(ctx context.Context, question string, titles []string) (string, error) {
	params := &protocol.ShowMessageRequestParams{Type: protocol.MessageTypeInfo, Message: question}
	for _, title := range titles {
		params.Actions = append(params.Actions, protocol.MessageActionItem{Title: title})
	}
	chosen, err := s.client.ShowMessageRequest(ctx, params)
	if err != nil || chosen == nil {
		return "", err
	}
	return chosen.Title, nil
}

// set writes a setting into execre.toml and has the problem checked with it. What is typed and not saved is not ours to
// change.
func (s *server) set(path string, setting workspace.Setting) (any, error) {
	folder, _ := workspace.Split(path)
	s.mu.Lock()
	d := s.docs[filepath.Join(folder, workspace.ConfigFile)]
	dirty := d != nil && d.dirty()
	s.mu.Unlock()
	if dirty {
		return nil, rpc.Failed("%s has edits that are not saved: save it, then ask again, or write %s", workspace.ConfigFile, setting)
	}
	if err := setting.Keep(path); err != nil {
		return nil, rpc.Failed("%v", err)
	}
	return s.kept(path, []string{workspace.ConfigFile})
}

// kept has a problem checked with files that were written for it, and answers with them. The watcher need not tell of
// them again.
func (s *server) kept(path string, files []string) (any, error) {
	folder, _ := workspace.Split(path)
	stamps := map[string]stamp{}
	for _, file := range files {
		at := filepath.Join(folder, filepath.FromSlash(file))
		stamps[at] = stampOf(at)
	}
	s.mu.Lock()
	if p := s.problems[path]; p != nil {
		maps.Copy(p.stamps, stamps)
	}
	s.mu.Unlock()
	if err := s.ask(path, causeCommand, false); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(keptFiles{files})
	return json.RawMessage(encoded), err
}
