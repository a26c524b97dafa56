package lsp

import (
	"testing"

	"go.lsp.dev/uri"
)

// TestOnlyFilesOfThisMachine: what is no address of a folder here is not made one.
func TestOnlyFilesOfThisMachine(t *testing.T) {
	for address, want := range map[string]string{
		"file:///problems/a%20b": "/problems/a b", "FILE:///p/x": "/p/x", "file://localhost/p/x": "/p/x", "file:/p/x": "/p/x",
		"tmp": "", "foo/bar": "", "/tmp": "", "file:tmp": "", "file://": "", "file:///": "", "file:///..": "", "file://elsewhere/tmp": "",
		"untitled:Untitled-1": "", "vscode-remote://wsl+x/home": "", "http://localhost/tmp": "", "": "", "%": "",
	} {
		if got := pathOf(uri.URI(address)); got != want {
			t.Errorf("pathOf(%q) = %q, want %q", address, got, want)
		}
	}
}
