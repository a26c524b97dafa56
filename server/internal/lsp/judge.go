package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
	"execre/server/internal/workspace"
)

// judgement is a person's answer to the question about an input: one of Output, Invalid and Several.
type judgement struct {
	Input   string  `json:"input"`
	Output  *string `json:"output,omitempty"`
	Invalid bool    `json:"invalid,omitempty"`
	Several bool    `json:"several,omitempty"`
}

// kept is what comes of a judgement: the files, relative to the folder.
type kept struct {
	Files []string `json:"files"`
}

// What a person can choose besides the answers of the programs.
const (
	choiceInvalid = "not a valid input"
	choiceSeveral = "several are right"
	choiceOther   = "another answer"
)

// Bounds of what a dialogue shows.
const (
	mostChoices  = 4
	mostOfInput  = 400
	mostOfAnswer = 40
)

// commandJudge asks the person the question whose answer would decide most, keeps the answer and has the problem checked
// with it. With a judgement among its arguments nobody is asked: the client did that.
func (s *server) commandJudge(ctx context.Context, dir string, args commandArgs) (any, error) {
	if !s.can().trusted {
		return nil, rpc.Failed("the workspace is not trusted, so nothing is run in it: trust it in the editor, then ask again")
	}
	q, err := s.question(ctx, dir)
	if err != nil {
		return nil, err
	}
	given := args.Judgement
	switch {
	case q == nil && given == nil:
		return nil, s.client.ShowMessage(ctx, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeInfo, Message: "there is nothing to ask: no answer would tell more about these programs",
		})
	case q == nil || given != nil && given.Input != q.Input.Whole:
		return nil, rpc.Failed("this is not the question any more: ask again")
	case given == nil:
		if given, err = s.dialogue(ctx, q); err != nil || given == nil {
			return nil, err
		}
	}
	if n := count(given.Output != nil, given.Invalid, given.Several); n != 1 {
		return nil, rpc.InvalidParams(`a judgement has one of "output", "invalid" and "several", not %d`, n)
	}
	j := workspace.Judgement{Input: q.Input.Whole, Output: given.Output, Invalid: given.Invalid, Several: given.Several}
	if q.From != nil {
		j.From = q.From.Whole
	}
	files, err := j.Keep(dir)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	if err := s.ask(dir, causeCommand, false); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(kept{files})
	return json.RawMessage(encoded), err
}

func count(flags ...bool) (n int) {
	for _, flag := range flags {
		if flag {
			n++
		}
	}
	return n
}

// question is the open question of a problem. The report has it where nothing is trusted; elsewhere another check finds
// it, for which everything was executed already.
func (s *server) question(ctx context.Context, dir string) (*check.Question, error) {
	s.mu.Lock()
	var report *check.Report
	if p := s.problems[dir]; p != nil && !p.outdated {
		report = p.report
	}
	s.mu.Unlock()
	if report != nil && report.Question != nil {
		return report.Question, nil
	}
	report, err := s.check(ctx, dir, Order{Progress: func(check.Progress) {}, Ask: true})
	if err != nil {
		return nil, rpc.Failed("checking %s: %v", dir, err)
	}
	return report.Question, nil
}

// dialogue asks the person. It is nil if they leave the question open.
func (s *server) dialogue(ctx context.Context, q *check.Question) (*judgement, error) {
	j := &judgement{Input: q.Input.Whole}
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
	params := &protocol.ShowMessageRequestParams{
		Type:    protocol.MessageTypeInfo,
		Message: "What is the right answer to this input?\n" + cutText(strings.TrimRight(q.Input.Whole, "\n"), mostOfInput),
	}
	for _, title := range append(choices, choiceOther, choiceInvalid, choiceSeveral) {
		params.Actions = append(params.Actions, protocol.MessageActionItem{Title: title})
	}
	chosen, err := s.client.ShowMessageRequest(ctx, params)
	if err != nil || chosen == nil {
		return nil, err
	}
	switch chosen.Title {
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
		if j.Output = outputs[chosen.Title]; j.Output == nil {
			return nil, fmt.Errorf("the client says that %q was chosen, which was not offered", chosen.Title)
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

// judgeParams are the params of the request execre/judge.
type judgeParams struct {
	Folder uri.URI `json:"folder"`
	judgement
}

// judge is the request execre/judge, by which a client gives an answer that it has asked for itself. The result has the
// files in which it is kept.
func (s *server) judge(ctx context.Context, params *judgeParams) (any, error) {
	dir := pathOf(params.Folder)
	if dir == "" {
		return nil, rpc.InvalidParams("execre/judge: %q is no file URI", params.Folder)
	}
	return s.commandJudge(ctx, dir, commandArgs{Judgement: &params.judgement})
}
