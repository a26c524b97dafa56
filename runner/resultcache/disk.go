package resultcache

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"execre/runner"
)

// DefaultDir is the folder of the user's cache directory where results are kept, or "", which means memory
// only, if the user has no such directory.
func DefaultDir() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(base, "execre", "results")
}

// Clear removes the results that are kept in a folder, and the folder if nothing else is in it. Files that are not the
// cache's stay. It may be used while other processes work with the folder.
func Clear(dir string) error {
	files, err := list(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, file := range files {
		if gone := os.Remove(filepath.Join(dir, file.Name())); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	if len(files) > 0 {
		_ = os.Remove(dir) // which fails if it is not empty
	}
	return err
}

// suffix ends the names of the files, which else are a hash in hexadecimal digits.
const suffix = ".results"

// list gives the files of a folder that are the cache's.
func list(dir string) ([]fs.FileInfo, error) {
	all, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := make([]fs.FileInfo, 0, len(all))
	for _, file := range all {
		digits, ok := strings.CutSuffix(file.Name(), suffix)
		if _, err := hex.DecodeString(digits); !ok || err != nil || len(digits) != 64 || !file.Type().IsRegular() {
			continue
		}
		if info, err := file.Info(); err == nil { // else another process has just removed it
			files = append(files, info)
		}
	}
	return files, nil
}

// disk is the folder with the files. Whatever goes wrong, it only knows less.
type disk struct {
	dir     string       // "" if there is none
	max     runner.Bytes // of all files together
	maxFile runner.Bytes // of one file: nothing is appended beyond, nor read
	log     *slog.Logger

	mu     sync.Mutex
	failed bool         // writing did: it is not tried again
	budget runner.Bytes // what may be written before the size of the folder is looked at again
}

// size is about how much read will give.
func (d *disk) size(from origin) runner.Bytes {
	if d.dir == "" {
		return 0
	}
	info, err := os.Stat(filepath.Join(d.dir, fileName(from)))
	if err != nil {
		return 0
	}
	return min(runner.Bytes(info.Size()), d.maxFile)
}

// read gives the records of a file, and notes that it is in use. A file of another version makes way.
func (d *disk) read(from origin) []found {
	if d.dir == "" {
		return nil
	}
	name := fileName(from)
	path := filepath.Join(d.dir, name)
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	var data bytes.Buffer
	if info, err := file.Stat(); err == nil {
		data.Grow(int(min(runner.Bytes(info.Size()), d.maxFile)) + bytes.MinRead)
	}
	_, err = data.ReadFrom(io.LimitReader(file, int64(d.maxFile)))
	file.Close()
	if err != nil {
		return nil
	}
	records, ok := parse(name, data.Bytes())
	if !ok {
		if data.Len() > 0 { // else another process is just about to begin it
			_ = os.Remove(path)
		}
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	return records
}

// append puts a record behind the others, in one write, so that those of several processes do not mix.
func (d *disk) append(from origin, record []byte) {
	name := fileName(from)
	data := frame(name, record)
	if !d.admit(runner.Bytes(len(data))) {
		return
	}
	if err := d.write(filepath.Join(d.dir, name), data); err != nil {
		d.fail(err)
	}
}

// block is what a small file takes on a disk.
const block = 4 * runner.KiB

// blocks is n bytes in whole blocks.
func blocks(n runner.Bytes) runner.Bytes {
	return (n + block - 1) / block * block
}

// admit says whether n bytes may be written, and makes room for them as if each record began a file.
func (d *disk) admit(n runner.Bytes) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dir == "" || d.failed {
		return false
	}
	if d.budget -= blocks(n); d.budget < 0 {
		d.trim()
		d.budget = d.max/8 - blocks(n)
	}
	return true
}

func (d *disk) write(path string, data []byte) error {
	const how = os.O_WRONLY | os.O_APPEND | os.O_CREATE
	file, err := os.OpenFile(path, how, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(d.dir, 0o700); err != nil {
			return err
		}
		file, err = os.OpenFile(path, how, 0o600)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EISDIR) {
		// Nobody but this cache gives such names, so what is there is of no use to anybody.
		if os.RemoveAll(path) == nil {
			file, err = os.OpenFile(path, how, 0o600)
		}
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		data = slices.Concat(header, data)
	}
	if runner.Bytes(info.Size()+int64(len(data))) > d.maxFile {
		return nil
	}
	_, err = file.Write(data)
	return err
}

func (d *disk) fail(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.failed && d.log != nil {
		d.log.Warn("results are kept in memory only", "dir", d.dir, "error", err)
	}
	d.failed = true
}

// trim removes files, the longest unused first, until there is room for an eighth of what the folder may hold.
func (d *disk) trim() {
	files, err := list(d.dir)
	if err != nil {
		return
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	var total runner.Bytes
	for _, file := range files {
		total += blocks(runner.Bytes(file.Size()))
	}
	for _, file := range files {
		if total <= d.max-d.max/8 {
			return
		}
		if os.Remove(filepath.Join(d.dir, file.Name())) == nil {
			total -= blocks(runner.Bytes(file.Size()))
		}
	}
}
