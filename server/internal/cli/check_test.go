package cli

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
	"execre/server/internal/export"
)

const (
	problemsDir  = "../../testdata/problems"
	scenariosDir = "../../testdata/scenarios"
)

// truth is what we know of a bundled folder and the tool does not.
type truth struct {
	Right []string          `json:"right"`
	Wrong map[string]string `json:"wrong"` // the fault of each
}

// folder copies a bundled folder, so that the results do not land in the repository.
func folder(t testing.TB, dir string) (string, truth) {
	t.Helper()
	var known truth
	data, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &known); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), filepath.Base(dir))
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(to, check.Folder)); err != nil {
		t.Fatal(err)
	}
	return to, known
}

// execre runs one command line.
func execre(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = Main(args, &out, &errs)
	return out.String(), errs.String(), status
}

// checkFolder runs check on dir and reads the report.
func checkFolder(t *testing.T, dir string, args ...string) (*check.Report, int) {
	t.Helper()
	stdout, stderr, status := execre(t, append([]string{"check", "--format", "json", dir}, args...)...)
	var report check.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("exit %d, no report: %v\nstderr: %s", status, err, stderr)
	}
	return &report, status
}

// candidate finds the entry of a file.
func candidate(t *testing.T, r *check.Report, file string) check.Candidate {
	t.Helper()
	for _, c := range r.Candidates {
		if c.File == file {
			return c
		}
	}
	t.Fatalf("%s is not in the report", file)
	return check.Candidate{}
}

func sameTokens(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// blames are the verdicts that say that a program is wrong.
var blames = []check.Verdict{
	check.Differs, check.FailsSample, check.Crashes, check.Flaky, check.TooSlow,
	check.TooMuchMemory, check.TooMuchOutput, check.DoesNotCompile,
}

// TestBundledProblems: on every bundled problem no right program is ever
// blamed, whatever is trusted is right, and every counterexample is true by an
// oracle that no candidate was written from.
func TestBundledProblems(t *testing.T) {
	for name, oracle := range oracles {
		t.Run(name, func(t *testing.T) {
			dir, known := folder(t, filepath.Join(problemsDir, name))
			inputs := "100"
			report, _ := checkFolder(t, dir, "--inputs", inputs)
			for _, p := range report.Problems {
				t.Errorf("said of the folder: %+v", p)
			}
			if report.Decision.Trusted == nil {
				t.Fatalf("nothing is trusted: %s", report.Decision.Fallback)
			}
			if !slices.Contains(known.Right, *report.Decision.Trusted) {
				t.Errorf("%s is trusted, and is wrong", *report.Decision.Trusted)
			}
			if n := len(known.Right) + len(known.Wrong); n != len(report.Candidates) {
				t.Errorf("%d candidates in the report, %d in truth.json", len(report.Candidates), n)
			}
			found := 0
			for _, c := range report.Candidates {
				blamed := slices.Contains(blames, c.Verdict)
				if slices.Contains(known.Right, c.File) {
					if blamed {
						t.Errorf("%s is right and is told: %s\n%+v", c.File, c.Message, c.Counterexample)
					}
					continue
				}
				if !blamed {
					t.Logf("%s (%s) passes %s inputs: %s", c.File, known.Wrong[c.File], inputs, c.Message)
					continue
				}
				found++
				x := c.Counterexample
				if x == nil || !x.Confirmed {
					t.Errorf("%s: no confirmed counterexample: %+v", c.File, x)
					continue
				}
				want := oracle(x.Input.Whole)
				if x.Expected != nil && !sameTokens(x.Expected.Whole, want) {
					t.Errorf("%s: on %q %q is expected, but right is %q", c.File, x.Input.Whole, x.Expected.Whole, want)
				}
				if c.Verdict == check.Differs && sameTokens(x.Output.Whole, want) {
					t.Errorf("%s: its answer to %q is right: %q", c.File, x.Input.Whole, want)
				}
			}
			if missed := len(known.Wrong) - found; missed > 1 {
				t.Errorf("%d of %d wrong programs pass unseen", missed, len(known.Wrong))
			}
		})
	}
}

// TestCouponCounterexamples: both faulty families of the coupon problem are
// shown the one smallest input on which they are wrong.
func TestCouponCounterexamples(t *testing.T) {
	dir, known := folder(t, filepath.Join(problemsDir, "coupon"))
	report, status := checkFolder(t, dir, "--inputs", "120")
	if status != 1 {
		t.Errorf("exit status %d, want 1: somebody is wrong", status)
	}
	for file := range known.Wrong {
		c := candidate(t, report, file)
		if c.Verdict != check.Differs {
			t.Fatalf("%s: %s (%s)", file, c.Verdict, c.Message)
		}
		// By hand: T > 25 and n > 3 are both wrong first on 25 3.
		if got := c.Counterexample.Input.Whole; got != "25 3\n" {
			t.Errorf("%s: counterexample %q, want the smallest, 25 3", file, got)
		}
		stored, err := os.ReadFile(filepath.Join(dir, c.Counterexample.InputFile))
		if err != nil || string(stored) != "25 3\n" {
			t.Errorf("stored counterexample: %q, %v", stored, err)
		}
	}
}

// TestNobodyIsTrustedWhereNothingSaysWho is the coupon example of the ExeCRE
// paper: three right programs against two families of two. Agreement cannot
// settle it, so nothing may be said.
func TestNobodyIsTrustedWhereNothingSaysWho(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "coupon-split"))
	report, status := checkFolder(t, dir, "--inputs", "100")
	if status != 3 {
		t.Errorf("exit status %d, want 3", status)
	}
	if d := report.Decision; d.Trusted != nil || d.Provisional != nil || d.Rule != "none" || d.Fallback == "" {
		t.Errorf("decision %+v", d)
	}
	for _, c := range report.Candidates {
		if c.Verdict != check.Undecided || c.Counterexample != nil {
			t.Errorf("%s: %s %q %+v", c.File, c.Verdict, c.Message, c.Counterexample)
		}
	}
	if len(report.Disagreements) == 0 || report.Question == nil {
		t.Fatalf("no disagreements (%d) or no question (%v)", len(report.Disagreements), report.Question)
	}
	for _, d := range report.Disagreements {
		if len(d.Answers) < 2 {
			t.Errorf("no disagreement on %q", d.Input.Whole)
		}
	}
	stdout, _, _ := execre(t, "check", "--inputs", "40", dir)
	for _, word := range []string{"expected", "wrong"} {
		if strings.Contains(stdout, word) {
			t.Errorf("the table calls somebody %s:\n%s", word, stdout)
		}
	}
}

