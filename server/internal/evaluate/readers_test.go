package evaluate

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"execre/runner"
	"execre/server/internal/workspace"
)

// pickles of one string, as Python 3.11's pickle.dumps writes it, by protocol.
var pickles = map[string]string{
	"protocol 1": "580500000068c3a96c6c71002e",
	"protocol 2": "8002580500000068c3a96c6c71002e",
	"protocol 4": "80049509000000000000008c0568c3a96c6c942e",
	"protocol 5": "80059509000000000000008c0568c3a96c6c942e",
	"long put":   "8002580500000068c3a96c6c72000100002e",
	"text put":   "580500000068c3a96c6c70300a2e",
	"unframed":   "80048d050000000000000068c3a96c6c95020000000000000094" + "2e",
}

func TestUnpickle(t *testing.T) {
	for name, text := range pickles {
		data, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := unpickle(data); err != nil || got != "héll" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		for n := range data {
			if got, err := unpickle(data[:n]); err == nil {
				t.Errorf("%s cut at %d gives %q", name, n, got)
			}
		}
	}
	for name, test := range map[string]struct{ pickle, want string }{
		"a call":      {"cos\nsystem\n(S'id'\ntR.", "instruction 0x63 at byte 0"},
		"a global":    {"\x80\x04\x8c\x02os\x8c\x06system\x93.", "more than one string"},
		"a list":      {"\x80\x02]q\x00.", "instruction 0x5d"},
		"nothing":     {"\x80\x02.", "no string"},
		"more":        {"\x80\x02X\x01\x00\x00\x00aq\x00.cos\n", "something follows"},
		"long string": {"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xffa.", "cut off"},
	} {
		if _, err := unpickle([]byte(test.pickle)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// packed is how LiveCodeBench stores private tests.
func packed(t testing.TB, text string) string {
	t.Helper()
	var pickle, out bytes.Buffer
	fmt.Fprintf(&pickle, "\x80\x04X%c%c%c%c%s\x94.", len(text)&255, len(text)>>8&255, len(text)>>16&255, len(text)>>24, text)
	z := zlib.NewWriter(&out)
	if _, err := z.Write(pickle.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

func lcbLine(t testing.TB, fields map[string]any) string {
	t.Helper()
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

func TestLiveCodeBench(t *testing.T) {
	problems := lcbLine(t, map[string]any{"question_id": "nobody's", "public_test_cases": "garbage"}) +
		lcbLine(t, map[string]any{
			"question_id": "abc1_a", "platform": "atcoder", "question_content": "Print A+B.\n\nInput\n\nA B\n\n1 <= A, B <= 9\n", "starter_code": "",
			"public_test_cases":  `[{"input": "1 2\n", "output": "3\n", "testtype": "stdin"}]`,
			"private_test_cases": packed(t, `[{"input": "4 5\n", "output": "9\n", "testtype": "stdin"}]`), "metadata": "{}",
		}) +
		lcbLine(t, map[string]any{
			"question_id": "2999", "platform": "leetcode", "question_content": "Example 1:\n\nInput: nums = [1,2]\nOutput: 3\n",
			"starter_code":       "class Solution:\n    def total(self, nums: List[int]) -> int:\n        ",
			"public_test_cases":  `[{"input": "[1, 2]", "output": "3", "testtype": "functional"}]`,
			"private_test_cases": `[{"input": "[5]", "output": "5", "testtype": "functional"}]`, "metadata": `{"func_name": "total"}`,
		})
	codes := `[{"question_id": "abc1_a", "code_list": ["print(sum(map(int, input().split())))", "print(0)"], "graded_list": [true, false]},
	           {"question_id": "2999", "code_list": ["class Solution:\n    def total(self, nums):\n        return sum(nums)"]}]`
	got, err := readLiveCodeBench("codes.json", []byte(codes), "test.jsonl", strings.NewReader(problems))
	if err != nil {
		t.Fatal(err)
	}
	sortProblems(got)
	if len(got) != 2 || got[0].Name != "2999" || got[1].Source != "livecodebench/atcoder" {
		t.Fatalf("%+v", got)
	}
	function, stdin := got[0], got[1]
	if c := stdin.Candidates; c[0].Label != Accepted || c[1].Label != Rejected || function.Candidates[0].Label != labelUnknown {
		t.Errorf("labels %+v", c)
	}
	if stdin.Limits != (runner.Limits{CPU: 6 * time.Second, Memory: 4 * runner.GiB}) || !stdin.Comparison.Decimal || stdin.Call != nil {
		t.Errorf("%+v %+v", stdin.Limits, stdin.Comparison)
	}
	if stdin.Format != "inferred" || function.Format != "inferred" {
		t.Errorf("formats %s %s: %q %q", stdin.Format, function.Format, stdin.Notes, function.Notes)
	}
	if diff := cmp.Diff([]Test{{Name: "private test 1", Input: "4 5\n", Output: "9\n"}}, stdin.Tests); diff != "" {
		t.Error(diff)
	}
	if source := string(stdin.Candidates[0].Source); !strings.HasPrefix(source, "from string import *\n") ||
		!strings.Contains(source, "import json\nsys.setrecursionlimit(50000)\n\nprint(sum") {
		t.Errorf("the preamble is not there: %s", source)
	}
	if c := function.Call; c == nil || c.Name != "total" || len(c.Parameters) != 1 || function.Comparison.Decimal {
		t.Errorf("call %+v", c)
	}
}

func TestLiveCodeBenchMistakes(t *testing.T) {
	good := lcbLine(t, map[string]any{
		"question_id": "q", "public_test_cases": `[{"input": "1", "output": "1", "testtype": "stdin"}]`, "private_test_cases": "[]", "metadata": "{}",
	})
	codes := `[{"question_id": "q", "code_list": ["pass"]}]`
	for _, test := range []struct{ name, codes, problems, want string }{
		{"no array", `{"question_id": "q"}`, good, "codes.json:1: the value is to be an array"},
		{"broken array", "[\n{]", good, "codes.json:2: invalid character"},
		{"no id", `[{"code_list": ["pass"]}]`, good, "codes.json: record 1 has no question_id"},
		{"no codes", `[{"question_id": "q"}]`, good, "record 1 (question q) has no code_list"},
		{"grades", `[{"question_id": "q", "code_list": ["pass"], "graded_list": [true, false]}]`, good, "graded_list has 2 entries, code_list 1"},
		{"twice", `[{"question_id": "q", "code_list": ["pass"]}, {"question_id": "q", "code_list": ["pass"]}]`, good, "was there before"},
		{"no problem", `[{"question_id": "z", "code_list": ["pass"]}]`, good, "test.jsonl has no question z"},
		{"broken line", codes, good[:20] + "\n", "test.jsonl:1: "},
		{"not base64", codes, strings.Replace(good, `"[]"`, `"?"`, 1), "test.jsonl:1: question q: private_test_cases is neither"},
		{"not zlib", codes, strings.Replace(good, `"[]"`, `"AAAA"`, 1), "question q: private_test_cases: zlib"},
		{"testtype", codes, strings.Replace(good, "stdin", "telepathy", 1), `public test 1 has the testtype "telepathy"`},
		{"no name", codes, strings.Replace(good, "stdin", "functional", 1), "metadata has no func_name"},
	} {
		_, err := readLiveCodeBench("codes.json", []byte(test.codes), "test.jsonl", strings.NewReader(test.problems))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

const humanEvalLine = `{"task_id": "Test/0", "prompt": "from typing import List\n\n\ndef total(xs: List[int], by: int) -> int:\n    \"\"\" Sum.\n    >>> total([1, 2], 1)\n    3\n    >>> total([], 2)\n    0\n    >>> total(range(3), 1)\n    3\n    \"\"\"\n", "entry_point": "total", "canonical_solution": "    return by * sum(xs)\n", "test": "def check(candidate):\n    assert candidate([4], 2) == 8\n"}` + "\n"

func TestHumanEval(t *testing.T) {
	completions := `{"task_id": "Test/0", "completion": "    return sum(xs) * by\n"}

{"task_id": "Test/0", "completion": "    return sum(xs)\n", "passed": false}
{"task_id": "Test/0", "completion": "    return sum(xs) * by   \n"}
`
	got, err := readHumanEval("samples.jsonl", strings.NewReader(completions), "HumanEval.jsonl", strings.NewReader(humanEvalLine))
	if err != nil {
		t.Fatal(err)
	}
	p := got[0]
	if len(got) != 1 || p.Name != "Test/0" || len(p.Candidates) != 4 || p.Limits.CPU != 3*time.Second {
		t.Fatalf("%+v", got)
	}
	want := []Test{
		{Name: "example 1", Input: "[1,2]\n1\n", Output: "3\n"}, {Name: "example 2", Input: "[]\n2\n", Output: "0\n"},
	}
	if diff := cmp.Diff(want, p.Samples); diff != "" {
		t.Error(diff)
	}
	c := p.Candidates
	if c[0].Label != labelUnknown || c[1].Label != Rejected || c[2].DuplicateOf != c[0].Name || c[3].Label != Accepted || c[3].Multiplicity != 0 {
		t.Errorf("%+v", c)
	}
	if p.Format != "inferred" || p.Call == nil || p.Call.Name != "total" || fmt.Sprint(p.Call.Parameters) != "[xs by]" {
		t.Errorf("format %s, call %+v, %q", p.Format, p.Call, p.Notes)
	}
	if !strings.HasSuffix(p.TestCode, "\ncheck(total)\n") {
		t.Errorf("test code %q", p.TestCode)
	}
}

func TestHumanEvalMistakes(t *testing.T) {
	for _, test := range []struct{ name, completions, problems, want string }{
		{"no completion", `{"task_id": "Test/0"}`, humanEvalLine, "samples.jsonl:1: no completion"},
		{"no id", "\n\n" + `{"completion": ""}`, humanEvalLine, "samples.jsonl:3: no task_id"},
		{"unknown", `{"task_id": "Test/9", "completion": ""}`, humanEvalLine, `HumanEval.jsonl has no task "Test/9"`},
		{"wrong type", `{"task_id": "Test/0", "completion": 3}`, humanEvalLine, "samples.jsonl:1: completion is to be a string and not a number"},
		{"broken", `{"task_id": `, humanEvalLine, "samples.jsonl:1: unexpected EOF"},
		{"no test", "", strings.Replace(humanEvalLine, `"test":`, `"tests":`, 1), "HumanEval.jsonl:1: no test"},
		{"twice", "", humanEvalLine + humanEvalLine, "HumanEval.jsonl:2: task Test/0 was there before"},
	} {
		_, err := readHumanEval("samples.jsonl", strings.NewReader(test.completions), "HumanEval.jsonl", strings.NewReader(test.problems))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestPythonValues(t *testing.T) {
	for text, want := range map[string]string{
		`1`: `1`, `-2.5`: `-2.5`, `[1, 2, ]`: `[1,2]`, `(1, 'a')`: `[1,"a"]`, `None`: `null`, `[True, False]`: `[true,false]`,
		`'it\'s'`: `"it's"`, `"a\nb"`: `"a\nb"`, `[]`: `[]`, `[[1], []]`: `[[1],[]]`,
		`01`: "", `{1: 2}`: "", `[1, 2`: "", `f(x)`: "", `'\x41'`: "", `1 2`: "", `1,`: "",
	} {
		values, rest, err := pythonValues(text, 0)
		got := strings.Join(values, " ")
		if err != nil || rest != "" {
			got = ""
		}
		if got != want {
			t.Errorf("%s gives %q, want %q (%v)", text, got, want, err)
		}
	}
}

func TestDecimalLines(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"1.0 2\n", "1 2.00", true},
		{" yes \n no\n\n", "yes\nno", true},
		{"50000000000000000", "50000000000000001", false},
		{"1e2", "100", true},
		{"1 x", "1.0 x", false}, // a line of which not every word is a number is a text
		{"a  b", "a b", false},
		{"1\n2", "1 2", false},
		{"+.5", "1/2", false},
	} {
		if got := decimalLines(test.a) == decimalLines(test.b); got != test.same {
			t.Errorf("%q and %q: %v", test.a, test.b, got)
		}
	}
}

func TestFolders(t *testing.T) {
	got, err := Read("testdata/small", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].Name != "kattis/guess" || got[1].Name != "sums/largest" || got[2].Name != "sums/total" || got[2].Source != "sums" {
		t.Fatalf("%+v", got)
	}
	type line struct {
		Name, DuplicateOf string
		Label             Label
		Multiplicity      int
	}
	lines := func(p Problem) (out []line) {
		for _, c := range p.Candidates {
			out = append(out, line{c.Name, c.DuplicateOf, c.Label, c.Multiplicity})
		}
		return out
	}
	want := []line{
		{"candidates/absolute.py", "", WrongAnswer, 3},
		{"candidates/copy.py", "", Accepted, 1},
		{"candidates/loop.py", "", Accepted, 1},
		{"candidates/never_negative.py", "", "", 1},
		{"candidates/plain.py", "candidates/copy.py", Accepted, 2},
		{"candidates/two_at_least.py", "", "", 1},
		{"oracle/oracle.py", "", "", 0},
	}
	if diff := cmp.Diff(want, lines(got[2])); diff != "" {
		t.Error(diff)
	}
	if p := got[2]; len(p.Samples) != 1 || len(p.Tests) != 2 || p.Tests[0].Name != "tests/1.in" || p.Format != "given" {
		t.Errorf("%d samples, tests %+v, format %s", len(p.Samples), p.Tests, p.Format)
	}
	kattis := got[0]
	want = []line{
		{"submissions/accepted/first.py", "", Accepted, 1},
		{"submissions/accepted/half.py", "", Accepted, 1},
		{"submissions/run_time_error/divides.py", "", RunTimeError, 1},
		{"submissions/wrong_answer/odd_only.py", "", WrongAnswer, 1},
	}
	if diff := cmp.Diff(want, lines(kattis)); diff != "" {
		t.Error(diff)
	}
	if c := kattis.Comparison.Program; c == nil || c.File.Path != "output_validators/pair/pair.py" || c.Use.Style != workspace.StyleKattis {
		t.Errorf("checker %+v", c)
	}
	if kattis.Limits != (runner.Limits{CPU: 3 * time.Second, Memory: 512 * runner.MiB}) || len(kattis.Tests) != 1 || len(kattis.Samples) != 1 {
		t.Errorf("limits %+v, %d tests, %d samples", kattis.Limits, len(kattis.Tests), len(kattis.Samples))
	}
}

func TestFolderMistakes(t *testing.T) {
	for _, test := range []struct{ file, text, want string }{
		{"labels.json", `{"z.py": "accepted"}`, `labels.json names "z.py", which is no candidate`},
		{"labels.json", `{"a.py": "fine"}`, `labels.json: a.py: "fine" is no label: write one of accepted, wrong_answer`},
		{"labels.json", "{\n\"a.py\": }", "labels.json:2: invalid character"},
		{"labels.json", `["a.py"]`, "labels.json:1: the value is to be an object and not an array"},
		{"multiplicity.json", `{"a.py": 1.5}`, "multiplicity.json: a.py: 1.5 is no number of copies"},
		{"multiplicity.json", `{"a.py": 0}`, "p: no candidates"},
		{"labels.json", `{"a.py": "accepted", "a.py": "wrong_answer"}`, `labels.json names "a.py" twice`},
		{"multiplicity.json", `{"a.py": 1, "a.py": 2}`, `multiplicity.json names "a.py" twice`},
		{"labels.json", `{"a.py": "accepted", "candidates/a.py": "wrong_answer"}`, "wrong_answer and accepted of candidates/a.py"},
		{"labels.json", `{"a.py": {"a.py": "accepted"}}`, "labels.json:1: the value is to be a string and not an object"},
		{"labels.json", "", "labels.json:1: "},
		{"tests/1.in", "1\n", "tests/1.in has no answer: add tests/1.ans"},
		{"labels.json", "{}", "a.py has no label and there are no tests"},
	} {
		dir := filepath.Join(t.TempDir(), "p")
		files := map[string]string{"candidates/a.py": "print(input())\n", "labels.json": `{"a.py": "accepted"}`, test.file: test.text}
		put(t, dir, files)
		if _, err := Read(dir, ""); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v", test.file, test.text, err)
		}
	}
	if _, err := Read(t.TempDir(), ""); err == nil || !strings.Contains(err.Error(), "holds no problem") {
		t.Error(err)
	}
}

// put writes files below a folder.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestContradictions: people are told of one program with two labels.
func TestContradictions(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"candidates/a.py": "print(1)\n", "candidates/b.py": "print(1)  # the same\n", "candidates/c.py": "print(2)\n",
		"labels.json": `{"a.py": "accepted", "b.py": "wrong_answer", "c.py": "rejected"}`,
	})
	problems, err := Read(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	want := "candidates/a.py and candidates/b.py are the same program, and the labels say accepted and wrong_answer"
	if !slices.Contains(problems[0].Notes, want) {
		t.Errorf("notes %q", problems[0].Notes)
	}
}

// TestKeyHoldsWhatIsExecuted: a data set that was moved has its records still; another text of anything that is executed
// has none, and neither has another test.
func TestKeyHoldsWhatIsExecuted(t *testing.T) {
	files := map[string]string{
		"set/p/candidates/a.cpp": "#include \"../sum.h\"\n", "set/p/sum.h": "int sum();", "set/p/labels.json": `{"a.cpp": "accepted"}`,
		"set/p/samples/1.in": "1\n", "set/p/samples/1.ans": "1\n", "set/p/tests/1.in": "2\n", "set/p/tests/1.ans": "2\n",
		"set/p/statement.md": "Print N.\n", "set/p/input.schema": "N\n---\n1 <= N <= 9\n",
	}
	cfg := config(nil)
	key := func(change func(map[string]string), below string) (name, key string) {
		t.Helper()
		dir := t.TempDir()
		these := maps.Clone(files)
		change(these)
		put(t, dir, these)
		problems, err := Read(filepath.Join(dir, below), "")
		if err != nil {
			t.Fatal(err)
		}
		return problems[0].Source, problems[0].key(cfg)
	}
	_, want := key(func(map[string]string) {}, "set")
	for name, change := range map[string]func(map[string]string){
		"moved": func(f map[string]string) {
			for name, text := range files {
				delete(f, name)
				f["moved/"+strings.Replace(name, "set/", "other/", 1)] = text
			}
		},
		"a statement beside the format": func(f map[string]string) { f["set/p/statement.md"] += "Please.\n" },
	} {
		below := map[string]string{"moved": "moved/other"}[name]
		if below == "" {
			below = "set"
		}
		if _, got := key(change, below); got != want {
			t.Errorf("%s: the key is another one", name)
		}
	}
	if source, got := key(func(map[string]string) {}, "."); got != want || source != "set" {
		t.Errorf("read from above: source %s, key %s and not %s", source, got, want)
	}
	for _, file := range []string{"candidates/a.cpp", "sum.h", "samples/1.in", "tests/1.ans", "input.schema"} {
		_, got := key(func(f map[string]string) { f["set/p/"+file] = strings.ReplaceAll(f["set/p/"+file], "1", "3") + "\n" }, "set")
		if got == want {
			t.Errorf("another %s has the same key", file)
		}
	}
}

func FuzzUnpickle(f *testing.F) {
	for _, text := range pickles {
		data, _ := hex.DecodeString(text)
		f.Add(data)
	}
	f.Add([]byte("cos\nsystem\n(S'id'\ntR."))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := unpickle(data)
		if err == nil && !bytes.Contains(data, []byte(text)) {
			t.Errorf("%q is not in the pickle", text)
		}
	})
}

func FuzzLiveCodeBench(f *testing.F) {
	line := lcbLine(f, map[string]any{
		"question_id": "q", "question_content": "Input\n\nN\n", "public_test_cases": `[{"input": "1", "output": "1", "testtype": "stdin"}]`,
		"private_test_cases": packed(f, "[]"), "metadata": `{"func_name": "f"}`,
	})
	f.Add(`[{"question_id": "q", "code_list": ["pass"], "graded_list": [true]}]`, line)
	f.Add(`[{"question_id": "q", "code_list": ["pass"]}]`, strings.ReplaceAll(line, "stdin", "functional"))
	f.Fuzz(func(t *testing.T, codes, problems string) {
		got, err := readLiveCodeBench("c", []byte(codes), "p", strings.NewReader(problems))
		for _, p := range got {
			if err == nil && len(p.Candidates) == 0 {
				t.Errorf("%+v", p)
			}
		}
	})
}

func FuzzHumanEval(f *testing.F) {
	f.Add(`{"task_id": "Test/0", "completion": "    return sum(xs) * by\n"}`, humanEvalLine)
	f.Fuzz(func(t *testing.T, completions, problems string) {
		got, err := readHumanEval("c", strings.NewReader(completions), "p", strings.NewReader(problems))
		for _, p := range got {
			for _, s := range p.Samples {
				for value := range strings.Lines(s.Input + s.Output) {
					if !json.Valid([]byte(value)) {
						t.Errorf("%q is no JSON, %v", value, err)
					}
				}
			}
		}
	})
}

func FuzzRecord(f *testing.F) {
	r := record([]Label{Accepted, WrongAnswer}, []int{0, 1}, []int{-1, 2})
	r.Samples = []Row{r.Rows[0]}
	r.project()
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadRecord("x", bytes.NewReader(data))
		if err != nil {
			return
		}
		judge(r, drawPools(r, 1, []int{1, 2}, 2), Rules(0.5), 1) // what is read is fit for use
		var again bytes.Buffer
		if err := r.Write(&again); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadRecord("x", &again); err != nil {
			t.Error(err)
		}
	})
}

func FuzzLabels(f *testing.F) {
	f.Add(`{"a": "accepted"}`)
	f.Fuzz(func(t *testing.T, labels string) {
		var into map[string]string
		_ = decode("labels.json", 1, []byte(labels), &into)
		_ = repeatedKey([]byte(labels))
		_, _ = parseLabel(labels)
	})
}

func TestRecordRoundTrip(t *testing.T) {
	p := sums(t, "a", mixed)
	r, err := execute(t.Context(), &p, config(&programs{}), newClock(nil, config(nil)))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	got, err := ReadRecord("x", &text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, got); diff != "" {
		t.Error(diff)
	}
	var cells strings.Builder
	if err := r.writeCells(&cells); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(cells.String(), "\n"); lines != 1+7*61 {
		t.Errorf("%d lines of CSV", lines)
	}
}

func TestReadRecordMistakes(t *testing.T) {
	r := record([]Label{Accepted}, []int{0})
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	whole := text.String()
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "not complete"},
		{"cut", strings.Join(strings.SplitAfter(whole, "\n")[:2], ""), "not complete"},
		{"version", strings.Replace(whole, `"version":2`, `"version":9`, 1), "x:1: version 9"},
		{"no header", strings.Join(strings.SplitAfter(whole, "\n")[1:], ""), "x:1: a record begins with the problem"},
		{"width", strings.Replace(whole, `"answers":[0]`, `"answers":[0,0]`, 1), "x:2: a row of another width"},
		{"answer", strings.Replace(whole, `"answers":[0]`, `"answers":[7]`, 1), "x:2: a row of another width than there are programs, or"},
		{"count", strings.Replace(whole, `"rows":1`, `"rows":3`, 1), "x:3: 0 samples and 1 rows, where"},
		{"more", whole + whole, "x:4: something follows the end"},
		{"unknown field", strings.Replace(whole, `"record":"row"`, `"record":"row","z":1`, 1), `x:2: json: unknown field "z"`},
	} {
		if _, err := ReadRecord("x", io.Reader(strings.NewReader(test.text))); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
