// Package infer guesses the input format of a problem where nobody has written one: from sample inputs, from what a
// statement says, and from both, checked against each other. It uses no model and knows no problem.
//
// From samples alone it searches the layouts that read all of them and takes the one with the shortest description (see
// search), then the strictest structure that all samples have: distinct, sorted, a permutation, a tree. A structure
// that is too strict makes fewer inputs, one that is too loose makes right programs look wrong; but what
// two values can show by chance is no structure (see judge). A statement's layout and constraints come first; what they
// leave open is had from the samples, and what the samples contradict is left out and said.
//
// It promises that package schema reads every guess without a mistake, that package generate makes inputs of it and that all
// samples are among them; that it does a bounded amount of work; and that equal evidence gives equal guesses. It never
// claims more than it saw: every line of a guess says where it comes from, and Sure is how often such guesses hold.
package infer

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/analysis/statement"
)

// Evidence is what is known of a problem's input. Each part may be missing.
type Evidence struct {
	Samples   []string             // inputs, as they are on disk
	Names     []string             // of the samples, for sentences; nil: "sample 1", "sample 2" and so on
	Statement *statement.Statement // its own samples count only where there are no others
	Function  *statement.Function  // of function style; nil: that of Statement, if it has no layout
}

// Infer gives guesses, the best first, at least one. The error says why there is none and what to do.
func Infer(e Evidence) ([]Guess, error) {
	st := e.Statement
	if st != nil && st.Interactive {
		return nil, errors.New("the problem is interactive: its input depends on what the program prints, so no inputs " +
			"are made")
	}
	if st != nil && len(e.Samples) == 0 {
		e.Names = nil
		for _, s := range st.Samples {
			e.Samples = append(e.Samples, s.Input)
		}
	}
	if e.Function == nil && st != nil && len(st.Layouts) == 0 {
		e.Function = st.Function
	}
	if e.Function != nil {
		return ofFunction(e)
	}
	g := &guesser{told: claimsOf(st)}
	g.samples, g.notes = readSamples(e)
	g.notes = append(g.notes, lostPowers(st)...)
	restrictions := unread(st)
	g.notes = append(g.notes, restrictions...)
	g.unread = len(restrictions) > 0
	if len(g.samples) == 0 && (st == nil || len(st.Layouts) == 0) {
		return nil, errNothing
	}
	var drafts []draft
	if st != nil {
		var notes []string
		drafts, notes = g.fromStatement(st)
		g.notes = append(g.notes, notes...)
	}
	stated := len(drafts)
	if st != nil {
		g.texts = st.Texts
	}
	if len(g.samples) > 0 {
		shown := fromSamples(g.samples)
		for _, d := range shown {
			if stated > 0 {
				// The statement was read; what the samples show beside it counts only where it is clear.
				if !d.clear {
					continue
				}
				d.sure /= 2
			}
			drafts = append(drafts, g.named(d))
		}
	}
	return g.all(drafts)
}

// strictness is what is taken from the samples besides the layout and round bounds.
type strictness int

const (
	loosely  strictness = iota // nothing
	strictly                   // the structures that there is evidence for
	closely                    // all that every sample has
)

// Where the first guess is wrong, what comes after it is as probable as this less than that was.
const (
	closeLess = 0.1
	otherLess = 0.1
	looseLess = 0.2
)

