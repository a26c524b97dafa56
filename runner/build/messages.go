package build

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
)

// Message is one message of a compiler.
type Message struct {
	File     string `json:"file"`     // as in Source.Name; absolute if it is not in the problem folder
	Line     int    `json:"line"`     // from 1; 0 unknown
	Column   int    `json:"column"`   // from 1, in code points where the line is one of the source's, else in bytes; 0 unknown
	Severity string `json:"severity"` // "error", "warning", "note"
	Text     string `json:"text"`
}

// String is the message as compilers print it, without the severity: "a.cpp:3:5: expected ';'".
func (m Message) String() string {
	at := m.File
	if m.Line > 0 {
		at += ":" + strconv.Itoa(m.Line)
		if m.Column > 0 {
			at += ":" + strconv.Itoa(m.Column)
		}
	}
	return at + ": " + m.Text
}

// Failure is the error of a source that does not compile.
type Failure struct {
	Messages []Message `json:"messages"` // at least one error
	Output   string    `json:"output"`   // what the compiler printed, capped

	certain   bool // the compiler judged the source: a second attempt cannot end otherwise
	exhausted bool // the compiler was stopped for what it took
}

// Error is one line: the first error.
func (f *Failure) Error() string {
	for _, m := range f.Messages {
		if m.Severity == "error" {
			return m.String()
		}
	}
	return "does not compile"
}

// compilerFailure is the error for a compiler that did not succeed.
func compilerFailure(r recipe, output string, res runner.Result) *Failure {
	f := &Failure{Output: output, certain: res.Verdict == runner.Crash && res.Signal == "", exhausted: r.exhausts(res)}
	own := Message{File: r.src.Name, Severity: "error"}
	switch {
	case res.Verdict == runner.TimeLimit && f.exhausted:
		own.Text = fmt.Sprintf("takes too long to compile: more than %v of CPU time", r.limits().CPU)
	case res.Verdict == runner.TimeLimit:
		own.Text = fmt.Sprintf("takes too long to compile: the compiler did not end within %v", r.limits().Wall)
	case res.Verdict == runner.MemoryLimit:
		own.Text = fmt.Sprintf("takes too much memory to compile: more than %v", r.limits().Memory)
	case res.Verdict == runner.OutputLimit:
		own.Text = fmt.Sprintf("the compiler prints too much about it: more than %v", r.limits().Output)
	case res.Verdict != runner.Crash:
		own.Text = fmt.Sprintf("the compiler was stopped: %v", res.Verdict)
	default:
		f.Messages = parse(output, r.own, r.src.Name)
		countCodePoints(f.Messages, r)
		r.place(f.Messages)
		for _, m := range f.Messages {
			if m.Severity == "error" {
				return f
			}
		}
		// A compiler that says nothing we understand may have failed for reasons of its own.
		f.certain = false
		own.Text = fmt.Sprintf("the compiler ended with exit status %d", res.ExitCode)
		if res.Signal != "" {
			own.Text = "the compiler crashed with " + res.Signal
		}
		if strings.Contains(output, "File size limit exceeded") {
			own.Text = fmt.Sprintf("takes too much space to compile: a file of more than %v", process.FileLimit)
		} else if line := firstWords(output); line != "" {
			own.Text += ": " + line
		}
	}
	f.Messages = append([]Message{own}, f.Messages...)
	return f
}

// firstWords is the first line of what a compiler says that is more than a heading: go begins with "# package".
func firstWords(output string) string {
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return ""
}

