package function

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed harness/after.js
var afterJS string

//go:embed harness/nodes.js
var nodesJS string

//go:embed harness/nodes.ts
var nodesTS string

// stdoutJS sends what a candidate writes to process.stdout to stderr.
const stdoutJS = `const { stdout, stderr } = process;
  const write = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  execreBegin.print = (text) => write.call(stdout, text + "\n");`

// script reads what a JavaScript or TypeScript source defines.
type script struct {
	reader
	outline
	module bool   // it imports or exports
	doc    string // of the statement or property that is read
}

// outlineScript reads what the source defines at its top level.
func outlineScript(source string) *script {
	s := &script{reader: reader{tokens: braces(source, dialect{script: true})}}
	s.types, s.source = map[string]bool{}, s.tokens
	fresh := true // a statement can begin here
	for !s.done() {
		t := s.peek(0)
		if t.doc != "" {
			s.doc = t.doc
		}
		switch {
		case fresh && t.is("import") && !s.peek(1).is("(", "."), fresh && t.is("export"):
			s.module = true
			s.next()
			continue
		case fresh && t.is("default", "declare", "abstract"):
			s.next()
			continue
		case fresh && t.is("interface", "type", "enum", "namespace") && s.peek(1).kind == word:
			s.types[s.peek(1).text] = true
			s.next()
		case fresh && t.is("async") && s.peek(1).is("function"):
			s.next()
			continue
		case fresh && t.is("function"):
			s.next()
			s.take("*")
			if name := s.peek(0); name.kind == word {
				s.next()
				s.function(name, true)
			}
		case fresh && t.is("class") && s.peek(1).kind == word:
			s.next()
			s.class(s.next())
		case fresh && t.is("var", "let", "const"):
			s.next()
			s.variable()
		case fresh && t.kind == word && s.peek(1).is(".") && s.peek(2).is("prototype"):
			s.prototype()
		case t.is("(", "[", "{"):
			s.group(false)
		default:
			s.next()
		}
		s.doc = ""
		// A line that goes on begins with a sign, mostly.
		last, next := s.peek(-1), s.peek(0)
		fresh = last.is(";", "}") || next.line > last.line && next.kind == word
	}
	return s
}

// function reads a function from its type parameters or parenthesis on, its body too. A declaration without a body, as
// TypeScript has them, is left out.
func (s *script) function(name token, braced bool) {
	if m, ok := s.signature(name, braced); ok {
		s.functions = append(s.functions, m)
	}
}

// signature reads the parameters, the type of the result and the body.
func (s *script) signature(name token, braced bool) (m method, ok bool) {
	hidden := strings.HasPrefix(name.text, "_") || strings.HasPrefix(name.text, "#")
	m = method{name: name.text, line: name.line, start: name.start, hidden: hidden}
	if s.peek(0).is("<") {
		s.group(true)
	}
	if !s.peek(0).is("(") {
		return m, false
	}
	m.parameters, m.rest = scriptParameters(s.group(false), name.line)
	if s.take(":") {
		start := s.at
		if s.peek(0).is("{") {
			s.group(false)
		}
		for !s.done() && !s.peek(0).is("{", "=>", ";") && (s.peek(0).line == s.peek(-1).line || s.goesOn()) {
			if s.peek(0).is("(", "[") {
				s.group(false)
				continue
			}
			s.next()
		}
		m.returns = textOf(s.tokens[start:s.at])
	}
	m.document(s.doc)
	if !braced {
		ok = s.take("=>")
		m.end = s.bodyEnd()
		return m, ok
	}
	if !s.peek(0).is("{") {
		return m, false
	}
	s.group(false)
	m.end = s.peek(-1).end
	return m, true
}

// bodyEnd gives the offset behind the body of an arrow function that begins here.
func (s *script) bodyEnd() int {
	body := script{reader: s.reader}
	if body.peek(0).is("{") {
		body.group(false)
	} else {
		body.value(body.peek(0).line)
	}
	return body.peek(-1).end
}

// goesOn reports whether a type goes on behind the last token, though its line ends.
func (s *script) goesOn() bool { return s.peek(-1).is("|", "&", "<", ":", ",", "=>", ".") }

// scriptParameters reads what stands between the parentheses of a function.
func scriptParameters(inside []token, line int) (parameters []parameter, rest bool) {
	for i, part := range split(inside, ",") {
		p := parameter{line: line}
		if i := index(part, "="); i >= 0 {
			part, p.optional = part[:i], true
		}
		for len(part) > 1 && part[0].is("public", "private", "protected", "readonly") && part[1].kind == word {
			part = part[1:]
		}
		if len(part) == 0 {
			continue
		}
		if part[0].is("...") {
			rest = true
			continue
		}
		p.line, p.name = part[0].line, part[0].text
		if part[0].kind != word {
			p.name = fmt.Sprint(i + 1) // destructured
		}
		if colon := index(part, ":"); colon > 0 {
			p.optional = p.optional || part[colon-1].is("?")
			p.kind = textOf(part[colon+1:])
		}
		if p.name != "this" {
			parameters = append(parameters, p)
		}
	}
	return parameters, rest
}

