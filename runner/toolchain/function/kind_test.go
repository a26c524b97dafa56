package function

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestKinds(t *testing.T) {
	for written, want := range map[string]string{
		"": "", "int": "number", "unsigned long long": "number", "long": "number", "double": "number", "float": "float", "bigint": "bigint",
		"const string&": "text", "std::string": "text", "char": "text", "character[][]": "[][]text", "bool": "truth", "boolean": "truth",
		"const std::vector<std::vector<int>>&": "[][]number", "vector<char>&": "[]text", "int[]": "[]number", "List<Integer>": "[]",
		"List<List<String>>": "[][]text", "ListNode*": "ListNode", "vector<ListNode*>&": "[]ListNode", "struct TreeNode *": "TreeNode",
		"ListNode[]": "[]ListNode", "Integer": "", "Object": "", "map<int, int>": "", "pair<int, int>": "", "auto": "", "Tree": "",
		"list": "[]", "List": "[]", "List[Any]": "[]", "List[Optional[int]]": "[]", "(number | null)[]": "[]", "number[]": "[]number",
		"Optional[int]": "", "Optional[List[int]]": "[]number", "Optional[TreeNode]": "TreeNode", "number | string": "",
		"Array<Array<number>>": "[][]number", "None": "void", "void": "void", "Any": "", "*": "", "unsigned x": "",
	} {
		if got, bad := kindOf(written); got != want || bad != "" {
			t.Errorf("%q: got %q, %q, want %q", written, got, bad, want)
		}
	}
	for kind, want := range map[string]string{
		"number": "a number", "[]number": "a list of numbers", "[][]text": "a list of lists of texts", "[]TreeNode": "a list of trees",
		"[]": "a list", "[][]": "a list of lists", "ListNode": "a linked list", "": "a value",
	} {
		if got := words(kind); got != want {
			t.Errorf("%q: got %q, want %q", kind, got, want)
		}
	}
}

// TestContradictions: what a source declares and the input format has are both named; where types are only told, a source
// may be careless with what makes no difference.
func TestContradictions(t *testing.T) {
	const (
		change  = ": change one of the two"
		aTree   = ", but the input format has a tree for it: declare a TreeNode"
		orAList = aTree + ", a list whose values may be missing, or nothing"
	)
	for _, c := range []struct{ language, source, kind, want string }{
		{"python", "def f(root: List[int]): pass\n", "TreeNode", "line 1: parameter root of f is a List[int]" + orAList},
		{"python", "def f(root: Optional[ListNode]): pass\n", "TreeNode", "line 1: parameter root of f is a Optional[ListNode]" + orAList},
		{"python", "def f(root: List[Optional[int]]): pass\n", "TreeNode", ""},
		{"python", "def f(root: list): pass\n", "TreeNode", ""},
		{"python", "def f(root: 'TreeNode'): pass\n", "TreeNode", ""},
		{"python", "def f(root: 'Tree'): pass\n", "TreeNode", ""},
		{"python", "def f(root): pass\n", "TreeNode", ""},
		{"python", "def f(k: ListNode): pass\n", "number", "line 1: parameter k of f is a ListNode, but the input format has a number for it" + change},
		{"python", "def f(a: List[ListNode]): pass\n", "[]number", "line 1: parameter a of f is a List[ListNode], but the input format has a list of numbers for it" + change},
		{"python", "def f(a: ListNode): pass\n", "[]number", ""},
		{"python", "def f(a: TreeNode): pass\n", "[]number", ""}, // all nodes are there
		{"python", "def f(a: List[ListNode]): pass\n", "[][]number", ""},
		{"python", "def f(a: int): pass\n", "[]number", ""},
		{"python", "def f(a: List[int]): pass\n", "[][]number", ""},
		{"python", "def f(a: List[int]): pass\n", "[]TreeNode", "line 1: parameter a of f is a List[int], but the input format has a list of trees for it: " +
			"declare a TreeNode, a list whose values may be missing, or nothing"},
		{"javascript", "/**\n * @param {number[]} root\n */\nvar f = function(root) {};\n", "TreeNode", "line 4: parameter root of f is a number[]" + orAList},
		{"javascript", "/**\n * @param {TreeNode} s\n */\nvar f = function(s) {};\n", "text", "line 4: parameter s of f is a TreeNode, but the input format has a text for it" + change},
		{"typescript", "function f(root: number[]): void {}\n", "TreeNode", "line 1: parameter root of f is a number[]" + orAList},
		{"typescript", "function f(root: (number | null)[]): void {}\n", "TreeNode", ""},
		{"cpp", "class Solution {\npublic:\n  int f(vector<int>& root) { return 1; }\n};\n", "TreeNode", "line 3: parameter root of f is a vector<int>&" + aTree},
		{"cpp", "class Solution {\npublic:\n  int f(ListNode* k) { return 1; }\n};\n", "number", "line 3: parameter k of f is a ListNode*, but the input format has a number for it" + change},
		{"cpp", "int f(vector<char>& s) { return 1; }\n", "text", "line 1: parameter s of f is a vector<char>&, but the input format has a text for it" + change},
		{"cpp", "int f(vector<vector<char>>& s) { return 1; }\n", "[]text", "line 1: parameter s of f is a vector<vector<char>>&, but the input format has a list of texts for it" + change},
		{"cpp", "int f(const vector<vector<int>>& a) { return 1; }\n", "[][]number", ""},
		{"cpp", "int f(vector<ListNode*>& a) { return 1; }\n", "[][]number", ""},
		{"cpp", "struct Own { int val; Own *next; };\nint f(Own *a) { return 1; }\n", "[]number", ""},
		{"cpp", "int f(double a) { return 1; }\n", "number", ""},
		{"cpp", "int f(bool a) { return 1; }\n", "number", "line 1: parameter a of f is a bool, but the input format has a number for it" + change},
		{"cpp", "int f(pair<int, int> a) { return 1; }\n", "[]number", ""},
		{"java", "class Solution {\n  int f(int[] root) { return 1; }\n}\n", "TreeNode", "line 2: parameter root of f is a int[]" + aTree},
		{"java", "class Solution {\n  int f(Integer[] root) { return 1; }\n}\n", "TreeNode", ""},
		{"java", "class Solution {\n  int f(String s) { return 1; }\n}\n", "number", "line 2: parameter s of f is a String, but the input format has a number for it" + change},
		{"java", "class Solution {\n  int f(TreeNode root) { return 1; }\n}\n", "TreeNode", ""},
	} {
		_, err := Wrap(c.language, files[c.language], []byte(c.source), Call{Parameters: []string{"x"}, Kinds: []string{c.kind}})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s %q:\ngot  %s\nwant %s", c.language, c.source, got, c.want)
		}
	}
}

