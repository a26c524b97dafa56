package toolchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"execre/runner/internal/tempdir"
)

// pythonProbe prints the interpreter's own path. Not the real path of that: the link in a virtual environment is
// what makes it find the environment's modules.
const pythonProbe = `import json, os, site, sys
try:
    standard = set(sys.stdlib_module_names)
except AttributeError: # before 3.10
    standard = {name.split(".")[0] for name in os.listdir(os.path.dirname(os.__file__))} - {"site-packages"}
    standard |= set(sys.builtin_module_names)
print(json.dumps({"executable": sys.executable, "version": sys.version.replace("\n", " "), "major": sys.version_info[0],
    "userBase": (site.getuserbase() or "") if site.ENABLE_USER_SITE else "",
    "userSite": (site.getusersitepackages() or "") if site.ENABLE_USER_SITE else "",
    "prefixes": [sys.prefix, sys.base_prefix, sys.exec_prefix], "path": [p for p in sys.path if os.path.isabs(p)],
    "standard": sorted(standard)}))`

func (t *Toolchain) findPython(ctx context.Context) error {
	if t.run != nil && t.usePython(ctx, t.run[0]) == nil { // pypy3, say
		if len(t.run) == 2 && t.run[1] == "{src}" {
			t.run = nil // only another interpreter: it is started as ours is
		}
		return nil
	}
	var failure error
	for _, name := range []string{"python3", "python"} {
		for _, path := range onPath(name) {
			err := t.usePython(ctx, path)
			if err == nil {
				return nil
			}
			failure = errors.Join(failure, err)
		}
	}
	what := "no Python 3 found"
	if failure != nil {
		what = fmt.Sprintf("no Python 3 works (%s)", oneLine(failure))
	}
	return fmt.Errorf("%s: install python3, or set [languages.python] run in execre.toml", what)
}

// usePython takes the interpreter that path, perhaps a shim, leads to.
func (t *Toolchain) usePython(ctx context.Context, path string) error {
	text, err := askPython(ctx, path, pythonProbe)
	if err != nil {
		return err
	}
	var facts struct {
		Executable, Version, UserBase, UserSite string
		Major                                   int
		Prefixes, Path, Standard                []string
	}
	if err := json.Unmarshal([]byte(text), &facts); err != nil || !filepath.IsAbs(facts.Executable) {
		return fmt.Errorf("%s does not behave like Python", path)
	}
	if facts.Major != 3 {
		return fmt.Errorf("%s is Python %d", path, facts.Major)
	}
	t.Path, t.Version, t.userBase = facts.Executable, facts.Version, facts.UserBase
	t.Runtime, t.standard = t.Path, facts.Standard
	t.paths = append(facts.Path, facts.UserSite)
	t.reads(installation(t.Path)...)
	for _, prefix := range facts.Prefixes {
		if prefix = filepath.Clean(prefix); prefix != "/usr" && prefix != "/usr/local" && prefix != "/" {
			t.reads(prefix)
		}
	}
	t.reads(t.paths...)
	if strings.Contains(t.Version, "PyPy") {
		t.reads("/proc") // it complains when it cannot read what processor there is
	}
	return nil
}

// Installed names the installed packages that the modules of the given names are from, with versions, one a line: the
// same source can behave differently with another version. Modules of the standard library are not among them.
func (t *Toolchain) Installed(ctx context.Context, modules []string) (string, error) {
	var foreign []string
	for _, name := range modules {
		if !slices.Contains(t.standard, name) && !slices.Contains(foreign, name) {
			foreign = append(foreign, name)
		}
	}
	if t.Language != Python || len(foreign) == 0 || !filepath.IsAbs(t.Path) {
		return "", nil
	}
	slices.Sort(foreign)
	// Installing and removing change these folders.
	key := fmt.Sprintf("%q %q", t.Path, foreign)
	for _, dir := range t.paths {
		if info, err := os.Stat(dir); err == nil {
			key += fmt.Sprintf(" %q %d", dir, info.ModTime().UnixNano())
		}
	}
	installed.Lock()
	defer installed.Unlock()
	if text, ok := installed.versions[key]; ok {
		return text, nil
	}
	dir, err := tempdir.Make("probe")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	argv := slices.Concat([]string{t.Path, "-c", installedProbe}, foreign)
	text, err := ask(ctx, append(CompileEnv(dir), t.Env()...), dir, argv...)
	if err != nil {
		return "", err
	}
	installed.versions[key] = text
	return text, nil
}

var installed = struct {
	sync.Mutex
	versions map[string]string
}{versions: map[string]string{}}

// installedProbe looks into the lists of what packages hold, since a module need not have its package's name. It imports
// none of them.
const installedProbe = `import sys
from importlib import metadata
names = set(sys.argv[1:])
found = set()
for d in metadata.distributions():
    try:
        tops = set((d.read_text("top_level.txt") or "").split())
        tops |= {str(f).split("/")[0].split(".")[0] for f in (d.files or ()) if str(f).endswith(".py")}
        if names & tops:
            found.add("%s %s" % (d.metadata["Name"], d.version))
    except Exception:
        pass # a broken package is none
print("\n".join(sorted(found)))`

// askPython is askInEmptyFolder without the folders for modules that only the user's own environment names: programs do
// not have them either.
func askPython(ctx context.Context, path, script string) (string, error) {
	dir, err := tempdir.Make("probe")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	env := slices.DeleteFunc(CompileEnv(dir), func(entry string) bool {
		return strings.HasPrefix(entry, "PYTHONPATH=") || strings.HasPrefix(entry, "PYTHONHOME=")
	})
	return ask(ctx, env, dir, path, "-c", script)
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

// pythonRun starts a program that is self-contained without looking at installed packages, which saves a quarter of the
// time, or two thirds where packages put code into every start.
func (t *Toolchain) pythonRun(a Artefact) []string {
	src := a.Source
	if t.compile != nil {
		src = a.Out
	}
	if a.SelfContained {
		return []string{t.Path, "-I", "-S", "-B", src}
	}
	return []string{t.Path, "-B", src}
}
