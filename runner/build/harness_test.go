package build

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"execre/runner"
	"execre/runner/local"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
	"execre/runner/toolchain/toolchaintest"
)

// twoSum are the same function in all languages.
var twoSum = map[string]string{
	"a.cpp": "class Solution {\npublic:\n  vector<int> twoSum(vector<int>& nums, int target) {\n" +
		"    unordered_map<int, int> seen;\n    for (int i = 0; i < (int)nums.size(); i++) {\n" +
		"      if (seen.count(target - nums[i])) return {seen[target - nums[i]], i};\n      seen[nums[i]] = i;\n    }\n    return {};\n  }\n};\n",
	"a.java": "class Solution {\n  public int[] twoSum(int[] nums, int target) {\n    Map<Integer, Integer> seen = new HashMap<>();\n" +
		"    for (int i = 0; i < nums.length; i++) {\n      if (seen.containsKey(target - nums[i])) return new int[] {seen.get(target - nums[i]), i};\n" +
		"      seen.put(nums[i], i);\n    }\n    return new int[0];\n  }\n}\n",
	"a.py": "class Solution:\n    def twoSum(self, nums: List[int], target: int) -> List[int]:\n        seen = {}\n" +
		"        for i, x in enumerate(nums):\n            if target - x in seen:\n                return [seen[target - x], i]\n            seen[x] = i\n        return []\n",
	"a.js": "var twoSum = function(nums, target) {\n  const seen = new Map();\n  for (let i = 0; i < nums.length; i++) {\n" +
		"    if (seen.has(target - nums[i])) return [seen.get(target - nums[i]), i];\n    seen.set(nums[i], i);\n  }\n  return [];\n};\n",
	"a.ts": "function twoSum(nums: number[], target: number): number[] {\n  const seen = new Map<number, number>();\n" +
		"  for (let i = 0; i < nums.length; i++) {\n    const j = seen.get(target - nums[i]);\n    if (j !== undefined) return [j, i];\n" +
		"    seen.set(nums[i], i);\n  }\n  return [];\n}\n",
}

var twoSumCall = &function.Call{Parameters: []string{"nums", "target"}}

// called builds a source that twoSumCall is meant for.
func called(t *testing.T, c *Cache, src Source) (*runner.Program, error) {
	t.Helper()
	src.Call = twoSumCall
	return c.Build(t.Context(), src, toolchain.Commands{})
}

// answers executes a program on "[3,2,4]" and 6.
func answers(t *testing.T, p *runner.Program, fresh bool) runner.Result {
	t.Helper()
	e := local.New(local.Config{})
	defer e.Close()
	return e.Execute(t.Context(), runner.Request{Program: p, Stdin: []byte("[3,2,4]\n6\n"), Fresh: fresh})
}

// TestFunctionStyle: a candidate in function style is a program like any other, in each language and engine, wherever it
// stands.
func TestFunctionStyle(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	engines := map[string]runner.Engine{"a.cpp": runner.ForkServer, "a.py": runner.Zygote}
	for name, text := range twoSum {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, file := range []string{name, "candidates/my " + name} {
				src := candidate(t, file, "-- "+file+" --\n"+text)
				p, err := called(t, cache, src)
				if err != nil {
					t.Fatal(err)
				}
				for _, fresh := range []bool{true, false} {
					res := answers(t, p, fresh)
					if res.Verdict != runner.OK || string(res.Stdout) != "[1,2]\n" || len(res.StderrHead) > 0 {
						t.Errorf("fresh %v: %v %q %s", fresh, res.Verdict, res.Stdout, res.StderrHead)
					}
					want := engines[name]
					if want == "" {
						want = runner.Warm
					}
					if !fresh && p.Server != nil && res.Engine != want {
						t.Errorf("executed by %s, want %s", res.Engine, want)
					}
				}
				if p.Server == nil {
					t.Error("it has no server")
				}
			}
		})
	}
}

