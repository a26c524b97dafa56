package check

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"execre/analysis/consistency"
	"execre/analysis/generate"
	"execre/runner"
)

// supply gives the inputs of a check: from the schema, from generator programs, or half from each. What a validator
// refuses is not given. What it gives in a round depends on finished rounds only.
type supply struct {
	run     *run
	search  Drawing  // nil without a schema
	spent   bool     // the search has no more inputs
	ended   []string // why what there was gives no more
	makers  []*maker
	turn    int // of the makers
	seen    map[string]bool
	novelty Novelty
	unseen  *generate.Unseen // of the search, where there is one

	made       int             // inputs of generator programs that were given
	duplicates int             // times that a generator program printed what was there already
	refused    int             // inputs that were not given, because they are invalid
	tried      int             // inputs that were looked at: given or refused
	smallest   *generate.Input // that was refused
	by         string          // which one
}

// maker is a generator program: its argument is the seed.
type maker struct {
	tool     *tool
	source   *rand.Rand
	runs     int
	fresh    int // inputs that nobody had seen
	misses   int // runs since the last of those
	failures int
	ended    bool
	misfit   string // the first input that the schema refuses, and why
}

const (
	// mostRepeats is after how many runs that bring nothing new a generator is not asked any more; one that never printed
	// anything but its first input is known after fewRepeats.
	mostRepeats = 50
	fewRepeats  = 10
	// mostSeed is the largest seed: the largest that a C++ int holds.
	mostSeed = 1<<31 - 1
	// mostTries bounds how many inputs are looked at for each that is wanted, where most of them are refused.
	mostTries = 20
)

func newSupply(r *run, search Drawing) *supply {
	s := &supply{run: r, search: search, seen: map[string]bool{}, unseen: new(generate.Unseen)}
	if search != nil {
		s.unseen = search.Unseen()
	}
	for _, row := range r.tried {
		s.seen[row.input.Text] = true
		if r.generator != nil && row.misfit == nil {
			s.seen[row.parsed.Text] = true
		}
	}
	for k, t := range r.makers {
		s.makers = append(s.makers, &maker{tool: t, source: rand.New(rand.NewPCG(r.cfg.Seed, uint64(k)))})
	}
	return s
}

// drawing says whether there are inputs of the schema still.
func (s *supply) drawing() bool { return s.search != nil && !s.spent }

// next gives the inputs of a round, count of them unless ended says why there are fewer.
func (s *supply) next(ctx context.Context, count int) (inputs []generate.Input, ended string, err error) {
	for _, v := range s.run.validators {
		v.rest()
	}
	for tries := mostTries * count; len(inputs) < count; {
		if tries <= 0 {
			return inputs, "nearly every input is refused by " + cmp.Or(s.by, s.run.problem.SchemaFile), nil
		}
		if !s.drawing() && !s.asking() {
			return inputs, strings.Join(s.ended, "; "), nil
		}
		want := count - len(inputs)
		fromMakers := 0
		if s.asking() {
			fromMakers = want
			if s.drawing() {
				fromMakers = (want + 1) / 2
			}
		}
		var batch []generate.Input
		if s.drawing() && want > fromMakers {
			drawn, exhausted := s.search.Next(want - fromMakers)
			for _, in := range drawn {
				if !s.seen[in.Text] {
					s.seen[in.Text] = true
					batch = append(batch, in)
				}
			}
			if exhausted != "" {
				s.spent = true
				s.ended = append(s.ended, exhausted)
			}
		}
		drawn := len(batch)
		batch, err = s.make(ctx, fromMakers, batch)
		if err != nil {
			return nil, "", err
		}
		refused, err := s.validate(ctx, batch)
		if err != nil {
			return nil, "", err
		}
		tries -= want
		s.tried += len(batch)
		slow := s.slow()
		for i, in := range batch {
			switch {
			case slow != "" && !s.validated(in):
				s.tried--
				continue
			case refused[i] != "":
				s.refused++
				if s.smallest == nil || in.Less(*s.smallest) {
					s.smallest, s.by = &in, refused[i]
				}
				continue
			case i >= drawn:
				s.made++
			}
			inputs = append(inputs, in)
		}
		if slow != "" {
			return inputs, slow, nil
		}
	}
	return inputs, "", nil
}

// slow says which validator has used up its time, so that there are no further inputs; "" while none has. Nobody knows of
// further inputs whether they are any.
func (s *supply) slow() string {
	for _, v := range s.run.validators {
		if v.tool.over() {
			return v.tool.slowness()
		}
	}
	return ""
}

// validated says whether all validators that are asked have spoken of an input.
func (s *supply) validated(in generate.Input) bool {
	return !slices.ContainsFunc(s.run.validators, func(v *validator) bool { return !v.knows(in.Text) })
}

