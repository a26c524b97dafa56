package lsp_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/server/internal/lsp/fake"
	"execre/server/internal/workspace"
)

// guessed is a problem without a schema whose samples show a tree.
func guessed() map[string]string {
	return map[string]string{
		"a.py": "import sys\n\ndef main():\n    guessed\n", "b.py": "# wrong\n\nprint()\n",
		"1.in": "5\n1 2\n1 3\n3 4\n3 5\n", "1.out": "1\n", "2.in": "2\n2 1\n", "2.out": "1\n",
	}
}

const writeGuess = "write the guessed format into input.schema"

func line(n int) fake.Range {
	return fake.Range{Start: fake.Position{Line: n}, End: fake.Position{Line: n}}
}

// aboutFormats are the code actions that are not about a program.
func aboutFormats(all []fake.Action) []fake.Action {
	return slices.DeleteFunc(all, func(a fake.Action) bool {
		return a.Command.Command != "" && a.Command.Command != "execre.inferSchema" && a.Command.Command != "execre.loosenSchema"
	})
}

func titles(actions []fake.Action) string {
	var all []string
	for _, a := range actions {
		all = append(all, a.Title)
	}
	return strings.Join(all, "|")
}

// TestGuessedFormat: every lens says that the inputs are of a format that nobody wrote.
func TestGuessedFormat(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "print() # guessed\n", "b.py": "# wrong\nprint()\n", "1.in": "1\n", "1.out": "1\n"})
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("a.py"))
	s.Open(s.path("b.py"))
	s.UntilLens(s.path("a.py"), "α=0.97 trusted reference (format guessed)")
	s.UntilLens(s.path("b.py"), "α=0.92 differs on 37 of 500 inputs (format guessed)")
}

