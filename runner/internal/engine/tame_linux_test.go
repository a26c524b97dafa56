package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/runner"
)

// What becomes of the fork that executes a program.
const (
	stays  = "stays"  // and takes the next request
	leaves = "leaves" // after each execution, for the source shows that it may leave something behind
	either = "either" // the execution tells
)

// tamePrograms read inputs, and try to leave something behind.
var tamePrograms = []struct {
	name, source, fork string
	one, two           string // other inputs than usual
}{
	{
		"fast input",
		"import sys\ninput = sys.stdin.readline\ndef main():\n    a, b = map(int, input().split())\n" +
			"    print(a + b)\nif __name__ == '__main__':\n    main()",
		stays, "", "",
	},
	{"partly read", "print(input())", stays, "", ""},
	{
		"crosses the buffers",
		"import sys\nprint(sys.stdin.readline().strip(), len(sys.stdin.buffer.read(10)))",
		stays, "", "",
	},
	{"iterates", "import sys\nfor line in sys.stdin:\n    print(line.split())\n    break", stays, "", ""},
	{
		"bytes",
		"import sys\ndata = sys.stdin.buffer.read().split()\nsys.stdout.buffer.write(b' '.join(data[::-1]))",
		stays, "", "",
	},
	{
		"text and bytes",
		"import sys\nprint('text')\nsys.stdout.buffer.write(b'bytes\\n')\nsys.stdout.flush()\nprint('more')",
		stays, "", "",
	},
	{"opens 0", "for line in open(0):\n    print(line.strip())", stays, "", ""},
	{"opens 0 and keeps it", "f = open(0)\nprint(f.readline())\ng = [f]\ng.append(g)", stays, "", ""},
	{"opens 0 in bytes", "with open(0, 'rb') as f:\n    print(f.read().split())", stays, "", ""},
	{
		"reads 0",
		"import os, io\ninput = io.BytesIO(os.read(0, os.fstat(0).st_size)).readline\n" +
			"os.write(1, input())\nprint(input())",
		stays, "", "",
	},
	{"end of input", "try:\n    while True: print(input())\nexcept EOFError:\n    print('end')", stays, "", ""},
	{"end of input is an error", "while True: print(input())", either, "", ""},
	{"no newline", "print(input(), end='')", stays, "", ""},
	{"flush", "for i in range(3): print(i, flush=True)", stays, "", ""},
	{"lines end in many ways", "import sys\nprint([line for line in sys.stdin])", stays, "a\r\nb\rc\n", "x\r\n"},
	{
		"text that is none",
		"import sys\nprint(sys.stdin.read(), ascii(sys.stdin.buffer.read()))",
		either, "\xff\n", "fine\n",
	},
	{
		"streams",
		"import sys\n" +
			"for s in sys.stdin, sys.stdout, sys.stderr: print(s, s.mode, s.name, s.encoding, s.errors, s.newlines, s.line_buffering, s.write_through, s.isatty(), s.fileno(), s.buffer.name, s.buffer.mode, s.seekable(), s.tell())",
		stays, "", "",
	},
	{
		"reconfigures",
		"import sys\nprint(sys.stdout.errors)\n" +
			"sys.stdout.reconfigure(errors='replace', encoding='ascii', newline='\\r\\n')\nprint('\\u00e9')",
		either, "", "",
	},
	{
		"detaches",
		"import sys\nout = sys.stdout.detach()\nout.write(sys.stdin.detach().read())\nout.flush()",
		either, "", "",
	},
	{"closes", "import sys\nprint(input())\nsys.stdin.close()\nsys.stdout.close()", either, "", ""},
	{"arguments", "import sys\nprint(sys.argv)\nsys.argv.append('x')\nsys.argv[0] = 'y'", stays, "", ""},
	{
		"recursion limit",
		"import sys\nprint(sys.getrecursionlimit())\n" +
			"sys.setrecursionlimit(int(input().split()[0]) * 1000)\ndef f(n): return n and 1 + f(n - 1)\n" +
			"print(f(2000))",
		stays, "", "",
	},
	{
		"exactly as deep",
		"import sys\ndef f(n):\n    try:\n        return f(n + 1)\n    except RecursionError:\n" +
			"        return n\nprint(f(0), sys.getrecursionlimit(), input())\nsys.setrecursionlimit(300)\n" +
			"print(f(0))",
		stays, "", "",
	},
	{"recursion without end", "def f(n): return f(n + 1)\nif input()[0] == '5': f(0)\nprint('fine')", either, "", ""},
	{
		"digits",
		"import sys\nprint(len(str(10 ** int(input().split()[0]))))\n" +
			"try:\n    sys.set_int_max_str_digits(0)\nexcept AttributeError:\n    print('old')\n" +
			"print(len(str(10 ** 5000)))",
		stays, "", "",
	},
	{
		"digits left as they are",
		"import sys\ntry:\n    print(len(str(10 ** 5000)))\nexcept ValueError as e:\n    print(e)\n" +
			"try:\n    sys.set_int_max_str_digits(0)\nexcept AttributeError:\n    print('old')",
		stays, "", "",
	},
	{
		"default argument",
		"def f(x, seen=[]):\n    seen.append(x)\n    return seen\nprint(f(input()), f(2))",
		stays, "", "",
	},
	{
		"globals",
		"count = 0\ncache = {}\ndef f():\n    global count\n    count += 1\n    cache[input()] = count\n" +
			"f()\nprint(count, cache)\ntry:\n    again\nexcept NameError:\n    again = True\n    print('first')",
		stays, "", "",
	},
	{
		"builtins replaced",
		"print(max(1, 2))\nmax = min\nprint(max(1, 2))\nglobal_sum = sum\ndef sum(x): return 0\n" +
			"print(sum([1]))",
		stays, "", "",
	},
	{
		"caches",
		"from functools import lru_cache, cache\nimport random\n@lru_cache(maxsize=None)\ndef f(n):\n" +
			"    print('computed', n)\n    return n if n < 2 else f(n - 1) + f(n - 2)\n" +
			"print(f(int(input().split()[0])), f.cache_info())",
		stays, "", "",
	},
	{
		"classes",
		"class Node:\n    count = 0\n    def __init__(self, v, next=None):\n" +
			"        self.v, self.next, self.__hidden = v, next, 1\n        Node.count += 1\n" +
			"    def __lt__(self, o): return self.v < o.v\n    def __repr__(self): return 'Node(%d)' % self.v\n" +
			"import heapq\nh = []\nfor x in input().split(): heapq.heappush(h, Node(int(x)))\n" +
			"h[0].next = h[0]\nprint(heapq.heappop(h), Node.count, Node)",
		stays, "", "",
	},
	{
		"data classes",
		"from dataclasses import dataclass, field\nfrom enum import Enum, IntFlag\n" +
			"from typing import NamedTuple, List, Dict, Optional\nfrom collections import namedtuple\n" +
			"@dataclass(order=True)\nclass A:\n    x: int\n    y: List[int] = field(default_factory=list)\n" +
			"class C(Enum):\n    RED = 1\nclass P(NamedTuple):\n    x: 'A'\nQ = namedtuple('Q', 'a b')\n" +
			"a = A(1)\na.y.append(input())\nprint(a, C.RED, P(a), Q(1, 2), C(1) is C.RED, sorted([A(2), A(1)]))",
		stays, "", "",
	},
	{
		"abstract classes",
		"from abc import ABC, abstractmethod\nfrom collections.abc import Sequence, Sized\nclass B(ABC):\n" +
			"    @abstractmethod\n    def f(self): ...\nclass D(B):\n    def f(self): return input()\n" +
			"class V: pass\nprint(D().f(), isinstance(V(), Sequence), isinstance([], Sized))",
		stays, "", "",
	},
	{
		"a registry of an abstract class",
		"from numbers import Integral\nprint(isinstance(1.5, Integral), input())\nIntegral.register(float)\n" +
			"print(isinstance(1.5, Integral))",
		leaves, "", "",
	},
	{
		"a registry under another name",
		"from numbers import Integral\nprint(isinstance(1.5, Integral), input())\nr = Integral.register\nr(float)",
		leaves, "", "",
	},
	{
		"a registry in a pattern",
		"from numbers import Integral\nprint(isinstance(1.5, Integral), input())\n" +
			"match Integral:\n    case type(register=r): r(float)",
		leaves, "", "",
	},
	{
		"counters",
		"from collections import *\nc = Counter(input())\nd = defaultdict(list)\nd[1].append(2)\n" +
			"q = deque([1], maxlen=2)\nq.extend([2, 3])\n" +
			"print(c.most_common(), d, q, OrderedDict(a=1), ChainMap({}, {1: 2}))",
		stays, "", "",
	},
	{
		"everything of math",
		"from math import *\nfrom heapq import *\nfrom itertools import *\nfrom bisect import *\n" +
			"from functools import *\n" +
			"print(gcd(12, 18), sqrt(2), list(accumulate([1, 2, 3])), nsmallest(1, [2, 1]), reduce(max, [1, 2]), bisect_left([1, 2], 2), input())",
		stays, "", "",
	},
	{
		"math replaced",
		"import math\nprint(math.sqrt(4), input())\nmath.sqrt = lambda x: 'replaced'\nprint(math.sqrt(4))",
		leaves, "", "",
	},
	{
		"math replaced under another name",
		"import math as m\nn = m\nprint(n.sqrt(4))\nn.sqrt = lambda x: 'replaced'\nprint(n.sqrt(4))",
		leaves, "", "",
	},
	{"math deleted", "import math\nprint(math.sqrt(4))\ndel math.sqrt", leaves, "", ""},
	{"sets an attribute", "import math\nprint(math.sqrt(4))\nsetattr(math, 'sqrt', 5)", leaves, "", ""},
	{
		"a class of a module",
		"from collections import Counter\nprint(Counter('aab').most_common(1))\n" +
			"Counter.most_common = lambda self, n: 'replaced'\nprint(Counter('aab').most_common(1))",
		leaves, "", "",
	},
	{
		"a class of a module, renamed",
		"from collections import Counter\nC = Counter\nprint(C('aab').most_common(1))\n" +
			"C.most_common = lambda self, n: 'replaced'\nprint(C('aab').most_common(1))",
		either, "", "",
	},
	{
		"a base class",
		"from fractions import Fraction\nprint(hasattr(Fraction, 'seen'), Fraction(1, 3))\n" +
			"for c in Fraction.mro()[1:2]: c.seen = True\nprint(hasattr(Fraction, 'seen'))",
		either, "", "",
	},
	{
		"a function of a module",
		"from heapq import merge\nprint(hasattr(merge, 'seen'))\nf = merge\nf.seen = 1\nprint(f.seen)",
		either, "", "",
	},
	{
		"a method of a class of a module",
		"from collections import Counter\nf = Counter.most_common\nprint(hasattr(f, 'n'), input())\nf.n = 1",
		either, "", "",
	},
	{
		"a method of a base class",
		"from collections import Counter\nfor f in [Counter.mro()[-2].keys, Counter.elements]:\n" +
			"    print(hasattr(f, 'n'), input())\n    if f is Counter.elements: f.n = 1",
		either, "", "",
	},
	{
		"the function of a property",
		"from fractions import Fraction\nf = Fraction.numerator.fget\nprint(hasattr(f, 'n'), input())\nf.n = 1",
		either, "", "",
	},
	{
		"wraps a function of a module",
		"import functools, heapq\nprint(hasattr(heapq.merge, 'seen'))\ndef f(): pass\nf.seen = 1\n" +
			"functools.update_wrapper(heapq.merge, f)\nprint(hasattr(heapq.merge, 'seen'))",
		either, "", "",
	},
	{"a member of an enumeration", "import re\nf = re.I\nprint(hasattr(f, 'seen'))\nf.seen = 1", either, "", ""},
	{
		"builtins",
		"import builtins\nprint(len([1]))\nbuiltins.len = lambda x: 'replaced'\nprint(len([1]))",
		leaves, "", "",
	},
	{
		"builtins by their dictionary",
		"print(len([1]))\n__builtins__.len = lambda x: 'replaced'\nprint(len([1]))",
		leaves, "", "",
	},
	{
		"by a frame",
		"def g(): yield 1\nx = g()\nb = x.gi_frame.f_builtins\nprint(b['len']([1]))\n" +
			"b['len'] = lambda x: 'replaced'",
		leaves, "", "",
	},
	{
		"by a function",
		"def f(): pass\nb = f.__globals__['__builtins__']\nprint(b.len([1]))\nb.len = lambda x: 'replaced'",
		leaves, "", "",
	},
	{
		"by a name in a string",
		"from operator import attrgetter\nb = attrgetter('__self__')(print)\nprint(b.len([1]))\n" +
			"b.len = lambda x: 'replaced'",
		leaves, "", "",
	},
	{
		"by an annotation", "from typing import *\nclass A: x: \"print('evaluated')\"\nprint(1)\nget_type_hints(A)", leaves, "", "",
	},
	{"by exec", "exec('import math\\nprint(math.sqrt(4))\\nmath.sqrt = int')", leaves, "", ""},
	{
		"own stdout",
		"import sys, io\nprint(sys.stdout.name)\nold = sys.stdout\nsys.stdout = io.StringIO()\n" +
			"print('hidden')\nsys.stdout = old\nprint(input())",
		leaves, "", "",
	},
	{"own stdin", "import sys\nsys.stdin = open(0)\nprint(input())", leaves, "", ""},
	{
		"random",
		"import random\nrandom.seed(int(input().split()[0]))\n" +
			"print(random.random(), random.gauss(0, 1), random.sample(range(100), 3))",
		either, "", "",
	},
	{
		"random order is tamed",
		"import random\nx = list(range(100))\nrandom.shuffle(x)\n" +
			"print(sorted(x) == list(range(100)), random.randint(5, 5))",
		stays, "", "",
	},
	{"decimal", "from decimal import *\nprint(1)", leaves, "", ""},
	{
		"decimal precision",
		"from decimal import Decimal, getcontext, localcontext\nprint(Decimal(1) / 7, getcontext())\n" +
			"getcontext().prec = int(input().split()[0])\nprint(Decimal(1) / 7)\nwith localcontext() as c:\n" +
			"    c.prec = 2\n    print(Decimal(1) / 7)\ngetcontext().rounding = 'ROUND_UP'",
		stays, "", "",
	},
	{
		"decimal by fractions",
		"from fractions import Fraction\nfrom statistics import mean, pstdev\n" +
			"print(Fraction(1, 3) + Fraction(input().split()[0]), mean([1, 2]), pstdev([1, 2]))",
		stays, "", "",
	},
	{
		"warnings",
		"import warnings\nwarnings.warn('once')\nwarnings.simplefilter('ignore')\nprint(input())",
		leaves, "", "",
	},
	{"warns", "import re\nprint(re.split('[[a]', 'b'), input())", either, "", ""},
	{"warns of the source", "print(input() is '5')", either, "", ""},
	{
		"expressions",
		"import re\n" +
			"print(re.findall(r'\\d+', input()), re.compile('A', re.I).match('a'), re.sub('x', 'y', 'axa', flags=re.M))",
		stays, "", "",
	},
	{"stderr", "import sys\nprint('debug', file=sys.stderr)\nprint(input())", either, "", ""},
	{"stderr without an end", "import sys\nsys.stderr.write('debug')\nprint(input())", either, "", ""},
	{
		"generators",
		"def g():\n    n = 0\n    while True:\n        n += 1\n        yield n\nx = g()\n" +
			"print(next(x), next(x), input())\ny = (i for i in x)\nprint(next(y))",
		stays, "", "",
	},
	{
		"generators that finish",
		"def g():\n    try:\n        yield 1\n    finally:\n        print('finally')\nx = g()\n" +
			"print(next(x), input())",
		leaves, "", "",
	},
	{
		"generators with a context",
		"from contextlib import contextmanager, suppress\n@contextmanager\ndef c():\n    print('in')\n" +
			"    yield 5\n    print('out')\n" +
			"with c() as x, suppress(ValueError): print(x, int(input().split()[0]), int('x'))",
		stays, "", "",
	},
	{"destructors", "class A:\n    def __del__(self): print('deleted')\na = A()\nprint(input())", leaves, "", ""},
	{
		"destructors in disguise",
		"A = type('A', (), {'__del__': lambda self: print('deleted')})\na = A()\nb = [a]\nb.append(b)\n" +
			"print(input())",
		either, "", "",
	},
	{
		"weak references",
		"import weakref\nclass A: pass\na = A()\nr = weakref.finalize(a, print, 'finalized')\n" +
			"print(input())",
		leaves, "", "",
	},
	{
		"exception kept",
		"kept = []\ndef f():\n    local = 'x'\n    1 // 0\ntry:\n    f()\nexcept ZeroDivisionError as e:\n" +
			"    kept.append(e)\nprint(kept, input())",
		stays, "", "",
	},
	{
		"memory error",
		"try:\n    x = bytearray(1 << 60)\nexcept MemoryError:\n    print('caught')\nprint(input())",
		stays, "", "",
	},
	{"much memory", "x = [0] * (10 << 20)\nprint(len(x), input())", either, "", ""},
	{"garbage", "for i in range(1000):\n    x = [i]\n    x.append(x)\nprint(input())", stays, "", ""},
	{"exits", "import sys\nprint(input())\nsys.exit()\nprint('never')", stays, "", ""},
	{"exits with 0", "import sys\ndef f():\n    print(input())\n    sys.exit(0)\nf()", stays, "", ""},
	{"exits sometimes", "import sys\nx = input()\nprint(x)\nif x[0] == '7': sys.exit(3)", either, "", ""},
	{"exits with words", "import sys\nprint(input())\nsys.exit('words')", either, "", ""},
	{"fails sometimes", "x = [1] * 6\nprint(x[int(input().split()[0])])", either, "", ""},
	{"ends at once", "import os\nprint(input(), flush=True)\nos._exit(0)", leaves, "", ""},
	{"at exit", "import atexit\natexit.register(print, 'at exit')\nprint(input())", leaves, "", ""},
	{
		"threads",
		"import threading\nt = threading.Thread(target=lambda: print(input()))\nt.start()\nt.join()",
		leaves, "", "",
	},
	{
		"signals",
		"import signal\nprint(signal.getsignal(signal.SIGTERM))\n" +
			"signal.signal(signal.SIGTERM, signal.SIG_IGN)",
		leaves, "", "",
	},
	{
		"files",
		"import os\nprint(os.listdir('.'))\nopen('left', 'w').write('x')\nos.environ['LEFT'] = 'x'\n" +
			"print(sorted(os.listdir('.')))",
		leaves, "", "",
	},
	{"folder", "import os\nprint(os.path.exists('sub'))\nos.mkdir('sub')\nos.chdir('sub')", leaves, "", ""},
	{"modules", "import sys\nprint(input())\nimport math\nsys.modules['math'] = None", leaves, "", ""},
	{
		"imported late",
		"def f():\n    import string, json, copy, struct\n    from queue import PriorityQueue\n" +
			"    q = PriorityQueue()\n    q.put(json.loads('[1]'))\n" +
			"    return string.digits, q.get(), copy.deepcopy([1]), struct.pack('<i', 1)\nprint(f(), input())",
		stays, "", "",
	},
	{
		"imported by itself",
		"import datetime\nprint(datetime.datetime.strptime('2020', '%Y'), input())",
		either, "", "",
	},
	{"fileinput", "import fileinput\nfor line in fileinput.input(): print(line.strip())", leaves, "", ""},
	{"imports itself", "import __main__\nprint(hasattr(__main__, 'x'), input())\n__main__.x = 5", leaves, "", ""},
	{"async", "import asyncio\nasync def f(): print(input())\nasyncio.run(f())", leaves, "", ""},
	{
		"old idioms",
		"import sys, io\nclass Fast(io.IOBase):\n    newlines = 0\n" +
			"    def __init__(self, f): self.buffer, self.write = io.BytesIO(), f.write\n" +
			"    def flush(self): sys.stdout.write('flushed')\nf = Fast(sys.stdout)\nf.write(input())",
		either, "", "",
	},
	{
		"interned",
		"import sys\nx = sys.intern(input())\nprint(x is sys.intern(x), sys.getrefcount(x) > 0)",
		stays, "", "",
	},
	{
		"matches",
		"import sys\nif sys.version_info >= (3, 10): print(1)\n" +
			"print(f'{input()!r:>10}', '{0.real}'.format(5))",
		stays, "", "",
	},
}

