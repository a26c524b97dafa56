package workspace

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"execre/runner/toolchain"
)

func TestSameProgram(t *testing.T) {
	for _, c := range []struct {
		lang toolchain.Language
		a, b string
	}{
		{toolchain.CPP, "int main() { return 0; }", "int main(){return 0;}\n"},
		{toolchain.CPP, "int a; // x\nint b;", "int a;\n\n/* y\n */ int b;"},
		{toolchain.CPP, "int a;\r\nint b;\r\n", "int a;\nint b;\n"},
		{toolchain.CPP, "\ufeffint a;", "int a;"},
		{toolchain.CPP, "int a; // on \\\n int b;\nint c;", "int a;\nint c;"},
		{toolchain.CPP, "#include <a>\n#define F(x)  x // y\nint a;", "  #include <a>\n\n#define F(x) x\nint\na;"},
		{toolchain.CPP, "#define F(x) \\\n  x\n", "#define F(x) x\n"},
		{toolchain.CPP, "f(a, - 1);", "f( a,-1 );"},
		{toolchain.CPP, "int x = 1'000'000; // it's", "int x=1'000'000;"},
		{toolchain.CPP, "", "// nothing\n/* at all */\n"},
		{toolchain.Python, "x = 1  # one\n\n\ny = 2\n", "x=1\n# two\n   # three\ny =2"},
		{toolchain.Python, "if x:\n  y\n  if z:\n    w\n", "if x:\n\ty\n\n\tif z:\n\t\t\tw"},
		{toolchain.Python, "x = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"},
		{toolchain.Python, "print(f\"{x} {y}\")  # out\n", "print(f\"{x} {y}\")\n"},
		{toolchain.Python, "", "# nothing\n\n"},
		{"c", "int main(void) { return 0; } // c", "int main(void)\n{ return 0; }"},
		{"java", "class A { char c = '\"'; /* x */ }", "class A{\n  char c = '\"';\n}\n"},
		{"javascript", "let a = 1;\r\n\r\n", "let a = 1;\n"},
	} {
		if x, y := normalise(c.lang, []byte(c.a)), normalise(c.lang, []byte(c.b)); x != y {
			t.Errorf("%s: %q and %q are the same program\n%q\n%q", c.lang, c.a, c.b, x, y)
		}
	}
}

func TestOtherProgram(t *testing.T) {
	for _, c := range []struct {
		lang toolchain.Language
		a, b string
	}{
		{toolchain.CPP, `s = "//a";`, `s = "//b";`},
		{toolchain.CPP, `s = "/*";  t = "*/";`, `s = "/*"; t = "x*/";`},
		{toolchain.CPP, `s = "a  b";`, `s = "a b";`},
		{toolchain.CPP, `s = "\"//a";`, `s = "\"//b";`},
		{toolchain.CPP, `c = '"'; // "a`, `c = '"'; "a`},
		{toolchain.CPP, `c = '\''; int a; //'`, `c = '\''; int b; //'`},
		{toolchain.CPP, `s = R"(" // a)";`, `s = R"(" // b)";`},
		{toolchain.CPP, `s = u8R"x()" // a)x";`, `s = u8R"x()" // b)x";`},
		{toolchain.CPP, "a++b", "a+ +b"},
		{toolchain.CPP, "x = 0xe +1;", "x = 0xe+1;"},
		{toolchain.CPP, "x = 1e-5;", "x = 1e -5;"},
		{toolchain.CPP, "x = 1'0 /*'*/;", "x = 1'1 /*'*/;"},
		{toolchain.CPP, "int a", "inta"},
		{toolchain.CPP, `L"x"`, `L "x"`},
		{toolchain.CPP, `"x"s`, `"x" s`},
		{toolchain.CPP, "#define F(x) 1", "#define F (x) 1"},
		{toolchain.CPP, "#define A\nint b;", "#define A int b;"},
		{toolchain.CPP, "int a; /* open", "int a;"},
		{toolchain.CPP, "a = b / *p;", "a = b /*p;*/;"},
		{toolchain.Python, "if x:\n  y\nz\n", "if x:\n  y\n  z\n"},
		{toolchain.Python, "if x:\n  if y:\n    z\n  w", "if x:\n  if y:\n    z\n    w"},
		{toolchain.Python, "if x:\n    y\n  z\n", "if x:\n    y\n    z\n"},
		{toolchain.Python, "x = 1\ny = 2", "x = 1 y = 2"},
		{toolchain.Python, "s = '# a'", "s = '# b'"},
		{toolchain.Python, "s = 'a  b'", "s = 'a b'"},
		{toolchain.Python, "s = \"\"\"\n# a\n\"\"\"", "s = \"\"\"\n# b\n\"\"\""},
		{toolchain.Python, "s = '''it's # a'''", "s = '''it's # b'''"},
		{toolchain.Python, `s = r'\'; x = 1 # '; y`, `s = r'\'; x = 2 # '; y`},
		{toolchain.Python, `s = f"{d["a # b"]}"`, `s = f"{d["a # c"]}"`},
		{toolchain.Python, "\"\"\"doc\"\"\"\nx", "x"},
		{toolchain.Python, "x = 1 # a\ry = 2", "x = 1"},
		{toolchain.Python, "x = 1 \\\n  + 2", "x = 1\n+ 2"},
		{toolchain.Python, "not x", "notx"},
		{toolchain.Python, "a / / b", "a // b"},
		{"java", "s = \"\"\"\n a // 1\n\"\"\";", "s = \"\"\"\n a // 2\n\"\"\";"},
		{"java", `s = "\u0022; // 1`, `s = "\u0022; // 2`},
		{"javascript", "s = `a  b`", "s = `a b`"},
		{"go", "a := b\n-c", "a := b - c"},
	} {
		if x, y := normalise(c.lang, []byte(c.a)), normalise(c.lang, []byte(c.b)); x == y {
			t.Errorf("%s: %q and %q are different programs, both become %q", c.lang, c.a, c.b, x)
		}
	}
}

