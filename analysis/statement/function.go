package statement

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	exampleInput  = regexp.MustCompile(`(?i)^[\s*_>#-]*input\s*[:：]?[\s*_:]*([A-Za-z_]\w*\s*=.*)$`)
	exampleOutput = regexp.MustCompile(`(?i)^[\s*_>#-]*output\s*[:：]?[\s*_:]*(\S.*)$`)
	assignment    = regexp.MustCompile(`^\s*,?\s*([A-Za-z_]\w*)\s*=\s*`)
)

// function reads LeetCode's examples (Input: nums = [2,7], target = 9) and a signature, if the text has any.
func (r *reader) function() {
	var f Function
	var lines []line
	for _, s := range r.sections {
		if s.kind == sampleInput || s.kind == inputFormat || s.kind == outputFormat || s.kind == sampleOutput {
			// the heading took "Input:" away
			word := "Input: "
			if s.kind == outputFormat || s.kind == sampleOutput {
				word = "Output: "
			}
			for i, l := range s.lines {
				if i == 0 && l.number == s.number {
					l.raw = word + l.raw
				}
				lines = append(lines, l)
			}
			continue
		}
		lines = append(lines, s.lines...)
	}
	for i := 0; i < len(lines); i++ {
		raw := strings.ReplaceAll(lines[i].raw, "`", "")
		if m := exampleOutput.FindStringSubmatch(raw); m != nil && len(f.Examples) > 0 {
			if last := &f.Examples[len(f.Examples)-1]; last.Output == "" {
				last.Output = strings.TrimSpace(m[1])
			}
			continue
		}
		m := exampleInput.FindStringSubmatch(raw)
		if m == nil {
			continue
		}
		text := m[1]
		open := func() bool { return unbalanced(text) || strings.HasSuffix(strings.TrimSpace(text), "=") }
		for i+1 < len(lines) && open() && len(text) < maxSentence { // a matrix over several lines
			i++
			text += " " + strings.TrimSpace(lines[i].raw)
		}
		names, arguments := readArguments(text)
		if len(names) == 0 || len(f.Examples) == maxFound {
			continue
		}
		for _, name := range names {
			if f.parameter(name) == nil {
				f.Parameters = append(f.Parameters, Parameter{Name: name})
			}
		}
		f.Examples = append(f.Examples, Example{Arguments: arguments, Line: lines[i].number})
	}
	if len(f.Examples) == 0 {
		if r.class(lines, &f); len(f.Examples) == 0 {
			return
		}
		r.statement.Function = &f
		r.statement.Samples = nil
		return
	}
	for _, l := range lines {
		if signature(l.raw, &f) {
			break
		}
	}
	for i := range f.Parameters {
		p := &f.Parameters[i]
		for _, e := range f.Examples {
			if p.Type == "" || strings.HasPrefix(p.Type, "[]") {
				p.Type = typeOf(e.Arguments[p.Name])
			}
		}
		p.Type = strings.TrimPrefix(p.Type, "[]")
	}
	if f.Returns == "" {
		f.Returns = typeOf(f.Examples[0].Output)
		f.Returns = strings.TrimPrefix(f.Returns, "[]")
	}
	r.statement.Function = &f
	r.statement.Samples = nil
	for _, p := range f.Parameters {
		n := named{name: p.Name, text: p.Type == "string"}
		for t := p.Type; strings.HasSuffix(t, "[]"); t = strings.TrimSuffix(t, "[]") {
			n.counts = append(n.counts, "")
			n.text = strings.HasPrefix(t, "string")
		}
		if strings.HasPrefix(p.Type, "ListNode") || strings.HasPrefix(p.Type, "TreeNode") {
			n.counts = append(n.counts, "")
		}
		n.repeats = len(n.counts)
		r.names.list = append(r.names.list, n)
	}
}

func (f *Function) parameter(name string) *Parameter {
	for i := range f.Parameters {
		if f.Parameters[i].Name == name {
			return &f.Parameters[i]
		}
	}
	return nil
}

func unbalanced(text string) bool {
	return strings.Count(text, "[") > strings.Count(text, "]")
}

