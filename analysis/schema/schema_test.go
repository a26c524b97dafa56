package schema

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what the tests got into testdata")

// TestEveryCodeHasAnExample holds that the place of every kind of mistake is tested: in testdata, or in TestLimits.
func TestEveryCodeHasAnExample(t *testing.T) {
	read := func(pattern string) string {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		var sb strings.Builder
		for _, path := range paths {
			if text, err := os.ReadFile(path); err != nil {
				t.Fatal(err)
			} else if !strings.HasSuffix(path, "schema_test.go") {
				sb.Write(text)
			}
		}
		return sb.String()
	}
	examples := read("testdata/*.txtar") + read("*_test.go")
	codes := regexp.MustCompile(`"(schema-[a-z-]+)"`).FindAllStringSubmatch(read("[a-z]*.go"), -1)
	if len(codes) == 0 {
		t.Fatal("no codes found")
	}
	for _, code := range codes {
		if !strings.Contains(examples, " "+code[1]+": ") && !strings.Contains(examples, `"`+code[1]+`"}`) {
			t.Errorf("no test has a mistake %s", code[1])
		}
	}
}

// TestArchives reads every schema of testdata/*.txtar. In an archive a file NAME.schema is followed by NAME.model, the
// dump of what was read, or by NAME.mistakes, or both.
func TestArchives(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for _, f := range archive.Files {
			want[f.Name] = string(f.Data)
		}
		var files []txtar.File
		for _, f := range archive.Files {
			name, ok := strings.CutSuffix(f.Name, ".schema")
			if !ok {
				continue
			}
			s, mistakes := Parse(f.Data)
			files = append(files, f)
			if s != nil {
				files = append(files, txtar.File{Name: name + ".model", Data: []byte(dump(s))})
			}
			if len(mistakes) > 0 {
				files = append(files, txtar.File{Name: name + ".mistakes", Data: []byte(dumpMistakes(mistakes))})
			}
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) {
				model := ""
				if s != nil {
					model = dump(s)
				}
				if *update {
					return
				}
				if d := cmp.Diff(want[name+".model"], model); d != "" {
					t.Errorf("the model differs (-want +got):\n%s", d)
				}
				if d := cmp.Diff(want[name+".mistakes"], dumpMistakes(mistakes)); d != "" {
					t.Errorf("the mistakes differ (-want +got):\n%s", d)
				}
			})
		}
		if *update {
			archive.Files = files
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