// TestPythonLeavesNothing executes each program with two inputs in all orders in one server, and expects of each
// execution what a fresh start shows.
func TestPythonLeavesNothing(t *testing.T) {
	zygote := written(t, "zygote.py", ZygoteSource())
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skipf("needs %s", python)
	}
	for _, c := range tamePrograms {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := pythonProgram(t, filepath.Join("tame", c.name), c.source, python, zygote, "-I", "-S", "-B")
			stdin := [2]string{"5 3\n1 2\n", strings.Repeat("7 1\n", 3000)}
			if c.one != "" {
				stdin = [2]string{c.one, c.two}
			}
			leavesNothing(t, p, stdin, c.fork)
		})
	}
}

// leavesNothing executes a program with two inputs in all orders in one server, and expects of each execution what a
// fresh start shows, and of the fork what it is to do.
func leavesNothing(t *testing.T, p *runner.Program, stdin [2]string, fork string) {
	t.Helper()
	limits := runner.Limits{Wall: patient}
	var want [2]string
	fresh := serving(t, p, runner.Spawn)
	for i := range want {
		res, err := fresh.run(t.Context(), stdin[i], limits)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = shown(res)
	}
	in := serving(t, p, runner.Zygote)
	server, err := Start(t.Context(), in.cfg)
	if err != nil {
		t.Fatal(err)
	}
	in.server = server
	idle := processesIn(t, in.cfg.Folder)
	var before []string
	for n, i := range []int{0, 1, 0, 0, 1, 1} {
		res, err := in.run(t.Context(), stdin[i], limits)
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(res); got != want[i] {
			t.Errorf("execution %d: got  %s\nwant %s", n, got, want[i])
		}
		now := processesIn(t, in.cfg.Folder)
		switch {
		case fork == stays && len(now) != len(idle)+1, fork == leaves && len(now) != len(idle):
			t.Errorf("execution %d: there are the processes %q, and were %q before; want a fork that %s", n, now, idle, fork)
		case fork == stays && n > 0 && !slices.Equal(now, before):
			t.Errorf("execution %d: there are the processes %q after %q; want the same", n, now, before)
		}
		before = now
	}
}

