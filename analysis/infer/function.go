package infer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/analysis/statement"
)

// shape is what the values of one argument look like.
type shape struct {
	kind      string // "int", "float", "bool", "text", "char", "list" or "tree"; "" while unknown
	element   *shape // list and tree
	low, high *big.Rat
	decimals  int
	shortest  int // list, tree and text: lengths
	longest   int
	texts     []string
	given     bool // there were values
	even      bool // list of lists: all lists that were seen together have the same length
}

// argument is one parameter of a function or a method.
type argument struct {
	name  string
	shape *shape
}

// toldBound is a bound of the statement: LOW <= path <= HIGH, either may be ""; or a condition that no range can say.
type toldBound struct {
	path, low, high string
	condition       string // in the notation of the text form
	line            int
	from            string
}

// signature is what is called: a function, or a class by its methods.
type signature struct {
	arguments []*argument // of a function
	class     string
	methods   []*method // of a class, the constructor first
	examples  []map[string]string
	columns   map[string][]*argument // by argument: what the rows of a list of lists hold
}

// ofFunction makes the guess for function style, in the paper's JSON form: it has no other.
func ofFunction(e Evidence) ([]Guess, error) {
	f := e.Function
	s := &signature{class: f.Class}
	var notes []string
	s.examples, notes = examplesOf(e)
	var err error
	if s.class != "" {
		err = s.ofClass(f)
	} else {
		err = s.ofParameters(f)
	}
	if err != nil {
		return nil, err
	}
	s.nameColumns(f)
	bounds, classes, more := s.told(e.Statement)
	notes = append(notes, more...)
	lost := 0
	for range len(bounds) + 1 {
		guess, why := s.guess(bounds, classes)
		if guess != nil {
			guess.Notes = append(notes, guess.Notes...)
			guess.Sure = coarse(guess.Sure - 0.2*float64(min(lost, 2)))
			if restrictions := unread(e.Statement); len(restrictions) > 0 {
				guess.Notes = append(guess.Notes, restrictions...)
				guess.Sure = min(guess.Sure, unreadSure)
			}
			return []Guess{*guess}, nil
		}
		if len(bounds) == 0 {
			return nil, fmt.Errorf("no format was found that has all examples: %s; write input.schema in the JSON form "+
				"(execre schema help)", why)
		}
		i := s.culprit(bounds, classes)
		lost++
		notes = append(notes, leftOut(bounds[i].line, bounds[i].from, why))
		bounds = slices.Delete(slices.Clone(bounds), i, i+1)
	}
	return nil, errNothing
}

// ofParameters finds the arguments of a function.
func (s *signature) ofParameters(f *statement.Function) error {
	names := parameterNames(f, s.examples)
	if len(names) == 0 {
		return errors.New("the function has no parameters that are known: paste its signature or an example " +
			"(nums = [2,7], target = 9) into statement.md, or write input.schema in the JSON form (execre schema help)")
	}
	for _, name := range names {
		a := &argument{name: name, shape: &shape{even: true}}
		for _, p := range f.Parameters {
			if p.Name == name {
				if err := a.shape.ofType(p.Type); err != nil {
					return fmt.Errorf("the parameter %s: %w", name, err)
				}
			}
		}
		for _, example := range s.examples {
			value, ok := decoded(example[name])
			if !ok {
				continue
			}
			if err := a.shape.add(value); err != nil {
				return fmt.Errorf("the parameter %s: %w", name, err)
			}
		}
		s.arguments = append(s.arguments, a)
	}
	return nil
}

func decoded(text string) (value any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return value, d.Decode(&value) == nil
}

// all are the arguments of the function, or of all methods, with the number of calls.
func (s *signature) all() []*argument {
	all := s.arguments
	if s.class != "" {
		all = append(all, &argument{name: "calls", shape: &shape{kind: "int"}})
	}
	for _, m := range s.methods {
		all = append(all, m.arguments...)
	}
	for _, columns := range s.columns {
		all = append(all, columns...)
	}
	return all
}

