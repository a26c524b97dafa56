package lsp

import "testing"

func TestMainLine(t *testing.T) {
	for _, c := range []struct {
		file, text string
		line       int
	}{
		{"a.cpp", "#include <cstdio>\nint helper();\nint main() {}\n", 2},
		{"a.cpp", "#include <vector>\nvoid solve() {}\n", 1},
		{"a.cpp", "// LeetCode\nclass Solution {\n};\n", 1},
		{"a.c", "\nint main(void) {}\n", 1},
		{"a.py", "import sys\ndef solve():\n    pass\nif __name__ == '__main__':\n    solve()\n", 3},
		{"a.py", "print(1)\ndef helper(): pass\n", 0},
		{"a.PY3", "\ndef main():\n", 1},
		{"Main.java", "import java.util.*;\n\npublic class Main {\n  public static void main(String[] a) {}\n}\n", 3},
		{"Main.java", "class Helper {}\nclass Solution {\n  int mainly() { return 1; }\n}\n", 1},
		{"a.js", "const fs = require('fs');\nfunction main() {}\n", 1},
		{"a.ts", "let x = 1;\nconst solve = (n: number) => n;\n", 1},
		{"a.js", "let x = 1;\nconsole.log(x);\n", 0},
		{"a.go", "package main\n\nfunc helper() {}\nfunc main() {}\n", 3},
		{"a.rs", "use std::io;\n\nfn main() {}\n", 2},
		{"a.zig", "const std = 1;\npub fn main() void {}\n", 0},
		{"a.cpp", "", 0},
	} {
		if got := mainLine(c.file, c.text); got != c.line {
			t.Errorf("%s: line %d, want %d of %q", c.file, got, c.line, c.text)
		}
	}
}
