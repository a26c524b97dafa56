// Package toolchain knows the languages: how their programs are found on this machine, compiled and run.
//
// It promises that what it names is the real thing and not a shim (a pyenv or asdf shim is a script that costs more
// than the program it starts), and that everything which changes what a program does is in Toolchain.Recipe.
// It looks for compilers and interpreters on PATH only, and asks each for its version; it never installs anything.
package toolchain

import (
	"bytes"
	"cmp"
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

	"golang.org/x/sync/semaphore"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/internal/tempdir"
)

// Language is one of the contest languages; its String is the name used in reports and in execre.toml ("cpp", "python").
type Language string

// The languages whose programs are compiled and run by commands that this package knows. Others need commands in
// execre.toml.
const (
	Python     Language = "python"
	CPP        Language = "cpp"
	C          Language = "c"
	Java       Language = "java"
	JavaScript Language = "javascript"
	TypeScript Language = "typescript"
	Go         Language = "go"
	Rust       Language = "rust"
)

// String gives the language's name.
func (l Language) String() string { return string(l) }

// Supported reports whether programs in the language can be run without commands in execre.toml.
func (l Language) Supported() bool {
	switch l {
	case Python, CPP, C, Java, JavaScript, TypeScript, Go, Rust:
		return true
	}
	return false
}

// Reserves reports whether programs in the language, and their compilers, may reserve far more addresses than they use
// memory, so that a limit on their addresses says nothing: virtual machines do, and what is unknown may be one.
func (l Language) Reserves() bool {
	switch l {
	case Python, CPP, C, Rust:
		return false
	}
	return true
}

// Threads is how many threads and processes a program in the language needs to be able to have, 0 for the default:
// virtual machines have some for each core.
func (l Language) Threads() int {
	if l.Reserves() {
		return 256
	}
	return 0
}

var byExtension = map[string]Language{
	".py": Python, ".py3": Python,
	".cpp": CPP, ".cc": CPP, ".cxx": CPP, ".c++": CPP,
	".c": C, ".java": Java, ".js": JavaScript, ".mjs": JavaScript, ".cjs": JavaScript,
	".ts": TypeScript, ".mts": TypeScript, ".cts": TypeScript,
	".go": Go, ".rs": Rust, ".kt": "kotlin", ".cs": "csharp", ".rb": "ruby", ".hs": "haskell", ".pas": "pascal",
	".d": "d", ".swift": "swift", ".scala": "scala", ".php": "php", ".pl": "perl", ".lua": "lua", ".ml": "ocaml",
	".nim": "nim", ".jl": "julia", ".dart": "dart", ".zig": "zig", ".ex": "elixir", ".fs": "fsharp", ".vb": "vb",
}

// ByExtension gives the language of a file name, whatever the case of its extension. supported is false for a
// language that is recognised but needs commands in execre.toml ("kotlin").
func ByExtension(file string) (lang Language, supported, ok bool) {
	lang, ok = byExtension[strings.ToLower(filepath.Ext(file))]
	return lang, lang.Supported(), ok
}

// Commands overrides a language's commands; nil fields keep the default. In them {src} stands for the source, {out} for
// what is made of it (a file; for Java a folder of classes), {class} for the main class of a Java source, and {memory}
// in a run command for the memory limit in MiB (see RunCommand).
type Commands struct {
	Compile []string
	Run     []string
}

// Toolchain is a language as found on this machine.
type Toolchain struct {
	Language Language
	Path     string   // of the compiler, or of the interpreter of a language that has none; absolute
	Version  string   // first line of the compiler's or interpreter's version, part of every key
	Runtime  string   // what executes the programs: Python, java, node; "" for native programs
	Reads    []string // files and folders that a program reads when it runs, absolute: see runner.Program

	args    []string // that belong to Path: CXX="ccache g++"
	compile []string // a template; nil for the default
	run     []string // a template; nil for the default

	userBase string   // Python: where pip --user installs, "" if the interpreter ignores it
	standard []string // Python: the names of the standard library's modules
	paths    []string // Python: the folders where it looks for modules
	release  int      // Java: 17
	typer    typer    // TypeScript: what takes the types out
	goEnv    []string // Go: variables of the compiler
	manner   manner

	probe sync.Mutex
	flags []string // C, C++, Rust: found by CompileCommand, nil before
}

