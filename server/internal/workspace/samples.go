package workspace

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"execre/analysis/schema"
	"execre/runner"
)

// sampleFolders are the folders, besides the problem's own, in which samples lie.
var sampleFolders = []string{"test", "tests", "sample", "samples", "data/sample"}

// samples is what was found, with whom it belongs to.
type samples struct {
	found  []Sample
	owners map[string]string // the stem of a source file that samples or a .prob file carry → one such source file
	limits limits            // of the .prob file that was taken
	alike  []string          // source files that differ in digits alone, each with samples of its own: A1.py, A2.py

	interactive string // a .prob file that says so, or ""
	objections  []Objection
	unanswered  []string // files of inputs without an answer
}

// limits are those of a .prob file or of problem.yaml; zero where it has none.
type limits struct {
	time   time.Duration
	memory runner.Bytes
}

// numbered is the style of cf-tool (in1.txt, ans1.txt), atcoder-tools (in_1.txt, out_1.txt) and CompetiTest
// (A_input0.txt, A_output0.txt).
var numbered = regexp.MustCompile(`^(?:(.+)_)?(in|input|out|output|ans|answer)_?(\d+)\.txt$`)

// sampleName takes a file's name apart. Files with the same key belong together; the stem is what the key has of a
// program's name; kind is "in", "out" or "ans", or "" for no sample.
func sampleName(name string) (key, stem, kind string) {
	if m := numbered.FindStringSubmatch(name); m != nil {
		kind = m[2]
		switch kind {
		case "input":
			kind = "in"
		case "output":
			kind = "out"
		case "answer":
			kind = "ans"
		}
		return m[1] + "/" + m[3], m[1], kind
	}
	switch ext := path.Ext(name); ext {
	case ".in", ".out", ".ans":
		return stemOf(name), stemOf(name), ext[1:]
	}
	return "", "", ""
}

func isSampleInput(e entry) bool {
	_, _, kind := sampleName(e.name)
	return !e.dir && kind == "in"
}

// read finds the samples of all layouts.
func (s *samples) read(f *folder, top []entry, langs languages) {
	s.own(f, top, langs)
	s.pairs(f, top)
	for _, dir := range sampleFolders {
		entries := f.only(f.below(dir))
		s.pairs(f, entries)
		if dir == judgedFolder {
			s.objects(f, entries)
		}
	}
	s.secret(f)
	f.sayEncoding()
}

// own finds out whose the samples are, by their names, and takes those of the .prob files.
func (s *samples) own(f *folder, top []entry, langs languages) {
	s.owners = map[string]string{}
	stems := map[string]string{}
	for _, file := range langs.sources(top) {
		// A1.in belongs to A_greedy.cpp as well: every word the stem begins with counts.
		for stem := ownerStem(stemOf(file)); stem != ""; stem = stem[:max(0, strings.LastIndexByte(stem, '_'))] {
			if stems[stem] == "" {
				stems[stem] = file
			}
		}
	}
	entries := slices.Clone(top)
	for _, dir := range sampleFolders {
		entries = append(entries, f.only(f.below(dir))...)
	}
	for _, e := range entries {
		_, stem, kind := sampleName(e.name)
		if path.Ext(e.name) == ".schema" {
			stem, kind = stemOf(e.name), "in"
		}
		if owner := ownerStem(stem); kind == "in" && !e.dir && stems[owner] != "" {
			s.owners[owner] = stems[owner]
		}
	}
	s.alike = alike(langs.sources(top), entries)
	s.probs(f, langs.sources(top))
}

// alike finds source files that differ in digits alone and have samples of their own, as the easy and the hard version of a
// problem do: A1.py with A1_1.in or A11.in, and A2.py with A2_1.in. Where there is an A.py too, A2.py is another try of it.
func alike(sources []string, entries []entry) []string {
	byOwner := map[string]map[string]string{} // the stems of each owner's sources, with one of them
	for _, file := range sources {
		stem := strings.ToLower(stemOf(file))
		owner := ownerStem(stem)
		if byOwner[owner] == nil {
			byOwner[owner] = map[string]string{}
		}
		byOwner[owner][stem] = file
	}
	for _, owner := range slices.Sorted(maps.Keys(byOwner)) {
		stems := byOwner[owner]
		if owner == "" || stems[owner] != "" || len(stems) < 2 {
			continue
		}
		served := map[string]string{}
		for _, e := range entries {
			_, name, kind := sampleName(e.name)
			name = strings.ToLower(name)
			if kind != "in" || e.dir || ownerStem(name) != owner {
				continue
			}
			for stem, file := range stems {
				number, ok := strings.CutPrefix(name, stem)
				if number = strings.TrimLeft(number, "_-."); ok && number != "" && digits(number) == len(number) {
					served[stem] = file
				}
			}
		}
		if len(served) > 1 {
			return slices.Sorted(maps.Values(served))
		}
	}
	return nil
}

