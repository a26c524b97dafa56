package function

import "testing"

func TestIsProgram(t *testing.T) {
	for _, c := range []struct {
		what, language, source string
		call                   Call
		want                   bool
	}{
		{"C++ program", "cpp", "#include <cstdio>\nint gcd(int a, int b) { return b ? gcd(b, a % b) : a; }\n" +
			"int main() { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", gcd(a, b)); }\n", Call{}, true},
		{"C++ class with its own test", "cpp", "class Solution { public: int f(int a) { return a; } };\n" +
			"int main() { int a; std::cin >> a; std::cout << Solution().f(a); }\n", Call{}, false},
		{"C++ function that tests itself", "cpp", "int f(int a) { return a; }\nint main() { return f(1); }\n", Call{}, false},
		{"C++ comment and string", "cpp", "// not from stdin\nint f(int a) { puts(\"cin\"); return a; }\n", Call{}, false},
		{"named function", "cpp", "int f(int a) { return a; }\nint main() { int a; scanf(\"%d\", &a); }\n", Call{Name: "f"}, false},
		{"Java program", "java", "import java.util.*;\npublic class Main { static int f(int a) { return a; }\n" +
			"public static void main(String[] args) { System.out.println(f(new Scanner(System.in).nextInt())); } }\n", Call{}, true},
		{"Java class", "java", "class Solution { int f(int a) { System.out.println(a); return a; } }\n", Call{}, false},
		{"Python program", "python", "def f(a):\n    return a\nprint(f(int(input())))\n", Call{}, true},
		{"Python with sys", "python", "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n", Call{}, true},
		{"Python function", "python", "def f(input):\n    return input\n", Call{}, false},
		{"Python method of that name", "python", "class Tape:\n    def input(self, x): pass\n", Call{}, false},
		{"JavaScript program", "javascript", "const [a] = require('fs').readFileSync(0, 'utf8').split(' ');\n" +
			"console.log(a);\n", Call{}, true},
		{"JavaScript device", "javascript", "console.log(require('fs').readFileSync('/dev/stdin', 'utf8'));\n", Call{}, true},
		{"JavaScript function", "javascript", "var f = function(a) { return a; };\n", Call{}, false},
		{"TypeScript program", "typescript", "process.stdin.on('data', (d: Buffer) => console.log(String(d)));\n", Call{}, true},
		{"another language", "rust", "fn main() {}\n", Call{}, false},
	} {
		if got := IsProgram(c.language, []byte(c.source), c.call); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// TestReturns: what candidates say of their result.
func TestReturns(t *testing.T) {
	for _, c := range []struct {
		language, source, want string // "value", "nothing" or ""
	}{
		{"cpp", "class Solution {\npublic:\n  vector<int> f(vector<int>& a) { return a; }\n};", "value"},
		{"cpp", "class Solution {\npublic:\n  virtual void f(vector<int>& a) {}\n};", "nothing"},
		{"cpp", "void *f(vector<int> a) { return nullptr; }", "value"},
		{"cpp", "auto f(vector<int> a) { return a; }", ""},
		{"cpp", "auto f(vector<int> &a) -> void {}", "nothing"},
		{"cpp", "int gcd(int a) { return a; }\nint main() { int a; std::cin >> a; }", ""},
		{"java", "class Solution {\n  public int[] f(int[] a) { return a; }\n}", "value"},
		{"java", "class Solution {\n  public static void f(int[] a) {}\n}", "nothing"},
		{"python", "def f(a: List[int]) -> List[int]:\n    a.sort()\n", "value"},
		{"python", "class Solution:\n    def f(self, a) -> None:\n        a.sort()\n", "nothing"},
		{"python", "def f(a) -> 'None': pass\n", "nothing"},
		{"python", "def f(a) -> Optional[int]: return None\n", "value"},
		{"python", "def f(a):\n    return a\n", ""},
		{"python", "def f(a):\n    \"\"\":rtype: None Do not return anything\"\"\"\n", "nothing"},
		{"javascript", "/**\n * @param {number[]} a\n * @return {number[]}\n */\nvar f = function(a) {};", "value"},
		{"javascript", "/** @returns {void} Do not return anything. */\nvar f = function(a) {};", "nothing"},
		{"javascript", "var f = (a) => a;", ""},
		{"typescript", "function f(a: number[]): number[] | undefined { return a; }", "value"},
		{"typescript", "function f(a: number[]): void {}", "nothing"},
		{"typescript", "async function f(a: number[]): Promise<void> {}", "nothing"},
		{"typescript", "function f(a: number[]): any { return a; }", ""},
		{"typescript", "class A { f(): number { return 1; } }", ""},
		{"python", "def f(a, b) -> int: return 1\n", ""}, // it cannot be called
		{"rust", "fn f(a: i32) -> i32 { a }", ""},
	} {
		got := ""
		switch value, declared := Returns(c.language, []byte(c.source), Call{Parameters: []string{"a"}}); {
		case declared && value:
			got = "value"
		case declared:
			got = "nothing"
		}
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.language, c.source, got, c.want)
		}
	}
}
