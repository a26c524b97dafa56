package workspace

import (
	"strings"
	"testing"
)

// TestInferred: a problem without input.schema has the format that its samples and its statement show, if that is sure
// enough.
func TestInferred(t *testing.T) {
	program := map[string]string{"a.py": "print()\n"}
	tests := map[string]struct {
		files  map[string]string
		layout string // of the first guess; "" if there is none
		usable bool
	}{
		"samples": {
			map[string]string{"1.in": "3\n5 1 5\n", "1.out": "1\n", "2.in": "2\n7 9\n", "2.out": "1\n"},
			"N\nA_1 A_2 ... A_N", true,
		},
		"statement.md":   {map[string]string{"statement.md": "Input\nThe first line contains n (1 <= n <= 9).\n"}, "n", true},
		"statement.txt":  {map[string]string{"statement.txt": "Input\nThe first line contains n (1 <= n <= 9).\n"}, "n", true},
		"nothing":        {map[string]string{}, "", false},
		"unsure samples": {map[string]string{"1.in": "2\n2 2\n2 2\n2 2\n2 2\n", "1.out": "1\n"}, "x_1 y_1", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for file, text := range program {
				test.files[file] = text
			}
			p, err := Load(folderWith(t, test.files))
			if err != nil {
				t.Fatal(err)
			}
			if p.SchemaFile != "" || (p.Usable > 0) != test.usable || (p.Schema != nil) != test.usable {
				t.Errorf("SchemaFile %q, Usable %d, Schema %v, Mistakes %v", p.SchemaFile, p.Usable, p.Schema, p.Mistakes)
			}
			if test.layout == "" {
				if len(p.Inferred) > 0 || p.InferenceError == nil {
					t.Errorf("%+v, %v", p.Inferred, p.InferenceError)
				}
				return
			}
			if len(p.Inferred) == 0 {
				t.Fatalf("nothing was inferred: %v", p.InferenceError)
			}
			if got := p.Inferred[0]; test.usable && (!strings.HasPrefix(got.Text, test.layout+"\n---\n") || p.Schema != got.Schema) {
				t.Errorf("%s", got.Text)
			}
		})
	}
}

// TestWrittenFormatIsNotInferred: what a person wrote is the format, and a mistake in it is theirs to mend.
func TestWrittenFormatIsNotInferred(t *testing.T) {
	for name, text := range map[string]string{"right": "N\n---\n1 <= N <= 9\n", "wrong": "N\n---\n1 <=\n"} {
		p, err := Load(folderWith(t, map[string]string{"a.py": "print()\n", "1.in": "3\n", "1.out": "1\n", "input.schema": text}))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Inferred) > 0 || p.Usable > 0 || (p.Schema != nil) != (name == "right") {
			t.Errorf("%s: %+v %v", name, p.Inferred, p.Schema)
		}
	}
}

// TestEvidence: samples and statement are read of a folder that has no programs yet.
func TestEvidence(t *testing.T) {
	e, err := Evidence(folderWith(t, map[string]string{"tests/1.in": "3\n", "tests/1.out": "1\n", "statement.md": "Input\n"}))
	if err != nil || len(e.Samples) != 1 || e.Samples[0] != "3\n" || e.Statement == nil {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := Evidence(t.TempDir() + "/none"); err == nil {
		t.Error("a folder that is not there gives evidence")
	}
}
