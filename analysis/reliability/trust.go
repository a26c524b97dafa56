package reliability

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// minPartialAnswers is how many rows a program must have answered that did not answer all, to serve unasked if it is a
// brute force, or to back those that agree with it.
const minPartialAnswers = 20

// trust is what is trusted and why.
type trust struct {
	rule        Rule
	group       int // of the reference, or -1
	trusted     int // program index, or -1
	provisional int // program index, or -1
	fallback    string
	declined    string
	rivals      []int // declared groups that do not serve because others answer otherwise: which is right is open
}

func (p *pool) trust() trust {
	t := trust{group: -1, trusted: -1, provisional: -1}
	if len(p.kept) == 0 {
		t.fallback = "no input was run, so there is nothing to compare"
		return t
	}
	p.declare(&t)
	if t.trusted >= 0 {
		return t
	}
	rule, best, reason := p.choose()
	// A suspended reference and consensus that speak with one voice are no contradiction.
	if len(t.rivals) > 1 || len(t.rivals) == 1 && (best < 0 || p.classOf[t.rivals[0]] != best) {
		t.fallback = t.declined
		return t
	}
	if best >= 0 {
		t.rule, t.group = rule, p.classes[best].Members[0]
		t.trusted = p.groups[t.group].twin
		return t
	}
	t.fallback = reason
	if len(p.voters) == 2 && len(p.classes) == 1 && p.classes[0].alive() {
		t.provisional = p.groups[p.classes[0].Members[0]].twin
	}
	return t
}

// choose is the class to trust when no reference is declared, or -1 and the reason.
func (p *pool) choose() (rule Rule, best int, reason string) {
	best, reason = p.consensus()
	if len(p.judged) == 0 || !p.compared || len(p.voters) == 0 {
		return Consensus, best, reason
	}
	var alive []int
	for c := range p.classes {
		if p.classes[c].alive() {
			alive = append(alive, c)
		}
	}
	switch {
	case len(alive) == 0:
		if !slices.ContainsFunc(p.classes, func(c class) bool { return c.refuted >= 0 }) {
			return None, -1, reason
		}
		return None, -1, "none of these programs is right: " + p.refutation()
	case len(alive) == 1:
		if reason := p.unproven(p.classes[alive[0]]); reason != "" && best != alive[0] {
			return None, -1, reason
		}
		return Judged, alive[0], ""
	case best >= 0 && !p.classes[best].alive():
		return None, -1, fmt.Sprintf("most programs agree, but they do not give the right answer to %s",
			p.judged[p.classes[best].refuted].Name)
	case best < 0:
		var names []string
		for _, j := range p.judged {
			names = append(names, j.Name)
		}
		return None, -1, fmt.Sprintf("%d groups of programs give the right answer to %s, and differ elsewhere", len(alive), and(names))
	}
	return Consensus, best, reason
}

// unproven says why the only class that the answers leave is not trusted for them, or "".
func (p *pool) unproven(c class) string {
	name := p.groups[c.Members[0]].name
	switch {
	case len(c.Members) >= 2:
		return ""
	case len(p.judged) < 2:
		return fmt.Sprintf("only %s gives the right answer: for a single program it takes another one", name)
	}
	return fmt.Sprintf("only %s gives the right answers: a single program is trusted when you name it as the reference in execre.toml",
		name)
}

// refutation says on which inputs the classes that answer everything fail.
func (p *pool) refutation() string {
	var names []string
	for k, j := range p.judged {
		if slices.ContainsFunc(p.classes, func(c class) bool { return c.refuted == k }) {
			names = append(names, j.Name)
		}
	}
	if len(names) == 1 {
		return "all fail on " + names[0]
	}
	return "each fails on " + join(names, "or")
}

// declare looks for a declared reference: it sets t.trusted, or t.declined and perhaps t.rivals.
func (p *pool) declare(t *trust) {
	named, accepted := -1, []int{}
	for g := range p.groups {
		if p.groups[g].named >= 0 && named < 0 {
			named = g
		}
		if p.groups[g].standing == Accepted {
			if reason := p.unfit(g); reason != "" {
				t.declined = p.acceptedName(g) + " was accepted by the judge, but it " + reason
				continue
			}
			accepted = append(accepted, g)
		}
	}
	for i, a := range accepted {
		for _, b := range accepted[i+1:] {
			if p.differ(a, b) {
				t.rivals = accepted
				t.declined = fmt.Sprintf("%s and %s were both accepted by the judge, but they differ from each other",
					p.acceptedName(a), p.acceptedName(b))
				return
			}
		}
	}
	if named >= 0 {
		index := p.groups[named].named
		reason := p.unfit(named)
		if reason == "" && p.groups[named].standing != Accepted {
			if k := slices.IndexFunc(accepted, func(g int) bool { return p.differ(named, g) }); k >= 0 {
				reason = "differs from " + p.acceptedName(accepted[k]) + ", which the judge accepted"
			} else if others := p.against(named); others != "" && len(accepted) == 0 {
				// With an accepted program behind it, it would serve all the same.
				t.declined = p.programs[index].Name + " is named as reference, but " + others
				t.rivals = []int{named}
				return
			}
		}
		if reason == "" {
			t.serve(named, index)
			return
		}
		t.declined = p.programs[index].Name + " is named as reference, but it " + reason
	}
	if len(accepted) > 0 {
		t.serve(accepted[0], p.groups[accepted[0]].accepted)
		return
	}
	p.declareBrute(t)
}

