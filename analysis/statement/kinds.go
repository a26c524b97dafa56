package statement

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// kind is one of the forms that a query has: a line below "one of:".
type kind struct {
	tokens []token
	names  []string
}

// kindsOf are the forms of the queries of a layout, in their order; none where it has queries in two places.
func kindsOf(layout string) []kind {
	at := kindRows(layout)
	lines := strings.Split(layout, "\n")
	var kinds []kind
	for _, i := range at {
		var k kind
		k.tokens = tokenize(strings.ReplaceAll(lines[i], `"`, " "))
		for _, t := range tokenize(unquoted(lines[i])) {
			if (t.kind == nameToken || t.kind == wordToken) && !slices.Contains(k.names, t.text) {
				k.names = append(k.names, t.text)
			}
		}
		kinds = append(kinds, k)
	}
	return kinds
}

// kindRows are the numbers of the lines below the only "one of:", from 0.
func kindRows(layout string) []int {
	lines := strings.Split(layout, "\n")
	indent := func(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }
	from := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "one of:" })
	if from < 0 || strings.Count(layout, "one of:") > 1 {
		return nil
	}
	var at []int
	for i := from + 1; i < len(lines) && indent(lines[i]) > indent(lines[from]); i++ {
		at = append(at, i)
	}
	return at
}

var quotedWord = regexp.MustCompile(`"[^"]*"`)

func unquoted(l string) string { return quotedWord.ReplaceAllString(l, " ") }

const kindWord = `(?:quer(?:y|ies)|types?|kinds?|forms?|formats?|operations?|events?|commands?|instructions?)`

var (
	// ofKind matches a clause that says of which queries the rest of its sentence speaks.
	ofKind = regexp.MustCompile(`(?i)^\W*(?:if|when|where)\b[^,<>]*\b` + kindWord + `\b[^,<>]*[,:]`)
	// onlyKind matches a sentence that is nothing but such a clause: what stands below speaks of those queries.
	onlyKind   = regexp.MustCompile(`(?i)^\W*(?:for|in|if|when|where)\b[^,<>]*\b` + kindWord + `\b[^,<>]*:\W*$`)
	kindNumber = regexp.MustCompile("(?i)\\b(?:types?|kinds?|forms?|formats?|operations?|events?|commands?|queries) " +
		"(?:number |of type )?[\"'`(]*(\\d|[+?!])[\"'`)]*(?:\\W|$)|\\b(?:type|kind|t) ?= ?(\\d)\\b|" +
		"\\b([1-9])-?(?:st|nd|rd|th) " + kindWord + `\b|\b(first|second|third|fourth|fifth) (?:\w+ )?` + kindWord +
		`\b|([1-9]) ?(?:番目|つ目|種類目)の`)
	ordinalWords = []string{"first", "second", "third", "fourth", "fifth"}
)

// kindNamed is the kind, from 1, of which the last such clause of a text speaks; 0 where none does.
func (r *reader) kindNamed(text string) int {
	all := kindNumber.FindAllStringSubmatch(text, -1)
	if len(r.kinds) == 0 || len(all) == 0 {
		return 0
	}
	m := all[len(all)-1]
	mark := m[1] + m[2]
	for i, k := range r.kinds {
		if mark != "" && len(k.tokens) > 0 && k.tokens[0].text == mark {
			return i + 1
		}
	}
	n, err := strconv.Atoi(m[3] + m[5])
	if err != nil {
		n = 1 + slices.Index(ordinalWords, strings.ToLower(m[4]))
	}
	if n > len(r.kinds) {
		return 0
	}
	return n
}

// kindAt is the kind, from 1, of which the sentence speaks at tokens[at]: the one whose form stands before, or that a
// clause names; else the one of the list around the sentence.
func (f *finder) kindAt(at int) int {
	if len(f.kinds) == 0 || at == 0 {
		return f.kind
	}
	if n := f.kindNamed(strings.NewReplacer("$", "", "`", "").Replace(f.s.text[:f.tokens[at].begin])); n > 0 {
		return n
	}
	for end := at; end > 0; end-- {
		for i, k := range f.kinds {
			begin := end - len(k.tokens)
			if len(k.tokens) < 2 || begin < 0 || begin > 0 && !f.quoted(begin) {
				continue
			}
			if slices.EqualFunc(k.tokens, f.tokens[begin:end], func(a, b token) bool {
				return strings.EqualFold(a.text, b.text)
			}) {
				return i + 1
			}
		}
	}
	return f.kind
}