// nameColumns makes arguments of the columns that the statement names, where the examples have rows of that length.
func (s *signature) nameColumns(f *statement.Function) {
	s.columns = map[string][]*argument{}
	for _, a := range s.arguments {
		names := f.Columns[a.name]
		rows := a.shape.element
		if len(names) == 0 || rows == nil || rows.kind != "list" || rows.element.kind == "list" ||
			rows.given && (rows.shortest != rows.longest || rows.longest != len(names)) {
			continue
		}
		columns := make([]*argument, len(names))
		for i, name := range names {
			columns[i] = &argument{name: name, shape: &shape{kind: rows.element.kind}}
			taken := func(b *argument) bool { return b != nil && b.name == name }
			if slices.ContainsFunc(s.all(), taken) || slices.ContainsFunc(columns[:i], taken) {
				columns = nil // nobody could tell them apart
				break
			}
		}
		for _, example := range s.examples {
			value, _ := decoded(example[a.name])
			list, _ := value.([]any)
			for _, row := range list {
				values, _ := row.([]any)
				for i, x := range values {
					if i < len(columns) && columns[i].shape.add(x) != nil {
						columns = nil
					}
				}
			}
		}
		if columns != nil {
			s.columns[a.name] = columns
		}
	}
}

// culprit is the bound that fails by itself, else the last one.
func (s *signature) culprit(bounds []toldBound, classes map[string]string) int {
	for i := range bounds {
		if guess, _ := s.guess(bounds[i:i+1], classes); guess == nil {
			return i
		}
	}
	return len(bounds) - 1
}

// examplesOf are the arguments of all examples: of the statement, and of samples that have one JSON value a line.
func examplesOf(e Evidence) (examples []map[string]string, notes []string) {
	for _, example := range e.Function.Examples {
		examples = append(examples, example.Arguments)
	}
	for i, sample := range e.Samples {
		lines := strings.FieldsFunc(sample, func(r rune) bool { return r == '\n' || r == '\r' })
		if len(sample) > maxSample || len(lines) != len(e.Function.Parameters) {
			notes = append(notes, e.sampleName(i)+" was not looked at: it has not one JSON value a line for each parameter.")
			continue
		}
		example, wrong := map[string]string{}, ""
		for k, p := range e.Function.Parameters {
			example[p.Name] = lines[k]
			if !json.Valid([]byte(lines[k])) && wrong == "" {
				wrong = strings.TrimSpace(lines[k])
			}
		}
		if wrong != "" {
			notes = append(notes, fmt.Sprintf("%s was not looked at: %.40q is no JSON value, and each parameter has one on a line of its own.",
				e.sampleName(i), wrong))
			continue
		}
		examples = append(examples, example)
	}
	return examples, notes
}

// parameterNames are the parameters in order; without a signature those of the first example, by name.
func parameterNames(f *statement.Function, examples []map[string]string) []string {
	var names []string
	for _, p := range f.Parameters {
		names = append(names, p.Name)
	}
	if len(names) == 0 && len(examples) > 0 {
		for name := range examples[0] {
			names = append(names, name)
		}
		slices.Sort(names)
	}
	return names
}

var (
	listType   = regexp.MustCompile(`^(?:List|list|vector|Array|Vec|Sequence|array|Iterable|Collection)\s*[\[<](.*)[\]>]$`)
	optional   = regexp.MustCompile(`^(?:Optional|Option)\s*[\[<](.*)[\]>]$`)
	typeNoises = regexp.MustCompile(`\bconst\b|\bstd::|\bmut\b|\bfinal\b|[&*]|'\w+`)
)

