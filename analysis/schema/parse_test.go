package schema

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// mustParse reads a schema that has no mistakes, warnings apart.
func mustParse(t *testing.T, src string) *Schema {
	t.Helper()
	s, mistakes := Parse([]byte(src))
	if s == nil {
		t.Fatalf("refused:\n%s", dumpMistakes(mistakes))
	}
	return s
}

func varNamed(t *testing.T, s *Schema, name string) *Var {
	t.Helper()
	for _, v := range s.Vars {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no variable %s", name)
	return nil
}

func TestFileShapesThatChangeNothing(t *testing.T) {
	plain := "N\nA_1 ... A_N\n\nS\n---\n1 <= N <= 5\n0 <= A_i <= 9\nS in {a, b}\n"
	want := dump(mustParse(t, plain))
	for name, src := range map[string]string{
		"CRLF":              strings.ReplaceAll(plain, "\n", "\r\n"),
		"byte order mark":   "\uFEFF" + plain,
		"no final newline":  strings.TrimSuffix(plain, "\n"),
		"trailing blanks":   strings.ReplaceAll(plain, "\n", "  \t\n"),
		"blanks before ---": strings.Replace(plain, "---", " -----", 1),
		"comments":          plain + "# the end\n   # and more",
	} {
		got, mistakes := Parse([]byte(src))
		if len(mistakes) > 0 {
			t.Errorf("%s: %s", name, dumpMistakes(mistakes))
		} else if dump(got) != want {
			t.Errorf("%s: got\n%swant\n%s", name, dump(got), want)
		}
	}
}

func TestScopes(t *testing.T) {
	s := mustParse(t, "T\nrepeat T:\n  N\n  A_1 ... A_N\n  u_1 v_1\n  :\n  u_N v_N\n---\n1 <= T, N <= 3\n0 "+
		"<= A, u, v <= 9\n")
	tests := s.Layout[2].(*Repeat)
	if varNamed(t, s, "T").Scope != nil || varNamed(t, s, "N").Scope != tests {
		t.Error("T stands at the top and N in the repeat")
	}
	a, u, v := varNamed(t, s, "A"), varNamed(t, s, "u"), varNamed(t, s, "v")
	if a.Scope == tests || a.Scope.Parent != tests {
		t.Error("A is a list within the repeat")
	}
	if u.Scope != v.Scope || u.Scope == a.Scope || u.Scope.Parent != tests {
		t.Error("u and v are the columns of one list, which is not the list of A")
	}
}

// A name of a Group hides the same name outside (method of the paper: names resolve in the Group first).
func TestJSONNamesResolveInTheGroupFirst(t *testing.T) {
	s := mustParse(t, `{"input_format": "stdin", "parameters": {
		"n": {"type": "Variable", "data_type": "int", "range": [1, 3]},
		"m": {"type": "Variable", "data_type": "int", "range": [7, 9]},
		"rows": {"type": "List", "range": "$n", "data_type": {"type": "Group", "parameters": {
			"n": {"type": "Variable", "data_type": "int", "range": [5, 6]},
			"x": {"type": "Variable", "data_type": "int", "range": ["$n", "$m"]}},
			"output_order": [{"name": "n", "separator": " "}, {"name": "x", "separator": ""}]}}},
		"output_order": [{"name": "n"}, {"name": "m"}, {"name": "rows"}]}`)
	x := varNamed(t, s, "x")
	found := map[string]*Repeat{}
	for _, c := range s.Constraints {
		left, right := c.Left, c.Right
		if ref, ok := right.(*Ref); ok && ref.Var == x {
			found[left.(*Ref).Var.Name] = left.(*Ref).Var.Scope
		} else if ref, ok := left.(*Ref); ok && ref.Var == x {
			found[right.(*Ref).Var.Name] = right.(*Ref).Var.Scope
		}
	}
	if scope, ok := found["n"]; !ok || scope != x.Scope {
		t.Error("$n in the Group is not the n of the Group")
	}
	if scope, ok := found["m"]; !ok || scope != nil {
		t.Error("$m in the Group is not the m outside")
	}
}

// TestHelp holds the promise that everything the help shows can be read.
func TestHelp(t *testing.T) {
	for i, line := range strings.Split(Help(), "\n") {
		if utf8.RuneCountInString(line) > 80 {
			t.Errorf("line %d of the help has more than 80 columns", i+1)
		}
	}
	layout := "N M K a b h m T z\n" +
		"A_1 ... A_N\nB_1 ... B_N\nC_1 ... C_N\np_1 ... p_N\nL_1 R_1\n:\nL_N R_N\nx_1 y_1\n:\nx_N y_N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\n" +
		"c_{1,1}c_{1,2}...c_{1,M}\n:\nc_{N,1}c_{N,2}...c_{N,M}\nS d q\n---\n"
	inConstraints := Help()[strings.Index(Help(), "\nCONSTRAINTS"):strings.Index(Help(), "\n  A number without bounds")]
	examples := 0
	for _, line := range strings.Split(inConstraints, "\n") {
		example, ok := strings.CutPrefix(line, "      ")
		if !ok || strings.HasPrefix(example, " ") {
			continue
		}
		for _, part := range regexp.MustCompile(` {3,}(?:also |over .*)?`).Split(example, -1) {
			if part == "" {
				continue
			}
			examples++
			part = strings.NewReplacer("p in {", "q in {", "sum of N <", "sum of A <", "sum of N*M", "sum of x*y").Replace(part)
			if s, mistakes := Parse([]byte(layout + part)); s == nil {
				t.Errorf("the help shows %q, but: %s", part, dumpMistakes(mistakes))
			}
		}
	}
	if examples < 24 {
		t.Errorf("only %d examples were found in the help", examples)
	}
	json := Help()[strings.Index(Help(), `      {"input_format"`):]
	json = json[:strings.Index(json, "\n\n")]
	if got := dumpNodes(mustParse(t, json).Layout); got != `n "\n" repeat(n by " ": a) "\n"` {
		t.Errorf("the JSON of the help has the layout %s", got)
	}
	json = Help()[strings.Index(Help(), "  Tree  "):]
	json = json[strings.Index(json, `      {"input_format"`):]
	if got := dumpNodes(mustParse(t, json[:strings.Index(json, "\n\n")]).Layout); got != `tree(root.length by ", ": root) k` {
		t.Errorf("the tree of the help has the layout %s", got)
	}
	json = Help()[strings.LastIndex(Help(), `      {"input_format"`):]
	if got := dumpNodes(mustParse(t, json[:strings.Index(json, "\n\n")]).Layout); got != `n list(n-1 by ", ": "[" u ", " v "]")` {
		t.Errorf("the constraints of the help have the layout %s", got)
	}
	json = Help()[strings.Index(Help(), "  Calls  "):]
	json = json[strings.Index(json, `      {"input_format"`):]
	if s := mustParse(t, json[:strings.Index(json, "\n\n")]); s.Class != "Stack" {
		t.Errorf("the calls of the help drive the class %q", s.Class)
	}
}

func TestLimits(t *testing.T) {
	names := make([]string, 20_000)
	for i := range names {
		names[i] = fmt.Sprintf("v%d", i)
	}
	var sb strings.Builder // the bound of each name is known only when that of the next one is
	for i := range 20_000 {
		fmt.Fprintf(&sb, "v%d <= v%d\n", i%298, i%298+1)
	}
	chains := sb.String()
	deep := ""
	for i := range 20 {
		deep += strings.Repeat(" ", i) + "repeat 2:\n"
	}
	deep += strings.Repeat(" ", 20) + "x\n---\n"
	for name, c := range map[string]struct{ src, code string }{
		"file size":       {strings.Repeat("# \n", 1<<20), "schema-file"},
		"not UTF-8":       {"N\n---\n1 <= \xff", "schema-file"},
		"exponent":        {"N\n---\nN <= 10^(10^9)", "schema-number"},
		"tower":           {"N\n---\nN <= 9^9^9^9", "schema-number"},
		"variable base":   {"N\n---\n1 <= N^(10^9) <= 5", "schema-number"},
		"digits":          {"N\n---\nN <= 1" + strings.Repeat("0", 1001), "schema-number"},
		"brackets":        {"N\n---\nN <= " + strings.Repeat("(", 90_000), "schema-nesting"},
		"minus":           {"N\n---\nN <= " + strings.Repeat("-", 90_000) + "1", "schema-nesting"},
		"powers":          {"N\n---\nN <= " + strings.Repeat("1^", 40_000) + "1", "schema-nesting"},
		"terms":           {"N\n---\nN <= 1" + strings.Repeat("+1", 40_000), "schema-too-large"},
		"index":           {"N\nA_" + strings.Repeat("{A_", 30_000), "schema-nesting"},
		"repeats":         {deep, "schema-nesting"},
		"names":           {strings.Join(strings.Fields(fmt.Sprint(make([]int, 600))), "a ") + "\n---\n", "schema-syntax"},
		"JSON depth":      {`{"a":` + strings.Repeat("[", 100_000), "schema-nesting"},
		"huge list":       {"A_1 ... A_1000000000\n---\n0 <= A_i <= 9", "schema-too-large"},
		"huge nested":     {"repeat 100000:\n  A_1 ... A_100000\n---\n0 <= A_i <= 9", "schema-too-large"},
		"negative count":  {"repeat -1:\n  x\n---\n0 <= x <= 1", "schema-number"},
		"fraction count":  {"repeat 1.5:\n  x\n---\n0 <= x <= 1", "schema-number"},
		"division":        {"N\n---\n1 <= N / (3 - 3) <= 5", "schema-number"},
		"many names":      {strings.Join(names, "\n") + "\n---\n" + strings.Join(names, " <= 1\n") + "\n", "schema-too-large"},
		"many unknown":    {"abcdef\n---\n" + strings.Join(names, " <= 1\n"), "schema-name"},
		"many bounds":     {strings.Join(names[:299], "\n") + "\n---\n" + chains, "schema-too-large"},
		"many long lines": {"N M\n---\n" + strings.Repeat(strings.Repeat("N+M+", 70)+"N <= M\n", 500), "schema-too-large"},
		"many lists":      {strings.Repeat(strings.Join(names[:140], "_1 ")+"_1\n", 200) + "---\n", "schema-duplicate"},
		"many parameters": {`{"parameters": {"` + strings.Join(names[:10_000], `": "int", "`) + `": "int"}}`, "schema-too-large"},
		"chain of commas": {"N\n---\n" + strings.Repeat("N,", 300) + "N <= " + strings.Repeat("N,", 300) + "N", "schema-too-large"},
	} {
		t.Run(name, func(t *testing.T) {
			s, mistakes := Parse([]byte(c.src))
			if s != nil || !strings.Contains(dumpMistakes(mistakes), " "+c.code+":") {
				t.Errorf("want a mistake %s, got %.300s", c.code, dumpMistakes(mistakes))
			}
		})
	}
}

// Every integer that is read is exact, however it is spelled.
func TestIntegersAreExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		digits := rapid.StringMatching(`[1-9][0-9]{0,60}`).Draw(rt, "digits")
		zeros := rapid.IntRange(0, 40).Draw(rt, "zeros")
		want, _ := new(big.Int).SetString(digits+strings.Repeat("0", zeros), 10)
		grouped := want.String()
		for i := len(grouped) - 3; i > 0; i -= 3 {
			grouped = grouped[:i] + "," + grouped[i:]
		}
		for _, spelling := range []string{
			want.String(), grouped,
			fmt.Sprintf("%s*10^%d", digits, zeros), fmt.Sprintf("%s×10^{%d}", digits, zeros),
			fmt.Sprintf("%s x 10^%d", digits, zeros), fmt.Sprintf("%se%d", digits, zeros),
		} {
			s, mistakes := Parse([]byte("N\n---\n-" + spelling + " <= N <= " + spelling))
			if s == nil {
				rt.Fatalf("%s: %s", spelling, dumpMistakes(mistakes))
			}
			high := s.Constraints[1].Right.(*Number).Value
			low := s.Constraints[0].Left.(*Number).Value
			if high.Cmp(new(big.Rat).SetInt(want)) != 0 || low.Cmp(new(big.Rat).Neg(high)) != 0 {
				rt.Fatalf("%s was read as %s..%s", spelling, low, high)
			}
		}
	})
}