func (p *pool) declareBrute(t *trust) {
	var fit []int
	tooFew := ""
	for g := range p.groups {
		if p.groups[g].brute < 0 || p.unfit(g) != "" {
			continue
		}
		if n := p.answers(g); n < min(minPartialAnswers, p.inputs) {
			tooFew = fmt.Sprintf("%s answered only %d of %d inputs, too few to serve as reference unasked",
				p.programs[p.groups[g].brute].Name, n, p.inputs)
			continue
		}
		fit = append(fit, g)
	}
	switch len(fit) {
	case 0:
		if t.declined == "" {
			t.declined = tooFew
		}
		return
	case 1:
	default:
		t.declined = fmt.Sprintf("%s and %s are both brute forces: name one with reference = \"…\" in execre.toml",
			p.programs[p.groups[fit[0]].brute].Name, p.programs[p.groups[fit[1]].brute].Name)
		return
	}
	index := p.groups[fit[0]].brute
	if reason := p.against(fit[0]); reason != "" {
		t.declined = p.programs[index].Name + " would be the reference, but " + reason
		t.rivals = fit
		return
	}
	t.serve(fit[0], index)
}

// serve makes a group the declared reference, by the name of the copy that was declared.
func (t *trust) serve(group, index int) { t.rule, t.group, t.trusted = Declared, group, index }

func (p *pool) acceptedName(g int) string { return p.programs[p.groups[g].accepted].Name }

// answers counts the kept rows that a group answered.
func (p *pool) answers(g int) int {
	n := 0
	for k, cell := range p.on(g) {
		if cell >= 0 {
			n += p.times[k]
		}
	}
	return n
}

// unfit says why a group cannot be a reference whatever the others do: the end of a sentence about it, or "".
func (p *pool) unfit(g int) string {
	for _, s := range p.failed[g] {
		if !slices.Contains(p.suspect, s) {
			return fmt.Sprintf("fails sample %d", s+1)
		}
	}
	switch k := p.refuted(g); {
	case p.groups[g].standing == WrongAnswer:
		return "was refused by the judge"
	case k >= 0:
		return "does not give the right answer to " + p.judged[k].Name
	case p.answers(g) == 0:
		return "answered no input"
	}
	return ""
}

// against says which programs agree with each other against a declared reference, as half a sentence, or "".
func (p *pool) against(g int) string {
	for _, c := range p.classes {
		if c.alive() && len(c.Members) >= 2 && p.differ(g, c.Members[0]) {
			return fmt.Sprintf("%s and %s agree with each other against it",
				p.groups[c.Members[0]].name, p.groups[c.Members[1]].name)
		}
	}
	return ""
}

// consensus is the class that level 1 trusts, whatever was answered, or -1 and the reason.
func (p *pool) consensus() (best int, reason string) {
	best = -1 // the largest class that may be right; among those the weight grows with the number of programs
	ties := 0
	for c := range p.classes {
		if !p.classes[c].capable() {
			continue
		}
		more := 1
		if best >= 0 {
			more = cmp.Compare(p.classes[c].size(), p.classes[best].size())
		}
		switch {
		case more > 0:
			best, ties = c, 1
		case more == 0:
			ties++
		}
	}
	switch {
	case !p.compared:
		return -1, "only one program ran: add another one, or a brute.py, to compare"
	case len(p.voters) == 0:
		return -1, "no program passes every sample"
	case best < 0:
		if slices.ContainsFunc(p.classes, func(c class) bool { return c.refused }) {
			return -1, "the judge refused a program of every class that answers all inputs: they do not show what is wrong"
		}
		return -1, "no program answers every input"
	}
	n, voters := p.classes[best].size(), p.counted()
	switch weight := p.classes[best].prior; {
	case voters == 1:
		return -1, "only one program passes every sample: add another one, or a brute.py, to compare"
	case len(p.classes[best].Members) == 1: // whoever backs it said nothing of where it is alone
		return -1, "no two programs agree on every input"
	case ties > 1:
		return -1, fmt.Sprintf("%d of %d programs agree, but so do %d others", n, voters, n)
	case weight.Cmp(p.threshold) < 0:
		return -1, fmt.Sprintf("%d of %d programs agree, weight %s: below the threshold %s",
			n, voters, cut(weight), decimal(p.threshold))
	}
	return best, ""
}

// cut is r with two decimals, never rounded up: .7999 must not look like .80.
func cut(r *big.Rat) string {
	hundred := new(big.Int).Mul(r.Num(), big.NewInt(100))
	return new(big.Rat).SetFrac(hundred.Quo(hundred, r.Denom()), big.NewInt(100)).FloatString(2)
}

// and joins names: "a", "a and b", "a, b and c".
func and(names []string) string { return join(names, "and") }

func join(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

// decimal is r with two decimals, or more where it has more.
func decimal(r *big.Rat) string {
	s := strconv.FormatFloat(toFloat(r), 'f', -1, 64)
	if _, fraction, _ := strings.Cut(s, "."); len(fraction) > 2 {
		return s
	}
	return r.FloatString(2)
}

// residualRisk is over the rows that the reference answered: only on those could a program have differed from it.
func (p *pool) residualRisk(t trust) float64 {
	if t.group < 0 {
		return residualRisk(0)
	}
	return residualRisk(p.answers(t.group))
}
