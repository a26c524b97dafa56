package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"execre/runner/toolchain"
)

// languages says in which language a file is: by its ending, as execre.toml has it first. The zero value knows what
// package toolchain knows.
type languages struct {
	commands   map[toolchain.Language]toolchain.Commands
	extensions map[string]toolchain.Language // of [languages.X] extensions; the ending is in lower case, with its point
}

// of gives the language of a file. runnable is false for one that is recognised but has no command to run it by.
func (l languages) of(name string) (lang toolchain.Language, runnable, known bool) {
	if lang, known = l.extensions[strings.ToLower(path.Ext(name))]; !known {
		lang, _, known = toolchain.ByExtension(name)
	}
	_, given := l.commands[lang]
	return lang, known && (given || lang.Supported()), known
}

// isSource says whether a name is that of a program, by its ending, or of a part of one.
func (l languages) isSource(e entry) bool {
	_, _, known := l.of(e.name)
	return known && !e.dir && !isAccessory(e.name)
}

// sources gives the paths of the source files among entries.
func (l languages) sources(entries []entry) []string {
	var paths []string
	for _, e := range entries {
		if l.isSource(e) {
			paths = append(paths, e.path)
		}
	}
	return paths
}

// isAccessory says whether a file that has the ending of a language is known by its name to be no program: the settings
// of a tool, declarations, tests that a test runner finds by their names.
func isAccessory(name string) bool {
	name = strings.ToLower(name)
	if slices.Contains([]string{"build.rs", "__init__.py", "conftest.py", "module-info.java", "package-info.java"}, name) ||
		strings.HasSuffix(name, "_test.go") {
		return true
	}
	stem, ending := stemOf(name), path.Ext(name)
	if !slices.Contains([]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"}, ending) {
		return false
	}
	return slices.Contains([]string{".config", ".d", ".test", ".spec"}, path.Ext(stem))
}

// ownCommands are the languages that are recognised but have no command of their own, and what to write into
// execre.toml for each, as far as their usual tools are known.
var ownCommands = map[toolchain.Language]string{
	"csharp":  `compile = ["mcs", "-out:{out}", "{src}"] and run = ["mono", "{out}"]`,
	"d":       `compile = ["ldc2", "-O2", "-of={out}", "{src}"]`,
	"dart":    `compile = ["dart", "compile", "exe", "-o", "{out}", "{src}"]`,
	"elixir":  `run = ["elixir", "{src}"]`,
	"fsharp":  `run = ["dotnet", "fsi", "{src}"]`,
	"haskell": `compile = ["ghc", "-O2", "-o", "{out}", "{src}"]`,
	"julia":   `run = ["julia", "{src}"]`,
	"kotlin":  `compile = ["kotlinc-native", "-opt", "-o", "{out}", "{src}"]`,
	"lua":     `run = ["lua", "{src}"]`,
	"nim":     `compile = ["nim", "c", "-d:release", "-o:{out}", "{src}"]`,
	"ocaml":   `compile = ["ocamlopt", "-o", "{out}", "{src}"]`,
	"pascal":  `compile = ["fpc", "-O2", "-o{out}", "{src}"]`,
	"perl":    `run = ["perl", "{src}"]`,
	"php":     `run = ["php", "{src}"]`,
	"ruby":    `run = ["ruby", "{src}"]`,
	"scala":   `run = ["scala", "{src}"]`,
	"swift":   `compile = ["swiftc", "-O", "-o", "{out}", "{src}"]`,
	"vb":      `compile = ["vbnc", "-out:{out}", "{src}"] and run = ["mono", "{out}"]`,
	"zig":     `compile = ["zig", "build-exe", "-O", "ReleaseSafe", "-femit-bin={out}", "{src}"]`,
}

// languageNames are the names of all languages that are recognised by an ending, in order.
func languageNames() []string {
	names := []string{"c", "cpp", "go", "java", "javascript", "python", "rust", "typescript"}
	for lang := range ownCommands {
		names = append(names, string(lang))
	}
	slices.Sort(names)
	return names
}

// withoutCommand is the warning about programs in a language that nothing says how to run.
func withoutCommand(lang toolchain.Language, names []string) string {
	command := ownCommands[lang]
	if command == "" {
		command = `run = ["` + string(lang) + `", "{src}"]`
	}
	return fmt.Sprintf("%s programs need a command: %s left out; to run them write [languages.%s] into execre.toml and below it, "+
		"for example, %s", lang, listed(names, "is", "are"), lang, command)
}
