package statement

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// restriction notes a sentence that says which inputs there are, in a way that no constraint says: whoever makes inputs
// makes some that the statement excludes.
func (r *reader) restriction(line int, note, sentence string) {
	before := len(r.statement.Notes)
	r.note(line, note)
	if len(r.statement.Notes) > before && !harmless.MatchString(sentence) && !(aboutAnswer.MatchString(sentence) &&
		!exists.MatchString(sentence)) {
		r.statement.Notes[before].Restriction = short(sentence)
	}
}

// where says what a sentence stands in: the more a section speaks of inputs, the more of its words are taken for
// restrictions.
type where int

const (
	inLegend where = iota
	inInput
	inList // of constraints, where each sentence is one
)

// promise is the part of a sentence by which it restricts the inputs, as far as words tell; "" if there is none.
func promise(text string, in where) string {
	from := func(re *regexp.Regexp) string {
		if at := re.FindStringIndex(text); at != nil {
			return text[at[0]:]
		}
		return ""
	}
	if harmless.MatchString(text) || aboutAnswer.MatchString(text) && !exists.MatchString(text) {
		return ""
	}
	if part := from(promised); part != "" && (in > inLegend || !goalPromise.MatchString(text)) {
		return part
	}
	if part := from(limit); part != "" && !limitedTask.MatchString(text) && (in > inLegend || clearLimit.MatchString(part)) {
		return part
	}
	if task.MatchString(text) {
		return ""
	}
	if in == inLegend {
		return from(clearly)
	}
	return from(property)
}

// legend looks for promises in sections that speak of the problem, and in those about the output for the promise that
// there is an answer. Without a layout nothing else has read the sections about input, so it looks there too.
func (r *reader) legend() {
	unread := len(r.statement.Layouts) == 0 && r.statement.Function == nil
	for _, s := range r.sections {
		in := inLegend
		switch {
		case unread && (s.kind == inputFormat || s.kind == constraintList):
			in = inInput
		case s.kind != story && s.kind != outputFormat:
			continue
		}
		skip := map[int]bool{}
		for _, b := range formatBlocks(s) {
			for _, l := range b.lines {
				skip[l.number] = true
			}
		}
		for _, said := range sentences(s.lines, skip) {
			text := said.plainText()
			if s.kind == outputFormat && !(promised.MatchString(text) && aboutAnswer.MatchString(text) &&
				exists.MatchString(text)) {
				continue
			}
			if part := promise(text, in); part != "" && !graphSays(text) && !r.expresses(said, part) {
				r.restriction(said.line, "this is not understood: "+short(text), text)
			}
		}
	}
}

// expresses says whether a constraint says the part of a sentence that restricts the inputs. It adds nothing.
func (r *reader) expresses(s sentence, part string) bool {
	quiet := *r
	quiet.statement = &Statement{Layouts: r.statement.Layouts, Texts: r.statement.Texts, Function: r.statement.Function}
	quiet.seen, quiet.alias = nil, maps.Clone(r.alias)
	find := func(text string) []Constraint {
		f := &finder{reader: &quiet, s: sentence{text: text, line: s.line}, tokens: tokenize(text), kind: r.kind}
		f.text = f.s.plainText()
		f.chains()
		f.rules()
		return f.found
	}
	// The subject may stand before the part, so that a structure counts wherever it is said; a bound may well be of
	// something else, so that it counts only in the part.
	for _, c := range find(s.text) {
		if structural.MatchString(c.Text) {
			return true
		}
	}
	if m := limit.FindStringSubmatch(part); m != nil {
		f := &finder{reader: &quiet}
		number, ok := f.expression(m[1])
		return slices.ContainsFunc(find(s.text), func(c Constraint) bool {
			return strings.Contains(c.Text, m[1]) || ok && strings.Contains(c.Text, number)
		})
	}
	return guaranteed.MatchString(part) && len(find(part)) > 0
}