// readArguments cuts "nums = [2,7], target = 9" into names and JSON values.
func readArguments(text string) (names []string, values map[string]string) {
	values = map[string]string{}
	for len(names) < 50 {
		m := assignment.FindStringSubmatch(text)
		if m == nil {
			return names, values
		}
		text = text[len(m[0]):]
		end := valueEnd(text)
		value := strings.TrimSpace(text[:end])
		text = text[end:]
		if strings.HasPrefix(value, "'") && strings.HasSuffix(value, "'") && len(value) > 1 {
			value = `"` + value[1:len(value)-1] + `"`
		}
		if !json.Valid([]byte(value)) {
			return names, values
		}
		if _, twice := values[m[1]]; !twice {
			names = append(names, m[1])
		}
		values[m[1]] = value
	}
	return names, values
}

// valueEnd is where the JSON value at the beginning of text ends: at a comma outside of brackets and quotes.
func valueEnd(text string) int {
	depth, quote := 0, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth <= 0:
			return i
		}
	}
	return len(text)
}

// typeOf guesses a type from a JSON value; an empty list is "[]" with nothing before it that is known.
func typeOf(value string) string {
	var v any
	if len(value) > maxText || json.Unmarshal([]byte(value), &v) != nil {
		return ""
	}
	return jsonType(value, v)
}

func jsonType(text string, v any) string {
	switch v := v.(type) {
	case bool:
		return "bool"
	case float64:
		if strings.ContainsAny(text, ".eE") {
			return "double"
		}
		if v > 1<<31-1 || v < -1<<31 {
			return "long"
		}
		return "int"
	case string:
		return "string"
	case []any:
		if len(v) == 0 {
			return "[]"
		}
		inner := ""
		for _, x := range v {
			if x == nil {
				return "TreeNode"
			}
			t := jsonType(fmt.Sprint(x), x)
			if f, ok := x.(float64); ok && f != float64(int64(f)) {
				t = "double"
			}
			if inner == "" || inner == "int" && (t == "double" || t == "long") || strings.HasPrefix(inner, "[]") {
				inner = t
			}
		}
		if inner == "TreeNode" {
			return ""
		}
		return inner + "[]"
	}
	return ""
}

var (
	pythonSignature = regexp.MustCompile(`^\s*def (\w+)\s*\(\s*self\s*,?\s*(.*?)\)\s*(?:->\s*([^:]+?))?\s*:`)
	braceSignature  = regexp.MustCompile(`^\s*(?:public |static |const )*([\w<>\[\], ` +
		`]+?[\s&*]+)(\w+)\s*\(([^()]*)\)\s*(?:const\s*)?\{?\s*$`)
)

// signature reads the line that declares the function, in Python, C++ or Java.
func signature(raw string, f *Function) bool {
	if len(raw) > 500 {
		return false
	}
	if m := pythonSignature.FindStringSubmatch(raw); m != nil && m[1] != "__init__" {
		f.Name, f.Returns = m[1], typeName(m[3])
		for _, part := range splitTop(m[2]) {
			name, typ, _ := strings.Cut(part, ":")
			typ, _, _ = strings.Cut(typ, "=")
			f.declare(strings.TrimSpace(name), typeName(typ))
		}
		return true
	}
	if len(f.Examples) == 0 {
		return false
	}
	m := braceSignature.FindStringSubmatch(raw)
	if m == nil || strings.Contains(m[1], "return") || strings.Contains(m[1], "class") {
		return false
	}
	var parameters []Parameter
	for _, part := range splitTop(m[3]) {
		at := strings.LastIndexAny(part, " &*")
		if at < 0 {
			return false
		}
		name, typ := strings.TrimSpace(part[at+1:]), part[:at+1]
		if strings.HasSuffix(name, "[]") {
			name, typ = strings.TrimSuffix(name, "[]"), typ+"[]"
		}
		parameters = append(parameters, Parameter{name, typeName(typ)})
	}
	if len(parameters) != len(f.Parameters) {
		return false
	}
	f.Name, f.Returns = m[2], typeName(m[1])
	for _, p := range parameters {
		f.declare(p.Name, p.Type)
	}
	return true
}

func (f *Function) declare(name, typ string) {
	if p := f.parameter(name); p != nil {
		p.Type = typ
	} else if name != "" {
		f.Parameters = append(f.Parameters, Parameter{name, typ})
	}
}

