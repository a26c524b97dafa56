package infer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/analysis/statement"
)

// nameIn matches a name in a layout or a constraint, without its indices.
var nameIn = regexp.MustCompile(`\p{L}[\p{L}\p{Nd}']*`)

// nameAlone matches a line of a layout that has one name, with its index in m[2].
var nameAlone = regexp.MustCompile(`^(\p{L}[\p{L}\p{Nd}']*)(_\d|)$`)

// notNames are the words of the language.
var notNames = strings.Fields("repeat one of is are the in matches match consists consist contains only sum min max gcd mod " +
	"sorted distinct strictly increasing permutation tree simple connected graph on DAG parent array real with decimals " +
	"even odd multiple times and for all every each over lowercase uppercase letters digits English integer integers to by")

// rename replaces names, all at once, outside of quotes.
func rename(text string, names map[string]string) string {
	var sb strings.Builder
	for i, part := range strings.SplitAfter(text, `"`) {
		if i%2 == 0 {
			part = renamePart(part, names)
		}
		sb.WriteString(part)
	}
	return sb.String()
}

func renamePart(part string, names map[string]string) string {
	var sb strings.Builder
	done := 0
	for _, at := range nameIn.FindAllStringIndex(part, -1) {
		other, ok := names[part[at[0]:at[1]]]
		if !ok || isArticle(part, at) {
			continue
		}
		sb.WriteString(part[done:at[0]] + other)
		done = at[1]
	}
	return sb.String() + part[done:]
}

// isArticle says whether what looks like a name is the word a or an: behind is, are or of.
func isArticle(text string, at []int) bool {
	name, before := text[at[0]:at[1]], strings.TrimRight(text[:at[0]], " ")
	return (name == "a" || name == "an") &&
		(strings.HasSuffix(before, " is") || strings.HasSuffix(before, " are") || strings.HasSuffix(before, " of"))
}

// namesAt are the places of the names in a text.
func namesAt(text string) [][]int {
	return slices.DeleteFunc(nameIn.FindAllStringIndex(text, -1), func(at []int) bool {
		return isArticle(text, at) || slices.Contains(notNames, text[at[0]:at[1]])
	})
}

// namesOf lists the names of a text, each once.
func namesOf(text string) []string {
	var all []string
	for _, at := range namesAt(text) {
		if name := text[at[0]:at[1]]; !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// isTextual says whether a constraint says what kind of value a name is.
func isTextual(text string) bool {
	marks := []string{" matches ", " consists of ", " consist of ", " in {", " contains only ", " is real ", " are real "}
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(text, mark) })
}

// claimsOf are the constraints of a statement.
func claimsOf(st *statement.Statement) []claim {
	if st == nil {
		return nil
	}
	var all []claim
	for _, c := range st.Constraints {
		text := strings.TrimSpace(c.Text)
		if text != "" && !strings.Contains(text, "\n") && !strings.HasSuffix(text, unprinted) {
			this := claim{text: text, from: fromStatement, line: c.Line}
			if c.Stood != "" {
				this.note = fmt.Sprintf("statement, line %d, where the copy has lost powers", c.Line)
			}
			all = append(all, this)
		}
	}
	return all
}

// lostPowers says which bounds were read otherwise than they stand in the statement.
func lostPowers(st *statement.Statement) []string {
	if st == nil {
		return nil
	}
	var notes []string
	for _, c := range st.Constraints {
		if c.Stood != "" {
			notes = append(notes, fmt.Sprintf("Line %d of the statement has %q, which is read as %q: copies lose raised digits. "+
				"Correct it if it is meant as it stands.", c.Line, c.Stood, c.Text))
		}
	}
	return notes
}

// fromStatement are the drafts that a statement gives, mended where the samples show how.
func (g *guesser) fromStatement(st *statement.Statement) (drafts []draft, notes []string) {
	for _, l := range st.Layouts {
		d := draft{lines: strings.Split(strings.Trim(l.Text, "\n"), "\n"), line: max(1, l.Line), sure: 0.9}
		if l.Prose {
			d.sure = 0.8
		}
		if l.Sure > 0 {
			d.sure = min(d.sure, l.Sure)
		}
		if len(g.samples) == 0 {
			d.sure -= 0.2
		}
		for _, c := range st.Constraints {
			if name, ok := strings.CutSuffix(c.Text, unprinted); ok && slices.Contains(namesOf(d.text()), name) {
				d.open = append(d.open, name)
			}
		}
		mended, why := g.mend(d)
		if mended == nil {
			notes = append(notes, fmt.Sprintf("The layout in line %d of the statement was not used: %s.", l.Line, why))
			continue
		}
		drafts = append(drafts, *mended)
	}
	slices.SortStableFunc(drafts, func(a, b draft) int {
		switch {
		case a.sure > b.sure:
			return -1
		case a.sure < b.sure:
			return 1
		}
		return 0
	})
	return drafts, notes
}

