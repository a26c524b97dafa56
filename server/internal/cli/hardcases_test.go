package cli

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
)

// The tests of this file are cases that users of tools of this kind have reported, each as a folder that is checked.

// problemFolder makes a problem whose answer is twice the number that is read: brute.py is right, and files are the
// other programs. "execre.toml" and "input.schema" among them replace what is usual.
func problemFolder(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	all := map[string]string{
		"input.schema": "N\n---\n0 <= N <= 99\n",
		"brute.py":     "print(2 * int(input()))\n",
		"execre.toml":  "time_limit = \"1s\"\n",
	}
	for name, text := range files {
		all[name] = text
	}
	dir := filepath.Join(t.TempDir(), name)
	for name, text := range all {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// said is what the report must say of a program.
type said struct {
	verdict check.Verdict
	message string // a part of it
}

// expect checks the folder and compares what is said of each program.
func expect(t *testing.T, dir string, want map[string]said, args ...string) *check.Report {
	t.Helper()
	report, _ := checkFolder(t, dir, append([]string{"--inputs", "20"}, args...)...)
	for file, said := range want {
		c := candidate(t, report, file)
		if c.Verdict != said.verdict || !strings.Contains(c.Message, said.message) {
			t.Errorf("%s: %s, %q; want %s, %q", file, c.Verdict, c.Message, said.verdict, said.message)
		}
	}
	return report
}

// TestSameAnswerOtherwisePrinted: what a judge's checker forgives, and how input is read, is nobody's mistake.
func TestSameAnswerOtherwisePrinted(t *testing.T) {
	files := map[string]string{
		"crlf.py":       "import sys\nsys.stdout.buffer.write(b'%d\\r\\n' % (2 * int(input())))\n",
		"blanks.py":     "print(2 * int(input()), '  ')\n",
		"no_newline.py": "print(2 * int(input()), end='')\n",
		"empty_line.py": "print()\nprint(2 * int(input()))\nprint()\n",
		"to_the_end.cpp": "#include <iostream>\n#include <iterator>\n#include <string>\nint main() {\n" +
			"  std::string all(std::istreambuf_iterator<char>(std::cin), {});\n  std::cout << 2 * std::stoi(all) << '\\n';\n}\n",
		"by_line.cpp": "#include <cstdio>\n#include <cstdlib>\nint main() { char line[100]; if (!fgets(line, 100, stdin)) return 1; " +
			"printf(\"%d\\n\", 2 * atoi(line)); }\n",
		"while_reads.cpp": "#include <cstdio>\nint main() { int n, sum = 0; while (scanf(\"%d\", &n) == 1) sum += 2 * n; printf(\"%d\\n\", sum); }\n",
		"reads_nothing_more.py": "import os\nfirst = os.read(0, 1)\nrest = b''\nwhile not rest.endswith(b'\\n'):\n" +
			"    rest += os.read(0, 1)\nprint(2 * int(first + rest))\n",
		"debugs.py": "import sys\nn = int(input())\nprint('debug', n, file=sys.stderr)\nprint(2 * n)\nprint('d' * 200000, file=sys.stderr)\n",
		"closes.py": "import os\nn = int(input())\nos.close(0)\nprint(2 * n)\n",
		// The last line of the sample ends without a line end, and its line ends are those of Windows.
		"samples/1.in": "7\r\n", "samples/1.out": "14\r\n",
		"samples/2.in": "8", "samples/2.out": "16",
	}
	want := map[string]said{"brute.py": {check.Trusted, "declared"}}
	for name := range files {
		if !strings.Contains(name, "/") {
			want[name] = said{check.Agrees, "agrees with brute.py on "}
		}
	}
	report := expect(t, problemFolder(t, "forgiven", files), want)
	if len(report.Problems) > 0 {
		t.Errorf("said of the folder: %+v", report.Problems)
	}
}

// TestStrictComparison: where white space or the digits of a number matter, execre.toml says so.
func TestStrictComparison(t *testing.T) {
	blanks := map[string]string{
		"blanks.py":     "print(2 * int(input()), '')\n",
		"empty_line.py": "print(2 * int(input()))\nprint()\nprint()\n",
		"crlf.py":       "import sys\nsys.stdout.buffer.write(b'%d\\r\\n' % (2 * int(input())))\n",
	}
	floats := map[string]string{
		"brute.py":    "print(int(input()) / 7, 5)\n",
		"short.py":    "print('%.7f 5' % (int(input()) / 7))\n",
		"exponent.py": "print('%.9e 5' % (int(input()) / 7))\n",
		"wrong.py":    "print('%.2f 5' % (int(input()) / 7))\n",
		"integer.py":  "print(int(input()) / 7, 6)\n",
	}
	with := func(files map[string]string, checker string) map[string]string {
		files["execre.toml"] = "checker = \"" + checker + "\"\n"
		return files
	}
	agrees, differs := said{check.Agrees, ""}, said{check.Differs, "one of the two is wrong"}
	t.Run("tokens", func(t *testing.T) {
		expect(t, problemFolder(t, "p", with(blanks, "tokens")),
			map[string]said{"blanks.py": agrees, "empty_line.py": agrees, "crlf.py": agrees})
	})
	t.Run("exact", func(t *testing.T) {
		report := expect(t, problemFolder(t, "p", with(blanks, "exact")), map[string]said{"blanks.py": differs, "empty_line.py": differs})
		if x := candidate(t, report, "blanks.py").Counterexample; x == nil || x.Input.Whole != "0\n" || x.Output.Whole != "0 \n" {
			t.Errorf("the smallest input shows the blank: %+v", x)
		}
	})
	t.Run("float", func(t *testing.T) {
		expect(t, problemFolder(t, "p", with(floats, "float:1e-6")),
			map[string]said{"short.py": agrees, "exponent.py": agrees, "wrong.py": differs, "integer.py": differs})
	})
}

// TestWaysToFail: each way in which an execution goes wrong has its own words, and none takes part in agreement.
func TestWaysToFail(t *testing.T) {
	files := map[string]string{
		"status.py": "import sys\nprint(2 * int(input()))\nsys.exit(3)\n",
		"abort.cpp": "#include <cstdio>\n#include <cstdlib>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); fflush(stdout); abort(); }\n",
		"endless.cpp": "#include <cstdio>\nstatic char text[1 << 20];\n" +
			"int main() { for (char &c : text) c = '1'; for (;;) fwrite(text, 1, sizeof text, stdout); }\n",
		"loop.cpp":    "int main() { for (volatile int i = 0;; i = 1); }\n",
		"sleeps.py":   "import time\ntime.sleep(1000)\n",
		"children.py": "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(1000)\nwhile True: pass\n",
		"greedy.py":   "print(len(b'x' * (int(input()) + (3 << 30))))\n",
		"flaky.py":    "import random\nprint(2 * int(input()) + random.SystemRandom().randrange(2 ** 40))\n",
		"clock.cpp":   "#include <chrono>\n#include <iostream>\nint main() { std::cout << std::chrono::steady_clock::now().time_since_epoch().count() << '\\n'; }\n",
		"address.cpp": "#include <cstdio>\n#include <cstdlib>\nint main() { int n; scanf(\"%d\", &n); printf(\"%p\\n\", (void*)&n); }\n",
		"execre.toml": "time_limit = \"300ms\"\nmemory_limit = \"48MiB\"\n",
		"right.cpp":   "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); }\n",
	}
	report := expect(t, problemFolder(t, "faults", files), map[string]said{
		"brute.py":    {check.Trusted, ""},
		"right.cpp":   {check.Agrees, ""},
		"status.py":   {check.Crashes, "exit status 3"},
		"abort.cpp":   {check.Crashes, "SIGABRT"},
		"endless.cpp": {check.TooMuchOutput, "prints too much"},
		"loop.cpp":    {check.TooSlow, "limit 300ms"},
		"sleeps.py":   {check.TooSlow, ""},
		"children.py": {check.TooSlow, ""},
		"greedy.py":   {check.TooMuchMemory, "limit 48MiB"},
		"flaky.py":    {check.Flaky, ""},
		"clock.cpp":   {check.Flaky, ""},
		"address.cpp": {check.Flaky, ""},
	})
	for _, class := range report.Classes {
		if slices.Contains(class.Members, "brute.py") && len(class.Members) != 2 {
			t.Errorf("the class of the right programs: %v", class.Members)
		}
	}
}

// TestTooDeepRecursion: a recursion that is deep enough for all but the largest inputs is a finding of its own.
func TestTooDeepRecursion(t *testing.T) {
	sum := "import sys\ndata = sys.stdin.read().split()\nn, a = int(data[0]), list(map(int, data[1:]))\n"
	dir := plainFolder(t, "deep", map[string]string{
		"input.schema": "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 200000\n0 <= A_i <= 9\n",
		"loop.py":      sum + "print(sum(a))\n",
		"other.py":     sum + "total = 0\nfor x in a:\n    total += x\nprint(total)\n",
		"deep.py": sum + "sys.setrecursionlimit(100000)\ndef f(i):\n    return a[i] + f(i + 1) if i < n else 0\n" +
			"print(f(0))\n",
	})
	report := expect(t, dir, map[string]said{
		"loop.py": {check.Agrees, "agrees with deep.py"},
		"deep.py": {check.Crashes, "crashes at N = 200000 (exit status 1), though its answers are trusted"},
	})
	if c := candidate(t, report, "deep.py"); c.Place == nil || c.Place.Line != 6 || !strings.Contains(c.Counterexample.LastWords(), "RecursionError") {
		t.Errorf("%+v %q", c.Place, c.Counterexample.LastWords())
	}
}

// TestDeepRecursion: the stack is no limit of its own.
func TestDeepRecursion(t *testing.T) {
	files := map[string]string{
		"deep.cpp": "#include <cstdio>\nint f(int n) { volatile char room[200]; room[n % 200] = 1; return n ? f(n - 1) + room[n % 200] : 0; }\n" +
			"int main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n + f(200000) - 200000); }\n",
		"deep.py": "import sys\nsys.setrecursionlimit(10 ** 6)\ndef f(n):\n    return f(n - 1) + 1 if n else 0\n" +
			"print(2 * int(input()) + f(50000) - 50000)\n",
		"forgot.py": "def f(n):\n    return f(n - 1) + 1 if n else 0\nprint(2 * int(input()) + f(50000) - 50000)\n",
	}
	report := expect(t, problemFolder(t, "deep", files), map[string]said{
		"deep.cpp": {check.Agrees, ""}, "deep.py": {check.Agrees, ""}, "forgot.py": {check.Crashes, ""},
	}, "--time-limit", "5s")
	if len(report.Problems) > 0 {
		t.Errorf("said of the folder: %+v", report.Problems)
	}
}

// TestNamesOfAllKinds: names in any script, with blanks and signs, of folders and of files; what people see has them.
func TestNamesOfAllKinds(t *testing.T) {
	program := "#include \"größe.h\"\n#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", size(n)); }\n"
	files := map[string]string{
		"größe.h":          "inline int size(int n) { return 2 * n; }\n",
		"решение один.cpp": program,
		"答え.py":            "print(2 * int(input()))\n",
		"-O9.cpp":          program,
		"it's $HOME.py":    "import sys\nprint(2 * int(input()))  # \"\n",
		"kaputt_ä.cpp":     "int main() { return 0 }\n",
		"fällt.py":         "print(1 // 0)\n",
	}
	report := expect(t, problemFolder(t, "Aufgabe Ä $(x) 'é' 問題", files), map[string]said{
		"решение один.cpp": {check.Agrees, ""},
		"答え.py":            {check.Agrees, ""},
		"-O9.cpp":          {check.Agrees, ""},
		"it's $HOME.py":    {check.Agrees, ""},
		"kaputt_ä.cpp":     {check.DoesNotCompile, ""},
		"fällt.py":         {check.Crashes, ""},
	})
	for _, file := range []string{"kaputt_ä.cpp", "fällt.py"} {
		if c := candidate(t, report, file); c.Place == nil || c.Place.Line != 1 {
			t.Errorf("%s: place %v, want line 1, which the tool names", file, c.Place)
		}
	}
}

