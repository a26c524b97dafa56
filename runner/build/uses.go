package build

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"execre/runner/toolchain"
)

// reference is the mention of another file in a source.
type reference struct {
	places []string // names relative to the problem folder, of which the first that is there is meant; "a/" is all of a folder
	as     string   // the name of the copy, if it is another
}

// references finds what the files of a language refer to: name is the file's, relative to the problem folder.
var references = map[toolchain.Language]func(src Source, name string, text []byte) []reference{
	toolchain.C:          includeReferences,
	toolchain.CPP:        includeReferences,
	toolchain.Python:     pythonReferences,
	toolchain.Java:       javaReferences,
	toolchain.JavaScript: scriptReferences,
	toolchain.TypeScript: scriptReferences,
	toolchain.Go:         goReferences,
	toolchain.Rust:       rustReferences,
}

// mostOfFolder is how many files of one folder are taken at most, where a whole folder is meant.
const mostOfFolder = 200

// used gives the other files of a candidate, and those of the problem folder that it can include or import, directly or
// not, by name relative to src.Dir. They are found in the text, whatever conditions stand around: rather one too many than
// one too few. A name that is computed (by a macro, at run time) is not found. The error is a *Failure: one of them is a link
// that leads out of the problem folder.
func used(src Source) (map[string][]byte, error) {
	main := path.Clean(src.Name)
	files := map[string][]byte{}
	for name, text := range src.Files {
		if name = path.Clean(name); name != main && filepath.IsLocal(filepath.FromSlash(name)) {
			files[name] = text
		}
	}
	find := references[src.Language]
	if find == nil || src.Dir == "" {
		return files, nil
	}
	there := openSources(src.Dir)
	own := maps.Clone(files)
	var visit func(name string, text []byte)
	add := func(from, to string) bool {
		if _, known := files[to]; known || to == main {
			return true
		}
		text, ok := own[from]
		if !ok {
			text, ok = there.read(from)
		}
		if ok {
			files[to] = text
			visit(to, text)
		}
		return ok
	}
	visit = func(name string, text []byte) {
		for _, r := range find(src, name, text) {
			for _, from := range r.places {
				to := from
				if r.as != "" {
					to = r.as
				}
				if folder, ok := strings.CutSuffix(from, "/"); ok {
					if inside := there.list(folder, path.Ext(src.Name)); inside != nil {
						for _, file := range inside {
							add(path.Join(folder, file), path.Join(to, file))
						}
						break
					}
				} else if add(from, to) {
					break
				}
			}
		}
	}
	visit(main, src.Text)
	for _, name := range sortedNames(own) {
		visit(name, own[name])
	}
	if there.leaves != "" {
		m := Message{
			File: src.Name, Severity: "error",
			Text: "uses " + there.leaves + ", a link that leads out of the problem folder: copy what it leads to into the folder",
		}
		return nil, &Failure{Messages: []Message{m}, Output: m.String() + "\n"}
	}
	return files, nil
}

// sources is a problem folder out of which sources are copied. Links are followed only to what is in the folder as well: a
// program that somebody else wrote may come with one to a file of the user's, whose text would then be in a message.
type sources struct {
	dir    string // without links; "" if there is none
	leaves string // the first link that was met and leads out of the folder
}

func openSources(dir string) *sources {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return &sources{}
	}
	return &sources{dir: real}
}

// place is where the file or folder of a name is, once links are followed. ok is false if there is none in the folder.
func (s *sources) place(name string) (place string, ok bool) {
	name = filepath.FromSlash(name)
	if s.dir == "" || !filepath.IsLocal(name) {
		return "", false
	}
	place, err := filepath.EvalSymlinks(filepath.Join(s.dir, name))
	if err != nil {
		return "", false
	}
	if s.has(place) {
		return place, true
	}
	if s.leaves == "" {
		s.leaves = s.link(name)
	}
	return "", false
}

// has reports whether a place, in which no links are, is in the folder.
func (s *sources) has(place string) bool {
	inside, err := filepath.Rel(s.dir, place)
	return err == nil && filepath.IsLocal(inside)
}

// link names the part of a name, which leads out of the folder, that does so.
func (s *sources) link(name string) string {
	parts := strings.Split(name, string(filepath.Separator))
	for n := range parts {
		part := filepath.Join(parts[:n+1]...)
		if place, err := filepath.EvalSymlinks(filepath.Join(s.dir, part)); err == nil && !s.has(place) {
			return filepath.ToSlash(part)
		}
	}
	return filepath.ToSlash(name)
}

