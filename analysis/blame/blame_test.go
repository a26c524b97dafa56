package blame

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// lines is an execution that comes by these lines.
func lines(wrong bool, at ...int) Execution {
	x := Execution{Wrong: wrong}
	for _, line := range at {
		x.Events = append(x.Events, Event{Line: line})
	}
	return x
}

func TestRank(t *testing.T) {
	for name, c := range map[string]struct {
		executions []Execution
		want       []Suspect
	}{
		"nothing": {},
		"nothing is wrong": {
			executions: []Execution{lines(false, 1, 2), lines(false, 1)},
		},
		"nothing is right": {
			executions: []Execution{lines(true, 1, 2), lines(true, 1)},
		},
		"all come by the same lines": {
			executions: []Execution{lines(true, 1, 2), lines(false, 1, 2), lines(false, 1, 2)},
		},
		"a line of the right ones only is no suspect": {
			executions: []Execution{lines(true, 1), lines(false, 1, 2)},
		},
		"a line of the wrong ones only": {
			executions: []Execution{lines(true, 1, 2, 3), lines(true, 1, 3), lines(false, 1, 2), lines(false, 1)},
			want:       []Suspect{{3, 1}},
		},
		// 2 of 2 wrong ones and 1 of 2 right ones; 1 of 2 and 0.
		"by the coefficient": {
			executions: []Execution{lines(true, 1, 2, 3), lines(true, 1, 2), lines(false, 1, 2), lines(false, 1)},
			want:       []Suspect{{2, 2 / math.Sqrt(6)}},
		},
		"an outcome of a line that all come by": {
			executions: []Execution{
				{Wrong: true, Events: []Event{{Line: 7}, {7, 1}}},
				{Events: []Event{{Line: 7}, {7, 2}}},
				{Events: []Event{{Line: 7}, {7, 3}}},
			},
			want: []Suspect{{7, 1}},
		},
		"a line that one wrong execution does not come by is last": {
			executions: []Execution{
				lines(true, 1, 2), lines(true, 1, 2), lines(true, 1, 2), lines(true, 1),
				lines(false, 1), lines(false, 3), lines(false, 3),
			},
			want: []Suspect{{1, 4 / math.Sqrt(20)}, {2, 3 / math.Sqrt(12)}},
		},
		"of lines that are as suspicious those as a whole": {
			executions: []Execution{
				{Wrong: true, Events: []Event{{Line: 1}, {1, 5}, {Line: 2}}},
				{Events: []Event{{Line: 1}}},
			},
			want: []Suspect{{2, 1}, {1, 1}},
		},
		"no more than are asked for": {
			executions: []Execution{lines(true, 4, 3, 2, 1), lines(false, 9)},
			want:       []Suspect{{1, 1}, {2, 1}, {3, 1}},
		},
	} {
		if got := Rank(c.executions, 3); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestRankWhateverTheOrder: the same executions give the same lines, and what is said holds of any of them.
func TestRankWhateverTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		event := rapid.Custom(func(t *rapid.T) Event {
			return Event{rapid.IntRange(1, 6).Draw(t, "line"), rapid.Uint64Range(0, 3).Draw(t, "kind")}
		})
		execution := rapid.Custom(func(t *rapid.T) Execution {
			return Execution{rapid.Bool().Draw(t, "wrong"), rapid.SliceOfNDistinct(event, 0, 8, rapid.ID).Draw(t, "events")}
		})
		executions := rapid.SliceOf(execution).Draw(t, "executions")
		n := rapid.IntRange(0, 4).Draw(t, "n")
		got := Rank(executions, n)

		other := rapid.Permutation(executions).Draw(t, "other")
		for i := range other {
			other[i].Events = rapid.Permutation(other[i].Events).Draw(t, "other events")
		}
		if again := Rank(other, n); !reflect.DeepEqual(again, got) {
			t.Fatalf("%v, in another order %v", got, again)
		}
		if len(got) > n {
			t.Fatalf("%v of %d", got, n)
		}
		for i, s := range got {
			if s.Score <= 0 || s.Score > 1 || slices.ContainsFunc(got[:i], func(o Suspect) bool { return o.Line == s.Line }) {
				t.Fatalf("%v", got)
			}
			if !slices.ContainsFunc(executions, func(x Execution) bool {
				return x.Wrong && slices.ContainsFunc(x.Events, func(e Event) bool { return e.Line == s.Line })
			}) {
				t.Fatalf("no wrong execution comes by %v", s)
			}
		}
	})
}
