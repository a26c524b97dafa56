package check

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// Folder is where the results of a problem are kept, below its folder.
const Folder = ".execre"

// The folders in it, or in that of one of several problems: see resultsOf.
const (
	examplesFolder      = "counterexamples"
	smallestFolder      = examplesFolder + "/smallest" // of programs that fail a sample
	earlierFolder       = examplesFolder + "/earlier"  // inputs alone, named by their hash
	undefinedFolder     = examplesFolder + "/undefined"
	disagreementsFolder = "disagreements"
	largeFolder         = "large" // inputs near the limits, which are not run first in the next check
)

// Of the counterexamples that are kept, so many are run again, of so many bytes together.
const (
	mostEarlier  = 50
	earlierBytes = 4 << 20
)

// earlier reads the inputs of the counterexamples that Save kept of a problem, the smallest first. Where there are
// too many the smallest are taken. What cannot be read is not there.
func earlier(problem string) []string {
	var all []string
	dir, results := resultsOf(problem)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	_ = fs.WalkDir(root.FS(), results+"/"+examplesFolder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || path.Ext(name) != ".in" {
			return nil
		}
		if info, err := entry.Info(); err != nil || info.Size() > earlierBytes {
			return nil
		}
		if text, err := root.ReadFile(name); err == nil {
			all = append(all, string(text))
		}
		return nil
	})
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	all = slices.Compact(all)
	size := 0
	for i, text := range all {
		if size += len(text); i == mostEarlier || size > earlierBytes {
			return all[:i]
		}
	}
	return all
}

// counterexampleFile is where the counterexample of a candidate is kept in a
// folder, without its ending: in folders like the candidate's own.
func counterexampleFile(folder, candidate string) string {
	const longest = 200 // bytes of a name, which may have 255 with the ending
	dir, name := path.Split(candidate)
	if len(name) > longest {
		name = fmt.Sprintf("%s-%x", strings.ToValidUTF8(name[:longest-20], ""), sha256.Sum256([]byte(name)))[:longest]
	}
	return folder + "/" + dir + name
}

// Save keeps the report and its counterexamples of a problem as
// plain files in Folder. Those of an earlier report go, but for the inputs that a
// bug which comes back is found by; of a partial report the counterexamples are added
// and nothing goes. Nothing outside of
// Folder is touched, not even through a link that somebody planted there.
func Save(problem string, r *Report) error {
	err := save(problem, r)
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("keeping the results in %s: %w: make room on the disk; what was kept there before is still there", Folder, err)
	case err != nil:
		return fmt.Errorf("keeping the results in %s: %w", Folder, err)
	}
	return nil
}

func save(problem string, r *Report) error {
	dir, results := resultsOf(problem)
	inside := func(file string) string { return strings.TrimPrefix(file, results+"/") }
	files := map[string]string{".gitignore": "*\n"}
	for _, c := range r.Candidates {
		if c.DuplicateOf != nil {
			continue
		}
		for _, u := range c.UndefinedBehaviour {
			files[inside(u.Input.File)] = u.Input.Whole
		}
		for _, x := range []*Counterexample{c.Counterexample, c.Smallest} {
			if x == nil {
				continue
			}
			texts := []Text{x.Input, x.Output}
			if x.Expected != nil {
				texts = append(texts, *x.Expected)
			}
			for _, text := range texts {
				files[inside(text.File)] = text.Whole
			}
		}
	}
	for _, d := range r.Disagreements {
		files[inside(d.Input.File)] = d.Input.Whole
	}
	if !r.Partial {
		for _, text := range r.Earlier {
			again := func(c Candidate) bool {
				return c.Counterexample != nil && c.Counterexample.Input.Whole == text || c.Smallest != nil && c.Smallest.Input.Whole == text ||
					slices.ContainsFunc(c.UndefinedBehaviour, func(u UndefinedBehaviour) bool { return u.Input.Whole == text })
			}
			if !slices.ContainsFunc(r.Candidates, again) {
				files[fmt.Sprintf("%s/%x.in", earlierFolder, sha256.Sum256([]byte(text)))] = text
			}
		}
		data, err := Encode(r)
		if err != nil {
			return err
		}
		files[reportFile] = string(data)
	}

	root, err := openFolder(dir, results)
	if err != nil {
		return err
	}
	defer root.Close()
	sweep(root)
	// All is written before anything goes: the disk may be full.
	fresh := fmt.Sprintf("%s%d-%d", freshFolder, os.Getpid(), saves.Add(1))
	defer func() { _ = root.RemoveAll(fresh) }()
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		if err := replace(root, fresh+"/"+name, files[name]); err != nil {
			return err
		}
	}
	for _, folder := range []string{examplesFolder, disagreementsFolder, largeFolder} {
		if r.Partial {
			break
		}
		if err := errors.Join(root.RemoveAll(folder), root.Mkdir(folder, 0o755)); err != nil {
			return err
		}
	}
	for _, name := range names {
		if err := errors.Join(root.MkdirAll(path.Dir(name), 0o755), root.Rename(fresh+"/"+name, name)); err != nil {
			return err
		}
	}
	return nil
}

// freshFolder begins the names of folders in which files are written before they take the place of others.
const freshFolder = ".fresh-"

// saves counts those of this process.
var saves atomic.Int64

// leftover is the age from which such a folder is that of a process that was killed: no save takes that long.
const leftover = time.Hour

// sweep removes what saves left that were killed, as far as it can.
func sweep(root *os.Root) {
	entries, _ := fs.ReadDir(root.FS(), ".")
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), freshFolder) && time.Since(info.ModTime()) > leftover {
			_ = root.RemoveAll(e.Name())
		}
	}
}

// openFolder makes and opens Folder in a problem folder, or one in it.
func openFolder(dir, results string) (*os.Root, error) {
	problem, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer problem.Close()
	if err := problem.MkdirAll(results, 0o755); err != nil {
		return nil, err
	}
	for _, name := range []string{Folder, results} { // what is between them, root keeps inside
		if info, err := problem.Lstat(name); err != nil || !info.IsDir() {
			return nil, errors.Join(err, errors.New("it is no folder"))
		}
	}
	return problem.OpenRoot(results)
}

// SaveExample keeps an input of the format of the problem in dir, in the place of the one before, and says where.
func SaveExample(dir, input string) (file string, err error) {
	const name = "example.in"
	root, err := openFolder(dir, Folder)
	if err != nil {
		return "", fmt.Errorf("keeping an example in %s: %w", Folder, err)
	}
	defer root.Close()
	if err := errors.Join(replace(root, ".gitignore", "*\n"), replace(root, name, input)); err != nil {
		return "", fmt.Errorf("keeping an example in %s: %w", Folder, err)
	}
	return Folder + "/" + name, nil
}

// replace writes a file anew, so that a link of that name is replaced and not followed.
func replace(root *os.Root, name, text string) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// Encode writes the report as JSON, indented, with a final newline.
func Encode(r *Report) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil {
		return nil, fmt.Errorf("encoding the report: %w", err)
	}
	return out.Bytes(), nil
}

// marshal is json.Marshal that leaves < > and & as they are.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
