package toolchain

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// coverageFlags are the flags of C and C++ programs of which is to be seen which lines they execute: without
// optimisation each line has its own code. What makes the programs note something is added by who builds them.
var coverageFlags = [][]string{
	{"-O0"},
	{"-g1", "-g"}, // lines
	{"-pthread", ""},
	{"-fdiagnostics-column-unit=byte", ""},
}

// FindCovering is Find for programs in C, C++ and Python of which is to be seen which lines they execute; there is a *Missing
// for other languages. A compile command of the user's gets the flags added.
func FindCovering(ctx context.Context, lang Language, override Commands) (*Toolchain, error) {
	switch lang {
	case Python:
	case C, CPP:
		if override.Compile == nil {
			break
		}
		override.Compile = slices.DeleteFunc(slices.Clone(override.Compile), func(arg string) bool {
			return strings.HasPrefix(arg, "-static")
		})
		override.Compile = append(override.Compile, coverageFlags[0][0], coverageFlags[1][0])
	default:
		return nil, &Missing{lang, fmt.Errorf("which lines are executed is not seen in %s", lang)}
	}
	return findOnce(ctx, lang, override, covered)
}

// NoCoverage is the *Missing for a compiler or interpreter of FindCovering that cannot do it, because of err.
func (t *Toolchain) NoCoverage(err error) error {
	return &Missing{t.Language, fmt.Errorf("which lines are executed is not seen with %s: %w", t.Path, err)}
}
