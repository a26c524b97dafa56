package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// importing runs import with a text on stdin.
func importing(t *testing.T, c importCommand, stdin string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = c.Run(&environment{ctx: t.Context(), stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs})
	return out.String(), errs.String(), err
}

// TestImport: a pasted example becomes a problem folder, what was made is said on stdout and what was left out on stderr,
// and a second time changes nothing.
func TestImport(t *testing.T) {
	into := t.TempDir()
	const example = "Input: nums = [2,7,11,15], target = 9\nOutput: [0,1]\nInput: nums = [3,3], target = 6\n"
	stdout, _, err := importing(t, importCommand{Src: "-", Into: into}, example)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(into, "pasted")
	inOrder(t, stdout, dir+"\n", "  samples/1.out\n  samples/1.in\n", "  execre.toml\n", "  statement.md\n", "  solution.py\n")
	if text, err := os.ReadFile(filepath.Join(dir, "samples", "1.in")); err != nil || string(text) != "[2,7,11,15]\n9\n" {
		t.Errorf("%q, %v", text, err)
	}
	if stdout, _, err := importing(t, importCommand{Src: "-", Into: into}, example); err != nil || !strings.Contains(stdout, dir+": was there already") {
		t.Errorf("%v\n%s", err, stdout)
	}
	const posted = `{"name": "A", "url": "https://x.org/a", "timeLimit": -1, "tests": [{"input": "1\n", "output": "2\n"}]}`
	stdout, stderr, err := importing(t, importCommand{Src: "-", Into: into, Language: "python"}, posted)
	if err != nil || !strings.Contains(stdout, "solution.py") || !strings.Contains(stderr, "left out: the time limit of -1 ms") {
		t.Errorf("%v\n%s%s", err, stdout, stderr)
	}
	stdout, _, err = importing(t, importCommand{Src: "-", Into: into}, posted)
	if err != nil || !strings.Contains(stdout, "was there already") {
		t.Errorf("%v\n%s", err, stdout)
	}
}

// TestImportSamples: a statement that says that its examples are no samples says how they become some. That done nothing is
// said any more, what is there stays, and nobody was judged by them before.
func TestImportSamples(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"stdin": {"a.py": "print(int(input()) * 3)\n", "input.schema": "n\n---\n1 <= n <= 9\n", "statement.md": "### Sample Input\n\n```\n1\n```\n\n### Sample Output\n\n```\n2\n```\n"},
		"function": {"a.py": "class Solution:\n    def twice(self, n):\n        return 3 * n\n", "statement.md": "Example 1:\nInput: n = 3\nOutput: 6\n" +
			"Example 2:\nInput: n = 4\n\nConstraints:\n- 1 <= n <= 9\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := plainFolder(t, "twice", files)
			t.Chdir(dir)
			table, _, _ := execre(t, "check", "--inputs", "5")
			_, command, _ := strings.Cut(table, "`execre import --samples ")
			command, _, _ = strings.Cut(command, "`")
			if strings.Contains(table, "fails") || command != "statement.md" {
				t.Fatalf("%s", table)
			}
			stdout, stderr, status := execre(t, "import", "--samples", command)
			if want := "samples/1.out\nsamples/1.in\n"; stdout != want || status != 0 || (name == "function") != strings.Contains(stderr, "example 2: it has no answer") {
				t.Errorf("exit %d: %q, want %q\n%s", status, stdout, want, stderr)
			}
			if stdout, stderr, status = execre(t, "import", "--samples", command); stdout != "" || status != 0 || !strings.Contains(stderr, "example 1: the input is sample 1 already") {
				t.Errorf("again: exit %d: %q %q", status, stdout, stderr)
			}
			table, _, status = execre(t, "check", "--inputs", "5")
			if status != 1 || !strings.Contains(table, "fails sample 1") || strings.Contains(table, "import --samples") {
				t.Errorf("exit %d\n%s", status, table)
			}
		})
	}
}

// TestImportRefuses: what is wrong is a usage error, with a way out, and nothing is made.
func TestImportRefuses(t *testing.T) {
	for says, c := range map[string]importCommand{
		"no example that is understood":        {Src: "-"},
		"no such file":                         {Src: filepath.Join(t.TempDir(), "missing")},
		`no template for the language "cobol"`: {Src: "-", Language: "cobol"},
		"the folder of templates":              {Src: "-", Templates: filepath.Join(t.TempDir(), "missing")},
		"there is no problem.xml (Polygon)":    {Src: t.TempDir()},
	} {
		c.Into = filepath.Join(t.TempDir(), "new")
		stdout, _, err := importing(t, c, "hello")
		var usage usageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), says) || stdout != "" {
			t.Errorf("%v %q, want %q", err, stdout, says)
		}
		if _, err := os.Stat(c.Into); err == nil {
			t.Errorf("%q: a folder is made", says)
		}
	}
}
