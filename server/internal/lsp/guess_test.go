package lsp_test

import (
	"testing"

	"execre/server/internal/lsp/fake"
)

// TestGuessedFormat: every lens says that the inputs are of a format that nobody wrote.
func TestGuessedFormat(t *testing.T) {
	s := begin(t, map[string]string{"a.py": "print() # guessed\n", "b.py": "# wrong\nprint()\n", "1.in": "1\n", "1.out": "1\n"})
	s.Initialize(fake.Everything, "", s.root())
	s.Open(s.path("a.py"))
	s.Open(s.path("b.py"))
	s.UntilLens(s.path("a.py"), "α=0.97 trusted reference (format guessed)")
	s.UntilLens(s.path("b.py"), "α=0.92 differs on 37 of 500 inputs (format guessed)")
}
