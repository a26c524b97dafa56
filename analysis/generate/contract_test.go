package generate

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"execre/analysis/schema"
)

// calls is of a class that is driven by operations.
const calls = `{"input_format": "function_args", "parameters": {
	"most": {"type": "Variable", "data_type": "int", "range": [1, 5]},
	"calls": {"type": "Calls", "class": "Stack", "range": [0, 30],
		"constructor": {
			"capacity": {"type": "Variable", "data_type": "int", "range": [1, 9]},
			"first": {"type": "List", "range": [0, "$capacity"], "data_type": {"type": "Variable", "data_type": "int", "range": [0, "$most"]}}},
		"methods": {
			"pop": {}, "top": {},
			"push": {"x": {"type": "Variable", "data_type": "int", "range": [0, "$capacity"]}},
			"pushTwo": {
				"xs": {"type": "List", "range": 2, "data_type": {"type": "Variable", "data_type": "int", "range": [0, "$most"]}},
				"twice": {"type": "Variable", "data_type": "string", "range": ["no", "yes"]}},
			"popTwo": {}},
		"size": {"push": 1, "pushTwo": 2, "pop": -1, "popTwo": -2, "top": 0}}},
	"output_order": [{"name": "calls"}]}`

// TestCalls: the methods of a class are called as they can be, with what they are given; all of them, and on few elements
// as well as on many. What cannot be called is said with its place.
func TestCalls(t *testing.T) {
	s, mistakes := schema.Parse([]byte(calls))
	g, more := New(s)
	if g == nil {
		t.Fatalf("%+v %+v", mistakes, more)
	}
	called := map[string]int{}
	most := 0
	for seed := range uint64(200) {
		in, err := g.Random(rng(seed), 1)
		if err != nil {
			t.Fatal(err)
		}
		var operations []string
		var given [][]any
		lines := strings.Split(in.Text, "\n")
		if json.Unmarshal([]byte(lines[0]), &operations) != nil || json.Unmarshal([]byte(lines[1]), &given) != nil ||
			len(lines) != 3 || len(operations) != len(given) || len(operations) > 31 || operations[0] != "Stack" {
			t.Fatal(in.Text)
		}
		size := 0
		for i, name := range operations[1:] {
			called[name]++
			takes := map[string]int{"push": 1, "pushTwo": 2}[name]
			needs := map[string]int{"pop": 1, "popTwo": 2, "top": 1}[name]
			if len(given[i+1]) != takes || size < needs {
				t.Fatalf("operation %d of %s", i+2, in.Text)
			}
			size += map[string]int{"push": 1, "pushTwo": 2, "pop": -1, "popTwo": -2}[name]
			most = max(most, size)
		}
		capacity := given[0][0].(float64)
		for i, name := range operations {
			if name == "push" && given[i][0].(float64) > capacity {
				t.Fatalf("more than the constructor's %v in %s", capacity, in.Text)
			}
		}
	}
	if len(called) != 5 || slices.Min(slices.Collect(maps.Values(called))) < 100 || most < 20 {
		t.Errorf("called %v with at most %d elements", called, most)
	}
	for text, want := range map[string]string{
		`["Stack","push","pop"]` + "\n" + `[[3,[1,0]],[2],[]]`: "",
		`["Stack"]` + "\n" + `[[1, []]]`:                       "",
		`["Stack","pop"]` + "\n" + `[[1,[]],[]]`:               `line 1, column 10: "calls of Stack" does not hold: pop needs 1 elements, but there are 0`,
		`["push"]` + "\n" + `[[1]]`:                            `line 1, column 2: "calls of Stack" does not hold: the first is Stack, and no other`,
		`["Stack","Stack"]` + "\n" + `[[1,[]],[1,[]]]`:         `line 1, column 10: "calls of Stack" does not hold: the first is Stack, and no other`,
		`["Stack","shift"]` + "\n" + `[[1,[]],[]]`:             `line 1, column 10: "shift" is none of Stack, push, pushTwo, pop, top, popTwo`,
		`["Stack",7]` + "\n" + `[[1,[]],[]]`:                   `line 1, column 10: expected a name in quotes, found "7]"`,
		`["Stack","push"]` + "\n" + `[[1,[]],[]]`:              `line 2, column 10: expected an integer for x, found "]]"`,
		`["Stack","push"]` + "\n" + `[[1,[]],[2]]`:             `line 2, column 10: "x in [0, $capacity]" does not hold: capacity is 1, x is 2`,
		`["Stack","push"]` + "\n" + `[[1,[]]]`:                 `line 2, column 8: expected ",", found "]"`,
	} {
		in, err := g.Parse(text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			checkInput(t, g, in)
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// Schemas as people write them, through the parser: each compiles, and what is made of it holds what inputs promise.
func TestWrittenSchemas(t *testing.T) {
	for name, text := range map[string]string{
		"tree and array": "N M\nA_1 A_2 ... A_N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\n---\n2 <= N <= 2*10^5\n" +
			"0 <= M <= min(10^9, 10*N)\n-10^9 <= A_i <= 10^9\n(u, v) is a tree on 1..N\n",
		"test cases": "T\nrepeat T:\n  N\n  A_1 A_2 ... A_N\n---\n1 <= T <= 10^4\n1 <= N <= 2*10^5\n|A_i| <= 10^9\n" +
			"sum of N <= 2*10^5\n",
		"grid and string": "H W\nc_{1,1}c_{1,2}...c_{1,W}\n:\nc_{H,1}c_{H,2}...c_{H,W}\nS\n---\n1 <= H, W <= 50\n" +
			"c_{i,j} in {., #}\n1 <= |S| <= 100\nS matches [a-z]+\n",
		"ordered edges": "N\nu_1 v_1 w_1\n:\nu_{N-1} v_{N-1} w_{N-1}\n---\n2 <= N <= 100\n1 <= u_i < v_i <= N\n" +
			"1 <= w_i <= 10^9\n(u, v) is a tree on 1..N\n",
		"distinct words": "N\nS_1\n:\nS_N\n---\n1 <= N <= 50\n1 <= |S_i| <= 10\nS_i matches [a-z]+\nS is distinct\n",
		"menus": "n\nrepeat n:\n  k\n  name\n  item_1\n  :\n  item_k\n---\n1 <= n <= 10\n1 <= k <= 10\n" +
			"name matches [a-z]{1,8}( [a-z]{1,8}){0,2}\nitem matches pea soup|pancakes|[a-z]{1,8}( [a-z]{1,8}){0,2}\n",
		"summed permutation": "N\nA_1 ... A_N\n---\n1 <= N <= 9\n0 <= A_i <= 9\nA is a permutation of 1..N\nsum of A <= 20\n",
		"increasing":         "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 2*10^5\n1 <= A_i <= 10^9\nA is strictly increasing\nsum of A <= 10^12\n",
		"reals":              "x y\n---\nx is real with 2 decimals\n-100 <= x <= 100\n0.5 <= y <= 3\ny is real with 1 decimals\nx < y\n",
		"function style": `{"input_format":"function_args","parameters":{
			"nums":{"type":"List","data_type":{"type":"Variable","data_type":"int","range":[-5,5]},"range":[1,"$k"]},
			"k":{"type":"Variable","data_type":"int","range":[1,10]},
			"s":{"type":"Variable","data_type":"string","range":["ab","c\"d"]}},
			"output_order":[{"name":"nums","separator":"\n"},{"name":"k","separator":"\n"},{"name":"s","separator":"\n"}]}`,
		"calls of a class": calls,
		"hidden matrix": `{"input_format":"stdin","parameters":{
			"n":{"type":"Variable","data_type":"int","range":[1,5]},"m":{"type":"Variable","data_type":"int","range":[1,5]},
			"g":{"type":"Matrix","data_type":{"type":"Variable","data_type":"int","range":[0,9]},
				"row_range":["$n","$n"],"column_range":["$m","$m"],"row_split":"\n","column_split":" "}},
			"output_order":[{"name":"g","separator":"\n"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			g := written(t, text)
			for i := range 40 {
				r := rng(uint64(i))
				in, err := g.Random(r, float64(i)/60)
				if err != nil {
					t.Fatal(err)
				}
				checkInput(t, g, in)
			}
		})
	}
}
