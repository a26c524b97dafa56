package workspace

import (
	"strings"
	"testing"
	"time"

	"execre/runner"
)

func TestOwnerStem(t *testing.T) {
	for stem, want := range map[string]string{
		"A": "a", "A2": "a", "A_brute": "a", "A-1": "a", "abc_A": "abc_a", "A_greedy2": "a_greedy",
		"1": "", "sample-1": "", "brute": "", "test_input3": "", "judged-4": "", "": "", "-": "",
	} {
		if got := ownerStem(stem); got != want {
			t.Errorf("ownerStem(%q) = %q, want %q", stem, got, want)
		}
	}
}

func TestProbLimits(t *testing.T) {
	for text, want := range map[string]limits{
		`{"srcPath":"a","timeLimit":1500,"memoryLimit":256}`:        {1500 * time.Millisecond, 256 << 20},
		`{"srcPath":"a","timeLimit":0.5,"memoryLimit":0}`:           {},
		`{"srcPath":"a","timeLimit":1e300,"memoryLimit":-1e300}`:    {},
		`{"srcPath":"a","timeLimit":3600000,"memoryLimit":1048576}`: {time.Hour, runner.Bytes(1 << 40)},
		`{"srcPath":"a"}`: {},
	} {
		if got, _ := parseProb("p", []byte(text)); got.limits != want {
			t.Errorf("%s: got %v, want %v", text, got.limits, want)
		}
	}
}

func FuzzProb(f *testing.F) {
	for _, archive := range archives(f) {
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".prob") {
				f.Add(file.Data)
			}
		}
	}
	f.Add([]byte(`{"srcPath":"C:\\x\\","tests":[{"input":null,"output":"\ud800"},null]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, mistakes := parseProb("x.prob", src)
		if p.source == "" && len(mistakes) == 0 {
			t.Error("it is not used and nobody says why")
		}
		if strings.ContainsAny(p.source, `/\`) {
			t.Errorf("source %q is no base name", p.source)
		}
		if p.limits.time < 0 || p.limits.time > maxTimeLimit || p.limits.memory < 0 || p.limits.memory > maxMemoryLimit {
			t.Errorf("limits %+v", p.limits)
		}
		for _, s := range p.samples {
			if strings.TrimSpace(s.Output) == "" {
				t.Errorf("a sample without an answer: %+v", s)
			}
		}
		lines := strings.Split(string(src), "\n")
		for _, m := range mistakes {
			if m.Length < 1 || !m.Warning || m.Message == "" || m.Pos.Line > len(lines) {
				t.Errorf("%+v", m)
			}
		}
	})
}
