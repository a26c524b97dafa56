package workspace

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"execre/runner/toolchain"
)

// Find returns the folder of the problem that a file belongs to, and whether there is one: the nearest folder at or
// above the file that is a problem by itself, and is one of the roots or below one. Without roots only the file's own
// folder counts. A folder for parts of a problem (candidates/, samples/, submissions/accepted/) belongs to the folder
// above it where that one is a problem. Nothing is read but what the answer needs.
func Find(file string, roots []string) (dir string, ok bool) {
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
		if owner := ownerOf(dir); owner != "" && allowed(owner) && IsProblem(owner) {
			return owner, true
		}
		if IsProblem(dir) {
			return dir, true
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

// IsProblem says whether a folder is a problem by itself: it holds programs, and something that shows that they belong
// together. Other folders with programs are checked only when a person asks for it.
func IsProblem(dir string) bool {
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
	if !f.isFile(base + "/" + configFile) {
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
