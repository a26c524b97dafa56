package statement

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"execre/analysis/schema"
)

// problems calls check for every problem of testdata: its name, its statement and the other files by ending.
func problems(t testing.TB, check func(name, text string, want map[string]string)) {
	t.Helper()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, file := range archive.Files {
			name, ok := strings.CutSuffix(file.Name, ".md")
			if !ok {
				continue
			}
			want := map[string]string{}
			for _, more := range archive.Files[i+1:] {
				ending, ok := strings.CutPrefix(more.Name, name+".")
				if !ok {
					break
				}
				want[ending] = string(more.Data)
			}
			check(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, string(file.Data), want)
		}
	}
}

// TestProblems holds that layout and bounds of the real problems in testdata are read right.
func TestProblems(t *testing.T) {
	problems(t, func(name, text string, want map[string]string) {
		t.Run(name, func(t *testing.T) {
			s := Parse(text)
			if d := cmp.Diff(want, dump(s, want)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			for _, n := range s.Notes {
				t.Logf("note %d: %s", n.Line, n.Text)
			}
		})
	})
}

// dump prints the parts of s that want has.
func dump(s *Statement, want map[string]string) map[string]string {
	got := map[string]string{}
	for ending := range want {
		var sb strings.Builder
		switch ending {
		case "layout":
			if len(s.Layouts) > 0 {
				sb.WriteString(s.Layouts[0].Text)
			}
		case "constraints":
			for _, c := range s.Constraints {
				fmt.Fprintln(&sb, c.Text)
			}
		case "notes":
			for _, n := range s.Notes {
				fmt.Fprintf(&sb, "%d: %s\n", n.Line, n.Text)
			}
		case "function":
			if s.Function != nil {
				sb.WriteString(dumpFunction(s.Function))
			}
		}
		got[ending] = sb.String()
	}
	return got
}

func dumpFunction(f *Function) string {
	var sb strings.Builder
	var parameters []string
	for _, p := range f.Parameters {
		parameters = append(parameters, p.Name+" "+p.Type)
	}
	name := f.Name
	if name == "" {
		name = "?"
	}
	fmt.Fprintf(&sb, "%s(%s) %s\n", name, strings.Join(parameters, ", "), f.Returns)
	for _, e := range f.Examples {
		var arguments []string
		for _, p := range f.Parameters {
			arguments = append(arguments, p.Name+" = "+e.Arguments[p.Name])
		}
		fmt.Fprintf(&sb, "%s -> %s\n", strings.Join(arguments, ", "), e.Output)
	}
	return sb.String()
}

// TestSchemaReads holds that what is read of the problems is what the schema language says.
func TestSchemaReads(t *testing.T) {
	problems(t, func(name, text string, _ map[string]string) {
		s := Parse(text)
		if s.Function != nil {
			return
		}
		source := s.Layouts[0].Text + "---\n"
		for _, c := range s.Constraints {
			source += c.Text + "\n"
		}
		_, mistakes := schema.Parse([]byte(source))
		for _, m := range mistakes {
			if !m.Warning {
				t.Errorf("%s: %d:%d %s in\n%s", name, m.Pos.Line, m.Pos.Column, m.Message, source)
			}
		}
	})
}

// TestSamples holds that every sample of the archives is found.
func TestSamples(t *testing.T) {
	problems(t, func(name, text string, want map[string]string) {
		s := Parse(text)
		if strings.Contains(strings.ToLower(text), "example") || strings.Contains(strings.ToLower(text), "sample input") {
			if s.Function == nil && len(s.Samples) != 1 {
				t.Errorf("%s: %d samples", name, len(s.Samples))
			}
		}
		for _, sample := range s.Samples {
			if !strings.HasSuffix(sample.Input, "\n") || !strings.HasSuffix(sample.Output, "\n") ||
				strings.Contains(sample.Input, "```") || slices.Contains(strings.Split(sample.Input, "\n"), "") && !strings.HasSuffix(sample.Input, "\n") {
				t.Errorf("%s: sample %q %q", name, sample.Input, sample.Output)
			}
		}
	})
}