// Constant parts are worked out with the rules that Binary promises.
func TestConstantArithmetic(t *testing.T) {
	for text, want := range map[string]string{
		"7/2": "3", "(0-7)/2": "-4", "6/3": "2", "(0-7) % 5": "3", "2^10 - 1": "1023", "-2^2": "-4", "2^3^2": "512",
		"gcd(12, 18)": "6", "min(3, 1,000)": "0", "max(3, 1, 2)": "3", "|3 - 5|": "2", "2(3+4)": "14", "0^0": "1", "1^(10^30)": "1",
	} {
		s := mustParse(t, "N\n---\nN = "+text)
		if got := exprText(s.Constraints[0].Right); got != want {
			t.Errorf("%s = %s, want %s", text, got, want)
		}
	}
}

// checkInvariants checks what Parse promises about any bytes.
func checkInvariants(t *testing.T, src []byte) {
	t.Helper()
	s, mistakes := Parse(src)
	again, _ := Parse(src)
	if (s == nil) != (again == nil) || (s != nil && dump(s) != dump(again)) {
		t.Fatal("two readings differ")
	}
	bad := false
	lines := strings.Split(string(src), "\n")
	last := Pos{}
	for _, m := range mistakes {
		bad = bad || !m.Warning
		if m.Message == "" || m.Length < 1 || !regexp.MustCompile(`^schema(-[a-z]+)+$`).MatchString(m.Code) {
			t.Fatalf("a mistake is incomplete: %+v", m)
		}
		if m.Pos.Line < 1 || m.Pos.Line > len(lines) || m.Pos.Column < 1 ||
			m.Pos.Column > utf8.RuneCountInString(lines[m.Pos.Line-1])+1 {
			t.Fatalf("a mistake is outside the file: %+v", m)
		}
		if m.Pos.Line < last.Line || (m.Pos.Line == last.Line && m.Pos.Column < last.Column) {
			t.Fatal("mistakes are not in the order of the file")
		}
		last = m.Pos
	}
	if (s == nil) != bad {
		t.Fatalf("schema %v with mistakes\n%s", s != nil, dumpMistakes(mistakes))
	}
	if s != nil {
		checkModel(t, s)
	}
}

