package minimise

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

// TestTreesShrink: of a tree in which something is wrong nothing is left but what is wrong.
func TestTreesShrink(t *testing.T) {
	s, mistakes := schema.Parse([]byte(`{"input_format": "function_args", "parameters": {
 "root": {"type": "Tree", "range": [0, 30], "data_type": {"type": "Variable", "data_type": "int", "range": [-100, 100]}}},
 "output_order": ["root"]}`))
	if s == nil {
		t.Fatal(mistakes)
	}
	g, mistakes := generate.New(s)
	if g == nil {
		t.Fatal(mistakes)
	}
	for _, c := range []struct {
		name, smallest string
		wrong          func(*tree) bool
	}{
		{"not empty", "[0]\n", func(root *tree) bool { return root != nil }},
		{"two children", "[0, 0, 0]\n", func(root *tree) bool { return root.any(func(n *tree) bool { return n.left != nil && n.right != nil }) }},
		{"only a right child", "[0, null, 0]\n", func(root *tree) bool { return root.any(func(n *tree) bool { return n.left == nil && n.right != nil }) }},
		{"four levels", "[0, 0, null, 0, 0, 0]\n", func(root *tree) bool { return root.depth() >= 4 }},
		{"left, then right", "[0, 0, 0, 0, 0]\n", func(root *tree) bool {
			return root.any(func(n *tree) bool { return n.left != nil && n.left.right != nil })
		}},
		{"right, then right", "[0, null, 0, 0, 0]\n", func(root *tree) bool {
			return root.any(func(n *tree) bool { return n.right != nil && n.right.right != nil })
		}},
		{"a child is smaller", "[1, 0]\n", func(root *tree) bool {
			return root.any(func(n *tree) bool { return n.left != nil && n.left.value < n.value })
		}},
		{"a value below zero", "[-1]\n", func(root *tree) bool { return root.any(func(n *tree) bool { return n.value < 0 }) }},
		{"out of balance", "[0, 0, null, 0]\n", func(root *tree) bool {
			return root.any(func(n *tree) bool { return max(n.left.depth()-n.right.depth(), n.right.depth()-n.left.depth()) > 1 })
		}},
		{"equal children", "[0, 0, 0]\n", func(root *tree) bool {
			return root.any(func(n *tree) bool { return n.left != nil && n.right != nil && n.left.value == n.right.value })
		}},
	} {
		r := rand.New(rand.NewPCG(3, 4))
		for tries := 0; tries < 20; {
			in, err := g.Random(r, 1)
			if err != nil {
				t.Fatal(err)
			}
			wrong := func(in generate.Input) bool { return c.wrong(read(t, in.Text)) }
			if len(in.Text) < 60 || !wrong(in) {
				continue
			}
			tries++
			if smallest, calls := shrunk(g, in, wrong, Config{}); smallest.Text != c.smallest {
				t.Errorf("%s: %q is shrunk to %q with %d calls, want %q", c.name, in.Text, smallest.Text, calls, c.smallest)
			}
		}
	}
}

type tree struct {
	value       int
	left, right *tree
}

func read(t *testing.T, text string) *tree {
	t.Helper()
	var values []*int
	if err := json.Unmarshal([]byte(strings.TrimSpace(text)), &values); err != nil {
		t.Fatal(err)
	}
	var root *tree
	places := []**tree{&root}
	for _, v := range values {
		if v != nil {
			n := &tree{value: *v}
			*places[0] = n
			places = append(places, &n.left, &n.right)
		}
		places = places[1:]
	}
	return root
}

func (n *tree) any(is func(*tree) bool) bool {
	return n != nil && (is(n) || n.left.any(is) || n.right.any(is))
}

func (n *tree) depth() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.depth(), n.right.depth())
}
