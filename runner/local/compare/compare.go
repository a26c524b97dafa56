// Command compare measures what an execution costs: with our engines, with our own spawn, and in the loops that people
// write in bash, Python and Node, beside the floor, a bare fork and wait in C. It prints a table in Markdown.
//
// All methods take turns in one run, each for a short slice a round, so that whatever else the machine does meets all
// of them alike. A slice's number is its time divided by its executions; the table has the smallest and the median of
// the slices. The loops of others are timed by themselves, without their own start. Every output is compared with the
// right one. It is a tool of this project (make bench), no part of execre.
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/toolchain"
)

//go:embed programs
var programs embed.FS

const (
	slice     = 150 * time.Millisecond // of one method in one round, at least one execution
	minRounds = 3
)

func main() {
	length := flag.Duration("time", 100*time.Second, "how long to measure, after the programs are built")
	languages := flag.String("languages", "cpp,python,java,javascript", "which, separated by commas")
	flag.Parse()
	if err := compare(context.Background(), *length, strings.Split(*languages, ","), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "compare: %v\n", err)
		os.Exit(1)
	}
}

// task is a program in one language with an input and its right answer.
type task struct {
	language toolchain.Language
	name     string
	argv     []string        // as others start it
	program  *runner.Program // as we do
	input    []byte
	answer   string
	trivial  bool          // it does next to nothing, so that it shows what an execution costs
	engine   runner.Engine // that served it
}

// method is one way to execute a task.
type method struct {
	name  string
	least int // executions in a slice: as many as it takes for all workers to have some
	// run executes the task count times and says how long that took.
	run func(ctx context.Context, t *task, count int) (time.Duration, error)
}

// series is what the slices of one method on one task gave, each the time of one execution.
type series struct {
	task   *task
	method *method
	each   []time.Duration
	count  int           // of the next slice
	took   time.Duration // all slices, with the starts of the loops
	busy   time.Duration // of all cores meanwhile, with whatever else ran
}

func (s *series) median() time.Duration {
	sorted := slices.Sorted(slices.Values(s.each))
	return sorted[len(sorted)/2]
}

func (s *series) slice(ctx context.Context) error {
	begin, before := time.Now(), busy()
	took, err := s.method.run(ctx, s.task, s.count)
	if err != nil {
		return fmt.Errorf("%s: %w", s.method.name, err)
	}
	s.took, s.busy = s.took+time.Since(begin), s.busy+busy()-before
	each := max(took/time.Duration(s.count), 1)
	s.each = append(s.each, each)
	s.count = max(s.method.least, int(slice/each))
	return nil
}

// busy is how long the cores of this machine have worked, all together; 0 where the system does not say.
func busy() (all time.Duration) {
	text, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(line) {
		n, err := strconv.Atoi(field)
		if idle := i == 4 || i == 5; err == nil && !idle && i < 8 { // i = 8 and later: stolen from us, or counted twice
			all += time.Duration(n) * time.Second / 100 // USER_HZ
		}
	}
	return all
}

const (
	ours      = "our engine, 1 worker"
	oursTwo   = "our engine, 2 workers"
	ourSpawn  = "our own spawn"
	bashLoop  = "bash loop"
	pyLoop    = "Python subprocess loop"
	nodeLoop  = "Node child_process loop"
	floorName = "floor: fork and wait in C"
)

// bounds are what two workers are worth on this machine whoever makes them work: in what compute alone, where each
// asks a process of its own that answers, and where each grows its heap and shrinks it again: page tables change then,
// for which some virtual machines wait for each other.
var bounds = []struct{ name, kind string }{
	{"computing in C", "arithmetic"},
	{"pairs of C processes that ask and answer", "answers"},
	{"C processes that take memory from the system and give it back", "memory"},
}

