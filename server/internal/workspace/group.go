package workspace

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Several problems may share a folder, as cph has them: A.cpp, A2.cpp and A_brute.py with A1.in or a .prob file, beside B.cpp
// with its own. Each is then a problem with the files that carry its stem; what carries none belongs to no problem, for
// nobody knows to which. execre.toml is for all of them.
//
// Such a problem has a path of its own, which no file can have everywhere: that of the folder, with "a.*" below it.

// groupMark ends the path of a problem that shares its folder.
const groupMark = ".*"

// Split gives the folder of a problem by its path, and the stem of its files in it where it shares the folder, else "".
func Split(problem string) (dir, group string) {
	if stem, ok := strings.CutSuffix(filepath.Base(problem), groupMark); ok && stem != "" {
		return filepath.Dir(problem), stem
	}
	return problem, ""
}

// GroupPath is the path of a problem in a folder, by the stem of its files where it shares the folder, else "": see Split.
func GroupPath(dir, group string) string {
	if group == "" {
		return dir
	}
	return filepath.Join(dir, group+groupMark)
}

// Name is what people call a problem by its path: its folder's base name, and with a group "contest/a".
func Name(problem string) string {
	dir, group := Split(problem)
	return path.Join(filepath.Base(dir), group)
}

// Resolve gives the path of the problem that a person means: a folder, or one of several problems in a folder by the name of
// one of its files or its stem ("contest/A.cpp", "contest/A").
func Resolve(named string) (problem string, err error) {
	abs, err := filepath.Abs(named)
	if err != nil {
		return "", err
	}
	if _, group := Split(abs); group != "" {
		return abs, nil
	}
	info, err := os.Stat(abs)
	if err == nil && info.IsDir() {
		return abs, nil
	}
	dir := filepath.Dir(abs)
	groups, problemErr := groupsIn(dir)
	switch group := groupOf(filepath.Base(abs), groups); {
	case group != "":
		return GroupPath(dir, group), nil
	case problemErr != nil || err != nil:
		return abs, nil // what is wrong, Load says
	case len(groups) > 0:
		return "", fmt.Errorf("%s belongs to none of the problems in %s: their samples are called like %s", filepath.Base(abs), dir, strings.Join(groups, ", "))
	}
	return dir, nil
}

// groupsIn lists the stems of the problems that share a folder; none where it holds one problem or none.
func groupsIn(dir string) ([]string, error) {
	f, top, err := open(dir)
	if err != nil {
		return nil, err
	}
	defer f.root.Close()
	var found samples
	found.own(f, top, f.config(top).languages)
	return found.groups(), nil
}

// open reads the names in the folder of a problem. f.root is to be closed.
func open(problem string) (f *folder, top []entry, err error) {
	abs, err := filepath.Abs(problem)
	if err != nil {
		return nil, nil, err
	}
	dir, group := Split(abs)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the problem folder: %w", err)
	}
	f = &folder{dir: dir, group: group, root: root}
	if top, err = f.list("."); err != nil {
		_ = root.Close()
		return nil, nil, fmt.Errorf("reading the problem folder: %w", err)
	}
	return f, f.only(top), nil
}

// groups are the stems that owners tell apart: A_greedy1.in and A1.in are of one problem.
func (s *samples) groups() []string {
	owners := slices.Sorted(maps.Keys(s.owners))
	var groups []string
	for _, owner := range owners {
		if !slices.ContainsFunc(owners, func(other string) bool { return strings.HasPrefix(owner, other+"_") }) {
			groups = append(groups, owner)
		}
	}
	if len(groups) < 2 {
		return nil
	}
	return groups
}

// groupOf is the group of a file by its name, or "".
func groupOf(name string, groups []string) string {
	owner := ownerStem(stemOf(name))
	if _, stem, kind := sampleName(name); kind != "" {
		owner = ownerStem(stem)
	}
	for _, group := range groups {
		if owner == group || strings.HasPrefix(owner, group+"_") {
			return group
		}
	}
	return ""
}

// only leaves the entries that belong to the group, where there is one.
func (f *folder) only(entries []entry) []entry {
	if f.group == "" {
		return entries
	}
	return slices.DeleteFunc(entries, func(e entry) bool {
		return !e.dir && e.name != ConfigFile && groupOf(e.name, []string{f.group}) == ""
	})
}

// others says whether a file that execre.toml speaks of is there for another problem of the folder.
func (f *folder) others(name string) bool {
	return f.group != "" && groupOf(path.Base(name), []string{f.group}) == "" && f.isFile(name)
}

// schemaName is the name of the problem's schema: input.schema, or A.schema beside A.cpp.
func (f *folder) schemaName(top []entry) string {
	named := schemaFile
	for _, e := range top {
		switch {
		case e.dir || path.Ext(e.name) != ".schema":
		case e.name == schemaFile && f.group == "":
			return schemaFile
		case named == schemaFile && slices.ContainsFunc(top, func(other entry) bool {
			return other.name != e.name && groupOf(e.name, []string{ownerStem(stemOf(other.name))}) != ""
		}):
			named = e.name
		}
	}
	return named
}

// SchemaName is the name of a problem's schema, which may not be there: input.schema, or "a.schema".
func SchemaName(problem string) string {
	_, group := Split(problem)
	name := schemaFile
	if f, top, err := open(problem); err == nil {
		defer f.root.Close()
		name = f.schemaName(top)
	}
	if group != "" && name == schemaFile {
		return group + ".schema"
	}
	return name
}