// TestSampleDecides adds the sample 25 3 -> Yes to the folder above.
func TestSampleDecides(t *testing.T) {
	dir, known := folder(t, filepath.Join(scenariosDir, "coupon-split-sample"))
	report, status := checkFolder(t, dir, "--inputs", "40")
	if status != 1 {
		t.Errorf("exit status %d, want 1", status)
	}
	trusted := report.Decision.Trusted
	if trusted == nil {
		trusted = report.Decision.Provisional
	}
	if trusted == nil || !slices.Contains(known.Right, *trusted) {
		t.Errorf("decision %+v", report.Decision)
	}
	for file := range known.Wrong {
		c := candidate(t, report, file)
		if c.Verdict != check.FailsSample || !strings.HasPrefix(c.Message, "fails sample") {
			t.Errorf("%s: %s (%s)", file, c.Verdict, c.Message)
		}
	}
}

// TestInversion: three programs share a fault that few inputs show. By plain
// Dawid-Skene they are the more reliable ones; by our alpha they are not.
func TestInversion(t *testing.T) {
	dir, known := folder(t, filepath.Join(scenariosDir, "inversion"))
	report, _ := checkFolder(t, dir, "--inputs", "120")
	worstRight, bestWrong := 2.0, -1.0
	dsRight, dsWrong := 2.0, -1.0
	for _, c := range report.Candidates {
		if slices.Contains(known.Right, c.File) {
			worstRight, dsRight = min(worstRight, float64(c.Alpha)), min(dsRight, float64(c.DawidSkene))
		} else {
			bestWrong, dsWrong = max(bestWrong, float64(c.Alpha)), max(dsWrong, float64(c.DawidSkene))
		}
	}
	if !(bestWrong < worstRight) {
		t.Errorf("alpha of a wrong program %.6f, of a right one %.6f", bestWrong, worstRight)
	}
	if !(dsWrong > dsRight) {
		t.Errorf("Dawid-Skene does not invert here (%.6f against %.6f): the scenario shows nothing", dsWrong, dsRight)
	}
	if d := report.Decision; d.Trusted != nil && !slices.Contains(known.Right, *d.Trusted) {
		t.Errorf("a wrong program is trusted: %s", *d.Trusted)
	}
}

