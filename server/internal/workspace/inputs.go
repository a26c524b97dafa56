package workspace

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// InputFile is an input that a person has put into a problem folder, or gave an answer to. All files are relative to the
// problem's folder.
type InputFile struct {
	File      string
	Answer    string // the file of what is right: File where that has both, with other inputs; "" where nothing says so
	Judged    bool   // a person was asked about it
	Objection bool   // no single answer is right
	Several   bool   // of an Objection: several are, else it is no input of the problem
}

// InputFiles lists the inputs of a problem as they lie there now: those of the samples and those that wait for an answer,
// then the judgements, each by natural order. It needs no program and no format. The files for one more sample are
// beside: named like those of the last sample that has a number, and not there yet.
func InputFiles(problem string) (files []InputFile, nextInput, nextAnswer string, err error) {
	f, top, err := open(problem)
	if err != nil {
		return nil, "", "", err
	}
	defer f.root.Close()
	var found samples
	found.read(f, top, f.config(top).languages)
	for _, s := range found.found {
		files = append(files, InputFile{File: s.File, Answer: s.Answer, Judged: s.Judged})
	}
	for _, file := range found.unanswered {
		files = append(files, InputFile{File: file, Judged: judgedFile.MatchString(file)})
	}
	for _, o := range found.objections {
		files = append(files, InputFile{File: o.File, Judged: true, Objection: true, Several: o.Several})
	}
	slices.SortFunc(files, func(a, b InputFile) int {
		switch {
		case a.Judged == b.Judged:
			return NaturalCompare(a.File, b.File)
		case a.Judged:
			return 1
		}
		return -1
	})
	files = slices.Compact(files) // a tool may keep several in one
	nextInput, nextAnswer = nextSample(f, files)
	return files, nextInput, nextAnswer, nil
}

// lastNumber is the number with which the name of a file ends, before its ending.
var lastNumber = regexp.MustCompile(`(\d+)(\.\w+)$`)

func nextSample(f *folder, files []InputFile) (input, answer string) {
	begin := ""
	if f.group != "" {
		begin = f.group + "_"
	}
	input, answer = fmt.Sprintf("%s/%s1.in", judgedFolder, begin), fmt.Sprintf("%s/%s1.out", judgedFolder, begin)
	number := 1
	for _, s := range files {
		in, out := lastNumber.FindStringSubmatch(s.File), lastNumber.FindStringSubmatch(s.Answer)
		if s.Judged || in == nil || out == nil || in[1] != out[1] || s.File == s.Answer || strings.HasPrefix(s.File, secretFolder+"/") {
			continue // what a person adds is none of the judges'
		}
		if n, err := strconv.Atoi(in[1]); err == nil {
			input, answer, number = s.File, s.Answer, n+1
		}
	}
	numbered := func(name string) string {
		at := lastNumber.FindStringSubmatchIndex(name)
		return fmt.Sprintf("%s%0*d%s", name[:at[2]], at[3]-at[2], number, name[at[3]:])
	}
	// A name with another ending would be of the same sample.
	taken := func(name string) bool {
		name = strings.TrimSuffix(name, path.Ext(name))
		return slices.ContainsFunc([]string{".in", ".out", ".ans", ".txt"}, func(ending string) bool {
			_, err := f.root.Lstat(name + ending)
			return err == nil
		})
	}
	for taken(numbered(input)) || taken(numbered(answer)) {
		number++
	}
	return numbered(input), numbered(answer)
}
