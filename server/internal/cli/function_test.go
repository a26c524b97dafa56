package cli

import (
	"slices"
	"strings"
	"testing"

	"execre/runner/toolchain/toolchaintest"
	"execre/server/internal/check"
)

// rotateSchema is of an array that is turned by k places.
const rotateSchema = `{"input_format": "function_args",
 "parameters": {
  "nums": {"type": "List", "range": [1, 6], "data_type": {"type": "Variable", "data_type": "int", "range": [-9, 9]}},
  "k": {"type": "Variable", "data_type": "int", "range": [0, 20]}},
 "output_order": [{"name": "nums"}, {"name": "k"}]}
`

// rotate turns an array in place, in all languages; wrong.js forgets that k may be larger than the array.
var rotate = map[string]string{
	"input.schema": rotateSchema,
	"brute.py":     "def rotate(nums: List[int], k: int) -> None:\n    for _ in range(k):\n        nums.insert(0, nums.pop())\n",
	"a.cpp": "class Solution {\npublic:\n  void rotate(vector<int>& nums, int k) {\n    k %= nums.size();\n" +
		"    std::rotate(nums.begin(), nums.end() - k, nums.end());\n  }\n};\n",
	"Solution.java": "class Solution {\n  public void rotate(int[] nums, int k) {\n    int[] old = nums.clone();\n" +
		"    for (int i = 0; i < old.length; i++) nums[(i + k) % old.length] = old[i];\n  }\n}\n",
	"a.ts": "function rotate(nums: number[], k: number): void {\n  k %= nums.length;\n  nums.unshift(...nums.splice(nums.length - k));\n}\n",
	"wrong.js": "/**\n * @param {number[]} nums\n * @param {number} k\n * @return {void} Do not return anything, modify nums in-place instead.\n */\n" +
		"var rotate = function(nums, k) {\n  nums.unshift(...nums.splice(nums.length - Math.min(k, nums.length)));\n};\n",
}

// with is a copy of files with others, or without those that are "".
func with(files map[string]string, more ...string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[name] = text
	}
	for i := 0; i < len(more); i += 2 {
		if all[more[i]] = more[i+1]; more[i+1] == "" {
			delete(all, more[i])
		}
	}
	return all
}

// TestSampleThatIsNoJSON: a sample that is pasted as LeetCode prints it does not undo the format of a function: it is named, and
// judges nobody.
func TestSampleThatIsNoJSON(t *testing.T) {
	dir := plainFolder(t, "sum", map[string]string{
		"a.py": "class Solution:\n    def total(self, nums):\n        return sum(nums)\n",
		"b.py": "class Solution:\n    def total(self, nums):\n        r = 0\n        for x in nums:\n            r += x\n        return r\n",
		"1.in": "[1,2]\n", "1.out": "3\n", "2.in": "[5,2,3]\n", "2.out": "10\n", "x.in": "nums = [1,5]\n", "x.out": "6\n",
		"statement.md": "Example 1:\nInput: nums = [4]\nOutput: 4\n\nConstraints:\n- 1 <= nums.length <= 9\n- 0 <= nums[i] <= 9\n",
	})
	table, _, status := execre(t, "check", "--inputs", "20", dir)
	if status != 3 || strings.Contains(table, "fails") || !strings.Contains(table, "sample x.in may be wrong, so it judges nobody: it does not fit the guessed format") ||
		!strings.Contains(table, "sample x.in was not looked at: \"nums = [1,5]\" is no JSON value") {
		t.Errorf("exit %d\n%s", status, table)
	}
}

