package evaluate

import (
	"fmt"
	"slices"
	"strings"

	"execre/analysis/reliability"
	"execre/server/internal/check"
)

// Rule is a way to decide on a pool, and whom it asks.
type Rule struct {
	Name  string
	About string // half a sentence

	method   func(p pool) (reliability.Method, reliability.Evidence)
	asks     bool    // it asks the oracle, reliability.MaxQuestions times at the most
	errs     float64 // how often the oracle errs
	sure     string  // the name of the rule with an oracle that never errs, if this one's does
	withhold bool    // nobody is trusted, whatever the method says
	certain  bool    // its number for a program is the probability that it is right, not an alpha
}

// samplesRule is the rule that trusts nobody.
const samplesRule = "samples"

// Rules are all rules: samples alone, every method of package reliability, and ours with questions, to an oracle that
// never errs and, if oracleError is above 0, to one that does.
func Rules(oracleError float64) []Rule {
	plain := func(m reliability.Method) func(pool) (reliability.Method, reliability.Evidence) {
		return func(p pool) (reliability.Method, reliability.Evidence) { return m, p.evidence }
	}
	rules := []Rule{{
		Name: samplesRule, About: "nobody is trusted, the samples alone judge", method: plain(reliability.Ours{}), withhold: true,
	}}
	for _, m := range reliability.Methods() {
		rule := Rule{Name: m.Name(), About: about[m.Name()], method: plain(m)}
		switch m.(type) {
		case reliability.Ours:
			rule.certain = true
			asking := rule
			asking.Name, asking.asks = rule.Name+"-questions", true
			asking.About = fmt.Sprintf("ours, which asks at most %d questions", reliability.MaxQuestions)
			rules = append(rules, rule, asking)
			if oracleError > 0 {
				asking.sure, asking.errs = asking.Name, oracleError
				asking.Name = fmt.Sprintf("%s-err-%g", asking.sure, oracleError)
				asking.About += fmt.Sprintf(", of whose answers a share of %g is wrong", oracleError)
				rules = append(rules, asking)
			}
			continue
		case reliability.ALGO:
			rule.method = func(p pool) (reliability.Method, reliability.Evidence) {
				e := p.evidence
				e.Programs = slices.Clone(e.Programs)
				for k := range e.Programs {
					e.Programs[k].Brute = p.brutes[k]
				}
				return m, e
			}
		case reliability.OneProgram:
			rule.method = func(p pool) (reliability.Method, reliability.Evidence) {
				return reliability.OneProgram{Seed: p.seed}, p.evidence
			}
		}
		rules = append(rules, rule)
	}
	return rules
}

// about says of the methods of package reliability what they do, in half a sentence.
var about = map[string]string{
	"execre":            "ours, which asks nobody: a class of programs whose weight reaches the threshold",
	"execre-paper":      "the paper's program: Dawid-Skene's alpha is at least .90",
	"execre-paper-0.95": "the paper's text: Dawid-Skene's alpha is at least .95",
	"voting":            "the program that agrees most with the most frequent answers, on at least 95 % of the inputs",
	"one-coin":          "Dawid-Skene with one parameter a program, at least .95",
	"plurality":         "the largest class of those that pass the samples",
	"two-thirds":        "the largest class of those that pass the samples, if it has two thirds of them",
	"codet":             "CodeT's dual agreement",
	"b4":                "B4's posterior",
	"mbr-exec":          "the program that equals the most others in every answer",
	"algo":              "the one program that is called a brute force",
	"one-program":       "a program drawn at random",
}

// pickRules gives the named ones of all, in the order of all; without names it gives all. Who names a rule that asks means
// each oracle that there is.
func pickRules(all []Rule, names []string) ([]Rule, error) {
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for _, r := range all {
		known = append(known, r.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("there is no rule %q: choose from %s", name, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r Rule) bool {
		return !slices.Contains(names, r.Name) && !slices.Contains(names, r.sure)
	}), nil
}

// verdict is a rule's decision on a pool.
type verdict struct {
	reliability.Decision
	questions int
	asked     []int // the rows of the judgements, in their order
}

// decide has a rule decide on a pool.
func (r Rule) decide(p pool, o oracle) verdict {
	method, evidence := r.method(p)
	v := verdict{Decision: method.Decide(evidence)}
	if r.withhold {
		v.Decision = v.Withhold("only the samples judge")
	}
	if !r.asks {
		return v
	}
	o.errs = r.errs
	for v.questions < reliability.MaxQuestions {
		row := v.Next.Row
		switch v.Next.Kind {
		case reliability.NoQuestion:
			return v
		case reliability.Boundary: // all inputs say the same of the programs: the largest that can be worked out by hand
			row = boundary(o.record.Rows)
		}
		if row < 0 {
			return v
		}
		v.questions++
		answer := o.answer(row)
		switch answer {
		case unknown:
			return v
		case several:
			evidence.Invalid = append(slices.Clone(evidence.Invalid), row)
			slices.Sort(evidence.Invalid)
		default:
			evidence.Judgements = append(slices.Clone(evidence.Judgements), reliability.Judgement{
				Name: fmt.Sprintf("question %d", v.questions), Answers: judged(evidence.Matrix.Rows[row], answer), By: reliability.Person,
			})
			v.asked = append(v.asked, row)
		}
		v.Decision = method.Decide(evidence)
	}
	return v
}

// boundary is the row whose input a person can work out, or -1.
func boundary(rows []Row) int {
	return check.HandSized(func(yield func(int, string) bool) {
		for i, row := range rows {
			if !yield(i, row.Input) {
				return
			}
		}
	})
}

// judged are the answers of a row, once it is known which is right.
func judged(answers []int, right int) []int {
	out := make([]int, len(answers))
	for j, a := range answers {
		switch {
		case a < 0:
			out[j] = a
		case a != right:
			out[j] = a + 1
		}
	}
	return out
}

// row is the row of the matrix that a row of the decision is of: rows of judgements stand behind those of the matrix.
func (v verdict) row(i, rows int) int {
	if i >= rows {
		return v.asked[i-rows]
	}
	return i
}

// rulesOf are the rules that a preset compares where nobody names any; nil: all. Its text's threshold is beside its program's.
func rulesOf(p check.Preset) []string {
	if p != check.ExeCREPaper {
		return nil
	}
	return []string{samplesRule, reliability.ExeCREPaper{}.Name(), reliability.ExeCREPaper{Threshold: 0.95}.Name()}
}
