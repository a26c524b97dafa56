package process

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

func TestSpec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(func(t *rapid.T) string { // any bytes but NUL
			return strings.ReplaceAll(string(rapid.SliceOfN(rapid.Byte(), 0, 6).Draw(t, "bytes")), "\x00", "-")
		})
		list := rapid.SliceOfN(text, 0, 4)
		s := spec{files: rapid.IntRange(3, 9).Draw(t, "files")}
		s.Exe, s.Dir = text.Draw(t, "exe"), text.Draw(t, "dir")
		s.Argv, s.Env = list.Draw(t, "argv"), list.Draw(t, "env")
		s.Limits = Rlimits{
			Addresses: runner.Bytes(rapid.Int64().Draw(t, "addresses")), FileSize: runner.Bytes(rapid.Int64().Draw(t, "size")),
			CPU: time.Duration(rapid.Int64().Draw(t, "cpu")),
		}
		if rapid.Bool().Draw(t, "confined") {
			s.Sandbox = &sandbox.Policy{
				Reads: list.Draw(t, "reads"), Writes: list.Draw(t, "writes"),
				Threads: rapid.Int().Draw(t, "threads"), Network: rapid.Bool().Draw(t, "network"),
				Trusted: rapid.Bool().Draw(t, "trusted"),
			}
			s.level = sandbox.Level{
				Landlock: rapid.IntRange(0, 9).Draw(t, "landlock"), Seccomp: rapid.Bool().Draw(t, "seccomp"),
				PID: rapid.Bool().Draw(t, "pid"), User: rapid.Bool().Draw(t, "user"), OwnUID: rapid.Bool().Draw(t, "own"),
			}
		}
		data, err := s.encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, back, cmp.AllowUnexported(spec{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		for n := range data {
			if _, err := decode(data[:n]); err == nil {
				t.Fatalf("understood the first %d of %d bytes", n, len(data))
			}
		}
	})
}

func FuzzSpec(f *testing.F) {
	data, err := (&spec{Holding: Holding{Argv: []string{"/bin/sh", ""}, Sandbox: &sandbox.Policy{Threads: 3}}}).encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := decode(data)
		if err != nil {
			return
		}
		again, err := s.encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decode(again); err != nil || !cmp.Equal(s, back, cmp.AllowUnexported(spec{}), cmpopts.EquateEmpty()) {
			t.Fatalf("%v: %+v became %+v", err, s, back)
		}
	})
}

// TestReports: what one side writes the other understands, however it arrives.
func TestReports(t *testing.T) {
	text := "started 17 4\nended 9 1000 2048\n"
	for n := range len(text) {
		r, rest, ok := nextReport(text[:n])
		if ok != (n >= len("started 17 4\n")) {
			t.Fatalf("%q: %v", text[:n], ok)
		}
		if ok && (r.word != "started" || r.numbers[0] != 17 || rest != text[len("started 17 4\n"):n]) {
			t.Fatalf("%q: %+v, rest %q", text[:n], r, rest)
		}
	}
	for _, err := range []error{
		unix.ENOENT, errors.New("a fault\nof two lines"), fmt.Errorf("its working folder: %w", unix.EACCES),
	} {
		r, rest, ok := nextReport(failure(err))
		if !ok || rest != "" || r.err.Error() != err.Error() {
			t.Errorf("%v became %v", err, r.err)
		}
		if errors.Is(err, unix.ENOENT) != errors.Is(r.err, unix.ENOENT) {
			t.Errorf("%v: the number is lost", err)
		}
	}
}

func FuzzReport(f *testing.F) {
	f.Add("spent 1 2\nfailed 2 why")
	f.Add("ended 1 2 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		for {
			r, rest, ok := nextReport(text)
			if !ok {
				return
			}
			if len(rest) >= len(text) || (r.err != nil) != (r.word == "failed") || len(r.numbers) != reportNumbers[r.word] {
				t.Fatalf("%q gave %+v", text, r)
			}
			text = rest
		}
	})
}

func FuzzStat(f *testing.F) {
	f.Add("17 (a) b) S 1 2 3 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 99")
	f.Fuzz(func(t *testing.T, line string) {
		st, ok := parseStat(line)
		if !ok && st != (stat{}) {
			t.Fatalf("%q: %+v", line, st)
		}
	})
}

func TestParseStat(t *testing.T) {
	st, ok := parseStat("17 (a) b) S 1 2 3 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 99")
	want := stat{state: 'S', parent: 1, session: 3, cpu: 110 * time.Millisecond, reapedCPU: 150 * time.Millisecond}
	if !ok || st != want {
		t.Errorf("got %+v, want %+v", st, want)
	}
}
