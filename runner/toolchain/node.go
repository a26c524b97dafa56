package toolchain

import (
	"context"
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// nodeScript is what compiles JavaScript and TypeScript: see there.
//
//go:embed node.js
var nodeScript string

// nodeFlags: a stack as large as on other judges. Much more, and a program that recurses without end computes for seconds
// until it has filled it. The heap gets the size of the memory limit, so that garbage is collected before it is reached.
var nodeFlags = []string{"--stack-size=262144", "--max-old-space-size={memory}"}

// typer is what takes the types out of a TypeScript source.
type typer struct {
	Kind string // "node", "library" (typescript.js), "tsc" or "esbuild"
	File string // absolute; "" for node itself
}

// findNode finds Node, and for TypeScript what takes the types out. That is looked for on PATH only: a node_modules that
// came with a problem folder could hold anything, and would be executed without a sandbox.
func (t *Toolchain) findNode(ctx context.Context) error {
	if t.ownCompiler(ctx) && t.run != nil {
		t.Runtime = t.run[0]
		return nil
	}
	const probe = `console.log(process.execPath); console.log(process.version)
console.log(typeof require("module").stripTypeScriptTypes)`
	var failure error
	var strips bool
	for _, name := range []string{"node", "nodejs"} {
		for _, path := range onPath(name) {
			text, err := askInEmptyFolder(ctx, path, "-e", probe)
			facts := strings.Fields(text)
			if err == nil && (len(facts) != 3 || !filepath.IsAbs(facts[0])) {
				err = fmt.Errorf("%s does not behave like Node", path)
			}
			if err == nil && major(facts[1]) < 16 {
				err = fmt.Errorf("%s is Node %s, version 16 or later is needed", path, facts[1])
			}
			if err != nil {
				failure = err
				continue
			}
			t.Runtime, strips = facts[0], facts[2] == "function"
			if t.compile == nil {
				t.Path, t.Version = t.Runtime, "node "+facts[1]
			}
			// OpenSSL, which is in it, stops it at the start when its settings are there but cannot be read.
			t.reads(append(installation(t.Runtime), "/proc", "/sys/fs/cgroup", "/etc/ssl/openssl.cnf")...)
			if t.Language == JavaScript || t.compile != nil {
				return nil
			}
			return t.findTyper(ctx, strips)
		}
	}
	what := "node was not found"
	if failure != nil {
		what = fmt.Sprintf("node does not work (%s)", oneLine(failure))
	}
	return fmt.Errorf("%s: install nodejs, or set [languages.%s] run in execre.toml", what, t.Language)
}

var firstNumber = regexp.MustCompile(`\d+`)

func major(version string) int {
	n := 0
	fmt.Sscan(firstNumber.FindString(version), &n)
	return n
}

func (t *Toolchain) findTyper(ctx context.Context, strips bool) error {
	if strips {
		t.typer = typer{Kind: "node"}
		return nil
	}
	if path, err := lookPath("tsc"); err == nil {
		if version, err := askVersion(ctx, path); err == nil {
			t.typer = typer{"tsc", path}
			if real, err := filepath.EvalSymlinks(path); err == nil {
				library := filepath.Join(filepath.Dir(filepath.Dir(real)), "lib", "typescript.js")
				if file, err := lookFile(library); err == nil && filepath.Base(filepath.Dir(real)) == "bin" {
					t.typer = typer{"library", file}
				}
			}
			t.Version += ", tsc " + version
			return nil
		}
	}
	if path, err := lookPath("esbuild"); err == nil {
		if version, err := askVersion(ctx, path); err == nil {
			t.typer = typer{"esbuild", path}
			t.Version += ", esbuild " + version
			return nil
		}
	}
	return fmt.Errorf("node %s does not run TypeScript: install Node 22.18 or later, or typescript "+
		"(npm install -g typescript), or set [languages.typescript] compile and run in execre.toml", strings.TrimPrefix(t.Version, "node "))
}

// nodeCommand checks JavaScript, or makes JavaScript of TypeScript in the folder out.
func (t *Toolchain) nodeCommand(out string, sources []string) []string {
	if t.Language == JavaScript {
		out = ""
	}
	argv := []string{
		t.Runtime, "--no-warnings", "--experimental-vm-modules", "-e", nodeScript, "--", t.typer.Kind, t.typer.File, out,
	}
	return append(argv, sources...)
}

var typeScriptEnding = regexp.MustCompile(`(?i)\.[mc]?ts$`)

func (t *Toolchain) nodeRun(a Artefact) []string {
	file := a.Source
	flags := slices.Clone(nodeFlags)
	switch {
	case t.compile != nil:
		file = a.Out
	case t.Language == TypeScript:
		flags = append(flags, "--enable-source-maps") // a stack trace then names the lines of the source
		if rel, err := filepath.Rel(filepath.Dir(a.Out), a.Source); err == nil {
			file = filepath.Join(a.Out, typeScriptEnding.ReplaceAllString(rel, ".js"))
		}
	}
	return slices.Concat([]string{t.Runtime}, flags, []string{file})
}
