package evaluate

import (
	"bufio"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestResume kills an evaluation, which cannot be caught, while its second problem is under way, and goes on.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), endlessVariable+"="+dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(out).ReadString('\n')
	killed := child.Process.Kill()
	if _, waited := child.Process.Wait(); waited != nil || killed != nil {
		t.Fatal(waited, killed)
	}
	if said != "under way\n" {
		t.Fatalf("the evaluation said %q, %v", said, err)
	}

	a, b := resumable(t)
	p := &programs{}
	cfg := config(p)
	cfg.Export = dir
	got, err := Run(t.Context(), []Problem{a, b}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if p.calls["right_a"] != 0 || p.calls["right_b"] == 0 {
		t.Errorf("executions after the stop: %v", p.calls)
	}
	cfg.Export = ""
	want, err := Run(t.Context(), []Problem{a, b}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text(t, want), text(t, got)); diff != "" {
		t.Error(diff)
	}
}
