package build

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"execre/runner/toolchain"
)

// used gives the files of the problem folder that src can include or import, directly or not, by name relative to
// src.Dir. They are found in the text, whatever conditions stand around: rather one too many than one
// too few. A name that is computed (by a macro, at run time) is not found.
func used(src Source) map[string][]byte {
	files := map[string][]byte{}
	if src.Dir == "" {
		return files
	}
	names := includes
	if src.Language == toolchain.Python {
		names = modules
	}
	main := path.Clean(src.Name)
	var visit func(name string, text []byte)
	visit = func(name string, text []byte) {
		for _, want := range names(text) {
			// Beside the file that wants it, else in the root of the problem folder.
			beside := path.Join(path.Dir(name), want)
			for _, from := range []string{beside, path.Clean(want)} {
				to := from
				if src.Language == toolchain.Python {
					to = beside // where alone Python looks for it
				}
				if _, known := files[to]; known || to == main {
					break
				}
				if text, ok := readLocal(src.Dir, from); ok {
					files[to] = text
					visit(to, text)
					break
				}
			}
		}
	}
	visit(main, src.Text)
	return files
}

// readLocal reads a regular file below dir.
func readLocal(dir, name string) ([]byte, bool) {
	name = filepath.FromSlash(name)
	if !filepath.IsLocal(name) {
		return nil, false
	}
	file := filepath.Join(dir, name)
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	text, err := os.ReadFile(file)
	return text, err == nil
}

var includePattern = regexp.MustCompile(
	`(?m)(?:^[ \t]*#[ \t]*(?:include|include_next|import)|__has_include[ \t]*\()[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)`)

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

var (
	importPattern = regexp.MustCompile(
		`(?m)(?:^|[;:])[ \t]*(?:import[ \t]+([^;#\n]+)|from[ \t]+([\pL\pN_.]+)[ \t]+import\b)`)
	dynamicImportPattern = regexp.MustCompile(`\b(?:__import__|import_module)[ \t]*\([ \t]*["']([\pL\pN_.]+)["']`)
)

// modules gives the names of the files beside a Python file that its import statements can mean.
func modules(text []byte) []string {
	joined := strings.NewReplacer("\\\r\n", " ", "\\\n", " ").Replace(string(text))
	var names []string
	add := func(module string) {
		top, _, _ := strings.Cut(strings.TrimLeft(module, "."), ".")
		if top != "" {
			names = append(names, top+".py")
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