// mend gives the first variant of a layout that reads the samples; where there is none it says why not.
func (g *guesser) mend(d draft) (*draft, string) {
	variants := g.variants(d)
	why := ""
	for _, exact := range []bool{true, false} {
		for _, v := range variants {
			isExact, bad := g.reads(v)
			if bad == "" && (isExact || !exact) {
				return &v, ""
			}
			if why == "" {
				why = bad
			}
		}
	}
	return nil, why
}

// reads says whether a draft reads the samples, and whether their line ends are where the layout has them.
func (g *guesser) reads(d draft) (exact bool, bad string) {
	s, mistakes := schema.Parse([]byte(compose(d, g.hints(d)).text))
	if s == nil {
		return false, firstMistake(mistakes)
	}
	if len(g.samples) == 0 {
		return true, ""
	}
	t := tabulate(s, g.samples)
	return t.exact, t.bad
}

// hints are the claims by which a text that takes its line is known.
func (g *guesser) hints(d draft) []claim {
	var hints []claim
	for _, name := range d.whole {
		hints = append(hints, claim{text: name + " matches " + anyLine})
	}
	for _, c := range g.toldIn(d) {
		about := namesOf(c.text)
		if !isTextual(c.text) || slices.ContainsFunc(d.whole, func(n string) bool { return slices.Contains(about, n) }) {
			continue
		}
		if s, _ := schema.Parse([]byte(compose(d, append(slices.Clone(hints), c)).text)); s != nil {
			hints = append(hints, c)
		}
	}
	return hints
}

// variants are the layouts that may have been meant, the likeliest first.
func (g *guesser) variants(d draft) []draft {
	all := []draft{d}
	printed := namesOf(d.text())
	add := func(lines []string, note string) {
		v := d
		v.lines, v.notes, v.sure = lines, append(slices.Clone(d.notes), note), d.sure-0.1
		all = append(all, v)
	}
	// The statement writes n in one place and N in the other.
	names := map[string]string{}
	for _, name := range printed {
		for _, other := range printed {
			if name != other && strings.EqualFold(name, other) && !isPrinted(d.text(), name) && isPrinted(d.text(), other) {
				names[name] = other
			}
		}
	}
	if len(names) > 0 {
		add(strings.Split(rename(d.text(), names), "\n"), "The layout writes a name in two ways; they are taken to be the same.")
	}
	// The line that ends the input is another one.
	if last := g.lastLine(); len(d.open) > 0 && !strings.HasPrefix(d.lines[len(d.lines)-1], ":") {
		lines := slices.Clone(d.lines)
		if fixedLine.MatchString(lines[len(lines)-1]) {
			lines = lines[:len(lines)-1]
		}
		if last != "" {
			lines = append(lines, last)
		}
		if strings.Join(lines, "\n") != d.text() {
			add(lines, "The samples end otherwise than the statement says.")
			if last != "" { // rather than a case of zeros
				all[0], all[1] = all[1], all[0]
			}
		}
	}
	base := all[len(all)-1].lines
	if !slices.ContainsFunc(base, func(l string) bool { return strings.HasPrefix(l, "repeat") }) {
		cases := g.freeName(printed, "T", "t", "Q", "q")
		lines := []string{cases, "repeat " + cases + ":"}
		for _, l := range base {
			if strings.TrimSpace(l) != "" {
				l = "  " + l
			}
			lines = append(lines, l)
		}
		add(lines, "The samples begin with a number of test cases, which the layout does not show.")
	}
	// A count that no line prints.
	for _, name := range printed {
		if !isPrinted(d.text(), name) && names[name] == "" {
			add(append([]string{name}, d.lines...), name+" is taken to stand in the first line: the layout does not print it.")
		}
	}
	// A text of several words.
	for _, l := range base {
		if m := nameAlone.FindStringSubmatch(strings.TrimSpace(l)); m != nil && m[2] != "_2" {
			name, v := m[1], d
			v.whole = append(slices.Clone(d.whole), name)
			all = append(all, v)
		}
	}
	return all
}

// fixedLine matches a line of a layout that prints nothing but numbers and quoted texts.
var fixedLine = regexp.MustCompile(`^(?:-?\d+|"[^"]*")(?: (?:-?\d+|"[^"]*"))*$`)

