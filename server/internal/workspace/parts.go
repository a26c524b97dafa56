package workspace

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"execre/runner"
	"execre/runner/toolchain"
)

// Bounds of a candidate that is a folder: what is beyond is a project, or a folder that was put here by mistake.
const (
	maxParts     = 200
	maxPartsSize = 4 * runner.MiB
)

// partEndings are the endings of files that belong to a program in the language besides its own.
var partEndings = map[toolchain.Language][]string{
	"c":          {".h", ".inc", ".inl", ".def"},
	"cpp":        {".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".inl", ".ipp", ".tpp", ".def", ".c"},
	"go":         {".mod", ".sum"},
	"java":       {".properties"},
	"javascript": {".json"},
	"typescript": {".json", ".js", ".mjs", ".cjs", ".mts", ".cts"},
}

var pythonMain = regexp.MustCompile(`__name__\s*==\s*["']__main__["']`)

// candidateFolder reads the candidate of several files in dir: its main file with Path, Folder, Language, Source and
// Parts. It says why when there is none.
func (f *folder) candidateFolder(dir string, langs languages) (File, bool) {
	const wayOut = `, or put %q = "ignore" under [roles] in execre.toml`
	refuse := func(format string, args ...any) (File, bool) {
		f.wrong(dir, "config-candidate", format+wayOut, append(args, dir)...)
		return File{}, false
	}
	var all, sources []string
	f.walk(dir, func(e entry) bool {
		switch {
		case e.link && !f.isFile(e.path) && !langs.isSource(e):
			f.warn(e.path, "config-link", "links in place of folders are not followed: copy the files here")
		case !e.dir:
			all = append(all, e.path)
			if langs.isSource(e) {
				sources = append(sources, e.path)
			}
		}
		return len(all) <= maxParts
	})
	if len(all) > maxParts {
		return refuse("a candidate of more than %d files: remove what does not belong to it", maxParts)
	}
	texts := map[string][]byte{}
	sources = slices.DeleteFunc(sources, func(name string) bool {
		text, ok := f.readProgram(name, maxSource)
		texts[name] = text
		return !ok // and that is said
	})
	if len(sources) == 0 {
		return File{}, false
	}
	mains := mainFiles(sources, texts, langs)
	if len(mains) != 1 {
		which := mains
		if len(mains) == 0 {
			which = sources
		}
		return refuse("it is not clear which of its files (%s) is the main one: name one of them main%s",
			some(which), path.Ext(which[0]))
	}
	lang, _, _ := langs.of(mains[0])
	file := File{Path: mains[0], Folder: dir, Language: lang, Source: texts[mains[0]]}
	size := runner.Bytes(len(file.Source))
	for _, name := range all {
		other, _, _ := langs.of(name)
		if name == file.Path || strings.HasSuffix(name, "_test.go") ||
			other != lang && !slices.Contains(partEndings[lang], strings.ToLower(path.Ext(name))) {
			continue
		}
		text, ok := texts[name]
		if !ok {
			text, ok = f.readProgram(name, maxSource)
		}
		if !ok || text == nil {
			continue // left out, and that is said
		}
		if size += runner.Bytes(len(text)); size > maxPartsSize {
			return refuse("a candidate of more than %v: remove what does not belong to it", maxPartsSize)
		}
		if file.Parts == nil {
			file.Parts = map[string][]byte{}
		}
		file.Parts[name] = text
	}
	return file, true
}

// mainFiles gives the files that a candidate can begin with; one, if it is clear. That is the only source, else
// the file main.* that lies highest, else the one that has a main function. Of languages that need none it is the one
// that says that it is the main one, else the one that no other imports.
func mainFiles(sources []string, texts map[string][]byte, langs languages) []string {
	if len(sources) == 1 {
		return sources
	}
	depth := func(name string) int { return strings.Count(name, "/") }
	only := func(keep func(name string) bool) []string {
		return slices.DeleteFunc(slices.Clone(sources), func(name string) bool { return !keep(name) })
	}
	named := only(func(name string) bool { return strings.EqualFold(stemOf(path.Base(name)), "main") })
	if len(named) > 0 {
		highest := depth(slices.MinFunc(named, func(a, b string) int { return depth(a) - depth(b) }))
		return slices.DeleteFunc(named, func(name string) bool { return depth(name) > highest })
	}
	noMain := func(lang toolchain.Language) bool { return lang == toolchain.Python || isScript(lang) }
	mains := only(func(name string) bool {
		lang, _, _ := langs.of(name)
		switch marks := wholeProgram[lang]; {
		case lang == toolchain.Python:
			return pythonMain.Match(texts[name])
		case noMain(lang):
			return false
		case marks == nil:
			return regexp.MustCompile(`\b[Mm]ain\b`).Match(texts[name])
		default:
			return marks.Match(withoutComments(lang, texts[name]))
		}
	})
	if len(mains) > 0 {
		return mains
	}
	return only(func(name string) bool {
		lang, _, _ := langs.of(name)
		return noMain(lang) && !slices.ContainsFunc(sources, func(other string) bool {
			from, _, _ := langs.of(other)
			return other != name && sameFamily(from, lang) && uses(from, neighbours(from, texts[other]), path.Base(name))
		})
	})
}

// withoutComments is the text without comments, where the language's normal form leaves them out.
func withoutComments(lang toolchain.Language, src []byte) []byte {
	if lang == toolchain.CPP || lang == "c" || lang == "java" {
		return []byte(normalise(lang, src))
	}
	return src
}

// some lists the first few of many names.
func some(names []string) string {
	const most = 5
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
