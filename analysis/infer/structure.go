package infer

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"execre/analysis/schema"
)

// claim is one constraint and where it comes from.
type claim struct {
	text   string
	from   origin
	line   int      // of the statement
	note   string   // what is said behind it, instead of what its origin says
	about  []string // the names that it bounds or types
	bound  *bound   // of what bounds one name on both sides; text is then empty
	what   string   // of a structure: what it says, as in "A is sorted"
	looser []string // what may stand in its place, the strictest first; the last resort is nothing
	chance float64  // that the samples would show a structure that the format does not have
}

// bound is LOW <= REF <= HIGH, or < HIGH. A side may be empty.
type bound struct {
	ref, low, high string
	less           bool
}

func (b bound) String() string {
	text := b.ref
	if b.low != "" {
		text = b.low + " <= " + text
	}
	if b.high != "" && b.less {
		text += " < " + b.high
	} else if b.high != "" {
		text += " <= " + b.high
	}
	return text
}

// String is the constraint as input.schema has it.
func (c claim) String() string {
	if c.bound != nil {
		return c.bound.String()
	}
	return c.text
}

// origin is where a claim comes from.
type origin int

const (
	fromStatement origin = iota + 1
	seen                 // a structure that all samples have
	guessed              // a bound that is wider than the samples, or a type
)

func (c claim) comment() string {
	switch {
	case c.note != "":
		return c.note
	case c.from == fromStatement && c.line > 0:
		return "statement, line " + strconv.Itoa(c.line)
	case c.from == fromStatement:
		return "statement"
	case c.from == seen:
		return "seen in the samples"
	}
	return "guessed"
}

// judge says how much chance is allowed before a structure is believed.
type judge struct {
	permutation, distinct, sorted, ordered, tree, graph, parity float64

	rows  int  // as many rows as show a relation between two values are enough, whatever the chance
	close bool // nothing is taken to be possible that no sample has
}

// Samples are small and written by people, who like 1 2 3: order needs more evidence than the rest. Where there is a
// statement it would name a structure, so that what only samples show is believed rarely.
var (
	samplesAlone = judge{
		permutation: 0.25, distinct: 0.1, sorted: 0.01, ordered: 0.13, tree: 0.5, graph: 0.5, parity: 0.005, rows: 3,
	}
	withStatement = judge{
		permutation: 0.005, distinct: 1e-4, sorted: 1e-5, ordered: 0.002, tree: 0.2, graph: 1e-4, parity: 1e-6, rows: math.MaxInt,
	}
	// Where programs failed on what the others allow, so that something is missing there.
	closest = judge{
		permutation: 0.5, distinct: 0.7, sorted: 0.25, ordered: 0.5, tree: 1, graph: 1, parity: 0.07, rows: 1, close: true,
	}
)

// finder makes claims of what the samples have.
type finder struct {
	t      *table
	judge  judge
	layout string // the text of the layout, where indices are looked up
	counts []*column
	edges  map[*column]bool // columns that are ends of edges
	claims []claim
}

// find makes the claims that the samples allow: first the kinds and bounds of all values, then structures.
func find(t *table, j judge, layout string) (kinds, bounds, structures []claim) {
	f := &finder{t: t, judge: j, layout: layout, edges: map[*column]bool{}}
	f.findCounts(t.top)
	for _, same := range t.named() {
		f.kind(pooled(same))
	}
	kinds, f.claims = f.claims, nil
	f.graphs(t.top)
	for _, c := range t.order {
		f.lists(c)
	}
	f.relations()
	structures, f.claims = f.claims, nil
	for _, same := range t.named() {
		f.bounds(same)
	}
	for _, v := range slices.SortedFunc(maps.Keys(t.open), func(a, b *schema.Var) int { return a.ID - b.ID }) {
		most := max125(slices.Max(t.open[v]))
		lowest := strconv.FormatInt(min(1, slices.Min(t.open[v])), 10)
		f.add(claim{from: guessed, about: []string{v.Name}, bound: &bound{ref: v.Name, low: lowest, high: most}})
	}
	return kinds, f.claims, structures
}

// named are the columns of each name, which has several where it stands in several kinds of lines.
func (t *table) named() [][]*column {
	var all [][]*column
	for _, c := range t.order {
		i := slices.IndexFunc(all, func(same []*column) bool { return same[0].v.Name == c.v.Name })
		if i < 0 {
			all = append(all, []*column{c})
			continue
		}
		all[i] = append(all[i], c)
	}
	return all
}