// all makes the guesses of drafts: first the likeliest one; then, for the case that it allows too much, the same layout with
// all that the samples have; the other layouts; and the first without what only samples show.
func (g *guesser) all(drafts []draft) ([]Guess, error) {
	var guesses []Guess
	var first error
	best, seen := -1, map[string]bool{}
	add := func(i int, how strictness) {
		guess, err := g.guess(drafts[i], how)
		if err != nil {
			first = cmp.Or(first, err)
			return
		}
		if how == strictly && seen[keyOf(guess.Schema.Layout)] {
			return // the statement writes the same in another way
		}
		seen[keyOf(guess.Schema.Layout)] = true
		if best < 0 {
			best = i
		}
		if !slices.ContainsFunc(guesses, func(o Guess) bool { return o.Text == guess.Text }) {
			guess.Notes = append(guess.Notes, g.notes...)
			if len(guesses) > 0 {
				less := [...]float64{loosely: looseLess, strictly: otherLess, closely: closeLess}[how]
				guess.Sure = coarse(min(guess.Sure, max(guesses[0].Sure-less, min(guesses[0].Sure, leastSure))))
			}
			guesses = append(guesses, *guess)
		}
	}
	for i := range drafts {
		if len(guesses) < maxGuesses-1 && g.parsed < maxParsed {
			add(i, strictly)
			if best == i && len(g.samples) > 0 {
				add(i, closely)
			}
		}
	}
	if best >= 0 {
		add(best, loosely)
		slices.SortStableFunc(guesses[1:], func(a, b Guess) int { return cmp.Compare(b.Sure, a.Sure) })
		return guesses, nil
	}
	if first == nil {
		return nil, errNoLayout
	}
	return nil, fmt.Errorf("no format was found that has all samples: %w; write input.schema (execre schema help)", first)
}

// keyOf is equal for layouts that print the same values under the same names.
func keyOf(nodes []schema.Node) string {
	var sb strings.Builder
	for _, n := range nodes {
		switch n := n.(type) {
		case *schema.Literal:
			fmt.Fprintf(&sb, "%q", n.Text)
		case *schema.Field:
			sb.WriteString(n.Var.Name)
		case *schema.Repeat:
			fmt.Fprintf(&sb, "(%s%q", keyOf(n.Body), n.Separator)
			schema.EachVar(n.Count, func(v *schema.Var) { sb.WriteString(" " + v.Name) })
			sb.WriteByte(')')
		case *schema.OneOf:
			for _, a := range n.Alternatives {
				fmt.Fprintf(&sb, "<%s>", keyOf(a.Body))
			}
		}
	}
	return sb.String()
}

// Guess is a possible input format.
type Guess struct {
	Text   string         // an input.schema that a person can edit; comments say where each line comes from
	Schema *schema.Schema // of Text
	Sure   float64        // from 0 to 1, in coarse steps: how probable it is that layout and bounds are right, if no guess before is
	Notes  []string       // what was guessed and what to check, in sentences for people
	Loosen []Loosening    // by line of Text

	constant bool
}

// ConstantCount says whether a count in the layout is a constant that a single sample shows and nothing else: the other
// inputs may well have more lines, or fewer. Such a guess is never sure enough to be [Usable].
func (g Guess) ConstantCount() bool { return g.constant }

// leastSure is how sure a guess must be to be used. Inputs of a wrong format make right programs disagree, which is worse
// than none.
const leastSure = 0.3

// oneSampleSure is how sure a guess may be where a single sample has so many lines, and nothing says why.
const oneSampleSure = 0.2

// unreadSure is how sure a guess may be where the statement excludes inputs in words that were not understood, or that the
// schema language does not have.
const unreadSure = 0.2

// unread says which sentences of the statement restrict the inputs and are in no guess.
func unread(st *statement.Statement) []string {
	if st == nil {
		return nil
	}
	var notes []string
	for _, n := range st.Notes {
		if n.Restriction != "" {
			notes = append(notes, fmt.Sprintf("The statement says what is not understood: \"%s\" (line %d): write it as a "+
				"constraint or take a validator.", n.Restriction, n.Line))
		}
	}
	return notes
}

// Usable are the guesses, the likeliest first, that are sure enough for inputs to be made of them unseen.
func Usable(guesses []Guess) []Guess {
	for i, guess := range guesses {
		if guess.Sure < leastSure {
			return guesses[:i]
		}
	}
	return guesses
}