// generic are the words of a sample's or a program's name that do not tell one problem from another.
var generic = []string{"", "sample", "samples", "test", "tests", "example", "ex", "input", "in", "judged", "case", "custom"}

// ownerStem is the part of a stem that says which problem a file belongs to where several share a folder: A.cpp,
// A2.cpp, A_brute.py and A1.in all give "a". It is "" for names such as 1.in, sample-2.in or brute.py.
func ownerStem(stem string) string {
	words := slices.DeleteFunc(nameWords(stem), func(word string) bool {
		return slices.Contains(generic, word) || roleWords[word] != ""
	})
	return strings.Join(words, "_")
}

// pairs takes the inputs and answers of one directory.
func (s *samples) pairs(f *folder, entries []entry) {
	byKey := map[string]map[string]string{}
	for _, e := range entries {
		key, _, kind := sampleName(e.name)
		if kind == "" || e.dir {
			continue
		}
		if byKey[key] == nil {
			byKey[key] = map[string]string{}
		}
		// in1.txt and input1.txt would be one sample: the first by name counts.
		if byKey[key][kind] == "" {
			byKey[key][kind] = e.path
		}
	}
	for _, files := range byKey {
		s.pair(f, files["in"], files["out"], files["ans"])
	}
}

// pair takes one input with its answer. Where there are both, Kattis means .ans as the judges' answer, and .out may
// be what some program printed.
func (s *samples) pair(f *folder, in, out, ans string) {
	answer := cmp.Or(ans, out)
	if in == "" {
		if text, ok := f.read(answer, maxSample, "sample"); ok && !isExecutable(text) {
			f.warn(answer, "sample-input", "an answer without an input: it is not used; add the input beside it")
		}
		return
	}
	var expected []byte
	ok := answer != ""
	if ok {
		if expected, ok = f.read(answer, maxSample, "sample"); !ok {
			return
		}
		// `g++ a.cpp -o a.out` leaves no answer to a.in.
		ok = !isExecutable(expected)
	}
	if !ok {
		f.warn(in, "sample-answer", "an input without an answer: it is not used; add the answer beside it")
		s.unanswered = append(s.unanswered, in)
		return
	}
	input, ok := f.read(in, maxSample, "sample")
	if !ok {
		return
	}
	if ans != "" && out != "" {
		if other, ok := f.read(out, maxSample, "sample"); ok && !isExecutable(other) && !bytes.Equal(other, expected) {
			f.warn(out, "sample-answer", "differs from %s, which is used as the answer", path.Base(ans))
		}
	}
	s.found = append(s.found, Sample{
		Input:  strings.TrimPrefix(string(input), byteOrderMark),
		Output: strings.TrimPrefix(string(expected), byteOrderMark),
		File:   in,
		Answer: answer,
		Judged: judgedFile.MatchString(in),
	})
}

// isExecutable tells a compiled program from an answer: ELF, Mach-O and Windows.
func isExecutable(text []byte) bool {
	for _, magic := range []string{"\x7fELF", "\xcf\xfa\xed\xfe", "MZ\x90\x00"} {
		if bytes.HasPrefix(text, []byte(magic)) {
			return true
		}
	}
	return false
}

// inOrder sorts and names the samples. One that was stored twice, by two tools, counts once.
func (s *samples) inOrder() []Sample {
	slices.SortStableFunc(s.found, func(a, b Sample) int {
		switch {
		case a.Judged != b.Judged && a.Judged:
			return 1
		case a.Judged != b.Judged:
			return -1
		}
		return NaturalCompare(a.File, b.File)
	})
	type content struct {
		input, output string
		judged        bool
	}
	seen := map[content]bool{}
	var samples []Sample
	for _, sample := range s.found {
		is := content{strings.TrimRight(sample.Input, "\r\n"), strings.TrimRight(sample.Output, "\r\n"), sample.Judged}
		if seen[is] {
			continue
		}
		seen[is] = true
		samples = append(samples, sample)
	}
	bases := map[string]int{}
	for _, sample := range samples {
		bases[path.Base(sample.File)]++
	}
	for i := range samples {
		samples[i].Name = sampleTitle(samples[i], i+1, bases[path.Base(samples[i].File)] > 1)
	}
	return samples
}

