package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// Format lays a schema file out as the help shows it: two blanks for each step of indentation, one blank where there are
// several, blanks around comparisons. What the file means, and its comments, stay as they are; so does a JSON file
// that is no JSON, byte by byte, and what stands behind "matches".
func Format(src []byte) []byte {
	if invalidUTF8(src) >= 0 {
		return src
	}
	text := strings.ReplaceAll(string(bytes.TrimPrefix(src, []byte("\uFEFF"))), "\r\n", "\n")
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		var out bytes.Buffer
		if json.Indent(&out, []byte(strings.TrimSpace(text)), "", "  ") != nil {
			return src
		}
		return append(out.Bytes(), '\n')
	}
	lines := strings.Split(text, "\n")
	rule := slices.IndexFunc(lines, isRule)
	if rule < 0 {
		return src // where the layout ends is for a person to say
	}
	out := append(formatLayout(lines[:rule]), "---")
	blank := true // none at the beginning, one elsewhere
	for _, line := range lines[rule+1:] {
		line = formatConstraint(strings.TrimSpace(line))
		if line == "" && blank {
			continue
		}
		blank = line == ""
		out = append(out, line)
	}
	return []byte(strings.TrimRight(strings.Join(out, "\n"), "\n") + "\n")
}

// isRule says whether a line is the one between layout and constraints.
func isRule(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "---") && strings.Trim(line, "-") == ""
}

func formatLayout(lines []string) []string {
	isBlank := func(l string) bool { return strings.TrimSpace(l) == "" }
	for len(lines) > 0 && isBlank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && isBlank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	var out []string
	var around []int // the indentations of the blocks that the line stands in
	for _, line := range lines {
		if isBlank(line) {
			out = append(out, "")
			continue
		}
		indent, depth := indentation(line), len(around)
		for len(around) > 0 && around[len(around)-1] > indent {
			around = around[:len(around)-1]
		}
		if len(around) == 0 || around[len(around)-1] < indent {
			if len(around) < depth {
				return lines // where a line stands that is indented like none above it is for a person to say
			}
			around = append(around, indent)
		}
		out = append(out, strings.Repeat("  ", len(around)-1)+squeeze(strings.TrimSpace(line)))
	}
	return out
}

// indentation counts columns; a tab reaches the next multiple of 8.
func indentation(line string) int {
	n := 0
	for _, r := range line {
		switch r {
		case ' ':
			n++
		case '\t':
			n = n/8*8 + 8
		default:
			return n
		}
	}
	return n
}

// squeeze makes one blank of several, except in quotes.
func squeeze(line string) string {
	var sb strings.Builder
	var quoted, escaped, blank bool
	for _, r := range line {
		if !quoted && unicode.IsSpace(r) {
			blank = true
			continue
		}
		if blank {
			sb.WriteByte(' ')
			blank = false
		}
		sb.WriteRune(r)
		switch {
		case escaped:
			escaped = false
		case quoted && r == '\\':
			escaped = true
		case r == '"':
			quoted = !quoted
		}
	}
	return sb.String()
}

// formatConstraint formats one line without outer blanks. What stands behind matches and in, and a comment, is taken as it stands.
func formatConstraint(line string) string {
	p := &parser{runes: []rune(line), pos: Pos{1, 1}}
	var words []string
	begin := 0 // what stands before it is among the words
	until := func(end int) { words = append(words, strings.Fields(string(p.runes[begin:end]))...) }
	for p.next(); p.tok.kind != tokenEnd && !p.isWord("matches") && !p.isWord("match") && !p.isWord("in"); p.next() {
		if p.comparison() != "" {
			until(p.tok.begin)
			words = append(words, string(p.runes[p.tok.begin:p.tok.end]))
			begin = p.tok.end
		}
	}
	if p.mistake != nil {
		return line
	}
	until(p.tok.begin)
	if rest := string(p.runes[p.tok.begin:]); rest != "" {
		words = append(words, rest)
	}
	return strings.Join(words, " ")
}
