// Package schemas finds the schemas of the providers and plugins that the files
// of a directory need: in files that the user names, in what init has installed,
// in the cache, and in a registry.
package schemas

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema/provider"
)

// CacheVariable is the environment variable that names the directory of the
// cache.
const CacheVariable = "HCLJSON_CACHE_DIR"

// Cache is a directory with the schemas of providers, a file for each version:
// HOST/NAMESPACE/TYPE/VERSION.json. A file is written whole or not at all, so
// that several processes may use the cache at a time.
type Cache struct{ dir string }

// OpenCache returns the cache of the user, which need not exist yet.
func OpenCache(getenv func(string) string) (*Cache, error) {
	if dir := getenv(CacheVariable); dir != "" {
		return &Cache{filepath.Join(dir, "providers")}, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("there is no directory for the cache of schemas: %w; name one with the environment variable %s", err, CacheVariable)
	}
	return &Cache{filepath.Join(dir, "hcljson", "providers")}, nil
}

// Dir is the cache's directory.
func (c *Cache) Dir() string { return c.dir }

// Entry is a schema in the cache.
type Entry struct {
	Address tfaddr.Provider
	Version *version.Version
	// Path is the name of its file, Size its length in bytes.
	Path string
	Size int64
}

// providerDir is where the versions of a provider are.
func (c *Cache) providerDir(address tfaddr.Provider) string {
	// The colon before a port is not allowed in the names of all systems.
	host := strings.ReplaceAll(string(address.Hostname), ":", portMark)
	return filepath.Join(c.dir, host, address.Namespace, address.Type)
}

const portMark = "%3A"

func (c *Cache) path(address tfaddr.Provider, v *version.Version) string {
	return filepath.Join(c.providerDir(address), v.String()+".json")
}

// Store puts a schema into the cache.
func (c *Cache) Store(address tfaddr.Provider, v *version.Version, s *tfjson.ProviderSchema) error {
	content, err := provider.Document(address, s)
	if err != nil {
		return err
	}
	path := c.path(address, v)
	for range storeTries {
		if err = write(path, content); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		// Somebody has removed the directory meanwhile.
	}
	return err
}

const storeTries = 10

// write puts a file in its place in one step. Of several that do so at a time,
// one is the last.
func write(path string, content []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, ".hcljson-*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, removed(os.Remove(file.Name())))
	}
	return nil
}

// removed is the error of a removal, for which a file that is gone is none.
func removed(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Load returns a schema, or nil if the cache does not have it.
func (c *Cache) Load(address tfaddr.Provider, v *version.Version) (*provider.Schema, error) {
	path := c.path(address, v)
	src, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	read, diags := provider.Read(src, path)
	if diags.HasErrors() || len(read) != 1 || read[0].Address != address {
		return nil, fmt.Errorf("the file %s of the cache is not the schema of %s; \"hcljson schema clean %s@%s\" removes it", path, address.ForDisplay(), address, v)
	}
	read[0].Version = v.String()
	return read[0], nil
}

// versions lists what the cache has of a provider, the newest last.
func (c *Cache) versions(address tfaddr.Provider) ([]Entry, error) {
	dir := c.providerDir(address)
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, file := range files {
		name, isJSON := strings.CutSuffix(file.Name(), ".json")
		v, err := version.NewVersion(name)
		if !isJSON || err != nil || strings.HasPrefix(name, ".") {
			continue
		}
		entry := Entry{Address: address, Version: v, Path: filepath.Join(dir, file.Name())}
		if info, err := file.Info(); err == nil {
			entry.Size = info.Size()
		}
		entries = append(entries, entry)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return a.Version.Compare(b.Version) })
	return entries, nil
}

// List returns everything in the cache, sorted by address and version.
func (c *Cache) List() ([]Entry, error) {
	if c == nil {
		return nil, nil
	}
	if _, err := os.ReadDir(c.dir); err != nil {
		return nil, removed(err)
	}
	var entries []Entry
	dirs, err := filepath.Glob(filepath.Join(escapeGlob(c.dir), "*", "*", "*"))
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		rel, err := filepath.Rel(c.dir, dir)
		if err != nil {
			return nil, err
		}
		address, err := provider.ParseAddress(strings.ReplaceAll(filepath.ToSlash(rel), portMark, ":"), true)
		if err != nil {
			continue
		}
		found, err := c.versions(address)
		if err != nil {
			return nil, err
		}
		entries = append(entries, found...)
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Address.String(), b.Address.String()) })
	return entries, nil
}

// escapeGlob is a path as a pattern that matches only it.
func escapeGlob(path string) string {
	return strings.NewReplacer(`[`, `[[]`, `*`, `[*]`, `?`, `[?]`).Replace(path)
}

// Sweep removes what writers that were ended have left.
func (c *Cache) Sweep() error {
	left, err := filepath.Glob(filepath.Join(escapeGlob(c.dir), "*", "*", "*", ".hcljson-*"))
	for _, name := range left {
		err = errors.Join(err, removed(os.Remove(name)))
	}
	return err
}

// Remove removes an entry. One that is gone already is no error.
func (c *Cache) Remove(e Entry) error {
	if err := removed(os.Remove(e.Path)); err != nil {
		return err
	}
	// Directories that are empty now; those that are not stay.
	for dir := filepath.Dir(e.Path); dir != c.dir && len(dir) > len(c.dir); dir = filepath.Dir(dir) {
		if os.Remove(dir) != nil {
			break
		}
	}
	return nil
}
