package server_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// evaluation is what `execre evaluate` said of the data set, as JSON: `make table` writes it anew, and then the README's
// table of it, by this test.
const evaluation = "testdata/evaluation.json"

// tableRules are the lines of the README's table: its words for a rule, and the rule.
var tableRules = []struct{ words, name string }{
	{"samples alone", "samples"},
	{"**execre**", "execre"},
	{"**execre with questions**", "execre-questions"},
	{"the same, 10 % of the answers wrong", "execre-questions-err-0.1"},
	{"execre-paper (threshold .90)", "execre-paper"},
	{"execre-paper-0.95", "execre-paper-0.95"},
	{"voting", "voting"},
	{"two-thirds", "two-thirds"},
	{"codet", "codet"},
	{"mbr-exec", "mbr-exec"},
	{"b4", "b4"},
	{"one program", "one-program"},
}

const tableHead = "| rule | precision | recall | coverage | misleading | useful | questions |\n|---|---|---|---|---|---|---|\n"

// interval is a number with its bounds, null where there is none.
type interval struct{ Value, Low, High *float64 }

// share is a number from 0 to 1 as the table has it, percent one per 100 pools.
func (v interval) share() string {
	return v.text(func(x float64) string {
		if x == 0 || x == 1 {
			return fmt.Sprint(x)
		}
		return strings.TrimPrefix(fmt.Sprintf("%.2f", x), "0")
	})
}

func (v interval) percent() string {
	return v.text(func(x float64) string { return fmt.Sprintf("%.1f", x) })
}

func (v interval) text(form func(float64) string) string {
	switch {
	case v.Value == nil:
		return "–"
	case v.Low == nil || v.High == nil || form(*v.Low) == form(*v.High):
		return form(*v.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", form(*v.Value), form(*v.Low), form(*v.High))
}

// table is the README's table of a result, and how many pools are in it.
func table(t *testing.T, text []byte) (lines string, pools int) {
	var result struct {
		Pools int
		Notes []string
		Rules []struct {
			Name   string
			Groups []struct{ Precision, Recall, Coverage, Misleading, Useful, Questions interval }
		}
	}
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatalf("%s: %v", evaluation, err)
	}
	for _, note := range result.Notes {
		if strings.Contains(note, "oracle/") {
			t.Errorf("an oracle of the data set is of no use: %s", note)
		}
	}
	of := map[string]string{}
	for _, r := range result.Rules {
		all := r.Groups[0]
		questions := interval{Value: all.Questions.Value}
		of[r.Name] = strings.Join([]string{
			all.Precision.share(), all.Recall.share(), all.Coverage.share(), all.Misleading.percent(), all.Useful.percent(), questions.share(),
		}, " | ")
	}
	lines = tableHead
	for _, rule := range tableRules {
		figures, ok := of[rule.name]
		if !ok {
			t.Fatalf("%s has no rule %s", evaluation, rule.name)
		}
		lines += fmt.Sprintf("| %s | %s |\n", rule.words, figures)
	}
	return lines, result.Pools
}

// TestReadmeTable: the table of rules in the README says what the stored result says. With the environment variable
// EXECRE_README=write it is written instead.
func TestReadmeTable(t *testing.T) {
	text, err := os.ReadFile(evaluation)
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	want, pools := table(t, text)
	place := regexp.MustCompile(regexp.QuoteMeta(tableHead) + `(?:\|.*\n)*`)
	if os.Getenv("EXECRE_README") == "write" {
		written := place.ReplaceAllLiteral(readme, []byte(want))
		if err := os.WriteFile("../README.md", written, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := string(place.Find(readme)); got != want {
		t.Errorf("README.md has\n%s\nand %s says\n%s\n`make table` writes both anew", got, evaluation, want)
	}
	number := fmt.Sprintf("%d,%03d pools", pools/1000, pools%1000)
	if !strings.Contains(string(readme), number) {
		t.Errorf("README.md does not speak of %s", number)
	}
}
