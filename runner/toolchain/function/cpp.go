package function

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

//go:embed harness/before.cpp
var beforeCPP string

//go:embed harness/nodes.cpp
var nodesCPP string

// mainCPP is what is compiled. It includes the candidate's file, so that its lines and messages are its own.
const mainCPP = "execre_main.cpp"

// cppTypes are the words of types that harness/before.cpp reads and writes.
var cppTypes = map[string]bool{
	"void": true, "bool": true, "char": true, "short": true, "int": true, "long": true, "signed": true, "unsigned": true,
	"float": true, "double": true, "auto": true, "const": true, "std": true, "string": true, "vector": true, "pair": true,
	"int8_t": true, "int16_t": true, "int32_t": true, "int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true,
	"uint64_t": true, "size_t": true, "ssize_t": true, "ptrdiff_t": true, "__int128": true, "__int128_t": true,
	"ListNode": true, "TreeNode": true, "struct": true, "allocator": true,
}

// outlineCPP reads what a C++ source declares.
func outlineCPP(source string) *outline {
	d := &declared{reader: reader{tokens: braces(source, dialect{directives: true})}}
	d.types, d.source = map[string]bool{}, d.tokens
	for !d.done() {
		d.members(nil, public)
	}
	return &d.outline
}

// unreadableCPP names the type that no JSON value becomes, or "".
func (o *outline) unreadableCPP(kind string) string {
	for _, t := range braces(kind, dialect{directives: true}) {
		if t.kind == word && !cppTypes[t.text] && !o.types[t.text] {
			return t.text
		}
	}
	return ""
}

// checkCPP finds what the harness could not read or print.
func (o *outline) checkCPP(m *method) error { return checkTypes(m, o.unreadableCPP) }

// checkTypes finds a type that the harness could not read or print. unreadable names it.
func checkTypes(m *method, unreadable func(kind string) string) error {
	for i, p := range m.parameters {
		name := p.name
		if name == "" {
			name = strconv.Itoa(i + 1)
		}
		if bad := unreadable(p.kind); bad != "" {
			return &Mistake{p.line, fmt.Sprintf("parameter %s of %s is a %s: no JSON value can be made a %s",
				name, m.name, p.kind, bad)}
		}
	}
	if bad := unreadable(m.returns); bad != "" {
		return &Mistake{m.line, fmt.Sprintf("%s returns a %s: a %s cannot be printed as JSON", m.name, m.returns, bad)}
	}
	return nil
}

// plainName are the file names that #include and every file system take as they are.
var plainName = regexp.MustCompile(`^[\pL\pN_.+-][\pL\pN_.+ -]*$`)

func wrapCPP(file, source string, call Call) (*Harness, error) {
	o := outlineCPP(source)
	t, err := choose(o, call)
	if err != nil {
		return nil, err
	}
	if !plainName.MatchString(file) || file == mainCPP {
		file = "candidate.cpp"
	}
	var b strings.Builder
	b.WriteString(beforeCPP)
	b.WriteString("\nusing namespace std;\n")
	for _, definition := range strings.SplitAfter(nodesCPP, "};\n") {
		if name := strings.Fields(definition); len(name) > 1 && !o.types[name[1]] {
			b.WriteString(definition)
		}
	}
	fmt.Fprintf(&b, "#define main execre_unused_main\n#include \"%s\"\n#undef main\n\nsigned main() {\n", file)
	if m := t.method; m != nil {
		if err := o.checkCPP(m); err != nil {
			return nil, err
		}
		if err := contradiction(m, call.kindsOf("", m), true); err != nil {
			return nil, err
		}
		b.WriteString("  execre::begin();\n")
		name, callee, siblings := "::"+m.name, "::"+m.name, o.functions
		if t.class != nil {
			fmt.Fprintf(&b, "  auto *object = new %s();\n", t.class.name)
			name, callee, siblings = t.class.name+"::"+m.name, "object->"+m.name, t.class.methods
		}
		names := make([]string, len(call.Parameters))
		for i, n := range call.Parameters {
			names[i] = strconv.Quote(n)
		}
		fmt.Fprintf(&b, "  execre::answer<%s, %d>({%s}, %s);\n",
			typesCPP(m, name, siblings), len(names), strings.Join(names, ", "), lambda(callee))
	} else {
		o.driveCPP(&b, t.driven)
	}
	b.WriteString("}\n")
	return &Harness{
		Main: mainCPP, Own: file,
		Files: map[string][]byte{mainCPP: []byte(b.String()), file: []byte(source)},
	}, nil
}

func lambda(callee string) string {
	return fmt.Sprintf("[&](auto &...a) -> decltype(auto) { return %s(a...); }", callee)
}

// typesCPP says what the function takes and returns. The compiler knows best; where it has several of that name to
// choose from, it is told what is written.
func typesCPP(m *method, name string, siblings []method) string {
	same := 0
	for _, s := range siblings {
		if s.name == m.name {
			same++
		}
	}
	if same == 1 {
		return "decltype(execre::of(&" + name + "))"
	}
	return writtenTypes(m.returns, m.parameters)
}

func writtenTypes(returns string, parameters []parameter) string {
	kinds := []string{returns}
	for _, p := range parameters {
		kinds = append(kinds, p.kind)
	}
	return "execre::types<" + strings.Join(kinds, ", ") + ">"
}

// driveCPP writes the calls of classes that operations drive.
func (o *outline) driveCPP(b *strings.Builder, classes []class) {
	b.WriteString("  execre::begin();\n  execre::operations operations;\n")
	for _, c := range classes {
		fmt.Fprintf(b, "  if (operations.of_class(\"%s\")) {\n    %s *object = nullptr;\n", c.name, c.name)
		constructors := c.constructors
		if len(constructors) == 0 {
			constructors = []method{{name: c.name}}
		}
		for _, m := range constructors {
			for n := range len(m.parameters) + 1 {
				if !m.takes(n) || m.hidden || o.checkCPP(&m) != nil {
					continue
				}
				fmt.Fprintf(b, "    if (!object && operations.given() == %d)\n      object = operations.construct<%s, %d>("+
					"[&](auto &...a) { return new %s(a...); });\n", n, writtenTypes("void", m.parameters), n, c.name)
			}
		}
		b.WriteString("    if (!object) operations.unknown();\n    while (operations.next()) {\n      if (false) {\n")
		for _, m := range c.methods {
			for n := range len(m.parameters) + 1 {
				if !m.takes(n) || m.hidden {
					continue
				}
				fmt.Fprintf(b, "      } else if (operations.named(\"%s\", %d)) {\n", m.name, n)
				if err := o.checkCPP(&m); err != nil {
					fmt.Fprintf(b, "        execre::fail(%s);\n", strconv.Quote(err.Error()))
					continue
				}
				fmt.Fprintf(b, "        operations.call<%s, %d>(%s);\n",
					typesCPP(&m, c.name+"::"+m.name, c.methods), n, lambda("object->"+m.name))
			}
		}
		b.WriteString("      } else {\n        operations.unknown();\n      }\n    }\n    operations.end();\n    return 0;\n  }\n")
	}
	b.WriteString("  operations.unknown();\n")
}