// pooled are the columns of one name as one: what a constraint says of the name holds for the values of all.
func pooled(same []*column) *column {
	if len(same) == 1 {
		return same[0]
	}
	all := &column{v: same[0].v, of: &domain{}}
	for _, c := range same {
		all.texts = append(all.texts, c.texts...)
	}
	all.settle()
	return all
}

func (f *finder) findCounts(d *domain) {
	for _, in := range d.inner {
		schema.EachVar(in.repeat.Count, func(v *schema.Var) {
			if c := f.t.columns[v]; c != nil && c.small != nil && !slices.Contains(f.counts, c) {
				f.counts = append(f.counts, c)
			}
		})
		f.findCounts(in)
	}
	slices.SortFunc(f.counts, func(a, b *column) int { return slices.Index(f.t.order, a) - slices.Index(f.t.order, b) })
}

func (f *finder) isCount(c *column) bool { return slices.Contains(f.counts, c) }

var firstElement = regexp.MustCompile(`^_(\{[0-9],[0-9]\}|[0-9])`)

// ref is how a constraint speaks of all values of a variable.
func (f *finder) ref(c *column) string {
	name := c.v.Name
	for rest := f.layout; ; {
		i := strings.Index(rest, name+"_")
		if i < 0 {
			return name
		}
		before := i == 0 || strings.ContainsRune(" \n}", rune(rest[i-1])) || '0' <= rest[i-1] && rest[i-1] <= '9'
		rest = rest[i+len(name):]
		if index := firstElement.FindString(rest); before && index != "" {
			switch {
			case f.named("i") || f.named("j"):
				return name
			case strings.HasPrefix(index, "_{"):
				return name + "_{i,j}"
			}
			return name + "_i"
		}
	}
}

func (f *finder) named(name string) bool {
	return slices.ContainsFunc(f.t.order, func(c *column) bool { return c.v.Name == name })
}

func (f *finder) add(c claim) { f.claims = append(f.claims, c) }

// kind says of texts what characters they have and of reals how many decimals.
func (f *finder) kind(c *column) {
	name := c.v.Name
	switch {
	case c.isReal():
		decimals := 0
		for _, text := range c.texts {
			if _, behind, ok := strings.Cut(text, "."); ok {
				decimals = max(decimals, len(behind))
			}
		}
		f.add(claim{
			text: fmt.Sprintf("%s is real with %d decimals", f.ref(c), min(decimals, 18)), from: guessed,
			note: "guessed: as many as in the samples", about: []string{name},
		})
	case c.text && len(c.texts) == 0, !c.text:
	default:
		f.texts(c)
	}
}

// mostLetters is how many characters are listed one by one.
const mostLetters = 40

// texts says which characters texts have and how long they are.
func (f *finder) texts(c *column) {
	name, ref := c.v.Name, f.ref(c)
	values := distinctTexts(c.texts)
	words := slices.ContainsFunc(c.texts, func(s string) bool { return strings.ContainsAny(s, " \t") })
	often := 3 // how often each value was seen
	if _, longest := lengths(values); longest == 1 {
		often = 2
	}
	if len(values) <= 6 && len(c.texts) >= often*len(values) && !words && len(values[0]) > 0 &&
		(len(c.texts) > 3 || len(values) == 1) && !isGrid(c.texts) {
		f.add(claim{
			text: ref + " in {" + strings.Join(setOf(values), ", ") + "}", from: guessed, about: []string{name},
			note: "guessed: all that the samples have",
		})
		return
	}
	if words {
		f.add(claim{text: ref + " matches " + sentence(c.texts), from: guessed, about: []string{name}})
		return
	}
	shortest, longest := lengths(c.texts)
	quantifier := "+"
	if shortest == 0 {
		quantifier = "*"
	}
	if pattern := byPosition(c.texts, values); pattern != "" {
		f.add(claim{
			text: ref + " matches " + pattern, from: guessed, about: []string{name}, note: "guessed: as all of the samples are built",
		})
		return
	}
	class, exact := classOf(c.texts)
	if runes := []rune(strings.Join(distinctTexts(strings.Split(strings.Join(c.texts, ""), "")), "")); f.judge.close &&
		0 < len(runes) && len(runes) <= mostLetters {
		class, exact = escaped(runes), true
	}
	note := ""
	if exact {
		note = "guessed: the characters that the samples have"
	}
	f.add(claim{text: ref + " matches " + class + quantifier, from: guessed, note: note, about: []string{name}})
	length := claim{from: guessed, about: []string{"|" + name + "|"}}
	switch of := f.lengthOf(c); {
	case of != nil:
		length.text, length.from = "|"+ref+"| = "+of.v.Name, seen
	case shortest == longest && (len(c.texts) >= 3 || shortest == 1) && shortest > 0:
		length.text, length.note = fmt.Sprintf("|%s| = %d", ref, shortest), "guessed: as in all of the samples"
	default:
		length.bound = &bound{ref: "|" + ref + "|", low: strconv.Itoa(min(shortest, 1)), high: max125(int64(longest))}
		if f.judge.close {
			length.bound.low = strconv.Itoa(shortest)
		}
	}
	f.add(length)
}

