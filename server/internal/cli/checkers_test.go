package cli

import (
	"maps"
	"os"
	"strings"
	"testing"

	"execre/server/internal/check"
)

// sumProblem asks for two numbers from 0 to N that add up to N: there are many right answers.
func sumProblem(files map[string]string) map[string]string {
	all := map[string]string{
		"input.schema":   "N\n---\n0 <= N <= 99\n",
		"brute.py":       "n = int(input())\nprint(0, n)\n",
		"half.py":        "n = int(input())\nprint(n // 2, n - n // 2)\n",
		"other_half.cpp": "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d %d\\n\", n - n / 3, n / 3); }\n",
		"wrong.py":       "n = int(input())\nprint(n // 2, n - n // 2 + (n > 5))\n",
		"sample.in":      "5\n", "sample.out": "1 4\n",
	}
	maps.Copy(all, files)
	return all
}

func testlibHeader(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/testlib.h")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sumCheckers are checkers of sumProblem in all styles.
func sumCheckers(t *testing.T) map[string]map[string]string {
	return map[string]map[string]string{
		"testlib": {
			"testlib.h": testlibHeader(t),
			"checker.cpp": "#include \"testlib.h\"\nint main(int argc, char **argv) {\n  registerTestlibCmd(argc, argv);\n" +
				"  int n = inf.readInt(), a = ouf.readInt(), b = ouf.readInt();\n" +
				"  if (a < 0 || b < 0 || a + b != n) quitf(_wa, \"%d + %d is not %d\", a, b, n);\n" +
				"  if (!ouf.seekEof()) quitf(_pe, \"too much\");\n  quitf(_ok, \"fine\");\n}\n",
		},
		"kattis": {
			"checker.py": "import sys\nn = int(open(sys.argv[1]).read())\nout = sys.stdin.read().split()\n" +
				"with open(sys.argv[3] + 'judgemessage.txt', 'a') as log:\n    log.write('judged')\n" +
				"try:\n    a, b = map(int, out)\nexcept ValueError:\n    sys.exit(43)\n" +
				"sys.exit(42 if min(a, b) >= 0 and a + b == n else 43)\n",
		},
		"plain": {
			"my_checker.py": "import sys\nn = int(open(sys.argv[1]).read())\nout = open(sys.argv[2]).read().split()\n" +
				"assert len(out) == 2 and int(out[0]) >= 0 and int(out[1]) >= 0 and int(out[0]) + int(out[1]) == n\n",
		},
	}
}

func problem(r *check.Report, code string) *check.Problem {
	for i := range r.Problems {
		if r.Problems[i].Code == code {
			return &r.Problems[i]
		}
	}
	return nil
}

// TestKattisPackage: the folders of a package say who judges, without a word of execre.toml: inputs that a validator refuses
// are not run, and the output validator judges with its flags.
func TestKattisPackage(t *testing.T) {
	dir := plainFolder(t, "package", map[string]string{
		"problem.yaml":                  "name: two that add up\nvalidation: custom\nvalidator_flags: most 99\n",
		"input.schema":                  "N\n---\n0 <= N <= 199\n",
		"input_validators/even.py":      "import sys\nn = int(input())\nsys.exit(42 if n % 2 == 0 else 0)\n",
		"data/sample/1.in":              "6\n",
		"data/sample/1.ans":             "1 5\n",
		"data/secret/1.in":              "8\n",
		"data/secret/1.ans":             "8 0\n",
		"submissions/accepted/a.py":     "n = int(input())\nprint(0, n)\n",
		"submissions/accepted/b.py":     "n = int(input())\nprint(n // 2, n // 2)\n",
		"submissions/wrong_answer/c.py": "n = int(input())\nprint(n // 2, n // 2 + (n == 8))\n",
		"output_validators/v/main.py":   "import sys, tools\nassert sys.argv[4:] == ['most', '99']\ntools.judge(sys.argv[1])\n",
		"output_validators/v/tools.py": "import sys\ndef judge(file):\n    n = int(open(file).read())\n" +
			"    sys.exit(42 if sum(map(int, sys.stdin.read().split())) == n else 43)\n",
	})
	report := expect(t, dir, map[string]said{
		"submissions/accepted/a.py":     {check.Trusted, ""},
		"submissions/accepted/b.py":     {check.Agrees, ""},
		"submissions/wrong_answer/c.py": {check.FailsSample, "fails sample data/secret/1.in"},
	})
	want := check.CheckerUse{Name: "output_validators/v/main.py", Chosen: "file", Style: "kattis", StyleChosen: "folder", Validates: true}
	if report.Checker != want || report.Inputs.Invalid == 0 || len(report.Problems) > 0 {
		t.Errorf("%+v %+v %+v", report.Checker, report.Inputs, report.Problems)
	}
}

// TestCheckerStyles: a checker of each style judges what is right, where outputs differ from each other.
func TestCheckerStyles(t *testing.T) {
	for style, files := range sumCheckers(t) {
		t.Run(style, func(t *testing.T) {
			report := expect(t, problemFolder(t, "p", sumProblem(files)), map[string]said{
				"brute.py":       {check.Trusted, ""},
				"half.py":        {check.Agrees, ""},
				"other_half.cpp": {check.Agrees, ""},
				"wrong.py":       {check.Differs, "refuses on"},
			}, "--inputs", "12")
			use := report.Checker
			if use.Style != style || !use.Validates || !strings.Contains(use.Name, "checker.") || use.Chosen != "file" {
				t.Errorf("checker %+v", use)
			}
			x := candidate(t, report, "wrong.py").Counterexample
			if x == nil || x.Input.Whole != "6\n" || x.Output.Whole != "3 4\n" {
				t.Errorf("counterexample %+v, want the smallest, 6", x)
			}
			if len(report.Problems) > 0 {
				t.Errorf("said of the folder: %+v", report.Problems)
			}
		})
	}
}

// TestCheckerComparesWithTheAnswer: a checker that takes the value of the answer: of outputs that are fine in themselves, only
// those of the same value are one answer. The best of a divisor of N with its cofactor is asked for.
func TestCheckerComparesWithTheAnswer(t *testing.T) {
	files := map[string]string{
		"input.schema": "N\n---\n1 <= N <= 25\n",
		"testlib.h":    testlibHeader(t),
		"checker.cpp": "#include \"testlib.h\"\nint value(InStream &s, int n) {\n  int a = s.readInt(), b = s.readInt();\n" +
			"  if (a < 1 || b < 1 || a * b != n) s.wrong(_wa, \"no product\");\n  return a + b;\n}\n" +
			"int main(int argc, char **argv) {\n  registerTestlibCmd(argc, argv);\n  int n = inf.readInt();\n" +
			"  int want = value(ans, n), got = value(ouf, n);\n  if (got < want) quitf(_fail, \"better than the jury\");\n" +
			"  if (got > want) quitf(_wa, \"%d is not the best\", got);\n  quitf(_ok, \"fine\");\n}\n",
		"brute.py":  "n = int(input())\nprint(*min(((a, n // a) for a in range(1, n + 1) if n % a == 0), key=sum))\n",
		"turned.py": "n = int(input())\na = max(d for d in range(1, n + 1) if n % d == 0 and d * d <= n)\nprint(n // a, a)\n",
		"greedy.py": "n = int(input())\na = 2 if n % 2 == 0 else 1\nprint(a, n // a)\n",
		"junk.py":   "n = int(input())\nprint('no' if n > 20 else '%d 1' % n)\n",
	}
	report := expect(t, problemFolder(t, "p", files), map[string]said{
		"brute.py":  {check.Trusted, ""},
		"turned.py": {check.Agrees, ""},
		"greedy.py": {check.Differs, "one of the two is wrong"},
		"junk.py":   {check.Differs, "differs from brute.py on"},
	}, "--inputs", "25")
	if report.Checker.Validates || report.Checker.Style != "testlib" {
		t.Errorf("checker %+v", report.Checker)
	}
	x := candidate(t, report, "greedy.py").Counterexample
	if x == nil || x.Input.Whole != "9\n" {
		t.Errorf("counterexample %+v", x)
	}
}

// TestCheckerThatBreaksDown: that is not the candidates' fault, whether it cannot be built, is killed or throws.
func TestCheckerThatBreaksDown(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"does not compile":  {"checker.cpp": "int main() { return 0 }\n"},
		"SIGABRT":           {"checker.cpp": "#include <cstdlib>\nint main() { abort(); }\n"},
		"ZeroDivisionError": {"checker.py": "import sys\nprint(1 // 0)\n"},
		"gives points":      {"checker.cpp": "#include \"testlib.h\"\nint main() { quitf(_points, \"0.5\"); }\n", "testlib.h": testlibHeader(t)},
		"exit status 0": {
			"checker.py": "# of the style of Kattis, where it should end with 42\n", "execre.toml": "checker = [\"checker.py\", \"style=kattis\"]\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files = sumProblem(files)
			delete(files, "sample.in")
			delete(files, "sample.out")
			report := expect(t, problemFolder(t, "p", files), map[string]said{
				"half.py": {check.Undecided, "is not used"}, "wrong.py": {check.Undecided, ""}, "brute.py": {check.Undecided, ""},
			}, "--inputs", "10")
			p := problem(report, "checker-fails")
			if p == nil || !strings.Contains(p.Message, name) || !strings.HasPrefix(p.File, "checker.") {
				t.Errorf("said of the checker: %+v", report.Problems)
			}
			if report.Decision.Trusted != nil || len(report.Disagreements) != 1 {
				t.Errorf("%+v %+v", report.Decision, report.Disagreements)
			}
		})
	}
}

