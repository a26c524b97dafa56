package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What a person answers to a question is kept in files of the folder samples, and taken back by deleting them:
// judged-N.in and judged-N.out are an input and its right answer, judged-N.invalid is an input that is none, and
// judged-N.several one that has several right answers.
const (
	judgedFolder = "samples"
	invalidExt   = ".invalid"
	severalExt   = ".several"
)

var (
	judgedFile    = regexp.MustCompile(`^samples/(?:.+_)?judged-\d+\.in$`)
	objectionFile = regexp.MustCompile(`^(?:.+_)?judged-\d+(\.invalid|\.several)$`)
	judgedName    = regexp.MustCompile(`^(?:.+_)?judged-(\d+)\.`)
)

// objects reads the objections of the folder samples.
func (s *samples) objects(f *folder, entries []entry) {
	for _, e := range entries {
		m := objectionFile.FindStringSubmatch(e.name)
		if m == nil || e.dir {
			continue
		}
		if text, ok := f.read(e.path, maxSample, "sample"); ok {
			s.objections = append(s.objections, Objection{Input: string(text), File: e.path, Several: m[1] == severalExt})
		}
	}
	slices.SortFunc(s.objections, func(a, b Objection) int { return NaturalCompare(a.File, b.File) })
}

// Judgement is what a person answers when asked for the right answer to an input: one of Output, Invalid and Several.
type Judgement struct {
	Input  string
	Output *string // the right answer
	// Invalid says that the input is none of the problem; From, if it is not empty, is the input that it was made smaller
	// from, which is then none either.
	Invalid bool
	From    string
	Several bool // several answers are right
}

// Keep writes a judgement into the folder samples of a problem, under a number that no other has, and
// gives the files, relative to the problem's folder. Nothing is overwritten.
func (j Judgement) Keep(problem string) (files []string, err error) {
	root, begin, err := openSamples(problem)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), judgedFolder)
	if err != nil {
		return nil, fmt.Errorf("keeping the answer: %w", err)
	}
	number := 1
	for _, e := range entries {
		if m := judgedName.FindStringSubmatch(e.Name()); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil {
				number = max(number, n+1)
			}
		}
	}
	keep := func(ext, text string) {
		if err != nil {
			return
		}
		name := fmt.Sprintf("%s/%sjudged-%d%s", judgedFolder, begin, number, ext)
		if err = writeNew(root, name, text); err == nil {
			files = append(files, name)
		}
	}
	switch {
	case j.Invalid:
		keep(invalidExt, j.Input)
		if j.From != "" && j.From != j.Input {
			number++
			keep(invalidExt, j.From)
		}
	case j.Several:
		keep(severalExt, j.Input)
	case j.Output != nil:
		keep(".out", *j.Output) // first: an input without an answer is a mistake, and what is half written must be none
		keep(".in", j.Input)
	}
	if err != nil {
		return files, fmt.Errorf("keeping the answer: %w", err)
	}
	return files, nil
}

// openSamples opens the folder of a problem, makes the folder samples in it, and says what the names of its samples begin
// with.
func openSamples(problem string) (root *os.Root, begin string, err error) {
	dir, group := Split(problem)
	if group != "" {
		begin = group + "_"
	}
	if root, err = os.OpenRoot(dir); err != nil {
		return nil, "", err
	}
	if err := root.Mkdir(judgedFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		_ = root.Close()
		return nil, "", fmt.Errorf("making the folder %s: %w", judgedFolder, err)
	}
	if info, err := root.Stat(judgedFolder); err != nil || !info.IsDir() {
		_ = root.Close()
		return nil, "", fmt.Errorf("%s is no folder of the problem, and samples are kept in one of that name: move it away", judgedFolder)
	}
	return root, begin, nil
}

// writeNew writes a file that is not there.
func writeNew(root *os.Root, name, text string) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// SampleThereError is the error for a sample whose input is one already.
type SampleThereError struct{ Name string }

func (e *SampleThereError) Error() string { return "the input is " + e.Name + " already" }

// AddSample writes a sample into the folder samples of a problem, under a number that no other file there has, and gives
// its files, relative to the problem's folder. Nothing is overwritten. The error is a SampleThereError if the input is a
// sample already, whatever its line ends are. The folder needs no program.
func AddSample(problem, input, output string) (files []string, err error) {
	f, top, err := open(problem)
	if err != nil {
		return nil, err
	}
	var found samples
	found.read(f, top, f.config(top).languages)
	f.root.Close()
	plain := func(text string) string { return strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n") }
	for _, s := range found.inOrder() {
		if !s.Judged && plain(s.Input) == plain(input) {
			return nil, &SampleThereError{s.Name}
		}
	}
	root, begin, err := openSamples(problem)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	number := 1
	taken := func(ext string) bool {
		_, err := root.Lstat(fmt.Sprintf("%s/%s%d%s", judgedFolder, begin, number, ext))
		return err == nil // whatever else is in the way, writing says so
	}
	for taken(".in") || taken(".out") || taken(".ans") {
		number++
	}
	for _, part := range []struct{ ext, text string }{{".out", output}, {".in", input}} { // an input without an answer is a mistake
		name := fmt.Sprintf("%s/%s%d%s", judgedFolder, begin, number, part.ext)
		if err := writeNew(root, name, part.text); err != nil {
			return files, fmt.Errorf("adding a sample: %w", err)
		}
		files = append(files, name)
	}
	return files, nil
}