// Loosening takes back a structure that was guessed.
type Loosening struct {
	Line int    // of Guess.Text, from 1
	What string // what is no longer demanded: "A is sorted"
	Text string // the input.schema without it
}

const maxGuesses = 6

// draft is a layout in the language of input.schema, before anything is said of its values.
type draft struct {
	lines []string
	whole []string // the names of texts that take their line, blanks and all
	open  []string // the names of counts that are not printed
	sure  float64  // that this is the layout, if those before it are not
	clear bool     // of one that samples show: it is hardly less probable than the first
	line  int      // of the statement; 0 where samples show it
	// constant: a count is a constant, and nothing but a single sample shows it
	constant bool
	notes    []string
}

func (d draft) text() string { return strings.Join(d.lines, "\n") }

// guesser makes guesses of drafts.
type guesser struct {
	samples []*sample
	told    []claim  // what the statement says
	texts   []string // names that the statement calls texts
	notes   []string
	unread  bool // the statement restricts the inputs in words that were not understood
	parsed  int  // bytes of samples that were read back
}

// errRefused says why a draft is not the layout.
type errRefused string

func (e errRefused) Error() string { return string(e) }

// guess completes a draft by what is known of its values.
func (g *guesser) guess(d draft, how strictness) (*Guess, error) {
	skeleton, mistakes := schema.Parse([]byte(compose(d, g.hints(d)).text))
	if skeleton == nil {
		return nil, errRefused(firstMistake(mistakes))
	}
	var kinds, bounds, structures []claim
	if len(g.samples) > 0 {
		t := tabulate(skeleton, g.samples)
		if t.bad != "" {
			return nil, errRefused(t.bad)
		}
		for _, c := range t.order { // 0110 may be a text
			if slices.Contains(g.texts, c.v.Name) {
				c.numbers, c.small, c.text = nil, nil, true
			}
		}
		if !t.exact {
			d.sure -= 0.2
			d.notes = append(slices.Clone(d.notes), "The samples break their lines elsewhere than this layout.")
		}
		j := samplesAlone
		switch {
		case how == closely:
			j = closest
			d.notes = append(slices.Clone(d.notes), "Nothing is taken to be possible that no sample has.")
		case len(g.told) > 0:
			j = withStatement
		}
		kinds, bounds, structures = find(t, j, d.text())
	} else {
		for _, name := range g.texts {
			if isPrinted(d.text(), name) {
				kinds = append(kinds, claim{text: name + " matches [a-z]+", from: guessed, about: []string{name}})
			}
		}
	}
	told, notes, beyond := g.believe(d, kinds, bounds)
	notes = append(slices.Clone(d.notes), notes...)

	// What the statement leaves open.
	open := needs(d, told, kinds)
	var claims []claim
	claims = append(claims, told...)
	var missing []string
	for _, k := range kinds {
		if open.kind(k) {
			claims = append(claims, k)
			missing = append(missing, k.about...)
		}
	}
	for _, b := range bounds {
		if left, ok := open.bound(b); ok {
			claims = append(claims, left)
			missing = append(missing, left.about...)
		}
	}
	if how != loosely {
		for _, s := range structures {
			if !said(s, told) {
				claims = append(claims, s)
			}
		}
	}
	assumed := assumptions(d, claims)
	for _, a := range assumed {
		missing = append(missing, a.about...)
	}
	claims, dropped, err := g.settle(d, append(claims, assumed...))
	if err != nil {
		return nil, err
	}
	notes = append(notes, dropped...)
	guess, err := g.finish(d, claims, missing, notes)
	if err == nil && beyond {
		guess.Sure = min(guess.Sure, unreadSure)
	}
	return guess, err
}

func firstMistake(mistakes []schema.Mistake) string {
	for _, m := range mistakes {
		if !m.Warning {
			return fmt.Sprintf("line %d: %s", m.Pos.Line, m.Message)
		}
	}
	return "it cannot be read"
}

