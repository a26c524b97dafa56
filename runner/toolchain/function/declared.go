package function

import (
	"slices"
	"strings"
)

// declared reads what a C++ or Java source declares.
type declared struct {
	reader
	outline
	java  bool
	file  string // Java: the name of the public class
	depth int    // of classes in classes
}

// access is who may call what a class declares.
type access int

const (
	public  access = iota
	neutral        // Java without a modifier
	private
)

// deepest is how many classes in classes are looked at. What is deeper is passed over.
const deepest = 50

// class reports whether the next token begins a class, or a type that only says so.
func (d *declared) class() bool {
	t, name := d.peek(0), d.peek(1)
	switch {
	case t.is("class", "enum"):
	case !d.java && t.is("struct", "union"):
	case d.java && t.is("interface"):
	case d.java && t.is("record") && d.peek(2).is("(", "<"):
	default:
		return false
	}
	return name.kind == word || name.is("{", "[")
}

// members reads declarations until the brace that closes them, or the end. owner is nil at the top level.
func (d *declared) members(owner *class, who access) {
	for !d.done() && !d.peek(0).is("}") {
		before := d.at
		d.member(owner, &who)
		if d.at == before {
			d.next() // what is not understood is passed over
		}
	}
	d.take("}")
}

func (d *declared) member(owner *class, who *access) {
	t := d.peek(0)
	switch {
	case t.kind == directive:
		d.next()
		if fields := strings.Fields(strings.TrimPrefix(t.text, "#")); len(fields) > 1 && fields[0] == "define" {
			name, _, _ := strings.Cut(fields[1], "(")
			d.types[name] = true
		}
		return
	case t.is(";"):
		d.next()
		return
	case t.is("import", "package", "friend", "static_assert"):
		d.skipStatement()
		return
	case !d.java && t.is("public", "private", "protected") && d.peek(1).is(":"):
		*who = private
		if t.is("public") {
			*who = public
		}
		d.skip(2)
		return
	case t.is("using", "typedef"):
		d.alias()
		return
	case t.is("namespace"), t.is("extern") && d.peek(1).kind == literal:
		start := d.at
		for !d.done() && !d.peek(0).is("{", ";") {
			d.next()
		}
		if d.peek(0).is("{") {
			d.group(false)
		} else {
			d.at = start
			d.skipStatement()
		}
		return
	}
	d.declaration(owner, *who)
}

// skipStatement moves behind the next semicolon outside all brackets, but not out of the brace around it.
func (d *declared) skipStatement() {
	for !d.done() {
		switch t := d.peek(0); {
		case t.is("{", "(", "["):
			d.group(false)
		case t.is("}"):
			return
		case t.is(";"):
			d.next()
			return
		default:
			d.next()
		}
	}
}

// alias notes the names of a using or typedef.
func (d *declared) alias() {
	start := d.at
	d.skipStatement()
	for _, t := range d.tokens[start:d.at] {
		if t.kind == word { // one name too many does no harm: the compiler decides then
			if _, known := cppTypes[t.text]; !known {
				d.types[t.text] = true
			}
		}
	}
}

