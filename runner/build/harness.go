package build

import (
	"context"
	"errors"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
)

// functionStyle are the languages that have one.
var functionStyle = []toolchain.Language{
	toolchain.CPP, toolchain.Java, toolchain.Python, toolchain.JavaScript, toolchain.TypeScript,
}

// mainPattern matches the beginning of a program in a language that has no function style.
var mainPattern = regexp.MustCompile(`\bmain\s*\(`)

// wrap puts the harness around a candidate in function style. Where others define a function, a program that reads stdin by
// itself stays what it is. The error is a *Failure.
func (c *Cache) wrap(ctx context.Context, r *recipe) error {
	call := r.src.Call
	if call == nil || !r.src.Language.Supported() || r.override.Compile != nil || r.override.Run != nil && !otherPython(r) {
		return nil // nobody knows what commands of the user's make of a harness
	}
	language := string(r.src.Language)
	if !slices.Contains(functionStyle, r.src.Language) && mainPattern.Match(r.src.Text) ||
		function.IsProgram(language, r.src.Text, *call) {
		return nil
	}
	dir, file := path.Split(r.main)
	h, err := function.Wrap(language, file, r.src.Text, *call)
	if err != nil {
		return c.unwrapped(ctx, r, err)
	}
	r.wrapped = map[string][]byte{}
	for name, text := range h.Files {
		// A ListNode of the candidate's own in another file is the one that it means.
		if _, theirs := r.files[dir+name]; !theirs || name == h.Main || name == h.Own {
			r.wrapped[dir+name] = text
			delete(r.files, dir+name)
		}
	}
	maps.DeleteFunc(r.files, func(name string, _ []byte) bool {
		return path.Base(name) == "package.json" // the harness decides whether it is a module
	})
	r.harness, r.main, r.own = h, dir+h.Main, dir+h.Own
	if r.src.Language == toolchain.Java {
		r.class = strings.TrimSuffix(h.Main, ".java")
	}
	return nil
}

// otherPython reports whether the user's command for Python is another interpreter, which takes a harness like any program.
func otherPython(r *recipe) bool {
	run := r.override.Run
	last := len(run) - 1
	return r.src.Language == toolchain.Python && last > 0 && run[last] == "{src}" &&
		!slices.ContainsFunc(run[1:last], func(arg string) bool { return !pythonFlag.MatchString(arg) })
}

// unwrapped is the error for a candidate that has nothing to be called. In the languages where it is a program all
// the same, a mistake in its syntax goes before: it may be the reason.
func (c *Cache) unwrapped(ctx context.Context, r *recipe, err error) error {
	switch r.src.Language {
	case toolchain.Python, toolchain.JavaScript, toolchain.TypeScript:
		plain := r.src
		plain.Call = nil
		_, wrong := c.Build(ctx, plain, r.override)
		var failure *Failure
		if errors.As(wrong, &failure) {
			return failure
		}
	}
	m := Message{File: r.src.Name, Severity: "error", Text: err.Error()}
	var mistake *function.Mistake
	if errors.As(err, &mistake) {
		m.Line, m.Text = mistake.Line, mistake.Text
	}
	return &Failure{Messages: []Message{m}, Output: m.String() + "\n"}
}

// texts gives the files of the program, by name: the candidate's own, those that it uses, and the harness.
func (r recipe) texts() map[string][]byte {
	texts := maps.Clone(r.files)
	if r.harness == nil {
		texts[r.main] = r.src.Text
	}
	maps.Copy(texts, r.wrapped)
	return texts
}

// mainText is the text of the file that is compiled or run.
func (r recipe) mainText() []byte {
	if r.harness != nil {
		return r.wrapped[r.main]
	}
	return r.src.Text
}

// place makes the candidate's places of those in the harness. What is found behind the end of the candidate (a missing
// brace) is at its end; what is found in other files of ours is at no place in particular.
func (r recipe) place(messages []Message) {
	if r.harness == nil {
		return
	}
	own := strings.Split(string(r.wrapped[r.own]), "\n")
	source := strings.Split(strings.TrimPrefix(string(r.src.Text), "\ufeff"), "\n")
	for i := range messages {
		m := &messages[i]
		switch _, ours := r.wrapped[m.File]; {
		case m.File == r.src.Name && m.Line > 0:
			line, ok := r.harness.Line(r.harness.Own, m.Line)
			if !ok {
				m.Line, m.Column = strings.Count(strings.TrimSuffix(string(r.src.Text), "\n"), "\n")+1, 0
				continue
			}
			m.Line, m.Column = line, without(own[m.Line-1], source[line-1], m.Column)
		case ours:
			m.File, m.Line, m.Column = r.src.Name, 0, 0
		}
	}
}

// without gives the column in a line for one in the longer line that became of it when something was put in.
func without(longer, line string, column int) int {
	added := utf8.RuneCountInString(longer) - utf8.RuneCountInString(line)
	if added <= 0 || column == 0 {
		return column
	}
	same := 1 // the first column that is not the same in both
	for i, a := range line {
		if i >= len(longer) || !strings.HasPrefix(longer[i:], string(a)) {
			break
		}
		same++
	}
	if column < same {
		return column
	}
	return max(same, column-added)
}
