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
