package infer

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// row is a piece of a layout as samples show it.
type row struct {
	kind  rowKind
	lead  int      // fieldsRow: values before the list; whole lines have 1
	first int      // the number of the first value among all of the layout
	list  *count   // fieldsRow: how often the list behind them has its values; nil: there is no list
	width int      // of the list: how many values take turns
	words []string // constantRow: what is printed
	count *count   // repeatRow
	body  []*row   // repeatRow; of a kindsRow one fieldsRow a kind
	marks []string // kindsRow: the first word of each kind
}

type rowKind int

const (
	fieldsRow   rowKind = iota
	wholeRow            // one text that takes its line
	blankRow            //
	constantRow         // words that end the input
	repeatRow
	kindsRow // one line, of one of several kinds
)

// count is a number of repetitions: times*value+add.
type count struct {
	of         int // the number of a value, or constant, or open
	times, add int
}

// constant and open stand for the number of a value where there is none: the count is always the same, or the input
// goes on as long as it does. unknown stands for a value that cannot count.
const (
	constant = -1
	open     = -2
	unknown  = math.MinInt32
)

// value is what the count is where values are known.
func (c *count) value(known []int) (int, bool) {
	switch c.of {
	case constant:
		return c.add, true
	case open:
		return 0, false
	}
	v := known[c.of]
	n := c.times*v + c.add
	return n, v != unknown && n >= 0
}

// price is what it costs that a count is not just a value.
func (c *count) price() float64 {
	switch {
	case c.times != 1:
		return doubleCost
	case c.add != 0:
		return offsetCost
	}
	return 0
}

// cursor is a place in a sample and the values that were read on the way there.
type cursor struct {
	s     *sample
	line  int
	known []int // unknown where it is no number that can count
}

func (c cursor) words() []string { return c.s.lines[c.line].words }
func (c cursor) atEnd() bool     { return c.line >= len(c.s.lines) }

// found is a layout that reads all samples, with its price in bits: the smaller, the more is explained.
type found struct {
	rows []*row
	cost float64
}

// search finds the layouts that read all samples. It tries cheap ones first: what a layout costs is the number of bits
// that a plausible code for layouts needs (the minimum description length principle: J. Rissanen, "Modeling by
// shortest data description", Automatica 14, 1978). A length that is explained by a number that was read
// before is cheaper than many single values, and a repetition cheaper than its rows one by one.
type search struct {
	samples []*sample
	work    int     // looks at lines that are left
	limit   float64 // of the cost in this round
	found   []found
	keys    map[string]bool
	around  []int // the values that count the repetitions around the place where the search is
}

// What the pieces of a layout cost, in bits. Where the differences matter a test says so.
const (
	rowCost      = 2.0
	valueCost    = 1.0
	listCost     = 2.0
	repeatCost   = 3.0
	nextCost     = 1.0 // a row of single values behind another row
	apartCost    = 1.5 // a row of its own that looks like the one above
	wholeCost    = 6.0
	blankCost    = 1.0
	openCost     = 10.0 // a repetition that goes on to the end of the input
	alwaysCost   = 3.0  // that it does so often in all inputs, if a single sample shows it, and
	sameCost     = -3.0 // if several do
	longCost     = 7.0  // a list that goes on to the end of its line
	kindsCost    = 3.0
	wordCost     = 1.0  // kinds that words tell apart
	numberedCost = -1.0 // kinds that are numbered, each seen some times
	constantCost = 5.0  // a length that is always the same, as several samples show
	offsetCost   = 4.0  // N-1, N+1
	doubleCost   = 7.0  // 2N
	aroundCost   = 3.0  // what counts the repetition around it
	turnedCost   = 2.0  // a matrix whose columns are counted before its rows
	mixedCost    = 4.0  // a column of numbers and texts
	strangeCost  = 2.0  // a list behind other values of its line, none of which counts it
	usedCost     = 1.5  // a count that counts something already
	unusedCost   = 0.5  // a count that does not, and as much again for each that would come before it
	emptyCost    = 1.5  // a length of 0 or 1 everywhere
	lastCost     = -4.0 // each word of a last line such as 0 0, which explains why nothing says how often
)

