package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/runner"
	"execre/runner/build"
	"execre/server/internal/check"
	"execre/server/internal/workspace"
)

// Limits of generators and validators: they may do more than candidates.
const (
	toolTime   = 10 * time.Second
	toolMemory = runner.GiB
)

const (
	// mostMisses is after how many runs that bring nothing new a generator is not asked any more.
	mostMisses = 50
	// mostTries bounds how many inputs are looked at for each that is wanted, where most of them are refused.
	mostTries = 20
	// mostFailures is after how many failures a tool is not used any more.
	mostFailures = 3
	// mostSeed is the largest seed of a generator: the largest that a C++ int holds.
	mostSeed = 1<<31 - 1
)

// tool is a generator or a validator.
type tool struct {
	file     workspace.File
	program  *runner.Program
	failures int
	misses   int        // of a generator, since it last gave something new
	seeds    *rand.Rand // of a generator
}

func (t *tool) idle() bool { return t.failures >= mostFailures || t.misses >= mostMisses }

// supply gives the inputs: those that are drawn, those of the generators, or half of each where there are both. What a
// validator refuses is not given. What it gives depends on the seed, and on nothing that takes its time.
type supply struct {
	e          *execution
	generator  *generate.Generator // of the format; nil where there is none
	search     check.Drawing       // nil where there is no format, or nothing left to draw
	makers     []*tool
	validators []*tool
	seen       map[string]bool
	turn       int // of the makers
	refused    int
	spent      string // why the search has no more
	ended      string // why there are no more at all
}

// tools builds generators or validators. One that cannot be built is said, and left out.
func (e *execution) tools(ctx context.Context, files []workspace.File) ([]*tool, error) {
	var tools []*tool
	for k, file := range files {
		program, failure, err := e.buildOne(ctx, build.Source{
			Name: file.Path, Dir: e.Dir, Language: file.Language, Text: file.Source, Files: file.Parts,
		})
		if err != nil {
			return nil, err
		}
		if failure != "" {
			e.note("%s is not used: %s", file.Path, failure)
			continue
		}
		tools = append(tools, &tool{file: file, program: program, seeds: rand.New(rand.NewPCG(e.cfg.Seed, uint64(k)))})
	}
	return tools, nil
}

func (e *execution) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.record.Notes, text) {
		e.record.Notes = append(e.record.Notes, text)
	}
}

// run executes a tool.
func (e *execution) run(ctx context.Context, t *tool, req runner.Request) (runner.Result, error) {
	req.Program, req.Limits = t.program, runner.Limits{CPU: toolTime, Wall: 2 * toolTime, Memory: toolMemory}
	end := e.start(executing)
	result, err := check.Execute(ctx, e.cfg.Executor, req)
	end(0)
	return result, err
}

// next gives so many inputs, fewer where there are no more.
func (s *supply) next(ctx context.Context, count int) ([]generate.Input, error) {
	var inputs []generate.Input
	tries := mostTries * count
	for len(inputs) < count {
		want := count - len(inputs)
		if tries <= 0 {
			s.ended = "nearly every input is there already, or is refused by a validator"
			break
		}
		asked := slices.ContainsFunc(s.makers, func(m *tool) bool { return !m.idle() })
		var batch []generate.Input
		if s.search != nil {
			drawn := want
			if asked {
				drawn = want / 2
			}
			found, exhausted := s.search.Next(max(1, drawn))
			for _, in := range found {
				if !s.seen[in.Text] {
					s.seen[in.Text] = true
					batch = append(batch, in)
				}
			}
			if exhausted != "" {
				s.search, s.spent = nil, exhausted
			}
		} else if !asked {
			s.ended = cmp.Or(s.spent, "the generators print nothing new")
			break
		}
		made, err := s.make(ctx, max(0, want-len(batch)))
		if err != nil {
			return nil, err
		}
		batch = append(batch, made...)
		valid, err := s.validate(ctx, batch)
		if err != nil {
			return nil, err
		}
		for i, in := range batch {
			if valid[i] {
				inputs = append(inputs, in)
			} else {
				s.refused++
			}
		}
		tries -= want
	}
	return inputs, nil
}

