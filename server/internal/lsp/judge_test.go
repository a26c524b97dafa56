package lsp_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/lsp/fake"
)

// question is the dialogue about the pipeline's question.
const question = "What is the right answer to this input?\n25 3 | Yes | what long.py prints | another answer | not a valid input | several are right"

// TestJudge: the lens of an undecided program asks the question; the answer is kept as files, and the problem is checked with
// it. Nothing is kept unless an answer is chosen.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name, source, choice string
		files                map[string]string
	}{
		{"a short answer", "# undecided\n", "Yes", map[string]string{"judged-1.in": "25 3\n", "judged-1.out": "Yes\n"}},
		{"a long answer", "# undecided\n", "what long.py prints", map[string]string{"judged-1.in": "25 3\n", "judged-1.out": "Yes\nNo\n"}},
		{"no input", "# undecided\n", "not a valid input", map[string]string{"judged-1.invalid": "25 3\n", "judged-2.invalid": "25 30\n"}},
		{"several", "# undecided\n", "several are right", map[string]string{"judged-1.several": "25 3\n"}},
		{"closed", "# undecided\n", "", nil},
		{"another answer", "# undecided\n", "another answer", nil},
		{"one that only judge asks", "# undecided if asked\n", "Yes", map[string]string{"judged-1.in": "25 3\n", "judged-1.out": "Yes\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t, map[string]string{"execre.toml": "", "a.py": c.source, "b.py": "# right\n"})
			s.Initialize(fake.Everything, "", s.root())
			a := s.path("a.py")
			s.Open(a)
			s.UntilLens(a, "α=0.64 undecided: Yes or No for a one-line input?")
			s.Choose(c.choice)
			command, want := s.Lens(a).Command, "execre.judge"
			if strings.Contains(c.source, "if asked") {
				want = "execre.check"
			}
			if command.Command != want {
				t.Errorf("the lens does %s, want %s", command.Command, want)
			}
			if answer := s.Command("execre.judge", map[string]string{"folder": fake.URI(s.dir)}); answer.Code != 0 {
				t.Fatalf("%+v", answer)
			}
			if shown := s.Seen().Shown; len(shown) == 0 || shown[0] != question {
				t.Errorf("asked %q, want %q", shown, question)
			}
			entries, err := os.ReadDir(s.path("samples"))
			if len(entries) != len(c.files) || err != nil && len(c.files) > 0 {
				t.Errorf("kept %v, %v", entries, err)
			}
			for name, want := range c.files {
				if text, err := os.ReadFile(s.path("samples/" + name)); err != nil || string(text) != want {
					t.Errorf("%s: got %q, %v, want %q", name, text, err, want)
				}
			}
			if len(c.files) > 0 {
				s.Until("a report with the answer", func(seen fake.Seen) bool {
					return slices.ContainsFunc(seen.Reports, func(r fake.Report) bool {
						return r.State == "final" && !strings.Contains(string(r.Report), `"questionsAnswered":0`)
					})
				})
			}
		})
	}
}

// TestJudgeByRequest: a client that has asked by itself gives the answer, to the question that is open and no other.
func TestJudgeByRequest(t *testing.T) {
	s := begin(t, map[string]string{"execre.toml": "", "a.py": "# undecided\n", "b.py": "# right\n"})
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("a.py"))
	s.UntilLens(s.path("a.py"), "α=0.64 undecided: Yes or No for a one-line input?")
	for _, c := range []struct {
		params map[string]any
		want   string
	}{
		{map[string]any{"input": "25 3\n"}, "not 0"},
		{map[string]any{"input": "25 3\n", "output": "", "invalid": true}, "not 2"},
		{map[string]any{"input": "25 3\n", "output": " \n"}, "the answer is empty"},
		{map[string]any{"input": "25 4\n", "output": "Yes\n"}, "not the question any more"},
		{map[string]any{}, "not the question any more"},
		{map[string]any{"folder": "http://coupon/", "input": "25 3\n"}, "no file URI"},
	} {
		if c.params["folder"] == nil {
			c.params["folder"] = fake.URI(s.dir)
		}
		if answer := s.Ask("execre/judge", c.params); answer.Code == 0 || !strings.Contains(answer.Text, c.want) {
			t.Errorf("%v: %+v, want %q", c.params, answer, c.want)
		}
	}
	if _, err := os.Stat(s.path("samples")); err == nil {
		t.Error("something was kept")
	}
	answer := s.Ask("execre/judge", map[string]any{"folder": fake.URI(s.dir), "input": "25 3\n", "output": "Perhaps\n"})
	if want := `{"files":["samples/judged-1.out","samples/judged-1.in"]}`; string(answer.Result) != want {
		t.Errorf("got %s (%+v), want %s", answer.Result, answer, want)
	}
	if shown := s.Seen().Shown; len(shown) > 0 {
		t.Errorf("the person was asked %q", shown)
	}
	if answer := s.Command("execre.judge", map[string]string{"folder": fake.URI(s.dir)}); answer.Code != 0 || !strings.HasPrefix(s.Seen().Shown[0], "there is nothing to ask") {
		t.Errorf("%+v, shown %q", answer, s.Seen().Shown)
	}
}

// TestOddJudgement: an answer that looks like none of the programs' is kept only if the person says again that it is meant.
func TestOddJudgement(t *testing.T) {
	for _, c := range []struct {
		choice string
		sure   bool
		kept   bool
	}{{"", false, false}, {"answer again", false, false}, {"keep it", false, true}, {"", true, true}} {
		s := begin(t, map[string]string{"execre.toml": "", "a.py": "# undecided\n", "b.py": "# right\n"})
		s.Initialize(fake.Everything, "", s.root())
		s.Open(s.path("a.py"))
		s.UntilLens(s.path("a.py"), "α=0.64 undecided")
		s.Choose(c.choice)
		answer := s.Ask("execre/judge", map[string]any{
			"folder": fake.URI(s.dir), "input": "25 3\n", "output": "42\n", "sure": c.sure,
		})
		if answer.Code != 0 || (string(answer.Result) == "null") == c.kept {
			t.Errorf("%+v: %s %+v", c, answer.Result, answer)
		}
		if _, err := os.Stat(s.path("samples/judged-1.out")); (err == nil) != c.kept {
			t.Errorf("%+v: %v", c, err)
		}
		asked := []string{"No program prints anything like this: is it the answer to this very input?\n42 | keep it | answer again"}
		if c.sure {
			asked = nil
		}
		if shown := s.Seen().Shown; !slices.Equal(shown, asked) {
			t.Errorf("%+v: the person was asked %q", c, shown)
		}
	}
}

// TestJudgeInAnUntrustedWorkspace: nothing is run there, and no answer kept.
func TestJudgeInAnUntrustedWorkspace(t *testing.T) {
	s := begin(t, map[string]string{"execre.toml": "", "a.py": "# undecided\n"})
	s.Initialize(fake.Everything, `{"trusted": false}`, s.root())
	for _, answer := range []fake.Answer{
		s.Command("execre.judge", map[string]string{"folder": fake.URI(s.dir)}),
		s.Ask("execre/judge", map[string]any{"folder": fake.URI(s.dir), "input": "25 3\n", "output": "42\n"}),
	} {
		if answer.Code == 0 || !strings.Contains(answer.Text, "not trusted") {
			t.Errorf("%+v", answer)
		}
	}
}
