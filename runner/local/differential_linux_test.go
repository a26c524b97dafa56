package local_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/toolchain"
)

// TestEnginesAgree: for random well-behaved programs every engine gives what a spawn gives, byte for byte, on the first
// input and after others; and the languages agree with each other.
func TestEnginesAgree(t *testing.T) {
	const perProgram = 4 // inputs
	limits := runner.Limits{CPU: 20 * time.Second, Memory: runner.GiB}
	executor := local.New(local.Config{})
	defer executor.Close()
	builder := &build.Cache{Dir: t.TempDir(), Background: true}
	defer builder.Close()
	// Fewer where a compiler takes long; 200 in all.
	counts := map[toolchain.Language]int{
		toolchain.Python: 90, toolchain.C: 50, toolchain.CPP: 5, toolchain.Rust: 5, toolchain.JavaScript: 40, toolchain.Java: 10,
	}
	const most = 90
	extensions := map[toolchain.Language]string{
		toolchain.Python: ".py", toolchain.C: ".c", toolchain.CPP: ".cpp", toolchain.Rust: ".rs",
		toolchain.JavaScript: ".js", toolchain.Java: ".java",
	}
	engines := map[toolchain.Language]runner.Engine{
		toolchain.Python: runner.Zygote, toolchain.C: runner.ForkServer, toolchain.CPP: runner.ForkServer,
		toolchain.Rust: runner.ForkServer, toolchain.JavaScript: runner.Warm, toolchain.Java: runner.Warm,
	}
	group, ctx := errgroup.WithContext(t.Context())
	group.SetLimit(runtime.NumCPU())
	for seed := range uint64(most) {
		group.Go(func() error {
			inputs := randomInputs(seed, perProgram)
			var first []string // what the first language printed
			for _, language := range slices.Sorted(maps.Keys(counts)) {
				if seed >= uint64(counts[language]) {
					continue
				}
				name := "Main" + extensions[language]
				p, err := builder.Build(ctx, build.Source{
					Name: name, Language: language, Text: []byte(randomProgram(language.String(), seed)),
				}, toolchain.Commands{})
				if err != nil {
					return fmt.Errorf("%s of seed %d: %w", name, seed, err)
				}
				var outputs []string
				for i, input := range append(inputs, inputs[0]) {
					request := runner.Request{Program: p, Stdin: []byte(input), Limits: limits}
					served := executor.Execute(ctx, request)
					if served.Verdict != runner.OK || served.Engine != engines[language] {
						return fmt.Errorf("%s of seed %d on %q: %v by %s: %v\n%s", name, seed, input, served.Verdict,
							served.Engine, served.Err, served.StderrHead)
					}
					if i < perProgram && (i < 2 || engines[language] != runner.Warm) { // starting those takes long
						request.Fresh = true
						fresh := executor.Execute(ctx, request)
						if fresh.Engine != runner.Spawn || fresh.Verdict != runner.OK ||
							string(fresh.Stdout) != string(served.Stdout) || string(fresh.StderrHead) != string(served.StderrHead) {
							t.Errorf("%s of seed %d on %q: %s gave %q, spawn %v, %q", name, seed, input, served.Engine,
								served.Stdout, fresh.Verdict, fresh.Stdout)
						}
					}
					outputs = append(outputs, string(served.Stdout))
				}
				if first == nil {
					first = outputs
				}
				if !slices.Equal(outputs, first) || outputs[0] != outputs[perProgram] {
					t.Errorf("%s of seed %d: got %q, another language %q", name, seed, outputs, first)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

// A random well-behaved program: it reads n, n integers and a word, computes with integers below modulus, and prints
// now and then. All it does is the same in every language, so that engines can be compared with each other
// as well as with spawn.

// modulus keeps products within what every language computes exactly.
const modulus = 9973

// variables is how many integers a program has besides its array.
const variables = 4

// dialect is how a language says what the programs consist of. Braces are for all but Python.
type dialect struct {
	begin, end string                    // around the statements
	depth      int                       // indentation of the statements
	loop       func(i string) string     // for i from 0 to n-1
	test       func(cond string) string  // the head of an if
	or         string                    // the head of an else
	close      string                    // the end of a block, "" in Python
	assign     func(to, e string) string // to = e
	element    func(array, i string) string
	print      func(e string) string    // one integer and a line feed
	printAll   string                   // the array, separated by blanks, and a line feed
	printWord  string                   // the word and a line feed
	sort       string                   // the array
	rotate     string                   // the word by one letter to the left
	recursion  func(v, e string) string // v = depth(e): a recursive function that counts down
}

var dialects = map[string]dialect{
	"python": {
		begin: `import sys
from collections import defaultdict
sys.setrecursionlimit(100000)

def depth(k):
    return 0 if k <= 0 else 1 + depth(k - 7)

def main():
    data = sys.stdin.read().split()
    n = int(data[0])
    a = [int(x) for x in data[1:n + 1]]
    s = data[n + 1]
    v0 = v1 = v2 = v3 = 1
`,
		end: `
main()
`,
		depth:     1,
		loop:      func(i string) string { return "for " + i + " in range(n):" },
		test:      func(cond string) string { return "if " + cond + ":" },
		or:        "else:",
		assign:    func(to, e string) string { return to + " = " + e },
		element:   func(array, i string) string { return array + "[" + i + "]" },
		print:     func(e string) string { return "print(" + e + ")" },
		printAll:  "print(*a)",
		printWord: "print(s)",
		sort:      "a.sort()",
		rotate:    "s = s[1:] + s[:1]",
		recursion: func(v, e string) string { return v + " = depth(" + e + ")" },
	},
	"c": {
		begin: `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long n, a[1000], v0 = 1, v1 = 1, v2 = 1, v3 = 1;
static char s[1000];
static long depth(long k) { return k <= 0 ? 0 : 1 + depth(k - 7); }
static int order(const void *x, const void *y) { long p = *(const long *)x, q = *(const long *)y; return (p > q) - (p < q); }
static void rotate(void) { char c = s[0]; memmove(s, s + 1, strlen(s) - 1); s[strlen(s) - 1] = c; }
int main(void) {
  if (scanf("%ld", &n) != 1) return 1;
  for (long i = 0; i < n; i++) if (scanf("%ld", &a[i]) != 1) return 1;
  if (scanf("%999s", s) != 1) return 1;
`,
		end:       "}\n",
		depth:     1,
		loop:      func(i string) string { return "for (long " + i + " = 0; " + i + " < n; " + i + "++) {" },
		test:      func(cond string) string { return "if (" + cond + ") {" },
		or:        "} else {",
		close:     "}",
		assign:    func(to, e string) string { return to + " = " + e + ";" },
		element:   func(array, i string) string { return array + "[" + i + "]" },
		print:     func(e string) string { return `printf("%ld\n", ` + e + ");" },
		printAll:  `for (long k = 0; k < n; k++) printf(k ? " %ld" : "%ld", a[k]); puts("");`,
		printWord: "puts(s);",
		sort:      "qsort(a, n, sizeof *a, order);",
		rotate:    "rotate();",
		recursion: func(v, e string) string { return v + " = depth(" + e + ");" },
	},
	"cpp": {
		begin: `#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;
struct Warmup { vector<int> squares; Warmup() { for (int i = 0; i < 100; i++) squares.push_back(i * i); } } warmup;
static long depth(long k) { return k <= 0 ? 0 : 1 + depth(k - 7); }
int main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  long n, v0 = 1, v1 = 1, v2 = 1, v3 = warmup.squares[1];
  cin >> n;
  vector<long> a(n);
  for (auto &x : a) cin >> x;
  string s;
  cin >> s;
`,
		end:       "}\n",
		depth:     1,
		loop:      func(i string) string { return "for (long " + i + " = 0; " + i + " < n; " + i + "++) {" },
		test:      func(cond string) string { return "if (" + cond + ") {" },
		or:        "} else {",
		close:     "}",
		assign:    func(to, e string) string { return to + " = " + e + ";" },
		element:   func(array, i string) string { return array + "[" + i + "]" },
		print:     func(e string) string { return `cout << (` + e + `) << "\n";` },
		printAll:  `for (long k = 0; k < n; k++) cout << (k ? " " : "") << a[k]; cout << endl;`,
		printWord: `cout << s << '\n';`,
		sort:      "sort(a.begin(), a.end());",
		rotate:    "rotate(s.begin(), s.begin() + 1, s.end());",
		recursion: func(v, e string) string { return v + " = depth(" + e + ");" },
	},
	"rust": {
		begin: `use std::io::{self, Read, Write};
fn depth(k: i64) -> i64 { if k <= 0 { 0 } else { 1 + depth(k - 7) } }
#[allow(unused)]
fn main() {
  let mut text = String::new();
  io::stdin().read_to_string(&mut text).unwrap();
  let mut words = text.split_whitespace();
  let n: i64 = words.next().unwrap().parse().unwrap();
  let mut a: Vec<i64> = (0..n).map(|_| words.next().unwrap().parse().unwrap()).collect();
  let mut s = words.next().unwrap().to_string();
  let (mut v0, mut v1, mut v2, mut v3) = (1i64, 1i64, 1i64, 1i64);
`,
		end:       "}\n",
		depth:     1,
		loop:      func(i string) string { return "for " + i + " in 0..n {" },
		test:      func(cond string) string { return "if " + cond + " {" },
		or:        "} else {",
		close:     "}",
		assign:    func(to, e string) string { return to + " = " + e + ";" },
		element:   func(array, i string) string { return array + "[(" + i + ") as usize]" },
		print:     func(e string) string { return `println!("{}", ` + e + ");" },
		printAll:  `println!("{}", a.iter().map(|x| x.to_string()).collect::<Vec<_>>().join(" "));`,
		printWord: `io::stdout().write_all(format!("{}\n", s).as_bytes()).unwrap();`,
		sort:      "a.sort();",
		rotate:    "s = format!(\"{}{}\", &s[1..], &s[..1]);",
		recursion: func(v, e string) string { return v + " = depth(" + e + ");" },
	},
	"javascript": {
		begin: `const data = require('fs').readFileSync(0, 'utf8').split(/\s+/);
const n = Number(data[0]);
const a = data.slice(1, n + 1).map(Number);
let s = data[n + 1];
let v0 = 1, v1 = 1, v2 = 1, v3 = 1;
function depth(k) { return k <= 0 ? 0 : 1 + depth(k - 7); }
`,
		loop:      func(i string) string { return "for (let " + i + " = 0; " + i + " < n; " + i + "++) {" },
		test:      func(cond string) string { return "if (" + cond + ") {" },
		or:        "} else {",
		close:     "}",
		assign:    func(to, e string) string { return to + " = " + e + ";" },
		element:   func(array, i string) string { return array + "[" + i + "]" },
		print:     func(e string) string { return "console.log(" + e + ");" },
		printAll:  "console.log(a.join(' '));",
		printWord: `process.stdout.write(s + '\n');`,
		sort:      "a.sort((x, y) => x - y);",
		rotate:    "s = s.slice(1) + s.slice(0, 1);",
		recursion: func(v, e string) string { return v + " = depth(" + e + ");" },
	},
	"java": {
		begin: `import java.util.*;
public class Main {
  static long depth(long k) { return k <= 0 ? 0 : 1 + depth(k - 7); }
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    int n = in.nextInt();
    long[] a = new long[n];
    for (int i = 0; i < n; i++) a[i] = in.nextLong();
    String s = in.next();
    long v0 = 1, v1 = 1, v2 = 1, v3 = 1;
`,
		end:     "  }\n}\n",
		depth:   2,
		loop:    func(i string) string { return "for (long " + i + " = 0; " + i + " < n; " + i + "++) {" },
		test:    func(cond string) string { return "if (" + cond + ") {" },
		or:      "} else {",
		close:   "}",
		assign:  func(to, e string) string { return to + " = " + e + ";" },
		element: func(array, i string) string { return array + "[(int) (" + i + ")]" },
		print:   func(e string) string { return "System.out.println(" + e + ");" },
		printAll: `{ StringBuilder b = new StringBuilder(); for (long x : a) b.append(b.length() > 0 ? " " : "").append(x); ` +
			`System.out.println(b); }`,
		printWord: `System.out.print(s + "\n");`,
		sort:      "Arrays.sort(a);",
		rotate:    "s = s.substring(1) + s.substring(0, 1);",
		recursion: func(v, e string) string { return v + " = depth(" + e + ");" },
	},
}

// program writes random programs; the same numbers give the same program in every dialect.
type program struct {
	random *rand.Rand
	out    strings.Builder
	d      dialect
	indent int
	loops  int // around the statement that is being written
}

// randomProgram is the program of a seed in a language.
func randomProgram(language string, seed uint64) string {
	p := &program{random: rand.New(rand.NewPCG(seed, 7)), d: dialects[language]}
	p.out.WriteString(p.d.begin)
	p.indent = p.d.depth
	p.block(4+p.random.IntN(5), 2)
	for v := range variables {
		p.line(p.d.print(fmt.Sprint("v", v)))
	}
	p.line(p.d.printAll)
	p.line(p.d.printWord)
	p.out.WriteString(p.d.end)
	return p.out.String()
}

func (p *program) line(text string) {
	indent := "  "
	if p.d.close == "" {
		indent = "    "
	}
	p.out.WriteString(strings.Repeat(indent, p.indent) + text + "\n")
}

func (p *program) variable() string { return fmt.Sprint("v", p.random.IntN(variables)) }

// block writes statements, with blocks in them up to so many levels.
func (p *program) block(statements, levels int) {
	for range statements {
		p.statement(levels)
	}
}

func (p *program) statement(levels int) {
	kind := p.random.IntN(10)
	if levels == 0 {
		kind = p.random.IntN(4)
	}
	switch kind {
	case 0, 1:
		p.line(p.d.assign(p.variable(), p.expression(2)))
	case 2:
		i := fmt.Sprintf("%s %% n", p.variable())
		p.line(p.d.assign(p.d.element("a", i), p.expression(2)))
	case 3:
		p.line(p.d.recursion(p.variable(), p.variable()))
	case 4:
		p.line(p.d.print(p.expression(1)))
	case 5:
		p.line(p.d.sort)
	case 6:
		p.line(p.d.rotate)
	case 7, 8:
		p.line(p.d.test(fmt.Sprintf("%s %% %d < %s", p.variable(), 2+p.random.IntN(5), p.variable())))
		p.indented(1+p.random.IntN(2), levels-1)
		p.line(p.d.or)
		p.indented(1+p.random.IntN(2), levels-1)
		p.closing()
	case 9:
		p.line(p.d.loop(fmt.Sprint("i", p.loops)))
		p.loops++
		p.indented(1+p.random.IntN(3), levels-1)
		p.loops--
		p.closing()
	}
}

func (p *program) indented(statements, levels int) {
	p.indent++
	p.block(statements, levels)
	p.indent--
}

func (p *program) closing() {
	if p.d.close != "" {
		p.line(p.d.close)
	}
}

// expression is a value from 0 to modulus-1, but for elements of the array as they were read, which are less too.
func (p *program) expression(levels int) string {
	switch kind := p.random.IntN(5); {
	case levels == 0 && kind < 2, kind == 0:
		return fmt.Sprint(p.random.IntN(modulus))
	case levels == 0 && kind < 4, kind == 1:
		return p.variable()
	case levels == 0, kind == 2:
		if p.loops > 0 {
			return p.d.element("a", fmt.Sprint("i", p.random.IntN(p.loops)))
		}
		return p.d.element("a", "0")
	}
	operator := []string{"+", "*"}[p.random.IntN(2)]
	return fmt.Sprintf("(%s %s %s) %% %d", p.expression(levels-1), operator, p.expression(levels-1), modulus)
}

// randomInputs are inputs for random programs.
func randomInputs(seed uint64, count int) []string {
	random := rand.New(rand.NewPCG(seed, 11))
	inputs := make([]string, count)
	for i := range inputs {
		var in strings.Builder
		n := 1 + random.IntN(1+i*i)
		fmt.Fprintln(&in, n)
		for range n {
			fmt.Fprint(&in, random.IntN(modulus), " ")
		}
		in.WriteString("\n")
		for range 1 + random.IntN(8) {
			in.WriteByte(byte('a' + random.IntN(26)))
		}
		inputs[i] = in.String() + "\n"
	}
	return inputs
}
