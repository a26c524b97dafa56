package infer_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/analysis/statement"
)

// realProblem is one of the problems that package statement keeps as facts.
type realProblem struct {
	name, text          string
	layout, constraints string
	function            bool
}

func realProblems(t *testing.T) []realProblem {
	t.Helper()
	archives, err := filepath.Glob("../statement/testdata/*.txtar")
	if err != nil || len(archives) < 5 {
		t.Fatalf("%d archives: %v", len(archives), err)
	}
	var all []realProblem
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range archive.Files {
			name, ok := strings.CutSuffix(f.Name, ".md")
			if !ok {
				continue
			}
			p := realProblem{name: strings.TrimSuffix(filepath.Base(path), ".txtar") + "/" + name, text: string(f.Data)}
			for _, more := range archive.Files[i+1:] {
				ending, ok := strings.CutPrefix(more.Name, name+".")
				if !ok {
					break
				}
				switch ending {
				case "layout":
					p.layout = string(more.Data)
				case "constraints":
					p.constraints = string(more.Data)
				case "function":
					p.function = true
				}
			}
			all = append(all, p)
		}
	}
	return all
}

// TestRealProblems joins statements and samples of real problems of five judges: the layout must be right for all of them,
// the bounds and structures for nine of ten.
func TestRealProblems(t *testing.T) {
	all := realProblems(t)
	right, stdin := 0, 0
	for _, p := range all {
		st := statement.Parse(p.text)
		var samples []string
		for _, s := range st.Samples {
			samples = append(samples, s.Input)
		}
		guesses, err := infer.Infer(infer.Evidence{Samples: samples, Statement: st})
		if err != nil {
			if st.Interactive || p.function && strings.Contains(err.Error(), "cannot be made by the JSON form") {
				continue
			}
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		if !p.function {
			promised(t, p.name, guesses, samples)
		}
		got := guesses[0]
		if p.function {
			notes := strings.Join(got.Notes, " ")
			if strings.Contains(notes, "left out") || got.Schema.Style != schema.FunctionArgs {
				t.Errorf("%s: %s\n%s", p.name, notes, got.Text)
			}
			continue
		}
		stdin++
		want, mistakes := schema.Parse([]byte(p.layout + "---\n" + p.constraints))
		if want == nil {
			t.Fatalf("%s: the facts are wrong: %v", p.name, mistakes)
		}
		if a, b := nodes(got.Schema.Layout), nodes(want.Layout); a != b {
			t.Errorf("%s: the layout is\n%s\nwanted\n%s\n%s\n%q", p.name, a, b, got.Text, got.Notes)
			continue
		}
		open := map[string]bool{} // what the facts do not bound may be bounded in any way
		for _, v := range want.Vars {
			if slices.ContainsFunc(mistakes, func(m schema.Mistake) bool { return m.Pos == v.Pos }) {
				open[v.Name] = true
			}
		}
		missing, more := difference(conditions(want, open), conditions(got.Schema, open))
		if len(missing) == 0 && len(more) == 0 {
			right++
			continue
		}
		t.Logf("%s: missing %q, too much %q\n%s%q", p.name, missing, more, got.Text, got.Notes)
	}
	if stdin < 30 || 10*right < 9*stdin {
		t.Errorf("the bounds of %d of %d are right", right, stdin)
	}
}

// nodes prints a layout: equal for layouts that print the same.
func nodes(all []schema.Node) string {
	var sb strings.Builder
	for _, n := range all {
		switch n := n.(type) {
		case *schema.Literal:
			fmt.Fprintf(&sb, "%q ", n.Text)
		case *schema.Field:
			sb.WriteString(n.Var.Name + " ")
		case *schema.Repeat:
			fmt.Fprintf(&sb, "(%s of %s by %q) ", expr(n.Count), nodes(n.Body), n.Separator)
		case *schema.OneOf:
			sb.WriteString("one of(")
			for _, a := range n.Alternatives {
				sb.WriteString(nodes(a.Body) + "| ")
			}
			sb.WriteString(") ")
		}
	}
	return sb.String()
}

func expr(e schema.Expr) string {
	switch e := e.(type) {
	case *schema.Number:
		return e.Value.RatString()
	case *schema.Ref:
		return e.Var.Name
	case *schema.Unary:
		return e.Op + "(" + expr(e.X) + ")"
	case *schema.Binary:
		return "(" + expr(e.X) + e.Op + expr(e.Y) + ")"
	case *schema.Call:
		var args []string
		for _, a := range e.Args {
			args = append(args, expr(a))
		}
		return e.Func + "(" + strings.Join(args, ",") + ")"
	}
	return "?"
}

// conditions are the constraints and domains of a schema, in no order, without those of names that are open.
func conditions(s *schema.Schema, open map[string]bool) []string {
	var all []string
	for _, v := range s.Vars {
		if v.Kind != schema.Int || len(v.Domain.Values) > 0 {
			all = append(all, fmt.Sprintf("%s: kind %d %q %q %q decimals %d",
				v.Name, v.Kind, v.Domain.Values, string(v.Domain.Alphabet), v.Domain.Pattern, v.Decimals))
		}
	}
	for _, c := range s.Constraints {
		text := fmt.Sprint(c.Kind, " ", c.Op, " ", c.Graph, c.Falling)
		for _, e := range []schema.Expr{c.Left, c.Right, c.Low, c.High, c.Sum} {
			if e != nil {
				text += " " + expr(e)
			}
		}
		if c.Kind == schema.Compare && (isOpen(c.Left, open) || isOpen(c.Right, open)) {
			continue
		}
		for _, v := range c.Vars {
			text += " " + v.Name
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func isOpen(e schema.Expr, open map[string]bool) bool {
	ref, ok := e.(*schema.Ref)
	return ok && open[ref.Var.Name]
}

func difference(want, got []string) (missing, more []string) {
	for _, w := range want {
		if !slices.Contains(got, w) {
			missing = append(missing, w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			more = append(more, g)
		}
	}
	return missing, more
}