// byPosition is a pattern for texts that are all built alike, such as ABC316: of one length, with letters and digits each
// in their places. It is "" for others.
func byPosition(texts, values []string) string {
	shortest, longest := lengths(texts)
	if len(values) < 3 || shortest != longest || shortest < 2 || shortest > 20 {
		return ""
	}
	var parts []string
	for i := range shortest {
		var column []string
		for _, text := range texts {
			column = append(column, string([]rune(text)[i]))
		}
		if letters := distinctTexts(column); len(letters) == 1 && !isNumber(letters[0]) {
			parts = append(parts, regexp.QuoteMeta(letters[0]))
			continue
		}
		class := "[0-9]"
		if strings.Trim(strings.Join(column, ""), "0123456789") != "" {
			if class, _ = classOf(column); class != "[a-z]" && class != "[A-Z]" {
				return ""
			}
		}
		parts = append(parts, class)
	}
	if len(slices.Compact(slices.Clone(parts))) < 2 {
		return ""
	}
	pattern := strings.Join(parts, "")
	if !strings.Contains(pattern, "[0-9]") || strings.Trim(pattern, "[]0-9") == "" {
		return ""
	}
	return pattern
}

func distinctTexts(texts []string) []string {
	values := slices.Clone(texts)
	slices.Sort(values)
	return slices.Compact(values)
}

func setOf(values []string) []string {
	out := slices.Clone(values)
	for i, v := range out {
		if strings.ContainsAny(v, `,}"\{#;`) {
			out[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
		}
	}
	return out
}

func lengths(texts []string) (shortest, longest int) {
	shortest = math.MaxInt
	for _, text := range texts {
		n := utf8.RuneCountInString(text)
		shortest, longest = min(shortest, n), max(longest, n)
	}
	return shortest, longest
}

// lengthOf is the number, printed before, that is the length of each of the texts.
func (f *finder) lengthOf(c *column) *column {
	var best *column
	for _, of := range f.t.order {
		if of == c {
			break
		}
		if of.small == nil || !of.within(c.of) {
			continue
		}
		varied := map[int64]bool{}
		fits := len(c.texts) > 0
		for i, text := range c.texts {
			n := of.outer(c.of, i)
			fits = fits && n == int64(utf8.RuneCountInString(text))
			varied[n] = true
		}
		if fits && (len(varied) > 1 || len(c.texts) > 1 || slices.Max(of.small) > 2) {
			best = of
		}
	}
	return best
}

// sentence is a pattern for texts of several words.
func sentence(texts []string) string {
	var words []string
	fewest, most := math.MaxInt, 0
	for _, text := range texts {
		fields := strings.Fields(text)
		fewest, most = min(fewest, len(fields)), max(most, len(fields))
		words = append(words, fields...)
	}
	class, _ := classOf(words)
	_, longest := lengths(words)
	word := fmt.Sprintf("%s{1,%d}", class, min(1000, max(longest, 5)))
	if fewest < 1 {
		return fmt.Sprintf("(%s( %s){0,%d})?", word, word, max(most-1, 1))
	}
	return fmt.Sprintf("%s( %s){%d,%d}", word, word, min(fewest-1, 1), max(most-1, 1))
}

// classOf is the class of characters that texts have; exact where it has no more than they do.
func classOf(texts []string) (class string, exact bool) {
	seen := map[rune]int{}
	total := 0
	for _, text := range texts {
		for _, r := range text {
			seen[r]++
			total++
		}
	}
	var lower, upper, digit, other int
	var all []rune
	for r := range seen {
		all = append(all, r)
		switch {
		case 'a' <= r && r <= 'z':
			lower++
		case 'A' <= r && r <= 'Z':
			upper++
		case '0' <= r && r <= '9':
			digit++
		default:
			other++
		}
	}
	slices.Sort(all)
	kinds := 0
	for _, n := range []int{lower, upper, digit, other} {
		kinds += min(n, 1)
	}
	switch n := len(all); {
	case n == 0:
		return "[a-z]", false
	case other > 0 && n <= 8, // a grid
		kinds == 1 && digit > 0 && (n <= 2 && total >= 4 || n == 3 && total >= 30),
		kinds == 1 && upper > 0 && (n <= 4 && total >= 2*n),
		kinds == 1 && lower > 0 && (n <= 3 && total >= 12),
		kinds == 2 && other == 0 && n <= 3 && total >= 8:
		return escaped(all), true
	}
	class = "["
	if lower > 0 {
		class += "a-z"
	}
	if upper > 0 {
		class += "A-Z"
	}
	if digit > 0 {
		class += "0-9"
	}
	others := slices.DeleteFunc(all, func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	})
	inner := escaped(others)
	return class + inner[1:], len(others) == len(all)
}

