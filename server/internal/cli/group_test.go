package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"execre/server/internal/check"
)

// TestSeveralProblemsInAFolder: each is checked by itself, by the name of one of its files, and what is kept of one does not meet
// what is kept of another.
func TestSeveralProblemsInAFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"execre.toml": "inputs = 30\n",
		"A.schema":    "n\n---\n1 <= n <= 50\n", "A1.in": "1\n", "A1.out": "2\n",
		"A.py": "print(int(input()) * 2)\n", "A_brute.py": "n = int(input())\nprint(n + n)\n", "A2.py": "n = int(input())\nprint(n * 2 if n < 7 else 1)\n",
		"B.schema": "n\n---\n1 <= n <= 50\n", "samples/B1.in": "1\n", "samples/B1.out": "0\n",
		"B.py": "print(int(input()) - 1)\n", "B_brute.py": "n = int(input())\nprint(-1 + n)\n", "B2.py": "n = int(input())\nprint(n - 1 if n < 9 else 1)\n",
	} {
		write(t, dir, name, text)
	}
	if _, stderr, status := execre(t, "check", dir); status != exitUsage || !strings.Contains(stderr, "holds several problems") {
		t.Errorf("the folder: %d %s", status, stderr)
	}
	for _, c := range []struct{ file, trusted, wrong, input string }{{"A.py", "A_brute.py", "A2.py", "7\n"}, {"B2.py", "B_brute.py", "B2.py", "9\n"}, {"A", "A_brute.py", "A2.py", "7\n"}} {
		report, status := checkFolder(t, filepath.Join(dir, c.file))
		if status != 1 || len(report.Candidates) != 3 || report.Decision.Trusted == nil {
			t.Fatalf("%s: %d %+v", c.file, status, report)
		}
		x := candidate(t, report, c.wrong).Counterexample
		if x == nil || x.Input.Whole != c.input {
			t.Fatalf("%s: %+v", c.file, x)
		}
		if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(x.InputFile))); err != nil || string(text) != c.input {
			t.Errorf("%s: kept %q, %v", c.file, text, err)
		}
	}
	for _, problem := range check.Kept(dir) {
		if r, err := check.Load(problem); err != nil || len(r.Candidates) != 3 || !strings.HasPrefix(r.Problem, filepath.Base(dir)+"/") {
			t.Errorf("%s: %+v, %v", problem, r, err)
		}
	}
	if n := len(check.Kept(dir)); n != 2 {
		t.Errorf("%d problems are kept", n)
	}
}
