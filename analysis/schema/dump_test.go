package schema

import (
	"fmt"
	"strconv"
	"strings"
)

// dump prints a schema compactly: the layout, the variables that have more to say than "integer", and the constraints.
func dump(s *Schema) string {
	var sb strings.Builder
	if s.Style == FunctionArgs {
		sb.WriteString("function_args " + strings.Join(s.Parameters, " ") + "\n")
	}
	fmt.Fprintf(&sb, "layout %s\n", dumpNodes(s.Layout))
	for _, v := range s.Vars {
		words := []string{}
		if v.Hidden {
			words = append(words, "hidden")
		}
		switch v.Kind {
		case Real:
			words = append(words, fmt.Sprintf("real(%d)", v.Decimals))
		case String:
			words = append(words, "string")
		}
		if v.Names != nil {
			words = append(words, fmt.Sprintf("names%q", v.Names))
		}
		if v.Bare {
			words = append(words, "bare")
		}
		if v.Domain.Values != nil {
			words = append(words, fmt.Sprintf("values%q", v.Domain.Values))
		}
		if v.Domain.Alphabet != nil {
			words = append(words, "alphabet("+string(v.Domain.Alphabet)+")")
		}
		if v.Domain.Pattern != "" {
			words = append(words, "pattern("+v.Domain.Pattern+")")
		}
		if v.Domain.Length != nil {
			words = append(words, "length("+v.Domain.Length.Name+")")
		}
		if len(words) > 0 {
			fmt.Fprintf(&sb, "var %s %s\n", v.Name, strings.Join(words, " "))
		}
	}
	for _, c := range s.Constraints {
		fmt.Fprintf(&sb, "%d:%d %s\n", c.Pos.Line, c.Pos.Column, dumpConstraint(c))
	}
	return sb.String()
}

func dumpNodes(nodes []Node) string {
	parts := make([]string, len(nodes))
	for i, n := range nodes {
		switch n := n.(type) {
		case *Literal:
			parts[i] = strconv.Quote(n.Text)
		case *Field:
			parts[i] = n.Var.Name
		case *Repeat:
			name := "repeat"
			if n.JSONList {
				name = "list"
			}
			if n.Nulls != nil {
				name = "tree"
			}
			separator := ""
			if n.Separator != "" {
				separator = " by " + strconv.Quote(n.Separator)
			}
			parts[i] = fmt.Sprintf("%s(%s%s: %s)", name, exprText(n.Count), separator, dumpNodes(n.Body))
		case *OneOf:
			bodies := make([]string, len(n.Alternatives))
			for j, a := range n.Alternatives {
				bodies[j] = dumpNodes(a.Body)
			}
			parts[i] = fmt.Sprintf("oneof(%s)", strings.Join(bodies, " | "))
		}
	}
	return strings.Join(parts, " ")
}

func dumpConstraint(c *Constraint) string {
	names := make([]string, len(c.Vars))
	for i, v := range c.Vars {
		names[i] = v.Name
	}
	vars := strings.Join(names, ", ")
	if c.Falling {
		vars += " falling"
	}
	switch c.Kind {
	case Compare:
		return fmt.Sprintf("%s %s %s", exprText(c.Left), [...]string{"?", "<", "<=", "=", "!="}[c.Op], exprText(c.Right))
	case Distinct:
		return "distinct " + vars
	case Sorted:
		return "sorted " + vars
	case StrictlyIncreasing:
		return "increasing " + vars
	case Permutation:
		return fmt.Sprintf("permutation %s of %s..%s", vars, exprText(c.Low), exprText(c.High))
	case Tree:
		return fmt.Sprintf("tree %s on %s..%s", vars, exprText(c.Low), exprText(c.High))
	case Graph:
		way := ""
		if c.From != nil {
			way += " from " + exprText(c.From)
		}
		if c.To != nil {
			way += " to " + exprText(c.To)
		}
		return fmt.Sprintf("graph %s on %s..%s %+v%s", vars, exprText(c.Low), exprText(c.High), c.Graph, way)
	case DistinctTogether:
		return "distinct together " + vars
	case LevelOrder:
		return "level order " + vars
	case Calls:
		return fmt.Sprintf("calls %s needs %d steps %d", vars, c.Needs, c.Steps)
	case SumAtMost:
		return fmt.Sprintf("sum %s <= %s", vars, exprText(c.Sum))
	}
	return "?"
}

func dumpMistakes(ms []Mistake) string {
	var sb strings.Builder
	for _, m := range ms {
		kind := ""
		if m.Warning {
			kind = "warning "
		}
		fmt.Fprintf(&sb, "%s%d:%d+%d %s: %s\n", kind, m.Pos.Line, m.Pos.Column, m.Length, m.Code, m.Message)
	}
	return sb.String()
}