// TestFunctionsOfAllLanguages: functions are checked like programs; the wrong one has the smallest input on which it is
// wrong, one JSON value a line.
func TestFunctionsOfAllLanguages(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	dir := problemFolder(t, "rotate", with(rotate,
		"samples/1.in", "[1, 2, 3]\n1\n", "samples/1.out", "[3, 1, 2]\n",
		"main.go", "package main\n\nimport (\n\t\"encoding/json\"\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tvar nums []int\n\tvar k int\n"+
			"\td := json.NewDecoder(os.Stdin)\n\td.Decode(&nums)\n\td.Decode(&k)\n\tk %= len(nums)\n"+
			"\tout, _ := json.MarshalIndent(append(nums[len(nums)-k:], nums[:len(nums)-k]...), \"\", \" \")\n\tfmt.Println(string(out))\n}\n"))
	report := expect(t, dir, map[string]said{
		"a.cpp": {check.Agrees, ""}, "Solution.java": {check.Agrees, ""}, "a.ts": {check.Agrees, ""}, "main.go": {check.Agrees, ""},
		"brute.py": {check.Trusted, ""}, "wrong.js": {check.Differs, ""},
	}, "--inputs", "60")
	for _, p := range report.Problems {
		t.Errorf("said of the folder: %+v", p)
	}
	c := candidate(t, report, "wrong.js").Counterexample
	if c == nil {
		t.Fatal("no counterexample")
	}
	lines := strings.Split(strings.TrimSuffix(c.Input.Whole, "\n"), "\n")
	if len(lines) != 2 || len(lines[0]) != len("[0, 1]") || !slices.Contains([]string{"3", "5", "7"}, lines[1]) {
		t.Errorf("the smallest input is %q", c.Input.Whole)
	}
}

// TestLinkedLists: lists of nodes go in and out, whatever the language has them in.
func TestLinkedLists(t *testing.T) {
	digits := `{"type": "List", "range": [1, 4], "data_type": {"type": "Variable", "data_type": "int", "range": [0, 9]}}`
	dir := problemFolder(t, "add", map[string]string{
		"input.schema": `{"input_format": "function_args", "parameters": {"l1": ` + digits + `, "l2": ` + digits + `},
 "output_order": [{"name": "l1"}, {"name": "l2"}]}`,
		"brute.py": "def add(l1: List[int], l2: List[int]) -> List[int]:\n" +
			"    n = max(len(l1), len(l2))\n    out, carry = [], 0\n    for i in range(n):\n" +
			"        s = (l1[i] if i < len(l1) else 0) + (l2[i] if i < len(l2) else 0) + carry\n        out.append(s % 10)\n        carry = s // 10\n" +
			"    return out + [carry] * (carry > 0)\n",
		"a.cpp": "class Solution {\npublic:\n  ListNode* addTwoNumbers(ListNode* l1, ListNode* l2) {\n    ListNode head, *at = &head;\n    int carry = 0;\n" +
			"    while (l1 || l2 || carry) {\n      if (l1) carry += l1->val, l1 = l1->next;\n      if (l2) carry += l2->val, l2 = l2->next;\n" +
			"      at = at->next = new ListNode(carry % 10);\n      carry /= 10;\n    }\n    return head.next;\n  }\n};\n",
		"Solution.java": "class Solution {\n  public ListNode addTwoNumbers(ListNode l1, ListNode l2) {\n    ListNode head = new ListNode(), at = head;\n    int carry = 0;\n" +
			"    while (l1 != null || l2 != null || carry > 0) {\n      if (l1 != null) { carry += l1.val; l1 = l1.next; }\n      if (l2 != null) { carry += l2.val; l2 = l2.next; }\n" +
			"      at.next = new ListNode(carry % 10);\n      at = at.next;\n      carry /= 10;\n    }\n    return head.next;\n  }\n}\n",
		"wrong.py": "class Solution:\n    def addTwoNumbers(self, l1: Optional[ListNode], l2: Optional[ListNode]) -> Optional[ListNode]:\n" +
			"        head = at = ListNode()\n        carry = 0\n        while l1 or l2:\n            if l1: carry += l1.val; l1 = l1.next\n" +
			"            if l2: carry += l2.val; l2 = l2.next\n            at.next = ListNode(carry % 10); at = at.next; carry //= 10\n        return head.next\n",
	})
	report := expect(t, dir, map[string]said{
		"a.cpp": {check.Agrees, ""}, "Solution.java": {check.Agrees, ""}, "wrong.py": {check.Differs, ""},
	}, "--inputs", "60")
	c := candidate(t, report, "wrong.py").Counterexample
	if c == nil || len(strings.Fields(c.Input.Whole)) != 2 || c.Output.Whole == "" || len(c.Output.Whole) > len("[9]\n") {
		t.Errorf("counterexample %+v", c)
	}
}

