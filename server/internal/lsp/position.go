package lsp

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"go.lsp.dev/protocol"
)

// mains finds the line at which people look for a program's beginning: the first pattern that matches decides.
var mains = map[string][]*regexp.Regexp{
	"c++": {
		regexp.MustCompile(`(?m)^[ \t]*(?:signed|int|int32_t|auto|void)[ \t]+main[ \t]*\(`),
		regexp.MustCompile(`(?m)^[A-Za-z_][\w:<>,&* \t]*[ \t*&]solve[ \t]*\(`),
		solution,
	},
	"python": {
		regexp.MustCompile(`(?m)^def[ \t]+main[ \t]*\(`),
		regexp.MustCompile(`(?m)^if[ \t]+__name__`),
		regexp.MustCompile(`(?m)^[ \t]*def[ \t]+solve[ \t]*\(`),
		solution,
	},
	"java": {
		regexp.MustCompile(`(?m)^[ \t]*(?:[a-z]+[ \t]+)*void[ \t]+main[ \t]*\(`),
		solution,
	},
	"javascript": {
		regexp.MustCompile(`(?m)^(?:async[ \t]+)?function[ \t]+(?:main|solve)[ \t]*\(|^(?:const|let|var)[ \t]+(?:main|solve)[ \t]*=`),
		solution,
	},
	"go":   {regexp.MustCompile(`(?m)^func[ \t]+main[ \t]*\(`)},
	"rust": {regexp.MustCompile(`(?m)^(?:pub[ \t]+)?fn[ \t]+main[ \t]*\(`)},
}

// solution is where a candidate in function style begins.
var solution = regexp.MustCompile(`(?m)^(?:public[ \t]+|final[ \t]+)*class[ \t]+Solution\b`)

// byExtension says whose patterns a file goes by; no entry: it begins in its first line.
var byExtension = map[string]string{
	".c": "c++", ".cc": "c++", ".cpp": "c++", ".cxx": "c++", ".c++": "c++",
	".py": "python", ".py3": "python", ".java": "java", ".go": "go", ".rs": "rust",
	".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".ts": "javascript",
}

// maxProgram is how much of a text is searched for its main, in bytes: what is longer is no program that a person wrote.
const maxProgram = 1 << 20

// mainLine is the line, from 0, on which a program begins for people: that of main or solve, else the first.
func mainLine(file, text string) int {
	text = text[:min(len(text), maxProgram)]
	for _, pattern := range mains[byExtension[strings.ToLower(filepath.Ext(file))]] {
		if at := pattern.FindStringIndex(text); at != nil {
			return strings.Count(text[:at[0]], "\n")
		}
	}
	return 0
}

// place is the range of the word at line and column of a text, or of the whole line where column is 0. They count from
// 1, the column in code points; what is outside of the text is moved into it. The range counts UTF-16 units or bytes.
func place(text string, line, column int, utf8 bool) protocol.Range {
	lines := strings.Split(text, "\n")
	line = min(max(line, 1), len(lines))
	runes := []rune(strings.TrimSuffix(lines[line-1], "\r"))
	var from, to int
	if column <= 0 {
		for from < len(runes) && unicode.IsSpace(runes[from]) {
			from++
		}
		to = len(runes)
		for to > from && unicode.IsSpace(runes[to-1]) {
			to--
		}
	} else {
		from = min(column-1, max(len(runes)-1, 0))
		to = min(from+1, len(runes))
		for to < len(runes) && isWord(runes[from]) && isWord(runes[to]) {
			to++
		}
	}
	at := func(n int) protocol.Position {
		return protocol.Position{Line: uint32(line - 1), Character: uint32(units(runes[:n], utf8))}
	}
	return protocol.Range{Start: at(from), End: at(to)}
}

// units is the length of a text in UTF-16 units or in bytes.
func units(text []rune, utf8 bool) int {
	if utf8 {
		return len(string(text))
	}
	return len(utf16.Encode(text))
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
