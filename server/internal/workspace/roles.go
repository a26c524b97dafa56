package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"execre/runner/toolchain"
)

// roleWords gives the role that a whole word of a file's name stands for.
var roleWords = map[string]Role{
	"brute":      Brute,
	"naive":      Brute,
	"slow":       Brute,
	"gen":        Generator,
	"generator":  Generator,
	"checker":    Checker,
	"validator":  Validator,
	"interactor": Interactor,
}

// stemOf is a file's name without its extension.
func stemOf(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// nameWords splits a stem into lower-case words without digits.
func nameWords(stem string) []string {
	words := strings.FieldsFunc(strings.ToLower(stem), func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	for i, word := range words {
		words[i] = strings.TrimSpace(strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return -1
			}
			return r
		}, word))
	}
	return words
}

// roleByName is the role that the name alone gives. slow_gen.py is a generator, not a brute force: a tool that is
// taken for the reference does more harm than a brute force that is not.
func roleByName(name string) Role {
	role := Candidate
	for _, word := range nameWords(stemOf(name)) {
		switch found := roleWords[word]; found {
		case "":
		case Brute:
			role = Brute
		default:
			return found
		}
	}
	return role
}

// place gives role, standing and ByName as the place and the name of a file, or of a folder that is a candidate, have it.
func (f *File) place() {
	name := f.Path
	f.Role = roleByName(path.Base(name))
	if f.Folder != "" {
		name = f.Folder
		f.Role = roleByName(path.Base(name) + path.Ext(f.Path)) // a folder's name has no ending to be left out
	}
	parts := strings.Split(name, "/")
	if len(parts) == 3 && parts[0] == "submissions" {
		kattis := kattisFolders[parts[1]]
		f.Standing = kattis.standing
		if f.Role == Candidate && kattis.role != "" {
			f.Role = kattis.role
		}
	}
	if role, ok := kattisTools[parts[0]]; ok {
		f.Role, f.Kattis = role, true
	}
	// Programs in folders that a glob names may be a machine's; these places are a person's.
	f.ByName = f.Role != Candidate && (len(parts) == 1 || parts[0] == "submissions" || f.Kattis)
}

// is says whether a name of execre.toml means the file: that of the file, or of the folder whose main file it is.
func (f File) is(name string) bool { return name != "" && (name == f.Path || name == f.Folder) }

