package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestKeep: what a person answers is read as it was kept, and no file is ever overwritten.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("print(1)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	yes := "Yes\n"
	for _, c := range []struct {
		judgement Judgement
		want      []string
	}{
		{Judgement{Input: "25 3\n", Output: &yes}, []string{"samples/judged-1.out", "samples/judged-1.in"}},
		{Judgement{Input: "0\n", Invalid: true, From: "0 0 0\n"}, []string{"samples/judged-2.invalid", "samples/judged-3.invalid"}},
		{Judgement{Input: "5\n", Invalid: true, From: "5\n"}, []string{"samples/judged-4.invalid"}},
		{Judgement{Input: "2 2\n", Several: true}, []string{"samples/judged-5.several"}},
	} {
		got, err := c.judgement.Keep(dir)
		if err != nil || !slices.Equal(got, c.want) {
			t.Fatalf("%+v: got %q, %v, want %q", c.judgement, got, err, c.want)
		}
	}
	p, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Sample{{Name: "judged-1", Input: "25 3\n", Output: "Yes\n", File: "samples/judged-1.in", Answer: "samples/judged-1.out", Judged: true}}; !slices.Equal(p.Samples, want) {
		t.Errorf("samples: got %+v, want %+v", p.Samples, want)
	}
	if want := []Objection{
		{"0\n", "samples/judged-2.invalid", false},
		{"0 0 0\n", "samples/judged-3.invalid", false},
		{"5\n", "samples/judged-4.invalid", false},
		{"2 2\n", "samples/judged-5.several", true},
	}; !slices.Equal(p.Objections, want) {
		t.Errorf("objections: got %+v, want %+v", p.Objections, want)
	}

	// What a person has put there counts too, whatever it is.
	if err := os.Mkdir(filepath.Join(dir, "samples", "judged-41.in"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := (Judgement{Input: "1\n", Several: true}).Keep(dir); err != nil || got[0] != "samples/judged-42.several" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestKeepStaysInTheFolder: a link in the place of samples does not have us write elsewhere.
func TestKeepStaysInTheFolder(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	if err := os.Symlink(other, filepath.Join(dir, "samples")); err != nil {
		t.Skip("no links here: ", err)
	}
	if files, err := (Judgement{Input: "1\n", Several: true}).Keep(dir); err == nil {
		t.Errorf("kept %q", files)
	}
	if entries, err := os.ReadDir(other); err != nil || len(entries) > 0 {
		t.Errorf("%v written, %v", entries, err)
	}
}

// TestAddSample: a sample gets a number that no file there has, and nothing is overwritten.
// TestNoFolderForSamples: where samples cannot be kept that is an error, with a way out, and soon.
func TestNoFolderForSamples(t *testing.T) {
	for name, put := range map[string]func(at string) error{
		"a file":                func(at string) error { return os.WriteFile(at, nil, 0o600) },
		"a link that leads out": func(at string) error { return os.Symlink(t.TempDir(), at) },
		"a link to nothing":     func(at string) error { return os.Symlink("nowhere", at) },
	} {
		dir := t.TempDir()
		if err := put(filepath.Join(dir, "samples")); err != nil {
			t.Fatal(err)
		}
		_, err := AddSample(dir, "1\n", "2\n")
		text := "2\n"
		_, kept := Judgement{Input: "1\n", Output: &text}.Keep(dir)
		for _, err := range []error{err, kept} {
			if err == nil || !strings.Contains(err.Error(), "samples is no folder of the problem") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAddSample(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "samples"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"samples/1.in": "1\n", "samples/1.ans": "1\n", "samples/2.out": "left over\n", "a.py": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := AddSample(dir, "7\n", "8\n")
	if want := []string{"samples/3.out", "samples/3.in"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got, err := AddSample(dir, "1\n", "8\n"); err == nil {
		t.Errorf("the same input again: %q", got)
	}
}
