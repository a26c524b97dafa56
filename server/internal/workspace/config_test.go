package workspace

import (
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"execre/runner"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]runner.Bytes{
		"1MiB": 1 << 20, "256MiB": 256 << 20, "1GiB": 1 << 30, "1.5GiB": 3 << 29, "512MB": 512_000_000, "1 GB": 1_000_000_000,
		"2000000B": 2_000_000, "2048KiB": 2 << 20, "2000kB": 2_000_000, "2000KB": 2_000_000, "1024GiB": 1 << 40,
	} {
		if got, err := ParseBytes(text); err != nil || got != want {
			t.Errorf("ParseBytes(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "256", "256M", "256mb", "MiB", "-1GiB", "1e3MiB", "1023KiB", "1025GiB", "1,5GiB", "1.0000000001MiB",
		"999999999999999999GiB", "1GiB ", "１GiB",
	} {
		if got, err := ParseBytes(text); err == nil {
			t.Errorf("ParseBytes(%q) = %d; want an error", text, got)
		}
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"2s": 2 * time.Second, "1500ms": 1500 * time.Millisecond, "1.5s": 1500 * time.Millisecond, "1m": time.Minute,
	} {
		if got, err := ParseTimeLimit(text); err != nil || got != want {
			t.Errorf("ParseTimeLimit(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "2", "0s", "-1s", "1us", "2h", "2 s", "99999999999h"} {
		if got, err := ParseTimeLimit(text); err == nil {
			t.Errorf("ParseTimeLimit(%q) = %v; want an error", text, got)
		}
	}
}

// A threshold is the fraction that is written, not the float next to it.
func TestParseThreshold(t *testing.T) {
	for literal, want := range map[string]*big.Rat{
		"0.80": big.NewRat(4, 5), "1": big.NewRat(1, 1), "1.0": big.NewRat(1, 1), "8e-1": big.NewRat(4, 5),
		"0.6_6": big.NewRat(33, 50), "+0.5": big.NewRat(1, 2),
	} {
		if got, err := ParseThreshold(literal); err != nil || got.Cmp(want) != 0 {
			t.Errorf("ParseThreshold(%q) = %v, %v; want %v", literal, got, err, want)
		}
	}
	for _, literal := range []string{
		"0", "-0.5", "1.0000000000000000000000001", "2", "inf", "nan", "1e-999999999", "1e999999999", "0." + strings.Repeat("9", 200),
	} {
		if got, err := ParseThreshold(literal); err == nil {
			t.Errorf("ParseThreshold(%q) = %v; want an error", literal, got)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	for name, want := range map[string]string{
		"time_limt": "; did you mean time_limit?", "tiem_limit": "; did you mean time_limit?", "Threshold": "; did you mean threshold?",
		"memory": "; did you mean memory_limit?", "input": "; did you mean inputs?", "x": "", "ro": "", "timeout": "", "": "",
	} {
		if got := didYouMean(name, slices.Concat(plainKeys, tables)); got != want {
			t.Errorf("didYouMean(%q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzConfig(f *testing.F) {
	for _, archive := range archives(f) {
		for _, file := range archive.Files {
			if file.Name == ConfigFile {
				f.Add(file.Data)
			}
		}
	}
	f.Add([]byte("a = [[{x.y = 1}], '''\n''', 1979-05-27, 0x_]\n[languages]\n[languages.cpp.x]\nrun.z = 1"))
	f.Add([]byte("\ufeffverdicts = {\"\" = \"accepted\"}\nthreshold = 1e-400\r\n[[roles]]"))
	f.Fuzz(func(t *testing.T, src []byte) {
		conf, mistakes := parseConfig(src)
		lines := strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n")
		for _, m := range mistakes {
			if m.Length < 1 || !strings.HasPrefix(m.Code, "config-") || m.Message == "" ||
				m.Pos.Line < 1 || m.Pos.Line > len(lines) || m.Pos.Column < 1 || m.Pos.Column > len([]rune(lines[m.Pos.Line-1]))+1 {
				t.Errorf("a mistake without a place in the text or without words: %+v", m)
			}
		}
		s := settings(conf, nil, limits{})
		if s.TimeLimit < minTimeLimit || s.TimeLimit > maxTimeLimit || s.MemoryLimit < minMemoryLimit ||
			s.MemoryLimit > maxMemoryLimit || s.Inputs < 1 || s.Inputs > MaxInputs {
			t.Errorf("settings that nothing can run under: %+v", s)
		}
		if th := s.Threshold; th != nil && (th.Sign() <= 0 || th.Cmp(big.NewRat(1, 1)) > 0) {
			t.Errorf("threshold %v", th)
		}
		for _, named := range conf.roles {
			if !slices.Contains(roleValues, named.value) {
				t.Errorf("role %q", named.value)
			}
		}
	})
}
