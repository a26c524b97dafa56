// Package build turns source files into programs and keeps what it made.
//
// A program is made in a folder of its own, from a copy of the source and of those files of the problem folder
// that it includes or imports; the user's folder is only read. Compilers see names relative to that copy, so
// that their messages, and the tracebacks of programs, name the user's files.
//
// The artefact's key is a hash of everything that went into it: the recipe (compiler, version, flags), the source and the
// files it uses. Entries of the cache are made aside and appear by a rename, so several processes can share
// one; an entry whose content is not what was put there is made again. A source that does not compile is remembered too.
// The folder is bounded: what was not used for longest goes first.
//
// Besides programs it keeps what makes programs fast to start and to build: fork servers and interpreters' hosts
// (runner.Program.Server), and precompiled headers. Neither changes what a program does or what a compiler says of
// it, and where one cannot be had the program is built without.
//
// Compiling never executes the candidate, and a Python source is checked without being executed. Compilers of the languages
// that are known here are confined on Linux: what a source includes from elsewhere than the problem folder and the
// compiler's installation cannot be read, nor does a compiler reach the network.
package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"execre/runner"
	"execre/runner/internal/engine"
	"execre/runner/internal/process"
	"execre/runner/internal/tempdir"
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
	// Sanitize has a C or C++ program be watched by sanitizers, whose reports toolchain.ReadSanitizer reads.
	Sanitize bool
	// Coverage has a C, C++ or Python program note which lines it executes; see OpenCoverage. It has no Server.
	Coverage bool
}

// limits bound one run of a compiler: several times what the programs of contests take, for a template or a macro without
// end takes all of it, and others wait for that.
var limits = runner.Limits{CPU: 30 * time.Second, Wall: 90 * time.Second, Memory: 2 * runner.GiB, Output: runner.MiB}

// wideLimits are for Go, which compiles its standard library when it is first used, and for the user's own commands, of which
// nothing is known.
var wideLimits = runner.Limits{CPU: 2 * time.Minute, Wall: 5 * time.Minute, Memory: 4 * runner.GiB, Output: runner.MiB}

// quick is the part of its limits that a compiler may take before it is none of the quick ones any more: see Cache.compiler.
const quick = 6

func (r recipe) limits() runner.Limits {
	if r.src.Language == toolchain.Go || r.override.Compile != nil {
		return wideLimits
	}
	return limits
}

// exhausts reports whether a compiler was stopped because of what it took, which no other way to run it will change. One
// that only slept may have waited for something that it cannot have here.
func (r recipe) exhausts(res runner.Result) bool {
	switch res.Verdict {
	case runner.MemoryLimit, runner.OutputLimit:
		return true
	case runner.TimeLimit:
		return res.CPU >= r.limits().CPU
	}
	return false
}

// compilerOutput is what is kept of each end of a compiler's messages.
const compilerOutput = 64 * runner.KiB

// Cache builds sources and keeps the artefacts. The zero value keeps them in DefaultDir.
// It is safe for many goroutines, and its folder for many processes; a folder may be removed at any time.
type Cache struct {
	Dir   string
	Limit runner.Bytes // how large the folder may become; zero means 1 GiB
	// Background is for a process that builds again and again and ends with Close: precompiled headers are made after
	// the first build that could have used one (those that are there are used in any case), and compilers whose
	// start costs more than their work are kept running.
	Background bool

	once    sync.Once
	dir     string
	slots   *semaphore.Weighted // of compilers that have not taken long yet: one a core
	slow    *semaphore.Weighted // of those that have: as many
	waiting atomic.Int64        // who waits for one of slots

	background sync.WaitGroup // what works for later builds; Add only under mu and before Close
	closing    context.Context
	close      context.CancelFunc

	mu       sync.Mutex
	building map[string]chan struct{} // closed when the build of a key ends
	held     map[string]int           // keys that programs of this process need, with their number
	unfit    map[string]bool          // keys of parts that cannot be made here
	// unconfined says of compilers that have failed whether they do not work confined: see confinable.
	unconfined map[string]bool
	// tooMuch are the failures of sources that were too much for their compiler, by key. They are not stored, for
	// another time the machine may be faster; but within a process nobody waits for them again.
	tooMuch map[string]*Failure
	headers map[string]headerState // of precompiled headers, by key
	seen    bool                   // the size of the folder was looked at
	unseen  runner.Bytes           // put into the folder since then

	residents map[string]*resident // by command
	spare     *Cache               // in a temporary folder; nil until there is no room left in dir
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
	dir, err := tempdir.Make("build")
	if err != nil {
		return filepath.Join(os.TempDir(), "execre-build") // its use will fail and say why
	}
	made.add(dir)
	return dir
}

