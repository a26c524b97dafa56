package toolchain

import (
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Traceback finds in what a program that failed printed on stderr the innermost line of its own source file, and the
// column where that is told; both count from 1, and 0 is unknown. file is the source's name, and its folder does not matter.
func Traceback(lang Language, file, stderr string) (line, column int) {
	// A terminal, and a regular expression, want characters.
	file, stderr = strings.ToValidUTF8(file, "\ufffd"), strings.ToValidUTF8(stderr, "\ufffd")
	t := tracer{base: path.Base(filepath.ToSlash(file)), lines: strings.Split(stderr, "\n")}
	if line, column = t.place(lang, stderr); line <= 0 {
		return 0, 0
	}
	return line, column
}

func (t tracer) place(lang Language, stderr string) (line, column int) {
	switch lang {
	case Python:
		return t.python()
	case Java:
		return t.java()
	case JavaScript, TypeScript:
		return t.node()
	case Go:
		return t.golang()
	}
	return t.firstPlace(stderr)
}

type tracer struct {
	base  string
	lines []string
}

// own reports whether a name that a program gives a file is that of its source.
func (t tracer) own(name string) bool {
	if plain, err := url.PathUnescape(name); err == nil && strings.HasPrefix(name, "file:") {
		name = plain
	}
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if name == t.base {
		return true
	}
	module := strings.TrimSuffix(name, ".mjs") // the harness of function style gives modules this ending
	return name == t.copyName() || module != name && module+".js" == t.base
}

// copyName is the other name that a source is compiled under if its own is one that compilers may not like, else "": see
// package build.
func (t tracer) copyName() string {
	if plainSource.MatchString(t.base) {
		return ""
	}
	return "main" + path.Ext(t.base)
}

var plainSource = regexp.MustCompile(`^[A-Za-z0-9][\x20-\x7e]*$`)

func numbers(line, column string) (int, int) {
	l, err := strconv.Atoi(line)
	if err != nil {
		return 0, 0
	}
	c, _ := strconv.Atoi(column)
	return l, c
}

var (
	pythonFrame = regexp.MustCompile(`^[ |+]*File "([^"]+)", line (\d+)`)

	javaFrame   = regexp.MustCompile(`^\s*at (?:app//)?([^\s(]+)\(([^():]+):(\d+)\)`)
	javaLibrary = regexp.MustCompile(`^(?:javax?|jdk|sun|com\.sun)\.|/`)
	javaBegin   = regexp.MustCompile(`^(?:Caused by: |Exception in thread )|^[\w.$]+(?:Exception|Error)\b`)

	nodeFrame  = regexp.MustCompile(`^\s+at (?:.*\()?(.+):(\d+):(\d+)\)?$`)
	nodeHeader = regexp.MustCompile(`^(\S.*):(\d+)$`)
	nodeCaret  = regexp.MustCompile(`^\s*\^[\^~]*$`)

	goFrame = regexp.MustCompile(`^\t(.+\.go):(\d+)(?: .*)?$`)
)

// python: the innermost frame of the last exception is printed last.
func (t tracer) python() (line, column int) {
	for _, text := range t.lines {
		if m := pythonFrame.FindStringSubmatch(text); m != nil && t.own(m[1]) {
			line, _ = numbers(m[2], "")
		}
	}
	return line, 0
}

// java: the innermost frame is printed first, and the exception that caused the others last. The file has the name of its
// public class, which need not be the source's: then any frame that is not of the library counts.
func (t tracer) java() (line, column int) {
	var own, any []int // of each exception, the first frame
	found := func(list []int, line int) {
		if last := len(list) - 1; last >= 0 && list[last] == 0 {
			list[last] = line
		}
	}
	own, any = []int{0}, []int{0}
	for _, text := range t.lines {
		if javaBegin.MatchString(text) {
			own, any = append(own, 0), append(any, 0)
		}
		m := javaFrame.FindStringSubmatch(text)
		if m == nil || javaLibrary.MatchString(m[1]) {
			continue
		}
		line, _ := numbers(m[3], "")
		found(any, line)
		if t.own(m[2]) {
			found(own, line)
		}
	}
	for _, list := range [][]int{own, any} {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i] > 0 {
				return list[i], 0
			}
		}
	}
	return 0, 0
}

// node: what is not caught is printed below its place, with its stack, innermost first; what is no Error has no stack.
func (t tracer) node() (line, column int) {
	from := 0
	for i, text := range t.lines {
		if m := nodeHeader.FindStringSubmatch(text); m != nil && t.own(m[1]) {
			from = i
			line, column = numbers(m[2], "")
			for _, below := range t.lines[i+1 : min(i+4, len(t.lines))] {
				if nodeCaret.MatchString(below) {
					column = utf8.RuneCountInString(below[:strings.IndexByte(below, '^')]) + 1
					break
				}
			}
		}
	}
	for _, text := range t.lines[from:] {
		if m := nodeFrame.FindStringSubmatch(text); m != nil && t.own(m[1]) {
			return numbers(m[2], m[3])
		}
	}
	return line, column
}

// golang: a frame is the line of a function and one with its place, innermost first; the functions of a program are of
// package main.
func (t tracer) golang() (line, column int) {
	for i, text := range t.lines {
		if m := goFrame.FindStringSubmatch(text); m != nil && i > 0 && strings.HasPrefix(t.lines[i-1], "main.") && t.own(m[1]) {
			return numbers(m[2], "")
		}
	}
	return 0, 0
}

// firstPlace: the first place that is named is where it happened: of a Rust panic, an assertion, a sanitizer's stack.
func (t tracer) firstPlace(stderr string) (line, column int) {
	names := regexp.QuoteMeta(t.base)
	if other := t.copyName(); other != "" {
		names += "|" + regexp.QuoteMeta(other)
	}
	place := regexp.MustCompile(`(?m)(?:^|[\s/\\:'"(,])(?:` + names + `):(\d+)(?::(\d+))?`)
	if m := place.FindStringSubmatch(stderr); m != nil {
		return numbers(m[1], m[2])
	}
	return 0, 0
}
