// Package pluginschemas finds the schemas of the providers and plugins that the files of a directory
// need: in files named by the user, in plugins installed by init, in the cache, and in a registry.
package pluginschemas

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-version"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/plugin"
)

// CacheVariable is the environment variable with the directory of the cache.
const CacheVariable = "HCLJSON_CACHE_DIR"

// Cache is a directory with schemas of providers, with one file for each version:
// HOST/NAMESPACE/TYPE/VERSION.json. Files are written atomically, so that several processes can use
// the cache at the same time. The directory must not be writable for other users.
type Cache struct{ dir string }

// OpenCache returns the user's cache. The directory need not exist yet.
func OpenCache(getenv func(string) string) (*Cache, error) {
	if dir := getenv(CacheVariable); dir != "" {
		return &Cache{filepath.Join(dir, "providers")}, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("the cache of schemas has no directory: %w; set one with the environment "+
			"variable %s", err, CacheVariable)
	}
	return &Cache{filepath.Join(dir, "hcljson", "providers")}, nil
}

// OpenRuns creates and returns the directory for records of runs: next to the user's cache or, if
// that is impossible, in the directory for temporary files.
func OpenRuns(getenv func(string) string) (dir *os.Root, err error) {
	places := []string{filepath.Join(os.TempDir(), fmt.Sprintf("hcljson-%d", os.Getuid()))}
	if cache, err := OpenCache(getenv); err == nil {
		places = []string{filepath.Dir(cache.dir), places[0]}
	}
	for _, place := range places {
		runs := &Cache{filepath.Join(place, "runs")}
		if err = os.MkdirAll(runs.dir, 0o700); err == nil {
			dir, err = runs.open()
		}
		if err == nil {
			break
		}
	}
	return dir, err
}

// Entry is a schema in the cache.
type Entry struct {
	Address tfaddr.Provider
	Version *version.Version
}

// providerDir returns the name of a provider's directory in the cache.
func providerDir(address tfaddr.Provider) string {
	// Some systems do not permit the colon before a port in file names.
	host := strings.ReplaceAll(address.Hostname.ForDisplay(), ":", portMark)
	return filepath.Join(host, address.Namespace, address.Type)
}

const portMark = "%3A"

// entryFile returns the name of the file of a version in the cache.
func entryFile(address tfaddr.Provider, v *version.Version) string {
	return filepath.Join(providerDir(address), v.String()+".json")
}

func (c *Cache) path(address tfaddr.Provider, v *version.Version) string {
	return filepath.Join(c.dir, entryFile(address, v))
}

// Check returns an error if other users can write to the cache, because its contents are then
// untrusted. It accepts a cache that does not exist yet.
func (c *Cache) Check() error {
	root, err := c.open()
	if err != nil {
		return ignoreNotExist(err)
	}
	return root.Close()
}

// open opens the directory of the cache. The directory and its parent must belong to the user.
func (c *Cache) open() (*os.Root, error) {
	dir, err := filepath.EvalSymlinks(c.dir)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{filepath.Dir(dir), dir} {
		info, err := os.Stat(name)
		if err == nil {
			err = checkOwner(name, info, name != dir)
		}
		if err != nil {
			return nil, err
		}
	}
	return os.OpenRoot(dir)
}

// CheckWrite returns an error if the cache cannot store the schema of a provider.
func (c *Cache) CheckWrite(address tfaddr.Provider) error {
	root, file, temporary, err := c.createTemporary(address)
	if err != nil {
		return err
	}
	defer root.Close()
	err = errors.Join(file.Close(), ignoreNotExist(root.Remove(temporary)))
	removeEmptyParents(root, temporary)
	return err
}

// removeEmptyParents removes the parent directories of a file up to the first one with other entries.
func removeEmptyParents(root *os.Root, name string) {
	for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
		if root.Remove(dir) != nil {
			break
		}
	}
}

// createTemporary creates a temporary file for a schema, and returns its name in the cache.
func (c *Cache) createTemporary(address tfaddr.Provider) (root *os.Root, file *os.File, name string, err error) {
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return nil, nil, "", err
	}
	if root, err = c.open(); err != nil {
		return nil, nil, "", err
	}
	name = filepath.Join(providerDir(address), temporaryFile+rand.Text())
	if err = root.MkdirAll(filepath.Dir(name), 0o755); err == nil {
		file, err = root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	}
	if err != nil {
		return nil, nil, "", errors.Join(fmt.Errorf("%s: %w", c.dir, err), root.Close())
	}
	return root, file, name, nil
}

