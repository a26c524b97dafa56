package check

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"execre/analysis/generate"
	"execre/analysis/reliability"
	"execre/analysis/schema"
	"execre/runner"
	"execre/server/internal/workspace"
)

// Inputs near the limits are run after all else, for time and memory and to see who crashes: what is printed is not
// compared, and neither alpha nor the decision know of them. A time-out costs two limits, for it is repeated
// alone; when about so many limits
// were spent on them there is no further input, and a program that failed on one gets no other.
const (
	mostLarge  = 3
	mostLimits = 5
	// larger is how many times as long they are as the longest input of the search, at least: what is not has no news.
	larger = 1.25
)

// strain runs the programs with which nothing is wrong so far on inputs near the limits of the format. A guessed format
// has no limits to speak of; and who is right slowly, a brute force or what a person declared to be right, is not blamed.
func (r *run) strain() error {
	r.strained = make([]string, len(r.runners))
	if r.generator == nil || len(r.rows) == 0 || r.guessing() {
		return nil
	}
	var programs []int
	for j, e := range r.runners {
		verdict := r.report.Candidates[e.report].Verdict
		fine := verdict == Trusted || verdict == Agrees || verdict == Undecided
		declared := r.decision.Rule == reliability.Declared && j == r.trusted()
		if fine && !declared && e.file.Role != workspace.Brute && r.decision.Programs[j].Survivor && !r.flaky[j] {
			programs = append(programs, j)
		}
	}
	inputs, err := r.large(len(programs) > 0)
	if err != nil {
		return err
	}
	limits := 0
	for i, in := range inputs {
		results := make([]runner.Result, len(programs))
		group := new(errgroup.Group)
		group.SetLimit(r.cfg.Jobs)
		for k, j := range programs {
			group.Go(func() (err error) {
				results[k], err = r.arena.execute(r.ctx, j, in.Text, false)
				if v := results[k].Verdict; err == nil && (v == runner.MemoryLimit || v == runner.Crash) { // a time-out was seen twice
					results[k], err = r.arena.execute(r.ctx, j, in.Text, true)
				}
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if crashed := everybody(results); crashed != "" {
			r.remark(Problem{File: r.problem.SchemaFile, Code: "schema-crashes", Message: fmt.Sprintf("every program crashes %s (%s), so "+
				"the format may allow larger inputs than the problem does: that is held against none", r.size(in), crashed)})
			break
		}
		var left []int
		for k, j := range programs {
			out := &r.report.Candidates[r.runners[j].report]
			f, size := newFinding(in.Text, results[k]), r.size(in)
			switch results[k].Verdict {
			case runner.TimeLimit:
				out.Verdict = TooSlow
				limits += 2
			case runner.MemoryLimit:
				out.Verdict = TooMuchMemory
				limits++
			case runner.Crash:
				out.Verdict, out.Place = Crashes, traceback(r.runners[j].file, f.stderr)
				size += " (" + crash(results[k]) + ")"
			case runner.OK, runner.OutputLimit, runner.VerdictInvalid, runner.InternalError:
				left = append(left, j)
				continue
			}
			out.Counterexample = r.counterexample(largeFolder, out.File, f, nil, nil)
			r.strained[j] = size
		}
		programs = left
		r.report.Inputs.Large = i + 1
		r.cfg.Progress(Progress{Phase: "large", Done: i + 1, Total: len(inputs)})
		if limits >= mostLimits || len(programs) == 0 {
			break
		}
	}
	return nil
}

// everybody is how the first of at least three programs crashed if all did so, else "".
func everybody(results []runner.Result) string {
	fine := func(r runner.Result) bool { return r.Verdict != runner.Crash }
	if len(results) < 3 || slices.ContainsFunc(results, fine) {
		return ""
	}
	return crash(results[0])
}

// crash is how a program crashed on a large input. A native one that goes beyond its memory there and not on small inputs
// is often too deep in a recursion.
func crash(r runner.Result) string {
	how := newCell(r).how
	if r.Signal == "SIGSEGV" {
		how += ", perhaps by recursion that is too deep"
	}
	return how
}

// large makes the inputs near the limits that are larger than all others, if they are wanted.
func (r *run) large(wanted bool) (inputs []generate.Input, err error) {
	for k := 0; wanted && k < generate.LargeShapes && len(inputs) < mostLarge; k++ {
		in, _, err := r.generator.Large(r.cfg.Seed, k)
		if err != nil || float64(len(in.Text)) < larger*float64(r.report.Inputs.Largest) {
			if k == 0 {
				break // this one has as many values as there may be
			}
			continue
		}
		if slices.ContainsFunc(inputs, func(other generate.Input) bool { return other.Text == in.Text }) {
			continue
		}
		ok, err := r.valid(r.ctx, in.Text)
		if err != nil {
			return nil, err
		}
		if ok {
			inputs = append(inputs, in)
		}
	}
	return inputs, nil
}

// size says in a few words how large an input is: "at N = 200000", or how many bytes it has.
func (r *run) size(in generate.Input) string {
	var counts []string
	for _, v := range counting(r.problem.Schema) {
		if values := r.generator.Values(in, v, 1); len(values) == 1 {
			counts = append(counts, v.Name+" = "+values[0])
		}
	}
	switch n := len(in.Text); {
	case len(counts) > 0:
		return "at " + strings.Join(counts, ", ")
	case n >= 1_000_000:
		return fmt.Sprintf("on an input of %.1f MB", float64(n)/1e6)
	default:
		return fmt.Sprintf("on an input of %d kB", (n+999)/1000)
	}
}

// mostCounts is how many numbers say how large an input is.
const mostCounts = 3

// counting lists the variables at the top of a schema that say how much follows, but not those that only say how many
// test cases: these have counts of their own.
func counting(s *schema.Schema) (vars []*schema.Var) {
	counts := map[*schema.Var]bool{}
	schema.EachRepeat(s.Layout, func(repeat *schema.Repeat) {
		if !countsWithin(s, repeat) {
			schema.EachVar(repeat.Count, func(v *schema.Var) { counts[v] = true })
		}
	})
	for _, v := range s.Vars {
		if v.Domain.Length != nil {
			counts[v.Domain.Length] = true
		}
	}
	for _, v := range s.Vars {
		length := strings.HasPrefix(v.Name, "|") // of a text, which is not printed but has a name that people know
		if counts[v] && v.Scope == nil && (!v.Hidden || length) && len(vars) < mostCounts {
			vars = append(vars, v)
		}
	}
	return vars
}

// countsWithin says whether how much is printed in a repeat is another matter in each of its iterations.
func countsWithin(s *schema.Schema, outer *schema.Repeat) bool {
	found := slices.ContainsFunc(s.Vars, func(v *schema.Var) bool { return v.Scope == outer && v.Domain.Length != nil })
	schema.EachRepeat(outer.Body, func(inner *schema.Repeat) {
		schema.EachVar(inner.Count, func(v *schema.Var) {
			found = found || v.Scope == outer && !v.Hidden // which alternative there is changes little
		})
	})
	return found
}
