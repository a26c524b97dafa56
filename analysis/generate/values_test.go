package generate

import (
	"slices"
	"testing"

	"execre/analysis/schema"
)

func TestValuesOfAnInput(t *testing.T) {
	s, _ := schema.Parse([]byte("T\nrepeat T:\n  N\n  A_1 ... A_N\n  w\n---\n1 <= T, N <= 5\n-9 <= A_i <= 9\nw in {yes, no}\n"))
	g, mistakes := New(s)
	if g == nil {
		t.Fatal(mistakes)
	}
	in, err := g.Parse("2\n2\n-1 5\nno\n1\n7\nyes\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"T": {"2"}, "N": {"2", "1"}, "A": {"-1", "5", "7"}, "w": {"no", "yes"},
	} {
		v := s.Vars[slices.IndexFunc(s.Vars, func(v *schema.Var) bool { return v.Name == name })]
		if got := g.Values(in, v, 10); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		if got := g.Values(in, v, 1); !slices.Equal(got, want[:1]) {
			t.Errorf("the first of %s: got %q", name, got)
		}
	}
	if got := g.Values(in, &schema.Var{ID: 99}, 10); got != nil {
		t.Errorf("a variable of another schema has the values %q", got)
	}
}
