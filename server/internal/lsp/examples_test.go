package lsp_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"execre/server/internal/check"
	"execre/server/internal/lsp"
	"execre/server/internal/lsp/fake"
	"execre/server/internal/workspace"
)

// TestExamplesOfTheStatement: where a statement has examples and the folder no samples, an action in the statement and at the
// lens of a program makes samples of them, once.
func TestExamplesOfTheStatement(t *testing.T) {
	files := usual()
	files["statement.md"] = "## Sum\n\n### Sample Input 1\n\n```\n25 3\n```\n\n### Sample Output 1\n\n```\nYes\n```\n"
	pipeline := newPipeline()
	s := prepare(t, files, func(ctx context.Context, dir string, order lsp.Order) (*check.Report, error) {
		report, err := pipeline.check(ctx, dir, order)
		problem, loading := workspace.Load(dir)
		if err == nil && loading == nil {
			for _, m := range problem.Mistakes {
				report.Problems = append(report.Problems, check.Problem{File: m.File, Line: m.Pos.Line, Code: m.Code, Message: m.Message, Warning: true})
			}
		}
		return report, err
	})
	s.pipeline = pipeline
	s.serve()
	s.Initialize(fake.Everything, "", s.root())
	a, statement := s.path("a.py"), s.path("statement.md")
	s.Open(a)
	s.Open(statement)
	run := s.UntilRun(1).Run
	const title = "make samples of the examples in statement.md"
	for _, want := range []struct {
		path string
		line int
		is   bool
	}{{a, 2, true}, {a, 0, false}, {statement, 0, true}, {statement, 5, true}} {
		if got := strings.Contains(titles(s.Actions(want.path, line(want.line))), title); got != want.is {
			t.Errorf("%s:%d: offered is %v", want.path, want.line, got)
		}
	}
	action := s.action(statement, 0, title)
	if answer := s.Do(action); string(answer.Result) != `{"files":["samples/1.out","samples/1.in"]}` {
		t.Fatalf("%+v", answer)
	}
	if in, out := s.text("samples/1.in"), s.text("samples/1.out"); in != "25 3\n" || out != "Yes\n" {
		t.Errorf("the sample is %q, %q", in, out)
	}
	s.UntilRun(run + 1)
	if got := titles(s.Actions(statement, line(0))); strings.Contains(got, title) {
		t.Errorf("still offered: %s", got)
	}
	if answer := s.Do(action); string(answer.Result) != `{"files":[]}` {
		t.Errorf("again: %+v", answer)
	}
	if answer := s.Command("execre.importSamples", map[string]string{"folder": fake.URI(s.dir), "file": "../x.md"}); answer.Code != -32602 {
		t.Errorf("a file elsewhere: %+v", answer)
	}
	if entries, err := os.ReadDir(s.path("samples")); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}
