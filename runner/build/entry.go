package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"execre/runner"
)

// manifestVersion is the version of the cache's format; it is part of every key.
const manifestVersion = 3

// manifestName is the file of an entry that describes it.
const manifestName = "execre-build.json"

// manifest describes an entry of the cache.
type manifest struct {
	Version       int               `json:"version"`
	Files         map[string]string `json:"files"` // SHA-256 of each file but the manifest, by name with slashes
	SelfContained bool              `json:"selfContained"`
	Server        string            `json:"server,omitempty"`  // how executions can share one start: linked or preloadable
	Failure       *Failure          `json:"failure,omitempty"` // instead of files
}

// encode gives the manifest's text: its JSON, and below it the SHA-256 of that, for a manifest can be damaged as well.
func (m *manifest) encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(text, "\n%x\n", sha256.Sum256(text)), nil
}

// decodeManifest reads what encode gives, and nothing else.
func decodeManifest(data []byte) (*manifest, bool) {
	data, ended := bytes.CutSuffix(data, []byte("\n"))
	i := bytes.LastIndexByte(data, '\n')
	if !ended || i < 0 || string(data[i+1:]) != fmt.Sprintf("%x", sha256.Sum256(data[:i])) {
		return nil, false
	}
	var m manifest
	if json.Unmarshal(data[:i], &m) != nil || m.Version != manifestVersion {
		return nil, false
	}
	return &m, true
}

// obtain gives the entry of a key, which fill makes in an empty folder if it is not there. fill has a second folder for
// temporary files, and notes what is to be known of the entry in the manifest. Callers that want the same entry at the
// same time wait for the first, and then find what it made, those of other processes included where there are locks.
func (c *Cache) obtain(
	ctx context.Context, key string, fill func(ctx context.Context, entry, scratch string, m *manifest) error,
) (*manifest, error) {
	for {
		if m, ok := c.load(key); ok {
			return m, nil
		}
		c.mu.Lock()
		busy := c.building[key]
		if busy == nil {
			c.building[key] = make(chan struct{})
		}
		c.mu.Unlock()
		if busy == nil {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-busy:
		}
	}
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		close(c.building[key])
		delete(c.building, key)
	}()
	work, err := makeTemp(c.dir)
	if err != nil {
		return nil, fmt.Errorf("cannot write to the build cache: %w", err)
	}
	defer os.RemoveAll(work)
	defer c.claim(ctx, key)()
	if m, ok := c.load(key); ok {
		return m, nil // another process has made it meanwhile
	}
	entry, scratch := filepath.Join(work, "entry"), filepath.Join(work, "tmp")
	if err := errors.Join(os.Mkdir(entry, 0o700), os.Mkdir(scratch, 0o700)); err != nil {
		return nil, fmt.Errorf("cannot write to the build cache: %w", err)
	}
	m := &manifest{Version: manifestVersion}
	if err := fill(ctx, entry, scratch, m); err != nil {
		return nil, err
	}
	if err := c.store(ctx, entry, key, m); err != nil {
		return nil, err
	}
	m, ok := c.load(key)
	if !ok {
		return nil, fmt.Errorf("what was just written to %s is not there: is the disk full?", c.dir)
	}
	return m, nil
}

// load reads the entry of a key and reports whether all of it is there and as it was made.
func (c *Cache) load(key string) (*manifest, bool) {
	dir := filepath.Join(c.dir, key)
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return nil, false
	}
	m, ok := decodeManifest(text)
	if !ok {
		return nil, false
	}
	for name, want := range m.Files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, false
		}
		if sum, err := hash(filepath.Join(dir, filepath.FromSlash(name))); err != nil || sum != want {
			return nil, false
		}
	}
	touch(dir)
	return m, true
}

// store gives a finished entry its place in the cache. Another process may have done so first; what is
// damaged makes way. Whoever may enter the folder may read and execute what is in it: programs run under another user
// where they can.
func (c *Cache) store(ctx context.Context, entry, key string, m *manifest) error {
	m.Files = map[string]string{}
	var size runner.Bytes
	err := filepath.WalkDir(entry, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(entry, file)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		size += runner.Bytes(info.Size())
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		if err := os.Chmod(file, mode); err != nil {
			return err
		}
		m.Files[filepath.ToSlash(name)], err = hash(file)
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot write to the build cache: %w", err)
	}
	text, err := m.encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(entry, manifestName), text, 0o600); err != nil {
		return fmt.Errorf("cannot write to the build cache: %w", err)
	}
	place := filepath.Join(c.dir, key)
	for attempt := 0; ; attempt++ {
		err := os.Rename(entry, place)
		if err == nil {
			c.prune(size)
			return nil
		}
		if _, ok := c.load(key); ok {
			return nil
		}
		if attempt == 3 || ctx.Err() != nil {
			return fmt.Errorf("cannot write to the build cache: %w", err)
		}
		// A rename first: the old entry never is half removed in its place.
		c.discard(place)
	}
}

func hash(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
