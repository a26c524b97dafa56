package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// longestReport is the size in bytes up to which a kept report is read.
const longestReport = 16 << 20

// Load reads the report that Save kept in the problem folder dir. The error is fs.ErrNotExist where there is none. A
// report says what was so then: its files may have changed since. Texts over TextLimit are cut to their head.
func Load(dir string) (*Report, error) {
	r, err := load(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the last report of %s: %w", dir, err)
	}
	return r, nil
}

func load(dir string) (*Report, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	const name = Folder + "/report.json"
	info, err := root.Stat(name) // before it is opened: a pipe would have us wait
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > longestReport {
		return nil, errors.New("it is no file of a usual size")
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, longestReport))
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