// learn takes in what the rows of a finished round showed: those that told programs apart are mutated from now on.
func (s *supply) learn(rows []row) {
	outcomes := make([]generate.Outcome, len(rows))
	for i, row := range rows {
		outcomes[i] = s.novelty.Outcome(row.input, row.answers)
	}
	if s.search != nil {
		s.search.Learn(outcomes)
		return
	}
	for _, o := range outcomes {
		s.unseen.Add(o.Behaviour)
	}
}

// Inputs that tell programs apart as others did, and those on which some only took too long, are worth fewer mutations
// than one that shows something new, which counts as 1.
const (
	knownInterest = 0.5
	nearInterest  = 0.25
)

// Novelty says what the inputs of a search show, one after the other: those that show something new are to be mutated.
type Novelty struct {
	shown map[string]bool // by behaviour
}

// Outcome is what an input shows by the answers to it, which are as in consistency.Matrix.
func (n *Novelty) Outcome(in generate.Input, answers []int) generate.Outcome {
	b := showingOf(answers)
	interest := 0.0
	switch {
	case in.Choices == nil: // a generator's, of which nobody knows how to change it
	case b.apart && !n.shown[b.name]:
		interest = 1
	case b.apart:
		interest = knownInterest
	case b.near:
		interest = nearInterest
	}
	if n.shown == nil {
		n.shown = map[string]bool{}
	}
	n.shown[b.name] = true
	return generate.Outcome{Input: in, Behaviour: b.name, Interest: interest}
}

// showing is who agrees with whom on an input.
type showing struct {
	name  string // equal for inputs that show the same
	apart bool   // two programs ended by themselves and in different ways
	near  bool   // some did not end in time, and others did
}

func showingOf(answers []int) (b showing) {
	var name []byte
	first, late := -1, false
	for j, a := range answers {
		if a == consistency.TimeLimit || a == consistency.NotRun { // it may have been retired for that
			name = append(name, 't', ' ')
			late = true
			continue
		}
		same := slices.Index(answers, a)
		name = append(strconv.AppendInt(name, int64(same), 10), ' ')
		if a < 0 {
			name[len(name)-1] = '!'
		}
		if first < 0 {
			first = j
		}
		b.apart = b.apart || a != answers[first]
	}
	b.name, b.near = string(name), late && first >= 0
	return b
}

// asking says whether there is a generator that is still asked.
func (s *supply) asking() bool {
	return slices.ContainsFunc(s.makers, func(m *maker) bool { return !m.ended })
}