// CleanUp removes the temporary folders that were made because the user has no directory that can be written to, or
// because that is full. It is for the end of a process: nothing that was built in them can be executed any more.
func CleanUp() {
	made.Lock()
	defer made.Unlock()
	for _, dir := range made.dirs {
		_ = tempdir.Remove(dir)
	}
	made.dirs = nil
}

// made are the temporary folders that were made to build in.
var made temporary

type temporary struct {
	sync.Mutex
	dirs []string
}

func (t *temporary) add(dir string) {
	t.Lock()
	defer t.Unlock()
	t.dirs = append(t.dirs, dir)
}

// Build compiles src, or finds the artefact of an earlier build. The error is a *Failure when the source is at fault.
func (c *Cache) Build(ctx context.Context, src Source, override toolchain.Commands) (*runner.Program, error) {
	c.once.Do(c.prepare)
	p, err := c.build(ctx, src, override)
	if !isFull(err) {
		return p, err
	}
	if spare := c.elsewhere(); spare != nil {
		p, other := spare.build(ctx, src, override)
		if _, failed := errors.AsType[*Failure](other); other == nil || failed {
			return p, other
		}
	}
	return nil, errors.Join(ctx.Err(), fmt.Errorf("no room is left for the build cache in %s: make some, "+
		"or set XDG_CACHE_HOME to a folder on another disk (%w)", c.dir, err))
}

func (c *Cache) build(ctx context.Context, src Source, override toolchain.Commands) (*runner.Program, error) {
	if !filepath.IsLocal(filepath.FromSlash(src.Name)) {
		return nil, fmt.Errorf("cannot build %q: it is not inside the problem folder", src.Name)
	}
	find := toolchain.Find
	switch {
	case src.Sanitize:
		find = toolchain.FindSanitizing
	case src.Coverage:
		find = toolchain.FindCovering
	}
	tools, err := find(ctx, src.Language, override)
	if err != nil {
		return nil, err
	}
	files, err := used(src)
	if err != nil {
		return nil, err
	}
	r := recipe{tools: tools, override: override, src: src, files: files}
	r.main, r.class = copyName(src)
	r.own = r.main
	if err := c.wrap(ctx, &r); err != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	// Where the packages cannot be listed their versions are not told apart.
	r.installed, _ = tools.Installed(ctx, r.imported())
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	key := r.key()
	m, err := c.obtain(ctx, key, func(ctx context.Context, entry, scratch string, m *manifest) error {
		if failure := c.exhausted(key); failure != nil {
			return failure
		}
		err := c.make(ctx, r, entry, scratch, m)
		c.noteExhausted(key, err)
		return err
	})
	if err != nil {
		return nil, err
	}
	if r.src.Language == toolchain.Python {
		c.awaitPython(tools)
	}
	if m.Failure != nil {
		return nil, m.Failure
	}
	p := r.program(filepath.Join(c.dir, key), key, m)
	if filepath.Dir(p.Argv[0]) == p.Dir && forbidsExecution(c.dir) {
		return nil, fmt.Errorf("what is built in %s cannot be executed, for the file system is mounted with noexec: "+
			"set XDG_CACHE_HOME to a folder on another one", c.dir)
	}
	c.hold(p, key)
	if src.Coverage {
		if err := c.cover(ctx, r, p); err != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
		return p, ctx.Err()
	}
	p.Server = c.server(ctx, r, p, m)
	return p, ctx.Err()
}

// exhausted is the failure of a source that was too much for its compiler before; nil if it was not.
func (c *Cache) exhausted(key string) *Failure {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tooMuch[key]
}

// mostExhausted bounds how many failures are remembered in memory.
const mostExhausted = 100

func (c *Cache) noteExhausted(key string, err error) {
	failure, ok := errors.AsType[*Failure](err)
	if !ok || !failure.exhausted {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.tooMuch) == mostExhausted {
		clear(c.tooMuch)
	}
	c.tooMuch[key] = failure
}

// later has something done for later builds, beside everything else, and says whether that can be: where a process builds once it
// cannot.
func (c *Cache) later(work func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.Background || c.closing.Err() != nil {
		return false
	}
	c.background.Go(work)
	return true
}