// TestSilentFunctions: who declares nothing is called like those who do: a tree of the input format is a TreeNode, and a
// list a ListNode where the others have one.
func TestSilentFunctions(t *testing.T) {
	values := `"data_type": {"type": "Variable", "data_type": "int", "range": [0, 3]}}`
	for name, files := range map[string]map[string]string{
		"invert": {
			"input.schema": `{"input_format": "function_args", "parameters": {"root": {"type": "Tree", "range": [0, 9], ` + values + `},
 "output_order": [{"name": "root"}]}`,
			"a.py": "class Solution:\n    def invertTree(self, root):\n        if not root: return None\n" +
				"        root.left, root.right = self.invertTree(root.right), self.invertTree(root.left)\n        return root\n",
			"b.js": "var invertTree = function(root) {\n  if (root === null) return null;\n" +
				"  [root.left, root.right] = [invertTree(root.right), invertTree(root.left)];\n  return root;\n};\n",
			"c.cpp": "class Solution {\npublic:\n  TreeNode* invertTree(TreeNode* root) {\n    if (!root) return nullptr;\n    TreeNode* left = invertTree(root->right);\n" +
				"    root->right = invertTree(root->left);\n    root->left = left;\n    return root;\n  }\n};\n",
		},
		"reverse": {
			"input.schema": `{"input_format": "function_args", "parameters": {"head": {"type": "List", "range": [0, 5], ` + values + `},
 "output_order": [{"name": "head"}]}`,
			"a.py": "class Solution:\n    def reverseList(self, head):\n        before = None\n        while head:\n" +
				"            head.next, before, head = before, head, head.next\n        return before\n",
			"b.js": "var reverseList = function(head) {\n  let before = null;\n  while (head) [head.next, before, head] = [before, head, head.next];\n  return before;\n};\n",
			"c.cpp": "class Solution {\npublic:\n  ListNode* reverseList(ListNode* head) {\n    ListNode* before = nullptr;\n" +
				"    while (head) { swap(before, head->next); swap(before, head); }\n    return before;\n  }\n};\n",
			"brute.py": "def reverse(head: List[int]) -> List[int]:\n    return head[::-1]\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			report, _ := checkFolder(t, problemFolder(t, name, files), "--inputs", "40")
			for file := range files {
				if file == "input.schema" {
					continue
				}
				if c := candidate(t, report, file); c.Inputs.Differ+c.Inputs.Crash > 0 || c.Verdict == check.DoesNotCompile {
					t.Errorf("%s: %v %s", file, c.Verdict, c.Message)
				}
			}
		})
	}
}