// TestFunctionStyleInAnotherPython: the user's own interpreter calls the function as well, and its mistakes have their lines.
func TestFunctionStyleInAnotherPython(t *testing.T) {
	need(t, "pypy3")
	for _, run := range [][]string{{"pypy3", "{src}"}, {"pypy3", "-u", "{src}"}} {
		build := func(text string) (*runner.Program, error) {
			src := candidate(t, "a.py", "-- a.py --\n"+text)
			src.Call = twoSumCall
			return shared.Build(t.Context(), src, toolchain.Commands{Run: run})
		}
		p, err := build(twoSum["a.py"])
		if err != nil {
			t.Fatal(err)
		}
		for _, fresh := range []bool{true, false} {
			if res := answers(t, p, fresh); res.Verdict != runner.OK || string(res.Stdout) != "[1,2]\n" || len(res.StderrHead) > 0 {
				t.Errorf("%q, fresh %v: %v %q %s", run, fresh, res.Verdict, res.Stdout, res.StderrHead)
			}
		}
		if p, err = build("class Solution:\n    def twoSum(self, nums, target):\n        return nums[9]\n"); err != nil {
			t.Fatal(err)
		}
		res := answers(t, p, true)
		if line, _ := toolchain.Traceback(toolchain.Python, "a.py", string(res.StderrHead)); res.Verdict != runner.Crash || line != 3 {
			t.Errorf("%q: %v, line %d of %s", run, res.Verdict, line, res.StderrHead)
		}
		_, err = build("x = 1\n")
		if failure, ok := errors.AsType[*Failure](err); !ok || !strings.Contains(failure.Error(), "neither a class Solution nor a function was found") {
			t.Errorf("%q: got %v", run, err)
		}
	}
}

// TestKeyOfCall: what is called is part of the key, and so is the harness.
func TestKeyOfCall(t *testing.T) {
	cache := shared
	src := candidate(t, "a.py", "-- a.py --\n"+twoSum["a.py"])
	keys := map[string]bool{}
	for _, call := range []*function.Call{nil, twoSumCall, {Name: "twoSum", Parameters: twoSumCall.Parameters}, {Parameters: []string{"a", "b"}}} {
		src.Call = call
		keys[mustBuild(t, cache, src, toolchain.Commands{}).Key] = true
	}
	if len(keys) != 4 {
		t.Errorf("%d keys, want 4", len(keys))
	}
}

// TestFunctionStyleOfSeveralFiles: what a candidate brings along is there in function style as well.
func TestFunctionStyleOfSeveralFiles(t *testing.T) {
	cache := shared
	for name, files := range map[string]string{
		"c/a.py": "-- c/a.py --\nfrom own import pair\ndef twoSum(nums, target):\n    return pair()\n-- c/own.py --\ndef pair(): return [1, 2]\n",
		"c/a.cpp": "-- c/a.cpp --\n#include \"own.h\"\nvector<int> twoSum(vector<int> nums, int target) { return pair_of(); }\n" +
			"-- c/own.h --\n#include <vector>\nstd::vector<int> pair_of();\n" +
			"-- c/own.cpp --\n#include \"own.h\"\nstd::vector<int> pair_of() { return {1, 2}; }\n",
		"c/Solution.java": "-- c/Solution.java --\nclass Solution { int[] twoSum(int[] nums, int target) { return Own.pair(); } }\n" +
			"-- c/Own.java --\nclass Own { static int[] pair() { return new int[] {1, 2}; } }\n",
		"c/a.js": "-- c/a.js --\nconst { pair } = require('./own');\nfunction twoSum(nums, target) { return pair(); }\n" +
			"-- c/own.js --\nexports.pair = () => [1, 2];\n",
		"c/b.js": "-- c/b.js --\nimport { pair } from './own.js';\nfunction twoSum(nums, target) { return pair(); }\n" +
			"-- c/own.js --\nexport const pair = () => [1, 2];\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, src := range []Source{candidate(t, name, files, "c/"), source(t, folder(t, files), name)} {
				if src.Files == nil && name == "c/a.cpp" {
					continue // nobody says that both files belong together
				}
				p, err := called(t, cache, src)
				if err != nil {
					t.Fatal(err)
				}
				if res := answers(t, p, true); res.Verdict != runner.OK || string(res.Stdout) != "[1,2]\n" {
					t.Errorf("%v %q %s", res.Verdict, res.Stdout, res.StderrHead)
				}
			}
		})
	}
}

