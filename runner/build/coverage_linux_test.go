package build

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"execre/runner"
	"execre/runner/local"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
)

// TestCoverage has all its parts use one cache, for what a compiler can do is tried out only once there.
func TestCoverage(t *testing.T) {
	e := local.New(local.Config{})
	t.Cleanup(func() { _ = e.Close() })
	s := coverageSite{&Cache{Dir: t.TempDir()}, e}
	for name, part := range map[string]func(*testing.T, coverageSite){
		"native": testCoverageNative, "outcomes": testCoverageOutcomes, "another program": testCoverageIsAnotherProgram,
		"functions": testCoverageOfFunctions,
		"python3":   func(t *testing.T, s coverageSite) { testCoveragePython(t, s, "python3") },
		"pypy3":     func(t *testing.T, s coverageSite) { testCoveragePython(t, s, "pypy3") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, s)
		})
	}
}

// coverageSite is where programs are built and executed.
type coverageSite struct {
	cache *Cache
	runner.Executor
}

// open builds a program that notes what it executes.
func (s coverageSite) open(t *testing.T, src Source, commands toolchain.Commands) (*runner.Program, *Coverage) {
	t.Helper()
	src.Coverage = true
	p := mustBuild(t, s.cache, src, commands)
	c, err := OpenCoverage(p)
	if err != nil {
		t.Fatal(err)
	}
	return p, c
}

// lines gives the lines that an execution of a program on an input comes by.
func (s coverageSite) lines(t *testing.T, p *runner.Program, c *Coverage, input string) ([]int, runner.Result) {
	t.Helper()
	r := s.Execute(t.Context(), covering(p, input))
	if r.Verdict == runner.InternalError {
		t.Fatal(r.Err)
	}
	lines := map[int]bool{}
	for _, p := range c.Points(r) {
		lines[p.Line] = true
	}
	return slices.Sorted(maps.Keys(lines)), r
}

const wanderer = `#include <iostream>
#include <unistd.h>
#include <thread>
#include <signal.h>
#include "lib/twice.h"
using namespace std;
template <class T> T biggest(T a, T b) {
  if (a > b)
    return a;
  return b;
}
int depth(int n) {
  if (n == 0)
    return 0;
  return depth(n - 1) + 1;
}
int main() {
  int k;
  cin >> k;
  cout << twice(k) << endl;
  switch (k) {
    case 1:
      raise(SIGSEGV);
      break;
    case 2:
      for (;;)
        k++;
    case 3:
      _exit(0);
    case 4: {
      thread t([&] {
        k = 7;
      });
      t.join();
      break;
    }
    case 5:
      if (fork() == 0) {
        k = 8;
        _exit(0);
      }
      sleep(0);
      break;
    case 6:
      cout << biggest(1, 2);
      cout << biggest(2.5, 1.5);
      break;
    case 7:
      cout << depth(10000);
      break;
  }
  return 0;
}
`

// testCoverageNative: an execution has noted where it came by however it ends, and lines of other files are not among them.
func testCoverageNative(t *testing.T, s coverageSite) {
	need(t, "g++")
	archive := "-- lib/twice.h --\n\n\n\nint twice(int x) {\n  return 2 * x;\n}\n-- a.cpp --\n" + wanderer
	for name, text := range map[string]string{
		"":      archive,
		" CRLF": strings.ReplaceAll(strings.ReplaceAll(archive, "\n", "\r\n"), " --\r\n", " --\n"),
	} {
		p, c := s.open(t, source(t, folder(t, text), "a.cpp"), toolchain.Commands{})
		always := []int{19, 20, 21}
		for k, want := range map[int]struct {
			lines   []int
			not     []int
			verdict runner.Verdict
		}{
			0: {[]int{52}, []int{8, 13, 23, 27, 29, 31, 38, 45, 49}, runner.OK},
			1: {[]int{23}, []int{52, 27}, runner.Crash},
			2: {[]int{27}, []int{23, 52}, runner.TimeLimit},
			3: {[]int{29}, []int{52}, runner.OK},
			4: {[]int{31, 32, 34, 52}, []int{38}, runner.OK},           // a thread
			5: {[]int{38, 42, 52}, []int{32}, runner.OK},               // another process
			6: {[]int{8, 9, 10, 45, 46, 52}, []int{13}, runner.OK},     // two instances of a template
			7: {[]int{13, 14, 15, 49, 52}, []int{8, 9, 10}, runner.OK}, // recursion
		} {
			lines, r := s.lines(t, p, c, fmt.Sprintln(k))
			missing := slices.DeleteFunc(slices.Concat(always, want.lines), func(l int) bool { return slices.Contains(lines, l) })
			wrong := slices.DeleteFunc(append([]int{5, 6}, want.not...), func(l int) bool { return !slices.Contains(lines, l) })
			if len(missing)+len(wrong) > 0 || r.Verdict != want.verdict {
				t.Errorf("%d%s: %v %s, lines %v without %v and with %v", k, name, r.Verdict, r.StderrHead, lines, missing, wrong)
			}
		}
	}
}

