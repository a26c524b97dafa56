package lsp_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
	"execre/server/internal/lsp/fake"
)

// TestLaunch: a client is told how a program is run by hand, as execre.toml has it at that moment, and nothing is run for it
// where nobody trusts the workspace.
func TestLaunch(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "# right\n", "sub/b.cpp": "int main() {}\n", "execre.toml": "candidates = [\"sub/b.cpp\", \"a.py\"]\n"})
	s.Initialize(fake.Everything, "", s.root())
	ask := func(file string, debug bool) (l check.Launch, answer fake.Answer) {
		answer = s.Ask("execre/launch", map[string]any{"folder": fake.URI(s.dir), "file": file, "debug": debug})
		if answer.Code == 0 && json.Unmarshal(answer.Result, &l) != nil {
			t.Fatalf("%+v", answer)
		}
		return l, answer
	}
	l, answer := ask("a.py", false)
	if answer.Code != 0 || l.Language != "python" || l.Folder != s.dir || l.Program != s.path("a.py") || l.Build != nil ||
		len(l.Run) != 2 || l.Run[1] != l.Program || len(l.Interpreter) != 1 {
		t.Errorf("%+v, %+v", l, answer)
	}
	for _, debug := range []bool{false, true} {
		l, answer = ask("sub/b.cpp", debug)
		if answer.Code != 0 || slices.Contains(l.Build, "-g") != debug || l.Program != s.path(".execre/debug/sub/b.cpp.out") {
			t.Errorf("debug %v: %+v, %+v", debug, l, answer)
		}
	}
	toml := "candidates = [\"sub/b.cpp\", \"a.py\"]\n[languages.python]\nrun = [\"env\", \"A=1\", \"python3\", \"{src}\"]\n"
	if err := os.WriteFile(s.path("execre.toml"), []byte(toml), 0o600); err != nil {
		t.Fatal(err)
	}
	if l, answer = ask("a.py", true); answer.Code != 0 || len(l.Run) != 4 || l.Run[1] != "A=1" {
		t.Errorf("%+v, %+v", l, answer)
	}
	if _, answer = ask("c.py", true); answer.Code == 0 || !strings.Contains(answer.Text, "c.py is no program of coupon") {
		t.Errorf("%+v", answer)
	}

	s = begin(t, usual())
	s.Initialize(fake.Everything, `{"trusted": false}`, s.root())
	if _, answer = ask("a.py", false); answer.Code == 0 || !strings.Contains(answer.Text, "not trusted") {
		t.Errorf("%+v", answer)
	}
	if _, err := os.Stat(s.path(".execre")); err == nil {
		t.Error("a folder was made in a workspace that nobody trusts")
	}
}
