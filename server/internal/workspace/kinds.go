package workspace

import (
	"execre/analysis/schema"
	"execre/runner/toolchain/function"
)

// CallOf says what the candidates of an input format in function style define: the function that execre.toml names, "" for
// none, or the format's class.
func CallOf(s *schema.Schema, name string) *function.Call {
	call := &function.Call{Name: name, Parameters: s.Parameters, Class: s.Class}
	values := kindsOf(s.Layout)
	if s.Class == "" {
		call.Kinds = values
		return call
	}
	// The first value lists the operations, and the second has for each a part for every method, of which one is there.
	call.Methods = map[string][]string{}
	if len(s.Layout) == 0 {
		return call
	}
	operations, _ := s.Layout[0].(*schema.Repeat)
	given, _ := s.Layout[len(s.Layout)-1].(*schema.Repeat)
	if operations == nil || given == nil || len(operations.Body) != 1 {
		return call
	}
	which, _ := operations.Body[0].(*schema.Field)
	for i, part := range given.Body {
		of, ok := part.(*schema.Repeat)
		if !ok || which == nil || i >= len(which.Var.Names) {
			continue
		}
		method := which.Var.Names[i]
		if i == 0 {
			method = "" // the constructor
		}
		call.Methods[method] = kindsOf(of.Body)
	}
	return call
}

// kindsOf says what the values among some nodes are, in the words of package function.
func kindsOf(nodes []schema.Node) []string {
	var kinds []string
	for _, n := range nodes {
		switch n := n.(type) {
		case *schema.Field:
			kinds = append(kinds, kindOf(n.Var))
		case *schema.Repeat:
			if n.Nulls != nil {
				kinds = append(kinds, "TreeNode")
				continue
			}
			if !n.JSONList || len(n.Body) == 0 {
				kinds = append(kinds, "")
				continue
			}
			element := ""
			for i, kind := range kindsOf(n.Body) {
				if i > 0 && kind != element {
					element = "" // a record of several kinds
					break
				}
				element = kind
			}
			if bracket, ok := n.Body[0].(*schema.Literal); ok && bracket.Text == "[" { // a list of records
				element = "[]" + element
			}
			kinds = append(kinds, "[]"+element)
		case *schema.OneOf:
			kinds = append(kinds, "")
		}
	}
	return kinds
}

func kindOf(v *schema.Var) string {
	switch {
	case v.Bare:
		return "truth"
	case v.Names != nil || v.Kind == schema.String:
		return "text"
	}
	return "number"
}