// testCoverageOutcomes: what a line that is executed in any case decides is told apart.
func testCoverageOutcomes(t *testing.T, s coverageSite) {
	need(t, "g++")
	dir := folder(t, "-- a.cpp --\n#include <cstdio>\nint main() {\n\tint a, b;\n\tif (scanf(\"%d %d\", &a, &b) < 2) return 1;\n"+
		"\tint best = a < b ? a : b;\n\tif (a > 5) best++;\n\tprintf(\"%d\\n\", best);\n}\n"+
		"-- a.py --\na, b = map(int, input().split())\nif a > 5:\n    b += 1\nprint(b)\n")
	for name, line := range map[string]int{"a.cpp": 6, "a.py": 2} {
		p, c := s.open(t, source(t, dir, name), toolchain.Commands{})
		events := map[string]bool{}
		for _, input := range []string{"3 4\n", "7 9\n"} {
			r := s.Execute(t.Context(), covering(p, input))
			var here []Point
			for _, p := range c.Points(r) {
				if p.Line == line {
					here = append(here, p)
				}
			}
			events[fmt.Sprint(here)] = true
			if !slices.Contains(here, Point{Line: line}) || len(here) < 2 {
				t.Errorf("%s %q: %v %v %s", name, input, here, r.Verdict, r.StderrHead)
			}
		}
		if len(events) != 2 {
			t.Errorf("%s: no difference: %v", name, events)
		}
	}
}

// testCoverageIsAnotherProgram: it does not take the place of the ordinary one, and behaves like it where nobody asks.
func testCoverageIsAnotherProgram(t *testing.T, s coverageSite) {
	need(t, "g++")
	dir := folder(t, "-- a.cpp --\nint main() { return 3; }\n-- a.py --\nimport sys\nprint(sys.argv, __name__, __file__)\n"+
		"f = open(0)\nprint(f.read(), open('/dev/null').fileno(), sys.modules['__main__'].f is f, sorted(globals()))\n")
	for _, name := range []string{"a.cpp", "a.py"} {
		src := source(t, dir, name)
		plain := mustBuild(t, s.cache, src, toolchain.Commands{})
		p, _ := s.open(t, src, toolchain.Commands{})
		if p.Key == plain.Key || p.Server != nil {
			t.Errorf("%s: keys %s %s, server %v", name, p.Key, plain.Key, p.Server)
		}
		want := s.Execute(t.Context(), runner.Request{Program: plain, Args: []string{"x"}, Stdin: []byte("1\n"), Fresh: true})
		for _, req := range []runner.Request{{Program: p, Stdin: []byte("1\n")}, covering(p, "1\n")} {
			req.Args = []string{"x"}
			got := s.Execute(t.Context(), req)
			here := strings.ReplaceAll(string(got.Stdout), p.Dir, plain.Dir)
			if here != string(want.Stdout) || got.ExitCode != want.ExitCode {
				t.Errorf("%s: %d %q %s, else %d %q", name, got.ExitCode, here, got.StderrHead, want.ExitCode, want.Stdout)
			}
		}
		if _, err := OpenCoverage(plain); err == nil {
			t.Errorf("%s: an ordinary program has a chart", name)
		}
	}
}

// covering asks for an execution that notes what it does.
func covering(p *runner.Program, input string) runner.Request {
	return runner.Request{
		Program: p, Stdin: []byte(input), Files: map[string][]byte{CoverageFile: nil}, Collect: []string{CoverageFile},
		Limits: runner.Limits{CPU: 500 * time.Millisecond, Memory: runner.GiB},
	}
}

const pythonWanderer = `import sys, os, lib
k = int(input())
sys.setrecursionlimit(5000)
def depth(n):
    if n == 0:
        return 0
    return depth(n - 1) + 1
if k == 1:
    raise ValueError
if k == 2:
    while k > 0:
        k += 1
if k == 3:
    os._exit(0)
if k == 4:
    from threading import Thread
    def work():
        print(7)
    t = Thread(target=work)
    t.start()
    t.join()
if k == 5:
    if os.fork() == 0:
        print(8)
        os._exit(0)
    os.wait()
if k == 6:
    exec("\n\n\n\nx = eval('1 + 1')\n")
if k == 7:
    print(depth(2000))
lib.twice(k)
`

