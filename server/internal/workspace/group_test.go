package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contest is a folder as cph users have it: three problems, and what belongs to none.
func contest(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"A.cpp": "int main() {}\n", "A2.cpp": "int main() { return 0; }\n", "A_brute.py": "print()\n", "A1.in": "1\n", "A1.out": "1\n",
		"A.schema": "N\n---\n1 <= N <= 9\n",
		"B.py":     "print(2)\n", "B_check.py": "", "samples/B_1.in": "2\n", "samples/B_1.ans": "2\n", "B_gen.py": "print(1)\n",
		"C.py": "print(3)\n", ".cph/.C.py_123.prob": `{"name": "C", "srcPath": "/x/C.py", "timeLimit": 3000, "tests": [{"input": "3\n", "output": "3\n"}]}`,
		"scratch.py": "print()\n", "input.schema": "M\n", "execre.toml": "inputs = 7\n[verdicts]\n\"B.py\" = \"accepted\"\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestGroups: problems that share a folder are told apart by their stems and never mixed.
func TestGroups(t *testing.T) {
	dir := contest(t)
	if groups, err := groupsIn(dir); err != nil || !slices.Equal(groups, []string{"a", "b", "c"}) {
		t.Fatalf("groups %q, %v", groups, err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "holds several problems") || !strings.Contains(err.Error(), filepath.Join(dir, "A.cpp")) {
		t.Errorf("the folder as a whole: %v", err)
	}
	for _, c := range []struct {
		asked, name, files, samples, schema string
	}{
		{"A.cpp", "a", "A.cpp A2.cpp A_brute.py", "A1.in", "A.schema"},
		{"A2.cpp", "a", "A.cpp A2.cpp A_brute.py", "A1.in", "A.schema"},
		{"A", "a", "A.cpp A2.cpp A_brute.py", "A1.in", "A.schema"},
		{"B.py", "b", "B.py B_check.py B_gen.py", "samples/B_1.in", ""},
		{"c", "c", "C.py", ".cph/.C.py_123.prob", ""},
	} {
		problem, err := Resolve(filepath.Join(dir, c.asked))
		if err != nil {
			t.Errorf("%s: %v", c.asked, err)
			continue
		}
		p, err := Load(problem)
		if err != nil {
			t.Errorf("%s: %v", c.asked, err)
			continue
		}
		var files, samples []string
		for _, f := range p.Files {
			files = append(files, f.Path)
		}
		for _, s := range p.Samples {
			samples = append(samples, s.File)
		}
		if p.Dir != dir || p.Group != c.name || p.Name != filepath.Base(dir)+"/"+c.name || strings.Join(files, " ") != c.files ||
			strings.Join(samples, " ") != c.samples || p.SchemaFile != c.schema || p.Settings.Inputs != 7 {
			t.Errorf("%s: %+v with %q, %q", c.asked, p, files, samples)
		}
		for _, m := range p.Mistakes {
			if !m.Warning {
				t.Errorf("%s: %v", c.asked, m)
			}
		}
		if found, ok := Find(filepath.Join(dir, strings.Fields(c.files)[0]), []string{dir}); !ok || found != problem || !IsProblem(found) {
			t.Errorf("%s: found %q %v, want %q", c.asked, found, ok, problem)
		}
	}
	if found, ok := Find(filepath.Join(dir, "scratch.py"), []string{dir}); ok {
		t.Errorf("scratch.py belongs to %s", found)
	}
	if IsProblem(dir) || IsProblem(GroupPath(dir, "d")) {
		t.Error("the folder as a whole is no problem, nor is a stem that nothing has")
	}
	if _, err := Resolve(filepath.Join(dir, "scratch.py")); err == nil || !strings.Contains(err.Error(), "belongs to none of the problems") {
		t.Errorf("scratch.py: %v", err)
	}
	if problem, err := Resolve(filepath.Join(dir, "nothing")); err != nil || problem != filepath.Join(dir, "nothing") {
		t.Errorf("nothing: %q, %v", problem, err)
	}
}

// TestGroupKeeps: what a person answers about one of the problems in a folder is of that one.
func TestGroupKeeps(t *testing.T) {
	dir := contest(t)
	problem, err := Resolve(filepath.Join(dir, "B.py"))
	if err != nil {
		t.Fatal(err)
	}
	seven := "7\n"
	if files, err := (Judgement{Input: "5\n", Output: &seven}).Keep(problem); err != nil || files[1] != "samples/b_judged-1.in" {
		t.Errorf("kept %q, %v", files, err)
	}
	if files, err := (Judgement{Input: "6\n", Invalid: true}).Keep(problem); err != nil || files[0] != "samples/b_judged-2.invalid" {
		t.Errorf("kept %q, %v", files, err)
	}
	if files, err := AddSample(problem, "8\n", "9\n"); err != nil || files[1] != "samples/b_1.in" && files[1] != "samples/b_2.in" {
		t.Errorf("added %q, %v", files, err)
	}
	p, err := Load(problem)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Samples) != 3 || !p.Samples[2].Judged || len(p.Objections) != 1 {
		t.Errorf("samples %+v, objections %+v", p.Samples, p.Objections)
	}
	a, err := Resolve(filepath.Join(dir, "A.cpp"))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := Load(a); err != nil || len(p.Samples) != 1 || len(p.Objections) != 0 {
		t.Errorf("of the other problem: %+v, %v", p, err)
	}
}

// TestAlike: problems whose names differ in digits alone are not mixed, and tries of one problem are not taken for several.
func TestAlike(t *testing.T) {
	for files, several := range map[string]bool{
		"A1.py A1_1.in A2.py A2_1.in":      true,
		"A1.py A11.in A2.py A21.in":        true,
		"A1.py A1-1.in A2.py A2-1.in":      true,
		"A.py A2.py A1.in A2.in A21.in":    false,
		"A1.py A2.py A_1.in A_2.in":        false,
		"A1.py A2.py A1_1.in A1_2.in":      false,
		"try1.py try2.py 1.in 2.in":        false,
		"a1.py a2.py samples/1.in":         false,
		"two1.py two2.cpp two1_1.in a1.in": false,
	} {
		dir := t.TempDir()
		for _, name := range strings.Fields(files) {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("1\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if answer, ok := strings.CutSuffix(path, ".in"); ok {
				if err := os.WriteFile(answer+".out", []byte("1\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := Load(dir); (err != nil && strings.Contains(err.Error(), "digits alone")) != several {
			t.Errorf("%s: %v", files, err)
		}
	}
}

// TestSchemaOfAProgram: a format that is called like a program is that of the folder, if there is no input.schema.
func TestSchemaOfAProgram(t *testing.T) {
	for files, want := range map[string]string{
		"A.cpp A1.in A.schema":              "A.schema",
		"A.cpp A1.in A.schema input.schema": "input.schema",
		"A.cpp A1.in other.schema":          "",
	} {
		dir := t.TempDir()
		for _, name := range append(strings.Fields(files), "A1.out") {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("N\n---\n1 <= N <= 9\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if p, err := Load(dir); err != nil || p.SchemaFile != want {
			t.Errorf("%s: %+v, %v", files, p, err)
		}
	}
}
