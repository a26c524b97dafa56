package engine

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"execre/runner/toolchain"
)

// TestReadmeNamesTheBounds: the numbers of threads and processes in the README are those that hold.
func TestReadmeNamesTheBounds(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("more than %d threads and processes (virtual machines: %d) at a time",
		defaultThreads+serverThreads, toolchain.Java.Threads()+serverThreads)
	if !strings.Contains(string(text), want) {
		t.Errorf("the README does not say %q", want)
	}
}
