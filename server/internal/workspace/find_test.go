package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	for name, c := range map[string]struct {
		files []string // in the folder; a text after "=" is what is in them
		file  string
		roots []string // relative; nil: the folder itself
		none  bool     // no roots at all
		want  string   // relative; "-": no problem
	}{
		"schema beside it":            {files: []string{"p/a.py", "p/input.schema"}, file: "p/a.py", want: "p"},
		"settings beside it":          {files: []string{"p/a.py", "p/execre.toml"}, file: "p/a.py", want: "p"},
		"statement beside it":         {files: []string{"p/a.py", "p/statement.md"}, file: "p/a.py", want: "p"},
		"samples beside it":           {files: []string{"p/a.py", "p/1.in"}, file: "p/a.py", want: "p"},
		"a brute force":               {files: []string{"p/a.py", "p/brute.py"}, file: "p/a.py", want: "p"},
		"bare sources":                {files: []string{"p/a.py", "p/b.py"}, file: "p/a.py", want: "-"},
		"a schema without programs":   {files: []string{"p/input.schema"}, file: "p/input.schema", want: "-"},
		"the root itself":             {files: []string{"a.py", "input.schema"}, file: "a.py", want: "."},
		"candidates":                  {files: []string{"p/candidates/a.py", "p/candidates/brute.py", "p/input.schema"}, file: "p/candidates/a.py", want: "p"},
		"a folder named candidates":   {files: []string{"candidates/a.py", "candidates/brute.py"}, file: "candidates/a.py", want: "candidates"},
		"a sample":                    {files: []string{"p/a.py", "p/samples/1.in"}, file: "p/samples/1.in", want: "p"},
		"a Kattis sample":             {files: []string{"p/a.py", "p/data/sample/1.in"}, file: "p/data/sample/1.in", want: "p"},
		"a secret test":               {files: []string{"p/submissions/accepted/a.py", "p/data/secret/g/1.in"}, file: "p/data/secret/g/1.in", want: "p"},
		"an output validator":         {files: []string{"p/submissions/accepted/a.py"}, file: "p/output_validators/v/checker.py", want: "p"},
		"the output validator":        {files: []string{"p/submissions/accepted/a.py"}, file: "p/output_validator/main.py", want: "p"},
		"an input validator":          {files: []string{"p/submissions/accepted/a.py"}, file: "p/input_validators/v.py", none: true, want: "p"},
		"a submission":                {files: []string{"p/submissions/accepted/a.py"}, file: "p/submissions/accepted/a.py", want: "p"},
		"a note further below":        {files: []string{"p/a.py", "p/input.schema", "p/notes/x/y.txt"}, file: "p/notes/x/y.txt", want: "p"},
		"the nearest":                 {files: []string{"a.py", "input.schema", "p/b.py", "p/input.schema"}, file: "p/b.py", want: "p"},
		"above the roots":             {files: []string{"a.py", "input.schema", "p/b.py"}, file: "p/b.py", roots: []string{"p"}, want: "-"},
		"outside of the roots":        {files: []string{"a.py", "input.schema", "p/b.py"}, file: "a.py", roots: []string{"p"}, want: "-"},
		"no roots":                    {files: []string{"p/a.py", "p/input.schema"}, file: "p/a.py", none: true, want: "p"},
		"no roots, problem above":     {files: []string{"p/a.py", "p/input.schema", "p/x/b.py"}, file: "p/x/b.py", none: true, want: "-"},
		"no roots, candidates":        {files: []string{"p/candidates/a.py", "p/input.schema"}, file: "p/candidates/a.py", none: true, want: "p"},
		"programs where settings say": {files: []string{"p/sols/a.py", "p/execre.toml=candidates = [\"sols/*.py\"]\n"}, file: "p/sols/a.py", want: "p"},
		"a part of a candidate":       {files: []string{"p/candidates/c/src/a.py", "p/candidates/c/checker.py", "p/input.schema"}, file: "p/candidates/c/src/a.py", want: "p"},
		"a part of a submission":      {files: []string{"p/submissions/accepted/c/src/a.py"}, file: "p/submissions/accepted/c/src/a.py", want: "p"},
		"only candidates of parts":    {files: []string{"p/candidates/c/main.py", "p/input.schema"}, file: "p/input.schema", want: "p"},
		"far below candidates":        {files: []string{"candidates/x/p/a.py", "candidates/x/p/input.schema"}, file: "candidates/x/p/a.py", want: "candidates/x/p"},
		"a file that is not there":    {files: []string{"p/a.py", "p/input.schema"}, file: "p/new.py", want: "p"},
		"a folder that is not there":  {files: []string{"p/a.py"}, file: "q/new.py", want: "-"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, file := range c.files {
				path, text := file, "x"
				for i := range file {
					if file[i] == '=' {
						path, text = file[:i], file[i+1:]
						break
					}
				}
				path = filepath.Join(dir, filepath.FromSlash(path))
				if filepath.Base(path) == "execre.toml" && text == "x" {
					text = ""
				}
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			roots := []string{dir}
			if c.roots != nil {
				roots = nil
				for _, root := range c.roots {
					roots = append(roots, filepath.Join(dir, root))
				}
			}
			if c.none {
				roots = nil
			}
			got, ok := Find(filepath.Join(dir, filepath.FromSlash(c.file)), roots)
			want := ""
			if c.want != "-" {
				want = filepath.Join(dir, c.want)
			}
			if got != want || ok != (want != "") {
				t.Errorf("Find gives %q, %v, want %q", got, ok, want)
			}
		})
	}
}

// TestFindThroughALink: the folder is named as the editor names it, links included.
func TestFindThroughALink(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"real/a.py", "real/input.schema"} {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "real"), link); err != nil {
		t.Skip("no links here: ", err)
	}
	if got, ok := Find(filepath.Join(link, "a.py"), []string{link}); got != link || !ok {
		t.Errorf("Find gives %q, %v, want %q", got, ok, link)
	}
}

func TestIsProgramByName(t *testing.T) {
	for file, want := range map[string]bool{
		"/p/a.py": true, "/p/a.cpp": true, "brute.py": true, "gen.py": false, "slow_gen.py": false, "checker.cpp": false,
		"input.schema": false, "a.txt": false, "README.md": false, "a.kt": false, "a_test.go": false, "build.rs": false, "vite.config.ts": false,
		"a.d.ts": false, "__init__.py": false, "config.py": true,
	} {
		if got := IsProgram(file); got != want {
			t.Errorf("IsProgram(%q) = %v, want %v", file, got, want)
		}
	}
}