// TestWriteGuess: where a lens or a diagnostic comes of a guessed format, a code action writes that format, opens it, and
// has the problem checked with it; in any client, the file is on disk then.
func TestWriteGuess(t *testing.T) {
	for name, capabilities := range map[string]string{
		"everything": fake.Everything,
		"nothing":    `{"workspace": {"codeLens": {"refreshSupport": true}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, guessed())
			s.Initialize(capabilities, "", s.root())
			a, b, format := s.path("a.py"), s.path("b.py"), s.path("input.schema")
			s.Open(a)
			s.Open(b)
			s.UntilLens(a, "α=0.97 trusted reference (format guessed)")
			s.UntilLens(b, "α=0.92")
			for _, c := range []struct {
				path  string
				line  int
				kinds []string
				want  string
			}{
				{a, 2, nil, writeGuess}, // the lens
				{a, 1, nil, ""},
				{b, 0, nil, writeGuess}, // the lens, and the diagnostic
				{b, 2, nil, ""},
				{a, 2, []string{"quickfix"}, writeGuess},
				{a, 2, []string{"refactor", "source.fixAll"}, ""},
			} {
				if got := titles(aboutFormats(s.Actions(c.path, line(c.line), c.kinds...))); got != c.want {
					t.Errorf("%s:%d %q: %q, want %q", c.path, c.line, c.kinds, got, c.want)
				}
			}
			action := aboutFormats(s.Actions(a, line(2)))[0]
			if literal := action.Kind == "quickfix"; literal != (name == "everything") || action.Command.Command != "execre.inferSchema" {
				t.Errorf("%+v", action)
			}
			if answer := s.Do(action); answer.Code != 0 || string(answer.Result) != "null" {
				t.Fatalf("%+v", answer)
			}
			want, err := workspace.Guess(s.dir)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(format); err != nil || string(text) != want.Text || !strings.Contains(want.Text, "probability of 60 %") {
				t.Errorf("%q, %v", text, err)
			}
			s.Until("it is shown", func(seen fake.Seen) bool { return len(seen.Shown) > 0 })
			shown := s.Seen().Shown
			if name == "everything" && (len(shown) != 1 || shown[0] != fake.URI(format)) {
				t.Errorf("shown: %q", shown)
			}
			if name == "nothing" &&
				(len(shown) != 1 || !strings.HasPrefix(shown[0], "input.schema is guessed, with a probability of 60 %")) {
				t.Errorf("shown: %q", shown)
			}
			s.UntilRun(2)
			if actions := aboutFormats(s.Actions(a, line(2))); len(actions) > 0 {
				t.Errorf("still offered: %+v", actions)
			}
		})
	}
}

// TestWriteGuessThatHeld: what is written is the guess that the last check has settled on, and where it has given up all of
// them the file says so, and why.
func TestWriteGuessThatHeld(t *testing.T) {
	for name, held := range map[string]bool{"given up": true, "all given up": false} {
		t.Run(name, func(t *testing.T) {
			files := guessed()
			files["a.py"] += "# " + name + "\n"
			s := begin(t, files)
			problem, err := workspace.Load(s.dir)
			if err != nil || len(problem.Inferred) < 2 {
				t.Fatalf("the trial needs two guesses: %+v %v", problem.Inferred, err)
			}
			s.Initialize(fake.Everything, "", s.root())
			a := s.path("a.py")
			s.Open(a)
			s.UntilLens(a, "α=0.97 trusted reference (format guessed), 50 % sure of it")
			if answer := s.Do(aboutFormats(s.Actions(a, line(2)))[0]); answer.Code != 0 {
				t.Fatalf("%+v", answer)
			}
			written, err := os.ReadFile(s.path("input.schema"))
			if err != nil {
				t.Fatal(err)
			}
			bare := func(text string) string { // without the comments of their own lines
				var lines []string
				for line := range strings.Lines(text) {
					if !strings.HasPrefix(line, "#") {
						lines = append(lines, line)
					}
				}
				return strings.Join(lines, "")
			}
			want := problem.Inferred[0]
			if held {
				want = problem.Inferred[1]
			}
			said := strings.Contains(strings.ReplaceAll(string(written), "\n# ", " "), "given this format up: 71 % of the executions")
			if bare(string(written)) != want.Text || said == held {
				t.Errorf("%s\nwant\n%s", written, want.Text)
			}
		})
	}
}

// TestWriteGuessOverwritesNothing: what a person wrote stays, on disk and in the editor, and is shown.
func TestWriteGuessOverwritesNothing(t *testing.T) {
	for name, c := range map[string]struct{ disk, editor string }{
		"on disk":       {"N\n", ""},
		"empty on disk": {" \n", ""},
		"in the editor": {"", "N\n"},
		"in both":       {"N\n", "N\n---\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := guessed()
			if c.disk != "" {
				files["input.schema"] = c.disk
			}
			s := begin(t, files)
			s.Initialize(fake.Everything, "", s.root())
			format := s.path("input.schema")
			if c.editor != "" {
				s.OpenText(format, c.editor)
			}
			a := s.Command("execre.inferSchema", map[string]string{"folder": fake.URI(s.dir)})
			if a.Code != -32803 || !strings.Contains(a.Text, "is there already and is not overwritten: rename it") {
				t.Errorf("%+v", a)
			}
			text, err := os.ReadFile(format)
			if string(text) != c.disk || (err == nil) != (c.disk != "") || s.Text(format) != c.editor {
				t.Errorf("on disk %q (%v), in the editor %q", text, err, s.Text(format))
			}
			if shown := s.Seen().Shown; len(shown) != 1 || shown[0] != fake.URI(format) {
				t.Errorf("shown: %q", shown)
			}
		})
	}
}

// TestFillInGuess: an empty input.schema in the editor is filled in there, to be saved by the person.
func TestFillInGuess(t *testing.T) {
	for name, capabilities := range map[string]string{
		"versions": fake.Everything, "plain edits": `{"workspace": {"applyEdit": true}}`,
	} {
		t.Run(name, func(t *testing.T) {
			files := guessed()
			files["input.schema"] = "\n  \n"
			s := begin(t, files)
			s.Initialize(capabilities, "", s.root())
			format := s.path("input.schema")
			s.Open(format)
			s.Change(format, "\n \n\n 	")
			actions := s.Actions(format, line(0))
			if titles(actions) != writeGuess {
				t.Fatalf("%+v", actions)
			}
			if answer := s.Do(actions[0]); answer.Code != 0 {
				t.Errorf("%+v", answer)
			}
			want, _ := workspace.Guess(s.dir)
			if s.Text(format) != want.Text {
				t.Errorf("%q", s.Text(format))
			}
			if text, _ := os.ReadFile(format); string(text) != "\n  \n" {
				t.Errorf("on disk: %q", text)
			}
			if got := titles(s.Actions(format, line(0))); got != "" {
				t.Errorf("offered again: %s", got)
			}
		})
	}
	s := begin(t, guessed())
	s.Initialize(`{}`, "", s.root())
	s.OpenText(s.path("input.schema"), "")
	if a := s.Command("execre.inferSchema", map[string]string{"folder": fake.URI(s.dir)}); a.Code != -32803 ||
		!strings.Contains(a.Text, "by hand") {
		t.Errorf("a client that takes no edits: %+v", a)
	}
}

// TestGuessIsOnlyText: a guess is made and written in a workspace that is not trusted too, but nothing is run.
func TestGuessIsOnlyText(t *testing.T) {
	s := begin(t, guessed())
	s.Initialize(fake.Everything, `{"trusted": false}`, s.root())
	s.Open(s.path("a.py"))
	if a := s.Command("execre.inferSchema", map[string]string{"folder": fake.URI(s.dir)}); a.Code != 0 {
		t.Errorf("%+v", a)
	}
	if _, err := os.Stat(s.path("input.schema")); err != nil {
		t.Error(err)
	}
	s.Leave()
	s.UntilGone()
	if n := len(s.pipeline.begun); n != 0 {
		t.Errorf("%d runs", n)
	}
}

// TestGuessOfAFunctionIsExplained: the JSON form has no comments, so what is to be known is said.
func TestGuessOfAFunctionIsExplained(t *testing.T) {
	s := begin(t, map[string]string{
		"a.py": "class Solution: pass\n", "statement.md": "**Example 1:**\n\nInput: nums = [2,7,11,15], target = 9\nOutput: [0,1]\n\n" +
			"**Constraints:**\n\n- 2 <= nums.length <= 10^4\n",
	})
	s.Initialize(fake.Everything, "", s.root())
	if a := s.Command("execre.inferSchema", map[string]string{"folder": fake.URI(s.dir)}); a.Code != 0 {
		t.Fatalf("%+v", a)
	}
	shown := s.Seen().Shown
	if len(shown) != 2 || shown[0] != fake.URI(s.path("input.schema")) ||
		!strings.HasPrefix(shown[1], "input.schema is guessed, with a probability") {
		t.Errorf("shown: %q", shown)
	}
}

func TestNothingToGuess(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "right\n"})
	s.Initialize(fake.Everything, "", s.root())
	if a := s.Command("execre.inferSchema", map[string]string{"folder": fake.URI(s.dir)}); a.Code != -32803 ||
		!strings.Contains(a.Text, "add a sample") {
		t.Errorf("%+v", a)
	}
	if a := s.Command("execre.inferSchema", map[string]string{"folder": fake.URI(s.path("nowhere"))}); a.Code != -32602 ||
		!strings.Contains(a.Text, "there is no folder") {
		t.Errorf("%+v", a)
	}
}

// TestLoosenSchema: what was guessed and written can be loosened step by step, and the samples fit at each of them. It is an
// edit of the text as it is in the editor, in clients that know edits by version, without, and as commands only.
func TestLoosenSchema(t *testing.T) {
	for name, capabilities := range map[string]string{
		"versions": fake.Everything,
		"changes":  `{"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["refactor"]}}}}}`,
		"commands": `{"workspace": {"applyEdit": true}}`,
	} {
		t.Run(name, func(t *testing.T) {
			files := guessed()
			s := begin(t, files)
			s.Initialize(capabilities, "", s.root())
			format := s.path("input.schema")
			if a := s.Command("execre.inferSchema", map[string]string{"folder": fake.URI(s.dir)}); a.Code != 0 {
				t.Fatalf("%+v", a)
			}
			s.Open(format)
			const last = 10 // the line of the tree
			for _, step := range []struct{ want, line string }{
				{
					"loosen to: (u, v) is a simple graph on 1..N|loosen to: (u, v) is a graph on 1..N and u != v|" +
						"loosen to: (u, v) is a graph on 1..N",
					"(u, v) is a simple graph on 1..N   # seen in the samples",
				},
				{
					"loosen to: (u, v) is a graph on 1..N and u != v|loosen to: (u, v) is a graph on 1..N",
					"(u, v) is a graph on 1..N and u != v # seen in the samples",
				},
			} {
				if got := strings.Split(s.Text(format), "\n")[last-1]; !strings.HasPrefix(got, "1 <= u_i, v_i <= N") {
					t.Fatalf("%q in\n%s", got, s.Text(format))
				}
				actions := s.Actions(format, line(last), []string{"refactor"}...)
				if titles(actions) != step.want {
					t.Fatalf("%s", titles(actions))
				}
				if literal := actions[0].Kind == "refactor.rewrite"; literal != (name != "commands") {
					t.Errorf("%+v", actions[0])
				}
				if a := s.Do(actions[0]); a.Code != 0 {
					t.Errorf("%+v", a)
				}
				text := s.Text(format)
				if got := strings.Split(text, "\n")[last]; got != step.line {
					t.Errorf("%q, want %q", got, step.line)
				}
				read, mistakes := schema.Parse([]byte(text))
				if read == nil || len(mistakes) > 0 {
					t.Fatalf("%v\n%s", mistakes, text)
				}
				g, _ := generate.New(read)
				for _, sample := range []string{"1.in", "2.in"} {
					if _, err := g.Parse(files[sample]); err != nil {
						t.Errorf("%s: %v\n%s", sample, err, text)
					}
				}
			}
			if got := titles(s.Actions(format, line(1))); got != "" {
				t.Errorf("in the layout: %s", got)
			}
			if got := titles(s.Actions(format, line(last), "quickfix")); got != "" {
				t.Errorf("as a quick fix: %s", got)
			}
		})
	}
}

// TestLoosenAtTheEnd: the last line goes without leaving an empty one, line ends of Windows stay, letters of two units count.
func TestLoosenAtTheEnd(t *testing.T) {
	const head = "N\r\n𝔸_1 ... 𝔸_N\r\n---\r\n1 <= N <= 9\r\n1 <= 𝔸_i <= 9\r\n"
	s := begin(t, map[string]string{"input.schema": head + "𝔸 is strictly increasing"})
	s.Initialize(fake.Everything, "", s.root())
	format := s.path("input.schema")
	s.Open(format)
	for i, want := range []string{head + "𝔸 is sorted", strings.TrimSuffix(head, "\r\n")} {
		actions := s.Actions(format, line(5))
		if len(actions) == 0 {
			t.Fatalf("step %d: nothing in %q", i, s.Text(format))
		}
		s.Do(actions[0])
		if s.Text(format) != want {
			t.Errorf("step %d: %q, want %q", i, s.Text(format), want)
		}
	}
}

// TestLoosenStale: a command that comes after an edit does not touch another line.
func TestLoosenStale(t *testing.T) {
	const text = "N\nA_1 ... A_N\n---\n1 <= N <= 9\n1 <= A_i <= 9\nA is sorted\n"
	s := begin(t, map[string]string{"input.schema": text})
	s.Initialize(`{"workspace": {"applyEdit": true}}`, "", s.root())
	format := s.path("input.schema")
	s.Open(format)
	action := s.Actions(format, line(5))[0]
	changed := strings.Replace(text, "1 <= A_i", "A is distinct\n1 <= A_i", 1)
	s.Change(format, changed)
	if a := s.Do(action); a.Code != -32803 || !strings.Contains(a.Text, "ask for its code actions again") || s.Text(format) != changed {
		t.Errorf("%+v\n%s", a, s.Text(format))
	}
	s.Close(format)
	if a := s.Do(action); a.Code != -32602 || !strings.Contains(a.Text, "is open") {
		t.Errorf("%+v", a)
	}
	plain := begin(t, map[string]string{"input.schema": text})
	plain.Initialize(`{}`, "", plain.root())
	plain.Open(plain.path("input.schema"))
	if actions := plain.Actions(plain.path("input.schema"), line(5)); len(actions) > 0 {
		t.Errorf("a client that knows neither edits nor literals is offered %+v", actions)
	}
}

// TestCodeActionCapability: the kinds are said to a client that knows kinds.
func TestCodeActionCapability(t *testing.T) {
	for capabilities, want := range map[string]string{
		fake.Everything: `{"codeActionKinds":["quickfix","refactor.rewrite"]}`, `{}`: `true`,
	} {
		s := begin(t, usual())
		var result struct {
			Capabilities struct{ CodeActionProvider json.RawMessage }
		}
		if err := json.Unmarshal(s.Initialize(capabilities, "", s.root()), &result); err != nil {
			t.Fatal(err)
		}
		if got := string(result.Capabilities.CodeActionProvider); got != want {
			t.Errorf("%s: %s", capabilities, got)
		}
	}
}