// TestTrees: trees come level by level with nulls, as LeetCode prints them, in all languages; the wrong ones end a
// path at a node with one child or at any node, or find one in no tree, and each has the smallest tree that shows it.
func TestTrees(t *testing.T) {
	cpp := func(end string) string {
		return "class Solution {\n  bool walk(TreeNode* n, int k) {\n    if (!n) return k == 0;\n    k -= n->val;\n" +
			"    " + end + "\n    return walk(n->left, k) || walk(n->right, k);\n  }\npublic:\n" +
			"  bool hasPathSum(TreeNode* root, int targetSum) { return root && walk(root, targetSum); }\n};\n"
	}
	java := func(end string) string {
		return "class Solution {\n  boolean walk(TreeNode n, int k) {\n    if (n == null) return k == 0;\n    k -= n.val;\n" +
			"    " + end + "\n    return walk(n.left, k) || walk(n.right, k);\n  }\n" +
			"  public boolean hasPathSum(TreeNode root, int targetSum) { return root != null && walk(root, targetSum); }\n}\n"
	}
	const ends = "if (!n->left) return n->right != nullptr ? walk(n->right, k) : k == 0;\n    if (!n->right) return walk(n->left, k);"
	dir := problemFolder(t, "path-sum", map[string]string{
		"input.schema": `{"input_format": "function_args", "parameters": {
  "root": {"type": "Tree", "range": [0, 30], "data_type": {"type": "Variable", "data_type": "int", "range": [-100, 100]}},
  "targetSum": {"type": "Variable", "data_type": "int", "range": [-100, 100]}},
 "output_order": [{"name": "root"}, {"name": "targetSum"}]}`,
		"brute.py": "class Solution:\n    def hasPathSum(self, root: Optional[TreeNode], targetSum: int) -> bool:\n        ends = []\n" +
			"        def walk(n, total):\n            if n:\n                total += n.val\n                if n.left is n.right:\n                    ends.append(total)\n" +
			"                walk(n.left, total)\n                walk(n.right, total)\n        walk(root, 0)\n        return targetSum in ends\n",
		"a.cpp":         cpp(ends),
		"wrong.cpp":     cpp(""),
		"Solution.java": java(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(ends, "->", "."), "!n.left", "n.left == null"), "!n.right", "n.right == null"), "nullptr", "null")),
		"wrong.java":    java("if (k == 0) return true;"),
		"wrong.py": "class Solution:\n    def hasPathSum(self, root: Optional[TreeNode], targetSum: int) -> bool:\n" +
			"        def walk(n, k):\n            if not n: return False\n            k -= n.val\n" +
			"            return k == 0 if n.left is n.right else walk(n.left, k) or walk(n.right, k)\n" +
			"        return walk(root, targetSum) if root else targetSum == 0\n",
		"samples/1.in":  "[5,4,8,11,null,13,4,7,2,null,null,null,1]\n27\n",
		"samples/1.out": "true\n",
	})
	report := expect(t, dir, map[string]said{
		"brute.py": {check.Trusted, ""}, "a.cpp": {check.Agrees, ""}, "Solution.java": {check.Agrees, ""},
		"wrong.cpp": {check.Differs, ""}, "wrong.java": {check.Differs, ""}, "wrong.py": {check.Differs, ""},
	}, "--inputs", "200")
	for _, p := range report.Problems {
		t.Errorf("said of the folder: %+v", p)
	}
	for file, smallest := range map[string]string{
		"wrong.cpp": "[0, 1]\n0\n", "wrong.java": "[0, 1]\n0\n", "wrong.py": "[]\n0\n",
	} {
		if c := candidate(t, report, file).Counterexample; c == nil || c.Input.Whole != smallest {
			t.Errorf("%s: counterexample %+v, want %q", file, c, smallest)
		}
	}
}

// TestWhereFunctionsFail: what is wrong with a function has its place in the user's own file.
func TestWhereFunctionsFail(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	dir := problemFolder(t, "rotate", with(rotate,
		"compile.cpp", "class Solution {\npublic:\n  void rotate(vector<int>& nums, int k) {\n    k %= num.size();\n  }\n};\n",
		"crash.py", "class Solution:\n    def rotate(self, nums, k):\n        nums[k + 9] = 1\n",
		"crash.java", "class Solution {\n  void rotate(int[] nums, int k) {\n    nums[k + 9] = 1;\n  }\n}\n",
		"crash.ts", "interface A {}\nfunction rotate(nums: number[], k: number): void {\n  throw new Error('no');\n}\n",
		"two.py", "def turn(nums, k):\n    pass\n\ndef twist(nums, k):\n    pass\n",
		"none.js", "const k = 1;\n",
		"other.py", "def rotate(nums):\n    pass\n",
	))
	report := expect(t, dir, map[string]said{
		"compile.cpp": {check.DoesNotCompile, "compile.cpp:4:10: ‘num’ was not declared"},
		"crash.py":    {check.Crashes, ""}, "crash.java": {check.Crashes, ""}, "crash.ts": {check.Crashes, ""},
		"two.py":   {check.DoesNotCompile, `two.py:4: two functions, turn and twist: name one with function = "turn" in execre.toml`},
		"none.js":  {check.DoesNotCompile, "neither a class Solution nor a function was found"},
		"other.py": {check.DoesNotCompile, "other.py:1: rotate takes one argument (nums), but the input format has 2 values (nums, k)"},
		"a.cpp":    {check.Agrees, ""},
	})
	for file, line := range map[string]int{"compile.cpp": 4, "crash.py": 3, "crash.java": 3, "crash.ts": 3, "two.py": 4} {
		if c := candidate(t, report, file); c.Place == nil || c.Place.Line != line {
			t.Errorf("%s: place %+v, want line %d", file, c.Place, line)
		}
	}
}

