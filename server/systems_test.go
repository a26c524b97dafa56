package server_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherSystems: every package compiles for the other systems that the extension is made for. It checks the types of all
// sources, those of the standard library included: what compilers find, in a fraction of the time that compiling takes.
func TestOtherSystems(t *testing.T) {
	for _, system := range []string{"darwin/amd64", "darwin/arm64", "linux/arm64", "windows/amd64", "windows/arm64"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			checkTypes(t, system)
		})
	}
}

// checkTypes checks the types of all packages of this module as they are built for a system.
func checkTypes(t *testing.T, system string) {
	t.Helper()
	name, architecture, _ := strings.Cut(system, "/")
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,Module",
		"./analysis/...", "./runner/...", "./server/...")
	list.Dir = ".."
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+name, "GOARCH="+architecture)
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Start(); err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	checked := imports{"unsafe": types.Unsafe}
	ours := 0
	for in := json.NewDecoder(out); ; { // what a package imports comes before it
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
			ImportMap       map[string]string // what is written in its sources, if it has another path
			Module          *struct{ Main bool }
		}
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath == "unsafe" {
			continue
		}
		own := p.Module != nil && p.Module.Main
		if own {
			ours++
		}
		var sources []*ast.File
		for _, file := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Error(err)
				continue
			}
			sources = append(sources, f)
		}
		config := types.Config{
			Importer: importMap{checked, p.ImportMap}, Sizes: types.SizesFor("gc", architecture), IgnoreFuncBodies: !own,
			Error: func(err error) { t.Error(err) },
		}
		checked[p.ImportPath], _ = config.Check(p.ImportPath, files, sources, nil)
	}
	if err := list.Wait(); err != nil {
		t.Error(err)
	}
	if ours < len(modules)-5 { // some have tests only
		t.Errorf("%d packages of this module", ours)
	}
}

// imports are packages whose types have been checked, by path.
type imports map[string]*types.Package

// importMap finds them by what is written in the sources of a package.
type importMap struct {
	imports
	paths map[string]string
}

func (m importMap) Import(path string) (*types.Package, error) {
	if at, ok := m.paths[path]; ok {
		path = at
	}
	if p, ok := m.imports[path]; ok {
		return p, nil
	}
	return nil, errors.New("not listed")
}