const (
	maxWork     = 500_000 // looks at lines, and
	workPerLine = 100     // more for each line of the samples
	maxValues   = 60      // of a layout
	maxLead     = 24      // values of one line that are no list
	maxKinds    = 8
	maxLayouts  = 8
	maxGap      = 6.0 // bits between the best layout and one that is worth a try
)

var limits = []float64{10, 15, 20, 26, 34, 46, 70}

// layouts gives the cheapest layouts, the best first.
func layouts(samples []*sample) []found {
	lines := 0
	for _, sample := range samples {
		lines += len(sample.lines)
	}
	s := &search{samples: samples, work: maxWork + workPerLine*lines}
	for _, s.limit = range limits {
		s.found, s.keys = nil, map[string]bool{}
		at := make([]cursor, len(samples))
		for i := range at {
			at[i] = cursor{s: samples[i]}
		}
		s.from(at, nil, 0, 0, 0, func(at []cursor, rows []*row, spent float64, _ uint64) {
			if allAtEnd(at) {
				s.keep(rows, spent)
			}
		})
		if len(s.found) >= 2 || len(s.found) > 0 && s.limit >= s.found[0].cost+maxGap || s.work <= 0 {
			break
		}
	}
	far := func(f found) bool { return f.cost > s.found[0].cost+maxGap }
	if i := slices.IndexFunc(s.found, far); i >= 0 {
		return s.found[:i]
	}
	return s.found
}

func allAtEnd(at []cursor) bool {
	return !slices.ContainsFunc(at, func(c cursor) bool { return !c.atEnd() })
}

func (s *search) keep(rows []*row, cost float64) {
	key := rowsKey(rows)
	if s.keys[key] {
		return
	}
	s.keys[key] = true
	f := found{slices.Clone(rows), cost}
	i, _ := slices.BinarySearchFunc(s.found, f, func(a, b found) int {
		switch {
		case a.cost <= b.cost:
			return -1
		default:
			return 1
		}
	})
	s.found = slices.Insert(s.found, i, f)
	if len(s.found) > maxLayouts {
		s.found = s.found[:maxLayouts]
	}
}

func rowsKey(rows []*row) string {
	var sb strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&sb, "%d:%d", r.kind, r.lead)
		for _, c := range []*count{r.list, r.count} {
			if c != nil {
				fmt.Fprintf(&sb, "(%d,%d,%d)x%d", c.of, c.times, c.add, r.width)
			}
		}
		fmt.Fprintf(&sb, "[%s]", rowsKey(r.body))
	}
	return sb.String()
}

// ending is called with where a reading ends, its rows, its cost, and the values that count something.
type ending func(at []cursor, rows []*row, spent float64, used uint64)

// option is a row that can stand at some place.
type option struct {
	row  *row
	cost float64
	at   []cursor
	used uint64
}

// from reads on behind rows, in every way that the limit allows, and calls done at the end of each row.
func (s *search) from(at []cursor, rows []*row, spent float64, used uint64, depth int, done ending) {
	if s.work <= 0 || spent > s.limit || len(s.found) == maxLayouts && spent >= s.found[maxLayouts-1].cost {
		return
	}
	if len(rows) > 0 || allAtEnd(at) {
		done(at, rows, spent, used)
	}
	if slices.ContainsFunc(at, cursor.atEnd) || len(at[0].known) > maxValues || len(rows) > 12 {
		return
	}
	apart := 0.0
	if len(rows) > 0 && rows[len(rows)-1].kind == fieldsRow && likeAbove(at) {
		apart = apartCost
	}
	for _, o := range s.options(at, used, len(rows) > 0, depth == 0) {
		o.cost += apart
		if next := spent + o.cost; next <= s.limit {
			s.from(o.at, append(slices.Clone(rows), o.row), next, o.used, depth, done)
		}
	}
	if depth < 3 {
		s.repeats(at, rows, spent, used, depth, done)
	}
}

// likeAbove says whether the lines have as many words as the ones above them, so that they are rather rows of one list.
func likeAbove(at []cursor) bool {
	return !slices.ContainsFunc(at, func(c cursor) bool {
		return c.line == 0 || len(c.words()) != len(c.s.lines[c.line-1].words) || len(c.words()) < 2
	})
}

