package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/tools/txtar"

	"execre/analysis/blame"
	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/runner"
	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// fault is one in a program of testdata/faults.
type fault struct {
	program string // "grid.cpp"
	schema  []byte
	right   []byte
	wrong   []byte
	kind    string
	line    int
	text    string // of the wrong line
}

// faults reads an archive of testdata/faults; how it is written stands at its head.
func faults(t testing.TB, file string) []fault {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "faults", file))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range archive.Files {
		files[f.Name] = f.Data
	}
	var all []fault
	for _, f := range archive.Files {
		stem, ok := strings.CutSuffix(f.Name, ".faults")
		if !ok {
			continue
		}
		program := stem + map[string]string{"cpp.txtar": ".cpp", "python.txtar": ".py"}[file]
		right := string(files[program])
		for _, line := range strings.Split(strings.TrimSpace(string(f.Data)), "\n") {
			parts := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), " | ")
			if len(parts) != 3 {
				t.Fatalf("%s: %q", f.Name, line)
			}
			for i := range parts {
				parts[i] = strings.TrimSpace(strings.ReplaceAll(parts[i], "\x00", "|"))
			}
			if strings.Count(right, parts[1]) != 1 {
				t.Fatalf("%s: %q is there %d times", f.Name, parts[1], strings.Count(right, parts[1]))
			}
			before, _, _ := strings.Cut(right, parts[1])
			all = append(all, fault{
				program: program, schema: files[stem+".schema"], right: []byte(right), kind: parts[0],
				wrong: []byte(strings.Replace(right, parts[1], parts[2], 1)),
				line:  strings.Count(before, "\n") + 1, text: parts[2],
			})
		}
	}
	return all
}

// faultInputs is how many inputs each faulty program is run on.
const faultInputs = 60

// trace runs a faulty program on inputs: what it does on each, and whether it is wrong there. An input on which it gives no
// answer is left out. Both programs are built in dir.
func (f fault) trace(
	ctx context.Context, dir string, builder Builder, e runner.Executor,
) (inputs []generate.Input, seen []blame.Execution, err error) {
	language, _, _ := toolchain.ByExtension(f.program)
	src := build.Source{Name: f.program, Dir: dir, Language: language, Text: f.right}
	right, err := builder.Build(ctx, src, toolchain.Commands{})
	if err != nil {
		return nil, nil, err
	}
	src.Text, src.Coverage = f.wrong, true
	wrong, err := builder.Build(ctx, src, toolchain.Commands{})
	if err != nil {
		return nil, nil, err
	}
	coverage, err := build.OpenCoverage(wrong)
	if err != nil {
		return nil, nil, err
	}
	format, mistakes := schema.Parse(f.schema)
	if format == nil {
		return nil, nil, errors.New(mistakes[0].Message)
	}
	generator, mistakes := generate.New(format)
	if generator == nil {
		return nil, nil, errors.New(mistakes[0].Message)
	}
	drawn, err := Default.Draw(format, generator, 1, faultInputs, nil)
	if err != nil {
		return nil, nil, err
	}
	all, _ := drawn.Next(faultInputs)
	for _, in := range all {
		limits := runner.Limits{CPU: 4 * time.Second, Memory: runner.GiB}
		want := e.Execute(ctx, runner.Request{Program: right, Stdin: []byte(in.Text), Limits: limits})
		got := e.Execute(ctx, runner.Request{
			Program: wrong, Stdin: []byte(in.Text), Limits: limits,
			Files: map[string][]byte{build.CoverageFile: nil}, Collect: []string{build.CoverageFile},
		})
		if want.Verdict != runner.OK {
			return nil, nil, fmt.Errorf("right, but %v on %q: %s %w", want.Verdict, in.Text, want.StderrHead, want.Err)
		}
		if got.Verdict != runner.OK {
			continue
		}
		x := blame.Execution{Wrong: !bytes.Equal(bytes.TrimSpace(want.Stdout), bytes.TrimSpace(got.Stdout))}
		for _, p := range coverage.Points(got) {
			x.Events = append(x.Events, blame.Event{Line: p.Line, Kind: p.Event})
		}
		inputs, seen = append(inputs, in), append(seen, x)
	}
	return inputs, seen, nil
}