// draw has inputs drawn of a format.
func (s *supply) draw(format *schema.Schema) error {
	generator, mistakes := generate.New(format)
	if generator == nil {
		return fmt.Errorf("no inputs can be made of the format: %s", mistakes[0].Message)
	}
	var samples []generate.Input
	for _, sample := range s.e.Samples {
		if in, err := generator.Parse(check.Fed(sample.Input)); err == nil {
			samples = append(samples, in)
		} else if s.e.Format == "given" {
			s.e.note("%s does not fit the input format: %v", sample.Name, err)
		}
	}
	var err error
	s.generator = generator
	s.search, err = s.e.cfg.Preset.Draw(format, generator, s.e.cfg.Seed, s.e.cfg.Inputs, samples)
	return err
}

// make runs the generators so many times, in turn; a generator's argument is the seed.
func (s *supply) make(ctx context.Context, times int) ([]generate.Input, error) {
	type job struct {
		maker *tool
		seed  string
		text  string
	}
	var jobs []*job
	for turns := 0; len(s.makers) > 0 && len(jobs) < times && turns < times*len(s.makers); turns++ {
		m := s.makers[s.turn%len(s.makers)]
		s.turn++
		if !m.idle() {
			jobs = append(jobs, &job{maker: m, seed: strconv.Itoa(1 + m.seeds.IntN(mostSeed))})
		}
	}
	err := parallel(ctx, s.e.cfg.Jobs, len(jobs), func(ctx context.Context, i int) error {
		result, err := s.e.run(ctx, jobs[i].maker, runner.Request{Args: []string{jobs[i].seed}})
		if result.Verdict == runner.OK {
			jobs[i].text = string(result.Stdout)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var inputs []generate.Input
	for _, job := range jobs {
		m := job.maker
		if strings.TrimSpace(job.text) == "" {
			if m.failures++; m.failures == mostFailures {
				s.e.note("%s is not used any more: it does not print an input for the seed %s", m.file.Path, job.seed)
			}
			continue
		}
		in := generate.Input{Text: check.Fed(job.text)}
		if s.generator != nil {
			if parsed, err := s.generator.Parse(in.Text); err == nil {
				in = parsed
			} else if s.e.Format == "given" {
				m.misses++ // a person wrote the format
				continue
			}
		}
		if s.seen[in.Text] {
			m.misses++
			continue
		}
		s.seen[in.Text], m.misses = true, 0
		inputs = append(inputs, in)
	}
	return inputs, nil
}

var (
	usesTestlib = regexp.MustCompile(`#[ \t]*include[ \t]*[<"][^>"\n]*testlib\.h[>"]`)
	says42      = regexp.MustCompile(`\b42\b`) // the exit status by which a Kattis validator says yes
)

// validate asks the validators, which are given the input on stdin: exit status 0 says that it is valid, as testlib has it, or
// 42, as Kattis has it. One that is killed says nothing.
func (s *supply) validate(ctx context.Context, inputs []generate.Input) ([]bool, error) {
	valid := make([]bool, len(inputs))
	killed := make([][]bool, len(inputs))
	err := parallel(ctx, s.e.cfg.Jobs, len(inputs), func(ctx context.Context, i int) error {
		valid[i] = true
		killed[i] = make([]bool, len(s.validators))
		for k, v := range s.validators {
			if v.idle() {
				continue
			}
			result, err := s.e.run(ctx, v, runner.Request{Stdin: []byte(inputs[i].Text)})
			if err != nil {
				return err
			}
			kattis := v.file.Kattis || says42.Match(v.file.Source) && !usesTestlib.Match(v.file.Source)
			switch {
			case result.Verdict != runner.OK && (result.Verdict != runner.Crash || result.Signal != ""):
				killed[i][k] = true
			case result.ExitCode != 42 && (kattis || result.ExitCode != 0):
				valid[i] = false
			}
		}
		return nil
	})
	for k, v := range s.validators {
		for i := range killed {
			if killed[i] != nil && killed[i][k] {
				if v.failures++; v.failures == mostFailures {
					s.e.note("%s is not used any more: it is killed, or takes too long", v.file.Path)
				}
			}
		}
	}
	return valid, err
}

// settle takes out the validators that refuse every sample: they speak of something else.
func (s *supply) settle(ctx context.Context) error {
	var samples []generate.Input
	for _, sample := range s.e.Samples {
		samples = append(samples, generate.Input{Text: check.Fed(sample.Input)})
	}
	var kept []*tool
	for _, v := range s.validators {
		one := supply{e: s.e, validators: []*tool{v}}
		valid, err := one.validate(ctx, samples)
		if err != nil {
			return err
		}
		if len(samples) > 0 && !slices.Contains(valid, true) {
			s.e.note("%s is not used: it refuses every sample", v.file.Path)
			continue
		}
		kept = append(kept, v)
	}
	s.validators = kept
	return nil
}