// options are the rows of one line that all cursors can read, the cheapest first; behind says that other rows stand before
// them, top that nothing is repeated here.
func (s *search) options(at []cursor, used uint64, behind, top bool) []option {
	s.work -= 10 * len(at) // there are so many ways to look at a line
	var all []option
	blank := 0
	for _, c := range at {
		if len(c.words()) == 0 {
			blank++
		}
	}
	if blank == len(at) {
		all = append(all, option{row: &row{kind: blankRow}, cost: blankCost, at: forward(at), used: used})
	}
	// So many values, and then perhaps a list.
	shortest, longest := math.MaxInt, 0
	for _, c := range at {
		shortest, longest = min(shortest, len(c.words())), max(longest, len(c.words()))
	}
	first := len(at[0].known)
	if shortest == longest && 0 < longest && longest <= maxLead {
		r := &row{kind: fieldsRow, lead: longest, first: first}
		cost := rowCost + valueCost*float64(longest) + max(0, float64(longest-6))
		if behind {
			cost += nextCost
		}
		all = append(all, option{r, cost, s.readRow(at, r), used})
	}
	for lead := 0; lead <= min(shortest, 3); lead++ {
		after := make([]cursor, len(at))
		for i, c := range at {
			after[i] = c
			after[i].known = append(slices.Clone(c.known), numbers(c.words()[:lead])...)
		}
		for width := 1; width <= 3; width++ {
			lengths := make([]int, len(at))
			ok := longest > lead
			for i, c := range at {
				lengths[i] = (len(c.words()) - lead) / width
				ok = ok && (len(c.words())-lead)%width == 0
			}
			if !ok {
				continue
			}
			for _, k := range counts(after, lengths, used, false, top) {
				r := &row{kind: fieldsRow, lead: lead, first: first, list: k.count, width: width}
				cost := rowCost - 1 + valueCost*float64(lead) + listCost + k.cost + 1.5*float64(width-1)
				if lead > 0 && k.count.of < first {
					cost += strangeCost
				}
				if n := len(s.around); n > 0 && lead == 0 && k.count.of >= 0 && k.count.of < s.around[n-1] {
					cost += turnedCost
				}
				if end := s.readRow(at, r); end != nil {
					all = append(all, option{r, cost, end, k.used(used)})
				}
			}
		}
	}
	texts := 0
	for _, c := range at {
		words := c.words()
		if len(words) > 1 && slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) }) {
			texts++
		}
	}
	if texts > 0 && texts+blank <= len(at) {
		r := &row{kind: wholeRow, lead: 1, first: first}
		all = append(all, option{r, wholeCost, s.readRow(at, r), used})
	}
	slices.SortStableFunc(all, func(a, b option) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	return all
}

func numbers(words []string) []int {
	ns := make([]int, len(words))
	for i, w := range words {
		ns[i], _ = number(w)
	}
	return ns
}

func forward(at []cursor) []cursor {
	next := slices.Clone(at)
	for i := range next {
		next[i].line++
	}
	return next
}

// readRow moves all cursors past a row of one line; nil when one of them cannot.
func (s *search) readRow(at []cursor, r *row) []cursor {
	next := make([]cursor, len(at))
	for i, c := range at {
		var ok bool
		if next[i], ok = s.read(c, r); !ok {
			return nil
		}
	}
	return next
}

// read moves one cursor past a row.
func (s *search) read(c cursor, r *row) (cursor, bool) {
	s.work--
	if r.kind == repeatRow {
		if r.count.of == open {
			known := c.known
			c, _ = s.toEnd(c, r)
			c.known = append(slices.Clip(known), slices.Repeat([]int{unknown}, valuesOf(r.body))...)
			return c, true
		}
		n, ok := r.count.value(c.known)
		if !ok {
			return c, false
		}
		return s.times(c, r, n)
	}
	if c.atEnd() || s.work <= 0 {
		return c, false
	}
	words := c.words()
	next := c
	next.line++
	switch r.kind {
	case blankRow:
		return next, len(words) == 0
	case wholeRow:
		next.known = append(slices.Clip(c.known), unknown)
		return next, true
	case constantRow:
		return next, slices.Equal(words, r.words)
	case kindsRow:
		if len(words) == 0 {
			return c, false
		}
		i := slices.Index(r.marks, words[0])
		return next, i >= 0 && len(words) == 1+r.body[i].lead
	}
	if len(words) < r.lead {
		return c, false
	}
	next.known = append(slices.Clip(c.known), numbers(words[:r.lead])...)
	if r.list == nil {
		return next, len(words) == r.lead
	}
	n, ok := r.list.value(next.known)
	if r.list.of == open {
		n, ok = (len(words)-r.lead)/r.width, true
	}
	next.known = append(next.known, make([]int, r.width)...)
	for i := range r.width {
		next.known[len(next.known)-1-i] = unknown
	}
	return next, ok && len(words) == r.lead+n*r.width
}

