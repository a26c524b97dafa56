package local

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"execre/runner"
)

// TestFiles: a program finds the files that it is given, may change them, and what it leaves is collected: regular files of
// its own folder only, up to the limit.
func TestFiles(t *testing.T) {
	e, _ := executor(t, 1)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	script := `
cat a.txt sub/b.txt
echo changed > a.txt
echo 0123456789 > long.txt
mkdir folder out
echo deep > out/c.txt
ln -s ` + secret + ` link
ln -s out/c.txt inside
mkfifo pipe
`
	shell := &runner.Program{Name: "sh", Key: "sh", Argv: []string{"/bin/sh", "-e", "-c", script}, Env: []string{"PATH=/usr/bin:/bin"}}
	request := runner.Request{
		Program: shell,
		Files:   map[string][]byte{"a.txt": []byte("A\n"), "sub/b.txt": []byte("B\n")},
		Collect: []string{"a.txt", "long.txt", "out/c.txt", "folder", "link", "inside", "pipe", "missing", "../escape"},
		Limits:  runner.Limits{Wall: patient, Output: 9},
	}
	for range 2 { // the second finds nothing of the first
		res := e.Execute(t.Context(), request)
		if res.Verdict != runner.OK || string(res.Stdout) != "A\nB\n" {
			t.Fatalf("got %v, %q, stderr %s, %v", res.Verdict, res.Stdout, res.StderrHead, res.Err)
		}
		want := map[string]string{"a.txt": "changed\n", "long.txt": "012345678", "out/c.txt": "deep\n", "inside": "deep\n"}
		got := map[string]string{}
		for name, data := range res.Files {
			got[name] = string(data)
		}
		if !maps.Equal(got, want) {
			t.Errorf("collected %q, want %q", got, want)
		}
	}
	res := e.Execute(t.Context(), runner.Request{Program: shell, Files: map[string][]byte{"../a": nil}})
	if res.Verdict != runner.InternalError {
		t.Errorf("a file outside of the folder: %v", res.Verdict)
	}
}
