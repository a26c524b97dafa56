package evaluate

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"execre/analysis/checker"
	"execre/server/internal/check"
)

// comparer says which outputs are the same answer: as package check does, but for comparisons of others.
type comparer struct {
	*check.Comparer
	form func(output string) string // the same for equal answers; nil: Comparer looks at the outputs themselves
}

func newComparer(c Comparison, values bool) comparer {
	if c.Decimal {
		return ofForms(decimalLines)
	}
	return comparer{check.NewComparer(c.Checker, values), nil}
}

// ofForms compares the forms of outputs, byte by byte.
func ofForms(form func(string) string) comparer {
	exact, _ := checker.Parse("exact")
	return comparer{check.NewComparer(exact, false), form}
}

// normal are outputs as they are compared.
func (c comparer) normal(outputs []string) []string {
	if c.form == nil {
		return outputs
	}
	texts := make([]string, len(outputs))
	for i, out := range outputs {
		texts[i] = c.form(out)
	}
	return texts
}

// group gives the outputs of an input their answer ids.
func (c comparer) group(ctx context.Context, input string, outputs []string) ([]int, error) {
	return c.Group(ctx, input, c.normal(outputs))
}

// against compares outputs with the right one: 0 is right, and another id stands for each different wrong answer.
func (c comparer) against(ctx context.Context, input, expected string, outputs []string) ([]int, error) {
	return c.Sample(ctx, input, c.normal([]string{expected})[0], c.normal(outputs))
}

// decimal is a number that may be written in different ways.
var decimal = regexp.MustCompile(`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?$`)

// decimalLines is the normal form of LiveCodeBench's comparison: the lines without the blanks around them and around the
// whole; a line of which every word is a number has the numbers' exact values in place of their texts.
func decimalLines(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for i, line := range lines {
		words := strings.Fields(line)
		lines[i] = strings.TrimSpace(line)
		if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return len(w) > 1000 || !decimal.MatchString(w) }) {
			continue
		}
		for k, word := range words {
			value, ok := new(big.Rat).SetString(strings.TrimPrefix(word, "+"))
			if !ok {
				panic(fmt.Sprintf("%q is a number and is none", word))
			}
			words[k] = value.RatString()
		}
		lines[i] = "\x00" + strings.Join(words, " ") // no text looks like it
	}
	return strings.Join(lines, "\n")
}
