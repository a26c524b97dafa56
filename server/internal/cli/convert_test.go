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