// composed is the text of a schema, and which claim each line has.
type composed struct {
	text    string
	claimOf map[int][]int // by line: the claims
}

const commentColumn = 34

// unprinted says of a count that the input goes on as long as it does.
const unprinted = " is not printed"

// compose prints a layout and claims. Bounds that are alike share a line.
func compose(d draft, claims []claim) composed {
	var lines []string
	lines = append(lines, d.lines...)
	lines = append(lines, "---")
	for _, name := range d.open {
		lines = append(lines, fmt.Sprintf("%-*s # the input goes on as long as it does", commentColumn, name+unprinted))
	}
	c := composed{claimOf: map[int][]int{}}
	for i := 0; i < len(claims); i++ {
		from := i
		text := claims[i].String()
		if b := claims[i].bound; b != nil {
			refs := b.ref
			for i+1 < len(claims) && alike(claims[from], claims[i+1]) {
				i++
				refs += ", " + claims[i].bound.ref
			}
			joined := *b
			joined.ref = refs
			text = joined.String()
		}
		if comment := claims[from].comment(); comment != "" {
			text = fmt.Sprintf("%-*s # %s", commentColumn, text, comment)
		}
		lines = append(lines, text)
		for k := from; k <= i; k++ {
			c.claimOf[len(lines)] = append(c.claimOf[len(lines)], k)
		}
	}
	c.text = strings.Join(lines, "\n") + "\n"
	return c
}

func alike(a, b claim) bool {
	return b.bound != nil && a.bound.low == b.bound.low && a.bound.high == b.bound.high && a.bound.less == b.bound.less &&
		a.comment() == b.comment() && a.from == b.from
}

// needed is what is still to be said of the values of a layout.
type needed struct {
	typed        map[string]bool // names that are texts or reals already
	texts        map[string]bool
	lower, upper map[string]bool // names whose bound is missing; "|S|" for lengths
	known        bool            // nothing could be found out: everything is needed
}

// needs asks package schema what it would have to assume.
func needs(d draft, told, kinds []claim) needed {
	n := needed{typed: map[string]bool{}, texts: map[string]bool{}, lower: map[string]bool{}, upper: map[string]bool{}}
	s, _ := schema.Parse([]byte(compose(d, told).text))
	if s == nil {
		return n
	}
	for _, v := range s.Vars {
		n.typed[v.Name] = v.Kind != schema.Int || len(v.Domain.Values) > 0 || v.Names != nil
	}
	// Lengths are known only once it is said that there is a text.
	var more []claim
	for _, k := range kinds {
		if n.known = true; !isLength(k) && !n.typed[k.about[0]] {
			more = append(more, k)
		}
	}
	if s, _ = schema.Parse([]byte(compose(d, append(slices.Clone(told), more...)).text)); s == nil {
		n.known = false
		return n
	}
	n.known = true
	for _, v := range s.Vars {
		n.texts[v.Name] = v.Kind == schema.String
	}
	for _, a := range assumedOf(s, d) {
		if a.lower {
			n.lower[a.v.Name] = true
		} else {
			n.upper[a.v.Name] = true
		}
	}
	return n
}

// assumed is a bound that schema assumed because nothing is said.
type assumed struct {
	v     *schema.Var
	lower bool
	text  string
}

// assumedOf finds what a schema assumes: those constraints stand where the layout has the variable.
func assumedOf(s *schema.Schema, d draft) []assumed {
	var all []assumed
	for _, c := range s.Constraints {
		if c.Kind != schema.Compare || c.Op != schema.LessEqual {
			continue
		}
		isAssumed := func(e schema.Expr) bool {
			ref, ok := e.(*schema.Ref)
			return ok && ref.Var.Names == nil && ref.Var.Pos == c.Pos && strings.Contains(c.Text, ref.Var.Name) &&
				(c.Pos.Line <= len(d.lines) || slices.Contains(d.open, ref.Var.Name))
		}
		if isAssumed(c.Right) {
			all = append(all, assumed{c.Right.(*schema.Ref).Var, true, c.Text})
		}
		if isAssumed(c.Left) {
			all = append(all, assumed{c.Left.(*schema.Ref).Var, false, c.Text})
		}
	}
	return all
}