// TestPresetOfThePaper: with it a check draws, compares and trusts as the paper does, and says so.
func TestPresetOfThePaper(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"input.schema": "a b\n---\n0 <= a, b <= 10^9\n",
		"one.py":       "a, b = map(int, input().split())\nprint(a, b)\n",
		"two.py":       "print(input())\n",
		"wide.py":      "a, b = map(int, input().split())\nprint(a, b, sep='   ' if a > 17 else ' ')\n", // the same tokens, and another text
		"large.py":     "a, b = map(int, input().split())\nprint(min(a, 20), min(b, 20))\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	report, _ := checkFolder(t, dir, "--inputs", "40", "--preset", "execre-paper")
	if report.Preset != check.ExeCREPaper || report.Checker.Chosen != "preset" || report.Decision.Threshold != 0.9 {
		t.Errorf("preset %q, checker %+v, threshold %v", report.Preset, report.Checker, report.Decision.Threshold)
	}
	if report.Decision.Trusted == nil || report.Inputs.Largest > len("20 20\n") {
		t.Errorf("decision %+v on inputs %+v", report.Decision, report.Inputs)
	}
	for file, differs := range map[string]bool{"one.py": false, "two.py": false, "large.py": false, "wide.py": true} {
		if c := candidate(t, report, file); differs != (c.Verdict == check.Differs) {
			t.Errorf("%s: %s", file, c.Message)
		}
	}
	if report, _ := checkFolder(t, dir, "--inputs", "40"); report.Preset != "" || candidate(t, report, "wide.py").Verdict == check.Differs ||
		candidate(t, report, "large.py").Verdict == check.Agrees {
		t.Errorf("without the preset: %+v", report.Decision)
	}
}

// TestDeclaredBrute: a brute force that a person wrote is the reference at once, in the words for it.
func TestDeclaredBrute(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "sol-brute"))
	report, status := checkFolder(t, dir, "--inputs", "120")
	if status != 1 {
		t.Errorf("exit status %d, want 1", status)
	}
	if d := report.Decision; d.Trusted == nil || *d.Trusted != "brute.py" || d.Rule != "declared" {
		t.Fatalf("decision %+v", d)
	}
	sol := candidate(t, report, "sol.cpp")
	if sol.Verdict != check.Differs || !strings.HasPrefix(sol.Message, "differs from brute.py on ") ||
		!strings.HasSuffix(sol.Message, ": one of the two is wrong") {
		t.Errorf("sol.cpp: %s %q", sol.Verdict, sol.Message)
	}
	if x := sol.Counterexample; x == nil || !x.Confirmed || *x.Reference != "brute.py" {
		t.Errorf("counterexample %+v", x)
	}
	if brute := candidate(t, report, "brute.py"); brute.Message != "trusted reference (declared)" {
		t.Errorf("brute.py: %q", brute.Message)
	}
}

// TestFaults: each way in which a program fails has its verdict, and the others
// are judged all the same.
func TestFaults(t *testing.T) {
	dir, known := folder(t, filepath.Join(scenariosDir, "faults"))
	report, status := checkFolder(t, dir, "--inputs", "20", "--time-limit", "300ms")
	if status != 1 {
		t.Errorf("exit status %d, want 1", status)
	}
	for _, c := range report.Candidates {
		t.Logf("%-14s %-16s %s", c.File, c.Verdict, c.Message)
		if slices.Contains(known.Right, c.File) {
			if c.Verdict != check.Trusted && c.Verdict != check.Agrees {
				t.Errorf("%s is right and is told: %s", c.File, c.Message)
			}
		} else if !slices.Contains(blames, c.Verdict) {
			t.Errorf("%s (%s) is not blamed: %s %q", c.File, known.Wrong[c.File], c.Verdict, c.Message)
		}
	}
}