// lastLine is the line such as 0 0 by which all samples end, as a layout has it; "" where they do not.
func (g *guesser) lastLine() string {
	last := ""
	for i, s := range g.samples {
		words := s.lines[len(s.lines)-1].words
		if !isSentinel(words) || i > 0 && quoted(words) != last {
			return ""
		}
		last = quoted(words)
	}
	return last
}

// freeName is one of the names that the layout does not print, if possible one that a constraint bounds.
func (g *guesser) freeName(printed []string, names ...string) string {
	for _, name := range names {
		if !slices.Contains(printed, name) && slices.ContainsFunc(g.told, func(c claim) bool {
			return slices.Contains(namesOf(c.text), name)
		}) {
			return name
		}
	}
	for _, name := range names {
		if !slices.Contains(printed, name) {
			return name
		}
	}
	return "T0"
}

// isPrinted says whether a layout prints a name, rather than counts with it.
func isPrinted(layout, name string) bool {
	for _, l := range strings.Split(layout, "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), "repeat ") {
			continue
		}
		for _, at := range nameIn.FindAllStringIndex(l, -1) {
			before := strings.TrimRight(l[:at[0]], " ")
			inBraces := strings.Count(before, "{") > strings.Count(before, "}")
			if l[at[0]:at[1]] == name && !inBraces && !strings.HasSuffix(before, "_") {
				return true
			}
		}
	}
	return false
}

// toldIn are the statement's constraints in the names of the layout.
func (g *guesser) toldIn(d draft) []claim {
	printed := namesOf(d.text())
	all := slices.Clone(g.told)
	for i, c := range all {
		names := map[string]string{}
		head, _, _ := strings.Cut(c.text, " matches ")
		for _, name := range namesOf(head) {
			if slices.Contains(printed, name) || len(name) == 1 && strings.ContainsAny(name, "ijk") {
				continue
			}
			var same []string
			for _, p := range printed {
				if strings.EqualFold(p, name) {
					same = append(same, p)
				}
			}
			if len(same) == 1 {
				names[name] = same[0]
			}
		}
		_, pattern, found := strings.Cut(c.text, " matches ")
		if all[i].text = rename(head, names); found { // whose letters are no names
			all[i].text += " matches " + pattern
		}
	}
	return all
}

// believe gives those of the statement's constraints that can be read, met, and are met by the samples. Beyond says that
// the schema language cannot say one of the others.
func (g *guesser) believe(d draft, kinds, bounds []claim) (kept []claim, notes []string, beyond bool) {
	told := g.toldIn(d)
	holds := make([]bool, len(told))
	reasons := make([]string, len(told))
	unsaid := make([]bool, len(told))
	try := func(textual bool) {
		for i, c := range told {
			if isTextual(c.text) != textual || holds[i] {
				continue
			}
			if reasons[i] = contradiction(c.text); reasons[i] == "" {
				reasons[i], unsaid[i] = g.trial(d, c, kept, kinds, bounds)
			}
			if holds[i] = reasons[i] == ""; holds[i] {
				kept = append(kept, c)
			}
		}
	}
	try(true)
	try(false)
	try(false) // what stands behind may bound what stands before
	try(true)  // and a real number that the samples have may need its bounds
	kept = nil
	for i, c := range told {
		if holds[i] {
			kept = append(kept, c)
		} else {
			notes = append(notes, leftOut(c.line, c.text, reasons[i]))
			beyond = beyond || unsaid[i]
		}
	}
	return kept, notes, beyond
}

// leftOut says that a constraint of the statement is not used.
func leftOut(line int, text, why string) string {
	return fmt.Sprintf("Line %d of the statement, %q, is left out: %s.", line, text, strings.TrimRight(why, "."))
}

// contradiction says why no value can satisfy a chain of comparisons, whatever its names are: one stands above itself.
func contradiction(text string) string {
	parts := chainParts.Split(text, -1)
	ops := chainParts.FindAllString(text, -1)
	for i, low := range parts {
		for j := i + 1; j < len(parts); j++ {
			between := ops[i:j]
			same := strings.TrimSpace(low) == strings.TrimSpace(parts[j])
			if up := !slices.ContainsFunc(between, func(op string) bool { return !strings.Contains(op, "<") }); same && up &&
				nameIn.MatchString(low) && (j > i+1 || strings.TrimSpace(between[0]) == "<") {
				return fmt.Sprintf("it contradicts itself: %s would have to be %s itself; look for a name that is typed wrong",
					strings.TrimSpace(low), atMostOrLess(between))
			}
		}
	}
	return ""
}

func atMostOrLess(ops []string) string {
	if slices.ContainsFunc(ops, func(op string) bool { return strings.TrimSpace(op) == "<" }) {
		return "less than"
	}
	return "equal to what lies between it and"
}

