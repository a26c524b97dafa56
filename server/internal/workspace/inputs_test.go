package workspace

import (
	"slices"
	"strings"
	"testing"
)

// inShort is an input in words.
func (i InputFile) inShort() string {
	words := []string{"sample", i.File}
	switch {
	case i.Several:
		words[0] = "several"
	case i.Objection:
		words[0] = "invalid"
	case i.Judged:
		words[0] = "judged"
	}
	if i.Answer == i.File {
		words[0] = "packed"
	} else if i.Answer != "" {
		words = append(words, i.Answer)
	}
	return strings.Join(words, " ")
}

// TestInputFiles: the inputs are those of the samples, in every layout, and what is not used yet besides; and one more sample
// is called as the last one is.
func TestInputFiles(t *testing.T) {
	const prob = `{"srcPath": "/x/a.py", "tests": [{"input": "1", "output": "2"}, {"input": "3", "output": "4"}]}`
	for name, c := range map[string]struct {
		files, want []string // with what is in a file behind "="
		next        string
	}{
		"none":            {nil, nil, "samples/1.in samples/1.out"},
		"our own":         {[]string{"samples/1.in", "samples/1.out"}, []string{"sample samples/1.in samples/1.out"}, "samples/2.in samples/2.out"},
		"numbers":         {[]string{"samples/9.in", "samples/9.out", "samples/10.in", "samples/10.out"}, []string{"sample samples/9.in samples/9.out", "sample samples/10.in samples/10.out"}, "samples/11.in samples/11.out"},
		"Kattis":          {[]string{"data/sample/a.in", "data/sample/a.ans"}, []string{"sample data/sample/a.in data/sample/a.ans"}, "samples/1.in samples/1.out"},
		"Kattis, secret":  {[]string{"data/secret/1.in", "data/secret/1.ans"}, []string{"sample data/secret/1.in data/secret/1.ans"}, "samples/1.in samples/1.out"},
		"oj":              {[]string{"test/sample-1.in", "test/sample-1.out"}, []string{"sample test/sample-1.in test/sample-1.out"}, "test/sample-2.in test/sample-2.out"},
		"cf-tool":         {[]string{"in1.txt", "ans1.txt"}, []string{"sample in1.txt ans1.txt"}, "in2.txt ans2.txt"},
		"atcoder-tools":   {[]string{"in_1.txt", "out_1.txt"}, []string{"sample in_1.txt out_1.txt"}, "in_2.txt out_2.txt"},
		"widths":          {[]string{"tests/01.in", "tests/01.ans"}, []string{"sample tests/01.in tests/01.ans"}, "tests/02.in tests/02.ans"},
		"cph":             {[]string{"a.py=input()", ".cph/.a.py_1.prob=" + prob}, []string{"packed .cph/.a.py_1.prob"}, "samples/1.in samples/1.out"},
		"cph of another":  {[]string{"b.py=input()", ".cph/.a.py_1.prob=" + prob}, nil, "samples/1.in samples/1.out"},
		"two names":       {[]string{"input1.txt", "in1.txt", "ans1.txt"}, []string{"sample in1.txt ans1.txt"}, "in2.txt ans2.txt"},
		"two answers":     {[]string{"1.in", "1.out", "1.ans"}, []string{"sample 1.in 1.ans"}, "2.in 2.ans"},
		"waiting":         {[]string{"samples/1.in", "3.out"}, []string{"sample samples/1.in"}, "samples/2.in samples/2.out"},
		"an answer alone": {[]string{"samples/1.ans"}, nil, "samples/2.in samples/2.out"},
		"no samples":      {[]string{"a.py=input()", "notes.txt", "input.schema=N"}, nil, "samples/1.in samples/1.out"},
		"judgements": {
			[]string{"samples/judged-7.in", "samples/judged-7.out", "samples/judged-2.invalid", "samples/judged-3.several", "samples/judged-4.in", "z.in", "z.out"},
			[]string{"sample z.in z.out", "invalid samples/judged-2.invalid", "several samples/judged-3.several", "judged samples/judged-4.in", "judged samples/judged-7.in samples/judged-7.out"},
			"samples/1.in samples/1.out",
		},
	} {
		t.Run(name, func(t *testing.T) {
			texts := map[string]string{"README": ""}
			for _, file := range c.files {
				file, text, _ := strings.Cut(file, "=")
				texts[file] = text
			}
			checkInputFiles(t, folderWith(t, texts), c.want, c.next)
		})
	}
}

// TestInputFilesOfAGroup: problems that share a folder do not have each other's.
func TestInputFilesOfAGroup(t *testing.T) {
	dir := contest(t)
	write(t, dir, "A1.in", "")
	write(t, dir, "samples/a_2.in", "")
	write(t, dir, "samples/ab_1.in", "")
	files, next, _, err := InputFiles(GroupPath(dir, "a"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if name := strings.ToLower(file.File[strings.LastIndex(file.File, "/")+1:]); !strings.HasPrefix(strings.TrimLeft(name, "."), "a") || strings.HasPrefix(name, "ab") {
			t.Errorf("%s is of another problem", file.File)
		}
	}
	if !slices.ContainsFunc(files, func(f InputFile) bool { return f.File == "samples/a_2.in" }) {
		t.Errorf("%v", files)
	}
	if !strings.HasPrefix(strings.ToLower(next), "a") && !strings.HasPrefix(next, "samples/a_") {
		t.Errorf("the next one is %s", next)
	}
}

func checkInputFiles(t *testing.T, dir string, want []string, next string) {
	t.Helper()
	files, in, out, err := InputFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, file := range files {
		got = append(got, file.inShort())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if in+" "+out != next {
		t.Errorf("the next one is %s %s, want %s", in, out, next)
	}
}