// TestNamedFunction: execre.toml says which of several functions is meant.
func TestNamedFunction(t *testing.T) {
	dir := problemFolder(t, "rotate", with(rotate, "a.ts", "", "wrong.js", "", "Solution.java", "",
		"execre.toml", "function = \"rotate\"\n",
		"two.py", "def help_(nums, k):\n    nums[:] = nums[-k:] + nums[:-k]\n\ndef rotate(nums, k):\n    k %= len(nums)\n    if k:\n        help_(nums, k)\n",
		"absent.py", "def turn(nums, k):\n    pass\n"))
	expect(t, dir, map[string]said{
		"two.py": {check.Agrees, ""}, "a.cpp": {check.Agrees, ""},
		"absent.py": {check.DoesNotCompile, "rotate, which execre.toml names, is not defined; found turn"},
	})
}

// TestAnswersAreValues: a sample's answer is a JSON value, however it is written; but blanks in a string are part of it.
func TestAnswersAreValues(t *testing.T) {
	dir := problemFolder(t, "words", map[string]string{
		"input.schema": `{"input_format": "function_args", "parameters": {
  "s": {"type": "List", "range": [1, 4], "split": "", "data_type": {"type": "Variable", "data_type": "char", "range": ["a", " "]}}},
 "output_order": [{"name": "s"}]}`,
		"brute.py":      "def echo(s: str) -> List[str]:\n    return [s]\n",
		"a.py":          "class Solution:\n    def echo(self, s): return [s + '']\n",
		"wrong.py":      "def echo(s: str) -> List[str]:\n    return [' '.join(s.split(' ')) if s == '' else s.replace('  ', ' ')]\n",
		"samples/1.in":  "\"a a\"\n",
		"samples/1.out": "[\n  \"a\\u0020a\"\n]\r\n",
	})
	expect(t, dir, map[string]said{
		"brute.py": {check.Trusted, ""}, "a.py": {check.Agrees, ""}, "wrong.py": {check.Differs, ""},
	}, "--inputs", "100")
}