func escaped(all []rune) string {
	var sb strings.Builder
	sb.WriteByte('[')
	for _, r := range all {
		if strings.ContainsRune(`\]^-[&~`, r) {
			sb.WriteByte('\\')
		}
		sb.WriteRune(r)
	}
	sb.WriteByte(']')
	return sb.String()
}

// max125 rounds n up to 1, 2 or 5 times a power of ten, at least 10.
func max125(n int64) string {
	for p := int64(10); p <= 1e17; p *= 10 {
		for _, k := range []int64{1, 2, 5} {
			if k*p >= n {
				return power(big.NewInt(k * p))
			}
		}
	}
	return strconv.FormatInt(n, 10)
}

// power prints round numbers as statements do.
func power(n *big.Int) string {
	text := n.String()
	digits := strings.TrimRight(strings.TrimPrefix(text, "-"), "0")
	zeros := len(strings.TrimPrefix(text, "-")) - len(digits)
	if zeros < 4 || len(digits) != 1 {
		return text
	}
	sign := text[:len(text)-zeros-1]
	if digits == "1" {
		return fmt.Sprintf("%s10^%d", sign, zeros)
	}
	return fmt.Sprintf("%s%s*10^%d", sign, digits, zeros)
}

// max10 is the least power of ten that is at least n, and at least 10.
func max10(n *big.Int) *big.Int {
	p := big.NewInt(10)
	for p.Cmp(n) < 0 {
		p.Mul(p, big.NewInt(10))
	}
	return p
}

// bounds bounds the numbers of a column: by a count where the samples show that, else by what is round and beyond.
func (f *finder) bounds(same []*column) {
	c := pooled(same)
	if c.text || len(c.texts) == 0 {
		return
	}
	name, ref := c.v.Name, f.ref(c)
	b := claim{from: guessed, about: []string{name}}
	if c.isReal() {
		var low, high big.Rat
		for i, text := range c.texts {
			x, ok := new(big.Rat).SetString(text)
			if !ok {
				return
			}
			if i == 0 || x.Cmp(&low) < 0 {
				low.Set(x)
			}
			if i == 0 || x.Cmp(&high) > 0 {
				high.Set(x)
			}
		}
		size := new(big.Int).Abs(floor(&high))
		if less := new(big.Int).Abs(floor(&low)); less.Cmp(size) > 0 {
			size = less
		}
		most := max10(size.Add(size, big.NewInt(1)))
		if one := big.NewRat(1, 1); low.Sign() >= 0 && high.Cmp(one) <= 0 {
			most = big.NewInt(1)
		}
		lowest := "0"
		if low.Sign() < 0 {
			lowest = "-" + power(most)
		}
		b.bound = &bound{ref: ref, low: lowest, high: power(most)}
		f.add(b)
		return
	}
	low, high := slices.MinFunc(c.numbers, (*big.Int).Cmp), slices.MaxFunc(c.numbers, (*big.Int).Cmp)
	plain := plainBounds(ref, low, high, f.isCount(c))
	if f.judge.close {
		plain.low = low.String()
		if c.of.repeat != nil && !f.isCount(c) {
			plain.high = high.String()
		}
	}
	b.bound = &plain
	if narrow := f.bits(c, ref); narrow != nil {
		b.bound, b.note, b.looser = narrow, "guessed: all that the samples have", []string{plain.String()}
		b.what = name + " has no other values than the samples"
	} else if narrow, chance := f.indices(same, ref); narrow != nil {
		b.bound, b.from, b.chance, b.looser = narrow, seen, chance, []string{plain.String()}
		b.what = name + " is at most " + narrow.high
		if narrow.less {
			b.what = name + " is less than " + narrow.high
		}
	}
	f.add(b)
}

