package imports

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// readFlat reads a folder as oj, cph, CompetiTest and their like have it: programs, and samples beside them or in a folder
// below. Programs and samples that share a name are one problem; there is none when the folder has no samples.
func readFlat(s *source) ([]Problem, error) {
	f := &flat{s: s, problems: map[string]*Problem{}, tests: map[string]map[string][3]string{}}
	top := s.list(".")
	for _, name := range s.list(".cph") {
		if strings.HasSuffix(name, ".prob") {
			f.prob(path.Join(".cph", name))
		}
	}
	for _, name := range top {
		if stem, ok := strings.CutSuffix(name, ".testcases"); ok {
			f.testcases(name, stem)
		}
	}
	told := maps.Clone(f.problems)
	for _, dir := range append([]string{"."}, workspace.SampleFolders()...) {
		for _, name := range s.list(dir) {
			f.sample(dir, name)
		}
	}
	f.join(top, told)
	f.pair()
	f.programs(top)
	return f.finish(), nil
}

// flat is a folder that may hold several problems.
type flat struct {
	s        *source
	problems map[string]*Problem             // by the stem that its programs and samples share; "" has no stem
	tests    map[string]map[string][3]string // by stem and key: the paths of the input, and of .out and .ans
	leftOut  []string
}

func (f *flat) problem(stem string) *Problem {
	key := workspace.ProblemStem(stem)
	if f.problems[key] == nil {
		f.problems[key] = &Problem{Name: stem}
		if key == "" {
			f.problems[key].Name = f.s.name
		}
	}
	return f.problems[key]
}

// prob reads a problem as cph stores it. It writes one for each program, so that a problem may have several.
func (f *flat) prob(name string) {
	text, err := f.s.file(name)
	if err != nil {
		f.leave("%s: %v", name, err)
		return
	}
	read, _, program, err := parsePosted(text)
	if err != nil {
		f.leave("%s: %v", name, err)
		return
	}
	for _, p := range f.problems {
		if read.URL != "" && p.URL == read.URL { // a second program for it, with another name
			f.problems[workspace.ProblemStem(program)] = p
		}
	}
	p := f.problem(stemOf(program))
	samples := p.Samples
	for _, sample := range read.Samples {
		if !slices.Contains(samples, sample) {
			samples = append(samples, sample)
		}
	}
	if p.URL == "" && p.TimeLimit == 0 && len(p.Samples) == 0 { // the first one says what the problem is
		*p = read
	}
	p.Interactive = p.Interactive || read.Interactive
	p.Samples = samples
}

// testcases reads all samples of a program in one file, as CompetiTest can keep them.
func (f *flat) testcases(name, stem string) {
	text, err := f.s.file(name)
	var samples []Sample
	if err == nil {
		samples, err = parseTestcases(text)
	}
	if err != nil {
		f.leave("%s: %v", name, err)
		return
	}
	p := f.problem(stem)
	p.Samples = append(p.Samples, samples...)
}

// sample notes a file of a sample, in any layout that package workspace knows.
func (f *flat) sample(dir, name string) {
	key, stem, kind := workspace.SampleName(name)
	if kind == "" || strings.HasSuffix(name, "/") {
		return
	}
	owner := workspace.ProblemStem(stem)
	if f.tests[owner] == nil {
		f.tests[owner] = map[string][3]string{}
	}
	at := dir + "/" + key
	files := f.tests[owner][at]
	if i := slices.Index([]string{"in", "out", "ans"}, kind); files[i] == "" {
		files[i] = path.Join(dir, name)
	}
	f.tests[owner][at] = files
	if kind == "in" {
		f.problem(stem)
	}
}

