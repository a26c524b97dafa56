package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"execre/server/internal/check"
	"execre/server/internal/lsp/fake"
)

// What follows measures what a person waits for, through the real server: seven programs, 500 inputs, one of the
// programs saved with a text that is new each time, as a person's edits are.

// dialect is how the programs of the benchmarks are written in one language. The tests are valid in all of them.
type dialect struct {
	ending  string
	program string // with the number of the edit and the test
}

var (
	python = dialect{".py", `T, n = map(int, input().split())
edit = %d
print("Yes" if %s else "No")
`}
	cpp = dialect{".cpp", `#include <bits/stdc++.h>
using namespace std;
int main() {
	map<string, vector<long long>> seen;
	long long T, n, edit = %d;
	cin >> T >> n;
	seen["edit"].push_back(edit);
	bool yes = %s;
	cout << (yes ? "Yes" : "No") << endl;
}
`}
)

// rightTests are the ways to be right; wrongTests go wrong on many inputs or on few.
var (
	rightTests = []string{
		"(T >= 25) * (n >= 3)", "(T > 24) * (n > 2)", "(T - 25 >= 0) * (n - 3 >= 0)", "(25 <= T) * (3 <= n)", "(n >= 3) * (T >= 25)",
		"(n > 2) * (T > 24)", "(3 <= n) * (25 <= T)",
	}
	wrongTests = []string{
		"(T >= 25) * (n >= 4)", "(T >= 30) * (n >= 3)", "(T >= 25) + (n >= 3)", "(T >= 25) * (n >= 2)", "(T > 25) * (n >= 3)",
	}
)

// bench is a warm server with seven right programs, of which the first is open.
type bench struct {
	*fake.Editor
	dir, path string
	d         dialect
	edits     int // the number in the text; it begins where no earlier run of the benchmark has been: its builds are kept
}

func newBench(b *testing.B, d dialect) *bench {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "coupon")
	write(b, dir, "input.schema", "T n\n---\n0 <= T <= 100\n0 <= n <= 10\n")
	write(b, dir, "samples/1.in", "30 4\n")
	write(b, dir, "samples/1.out", "Yes\n")
	for i, test := range rightTests {
		write(b, dir, fmt.Sprintf("p%d%s", i, d.ending), fmt.Sprintf(d.program, 0, test))
	}
	x := &bench{dir: dir, path: filepath.Join(dir, "p0"+d.ending), d: d, edits: int(time.Now().Unix())}
	x.Editor, _ = serveProcess(b)
	x.Initialize(fake.Everything, "", dir)
	x.Open(x.path)
	x.UntilLens(x.path, "α=")
	return x
}

// save types and saves a program, and gives the moment of the save.
func (x *bench) save(test string) time.Time {
	x.edits++
	x.Change(x.path, fmt.Sprintf(x.d.program, x.edits, test))
	begin := time.Now()
	x.Save(x.path)
	return begin
}

// final waits for the report of a run after this one, and adds up its timings.
func (x *bench) final(b *testing.B, run int, total map[string]float64) (check.Report, int) {
	b.Helper()
	last := x.UntilRun(run + 1)
	var report check.Report
	if err := json.Unmarshal(last.Report, &report); err != nil {
		b.Fatal(err)
	}
	for phase, took := range report.Timings {
		total[phase] += float64(took)
	}
	return report, last.Run
}

func show(b *testing.B, total map[string]float64, what string, took []time.Duration) {
	for phase, seconds := range total {
		b.ReportMetric(seconds/float64(b.N), phase+"-s/op")
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds(), what+"-p50-s")
	b.ReportMetric(took[len(took)-1].Seconds(), what+"-max-s")
}

// BenchmarkSaveToLens is from a save to the new lens. The metrics are the phases of the reports.
func BenchmarkSaveToLens(b *testing.B) {
	x := newBench(b, python)
	total := map[string]float64{}
	run := x.UntilRun(1).Run
	var took []time.Duration
	for i := range b.N {
		begin := x.save([]string{wrongTests[0], rightTests[0]}[i%2])
		_, run = x.final(b, run, total)
		x.Until("the new lens", func(seen fake.Seen) bool {
			lenses := seen.Lenses[x.path]
			title := lenses[len(lenses)-1].Command.Title
			return !strings.Contains(title, "checking") && !strings.Contains(title, "edit")
		})
		took = append(took, time.Since(begin))
	}
	show(b, total, "lens", took)
}

// BenchmarkSaveToFirstDisagreement is from the save of a wrong program to the first report that says something against
// it. What earlier runs found is removed, so that it is the search that finds it.
func BenchmarkSaveToFirstDisagreement(b *testing.B) {
	for name, d := range map[string]dialect{"python": python, "cpp": cpp} {
		b.Run(name, func(b *testing.B) {
			x := newBench(b, d)
			total := map[string]float64{}
			run := x.UntilRun(1).Run
			var took []time.Duration
			for i := range b.N {
				forget(b, x.dir)
				before := len(x.Seen().Reports)
				begin := x.save(wrongTests[i%len(wrongTests)])
				x.Until("a disagreement", func(seen fake.Seen) bool {
					return slices.ContainsFunc(seen.Reports[before:], x.against)
				})
				took = append(took, time.Since(begin))
				var report check.Report
				if report, run = x.final(b, run, total); report.Candidates[0].Verdict != check.Differs {
					b.Fatalf("edit %d: %s", x.edits, report.Candidates[0].Message)
				}
			}
			show(b, total, "first", took)
		})
	}
}

// forget removes what was kept of a problem. The server may still be writing it, for a report does not wait for that.
func forget(b *testing.B, dir string) {
	b.Helper()
	kept := filepath.Join(dir, check.Folder)
	for end := time.Now().Add(time.Minute); ; {
		err := os.RemoveAll(kept)
		time.Sleep(50 * time.Millisecond)
		if _, there := os.Stat(kept); errors.Is(there, os.ErrNotExist) {
			return
		}
		if time.Now().After(end) {
			b.Fatalf("%s is still there: %v", kept, err)
		}
	}
}

// against says whether a report has something against the program that was saved.
func (x *bench) against(r fake.Report) bool {
	c := told(r, filepath.Base(x.path))
	return c != nil && c.Verdict != check.Trusted && c.Verdict != check.Agrees
}

// told is what a report says of a program; nil if that is nothing, or of the run before.
func told(r fake.Report, file string) *check.Candidate {
	var report check.Report
	if json.Unmarshal(r.Report, &report) != nil || r.State != "final" && !report.Partial {
		return nil
	}
	i := slices.IndexFunc(report.Candidates, func(c check.Candidate) bool { return c.File == file })
	if i < 0 || !report.Knows(&report.Candidates[i]) {
		return nil
	}
	return &report.Candidates[i]
}