// ofType sets the shape by a type of any language; one that it does not know is left to the examples.
func (s *shape) ofType(text string) error {
	text = strings.TrimSpace(typeNoises.ReplaceAllString(text, ""))
	if m := optional.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	inner := ""
	switch m := listType.FindStringSubmatch(text); {
	case m != nil:
		inner = m[1]
	case strings.HasSuffix(text, "[]"):
		inner = strings.TrimSuffix(text, "[]")
	case strings.HasPrefix(text, "[]"):
		inner = strings.TrimPrefix(text, "[]")
	}
	if inner != "" {
		s.kind, s.element = "list", &shape{even: true}
		return s.element.ofType(inner)
	}
	switch strings.ToLower(strings.Join(strings.Fields(text), " ")) {
	case "int", "integer", "long", "long long", "number", "i32", "i64", "int32", "int64", "u32", "u64", "usize",
		"unsigned int", "size_t", "short":
		s.kind = "int"
	case "float", "double", "f32", "f64", "float64":
		s.kind = "float"
	case "str", "string":
		s.kind = "text"
	case "char", "character", "byte", "rune":
		s.kind = "char"
	case "bool", "boolean":
		s.kind = "bool"
	case "listnode":
		s.kind, s.element = "list", &shape{kind: "int"}
	case "treenode":
		s.kind, s.element = "tree", &shape{}
	case "node":
		return errors.New("a Node may be of many kinds, and the JSON form of input.schema has only ListNode and TreeNode: " +
			"use samples")
	}
	return nil
}

// add widens the shape by one value of an example.
func (s *shape) add(value any) error {
	kind := ""
	switch v := value.(type) {
	case json.Number:
		kind = "int"
		x, ok := new(big.Rat).SetString(v.String())
		if !ok || len(v) > 1000 {
			return fmt.Errorf("%s is too large a number", v)
		}
		if _, decimals, ok := strings.Cut(v.String(), "."); ok {
			kind, s.decimals = "float", max(s.decimals, len(decimals))
		}
		if s.kind == "float" || s.kind == "int" && kind == "float" {
			s.kind, kind = "float", "float"
		}
		if s.low == nil || x.Cmp(s.low) < 0 {
			s.low = x
		}
		if s.high == nil || x.Cmp(s.high) > 0 {
			s.high = x
		}
	case string:
		kind = "text"
		if s.kind == "char" && utf8.RuneCountInString(v) == 1 {
			kind = "char"
		}
		s.size(utf8.RuneCountInString(v))
		s.texts = append(s.texts, v)
	case bool:
		kind = "bool"
	case []any:
		kind = "list"
		if s.kind == "list" && !s.given && slices.Contains(v, nil) { // an int[] of which only this says that it is a tree
			s.kind = ""
		}
		if s.element == nil {
			s.element = &shape{even: true}
		}
		if s.kind == "tree" || s.kind == "" && slices.Contains(v, nil) {
			kind = "tree"
			v = slices.DeleteFunc(slices.Clone(v), func(x any) bool { return x == nil })
		}
		s.size(len(v))
		for _, x := range v {
			if err := s.element.add(x); err != nil {
				return err
			}
			a, ok := v[0].([]any)
			b, _ := x.([]any)
			s.element.even = s.element.even && ok && len(a) == len(b)
		}
	default:
		return errors.New("only numbers, texts, true and false, and lists and trees of them can be made by the JSON form of " +
			"input.schema: use samples")
	}
	if s.kind == "" {
		s.kind = kind
	}
	if s.kind != kind {
		return errors.New("the examples have values of different types, or of another type than the signature")
	}
	s.given = true
	return nil
}

func (s *shape) size(n int) {
	if !s.given {
		s.shortest = n
	}
	s.shortest, s.longest = min(s.shortest, n), max(s.longest, n)
}

// writerOf writes the JSON of one argument.
type writerOf struct {
	bounds  []toldBound
	classes map[string]string // by path, the range of the characters
	columns map[string][]*argument
	guessed []string // what nothing said
	used    map[int]bool
}

// rangeOf is the JSON of a range, the statement's bounds first.
func (w *writerOf) rangeOf(path, low, high string) string {
	said := [2]bool{}
	for i, b := range w.bounds {
		if b.path != path {
			continue
		}
		w.used[i] = true
		if b.low != "" && !said[0] {
			low, said[0] = b.low, true
		}
		if b.high != "" && !said[1] {
			high, said[1] = b.high, true
		}
	}
	if !said[0] || !said[1] {
		w.guessed = append(w.guessed, path)
	}
	return fmt.Sprintf("[%s, %s]", bare(low), bare(high))
}

