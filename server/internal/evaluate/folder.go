package evaluate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"execre/analysis/checker"
	"execre/analysis/statement"
	"execre/runner"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

// The files of a problem folder that only a data set has.
const (
	labelsFile       = "labels.json"
	multiplicityFile = "multiplicity.json"
	testsFolder      = "tests"
	secretFolder     = "data/secret" // of a Kattis package
)

const (
	maxTable = 16 << 20 // bytes of labels.json and the like
	maxTest  = 64 << 20 // bytes of a test's input or output
	maxDepth = 6        // of problem folders below the data set's
)

// readFolders reads a data set of folders.
func readFolders(root string) ([]Problem, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	dirs, err := problemFolders(abs)
	if err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("%s holds no problem: one is a folder with candidates/ and %s, or a Kattis package with submissions/",
			root, labelsFile)
	}
	var problems []Problem
	for _, dir := range dirs {
		p, err := readFolder(filepath.Join(abs, filepath.FromSlash(dir)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		p.Name, p.Source = dir, path.Dir(dir)
		if dir == "." {
			p.Name = filepath.Base(abs)
		}
		if p.Source == "." {
			p.Source = filepath.Base(abs)
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// problemFolders finds the problems at and below root, as paths with slashes; what lies below a problem is its own.
func problemFolders(root string) ([]string, error) {
	var dirs []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if rel != "." && strings.HasPrefix(entry.Name(), ".") || strings.Count(filepath.ToSlash(rel), "/") >= maxDepth {
			return filepath.SkipDir
		}
		below := func(part string) string { return filepath.Join(name, part) }
		if isFile(below(labelsFile)) || isDir(below("submissions")) || isDir(below("candidates")) {
			dirs = append(dirs, filepath.ToSlash(rel))
			return filepath.SkipDir
		}
		return nil
	})
	slices.Sort(dirs)
	return dirs, err
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// readFolder reads one problem folder, a Kattis package among them. The folder's own reader is that of `execre check`.
func readFolder(dir string) (Problem, error) {
	folder, err := workspace.Load(dir)
	if err != nil {
		return Problem{}, err
	}
	if i := slices.IndexFunc(folder.Mistakes, func(m workspace.Mistake) bool { return !m.Warning }); i >= 0 {
		return Problem{}, errors.New(folder.Mistakes[i].String())
	}
	if folder.Interactive != "" {
		return Problem{}, fmt.Errorf("%s: the problem is interactive, which cannot be evaluated: take it out of the data set",
			folder.Interactive)
	}
	p := Problem{
		Dir:        folder.Dir,
		Limits:     runner.Limits{CPU: folder.Settings.TimeLimit, Memory: folder.Settings.MemoryLimit},
		Comparison: Comparison{Checker: folder.Settings.Checker},
		Commands:   toolchainCommand(folder.Settings.Languages),
	}
	labels, err := readLabels(filepath.Join(dir, labelsFile))
	if err != nil {
		return Problem{}, err
	}
	multiplicity, err := readMultiplicity(filepath.Join(dir, multiplicityFile))
	if err != nil {
		return Problem{}, err
	}
	used := map[string]bool{}
	for _, file := range folder.Files {
		name := cmp.Or(file.Folder, file.Path)
		if !isCandidate(name) || !file.IsProgram() {
			continue
		}
		c := Candidate{
			Name: name, Language: file.Language, Source: file.Source, Parts: file.Parts, DuplicateOf: file.DuplicateOf,
			Multiplicity: 1, Brute: file.Role == workspace.Brute, Label: kattisLabels[path.Base(path.Dir(name))],
		}
		label, number := false, false
		for _, key := range keysOf(name) {
			if is, ok := labels[key]; ok {
				if label && is != c.Label {
					return Problem{}, fmt.Errorf("%s says %s and %s of %s: remove one of them", labelsFile, c.Label, is, name)
				}
				c.Label, label, used[key] = is, true, true
			}
			if n, ok := multiplicity[key]; ok {
				if number && n != c.Multiplicity {
					return Problem{}, fmt.Errorf("%s says %d and %d of %s: remove one of them", multiplicityFile, c.Multiplicity, n, name)
				}
				c.Multiplicity, number, used[key] = n, true, true
			}
		}
		p.Candidates = append(p.Candidates, c)
	}
	for _, table := range []struct {
		file string
		keys []string
	}{{labelsFile, sortedKeys(labels)}, {multiplicityFile, sortedKeys(multiplicity)}} {
		for _, key := range table.keys {
			if !used[key] {
				return Problem{}, fmt.Errorf("%s names %q, which is no candidate: correct the name or remove it", table.file, key)
			}
		}
	}
	settleDuplicates(p.Candidates, folder.Files)
	p.Notes = append(p.Notes, contradictions(p.Candidates)...)
	oracle, err := readOracle(dir)
	if err != nil {
		return Problem{}, err
	}
	p.Candidates = append(p.Candidates, oracle...)
	if p.Near, err = hashSources(dir); err != nil {
		return Problem{}, err
	}

	for _, s := range folder.Samples {
		hidden := strings.HasPrefix(s.File, testsFolder+"/") || strings.HasPrefix(s.File, secretFolder+"/")
		if !hidden && !s.Judged {
			p.Samples = append(p.Samples, Test{Name: s.File, Input: s.Input, Output: s.Output})
		}
	}
	for _, below := range []string{testsFolder, secretFolder} {
		tests, err := readTests(dir, below)
		if err != nil {
			return Problem{}, err
		}
		p.Tests = append(p.Tests, tests...)
	}
	p.Generators, p.Validators = folder.Tools(workspace.Generator), folder.Tools(workspace.Validator)
	for _, file := range slices.Concat(p.Generators, p.Validators) {
		if file.Language == "" {
			return Problem{}, fmt.Errorf("%s is built already: a data set needs the source", file.Path)
		}
	}
	switch {
	case folder.SchemaFile != "":
		p.useFormat(folder.Schema)
	case len(p.Generators) > 0:
		p.Format = "generator"
	default: // the folder's own guess saw the hidden tests
		p.setFormat(statementOf(dir, folder))
	}
	p.settleCall(folder.Settings.Function)
	return p, p.setComparison(folder)
}

// kattisStatements are where a Kattis package has its statement, in the older format and in that of 2025-09, in English or in
// no language.
var kattisStatements = []string{
	"problem_statement/problem.en.tex", "problem_statement/problem.tex", "statement/problem.en.tex", "statement/problem.en.md",
	"statement/problem.tex", "statement/problem.md",
}

// statementOf is the problem's statement, or nil.
func statementOf(dir string, folder *workspace.Problem) *statement.Statement {
	if folder.Statement != nil {
		return folder.Statement
	}
	for _, name := range kattisStatements {
		if text, err := readLimited(filepath.Join(dir, filepath.FromSlash(name)), maxTable); err == nil {
			return statement.Parse(string(text))
		}
	}
	return nil
}

// keysOf are the names by which tables may call a candidate: its own, and that without the folder for candidates.
func keysOf(name string) []string {
	_, short, _ := strings.Cut(name, "/")
	return []string{name, short}
}

// headerExtensions are those of files that only other programs have a use for.
var headerExtensions = []string{".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp", ".tpp"}

// hashSources is a hash of all source files and headers of a problem folder, but for those of tests: candidates may use them.
func hashSources(dir string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		in := within(dir, name)
		if entry.IsDir() {
			if in != "." && (strings.HasPrefix(entry.Name(), ".") || in == testsFolder || in == "data") {
				return filepath.SkipDir
			}
			return nil
		}
		_, _, known := toolchain.ByExtension(name)
		if !entry.Type().IsRegular() || !known && !slices.Contains(headerExtensions, strings.ToLower(filepath.Ext(name))) {
			return nil
		}
		text, err := readLimited(name, maxTable)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%q %d\n", in, len(text))
		sum.Write(text)
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}

// readOracle reads the program in oracle/ that prints the right answer to every input, if there is one: it is in no pool.
// In Python a function solve will do, which is given the input and returns the answer. The tests say whether it is right.
func readOracle(dir string) ([]Candidate, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "oracle"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		language, supported, _ := toolchain.ByExtension(entry.Name())
		if !supported || entry.IsDir() {
			continue
		}
		name := "oracle/" + entry.Name()
		source, err := readLimited(filepath.Join(dir, filepath.FromSlash(name)), maxTable)
		if language == toolchain.Python && definesSolve.Match(source) && !readsStdin.Match(source) {
			source = append(source, "\n\nimport sys\nsys.stdout.write(str(solve(sys.stdin.read())))\n"...)
		}
		return []Candidate{{Name: name, Language: language, Source: source, Oracle: true}}, err
	}
	return nil, nil
}

var (
	definesSolve = regexp.MustCompile(`(?m)^def solve\(`)
	readsStdin   = regexp.MustCompile(`\bstdin\b|\binput\(`)
)

// isCandidate says whether a program's place is one for candidates: what lies beside those folders, a generator or a
// brute force, is not compared.
func isCandidate(name string) bool {
	return strings.HasPrefix(name, "candidates/") || strings.HasPrefix(name, "submissions/")
}

// kattisLabels are the labels by folder. A brute force is right where it is in time.
var kattisLabels = map[string]Label{
	"accepted": Accepted, "wrong_answer": WrongAnswer, "time_limit_exceeded": TimeLimit, "run_time_error": RunTimeError,
	"brute_force": TimeLimit, "rejected": Rejected, "partially_accepted": PartlyAccepted,
}

// settleDuplicates turns paths into candidates' names; a copy of what is no candidate is no copy.
func settleDuplicates(candidates []Candidate, files []workspace.File) {
	names := map[string]string{}
	for _, f := range files {
		names[f.Path] = cmp.Or(f.Folder, f.Path)
	}
	known := map[string]bool{}
	for _, c := range candidates {
		known[c.Name] = true
	}
	instead := map[string]string{} // the first copy of an original that is no candidate
	for i := range candidates {
		c := &candidates[i]
		if c.DuplicateOf == "" {
			continue
		}
		original := names[c.DuplicateOf]
		switch first := instead[original]; {
		case known[original]:
			c.DuplicateOf = original
		case first != "":
			c.DuplicateOf = first
		default:
			instead[original], c.DuplicateOf = c.Name, ""
		}
	}
}

// contradictions says where labels of the same program contradict each other.
func contradictions(candidates []Candidate) (notes []string) {
	label := map[string]Label{}
	for _, c := range candidates {
		label[c.Name] = c.Label
	}
	for _, c := range candidates {
		if original := label[c.DuplicateOf]; c.DuplicateOf != "" && c.Label != labelUnknown && original != labelUnknown && c.Label != original {
			notes = append(notes, fmt.Sprintf("%s and %s are the same program, and the labels say %s and %s",
				c.DuplicateOf, c.Name, original, c.Label))
		}
	}
	return notes
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// readTable reads a JSON object; without the file it is empty.
func readTable(name string, into any) error {
	data, err := readLimited(name, maxTable)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := decode(filepath.Base(name), 1, data, into); err != nil {
		return err
	}
	if key := repeatedKey(data); key != "" {
		return fmt.Errorf("%s names %q twice: remove one of them", filepath.Base(name), key)
	}
	return nil
}

// repeatedKey is a key that is there twice in a JSON object of plain values, or "".
func repeatedKey(data []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if _, err := decoder.Token(); err != nil { // the brace
		return ""
	}
	seen := map[string]bool{}
	for decoder.More() {
		token, err := decoder.Token()
		key, ok := token.(string)
		if err != nil || !ok || seen[key] {
			return key
		}
		seen[key] = true
		if _, err := decoder.Token(); err != nil { // the value
			return ""
		}
	}
	return ""
}

func readLimited(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	case info.Size() > limit:
		return nil, fmt.Errorf("%s has %d bytes, more than the %d that are read", name, info.Size(), limit)
	}
	return os.ReadFile(name)
}

func readLabels(name string) (map[string]Label, error) {
	var words map[string]string
	if err := readTable(name, &words); err != nil {
		return nil, err
	}
	labels := map[string]Label{}
	for _, file := range sortedKeys(words) {
		label, err := parseLabel(words[file])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", labelsFile, file, err)
		}
		labels[file] = label
	}
	return labels, nil
}

// mostCopies is more than any model was asked for.
const mostCopies = 1_000_000

func readMultiplicity(name string) (map[string]int, error) {
	var counts map[string]float64
	if err := readTable(name, &counts); err != nil {
		return nil, err
	}
	whole := map[string]int{}
	for _, file := range sortedKeys(counts) {
		n := counts[file]
		if n != math.Trunc(n) || n < 0 || n > mostCopies {
			return nil, fmt.Errorf("%s: %s: %v is no number of copies: write a whole number from 0", multiplicityFile, file, n)
		}
		whole[file] = int(n)
	}
	return whole, nil
}

// readTests reads the pairs X.in and X.ans (or X.out) below a folder of the problem, folders in it too.
func readTests(dir, below string) ([]Test, error) {
	top := filepath.Join(dir, filepath.FromSlash(below))
	var inputs []string
	err := filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() && strings.HasSuffix(name, ".in") {
			inputs = append(inputs, name)
		}
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	slices.SortFunc(inputs, workspace.NaturalCompare)
	var tests []Test
	for _, name := range inputs {
		input, err := readLimited(name, maxTest)
		if err != nil {
			return nil, err
		}
		stem := strings.TrimSuffix(name, ".in")
		output, err := readLimited(stem+".ans", maxTest)
		if errors.Is(err, fs.ErrNotExist) {
			output, err = readLimited(stem+".out", maxTest)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s has no answer: add %s", within(dir, name), within(dir, stem+".ans"))
		}
		if err != nil {
			return nil, err
		}
		tests = append(tests, Test{Name: within(dir, name), Input: string(input), Output: string(output)})
	}
	return tests, nil
}

func within(dir, name string) string {
	rel, err := filepath.Rel(dir, name)
	if err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}

// setComparison takes what the folder says of how outputs compare.
func (p *Problem) setComparison(folder *workspace.Problem) error {
	if name := folder.Settings.Program.File; name != "" {
		i := slices.IndexFunc(folder.Files, func(f workspace.File) bool { return f.Path == name })
		file := folder.Files[i]
		if file.Language == "" {
			return fmt.Errorf("%s is built already: a data set needs the checker's source", name)
		}
		p.Comparison.Program = &CheckerProgram{File: file, Use: folder.Settings.Program}
		return nil
	}
	if st := statementOf(p.Dir, folder); st != nil && st.Tolerance != "" && folder.Settings.CheckerFrom == "" {
		if c, err := checker.Parse("float:" + st.Tolerance); err == nil {
			p.Comparison.Checker = c
		}
	}
	return nil
}
