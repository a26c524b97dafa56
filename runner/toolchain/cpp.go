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
)

// cppFlags are the flags of a C++ program, each with its rivals in order of preference: the first that this compiler
// knows and whose program runs is used. A program that is linked statically starts two to three times as fast.
// -march=native is not among them: it changes the last digits of floating point results.
var cppFlags = [][]string{
	{"-O2"},
	{"-pthread", ""},
	{"-std=gnu++20", "-std=gnu++2a", "-std=gnu++17"},
	{"-static", "-static-libstdc++", ""},
	{"-fdiagnostics-column-unit=byte", ""}, // else g++ counts a tab as eight columns
}

// probeSource starts a thread: with C libraries before glibc 2.34 that fails in static programs, and only when they run.
const probeSource = "#include <thread>\nint main() { std::thread([] {}).join(); }\n"

func (t *Toolchain) findCPP() error {
	if t.compile != nil {
		t.Path = t.compile[0]
		// A script that compiles need not know --version; its path and arguments are in the recipe.
		t.Version, _ = askVersion(t.Path)
		return nil
	}
	names := []string{"g++", "clang++"}
	if cxx := strings.Fields(os.Getenv("CXX")); len(cxx) > 0 {
		names, t.args = cxx[:1], cxx[1:]
	}
	var failure error
	for _, name := range names {
		path, err := lookPath(name)
		if err != nil {
			continue
		}
		if t.Version, err = askVersion(path, t.args...); err != nil {
			failure = errors.Join(failure, err)
			continue
		}
		t.Path = path
		return nil
	}
	what := "no C++ compiler found"
	switch {
	case failure != nil:
		what = fmt.Sprintf("no C++ compiler works (%s)", strings.ReplaceAll(failure.Error(), "\n", "; "))
	case os.Getenv("CXX") != "":
		what = fmt.Sprintf("the C++ compiler that CXX names, %q, was not found", names[0])
	}
	return fmt.Errorf("%s: install g++ or clang++, or set [languages.cpp] compile in execre.toml", what)
}

// CompileCommand is the command that makes the program out from the source src. It is nil for a language that is not
// compiled. The first call in a process tries out which flags the compiler knows, which takes about a second.
func (t *Toolchain) CompileCommand(ctx context.Context, src, out string) ([]string, error) {
	if t.compile != nil {
		return fillIn(t.compile, src, out), nil
	}
	if t.Language != CPP {
		return nil, nil
	}
	t.probe.Lock()
	defer t.probe.Unlock()
	if t.flags == nil {
		flags, err := t.probeFlags(ctx)
		if err != nil {
			return nil, err
		}
		t.flags = flags
	}
	return slices.Concat([]string{t.Path}, t.args, t.flags, []string{"-o", out, src}), nil
}

// probeFlags chooses from cppFlags. Usually the first program works and there is no second.
func (t *Toolchain) probeFlags(ctx context.Context) ([]string, error) {
	dir, err := os.MkdirTemp("", "execre-probe-*")
	if err != nil {
		return nil, fmt.Errorf("cannot make a folder to try the compiler in: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "probe.cpp"), []byte(probeSource), 0o600); err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "probe"+ExecutableSuffix)
	works := func(flags []string) error {
		argv := slices.Concat([]string{t.Path}, t.args, flags, []string{"-o", out, "probe.cpp"})
		if _, err := ask(ctx, CompileEnv(dir), dir, argv...); err != nil {
			return err
		}
		_, err := ask(ctx, t.Env(), dir, out)
		return err
	}

	flags := make([]string, len(cppFlags))
	for i, rivals := range cppFlags {
		flags[i] = rivals[0]
	}
	given := func() []string { return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == "" }) }
	if works(given()) == nil {
		return given(), nil
	}
	// Something does not work: begin with the last resort of each, which says what is wrong if even that fails,
	// and improve one flag after the other.
	for i, rivals := range cppFlags {
		flags[i] = rivals[len(rivals)-1]
	}
	if err := works(given()); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf(
			"the C++ compiler %s does not work (%w): repair it, or set [languages.cpp] compile in execre.toml", t.Path, err)
	}
	for i, rivals := range cppFlags {
		for _, flags[i] = range rivals {
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
