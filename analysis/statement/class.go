package statement

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// class reads an example of a class that operations drive: the list of what is called, and below it what each is given.
func (r *reader) class(lines []line, f *Function) {
	for i := 0; i < len(lines) && len(f.Examples) < maxFound; i++ {
		text, operations, next := jsonLines(lines, i)
		var names []string
		if operations == nil || json.Unmarshal([]byte(text), &names) != nil || len(names) == 0 {
			continue
		}
		given, arguments, next := jsonLines(lines, skipBlank(lines, next))
		isNoList := func(a any) bool { _, ok := a.([]any); return !ok }
		if len(arguments) != len(names) || slices.ContainsFunc(arguments, isNoList) || f.Class != "" && names[0] != f.Class {
			continue
		}
		f.Class = names[0]
		for k, name := range names {
			f.called(name, arguments[k].([]any))
		}
		example := Example{Arguments: map[string]string{"operations": text, "arguments": given}, Line: lines[i].number}
		if at := skipBlank(lines, next); at < len(lines) {
			for at < len(lines) && outputWord.MatchString(lines[at].raw) {
				at = skipBlank(lines, at+1)
			}
			if text, results, _ := jsonLines(lines, at); len(results) == len(names) {
				example.Output = text
			}
		}
		f.Examples = append(f.Examples, example)
		i = next - 1
	}
	if f.Class == "" {
		return
	}
	f.Parameters = []Parameter{{"operations", "string[]"}, {"arguments", ""}}
	for _, l := range lines {
		f.methodSignatures(l.raw)
	}
	f.nameByBounds(r.sections)
	for _, m := range f.Methods {
		for _, p := range m.Parameters {
			if p.Name != "" && r.names.find(p.Name) == nil {
				n := named{name: p.Name, text: p.Type == "string"}
				for t := p.Type; strings.HasSuffix(t, "[]"); t = strings.TrimSuffix(t, "[]") {
					n.counts = append(n.counts, "")
				}
				n.repeats = len(n.counts)
				r.names.list = append(r.names.list, n)
			}
		}
	}
}

var outputWord = regexp.MustCompile(`(?i)^[\s*_>#-]*output\s*[:：]?[\s*_:]*$`)

func skipBlank(lines []line, i int) int {
	for i < len(lines) && strings.TrimSpace(lines[i].raw) == "" {
		i++
	}
	return i
}

var inputLabel = regexp.MustCompile(`(?i)^[\s*_>#-]*(?:input|output)\s*[:：]?[\s*_:]*`)

// jsonLines reads the JSON list that begins with a line and may take several; next is the line behind it.
func jsonLines(lines []line, i int) (text string, list []any, next int) {
	if i >= len(lines) {
		return "", nil, i
	}
	text = strings.TrimSpace(strings.ReplaceAll(lines[i].raw, "`", ""))
	text = text[len(inputLabel.FindString(text)):]
	if !strings.HasPrefix(text, "[") {
		return "", nil, i + 1
	}
	for i+1 < len(lines) && unbalanced(text) && len(text) < maxSentence {
		i++
		text += " " + strings.TrimSpace(lines[i].raw)
	}
	if json.Unmarshal([]byte(text), &list) != nil {
		return "", nil, i + 1
	}
	return text, list, i + 1
}

func (f *Function) method(name string) *Method {
	for i := range f.Methods {
		if f.Methods[i].Name == name {
			return &f.Methods[i]
		}
	}
	return nil
}

// called notes a method and the types of what it is given.
func (f *Function) called(name string, arguments []any) {
	m := f.method(name)
	if m == nil {
		f.Methods = append(f.Methods, Method{Name: name})
		m = &f.Methods[len(f.Methods)-1]
	}
	for i, value := range arguments {
		if i == len(m.Parameters) && i < maxParameters {
			m.Parameters = append(m.Parameters, Parameter{})
		}
		if i < len(m.Parameters) && (m.Parameters[i].Type == "" || strings.HasPrefix(m.Parameters[i].Type, "[]")) {
			m.Parameters[i].Type = jsonType(fmt.Sprint(value), value)
		}
	}
}

const maxParameters = 10 // of a method

var methodSignature = regexp.MustCompile(`\b(__init__|[A-Za-z_]\w*)\s*\(([^()]{0,200})\)`)