// TestOwnListNode: a class that the harness would supply is the candidate's where it has one in another file.
func TestOwnListNode(t *testing.T) {
	cache := shared
	src := candidate(t, "c/Solution.java", "-- c/Solution.java --\nclass Solution { ListNode twoSum(ListNode a, int b) { return ListNode.twice(a); } }\n"+
		"-- c/ListNode.java --\nclass ListNode { int val; ListNode next; ListNode() {} ListNode(int v) { val = v; }\n"+
		"static ListNode twice(ListNode a) { ListNode b = new ListNode(a.val); b.next = a; return b; } }\n", "c/")
	p, err := called(t, cache, src)
	if err != nil {
		t.Fatal(err)
	}
	if res := answers(t, p, true); string(res.Stdout) != "[3,3,2,4]\n" {
		t.Errorf("%v %q %s", res.Verdict, res.Stdout, res.StderrHead)
	}
}

// TestPackagesOfTheHarness: what the harness imports for the candidate is looked for where packages are.
func TestPackagesOfTheHarness(t *testing.T) {
	cache := shared
	for text, alone := range map[string]bool{
		"-- a.py --\ndef twoSum(nums, target):\n    return [1, 2]\n":                                 true,
		"-- a.py --\nimport own\ndef twoSum(nums, target):\n    return own.x\n-- own.py --\nx = 1\n": false,
	} {
		p, err := called(t, cache, candidate(t, "a.py", text))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(p.Argv, " "), " -S "); got != alone {
			t.Errorf("%s: started by %v", text, p.Argv)
		}
	}
}

// TestMistakesInFunctionStyle: every mistake has the place that it has in the candidate's own file.
func TestMistakesInFunctionStyle(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	for _, c := range []struct{ name, file, text, want string }{
		{"C++", "a.cpp", "class Solution {\npublic:\n  int twoSum(vector<int>& a, int b) {\n    return a + b;\n  }\n};\n", "a.cpp:4:14: no match for"},
		{"C++ brace", "a.cpp", "class Solution {\npublic:\n  int twoSum(vector<int>& a, int b) {\n    return b;\n  }\n", "a.cpp"},
		{"C++ of another name", "моё решение.cpp", "int twoSum(vector<int> a, int b) {\n  return c;\n}\n", "моё решение.cpp:2:10: ‘c’ was not declared"},
		{"Java", "a.java", "class Solution {\n  int twoSum(int[] a, int b) {\n    return c;\n  }\n}\n", "a.java:3:12: cannot find symbol: variable c"},
		{"Java in the first line", "a.java", "class Solution { int twoSum(int[] a, int b) { return c; } }\n", "a.java:1:54: cannot find symbol: variable c"},
		{"Java brace", "a.java", "class Solution {\n  int twoSum(int[] a, int b) {\n    return b;\n  }\n", "a.java:4:4: reached end of file while parsing"},
		{"Python", "a.py", "def twoSum(nums, target):\n    return nums +\n", "a.py:2:18: SyntaxError: invalid syntax"},
		{"Python before everything else", "a.py", "def twoSum(nums, target:\n    return nums\n", "a.py:1:11: SyntaxError: '(' was never closed"},
		{"JavaScript", "a.js", "var twoSum = function(nums, target) {\n  return nums +;\n};\n", "a.js:2:16: Unexpected token ';'"},
		{"JavaScript in the first line", "a.js", "var twoSum = (nums, target) => nums +;\n", "a.js:1:38: Unexpected token ';'"},
		{"JavaScript brace", "a.js", "var twoSum = function(nums, target) {\n  if (nums) {\n  return nums;\n};\n", "a.js:4: Unexpected"},
		{"TypeScript", "a.ts", "function twoSum(nums: number[], target: number): number[] {\n  return nums +;\n}\n", "a.ts:2:16: Expression expected."},
		{"nothing to call", "a.py", "x = 1\n", "a.py: neither a class Solution nor a function was found"},
		{"several", "a.py", "def f(a, b):\n    pass\n\ndef g(a, b):\n    pass\n", "a.py:4: two functions, f and g: name one with function = \"f\" in execre.toml"},
		{"other arguments", "a.java", "class Solution {\n  int twoSum(int[] a) { return 1; }\n}\n", "a.java:2: twoSum takes one argument (a), but the input format has 2 values (nums, target)"},
		{"no function style", "a.rs", "impl Solution {\n  fn two_sum() {}\n}\n", "a.rs: no function style in rust"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := called(t, cache, candidate(t, c.file, "-- "+c.file+" --\n"+c.text))
			var failure *Failure
			if !errors.As(err, &failure) {
				t.Fatalf("no failure: %v", err)
			}
			if !strings.HasPrefix(failure.Error(), c.want) {
				t.Errorf("got %s\nwant %s\n%+v", failure, c.want, failure.Messages)
			}
			for _, m := range failure.Messages {
				if m.File != c.file && !filepath.IsAbs(m.File) {
					t.Errorf("a message about %s: %s", m.File, m)
				}
			}
		})
	}
}