// declaration reads a class, a function or a variable.
func (d *declared) declaration(owner *class, who access) {
	start := d.at
	m := method{line: d.peek(0).line, hidden: who == private}
	visible := who
	if d.java && owner != nil {
		visible = neutral
	}
	var kind []token // of the result, then the name
	template := false
	for !d.done() {
		t := d.peek(0)
		switch {
		case t.kind == directive:
			d.next()
		case d.java && t.is("@") && !d.peek(1).is("interface"):
			d.skip(2)
			for d.peek(0).is(".") {
				d.skip(2)
			}
			if d.peek(0).is("(") {
				d.group(false)
			}
		case t.is("template"):
			d.next()
			template = true
			if d.peek(0).is("<") {
				d.group(true)
			}
		case t.is("[") && d.peek(1).is("["):
			d.group(false)
		case t.is("static"):
			d.next()
			m.static = true
		case d.java && t.is("public", "private", "protected"):
			d.next()
			visible = private
			if t.is("public") {
				visible = public
			}
		case t.is("inline", "virtual", "constexpr", "explicit", "extern", "final", "abstract", "synchronized", "native",
			"strictfp", "default", "sealed", "transient", "volatile", "mutable", "thread_local", "register",
			"consteval", "constinit"):
			d.next()
		case len(kind) == 0 && d.class():
			if d.classOrVariable(owner, visible, template) {
				return
			}
			kind = append(kind, d.tokens[d.at-1])
		case t.is("operator"):
			d.skipFunction()
			return
		case t.is("("):
			d.function(owner, m, kind, visible, template)
			return
		case t.is("=", ";", "}", ","), t.is(":") && owner != nil:
			d.skipStatement()
			return
		case t.is("{"):
			// A variable with its value; in Java the code that initialises a class or an object.
			d.group(false)
			if d.java || d.at-start < 2 {
				return
			}
			d.skipStatement()
			return
		case t.is("<"):
			from := d.at
			d.group(true)
			if d.java && len(kind) == 0 {
				continue // the type parameters of a method
			}
			kind = append(kind, d.tokens[from:d.at]...)
		default:
			if len(kind) == 0 {
				m.line = t.line
			}
			kind = append(kind, d.next())
		}
	}
}

// classOrVariable reads a class. It reports false, and stands behind the name, if the word struct only belongs to a type.
func (d *declared) classOrVariable(owner *class, visible access, template bool) bool {
	what := d.next()
	if what.is("enum") {
		d.take("class", "struct")
	}
	for d.peek(0).is("[") {
		d.group(false)
	}
	c := class{line: what.line}
	for d.peek(0).kind == word && !d.peek(0).is("final") || d.peek(0).is("::") {
		name := d.next()
		c.name, c.line = name.text, name.line
	}
	if c.name != "" {
		d.types[c.name] = true
	}
	if d.java && owner == nil && visible == public {
		d.file = c.name
	}
	for from := d.at; !d.done() && !d.peek(0).is("{"); {
		switch t := d.peek(0); {
		case t.is("(") && what.is("record"):
			d.group(false)
		case t.is("<"):
			d.group(true)
		case t.is(";"), t.is("}"):
			d.take(";")
			return true // declared only
		case t.is("(", "=", "*", "&", ","), t.kind == word && d.at == from && !d.java && !t.is("final"):
			d.at = from
			return false
		default:
			d.next()
		}
	}
	if what.is("enum", "interface", "record") || d.depth == deepest {
		d.group(false)
		d.take(";")
		return true
	}
	d.next() // the brace
	who := public
	if what.is("class") && !d.java {
		who = private
	}
	d.depth++
	d.members(&c, who)
	d.depth--
	if slices.ContainsFunc(c.methods, func(m method) bool { return d.java && m.access == public }) {
		for i := range c.methods {
			c.methods[i].hidden = c.methods[i].access != public
		}
	}
	if !d.java {
		d.skipVariables()
	}
	if owner == nil && c.name != "" && !template {
		d.classes = append(d.classes, c)
	}
	return true
}

// skipVariables moves behind what stands between the brace of a C++ class and its semicolon.
func (d *declared) skipVariables() {
	for !d.done() && !d.peek(0).is("}") {
		if d.take(";") {
			return
		}
		if d.peek(0).is("{", "(", "[") {
			d.group(false)
			continue
		}
		d.next()
	}
}

// skipFunction moves behind a function or a variable, whatever it looks like.
func (d *declared) skipFunction() {
	for !d.done() {
		switch t := d.peek(0); {
		case t.is("(", "["):
			d.group(false)
		case t.is("{"):
			d.group(false)
			return
		case t.is("}"):
			return
		case t.is(";"):
			d.next()
			return
		default:
			d.next()
		}
	}
}

