package generate

import (
	"testing"

	"execre/analysis/schema"
)

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
		"increasing": "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 2*10^5\n1 <= A_i <= 10^9\nA is strictly increasing\nsum of A <= 10^12\n",
		"reals":      "x y\n---\nx is real with 2 decimals\n-100 <= x <= 100\n0.5 <= y <= 3\ny is real with 1 decimals\nx < y\n",
		"function style": `{"input_format":"function_args","parameters":{
			"nums":{"type":"List","data_type":{"type":"Variable","data_type":"int","range":[-5,5]},"range":[1,"$k"]},
			"k":{"type":"Variable","data_type":"int","range":[1,10]},
			"s":{"type":"Variable","data_type":"string","range":["ab","c\"d"]}},
			"output_order":[{"name":"nums","separator":"\n"},{"name":"k","separator":"\n"},{"name":"s","separator":"\n"}]}`,
		"hidden matrix": `{"input_format":"stdin","parameters":{
			"n":{"type":"Variable","data_type":"int","range":[1,5]},"m":{"type":"Variable","data_type":"int","range":[1,5]},
			"g":{"type":"Matrix","data_type":{"type":"Variable","data_type":"int","range":[0,9]},
				"row_range":["$n","$n"],"column_range":["$m","$m"],"row_split":"\n","column_split":" "}},
			"output_order":[{"name":"g","separator":"\n"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, mistakes := schema.Parse([]byte(text))
			if s == nil {
				t.Fatalf("%+v", mistakes)
			}
			g, mistakes := New(s)
			if g == nil {
				t.Fatalf("%+v", mistakes)
			}
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