// testCoveragePython is testCoverageNative for Python.
func testCoveragePython(t *testing.T, s coverageSite, interpreter string) {
	need(t, interpreter)
	dir := folder(t, "-- lib.py --\n\n\n\n\ndef twice(x):\n    y = 2 * x\n    return y\n-- a.py --\n"+pythonWanderer)
	var commands toolchain.Commands
	if interpreter != "python3" {
		commands.Run = []string{interpreter, "{src}"}
	}
	p, c := s.open(t, source(t, dir, "a.py"), commands)
	always := []int{1, 2, 3, 4, 8}
	for k, want := range map[int]struct {
		lines   []int // besides
		verdict runner.Verdict
	}{
		0: {[]int{10, 13, 15, 22, 27, 29, 31}, runner.OK},
		1: {[]int{9}, runner.Crash},
		2: {[]int{10, 11, 12}, runner.TimeLimit},
		3: {[]int{10, 13, 14}, runner.OK},
		4: {[]int{10, 13, 15, 16, 17, 18, 19, 20, 21, 22, 27, 29, 31}, runner.OK},
		5: {[]int{10, 13, 15, 22, 23, 24, 25, 26, 27, 29, 31}, runner.OK},
		6: {[]int{10, 13, 15, 22, 27, 28, 29, 31}, runner.OK},
		7: {[]int{5, 6, 7, 10, 13, 15, 22, 27, 29, 30, 31}, runner.OK},
	} {
		lines, r := s.lines(t, p, c, fmt.Sprintln(k))
		expected := slices.Sorted(slices.Values(slices.Concat(always, want.lines)))
		if !slices.Equal(lines, expected) || r.Verdict != want.verdict {
			t.Errorf("%d: %v %s, lines %v, want %v", k, r.Verdict, r.StderrHead, lines, expected)
		}
	}
}

// testCoverageOfFunctions: lines of the harness are nobody's, and those of the candidate are its own.
func testCoverageOfFunctions(t *testing.T, s coverageSite) {
	need(t, "g++")
	dir := folder(t, "-- a.py --\nclass Solution:\n    def twice(self, x: int) -> int:\n        if x > 5:\n            return 2 * x\n"+
		"        return x + x\n-- b.cpp --\nclass Solution {\npublic:\n  int twice(int x) {\n    if (x > 5)\n      return 2 * x;\n    return x + x;\n  }\n};\n")
	// For g++ the end of a function is in the line of its last return.
	for name, want := range map[string][]int{"a.py": {1, 2, 3, 4}, "b.cpp": {4, 5, 6, 7}} {
		src := source(t, dir, name)
		src.Call = &function.Call{Name: "twice", Parameters: []string{"x"}}
		p, c := s.open(t, src, toolchain.Commands{})
		lines, r := s.lines(t, p, c, "7\n")
		if !slices.Equal(lines, want) || strings.TrimSpace(string(r.Stdout)) != "14" {
			t.Errorf("%s: %v %q %s, lines %v, want %v", name, r.Verdict, r.Stdout, r.StderrHead, lines, want)
		}
	}
}

// TestNoCoverage: where the compiler cannot do it, or the language has none, that is said; it is no mistake of the program.
func TestNoCoverage(t *testing.T) {
	real := need(t, "g++")
	dir := folder(t, "-- a.cpp --\nint main() {}\n-- a.rs --\nfn main() {}\n-- a.py --\npass\n")
	script := "#!/bin/sh\nfor a; do case $a in -fsanitize-coverage*) echo 'no such option' >&2; exit 1;; esac; done\nexec " + real + " \"$@\"\n"
	compiler := filepath.Join(dir, "poor-g++")
	if err := os.WriteFile(compiler, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", compiler)
	cache := &Cache{Dir: t.TempDir()}
	poor := "which lines are executed is not seen with " + compiler + ": it makes no programs with " +
		"-fsanitize-coverage=trace-pc,trace-cmp"
	for name, c := range map[string]struct {
		commands toolchain.Commands
		want     string
	}{
		"a.cpp": {want: poor},
		"a.rs":  {want: "which lines are executed is not seen in rust"},
		"a.py": {
			toolchain.Commands{Run: []string{"python3", "-c", "import sys", "{src}"}},
			"it is run by a command that is not known",
		},
	} {
		src := source(t, dir, name)
		src.Coverage = true
		for range 2 {
			_, err := cache.Build(t.Context(), src, c.commands)
			var missing *toolchain.Missing
			if !errors.As(err, &missing) || !strings.Contains(missing.Error(), c.want) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
		}
	}
}

// FuzzPoints: notes are what a program wrote, and may be anything.
func FuzzPoints(f *testing.F) {
	f.Add([]byte("0 1\n1 2\n2 0\n"), true)
	f.Add([]byte("99999999999999999999 -1\n1"), true)
	f.Add(bytes.Repeat([]byte{40, 0, 0, 0, 0, 0, 0, 0}, 3), false)
	f.Add([]byte{1, 2, 3}, false)
	f.Fuzz(func(t *testing.T, notes []byte, python bool) {
		c := Coverage{chartOf{Python: python, Lines: 5, Sites: []site{{-4, []int{2}}, {10, []int{1, 3}}}}}
		points := c.Points(runner.Result{Files: map[string][]byte{CoverageFile: notes}})
		for i, p := range points {
			if p.Line < 1 || p.Line > 5 || slices.Contains(points[:i], p) {
				t.Fatalf("%v", points)
			}
		}
	})
}
