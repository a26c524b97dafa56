package workspace

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

// TestInferred: a problem without input.schema has the format that its samples and its statement show, if that is sure
// enough.
func TestInferred(t *testing.T) {
	program := map[string]string{"a.py": "print()\n"}
	tests := map[string]struct {
		files  map[string]string
		layout string // of the first guess; "" if there is none
		usable bool
	}{
		"samples": {
			map[string]string{"1.in": "3\n5 1 5\n", "1.out": "1\n", "2.in": "2\n7 9\n", "2.out": "1\n"},
			"N\nA_1 A_2 ... A_N", true,
		},
		"statement.md":   {map[string]string{"statement.md": "Input\nThe first line contains n (1 <= n <= 9).\n"}, "n", true},
		"statement.txt":  {map[string]string{"statement.txt": "Input\nThe first line contains n (1 <= n <= 9).\n"}, "n", true},
		"nothing":        {map[string]string{}, "", false},
		"unsure samples": {map[string]string{"1.in": "2\n2 2\n2 2\n2 2\n2 2\n", "1.out": "1\n"}, "x_1 y_1", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for file, text := range program {
				test.files[file] = text
			}
			p, err := Load(folderWith(t, test.files))
			if err != nil {
				t.Fatal(err)
			}
			if p.SchemaFile != "" || (p.Usable > 0) != test.usable || (p.Schema != nil) != test.usable {
				t.Errorf("SchemaFile %q, Usable %d, Schema %v, Mistakes %v", p.SchemaFile, p.Usable, p.Schema, p.Mistakes)
			}
			if test.layout == "" {
				if len(p.Inferred) > 0 || p.InferenceError == nil {
					t.Errorf("%+v, %v", p.Inferred, p.InferenceError)
				}
				return
			}
			if len(p.Inferred) == 0 {
				t.Fatalf("nothing was inferred: %v", p.InferenceError)
			}
			if got := p.Inferred[0]; test.usable && (!strings.HasPrefix(got.Text, test.layout+"\n---\n") || p.Schema != got.Schema) {
				t.Errorf("%s", got.Text)
			}
		})
	}
}

// TestWrittenFormatIsNotInferred: what a person wrote is the format, and a mistake in it is theirs to mend.
func TestWrittenFormatIsNotInferred(t *testing.T) {
	for name, text := range map[string]string{"right": "N\n---\n1 <= N <= 9\n", "wrong": "N\n---\n1 <=\n"} {
		p, err := Load(folderWith(t, map[string]string{"a.py": "print()\n", "1.in": "3\n", "1.out": "1\n", "input.schema": text}))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Inferred) > 0 || p.Usable > 0 || (p.Schema != nil) != (name == "right") {
			t.Errorf("%s: %+v %v", name, p.Inferred, p.Schema)
		}
	}
}