// splitTop cuts at commas outside of brackets.
func splitTop(text string) []string {
	var parts []string
	depth, from := 0, 0
	for i, r := range text {
		switch r {
		case '[', '<', '(':
			depth++
		case ']', '>', ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, text[from:i])
				from = i + 1
			}
		}
	}
	if strings.TrimSpace(text[from:]) != "" {
		parts = append(parts, text[from:])
	}
	return parts
}

var wrapped = regexp.MustCompile(`^(?:typing\.)?(Optional|List|list|vector|std::vector)[\[<](.*)[\]>]$`)

// typeName is a type of Python, C++ or Java in the words of [Parameter].
func typeName(typ string) string {
	typ = strings.Trim(strings.ReplaceAll(typ, "const ", ""), " &*'\"")
	if m := wrapped.FindStringSubmatch(typ); m != nil {
		inner := typeName(m[2])
		if m[1] == "Optional" || inner == "" {
			return inner
		}
		return inner + "[]"
	}
	if inner, ok := strings.CutSuffix(typ, "[]"); ok {
		if inner = typeName(inner); inner == "" {
			return ""
		}
		return inner + "[]"
	}
	switch typ {
	case "int", "Integer":
		return "int"
	case "long", "long long", "Long", "int64_t":
		return "long"
	case "float", "double", "Double":
		return "double"
	case "bool", "boolean", "Boolean":
		return "bool"
	case "str", "string", "String", "std::string":
		return "string"
	case "char", "Character":
		return "char"
	case "ListNode", "TreeNode", "Node":
		return typ
	}
	return ""
}

var columnsOf = regexp.MustCompile(`\b([A-Za-z]\w*)_\{?i\}? ?=+ ?[\[(]([^\[\]()]{1,80})[\])]`)

// functionColumns reads times[i] = [u_i, v_i, w_i], which names the columns of a list of lists.
func (r *reader) functionColumns() {
	r.columns = map[string]string{}
	for _, s := range r.sections {
		for _, l := range s.lines {
			if len(l.text) > maxSentence {
				continue
			}
			for _, m := range columnsOf.FindAllStringSubmatch(strings.NewReplacer("`", "", "$",
				"").Replace(l.text), -1) {
				if r.names.find(m[1]) == nil {
					continue
				}
				parts := strings.Split(m[2], ",")
				var columns []string
				for i, t := range parts {
					if name := tokenize("$" + t + "$"); len(name) == 1 && name[0].kind == nameToken &&
						len(name[0].index) == 1 {
						r.columns[name[0].text] = fmt.Sprintf("%s_{i,%d}", m[1], i+1)
						columns = append(columns, name[0].text)
					}
				}
				if f := r.statement.Function; len(columns) == len(parts) && len(columns) > 1 && f.Columns[m[1]] == nil {
					if f.Columns == nil {
						f.Columns = map[string][]string{}
					}
					f.Columns[m[1]] = columns
				}
			}
		}
	}
}

// functionConstraints reads LeetCode's list of constraints.
func (r *reader) functionConstraints() {
	r.functionColumns()
	for _, s := range r.sections {
		if s.kind != constraintList {
			continue
		}
		for _, sentence := range functionItems(s.lines) {
			if name := r.nodesCalled; name != "" { // the words of a sentence are no names; this one is
				sentence.text = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(sentence.text, r.alias[name])
			}
			found := r.nodes(sentence)
			if found == nil {
				found = r.callRules(sentence)
			}
			if found == nil {
				found = r.pairRules(sentence)
			}
			if found == nil {
				found = r.sentence(sentence, true)
			}
			for _, c := range found {
				r.constraint(c)
			}
		}
	}
}

var (
	nodeCount = regexp.MustCompile(`(?i)\bnumber of (?:the )?nodes\b.*?(?:range|between) ?\[?(\d[\d^*{}]*) ?(?:,|and|` +
		`to) ?(\d[\d^*{} ]*)`)
	nodeNumber = regexp.MustCompile(`(?i)\bnumber of (?:the )?nodes\b[^.<>=]*? is ([A-Za-z]\w*)\b`)
	nodeValue  = regexp.MustCompile(`^(.*[<>=] ?)Node\.val\b(.*)$`)
	ofTree     = regexp.MustCompile(`(?i)\btrees?\b|\bBST\b`)
	rootName   = regexp.MustCompile(`(?i)root|tree`)
)

