package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"execre/server/internal/workspace"
)

// longestReport is the size in bytes up to which a kept report is read.
const longestReport = 16 << 20

const (
	reportFile   = "report.json"
	groupsFolder = Folder + "/problems" // has a folder for each of several problems in one folder
)

// resultsOf is where the results of a problem are kept, below its folder dir: in Folder, or where several problems share dir
// each in its own folder.
func resultsOf(problem string) (dir, results string) {
	dir, group := workspace.Split(problem)
	return dir, resultsIn(group)
}

func resultsIn(group string) string {
	if group == "" {
		return Folder
	}
	return groupsFolder + "/" + group
}

// in is the path of a file of the results, relative to the problem's folder.
func (r *run) in(file string) string { return resultsIn(r.problem.Group) + "/" + file }

// Kept lists the problems in a folder, by their paths, whose reports Save has kept.
func Kept(dir string) []string {
	var problems []string
	if _, err := os.Stat(filepath.Join(dir, Folder, reportFile)); err == nil {
		problems = append(problems, dir)
	}
	groups, err := os.ReadDir(filepath.Join(dir, groupsFolder))
	if err != nil {
		return problems
	}
	for _, e := range groups {
		if _, err := os.Stat(filepath.Join(dir, groupsFolder, e.Name(), reportFile)); err == nil && e.IsDir() {
			problems = append(problems, workspace.GroupPath(dir, e.Name()))
		}
	}
	return problems
}

// Load reads the report that Save kept of a problem. The error is fs.ErrNotExist where there is none. A
// report says what was so then: its files may have changed since. Texts over TextLimit are cut to their head.
func Load(problem string) (*Report, error) {
	r, err := load(problem)
	if err != nil {
		return nil, fmt.Errorf("reading the last report of %s: %w", problem, err)
	}
	return r, nil
}

func load(problem string) (*Report, error) {
	dir, results := resultsOf(problem)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name := results + "/" + reportFile
	info, err := root.Stat(name) // before it is opened: a pipe would have us wait
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > longestReport {
		return nil, errors.New("it is no file of a usual size")
	}
	data, err := root.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, err
	}
	if r.Version != Version {
		return nil, fmt.Errorf("it is of version %d, and this is version %d", r.Version, Version)
	}
	for i := range r.Candidates {
		c := &r.Candidates[i]
		for _, at := range []**Counterexample{&c.Counterexample, &c.Smallest} {
			x := *at
			if x == nil {
				continue
			}
			if !filepath.IsLocal(x.InputFile) || !strings.HasPrefix(x.InputFile, Folder+"/") {
				*at = nil // not of ours
				continue
			}
			base := strings.TrimSuffix(x.InputFile, ".in")
			x.Input.File, x.Output.File = x.InputFile, base+".got"
			if x.Expected != nil {
				x.Expected.File = base + ".expected"
			}
		}
	}
	return r, nil
}
