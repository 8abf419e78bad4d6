//go:build unix

package pluginschemas_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/internal/pluginschemas"
)

// cacheIn opens the cache in a directory.
func cacheIn(t *testing.T, dir string) *pluginschemas.Cache {
	t.Helper()
	cache, err := pluginschemas.OpenCache(func(string) string { return dir })
	if err != nil {
		t.Fatal(err)
	}
	return cache
}

// A cache that others can write to is neither read nor written, listed nor cleaned.
func TestCacheOfOthers(t *testing.T) {
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	for _, test := range []struct {
		name    string
		whole   bool // the list fails as well
		prepare func(dir string) error
	}{
		{"directory", true, func(dir string) error { return os.Chmod(filepath.Join(dir, "providers"), 0o777) }},
		{"group", true, func(dir string) error { return os.Chmod(filepath.Join(dir, "providers"), 0o775) }},
		{"sticky", true, func(dir string) error { return os.Chmod(filepath.Join(dir, "providers"), 0o777|os.ModeSticky) }},
		{"above", true, func(dir string) error { return os.Chmod(dir, 0o777) }},
		{"host", false,
			func(dir string) error { return os.Chmod(filepath.Join(dir, "providers/registry.opentofu.org"), 0o777) }},
		{"type", false, func(dir string) error {
			return os.Chmod(filepath.Join(dir, "providers/registry.opentofu.org/acme/net"), 0o777)
		}},
		{"file", false, func(dir string) error {
			return os.Chmod(filepath.Join(dir, "providers/registry.opentofu.org/acme/net/1.0.0.json"), 0o666)
		}},
		{"owner", true, func(dir string) error { return os.Chown(filepath.Join(dir, "providers"), 12345, -1) }},
		{"owner of the file", false, func(dir string) error {
			return os.Chown(filepath.Join(dir, "providers/registry.opentofu.org/acme/net/1.0.0.json"), 12345, -1)
		}},
		{"link of another", true, func(dir string) error {
			err := os.Rename(filepath.Join(dir, "providers"), filepath.Join(dir, "elsewhere"))
			if err == nil {
				err = os.Symlink("elsewhere", filepath.Join(dir, "providers"))
			}
			if err == nil {
				err = os.Lchown(filepath.Join(dir, "providers"), 12345, -1)
			}
			return err
		}},
		{"link to what others can write", true, func(dir string) error {
			err := os.Rename(filepath.Join(dir, "providers"), filepath.Join(dir, "elsewhere"))
			if err == nil {
				err = os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, "providers"))
			}
			if err == nil {
				err = os.Chmod(filepath.Join(dir, "elsewhere"), 0o777)
			}
			return err
		}},
		{"link in the cache", false, func(dir string) error {
			host := filepath.Join(dir, "providers/registry.opentofu.org")
			err := os.Rename(host, filepath.Join(dir, "elsewhere"))
			if err == nil {
				err = os.Symlink(filepath.Join(dir, "elsewhere"), host)
			}
			return err
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "cache")
			cache := cacheIn(t, dir)
			if err := cache.Store(a, v, answer("a")); err != nil {
				t.Fatal(err)
			}
			entries, err := cache.List()
			if err != nil || len(entries) != 1 {
				t.Fatalf("%v, %v", entries, err)
			}
			if err := test.prepare(dir); err != nil {
				if strings.Contains(test.name, "other") || strings.HasPrefix(test.name, "owner") {
					t.Skip(err) // only root gives files away
				}
				t.Fatal(err)
			}
			if s, err := cache.Load(a, v); err == nil || s != nil {
				t.Errorf("it is read: %v", err)
			}
			if !strings.HasSuffix(test.name, "file") {
				if err := cache.Store(a, v, answer("b")); err == nil {
					t.Error("it is written")
				}
			}
			if !test.whole {
				return
			}
			if err := cache.Check(); err == nil || !strings.Contains(err.Error(), "is not used: ") {
				t.Errorf("it is in order: %v", err)
			}
			if _, err := cache.List(); err == nil {
				t.Error("it is listed")
			}
			if err := cache.Remove(entries[0]); err == nil {
				t.Error("an entry is removed")
			}
			if err := cache.Sweep(); err == nil {
				t.Error("it is swept")
			}
		})
	}
}

// What only the user can write is used, through links of the user too.
func TestCacheOfUser(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"one": "a/../two", "two": filepath.Join(dir, "a"), "loop": "loop"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	for _, name := range []string{"a/real", "one/real", "two/new/one"} {
		cache := cacheIn(t, filepath.Join(dir, name))
		if err := cache.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := cache.Store(a, v, answer("a")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s, err := cache.Load(a, v); err != nil || s == nil {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	if err := cacheIn(t, filepath.Join(dir, "loop")).Check(); err == nil {
		t.Error("a loop of links")
	}
}

// What is in the way of a file or directory of the cache is an error that names it, at
// once: nobody waits for the other end of a pipe.
func TestCacheInTheWay(t *testing.T) {
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o600) }
	link := func(path string) error { return os.Symlink(t.TempDir(), path) }
	large := func(path string) error {
		return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40))
	}
	for _, test := range []struct {
		below string
		put   func(string) error
		says  string
	}{
		{"", pipe, "not a directory"},
		{"registry.opentofu.org", pipe, "not a directory"},
		{"registry.opentofu.org", link, "is a symbolic link that leads out of the cache"},
		{"registry.opentofu.org/acme", pipe, "not a directory"},
		{"registry.opentofu.org/acme/net", link, "is a symbolic link that leads out of the cache"},
		{"registry.opentofu.org/acme/net/1.0.0.json", pipe, "is not a regular file"},
		{"registry.opentofu.org/acme/net/1.0.0.json", link, "is a symbolic link that leads out of the cache"},
		{"registry.opentofu.org/acme/net/1.0.0.json", large, "is larger than"},
	} {
		cache := openCache(t)
		if err := cache.Store(a, v, answer("a")); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(cache.Dir(), filepath.FromSlash(test.below))
		if err := errors.Join(os.RemoveAll(path), test.put(path)); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := cache.Load(a, v)
			_, _ = cache.List()
			_ = cache.Sweep()
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), path) ||
				strings.Contains(err.Error(), "openat") {
				t.Errorf("%s: %v", test.below, err)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: it waits", test.below)
		}
		if strings.HasSuffix(test.below, "json") {
			continue
		}
		if err := cache.CheckWrite(a); err == nil || strings.Contains(err.Error(), "openat") {
			t.Errorf("%s: it could be written: %v", test.below, err)
		}
	}
}

// Records of runs are only in a directory that is the user's alone.
func TestOpenRuns(t *testing.T) {
	cache, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	opened := func() string {
		dir, err := pluginschemas.OpenRuns(func(string) string { return cache })
		if err != nil {
			return err.Error()
		}
		defer dir.Close()
		return dir.Name()
	}
	if got := opened(); got != filepath.Join(cache, "runs") {
		t.Error(got)
	}
	if err := os.Chmod(cache, 0o777); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(temporary, "hcljson-"+strconv.Itoa(os.Getuid()))
	if got := opened(); got != filepath.Join(own, "runs") {
		t.Error(got)
	}
	if err := os.Chmod(own, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := opened(); !strings.Contains(got, "others can write to it") {
		t.Error(got)
	}
}
