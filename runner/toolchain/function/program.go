package function

import (
	"slices"
	"strings"
)

// IsProgram reports whether a source is a program that reads stdin by itself, as a brute force may do that stands beside
// candidates in function style: it mentions stdin, and has neither a class Solution nor what call names.
func IsProgram(language string, source []byte, call Call) bool {
	text := strings.TrimPrefix(string(source), "\ufeff")
	var o *outline
	var tokens []token
	var reads func(at reader) bool
	switch language {
	case "cpp":
		o, tokens, reads = outlineCPP(text), braces(text, dialect{directives: true}), readsCPP
	case "java":
		d := outlineJava(text)
		o, tokens, reads = &d.outline, d.tokens, readsJava
	case "python":
		o, tokens = outlinePython(text)
		reads = readsPython
	case "javascript", "typescript":
		s := outlineScript(text)
		o, tokens, reads = &s.outline, s.tokens, readsScript
	default:
		return false
	}
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
	for i := range tokens {
		if reads(reader{tokens: tokens, at: i}) {
			return true
		}
	}
	return false
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
