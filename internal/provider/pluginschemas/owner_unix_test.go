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

	"github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
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

// A cache that other users can write to is not used.
func TestCacheOfOtherUser(t *testing.T) {
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	for _, test := range []struct {
		name    string
		prepare func(dir string) error
	}{
		{"directory", func(dir string) error { return os.Chmod(filepath.Join(dir, "providers"), 0o777) }},
		{"group", func(dir string) error { return os.Chmod(filepath.Join(dir, "providers"), 0o775) }},
		{"sticky", func(dir string) error { return os.Chmod(filepath.Join(dir, "providers"), 0o777|os.ModeSticky) }},
		{"above", func(dir string) error { return os.Chmod(dir, 0o777) }},
		{"owner", func(dir string) error { return os.Chown(filepath.Join(dir, "providers"), 12345, -1) }},
		{"link to what others can write", func(dir string) error {
			err := os.Rename(filepath.Join(dir, "providers"), filepath.Join(dir, "elsewhere"))
			if err == nil {
				err = os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, "providers"))
			}
			if err == nil {
				err = os.Chmod(filepath.Join(dir, "elsewhere"), 0o777)
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
			if err := cache.Store(a, v, answer("b")); err == nil {
				t.Error("it is written")
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
			if err := cache.Sweep(0); err == nil {
				t.Error("it is swept")
			}
		})
	}
}

// A cache that only the user can write to is used, also through links of the user.
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

// A wrong kind of file at a path of the cache is an error.
func TestCacheBlockedPath(t *testing.T) {
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	link := func(path string) error { return os.Symlink(t.TempDir(), path) }
	for _, test := range []struct {
		below string
		put   func(string) error
		want  string
	}{
		{"registry.opentofu.org", link, "path escapes"},
		{"registry.opentofu.org/acme/net", link, "path escapes"},
		{"registry.opentofu.org/acme/net/1.0.0.json", link, "path escapes"},
		{"registry.opentofu.org/acme/net/1.0.0.json", func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"is not a regular file"},
		{"registry.opentofu.org/acme/net/1.0.0.json", func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40))
		}, "is larger than"},
	} {
		dir := t.TempDir()
		cache := cacheIn(t, dir)
		if err := cache.Store(a, v, answer("a")); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "providers", filepath.FromSlash(test.below))
		if err := errors.Join(os.RemoveAll(path), test.put(path)); err != nil {
			t.Fatal(err)
		}
		if _, err := cache.Load(a, v); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.below, err)
		}
		if err := cache.CheckWrite(a); (err == nil) != strings.HasSuffix(test.below, "json") {
			t.Errorf("%s: it could be written: %v", test.below, err)
		}
	}
}

// TestOpenRuns checks that run records are stored only in a directory private to the user.
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