func compare(ctx context.Context, length time.Duration, languages []string, out, progress io.Writer) error {
	dir, err := os.MkdirTemp("", "execre-compare-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, programs); err != nil {
		return err
	}
	dir = filepath.Join(dir, "programs")
	cache := &build.Cache{}
	defer cache.Close()
	tasks, err := prepare(ctx, dir, languages, cache, progress)
	if err != nil {
		return err
	}
	one, two := local.New(local.Config{Jobs: 1}), local.New(local.Config{Jobs: 2})
	defer one.Close()
	defer two.Close()
	methods, err := waysToExecute(ctx, dir, one, two)
	if err != nil {
		return err
	}
	plain, err := ofTheMachine(ctx, dir)
	if err != nil {
		return err
	}

	var all []*series
	for _, m := range plain {
		all = append(all, &series{method: m, count: m.least})
	}
	for _, t := range tasks {
		// The first execution starts servers and fills the caches of the system; it is not counted.
		var of []*series
		var failure error
		for _, m := range methods {
			s := &series{task: t, method: m, count: m.least}
			failure = errors.Join(failure, s.slice(ctx))
			s.each, s.took, s.busy = nil, 0, 0
			of = append(of, s)
		}
		if failure != nil {
			fmt.Fprintf(progress, "left out: %s, %s: %v\n", t.language, t.name, failure)
			continue
		}
		all = append(all, of...)
	}
	fmt.Fprintln(progress, "measuring")
	end := time.Now().Add(length)
	rounds := 0
	for ; rounds < minRounds || time.Now().Before(end); rounds++ {
		for _, s := range all {
			if err := s.slice(ctx); err != nil {
				return err
			}
		}
	}
	report(out, all[:len(plain)], all[len(plain):], rounds)
	return nil
}

// prepare builds every task, for us and for the others. A language that is not there is left out, and that is said.
func prepare(
	ctx context.Context, dir string, languages []string, cache *build.Cache, progress io.Writer,
) ([]*task, error) {
	numbers := rand.New(rand.NewPCG(1, 2))
	var rising strings.Builder
	rising.WriteString("1000\n")
	for range 1000 {
		fmt.Fprintf(&rising, "%d ", numbers.IntN(500))
	}
	problems := []struct {
		name, input string
		trivial     bool
		files       map[toolchain.Language]string
	}{
		{"sum of two integers", "20 22\n", true, map[toolchain.Language]string{
			"cpp": "sum.cpp", "python": "sum.py", "java": "Sum.java", "javascript": "sum.js",
		}},
		{"1000 integers: rising subsequence, counts", rising.String() + "\n", false, map[toolchain.Language]string{
			"cpp": "rising.cpp", "python": "rising.py", "java": "Rising.java", "javascript": "rising.js",
		}},
	}
	var tasks []*task
	for _, name := range languages {
		lang := toolchain.Language(name)
		if !lang.Supported() {
			fmt.Fprintf(progress, "left out: %s cannot be run yet\n", lang)
			continue
		}
		for _, p := range problems {
			file := p.files[lang]
			fmt.Fprintf(progress, "building %s\n", file)
			source, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				return nil, err
			}
			t := &task{language: lang, name: p.name, input: []byte(p.input), trivial: p.trivial}
			t.program, err = cache.Build(ctx, build.Source{Name: file, Language: lang, Text: source}, toolchain.Commands{})
			var missing *toolchain.Missing
			if errors.As(err, &missing) {
				fmt.Fprintf(progress, "left out: %v\n", err)
				continue
			}
			if err != nil {
				return nil, err
			}
			if t.argv, err = plainBuild(ctx, dir, file, lang); err != nil {
				return nil, err
			}
			cmd := exec.CommandContext(ctx, t.argv[0], t.argv[1:]...)
			cmd.Stdin = bytes.NewReader(t.input)
			answer, err := cmd.Output()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			t.answer = string(answer)
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

// plainBuild makes a program as people do by hand, and gives the command that starts it. The interpreter is the real
// one: behind the shim of a version manager the others would do worse than they have to.
func plainBuild(ctx context.Context, dir, file string, lang toolchain.Language) ([]string, error) {
	source := filepath.Join(dir, file)
	stem := strings.TrimSuffix(file, filepath.Ext(file))
	tools, err := toolchain.Find(ctx, lang, toolchain.Commands{})
	if err != nil {
		return nil, err
	}
	switch lang {
	case "cpp":
		program := filepath.Join(dir, stem)
		return []string{program}, run(ctx, tools.Path, "-O2", "-std=gnu++17", "-o", program, source)
	case "java":
		java, err := exec.LookPath("java")
		if err != nil {
			return nil, err
		}
		return []string{java, "-cp", dir, stem}, run(ctx, "javac", "-d", dir, source)
	default:
		return []string{tools.Path, source}, nil
	}
}

func run(ctx context.Context, name string, args ...string) error {
	if text, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, text)
	}
	return nil
}

