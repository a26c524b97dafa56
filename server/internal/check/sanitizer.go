package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"execre/analysis/generate"
	"execre/analysis/minimise"
	"execre/runner"
	"execre/runner/toolchain"
)

// A hunt looks for undefined behaviour besides: a program may agree with all others here and go wrong on a judge's
// machine. Programs in C and C++ are built once more, watched by sanitizers, and run on the samples, on the counterexamples
// of earlier checks and on small inputs of the search. What a sanitizer reports has no part in the decision, in alpha or in
// a verdict: the program is called undefined there, and not wrong.
const (
	mostWatched   = 200     // inputs
	watchedBytes  = 4 << 10 // of each of them
	mostUndefined = 3       // places of one program that are told, each with an input
	// Watched programs take two to four times as long, and far more memory.
	watchedTimes  = 4
	watchedMemory = 2 * runner.GiB
)

// CodeUndefined is the code of problems that say where a program has undefined behaviour; the candidate says so too.
const CodeUndefined = "undefined-behaviour"

// watcher is a program that sanitizers watch.
type watcher struct {
	*tool
	own     []string // the files of the program, the main one first
	limited []string // inputs on which it ran into a limit; it rests after mostToolFailures, for each costs the whole limit
}

// sight is undefined behaviour that was seen on an input.
type sight struct {
	input generate.Input
	seen  toolchain.Undefined
}

// failure tells mistakes apart: by what they are and by where.
func failure(u toolchain.Undefined) minimise.Failure {
	return minimise.Failure(fmt.Sprintf("%s %s:%d", u.Kind, u.File, u.Line))
}

// look runs the program on an input. ok is false where no sanitizer reports undefined behaviour.
func (w *watcher) look(ctx context.Context, input string, fresh bool) (u toolchain.Undefined, ok bool, err error) {
	if len(w.limited) >= mostToolFailures || slices.Contains(w.limited, input) {
		return u, false, nil
	}
	result, err := w.run(ctx, runner.Request{Stdin: []byte(input), Fresh: fresh})
	if err != nil {
		return u, false, err
	}
	if limited(result.Verdict) {
		w.limited = append(w.limited, input)
	}
	u, ok = toolchain.ReadSanitizer(result, w.own)
	return u, ok, nil
}

// sanitize looks for undefined behaviour if this is a hunt.
func (r *run) sanitize() error {
	if r.cfg.For == 0 {
		return nil
	}
	watchers := r.watched
	if watchers == nil { // there was nothing to hunt for
		var err error
		if watchers, err = r.watchers(); err != nil {
			return err
		}
	}
	if len(watchers) == 0 {
		return nil
	}
	r.cfg.Progress(Progress{Phase: "sanitizing", Total: len(watchers)})
	inputs := r.watchable()
	r.report.Inputs.Sanitized = len(inputs)
	found := make([][]UndefinedBehaviour, len(r.runners))
	group := new(errgroup.Group)
	group.SetLimit(r.cfg.Jobs)
	var done atomic.Int64
	for j, w := range watchers {
		group.Go(func() (err error) {
			found[j], err = r.undefined(w, inputs)
			r.cfg.Progress(Progress{Phase: "sanitizing", Done: int(done.Add(1)), Total: len(watchers)})
			return err
		})
	}
	if err := errors.Join(group.Wait(), r.chase.failure()); err != nil {
		return err
	}
	for j := range r.runners {
		r.report.Candidates[r.runners[j].report].UndefinedBehaviour = found[j]
		for _, u := range found[j] {
			problem := Problem{File: u.File, Code: CodeUndefined, Message: u.sentence()}
			if u.Place != nil {
				problem.Line, problem.Column = u.Place.Line, u.Place.Column
			}
			r.remark(problem)
		}
	}
	return nil
}