func floor(x *big.Rat) *big.Int {
	return new(big.Int).Div(x.Num(), x.Denom())
}

// plainBounds are round numbers beyond what was seen.
func plainBounds(ref string, low, high *big.Int, count bool) bound {
	size := new(big.Int).Abs(high)
	if less := new(big.Int).Abs(low); less.Cmp(size) > 0 {
		size = less
	}
	lowest := "1"
	most := power(max10(size))
	switch {
	case low.Sign() < 0:
		lowest = "-" + most
	case low.Sign() == 0:
		lowest = "0"
	}
	if count && size.IsInt64() {
		most = max125(size.Int64())
	}
	return bound{ref: ref, low: lowest, high: most}
}

// bits recognises columns of flags and of kinds: 0 and 1, or 1 and 2.
func (f *finder) bits(c *column, ref string) *bound {
	if c.of.repeat == nil || c.small == nil || f.isCount(c) || len(c.small) < 5 {
		return nil
	}
	low, high := slices.Min(c.small), slices.Max(c.small)
	if low < 0 || low > 1 || high != low+1 || low == 1 && len(c.small) < 8 {
		return nil
	}
	return &bound{ref: ref, low: strconv.FormatInt(low, 10), high: strconv.FormatInt(high, 10)}
}

// indices is index for all columns of a name: they have to lie within the same bounds.
func (f *finder) indices(same []*column, ref string) (narrow *bound, chance float64) {
	chance = 1
	for _, c := range same {
		b, by := f.index(c, ref)
		if b == nil || narrow != nil && *b != *narrow {
			return nil, 1
		}
		narrow, chance = b, chance*by
	}
	return narrow, chance
}

// index recognises numbers that lie within 1..N or 0..N-1 for a count N that was printed before.
func (f *finder) index(c *column, ref string) (narrow *bound, chance float64) {
	if c.small == nil || f.isCount(c) {
		return nil, 1
	}
	lowest := slices.Min(c.small)
	if lowest < 0 {
		return nil, 1
	}
	for _, n := range f.limits(c) {
		fits, below, near := true, true, false
		for i, x := range c.small {
			m := n.outer(c.of, i)
			fits = fits && x <= m
			below = below && x < m
			near = near || 2*x >= m
		}
		if !fits {
			continue
		}
		if f.judge.close && lowest == 0 && below {
			return &bound{ref: ref, low: "0", high: n.v.Name, less: true}, 1
		} else if f.judge.close && f.isCount(n) {
			return &bound{ref: ref, low: strconv.FormatInt(min(1, lowest), 10), high: n.v.Name}, 1
		}
		if !f.isCount(n) && !f.edges[c] && len(c.small) < 8 && !f.inPair(c) {
			continue
		}
		single := c.of == n.of // a number beside a count
		if !single && !f.edges[c] && (len(c.small) < 3 || !near) || lowest == 0 && !below && !single {
			continue
		}
		chance = math.Pow(0.5, float64(len(c.small)))
		switch {
		case single && (lowest == 0 || c.of.repeat == nil && len(c.small) > 1 && chance > f.judge.tree):
			continue
		case lowest == 0:
			return &bound{ref: ref, low: "0", high: n.v.Name, less: true}, chance
		}
		return &bound{ref: ref, low: "1", high: n.v.Name}, chance
	}
	return nil, 1
}

