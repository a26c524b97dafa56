package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// doctor runs the command and reads its JSON.
func doctor(t *testing.T, args ...string) diagnosis {
	t.Helper()
	stdout, stderr, status := execre(t, append([]string{"doctor", "--format", "json"}, args...)...)
	if status != 0 || stderr != "" {
		t.Fatalf("exit %d: %s", status, stderr)
	}
	var d diagnosis
	if err := json.Unmarshal([]byte(stdout), &d); err != nil {
		t.Fatalf("%v\n%s", err, stdout)
	}
	return d
}

func languageNamed(t *testing.T, d diagnosis, name string) languageDiagnosis {
	t.Helper()
	for _, l := range d.Languages {
		if l.Language == name {
			return l
		}
	}
	t.Fatalf("%s is not among the languages: %+v", name, d.Languages)
	return languageDiagnosis{}
}

// TestDoctor: on a machine where programs can be checked, doctor says so, in both forms.
func TestDoctor(t *testing.T) {
	d := doctor(t)
	for _, name := range []string{"cpp", "python"} {
		l := languageNamed(t, d, name)
		if l.Problem != "" || !filepath.IsAbs(l.Path) || l.Version == "" || l.Engine == "" || l.Own {
			t.Errorf("%+v", l)
		}
	}
	for _, l := range d.Languages {
		if (l.Problem == "") != (l.Engine != "") {
			t.Errorf("it works and it does not: %+v", l)
		}
	}
	if d.Cores != runtime.NumCPU() || d.Execre != Version || !strings.HasPrefix(d.System, runtime.GOOS) {
		t.Errorf("%+v", d)
	}
	if d.Sandbox.Level == "" && len(d.Sandbox.Missing) == 0 {
		t.Error("nothing is said of the sandbox")
	}
	for _, c := range d.Caches {
		if c.Limit <= 0 || c.Name == "programs" && (c.Folder == "" || c.Bytes == 0) {
			t.Errorf("%+v", c)
		}
	}
	stdout, stderr, status := execre(t, "doctor")
	if status != 0 || stderr != "" {
		t.Fatalf("exit %d: %s", status, stderr)
	}
	cpp := languageNamed(t, d, "cpp")
	for _, part := range []string{"execre " + Version, "Languages\n", cpp.Path, cpp.Version, "Sandbox\n", "Caches\n", d.Caches[0].Folder} {
		if !strings.Contains(stdout, part) {
			t.Errorf("%q is not in\n%s", part, stdout)
		}
	}
}

// TestDoctorNamesWhatIsMissing: a machine without any compiler is no failure of ours.
func TestDoctorNamesWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CXX", "")
	d := doctor(t)
	if len(d.Languages) == 0 {
		t.Fatal("no languages")
	}
	for _, l := range d.Languages {
		if l.Engine != "" || !strings.Contains(l.Problem, "install ") {
			t.Errorf("%+v", l)
		}
	}
	stdout, _, _ := execre(t, "doctor")
	if !strings.Contains(stdout, "  cpp: no C++ compiler found: install ") {
		t.Errorf("what to install is not said:\n%s", stdout)
	}
}

// TestDoctorTriesOut: a compiler that tells its version and does nothing else does not work.
func TestDoctorTriesOut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\n[ \"$1\" = --version ] && echo 'g++ 1.0' && exit\necho 'cannot find crt1.o' >&2\nexit 1\n"
	compiler := filepath.Join(dir, "g++")
	if err := os.WriteFile(compiler, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", compiler)
	if l := languageNamed(t, doctor(t), "cpp"); l.Engine != "" || !strings.Contains(l.Problem, "cannot find crt1.o") {
		t.Errorf("%+v", l)
	}
}

// TestDoctorOfFolder: the commands of execre.toml are looked at, and its mistakes are said.
func TestDoctorOfFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return file
	}
	ruby := write("ruby", "#!/bin/sh\necho 'ruby 9'\n")
	write("execre.toml", "time_limt = 3\n[languages.ruby]\nrun = [\""+ruby+"\", \"{src}\"]\n"+
		"[languages.lua]\nrun = [\"no-such-lua\", \"{src}\"]\n")
	d := doctor(t, dir)
	if l := languageNamed(t, d, "lua"); l.Engine != "" || !strings.Contains(l.Problem, "no-such-lua") || !l.Own {
		t.Errorf("%+v", l)
	}
	if l := languageNamed(t, d, "ruby"); l.Path != ruby || l.Problem != "" || l.Engine != "spawn" || !l.Own {
		t.Errorf("%+v", l)
	}
	if len(d.Settings) != 1 || !strings.HasPrefix(d.Settings[0], "execre.toml:1:1: unknown key time_limt") {
		t.Errorf("settings: %q", d.Settings)
	}
	for _, gone := range []string{filepath.Join(dir, "nowhere"), ruby} {
		if stdout, stderr, status := execre(t, "doctor", gone); status != exitUsage || stdout != "" || !strings.Contains(stderr, gone) {
			t.Errorf("%s: exit %d\n%s%s", gone, status, stdout, stderr)
		}
	}
}

// TestDoctorWaitsForGo: the first build of all takes minutes on a slow machine, and a person who waited is told so.
func TestDoctorWaitsForGo(t *testing.T) {
	if timeFor("go") < 5*time.Minute || timeFor("cpp") > time.Minute {
		t.Errorf("doctor waits %v for go and %v for cpp", timeFor("go"), timeFor("cpp"))
	}
	if text := late("go"); !strings.Contains(text, "within 5m0s") || !strings.Contains(text, "the first build takes long") {
		t.Error(text)
	}
	if text := late("cpp"); strings.Contains(text, "first build") {
		t.Error(text)
	}
}

// TestNoTemporaryFolder: without a folder for temporary files nothing works, and it is said once and rightly.
func TestNoTemporaryFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("print(1)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(dir, "gone")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, gone)
	}
	for _, args := range [][]string{{"check", dir}, {"doctor"}} {
		stdout, stderr, status := execre(t, args...)
		if status != exitInternal || stdout != "" || strings.Count(stderr, gone) != 1 || strings.Count(stderr, "\n") != 1 ||
			!strings.Contains(stderr, "temporary files in "+gone) || strings.Contains(stderr, "ython") {
			t.Errorf("%s: exit %d\n%s%s", args[0], status, stdout, stderr)
		}
	}
	if _, stderr, status := execre(t, "version"); status != 0 {
		t.Errorf("version: exit %d\n%s", status, stderr)
	}
}