// TestSeveralAnswersWithoutChecker: programs that all give another answer are called wrong by nobody, and a checker is asked for.
func TestSeveralAnswersWithoutChecker(t *testing.T) {
	right := said{check.Undecided, "several answers seem right: name a checker"}
	files := sumProblem(map[string]string{
		"third.py": "n = int(input())\nprint(n, 0)\n", "sample.in": "0\n", "sample.out": "0 0\n",
	})
	report := expect(t, problemFolder(t, "p", files), map[string]said{"half.py": right, "other_half.cpp": right, "brute.py": right, "third.py": right})
	if !report.Decision.SeveralAnswers || len(report.Disagreements) > 0 || problem(report, "several-answers") == nil {
		t.Errorf("%+v %+v", report.Decision, report.Problems)
	}
	files["execre.toml"] = "checker = \"tokens\"\n" // there is one right answer, says the person
	report = expect(t, problemFolder(t, "p", files), map[string]said{"half.py": {check.Differs, "one of the two is wrong"}})
	if report.Decision.SeveralAnswers || report.Checker.Chosen != "execre.toml" {
		t.Errorf("%+v %+v", report.Decision, report.Checker)
	}
}

// TestRealNumbers: outputs that look like real numbers are compared with a tolerance, and that is said.
func TestRealNumbers(t *testing.T) {
	files := map[string]string{
		"brute.py": "print(int(input()) / 7, 5)\n",
		"js.js":    "const n = Number(require('fs').readFileSync(0)); console.log(n / 7, 5);\n", // prints 2 for 2.0
		"short.py": "print('%.9f 5' % (int(input()) / 7))\n",
		"wrong.py": "print('%.3f 5' % (int(input()) / 7))\n",
		"six.py":   "n = int(input())\nprint(n / 7, 5 if n < 20 else 6)\n",
	}
	want := map[string]said{
		"brute.py": {check.Trusted, ""}, "js.js": {check.Agrees, ""}, "short.py": {check.Agrees, ""},
		"wrong.py": {check.Differs, ""}, "six.py": {check.Differs, ""},
	}
	check := func(t *testing.T, chosen, name string) {
		t.Helper()
		report := expect(t, problemFolder(t, "p", files), want, "--inputs", "25")
		if report.Checker.Chosen != chosen || report.Checker.Name != name {
			t.Errorf("checker %+v, want %s by %s", report.Checker, name, chosen)
		}
		if p := problem(report, "checker-chosen"); p == nil || !strings.Contains(p.Message, name) {
			t.Errorf("said: %+v", report.Problems)
		}
	}
	t.Run("rows", func(t *testing.T) { check(t, "outputs", "float:1e-6") })
	files["a.in"], files["a.out"] = "14\n", "2.000000 5\n"
	t.Run("samples", func(t *testing.T) { check(t, "outputs", "float:1e-6") })
	files["statement.md"] = "The absolute or relative error must not exceed $10^{-5}$.\n"
	t.Run("statement", func(t *testing.T) { check(t, "statement", "float:1e-5") })
}