// Store stores a schema in the cache, together with the hashes of its package, if they are known.
func (c *Cache) Store(address tfaddr.Provider, v *version.Version, s *tfjson.ProviderSchema, hashes ...string) error {
	content, err := provider.Document(address, s)
	if err != nil {
		return err
	}
	if len(hashes) > 0 {
		list, err := json.Marshal(hashes)
		if err != nil {
			return err
		}
		content = slices.Concat([]byte(`{"`+hashesName+`":`), list, []byte(","), content[1:])
	}
	if len(content) > maxEntry {
		return fmt.Errorf("it has %d bytes, and files of the cache at most %d", len(content), maxEntry)
	}
	_ = c.Sweep(MaxStore) // the write reports errors of the cache
	for range storeTries {
		// Another process can remove a directory at the same time. MkdirAll then returns ErrExist if the
		// directory disappears between its two system calls.
		err = c.write(address, v, content)
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return err
}

const storeTries = 10

// MaxStore is the maximum duration of a store. Older temporary files are leftovers.
const MaxStore = time.Hour

// hashesName is the name of the member with the hashes. It is the first member, so that reading the
// hashes does not read the whole file.
const hashesName = "package_hashes"

// hashesOf returns the hashes in the content of a file.
func hashesOf(content []byte) (list []string) {
	decoder := json.NewDecoder(bytes.NewReader(content))
	_, _ = decoder.Token()
	if name, err := decoder.Token(); err == nil && name == hashesName {
		_ = decoder.Decode(&list)
	}
	return list
}

// maxEntry is the maximum size of a file in bytes. The largest schemas have 30 MB.
const maxEntry = 256 << 20

// temporaryFile is the prefix of the names of incomplete files.
const temporaryFile = ".hcljson-"

// write writes a file atomically. If several processes write it at the same time, the last one wins.
func (c *Cache) write(address tfaddr.Provider, v *version.Version, content []byte) error {
	root, file, temporary, err := c.createTemporary(address)
	if err != nil {
		return err
	}
	defer root.Close()
	_, err = file.Write(content)
	err = errors.Join(err, file.Close())
	if err == nil {
		err = root.Rename(temporary, entryFile(address, v))
	}
	if err != nil {
		return errors.Join(err, ignoreNotExist(root.Remove(temporary)))
	}
	return nil
}

// ignoreNotExist returns the error of a removal, or nil if the file did not exist.
func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Load returns a schema, or nil if the cache does not contain it.
func (c *Cache) Load(address tfaddr.Provider, v *version.Version) (*provider.Schema, error) {
	return c.loadAllowed(address, v, plugin.Lock{})
}

// loadAllowed is Load with a check against a lock file: it is an error if the schema comes from a
// known package that the lock file excludes.
func (c *Cache) loadAllowed(address tfaddr.Provider, v *version.Version, lock plugin.Lock) (*provider.Schema, error) {
	path := c.path(address, v)
	src, err := c.read(address, v)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !lock.Allows(hashesOf(src)) {
		return nil, fmt.Errorf("the schema of %s %s in the cache is from a package with none of the hashes of the "+
			"lock file; \"hcljson schema clean %s@%s\" removes it", address.ForDisplay(), v, address, v)
	}
	read, diags := provider.Read(src, path)
	if diags.HasErrors() || len(read) != 1 || read[0].Address != address {
		return nil, fmt.Errorf("the file %s of the cache is not the schema of %s; \"hcljson schema clean %s@%s\" "+
			"removes it", path, address.ForDisplay(), address, v)
	}
	read[0].Version = v.String()
	return read[0], nil
}

// Document returns the schema of a provider in the cache, in the JSON form of "providers schema
// -json".
func (c *Cache) Document(address tfaddr.Provider, v *version.Version) (json.RawMessage, error) {
	src, err := c.read(address, v)
	if err != nil {
		return nil, err
	}
	var document struct {
		Schemas map[string]json.RawMessage `json:"provider_schemas"`
	}
	if _, err := c.Load(address, v); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(src, &document); err != nil {
		return nil, err
	}
	return document.Schemas[address.String()], nil
}

// read returns the content of a file that other users cannot write.
func (c *Cache) read(address tfaddr.Provider, v *version.Version) ([]byte, error) {
	root, err := c.open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name := entryFile(address, v)
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not used: it is not a regular file", c.path(address, v))
	case info.Size() > maxEntry:
		return nil, fmt.Errorf("%s is not used: it is larger than %d bytes", c.path(address, v), maxEntry)
	}
	return root.ReadFile(name)
}

// List returns all entries of the cache, sorted by address and version.
func (c *Cache) List() ([]Entry, error) {
	if c == nil {
		return nil, nil
	}
	root, err := c.open()
	if err != nil {
		return nil, ignoreNotExist(err)
	}
	defer root.Close()
	names, err := fs.Glob(root.FS(), "*/*/*/*.json")
	var entries []Entry
	for _, name := range names {
		address, notAddress := provider.ParseAddress(strings.ReplaceAll(path.Dir(name), portMark, ":"), true)
		v, notVersion := version.NewVersion(strings.TrimSuffix(path.Base(name), ".json"))
		if notAddress == nil && notVersion == nil {
			entries = append(entries, Entry{address, v})
		}
	}
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Address.String(), b.Address.String()), a.Version.Compare(b.Version))
	})
	return entries, err
}

// Sweep removes temporary files of interrupted processes: all files that are older than the given
// duration.
func (c *Cache) Sweep(age time.Duration) error {
	root, err := c.open()
	if err != nil {
		return ignoreNotExist(err)
	}
	defer root.Close()
	names, err := fs.Glob(root.FS(), "*/*/*/"+temporaryFile+"*")
	for _, name := range names {
		if info, failed := root.Lstat(name); failed == nil && time.Since(info.ModTime()) >= age {
			err = errors.Join(err, ignoreNotExist(root.Remove(name)))
			removeEmptyParents(root, name)
		}
	}
	return err
}

// Remove removes an entry. It is no error if the entry does not exist.
func (c *Cache) Remove(e Entry) error {
	root, err := c.open()
	if err != nil {
		return ignoreNotExist(err)
	}
	defer root.Close()
	name := entryFile(e.Address, e.Version)
	if err := ignoreNotExist(root.Remove(name)); err != nil {
		return err
	}
	removeEmptyParents(root, name)
	return nil
}