// suspects are the lines that are named of a faulty program, as a check names them.
func (f fault) suspects(inputs []generate.Input, seen []blame.Execution) []Suspect {
	var wrong, right []generate.Input
	of := map[string]blame.Execution{}
	for i, x := range seen {
		of[inputs[i].Text] = x
		if x.Wrong {
			wrong = append(wrong, inputs[i])
		} else {
			right = append(right, inputs[i])
		}
	}
	var chosen []blame.Execution
	wrong, right = telltale(wrong, right)
	for _, in := range slices.Concat(wrong, right) {
		x := of[in.Text]
		x.Events = slices.Clone(x.Events)
		chosen = append(chosen, x)
	}
	return mostSuspicious(chosen, f.wrong)
}

func (f fault) String() string {
	return fmt.Sprintf("%s %s, line %d: %s", f.program, f.kind, f.line, f.text)
}

// BenchmarkSuspects runs programs that are wrong in one line and counts how often that line is named first, and how often among
// the first three; with -v it prints the rank of each (0: not named, -1: it was never wrong). All take a quarter of an hour.
func BenchmarkSuspects(b *testing.B) {
	e := local.New(local.Config{})
	defer e.Close()
	builder := &build.Cache{Dir: b.TempDir(), Background: true}
	defer builder.Close()
	for _, file := range []string{"cpp.txtar", "python.txtar"} {
		b.Run(strings.TrimSuffix(file, ".txtar"), func(b *testing.B) {
			for range b.N {
				chosen := faults(b, file)
				ranks := make([]int, len(chosen))
				group := new(errgroup.Group)
				group.SetLimit(2 * runtime.NumCPU())
				for i, f := range chosen {
					group.Go(func() error {
						inputs, executions, err := f.trace(b.Context(), b.TempDir(), builder, e)
						if err != nil {
							return fmt.Errorf("%s: %w", f, err)
						}
						if ranks[i] = -1; slices.ContainsFunc(executions, func(x blame.Execution) bool { return x.Wrong }) {
							suspects := f.suspects(inputs, executions)
							ranks[i] = 1 + slices.IndexFunc(suspects, func(s Suspect) bool { return s.Line == f.line })
						}
						return nil
					})
				}
				if err := group.Wait(); err != nil {
					b.Fatal(err)
				}
				count := func(is func(rank int) bool) float64 {
					n := 0
					for _, rank := range ranks {
						if is(rank) {
							n++
						}
					}
					return float64(n)
				}
				for i, f := range chosen {
					b.Logf("%2d %s", ranks[i], f)
				}
				b.ReportMetric(count(func(r int) bool { return r >= 0 }), "faults")
				b.ReportMetric(count(func(r int) bool { return r == 1 }), "first")
				b.ReportMetric(count(func(r int) bool { return r > 0 }), "among-three")
			}
		})
	}
}

// TestSuspectsOfACheck: a whole check on this machine names the line.
func TestSuspectsOfACheck(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"input.schema": "N\n---\n1 <= N <= 8\n", "execre.toml": "inputs = 8\nreference = \"right.py\"\n",
		"right.py": "print(int(input()) * 2)\n", "wrong.py": "n = int(input())\nif n > 4:\n    n += 1\nprint(n * 2)\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := local.New(local.Config{})
	defer e.Close()
	p, err := workspace.Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), p, Config{
		Executor: e, Builder: &build.Cache{Dir: t.TempDir()}, Jobs: 4, Seed: 1, Suspects: func(string) bool { return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	c := entry(t, r, "wrong.py")
	if want := []Suspect{{3, 1}, {2, 1}}; !slices.Equal(c.Suspects, want) || c.Verdict != Differs {
		t.Errorf("%s %v %s, want %v", c.Verdict, c.Suspects, c.NoSuspects, want)
	}
}