// inPair says whether a column stands beside another one of small numbers, as the ends of edges and of ranges do.
func (f *finder) inPair(c *column) bool {
	return slices.ContainsFunc(f.t.order, func(o *column) bool {
		otherKind := o.of.parent == c.of.parent && c.of.parent != nil && c.of.parent.repeat != nil
		alike := o.of == c.of || otherKind
		return o != c && alike && len(o.small) > 0 && o.small != nil && slices.Max(o.small) <= 2*slices.Max(c.small) &&
			slices.Max(c.small) <= 2*slices.Max(o.small)
	})
}

// limits are the numbers printed before c that may bound it, the likeliest first: what counts a list, then what counts
// nothing; for the values of a list within a line its own count first.
func (f *finder) limits(c *column) []*column {
	var own, counts, others []*column
	for _, n := range f.t.order {
		if n == c {
			break
		}
		switch {
		case n.small == nil || !n.within(c.of) || n.of == c.of && !f.isCount(n):
		case c.of.repeat != nil && f.casesOnly(n): // how many cases there are bounds nothing
		case f.countsList(n, c.of):
			own = append(own, n)
		case f.isCount(n):
			counts = append(counts, n)
		case c.of.repeat != nil && len(c.of.inner) == 0:
			others = append(others, n)
		}
	}
	if f.alone(c) && !ofLines(c.of.repeat) {
		return slices.Concat(own, counts, others)
	}
	if ofLines(c.of.repeat) {
		if _, all := c.of.repeat.Count.(*schema.Ref); all {
			own = nil // how many records there are bounds nothing, unless they are N-1 edges
		}
	}
	return slices.Concat(counts, others, own)
}

// ofLines says whether the iterations of a repetition are lines.
func ofLines(r *schema.Repeat) bool {
	if r == nil || len(r.Body) == 0 {
		return false
	}
	if strings.Contains(r.Separator, "\n") {
		return true
	}
	switch last := r.Body[len(r.Body)-1].(type) {
	case *schema.Literal:
		return strings.Contains(last.Text, "\n")
	case *schema.Repeat: // a record of several lines, the last ones a list
		return ofLines(last)
	}
	return false
}

// countsList says whether n counts the iterations of d.
func (f *finder) countsList(n *column, d *domain) bool {
	counts := false
	if d.repeat != nil {
		schema.EachVar(d.repeat.Count, func(v *schema.Var) { counts = counts || v == n.v })
	}
	return counts
}

// casesOnly says whether a number counts nothing but records of several lines.
func (f *finder) casesOnly(n *column) bool {
	only := f.isCount(n)
	var look func(d *domain)
	look = func(d *domain) {
		for _, in := range d.inner {
			schema.EachVar(in.repeat.Count, func(v *schema.Var) {
				only = only && (v != n.v || len(in.inner) > 0)
			})
			look(in)
		}
	}
	look(f.t.top)
	return only
}

// lists makes claims of the values of a list: that they are a permutation, distinct, sorted, or all even.
func (f *finder) lists(c *column) {
	if c.of.repeat == nil || c.small == nil || len(c.small) < 2 || f.edges[c] {
		return
	}
	name := c.v.Name
	groups := c.of.groups()
	if f.alone(c) && f.permutation(c, groups, max(0, min(1, slices.Min(c.small)))) {
		return
	}
	if n, ok := f.parents(c, groups); ok {
		f.add(claim{
			text: name + " is a parent array", from: seen, chance: n, about: []string{name},
			what: name + " is a parent array",
		})
		return
	}
	if len(c.small) < 3 && !f.judge.close {
		return
	}
	enough := 4 // values of a list that has an order
	if f.judge.close {
		enough = 2
	}
	lowest, highest := slices.Min(c.small), slices.Max(c.small)
	isDistinct, isSorted, isStrict := true, true, true
	isFalling, isStrictlyFalling := true, true
	byChance, bySorting, largest := 0.0, 0.0, 0
	for _, g := range groups {
		values := c.small[g[0]:g[1]]
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		unique := len(slices.Compact(sorted)) == len(values)
		isDistinct = isDistinct && unique
		isSorted = isSorted && slices.IsSorted(values)
		isStrict = isStrict && slices.IsSorted(values) && unique
		falls := slices.IsSortedFunc(values, func(a, b int64) int { return cmp.Compare(b, a) })
		isFalling, isStrictlyFalling = isFalling && falls, isStrictlyFalling && falls && unique
		largest = max(largest, len(values))
		span := float64(highest - lowest + 1)
		for i := range values {
			byChance += math.Log(max(1-float64(i)/span, 1e-9))
			bySorting -= math.Log(float64(i + 1))
		}
		bySorting += ties(slices.Sorted(slices.Values(values)))
	}
	for _, order := range []struct {
		holds bool
		how   string
		loose string
	}{
		{isStrict, "strictly increasing", "sorted"},
		{isSorted, "sorted", ""},
		{isStrictlyFalling, "strictly decreasing", "sorted descending"},
		{isFalling, "sorted descending", ""},
	} {
		if !order.holds || largest < enough || highest == lowest || math.Exp(bySorting) > f.judge.sorted {
			continue
		}
		text := name + " is " + order.how
		c := claim{text: text, from: seen, chance: math.Exp(bySorting), what: text}
		if order.loose != "" {
			c.looser = []string{name + " is " + order.loose}
		}
		f.add(c)
		return
	}
	if isDistinct && math.Exp(byChance) <= f.judge.distinct {
		f.add(claim{
			text: name + " is distinct", from: seen, chance: math.Exp(byChance),
			what: "the values of " + name + " are distinct",
		})
	}
	f.parity(c)
}