// TestWhereAFunctionFailed: what a program prints when it fails names the line of the candidate's own file.
func TestWhereAFunctionFailed(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	for _, c := range []struct {
		file, text string
		line       int
	}{
		{"a.py", "class Solution:\n    def twoSum(self, nums, target):\n        return nums[\n            9]\n", 3},
		{"candidates/my a.py", "def twoSum(nums, target):\n    return help_(nums)\ndef help_(nums):\n    return nums[9]\n\n", 4},
		{"a.java", "class Solution {\n  int twoSum(int[] a, int b) {\n    return a[9];\n  }\n}\n", 3},
		{"b/Solution.java", "public class Solution {\n  int twoSum(List<Integer> a, int b) {\n    return a.get(9);\n  }\n}\n", 3},
		{"a.js", "var twoSum = function(nums, target) {\n  return nums.x.y;\n};\n", 2},
		{"b.js", "import fs from 'fs';\nfunction twoSum(nums, target) {\n  return nums.x.y;\n}\n", 3},
		{"a.ts", "interface A { y: number }\nfunction twoSum(nums: number[], target: number): number {\n  throw new Error('no');\n}\n", 3},
		{"ответ.cpp", "int twoSum(vector<int> a, int b) {\n  assert(a.empty());\n  return 1;\n}\n", 2},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			src := candidate(t, c.file, "-- "+c.file+" --\n"+c.text)
			p, err := called(t, cache, src)
			if err != nil {
				t.Fatal(err)
			}
			res := answers(t, p, true)
			if res.Verdict != runner.Crash {
				t.Fatalf("%v %q", res.Verdict, res.Stdout)
			}
			if line, _ := toolchain.Traceback(src.Language, c.file, string(res.StderrHead)); line != c.line {
				t.Errorf("line %d, want %d, of %s", line, c.line, res.StderrHead)
			}
		})
	}
}

// TestProgramAmongFunctions: a program that reads stdin by itself is run as it is where others define a function.
func TestProgramAmongFunctions(t *testing.T) {
	cache := shared
	for file, text := range map[string]string{
		"a.py": "import json\ndef solve(a, b):\n    return [1, 2]\nprint(solve(json.loads(input()), int(input())))\n",
		"a.cpp": "#include <iostream>\nint gcd(int a, int b) { return b ? gcd(b, a % b) : a; }\n" +
			"int main() { std::string s; std::cin >> s; std::cout << \"[1, 2]\" << std::endl; }\n",
		"a.rs": "fn main() { println!(\"[1, 2]\"); }\n",
	} {
		p, err := called(t, cache, candidate(t, file, "-- "+file+" --\n"+text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if res := answers(t, p, true); string(res.Stdout) != "[1, 2]\n" {
			t.Errorf("%s: %v %q %s", file, res.Verdict, res.Stdout, res.StderrHead)
		}
	}
}

// TestHarnessUsesPrecompiledHeader: the harness includes the whole library before anything else.
func TestHarnessUsesPrecompiledHeader(t *testing.T) {
	cache := shared
	for name, text := range map[string]string{
		"plain": twoSum["a.cpp"], "its own pragma": "#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>\n" + twoSum["a.cpp"],
	} {
		src := candidate(t, "a.cpp", "-- a.cpp --\n"+text)
		src.Call = twoSumCall
		r := recipeOf(t, cache, src)
		if canUse(r) {
			t.Errorf("%s: without the harness it can use one", name)
		}
		if err := cache.wrap(t.Context(), &r); err != nil {
			t.Fatal(err)
		}
		if !canUse(r) {
			t.Errorf("%s: cannot use one", name)
		}
	}
}
