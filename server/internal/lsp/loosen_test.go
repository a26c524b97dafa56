package lsp

import (
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"execre/analysis/infer"
	"execre/analysis/statement"
)

// all are the loosenings of a text, as titles with the text that each gives.
func all(t *testing.T, text string) (titles []string, texts []string) {
	t.Helper()
	d := readSchema(text)
	if d.generator == nil {
		t.Fatalf("%v\n%s", d.mistakes, text)
	}
	lines := strings.Split(text, "\n")
	for _, l := range d.loosenings(0, len(lines)) {
		changed, ok := d.changed(lines, l)
		if !ok {
			t.Errorf("%s changes nothing", l.title)
		}
		titles, texts = append(titles, l.title), append(texts, changed)
	}
	return titles, texts
}

func TestLoosenings(t *testing.T) {
	const list, edges = "N\nA_1 A_2 ... A_N\n---\n1 <= N <= 9\n", "N M\nu_1 v_1\n:\nu_M v_M\n---\n2 <= N <= 9\n1 <= M <= 9\n"
	const tree = "N\nu_1 v_1\n:\nu_{N-1} v_{N-1}\n---\n1 <= N <= 9\n"
	const bounds = "1 <= A_i <= 20\n"
	for _, c := range []struct{ before, line, want string }{
		{list + bounds, "A is distinct", "take out: A is distinct"},
		{list + bounds, "A_i != A_j", "take out: A_i != A_j"},
		{list + bounds, "A is sorted", "take out: A is sorted"},
		{list + bounds, "A is sorted descending", "take out: A is sorted descending"},
		{
			list + bounds, "A is strictly increasing",
			"loosen to: A is sorted|loosen to: A is distinct|take out: A is strictly increasing",
		},
		{list + bounds, "A_i < A_{i+1}", "loosen to: A is sorted|loosen to: A is distinct|take out: A_i < A_{i+1}"},
		{
			list + bounds, "A is strictly decreasing",
			"loosen to: A is sorted descending|loosen to: A is distinct|take out: A is strictly decreasing",
		},
		{list + bounds, "A_i is even", "take out: A_i is even"},
		{list + bounds, "A_i is a multiple of 3", "take out: A_i is a multiple of 3"},
		{list + bounds, "A is a permutation of 1..N", "loosen to: A is distinct|take out: A is a permutation of 1..N"},
		{list, "A is a permutation of 1..N", "loosen to: 1 <= A <= N and A is distinct|loosen to: 1 <= A <= N"},
		{list, "A is a permutation of 0..N-1", "loosen to: 0 <= A <= N-1 and A is distinct|loosen to: 0 <= A <= N-1"},
		{"N\np_2 p_3 ... p_N\n---\n1 <= N <= 9\n", "p is a parent array", "loosen to: 1 <= p <= N"},
		{"N\np_1 p_2 ... p_N\n---\n1 <= N <= 9\n", "p is a parent array", "loosen to: 0 <= p <= N"},
		{
			tree, "(u, v) is a tree on 1..N", "loosen to: (u, v) is a simple graph on 1..N|" +
				"loosen to: (u, v) is a graph on 1..N and u != v|loosen to: (u, v) is a graph on 1..N",
		},
		{
			edges, "(u, v) is a simple graph on 1..N",
			"loosen to: (u, v) is a graph on 1..N and u != v|loosen to: (u, v) is a graph on 1..N",
		},
		{
			edges, "(u, v) is a connected simple graph on 1..N", "loosen to: (u, v) is a simple graph on 1..N|" +
				"loosen to: (u, v) is a connected graph on 1..N and u != v|loosen to: (u, v) is a connected graph on 1..N",
		},
		{
			edges, "(u, v) is a DAG on 1..N",
			"loosen to: (u, v) is a directed simple graph on 1..N|loosen to: (u, v) is an acyclic graph on 1..N",
		},
		{
			edges, "(u, v) is a directed graph on 1..N with every vertex reachable from 1",
			"loosen to: (u, v) is a directed graph on 1..N",
		},
		{
			edges, "(u, v) is a DAG on 1..N with N reachable from 1",
			"loosen to: (u, v) is an acyclic simple graph on 1..N|" +
				"loosen to: (u, v) is a directed simple graph on 1..N with N reachable from 1|" +
				"loosen to: (u, v) is an acyclic graph on 1..N with N reachable from 1",
		},
		{edges + "1 <= u_i, v_i <= N\n", "(u, v) is distinct", "take out: (u, v) is distinct"},

		// A comparison is a person's own, unless it is said to be from the samples.
		{list, "1 <= A_i <= N", ""},
		{list, "1 <= A_i <= N # the statement", ""},
		{list, "1 <= A_i <= N # guessed", ""},
		{list, "1 <= A_i <= N # seen in the samples", "loosen to: 1 <= A_i <= 9"},
		{list, "0 <= A_i < N # seen in the samples", "loosen to: 0 <= A_i < 9"},
		{list, "0 <= A_i <= 1 # guessed: all that the samples have", "loosen to: 0 <= A_i <= 10"},
		{list, "0 <= A_i <= 10 # guessed: all that the samples have", "loosen to: 0 <= A_i <= 100"},
		{list + "N <= 8\nN <= 30\n", "1 <= A_i <= N # seen in the samples", "loosen to: 1 <= A_i <= 8"},
		{edges + "1 <= u_i, v_i <= N\n", "u_i < v_i # seen in the samples", "loosen to: u_i <= v_i|take out: u_i < v_i"},
		{edges + "1 <= u_i, v_i <= N\n", "u_i <= v_i # seen in the samples", "take out: u_i <= v_i"},
		{edges + "1 <= u_i, v_i <= N\n", "u_i != v_i # seen in the samples", "take out: u_i != v_i"},
		{"N K\nA_1 ... A_N\n---\n1 <= N <= 5\n1 <= K <= 2*10^5\n1 <= A_i\n", "A_i <= K # seen in the samples", "loosen to: A_i <= 2*10^5"},
		{"N K\nA_1 ... A_N\n---\n1 <= N <= 5\n1 <= K <= N\n1 <= A_i\n", "A_i <= K # seen in the samples", "loosen to: A_i <= 5"},
		{tree + "(u, v) is a tree on 1..N\n", "1 <= u_i, v_i <= N # seen in the samples", ""}, // the tree says it too

		// Several on a line.
		{
			list + bounds, "A is sorted and A is distinct",
			"take out: A is sorted|take out: A is distinct",
		},
	} {
		text := c.before + c.line + "\n"
		d := readSchema(text)
		lines := strings.Split(text, "\n")
		var got []string
		line := strings.Count(c.before, "\n")
		for _, l := range d.loosenings(line, line) {
			got = append(got, l.title)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q in\n%sgot  %s\nwant %s", lines[line], text, strings.Join(got, "|"), c.want)
		}
		if len(d.mistakes) > 0 {
			t.Errorf("%q: %v", c.line, d.mistakes)
		}
	}
}