// mark notes that what is said of path is kept to, as far as it is this number.
func (w *writerOf) mark(path, number string) {
	for i, b := range w.bounds {
		if b.path == path && b.low == number && b.high == number {
			w.used[i] = true
		}
	}
}

// bare prints a number as one, anything else as a text.
func bare(expression string) string {
	if _, err := strconv.ParseInt(expression, 10, 53); err == nil {
		return expression
	}
	if x, err := strconv.ParseFloat(expression, 64); err == nil && strings.Contains(expression, ".") && x < 1e15 {
		return expression
	}
	return inJSON(expression)
}

// inJSON is text as a JSON string.
func inJSON(text string) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // < stays <
	if err := e.Encode(text); err != nil {
		panic(err) // texts never fail
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func (w *writerOf) spec(path string, s *shape) string {
	lengths := func() string {
		low := "1"
		if s.given && s.shortest == 0 {
			low = "0"
		}
		return w.rangeOf(path+".length", low, max125(int64(max(1, s.longest))))
	}
	kind := s.kind
	index := "[i]"
	if strings.HasSuffix(path, "[i]") {
		index = "[j]"
	}
	saysLength := slices.ContainsFunc(w.bounds, func(b toldBound) bool { return b.path == path+".length" })
	if kind == "text" && s.shortest == 1 && s.longest == 1 && len(s.texts) > 2 && !saysLength {
		kind = "char"
	}
	switch kind {
	case "text", "char":
		class := w.classes[path]
		if class == "" || !covers(class, s.texts) {
			class = charsOf(s.texts)
			w.guessed = append(w.guessed, "the characters of "+path)
		}
		char := fmt.Sprintf(`{"type": "Variable", "data_type": "char", "range": %s}`, class)
		if kind == "char" {
			return char
		}
		return fmt.Sprintf(`{"type": "List", "range": %s, "split": "", "data_type": %s}`, lengths(), char)
	case "list":
		if columns := w.columns[path]; columns != nil {
			w.mark(path+"[i].length", strconv.Itoa(len(columns)))
			var specs, order []string
			for _, c := range columns {
				specs = append(specs, inJSON(c.name)+": "+w.spec(c.name+"[i]", c.shape))
				order = append(order, fmt.Sprintf(`{"name": %s}`, inJSON(c.name)))
			}
			return fmt.Sprintf(`{"type": "List", "range": %s, "data_type": {"type": "Group",
      "parameters": {%s},
      "output_order": [%s]}}`, lengths(), strings.Join(specs, ",\n        "), strings.Join(order, ", "))
		}
		if e := s.element; e.kind == "list" && e.given && e.even && (e.shortest == e.longest || s.longest > 1) {
			columns := ""
			if e.shortest == e.longest && e.longest <= 3 && s.longest != s.shortest {
				columns = strconv.Itoa(e.longest) // records
			} else {
				columns = w.rangeOf(path+"[i].length", "1", max125(int64(max(1, e.longest))))
			}
			return fmt.Sprintf(`{"type": "Matrix", "row_range": %s, "column_range": %s, "data_type": %s}`,
				lengths(), columns, w.spec(path+"[i][j]", e.element))
		}
		return fmt.Sprintf(`{"type": "List", "range": %s, "data_type": %s}`, lengths(), w.spec(path+index, s.element))
	case "tree":
		return fmt.Sprintf(`{"type": "Tree", "range": %s, "data_type": %s}`, lengths(), w.spec(path+index, s.element))
	case "bool":
		return `{"type": "Variable", "data_type": "bool"}`
	case "float":
		low, high := limitsOf(s)
		return fmt.Sprintf(`{"type": "Variable", "data_type": "float", "range": %s}`, w.rangeOf(path, low, high))
	}
	low, high := limitsOf(s)
	return fmt.Sprintf(`{"type": "Variable", "data_type": "int", "range": %s}`, w.rangeOf(path, low, high))
}

// limitsOf are round bounds beyond the numbers that were seen.
func limitsOf(s *shape) (low, high string) {
	if s.low == nil {
		return "0", "10"
	}
	size := new(big.Int).Abs(floor(s.high))
	if less := new(big.Int).Abs(floor(s.low)); less.Cmp(size) > 0 {
		size = less
	}
	if s.kind == "float" {
		size.Add(size, big.NewInt(1))
	}
	b := plainBounds("", floor(s.low), size, false)
	return b.low, b.high
}

// charsOf is the range of a char that the texts have.
func charsOf(texts []string) string {
	class, exact := classOf(texts)
	if class == "" || !exact && class == "[]" {
		class = "[a-z]"
	}
	return "[" + strings.Join(classParts(strings.TrimSuffix(strings.TrimPrefix(class, "["), "]")), ", ") + "]"
}

// covers says whether all characters of the texts are in the range of a char.
func covers(class string, texts []string) bool {
	value, _ := decoded(class)
	parts, _ := value.([]any)
	has := func(r rune) bool {
		return slices.ContainsFunc(parts, func(part any) bool {
			switch part := part.(type) {
			case []any:
				low, _ := part[0].(string)
				high, _ := part[len(part)-1].(string)
				return low <= string(r) && string(r) <= high
			case string:
				switch part {
				case "Lowercase":
					return 'a' <= r && r <= 'z'
				case "Uppercase":
					return 'A' <= r && r <= 'Z'
				case "Digit":
					return '0' <= r && r <= '9'
				}
				return part == string(r)
			}
			return false
		})
	}
	return !slices.ContainsFunc(texts, func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return !has(r) })
	})
}

