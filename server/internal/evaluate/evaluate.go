// Package evaluate compares rules that decide which program is right, on problems of which that is known.
//
// It reads a labelled data set ([Read]), executes all candidates of a problem on inputs drawn as `execre check` draws
// them, once ([Record]), draws pools of candidates from that record, has every rule decide on every pool, and counts
// what comes of it ([Run]). Rules never see a label nor a file's name.
//
// It promises that the same data set, seed and settings give the same result, whatever the number of jobs and whether a
// record was there already (the executions' times and what hangs on time limits apart); that a stop, however hard, costs
// at most the problems that were under way; and that a pickle is never executed. It changes nothing in the data set.
//
// # What is right
//
// A program is right if its label is accepted. Where the data set gives no label, the first sample or hidden test
// that goes wrong makes it. The right answer to an input is that of the program in oracle/ (HumanEval: of the
// canonical solution), if it passes the tests; else the most frequent one among all accepted programs of the
// problem, copies left out, whether they are in the pool or not. It is unknown where they answer nothing or no
// answer is the most frequent.
//
// A reference is right if it is accepted, or if its label is time_limit_exceeded and it gives right answers wherever it
// gives any: a reference is asked for answers, not for speed. Such a program is no right program all the same: whoever wrote
// it has to change it, so that nothing misleads that says so, and in the calibration and the share of right programs it
// counts as the wrong ones do.
//
// # Pools
//
// Of each size n, so many pools are drawn for each problem: n programs without replacement from an urn in which every
// program lies as often as multiplicity.json says (once by default), no pool twice. What cannot be built is not in the
// urn. Programs are named by lot in each pool, since rules break ties by name. Inputs are drawn with all programs of the
// problem together, and are the same for all of its pools.
//
// # Measures
//
// Let P be the pools, T those in which a rule trusts a reference, R those of T whose reference is right, and A the pools
// that hold a program that can be a right reference. Then
//
//	precision  |R| / |T|, also called "reference right"
//	recall     |R| / |A|
//	F1         2 |R| / (|T| + |A|), the harmonic mean of the two
//	coverage   |T| / |P|
//	misleading 100 |M| / |P|, M: pools in which some accepted program is told that it is wrong
//	useful     100 |U| / |P|, U: pools in which some other program is shown that it is wrong
//	questions  questions asked / |P|
//
// A program is told that it is wrong if it fails a sample that is not suspect, or if the rule shows some input on which
// it differs from the trusted reference. It is shown that it is wrong if it fails such a sample, or if on the first input
// that is shown the reference gives the right answer. Crashes and time-outs on generated inputs are seen without any rule
// and count for none.
//
// Questions are answered by an oracle that knows the right answers. It says that an input is not valid where accepted
// programs differ and none of their answers is the most frequent, and nothing where no accepted program answers. With an
// error rate e it gives, with probability e, a wrong answer: one of those that programs of the problem gave, or one that
// nobody gave, each as likely. Whether it errs depends on the seed, the problem and the input alone.
//
// Calibration compares what a rule says of programs with how many of them are right: all programs of all pools in ten
// bins by the number said (ours: the probability that it is right; the others: their alpha). The calibration error is
// sum over bins of programs in it / all programs * |mean said - share right|.
//
// The measures are quotients of sums over pools. Their intervals are the 2.5 % and 97.5 % quantiles of 1,000 bootstrap
// samples of problems (Efron, 1979): pools of one problem are no independent observations. So there is no interval where
// the pools of one problem alone count.
//
// # What check does and this does not
//
// Inputs come of the input format and of the problem's generators, and those that its validators refuse are left out, as in
// check; but where generators are, no format is guessed. Some answers of each program are had again from fresh starts: one
// that does not repeat itself is in the pools, and its answers count for nothing. That is fewer trials than check makes of a
// reference. What a checker program refuses by itself, where it does not refuse the answer of another one, is a judge's word
// against the program to rules that hear judges; that it is told so counts for none, as crashes do. Rules do not see the
// smaller inputs that check searches for.
//
// The question which rule to trust is that of "ExeCRE: Execution-Consistency Guided Reliability Estimation for
// Self-Correcting Code Generation" (Dong, Zhang, Kong, Chen; ASE 2026; arXiv 2608.04439). Its count of misleading rounds
// of a repair is another measure than misleading here, which counts pools.
package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"execre/runner"
	"execre/server/internal/check"
)