func TestFewPrograms(t *testing.T) {
	t.Run("one", func(t *testing.T) {
		dir, known := folder(t, filepath.Join(scenariosDir, "lone"))
		report, status := checkFolder(t, dir, "--inputs", "40")
		c := candidate(t, report, append(known.Right, "")[0])
		if status != 3 || c.Message != "samples pass, no crash on 40 inputs; add a brute.py to compare" || c.Class != nil && c.Alpha == c.Alpha {
			t.Errorf("exit %d: %q alpha %v", status, c.Message, c.Alpha)
		}
	})
	t.Run("two that agree", func(t *testing.T) {
		dir, _ := folder(t, filepath.Join(scenariosDir, "two-agree"))
		report, status := checkFolder(t, dir, "--inputs", "40")
		if status != 3 || report.Decision.Trusted != nil || report.Decision.Provisional == nil {
			t.Fatalf("exit %d, decision %+v", status, report.Decision)
		}
		for _, c := range report.Candidates {
			if !strings.HasPrefix(c.Message, "provisional: agrees with ") || !strings.HasSuffix(c.Message, ", two programs only") ||
				strings.Contains(c.Message, c.File) {
				t.Errorf("%s: %q", c.File, c.Message)
			}
		}
	})
	t.Run("no schema", func(t *testing.T) {
		dir, known := folder(t, filepath.Join(scenariosDir, "no-schema"))
		report, status := checkFolder(t, dir, "--inputs", "40")
		if status != 1 || report.Inputs.Source != "inferred" || report.Inputs.Executed != 40 {
			t.Errorf("exit %d, not checked on a guessed format: %+v", status, report.Inputs)
		}
		if report.Decision.Trusted == nil || !slices.Contains(known.Right, *report.Decision.Trusted) {
			t.Errorf("who is right is not trusted: %+v", report.Decision)
		}
	})
	t.Run("no schema and none to guess", func(t *testing.T) {
		dir, _ := folder(t, filepath.Join(scenariosDir, "no-schema"))
		for _, name := range []string{"1", "2", "3"} {
			if err := os.Remove(filepath.Join(dir, "samples", name+".in")); err != nil {
				t.Fatal(err)
			}
		}
		report, status := checkFolder(t, dir)
		if status != 3 {
			t.Errorf("exit %d", status)
		}
		if report.Decision.Trusted != nil || report.Inputs.Source != "samples" || report.Inputs.Executed != 0 {
			t.Errorf("trusted by nothing: %+v %+v", report.Decision, report.Inputs)
		}
	})
}

