// Package tempdir makes the folders that our process needs for a while, in the system's folder for temporary files.
//
// Their names tell what they are for and whose they are, execre-WHAT-PID-RANDOM, so that what a process left behind that
// was killed can be removed by a later one. Nothing else is ever removed.
package tempdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// Error says that no folder for temporary files can be made, or that there is no room left in one, and the way out.
type Error struct{ reason error }

// Full is err, or where that says that there is no room left in a folder that Make made, an *Error, which says what to do.
func Full(err error) error {
	if isFull(err) {
		return &Error{err}
	}
	return err
}

// Error names the folder and, where there is one, the variable that does.
func (e *Error) Error() string {
	name := "TMPDIR"
	if runtime.GOOS == "windows" {
		name = "TMP"
	}
	why, way := "cannot make folders for temporary files in", "a folder that exists and can be written to"
	if isFull(e.reason) {
		why, way = "no room is left for temporary files in", "a folder on another disk"
	}
	return fmt.Sprintf("%s %s (%v): set %s to %s", why, os.TempDir(), e.reason, name, way)
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// Unwrap is what the system said.
func (e *Error) Unwrap() error { return e.reason }

// Make makes an empty folder that nobody but its owner enters; what says in lower-case letters what it is for. The error
// is an *Error.
func Make(what string) (string, error) {
	dir, err := os.MkdirTemp("", fmt.Sprintf("execre-%s-%d-*", what, os.Getpid()))
	if err != nil {
		var place *fs.PathError
		if errors.As(err, &place) {
			err = place.Err
		}
		return "", &Error{err}
	}
	return dir, nil
}

// Check reports whether folders can be made. The error is that of Make.
func Check() error {
	dir, err := Make("probe")
	if err == nil {
		_ = os.Remove(dir)
	}
	return err
}

// Remove removes a folder even if a program took away the right to write in parts of it.
func Remove(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && err == nil {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

var ours = regexp.MustCompile(`^execre-[a-z]+-([0-9]{1,10})-[0-9]+$`)

// Sweep removes the folders of processes that are gone. The id of a process means nothing in another container that
// shares the folder for temporary files: so only what was not touched for an hour goes.
func Sweep() {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := ours.FindStringSubmatch(entry.Name())
		if name == nil || !entry.IsDir() {
			continue
		}
		pid, err := strconv.Atoi(name[1])
		info, infoErr := entry.Info()
		if err == nil && infoErr == nil && time.Since(info.ModTime()) > time.Hour && !alive(pid) {
			_ = Remove(filepath.Join(os.TempDir(), entry.Name()))
		}
	}
}

// alive reports whether there is, or may be, a process with this id.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = p.Release() }()
	if runtime.GOOS == "windows" {
		return true // it was found
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
