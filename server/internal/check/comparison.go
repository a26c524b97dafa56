package check

import (
	"execre/analysis/checker"
	"execre/runner/toolchain/function"
)

// comparison says which outputs are the same answer: as the problem's checker does, but of JSON values where the
// candidates are in function style. [1, 2] is [1,2] then, and two blanks in a string are not one.
type comparison struct {
	checker checker.Checker
	values  bool
}

// Group is that of checker.Checker.
func (c comparison) Group(outputs []string) []int {
	if !c.values {
		return c.checker.Group(outputs)
	}
	canonical := make([]string, len(outputs))
	for i, out := range outputs {
		canonical[i] = function.Canonical(out)
	}
	return c.checker.Group(canonical)
}

// Equal is that of checker.Checker.
func (c comparison) Equal(a, b string) bool {
	if c.values {
		a, b = function.Canonical(a), function.Canonical(b)
	}
	return c.checker.Equal(a, b)
}
