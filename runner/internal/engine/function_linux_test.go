package engine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"execre/runner"
	"execre/runner/toolchain/function"
)

// functions are candidates in function style that get a list and a number.
var functions = []struct{ name, source, fork string }{
	{
		"method", "class Solution:\n    def f(self, nums: List[int], k: int) -> List[int]:\n        return nums[k:] + nums[:k]\n", stays,
	},
	{"in place", "def f(nums, k):\n    nums.sort(key=lambda x: -x)\n", stays},
	{"keeps what it saw", "kept = []\ndef f(nums, k):\n    kept.append(k)\n    return kept, nums\n", stays},
	{
		"keeps in its class", "class Solution:\n    seen = {}\n    def f(self, nums, k):\n        self.seen[k] = len(self.seen)\n        return sorted(self.seen)\n",
		stays,
	},
	{
		"what is supplied",
		"class Solution:\n    def f(self, nums, k):\n        heapify(nums)\n        d = defaultdict(list)\n" +
			"        d[gcd(k, 4)].append(heappop(nums))\n        return [list(d.items()), bisect_left([1, 3], k), math.isqrt(k), " +
			"list(accumulate(nums)), Counter(nums).most_common(1), inf]\n",
		stays,
	},
	{
		"imports", "from typing import *\nimport collections, heapq as h\nfrom functools import lru_cache\n" +
			"def f(nums, k):\n    @lru_cache(None)\n    def g(n): return n and k + g(n - 1)\n    return [g(k), h.nlargest(1, nums), collections.deque(nums)[0]]\n",
		stays,
	},
	{"caches", "@cache\ndef g(n):\n    return n and 1 + g(n - 1)\ndef f(nums, k):\n    return [g(k), g.cache_info().hits]\n", stays},
	{
		"nodes", "class Solution:\n    def f(self, head: Optional[ListNode], k: int) -> Optional[ListNode]:\n        ListNode.__lt__ = lambda a, b: a.val < b.val\n" +
			"        q = []\n        while head:\n            heappush(q, head)\n            head = head.next\n        return heappop(q)\n",
		stays,
	},
	{"changes a supplied class", "def f(nums, k):\n    print = len\n    Counter.total_ = lambda self: 1\n    return Counter(nums).total_()\n", leaves},
	{"changes a supplied module", "def f(nums, k):\n    old = getattr(math, 'changed', 0)\n    math.changed = k\n    return old\n", leaves},
	{"by its module", "import sys\ndef f(nums, k):\n    return [hasattr(sys.modules['__main__'], 'EXECRE_CALLS'), 'solution' in sys.modules]\n", leaves},
	{"prints", "print('begins')\ndef f(nums, k):\n    print('called', flush=k > 3)\n    return k\n", either},
	{"prints by the descriptor", "import os\ndef f(nums, k):\n    os.write(1, b'called')\n    return k\n", either},
	{"fails", "def f(nums, k):\n    return nums[k]\n", either},
	{"fails in the last line", "def f(nums, k):\n    return g(k)\ndef g(k): return 1 // (k - 7)", either},
	{"exits", "import sys\ndef f(nums, k):\n    if k == 7: sys.exit(3)\n    return k\n", either},
	{"exits well", "import sys\ndef f(nums, k):\n    if k == 7: sys.exit()\n    return k\n", either},
	{"returns what is no JSON", "def f(nums, k):\n    return print if k == 7 else {1: {2}}\n", either},
	{"goes deep", "def f(nums, k):\n    return f(nums, k - 1) + 1 if k > -20000 else len(nums)\n", stays},
	{"has many digits", "def f(nums, k):\n    return 10 ** 5000 + k\n", stays},
	{"draws", "def f(nums, k):\n    random.shuffle(nums)\n    return [sorted(nums), random.randint(k, k)]\n", stays},
	{"draws a sequence", "def f(nums, k):\n    random.seed(k)\n    return random.random()\n", either},
	{"is deleted", "class A:\n    def __del__(self): print('deleted')\na = A()\ndef f(nums, k):\n    return k\n", leaves},
	{"at exit", "import atexit\natexit.register(print, 'at exit')\ndef f(nums, k):\n    return k\n", leaves},
	{"warns", "def f(nums, k):\n    return k is 7\n", either},
	{"warns of an escape", "import re\ndef f(nums, k):\n    return re.findall('\\d', str(k))\n", either},
	{"does not compile", "def f(nums, k):\n    return k\nx = (\n", either},
	{"warns and does not compile", "def f(nums, k):\n    return k is 7\nreturn 5\n", either},
	{"other encoding", "# -*- coding: latin-1 -*-\ndef f(nums, k):\n    return ['\xe9', k]\n", stays},
	{"generates", "def f(nums, k):\n    yield from nums\n", either},
	{"class", "class Stack:\n    def __init__(self, n): self.n = n\n    def get(self) -> int: return self.n\n", stays},
}

// TestFunctionsLeaveNothing: candidates in function style are executed by a zygote as by a fresh interpreter, and are as
// tame as others.
func TestFunctionsLeaveNothing(t *testing.T) {
	zygote := written(t, "zygote.py", ZygoteSource())
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skipf("needs %s", python)
	}
	for _, c := range functions {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stdin := [2]string{"[3, 1, 2]\n7\n", "[" + strings.Repeat("5, ", 3000) + "1]\n2\n"}
			if c.name == "class" {
				stdin = [2]string{"[\"Stack\", \"get\"]\n[[5], []]\n", "[\"Stack\"]\n[[1]]\n"}
			}
			leavesNothing(t, functionProgram(t, c.name, c.source, python, zygote), stdin, c.fork)
		})
	}
}