// silent are candidates that declare nothing, with what the input format has for their only parameter.
var silent = []struct {
	name, kind, input, python, javascript string
	declared                              Declared // by others
	want                                  string
}{
	{
		name: "tree", kind: "TreeNode", input: "[1,2,3,null,4]\n",
		python:     "class Solution:\n    def depth(self, root):\n        if not root: return 0\n        return 1 + max(self.depth(root.left), self.depth(root.right))\n",
		javascript: "var depth = function(root) {\n  return root ? 1 + Math.max(depth(root.left), depth(root.right)) : 0;\n};\n",
		want:       "3\n",
	},
	{
		name: "tree that is walked elsewhere", kind: "TreeNode", input: "[1,null,2]\n",
		python:     "def values(root):\n    out = []\n    def walk(n):\n        if n is None: return\n        out.append(n.val)\n        walk(n.left)\n        walk(n.right)\n    walk(root)\n    return out\n",
		javascript: "function values(root) {\n  const out = [];\n  const walk = (n) => { if (n === null) return; out.push(n.val); walk(n.left); walk(n.right); };\n  walk(root);\n  return out;\n}\n",
		want:       "[1,2]\n",
	},
	{
		name: "tree that is returned", kind: "TreeNode", input: "[4,2,7]\n",
		python:     "def invert(root):\n    if root: root.left, root.right = invert(root.right), invert(root.left)\n    return root\n",
		javascript: "function invert(root) {\n  if (root) [root.left, root.right] = [invert(root.right), invert(root.left)];\n  return root;\n}\n",
		want:       "[4,7,2]\n",
	},
	{
		name: "no tree", kind: "TreeNode", input: "[]\n",
		python:     "def invert(root):\n    if root is None: return None\n    root.left, root.right = root.right, root.left\n    return root\n",
		javascript: "function invert(root) {\n  if (root === null) return null;\n  [root.left, root.right] = [root.right, root.left];\n  return root;\n}\n",
		want:       "[]\n",
	},
	{
		name: "none that is no tree", kind: "TreeNode", input: "[]\n", declared: Declared{Result: "number"},
		python:     "def least(root):\n    if root is None: return None\n    return root.val\n",
		javascript: "function least(root) {\n  return root === null ? null : root.val;\n}\n",
		want:       "null\n",
	},
	{
		name: "tree in place", kind: "TreeNode", input: "[1,2,3]\n",
		python:     "def swap(root):\n    if root:\n        root.left, root.right = root.right, root.left\n",
		javascript: "function swap(root) {\n  if (root) [root.left, root.right] = [root.right, root.left];\n}\n",
		want:       "[1,3,2]\n",
	},
	{
		name: "no tree in place", kind: "TreeNode", input: "[]\n",
		python:     "def swap(root):\n    if root:\n        root.left, root.right = root.right, root.left\n",
		javascript: "function swap(root) {\n  if (root) [root.left, root.right] = [root.right, root.left];\n}\n",
		want:       "[]\n",
	},
	{
		name: "tree as a list", kind: "TreeNode", input: "[1,null,2]\n",
		python:     "def total(root):\n    return sum(x for x in root if x is not None)\n",
		javascript: "function total(root) {\n  return root.filter((x) => x !== null).reduce((a, b) => a + b, 0);\n}\n",
		want:       "3\n",
	},
	{
		name: "trees", kind: "[]TreeNode", input: "[[1],[2,3],[]]\n",
		python:     "def roots(trees):\n    return [t.val if t else 0 for t in trees]\n",
		javascript: "function roots(trees) {\n  return trees.map((t) => t ? t.val : 0);\n}\n",
		want:       "[1,2,0]\n",
	},
	{
		name: "linked list", kind: "[]number", input: "[1,2,3]\n",
		python:     "class Solution:\n    def reverse(self, head):\n        before = None\n        while head:\n            head.next, before, head = before, head, head.next\n        return before\n",
		javascript: "var reverse = function(head) {\n  let before = null;\n  while (head) {\n    const next = head.next;\n    head.next = before;\n    before = head;\n    head = next;\n  }\n  return before;\n};\n",
		want:       "[3,2,1]\n",
	},
	{
		name: "no linked list", kind: "[]number", input: "[]\n",
		python:     "def reverse(head):\n    before = None\n    at = head\n    while at:\n        at.next, before, at = before, at, at.next\n    return before\n",
		javascript: "var reverse = function(head) {\n  let before = null, at = head;\n  while (at) {\n    [at.next, before, at] = [before, at, at.next];\n  }\n  return before;\n};\n",
		want:       "[]\n",
	},
	{
		name: "linked list under other names", kind: "[]number", input: "[1,2,3,4]\n",
		python:     "def middle(head):\n    slow, fast = head, head\n    while fast and fast.next:\n        slow, fast = slow.next, fast.next.next\n    return slow\n",
		javascript: "function middle(head) {\n  let slow = head, fast = head;\n  while (fast?.next) { slow = slow.next; fast = fast.next.next; }\n  return slow;\n}\n",
		want:       "[3,4]\n",
	},
	{
		name: "linked list behind a dummy", kind: "[]number", input: "[1,1,2]\n",
		python:     "def unique(head):\n    dummy = ListNode(0)\n    dummy.next = head\n    at = dummy.next\n    while at and at.next:\n        if at.val == at.next.val: at.next = at.next.next\n        else: at = at.next\n    return dummy.next\n",
		javascript: "function unique(head) {\n  const dummy = new ListNode(0);\n  dummy.next = head;\n  let at = dummy.next;\n  while (at && at.next) {\n    if (at.val === at.next.val) at.next = at.next.next;\n    else at = at.next;\n  }\n  return dummy.next;\n}\n",
		want:       "[1,2]\n",
	},
	{
		name: "linked list in a helper", kind: "[]number", input: "[1,2,3]\n",
		python:     "class Solution:\n    def count(self, head):\n        return self.length(head)\n    def length(self, node):\n        return 1 + self.length(node.next) if node else 0\n",
		javascript: "const length = (node) => node ? 1 + length(node.next) : 0;\nvar count = function(head) {\n  return length(head);\n};\n",
		want:       "3\n",
	},
	{
		name: "linked lists", kind: "[][]number", input: "[[1,4],[2],[]]\n",
		python:     "def firsts(lists):\n    out = []\n    for node in lists:\n        while node:\n            out.append(node.val)\n            node = node.next\n    return out\n",
		javascript: "function firsts(lists) {\n  const out = [];\n  for (let node of lists) {\n    while (node) { out.push(node.val); node = node.next; }\n  }\n  return out;\n}\n",
		want:       "[1,4,2]\n",
	},
	{
		name: "list that others have linked", kind: "[]number", input: "[1,2,3]\n", declared: Declared{Parameters: []string{"ListNode"}, Result: "ListNode"},
		python:     "def reverse(head):\n    return head[::-1]\n",
		javascript: "function reverse(head) {\n  return head.reverse();\n}\n",
		want:       "[3,2,1]\n",
	},
	{
		name: "linked list by what others declare", kind: "[]number", input: "[1,2,3]\n", declared: Declared{Parameters: []string{"ListNode"}, Result: "ListNode"},
		python:     "import operator\ndef last(head):\n    while operator.attrgetter('next')(head):\n        head = operator.attrgetter('next')(head)\n    return head\n",
		javascript: "function last(head) {\n  const step = ({ next }) => next;\n  while (step(head)) head = step(head);\n  return head;\n}\n",
		want:       "[3]\n",
	},
	{
		name: "list with nodes of its own", kind: "[]number", input: "[1,2,3]\n",
		python:     "class Own:\n    def __init__(self, val, next=None):\n        self.val, self.next = val, next\nclass Solution:\n    def total(self, nums):\n        first = None\n        for x in nums: first = Own(x, first)\n        n = 0\n        while first:\n            n += first.val\n            first = first.next\n        return n\n",
		javascript: "class Own { constructor(val, next) { this.val = val; this.next = next; } }\nvar total = function(nums) {\n  let first = null, n = 0;\n  for (const x of nums) first = new Own(x, first);\n  while (first) { n += first.val; first = first.next; }\n  return n;\n};\n",
		want:       "6\n",
	},
	{
		name: "generator of a list", kind: "[]number", input: "[1,2,3]\n",
		python:     "def total(nums):\n    it = iter(nums)\n    return next(it) + sum(it)\n",
		javascript: "function total(nums) {\n  const it = nums[Symbol.iterator]();\n  return it.next().value + it.next().value + it.next().value;\n}\n",
		want:       "6\n",
	},
}

