package toolchain

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// pythonProbe prints the interpreter's own path. Not the real path of that: the link in a virtual environment is
// what makes it find the environment's modules.
const pythonProbe = `import json, site, sys
print(json.dumps({"executable": sys.executable, "version": sys.version.replace("\n", " "), "major": sys.version_info[0],
    "userBase": (site.getuserbase() or "") if site.ENABLE_USER_SITE else ""}))`

func (t *Toolchain) findPython() error {
	if t.run != nil && t.usePython(t.run[0]) == nil {
		return nil // pypy3, say
	}
	var failure error
	for _, name := range []string{"python3", "python"} {
		for _, path := range onPath(name) {
			err := t.usePython(path)
			if err == nil {
				return nil
			}
			failure = errors.Join(failure, err)
		}
	}
	what := "no Python 3 found"
	if failure != nil {
		what = fmt.Sprintf("no Python 3 works (%s)", strings.ReplaceAll(failure.Error(), "\n", "; "))
	}
	return fmt.Errorf("%s: install Python 3, or set [languages.python] run in execre.toml", what)
}

// usePython takes the interpreter that path, perhaps a shim, leads to.
func (t *Toolchain) usePython(path string) error {
	text, err := askInEmptyFolder(path, "-c", pythonProbe)
	if err != nil {
		return err
	}
	var facts struct {
		Executable, Version, UserBase string
		Major                         int
	}
	if err := json.Unmarshal([]byte(text), &facts); err != nil || !filepath.IsAbs(facts.Executable) {
		return fmt.Errorf("%s does not behave like Python", path)
	}
	if facts.Major != 3 {
		return fmt.Errorf("%s is Python %d", path, facts.Major)
	}
	t.Path, t.Version, t.userBase = facts.Executable, facts.Version, facts.UserBase
	return nil
}

// onPath lists all programs of that name, first those that a shell would find first: a shim can be there without
// anything behind it.
func onPath(name string) []string {
	var paths []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // never a program from the current folder
		}
		if path, err := lookPath(filepath.Join(dir, name)); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// RunCommand is the command that runs a program: src is the source, out what CompileCommand made of it. A Python
// program that is selfContained (it needs nothing but the standard library and none of the names that the module
// site adds) starts without looking at installed packages, which saves a quarter of the time, or two thirds where
// packages put code into every start.
func (t *Toolchain) RunCommand(src, out string, selfContained bool) []string {
	switch {
	case t.run != nil:
		return fillIn(t.run, src, out)
	case t.Language != Python:
		return []string{out}
	case t.compile != nil:
		src = out
	}
	if selfContained {
		return []string{t.Path, "-I", "-S", "-B", src}
	}
	return []string{t.Path, "-B", src}
}
