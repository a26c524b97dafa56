package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"execre/runner"
)

// pythonPrograms are executed by a zygote as they are by a fresh interpreter.
var pythonPrograms = []struct{ name, source, stdin string }{
	{"reads and prints", "n = int(input())\nprint(n + sum(map(int, input().split())))", "3\n1 2 3\n"},
	{"reads to the end", "import sys\nfor line in sys.stdin:\n    print(line.upper(), end='')", "a\nb\nc"},
	{"reads all", "import sys\nprint(sys.stdin.read().split())", "1 2\n3\n"},
	{"reads bytes", "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.readline()[::-1])", "abc\ndef\n"},
	{"reads the descriptor", "import os\nprint(os.read(0, 100))", "abc\n"},
	{"opens the descriptor", "print(open(0).read())", "a\nb\n"},
	{"opens /dev/stdin", "print(open('/dev/stdin').read())", "a\nb\n"},
	{"does not read", "print('done')", strings.Repeat("1 2 3\n", 100000)},
	{"end of input", "input(); input()", "only one\n"},
	{"prompt", "x = input('number? ')\nprint(x)", "5\n"},
	{"closes stdin", "import sys, os\nsys.stdin.close()\nos.close(0) if False else None\nprint('done')", "x"},
	{"guard", "def main():\n    print(__name__)\n\nif __name__ == '__main__':\n    main()", ""},
	{
		"where it is",
		"import sys, os\nprint(sys.argv, __file__, sys.path[:1], sys.orig_argv if hasattr(sys, 'orig_argv') else 0, os.path.basename(os.getcwd()) != '')",
		"",
	},
	{"names", "print(sorted(globals()), __doc__, __package__, __spec__, __builtins__, type(__loader__).__name__)", ""},
	{"documented", "'''What it does.'''\nprint(__doc__)", ""},
	{"imports itself", "import sys, __main__\nx = 5\nprint(__main__.x, sys.modules['__main__'] is __main__, __main__)", ""},
	{"pickles", "import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A, pickle.dumps(A, 0))", ""},
	{"flags", "import sys\nprint(sys.flags, sys.dont_write_bytecode, sys.warnoptions)", ""},
	{"site", "import sys\nprint('site' in sys.modules, 'exit' in dir(__builtins__))\nexit(4)", ""},
	{"exit", "import sys\nsys.exit()", ""},
	{"exit 0", "import sys\nsys.exit(0)", ""},
	{"exit 7", "import sys\nprint('x', end='')\nsys.exit(7)", ""},
	{"exit True", "raise SystemExit(True)", ""},
	{"exit -1", "raise SystemExit(-1)", ""},
	{"exit 256", "raise SystemExit(256)", ""},
	{"exit with a huge number", "raise SystemExit(10**30)", ""},
	{"exit with words", "import sys\nprint('out')\nsys.exit('the reason')", ""},
	{"exit with a tuple", "import sys\nsys.exit((1, 'a'))", ""},
	{"exit with a float", "import sys\nsys.exit(0.0)", ""},
	{"exit in a function", "def f():\n    raise SystemExit\ntry:\n    f()\nfinally:\n    print('finally')", ""},
	{"_exit", "import os\nprint('lost')\nos._exit(5)", ""},
	{"abort", "import os\nos.abort()", ""},
	{"signal", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", ""},
	{"interrupt", "import os, signal\nprint('before')\nos.kill(os.getpid(), signal.SIGINT)\nfor i in range(10**9): pass", ""},
	{"raises KeyboardInterrupt", "raise KeyboardInterrupt", ""},
	{"catches an interrupt", "import os, signal, time\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\n    time.sleep(9)\nexcept KeyboardInterrupt:\n    print('caught')", ""},
	{"handlers", "import signal\nprint([(s, signal.getsignal(s)) for s in (1, 2, 13, 15, 17, 25)])\nprint(signal.pthread_sigmask(0, []))", ""},
	{"exception", "def f(x):\n    return 1 // x\n\nprint('before')\nf(0)", ""},
	{"exception at the top", "x = [1]\nx[5]", ""},
	{"exception with a cause", "try:\n    1 // 0\nexcept ZeroDivisionError as e:\n    raise ValueError('bad') from e", ""},
	{"exception in an exception", "try:\n    {}['a']\nexcept KeyError:\n    int('x')", ""},
	{"assertion", "assert 1 == 2, 'no'", ""},
	{"no recursion", "def f(n):\n    return f(n + 1)\nf(0)", ""},
	{"class", "class Bad(Exception):\n    def __str__(self): return 'very bad'\nraise Bad", ""},
	{"excepthook", "import sys\nsys.excepthook = lambda *a: print('hook', a[0].__name__)\n1 // 0", ""},
	{"excepthook fails", "import sys\nsys.excepthook = lambda *a: {}['x']\n1 // 0", ""},
	{"excepthook exits", "import sys\ndef hook(*a): sys.exit(9)\nsys.excepthook = hook\n1 // 0", ""},
	{"exception printed", "import traceback\ntry:\n    1 // 0\nexcept ZeroDivisionError:\n    traceback.print_exc()", ""},
	{"syntax", "print('never')\nx x\n", ""},
	{"tabs", "if 1:\n        x = 1\n\ty = 2\n", ""},
	{"bytes that are no text", "print('never')\n# \xff\xfe\n", ""},
	{"zero byte", "print(1)\x00", ""},
	{"warning", "import re\nprint('before' is 'x')\nprint(re.split('\\s', 'a b'))", ""},
	{"warns", "import warnings\nwarnings.warn('old', DeprecationWarning)\nprint(1)", ""},
	{"empty", "", "1\n"},
	{"cookie", "# -*- coding: latin-1 -*-\nprint(len('\xe9'))", ""},
	{"future", "from __future__ import annotations\nx: undefined = 1\nprint(__annotations__)", ""},
	{"annotations", "x: int = 1\nprint(__annotations__)", ""},
	{"deep", "import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return n and 1 + f(n - 1)\nprint(f(50000))", ""},
	{"exactly as deep", "def f(n):\n    try:\n        return f(n + 1)\n    except RecursionError:\n        return n\nimport sys\nprint(f(0) if sys.implementation.name == 'cpython' else 0, sys.getrecursionlimit())\nsys.setrecursionlimit(500)\nprint(f(0) if sys.implementation.name == 'cpython' else 0, sys.getrecursionlimit())", ""},
	{"greatest limit", "import sys\nsys.setrecursionlimit(2**31 - 1)\nprint(sys.getrecursionlimit())\nsys.setrecursionlimit(10**20)", ""},
	{
		"deep in a thread",
		"import sys, threading\nsys.setrecursionlimit(10**6)\nthreading.stack_size(256 << 20)\ndef f(n): return n and 1 + f(n - 1)\n" +
			"t = threading.Thread(target=lambda: print(f(100000)))\nt.start()\nt.join()",
		"",
	},
	{"threads", "import threading\ngo = threading.Event()\ndef work():\n    go.wait()\n    print('thread')\nthreading.Thread(target=work).start()\nprint('main ends')\ngo.set()", ""},
	{"daemon thread", "import threading, time\nthreading.Thread(target=time.sleep, args=(99,), daemon=True).start()\nprint('done')", ""},
	{"exception in a thread", "import threading\nt = threading.Thread(target=lambda: 1 // 0, name='worker')\nt.start()\nt.join()\nprint('main')", ""},
	{"main thread", "import threading\nprint(threading.current_thread() is threading.main_thread(), threading.active_count(), threading.current_thread().name)", ""},
	{"pool", "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(3) as p: print(list(p.map(lambda x: x * x, range(5))))", ""},
	{"processes", "import multiprocessing as m\ndef f(x): return x * x\nif __name__ == '__main__':\n    m.set_start_method('fork')\n    p = m.Process(target=lambda: print('child', flush=True))\n    p.start()\n    p.join()\n    print(p.exitcode)", ""},
	{"atexit", "import atexit\natexit.register(print, 'first')\natexit.register(print, 'second')\nprint('main')", ""},
	{"atexit after an exception", "import atexit\natexit.register(print, 'at exit')\n1 // 0", ""},
	{"atexit fails", "import atexit\nclass F:\n    def __repr__(self): return 'F'\n    def __call__(self): 1 // 0\natexit.register(F())\nprint('main')", ""},
	{"stderr", "import sys\nprint('err', file=sys.stderr)\nprint('out')", ""},
	{"own stdout", "import sys, io\nsys.stdout = io.StringIO()\nprint('nobody sees it')\nsys.__stdout__.write('somebody does\\n')", ""},
	{"another writer", "out = open(1, 'w', closefd=False)\nout.write('not flushed')", ""},
	{"another buffer", "import os, io\nout = io.BufferedWriter(io.FileIO(1, 'w', closefd=False))\nout.write(b'not flushed')", ""},
	{"stdout closed", "import sys\nprint('a')\nsys.stdout.close()", ""},
	{"descriptor closed", "import os\nprint('a')\nos.close(1)", ""},
	{"no stdout", "import sys\nsys.stdout = None\nprint('a')", ""},
	{"destructor", "class A:\n    def __del__(self): print('deleted')\na = A()\nprint('end')", ""},
	{"encoding", "import sys\nprint(sys.stdout.encoding, sys.stdin.encoding, sys.stdout.errors, sys.getfilesystemencoding(), sys.stdout.line_buffering)\nprint('\\u00e9\\u4e2d')", ""},
	{"surrogate", "print('\\ud800')", ""},
	{"tty", "import sys\nprint(sys.stdin.isatty(), sys.stdout.isatty(), sys.stdin.fileno(), sys.stdout.name, sys.stdin.seekable())", ""},
	{"descriptors", "import os\nos.write(1, b' '.join(b'%d' % i for i in range(3, 10) if os.path.exists('/proc/self/fd/%d' % i)))", ""},
	{"imports", "import math, heapq, collections, random, itertools, re, os, sys\nfrom bisect import bisect_left\nfrom functools import lru_cache\nprint(math.gcd(12, 18), heapq.nlargest(2, [1, 5, 3]), bisect_left([1, 2], 2), collections.Counter('aab').most_common())", ""},
	{"no such module", "import heapq\nimport no_such_module_at_all\n", ""},
	{"nothing is there before", "import sys\nprint('heapq' in sys.modules, 'ast' in sys.modules, 'traceback' in sys.modules)", ""},
	{"seeded", "import random\nrandom.seed(5)\nprint(random.random(), random.randrange(10**9))", ""},
	{"decimal", "from decimal import Decimal, getcontext\ngetcontext().prec = 50\nprint(Decimal(1) / 7)", ""},
	{"collects", "import gc\nprint(gc.isenabled(), gc.get_threshold() if hasattr(gc, 'get_threshold') else 0)", ""},
	{"environment", "import os\nprint({k: v for k, v in os.environ.items() if k not in ('HOME', 'TMPDIR')})", ""},
	{"writes files", "open('file', 'w').write('x')\nimport os\nos.makedirs('a/b/c')\nprint(os.listdir('.') != [])", ""},
}

func TestPythonBehaviour(t *testing.T) {
	zygote := written(t, "zygote.py", ZygoteSource())
	for _, way := range []struct {
		python string
		flags  []string
		every  int // of how many programs one is executed
	}{{"/usr/bin/python3", []string{"-I", "-S", "-B"}, 1}, {"/usr/bin/python3", []string{"-B"}, 8}, {"/usr/bin/pypy3", []string{"-I", "-S", "-B"}, 4}} {
		t.Run(filepath.Base(way.python)+" "+strings.Join(way.flags, " "), func(t *testing.T) {
			if _, err := os.Stat(way.python); err != nil {
				t.Skipf("needs %s", way.python)
			}
			for i, c := range pythonPrograms {
				if i%way.every == 0 {
					t.Run(c.name, func(t *testing.T) {
						t.Parallel()
						comparePython(t, i, way.python, zygote, way.flags)
					})
				}
			}
		})
	}
}

func pythonProgram(t *testing.T, folder, source, python, zygote string, flags ...string) *runner.Program {
	t.Helper()
	path := written(t, filepath.Join(folder, "program.py"), source)
	argv := append([]string{python}, flags...)
	reads := []string{zygote, python}
	if strings.Contains(python, "pypy") {
		reads = append(reads, "/proc") // else it complains
	}
	return &runner.Program{
		Name: "program.py", Argv: append(argv[:len(argv):len(argv)], path), Env: []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8"},
		Dir: filepath.Dir(path), Reads: reads,
		Server: &runner.Server{Engine: runner.Zygote, Argv: append(argv[:len(argv):len(argv)], zygote, path)},
	}
}

func comparePython(t *testing.T, i int, python, zygote string, flags []string) {
	c := pythonPrograms[i]
	p := pythonProgram(t, filepath.Join(filepath.Base(python)+strings.Join(flags, ""), c.name), c.source, python, zygote, flags...)
	limits := runner.Limits{Wall: patient}
	fresh := serving(t, p, runner.Spawn)
	want, err := fresh.run(t.Context(), c.stdin, limits)
	if err != nil {
		t.Fatal(err)
	}
	in := serving(t, p, runner.Zygote)
	server, err := Start(t.Context(), in.cfg)
	if unfit, ok := err.(*UnfitError); ok && unfit.Reason == "it does not compile" {
		return // the caller spawns it
	}
	if err != nil {
		t.Fatal(err)
	}
	in.server = server
	for range 2 {
		got, err := in.run(t.Context(), c.stdin, limits)
		if err != nil {
			t.Fatal(err)
		}
		if shown(got) != shown(want) {
			t.Errorf("got  %s\nwant %s", shown(got), shown(want))
		}
	}
}

func TestPythonLimits(t *testing.T) {
	zygote := written(t, "zygote.py", ZygoteSource())
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skip("needs /usr/bin/python3")
	}
	for _, c := range []struct {
		name, source string
		limits       runner.Limits
		want         runner.Verdict
	}{
		{"loop", "while True: pass", runner.Limits{CPU: 50 * time.Millisecond, Wall: patient}, runner.TimeLimit},
		{"sleep", "import time\ntime.sleep(1000)", runner.Limits{Wall: 50 * time.Millisecond}, runner.TimeLimit},
		{"output", "while True: print(1)", runner.Limits{Wall: patient, Output: 1000}, runner.OutputLimit},
		{"exact output", "print('x' * 999)", runner.Limits{Wall: patient, Output: 1000}, runner.OK},
		{"a byte more", "print('x' * 1000)", runner.Limits{Wall: patient, Output: 1000}, runner.OutputLimit},
		{"much at once", "print('x' * 20000000)", runner.Limits{Wall: patient, Output: 18_000_000}, runner.OutputLimit},
		{"hog", "x = []\nwhile True: x.append(bytearray(1 << 20))", runner.Limits{Wall: patient, Memory: 64 * runner.MiB}, runner.MemoryLimit},
		{"too much at once", "x = bytearray(1 << 40)", runner.Limits{Wall: patient, Memory: 64 * runner.MiB}, runner.MemoryLimit},
		{"modest", "x = bytearray(1 << 20)", runner.Limits{CPU: time.Second, Wall: patient, Memory: 64 * runner.MiB}, runner.OK},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pythonProgram(t, "limits/"+c.name, c.source, python, zygote, "-I", "-S", "-B")
			for _, engine := range []runner.Engine{runner.Spawn, runner.Zygote} {
				in := serving(t, p, engine)
				res, err := in.run(t.Context(), "", c.limits)
				if err != nil || res.Verdict != c.want {
					t.Errorf("%s: got %s, %v; want %v", engine, shown(res), err, c.want)
				}
			}
		})
	}
}