// TestSilent: candidates that declare nothing get what those get that declare it, in both languages where that can be
// left out; and in TypeScript, whose harness is that of JavaScript.
func TestSilent(t *testing.T) {
	for _, c := range silent {
		t.Run(c.name, func(t *testing.T) {
			call := Call{Parameters: []string{"x"}, Kinds: []string{c.kind}, Declared: c.declared}
			for language, source := range map[string]string{"python": c.python, "javascript": c.javascript, "typescript": c.javascript} {
				h, err := Wrap(language, files[language], []byte(source), call)
				if err != nil {
					t.Errorf("%s: %v", language, err)
					continue
				}
				argv := []string{"node", filepath.Join(write(t, h), h.Main)}
				switch language {
				case "typescript":
					js, err := Wrap("javascript", files["javascript"], []byte(source), call)
					if err != nil || !slices.Equal(shapesIn(h), shapesIn(js)) {
						t.Errorf("the shapes are %s, in JavaScript %s (%v)", shapesIn(h), shapesIn(js), err)
					}
					continue
				case "python":
					argv = []string{pythonPath(t), "-I", "-S", "-B", argv[1]}
				}
				stdout, stderr, status := run(t, c.input, argv...)
				if stdout != c.want || status != 0 {
					t.Errorf("%s: status %d, got %q, want %q\n%s", language, status, stdout, c.want, stderr)
				}
			}
		})
	}
}