// nodes reads what is said of linked lists and trees: how many nodes they have, and the values in them. It knows a tree
// where the examples have no null in it.
func (r *reader) nodes(s sentence) []Constraint {
	text := strings.ReplaceAll(s.plainText(), "`", "")
	if columnsOf.MatchString(text) {
		return []Constraint{} // read already
	}
	count, number, value := nodeCount.FindStringSubmatch(text), nodeNumber.FindStringSubmatch(text),
		nodeValue.FindStringSubmatch(text)
	if count == nil && number == nil && value == nil {
		return nil
	}
	f := r.statement.Function
	for i, p := range f.Parameters {
		if p.Type == "int[]" && rootName.MatchString(p.Name) && ofTree.MatchString(text) {
			f.Parameters[i].Type = "TreeNode"
		}
	}
	isNodes := func(p Parameter) bool { return p.Type == "ListNode" || p.Type == "TreeNode" }
	certain := slices.ContainsFunc(f.Parameters, isNodes)
	found := []Constraint{}
	for _, p := range f.Parameters {
		if !isNodes(p) && (certain || p.Type != "int[]") {
			continue
		}
		switch {
		case count != nil:
			found = append(found, r.bound(s, fmt.Sprintf("%s <= %s.length <= %s",
				count[1], p.Name, strings.TrimSpace(count[2]))))
		case number != nil:
			r.stands(number[1], p.Name+".length")
			r.nodesCalled = number[1]
		default:
			found = append(found, r.bound(s, value[1]+p.Name+"_i"+value[2]))
		}
	}
	return found
}

var (
	pairTree = regexp.MustCompile(`(?i)\b(?:is|are|forms?|formed|represents?) (?:a )?(?:valid )?tree\b`)
	loops    = regexp.MustCompile(`(?i)\bself-?loops?\b`)
	ofEdges  = regexp.MustCompile(`(?i)\b(?:edges|roads|connections)\b`)
	arrows   = regexp.MustCompile(`(?i)\bdirected\b`)
	noTwice  = regexp.MustCompile(`(?i)\bno (?:self-?loops? (?:or|and|nor) )?` +
		`(?:repeated|duplicated?|multiple|parallel) (?:\w+ )?(?:edges|pairs|connections|roads)\b|` +
		`\b(?:pairs|edges)\b.*\b(?:unique|distinct)\b`)
	sameColumn = regexp.MustCompile(`^(\S+) <= (\w+)_\{i,1\}, \w+_\{i,2\} (<=?) (\S+)$`)
)

// pairRules reads that the pairs of a list are the edges of a tree or of a simple graph, or that no pair is there twice.
func (r *reader) pairRules(s sentence) []Constraint {
	text := strings.ReplaceAll(s.plainText(), "`", "")
	isTree := pairTree.MatchString(text)
	if !isTree && !noTwice.MatchString(text) {
		return nil
	}
	for _, c := range r.statement.Constraints {
		m := sameColumn.FindStringSubmatch(c.Text)
		if m == nil || len(r.statement.Function.Columns[m[2]]) < 2 {
			continue
		}
		high := m[4]
		if m[3] == "<" {
			high += "-1"
		}
		pair := fmt.Sprintf("(%s_{i,1}, %s_{i,2})", m[2], m[2])
		if isTree {
			return []Constraint{s.says("%s is a tree on %s..%s", pair, m[1], high)}
		}
		differ := fmt.Sprintf("%s_{i,1} != %s_{i,2}", m[2], m[2])
		simple := loops.MatchString(text) || slices.ContainsFunc(r.statement.Constraints, func(c Constraint) bool {
			return c.Text == differ
		})
		if simple && ofEdges.MatchString(text) {
			kind := "simple graph"
			if r.directed() {
				kind = "simple directed graph"
			}
			return []Constraint{s.says("%s is a %s on %s..%s", pair, kind, m[1], high)}
		}
		return []Constraint{s.says("%s is distinct", pair)}
	}
	return nil
}

// directed says whether the text speaks of a directed graph.
func (r *reader) directed() bool {
	return slices.ContainsFunc(r.sections, func(s section) bool {
		return slices.ContainsFunc(s.lines, func(l line) bool { return arrows.MatchString(l.text) })
	})
}

// functionItems are the items of a list whose marks a copy may have lost: each line is one.
func functionItems(lines []line) []sentence {
	var all []sentence
	for _, l := range lines {
		all = append(all, sentences([]line{l}, nil)...)
	}
	return all
}
