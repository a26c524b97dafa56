package engine

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"execre/runner"
	"execre/runner/toolchain"
)

// TestReadmeNamesTheBounds: the numbers in the README are those that hold.
func TestReadmeNamesTheBounds(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("more than %d threads and processes (virtual machines: %d) at a time",
			defaultThreads+serverThreads, toolchain.Java.Threads()+serverThreads),
		fmt.Sprintf("or more than %d MiB and %d,000 files in its folder", maxFolder/runner.MiB, maxEntries/1000),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the README does not say %q", want)
		}
	}
}