// question bounds what is asked of a compiler or interpreter: version, flags.
var question = runner.Limits{CPU: 20 * time.Second, Wall: 30 * time.Second, Output: runner.MiB}

// found holds the toolchains that were found. What was not found is looked for again, for it can be installed meanwhile.
var found = struct {
	one        *semaphore.Weighted // looks at a time; others can give up waiting
	toolchains map[string]*Toolchain
}{one: semaphore.NewWeighted(1), toolchains: map[string]*Toolchain{}}

// Missing is the error of a toolchain that is not there: the machine or execre.toml is at fault, not a program.
type Missing struct {
	Language Language
	reason   error
}

// Error says in one sentence what to install or to change.
func (m *Missing) Error() string { return m.reason.Error() }

// Find detects the toolchain of a language once per process. The error is a *Missing, or that of ctx.
func Find(ctx context.Context, lang Language, override Commands) (*Toolchain, error) {
	return findOnce(ctx, lang, override, plain)
}

// manner is what else is wanted of programs than that they run.
type manner int

const (
	plain    manner = iota
	watched         // by sanitizers
	covered         // so that it is seen which lines are executed
	debugged        // by a debugger
)

// findOnce is Find, for programs of a manner.
func findOnce(ctx context.Context, lang Language, override Commands, how manner) (*Toolchain, error) {
	key := fmt.Sprintf("%d %q %q %q %q %q %q", how, lang, override.Compile, override.Run, os.Getenv("PATH"), os.Getenv("CXX"),
		os.Getenv("CC"))
	if err := found.one.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer found.one.Release(1)
	if t := found.toolchains[key]; t != nil {
		return t, nil
	}
	t, err := find(ctx, lang, override)
	if ctx.Err() != nil {
		return nil, ctx.Err() // what was found may lack what could not be asked for
	}
	if err != nil {
		return nil, &Missing{lang, err}
	}
	t.manner = how
	found.toolchains[key] = t
	return t, nil
}

func find(ctx context.Context, lang Language, override Commands) (*Toolchain, error) {
	if err := cmp.Or(tempdir.Check(), process.Ready()); err != nil {
		return nil, err // not the fault of any compiler
	}
	if lang.Reserves() {
		if err := process.ReadyToReserve(); err != nil {
			return nil, fmt.Errorf("%s cannot be run: %w", lang, err)
		}
	}
	t := &Toolchain{Language: lang}
	var err error
	if t.run, err = template(lang, "run", override.Run, "{src}", "{out}"); err != nil {
		return nil, err
	}
	// What is not made need not be named: then the run command is that of the source.
	if c := override.Compile; len(c) > 0 && !(contains(c, "{src}") && contains(c, "{out}")) &&
		(t.run == nil || contains(t.run, "{out}")) {
		return nil, fmt.Errorf(
			"[languages.%s] compile in execre.toml must contain {src} and {out}, the source and the program made from it", lang)
	}
	if t.compile, err = template(lang, "compile", override.Compile, "{src}"); err != nil {
		return nil, err
	}
	switch lang {
	case Python:
		err = t.findPython(ctx)
	case C, CPP:
		err = t.findNative(ctx)
	case Java:
		err = t.findJava(ctx)
	case JavaScript, TypeScript:
		err = t.findNode(ctx)
	case Go:
		err = t.findGo(ctx)
	case Rust:
		err = t.findRust(ctx)
	default:
		err = t.findOther(ctx)
	}
	if err != nil {
		return nil, err
	}
	if t.run != nil && filepath.IsAbs(t.run[0]) {
		t.reads(installation(t.run[0])...)
	}
	return t, nil
}

// findOther takes a language of which only the commands in execre.toml are known.
func (t *Toolchain) findOther(ctx context.Context) error {
	if t.run == nil && t.compile == nil {
		return fmt.Errorf("%s programs are run by commands of yours only: set [languages.%[1]s] run in execre.toml, "+
			"and compile if they are compiled, for example run = [\"%[1]s\", \"{src}\"]", t.Language)
	}
	var versions []string
	for _, argv := range [][]string{t.compile, t.run} {
		if argv != nil && filepath.IsAbs(argv[0]) {
			t.Path = cmp.Or(t.Path, argv[0])
			version, _ := askVersion(ctx, argv[0]) // not all know the question
			versions = append(versions, version)
		}
	}
	t.Version = strings.Join(versions, "; ")
	return nil
}