// TestIntegersStayExact: numbers without a point are no real numbers.
func TestIntegersStayExact(t *testing.T) {
	report := expect(t, problemFolder(t, "p", map[string]string{
		"a.py": "print(10 ** 9 * int(input()) * 2)\n", "brute.py": "print(10 ** 9 * int(input()) * 2)\n",
		"off.py": "n = int(input())\nprint(10 ** 9 * n * 2 + (n > 9))\n",
	}), map[string]said{"off.py": {check.Differs, ""}})
	if report.Checker.Name != "tokens" || report.Checker.Chosen != "default" {
		t.Errorf("%+v", report.Checker)
	}
}

// TestInteractive: nothing is made up for a problem whose programs ask, and nobody is called wrong.
func TestInteractive(t *testing.T) {
	files := map[string]string{
		"asks.py": "print('?', 5, flush=True)\nprint('!', input())\n", "crashes.py": "print('? 1')\nfor _ in range(99): input()\n",
		"a.in": "7\n", "a.out": "? 1\n! 7\n",
	}
	for name, text := range map[string]string{
		"interactor.py":   "print(1)\n",
		"statement.md":    "# Guess\n\nThis is an interactive problem.\n",
		".cph/.asks.prob": "{\"srcPath\":\"asks.py\",\"interactive\":true,\"tests\":[]}",
	} {
		t.Run(name, func(t *testing.T) {
			all := maps.Clone(files)
			all[name] = text
			report := expect(t, problemFolder(t, "p", all), map[string]said{
				"asks.py": {check.Undecided, "interactive: samples only"}, "crashes.py": {check.Undecided, "interactive: samples only"},
			})
			if p := problem(report, "interactive"); p == nil || p.File != name || report.Inputs.Executed != 0 {
				t.Errorf("%+v %+v", report.Problems, report.Inputs)
			}
		})
	}
}

