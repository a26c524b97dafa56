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
)

const treeSchema = "N\nA_1 A_2 ... A_N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\nS\n---\n2 <= N <= 9\n1 <= A_i <= 5\n(u, v) is a tree on 1..N\nS matches [a-c]{2}\n"

func at(line, character int) map[string]int {
	return map[string]int{"line": line, "character": character}
}

func (s *scene) schemaRequest(method string, position map[string]int) string {
	s.t.Helper()
	a := s.Ask(method, map[string]any{
		"textDocument": map[string]string{"uri": fake.URI(s.path("input.schema"))}, "position": position,
		"options": map[string]any{"tabSize": 2, "insertSpaces": true},
	})
	if a.Code != 0 {
		s.t.Fatalf("%s: %+v", method, a)
	}
	return string(a.Result)
}

// A mistake in a schema is shown while it is typed, before anything is saved or run, and goes when it is mended.
func TestSchemaMistakesWhileTyping(t *testing.T) {
	for name, folder := range map[string]map[string]string{
		"a problem":        {"a.py": "right\n", "input.schema": treeSchema},
		"the schema alone": {"input.schema": treeSchema},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, folder)
			s.Initialize(fake.Everything, `{"trusted": false}`, s.root())
			path := s.path("input.schema")
			s.Open(path)
			s.UntilLens(path, "show an example input")
			s.Change(path, strings.Replace(treeSchema, "1 <= A_i <= 5", "1 <= 𝔸_i <= B", 1))
			s.Until("the mistakes are shown", func(seen fake.Seen) bool { return len(seen.Of(path)) == 2 })
			d := s.Seen().Of(path)
			for i, want := range []fake.Range{
				{Start: fake.Position{Line: 8, Character: 5}, End: fake.Position{Line: 8, Character: 9}}, // the letter has two units
				{Start: fake.Position{Line: 8, Character: 13}, End: fake.Position{Line: 8, Character: 14}},
			} {
				if d[i].Range != want || d[i].Code != "schema-name" || d[i].Severity != 1 || d[i].Source != "execre" {
					t.Errorf("%+v, want it at %+v", d[i], want)
				}
			}
			s.Change(path, treeSchema+"5 <= N <= 3\n")
			s.Until("another mistake is shown", func(seen fake.Seen) bool {
				d := seen.Of(path)
				return len(d) == 1 && d[0].Code == "schema-contradiction" && d[0].Range.Start.Line == 11
			})
			s.Change(path, treeSchema)
			s.Until("nothing is wrong any more", func(seen fake.Seen) bool { return len(seen.Of(path)) == 0 })
			s.Leave()
		})
	}
}

// What a report says of the text is not shown beside what is known of the open one; what it knows from executions is.
func TestSchemaMistakesAndReports(t *testing.T) {
	files := usual()
	files["input.schema"] = "T n\n---\nmistake\n"
	s := begin(t, files)
	s.Initialize(fake.Everything, "", s.root())
	path := s.path("input.schema")
	s.Open(path)
	s.Open(s.path("b.py"))
	s.UntilRun(1)
	s.Until("the mistake of the text is shown", func(seen fake.Seen) bool { return len(seen.Of(path)) > 0 })
	if d := s.Seen().Of(path); len(d) != 1 || d[0].Range.Start.Line != 2 {
		t.Errorf("%+v", d)
	}
	s.Close(path)
	s.Until("closed, it has that of the report", func(seen fake.Seen) bool {
		d := seen.Of(path)
		return len(d) == 1 && d[0].Message == "no such word"
	})
}

func TestSchemaHover(t *testing.T) {
	s := begin(t, map[string]string{"input.schema": treeSchema})
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("input.schema"))
	for _, c := range []struct {
		at   map[string]int
		want []string
	}{
		{at(0, 0), []string{"**N** an integer", "`2 <= N <= 9`", "for example `"}},
		{at(1, 6), []string{"**A** an integer, for each repetition", "`1 <= A_i <= 5`"}}, // on the index of A_2
		{at(9, 1), []string{"**u**", "`(u, v) is a tree on 1..N`"}},
		{at(10, 1), []string{"**S** a text", "`S matches [a-c]{2}`", "for example `"}}, // behind it
		{at(6, 0), nil},
		{at(99, 3), nil},
	} {
		got := s.schemaRequest("textDocument/hover", c.at)
		if c.want == nil && got != "null" {
			t.Errorf("%v: %s, want nothing", c.at, got)
		}
		var hover struct{ Contents struct{ Value string } }
		if err := json.Unmarshal([]byte(got), &hover); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(hover.Contents.Value, want) {
				t.Errorf("%v: %q lacks %q", c.at, hover.Contents.Value, want)
			}
		}
	}
}