// The formats of compilers.
var (
	// gcc, clang, javac; rustc with short messages: a.cpp:3:5: error: text
	placedPattern = regexp.MustCompile(`^(.+?):(\d+):(?:(\d+):)? (fatal error|error|warning|note)(?:\[\w+\])?: (.*)$`)
	// the assembler, of a line of the source where it knows it, else of a file that the compiler made for it:
	// /tmp/ccaamir5.s:4: Error: text
	assemblerPattern = regexp.MustCompile(`^(.+?):(\d+): Error: (.*)$`)
	// go: ./a.go:3:5: text
	goPattern = regexp.MustCompile(`^(\S.*?\.go):(\d+):(?:(\d+):)? (.*)$`)
	// tsc, our node.js: a.ts(3,5): error TS1005: text
	tscPattern = regexp.MustCompile(`^(.+?)\((\d+),(\d+)\): (error|warning|message)(?: \w+)?: (.*)$`)
	// rustc: a line with the message, then one with the place
	rustPattern      = regexp.MustCompile(`^(error|warning|note)(?:\[\w+\])?: (.*)$`)
	rustPlacePattern = regexp.MustCompile(`^ *--> (.+):(\d+):(\d+)$`)
	// Node: the place, lines of the source, a line with carets below the mistake, the message
	nodePlacePattern = regexp.MustCompile(`^(\S.*):(\d+)$`)
	nodePattern      = regexp.MustCompile(`^SyntaxError(?: \[\w+\])?: (.*)$`)
	caretPattern     = regexp.MustCompile(`^[ \t]*\^[\^~]*$`)

	undefinedPattern = regexp.MustCompile("\\bundefined reference to .*$|\\bundefined symbol: .*$|" +
		"\\bmultiple definition of [`'][^`']*'|\\bfunction main is undeclared in the main package$")
	unplacedPattern = regexp.MustCompile(`^(?:[^\s:]+: )?(?:fatal )?error: (.*)$`)
	// what javac says below a message: "  symbol:   variable y"
	symbolPattern = regexp.MustCompile(`^  symbol: +(.*)$`)
)

// parse reads what compilers and linkers print. main is the name under which the compiler saw the source that the user
// calls name.
func parse(output, main, name string) []Message {
	p := parser{main: main, name: name}
	for line := range strings.Lines(output) {
		p.line(strings.TrimRight(line, "\r\n"))
	}
	return p.messages
}

type parser struct {
	main, name string
	messages   []Message

	linker bool     // it has spoken
	bare   bool     // the last message has no place yet: rustc names it in the next line
	column int      // the last message has no column yet: javac shows it by a caret, this many lines below at most
	place  []string // Node: file and line, which come before their message
	caret  int      // Node: the column below the place
}

// put adds a message.
func (p *parser) put(file, line, column, severity, text string) {
	switch severity {
	case "fatal error":
		severity = "error"
	case "message":
		severity = "note"
	}
	m := Message{File: p.file(file), Severity: severity, Text: text + hint(text)}
	m.Line, _ = strconv.Atoi(line)
	m.Column, _ = strconv.Atoi(column)
	p.messages = append(p.messages, m)
	p.bare, p.column = false, 0
}

// file is the user's name of a file that a compiler names.
func (p *parser) file(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	if file = path.Clean(filepath.ToSlash(file)); file == p.main {
		return p.name
	}
	return file
}

