// Package toolchain knows the languages: how their programs are found on this machine, compiled and run.
//
// It promises that what it names is the real thing and not a shim (a pyenv or asdf shim is a script that costs more
// than the program it starts), and that everything which changes what a program does is in Toolchain.Recipe.
// It looks for compilers and interpreters on PATH only, and asks each for its version; it never installs anything.
package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"execre/runner"
	"execre/runner/internal/process"
)

// Language is one of the contest languages; its String is the name used in reports and in execre.toml ("cpp", "python").
type Language string

// The languages whose programs can be run.
const (
	Python Language = "python"
	CPP    Language = "cpp"
)

// String gives the language's name.
func (l Language) String() string { return string(l) }

// Supported reports whether programs in the language can be run.
func (l Language) Supported() bool { return l == Python || l == CPP }

var byExtension = map[string]Language{
	".py": Python, ".py3": Python,
	".cpp": CPP, ".cc": CPP, ".cxx": CPP, ".c++": CPP,
	".c": "c", ".java": "java", ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".ts": "typescript",
	".go": "go", ".rs": "rust", ".kt": "kotlin", ".cs": "csharp", ".rb": "ruby", ".hs": "haskell", ".pas": "pascal",
	".d": "d", ".swift": "swift", ".scala": "scala", ".php": "php", ".pl": "perl", ".lua": "lua", ".ml": "ocaml",
	".nim": "nim", ".jl": "julia", ".dart": "dart", ".zig": "zig", ".ex": "elixir", ".fs": "fsharp", ".vb": "vb",
}

// ByExtension gives the language of a file name, whatever the case of its extension. supported is false for a
// language that is recognised but cannot be run yet ("java").
func ByExtension(file string) (lang Language, supported, ok bool) {
	lang, ok = byExtension[strings.ToLower(filepath.Ext(file))]
	return lang, lang.Supported(), ok
}

// Commands overrides a language's commands; nil fields keep the default. {src}
// and {out} stand for the source and the artefact.
type Commands struct {
	Compile []string
	Run     []string
}

// Toolchain is a language as found on this machine.
type Toolchain struct {
	Language Language
	Path     string // of the compiler, or of the Python interpreter; absolute
	Version  string // first line of the compiler's or interpreter's version, part of every key

	args    []string // that belong to Path: CXX="ccache g++"
	compile []string // a template; nil for the default
	run     []string // a template; nil for the default

	userBase string // Python: where pip --user installs, "" if the interpreter ignores it

	probe sync.Mutex
	flags []string // C++: found by CompileCommand, nil before
}

// question bounds what is asked of a compiler or interpreter: version, flags.
var question = runner.Limits{CPU: 20 * time.Second, Wall: time.Minute, Output: runner.MiB}

// found holds the toolchains that were found. What was not found is looked for again, for it can be installed meanwhile.
var found = struct {
	sync.Mutex
	toolchains map[string]*Toolchain
}{toolchains: map[string]*Toolchain{}}

// Missing is the error of a toolchain that is not there: the machine or execre.toml is at fault, not a program.
type Missing struct {
	Language Language
	reason   error
}

// Error says in one sentence what to install or to change.
func (m *Missing) Error() string { return m.reason.Error() }

// Find detects the toolchain of a language once per process. The error is a *Missing.
func Find(lang Language, override Commands) (*Toolchain, error) {
	key := fmt.Sprintf("%q %q %q %q %q", lang, override.Compile, override.Run, os.Getenv("PATH"), os.Getenv("CXX"))
	found.Lock()
	defer found.Unlock()
	if t := found.toolchains[key]; t != nil {
		return t, nil
	}
	t, err := find(lang, override)
	if err != nil {
		return nil, &Missing{lang, err}
	}
	found.toolchains[key] = t
	return t, nil
}

func find(lang Language, override Commands) (*Toolchain, error) {
	t := &Toolchain{Language: lang}
	var err error
	if t.compile, err = template(lang, "compile", override.Compile, lang == CPP); err != nil {
		return nil, err
	}
	if t.run, err = template(lang, "run", override.Run, false); err != nil {
		return nil, err
	}
	switch lang {
	case Python:
		return t, t.findPython()
	case CPP:
		return t, t.findCPP()
	}
	return nil, fmt.Errorf("%s programs cannot be run yet: use C++ or Python", lang)
}

