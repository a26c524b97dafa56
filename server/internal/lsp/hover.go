package lsp

import (
	"strings"

	"go.lsp.dev/protocol"
)

// programPattern are the files that may be programs. An ending that begins like another one stands before it: Neovim 0.10 takes
// the first that fits so far, and does not go back.
const programPattern = "**/*.{cc,cpp,cxx,c,go,java,js,mjs,py,rs,ts}"

// programHover says what the lens of a program rests on, on the lens's line: what its numbers mean, and the decision. Elsewhere
// hovers are the business of other servers. It is nil where nothing is known.
func (s *server) programHover(path string, line int) *protocol.Hover {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[path]
	if d == nil {
		return nil
	}
	p := s.problems[d.problem]
	if p == nil || line != d.mainLine() {
		return nil
	}
	c := p.candidate(p.relative(path))
	if c == nil || len(c.Explanation)+len(p.report.Decision.Explanation) == 0 {
		return nil
	}
	var text strings.Builder
	text.WriteString("**" + markdown(c.Lens()) + "**")
	if s.stale(p) {
		text.WriteString(" (before your edit)")
	}
	for _, sentences := range [][]string{c.Explanation, p.report.Decision.Explanation} {
		for i, sentence := range sentences {
			if i == 0 {
				text.WriteString("\n")
			}
			text.WriteString("\n- " + markdown(sentence))
		}
	}
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text.String()}}
}

// markdown has a text shown as it is: a file may be called a_b_c.py.
func markdown(text string) string {
	return strings.NewReplacer(
		"\\", "\\\\", "*", "\\*", "_", "\\_", "`", "\\`", "<", "&lt;", "[", "\\[", "]", "\\]", "#", "\\#", "\n", " ",
	).Replace(text)
}