// Pieces that a lexer keeps whole, whatever is around them.
var pieces = map[toolchain.Language][]string{
	toolchain.CPP: {
		"a", "ab", "b1", "1", "1.5", ".5", "1e-5", "0xe", "1'000", "+", "-", "++", "->", "<<", "<", "=", "==", "/", "*", "(", ")",
		"{", "}", ";", ",", `"a // b"`, `"\""`, `'"'`, `'\''`, `R"(a " /* )"`, `R"d(a)" )d"`, "L'x'", "&", "&&", ":", "::",
	},
	toolchain.Python: {
		"a", "ab", "b1", "1", "1.5", ".5", "1e-5", "0xe", "+", "-", "->", "<<", "<", "=", "==", "/", "//", "*", "**", "(", ")",
		"[", "]", ",", `"a # b"`, `"\""`, `'"'`, `'''it's # "'''`, `f"{a}"`, "rb'x'", ":", ":=", "@", ".",
	},
}

var gaps = map[toolchain.Language][]string{
	toolchain.CPP:    {" ", "  ", "\t", "\n", "\r\n", " /* it's \" a */ ", " // it's \" a\n", "\n\n  "},
	toolchain.Python: {" ", "  ", "\t", " \t "},
}

// Two texts have the same normal form if and only if they have the same pieces, however these are spread and commented.
func TestNormaliseKeepsPieces(t *testing.T) {
	for lang, all := range pieces {
		t.Run(string(lang), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				program := rapid.SliceOfN(rapid.SampledFrom(all), 1, 8)
				write := func(pieces []string, label string) string {
					var b strings.Builder
					for i, piece := range pieces {
						if i > 0 {
							b.WriteString(rapid.SampledFrom(gaps[lang]).Draw(t, label))
						}
						b.WriteString(piece)
					}
					return b.String()
				}
				first := program.Draw(t, "first")
				second := slices.Clone(first)
				if rapid.Bool().Draw(t, "other") {
					second[rapid.IntRange(0, len(second)-1).Draw(t, "at")] = rapid.SampledFrom(all).Draw(t, "piece")
				}
				a, b := write(first, "gap"), write(second, "gap")
				same := normalise(lang, []byte(a)) == normalise(lang, []byte(b))
				if same != slices.Equal(first, second) {
					t.Fatalf("%q and %q: same %t", a, b, same)
				}
			})
		})
	}
}

func FuzzNormalise(f *testing.F) {
	for _, lang := range []toolchain.Language{toolchain.CPP, toolchain.Python} {
		f.Add(lang == toolchain.CPP, []byte(strings.Join(pieces[lang], " ")))
		for _, gap := range gaps[lang] {
			f.Add(lang == toolchain.CPP, []byte("a"+gap+"b"))
		}
	}
	for _, src := range []string{"\\", "\\\n", "R\"", "R\"(", "u8R\"abc(", "f'''{", "\"", "'''", "/*", "#", "#\\", ".", "0'", "\t\v\n x\n  y"} {
		f.Add(true, []byte(src))
		f.Add(false, []byte(src))
	}
	f.Fuzz(func(t *testing.T, cpp bool, src []byte) {
		lang, comment := toolchain.Python, "# c\n"
		if cpp {
			lang, comment = toolchain.CPP, "// c\n\n/* d */ "
		}
		got := normalise(lang, src)
		if strings.HasPrefix(string(src), "\ufeff") {
			return // a mark is one only at the very beginning
		}
		if commented := normalise(lang, append([]byte(comment), src...)); commented != got {
			t.Errorf("a comment in front makes %q of %q", commented, got)
		}
	})
}