// Config says how to evaluate.
type Config struct {
	Executor runner.Executor
	Builder  check.Builder
	Jobs     int    // executions at the same time, at least 1
	Seed     uint64 // of inputs, pools, the oracle and the bootstrap
	Inputs   int    // generated for each problem

	Preset      check.Preset // "" is check.Default
	Export      string       // the folder of the records; "" keeps none
	Sizes       []int        // of pools
	Pools       int          // of each size and problem
	Rules       []string     // names; nil: all of them, or those of the preset
	OracleError float64      // from 0 to below 1

	Progress func(Progress)   // called by one goroutine at a time; may be nil
	Now      func() time.Time // for the time left; nil means time.Now
}

// ResultVersion is that of the result's JSON form.
const ResultVersion = 1

// Result is what an evaluation found.
type Result struct {
	Version     int            `json:"version"`
	Seed        uint64         `json:"seed"`
	Preset      check.Preset   `json:"preset"`
	Inputs      int            `json:"inputs"`
	Sizes       []int          `json:"sizes"`
	PoolsEach   int            `json:"poolsEach"` // of each size and problem, at the most
	OracleError check.Number   `json:"oracleError"`
	Problems    int            `json:"problems"`
	Candidates  int            `json:"candidates"`
	Labels      map[Label]int  `json:"labels"`
	OnlyTooSlow int            `json:"onlyTooSlow"` // of those that are too slow: how many give right answers wherever they give any
	Formats     map[string]int `json:"formats"`     // problems by where their input format is from
	Pools       int            `json:"pools"`
	Rules       []RuleResult   `json:"rules"`
	Notes       []string       `json:"notes"` // what a person should know of single problems
}

// RuleResult is how one rule did.
type RuleResult struct {
	Name             string       `json:"name"`
	About            string       `json:"about"`
	Groups           []Group      `json:"groups"` // all pools first
	Calibration      []Bin        `json:"calibration"`
	CalibrationError check.Number `json:"calibrationError"`
}

// Group is how a rule did on a part of the pools.
type Group struct {
	By         string   `json:"by"`    // "all", "source", "size" or "right": the share of accepted programs
	Value      string   `json:"value"` // which
	Problems   int      `json:"problems"`
	Pools      int      `json:"pools"`
	Precision  Interval `json:"precision"`
	Recall     Interval `json:"recall"`
	F1         Interval `json:"f1"`
	Coverage   Interval `json:"coverage"`
	Misleading Interval `json:"misleading"` // per 100 pools
	Useful     Interval `json:"useful"`     // per 100 pools
	Questions  Interval `json:"questions"`  // per pool
}

// measures are the intervals in the order of measureNames.
func (g Group) measures() []Interval {
	return []Interval{g.Precision, g.Recall, g.F1, g.Coverage, g.Misleading, g.Useful, g.Questions}
}

// Bin is the programs of which a rule says From to To.
type Bin struct {
	From     check.Number `json:"from"`
	To       check.Number `json:"to"`
	Programs int          `json:"programs"`
	Said     check.Number `json:"said"`  // mean
	Right    check.Number `json:"right"` // share
}

