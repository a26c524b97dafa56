package workspace

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"execre/analysis/checker"
	"execre/runner"
)

// What a Kattis problem package says by its folders and in problem.yaml, in the older format and in that of 2025-09. Of
// the latter file only what is needed is read, line by line; it is no YAML reader.

// kattisFolders gives what the name of a folder in submissions/ says of the programs in it. What is not here
// (rejected, partially_accepted) says nothing certain.
var kattisFolders = map[string]struct {
	role     Role
	standing Standing
}{
	"accepted":            {Candidate, Accepted},
	"wrong_answer":        {Candidate, WrongAnswer},
	"time_limit_exceeded": {Candidate, TimeLimit},
	"run_time_error":      {Candidate, Crash},
	"brute_force":         {Brute, ""},
}

// kattisTools gives the role of the programs in a folder: each file and each folder in it is one, but for the newer
// output_validator, which is one itself.
var kattisTools = map[string]Role{
	"input_validators":  Validator,
	"output_validators": Checker,
	outputValidator:     Checker,
}

const outputValidator = "output_validator"

// kattisPrograms gives the source files and the folders that are tools.
func (f *folder) kattisPrograms(conf config) (paths, folders []string) {
	for _, dir := range []string{"input_validators", "output_validators"} {
		files, below := f.collect(dir, conf)
		paths, folders = append(paths, files...), append(folders, below...)
	}
	if f.isDir(outputValidator) && f.holdsSource(outputValidator, conf.languages) && !conf.ignores(outputValidator) {
		folders = append(folders, outputValidator)
	}
	return paths, folders
}

// kattisPart says whether a folder is one whose folders belong to the same problem, by its name and that of the one above.
func kattisPart(dir string) bool {
	base := path.Base(dir)
	_, tool := kattisTools[base]
	_, verdict := kattisFolders[base]
	above := path.Base(path.Dir(dir))
	return tool || verdict && above == "submissions" || base == "secret" && above == "data"
}

const packageFile = "problem.yaml"

// manifest is what problem.yaml says of who judges and of the limits.
type manifest struct {
	there       bool
	interactive bool
	standard    bool     // the output validators are not used
	flags       []string // of the output validator
	limits      limits
}

var yamlType = regexp.MustCompile(`(?m)^type:[^\n]*(?:\n[ \t]*-[^\n]*)*`) // with the items of a list below

// manifest reads problem.yaml if it is there.
func (f *folder) manifest(top []entry) manifest {
	text, ok := f.readKnown(top, packageFile, maxConfig, "config")
	if !ok {
		return manifest{}
	}
	return parseManifest(string(text))
}

func parseManifest(text string) manifest {
	values := yamlScalars(text)
	words := strings.Fields(values["validation"])
	m := manifest{
		there:       true,
		interactive: slices.Contains(words, "interactive") || strings.Contains(yamlType.FindString(text), "interactive"),
		standard:    slices.Contains(words, "default"),
		flags:       strings.Fields(values["validator_flags"]),
	}
	if s, err := strconv.ParseFloat(values["limits.time_limit"], 64); err == nil && s > 0 && s < 3600 {
		m.limits.time = time.Duration(s * float64(time.Second))
	}
	if mib, err := strconv.ParseFloat(values["limits.memory"], 64); err == nil && mib >= 1 && mib < 1<<20 {
		m.limits.memory = runner.Bytes(mib) * runner.MiB
	}
	return m
}

// yamlScalars reads `key: value`, and one level of keys below a key, named with a dot. Everything else of YAML is passed
// over.
func yamlScalars(text string) map[string]string {
	values := map[string]string{}
	parent := ""
	for line := range strings.Lines(text) {
		body, _, _ := strings.Cut(line, " #")
		key, value, ok := strings.Cut(body, ":")
		if !ok || strings.HasPrefix(strings.TrimSpace(body), "#") {
			continue
		}
		name := strings.TrimSpace(key)
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		if key == strings.TrimLeft(key, " \t") {
			parent = name
		} else if parent != "" {
			name = parent + "." + name
		}
		values[name] = value
	}
	return values
}

// comparison is the built-in checker that is the package format's default one.
func (m manifest) comparison() checker.Checker {
	name := "case"
	for i, flag := range m.flags {
		switch {
		case flag == "case_sensitive" && !strings.HasPrefix(name, "float"):
			name = "tokens"
		case flag == "space_change_sensitive":
			name = "exact"
		case strings.HasPrefix(flag, "float_") && i+1 < len(m.flags):
			name = "float:" + m.flags[i+1]
		}
	}
	c, err := checker.Parse(name)
	if err != nil {
		c, _ = checker.Parse("case")
	}
	return c
}

// Of the secret tests of a package, which may be many and large, the smallest are samples.
const (
	mostSecret  = 50
	secretBytes = 1 << 20 // together
)

// secretFolder has the judges' tests of a Kattis package.
const secretFolder = "data/secret"

// secret takes the smallest tests of data/secret and the folders below it.
func (s *samples) secret(f *folder) {
	type test struct {
		in, ans string
		size    int64
	}
	const dir = secretFolder
	files := map[string]bool{}
	f.walk(dir, func(e entry) bool {
		files[e.path] = files[e.path] || !e.dir
		return true
	})
	var tests []test
	inputs := 0
	for name := range files {
		if path.Ext(name) != ".in" {
			continue
		}
		inputs++
		t := test{in: name, ans: stemOf(name) + ".ans"}
		for _, file := range []string{t.in, t.ans} {
			target, inside := f.target(file)
			if info, err := f.root.Stat(target); inside && err == nil {
				t.size += info.Size()
			}
		}
		if files[t.ans] {
			tests = append(tests, t)
		}
	}
	slices.SortFunc(tests, func(a, b test) int { return cmp.Or(cmp.Compare(a.size, b.size), NaturalCompare(a.in, b.in)) })
	size, taken := int64(0), 0
	for _, t := range tests {
		if size += t.size; taken == mostSecret || size > secretBytes {
			break
		}
		s.pair(f, t.in, "", t.ans)
		taken++
	}
	if taken < inputs {
		f.warn(dir, "sample-secret", "%d of %d tests are used as samples, the smallest that have an answer", taken, inputs)
	}
}
