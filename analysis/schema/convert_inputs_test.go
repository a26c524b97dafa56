package schema_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"execre/analysis/generate"
	"execre/analysis/schema"
)

// generator compiles a schema; nil where there is none.
func generator(t fatal, text string) *generate.Generator {
	t.Helper()
	s, mistakes := schema.Parse([]byte(text))
	if s == nil {
		t.Fatalf("%s\nis refused: %+v", text, mistakes)
	}
	g, mistakes := generate.New(s)
	if g == nil {
		t.Fatalf("%s\ncannot be generated: %+v", text, mistakes)
	}
	return g
}

type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// checkConverted generates from a schema what the converted one must accept, and the other way round where nothing was
// lost.
func checkConverted(t fatal, src string, seed uint64) (converted string, lost []string) {
	t.Helper()
	s, mistakes := schema.Parse([]byte(src))
	if s == nil {
		t.Fatalf("%s\nis refused: %+v", src, mistakes)
	}
	for _, form := range []string{"text", "json"} {
		var text string
		var gone []string
		var err error
		if form == "text" {
			text, gone, err = schema.Text(s)
		} else {
			var out []byte
			out, gone, err = schema.JSON(s)
			text = string(out)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "form") {
				t.Fatalf("%s\nas %s: %v", src, form, err)
			}
			continue
		}
		if (text[0] == '{') != strings.HasPrefix(strings.TrimSpace(src), "{") {
			converted, lost = text, gone
		}
		from, to := generator(t, src), generator(t, text)
		r := rand.New(rand.NewPCG(seed, 1))
		pass := func(from, to *generate.Generator, a, b string) {
			for i := range 12 {
				in, err := from.Random(r, float64(i)/24)
				if err != nil {
					continue
				}
				if _, err := from.Parse(in.Text); err != nil {
					continue // an empty text between blanks: nobody can read it
				}
				if _, err := to.Parse(in.Text); err != nil {
					t.Fatalf("%s\nmakes\n%s\nwhich\n%s\nrefuses: %v (left out: %q)", a, in.Text, b, err, gone)
				}
			}
		}
		pass(from, to, src, text)
		if len(gone) == 0 {
			pass(to, from, text, src)
		}
	}
	return converted, lost
}

func TestConvertedSchemasAccept(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	converted, all := 0, 0
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			s, _ := schema.Parse(f.Data)
			if s == nil || !strings.HasSuffix(f.Name, ".schema") {
				continue
			}
			if g, _ := generate.New(s); g == nil {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+f.Name, func(t *testing.T) {
				all++
				if other, _ := checkConverted(t, string(f.Data), 1); other != "" {
					converted++
				}
			})
		}
	}
	t.Logf("%d of %d schemas have the other form too", converted, all)
	if converted < all*2/3 {
		t.Errorf("only %d of %d schemas have the other form too", converted, all)
	}
}

// TestRandomSchemas converts schemas that are put together at random.
func TestRandomSchemas(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := drawSchema(rt)
		s, mistakes := schema.Parse([]byte(src))
		if s == nil {
			rt.Fatalf("%s\n%+v", src, mistakes)
		}
		if g, _ := generate.New(s); g == nil {
			rt.Skip("contradicts itself")
		}
		other, lost := checkConverted(rt, src, rapid.Uint64().Draw(rt, "seed"))
		if other != "" && len(lost) == 0 {
			checkConverted(rt, other, 7)
		}
	})
}