// read reads a regular file.
func (s *sources) read(name string) ([]byte, bool) {
	place, ok := s.place(name)
	if !ok {
		return nil, false
	}
	if info, err := os.Stat(place); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	text, err := os.ReadFile(place)
	return text, err == nil
}

// list gives the files in a folder that have the extension, by name relative to the folder.
func (s *sources) list(folder, extension string) []string {
	dir, ok := s.place(folder)
	if !ok {
		return nil
	}
	var names []string
	// What cannot be read is not there.
	_ = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || len(names) == mostOfFolder:
			return fs.SkipAll
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0:
			// One in place of a folder is not walked, so that no walk is endless; but it has to stay inside.
			if _, inside := s.place(path.Join(folder, name)); inside && path.Ext(name) == extension {
				names = append(names, name)
			}
		case d.Type().IsRegular() && path.Ext(name) == extension:
			names = append(names, name)
		}
		return nil
	})
	return names
}

var includePattern = regexp.MustCompile(
	`(?m)(?:^[ \t]*#[ \t]*(?:include|include_next|import|embed)|__has_include[ \t]*\()[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)`)

// includes gives the names of the files that C or C++ text includes.
func includes(text []byte) []string {
	var names []string
	for _, m := range includePattern.FindAllSubmatch(text, -1) {
		name := string(m[1]) + string(m[2])
		if !path.IsAbs(name) {
			names = append(names, name)
		}
	}
	return names
}

// includeReferences: beside the file that includes it, else in the root of the problem folder.
func includeReferences(_ Source, name string, text []byte) []reference {
	var found []reference
	for _, want := range includes(text) {
		found = append(found, reference{places: []string{path.Join(path.Dir(name), want), path.Clean(want)}})
	}
	return found
}

var (
	importPattern = regexp.MustCompile(
		`(?m)(?:^|[;:])[ \t]*(?:import[ \t]+([^;#\n]+)|from[ \t]+([\pL\pN_.]+)[ \t]+import\b)`)
	dynamicImportPattern = regexp.MustCompile(`\b(?:__import__|import_module)[ \t]*\([ \t]*["']([\pL\pN_.]+)["']`)
)

// modules gives the names of the outermost modules that a Python file can import.
func modules(text []byte) []string {
	joined := strings.NewReplacer("\\\r\n", " ", "\\\n", " ").Replace(string(text))
	var names []string
	add := func(module string) {
		top, _, _ := strings.Cut(strings.TrimLeft(module, "."), ".")
		if top != "" {
			names = append(names, top)
		}
	}
	for _, m := range importPattern.FindAllStringSubmatch(joined, -1) {
		add(m[2])
		for part := range strings.SplitSeq(m[1], ",") {
			if fields := strings.Fields(part); len(fields) > 0 {
				add(fields[0])
			}
		}
	}
	for _, m := range dynamicImportPattern.FindAllStringSubmatch(joined, -1) {
		add(m[1])
	}
	return names
}

// pythonReferences: a module or package is looked for beside the file, where alone Python finds it, and copied to there
// from the root of the problem folder.
func pythonReferences(_ Source, name string, text []byte) []reference {
	var found []reference
	for _, module := range modules(text) {
		beside := path.Join(path.Dir(name), module)
		found = append(found,
			reference{places: []string{beside + ".py", module + ".py"}, as: beside + ".py"},
			reference{places: []string{beside + "/", module + "/"}, as: beside})
	}
	return found
}

var (
	javaImportPattern = regexp.MustCompile(`\bimport\s+(?:static\s+)?([\pL_$][\pL\pN_$]*(?:\s*\.\s*[\pL_$][\pL\pN_$]*)+)`)
	javaTypePattern   = regexp.MustCompile(`\b(?:class|interface|enum|record)\s+([\pL_$][\pL\pN_$]*)`)
	javaNamePattern   = regexp.MustCompile(`(?:^|[^\pL\pN_$])(\p{Lu}[\pL\pN_$]*)`)
)