// functionProgram is the program of a candidate in function style.
func functionProgram(t *testing.T, folder, source, python, zygote string) *runner.Program {
	t.Helper()
	h, err := function.Wrap("python", "candidate.py", []byte(source), function.Call{Parameters: []string{"nums", "k"}})
	if err != nil {
		t.Fatal(err)
	}
	return programOfFiles(t, filepath.Join("functions", folder), h.Files, h.Main, python, zygote)
}

func programOfFiles(t *testing.T, folder string, files map[string][]byte, main, python, zygote string) *runner.Program {
	t.Helper()
	for name, text := range files {
		written(t, filepath.Join(folder, name), string(text))
	}
	main = written(t, filepath.Join(folder, main), string(files[main]))
	flags := []string{python, "-I", "-S", "-B"}
	return &runner.Program{
		Name: "candidate.py", Argv: append(flags[:4:4], main), Env: []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8"},
		Dir: filepath.Dir(main), Reads: []string{zygote, python},
		Server: &runner.Server{Engine: runner.Zygote, Argv: append(flags[:4:4], zygote, main)},
	}
}

// TestLooksLikeFunction: a program that only looks like the harness of a function is executed as it is.
func TestLooksLikeFunction(t *testing.T) {
	zygote := written(t, "zygote.py", ZygoteSource())
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skipf("needs %s", python)
	}
	for i, first := range []string{
		`EXECRE_CALLS = {"file": "tame.py", "supplied": {}}`, `EXECRE_CALLS = {}`, `EXECRE_CALLS = 5`, `EXECRE_CALLS = x = print("first")`,
		`EXECRE_CALLS = {"file": "nothing.py", "supplied": {}}`, `EXECRE_CALLS = {"file": 5, "supplied": {}}`,
		`EXECRE_CALLS = {"file": "tame.py", "supplied": ["x"]}`, `EXECRE_CALLS = {"file": print("now"), "supplied": {}}`,
		`EXECRE_CALLS = {"file": "wild.py", "supplied": {"x": "os.path"}}`, `EXECRE_CALLS = {"file": "..", "supplied": {}}`,
		`EXECRE_CALLS = {"file": "wild.py", "supplied": {"x": 5, **{}}}`, `EXECRE_CALLS = {"file": "\ud800\0", "supplied": {}}`,
	} {
		t.Run(first, func(t *testing.T) {
			main := "execre_main.py"
			if strings.Contains(first, "tame.py") {
				main = "program.py"
			}
			p := programOfFiles(t, filepath.Join("looks-like", strconv.Itoa(i)), map[string][]byte{
				main:      []byte(first + "\nimport os\nprint(input(), os.environ.get('LEFT'))\nos.environ['LEFT'] = 'x'\n"),
				"tame.py": []byte("x = 1\n"),
				"wild.py": []byte("import os\nos.getpid()\n"),
			}, main, python, zygote)
			leavesNothing(t, p, [2]string{"1\n", "2\n"}, leaves)
		})
	}
}

// TestPythonArguments: a zygote gives a program arguments as a fresh start does, also where one fork does several.
func TestPythonArguments(t *testing.T) {
	zygote := written(t, "zygote.py", ZygoteSource())
	for _, python := range []string{"/usr/bin/python3", "/usr/bin/pypy3"} {
		if _, err := os.Stat(python); err != nil {
			t.Logf("%s is not there", python)
			continue
		}
		for name, source := range map[string]string{
			"tame":   "import sys\nprint(ascii(sys.argv), input())\nsys.argv.append('more')\n",
			"wild":   "import sys, os\nprint(ascii(sys.argv), ascii(getattr(sys, 'orig_argv', 0)), os.getcwd() != '')\n",
			"seeded": "import sys, random\nrandom.seed(sys.argv[-1])\nprint(random.random(), len(sys.argv))\n",
		} {
			t.Run(filepath.Base(python)+" "+name, func(t *testing.T) {
				p := pythonProgram(t, filepath.Join("arguments", filepath.Base(python), name), source, python, zygote, "-I", "-S", "-B")
				spawn, in := serving(t, p, runner.Spawn), serving(t, p, runner.Zygote)
				for _, args := range [][]string{{"7"}, nil, {"a b", "", "é中", "\xff\xfe", "-c"}, {strings.Repeat("x", 100_000)}, {"7"}, nil} {
					want, err := spawn.run(t.Context(), "1\n", runner.Limits{Wall: patient}, args...)
					if err != nil {
						t.Fatal(err)
					}
					got, err := in.run(t.Context(), "1\n", runner.Limits{Wall: patient}, args...)
					if err != nil || shown(got) != shown(want) || got.Engine != runner.Zygote {
						t.Errorf("%.40q: got  %s (%v)\nwant %s", args, shown(got), err, shown(want))
					}
				}
				if in.started != 1 {
					t.Errorf("%d servers", in.started)
				}
			})
		}
	}
}