// drawSchema draws a schema in text form.
func drawSchema(rt *rapid.T) string {
	pick := func(label string, options ...string) string { return rapid.SampledFrom(options).Draw(rt, label) }
	layout := []string{"N M"}
	rules := []string{"1 <= N <= 8", pick("M", "0 <= M <= N", "N <= M <= 12", "M = N + 1", "|M| <= 5", "-3 < M < 2*N + 1", "M != N; 0 <= M <= 9")}
	block := func(name string, indent string) {
		a, b := name, name+"b"
		switch pick("piece", "row", "rows", "grid", "tight", "text", "texts", "ragged", "real", "tree", "words", "constant") {
		case "row":
			layout = append(layout, indent+a+"_1 "+a+"_2 ... "+a+"_N")
			rules = append(rules, pick("bounds", "1 <= "+a+"_i <= N", "-5 <= "+a+" < M + 9", "|"+a+"_i| <= 10^9"),
				pick("column", "", a+" is distinct", a+" is sorted", "sum of "+a+" <= 10^10", a+"_i is even"))
		case "rows":
			layout = append(layout, indent+a+"_1 "+b+"_1", indent+":", indent+a+"_N "+b+"_N")
			rules = append(rules, "1 <= "+a+"_i "+pick("sign", "<", "<=")+" "+b+"_i <= 20", pick("together", "", "("+a+", "+b+") is distinct",
				"gcd("+a+", "+b+") = 1"))
		case "grid":
			layout = append(layout, indent+a+"_{1,1} ... "+a+"_{1,N}", indent+":", indent+a+"_{N,1} ... "+a+"_{N,N}")
			rules = append(rules, "0 <= "+a+"_{i,j} <= N")
		case "tight":
			layout = append(layout, indent+a+"_{1,1}"+a+"_{1,2}..."+a+"_{1,N}", indent+":", indent+a+"_{3,1}"+a+"_{3,2}..."+a+"_{3,N}")
			rules = append(rules, a+" in {., #}")
		case "text":
			layout = append(layout, indent+a+" "+b)
			rules = append(rules, a+" "+pick("letters", "consists of lowercase letters", "matches [.#0-9]+", "matches (ab|c){1,3}"),
				b+" in {yes, no, \"1\"}")
			if rules[len(rules)-2] != a+" matches (ab|c){1,3}" {
				rules = append(rules, "1 <= |"+a+"| <= N")
			}
		case "texts":
			layout = append(layout, indent+a+"_1", indent+":", indent+a+"_N")
			rules = append(rules, a+" matches [a-c]{1,4}", pick("column", "", a+" is distinct"))
		case "ragged":
			layout = append(layout, indent+b+"_1 "+a+"_{1,1} ... "+a+"_{1,"+b+"_1}", indent+":", indent+b+"_N "+a+"_{N,1} ... "+a+"_{N,"+b+"_N}")
			rules = append(rules, "0 <= "+b+"_i <= 3", "0 <= "+a+"_{i,j} <= "+b+"_i")
		case "real":
			layout = append(layout, indent+a+" "+b)
			rules = append(rules, a+" is real with "+pick("decimals", "1", "2", "3")+" decimals", "-0.5 <= "+a+" < 2.25", "0 <= "+b+" <= 9")
		case "tree":
			layout = append(layout, indent+a+"_1 "+b+"_1", indent+":", indent+a+"_{N-1} "+b+"_{N-1}")
			rules = append(rules, "("+a+", "+b+") is a tree on 1..N")
		case "words":
			layout = append(layout, indent+a)
			rules = append(rules, a+" in {3, 7, 20}")
		case "constant":
			layout = append(layout, indent+"\"# x\" "+a+" 7")
			rules = append(rules, "0 <= "+a+" <= 1")
		}
	}
	for i := range rapid.IntRange(1, 2).Draw(rt, "pieces") {
		block(string(rune('a'+i)), "")
	}
	if rapid.Bool().Draw(rt, "tests") {
		layout = append(layout, "repeat M + 3:", "  K")
		rules = append(rules, "1 <= K <= N + 2")
		block("x", "  ")
	}
	var out []string
	for _, r := range rules {
		if r != "" {
			out = append(out, r)
		}
	}
	return strings.Join(layout, "\n") + "\n---\n" + strings.Join(out, "\n") + "\n"
}