// Close ends what works in the background and waits until it is gone. Builds still work afterwards, only slower.
func (c *Cache) Close() error {
	c.once.Do(c.prepare)
	c.mu.Lock()
	c.close()
	c.mu.Unlock()
	c.background.Wait()
	for _, s := range c.residents { // none is added any more
		s.close()
	}
	c.mu.Lock()
	spare := c.spare
	c.mu.Unlock()
	if spare != nil {
		return spare.Close()
	}
	return nil
}

func (c *Cache) prepare() {
	c.dir = c.Dir
	if c.dir == "" {
		c.dir = DefaultDir()
	}
	c.slots, c.slow = semaphore.NewWeighted(int64(runtime.NumCPU())), semaphore.NewWeighted(int64(runtime.NumCPU()))
	c.closing, c.close = context.WithCancel(context.Background())
	c.building = map[string]chan struct{}{}
	c.held, c.unfit, c.unconfined = map[string]int{}, map[string]bool{}, map[string]bool{}
	c.tooMuch = map[string]*Failure{}
	c.headers, c.residents = map[string]headerState{}, map[string]*resident{}
}

// recipe is everything that decides on an artefact.
type recipe struct {
	tools    *toolchain.Toolchain
	override toolchain.Commands
	src      Source
	main     string            // the file that is compiled or run, relative to the copy of the problem folder
	own      string            // the copy of the source there: main, unless there is a harness
	class    string            // Java: the main class
	files    map[string][]byte // the other files of the problem folder that it uses, by name relative to Dir

	harness *function.Harness // of a candidate in function style, else nil
	wrapped map[string][]byte // the files of the harness that are needed, by name like files

	installed string // Python: the packages that it imports, with their versions
}

