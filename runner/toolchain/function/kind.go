package function

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// A kind says what a JSON value is, or is to become: "number", "text" (a character too), "truth", "ListNode",
// "TreeNode", and "[]" before one of these for a list of them; "" where nobody knows, so that "[]" is a list of
// anything. A source may also declare "float" and "bigint", which are numbers, and "void", nothing.

// Declared is what candidates declare, as kinds; "" where nobody does or they differ.
type Declared struct {
	Parameters []string // "ListNode", "TreeNode" and lists of them; "" for everything else
	Result     string
}

// Declare reads what candidates, by language and source, declare of what call names. A candidate that declares nothing
// is then called as the others are: the values of a ListNode and a list of numbers are the same in an input.
func Declare(call Call, candidates iter.Seq2[string, []byte]) Declared {
	parameters := make([]map[string]bool, len(call.Parameters)+1) // the last is the result
	for i := range parameters {
		parameters[i] = map[string]bool{}
	}
	for language, source := range candidates {
		m := declaring(language, source, call)
		if m == nil {
			continue
		}
		kinds := make([]string, len(parameters))
		for i, p := range m.parameters[:min(len(m.parameters), len(call.Parameters))] {
			kinds[i], _ = kindOf(p.kind)
		}
		kinds[len(call.Parameters)], _ = kindOf(resultKind(m.returns))
		for i, kind := range kinds {
			if kind != "" {
				parameters[i][kind] = true
			}
		}
	}
	d := Declared{Parameters: make([]string, len(call.Parameters)), Result: agreed(parameters[len(call.Parameters)])}
	for i := range d.Parameters {
		if kind := agreed(parameters[i]); ofNodes(kind) {
			d.Parameters[i] = kind
		}
	}
	return d
}

// agreed is the only one of the kinds; or the only one with nodes, if the others are lists as a brute force may prefer
// them.
func agreed(kinds map[string]bool) string {
	var found []string
	for kind := range kinds {
		if ofNodes(kind) {
			found = append(found, kind)
		}
	}
	if len(found) == 0 {
		found = slices.Collect(maps.Keys(kinds))
	}
	if len(found) != 1 {
		return ""
	}
	for kind := range kinds {
		if kind != found[0] && !fits(found[0], kind, true) {
			return ""
		}
	}
	return found[0]
}

// ofNodes reports whether a kind is that of nodes, or of lists of them.
func ofNodes(kind string) bool {
	return strings.HasSuffix(kind, "ListNode") || strings.HasSuffix(kind, "TreeNode")
}

// fits reports whether a value of the input format can become what is declared. Where types are only told, a source may
// be careless with those that do not matter here.
func fits(declared, value string, typed bool) bool {
	for strings.HasPrefix(declared, "[]") && strings.HasPrefix(value, "[]") {
		declared, value = declared[2:], value[2:]
	}
	list := strings.HasPrefix(value, "[]")
	switch {
	case declared == "" || value == "":
		return true
	case value == "TreeNode":
		return declared == value || declared == "[]" // with null for what is missing
	case value == "ListNode":
		return declared == value || strings.HasPrefix(declared, "[]")
	case ofNodes(declared):
		return list && !strings.HasPrefix(value, "[][]") && !ofNodes(value)
	case list || strings.HasPrefix(declared, "[]"):
		return !typed
	case declared == "float" || declared == "bigint":
		declared = "number"
	}
	return !typed || declared == value
}

// refined is the kind of a value of which the input format and somebody who has seen more speak.
func refined(value, declared string) string {
	if ofNodes(declared) && !ofNodes(value) && fits(declared, value, true) {
		return declared
	}
	return value
}

// merged is what a value becomes that is declared so, where that may leave something open.
func merged(declared, value string) string {
	if declared == "" {
		return value
	}
	if strings.HasPrefix(declared, "[]") && strings.HasPrefix(value, "[]") {
		return "[]" + merged(declared[2:], value[2:])
	}
	return declared
}

// words writes a kind for people: "a list of numbers".
func words(kind string) string {
	if kind == "" {
		return "a value"
	}
	if rest, list := strings.CutPrefix(kind, "[]"); list {
		if rest == "" {
			return "a list"
		}
		_, rest, _ = strings.Cut(words(rest), " ")
		head, tail, _ := strings.Cut(rest, " of ")
		if tail != "" {
			tail = " of " + tail
		}
		return "a list of " + strings.TrimSuffix(head, "s") + "s" + tail
	}
	return map[string]string{
		"number": "a number", "float": "a number", "bigint": "a number", "text": "a text", "truth": "a truth value",
		"ListNode": "a linked list", "TreeNode": "a tree", "void": "nothing",
	}[kind]
}

// kindsOf are the kinds that the input format gives the parameters of a method. The name is that of a method of a driven
// class, "" for its constructor and for everything else.
func (c Call) kindsOf(name string, m *method) []string {
	kinds := make([]string, len(m.parameters))
	if c.Class == "" {
		copy(kinds, c.Kinds)
	} else {
		copy(kinds, c.Methods[name])
	}
	return kinds
}

