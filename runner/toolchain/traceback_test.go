package toolchain

import "testing"

func TestTraceback(t *testing.T) {
	for _, c := range []struct {
		name, file   string
		lang         Language
		stderr       string
		line, column int
	}{
		{
			"Python", "candidates/a.py", Python,
			"Traceback (most recent call last):\n  File \"candidates/a.py\", line 9, in <module>\n    f()\n" +
				"  File \"candidates/a.py\", line 3, in f\n    heapq.heappop([])\nIndexError: index out of range\n", 3, 0,
		},
		{
			"Python, in the library", "a.py", Python,
			"Traceback (most recent call last):\n  File \"/x/a.py\", line 7, in <module>\n" +
				"  File \"/usr/lib/python3.11/random.py\", line 370, in choice\nIndexError: x\n", 7, 0,
		},
		{
			"Python, chained", "a.py", Python,
			"Traceback (most recent call last):\n  File \"a.py\", line 2, in f\nKeyError: 1\n\n" +
				"During handling of the above exception, another exception occurred:\n\n" +
				"Traceback (most recent call last):\n  File \"a.py\", line 8, in <module>\n  File \"a.py\", line 5, in g\nValueError\n", 5, 0,
		},
		{
			"Python, group", "a.py", Python,
			"  + Exception Group Traceback (most recent call last):\n  |   File \"a.py\", line 1, in <module>\n  | ExceptionGroup: x\n" +
				"  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n" +
				"    |   File \"a.py\", line 4, in f\n    | ValueError: 1\n", 4, 0,
		},
		{
			"Python, recursion", "a.py", Python,
			"Traceback (most recent call last):\n  File \"a.py\", line 5, in <module>\n  File \"a.py\", line 2, in f\n" +
				"  [Previous line repeated 996 more times]\nRecursionError: maximum recursion depth exceeded\n", 2, 0,
		},
		{"Python, another file", "a.py", Python, "  File \"b.py\", line 2\n", 0, 0},
		{
			"Java", "Main.java", Java,
			"Exception in thread \"main\" java.util.NoSuchElementException\n\tat java.base/java.util.Scanner.throwFor(Scanner.java:937)\n" +
				"\tat Main.solve(Main.java:7)\n\tat Main.main(Main.java:12)\n", 7, 0,
		},
		{
			"Java, the class has another name", "a.java", Java,
			"Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Sol$Inner.f(Sol.java:4)\n\tat Sol.main(Sol.java:2)\n", 4, 0,
		},
		{
			"Java, cause", "Main.java", Java,
			"Exception in thread \"main\" java.lang.RuntimeException: x\n\tat Main.main(Main.java:9)\n" +
				"Caused by: java.lang.IllegalStateException: y\n\tat Main.g(Main.java:5)\n\tat Main.main(Main.java:8)\n\t... 1 more\n", 5, 0,
		},
		{
			"Java 8", "Main.java", Java,
			"Exception in thread \"main\" java.lang.NumberFormatException: x\n\tat java.lang.Integer.parseInt(Integer.java:580)\n" +
				"\tat Main.main(Main.java:3)\n", 3, 0,
		},
		{
			"JavaScript", "a.js", JavaScript,
			"/x/a.js:3\n    null.f();\n         ^\n\nTypeError: Cannot read properties of null (reading 'f')\n    at g (/x/a.js:3:10)\n" +
				"    at Object.<anonymous> (/x/a.js:6:1)\n    at Module._compile (node:internal/modules/cjs/loader:1521:14)\n", 3, 10,
		},
		{"JavaScript, no Error", "a.js", JavaScript, "\n/x/a.js:2\n  throw 'x';\n  ^\nx\n(Use `node --trace-uncaught ...` to show)\n", 2, 3},
		{
			"JavaScript, in the library", "a.js", JavaScript,
			"node:fs:441\n    return binding.readFileUtf8(path);\n           ^\n\nError: ENOENT\n    at Object.readFileSync (node:fs:441:20)\n" +
				"    at f (/x/y/a.js:5:12)\n", 5, 12,
		},
		{
			"module", "ответ.mjs", JavaScript,
			"file:///x/%D0%BE%D1%82%D0%B2%D0%B5%D1%82.mjs:2\nthrow new Error();\n      ^\n\nError\n" +
				"    at file:///x/%D0%BE%D1%82%D0%B2%D0%B5%D1%82.mjs:2:7\n    at ModuleJob.run (node:internal/modules/esm/module_job:343:25)\n", 2, 7,
		},
		{
			"TypeScript, after a message of its own", "a.ts", TypeScript,
			"Error: caught\n    at f (/x/a.ts:1:2)\n/x/a.ts:5\nfunction f(x: Foo): number { throw new Error('x') }\n" +
				"                             ^\n\n\nError: x\n    at async f (/x/a.ts:5:36)\n    at Object.<anonymous> (/x/a.ts:6:18)\n", 5, 36,
		},
		{
			"Go", "main.go", Go,
			"panic: runtime error: index out of range [5] with length 1\n\ngoroutine 1 [running]:\nmain.f(...)\n\t./main.go:3\n" +
				"main.main()\n\t./main.go:4 +0x159\n", 3, 0,
		},
		{
			"Go, in the library, in a file of that name", "sort.go", Go,
			"panic: x\n\ngoroutine 1 [running]:\nsort.Slice(...)\n\tsort/sort.go:22 +0x1\nmain.main.func1()\n\t./sort.go:9 +0x159\n", 9, 0,
		},
		{
			"Go, stack", "a.go", Go,
			"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\nruntime stack:\nruntime.throw({0x1, 0x2})\n" +
				"\truntime/panic.go:1094 +0x48\n\ngoroutine 1 [running]:\nmain.f(0x1)\n\t./a.go:5 +0x2c fp=0x1 sp=0x2 pc=0x3\n", 5, 0,
		},
		{"Rust", "src/main.rs", Rust, "\nthread 'main' (17) panicked at src/main.rs:3:5:\nindex out of bounds: the len is 2\n", 3, 5},
		{"Rust, old", "a.rs", Rust, "thread 'main' panicked at 'index out of bounds: the len is 2', a.rs:6:26\nnote: run with\n", 6, 26},
		{"Rust, other letters", "ответ.rs", Rust, "thread 'main' panicked at main.rs:6:26:\nx\n", 6, 26},
		{"assert", "a.cpp", CPP, "program: a.cpp:5: int main(): Assertion `x > 0' failed.\n", 5, 0},
		{"assert in C", "sub/my sol.c", C, "program: sub/my sol.c:15: f: Assertion `0' failed.\n", 15, 0},
		{
			"address sanitizer", "a.cpp", CPP,
			"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n    #0 0x1 in std::sort /usr/include/c++/12/bits/stl.h:8:2\n" +
				"    #1 0x2 in solve(int) /x/a.cpp:5:3\n    #2 0x3 in main /x/a.cpp:9:1\n", 5, 3,
		},
		{"undefined behaviour", "a.cpp", CPP, "a.cpp:7:10: runtime error: signed integer overflow: 2147483647 + 1\n", 7, 10},
		{"library assertion", "a.cpp", CPP, "/usr/include/c++/12/bits/stl_vector.h:1123: Assertion '__n < this->size()' failed.\n", 0, 0},
		{"any language", "a.rb", "ruby", "a.rb:3:in `f': x (RuntimeError)\n\tfrom a.rb:7:in `<main>'\n", 3, 0},
		{"nothing", "a.py", Python, "", 0, 0},
	} {
		if line, column := Traceback(c.lang, c.file, c.stderr); line != c.line || column != c.column {
			t.Errorf("%s: got %d:%d, want %d:%d", c.name, line, column, c.line, c.column)
		}
	}
}

func FuzzTraceback(f *testing.F) {
	f.Add("  File \"a.py\", line 99999999999999999999\n\tat Main.main(a.java:7)\n", "a.py")
	f.Add("0", "\xdf")
	f.Add("a.cpp:5:3\nmain.f()\n\t./a.go:7 +0x1\n/a.js:3\n ^\n    at a.js:1:2\n", "a.js")
	f.Fuzz(func(t *testing.T, stderr, file string) {
		for _, lang := range []Language{Python, Java, JavaScript, Go, Rust, "kotlin"} {
			if line, column := Traceback(lang, file, stderr); line < 0 || column < 0 || line == 0 && column > 0 {
				t.Errorf("%s: got %d:%d", lang, line, column)
			}
		}
	})
}
