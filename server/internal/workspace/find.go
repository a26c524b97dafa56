package workspace

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"execre/runner/toolchain"
)

// Find returns the path of the problem that a file belongs to, and whether there is one: the nearest folder at or
// above the file that is a problem by itself, and is one of the roots or below one; where several problems share the folder,
// the one whose stem the file carries. Without roots only the file's own
// folder counts. A folder for parts of a problem (candidates/, samples/, submissions/accepted/) belongs to the folder
// above it where that one is a problem. Nothing is read but what the answer needs.
func Find(file string, roots []string) (problem string, ok bool) {
	own := filepath.Dir(file)
	if len(roots) == 0 {
		roots = []string{own}
		if owner := ownerOf(own); owner != "" {
			roots = []string{owner}
		}
	}
	allowed := func(dir string) bool {
		return slices.ContainsFunc(roots, func(root string) bool { return Within(root, dir) })
	}
	for dir := own; allowed(dir); dir = filepath.Dir(dir) {
		if owner := ownerOf(dir); owner != "" && allowed(owner) && holdsProblem(owner) {
			return grouped(owner, file)
		}
		if holdsProblem(dir) {
			return grouped(dir, file)
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return "", false
}

// Within says whether a path is the folder itself or below it. Both are absolute.
func Within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// ownerOf is the folder that a folder for parts of a problem belongs to, or "" if its name is not that of one.
func ownerOf(dir string) string {
	parts := append([]string{"candidates", "submissions", ".cph", "data", "data/secret"}, sampleFolders...)
	parts = append(parts, slices.Sorted(maps.Keys(kattisTools))...)
	for _, part := range parts {
		if owner, ok := strings.CutSuffix(filepath.ToSlash(dir), "/"+part); ok && owner != "" {
			return filepath.FromSlash(owner)
		}
	}
	above := filepath.Dir(dir)
	if filepath.Base(above) == "submissions" {
		return filepath.Dir(above)
	}
	// A folder below those is a candidate of several files, and so is what it holds.
	for above != filepath.Dir(above) {
		if filepath.Base(above) == "candidates" || kattisPart(filepath.ToSlash(above)) {
			return ownerOf(above)
		}
		above = filepath.Dir(above)
	}
	return ""
}

// grouped is the path of the problem that a file of a folder belongs to.
func grouped(dir, file string) (problem string, ok bool) {
	groups, err := groupsIn(dir)
	if err != nil || len(groups) == 0 {
		return dir, true
	}
	group := groupOf(filepath.Base(file), groups)
	return GroupPath(dir, group), group != ""
}

// IsProblem says whether a path is that of a problem by itself: its folder holds programs, and something that shows that they
// belong together. Other folders with programs are checked only when a person asks for it.
func IsProblem(problem string) bool {
	dir, group := Split(problem)
	if !holdsProblem(dir) {
		return false
	}
	groups, err := groupsIn(dir)
	return err == nil && (group == "" && len(groups) == 0 || slices.Contains(groups, group))
}

// holdsProblem says whether a folder holds a problem, or several.
func holdsProblem(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	// The folder is looked at from above, where it is an entry like any other.
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return false
	}
	defer root.Close()
	f := &folder{dir: filepath.Dir(real), root: root}
	base := filepath.Base(real)
	if base == string(filepath.Separator) {
		return false
	}
	if f.isProblem(base) {
		return true
	}
	if !f.isFile(base + "/" + ConfigFile) {
		return false
	}
	// execre.toml may say where the programs are.
	_, err = Load(real)
	return err == nil
}

// IsProgram says whether a file, by its ending and its name alone, is a program that is compared.
func IsProgram(file string) bool {
	_, supported, known := toolchain.ByExtension(file)
	role := roleByName(filepath.Base(file))
	return known && supported && !isAccessory(filepath.Base(file)) && (role == Candidate || role == Brute)
}