// TestClasses: a class that is driven by operations, as LeetCode has its design problems. The methods are called where
// they may be, in all languages; the wrong class has the fewest calls that show it.
func TestClasses(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	dir := problemFolder(t, "min-stack", map[string]string{
		"input.schema": `{"input_format": "function_args", "parameters": {"calls": {
  "type": "Calls", "class": "MinStack", "range": [1, 30],
  "methods": {"push": {"val": {"type": "Variable", "data_type": "int", "range": [-9, 9]}}, "pop": {}, "top": {}, "getMin": {}},
  "size": {"push": 1, "pop": -1, "top": 0, "getMin": 0}}}}
`,
		"brute.py": "class MinStack:\n    def __init__(self):\n        self.all = []\n    def push(self, val: int) -> None:\n        self.all.append(val)\n" +
			"    def pop(self) -> None:\n        self.all.pop()\n    def top(self) -> int:\n        return self.all[-1]\n    def getMin(self) -> int:\n        return min(self.all)\n",
		"a.cpp": "class MinStack {\n  vector<pair<int, int>> all;\npublic:\n  MinStack() {}\n" +
			"  void push(int val) { all.push_back({val, all.empty() ? val : min(val, all.back().second)}); }\n" +
			"  void pop() { all.pop_back(); }\n  int top() { return all.back().first; }\n  int getMin() { return all.back().second; }\n};\n",
		"MinStack.java": "class MinStack {\n  private final Deque<int[]> all = new ArrayDeque<>();\n" +
			"  public void push(int val) { all.push(new int[]{val, all.isEmpty() ? val : Math.min(val, all.peek()[1])}); }\n" +
			"  public void pop() { all.pop(); }\n  public int top() { return all.peek()[0]; }\n  public int getMin() { return all.peek()[1]; }\n}\n",
		"b.ts": "class MinStack {\n  private all: number[] = [];\n  push(val: number): void { this.all.push(val); }\n  pop(): void { this.all.pop(); }\n" +
			"  top(): number { return this.all[this.all.length - 1]; }\n  getMin(): number { return Math.min(...this.all); }\n}\n",
		// The second stack has a value once that the first has twice.
		"wrong.cpp": "class MinStack {\n  stack<int> all, least;\npublic:\n" +
			"  void push(int val) { all.push(val); if (least.empty() || val < least.top()) least.push(val); }\n" +
			"  void pop() { if (all.top() == least.top()) least.pop(); all.pop(); }\n  int top() { return all.top(); }\n" +
			"  int getMin() { return least.empty() ? 0 : least.top(); }\n};\n",
		"other.py":      "class Stack:\n    def push(self, val):\n        pass\n",
		"samples/1.in":  `["MinStack","push","push","push","getMin","pop","top","getMin"]` + "\n" + `[[],[-2],[0],[-3],[],[],[],[]]` + "\n",
		"samples/1.out": "[null,null,null,null,-3,null,0,-2]\n",
	})
	report := expect(t, dir, map[string]said{
		"brute.py": {check.Trusted, ""}, "a.cpp": {check.Agrees, ""}, "MinStack.java": {check.Agrees, ""}, "b.ts": {check.Agrees, ""},
		"wrong.cpp": {check.Differs, ""},
		"other.py":  {check.DoesNotCompile, "class MinStack, which the input format names, is not defined; found Stack"},
	}, "--inputs", "200")
	for _, p := range report.Problems {
		t.Errorf("said of the folder: %+v", p)
	}
	c := candidate(t, report, "wrong.cpp").Counterexample
	const smallest = `["MinStack", "push", "push", "pop", "getMin"]` + "\n" + `[[], [1], [1], [], []]` + "\n"
	if c == nil || c.Input.Whole != smallest {
		t.Errorf("counterexample %+v, want %s", c, smallest)
	}
}

// TestForgottenReturn: who changes the argument but forgets to return it is wrong where the others declare that a value is
// returned, and right where nobody does or they declare that nothing is.
func TestForgottenReturn(t *testing.T) {
	const forgets = "var sortArray = function(nums) { nums.sort((a, b) => a - b); };\n"
	sorts := map[string]string{
		"input.schema": `{"input_format": "function_args", "parameters": {"nums": {"type": "List", "range": [1, 6],
 "data_type": {"type": "Variable", "data_type": "int", "range": [-9, 9]}}}, "output_order": [{"name": "nums"}]}`,
		"forgets.js": forgets, "forgets.py": "def sortArray(nums):\n    nums.sort()\n", "samples/1.in": "[2, 1]\n", "samples/1.out": "[1, 2]\n",
	}
	value := with(sorts,
		"brute.py", "def sortArray(nums: List[int]) -> List[int]:\n    return sorted(nums)\n",
		"a.cpp", "class Solution {\npublic:\n  vector<int> sortArray(vector<int>& nums) {\n    sort(nums.begin(), nums.end());\n    return nums;\n  }\n};\n")
	report := expect(t, problemFolder(t, "value", value), map[string]said{
		"brute.py": {check.Trusted, ""}, "a.cpp": {check.Agrees, ""}, "forgets.js": {check.FailsSample, ""}, "forgets.py": {check.FailsSample, ""},
	}, "--inputs", "20")
	for _, name := range []string{"forgets.js", "forgets.py"} {
		if c := candidate(t, report, name).Counterexample; c == nil || c.Output.Whole != "null\n" {
			t.Errorf("%s: %+v", name, c)
		}
	}
	place := with(sorts,
		"brute.py", "def sortArray(nums: List[int]) -> None:\n    nums.sort()\n",
		"a.cpp", "class Solution {\npublic:\n  void sortArray(vector<int>& nums) { sort(nums.begin(), nums.end()); }\n};\n")
	expect(t, problemFolder(t, "place", place), map[string]said{
		"brute.py": {check.Trusted, ""}, "a.cpp": {check.Agrees, ""}, "forgets.js": {check.Agrees, ""}, "forgets.py": {check.Agrees, ""},
	}, "--inputs", "20")
}
