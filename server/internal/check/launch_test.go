package check_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"execre/server/internal/check"
	"execre/server/internal/workspace"
)

// load reads a problem whose files have these texts.
func load(t *testing.T, dir, group string, files map[string]string) *workspace.Problem {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := workspace.Load(workspace.GroupPath(dir, group))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFindLaunch: the commands are those of execre.toml, and what they make is put beside the results, where its folder is.
func TestFindLaunch(t *testing.T) {
	dir := t.TempDir()
	p := load(t, dir, "", map[string]string{
		"a.py": "print(input())\n", "candidates/b.cpp": "int main() {}\n", "old.py": "", "gen.py": "print(1)\n",
		"execre.toml": "memory_limit = \"64MiB\"\n[roles]\n\"old.py\" = \"ignore\"\n[languages.cpp]\n" +
			"compile = [\"g++\", \"-DX\", \"{src}\", \"-o\", \"{out}\"]\nrun = [\"env\", \"M={memory}\", \"{out}\"]\n",
	})
	out := filepath.Join(dir, ".execre", "debug", "candidates", "b.cpp.out")
	for _, debug := range []bool{false, true} {
		l, err := check.FindLaunch(t.Context(), p, "candidates/b.cpp", debug)
		if err != nil {
			t.Fatal(err)
		}
		build := []string{"-DX", filepath.Join(dir, "candidates", "b.cpp"), "-o", out}
		if debug {
			build = append(build, "-g", "-O0")
		}
		if l.Language != "cpp" || l.Folder != dir || l.Program != out || len(l.Build) == 0 || !slices.Equal(l.Build[1:], build) ||
			!slices.Equal(l.Run[1:], []string{"M=64", out}) || l.Interpreter != nil {
			t.Errorf("%+v, want the build %q", l, build)
		}
	}
	if info, err := os.Stat(filepath.Dir(out)); err != nil || !info.IsDir() {
		t.Errorf("there is no folder for it: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, ".execre", ".gitignore")); err != nil || string(text) != "*\n" {
		t.Errorf("%q, %v", text, err)
	}
	for _, file := range []string{"a.py", "gen.py"} {
		l, err := check.FindLaunch(t.Context(), p, file, true)
		source := filepath.Join(dir, file)
		if err != nil || l.Build != nil || l.Program != source || l.Language != "python" ||
			!slices.Equal(l.Run, append(slices.Clone(l.Interpreter), source)) || len(l.Interpreter) != 1 {
			t.Errorf("%+v, %v", l, err)
		}
	}
	for _, file := range []string{"old.py", "c.py", "../a.py", ""} {
		if _, err := check.FindLaunch(t.Context(), p, file, true); err == nil || !strings.Contains(err.Error(), "is no program of") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestFindLaunchOfAGroup: problems that share a folder do not build over each other's programs.
func TestFindLaunchOfAGroup(t *testing.T) {
	dir := t.TempDir()
	p := load(t, dir, "b", map[string]string{
		"A.c": "int main(void) {}\n", "A1.in": "1\n", "A1.out": "1\n", "B.c": "int main(void) {}\n", "B1.in": "1\n", "B1.out": "1\n",
	})
	l, err := check.FindLaunch(t.Context(), p, "B.c", false)
	if want := filepath.Join(dir, ".execre", "problems", "b", "debug", "B.c.out"); err != nil || l.Program != want {
		t.Errorf("%+v, %v, want %s", l, err, want)
	}
	if _, err := check.FindLaunch(t.Context(), p, "A.c", false); err == nil {
		t.Error("the program of another problem is found")
	}
}

// TestFindLaunchOfAFunction: only a check knows how to call it; a program beside it runs by itself.
func TestFindLaunchOfAFunction(t *testing.T) {
	p := load(t, t.TempDir(), "", map[string]string{
		"a.py": "class Solution:\n    def twice(self, n: int) -> int:\n        return 2 * n\n", "brute.py": "import sys\nprint(2 * int(sys.stdin.read()))\n",
		"a.cpp": "class Solution {\npublic:\n  int twice(int n) { return 2 * n; }\n};\n",
		"input.schema": `{"input_format": "function_args", "parameters": {"n": {"type": "Variable", "data_type": "int", "range": [0, 9]}},
 "output_order": [{"name": "n"}]}`,
	})
	if p.Call() == nil {
		t.Fatalf("no function: %v", p.Mistakes)
	}
	for _, file := range []string{"a.py", "a.cpp"} {
		if _, err := check.FindLaunch(t.Context(), p, file, true); err == nil || !strings.Contains(err.Error(), file+" has no main") {
			t.Errorf("%s: %v", file, err)
		}
	}
	if l, err := check.FindLaunch(t.Context(), p, "brute.py", true); err != nil || len(l.Run) != 2 {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestFindLaunchWithoutATool: what is missing is said in a sentence that says what to do.
func TestFindLaunchWithoutATool(t *testing.T) {
	p := load(t, t.TempDir(), "", map[string]string{
		"a.lua": "print(1)\n", "a.py": "print(1)\n", "execre.toml": "[languages.lua]\nrun = [\"no-such-lua\", \"{src}\"]\n",
	})
	_, err := check.FindLaunch(t.Context(), p, "a.lua", false)
	if err == nil || !strings.HasPrefix(err.Error(), "[languages.lua] run in execre.toml names \"no-such-lua\"") {
		t.Errorf("%v", err)
	}
}
