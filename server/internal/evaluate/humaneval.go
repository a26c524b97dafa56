package evaluate

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"execre/analysis/statement"
	"execre/runner"
	"execre/runner/toolchain"
	"execre/runner/toolchain/function"
)

// What HumanEval runs programs with.
const (
	humanEvalTime   = 3 * time.Second
	humanEvalMemory = runner.GiB
)

// humanEvalProblem is a line of the problems' file.
type humanEvalProblem struct {
	ID        string `json:"task_id"`
	Prompt    string `json:"prompt"`
	Function  string `json:"entry_point"`
	Test      string `json:"test"`
	Canonical string `json:"canonical_solution"`
}

// humanEvalCompletion is a line of the programs' file. Passed is there in what HumanEval's own evaluation writes.
type humanEvalCompletion struct {
	ID         string  `json:"task_id"`
	Completion *string `json:"completion"`
	Passed     *bool   `json:"passed"`
}

// readHumanEval joins completions with problems. The names are for messages.
func readHumanEval(completionsName string, completions io.Reader, problemsName string, problems io.Reader) ([]Problem, error) {
	tasks := map[string]humanEvalProblem{}
	err := eachLine(problemsName, problems, func(line int, text []byte) error {
		var p humanEvalProblem
		if err := decode(problemsName, line, text, &p); err != nil {
			return err
		}
		for _, field := range []struct{ name, value string }{
			{"task_id", p.ID}, {"prompt", p.Prompt}, {"entry_point", p.Function}, {"test", p.Test},
		} {
			if field.value == "" {
				return fmt.Errorf("%s:%d: no %s", problemsName, line, field.name)
			}
		}
		if _, twice := tasks[p.ID]; twice {
			return fmt.Errorf("%s:%d: task %s was there before", problemsName, line, p.ID)
		}
		tasks[p.ID] = p
		return nil
	})
	if err != nil {
		return nil, err
	}
	byTask := map[string][]Candidate{}
	err = eachLine(completionsName, completions, func(line int, text []byte) error {
		var c humanEvalCompletion
		if err := decode(completionsName, line, text, &c); err != nil {
			return err
		}
		task, ok := tasks[c.ID]
		switch {
		case c.ID == "":
			return fmt.Errorf("%s:%d: no task_id", completionsName, line)
		case c.Completion == nil:
			return fmt.Errorf("%s:%d: no completion", completionsName, line)
		case !ok:
			return fmt.Errorf("%s:%d: %s has no task %q", completionsName, line, problemsName, c.ID)
		}
		candidate := Candidate{
			Name: fmt.Sprintf("completion_%03d.py", len(byTask[c.ID])), Language: toolchain.Python,
			Source: []byte(task.Prompt + *c.Completion), Multiplicity: 1,
		}
		if c.Passed != nil {
			candidate.Label = Rejected
			if *c.Passed {
				candidate.Label = Accepted
			}
		}
		byTask[c.ID] = append(byTask[c.ID], candidate)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var all []Problem
	for _, id := range sortedKeys(byTask) {
		task := tasks[id]
		p := Problem{
			Name: id, Source: "humaneval", Candidates: byTask[id],
			Limits:   runner.Limits{CPU: humanEvalTime, Memory: humanEvalMemory},
			TestCode: "\n" + task.Test + "\n" + fmt.Sprintf("check(%s)\n", task.Function),
		}
		markCopies(p.Candidates)
		if task.Canonical != "" {
			p.Candidates = append(p.Candidates, Candidate{
				Name: "canonical_solution.py", Language: toolchain.Python, Source: []byte(task.Prompt + task.Canonical), Label: Accepted,
			})
		}
		examples, text := doctests(task.Prompt, task.Function)
		p.Samples = examples
		p.setFormat(statement.Parse(text))
		if p.settleCall(task.Function); p.Call == nil {
			p.Schema, p.Others, p.Format = nil, nil, "none"
			p.Call = &function.Call{Name: task.Function, Parameters: numbered(p.Samples)}
		}
		all = append(all, p)
	}
	return all, nil
}

var parameter = regexp.MustCompile(`^\s*([A-Za-z_]\w*)\s*(?::[^=]*)?(?:=.*)?$`)

// doctests finds the examples of a prompt (>>> f(1, 2) and the value below it) whose values are plain data. They are given
// as samples, one JSON value a line, and once more in a text as statements of functions have them, together with the
// signature.
func doctests(prompt, name string) (samples []Test, text string) {
	signature := regexp.MustCompile(`(?m)^def\s+` + regexp.QuoteMeta(name) + `\s*\(([^)]*)\)[^\n]*:`).FindStringSubmatch(prompt)
	if signature == nil {
		return nil, prompt
	}
	var names []string
	for _, part := range splitArguments(signature[1]) {
		if m := parameter.FindStringSubmatch(part); m != nil {
			names = append(names, m[1])
		}
	}
	var out strings.Builder
	lines := strings.Split(prompt, "\n")
	for i, line := range lines {
		call, ok := strings.CutPrefix(strings.TrimSpace(line), ">>> "+name+"(")
		if !ok || i+1 == len(lines) {
			continue
		}
		values, rest, err := pythonValues(call, ')')
		result, more, failed := pythonValues(strings.TrimSpace(lines[i+1]), 0)
		if err != nil || failed != nil || strings.TrimSpace(rest) != "" || more != "" || len(values) != len(names) || len(result) != 1 {
			continue
		}
		samples = append(samples, Test{
			Name: fmt.Sprintf("example %d", len(samples)+1), Input: strings.Join(values, "\n") + "\n", Output: result[0] + "\n",
		})
		var pairs []string
		for k, value := range values {
			pairs = append(pairs, names[k]+" = "+value)
		}
		fmt.Fprintf(&out, "Example %d:\nInput: %s\nOutput: %s\n\n", len(samples), strings.Join(pairs, ", "), result[0])
	}
	return samples, out.String() + signature[0] + "\n"
}

// splitArguments cuts a parameter list at the commas outside brackets.
func splitArguments(list string) []string {
	var parts []string
	depth, from := 0, 0
	for i, r := range list {
		switch r {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, list[from:i])
				from = i + 1
			}
		}
	}
	return append(parts, list[from:])
}