// contradiction finds a parameter that cannot become what the input format has for it.
func contradiction(m *method, kinds []string, typed bool) error {
	for i, p := range m.parameters {
		declared, _ := kindOf(p.kind)
		if fits(declared, kinds[i], typed) {
			continue
		}
		way := "change one of the two"
		switch leaf := strings.TrimLeft(kinds[i], "[]"); {
		case leaf == "TreeNode" && !typed:
			way = "declare a TreeNode, a list whose values may be missing, or nothing"
		case leaf == "TreeNode":
			way = "declare a TreeNode"
		}
		return &Mistake{p.line, fmt.Sprintf("parameter %s of %s is a %s, but the input format has %s for it: %s",
			p.name, m.name, strings.TrimSpace(p.kind), words(kinds[i]), way)}
	}
	return nil
}

// plain are the names of types, in all languages, that hold one value, with its kind.
var plain = map[string]string{
	"int": "number", "long": "number", "short": "number", "byte": "number", "double": "number", "number": "number",
	"unsigned": "number", "signed": "number", "size_t": "number", "int32_t": "number", "int64_t": "number",
	"uint32_t": "number", "uint64_t": "number", "float": "float", "bigint": "bigint", "BigInt": "bigint",
	"str": "text", "string": "text", "String": "text", "char": "text", "character": "text", "CharSequence": "text",
	"bool": "truth", "boolean": "truth", "ListNode": "ListNode", "TreeNode": "TreeNode",
	"void": "void", "None": "void", "undefined": "void",
}

// lists are the names of types that are lists of others.
var lists = map[string]bool{
	"List": true, "list": true, "Array": true, "ReadonlyArray": true, "Sequence": true, "Iterable": true, "Deque": true,
	"deque": true, "vector": true, "ArrayList": true, "LinkedList": true, "Collection": true,
}

// kindOf reads a type as the languages and their comments write it. bad is a class that LeetCode supplies and we do not.
func kindOf(written string) (kind, bad string) {
	tokens := braces(strings.NewReplacer(`"`, " ", "'", " ", "`", " ").Replace(written), dialect{script: true})
	return kindOfTokens(tokens, 0)
}

func kindOfTokens(tokens []token, depth int) (kind, bad string) {
	if depth > deepest {
		return "", ""
	}
	for len(tokens) > 0 && tokens[0].is("?", "!", "readonly", "|", "...", "const", "final", "struct") {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].is("=", "?", "*", "&", "const") {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return "", ""
	}
	// One of several: none, and something else.
	if i := index(tokens, "|"); i >= 0 {
		return oneOf(split(tokens, "|"), depth)
	}
	last := tokens[len(tokens)-1]
	switch {
	case last.is("]") && len(tokens) >= 3 && tokens[len(tokens)-2].is("["):
		kind, bad = kindOfTokens(tokens[:len(tokens)-2], depth+1)
		return listOf(kind), bad
	case tokens[0].is("(") && last.is(")"):
		return kindOfTokens(tokens[1:len(tokens)-1], depth+1)
	}
	// A name, perhaps with others before it, perhaps with arguments.
	name, rest := tokens[0], tokens[1:]
	for len(rest) >= 2 && rest[0].is(".", "::") && rest[1].kind == word {
		name, rest = rest[1], rest[2:]
	}
	if len(rest) > 0 && rest[0].is(".") {
		rest = rest[1:] // Array.<number>
	}
	if len(rest) >= 2 && (rest[0].is("[") && last.is("]") || rest[0].is("<") && last.is(">")) {
		inside := rest[1 : len(rest)-1]
		switch {
		case name.is("Optional"):
			return oneOf([][]token{inside, nil}, depth)
		case name.is("Union"):
			return oneOf(split(inside, ","), depth)
		case lists[name.text]:
			kind, bad = kindOfTokens(inside, depth+1)
			return listOf(kind), bad
		}
		return "", ""
	}
	for _, t := range rest {
		if plain[name.text] != "number" || plain[t.text] != "number" {
			return "", "" // unsigned long long is one, and nothing else of several words
		}
	}
	switch {
	case name.is("Node", "NestedInteger"):
		return "", name.text
	case lists[name.text]:
		return "[]", ""
	}
	return plain[name.text], ""
}

func listOf(kind string) string {
	if kind == "void" {
		kind = ""
	}
	return "[]" + kind
}

// oneOf gives the only alternative that is something; a number or text that can be missing may be anything.
func oneOf(parts [][]token, depth int) (kind, bad string) {
	some := slices.DeleteFunc(slices.Clone(parts), func(part []token) bool {
		return len(part) == 0 || len(part) == 1 && part[0].is("null", "None", "undefined", "void")
	})
	if len(some) != 1 {
		return "", ""
	}
	kind, bad = kindOfTokens(some[0], depth+1)
	if len(parts) > 1 && !strings.HasPrefix(kind, "[]") && !ofNodes(kind) && kind != "float" && kind != "bigint" {
		kind = ""
	}
	return kind, bad
}

// resultKind is what an asynchronous function gives in the end.
func resultKind(written string) string {
	written = strings.TrimSpace(written)
	if inside, ok := strings.CutPrefix(written, "Promise<"); ok {
		return strings.TrimSuffix(inside, ">")
	}
	return written
}
