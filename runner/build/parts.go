package build

import (
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"execre/runner"
	"execre/runner/internal/engine"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
)

// Parts are what lets many executions of a program share one start: the fork server that is linked into native programs
// or loaded before them, and the hosts that interpreters run. They are entries of the cache with keys of their own. A
// part that cannot be made here is no error: its programs are then started anew for each execution.

// How an artefact can be served; the values of manifest.Server.
const (
	linked      = "linked"  // the fork server is in it
	preloadable = "preload" // the fork server can be loaded before it
)

// serveVariable makes a program with a fork server serve. Without it such a program is like any other.
const serveVariable = "EXECRE_SERVE=1"

const (
	objectName  = "execre-server.o"
	libraryName = "execre-server.so"
	zygoteName  = "execre-zygote.py"
	nodeName    = "execre-warm.js"
	javaName    = "Warm.java" // the name of its class
)

// part gives the folder of a part, which fill makes if it is not in the cache. It stays in the cache for as long as this
// process lives. ok is false if it cannot be had; that is not tried again by this process.
func (c *Cache) part(
	ctx context.Context, key string, fill func(ctx context.Context, entry, scratch string, m *manifest) error,
) (dir string, ok bool) {
	c.mu.Lock()
	unfit := c.unfit[key]
	if c.held[key] == 0 {
		c.held[key]++
	}
	c.mu.Unlock()
	if unfit {
		return "", false
	}
	if _, err := c.obtain(ctx, key, fill); err != nil {
		if ctx.Err() == nil && !isFull(err) {
			c.mu.Lock()
			c.unfit[key] = true
			c.mu.Unlock()
		}
		return "", false
	}
	return filepath.Join(c.dir, key), true
}

