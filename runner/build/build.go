// Package build turns source files into programs and keeps what it made.
//
// A program is made in a folder of its own, from a copy of the source and of those files of the problem folder
// that it includes or imports; the user's folder is only read. Compilers see names relative to that copy, so
// that their messages, and the tracebacks of programs, name the user's files.
//
// The artefact's key is a hash of everything that went into it: the recipe (compiler, version, flags), the source and the
// files it uses. Entries of the cache are made aside and appear by a rename, so several processes can share
// one; an entry whose content is not what was put there is made again. A source that does not compile is remembered too.
//
// Compiling never executes the candidate, and a Python source is checked without being executed.
package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
)

// Source is one candidate to be built.
type Source struct {
	Name     string // relative to Dir, slashes
	Dir      string // the problem folder, absolute: its headers and modules are visible to the build
	Language toolchain.Language
	Text     []byte

	// Files are the other files of a candidate of several files, by name relative to Dir: compiled with it, or there to be
	// included or imported.
	Files map[string][]byte
	// Call is set for a candidate in function style: it defines a function or a class Solution instead of reading stdin.
	Call *function.Call
}

// limits bound one run of a compiler.
var limits = runner.Limits{CPU: 60 * time.Second, Wall: 3 * time.Minute, Memory: 4 * runner.GiB, Output: runner.MiB}

// compilerOutput is what is kept of each end of a compiler's messages.
const compilerOutput = 64 * runner.KiB

// Cache builds sources and keeps the artefacts. The zero value keeps them in DefaultDir.
// It is safe for many goroutines, and its folder for many processes; a folder may be removed at any time.
type Cache struct {
	Dir string

	once  sync.Once
	dir   string
	slots *semaphore.Weighted // compilers at the same time: one a core

	mu       sync.Mutex
	building map[string]chan struct{} // closed when the build of a key ends
}

// DefaultDir is the folder of the user's cache directory where artefacts are kept, or, if the user has no
// directory that can be written to, a new temporary folder, the same one for the whole process.
var DefaultDir = sync.OnceValue(chooseDir)

func chooseDir() string {
	if base, err := os.UserCacheDir(); err == nil {
		dir := filepath.Join(base, "execre", "build")
		if probe, err := makeTemp(dir); err == nil {
			os.RemoveAll(probe)
			return dir
		}
	}
	dir, err := os.MkdirTemp("", "execre-build-*")
	if err != nil {
		return filepath.Join(os.TempDir(), "execre-build") // its use will fail and say why
	}
	return dir
}

// Build compiles src, or finds the artefact of an earlier build. The error is a *Failure when the source is at fault.
func (c *Cache) Build(ctx context.Context, src Source, override toolchain.Commands) (*runner.Program, error) {
	c.once.Do(c.prepare)
	if !filepath.IsLocal(filepath.FromSlash(src.Name)) {
		return nil, fmt.Errorf("cannot build %q: it is not inside the problem folder", src.Name)
	}
	tools, err := toolchain.Find(src.Language, override)
	if err != nil {
		return nil, err
	}
	r := recipe{tools: tools, src: src, main: path.Clean(src.Name), files: used(src)}
	if !isASCII(path.Base(src.Name)) {
		// Some compilers on some systems cannot open such files, so the copy has another name.
		r.main = path.Join(path.Dir(src.Name), "main"+path.Ext(src.Name))
	}
	key := r.key()

	// Callers that want the same thing at the same time wait for the first, and then find what it made.
	for {
		if m, ok := c.load(key); ok {
			return r.program(c.dir, key, m)
		}
		c.mu.Lock()
		busy := c.building[key]
		if busy == nil {
			c.building[key] = make(chan struct{})
		}
		c.mu.Unlock()
		if busy == nil {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-busy:
		}
	}
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		close(c.building[key])
		delete(c.building, key)
	}()
	if err := c.make(ctx, r, key); err != nil {
		return nil, err
	}
	m, ok := c.load(key)
	if !ok {
		return nil, fmt.Errorf("building %s: what was just written to %s is not there: is the disk full?", src.Name, c.dir)
	}
	return r.program(c.dir, key, m)
}

func (c *Cache) prepare() {
	c.dir = c.Dir
	if c.dir == "" {
		c.dir = DefaultDir()
	}
	c.slots = semaphore.NewWeighted(int64(runtime.NumCPU()))
	c.building = map[string]chan struct{}{}
}

// recipe is everything that decides on an artefact.
type recipe struct {
	tools *toolchain.Toolchain
	src   Source
	main  string            // the name of the copy of the source, relative to the copy of the problem folder
	files map[string][]byte // the other files of the problem folder that it uses, by name relative to Dir
}

