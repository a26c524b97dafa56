package imports

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// source is a folder or an archive that is read, with what may still be read of it.
type source struct {
	fsys fs.FS
	name string // of the folder, or of the archive without its ending
	read int64  // bytes
}

// openZip opens an archive, and refuses one that leads out of itself or is larger than its parts may be together.
func openZip(file io.ReaderAt, size int64, name string) (*source, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("not a zip file that can be read: %w", err)
	}
	if len(archive.File) > maxEntries {
		return nil, fmt.Errorf("refused: the archive has %d files, more than %d", len(archive.File), maxEntries)
	}
	total := uint64(0)
	for _, f := range archive.File {
		switch name := strings.TrimSuffix(f.Name, "/"); {
		case !fs.ValidPath(name) || strings.Contains(name, `\`):
			return nil, fmt.Errorf("refused: the archive has a file called %.80q, which leads out of it", f.Name)
		case f.Mode()&fs.ModeType&^fs.ModeDir != 0:
			return nil, fmt.Errorf("refused: %.80q in the archive is neither a file nor a folder", f.Name)
		}
		if total += f.UncompressedSize64; f.UncompressedSize64 > maxTotal || total > maxTotal {
			return nil, fmt.Errorf("refused: the archive unpacks to more than %d MiB", maxTotal>>20)
		}
	}
	return &source{fsys: archive, name: name}, nil
}

// errTooLarge is why a file is left out.
var errTooLarge = fmt.Errorf("more than %d MiB", maxFile>>20)

// errSpent is why all further files are.
var errSpent = fmt.Errorf("more than %d MiB with what was read before it", maxTotal>>20)

// file reads a regular file.
func (s *source) file(name string) ([]byte, error) {
	opened, err := s.fsys.Open(name)
	if err != nil {
		return nil, cause(err)
	}
	defer opened.Close()
	info, err := opened.Stat()
	switch {
	case err != nil:
		return nil, cause(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("no regular file")
	}
	// What an archive says of a file's size is not to be believed.
	text, err := io.ReadAll(io.LimitReader(opened, maxFile+1))
	switch {
	case err != nil:
		return nil, cause(err)
	case len(text) > maxFile:
		return nil, errTooLarge
	case s.read+int64(len(text)) > maxTotal:
		return nil, errSpent
	}
	s.read += int64(len(text))
	return text, nil
}

// cause is an error without the path that the sentence names already.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// has says whether there is a file or a folder of that name.
func (s *source) has(name string) bool {
	_, err := fs.Stat(s.fsys, name)
	return err == nil
}

// list gives the names in a folder that may be absent, those of folders with a slash at their end. Links are left out.
func (s *source) list(dir string) []string {
	entries, _ := fs.ReadDir(s.fsys, dir)
	var names []string
	for _, e := range entries {
		switch {
		case e.IsDir():
			names = append(names, e.Name()+"/")
		case e.Type().IsRegular():
			names = append(names, e.Name())
		}
	}
	return names
}

// below gives the paths of all files below a folder that may be absent, by path, without those that are hidden.
func (s *source) below(dir string) []string {
	var files []string
	entries := 0
	// What cannot be read is as good as absent.
	_ = fs.WalkDir(s.fsys, dir, func(name string, e fs.DirEntry, err error) error {
		entries++
		switch {
		case err != nil || entries > maxEntries:
			return fs.SkipDir
		case e.IsDir() && name != dir && isHidden(e.Name()):
			return fs.SkipDir
		case e.Type().IsRegular() && !isHidden(e.Name()):
			files = append(files, name)
		}
		return nil
	})
	slices.Sort(files)
	return files
}

func isHidden(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || name == "__pycache__" || name == "node_modules" ||
		name == "__MACOSX"
}

// sub is a folder of the source.
func (s *source) sub(dir string) (*source, error) {
	below, err := fs.Sub(s.fsys, dir)
	if err != nil {
		return nil, err
	}
	return &source{fsys: below, name: path.Base(dir), read: s.read}, nil
}

// take adds a file of the source to the problem under another path, or says why not.
func (p *Problem) take(s *source, name, as string) bool {
	text, err := s.file(name)
	if err != nil {
		p.leave("%s: %v", name, err)
		return false
	}
	p.Files = append(p.Files, File{as, text})
	return true
}

// readFolder recognises what a folder is. With deeper set it looks into the folders below it as well: an archive often
// has one folder on top, and a contest is a folder of problems.
func readFolder(s *source, deeper bool) ([]Problem, error) {
	switch {
	case s.has("problem.xml"):
		p, err := readPolygon(s)
		return []Problem{p}, err
	case s.has("problem.yaml"):
		return []Problem{readKattis(s)}, nil
	case s.has("execre.toml"):
		return nil, fmt.Errorf("%s is a problem folder of execre already: open it, or run execre check", s.name)
	}
	found, err := readFlat(s)
	if len(found) > 0 || err != nil || !deeper {
		return found, err
	}
	var below []string
	for _, name := range s.list(".") {
		if dir, isDir := strings.CutSuffix(name, "/"); isDir && !isHidden(dir) {
			below = append(below, dir)
		}
	}
	var reasons []string
	for _, dir := range below {
		inner, err := s.sub(dir)
		if err != nil {
			return nil, err
		}
		problems, err := readFolder(inner, len(below) == 1)
		s.read = inner.read
		switch {
		case err != nil && len(below) == 1:
			return nil, err
		case err != nil && !errors.Is(err, errUnknown):
			reasons = append(reasons, err.Error())
		}
		found = append(found, problems...)
	}
	if len(found) == 0 {
		if len(reasons) > 0 {
			return nil, errors.New(strings.Join(reasons, "; "))
		}
		return nil, fmt.Errorf("%s: %w", s.name, errUnknown)
	}
	last := &found[len(found)-1]
	last.LeftOut = append(last.LeftOut, reasons...)
	return found, nil
}
