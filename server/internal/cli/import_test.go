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
