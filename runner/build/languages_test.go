package build

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
	"execre/runner/toolchain/toolchaintest"
)

// candidate is a source of a new folder that holds the files of a txtar text. What is in the folder parts belongs to it.
func candidate(t *testing.T, name, files string, parts ...string) Source {
	t.Helper()
	src := Source{Name: name, Dir: folder(t, files), Files: map[string][]byte{}}
	src.Language, _, _ = toolchain.ByExtension(name)
	for _, f := range txtar.Parse([]byte(files)).Files {
		if f.Name == name {
			src.Text = f.Data
		} else if len(parts) > 0 && strings.HasPrefix(f.Name, parts[0]) {
			src.Files[f.Name] = f.Data
		}
	}
	if src.Text == nil {
		t.Fatalf("no file %s", name)
	}
	return src
}

// start runs a program in an empty folder, without a limit on its memory, with "20 22" on stdin.
func start(t *testing.T, p *runner.Program) runner.Result {
	t.Helper()
	argv := slices.DeleteFunc(slices.Clone(p.Argv), func(arg string) bool { return strings.Contains(arg, "{memory}") })
	return process.Run(t.Context(), process.Command{
		Argv: argv, Env: p.Env, Dir: t.TempDir(), Stdin: []byte("20 22\n"), Reserves: p.Reserves,
		Limits: runner.Limits{CPU: time.Minute, Wall: 5 * time.Minute, Memory: 2 * runner.GiB},
	})
}

// sums are programs that print the sum of two numbers.
var sums = map[string]string{
	"a.c":   "#include <math.h>\n#include <stdio.h>\nint main(void) { double a, b; scanf(\"%lf%lf\", &a, &b); printf(\"%d\\n\", (int)fmax(a + b, 0)); }\n",
	"a.cpp": "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n",
	"a.py":  "a, b = map(int, input().split())\nprint(a + b)\n",
	"a.java": "import java.util.*;\npublic class Main { public static void main(String[] x) { Scanner s = new Scanner(System.in); " +
		"System.out.println(s.nextInt() + s.nextInt()); } }\n",
	"a.js": "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);\n",
	"a.ts": "import * as fs from 'fs';\nenum Op { Add }\nfunction run(op: Op, a: number, b: number): number { return op === Op.Add ? a + b : 0; }\n" +
		"const [a, b]: number[] = fs.readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(run(Op.Add, a, b));\n",
	"a.go": "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println(a + b)\n}\n",
	"a.rs": "use std::io::*;\nfn main() {\n    let mut s = String::new();\n    stdin().read_to_string(&mut s).unwrap();\n" +
		"    println!(\"{}\", s.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum::<i64>());\n}\n",
}

// least are programs that print 42 and take their compilers little time.
var least = map[string]string{
	"a.c":    "#include <stdio.h>\nint main(void) { puts(\"42\"); }\n",
	"a.cpp":  "#include <cstdio>\nint main() { puts(\"42\"); }\n",
	"a.py":   "print(42)\n",
	"a.java": "public class Main { public static void main(String[] x) { System.out.println(42); } }\n",
	"a.js":   "console.log(42);\n",
	"a.ts":   "const x: number = 42;\nconsole.log(x);\n",
	"a.go":   "package main\n\nimport \"os\"\n\nfunc main() { _, _ = os.Stdout.WriteString(\"42\\n\") }\n",
	"a.rs":   "fn main() {\n    println!(\"42\");\n}\n",
}

// TestEveryLanguage: whatever the file and its folder are called.
func TestEveryLanguage(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	for like, text := range sums {
		extension := filepath.Ext(like)
		t.Run(extension[1:], func(t *testing.T) {
			t.Parallel()
			for i, name := range []string{
				"a" + extension, "-o" + extension, "my sol'n (2)" + extension, "решения/ответ" + extension,
				"with space/1-b_test" + extension, "_x" + strings.ToUpper(extension),
			} {
				if i > 0 {
					text = least[like]
				}
				src := candidate(t, name, "-- "+name+" --\n"+text)
				p, err := cache.Build(t.Context(), src, toolchain.Commands{})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if res := start(t, p); res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
					t.Errorf("%s: got %v %q %s %v, want 42", name, res.Verdict, res.Stdout, res.StderrHead, res.Err)
				}
			}
		})
	}
}