// ties is the logarithm of how many orders look the same because values are equal.
func ties(sorted []int64) float64 {
	log, run := 0.0, 1
	for i := 1; i < len(sorted); i++ {
		if run++; sorted[i] != sorted[i-1] {
			run = 1
		}
		log += math.Log(float64(run))
	}
	return log
}

// alone says whether a column has its list to itself, as an array has.
func (f *finder) alone(c *column) bool {
	n := 0
	for _, other := range f.t.order {
		if other.of == c.of {
			n++
		}
	}
	return n == 1
}

func (f *finder) permutation(c *column, groups [][2]int, base int64) bool {
	chance := 0.0
	for _, g := range groups {
		values := slices.Clone(c.small[g[0]:g[1]])
		slices.Sort(values)
		for i, x := range values {
			if x != int64(i)+base {
				return false
			}
			chance += math.Log(float64(i+1) / float64(len(values)))
		}
	}
	if math.Exp(chance) > f.judge.permutation {
		return false
	}
	count, ok := countText(c.of.repeat.Count)
	if !ok {
		return false
	}
	span := "1.." + count
	if base == 0 {
		span = "0.." + count + "-1"
	}
	name := c.v.Name
	f.add(claim{
		text: fmt.Sprintf("%s is a permutation of %s", name, span), from: seen, chance: math.Exp(chance),
		about: []string{name}, what: name + " is a permutation", looser: []string{name + " is distinct"},
	})
	return true
}

// countText prints a count that is a name or a number.
func countText(e schema.Expr) (string, bool) {
	switch e := e.(type) {
	case *schema.Ref:
		return e.Var.Name, true
	case *schema.Number:
		return e.Value.RatString(), true
	}
	return "", false
}

// parents recognises p_2 .. p_N with p_i < i.
func (f *finder) parents(c *column, groups [][2]int) (chance float64, ok bool) {
	if c.of.repeat.First != 2 || !f.alone(c) {
		return 1, false
	}
	log := 0.0
	for _, g := range groups {
		n := g[1] - g[0] + 1
		for i, x := range c.small[g[0]:g[1]] {
			if x < 1 || x > int64(i+1) {
				return 1, false
			}
			log += math.Log(float64(i+1) / float64(n))
		}
	}
	return math.Exp(log), math.Exp(log) <= f.judge.permutation
}

func (f *finder) parity(c *column) {
	chance := math.Pow(0.5, float64(len(c.small)))
	if chance > f.judge.parity || slices.Min(c.small) == slices.Max(c.small) {
		return
	}
	rest, round := c.small[0]&1, 0
	for _, x := range c.small {
		if x&1 != rest {
			return
		}
		if x%5 == 0 {
			round++
		}
	}
	if 2*round > len(c.small) {
		return // people like round numbers
	}
	word := []string{"even", "odd"}[rest]
	f.add(claim{text: f.ref(c) + " is " + word, from: seen, chance: chance, what: "all of " + c.v.Name + " are " + word})
}