func TestSchemaCompletion(t *testing.T) {
	s := begin(t, map[string]string{"input.schema": treeSchema})
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("input.schema"))
	labels := func(position map[string]int) []string {
		var items []struct{ Label string }
		if err := json.Unmarshal([]byte(s.schemaRequest("textDocument/completion", position)), &items); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, item := range items {
			out = append(out, item.Label)
		}
		return out
	}
	if got := labels(at(1, 0)); !slices.Contains(got, "one of:") || slices.Contains(got, "A") {
		t.Errorf("in the layout: %q", got)
	}
	if got := labels(at(8, 0)); !slices.Contains(got, "A") || !slices.Contains(got, "v") || !slices.Contains(got, "is distinct") {
		t.Errorf("in the constraints: %q", got)
	}
}

func TestSchemaFormatting(t *testing.T) {
	s := begin(t, map[string]string{"input.schema": "N   M\n---\n1<=N\n"})
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("input.schema"))
	const want = `[{"range":{"start":{"line":0,"character":0},"end":{"line":4,"character":0}},"newText":"N M\\n---\\n1 \\u003c= N\\n"}]`
	var got, wanted any
	if err := json.Unmarshal([]byte(s.schemaRequest("textDocument/formatting", nil)), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(want, `\\`, `\`)), &wanted); err != nil {
		t.Fatal(err)
	}
	if a, b := encode(t, got), encode(t, wanted); a != b {
		t.Errorf("got  %s\nwant %s", a, b)
	}
	s.Change(s.path("input.schema"), "N M\n---\n1 <= N\n")
	if got := s.schemaRequest("textDocument/formatting", nil); got != "[]" {
		t.Errorf("nothing is to be changed, but: %s", got)
	}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// The lens of a schema shows an input of the text as it is in the editor, and another one when it is clicked again.
func TestSchemaExample(t *testing.T) {
	s := begin(t, map[string]string{"input.schema": "no schema at all\n"})
	s.Initialize(fake.Everything, "", s.root())
	path := s.path("input.schema")
	s.Open(path)
	s.Change(path, treeSchema)
	s.UntilLens(path, "show an example input")
	lens := s.Lens(path)
	format, _ := schema.Parse([]byte(treeSchema))
	g, _ := generate.New(format)
	seen := map[string]bool{}
	for i := range 3 {
		if a := s.Command(lens.Command.Command, lens.Command.Arguments[0]); a.Code != 0 {
			t.Fatalf("%+v", a)
		}
		shown := s.Seen().Shown
		if len(shown) != i+1 || shown[i] != fake.URI(s.path(".execre/example.in")) {
			t.Fatalf("shown: %q", shown)
		}
		text, err := os.ReadFile(s.path(".execre/example.in"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Parse(string(text)); err != nil || seen[string(text)] {
			t.Errorf("%q was shown: %v", text, err)
		}
		seen[string(text)] = true
	}
	s.Change(path, "N\n---\n5 <= N <= 3\n")
	if a := s.Command(lens.Command.Command, lens.Command.Arguments[0]); a.Code == 0 || !strings.Contains(a.Text, "mend the mistakes") {
		t.Errorf("of a schema that nobody can satisfy: %+v", a)
	}
}

// Nothing is offered for other files than schemas but what the lens of a program rests on: other servers answer for programs.
func TestSchemaFeaturesKeepToSchemas(t *testing.T) {
	s := begin(t, usual())
	init := string(s.Initialize(fake.Everything, "", s.root()))
	for _, provider := range []string{"hoverProvider", "completionProvider", "documentFormattingProvider"} {
		if strings.Contains(init, provider) {
			t.Errorf("%s is announced for all files", provider)
		}
	}
	s.Until("four registrations", func(seen fake.Seen) bool { return len(seen.Registered) == 4 })
	for _, r := range s.Seen().Registered {
		if d := r.RegisterOptions.DocumentSelector; r.Method == "textDocument/hover" && len(d) == 1 && strings.Contains(d[0].Pattern, "py") {
			continue
		}
		if d := r.RegisterOptions.DocumentSelector; len(d) != 1 || d[0].Pattern != "**/*.schema" || d[0].Scheme != "file" {
			t.Errorf("%+v", r)
		}
	}
	plain := begin(t, usual())
	plain.Initialize(`{}`, "", plain.root())
	plain.Open(plain.path("b.py"))
	plain.UntilRun(1)
	if r := plain.Seen().Registered; len(r) > 0 {
		t.Errorf("a client that knows no registrations got %+v", r)
	}
}