// ownCompiler takes a compile command of execre.toml, if there is one. A script that compiles need not know --version;
// its path and arguments are in the recipe.
func (t *Toolchain) ownCompiler(ctx context.Context) bool {
	if t.compile == nil {
		return false
	}
	t.Path = t.compile[0]
	t.Version, _ = askVersion(ctx, t.Path)
	return true
}

// reads adds to Reads what is not in it yet, and is there.
func (t *Toolchain) reads(paths ...string) {
	for _, path := range paths {
		if path = filepath.Clean(path); !filepath.IsAbs(path) || slices.Contains(t.Reads, path) {
			continue
		}
		if _, err := os.Stat(path); err == nil {
			t.Reads = append(t.Reads, path)
		}
	}
}

// installation lists what belongs to a program at path: itself and what it is a link to, with all of the folder that it
// was installed into where it has one of its own.
func installation(path string) []string {
	list := []string{path}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return list
	}
	list = append(list, real)
	if dir := filepath.Dir(real); filepath.Base(dir) == "bin" {
		prefix := filepath.Dir(dir)
		home, _ := os.UserHomeDir()
		shared := []string{"/", "/usr", "/usr/local", home, filepath.Join(home, ".local")}
		if !slices.Contains(shared, prefix) {
			list = append(list, prefix)
		}
	}
	return list
}

