package local

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"execre/runner"
	"execre/runner/internal/tempdir"
)

// putFiles writes the files of a request into the folder that the program will run in. It may change them there.
func putFiles(folder string, files map[string][]byte) error {
	for name, data := range files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("cannot give the program the file %q: the name leads out of its folder", name)
		}
		// Whatever the umask: the program may be somebody else.
		for dir := path.Dir(path.Clean(name)); dir != "."; dir = path.Dir(dir) {
			at := filepath.Join(folder, filepath.FromSlash(dir))
			if err := errors.Join(os.MkdirAll(at, 0o777), os.Chmod(at, 0o777)); err != nil {
				return fmt.Errorf("cannot give the program the file %q: %w", name, tempdir.Full(err))
			}
		}
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.WriteFile(file, data, 0o666), os.Chmod(file, 0o666)); err != nil {
			return fmt.Errorf("cannot give the program the file %q: %w", name, tempdir.Full(err))
		}
	}
	return nil
}

// collect reads what a program left in its folder, up to so many bytes of each file. What is no regular file, or a link
// that leads out of the folder, is not there.
func collect(folder string, names []string, most runner.Bytes) (map[string][]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("cannot collect what the program wrote: %w", err)
	}
	defer root.Close()
	files := map[string][]byte{}
	for _, name := range names {
		local := filepath.FromSlash(name)
		if info, err := root.Stat(local); err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := root.Open(local)
		if err != nil {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(f, int64(most)))
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("cannot collect %s: %w", name, err)
		}
		files[name] = data
	}
	return files, nil
}