var chainParts = regexp.MustCompile(` *(?:<=|>=|!=|<|>|=) *`)

// trial says what is wrong with one constraint, beside others that hold and what the samples have; "" when nothing is.
// Unsaid says that nothing is but that the schema language cannot say it.
func (g *guesser) trial(d draft, c claim, others, kinds, bounds []claim) (wrong string, unsaid bool) {
	claims := slices.Clone(others)
	spoken := map[string]bool{}
	for _, t := range append(slices.Clone(others), c) {
		if isTextual(t.text) {
			spoken[nameIn.FindString(t.text)] = true
		}
	}
	for _, k := range slices.Concat(kinds, bounds) {
		if !spoken[strings.Trim(k.about[0], "|")] {
			claims = append(claims, k)
		}
	}
	claims = append(claims, c)
	text := compose(d, claims)
	s, mistakes := schema.Parse([]byte(text.text))
	if s == nil {
		return reasonOf(mistakes), slices.ContainsFunc(mistakes, func(m schema.Mistake) bool {
			isSum := strings.HasPrefix(c.text, "sum of ") // no program is wrong beyond one
			return (m.Code == "schema-index" || m.Code == "schema-unsupported") && !isSum
		})
	}
	generator, mistakes := generate.New(s)
	if generator == nil {
		return reasonOf(mistakes), false
	}
	for _, sample := range shortest(g.samples, maxTrial) {
		g.parsed += len(sample.text)
		if _, err := generator.Parse(sample.text); err != nil {
			return sample.name + " does not keep to it (" + err.Error() + ")", false
		}
	}
	return "", false
}

func reasonOf(mistakes []schema.Mistake) string {
	for _, m := range mistakes {
		if !m.Warning {
			return m.Message
		}
	}
	return "it cannot be read"
}

// slot is a name of the statement, in the order in which its constraints have them.
type slot struct {
	name         string
	listed, text bool
}

// slots are the names that the statement's comparisons bound.
func (g *guesser) slots() []slot {
	var all []slot
	for _, c := range g.told {
		for _, at := range namesAt(c.text) {
			name, before, behind := c.text[at[0]:at[1]], c.text[:at[0]], c.text[at[1]:]
			inIndex := strings.HasSuffix(before, "_") || strings.Count(before, "{") > strings.Count(before, "}")
			if inIndex || slices.ContainsFunc(all, func(s slot) bool { return s.name == name }) {
				continue
			}
			all = append(all, slot{
				name:   name,
				listed: strings.HasPrefix(behind, "_"),
				text: isTextual(c.text) && !strings.Contains(c.text, " real ") ||
					strings.HasSuffix(before, "|") && strings.HasPrefix(behind, "|"),
			})
			if isTextual(c.text) {
				break
			}
		}
	}
	return all
}

// named gives a draft that samples showed the names of the statement, in order, if not fewer of its constraints hold then.
func (g *guesser) named(d draft) draft {
	s, _ := schema.Parse([]byte(compose(d, g.hints(d)).text))
	if s == nil || len(g.told) == 0 {
		return d
	}
	t := tabulate(s, g.samples)
	if t.bad != "" {
		return d
	}
	f := &finder{t: t, layout: d.text()}
	names, taken := map[string]string{}, map[string]bool{}
	for _, slot := range g.slots() {
		for _, c := range t.order {
			listed := strings.Contains(f.ref(c), "_")
			if names[c.v.Name] == "" && slot.listed == listed && slot.text == c.text {
				names[c.v.Name] = slot.name
				taken[slot.name] = true
				break
			}
		}
	}
	// Whoever has a name that is taken now gets one that is not.
	for _, c := range t.order {
		if name := c.v.Name; names[name] == "" && taken[name] {
			for other := name + "'"; ; other += "'" {
				if !taken[other] {
					names[name] = other
					taken[other] = true
					break
				}
			}
		}
	}
	r := d
	r.lines = strings.Split(rename(d.text(), names), "\n")
	r.whole = nil
	for _, name := range d.whole {
		if other := names[name]; other != "" {
			name = other
		}
		r.whole = append(r.whole, name)
	}
	if g.score(r) >= g.score(d) {
		return r
	}
	return d
}

// score is how many of the statement's constraints hold for a draft.
func (g *guesser) score(d draft) int {
	s, _ := schema.Parse([]byte(compose(d, g.hints(d)).text))
	if s == nil {
		return -1
	}
	t := tabulate(s, g.samples)
	if t.bad != "" {
		return -1
	}
	kinds, bounds, _ := find(t, withStatement, d.text())
	kept, _, _ := g.believe(d, kinds, bounds)
	return len(kept)
}