// TestGenerators: inputs come from the programs that print them.
func TestGenerators(t *testing.T) {
	files := func(gen map[string]string) string {
		all := map[string]string{
			"twice.cpp": "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); }\n",
			"wrong.py":  "n = int(input())\nprint(2 * n + (n % 5 == 3))\n",
		}
		maps.Copy(all, gen)
		dir := problemFolder(t, "p", all)
		if _, schema := gen["input.schema"]; !schema {
			if err := os.Remove(dir + "/input.schema"); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	want := map[string]said{"brute.py": {check.Trusted, ""}, "twice.cpp": {check.Agrees, ""}, "wrong.py": {check.Differs, "differs from brute.py"}}
	testlib := map[string]string{
		"testlib.h": testlibHeader(t),
		"gen.cpp": "#include \"testlib.h\"\nint main(int argc, char **argv) { registerGen(argc, argv, 1); " +
			"printf(\"%d\", rnd.next(0, 1000000)); }\n",
	}
	t.Run("alone", func(t *testing.T) {
		dir := files(testlib)
		report := expect(t, dir, want, "--inputs", "25")
		if in := report.Inputs; in.Source != "generator" || in.Executed != 25 || in.FromGenerators != 25 {
			t.Errorf("%+v", in)
		}
		if len(report.Problems) > 0 {
			t.Errorf("said of the folder: %+v", report.Problems)
		}
		other, _ := checkFolder(t, dir, "--inputs", "25", "--jobs", "1", "--no-cache")
		if a, b := candidate(t, report, "wrong.py"), candidate(t, other, "wrong.py"); a.Counterexample.Input != b.Counterexample.Input {
			t.Errorf("another run gives another input: %+v %+v", a.Counterexample, b.Counterexample)
		}
	})
	t.Run("with a schema", func(t *testing.T) {
		schema := maps.Clone(testlib)
		schema["input.schema"] = "N\n---\n0 <= N <= 1000000\n"
		report := expect(t, files(schema), want, "--inputs", "25")
		if in := report.Inputs; in.Source != "schema" || in.Executed != 25 || in.FromGenerators < 8 || in.FromGenerators > 17 {
			t.Errorf("%+v", in)
		}
		if x := candidate(t, report, "wrong.py").Counterexample; x == nil || x.Input.Whole != "3\n" {
			t.Errorf("counterexample %+v, want 3", x)
		}
		schema["input.schema"] = "N\n---\n0 <= N <= 99\n"
		report = expect(t, files(schema), map[string]said{"brute.py": {check.Trusted, ""}}, "--inputs", "25")
		if p := problem(report, "generator-schema"); p == nil || p.File != "gen.cpp" || report.Inputs.Invalid == 0 {
			t.Errorf("%+v %+v", report.Problems, report.Inputs)
		}
	})
	for name, gen := range map[string]string{
		"generator-repeats":  "import random\nrandom.seed(1)\nprint(random.randrange(100))\n",
		"generator-fails":    "import sys\nprint(1 // 0)\n",
		"generator-unseeded": "import os\nprint(int.from_bytes(os.urandom(3), 'big'))\n",
		"generator-compile":  "print(\n",
	} {
		t.Run(name, func(t *testing.T) {
			report, _ := checkFolder(t, files(map[string]string{"gen.py": gen}), "--inputs", "25")
			if p := problem(report, name); p == nil || p.File != "gen.py" {
				t.Errorf("%+v", report.Problems)
			}
			if name == "generator-repeats" && (report.Inputs.Executed != 1 || report.Inputs.Duplicates == 0 || report.Inputs.Stopped == nil) {
				t.Errorf("%+v", report.Inputs)
			}
			for _, c := range report.Candidates {
				if name != "generator-unseeded" && c.Verdict != check.Undecided && c.Verdict != check.Trusted && c.Verdict != check.Agrees && c.Verdict != check.Differs {
					t.Errorf("%s: %s", c.File, c.Verdict)
				}
			}
		})
	}
}

// TestValidators: inputs that a validator refuses are not used, neither to compare nor when a counterexample is made smaller.
func TestValidators(t *testing.T) {
	files := map[string]string{
		"a.py": "print(2 * int(input()))\n", "b.py": "print(2 * int(input()))\n",
		"odd.py":   "n = int(input())\nprint(2 * n + n % 2)\n", // right on every input that is valid
		"wrong.py": "n = int(input())\nprint(2 * n + (n > 20))\n",
	}
	for name, validators := range map[string]map[string]string{
		"testlib": {"testlib.h": testlibHeader(t), "validator.cpp": "#include \"testlib.h\"\nint main(int argc, char **argv) {\n" +
			"  registerValidation(argc, argv);\n  int n = inf.readInt(0, 99, \"n\");\n  inf.readEoln();\n  inf.readEof();\n" +
			"  if (n % 2) quitf(_fail, \"odd\");\n}\n"},
		"kattis": {"validator.py": "import sys\nn = int(input())\nsys.exit(42 if n % 2 == 0 else 43)\n"},
		"plain":  {"validator.py": "n = int(input())\nassert n % 2 == 0\n"},
	} {
		t.Run(name, func(t *testing.T) {
			all := maps.Clone(files)
			maps.Copy(all, validators)
			report := expect(t, problemFolder(t, "p", all), map[string]said{
				"brute.py": {check.Trusted, ""}, "odd.py": {check.Agrees, ""}, "wrong.py": {check.Differs, ""},
			}, "--inputs", "30")
			if in := report.Inputs; in.Executed != 30 || in.Invalid == 0 {
				t.Errorf("%+v", in)
			}
			if x := candidate(t, report, "wrong.py").Counterexample; x == nil || x.Input.Whole != "22\n" {
				t.Errorf("counterexample %+v, want the smallest valid one, 22", x)
			}
		})
	}
	t.Run("disagrees", func(t *testing.T) {
		all := maps.Clone(files)
		all["validator.py"] = "n = int(input())\nassert n >= 90\n"
		report := expect(t, problemFolder(t, "p", all), map[string]said{"brute.py": {check.Trusted, ""}})
		p := problem(report, "validator-disagrees")
		if p == nil || p.File != "validator.py" || !strings.Contains(p.Message, `input.schema`) || !strings.Contains(p.Message, `"0"`) {
			t.Errorf("%+v", report.Problems)
		}
	})
	t.Run("refuses the sample", func(t *testing.T) {
		all := maps.Clone(files)
		all["validator.py"] = "n = int(input())\nassert n % 2 == 0\n"
		all["1.in"], all["1.out"], all["2.in"], all["2.out"] = "3\n", "6\n", "4\n", "8\n"
		report, _ := checkFolder(t, problemFolder(t, "p", all), "--inputs", "20")
		if p := problem(report, "validator-sample"); p == nil || p.File != "1.in" {
			t.Errorf("%+v", report.Problems)
		}
	})
}

// TestToolsAreConfined: what a checker, a generator or a validator does is confined as what a candidate does.
func TestToolsAreConfined(t *testing.T) {
	outside := t.TempDir()
	write := "import os\ntry:\n    open(" + "'" + outside + "/' + NAME, 'w').write('x')\nexcept OSError: pass\n" +
		"try:\n    os.kill(os.getppid(), 0)\nexcept OSError: pass\n"
	dir := problemFolder(t, "p", map[string]string{
		"a.py":         "print(2 * int(input()))\n",
		"checker.py":   strings.ReplaceAll(write, "NAME", "'checker'") + "import sys\nsys.exit(open(sys.argv[2]).read() != open(sys.argv[3]).read())\n",
		"gen.py":       strings.ReplaceAll(write, "NAME", "'gen'") + "import sys\nprint(int(sys.argv[1]) % 100)\n",
		"validator.py": strings.ReplaceAll(write, "NAME", "'validator'"),
	})
	before, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, dir, map[string]said{"brute.py": {check.Trusted, ""}, "a.py": {check.Agrees, ""}})
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("written outside: %v %v", left, err)
	}
	after, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) > len(before)+1 { // .execre
		t.Errorf("before %v, after %v", before, after)
	}
}
