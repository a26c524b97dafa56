package infer_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"execre/analysis/generate"
	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/analysis/statement"
)

var update = flag.Bool("update", false, "write what is got into the archives")

// show prints guesses for people: the first one whole, the layouts of the others.
func show(guesses []infer.Guess, err error) string {
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	var sb strings.Builder
	for i, g := range guesses {
		if i == 0 {
			fmt.Fprintf(&sb, "%.1f\n%s", g.Sure, g.Text)
			continue
		}
		layout, _, _ := strings.Cut(g.Text, "\n---\n")
		fmt.Fprintf(&sb, "or %.1f: %s\n", g.Sure, strings.ReplaceAll(layout, "\n", " / "))
	}
	return sb.String()
}

// cases groups the files of an archive by their folder, in the order of the archive.
func cases(a *txtar.Archive) (names []string, files map[string][]txtar.File) {
	files = map[string][]txtar.File{}
	for _, f := range a.Files {
		name := path.Dir(f.Name)
		if files[name] == nil {
			names = append(names, name)
		}
		files[name] = append(files[name], f)
	}
	return names, files
}

func TestSamplesAlone(t *testing.T) {
	const file = "testdata/samples.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	names, files := cases(archive)
	if len(names) < 25 {
		t.Errorf("%d formats", len(names))
	}
	var out []txtar.File
	for _, name := range names {
		var samples []string
		want := ""
		for _, f := range files[name] {
			if path.Base(f.Name) == "want" {
				want = string(f.Data)
				continue
			}
			out = append(out, f)
			samples = append(samples, string(f.Data))
		}
		guesses, err := infer.Infer(infer.Evidence{Samples: samples})
		got := show(guesses, err)
		out = append(out, txtar.File{Name: name + "/want", Data: []byte(got)})
		if got != want && !*update {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
		promised(t, name, guesses, samples)
	}
	if *update {
		archive.Files = out
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// promised checks what holds of all guesses: that they can be read and used, that the samples are inputs, and that what is
// loosened is a format of the samples too.
func promised(t *testing.T, name string, guesses []infer.Guess, samples []string) {
	t.Helper()
	texts := map[string]bool{}
	for _, g := range guesses {
		texts[g.Text] = true
		for _, l := range g.Loosen {
			texts[l.Text] = true
			if lines := strings.Split(g.Text, "\n"); l.Line < 1 || l.Line > len(lines) || l.What == "" {
				t.Errorf("%s: loosening %+v has no line", name, l)
			}
		}
		if g.Sure <= 0 || g.Sure >= 1 {
			t.Errorf("%s: Sure = %v", name, g.Sure)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		s, mistakes := schema.Parse([]byte(text))
		if s == nil || len(mistakes) > 0 {
			t.Errorf("%s: %v\n%s", name, mistakes, text)
			continue
		}
		g, mistakes := generate.New(s)
		if g == nil {
			t.Errorf("%s: %v\n%s", name, mistakes, text)
			continue
		}
		for i, sample := range samples {
			if _, err := g.Parse(sample); err != nil {
				t.Errorf("%s: sample %d: %v\n%s", name, i+1, err, text)
			}
		}
	}
}

// TestConstantCount holds that what one sample alone shows to be so long is said, and never sure enough to be used.
func TestConstantCount(t *testing.T) {
	for name, c := range map[string]struct {
		samples          []string
		constant, usable bool // some guess has such a count; some guess is usable
	}{
		"lines of one sample":            {[]string{"10 12\n71 72\n50 61\n"}, true, false},
		"scalars of one sample":          {[]string{"42\n17\n70\n55\n29\n31\n"}, true, false},
		"a line of one sample":           {[]string{"10 20 30 41 52 63 74 85 96\n"}, true, false},
		"lines of several samples":       {[]string{"10 12\n71 72\n50 61\n", "70 80\n15 11\n90 41\n"}, false, true},
		"a count that the input has":     {[]string{"3\n10 20\n30 40\n50 60\n"}, false, true},
		"lines up to a line that is 0 0": {[]string{"10 20\n30 40\n50 60\n0 0\n"}, false, true},
	} {
		guesses, err := infer.Infer(infer.Evidence{Samples: c.samples})
		if err != nil {
			t.Fatal(err)
		}
		if guesses[0].ConstantCount() {
			t.Errorf("%s: the first guess has a constant count\n%s", name, guesses[0].Text)
		}
		if c.constant != slices.ContainsFunc(guesses, infer.Guess.ConstantCount) && (c.constant || len(c.samples) > 1) {
			t.Errorf("%s: want a guess with a constant count: %v\n%s", name, c.constant, show(guesses, nil))
		}
		usable := infer.Usable(guesses)
		if len(usable) > 0 != c.usable || slices.ContainsFunc(usable, infer.Guess.ConstantCount) {
			t.Errorf("%s: %d guesses are usable\n%s", name, len(usable), show(guesses, nil))
		}
	}
}

func TestStatements(t *testing.T) {
	const file = "testdata/statements.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	names, files := cases(archive)
	var out []txtar.File
	for _, name := range names {
		var e infer.Evidence
		want := ""
		for _, f := range files[name] {
			switch base := path.Base(f.Name); {
			case base == "want":
				want = string(f.Data)
				continue
			case base == "statement.md":
				e.Statement = statement.Parse(string(f.Data))
			default:
				e.Samples = append(e.Samples, string(f.Data))
			}
			out = append(out, f)
		}
		guesses, err := infer.Infer(e)
		got := show(guesses, err)
		if len(guesses) > 0 {
			for _, note := range guesses[0].Notes {
				got += "note: " + note + "\n"
			}
			for _, l := range guesses[0].Loosen {
				got += fmt.Sprintf("loosen line %d: %s\n", l.Line, l.What)
			}
		}
		out = append(out, txtar.File{Name: name + "/want", Data: []byte(got)})
		if got != want && !*update {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
		promised(t, name, guesses, e.Samples)
	}
	if *update {
		archive.Files = out
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNotesWithoutSamples: where there are no samples nothing is said of any, and a sample is called as its file is.
func TestNotesWithoutSamples(t *testing.T) {
	function := "Given an array of integers nums, return its sum.\n\n```python\nclass Solution:\n    def total(self, nums: List[int]) -> int:\n```\n"
	for name, text := range map[string]string{
		"stdin":    "Input\n\nThe first line contains two integers N and M. Each of the next M lines contains two integers u and v.\n",
		"function": function,
	} {
		st := statement.Parse(text)
		e := infer.Evidence{Statement: st}
		if name == "function" {
			e.Function = &statement.Function{Name: "total", Parameters: []statement.Parameter{{Name: "nums", Type: "int[]"}}}
		}
		guesses, err := infer.Infer(e)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		notes := strings.Join(guesses[0].Notes, " ")
		if strings.Contains(notes, "what the samples have") || strings.Contains(notes, "from the examples") || !strings.Contains(notes, "there are no ") {
			t.Errorf("%s: %s", name, notes)
		}
	}
	guesses, err := infer.Infer(infer.Evidence{Samples: []string{"3\n1 5 2\n", " ", "2\n7 9\n"}, Names: []string{"sample a.in", "sample b.in", "sample c.in"}})
	if err != nil || !slices.Contains(guesses[0].Notes, "sample b.in was not looked at: it is empty.") {
		t.Errorf("%v %v", guesses[0].Notes, err)
	}
}
