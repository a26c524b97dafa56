package workspace

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"execre/analysis/schema"
	"execre/runner/toolchain/function"
)

func TestCallOf(t *testing.T) {
	const (
		number = `{"type": "Variable", "data_type": "int", "range": [1, 9]}`
		letter = `{"type": "Variable", "data_type": "char", "range": ["Lowercase"]}`
	)
	list := func(element string) string { return `{"type": "List", "range": [1, 3], "data_type": ` + element + `}` }
	text := `{"type": "List", "range": [1, 3], "split": "", "data_type": ` + letter + `}`
	for _, c := range []struct {
		parameters string
		order      string
		want       function.Call
	}{
		{`"a": ` + number, `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"number"}}},
		{`"a": {"type": "Variable", "data_type": "float", "range": [0, 1]}`, `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"number"}}},
		{`"a": {"type": "Variable", "data_type": "bool"}`, `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"truth"}}},
		{`"a": {"type": "Variable", "data_type": "string", "range": ["x", "y"]}`, `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"text"}}},
		{`"a": ` + list(number) + `, "b": ` + number, `"a", "b"`, function.Call{Parameters: []string{"a", "b"}, Kinds: []string{"[]number", "number"}}},
		{`"a": ` + list(list(number)), `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"[][]number"}}},
		{`"a": ` + text, `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"text"}}},
		{`"a": ` + list(text), `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"[]text"}}},
		{`"a": ` + list(letter), `"a"`, function.Call{Parameters: []string{"a"}, Kinds: []string{"[]text"}}},
		{
			`"a": {"type": "Matrix", "row_range": [1, 3], "column_range": [1, 3], "data_type": ` + number + `}`, `"a"`,
			function.Call{Parameters: []string{"a"}, Kinds: []string{"[][]number"}},
		},
		{
			`"root": {"type": "Tree", "range": [0, 9], "data_type": ` + number + `}, "k": ` + number, `"root", "k"`,
			function.Call{Parameters: []string{"root", "k"}, Kinds: []string{"TreeNode", "number"}},
		},
		{
			`"e": ` + list(`{"type": "Group", "parameters": {"u": `+number+`, "v": `+number+`}, "output_order": ["u", "v"]}`), `"e"`,
			function.Call{Parameters: []string{"e"}, Kinds: []string{"[][]number"}},
		},
		{
			`"c": {"type": "Calls", "class": "Stack", "range": [1, 9], "constructor": {"root": {"type": "Tree", "range": [0, 3], "data_type": ` + number + `}},
			  "methods": {"push": {"x": ` + number + `, "s": ` + text + `}, "pop": {}}, "size": {"push": 1, "pop": -1}}`, `"c"`,
			function.Call{
				Parameters: []string{"operations", "arguments"}, Class: "Stack",
				Methods: map[string][]string{"": {"TreeNode"}, "push": {"number", "text"}, "pop": nil},
			},
		},
	} {
		s, mistakes := schema.Parse([]byte(`{"input_format": "function_args", "parameters": {` + c.parameters + `}, "output_order": [` + c.order + `]}`))
		if s == nil {
			t.Errorf("%s: %v", c.parameters, mistakes)
			continue
		}
		if diff := cmp.Diff(c.want, *CallOf(s, "")); diff != "" {
			t.Errorf("%s: %s", c.parameters, diff)
		}
	}
}