// TestSameBytes: the report depends on the folder, the seed and the flags, and
// on nothing else: not on the number of jobs, not on the order in which files were created.
func TestSameBytes(t *testing.T) {
	source, _ := folder(t, filepath.Join(problemsDir, "coupon"))
	entries, err := os.ReadDir(source)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var first []byte
	for _, jobs := range []string{"1", "2", "7"} {
		random.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		dir := filepath.Join(t.TempDir(), "coupon")
		for _, entry := range entries {
			from, to := filepath.Join(source, entry.Name()), filepath.Join(dir, entry.Name())
			if entry.IsDir() {
				err = os.CopyFS(to, os.DirFS(from))
			} else {
				err = copyFile(from, to)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		report, _ := checkFolder(t, dir, "--inputs", "50", "--jobs", jobs)
		report.Timings = nil
		data, err := check.Encode(report)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Errorf("with %s jobs the report is another:\n%s\n%s", jobs, first, data)
		}
	}
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// TestFlags: a bad value is refused with the flag's name, and nothing is run.
func TestFlags(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "two-agree"))
	for _, args := range [][]string{
		{"--inputs", "0"},
		{"--inputs", "-3"},
		{"--inputs", "1000001"},
		{"--inputs", "many"},
		{"--time-limit", "0s"},
		{"--time-limit", "1ns"},
		{"--time-limit", "500000h"},
		{"--time-limit", "2"},
		{"--memory-limit", "1"},
		{"--memory-limit", "lots"},
		{"--threshold", "0"},
		{"--threshold", "1.01"},
		{"--threshold", "4/5"},
		{"--threshold", ""},
		{"--jobs", "0"},
		{"--jobs", "100000000"},
		{"--for", "0s"},
		{"--for", "-5s"},
		{"--for", "60"},
		{"--for", "25h"},
		{"--until-difference"},
		{"--format", "xml"},
		{"--seed", "-1"},
		{"--nonsense"},
	} {
		stdout, stderr, status := execre(t, append([]string{"check", dir}, args...)...)
		if status != exitUsage || stdout != "" || !strings.Contains(stderr, args[0]) {
			t.Errorf("%v: exit %d\nstdout: %s\nstderr: %s", args, status, stdout, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, check.Folder)); err == nil {
		t.Error("results were stored")
	}
	for _, dir := range []string{filepath.Join(dir, "nowhere"), t.TempDir()} {
		if _, stderr, status := execre(t, "check", dir); status != exitUsage || !strings.Contains(stderr, dir) {
			t.Errorf("%s: exit %d, %s", dir, status, stderr)
		}
	}
}

// TestPage: the report as one page, for people who do not have the tool.
func TestPage(t *testing.T) {
	dir, _ := folder(t, filepath.Join(scenariosDir, "two-agree"))
	file := filepath.Join(t.TempDir(), "report.html")
	stdout, stderr, status := execre(t, "check", "--inputs", "20", "--format", "html", "--output", file, dir)
	page, err := os.ReadFile(file)
	if err != nil || status != 3 || stdout != "" {
		t.Fatalf("exit %d, %v\n%s%s", status, err, stdout, stderr)
	}
	for _, want := range []string{"<!DOCTYPE html>", "two-agree", "provisional reference: "} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// TestHunt: a search goes on until it finds the rare input on which a program is wrong; without anything that makes inputs
// it is refused.
func TestHunt(t *testing.T) {
	double := "print(2 * int(input()))\n"
	files := map[string]string{
		"input.schema": "N\n---\n0 <= N <= 1000000000\n", "a.py": double, "b.py": double + "# another one\n",
		"rare.py": "n = int(input())\nprint(2 * n + (n % 50 == 7))\n",
	}
	dir := plainFolder(t, "rare", files)
	report, status := checkFolder(t, dir, "--inputs", "2", "--for", "10m", "--until-difference")
	c := candidate(t, report, "rare.py")
	if c.Verdict == check.Agrees || report.Inputs.Stopped == nil || !strings.Contains(*report.Inputs.Stopped, "rare.py differ") {
		t.Errorf("exit %d: %s %q %+v", status, c.Verdict, c.Message, report.Inputs)
	}

	delete(files, "input.schema")
	dir = plainFolder(t, "bare", files)
	_, stderr, status := execre(t, "check", dir, "--for", "10m")
	if status != exitUsage || !strings.Contains(stderr, "--for: there are samples only") || !strings.Contains(stderr, "input.schema") {
		t.Errorf("exit %d: %s", status, stderr)
	}
}

// TestHuntUndefined: a hunt tells the line where a program in C++ or C is undefined that prints what is right, with the
// smallest input; the right ones are told nothing.
func TestHuntUndefined(t *testing.T) {
	dir := plainFolder(t, "silent", map[string]string{
		"input.schema": "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 5\n0 <= A_i <= 10\n",
		"right.py":     "n = int(input())\nprint(max(map(int, input().split())))\n",
		"right.cpp": "#include <cstdio>\nint main() {\n  int n, best = 0, x;\n  scanf(\"%d\", &n);\n" +
			"  while (n--) {\n    scanf(\"%d\", &x);\n    if (x > best) best = x;\n  }\n  printf(\"%d\\n\", best);\n}\n",
		"index.cpp": "#include <cstdio>\n#include <vector>\nint main() {\n  int n, best = 0;\n  scanf(\"%d\", &n);\n" +
			"  std::vector<int> a(n);\n  a.reserve(9);\n  for (int &x : a) scanf(\"%d\", &x);\n" +
			"  for (int i = 0; i < n; i++)\n    if (a[i] >= best && (a[i] < 7 || a[i + 1] > -1)) best = a[i];\n" +
			"  printf(\"%d\\n\", best);\n}\n",
		"overflow.c": "#include <limits.h>\n#include <stdio.h>\nint main(void) {\n  int n, best = INT_MIN, x;\n  scanf(\"%d\", &n);\n" +
			"  while (n--) {\n    scanf(\"%d\", &x);\n    volatile int gap = x - best;\n    if (x > best) best = x;\n  }\n" +
			"  printf(\"%d\\n\", best);\n}\n",
	})
	report, status := checkFolder(t, dir, "--inputs", "40", "--for", "1ms")
	if status != 0 || report.Inputs.Sanitized == 0 {
		t.Errorf("exit %d, %+v", status, report.Inputs)
	}
	for file, want := range map[string]struct{ message, input string }{
		"right.py": {}, "right.cpp": {},
		"index.cpp":  {"index.cpp:10: index out of bounds on this input", "1\n7\n"},
		"overflow.c": {"overflow.c:8: signed integer overflow on this input", "1\n0\n"},
	} {
		c := candidate(t, report, file)
		var message, input string
		if len(c.UndefinedBehaviour) > 0 {
			message, input = c.UndefinedBehaviour[0].Message, c.UndefinedBehaviour[0].Input.Whole
		}
		if message != want.message || input != want.input || len(c.UndefinedBehaviour) > 1 {
			t.Errorf("%s: %+v, want %q %q", file, c.UndefinedBehaviour, want.message, want.input)
		}
		if c.Verdict != check.Agrees && c.Verdict != check.Trusted {
			t.Errorf("%s: %s %q", file, c.Verdict, c.Message)
		}
	}
	var table strings.Builder
	if err := export.Table(&table, report); err != nil {
		t.Fatal(err)
	}
	stdout := table.String()
	for _, want := range []string{
		"\nindex.cpp:10: index out of bounds on this input\n  input:\n    1\n    7\n  sanitizer: the standard library requires n < size()\n",
		"\noverflow.c:8: signed integer overflow on this input\n  input:\n    1\n    0\n  sanitizer: 0 - -2147483648 cannot be represented in type 'int'\n",
		"; sanitizers on ",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in\n%s", want, stdout)
		}
	}
	if n := strings.Count(stdout, "index.cpp:10"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, stdout)
	}
}