// quoted says whether a quotation or a formula begins with tokens[at].
func (f *finder) quoted(at int) bool {
	before := f.s.text[:f.tokens[at].begin]
	return before != "" && strings.ContainsRune("\"'`$", rune(before[len(before)-1]))
}

// splitKinds gives a name that stands in several kinds another name in those that bound it otherwise: x is a value of
// one kind, and an index of the other. A constraint that speaks of no kind holds for all.
func (r *reader) splitKinds(found []Constraint) []Constraint {
	calls := make([]map[string]string, len(r.kinds)) // by kind: how it calls the names that are split
	for _, name := range r.sharedNames() {
		said := map[string]string{} // what one kind says of the name → how it is called there
		forAll := slices.ContainsFunc(found, func(c Constraint) bool { return c.kind == 0 && c.mentions(name) })
		for i, k := range r.kinds {
			if !slices.Contains(k.names, name) {
				continue
			}
			var texts []string
			for _, c := range found {
				if c.kind == i+1 && c.mentions(name) {
					texts = append(texts, c.Text)
				}
			}
			if len(texts) == 0 && !forAll {
				continue // "in queries of type 2 and 3": the other kinds are like these
			}
			slices.Sort(texts)
			key := strings.Join(slices.Compact(texts), "\n")
			if said[key] == "" {
				said[key] = name + strings.Repeat("'", len(said))
			}
			if calls[i] == nil {
				calls[i] = map[string]string{}
			}
			calls[i][name] = said[key]
		}
		if len(said) < 2 {
			for i := range calls {
				delete(calls[i], name)
			}
		}
	}
	if !slices.ContainsFunc(calls, func(names map[string]string) bool { return len(names) > 0 }) {
		return found
	}
	var all []Constraint
	for _, c := range found {
		done := map[string]bool{}
		for i := range r.kinds {
			if c.kind > 0 && c.kind != i+1 || !r.hasAll(i, c, calls) {
				continue
			}
			this := c
			for name, to := range calls[i] {
				this.Text = replaceName(this.Text, name, to)
			}
			if !done[this.Text] {
				all = append(all, this)
			}
			done[this.Text] = true
		}
	}
	r.renameKinds(calls)
	return all
}

// mentions says whether a constraint speaks of a name.
func (c Constraint) mentions(name string) bool { return replaceName(c.Text, name, "") != c.Text }

// hasAll says whether the i-th kind has all names of a constraint that are split.
func (r *reader) hasAll(i int, c Constraint, calls []map[string]string) bool {
	for _, names := range calls {
		for name := range names {
			if c.mentions(name) && !slices.Contains(r.kinds[i].names, name) {
				return false
			}
		}
	}
	return true
}

// renameKinds writes the names that the kinds have now into the layout.
func (r *reader) renameKinds(calls []map[string]string) {
	layout := &r.statement.Layouts[0]
	lines := strings.Split(layout.Text, "\n")
	for i, at := range kindRows(layout.Text) {
		for name, to := range calls[i] {
			parts := strings.Split(lines[at], `"`)
			for j := 0; j < len(parts); j += 2 { // what is quoted is no name
				parts[j] = replaceName(parts[j], name, to)
			}
			lines[at] = strings.Join(parts, `"`)
			if !r.names.has(to) {
				other := *r.names.find(name)
				other.name = to
				r.names.list = append(r.names.list, other)
			}
		}
	}
	layout.Text = strings.Join(lines, "\n")
}

// sharedNames are the names that stand in several kinds and are no lists.
func (r *reader) sharedNames() []string {
	var all []string
	for i, k := range r.kinds {
		for _, name := range k.names {
			n := r.names.find(name)
			if n == nil || len(n.counts) > 0 || slices.Contains(all, name) {
				continue
			}
			if slices.ContainsFunc(r.kinds[i+1:], func(o kind) bool { return slices.Contains(o.names, name) }) {
				all = append(all, name)
			}
		}
	}
	return all
}
