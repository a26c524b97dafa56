package workspace

import (
	"slices"
	"strings"
	"testing"

	"execre/analysis/schema"
)

// solutions are functions of two parameters, nums and target, in all languages that have a function style.
var solutions = map[string]string{
	"a.py":      "class Solution:\n    def twoSum(self, nums, target):\n        return self.find(nums, target, 0)\n\n    def find(self, a, b, c):\n        return [0, 1]\n",
	"bare.py":   "from typing import *\n\ndef twoSum(nums: List[int], target: int) -> List[int]:\n    return [0, 1]\n",
	"helper.py": "class Solution:\n    def _find(self, x: int) -> int:\n        return x\n\n    def twoSum(self, nums: List[int], target: int = 0) -> List[int]:\n        return [0, 1]\n",
	"a.cpp":     "#include <vector>\nclass Solution {\npublic:\n    vector<int> twoSum(vector<int>& nums, int target) {\n        return {0, 1};\n    }\n};\n",
	"A.java":    "class Solution {\n    public int[] twoSum(int[] nums, int target) {\n        return new int[]{0, 1};\n    }\n}\n",
	"a.js":      "/**\n * @param {number[]} nums\n */\nvar twoSum = function(nums, target) {\n    return [0, 1];\n};\n",
	"a.ts":      "function twoSum(nums: number[], target: number): number[] {\n    return [0, 1];\n}\n",
	"Class.ts":  "class Solution {\n  twoSum(nums: number[], target: number): number[] {\n    return [0, 1];\n  }\n}\n",
}

// TestFunctions: programs that are functions are called, with arguments like those of the samples; without samples it is
// said what to write, and that is a schema which calls them.
func TestFunctions(t *testing.T) {
	for name, source := range solutions {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{name: source, "1.in": "[2,7]\n9\n", "1.out": "[0,1]\n"}
			p, err := Load(folderWith(t, files))
			if err != nil {
				t.Fatal(err)
			}
			if call := p.Call(); call == nil || !slices.Equal(call.Parameters, []string{"nums", "target"}) {
				t.Errorf("call %+v, mistakes %v, %v", call, p.Mistakes, p.InferenceError)
			}
			if len(p.Mistakes) != 1 || !p.Mistakes[0].Warning || p.Mistakes[0].Code != "schema-function" || p.Mistakes[0].File != name {
				t.Errorf("mistakes %v", p.Mistakes)
			}
			if guess, err := Guess(folderWith(t, files)); err != nil || guess.Schema.Style != schema.FunctionArgs {
				t.Errorf("written: %s %v", guess.Text, err)
			}

			files = map[string]string{name: source}
			if p, err = Load(folderWith(t, files)); err != nil {
				t.Fatal(err)
			}
			if len(p.Mistakes) != 2 || p.Mistakes[0].Warning == p.Mistakes[1].Warning || p.Schema != nil {
				t.Fatalf("mistakes %v", p.Mistakes)
			}
			i := slices.IndexFunc(p.Mistakes, func(m Mistake) bool { return strings.Contains(m.Message, `{"input_format"`) })
			_, text, _ := strings.Cut(p.Mistakes[i].Message, "help): ")
			if _, err := Guess(folderWith(t, files)); err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("schema infer says %v", err)
			}
			files["input.schema"] = text
			if p, err = Load(folderWith(t, files)); err != nil || p.Call() == nil || len(p.Mistakes) > 0 ||
				len(p.Call().Parameters) < 2 {
				t.Errorf("with %s: %+v %v", text, p, err)
			}
		})
	}
}

// TestProgramsAreNoFunctions: who reads stdin is executed as it is, whatever it defines.
func TestProgramsAreNoFunctions(t *testing.T) {
	for name, source := range map[string]string{
		"a.py":   "def solve(n):\n    return n\n\nprint(solve(int(input())))\n",
		"b.py":   "import sys\n\ndef main():\n    print(sys.stdin.read())\n\nmain()\n",
		"c.py":   "print(open(0).read())\n",
		"d.py":   "print(1)\n",
		"a.cpp":  "#include <iostream>\nint twice(int n) {\n    return 2 * n;\n}\nint main() {\n    int n;\n    std::cin >> n;\n    std::cout << twice(n);\n}\n",
		"A.java": "import java.util.Scanner;\npublic class A {\n    public static void main(String[] args) {\n        System.out.println(new Scanner(System.in).nextInt());\n    }\n}\n",
		"a.js":   "const text = require('fs').readFileSync(0, 'utf8');\nfunction f(a, b) {\n    return a;\n}\nconsole.log(f(text, 1));\n",
	} {
		p, err := Load(folderWith(t, map[string]string{name: source, "1.in": "3\n1\n", "1.out": "3\n"}))
		if err != nil {
			t.Fatal(err)
		}
		if p.Call() != nil || len(p.Mistakes) > 0 {
			t.Errorf("%s: %v", name, p.Mistakes)
		}
	}
}
