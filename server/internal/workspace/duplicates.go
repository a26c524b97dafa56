package workspace

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"execre/runner/toolchain"
)

// MarkCopies sets DuplicateOf of files whose text is the same but for white space and comments, as Load does. They are
// programs that have no folder.
func MarkCopies(files []File) { markDuplicates(files, nil, "") }

// markDuplicates sets DuplicateOf of every program that has the text of another but for white space and comments, and
// the same parts where it is a folder. Of such a group the original is the reference that execre.toml names, else a
// brute force that a person wrote, so that a copy among the candidates does not take its place; else the first by path.
// Files of different folders are no copies where the text includes or imports a file of its folder, which may be
// another one there; beside are the paths of all source files that can be imported.
func markDuplicates(files []File, beside []string, reference string) {
	rank := func(f File) int {
		switch {
		case f.Path == reference:
			return 0
		case f.Role == Brute && f.ByName:
			return 1
		}
		return 2
	}
	type content struct {
		language toolchain.Language
		text     string
		folder   string // only where it makes a difference
	}
	originals := map[content]string{}
	var programs []*File
	for i := range files {
		if files[i].IsProgram() {
			programs = append(programs, &files[i])
		}
	}
	slices.SortStableFunc(programs, func(a, b *File) int {
		return cmp.Or(cmp.Compare(rank(*a), rank(*b)), cmp.Compare(a.Path, b.Path))
	})
	for _, file := range programs {
		is := content{language: file.Language, text: wholeText(*file)}
		if usesNeighbours(*file, beside) {
			is.folder = path.Dir(file.Path)
			if file.Folder != "" {
				is.folder = path.Dir(file.Folder) // what is in it is in the text
			}
		}
		if original, ok := originals[is]; ok {
			file.DuplicateOf = original
		} else {
			originals[is] = file.Path
		}
	}
}

// wholeText is the normal form of a program and its parts.
func wholeText(f File) string {
	text := normalise(f.Language, f.Source)
	if len(f.Parts) == 0 {
		return text
	}
	all := []string{strings.TrimPrefix(f.Path, f.Folder), text}
	for _, name := range slices.Sorted(maps.Keys(f.Parts)) {
		part := string(f.Parts[name])
		if lang, _, known := toolchain.ByExtension(name); known {
			part = normalise(lang, f.Parts[name])
		}
		all = append(all, strings.TrimPrefix(name, f.Folder), part)
	}
	return strings.Join(all, "\x00")
}

// usesNeighbours says whether a program includes or imports files that lie beside it. When in doubt it does.
func usesNeighbours(f File, beside []string) bool {
	named := neighbours(f.Language, f.Source)
	if (f.Language == toolchain.CPP || f.Language == "c") && len(named) > 0 {
		return true // headers are not among the sources
	}
	return slices.ContainsFunc(beside, func(name string) bool {
		lang, _, _ := toolchain.ByExtension(name)
		return path.Base(name) != path.Base(f.Path) && sameFamily(f.Language, lang) && uses(f.Language, named, path.Base(name))
	})
}

// normalise gives a text that is the same for two programs if they differ only in white space and comments. Where the
// language leaves doubt it keeps the difference: a copy that votes twice does less harm than two programs taken for
// one. It never panics, whatever src is.
func normalise(lang toolchain.Language, src []byte) string {
	s := strings.TrimPrefix(string(src), byteOrderMark)
	switch lang {
	case toolchain.CPP, "c":
		return normaliseCPP(s)
	case "java":
		// Text blocks and \u0022 are what its lexer has and that of C++ has not.
		if !strings.Contains(s, `"""`) && !strings.Contains(s, `\u`) {
			return normaliseCPP(s)
		}
	case toolchain.Python:
		return normalisePython(s)
	}
	// In a language whose lexer we do not follow only the ends of lines and of the text are known to mean nothing.
	return strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), " \t\n")
}

// tokens puts the pieces of a program together: words, strings, and single bytes of operators.
type tokens struct {
	out     bytes.Buffer
	pending bool // white space came before the next piece
	exact   bool // in a preprocessor line, where F(x) and F (x) differ: white space is kept as one blank
}

// joined are the pairs of bytes that mean something else when nothing is between them, in C++ or in Python.
const joined = "++ -- -> << >> <= >= == != && || += -= *= /= %= &= |= ^= := @= :: .* >* ** // /* ## .. <: :> <% %> %:"