// methodSignatures takes the names and types of parameters from "void push(int val)" and "def push(self, val: int)".
func (f *Function) methodSignatures(raw string) {
	for _, m := range methodSignature.FindAllStringSubmatch(strings.ReplaceAll(raw, "`", ""), -1) {
		name := m[1]
		if name == "__init__" {
			name = f.Class
		}
		method := f.method(name)
		if method == nil {
			continue
		}
		var parameters []Parameter
		for _, part := range splitTop(m[2]) {
			if p, ok := declared(part); ok && p.Name != "self" {
				parameters = append(parameters, p)
			}
		}
		if len(parameters) != len(method.Parameters) {
			continue
		}
		for i, p := range parameters {
			if p.Type == "" {
				p.Type = method.Parameters[i].Type
			}
			if method.Parameters[i].Name == "" {
				method.Parameters[i] = p
			}
		}
	}
}

var parameterName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// declared reads "int val", "val: int" and "val".
func declared(part string) (Parameter, bool) {
	part = strings.TrimSpace(part)
	if name, typ, ok := strings.Cut(part, ":"); ok && !strings.Contains(part, "::") {
		name = strings.TrimSpace(name)
		return Parameter{name, typeName(typ)}, parameterName.MatchString(name)
	}
	at := strings.LastIndexAny(part, " &*") + 1
	name := strings.TrimSuffix(part[at:], "[]")
	typ := part[:at] + part[at+len(name):]
	return Parameter{name, typeName(typ)}, parameterName.MatchString(name)
}

// nameByBounds names the parameters by the constraints where no signature does: those of the constructor first, then those
// of the method that has most; a method with fewer has the first of these.
func (f *Function) nameByBounds(sections []section) {
	var names []string
	for _, s := range sections {
		if s.kind != constraintList {
			continue
		}
		for _, sentence := range functionItems(s.lines) {
			for _, t := range tokenize("$" + strings.ReplaceAll(sentence.plainText(), "`", "") + "$") {
				if comparison := strings.ContainsAny(sentence.plainText(), "<>"); comparison && t.kind == nameToken &&
					!slices.Contains(names, t.text) {
					names = append(names, t.text)
				}
			}
		}
	}
	most := 0
	for _, m := range f.Methods {
		if slices.ContainsFunc(m.Parameters, func(p Parameter) bool { return p.Name != "" }) {
			return
		}
		if m.Name != f.Class {
			most = max(most, len(m.Parameters))
		}
	}
	own := len(f.Methods[0].Parameters)
	if len(names) != own+most {
		return
	}
	for i, m := range f.Methods {
		from := names[own:]
		if i == 0 {
			from = names
		}
		for k := range m.Parameters {
			m.Parameters[k].Name = from[k]
		}
	}
}

var (
	mostCalls = regexp.MustCompile(`(?i)\bat most (\d[\d^*{} ,]*?) (?:total )?(?:calls?|operations|invocations)\b`)
	oneCalls  = regexp.MustCompile(`(?i)\b(?:number|total) of (?:calls|operations)\b.*?(?:at most|exceed|range|<=)\D*` +
		`(?:\d+ ?, ?)?(\d[\d^*{} ]*)`)
	nonEmpty = regexp.MustCompile(`(?i)\bnon-?empty\b|\bnot (?:be )?empty\b|\bnever empty\b|` +
		`\bat least one (?:element|item|number|value|node)\b|\b(?:is|are|be) (?:always )?(?:guaranteed to be )?valid\b|` +
		`\balways exists?\b`)
)

// callRules reads how often the methods of a class are called, and which of them need something to be there.
func (r *reader) callRules(s sentence) []Constraint {
	f := r.statement.Function
	if f.Class == "" {
		return nil
	}
	text := strings.ReplaceAll(s.plainText(), "`", "")
	for _, re := range []*regexp.Regexp{mostCalls, oneCalls} {
		if m := re.FindStringSubmatch(text); m != nil {
			bound := strings.TrimSpace(strings.ReplaceAll(m[1], ",", ""))
			return []Constraint{r.bound(s, "calls <= "+strings.ReplaceAll(bound, " ", ""))}
		}
	}
	if !nonEmpty.MatchString(text) {
		return nil
	}
	named := false
	for i, m := range f.Methods[1:] {
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(m.Name) + `\b`).MatchString(text) {
			f.Methods[i+1].Needs, named = true, true
		}
	}
	if !named {
		return nil
	}
	return []Constraint{}
}
