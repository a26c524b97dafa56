package toolchain

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// CompileReads lists the files and folders, absolute, that the command argv of a compiler needs to read besides the folder
// it runs in: its installation, what its arguments name, and where the user's environment says that headers and libraries are.
func (t *Toolchain) CompileReads(argv []string) []string {
	reads := slices.Clone(t.Reads)
	add := func(paths ...string) {
		for _, path := range paths {
			if filepath.IsAbs(path) && filepath.Dir(path) != path && !slices.Contains(reads, path) {
				reads = append(reads, path)
			}
		}
	}
	for _, path := range []string{argv[0], t.Path, t.Runtime, t.typer.File} {
		if path == "" {
			continue
		}
		add(installation(path)...)
		real, err := filepath.EvalSymlinks(path)
		if packages := string(filepath.Separator) + "node_modules" + string(filepath.Separator); err == nil {
			if i := strings.LastIndex(real, packages); i >= 0 {
				add(real[:i+len(packages)-1]) // a package is in several folders
			}
		}
	}
	for _, arg := range argv[1:] {
		if i := strings.IndexByte(arg, filepath.Separator); i == 0 || i > 0 && (arg[0] == '-' || arg[i-1] == '=') {
			add(filepath.SplitList(arg[i:])...) // -I/path, link-arg=/path
		}
	}
	for _, name := range compilerVariables {
		add(filepath.SplitList(os.Getenv(name))...)
	}
	for _, entry := range t.goEnv {
		if root, ok := strings.CutPrefix(entry, "GOROOT="); ok {
			add(root)
		}
	}
	return reads
}

// CompileWrites lists the folders, absolute, that the compiler changes besides those it is given: Go's own cache.
func (t *Toolchain) CompileWrites() []string {
	for _, entry := range t.goEnv {
		if cache, ok := strings.CutPrefix(entry, "GOCACHE="); ok && filepath.IsAbs(cache) {
			return []string{cache}
		}
	}
	return nil
}
