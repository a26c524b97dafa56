package schema

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// eachSchema visits all schemas of testdata that can be read.
func eachSchema(t *testing.T, visit func(t *testing.T, src []byte, s *Schema)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if s, _ := Parse(f.Data); s != nil && strings.HasSuffix(f.Name, ".schema") {
				t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+f.Name, func(t *testing.T) { visit(t, f.Data, s) })
			}
		}
	}
}

// meaning is what a schema says, whatever its names are, in which order it says it and how often.
func meaning(s *Schema) string {
	names := map[*Var]string{}
	var walkNodes func(nodes []Node)
	n := 0
	name := func(v *Var, kind string) {
		if names[v] == "" {
			n++
			names[v] = fmt.Sprintf("%s%d", kind, n)
		}
	}
	walkNodes = func(nodes []Node) {
		for _, node := range nodes {
			switch node := node.(type) {
			case *Field:
				name(node.Var, "v")
			case *Repeat:
				for _, v := range refs(node.Count) {
					name(v, "n")
				}
				if node.Nulls != nil {
					name(node.Nulls, "nulls")
				}
				if node.Index != nil {
					name(node.Index, "index")
				}
				walkNodes(node.Body)
			case *OneOf:
				name(node.Kind, "kind")
				for _, a := range node.Alternatives {
					walkNodes(a.Body)
				}
			}
		}
	}
	walkNodes(s.Layout)
	for _, v := range s.Vars {
		if v.Domain.Length != nil {
			names[v.Domain.Length] = "|" + names[v] + "|"
		}
	}
	old := map[*Var]string{}
	for _, v := range s.Vars {
		old[v] = v.Name
	}
	for v, name := range names {
		v.Name = name
	}
	lines := strings.Split(dump(s), "\n")
	for v, name := range old {
		v.Name = name
	}
	for i, line := range lines {
		lines[i] = positions.ReplaceAllString(line, "")
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// What is written in the form it was read from means the same.
func TestWrittenAgain(t *testing.T) {
	eachSchema(t, func(t *testing.T, src []byte, s *Schema) {
		var text string
		var lost []string
		var err error
		if strings.HasPrefix(string(src), "{") {
			var out []byte
			out, lost, err = JSON(s)
			text = string(out)
		} else {
			text, lost, err = Text(s)
		}
		if err != nil || len(lost) > 0 {
			t.Fatalf("lost %q, error %v", lost, err)
		}
		again, mistakes := Parse([]byte(text))
		if len(mistakes) > 0 {
			t.Errorf("%s\nhas mistakes: %s", text, dumpMistakes(mistakes))
		}
		if d := cmp.Diff(meaning(s), meaning(again)); d != "" {
			t.Errorf("%s\nis written as\n%s\nwhich differs (-want +got):\n%s", src, text, d)
		}
		if formatted := Format([]byte(text)); text[0] != '{' && string(formatted) != text {
			t.Errorf("%q is formatted to %q", text, formatted)
		}
	})
}

// What a form cannot say is named with its line, and what is written allows more; where that cannot be, it is refused.
func TestLost(t *testing.T) {
	hidden := `{"parameters": {"k": {"type": "Variable", "data_type": "int", "range": [3, 5]},
"x": {"type": "Variable", "data_type": "int", "range": ["2 - $k", "$k"]},
"yes": {"type": "Variable", "data_type": "bool"},
"a": {"type": "List", "range": RANGE, "split": SPLIT, "data_type": {"type": "Variable", "data_type": "int", "range": [0, 9]}}},
"input_format": "stdin", "output_order": [{"name": "x", "separator": " "}, {"name": "yes", "separator": "\n"}, {"name": "a", "separator": "\n"}]}`
	with := func(count, split string) string {
		return strings.NewReplacer("RANGE", count, "SPLIT", split).Replace(hidden)
	}
	for _, c := range []struct{ name, src, want, lost, refused string }{
		{
			"a hidden value", with("3", `" "`), "x yes\na_1 ... a_3\n---\n0 <= a_i <= 9\nyes in {false, true}\n-3 <= x <= 5\n",
			`line 2: 2-k <= x, a part of "x in [2 - $k, $k]", is left out; line 2: x <= k, a part of "x in [2 - $k, $k]", is left out`, "",
		},
		{
			"a hidden length", with(`"$k"`, `" "`),
			"x yes\na_1 ... a_k\n---\n3 <= k <= 5\n2 - k <= x <= k\n0 <= a_i <= 9\nyes in {false, true}\nk is not printed\n", "", "",
		},
		{
			"a hidden length in the middle", strings.Replace(with(`"$k"`, `" "`), `"\n"}, {"name": "a", "separator": "\n"`, `" "}, {"name": "a", "separator": " "`, 1),
			"x yes a_1 ... a_k\n---\n3 <= k <= 5\n2 - k <= x <= k\n0 <= a_i <= 9\nyes in {false, true}\nk is not printed\n", "", "",
		},
		{"a comma", with("3", `","`), "", "", "line 4: a list within a line consists of values with blanks or nothing between them"},
		{
			"only a part", "N max_w\n---\n1 <= N <= 5\n0 <= max_w <= 10 - max_w % 3\n", "",
			`line 4: max_w <= 10-(max_w%3), a part of "0 <= max_w <= 10 - max_w % 3", is left out`, "",
		},
		{"a pattern of anything", "S\n---\nS matches a.*\n|S| <= 5\n", "", "", "line 1: the characters of S are too many to list"},
		{"alternatives", "one of:\n  1 x\n  2\n---\n0 <= x <= 1\n", "", "", "line 1: lines of several kinds (one of:) have no JSON form"},
		{"decimals", "x y\n---\nx is real with 1 decimals\n0 <= x <= 5\n0 <= y <= 9\n", "", "line 1: x has 2 decimals instead of 1", ""},
	} {
		s := mustParse(t, c.src)
		var text string
		var lost []string
		var err error
		if c.src[0] == '{' {
			text, lost, err = Text(s)
		} else {
			var out []byte
			out, lost, err = JSON(s)
			text = string(out)
		}
		if got := strings.Join(lost, "; "); got != c.lost {
			t.Errorf("%s: lost %q, want %q", c.name, got, c.lost)
		}
		if c.want != "" && text != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, text, c.want)
		}
		if (err == nil) != (c.refused == "") || err != nil && !strings.HasPrefix(err.Error(), c.refused) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.refused)
		}
	}
}

// FuzzConvert holds that whatever can be read can be written, or is refused with the reason.
func FuzzConvert(f *testing.F) {
	seeds(f, false)
	seeds(f, true)
	f.Fuzz(func(t *testing.T, src []byte) {
		s, _ := Parse(src)
		if s == nil {
			return
		}
		if text, _, err := Text(s); err == nil {
			again, mistakes := Parse([]byte(text))
			if again == nil {
				t.Fatalf("%q is written as\n%s\n%s", src, text, dumpMistakes(mistakes))
			}
		}
		if text, _, err := JSON(s); err == nil {
			again, mistakes := Parse(text)
			if again == nil {
				t.Fatalf("%q is written as\n%s\n%s", src, text, dumpMistakes(mistakes))
			}
		}
	})
}