// times moves a cursor past n iterations of a repetition.
func (s *search) times(c cursor, r *row, n int) (cursor, bool) {
	if n > len(c.s.lines)-c.line {
		return c, false
	}
	known := slices.Clip(c.known)
	for range n {
		c.known = known
		for _, b := range r.body {
			var ok bool
			if c, ok = s.read(c, b); !ok {
				return c, false
			}
		}
	}
	c.known = append(known, slices.Repeat([]int{unknown}, valuesOf(r.body))...)
	return c, true
}

// valuesOf is how many values rows have, a list counting once for each that takes turns.
func valuesOf(rows []*row) int {
	n := 0
	for _, r := range rows {
		n += r.lead + valuesOf(r.body)
		if r.list != nil {
			n += r.width
		}
	}
	return n
}

func isNumber(word string) bool {
	digits := strings.TrimLeft(word, "+-")
	return digits != "" && len(word)-len(digits) < 2 && strings.Trim(digits, "0123456789.") == "" &&
		strings.Count(digits, ".") < 2 && strings.Trim(digits, ".") != ""
}

// counted is a way to explain lengths.
type counted struct {
	count *count
	cost  float64
}

func (k counted) used(used uint64) uint64 {
	if k.count.of < 0 {
		return used
	}
	return used | 1<<k.count.of
}

// counts are the ways to explain the length that each cursor sees. Rows are counted rather by what was printed last
// (N M, then M edges), values within a line rather by what was printed first.
func counts(at []cursor, lengths []int, used uint64, rows, toEnd bool) []counted {
	most, same := slices.Max(lengths), slices.Min(lengths) == slices.Max(lengths)
	extra := 0.0
	if most <= 1 {
		extra = emptyCost
	}
	var all []counted
	free := 0.0
	values := len(at[0].known)
	for i := range values {
		of := i
		if rows {
			of = values - 1 - i
		}
		if countable := !slices.ContainsFunc(at, func(c cursor) bool { return c.known[of] == unknown }); !countable {
			continue
		}
		cost := usedCost
		if used>>of&1 == 0 {
			free += unusedCost
			cost = free
		}
		for _, k := range []count{{of, 1, 0}, {of, 1, -1}, {of, 1, 1}, {of, 2, 0}} {
			fits := true
			for j, c := range at {
				n, ok := k.value(c.known)
				fits = fits && ok && n == lengths[j]
			}
			if !fits {
				continue
			}
			price := cost + extra + k.price()
			all = append(all, counted{&k, price})
		}
	}
	if !rows && most >= 3 {
		cost := constantCost
		if len(at) == 1 {
			cost = longCost + alwaysCost
		}
		if same {
			all = append(all, counted{&count{constant, 0, most}, cost})
		}
		if toEnd {
			all = append(all, counted{&count{of: open}, longCost})
		}
	}
	return all
}

// repeats goes on with every repetition that can begin here.
func (s *search) repeats(at []cursor, rows []*row, spent float64, used uint64, depth int, done ending) {
	values := len(at[0].known)
	free := 0.0
	for of := values - 1; of >= 0; of-- {
		if slices.ContainsFunc(at, func(c cursor) bool { return c.known[of] == unknown }) {
			continue
		}
		cost := repeatCost + usedCost
		if used>>of&1 == 0 {
			free += unusedCost
			cost = repeatCost + free
		}
		for _, k := range []count{{of, 1, 0}, {of, 1, -1}, {of, 1, 1}, {of, 2, 0}} {
			price, most, ok := cost, 0, true
			for _, c := range at {
				n, fits := k.value(c.known)
				ok = ok && fits && n <= len(c.s.lines)-c.line
				most = max(most, n)
			}
			if !ok || most == 0 {
				continue
			}
			if most == 1 && depth == 0 { // within a repetition only its first iteration is seen here
				price += emptyCost
			}
			if k.add != -1 || !treeBehind(at, of) {
				price += k.price()
			}
			if slices.Contains(s.around, of) {
				price += aroundCost
			}
			s.repeat(at, &k, rows, spent+price, used|1<<of, depth, done)
		}
	}
	if depth == 0 {
		s.goOn(at, rows, spent+repeatCost+openCost, used, done)
	}
}

