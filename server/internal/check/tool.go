package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"execre/runner"
	"execre/runner/build"
	"execre/server/internal/workspace"
)

// tool is a program of the problem that is not compared with others: a checker, a generator or a validator. It is built
// and confined like a candidate.
type tool struct {
	file       workspace.File
	program    *runner.Program
	executor   runner.Executor
	limits     runner.Limits
	background bool
	waiting    func(tool string) // is told of it while it runs for long; nil: nobody wants to know
	bounded    bool              // what it takes in all has bounds

	first sync.Mutex // held by the first execution, so that one that never ends is found out before others begin
	account
}

// account is what the runs of a tool have taken. Several may be under way.
type account struct {
	mu    sync.Mutex
	runs  int // that were begun
	ended int // runs that came to an end
	hung  int // runs that did not within the limit
	spent time.Duration
	grant time.Duration // of time beyond toolBudget
}

// open counts a run that begins, and says whether it is the first.
func (a *account) open() (first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.runs++
	return a.runs == 1
}

// close counts a run that is over.
func (a *account) close(hung bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if hung {
		a.hung++
	} else {
		a.ended++
	}
}

// pay adds up time.
func (a *account) pay(spent time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spent += spent
}

// hanging says how many runs have hung, and whether the tool does not end: never, or too often.
func (a *account) hanging() (hung int, is bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hung, a.hung > 0 && a.ended == 0 || a.hung >= mostToolFailures
}

// spentAll says whether the time that it gets is used up.
func (a *account) spentAll() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.spent >= toolBudget+a.grant
}

// extend gives more time, from now.
func (a *account) extend(by time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.grant = max(a.grant, a.spent+by-toolBudget)
}

// forgive forgets the runs of a tool that was run in a way that it does not know.
func (a *account) forgive() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.runs, a.ended, a.hung = 0, 0, 0
}

// Limits of a tool, unless those of the candidates are wider: it may do more, and what it takes is nobody's verdict.
const (
	toolTime   = 10 * time.Second
	toolMemory = runner.GiB
)

// mostToolFailures is after how many failures a tool is not used any more: each may have cost the whole limit.
const mostToolFailures = 3

// What a tool may take in all: nobody waits longer for a report because of it. Of one that never ends the first run shows
// it, of one that hangs now and then mostToolFailures. One that is slow has so much time for the search, summed up over its
// runs, and so much more for making counterexamples smaller; what earlier checks have from it costs nothing.
const (
	toolBudget  = 90 * time.Second
	shrinkGrant = 30 * time.Second
)

// toolSilence is after how long a run of a tool is said to be what the check waits for.
const toolSilence = 2 * time.Second

// tools builds the programs that have a role. What cannot be built is said, and left out.
func (r *run) tools(role workspace.Role) ([]*tool, error) {
	var tools []*tool
	for _, file := range r.problem.Tools(role) {
		t, err := r.tool(file)
		if err != nil {
			return nil, err
		}
		if t != nil {
			tools = append(tools, t)
		}
	}
	return tools, nil
}

// tool builds one program; nil if that cannot be done for a reason that is said.
func (r *run) tool(file workspace.File) (*tool, error) {
	settings := r.problem.Settings
	t := &tool{
		file: file, executor: r.cfg.Executor, background: r.cfg.Background, waiting: r.waiting, bounded: true,
		limits: runner.Limits{
			CPU: max(toolTime, settings.TimeLimit), Wall: 2 * max(toolTime, settings.TimeLimit), Memory: max(toolMemory, settings.MemoryLimit),
		},
		account: account{grant: r.cfg.For},
	}
	if file.Language == "" { // built already
		at := filepath.Join(r.problem.Dir, filepath.FromSlash(file.Path))
		sum := sha256.Sum256(file.Source)
		t.program = &runner.Program{
			Name: file.Path, Argv: []string{at}, Env: []string{"PATH=/usr/bin:/bin"},
			Key: hex.EncodeToString(sum[:]), Reads: []string{at},
		}
		return t, nil
	}
	var failure, err error
	t.program, failure, err = Build(r.ctx, r.cfg.Builder, build.Source{
		Name: file.Path, Dir: r.problem.Dir, Language: file.Language, Text: file.Source, Files: file.Parts,
	}, settings.Languages[file.Language])
	if err != nil {
		return nil, err
	}
	var broken *build.Failure
	switch {
	case failure == nil:
		return t, nil
	case errors.As(failure, &broken):
		p := Problem{File: file.Path, Code: string(file.Role) + "-compile", Message: "does not compile: " + failure.Error()}
		for _, m := range broken.Messages {
			if m.Severity == "error" && m.File == file.Path && m.Line > 0 {
				p.Line, p.Column = m.Line, m.Column
				break
			}
		}
		r.remark(p)
	default:
		r.remark(Problem{File: file.Path, Code: "config-toolchain", Message: failure.Error()})
	}
	return nil, nil
}