// assumptions writes down what schema would assume silently.
func assumptions(d draft, claims []claim) []claim {
	s, _ := schema.Parse([]byte(compose(d, claims).text))
	if s == nil {
		return nil
	}
	var all []claim
	for _, a := range assumedOf(s, d) {
		if len(all) > 0 && all[len(all)-1].text == a.text {
			continue
		}
		all = append(all, claim{text: a.text, from: guessed, about: []string{a.v.Name}})
	}
	return all
}

func isLength(c claim) bool { return len(c.about) == 1 && strings.HasPrefix(c.about[0], "|") }

// kind says whether what is said of a text or a real is needed.
func (n needed) kind(c claim) bool {
	name := c.about[0]
	if !isLength(c) {
		return !n.known || !n.typed[name]
	}
	return !n.known || n.upper[name] || n.lower[name]
}

// bound is what of a bound is needed.
func (n needed) bound(c claim) (claim, bool) {
	if !n.known || c.bound == nil {
		return c, true
	}
	name := c.about[0]
	if n.texts[name] || !n.lower[name] && !n.upper[name] {
		return c, false
	}
	b := *c.bound
	if !n.lower[name] {
		b.low = ""
	}
	if !n.upper[name] {
		b.high = ""
	}
	if b != *c.bound {
		c.bound, c.looser, c.what = &b, nil, ""
		c.from = guessed
	}
	return c, true
}

var structureWords = []string{
	" distinct", " sorted", " increasing", " decreasing", " permutation", " tree", " graph", " DAG", " parent array",
}

// said tells whether the statement says a structure already, or a stricter one of the same names.
func said(s claim, told []claim) bool {
	key := func(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }
	for _, t := range told {
		if key(t.text) == key(s.text) {
			return true
		}
		for _, word := range structureWords {
			if strings.Contains(t.text, word) && sharesName(t.text, s.text) {
				return true
			}
		}
	}
	return false
}

// sharesName says whether two constraints speak of a common name first.
func sharesName(a, b string) bool {
	first := func(text string) string {
		if at := nameIn.FindString(text); at != "" {
			return at
		}
		return text
	}
	return first(a) == first(b)
}

// settle drops claims until package schema reads the text, package generate makes inputs of it and all samples are such.
func (g *guesser) settle(d draft, claims []claim) (kept []claim, notes []string, err error) {
	claims = slices.Clone(claims)
	drop := func(i int, why string) {
		c := claims[i]
		if len(c.looser) > 0 {
			c.bound, c.text, c.looser, c.what = nil, c.looser[0], c.looser[1:], ""
			if c.from == seen {
				c.what = c.text
			}
			claims[i] = c
			return
		}
		if c.from == fromStatement {
			notes = append(notes, fmt.Sprintf("Left out of the statement: %s (%s).", c, why))
		}
		claims = slices.Delete(claims, i, i+1)
	}
	for range 4*len(claims) + 8 {
		c := compose(d, claims)
		s, mistakes := schema.Parse([]byte(c.text))
		var generator *generate.Generator
		if s != nil {
			generator, mistakes = generate.New(s)
		}
		if generator == nil {
			i := blamed(c, mistakes, claims)
			if i < 0 {
				return nil, nil, errRefused(firstMistake(mistakes))
			}
			drop(i, firstMistake(mistakes))
			continue
		}
		few := shortest(g.samples, maxTrial)
		why := g.fits(generator, few)
		if why == "" && len(few) < len(g.samples) {
			few = g.samples
			why = g.fits(generator, few)
		}
		if why == "" {
			return claims, notes, nil
		}
		i := g.culprit(d, claims, few)
		if i < 0 {
			return nil, nil, errRefused(why)
		}
		drop(i, why)
	}
	return nil, nil, errRefused("the constraints contradict each other")
}