var errNoData = errors.New("no plain data")

var pythonNumber = regexp.MustCompile(`^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`)

// pythonValues reads Python's literals up to the byte end (0: to the end of the text) and gives them as JSON. What is no
// number, text, True, False, None, list or tuple is an error.
func pythonValues(text string, end byte) (values []string, rest string, err error) {
	for first := true; ; first = false {
		text = strings.TrimLeft(text, " \t")
		switch {
		case text == "" && end == 0:
			return values, "", nil
		case text == "":
			return nil, "", errNoData
		case end != 0 && text[0] == end:
			return values, text[1:], nil
		}
		if !first {
			if text[0] != ',' {
				return nil, "", errNoData
			}
			if text = strings.TrimLeft(text[1:], " \t"); end != 0 && text != "" && text[0] == end {
				return values, text[1:], nil
			}
		}
		var value string
		if value, text, err = pythonValue(text, 0); err != nil {
			return nil, "", err
		}
		values = append(values, value)
	}
}

// mostNested is deeper than examples go.
const mostNested = 50

func pythonValue(text string, depth int) (value, rest string, err error) {
	for _, word := range []struct{ python, json string }{{"True", "true"}, {"False", "false"}, {"None", "null"}} {
		if rest, ok := strings.CutPrefix(text, word.python); ok {
			return word.json, rest, nil
		}
	}
	switch {
	case text == "" || depth > mostNested:
		return "", "", errNoData
	case text[0] == '[' || text[0] == '(':
		end := byte(']')
		if text[0] == '(' {
			end = ')'
		}
		var parts []string
		for text = strings.TrimLeft(text[1:], " \t"); ; text = strings.TrimLeft(text, " \t") {
			if text != "" && text[0] == end {
				return "[" + strings.Join(parts, ",") + "]", text[1:], nil
			}
			if len(parts) > 0 {
				if text == "" || text[0] != ',' {
					return "", "", errNoData
				}
				text = strings.TrimLeft(text[1:], " \t")
				if text != "" && text[0] == end {
					continue
				}
			}
			var part string
			if part, text, err = pythonValue(text, depth+1); err != nil {
				return "", "", err
			}
			parts = append(parts, part)
		}
	case text[0] == '\'' || text[0] == '"':
		return pythonText(text)
	}
	number := pythonNumber.FindString(text)
	if number == "" || leadingZero(number) {
		return "", "", errNoData
	}
	return number, text[len(number):], nil
}

// leadingZero says whether a number is none of JSON's.
func leadingZero(number string) bool {
	digits := strings.TrimPrefix(number, "-")
	return len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9'
}

// pythonText reads a text in quotes without escapes but \n, \t, \\ and the quotes.
func pythonText(text string) (value, rest string, err error) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; c {
		case text[0]:
			return string(mustJSON(b.String())), text[i+1:], nil
		case '\\':
			if i++; i == len(text) {
				return "", "", errNoData
			}
			escaped, ok := map[byte]byte{'n': '\n', 't': '\t', '\\': '\\', '\'': '\'', '"': '"'}[text[i]]
			if !ok {
				return "", "", errNoData
			}
			b.WriteByte(escaped)
		default:
			b.WriteByte(c)
		}
	}
	return "", "", errNoData
}