// remark adds something to the report's problems that does not keep the check from going on.
func (r *run) remark(p Problem) {
	p.Warning = true
	r.report.Problems = append(r.report.Problems, p)
}

// run executes the tool. The first time-out is repeated alone before it counts. What is used up (see over and hangs) is not
// executed any more, and that counts as a time-out. The error is for what we failed at.
func (t *tool) run(ctx context.Context, req runner.Request) (runner.Result, error) {
	t.first.Lock()
	if t.open() {
		defer t.first.Unlock()
	} else {
		t.first.Unlock()
	}
	if t.hangs() || t.over() {
		return runner.Result{Verdict: runner.TimeLimit}, ctx.Err()
	}
	if t.waiting != nil {
		said := make(chan struct{})
		timer := time.AfterFunc(toolSilence, func() {
			defer close(said)
			t.waiting(t.file.Path)
		})
		defer func() {
			if !timer.Stop() {
				<-said
			}
		}()
	}
	req.Program, req.Limits, req.Background = t.program, t.limits, t.background
	hung, _ := t.hanging()
	req.Alone = t.bounded && hung > 0 // it was seen to hang on a quiet machine
	result, err := t.execute(ctx, req)
	if err == nil && result.Verdict == runner.TimeLimit && !req.Alone {
		req.Alone = true
		result, err = t.execute(ctx, req)
	}
	if err == nil {
		t.close(result.Verdict == runner.TimeLimit)
	}
	return result, err
}

// execute executes a request once, and adds up the time that it takes.
func (t *tool) execute(ctx context.Context, req runner.Request) (runner.Result, error) {
	result := t.executor.Execute(ctx, req)
	if !result.Cached {
		t.pay(result.Wall)
	}
	return result, ourFailure(ctx, req, result)
}

// hangs says whether the tool does not end: never, or too often.
func (t *tool) hangs() bool {
	_, is := t.hanging()
	return t.bounded && is
}

// over says whether a tool that does not hang has used up its time.
func (t *tool) over() bool {
	return t.bounded && !t.hangs() && t.spentAll()
}

// slowness says that the tool has used up its time.
func (t *tool) slowness() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return fmt.Sprintf("%s is slow: it took %v for %d runs, which is all the time that it gets (check again to go on from there)",
		t.file.Path, t.spent.Round(time.Second), t.ended+t.hung)
}

// waiting says that the check waits for a tool.
func (r *run) waiting(tool string) {
	r.said.Lock()
	p := r.last
	r.said.Unlock()
	p.Waiting = tool
	r.cfg.Progress(p)
}

// Execute executes a request. A time-out is repeated alone before it counts. The error is for what we failed at, never for
// the program.
func Execute(ctx context.Context, executor runner.Executor, req runner.Request) (runner.Result, error) {
	result := executor.Execute(ctx, req)
	if result.Verdict == runner.TimeLimit {
		req.Alone = true
		result = executor.Execute(ctx, req)
	}
	return result, ourFailure(ctx, req, result)
}

// ourFailure is what we failed at in an execution, or nil.
func ourFailure(ctx context.Context, req runner.Request, result runner.Result) error {
	switch {
	case result.Verdict != runner.InternalError && result.Verdict != runner.VerdictInvalid:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("running %s: %w", req.Program.Name, result.Err)
}

// exited gives the exit status of a program that ended by itself.
func exited(r runner.Result) (status int, ok bool) {
	return r.ExitCode, r.Verdict == runner.OK || r.Verdict == runner.Crash && r.Signal == ""
}

// ending says in words how an execution of a tool ended that did not do what it is there for.
func (t *tool) ending(r runner.Result) string {
	var how string
	status, ok := exited(r)
	switch {
	case r.Verdict == runner.TimeLimit && t.over():
		return "is slow: it has used up all the time that it gets"
	case r.Verdict == runner.TimeLimit:
		return fmt.Sprintf("runs for longer than %v", t.limits.CPU)
	case r.Verdict == runner.MemoryLimit:
		return fmt.Sprintf("uses more memory than %v", t.limits.Memory)
	case r.Verdict == runner.OutputLimit:
		return "prints too much"
	case ok:
		how = fmt.Sprintf("ends with exit status %d", status)
	default:
		how = "is killed by " + r.Signal
	}
	if words := lastWords(r); words != "" {
		how += ": " + words
	}
	return how
}

// lastWords is the line of what a program printed on stderr that says what went wrong.
func lastWords(r runner.Result) string {
	return cutWords(strings.TrimSpace(telling(string(r.StderrHead) + string(r.StderrTail))))
}

// cutWords is what a tool said, short enough for a sentence.
func cutWords(text string) string {
	const most = 200
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

var (
	usesTestlib = regexp.MustCompile(`#[ \t]*include[ \t]*[<"][^>"\n]*testlib\.h[>"]`)
	says42      = regexp.MustCompile(`\b42\b`) // the exit status by which a Kattis program says yes
)