var (
	paramTag  = regexp.MustCompile(`@param\s*\{`)
	returnTag = regexp.MustCompile(`@returns?\s*\{`)
	paramName = regexp.MustCompile(`^\s*\[?\s*([\pL\pN_$]+)`)
)

// document takes the types of a JSDoc comment for what has none.
func (m *method) document(doc string) {
	if !strings.HasPrefix(doc, "/**") {
		return
	}
	for _, at := range paramTag.FindAllStringIndex(doc, -1) {
		kind, rest := braced(doc[at[1]:])
		name := paramName.FindStringSubmatch(rest)
		for i := range m.parameters {
			if p := &m.parameters[i]; name != nil && p.name == name[1] && p.kind == "" {
				p.kind = kind
			}
		}
	}
	if at := returnTag.FindStringIndex(doc); at != nil && m.returns == "" {
		m.returns, _ = braced(doc[at[1]:])
	}
}

// braced cuts text at the brace that closes the one before it.
func braced(text string) (inside, rest string) {
	depth := 1
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i], text[i+1:]
			}
		}
	}
	return text, ""
}

// variable reads the declarations behind var, let or const. Only the first can be a function.
func (s *script) variable() {
	name := s.peek(0)
	if name.kind != word {
		return
	}
	s.next()
	if s.take(":") { // the type of the variable
		for !s.done() && !s.peek(0).is("=", ";") &&
			(s.peek(0).line == s.peek(-1).line || s.peek(0).kind != word || s.goesOn()) {
			if s.peek(0).is("(", "[", "{") {
				s.group(false)
				continue
			}
			s.next()
		}
	}
	if !s.take("=") {
		return
	}
	s.take("async")
	switch next := s.peek(0); {
	case next.is("function"):
		s.next()
		s.take("*")
		if s.peek(0).kind == word {
			s.next()
		}
		s.function(name, true)
	case next.is("class"):
		s.next()
		if s.peek(0).kind == word && !s.peek(0).is("extends") {
			s.next()
		}
		s.class(name)
	case next.is("(", "<"):
		start := s.at
		if m, ok := s.signature(name, false); ok {
			s.functions = append(s.functions, m)
			return
		}
		s.at = start // only an expression
	case next.kind == word && s.peek(1).is("=>"):
		m := method{name: name.text, line: name.line, start: name.start, parameters: []parameter{{name: next.text, line: next.line}}}
		m.document(s.doc)
		s.skip(2)
		m.end = s.bodyEnd()
		s.functions = append(s.functions, m)
	}
}

// class reads a class from behind its name on.
func (s *script) class(name token) {
	c := class{name: name.text, line: name.line}
	s.types[c.name] = true
	for !s.done() && !s.peek(0).is("{") {
		if s.peek(0).is("(", "[") {
			s.group(false)
			continue
		}
		s.next()
	}
	body := &script{reader: reader{tokens: s.group(false)}}
	for !body.done() {
		body.property(&c)
	}
	s.classes = append(s.classes, c)
}

// property reads one thing that a class has.
func (s *script) property(c *class) {
	hidden, static := false, false
	s.doc = s.peek(0).doc
	for {
		t := s.peek(0)
		modifier := t.is("static", "async", "public", "private", "protected", "readonly", "override", "abstract",
			"get", "set") && !s.peek(1).is("(", "=", ":", ";", "<", "?", "!", "}") && s.at+1 < len(s.tokens)
		if !modifier && !t.is("*") || s.done() {
			break
		}
		hidden = hidden || t.is("private", "protected", "get", "set", "abstract")
		static = static || t.is("static")
		s.next()
	}
	name := s.next()
	if name.kind == 0 {
		return
	}
	if name.kind != word {
		if name.is("[", "{", "(") {
			s.at--
			s.group(false)
		}
		return
	}
	add := func(m method, ok bool) {
		m.hidden, m.static = m.hidden || hidden, static
		switch {
		case !ok:
		case m.name == "constructor":
			c.constructors = append(c.constructors, m)
		default:
			c.methods = append(c.methods, m)
		}
	}
	switch {
	case s.peek(0).is("(", "<"):
		add(s.signature(name, true))
	case s.take("="):
		s.take("async")
		start := s.at
		switch next := s.peek(0); {
		case next.is("function"):
			s.next()
			add(s.signature(name, true))
		case next.is("(", "<"):
			m, ok := s.signature(name, false)
			if add(m, ok); !ok {
				s.at = start
			}
		case next.kind == word && s.peek(1).is("=>"):
			m := method{name: name.text, line: name.line, start: name.start, parameters: []parameter{{name: next.text, line: next.line}}}
			m.document(s.doc)
			s.skip(2)
			m.end = s.bodyEnd()
			add(m, true)
		}
		s.value(name.line)
	}
}

