package toolchain

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"execre/runner"
)

// ByHand is how a person builds and runs a program where it lies, in a terminal or a debugger: by the same commands, but
// without limits, sandbox and what makes many executions fast.
type ByHand struct {
	Build   []string // nil: there is nothing to build
	Run     []string
	Program string // what Run runs: the source, or what Build makes
	// Interpreter is what runs Program, with its flags; nil for a native program, and where Run goes about it in a way that is not
	// known here.
	Interpreter []string
}

// ByHand says how the program of a, and of more sources where it has several, is run by hand. Where the memory limit is not 0,
// commands of execre.toml that ask for it are told. The error is a *Missing where the machine is at fault.
func (t *Toolchain) ByHand(ctx context.Context, a Artefact, memory runner.Bytes, more ...string) (ByHand, error) {
	if t.Language == TypeScript && t.typer.Kind != "node" && t.compile == nil && t.run == nil {
		return ByHand{}, &Missing{t.Language, fmt.Errorf("%s runs no TypeScript by itself (in a check %s takes the types out): to run "+
			"it by hand install Node 22.18 or later, or set [languages.typescript] compile and run in execre.toml",
			t.Runtime, filepath.Base(t.typer.File))}
	}
	h := ByHand{Program: a.Source}
	native := t.Language == C || t.Language == CPP || t.Language == Rust
	if native || t.compile != nil {
		var err error
		if h.Build, err = t.CompileCommand(ctx, a.Source, a.Out, more...); err != nil {
			return ByHand{}, err
		}
		if t.Makes() && t.Language != Java { // whose debugger wants the source
			h.Program = a.Out
		}
	}
	switch t.Language {
	case Python, JavaScript, TypeScript:
		h.Interpreter = []string{t.Runtime}
	case Java:
		h.Interpreter = []string{t.Runtime, javaFlags[0]} // else a recursion as deep as in a check would overflow
	}
	switch {
	case t.run != nil:
		h.Run = fillMemory(fillIn(t.run, a), memory)
		if last := len(h.Run) - 1; h.Interpreter != nil && last > 0 && h.Run[last] == h.Program && sameFile(h.Run[0], t.Runtime) {
			h.Interpreter = h.Run[:last:last]
		}
	case t.Language == Java && t.compile != nil:
		h.Run = fillMemory(t.javaRun(a), memory)
	case h.Interpreter != nil:
		h.Run = slices.Concat(h.Interpreter, []string{h.Program})
	case t.Language == Go && t.compile == nil:
		h.Run = slices.Concat([]string{t.Path, "run", a.Source}, more)
	default:
		h.Run = []string{a.Out}
	}
	return h, nil
}

// fillMemory puts the limit in MiB for its hole, and leaves out what has the hole where there is no limit.
func fillMemory(argv []string, memory runner.Bytes) []string {
	const hole = "{memory}"
	var filled []string
	for _, arg := range argv {
		if memory > 0 || !strings.Contains(arg, hole) {
			filled = append(filled, strings.ReplaceAll(arg, hole, strconv.FormatInt(int64(memory/runner.MiB), 10)))
		}
	}
	return filled
}

// sameFile says whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, err := filepath.EvalSymlinks(a)
	if err != nil {
		return a == b
	}
	y, err := filepath.EvalSymlinks(b)
	return err == nil && x == y
}

// What a debugger wants of native programs: nothing is optimised away, and lines and names are in them.
var (
	debugFlags     = [][]string{{"-O0"}, {"-g"}, {"-pthread", ""}}
	rustDebugFlags = [][]string{{"-g"}, rustFlags[1], rustFlags[2]}
)

// debuggable are the compilers that are known to take these flags, by their names: "g++-14", "clang++", "rustc".
var debuggable = regexp.MustCompile(`^(?:[\w.-]+-)?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc)(?:-[\d.]+)?(?:\.exe)?$`)

// FindDebugging is Find for programs that a debugger is to run. A compile command of the user's gets the flags added where it
// calls a compiler that is known here.
func FindDebugging(ctx context.Context, lang Language, override Commands) (*Toolchain, error) {
	native := lang == C || lang == CPP || lang == Rust
	if native && slices.ContainsFunc(override.Compile[:min(2, len(override.Compile))], func(arg string) bool { // ccache g++
		return debuggable.MatchString(filepath.Base(arg))
	}) {
		flags := []string{"-g", "-O0"}
		if lang == Rust {
			flags[1] = "-Copt-level=0"
			override.Compile = slices.DeleteFunc(slices.Clone(override.Compile), func(arg string) bool {
				return arg == "-O" // rustc takes one of the two
			})
		}
		override.Compile = slices.Concat(override.Compile, flags)
	}
	return findOnce(ctx, lang, override, debugged)
}