// template checks a command of execre.toml, which must contain one of the holes, and resolves its program.
func template(lang Language, name string, argv []string, holes ...string) ([]string, error) {
	if argv == nil {
		return nil, nil
	}
	key := fmt.Sprintf("[languages.%s] %s in execre.toml", lang, name)
	if len(argv) == 0 {
		return nil, fmt.Errorf("%s is empty: name a program, or remove the key", key)
	}
	if !slices.ContainsFunc(holes, func(hole string) bool { return contains(argv, hole) }) {
		what := "the source or the program made from it"
		if len(holes) == 1 {
			what = "the source"
		}
		return nil, fmt.Errorf("%s must contain %s, %s", key, strings.Join(holes, " or "), what)
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

// contains reports whether an argument contains a hole.
func contains(argv []string, hole string) bool {
	return slices.ContainsFunc(argv, func(arg string) bool { return strings.Contains(arg, hole) })
}

// CompileCommand is the command that makes the program out from the source src and more sources, which are those of a
// candidate of several files. It is run in the folder that src is relative to. It is nil for a language that is not
// compiled. The first call in a process may try out which flags the compiler knows, which takes about a second.
func (t *Toolchain) CompileCommand(ctx context.Context, src, out string, more ...string) ([]string, error) {
	if t.compile != nil {
		return append(fillIn(t.compile, Artefact{Source: src, Out: out}), more...), nil
	}
	sources := slices.Concat([]string{src}, more)
	switch t.Language {
	case C, CPP:
		return t.nativeCommand(ctx, out, sources)
	case Java:
		return t.javaCommand(out, sources), nil
	case JavaScript, TypeScript:
		return t.nodeCommand(out, sources), nil
	case Go:
		return slices.Concat([]string{t.Path}, goFlags, []string{"-o", out}, sources), nil
	case Rust:
		return t.rustCommand(ctx, src, out)
	}
	return nil, nil
}

// Makes reports whether CompileCommand makes the file or folder out. Other compile commands only say what is wrong with
// the source.
func (t *Toolchain) Makes() bool {
	if t.compile != nil {
		return contains(t.compile, "{out}")
	}
	return t.Language.Supported() && t.Language != Python && t.Language != JavaScript
}

// Artefact is what is run.
type Artefact struct {
	Source        string // the source, absolute
	Out           string // what CompileCommand made of it, absolute
	Class         string // Java: the main class
	SelfContained bool   // Python: it needs nothing but the standard library, and none of the names that the module site adds
}

// RunCommand is the command that runs a program. An argument that contains {memory} is meant to be left out where there is
// no limit on memory, and to get the limit in MiB else: virtual machines size their heap by it.
func (t *Toolchain) RunCommand(a Artefact) []string {
	if t.run != nil {
		return fillIn(t.run, a)
	}
	if t.compile != nil && !t.Language.Supported() {
		return []string{a.Out}
	}
	switch t.Language {
	case Python:
		return t.pythonRun(a)
	case Java:
		return t.javaRun(a)
	case JavaScript, TypeScript:
		return t.nodeRun(a)
	}
	return []string{a.Out}
}

// Recipe is all that turns a source into a behaviour, but the source: commands, flags, versions. PATH is not part of
// it, what it led to is.
func (t *Toolchain) Recipe() string {
	recipe := fmt.Sprintf("%s %q %q %q %q %q %q %q %s/%s\n", t.Language, t.Path, t.Runtime, t.args, t.Version, t.compile, t.run,
		t.userBase, runtime.GOOS, runtime.GOARCH)
	switch t.Language {
	case C, CPP:
		recipe += fmt.Sprintf("%q", t.nativeFlags())
		for _, name := range compilerVariables {
			recipe += fmt.Sprintf(" %q", os.Getenv(name))
		}
	case Rust:
		recipe += fmt.Sprintf("%q", t.rustFlags())
	case Java:
		recipe += fmt.Sprintf("%q %q", javacFlags, javaFlags)
	case JavaScript, TypeScript:
		recipe += fmt.Sprintf("%q %q %q", t.typer, nodeScript, nodeFlags)
	case Go:
		recipe += fmt.Sprintf("%q %q", goFlags, goModule)
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
	if t.manner == watched {
		env = append(env, sanitizerOptions...)
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

// CompileEnv is the environment of the toolchain's own compiler.
func (t *Toolchain) CompileEnv(dir string) []string {
	env := CompileEnv(dir)
	if t.Language == Go {
		env = append(slices.DeleteFunc(env, func(entry string) bool { return strings.HasPrefix(entry, "GO") }), t.goEnv...)
	}
	return env
}

// fillIn puts names for the holes of a template.
func fillIn(template []string, a Artefact) []string {
	replace := strings.NewReplacer("{src}", a.Source, "{out}", a.Out, "{class}", a.Class)
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

// lookFile gives file if it is a regular file.
func lookFile(file string) (string, error) {
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", file)
	}
	return file, err
}

// oneLine is an error's text as part of a sentence.
func oneLine(err error) string { return strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ") }

// ask runs a short command and gives what it printed on stdout.
func ask(ctx context.Context, env []string, dir string, argv ...string) (string, error) {
	res, err := answer(ctx, env, dir, argv)
	return string(res.Stdout), err
}

func answer(ctx context.Context, env []string, dir string, argv []string) (runner.Result, error) {
	res := process.Run(ctx, process.Command{Argv: argv, Env: env, Dir: dir, Limits: question, StderrPart: 64 * runner.KiB})
	if res.Verdict == runner.InternalError {
		return runner.Result{}, res.Err
	}
	if res.Verdict != runner.OK {
		line, _, _ := bytes.Cut(bytes.TrimSpace(res.StderrHead), []byte("\n"))
		return runner.Result{}, fmt.Errorf("%s: %v: %s", filepath.Base(argv[0]), res.Verdict, line)
	}
	return res, nil
}

// askInEmptyFolder is ask in an empty folder and with the user's environment.
func askInEmptyFolder(ctx context.Context, argv ...string) (string, error) {
	res, err := answerInEmptyFolder(ctx, argv)
	return string(res.Stdout), err
}

// askBoth is askInEmptyFolder for what is printed on stdout or stderr.
func askBoth(ctx context.Context, argv ...string) (string, error) {
	res, err := answerInEmptyFolder(ctx, argv)
	return string(res.StderrHead) + string(res.Stdout), err
}

func answerInEmptyFolder(ctx context.Context, argv []string) (runner.Result, error) {
	dir, err := tempdir.Make("probe")
	if err != nil {
		return runner.Result{}, err
	}
	defer os.RemoveAll(dir)
	return answer(ctx, CompileEnv(dir), dir, argv)
}

// askVersion gives the first line of what a program says of itself.
func askVersion(ctx context.Context, path string, args ...string) (string, error) {
	text, err := askInEmptyFolder(ctx, slices.Concat([]string{path}, args, []string{"--version"})...)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return "", errors.New("it does not tell its version")
	}
	return strings.TrimSpace(line), nil
}
