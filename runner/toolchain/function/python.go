package function

import (
	_ "embed"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

//go:embed harness/main.py
var mainPy string

//go:embed supplied.txt
var suppliedText string

// mainPython is the file that is run. It executes the candidate's file as a module, so that its lines are its own.
const mainPython = "execre_main.py"

// outlinePython reads what the source defines at its top level.
func outlinePython(source string) *outline {
	r := &reader{tokens: indented(source)}
	o := &outline{types: map[string]bool{}, source: r.tokens}
	var decorators []string
	for !r.done() {
		line := logicalLine(r)
		if line[0].is("@") {
			decorators = append(decorators, textOf(line[1:]))
			continue
		}
		switch {
		case line[0].indent > 0:
		case line[0].is("class") && len(line) > 1:
			c := class{name: line[1].text, line: line[1].line}
			c.pythonBody(r)
			o.types[c.name] = true
			o.classes = append(o.classes, c)
		case line[0].is("def", "async"):
			if m, ok := pythonFunction(line, r, false, decorators); ok {
				o.functions = append(o.functions, m)
			}
		}
		decorators = nil
	}
	return o
}

// logicalLine gives the tokens up to the end of the line, at least one, and moves behind it.
func logicalLine(r *reader) []token {
	start := r.at
	for !r.done() && r.peek(0).kind != newline {
		r.next()
	}
	line := r.tokens[start:r.at]
	r.next()
	if len(line) == 0 {
		return r.tokens[start : start+1]
	}
	return line
}

// pythonBody reads the indented lines of a class.
func (c *class) pythonBody(r *reader) {
	level := r.peek(0).indent
	var decorators []string
	for !r.done() && r.peek(0).indent > 0 {
		line := logicalLine(r)
		if line[0].indent != level {
			continue
		}
		if line[0].is("@") {
			decorators = append(decorators, textOf(line[1:]))
			continue
		}
		if line[0].is("def", "async") {
			if m, ok := pythonFunction(line, r, true, decorators); ok {
				if m.name == "__init__" {
					c.constructors = append(c.constructors, m)
				} else {
					c.methods = replace(c.methods, m)
				}
			}
		}
		decorators = nil
	}
}

// replace adds m; the last definition of a name is the one that counts.
func replace(methods []method, m method) []method {
	methods = slices.DeleteFunc(methods, func(old method) bool { return old.name == m.name })
	return append(methods, m)
}

var (
	typeTag   = regexp.MustCompile(`:type\s+(\w+)\s*:([^\n]*)`)
	resultTag = regexp.MustCompile(`:rtype\s*:([^\n]*)`)
)

// pythonFunction reads a function whose first line is given, and its body from r.
func pythonFunction(line []token, r *reader, inClass bool, decorators []string) (m method, ok bool) {
	level := line[0].indent
	if line[0].is("async") {
		line = line[1:]
	}
	if len(line) < 3 || !line[0].is("def") || line[1].kind != word {
		return m, false
	}
	m = method{name: line[1].text, line: line[1].line, start: line[1].start, hidden: strings.HasPrefix(line[1].text, "_")}
	head := &reader{tokens: line, at: 2}
	if head.peek(0).is("[") {
		head.group(false)
	}
	inside := head.group(false)
	if head.take("->") {
		if i := index(line[head.at:], ":"); i >= 0 {
			m.returns = textOf(line[head.at : head.at+i])
			head.skip(i)
		}
	}
	head.take(":")
	m.parameters, m.rest = pythonParameters(inside)
	for _, d := range decorators {
		m.static = m.static || d == "staticmethod" || d == "classmethod"
		m.hidden = m.hidden || d == "property" || d == "cached_property" || strings.HasSuffix(d, ".setter")
	}
	if inClass && !slices.Contains(decorators, "staticmethod") && len(m.parameters) > 0 {
		m.object, m.parameters = m.parameters[0].name, m.parameters[1:]
	}
	m.gives = givesValue(line[min(head.at, len(line)):])
	first := true
	for skip := -1; !r.done() && r.peek(0).indent > level; first = false {
		inner := logicalLine(r)
		if first && inner[0].kind == literal {
			m.pythonDocument(inner[0].text)
		}
		if skip >= 0 && inner[0].indent > skip {
			continue // in a function inside
		}
		skip = -1
		if inner[0].is("def", "async", "class") && !(inner[0].is("async") && len(inner) > 1 && !inner[1].is("def")) {
			skip = inner[0].indent
			continue
		}
		m.gives = m.gives || givesValue(inner)
	}
	m.end = r.peek(-1).end
	return m, !slices.Contains(decorators, "overload")
}

// givesValue reports whether a return statement in the line has a value, or a yield makes the function a generator.
func givesValue(line []token) bool {
	for i, t := range line {
		if t.is("yield") {
			return true
		}
		if t.is("return") && i+1 < len(line) && !line[i+1].is(";") && !(line[i+1].is("None") && i+2 == len(line)) {
			return true
		}
	}
	return false
}

// pythonDocument takes the types of LeetCode's Python 2 comments for what has none.
func (m *method) pythonDocument(doc string) {
	for _, tag := range typeTag.FindAllStringSubmatch(doc, -1) {
		for i := range m.parameters {
			if p := &m.parameters[i]; p.name == tag[1] && p.kind == "" {
				p.kind = strings.TrimSpace(tag[2])
			}
		}
	}
	if tag := resultTag.FindStringSubmatch(doc); tag != nil && m.returns == "" {
		m.returns = strings.TrimSpace(tag[1])
		if strings.HasPrefix(m.returns, "None") || strings.HasPrefix(m.returns, "void") {
			m.returns = "None" // "None Do not return anything, modify nums in-place instead."
		}
	}
}

// pythonParameters reads what stands between the parentheses of a function. What only has a name to be given by is no
// parameter here.
func pythonParameters(inside []token) (parameters []parameter, rest bool) {
	for _, part := range split(inside, ",") {
		p := parameter{}
		switch {
		case len(part) == 0, part[0].is("/"):
			continue
		case part[0].is("*"):
			rest = rest || len(part) > 1
			return parameters, rest
		}
		p.name, p.line = part[0].text, part[0].line
		if i := index(part, "="); i >= 0 {
			part, p.optional = part[:i], true
		}
		if len(part) > 2 && part[1].is(":") {
			p.kind = textOf(part[2:])
		}
		parameters = append(parameters, p)
	}
	return parameters, rest
}

// heavy are modules that take long to import and whose names people give their own variables: only a call means them.
var heavy = []string{"statistics", "re", "random", "datetime", "json"}

// suppliedNames gives the names that LeetCode imports by itself and that the candidate uses, each with its module. The
// name of a module stands for the module, whatever it has of that name.
func suppliedNames(tokens []token) map[string]string {
	used := map[string]bool{} // with true where the name is called
	for i, t := range tokens {
		if t.kind == word && (i == 0 || !tokens[i-1].is(".")) {
			used[t.text] = used[t.text] || i+1 < len(tokens) && tokens[i+1].is("(")
		}
	}
	for i, t := range tokens {
		if i > 0 && tokens[i-1].is("def", "class") {
			delete(used, t.text)
		}
	}
	supplied := map[string]string{}
	for line := range strings.Lines(suppliedText) {
		fields := strings.Fields(line)
		for _, name := range fields[1:] {
			called, ok := used[name]
			// collections has the real ones of some names of typing; the other modules are in the order that counts.
			if ok && (called || !slices.Contains(heavy, fields[0])) &&
				!(fields[0] == "typing" && supplied[name] == "collections") {
				supplied[name] = fields[0]
			}
		}
	}
	for line := range strings.Lines(suppliedText + "sys\nos\ntime\n") {
		module := strings.Fields(line)[0]
		if _, ok := used[module]; ok {
			supplied[module] = module
		}
	}
	return supplied
}

func wrapPython(file, source string, call Call) (*Harness, error) {
	o := outlinePython(source)
	t, err := choose(o, call)
	if err != nil {
		return nil, err
	}
	if file == mainPython {
		file = "candidate.py"
	}
	p, err := programOf(t, call, o.source, func(m *method) (void, unknown bool) {
		return !m.gives && !call.Returns, false
	})
	if err != nil {
		return nil, err
	}
	told, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	supplied := suppliedNames(o.source)
	calls, err := json.Marshal(struct {
		File     string            `json:"file"`
		Supplied map[string]string `json:"supplied"`
	}{file, supplied})
	if err != nil {
		return nil, err
	}
	var imports []string
	for _, module := range slices.Compact(slices.Sorted(maps.Values(supplied))) {
		if module == "sortedcontainers" {
			imports = append(imports, "try:\n    import sortedcontainers\nexcept ImportError:\n    pass")
			continue
		}
		imports = append(imports, "import "+module)
	}
	main := strings.NewReplacer(
		"#IMPORTS#", strings.Join(imports, "\n"), "#PROGRAM#", string(told), "#CALLS#", string(calls),
	).Replace(mainPy)
	return &Harness{
		Main: mainPython, Own: file,
		Files: map[string][]byte{mainPython: []byte(main), file: []byte(source)},
	}, nil
}
