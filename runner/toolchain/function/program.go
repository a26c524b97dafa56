package function

import (
	"iter"
	"slices"
	"strings"
)

// IsProgram reports whether a source is a program that reads stdin by itself, as a brute force may do that stands beside
// candidates in function style: it mentions stdin, and has neither a class Solution nor what call names.
func IsProgram(language string, source []byte, call Call) bool {
	o, reads := outlined(language, source)
	return o != nil && isProgram(o, reads, call)
}

// outlined reads a source: what it defines, and what in it is a way to read stdin. The outline is nil for a
// language without a function style.
func outlined(language string, source []byte) (o *outline, reads func(at reader) bool) {
	text := strings.TrimPrefix(string(source), "\ufeff")
	switch language {
	case "cpp":
		return outlineCPP(text), readsCPP
	case "java":
		return &outlineJava(text).outline, readsJava
	case "python":
		return outlinePython(text), readsPython
	case "javascript", "typescript":
		return &outlineScript(text).outline, readsScript
	}
	return nil, nil
}

func isProgram(o *outline, reads func(at reader) bool, call Call) bool {
	meant := func(name string) bool {
		return name != "" && slices.Contains([]string{"Solution", call.Name, call.Class}, name)
	}
	for _, c := range o.classes {
		if meant(c.name) {
			return false
		}
	}
	for _, m := range o.functions {
		if call.Name != "" && m.name == call.Name {
			return false
		}
	}
	for i := range o.source {
		if reads(reader{tokens: o.source, at: i}) {
			return true
		}
	}
	return false
}

// DeclareValue says whether some of the candidates, by language and source, declare that their function returns a value,
// and none that it returns nothing.
func DeclareValue(call Call, candidates iter.Seq2[string, []byte]) bool {
	some := false
	for language, source := range candidates {
		value, declared := Returns(language, source, call)
		if declared && !value {
			return false
		}
		some = some || declared
	}
	return some
}

// declaring is the function or method of a candidate that call names; nil where no function of it is called, and where it
// cannot be told which.
func declaring(language string, source []byte, call Call) *method {
	o, reads := outlined(language, source)
	if o == nil || isProgram(o, reads, call) {
		return nil
	}
	t, err := choose(o, call)
	if err != nil {
		return nil
	}
	return t.method
}

// Returns reads what a candidate declares that its function returns: a value, or nothing (void, None). declared is false
// where it does not say, where no function of it is called, and where it cannot be told which.
func Returns(language string, source []byte, call Call) (value, declared bool) {
	m := declaring(language, source, call)
	if m == nil {
		return false, false
	}
	kind := strings.TrimSpace(m.returns)
	switch kind {
	case "", "auto", "decltype(auto)", "any", "Any", "unknown", "*":
		return false, false
	}
	if language == "cpp" || language == "java" {
		words := braces(kind, dialect{})
		return len(words) == 0 || !words[len(words)-1].is("void", "Void"), true
	}
	kind, _ = kindOf(resultKind(kind))
	return kind != "void", true
}

// The functions below say whether the tokens from a place on are a way to read stdin.

func readsCPP(at reader) bool {
	return at.peek(0).is("cin", "stdin", "scanf", "getchar", "getchar_unlocked", "gets", "STDIN_FILENO", "istreambuf_iterator") ||
		at.peek(0).is("read", "fread_unlocked") && at.peek(1).is("(") && at.peek(2).is("0")
}

func readsJava(at reader) bool {
	return at.peek(0).is("System") && at.peek(1).is(".") && at.peek(2).is("in") || at.peek(0).is("readln")
}

func readsPython(at reader) bool {
	called := at.peek(1).is("(") && !at.peek(-1).is("def", ".")
	return at.peek(0).is("stdin", "fileinput") || at.peek(0).is("input") && called ||
		at.peek(0).is("open") && at.peek(1).is("(") && at.peek(2).is("0")
}

func readsScript(at reader) bool {
	t := at.peek(0)
	return t.is("stdin") || t.is("readFileSync", "readSync") && at.peek(1).is("(") && at.peek(2).is("0") ||
		t.kind == literal && strings.Contains(t.text, "/dev/stdin")
}
