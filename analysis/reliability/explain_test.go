package reliability_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"execre/analysis/reliability"
)

// explained is an explanation as text: the decision, then each program with its reasons.
func (d decision) explained() string {
	x := d.Explain()
	lines := slices.Clone(x.Decision)
	for j, reasons := range x.Programs {
		lines = append(lines, d.Names[j]+":")
		for _, reason := range reasons {
			lines = append(lines, "- "+reason)
		}
	}
	return strings.Join(lines, "\n")
}

func TestExplain(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"consensus", `
			a 0000x /01
			b 0000x /02
			c 0000x /03
			d 0000x /04
			e 0000x /00
			f 0001x /00
			g 0011t /10`, `
a is the trusted reference: 5 of 6 programs agree on all 4 inputs, so that they are right with probability 0.84 (0.8 is asked for)
programs that behave alike, and the probability that they are right: a, b, c, d and 1 more (0.84); f (0.05); nobody is right: 0.09
sample 2 judges no program: wrong, or several answers are right
1 input is left out, because every program crashes there
the right answer to one question would leave at most 5 programs that may be right
a:
f:
- no other program behaves like it
- right on every input with probability 0.05
- right on 0.76 of the inputs, if some program is right (0.32 to 0.96 with 90 % confidence)
- gives the most frequent answer on 0.75 of the inputs
- crashes on 1 input
g:
- runs out of time on 1 input`},
		{"a pair", "a 00\nb 00", `
provisional: a and b agree, but they are only two
all agree: the right answer to one input at the limits of the format would confirm them
a:
- behaves like b (2 of 2 programs)
- right on every input with probability 0.75
b:`},
		{"judged", "a 000 ?0\nb 000 ?0\nc 011 ?1\nd 010 ?1", `
a is the trusted reference: it and 1 program that behaves like it alone give 1 right answer that was judged
the right answer to one more question would confirm what only 3 programs of all give there
b:
c:
- not right: it gives another answer than the one that was judged right`},
		{"declared", "z 0000 ref\na 0101\nb 0000\nc x---", `
z is the trusted reference because it was declared to be right
z:
a:
b:
c:
- not right: it does not answer every input`},
		{"declined", "a 00 /0\nb 00 /0\nc 00 /0\nz 01 /1 ref", `
a is the trusted reference: 3 of 3 programs agree on all 2 inputs, so that they are right with probability 0.85 (0.8 is asked for)
z is named as reference, but it fails sample 1
z:`},
		{"suspended", "a 01\nb 01\nz 00 ref", `
nothing is trusted: z is named as reference, but a and b agree with each other against it
z:`},
		{"refused", "a 00\nb 00\nc 00 wrong-answer\nd 01", `
nothing is trusted: no two programs agree on every input
programs that behave alike, and the probability that they are right: d (0.40); a and b (refused by the judge); nobody is right: 0.60
a:
- not right: the judge refused a program that behaves like this`},
	}
	for _, tt := range tests {
		e := evidence(t, tt.text)
		d := decision{e, reliability.Decide(e)}
		got := strings.Split(d.explained(), "\n")
		// All lines in this order; others may be between them.
		at := 0
		for line := range strings.SplitSeq(strings.TrimPrefix(tt.want, "\n"), "\n") {
			k := slices.Index(got[at:], line)
			if k < 0 {
				t.Errorf("%s: no line %q in\n%s", tt.name, line, strings.Join(got[at:], "\n"))
				break
			}
			at += k + 1
		}
	}
}

// Every decision of every method can be explained, in whole sentences without numbers that do not exist; and the same whatever
// the order of the programs.
func TestEveryDecisionIsExplained(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := randomEvidence(rt)
		for _, m := range reliability.Methods() {
			d := m.Decide(e)
			x := d.Explain()
			if len(x.Decision) == 0 || len(x.Programs) != len(e.Programs) {
				rt.Fatalf("%s: %+v", m.Name(), x)
			}
			all := slices.Clone(x.Decision)
			all = slices.Concat(append([][]string{all}, x.Programs...)...)
			for _, line := range all {
				if line == "" || strings.Contains(line, "NaN") || strings.HasSuffix(line, ".") || strings.Contains(line, "  ") ||
					strings.Contains(line, "%!") || strings.Contains(line, " -1") {
					rt.Errorf("%s: %q", m.Name(), line)
				}
			}
			if trusted := strings.Contains(x.Decision[0], "is the trusted reference"); trusted != (d.Trusted >= 0) {
				rt.Errorf("%s trusts %d, and says %q", m.Name(), d.Trusted, x.Decision[0])
			}
		}
		to := rapid.Permutation(upTo(len(e.Programs))).Draw(rt, "to")
		moved := reliability.Decide(permute(e, to, upTo(len(e.Matrix.Rows))))
		want, got := reliability.Decide(e).Explain(), moved.Explain()
		for j, at := range to {
			if diff := cmp.Diff(want.Programs[j], got.Programs[at]); diff != "" {
				rt.Errorf("program %d (-given +moved):\n%s", j, diff)
			}
		}
		if diff := cmp.Diff(want.Decision, got.Decision); diff != "" {
			rt.Errorf("decision (-given +moved):\n%s", diff)
		}
	})
}
