package statement

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// sentence is one sentence or list item of a statement, in plain notation.
type sentence struct {
	text string // with the marks $ and `
	line int
	item bool // of a list
	// indent is the number of blanks before its paragraph, by which the items of an inner list are known
	indent int
}

// plainText is the sentence without $ marks, with single blanks.
func (s sentence) plainText() string {
	text := strings.ReplaceAll(s.text, "$", "")
	return strings.TrimSpace(manyBlanks.ReplaceAllString(text, " "))
}

// says is a constraint that the sentence says.
func (s sentence) says(format string, args ...any) Constraint {
	original := strings.ReplaceAll(s.plainText(), "`", "")
	return Constraint{Text: fmt.Sprintf(format, args...), Line: s.line, Original: original}
}

var (
	itemMark   = regexp.MustCompile(`^\s*(?:[-*]|\d+[.)]|\(\d+\)) +`)
	abbreviate = regexp.MustCompile(`(?i)(?:\b(?:i\.e|e\.g|resp|etc|vs|no|cf|approx)|\.)\.$`)
)

// sentences joins the lines of each paragraph and cuts them at full stops. Lines of preformatted text are left out,
// and so are the lines that skip holds.
func sentences(lines []line, skip map[int]bool) []sentence {
	var all []sentence
	var sb strings.Builder
	var starts []int  // offsets in sb where lines begin
	var numbers []int // and their numbers
	isItem, indent := false, 0
	flush := func() {
		from := len(all)
		all = cut(all, sb.String(), starts, numbers, isItem)
		for i := range all[from:] {
			all[from+i].indent = indent
		}
		sb.Reset()
		starts, numbers, isItem = nil, nil, false
	}
	for _, l := range lines {
		text := strings.TrimSpace(l.text)
		if text == "" || l.fence > 0 || skip[l.number] {
			flush()
			continue
		}
		if mark := itemMark.FindString(text); mark != "" {
			flush()
			isItem = true
			text = strings.TrimPrefix(text, mark)
		} else if sb.Len() > 0 && endsSentence(sb.String()) {
			flush()
		}
		if sb.Len()+len(text) > maxSentence {
			flush()
		}
		if sb.Len() > 0 {
			sb.WriteByte(' ')
		} else {
			indent = len(l.text) - len(strings.TrimLeft(l.text, " "))
		}
		starts, numbers = append(starts, sb.Len()), append(numbers, l.number)
		sb.WriteString(text)
	}
	flush()
	return all
}

func endsSentence(text string) bool {
	text = strings.TrimRight(text, ` $"')`)
	return strings.HasSuffix(text, ".") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, ";") ||
		strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?")
}

// closes says whether a quotation that has begun with the mark ends soon, with a blank behind its first sign.
func closes(text string, mark byte) bool {
	end := strings.IndexByte(text, mark)
	return text[0] == ' ' && end > 1 && end <= maxForm
}

// maxForm is how long a form such as "? x y" may be.
const maxForm = 40

// cut adds the sentences of one paragraph.
func cut(all []sentence, text string, starts, numbers []int, isItem bool) []sentence {
	begin, depth := 0, 0
	put := func(end int) {
		part := text[begin:end]
		if strings.TrimSpace(strings.Trim(part, "$` .")) != "" {
			at := begin + len(part) - len(strings.TrimLeft(part, " "))
			number := 0
			for i, s := range starts {
				if s <= at {
					number = numbers[i]
				}
			}
			// A formula that the cut has opened or closed keeps its marks in pairs.
			if strings.Count(part, "$")%2 == 1 {
				part = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(part), "$"), "$")
			}
			all = append(all, sentence{text: strings.TrimSpace(part), line: number, item: isItem})
		}
		begin = end
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		case '.', '!', '?', ';':
			if text[i] == '!' && i+1 < len(text) && text[i+1] == '=' {
				continue
			}
			after := strings.TrimLeft(text[i+1:], `$"')`)
			if depth > 0 && len(text)-i < 400 && strings.Contains(text[i:], ")") || after != "" && after[0] != ' ' {
				continue
			}
			if i > 0 && text[i-1] == ' ' && text[i] != ';' {
				continue // . (floor), # (wall)
			}
			if abbreviate.MatchString(text[max(0, i-10) : i+1]) {
				continue
			}
			if next := strings.TrimLeft(after, " $`"); next != "" && text[i] != ';' && unicode.IsLower(rune(next[0])) &&
				len(next) > 1 && isLetter(rune(next[1])) {
				continue // "." within a set of characters
			}
			if i > 0 && strings.ContainsRune(`"'`+"`", rune(text[i-1])) && i+1 < len(text) &&
				(text[i+1] == text[i-1] || text[i] != ';' && closes(text[i+1:], text[i-1])) {
				continue // "." and "? x"
			}
			put(i + 1)
		}
	}
	put(len(text))
	return all
}