func checkModel(t *testing.T, s *Schema) {
	t.Helper()
	if s.Style == StyleInvalid || len(s.Layout) == 0 {
		t.Fatal("the schema prints nothing")
	}
	known := map[*Var]bool{}
	for i, v := range s.Vars {
		if v.ID != i || v.Kind == KindInvalid || v.Name == "" {
			t.Fatalf("variable %d is incomplete: %+v", i, v)
		}
		known[v] = true
	}
	repeats := map[*Repeat]bool{nil: true}
	id := 0
	checkExpr := func(e Expr) {
		if e == nil {
			t.Fatal("an expression is missing")
		}
		walk(e, func(e Expr) {
			switch e := e.(type) {
			case *Number:
				if e.Value == nil {
					t.Fatal("a number has no value")
				}
			case *Ref:
				if !known[e.Var] || e.Var.Kind == String {
					t.Fatalf("an expression uses %s", e.Var.Name)
				}
			case nil:
				t.Fatal("an expression has a hole")
			}
		})
	}
	var visit func(nodes []Node, scope *Repeat)
	checkRepeat := func(n, scope *Repeat) {
		if n.ID != id || n.Parent != scope {
			t.Fatalf("repeat %d has ID %d", id, n.ID)
		}
		id++
		repeats[n] = true
		checkExpr(n.Count)
		if n.Index != nil && (!known[n.Index] || n.Index.Scope != n) {
			t.Fatalf("the index of repeat %d is of another one", n.ID)
		}
		visit(n.Body, n)
	}
	visit = func(nodes []Node, scope *Repeat) {
		for _, n := range nodes {
			switch n := n.(type) {
			case *Field:
				given := s.Class != "" && n.Var.Scope == nil // to the constructor
				if !known[n.Var] || n.Var.Scope != scope && !given || n.Var.Hidden {
					t.Fatalf("the field %s stands in the wrong place", n.Var.Name)
				}
			case *Repeat:
				checkRepeat(n, scope)
			case *OneOf:
				if !known[n.Kind] || n.Kind.Scope != scope || len(n.Kind.Domain.Values) != len(n.Alternatives) {
					t.Fatalf("the choice in line %d is incomplete", n.Pos.Line)
				}
				for _, a := range n.Alternatives {
					checkRepeat(a, scope)
				}
			}
		}
	}
	visit(s.Layout, nil)
	for _, v := range s.Vars {
		if !repeats[v.Scope] {
			t.Fatalf("the scope of %s is not in the layout", v.Name)
		}
		d := v.Domain
		sources := 0
		for _, has := range []bool{len(d.Values) > 0, len(d.Alphabet) > 0, d.Pattern != ""} {
			if has {
				sources++
			}
		}
		if sources > 1 || (v.Kind == String && sources == 0) ||
			(d.Length != nil && (!known[d.Length] || d.Length.Scope != v.Scope)) {
			t.Fatalf("the domain of %s is inconsistent: %+v", v.Name, d)
		}
	}
	for _, c := range s.Constraints {
		if c.Pos.Line < 1 || c.Text == "" {
			t.Fatalf("a constraint is incomplete: %+v", c)
		}
		switch c.Kind {
		case Compare:
			checkExpr(c.Left)
			checkExpr(c.Right)
			if c.Op == OpInvalid {
				t.Fatal("a comparison has no sign")
			}
		case Permutation, Tree, Graph:
			checkExpr(c.Low)
			checkExpr(c.High)
		case SumAtMost:
			checkExpr(c.Sum)
		}
		if c.Kind != Compare && (len(c.Vars) == 0 || c.Vars[0].Scope == nil) {
			t.Fatalf("%q speaks of no list", c.Text)
		}
	}
}