// sampleTitle is what people are told of a sample: its position where its file's only number is that, else the file, with its
// folder where others are called the same. A file that has several samples says nothing of which.
func sampleTitle(s Sample, position int, ambiguous bool) string {
	base, number := path.Base(s.File), strconv.Itoa(position)
	switch {
	case s.Judged:
		return stemOf(base)
	case s.File == s.Answer || !ambiguous && slices.Equal(numerals.FindAllString(base, -1), []string{number}):
		return "sample " + number
	case ambiguous:
		return "sample " + s.File
	}
	return "sample " + base
}

var numerals = regexp.MustCompile(`\d+`)

// NaturalCompare orders names with the numbers in them by value: 2 before 10.
func NaturalCompare(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		i, j := digits(x), digits(y)
		if i > 0 && j > 0 {
			m, n := strings.TrimLeft(x[:i], "0"), strings.TrimLeft(y[:j], "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
				return c
			}
			x, y = x[i:], y[j:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// digits counts the digits that s begins with.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

// prob is a problem as cph stores it: Competitive Companion's fields and the source file it was opened for.
type prob struct {
	file    string // of the .prob itself
	source  string // base name of the program it belongs to
	name    string
	url     string
	asks    bool // interactive
	limits  limits
	samples []Sample
}

// probs takes the .prob files that belong to programs of this folder.
func (s *samples) probs(f *folder, programs []string) {
	info, err := f.root.Lstat(".cph")
	if err != nil || !info.IsDir() {
		return
	}
	var taken []prob
	for _, name := range probFiles(f) {
		text, ok := f.read(name, maxSample, "sample")
		if !ok {
			continue
		}
		p, mistakes := parseProb(name, text)
		if f.group != "" && p.source != "" && groupOf(p.source, []string{f.group}) == "" {
			continue // of another problem in the folder
		}
		if p.source != "" && !slices.Contains(programs, p.source) {
			f.warn(name, "sample-prob", "belongs to %s, which is not in this folder: its tests are not used", p.source)
			continue
		}
		f.add(name, mistakes...)
		if p.source != "" {
			taken = append(taken, p)
		}
	}
	for i, p := range taken {
		// The first file of the same problem gives the limits and stands for it.
		same := slices.IndexFunc(taken[:i], p.sameProblem)
		if same < 0 {
			same = i
		}
		s.owners[cmp.Or(ownerStem(stemOf(taken[same].source)), taken[same].source)] = taken[same].source
		if p.asks {
			s.interactive = cmp.Or(s.interactive, p.file)
		}
		s.limits.time = cmp.Or(s.limits.time, p.limits.time)
		s.limits.memory = cmp.Or(s.limits.memory, p.limits.memory)
		s.found = append(s.found, p.samples...)
	}
}

// sameProblem says whether two .prob files are about one problem: cph writes one for each source file.
func (p prob) sameProblem(q prob) bool {
	stem := ownerStem(stemOf(p.source))
	return p.source == q.source || stem != "" && stem == ownerStem(stemOf(q.source)) ||
		p.url != "" && p.url == q.url || p.name != "" && p.name == q.name
}

// probFiles lists .cph, whose files begin with a dot.
func probFiles(f *folder) []string {
	opened, err := f.root.Open(".cph")
	if err != nil {
		f.wrong(".cph", "sample-unreadable", "cannot be read: %v", cause(err))
		return nil
	}
	defer opened.Close()
	names, err := opened.Readdirnames(-1)
	if err != nil {
		f.wrong(".cph", "sample-unreadable", "cannot be read: %v", cause(err))
	}
	var files []string
	for _, name := range names {
		if strings.HasSuffix(name, ".prob") {
			files = append(files, ".cph/"+strings.ToValidUTF8(name, "\ufffd"))
		}
	}
	slices.Sort(files)
	return files
}

// parseProb reads the JSON of a .prob file. Unknown and missing fields are fine; a prob without a source is of no
// use, and a mistake says why. It never panics, whatever src is.
func parseProb(file string, src []byte) (prob, []schema.Mistake) {
	var stored struct {
		Name        string  `json:"name"`
		URL         string  `json:"url"`
		SrcPath     string  `json:"srcPath"`
		Interactive bool    `json:"interactive"`
		TimeLimit   float64 `json:"timeLimit"`   // milliseconds
		MemoryLimit float64 `json:"memoryLimit"` // MiB
		Tests       []struct {
			Input  string `json:"input"`
			Output string `json:"output"`
		} `json:"tests"`
	}
	warn := func(pos schema.Pos, code, format string, args ...any) schema.Mistake {
		return schema.Mistake{Pos: pos, Length: 1, Code: code, Message: fmt.Sprintf(format, args...), Warning: true}
	}
	if err := json.Unmarshal(src, &stored); err != nil {
		reason := err.Error()
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) {
			reason = fmt.Sprintf("%s cannot be a %s", cmp.Or(wrongType.Field, "a problem"), wrongType.Value)
		}
		return prob{}, []schema.Mistake{warn(jsonPos(src, err), "sample-prob",
			"not a problem as cph stores it: %s; its tests are not used", reason)}
	}
	p := prob{
		file:   file,
		source: stored.SrcPath[strings.LastIndexAny(stored.SrcPath, `/\`)+1:],
		name:   stored.Name,
		url:    stored.URL,
		asks:   stored.Interactive,
	}
	if p.source == "" {
		return prob{}, []schema.Mistake{warn(schema.Pos{}, "sample-prob",
			"has no srcPath, so that nobody knows whose it is: its tests are not used")}
	}
	var mistakes []schema.Mistake
	if ms := stored.TimeLimit; ms >= 1 && ms <= float64(maxTimeLimit/time.Millisecond) {
		p.limits.time = time.Duration(ms * float64(time.Millisecond))
	} else if ms != 0 {
		mistakes = append(mistakes, warn(schema.Pos{}, "sample-prob",
			"the time limit of %v ms is not used: set time_limit in execre.toml", ms))
	}
	if mib := stored.MemoryLimit; mib >= 1 && mib <= float64(maxMemoryLimit>>20) {
		p.limits.memory = runner.Bytes(mib * (1 << 20))
	} else if mib != 0 {
		mistakes = append(mistakes, warn(schema.Pos{}, "sample-prob",
			"the memory limit of %v MB is not used: set memory_limit in execre.toml", mib))
	}
	for i, test := range stored.Tests {
		// cph keeps a test of the person's own that has no answer yet with an empty one.
		if strings.TrimSpace(test.Output) == "" {
			mistakes = append(mistakes, warn(schema.Pos{}, "sample-answer", "test %d has no answer: it is not used", i+1))
			continue
		}
		p.samples = append(p.samples, Sample{Input: test.Input, Output: test.Output, File: file, Answer: file})
	}
	return p, mistakes
}

// jsonPos is the place of an error of encoding/json.
func jsonPos(src []byte, err error) schema.Pos {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	offset := len(src)
	switch {
	case errors.As(err, &syntax):
		offset = int(syntax.Offset) - 1 // it counts the byte at fault
	case errors.As(err, &wrongType):
		offset = int(wrongType.Offset)
	}
	before := src[:min(max(offset, 0), len(src))]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return schema.Pos{Line: bytes.Count(before, []byte("\n")) + 1, Column: len([]rune(string(before[lineStart:]))) + 1}
}

// severalProblems is the error for a folder in which the samples belong to programs of different problems. Mixed,
// every program would be judged by the samples of another problem.
func (s *samples) severalProblems(f *folder) error {
	if len(s.alike) > 0 {
		return fmt.Errorf("%s holds several problems, whose names differ in digits alone (%s): move each into a folder of its own, with its samples",
			f.dir, strings.Join(s.alike, ", "))
	}
	groups := s.groups()
	if f.group != "" || groups == nil {
		return nil
	}
	var files []string
	for _, group := range groups {
		files = append(files, s.owners[group])
	}
	return fmt.Errorf("%s holds several problems (its samples belong to %s): check one of them, as in `execre check %s`",
		f.dir, strings.Join(files, ", "), filepath.Join(f.dir, files[0]))
}
