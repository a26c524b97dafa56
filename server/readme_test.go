package server_test

import (
	"os"
	"strings"
	"testing"
)

// TestReadmeQuotesWhatIsTested: the configuration that the README gives for Neovim is the one that the test of Neovim uses.
func TestReadmeQuotesWhatIsTested(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lua, err := os.ReadFile("../vscode-extension/test/nvim/execre.lua")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```lua\n"+string(lua)+"```\n") {
		t.Error("README.md and vscode-extension/test/nvim/execre.lua differ")
	}
}
