package check

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"execre/runner"
	"execre/server/internal/workspace"
)

// ErrSamplesOnly is what Run returns when it is to search on and there is nothing that makes inputs.
var ErrSamplesOnly = errors.New("there are samples only, and no inputs to search among")

// searchable says why a problem has nothing that makes inputs, if so. A schema with a mistake is said in the report.
func searchable(p *workspace.Problem) error {
	generator := func(f workspace.File) bool { return f.Role == workspace.Generator }
	switch {
	case p.Interactive != "":
		return fmt.Errorf("%w: the problem is interactive", ErrSamplesOnly)
	case p.SchemaFile == "" && p.Schema == nil && !slices.ContainsFunc(p.Files, generator):
		return fmt.Errorf("%w: write an input.schema (`execre schema infer` begins one), or a generator", ErrSamplesOnly)
	}
	return nil
}

// hunt is the search past the inputs that every check runs, in rounds like theirs, for the time that Config.For says.
// What is done again, because a checker or a server turned out to be of no use, has as many inputs as it had before.
type hunt struct {
	run   *run
	begin time.Time // of the first search
	rows  int       // that were run, or are to be run again

	apart bool   // an input told programs apart that neither the samples nor earlier counterexamples tell apart
	found [2]int // the first two of these
}

// start begins the search, or begins it anew.
func (h *hunt) start(r *run) {
	if h.run = r; h.begin.IsZero() {
		h.begin = r.cfg.Now()
	}
	h.apart = false
}

// want is how many more inputs there should be, with so many rows run.
func (h *hunt) want(rows int) int {
	h.rows = max(h.rows, rows)
	cfg := h.run.cfg
	switch total := h.run.problem.Settings.Inputs; {
	case rows < total:
		return min(RoundSize, total-rows)
	case cfg.For == 0 || rows >= workspace.MaxInputs || cfg.UntilDifference && h.apart:
		return 0
	case rows < h.rows || h.elapsed() < cfg.For:
		return min(RoundSize, workspace.MaxInputs-rows)
	}
	return 0
}

func (h *hunt) elapsed() time.Duration { return h.run.cfg.Now().Sub(h.begin) }

// progress is how far the check is with so many rows: in seconds, once it hunts.
func (h *hunt) progress(rows int) Progress {
	if total := h.run.problem.Settings.Inputs; rows <= total {
		return Progress{Phase: "inputs", Done: rows, Total: total}
	}
	whole := int(h.run.cfg.For.Seconds())
	return Progress{Phase: Hunting, Done: min(whole, int(h.elapsed().Seconds())), Total: whole}
}

// look takes in the rows of a finished round, in order.
func (h *hunt) look(rows []row) {
	r := h.run
	if !r.cfg.UntilDifference || h.apart {
		return
	}
	before := slices.Concat(r.tried, r.replayed)
	var survivors, all []int
	for j := range r.runners {
		all = append(all, j)
		if r.passes(j) {
			survivors = append(survivors, j)
		}
	}
	if survivors == nil {
		survivors = all // the samples are rather wrong
	}
	for _, seen := range rows {
		for i, k := range survivors {
			for _, j := range survivors[:i] {
				apart := func(row row) bool { return row.parts(j, k) }
				if apart(seen) && !slices.ContainsFunc(before, apart) {
					h.found, h.apart = [2]int{j, k}, true
					return
				}
			}
		}
	}
}

// ended says why a hunt was over before its time, or nothing.
func (h *hunt) ended() string {
	if !h.run.cfg.UntilDifference || h.run.cfg.For == 0 || !h.apart {
		return ""
	}
	a, b := h.run.runners[h.found[0]].file.Path, h.run.runners[h.found[1]].file.Path
	return fmt.Sprintf("%s and %s differ, and the search was to go on until then", a, b)
}

// parts says whether programs j and k both ended by themselves, and in different ways.
func (r row) parts(j, k int) bool {
	ended := func(i int) bool { return r.answers[i] >= 0 || r.cells[i].verdict == runner.Crash }
	return ended(j) && ended(k) && r.answers[j] != r.answers[k]
}