// treeBehind says whether the lines behind each cursor are the edges of a tree on 1..N.
func treeBehind(at []cursor, of int) bool {
	edges := 0
	for _, c := range at {
		n := c.known[of]
		if n == unknown || n < 1 || c.line+n-1 > len(c.s.lines) {
			return false
		}
		sets := newSets(n)
		for _, l := range c.s.lines[c.line : c.line+n-1] {
			if len(l.words) < 2 {
				return false
			}
			u, _ := number(l.words[0])
			v, _ := number(l.words[1])
			if u < 1 || u > n || v < 1 || v > n || !sets.join(u-1, v-1) {
				return false
			}
			edges++
		}
	}
	return edges > 0
}

// repeat finds the body of a repetition by its first iteration, and goes on behind the last one.
func (s *search) repeat(at []cursor, k *count, rows []*row, spent float64, used uint64, depth int, done ending) {
	if spent > s.limit {
		return
	}
	var begin []cursor
	for _, c := range at {
		if n, _ := k.value(c.known); n > 0 {
			begin = append(begin, c)
		}
	}
	around := s.around
	behind := func(body []*row, spent float64, used uint64) {
		r := &row{kind: repeatRow, count: k, body: body}
		next := make([]cursor, len(at))
		for i, c := range at {
			n, _ := k.value(c.known)
			var ok bool
			if next[i], ok = s.times(c, r, n); !ok {
				return
			}
		}
		if isMixed(at, r) {
			spent += mixedCost
		}
		inside := s.around
		s.around = around
		s.from(next, append(slices.Clone(rows), r), spent, used, depth, done)
		s.around = inside
	}
	s.around = append(slices.Clone(around), k.of)
	s.from(begin, nil, spent, used, depth+1, func(_ []cursor, body []*row, spent float64, used uint64) {
		behind(slices.Clone(body), spent, used)
	})
	s.around = around
	if r, cost := s.kinds(at, k); r != nil {
		behind([]*row{r}, spent+cost, used)
	}
}

// isMixed says whether lines of single values have numbers and texts in one column.
func isMixed(at []cursor, r *row) bool {
	body := r.body[0]
	if len(r.body) > 1 || body.kind != fieldsRow || body.list != nil {
		return false
	}
	seen := make([][2]bool, body.lead)
	for _, c := range at {
		n, _ := r.count.value(c.known)
		for _, l := range c.s.lines[c.line:min(c.line+n, len(c.s.lines))] {
			for i, word := range l.words[:min(body.lead, len(l.words))] {
				if isNumber(word) {
					seen[i][0] = true
				} else {
					seen[i][1] = true
				}
			}
		}
	}
	return slices.Contains(seen, [2]bool{true, true})
}