// classParts are the parts of a class such as a-z01 as the JSON form has them.
func classParts(class string) []string {
	var parts []string
	inner := []rune(class)
	one := func(r rune) string {
		text, err := json.Marshal(string(r))
		if err != nil {
			return `" "`
		}
		return string(text)
	}
	for i := 0; i < len(inner); i++ {
		r := inner[i]
		if r == '\\' && i+1 < len(inner) {
			i++
			r = inner[i]
		}
		if i+2 >= len(inner) || inner[i+1] != '-' {
			parts = append(parts, one(r))
			continue
		}
		switch last := inner[i+2]; {
		case r == 'a' && last == 'z':
			parts = append(parts, `"Lowercase"`)
		case r == 'A' && last == 'Z':
			parts = append(parts, `"Uppercase"`)
		case r == '0' && last == '9':
			parts = append(parts, `"Digit"`)
		default:
			parts = append(parts, "["+one(r)+", "+one(last)+"]")
		}
		i += 2
	}
	return parts
}

// guess writes the schema and tries it; why says what is wrong with it.
func (s *signature) guess(bounds []toldBound, classes map[string]string) (guess *Guess, why string) {
	w := &writerOf{bounds: bounds, classes: classes, columns: s.columns, used: map[int]bool{}}
	var specs, order []string
	names := []string{"operations", "arguments"}
	if s.class != "" {
		specs, order = []string{`    "calls": ` + w.calls(s)}, []string{`{"name": "calls"}`}
	} else {
		names = nil
	}
	for _, a := range s.arguments {
		names = append(names, a.name)
		specs = append(specs, fmt.Sprintf("    %s: %s", inJSON(a.name), w.spec(a.name, a.shape)))
		order = append(order, fmt.Sprintf(`{"name": %s}`, inJSON(a.name)))
	}
	text := "{\n  \"input_format\": \"function_args\",\n  \"parameters\": {\n" + strings.Join(specs, ",\n") +
		"\n  },\n  \"output_order\": [" + strings.Join(order, ", ") + "]"
	var conditions []string
	for i, b := range bounds {
		if b.condition != "" {
			w.used[i] = true
			conditions = append(conditions, inJSON(b.condition))
		}
	}
	if len(conditions) > 0 {
		text += ",\n  \"constraints\": [" + strings.Join(conditions, ", ") + "]"
	}
	text += "\n}\n"
	read, mistakes := schema.Parse([]byte(text))
	if read == nil {
		return nil, reasonOf(mistakes)
	}
	generator, mistakes := generate.New(read)
	if generator == nil {
		return nil, reasonOf(mistakes)
	}
	for i, example := range s.examples {
		var input bytes.Buffer
		for _, name := range names {
			if err := json.Compact(&input, []byte(example[name])); err != nil {
				return nil, fmt.Sprintf("example %d has no %s", i+1, name)
			}
			input.WriteByte('\n')
		}
		if _, err := generator.Parse(input.String()); err != nil {
			return nil, fmt.Sprintf("example %d does not keep to it (%v)", i+1, err)
		}
	}
	guess = &Guess{Text: text, Schema: read, Sure: 0.8}
	if len(s.examples) == 0 {
		guess.Sure = 0.6
	}
	if len(w.guessed) > 0 {
		guess.Sure = coarse(guess.Sure - 0.1*float64(min(3, len(w.guessed))))
		from := " from the examples"
		if len(s.examples) == 0 {
			from = ", and there are no examples"
		}
		guess.Notes = append(guess.Notes, fmt.Sprintf("Nothing says this, so it is guessed%s: the bounds of %s.",
			from, strings.Join(compactNames(w.guessed), ", ")))
	}
	for i, b := range bounds {
		if !w.used[i] {
			guess.Notes = append(guess.Notes, leftOut(b.line, b.from, "nothing here is called "+b.path))
		}
	}
	return guess, ""
}

