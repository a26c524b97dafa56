package workspace

import (
	"slices"
	"strings"
	"testing"

	"execre/runner/toolchain"
)

// TestOwnCommands: every language that is recognised can be run or is told how; no example is for one that can be run.
func TestOwnCommands(t *testing.T) {
	for lang, example := range ownCommands {
		if lang.Supported() {
			t.Errorf("%s needs no command of its own", lang)
		}
		if !strings.Contains(example, "{src}") || !strings.Contains(example, "{out}") && strings.Contains(example, "compile") {
			t.Errorf("%s: what is shown does not work: %s", lang, example)
		}
		conf, mistakes := parseConfig([]byte("[languages." + string(lang) + "]\n" + strings.ReplaceAll(example, "] and ", "]\n")))
		if len(mistakes) > 0 || conf.languages.commands[lang].Compile == nil && conf.languages.commands[lang].Run == nil {
			t.Errorf("%s: what is shown is refused: %v", lang, mistakes)
		}
	}
	for _, file := range strings.Fields(`a.c a.cpp a.cs a.d a.dart a.ex a.fs a.go a.hs a.java a.jl a.js a.kt a.lua a.ml a.nim a.pas a.php a.pl
		a.py a.rb a.rs a.scala a.swift a.ts a.vb a.zig`) {
		lang, _, ok := toolchain.ByExtension(file)
		if !ok || !slices.Contains(languageNames(), string(lang)) {
			t.Errorf("%s: %q is not among the names of languages", file, lang)
		}
	}
}
