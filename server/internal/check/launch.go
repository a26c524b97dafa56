package check

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"execre/runner/build"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
	"execre/server/internal/workspace"
)

// Launch is how a person builds and runs a program of a problem, in a terminal or in a debugger: by the commands of a check,
// those of execre.toml among them. All paths are absolute.
type Launch struct {
	Language    string   `json:"language"`
	Folder      string   `json:"folder"`          // of the problem: where both commands are run
	Build       []string `json:"build,omitempty"` // left out where there is nothing to build
	Run         []string `json:"run"`
	Program     string   `json:"program"`               // what is run: the source, or what Build makes
	Interpreter []string `json:"interpreter,omitempty"` // what runs it, with its flags; left out for a native program
}

// handFolder is where what a person builds is put, in the folder of the results.
const handFolder = "debug"

// FindLaunch says how a program of a problem is built and run by hand, by its file; with debug so that a debugger has what it
// needs. It makes the folder for what is to be built, and builds nothing. The error is for people.
func FindLaunch(ctx context.Context, p *workspace.Problem, file string, debug bool) (*Launch, error) {
	i := slices.IndexFunc(p.Files, func(f workspace.File) bool { return f.Path == file && f.Role != workspace.Ignore })
	if i < 0 {
		return nil, fmt.Errorf("%s is no program of %s", file, p.Name)
	}
	f := p.Files[i]
	if call := p.Call(); call != nil && f.IsProgram() && !function.IsProgram(string(f.Language), f.Source, *call) {
		return nil, fmt.Errorf("%s has no main: ExeCRE calls its function in a program of its own, so it does not run by itself", file)
	}
	out, err := makeHandFolder(p, file)
	if err != nil {
		return nil, err
	}
	src := build.Source{Name: f.Path, Dir: p.Dir, Language: f.Language, Text: f.Source, Files: f.Parts}
	hand, err := build.ByHand(ctx, src, p.Settings.Languages[f.Language], out, p.Settings.MemoryLimit, debug)
	var missing *toolchain.Missing
	switch {
	case errors.As(err, &missing):
		return nil, missing
	case err != nil:
		return nil, fmt.Errorf("finding out how %s is run: %w", file, err)
	}
	return &Launch{
		Language: string(f.Language), Folder: p.Dir, Build: hand.Build, Run: hand.Run, Program: hand.Program, Interpreter: hand.Interpreter,
	}, nil
}

// makeHandFolder makes the folder for what a person builds of a file, and gives the file to build.
func makeHandFolder(p *workspace.Problem, file string) (out string, err error) {
	results := resultsIn(p.Group)
	root, err := openFolder(p.Dir, results)
	if err != nil {
		return "", fmt.Errorf("making a folder in %s: %w", Folder, err)
	}
	defer root.Close()
	name := path.Join(handFolder, file+".out")
	if toolchain.ExecutableSuffix != "" {
		name = path.Join(handFolder, file+toolchain.ExecutableSuffix)
	}
	if err := errors.Join(replace(root, ".gitignore", "*\n"), root.MkdirAll(path.Dir(name), 0o755)); err != nil {
		return "", fmt.Errorf("making a folder in %s: %w", Folder, err)
	}
	return filepath.Join(p.Dir, filepath.FromSlash(results), filepath.FromSlash(name)), nil
}