// ofTheMachine are the methods that have no task: the floor, and each of bounds with one worker and with two.
func ofTheMachine(ctx context.Context, dir string) ([]*method, error) {
	tools, err := toolchain.Find(ctx, toolchain.CPP, toolchain.Commands{})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"floor", "bound"} {
		program := filepath.Join(dir, name)
		if err := run(ctx, tools.Path, "-O2", "-x", "c", "-o", program, program+".c"); err != nil {
			return nil, err
		}
	}
	counts := func(name string, argv ...string) *method {
		return &method{name, 10, func(ctx context.Context, _ *task, count int) (time.Duration, error) {
			args := append(slices.Clone(argv[1:]), strconv.Itoa(count))
			return timed(exec.CommandContext(ctx, filepath.Join(dir, argv[0]), args...))
		}}
	}
	methods := []*method{counts(floorName, "floor")}
	for _, b := range bounds {
		methods = append(methods, counts(b.name, "bound", b.kind, "1"), counts(b.name, "bound", b.kind, "2"))
	}
	return methods, nil
}

// waysToExecute are the methods that execute tasks.
func waysToExecute(ctx context.Context, dir string, one, two runner.Executor) ([]*method, error) {
	python, err := toolchain.Find(ctx, toolchain.Python, toolchain.Commands{})
	if err != nil {
		return nil, err
	}
	methods := []*method{
		{ours, 1, executions(one, 1, false)},
		{oursTwo, 4, executions(two, 2, false)},
		{ourSpawn, 1, executions(one, 1, true)},
	}
	for _, loop := range []struct {
		name string
		argv []string
	}{
		{bashLoop, []string{"bash", filepath.Join(dir, "loop.sh")}},
		{pyLoop, []string{python.Path, filepath.Join(dir, "loop.py")}},
		{nodeLoop, []string{"node", filepath.Join(dir, "loop.js")}},
	} {
		if _, err := exec.LookPath(loop.argv[0]); err == nil {
			methods = append(methods, &method{loop.name, 1, loopOf(dir, loop.argv)})
		}
	}
	return methods, nil
}

// executions runs a task through an executor with so many workers.
func executions(executor runner.Executor, workers int, fresh bool) func(context.Context, *task, int) (time.Duration, error) {
	return func(ctx context.Context, t *task, count int) (time.Duration, error) {
		var (
			next    atomic.Int64
			failure atomic.Pointer[error]
			served  atomic.Pointer[runner.Engine]
			working sync.WaitGroup
		)
		begin := time.Now()
		for range workers {
			working.Go(func() {
				for next.Add(1) <= int64(count) {
					res := executor.Execute(ctx, runner.Request{
						Program: t.program, Stdin: t.input, Fresh: fresh,
						Limits: runner.Limits{CPU: 2 * time.Second, Memory: runner.GiB},
					})
					served.Store(&res.Engine)
					if err := res.Err; err != nil || res.Verdict != runner.OK || string(res.Stdout) != t.answer {
						err = errors.Join(err, fmt.Errorf("%s: %v %q %s", t.program.Name, res.Verdict, res.Stdout, res.StderrHead))
						failure.Store(&err)
						return
					}
				}
			})
		}
		working.Wait()
		took := time.Since(begin)
		if engine := served.Load(); engine != nil && !fresh {
			t.engine = *engine
		}
		if err := failure.Load(); err != nil {
			return 0, *err
		}
		return took, nil
	}
}