// add appends a piece, with a blank before it where white space makes a difference: a++b is not a+ +b.
func (t *tokens) add(piece string) {
	if t.out.Len() > 0 && piece != "" {
		last := t.out.Bytes()[t.out.Len()-1]
		var parted bool
		switch {
		case last == '\n':
		case t.exact:
			parted = t.pending
		case isWord(last) || isWord(piece[0]):
			parted = true
		default:
			parted = t.pending && strings.Contains(joined, string([]byte{last, piece[0]}))
		}
		if parted {
			t.out.WriteByte(' ')
		}
	}
	t.pending = false
	t.out.WriteString(piece)
}

// line ends a line; empty lines leave nothing.
func (t *tokens) line() {
	t.pending = false
	if n := t.out.Len(); n > 0 && t.out.Bytes()[n-1] != '\n' {
		t.out.WriteByte('\n')
	}
}

// isWord says whether a byte can be part of a name or number, or end a string. Letters beyond ASCII count.
func isWord(c byte) bool {
	return c == '_' || c == '"' || c == '\'' || c >= 0x80 ||
		isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

// numberLength counts the bytes of the number that s begins with, or is 0. As in [lex.ppnumber] it goes on as long as
// it can: 1'000, 0x1p-3, 1.5e+9; the ' between digits is no quote.
func numberLength(s string) int {
	if !isDigit(s[0]) && (s[0] != '.' || len(s) < 2 || !isDigit(s[1])) {
		return 0
	}
	n := 1
	for n < len(s) {
		switch c := s[n]; {
		case (c == '+' || c == '-') && strings.IndexByte("eEpP", s[n-1]) >= 0:
		case c == '\'' && n+1 < len(s) && wordLength(s[n+1:]) > 0:
		case c == '.' || wordLength(s[n:n+1]) > 0:
		default:
			return n
		}
		n++
	}
	return n
}

// wordLength counts the bytes of the name that s begins with.
func wordLength(s string) int {
	n := 0
	for n < len(s) && isWord(s[n]) && s[n] != '"' && s[n] != '\'' {
		n++
	}
	return n
}

// quotedLength counts the bytes of the string that s begins with, up to the closing quote, or the end of the line
// where there is none.
func quotedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(s)
}

// spliceLength counts the bytes of a backslash with the line end behind it, or is 0.
func spliceLength(s string) int {
	if s[0] != '\\' {
		return 0
	}
	end := 1
	for end < len(s) && isBlank(s[end]) {
		end++
	}
	if end < len(s) && s[end] == '\n' {
		return end + 1
	}
	return 0
}

// normaliseCPP follows the C++ lexer ([lex.phases], [lex.pptoken]) as far as comments, strings and preprocessor lines
// need it. Only a preprocessor line is kept as a line of its own.
func normaliseCPP(s string) string {
	var t tokens
	lineStart := true // nothing but white space since the line began
	for i := 0; i < len(s); {
		rest := s[i:]
		length := 1
		switch c := rest[0]; {
		case c == '\n':
			if t.exact {
				t.exact = false
				t.line()
			}
			t.pending = true
			lineStart = true
			i++
			continue
		case isBlank(c):
			t.pending = true
			i++
			continue
		case spliceLength(rest) > 0:
			// Between two pieces a splice is white space; within a name it is not, and then the two texts stay different.
			length = spliceLength(rest)
			if t.pending || t.out.Len() == 0 || len(rest) == length || isBlank(rest[length]) {
				t.pending = true
				i += length
				continue
			}
		case strings.HasPrefix(rest, "//"):
			t.pending = true
			i += lineCommentLength(rest)
			continue
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			t.pending = true
			if end < 0 {
				// An open comment does not compile; it must not make the program equal to its beginning.
				t.add(rest)
				i = len(s)
			} else {
				i += 2 + end + 2
			}
			continue
		case c == '#' && lineStart:
			t.line()
			t.exact = true
		case numberLength(rest) > 0:
			length = numberLength(rest)
		case isWord(c):
			// A string has its prefix before it and the suffix of a user-defined literal behind it.
			length = wordLength(rest)
			if text := rest[length:]; text != "" && (text[0] == '"' || text[0] == '\'') {
				if text[0] == '"' && slices.Contains(rawPrefixes, rest[:length]) {
					length += rawLength(text)
				} else {
					length += quotedLength(text)
				}
				length += wordLength(rest[length:])
			}
		}
		t.add(rest[:length])
		lineStart = false
		i += length
	}
	t.line()
	return t.out.String()
}