// TestMissingToolchain: it is named once, with what to install, and the other languages go on.
func TestMissingToolchain(t *testing.T) {
	dir := problemFolder(t, "missing", map[string]string{
		"a.cpp": "int main() { return 1; }\n", "b.cpp": "int main() { return 2; }\n", "c.py": "print(int(input()) * 2)\n",
	})
	t.Setenv("CXX", "no-such-compiler")
	report := expect(t, dir, map[string]said{
		"a.cpp": {check.Undecided, "not run: "}, "b.cpp": {check.Undecided, "not run: "}, "c.py": {check.Agrees, ""},
	})
	named := 0
	for _, p := range report.Problems {
		if strings.Contains(p.Message, "no-such-compiler") && strings.Contains(p.Message, "install") {
			named++
		}
	}
	if named != 1 {
		t.Errorf("named %d times: %+v", named, report.Problems)
	}
	if err := os.Rename(filepath.Join(dir, "c.py"), filepath.Join(dir, "brute.py")); err != nil {
		t.Fatal(err)
	}
	if _, _, status := execre(t, "check", "--inputs", "20", dir); status != 3 {
		t.Errorf("a reference with which nobody could be compared: exit %d", status)
	}
}

// TestReferenceWithoutAnswer: where the brute force itself fails there is nothing to compare with, and nobody is blamed.
func TestReferenceWithoutAnswer(t *testing.T) {
	dir := problemFolder(t, "slow", map[string]string{
		"brute.py": "n = int(input())\nwhile n > 50: pass\nprint(2 * n)\n",
		"right.py": "print(2 * int(input()))\n",
		"large.py": "n = int(input())\nprint(2 * n + (n > 50))\n",
	})
	report := expect(t, dir, nil, "--time-limit", "300ms")
	for _, file := range []string{"brute.py", "right.py", "large.py"} {
		if c := candidate(t, report, file); slices.Contains(blames, c.Verdict) || c.Inputs.Differ > 0 {
			t.Errorf("%s is blamed for inputs on which the reference has no answer: %q %+v", file, c.Message, c.Inputs)
		}
	}
	if len(report.Disagreements) == 0 {
		t.Error("that two programs differ there is not said")
	}
}

