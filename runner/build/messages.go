package build

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"execre/runner"
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

	certain bool // the compiler judged the source: a second attempt cannot end otherwise
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
	f := &Failure{Output: output, certain: res.Verdict == runner.Crash && res.Signal == ""}
	own := Message{File: r.src.Name, Severity: "error"}
	switch {
	case res.Verdict == runner.TimeLimit:
		own.Text = fmt.Sprintf("the compiler needed more than %v", limits.CPU)
	case res.Verdict != runner.Crash:
		own.Text = fmt.Sprintf("the compiler was stopped: %v", res.Verdict)
	default:
		f.Messages = parse(output, r.main, r.src.Name)
		countCodePoints(f.Messages, r.src)
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
		if line, _, _ := strings.Cut(strings.TrimSpace(output), "\n"); line != "" {
			own.Text += ": " + line
		}
	}
	f.Messages = append([]Message{own}, f.Messages...)
	return f
}

var (
	placedPattern    = regexp.MustCompile(`^(.+?):(\d+):(?:(\d+):)? (fatal error|error|warning|note): (.*)$`)
	undefinedPattern = regexp.MustCompile(
		"\\bundefined reference to .*$|\\bundefined symbol: .*$|\\bmultiple definition of [`'][^`']*'")
	unplacedPattern = regexp.MustCompile(`^(?:[^\s:]+: )?(?:fatal )?error: (.*)$`)
)

// parse reads what gcc, clang and the linkers print. main is the name under which the compiler saw the source
// that the user calls name.
func parse(output, main, name string) []Message {
	var messages []Message
	linker := false
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		switch m := placedPattern.FindStringSubmatch(line); {
		case m != nil:
			file := m[1]
			if !filepath.IsAbs(file) {
				if file = path.Clean(filepath.ToSlash(file)); file == main {
					file = name
				}
			}
			row, _ := strconv.Atoi(m[2])
			column, _ := strconv.Atoi(m[3])
			messages = append(messages, Message{file, row, column, strings.TrimPrefix(m[4], "fatal "), m[5] + hint(m[5])})
		case undefinedPattern.MatchString(line):
			linker = true
			messages = append(messages, Message{File: name, Severity: "error", Text: undefinedPattern.FindString(line)})
		case !linker && unplacedPattern.MatchString(line):
			// After a message of the linker this only says that it failed.
			messages = append(messages, Message{File: name, Severity: "error", Text: unplacedPattern.FindStringSubmatch(line)[1]})
		}
	}
	return messages
}

// countCodePoints turns the columns of the source's messages, which compilers give in bytes, into code points.
func countCodePoints(messages []Message, src Source) {
	lines := bytes.Split(src.Text, []byte("\n"))
	for i, m := range messages {
		if m.File == src.Name && m.Line >= 1 && m.Line <= len(lines) && m.Column > 1 {
			line := lines[m.Line-1]
			messages[i].Column = utf8.RuneCount(line[:min(m.Column-1, len(line))]) + 1
		}
	}
}

// hint adds a way out to messages that leave a contest programmer without one.
func hint(text string) string {
	if strings.Contains(text, "bits/stdc++.h") {
		return " (only g++ has this header: install g++, or include the headers of the standard by name)"
	}
	return ""
}