var rawPrefixes = []string{"R", "LR", "uR", "UR", "u8R"}

// rawLength counts the bytes of "delimiter( … )delimiter", to the end of s where it is not closed.
func rawLength(s string) int {
	open := strings.IndexByte(s, '(')
	if open < 0 || open > 17 { // [lex.string]: at most 16 characters
		return len(s)
	}
	closing := ")" + s[1:open] + `"`
	end := strings.Index(s[open:], closing)
	if end < 0 {
		return len(s)
	}
	return open + end + len(closing)
}

// lineCommentLength counts the bytes of a // comment without its line end; a backslash at the end carries it on.
func lineCommentLength(s string) int {
	for i := 0; i < len(s); i++ {
		if n := spliceLength(s[i:]); n > 0 {
			i += n - 1
		} else if s[i] == '\n' {
			return i
		}
	}
	return len(s)
}

// normalisePython follows Python's lexical analysis: comments and blank lines go, the depth of the indentation stays,
// whatever its width.
func normalisePython(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s) // as Python reads a file
	var t tokens
	var indent indentation
	lineStart := true
	for i := 0; i < len(s); {
		rest := s[i:]
		if lineStart {
			n := 0
			for n < len(rest) && isBlank(rest[n]) {
				n++
			}
			if n < len(rest) && rest[n] != '\n' && rest[n] != '#' {
				t.add(indent.level(rest[:n]))
			}
			lineStart = false
			i += n
			continue
		}
		length := 1
		switch c := rest[0]; {
		case c == '\n':
			t.line()
			lineStart = true
			i++
			continue
		case isBlank(c):
			t.pending = true
			i++
			continue
		case c == '#':
			if length = strings.IndexByte(rest, '\n'); length < 0 {
				length = len(rest)
			}
			i += length
			continue
		case spliceLength(rest) > 0:
			length = spliceLength(rest)
		case c == '"' || c == '\'':
			length = pythonStringLength(rest)
		case numberLength(rest) > 0:
			length = numberLength(rest)
		case isWord(c):
			length = wordLength(rest)
			if length < len(rest) && (rest[length] == '"' || rest[length] == '\'') {
				prefix := strings.ToLower(rest[:length])
				text := rest[length:][:pythonStringLength(rest[length:])]
				if strings.ContainsAny(prefix, "ft") && strings.Count(text, "{") != strings.Count(text, "}") {
					// f"{d["a"]}": the string goes on behind its first closing quote. Rather than follow its
					// expressions, keep all that comes as it is.
					t.add(rest)
					return t.out.String()
				}
				length += len(text)
			}
		}
		t.add(rest[:length])
		i += length
	}
	t.line()
	return t.out.String()
}

// pythonStringLength counts the bytes of the string that s begins with, whose quote may be threefold.
func pythonStringLength(s string) int {
	if len(s) < 3 || s[1] != s[0] || s[2] != s[0] {
		return quotedLength(s)
	}
	for i := 3; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if strings.HasPrefix(s[i:], s[:3]) {
			return i + 3
		}
	}
	return len(s)
}

// indentation is the stack of open columns that Python's lexer keeps.
type indentation struct{ columns []int }

// level gives the depth of a line by the white space before it: one tab for each open column. Lines that continue an
// expression are counted like all others; that is the same for two texts with the same lines.
func (in *indentation) level(blank string) string {
	column := 0
	for _, c := range []byte(blank) {
		if c == '\t' {
			column += 8 - column%8
		} else {
			column++
		}
	}
	closed := false
	for len(in.columns) > 0 && in.columns[len(in.columns)-1] > column {
		in.columns = in.columns[:len(in.columns)-1]
		closed = true
	}
	mark := ""
	if column > 0 && (len(in.columns) == 0 || in.columns[len(in.columns)-1] < column) {
		in.columns = append(in.columns, column)
		if closed {
			// Back to a column that was never open: an error, except within brackets. It must stay different.
			mark = "\v"
		}
	}
	return strings.Repeat("\t", len(in.columns)) + mark
}
