package function

import (
	"cmp"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed harness/Main.java
var mainJava string

//go:embed harness/ListNode.java
var listNodeJava string

//go:embed harness/TreeNode.java
var treeNodeJava string

// importsJava stands before the first declaration of the candidate, in the same line: it moves no line.
const importsJava = "import java.io.*; import java.math.*; import java.text.*; import java.util.*; " +
	"import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; " +
	"import java.util.function.*; " +
	"import java.util.regex.*; import java.util.stream.*; "

// javaTypes are the words of types that harness/Main.java reads and writes.
var javaTypes = map[string]bool{
	"void": true, "boolean": true, "byte": true, "short": true, "char": true, "int": true, "long": true, "float": true,
	"double": true, "Void": true, "Boolean": true, "Byte": true, "Short": true, "Character": true, "Integer": true,
	"Long": true, "Float": true, "Double": true, "Number": true, "Object": true, "String": true, "CharSequence": true,
	"BigInteger": true, "java": true, "util": true, "lang": true, "math": true, "List": true, "ArrayList": true,
	"LinkedList": true, "Collection": true, "Iterable": true,
	"ListNode": true, "TreeNode": true, "extends": true, "final": true,
}

// outlineJava reads what a Java source declares.
func outlineJava(source string) *declared {
	d := &declared{reader: reader{tokens: braces(source, dialect{textBlocks: true})}, java: true}
	d.types, d.source = map[string]bool{}, d.tokens
	for !d.done() {
		d.members(nil, neutral)
	}
	return d
}

func (o *outline) unreadableJava(kind string) string {
	for _, t := range braces(kind, dialect{}) {
		if t.kind == word && !javaTypes[t.text] && !o.types[t.text] {
			return t.text
		}
	}
	return ""
}

func wrapJava(_, source string, call Call) (*Harness, error) {
	d := outlineJava(source)
	o := &d.outline
	t, err := choose(o, call)
	if err != nil {
		return nil, err
	}
	if t.class == nil && t.method != nil {
		return nil, &Mistake{t.method.line, "a Java function stands in a class Solution"}
	}
	classes := t.driven
	method := ""
	if t.method != nil {
		if err := checkTypes(t.method, o.unreadableJava); err != nil {
			return nil, err
		}
		if err := contradiction(t.method, call.kindsOf("", t.method), true); err != nil {
			return nil, err
		}
		classes, method = []class{*t.class}, t.method.name
	}
	// A public class stands in the file of its name; javac looks there for others as well.
	own := cmp.Or(d.file, classes[0].name)
	own += ".java"
	h := &Harness{Main: "ExecreMain.java", Own: own, Files: map[string][]byte{own: []byte(importJava(source, d.tokens))}}
	var names, literals []string
	for _, name := range call.Parameters {
		names = append(names, strconv.Quote(name))
	}
	for _, c := range classes {
		literals = append(literals, c.name+".class")
	}
	h.Files[h.Main] = []byte(strings.NewReplacer(
		"/*CLASSES*/", strings.Join(literals, ", "),
		"/*METHOD*/", fmt.Sprintf("%q", method),
		"/*NAMES*/", strings.Join(names, ", "),
	).Replace(mainJava))
	for name, text := range map[string]string{"ListNode": listNodeJava, "TreeNode": treeNodeJava} {
		if !o.top(name) {
			h.Files[name+".java"] = []byte(text)
		}
	}
	return h, nil
}

// top reports whether a class of that name stands at the top level.
func (o *outline) top(name string) bool {
	for _, c := range o.classes {
		if c.name == name {
			return true
		}
	}
	return false
}

// importJava puts the imports into a source, and blanks the package that it says it is in: files of one folder have none.
func importJava(source string, tokens []token) string {
	if len(tokens) == 0 {
		return source
	}
	at := tokens[0].start
	if tokens[0].is("package") {
		end := 1
		for end < len(tokens)-1 && !tokens[end].is(";") {
			end++
		}
		from, to := tokens[0].start, tokens[end].end
		blank := strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return r
			}
			return ' '
		}, source[from:to])
		source = source[:from] + blank + source[to:]
		at = from
	}
	return source[:at] + importsJava + source[at:]
}
