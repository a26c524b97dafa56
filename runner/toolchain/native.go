package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"execre/runner/internal/process"
	"execre/runner/internal/tempdir"
)

// nativeFlags are the flags of C and C++ programs, each with its rivals in order of preference: the first that this
// compiler knows and whose program runs is used. A program that is linked statically starts two to three times as fast.
// -march=native is not among them: it changes the last digits of floating point results.
var nativeFlags = map[Language][][]string{
	CPP: {
		{"-O2"},
		{"-pthread", ""},
		{"-std=gnu++20", "-std=gnu++2a", "-std=gnu++17"},
		{"-static", "-static-libstdc++", ""},
		{"-fdiagnostics-column-unit=byte", ""}, // else g++ counts a tab as eight columns
	},
	C: {
		{"-O2"},
		{"-pthread", ""},
		{"-std=gnu17", "-std=gnu11"},
		{"-static", ""},
		{"-fdiagnostics-column-unit=byte", ""},
	},
}

// The probes start a thread: with C libraries before glibc 2.34 that fails in static programs, and only when they run.
const (
	probeCPP = "#include <thread>\nint main() { std::thread([] {}).join(); }\n"
	probeC   = "#include <math.h>\n#include <pthread.h>\nstatic void *f(void *x) { return x; }\n" +
		"int main(int n, char **a) {\n  pthread_t t;\n  (void)a;\n" +
		"  return pthread_create(&t, 0, f, 0) || pthread_join(t, 0) || sqrt(n) != 1;\n}\n"
)

// native says how the compiler of a language is found.
type native struct {
	what     string   // for people
	variable string   // of the environment
	names    []string // in order of preference
	install  string
	probe    string // a program
}

var natives = map[Language]native{
	CPP: {"C++", "CXX", []string{"g++", "clang++"}, "g++ or clang++", probeCPP},
	C:   {"C", "CC", []string{"gcc", "clang", "cc"}, "gcc or clang", probeC},
}

func (t *Toolchain) findNative(ctx context.Context) error {
	if t.ownCompiler(ctx) {
		return nil
	}
	n := natives[t.Language]
	names := n.names
	if own := strings.Fields(os.Getenv(n.variable)); len(own) > 0 {
		names, t.args = own[:1], own[1:]
	}
	var failure error
	for _, name := range names {
		path, err := lookPath(name)
		if err != nil {
			continue
		}
		if t.Version, err = askVersion(ctx, path, t.args...); err != nil {
			failure = errors.Join(failure, err)
			continue
		}
		t.Path = path
		return nil
	}
	what := fmt.Sprintf("no %s compiler found", n.what)
	switch {
	case failure != nil:
		what = fmt.Sprintf("no %s compiler works (%s)", n.what, oneLine(failure))
	case os.Getenv(n.variable) != "":
		what = fmt.Sprintf("the %s compiler that %s names, %q, was not found", n.what, n.variable, names[0])
	}
	return fmt.Errorf("%s: install %s, or set [languages.%s] compile in execre.toml", what, n.install, t.Language)
}

// nativeCommand is the command that compiles and links C or C++ sources.
func (t *Toolchain) nativeCommand(ctx context.Context, out string, sources []string) ([]string, error) {
	t.probe.Lock()
	defer t.probe.Unlock()
	if t.flags == nil {
		n := natives[t.Language]
		flags, err := t.probeFlags(ctx, t.nativeFlags(), "probe."+string(t.Language), n.probe, t.linkFlags())
		if err != nil {
			if t.manner == watched {
				return nil, t.noSanitizer(ctx, err)
			}
			return nil, t.broken(ctx, n.what, err)
		}
		t.flags = flags
	}
	return slices.Concat([]string{t.Path}, t.args, t.flags, []string{"-o", out}, sources, t.linkFlags()), nil
}

// nativeFlags are those to choose from.
func (t *Toolchain) nativeFlags() [][]string {
	switch t.manner {
	case watched:
		return append([][]string{standards[t.Language]}, sanitizerFlags...)
	case covered:
		return append([][]string{standards[t.Language]}, coverageFlags...)
	case debugged:
		return append(slices.Clone(debugFlags), standards[t.Language])
	case plain:
	}
	return nativeFlags[t.Language]
}

// linkFlags are those that must stand behind the sources.
func (t *Toolchain) linkFlags() []string {
	if t.Language == C && runtime.GOOS != "windows" {
		return []string{"-lm"}
	}
	return nil
}

// broken is the error for a compiler that compiles nothing: a *Missing unless we are at fault, or the folder for temporary
// files, for programs in other languages are compared all the same.
func (t *Toolchain) broken(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	full := errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "No space left on device") // we, the compiler
	if full || errors.Is(err, syscall.EACCES) {
		return fmt.Errorf("cannot try the %s compiler %s (%w): %s is full, or mounted with noexec: set TMPDIR to another folder",
			what, t.Path, err, os.TempDir())
	}
	if few := process.FewAddresses(); few != nil {
		return &Missing{t.Language, fmt.Errorf("the %s compiler %s does not work (%w), and %w", what, t.Path, err, few)}
	}
	return &Missing{t.Language, fmt.Errorf("the %s compiler %s does not work (%w): repair it, or set [languages.%s] compile in execre.toml",
		what, t.Path, err, t.Language)}
}

// probeFlags chooses from flags by compiling and running a program. Usually the first choice works and there is no second.
func (t *Toolchain) probeFlags(
	ctx context.Context, rivals [][]string, name, program string, last []string,
) ([]string, error) {
	dir, err := tempdir.Make("probe")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, name), []byte(program), 0o600); err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "probe"+ExecutableSuffix)
	works := func(flags []string) error {
		argv := slices.Concat([]string{t.Path}, t.args, flags, []string{"-o", out, name}, last)
		if _, err := ask(ctx, CompileEnv(dir), dir, argv...); err != nil {
			return err
		}
		_, err := ask(ctx, t.Env(), dir, out)
		return err
	}

	flags := make([]string, len(rivals))
	for i, choice := range rivals {
		flags[i] = choice[0]
	}
	given := func() []string { return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == "" }) }
	if works(given()) == nil {
		return given(), nil
	}
	// Something does not work: begin with the last resort of each, which says what is wrong if even that fails,
	// and improve one flag after the other.
	for i, choice := range rivals {
		flags[i] = choice[len(choice)-1]
	}
	if err := works(given()); err != nil {
		return nil, err
	}
	for i, choice := range rivals {
		for _, flags[i] = range choice {
			if works(given()) == nil {
				break
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return given(), nil
}

// ExecutableSuffix is what the name of a program ends with on this system.
var ExecutableSuffix = map[string]string{"windows": ".exe"}[runtime.GOOS]