// blamed is the claim that a mistake speaks of; where it speaks of none, the last structure. -1: there is none.
func blamed(c composed, mistakes []schema.Mistake, claims []claim) int {
	for _, m := range mistakes {
		if m.Warning {
			continue
		}
		if at := c.claimOf[m.Pos.Line]; len(at) > 0 {
			return at[len(at)-1]
		}
	}
	for i := len(claims) - 1; i >= 0; i-- {
		if claims[i].from == seen || claims[i].from == fromStatement && claims[i].bound == nil {
			return i
		}
	}
	return -1
}

// fits says why some sample is no input, or why inputs are hard to make; "" when all is well.
func (g *guesser) fits(generator *generate.Generator, samples []*sample) string {
	for _, s := range samples {
		g.parsed += len(s.text)
		if _, err := generator.Parse(s.text); err != nil {
			return s.name + ": " + err.Error()
		}
	}
	sizes := []float64{0.001, 0.004, 0.01} // small ones: this is no place to make large inputs
	failed := 0
	for i, size := range sizes {
		if _, err := generator.Random(rand.New(rand.NewPCG(1, uint64(i))), size); err != nil {
			failed++
		}
	}
	if 2*failed > len(sizes) {
		return "hardly any input satisfies all constraints"
	}
	return ""
}

// culprit is the claim without which all is well, a guessed one if possible; else the last one that was seen, or that the
// statement says. -1: there is none.
func (g *guesser) culprit(d draft, claims []claim, samples []*sample) int {
	for _, from := range []origin{seen, fromStatement, guessed} {
		for i := len(claims) - 1; i >= 0; i-- {
			if claims[i].from != from || g.parsed > maxParsed {
				continue
			}
			rest := slices.Delete(slices.Clone(claims), i, i+1)
			s, _ := schema.Parse([]byte(compose(d, rest).text))
			if s == nil {
				continue
			}
			if generator, _ := generate.New(s); generator != nil && g.fits(generator, samples) == "" {
				return i
			}
		}
	}
	for _, from := range []origin{seen, fromStatement} {
		for i := len(claims) - 1; i >= 0; i-- {
			if claims[i].from == from {
				return i
			}
		}
	}
	return -1
}

// finish makes the guess of claims that hold.
func (g *guesser) finish(d draft, claims []claim, missing, notes []string) (*Guess, error) {
	c := compose(d, claims)
	s, mistakes := schema.Parse([]byte(c.text))
	if s == nil {
		return nil, errRefused(firstMistake(mistakes))
	}
	guess := &Guess{Text: c.text, Schema: s, constant: d.constant}
	sure := d.sure
	told, structures, weak := 0, []string(nil), []string(nil)
	for i, this := range claims {
		switch this.from {
		case fromStatement:
			told++
		case seen:
			if this.what != "" {
				if this.bound == nil || !slices.ContainsFunc(claims, func(o claim) bool {
					return o.from == seen && o.bound == nil && slices.Contains(o.about, this.about[0])
				}) {
					structures = append(structures, this.what)
					if this.chance > mostChance && this.bound == nil {
						weak = append(weak, this.what)
					}
				}
				guess.Loosen = append(guess.Loosen, Loosening{
					Line: lineOf(c, i), What: this.what, Text: compose(d, loosened(claims, i)).text,
				})
			}
		}
	}
	if d.line > 0 && len(missing) > 0 {
		sure -= 0.1 * float64(min(3, len(missing)))
	}
	if len(structures) > 0 {
		notes = append(notes, "All samples have this, so it is taken to be so always: "+strings.Join(structures, "; ")+".")
	}
	if len(weak) > 0 && d.line == 0 {
		sure = max(sure-0.1, min(sure, leastSure))
		notes = append(notes, "Few lines of the samples show this, which may be chance: "+strings.Join(weak, "; ")+".")
	}
	switch missing = compactNames(missing); {
	case len(missing) > 0 && told > 0:
		notes = append(notes, "The statement's bounds of "+strings.Join(missing, ", ")+
			" were not found: what stands here is guessed.")
	case len(missing) > 0 && len(g.samples) == 0:
		notes = append(notes, "Nothing says the bounds of "+strings.Join(missing, ", ")+", and there are no samples: what stands "+
			"here is a small range to begin with. Correct it by the statement.")
	case len(missing) > 0:
		notes = append(notes, "The bounds are guessed from what the samples have: correct them by the statement.")
	}
	guess.Notes = notes
	guess.Sure = coarse(sure)
	if g.unread {
		guess.Sure = min(guess.Sure, unreadSure)
	}
	return guess, nil
}

