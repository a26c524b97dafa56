package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"execre/analysis/checker"
	"execre/analysis/consistency"
	"execre/runner"
	"execre/runner/toolchain/function"
	"execre/server/internal/workspace"
)

// comparer says which outputs are the same answer.
type comparer struct {
	Comparison
	values  bool            // outputs are JSON values: function style
	program *runner.Program // of Comparison.Program
	run     func(context.Context, runner.Request) (runner.Result, error)

	mu   sync.Mutex
	said map[[3]string]ruling
}

// ruling is what a checker program says of an output, given an answer.
type ruling int

const (
	unruled ruling = iota // it failed
	right
	wrong
)

// canonical makes outputs comparable for the built-in comparisons.
func (c *comparer) canonical(output string) string {
	switch {
	case c.Decimal:
		return decimalLines(output)
	case c.values:
		return function.Canonical(output)
	}
	return output
}

// builtin is the checker for canonical outputs.
func (c *comparer) builtin() checker.Checker {
	if c.Decimal {
		exact, _ := checker.Parse("exact")
		return exact
	}
	return c.Checker
}

// group gives the outputs of an input their answer ids: equal ids are the same answer, consistency.NotRun is one of which a
// checker program says nothing. Which outputs share an id does not depend on their order.
func (c *comparer) group(ctx context.Context, input string, outputs []string) ([]int, error) {
	if c.program != nil {
		return c.judged(ctx, input, outputs)
	}
	texts := make([]string, len(outputs))
	for i, out := range outputs {
		texts[i] = c.canonical(out)
	}
	return c.builtin().Group(texts), nil
}

// against compares outputs with the right one: 0 is right, and another id stands for each different wrong answer.
func (c *comparer) against(ctx context.Context, input, expected string, outputs []string) ([]int, error) {
	ids := make([]int, len(outputs))
	if c.program == nil {
		texts := []string{c.canonical(expected)}
		for _, out := range outputs {
			texts = append(texts, c.canonical(out))
		}
		for i, id := range c.builtin().Group(texts[1:]) {
			ids[i] = id + 1
			if c.builtin().Equal(texts[0], texts[i+1]) {
				ids[i] = 0
			}
		}
		return ids, nil
	}
	known := map[string]int{}
	for i, out := range outputs {
		said, err := c.ask(ctx, input, out, expected)
		if err != nil {
			return nil, err
		}
		switch said {
		case right:
		case wrong:
			if known[out] == 0 {
				known[out] = len(known) + 1
			}
			ids[i] = known[out]
		case unruled:
			ids[i] = consistency.NotRun
		}
	}
	return ids, nil
}

// judged is group with a checker program, as package check does it: an output that the program refuses with itself as the
// answer is an answer of its own, and of two others each must be accepted with the other one as the answer.
func (c *comparer) judged(ctx context.Context, input string, outputs []string) ([]int, error) {
	count := map[string]int{}
	for _, out := range outputs {
		count[out]++
	}
	distinct := slices.Clone(outputs)
	slices.SortFunc(distinct, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	distinct = slices.Compact(distinct)
	ids := map[string]int{}
	var leaders []string
	for next, out := range distinct {
		self, err := c.ask(ctx, input, out, out)
		if err != nil {
			return nil, err
		}
		ids[out] = next
		switch self {
		case unruled:
			ids[out] = consistency.NotRun
			continue
		case wrong:
			continue
		case right:
		}
		joined := false
		for _, leader := range leaders {
			there, err := c.ask(ctx, input, out, leader)
			if err != nil {
				return nil, err
			}
			back, err := c.ask(ctx, input, leader, out)
			if err != nil {
				return nil, err
			}
			if there == right && back == right {
				ids[out], joined = ids[leader], true
				break
			}
		}
		if !joined {
			leaders = append(leaders, out)
		}
	}
	answers := make([]int, len(outputs))
	for i, out := range outputs {
		answers[i] = ids[out]
	}
	return answers, nil
}

// Limits of a checker program: what it takes is nobody's verdict.
var checkerLimits = runner.Limits{CPU: 10 * time.Second, Memory: runner.GiB}

// ask has the checker program judge an output, or remembers.
func (c *comparer) ask(ctx context.Context, input, output, answer string) (ruling, error) {
	key := [3]string{input, output, answer}
	c.mu.Lock()
	known, ok := c.said[key]
	c.mu.Unlock()
	if ok {
		return known, nil
	}
	req := runner.Request{
		Program: c.program, Limits: checkerLimits,
		Files: map[string][]byte{"input": []byte(input), "answer": []byte(answer)},
	}
	if c.Program.Style == workspace.StyleKattis {
		req.Stdin = []byte(output)
		req.Files["feedback/judgemessage.txt"] = nil // so that the folder is there
		req.Args = append([]string{"input", "answer", "feedback/"}, c.Program.Args...)
	} else {
		req.Files["output"] = []byte(output)
		req.Args = append([]string{"input", "output", "answer"}, c.Program.Args...)
	}
	result, err := c.run(ctx, req)
	if err != nil {
		return unruled, err
	}
	said := c.interpret(result)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.said == nil {
		c.said = map[[3]string]ruling{}
	}
	c.said[key] = said
	return said, nil
}

// interpret reads a checker program's exit status.
func (c *comparer) interpret(r runner.Result) ruling {
	if r.Verdict != runner.OK && (r.Verdict != runner.Crash || r.Signal != "") {
		return unruled
	}
	yes, no := 0, []int{1}
	switch c.Program.Style {
	case workspace.StyleKattis:
		yes, no = 42, []int{43}
	case workspace.StyleTestlib:
		no = []int{1, 2, 4, 8} // wrong answer, presentation, dirt, end of file
	}
	switch {
	case r.ExitCode == yes:
		return right
	case slices.Contains(no, r.ExitCode):
		return wrong
	}
	return unruled
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