// The rest of a line stays as it is, and comments where they were.
func TestLooseningKeepsTheLine(t *testing.T) {
	const head = "N\nA_1 ... A_N\nB_1 ... B_N\n---\n1 <= N <= 9\n1 <= A_i, B_i <= 20\n"
	for _, c := range []struct{ text, want string }{
		{"A is sorted; B is distinct # both\n", "B is distinct # both\n|A is sorted                # both\n"},
		{"A is sorted and B is distinct", "B is distinct|A is sorted"},
		{"• A is sorted\r\n# the end\r\n", "# the end\r\n"},
		{"  A is strictly increasing   # seen\n", "  A is sorted                # seen\n|  A is distinct              # seen\n|"},
		{"u_i # no constraint", "error"},
	} {
		d := readSchema(head + c.text)
		lines := strings.Split(d.text, "\n")
		var got []string
		if d.schema == nil {
			got = []string{"error"}
		}
		for _, l := range d.loosenings(6, 6) {
			changed, _ := d.changed(lines, l)
			got = append(got, strings.TrimPrefix(changed, head))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q:\ngot  %q\nwant %q", c.text, strings.Join(got, "|"), c.want)
		}
	}
}

// guesses are the formats that package infer makes of its own test data, with their samples.
func guesses(t *testing.T) (guesses []infer.Guess, samples [][]string) {
	t.Helper()
	for _, file := range []string{"samples.txtar", "statements.txtar"} {
		archive, err := txtar.ParseFile("../../../analysis/infer/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		evidence := map[string]*infer.Evidence{}
		var names []string
		for _, f := range archive.Files {
			name := path.Dir(f.Name)
			if evidence[name] == nil {
				evidence[name] = &infer.Evidence{}
				names = append(names, name)
			}
			switch path.Ext(f.Name) {
			case ".in":
				evidence[name].Samples = append(evidence[name].Samples, string(f.Data))
			case ".md", ".txt":
				evidence[name].Statement = statement.Parse(string(f.Data))
			}
		}
		for _, name := range names {
			found, err := infer.Infer(*evidence[name])
			if err != nil {
				continue
			}
			for _, g := range found {
				guesses, samples = append(guesses, g), append(samples, evidence[name].Samples)
			}
		}
	}
	if len(guesses) < 60 {
		t.Fatalf("%d guesses", len(guesses))
	}
	return guesses, samples
}

// Whatever was guessed can be loosened in the file that was written, line by line, without being told what was guessed; and
// so can what comes of it, until nothing is left. Samples fit all the way, and so does every input of the stricter format.
func TestGuessesCanBeLoosened(t *testing.T) {
	formats, samples := guesses(t)
	structures := 0
	for i, g := range formats {
		if strings.HasPrefix(g.Text, "{") {
			if titles, _ := all(t, g.Text); titles != nil {
				t.Errorf("the JSON form: %q", titles)
			}
			continue
		}
		d := readSchema(g.Text)
		lines := strings.Split(g.Text, "\n")
		for _, l := range g.Loosen {
			structures++
			found := d.loosenings(l.Line-1, l.Line-1)
			if len(found) == 0 && !bound(d, lines, l.Line-1) {
				t.Errorf("%q cannot be loosened in line %d:\n%s", l.What, l.Line, g.Text)
			}
		}
		seen := map[string]bool{g.Text: true}
		for queue := []string{g.Text}; len(queue) > 0 && len(seen) < 40; queue = queue[1:] {
			titles, texts := all(t, queue[0])
			for k, text := range texts {
				if seen[text] {
					continue
				}
				seen[text] = true
				queue = append(queue, text)
				fits(t, titles[k], queue[0], text, samples[i])
			}
		}
	}
	if structures < 40 {
		t.Errorf("%d structures", structures)
	}
}

// bound says whether a line is a bound that a graph or a permutation has anyway.
func bound(d *schemaText, lines []string, line int) bool {
	return slices.ContainsFunc(d.written(lines, line, line), d.isBoundElsewhere)
}

// fits checks that samples and inputs of the strict format are inputs of the loose one.
func fits(t *testing.T, title, strict, loose string, samples []string) {
	t.Helper()
	after := readSchema(loose)
	if after.generator == nil {
		t.Errorf("%s:\n%s%v", title, loose, after.mistakes)
		return
	}
	inputs := slices.Clone(samples)
	before := readSchema(strict).generator
	for seed := range uint64(4) {
		if in, err := before.Random(rand.New(rand.NewPCG(seed, 1)), 0.002); err == nil {
			inputs = append(inputs, in.Text)
		}
	}
	for _, in := range inputs {
		if _, err := after.generator.Parse(in); err != nil {
			t.Errorf("%s: %v of\n%sin\n%s", title, err, in, loose)
			return
		}
	}
}

// TestAnyTextCanBeLoosened: however constraints stand together in a file, nothing panics, and what is offered is harmless: the
// file can be read and met, and inputs of the file before are inputs of it.
func TestAnyTextCanBeLoosened(t *testing.T) {
	constraints := []string{
		"A is distinct", "A, B are sorted", "A is strictly increasing", "B_i > B_{i+1}", "A is a permutation of 1..N", "(A, B) is distinct",
		"(A, B) is a connected bipartite graph on 1..N", "(A, B) is a DAG on 1..N", "(A, B) is a directed graph on 1 to N", "A is even",
		"1 <= A_i <= N", "A_i < B_i", "A_i != B_i", "A_i <= K", "0 <= A_i, B_i <= 1", "A in {1, 2}", "1 <= A_i <= 2 * N", "",
	}
	ends := []string{" and ", "; ", "\n", " # seen in the samples\n", " # guessed: all that the samples have\n", "# x\r\n", "\t\n• "}
	offered := 0
	rapid.Check(t, func(t *rapid.T) {
		text := "N K\nA_1 B_1\n:\nA_N B_N\n---\n1 <= N <= 9\n1 <= K <= 7\n0 <= A_i, B_i <= 9\n"
		for range rapid.IntRange(1, 4).Draw(t, "constraints") {
			text += rapid.SampledFrom(constraints).Draw(t, "constraint") + rapid.SampledFrom(ends).Draw(t, "end")
		}
		text += rapid.SampledFrom(constraints).Draw(t, "last")
		d := readSchema(text)
		lines := strings.Split(d.text, "\n")
		for _, l := range d.loosenings(0, len(lines)) {
			offered++
			changed, ok := d.changed(lines, l)
			after := readSchema(changed)
			if !ok || after.generator == nil || len(after.mistakes) > len(d.mistakes) {
				t.Fatalf("%s: %v\n%s", l.title, after.mistakes, changed)
			}
			in, err := d.generator.Random(rand.New(rand.NewPCG(1, 1)), 0.3)
			if err != nil {
				continue
			}
			if _, err := after.generator.Parse(in.Text); err != nil {
				t.Fatalf("%s: %v of\n%s%s", l.title, err, in.Text, changed)
			}
		}
	})
	if offered < 50 {
		t.Errorf("%d loosenings were offered", offered)
	}
}

// TestManyConstraints: a menu does not take for ever, and is not endless.
func TestManyConstraints(t *testing.T) {
	text := "N\nA_1 ... A_N\n---\n1 <= N <= 9\n1 <= A_i <= 9\n" + strings.Repeat("A is sorted\n", 900)
	if titles, _ := all(t, text); len(titles) == 0 || len(titles) > mostTried {
		t.Errorf("%d loosenings", len(titles))
	}
}

// FuzzLoosen: a schema file holds anything.
func FuzzLoosen(f *testing.F) {
	f.Add("N\nA_1 ... A_N\n---\n1 <= N <= 9\nA is strictly increasing # seen in the samples\n1 <= A_i <= N # seen in the samples")
	f.Add("N\nu_2 v_2\n:\nu_N v_N\n---\n(u, v) is a tree on 1..N; u is a parent array\r\n")
	f.Add("Q\nrepeat Q:\n  one of:\n    1 x\n    2 x y\n---\n• x < y and x is even # guessed: all that the samples have")
	f.Fuzz(func(t *testing.T, text string) {
		d := readSchema(text)
		lines := strings.Split(text, "\n")
		for _, l := range d.loosenings(0, len(lines)) {
			changed, ok := d.changed(lines, l)
			if after := readSchema(changed); !ok || after.generator == nil || len(after.mistakes) > len(d.mistakes) {
				t.Errorf("%s: %v\n%s", l.title, after.mistakes, changed)
			}
			for _, utf8 := range []bool{true, false} {
				if e := d.edit(l, utf8); e.Range.Start.Line > e.Range.End.Line || int(e.Range.End.Line) >= len(lines) {
					t.Errorf("%s: %+v of %d lines", l.title, e.Range, len(lines))
				}
			}
		}
	})
}