func (r recipe) key() string {
	h := sha256.New()
	fmt.Fprintf(h, "execre build %d\n%s\n%q %q", manifestVersion, r.tools.Recipe(), r.src.Name, r.src.Text)
	for _, name := range sortedNames(r.files) {
		fmt.Fprintf(h, " %q %q", name, r.files[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// program is the program of a finished entry, or the Failure that is remembered in it.
func (r recipe) program(dir, key string, m *manifest) (*runner.Program, error) {
	if m.Failure != nil {
		return nil, m.Failure
	}
	folder := filepath.Join(dir, key)
	source := filepath.Join(folder, filepath.FromSlash(r.main))
	return &runner.Program{
		Name: r.src.Name,
		Argv: r.tools.RunCommand(source, filepath.Join(folder, artefact), m.SelfContained),
		Env:  r.tools.Env(),
		Key:  key,
		Dir:  folder,

		Sanitized: strings.Contains(r.tools.Recipe(), "-fsanitize"),
	}, nil
}

// artefact is the file that a compiler makes, in the root of an entry. No source has such a name.
var artefact = "program" + toolchain.ExecutableSuffix

// make builds an entry aside and puts it in its place.
func (c *Cache) make(ctx context.Context, r recipe, key string) error {
	if err := c.slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer c.slots.Release(1)

	work, err := makeTemp(c.dir)
	if err != nil {
		return fmt.Errorf("cannot write to the build cache: %w", err)
	}
	defer os.RemoveAll(work)
	entry, scratch := filepath.Join(work, "entry"), filepath.Join(work, "tmp")
	if err := errors.Join(os.Mkdir(entry, 0o700), os.Mkdir(scratch, 0o700)); err != nil {
		return fmt.Errorf("cannot write to the build cache: %w", err)
	}
	for _, name := range sortedNames(r.files) {
		if err := writeFile(entry, name, r.files[name]); err != nil {
			return err
		}
	}
	if err := writeFile(entry, r.main, r.src.Text); err != nil {
		return err
	}

	m := &manifest{Version: manifestVersion}
	if r.src.Language == toolchain.Python {
		err = r.checkPython(ctx, entry, m)
	}
	if err == nil {
		err = r.compile(ctx, entry, scratch)
	}
	var failure *Failure
	if errors.As(err, &failure) && failure.certain {
		// The entry then holds nothing but the messages.
		m.Failure = failure
		if err := errors.Join(os.RemoveAll(entry), os.Mkdir(entry, 0o700)); err != nil {
			return failure
		}
	} else if err != nil {
		return err
	}
	return c.store(ctx, entry, key, m)
}

// compile runs the compiler, if the language has one. It works in the copy of the problem folder.
func (r recipe) compile(ctx context.Context, entry, scratch string) error {
	argv, err := r.tools.CompileCommand(ctx, dashless(r.main), artefact)
	if err != nil || argv == nil {
		return err
	}
	env := toolchain.CompileEnv(scratch)
	if path.Dir(r.main) != "." {
		// Headers are looked for beside the source first, and then in the root of the problem folder.
		env = slices.DeleteFunc(env, func(entry string) bool { return strings.HasPrefix(entry, "CPATH=") })
		env = append(env, "CPATH="+strings.Trim("."+string(os.PathListSeparator)+os.Getenv("CPATH"), string(os.PathListSeparator)))
	}
	res := process.Run(ctx, process.Command{
		Argv: argv, Env: env, Dir: entry, Limits: limits, StderrPart: compilerOutput,
	})
	if res.Verdict == runner.InternalError {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("compiling %s: %w", r.src.Name, res.Err)
	}
	output := slices.Concat(res.StderrHead, res.StderrTail, res.Stdout[:min(len(res.Stdout), int(compilerOutput))])
	if res.Verdict != runner.OK {
		return compilerFailure(r, string(output), res)
	}
	if _, err := os.Stat(filepath.Join(entry, artefact)); err != nil {
		return fmt.Errorf("compiling %s: %s succeeded, but did not make the file that {out} stands for",
			r.src.Name, filepath.Base(argv[0]))
	}
	return nil
}

// dashless keeps a file name from being taken for a flag.
func dashless(name string) string {
	if strings.HasPrefix(name, "-") {
		return "./" + name
	}
	return name
}

func writeFile(root, name string, data []byte) error {
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("cannot copy %s to the build cache: %w", name, err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return fmt.Errorf("cannot copy %s to the build cache: %w", name, err)
	}
	return nil
}

// makeTemp makes a folder in dir, and dir itself if need be.
func makeTemp(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(dir, "tmp-*")
}

func isASCII(s string) bool {
	return !slices.ContainsFunc([]byte(s), func(b byte) bool { return b >= 0x80 })
}

func sortedNames(files map[string][]byte) []string {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