func (p *parser) line(line string) {
	if p.bare {
		p.bare = false
		if m := rustPlacePattern.FindStringSubmatch(line); m != nil {
			last := &p.messages[len(p.messages)-1]
			last.File = p.file(m[1])
			last.Line, _ = strconv.Atoi(m[2])
			last.Column, _ = strconv.Atoi(m[3])
			return
		}
	}
	if p.column > 0 {
		p.column--
		if at := strings.IndexByte(line, '^'); caretPattern.MatchString(line) {
			p.messages[len(p.messages)-1].Column = utf8.RuneCountInString(line[:at]) + 1
			p.column = 0
			return
		}
	}
	switch m := placedPattern.FindStringSubmatch(line); {
	case m != nil:
		p.put(m[1], m[2], m[3], m[4], m[5])
		if m[3] == "" && strings.HasSuffix(m[1], ".java") {
			p.column = 2
		}
		return
	case p.place != nil && nodePattern.MatchString(line):
		p.put(p.place[1], p.place[2], strconv.Itoa(p.caret), "error", nodePattern.FindStringSubmatch(line)[1])
		p.place, p.caret = nil, 0
		return
	case p.place != nil && caretPattern.MatchString(line):
		p.caret = strings.IndexByte(line, '^') + 1
		return
	}
	if m := assemblerPattern.FindStringSubmatch(line); m != nil {
		if filepath.IsAbs(m[1]) {
			m[1], m[2] = p.main, ""
		}
		p.put(m[1], m[2], "", "error", m[3])
		return
	}
	if m := tscPattern.FindStringSubmatch(line); m != nil {
		p.put(m[1], m[2], m[3], m[4], m[5])
		return
	}
	if m := goPattern.FindStringSubmatch(line); m != nil {
		p.put(m[1], m[2], m[3], "error", m[4])
		return
	}
	if m := nodePlacePattern.FindStringSubmatch(line); m != nil {
		p.place, p.caret = m, 0
		return
	}
	if m := symbolPattern.FindStringSubmatch(line); m != nil && len(p.messages) > 0 {
		p.messages[len(p.messages)-1].Text += ": " + m[1]
		return
	}
	if undefinedPattern.MatchString(line) {
		p.linker = true
		p.put(p.main, "", "", "error", undefinedPattern.FindString(line))
		return
	}
	if m := rustPattern.FindStringSubmatch(line); m != nil && !p.linker && !strings.HasPrefix(m[2], "aborting due to ") {
		p.put(p.main, "", "", m[1], m[2])
		p.bare = true
		return
	}
	if m := unplacedPattern.FindStringSubmatch(line); m != nil && !p.linker && !strings.Contains(m[1], "aborting due to ") {
		// After a message of the linker this only says that it failed.
		p.put(p.main, "", "", "error", m[1])
	}
}

// inUnits are the units in which compilers count columns, where it is not code points.
var inUnits = map[toolchain.Language]func(r rune) int{
	toolchain.C: utf8.RuneLen, toolchain.CPP: utf8.RuneLen, toolchain.Go: utf8.RuneLen,
	toolchain.Java: utf16.RuneLen, toolchain.JavaScript: utf16.RuneLen, toolchain.TypeScript: utf16.RuneLen,
}

// countCodePoints turns the columns of messages about the candidate's own files into code points.
func countCodePoints(messages []Message, r recipe) {
	size := inUnits[r.src.Language]
	if size == nil {
		return
	}
	texts := map[string][]string{}
	for i, m := range messages {
		lines, known := texts[m.File]
		if !known {
			text := r.files[m.File]
			if m.File == r.src.Name {
				text = r.texts()[r.own]
			}
			lines = strings.Split(string(text), "\n")
			texts[m.File] = lines
		}
		if m.Line < 1 || m.Line > len(lines) || m.Column < 2 {
			continue
		}
		column, units := 1, m.Column-1
		for _, c := range lines[m.Line-1] {
			if units <= 0 {
				break
			}
			units -= max(size(c), 1)
			column++
		}
		messages[i].Column = column
	}
}

// hints are ways out for messages that leave a contest programmer without one.
var hints = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{
		regexp.MustCompile(`^\.\./.*: No such file or directory|^'\.\./.*' file not found`),
		"only the files of the problem folder are there when it is built: put it into the folder",
	},
	{
		regexp.MustCompile(`bits/stdc\+\+\.h`),
		"only g++ has this header: install g++, or include the headers of the standard by name",
	},
	{
		regexp.MustCompile(`^class \S+ is public, should be declared in a file named`),
		"only one class of a file can be public",
	},
	{
		regexp.MustCompile("^unresolved import|use of unresolved module or unlinked crate|undeclared crate or module|" +
			"^can't find crate"),
		"only the standard library is there; for crates set [languages.rust] compile in execre.toml",
	},
	{
		regexp.MustCompile(`^no required module provides package|is not in std\b|^cannot find module providing package`),
		"only the standard library is there; for modules set [languages.go] compile in execre.toml",
	},
}

func hint(text string) string {
	for _, h := range hints {
		if h.pattern.MatchString(text) {
			return " (" + h.text + ")"
		}
	}
	return ""
}
