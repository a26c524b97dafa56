package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConvertSchema: a format is printed in the other form, and the file stays as it is.
func TestConvertSchema(t *testing.T) {
	const text = "N\nA_1 ... A_N\n---\n1 <= N <= 50\n0 <= A_i < N\nA is distinct\n"
	dir := plainFolder(t, "numbers", map[string]string{"a.py": "print(1)\n", "input.schema": text})
	const asJSON = `{
  "input_format": "stdin",
  "parameters": {
    "N": {"type": "Variable", "data_type": "int", "range": [1, 50]},
    "A": {
      "type": "List",
      "range": "$N",
      "split": " ",
      "data_type": {"type": "Variable", "data_type": "int", "range": [0, "$N - 1"]}
    }
  },
  "output_order": [{"name": "N", "separator": "\n"}, {"name": "A", "separator": "\n"}],
  "constraints": ["A is distinct"]
}
`
	stdout, stderr, status := execre(t, "schema", "convert", "--to", "json", dir)
	if stdout != asJSON || status != 0 || stderr != "" {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, stderr, stdout)
	}
	if stdout, stderr, status = execre(t, "schema", "convert", "--to", "text", dir); stdout != text || stderr != "" || status != 0 {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, stderr, stdout)
	}
	if left, err := os.ReadFile(filepath.Join(dir, "input.schema")); err != nil || string(left) != text {
		t.Errorf("input.schema is now %q: %v", left, err)
	}

	dir = plainFolder(t, "back", map[string]string{"a.py": "print(1)\n", "input.schema": asJSON})
	if stdout, stderr, status = execre(t, "schema", "convert", dir, "--to", "text"); status != 0 || stderr != "" ||
		stdout != strings.Replace(text, "A_i < N", "A_i <= N - 1", 1) {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, stderr, stdout)
	}

	dir = plainFolder(t, "rotate", map[string]string{"a.py": "print(1)\n", "input.schema": rotateSchema})
	if stdout, stderr, status = execre(t, "schema", "convert", dir, "--to", "text"); status != 2 || stdout != "" ||
		!strings.Contains(stderr, "function arguments have the JSON form only") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, stderr, stdout)
	}
}

// TestSchemaWithoutPrograms: the format of a folder can be checked, tried and converted before there is any program.
func TestSchemaWithoutPrograms(t *testing.T) {
	dir := plainFolder(t, "format", map[string]string{
		"input.schema": "N\nA_1 ... A_N\n---\n1 <= N <= 5\n1 <= A_i <= 9\n", "1.in": "2\n3 4\n", "1.out": "7\n",
	})
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check"}, "input.schema is fine, and so are 1 of 1 samples\n"},
		{[]string{"sample"}, "1\n1\n"},
		{[]string{"convert", "--to", "text"}, "N\nA_1 ... A_N\n---\n1 <= N <= 5\n1 <= A_i <= 9\n"},
	} {
		stdout, stderr, status := execre(t, append(append([]string{"schema"}, c.args...), dir)...)
		if stdout != c.want || stderr != "" || status != 0 {
			t.Errorf("%v: status %d, stderr %q, stdout %q", c.args, status, stderr, stdout)
		}
	}
	wrong := plainFolder(t, "wrong", map[string]string{"input.schema": "N\n---\n1 <= M <= 5\n"})
	if stdout, _, status := execre(t, "schema", "check", wrong); status != 2 || !strings.HasPrefix(stdout, "input.schema:3:6: the layout prints no M") {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
	empty := plainFolder(t, "empty", map[string]string{"readme.txt": "nothing"})
	if _, stderr, status := execre(t, "schema", "check", empty); status != 2 || !strings.Contains(stderr, "has no input.schema") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}
