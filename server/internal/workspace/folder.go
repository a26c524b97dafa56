package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"execre/analysis/schema"
)

// folder reads below one directory and notes what could not be read.
type folder struct {
	dir      string // absolute
	group    string // of the problem's files, where it shares the folder with others; see Split
	root     *os.Root
	mistakes []Mistake
	utf16    []string // files of samples that were decoded
}

// entry is one name in a directory of the folder.
type entry struct {
	path string // relative to the problem folder, with slashes
	name string
	dir  bool // a directory itself, not a link to one
	link bool
}

func (f *folder) add(file string, mistakes ...schema.Mistake) {
	for _, m := range mistakes {
		f.mistakes = append(f.mistakes, Mistake{File: file, Mistake: m})
	}
}

// wrong notes a mistake about the file as a whole.
func (f *folder) wrong(file, code, format string, args ...any) {
	f.add(file, schema.Mistake{Length: 1, Code: code, Message: fmt.Sprintf(format, args...)})
}

// warn notes what is worth saying of the file as a whole.
func (f *folder) warn(file, code, format string, args ...any) {
	f.add(file, schema.Mistake{Length: 1, Code: code, Message: fmt.Sprintf(format, args...), Warning: true})
}

// list gives what is in a directory, by name, without what the person or a tool has hidden.
func (f *folder) list(dir string) ([]entry, error) {
	opened, err := f.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	found, err := opened.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	var entries []entry
	for _, d := range found {
		e := entry{path: path.Join(dir, d.Name()), name: d.Name(), dir: d.IsDir(), link: d.Type()&fs.ModeSymlink != 0}
		if !utf8.ValidString(e.path) {
			f.warn(strings.ToValidUTF8(e.path, "\ufffd"), "config-name",
				"the name is not valid UTF-8: the file is left out; rename it")
			continue
		}
		if !isHidden(e) {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return entries, nil
}

// isHidden says whether a name is none of the person's own work: hidden, a tool's, or an editor's copy.
func isHidden(e entry) bool {
	if e.dir && (e.name == "node_modules" || e.name == "__pycache__") {
		return true
	}
	return strings.HasPrefix(e.name, ".") || strings.HasSuffix(e.name, "~") ||
		strings.HasSuffix(e.name, ".swp") || strings.HasPrefix(e.name, "#") && strings.HasSuffix(e.name, "#")
}

// below lists a directory that may be absent. A link in its place is not followed, so that no directory is read twice
// and no walk can be endless.
func (f *folder) below(dir string) []entry {
	info, err := f.root.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() && info.Mode()&fs.ModeSymlink == 0:
		return nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		f.warn(dir, "config-link", "links in place of folders are not followed: put the files into a folder %s", dir)
		return nil
	case err != nil:
		f.wrong(dir, "config-unreadable", "cannot be read: %v", cause(err))
		return nil
	}
	entries, err := f.list(dir)
	if err != nil {
		f.wrong(dir, "config-unreadable", "cannot be read: %v", cause(err))
	}
	return entries
}

// isFile says whether name is a file of the folder, or a link that leads to one.
func (f *folder) isFile(name string) bool {
	if !fs.ValidPath(name) {
		return false
	}
	target, inside := f.target(name)
	info, err := f.root.Stat(target)
	return inside && err == nil && !info.IsDir()
}

// isDir says whether name is a directory of the folder, not a link to one.
func (f *folder) isDir(name string) bool {
	if !fs.ValidPath(name) {
		return false
	}
	info, err := f.root.Lstat(name)
	return err == nil && info.IsDir()
}

// maxVisited bounds a walk, so that a home directory given by mistake does not hang the program.
const maxVisited = 100_000

// walk visits what is below dir in order of the paths, directories before what is in them, until visit returns false.
func (f *folder) walk(dir string, visit func(entry) bool) {
	visited := 0
	var descend func(string) bool
	descend = func(dir string) bool {
		for _, e := range f.below(dir) {
			if visited++; visited > maxVisited {
				f.wrong(dir, "config-glob", "more than %d files here: name a narrower folder", maxVisited)
				return false
			}
			if !visit(e) || e.dir && !descend(e.path) {
				return false
			}
		}
		return true
	}
	descend(dir)
}

// readKnown reads a file of the top directory if it is there.
func (f *folder) readKnown(top []entry, name string, limit int64, family string) ([]byte, bool) {
	if !slices.ContainsFunc(top, func(e entry) bool { return e.name == name }) {
		return nil, false
	}
	return f.read(name, limit, family)
}

// read gives the text of a regular file inside the folder, see Text. When it cannot, it says why under the family's code
// ("config", "sample" or "schema").
func (f *folder) read(file string, limit int64, family string) ([]byte, bool) {
	text, ok := f.bytes(file, limit, family)
	text, decoded := Text(text)
	if decoded && family == "sample" {
		f.utf16 = append(f.utf16, file)
	}
	return text, ok
}

// bytes is read for what is no text, or none that we read.
func (f *folder) bytes(file string, limit int64, family string) ([]byte, bool) {
	name, ok := f.target(file)
	if !ok {
		f.warn(file, family+"-link", "the link does not lead to a file in this folder: it is left out; copy the file here")
		return nil, false
	}
	// Stat before Open: opening a named pipe waits for a writer.
	info, err := f.root.Stat(name)
	if err != nil {
		f.wrong(file, family+"-unreadable", "cannot be read: %v", cause(err))
		return nil, false
	}
	if !info.Mode().IsRegular() {
		f.warn(file, family+"-unreadable", "not a regular file: it is left out")
		return nil, false
	}
	if info.Size() > limit {
		f.wrong(file, family+"-too-large", "larger than %s: move it out of the folder or make it smaller", inWords(limit))
		return nil, false
	}
	text, err := f.root.ReadFile(name)
	if err != nil {
		f.wrong(file, family+"-unreadable", "cannot be read: %v", cause(err))
		return nil, false
	}
	return text, true
}

// readProgram reads a source file as its compiler does: one that cannot be read is no reason not to look at the others.
func (f *folder) readProgram(file string, limit int64) ([]byte, bool) {
	before := len(f.mistakes)
	text, ok := f.bytes(file, limit, "config")
	if _, is := Text(text); is {
		f.warn(file, "config-encoding", "is UTF-16, which compilers and interpreters do not read: save it as UTF-8")
	}
	for i := range f.mistakes[before:] {
		if m := &f.mistakes[before+i]; !m.Warning {
			m.Warning = true
			m.Message += "; it is left out"
		}
	}
	return text, ok
}

func inWords(size int64) string {
	if size < 1<<20 {
		return fmt.Sprintf("%d KiB", size>>10)
	}
	return fmt.Sprintf("%d MiB", size>>20)
}

// target resolves the link that file may be, and says whether the result is inside the folder. os.Root would refuse
// a link with an absolute target even if it leads back inside.
func (f *folder) target(file string) (string, bool) {
	info, err := f.root.Lstat(file)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return file, true
	}
	dir, err := filepath.EvalSymlinks(f.dir)
	if err != nil {
		return "", false
	}
	real, err := filepath.EvalSymlinks(filepath.Join(f.dir, filepath.FromSlash(file)))
	if err != nil {
		return "", false
	}
	name, err := filepath.Rel(dir, real)
	return name, err == nil && filepath.IsLocal(name)
}

// cause is the error without the path, which the mistake names already.
func cause(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
