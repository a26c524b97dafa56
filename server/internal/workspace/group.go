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

// Resolve gives the path of the problem that a person means: a folder, or one of several problems in a folder by the name of
// one of its files or its stem ("contest/A.cpp", "contest/A").
func Resolve(path string) (problem string, err error) {
	abs, err := filepath.Abs(path)
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
	groups, problemErr := Groups(dir)
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

// Groups lists the stems of the problems that share a folder; none where it holds one problem or none.
func Groups(dir string) ([]string, error) {
	f, top, err := open(dir)
	if err != nil {
		return nil, err
	}
	defer f.root.Close()
	return f.groups(top, f.config(top).languages), nil
}

// groups finds the stems by the names of the samples, the schemas and the .prob files.
func (f *folder) groups(top []entry, langs languages) []string {
	var found samples
	found.own(f, top, langs)
	return found.groups()
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
		return !e.dir && e.name != configFile && groupOf(e.name, []string{f.group}) == ""
	})
}

// others says whether a file that execre.toml speaks of is there for another problem of the folder.
func (f *folder) others(name string) bool {
	return f.group != "" && groupOf(path.Base(name), []string{f.group}) == "" && f.isFile(name)
}

// schemaName is the name of the problem's schema: input.schema, or A.schema of one that shares its folder.
func (f *folder) schemaName(top []entry) string {
	if f.group != "" {
		for _, e := range top {
			if !e.dir && path.Ext(e.name) == ".schema" {
				return e.name
			}
		}
	}
	return schemaFile
}

// SchemaName is the name of a problem's schema, which may not be there: input.schema, or "a.schema".
func SchemaName(problem string) string {
	_, group := Split(problem)
	if group == "" {
		return schemaFile
	}
	if f, top, err := open(problem); err == nil {
		defer f.root.Close()
		if name := f.schemaName(top); name != schemaFile {
			return name
		}
	}
	return group + ".schema"
}
