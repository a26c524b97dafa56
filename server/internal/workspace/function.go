package workspace

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"execre/analysis/statement"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
)

// functionStyle is what programs show that are no programs by themselves: functions, or a class Solution, as on LeetCode.
type functionStyle struct {
	file       string   // of the first such program
	all        bool     // every program is one
	parameters []string // names; nil where they cannot be read
	known      *statement.Function
}

// findFunctions looks among programs for functions that nobody calls; it is nil where there are none. What is called, and
// with values like which, is had from the source and from samples that have one JSON value a line for each parameter; it is
// not known where they have not.
func findFunctions(files []File, samples []Sample) *functionStyle {
	var found *functionStyle
	others, solution := false, false
	for _, file := range files {
		if !file.IsProgram() {
			continue
		}
		defined := definedFunctions(file)
		if len(defined) == 0 {
			others = true
			continue
		}
		solution = solution || classSolution.Match(file.Source)
		if found == nil {
			found = &functionStyle{file: file.Path, parameters: defined[0].parameters}
		}
		for _, d := range defined {
			if found.known == nil {
				if found.known = functionOf(d, samples); found.known != nil {
					found.parameters = d.parameters
				}
			}
		}
	}
	switch {
	case found == nil:
	case others && !solution:
		return nil // beside programs a file of functions is rather a module
	default:
		found.all = !others
	}
	return found
}

// declared is a function that a source defines.
type declared struct {
	parameters []string // names
	text       string   // the declaration, on a line of its own
}

// definedFunctions lists what can be called in a program that reads no stdin; nothing for one that does.
func definedFunctions(file File) []declared {
	language := string(file.Language)
	if function.IsProgram(language, file.Source, function.Call{}) {
		return nil
	}
	return slices.DeleteFunc(declarations(file), func(d declared) bool {
		_, err := function.Wrap(language, path.Base(file.Path), file.Source, function.Call{Parameters: d.parameters})
		return err != nil
	})
}

// maxDeclarations bounds how many functions of a source are looked at.
const maxDeclarations = 20

var (
	classSolution = regexp.MustCompile(`\bclass\s+Solution\b`)

	pythonDef    = regexp.MustCompile(`(?m)^[ \t]*def[ \t]+[A-Za-z]\w*[ \t]*\(([^()]*)\)[^\n]*:`)
	scriptDef    = regexp.MustCompile(`\b(?:function\s+\w+|(?:var|let|const)\s+\w+\s*=\s*(?:function\s*\w*)?)\s*\(([^()]*)\)[^{;]*\{`)
	scriptMethod = regexp.MustCompile(`(?m)^[ \t]+\w+\s*\(([^()]*)\)[^{;\n]*\{`) // in a class
	braceDef     = regexp.MustCompile(`(?m)^[ \t]*(?:public[ \t]+|static[ \t]+)*[A-Za-z_][\w:<>,&*\[\] \t]*[ \t&*]\w+[ \t]*\(([^()]*)\)[ \t]*(?:const[ \t]*)?\{`)
)

// declarations reads what a source defines, behind class Solution if there is one. It is no parser of the language: what it
// takes for a function by mistake cannot be called.
func declarations(file File) (all []declared) {
	source := string(file.Source)
	inClass := false
	if at := classSolution.FindStringIndex(source); at != nil {
		source, inClass = source[at[1]:], true
	}
	var pattern *regexp.Regexp
	name := func(part string) string { // of "nums: List[int] = None"
		part, _, _ = strings.Cut(part, ":")
		part, _, _ = strings.Cut(part, "=")
		return part
	}
	switch file.Language {
	case toolchain.Python:
		pattern = pythonDef
	case toolchain.JavaScript, toolchain.TypeScript:
		pattern = scriptDef
		if inClass {
			pattern = scriptMethod
		}
	case toolchain.CPP, toolchain.Java:
		pattern = braceDef
		name = func(part string) string { // of "vector<int> &nums"
			part = strings.TrimSuffix(strings.TrimSpace(part), "[]")
			return part[strings.LastIndexAny(part, " \t\n&*>]")+1:]
		}
	default:
		return nil
	}
	for _, m := range pattern.FindAllStringSubmatch(source, maxDeclarations) {
		d := declared{text: strings.Join(strings.Fields(m[0]), " ")}
		for _, part := range parametersOf(m[1]) {
			if p := strings.TrimSpace(name(part)); p != "" && p != "self" && p != "cls" {
				d.parameters = append(d.parameters, p)
			}
		}
		all = append(all, d)
	}
	return all
}

// parametersOf cuts at commas outside of brackets.
func parametersOf(list string) []string {
	depth := 0
	return strings.FieldsFunc(list, func(r rune) bool {
		switch r {
		case '<', '[', '{':
			depth++
		case '>', ']', '}':
			depth--
		}
		return r == ',' && depth == 0
	})
}

// functionOf is a function as a statement with these samples and this declaration would describe it, or nil.
func functionOf(d declared, samples []Sample) *statement.Function {
	var text strings.Builder
	for _, s := range samples {
		values := strings.FieldsFunc(s.Input, func(r rune) bool { return r == '\n' || r == '\r' })
		if len(values) != len(d.parameters) || slices.ContainsFunc(values, func(v string) bool { return !json.Valid([]byte(v)) }) {
			continue
		}
		for i, p := range d.parameters {
			values[i] = p + " = " + values[i]
		}
		fmt.Fprintf(&text, "Input: %s\nOutput: %s\n\n", strings.Join(values, ", "), strings.TrimSpace(s.Output))
	}
	if text.Len() == 0 {
		return nil
	}
	return statement.Parse(text.String() + d.text + "\n").Function
}

// template is an input.schema for the function, with the types and the bounds to be put in.
func (s *functionStyle) template() string {
	parameters := s.parameters
	if len(parameters) == 0 {
		parameters = []string{"n"}
	}
	var specs, order []string
	for _, p := range parameters {
		specs = append(specs, fmt.Sprintf(`%q: {"type": "Variable", "data_type": "int", "range": [0, 20]}`, p))
		order = append(order, fmt.Sprintf(`{"name": %q}`, p))
	}
	return fmt.Sprintf(`{"input_format": "function_args", "parameters": {%s}, "output_order": [%s]}`,
		strings.Join(specs, ", "), strings.Join(order, ", "))
}

// mistakes say what becomes of a function that nobody calls, and what to write where that is not known.
func (s *functionStyle) mistakes() []Mistake {
	say := func(warning bool, text string) (m Mistake) {
		m.File, m.Code, m.Message, m.Warning = s.file, "schema-function", text, warning
		return m
	}
	if s.known != nil {
		return []Mistake{say(true, "defines a function and reads no input, so it is called as on LeetCode, with arguments like those of "+
			"the samples, one JSON value a line: `execre schema infer` writes that format into input.schema")}
	}
	return []Mistake{
		say(!s.all, "defines a function and reads no input, so by itself it prints nothing: write input.schema to have it called as on LeetCode"),
		say(true, "an input.schema to begin with, where types and bounds are to be corrected (a list is {\"type\": \"List\", \"range\": "+
			"[1, 10], \"data_type\": {\"type\": \"Variable\", …}}; see execre schema help): "+s.template()),
	}
}
