package workspace

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"execre/analysis/checker"
)

var update = flag.Bool("update", false, "write what Load gives into testdata")

// golden is the part of an archive that says what Load gives.
const golden = "=> problem"

func TestLoad(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) { check(t, archive) })
	}
}

// check loads the folder that the archive describes and compares the dump with its last part. A part named
// "a -> b" is a symbolic link.
func check(t *testing.T, archive string) {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "problem")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	want := ""
	files := slices.DeleteFunc(slices.Clone(a.Files), func(f txtar.File) bool { return f.Name == golden })
	for _, f := range a.Files {
		if f.Name == golden {
			want = string(f.Data)
		}
	}
	for _, f := range files {
		if link, target, ok := strings.Cut(f.Name, " -> "); ok {
			symlink(t, strings.ReplaceAll(target, "DIR", dir), filepath.Join(dir, link))
		} else {
			write(t, dir, f.Name, string(f.Data))
		}
	}
	got := dump(dir)
	if again := dump(dir); again != got {
		t.Errorf("the second Load gives something else:\n%s", cmp.Diff(got, again))
	}
	if *update {
		a.Files = append(files, txtar.File{Name: golden, Data: []byte(got)})
		if err := os.WriteFile(archive, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got; -update accepts it):\n%s", strings.TrimSpace(string(a.Comment)), diff)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

// folderWith makes a problem folder out of names and texts.
func folderWith(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "problem")
	for name, text := range files {
		write(t, dir, name, text)
	}
	return dir
}

// dump writes a Problem for people; what has its default is left out.
func dump(dir string) string {
	p, err := Load(dir)
	if err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), dir, "DIR") + "\n"
	}
	var b strings.Builder
	say := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	for _, f := range p.Files {
		line := fmt.Sprintf("file %s: %s %s", f.Path, f.Language, f.Role)
		if f.ByName {
			line += ", by name"
		}
		if f.Folder != "" {
			line += ", folder " + f.Folder
		}
		if f.Standing != "" {
			line += ", judged " + string(f.Standing)
		}
		if f.DuplicateOf != "" {
			line += ", copy of " + f.DuplicateOf
		}
		say("%s", line)
		for _, name := range slices.Sorted(maps.Keys(f.Parts)) {
			say("  part %s: %d bytes", name, len(f.Parts[name]))
		}
	}
	if call := p.Call(); call != nil {
		line := fmt.Sprintf("call %q of %q", call.Name, call.Parameters)
		if call.Returns {
			line += ", which returns a value"
		}
		say("%s", line)
	}
	for _, s := range p.Samples {
		line := fmt.Sprintf("%s (%s): %q -> %q", s.Name, s.File, s.Input, s.Output)
		if s.Judged {
			line += ", judged"
		}
		say("%s", line)
	}
	for _, o := range p.Objections {
		what := "no valid input"
		if o.Several {
			what = "several answers"
		}
		say("%s (%s): %q", what, o.File, o.Input)
	}
	if p.SchemaFile != "" {
		say("schema %s: usable %t", p.SchemaFile, p.Schema != nil)
	}
	s := p.Settings
	if s.TimeLimit != defaultTimeLimit {
		say("time limit %v", s.TimeLimit)
	}
	if s.MemoryLimit != defaultMemoryLimit {
		say("memory limit %d", s.MemoryLimit)
	}
	if s.Inputs != defaultInputs {
		say("inputs %d", s.Inputs)
	}
	if s.Threshold != nil {
		say("threshold %v", s.Threshold)
	}
	if s.Reference != "" {
		say("reference %s", s.Reference)
	}
	if s.Checker != (checker.Checker{}) {
		say("checker %v", s.Checker)
	}
	if s.CheckerFrom != "" && s.Checker == (checker.Checker{}) {
		say("checker tokens, by name")
	}
	if s.Program.File != "" {
		say("checker program %s %s %q", s.Program.File, s.Program.Style, s.Program.Args)
	}
	if p.Interactive != "" {
		say("interactive, says %s", p.Interactive)
	}
	for _, lang := range slices.Sorted(maps.Keys(s.Languages)) {
		say("%s: compile %q run %q", lang, s.Languages[lang].Compile, s.Languages[lang].Run)
	}
	for _, m := range p.Mistakes {
		kind, place := "mistake", m.File
		if m.Warning {
			kind = "warning"
		}
		if m.Pos.Line > 0 {
			place += fmt.Sprintf(":%d:%d+%d", m.Pos.Line, m.Pos.Column, m.Length)
		}
		if m.File == schemaFile {
			m.Code, m.Message = "schema-…", "…" // package schema tests its own words
		}
		say("%s %s %s: %s", kind, place, m.Code, m.Message)
	}
	return b.String()
}

// archives gives the parsed archives of testdata, whose files seed the fuzz targets.
func archives(tb testing.TB) []*txtar.Archive {
	tb.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	var all []*txtar.Archive
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, a)
	}
	return all
}
