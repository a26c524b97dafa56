package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// manifestVersion is the version of the cache's format; it is part of every key.
const manifestVersion = 1

// manifestName is the file of an entry that describes it.
const manifestName = "execre-build.json"

// manifest describes an entry of the cache.
type manifest struct {
	Version       int               `json:"version"`
	Files         map[string]string `json:"files"` // SHA-256 of each file but the manifest, by name with slashes
	SelfContained bool              `json:"selfContained"`
	Failure       *Failure          `json:"failure,omitempty"` // instead of files
}

// load reads the entry of a key and reports whether all of it is there and as it was made.
func (c *Cache) load(key string) (*manifest, bool) {
	dir := filepath.Join(c.dir, key)
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return nil, false
	}
	var m manifest
	if json.Unmarshal(text, &m) != nil || m.Version != manifestVersion {
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
	return &m, true
}

// store gives a finished entry its place in the cache. Another process may have done so first; what is
// damaged makes way.
func (c *Cache) store(ctx context.Context, entry, key string, m *manifest) error {
	m.Files = map[string]string{}
	err := filepath.WalkDir(entry, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(entry, file)
		if err != nil {
			return err
		}
		m.Files[filepath.ToSlash(name)], err = hash(file)
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot write to the build cache: %w", err)
	}
	text, err := json.MarshalIndent(m, "", "\t")
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
			return nil
		}
		if _, ok := c.load(key); ok {
			return nil
		}
		if attempt == 3 || ctx.Err() != nil {
			return fmt.Errorf("cannot write to the build cache: %w", err)
		}
		// A rename first: the old entry never is half removed in its place.
		if old, err := makeTemp(c.dir); err == nil {
			_ = os.Rename(place, filepath.Join(old, "damaged"))
			_ = os.RemoveAll(old)
		}
	}
}

func hash(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