// TestSchemaCommands: check finds mistakes and samples that do not fit, sample prints inputs, help explains.
func TestSchemaCommands(t *testing.T) {
	dir, _ := folder(t, filepath.Join(problemsDir, "coupon"))
	if stdout, _, status := execre(t, "schema", "check", dir); status != 0 || !strings.Contains(stdout, "is fine") {
		t.Errorf("exit %d: %s", status, stdout)
	}
	if stdout, _, status := execre(t, "schema", "sample", "--inputs", "4", dir); status != 0 || strings.Count(stdout, "\n") != 4 {
		t.Errorf("exit %d: %q", status, stdout)
	}
	if stdout, _, status := execre(t, "schema", "help"); status != 0 || !strings.Contains(stdout, "CONSTRAINTS") {
		t.Errorf("exit %d: %q", status, stdout)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("samples/1.in", "700 3\n")
	if stdout, _, status := execre(t, "schema", "check", dir); status != exitUsage || !strings.Contains(stdout, "samples/1.in") {
		t.Errorf("a sample that does not fit: exit %d: %s", status, stdout)
	}
	write("input.schema", "T n\n---\n0 <= T <= 100\n0 <= m <= 10\n")
	if stdout, _, status := execre(t, "schema", "check", dir); status != exitUsage || !strings.Contains(stdout, "input.schema:4:6: ") {
		t.Errorf("a mistake: exit %d: %s", status, stdout)
	}
}