// kinds finds the kinds of lines that a repetition has, if their first words tell them apart.
func (s *search) kinds(at []cursor, k *count) (*row, float64) {
	lengths := map[string]int{}
	var marks []string
	total := 0
	for _, c := range at {
		n, _ := k.value(c.known)
		for _, l := range c.s.lines[c.line : c.line+n] {
			s.work--
			if len(l.words) == 0 || len(l.words) > maxLead {
				return nil, 0
			}
			total++
			if length, ok := lengths[l.words[0]]; ok && length != len(l.words) {
				return nil, 0
			} else if !ok {
				lengths[l.words[0]] = len(l.words)
				if marks = append(marks, l.words[0]); len(marks) > maxKinds {
					return nil, 0
				}
			}
		}
	}
	same, words := true, true
	for _, m := range marks {
		same = same && lengths[m] == lengths[marks[0]]
		words = words && !isNumber(m)
	}
	// Kinds of the same length are a column of their own, unless words name them.
	if len(marks) < 2 || total < len(marks)+1 || same && (!words || lengths[marks[0]] == 1 || total < 3*len(marks)) {
		return nil, 0
	}
	slices.SortFunc(marks, func(a, b string) int {
		if len(a) != len(b) && !words {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	r := &row{kind: kindsRow, marks: marks, first: len(at[0].known)}
	cost := kindsCost
	switch {
	case words:
		cost = wordCost
	case total >= 3*len(marks) && isNumbered(marks):
		cost = numberedCost
	}
	for _, m := range marks {
		r.body = append(r.body, &row{kind: fieldsRow, lead: lengths[m] - 1, first: r.first + valuesOf(r.body)})
		cost += rowCost - 1 + valueCost*float64(lengths[m]-1)
	}
	return r, cost
}

// isNumbered says whether marks are 1, 2, 3 or 0, 1, 2.
func isNumbered(marks []string) bool {
	first, ok := number(marks[0])
	for i, mark := range marks {
		ok = ok && mark == strconv.Itoa(first+i)
	}
	return ok && first <= 1
}

// goOn finds repetitions of which nothing says how often, up to the end of the input or to a last line such as 0.
func (s *search) goOn(at []cursor, rows []*row, spent float64, used uint64, done ending) {
	if spent > s.limit {
		return
	}
	s.from(at, nil, spent, used, 1, func(_ []cursor, body []*row, spent float64, used uint64) {
		r := &row{kind: repeatRow, count: &count{of: open}, body: slices.Clone(body)}
		next := make([]cursor, len(at))
		var times []int
		var last []string
		for i, c := range at {
			n := 0
			if c, n = s.toEnd(c, r); i > 0 && c.atEnd() != (last == nil) {
				return
			}
			times = append(times, n)
			if !c.atEnd() {
				if last != nil && !slices.Equal(last, c.words()) || !endsInput(c, body[0]) {
					return
				}
				last = c.words()
				c.line++
			}
			next[i] = c
		}
		most, same := slices.Max(times), slices.Min(times) == slices.Max(times)
		all := append(slices.Clone(rows), r)
		if last != nil {
			if most == 1 && len(body) == 1 {
				return
			}
			all = append(all, &row{kind: constantRow, words: last})
			done(next, all, spent+lastCost*float64(len(last)), used)
			return
		}
		if most < 2 {
			return
		}
		done(next, all, spent, used)
		if same {
			always := &row{kind: repeatRow, count: &count{constant, 0, most}, body: r.body}
			cost := sameCost
			if len(at) == 1 {
				cost = alwaysCost
			}
			done(next, append(slices.Clone(rows), always), spent+cost, used)
		}
	})
}

// toEnd moves a cursor past the iterations of a repetition up to the end of the sample, or to a line that ends it, and
// counts them.
func (s *search) toEnd(c cursor, r *row) (cursor, int) {
	for n := 0; ; n++ {
		if c.atEnd() || len(c.s.lines)-c.line == 1 && endsInput(c, r.body[0]) {
			return c, n
		}
		after, ok := s.times(c, &row{body: r.body}, 1)
		if !ok || after.line == c.line {
			return c, n
		}
		after.known = c.known
		c = after
	}
}

// endsInput says whether the last line is one that ends an input of cases that begin with a row: 0 0 ends those that
// begin with two values.
func endsInput(c cursor, first *row) bool {
	words := c.words()
	if len(c.s.lines)-c.line != 1 || !isSentinel(words) {
		return false
	}
	return !isNumber(words[0]) || first.kind != fieldsRow || len(words) == 1 || first.list == nil && len(words) == first.lead
}

// isSentinel says whether a line is one by which old problems end their input.
func isSentinel(words []string) bool {
	return len(words) > 0 && len(words) <= 3 && !slices.ContainsFunc(words, func(w string) bool {
		return w != words[0] || w != "0" && w != "-1" && w != "#" && w != "*" && w != "END" && w != "."
	})
}

// sets are disjoint sets of 0..n-1.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) find(x int) int {
	for s[x] != x {
		s[x] = s[s[x]]
		x = s[x]
	}
	return x
}

// join says whether x and y were in different sets.
func (s sets) join(x, y int) bool {
	x, y = s.find(x), s.find(y)
	s[x] = y
	return x != y
}