// TestNothingOfTheUsersChanges: a check leaves the folder as it was, but for .execre.
func TestNothingOfTheUsersChanges(t *testing.T) {
	dir := problemFolder(t, "kept", map[string]string{
		"a.py": "print(2 * int(input()))\n", "wrong.cpp": "int main() {}\n", "helper.py": "x = 1\n",
		"uses.py":          "import helper\nopen('made-by-program', 'w').write('x')\nprint(int(input()) + 1)\n",
		"candidates/b.py":  "import os\nfor name in os.listdir('.'): os.remove(name)\nprint(2 * int(input()))\n",
		"notes/readme.txt": "mine\n", "samples/1.in": "3\n", "samples/1.out": "6\n",
	})
	tree := func() map[string]string {
		texts := map[string]string{}
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				if d != nil && d.Name() == check.Folder {
					return filepath.SkipDir
				}
				return err
			}
			text, err := os.ReadFile(path)
			texts[path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return texts
	}
	before := tree()
	expect(t, dir, map[string]said{"candidates/b.py": {check.Agrees, ""}})
	after := tree()
	for path, text := range before {
		if after[path] != text {
			t.Errorf("%s was changed to %q", path, after[path])
		}
		delete(after, path)
	}
	for path := range after {
		t.Errorf("%s was made", path)
	}
}