func TestForms(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	for _, c := range []struct{ name, file, parts, files string }{
		{"C, several files", "s/x/main.c", "s/x/", `
-- s/x/main.c --
#include <stdio.h>
#include "own.h"
int main(void) { printf("%d\n", own()); }
-- s/x/own.h --
int own(void);
-- s/x/own.c --
#include "../../root.h"
int own(void) { return ROOT; }
-- root.h --
#define ROOT 42
`},
		{"C++, several files", "s/x/main.cpp", "s/x/", `
-- s/x/main.cpp --
int own();
#include <cstdio>
int main() { printf("%d\n", own()); }
-- s/x/own.cc --
int own() { return 42; }
`},
		{"Java, look-alike class", "Main.java", "", `
-- Main.java --
public class Маin { public static void main(String[] a) { System.out.println(42); } }
`},
		{"Java, package and several classes", "candidates/a.java", "", `
-- candidates/a.java --
package org.example;
class Helper { static int get() { return 42; } }
public class Solver { public static void main(String[] a) { System.out.println(Helper.get()); } }
`},
		{"Java, sibling class", "candidates/a.java", "", `
-- candidates/a.java --
import lib.Deep;
class A { public static void main(String[] a) { System.out.println(Own.get() + Deep.Inner.VALUE); } }
-- candidates/Own.java --
class Own { static int get() { return 20; } }
-- lib/Deep.java --
package lib;
public class Deep { public static class Inner { public static final int VALUE = 22; } }
`},
		{"Java, several files", "s/x/Main.java", "s/x/", `
-- s/x/Main.java --
public class Main { public static void main(String[] a) { System.out.println(Other.get()); } }
-- s/x/Helpers.java --
class Other { static int get() { return 42; } }
`},
		{"Java, deep recursion", "Main.java", "", `
-- Main.java --
public class Main {
    static int f(int n) { return n == 0 ? 42 : f(n - 1) + 0; }
    public static void main(String[] a) { System.out.println(f(1000000)); }
}
`},
		{"JavaScript module", "a.mjs", "", "-- a.mjs --\nimport fs from 'fs';\nconst [a, b] = fs.readFileSync(0, 'utf8').split(' ');\nconsole.log(+a + +b);\n"},
		{"JavaScript module by its text", "a.js", "", "-- a.js --\nimport fs from 'fs';\nawait 0;\nconsole.log(42);\n"},
		{"JavaScript script by its ending", "a.cjs", "", "-- a.cjs --\nrequire('fs');\nconsole.log(42);\nreturn;\n"},
		{"JavaScript, first line", "a.js", "", "-- a.js --\n#!/usr/bin/env node\nconsole.log(42);\n"},
		{"JavaScript, deep recursion", "a.js", "", "-- a.js --\nfunction f(n) { return n === 0 ? 42 : f(n - 1); }\nconsole.log(f(500000));\n"},
		{"JavaScript files", "c/a.js", "", `
-- c/a.js --
const own = require('./own'), data = require("./data.json");
console.log(own() + data[0]);
-- c/own.js --
module.exports = () => require('../lib').value;
-- lib/index.js --
exports.value = 20;
-- c/data.json --
[22]
`},
		{"JavaScript modules", "c/a.js", "", `
-- c/a.js --
import { own } from './own.js';
console.log(own());
-- c/own.js --
export const own = () => 42;
`},
		{"JavaScript, a module by its package", "c/a.js", "", `
-- c/a.js --
console.log(typeof require === 'undefined' ? 42 : 0);
-- package.json --
{ "type": "module" }
-- c/package.json --
{}
`},
		{"TypeScript files", "c/a.ts", "", `
-- c/a.ts --
import { own, Shape } from './own';
import type { Gone } from './types';
const shape: Shape = { side: 22 };
namespace N { export const twenty: number = 20; }
class P { constructor(private value: number) {} get() { return this.value; } }
console.log(own(shape) + new P(N.twenty).get());
-- c/own.ts --
export interface Shape { side: number }
export function own(s: Shape): number { return s.side; }
-- c/types.ts --
export type Gone = string;
`},
		{"TypeScript without types of Node", "a.ts", "", `
-- a.ts --
import * as readline from 'readline';
declare var process: any;
const lines: string[] = [];
const rl = readline.createInterface({ input: process.stdin });
rl.on('line', (line: string) => { lines.push(line); });
rl.on('close', () => { const [a, b] = lines[0].split(' ').map(Number); console.log(a + b); });
`},
		{"TypeScript script", "a.ts", "", "-- a.ts --\nconst fs = require('fs');\nlet x: number = <number>42;\nconsole.log(x);\n"},
		{"TypeScript that awaits", "a.ts", "", "-- a.ts --\nimport { readFileSync } from 'fs';\nconst x: number = await Promise.resolve(42);\nconsole.log(x);\n"},
		{"Go, several files", "s/x/main.go", "s/x/", `
-- s/x/main.go --
package main

import _ "embed"

//go:embed answer.txt
var answer string

func main() { print2(answer) }
-- s/x/other.go --
package main

import "fmt"

func print2(s string) { fmt.Print(s) }
-- s/x/other_test.go --
package main

not Go
-- s/x/answer.txt --
42
-- s/x/go.mod --
module other

go 1.99
`},
		{"Go, range variables are new each time", "a.go", "", `
-- a.go --
package main

import "fmt"

func main() {
	var fs []func() int
	for i := range 43 {
		fs = append(fs, func() int { return i })
	}
	fmt.Println(fs[42]())
}
`},
		{"Rust modules", "c/a.rs", "", `
-- c/a.rs --
mod own;
#[path = "other file.rs"]
pub mod other;
const TEXT: &str = include_str!("data.txt");
fn main() { println!("{}", own::get() + other::get() + TEXT.trim().parse::<i32>().unwrap()); }
-- c/own.rs --
mod deep;
pub fn get() -> i32 { deep::get() }
-- c/own/deep.rs --
pub fn get() -> i32 { 10 }
-- c/other file.rs --
pub fn get() -> i32 { 12 }
-- c/data.txt --
20
`},
		{"Python package", "candidates/a.py", "", `
-- candidates/a.py --
from lib.deep import value
import own
print(value + own.value)
-- lib/__init__.py --
-- lib/deep/__init__.py --
from .inner import value
-- lib/deep/inner.py --
value = 20
-- candidates/own.py --
value = 22
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var parts []string
			if c.parts != "" {
				parts = []string{c.parts}
			}
			src := candidate(t, c.file, c.files, parts...)
			p, err := cache.Build(t.Context(), src, toolchain.Commands{})
			if err != nil {
				var failure *Failure
				if errors.As(err, &failure) {
					t.Log(failure.Output)
				}
				t.Fatal(err)
			}
			if res := start(t, p); res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
				t.Errorf("got %v %q %s %v, want 42", res.Verdict, res.Stdout, res.StderrHead, res.Err)
			}
		})
	}
}

// TestMistakes: each compiler's messages have the place, in code points, of the user's file.
func TestMistakes(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	for _, c := range []struct{ name, file, files, want string }{
		{"C", "a.c", "-- a.c --\nint main(void) {\n\tchar *s = \"é😀\"; return y;\n}\n", "a.c:2:25: "},
		{"C, nothing to call", "a.c", "-- a.c --\nint f(void);\nint main(void) { return f(); }\n", "a.c: undefined reference to "},
		{
			"C, a header from elsewhere", "a.c", "-- a.c --\n#include \"../b.h\"\nint main(void) {}\n",
			"a.c:1:10: ../b.h: No such file or directory (only the files of the problem folder are there",
		},
		{"C++, other letters", "ответ.cpp", "-- ответ.cpp --\nint main() { return y; }\n", "ответ.cpp:1:21: "},
		{
			"Java", "c/a.java", "-- c/a.java --\npublic class Main {\n\tvoid f() {\n\t\tString s = \"😀日\"; int x = y;\n\t}\n}\n",
			"c/a.java:3:28: cannot find symbol: variable y",
		},
		{"Java, syntax", "Main.java", "-- Main.java --\nclass A {\n    int x = 5\n}\n", "Main.java:2:14: ';' expected"},
		{
			"Java, two public classes", "Main.java", "-- Main.java --\npublic class A {}\npublic class B {}\n",
			"Main.java:2:8: class B is public, should be declared in a file named B.java (only one class of a file can be public)",
		},
		{"JavaScript", "a.js", "-- a.js --\n\nlet s = \"日😀\"; let x y = 3;\n", "a.js:2:21: Unexpected identifier"},
		{"JavaScript module", "c d/a.mjs", "-- c d/a.mjs --\nimport fs from 'fs';\n\tlet x y = 3;\n", "c d/a.mjs:2:8: Unexpected identifier"},
		{"JavaScript module by its text", "ответ.js", "-- ответ.js --\nexport {};\nlet let = 3;\n", "ответ.js:2:5: Unexpected strict mode reserved word"},
		{
			"JavaScript, another file", "a.js", "-- a.js --\nrequire('./b');\n-- b.js --\n)\n",
			"b.js:1:1: Unexpected token ')'",
		},
		{"TypeScript", "c/a.ts", "-- c/a.ts --\nlet s: string = \"日😀\"; let q w = 3;\n", "c/a.ts:1:29: ',' expected."},
		{"TypeScript, two mistakes", "a.ts", "-- a.ts --\nlet x: = 3;\nfunction f( { }\n", "a.ts:1:8: "},
		{"Go", "a.go", "-- a.go --\npackage main\n\nfunc main() {\n\tx := \"日本\" + z\n\t_ = x\n}\n", "a.go:4:14: undefined: z"},
		{"Go, syntax", "_a.go", "-- _a.go --\npackage main\n\nfunc main() {\n", "_a.go:4:1: syntax error: unexpected EOF"},
		{"Go, no main", "a.go", "-- a.go --\npackage main\n", "a.go: function main is undeclared in the main package"},
		{
			"Go, a module", "a.go", "-- a.go --\npackage main\n\nimport \"github.com/x/y\"\n\nfunc main() { y.Z() }\n",
			"a.go:3:8: no required module provides package github.com/x/y",
		},
		{"Rust", "c/ответ.rs", "-- c/ответ.rs --\nfn main() {\n    let s = \"日本\"; let v: i32 = y;\n}\n", "c/ответ.rs:2:32: cannot find value `y` in this scope"},
		{"Rust, a crate", "a.rs", "-- a.rs --\nuse proconio::input;\nfn main() {}\n", "a.rs:1:5: unresolved import `proconio` (only the standard library"},
		{"Rust, no main", "a.rs", "-- a.rs --\nfn f() {}\n", "a.rs:1:10: `main` function not found in crate"},
		{"Python 2", "a.py", "-- a.py --\nprint 1, 2\n", "a.py:1:1: SyntaxError: Missing parentheses in call to 'print'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := candidate(t, c.file, c.files)
			for range 2 { // compiled, then remembered
				_, err := cache.Build(t.Context(), src, toolchain.Commands{})
				var failure *Failure
				if !errors.As(err, &failure) {
					t.Fatalf("got %v, want a *Failure", err)
				}
				if !strings.HasPrefix(failure.Error(), c.want) || strings.Contains(failure.Error(), cache.Dir) {
					t.Errorf("got  %s\nwant %s...\noutput %s", failure.Error(), c.want, failure.Output)
				}
			}
		})
	}
	_, err := cache.Build(t.Context(), candidate(t, "a.py", "-- a.py --\nprint 1\n"), toolchain.Commands{})
	if err == nil || !strings.Contains(err.Error(), "this is Python 2") {
		t.Errorf("no hint: %v", err)
	}
}

// TestWhereItFailed: the line of the user's file, from what the program really prints.
func TestWhereItFailed(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	for _, c := range []struct {
		file, text   string
		line, column int
	}{
		{"a.c", "#include <assert.h>\nint main(void) {\n    assert(0);\n}\n", 3, 0},
		{"c/ответ.cpp", "#include <cassert>\nint main() {\n    assert(false);\n}\n", 3, 0},
		{"c/ответ.py", "def f():\n    return 1 // 0\n\n\nf()\n", 2, 0},
		{"c/sol.java", "class Helper {\n  static int f(int[] a) {\n    return a[5];\n  }\n}\npublic class Main {\n" +
			"  public static void main(String[] x) { Helper.f(new int[1]); }\n}\n", 3, 0},
		{"Main.java", "class Main {\n  public static void main(String[] x) {\n    new java.util.Scanner(\"\").nextInt();\n  }\n}\n", 3, 0},
		{"ответ.js", "function f() {\n  null.x;\n}\nf();\n", 2, 8},
		{"a b.mjs", "import 'fs';\n\nthrow new Error();\n", 3, 7},
		{"c/a.ts", "interface A {\n  a: number\n}\nenum B { C }\nfunction f(a: A): number {\n  throw new Error('x');\n}\nf({ a: B.C });\n", 6, 9},
		{"-a.go", "package main\n\nfunc f(a []int) int {\n\treturn a[5]\n}\n\nfunc main() {\n\tf(make([]int, 1))\n}\n", 4, 0},
		{"c/a.rs", "fn main() {\n    let v: Vec<i32> = Vec::new();\n    println!(\"{}\", v[std::env::args().count()]);\n}\n", 3, 21},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			src := candidate(t, c.file, "-- "+c.file+" --\n"+c.text)
			p, err := cache.Build(t.Context(), src, toolchain.Commands{})
			if err != nil {
				t.Fatal(err)
			}
			res := start(t, p)
			if res.Verdict != runner.Crash {
				t.Errorf("got %v %v, want a crash", res.Verdict, res.Err)
			}
			line, column := toolchain.Traceback(src.Language, c.file, string(res.StderrHead)+string(res.StderrTail))
			older := src.Language == toolchain.Rust && column == c.column-1 // Rust 1.63 shows the column before
			if line != c.line || column != c.column && !older {
				t.Errorf("got %d:%d, want %d:%d\n%s", line, column, c.line, c.column, res.StderrHead)
			}
		})
	}
}

// TestEditedHeader: what a candidate uses is part of its key, in every language.
func TestEditedHeader(t *testing.T) {
	for _, c := range []struct{ file, text, used string }{
		{"a.c", "#include \"x.h\"\n", "x.h"},
		{"a.java", "class A { X x; }", "X.java"},
		{"a.js", "require('./x')", "x.js"},
		{"a.ts", "import './x'", "x.ts"},
		{"a.rs", "mod x;", "x/mod.rs"},
		{"a.go", "package main\n//go:embed x\n", "x"},
	} {
		src := candidate(t, c.file, "-- "+c.file+" --\n"+c.text)
		before := mustUse(t, src)
		if err := writeFile(src.Dir, c.used, []byte("new")); err != nil {
			t.Fatal(err)
		}
		after := mustUse(t, src)
		if len(before) != 0 || len(after) != 1 || string(after[c.used]) != "new" {
			t.Errorf("%s: used %v, then %v", c.file, sortedNames(before), sortedNames(after))
		}
	}
}

// TestPackageVersions: another version of an installed package is another program.
func TestPackageVersions(t *testing.T) {
	src := candidate(t, "a.py", "-- a.py --\nimport bignum\nimport own, sys\n-- own.py --\nimport deeper\n")
	names := recipe{src: src, main: src.Name, files: mustUse(t, src)}.imported()
	if diff := cmp.Diff([]string{"bignum", "sys", "deeper"}, names); diff != "" {
		t.Errorf("imported (-want +got):\n%s", diff)
	}
	tools, err := toolchain.Find(t.Context(), toolchain.Python, toolchain.Commands{})
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, installed := range []string{"", "bignum 1.0\n", "bignum 1.1\n"} {
		keys[recipe{tools: tools, src: src, installed: installed}.key()] = true
	}
	if len(keys) != 3 {
		t.Error("the version is not part of the key")
	}
}

func TestOwnCommands(t *testing.T) {
	cache := shared
	src := candidate(t, "a.sh", "-- a.sh --\nread a b; echo $((a + b))\n")
	src.Language = "shell"
	for _, commands := range []toolchain.Commands{
		{Run: []string{"sh", "{src}"}},
		{Compile: []string{"cp", "{src}", "{out}.sh"}, Run: []string{"sh", "{out}.sh"}},
		{Compile: []string{"sh", "-n", "{src}"}, Run: []string{"sh", "{src}"}},
	} {
		p, err := cache.Build(t.Context(), src, commands)
		if err != nil {
			t.Errorf("%q: %v", commands, err)
			continue
		}
		if res := start(t, p); string(res.Stdout) != "42\n" {
			t.Errorf("%q: got %v %q %s", commands, res.Verdict, res.Stdout, res.StderrHead)
		}
	}
	var missing *toolchain.Missing
	if _, err := cache.Build(t.Context(), src, toolchain.Commands{}); !errors.As(err, &missing) {
		t.Errorf("got %v, want a *Missing", err)
	}
}

// TestVirtualMachines: what a sandbox has to know of programs that are no ordinary ones.
func TestVirtualMachines(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	cache := shared
	for like, want := range map[string]int{"a.cpp": 0, "a.py": 0, "a.java": 256, "a.js": 256, "a.ts": 256} {
		p, err := cache.Build(t.Context(), candidate(t, like, "-- "+like+" --\n"+sums[like]), toolchain.Commands{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Threads != want || p.Reserves != (want > 0) {
			t.Errorf("%s: %d threads, %v", like, p.Threads, p.Reserves)
		}
		interpreted := filepath.Dir(p.Argv[0]) != p.Dir
		if interpreted != (len(p.Reads) > 0) {
			t.Errorf("%s: run by %s, reads %v", like, p.Argv[0], p.Reads)
		}
	}
}

func TestParseEveryCompiler(t *testing.T) {
	for _, c := range []struct {
		name, output string
		want         []Message
	}{
		{
			"javac", "main.java:5: error: cannot find symbol\n\t\tint x = y;\n\t\t        ^\n  symbol:   variable y\n  location: class Main\n" +
				"main.java:7: warning: [x] z\nNote: main.java uses unchecked or unsafe operations.\n1 error\n",
			[]Message{{"A.java", 5, 11, "error", "cannot find symbol: variable y"}, {"A.java", 7, 0, "warning", "[x] z"}},
		},
		{
			"rustc", "warning: unused\n --> src/a.rs:1:5\n  |\n\nerror[E0425]: cannot find value\n  --> main.java:12:32\n   |\n12 |  y\n   |  ^ x\n\n" +
				"error: linking with `cc` failed: exit status: 1\n\nerror: aborting due to 2 previous errors\n",
			[]Message{
				{"src/a.rs", 1, 5, "warning", "unused"},
				{"A.java", 12, 32, "error", "cannot find value"},
				{"A.java", 0, 0, "error", "linking with `cc` failed: exit status: 1"},
			},
		},
		{"rustc, short", "a.rs:3:5: error[E0425]: cannot find value\n", []Message{{"a.rs", 3, 5, "error", "cannot find value"}}},
		{
			"go", "# command-line-arguments\n./a.go:4:2: declared and not used: x\n./a.go:5:9: too many return values\n\thave (number)\n\twant ()\n",
			[]Message{{"a.go", 4, 2, "error", "declared and not used: x"}, {"a.go", 5, 9, "error", "too many return values"}},
		},
		{
			"assembler", "main.java: Assembler messages:\nmain.java:3: Error: no such instruction: `foo %eax'\n" +
				"/tmp/ccaamir5.s: Assembler messages:\n/tmp/ccaamir5.s:4: Error: file not found: x\n",
			[]Message{{"A.java", 3, 0, "error", "no such instruction: `foo %eax'"}, {"A.java", 0, 0, "error", "file not found: x"}},
		},
		{"tsc", "c d/a.ts(3,32): error TS1005: ',' expected.\n", []Message{{"c d/a.ts", 3, 32, "error", "',' expected."}}},
		{
			"node", "esm.js:2\n\tlet x y = 3;\n\t      ^\n\nSyntaxError: Unexpected identifier 'y'\n    at new Module (node:internal/vm/module:137:21)\n",
			[]Message{{"esm.js", 2, 8, "error", "Unexpected identifier 'y'"}},
		},
		{
			"node, types", "zz.ts:2\nlet a: number = 1;\nlet b c: string;\n      ^\n\n" +
				"SyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expected a semicolon\n",
			[]Message{{"zz.ts", 2, 7, "error", "Expected a semicolon"}},
		},
	} {
		if diff := cmp.Diff(c.want, parse(c.output, "main.java", "A.java")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
