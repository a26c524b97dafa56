package imports

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// What package workspace reads of a Kattis package stays where it is.
var (
	kattisFolders = []string{"data/sample", "submissions", "input_validators", "output_validators", "output_validator"}
	// kattisLeft are folders that are not taken, with the reason.
	kattisLeft = map[string]string{
		"generators":              "a generator here is called with a seed alone",
		"input_format_validators": "validators here lie in input_validators/",
		"graders":                 "groups of tests are not graded here",
		"attachments":             "not needed to check programs",
		"solution":                "not needed to check programs",
		"include":                 "put what a program needs beside it",
	}
	kattisName = regexp.MustCompile(`(?m)^name:[ \t]*(?:["']?([^"'\n#]+)["']?[^\n]*)?$(?:\n[ \t]+\w+:[ \t]*["']?([^"'\n#]+))?`)
)

// secretBytes bounds together what is copied of a package's secret tests, the smallest first; few of them are samples in
// the end.
const secretBytes = 16 << 20

// readKattis reads a Kattis problem package. problem.yaml, which has the limits and the comparison, is copied as it is.
func readKattis(s *source) Problem {
	p := Problem{Name: s.name}
	if p.take(s, "problem.yaml", "problem.yaml") {
		if m := kattisName.FindSubmatch(p.Files[0].Text); m != nil {
			p.Group = line(cmp.Or(string(m[1]), string(m[2])), 200) // beside the short name of the folder
		}
	}
	for _, dir := range kattisFolders {
		for _, name := range s.below(dir) {
			p.take(s, name, name)
		}
	}
	p.secret(s, s.below("data/secret"), func(name string) (in, ans string) {
		if path.Ext(name) != ".in" {
			return "", ""
		}
		return name, stemOf(name) + ".ans"
	})
	for _, name := range s.list(".") {
		dir, isDir := strings.CutSuffix(name, "/")
		if reason := kattisLeft[dir]; isDir && reason != "" {
			p.leave("%s/: %s", dir, reason)
		}
	}
	p.statement(s, "statement", "problem_statement")
	return p
}

// secret adds the smallest tests of a package as data/secret/*.in and .ans. pair gives the files of a test that one of the
// names stands for, or "".
func (p *Problem) secret(s *source, names []string, pair func(name string) (in, ans string)) {
	type test struct {
		in, ans string
		size    int64
	}
	var tests []test
	missing := 0
	for _, name := range names {
		in, ans := pair(name)
		if in == "" {
			continue
		}
		size := s.size(in) + s.size(ans)
		if s.size(in) < 0 || s.size(ans) < 0 {
			missing++
			continue
		}
		tests = append(tests, test{in, ans, size})
	}
	slices.SortStableFunc(tests, func(a, b test) int { return cmp.Compare(a.size, b.size) })
	left, taken := int64(secretBytes), 0
	for _, t := range tests {
		if left -= t.size; left < 0 || taken == maxSamples {
			break
		}
		name := "data/secret/" + strings.TrimPrefix(t.in, "data/secret/")
		if path.Ext(name) != ".in" {
			name += ".in"
		}
		if p.take(s, t.in, name) && !p.take(s, t.ans, stemOf(name)+".ans") {
			p.Files = p.Files[:len(p.Files)-1]
		}
		taken++
	}
	if n := len(tests) - taken; n > 0 {
		p.leave("%d of %d secret tests: the smallest are kept, up to %d MiB", n, len(tests), secretBytes>>20)
	}
	if missing > 0 {
		p.leave("%d tests that have no input or no answer in the package", missing)
	}
}

// size is the length of a file, or -1 when there is none.
func (s *source) size(name string) int64 {
	info, err := fs.Stat(s.fsys, name)
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// statement takes the statement from one of some folders: the English one if there is one, and Markdown rather than LaTeX.
func (p *Problem) statement(s *source, dirs ...string) {
	rank := func(name string) int {
		r := 0
		if ext := path.Ext(name); ext != ".md" {
			r++
		}
		if english := strings.Contains(name, ".en.") || strings.Contains(name, "english"); !english {
			r += 2
		}
		return r
	}
	var found []string
	for _, dir := range dirs {
		for _, name := range s.below(dir) {
			if base := path.Base(name); strings.HasPrefix(base, "problem.") && (path.Ext(base) == ".md" || path.Ext(base) == ".tex") {
				found = append(found, name)
			}
		}
	}
	if len(found) == 0 {
		return
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	as := "statement.md"
	if path.Ext(found[0]) == ".tex" {
		as = "statement.txt"
	}
	p.take(s, found[0], as)
}
