package server_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

// TestReadmeQuotesWhatIsTested: the configurations that the README gives for editors are those that are tested in them.
func TestReadmeQuotesWhatIsTested(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ language, file string }{
		{"lua", "nvim/execre.lua"}, {"lua", "nvim/execre-0.12.lua"}, {"elisp", "emacs/execre.el"},
	} {
		text, err := os.ReadFile("../vscode-extension/test/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(readme), "```"+c.language+"\n"+string(text)+"```\n") {
			t.Errorf("README.md and %s differ", c.file)
		}
	}
}

// TestReadmeSchemas: the formats that the README shows can be read, and inputs can be made of them.
func TestReadmeSchemas(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var examples []string
	for _, block := range regexp.MustCompile(`(?m)(?:^    .*\n)+`).FindAllString(string(readme), -1) {
		if text := regexp.MustCompile(`(?m)^    `).ReplaceAllString(block, ""); strings.Contains(text, "\n---\n") {
			examples = append(examples, text)
		}
	}
	for _, block := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(readme), -1) {
		if strings.HasPrefix(block[1], "{") {
			examples = append(examples, block[1])
		}
	}
	if len(examples) < 4 {
		t.Errorf("only %d examples were found", len(examples))
	}
	for _, text := range examples {
		s, mistakes := schema.Parse([]byte(text))
		if s == nil || len(mistakes) > 0 {
			t.Errorf("%s\n%+v", text, mistakes)
			continue
		}
		if _, mistakes := generate.New(s); len(mistakes) > 0 {
			t.Errorf("%s\n%+v", text, mistakes)
		}
	}
}
