package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"execre/server/internal/lsp/fake"
)

// TestProgramHover: where the lens is a hover says what it rests on, and on other lines, and of programs of which nothing is
// known, it says nothing.
func TestProgramHover(t *testing.T) {
	s := begin(t, map[string]string{
		"a.py": "import sys\n\ndef main():\n    explained\n", "b.py": "print()\n", "input.schema": "N\n---\n1 <= N <= 9\n",
	})
	s.Initialize(fake.Everything, "", s.root())
	a := s.path("a.py")
	s.Open(a)
	s.UntilLens(a, "α=0.97 trusted reference")
	hover := func(path string, line int) string {
		t.Helper()
		answer := s.Ask("textDocument/hover", map[string]any{
			"textDocument": map[string]string{"uri": fake.URI(path)}, "position": at(line, 4),
		})
		var h *struct{ Contents struct{ Kind, Value string } }
		if err := json.Unmarshal(answer.Result, &h); err != nil {
			t.Fatalf("%s: %v", answer.Result, err)
		}
		if h == nil {
			return ""
		}
		return h.Contents.Value
	}
	for _, want := range []string{"**α=0.97 trusted reference**", "\n- It is probably right.", "\n- Two of b\\_1.py and c\\_1.py agree."} {
		if got := hover(a, 2); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	for _, line := range []int{0, 1, 3, 99} {
		if got := hover(a, line); got != "" {
			t.Errorf("line %d: %q", line, got)
		}
	}
	if got := hover(s.path("b.py"), 0); got != "" {
		t.Errorf("of a file that is not open: %q", got)
	}
	s.Change(a, "import sys\n\ndef main():\n    explained()\n")
	if got := hover(a, 2); !strings.Contains(got, "(before your edit)") {
		t.Errorf("after an edit: %q", got)
	}
}
