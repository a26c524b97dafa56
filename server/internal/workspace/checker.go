package workspace

import (
	"path"
	"slices"
	"strings"
)

// findChecker looks for the file that the words of `checker = […]` name: a source file, else one with this name before
// its ending ("./checker" is checker.cpp), else a program that was built already. An interpreter before the file is
// left out, for that is known from the file.
func (c *config) findChecker(f *folder, top []entry) {
	words := c.commandWords()
	if len(words) == 0 {
		return
	}
	for i, word := range words[:min(2, len(words))] {
		name := path.Clean(word.text)
		if path.IsAbs(word.text) || name == ".." || strings.HasPrefix(name, "../") {
			f.add(ConfigFile, word.mistake("config-checker", "%q leads out of the problem folder: name a file in it", word.text))
			return
		}
		if found := f.sourceNamed(name, top, c.languages); found != "" {
			c.checkerFile = found
			c.customChecker = slices.DeleteFunc(c.customChecker, func(w placed) bool {
				return w == word || i == 1 && w == words[0]
			})
			return
		}
	}
	f.add(ConfigFile, words[0].mistake("config-checker",
		"there is no program %q in this folder: name a source file such as checker.cpp", words[0].text))
}

// commandWords are the words of the checker's command but for its style.
func (c *config) commandWords() []placed {
	return slices.DeleteFunc(slices.Clone(c.customChecker), func(w placed) bool { return strings.HasPrefix(w.text, "style=") })
}

// sourceNamed is the file that a name means, or "".
func (f *folder) sourceNamed(name string, top []entry, langs languages) string {
	if _, _, known := langs.of(name); known && (f.isFile(name) || f.isDir(name)) {
		return name
	}
	entries := top
	if dir := path.Dir(name); dir != "." {
		entries = f.below(dir)
	}
	sources := slices.DeleteFunc(langs.sources(entries), func(file string) bool { return stemOf(file) != name })
	if len(sources) > 0 {
		return sources[0]
	}
	target, inside := f.target(name)
	if info, err := f.root.Stat(target); !inside || err != nil || !info.Mode().IsRegular() || info.Size() > maxSample {
		return ""
	}
	if text, err := f.root.ReadFile(target); err == nil && isExecutable(text) {
		return name
	}
	return ""
}

// checkerProgram is the program that judges: the one that execre.toml names, else the only checker of the folder, if
// execre.toml does not name a built-in comparison.
func (f *folder) checkerProgram(conf config, files []File, says manifest) CheckerProgram {
	var names []string
	program := CheckerProgram{} // of the last name
	for _, file := range files {
		if file.Role == Checker {
			names = append(names, file.Path)
			program = CheckerProgram{File: file.Path}
			if file.Kattis {
				program.Style, program.Args = StyleKattis, says.flags
			}
		}
		if file.Role == Checker && file.is(conf.checkerFile) {
			program := CheckerProgram{File: file.Path, Named: true}
			for _, word := range conf.customChecker {
				if style, ok := strings.CutPrefix(word.text, "style="); ok {
					program.Style = style
				} else {
					program.Args = append(program.Args, word.text)
				}
			}
			return program
		}
	}
	switch {
	case len(names) == 0 || len(conf.customChecker) > 0:
	case conf.checkerNamed:
		f.warn(names[0], "config-role", "%s not used, because execre.toml says checker = %q",
			listed(names, "is a checker and is", "are checkers and are"), conf.checker)
	case len(names) > 1:
		f.warn(names[0], "config-role", `%s, and nothing says which one judges: write checker = [%q] into execre.toml`,
			listed(names, "is a checker", "are checkers"), names[0])
	case program.Style == StyleKattis && says.standard:
		f.warn(names[0], "config-role", "is not used, because %s says validation: default", packageFile)
	default:
		return program
	}
	return CheckerProgram{}
}

// interactive is the file that shows that the problem is interactive, or "".
func interactive(p *Problem, found samples, says manifest) string {
	if tools := p.Tools(Interactor); len(tools) > 0 {
		return tools[0].Path
	}
	if says.interactive {
		return packageFile
	}
	if found.interactive == "" && p.Statement != nil && p.Statement.Interactive {
		return p.StatementFile
	}
	return found.interactive
}