// graphs looks for lists of edges.
func (f *finder) graphs(d *domain) {
	for _, in := range d.inner {
		var columns []*column
		for _, c := range f.t.order {
			if c.of == in {
				columns = append(columns, c)
			}
		}
		fits := len(columns) >= 2 && len(columns) <= 4 && len(in.inner) == 0
		if fits && columns[0].small != nil && columns[1].small != nil {
			f.graph(in, columns[0], columns[1])
		}
		f.graphs(in)
	}
}

func (f *finder) graph(d *domain, u, v *column) {
	for _, n := range f.limits(u) {
		if text, what, looser, chance := f.graphOn(d, u, v, n); text != "" {
			if chance > f.judge.graph && !strings.Contains(text, " tree ") || chance > f.judge.tree {
				continue
			}
			f.edges[u], f.edges[v] = true, true
			f.add(claim{
				text: text, from: seen, chance: chance, what: what, looser: looser, about: []string{u.v.Name, v.v.Name},
			})
			return
		}
	}
}

// graphOn says what graph the pairs are on vertices 1..n, if they are one in all samples.
func (f *finder) graphOn(d *domain, u, v, n *column) (text, what string, looser []string, chance float64) {
	tree, forest, connected, ordered := true, true, true, true
	edges, log, circleless := 0, 0.0, 0.0
	for _, g := range d.groups() {
		size := n.outer(d, g[0])
		if size < 2 || size > 1<<20 {
			return "", "", nil, 1
		}
		components := newSets(int(size))
		joined, sizes, inside := 0, map[int]int{}, 0.0 // inside: pairs within a part that are no edges
		seen := map[[2]int64]bool{}
		for i := g[0]; i < g[1]; i++ {
			x, y := u.small[i], v.small[i]
			if x < 1 || x > size || y < 1 || y > size || x == y || seen[[2]int64{x, y}] || seen[[2]int64{y, x}] {
				return "", "", nil, 1
			}
			seen[[2]int64{x, y}] = true
			ordered = ordered && x < y
			edges++
			log += math.Log(max(1-float64(len(seen))*2/float64(size*size), 0.05))
			circleless += math.Log(1 - inside/(float64(size*(size-1)/2)-float64(len(seen)-1)))
			a, b := components.find(int(x-1)), components.find(int(y-1))
			if inside--; components.join(a, b) {
				joined++
				inside += float64(max(1, sizes[a])) * float64(max(1, sizes[b]))
				sizes[b] = max(1, sizes[a]) + max(1, sizes[b])
			}
		}
		forest = forest && joined == g[1]-g[0]
		tree = tree && joined == g[1]-g[0] && joined == int(size)-1
		connected = connected && joined == int(size)-1
	}
	// Pairs l < r beside a list of N values are rather ranges of the list.
	if edges < 2 || !tree && (edges < 3 || ordered && f.hasList(n)) {
		return "", "", nil, 1
	}
	pair := fmt.Sprintf("(%s, %s)", u.v.Name, v.v.Name)
	name := n.v.Name
	simple := fmt.Sprintf("%s is a simple graph on 1..%s", pair, name)
	unequal := f.ref(u) + " != " + f.ref(v)
	switch {
	case tree && isLess(d.repeat.Count, n.v):
		return fmt.Sprintf("%s is a tree on 1..%s", pair, name), pair + " is a tree", []string{unequal}, math.Exp(log) / 8
	case forest && edges >= 3:
		return fmt.Sprintf("%s is a forest on 1..%s", pair, name), pair + " is a forest", []string{simple, unequal},
			math.Exp(log+circleless) / 2
	case connected:
		return fmt.Sprintf("%s is a connected simple graph on 1..%s", pair, name), pair + " is a simple, connected graph",
			[]string{simple, unequal}, math.Exp(log) / 2
	}
	return simple, pair + " is a simple graph", []string{unequal}, math.Exp(log)
}

// isLess says whether a count is n-1.
func isLess(e schema.Expr, n *schema.Var) bool {
	b, ok := e.(*schema.Binary)
	if !ok || b.Op != "-" {
		return false
	}
	x, ok := b.X.(*schema.Ref)
	return ok && x.Var == n
}

// hasList says whether there is a list of single values, as many as n.
func (f *finder) hasList(n *column) bool {
	return slices.ContainsFunc(f.t.order, func(c *column) bool {
		if c.of.repeat == nil || !f.alone(c) {
			return false
		}
		ref, ok := c.of.repeat.Count.(*schema.Ref)
		return ok && ref.Var == n.v
	})
}