// make runs the generators so many times, in turn, and adds what is new to inputs.
func (s *supply) make(ctx context.Context, times int, inputs []generate.Input) ([]generate.Input, error) {
	type job struct {
		maker  *maker
		seed   string
		result runner.Result
	}
	var jobs []*job
	for len(jobs) < times && s.asking() {
		m := s.makers[s.turn%len(s.makers)]
		s.turn++
		if !m.ended {
			jobs = append(jobs, &job{maker: m, seed: strconv.Itoa(1 + m.source.IntN(mostSeed))})
		}
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(s.run.cfg.Jobs)
	for _, job := range jobs {
		group.Go(func() (err error) {
			job.result, err = job.maker.tool.run(within, runner.Request{Args: []string{job.seed}})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, job := range jobs {
		m := job.maker
		switch timeout := job.result.Verdict == runner.TimeLimit; {
		case timeout && m.ended:
			continue // it is not asked any more
		case timeout && m.tool.over() && !m.tool.hangs():
			why := m.tool.slowness()
			s.run.remark(Problem{File: m.tool.file.Path, Code: "generator-slow", Message: why})
			s.end(m, why)
			continue
		}
		if m.runs++; m.runs == 1 {
			if err := s.repeatable(ctx, m, job.seed, job.result); err != nil {
				return nil, err
			}
		}
		if text := string(job.result.Stdout); job.result.Verdict != runner.OK || strings.TrimSpace(text) == "" {
			s.failed(m, job.seed, job.result)
			continue
		}
		in := generate.Input{Text: Fed(string(job.result.Stdout))}
		if s.seen[in.Text] {
			s.repeated(m)
			continue
		}
		s.seen[in.Text] = true
		if g := s.run.generator; g != nil {
			parsed, err := g.Parse(in.Text)
			switch {
			case err == nil && parsed.Text != in.Text && s.seen[parsed.Text]:
				s.repeated(m)
				continue
			case err == nil:
				in = parsed
				s.seen[in.Text] = true
			case s.run.problem.SchemaFile != "": // a person wrote it
				s.tried++
				s.refused++
				if m.misfit == "" {
					m.misfit = fmt.Sprintf("on seed %s it prints %s, but %v", job.seed, oneLine(in.Text), err)
				}
				if m.misses++; m.misses == mostRepeats {
					s.end(m, m.tool.file.Path+" prints nothing that fits "+s.run.problem.SchemaFile)
				}
				continue
			}
		}
		m.fresh++
		m.misses = 0
		inputs = append(inputs, in)
	}
	return inputs, nil
}

// repeatable runs a generator a second time with a seed: it should print the same.
func (s *supply) repeatable(ctx context.Context, m *maker, seed string, first runner.Result) error {
	again, err := m.tool.run(ctx, runner.Request{Args: []string{seed}, Fresh: true})
	if err == nil && first.Verdict == runner.OK && again.Verdict == runner.OK && string(first.Stdout) != string(again.Stdout) {
		s.run.remark(Problem{File: m.tool.file.Path, Code: "generator-unseeded", Message: fmt.Sprintf(
			"prints another input when it is run again with the seed %s, so that a check cannot be repeated: "+
				"seed it with its first argument", seed)})
	}
	return err
}

// failed notes that a generator gave nothing.
func (s *supply) failed(m *maker, seed string, r runner.Result) {
	what := "prints nothing"
	if r.Verdict != runner.OK {
		what = m.tool.ending(r)
	}
	if m.failures++; m.failures == 1 {
		s.run.remark(Problem{
			File: m.tool.file.Path, Code: "generator-fails", Message: fmt.Sprintf("%s with the seed %s", what, seed),
		})
	}
	if m.failures >= mostToolFailures || m.tool.hangs() {
		s.end(m, m.tool.file.Path+" "+what)
	}
}

// end has a generator rest, and says why.
func (s *supply) end(m *maker, why string) {
	if !m.ended {
		m.ended = true
		s.ended = append(s.ended, why)
	}
}

// repeated notes that a generator printed what was there already.
func (s *supply) repeated(m *maker) {
	s.duplicates++
	m.misses++
	switch {
	case m.fresh <= 1 && m.misses == fewRepeats:
		s.run.remark(Problem{File: m.tool.file.Path, Code: "generator-repeats", Message: fmt.Sprintf(
			"prints the same input for %d different seeds: its first argument is the seed, which it should use", m.misses+1)})
	case m.misses == mostRepeats:
	default:
		return
	}
	s.end(m, fmt.Sprintf("%s prints nothing new: %d different inputs in %d runs", m.tool.file.Path, m.fresh, m.runs))
}

// validate says of each input who refuses it, or "".
func (s *supply) validate(ctx context.Context, inputs []generate.Input) ([]string, error) {
	refused := make([]string, len(inputs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.run.cfg.Jobs)
	for i, in := range inputs {
		group.Go(func() (err error) {
			refused[i], err = s.run.refusedBy(ctx, in.Text)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, v := range s.run.validators {
		if v.tool.hangs() { // when it was found out is chance, so it has not spoken
			for i, by := range refused {
				if by == v.tool.file.Path {
					refused[i] = ""
				}
			}
		}
	}
	return refused, nil
}

// complete says whether every input of the format was looked at: executed, on a sample too, or refused.
func (s *supply) complete() bool {
	all, ok := s.run.generator.Enumerate(len(s.seen))
	return ok && !slices.ContainsFunc(all, func(in generate.Input) bool { return !s.seen[in.Text] })
}

// report adds to the report what came of the inputs.
func (s *supply) report() {
	r := s.run
	in := &r.report.Inputs
	in.FromGenerators, in.Duplicates, in.Invalid = s.made, s.duplicates, s.refused
	in.All = s.spent && s.complete() && (s.refused == 0 || s.refused < s.tried) // where all are refused nothing was tried
	switch {
	case len(r.runners) < 2 || s.unseen.Inputs() == 0:
	case in.All:
		in.Unseen = &Unseen{Behaviours: s.unseen.Behaviours()}
	default:
		next, upper := s.unseen.Next()
		in.Unseen = &Unseen{Next: Number(next), Upper: Number(upper), Behaviours: s.unseen.Behaviours()}
	}
	for _, v := range r.validators {
		if v.failures > 0 {
			text := fmt.Sprintf("%s on the input %s, which counts as valid", v.failed, oneLine(v.on))
			if v.aside {
				text = fmt.Sprintf("%s on the input %s, and so on others: it is not used", v.failed, oneLine(v.on))
			}
			r.remark(Problem{File: v.tool.file.Path, Code: "validator-fails", Message: text})
		}
	}
	for _, m := range s.makers {
		if m.misfit != "" {
			r.remark(Problem{File: m.tool.file.Path, Code: "generator-schema", Message: fmt.Sprintf(
				"prints inputs that do not fit %s, which are left out: %s", r.problem.SchemaFile, m.misfit)})
		}
	}
	if s.smallest != nil && 2*s.refused > s.tried {
		what := r.problem.SchemaFile
		switch r.inputSource() {
		case "inferred":
			what = "the guessed format"
		case "generator":
			what = s.makers[0].tool.file.Path
		}
		r.remark(Problem{File: s.by, Code: "validator-disagrees", Message: fmt.Sprintf(
			"refuses %d of %d inputs: it and %s disagree on what an input is; the smallest is %s",
			s.refused, s.tried, what, oneLine(s.smallest.Text))})
	}
}