// join gives the samples whose name no program and none of the problems told of has, such as oj's random-000.in, to the
// problem of those without such a name, sample-1.in, if there are any.
func (f *flat) join(top []string, told map[string]*Problem) {
	rest := f.tests[""]
	if rest == nil || f.problems[""] == nil {
		return
	}
	named := map[string]bool{}
	for _, name := range top {
		if _, _, known := toolchain.ByExtension(name); known {
			for _, stem := range owners(name) {
				named[stem] = true
			}
		}
	}
	for owner, tests := range f.tests {
		if owner != "" && !named[owner] && told[owner] == nil && f.problems[owner] != nil {
			maps.Copy(rest, tests)
			delete(f.tests, owner)
			delete(f.problems, owner)
		}
	}
}

// owners are the stems of the problems that a program may be of: A_greedy.cpp is of a_greedy, or of a.
func owners(program string) []string {
	stem := workspace.ProblemStem(program)
	stems := []string{stem}
	for strings.Contains(stem, "_") {
		stem = stem[:strings.LastIndexByte(stem, '_')]
		stems = append(stems, stem)
	}
	return stems
}

// pair reads the samples that have an input.
func (f *flat) pair() {
	for owner, tests := range f.tests {
		keys := make([]string, 0, len(tests))
		for key := range tests {
			keys = append(keys, key)
		}
		slices.SortFunc(keys, workspace.NaturalCompare)
		p := f.problems[owner]
		for i, key := range keys {
			files := tests[key]
			answer := cmp.Or(files[2], files[1])
			switch {
			case files[0] == "" && isBuilt(f.s, answer):
				continue // a.out is what a compiler makes
			case files[0] == "" || p == nil:
				f.leave("%s: an answer without an input", answer)
				continue
			case i >= maxSamples:
				f.leave("%s: only %d samples of a problem are kept", files[0], maxSamples)
				continue
			}
			input, err := f.s.file(files[0])
			if err != nil {
				f.leave("%s: %v", files[0], err)
				continue
			}
			var output []byte
			if answer != "" && !isBuilt(f.s, answer) {
				if output, err = f.s.file(answer); err != nil {
					f.leave("%s: %v", answer, err)
				}
			}
			if sample := (Sample{string(input), string(output)}); !slices.Contains(p.Samples, sample) {
				p.Samples = append(p.Samples, sample)
			}
		}
	}
}

// isBuilt says whether a file is a program that a compiler made.
func isBuilt(s *source, name string) bool {
	opened, err := s.fsys.Open(name)
	if err != nil {
		return false
	}
	defer opened.Close()
	var magic [4]byte
	n, _ := opened.Read(magic[:])
	return workspace.IsExecutable(magic[:n])
}

// programs gives each program to the problem that has its stem, or to the only one.
func (f *flat) programs(top []string) {
	for _, name := range top {
		isStatement := name == "statement.md" || name == "statement.txt" || name == "input.schema"
		if _, _, known := toolchain.ByExtension(name); strings.HasSuffix(name, "/") || isHidden(name) || !known && !isStatement {
			continue
		}
		var p *Problem
		for _, owner := range owners(name) {
			p = cmp.Or(p, f.problems[owner])
		}
		if p == nil && len(f.problems) == 1 {
			for _, p = range f.problems {
				break
			}
		}
		switch {
		case p != nil:
			p.take(f.s, name, name)
		case len(f.problems) > 0:
			f.leave("%s: no sample says to which problem it belongs", name)
		}
	}
}

// finish gives the problems in the order of their names.
func (f *flat) finish() []Problem {
	var problems []Problem
	taken := map[*Problem]bool{}
	for _, p := range f.problems {
		if !taken[p] {
			problems, taken[p] = append(problems, *p), true
		}
	}
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(workspace.NaturalCompare(a.Name, b.Name), cmp.Compare(a.URL, b.URL))
	})
	if len(problems) > 0 {
		slices.Sort(f.leftOut)
		problems[len(problems)-1].LeftOut = append(problems[len(problems)-1].LeftOut, f.leftOut...)
	}
	return problems
}

func (f *flat) leave(format string, args ...any) {
	var p Problem
	p.leave(format, args...)
	f.leftOut = append(f.leftOut, p.LeftOut...)
}
