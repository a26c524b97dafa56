package check

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"execre/server/internal/workspace"
)

// InputFiles are the inputs of a problem as they lie in its folder.
type InputFiles struct {
	Inputs []InputFile `json:"inputs"` // samples, then judgements, then counterexamples, each by natural order
	Next   NextSample  `json:"next"`
}

// NextSample has the files for one more sample, which are not there yet.
type NextSample struct {
	File   string `json:"file"`
	Answer string `json:"answer"`
}

// InputFile is the file of an input, with those that belong to it, all relative to the problem's folder.
type InputFile struct {
	Kind   string `json:"kind"` // "sample", "judgement" or "counterexample"
	File   string `json:"file"`
	Answer string `json:"answer,omitempty"` // the file of what is right; File itself where that has both, with other inputs
	// Says is what a judgement says instead of an answer: "invalid" (it is no input of the problem) or "several" (several answers
	// are right).
	Says string `json:"says,omitempty"`
	// Got is the file of what the program of a counterexample printed, and Program that program; left out where it is of an
	// earlier check. Smaller says that it is a smaller one than the sample that the program fails.
	Got     string `json:"got,omitempty"`
	Program string `json:"program,omitempty"`
	Smaller bool   `json:"smaller,omitempty"`
}

// ListInputs looks at the files of a problem: its inputs, and the counterexamples that Save has kept. report is the last one, or
// nil. It executes nothing.
func ListInputs(problem string, report *Report) (*InputFiles, error) {
	files, input, answer, err := workspace.InputFiles(problem)
	if err != nil {
		return nil, err
	}
	list := &InputFiles{Inputs: []InputFile{}, Next: NextSample{File: input, Answer: answer}}
	for _, f := range files {
		in := InputFile{Kind: "sample", File: f.File, Answer: f.Answer}
		if f.Judged {
			in.Kind = "judgement"
		}
		switch {
		case f.Several:
			in.Says = "several"
		case f.Objection:
			in.Says = "invalid"
		}
		list.Inputs = append(list.Inputs, in)
	}
	list.Inputs = append(list.Inputs, keptInputs(problem, report)...)
	return list, nil
}

// keptInputs lists the counterexamples that Save has kept.
func keptInputs(problem string, report *Report) []InputFile {
	dir, results := resultsOf(problem)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	of := map[string]InputFile{} // by the file without its ending
	if report != nil {
		for _, c := range report.Candidates {
			if c.DuplicateOf == nil {
				of[results+"/"+counterexampleFile(examplesFolder, c.File)] = InputFile{Program: c.File}
				of[results+"/"+counterexampleFile(smallestFolder, c.File)] = InputFile{Program: c.File, Smaller: true}
			}
		}
	}
	var found []InputFile
	// What cannot be read is not there.
	_ = fs.WalkDir(root.FS(), results+"/"+examplesFolder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || path.Ext(name) != ".in" {
			return nil
		}
		base := strings.TrimSuffix(name, ".in")
		beside := func(ending string) string {
			if info, err := root.Lstat(base + ending); err != nil || !info.Mode().IsRegular() {
				return ""
			}
			return base + ending
		}
		in := of[base]
		in.Kind, in.File, in.Answer, in.Got = "counterexample", name, beside(".expected"), beside(".got")
		found = append(found, in)
		return nil
	})
	slices.SortFunc(found, func(a, b InputFile) int { return workspace.NaturalCompare(a.File, b.File) })
	return found
}
