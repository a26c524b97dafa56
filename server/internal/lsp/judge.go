package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// judgement is an answer to the question about an input: one of Output, Invalid and Several.
type judgement struct {
	Folder  uri.URI `json:"folder"`
	Input   string  `json:"input"` // of the question: another one may be open by now
	Output  *string `json:"output"`
	Invalid bool    `json:"invalid"`
	Several bool    `json:"several"`
	Sure    bool    `json:"sure"` // the person means Output, whatever it looks like
}

// keptFiles is what comes of an answer of a person: the files that it is kept in, relative to the folder.
type keptFiles struct {
	Files []string `json:"files"`
}

// What a person can choose besides the answers of the programs.
const (
	choiceInvalid = "not a valid input"
	choiceSeveral = "several are right"
	choiceOther   = "another answer"
)

// What a person can choose when an answer looks like none of the programs'.
const (
	choiceKeep  = "keep it"
	choiceAgain = "answer again"
)

// Bounds of what a dialogue shows.
const (
	mostChoices  = 4
	mostOfInput  = 400
	mostOfAnswer = 40
)

// commandJudge asks the person the question whose answer would decide most, keeps the answer and has the problem checked
// with it.
func (s *server) commandJudge(ctx context.Context, path string, _ commandArgs) (any, error) {
	q, err := s.question(ctx, path)
	if err != nil {
		return nil, err
	}
	if q == nil {
		return nil, s.client.ShowMessage(ctx, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeInfo, Message: "there is nothing to ask: no answer would tell more about these programs",
		})
	}
	given, err := s.dialogue(ctx, q)
	if err != nil || given == nil {
		return nil, err
	}
	return s.keepJudgement(path, q, *given) // it is one of the programs' own
}

// judge is the request execre/judge, by which a client gives an answer that it has asked for itself. The result has the
// files in which it is kept; it is null where the person was asked whether such an answer is meant, and it is not.
func (s *server) judge(ctx context.Context, params *judgement) (any, error) {
	path := pathOf(params.Folder)
	if path == "" {
		return nil, rpc.InvalidParams("execre/judge: %q is no file URI", params.Folder)
	}
	q, err := s.question(ctx, path)
	if err != nil {
		return nil, err
	}
	if q == nil || params.Input != q.Input.Whole {
		return nil, rpc.Failed("this is not the question any more: ask again")
	}
	given, err := q.Judgement(workspace.Judgement{Output: params.Output, Invalid: params.Invalid, Several: params.Several})
	if err != nil {
		return nil, rpc.InvalidParams("%v", err)
	}
	if given.Output != nil && !params.Sure && !q.Resembles(*given.Output) {
		chosen, err := s.choose(ctx, "No program prints anything like this: is it the answer to this very input?\n"+
			cutText(strings.TrimRight(*given.Output, "\n"), mostOfInput), []string{choiceKeep, choiceAgain})
		if err != nil || chosen != choiceKeep {
			return nil, err
		}
	}
	return s.keepJudgement(path, q, given)
}

// keepJudgement keeps an answer and has the problem checked with it.
func (s *server) keepJudgement(path string, q *check.Question, given workspace.Judgement) (any, error) {
	j, err := q.Judgement(given)
	if err != nil {
		return nil, rpc.InvalidParams("%v", err)
	}
	files, err := j.Keep(path)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	return s.kept(path, files)
}

// question is the open question of a problem. The report has it where nothing is trusted; elsewhere another check finds
// it, for which everything was executed already.
func (s *server) question(ctx context.Context, path string) (*check.Question, error) {
	if !s.can().trusted {
		return nil, rpc.Failed("the workspace is not trusted, so nothing is run in it: trust it in the editor, then ask again")
	}
	s.mu.Lock()
	var report *check.Report
	if p := s.problems[path]; p != nil && !p.outdated {
		report = p.report
	}
	s.mu.Unlock()
	if report != nil && report.Question != nil {
		return report.Question, nil
	}
	report, err := s.check(ctx, path, Order{Progress: func(check.Progress) {}, Ask: true})
	if err != nil {
		return nil, rpc.Failed("checking %s: %v", path, err)
	}
	return report.Question, nil
}

// dialogue asks the person. It is nil if they leave the question open.
func (s *server) dialogue(ctx context.Context, q *check.Question) (*workspace.Judgement, error) {
	j := &workspace.Judgement{}
	var choices []string
	outputs := map[string]*string{}
	for _, a := range q.Answers[:min(len(q.Answers), mostChoices)] {
		title := strings.TrimSpace(a.Output.Whole)
		if title == "" || len(title) > mostOfAnswer || strings.Contains(title, "\n") || outputs[title] != nil {
			title = "what " + a.Members[0] + " prints"
		}
		outputs[title] = &a.Output.Whole
		choices = append(choices, title)
	}
	chosen, err := s.choose(ctx, "What is the right answer to this input?\n"+cutText(strings.TrimRight(q.Input.Whole, "\n"), mostOfInput),
		append(choices, choiceOther, choiceInvalid, choiceSeveral))
	if err != nil || chosen == "" {
		return nil, err
	}
	switch chosen {
	case choiceInvalid:
		j.Invalid = true
	case choiceSeveral:
		j.Several = true
	case choiceOther:
		return nil, s.client.ShowMessage(ctx, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeInfo,
			Message: "Write the input into samples/judged-1.in (or the next free number) and the right answer into samples/judged-1.out, " +
				"or run `execre judge` in a terminal.",
		})
	default:
		if j.Output = outputs[chosen]; j.Output == nil {
			return nil, fmt.Errorf("the client says that %q was chosen, which was not offered", chosen)
		}
	}
	return j, nil
}

func cutText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
