package schema

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func TestFormat(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"all": {
			"\n  T   \n  repeat  T:\n\t N   M\n\n\t A_1  A_2 ... A_N\n\t one  of:\n\t\t 1  x\n\t\t \"a  b\"   y\n\n-----\n\n\n1<=T,N   <=   5   # small\n\n\n" +
				"1  ≤x<y≤ 10^5\n   # alone\nS matches  [a-z]+  # ok\nc in {.,  #}\n(u,  v) is a  tree on 1..N\ngcd(a,b)=1\n\n",
			"T\nrepeat T:\n  N M\n\n  A_1 A_2 ... A_N\n  one of:\n    1 x\n    \"a  b\" y\n---\n1 <= T,N <= 5 # small\n\n" +
				"1 ≤ x < y ≤ 10^5\n# alone\nS matches  [a-z]+  # ok\nc in {.,  #}\n(u, v) is a tree on 1..N\ngcd(a,b) = 1\n",
		},
		"mistakes stay": {"N\n---\n1 <= <= \\foo   N\n", "N\n---\n1 <= <= \\foo   N\n"},
		"unlike those above": {
			"T\nrepeat T:\n    N  M\n  x\n---\n1<=T\n",
			"T\nrepeat T:\n    N  M\n  x\n---\n1 <= T\n",
		},
		"no rule":           {"N   M\n1 <= N\n", "N   M\n1 <= N\n"},
		"json":              {`{"a":[1,2],"b":{}}`, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}\n"},
		"not json":          {`{"a":[1,`, `{"a":[1,`},
		"CRLF and a mark":   {"\uFEFFN\r\n---\r\n1<=N\r\n", "N\n---\n1 <= N\n"},
		"nothing to change": {"N\n---\n1 <= N\n", "N\n---\n1 <= N\n"},
	} {
		if got := string(Format([]byte(c.src))); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// What is formatted means what it meant, mistakes and all, and is formatted already.
func TestFormatKeepsTheMeaning(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	n := 0
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".schema") {
				n++
				checkFormat(t, f.Data)
			}
		}
	}
	if n < 80 {
		t.Errorf("only %d schemas were found", n)
	}
}

var positions = regexp.MustCompile(`(?m)^\d+:\d+ `)

func checkFormat(t testing.TB, src []byte) {
	t.Helper()
	formatted := Format(src)
	if again := Format(formatted); string(again) != string(formatted) {
		t.Errorf("formatted twice:\n%q\nis first\n%q\nthen\n%q", src, formatted, again)
	}
	before, _ := Parse(src)
	after, mistakes := Parse(formatted)
	if (before == nil) != (after == nil) {
		t.Errorf("%q is formatted to\n%q, which differs in being right: %s", src, formatted, dumpMistakes(mistakes))
		return
	}
	if before == nil {
		return
	}
	x, y := positions.ReplaceAllString(dump(before), ""), positions.ReplaceAllString(dump(after), "")
	if x != y {
		t.Errorf("%q is formatted to\n%q, which means\n%s\ninstead of\n%s", src, formatted, y, x)
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("N  M\nrepeat N:\n\tA_1 ... A_M\n---\n1<=N\nS matches a  b # c\n\"")
	f.Add("{\"a\": 1}")
	f.Fuzz(func(t *testing.T, src string) { checkFormat(t, []byte(src)) })
}
