package check

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"execre/runner"
)

// validator is a program that says whether a text is an input of the problem. It is given the text on stdin. Exit status
// 0 says that it is, as testlib has it, or 42, as Kattis has it; any other that it is not. One that is killed says nothing,
// and one that keeps being killed is not asked any more.
type validator struct {
	tool   *tool
	kattis bool // it speaks of 42: then 0 is no answer

	mu       sync.Mutex
	known    map[string]bool
	failures int
	failed   string // what happened on the smallest input on which it was killed
	on       string
	aside    bool // it is not asked any more
}

func newValidator(t *tool) *validator {
	return &validator{
		tool: t, kattis: t.file.Kattis || says42.Match(t.file.Source) && !usesTestlib.Match(t.file.Source), known: map[string]bool{},
	}
}

// accepts asks the validator, or remembers. What it says nothing of is accepted.
func (v *validator) accepts(ctx context.Context, input string) (bool, error) {
	v.mu.Lock()
	known, ok := v.known[input]
	aside := v.aside || v.tool.hangs()
	v.mu.Unlock()
	if ok || aside {
		return known || aside, nil
	}
	result, err := v.tool.run(ctx, runner.Request{Stdin: []byte(input)})
	if err != nil {
		return false, err
	}
	status, ended := exited(result)
	valid := !ended || status == 42 || status == 0 && !v.kattis
	if result.Verdict == runner.TimeLimit && v.tool.over() {
		return true, nil // it was not asked
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known[input] = valid
	if !ended {
		if v.failures++; v.failed == "" || len(input) < len(v.on) || len(input) == len(v.on) && input < v.on {
			v.failed, v.on = v.tool.ending(result), input
		}
	}
	return valid, nil
}

// knows says whether the validator has spoken of an input, or is not asked any more.
func (v *validator) knows(input string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	_, ok := v.known[input]
	return ok || v.aside
}

// rest has the validator rest if it was killed too often, or has no time left before there is any input. It is
// called between rounds, so that what a round gives does not
// depend on which of its inputs was looked at first.
func (v *validator) rest() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.aside = v.aside || v.failures >= mostToolFailures || v.tool.hangs() || v.tool.over()
}

// vouched says whether a validator vouches for the inputs.
func (r *run) vouched() bool {
	return slices.ContainsFunc(r.validators, func(v *validator) bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return !v.aside
	})
}

// valid says whether nobody refuses an input.
func (r *run) valid(ctx context.Context, input string) (bool, error) {
	by, err := r.refusedBy(ctx, input)
	return by == "" && err == nil, err
}

// refusedBy is the file of who refuses an input: a validator, or the person who said so when asked about it. It is "" when
// nobody does.
func (r *run) refusedBy(ctx context.Context, input string) (string, error) {
	for _, o := range r.problem.Objections {
		if !o.Several && Fed(o.Input) == input {
			return o.File, nil
		}
	}
	for _, v := range r.validators {
		if ok, err := v.accepts(ctx, input); err != nil || !ok {
			return v.tool.file.Path, err
		}
	}
	return "", nil
}

// validateSamples says which samples a validator refuses. One that refuses all of them is not asked any more.
func (r *run) validateSamples() error {
	kept := r.validators[:0]
	for _, v := range r.validators {
		refused := 0
		var first Problem
		for _, s := range r.samples {
			ok, err := v.accepts(r.ctx, Fed(s.Input))
			if err != nil {
				return err
			}
			if !ok {
				if refused++; refused == 1 {
					first = Problem{File: s.File, Code: "validator-sample", Message: fmt.Sprintf("%s refuses %s", v.tool.file.Path, s.Name)}
				}
			}
		}
		switch {
		case refused > 0 && refused == len(r.samples):
			r.remark(Problem{
				File: v.tool.file.Path, Code: "validator-sample", Message: "refuses every sample, so it is not used; the first is " + r.samples[0].Name,
			})
		case refused > 0:
			r.remark(first)
			kept = append(kept, v)
		default:
			kept = append(kept, v)
		}
	}
	r.validators = kept
	return nil
}