// Run evaluates. The error is context.Canceled, a *ConfigError, or something that we failed at.
func Run(ctx context.Context, problems []Problem, cfg Config) (*Result, error) {
	rules, err := cfg.check(problems)
	if err != nil {
		return nil, err
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Preset = cmp.Or(cfg.Preset, check.Default)
	cfg.Sizes = slices.Compact(slices.Sorted(slices.Values(cfg.Sizes)))
	var (
		tallies = make([]problemTally, len(problems))
		heads   = make([]Record, len(problems)) // without their rows
		clock   = newClock(problems, cfg)
	)
	err = parallel(ctx, min(cfg.Jobs, len(problems)), len(problems), func(ctx context.Context, i int) error {
		record, made, err := obtain(ctx, &problems[i], cfg, clock)
		if err != nil {
			return err
		}
		tallies[i] = judge(record, drawPools(record, cfg.Seed, cfg.Sizes, cfg.Pools), rules, cfg.Seed)
		heads[i] = *record
		heads[i].Notes = slices.Concat(record.Notes, record.doubts())
		heads[i].Samples, heads[i].Rows = nil, nil
		clock.finished(made)
		return nil
	})
	if err != nil {
		return nil, err
	}
	result := summarise(heads, tallies, rules, cfg)
	if cfg.Export != "" {
		if err := writeWhole(filepath.Join(cfg.Export, "programs.csv"), programsTable(heads)); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// ConfigError is a setting that cannot be.
type ConfigError struct{ Reason string }

// Error is the reason.
func (e *ConfigError) Error() string { return e.Reason }

// maxPool is the largest pool.
const maxPool = 1000

// check refuses settings that cannot be, and gives the rules.
func (cfg Config) check(problems []Problem) ([]Rule, error) {
	names := cfg.Rules
	if len(names) == 0 {
		names = rulesOf(cfg.Preset)
	}
	rules, err := pickRules(Rules(cfg.OracleError), names)
	most := 0
	for _, p := range problems {
		most = max(most, p.Drawable())
	}
	switch {
	case err != nil:
	case len(problems) == 0:
		err = errors.New("no problems")
	case cfg.OracleError < 0 || cfg.OracleError >= 1 || math.IsNaN(cfg.OracleError):
		err = fmt.Errorf("--oracle-error: the error rate is to be from 0 to below 1, and not %v", cfg.OracleError)
	case cfg.Inputs < 1 || cfg.Pools < 1 || len(cfg.Sizes) == 0:
		err = errors.New("there must be at least one input, one pool and one size of pools: --inputs, --pools, --sizes")
	case slices.Min(cfg.Sizes) < 1 || slices.Max(cfg.Sizes) > maxPool:
		err = fmt.Errorf("a pool has from 1 to %d programs: write --sizes 2,3,5", maxPool)
	case slices.Min(cfg.Sizes) > most:
		err = fmt.Errorf("no problem has %d candidates: ask for smaller pools, --sizes %d", slices.Min(cfg.Sizes), most)
	}
	if err != nil {
		return nil, &ConfigError{err.Error()}
	}
	return rules, nil
}

// obtain reads the record of a problem, or makes it.
func obtain(ctx context.Context, p *Problem, cfg Config, clock *clock) (r *Record, made bool, err error) {
	if cfg.Export != "" {
		if r := saved(cfg.Export, p, p.key(cfg)); r != nil {
			return r, false, nil
		}
	}
	r, err = execute(ctx, p, cfg, clock)
	if err != nil || cfg.Export == "" {
		return r, true, err
	}
	return r, true, r.save(cfg.Export)
}

// summarise makes the result of all problems' tallies.
func summarise(heads []Record, tallies []problemTally, rules []Rule, cfg Config) *Result {
	out := &Result{
		Version: ResultVersion, Seed: cfg.Seed, Preset: cfg.Preset, Inputs: cfg.Inputs, Sizes: cfg.Sizes, PoolsEach: cfg.Pools,
		OracleError: check.Number(cfg.OracleError), Problems: len(heads), Labels: map[Label]int{}, Formats: map[string]int{},
		Rules: []RuleResult{}, Notes: []string{},
	}
	for _, t := range tallies {
		out.OnlyTooSlow += t.onlyTooSlow
	}
	for _, r := range heads {
		out.Formats[r.Format]++
		for _, p := range r.Programs {
			if p.Multiplicity > 0 {
				out.Candidates++
				out.Labels[p.Label]++
			}
			if p.Failure != "" {
				out.Notes = append(out.Notes, fmt.Sprintf("%s: %s is in no pool: %s", r.Problem, p.Name, p.Failure))
			}
		}
		for _, note := range r.Notes {
			out.Notes = append(out.Notes, r.Problem+": "+note)
		}
		if !slices.ContainsFunc(r.Programs, func(p RecordProgram) bool { return p.Label == Accepted }) {
			out.Notes = append(out.Notes, r.Problem+": no program is accepted, so the right answers are not known")
		}
	}
	groups := sortedGroups(tallies)
	for _, size := range cfg.Sizes {
		if !slices.Contains(groups, group{By: "size", Value: strconv.Itoa(size)}) {
			out.Notes = append(out.Notes, fmt.Sprintf("no problem has %d candidates that can be drawn, so there is no pool of that size", size))
		}
	}
	draws := bootstrap(len(tallies), cfg.Seed)
	for k, rule := range rules {
		one := RuleResult{Name: rule.Name, About: rule.About}
		for _, g := range groups {
			of := make([]tally, len(tallies))
			group := Group{By: g.By, Value: g.Value}
			for i, t := range tallies {
				if t.groups[g] != nil {
					of[i] = t.groups[g][k]
					group.Problems++
					group.Pools += of[i].pools
				}
			}
			m := estimate(of, draws)
			group.Precision, group.Recall, group.F1, group.Coverage = m[0], m[1], m[2], m[3]
			group.Misleading, group.Useful, group.Questions = m[4], m[5], m[6]
			one.Groups = append(one.Groups, group)
		}
		one.Calibration, one.CalibrationError = calibration(tallies, k)
		out.Rules = append(out.Rules, one)
	}
	if len(groups) > 0 {
		out.Pools = out.Rules[0].Groups[0].Pools
	}
	return out
}

// sortedGroups are all parts: all, by source, by size, by share of right programs.
func sortedGroups(tallies []problemTally) []group {
	seen := map[group]bool{}
	var all []group
	for _, t := range tallies {
		for g := range t.groups {
			if !seen[g] {
				seen[g] = true
				all = append(all, g)
			}
		}
	}
	order := []string{"all", "source", "size", "right"}
	rank := func(g group) int {
		if g.By == "right" {
			return slices.Index(shares, g.Value)
		}
		n, _ := strconv.Atoi(g.Value)
		return n
	}
	slices.SortFunc(all, func(a, b group) int {
		return cmp.Or(
			cmp.Compare(slices.Index(order, a.By), slices.Index(order, b.By)),
			cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Value, b.Value),
		)
	})
	return all
}

// calibration adds up the bins of a rule.
func calibration(tallies []problemTally, rule int) ([]Bin, check.Number) {
	out := make([]Bin, 0, bins)
	all, off := 0, 0.0
	for b := range bins {
		var sum bin
		for _, t := range tallies {
			sum.programs += t.calibration[rule][b].programs
			sum.said += t.calibration[rule][b].said
			sum.right += t.calibration[rule][b].right
		}
		one := Bin{
			From: check.Number(float64(b) / bins), To: check.Number(float64(b+1) / bins), Programs: sum.programs,
			Said: check.Number(math.NaN()), Right: check.Number(math.NaN()),
		}
		if n := float64(sum.programs); n > 0 {
			one.Said, one.Right = check.Number(sum.said/n), check.Number(float64(sum.right)/n)
			all += sum.programs
			off += math.Abs(sum.said - float64(sum.right))
		}
		out = append(out, one)
	}
	if all == 0 {
		return out, check.Number(math.NaN())
	}
	return out, check.Number(off / float64(all))
}
