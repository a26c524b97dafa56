// Package server_test holds the rules that bind the whole module.
package server_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// modules says which packages of this module each package may import; the key
// is its folder. A package that is not listed fails the test: say what it
// may know before it knows it. Tests may import anything below their own layer.
var modules = map[string][]string{
	"analysis/schema":      {},
	"analysis/blame":       {},
	"analysis/checker":     {},
	"analysis/consistency": {},
	"analysis/generate":    {"analysis/schema"},
	"analysis/infer":       {"analysis/schema", "analysis/generate", "analysis/statement"},
	"analysis/minimise":    {"analysis/generate"},
	"analysis/reliability": {"analysis/consistency"},
	"analysis/statement":   {},

	"runner":                         {},
	"runner/internal/tempdir":        {},
	"runner/toolchain":               {"runner", "runner/internal/process", "runner/internal/tempdir"},
	"runner/toolchain/function":      {},
	"runner/toolchain/toolchaintest": {},
	"runner/build":                   {"runner", "runner/toolchain", "runner/toolchain/function", "runner/internal/engine", "runner/internal/process", "runner/internal/sandbox", "runner/internal/tempdir"},
	"runner/local":                   {"runner", "runner/internal/engine", "runner/internal/process", "runner/internal/tempdir"},
	"runner/internal/sandbox":        {"runner"},
	"runner/internal/process":        {"runner", "runner/internal/sandbox"},
	"runner/internal/engine":         {"runner", "runner/internal/process", "runner/internal/sandbox"},
	"runner/local/compare":           {"runner", "runner/build", "runner/local", "runner/toolchain"},
	"runner/resultcache":             {"runner"},

	"server/cmd/execre":         {"server/internal/cli"},
	"server/internal/workspace": {"analysis/schema", "analysis/checker", "analysis/infer", "analysis/statement", "runner", "runner/toolchain", "runner/toolchain/function"},
	"server/internal/check":     {"analysis/", "runner", "runner/", "server/internal/workspace"},
	"server/internal/evaluate":  {"analysis/", "runner", "runner/", "server/internal/check", "server/internal/workspace"},
	"server/internal/export":    {"server/internal/check"},
	"server/internal/imports":   {"analysis/statement", "runner", "runner/toolchain", "server/internal/workspace"},
	"server/internal/companion": {"server/internal/imports"},
	"server/internal/rerun":     {},
	"server/internal/watch":     {},
	"server/internal/lsp":       {"analysis/schema", "analysis/generate", "server/internal/check", "server/internal/companion", "server/internal/imports", "server/internal/lsp/rpc", "server/internal/rerun", "server/internal/watch", "server/internal/workspace"},
	"server/internal/lsp/rpc":   {},
	"server/internal/lsp/fake":  {"server/internal/lsp/rpc"},
	"server/internal/cli":       {"analysis/", "runner", "runner/", "server/internal/"},
}

// owners says which packages alone may import a package from outside the module.
var owners = map[string][]string{
	"os/exec":                          {"runner"},
	"net":                              {"server/internal/companion"},
	"net/http":                         {"server/internal/companion"},
	"golang.org/x/sys/":                {"runner"},
	"gonum.org/v1/":                    {"analysis/reliability"},
	"github.com/alecthomas/kong":       {"server/internal/cli"},
	"github.com/pelletier/go-toml/":    {"server/internal/workspace"},
	"github.com/bmatcuk/doublestar/":   {"server/internal/workspace"},
	"golang.org/x/sync/":               {"runner", "server/internal/check", "server/internal/evaluate"},
	"pgregory.net/rapid":               {},
	"github.com/google/go-cmp/":        {},
	"go.uber.org/goleak":               {},
	"golang.org/x/tools/":              {},
	"go.lsp.dev/":                      {"server/internal/lsp"},
	"github.com/fsnotify/fsnotify":     {"server/internal/watch"},
	"github.com/rogpeppe/go-internal/": {},
}

// effects are packages of the standard library by which thought would reach the
// world; analysis has none of them.
var effects = []string{"os", "io/fs", "io/ioutil", "net", "net/", "syscall", "unsafe", "log", "log/", "runtime", "math/rand", "crypto/rand", "os/"}

func TestImportDirections(t *testing.T) {
	seen := map[string]bool{}
	each(t, func(folder, file string, imports []string) {
		seen[folder] = true
		allowed, known := modules[folder]
		if !known {
			t.Errorf("%s: package %s is not in the table of import directions", file, folder)
		}
		for _, path := range imports {
			inside, ok := strings.CutPrefix(path, "execre/")
			if ok && !matches(inside, allowed) {
				t.Errorf("%s: %s may not import %s", file, folder, inside)
			}
			for pattern, who := range owners {
				if matches(path, []string{pattern}) && !slices.ContainsFunc(who, func(o string) bool { return folder == o || strings.HasPrefix(folder, o+"/") }) {
					t.Errorf("%s: %s may not import %s: only %v may", file, folder, path, who)
				}
			}
			if strings.HasPrefix(folder, "analysis/") && matches(path, effects) {
				t.Errorf("%s: analysis does no I/O and has no global randomness, yet imports %s", file, path)
			}
		}
	})
	for folder := range modules {
		if !seen[folder] && folder != "runner/internal/process" {
			t.Errorf("the table of import directions lists %s, which does not exist", folder)
		}
	}
}

// TestAnalysisReadsNoClock: time.Duration is a unit; time.Now would make a result depend on the moment.
func TestAnalysisReadsNoClock(t *testing.T) {
	each(t, func(folder, file string, _ []string) {
		if !strings.HasPrefix(folder, "analysis/") {
			return
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"time.Now", "time.Since", "time.Sleep", "time.After", "rand.IntN(", "rand.Shuffle(", "rand.Uint64()"} {
			if strings.Contains(string(source), word) {
				t.Errorf("%s uses %s", file, word)
			}
		}
	})
}

// each calls do for every Go file of the module that is no test.
func each(t *testing.T, do func(folder, file string, imports []string)) {
	t.Helper()
	for _, top := range []string{"analysis", "runner", "server"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "testdata":
				return filepath.SkipDir
			case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			var imports []string
			for _, spec := range parsed.Imports {
				value, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				imports = append(imports, value)
			}
			folder := path.Dir(strings.TrimPrefix(filepath.ToSlash(name), "../"))
			do(folder, name, imports)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// matches says whether an import is one of the patterns; one that ends in a
// slash stands for everything below.
func matches(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		return path == p || strings.HasSuffix(p, "/") && strings.HasPrefix(path, p)
	})
}