// TestPythonLimitsInOneFork executes one after the other in a fork that stays, with limits that change.
func TestPythonLimitsInOneFork(t *testing.T) {
	zygote := written(t, "zygote.py", ZygoteSource())
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skipf("needs %s", python)
	}
	const source = "what, n = input().split()\nn = int(n)\nif what == 'print': print('x' * (n - 1))\n" +
		"if what == 'loop':\n    while n: n -= 1\nif what == 'use': print(len(bytearray(n)))\n"
	in := serving(t, pythonProgram(t, "one-fork", source, python, zygote, "-I", "-S", "-B"), runner.Zygote)
	l := limitsOfOneFork
	executeInOneFork(t, in, []step{
		{"loop 3000000", l.usual, runner.OK},
		{"loop 0", l.usual, runner.OK},
		{"print 1000", l.small, runner.OK},
		{"print 20000000", l.small, runner.OutputLimit},
		{"print 1000", l.small, runner.OK},
		{"print 20000000", l.large, runner.OK},
		{"use 1000000", l.little, runner.OK},
		{"use 200000000000", l.little, runner.MemoryLimit},
		{"use 1000000", l.little, runner.OK},
		{"use 100000000", l.much, runner.OK},
		{"use 1000000", l.little, runner.OK},
		{"loop 0", l.usual, runner.OK},
		{"loop -1", l.short, runner.TimeLimit},
		{"loop 0", l.usual, runner.OK},
	})
}
