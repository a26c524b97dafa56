package build

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"execre/runner/toolchain"
)

// plainName matches the names of files that the Go command takes; it takes no tests either.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_ .-]*$`)

// copyName gives the name of the copy of a source, relative to the copy of the problem folder, and for Java the class to
// be run. It is the source's own name unless the language or its compiler wants another.
func copyName(src Source) (name, class string) {
	name = path.Clean(src.Name)
	dir, base := path.Split(name)
	switch src.Language {
	case toolchain.Java:
		base, class = toolchain.JavaMain(src.Text, base)
	case toolchain.Go:
		if !plainName.MatchString(base) || strings.HasSuffix(base, "_test.go") {
			base = "main.go"
		}
	case toolchain.C, toolchain.CPP, toolchain.Rust:
		// Some compilers on some systems cannot open files with other letters.
		if !isASCII(base) {
			base = "main" + path.Ext(base)
		}
	}
	return dir + base, class
}

// sources lists what is compiled together with the main source.
func (r recipe) sources() []string {
	var names []string
	if r.src.Language == toolchain.Java {
		for name := range r.wrapped {
			if name != r.main {
				names = append(names, name)
			}
		}
	}
	switch r.src.Language {
	case toolchain.C, toolchain.CPP, toolchain.Java, toolchain.Go:
		for name := range r.src.Files {
			name = path.Clean(name)
			lang, _, _ := toolchain.ByExtension(name)
			c := r.src.Language == toolchain.CPP && lang == toolchain.C
			_, ours := r.wrapped[name]
			if name != r.main && !ours && (lang == r.src.Language || c) && !strings.HasSuffix(name, "_test.go") {
				names = append(names, name)
			}
		}
	case toolchain.JavaScript, toolchain.TypeScript:
		// They stay files of their own; each is checked, and rid of types.
		for name := range r.files {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = dashless(name)
	}
	return names
}

// addedFiles are files of ours that the compiler of the language needs in the root of the copy, instead of the user's.
func (r recipe) addedFiles() map[string][]byte {
	if r.src.Language != toolchain.Go {
		return nil
	}
	name, text := r.tools.GoModule()
	return map[string][]byte{name: []byte(text)}
}

// toolFile reports whether a file of the user's is one that makes the language's tools behave in another way, and is not
// copied: programs are built in the same way wherever they are.
func (r recipe) toolFile(name string) bool {
	return r.src.Language == toolchain.Go && slices.Contains([]string{"go.mod", "go.sum", "go.work"}, path.Base(name))
}

// artefactOf is what is run of an entry in folder.
func (r recipe) artefactOf(folder string, m *manifest) toolchain.Artefact {
	return toolchain.Artefact{
		Source: filepath.Join(folder, filepath.FromSlash(r.main)), Out: filepath.Join(folder, artefact),
		Class: r.class, SelfContained: m.SelfContained,
	}
}