// loopOf runs a task in somebody else's loop: argv COUNT INPUT OUTPUT PROGRAM…
func loopOf(dir string, argv []string) func(context.Context, *task, int) (time.Duration, error) {
	return func(ctx context.Context, t *task, count int) (time.Duration, error) {
		in, out := filepath.Join(dir, "input"), filepath.Join(dir, "output")
		if err := os.WriteFile(in, t.input, 0o600); err != nil {
			return 0, err
		}
		args := slices.Concat(argv[1:], []string{strconv.Itoa(count), in, out}, t.argv)
		took, err := timed(exec.CommandContext(ctx, argv[0], args...))
		if err != nil {
			return 0, err
		}
		if printed, err := os.ReadFile(out); err != nil || string(printed) != t.answer {
			return 0, fmt.Errorf("%q instead of %q (%w)", printed, t.answer, err)
		}
		return took, nil
	}
}

// timed runs a command that prints how many seconds it took.
func timed(cmd *exec.Cmd) (time.Duration, error) {
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return 0, err
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	return time.Duration(seconds * float64(time.Second)), err
}

// report prints the tables and what they say of the goals. plain are the series of ofTheMachine.
func report(out io.Writer, plain, all []*series, rounds int) {
	fmt.Fprintf(out, "%s; %s. Milliseconds an execution, the best and the median of %d interleaved slices of %v.\n",
		time.Now().UTC().Format("2006-01-02"), machine(), rounds, slice)
	floor := plain[0]
	var goals []string
	for rest := all; len(rest) > 0; {
		t := rest[0].task
		n := 1
		for n < len(rest) && rest[n].task == t {
			n++
		}
		median := map[string]time.Duration{}
		for _, s := range rest[:n] {
			median[s.method.name] = s.median()
		}
		fmt.Fprintf(out, "\n%s, %s (%s)\n\n", t.language, t.name, t.engine)
		fmt.Fprint(out, "| method | best | median | executions/s | times ours | cores busy |\n|---|---:|---:|---:|---:|---:|\n")
		rows := rest[:n]
		if t.language == toolchain.CPP {
			rows = slices.Concat(rows, []*series{floor})
		}
		for _, s := range rows {
			fmt.Fprintf(out, "| %s | %s | %s | %.0f | %.1f | %.2f |\n", s.method.name, millis(slices.Min(s.each)), millis(s.median()),
				1/s.median().Seconds(), float64(s.median())/float64(median[ours]), s.busy.Seconds()/s.took.Seconds())
		}
		goals = append(goals, goalsOf(t, floor.median(), median)...)
		rest = rest[n:]
	}
	fmt.Fprintf(out, "\nGoals, by the medians\n\n%s\n", strings.Join(goals, "\n"))
	fmt.Fprint(out, "\nTwo workers against one as this machine has it\n\n")
	for i, b := range bounds {
		one, two := plain[1+2*i].median(), plain[2+2*i].median()
		fmt.Fprintf(out, "- %s: %.2fx\n", b.name, float64(one)/float64(two))
	}
}

// goalsOf compares a task with what we want to reach.
func goalsOf(t *task, floor time.Duration, median map[string]time.Duration) []string {
	var lines []string
	goal := func(what string, got, want float64, atMost bool) {
		met := "met"
		if got < want && !atMost || got > want && atMost {
			met = "MISSED"
		}
		bound := "at least"
		if atMost {
			bound = "at most"
		}
		lines = append(lines, fmt.Sprintf("- %s, %s: %s %.2fx, goal %s %gx: %s", t.language, t.name, what, got, bound, want, met))
	}
	mine := float64(median[ours])
	switch t.language {
	case "cpp":
		goal("faster than the Python subprocess loop by", float64(median[pyLoop])/mine, 10, false)
		if t.trivial {
			goal("time of the floor", mine/float64(floor), 1.5, true)
		}
	case "python":
		goal("faster than the Python subprocess loop by", float64(median[pyLoop])/mine, 10, false)
	case "java", "javascript":
		goal("faster than our own spawn by", float64(median[ourSpawn])/mine, 20, false)
	}
	goal("two workers against one", mine/float64(median[oursTwo]), 1.7, false)
	return lines
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

// machine describes this computer in a few words.
func machine() string {
	kernel, _ := os.ReadFile("/proc/sys/kernel/osrelease")
	info, _ := os.ReadFile("/proc/cpuinfo")
	model := runtime.GOARCH
	for line := range strings.Lines(string(info)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%d cores of %s, %s %s", runtime.NumCPU(), model, runtime.GOOS, strings.TrimSpace(string(kernel)))
}