// told are the bounds and character classes of a statement, by what they speak of: nums.length, nums[i], s, target; and
// as conditions the constraints that are neither.
func (s *signature) told(st *statement.Statement) (bounds []toldBound, classes map[string]string, notes []string) {
	classes = map[string]string{}
	if st == nil {
		return nil, classes, nil
	}
	arguments := s.all()
	aliases := map[string]string{}
	type chain struct {
		operands []string
		ops      []string
		line     int
		from     string
	}
	var chains []chain
	for _, c := range st.Constraints {
		own := s.columnNames(c.Text)
		text := plainPaths(own)
		if text == "" {
			text = plainPaths(c.Original)
		}
		if path, class := classIn(text, arguments); class != "" {
			classes[path] = class
			continue
		}
		if strings.Contains(text, "!=") {
			if s.ofTexts(own) {
				notes = append(notes, fmt.Sprintf("Nothing in the format keeps to %q: it compares texts.", own))
				continue
			}
			bounds = append(bounds, toldBound{condition: own, line: c.Line, from: c.Text})
			continue
		}
		var k chain
		k.line, k.from = c.Line, c.Text
		rest := text
		for {
			at := comparison.FindStringIndex(rest)
			if at == nil {
				break
			}
			k.operands = append(k.operands, strings.TrimSpace(rest[:at[0]]))
			k.ops = append(k.ops, rest[at[0]:at[1]])
			rest = rest[at[1]:]
		}
		k.operands = append(k.operands, strings.TrimSpace(rest))
		if len(k.ops) == 1 && strings.Trim(k.ops[0], "=") == "" {
			// n == nums.length
			x, y := k.operands[0], k.operands[1]
			if strings.HasSuffix(x, ".length") {
				x, y = y, x
			}
			switch {
			case strings.HasSuffix(y, ".length") && oneName.MatchString(x) && !isPath(x, arguments):
				aliases[x] = y
			case isPath(y, arguments) && !strings.Contains(x, "["): // times[i].length == 3, edges.length == n - 1
				exact := side(x, "<=", nil, 0)
				bounds = append(bounds, toldBound{path: y, low: exact, high: exact, line: k.line, from: k.from})
			}
			continue
		}
		if len(k.ops) == 0 {
			bounds = append(bounds, toldBound{condition: own, line: c.Line, from: c.Text})
			continue
		}
		if strings.HasPrefix(k.ops[0], ">") { // 9 >= x >= 1
			slices.Reverse(k.operands)
			slices.Reverse(k.ops)
			for i, op := range k.ops {
				k.ops[i] = strings.Replace(op, ">", "<", 1)
			}
		}
		chains = append(chains, k)
	}
	for _, k := range chains {
		for i, operand := range k.operands {
			if i > 0 && strings.Contains(k.operands[i-1], "[") && strings.Contains(operand, "[") {
				bounds = append(bounds, toldBound{
					condition: strings.NewReplacer("[i]", "_i", "[j]", "_j").Replace(
						k.operands[i-1] + " " + k.ops[i-1] + " " + operand),
					line: k.line, from: k.from,
				})
			}
			for _, path := range strings.Split(operand, ",") {
				path = strings.TrimSpace(path)
				if other := aliases[path]; other != "" {
					path = other
				}
				if !isPath(path, arguments) {
					continue
				}
				b := toldBound{path: path, line: k.line, from: k.from}
				// The lower bound is a number if there is one: in 1 <= k <= n <= 100 it is k that depends on n.
				for j := i - 1; j >= 0 && b.low == ""; j-- {
					if j == 0 && i == 1 || constantSide(k.operands[j]) {
						b.low = side(k.operands[j], k.ops[j], aliases, 1)
					}
				}
				for j := i + 1; j < len(k.operands) && b.high == ""; j++ {
					if j == i+1 || constantSide(k.operands[j]) {
						b.high = side(k.operands[j], k.ops[j-1], aliases, -1)
					}
				}
				if path == "calls" && b.low == "" {
					b.low = "1"
				}
				if b.low != "" || b.high != "" {
					bounds = append(bounds, b)
				}
			}
		}
	}
	return bounds, classes, notes
}