func (r recipe) key() string {
	h := sha256.New()
	fmt.Fprintf(h, "execre build %d\n%s\n%q %q", manifestVersion, r.tools.Recipe(), r.src.Name, r.src.Text)
	for _, name := range sortedNames(r.files) {
		fmt.Fprintf(h, " %q %q", name, r.files[name])
	}
	fmt.Fprintf(h, " %q", r.installed)
	if r.harness != nil {
		fmt.Fprintf(h, " call %q %q %q", r.src.Call.Name, r.src.Call.Class, r.src.Call.Parameters)
		for _, name := range sortedNames(r.wrapped) {
			fmt.Fprintf(h, " %q %q", name, r.wrapped[name])
		}
	}
	if _, ok := linkable[r.src.Language]; ok {
		fmt.Fprintf(h, " %q", engine.ForkServerSource()) // it is in the artefact
	}
	if r.src.Coverage {
		fmt.Fprintf(h, " coverage %q", coverageObject)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sanitized reports whether sanitizers watch the program.
func (r recipe) sanitized() bool { return strings.Contains(r.tools.Recipe(), "-fsanitize") }

// program is the program of a finished entry.
func (r recipe) program(folder, key string, m *manifest) *runner.Program {
	env, reads := r.tools.Env(), slices.Clone(r.tools.Reads)
	if r.sanitized() {
		reads = append(reads, "/proc") // where a sanitizer reads its options
	}
	if r.sanitized() && !r.src.Sanitize {
		// Looking for leaks takes ptrace, which confined programs do not have; and who ends without free is right.
		env = append(env, "ASAN_OPTIONS=detect_leaks=0", "LSAN_OPTIONS=detect_leaks=0")
	}
	return &runner.Program{
		Name: r.src.Name,
		Argv: r.tools.RunCommand(r.artefactOf(folder, m)),
		Env:  env,
		Key:  key,
		Dir:  folder,

		Reserves: r.src.Language.Reserves() || r.sanitized(),
		Reads:    reads,
		Threads:  r.src.Language.Threads(),
	}
}

// artefact is the file that a compiler makes, in the root of an entry. No source has such a name.
var artefact = "program" + toolchain.ExecutableSuffix

// make builds a program in entry, or notes in m why it does not compile.
func (c *Cache) make(ctx context.Context, r recipe, entry, scratch string, m *manifest) error {
	copies := r.texts()
	maps.DeleteFunc(copies, func(name string, _ []byte) bool { return r.toolFile(name) })
	maps.Copy(copies, r.addedFiles())
	for _, name := range sortedNames(copies) {
		if err := writeFile(entry, name, copies[name]); err != nil {
			return err
		}
	}

	var err error
	if r.src.Language == toolchain.Python {
		err = c.checkPython(ctx, r, entry, m)
	}
	if err == nil {
		err = c.compile(ctx, r, entry, scratch, m)
	}
	if err == nil && r.src.Coverage {
		err = chart(r, entry)
	}
	var failure *Failure
	if errors.As(err, &failure) && failure.certain {
		// The entry then holds nothing but the messages.
		if errors.Join(os.RemoveAll(entry), os.Mkdir(entry, 0o700)) == nil {
			m.Failure = failure
			return nil
		}
	}
	return err
}

// compile runs the compiler, if the language has one. It works in the copy of the problem folder.
func (c *Cache) compile(ctx context.Context, r recipe, entry, scratch string, m *manifest) error {
	argv, err := r.tools.CompileCommand(ctx, dashless(r.main), artefact, r.sources()...)
	if err != nil || argv == nil {
		return err
	}
	if r.src.Coverage {
		added, err := c.covering(ctx, r)
		if err != nil {
			return err
		}
		argv = slices.Concat(argv, added)
	}
	env := r.tools.CompileEnv(scratch)
	file := filepath.Join(entry, artefact)
	if r.makesFolder() {
		if err := os.Mkdir(file, 0o700); err != nil {
			return fmt.Errorf("cannot write to the build cache: %w", err)
		}
	}
	if path.Dir(r.main) != "." {
		// Headers are looked for beside the source first, and then in the root of the problem folder.
		env = slices.DeleteFunc(env, func(entry string) bool { return strings.HasPrefix(entry, "CPATH=") })
		env = append(env, "CPATH="+strings.Trim("."+string(os.PathListSeparator)+os.Getenv("CPATH"), string(os.PathListSeparator)))
	}
	run := func(argv []string) runner.Result {
		if res, ok := c.askJavac(ctx, r, argv, entry); ok {
			return res
		}
		return c.compiler(ctx, process.Command{
			Argv: argv, Env: env, Dir: entry, Limits: r.limits(), StderrPart: compilerOutput,
			Reserves: r.src.Language.Reserves(), Sandbox: c.confinement(r, argv, entry, scratch),
		})
	}
	headers := c.precompiled(ctx, r)
	attempt := func() (res runner.Result, served bool) {
		full := slices.Concat(argv, headers)
		var link func([]string) []string
		if !r.src.Coverage {
			link = c.linking(ctx, r)
		}
		if link != nil {
			full = link(full)
		}
		res = run(full)
		if !slices.Equal(full, argv) && res.Verdict != runner.OK && !r.exhausts(res) && !c.blames(r, res) {
			// It may be what we added: only what the compiler says without it counts.
			return run(argv), false
		}
		return res, link != nil
	}
	confined := c.confinement(r, argv) != nil // before: another build may find out meanwhile that it cannot be
	res, served := attempt()
	if full := c.whyNot(res); full != nil && !c.blames(r, res) {
		return fmt.Errorf("compiling %s: %w", r.src.Name, full)
	}
	switch {
	case confined && res.Verdict == runner.OK:
		c.worksConfined(r, true)
	case confined && !r.exhausts(res) && !c.confinable(ctx, r, scratch):
		res, served = attempt()
	}
	if res.Verdict == runner.InternalError {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("compiling %s: %w", r.src.Name, res.Err)
	}
	if res.Verdict != runner.OK {
		return compilerFailure(r, includedFrom(said(res), dashless(r.main), r.mainText()), res)
	}
	if !r.tools.Makes() {
		return nil
	}
	made, err := os.ReadDir(entry)
	if err != nil || !slices.ContainsFunc(made, func(d os.DirEntry) bool { return strings.HasPrefix(d.Name(), artefact) }) {
		// What begins with the name is enough: kotlinc -d {out}.jar
		return fmt.Errorf("compiling %s: %s succeeded, but did not make the file that {out} stands for",
			r.src.Name, filepath.Base(argv[0]))
	}
	switch {
	case served:
		m.Server = linked
	case r.override.Compile != nil && isDynamic(file):
		m.Server = preloadable
	}
	return nil
}

// makesFolder reports whether the artefact is a folder, which compilers want to be there.
func (r recipe) makesFolder() bool {
	return r.src.Language == toolchain.Java && r.override.Compile == nil
}

// blames reports whether a compiler found a mistake in a line of the user's, and nothing of ours has to do with it.
func (c *Cache) blames(r recipe, res runner.Result) bool {
	output := said(res)
	return !strings.Contains(output, c.dir) && !strings.Contains(output, "PCH") &&
		slices.ContainsFunc(parse(output, r.own, r.src.Name), func(m Message) bool {
			return m.Severity == "error" && m.Line > 0
		})
}

// said is what a compiler printed.
func said(res runner.Result) string {
	return string(slices.Concat(res.StderrHead, res.StderrTail, res.Stdout[:min(len(res.Stdout), int(compilerOutput))]))
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