// programs finds the source files of the problem, gives each its role and reads it. beside are the paths of those that
// were read, also of the ones that are no program but a part of one.
func programs(f *folder, top []entry, conf config) (files []File, beside []string) {
	roles := map[string]Role{} // of what belongs to the problem, by the names that execre.toml can use
	unsupported := map[toolchain.Language][]string{}
	var read []source
	use := func(file File) {
		name := file.Path
		if file.Folder != "" {
			name = file.Folder
		}
		file.place()
		conf.apply(&file)
		roles[file.Path], roles[name] = file.Role, file.Role
		_, runnable, _ := conf.languages.of(file.Path)
		switch {
		case file.Role == Ignore:
			file.Source, file.Parts = nil, nil
			files = append(files, file)
			return
		case !runnable && file.Path != conf.checkerFile: // execre.toml may name what was built already
			unsupported[file.Language] = append(unsupported[file.Language], name)
			return
		}
		if file.Folder == "" {
			var ok bool
			limit := int64(maxSource)
			if file.Language == "" {
				limit = maxSample // built already
			}
			if file.Role == Checker { // without it nobody could be judged rightly
				file.Source, ok = f.bytes(name, limit, "config")
			} else {
				file.Source, ok = f.readProgram(name, limit)
			}
			if !ok {
				return
			}
		}
		read = append(read, source{file, neighbours(file.Language, file.Source)})
	}
	paths, folders := places(f, top, conf)
	for _, name := range paths {
		// What is in no known language, only execre.toml can have named, and checkNames says so.
		if lang, _, known := conf.languages.of(name); known || conf.ignores(name) || name == conf.checkerFile {
			use(File{Path: name, Language: lang})
		}
	}
	for _, dir := range folders {
		if file, ok := f.candidateFolder(dir, conf.languages); ok {
			use(file)
		}
	}
	for _, file := range read {
		beside = append(beside, file.Path)
		if file.Folder == "" && file.Role == Candidate && !conf.names(file.File) && isHelper(file, read, conf.function.text) {
			delete(roles, file.Path)
		} else {
			files = append(files, file.File)
		}
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for lang, names := range unsupported {
		slices.Sort(names)
		f.warn(names[0], "config-language", "%s", withoutCommand(lang, names))
	}
	checkNames(f, conf, roles, files)
	return files, beside
}

// places gives the source files of the problem, and the folders that are candidates of several files.
func places(f *folder, top []entry, conf config) (paths, folders []string) {
	if len(conf.candidates) > 0 {
		// The globs say where the candidates are. Tools and brute forces beside them keep the role they have by name.
		paths, folders = matchedByGlobs(f, conf)
		for _, file := range conf.languages.sources(top) {
			if roleByName(file) != Candidate {
				paths = append(paths, file)
			}
		}
	} else {
		paths, folders = usualPlaces(f, top, conf)
	}
	files, dirs := f.kattisPrograms(conf)
	paths, folders = append(paths, files...), append(folders, dirs...)
	for _, named := range append(slices.Clone(conf.roles), conf.reference, placed{text: conf.checkerFile}) {
		// What execre.toml speaks of belongs to the problem wherever it lies.
		switch {
		case f.isFile(named.text):
			paths = append(paths, named.text)
		case f.isDir(named.text) && named.value != string(Ignore) && f.holdsSource(named.text, conf.languages):
			folders = append(folders, named.text)
		}
	}
	inside := func(name string) bool {
		return slices.ContainsFunc(folders, func(dir string) bool { return strings.HasPrefix(name, dir+"/") })
	}
	paths = slices.DeleteFunc(paths, inside)
	folders = slices.DeleteFunc(slices.Clone(folders), inside)
	slices.Sort(paths)
	slices.Sort(folders)
	return slices.Compact(paths), slices.Compact(folders)
}

// checkNames says where execre.toml speaks of files that are not there or not what it takes them for. roles holds the
// files and folders that belong to the problem, files those of them that can be used.
func checkNames(f *folder, conf config, roles map[string]Role, files []File) {
	for _, named := range conf.roles {
		_, _, known := conf.languages.of(named.text)
		switch {
		case f.isFile(named.text):
			if !known && named.value != string(Ignore) {
				f.add(ConfigFile, named.mistake("config-file",
					"%q is in no language known by its ending: name a source file", named.text))
			}
		case f.isDir(named.text) && (named.value == string(Ignore) || f.holdsSource(named.text, conf.languages)):
		default:
			f.add(ConfigFile, named.missing())
		}
	}
	for _, named := range append(slices.Clone(conf.verdicts), conf.reference) {
		role, found := roles[named.text]
		switch {
		case named.text == "" || f.others(named.text):
		case !f.isFile(named.text) && !f.isDir(named.text):
			f.add(ConfigFile, named.missing())
		case !found || role != Candidate && role != Brute && (role != Ignore || named == conf.reference):
			f.add(ConfigFile, named.mistake("config-file",
				"%q is not one of the programs compared: name one of them or remove this", named.text))
		case named == conf.reference && !slices.ContainsFunc(files, func(file File) bool { return file.is(named.text) }):
			f.add(ConfigFile, named.mistake("config-file",
				"%q cannot be the reference, because it is left out: name another", named.text))
		}
	}
}

// usualPlaces gives the source files of the folder itself, of candidates/ and of submissions/*/, and the folders below
// these two.
func usualPlaces(f *folder, top []entry, conf config) (paths, folders []string) {
	paths = conf.languages.sources(top)
	collect := func(dir string) {
		files, below := f.collect(dir, conf)
		paths, folders = append(paths, files...), append(folders, below...)
	}
	collect("candidates")
	for _, e := range f.below("submissions") {
		switch {
		case e.dir:
			collect(e.path)
		case conf.languages.isSource(e):
			f.warn(e.path, "config-candidate", "left out, because submissions/ holds one folder for each verdict: "+
				"move it to submissions/accepted/ or to candidates/")
		}
	}
	return paths, folders
}

// collect gives the source files of a folder, and the folders in it that hold some.
func (f *folder) collect(dir string, conf config) (paths, folders []string) {
	langs := conf.languages
	entries := f.only(f.below(dir))
	paths = langs.sources(entries)
	for _, e := range entries {
		if e.link && !langs.isSource(e) && !f.isFile(e.path) {
			f.warn(e.path, "config-link", "links in place of folders are not followed: copy the programs here")
		}
		if e.dir && f.holdsSource(e.path, langs) && !conf.ignores(e.path) {
			folders = append(folders, e.path)
		}
	}
	return paths, folders
}

// matchedByGlobs gives the source files and the folders that `candidates` names.
func matchedByGlobs(f *folder, conf config) (paths, folders []string) {
	for _, glob := range conf.candidates {
		base, _ := doublestar.SplitPattern(glob.text)
		files, dirs := 0, []string(nil)
		f.walk(base, func(e entry) bool {
			switch ok, _ := doublestar.Match(glob.text, e.path); {
			case !ok:
			case e.dir:
				dirs = append(dirs, e.path)
			case conf.languages.isSource(e):
				files++
				paths = append(paths, e.path)
			}
			return true
		})
		// With ** a folder is matched as well as the files in it: then these are the candidates.
		dirs = slices.DeleteFunc(dirs, func(dir string) bool {
			return conf.ignores(dir) || !f.holdsSource(dir, conf.languages) ||
				slices.ContainsFunc(paths, func(file string) bool { return strings.HasPrefix(file, dir+"/") })
		})
		folders = append(folders, dirs...)
		if files+len(dirs) == 0 {
			f.add(ConfigFile, glob.mistake("config-glob",
				"%q matches no source file: correct it, or remove it from candidates", glob.text))
		}
	}
	return paths, folders
}

// holdsSource says whether there is a source file anywhere below dir.
func (f *folder) holdsSource(dir string, langs languages) bool {
	found := false
	f.walk(dir, func(e entry) bool {
		found = langs.isSource(e)
		return !found
	})
	return found
}

// noPrograms is the error for a folder without a program that can be compared: what was left out, else the problems
// in the folders below.
func noPrograms(f *folder, top []entry) error {
	if len(f.mistakes) > 0 {
		var reasons []string
		for _, m := range sortMistakes(f.mistakes) {
			reasons = append(reasons, m.String())
		}
		return fmt.Errorf("no programs to compare in %s: %s", f.dir, strings.Join(reasons, "; "))
	}
	var problems []string
	for _, e := range top {
		if !e.dir {
			continue
		}
		if f.isProblem(e.path) {
			problems = append(problems, e.path)
			continue
		}
		for _, inner := range f.below(e.path) {
			if inner.dir && f.isProblem(inner.path) {
				problems = append(problems, inner.path)
			}
		}
	}
	if len(problems) == 0 {
		return fmt.Errorf("no programs in %s: put at least one source file into it or into candidates/", f.dir)
	}
	const most = 5
	more := ""
	if len(problems) > most {
		more = fmt.Sprintf(" and %d more", len(problems)-most)
		problems = problems[:most]
	}
	return fmt.Errorf("no programs in %s; problems below: %s%s", f.dir, strings.Join(problems, ", "), more)
}

// isProblem says whether a folder is a problem by itself: it has programs, and something that shows they belong together.
func (f *folder) isProblem(dir string) bool {
	if f.isDir(dir + "/submissions") {
		return true
	}
	entries := f.below(dir)
	var langs languages // the settings are not read for this
	inCandidates := f.below(dir + "/candidates")
	programs := append(langs.sources(entries), langs.sources(inCandidates)...)
	for _, e := range inCandidates {
		if e.dir && len(programs) == 0 && f.holdsSource(e.path, langs) {
			programs = append(programs, e.path)
		}
	}
	marked := f.isDir(dir + "/.cph")
	for _, e := range entries {
		marked = marked || slices.Contains([]string{ConfigFile, schemaFile, "statement.md", "statement.txt"}, e.name) ||
			isSampleInput(e) || langs.isSource(e) && roleByName(e.name) != Candidate
	}
	for _, samples := range sampleFolders {
		marked = marked || slices.ContainsFunc(f.below(dir+"/"+samples), isSampleInput)
	}
	return marked && len(programs) > 0
}

// listed names files in a sentence: "a.py is", "a.py, b.py are".
func listed(names []string, singular, plural string) string {
	verb := singular
	if len(names) > 1 {
		verb = plural
	}
	return strings.Join(names, ", ") + " " + verb
}
