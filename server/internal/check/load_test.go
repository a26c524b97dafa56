package check_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"execre/server/internal/check"
)

// TestLoad: a kept report is the same when it is read again, and its counterexamples have their files.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if _, err := check.Load(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("without a report: %v", err)
	}
	trusted := "a.py"
	text := func(text, ending string) check.Text {
		return check.Text{Whole: text, File: ".execre/counterexamples/b.py" + ending}
	}
	expected := text("Yes\n", ".expected")
	kept := &check.Report{
		Version: check.Version, Problem: "coupon", Candidates: []check.Candidate{
			{File: "a.py", Verdict: check.Trusted, Alpha: 0.98},
			{File: "b.py", Verdict: check.Differs, Counterexample: &check.Counterexample{
				Input: text("25 3\n", ".in"), Output: text("No\n", ".got"), Expected: &expected, Reference: &trusted,
				InputFile: ".execre/counterexamples/b.py.in",
			}},
		},
		Classes: []check.Class{}, Disagreements: []check.Disagreement{}, Problems: []check.Problem{},
		Decision: check.Decision{Trusted: &trusted, Rule: "consensus"}, Timings: map[string]check.Seconds{"build": 1},
	}
	if err := check.Save(dir, kept); err != nil {
		t.Fatal(err)
	}
	read, err := check.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := check.Encode(kept)
	b, _ := check.Encode(read)
	if !bytes.Equal(a, b) {
		t.Errorf("kept %s, read %s", a, b)
	}
	x, want := read.Candidates[1].Counterexample, kept.Candidates[1].Counterexample
	if x.Input != want.Input || x.Output != want.Output || *x.Expected != *want.Expected {
		t.Errorf("counterexample %+v, want %+v", x, want)
	}
}

// TestLoadDamaged: what is no report of ours is an error that says so.
func TestLoadDamaged(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"half":       {`{"version": 1, "cand`, "unexpected end"},
		"the future": {`{"version": 2}`, "version 2"},
		"a list":     {`[]`, "cannot unmarshal"},
		"nothing":    {"", "unexpected end"},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, check.Folder), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, check.Folder, "report.json"), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := check.Load(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(`{"version": 1, "candidates": [{"counterexample": {"input": {"head": "1"}, "expected": null}}]}`))
	dir := f.TempDir()
	if err := os.Mkdir(filepath.Join(dir, check.Folder), 0o755); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, check.Folder, "report.json"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err := check.Load(dir); err == nil {
			for i := range r.Candidates {
				_ = r.Candidates[i].Lens()
			}
		}
	})
}