func TestDeclare(t *testing.T) {
	candidates := map[string][2]string{
		"cpp":    {"cpp", "class Solution { public: ListNode* f(ListNode* a, int k) { return a; } };"},
		"java":   {"java", "class Solution { ListNode f(ListNode a, int k) { return a; } }"},
		"python": {"python", "def f(a: List[int], k: int) -> List[int]: return a\n"},
		"silent": {"python", "def f(a, k): return a\n"},
		"tree":   {"javascript", "/**\n * @param {TreeNode} a\n * @return {number}\n */\nvar f = function(a, k) {};\n"},
		"async":  {"typescript", "async function f(a: ListNode | null, k: number): Promise<ListNode | null> { return a }\n"},
		"stdin":  {"python", "a = input()\ndef f(a: TreeNode, k) -> TreeNode: pass\n"},
		"other":  {"python", "def f(a: TreeNode) -> TreeNode: pass\n"},
	}
	for _, c := range []struct {
		of     []string
		first  string
		result string
	}{
		{nil, "", ""},
		{[]string{"silent"}, "", ""},
		{[]string{"cpp", "java", "silent", "async"}, "ListNode", "ListNode"},
		{[]string{"cpp", "python"}, "ListNode", "ListNode"},
		{[]string{"python", "silent"}, "", "[]number"},
		{[]string{"cpp", "tree"}, "", ""},
		{[]string{"tree", "stdin", "other"}, "TreeNode", "number"},
	} {
		got := Declare(Call{Parameters: []string{"a", "k"}}, func(yield func(string, []byte) bool) {
			for _, name := range c.of {
				if !yield(candidates[name][0], []byte(candidates[name][1])) {
					return
				}
			}
		})
		if !slices.Equal(got.Parameters, []string{c.first, ""}) || got.Result != c.result {
			t.Errorf("%v: got %q and %q, want %q and %q", c.of, got.Parameters, got.Result, c.first, c.result)
		}
	}
}

// shapesIn are the lines of a program that say what becomes of its values.
func shapesIn(h *Harness) []string {
	var found []string
	for line := range strings.Lines(string(h.Files[h.Main])) {
		if strings.Contains(line, `"shapes":`) {
			found = append(found, line)
		}
	}
	return found
}