const (
	notExceeding = `\b(?:(?:will|would|do|does|did)(?: not|n't)(?: ever)?|won't|never|cannot) exceeds?|\bnot exceeding`
	comparative  = `(?:deep|larg|long|high|tall|bigg|wid|great|thick|heavi|old|fast|far|strong|furth|low|short|small)er`
	limitNumber  = `(?:\d[\d^*.,+-]*\d|\d)`

	// asked matches what is asked for and not given; more words may stand in the brackets that it leaves open.
	asked = `(?i)^(?:\W*(?:please |then |now |your task is to )?(?:if|print|output|find|determine|check|` +
		`count|compute|calculate|return|write|what|how|help|decide)\b)|\bwhether\b|\?\W*$|\b(?:so that|such that|in such a way|` +
		`choos\w+|select\w*|arrang\w+|plac(?:e|ed|ing)|paint\w*|colou?r\w*|wants?|must|should|shall|can|could|may|` +
		`need\w*|ways|operations?|moves?|if|when|called|`
)

var (
	structural = regexp.MustCompile(`\b(?:distinct|permutation|tree|graph|DAG|parent array|sorted|increasing|decreasing|` +
		`multiple|sum of)\b|!=`)

	promised = regexp.MustCompile(`(?i)\bguaranteed?s?\b|\b(?:it is|it's|is|are) (?:also )?(?:promised|ensured)\b|` +
		`\b(?:may|can|could) (?:also |safely )?assume\b|\bassume that\b|保证|保證`)
	goalPromise = regexp.MustCompile(`(?i)\b(?:to|must|should|can|will|would|wants?) (?:be )?guaranteed?\b|保证|保證`)

	// clearly matches what is a promise even in the legend.
	clearly = regexp.MustCompile(`(?i)\bno (?:two|three) |` +
		`\bgiven (?:an? |the )?(?:correct|balanced|regular|well-formed) (?:bracket|parenthes[ie]s)|` +
		`\balways (?:possible|reachable)\b|` +
		`\bgiven\b[^.;]{0,30}\b(?:non-?overlapping|disjoint)\b|` +
		`\bgiven (?:the )?(?:roots? of )?(?:an? |the |two )?(?:binary search trees?|BSTs?|(?:(?:height-)?balanced|perfect|complete) binary)\b|` +
		`\b(?:every|each|everybody|everyone|everything|all)\b.*\bexactly (?:once|twice|one|two)\b|` +
		`\bexcept (?:for )?(?:exactly )?one\b|` +
		`\b(?:given|there (?:is|are))\b.*\bparallel to\b`)

	// property matches what restricts the inputs where these are described.
	property = regexp.MustCompile(`(?i)\bno (?:two|three|four) |` +
		`\bno\b.*\b(?:overlaps?|intersects?|touch(?:es)?|cross(?:es)?|coincides?|collinear)\b|` +
		`\b(?:not|never|n't) (?:\w+ )?(?:overlap|intersect|touch|cross|coincide)|\bnon-?(?:overlapping|intersecting)\b|` +
		`\bdisjoint\b|\balways (?:possible|reachable)\b|\bno (?:\w+ )?cycles?\b|` +
		`\bexactly (?:once|twice)\b|\bexactly (?:one|two|1|2) (?:of|is|are|has|have)\b|` +
		`\b(?:every|each|everybody|everyone|all)\b.*\b(?:appears?|occurs?|receives?|gives?|is|are|written)\b.*` +
		`\bexactly (?:one|two)\b|\bthere (?:is|are) (?:always )?exactly (?:one|two|1|2)\b|` +
		`\bexcept (?:for )?(?:exactly )?one\b|` +
		`\b(?:correct|balanced|regular|well-formed) (?:bracket|parenthes[ie]s)|` +
		`\b(?:that|which|they|to|together|always|edges|points|lines|segments|numbers|values|cells|roads|strings?|sides|` +
		`digits|letters|vertices|[a-z]_[a-z]) (?:always )?forms? an? [a-z]{3,}|` +
		`\bparallel to\b|` +
		`\b(?:answer|solution)s?\b.*\b(?:exists?|unique)\b|\bunique (?:answer|solution)\b|` +
		`\b(?:always|only|exactly) (?:\w+ )*(?:answer|solution)\b|` +
		`\bvalid (?:bracket|parenthes[ie]s|binary|bst|expression|equation|date|time|sequence|position|path|board|sudoku|` +
		`word|formula|tree|graph|permutation|triangle|polygon|configuration|url|ip|email|roman|encod\w+|arrangement)`)

	// limit matches what something is at most: the depth of a tree, say, that has no name. The number is the group.
	limit = regexp.MustCompile(`(?i)(?:` + notExceeding + `|\b(?:at most|no more than|not more than|bounded by|limited (?:to|by)|` +
		`(?:no|not|never)(?: be)? ` + comparative + ` than)) (` + limitNumber + `)`)
	// clearLimit matches one that is meant so even in the legend, where at most is often what one may do.
	clearLimit = regexp.MustCompile(`(?i)^(?:` + notExceeding + `|\b(?:no|not|never)(?: be)? ` + comparative + ` than) ` + limitNumber)
	// limitedTask matches what limits the program's doing and not the inputs.
	limitedTask = regexp.MustCompile(asked + `programs?|seconds?|errors?|quer(?:y|ies))\b`)
	// task matches what the program is to do, or may do.
	task = regexp.MustCompile(asked + `maximum|maximal|minimum|minimal|largest|smallest)\b`)

	aboutAnswer = regexp.MustCompile(`(?i)\b(?:answers?|outputs?|results?|solutions?)\b|答案|答え`)
	// uniqueAnswer matches what says nothing of the values.
	uniqueAnswer = regexp.MustCompile(`(?i)\b(?:answers?|solutions?)\b.*\bunique\b|\bunique (?:answer|solution)\b`)
	// exists matches what makes a sentence about the answer one about the inputs: not all of them have such an answer.
	exists = regexp.MustCompile(`(?i)\bexists?\b|\bunique|\bpossible\b|\bonly one\b|\bat least one\b|\bexactly one\b|` +
		`\bthere (?:is|are|will be)\b|\b(?:has|have) an? \b|存在|唯一|有解`)

	// harmless matches sentences that exclude no input by which a right program could fail: what fits into which type,
	// how large all cases are together, which characters there are (the samples show them), what points are given for,
	// and code.
	harmless = regexp.MustCompile(`(?i)\b(?:fits?|stored|represented)\b.*(?:\bbits?\b|\bint|\blong\b|\bdouble\b|\btypes?\b)|` +
		`\b(?:32|64)[- ]?bit\b|\b(?:over|across|among|in|of|for) all (?:the )?(?:test ?cases|tests|cases|data ?sets|` +
		`queries)\b|\b(?:sum|total)\b.*(?:exceeds?|at most|no more than|not greater than|<=) [\d.^*]+\W*$|` +
		`\bis (?:either )?(?:an? )?(?:English |lower-?case |upper-?case )*(?:digit|letter|'.')[^<>]*$|` +
		`\bsubtasks?\b|\bscor(?:e|es|ing)\b|\d ?%|\b\d+ points?\b.*\b(?:for|awarded|worth)\b|` +
		`\b(?:time|memory) limit\b|\bpartial\b|^\W*(?:class|def|public|fn|func|struct|impl|import|from|return|var|let)\b|` +
		`[{}]\s*$|:\s*$|\b(?:all|the)(?: input)? (?:values|numbers|inputs)(?: in the input| in input)? (?:are|is) ` +
		`(?:all )?integers?\W*$|\b(?:numbered|indexed|indices start|separated|follow[- ]up)\b|` +
		`^\W*(?:the )?(?:first|second|next|last|each|every|following) line\b[^.<>]*\bexactly\b|` +
		`\b(?:contains?|consists? of) exactly (?:one|two) (?:\w+[- ])*(?:integers?|numbers?|lines?|strings?|words?|` +
		`characters?|spaces?|test|tokens?)|\bempty line\b|\bnewline\b|\btrailing\b`)
)