// TestEvidence: samples and statement are read of a folder that has no programs yet.
func TestEvidence(t *testing.T) {
	e, err := Evidence(folderWith(t, map[string]string{"tests/1.in": "3\n", "tests/1.out": "1\n", "statement.md": "Input\n"}))
	if err != nil || len(e.Samples) != 1 || e.Samples[0] != "3\n" || e.Statement == nil {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := Evidence(t.TempDir() + "/none"); err == nil {
		t.Error("a folder that is not there gives evidence")
	}
}

// TestGuess: what is written into input.schema says how sure it is, is the format that was guessed, and names the lines
// that can be loosened.
func TestGuess(t *testing.T) {
	dir := folderWith(t, map[string]string{"1.in": "5\n1 2\n1 3\n3 4\n3 5\n", "1.out": "1\n", "2.in": "2\n2 1\n", "2.out": "1\n"})
	guess, err := Guess(dir)
	if err != nil {
		t.Fatal(err)
	}
	layout, constraints, _ := strings.Cut(guess.Text, "\n---\n")
	if layout != "N\nu_1 v_1\n:\nu_{N-1} v_{N-1}" ||
		!strings.HasPrefix(constraints, "# This format is guessed, with a probability of 60 % to be right: compare it with the statement.\n"+
			"# All samples have this, so it is taken to be so always: (u, v) is a tree.\n") {
		t.Errorf("%s", guess.Text)
	}
	lines := strings.Split(guess.Text, "\n")
	for _, line := range lines {
		if len([]rune(line)) > 101 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
	s, mistakes := schema.Parse([]byte(guess.Text))
	if s == nil || len(mistakes) > 0 || guess.Schema == nil {
		t.Errorf("%v", mistakes)
	}
	if len(guess.Loosen) == 0 {
		t.Fatal("nothing can be loosened")
	}
	for _, l := range guess.Loosen {
		if s, mistakes := schema.Parse([]byte(l.Text)); s == nil || len(mistakes) > 0 || !strings.Contains(l.Text, "# This format is guessed") {
			t.Errorf("%v\n%s", mistakes, l.Text)
		}
		if strings.Contains(l.What, "tree") && !strings.Contains(lines[l.Line-1], "is a tree") {
			t.Errorf("%q is not in line %d:\n%s", l.What, l.Line, guess.Text)
		}
	}
	if _, err := Guess(t.TempDir()); err == nil || !strings.Contains(err.Error(), "nothing is known of the input") {
		t.Errorf("of an empty folder: %v", err)
	}
}

// TestGuessOfAFunction: the JSON form has no comments, and is written as it is.
func TestGuessOfAFunction(t *testing.T) {
	guess, err := Guess(folderWith(t, map[string]string{"1.in": "[2,7]\n9\n", "1.out": "1\n", "statement.md": "**Example 1:**\n\n" +
		"Input: nums = [2,7,11,15], target = 9\nOutput: [0,1]\n\n**Constraints:**\n\n- 2 <= nums.length <= 10^4\n"}))
	if err != nil {
		t.Fatal(err)
	}
	if s, mistakes := schema.Parse([]byte(guess.Text)); s == nil || s.Style != schema.FunctionArgs || strings.Contains(guess.Text, "#") {
		t.Errorf("%v\n%s", mistakes, guess.Text)
	}
}

// TestWriteSchema: a file that is there stays as it is.
func TestWriteSchema(t *testing.T) {
	name := filepath.Join(t.TempDir(), "input.schema")
	if err := WriteSchema(name, "N\n"); err != nil {
		t.Fatal(err)
	}
	if err := WriteSchema(name, "M\n"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("written twice: %v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "N\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestCountByChance: that there are always as many lines as in the one sample is no format to make inputs of, whatever the
// lines look like; two samples that have as many, or a statement that says so, are another matter.
func TestCountByChance(t *testing.T) {
	const six = "2 3\n1 5\n2 6\n1 7\n9 9\n3 1\n"
	for name, test := range map[string]struct {
		files  map[string]string
		unused bool
	}{
		"pairs":       {map[string]string{"1.in": six}, true},
		"one column":  {map[string]string{"1.in": "8\n1\n9\n4\n9\n2\n5\n"}, true},
		"texts":       {map[string]string{"1.in": "ab cd\nba dc\naa cc\ncc ab\nda bb\n"}, true},
		"two samples": {map[string]string{"1.in": six, "2.in": "4 1\n9 9\n2 1\n3 5\n1 1\n8 2\n", "2.out": "1\n"}, false},
		"a count":     {map[string]string{"1.in": "3\n5 1\n2 2\n9 4\n"}, false},
		"a statement": {map[string]string{
			"1.in": six, "statement.md": "## Input\n\nInput is given in the following format:\n\n```\nx_1 y_1\n:\nx_6 y_6\n```\n\n## Constraints\n\n- $1 \\le x_i, y_i \\le 9$\n",
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			test.files["a.py"], test.files["1.out"] = "print()\n", "1\n"
			p, err := Load(folderWith(t, test.files))
			if err != nil {
				t.Fatal(err)
			}
			if used := p.Usable > 0 && p.Schema != nil; used == test.unused {
				t.Errorf("%d usable: %+v %v", p.Usable, p.Inferred, p.InferenceError)
			}
		})
	}
}

// TestNextGuess: where the first guess is wrong, whatever is wrong with it, one after it is right, and is what the file
// gets when those before are given up.
func TestNextGuess(t *testing.T) {
	const array = "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 1000\n"
	const records = "N Q\nl_1 r_1\n:\nl_Q r_Q\n---\n1 <= N, Q <= 1000\n1 <= l_i, r_i <= N\n"
	for name, test := range map[string]struct{ sample, format string }{
		"indices":              {"9\n2 3 1 1 3 2 2 2 1\n", array + "1 <= A_i <= N\n"},
		"from 0 on":            {"4\n0 1 0 1\n", array + "0 <= A_i < N\n"},
		"a range":              {"5 2\n1 3\n2 5\n", records + "l_i <= r_i\n"},
		"distinct":             {"3\n4 9 2\n", array + "1 <= A_i <= 1000\nA is distinct\n"},
		"sorted":               {"3\n1 4 6\n", array + "1 <= A_i <= 1000\nA is sorted\n"},
		"a permutation":        {"2\n2 1\n", array + "A is a permutation of 1..N\n"},
		"the greater first":    {"17 3\n", "A B\n---\n1 <= B <= A <= 1000\n"},
		"even":                 {"4\n2 8 4 6\n", array + "1 <= A_i <= 1000\nA_i is even\n"},
		"digits":               {"4\n7 3 5 1\n", array + "1 <= A_i <= 9\n"},
		"two letters":          {"abba\n", "S\n---\nS matches [ab]+\n1 <= |S| <= 1000\n"},
		"at least three":       {"3\n4 4 9\n", array + "3 <= N\n1 <= A_i <= 1000\n"},
		"a record of a length": {"2\n3\nabc\n2\nxy\n", "T\nrepeat T:\n  N\n  S\n---\n1 <= T <= 1000\n2 <= N <= 1000\nS matches [a-z]+\n|S| = N\n"},
		"a list, and numbers":  {"2\n1 5\n3 4\n", "N\nA_1 ... A_N\nK X\n---\n1 <= N, A_i, K, X <= 1000\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folderWith(t, map[string]string{"a.py": "print()\n", "1.in": test.sample, "1.out": "1\n"})
			p, err := Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			s, mistakes := schema.Parse([]byte(test.format))
			right, _ := generate.New(s)
			if right == nil {
				t.Fatal(mistakes)
			}
			rejected := map[string]string{}
			for i, guess := range p.Inferred[:p.Usable] {
				if next, err := GuessAfter(dir, Tried{Rejected: rejected}); err != nil || !strings.HasSuffix(next.Text, constraintsOf(guess.Text)) {
					t.Errorf("guess %d is %s\nnot %s (%v)", i+1, next.Text, guess.Text, err)
				}
				if isOf(t, right, guess.Schema) {
					if i == 0 {
						t.Errorf("the first guess is right: it is no case of this test")
					}
					return
				}
				rejected[guess.Text] = "wrong"
			}
			for _, guess := range p.Inferred {
				t.Logf("%.1f\n%s", guess.Sure, guess.Text)
			}
			t.Error("no guess is right")
		})
	}
}

func constraintsOf(text string) string {
	_, constraints, _ := strings.Cut(text, "---\n")
	return constraints
}

// isOf says whether inputs of a format are inputs of another one.
func isOf(t *testing.T, right *generate.Generator, s *schema.Schema) bool {
	t.Helper()
	g, mistakes := generate.New(s)
	if g == nil {
		t.Fatal(mistakes)
	}
	for seed := range uint64(60) {
		in, err := g.Random(rand.New(rand.NewPCG(seed, 1)), float64(1+seed%3)/4)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := right.Parse(in.Text); err != nil {
			return false
		}
	}
	return true
}