// javaReferences: a name that begins with a capital letter can be that of a class beside the file, and an import names
// its file from the root of the problem folder.
func javaReferences(_ Source, name string, text []byte) []reference {
	known := map[string]bool{}
	for _, m := range javaTypePattern.FindAllSubmatch(text, -1) {
		known[string(m[1])] = true
	}
	var found []reference
	for _, m := range javaNamePattern.FindAllSubmatch(text, -1) {
		class := string(m[1])
		if !known[class] {
			known[class] = true
			found = append(found, reference{places: []string{path.Join(path.Dir(name), class) + ".java"}})
		}
	}
	for _, m := range javaImportPattern.FindAllSubmatch(text, -1) {
		parts := strings.FieldsFunc(string(m[1]), func(r rune) bool { return r == '.' || r <= ' ' })
		for n := len(parts); n > 1; n-- { // what is imported can be inside of the class
			found = append(found, reference{places: []string{path.Join(parts[:n]...) + ".java"}})
		}
	}
	return found
}

var linkPattern = regexp.MustCompile(`(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.\.?/[^"'\n]+)["']`)

// scriptEndings are those that a link of JavaScript or TypeScript may leave out.
var scriptEndings = []string{".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".json", "/index.js", "/index.ts"}

// scriptReferences: only links that begin with a dot lead to files. In TypeScript they may name the JavaScript that will
// be made. A package.json beside the source or above can say that it is a module.
func scriptReferences(src Source, name string, text []byte) []reference {
	var found []reference
	if name == path.Clean(src.Name) {
		for dir := path.Dir(name); ; dir = path.Dir(dir) {
			found = append(found, reference{places: []string{path.Join(dir, "package.json")}})
			if dir == path.Dir(dir) {
				break
			}
		}
	}
	for _, m := range linkPattern.FindAllSubmatch(text, -1) {
		to := path.Join(path.Dir(name), string(m[1]))
		places := []string{to}
		if stem, ok := strings.CutSuffix(to, "js"); ok && strings.HasSuffix(strings.TrimRight(stem, "mc"), ".") {
			places = append(places, stem+"ts")
		}
		for _, ending := range scriptEndings {
			places = append(places, to+ending)
		}
		found = append(found, reference{places: places})
	}
	return found
}

var embedPattern = regexp.MustCompile(`(?m)^//go:embed[ \t]+(.+)$`)

// goReferences: a program is the files of its package, which are known; but they can embed others.
func goReferences(_ Source, name string, text []byte) []reference {
	var found []reference
	for _, m := range embedPattern.FindAllSubmatch(text, -1) {
		for _, file := range strings.Fields(string(m[1])) {
			found = append(found, reference{places: []string{path.Join(path.Dir(name), strings.Trim(file, "\"`"))}})
		}
	}
	return found
}

var (
	rustModulePattern = regexp.MustCompile(
		`(?:#\[\s*path\s*=\s*"([^"\n]+)"\s*\]\s*(?:pub\s*(?:\([^)\n]*\)\s*)?)?)?\bmod\s+(\w+)\s*;`)
	rustIncludePattern = regexp.MustCompile(`\binclude(?:_str|_bytes)?!\s*[(\[{]\s*"([^"\n]+)"`)
)

// rustReferences: modules are beside the file where the crate begins, and of other files in the folder of their name.
func rustReferences(src Source, name string, text []byte) []reference {
	dir := path.Dir(name)
	below := dir
	if base := path.Base(name); name != path.Clean(src.Name) && base != "mod.rs" {
		below = path.Join(dir, strings.TrimSuffix(base, ".rs"))
	}
	var found []reference
	for _, m := range rustModulePattern.FindAllSubmatch(text, -1) {
		if len(m[1]) > 0 {
			found = append(found, reference{places: []string{path.Join(dir, string(m[1]))}})
			continue
		}
		module := path.Join(below, string(m[2]))
		found = append(found, reference{places: []string{module + ".rs", module + "/mod.rs"}})
	}
	for _, m := range rustIncludePattern.FindAllSubmatch(text, -1) {
		found = append(found, reference{places: []string{path.Join(dir, string(m[1]))}})
	}
	return found
}

// imported gives the names of the modules that a Python candidate, or its harness, imports and does not bring along.
func (r recipe) imported() []string {
	if r.src.Language != toolchain.Python {
		return nil
	}
	var names []string
	texts := r.texts()
	for _, name := range sortedNames(texts) {
		names = append(names, modules(texts[name])...)
	}
	return slices.DeleteFunc(names, func(module string) bool {
		_, own := r.files[path.Join(path.Dir(r.main), module)+".py"]
		return own
	})
}
