package lsp_test

import (
	"path/filepath"
	"strings"
	"testing"

	"execre/server/internal/lsp/fake"
)

// TestReportNamesItsProgress: the progress of a run is known by the token in its report, whatever problems are called; where
// none is shown there is none.
func TestReportNamesItsProgress(t *testing.T) {
	s := begin(t, usual())
	twin := filepath.Join("..", "other", "coupon")
	for name, text := range usual() {
		s.write(filepath.Join(twin, name), text)
	}
	s.Initialize(fake.Everything, "", s.root())
	files := map[string]string{s.dir: s.path("b.py"), s.path(twin): s.path(filepath.Join(twin, "b.py"))}
	token := map[string]string{} // by folder
	for folder, b := range files {
		s.Open(b)
		s.UntilLens(b, "α=0.92")
		s.Change(b, "stuck")
		s.Save(b)
		s.Until("a run that goes on", func(seen fake.Seen) bool {
			last := seen.Reports[len(seen.Reports)-1]
			token[folder] = last.Progress
			return last.State == "running" && last.Folder == fake.URI(folder)
		})
	}
	first, second := token[s.dir], token[s.path(twin)]
	if first == "" || second == "" || first == second {
		t.Fatalf("tokens %q", token)
	}
	s.Until("progress of both", func(seen fake.Seen) bool {
		begun := map[string]bool{}
		for _, p := range seen.Progress {
			begun[p.Token] = begun[p.Token] || p.Value.Kind == "report" && strings.Contains(p.Value.Message, "/500")
		}
		return begun[first] && begun[second]
	})
	s.Notify("window/workDoneProgress/cancel", map[string]string{"token": first})
	s.Until("the end of the one", func(seen fake.Seen) bool {
		last := seen.Reports[len(seen.Reports)-1]
		return last.Folder == fake.URI(s.dir) && last.State == "stale"
	})
	seen := s.Seen()
	for _, r := range seen.Reports {
		if (r.Progress != "") != (r.State == "running") {
			t.Errorf("%s: the report is %s, and its progress %q", r.Folder, r.State, r.Progress)
		}
	}
	for _, p := range seen.Progress {
		if p.Token == second && p.Value.Kind == "end" {
			t.Error("the other run has ended too")
		}
	}

	quiet := begin(t, usual())
	quiet.Initialize(`{"experimental": {"execre": {}}}`, "", quiet.root())
	quiet.Open(quiet.path("b.py"))
	quiet.UntilRun(1)
	for _, r := range quiet.Seen().Reports {
		if r.Progress != "" {
			t.Errorf("a client that shows no progress is told of %s", r.Progress)
		}
	}
}