// mostChance is how probable it may be that samples show a structure by chance before a guess is less sure for it.
const mostChance = 0.1

func lineOf(c composed, claim int) int {
	for line, claims := range c.claimOf {
		if slices.Contains(claims, claim) {
			return line
		}
	}
	return 0
}

// loosened are the claims with the i-th one loosened as far as it goes.
func loosened(claims []claim, i int) []claim {
	out := slices.Clone(claims)
	c := out[i]
	if len(c.looser) == 0 {
		return slices.Delete(out, i, i+1)
	}
	out[i] = claim{text: c.looser[len(c.looser)-1], from: guessed, about: c.about}
	return out
}

func compactNames(names []string) []string {
	var out []string
	for _, n := range names {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// coarse rounds a probability to a tenth: it is no measurement.
func coarse(p float64) float64 { return min(0.9, max(0.1, math.Round(p*10)/10)) }

// fromSamples are the drafts that the samples alone give, the best first.
func fromSamples(samples []*sample) []draft {
	looked := shortest(samples, maxSearch)
	all, notes := layouts(looked), []string(nil)
	if len(all) == 0 && slices.ContainsFunc(looked, func(s *sample) bool {
		return slices.ContainsFunc(s.lines, func(l line) bool { return len(l.words) == 0 })
	}) {
		var packed []*sample
		for _, s := range looked {
			packed = append(packed, s.withoutBlanks())
		}
		looked = packed
		notes = []string{"The blank lines of the samples are left out: which of them belong to the format is unclear."}
		all = layouts(looked)
	}
	var drafts []draft
	for i, f := range all {
		d := write(f, looked)
		d.notes = slices.Concat(d.notes, notes)
		d.sure = sureOf(all[i:], len(samples))
		d.clear = d.sure*math.Exp2(1.5*(all[0].cost-f.cost)) >= leastSure
		ended := f.rows[len(f.rows)-1].kind == constantRow
		if d.constant || len(samples) == 1 && len(d.open) > 0 && !ended {
			d.sure = min(d.sure, oneSampleSure)
		}
		drafts = append(drafts, d)
	}
	slices.SortStableFunc(drafts, func(a, b draft) int {
		switch {
		case b.constant && !a.constant:
			return -1
		case a.constant && !b.constant:
			return 1
		}
		return 0
	})
	return drafts
}

// sureOf is how probable the first layout is, by how much shorter than the others its description is.
func sureOf(all []found, samples int) float64 {
	total := 0.0
	for _, f := range all {
		total += math.Exp2(1.5 * (all[0].cost - f.cost))
	}
	most := 0.5 // bounds had from samples are seldom those of the statement
	if samples > 1 {
		most = 0.6
	}
	return most / total
}

var errNoLayout = errors.New("no layout was found that has all samples: the format is beyond what execre guesses; " +
	"write input.schema (execre schema help)")

var errNothing = errors.New("nothing is known of the input: add a sample (1.in and 1.out) or statement.md, " +
	"or write input.schema (execre schema help)")