// ofTexts says whether a constraint speaks of an argument that is a text.
func (s *signature) ofTexts(constraint string) bool {
	names := namesOf(constraint)
	return slices.ContainsFunc(s.all(), func(a *argument) bool {
		return slices.Contains(names, a.name) && (a.shape.kind == "text" || a.shape.kind == "char")
	})
}

var columnAt = regexp.MustCompile(`(\w+)_\{(\w),(\d+)\}`)

// columnNames writes edges_{i,2} as v_i, where the columns of edges have names.
func (s *signature) columnNames(text string) string {
	return columnAt.ReplaceAllStringFunc(text, func(at string) string {
		m := columnAt.FindStringSubmatch(at)
		columns := s.columns[m[1]]
		if k, err := strconv.Atoi(m[3]); err == nil && 0 < k && k <= len(columns) {
			return columns[k-1].name + "_" + m[2]
		}
		return at
	})
}

var (
	comparison = regexp.MustCompile(`<=|>=|==|=|<|>`)
	lengthBars = regexp.MustCompile(`\|(\w+(?:\[\w\])*)\|`)
	lengthCall = regexp.MustCompile(`\blen\((\w+(?:\[\w\])*)\)`)
	doubleAt   = regexp.MustCompile(`_\{?(\w),(\w)\}?`)
	singleAt   = regexp.MustCompile(`_\{?([a-z])\}?\b`)
	oneName    = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	nameInPath = regexp.MustCompile(`[A-Za-z_]\w*(?:\.length)?`)
	columnOf   = regexp.MustCompile(`\[[a-z]\]`)
)

// plainPaths writes a constraint with <=, nums.length and nums[i].
func plainPaths(text string) string {
	text = strings.NewReplacer("≤", "<=", "≥", ">=", `\leq`, "<=", `\le`, "<=", "`", "", "$", "", ".size()", ".length",
		".length()", ".length", "×", "*").Replace(text)
	text = singleAt.ReplaceAllString(doubleAt.ReplaceAllString(text, "[i][j]"), "[$1]")
	text = lengthBars.ReplaceAllString(text, "$1.length")
	return lengthCall.ReplaceAllString(text, "$1.length")
}

// isPath says whether text names a value, an element or a length of an argument.
func isPath(text string, arguments []*argument) bool {
	name := strings.TrimSuffix(text, ".length")
	name = columnOf.ReplaceAllString(name, "")
	return slices.ContainsFunc(arguments, func(a *argument) bool { return a.name == name })
}

// constantSide says whether an operand names nothing.
func constantSide(operand string) bool { return !nameInPath.MatchString(operand) }