// watchers builds the programs in C and C++ once more, by runner. What cannot be built so is said, a compiler without
// sanitizers once.
func (r *run) watchers() (map[int]*watcher, error) {
	built := make([]*watcher, len(r.runners))
	failures := make([]error, len(r.runners))
	group, ctx := errgroup.WithContext(r.ctx)
	group.SetLimit(r.cfg.Jobs)
	for j, e := range r.runners {
		if e.file.Language != toolchain.C && e.file.Language != toolchain.CPP {
			continue
		}
		group.Go(func() error {
			src := r.source(e.file)
			src.Sanitize = true
			program, failure, err := Build(ctx, r.cfg.Builder, src, r.problem.Settings.Languages[e.file.Language])
			if failures[j] = failure; program == nil {
				return err
			}
			settings := r.problem.Settings
			built[j] = &watcher{own: []string{e.file.Path}, tool: &tool{
				file: e.file, program: program, executor: r.cfg.Executor, background: r.cfg.Background,
				limits: runner.Limits{CPU: watchedTimes * settings.TimeLimit, Memory: max(watchedMemory, watchedTimes*settings.MemoryLimit)},
			}}
			for name := range e.file.Parts {
				built[j].own = append(built[j].own, name)
			}
			slices.Sort(built[j].own[1:])
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	watchers := map[int]*watcher{}
	var said []string
	for j, w := range built {
		var missing *toolchain.Missing
		switch {
		case w != nil:
			watchers[j] = w
		case errors.As(failures[j], &missing) && slices.Contains(said, missing.Error()):
		case errors.As(failures[j], &missing):
			said = append(said, missing.Error())
			r.remark(Problem{
				File: r.runners[j].file.Path, Code: "config-sanitizer",
				Message: "undefined behaviour is not looked for: " + missing.Error(),
			})
		case failures[j] != nil:
			r.remark(Problem{
				File: r.runners[j].file.Path, Code: "config-sanitizer",
				Message: "undefined behaviour is not looked for, because it does not compile with sanitizers: " + failures[j].Error(),
			})
		}
	}
	return watchers, nil
}

// watchable lists the inputs that watched programs are run on, the smallest first; of small ones that are too many, some
// of every size.
func (r *run) watchable() []generate.Input {
	var known, drawn []generate.Input
	for _, row := range slices.Concat(r.tried, r.replayed) {
		known = append(known, row.input)
	}
	for _, row := range r.kept() {
		if len(row.input.Text) <= watchedBytes {
			drawn = append(drawn, row.input)
		}
	}
	inputs := slices.DeleteFunc(known, func(in generate.Input) bool { return len(in.Text) > watchedBytes })
	n := min(mostWatched, len(drawn))
	for k := range n {
		inputs = append(inputs, drawn[k*len(drawn)/n])
	}
	slices.SortStableFunc(inputs, compareInputs)
	return slices.CompactFunc(inputs, func(a, b generate.Input) bool { return a.Text == b.Text })
}

// undefined runs a watched program on inputs, and makes those smaller on which it is undefined: one for each mistake.
func (r *run) undefined(w *watcher, inputs []generate.Input) (found []UndefinedBehaviour, err error) {
	var sights []sight
	known := map[minimise.Failure]bool{}
	note := func(in generate.Input, u toolchain.Undefined) {
		if f := failure(u); !known[f] && len(known) < mostUndefined {
			known[f] = true
			sights = append(sights, sight{in, u})
		}
	}
	for _, in := range inputs {
		if len(known) == mostUndefined {
			break
		}
		u, ok, err := w.look(r.ctx, in.Text, false)
		if err != nil {
			return nil, err
		}
		if ok {
			note(in, u)
		}
	}
	for i := 0; i < len(sights); i++ {
		keep := failure(sights[i].seen)
		met := map[minimise.Failure]toolchain.Undefined{}
		smaller := r.chase.smallest(sights[i].input, shrinkCalls, keep, func(in generate.Input) minimise.Failure {
			u, ok, err := w.look(r.ctx, in.Text, false)
			r.chase.fail(err)
			if err != nil || !ok {
				return ""
			}
			met[failure(u)] = u
			return failure(u)
		})
		for _, other := range smaller.Others {
			note(other.Smallest, met[other.Failure])
		}
		u, ok, err := w.look(r.ctx, smaller.Smallest.Text, true)
		if err != nil {
			return nil, err
		}
		if ok && failure(u) == keep {
			found = append(found, r.undefinedBehaviour(w, smaller.Smallest.Text, u, len(found)+1))
		}
	}
	return found, nil
}

// undefinedBehaviour is the n-th that is told of a program.
func (r *run) undefinedBehaviour(w *watcher, input string, u toolchain.Undefined, n int) UndefinedBehaviour {
	file := r.in(fmt.Sprintf("%s-%d.in", counterexampleFile(undefinedFolder, w.file.Path), n))
	out := UndefinedBehaviour{
		Kind: u.Kind, Detail: u.Detail, File: w.file.Path, Input: Text{input, file}, InputFile: file,
	}
	place := w.file.Path
	if u.Line > 0 {
		out.File, out.Place = u.File, &Place{Line: u.Line, Column: u.Column}
		place = fmt.Sprintf("%s:%d", u.File, u.Line)
	}
	out.Message = fmt.Sprintf("%s: %s on this input", place, u.Kind)
	return out
}

// sentence is what stands at the place.
func (u *UndefinedBehaviour) sentence() string {
	text := "undefined behaviour: " + u.Kind
	if u.Detail != "" {
		text += " (" + u.Detail + ")"
	}
	return text + ", on the input " + oneLine(u.Input.Whole)
}

// undefinedWords is what a program's message says of its undefined behaviour; "" where there is none.
func undefinedWords(c *Candidate) string {
	var places []string
	for _, u := range c.UndefinedBehaviour {
		place := ""
		switch {
		case u.Place == nil:
		case u.File == c.File:
			place = fmt.Sprintf("line %d", u.Place.Line)
		default:
			place = fmt.Sprintf("%s:%d", u.File, u.Place.Line)
		}
		if place != "" && !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	switch {
	case len(c.UndefinedBehaviour) == 0:
		return ""
	case len(places) == 0:
		return "; undefined behaviour"
	}
	return "; undefined behaviour in " + strings.Join(places, ", ")
}
