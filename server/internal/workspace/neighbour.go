package workspace

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"execre/runner/toolchain"
)

// The ways in which a source names files that lie beside it, each with the name as its first group.
var (
	quotedInclude = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"`)
	pythonImport  = regexp.MustCompile(`\b(?:import|from)[ \t]+([\p{L}_.][\p{L}\p{N}_.]*)`)
	// The names behind the first comma of "import a, b", as one text.
	pythonImports = regexp.MustCompile(`(?m)(?:^|[;:])[ \t]*import[ \t]+([^;#\n]*)`)
	scriptImport  = regexp.MustCompile("[\"'`](\\.{1,2}/[^\"'`\n]+)[\"'`]")
	rustModule    = regexp.MustCompile(`\b(?:mod[ \t]+([\p{L}_][\p{L}\p{N}_]*)[ \t\r\n]*;|include!?[ \t]*!?[ \t]*\([ \t]*"([^"\n]+)")`)
	word          = regexp.MustCompile(`[\p{L}_$][\p{L}\p{N}_$]*`)
)

// wholeProgram are the marks of a source that does something by itself, in the languages where another source can name
// it: it has a main function, or reads or prints outside of functions. A language that is not here has none.
var wholeProgram = map[toolchain.Language]*regexp.Regexp{
	"c":          regexp.MustCompile(`\bmain\s*\(`),
	"cpp":        regexp.MustCompile(`\bmain\s*\(`),
	"go":         regexp.MustCompile(`\bfunc\s+main\s*\(`),
	"java":       regexp.MustCompile(`\bvoid\s+main\s*\(`),
	"javascript": regexp.MustCompile(`\bstdin\b|/dev/stdin|readFileSync\s*\(\s*0\b|require\.main\b|\breadline\b|(?m)^console\.`),
	"kotlin":     regexp.MustCompile(`\bfun\s+main\s*\(`),
	"python":     regexp.MustCompile(`__main__|\binput\s*\(|\bstdin\b|\bfileinput\b|\bopen\s*\(\s*0\b|(?m)^print\b`),
	"rust":       regexp.MustCompile(`\bfn\s+main\s*\(`),
	"typescript": regexp.MustCompile(`\bstdin\b|/dev/stdin|readFileSync\s*\(\s*0\b|require\.main\b|\breadline\b|(?m)^console\.`),
}

// isScript says whether files of the language are JavaScript in the end and can import each other.
func isScript(lang toolchain.Language) bool { return lang == "javascript" || lang == "typescript" }

// neighbours gives what a source names of the files beside it: base names, without the ending where the language leaves it
// out. It reads the text only: a name in a comment counts, a name that is computed does not.
func neighbours(lang toolchain.Language, src []byte) map[string]bool {
	found := map[string]bool{}
	add := func(pattern *regexp.Regexp) {
		for _, groups := range pattern.FindAllSubmatch(src, -1) {
			for _, name := range groups[1:] {
				if len(name) > 0 {
					found[path.Base(string(name))] = true
				}
			}
		}
	}
	switch {
	case lang == toolchain.CPP || lang == "c":
		add(quotedInclude)
	case lang == toolchain.Python:
		dotted := func(name string) {
			for part := range strings.SplitSeq(name, ".") {
				found[part] = true
			}
		}
		for _, groups := range pythonImport.FindAllSubmatch(src, -1) {
			dotted(string(groups[1]))
		}
		for _, groups := range pythonImports.FindAllSubmatch(src, -1) {
			for part := range strings.SplitSeq(string(groups[1]), ",") {
				if fields := strings.Fields(part); len(fields) > 0 {
					dotted(fields[0])
				}
			}
		}
	case isScript(lang):
		add(scriptImport)
	case lang == "rust":
		add(rustModule)
	case lang == "java":
		for _, name := range word.FindAll(src, -1) {
			found[string(name)] = true // a class of the same folder needs no import
		}
	}
	return found
}

// uses says whether a source of that language, naming those files, can mean the file beside it called name.
func uses(lang toolchain.Language, named map[string]bool, name string) bool {
	if named[name] || named[stemOf(name)] {
		return true
	}
	if !isScript(lang) {
		return false
	}
	// TypeScript names the JavaScript file that is made of the source.
	for ending, written := range map[string]string{".ts": ".js", ".mts": ".mjs", ".cts": ".cjs"} {
		if path.Ext(name) == ending && named[stemOf(name)+written] {
			return true
		}
	}
	return false
}

// sameFamily says whether a source in one language can include or import a source in the other.
func sameFamily(a, b toolchain.Language) bool {
	native := func(lang toolchain.Language) bool { return lang == toolchain.CPP || lang == "c" }
	return a == b || isScript(a) && isScript(b) || native(a) && native(b)
}

// isHelper says whether a source is no program but a part of one beside it: that names it, and it does nothing by
// itself. In doubt it is a program: one too many is reported, one too few would be missed.
func isHelper(file source, beside []source, function string) bool {
	marks := wholeProgram[file.Language]
	if marks == nil || marks.Match(file.Source) || definesSolution(file.Source, function) {
		return false
	}
	return slices.ContainsFunc(beside, func(other source) bool {
		return other.Path != file.Path && path.Dir(other.Path) == path.Dir(file.Path) &&
			sameFamily(file.Language, other.Language) && uses(other.Language, other.neighbours, path.Base(file.Path))
	})
}

// source is a file of the problem with what it names of the files beside it.
type source struct {
	File
	neighbours map[string]bool
}

var solutionClass = regexp.MustCompile(`\bclass[ \t]+Solution\b`)

// definesSolution says whether a source is a candidate in function style, whoever else imports it.
func definesSolution(src []byte, function string) bool {
	if solutionClass.Match(src) {
		return true
	}
	if function == "" {
		return false
	}
	name := regexp.QuoteMeta(function)
	definition := regexp.MustCompile(`(?:\b(?:def|function)[ \t]+|\b(?:const|let|var)[ \t]+)` + name + `\b|\b` + name + `[ \t]*\([^;{}]*\)[ \t\r\n]*\{`)
	return definition.Match(src)
}