// side is a bound in the paper's expressions; add is what < adds to it. "" where it speaks of several values.
func side(expression, op string, aliases map[string]string, add int) string {
	if strings.Contains(expression, ",") && !strings.Contains(expression, "(") || strings.Contains(expression, "[") {
		return ""
	}
	expression = nameInPath.ReplaceAllStringFunc(expression, func(name string) string {
		if other := aliases[name]; other != "" {
			name = other
		}
		if name == "min" || name == "max" || name == "e" {
			return name
		}
		return "$" + name
	})
	if !strings.Contains(op, "=") {
		if n, err := strconv.ParseInt(expression, 10, 53); err == nil {
			return strconv.FormatInt(n+int64(add), 10)
		}
		return fmt.Sprintf("%s %+d", expression, add)
	}
	return expression
}

// classIn reads what characters a text has: "s consists of lowercase English letters".
func classIn(text string, arguments []*argument) (path, class string) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return "", ""
	}
	path = strings.TrimRight(words[0], ",:")
	if !isPath(path, arguments) {
		return "", ""
	}
	for _, a := range arguments {
		if a.name != columnOf.ReplaceAllString(path, "") {
			continue
		}
		// Of a list of texts: its elements.
		index := []string{"[i]", "[j]"}
		for s, depth := a.shape, 0; s.kind == "list" && depth < len(index); s, depth = s.element, depth+1 {
			if strings.Count(path, "[") == depth {
				path += index[depth]
			}
		}
	}
	if i := strings.Index(text, " matches ["); i >= 0 {
		inner, _, ok := strings.Cut(text[i+len(" matches ["):], "]")
		if ok {
			return path, "[" + strings.Join(classParts(inner), ", ") + "]"
		}
	}
	if i := strings.Index(text, " in {"); i >= 0 {
		var parts []string
		for _, v := range strings.Split(strings.TrimSuffix(strings.TrimSpace(text[i+len(" in {"):]), "}"), ",") {
			if v = strings.Trim(strings.TrimSpace(v), `"'`); utf8.RuneCountInString(v) == 1 {
				parts = append(parts, strconv.Quote(v))
			}
		}
		if len(parts) > 0 {
			return path, "[" + strings.Join(shorter(parts), ", ") + "]"
		}
		return "", ""
	}
	lower := strings.ToLower(text)
	if !strings.Contains(lower, "consist") && !strings.Contains(lower, "contain") {
		return "", ""
	}
	var parts []string
	both := strings.Contains(lower, " letters") && !strings.Contains(lower, "lower") && !strings.Contains(lower, "upper")
	if strings.Contains(lower, "lower") || both {
		parts = append(parts, `"Lowercase"`)
	}
	if strings.Contains(lower, "upper") || both {
		parts = append(parts, `"Uppercase"`)
	}
	if strings.Contains(lower, "digit") {
		parts = append(parts, `"Digit"`)
	}
	if strings.Contains(lower, "space") {
		parts = append(parts, `" "`)
	}
	for _, m := range quotedChar.FindAllStringSubmatch(text, -1) {
		parts = append(parts, strconv.Quote(m[1]))
	}
	if len(parts) == 0 {
		return "", ""
	}
	return path, "[" + strings.Join(parts, ", ") + "]"
}

// shorter says of characters that are whole alphabets that they are.
func shorter(parts []string) []string {
	for _, whole := range []struct{ name, all string }{
		{"Lowercase", "abcdefghijklmnopqrstuvwxyz"}, {"Uppercase", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, {"Digit", "0123456789"},
	} {
		if !slices.ContainsFunc([]rune(whole.all), func(c rune) bool { return !slices.Contains(parts, strconv.Quote(string(c))) }) {
			parts = slices.DeleteFunc(parts, func(part string) bool {
				return strings.Contains(whole.all, strings.Trim(part, `"`))
			})
			parts = append(parts, strconv.Quote(whole.name))
		}
	}
	return parts
}

var quotedChar = regexp.MustCompile(`['"]([^'"\\])['"]`)