// TestSlowHeader: bits/stdc++.h is what people include.
func TestSlowHeader(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("needs g++, whose header it is")
	}
	dir := problemFolder(t, "bits", map[string]string{
		"a.cpp": "#include <bits/stdc++.h>\nusing namespace std;\nint main() { int n; cin >> n; cout << 2 * n << endl; }\n",
	})
	expect(t, dir, map[string]said{"a.cpp": {check.Agrees, ""}})
}

// TestClassOfJava: the class that a Java source declares is what is run, whatever its file is called.
func TestClassOfJava(t *testing.T) {
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("needs a JDK")
	}
	class := func(name string) string {
		return "import java.util.*;\n" + name + " {\n  public static void main(String[] args) {\n" +
			"    System.out.println(2 * new Scanner(System.in).nextInt());\n  }\n}\n"
	}
	dir := problemFolder(t, "java", map[string]string{
		"sol.java":     class("public class Main"),
		"Other.java":   class("class Solution2"),
		"überall.java": class("public final class Überall"),
		"wrong.java":   "public class wrong { public static void main(String[] a) { int x = \"\"; } }\n",
	})
	report := expect(t, dir, map[string]said{
		"sol.java": {check.Agrees, ""}, "Other.java": {check.Agrees, ""}, "überall.java": {check.Agrees, ""},
		"wrong.java": {check.DoesNotCompile, ""},
	}, "--inputs", "5", "--time-limit", "5s")
	if c := candidate(t, report, "wrong.java"); c.Place == nil || c.Place.Line != 1 {
		t.Errorf("wrong.java: place %v, want line 1", c.Place)
	}
}
