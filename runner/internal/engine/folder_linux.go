package engine

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"execre/runner"
)

// folder is a working folder that is emptied after each execution.
type folder struct {
	fd   int
	path string
	buf  []byte
	// moved counts the folders that were brought up to the top to be removed.
	moved int
}

func openFolder(path string) (*folder, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return &folder{fd: fd, path: path, buf: make([]byte, 4096)}, nil
}

// empty removes everything from the folder. It costs two system calls if there is nothing.
func (f *folder) empty() error {
	for first := true; ; first = false {
		names, err := f.names(f.fd)
		if err != nil {
			return fmt.Errorf("cannot look into the working folder: %w", err) // also when it was removed
		}
		if len(names) == 0 {
			return nil
		}
		if first {
			if err := unix.Fchmod(f.fd, 0o700); err != nil {
				return fmt.Errorf("cannot empty the working folder: %w", err)
			}
		}
		for _, name := range names {
			if err := f.remove(name); err != nil {
				return fmt.Errorf("cannot empty the working folder: removing %q: %w", name, err)
			}
		}
	}
}

// remove removes an entry of the folder. Folders in folders are brought up first, so that neither the length of paths
// nor the number of open files bounds how deep they may be.
func (f *folder) remove(name string) error {
	err := unix.Unlinkat(f.fd, name, 0)
	if err == nil || !errors.Is(err, unix.EISDIR) && !errors.Is(err, unix.EPERM) {
		return err
	}
	if unix.Unlinkat(f.fd, name, unix.AT_REMOVEDIR) == nil {
		return nil
	}
	if err := unix.Fchmodat(f.fd, name, 0o700, 0); err != nil {
		return err
	}
	dir, err := unix.Openat(f.fd, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	for {
		names, err := f.names(dir)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			return unix.Unlinkat(f.fd, name, unix.AT_REMOVEDIR)
		}
		for _, inner := range names {
			err := unix.Unlinkat(dir, inner, 0)
			if errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EPERM) {
				// Moving a folder changes its entry "..", for which it must be writable.
				if err = unix.Fchmodat(dir, inner, 0o700, 0); err == nil {
					err = f.bringUp(dir, inner)
				}
			}
			if err != nil {
				return err
			}
		}
	}
}

// bringUp moves a folder to the top, under a name that is not taken.
func (f *folder) bringUp(dir int, name string) error {
	for {
		f.moved++
		err := unix.Renameat2(dir, name, f.fd, fmt.Sprintf("moved-%d", f.moved), unix.RENAME_NOREPLACE)
		if !errors.Is(err, unix.EEXIST) {
			return err
		}
	}
}

// names lists some entries of a folder; none means that it is empty.
func (f *folder) names(dir int) ([]string, error) {
	if _, err := unix.Seek(dir, 0, 0); err != nil {
		return nil, err
	}
	for {
		n, err := unix.ReadDirent(dir, f.buf)
		if err != nil || n == 0 {
			return nil, err
		}
		if _, _, names := unix.ParseDirent(f.buf[:n], -1, nil); len(names) > 0 {
			return names, nil // ParseDirent leaves out . and ..
		}
	}
}

// Bounds of what a program may have in its working folder at one time.
const (
	maxFolder  = 256 * runner.MiB
	maxEntries = 10_000
)

// over reports whether more than that is in the folder. What cannot be looked at is not counted.
func (f *folder) over() bool {
	var size runner.Bytes
	entries := 0
	var add func(dir, depth int) bool
	add = func(dir, depth int) bool {
		if _, err := unix.Seek(dir, 0, 0); err != nil {
			return false
		}
		buf := make([]byte, len(f.buf))
		for {
			n, err := unix.ReadDirent(dir, buf)
			if err != nil || n == 0 {
				return false
			}
			_, _, names := unix.ParseDirent(buf[:n], -1, nil)
			for _, name := range names {
				var st unix.Stat_t
				if entries++; entries > maxEntries {
					return true
				}
				if unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
					continue
				}
				if size += runner.Bytes(st.Blocks) * 512; size > maxFolder {
					return true
				}
				if st.Mode&unix.S_IFMT != unix.S_IFDIR || depth == maxDepth {
					continue
				}
				inner, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
				if err != nil {
					continue
				}
				found := add(inner, depth+1)
				unix.Close(inner)
				if found {
					return true
				}
			}
		}
	}
	return add(f.fd, 0)
}

// maxDepth is how deep in folders is looked.
const maxDepth = 40

func (f *folder) close() {
	_ = f.empty()
	unix.Close(f.fd)
}
