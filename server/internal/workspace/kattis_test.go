package workspace

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"execre/runner"
)

// TestSecretTests: of many tests the smallest are samples, and it is said how many are not.
func TestSecretTests(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "submissions/accepted/a.py", "print(1)\n")
	for i := range 60 {
		write(t, dir, fmt.Sprintf("data/secret/%d.in", i), strings.Repeat("1\n", 100-i))
		write(t, dir, fmt.Sprintf("data/secret/%d.ans", i), "1\n")
	}
	write(t, dir, "data/secret/huge/1.in", strings.Repeat("1\n", secretBytes))
	write(t, dir, "data/secret/huge/1.ans", "1\n")
	p, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Samples) != mostSecret || p.Samples[0].File != "data/secret/10.in" || p.Samples[0].Name != "sample 10.in" {
		t.Errorf("%d samples, the first %+v", len(p.Samples), p.Samples[0])
	}
	want := "data/secret: 50 of 61 tests are used as samples, the smallest that have an answer"
	if len(p.Mistakes) != 1 || p.Mistakes[0].String() != want || !p.Mistakes[0].Warning {
		t.Errorf("%v", p.Mistakes)
	}
}

// TestProblemYAML reads what decides who judges, however it is written.
func TestProblemYAML(t *testing.T) {
	for text, want := range map[string]struct{ interactive, file string }{
		"":                               {"", "output_validators/v.py"},
		"validation: custom\n":           {"", "output_validators/v.py"},
		"validation: 'custom score'\r\n": {"", "output_validators/v.py"},
		"validation: default\n":          {"", ""},
		"name: x\nvalidation: custom interactive\n": {"problem.yaml", "output_validators/v.py"},
		"type: interactive\n":                       {"problem.yaml", "output_validators/v.py"},
		"type: [pass-fail, interactive]\n":          {"problem.yaml", "output_validators/v.py"},
		"type:\n  - scoring\n  - interactive\n":     {"problem.yaml", "output_validators/v.py"},
		"type: pass-fail\nname: interactive\n":      {"", "output_validators/v.py"},
		"# validation: default\n\x00\xff:":          {"", "output_validators/v.py"},
	} {
		dir := t.TempDir()
		write(t, dir, "submissions/accepted/a.py", "print(1)\n")
		write(t, dir, "output_validators/v.py", "import sys\n")
		write(t, dir, "problem.yaml", text)
		p, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if p.Interactive != want.interactive || p.Settings.Program.File != want.file {
			t.Errorf("%q: interactive %q, judged by %q", text, p.Interactive, p.Settings.Program.File)
		}
	}
}

// TestProblemYAMLSettings: what a package says of limits and of the default comparison holds, unless execre.toml says otherwise.
func TestProblemYAMLSettings(t *testing.T) {
	for flags, want := range map[string]string{
		"": "case", "case_sensitive": "tokens", "float_tolerance 1e-6": "float:1e-6", "case_sensitive float_absolute_tolerance 1e-4": "float:1e-4",
		"space_change_sensitive": "exact", "float_tolerance nonsense": "case",
	} {
		dir := t.TempDir()
		write(t, dir, "submissions/accepted/a.py", "print(1)\n")
		write(t, dir, "problem.yaml", "name: x\nlimits:\n  time_limit: 1.5 # seconds\n  memory: 512\nvalidator_flags: "+flags+"\n")
		for _, own := range []bool{false, true} {
			s := Settings{CheckerFrom: "problem.yaml", TimeLimit: 1500 * time.Millisecond}
			if own {
				write(t, dir, "execre.toml", "time_limit = \"3s\"\nchecker = \"lines\"\n")
				s, want = Settings{CheckerFrom: "execre.toml", TimeLimit: 3 * time.Second}, "lines"
			}
			p, err := Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			got := p.Settings
			if got.Checker.String() != want || got.CheckerFrom != s.CheckerFrom || got.TimeLimit != s.TimeLimit || got.MemoryLimit != 512*runner.MiB {
				t.Errorf("%q: compares by %s of %s, limits %v and %v", flags, got.Checker, got.CheckerFrom, got.TimeLimit, got.MemoryLimit)
			}
		}
	}
}

// FuzzProblemYAML: no text makes it panic.
func FuzzProblemYAML(f *testing.F) {
	f.Add("validation: custom interactive\nvalidator_flags: a b # c\ntype:\n - x\n")
	f.Add("validation: -\n")
	f.Add("limits:\n  time_limit: 1\n  memory: 1e5\nvalidator_flags: float_tolerance 1e-6\n")
	f.Fuzz(func(t *testing.T, text string) {
		m := parseManifest(text)
		if m.interactive && !strings.Contains(text, "interactive") || m.standard && !strings.Contains(text, "default") ||
			m.limits.time < 0 || m.limits.memory < 0 {
			t.Errorf("%+v", m)
		}
		m.comparison()
	})
}
