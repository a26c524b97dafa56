package generate

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const treeSchema = `{"input_format": "function_args", "parameters": {
 "root": {"type": "Tree", "range": [0, 12], "data_type": {"type": "Variable", "data_type": "int", "range": [-5, 5]}},
 "k": {"type": "Variable", "data_type": "int", "range": [0, "$root.length"]},
 "yes": {"type": "Variable", "data_type": "bool"}},
 "output_order": ["root", "k", "yes"]}`

// leetNode is a tree as LeetCode builds it.
type leetNode struct{ left, right *leetNode }

// buildTree makes the tree of a list, as LeetCode describes it: the children of the nodes in the order of the nodes. It
// fails where a value has no parent, and where the list ends with a null.
func buildTree(t fatal, values []any) *leetNode {
	t.Helper()
	if len(values) == 0 {
		return nil
	}
	if values[0] == nil || values[len(values)-1] == nil {
		t.Fatalf("%v begins or ends with null", values)
	}
	root := &leetNode{}
	places := []**leetNode{&root.left, &root.right}
	for _, v := range values[1:] {
		if len(places) == 0 {
			t.Fatalf("%v: a value has no parent", values)
		}
		if v != nil {
			n := &leetNode{}
			*places[0] = n
			places = append(places, &n.left, &n.right)
		}
		places = places[1:]
	}
	return root
}

type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

func (n *leetNode) depth() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.depth(), n.right.depth())
}

func (n *leetNode) count() int {
	if n == nil {
		return 0
	}
	return 1 + n.left.count() + n.right.count()
}

func checkTree(t fatal, text string) *leetNode {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var values []any
	var k float64
	var yes bool
	for i, to := range []any{&values, &k, &yes} {
		if err := json.Unmarshal([]byte(lines[i]), to); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
	root := buildTree(t, values)
	if n := root.count(); n > 12 || int(k) > n {
		t.Fatalf("%q has %d nodes", text, n)
	}
	for _, v := range values {
		if x, ok := v.(float64); ok && (x < -5 || x > 5) {
			t.Fatalf("%q: %v is out of range", text, v)
		}
	}
	return root
}

// Every tree that is made or mutated is one that LeetCode would read, and is parsed back into its choices.
func TestTreesAreTrees(t *testing.T) {
	g := written(t, treeSchema)
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		in, err := g.Random(r, rapid.Float64Range(0, 1).Draw(rt, "size"))
		for step := 0; step < 3 && err == nil; step++ {
			checkTree(rt, in.Text)
			again, err := g.Parse(in.Text)
			if err != nil || again.Text != in.Text {
				rt.Fatalf("%q is read as %q: %v", in.Text, again.Text, err)
			}
			if compact, err := g.Parse(strings.ReplaceAll(in.Text, " ", "")); err != nil || compact.Text != in.Text {
				rt.Fatalf("%q without blanks is read as %q: %v", in.Text, compact.Text, err)
			}
			if in, err = g.Mutate(r, in); err != nil {
				rt.Fatalf("%v", err)
			}
		}
		if err != nil {
			rt.Fatalf("%v", err)
		}
	})
}

// Trees come in the shapes in which programs fail: chains to either side, complete ones, bushes, and none at all.
func TestShapesOfTrees(t *testing.T) {
	g := written(t, treeSchema)
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for range 2000 {
		in, err := g.Random(r, 1)
		if err != nil {
			t.Fatal(err)
		}
		root := checkTree(t, in.Text)
		n := root.count()
		left, right := 0, 0
		for at := root; at != nil; at = at.left {
			left++
		}
		for at := root; at != nil; at = at.right {
			right++
		}
		complete := 0
		for 1<<complete <= n {
			complete++
		}
		switch depth := root.depth(); {
		case n == 0:
			seen["none"]++
		case n < 6:
		case left == n:
			seen["left chain"]++
		case right == n:
			seen["right chain"]++
		case depth == n:
			seen["path"]++
		case depth == complete:
			seen["flat"]++
		default:
			seen["other"]++
		}
	}
	for _, shape := range []string{"none", "left chain", "right chain", "path", "flat", "other"} {
		if seen[shape] < 20 {
			t.Errorf("%d of 2000 trees are: %s", seen[shape], shape)
		}
	}
}

// Without bounds on the count all trees with few nodes are enumerated: 1, 1, 2 and 5 shapes (Catalan's numbers).
func TestAllSmallTrees(t *testing.T) {
	g := written(t, `{"input_format": "function_args", "parameters": {
 "root": {"type": "Tree", "range": [0, 4], "data_type": {"type": "Variable", "data_type": "int", "range": [1, 1]}}}, "output_order": ["root"]}`)
	all, ok := g.Enumerate(100)
	if !ok || len(all) != 1+1+2+5+14 {
		t.Errorf("%d trees, complete: %v", len(all), ok)
	}
	if all[0].Text != "[]\n" || all[2].Text != "[1, 1]\n" || all[3].Text != "[1, 1, 1]\n" || all[4].Text != "[1, null, 1]\n" {
		t.Errorf("the first trees are %v", all[:5])
	}
}

func TestReadingTrees(t *testing.T) {
	g := written(t, treeSchema)
	for text, want := range map[string]string{
		"[3,5,0,null,null,1,2]\n3\nfalse\n":      "[3, 5, 0, null, null, 1, 2]\n3\nfalse\n",
		" [ 1 , null , 2 ]\n0\n true":            "[1, null, 2]\n0\ntrue\n",
		"[1,2,null,null]\n0\ntrue\n":             "[1, 2]\n0\ntrue\n",
		"[]\n0\ntrue\n":                          "[]\n0\ntrue\n",
		"[null]\n0\ntrue\n":                      `line 1, column 2: expected an integer for root, found "null]"`,
		"[1,null,null,2]\n0\ntrue\n":             `line 1, column 4: "root is a tree" does not hold: the next value has no parent; nulls at this place: 1 at the most`,
		"[1,2,]\n0\ntrue\n":                      `line 1, column 6: expected an integer for root, found "]"`,
		"[1,nul,2]\n0\ntrue\n":                   `line 1, column 4: expected an integer for root, found "nul,2]"`,
		"[1]\n2\ntrue\n":                         `line 2, column 1: "k in [0, $root.length]" does not hold: k is 2, root.length is 1`,
		"[1]\n0\nTrue\n":                         `line 3, column 1: expected false or true for yes, found "True"`,
		"[1,2,3,4,5,5,5,5,5,5,5,5,5]\n0\ntrue\n": `line 1, column 28: "root.length in [0, 12]" does not hold: root.length is 13`,
	} {
		in, err := g.Parse(text)
		got := in.Text
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