// function reads a function from the parenthesis of its parameters on. kind are the tokens before that.
func (d *declared) function(owner *class, m method, kind []token, visible access, template bool) {
	inside := d.group(false)
	if len(kind) == 0 || kind[len(kind)-1].kind != word {
		d.skipFunction()
		return
	}
	name := kind[len(kind)-1]
	m.name, m.line, m.start = name.text, name.line, name.start
	destructor := len(kind) >= 2 && kind[len(kind)-2].is("~")
	qualified := len(kind) >= 2 && kind[len(kind)-2].is("::") // the body of a method that its class declares
	m.returns = textOf(kind[:len(kind)-1])
	m.parameters, m.rest = d.parameters(inside)

	removed := false
	for !d.done() && !d.peek(0).is("{", ";", "}") {
		switch t := d.peek(0); {
		case t.is("->") && !d.java:
			d.next()
			start := d.at
			for !d.done() && !d.peek(0).is("{", ";", "=", "}") {
				d.next()
			}
			m.returns = textOf(d.tokens[start:d.at])
		case t.is(":"):
			d.initialisers()
		case t.is("="):
			d.next()
			removed = d.peek(0).is("delete")
		case t.is("(", "["):
			d.group(false)
		case t.is("class", "struct", "template", "using", "typedef") && m.returns == "":
			return // it was a macro
		case t.is(","):
			d.skipStatement() // variables with constructor arguments: int a(1), b(2);
			return
		default:
			d.next()
		}
	}
	body := d.peek(0).is("{")
	if body {
		d.group(false)
	} else {
		d.take(";")
	}
	m.end = d.peek(-1).end
	switch {
	case template || destructor || qualified || removed:
	case owner != nil && m.name == owner.name && m.returns == "":
		m.hidden = visible == private
		owner.constructors = append(owner.constructors, m)
	case m.returns == "":
	case owner != nil:
		m.hidden, m.access = visible == private, visible
		owner.methods = append(owner.methods, m)
	case body:
		d.functions = append(d.functions, m)
	}
}

// initialisers moves from the colon of a C++ constructor to its body.
func (d *declared) initialisers() {
	d.next()
	for !d.done() {
		for !d.done() && !d.peek(0).is("(", "{", ";", "}") {
			if d.peek(0).is("<") {
				d.group(true)
				continue
			}
			d.next()
		}
		if !d.peek(0).is("(", "{") {
			return
		}
		d.group(false)
		d.take("...")
		if !d.take(",") {
			return
		}
	}
}

// parameters reads what stands between the parentheses of a function.
func (d *declared) parameters(inside []token) (parameters []parameter, rest bool) {
	for _, part := range split(inside, ",") {
		p := parameter{}
		if i := index(part, "="); i >= 0 {
			part, p.optional = part[:i], true
		}
		r := reader{tokens: part}
		for r.take("final", "register", "@") {
			if r.peek(-1).is("@") { // an annotation
				if r.next(); r.peek(0).is("(") {
					r.group(false)
				}
			}
		}
		part = part[r.at:]
		if len(part) == 0 || len(part) == 1 && part[0].is("void") {
			continue
		}
		if part[0].is("...") {
			rest = true
			continue
		}
		p.line = part[0].line
		suffix := ""
		for len(part) > 2 && part[len(part)-1].is("]") {
			open := len(part) - 2
			for open > 0 && !part[open].is("[") {
				open--
			}
			if open == 0 || part[open-1].kind != word || d.java && !nameBefore(part, open) {
				break
			}
			part, suffix = part[:open], suffix+"[]"
		}
		if last := part[len(part)-1]; len(part) > 1 && last.kind == word && !cppKeyword(last.text) {
			p.name, part = last.text, part[:len(part)-1]
		}
		p.kind = textOf(part) + suffix
		if d.java && strings.HasSuffix(p.kind, "...") {
			p.kind = strings.TrimSuffix(p.kind, "...") + "[]"
		}
		parameters = append(parameters, p)
	}
	return parameters, rest
}

// nameBefore reports whether the word before the bracket at open is the parameter's name: int nums[], not int[].
func nameBefore(part []token, open int) bool { return open >= 2 && !part[open-2].is(".") }

// cppKeyword reports whether the last word of a parameter belongs to its type: "unsigned int".
func cppKeyword(text string) bool {
	switch text {
	case "int", "long", "short", "char", "bool", "float", "double", "unsigned", "signed", "const", "auto":
		return true
	}
	return false
}