// value moves behind the value of a property: to a semicolon, or to the end of a line after which a name begins.
func (s *script) value(line int) {
	for !s.done() {
		t := s.peek(0)
		if t.is(";") {
			s.next()
			return
		}
		if t.line > line && t.kind == word {
			return
		}
		if t.is("(", "[", "{") {
			s.group(false)
		} else {
			s.next()
		}
		line = s.peek(-1).line
		if last := s.peek(-1); last.kind == literal {
			line += strings.Count(last.text, "\n")
		}
	}
}

// prototype reads NAME.prototype.method = function(…) {…}: the function NAME is a class then.
func (s *script) prototype() {
	owner := s.next()
	s.skip(2)
	var c *class
	for i := range s.classes {
		if s.classes[i].name == owner.text {
			c = &s.classes[i]
		}
	}
	for i, m := range s.functions {
		if c == nil && m.name == owner.text {
			constructor := m
			constructor.name = "constructor"
			s.classes = append(s.classes, class{name: m.name, line: m.line, constructors: []method{constructor}})
			s.functions = slices.Delete(s.functions, i, i+1)
			c = &s.classes[len(s.classes)-1]
			break
		}
	}
	if c == nil || !s.take(".") {
		if c != nil { // an object with all methods: they are known when it runs
			c.methods = append(c.methods, method{name: "prototype", line: owner.line})
		}
		return
	}
	name := s.next()
	if !s.take("=") {
		return
	}
	s.take("async")
	braced := s.take("function")
	if braced {
		s.take("*")
		if s.peek(0).kind == word {
			s.next()
		}
	}
	if m, ok := s.signature(name, braced); ok {
		c.methods = append(c.methods, m)
	}
}

func wrapScript(file, source string, call Call) (*Harness, error) {
	s := outlineScript(source)
	t, err := choose(&s.outline, call)
	if err != nil {
		return nil, err
	}
	p, err := programOf(t, call, s.source, func(*method) (void, unknown bool) { return false, !call.Returns })
	if err != nil {
		return nil, err
	}
	program, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	typescript := slices.Contains([]string{".ts", ".mts", ".cts"}, strings.ToLower(path.Ext(file)))
	module := s.module && path.Ext(file) != ".cjs" || path.Ext(file) == ".mjs"
	if module && path.Ext(file) == ".js" {
		file = strings.TrimSuffix(file, ".js") + ".mjs"
	}

	var b strings.Builder
	// What the candidate prints before it is called goes to stderr as well. The call stands where it moves no line and
	// takes no directive its place.
	at := s.beginning(source)
	b.WriteString(source[:at] + ";execreBegin();" + source[at:])
	if !strings.HasSuffix(source, "\n") {
		b.WriteByte('\n')
	}
	nodes := nodesJS
	if typescript {
		nodes = nodesTS
	}
	for _, definition := range strings.SplitAfter(nodes, "\n\n") {
		fields := strings.FieldsFunc(definition, func(r rune) bool { return strings.ContainsRune(" (", r) })
		if len(fields) > 1 && !s.defines(fields[1]) {
			b.WriteString(definition)
		}
	}
	if module {
		b.WriteString("\nimport { readFileSync as execreRead } from \"node:fs\";\n")
	} else {
		b.WriteString("\nvar execreRead = require(\"fs\").readFileSync;\n")
	}
	var callees []string
	switch {
	case t.class != nil:
		callees = append(callees, t.class.name)
	case t.method != nil:
		callees = append(callees, t.method.name)
	}
	for _, c := range t.driven {
		callees = append(callees, c.name)
	}
	stdout := ""
	if strings.Contains(source, "stdout") { // making the stream takes long in comparison, console.log can do without
		stdout = stdoutJS
	}
	told := strings.NewReplacer("/*PROGRAM*/", string(program), "/*CALLEES*/", strings.Join(callees, ", "), "/*STDOUT*/", stdout)
	b.WriteString(told.Replace(afterJS))
	return &Harness{Main: file, Own: file, Files: map[string][]byte{file: []byte(b.String())}}, nil
}

// beginning gives the offset where a first statement can be put into the source.
func (s *script) beginning(source string) int {
	at := 0
	if strings.HasPrefix(source, "#!") {
		if at = strings.IndexByte(source, '\n') + 1; at == 0 {
			return len(source)
		}
	}
	var last *token
	for i := range s.tokens {
		t := &s.tokens[i]
		switch {
		case t.kind == literal && (last == nil || last.is(";") || last.line < t.line):
			if next := s.tokens[min(i+1, len(s.tokens)-1)]; next.is(";") || next.line > t.line && next.kind == word {
				last, at = t, t.end
				continue
			}
		case t.is(";") && last != nil:
			last, at = t, t.end
			continue
		}
		break
	}
	return at
}

// defines reports whether the source gives the name a meaning of its own.
func (s *script) defines(name string) bool {
	return s.types[name] || slices.ContainsFunc(s.functions, func(m method) bool { return m.name == name })
}