// partKey is the key of a part, or of another entry that is no program.
func partKey(what string, ingredients ...any) string {
	h := sha256.New()
	fmt.Fprintf(h, "execre %s %d", what, manifestVersion)
	for _, ingredient := range ingredients {
		fmt.Fprintf(h, " %q", ingredient)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// server says how executions of p, which has the entry of m, share one start, and lets p read what that needs. It is nil
// if they cannot.
func (c *Cache) server(ctx context.Context, r recipe, p *runner.Program, m *manifest) *runner.Server {
	if runtime.GOOS != "linux" {
		return nil
	}
	native := p.Argv[0] == filepath.Join(p.Dir, artefact)
	switch {
	case m.Server == linked && native:
		return &runner.Server{Engine: runner.ForkServer, Argv: p.Argv, Env: []string{serveVariable}}
	case m.Server == preloadable && native && !p.Reserves: // sanitizers want to be the first library, runtimes have threads
		dir, ok := c.library(ctx)
		if !ok {
			return nil
		}
		p.Reads = append(p.Reads, dir)
		preload := "LD_PRELOAD=" + filepath.Join(dir, libraryName)
		return &runner.Server{Engine: runner.ForkServer, Argv: p.Argv, Env: []string{serveVariable, preload}}
	case r.src.Language == toolchain.Python && isPython(r.tools.Path, p.Argv):
		dir, ok := c.script(ctx, zygoteName, []byte(engine.ZygoteSource()))
		if !ok {
			return nil
		}
		p.Reads = append(p.Reads, dir)
		last := len(p.Argv) - 1
		argv := slices.Concat(p.Argv[:last], []string{filepath.Join(dir, zygoteName), p.Argv[last]})
		return &runner.Server{Engine: runner.Zygote, Argv: argv}
	case (r.src.Language == toolchain.JavaScript || r.src.Language == toolchain.TypeScript) && r.override.Run == nil:
		dir, ok := c.script(ctx, nodeName, engine.NodeServer)
		if !ok {
			return nil
		}
		p.Reads = append(p.Reads, dir)
		last := len(p.Argv) - 1
		argv := engine.NodeServerArgs(p.Argv[0], p.Argv[1:last], filepath.Join(dir, nodeName), p.Argv[last])
		return &runner.Server{Engine: runner.Warm, Argv: argv}
	case r.src.Language == toolchain.Java && r.override.Run == nil && r.override.Compile == nil:
		at := slices.Index(p.Argv, "-cp") // and then the classes and the main class
		dir, ok := c.warmJava(ctx, r.tools)
		if !ok || at < 0 || at+3 != len(p.Argv) {
			return nil
		}
		p.Reads = append(p.Reads, dir)
		argv := engine.JavaServerArgs(p.Argv[0], p.Argv[1:at], dir, p.Argv[at+1], p.Argv[at+2])
		return &runner.Server{Engine: runner.Warm, Argv: argv}
	}
	return nil
}

// script gives the folder of a part that is one file.
func (c *Cache) script(ctx context.Context, name string, text []byte) (dir string, ok bool) {
	return c.part(ctx, partKey("script", name, text), func(_ context.Context, entry, _ string, _ *manifest) error {
		return writeFile(entry, name, text)
	})
}

// warmJava gives the folder of the classes of Warm.java, which are compiled once for each development kit.
func (c *Cache) warmJava(ctx context.Context, tools *toolchain.Toolchain) (dir string, ok bool) {
	key := partKey("warm java", engine.JavaServer, tools.Path, tools.Version)
	return c.part(ctx, key, func(ctx context.Context, entry, scratch string, _ *manifest) error {
		if err := writeFile(scratch, javaName, engine.JavaServer); err != nil {
			return err
		}
		res := c.compiler(ctx, process.Command{
			Argv: []string{tools.Path, "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", entry, javaName},
			Env:  tools.CompileEnv(scratch), Dir: scratch, Limits: limits, Reserves: true,
		})
		if res.Verdict != runner.OK {
			return errors.Join(ctx.Err(), c.whyNot(res), fmt.Errorf("cannot compile %s: %v: %s", javaName, res.Verdict, res.StderrHead))
		}
		return nil
	})
}

// pythonFlag matches the options of Python behind which the program is still a file.
var pythonFlag = regexp.MustCompile(`^-([bBdEiIOPqsSuvx]+|[WX].+)$`)

// isPython reports whether argv runs its last argument, a file, in the interpreter at path.
func isPython(path string, argv []string) bool {
	if len(argv) < 2 || slices.ContainsFunc(argv[1:len(argv)-1], func(a string) bool { return !pythonFlag.MatchString(a) }) {
		return false
	}
	if argv[0] == path {
		return true
	}
	one, err1 := filepath.EvalSymlinks(argv[0])
	other, err2 := filepath.EvalSymlinks(path)
	return err1 == nil && err2 == nil && one == other
}

// linkable are the languages whose compilers link, with what they are told about the linker's arguments.
var linkable = map[toolchain.Language]struct {
	pass  func(arg string) []string
	probe string // a program that ends with exit status 42
}{
	toolchain.CPP:  {plainArgument, "int main(int argc, char **argv) { return argc == 1 && argv[0] ? 42 : 1; }\n"},
	toolchain.C:    {plainArgument, "int main(int argc, char **argv) { return argc == 1 && argv[0] ? 42 : 1; }\n"},
	toolchain.Rust: {func(arg string) []string { return []string{"-C", "link-arg=" + arg} }, "fn main() { std::process::exit(42) }\n"},
}

func plainArgument(arg string) []string { return []string{arg} }

// linking makes of a command of the language's own one that links the fork server into the program; nil if that is not
// possible. It is tried out once for each compiler and its flags. Older compilers of Rust make static programs with nothing
// linked in only; then the program becomes a dynamic one.
func (c *Cache) linking(ctx context.Context, r recipe) func(command []string) []string {
	asItIs := func(command []string) []string { return command }
	if link := c.linkingAs(ctx, r, asItIs); link != nil || r.src.Language != toolchain.Rust {
		return link
	}
	return c.linkingAs(ctx, r, func(command []string) []string {
		return slices.DeleteFunc(slices.Clone(command), func(arg string) bool { return arg == toolchain.RustStatic })
	})
}

func (c *Cache) linkingAs(ctx context.Context, r recipe, form func([]string) []string) func(command []string) []string {
	how, ok := linkable[r.src.Language]
	if !ok || runtime.GOOS != "linux" || r.override.Compile != nil {
		return nil
	}
	probe := "probe" + filepath.Ext(r.main)
	command, err := r.tools.CompileCommand(ctx, probe, artefact)
	if err != nil {
		return nil
	}
	command = form(command)
	compiler := objectCommand(command, probe)
	if r.src.Language == toolchain.Rust {
		if compiler = c.compilerOfC(ctx); compiler == nil {
			return nil
		}
	}
	source := engine.ForkServerSource()
	arguments := func(dir string) []string {
		return slices.Concat(how.pass(filepath.Join(dir, objectName)), how.pass(engine.ForkServerWraps))
	}
	key := partKey("fork server", source, r.tools.Recipe(), command, compiler)
	dir, ok := c.part(ctx, key, func(ctx context.Context, entry, scratch string, _ *manifest) error {
		err := c.compileC(ctx, compiler, entry, scratch, source, "-c", "-o", objectName)
		if err != nil {
			return err
		}
		if err := writeFile(scratch, probe, []byte(how.probe)); err != nil {
			return err
		}
		res := c.compiler(ctx, process.Command{
			Argv: slices.Concat(command, arguments(entry)), Env: toolchain.CompileEnv(scratch), Dir: scratch, Limits: limits,
		})
		if res.Verdict == runner.OK {
			program := filepath.Join(scratch, artefact)
			res = c.compiler(ctx, process.Command{
				Argv: []string{program}, Env: r.tools.Env(), Dir: scratch, Limits: limits, Reserves: r.sanitized(),
			})
			if res.ExitCode == 42 {
				return nil
			}
		}
		return errors.Join(ctx.Err(), c.whyNot(res), fmt.Errorf("no program can be made with the fork server: %s", res.StderrHead))
	})
	if !ok {
		return nil
	}
	return func(command []string) []string { return slices.Concat(form(command), arguments(dir)) }
}

// library gives the folder of the fork server that can be loaded before dynamic programs.
func (c *Cache) library(ctx context.Context) (string, bool) {
	compiler := c.compilerOfC(ctx)
	if compiler == nil {
		return "", false
	}
	source := engine.ForkServerSource()
	return c.part(ctx, partKey("fork server library", source, compiler),
		func(ctx context.Context, entry, scratch string, _ *manifest) error {
			return c.compileC(ctx, compiler, entry, scratch, source, "-DEXECRE_PRELOAD", "-shared", "-o", libraryName, "-ldl")
		})
}

// compileC compiles C source to a file in entry; more are the arguments that say what is made.
func (c *Cache) compileC(
	ctx context.Context, compiler []string, entry, scratch, source string, more ...string,
) error {
	const name = "execre-server.c"
	if err := writeFile(scratch, name, []byte(source)); err != nil {
		return err
	}
	argv := slices.Concat(compiler, []string{"-fPIC", "-w", "-x", "c", filepath.Join(scratch, name), "-x", "none"}, more)
	res := c.compiler(ctx, process.Command{Argv: argv, Env: toolchain.CompileEnv(scratch), Dir: entry, Limits: limits})
	if res.Verdict != runner.OK {
		return errors.Join(ctx.Err(), c.whyNot(res), fmt.Errorf("cannot compile the fork server: %v: %s", res.Verdict, res.StderrHead))
	}
	return nil
}

// objectCommand takes out of a compile command what is not meant for C or says what is made of what.
func objectCommand(command []string, source string) []string {
	var argv []string
	for i, arg := range command {
		if i > 0 && (arg == source || arg == artefact || arg == "-o" || strings.HasPrefix(arg, "-std=") ||
			strings.HasPrefix(arg, "-l") || strings.HasPrefix(arg, "-fdiagnostics")) {
			continue
		}
		argv = append(argv, arg)
	}
	return argv
}

// compilerOfC is the command of a compiler that knows C, without flags that matter only to what it links. nil if
// there is none.
func (c *Cache) compilerOfC(ctx context.Context) []string {
	for _, language := range []toolchain.Language{toolchain.C, toolchain.CPP} {
		tools, err := toolchain.Find(ctx, language, toolchain.Commands{})
		if err != nil {
			continue
		}
		command, err := tools.CompileCommand(ctx, "probe.c", artefact)
		if err != nil {
			continue
		}
		return slices.DeleteFunc(objectCommand(command, "probe.c"), func(arg string) bool {
			return strings.HasPrefix(arg, "-static")
		})
	}
	return nil
}

// isDynamic reports whether file is a program that loads libraries when it starts, and others before them if it
// is told to.
func isDynamic(file string) bool {
	f, err := elf.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := os.Stat(file)
	if err != nil || info.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0 {
		return false
	}
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}

// compiler runs a compiler, or what was compiled to try it out. No more than one of them a core runs, besides those that
// have taken long: these leave their place to others, for a template without end takes its compiler all that it may take,
// and nobody is to wait for it but who wants that program. Of those too no more than one a core runs. Where there are more
// already, and others wait, a compiler that has taken long is ended, and begins again after them.
func (c *Cache) compiler(ctx context.Context, cmd process.Command) runner.Result {
	place := c.slots
	c.waiting.Add(1)
	err := place.Acquire(ctx, 1)
	c.waiting.Add(-1)
	if err != nil {
		return notCompiled(err)
	}
	limits := cmd.Limits.WithDefaults()
	cmd.GoOn = func(cpu, wall time.Duration) bool {
		switch {
		case place == c.slow, cpu < limits.CPU/quick && wall < limits.Wall/quick:
			return true
		case c.slow.TryAcquire(1):
			place.Release(1)
			place = c.slow
			return true
		}
		return c.waiting.Load() == 0
	}
	res := process.Run(ctx, cmd)
	place.Release(1)
	if !errors.Is(res.Err, process.ErrGaveWay) {
		return res
	}
	if err := c.slow.Acquire(ctx, 1); err != nil {
		return notCompiled(err)
	}
	defer c.slow.Release(1)
	cmd.GoOn = nil
	return process.Run(ctx, cmd)
}

// notCompiled is the result where the compiler did not run.
func notCompiled(err error) runner.Result {
	return runner.Result{Verdict: runner.InternalError, ExitCode: -1, Engine: runner.Spawn, Err: err}
}
