package function

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ one, other string }{
		{"[1,2]\n", " [1, 2]"},
		{"[[1],\r\n [2]]", "[[1],[2]]\n"},
		{`{"a": 1}`, `{"a":1}`},
		{"2", "2.0"},
		{"2", "2.00000"},
		{"0.5", "5e-1"},
		{"0", "-0.0"},
		{"1e+21", "1000000000000000000000.0"},
		{"1e-7", "0.0000001"},
		{`"\u00e9\ud83d\ude00\u0041\/"`, `"é😀A/"`},
		{`"\u0009 \ud800"`, `"\t\u0020\ud800"`},
	} {
		if one, other := Canonical(c.one), Canonical(c.other); one != other {
			t.Errorf("%q and %q are the same value: %q, %q", c.one, c.other, one, other)
		}
	}
	for _, c := range []struct{ one, other string }{
		{"[1,2]", "[12]"},
		{"[1,2]", "[1,-2]"},
		{`"a  b"`, `"a b"`},
		{`["a","b"]`, `["a b"]`},
		{`"1"`, "1"},
		{"9007199254740993", "9007199254740992"},
		{`"\ud800"`, `"\ud801"`},
		{`"\\n"`, `"\n"`},
		{"null", "[]"},
		{"1e-7", "1e-8"},
	} {
		if one := Canonical(c.one); one == Canonical(c.other) {
			t.Errorf("%q and %q are not the same value: %q", c.one, c.other, one)
		}
	}
	for _, text := range []string{"", `"not closed`, "\"two\nlines\"", `"\x"`, `"\u12"`} {
		if got := Canonical(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := Canonical(`["a b", NaN,-Infinity]`); got != `[ "a\u0020b" , NaN , -Infinity ]` {
		t.Error(got)
	}
}

// TestCanonicalIsTheValue: the text of a value is the same value, however it was written, and without blanks in words.
func TestCanonicalIsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := any(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any {
			if rapid.Bool().Draw(t, "number") {
				return rapid.Float64().Draw(t, "value")
			}
			return strings.ToValidUTF8(rapid.String().Draw(t, "text"), "")
		}), 0, 4).Draw(t, "values"))
		plain, err := json.Marshal(value)
		if err != nil {
			t.Skip("no JSON")
		}
		spread, err := json.MarshalIndent(value, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		one := Canonical(string(plain))
		if other := Canonical(string(spread)); one != other || Canonical(one) != one {
			t.Fatalf("%q, %q, %q", one, other, Canonical(one))
		}
		var back any
		if err := json.Unmarshal([]byte(one), &back); err != nil {
			t.Fatalf("%q: %v", one, err)
		}
		var want any
		if err := json.Unmarshal(plain, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, want) {
			t.Fatalf("%q is not %s", one, plain)
		}
	})
}