// template checks a command of execre.toml and resolves its program.
func template(lang Language, name string, argv []string, compiles bool) ([]string, error) {
	if argv == nil {
		return nil, nil
	}
	key := fmt.Sprintf("[languages.%s] %s in execre.toml", lang, name)
	if len(argv) == 0 {
		return nil, fmt.Errorf("%s is empty: name a program, or remove the key", key)
	}
	all := strings.Join(argv, " ")
	if name == "compile" && (!strings.Contains(all, "{src}") || compiles && !strings.Contains(all, "{out}")) {
		return nil, fmt.Errorf("%s must contain {src} and {out}, the source and the program made from it", key)
	}
	if name == "run" && !strings.Contains(all, "{src}") && !strings.Contains(all, "{out}") {
		return nil, fmt.Errorf("%s must contain {src} or {out}, the source or the program made from it", key)
	}
	argv = slices.Clone(argv)
	if strings.Contains(argv[0], "{") {
		return argv, nil
	}
	path, err := lookPath(argv[0])
	if err != nil {
		return nil, fmt.Errorf("%s names %q, which was not found: install it, or name another", key, argv[0])
	}
	argv[0] = path
	return argv, nil
}

// Recipe is all that turns a source into a behaviour, but the source: commands, flags, versions. PATH is not part of
// it, what it led to is.
func (t *Toolchain) Recipe() string {
	recipe := fmt.Sprintf("%s %q %q %q %q %q %q %s/%s\n", t.Language, t.Path, t.args, t.Version, t.compile, t.run,
		t.userBase, runtime.GOOS, runtime.GOARCH)
	if t.Language == CPP {
		recipe += fmt.Sprintf("%q", cppFlags)
		for _, name := range compilerVariables {
			recipe += fmt.Sprintf(" %q", os.Getenv(name))
		}
	}
	return recipe
}

// compilerVariables are the variables of the user's environment that change what a compiler makes.
var compilerVariables = []string{
	"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "SDKROOT", "MACOSX_DEPLOYMENT_TARGET",
}

// Env is the environment of programs, and nothing of the user's own but PATH and where Python's modules are.
func (t *Toolchain) Env() []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"),
		"LANG=C.UTF-8",
		"OMP_NUM_THREADS=1", // libraries for numbers would start a thread per core otherwise
		"PYTHONDONTWRITEBYTECODE=1",
	}
	if t.userBase != "" {
		env = append(env, "PYTHONUSERBASE="+t.userBase) // else looked for below HOME, which programs have for themselves
	}
	if runtime.GOOS == "windows" {
		env = append(env, "SYSTEMROOT="+os.Getenv("SYSTEMROOT")) // without it no socket and no random number
	}
	return env
}

// CompileEnv is the environment of compilers: the user's, with messages in English and temporary files in dir.
func CompileEnv(dir string) []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains([]string{"LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG", "TMPDIR", "TMP", "TEMP", "GCC_COLORS"}, name)
	})
	return append(env, "LC_ALL=C.UTF-8", "TMPDIR="+dir, "TMP="+dir, "TEMP="+dir)
}

// fillIn puts names for {src} and {out}.
func fillIn(template []string, src, out string) []string {
	replace := strings.NewReplacer("{src}", src, "{out}", out)
	argv := make([]string, len(template))
	for i, arg := range template {
		argv[i] = replace.Replace(arg)
	}
	return argv
}

// lookPath is exec.LookPath with an absolute result.
func lookPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// ask runs a short command and gives what it printed on stdout.
func ask(ctx context.Context, env []string, dir string, argv ...string) (string, error) {
	res := process.Run(ctx, process.Command{Argv: argv, Env: env, Dir: dir, Limits: question})
	if res.Verdict == runner.InternalError {
		return "", res.Err
	}
	if res.Verdict != runner.OK {
		line, _, _ := bytes.Cut(bytes.TrimSpace(res.StderrHead), []byte("\n"))
		return "", fmt.Errorf("%s: %v: %s", filepath.Base(argv[0]), res.Verdict, line)
	}
	return string(res.Stdout), nil
}

// askInEmptyFolder is ask in an empty folder and with the user's environment.
func askInEmptyFolder(argv ...string) (string, error) {
	dir, err := os.MkdirTemp("", "execre-probe-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	return ask(context.Background(), CompileEnv(dir), dir, argv...)
}

// askVersion gives the first line of what a program says of itself.
func askVersion(path string, args ...string) (string, error) {
	text, err := askInEmptyFolder(slices.Concat([]string{path}, args, []string{"--version"})...)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return "", errors.New("it does not tell its version")
	}
	return strings.TrimSpace(line), nil
}
