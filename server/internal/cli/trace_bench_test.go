package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"execre/server/internal/check"
	"execre/server/internal/lsp/fake"
)

// BenchmarkFirstOfBundled saves, in each bundled problem, a program that is wrong, with everything else warm, and gives the
// part of the run's time at which the first report came that says something against it: the median of the problems, with
// what earlier runs found still there ("known") and without ("new"). With -v it prints the messages of one save.
func BenchmarkFirstOfBundled(b *testing.B) {
	for _, known := range []bool{true, false} {
		b.Run(map[bool]string{true: "known", false: "new"}[known], func(b *testing.B) {
			for range b.N {
				var shares []float64
				var begun []time.Duration
				for _, name := range slices.Sorted(maps.Keys(oracles)) {
					share, checking, trace := firstOfBundled(b, name, known)
					shares, begun = append(shares, share), append(begun, checking)
					if testing.Verbose() {
						b.Logf("%s: first at %.0f %% of the run, checking shown after %v", name, 100*share, checking.Round(time.Millisecond))
						if name == "coupon" {
							b.Log("\n" + trace)
						}
					}
				}
				slices.Sort(shares)
				slices.Sort(begun)
				b.ReportMetric(shares[len(shares)/2], "first/run-p50")
				b.ReportMetric(shares[len(shares)-1], "first/run-max")
				b.ReportMetric(float64(begun[len(begun)-1].Milliseconds()), "checking-ms-max")
			}
		})
	}
}

func firstOfBundled(b *testing.B, name string, known bool) (share float64, checking time.Duration, trace string) {
	b.Helper()
	dir, truth := folder(b, filepath.Join(problemsDir, name))
	e, _ := serveProcess(b)
	e.Initialize(fake.Everything, "", dir)
	wrong := ""
	for _, file := range slices.Sorted(maps.Keys(truth.Wrong)) {
		path := filepath.Join(dir, file)
		e.Open(path)
		run := e.UntilRun(1)
		if e.Close(path); accuses(run, file) { // some pass unseen
			wrong = file
			break
		}
	}
	if wrong == "" {
		b.Fatalf("%s: nobody is wrong", name)
	}
	path := filepath.Join(dir, wrong)
	e.Open(path)
	last := e.UntilRun(1)
	if !known {
		forget(b, dir)
	}
	e.Forget()
	comment := map[string]string{".py": "#", ".cpp": "//"}[filepath.Ext(wrong)]
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	e.Change(path, fmt.Sprintf("%s\n%s %d\n", text, comment, time.Now().UnixNano()))
	begin := time.Now()
	e.Save(path)
	e.UntilRun(last.Run + 1)
	end := time.Since(begin)
	first := end
	for _, m := range e.Seen().Trace {
		at := m.At.Sub(begin)
		if at < 0 {
			continue
		}
		what := m.Method
		switch {
		case m.Method == "execre/report":
			var r fake.Report
			if json.Unmarshal(m.Params, &r) != nil {
				b.Fatal("no report")
			}
			if what += " " + r.State; r.Run > last.Run && accuses(r, wrong) && at < first {
				first = at
				what += ": " + told(r, wrong).Message
			}
		case m.Method == "":
			var lenses []fake.Lens
			if json.Unmarshal(m.Params, &lenses) == nil && len(lenses) == 1 {
				what = "answer: the lens " + lenses[0].Command.Title
				if strings.HasPrefix(lenses[0].Command.Title, "checking") && checking == 0 {
					checking = at
				}
			} else {
				continue
			}
		case m.Method == "textDocument/publishDiagnostics":
			var p struct {
				URI         string
				Diagnostics []fake.Diagnostic
			}
			if json.Unmarshal(m.Params, &p) == nil {
				what += fmt.Sprintf(" %s: %d", filepath.Base(p.URI), len(p.Diagnostics))
				for _, d := range p.Diagnostics {
					headline, _, _ := strings.Cut(d.Message, ". ")
					what += " (" + d.Code + ": " + headline + ")"
				}
			}
		case m.Method == "$/progress":
			var p fake.Progress
			if json.Unmarshal(m.Params, &p) == nil {
				what += " " + p.Value.Kind + " " + p.Value.Message
			}
		}
		trace += fmt.Sprintf("%6d ms  %s %s\n", at.Milliseconds(), map[bool]string{true: "←", false: "→"}[m.Server], what)
	}
	e.Leave()
	return first.Seconds() / end.Seconds(), checking, trace
}

// accuses says whether a report has something against a program, whoever is right.
func accuses(r fake.Report, file string) bool {
	c := told(r, file)
	return c != nil && (!slices.Contains([]check.Verdict{check.Trusted, check.Agrees, check.Undecided}, c.Verdict) ||
		strings.HasPrefix(c.Message, "differs from ")) // from another, while it is open who is right
}
